"""What stands in a hex, and what holds of the hex."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.answer import Answer, Drawing, Shade, Table
from assistant.games.white_death.play.book import exact
from assistant.games.white_death.play.stacking.limits import fits, told
from assistant.games.white_death.play.supply.status import in_supply, is_isolated
from assistant.games.white_death.queries.asked import STACKING, Asked, around
from assistant.games.white_death.state.control import control
from builder.hexgrid import Hex, hexside, neighbours
from builder.model.game import Unit

__all__ = ["stack"]

_AREA = 3

_COLUMNS = (
    *("unit", "id", "SP", "of", "combat", "antitank", "support", "barrage", "range"),
    *("morale", "defence", "mobility", "state"),
)


def stack(asked: Asked, number: str) -> Answer:
    """Tell what stands in a hex, its terrain, who controls it, and whether stacking holds.

    Raises:
        LogError: The map has no such hex.
    """
    cell = asked.cell(number)
    position, rules = asked.position, asked.rules
    sides = [side.id for side in rules.game.sides]
    facts = [*_ground(asked, cell), *(fact for side in sides for fact in _held(asked, cell, side))]
    area = around((cell,), rules.game.map.hexes, _AREA)
    bunkers = position.bunkers.values()
    drawing = Drawing(
        area,
        shades={cell: Shade.TARGET},
        letters={b.at: f"bunker {b.strength}" for b in bunkers if b.at in area},
        rings=(cell,),
        stacks=asked.shown(area, [unit for s in sides for unit in position.stack(cell, s)]),
    )
    title = f"Hex {rules.number(cell)}, {asked.moment}"
    notes = (*asked.frozen, *asked.notes)
    return Answer(title, tuple(facts), (_units(asked, cell),), drawing, notes)


def _ground(asked: Asked, cell: Hex) -> Iterator[tuple[str, str]]:
    """Yield what the map has in a hex, and what was built there."""
    position, rules, map_ = asked.position, asked.rules, asked.rules.game.map
    hex_ = map_.hexes[cell]
    yield "terrain (WD-7.1)", ", ".join(sorted(hex_.terrain)).replace("_", "/")
    if hex_.high:
        yield "high ground", "yes"
    for place in map_.places:
        if cell in place.hexes:
            yield "place", place.name
    for name, sides in (("road to (WD-7.5)", map_.roads), ("railway to (WD-7.10)", map_.rails)):
        ends = [to for to in neighbours(cell) if hexside(cell, to) in sides]
        if ends:
            yield name, ", ".join(sorted(rules.number(to) for to in ends))
    bunker = position.bunker_in(cell)
    if bunker:
        strength = position.bunkers[bunker].strength
        yield "bunker (WD-19.3)", f"{bunker}, {strength} SP, fires {strength}"
    for id_, at in position.bridges.items():
        if at == cell:
            yield "bridge (WD-7.8)", id_


def _held(asked: Asked, cell: Hex, side: str) -> Iterator[tuple[str, str]]:
    """Yield who of a side controls a hex, and whether its units in it stack."""
    position, rules = asked.position, asked.rules
    name = rules.game.side(side).name
    holders = control(position, rules, side).get(cell, ())
    yield f"{name} ZOC (WD-3.1)", ", ".join(rules.label(each) for each in holders) or "none"
    units = position.stack(cell, side)
    if units:
        good = fits(position, cell, side, rules)
        verdict = "holds" if good else f"does not hold: {told(units, position, rules)}"
        yield f"{name} stacking ({STACKING[side]})", verdict


def _units(asked: Asked, cell: Hex) -> Table:
    """Return the units of a hex with the figures of their counters."""
    rows = [
        _row(asked, id_)
        for side in asked.position.forces
        for id_ in asked.position.stack(cell, side)
    ]
    return Table("Units (figures for each strength point)", _COLUMNS, tuple(rows))


def _row(asked: Asked, id_: str) -> tuple[str, ...]:
    """Return one unit."""
    unit: Unit = asked.rules.unit(id_)
    piece = asked.position.piece(id_)
    combat = f"({exact(unit.combat)})" if unit.defensive_only else exact(unit.combat)
    return (
        unit.label,
        id_,
        str(piece.strength if piece else "?"),
        str(unit.strength),
        combat,
        exact(unit.antitank),
        exact(unit.support) if unit.support is not None else "-",
        exact(unit.barrage) if unit.barrage is not None else "-",
        str(unit.range) if unit.range is not None else "-",
        str(unit.morale),
        unit.defence,
        unit.mobility,
        ", ".join(_state(asked, id_, unit)) or "-",
    )


def _state(asked: Asked, id_: str, unit: Unit) -> list[str]:
    """Return what holds of a unit besides its figures."""
    piece = asked.position.piece(id_)
    words = []
    if piece is not None and piece.deployed:
        words.append("deployed")
    if piece is not None and piece.abandoned:
        words.append("without equipment")
    if is_isolated(id_, asked.position, asked.rules):
        words.append("isolated")
    if unit.artillery and not in_supply(id_, asked.position, asked.rules):
        words.append("out of supply")
    return words
