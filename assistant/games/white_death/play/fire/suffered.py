"""Whether a loss is due, and how much of it: 9C.4, 10C.3, 11B.2, 13, 14B, 14C, 19."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding
from assistant.games.white_death.names import counted
from assistant.games.white_death.play.book import ACTS, Part, ruling
from assistant.games.white_death.play.fire.losses import FIRE, strength_of
from assistant.games.white_death.play.fire.tables import BARRAGE
from assistant.games.white_death.play.morale.words import FAIL, RETREAT, ROUT
from assistant.games.white_death.state.position import DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Loss
from builder.model.game import Kind

__all__: list[str] = []

_ATOMS = {
    FIRE: "WD-9C.9",
    BARRAGE: "WD-11B.9",
    ROUT: "WD-14B.1",
    RETREAT: "WD-14C.1",
    "ice": "WD-13.1",
}
"""The atom that says how much is lost, by reason. Of others only their own chapters know: losses
to date (25), units too many in a hex (4)."""
_HITS = "WD-10C.6"
"""That of antitank fire."""
_DRIVEN = frozenset({FAIL, ROUT})
"""Why a unit retreats or perishes."""


@ACTS.rule(
    "WD-9C.9",
    "WD-10C.6",
    "WD-11B.9",
    "WD-13.1",
    "WD-14B.1",
    "WD-14C.1",
    "WD-19.2",
    "WD-2.2",
    on=(Loss,),
    name="loss-not-due",
    section="9C",
)
def check_loss(before: Position, act: Loss, rules: Ruleset) -> Iterator[Finding]:
    """A unit loses no more than what is due: by the result, and of most fire half at most."""
    have = strength_of(before, act.unit)
    if act.why not in _ATOMS or not have or _gives_up(before, act, have):
        return
    label = rules.label(act.unit)
    if act.unit in before.bunkers:
        only = act.why == BARRAGE
        told = f"{label} loses strength by {act.why}, as a bunker does by barrage only"
        yield ruling("WD-19.2", only, told, units=(act.unit,))
    due: list[Part] = [
        (duty.points, f"due to {duty.why}", _atom(act, rules))
        for duty in before.fight.duties
        if (duty.kind, duty.unit, duty.why) == (DutyKind.LOSS, act.unit, act.why)
    ]
    owed = sum(int(points) for points, _, _ in due)
    told = f"{label} loses {counted(act.points, 'point')} by {act.why}, {owed} due"
    yield ruling(
        _atom(act, rules),
        0 < act.points <= owed,
        told,
        units=(act.unit,),
        parts=due,
        allowance=act.points,
    )


def _gives_up(position: Position, act: Loss, have: int) -> bool:
    """Tell whether a unit is eliminated that must retreat; if it could is 14C.1's own question."""
    back = position.fight.duty(DutyKind.RETREAT, act.unit)
    return act.why == RETREAT and act.points >= have and back is not None and back.why in _DRIVEN


def _atom(act: Loss, rules: Ruleset) -> str:
    """Return the atom that says how much is lost."""
    unit = rules.game.units.get(act.unit)
    hit = act.why == FIRE and unit is not None and unit.kind is Kind.AFV
    return _HITS if hit else _ATOMS[act.why]
