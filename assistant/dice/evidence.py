"""Rolls near an undo, or where a log starts again: each can be explained, none proves anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile
from typing import Literal

from assistant.dice.roll import Roll
from assistant.record.entry import Join

__all__ = [
    "CAVEAT",
    "Evidence",
    "agreeing",
    "branched",
    "chance",
    "joined",
    "repeated",
    "stretches",
    "taken_back",
]

CAVEAT = (
    "Each of these happens in fair play too: a slip of the mouse, a rule looked up late, a log "
    "opened again. What is listed here does not prove anything."
)

_NEAR = 5
_COINCIDENCE = Fraction(1, 1000)
_OF_UNKNOWN_DIE = Fraction(1, 6)
_MOST_SHOWN = 6


@dataclass(frozen=True, slots=True)
class Evidence:
    """Something about rolls that a referee may want to look at.

    Args:
        kind: ``undone`` rolls, an ``undo-after`` a roll, or rolls at a ``seam`` between files.
        places: ``file:step`` of the rolls and of the undo or restart.
        text: What the log shows.
    """

    kind: Literal["undone", "undo-after", "seam"]
    places: tuple[str, ...]
    text: str


def chance(rolls: Iterable[Roll]) -> Fraction:
    """Return how probable it is that the same results come up once more by themselves."""
    found = Fraction(1)
    for roll in rolls:
        for each in roll.dice:
            ways = dict(each.die.ways)
            found *= Fraction(ways[each.face], sum(ways.values())) if ways else _OF_UNKNOWN_DIE
    return found


def stretches(rolls: Sequence[Roll]) -> Iterator[tuple[list[int], list[int]]]:
    """Yield undone rolls that follow each other, and the rolls after their undo, by index.

    Args:
        rolls: Of one file, in order; each with the step of its undo in ``undone_by``.
    """
    place = 0
    while place < len(rolls):
        if not rolls[place].undone_by:
            place += 1
            continue
        until = place
        first_undo = _undo_step(rolls[place])
        while (
            until + 1 < len(rolls)
            and rolls[until + 1].undone_by
            and rolls[until + 1].step < first_undo
        ):
            until += 1
            first_undo = min(first_undo, _undo_step(rolls[until]))
        undone = list(range(place, until + 1))
        last_undo = max(_undo_step(rolls[each]) for each in undone)
        after = [each for each in range(until + 1, len(rolls)) if rolls[each].step > last_undo]
        yield undone, after[: len(undone)]
        place = until + 1


def repeated(rolls: Sequence[Roll]) -> dict[int, int]:
    """Return which rolls only repeat undone ones, by index.

    A stretch of a log that is taken back and stepped through again shows the same results.

    Args:
        rolls: Of one file, in order.
    """
    found: dict[int, int] = {}
    for undone, after in stretches(rolls):
        length = agreeing([rolls[each] for each in undone], [rolls[each] for each in after])
        found.update(zip(after[:length], undone[:length], strict=True))
    return found


def agreeing(first: Sequence[Roll], second: Sequence[Roll]) -> int:
    """Return how many rolls in a row are the same throws told twice.

    They are taken for the same where chance would hardly repeat the results: less than once in
    a thousand cases.
    """
    pairs = zip(first, second, strict=False)
    length = sum(1 for _ in takewhile(lambda pair: _same(*pair), pairs))
    return length if length and chance(first[:length]) < _COINCIDENCE else 0


def taken_back(rolls: Sequence[Roll], undos: Mapping[int, int]) -> Iterator[Evidence]:
    """Yield rolls that were undone, and undos of something else soon after a roll.

    Args:
        rolls: Of one file, in order.
        undos: The step each undo takes back, by its own step; 0 if the log doesn't hold it.
    """
    for undone, after in stretches(rolls):
        yield _undone([rolls[each] for each in undone], [rolls[each] for each in after])
    steps = {roll.step for roll in rolls}
    told: set[str] = set()
    for undo in sorted(undos):
        target = undos[undo]
        if target in steps:
            continue
        before = [
            roll
            for roll in rolls
            if undo - _NEAR <= roll.step < undo and not 0 < _undo_step(roll) < undo
        ]
        if before and before[-1].place not in told and target <= before[-1].step:
            roll = before[-1]
            told.add(roll.place)
            what = f"takes back step {target}" if target else "takes back what isn't in the log"
            yield Evidence(
                "undo-after",
                (roll.place, f"{roll.file}:{undo}"),
                f"{_who(roll)} {roll.shown} in step {roll.step}; step {undo} {what}",
            )


def branched(rolls: Sequence[Roll], file: str, branch: str) -> dict[int, int]:
    """Return which rolls of a file repeat those of another from which it branches off.

    Args:
        rolls: Of the whole game, in order.
        file: The later file.
        branch: ``file:step`` up to which the logs agree, empty if unknown.
    """
    earlier, _, step = branch.rpartition(":")
    first = [
        at
        for at, roll in enumerate(rolls)
        if earlier and roll.file == earlier and roll.step > int(step)
    ]
    second = [at for at, roll in enumerate(rolls) if roll.file == file and not roll.repeats]
    length = agreeing([rolls[at] for at in first], [rolls[at] for at in second])
    return dict(zip(second[:length], first[:length], strict=True))


def joined(rolls: Sequence[Roll], join: Join, last: str, branch: str) -> Evidence | None:
    """Return the rolls near a place where a file doesn't simply go on from the one before.

    Args:
        rolls: Of the whole game, in order.
        join: How the file joins.
        last: The file before it.
        branch: ``file:step`` up to which the logs agree, empty if unknown.
    """
    if join.code == "follows":
        return None
    earlier, _, step = branch.rpartition(":")
    if earlier:
        near = [roll for roll in rolls if roll.file == earlier and roll.step > int(step)]
        words = "rolls there after that position"
    else:
        near = [roll for roll in rolls if roll.file == last][-1:]
        words = f"last roll of {last}"
    again = {roll.repeats for roll in rolls if roll.file == join.file}
    if earlier and any(roll.place in again for roll in near):
        words = "rolls there after that position that don't come again"
        near = [roll for roll in near if roll.place not in again]
    first = [roll for roll in rolls if roll.file == join.file and not roll.repeats][:1]
    if not near and not first:
        return None
    told = [f"{join.file}: {join.text or join.code}"]
    if near:
        told.append(f"{words}: {_several(near)}")
    if first:
        told.append(f"its first roll of its own: {_several(first)}")
    return Evidence("seam", tuple(roll.place for roll in (*near, *first)), "; ".join(told))


def _undone(undone: Sequence[Roll], after: Sequence[Roll]) -> Evidence:
    """Return what is to be said of a stretch of undone rolls."""
    places = [roll.place for roll in undone]
    places += dict.fromkeys(roll.undone_by for roll in undone)
    text = f"{_several(undone)} undone"
    if not after:
        return Evidence("undone", tuple(places), f"{text}; no roll follows in this file")
    if all(roll.repeats for roll in after):
        text += "; then the same results again, as when a log is stepped through once more"
    else:
        same = len(after) == len(undone) and all(map(_same, undone, after))
        text += f"; the next: {_several(after)}" + (", the same" if same else "")
    return Evidence("undone", (*places, *(roll.place for roll in after)), text)


def _same(one: Roll, other: Roll) -> bool:
    """Tell whether two rolls show the same by the same player's button."""
    return (one.button, one.dice, one.name) == (other.button, other.dice, other.name)


def _several(rolls: Sequence[Roll]) -> str:
    """Return rolls in words."""
    shown = "; ".join(f"{_who(roll)} {roll.shown}" for roll in rolls[:_MOST_SHOWN])
    more = len(rolls) - _MOST_SHOWN
    return shown + (f" and {more} more" if more > 0 else "")


def _who(roll: Roll) -> str:
    """Return whose roll it is."""
    return roll.name or roll.player or "somebody"


def _undo_step(roll: Roll) -> int:
    """Return the step of the undo of a roll, 0 if it stands."""
    return int(roll.undone_by.rpartition(":")[2] or 0)
