"""Every roll of a game with who made it, what for and where, and what else is to be known of it.

A roll is thrown once, whatever the log says afterwards: the echo of an undo is no roll, and a
roll that a log repeats (another file that overlaps, or an undone stretch that was stepped
through again) isn't a new one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.dice.buttons import Buttons
from assistant.dice.die import Die, Shown
from assistant.dice.evidence import Evidence, branched, joined, repeated, taken_back
from assistant.dice.line import Rolled, Set, Strange, plain
from assistant.dice.roll import Odd, Roll
from assistant.dice.step import Seen, read_step
from assistant.record.entry import Entry, Join, Record
from assistant.record.line import read_line
from assistant.record.roster import OBSERVER
from assistant.record.undo import Undone, find_undone
from builder.vassal import Chat, Step
from builder.vassal.opened import Opened

__all__ = ["Ledger", "Source", "gather"]

_HIDDEN = "(hidden)"
_NAMES_HIDDEN = "(the line names something hidden)"
_ONLY_DICE = re.compile(r"\d{0,3}[dDwWkK](?:\d{1,4}|%)")
_WORDS = frozenset({"said", "report", "turn", "note"})
_SET = "its dice were set, not rolled: the line says so itself"
_UNMARKED = (
    "a roll of this button sets a property each time, as others in the file do; "
    "beside this line it wasn't set"
)


@dataclass(frozen=True, slots=True)
class Source:
    """A file of the game.

    Args:
        opened: The file.
        record: The same as the reader may see it.
    """

    opened: Opened
    record: Record


@dataclass(frozen=True, slots=True)
class Ledger:
    """The dice of a game.

    Args:
        files: Labels of the files, in the order of play.
        rolls: In the order of play; those that repeat others too.
        odd: Lines that look like dice and aren't counted.
        evidence: Rolls near an undo or restart.
    """

    files: tuple[str, ...]
    rolls: tuple[Roll, ...]
    odd: tuple[Odd, ...]
    evidence: tuple[Evidence, ...]

    @property
    def thrown(self) -> tuple[Roll, ...]:
        """The rolls, each once."""
        return tuple(roll for roll in self.rolls if not roll.repeats)


def gather(
    sources: Sequence[Source], joins: Iterable[Join] = (), buttons: Buttons | None = None
) -> Ledger:
    """Collect the dice of a game.

    Args:
        sources: Its files in the order of play.
        joins: How they follow each other.
        buttons: Of the module, if it is known.
    """
    rolls: list[Roll] = []
    odd: list[Odd] = []
    evidence: list[Evidence] = []
    for source in sources:
        page = _Page(source, buttons or Buttons())
        rolls += page.rolls
        odd += page.odd
        evidence += taken_back(page.rolls, page.undone.undos)
    files = tuple(source.record.file for source in sources)
    branches = {source.record.file: _branch(source.record) for source in sources}
    for join in joins:
        last = files[files.index(join.file) - 1]
        branch = "" if join.code == "follows" else branches[join.file] or join.after
        for new, old in branched(rolls, join.file, branch).items():
            rolls[new] = replace(rolls[new], repeats=rolls[old].place)
        found = joined(rolls, join, last, branch)
        evidence += [found] if found else []
    return Ledger(files, tuple(rolls), tuple(odd), tuple(evidence))


class _Page:
    """The dice of one file."""

    def __init__(self, source: Source, buttons: Buttons) -> None:
        """Read them."""
        self.file = source.record.file
        self.undone: Undone = find_undone(source.opened.steps)
        self.players = _players(source.record)
        self.changes = source.record.sides
        self.rolls: list[Roll] = []
        self.odd: list[Odd] = []
        self.words = ("", "")
        self.nth = 0
        self.repeats = ""
        entries = _by_step(source.record)
        read = [(step.number, read_step(step.commands, buttons)) for step in source.opened.steps]
        marking = {
            found.button
            for _, seen in read
            for found in seen
            if isinstance(found, Rolled) and found.marked
        }
        for step, (number, seen) in zip(source.opened.steps, read, strict=True):
            told = entries.get(number, ())
            lines = _open_lines(step, told)
            own = {lines.get(found.raw, "") for found in seen}
            words = [each for each in told if each.text not in own]
            self.step(number, [_shown(found, lines) for found in seen], told, words, marking)
        for new, old in repeated(self.rolls).items():
            self.rolls[new] = replace(self.rolls[new], repeats=self.rolls[old].place)

    def step(
        self,
        number: int,
        seen: Sequence[Seen],
        entries: Sequence[Entry],
        words: Sequence[Entry],
        marking: set[str],
    ) -> None:
        """Note down one step; ``words`` are its entries that aren't the dice themselves."""
        if entries:
            self.repeats = entries[0].repeats
        for entry in words:
            if entry.kind in _WORDS and entry.text and not entry.undo:
                self.words = (entry.text, entry.place)
                self.nth = 0
        for found in seen:
            if isinstance(found, Rolled):
                if found.button in marking and not found.marked:
                    self.note(number, found.name, _UNMARKED, found.raw)
                else:
                    self.roll(number, found, entries)
            elif isinstance(found, Strange):
                self.note(number, found.name, found.reason, found.raw)
            elif isinstance(found, Set):
                self.odd.append(Odd(self.place(number), "set", "", _SET, found.raw))
            else:
                reason = f"typed by {found.name or 'somebody'}"
                self.odd.append(Odd(self.place(number), "typed", found.name, reason, found.raw))

    def note(self, number: int, name: str, reason: str, raw: str) -> None:
        """Add a line that isn't counted."""
        self.odd.append(Odd(self.place(number), "unread", name, reason, raw))

    def roll(self, number: int, found: Rolled, entries: Sequence[Entry]) -> None:
        """Add a roll; a line of a module of ours tells itself what it is for."""
        if found.form == "convention" and found.raw:
            self.words, self.nth = (found.raw.lstrip("* "), self.place(number)), 0
        self.nth += 1
        told = next((each for each in entries if each.kind == "dice"), None)
        told = told or next(iter(entries), None)
        player, name = self.whose(found, told)
        undo = self.undone.by.get(number, 0)
        self.rolls.append(
            Roll(
                file=self.file,
                step=number,
                dice=found.dice,
                button=found.button,
                name=name,
                player=player,
                side=self.side(player, number),
                words=self.words[0],
                words_at=self.words[1],
                nth=self.nth,
                undone_by=self.place(undo) if undo else "",
                repeats=self.repeats,
                form=found.form,
                raw=found.raw,
            )
        )

    def whose(self, found: Rolled, told: Entry | None) -> tuple[str, str]:
        """Return pseudonym and name of whose roll it is."""
        name = found.name
        if not name and found.form != "convention":
            words = set(re.findall(r"\w+", found.raw))
            named = [each for each in self.players if each and words >= set(each.split())]
            name = named[0] if len(named) == 1 else ""
        if name:
            return self.players.get(name, "") or (told.who if told else ""), name
        who = told.who if told else ""
        return who, next((each for each, label in self.players.items() if label == who), "")

    def side(self, player: str, number: int) -> str:
        """Return the side a player had in a step, empty if none or unknown."""
        side = ""
        for change in self.changes:
            if change.who == player and change.step <= number:
                side = change.new
        return "" if side == OBSERVER else side

    def place(self, number: int) -> str:
        """Return ``file:step``."""
        return f"{self.file}:{number}"


