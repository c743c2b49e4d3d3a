"""The innermost traits, which say where a piece is, and markers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from builder.errors import VassalError
from builder.vassal import sequence
from builder.vassal._listed import WHOLE_NUMBER, Listed, RawTrait

__all__ = [
    "BasicPiece",
    "Deck",
    "Marker",
    "Stack",
]


@dataclass(frozen=True, slots=True)
class BasicPiece:
    """The innermost trait of a counter: its picture, name and place.

    Args:
        image: File name in ``images/``, empty for a piece drawn by its layers.
        name: Name of the piece.
        gpid: Id of the palette slot, unique in the module.
        map: Map identifier, None if the piece is nowhere.
        x: Map pixels from the left edge.
        y: Map pixels from the upper edge.
        saved: What VASSAL remembers by itself, such as ``("OldLocationName", "0412")``.
        clone_key: Single letter of before 3.0, empty since.
        delete_key: Likewise.
        type_tail: Type fields beyond these.
        state_tail: State fields beyond these.

    Source: VASSAL class ``BasicPiece``.
    """

    KIND: ClassVar[str] = "piece"
    image: str = ""
    name: str = ""
    gpid: str = ""
    map: str | None = None
    x: int = 0
    y: int = 0
    saved: tuple[tuple[str, str], ...] = ()
    clone_key: str = ""
    delete_key: str = ""
    type_tail: tuple[str, ...] = ()
    state_tail: tuple[str, ...] = ()

    @classmethod
    def parse(cls, raw: RawTrait) -> BasicPiece:
        """Read it from its type and state."""
        clone, delete, image, name, *type_tail = _padded(raw.type.partition(";")[2], 4)
        where, x, y, gpid, count, *rest = _padded(raw.state, 5)
        pairs = min(int(count) if WHOLE_NUMBER.fullmatch(count) else 0, len(rest) // 2)
        saved = tuple(zip(rest[: 2 * pairs : 2], rest[1 : 2 * pairs : 2], strict=True))
        return cls(
            image=image,
            name=name,
            gpid=gpid,
            map=None if where in ("", "null") else where,
            x=_pixels(x),
            y=_pixels(y),
            saved=saved,
            clone_key=clone,
            delete_key=delete,
            type_tail=tuple(type_tail),
            state_tail=tuple(rest[2 * pairs :]),
        )

    def encode(self) -> RawTrait:
        """Write its type and state.

        Raises:
            SequenceError: A field but the last ends in a backslash.
        """
        types = [self.clone_key, self.delete_key, self.image, self.name, *self.type_tail]
        saved = [text for pair in self.saved for text in pair]
        states = [self.map or "null", str(self.x), str(self.y), self.gpid, str(len(self.saved))]
        return RawTrait(
            f"piece;{sequence.encode(types, ';')}",
            sequence.encode([*states, *saved, *self.state_tail], ";"),
        )


@dataclass(frozen=True, slots=True)
class Stack:
    """Pieces lying on each other; takes the place of the basic piece.

    Args:
        map: Map identifier, None if nowhere.
        x: Map pixels from the left edge.
        y: Map pixels from the upper edge.
        members: Piece ids, bottom to top.
        layer: Number in the map's order of layers, -1 for none; None if an old file has none.

    Source: VASSAL class ``Stack``.
    """

    KIND: ClassVar[str] = "stack"
    map: str | None = None
    x: int = 0
    y: int = 0
    members: tuple[str, ...] = ()
    layer: int | None = -1

    @classmethod
    def parse(cls, raw: RawTrait) -> Stack:
        """Read it from its state."""
        where, x, y, *members = _padded(raw.state, 3)
        layer: int | None = None
        if members and (mark := members[-1]).startswith("@@") and WHOLE_NUMBER.fullmatch(mark[2:]):
            layer = int(members.pop()[2:])
        return cls(
            None if where in ("", "null") else where, _pixels(x), _pixels(y), tuple(members), layer
        )

    def encode(self) -> RawTrait:
        """Write its type and state.

        Raises:
            SequenceError: An id ends in a backslash.
        """
        layer = [] if self.layer is None else [f"@@{self.layer}"]
        states = [self.map or "null", str(self.x), str(self.y), *self.members, *layer]
        return RawTrait("stack", sequence.encode(states, ";"))


@dataclass(frozen=True, slots=True)
class Deck(Listed):
    """A pile of cards or counters; takes the place of the basic piece.

    Args:
        face_down_option: ``"Always"``, ``"Never"`` or ``"Via right-click Menu"``.
        shuffle_option: Likewise.
        name: Name of the deck.
        max_draw: Most cards drawn at once.
        count_expressions: Each ``name:expression``; exposed as properties.
        global_commands: Each the encoding of a command for all cards.
        owners: Sides that may use it if ``restrict_access``.
        map: Map identifier, None if nowhere.
        x: Map pixels from the left edge.
        y: Map pixels from the upper edge.
        face_down: Whether the cards lie face down.
        members: Piece ids, bottom to top.
        state_tail: State fields beyond these.

    Source: VASSAL class ``Deck``.
    """

    KIND: ClassVar[str] = "deck"
    outline: bool = True
    colour: str = "0,0,0"
    width: int = 40
    height: int = 40
    face_down_option: str = "Always"
    shuffle_option: str = "Always"
    multiple_draw: bool = True
    select_draw: bool = True
    reversible: bool = True
    reshuffle_menu: str = ""
    reshuffle_target: str = ""
    reshuffle_report: str = ""
    name: str = "deck"
    shuffle_report: str = ""
    reverse_report: str = ""
    face_down_report: str = ""
    draw_face_up: bool = False
    can_save: bool = False
    shuffle_key: str = ""
    reshuffle_key: str = ""
    max_draw: int = 10
    count_expressions: tuple[str, ...] = ()
    counts_expressions: bool = False
    global_commands: tuple[str, ...] = ()
    key_when_empty: bool = False
    empty_key: str = ""
    select_format: str = "$BasicName$"
    select_sort: str = ""
    restrict_drop: bool = False
    restrict_expression: str = ""
    shuffle_menu: str = "Shuffle"
    reverse_menu: str = "Reverse"
    reverse_key: str = ""
    draw_multiple_menu: str = "Draw multiple cards"
    draw_specific_menu: str = "Draw specific cards"
    face_up_menu: str = "Face up"
    face_down_menu: str = "Face down"
    face_up_key: str | None = None
    face_up_report: str | None = None
    flip_key: str | None = None
    face_down_key: str | None = None
    save_menu: str | None = None
    save_key: str | None = None
    save_report: str | None = None
    load_menu: str | None = None
    load_key: str | None = None
    load_report: str | None = None
    restrict_access: bool | None = None
    owners: tuple[str, ...] | None = None
    tail: tuple[str, ...] = ()
    map: str | None = None
    x: int = 0
    y: int = 0
    face_down: bool = False
    members: tuple[str, ...] = ()
    state_tail: tuple[str, ...] = ()

    @classmethod
    def _read_state(cls, text: str) -> tuple[Any, ...]:
        where, x, y, down, *rest = _padded(text, 4)
        members = tuple(sequence.decode(rest[0], ",")) if rest and rest[0] else ()
        place = None if where in ("", "null") else where
        return place, _pixels(x), _pixels(y), down == "true", members, tuple(rest[1:])

    def _write_state(self) -> str:
        place = [self.map or "null", str(self.x), str(self.y), str(self.face_down).lower()]
        members = sequence.encode(self.members, ",") if self.members else ""
        if self.members or self.state_tail:
            place += [members, *self.state_tail]
        return sequence.encode(place, ";")


@dataclass(frozen=True, slots=True)
class Marker:
    """Properties that never change; the state holds their values.

    Args:
        names: Property names.
        values: One value for each name.

    Source: VASSAL class ``Marker``.
    """

    KIND: ClassVar[str] = "mark"
    names: tuple[str, ...]
    values: tuple[str, ...]

    @classmethod
    def parse(cls, raw: RawTrait) -> Marker:
        """Read it from its type and state; missing values are empty, extra ones dropped."""
        names = sequence.decode(raw.type.partition(";")[2], ",")
        return cls(tuple(names), tuple(_padded(raw.state, len(names), ",")[: len(names)]))

    def encode(self) -> RawTrait:
        """Write its type and state.

        Raises:
            SequenceError: A name or value but the last ends in a backslash, or there is none.
            VassalError: Not as many values as names.
        """
        if len(self.names) != len(self.values):
            raise VassalError("a marker needs one value for each name; complete it")
        return RawTrait(
            f"mark;{sequence.encode(self.names, ',')}", sequence.encode(self.values, ",")
        )


def _padded(text: str, count: int, delimiter: str = ";") -> list[str]:
    texts = sequence.decode(text, delimiter)
    return texts + [""] * (count - len(texts))


def _pixels(text: str) -> int:
    return int(text) if WHOLE_NUMBER.fullmatch(text) else 0
