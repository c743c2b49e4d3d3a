"""Every trait with a class of its own, no field left at its default, and a module to load it in.

Fields hold the signs that VASSAL's formats use themselves, so that a field read in the wrong
place, or with an escape too many, comes back different.
"""

from __future__ import annotations

import io
import wave

from PIL import Image

from builder.vassal import ModuleData, SelectBoards, Trait, changer, keystroke
from builder.vassal import buildfile as bf
from builder.vassal.command import AddPiece, BoardPlacement
from builder.vassal.piece import Piece
from builder.vassal.trait import (
    ActionButton,
    AreaOfEffect,
    Attachment,
    BasicName,
    BasicPiece,
    Border,
    CalculatedProperty,
    Clone,
    Comment,
    Deck,
    Delete,
    Deselect,
    DynamicProperty,
    Footprint,
    FreeRotate,
    GlobalHotkey,
    GlobalKeyCommand,
    Hidden,
    Label,
    Layer,
    Marker,
    Mask,
    Mat,
    MatCargo,
    MenuSeparator,
    MoveFixedDistance,
    MovementMark,
    MultiLocation,
    NonStacking,
    OldLayer,
    OldShape,
    Pivot,
    PlaceMarker,
    PlaySound,
    PropertySheet,
    Prototype,
    Replace,
    Report,
    RestrictCommands,
    Restricted,
    ReturnToDeck,
    Rotate,
    SendTo,
    SetGlobalProperty,
    SetPieceProperty,
    Shape,
    Submenu,
    Table,
    TranslatableMessage,
    Trigger,
)

__all__ = [
    "BOTH_BOARDS",
    "DECK",
    "FLIP",
    "HAND",
    "HIDE",
    "HIT",
    "LABELS",
    "MAP",
    "MASK",
    "MODULE",
    "NEWER_TRAITS",
    "OFFICE",
    "RETURN",
    "SIDE_MAP",
    "SOLDIER",
    "TRAITS",
    "TURN",
    "module_files",
]

MAP, SIDE_MAP, HAND, OFFICE = "Main Map", "Side/Map; B, 2", "Red's hand", "Blue office"
MODULE = ModuleData("Codec: every trait", "1.0", vassal_version="3.5.8", description="A, B & C")
BOTH_BOARDS = SelectBoards(MAP, (BoardPlacement("West"), BoardPlacement("East/2", 1, 0)))
DECK = Deck(
    outline=True,
    colour="1,2,3",
    width=50,
    height=70,
    face_down_option="Via right-click Menu",
    shuffle_option="Via right-click Menu",
    multiple_draw=False,
    select_draw=False,
    reversible=False,
    reshuffle_menu="Re; shuffle",
    reshuffle_target="",
    reshuffle_report="r",
    name="Draw; pile",
    shuffle_report="s $deckName$",
    reverse_report="v",
    face_down_report="f",
    draw_face_up=True,
    can_save=True,
    shuffle_key=keystroke.key("S"),
    reshuffle_key=keystroke.named("reshuffle"),
    max_draw=7,
    count_expressions=("red:{Suit==1}", "b, c:{Suit==2}"),
    counts_expressions=True,
    key_when_empty=True,
    empty_key=keystroke.named("empty"),
    select_format="$BasicName$ $Suit$",
    select_sort="$Suit$",
    restrict_drop=True,
    restrict_expression='{Suit!=""}',
    shuffle_menu="Shuffle, do",
    reverse_menu="Turn",
    reverse_key=keystroke.key("V"),
    draw_multiple_menu="More",
    draw_specific_menu="This",
    face_up_menu="Up",
    face_down_menu="Down",
)
FLIP, HIT, MASK, HIDE, RETURN = (keystroke.key(letter) for letter in "FHMIR")
TURN = keystroke.named("turn right")
ANYWHERE = "COUNTER|false|MAP|||||0|0||false|||EQUALS"
PLAIN_SLOT = (
    "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.ListWidget:All/"
    "VASSAL.build.widget.PieceSlot:Plain"
)

