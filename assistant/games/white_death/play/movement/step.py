"""What a way costs, step by step, and every rule it breaks: rules 3, 6A, 7, 16B."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from assistant.engine.movement import Charge
from assistant.games.white_death.play.movement.crossing import crossing
from assistant.games.white_death.play.movement.mover import Mover, Start, mover_of, start_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex

__all__ = ["Breach", "Step", "Way", "path_cost", "walked"]


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that a step breaks.

    Args:
        rule: Id of the atom.
        why: What is wrong, as the end of a sentence that begins with the unit.
        where: The hex where the rule bites.
        units: Units and bunkers in the way.
        doubt: What would have to be known to be sure of it, as the end of a sentence; empty if
            it is sure.
    """

    rule: str
    why: str
    where: Hex
    units: tuple[str, ...] = ()
    doubt: str = ""

    @property
    def sure(self) -> bool:
        """Whether everything is known that decides it."""
        return not self.doubt


_BANK = "if the bank of a thawed river that isn't known is the other"
_LED = "unless commandos may lead such units, too, through zones of control"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a way.

    Args:
        cell: The hex left.
        to: The hex entered.
        charges: The parts of its cost; empty if the hexes aren't adjacent.
        breaches: The rules it breaks.
        along: Whether it goes along a road or railway.
        holders: The enemies that control the hex entered.
        after: How the unit then stands, what it has spent on the way included.
    """

    cell: Hex
    to: Hex
    charges: tuple[Charge, ...]
    breaches: tuple[Breach, ...]
    along: bool
    holders: tuple[str, ...]
    after: Start


@dataclass(frozen=True, slots=True)
class Way:
    """A way, priced.

    Args:
        start: How the unit stood.
        steps: Its steps.
    """

    start: Start
    steps: tuple[Step, ...]

    @property
    def cost(self) -> int:
        """What it costs, in parts of a point."""
        return sum(charge.amount for charge in self.charges)

    @property
    def charges(self) -> tuple[Charge, ...]:
        """The parts of what it costs."""
        return tuple(charge for step in self.steps for charge in step.charges)

    @property
    def breaches(self) -> tuple[Breach, ...]:
        """The rules it breaks, step by step."""
        return tuple(breach for step in self.steps for breach in step.breaches)

    @property
    def end(self) -> Start:
        """How the unit stands after it."""
        return self.steps[-1].after if self.steps else self.start


def path_cost(  # noqa: PLR0913 - a way and how it is gone
    position: Position,
    unit: str,
    path: tuple[Hex, ...],
    rules: Ruleset,
    *,
    paid: bool = False,
    guided: bool = False,
) -> Way:
    """Return what a way of a unit costs, step by step, and every rule that it breaks.

    Args:
        position: The position before it.
        unit: Id of the unit.
        path: Hexes of the map; the first is the one it leaves.
        rules: What it is judged by.
        paid: Whether an AFV pays for not being fired at as it leaves the first.
        guided: Whether commandos lead it (21C).

    Raises:
        KeyError: There is no such unit in the position.
        ValueError: The way is empty.
    """
    if not path:
        raise ValueError("a way has at least the hex where it begins")
    mover = mover_of(position, unit, rules, guided=guided)
    return walked(mover, start_of(mover, path[0]), path, paid=paid)


def walked(mover: Mover, start: Start, path: tuple[Hex, ...], *, paid: bool = False) -> Way:
    """Return the same as :func:`path_cost` for a mover that stands as told."""
    steps: list[Step] = []
    now = start
    for cell, to in pairwise(path):
        step = _step(mover, now, cell, to, paid=paid and not steps)
        steps.append(step)
        now = step.after
    return Way(start, tuple(steps))


def _step(mover: Mover, start: Start, cell: Hex, to: Hex, *, paid: bool) -> Step:
    """Return one step."""
    edge = mover.edge(cell, to, by_road=start.by_road)
    if edge is None:
        after = replace(start, at=to, first=False, halted=False)
        gap = Breach("WD-6A.2", "goes to a hex that isn't adjacent", to)
        return Step(cell, to, (), (gap,), along=False, holders=(), after=after)
    toll = mover.toll(cell, start, paid=paid)
    charges = edge.charges if toll is None else (toll, *edge.charges)
    bank = crossing(
        cell,
        to,
        start.bank,
        rivers=mover.ground.rivers,
        banks=mover.banks,
        free=mover.rules.reads("A-19") == "free",
    )
    breaches = [*_stop(mover, start), *_entry(mover, to)]
    breaches += [_barred(mover, bar, to) for bar in mover.ground.bars(cell, to)]
    if mover.bound and (bank.crosses or not bank.sure):
        why = "leaves a thawed river on the other bank"
        breaches.append(Breach("WD-16B.1", why, to, doubt="" if bank.sure else _BANK))
    spent = start.spent + sum(charge.amount for charge in charges)
    halted = bool(mover.halting(to))
    after = Start(to, bank.bank, False, start.in_zone, halted, edge.along, spent)  # noqa: FBT003
    return Step(cell, to, charges, tuple(breaches), edge.along, mover.holders(to), after)


def _stop(mover: Mover, start: Start) -> Iterator[Breach]:
    """Yield the breach of moving on where the unit had to stop in an enemy zone: 3.3, 3B.1."""
    if start.first or not start.halted:
        return
    halting = mover.halting(start.at)
    if halting:
        rule = "WD-3B.1" if mover.ski else "WD-3.3"
        who = "of an enemy ski unit " if mover.ski else ""
        why = f"moves on from a zone of control {who}that it entered in this phase"
        doubt = "" if mover.sure(start.at, halting) else _BANK
        yield Breach(rule, why, start.at, halting, doubt)


def _entry(mover: Mover, to: Hex) -> Iterator[Breach]:
    """Yield the breaches of entering a hex that the enemy is in or controls: 6A.4, 3C.1."""
    occupants = mover.occupants(to)
    if occupants and not (mover.commando and occupants[0] not in mover.position.bunkers):
        bunker = occupants[0] in mover.position.bunkers
        why = "enters the hex of a bunker without assault" if bunker else "enters an enemy hex"
        yield Breach("WD-6A.4", why, to, occupants)
    holders = mover.holders(to)
    if holders and mover.weapons:
        why = "is a weapons unit and enters an enemy zone of control"
        doubt = "" if mover.sure(to, holders) else _BANK
        yield Breach("WD-3C.1", why, to, holders, _LED if mover.commando else doubt)


def _barred(mover: Mover, rule: str, to: Hex) -> Breach:
    """Return the breach of going where the ground is prohibited: 7.9, 7.12."""
    name = mover.rules.game.chart.mobilities[mover.mobility]
    what = "crosses a lake hexside" if rule == "WD-7.12" else "enters a hex"
    return Breach(rule, f"{what} that is prohibited to {name} units", to)
