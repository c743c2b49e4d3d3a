"""What an assault on a hex may come to: fire values, defence, columns, chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from assistant.audit.answer import Answer, Drawing, Line, Shade, Table
from assistant.errors import LogError
from assistant.games.white_death.play.assault.declare import is_prohibited
from assistant.games.white_death.play.book import Part, exact
from assistant.games.white_death.play.fire.defence import antitank_defence, conventional_defence
from assistant.games.white_death.play.fire.engaged import ASSAULT, DEFENSIVE
from assistant.games.white_death.play.fire.tables import (
    ANTITANK,
    CONVENTIONAL,
    cell,
    column_of,
    table_of,
    text_of,
)
from assistant.games.white_death.play.fire.values import Parts, direct_parts, total
from assistant.games.white_death.play.supply.tracing import isolated, supplied
from assistant.games.white_death.queries.asked import Asked, around
from assistant.games.white_death.state.position import Doing, Going, Position
from builder.hexgrid import Hex, distance
from builder.model.game import Kind

__all__ = ["odds"]

_FIRERS = ("unit", "fire", "value", "for", "rule")
_TARGETS = ("unit", "fire", "defence", "odds", "column", "die 1 to 6")


def odds(asked: Asked, target: str, attackers: Sequence[str] = ()) -> Answer:
    """Tell what direct fire comes to if units assault a hex, before any losses.

    Every target is held against all that may be fired at it: what it gets in play is a part.
    Support and losses to defensive fire are not in it.

    Args:
        asked: The position.
        target: Number of the hex.
        attackers: Units as people name them; none: all that stand next to the hex and may.

    Raises:
        LogError: No such hex or unit, nobody there to assault, or nobody to do it.
    """
    hex_ = asked.cell(target)
    side = _side_against(asked, hex_)
    units = tuple(asked.unit(name) for name in attackers) or _adjacent(asked, hex_, side)
    _refuse(asked, units, hex_, side)
    position = _declared(asked, units, hex_, side)
    defenders = position.stack(hex_, asked.rules.enemy(side))
    bunker = position.bunker_in(hex_)
    guards = (*defenders, bunker) if bunker and side != _owner(asked, bunker) else defenders
    attack, defence = replace(position, phase=ASSAULT), replace(position, phase=DEFENSIVE)
    tables = [
        *_fire(asked, attack, "Assault", units, (hex_,), defenders),
        *_fire(asked, defence, "Defensive fire", guards, _origins(position, units), units),
    ]
    area = around((hex_,), asked.rules.game.map.hexes, 3)
    origins = _origins(position, units)
    drawing = Drawing(
        area,
        shades={hex_: Shade.TARGET},
        lines=tuple((Line.FIRE, (origin, hex_)) for origin in origins),
        rings=(hex_,),
        stacks=asked.shown(area, (*units, *defenders)),
    )
    facts = (
        ("hex", asked.rules.number(hex_)),
        ("side that assaults", asked.rules.game.side(side).name),
        ("assault with", ", ".join(asked.rules.label(unit) for unit in units)),
        ("against", ", ".join(asked.rules.label(unit) for unit in guards) or "nobody"),
    )
    title = f"Assault on {asked.rules.number(hex_)}, {asked.moment}"
    return Answer(title, facts, tuple(tables), drawing, asked.notes)


def _side_against(asked: Asked, hex_: Hex) -> str:
    """Return the side that could assault a hex.

    Raises:
        LogError: Nobody is there.
    """
    bunker = asked.position.bunker_in(hex_)
    holder = asked.position.holder(hex_) or (_owner(asked, bunker) if bunker else "")
    if not holder:
        raise LogError(f"nobody stands in {asked.rules.number(hex_)}: there is nothing to assault")
    return asked.rules.enemy(holder)


def _owner(asked: Asked, bunker: str) -> str:
    """Return the side of a bunker."""
    return asked.rules.game.markers[bunker].side


def _adjacent(asked: Asked, hex_: Hex, side: str) -> tuple[str, ...]:
    """Return the units next to a hex that may assault it as far as the ground goes."""
    return tuple(
        unit
        for at, stack in asked.position.forces[side].stacks.items()
        if distance(at, hex_) == 1
        for unit in stack
        if not is_prohibited(asked.position, unit, hex_, asked.rules)
    )


def _refuse(asked: Asked, units: Sequence[str], hex_: Hex, side: str) -> None:
    """Make sure that there are attackers, all of one side and next to the hex.

    Raises:
        LogError: There are none, or one of them can't be.
    """
    number = asked.rules.number(hex_)
    if not units:
        raise LogError(f"no enemy unit stands next to {number} that may assault it")
    for unit in units:
        piece = asked.position.piece(unit)
        if asked.position.side_of(unit) != side or piece is None or piece.at is None:
            raise LogError(f"{unit} is not an enemy of who stands in {number}")
        if distance(piece.at, hex_) != 1:
            raise LogError(f"{unit} does not stand next to {number}")


def _declared(asked: Asked, units: Sequence[str], hex_: Hex, side: str) -> Position:
    """Return the position as if units had declared the assault in an impulse of their side."""
    position = asked.position
    going = Going(
        side,
        "action",
        0,
        1,
        1,
        supplied=supplied(position, asked.rules),
        isolated=isolated(position, asked.rules),
        doings={unit: Doing(target=hex_, assaulted=hex_) for unit in units},
    )
    return replace(position, going=going)


def _origins(position: Position, units: Sequence[str]) -> tuple[Hex, ...]:
    """Return the hexes that units stand in."""
    pieces = (position.piece(unit) for unit in units)
    return tuple(sorted({piece.at for piece in pieces if piece is not None and piece.at}))


def _fire(  # noqa: PLR0913, PLR0917 - one side of a fight
    asked: Asked,
    position: Position,
    name: str,
    firers: Sequence[str],
    hexes: Sequence[Hex],
    targets: Sequence[str],
) -> list[Table]:
    """Return the fire of some units into hexes, and what it does to each target there."""
    rows: list[tuple[str, ...]] = []
    pools: dict[tuple[str, Hex], Fraction] = {}
    for hex_ in hexes:
        for unit in firers:
            for kind in (CONVENTIONAL, ANTITANK):
                parts = _parts(asked, position, unit, kind, hex_)
                if not total(parts):
                    continue
                pools[kind, hex_] = pools.get((kind, hex_), Fraction(0)) + total(parts)
                rows += _told(asked, unit, kind, parts)
    shots = [row for unit in targets for row in _shots(asked, position, unit, pools)]
    return [
        Table(f"{name}: who fires", _FIRERS, tuple(rows)),
        Table(f"{name}: at whom, if all were fired at it", _TARGETS, tuple(shots)),
    ]


def _parts(asked: Asked, position: Position, unit: str, kind: str, hex_: Hex) -> Parts:
    """Return what a unit or bunker may fire at a hex, nothing if it may not: 9A, 10A."""
    if unit not in position.bunkers and position.phase == ASSAULT:
        figures = asked.rules.unit(unit)
        if kind == ANTITANK and figures.kind is not Kind.AFV:
            return ()
        if kind == CONVENTIONAL and figures.defensive_only:
            return ()
    return direct_parts(unit, kind, hex_, position, asked.rules)


def _told(asked: Asked, unit: str, kind: str, parts: Sequence[Part]) -> list[tuple[str, ...]]:
    """Return the parts of a unit's fire, the sum first if they are several."""
    name = asked.rules.label(unit)
    rows = [(name, kind, exact(amount), why, rule) for amount, why, rule in parts]
    if len(rows) > 1:
        whole = exact(total(tuple(parts)))
        rows.append((name, kind, whole, "in all", rows[0][4]))
    return rows


