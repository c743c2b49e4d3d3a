"""One file becomes a record: its steps are carried out, and what the reader sees is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from assistant.record.authors import act_of, writer_of
from assistant.record.entry import Entry, Kind, Player, Record, SideChange
from assistant.record.line import Line, read_line
from assistant.record.module import Module
from assistant.record.places import Places
from assistant.record.roster import OBSERVER, Cast, Roster
from assistant.record.table import ABSENT, OPEN, Change, Look, Table
from assistant.record.undo import find_undone
from assistant.record.viewer import Viewer
from assistant.record.windows import Windows
from assistant.record.words import (
    differences,
    gone_text,
    notes_text,
    seers_text,
    shown_name,
    side_text,
)
from builder.vassal import (
    AddPiece,
    AddPlayer,
    ChangePiece,
    Chat,
    MovePiece,
    RemovePiece,
    RemovePlayer,
    SelectBoards,
    SetProperty,
    Step,
    Turn,
    Undo,
)
from builder.vassal.command import Plain, PrivateNote, SecretNote, Unmask
from builder.vassal.damage import CODES, Damage
from builder.vassal.opened import Opened

__all__ = ["Followed", "follow"]

_PIECES = (AddPiece, ChangePiece, MovePiece, RemovePiece)
_PUBLIC_NOTES = ("NOTES\t", "PNOTES\t")
_TELLTALE = frozenset({"inconsistent-state", "too-deep"})
_MOST_TEXT = 4_000
_MOST_LOOKED_FOR = 1_000_000


@dataclass(frozen=True, slots=True)
class Followed:
    """A record, and what is needed to see how other files go on from it.

    Args:
        record: The record.
        start: The pieces the reader sees at the start.
        end: At the end.
        positions: A number for what he sees, at the start and after each step.
        acts: A number for what was done in each step.
        hidden: Ids of pieces that were ever hidden from him.
        guessed: Windows taken for private by their names.
    """

    record: Record
    start: dict[str, Look]
    end: dict[str, Look]
    positions: tuple[int, ...]
    acts: tuple[int, ...]
    hidden: frozenset[str]
    guessed: tuple[str, ...] = ()


def follow(
    opened: Opened,
    label: str,
    viewer: Viewer,
    cast: Cast | None = None,
    module: Module | None = None,
) -> Followed:
    """Tell what happened in a file.

    Args:
        opened: A save or log.
        label: What the file is called in the record.
        viewer: For whom it is told; what he may not see isn't in what is returned.
        cast: The players of the game, if other files of it are read too.
        module: The module, for the names of places and for private windows.
    """
    return _Following(opened, label, viewer, cast or Cast(), module).run()


class _Following:
    """The work of following one file."""

    def __init__(
        self, opened: Opened, label: str, viewer: Viewer, cast: Cast, module: Module | None
    ) -> None:
        self.opened = opened
        self.label = label
        self.viewer = viewer
        self.cast = cast
        self.module = module
        joined = opened.players
        self.roster = Roster(cast, joined)
        sides = {each.side for each in joined} - {OBSERVER}
        names = sides.union(module.sides if module else ())
        self.windows = Windows(module.maps if module else None, names)
        self.table = Table(viewer, self.windows, self.roster)
        boards = [each for each in opened.setup if isinstance(each, SelectBoards)]
        self.places = Places(module, boards)
        self.entries: list[Entry] = []
        self.sides: list[SideChange] = []
        self.writer = writer_of(opened.steps, self.roster)
        self.undone = find_undone(opened.steps)

    def run(self) -> Followed:
        self.set_up()
        start = self.table.looks()
        positions = [self.table.signature]
        acts: list[int] = []
        for step in self.opened.steps:
            self.entries += self.step(step)
            positions.append(self.table.signature)
            acts.append(hash(tuple(act_of(each) for each in step.commands)))
        return Followed(
            self.record(),
            start,
            self.table.looks(),
            tuple(positions),
            tuple(acts),
            frozenset(self.table.ever_hidden),
            tuple(self.windows.guessed),
        )

    def record(self) -> Record:
        module, save = self.opened.module, self.opened.saved
        known = dict.fromkeys(each.who for each in self.sides)
        known.update(dict.fromkeys(each.who for each in self.entries if each.who))
        return Record(
            file=self.label,
            module=module.name if module else "",
            version=(module.version if module else "") or (save.save.version if save else ""),
            entries=tuple(self.entries),
            sides=tuple(self.sides),
            players=tuple(
                Player(who, tuple(self.cast.names[who]), who in self.cast.shared) for who in known
            ),
            damage=tuple(map(self.told, self.opened.damage)),
            steps=len(self.opened.steps),
            whole=self.opened.whole,
        )

    def told(self, damage: Damage) -> Damage:
        """Return a damage without what it says of pieces, which may be hidden ones."""
        if self.viewer.referee or damage.code not in _TELLTALE:
            return damage
        return Damage(damage.code, "", CODES[damage.code], damage.advice)

    def set_up(self) -> None:
        for command in self.opened.setup:
            if isinstance(command, AddPlayer | RemovePlayer):
                self.join(command, 0)
        for command in self.opened.setup:
            if isinstance(command, _PIECES):
                self.table.apply(command)
        for _ in self.table.settle():
            pass
        self.learn(self.opened.setup)

    def learn(self, commands: Iterable[Plain]) -> None:
        """Take the names of places from what pieces remember, if the reader sees them."""
        for command in commands:
            match command:
                case AddPiece(id=id_, state=state) | ChangePiece(id=id_, new_state=state) if (
                    self.table.shows(id_)
                ):
                    self.places.learn(state)

    # -- steps -------------------------------------------------------------------------------

    def step(self, step: Step) -> Iterator[Entry]:
        """Carry a step out and yield what the reader sees of it."""
        lines = [read_line(each.text) for each in step.commands if isinstance(each, Chat)]
        actor = self.actor(step.commands, lines)
        sides_before = len(self.sides)
        for command in step.commands:
            if isinstance(command, _PIECES):
                self.table.apply(command)
            elif isinstance(command, AddPlayer | RemovePlayer):
                self.join(command, step.number)
        changes = list(self.table.settle())
        self.learn(step.commands)
        found: list[Entry] = []
        for each in self.sides[sides_before:]:
            text = side_text(each)
            found.append(self.entry(step, "side", actor, text, who=each.who, side=each.new))
        for change in changes:
            found += self.piece(step, actor, change)
        turned = any(isinstance(each, Turn) for each in step.commands)
        found += self.lines(step, actor, lines, changes, turned=turned)
        for command in step.commands:
            found += self.rest(step, actor, command)
        yield from found

    def entry(self, step: Step, kind: Kind, actor: str, text: str = "", **more: str) -> Entry:
        """Return an entry; ``more`` are other fields of it."""
        number = step.number
        return Entry(
            file=self.label,
            step=number,
            kind=kind,
            who=more.pop("who", "") or self.roster.who(actor),
            side=more.pop("side") if "side" in more else self.side(actor),
            text=text[:_MOST_TEXT],
            undo=number in self.undone.undos,
            undone_by=self.undone.by.get(number, 0),
            **more,
        )

    def side(self, label: str) -> str:
        side = self.roster.side(label)
        return "" if side == OBSERVER else side

    def actor(self, commands: Iterable[Plain], lines: Iterable[Line]) -> str:
        """Return who did a step: the mover, else whom a line names, else the writer."""
        movers = {each.player for each in commands if isinstance(each, MovePiece) and each.player}
        if len(movers) == 1:
            return movers.pop()
        named = {self.roster.of_name(line.name) for line in lines if line.name} - {""}
        return named.pop() if len(named) == 1 else "" if movers or named else self.writer

    def join(self, command: AddPlayer | RemovePlayer, step: int) -> None:
        """Note down that somebody joined, left or changed sides."""
        label = command.player
        old, before = self.roster.side(label), self.roster.name(label)
        self.roster.apply(command)
        new = self.roster.side(label)
        who = self.roster.who(label)
        name = self.roster.name(label) or before
        if before and name != before:
            old = ""  # somebody else under the same id
        last = self.sides[-1] if self.sides else None
        if last and last.step == step and last.who == who and step and not last.new:
            self.sides[-1] = replace(last, new=new, name=name)
        elif old != new:
            self.sides.append(SideChange(self.label, step, who, old, new, name))
        self.table.side_changed(label)

    # -- the chat ----------------------------------------------------------------------------

    def lines(
        self,
        step: Step,
        actor: str,
        lines: Sequence[Line],
        changes: Sequence[Change],
        *,
        turned: bool,
    ) -> Iterator[Entry]:
        """Yield the lines of a step, without what would tell of hidden pieces."""
        secrets = [text for change in changes for text in change.secrets]
        unseen = [each for each in changes if each.secrets and each.out_of_sight]
        secrets += [self.places.name(spot) for each in unseen for spot in each.spots]
        shown = [each.after.name for each in changes if each.after.level == OPEN]
        shown += [each.before.name for each in changes if each.after is ABSENT and not each.secrets]
        if len(secrets) * len(lines) > _MOST_LOOKED_FOR:
            lines = [line for line in lines if line.kind == "said"]
        for line in lines:
            typed = line.kind == "said"
            text, named = self.table.names.without_hidden(
                line.text, () if typed else secrets, typed=typed
            )
            if line.kind == "report" and (named or (unseen and text != line.text)):
                continue
            about = turned or any(name and name in text for name in shown)
            if line.kind == "report" and unseen and not about:
                continue
            kind: Kind = "turn" if turned and line.kind == "report" else line.kind
            who = self.roster.of_name(line.name) if line.name else ""
            if typed and not who:
                yield self.entry(step, kind, "", text, name=line.name)
            else:
                yield self.entry(step, kind, who or actor, text, name=line.name)
        if turned and not lines:
            yield self.entry(step, "turn", actor, "the turn counter moved")

    # -- pieces ------------------------------------------------------------------------------

    def piece(self, step: Step, actor: str, change: Change) -> Iterator[Entry]:
        """Yield what the reader sees happen to a piece."""
        before, after = change.before, change.after
        if not (before.level or after.level):
            return
        hide = bool(change.secrets) or change.uncovered
        about = {
            "piece": shown_name(after if after.level else before, hide=hide),
            "piece_id": change.id,
            "to": self.places.name(after.spot) if after.level else "",
        }
        origin = self.places.name(before.spot) if before.level else ""
        if not before.level:
            yield self.entry(step, "appear", actor, **about)
        elif not after.level:
            yield self.entry(step, "vanish", actor, gone_text(change), origin=origin, **about)
        else:
            if before.spot != after.spot:
                yield self.entry(step, "move", actor, origin=origin, **about)
            text = self.redacted("; ".join(differences(change)))
            if text:
                yield self.entry(step, "change", actor, text, **about)
        there = before is not ABSENT and after is not ABSENT
        if self.viewer.referee and there and before.seers != after.seers:
            seen = f"seen by {seers_text(before.seers)}, now by {seers_text(after.seers)}"
            yield self.entry(step, "secret", actor, seen, **about)

    # -- everything else ---------------------------------------------------------------------

    def rest(self, step: Step, actor: str, command: Plain) -> Iterator[Entry]:
        """Yield what other commands tell."""
        match command:
            case SecretNote(hidden=False, name=name, text=text, owner=owner):
                shown = self.redacted(f"{name!r}: {notes_text(text)}")
                yield self.entry(step, "note", owner, f"shows the note {shown}")
            case SecretNote(owner=owner, name=name, text=text) if self.sees(owner):
                yield self.entry(step, "note", owner, f"secret note {name!r}: {notes_text(text)}")
            case PrivateNote(owner=owner, text=text) if self.sees(owner):
                yield self.entry(step, "note", owner, f"private notes: {notes_text(text)}")
            case Unmask(allowed=allowed) if self.viewer.referee:
                named = ", ".join(sorted(map(self.owner_name, allowed))) or "nobody"
                yield self.entry(step, "secret", actor, f"may be unmasked by: {named}")
            case SetProperty(name=name, old=old, new=new) if self.viewer.referee and old != new:
                yield self.entry(step, "property", actor, f"{name}: {old!r} -> {new!r}")
            case _ if not isinstance(command, _SILENT):
                yield from self.other(step, actor, command)

    def other(self, step: Step, actor: str, command: Plain) -> Iterator[Entry]:
        """Yield that there is a command of another kind."""
        raw = command.encode()
        if raw.startswith(_PUBLIC_NOTES):
            text = self.redacted(notes_text(raw.partition("\t")[2]))
            yield self.entry(step, "note", actor, f"public notes: {text}")
        elif self.viewer.referee:
            yield self.entry(step, "other", actor, f"command {raw[:80]}")

    def redacted(self, text: str) -> str:
        """Return a text without the names of hidden pieces."""
        return self.table.names.without_hidden(text[:_MOST_TEXT])[0]

    def sees(self, owner: str) -> bool:
        """Tell whether the reader sees what a player keeps to himself."""
        return self.viewer.sees(self.roster.seers(owner))

    def owner_name(self, owner: str) -> str:
        """Return a player by pseudonym, or a side by name."""
        return self.roster.who(owner) if self.roster.name(owner) else owner


_SILENT = (
    *_PIECES,
    AddPlayer,
    Chat,
    PrivateNote,
    RemovePlayer,
    SecretNote,
    SelectBoards,
    SetProperty,
    Turn,
    Undo,
    Unmask,
)
