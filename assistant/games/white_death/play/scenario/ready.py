"""The end of the set-up: everything that must then be so (25, 19.1, 20.2, 2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.names import BRIDGE, counted
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.scenario.areas import (
    AREA_READINGS,
    STACK_READINGS,
    area,
    begun,
    scenario_of,
    stack_fits,
)
from assistant.games.white_death.play.scenario.losses import (
    bunkers_lost,
    lost,
    short,
    taken,
    unlisted,
)
from assistant.games.white_death.play.scenario.rules import AREA_ATOMS, area_atom
from assistant.games.white_death.state.control import control
from assistant.games.white_death.state.opening import SIXTH_BUNKER, bunker_hexes
from assistant.games.white_death.state.position import Box, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Impulse, TurnStep
from builder.model.scenario import Condition, LossItem, Scenario
from builder.model.scenario import Loss as Line

__all__: list[str] = []

_Act = Impulse | TurnStep
_END = (Impulse, TurnStep)
_CAMPAIGN = "WD-25.17"
"""Says that nothing was lost before the campaign; of the scenarios their lists say it: 25.1."""


def _ending(before: Position, rules: Ruleset) -> Scenario | None:
    """Return the scenario if the set-up ends with this act."""
    return None if begun(before, rules) else scenario_of(before, rules)


@ACTS.rule("WD-25.4", on=_END, name="set-up-incomplete", section="25")
def everybody_there(before: Position, act: _Act, rules: Ruleset) -> Iterator[Finding]:
    """When the game begins everybody there at the start has set up: 25.4."""
    del act
    if _ending(before, rules) is None:
        return
    pieces = [(id_, p) for force in before.forces.values() for id_, p in force.pieces.items()]
    waiting = [id_ for id_, piece in pieces if piece.box is Box.SET_UP]
    text = f"{counted(len(waiting), 'unit')} still to be set up"
    yield ruling("WD-25.4", not waiting, text, units=waiting)


@ACTS.rule(
    *(*AREA_ATOMS.values(), "WD-25.18"),
    on=_END,
    name="set-up-outside",
    section="25",
    readings=AREA_READINGS,
)
def areas_kept(before: Position, act: _Act, rules: Ruleset) -> Iterator[Finding]:
    """When the game begins everybody stands in the area of its set-up, lines or not: 25.12-18."""
    del act
    scenario = _ending(before, rules)
    if scenario is None:
        return
    for placement in scenario.placements:
        if placement.arrival:
            continue
        cells = area(placement, scenario, before, rules)
        pieces = {unit: before.piece(unit) for unit in placement.units}
        places = {unit: piece.at for unit, piece in pieces.items() if piece is not None}
        out = {
            unit: cell for unit, cell in places.items() if cell is not None and cell not in cells
        }
        text = f"{counted(len(out), 'unit')} outside of the area: {placement.label}"
        atom, hexes = area_atom(placement, scenario), map(rules.number, out.values())
        yield ruling(atom, not out, text, units=out, hexes=hexes)


@ACTS.rule("WD-25.2", on=_END, name="set-up-in-zone", section="25", readings=("A-16",))
def zones_kept(before: Position, act: _Act, rules: Ruleset) -> Iterator[Finding]:
    """When the game begins who set up second isn't in a zone of who set up first: 25.2."""
    del act
    scenario = _ending(before, rules)
    if scenario is None:
        return
    zones = control(before, rules, scenario.first_side)
    stacks = before.forces[rules.enemy(scenario.first_side)].stacks
    within = {cell: units for cell, units in stacks.items() if cell in zones}
    units = [unit for stack in within.values() for unit in stack]
    name = rules.game.side(scenario.first_side).name
    text = f"{counted(len(units), 'unit')} in zones of control of the {name} side"
    yield ruling("WD-25.2", not units, text, units=units, hexes=map(rules.number, within))


