"""The maps of a module as VASSAL components: the hexes, and the boards of boxes.

Source: VASSAL classes ``Map``, ``BoardPicker``, ``HexGrid``, ``ZonedGrid`` and the components
that VASSAL's editor puts into a new map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from builder import convention
from builder.draw.counter import STACK_STEP_PX
from builder.hexgrid import Layout
from builder.module.boxes import Board, Box
from builder.module.map_tools import every_map_tools, hex_map_tools
from builder.vassal import buildfile as bf
from builder.vassal.buildfile import Element, element
from builder.vassal.keystroke import Modifier, key
from builder.vassal.sequence import encode

__all__ = ["MAP_BOARD", "board_keys", "board_maps", "hex_map", "panel_spot"]

MAP_BOARD = "Map board"
"""Name of the board with the hexes."""

_F1 = 112  # key code
_FIRST_KEY, _LAST_KEY = 2, 9  # function keys; F1 is for help, F10 opens menus

_MOVES = "$pieceName$ moves $previousLocation$ -> $location$"


def panel_spot(layout: Layout) -> tuple[int, int]:
    """Return where the middle of the umpire's panel lies: right of the title, above the hexes."""
    width, _ = layout.size_px
    room = max(layout.top_px - layout.row_px // 2, 0)
    return width * 59 // 100, room * 43 // 100


def hex_map(
    layout: Layout, image: str, umpire: tuple[str, str], zones: Sequence[Element] = ()
) -> Element:
    """Return the map of hexes, whose grid agrees with the drawn one because both are the layout.

    Args:
        layout: Where the hexes lie on the picture.
        image: Name of the picture.
        umpire: Definition and number of the umpire, who lies there from the start of every game.
        zones: What lies beside the hexes and has names of its own.
    """
    numbering = element(
        bf.HEX_GRID_NUMBERING,
        **layout.numbering_attributes(),
        visible=False,
        fontSize=9,
        color=bf.colour(0, 0, 0),
        rotateText=0,
        hDrawOff=0,
        vDrawOff=0,
        locationFormat="$gridLocation$",
    )
    grid = element(
        bf.HEX_GRID,
        numbering,
        **layout.grid_attributes(),
        snapTo=True,
        visible=False,
        dotsVisible=False,
        edgesLegal=False,
        cornersLegal=False,
        color=bf.colour(0, 0, 0),
    )
    if zones:
        grid = element(bf.ZONED_GRID, *zones, grid)
    board = element(bf.BOARD, grid, name=MAP_BOARD, image=image, reversible=False)
    tools = [_umpire(panel_spot(layout), *umpire), *hex_map_tools()]
    return _map(convention.MAP, _picker(convention.MAP, [board]), tools)


def board_maps(boards: Iterable[Board], images: Mapping[str, str]) -> list[Element]:
    """Return the maps of boxes, one for each name of a map that the boards name.

    Args:
        boards: The first of each map is the one of a game without a set-up.
        images: Name of the picture of each board, by the board's name.
    """
    by_map: dict[str, list[Board]] = {}
    for board in boards:
        by_map.setdefault(board.map, []).append(board)
    maps: list[Element] = []
    for number, (name, listed) in enumerate(by_map.items(), _FIRST_KEY):
        made = [_box_board(board, images[board.name]) for board in listed]
        hotkey = f"F{number}" if number <= _LAST_KEY else ""
        maps.append(_map(name, _picker(name, made), hotkey=hotkey))
    return maps


def board_keys(boards: Iterable[Board]) -> list[tuple[str, str]]:
    """Return the key of each map of boxes, and its name: for the help."""
    names = dict.fromkeys(board.map for board in boards)
    return [(f"F{n}", name) for n, name in enumerate(names, _FIRST_KEY) if n <= _LAST_KEY]


def _umpire(spot: tuple[int, int], definition: str, gpid: str) -> Element:
    """Return the umpire where he lies in a game without a set-up."""
    x, y = spot
    return element(
        bf.SETUP_STACK,
        element(bf.PIECE_SLOT, text=definition, entryName="Umpire", gpid=gpid, width=48, height=48),
        name="Umpire",
        owningBoard=MAP_BOARD,
        useGridLocation=False,
        x=x,
        y=y,
    )


def _box_board(board: Board, image: str) -> Element:
    """Return a board of cells; its zones only name the boxes."""
    cells = board.cells
    x, y = cells.centre(0, 0)
    grid = element(
        bf.SQUARE_GRID,
        x0=x,
        y0=y,
        dx=f"{cells.width}.0",
        dy=f"{cells.height}.0",
        range_="Metric",
        snapTo=True,
        visible=False,
        dotsVisible=False,
        edgesLegal=False,
        cornersLegal=False,
        color=bf.colour(0, 0, 0),
    )
    zones = [_zone(board, box) for box in board.boxes]
    return element(
        bf.BOARD,
        element(bf.ZONED_GRID, *zones, grid),
        name=board.name,
        image=image,
        reversible=False,
    )


def _zone(board: Board, box: Box) -> Element:
    left, top, right, bottom = board.outline_px(box)
    path = f"{left},{top};{right},{top};{right},{bottom};{left},{bottom}"
    return element(
        bf.ZONE,
        name=box.name,
        path=path,
        locationFormat="$name$",
        useParentGrid=True,
        useHighlight=False,
        highlightProperty="",
    )


def _picker(name: str, boards: Iterable[Element]) -> Element:
    """Return the choice of boards; a new game takes the first without asking."""
    listed = list(boards)
    default = encode([f"{name}BoardPicker", listed[0].get("name", ""), "0", "0"], "\t")
    setup = element("setup", text=default)
    return element(
        bf.BOARD_PICKER,
        setup,
        *listed,
        title="Choose boards",
        boardPrompt="Select board",
        addRowText="Add row",
        addColumnText="Add column",
        slotHeight=125,
        slotWidth=350,
        slotScale="0.2",
        maxColumns=1,
    )


def _map(name: str, picker: Element, tools: Iterable[Element] = (), hotkey: str = "") -> Element:
    """Return a map with what mouse and keyboard need, and its tools in the toolbar.

    Args:
        name: Its name, also on the button that shows it.
        picker: Its boards.
        tools: What its toolbar has besides.
        hotkey: The function key that shows and hides it.
    """
    main = name == convention.MAP
    return element(
        bf.MAP,
        picker,
        element(
            bf.STACK_METRICS,
            disabled=False,
            exSepX=18,
            exSepY=6,
            unexSepX=STACK_STEP_PX,
            unexSepY=STACK_STEP_PX,
            top="38,0",
            bottom="40,0",
            up="39,0",
            down="37,0",
        ),
        *(element(tag) for tag in _MOUSE_AND_KEYS),
        element(bf.HIGHLIGHT_LAST_MOVED, enabled=True, color=bf.colour(220, 30, 30), thickness=2),
        *every_map_tools(main=main),
        *tools,
        mapName=name,
        launch=not main,
        buttonName="" if main else name,
        tooltip=None if main else f"Show or hide: {name}",
        hotkey=None if main else _function_key(hotkey),
        icon="",
        allowMultiple=False,
        markMoved="Always" if main else "Never",
        markUnmovedIcon="",
        markUnmovedText="",
        markUnmovedTooltip="",
        markUnmovedHotkey="",
        markUnmovedReport="",
        edgeWidth=0,
        edgeHeight=0,
        backgroundcolor=bf.colour(255, 255, 255),
        color=bf.colour(220, 30, 30),
        thickness=3,
        moveWithinFormat=_MOVES,
        moveToFormat=_MOVES,
        createFormat="$pieceName$ created in $location$",
        changeFormat="$message$",
        moveKey="",
        showKey="",
        hideKey="",
    )


def _function_key(name: str) -> str:
    """Return the key stroke of a function key such as ``F2``; nothing for no name."""
    return key(_F1 + int(name[1:]) - 1, Modifier.NONE) if name else ""


_MOUSE_AND_KEYS = (
    bf.FORWARD_TO_KEY_BUFFER,
    bf.MENU_DISPLAYER,
    bf.MAP_CENTERER,
    bf.STACK_EXPANDER,
    bf.PIECE_MOVER,
    bf.KEY_BUFFERER,
    bf.SELECTION_HIGHLIGHTERS,
    bf.FORWARD_TO_CHATTER,
)
