"""Everything around the maps: dice, turn tracker, charts, help, buttons of the umpire.

Source: VASSAL classes ``DiceButton``, ``TurnTracker``,
``ChartWindow``, ``Documentation``, ``GlobalKeyCommand``, ``PredefinedSetup``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from builder import convention
from builder.model.game import Game
from builder.module import hotkeys
from builder.module.aids.aid import Button
from builder.module.aids.catalogue import aid_buttons
from builder.module.aids.moment import TURN
from builder.module.concealment import LIMITED, concealment_switch
from builder.module.counter import prototype_definition
from builder.module.pages import Page
from builder.module.starts import Start
from builder.module.umpire import (
    IMPULSE_KEY,
    PHASE_KEY,
    REFEREE,
    UMPIRE,
)
from builder.vassal import buildfile as bf
from builder.vassal.buildfile import Element, element
from builder.vassal.keystroke import Modifier, key, named
from builder.vassal.trait import Trait

__all__ = [
    "acts",
    "charts",
    "dice",
    "documentation",
    "global_options",
    "notes",
    "player_roster",
    "properties",
    "prototype_list",
    "scenario_menu",
    "toolbar_menus",
    "turn_tracker",
    "umpire_buttons",
]

_UMPIRE_TARGET = f"MODULE|false|MAP|||||0|0||true|{convention.KIND}|{UMPIRE}|EQUALS"


def documentation(about_image: str, pages: Iterable[Page], title: str) -> Element:
    """Return the Help menu: a picture and the pages."""
    return element(
        bf.DOCUMENTATION,
        element(bf.ABOUT_SCREEN, title=f"About {title}", fileName=about_image),
        *(
            element(bf.HELP_FILE, title=page.title, fileName=page.file, fileType="archive")
            for page in pages
        ),
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


def properties(values: Mapping[str, str]) -> Element:
    """Return the module's properties; each that a piece may set must exist.

    Args:
        values: Their values before a game begins, by name.
    """
    switches = {LIMITED: concealment_switch()}
    made = [
        element(
            bf.GLOBAL_PROPERTY,
            *([switches[name]] if name in switches else ()),
            name=name,
            initialValue=value,
            description="",
            isNumeric=False,
            min=0,
            max=100,
            wrap=False,
        )
        for name, value in values.items()
    ]
    return element(bf.GLOBAL_PROPERTIES, *made)


def prototype_list(prototypes: Mapping[str, tuple[Trait, ...]]) -> Element:
    """Return the prototypes."""
    made = [
        element(bf.PROTOTYPE, text=prototype_definition(traits), name=name, description="")
        for name, traits in prototypes.items()
    ]
    return element(bf.PROTOTYPES, *made)


def dice() -> tuple[Element, ...]:
    """Return the buttons for one die and for two."""
    return tuple(
        element(
            bf.DICE_BUTTON,
            name=name,
            text_=name,
            tooltip=hotkey.does,
            icon="/images/die.gif",
            hotkey=hotkey.stroke,
            nDice=count,
            nSides=6,
            plus=0,
            addToTotal=0,
            prompt=False,
            reportTotal=False,
            sortDice=False,
            reportFormat="** $name$ = $result$ *** &lt;$PlayerName$&gt;",
        )
        for count, name, hotkey in ((1, "1d6", hotkeys.ONE_DIE), (2, "2d6", hotkeys.TWO_DICE))
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
        nexthotkey=hotkeys.NEXT_TURN.stroke,
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


def acts(game: Game) -> tuple[Button, ...]:
    """Return every button of the umpire."""
    return (
        Button("Impulse", IMPULSE_KEY, "Declare an impulse: side, kind, movement points", "I"),
        Button("Phase", PHASE_KEY, "Go on to the next phase of the impulse", "N"),
        *aid_buttons(game),
    )


def umpire_buttons(game: Game) -> tuple[Element, ...]:
    """Return the toolbar buttons that send a key to the umpire."""
    return tuple(
        element(
            bf.GLOBAL_KEY_COMMAND,
            name=each.text,
            buttonText=each.text,
            tooltip=each.tip,
            icon="",
            buttonHotkey=key(each.letter, Modifier.CTRL_SHIFT) if each.letter else "",
            hotkey=named(each.key),
            filter=f'{{{convention.KIND}=="{UMPIRE}"}}',
            deckCount=0,
            reportFormat="",
            reportSingle=False,
            singleMap=False,
            target=_UMPIRE_TARGET,
        )
        for each in acts(game)
    )


def toolbar_menus(game: Game) -> tuple[Element, ...]:
    """Return the menus of the toolbar, which take buttons of the umpire in."""
    held: dict[str, list[str]] = {}
    for each in aid_buttons(game):
        if each.menu:
            held.setdefault(each.menu, []).append(each.text)
    return tuple(
        element(
            bf.TOOLBAR_MENU,
            description=menu,
            text_=menu,
            tooltip=", ".join(texts),
            icon="",
            hotkey="",
            menuItems=",".join(texts),
        )
        for menu, texts in held.items()
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
        tooltip=hotkeys.CHARTS.does,
        icon="",
        hotkey=hotkeys.CHARTS.stroke,
    )


def notes() -> Element:
    """Return the window for notes."""
    return element(
        bf.NOTES_WINDOW,
        buttonText="Notes",
        tooltip=hotkeys.NOTES.does,
        icon="/images/notes.gif",
        hotkey=hotkeys.NOTES.stroke,
    )


def scenario_menu(setups: Sequence[Start]) -> Element:
    """Return the set-ups in the File menu; those ready to play in menus of their own.

    Args:
        setups: Each with its name and the save inside the module that it loads.
    """
    ready: dict[str, list[Element]] = {}
    for each in setups:
        if each.seed:
            ready.setdefault(each.scenario.title, []).append(_setup(each.name, each.file))
    printed = [_setup(each.name, each.file) for each in setups if not each.seed]
    menus = [_menu(title, made) for title, made in ready.items()]
    return _menu("Scenarios", [*printed, *([_menu("Ready to play", menus)] if menus else [])])


def _setup(name: str, file: str) -> Element:
    return element(
        bf.PREDEFINED_SETUP, name=name, file=file, useFile=True, isMenu=False, description=""
    )


def _menu(name: str, entries: Iterable[Element]) -> Element:
    return element(
        bf.PREDEFINED_SETUP,
        *entries,
        name=name,
        isMenu=True,
        useFile=False,
        file="",
        description="",
    )
