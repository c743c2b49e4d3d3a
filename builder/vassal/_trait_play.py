"""Traits that hold values, and traits that do something at a key stroke."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from builder.vassal._listed import Listed

__all__ = [
    "CalculatedProperty",
    "Clone",
    "Delete",
    "DynamicProperty",
    "GlobalHotkey",
    "GlobalKeyCommand",
    "NonStacking",
    "Prototype",
    "Report",
    "Restricted",
    "SendTo",
    "SetGlobalProperty",
    "Submenu",
    "Trigger",
]


@dataclass(frozen=True, slots=True)
class Prototype(Listed):
    """A reference to a prototype, whose traits VASSAL puts here.

    Pieces in saves must be written without it, with the prototype's traits in its place.

    Source: VASSAL class ``UsePrototype``.
    """

    KIND: ClassVar[str] = "prototype"
    name: str = ""
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class DynamicProperty(Listed):
    """A property that menu commands change.

    Args:
        name: Property name.
        constraints: From :mod:`builder.vassal.changer`.
        commands: From :func:`builder.vassal.changer.menu_command`.
        value: The value now.

    Source: VASSAL class ``DynamicProperty``.
    """

    KIND: ClassVar[str] = "PROP"
    name: str = ""
    constraints: str = "false,0,100,false"
    commands: tuple[str, ...] = ()
    description: str = ""
    tail: tuple[str, ...] = ()
    value: str = ""


@dataclass(frozen=True, slots=True)
class Report(Listed):
    """A line in the chat when one of the keys is pressed.

    Args:
        keys: Key strokes watched.
        format: The line.
        cycle_down_keys: Keys that turn a cycle of formats back.
        cycle_formats: Formats taken in turn.
        no_suppress: 3.7: report even when a global key command suppresses reports.
        cycle: Number of the next format, -1 if there is no cycle.

    Source: VASSAL class ``ReportState``.
    """

    KIND: ClassVar[str] = "report"
    keys: tuple[str, ...] = ()
    format: str = "$location$: $newPieceName$ *"
    cycle_down_keys: tuple[str, ...] = ()
    cycle_formats: tuple[str, ...] = ()
    description: str = ""
    no_suppress: bool | None = None
    tail: tuple[str, ...] = ()
    cycle: str = "-1"


@dataclass(frozen=True, slots=True)
class Delete(Listed):
    """A command that takes the piece out of the game.

    Source: VASSAL class ``Delete``.
    """

    KIND: ClassVar[str] = "delete"
    menu: str = "Delete"
    key: str = "68,130"
    description: str = ""
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class Clone(Listed):
    """A command that makes a second piece like it.

    Source: VASSAL class ``Clone``.
    """

    KIND: ClassVar[str] = "clone"
    menu: str = "Clone"
    key: str = "67,130"
    description: str = ""
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class Trigger(Listed):
    """A key or menu command that presses other keys of the same piece.

    Args:
        name: Description.
        match: Expression that must be true.
        watch_keys: Keys that set it off, besides its own.
        action_keys: Keys it presses, in order.
        loop_type: ``"counted"``, ``"while"`` or ``"until"``.

    Source: VASSAL class ``TriggerAction``.
    """

    KIND: ClassVar[str] = "macro"
    name: str = ""
    menu: str = ""
    key: str = ""
    match: str = ""
    watch_keys: tuple[str, ...] = ()
    action_keys: tuple[str, ...] = ()
    loop: bool = False
    pre_loop_key: str = ""
    post_loop_key: str = ""
    loop_type: str = "counted"
    while_expression: str = ""
    until_expression: str = ""
    loop_count: str = ""
    index: bool = False
    index_property: str = ""
    index_start: str = "1"
    index_step: str = "1"
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class CalculatedProperty(Listed):
    """A property whose value is an expression, worked out whenever it is read.

    Source: VASSAL class ``CalculatedProperty``.
    """

    KIND: ClassVar[str] = "calcProp"
    name: str = ""
    expression: str = ""
    description: str = ""
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class SetGlobalProperty(Listed):
    """Menu commands that change a property of the zone, map or module.

    Args:
        name: Property name, may hold ``$property$``.
        constraints: From :mod:`builder.vassal.changer`.
        commands: From :func:`builder.vassal.changer.menu_command`.
        level: Where to look, ``"Current Zone/Current Map/Module"`` or ``"Named Map"`` …
        place: Name of the map or zone for the levels that need one.

    Source: VASSAL class ``SetGlobalProperty``.
    """

    KIND: ClassVar[str] = "setprop"
    name: str = ""
    constraints: str = "false,0,100,false"
    commands: tuple[str, ...] = ()
    description: str = ""
    level: str = "Current Zone/Current Map/Module"
    place: str = ""
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class GlobalKeyCommand(Listed):
    """A command that presses a key of other pieces.

    Args:
        key: Key that sets it off.
        sent_key: Key it presses.
        filter: Expression the other pieces must satisfy.
        restrict_range: Whether only pieces within ``distance`` hexes.
        distance: Hexes.
        suppress_reports: Whether the other pieces' reports keep silent.
        fixed_range: Whether ``distance`` holds, not ``range_property``.
        deck_count: How many of each deck: ``"-1"`` all, ``"0"`` none.
        target: Fast match; empty for none.
        suppress_sounds: 3.7.

    Source: VASSAL class ``CounterGlobalKeyCommand``.
    """

    KIND: ClassVar[str] = "globalkey"
    menu: str = ""
    key: str = ""
    sent_key: str = ""
    filter: str = ""
    restrict_range: bool = False
    distance: int = 1
    suppress_reports: bool = True
    fixed_range: bool = True
    range_property: str = ""
    description: str = ""
    deck_count: str = "-1"
    target: str = ""
    suppress_sounds: bool | None = None
    parameters: str | None = None
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class GlobalHotkey(Listed):
    """A command that presses a key of the module's buttons.

    Source: VASSAL class ``GlobalHotKey``.
    """

    KIND: ClassVar[str] = "globalhotkey"
    menu: str = ""
    key: str = ""
    sent_key: str = ""
    description: str = ""
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class NonStacking(Listed):
    """Whether the piece can be selected, moved and stacked.

    Args:
        select: Letters: ``i`` shift, ``t`` ctrl, ``c`` alt, ``n`` never, ``g`` ignores the grid,
            ``A``, ``B``, ``Z`` for the selection by a frame (alt, alt and shift, never).
        move: ``N`` normal, ``I`` only if selected, ``V`` never.
        stack: ``R`` never, ``L`` normal.

    Source: VASSAL class ``Immobilized``.
    """

    KIND: ClassVar[str] = "immob"
    select: str = ""
    move: str = "N"
    stack: str = "R"
    description: str = ""
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class Submenu(Listed):
    """A folder in the piece's menu.

    Args:
        title: Its text.
        items: Menu texts that go into it.

    Source: VASSAL class ``SubMenu``.
    """

    KIND: ClassVar[str] = "submenu"
    title: str = ""
    items: tuple[str, ...] = ()
    description: str = ""
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class SendTo(Listed):
    """A command that moves the piece to a fixed place and back.

    Args:
        x: Map pixels, or an expression.
        y: Likewise.
        destination: ``L`` pixels, ``Z`` zone, ``R`` region, ``G`` grid name, ``A`` a counter.
        grid_location: Name of a hex, for ``G``.
        state: Where it came from: map, x, y.

    Source: VASSAL class ``SendToLocation``.
    """

    KIND: ClassVar[str] = "sendto"
    menu: str = ""
    key: str = ""
    map: str = ""
    board: str = ""
    x: str = "0"
    y: str = "0"
    back_menu: str = ""
    back_key: str = ""
    x_index: str = "0"
    y_index: str = "0"
    x_offset: str = "1"
    y_offset: str = "1"
    description: str = ""
    destination: str = "L"
    zone: str = ""
    region: str = ""
    filter: str = ""
    grid_location: str = ""
    tail: tuple[str, ...] = ()
    state: str = ";;"


@dataclass(frozen=True, slots=True)
class Restricted(Listed):
    """Only certain sides may command the piece.

    Args:
        sides: Their names.
        by_player: Whether it belongs to the first player who places it.
        restrict_movement: Whether others can't move it either.
        owner: Pseudonym of that player, or empty.

    Source: VASSAL class ``Restricted``.
    """

    KIND: ClassVar[str] = "restrict"
    sides: tuple[str, ...] = ()
    by_player: bool = False
    restrict_movement: bool = True
    description: str = ""
    tail: tuple[str, ...] = ()
    owner: str = ""
