"""Who is isolated, whose artillery is in supply, and by which way."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.audit.answer import Answer, Drawing, Line, Shade, Table
from assistant.errors import LogError
from assistant.games.white_death.names import counted
from assistant.games.white_death.play.supply.accounts import ASSAULT, pool_of_assault
from assistant.games.white_death.play.supply.city import pool_of, pools
from assistant.games.white_death.play.supply.status import in_supply, is_isolated
from assistant.games.white_death.play.supply.tracing import Routes, routes
from assistant.games.white_death.queries.asked import Asked, around
from builder.hexgrid import Hex

__all__ = ["pool_facts", "price", "supply"]


def supply(asked: Asked, unit: str = "") -> Answer:
    """Tell the supply of one unit with its way, or of all units on the map.

    Args:
        asked: The position.
        unit: The unit as people name it; empty for all.

    Raises:
        LogError: No such unit.
    """
    if unit:
        return _of_one(asked, asked.unit(unit))
    position, rules = asked.position, asked.rules
    stacks = [
        (cell, id_)
        for side in position.forces.values()
        for cell, ids in side.stacks.items()
        for id_ in ids
    ]
    cut = [(cell, id_) for cell, id_ in stacks if is_isolated(id_, position, rules)]
    guns = [(cell, id_) for cell, id_ in stacks if rules.unit(id_).artillery]
    short = [(cell, id_) for cell, id_ in guns if not in_supply(id_, position, rules)]
    shades = dict.fromkeys((cell for cell, _ in short), Shade.OPEN)
    shades |= dict.fromkeys((cell for cell, _ in cut), Shade.CUT)
    facts = [
        *pool_facts(asked),
        ("units on the map", str(len(stacks))),
        ("isolated (15C)", str(len(cut))),
        ("artillery on the map", str(len(guns))),
        ("out of supply (15B)", str(len(short))),
    ]
    tables = (
        _table("Isolated units", "WD-15C.1", cut, asked),
        _table("Artillery out of supply", "WD-15B.1", short, asked),
    )
    drawing = Drawing(shades=shades, stacks=asked.shown(rules.game.map.hexes))
    notes = (*asked.frozen, *asked.notes)
    return Answer(f"Supply, {asked.moment}", tuple(facts), tables, drawing, notes)


def pool_facts(asked: Asked) -> list[tuple[str, str]]:
    """Return the supply pools of all sides with their points, as far as they are known."""
    rules, found = asked.rules, asked.position.pools
    return [
        (f"{rules.label(id_)} ({id_})", _points(found.get(id_)))
        for side in rules.game.sides
        for id_ in pools(side.id, rules)
    ]


def price(asked: Asked, activity: str, units: Iterable[str]) -> str:
    """Return what an activity of some units costs their pools: 15A, 15D.4."""
    rules, position = asked.rules, asked.position
    points = rules.game.supply.costs[activity].points
    payer = pool_of_assault if activity == ASSAULT else pool_of
    paying = dict.fromkeys(payer(unit, position, rules) for unit in units)
    told = [f"{rules.label(pool)} ({_points(position.pools.get(pool))})" for pool in paying]
    return f"{counted(points, 'point')} of {', of '.join(told)}"


def _points(number: int | None) -> str:
    """Return the points of a pool in words."""
    return "not known" if number is None else counted(number, "point")


def _table(title: str, rule: str, found: list[tuple[Hex, str]], asked: Asked) -> Table:
    """Return units by hex."""
    rules = asked.rules
    rows = [(rules.number(cell), rules.label(id_), id_, rule) for cell, id_ in found]
    return Table(title, ("hex", "unit", "id", "rule"), tuple(sorted(rows)))


def _of_one(asked: Asked, id_: str) -> Answer:
    """Tell the supply of one unit."""
    position, rules = asked.position, asked.rules
    piece = position.piece(id_)
    if piece is None or piece.at is None:
        raise LogError(f"{id_} is not on the map")
    ways = routes(position, rules, position.side_of(id_))
    out = ways.way_out(piece.at)
    facts = [("unit", f"{rules.label(id_)} ({id_})"), ("hex", rules.number(piece.at))]
    pool = pool_of(id_, position, rules)
    left = _points(position.pools.get(pool))
    facts.append(("what it does is paid from (WD-15D.4)", f"{rules.label(pool)}: {left}"))
    facts.append(("isolated (WD-15C.1)", "no" if out else "yes: no free way to a friendly edge"))
    rows = [("to a friendly edge", _told(out, asked), "WD-15C.1")]
    lines = [(Line.WAY, out)] if len(out) > 1 else []
    if rules.unit(id_).artillery:
        path, road = _artillery(ways, piece.at)
        tracing = rules.game.supply.tracing
        most = tracing.hexes if tracing is not None else 0
        far = f"no: no free way of {most} hexes at most to a road or railway free to the edge"
        facts.append(
            (
                "in supply (WD-15B.1)",
                f"yes, {len(path) - 1} of {most} hexes to a road or railway" if path else far,
            )
        )
        rows.append(("to a road or railway", _told(path, asked), "WD-15B.1"))
        rows.append(("along it to the edge", _told(road, asked), "WD-15B.2"))
        lines += [(Line.SUPPLY, way) for way in (path, road) if len(way) > 1]
    seen = {piece.at, *(cell for _, way in lines for cell in way)}
    area = around(seen, rules.game.map.hexes)
    drawing = Drawing(area, lines=tuple(lines), rings=(piece.at,), stacks=asked.shown(area, (id_,)))
    table = Table("Ways, free of enemy units and ZOC", ("way", "hexes", "rule"), tuple(rows))
    title = f"Supply of {rules.label(id_)}, {asked.moment}"
    notes = (*asked.frozen, *asked.notes)
    return Answer(title, tuple(facts), (table,), drawing, notes)


def _artillery(ways: Routes, cell: Hex) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """Return the path to a road, and the way along it; both empty if there is none."""
    path = ways.supply_path(cell)
    return (path, ways.supply_road(path[-1])) if path else ((), ())


def _told(way: tuple[Hex, ...], asked: Asked) -> str:
    """Return the hexes of a way."""
    return " ".join(asked.rules.number(cell) for cell in way) or "none"
