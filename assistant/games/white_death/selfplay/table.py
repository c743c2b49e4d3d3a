"""The table where a game is played: every act is judged before it is done."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.play.fire.barrage_total import last_attack
from assistant.games.white_death.play.fire.losses import place_of
from assistant.games.white_death.play.fire.tables import NONE, barrage_column
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import Line, format_line
from builder.convention.line import BarrageDie, Fire, Move

__all__ = ["IllegalActError", "Table", "Tally"]

T = TypeVar("T")


class IllegalActError(AssertionError):
    """An act that the player took for legal is not; a fault of rules or of play."""


@dataclass(slots=True)
class Tally:
    """What has been played.

    Args:
        acts: Number of acts by type.
        rules: Number of acts by name of a rule that had something to say of them.
        checked: Number of findings by id of the atom.
        cells: Number of dice by table, column and roll.
        open: Number of findings that weren't checkable, by id of the atom.
    """

    acts: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    checked: Counter[str] = field(default_factory=Counter)
    cells: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)


class Table:
    """A position that acts change one after the other.

    Args:
        rules: What is played by.
        position: Where the game begins.
        chance: Dice and choices.
        watch: Called with the position before, the act and the position after it.
    """

    def __init__(
        self,
        rules: Ruleset,
        position: Position,
        chance: random.Random,
        watch: Callable[[Position, Line, Position], None] | None = None,
    ) -> None:
        """Sit down."""
        self.rules, self.position, self.chance = rules, position, chance
        self.tally = Tally()
        self.lines: list[Line] = []
        self._watch = watch

    def do(self, act: Line) -> None:
        """Do an act.

        Raises:
            IllegalActError: A rule is broken by it, or some of it can't be applied.
        """
        before = self.position
        judged = list(ACTS.judged(before, act, self.rules, disputes=False))
        found = [each for _, findings in judged for each in findings]
        broken = [each for each in found if each.verdict is Verdict.BROKEN]
        if broken:  # what an unclear place alone forbids may be done
            disputed = ACTS.check(before, act, self.rules)
            broken = [each for each in disputed if each.verdict is Verdict.BROKEN]
        if broken:
            raise IllegalActError(self._told(act, broken))
        applied = ACTS.apply(before, act, self.rules)
        if applied.unapplied:
            raise IllegalActError(f"{format_line(act)}: {'; '.join(applied.unapplied)}")
        self.position = applied.position
        self.lines.append(act)
        self.tally.rules.update(rule.name for rule, findings in judged if findings)
        self._count(before, act, found)
        if self._watch is not None:
            self._watch(before, act, self.position)

    def allows(self, act: Line) -> bool:
        """Tell whether no rule is broken by an act."""
        found = ACTS.check(self.position, act, self.rules, disputes=False)
        return all(each.verdict is not Verdict.BROKEN for each in found)

    def roll(self, dice: int = 1) -> int:
        """Return the sum of some dice."""
        return sum(self.chance.randint(1, 6) for _ in range(dice))

    def likely(self, chance: float) -> bool:
        """Tell whether something with that chance happens."""
        return self.chance.random() < chance

    def some(self, things: Sequence[T]) -> list[T]:
        """Return things in a random order."""
        return self.chance.sample(things, len(things))

    def _count(self, before: Position, act: Line, found: Sequence[Finding]) -> None:
        """Take an act into the tally."""
        tally = self.tally
        tally.acts[type(act).__name__] += 1
        for each in found:
            sure = each.verdict is not Verdict.NOT_CHECKABLE
            (tally.checked if sure else tally.open)[each.rule] += 1
        match act:
            case Fire() if act.column != NONE:
                tally.cells[act.kind, act.column, act.die] += 1
            case BarrageDie():
                hex_ = place_of(before, act.unit)
                last = last_attack(before, self.rules.number(hex_)) if hex_ is not None else None
                if last is not None:
                    column = barrage_column(before.fight.barrages[last].value, self.rules)
                    tally.cells["barrage", column, act.die + act.modifier] += 1

    def _told(self, act: Line, broken: Sequence[Finding]) -> str:
        """Return what is wrong with an act, and the lines that led to it."""
        why = "; ".join(f"{each.rule} {each.message}" for each in broken)
        last = "\n  ".join(format_line(line) for line in self.lines[-5:])
        where = f"turn {self.position.number}, {self.position.phase or 'between impulses'}"
        moved = act.path if isinstance(act, Move) else ""
        return f"{where}: {format_line(act)} {moved}: {why}\n  {last}"
