"""The table as VASSAL keeps it: pieces by piece id, where they lie, in which stack.

Follows the engine: a stack that is dragged takes its members along, a piece put on another
joins its stack, and a change of state touches only those traits whose old and new state
differ. Out come events about units, which are known by the data id in their marker.

Source: VASSAL classes ``MovePiece``, ``AddPiece``, ``ChangePiece`` (``mergeState``),
``Stack``, ``BasicPiece``.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field

from assistant.audit.builtin import builtin_finding
from assistant.audit.finding import Finding
from assistant.engine.events import (
    Event,
    Flipped,
    LossSet,
    Moved,
    Placed,
    Removed,
    Unread,
)
from assistant.log.ground import Ground, Spot
from builder import convention
from builder.vassal import AddPiece, ChangePiece, MovePiece, Piece, RemovePiece
from builder.vassal.piece import split_parts
from builder.vassal.trait import BasicPiece, DynamicProperty, Layer, Stack, parse_trait

__all__ = ["Table"]

_SINGLE_KINDS = frozenset({"unit", "bunker", "bridge"})
_OWN = frozenset({"umpire", "target"})
"""Kinds of the module's own pieces: no figures of a game."""
_BACK_LEVEL = 2
_MOST_LOSS = 1_000


@dataclass(slots=True)
class _Piece:
    """One piece or stack on the table; ``unit`` is empty for what isn't judged."""

    id: str
    spot: Spot
    unit: str = ""
    name: str = ""
    kind: str = ""
    back: bool = False
    loss: int = 0
    traits: int = 1
    face_at: int = -1
    loss_at: int = -1
    is_stack: bool = False
    stack: str = ""
    members: list[str] = field(default_factory=list)


class Table:
    """The pieces of one log, moved by its commands.

    Args:
        ground: Turns pixels into places.
        known: Data ids that exist.
    """

    def __init__(self, ground: Ground, known: Container[str]) -> None:
        """Begin with an empty table."""
        self.findings: list[Finding] = []
        self._strangers: set[str] = set()
        self._ground = ground
        self._known = known
        self._pieces: dict[str, _Piece] = {}
        self._first: dict[str, str] = {}
        self._spares: dict[str, list[str]] = {}
        self._stack_at: dict[Spot, str] = {}

    def add(self, command: AddPiece, step: int) -> Iterator[Event]:
        """Put a piece, stack or deck on the table."""
        yield from self._take(command.id, step)
        if command.type == Stack.KIND:
            self._pieces[command.id] = stack = _Piece(command.id, (None, 0, 0), is_stack=True)
            yield from self._set_stack(stack, command.state, step)
            return
        piece = self._pieces[command.id] = _read_piece(command.id, command.piece)
        unit, piece.unit = piece.unit, ""
        if not unit or piece.kind in _OWN:
            place = self._ground.place(piece.spot)
            yield Placed(step=step, unit="", name=piece.name, kind=piece.kind, at=place)
        elif unit not in self._known:
            if unit not in self._strangers:
                self._find("LOG-3", step, "a piece has an id the data don't know; left out", unit)
            self._strangers.add(unit)
        elif unit in self._first:
            self._spares.setdefault(unit, []).append(piece.id)
            if piece.kind in _SINGLE_KINDS:
                text = "a second piece has this id; left out while the first is on the table"
                self._find("LOG-4", step, text, unit)
        else:
            yield self._crown(piece, unit, step)

    def move(self, command: MovePiece, step: int) -> Iterator[Event]:
        """Move a piece, or a stack with its members."""
        piece = self._pieces.get(command.id)
        if piece is None:
            yield Unread(step=step, raw="M", reason="the move of a piece that isn't on the table")
            return
        spot = (command.map, command.x, command.y)
        by = command.player or ""
        if piece.is_stack:
            yield from self._move_stack(piece, spot, by, step)
            return
        yield from self._lay(piece, spot, by, step)
        self._leave_stack(piece)
        under = self._pieces.get(command.under or "")
        if under is not None and under.spot == spot:
            self._join(piece, under.id if under.is_stack else under.stack)
        else:
            self._join(piece, self._stack_at.get(spot, ""))

    def change(self, command: ChangePiece, step: int) -> Iterator[Event]:
        """Take over a new state; what didn't change in it leaves the table as it is."""
        piece = self._pieces.get(command.id)
        if piece is None:
            yield Unread(step=step, raw="D", reason="a change of a piece that isn't on the table")
            return
        if piece.is_stack:
            if command.new_state != command.old_state:
                yield from self._set_stack(piece, command.new_state, step)
            return
        new = split_parts(command.new_state, piece.traits)
        before = command.old_state
        old = split_parts(before, piece.traits) if before is not None else []
        touched = {at for at, part in enumerate(new) if at >= len(old) or part != old[at]}
        if piece.traits - 1 in touched and len(new) == piece.traits:
            spot = _spot(new[-1])
            if not (piece.stack and spot[0] is None):
                yield from self._lay(piece, spot, "", step)
        if piece.face_at in touched:
            piece.back = _level(new[piece.face_at]) == _BACK_LEVEL
            if piece.unit:
                yield Flipped(step=step, unit=piece.unit, back=piece.back)
        if piece.loss_at in touched:
            yield from self._lose(piece, new[piece.loss_at], step)

    def remove(self, command: RemovePiece, step: int) -> Iterator[Event]:
        """Take a piece off; a second piece with its id takes its place."""
        yield from self._take(command.id, step)

    def _take(self, id_: str, step: int) -> Iterator[Event]:
        """Forget a piece, if it is there."""
        piece = self._pieces.pop(id_, None)
        if piece is None:
            return
        self._leave_stack(piece)
        for member in piece.members:
            self._pieces[member].stack = ""
        if self._stack_at.get(piece.spot) == id_:
            del self._stack_at[piece.spot]
        if not piece.unit:
            for others in self._spares.values():
                if id_ in others:
                    others.remove(id_)
            return
        yield Removed(step=step, unit=piece.unit, origin=self._ground.place(piece.spot))
        del self._first[piece.unit]
        spares = self._spares.get(piece.unit)
        if spares:
            yield self._crown(self._pieces[spares.pop(0)], piece.unit, step)

    def _crown(self, piece: _Piece, unit: str, step: int) -> Event:
        """Let a piece stand for a unit."""
        self._first[unit] = piece.id
        piece.unit = unit
        return Placed(
            step=step,
            unit=unit,
            name=piece.name,
            kind=piece.kind,
            at=self._ground.place(piece.spot),
            back=piece.back,
            loss=piece.loss,
        )

    def _lay(self, piece: _Piece, spot: Spot, by: str, step: int) -> Iterator[Event]:
        """Put a piece somewhere; inside one place that is no move."""
        origin, to = self._ground.place(piece.spot), self._ground.place(spot)
        piece.spot = spot
        if piece.unit and origin != to:
            yield Moved(step=step, unit=piece.unit, origin=origin, to=to, by=by)
            other = self._ground.other_hex(spot)
            if other:
                text = f"lies in the corner of hex {to.name}, which VASSAL 3.6 calls {other}"
                self._find("LOG-5", step, f"{text}; {to.name} was taken", piece.unit)

    def _find(self, rule: str, step: int, text: str, unit: str) -> None:
        """Add a finding about a piece."""
        self.findings.append(builtin_finding(rule, step, text, units=(unit,)))

    def _lose(self, piece: _Piece, text: str, step: int) -> Iterator[Event]:
        """Set the loss of a piece."""
        loss = _loss(text)
        if loss is None:
            yield Unread(step=step, raw="D", reason=f"{convention.LOSS} isn't a whole number")
            return
        piece.loss = loss
        if piece.unit:
            yield LossSet(step=step, unit=piece.unit, loss=loss)

    def _move_stack(self, stack: _Piece, spot: Spot, by: str, step: int) -> Iterator[Event]:
        """Move a stack with its members; where another stack lies they join that."""
        if self._stack_at.get(stack.spot) == stack.id:
            del self._stack_at[stack.spot]
        stack.spot = spot
        members = [self._pieces[member] for member in stack.members]
        for piece in members:
            yield from self._lay(piece, spot, by, step)
        there = self._stack_at.setdefault(spot, stack.id)
        if there != stack.id:
            for piece in members:
                self._leave_stack(piece)
                self._join(piece, there)

    def _set_stack(self, stack: _Piece, state: str, step: int) -> Iterator[Event]:
        """Take over where a stack lies and what is in it; members lie where it lies."""
        parts = state.split(";")
        if self._stack_at.get(stack.spot) == stack.id:
            del self._stack_at[stack.spot]
        stack.spot = _spot(state)
        self._stack_at[stack.spot] = stack.id
        for id_ in stack.members:
            self._pieces[id_].stack = ""
        stack.members = []
        for id_ in parts[3:]:
            piece = self._pieces.get(id_)
            if piece is not None and not piece.is_stack:
                self._leave_stack(piece)
                self._join(piece, stack.id)
                yield from self._lay(piece, stack.spot, "", step)

    def _join(self, piece: _Piece, stack_id: str) -> None:
        """Put a piece into a stack, if there is one; no id names none, whatever the log says."""
        stack = self._pieces.get(stack_id) if stack_id else None
        if stack is not None and stack.is_stack:
            piece.stack = stack_id
            stack.members.append(piece.id)

    def _leave_stack(self, piece: _Piece) -> None:
        """Take a piece out of its stack."""
        stack = self._pieces.get(piece.stack) if piece.stack else None
        if stack is not None:
            stack.members.remove(piece.id)
        piece.stack = ""


