"""Everything around the maps: palettes, inventory, dice, turn tracker, charts, help, buttons.

Source: VASSAL classes ``PieceWindow``, ``Inventory``, ``DiceButton``, ``TurnTracker``,
``ChartWindow``, ``Documentation``, ``GlobalKeyCommand``, ``PredefinedSetup``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from builder import convention
from builder.model.game import Game, Side
from builder.module.aids.catalogue import aid_buttons
from builder.module.piece import Counter, prototype_definition
from builder.module.umpire import (
    IMPULSE_KEY,
    PHASE_KEY,
    REFEREE,
    TURN,
    UMPIRE,
    WEATHER_KEY,
    global_properties,
)
from builder.vassal import buildfile as bf
from builder.vassal.buildfile import Element, element
from builder.vassal.keystroke import Modifier, key, named
from builder.vassal.trait import Trait

__all__ = [
    "charts",
    "dice",
    "documentation",
    "global_options",
    "inventory",
    "notes",
    "palette",
    "player_roster",
    "properties",
    "prototype_list",
    "scenario_menu",
    "turn_tracker",
    "umpire_buttons",
]

_UMPIRE_TARGET = f"MODULE|false|MAP|||||0|0||true|{convention.KIND}|{UMPIRE}|EQUALS"


def documentation(about_image: str, help_page: str, title: str) -> Element:
    """Return the Help menu: a picture and a page."""
    return element(
        bf.DOCUMENTATION,
        element(bf.ABOUT_SCREEN, title=f"About {title}", fileName=about_image),
        element(bf.HELP_FILE, title="How to play", fileName=help_page, fileType="archive"),
    )


def player_roster(game: Game) -> Element:
    """Return the sides a person may take."""
    names = [*(side.name for side in game.sides), REFEREE]
    return element(
        bf.PLAYER_ROSTER,
        *(element("entry", text=name) for name in names),
        buttonKeyStroke="",
        buttonText="Retire",
        buttonToolTip="Change sides, or let another take your side",
    )


def global_options() -> Element:
    """Return what VASSAL does the same in all modules: reports on, names in the chat."""
    return element(
        bf.GLOBAL_OPTIONS,
        autoReport="Always",
        chatterHTMLSupport="Never",
        hotKeysOnClosedWindows="Always",
        nonOwnerUnmaskable="Never",
        playerIdFormat="$PlayerName$",
        promptString="",
    )


def properties(game: Game) -> Element:
    """Return the module's properties; each that the umpire may set must exist."""
    made = [
        element(
            bf.GLOBAL_PROPERTY,
            name=name,
            initialValue=value,
            description="",
            isNumeric=False,
            min=0,
            max=100,
            wrap=False,
        )
        for name, value in global_properties(game).items()
    ]
    return element(bf.GLOBAL_PROPERTIES, *made)


def prototype_list(prototypes: Mapping[str, tuple[Trait, ...]]) -> Element:
    """Return the prototypes."""
    made = [
        element(bf.PROTOTYPE, text=prototype_definition(traits), name=name, description="")
        for name, traits in prototypes.items()
    ]
    return element(bf.PROTOTYPES, *made)


def palette(game: Game, counters: Mapping[str, Counter]) -> Element:
    """Return the window of all counters: a tab for each side with a list for each formation."""
    tabs = []
    for side in game.sides:
        lists: dict[str, list[Counter]] = {}
        for unit in game.units.values():
            if unit.side == side.id:
                name = unit.formation or "Independent units"
                lists.setdefault(name, []).append(counters[unit.id])
        tabs.append(_tab(side, lists))
    tabs.append(_list("Markers", [c for id_, c in counters.items() if id_ not in game.units]))
    return element(
        bf.PIECE_WINDOW,
        element(bf.TAB_WIDGET, *tabs, entryName="All"),
        name="Counters",
        text_="Counters",
        tooltip="Show or hide all counters by side and formation (Ctrl+Shift+P)",
        hotkey=key("P", Modifier.CTRL_SHIFT),
        icon="",
        hidden=False,
        scale="1.0",
        defaultWidth=0,
    )


def inventory(game: Game) -> Element:
    """Return the list of what is in play, by side and formation."""
    leaf = "$PieceName$ ($LocationName$), $WUleft$/$WUstrength$"
    return element(
        bf.INVENTORY,
        name="Inventory",
        text_="Inventory",
        tooltip=f"Where the units of {game.name} are, by side and formation",
        icon="/images/inventory.gif",
        hotkey="",
        include=f'{{{convention.KIND}=="unit"}}',
        groupBy="Side,Formation",
        nonLeafFormat="$PropertyValue$",
        leafFormat=leaf,
        sortFormat="$PieceName$",
        sorting="alpha",
        sortPieces=True,
        centerOnPiece=True,
        drawPieces=True,
        pieceZoom="0.35",
        foldersOnly=False,
        forwardKeystroke=True,
        showMenu=True,
        sides="",
        launchFunction="functionHide",
    )


