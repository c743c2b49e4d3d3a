"""Judges one march: all drags of one unit in one phase, by rules 3, 6, 7 and 16B together.

A march is broken only if no legal way through its stops fits the points declared, whatever
the log leaves open. The rule named is then the one that stands in the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from assistant.audit.finding import Evidence, Finding, Verdict
from assistant.engine.actions import March
from assistant.engine.events import Place
from assistant.engine.identity import Same
from assistant.engine.movement import Route, points_text
from assistant.engine.state import Ply
from assistant.games.white_death.blame import Blame, blame
from assistant.games.white_death.case import Case, case_of
from assistant.games.white_death.gate import gate
from assistant.games.white_death.names import (
    COMMANDO,
    NO_THAW_CROSSING,
    SKI,
    THAW,
    counted,
)
from assistant.games.white_death.trek import Trek
from assistant.games.white_death.view import View
from builder.model.game import Game, Kind

__all__ = ["Judgement", "judge"]

_HARSHER = ("A-04", "A-08", "A-18")
"""Ambiguities whose other reading can only forbid more."""
_MILDER = {
    "A-01": "WD-7.2",
    "A-02": "WD-7.2",
    "A-03": "WD-7.2",
    "A-09": "WD-3.5",
    "A-103": "WD-7.2",
}
"""Ambiguities whose other reading can only allow more, and the rule that it softens."""
_COMMANDO_ASIDE = frozenset({"WD-6A.4", "WD-3.3", "WD-3.5", "WD-3C.1"})


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was found of a march.

    Args:
        finding: The one finding; of a kept march that of 6A.2.
        touched: Ids of further rules that had a say in a kept march.
        route: The way found for a kept march.
        trek: The mover it was found for.
    """

    finding: Finding
    touched: frozenset[str] = frozenset()
    route: Route | None = None
    trek: Trek | None = None


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What one set of circumstances says.

    Args:
        view: The circumstances.
        route: A legal way, if there is one.
        doubt: Else the rule that leaves it open, if one does, and why.
        hopeless: Whether no doubt and no reading makes it legal.
    """

    view: View
    route: Route | None = None
    doubt: tuple[str, str] = ("", "")
    hopeless: bool = False


def judge(ply: Ply, game: Game) -> Judgement | None:
    """Return what is found of a march, ``None`` if the ply is no march of a unit."""
    return _judge(Same(ply), Same(game))


@lru_cache(maxsize=4)
def _judge(same_ply: Same[Ply], same_game: Same[Game]) -> Judgement | None:
    """Judge a march; the rules of several chapters ask for the same one."""
    ply, game = same_ply.thing, same_game.thing
    march = ply.action
    unit = game.units.get(march.unit) if isinstance(march, March) else None
    if not isinstance(march, March) or unit is None or not march.stops:
        return None
    barred = gate(ply.before, march, unit, game)
    if barred is None:
        return _judged(case_of(ply, march, unit, game))
    if barred.rule == "WD-5.8":
        return Judgement(_in_pass(case_of(ply, march, unit, game), barred))
    return Judgement(barred)


def _judged(case: Case) -> Judgement:
    """Judge a march in an action impulse under all circumstances the log leaves open."""
    first, last = case.board.bridges
    bridges = (first,) if first == last else (first, last)
    views = [View(weather=w, bridges=b) for w, b in product(case.weathers, bridges)]
    outcomes = [_outcome(case, views[0])]
    outcomes += [_outcome(case, view, outcomes[0].route) for view in views[1:]]
    if all(outcome.route for outcome in outcomes):
        return _kept(case, outcomes[0])
    if len(bridges) == 1 and not any(outcome.route or outcome.doubt[0] for outcome in outcomes):
        return Judgement(_broken(case, outcomes[0]))
    return Judgement(_doubtful(case, outcomes))


def _outcome(case: Case, view: View, likely: Route | None = None) -> _Outcome:
    """Look for a legal way, then for what may make the march legal all the same.

    Args:
        case: The march.
        view: The circumstances.
        likely: The way found under other circumstances, which mostly is one here too.
    """
    route = likely if likely is not None and case.allows(view, likely) else case.route(view)
    if route is not None:
        return _Outcome(view, route)
    doubts = list(_doubts(case, view))
    lenient = replace(view, sure=True, reading=frozenset(_MILDER).intersection(case.game.readings))
    if _with_commandos(case):
        lenient = replace(lenient, aside=_COMMANDO_ASIDE)
    if any(other.rail for _, _, other in doubts):
        lenient = replace(lenient, rail=True)
    if not case.route(lenient):
        return _Outcome(view, hopeless=True)
    for rule, why, other in doubts:
        if case.route(other):
            return _Outcome(view, doubt=(rule, why))
    return _Outcome(view)


def _doubts(case: Case, view: View) -> Iterator[tuple[str, str, View]]:
    """Yield what the log can't tell: rule, reason, and the most lenient view of it."""
    lenient = replace(view, sure=True)
    if case.board.changed:
        yield "WD-6A.1", "enemies, bunkers or bridges changed within the phase", lenient
    if view.weather == THAW:
        rule = "WD-16B.1" if case.unit.mobility in NO_THAW_CROSSING else "WD-3E.2"
        yield rule, "the bank of a thawed river on which a unit stands is not known", lenient
    if _with_commandos(case):
        why = "Brandenburg companies may pass through enemy units and ZOC by a die roll"
        yield "WD-21C.1", why, replace(lenient, aside=_COMMANDO_ASIDE)
    if case.near_rail(view):
        why = "only rail movement fits, and no line tells of any"
        yield "WD-8.1", why, replace(lenient, rail=True)