@ACTS.rule("WD-25.3", on=_END, name="set-up-overstack", section="25", readings=STACK_READINGS)
def stacks_fit(before: Position, act: _Act, rules: Ruleset) -> Iterator[Finding]:
    """Stacking holds when the set-up is done: 25.3, A-105."""
    del act
    if _ending(before, rules) is None:
        return
    good = 0
    for side, force in before.forces.items():
        for cell, units in force.stacks.items():
            if stack_fits(units, before, rules):
                good += 1
                continue
            name = rules.game.side(side).name
            text = f"the {name} stack in {rules.number(cell)} is beyond what may stand there"
            hexes = [rules.number(cell)]
            yield ruling("WD-25.3", False, text, units=units, hexes=hexes)  # noqa: FBT003
    text = f"{good} {'hex' if good == 1 else 'hexes'} within stacking"
    yield ruling("WD-25.3", True, text)  # noqa: FBT003


@ACTS.rule("WD-25.1", "WD-25.17", "WD-2.2", on=_END, name="losses-to-date", section="25")
def losses_taken(before: Position, act: _Act, rules: Ruleset) -> Iterator[Finding]:
    """Every line of the losses to date is distributed, neither less nor more: 25.1, A-91, A-95."""
    del act
    scenario = _ending(before, rules)
    if scenario is None:
        return
    for line in scenario.losses:
        for item in line.items:
            yield _item(line, item, before, rules)
        if line.each is not None:
            yield from _each(line, before, rules)
    atom = _CAMPAIGN if AREA_ATOMS.get(scenario.id) == _CAMPAIGN else "WD-25.1"
    for unit, points in unlisted(scenario, before, rules):
        text = f"{rules.label(unit)} begins without {points} that no line asks for"
        parts = [(points, rules.label(unit), atom)]
        yield ruling(atom, False, text, units=[unit], parts=parts, allowance=0)  # noqa: FBT003
    if not scenario.losses:
        left = any(True for _ in unlisted(scenario, before, rules))
        if not left:
            yield ruling(atom, True, "nobody has lost anything before the game")  # noqa: FBT003
    yield from _beyond_print(before, rules)


def _item(line: Line, item: LossItem, before: Position, rules: Ruleset) -> Finding:
    """Judge one item of a line."""
    parts = taken(item, before, rules)
    total = sum(part[0] for part in parts)
    verdict: Verdict | bool = total == item.strength
    text = f"{line.name}, {item.type}: {total} of {item.strength} lost to date"
    if short(item, rules):
        verdict = Verdict.NOT_CHECKABLE
    elif any(_is_away(unit, before) for unit in item.units):
        verdict, text = Verdict.NOT_CHECKABLE, f"{text}; it has left for refit already"
    return ruling("WD-25.1", verdict, text, units=item.units, parts=parts, allowance=item.strength)


def _is_away(unit: str, position: Position) -> bool:
    """Tell whether a unit has left the map to come back at full strength."""
    piece = position.piece(unit)
    return piece is not None and piece.box is Box.AWAY


def _each(line: Line, before: Position, rules: Ruleset) -> Iterator[Finding]:
    """Judge a line that takes so much from each of its units."""
    for unit in (unit for item in line.items for unit in item.units):
        gone = lost(unit, before, rules)
        text = f"{line.name}: {rules.label(unit)} has lost {gone}, and {line.each} from each"
        parts = [(gone, rules.label(unit), "WD-25.1")]
        yield ruling(
            *("WD-25.1", gone == line.each, text),
            units=[unit],
            parts=parts,
            allowance=line.each,
        )


def _beyond_print(before: Position, rules: Ruleset) -> Iterator[Finding]:
    """Judge whether no unit has more than its counter prints: 2.2."""
    ids = [id_ for force in before.forces.values() for id_ in force.pieces]
    over = [id_ for id_ in ids if lost(id_, before, rules) < 0]
    text = f"{counted(len(over), 'unit')} with more strength than printed"
    yield ruling("WD-2.2", not over, text, units=over)