def dice() -> tuple[Element, ...]:
    """Return the buttons for one die and for two."""
    return tuple(
        element(
            bf.DICE_BUTTON,
            name=name,
            text_=name,
            tooltip=f"Roll {name}",
            icon="/images/die.gif",
            hotkey=key(str(count), Modifier.ALT),
            nDice=count,
            nSides=6,
            plus=0,
            addToTotal=0,
            prompt=False,
            reportTotal=False,
            sortDice=False,
            reportFormat="** $name$ = $result$ *** &lt;$PlayerName$&gt;",
        )
        for count, name in ((1, "1d6"), (2, "2d6"))
    )


def turn_tracker(first_turn: int) -> Element:
    """Return the turn counter, whose report is a line of the convention."""
    level = element(
        bf.COUNTER_TURN_LEVEL,
        name="Turn",
        property=TURN,
        turnFormat="$value$",
        start=first_turn,
        incr=1,
        loop=False,
        loopLimit=-1,
    )
    return element(
        bf.TURN_TRACKER,
        level,
        name="Turn",
        buttonText="Turn",
        icon="",
        hotkey="",
        nexthotkey="",
        prevhotkey="",
        turnFormat="$level1$",
        reportFormat=f"{convention.MARK} turn old=$oldTurn$ new=$newTurn$",
        tooltip="The turn of the game",
        length=-1,
        lengthStyle="Maximum",
        fwdOnly=False,
        turnButtonHeight=22,
        plusButtonSize=22,
    )


def umpire_buttons(game: Game) -> tuple[Element, ...]:
    """Return the toolbar buttons that send a key to the umpire."""
    texts = [
        ("Impulse", IMPULSE_KEY, "Declare an impulse: side, kind, movement points", "I"),
        ("Phase", PHASE_KEY, "Go on to the next phase of the impulse", "N"),
        ("Weather", WEATHER_KEY, "Set the weather of the turn", "W"),
        *((each.text, each.key, each.tip, each.letter) for each in aid_buttons(game)),
    ]
    return tuple(
        element(
            bf.GLOBAL_KEY_COMMAND,
            name=text,
            buttonText=text,
            tooltip=f"{tip} (Ctrl+Shift+{letter})" if letter else tip,
            icon="",
            buttonHotkey=key(letter, Modifier.CTRL_SHIFT) if letter else "",
            hotkey=named(sent),
            filter=f'{{{convention.KIND}=="{UMPIRE}"}}',
            deckCount=0,
            reportFormat="",
            reportSingle=False,
            singleMap=False,
            target=_UMPIRE_TARGET,
        )
        for text, sent, tip, letter in texts
    )


def charts(pictures: Sequence[tuple[str, str]]) -> Element:
    """Return the window of charts, a tab for each.

    Args:
        pictures: Title of the tab and file of each.
    """
    made = [element(bf.CHART, chartName=title, fileName=file) for title, file in pictures]
    return element(
        bf.CHART_WINDOW,
        element(bf.TAB_WIDGET, *made, entryName="Charts"),
        name="Charts",
        text_="Charts",
        tooltip="Every chart and table (Ctrl+Shift+C)",
        icon="",
        hotkey=key("C", Modifier.CTRL_SHIFT),
    )


def notes() -> Element:
    """Return the window for notes."""
    return element(
        bf.NOTES_WINDOW, buttonText="Notes", tooltip="Notes", icon="/images/notes.gif", hotkey=""
    )


def scenario_menu(files: Sequence[tuple[str, str]]) -> Element:
    """Return the set-ups in the File menu.

    Args:
        files: Name of each scenario and the save inside the module that it loads.
    """
    made = [
        element(
            bf.PREDEFINED_SETUP, name=name, file=file, useFile=True, isMenu=False, description=""
        )
        for name, file in files
    ]
    return element(
        bf.PREDEFINED_SETUP,
        *made,
        name="Scenarios",
        isMenu=True,
        useFile=False,
        file="",
        description="",
    )


def _tab(side: Side, lists: Mapping[str, Iterable[Counter]]) -> Element:
    """Return a tab with a list to choose for each formation."""
    made = (_list(name, members) for name, members in lists.items())
    return element(bf.BOX_WIDGET, *made, entryName=side.name)


def _list(name: str, members: Iterable[Counter]) -> Element:
    """Return a list of counters."""
    slots = [
        element(
            bf.PIECE_SLOT,
            text=each.definition,
            entryName=each.name,
            gpid=each.gpid,
            width=each.size_px[0],
            height=each.size_px[1],
        )
        for each in members
    ]
    return element(
        bf.LIST_WIDGET, *slots, entryName=name, width=300, height=400, divider=104, scale="1.0"
    )