def _with_commandos(case: Case) -> bool:
    """Tell whether the unit is a Brandenburg company, or may have marched with one: 21C.3.

    It may if both stood in one hex in the phase, be it on the way; only drag ends are known.
    """
    if case.unit.type == COMMANDO:
        return True
    with_them = _with_commandos_in(Same(case.ply.marches), Same(case.game))
    return any((case.unit.side, place) in with_them for place in _places(case.march))


@lru_cache(maxsize=4)
def _with_commandos_in(
    marches: Same[tuple[March, ...]], game: Same[Game]
) -> frozenset[tuple[str, Place]]:
    """Return side and place wherever a Brandenburg company stood that marched in a phase."""
    units = game.thing.units
    return frozenset(
        (units[march.unit].side, place)
        for march in marches.thing
        if units[march.unit].type == COMMANDO
        for place in _places(march)
    )


def _places(march: March) -> tuple[Place, ...]:
    """Return where a unit stood in a march, as far as the log says."""
    return (march.origin, *(stop.at for stop in march.stops))


def _other_readings(case: Case, view: View, readings: tuple[str, ...]) -> Iterator[View]:
    """Yield a view for each ambiguity that may concern this mover, read the other way."""
    telling = case.trek(replace(view, reading=frozenset(readings))).view.reading
    for reading in readings:
        if reading in telling and reading in case.game.readings:
            yield replace(view, reading=frozenset({reading}))


def _kept(case: Case, outcome: _Outcome) -> Judgement:
    """Return the finding of a legal march, disputed if another reading would forbid it."""
    view, route = outcome.view, outcome.route
    if route is None:  # the caller has made sure that there is one
        raise AssertionError
    for other in _other_readings(case, view, _HARSHER):
        if not case.allows(other, route) and case.route(other) is None:
            return Judgement(_disputed(case, blame(case, other), other, kept=True))
    trek = case.trek(view)
    evidence = case.evidence(trek, route)
    message = f"{case.told()} for {_price(evidence)}"
    finding = _finding(case, "WD-6A.2", Verdict.KEPT, message, evidence)
    return Judgement(finding, _touched(case, trek, route), route, trek)


def _touched(case: Case, trek: Trek, route: Route) -> frozenset[str]:
    """Return the ids of the rules that had a say in a legal march."""
    rules = {charge.rule for charge in trek.all_charges(route)}
    rules |= {"WD-6A.1", "WD-6A.4", "WD-7.9"}
    if case.deploying:
        rules.add("WD-6B.2")
    if any(trek.holders(cell) for cell in route.hexes):
        afv, ski = case.unit.kind is Kind.AFV, case.unit.mobility == SKI
        rules.add("WD-3A.1" if afv else "WD-3B.1" if ski else "WD-3.3")
    if case.unit.kind is Kind.WEAPONS:
        rules.add("WD-3C.1")
    if THAW in case.weathers and case.unit.mobility in NO_THAW_CROSSING:
        rules.add("WD-16B.1")
    return frozenset(rules)


def _broken(case: Case, outcome: _Outcome) -> Finding:
    """Return the finding of an illegal march, disputed if another reading would allow it."""
    view = outcome.view
    if case.march.rolled:
        why = "illegal as a march, but dice were rolled before: it may be a retreat or an advance"
        return _open(case, "WD-5.3", why)
    readings = () if outcome.hopeless else tuple(_MILDER)
    for other in _other_readings(case, view, readings):
        route = case.route(other)
        if route is not None:
            (reading,) = other.reading
            trek, rule = case.trek(view), _MILDER[reading]
            if all(charge.rule != rule for charge in trek.all_charges(route)):
                rule = "WD-6A.2"
            return _disputed(case, Blame(rule, route), other, kept=False)
    found = blame(case, view)
    evidence = _blamed(case, found, view)
    return _finding(case, found.rule, Verdict.BROKEN, _message(case, found, evidence), evidence)


def _disputed(case: Case, found: Blame, other: View, *, kept: bool) -> Finding:
    """Return the finding of a march whose verdict another reading turns."""
    (reading,) = other.reading
    evidence = _blamed(case, found, other if kept else replace(other, reading=frozenset()))
    text = _message(case, found, evidence)
    if kept:
        text = f"kept as {reading} is read here; as it is read by others: {text}"
    else:
        text = f"{text}; it would fit as {reading} is read by others"
    finding = _finding(case, found.rule, Verdict.DISPUTED, text, evidence)
    return replace(finding, reading=reading)


