"""Windows that list counters: the palettes, and inventories of what is in play.

Source: VASSAL classes ``PieceWindow`` and ``Inventory``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from builder import convention
from builder.model.game import Game, Side
from builder.module import hotkeys
from builder.module.concealment import VISIBLE
from builder.module.counter import Counter
from builder.module.hotkeys import Hotkey
from builder.vassal import buildfile as bf
from builder.vassal import sequence
from builder.vassal.buildfile import Element, element

__all__ = ["inventories", "marker_slot", "palettes"]

_MARKERS = "Markers"
_WIDTH, _PICTURE = 480, 210
"""Px of a palette, whose names are long, and of the picture beside them; what lies under units is
drawn beside its middle."""
_IN_PLAY = f'{convention.KIND}=="unit"&&{VISIBLE}'
"""What a list has: units, and of the other side's only those that aren't concealed."""
_NAME = "$BasicName$"
"""Name of a unit. For the property ``PieceName`` VASSAL asks each label of the piece, and it sorts
a list anew at every entry: that would take ten seconds for a map full of units."""
_LEAF = f"{_NAME} ($LocationName$), $WUleft$/$WUstrength$"


def palettes(game: Game, counters: Mapping[str, Counter]) -> tuple[Element, ...]:
    """Return the windows of counters: units by side and formation, and markers.

    Args:
        game: Its sides and units.
        counters: Every counter that players may take, by data id.
    """
    tabs = []
    for side in game.sides:
        lists: dict[str, list[Counter]] = {}
        for unit in game.units.values():
            if unit.side == side.id:
                name = unit.formation or "Independent units"
                lists.setdefault(name, []).append(counters[unit.id])
        tabs.append(_tab(side, lists))
    units = element(bf.TAB_WIDGET, *tabs, entryName="All")
    markers = _list(_MARKERS, [c for id_, c in counters.items() if id_ not in game.units])
    return (
        _window("Counters", hotkeys.COUNTERS, units),
        _window(_MARKERS, hotkeys.MARKERS, markers),
    )


def marker_slot(name: str) -> str:
    """Return where VASSAL finds a marker among the palettes.

    Source: VASSAL class ``ComponentPathBuilder``.
    """
    steps = (
        (bf.PIECE_WINDOW, _MARKERS),
        (bf.LIST_WIDGET, _MARKERS),
        (bf.PIECE_SLOT, name),
    )
    return sequence.encode([sequence.encode(step, ":") for step in steps], "/")


def inventories() -> tuple[Element, ...]:
    """Return the lists of what is in play: by formation, by hex, and what is lost."""
    lost = f'CurrentMap=="{convention.ELIMINATED_MAP}"'
    return (
        _inventory("Units", hotkeys.FORMATIONS, f"{{{_IN_PLAY}}}", "Side,Formation", _LEAF),
        _inventory(
            "By hex",
            hotkeys.BY_HEX,
            f'{{{_IN_PLAY}&&CurrentMap=="{convention.MAP}"}}',
            "LocationName",
            f"$Side$: {_NAME}, $WUleft$/$WUstrength$",
        ),
        _inventory(
            "Losses",
            hotkeys.LOSSES,
            f"{{{_IN_PLAY}&&({lost}||{convention.LOSS}>0)}}",
            "Side,CurrentMap,Formation",
            _LEAF,
        ),
    )


def _inventory(name: str, hotkey: Hotkey, include: str, group: str, leaf: str) -> Element:
    """Return a list.

    Args:
        name: On its button.
        hotkey: Shows it.
        include: Which pieces, as an expression.
        group: Properties that make its folders, from the outside in.
        leaf: What is said of a piece.
    """
    return element(
        bf.INVENTORY,
        name=name,
        text_=name,
        tooltip=hotkey.does,
        icon="/images/inventory.gif",
        hotkey=hotkey.stroke,
        include=include,
        groupBy=group,
        nonLeafFormat="$PropertyValue$",
        leafFormat=leaf,
        sortFormat=_NAME,
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


def _window(name: str, hotkey: Hotkey, tree: Element) -> Element:
    """Return a window of counters."""
    return element(
        bf.PIECE_WINDOW,
        tree,
        name=name,
        text_=name,
        tooltip=hotkey.does,
        hotkey=hotkey.stroke,
        icon="",
        hidden=False,
        scale="1.0",
        defaultWidth=_WIDTH,
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
        bf.LIST_WIDGET,
        *slots,
        entryName=name,
        width=_WIDTH,
        height=400,
        divider=_PICTURE,
        scale="1.0",
    )
