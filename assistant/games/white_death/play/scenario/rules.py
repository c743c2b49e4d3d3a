"""Set-up, unit by unit: who, where, in which order (25), and losses as they are taken."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding
from assistant.games.white_death.names import BRIDGE, counted
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.scenario.areas import (
    AREA_READINGS,
    area,
    begun,
    can_stand,
    in_bunkers,
    placement_of,
    scenario_of,
)
from assistant.games.white_death.play.scenario.losses import SETUP, bunkers_lost, item_of, taken
from assistant.games.white_death.state.control import control
from assistant.games.white_death.state.position import Box, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Loss, SetUp
from builder.hexgrid import Hex
from builder.model.scenario import Placement, Scenario

__all__ = ["AREA_ATOMS", "area_atom"]

AREA_ATOMS = {
    "I": "WD-25.12",
    "II": "WD-25.13",
    "III": "WD-25.14",
    "IV": "WD-25.15",
    "V": "WD-25.16",
    "VI": "WD-25.17",
}
"""The atom that gives the areas of a scenario."""
_GARRISON = "WD-25.18"


def area_atom(placement: Placement, scenario: Scenario) -> str:
    """Return the id of the atom that says where the units of a placement set up."""
    return _GARRISON if in_bunkers(placement, scenario) else AREA_ATOMS.get(scenario.id, "WD-25.12")


def _of(before: Position, act: SetUp, rules: Ruleset) -> tuple[Scenario, Placement, Hex] | None:
    """Return scenario, placement and hex of a unit's set-up, ``None`` if one isn't known."""
    scenario, cell = scenario_of(before, rules), rules.cell(act.hex)
    placement = placement_of(scenario, act.unit) if scenario is not None else None
    if scenario is None or placement is None or cell is None:
        return None
    return scenario, placement, cell


@ACTS.rule("WD-25.4", on=(SetUp,), name="set-up-of-others", section="25")
def only_those_there(before: Position, act: SetUp, rules: Ruleset) -> Iterator[Finding]:
    """Only units there at the start set up, and only before the first impulse: 25.4."""
    known, piece = _of(before, act, rules), before.piece(act.unit)
    if known is None or piece is None:
        return
    _, placement, _ = known
    told = f"{rules.label(act.unit)} is there at the start"
    good = True
    if placement.arrival:
        good, told = False, f"{rules.label(act.unit)} doesn't set up: {placement.label}"
    elif begun(before, rules):
        good, told = False, f"{rules.label(act.unit)} sets up after the first impulse"
    elif piece.box not in {Box.SET_UP, Box.MAP}:
        good, told = False, f"{rules.label(act.unit)} is {piece.box.value}"
    yield ruling("WD-25.4", good, told, units=[act.unit], hexes=[act.hex])


@ACTS.rule(
    *(*AREA_ATOMS.values(), _GARRISON),
    on=(SetUp,),
    name="set-up-area",
    section="25",
    readings=AREA_READINGS,
)
def inside_the_area(before: Position, act: SetUp, rules: Ruleset) -> Iterator[Finding]:
    """A unit sets up in its area: 25.12 to 25.18, A-61, A-68, A-83, A-84, A-101."""
    known = _of(before, act, rules)
    if known is None or known[1].arrival:
        return
    scenario, placement, cell = known
    atom = area_atom(placement, scenario)
    inside = cell in area(placement, scenario, before, rules)
    told = "in" if inside else "outside of"
    text = f"{rules.label(act.unit)} sets up in {act.hex}, {told} its area: {placement.label}"
    yield ruling(atom, inside, text, units=[act.unit], hexes=[act.hex])


@ACTS.rule("WD-7.9", on=(SetUp,), name="set-up-in-prohibited-hex", section="7")
def not_prohibited(before: Position, act: SetUp, rules: Ruleset) -> Iterator[Finding]:
    """No unit sets up in a hex that it could not enter from anywhere: 7.9, 25.12."""
    known = _of(before, act, rules)
    if known is None or known[1].arrival:
        return
    good = can_stand(act.unit, known[2], before, rules)
    told = "can be entered" if good else "is prohibited terrain"
    text = f"{act.hex} {told} for {rules.label(act.unit)}"
    yield ruling("WD-7.9", good, text, units=[act.unit], hexes=[act.hex])


@ACTS.rule(
    *("WD-25.2", "WD-3.7", "WD-3.2"),
    on=(SetUp,),
    name="set-up-order",
    section="25",
    readings=("A-16",),
)
def first_side_first(before: Position, act: SetUp, rules: Ruleset) -> Iterator[Finding]:
    """One side sets up first; the other keeps out of its hexes and zones: 25.2, 3.7, 3.2."""
    known = _of(before, act, rules)
    if known is None or known[1].arrival:
        return
    scenario, placement, cell = known
    if placement.side == scenario.first_side:
        yield _before_the_other(before, act, scenario, rules)
        return
    first = scenario.first_side
    waiting = [i for i, p in before.forces[first].pieces.items() if p.box is Box.SET_UP]
    name = rules.game.side(first).name
    if waiting:
        text = f"{rules.label(act.unit)} sets up before {counted(len(waiting), name + ' unit')}"
        yield ruling("WD-25.2", False, text, units=[act.unit, *waiting])  # noqa: FBT003
    there = (*before.stack(cell, first), *filter(None, [before.bunker_in(cell)]))
    if there:
        text = f"{act.hex} is occupied by the {name} side"
        yield ruling("WD-25.2", False, text, units=[act.unit, *there], hexes=[act.hex])  # noqa: FBT003
    zone = control(before, rules, first).get(cell, ())
    told = "in" if zone else "outside"
    text = f"{rules.label(act.unit)} sets up {told} the zones of control of the {name} side"
    yield ruling("WD-25.2", not zone, text, units=[act.unit, *zone], hexes=[act.hex])


def _before_the_other(before: Position, act: SetUp, scenario: Scenario, rules: Ruleset) -> Finding:
    """Judge whether nobody of the other side has set up yet."""
    other = rules.enemy(scenario.first_side)
    there = [id_ for id_, piece in before.forces[other].pieces.items() if piece.at is not None]
    label, name = rules.label(act.unit), rules.game.side(other).name
    text = f"{label} sets up before the {name} side"
    if there:
        text = f"{label} sets up after {counted(len(there), name + ' unit')}"
    return ruling("WD-25.2", not there, text, units=[act.unit, *there])


@ACTS.rule("WD-25.5", on=(SetUp,), name="set-up-bridge", section="25")
def built_bridges(before: Position, act: SetUp, rules: Ruleset) -> Iterator[Finding]:
    """Bridges that may stand already: which, how many, where: 25.5, A-69."""
    scenario, marker = scenario_of(before, rules), rules.game.markers.get(act.unit)
    cell = rules.cell(act.hex)
    if scenario is None or marker is None or marker.kind != BRIDGE or cell is None:
        return
    name = rules.label(act.unit)
    built = next((each for each in scenario.built if act.unit in each.markers), None)
    if built is None:
        text = f"{name} isn't among the bridges that may stand"
        yield ruling("WD-25.5", False, text, units=[act.unit])  # noqa: FBT003
        return
    others = [id_ for id_ in built.markers if id_ in before.bridges and id_ != act.unit]
    number = len(others) + 1
    text = f"{name} is the {number}. of at most {built.most} bridges that may stand"
    yield ruling("WD-25.5", number <= built.most, text, units=[act.unit, *others])
    inside = cell in built.hexes
    text = f"{name} stands in {act.hex}, {'where' if inside else 'not where'} it may"
    yield ruling("WD-25.5", inside, text, units=[act.unit], hexes=[act.hex])
    over = begun(before, rules)
    text = f"{name} stands {'after' if over else 'before'} the first impulse"
    yield ruling("WD-25.5", not over, text, units=[act.unit])


@ACTS.rule("WD-25.1", "WD-25.6", on=(Loss,), name="loss-to-date", section="25")
def asked_for(before: Position, act: Loss, rules: Ruleset) -> Iterator[Finding]:
    """Losses to date are taken from units of the type named, and no more than named: 25.1, 25.6."""
    scenario = scenario_of(before, rules)
    if scenario is None or act.why != SETUP:
        return
    standing = {bunker.id for bunker in scenario.bunkers}
    if act.unit in standing:
        gone = scenario.bunker_losses
        parts = (*bunkers_lost(scenario, before, rules), (act.points, "now", "WD-25.6"))
        atom, allowed = "WD-25.6", gone.left if gone is not None else 0
    elif act.unit in rules.game.units:
        found = item_of(scenario, act.unit)
        now = (act.points, f"{rules.label(act.unit)}, now", "WD-25.1")
        earlier = taken(found[1], before, rules) if found is not None else ()
        parts, atom = (*earlier, now), "WD-25.1"
        allowed = found[1].strength if found is not None else 0
    else:
        return
    total = sum(part[0] for part in parts)
    over = begun(before, rules)
    text = f"{rules.label(act.unit)} loses {act.points} to date: {total} of {allowed} asked for"
    if over:
        text = f"{text}, after the first impulse"
    good = act.points > 0 and total <= allowed and not over
    yield ruling(atom, good, text, units=[act.unit], parts=parts, allowance=allowed)
