"""A complete position from what a log or a saved game tells, and what it doesn't tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from assistant.engine.state import Counter, State
from assistant.games.white_death.names import BRIDGE, BUNKER
from assistant.games.white_death.play.supply.tracing import isolated, supplied
from assistant.games.white_death.state.position import (
    Box,
    Bunker,
    Force,
    Going,
    Piece,
    Position,
    Turn,
)
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import Absence
from builder.hexgrid import Hex

__all__ = ["position_of"]

_BOXES = {
    Absence.SETTING_UP: Box.SET_UP,
    Absence.WAITING: Box.DUE,
    Absence.ELIMINATED: Box.LOST,
}


def position_of(
    state: State, rules: Ruleset, *, scenario: str = "", pools: Mapping[str, int] | None = None
) -> tuple[Position, tuple[str, ...]]:
    """Return the position that a file tells, and what of it isn't known, in words.

    Units that no piece stands for take no part. What units have done in the impulse that is
    going on isn't known: they are as at its beginning.

    Args:
        state: What the file tells.
        rules: What the game is played by.
        scenario: Id of the scenario, if known.
        pools: Supply points by pool, if known.
    """
    pieces = {id_: _piece(id_, state, rules) for id_ in rules.game.units}
    position = Position(
        scenario=scenario,
        number=state.turn,
        weather=state.weather,
        phase=state.phase,
        forces={
            side.id: Force.of({i: p for i, p in pieces.items() if rules.unit(i).side == side.id})
            for side in rules.game.sides
        },
        bunkers=dict(_bunkers(state, rules)),
        bridges=dict(_bridges(state, rules)),
        pools=dict(pools or {}),
        turn=Turn(spent=dict(state.spent)),
    )
    position = replace(position, going=_going(state, position, rules))
    return position, tuple(_unknown(state, position, rules))


def _piece(id_: str, state: State, rules: Ruleset) -> Piece:
    """Return one unit."""
    counter = state.counters.get(id_)
    if counter is None:
        return Piece(0, box=Box.UNUSED)
    unit = rules.unit(id_)
    strength = max(unit.strength - counter.loss, 0)
    cell = _cell(counter, rules)
    if cell is not None:
        return Piece(strength, at=cell, deployed=counter.back and unit.artillery)
    absence = counter.place.absence
    box = _BOXES[absence] if absence is not None else Box.UNUSED
    return Piece(0 if box is Box.LOST else strength, box=box)


def _cell(counter: Counter, rules: Ruleset) -> Hex | None:
    """Return the hex of the map that a counter stands in, ``None`` if it is elsewhere."""
    return counter.place.hex if counter.place.hex in rules.game.map.hexes else None


def _bunkers(state: State, rules: Ruleset) -> Iterator[tuple[str, Bunker]]:
    """Yield the bunkers that stand."""
    for id_, counter in state.counters.items():
        marker, cell = rules.game.markers.get(id_), _cell(counter, rules)
        if counter.kind != BUNKER or marker is None or cell is None:
            continue
        strength = (marker.strength or 0) - counter.loss
        if strength > 0:
            yield id_, Bunker(cell, strength)


def _bridges(state: State, rules: Ruleset) -> Iterator[tuple[str, Hex]]:
    """Yield the bridges that stand."""
    for id_, counter in state.counters.items():
        cell = _cell(counter, rules)
        if counter.kind == BRIDGE and cell is not None:
            yield id_, cell


def _going(state: State, position: Position, rules: Ruleset) -> Going | None:
    """Return the impulse that is going on, its supply traced in the position as it is now."""
    said = state.impulse
    if said is None or said.side not in position.forces:
        return None
    return Going(
        said.side,
        said.kind,
        said.points,
        number=state.impulses,
        own=0,
        supplied=supplied(position, rules),
        isolated=isolated(position, rules),
    )


def _unknown(state: State, position: Position, rules: Ruleset) -> Iterator[str]:
    """Yield what isn't known, in words."""
    if not state.turn:
        yield "the file doesn't tell the turn"
    if not state.weather:
        yield "the file doesn't tell the weather; it is taken for none that thaws"
    if position.going is not None:
        yield (
            "supply and isolation are traced in this position; the rules fix them at the "
            "beginning of the impulse"
        )
    missing = [
        rules.label(id_)
        for id_, marker in rules.game.markers.items()
        if marker.kind == "supply" and id_ not in position.pools
    ]
    if missing:
        yield f"supply points not known: {', '.join(missing)}"