STEP = Layer(
    activate_menu="On; off",
    increase_menu="Flip",
    decrease_menu="Back",
    reset_menu="Anew",
    reset_key=keystroke.key("0"),
    reset_level="2",
    under_when_selected=True,
    x=3,
    y=-4,
    images=("a.png", "b, c.png"),
    names=("", "+ (reduced; 1/2)"),
    loop=False,
    name="Step",
    random_key=keystroke.named("random step"),
    random_menu="Any",
    first_level_value=2,
    always_active=False,
    activate_key=keystroke.key("A"),
    increase_key=FLIP,
    decrease_key=keystroke.key("G"),
    description="which side; is up",
    scale="1.5",
    level="2",
)
FOLLOW = Layer(
    images=("a.png",), name="Weather", follow_property=True, property_name="VP", level="1"
)
HITS = DynamicProperty(
    "Hits, all",
    changer.whole_number(-1, 9, wrap=True),
    (
        changer.menu_command("Hit; one", HIT, changer.increment("1")),
        changer.menu_command("Name: it", keystroke.named("it"), changer.prompt("What, now?")),
        changer.menu_command("", keystroke.named("c"), changer.choose("Which:", "A,B", "C:D")),
    ),
    "d;e/f",
    value="4",
)
NOTE = DynamicProperty("Note", value="a;b,c\\d'e/f|g:h~i \u0411")
SUIT = Marker(("Suit", "A, B"), ("Red; 1", "x,y"))
LABELS = Label(
    keystroke.key("L"),
    "Label; it",
    12,
    "1,2,3",
    "4,5,6",
    "b",
    5,
    "r",
    -6,
    "t",
    "l",
    "$pieceName$ [$label$]",
    "SansSerif",
    3,
    90,
    "My label",
    "d",
    text="Guard, 1st",
)
MASKED = Mask(MASK, "a.png", "Mask; it", "B", "??", "side:", "Peek, it", "d", auto_peek=False)
HIDDEN = Hidden(HIDE, "Hide", "7,8,9", "sides:Red:Blue", "0.5", "d;")
FACING = Rotate(
    4,
    TURN,
    keystroke.key("Q"),
    "Right",
    "Left",
    keystroke.named("spin"),
    "Spin",
    "Front",
    "d",
    facing="3",
)
SOLDIER: tuple[Trait, ...] = (
    MovementMark("a.png", 7, 8, "Moved?", keystroke.named("moved"), "d"),
    HITS,
    STEP,
    FACING,
    LABELS,
    MASKED,
    HIDDEN,
    SUIT,
)
"""The traits whose states a game changes most."""

