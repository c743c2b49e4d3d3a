"""A position as a log or a save tells it, and what it doesn't tell.

A file holds counters, their faces and losses, turn, weather, points and phase. What has to be
guessed, or stays unknown, is named in words, so that nobody takes it for known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from assistant.engine.state import Counter, State
from assistant.games.white_death.names import BRIDGE, BUNKER, counted
from assistant.games.white_death.play.supply.status import under_other_readings
from assistant.games.white_death.play.supply.tracing import isolated, supplied
from assistant.games.white_death.state.opening import opening
from assistant.games.white_death.state.position import (
    Box,
    Bunker,
    Force,
    Going,
    Piece,
    Position,
    Score,
    Turn,
)
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import Absence
from builder.hexgrid import Hex
from builder.model.scenario import Scenario, Use

__all__ = [
    "Recorded",
    "Told",
    "bridges_told",
    "bunkers_told",
    "piece_told",
    "position_of",
]


@dataclass(frozen=True, slots=True)
class Told:
    """What somebody says of a position that the file doesn't tell, or tells otherwise.

    Args:
        scenario: Id of the scenario, empty if nothing is said.
        weather: Id of the weather, empty if nothing is said.
        spent: Movement points declared in the turn, by side id.
        pools: Supply points by id of the pool's marker.
        account: The same as the file keeps account of them, ``None`` if it keeps none. A pool
            that an account leaves out isn't known.
    """

    scenario: str = ""
    weather: str = ""
    spent: Mapping[str, int] = field(default_factory=dict)
    pools: Mapping[str, int] = field(default_factory=dict)
    account: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """A position, and what of it isn't known, a sentence each."""

    position: Position
    unknowns: tuple[str, ...]


def position_of(state: State, rules: Ruleset, told: Told | None = None) -> Recorded:
    """Return the position that a file's state stands for.

    Args:
        state: What the file tells.
        rules: The data of the game.
        told: What is said besides; it wins over the file.
    """
    told = told or Told()
    scenario = rules.game.scenarios.get(told.scenario)
    start = opening(rules, scenario.id) if scenario is not None else None
    pieces = {id_: piece_told(id_, state, start, rules) for id_ in rules.game.units}
    spent = {**state.spent, **told.spent}
    position = Position(
        scenario=scenario.id if scenario is not None else "",
        number=state.turn or (scenario.first_turn if scenario is not None else 0),
        weather=told.weather or state.weather,
        phase=state.phase if state.impulse is not None else "",
        forces=_forces(pieces, rules),
        bunkers=dict(bunkers_told(state, rules)),
        bridges=dict(bridges_told(state, rules)),
        turn=Turn(
            spent=spent,
            impulses={side: 1 for side, points in spent.items() if points},
            weathered=bool(told.weather or state.weather),
        ),
        released=start.released if start is not None else frozenset(),
    )
    position = replace(position, gone=_gone(position, state, start, rules))
    if start is not None and scenario is not None:
        position = _with_start(position, start, scenario, state)
    kept = told.account if told.account is not None else position.pools
    position = replace(position, pools={**kept, **told.pools})
    position = _with_impulse(position, state, rules)
    return Recorded(position, tuple(_unknowns(position, state, scenario, rules, told)))


# --- pieces --------------------------------------------------------------------------------


def _forces(pieces: Mapping[str, Piece], rules: Ruleset) -> dict[str, Force]:
    """Return the units by side."""
    units = rules.game.units
    return {
        side.id: Force.of({id_: p for id_, p in pieces.items() if units[id_].side == side.id})
        for side in rules.game.sides
    }


def piece_told(id_: str, state: State, start: Position | None, rules: Ruleset) -> Piece:
    """Return a unit as its counter tells it."""
    unit, counter = rules.unit(id_), state.counters.get(id_)
    first = start.piece(id_) if start is not None else None
    waits = first.box if first is not None and first.box is not Box.MAP else Box.SET_UP
    left = max(0, unit.strength - counter.loss) if counter is not None else unit.strength
    if counter is None:
        return Piece(0 if waits is Box.LOST else left, box=_off(waits))
    if counter.place.absence is Absence.ELIMINATED or not left:
        return Piece(0, box=Box.LOST)
    if counter.place.hex is not None:
        return Piece(left, counter.place.hex, deployed=counter.back and unit.artillery)
    match counter.place.absence:
        case Absence.SETTING_UP:
            return Piece(left, box=waits if waits in {Box.SET_UP, Box.UNUSED} else Box.DUE)
        case Absence.WAITING:
            return Piece(left, box=Box.UNUSED if waits is Box.UNUSED else Box.DUE)
        case _:
            return Piece(left, box=Box.UNUSED)


def _off(waits: Box) -> Box:
    """Return the box of a unit without a counter: lost before the game, else unused."""
    return Box.LOST if waits is Box.LOST else Box.UNUSED


def _of_kind(kind: str, state: State, rules: Ruleset) -> Iterator[tuple[str, Hex, Counter]]:
    """Yield the markers of a kind that lie on the hexes."""
    for id_, marker in rules.game.markers.items():
        counter = state.counters.get(id_)
        if marker.kind == kind and counter is not None and counter.place.hex is not None:
            yield id_, counter.place.hex, counter


def bunkers_told(state: State, rules: Ruleset) -> Iterator[tuple[str, Bunker]]:
    """Yield the bunkers that stand."""
    for id_, cell, counter in _of_kind(BUNKER, state, rules):
        left = (rules.game.markers[id_].strength or 0) - counter.loss
        if left > 0:
            yield id_, Bunker(cell, left)


