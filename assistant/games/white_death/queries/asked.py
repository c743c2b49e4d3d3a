"""What is asked about: the position, the rules, and how people name units and hexes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from assistant.audit.answer import Shown
from assistant.errors import LogError
from assistant.games.white_death.names import GERMAN, SOVIET
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex, distance

__all__ = ["STACKING", "Asked", "around"]

STACKING = {GERMAN: "WD-4A.1", SOVIET: "WD-4B.1"}
"""The atom that limits the stacks of a side."""

_MOST_NAMED = 8
_NEAR = 2
_WORD = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Asked:
    """A position to ask about.

    Args:
        position: The position.
        rules: What it is played by.
        moment: Which moment of the game it is, in words.
        notes: What was said of it instead of what the file tells.
        began: Where units stood when the phase began, by id: those dragged since.
    """

    position: Position
    rules: Ruleset
    moment: str
    notes: tuple[str, ...] = ()
    began: Mapping[str, Hex] = field(default_factory=dict)

    @property
    def frozen(self) -> tuple[str, ...]:
        """What has to be said of supply and isolation, which an impulse fixes: 15.1."""
        if self.position.going is None:
            return ()
        note = "supply and isolation are as they are now; those of the impulse's beginning count"
        return (f"{note} (WD-15.1)",)

    def cell(self, text: str) -> Hex:
        """Return the hex that people name by its printed number.

        Raises:
            LogError: The map has none with that number.
        """
        found = self.rules.cell(text.strip().zfill(4))
        if found is None:
            numbers = [self.rules.number(cell) for cell in sorted(self.rules.game.map.hexes)]
            raise LogError(
                f"{text[:20]!r} is no hex of the map; numbers run from {min(numbers)} to "
                f"{max(numbers)}"
            )
        return found

    def unit(self, text: str) -> str:
        """Return the id of a unit that people name by id, by what its counter says, or by hex.

        A hex names the unit that stands there alone.

        Raises:
            LogError: No unit is meant, or several are, or it isn't on the map.
        """
        found = self._named(text)
        if len(found) == 1:
            return found[0]
        if found:
            told = ", ".join(found[:_MOST_NAMED]) + (" ..." if len(found) > _MOST_NAMED else "")
            raise LogError(f"{text[:60]!r} may be {told}; give the id of one")
        raise LogError(self._why_none(text))

    def _why_none(self, text: str) -> str:
        """Return why a text names no unit on the map, and what to do."""
        wanted = _plain(text)
        away = [id_ for id_ in self.rules.game.units if wanted in self._names(id_)]
        if len(away) == 1:
            piece = self.position.piece(away[0])
            where = f" ({piece.box.value})" if piece is not None else ""
            return f"{self.rules.label(away[0])} ({away[0]}) is not on the map{where}; name another"
        if self.rules.cell(text.strip()) is not None:
            return f"no unit stands in {text.strip()}; name a unit or another hex"
        return (
            f"{text[:60]!r} names no unit on the map; give an id, what the counter says, or the "
            "hex where it stands alone"
        )

    def _named(self, text: str) -> list[str]:
        """Return the ids of the units on the map that a text may mean."""
        here = [
            id_
            for force in self.position.forces.values()
            for stack in force.stacks.values()
            for id_ in stack
        ]
        if text in here:
            return [text]
        cell = self.rules.cell(text.strip())
        if cell is not None:
            return self._in(cell)
        wanted = _plain(text)
        exact = [id_ for id_ in here if wanted in self._names(id_)]
        return sorted(exact or [id_ for id_ in here if wanted and wanted in _plain(id_)])

    def _in(self, cell: Hex) -> list[str]:
        """Return the ids of all units in a hex."""
        return [id_ for side in self.position.forces for id_ in self.position.stack(cell, side)]

    def _names(self, id_: str) -> set[str]:
        """Return what a counter may be called, in plain letters."""
        unit = self.rules.unit(id_)
        short = f"{unit.name}/{unit.formation_id}" if unit.formation_id else unit.name
        return {_plain(id_), _plain(unit.label), _plain(short), _plain(unit.name)}

    def shown(
        self, area: Iterable[Hex], marked: Iterable[str] = ()
    ) -> Mapping[Hex, tuple[Shown, ...]]:
        """Return the counters of some hexes, to be drawn.

        Args:
            area: The hexes.
            marked: Ids of units to mark.
        """
        pieces = {id_: p for f in self.position.forces.values() for id_, p in f.pieces.items()}
        told = frozenset(marked)
        return {
            cell: tuple(
                Shown(id_, pieces[id_].strength, back=pieces[id_].deployed, marked=id_ in told)
                for id_ in sorted(self._in(cell), key=lambda id_: id_ in told)
            )
            for cell in area
            if self.position.holder(cell)
        }


def around(cells: Iterable[Hex], every: Iterable[Hex], far: int = _NEAR) -> frozenset[Hex]:
    """Return the hexes of a map within some hexes of any of others."""
    inner = tuple(cells)
    return frozenset(c for c in every if any(distance(c, other) <= far for other in inner))


def _plain(text: str) -> str:
    """Return a text in small letters and digits, blanks between."""
    return _WORD.sub(" ", text.casefold()).strip()
