"""The traits our modules write, as named classes; every other trait is kept as it came.

A class names the fields of a trait's type string in VASSAL's order, with VASSAL's defaults.
Fields that only 3.7 knows default to None and are then left out, so that what is written
suits 3.6 and 3.7. Reading fills in what older files leave out and keeps what newer files add
in ``tail``, so writing again loses nothing.

Key strokes are texts from :mod:`builder.vassal.keystroke`, colours ``"r,g,b"`` or empty,
formats may hold ``$property$``, expressions stand in braces.

Source: the VASSAL class named in each docstring.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

from builder.errors import VassalError
from builder.vassal import sequence

__all__ = [
    "BasicPiece",
    "CalculatedProperty",
    "Clone",
    "Delete",
    "DynamicProperty",
    "Footprint",
    "GlobalHotkey",
    "GlobalKeyCommand",
    "Hidden",
    "Label",
    "Layer",
    "Marker",
    "Mask",
    "MovementMark",
    "NonStacking",
    "Prototype",
    "RawTrait",
    "Report",
    "Restricted",
    "Rotate",
    "SendTo",
    "SetGlobalProperty",
    "Stack",
    "Submenu",
    "Trait",
    "Trigger",
    "UnknownTrait",
    "parse_trait",
]

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class RawTrait:
    """One trait as it stands in a file.

    Args:
        type: Its part of the type string, with the trait's id in front.
        state: Its part of the state string.
    """

    type: str
    state: str

    @property
    def kind(self) -> str:
        """The trait's id, such as ``"emb2"``."""
        return self.type.partition(";")[0]


class _Listed:
    """A trait whose type is its id and a ``;`` list, in the order of the dataclass fields.

    The last two fields are ``tail`` (type fields beyond those named) and the state, which may
    have any name.
    """

    __slots__ = ()
    KIND: ClassVar[str]

    @classmethod
    def parse(cls, raw: RawTrait) -> Self:
        """Read the trait from its type and state."""
        texts = sequence.decode(raw.type.partition(";")[2], ";")
        *named, tail, state = fields(cls)  # type: ignore[arg-type]
        values: dict[str, Any] = {
            field.name: _READERS[str(field.type)](text, field.default)
            for field, text in zip(named, texts, strict=False)
        }
        values[tail.name] = tuple(texts[len(named) :])
        values[state.name] = raw.state
        return cls(**values)

    def encode(self) -> RawTrait:
        """Write the trait's type and state.

        Raises:
            SequenceError: A field but the last ends in a backslash.
            VassalError: A field is left out but a later one isn't.
        """
        *named, tail, state = fields(self)  # type: ignore[arg-type]
        values = [getattr(self, field.name) for field in named]
        values += getattr(self, tail.name)
        while values and values[-1] is None:
            values.pop()
        if None in values:
            raise VassalError(
                f"trait {self.KIND}: a field is left out before one that isn't; set it as well"
            )
        texts = [_write(value) for value in values]
        return RawTrait(f"{self.KIND};{sequence.encode(texts, ';')}", getattr(self, state.name))


