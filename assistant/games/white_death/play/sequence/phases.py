"""Which acts belong to which phase, and what a pass allows: rule 5."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from assistant.audit.finding import Finding
from assistant.games.white_death.names import MOVEMENT
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.sequence.points import kind_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import verb_of
from builder.convention.line import (
    Advance,
    Assault,
    Barrage,
    BarrageDie,
    Bridge,
    Commit,
    Deploy,
    Detect,
    Enter,
    Entrain,
    Fire,
    Follow,
    Line,
    Move,
    Reequip,
    Slip,
)

__all__ = ["phases_of"]

_BARRAGE, _DEFENSIVE, _ASSAULT = "barrage", "defensive-fire", "assault"
_IN_MOVEMENT = (Enter, Move, Entrain, Deploy, Bridge, Assault, Detect, Slip, Follow, Reequip)
_PHASES: Mapping[type[Line], tuple[str, ...]] = {
    **dict.fromkeys(_IN_MOVEMENT, (MOVEMENT,)),
    Barrage: (_BARRAGE,),
    BarrageDie: (_BARRAGE,),
    Commit: (_DEFENSIVE, _ASSAULT),
    Advance: (_BARRAGE, _DEFENSIVE, _ASSAULT),
}
"""Phases of the acts that have one.

A hex emptied by barrage may be entered at once or as after an assault, the erratum doesn't say
when (11C.8); ice is crossed in retreats, too.
"""
_OF_FIRE = {"exit": (MOVEMENT,), "detected": (MOVEMENT,)}
"""Phases of attacks that no hex's pool pays for."""


def phases_of(act: Line) -> tuple[str, ...]:
    """Return the phases in which an act may be done; empty if it is bound to none."""
    if isinstance(act, Fire):
        return _OF_FIRE.get(act.kind, (_DEFENSIVE, _ASSAULT))
    return _PHASES.get(type(act), ())


@ACTS.rule("WD-5.3", on=(*_PHASES, Fire), name="act-in-its-phase", section="5")
def act_in_its_phase(before: Position, act: Line, rules: Ruleset) -> Iterator[Finding]:
    """Every act has its phase: 5."""
    allowed = phases_of(act)
    if before.going is None or before.phase not in rules.game.phases:
        return
    verb = verb_of(type(act))
    yield ruling(
        "WD-5.3",
        before.phase in allowed,
        f"{verb} in the {before.phase} phase; it belongs to {' or '.join(allowed)}",
        facts=[("phase", before.phase)],
    )


_MORE_THAN_A_PASS = (Move, Enter, Deploy, Bridge, Assault, Slip, Follow, Reequip, Commit, Advance)


@ACTS.rule(
    "WD-5.8",
    on=(*_MORE_THAN_A_PASS, Entrain, Barrage),
    name="more-than-a-pass-allows",
    section="5",
)
def more_than_a_pass_allows(before: Position, act: Line, rules: Ruleset) -> Iterator[Finding]:
    """A pass allows nothing but barrages and movement by rail: 5."""
    kind = kind_of(before.going.kind, rules) if before.going is not None else None
    if kind is None or not kind.exact:
        return
    verb = verb_of(type(act))
    allowed = isinstance(act, (Entrain, Barrage))
    yield ruling("WD-5.8", allowed, f"{verb} in a pass", facts=[("kind", kind.id)])