TRAITS: tuple[Trait, ...] = (
    ActionButton(keystroke.key("B"), -5, -6, 7, 8, "press; me", menu_popup=True),
    AreaOfEffect(
        "9,8,7",
        55,
        3,
        always_active=False,
        menu="Area",
        key=keystroke.key("E"),
        shader="",
        fixed_radius=False,
        radius_property="Reach",
        description="d;e",
        active="true",
    ),
    BasicName("Another; name"),
    CalculatedProperty("Sum; 1", '{If(Suit=="x;y", 2, "a\tb")}', "d"),
    Clone("Copy; it", keystroke.named("copy"), "d"),
    Delete("Away; with it", keystroke.key(127, keystroke.Modifier.NONE), "d"),
    Deselect("Let go", keystroke.key("K", keystroke.Modifier.ALT), "d;", unstack=True, what="O"),
    HITS,
    NOTE,
    Footprint(
        keystroke.key("T", keystroke.Modifier.SHIFT),
        "Trail; of it",
        initially_visible=True,
        globally_visible=True,
        radius=5,
        fill="1,1,1",
        line="2,2,2",
        selected_opacity=40,
        unselected_opacity=30,
        edge_buffer=21,
        edge_display=31,
        line_width="2.5",
        on_key=keystroke.named("on"),
        off_key=keystroke.named("off"),
        clear_key=keystroke.named("clear"),
        description="d;",
        state=f"true;{MAP};2;40,50;90,95",
    ),
    FreeRotate(TURN, "Turn; it", keystroke.named("spin"), "Spin", "Angle", "d;", degrees="-37.5"),
    GlobalHotkey("Go; on", keystroke.named("go"), keystroke.key("O"), "d;"),
    GlobalKeyCommand(
        "All; hit",
        keystroke.key("Z"),
        HIT,
        '{Suit=="a;b" && X!="/"}',
        restrict_range=True,
        distance=4,
        suppress_reports=False,
        fixed_range=False,
        range_property="Reach",
        description="d;",
        deck_count="3",
        target=ANYWHERE,
    ),
    HIDDEN,
    LABELS,
    STEP,
    FOLLOW,
    SUIT,
    MASKED,
    Mat("Ship; 1", "d;", state="1;cargo"),
    MatCargo("c;", keep_facing=False, distance_x=11, distance_y=-12, mat="t19"),
    MenuSeparator("line; one", ""),
    MoveFixedDistance(
        "Forward;",
        keystroke.key("W"),
        "7",
        "-8",
        whole_stack=True,
        x_index="1",
        y_index="2",
        x_offset="3",
        y_offset="4",
        description="d;",
    ),
    MovementMark("a.png", 3, -4, "Has moved;", keystroke.key("N"), "d;", moved="true"),
    NonStacking("ig", "I", "R", "d"),
    OldLayer(
        "A;Anew;0;2",
        "_On",
        "]",
        "Flip",
        "[",
        "Back",
        5,
        -6,
        ("a.png,+ one", "b.png,two"),
        level="2",
    ),
    OldShape("m,-9,-9,l,9,-9,l,0,9,c"),
    Pivot("Pivot;", keystroke.key("P"), 4, -5, fixed_angle=False, angle="45.0", description="d;"),
    PlaceMarker(
        "Put; it",
        keystroke.key("J"),
        PLAIN_SLOT,
        "null",
        "6",
        "-7",
        match_rotation=True,
        after_key=keystroke.named("after"),
        description="d;",
        gpid="1",
        placement=2,
        above=True,
    ),
    PlaySound("a;b.wav", "Sound;", keystroke.key("Y"), send_to_others=True, description="d;"),
    PropertySheet(
        "0Name;~1Notes~3Count",
        "Sheet;",
        "",
        2,
        "10",
        "20",
        "30",
        keystroke.key("U"),
        "d;",
        state="Ann; B~two|lines~5",
    ),
    Prototype("Every; piece"),
    Replace(
        "Swap; it",
        keystroke.key("X"),
        PLAIN_SLOT,
        "null",
        "8",
        "-9",
        match_rotation=True,
        after_key=keystroke.named("swapped"),
        description="d;",
        gpid="1",
        placement=1,
        above=True,
    ),
    Report((FLIP, TURN), "* $PieceName$; $menuCommand$", (HIT,), ("a,b", "c;d"), "d;", cycle="1"),
    RestrictCommands("no; flip", "Disable", '{Suit=="a;b"}', (FLIP, TURN)),
    Restricted(
        ("Red", "Blue"), by_player=True, restrict_movement=False, description="d;", owner="probe"
    ),
    ReturnToDeck("Give; back", RETURN, "", "Where; to", "d;", 2, select=False, expression="Draw"),
    FACING,
    SendTo(
        "Home;",
        keystroke.key("1"),
        SIDE_MAP,
        "West",
        "11",
        "12",
        "Back;",
        keystroke.key("2"),
        "1",
        "2",
        "3",
        "4",
        "d;",
        "G",
        "Zone; 1",
        "Region",
        '{Suit=="1"}',
        "0203",
        state=f"{MAP};44;55",
    ),
    SetGlobalProperty(
        "VP; $Suit$",
        changer.whole_number(1, 8, wrap=True),
        (changer.menu_command("Up;", keystroke.key("3"), changer.increment("{X+1}")),),
        "d;",
        "Named Map",
        SIDE_MAP,
    ),
    Submenu("More; of it", ("Flip", "Mask; it", "A, B"), "d;"),
    Table(2, 3, "Table;", keystroke.key("4"), "d;", state="a,b;c,,d\\,e,f,"),
    TranslatableMessage("Word; 1", "d;", "Some; text, here"),
    Trigger(
        "Both; of them",
        "Do; it",
        keystroke.key("5"),
        '{Suit=="a;b"}',
        (HIT, TURN),
        (FLIP, keystroke.named("x; y:z")),
        loop=True,
        pre_loop_key=keystroke.named("pre"),
        post_loop_key=keystroke.named("post"),
        loop_type="until",
        while_expression='{A==";"}',
        until_expression="{B==1}",
        loop_count="3",
        index=True,
        index_property="N;",
        index_start="2",
        index_step="-1",
    ),
)
"""Every class that the engine of 3.6 knows; pieces of one such trait each stand in the save."""

