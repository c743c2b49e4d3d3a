"""Who could fight for a hex: the sides, who stands next to it, the position if it is assaulted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.errors import LogError
from assistant.games.white_death.play.assault.declare import is_prohibited
from assistant.games.white_death.play.supply.tracing import isolated, supplied
from assistant.games.white_death.queries.asked import Asked
from assistant.games.white_death.state.position import Doing, Going, Position
from builder.hexgrid import Hex, distance

__all__ = ["adjacent", "attackers", "in_impulse", "origins", "own_bunker", "side_against"]


def side_against(asked: Asked, hex_: Hex) -> str:
    """Return the side that could fight those in a hex.

    Raises:
        LogError: Nobody is there.
    """
    bunker = asked.position.bunker_in(hex_)
    holder = asked.position.holder(hex_)
    if not holder and bunker:
        holder = asked.rules.game.markers[bunker].side
    if not holder:
        raise LogError(f"nobody stands in {asked.rules.number(hex_)}: there is nothing to fight")
    return asked.rules.enemy(holder)


def own_bunker(asked: Asked, hex_: Hex, side: str) -> str:
    """Return the id of a side's bunker in a hex, empty if there is none."""
    bunker = asked.position.bunker_in(hex_)
    return bunker if bunker and asked.rules.game.markers[bunker].side == side else ""


def adjacent(asked: Asked, hex_: Hex, side: str) -> tuple[str, ...]:
    """Return the units next to a hex that may assault it as far as the ground goes."""
    return tuple(
        unit
        for at, stack in sorted(asked.position.forces[side].stacks.items())
        if distance(at, hex_) == 1
        for unit in stack
        if not is_prohibited(asked.position, unit, hex_, asked.rules)
    )


def attackers(asked: Asked, names: Sequence[str], hex_: Hex, side: str) -> tuple[str, ...]:
    """Return the units that assault a hex: those named, else all next to it.

    Raises:
        LogError: There are none, or one of those named can't assault it.
    """
    number, rules = asked.rules.number(hex_), asked.rules
    units = tuple(dict.fromkeys(asked.unit(name) for name in names))
    if not units:
        units = adjacent(asked, hex_, side)
        if not units:
            name = rules.game.side(side).name
            raise LogError(f"no {name} unit stands next to {number} that may assault it")
    for unit in units:
        piece = asked.position.piece(unit)
        if asked.position.side_of(unit) != side or piece is None or piece.at is None:
            raise LogError(f"{rules.label(unit)} is no enemy of those in {number}")
        if distance(piece.at, hex_) != 1:
            raise LogError(
                f"{rules.label(unit)} stands in {rules.number(piece.at)}, not next to {number}"
            )
        if is_prohibited(asked.position, unit, hex_, rules):
            raise LogError(f"{rules.label(unit)} may not enter {number}, so it can't assault it")
    return units


def in_impulse(
    asked: Asked, side: str, units: Iterable[str] = (), at: Hex | None = None
) -> Position:
    """Return the position in an action of a side, in which units have declared an assault."""
    position, rules = asked.position, asked.rules
    doings = {unit: Doing(target=at, assaulted=at) for unit in units}
    going = position.going
    if going is None or going.side != side:
        going = Going(
            side,
            "action",
            0,
            1,
            1,
            supplied=supplied(position, rules),
            isolated=isolated(position, rules),
        )
    return replace(position, going=replace(going, doings=doings))


def origins(position: Position, units: Sequence[str]) -> tuple[Hex, ...]:
    """Return the hexes that units stand in."""
    pieces = (position.piece(unit) for unit in units)
    return tuple(sorted({piece.at for piece in pieces if piece is not None and piece.at}))
