"""The maps of a module, the boards that lie on them, and the name of the place at any pixel.

Pure and forgiving: what a build file says wrongly is left out, as VASSAL leaves it out, and
said in the map's remarks. Nothing of the module's own classes is run, so their maps are read as
ordinary ones and their grids have no names.

>>> from builder.vassal import buildfile as bf
>>> numbered = bf.element(bf.HEX_GRID_NUMBERING, hOff=15, vOff=16)
>>> grid = bf.element(bf.HEX_GRID, numbered, x0=40, y0=40, dx=52, dy=60)
>>> board = bf.element(bf.BOARD, grid, name="East", width=600, height=400)
>>> picker = bf.element(bf.BOARD_PICKER, board)
>>> root = bf.element(bf.GAME_MODULE, bf.element(bf.MAP, picker, mapName="Main", edgeWidth=10))
>>> maps = module_maps(root)
>>> layouts = map_layouts(maps)
>>> [location_name(maps["Main"], layouts["Main"], x, 310) for x in (310, 610)]
['2021', 'offboard']

Source: VASSAL classes ``Map``, ``PrivateMap``, ``PlayerHand``, ``WidgetMap``, ``BoardPicker``,
``Board``, ``DrawPile``, ``UniqueIdManager``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from builder.vassal import _grid_elements, sequence
from builder.vassal import buildfile as bf
from builder.vassal._board_pictures import picture_sizes
from builder.vassal._grid_elements import BadAttributeError, Remarks, boolean, children, integer
from builder.vassal.archive import Archive
from builder.vassal.command import BoardPlacement, SelectBoards
from builder.vassal.grids import Grid, Size, grid_name

__all__ = [
    "OFFBOARD",
    "BoardInfo",
    "DeckInfo",
    "Layout",
    "MapInfo",
    "PlacedBoard",
    "board_at",
    "board_sizes",
    "find_map",
    "location_name",
    "map_layouts",
    "module_maps",
]

OFFBOARD = "offboard"
"""What VASSAL says of a place without a name."""

MAX_SLOTS = 1_000
"""Most columns and rows of boards on a map."""

Kind = Literal["map", "private", "hand", "custom"]

_KINDS: dict[object, Kind] = {
    bf.MAP: "map",
    "VASSAL.build.widget.WidgetMap": "map",
    bf.PRIVATE_MAP: "private",
    bf.PLAYER_HAND: "hand",
}
_ANY_BOARD = "<any>"


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """A board that a map offers.

    Args:
        name: Its name.
        image: Name of its picture; None for a plain one.
        size: Width and height a plain one has, in pixels; None if the picture has the say.
        reversible: It may lie turned by half a circle.
        grid: Its grid.
    """

    name: str
    image: str | None = None
    size: Size | None = None
    reversible: bool = False
    grid: Grid | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class DeckInfo:
    """A place for a deck; a piece exactly there is in a location of the deck's name.

    Args:
        name: Its name.
        x: Pixel of its board, or of the boards' common corner.
        y: Likewise.
        board: The board's name, None for any.
    """

    name: str
    x: int
    y: int
    board: str | None = None


@dataclass(frozen=True, slots=True)
class MapInfo:
    """A window with boards.

    Args:
        name: What commands and pieces call it: its name, or its number if it has none.
        number: ``Map0``, ``Map1`` …, which old files say for any map.
        kind: Ordinary, private, a player's hand, or of a class that the module brings along.
        owners: The sides that a private map or hand belongs to.
        visible_to_all: Others see it as well, though they can't touch it.
        edge: Pixels left and right of all boards, above and below them.
        boards: What it offers.
        setup: What lies on it when a save doesn't say.
        decks: Its decks.
        shares: The map whose boards it shows instead of its own.
        remarks: What was left out and why, one sentence each.
    """

    name: str
    number: str
    kind: Kind = "map"
    owners: tuple[str, ...] = ()
    visible_to_all: bool = True
    edge: Size = (0, 0)
    boards: tuple[BoardInfo, ...] = ()
    setup: tuple[BoardPlacement, ...] = ()
    decks: tuple[DeckInfo, ...] = ()
    shares: str | None = None
    remarks: tuple[str, ...] = ()

    def seen_by(self, side: str | None) -> bool:
        """Return whether a side may look at it; None is an observer."""
        return self.visible_to_all or side in self.owners


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A board on a map.

    Args:
        board: Which.
        corner: Left and top, in pixels of the map.
        size: Width and height.
        turned: By half a circle.
    """

    board: BoardInfo
    corner: tuple[int, int]
    size: Size
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """The boards on a map.

    Args:
        boards: In VASSAL's order: where two overlap the first counts.
        edge: Left and top edge in pixels.
        unplaced: Boards that lie there, but where isn't known: their pictures, or those left of
            or above them, are missing.
        unknown: Names of boards that the module doesn't have.
    """

    boards: tuple[PlacedBoard, ...] = ()
    edge: Size = (0, 0)
    unplaced: tuple[BoardInfo, ...] = ()
    unknown: tuple[str, ...] = ()