NEWER_TRAITS: tuple[Trait, ...] = (
    Attachment("Tie; 1", "d;", target=f"{ANYWHERE}||", on_attach="nothing", state="0"),
    Border("Suit", "d;", 3, "1,2,3", "Hits", "OR"),
    Comment("Look; at/this"),
    MultiLocation("d;", "Zone", '{Suit==";"}', "Go; there", FLIP, this_map_only=False),
    SetPieceProperty(
        "Hits",
        changer.whole_number(1, 8),
        (changer.menu_command("Up;", HIT, changer.assign("2")),),
        "d;",
        f"{ANYWHERE}||",
        '{Suit==";"}',
        restrict_range=True,
        distance=3,
        fixed_range=False,
        range_property="Reach",
        deck_count="2",
        override_constraints=True,
    ),
    Shape("1.5", "m,-9,-9,l,9,-9,l,0,9,c"),
)
"""Classes that only 3.7 knows."""


# --- the module -------------------------------------------------------------------------


def module_files() -> dict[str, bytes]:
    """Return the entries of the module."""
    root = bf.element(
        bf.GAME_MODULE,
        bf.element(bf.BASIC_COMMAND_ENCODER),
        bf.element(bf.GLOBAL_OPTIONS, nonOwnerUnmaskable="Use Preferences Setting"),
        bf.element(
            bf.PLAYER_ROSTER,
            *(bf.element("entry", text=side) for side in ("Red", "Blue", "Umpire")),
        ),
        bf.element(bf.PROTOTYPES, _prototype("Every; piece", SUIT, NOTE)),
        bf.element(bf.GLOBAL_PROPERTIES, _property("VP"), _property("Rain; now")),
        _palette(),
        *_buttons(),
        _turns(),
        bf.element(bf.NOTES_WINDOW, buttonText="Notes"),
        *_maps(),
        name=MODULE.name,
        version=MODULE.version,
        VassalVersion=MODULE.vassal_version,
        description=MODULE.description,
        nextPieceSlotId=100,
    )
    names = ("a.png", "b.png", "b, c.png")
    pictures = {f"images/{name}": _picture() for name in names}
    return {
        bf.ENTRY: bf.encode(root),
        "moduledata": MODULE.encode(),
        "sounds/tick.wav": _sound(),
    } | pictures


def _sound() -> bytes:
    data = io.BytesIO()
    with wave.open(data, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(8000)
        sound.writeframes(b"\x80" * 80)
    return data.getvalue()


def _picture() -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (40, 40), (90, 120, 60)).save(data, "PNG")
    return data.getvalue()


def _prototype(name: str, *traits: Trait) -> bf.Element:
    piece = Piece.of(*traits, BasicPiece())
    return bf.element(
        bf.PROTOTYPE, text=AddPiece("null", piece.type, piece.state).encode(), name=name
    )


def _slot(name: str, gpid: int, *traits: Trait, tag: str = bf.PIECE_SLOT) -> bf.Element:
    piece = Piece.of(*traits, BasicPiece("a.png", name, str(gpid)))
    definition = AddPiece("null", piece.type, piece.state).encode()
    return bf.element(tag, text=definition, entryName=name, gpid=gpid, width=40, height=40)


