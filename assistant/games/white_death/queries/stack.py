"""What stands in a hex, and what holds of the hex."""

from __future__ import annotations

from assistant.audit.answer import Answer, Drawing, Shade, Table
from assistant.games.white_death.play.book import exact
from assistant.games.white_death.play.stacking.limits import fits, told
from assistant.games.white_death.play.supply.status import in_supply, is_isolated
from assistant.games.white_death.queries.asked import STACKING, Asked, around
from assistant.games.white_death.state.control import control
from builder.hexgrid import Hex
from builder.model.game import Unit

__all__ = ["stack"]

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
    hex_ = rules.game.map.hexes[cell]
    facts = [("terrain (WD-7.1)", ", ".join(sorted(hex_.terrain)).replace("_", "/"))]
    facts += [("high ground", "yes")] if hex_.high else []
    facts += [("place", place.name) for place in rules.game.map.places if cell in place.hexes]
    bunker = position.bunker_in(cell)
    if bunker:
        strength = position.bunkers[bunker].strength
        facts.append(("bunker (WD-19.3)", f"{bunker}, {strength} SP, fires {strength}"))
    facts += [("bridge", id_) for id_, at in position.bridges.items() if at == cell]
    for side in rules.game.sides:
        holders = control(position, rules, side.id).get(cell, ())
        names = ", ".join(rules.label(each) for each in holders) or "none"
        facts.append((f"{side.name} ZOC (WD-3.1)", names))
        units = position.stack(cell, side.id)
        if units:
            good = fits(position, cell, side.id, rules)
            facts.append(
                (
                    f"{side.name} stacking ({STACKING[side.id]})",
                    "holds" if good else f"does not hold: {told(units, position, rules)}",
                )
            )
    area = around((cell,), rules.game.map.hexes, 3)
    drawing = Drawing(
        area,
        shades={cell: Shade.TARGET},
        rings=(cell,),
        stacks=asked.shown(area, [u for s in position.forces for u in position.stack(cell, s)]),
    )
    title = f"Hex {rules.number(cell)}, {asked.moment}"
    return Answer(
        title, tuple(facts), (_units(asked, cell),), drawing, (*asked.frozen, *asked.notes)
    )


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