def _shots(
    asked: Asked, position: Position, unit: str, pools: dict[tuple[str, Hex], Fraction]
) -> list[tuple[str, ...]]:
    """Return what the fire at a unit's hex would do to it."""
    piece = position.piece(unit)
    if piece is None or piece.at is None:
        return []
    target = position.doing(unit).target
    hexes = (piece.at, target) if target is not None else (piece.at,)
    found: list[tuple[str, ...]] = []
    for kind in (CONVENTIONAL, ANTITANK):
        if kind == CONVENTIONAL:
            parts = conventional_defence(unit, piece.at, position, asked.rules)
        else:
            parts = antitank_defence(unit, hexes, asked.rules)
        value = pools.get((kind, piece.at), Fraction(0))
        if not parts or not value:
            continue
        defence = total(parts)
        column = column_of(kind, value, defence, asked.rules)
        ratio = f"{exact(value)} to {exact(defence)}"
        name = asked.rules.label(unit)
        found.append((name, kind, exact(defence), ratio, column, _chances(asked, kind, column)))
    return found


def _chances(asked: Asked, kind: str, column: str) -> str:
    """Return the results of a column with how many of the six rolls bring them."""
    table = table_of(kind, asked.rules)
    rolls = range(1, len(table.rows) + 1) if table is not None else range(0)
    effects = (cell(kind, column, die, asked.rules) for die in rolls)
    counts = Counter(text_of(effect) for effect in effects if effect is not None)
    return ", ".join(f"{text} {number}/{len(rolls)}" for text, number in counts.items())