def module_maps(root: bf.Element) -> dict[str, MapInfo]:
    """Return all maps of a module, by the name that commands use, in the order of the file.

    Args:
        root: The build file.
    """
    maps: dict[str, MapInfo] = {}
    for index, element in enumerate(each for each in root.iter() if _is_map(each)):
        info = _map(element, f"Map{index}", maps)
        maps.setdefault(info.name, info)  # VASSAL, too, finds the first of two only
    return maps


def find_map(maps: Mapping[str, MapInfo], name: str) -> MapInfo | None:
    """Return the map that a command means by ``name``, which in old files is its number."""
    if name in maps:
        return maps[name]
    return next((each for each in maps.values() if each.number == name), None)


def board_sizes(maps: Mapping[str, MapInfo], archive: Archive) -> dict[str, Size]:
    """Measure the pictures of all boards; those missing or not understood are left out.

    Args:
        maps: From :func:`module_maps`.
        archive: The module.

    Returns:
        Width and height in pixels by name of picture, from the first bytes of each.
    """
    names = {board.image for each in maps.values() for board in each.boards if board.image}
    return picture_sizes(archive, names)


def map_layouts(
    maps: Mapping[str, MapInfo],
    selected: Iterable[SelectBoards] = (),
    sizes: Mapping[str, Size] | None = None,
) -> dict[str, Layout]:
    """Lay the boards out on all maps.

    Args:
        maps: From :func:`module_maps`.
        selected: What a save says, in its order; a later word on a map counts.
        sizes: From :func:`board_sizes`.

    Returns:
        A layout for each map, by name.
    """
    chosen = {name: each.setup for name, each in maps.items()}
    for command in selected:
        found = find_map(maps, command.map)
        if found and command.boards:
            chosen[found.name] = command.boards
    known = sizes or {}
    layouts: dict[str, Layout] = {}
    for name, each in maps.items():
        if each.shares in layouts:
            layouts[name] = layouts[each.shares]
        else:
            layouts[name] = _layout(each, chosen[name], known)
    return layouts


def board_at(layout: Layout, x: int, y: int) -> tuple[PlacedBoard, tuple[int, int]] | None:
    """Return the board at a pixel of a map and the board's own pixel there.

    Args:
        layout: From :func:`map_layouts`.
        x: Pixel of the map.
        y: Likewise.
    """
    for placed in layout.boards:
        (left, top), (width, height) = placed.corner, placed.size
        here = x - left, y - top
        if 0 <= here[0] < width and 0 <= here[1] < height:
            return placed, (width - here[0], height - here[1]) if placed.turned else here
    return None


def location_name(map_info: MapInfo, layout: Layout, x: int, y: int) -> str:
    """Return VASSAL's name of a place.

    Args:
        map_info: The map.
        layout: Its boards.
        x: Pixel of the map.
        y: Likewise.

    Returns:
        The empty text if it isn't known: see :class:`Layout` and :mod:`builder.vassal.grids`.
    """
    for deck in map_info.decks:
        if (x, y) == _deck_place(deck, layout):
            return deck.name
    found = board_at(layout, x, y)
    if found is None:
        return "" if layout.unplaced else OFFBOARD
    placed, here = found
    name = grid_name(placed.board.grid, *here, placed.size)
    return OFFBOARD if name is None else name


# --- reading ----------------------------------------------------------------------------


def _is_map(element: bf.Element) -> bool:
    if element.tag in _KINDS:
        return True
    parts = str(element.tag).split(".")
    return len(parts) > 1 and any(child.tag == bf.BOARD_PICKER for child in element)


def _map(element: bf.Element, number: str, before: Mapping[str, MapInfo]) -> MapInfo:
    remarks = Remarks()
    kind = _KINDS.get(element.tag, "custom")
    if kind == "custom":
        remarks.add(f"{element.tag} is a class of the module's own, read as an ordinary map")
    name = element.get("mapName") or number
    owners = element.get("side", "")
    private = kind in ("private", "hand")
    pickers = [child for child in children(element) if child.tag == bf.BOARD_PICKER]
    boards = tuple(board for picker in pickers for board in _boards(picker, remarks))
    shared = element.get("useBoards")
    return MapInfo(
        name=name,
        number=number,
        kind=kind,
        owners=tuple(sequence.decode(owners, ",")) if private and owners else (),
        visible_to_all=not private or boolean(element, "visible", default=False),
        edge=_edge(element, remarks),
        boards=boards,
        setup=_setup(pickers, (name, number), boards),
        decks=tuple(_decks(element, remarks)),
        shares=shared if private and shared in before else None,
        remarks=remarks.all(),
    )


