"""A second, slow and literal implementation of rules 3, 6 and 7, for comparison only.

It shares nothing with the first but the data: fractions instead of parts, every path
walked instead of a search, printed hex numbers instead of coordinates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import atan2, pi

THAWED = {"D", "W", "T"}
_NORTH, _SOUTH = 3 * pi / 2, pi / 2
"""Bearings on a field whose rows run southwards."""


@dataclass
class Piece:
    """A unit as the oracle knows it."""

    side: str
    kind: str
    size: str
    mobility: str
    at: str
    bank: str = ""
    abandoned: bool = False
    commando: bool = False


@dataclass
class Field:
    """A small field of hexes by printed number."""

    terrain: dict[str, set[str]]
    chart: dict[str, dict]
    leave: dict[str, dict]
    lake_extra: dict[str, Fraction]
    weather: str
    roads: set[frozenset[str]] = field(default_factory=set)
    lakes: dict[frozenset[str], str] = field(default_factory=dict)
    bridges: set[str] = field(default_factory=set)
    rivers: list[list[str]] = field(default_factory=list)
    pieces: dict[str, Piece] = field(default_factory=dict)
    bunkers: set[str] = field(default_factory=set)
    reading: dict[str, str] = field(default_factory=dict)

    def beside(self, number: str) -> list[str]:
        """Return the neighbours by the printed table of the numbering."""
        column, row = int(number[:2]), int(number[2:])
        shifts = (
            [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)]
            if column % 2
            else [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
        )
        found = [f"{column + dx:02}{row + dy:02}" for dx, dy in shifts]
        return [other for other in found if other in self.terrain]

    # --- ground ---------------------------------------------------------------------------

    def step(self, mobility: str, a: str, b: str) -> Fraction | None:
        """Return what a step costs, ``None`` if it is prohibited."""
        side = frozenset((a, b))
        extra = Fraction(0)
        lake = self.lakes.get(side)
        if lake == "partial" and self.weather != "thaw" and self.reading.get("A-18") == "as_full":
            lake = "full"
        if lake == "full":
            if mobility not in self.lake_extra:
                return None
            extra = self.lake_extra[mobility]
        along = side in self.roads
        entry = self.entry(mobility, b, along=along)
        if entry is None:
            return None
        return entry + extra + self.penalty(mobility, a, b, along=along)

    def entry(self, mobility: str, b: str, *, along: bool) -> Fraction | None:
        """Return the figure for entering a hex."""
        here = self.terrain[b]
        if b in self.bridges:
            as_clear = self.reading.get("A-04") == "clear" and not along
            return self.chart["clear" if as_clear else "road"][mobility]
        if along:
            return self.chart["river" if "river" in here else "road"][mobility]
        figures = [self.chart[name].get(mobility) for name in here]
        if None in figures:
            return None
        return max(figures)

    def penalty(self, mobility: str, a: str, b: str, *, along: bool) -> Fraction:
        """Return the second figures of the pairs due on a step."""
        if a in self.bridges:
            return Fraction(0)
        due = Fraction(0)
        wet = "river" in self.terrain[b] and b not in self.bridges
        brooks = {"creek", "forest_creek"}
        if self.reading.get("A-02") == "free" and (wet or self.terrain[b] & brooks):
            return due
        if "river" in self.terrain[a] and not wet:
            due += self.leave["river"].get(mobility, Fraction(0))
        if self.terrain[a] & brooks and not self.terrain[b] & brooks and not along:
            (name,) = self.terrain[a] & brooks
            figure = self.leave[name].get(mobility, Fraction(0))
            if (name, mobility) == ("creek", "D"):
                figure = Fraction(self.reading.get("A-01", figure))
            due += figure
        return due

    # --- zones ----------------------------------------------------------------------------

    def controllers(self, cell: str, side: str) -> set[str]:
        """Return the enemies of a side that control a hex for sure."""
        if "town" in self.terrain[cell]:
            return set()
        found = set()
        for name, piece in self.pieces.items():
            if piece.side == side or piece.at not in self.beside(cell):
                continue
            mates = [one for one in self.pieces.values() if one.at == piece.at]
            lone = len(mates) == 1
            if lone and self.reading.get("A-16") == "bunkers_count" and piece.at in self.bunkers:
                lone = False
            lone = lone and not piece.abandoned  # without guns they are personnel
            if lone and (piece.side, piece.kind, piece.size) == ("german", "weapons", "I"):
                continue
            if self.step(piece.mobility, piece.at, cell) is None or self._over(piece, cell):
                continue
            found.add(name)
        return found

    def _over(self, piece: Piece, cell: str) -> bool:
        """Tell whether a thawed river keeps a unit from a hex that it would control else."""
        if self.weather != "thaw" or piece.mobility not in THAWED:
            return False
        reading = self.reading.get("A-17", "river_hex")
        if self.dammed(cell):
            return reading == "none" and not self.dammed(piece.at)
        if not self.dammed(piece.at) or reading == "far_bank":
            return False
        return {self.bank(piece.at, cell), piece.bank} == {"left", "right"}

    # --- banks ----------------------------------------------------------------------------

    def angle(self, a: str, b: str) -> float:
        """Return the bearing from one hex centre to another."""

        def centre(number: str) -> tuple[float, float]:
            column, row = int(number[:2]), int(number[2:])
            return column * 3**0.5 / 2, row + (0.5 if column % 2 == 0 else 0)

        (ax, ay), (bx, by) = centre(a), centre(b)
        return atan2(by - ay, bx - ax) % (2 * pi)

    def bank(self, river: str, other: str) -> str:
        """Return ``along``, or on which bank of a river hex a neighbour lies.

        Rivers come in over the north edge and leave over the south edge.
        """
        (chain,) = [chain for chain in self.rivers if river in chain]
        i = chain.index(river)
        if other in chain[max(i - 1, 0) : i + 2]:
            return "along"
        up = self.angle(river, chain[i - 1]) if i else _NORTH
        down = self.angle(river, chain[i + 1]) if i + 1 < len(chain) else _SOUTH
        turn = (self.angle(river, other) - up) % (2 * pi)
        return "left" if turn < (down - up) % (2 * pi) else "right"

    def dammed(self, cell: str) -> bool:
        """Tell whether a hex has a river and no bridge."""
        return "river" in self.terrain[cell] and cell not in self.bridges

    # --- marches --------------------------------------------------------------------------

    def cheapest(self, mover: Piece, stops: list[str], most: Fraction) -> Fraction | None:
        """Return the least cost of any legal path through the stops, by walking all of them."""
        costs = list(self._walk(mover, mover.at, stops, most, Fraction(0), _Way(first=True)))
        return min(costs, default=None)

    def _walk(  # noqa: C901, PLR0913, PLR0917 - the rules one after the other, as printed
        self,
        mover: Piece,
        at: str,
        stops: list[str],
        most: Fraction,
        spent: Fraction,
        way: _Way,
    ) -> Iterator[Fraction]:
        """Yield the cost of every legal path; within a leg no hex is entered twice."""
        if at == stops[0]:
            if len(stops) == 1:
                yield spent
                return
            stops, way = stops[1:], way.fresh()
        if way.stopped:
            return
        here = self.controllers(at, mover.side)
        for to in self.beside(at):
            if to in way.seen:
                continue
            cost = self.step(mover.mobility, at, to)
            if cost is None or self._shut(mover, to):
                continue
            there = self.controllers(to, mover.side)
            if there and mover.kind == "weapons":
                continue
            if here and mover.kind != "AFV" and (way.first or mover.mobility == "S"):
                cost += 1
            bank = way.bank
            if self.weather == "thaw" and mover.mobility in THAWED:
                bank = self._crossed(at, to, bank)
                if bank == "wrong":
                    continue
            if spent + cost > most:
                continue
            stopped = bool(there) and mover.kind != "AFV"
            if mover.mobility == "S":
                stopped = any(self.pieces[name].mobility == "S" for name in there) and stopped
            onward = _Way(first=False, stopped=stopped, bank=bank, seen=way.seen | {at})
            yield from self._walk(mover, to, stops, most, spent + cost, onward)

    def _shut(self, mover: Piece, to: str) -> bool:
        """Tell whether enemies hold a hex, or a bunker shuts it to the Soviet side."""
        held = any(one.at == to and one.side != mover.side for one in self.pieces.values())
        return held or (mover.side == "soviet" and to in self.bunkers)

    def _crossed(self, at: str, to: str, bank: str) -> str:
        """Return the bank after a step, ``wrong`` if it crosses the river."""
        if self.dammed(to):
            if self.dammed(at):
                return bank if self.bank(at, to) == "along" else "wrong"
            side = self.bank(to, at)
            return "either" if side == "along" else side
        if not self.dammed(at):
            return ""
        if self.bank(at, to) in ("along", bank) or bank == "either":
            return ""
        return "wrong"

    # --- acts -----------------------------------------------------------------------------

    def halting(self, mover: Piece, cell: str) -> bool:
        """Tell whether a mover must stop in a hex."""
        there = self.controllers(cell, mover.side)
        if mover.mobility == "S":
            there = {name for name in there if self.pieces[name].mobility == "S"}
        return bool(there) and mover.kind != "AFV" and not mover.commando

    def toll(self, mover: Piece, at: str, *, first: bool) -> Fraction:
        """Return what leaving a zone of control costs."""
        here = self.controllers(at, mover.side)
        if not here or mover.kind == "AFV":
            return Fraction(0)
        ski = mover.mobility == "S"
        if first:
            return Fraction(self.reading.get("A-09", 1) if ski else 1)
        if not ski or mover.commando:
            return Fraction(0)
        return Fraction(len(here) if self.reading.get("A-08") == "true" else 1)

    def held(self, mover: Piece, to: str) -> bool:
        """Tell whether a hex is shut to a mover because of who is in it."""
        enemies = any(one.at == to and one.side != mover.side for one in self.pieces.values())
        bunker = mover.side == "soviet" and to in self.bunkers
        return (enemies and not mover.commando) or (bunker and not (enemies and mover.commando))

    def afloat(self, mover: Piece, at: str, to: str, bank: str) -> str:
        """Return the bank after a step in any weather: ``wrong`` where thaw forbids it."""
        if self.dammed(to) and self.dammed(at):
            if self.reading.get("A-19") == "free":
                return "either"
            return bank if self.bank(at, to) == "along" else ""
        if self.dammed(to):
            side = self.bank(to, at)
            return "either" if side == "along" else side
        if not self.dammed(at) or self.weather != "thaw" or mover.mobility not in THAWED:
            return ""
        side = self.bank(at, to)
        return "wrong" if {side, bank} == {"left", "right"} else ""

    def broken(self, mover: Piece, path: list[str]) -> list[set[str]]:
        """Return for each step of a path of adjacent hexes what is wrong with it."""
        found = []
        bank = mover.bank
        for number, (at, to) in enumerate(pairwise(path)):
            wrong = set()
            if number and self.halting(mover, at):
                wrong.add("stop")
            if self.held(mover, to):
                wrong.add("enemy")
            if self.controllers(to, mover.side) and self.armed(mover):
                wrong.add("weapons")
            if self.entry(mover.mobility, to, along=frozenset((at, to)) in self.roads) is None:
                wrong.add("prohibited")
            if self.icy(mover.mobility, at, to):
                wrong.add("lake")
            bank = self.afloat(mover, at, to, bank)
            if bank == "wrong":
                wrong.add("river")
                bank = ""
            found.append(wrong)
        return found

    def armed(self, mover: Piece) -> bool:
        """Tell whether a mover is a weapons unit with its equipment."""
        return mover.kind == "weapons" and not mover.abandoned

    def icy(self, mobility: str, a: str, b: str) -> bool:
        """Tell whether a lake hexside is prohibited."""
        lake = self.lakes.get(frozenset((a, b)))
        partial = self.weather != "thaw" and self.reading.get("A-18") == "as_full"
        return mobility not in self.lake_extra and (
            lake == "full" or (lake == "partial" and partial)
        )

    def reached(self, mover: Piece, points: Fraction) -> dict[str, Fraction]:
        """Return the least cost of every hex in reach: all steps, over and over, to the end."""
        best = {(mover.at, mover.bank, True): Fraction(0)}
        growing = True
        while growing:
            growing = False
            for (at, bank, first), spent in list(best.items()):
                if not first and self.halting(mover, at):
                    continue
                for to in self.beside(at):
                    now = mover_at(mover, at, bank)
                    cost = self.step(mover.mobility, at, to)
                    wrong = self.broken(now, [at, to])[0]
                    if cost is None or wrong:
                        continue
                    total = spent + cost + self.toll(mover, at, first=first)
                    state = (to, self.afloat(mover, at, to, bank), False)
                    if total <= points and total < best.get(state, points + 1):
                        best[state] = total
                        growing = True
        found: dict[str, Fraction] = {}
        for (at, _, _), spent in best.items():
            found[at] = min(spent, found.get(at, spent))
        enemies = {one.at for one in self.pieces.values() if one.side != mover.side}
        return {at: spent for at, spent in found.items() if at not in enemies}


def mover_at(mover: Piece, at: str, bank: str) -> Piece:
    """Return a mover as it stands elsewhere."""
    return Piece(
        mover.side,
        mover.kind,
        mover.size,
        mover.mobility,
        at,
        bank,
        mover.abandoned,
        mover.commando,
    )


@dataclass(frozen=True)
class _Way:
    """What a path has behind it."""

    first: bool = False
    stopped: bool = False
    bank: str = ""
    seen: frozenset[str] = frozenset()

    def fresh(self) -> _Way:
        """Return the same for a new leg, in which every hex may be entered again."""
        return _Way(self.first, self.stopped, self.bank, frozenset())
