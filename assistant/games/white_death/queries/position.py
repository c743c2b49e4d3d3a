"""The whole position: who stands where, what is going on, what it is worth."""

from __future__ import annotations

from assistant.audit.answer import Answer, Drawing, Table
from assistant.games.white_death.play.scenario.areas import scenario_of
from assistant.games.white_death.play.score.report import score
from assistant.games.white_death.queries.asked import Asked
from assistant.games.white_death.queries.supply import pool_facts
from assistant.games.white_death.state.position import Box
from builder.hexgrid import Hex
from builder.model.scenario import Scenario

__all__ = ["position"]


def position(asked: Asked) -> Answer:
    """Tell the position: turn, weather, points, pools, score, and every stack on the map."""
    here, rules = asked.position, asked.rules
    scenario = scenario_of(here, rules)
    told = f"{scenario.id} {scenario.name}" if scenario is not None else "not known"
    facts = [("scenario", told)]
    facts.append(("turn", str(here.number) if here.number else "not known"))
    facts.append(("weather", rules.game.weather.get(here.weather, "not known")))
    if here.going is not None:
        side = rules.game.side(here.going.side).name
        going = f"{here.going.number} of the turn: {side} {here.going.kind}"
        facts.append(("impulse", f"{going}, {here.going.points} MP"))
        facts.append(("phase", here.phase or "not known"))
    for each in rules.game.sides:
        spent = here.turn.spent.get(each.id, 0)
        left = f"{rules.game.points_per_turn - spent} of {rules.game.points_per_turn}"
        facts.append((f"{each.name} MP left (WD-5.1)", left))
        facts.append((f"{each.name} units on the map", str(_on_map(asked, each.id))))
    facts += pool_facts(asked)
    letters = {bunker.at: f"bunker {bunker.strength}" for bunker in here.bunkers.values()}
    drawing = Drawing(stacks=asked.shown(rules.game.map.hexes), letters=letters)
    worth, notes = _worth(asked, scenario)
    tables = (*worth, _stacks(asked), _elsewhere(asked), _bunkers(asked))
    title = f"Position, {asked.moment}"
    return Answer(title, tuple(facts), tables, drawing, (*notes, *asked.notes))


def _worth(asked: Asked, scenario: Scenario | None) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """Return the victory points as if the game ended now, and what other readings make of them."""
    if scenario is None or scenario.victory is None:
        return (), ()
    report = score(asked.position, asked.rules, scenario)
    rows = [(item.name, f"{item.points:+d}", item.reason, item.rule) for item in report.items]
    rows.append(("in all", f"{report.total:+d}", report.level, "WD-25.11"))
    side = asked.rules.game.side(scenario.victory.side).name
    title = f"{side} victory points, as if the game ended now"
    notes = tuple(
        f"with {each.reading} read as {each.value} it is {each.total:+d} points: {each.level}"
        for each in report.others
    )
    return (Table(title, ("item", "points", "for", "rule"), tuple(rows)),), notes


def _on_map(asked: Asked, side: str) -> int:
    """Return how many units of a side stand on the map."""
    return sum(piece.at is not None for piece in asked.position.forces[side].pieces.values())


def _stacks(asked: Asked) -> Table:
    """Return every unit on the map by hex."""
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
    return Table("Units on the map", ("hex", "side", "unit", "id", "SP", "state"), tuple(rows))


def _elsewhere(asked: Asked) -> Table:
    """Return how many units of each side are off the map, and why."""
    rows = []
    for each in asked.rules.game.sides:
        pieces = asked.position.forces[each.id].pieces.values()
        for box in Box:
            inside = [piece for piece in pieces if piece.box is box]
            if inside and box is not Box.MAP:
                strength = sum(piece.strength for piece in inside)
                rows.append((each.name, box.value, str(len(inside)), str(strength)))
    return Table("Units elsewhere", ("side", "where", "units", "SP"), tuple(rows))


def _held(asked: Asked) -> set[Hex]:
    """Return the hexes that hold units."""
    return {cell for force in asked.position.forces.values() for cell in force.stacks}


def _bunkers(asked: Asked) -> Table:
    """Return the bunkers and bridges that stand."""
    number = asked.rules.number
    rows = [(number(b.at), id_, f"{b.strength} SP") for id_, b in asked.position.bunkers.items()]
    rows += [(number(at), id_, "stands") for id_, at in asked.position.bridges.items()]
    return Table("Bunkers and bridges", ("hex", "id", "state"), tuple(sorted(rows)))
