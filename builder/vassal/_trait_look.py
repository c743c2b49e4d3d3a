"""Traits that say what a piece looks like, and to whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from builder.vassal import sequence
from builder.vassal._listed import Listed

__all__ = [
    "Footprint",
    "FreeRotate",
    "Hidden",
    "Label",
    "Layer",
    "Mask",
    "MovementMark",
    "Rotate",
]


@dataclass(frozen=True, slots=True)
class Layer(Listed):
    """A row of pictures of which one, or none, is drawn.

    Fields named ``old_…`` are dead since 3.1 but keep their place.

    Args:
        images: File names, level 1 first.
        names: For each level what happens to the piece's name: ``"+ x"`` appends, ``"x +"``
            prepends, ``"x"`` replaces, empty leaves it.
        name: The property prefix: exposes ``name_Level`` and others.
        follow_property: Whether ``property_name`` sets the level.
        first_level_value: Value of that property at level 1.
        level: Level from 1, negative if inactive.

    Source: VASSAL class ``Embellishment``.
    """

    KIND: ClassVar[str] = "emb2"
    activate_menu: str = ""
    old_activate_modifiers: str = "128"
    old_activate_key: str = "A"
    increase_menu: str = ""
    old_increase_modifiers: str = "128"
    old_increase_key: str = ""
    decrease_menu: str = ""
    old_decrease_modifiers: str = "128"
    old_decrease_key: str = ""
    reset_menu: str = ""
    reset_key: str = ""
    reset_level: str = "1"
    under_when_selected: bool = False
    x: int = 0
    y: int = 0
    images: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    loop: bool = True
    name: str = ""
    random_key: str = ""
    random_menu: str = ""
    follow_property: bool = False
    property_name: str = ""
    first_level_value: int = 1
    version: int = field(default=1, metadata={"if_missing": 0})
    always_active: bool = True
    activate_key: str = ""
    increase_key: str = ""
    decrease_key: str = ""
    description: str = ""
    scale: str = "1.0"
    only_property_name: str | None = None
    only_property_state: str | None = None
    tail: tuple[str, ...] = ()
    level: str = "1"


@dataclass(frozen=True, slots=True)
class Label(Listed):
    """Text drawn on or beside the piece.

    Args:
        vertical: ``"t"``, ``"c"`` or ``"b"``: edge of the piece it hangs on.
        horizontal: ``"l"``, ``"c"`` or ``"r"``.
        vertical_anchor: Edge of the text that lies there.
        horizontal_anchor: Likewise.
        name_format: The piece's name while it has a label.
        font_style: 0 plain, 1 bold, 2 italic, 3 both.
        rotation: Degrees.
        property_name: Property that holds the text.
        text: The text, a format.

    Source: VASSAL class ``Labeler``.
    """

    KIND: ClassVar[str] = "label"
    key: str = ""
    menu: str = ""
    font_size: int = 10
    background: str = ""
    foreground: str = "0,0,0"
    vertical: str = "t"
    vertical_offset: int = 0
    horizontal: str = "c"
    horizontal_offset: int = 0
    vertical_anchor: str = "b"
    horizontal_anchor: str = "c"
    name_format: str = "$pieceName$ ($label$)"
    font: str = "Dialog"
    font_style: int = 0
    rotation: int = 0
    property_name: str = "TextLabel"
    description: str = ""
    always_use_format: bool | None = None
    tail: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class MovementMark(Listed):
    """A sign on pieces that have moved; exposes the property ``Moved``.

    Args:
        moved: ``"true"`` or ``"false"``.

    Source: VASSAL class ``MovementMarkable``.
    """

    KIND: ClassVar[str] = "markmoved"
    image: str = ""
    x: int = 0
    y: int = 0
    menu: str = "Mark Moved"
    key: str = "77,130"
    description: str = ""
    ignore_small_moves: bool | None = None
    true_menu: str | None = None
    true_key: str | None = None
    false_menu: str | None = None
    false_key: str | None = None
    tail: tuple[str, ...] = ()
    moved: str = "false"


@dataclass(frozen=True, slots=True)
class Footprint(Listed):
    """The trail of a piece's moves.

    Args:
        radius: Of the circles, in pixels.
        selected_opacity: Percent, while the piece is selected.
        unselected_opacity: Percent, otherwise.
        edge_buffer: Pixels around the window within which points count as seen.
        edge_display: Pixels around it within which they are drawn.
        line_width: Pixels, a decimal number.
        state: Visible, map where it starts, number of points, points ``x,y``.

    Source: VASSAL class ``Footprint``.
    """

    KIND: ClassVar[str] = "footprint"
    key: str = "84,130"
    menu: str = "Movement Trail"
    initially_visible: bool = False
    globally_visible: bool = False
    radius: int = 10
    fill: str = "255,255,255"
    line: str = "0,0,0"
    selected_opacity: int = 100
    unselected_opacity: int = 50
    edge_buffer: int = 20
    edge_display: int = 30
    line_width: str = "1.0"
    on_key: str = ""
    off_key: str = ""
    clear_key: str = ""
    description: str = ""
    ignore_small_moves: bool | None = None
    tail: tuple[str, ...] = ()
    state: str = "false;;0"


@dataclass(frozen=True, slots=True)
class Rotate(Listed):
    """Turns the piece in fixed steps.

    Args:
        facings: Number of steps in a circle, at least 2.
        name: The property prefix: exposes ``name_Facing``.
        direct_key: Key that turns it to a facing at once.
        direct_facing: That facing, or an expression.
        direct_is_facing: Whether ``direct_facing`` counts steps, not degrees.
        facing: Step now, from 0.

    Source: VASSAL class ``FreeRotator``.
    """

    KIND: ClassVar[str] = "rotate"
    facings: int = 6
    clockwise_key: str = "93,130"
    counterclockwise_key: str = "91,130"
    clockwise_menu: str = "Rotate CW"
    counterclockwise_menu: str = "Rotate CCW"
    random_key: str = ""
    random_menu: str = ""
    name: str = ""
    description: str = ""
    direct_key: str | None = None
    direct_menu: str | None = None
    direct_facing: str | None = None
    direct_is_facing: bool | None = None
    tail: tuple[str, ...] = ()
    facing: str = "0"


@dataclass(frozen=True, slots=True)
class FreeRotate(Listed):
    """Turns the piece by any angle.

    Args:
        degrees: Angle now, a decimal number.

    Source: VASSAL class ``FreeRotator``.
    """

    KIND: ClassVar[str] = "rotate;1"
    key: str = "93,130"
    menu: str = "Rotate"
    random_key: str = ""
    random_menu: str = ""
    name: str = ""
    description: str = ""
    direct_key: str | None = None
    direct_menu: str | None = None
    direct_angle: str | None = None
    direct_is_facing: bool | None = None
    tail: tuple[str, ...] = ()
    degrees: str = "0.0"


@dataclass(frozen=True, slots=True)
class Mask(Listed):
    """A back side that hides the piece from opponents.

    Args:
        style: ``I`` inset, ``B`` background, ``P`` peek, ``G`` and an image for opponents.
        access: Who may turn it: ``player:``, ``side:`` or ``sides:A:B``.
        state: Owner (``null`` if not masked) and options.

    Source: VASSAL class ``Obscurable``.
    """

    KIND: ClassVar[str] = "obs"
    key: str = "77,130"
    image: str = ""
    menu: str = "Mask"
    style: str = "I"
    mask_name: str = "?"
    access: str = field(default="side:", metadata={"if_missing": "player:"})
    peek_menu: str = "Peek"
    description: str = ""
    auto_peek: bool = field(default=True, metadata={"if_missing": False})
    deal_key: str | None = None
    deal_expression: str | None = None
    tail: tuple[str, ...] = ()
    state: str = "null;"

    @property
    def owner(self) -> str | None:
        """Side, or pseudonym of the player, who masked the piece; None if it isn't masked."""
        owner = sequence.decode(self.state, ";")[0]
        return None if owner in ("", "null") else owner


@dataclass(frozen=True, slots=True)
class Hidden(Listed):
    """Makes the piece invisible to opponents.

    Args:
        opacity: 0 to 1, a decimal number, as the owner sees it.
        state: Owner, ``null`` if visible.

    Source: VASSAL class ``Hideable``.
    """

    KIND: ClassVar[str] = "hide"
    key: str = "73,130"
    menu: str = "Invisible"
    background: str = ""
    access: str = field(default="side:", metadata={"if_missing": "player:"})
    opacity: str = "0.3"
    description: str = ""
    no_report: bool | None = None
    tail: tuple[str, ...] = ()
    state: str = "null"

    @property
    def owner(self) -> str | None:
        """Side, or pseudonym of the player, who hid the piece; None if it is visible."""
        return None if self.state in ("", "null") else self.state
