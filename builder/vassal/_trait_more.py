"""Traits that few modules of ours use, but those of others do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from builder.vassal import sequence
from builder.vassal._listed import Listed
from builder.vassal._trait_place import ANY_TARGET

__all__ = [
    "ActionButton",
    "AreaOfEffect",
    "BasicName",
    "Border",
    "Comment",
    "Deselect",
    "MenuSeparator",
    "OldLayer",
    "OldShape",
    "PlaySound",
    "PropertySheet",
    "RestrictCommands",
    "SetPieceProperty",
    "Shape",
    "Table",
    "TranslatableMessage",
]


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
    target: str = ANY_TARGET
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
