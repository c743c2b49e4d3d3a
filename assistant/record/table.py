"""The table of any module, as one reader sees it.

Follows the engine: a stack that is dragged takes its members along, a piece laid on another
joins its stack or deck, and a change of state touches only those traits whose old and new state
differ. After each step :meth:`Table.settle` tells how every piece that was touched looked to
the reader before and looks now; what he doesn't see never leaves the table.

Source: VASSAL classes ``MovePiece``, ``AddPiece``, ``ChangePiece``, ``Stack``, ``Deck``,
``BasicPiece``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from assistant.record.names import Names, Where
from assistant.record.roster import Roster
from assistant.record.shape import Shape, owner_of, shape_of, veil_seers
from assistant.record.viewer import EVERYONE, NOBODY, Seers, Viewer, both
from assistant.record.windows import Windows
from builder.errors import VassalError
from builder.vassal import AddPiece, ChangePiece, MovePiece, RemovePiece, sequence
from builder.vassal.damage import UnusableError
from builder.vassal.piece import split_parts
from builder.vassal.trait import BasicPiece, RawTrait

__all__ = ["ABSENT", "MASKED", "OPEN", "UNSEEN", "Change", "Look", "Spot", "Table"]

Spot = tuple[str | None, int, int]
"""Map identifier, None for nowhere, and pixels of the map."""

UNSEEN, MASKED, OPEN = 0, 1, 2
"""How much the reader sees: nothing, that something lies there, what it is."""

_MOST_DIGITS = 9
_MOST_NAMES = 8
_MOST_WORK = 1_500_000


@dataclass(frozen=True, slots=True)
class Look:
    """How a piece looks to the reader.

    Args:
        level: ``UNSEEN``, ``MASKED`` or ``OPEN``.
        name: Its name, the mask's while it is masked; empty if unseen.
        spot: Where it lies.
        faces: What it shows, a state for each trait of the shape's ``faces``.
        secret: Whether it is there, but somebody or something hides it from him.
        seers: The sides that see what it is.
        owners: Who hides it, by trait; None where nobody does.
        in_deck: Whether it lies in a deck, face down.
    """

    level: int
    name: str = ""
    spot: Spot = (None, 0, 0)
    faces: tuple[str, ...] = ()
    secret: bool = False
    seers: Seers = EVERYONE
    owners: tuple[str | None, ...] = ()
    in_deck: bool = False

    def signature(self, id_: str) -> int:
        """Return a number for what is seen of it, 0 if nothing is."""
        if self.level == UNSEEN:
            return 0
        return hash((id_, self.level, self.spot, self.faces if self.level == OPEN else ()))


ABSENT = Look(UNSEEN)


@dataclass(frozen=True, slots=True)
class Change:
    """What a step did to a piece.

    Args:
        id: Its id.
        shape: Its type.
        before: How it looked.
        after: How it looks.
        secrets: Texts that must not stand in a line of this step: its names and id, if it is
            hidden from the reader now.
    """

    id: str
    shape: Shape
    before: Look
    after: Look
    secrets: tuple[str, ...] = ()

    @property
    def out_of_sight(self) -> bool:
        """Whether that it was done at all is hidden: a deck may be seen to be shuffled."""
        last = self.before if self.after is ABSENT else self.after
        return last.level == UNSEEN and not last.in_deck

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Where it lay and lies, as far as that is anywhere."""
        return tuple(each.spot for each in (self.before, self.after) if each.spot[0] is not None)

    @property
    def uncovered(self) -> bool:
        """Whether a mask or the like was taken off it just now, where it lies.

        A record names such a piece only from the next step on: that it was uncovered may be a
        slip, which the next step takes back.
        """
        hidden = self.before.secret and self.before.spot == self.after.spot
        return hidden and not self.before.in_deck and self.after.level == OPEN


@dataclass(slots=True, eq=False)
class _Piece:
    id: str
    shape: Shape
    states: list[str]
    spot: Spot = (None, 0, 0)
    home: _Piece | None = None
    members: dict[str, _Piece] = field(default_factory=dict)
    face_down: bool = False
    look: Look = ABSENT
    names: tuple[str, ...] = ()
    where: Where | None = None


