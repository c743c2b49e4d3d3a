"""Traits that few modules of ours use, but those of others do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from builder.vassal import sequence
from builder.vassal._listed import Listed

__all__ = [
    "ActionButton",
    "AreaOfEffect",
    "Attachment",
    "BasicName",
    "Border",
    "Comment",
    "Deselect",
    "Mat",
    "MatCargo",
    "MenuSeparator",
    "MoveFixedDistance",
    "MultiLocation",
    "OldLayer",
    "OldShape",
    "Pivot",
    "PlaceMarker",
    "PlaySound",
    "PropertySheet",
    "Replace",
    "RestrictCommands",
    "ReturnToDeck",
    "SetPieceProperty",
    "Shape",
    "Table",
    "TranslatableMessage",
]

_ANY_TARGET = "COUNTER|false|MAP|||||0|0||false|||EQUALS||"


@dataclass(frozen=True, slots=True)
class ActionButton(Listed):
    """A part of the piece that is a button.

    Args:
        key: Key it presses.
        menu_popup: Whether it opens the piece's menu instead.
        whole_shape: Whether the whole piece is the button.
        points: Number of corners of its outline, which ``tail`` lists as x, y, x, y …

    Source: VASSAL class ``ActionButton``.
    """

    KIND: ClassVar[str] = "button"
    key: str = ""
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0
    description: str = ""
    menu_popup: bool = False
    whole_shape: bool | None = None
    version: int | None = None
    points: int | None = None
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class AreaOfEffect(Listed):
    """A shaded area round the piece.

    Args:
        opacity: Percent.
        radius: Hexes or squares.
        fixed_radius: Whether ``radius`` holds, not ``radius_property``.
        active: ``"true"`` or ``"false"``.

    Source: VASSAL class ``AreaOfEffect``.
    """

    KIND: ClassVar[str] = "AreaOfEffect"
    colour: str = "128,128,128"
    opacity: int = 30
    radius: int = 1
    always_active: bool = True
    menu: str = "Show area"
    key: str = ""
    shader: str = ""
    fixed_radius: bool = True
    radius_property: str = ""
    description: str = ""
    name: str | None = None
    on_menu: str | None = None
    on_key: str | None = None
    off_menu: str | None = None
    off_key: str | None = None
    globally_visible: bool | None = None
    tail: tuple[str, ...] = ()
    active: str = "false"


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
    target: str = _ANY_TARGET
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
class BasicName(Listed):
    """Gives the piece another name.

    Source: VASSAL class ``BasicName``.
    """

    KIND: ClassVar[str] = "basicName"
    name: str = ""
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class Border(Listed):
    """A frame while a property is true.

    Source: VASSAL class ``BorderOutline``.
    """

    KIND: ClassVar[str] = "border"
    property_name: str = ""
    description: str = ""
    thickness: int = 2
    colour: str = "255,0,0"
    second_property: str = ""
    compare: str = "AND"
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class Comment(Listed):
    """A note of the module's author.

    Source: VASSAL class ``Comment``.
    """

    KIND: ClassVar[str] = "cmt"
    text: str = ""
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class Deselect(Listed):
    """A command that takes the piece out of the selection.

    Args:
        what: ``"D"`` this piece, ``"A"`` all, ``"O"`` all but this one.

    Source: VASSAL class ``Deselect``.
    """

    KIND: ClassVar[str] = "deselect"
    menu: str = "Deselect"
    key: str = "75,0"
    description: str = ""
    unstack: bool = False
    what: str = "D"
    tail: tuple[str, ...] = ()
    state: str = ""


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
class MenuSeparator(Listed):
    """A line in the piece's menu.

    Source: VASSAL class ``MenuSeparator``.
    """

    KIND: ClassVar[str] = "menuSeparator"
    description: str = ""
    key: str = ""
    tail: tuple[str, ...] = ()
    state: str = ""


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
class OldLayer(Listed):
    """Pictures as VASSAL wrote them long before 3.0; ``tail`` has one level per field.

    Args:
        activation: Key, and after a ``;`` menu, key and level of the reset.
        activate_menu: With ``_`` in front if drawn below a selected piece.
        level: Level from 1, negative if inactive.

    Source: VASSAL class ``Embellishment``.
    """

    KIND: ClassVar[str] = "emb"
    activation: str = ""
    activate_menu: str = ""
    increase_key: str = ""
    increase_menu: str = ""
    decrease_key: str = ""
    decrease_menu: str = ""
    x: int = 0
    y: int = 0
    tail: tuple[str, ...] = ()
    level: str = "1"


@dataclass(frozen=True, slots=True)
class OldShape(Listed):
    """The outline of a piece that is no rectangle, before 3.7.

    Args:
        outline: Letters of a path and coordinates in pixels.

    Source: VASSAL class ``NonRectangular``.
    """

    KIND: ClassVar[str] = "nonRect"
    outline: str = ""
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class Shape(Listed):
    """The outline of a piece that is no rectangle, from 3.7 on.

    Args:
        scale: A decimal number.
        outline: Letters of a path and coordinates in pixels.

    Source: VASSAL class ``NonRectangular``.
    """

    KIND: ClassVar[str] = "nonRect2"
    scale: str = "1.0"
    outline: str = ""
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
class PlaySound(Listed):
    """A command that plays a sound.

    Source: VASSAL class ``PlaySound``.
    """

    KIND: ClassVar[str] = "playSound"
    sound: str = ""
    menu: str = "Play Sound"
    key: str = "80,130"
    send_to_others: bool = False
    description: str = ""
    no_suppress: bool | None = None
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class PropertySheet(Listed):
    """A form with values that players write down.

    Args:
        definition: Kind and name of each field, divided by ``~``.
        old_key: A letter, from before 3.2.
        commit: 0 at each key, 1 on leaving a field, 2 on closing.
        red: Of the background; empty for none.
        state: The values, divided by ``~``.

    Source: VASSAL class ``PropertySheet``.
    """

    KIND: ClassVar[str] = "propertysheet"
    STATE_DELIMITER: ClassVar[str] = "~"
    definition: str = ""
    menu: str = "Property Sheet"
    old_key: str = ""
    commit: int = 0
    red: str = ""
    green: str = ""
    blue: str = ""
    key: str = "80,130"
    description: str = ""
    tail: tuple[str, ...] = ()
    state: str = "null"


@dataclass(frozen=True, slots=True)
class RestrictCommands(Listed):
    """Hides or disables keys of the piece while an expression is true.

    Args:
        action: ``"Hide"`` or ``"Disable"``.
        keys: Key strokes; single letters before 3.2.

    Source: VASSAL class ``RestrictCommands``.
    """

    KIND: ClassVar[str] = "hideCmd"
    name: str = ""
    action: str = "Hide"
    match: str = ""
    keys: tuple[str, ...] = ()
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


@dataclass(frozen=True, slots=True)
class SetPieceProperty(Listed):
    """Menu commands that change a property of other pieces.

    Args:
        name: Property name.
        constraints: From :mod:`builder.vassal.changer`.
        commands: From :func:`builder.vassal.changer.menu_command`.
        target: Fast match.

    Source: VASSAL class ``SetPieceProperty``.
    """

    KIND: ClassVar[str] = "setpieceprop"
    name: str = ""
    constraints: str = "false,0,100,false"
    commands: tuple[str, ...] = ()
    description: str = ""
    target: str = _ANY_TARGET
    filter: str = ""
    restrict_range: bool = False
    distance: int = 1
    fixed_range: bool = True
    range_property: str = ""
    deck_count: str = "-1"
    override_constraints: bool = False
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class Table(Listed):
    """A table that players fill in.

    Args:
        state: The cells, row by row, divided by ``,``; ``null`` if never opened.

    Source: VASSAL class ``TableInfo``.
    """

    KIND: ClassVar[str] = "table"
    STATE_DELIMITER: ClassVar[str] = ","
    rows: int = 2
    columns: int = 2
    menu: str = "Show Data"
    key: str = "83,130"
    description: str = ""
    tail: tuple[str, ...] = ()
    state: str = "null"

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells, row by row; none if never opened."""
        return () if self.state == "null" else tuple(sequence.decode(self.state, ","))


@dataclass(frozen=True, slots=True)
class TranslatableMessage(Listed):
    """A property that never changes, with a text that translations may change.

    Source: VASSAL class ``TranslatableMessage``.
    """

    KIND: ClassVar[str] = "locmsg"
    name: str = ""
    description: str = ""
    message: str = ""
    tail: tuple[str, ...] = ()
    state: str = ""
