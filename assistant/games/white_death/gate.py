"""What can be said of a moved counter before its way is looked at: who may move, and when."""

from __future__ import annotations

from assistant.audit.finding import Evidence, Finding, Verdict
from assistant.engine.actions import March
from assistant.engine.state import State
from assistant.games.white_death.names import COMBAT, PASS, SKI, TERMINAL
from builder.hexgrid import distance
from builder.model.game import Game, Unit

__all__ = ["gate", "in_set_up"]


def in_set_up(state: State) -> bool:
    """Tell whether what is done outside any impulse may be set-up: no turn has begun yet."""
    return not (state.begun or state.stepped or any(state.spent.values()))


def gate(before: State, march: March, unit: Unit, game: Game) -> Finding | None:
    """Return the finding that makes an end of it, ``None`` if it is a march to be judged.

    A finding of 5.8 makes an end of it only if the unit did not go by rail.
    """
    told = _told(march, unit, game)
    rule, verdict, why = _reason(before, march, unit, game)
    if not rule:
        return None
    steps = tuple(stop.step for stop in march.stops)
    return Finding(
        rule=rule,
        verdict=verdict,
        step=steps[-1],
        message=f"{told}: {why}",
        evidence=Evidence(
            units=(unit.id,),
            hexes=_hexes(march, game),
            steps=steps,
            facts=(("phase", march.phase or "unknown"),),
        ),
    )


_Reason = tuple[str, Verdict, str]
_OPEN, _BROKEN = Verdict.NOT_CHECKABLE, Verdict.BROKEN
_NONE: _Reason = ("", Verdict.KEPT, "")


def _reason(before: State, march: March, unit: Unit, game: Game) -> _Reason:
    """Return rule, verdict and reason of what ends the matter, or an empty rule."""
    if march.impulse is None and in_set_up(before):
        return "WD-25.2", _OPEN, "no impulse has been declared yet: set-up is not checked yet"
    field = game.map.hexes
    if march.origin.hex not in field:
        return _entry(before, march, unit)
    if any(stop.at.hex not in field for stop in march.stops):
        return "WD-9C.9", _OPEN, "no line tells why it leaves the map"
    if march.impulse is None and not before.begun:
        return "WD-5.4", _OPEN, "the log has not yet declared an impulse that it could belong to"
    if march.impulse is None:
        return "WD-5.4", _BROKEN, "no impulse is going on; the decision comes before movement"
    return _by_phase(march, unit, phasing=unit.side == march.impulse.side)


def _entry(before: State, march: March, unit: Unit) -> _Reason:
    """Return what can be said of a counter dragged onto the map: whether it is too early."""
    due = unit.entry.turn
    late = march.phase == TERMINAL  # the turn may have been stepped late
    if march.impulse is not None and due is not None and 0 < before.turn < due and not late:
        return "WD-17.1", _BROKEN, f"it may enter from turn {due} on"
    return "WD-17C.1", _OPEN, "no line tells of its entry onto the map (17)"


def _by_phase(march: March, unit: Unit, *, phasing: bool) -> _Reason:
    """Return the reason that lies in the phase and in whose impulse it is."""
    if march.phase in COMBAT and phasing:
        return "WD-9D.1", _OPEN, "no line tells of an advance after combat (9D, 10E)"
    if march.phase in COMBAT:
        return "WD-14B.2", _OPEN, "no line tells of a retreat (14B, 21E)"
    if not march.phase:
        return "WD-5.3", _OPEN, "dice were rolled and no phase named: march, retreat or advance"
    if march.phase == TERMINAL and (march.rolled or march.rolled_before):
        return "WD-5.3", _OPEN, "dice were rolled before in this impulse: it may be an advance"
    if march.phase == TERMINAL:
        return "WD-5.3", _BROKEN, "units do not move in the terminal phase"
    return _in_movement(march, unit, phasing=phasing)


def _in_movement(march: March, unit: Unit, *, phasing: bool) -> _Reason:
    """Return the reason that lies in the kind of impulse and in whose it is."""
    if not phasing and unit.mobility == SKI and _one_hex(march):
        return (
            "WD-21E.1",
            _OPEN,
            "a ski unit may retreat one hex before combat, and no line tells of it",
        )
    if not phasing and march.rolled:
        return "WD-14B.2", _OPEN, "dice were rolled before in this phase: it may be a retreat"
    if not phasing:
        return "WD-6A.1", _BROKEN, "only units of the phasing side move"
    if march.impulse is not None and march.impulse.kind == PASS:
        return "WD-5.8", _BROKEN, "a pass allows nothing but barrages and rail movement"
    return _NONE


def _one_hex(march: March) -> bool:
    """Tell whether a march ended in a hex next to its origin."""
    first, last = march.origin.hex, march.stops[-1].at.hex
    return first is not None and last is not None and distance(first, last) == 1


def _hexes(march: March, game: Game) -> tuple[str, ...]:
    """Return the numbers of the hexes of a march; boxes have none."""
    places = (march.origin, *(stop.at for stop in march.stops))
    return tuple(game.map.numbering.format(place.hex) for place in places if place.hex is not None)


def _told(march: March, unit: Unit, game: Game) -> str:
    """Return who moved from where to where, in words."""
    ends = (march.origin, march.stops[-1].at)
    names = [
        game.map.numbering.format(place.hex) if place.hex is not None else place.name
        for place in ends
    ]
    return f"{unit.label} moves from {names[0]} to {names[1]}"
