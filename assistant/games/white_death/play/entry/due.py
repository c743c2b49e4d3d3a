"""When and where a unit may enter the map: rule 17."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from assistant.games.white_death.names import GERMAN, SOVIET
from assistant.games.white_death.play.sequence.draws import brought, drawn_by
from assistant.games.white_death.state.position import Box, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex
from builder.model.game import EntryArea

__all__ = ["Due", "due_of", "obstacles", "way_in"]

_DEFAULT = {GERMAN: "german-sw", SOVIET: "soviet-e"}
"""Where units enter of which nothing else is said: 17A, 17B, A-49."""
_AREAS = {GERMAN: "WD-17B.1", SOVIET: "WD-17A.1"}
_CLOSED = {"german-s": "WD-17E.1", "german-sw": "WD-17E.2"}


@dataclass(frozen=True, slots=True)
class Due:
    """When and where a unit is due.

    Args:
        turn: The turn, 0 if it may enter in any.
        impulse: The first of its side's impulses in that turn in which it may.
        areas: Turns that it must wait longer, by id of each area where it may enter.
        bar: Why it can't enter at all: id of the rule and reason, empty if it can.
    """

    turn: int = 0
    impulse: int = 1
    areas: Mapping[str, int] = field(default_factory=dict)
    bar: tuple[str, str] = ("", "")


def due_of(position: Position, unit: str, rules: Ruleset) -> Due:
    """Return when and where a unit is due: 17, 17D, 17F, 18, 23.

    Raises:
        KeyError: There is no such unit.
    """
    piece, data = position.piece(unit), rules.unit(unit)
    if piece is None:
        return Due(bar=("WD-17.1", "it takes no part in the game"))
    match piece.box:
        case Box.DUE:
            bar = _not_drawn(position, unit, rules)
            turn, impulse = data.entry.turn or 0, data.entry.impulse or 1
            return Due(turn, impulse, _areas(data.entry.area, rules), bar)
        case Box.REBUILT:
            return Due(piece.back, 1, _areas(_DEFAULT[data.side], rules))
        case Box.AWAY:
            ids = _areas_back(data.side, rules, refit=not piece.abandoned)
            return Due(piece.back, 1, dict.fromkeys(ids, 0))
        case box:
            why = "it is on the map already" if box is Box.MAP else f"it isn't due ({box.value})"
            return Due(bar=("WD-17.1", why))


def _areas_back(side: str, rules: Ruleset, *, refit: bool) -> list[str]:
    """Return the areas by which units come back: from refit by one, with new equipment by any."""
    if refit:
        return [each.area for each in rules.game.supply.refits if each.side == side]
    return [area.id for area in rules.game.map.entry_areas if area.side == side]


def _areas(area: str, rules: Ruleset) -> dict[str, int]:
    """Return an area and those that may be used instead, with the turns to wait: 17D."""
    others = (other for other in rules.game.edges.alternates if other.area == area)
    return {area: 0, **{other.other: other.later for other in others}}


def _not_drawn(position: Position, unit: str, rules: Ruleset) -> tuple[str, str]:
    """Return what keeps a unit out that a draw may bring: 17F."""
    draw = drawn_by(unit, rules)
    if draw is None or brought(unit, position, rules):
        return ("", "")
    rule = "WD-17F.1" if not draw.after else "WD-17F.2" if draw.rolled else "WD-17F.3"
    return (rule, f"no draw has brought it ({draw.name})")


def way_in(
    position: Position, unit: str, cell: Hex, due: Due, rules: Ruleset
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return how a unit may enter in a hex now.

    Args:
        position: The position.
        unit: Id of the unit.
        cell: The hex.
        due: When and where it is due.
        rules: What it is judged by.

    Returns:
        Ids of the rules that let it in by the area that is best for it, and what is in the way
        there: ids of rules with the reason.
    """
    own = _AREAS[rules.unit(unit).side]
    if due.bar[0]:
        return (), (due.bar,)
    areas = [a for a in rules.game.map.entry_areas if a.id in due.areas and cell in a.hexes]
    if not areas:
        names = ", ".join(a.name for a in rules.game.map.entry_areas if a.id in due.areas)
        return (), ((own, f"it enters by other areas ({names})"),)
    ways = [(area, tuple(obstacles(position, due, area, rules))) for area in areas]
    area, wrong = min(ways, key=lambda way: (len(way[1]), due.areas[way[0].id]))
    kept = ["WD-17.1", own]
    if area.id != next(iter(due.areas)) and len(due.areas) > 1:
        kept.append("WD-17D.2" if due.areas[area.id] else "WD-17D.1")
    if any(closure.area == area.id for closure in rules.game.edges.closures):
        kept.append(_CLOSED[area.id])
    return tuple(kept), wrong


def obstacles(
    position: Position, due: Due, area: EntryArea, rules: Ruleset
) -> Iterator[tuple[str, str]]:
    """Yield why a unit may not enter by an area now: id of the rule and reason.

    Args:
        position: The position.
        due: When and where it is due.
        area: One of its areas.
        rules: What it is judged by.
    """
    later, going = due.areas[area.id], position.going
    turn = due.turn + later
    if position.number < turn:
        rule = "WD-17D.2" if later else "WD-17.1"
        yield rule, f"by {area.name} it may from turn {turn} on"
    elif position.number == turn and not later and going is not None and going.own < due.impulse:
        yield "WD-17.1", f"it is due in impulse {due.impulse} of its side"
    for closure in rules.game.edges.closures:
        stacks = position.forces[closure.side].stacks
        if closure.area == area.id and closure.hexes.isdisjoint(stacks):
            yield _CLOSED[area.id], f"{area.name} is closed: {closure.text}"
