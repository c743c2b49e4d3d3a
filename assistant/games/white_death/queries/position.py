"""The whole position: who stands where, what is going on, what it is worth."""

from __future__ import annotations

from assistant.audit.answer import Answer, Drawing, Table
from assistant.games.white_death.queries.asked import Asked
from assistant.games.white_death.state.position import Box
from builder.hexgrid import Hex

__all__ = ["position"]


def position(asked: Asked) -> Answer:
    """Tell the position: turn, weather, points, pools, score, and every stack on the map."""
    here, rules = asked.position, asked.rules
    facts = [("turn", str(here.number) if here.number else "not known")]
    facts.append(("weather", rules.game.weather.get(here.weather, "not known")))
    if here.going is not None:
        side = rules.game.side(here.going.side).name
        facts.append(("impulse", f"{side} {here.going.kind}, {here.going.points} MP"))
        facts.append(("phase", here.phase or "not known"))
    for each in rules.game.sides:
        spent = here.turn.spent.get(each.id, 0)
        facts.append((f"{each.name} MP left", str(rules.game.points_per_turn - spent)))
        facts.append((f"{each.name} units on the map", str(_on_map(asked, each.id))))
    facts += [(rules.label(id_), str(points)) for id_, points in here.pools.items()]
    drawing = Drawing(stacks=asked.shown(rules.game.map.hexes))
    tables = (_stacks(asked), _bunkers(asked))
    return Answer(f"Position, {asked.moment}", tuple(facts), tables, drawing, asked.notes)


def _on_map(asked: Asked, side: str) -> int:
    """Return how many units of a side stand on the map."""
    return sum(piece.at is not None for piece in asked.position.forces[side].pieces.values())


def _stacks(asked: Asked) -> Table:
    """Return every unit on the map by hex, and how many are elsewhere."""
    rules = asked.rules
    rows: list[tuple[str, ...]] = []
    for cell in sorted(_held(asked), key=rules.number):
        for side in asked.position.forces:
            for id_ in asked.position.stack(cell, side):
                piece = asked.position.piece(id_)
                if piece is None:
                    continue
                unit = rules.unit(id_)
                state = "deployed" if piece.deployed else "-"
                of = f"{piece.strength} of {unit.strength}"
                rows.append((rules.number(cell), side, unit.label, id_, of, state))
    for side, force in asked.position.forces.items():
        for box in Box:
            count = sum(piece.box is box for piece in force.pieces.values())
            if count and box is not Box.MAP:
                rows.append(("-", side, f"{count} units", "-", "-", box.value))
    return Table("Units", ("hex", "side", "unit", "id", "SP", "state"), tuple(rows))


def _held(asked: Asked) -> set[Hex]:
    """Return the hexes that hold units."""
    return {cell for force in asked.position.forces.values() for cell in force.stacks}


def _bunkers(asked: Asked) -> Table:
    """Return the bunkers and bridges that stand."""
    number = asked.rules.number
    rows = [(number(b.at), id_, f"{b.strength} SP") for id_, b in asked.position.bunkers.items()]
    rows += [(number(at), id_, "stands") for id_, at in asked.position.bridges.items()]
    return Table("Bunkers and bridges", ("hex", "id", "state"), tuple(sorted(rows)))
