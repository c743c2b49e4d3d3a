"""One move, looked at once for all rules that judge it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from assistant.engine.identity import Beside, Same
from assistant.engine.movement import PARTS
from assistant.games.white_death.names import MOVEMENT, PASS, SKI
from assistant.games.white_death.play.book import Part
from assistant.games.white_death.play.movement.mover import is_commando
from assistant.games.white_death.play.movement.step import Way, path_cost
from assistant.games.white_death.play.special.commandos import companions, may_pass
from assistant.games.white_death.state.control import ground_for, is_thaw, mobility_of
from assistant.games.white_death.state.position import DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Move
from builder.hexgrid import Hex
from builder.model.game import Game

__all__ = ["Judged", "is_guided", "judged"]


@dataclass(frozen=True, slots=True)
class Judged:
    """A move.

    Args:
        act: The line.
        label: The unit as people call it.
        path: Its way.
        way: The same, priced and with what it breaks.
        points: Movement points of the impulse, ``None`` between impulses.
        placed: Whether the unit stood where its way begins.
        short: Whether it is a single step that a unit may always make (A-06).
    """

    act: Move
    label: str
    path: tuple[Hex, ...]
    way: Way
    points: int | None
    placed: bool
    short: bool

    @property
    def total(self) -> Fraction:
        """Movement points that it costs, those spent before included."""
        return Fraction(self.way.start.spent + self.way.cost, PARTS)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of :attr:`total`."""
        spent = self.way.start.spent
        before: tuple[Part, ...] = ()
        if spent:
            before = ((Fraction(spent, PARTS), "spent before in this impulse", "WD-6A.1"),)
        charges = self.way.charges
        return before + tuple((Fraction(c.amount, PARTS), c.reason, c.rule) for c in charges)

    @property
    def over(self) -> bool:
        """Whether it costs more than the unit has."""
        return self.points is not None and self.total > self.points and not self.short

    def of(self, *rules: str) -> Fraction:
        """Return what some rules add to the cost."""
        amounts = (charge.amount for charge in self.way.charges if charge.rule in rules)
        return Fraction(sum(amounts), PARTS)

    def left_out(self, *rules: str) -> bool:
        """Tell whether what some rules add was not paid: without it the points would do.

        Either the points of the impulse, or those that the line says were spent.
        """
        extra = self.of(*rules)
        if not extra:
            return False
        cost = Fraction(self.way.cost, PARTS)
        declared = bool(self.act.cost) and self.act.cost == cost - extra
        enough = self.points is not None and self.over and self.total - extra <= self.points
        return declared or enough


def judged(position: Position, act: Move, rules: Ruleset) -> Judged | None:
    """Return a move with its way priced, ``None`` if unit or hexes are unknown."""
    if position.piece(act.unit) is None:
        return None
    values = tuple(map(rules.reads, _telling(position, act.unit, rules)))
    return _judged(Same(position), act, values, Same(rules.game), Beside(rules))


def _telling(position: Position, unit: str, rules: Ruleset) -> list[str]:
    """Return the unclear places whose reading can make a difference to a unit's way."""
    mobility = mobility_of(unit, position, rules)
    found = {"A-06", "A-16", "A-18"} | ground_for(mobility, position, rules).readings
    if mobility == SKI:
        found |= {"A-08", "A-09"}
    if is_thaw(position, rules):
        found |= {"A-17", "A-19"}
    return sorted(found)


@lru_cache(maxsize=64)
def _judged(
    same: Same[Position],
    act: Move,
    values: tuple[str, ...],
    game: Same[Game],
    held: Beside[Ruleset],
) -> Judged | None:
    """Look at a move once."""
    del values, game
    position, rules = same.thing, held.thing
    piece, path = position.piece(act.unit), rules.cells(act.path)
    if piece is None or piece.strength <= 0 or not path or len(path) < 2:
        return None
    guided = is_guided(position, act.unit, path, rules)
    way = path_cost(position, act.unit, path, rules, paid=act.paid, guided=guided)
    going = position.going
    single = len(path) == 2 and way.start.first and way.start.spent == 0
    allowed = single and going is not None and going.kind != PASS
    return Judged(
        act=act,
        label=rules.label(act.unit),
        path=path,
        way=way,
        points=going.points if going is not None else None,
        placed=piece.at == path[0],
        short=allowed and rules.reads("A-06") == "one_hex",
    )


def is_guided(position: Position, unit: str, path: tuple[Hex, ...], rules: Ruleset) -> bool:
    """Tell whether a unit tries to pass the enemy on a way, as or with commandos: 21C.

    Whoever isn't a commando does so only where its own movement wouldn't bring it, or with
    commandos that have gone the same way and haven't rolled for it yet.
    """
    if is_commando(unit, rules):
        return True
    if position.phase != MOVEMENT:
        return False
    others = companions(position, unit, path, rules)
    if not may_pass(position, others, rules):
        return False
    if any(position.fight.duty(DutyKind.DETECT, each) for each in others):
        return True
    alone, going = path_cost(position, unit, path, rules), position.going
    total = alone.start.spent + alone.cost
    free = len(path) == 2 and rules.reads("A-06") == "one_hex"
    over = going is not None and total > going.points * PARTS and not free
    return bool(alone.breaches) or over
