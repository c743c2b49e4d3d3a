"""Names of places: from the module's grids, else from the pieces' own memory, else pixels."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.record.module import Module
from assistant.record.table import Spot
from builder.vassal import SelectBoards
from builder.vassal.boards import OFFBOARD, find_map, location_name, map_layouts
from builder.vassal.trait import BasicPiece, RawTrait

__all__ = ["Places"]

_MEMORY = "OldLocationName"


class Places:
    """The places of one file.

    Args:
        module: The module, None if it isn't at hand.
        boards: The boards as the file's position has them.
    """

    def __init__(self, module: Module | None, boards: Iterable[SelectBoards]) -> None:
        """Lay the boards out."""
        self._maps = module.maps if module else {}
        self._layouts = map_layouts(module.maps, boards, module.sizes) if module else {}
        self._learned: dict[Spot, str] = {}
        self._known: dict[Spot, str] = {}

    def learn(self, state: str) -> None:
        """Take the name of a place from the state of a piece that remembers where it was."""
        if _MEMORY not in state:
            return
        saved = dict(BasicPiece.parse(RawTrait("piece", state.rpartition("\t")[2])).saved)
        x, y, name = (saved.get(key, "") for key in ("OldX", "OldY", _MEMORY))
        if name and name != OFFBOARD and x.isdecimal() and y.isdecimal() and len(x + y) < 16:
            spot = (saved.get("OldMap"), int(x), int(y))
            self._learned[spot] = name
            self._known.pop(spot, None)

    def name(self, spot: Spot) -> str:
        """Return the name of a place; map and pixels, if it has none."""
        found = self._known.get(spot)
        if found is None:
            found = self._known[spot] = self._find(spot)
        return found

    def _find(self, spot: Spot) -> str:
        where, x, y = spot
        if where is None:
            return "off the map"
        info = find_map(self._maps, where)
        if info is not None:
            name = location_name(info, self._layouts[info.name], x, y)
            if name and name != OFFBOARD:
                return name
        return self._learned.get(spot) or f"{where} ({x},{y})"
