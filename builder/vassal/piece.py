r"""A piece as VASSAL stores it: nested traits, each with a type and a state.

The type string says what a trait is, the state string how it stands now. Both are nested
lists, outermost trait first; the innermost is the basic piece. Written out, the tab before
the second part has no backslash, the next one backslash, and so on.

Source: VASSAL classes ``Decorator``, ``BasicPiece``, ``Stack`` and ``BasicCommandEncoder``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from builder.errors import VassalError
from builder.vassal import sequence
from builder.vassal.trait import (
    BasicPiece,
    Deck,
    DynamicProperty,
    Marker,
    RawTrait,
    Stack,
    Trait,
    parse_trait,
)

__all__ = ["Piece", "join_parts", "split_parts"]

_MAX_TRAITS = 1_000
_MOST_WORK = 1 << 20  # characters looked at over all levels of nesting,
_MOST_ROUNDS = 128  # and so many times the length of the text besides


@dataclass(frozen=True, slots=True)
class Piece:
    """One counter, marker, stack or deck.

    Args:
        traits: Outermost first, the basic piece (or stack, or deck) last. They are kept as
            written; :attr:`parsed` gives them as named classes.
    """

    traits: tuple[RawTrait, ...]

    @classmethod
    def of(cls, *traits: Trait) -> Piece:
        """Build a piece from traits, outermost first, the basic piece last."""
        return cls(tuple(trait.encode() for trait in traits))

    @classmethod
    def parse(cls, type_text: str, state_text: str) -> Piece:
        """Take a piece apart.

        Args:
            type_text: Second field of an add command.
            state_text: Third field of it.

        Returns:
            The piece; a trait whose state is missing (a damaged file) has an empty one.

        Raises:
            VassalError: Nested more than 1,000 deep.
        """
        types = split_parts(type_text)
        states = split_parts(state_text, len(types))
        states += [""] * (len(types) - len(states))
        return cls(tuple(map(RawTrait, types, states)))

    @property
    def type(self) -> str:
        """The type string, for an add command or a palette slot.

        Raises:
            SequenceError: A trait the format can't hold.
        """
        return join_parts([trait.type for trait in self.traits])

    @property
    def state(self) -> str:
        """The state string, for an add or a change command.

        Raises:
            SequenceError: A trait the format can't hold.
        """
        return join_parts([trait.state for trait in self.traits])

    @property
    def parsed(self) -> tuple[Trait, ...]:
        """The traits as named classes; what isn't known is an ``UnknownTrait``."""
        return tuple(parse_trait(trait) for trait in self.traits)

    @property
    def inner(self) -> Trait:
        """The innermost trait: ``BasicPiece``, ``Stack`` or ``Deck``, or unknown."""
        return parse_trait(self.traits[-1])

    @property
    def name(self) -> str:
        """Name of the basic piece, empty for stacks and decks."""
        inner = self.inner
        return inner.name if isinstance(inner, BasicPiece) else ""

    @property
    def gpid(self) -> str:
        """Id of the palette slot it came from, empty if none."""
        inner = self.inner
        return inner.gpid if isinstance(inner, BasicPiece) else ""

    @property
    def position(self) -> tuple[str | None, int, int]:
        """Map identifier (None if nowhere), x and y in map pixels, origin top left."""
        match self.inner:
            case BasicPiece() | Deck() | Stack() as inner:
                return inner.map, inner.x, inner.y
            case _:
                return None, 0, 0

    @property
    def properties(self) -> dict[str, str]:
        """Values of all markers and dynamic properties; of equal names the outermost wins."""
        found: dict[str, str] = {}
        for raw in self.traits:
            if raw.type.startswith(_PROPERTY_KINDS):
                match parse_trait(raw):
                    case Marker(names=names, values=values):
                        for name, value in zip(names, values, strict=True):
                            found.setdefault(name, value)
                    case DynamicProperty(name=name, value=value):
                        found.setdefault(name, value)
        return found

    def with_state(self, state_text: str) -> Piece:
        """Return the piece in another state, as a change command brings it.

        Raises:
            VassalError: Nested more than 1,000 deep.
        """
        states = split_parts(state_text, len(self.traits))
        states += [""] * (len(self.traits) - len(states))
        return Piece(
            tuple(
                RawTrait(trait.type, state)
                for trait, state in zip(self.traits, states, strict=True)
            )
        )

    def with_properties(self, values: Mapping[str, str]) -> Piece:
        """Return the piece with other values in its markers and dynamic properties.

        Args:
            values: By property name; the outermost trait of that name takes the value.

        Raises:
            VassalError: The piece has no such property.
        """
        left = dict(values)
        traits: list[RawTrait] = []
        for raw in self.traits:
            new = raw
            if left and raw.type.startswith(_PROPERTY_KINDS):
                match parse_trait(raw):
                    case Marker(names=names) as marker if left.keys() & set(names):
                        pairs = zip(names, marker.values, strict=True)
                        fresh = tuple(left.pop(name, value) for name, value in pairs)
                        new = replace(marker, values=fresh).encode()
                    case DynamicProperty(name=name) as dynamic if name in left:
                        new = replace(dynamic, value=left.pop(name)).encode()
            traits.append(new)
        if left:
            raise VassalError(f"the piece has no property {min(left)!r}; check the name")
        return Piece(tuple(traits))

    def at(self, where: str | None, x: int, y: int) -> Piece:
        """Return the piece at another place; a stack keeps its members.

        Args:
            where: Map identifier, None for nowhere.
            x: Map pixels from the left edge.
            y: Map pixels from the upper edge.

        Raises:
            VassalError: The innermost trait is neither a basic piece nor a stack or deck.
        """
        match self.inner:
            case BasicPiece() | Deck() | Stack() as inner:
                moved = replace(inner, map=where, x=x, y=y).encode()
                return Piece((*self.traits[:-1], RawTrait(self.traits[-1].type, moved.state)))
            case _:
                raise VassalError("only pieces, stacks and decks have a position that can be set")