def _blamed(case: Case, found: Blame, view: View) -> Evidence:
    """Return the evidence of a rule in the way: the way it would have been, fully priced."""
    facts = [("where", case.number(found.where))] if found.where else []
    if found.holders:
        labels = (case.game.units[id_].label for id_ in dict.fromkeys(found.holders))
        facts.append(("ZOC of", ", ".join(labels)))
    return case.evidence(case.trek(view), found.route, tuple(facts))


def _message(case: Case, found: Blame, evidence: Evidence) -> str:
    """Return what is wrong with a march in one sentence."""
    where = case.number(found.where) if found.where else "?"
    price = _price(evidence)
    mobility = case.game.chart.mobilities.get(case.unit.mobility, case.unit.mobility)
    text = {
        "WD-3.3": f"it must stop on entering enemy ZOC in {where}",
        "WD-3B.1": f"a ski unit must stop on entering the ZOC of a ski unit in {where}",
        "WD-3C.1": f"a weapons unit may not enter enemy ZOC, as it does in {where}",
        "WD-3.5": f"with the point for leaving enemy ZOC it costs {price}",
        "WD-3B.2": f"with a point for each controlled hex left on ski it costs {price}",
        "WD-6A.4": _shut(case, found, where),
        "WD-6B.2": f"with the point for deploying it costs {price}",
        "WD-6B.3": f"it is still deployed; with the point for deploying anew it costs {price}",
        "WD-7.2": f"with the penalty for leaving river or creek it costs {price}",
        "WD-7.9": f"{where} is prohibited to {mobility} units",
    }.get(found.rule, f"the cheapest way costs {price}")
    if found.rule == "WD-7.12":
        banned = f"the lake hexside into {where} is prohibited to {mobility} units"
        text = banned if found.where else f"with the lake hexside it costs {price}"
    if found.rule == "WD-16B.1":
        text = f"a {mobility} unit may not cross the thawed river, as on leaving it for {where}"
    if found.dear:
        text += f"; that way costs {price}"
    return f"{case.told()}: {text}"


def _price(evidence: Evidence) -> str:
    """Return what a way costs and what was declared, in words."""
    return f"{evidence.cost} of {counted(evidence.allowance, 'point')}"


def _shut(case: Case, found: Blame, where: str) -> str:
    """Return who or what keeps a unit out of a hex."""
    if found.where is None:
        return f"it enters {where}, which the enemy holds"
    ids = case.board.possible.get(found.where, ())
    if not ids:
        return f"a bunker stands in {where}: only an assault leads into its hex"
    who = f"the enemy's {case.game.units[ids[0]].label}"
    if len(ids) == 1:
        return f"it enters {where}, where {who} stands"
    return f"it enters {where}, where {who} and {counted(len(ids) - 1, 'unit')} more stand"


def _doubtful(case: Case, outcomes: list[_Outcome]) -> Finding:
    """Return the finding of a march that the log leaves open."""
    for outcome in outcomes:
        if outcome.doubt[0]:
            return _open(case, *outcome.doubt)
    bad = dict.fromkeys(outcome.view.weather for outcome in outcomes if not outcome.route)
    good = dict.fromkeys(outcome.view.weather for outcome in outcomes if outcome.route)
    if len(case.weathers) > 1 and not set(bad) & set(good):
        names = ", ".join(case.game.weather[id_] for id_ in bad)
        return _open(case, "WD-16.1", f"the weather is not told, and it is illegal in {names}")
    return _open(case, "WD-20.1", "a bridge was built or destroyed within the phase")


def _open(case: Case, rule: str, why: str) -> Finding:
    """Return the finding that a march can't be judged, and why."""
    hexes = tuple(case.number(cell) for cell in (case.origin, *case.stops))
    evidence = Evidence(
        units=(case.unit.id,),
        hexes=hexes,
        allowance=points_text(case.allowance),
        steps=case.steps,
        facts=(("open", why),),
    )
    return _finding(case, rule, Verdict.NOT_CHECKABLE, f"{case.told()}: {why}", evidence)


def _in_pass(case: Case, barred: Finding) -> Finding:
    """Return the finding of a march in a pass, where only trains move: 5.8."""
    view = View(
        weather=case.weathers[0],
        bridges=case.board.bridges[0],
        sure=True,
        rail=True,
        only_rail=True,
    )
    if case.route(view, bound=False):
        return _open(case, "WD-8.1", "a pass allows rail movement, and no line tells of any")
    return barred


def _finding(case: Case, rule: str, verdict: Verdict, message: str, evidence: Evidence) -> Finding:
    """Return a finding reported at the march's last drag."""
    return Finding(
        rule=rule, verdict=verdict, step=case.steps[-1], message=message, evidence=evidence
    )