def _open_lines(step: Step, entries: Sequence[Entry]) -> dict[str, str]:
    """Return the lines of a step of which the reader may see every word.

    Returns:
        Their texts in the record, by their texts without tags; of what people typed, without
        their names.
    """
    texts = {entry.text for entry in entries}
    found = {}
    for command in step.commands:
        if isinstance(command, Chat):
            line = read_line(command.text)
            if line.text in texts:
                bare = plain(command.text)
                found[bare.partition("> - ")[2] if line.kind == "said" else bare] = line.text
    return found


def _shown(found: Seen, lines: Mapping[str, str]) -> Seen:
    """Return what was found without words that may name what is hidden from the reader."""
    if found.raw in lines or (isinstance(found, Rolled) and found.form == "property"):
        return found
    if isinstance(found, Strange):
        return replace(found, raw=_NAMES_HIDDEN, reason="its dice can't be so, or aren't known")
    if not isinstance(found, Rolled):
        return replace(found, raw=_NAMES_HIDDEN)
    if found.form == "convention":
        return replace(found, raw="")
    dice = tuple(each if each.die.ways else Shown(Die(_HIDDEN), each.face) for each in found.dice)
    button = found.button if _ONLY_DICE.fullmatch(found.button) else _HIDDEN
    return replace(found, dice=dice, button=button, raw="")


def _players(record: Record) -> dict[str, str]:
    """Return the pseudonyms by name; names that two share are left out."""
    found: dict[str, str] = {}
    shared: set[str] = set()
    for player in record.players:
        for name in player.names:
            if found.setdefault(name, player.label) != player.label:
                shared.add(name)
    return {name: label for name, label in found.items() if name not in shared}


def _branch(record: Record) -> str:
    """Return ``file:step`` of the last step another file's steps repeat, empty if none do."""
    return next((each.repeats for each in reversed(record.entries) if each.repeats), "")


def _by_step(record: Record) -> Mapping[int, list[Entry]]:
    """Return the entries of each step."""
    found: dict[int, list[Entry]] = {}
    for entry in record.entries:
        found.setdefault(entry.step, []).append(entry)
    return found