def bridges_told(state: State, rules: Ruleset) -> Iterator[tuple[str, Hex]]:
    """Yield the bridges that stand."""
    for id_, cell, _ in _of_kind(BRIDGE, state, rules):
        yield id_, cell


def _gone(
    position: Position, state: State, start: Position | None, rules: Ruleset
) -> frozenset[str]:
    """Return the bridges that are gone for good: among the eliminated, or no more in place."""
    lost = {
        id_
        for id_, counter in state.counters.items()
        if counter.place.absence is Absence.ELIMINATED
        and id_ in rules.game.markers
        and rules.game.markers[id_].kind == BRIDGE
    }
    stood = start.bridges.keys() | start.gone if start is not None else set[str]()
    return frozenset((lost | stood) - position.bridges.keys())


# --- the rest ------------------------------------------------------------------------------


def _with_start(position: Position, start: Position, scenario: Scenario, state: State) -> Position:
    """Return the position with what follows from the scenario's start.

    A bunker without a counter is taken as fallen, one that waits beside the map isn't.
    """
    gone = [each.id for each in scenario.bunkers if each.id not in position.bunkers]
    fallen = tuple(id_ for id_ in gone if not _waits(id_, state))
    score = Score(holders=start.score.holders, bunkers=fallen)
    early = position.number == scenario.first_turn and not position.turn.impulses
    return replace(position, score=score, pools=start.pools if early else {})


def _waits(id_: str, state: State) -> bool:
    """Tell whether a counter lies beside the map to be set up or to arrive."""
    counter = state.counters.get(id_)
    absence = counter.place.absence if counter is not None else None
    return absence in {Absence.SETTING_UP, Absence.WAITING}


def _with_impulse(position: Position, state: State, rules: Ruleset) -> Position:
    """Return the position with the impulse that is going on, supply and isolation as now."""
    said = state.impulse
    if said is None:
        return position
    number = max(1, state.impulses)
    going = Going(
        said.side,
        said.kind,
        said.points,
        number,
        (number + 1) // 2,
        supplied=supplied(position, rules),
        isolated=isolated(position, rules),
        otherwise=under_other_readings(position, rules),
    )
    return replace(position, going=going)


def _unknowns(
    position: Position, state: State, scenario: Scenario | None, rules: Ruleset, told: Told
) -> Iterator[str]:
    """Yield what the file doesn't tell, a sentence each."""
    if scenario is None:
        yield "the scenario: arrivals, garrisons and victory points aren't known"
    if not position.weather:
        yield "the weather: taken as frost where it matters"
    begun = bool(position.turn.impulses) or position.going is not None
    later = scenario is None or position.number > scenario.first_turn or begun
    pools = [id_ for id_, marker in rules.game.markers.items() if marker.kind == "supply"]
    unknown = [rules.label(id_) for id_ in pools if id_ not in position.pools]
    if unknown:
        yield f"the points of {', '.join(unknown)}"
    if position.going is not None:
        yield "what units have spent and done in the impulse, and what they still have to do"
        yield "supply and isolation at the impulse's beginning: taken as they are now"
    elif begun:
        yield "which side had the last impulse"
    if later:
        yield "arrivals, replacements, repairs, rail movement and supply of the turn so far"
        yield "towns held and strength lost while isolated so far, and what came back"
    yield from _unsure_units(position, state, rules)
    if scenario is not None and later:
        yield from _unsure_chance(position, scenario)
    if told.spent:
        yield "how the points that were said to be spent were declared"


def _unsure_units(position: Position, state: State, rules: Ruleset) -> Iterator[str]:
    """Yield what isn't known of single units and bunkers."""
    ids = [id_ for id_ in rules.game.units if id_ not in state.counters]
    missing = [id_ for id_ in ids if position.scenario and position.piece(id_) is not None]
    if missing:
        yield f"{counted(len(missing), 'unit')} without a counter on the table: taken as unused"
    scenario = rules.game.scenarios.get(position.scenario)
    bunkers = scenario.bunkers if scenario is not None else ()
    absent = [each.id for each in bunkers if each.id not in state.counters]
    if absent:
        yield f"{counted(len(absent), 'bunker')} without a counter on the table: taken as fallen"
    places = {id_: counter.place for id_, counter in state.counters.items()}
    astray = [
        id_
        for id_ in rules.game.units
        if id_ in places and places[id_].hex is None and places[id_].absence is None
    ]
    if astray:
        names = ", ".join(rules.label(id_) for id_ in astray[:3])
        yield f"{counted(len(astray), 'unit')} off the hexes and boxes: taken as unused ({names})"
    late = [
        id_
        for id_, place in places.items()
        if id_ in rules.game.units
        and place.absence is Absence.WAITING
        and 0 < (rules.unit(id_).entry.turn or 0) < position.number
    ]
    if late:
        yield f"whether {counted(len(late), 'unit')} in past boxes are late, rebuilt or away"


def _unsure_chance(position: Position, scenario: Scenario) -> Iterator[str]:
    """Yield what depends on rolls of earlier turns."""
    if scenario.garrison_rule and position.number > scenario.first_turn:
        yield "whether the garrison has been released: taken as bound"
    if any(each.use is Use.CONDITION for each in scenario.placements):
        yield "which reinforcements were drawn"
