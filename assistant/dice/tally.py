"""What the dice of a game add up to, by kind of die and player, and how fair dice would do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from assistant.dice.chance import Test, any_of, fit, holm, mean_interval, moments
from assistant.dice.die import Die, Face
from assistant.dice.roll import Roll

__all__ = ["ENOUGH", "LEVEL", "Row", "Tally", "add_up"]

ENOUGH = 30
"""Fewer results say nothing about dice."""

LEVEL = 0.05
"""What fair dice show less often than that is called seldom."""

ALL = ""
"""Stands for all players together."""


@dataclass(frozen=True, slots=True)
class Row:
    """The results of one kind of die by one player, or by all.

    Args:
        die: Kind of die.
        player: Name, or pseudonym where there is none; empty for all together.
        counts: How often each face came up, in the order of the die's faces.
        undone: How many of the results were undone afterwards; they are counted, once.
        mean: None if faces are no numbers.
        expected: Mean of fair dice, None if the die isn't known.
        interval: 95 % interval of the mean, None if the die isn't known.
        test: None if the die isn't known, or there is too little for any test.
        together: Its probability when all rows are looked at together, None without a test.
    """

    die: Die
    player: str
    counts: tuple[tuple[Face, int], ...]
    undone: int
    mean: Fraction | None = None
    expected: Fraction | None = None
    interval: tuple[float, float] | None = None
    test: Test | None = None
    together: float | None = None

    @property
    def size(self) -> int:
        """Number of results."""
        return sum(count for _, count in self.counts)

    @property
    def words(self) -> str:
        """What can be said, in plain words."""
        if self.size < ENOUGH:
            return f"too few to tell (under {ENOUGH})"
        if not self.die.ways:
            return "the die isn't known, so nothing to compare with"
        if self.together is None:
            return "no test"
        if self.together >= LEVEL:
            return "as fair dice do"
        if self.together < 0.001:
            return "fair dice do so seldom, less than 1 time in 1,000"
        return f"fair dice do so seldom, {max(1, round(self.together * 1000))} times in 1,000"


@dataclass(frozen=True, slots=True)
class Tally:
    """All rows.

    Args:
        rows: By kind of die, the most frequent first; all players, then each.
        tests: How many of them were tested.
        by_chance: Probability that of so many tests of fair dice at least one comes out under
            five in a hundred.
    """

    rows: tuple[Row, ...]
    tests: int
    by_chance: float


def add_up(rolls: Iterable[Roll]) -> Tally:
    """Add up results by kind of die and player.

    Args:
        rolls: Those that were thrown, each once.
    """
    faces: dict[tuple[Die, str], Counter[Face]] = {}
    undone: Counter[tuple[Die, str]] = Counter()
    for roll in rolls:
        whose = roll.name or roll.player or "(unknown)"
        for each in roll.dice:
            for key in ((each.die, ALL), (each.die, whose)):
                faces.setdefault(key, Counter())[each.face] += 1
                undone[key] += bool(roll.undone_by)
    rows = [_row(die, who, faces[die, who], undone[die, who]) for die, who in _order(faces)]
    tested = {place: row.test.p for place, row in enumerate(rows) if row.test}
    for place, raised in zip(tested, holm(list(tested.values())), strict=True):
        rows[place] = replace(rows[place], together=raised)
    return Tally(tuple(rows), len(tested), any_of(len(tested), LEVEL))


def _order(faces: dict[tuple[Die, str], Counter[Face]]) -> Sequence[tuple[Die, str]]:
    """Return the rows in order; "all" only where there are several players."""
    players: Counter[Die] = Counter(die for die, who in faces if who != ALL)
    keys = [(die, who) for die, who in faces if who != ALL or players[die] > 1]
    return sorted(
        keys, key=lambda key: (-faces[key[0], ALL].total(), key[0].name, key[1] != ALL, key[1])
    )


def _row(die: Die, who: str, seen: Counter[Face], undone: int) -> Row:
    """Return one row."""
    order = [face for face, _ in die.ways] or sorted(seen, key=_sorting)
    counts = tuple((face, seen[face]) for face in order)
    size = seen.total()
    numbers = [(face, count) for face, count in counts if isinstance(face, int)]
    mean = None
    if len(numbers) == len(counts):
        mean = Fraction(sum(face * count for face, count in numbers), size)
    row = Row(die, who, counts, undone, mean)
    ways = die.numbers
    if ways and mean is not None:
        expected, _ = moments(ways)
        row = replace(row, expected=expected, interval=mean_interval(mean, size, ways))
    if die.ways:
        test = fit([count for _, count in counts], [count for _, count in die.ways])
        row = replace(row, test=test)
    return row


def _sorting(face: Face) -> tuple[bool, int, str]:
    """Return where a face stands among others: numbers first."""
    return (False, face, "") if isinstance(face, int) else (True, 0, face)
