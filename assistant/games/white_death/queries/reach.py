"""Where a unit can go."""

from __future__ import annotations

from fractions import Fraction

from assistant.audit.answer import Answer, Drawing, Line, Shade, Table
from assistant.engine.movement import PARTS, points_text
from assistant.errors import LogError
from assistant.games.white_death.play.book import exact
from assistant.games.white_death.play.movement.reach import Reach
from assistant.games.white_death.play.movement.reach import reach as reached
from assistant.games.white_death.play.movement.step import Way, path_cost
from assistant.games.white_death.queries.asked import Asked, around
from assistant.games.white_death.state.control import control, mobility_of
from builder.hexgrid import Hex

__all__ = ["reach"]


def reach(asked: Asked, unit: str, given: Fraction | None, to: str = "") -> Answer:
    """Tell every hex within a unit's reach and what it costs, or the way to one of them.

    Args:
        asked: The position.
        unit: The unit as people name it.
        given: Movement points; ``None``: those of the impulse that is going on.
        to: A hex to which the way is told step by step; empty for none.

    Raises:
        LogError: No such unit or hex, no such points, or the hex isn't in reach.
    """
    id_ = asked.unit(unit)
    points = _points(asked, id_) if given is None else _possible(asked, given)
    origin = asked.position.piece(id_)
    if origin is None or origin.at is None:
        raise LogError(f"{id_} is not on the map")
    cell = asked.cell(to) if to else origin.at
    found = reached(asked.position, id_, points, asked.rules)
    facts = _facts(asked, id_, origin.at, points, found)
    label = asked.rules.label(id_)
    drawing = _drawing(asked, id_, origin.at, found)
    if not to:
        title = f"Reach of {label} on {exact(points)} MP, {asked.moment}"
        return Answer(title, facts, (_hexes(asked, found),), drawing, asked.notes)
    if cell not in found:
        number = asked.rules.number(cell)
        raise LogError(f"{label} can't reach {number} on {exact(points)} MP")
    way = path_cost(asked.position, id_, found.path(cell), asked.rules)
    title = f"Way of {label} to {asked.rules.number(cell)}, {asked.moment}"
    shown = Drawing(
        area=around(found.path(cell), asked.rules.game.map.hexes),
        shades={c: s for c, s in drawing.shades.items() if s is Shade.CONTROLLED},
        letters={c: points_text(found[c]) for c in found.path(cell)},
        lines=((Line.WAY, found.path(cell)),),
        rings=(cell,),
        stacks=drawing.stacks,
    )
    return Answer(title, facts, (_steps(asked, way),), shown, asked.notes)


def _points(asked: Asked, id_: str) -> Fraction:
    """Return the points of the impulse that is going on.

    Raises:
        LogError: None of the unit's side is.
    """
    going, side = asked.position.going, asked.position.side_of(id_)
    if going is not None and going.side == side:
        return Fraction(going.points)
    rules = asked.rules
    left = rules.game.points_per_turn - asked.position.turn.spent.get(side, 0)
    raise LogError(
        f"no {rules.game.side(side).name} impulse is going on ({asked.moment}): give the points "
        f"with --mp N; the side has {left} of {rules.game.points_per_turn} left in the turn"
    )


def _possible(asked: Asked, points: Fraction) -> Fraction:
    """Return movement points that a unit may have.

    Raises:
        LogError: They are less than none, more than a turn has, or no parts that any cost has.
    """
    most = asked.rules.game.points_per_turn
    if not 0 <= points <= most or (points * PARTS).denominator != 1:
        raise LogError(
            f"no unit can have that many movement points: 0 to {most}, whole or in parts of "
            f"1/{PARTS} (WD-5.1)"
        )
    return points


def _facts(
    asked: Asked, id_: str, origin: Hex, points: Fraction, found: Reach
) -> tuple[tuple[str, str], ...]:
    """Return what the answer rests on."""
    rules, position = asked.rules, asked.position
    mobility = mobility_of(id_, position, rules)
    side = position.side_of(id_)
    holders = control(position, rules, rules.enemy(side)).get(origin, ())
    return (
        ("unit", f"{rules.label(id_)} ({id_})"),
        ("hex", rules.number(origin)),
        ("mobility", rules.game.chart.mobilities[mobility]),
        ("points", exact(points)),
        ("weather", rules.game.weather.get(position.weather, "not known: as in frost")),
        ("in enemy ZOC", ", ".join(rules.label(each) for each in holders) or "no"),
        ("hexes in reach", str(len(found) - 1)),
    )


def _hexes(asked: Asked, found: Reach) -> Table:
    """Return every hex in reach with its cost and the way there."""
    rules = asked.rules
    rows = tuple(
        (
            rules.number(cell),
            points_text(cost),
            " ".join(rules.number(each) for each in found.path(cell)[1:]) or "-",
        )
        for cell, cost in sorted(found.items(), key=lambda pair: (pair[1], rules.number(pair[0])))
    )
    return Table("Hexes, nearest first (rules 3, 6A, 7)", ("hex", "MP", "way"), rows)


def _steps(asked: Asked, way: Way) -> Table:
    """Return every part of the cost of a way."""
    number = asked.rules.number
    rows = [
        (f"{number(step.cell)}-{number(step.to)}", points_text(c.amount), c.reason, c.rule)
        for step in way.steps
        for c in step.charges
    ]
    rows.append(("in all", points_text(way.cost), "", "WD-6A.2"))
    return Table("Step by step", ("step", "MP", "for", "rule"), tuple(rows))


def _drawing(asked: Asked, id_: str, origin: Hex, found: Reach) -> Drawing:
    """Return what to draw: hexes in reach with their cost, enemy zones, counters."""
    rules, position = asked.rules, asked.position
    area = around({origin, *found}, rules.game.map.hexes) if len(found) < _MANY else frozenset()
    seen = area or frozenset(rules.game.map.hexes)
    zones = control(position, rules, rules.enemy(position.side_of(id_)))
    shades = {cell: Shade.CONTROLLED for cell in zones if cell in seen}
    shades |= dict.fromkeys(found, Shade.REACHED)
    letters = {cell: points_text(cost) for cell, cost in found.items() if cost}
    return Drawing(area, shades, letters, (), (origin,), asked.shown(seen, (id_,)))


_MANY = 900
"""Hexes from which on the whole map is shown."""
