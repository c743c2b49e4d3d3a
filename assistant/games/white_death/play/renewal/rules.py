"""Replacements, repair and refit: rule 18."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.names import counted
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.renewal.rates import (
    first_impulse,
    formation_units,
    refit_of,
    repair_rate,
    replacement_rate,
    survives,
)
from assistant.games.white_death.play.supply.status import is_isolated
from assistant.games.white_death.state.position import Box, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Refit, Repair, Replace
from builder.model.game import Kind

__all__: list[str] = []

_ARRIVED = frozenset({Box.MAP, Box.LOST, Box.REBUILT})


def _told(act: Replace | Repair, rules: Ruleset) -> str:
    """Return what a unit receives in words."""
    what = "replacement point" if isinstance(act, Replace) else "repair"
    return f"{rules.label(act.unit)} takes {counted(act.points, what)}"


@ACTS.rule("WD-18.1", on=(Replace,), name="replacement-points-of-the-turn", section="18")
def replacement_points_of_the_turn(
    before: Position, act: Replace, rules: Ruleset
) -> Iterator[Finding]:
    """Points are used in the owner's first impulse of the turn, no more than received: 18, A-49."""
    side = before.side_of(act.unit)
    if not side:
        yield ruling("WD-18.1", Verdict.NOT_CHECKABLE, f"there is no unit {act.unit}")
        return
    received = replacement_rate(side, before, rules)
    used = before.turn.replaced.get(side, 0)
    first = first_impulse(side, before)
    when = "" if first else "; it isn't the first impulse of its side"
    yield ruling(
        "WD-18.1",
        first and act.points >= 1 and used + act.points <= received,
        f"{_told(act, rules)} of {received} received in turn {before.number}{when}",
        units=[act.unit],
        parts=[(used, "used before", "WD-18.1"), (act.points, "now", "WD-18.1")],
        allowance=received,
    )


@ACTS.rule(
    *("WD-18.1", "WD-18.5", "WD-15C.1"),
    on=(Replace,),
    name="replacements-reach-the-unit",
    section="18",
    readings=("A-16", "A-17"),
)
def replacements_reach_the_unit(
    before: Position, act: Replace, rules: Ruleset
) -> Iterator[Finding]:
    """Isolated units take no replacements, a point paid for the city or not: 18, 15C."""
    piece = before.piece(act.unit)
    if piece is None or piece.box is not Box.MAP:
        return
    cut = is_isolated(act.unit, before, rules)
    going = before.going
    freed = going is not None and act.unit in going.relieved
    state = "isolated" if cut else "not isolated"
    more = ", freed from the effects only by a supply point" if cut and freed else ""
    yield ruling(
        "WD-18.5" if cut and freed else "WD-18.1",
        not cut,
        f"{_told(act, rules)} while {state}{more}",
        units=[act.unit],
        hexes=[rules.number(piece.at)] if piece.at is not None else [],
    )


@ACTS.rule("WD-18.2", on=(Replace,), name="unit-to-rebuild", section="18")
def unit_to_rebuild(before: Position, act: Replace, rules: Ruleset) -> Iterator[Finding]:
    """Units that were destroyed may be rebuilt; others that aren't on the map may not: 18."""
    piece = before.piece(act.unit)
    if piece is None or piece.box is Box.MAP:
        return
    what = f"{_told(act, rules)}: it is {piece.box}"
    yield ruling("WD-18.2", piece.box in _ARRIVED, what, units=[act.unit])


@ACTS.rule("WD-18.3", "WD-18.4", on=(Replace,), name="who-takes-replacements", section="18")
def who_takes_replacements(before: Position, act: Replace, rules: Ruleset) -> Iterator[Finding]:
    """Personnel takes replacements, German personnel only if it is of the Army: 18, A-49."""
    side = before.side_of(act.unit)
    data = rules.game.supply.replacements.get(side)
    if data is None:
        return
    unit = rules.unit(act.unit)
    if unit.kind is not Kind.PERSONNEL:
        what = f"{_told(act, rules)}: it is {unit.kind.value}"
        yield ruling("WD-18.4", verdict=False, message=what, units=[act.unit])
        return
    group = rules.group(data.group)
    yield ruling(
        "WD-18.3",
        act.unit in group,
        f"{_told(act, rules)}; they go to: {group.name}",
        units=[act.unit],
        facts=[("service", rules.game.colours.get(unit.colour, unit.colour))],
    )


