"""Counters as VASSAL pieces: prototypes, palette slots, and pieces as a save wants them.

What all units share stands in prototypes; a unit adds its markers, its two faces and the
spot it goes to when it is eliminated. The lists here run from the inside out, as VASSAL's
editor shows them: the basic piece first. Reports stand outside what they report on, since
VASSAL lets a report see the state after the traits inside it.

Source: VASSAL classes ``Decorator``, ``Embellishment``, ``DynamicProperty``, ``ReportState``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from builder import convention
from builder.draw.counter import STRENGTH_AT, STRENGTH_BOX
from builder.draw.marker import UNDER
from builder.errors import WargameError
from builder.model.game import Game, Kind, Side, Unit
from builder.model.game import Marker as GameMarker
from builder.module.aids.aid import Who
from builder.module.aids.catalogue import piece_traits
from builder.module.aids.figures import bunker_figures, no_figures, unit_figures
from builder.module.boxes import Board
from builder.module.umpire import UMPIRE, umpire_traits
from builder.vassal.changer import assign, menu_command, whole_number
from builder.vassal.command import AddPiece
from builder.vassal.keystroke import Modifier, key, named
from builder.vassal.piece import Piece
from builder.vassal.trait import (
    BasicPiece,
    CalculatedProperty,
    Clone,
    Delete,
    DynamicProperty,
    Footprint,
    Layer,
    Marker,
    MovementMark,
    NonStacking,
    Prototype,
    Report,
    Rotate,
    SendTo,
    Trait,
    Trigger,
)

__all__ = [
    "CLEAR_TRAIL_KEY",
    "KEYS",
    "MOVED_IMAGE",
    "TARGET",
    "TARGET_IMAGE",
    "Counter",
    "badges",
    "counters",
    "face_images",
    "marker_counter",
    "marker_images",
    "marker_px",
    "prototype_definition",
    "prototypes",
    "slug",
    "target_counter",
    "umpire_counter",
    "unit_counter",
]

MOVED_IMAGE = "moved.png"
TARGET, TARGET_IMAGE = "target", "target.png"
UMPIRE_GPID, TARGET_GPID = "1", "2"
"""The lock file of a game numbers its pieces from 1000; below that are the module's own."""
CLEAR_TRAIL_KEY = named("wuClearTrail")

_FLIP = key("F")
_LOSE, _RESTORE = key("L"), key("L", Modifier.CTRL_SHIFT)
_ELIMINATE, _BACK = key("E"), key("E", Modifier.CTRL_SHIFT)
_MOVED, _TRAIL, _REMOVE, _COPY = key("M"), key("T"), key("D"), key("C")
KEYS = (
    ("Ctrl+F", "turn the counter over; artillery: deploy; weather: the next one"),
    ("Ctrl+L", "one strength point lost"),
    ("Ctrl+Shift+L", "one strength point back"),
    ("Ctrl+E", "eliminated: to its box on the board of the eliminated"),
    ("Ctrl+Shift+E", "back to where it was eliminated"),
    ("Ctrl+M", "mark as moved, or not"),
    ("Ctrl+T", "show or hide the trail of its moves"),
    ("Ctrl+D", "remove a marker, bunker or bridge"),
    ("Ctrl+]  Ctrl+[", "turn an arrow"),
    ("Ctrl+C", "one more of a marker of which there are several"),
)
"""Keys of the pieces, for the help page."""

_STRENGTH = "WUstrength"
_LEFT = "WUleft"
_SHOWN = "WUshown"
_UNIT = "Unit"
_LOSE_1, _LOST, _RESTORE_1, _RESTORED = (
    named(name) for name in ("wuLose", "wuLost", "wuRestore", "wuRestored")
)


@dataclass(frozen=True, slots=True)
class _Badge:
    """What covers the printed strength of a reduced counter, in widths of a counter.

    Args:
        word: Begins the names of its pictures.
        x: Its middle, right of the middle of the piece.
        y: Its middle, below the middle of the piece.
        size: Width and height.
    """

    word: str
    x: float
    y: float
    size: float

    def image(self, left: int) -> str:
        """Return the name of the picture for the strength left."""
        return f"{self.word}-{left}.png"


_UNIT_BADGE = _Badge("left", STRENGTH_AT[0] - 0.5, STRENGTH_AT[1] - 0.5, STRENGTH_BOX)
_BUNKER_BADGE = _Badge("bunker-left", -0.632, -0.045, 0.26)


