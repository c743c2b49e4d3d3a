"""Several files of one game become one record: in order, with the seams looked at.

All that is compared is what the reader sees; what is hidden from him is no part of it.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from assistant.record.entry import Entry, Join, Player, Record, SideChange
from assistant.record.follow import Followed, follow
from assistant.record.module import Module
from assistant.record.places import Places
from assistant.record.roster import Cast
from assistant.record.table import MASKED, OPEN, Look
from assistant.record.viewer import PUBLIC, Viewer
from assistant.record.words import shown_name
from builder.vassal import SelectBoards
from builder.vassal.opened import Opened

__all__ = ["Game", "stitch"]

_GHOSTS = "start-differs-from-previous-end"
_NUMBERED = re.compile(r"(.*?)(\d{1,6})(\D*)", re.DOTALL)
_SMALL_JUMP = 3
_MANY_LINES = 5
_FEW, _SHARE = 10, 10  # more differences than both these, and a file is missing


@dataclass(frozen=True, slots=True)
class Game:
    """All files of a game, as one reader sees them.

    Args:
        viewer: That reader.
        records: One for each file, in the order of play.
        joins: How each file but the first follows, in the same order.
        notes: What else is odd, one sentence each.
        module: The module that gave the names of places, None if none was at hand.
        guessed: Windows that were taken for private by their names.
        order: Which of the files given each record is of, counted from 0.
        left_out: Number of files that couldn't be used.
    """

    viewer: Viewer
    records: tuple[Record, ...]
    joins: tuple[Join, ...] = ()
    notes: tuple[str, ...] = ()
    module: Module | None = None
    guessed: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    left_out: int = 0

    @property
    def entries(self) -> Iterator[Entry]:
        """All entries, in the order of play."""
        for record in self.records:
            yield from record.entries

    @property
    def sides(self) -> tuple[SideChange, ...]:
        """Who joined, left or changed sides when; what a file merely repeats is left out."""
        now: dict[str, str] = {}
        found: list[SideChange] = []
        for record in self.records:
            for each in record.sides:
                if each.step or now.get(each.who) != each.new:
                    old = each.old if each.step else now.get(each.who, "")
                    found.append(replace(each, old=old))
                now[each.who] = each.new
        return tuple(found)

    @property
    def players(self) -> tuple[Player, ...]:
        """Everyone in it."""
        known: dict[str, Player] = {}
        for record in self.records:
            for each in record.players:
                known[each.label] = each
        return tuple(known[label] for label in sorted(known, key=lambda text: int(text[1:])))

    @property
    def last_acts(self) -> dict[str, Entry]:
        """The last entry of each side that still stands."""
        found: dict[str, Entry] = {}
        for each in self.entries:
            if each.side and each.stands:
                found[each.side] = each
        return dict(sorted(found.items()))

    @property
    def status(self) -> int:
        """0 if all was read and every file goes on from the one before, else 1."""
        whole = not self.left_out and all(record.whole for record in self.records)
        return 0 if whole and all(join.code == "follows" for join in self.joins) else 1


def stitch(files: Sequence[Opened], viewer: Viewer = PUBLIC, module: Module | None = None) -> Game:
    """Tell a game from the files it was played in.

    Args:
        files: Saves and logs, at least one, in any order; those whose positions or dates tell
            are put in order.
        viewer: For whom; what he may not see isn't in what is returned.
        module: The module, for the names of places and for private windows.
    """
    labels = _labels([each.path for each in files])
    cast = Cast()
    numbers = _dated(files)
    followed = [follow(files[at], labels[at], viewer, cast, module) for at in numbers]
    order = _in_order(followed)
    numbers = [numbers[at] for at in order]
    followed = [followed[at] for at in order]
    hidden = frozenset[str]().union(*(each.hidden for each in followed))
    joins: list[Join] = []
    repeats: dict[int, dict[int, str]] = {}
    seen = _Seen()
    for at, each in enumerate(followed):
        if at:
            boards = [c for c in files[numbers[at]].setup if isinstance(c, SelectBoards)]
            join, repeated = seen.join(each, followed[at - 1], Places(module, boards))
            joins.append(join)
            repeats[at] = repeated
        seen.add(each)
    return Game(
        viewer=viewer,
        records=tuple(
            _told(each.record, hidden, repeats.get(at, {}), viewer)
            for at, each in enumerate(followed)
        ),
        joins=tuple(joins),
        notes=tuple(_notes(files, followed, numbers, labels)),
        module=module,
        guessed=tuple(dict.fromkeys(name for each in followed for name in each.guessed)),
        order=tuple(numbers),
    )


def _labels(paths: Sequence[Path]) -> list[str]:
    """Return a short name for each file; all are different."""
    for name in (lambda path: path.stem, lambda path: path.name, str):
        names = [name(path) for path in paths]
        if len(set(names)) == len(names):
            return names
    return [f"{path.name}#{number}" for number, path in enumerate(paths, 1)]


def _dated(files: Sequence[Opened]) -> list[int]:
    """Return the order of the dates at which files were written, if all have different ones."""
    given = list(range(len(files)))
    dates = [each.saved.save.date_saved if each.saved else None for each in files]
    odd = any(damage.code == "clock" for each in files for damage in each.damage)
    if odd or None in dates or len(set(dates)) < len(dates):
        return given
    return sorted(given, key=lambda at: dates[at] or 0)


def _in_order(files: Sequence[Followed]) -> list[int]:
    """Put files in order, each behind the one at whose end it starts.

    Only files that change the position and whose start and end are no other's tell anything;
    all others keep their place.
    """
    telling = [at for at, each in enumerate(files) if each.positions[0] != each.positions[-1]]
    starts = Counter(files[at].positions[0] for at in telling)
    ends = Counter(files[at].positions[-1] for at in telling)
    by_start = {files[at].positions[0]: at for at in telling}
    after: dict[int, int] = {}
    for at in telling:
        end = files[at].positions[-1]
        if ends[end] == 1 and starts[end] == 1:
            after[at] = by_start[end]
    waiting = Counter(after.values())
    ready = [at for at in range(len(files)) if not waiting[at]]
    order: list[int] = []
    while ready:
        at = heapq.heappop(ready)
        order.append(at)
        if at in after:
            heapq.heappush(ready, after[at])
    return order if len(order) == len(files) else list(range(len(files)))


class _Seen:
    """The positions and steps of all files so far."""

    def __init__(self) -> None:
        self._steps: dict[tuple[int, int], tuple[Followed, int]] = {}
        self._positions: dict[int, tuple[Followed, int]] = {}

    def add(self, file: Followed) -> None:
        for step, position in enumerate(file.positions):
            self._positions[position] = (file, step)
        for step, (position, act) in enumerate(zip(file.positions, file.acts, strict=False)):
            self._steps[(position, act)] = (file, step)

    def join(self, file: Followed, last: Followed, places: Places) -> tuple[Join, dict[int, str]]:
        """Tell how a file goes on; also which of its steps repeat which earlier ones."""
        label = file.record.file
        start = file.positions[0]
        repeated = self._repeated(file)
        if repeated:
            earlier = next(iter(repeated.values()))
            count = len(repeated)
            text = f"repeats {earlier}" + (f" and {count - 1} more steps" if count > 1 else "")
            if len(repeated) < len(file.acts):
                text += f"; then it goes another way than after {repeated[len(repeated)]}"
            return Join(label, "overlap", text, earlier), repeated
        end = f"{last.record.file}:{len(last.acts)}"
        differences = tuple(_differences(last, file, places))
        if start == last.positions[-1] or not differences:
            return Join(label, "follows", "", end), {}
        if _other_game(file, last):
            text = f"has no piece in common with {last.record.file}: another game, it seems"
            return Join(label, "other-game", text), {}
        return self._torn(file, last, differences), {}

    def _torn(self, file: Followed, last: Followed, differences: tuple[str, ...]) -> Join:
        """Tell how a file starts that doesn't go on from the one before."""
        label, before = file.record.file, last.record.file
        found = self._positions.get(file.positions[0])
        if found is not None:
            after = f"{found[0].record.file}:{found[1]}"
            if found[0] is last:
                text = f"starts from {after}: what came after it there isn't on the table"
                return Join(label, _GHOSTS, text, after, differences)
            text = f"goes on from {after}, not from the end of {before}"
            return Join(label, "restart", text, after, differences)
        text = f"{_pieces(len(differences))} otherwise than {before} left them"
        if len(differences) > max(_FEW, len(last.end) // _SHARE):
            text += "; so many that a file may be missing between the two"
            return Join(label, "gap", text, "", differences)
        return Join(label, _GHOSTS, text, "", differences)

    def _repeated(self, file: Followed) -> dict[int, str]:
        """Return the first steps of a file that an earlier one already has.

        A few lines of chat that are the same say nothing: somebody rolled the same again.
        """
        found: dict[int, str] = {}
        expected: tuple[Followed, int] | None = None
        for step, (position, act) in enumerate(zip(file.positions, file.acts, strict=False)):
            earlier = self._steps.get((position, act)) if expected is None else expected
            if earlier is None or not _has(earlier, position, act):
                break
            found[step + 1] = f"{earlier[0].record.file}:{earlier[1] + 1}"
            expected = (earlier[0], earlier[1] + 1)
        moved = len({*file.positions[: len(found) + 1]}) > 1
        return found if moved or len(found) >= _MANY_LINES else {}


def _has(place: tuple[Followed, int], position: int, act: int) -> bool:
    """Tell whether a file has a position and what was done next at a place."""
    file, step = place
    return step < len(file.acts) and (file.positions[step], file.acts[step]) == (position, act)


def _pieces(count: int) -> str:
    return "1 piece lies or looks" if count == 1 else f"{count} pieces lie or look"


def _other_game(file: Followed, last: Followed) -> bool:
    both = file.start.keys() & last.end.keys()
    return bool(file.start and last.end) and not both


def _differences(last: Followed, file: Followed, places: Places) -> Iterator[str]:
    """Yield the pieces that lie or look otherwise than they were left, a line each."""
    for id_ in dict.fromkeys((*last.end, *file.start)):
        before, after = last.end.get(id_), file.start.get(id_)
        if before is None and after is not None:
            yield f"{shown_name(after, hide=False)} is new, at {places.name(after.spot)}"
        elif before is not None and after is None:
            name = shown_name(before, hide=id_ in file.hidden)
            yield f"{name} is gone from {places.name(before.spot)}"
        elif before is not None and after is not None:
            name = _name_in_both(before, after)
            if before.spot != after.spot:
                old, new = places.name(before.spot), places.name(after.spot)
                yield f"{name} was left at {old}, now lies at {new}"
            elif before.level != after.level or before.faces != after.faces:
                yield f"{name} at {places.name(after.spot)} looks otherwise"


def _name_in_both(before: Look, after: Look) -> str:
    if before.level == after.level == OPEN:
        return shown_name(after, hide=False)
    return shown_name(before if before.level == MASKED else after, hide=False)


def _told(
    record: Record, hidden: frozenset[str], repeats: dict[int, str], viewer: Viewer
) -> Record:
    """Return a record without ids of hidden pieces, its repeated steps marked."""
    entries = record.entries
    if not viewer.referee:
        entries = tuple(
            replace(each, piece_id="") if each.piece_id in hidden else each for each in entries
        )
    if repeats:
        entries = tuple(replace(each, repeats=repeats.get(each.step, "")) for each in entries)
    return replace(record, entries=entries)


def _notes(
    files: Sequence[Opened],
    followed: Sequence[Followed],
    numbers: Sequence[int],
    labels: Sequence[str],
) -> Iterator[str]:
    """Yield what else is odd about the files."""
    if list(numbers) != list(range(len(files))):
        order = ", ".join(each.record.file for each in followed)
        yield f"the files were put in the order in which they were played: {order}"
    modules = {(each.record.module, each.record.version) for each in followed}
    if len({name for name, _ in modules if name}) > 1:
        yield "the files are of different modules: " + ", ".join(sorted(n for n, _ in modules if n))
    elif len(versions := sorted({version for _, version in modules if version})) > 1:
        yield f"the files are of different versions of the module: {', '.join(versions)}"
    yield from _missing([labels[at] for at in numbers])


def _missing(labels: Iterable[str]) -> Iterator[str]:
    """Yield where the numbers in the names of files jump: a file may be missing there."""
    last: tuple[str, str, int] | None = None
    before = ""
    for label in labels:
        found = _NUMBERED.fullmatch(label)
        here = (found[1], found[3], int(found[2])) if found else None
        if here and last and here[:2] == last[:2] and 1 < here[2] - last[2] <= _SMALL_JUMP:
            yield f"no file between {before} and {label}: one may be missing"
        last, before = here, label
