"""The build file of a module: an XML tree whose elements are named after Java classes.

Source: VASSAL classes ``Builder`` and ``Configurable``, and the class each constant names.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from lxml import etree

from builder.errors import VassalError
from builder.vassal._xml import parse_xml

__all__ = ["ENTRY", "Element", "colour", "element", "encode", "parse"]

ENTRY = "buildFile.xml"
"""Name of the entry in the module; before VASSAL 3.5 it was ``buildFile``."""

Element = etree._Element  # noqa: SLF001 - the public name of lxml's element type
"""One component, with its attributes, text and children."""

_MAX_BYTES = 64 * 1024 * 1024

_BUILD = "VASSAL.build"
_MODULE = f"{_BUILD}.module"
_MAP = f"{_MODULE}.map"
_BOARD = f"{_MAP}.boardPicker.board"
_WIDGET = f"{_BUILD}.widget"

GAME_MODULE = f"{_BUILD}.GameModule"
BASIC_COMMAND_ENCODER = f"{_MODULE}.BasicCommandEncoder"
CHATTER = f"{_MODULE}.Chatter"
KEY_NAMER = f"{_MODULE}.KeyNamer"
LANGUAGE = "VASSAL.i18n.Language"
DOCUMENTATION = f"{_MODULE}.Documentation"
ABOUT_SCREEN = f"{_MODULE}.documentation.AboutScreen"
HELP_FILE = f"{_MODULE}.documentation.HelpFile"
PLAYER_ROSTER = f"{_MODULE}.PlayerRoster"
GLOBAL_OPTIONS = f"{_MODULE}.GlobalOptions"
PROTOTYPES = f"{_MODULE}.PrototypesContainer"
PROTOTYPE = f"{_MODULE}.PrototypeDefinition"
GLOBAL_PROPERTIES = f"{_MODULE}.properties.GlobalProperties"
GLOBAL_PROPERTY = f"{_MODULE}.properties.GlobalProperty"
CHANGE_PROPERTY_BUTTON = f"{_MODULE}.properties.ChangePropertyButton"
PIECE_WINDOW = f"{_MODULE}.PieceWindow"
TAB_WIDGET = f"{_WIDGET}.TabWidget"
LIST_WIDGET = f"{_WIDGET}.ListWidget"
PANEL_WIDGET = f"{_WIDGET}.PanelWidget"
BOX_WIDGET = f"{_WIDGET}.BoxWidget"
PIECE_SLOT = f"{_WIDGET}.PieceSlot"
CARD_SLOT = f"{_WIDGET}.CardSlot"
CHART_WINDOW = f"{_MODULE}.ChartWindow"
CHART = f"{_WIDGET}.Chart"
HTML_CHART = f"{_WIDGET}.HtmlChart"
DICE_BUTTON = f"{_MODULE}.DiceButton"
TURN_TRACKER = f"{_MODULE}.turn.TurnTracker"
COUNTER_TURN_LEVEL = f"{_MODULE}.turn.CounterTurnLevel"
LIST_TURN_LEVEL = f"{_MODULE}.turn.ListTurnLevel"
TURN_GLOBAL_HOTKEY = f"{_MODULE}.turn.TurnGlobalHotkey"
INVENTORY = f"{_MODULE}.Inventory"
NOTES_WINDOW = f"{_MODULE}.NotesWindow"
PREDEFINED_SETUP = f"{_MODULE}.PredefinedSetup"
GLOBAL_KEY_COMMAND = f"{_MODULE}.GlobalKeyCommand"
STARTUP_GLOBAL_KEY_COMMAND = f"{_MODULE}.StartupGlobalKeyCommand"
DO_ACTION_BUTTON = f"{_MODULE}.DoActionButton"
MULTI_ACTION_BUTTON = f"{_MODULE}.MultiActionButton"
TOOLBAR_MENU = f"{_MODULE}.ToolbarMenu"
MAP = f"{_MODULE}.Map"
PRIVATE_MAP = f"{_MODULE}.PrivateMap"
PLAYER_HAND = f"{_MODULE}.PlayerHand"
BOARD_PICKER = f"{_MAP}.BoardPicker"
BOARD = f"{_MAP}.boardPicker.Board"
HEX_GRID = f"{_BOARD}.HexGrid"
HEX_GRID_NUMBERING = f"{_BOARD}.mapgrid.HexGridNumbering"
SQUARE_GRID = f"{_BOARD}.SquareGrid"
SQUARE_GRID_NUMBERING = f"{_BOARD}.mapgrid.SquareGridNumbering"
ZONED_GRID = f"{_BOARD}.ZonedGrid"
ZONE = f"{_BOARD}.mapgrid.Zone"
REGION_GRID = f"{_BOARD}.RegionGrid"
REGION = f"{_BOARD}.Region"
STACK_METRICS = f"{_MAP}.StackMetrics"
FORWARD_TO_KEY_BUFFER = f"{_MAP}.ForwardToKeyBuffer"
FORWARD_TO_CHATTER = f"{_MAP}.ForwardToChatter"
MENU_DISPLAYER = f"{_MAP}.MenuDisplayer"
MAP_CENTERER = f"{_MAP}.MapCenterer"
STACK_EXPANDER = f"{_MAP}.StackExpander"
PIECE_MOVER = f"{_MAP}.PieceMover"
KEY_BUFFERER = f"{_MAP}.KeyBufferer"
SELECTION_HIGHLIGHTERS = f"{_MAP}.SelectionHighlighters"
HIGHLIGHT_LAST_MOVED = f"{_MAP}.HighlightLastMoved"
COUNTER_DETAIL_VIEWER = f"{_MAP}.CounterDetailViewer"
GLOBAL_MAP = f"{_MAP}.GlobalMap"
ZOOMER = f"{_MAP}.Zoomer"
LOS_THREAD = f"{_MAP}.LOS_Thread"
HIDE_PIECES_BUTTON = f"{_MAP}.HidePiecesButton"
MASS_KEY_COMMAND = f"{_MAP}.MassKeyCommand"
LAYERED_PIECES = f"{_MAP}.LayeredPieceCollection"
LAYER_CONTROL = f"{_MAP}.LayerControl"
SETUP_STACK = f"{_MAP}.SetupStack"
DRAW_PILE = f"{_MAP}.DrawPile"
IMAGE_SAVER = f"{_MAP}.ImageSaver"
TEXT_SAVER = f"{_MAP}.TextSaver"
PIECE_RECENTERER = f"{_MAP}.PieceRecenterer"
FLARE = f"{_MAP}.Flare"

Value = str | bool | int | Decimal | Fraction


def element(
    tag: str, *children: Element, text: str | None = None, **attributes: Value | None
) -> Element:
    """Make one component.

    Args:
        tag: Its Java class, one of this module's constants.
        *children: Components inside it, in order; an element can stand in one place only.
        text: Its text, such as the definition of a piece.
        **attributes: VASSAL's attribute names; an underscore at the end is dropped, for names
            that are words of Python. None leaves an attribute out.

    Raises:
        VassalError: A character XML can't hold, or a fraction without a short decimal form.

    >>> encode(element(GLOBAL_PROPERTY, name="VP", initialValue=0, wrap=False))[39:-1]
    b'<VASSAL.build.module.properties.GlobalProperty name="VP" initialValue="0" wrap="false"/>'
    """
    try:
        made = etree.Element(tag)
        for name, value in attributes.items():
            if value is not None:
                made.set(name.removesuffix("_"), _attribute(value))
        made.text = text
    except ValueError:
        raise VassalError(
            f"build file, {tag}: a name or text has a character that XML can't hold; remove it"
        ) from None
    made.extend(children)
    return made


def colour(red: int, green: int, blue: int) -> str:
    """Return a colour attribute, each part 0 to 255."""
    return f"{red},{green},{blue}"


def encode(root: Element) -> bytes:
    """Return the build file; equal trees give equal bytes."""
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True, pretty_print=True)


def parse(data: bytes) -> Element:
    """Read a build file.

    Args:
        data: Contents of ``buildFile.xml`` or ``buildFile``.

    Raises:
        VassalError: Not well-formed, too large, or with a document type.
    """
    return parse_xml(data, ENTRY, _MAX_BYTES)


def _attribute(value: Value) -> str:
    match value:
        case bool():
            return str(value).lower()
        case Fraction():
            exact = Decimal(value.numerator) / Decimal(value.denominator)
            if Fraction(exact) != value:
                raise VassalError(f"build file: {value} has no short decimal form; round it")
            return f"{exact:f}"
        case Decimal():
            return f"{value:f}"
        case _:
            return str(value)