def _write(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case tuple():
            return sequence.encode(value, ",") if value else ""
        case _:
            return str(value)


def _read_int(text: str, default: object) -> object:
    return int(text) if _WHOLE.fullmatch(text) else default


def _read_list(text: str, _default: object) -> object:
    return tuple(sequence.decode(text, ",")) if text else ()


_READERS: dict[str, Any] = {
    "str": lambda text, _: text,
    "str | None": lambda text, _: text,
    "int": _read_int,
    "bool": lambda text, _: text == "true",
    "bool | None": lambda text, _: text == "true",
    "tuple[str, ...]": _read_list,
}


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
        pairs = min(int(count) if _WHOLE.fullmatch(count) else 0, len(rest) // 2)
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
        if members and (mark := members[-1]).startswith("@@") and _WHOLE.fullmatch(mark[2:]):
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
    return int(text) if _WHOLE.fullmatch(text) else 0


@dataclass(frozen=True, slots=True)
class Prototype(_Listed):
    """A reference to a prototype, whose traits VASSAL puts here.

    Pieces in saves must be written without it, with the prototype's traits in its place.

    Source: VASSAL class ``UsePrototype``.
    """

    KIND: ClassVar[str] = "prototype"
    name: str = ""
    tail: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class DynamicProperty(_Listed):
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
class Layer(_Listed):
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
    version: int = 1
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
class Label(_Listed):
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
class MovementMark(_Listed):
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
class Footprint(_Listed):
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
class Report(_Listed):
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
class Delete(_Listed):
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
class Clone(_Listed):
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
class Trigger(_Listed):
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
class CalculatedProperty(_Listed):
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
class SetGlobalProperty(_Listed):
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
class GlobalKeyCommand(_Listed):
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
class GlobalHotkey(_Listed):
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
class NonStacking(_Listed):
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
class Submenu(_Listed):
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
class SendTo(_Listed):
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
class Mask(_Listed):
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
    access: str = "side:"
    peek_menu: str = "Peek"
    description: str = ""
    auto_peek: bool = True
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
class Hidden(_Listed):
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
    access: str = "side:"
    opacity: str = "0.3"
    description: str = ""
    no_report: bool | None = None
    tail: tuple[str, ...] = ()
    state: str = "null"

    @property
    def owner(self) -> str | None:
        """Side, or pseudonym of the player, who hid the piece; None if it is visible."""
        return None if self.state in ("", "null") else self.state


@dataclass(frozen=True, slots=True)
class Restricted(_Listed):
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


@dataclass(frozen=True, slots=True)
class Rotate(_Listed):
    """Turns the piece in fixed steps; free turning is kept as an ``UnknownTrait``.

    Args:
        facings: Number of steps in a circle, at least 2.
        name: The property prefix: exposes ``name_Facing``.
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
    tail: tuple[str, ...] = ()
    facing: str = "0"


@dataclass(frozen=True, slots=True)
class UnknownTrait:
    """Any other trait, kept as it came.

    Args:
        raw_type: Its part of the type string.
        raw_state: Its part of the state string.
    """

    raw_type: str
    raw_state: str

    @classmethod
    def parse(cls, raw: RawTrait) -> UnknownTrait:
        """Keep both strings."""
        return cls(raw.type, raw.state)

    def encode(self) -> RawTrait:
        """Give both strings back."""
        return RawTrait(self.raw_type, self.raw_state)


Trait = (
    BasicPiece
    | CalculatedProperty
    | Clone
    | Delete
    | DynamicProperty
    | Footprint
    | GlobalHotkey
    | GlobalKeyCommand
    | Hidden
    | Label
    | Layer
    | Marker
    | Mask
    | MovementMark
    | NonStacking
    | Prototype
    | Report
    | Restricted
    | Rotate
    | SendTo
    | SetGlobalProperty
    | Stack
    | Submenu
    | Trigger
    | UnknownTrait
)
"""Every class a trait can be read as."""

_BY_KIND: dict[str, type[Trait]] = {
    kind.KIND: kind
    for kind in (
        BasicPiece,
        CalculatedProperty,
        Clone,
        Delete,
        DynamicProperty,
        Footprint,
        GlobalHotkey,
        GlobalKeyCommand,
        Hidden,
        Label,
        Layer,
        Marker,
        Mask,
        MovementMark,
        NonStacking,
        Prototype,
        Report,
        Restricted,
        Rotate,
        SendTo,
        SetGlobalProperty,
        Stack,
        Submenu,
        Trigger,
    )
}
_FREE_ROTATION = "rotate;1;"


def parse_trait(raw: RawTrait) -> Trait:
    """Read a trait as its named class.

    Returns:
        The class with the trait's id, or an ``UnknownTrait``. It never fails: what a field
        can't hold becomes VASSAL's default, as in VASSAL.
    """
    if raw.type.startswith(_FREE_ROTATION):
        return UnknownTrait.parse(raw)
    return _BY_KIND.get(raw.kind, UnknownTrait).parse(raw)
