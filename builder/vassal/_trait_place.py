"""Traits that move pieces, tie them together or bring new ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from builder.vassal._listed import Listed

__all__ = [
    "ANY_TARGET",
    "Attachment",
    "Mat",
    "MatCargo",
    "MoveFixedDistance",
    "MultiLocation",
    "Pivot",
    "PlaceMarker",
    "Replace",
    "ReturnToDeck",
]

ANY_TARGET = "COUNTER|false|MAP|||||0|0||false|||EQUALS||"
"""A fast match that excludes no piece."""


@dataclass(frozen=True, slots=True)
class Attachment(Listed):
    """Ties other pieces to this one.

    Args:
        target: Fast match.
        on_attach: What happens then, such as ``"nothing"``.
        state: Number of pieces attached and their ids.

    Source: VASSAL class ``Attachment``.
    """

    KIND: ClassVar[str] = "attach"
    name: str = ""
    description: str = ""
    attach_menu: str = "Attach to pieces"
    attach_key: str = ""
    clear_menu: str = "Clear all attachments"
    clear_key: str = ""
    filter: str = ""
    restrict_range: bool = False
    distance: int = 1
    fixed_range: bool = True
    range_property: str = ""
    deck_count: str = "-1"
    target: str = ANY_TARGET
    clear_matching_menu: str = "Clear matching attachments"
    clear_matching_key: str = ""
    clear_matching_filter: str = ""
    on_attach: str = "nothing"
    on_detach: str = "nothing"
    before_attach: str = "clear"
    allow_self: bool = False
    automatic: bool = True
    tail: tuple[str, ...] = ()
    state: str = "0"

    @property
    def attached(self) -> tuple[str, ...]:
        """Ids of the pieces attached."""
        return self.state_fields[1:]


@dataclass(frozen=True, slots=True)
class Mat(Listed):
    """A piece that takes others with it.

    Args:
        state: Number of pieces on it and their ids.

    Source: VASSAL class ``Mat``.
    """

    KIND: ClassVar[str] = "mat"
    name: str = "Mat"
    description: str = ""
    tail: tuple[str, ...] = ()
    state: str = "0"

    @property
    def cargo(self) -> tuple[str, ...]:
        """Ids of the pieces on it."""
        return self.state_fields[1:]


@dataclass(frozen=True, slots=True)
class MatCargo(Listed):
    """A piece that may lie on a mat.

    Args:
        distance_x: Pixels within which it finds its mat.
        distance_y: Likewise.
        mat: Id of the mat, ``noMat`` for none.

    Source: VASSAL class ``MatCargo``.
    """

    KIND: ClassVar[str] = "matPiece"
    description: str = ""
    keep_facing: bool = True
    distance_x: int = 0
    distance_y: int = 0
    find_key: str | None = None
    detach_key: str | None = None
    tail: tuple[str, ...] = ()
    mat: str = "noMat"


@dataclass(frozen=True, slots=True)
class MoveFixedDistance(Listed):
    """A command that moves the piece by so many pixels.

    Args:
        x: Pixels to the right, or an expression.
        y: Pixels forward, or an expression.
        whole_stack: Whether its stack comes along.

    Source: VASSAL class ``Translate``.
    """

    KIND: ClassVar[str] = "translate"
    menu: str = "Move Forward"
    key: str = "77,130"
    x: str = "0"
    y: str = "60"
    whole_stack: bool = False
    x_index: str = "0"
    y_index: str = "0"
    x_offset: str = "0"
    y_offset: str = "0"
    description: str = ""
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class MultiLocation(Listed):
    """Commands built from the places of a map.

    Source: VASSAL class ``MultiLocationCommand``.
    """

    KIND: ClassVar[str] = "locCommand"
    description: str = ""
    place_type: str = ""
    filter: str = ""
    menu: str = "Do Something At $LocationOfCommand$"
    key: str = ""
    this_map_only: bool = True
    sort_key: str | None = None
    ascending: bool | None = None
    numeric: bool | None = None
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class Pivot(Listed):
    """A command that turns the piece round a point.

    Args:
        x: Pixels of the point from the centre.
        y: Likewise.
        fixed_angle: Whether by ``angle``, not by dragging.
        angle: Degrees.

    Source: VASSAL class ``Pivot``.
    """

    KIND: ClassVar[str] = "pivot"
    menu: str = "Pivot"
    key: str = ""
    x: int = 0
    y: int = 0
    fixed_angle: bool = True
    angle: str = "90.0"
    description: str = ""
    second_menu: str | None = None
    second_key: str | None = None
    second_angle: str | None = None
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class PlaceMarker(Listed):
    """A command that puts another piece here.

    Args:
        slot: Path of its palette slot, or ``null``.
        definition: Its whole definition, or ``null``.
        x: Pixels to the right, or an expression.
        y: Pixels up, or an expression.
        after_key: Key the new piece gets.
        placement: 0 top of the stack, 1 bottom, 2 above this piece, 3 below it.
        copy_properties: 3.7: whether dynamic properties of the same name are copied.

    Source: VASSAL class ``PlaceMarker``.
    """

    KIND: ClassVar[str] = "placemark"
    menu: str = "Place Marker"
    key: str = "77,130"
    slot: str = "null"
    definition: str = "null"
    x: str = "0"
    y: str = "0"
    match_rotation: bool = False
    after_key: str = ""
    description: str = ""
    gpid: str = ""
    placement: int = 0
    above: bool = False
    copy_properties: bool | None = None
    parameters: str | None = None
    version: int | None = None
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class Replace(Listed):
    """A command that puts another piece in the place of this one; fields as PlaceMarker.

    Source: VASSAL class ``Replace``.
    """

    KIND: ClassVar[str] = "replace"
    menu: str = "Replace"
    key: str = "82,130"
    slot: str = "null"
    definition: str = "null"
    x: str = "0"
    y: str = "0"
    match_rotation: bool = False
    after_key: str = ""
    description: str = ""
    gpid: str = ""
    placement: int = 0
    above: bool = False
    copy_properties: bool | None = None
    parameters: str | None = None
    version: int | None = None
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class ReturnToDeck(Listed):
    """A command that puts the piece into a deck.

    Args:
        deck: Name of the deck; empty if the player picks it.
        select: Whether the player picks it, from version 2 on.
        expression: Name of the deck, or an expression, from version 2 on.

    Source: VASSAL class ``ReturnToDeck``.
    """

    KIND: ClassVar[str] = "return"
    menu: str = "Return to Deck"
    key: str = "82,130"
    deck: str = ""
    prompt: str = "Select destination"
    description: str | None = ""
    version: int | None = 2
    select: bool | None = True
    expression: str | None = ""
    tail: tuple[str, ...] = ()
    state: str = ""
