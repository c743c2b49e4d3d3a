"""One march and everything that bears on it, gathered once for those who judge it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest

from assistant.audit.finding import Evidence, Item
from assistant.engine.actions import March
from assistant.engine.identity import Same
from assistant.engine.movement import Route, along, cheapest, itemised, parts, points_text
from assistant.engine.state import Ply, State
from assistant.games.white_death.board import Board, board_of
from assistant.games.white_death.names import DEPLOY
from assistant.games.white_death.trek import Trek, trek_of
from assistant.games.white_death.view import View
from builder.hexgrid import Hex
from builder.model.game import Game, Unit

__all__ = ["Case", "case_of", "deploys"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A march from hex to hex in an action impulse.

    Args:
        ply: The act between its two positions.
        march: The act.
        unit: Who marches.
        game: The data.
        board: The enemy.
        origin: Where it began.
        stops: Where each drag ended.
        allowance: Parts of a movement point declared for the impulse.
        deploying: Parts spent on deploying in the same phase.
    """

    ply: Ply
    march: March
    unit: Unit
    game: Game
    board: Board
    origin: Hex
    stops: tuple[Hex, ...]
    allowance: int
    deploying: int
    _found: dict[tuple[View, int | None], Route | None] = field(
        default_factory=dict, repr=False, compare=False
    )

    @property
    def left(self) -> int:
        """What is left of the allowance for moving."""
        return self.allowance - self.deploying

    @property
    def weathers(self) -> tuple[str, ...]:
        """The weather, or every weather if the log doesn't tell it."""
        now = self.ply.before.weather
        return (now,) if now in self.game.weather else tuple(self.game.weather)

    @property
    def steps(self) -> tuple[int, ...]:
        """The log steps of the drags."""
        return tuple(stop.step for stop in self.march.stops)

    def trek(self, view: View) -> Trek:
        """Return the mover under a view."""
        return trek_of(self.unit, self.board, self.game, view)

    def route(self, view: View, *, limit: int | None = None, bound: bool = True) -> Route | None:
        """Return the cheapest legal way through the stops under a view.

        Args:
            view: The conditions.
            limit: Greatest cost, if not what is left of the allowance.
            bound: Whether there is a limit at all.
        """
        most = (self.left if limit is None else limit) if bound else None
        trek = self.trek(view)
        key = trek.view, most
        if key not in self._found:
            self._found[key] = self._search(trek, most)
        return self._found[key]

    def allows(self, view: View, route: Route) -> bool:
        """Tell whether a legal way under one view is one under another, hex by hex."""
        trek = self.trek(view)
        cost = along(trek, trek.start(self.origin), route.hexes[1:])
        return cost is not None and cost <= self.left

    def _search(self, trek: Trek, most: int | None) -> Route | None:
        """Look for a way unless a stop can't be entered, or left again, at all."""
        for stop, then in zip_longest(self.stops, self.stops[1:]):
            onward = then not in (None, stop)
            if stop != self.origin and not trek.admits(stop, self.origin, onward=onward):
                return None
        return cheapest(trek, trek.start(self.origin), self.stops, most)

    def near_rail(self, view: View) -> bool:
        """Tell whether a train could be of use: railways near enough for the allowance."""
        return self.trek(view).by_rail(self.origin, self.stops[-1]) <= self.left

    def number(self, cell: Hex) -> str:
        """Return the printed number of a hex."""
        return self.game.map.numbering.format(cell)

    def told(self) -> str:
        """Return who marches from where to where, in words."""
        ends = f"{self.number(self.origin)} to {self.number(self.stops[-1])}"
        return f"{self.unit.label} marches from {ends}"

    def evidence(
        self, trek: Trek, route: Route, facts: tuple[tuple[str, str], ...] = ()
    ) -> Evidence:
        """Return a way with every part of its cost, held against the allowance.

        Args:
            trek: The mover whose prices count (those of the rules, nothing set aside).
            route: The way.
            facts: Further facts.
        """
        items = [
            (charge.amount, f"{self.number(leg.to)} {charge.reason}", charge.rule)
            for leg in itemised(trek, route)
            for charge in leg.charges
        ]
        if self.deploying:
            items.append((self.deploying, "deploying", "WD-6B.2"))
        return Evidence(
            units=(self.unit.id,),
            hexes=tuple(self.number(cell) for cell in route.hexes),
            cost=points_text(sum(amount for amount, _, _ in items)),
            allowance=points_text(self.allowance),
            items=tuple(Item(points_text(amount), why, rule) for amount, why, rule in items),
            steps=self.steps,
            facts=facts,
        )


def case_of(ply: Ply, march: March, unit: Unit, game: Game) -> Case:
    """Gather what bears on a march whose origin and stops are hexes."""
    cells = [place.hex for place in (march.origin, *(stop.at for stop in march.stops))]
    origin, *stops = [cell for cell in cells if cell is not None]
    # turned only after its phase: it may have concentrated as it moved, see 6B.3
    late = march.front_later and ply.before.counters[unit.id].back
    deploying = not late and deploys(ply.before, ply.after, unit)
    return Case(
        ply=ply,
        march=march,
        unit=unit,
        game=game,
        board=board_of(Same(ply.before), Same(ply.after), Same(game), unit.side),
        origin=origin,
        stops=tuple(stops),
        allowance=parts(march.impulse.points) if march.impulse else 0,
        deploying=parts(game.chart.activities[DEPLOY]) if deploying else 0,
    )


def deploys(before: State, after: State, unit: Unit) -> bool:
    """Tell whether an artillery unit was deployed within a phase: 6B.2, 6B.3.

    A deployed unit that moves is concentrated; if its back shows at the end it deployed anew.
    """
    first, last = before.counters.get(unit.id), after.counters.get(unit.id)
    if not unit.artillery or first is None or last is None or not last.back:
        return False
    return not first.back or first.place != last.place