@dataclass(frozen=True, slots=True)
class Counter:
    """A piece of the module before it is placed.

    Args:
        id: Data id.
        name: Its name in VASSAL.
        gpid: Its number in the palette.
        size_px: Width and height.
        traits: From the inside out, the basic piece first; prototypes by reference.
        stacks: Whether it lies in stacks.
    """

    id: str
    name: str
    gpid: str
    size_px: tuple[int, int]
    traits: tuple[Trait, ...]
    stacks: bool = True

    @property
    def piece(self) -> Piece:
        """The piece as a palette slot holds it."""
        return Piece.of(*reversed(self.traits))

    def expanded(self, prototypes: Mapping[str, tuple[Trait, ...]]) -> Piece:
        """Return the piece as saves and logs hold it: prototypes replaced by their traits."""
        return Piece.of(*reversed(tuple(_expand(self.traits, prototypes))))

    @property
    def definition(self) -> str:
        """The text of a palette slot."""
        return _definition(self.piece)


def slug(text: str) -> str:
    """Return a text as part of a file name: small ASCII letters, digits, hyphens.

    Raises:
        WargameError: Nothing is left of it.

    >>> slug("II/138 mtn. inf")
    'ii-138-mtn-inf'
    """
    made = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    if not made:
        raise WargameError(f"{text!r} has no letter a-z or digit for a file name; rename it")
    return made


def badges(game: Game, size_px: int) -> dict[str, tuple[str, int]]:
    """Return text and size (px) of the pictures that cover the strength of a reduced counter.

    Args:
        game: Units and bunkers.
        size_px: Size of a counter.

    Returns:
        By name of the picture: those of units, then those of bunkers.
    """
    made = {}
    for badge, most in ((_UNIT_BADGE, _most_strength(game)), (_BUNKER_BADGE, _most_bunker(game))):
        for left in range(most):
            made[badge.image(left)] = (str(left), round(badge.size * size_px))
    return made


def _most_strength(game: Game) -> int:
    return max((unit.strength for unit in game.units.values()), default=0)


def _most_bunker(game: Game) -> int:
    bunkers = [each for each in game.markers.values() if each.kind == "bunker"]
    return max((bunker.strength or 0 for bunker in bunkers), default=0)


def marker_px(marker: GameMarker, size_px: int) -> int:
    """Return the size of a marker's picture beside counters of ``size_px``."""
    return round(UNDER[marker.kind][0] * size_px) if marker.kind in UNDER else size_px


def prototypes(game: Game, size_px: int) -> dict[str, tuple[Trait, ...]]:
    """Return the prototypes by name, each from the inside out.

    ``Unit`` holds what is common to all; one for each side and class says which they are and
    refers to it; one for each strength counts the losses.
    """
    made: dict[str, tuple[Trait, ...]] = {_UNIT: tuple(_unit_traits(size_px))}
    for strength in range(1, _most_strength(game) + 1):
        made[_losses(strength)] = tuple(_loss_traits(strength, _UNIT_BADGE, size_px))
    bunkers = {each.strength for each in game.markers.values() if each.kind == "bunker"}
    for strength in sorted(number for number in bunkers if number):
        made[_bunker(strength)] = tuple(_loss_traits(strength, _BUNKER_BADGE, size_px))
    for side in game.sides:
        for kind in Kind:
            marks = Marker(("Side", "Class"), (side.name, str(kind)))
            made[_prototype_name(side, kind)] = (marks, Prototype(_UNIT))
    return made | {_asking(who): tuple(piece_traits(game, who)) for who in Who}


def prototype_definition(traits: Iterable[Trait]) -> str:
    """Return the text of a prototype."""
    return _definition(Piece.of(*reversed((BasicPiece(), *traits))))


def unit_counter(game: Game, unit: Unit, eliminated: Board, size_px: int) -> Counter:
    """Return a unit's counter.

    Args:
        game: The game it belongs to.
        unit: The unit.
        eliminated: The board of the eliminated, for its cell there.
        size_px: Width and height of a counter.
    """
    side = game.side(unit.side)
    gpid = _gpid(game, unit.id)
    names = (convention.ID, convention.SIDE, convention.KIND, _STRENGTH, "Formation", "Type")
    formation = unit.formation or "independent"
    values = (unit.id, unit.side, "unit", str(unit.strength), formation, unit.type)
    x, y = eliminated.places[unit.id]
    return Counter(
        id=unit.id,
        name=unit.label,
        gpid=gpid,
        size_px=(size_px, size_px),
        traits=(
            BasicPiece(name=unit.label, gpid=gpid),
            Marker(names, values),
            unit_figures(game, unit),
            Layer(
                images=face_images(unit),
                names=("", ""),
                name=convention.FACE,
                increase_menu="Flip / deploy",
                increase_key=_FLIP,
                description="Front and back",
            ),
            SendTo(
                menu="Eliminate",
                key=_ELIMINATE,
                map=eliminated.map,
                board="",
                x=str(x),
                y=str(y),
                back_menu="Back from elimination",
                back_key=_BACK,
                description="To the eliminated",
            ),
            Prototype(_losses(unit.strength)),
            Prototype(_prototype_name(side, unit.kind)),
            Prototype(_asking(_who(unit))),
        ),
    )