def _read_piece(id_: str, piece: Piece) -> _Piece:
    """Return what counts of a piece that was put down."""
    properties = piece.properties
    found = _Piece(
        id_,
        _spot(piece.traits[-1].state),
        unit=properties.get(convention.ID, ""),
        name=piece.name,
        kind=properties.get(convention.KIND, ""),
        traits=len(piece.traits),
    )
    for at, raw in enumerate(piece.traits):
        if raw.type.startswith(f"{Layer.KIND};") and f";{convention.FACE};" in raw.type:
            match parse_trait(raw):
                case Layer(name=convention.FACE, level=level):
                    found.face_at = at
                    found.back = _level(level) == _BACK_LEVEL
        elif raw.type.startswith(f"{DynamicProperty.KIND};{convention.LOSS};"):
            found.loss_at = at
            found.loss = _loss(raw.state) or 0
    return found


def _spot(state: str) -> Spot:
    """Return map and pixels at the beginning of the state of a basic piece or a stack."""
    if "\\" in state or "'" in state:
        basic = BasicPiece.parse(Piece.parse("piece", state).traits[0])
        return basic.map, basic.x, basic.y
    where, x, y = (*state.split(";", 3), "", "", "")[:3]
    return (None if where in ("", "null") else where), _whole(x), _whole(y)


def _whole(text: str) -> int:
    """Return a number of pixels, 0 for what is none, as the engine does."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 9 else 0


def _level(state: str) -> int:
    """Return the level a layer shows."""
    return _whole(state.partition(";")[0])


def _loss(text: str) -> int | None:
    """Return strength points lost, ``None`` for what isn't a number of them."""
    plain = text.isascii() and text.isdigit() and len(text) < 5
    return int(text) if plain and int(text) <= _MOST_LOSS else None
