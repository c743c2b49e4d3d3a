"""Rules that a log touches and that drags alone don't tell enough for: said, never passed over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from assistant.audit.finding import Evidence, Finding, Verdict
from assistant.audit.rule import Check
from assistant.engine.actions import Deploy, March, Touched
from assistant.engine.state import Ply
from assistant.games.white_death.book import WD
from assistant.games.white_death.checks import of_march
from assistant.games.white_death.march import judge
from assistant.games.white_death.names import BRIDGE, BUNKER, CITY_GARRISON, GARRISONS, THAW, UNIT
from builder.hexgrid import Hexside, hexside
from builder.model.game import Game, Kind, Lake

__all__: list[str] = []

_Touch = tuple[str, str]
"""A kind of fact, and the kind of piece it concerns."""


@dataclass(frozen=True, slots=True)
class _Later:
    """A rule that a log can only touch: its id and name, and what touches it.

    Args:
        rule: Id, also of the findings about marches that the rule would decide.
        name: Name of the offence.
        section: Section of the rulebook.
        what: What drags don't tell enough for, in words.
        touches: Facts that touch it.
        own: The check, if it needs one of its own.
        more: Further ids.
    """

    rule: str
    name: str
    section: str
    what: str = ""
    touches: tuple[_Touch, ...] = ()
    own: Check | None = None
    more: tuple[str, ...] = ()


_LOSS = (("loss", UNIT), ("removed", UNIT), ("eliminated", UNIT))
_BUNKER = (("loss", BUNKER), ("removed", BUNKER), ("eliminated", BUNKER), ("placed", BUNKER))


def _check_of(later: _Later) -> Check:
    """Return the check of a rule to come."""

    def check(ply: Ply, game: Game) -> Iterator[Finding]:
        """Say that the rule is touched, and that no line tells what happened."""
        yield from of_march(later.rule)(ply, game)
        act = ply.action
        if not isinstance(act, Touched) or not _touches(later, act):
            return
        unit = game.units.get(act.unit)
        who = unit.label if unit is not None else act.unit or act.piece
        told = f"{who}: {act.kind} {act.detail}" if who else f"{act.kind} {act.detail}"
        yield Finding(
            rule=later.rule,
            verdict=Verdict.NOT_CHECKABLE,
            step=act.step,
            message=f"{told.strip()}: {later.what} can't be checked, for no line tells of it",
            evidence=Evidence(
                units=(act.unit,) if act.unit else (),
                steps=(act.step,),
                facts=(("touched by", act.kind), ("phase", act.phase or "unknown")),
            ),
        )

    return check


def _touches(later: _Later, act: Touched) -> bool:
    """Tell whether a fact touches a rule to come."""
    return any(act.kind == kind and piece in ("", act.piece) for kind, piece in later.touches)


def turned_counter(ply: Ply, game: Game) -> Iterator[Finding]:
    """A counter that isn't artillery shows its back, which the rules give no meaning.

    Rule:
        2; limited intelligence (4C) is not checked yet.
    Evidence:
        The unit.
    """
    act = ply.action
    unit = game.units.get(act.unit) if isinstance(act, Deploy) else None
    if not isinstance(act, Deploy) or unit is None or unit.artillery or not act.back:
        return
    yield Finding(
        rule="WD-2.1",
        verdict=Verdict.NOT_CHECKABLE,
        step=act.step,
        message=f"{unit.label} is turned to its back, but only artillery deploys",
        evidence=Evidence(units=(unit.id,), steps=(act.step,)),
    )


def ice(ply: Ply, game: Game) -> Iterator[Finding]:
    """An AFV rolls for the ice at every lake hexside it crosses; the roll isn't checked yet.

    Rule:
        13, 13A, 13B with its erratum.
    Evidence:
        The cheapest way. The log doesn't tell the real one hex by hex.
    """
    judgement, act = judge(ply, game), ply.action
    if judgement is None or judgement.route is None or not isinstance(act, March):
        return
    sides = {hexside(a, b) for a, b in pairwise(judgement.route.hexes)}
    icy = any(_on_ice(side, ply.before.weather, game) for side in sides)
    if game.units[act.unit].kind is not Kind.AFV or not icy:
        return
    evidence = judgement.finding.evidence
    yield Finding(
        rule="WD-13.1",
        verdict=Verdict.NOT_CHECKABLE,
        step=judgement.finding.step,
        message=f"{game.units[act.unit].label} may cross a lake hexside on its way: "
        "whether it rolled for the ice can't be told from drags",
        evidence=Evidence(units=(act.unit,), hexes=evidence.hexes, steps=evidence.steps),
    )


def _on_ice(side: Hexside, weather: str, game: Game) -> bool:
    """Tell whether crossing a hexside asks an AFV for a roll: 13.1, 13.3, 13.4, A-18."""
    lake = game.map.lakes.get(side)
    if lake is Lake.PARTIAL:
        return weather == THAW and side not in game.map.roads
    return lake is not None


def garrison_moves(ply: Ply, game: Game) -> Iterator[Finding]:
    """Garrisons don't move on the first turn, that of the city not until it is released.

    Rule:
        22, in scenario I and the campaign. The release isn't checked yet.
    Evidence:
        The unit and its march.
    """
    act, judgement = ply.action, judge(ply, game)
    if judgement is None or not isinstance(act, March) or act.impulse is None:
        return
    unit = game.units[act.unit]
    first = ply.before.turn == game.turns[0].number
    if unit.entry.group not in (GARRISONS if first else {CITY_GARRISON}):
        return
    evidence = judgement.finding.evidence
    yield Finding(
        rule="WD-22.1",
        verdict=Verdict.NOT_CHECKABLE,
        step=judgement.finding.step,
        message=f"{unit.label} began in a garrison: drags don't tell whether it is released",
        evidence=Evidence(units=(unit.id,), hexes=evidence.hexes, steps=evidence.steps),
    )


_RULES = (
    _Later("WD-2.1", "turned-counter", "2", own=turned_counter),
    _Later("WD-8.1", "rail-movement", "8", "rail movement"),
    _Later("WD-9C.9", "losses", "9C", "losses and their cause", _LOSS),
    _Later("WD-9D.1", "advance-after-combat", "9D", "advance after combat"),
    _Later("WD-13.1", "ice", "13", own=ice, more=("WD-13.3", "WD-13.4")),
    _Later("WD-14.1", "dice", "14", "what the dice were rolled for", (("rolled", ""),)),
    _Later("WD-14B.2", "retreat", "14B", "retreat"),
    _Later("WD-16.1", "weather", "16", "the weather roll", (("weather", ""),)),
    _Later("WD-17C.1", "entry", "17C", "entry onto the map", (("placed", UNIT),)),
    _Later("WD-19.2", "bunker", "19", "bunkers", _BUNKER),
    _Later(
        "WD-20.3",
        "bridge-destroyed",
        "20",
        "bridge work",
        (("removed", BRIDGE), ("eliminated", BRIDGE)),
    ),
    _Later("WD-20.4", "bridge-built", "20", "bridge work", (("placed", BRIDGE),)),
    _Later("WD-21C.1", "commandos", "21C", "Brandenburg companies"),
    _Later("WD-21E.1", "ski-retreat", "21E", "retreat of ski units before combat"),
    _Later("WD-22.1", "garrison-moves", "22", own=garrison_moves, more=("WD-22.2", "WD-22.4")),
    _Later("WD-25.2", "set-up", "25", "set-up"),
)

for _later in _RULES:
    _register = WD.rule(
        _later.rule, *_later.more, name=_later.name, section=_later.section, hint=True
    )
    _register(_later.own or _check_of(_later))