def face_images(unit: Unit) -> tuple[str, str]:
    """Return the names of the pictures of front and back."""
    return f"{slug(unit.id)}-front.png", f"{slug(unit.id)}-back.png"


def marker_counter(game: Game, marker: GameMarker, size_px: int) -> Counter:
    """Return a marker's counter: bunkers lose strength, arrows turn, many can be copied.

    Bunkers and bridges lie under the units; everything else may lie in stacks.
    """
    fixed = marker.kind in UNDER
    names = (convention.ID, convention.SIDE, convention.KIND, "Type")
    kind = marker.kind if fixed else "marker"
    traits: list[Trait] = [Marker(names, (marker.id, marker.side, kind, marker.name))]
    if marker.kind == "bunker" and marker.strength:
        traits += [
            Marker((_STRENGTH,), (str(marker.strength),)),
            bunker_figures(game, marker),
            Prototype(_bunker(marker.strength)),
            Prototype(_asking(Who.BUNKER)),
        ]
    images = marker_images(game, marker)
    if len(images) > 1:
        traits += _turned_over(images)
    if marker.kind == "assault":
        traits.append(Rotate(name="Aim", description="Direction"))
    if marker.count > 1:
        traits.append(Clone(menu="One more", key=_COPY))
    traits.append(Delete(menu="Remove", key=_REMOVE))
    removed = "$oldLocation$: $PieceName$ removed"
    traits.append(Report(keys=(_REMOVE,), format=removed, description="Removed"))
    if fixed:
        traits.append(NonStacking(select="", move="I", stack="R", description="Under the units"))
    gpid = _gpid(game, marker.id)
    if fixed:
        traits.insert(0, _peeking(images[0], marker.kind, size_px))
    plain = not fixed and len(images) == 1
    basic = BasicPiece(image=images[0] if plain else "", name=marker.name, gpid=gpid)
    return Counter(
        marker.id, marker.name, gpid, (size_px, size_px), (basic, *traits), stacks=not fixed
    )


def _peeking(image: str, kind: str, size_px: int) -> Layer:
    """Return the picture of what lies under units, beside the middle so that it peeks out."""
    _, x, y = (round(share * size_px) for share in UNDER[kind])
    return Layer(images=(image,), names=("",), x=x, y=y, name="WUsign", description="Picture")


def _turned_over(images: tuple[str, ...]) -> Iterator[Trait]:
    """Yield the faces of a marker that has several, and the report of a turn."""
    yield Layer(
        images=images,
        names=("",) * len(images),
        name="WUside",
        increase_menu="Turn over",
        increase_key=_FLIP,
        description="Faces",
    )
    yield Report(
        keys=(_FLIP,), format="$location$: $PieceName$ turned over", description="Turned over"
    )


def marker_images(game: Game, marker: GameMarker) -> tuple[str, ...]:
    """Return the names of a marker's pictures; markers that look alike share them.

    The weather has a face for each weather there is, an assault a front and a back (by which
    kind of fire); of all others the front is shown.
    """
    name = slug(f"marker {marker.kind} {marker.side} {marker.name}")
    match marker.kind:
        case "weather":
            return tuple(f"{name}-{slug(id_)}.png" for id_ in game.weather) or (f"{name}.png",)
        case "assault":
            return f"{name}.png", f"{name}-back.png"
        case _:
            return (f"{name}.png",)


def umpire_counter(game: Game, image: str, size_px: tuple[int, int]) -> Counter:
    """Return the umpire; see :mod:`builder.module.umpire`."""
    traits = tuple(reversed(umpire_traits(game, UMPIRE_GPID, image)))
    return Counter(UMPIRE, "Umpire", UMPIRE_GPID, size_px, traits, stacks=False)


def target_counter(size_px: int) -> Counter:
    """Return the marker that aims fire at its hex; see :mod:`builder.module.aids.target`."""
    names = (convention.ID, convention.KIND, "Type")
    traits = (
        BasicPiece(image=TARGET_IMAGE, name="Target", gpid=TARGET_GPID),
        Marker(names, (TARGET, "marker", "Target")),
        no_figures(),
        Prototype(_asking(Who.TARGET)),
        Delete(menu="Remove", key=_REMOVE),
    )
    return Counter(TARGET, "Target", TARGET_GPID, (size_px, size_px), traits)