_PROPERTY_KINDS = (f"{Marker.KIND};", f"{DynamicProperty.KIND};")


def split_parts(text: str, count: int | None = None) -> list[str]:
    r"""Split a type or state string into its parts, outermost first.

    Args:
        text: Nested tab lists.
        count: Number of traits, when known from the type; the last part then keeps its tabs.

    Returns:
        At least one part, at most ``count``.

    Raises:
        VassalError: Nested more than 1,000 deep.

    >>> split_parts("mark;Side\tlabel;\\\tpiece;;;a.png;A")
    ['mark;Side', 'label;', 'piece;;;a.png;A']
    """
    if "\t" not in text:
        return [text]
    parts = text.split("\t")
    if (len(parts) == count or count is None) and len(parts) <= _MAX_TRAITS:
        may_wrap = text[-1:] == "'"  # quotes may then be around several parts
        for depth, part in enumerate(parts[:-1]):
            bare = part.rstrip("\\")
            if len(part) - len(bare) != depth or (may_wrap and bare[:1] == "'"):
                break
            quoted = len(bare) > 1 and bare[0] == bare[-1] == "'"
            parts[depth] = bare[1:-1] if quoted else bare
        else:
            if not (may_wrap and parts[-1][:1] == "'"):
                return parts
    return _split_nested(text, count)


def _split_nested(text: str, count: int | None) -> list[str]:
    """Split level by level, for parts that hold tabs or quotes themselves."""
    parts: list[str] = []
    rest = text
    work = _MOST_WORK + _MOST_ROUNDS * len(text)
    while (count is None or len(parts) + 1 < count) and "\t" in rest:
        fields = sequence.decode(rest, "\t")
        if len(fields) == 1:
            break
        parts.append(fields[0])
        rest = fields[1]
        work -= len(rest)
        if len(parts) > _MAX_TRAITS or work < 0:
            raise VassalError(f"a piece is nested more than {_MAX_TRAITS} deep; it isn't read")
    parts.append(rest)
    return parts


def join_parts(parts: Iterable[str]) -> str:
    r"""Join parts, outermost first; the inverse of :func:`split_parts`.

    Raises:
        SequenceError: A part but the last ends in a backslash.

    >>> join_parts(["mark;Side", "label;", "piece;;;a.png;A"])
    'mark;Side\tlabel;\\\tpiece;;;a.png;A'
    """
    listed = list(parts)
    flat = "\t".join(("", *listed, ""))
    if flat.count("\t") > len(listed) + 1 or any(map(flat.__contains__, _DELICATE)):
        return _join_nested(listed)
    return "".join(map(str.__add__, listed, _tabs(len(listed))))


_DELICATE = ("\t'", "\t\\", "\\\t")  # beginnings and ends of parts that are quoted or refused


@lru_cache(maxsize=256)
def _tabs(count: int) -> tuple[str, ...]:
    """Return what follows each of ``count`` parts: a tab behind ever more backslashes."""
    return (*("\\" * depth + "\t" for depth in range(count - 1)), "")


def _join_nested(parts: list[str]) -> str:
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = sequence.encode([part, text], "\t")
    return text