class Table:
    """The pieces of one log, moved by its commands.

    Args:
        viewer: For whom.
        windows: Which windows are private.
        roster: Who plays which side now.
    """

    def __init__(self, viewer: Viewer, windows: Windows, roster: Roster) -> None:
        """Begin with an empty table."""
        self.names = Names()
        self.signature = 0
        self.ever_hidden: set[str] = set()
        self._viewer = viewer
        self._windows = windows
        self._roster = roster
        self._pieces: dict[str, _Piece] = {}
        self._homes_at: dict[Spot, _Piece] = {}
        self._touched: dict[str, _Piece] = {}
        self._veiled: dict[str, dict[str, None]] = {}
        self._work = 0

    def looks(self) -> dict[str, Look]:
        """Return every piece the reader sees."""
        return {id_: each.look for id_, each in self._pieces.items() if each.look.level}

    def shows(self, id_: str) -> bool:
        """Tell whether the reader sees what a piece is."""
        piece = self._pieces.get(id_)
        return piece is not None and piece.look.level == OPEN

    def apply(self, command: AddPiece | ChangePiece | MovePiece | RemovePiece) -> bool:
        """Carry a command out; return whether the piece is known and could be read."""
        match command:
            case AddPiece():
                return self._add(command)
            case ChangePiece(id=id_):
                piece = self._pieces.get(id_)
                if piece is not None:
                    self._change(piece, command)
                return piece is not None
            case MovePiece(id=id_):
                piece = self._pieces.get(id_)
                if piece is not None:
                    self._move(piece, command)
                return piece is not None
            case RemovePiece(id=id_):
                return self._remove(id_)

    def side_changed(self, label: str) -> None:
        """Look again at what a player hides, as he has another side now; nothing is told."""
        for id_ in self._veiled.get(label, {}):
            if id_ in self._pieces and id_ not in self._touched:
                self._look_again(self._pieces[id_])

    def settle(self) -> Iterator[Change]:
        """Yield what was done to pieces since the last time, in the order it was done.

        Raises:
            UnusableError: A log in which great stacks are dragged about without end.
        """
        touched, self._touched = self._touched, {}
        self._work += len(touched)
        if self._work > _MOST_WORK:
            raise UnusableError("too-big", f"more than {_MOST_WORK} changes of pieces")
        for id_, piece in touched.items():
            before = piece.look
            if piece.shape.kind == "piece":
                self._look_again(piece)
                hidden = piece.look.secret or (piece.look is ABSENT and before.secret)
                secrets = (*piece.names, id_) if hidden else ()
                yield Change(id_, piece.shape, before, piece.look, secrets)

    # -- commands ----------------------------------------------------------------------------

    def _touch(self, piece: _Piece) -> None:
        self._touched.setdefault(piece.id, piece)

    def _add(self, command: AddPiece) -> bool:
        old = self._pieces.get(command.id)
        if old is not None:
            self._remove(command.id)
        try:
            shape = shape_of(command.type)
            states = split_parts(command.state, len(shape.types))
        except VassalError:
            return False
        states += [""] * (len(shape.types) - len(states))  # who hides it then isn't known
        piece = _Piece(command.id, shape, states)
        if old is not None and old.id in self._touched:
            piece.look, piece.names, piece.where = old.look, old.names, old.where
            self._touched[old.id] = piece
        self._pieces[command.id] = piece
        self._touch(piece)
        if shape.kind == "piece":
            piece.spot = _spot(states[-1])
        else:
            self._fill(piece, states[-1])
        return True

    def _remove(self, id_: str) -> bool:
        piece = self._pieces.pop(id_, None)
        if piece is None:
            return False
        self._touch(piece)
        self._leave(piece)
        for member in piece.members.values():
            self._touch(member)
            member.home = None
        self._forget(piece)
        return True

    def _move(self, piece: _Piece, command: MovePiece) -> None:
        spot = (command.map, command.x, command.y)
        self._touch(piece)
        if piece.shape.kind != "piece":
            self._move_home(piece, spot)
            return
        piece.spot = spot
        self._leave(piece)
        under = self._pieces.get(command.under or "")
        if under is not None and under.shape.kind == "piece":
            under = under.home
        if under is None or under.spot != spot:
            under = self._homes_at.get(spot)
        if under is not None and (piece.shape.stacks or under.shape.kind == "deck"):
            self._join(piece, under)

    def _move_home(self, home: _Piece, spot: Spot) -> None:
        """Move a stack or deck with its members; where another lies they join that."""
        self._forget(home)
        home.spot = spot
        if not home.members and home.shape.kind == "stack":
            return
        for member in home.members.values():
            self._touch(member)
            member.spot = spot
        there = self._homes_at.setdefault(spot, home)
        if there is not home:
            for member in list(home.members.values()):
                self._leave(member)
                self._join(member, there)

    def _change(self, piece: _Piece, command: ChangePiece) -> None:
        self._touch(piece)
        if piece.shape.kind != "piece":
            if command.new_state != command.old_state:
                self._fill(piece, command.new_state)
            return
        count = len(piece.states)
        try:
            new = split_parts(command.new_state, count)
            old = split_parts(command.old_state, count) if command.old_state else []
        except VassalError:
            return
        for at, state in enumerate(new):
            if at < len(old) and old[at] == state:
                continue
            piece.states[at] = state
            if at == count - 1:
                spot = _spot(state)
                if piece.home is None or spot[0] is not None:
                    piece.spot = spot

    def _fill(self, home: _Piece, state: str) -> None:
        """Take over where a stack or deck lies and what is in it."""
        is_deck = home.shape.kind == "deck"
        fields = sequence.decode(state, ";")
        self._forget(home)
        home.spot = _spot(state)
        listed = fields[3:]
        if is_deck:
            home.face_down = fields[3:4] != ["false"]
            listed = [id_ for text in fields[4:] for id_ in sequence.decode(text, ",")]
        for member in home.members.values():
            self._touch(member)
            member.home = None
        home.members.clear()
        for id_ in listed:
            piece = self._pieces.get(id_)
            if piece is not None and piece.shape.kind == "piece":
                self._touch(piece)
                self._leave(piece)
                self._join(piece, home)
        if home.members or is_deck:
            self._homes_at[home.spot] = home

    def _join(self, piece: _Piece, home: _Piece) -> None:
        piece.home = home
        piece.spot = home.spot
        home.members[piece.id] = piece

    def _leave(self, piece: _Piece) -> None:
        home = piece.home
        if home is not None:
            home.members.pop(piece.id, None)
            piece.home = None
            if not home.members and home.shape.kind == "stack":
                self._forget(home)

    def _forget(self, home: _Piece) -> None:
        """Take a stack from where it lies; the engine, too, lays nothing on an empty one."""
        if self._homes_at.get(home.spot) is home:
            del self._homes_at[home.spot]

    # -- what the reader sees ----------------------------------------------------------------

    def _look_again(self, piece: _Piece) -> None:
        """Find out how a piece looks now, and count its names."""
        self.signature ^= piece.look.signature(piece.id)
        known = (piece.names, piece.where)
        piece.where = None
        if self._pieces.get(piece.id) is not piece:
            piece.look = ABSENT
        else:
            full = piece.shape.full_name(piece.states)
            borne = piece.names if piece.look.secret else ()  # names it had in secret stay so
            piece.look = self._look(piece, full)
            borne = borne if piece.look.secret else ()
            piece.names = tuple(dict.fromkeys((piece.shape.name, full, *borne)))[:_MOST_NAMES]
            self.signature ^= piece.look.signature(piece.id)
            if piece.look.level == OPEN:
                piece.where = "open"
            elif piece.look.secret:
                self.ever_hidden.add(piece.id)
                unseen: Where = "deck" if self._in_dark(piece) else "unseen"
                piece.where = "masked" if piece.look.level == MASKED else unseen
        if known != (piece.names, piece.where):
            self._count_names(piece, *known)

    def _count_names(self, piece: _Piece, names: tuple[str, ...], where: Where | None) -> None:
        """Count the names of a piece as they are now, no more as they were."""
        if where is not None:
            self.names.drop(names, where)
        if piece.where is not None:
            self.names.add(piece.names, piece.where)

    def _look(self, piece: _Piece, full: str) -> Look:
        there: Seers = self._windows.seers(piece.spot[0]) if piece.spot[0] is not None else EVERYONE
        if self._in_dark(piece):
            there = NOBODY
        what: Seers = EVERYONE
        mask_name = ""
        owners: list[str | None] = []
        for veil in piece.shape.veils:
            owner = owner_of(veil, piece.states[veil.at])
            owners.append(owner)
            if owner is None:
                continue
            self._veiled.setdefault(owner, {})[piece.id] = None
            seers = veil_seers(veil, owner, self._roster)
            if veil.mask:
                what = both(what, seers)
                mask_name = mask_name or veil.name
            else:
                there = both(there, seers)
        seers = both(there, what)
        hidden = tuple(owners)
        if piece.spot[0] is None and not self._in_dark(piece):
            return Look(UNSEEN, secret=not self._viewer.sees(seers), seers=seers, owners=hidden)
        if not self._viewer.sees(there):
            dark = self._in_dark(piece)
            return Look(UNSEEN, spot=piece.spot, secret=True, seers=seers, in_deck=dark)
        if not self._viewer.sees(what):
            return Look(MASKED, mask_name, piece.spot, secret=True, seers=seers)
        faces = tuple(piece.states[at] for at in piece.shape.faces)
        return Look(OPEN, full, piece.spot, faces, seers=seers, owners=hidden)

    def _in_dark(self, piece: _Piece) -> bool:
        """Tell whether a piece lies in a deck whose cards lie face down."""
        home = piece.home
        return home is not None and home.shape.kind == "deck" and home.face_down


def _spot(state: str) -> Spot:
    """Return map and pixels at the beginning of the state of a piece, stack or deck."""
    if "\\" in state or "'" in state:
        basic = BasicPiece.parse(RawTrait("piece", state))
        return basic.map, basic.x, basic.y
    where, x, y = (*state.split(";", 3), "", "", "")[:3]
    return (None if where in ("", "null") else where), _whole(x), _whole(y)


def _whole(text: str) -> int:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS else 0
