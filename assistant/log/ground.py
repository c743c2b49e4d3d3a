"""Where a pixel lies: which hex of the main map, or which other map."""

from __future__ import annotations

from assistant.engine.events import Place
from builder import convention
from builder.model.game import GameMap

__all__ = ["Ground", "Spot"]

Spot = tuple[str | None, int, int]
"""Identifier of a VASSAL map (``None``: off all maps), x and y in map px, origin top left."""

_FAR_PX = 1_000_000
_NOWHERE = Place("off the maps")
_MARGIN = Place(f"{convention.MAP}, off the hexes")


class Ground:
    """Turns spots into places; remembers what it was asked before.

    Args:
        map_: The map of the game.
    """

    def __init__(self, map_: GameMap) -> None:
        """Begin with nothing remembered."""
        self._map = map_
        self._places: dict[Spot, Place] = {}

    def place(self, spot: Spot) -> Place:
        """Return the hex of a spot on the main map, otherwise the map by its name.

        One place stands for a whole other map, so drags inside it are no moves.
        """
        found = self._places.get(spot)
        if found is None:
            found = self._places[spot] = self._find(spot)
        return found

    def other_hex(self, spot: Spot) -> str:
        """Return the number of the hex by the engine's other rule, empty if both agree.

        VASSAL 3.6 names and snaps by column bands, later versions snap to the true hexagon;
        they differ only in the corners of a hex, where no snapped piece lies.
        """
        where, x, y = spot
        place = self.place(spot)
        if where != convention.MAP or place.hex is None:
            return ""
        if (x, y) == self._map.board.centre(place.hex):
            return ""
        band = self._map.board.band_hex_at(x, y)
        return "" if band == place.hex else self._map.numbering.format(band)

    def _find(self, spot: Spot) -> Place:
        """Return the place of a spot not asked for before."""
        where, x, y = spot
        if where is None:
            return _NOWHERE
        if where != convention.MAP:
            return Place(where)
        if max(abs(x), abs(y)) > _FAR_PX:
            return _MARGIN
        cell = self._map.board.hex_at(x, y)
        if cell not in self._map.numbering:
            return _MARGIN
        return Place(self._map.numbering.format(cell), cell)
