"""What should have been done before the game goes on: losses, checks, retreats, dice."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.morale.duties import checks_due
from assistant.games.white_death.play.morale.modifier import CALL_ATOMS
from assistant.games.white_death.play.morale.words import BARRAGE, DETECTED, FAIL, RETREAT, ROUT
from assistant.games.white_death.state.position import Duty, DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Impulse, PhaseStep, TurnStep
from builder.model.game import Kind

__all__ = ["outstanding"]

_LOSSES = {BARRAGE: "WD-11B.9", ROUT: "WD-14B.1", RETREAT: "WD-14C.1", "ice": "WD-13.1"}
_RETREATS = {ROUT: "WD-14B.1", FAIL: "WD-14B.5", DETECTED: "WD-21C.2"}
_FIRE, _HITS, _DETECTION, _ICE = "WD-9C.8", "WD-10C.6", "WD-21C.1", "WD-13.1"


def outstanding(position: Position, rules: Ruleset) -> tuple[Duty, ...]:
    """Return everything that is still to be done or suffered before the phase can end.

    Losses, retreats and dice in the order they fell due, then checks, those of a shock last.
    """
    rest = (duty for duty in position.fight.duties if duty.kind is not DutyKind.MORALE)
    return (*rest, *checks_due(position, rules))


@ACTS.rule(
    *dict.fromkeys((*CALL_ATOMS.values(), *_LOSSES.values(), *_RETREATS.values())),
    *(_FIRE, _HITS, _DETECTION, _ICE),
    on=(PhaseStep, Impulse, TurnStep),
    name="left-undone",
    section="14",
    readings=("A-62", "A-107"),
)
def left_undone(
    before: Position, act: PhaseStep | Impulse | TurnStep, rules: Ruleset
) -> Iterator[Finding]:
    """Nothing that a rule demands is left undone when the phase ends.

    Rule:
        9C, 10C, 11B for losses, 14A and 14C for checks, 14B for retreats, 21C for dice.
    Not covered:
        Rolls for the ice, which rule 13 speaks of itself.
    """
    del act
    for duty in outstanding(before, rules):
        if duty.kind is DutyKind.ICE:
            continue
        message = f"{rules.label(duty.unit)} {_told(duty)}"
        cells = (rules.number(duty.hex),) if duty.hex is not None else ()
        yield ruling(
            _atom(duty, rules), verdict=False, message=message, units=(duty.unit,), hexes=cells
        )


def _atom(duty: Duty, rules: Ruleset) -> str:
    """Return the atom that demands a duty."""
    match duty.kind:
        case DutyKind.LOSS:
            unit = rules.game.units.get(duty.unit)
            hits = unit is not None and unit.kind is Kind.AFV
            return _LOSSES.get(duty.why, _HITS if hits else _FIRE)
        case DutyKind.MORALE:
            return CALL_ATOMS.get(duty.why, "WD-14A.3")
        case DutyKind.RETREAT:
            return _RETREATS.get(duty.why, "WD-14B.5")
        case DutyKind.ICE:
            return _ICE
        case DutyKind.DETECT:
            return _DETECTION


def _told(duty: Duty) -> str:
    """Return in words what was left undone."""
    match duty.kind:
        case DutyKind.LOSS:
            points = "point" if duty.points == 1 else "points"
            return f"still has to lose {duty.points} strength {points} ({duty.why})"
        case DutyKind.MORALE:
            return f"still has to check its morale ({duty.why.replace('-', ' ')})"
        case DutyKind.RETREAT:
            return "still has to retreat"
        case DutyKind.ICE:
            return "still has to roll for the ice"
        case DutyKind.DETECT:
            return "still has to roll whether it is found out"
