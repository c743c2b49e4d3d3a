"""What the type of a piece says once and for all: its name, what hides it, what it shows.

Source: VASSAL classes ``BasicPiece``, ``Embellishment``, ``Labeler``, ``Hideable``,
``Obscurable``, ``Immobilized``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from assistant.record.roster import Roster
from assistant.record.viewer import NOBODY, Seers
from builder.vassal import sequence
from builder.vassal.piece import split_parts
from builder.vassal.trait import (
    BasicName,
    BasicPiece,
    DynamicProperty,
    Hidden,
    Label,
    Layer,
    Mask,
    NonStacking,
    OldLayer,
    RawTrait,
    Rotate,
    parse_trait,
)

__all__ = ["Shape", "Veil", "owner_of", "shape_of", "veil_seers"]

_FACES = frozenset({Layer.KIND, OldLayer.KIND, DynamicProperty.KIND, Label.KIND, Rotate.KIND})
_VEILS = frozenset({Hidden.KIND, Mask.KIND})
_MOST_NAME = 200


@dataclass(frozen=True, slots=True)
class Veil:
    """A trait by which a piece can be hidden.

    Args:
        at: Number of the trait, outermost 0.
        mask: Whether it hides only what the piece is, not that it lies there.
        access: Who may use it: ``player:``, ``side:`` or ``sides:A:B``.
        name: Name of the piece while it is masked.
    """

    at: int
    mask: bool
    access: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Shape:
    """The parts of a type that matter to a record.

    Args:
        types: Types of the traits, outermost first.
        kind: ``piece``, ``stack`` or ``deck``.
        name: Name of the basic piece.
        veils: Traits that can hide it, outermost first.
        faces: Numbers of the traits that change what it shows.
        stacks: Whether it may lie in a stack.
    """

    types: tuple[str, ...]
    kind: str
    name: str = ""
    veils: tuple[Veil, ...] = ()
    faces: tuple[int, ...] = ()
    stacks: bool = True

    def full_name(self, states: Sequence[str]) -> str:
        """Return the name as its layers and labels make it, without any mask."""
        name = self.name
        for at in reversed(self.faces):
            match parse_trait(RawTrait(self.types[at], states[at])):
                case Layer(names=names, level=level) if any(names):
                    name = _layered(name, names, _level(level))
                case OldLayer(tail=levels, level=level):
                    given = [each.partition(",")[2] for each in levels]
                    name = _layered(name, given, _level(level))
                case Label(text=text, name_format=form) if text and "$" not in text:
                    name = form.replace("$pieceName$", name).replace("$label$", text)
        return name[:_MOST_NAME]

    def change(self, at: int, state: str) -> str:
        """Return in words what a trait shows in a state, such as ``Flip: off``."""
        match parse_trait(RawTrait(self.types[at], state)):
            case Layer(name=name, activate_menu=menu, images=images, names=names, level=level):
                shown = _level_name(names, len(images), _level(level))
                return f"{name or menu or 'layer'}: {shown}"
            case OldLayer(activate_menu=menu, tail=images, level=level):
                shown = _level_name((), len(images), _level(level))
                return f"{menu.lstrip('_') or 'layer'}: {shown}"
            case DynamicProperty(name=name, value=value):
                return f"{name}: {value or '(empty)'}"
            case Label(text=text):
                return f"label: {text or '(none)'}"
            case Rotate(name=name, facing=facing):
                return f"{name or 'facing'}: {facing}"
            case _:
                return f"turned: {state.partition(';')[0]}"


@lru_cache(maxsize=1 << 14)
def shape_of(type_text: str) -> Shape:
    """Take a type apart.

    Raises:
        VassalError: Nested more than 1,000 deep.
    """
    types = tuple(split_parts(type_text))
    inner = types[-1]
    head = inner.partition(";")[0]
    if head in ("stack", "deck"):
        return Shape(types, head)
    veils: list[Veil] = []
    faces: list[int] = []
    name = BasicPiece.parse(RawTrait(inner, "")).name
    stacks = True
    for at, text in enumerate(types[:-1]):
        kind = text.partition(";")[0]
        if kind in _FACES:
            if not _follows(text):
                faces.append(at)
        elif kind in _VEILS or kind in (BasicName.KIND, NonStacking.KIND):
            match parse_trait(RawTrait(text, "")):
                case Hidden(access=access):
                    veils.append(Veil(at, mask=False, access=access))
                case Mask(access=access, mask_name=mask_name):
                    veils.append(Veil(at, mask=True, access=access, name=mask_name))
                case BasicName(name=given) if given:
                    name = given
                case NonStacking(stack="R"):
                    stacks = False
    return Shape(types, "piece", name[:_MOST_NAME], tuple(veils), tuple(faces), stacks)


def _follows(text: str) -> bool:
    """Tell whether a trait is a nameless layer that shows what a property says.

    VASSAL leaves the level in its state as it is until the piece is written anew, so it means
    nothing: the property's own state does.
    """
    if not text.startswith(f"{Layer.KIND};"):
        return False
    match parse_trait(RawTrait(text, "")):
        case Layer(follow_property=True, names=names):
            return not any(names)
        case _:
            return False


def owner_of(veil: Veil, state: str) -> str | None:
    """Return who hides a piece by a trait, None if nobody does.

    An empty owner is somebody whose player id is blank.
    """
    owner = sequence.decode(state, ";")[0] if veil.mask else state
    return None if owner == "null" else owner


def veil_seers(veil: Veil, owner: str, roster: Roster) -> Seers:
    """Return the sides that see through a trait.

    Source: VASSAL classes ``PlayerAccess``, ``SideAccess``, ``SpecifiedSideAccess``.
    """
    kind, _, listed = veil.access.partition(":")
    match kind:
        case "side":
            return frozenset({owner}) if owner else NOBODY
        case "sides":
            sides = frozenset(listed.split(":"))
            return sides if owner in sides else NOBODY
        case _:
            return roster.seers(owner) if owner else NOBODY


def _layered(name: str, names: Sequence[str], level: int) -> str:
    """Return a name as a level of a layer makes it."""
    given = names[level - 1] if 0 < level <= len(names) else ""
    if given.startswith("+"):
        return name + given[1:]
    if given.endswith("+"):
        return given[:-1] + name
    return given or name


def _level(state: str) -> int:
    text = state.partition(";")[0]
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 6 else 0


def _level_name(names: Sequence[str], levels: int, level: int) -> str:
    if level <= 0:
        return "off"
    given = names[level - 1].strip("+ ") if level <= len(names) else ""
    return given or ("on" if levels == 1 else str(level))