def _edge(element: bf.Element, remarks: Remarks) -> Size:
    pair = re.fullmatch(r"([0-9]{1,6}),([0-9]{1,6})", element.get("edge", ""))
    width, height = (int(pair[1]), int(pair[2])) if pair else (0, 0)
    try:
        return integer(element, "edgeWidth", width), integer(element, "edgeHeight", height)
    except BadAttributeError as error:
        remarks.add(str(error))
        return width, height


def _boards(picker: bf.Element, remarks: Remarks) -> Iterator[BoardInfo]:
    for element in children(picker):
        if element.tag != bf.BOARD:
            continue
        image = element.get("image", "")
        try:
            size = integer(element, "width", 500), integer(element, "height", 500)
        except BadAttributeError as error:
            remarks.add(str(error))
            continue
        yield BoardInfo(
            name=element.get("name", ""),
            image=image if image.strip() else None,
            size=None if image.strip() else size,
            reversible=boolean(element, "reversible", default=False),
            grid=_grid_elements.grid_of(element, remarks),
        )


def _setup(
    pickers: list[bf.Element], names: tuple[str, str], boards: tuple[BoardInfo, ...]
) -> tuple[BoardPlacement, ...]:
    """Return the boards that lie on a map if nobody chooses any."""
    texts = [found.text or "" for picker in pickers for found in picker.iter("setup")]
    if any(texts):
        head, *fields = sequence.decode(next(filter(None, texts)), "\t")
        return _placements(fields) if head.removesuffix("BoardPicker") in names else ()
    if len(boards) == 1 and not boards[0].reversible:
        return (BoardPlacement(boards[0].name),)
    return ()


def _placements(fields: list[str]) -> tuple[BoardPlacement, ...]:
    found = []
    for start in range(0, len(fields), 3):
        name, *turned = sequence.decode(fields[start], "/")
        column, row = (_place(text) for text in (*fields[start + 1 : start + 3], "", "")[:2])
        found.append(BoardPlacement(name, column, row, turned[:1] == ["rev"]))
    return tuple(found)


def _place(text: str) -> int:
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,9}", text, re.ASCII) else 0


def _decks(element: bf.Element, remarks: Remarks) -> Iterator[DeckInfo]:
    for child in children(element):
        if child.tag == bf.DRAW_PILE:
            board = child.get("owningBoard")
            try:
                x, y = integer(child, "x", 0), integer(child, "y", 0)
            except BadAttributeError as error:
                remarks.add(str(error))
                continue
            board = None if board == _ANY_BOARD else board or None
            yield DeckInfo(child.get("name", ""), x, y, board)


# --- laying out -------------------------------------------------------------------------


def _layout(
    info: MapInfo, placements: Iterable[BoardPlacement], sizes: Mapping[str, Size]
) -> Layout:
    offered: dict[str, BoardInfo] = {}
    for board in info.boards:
        offered.setdefault(board.name, board)
    placed, unknown = [], []
    for placement in placements:
        within = 0 <= placement.column < MAX_SLOTS and 0 <= placement.row < MAX_SLOTS
        if placement.name not in offered or not within:
            unknown.append(placement.name)
        else:
            placed.append((placement, offered[placement.name]))
    slots = {(p.column, p.row): _board_size(board, sizes) for p, board in placed}
    boards, unplaced = [], []
    for placement, board in placed:
        corner = _corner(placement, slots, info.edge)
        size = _board_size(board, sizes)
        if corner is None or size is None:
            unplaced.append(board)
        else:
            turned = placement.reversed and board.reversible
            boards.append(PlacedBoard(board, corner, size, turned))
    return Layout(tuple(boards), info.edge, tuple(unplaced), tuple(unknown))


def _board_size(board: BoardInfo, sizes: Mapping[str, Size]) -> Size | None:
    return board.size if board.image is None else sizes.get(board.image)


def _corner(
    placement: BoardPlacement, slots: Mapping[tuple[int, int], Size | None], edge: Size
) -> tuple[int, int] | None:
    """Add up the boards left of a board in its row, and those above it in its column."""
    none: Size = (0, 0)
    left = [slots.get((column, placement.row), none) for column in range(placement.column)]
    above = [slots.get((placement.column, row), none) for row in range(placement.row)]
    widths, heights = [s[0] for s in left if s], [s[1] for s in above if s]
    if len(widths) < len(left) or len(heights) < len(above):
        return None
    return edge[0] + sum(widths), edge[1] + sum(heights)


def _deck_place(deck: DeckInfo, layout: Layout) -> tuple[int, int] | None:
    left, top = layout.edge
    for placed in layout.boards:
        if placed.board.name == deck.board:
            left, top = placed.corner
            break
    else:
        if any(board.name == deck.board for board in layout.unplaced):
            return None
    return left + deck.x, top + deck.y