@ACTS.rule("WD-19.1", "WD-25.6", on=_END, name="bunkers-at-the-start", section="19")
def bunkers_stand(before: Position, act: _Act, rules: Ruleset) -> Iterator[Finding]:
    """The bunkers of the scenario stand where they should, with what is left: 19.1, 25.6, A-61.

    A bunker that another reading would have there is disputed; one in its place is not.
    """
    del act
    scenario = _ending(before, rules)
    if scenario is None:
        return
    readings = (rules, *rules.otherwise(SIXTH_BUNKER))
    hexes, *others = (bunker_hexes(scenario, each) for each in readings)
    atom = "WD-19.1" if scenario.bunker_losses is None else "WD-25.6"
    for id_ in sorted(hexes.keys() | before.bunkers.keys()):
        now, due = before.bunkers.get(id_), hexes.get(id_)
        good = now is not None and now.at == due
        where = rules.number(now.at) if now is not None else "nowhere"
        told = f", not in {rules.number(due)}" if not good and due is not None else ""
        found = ruling(atom, good, f"{rules.label(id_)} stands in {where}{told}", units=[id_])
        if not good and now is not None and any(now.at == each.get(id_) for each in others):
            found = replace(found, verdict=Verdict.DISPUTED, reading=SIXTH_BUNKER)
        yield found
    parts = bunkers_lost(scenario, before, rules)
    total = sum(part[0] for part in parts)
    left = scenario.bunker_losses.left if scenario.bunker_losses is not None else 0
    text = f"the bunkers that stand have lost {total} of {left} to date"
    yield ruling(atom, total == left, text, parts=parts, allowance=left)


@ACTS.rule("WD-20.2", "WD-25.5", on=_END, name="bridges-at-the-start", section="20")
def bridges_stand(before: Position, act: _Act, rules: Ruleset) -> Iterator[Finding]:
    """The bridges of the scenario stand, and none besides but those that may: 20.2, 25.5."""
    del act
    scenario = _ending(before, rules)
    if scenario is None:
        return
    due = {bridge.id: bridge.hex for bridge in scenario.bridges}
    may = {id_: each.hexes for each in scenario.built for id_ in each.markers}
    atom = "WD-25.5" if scenario.built else "WD-20.2"
    for id_, marker in rules.game.markers.items():
        if marker.kind != BRIDGE or (id_ not in due and id_ not in before.bridges):
            continue
        now = before.bridges.get(id_)
        good = now == due[id_] if id_ in due else now in may.get(id_, ())
        where = rules.number(now) if now is not None else "nowhere"
        text = f"{rules.label(id_)} stands in {where}{'' if good else ', which is not its place'}"
        yield ruling(atom, good, text, units=[id_])


@ACTS.rule("WD-25.13", "WD-25.14", "WD-25.16", on=_END, name="set-up-condition", section="25")
def conditions_met(before: Position, act: _Act, rules: Ruleset) -> Iterator[Finding]:
    """So many units of a body stand where a scenario wants them: 25.13, 25.14, 25.16."""
    del act
    scenario = _ending(before, rules)
    if scenario is None:
        return
    for condition in scenario.conditions:
        yield from _condition(condition, scenario, before, rules)


def _condition(
    condition: Condition, scenario: Scenario, before: Position, rules: Ruleset
) -> Iterator[Finding]:
    """Judge one condition, in each hex or in all together."""
    hexes = condition.hexes
    if set(hexes) <= {bunker.hex for bunker in scenario.bunkers}:
        hexes = tuple(bunker.at for bunker in before.bunkers.values())
    for place in [(cell,) for cell in hexes] if condition.each else [hexes]:
        inside = frozenset(place)
        pieces = ((unit, before.piece(unit)) for unit in condition.units)
        there = [unit for unit, piece in pieces if piece is not None and piece.at in inside]
        most = condition.most if condition.most is not None else len(there)
        where = f" in {rules.number(place[0])}" if condition.each else ""
        text = f"{condition.text}: {len(there)}{where}"
        good = condition.least <= len(there) <= most
        named = [rules.number(cell) for cell in place] if condition.each else []
        yield ruling(AREA_ATOMS[scenario.id], good, text, units=there, hexes=named)
