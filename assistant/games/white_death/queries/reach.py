"""Where a unit can go."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from assistant.audit.answer import Answer, Drawing, Line, Shade, Table
from assistant.engine.movement import PARTS, points_text
from assistant.errors import LogError
from assistant.games.white_death.play.book import exact
from assistant.games.white_death.play.movement.mover import Mover, mover_of
from assistant.games.white_death.play.movement.reach import Reach
from assistant.games.white_death.play.movement.reach import reach as reached
from assistant.games.white_death.play.movement.step import Way, path_cost
from assistant.games.white_death.play.stacking.limits import fits
from assistant.games.white_death.queries.asked import STACKING, Asked, around
from assistant.games.white_death.state.control import control, mobility_of
from assistant.games.white_death.state.garrisons import bound_by
from builder.hexgrid import Hex

__all__ = ["reach"]


def reach(asked: Asked, unit: str, given: Fraction | None, to: str = "") -> Answer:
    """Tell every hex within a unit's reach and what it costs, or the way to one of them.

    Without points they are those of the impulse that is going on, and a unit dragged since its
    phase began is told from where it began: all its drags are one march.

    Args:
        asked: The position.
        unit: The unit as people name it.
        given: Movement points of a unit that hasn't moved yet; ``None`` as above.
        to: A hex to which the way is told step by step; empty for none.

    Raises:
        LogError: No such unit or hex, or no such points.
    """
    id_ = asked.unit(unit)
    points = _possible(asked, _points(asked, id_) if given is None else given)
    goal = asked.cell(to) if to else None
    asked = _as_begun(asked, id_) if given is None else asked
    piece = asked.position.piece(id_)
    if piece is None or piece.at is None:
        raise LogError(f"{id_} is not on the map")
    asked = _bound(asked, id_)
    found = reached(asked.position, id_, points, asked.rules)
    if goal is not None:
        return _way(asked, id_, points, found, goal)
    facts = _facts(asked, id_, piece.at, points, found)
    title = f"Reach of {asked.rules.label(id_)} on {exact(points)} MP, {asked.moment}"
    drawing = _drawing(asked, id_, piece.at, found)
    return Answer(title, facts, (_hexes(asked, id_, found),), drawing, asked.notes)


def _as_begun(asked: Asked, id_: str) -> Asked:
    """Return what is asked about with a unit put back where its phase began."""
    began, piece = asked.began.get(id_), asked.position.piece(id_)
    if began is None or piece is None or piece.at in {began, None}:
        return asked
    rules = asked.rules
    note = (
        f"it has been dragged in this phase, which it began in {rules.number(began)}: told from "
        "there, since all its drags are one march (WD-6A.1)"
    )
    position = asked.position.with_piece(id_, at=began)
    return replace(asked, position=position, notes=(note, *asked.notes))


def _bound(asked: Asked, id_: str) -> Asked:
    """Return what is asked about, with a note if a garrison keeps a unit where it is: 22."""
    garrison = bound_by(id_, asked.position, asked.rules)
    if garrison is None:
        return asked
    said = "until it is released it may not leave the city (WD-22.4)"
    if asked.position.number <= garrison.still_through:
        said = f"it may not be moved in turn {asked.position.number} (WD-22.1)"
    return replace(asked, notes=(f"of the garrison of {garrison.place}: {said}", *asked.notes))


def _way(asked: Asked, id_: str, points: Fraction, found: Reach, goal: Hex) -> Answer:
    """Return the way to a hex, also if the points don't suffice for it."""
    rules, label, number = asked.rules, asked.rules.label(id_), asked.rules.number(goal)
    most = rules.game.points_per_turn
    wide = found if goal in found else reached(asked.position, id_, most, rules)
    path = wide.path(goal) if goal in wide else ()
    way = path_cost(asked.position, id_, path, rules) if path else None
    origin = found.path(next(iter(found)))[0]
    verdict = f"no, not with all {most} points of a turn either"
    if way is not None:
        verdict = f"{'yes' if goal in found else 'no'}, for {points_text(way.cost)}"
    facts = (*_facts(asked, id_, origin, points, found), (f"{number} in reach", verdict))
    drawing = _drawing(asked, id_, origin, found)
    shown = Drawing(
        area=around({origin, goal, *path}, rules.game.map.hexes),
        shades={c: s for c, s in drawing.shades.items() if s is Shade.CONTROLLED},
        letters={c: points_text(wide[c]) for c in path},
        lines=((Line.WAY, path),) if path else (),
        rings=(goal,),
        stacks=drawing.stacks,
    )
    title = f"Way of {label} to {number} on {exact(points)} MP, {asked.moment}"
    tables = (_steps(asked, way),) if way is not None else ()
    return Answer(title, facts, tables, shown, asked.notes)


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
        ("mobility (WD-6A.5)", rules.game.chart.mobilities[mobility]),
        ("points", exact(points)),
        ("weather", rules.game.weather.get(position.weather, "not known: as in frost")),
        ("in enemy ZOC (WD-3.1)", ", ".join(rules.label(each) for each in holders) or "no"),
        ("hexes in reach", str(len(found) - 1)),
    )


def _hexes(asked: Asked, id_: str, found: Reach) -> Table:
    """Return every hex in reach with its cost and the way there."""
    rules = asked.rules
    mover = mover_of(asked.position, id_, rules)
    rows = tuple(
        (
            rules.number(cell),
            points_text(cost),
            ", ".join(_there(asked, mover, cell)) if cost else "-",
            " ".join(rules.number(each) for each in found.path(cell)[1:]) or "-",
        )
        for cell, cost in sorted(found.items(), key=lambda pair: (pair[1], rules.number(pair[0])))
    )
    title = "Hexes, nearest first (rules 3, 6A, 7)"
    return Table(title, ("hex", "MP", "there", "way"), rows)


def _there(asked: Asked, mover: Mover, cell: Hex) -> list[str]:
    """Return what a unit meets in a hex: a zone that stops it, a stack that it doesn't fit."""
    rules, position = asked.rules, asked.position
    side, words = position.side_of(mover.unit), []
    if mover.halting(cell):
        words.append(f"must stop ({'WD-3B.1' if mover.ski else 'WD-3.3'})")
    if position.stack(cell, side):
        joined = position.with_piece(mover.unit, at=cell)
        if not fits(joined, cell, side, rules):
            words.append(f"may not stay ({STACKING[side]})")
    return words or ["-"]


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
    mover = mover_of(position, id_, rules)
    shades |= {c: Shade.HALT if mover.halting(c) else Shade.REACHED for c in found}
    letters = {cell: points_text(cost) for cell, cost in found.items() if cost}
    return Drawing(area, shades, letters, (), (origin,), asked.shown(seen, (id_,)))


_MANY = 900
"""Hexes from which on the whole map is shown."""