@ACTS.rule("WD-18.6", on=(Replace, Repair), name="no-more-than-printed", section="18")
def no_more_than_printed(
    before: Position, act: Replace | Repair, rules: Ruleset
) -> Iterator[Finding]:
    """No unit is raised above its printed strength: 18."""
    piece, side = before.piece(act.unit), before.side_of(act.unit)
    supply = rules.game.supply
    data = supply.repair if isinstance(act, Repair) else supply.replacements.get(side)
    if piece is None or data is None:
        return
    printed = rules.unit(act.unit).strength
    yield ruling(
        "WD-18.6",
        piece.strength + act.points * data.points <= printed,
        f"{_told(act, rules)}; printed strength {printed}",
        units=[act.unit],
        parts=[
            (piece.strength, "strength points", "WD-2.2"),
            (act.points * data.points, "come back", "WD-18.6"),
        ],
        allowance=printed,
    )


@ACTS.rule("WD-18.7", on=(Repair,), name="repair-of-afvs", section="18")
def repair_of_afvs(before: Position, act: Repair, rules: Ruleset) -> Iterator[Finding]:
    """From turn 5 on each side repairs one point of an AFV in play: 18.

    The text doesn't say when in the turn; that it is done in the side's first impulse, as
    replacements are, is a reading (A-50).
    """
    piece, side = before.piece(act.unit), before.side_of(act.unit)
    data = rules.game.supply.repair
    if piece is None or data is None:
        yield ruling("WD-18.7", Verdict.NOT_CHECKABLE, f"there is no unit {act.unit}")
        return
    rate, done = repair_rate(before, rules), before.turn.repaired.get(side, 0)
    told = f"{_told(act, rules)} of {rate} in turn {before.number}"
    parts = [(done, "repaired before", "WD-18.7"), (act.points, "now", "WD-18.7")]
    reasons = {
        "it is no AFV": act.unit in rules.group(data.group),
        "it isn't in play": piece.box is Box.MAP,
        "no more may be repaired": act.points >= 1 and done + act.points <= rate,
    }
    against = [why for why, kept in reasons.items() if not kept]
    late = not against and not first_impulse(side, before)
    if late:
        against = ["it isn't the first impulse of its side"]
    found = ruling(
        "WD-18.7",
        not against,
        ": ".join([told, *against[:1]]),
        units=[act.unit],
        parts=parts,
        allowance=rate,
        facts=[("against it", why) for why in against],
    )
    yield replace(found, verdict=Verdict.DISPUTED, reading="A-50") if late else found


@ACTS.rule("WD-18.8", on=(Refit,), name="refit-of-a-brigade", section="18", readings=("A-51",))
def refit_of_a_brigade(before: Position, act: Refit, rules: Ruleset) -> Iterator[Finding]:
    """One Soviet tank brigade in play may leave at the beginning of turn 10: 18, A-51."""
    data = refit_of(act.formation, rules)
    if data is None:
        what = f"{act.formation} leaves for refit; it is no Soviet tank brigade"
        yield ruling("WD-18.8", verdict=False, message=what)
        return
    units = formation_units(act.formation, data, rules)
    reasons = {
        f"the turn for it is turn {data.turn}": before.number == data.turn,
        "an impulse of the turn has begun": not before.turn_begun,
        f"no more than {data.most} may": len(before.turn.refitted) < data.most,
        "it isn't in play": survives(units, before, rules),
    }
    against = [why for why, kept in reasons.items() if not kept]
    name = rules.game.formations[act.formation].name
    told = f"{name} leaves for refit in turn {before.number}"
    yield ruling(
        "WD-18.8",
        not against,
        ": ".join([told, *against[:1]]),
        units=units,
        facts=[("against it", why) for why in against],
    )