def counters(game: Game, eliminated: Board, size_px: int) -> dict[str, Counter]:
    """Return every counter of the game by data id: units, then markers.

    Raises:
        WargameError: Two of them would get the same file name for their pictures.
    """
    made = {unit.id: unit_counter(game, unit, eliminated, size_px) for unit in game.units.values()}
    if len({slug(id_) for id_ in made}) < len(made):
        raise WargameError("two units differ only in signs other than letters and digits; rename")
    return made | {each.id: marker_counter(game, each, size_px) for each in game.markers.values()}


def _definition(piece: Piece) -> str:
    return AddPiece("null", piece.type, piece.state).encode()


def _prototype_name(side: Side, kind: Kind) -> str:
    return f"{side.name} {kind}"


def _gpid(game: Game, id_: str) -> str:
    try:
        return str(game.gpids[id_])
    except KeyError:
        raise WargameError(
            f"{id_}: has no number in the lock file; run `builder data {game.id} --lock`"
        ) from None


def _expand(
    traits: Iterable[Trait], prototypes: Mapping[str, tuple[Trait, ...]]
) -> Iterator[Trait]:
    for trait in traits:
        if isinstance(trait, Prototype):
            yield from _expand(prototypes[trait.name], prototypes)
        else:
            yield trait


def _asking(who: Who) -> str:
    return f"Asks as {who}"


def _who(unit: Unit) -> Who:
    if unit.artillery:
        return Who.ARTILLERY
    return Who.AFV if unit.kind is Kind.AFV else Who.UNIT


def _losses(strength: int) -> str:
    return f"Strength {strength}"


def _bunker(strength: int) -> str:
    return f"Bunker strength {strength}"


def _loss_traits(strength: int, badge: _Badge, size_px: int) -> Iterator[Trait]:
    """Yield the loss of strength points; the triggers keep it between nothing and all.

    The badge follows the property itself: a layer that follows an expression would have the
    engine evaluate it at every repaint, and 3.6 does so badly in several threads at once.
    """
    yield DynamicProperty(
        name=convention.LOSS,
        constraints=whole_number(0, 99),
        commands=(
            menu_command("", _LOSE_1, assign(f"{{{convention.LOSS}+1}}")),
            menu_command("", _RESTORE_1, assign(f"{{{convention.LOSS}-1}}")),
        ),
        description="Strength points lost",
        value="0",
    )
    yield CalculatedProperty(_LEFT, f"{{{_STRENGTH}-{convention.LOSS}}}", "Strength left")
    yield Layer(
        images=("", *(badge.image(left) for left in reversed(range(strength)))),
        names=("",) * (strength + 1),
        x=round(badge.x * size_px),
        y=round(badge.y * size_px),
        name="WUreduced",
        follow_property=True,
        property_name=convention.LOSS,
        first_level_value=0,
        description="Strength left",
    )
    lost = f"{convention.LOSS}<{_STRENGTH}"
    yield _trigger("Lose 1 strength point", _LOSE, lost, _LOSE_1, _LOST)
    yield _trigger("Restore 1 point", _RESTORE, f"{convention.LOSS}>0", _RESTORE_1, _RESTORED)
    left = f"${_LEFT}$ of ${_STRENGTH}$ left"
    yield Report(keys=(_LOST,), format=f"$location$: $PieceName$ loses 1, {left}")
    yield Report(keys=(_RESTORED,), format=f"$location$: $PieceName$ regains 1, {left}")


def _unit_traits(size_px: int) -> Iterator[Trait]:
    """Yield what every unit has, inside out."""
    shown = f'{{{convention.FACE}_Level==2?"back":"front"}}'
    yield CalculatedProperty(_SHOWN, shown, "Face shown")
    yield Report(
        keys=(_FLIP,),
        format=f"$location$: $PieceName$ turned over, ${_SHOWN}$ up",
        description="Turned over",
    )
    yield Report(
        keys=(_ELIMINATE,), format="$oldLocation$: $PieceName$ eliminated", description="Eliminated"
    )
    yield Report(keys=(_BACK,), format="$location$: $PieceName$ is back", description="Back")
    edge = -size_px // 2 - 4
    yield MovementMark(image=MOVED_IMAGE, x=edge, y=edge, menu="Mark moved", key=_MOVED)
    yield Footprint(
        key=_TRAIL,
        menu="Movement trail",
        radius=12,
        line="200,30,30",
        fill="255,255,255",
        clear_key=CLEAR_TRAIL_KEY,
        description="Trail",
    )


def _trigger(menu: str, pressed: str, match: str, *actions: str) -> Trigger:
    return Trigger(name=menu, menu=menu, key=pressed, match=f"{{{match}}}", action_keys=actions)
