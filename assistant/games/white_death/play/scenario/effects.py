"""What a set-up line changes; what lines about points and remarks change: nothing."""

from __future__ import annotations

from dataclasses import replace

from assistant.games.white_death.names import BRIDGE
from assistant.games.white_death.play.book import ACTS, Ruled
from assistant.games.white_death.state.holders import occupied
from assistant.games.white_death.state.position import Box, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Note, SetUp

__all__: list[str] = []


@ACTS.effect(SetUp)
def put_down(before: Position, act: SetUp, rules: Ruleset) -> Ruled:
    """Put a unit or a bridge into a hex; a town that counts is then held by its side."""
    cell = rules.cell(act.hex)
    if cell is None:
        return Ruled(before, (f"{act.unit}: there is no hex {act.hex}",))
    marker = rules.game.markers.get(act.unit)
    if marker is not None and marker.kind == BRIDGE:
        return Ruled(replace(before, bridges={**before.bridges, act.unit: cell}))
    piece = before.piece(act.unit)
    if piece is None:
        return Ruled(before, (f"{act.unit}: no unit or bridge of this game",))
    if piece.strength == 0:
        return Ruled(before, (f"{act.unit}: it is lost",))
    after = before.with_piece(act.unit, at=cell, box=Box.MAP)
    return Ruled(occupied(after, before.side_of(act.unit), (cell,), rules))


@ACTS.effect(Note)
def remark(before: Position, act: Note, rules: Ruleset) -> Ruled:
    """Leave everything as it is."""
    del act, rules
    return Ruled(before)
