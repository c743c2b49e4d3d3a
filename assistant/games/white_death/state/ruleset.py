"""What a game is played by: the data, the readings of unclear places, the optional rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from builder.hexgrid import Hex
from builder.model.game import Game, Unit
from builder.model.special import UnitGroup

__all__ = ["Ruleset"]


class Ruleset:
    """The rules in force; compared and hashed by identity, so it can be a key of caches.

    Args:
        game: The data.
        values: Values of switches by id of the unclear place; what isn't named is as chosen.
        optional: Sections of the optional rules in force, such as ``23``.

    Attributes:
        game: The data.
        optional: Sections of the optional rules in force.
    """

    def __init__(
        self,
        game: Game,
        values: Mapping[str, str] | None = None,
        optional: frozenset[str] = frozenset(),
    ) -> None:
        """Take over what isn't as chosen."""
        self.game = game
        self.optional = optional
        chosen = {id_: reading.chosen for id_, reading in game.readings.items() if reading.switch}
        self._values = {**chosen, **(values or {})}
        self._otherwise: dict[str, tuple[Ruleset, ...]] = {}

    def reads(self, reading: str) -> str:
        """Return the value of an unclear place's switch, such as ``"3"`` for ``A-01``."""
        return self._values[reading]

    def turned(self, reading: str) -> bool:
        """Tell whether an unclear place isn't read as chosen in the data."""
        return self._values[reading] != self.game.readings[reading].chosen

    @cached_property
    def turned_readings(self) -> frozenset[str]:
        """Ids of the unclear places that aren't read as chosen."""
        return frozenset(id_ for id_ in self._values if self.turned(id_))

    def otherwise(self, reading: str) -> tuple[Ruleset, ...]:
        """Return these rules with one unclear place read in each other way, always the same."""
        known = self._otherwise.get(reading)
        if known is None:
            entry = self.game.readings[reading]
            now = self._values[reading]
            values = [value for value in (entry.chosen, *entry.others) if value != now]
            known = tuple(
                Ruleset(self.game, {**self._values, reading: value}, self.optional)
                for value in values
            )
            self._otherwise[reading] = known
        return known

    def unit(self, id_: str) -> Unit:
        """Return a unit's data.

        Raises:
            KeyError: There is no such unit.
        """
        return self.game.units[id_]

    def group(self, id_: str) -> UnitGroup:
        """Return a group of units.

        Raises:
            KeyError: There is no such group.
        """
        return self.game.special.groups[id_]

    @cached_property
    def _cells(self) -> dict[str, Hex]:
        """Hexes by printed number."""
        numbering = self.game.map.numbering
        return {numbering.format(cell): cell for cell in self.game.map.hexes}

    @cached_property
    def _numbers(self) -> dict[Hex, str]:
        """Printed numbers by hex."""
        return {cell: number for number, cell in self._cells.items()}

    def cell(self, number: str) -> Hex | None:
        """Return the hex with a printed number, ``None`` if the map has none."""
        return self._cells.get(number)

    def cells(self, path: tuple[str, ...]) -> tuple[Hex, ...] | None:
        """Return the hexes of a way, ``None`` if one of them isn't on the map."""
        found = tuple(self._cells.get(number) for number in path)
        known = tuple(cell for cell in found if cell is not None)
        return known if len(known) == len(found) else None

    def number(self, cell: Hex) -> str:
        """Return a hex's printed number."""
        return self._numbers[cell]

    def enemy(self, side: str) -> str:
        """Return the id of the other side."""
        return next(other.id for other in self.game.sides if other.id != side)

    def label(self, id_: str) -> str:
        """Return a unit or marker as people call it, the id itself if it is neither."""
        unit, marker = self.game.units.get(id_), self.game.markers.get(id_)
        if unit is not None:
            return unit.label
        return marker.name if marker is not None else id_