def _palette() -> bf.Element:
    home = ReturnToDeck("Give back", RETURN, select=False, expression=DECK.name)
    slots = (
        _slot("Plain", 1),
        _slot("Soldier", 2, *SOLDIER),
        _slot("Copy", 3, Prototype("Every; piece"), Delete(), Clone()),
        _slot("Card", 4, home, Mask(MASK, "a.png", access="player:")),
        _slot("Fort", 5, NonStacking()),
    )
    return bf.element(
        bf.PIECE_WINDOW, bf.element(bf.LIST_WIDGET, *slots, entryName="All"), name="Pieces"
    )


def _property(name: str, tag: str = bf.GLOBAL_PROPERTY) -> bf.Element:
    return bf.element(tag, name=name, initialValue="0", isNumeric=False)


def _buttons() -> list[bf.Element]:
    special = "VASSAL.build.module.Special"
    faces = [
        bf.element(f"{special}DieFace", text=text, value=value, icon="")
        for value, text in enumerate(("miss", "hit"))
    ]
    die = bf.element(f"{special}Die", *faces, name="Die", format="$result$")
    clock = "VASSAL.build.module.chessclockcontrol.ChessClock"
    return [
        bf.element(bf.DICE_BUTTON, name="2d6", text="2d6", nDice=2, nSides=6, reportTotal=True),
        bf.element(
            f"{special}DiceButton", die, name="Hit die", text="Hit die", format="$name$: $result1$"
        ),
        bf.element(
            "VASSAL.build.module.ChessClockControl",
            *(bf.element(clock, side=side) for side in ("Red", "Blue")),
            name="Clocks",
        ),
        bf.element(bf.STARTUP_GLOBAL_KEY_COMMAND, name="Begin", whenToApply="startOfGameOnly"),
    ]


def _turns() -> bf.Element:
    part = bf.element(bf.LIST_TURN_LEVEL, name="Part", property="Part", list="Move,Fight")
    year = bf.element(bf.COUNTER_TURN_LEVEL, part, name="Year", property="Year", start=1941)
    return bf.element(bf.TURN_TRACKER, year, name="Turn", turnFormat="$level1$ $level2$")


def _board(name: str) -> bf.Element:
    numbering = bf.element(bf.HEX_GRID_NUMBERING)
    hexes = bf.element(bf.HEX_GRID, numbering, dx="52", dy="60", x0=30, y0=30)
    zone = bf.element(
        bf.ZONE,
        _property("Fog", "VASSAL.build.module.properties.ZoneProperty"),
        name=f"Zone of {name}",
        path="0,0;200,0;200,200;0,200",
        useParentGrid=True,
        locationFormat="$name$ $gridLocation$",
    )
    grid = bf.element(bf.ZONED_GRID, zone, hexes)
    return bf.element(bf.BOARD, grid, name=name, width=1000, height=700, reversible=True)


def _maps() -> list[bf.Element]:
    deck = bf.element(bf.DRAW_PILE, name=DECK.name, owningBoard="West", x=800, y=600)
    loose = [
        _property("Night"),
        bf.element(bf.LOS_THREAD, threadName="LOS", label="LOS", global_="Always"),
        bf.element(bf.FLARE, flareName="Flare"),
        deck,
    ]
    return [
        _map(MAP, bf.MAP, [_board("West"), _board("East/2")], *loose),
        _map(SIDE_MAP, bf.MAP, [_board("North")]),
        _map(HAND, bf.PLAYER_HAND, [_plain_board()], side="Red"),
        _map(OFFICE, bf.PRIVATE_MAP, [_plain_board()], side="Blue"),
    ]


def _plain_board() -> bf.Element:
    return bf.element(bf.BOARD, name="Table", width=400, height=300)


def _map(
    name: str, tag: str, boards: list[bf.Element], *more: bf.Element, **attributes: str
) -> bf.Element:
    placed = tuple(BoardPlacement(each.get("name") or "", at) for at, each in enumerate(boards))
    setup = bf.element("setup", text=SelectBoards(name, placed).encode())
    parts = [bf.element(part) for part in (bf.PIECE_MOVER, bf.STACK_METRICS)]
    picker = bf.element(bf.BOARD_PICKER, setup, *boards)
    return bf.element(
        tag, picker, *parts, *more, mapName=name, launch=True, buttonName=name, **attributes
    )
