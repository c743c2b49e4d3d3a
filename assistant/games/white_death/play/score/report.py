"""Victory points, item by item, and the level they make (25.7 to 25.11)."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.white_death.names import counted
from assistant.games.white_death.play.book import Part
from assistant.games.white_death.play.score.impulse import held
from assistant.games.white_death.play.supply.tracing import routes
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.model.scenario import (
    Award,
    BunkerAward,
    IsolationAward,
    LossAward,
    Scenario,
    SurvivorAward,
    TownAward,
)

__all__ = ["SCORE_READINGS", "Item", "Other", "Report", "lost_by", "score"]

SCORE_READINGS = ("A-16", "A-17", "A-70", "A-72", "A-92")
"""Unclear places that change what counts; the first two who is cut off."""


@dataclass(frozen=True, slots=True)
class Item:
    """Points for one thing: its name in lines, the points, why, and the rule."""

    name: str
    points: int
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Other:
    """What another reading of an unclear place makes of it: its id and value, total, level."""

    reading: str
    value: str
    total: int
    level: str


@dataclass(frozen=True, slots=True)
class Report:
    """The score of a position, as if the game ended there.

    Args:
        items: What counts, in the order of the scenario; the total is their sum.
        level: Name of the level.
        side: Id of the side that has won by it.
        others: What other readings make of it, where total or level differ.
    """

    items: tuple[Item, ...]
    level: str
    side: str
    others: tuple[Other, ...] = ()

    @property
    def total(self) -> int:
        """The points."""
        return sum(item.points for item in self.items)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The items as parts of a sum."""
        return tuple((item.points, item.reason, item.rule) for item in self.items)


def score(position: Position, rules: Ruleset, scenario: Scenario) -> Report:
    """Return the victory points that a position is worth.

    An impulse that is going on isn't counted as over; see
    :func:`~assistant.games.white_death.play.score.impulse.at_impulse_end`.

    Raises:
        ValueError: The scenario has no victory conditions.
    """
    own = _report(position, rules, scenario)
    others = []
    for reading in SCORE_READINGS:
        for other in rules.otherwise(reading):
            made = _report(position, other, scenario)
            if made.total != own.total:
                others.append(Other(reading, other.reads(reading), made.total, made.level))
    return Report(own.items, own.level, own.side, tuple(others))


def _report(position: Position, rules: Ruleset, scenario: Scenario) -> Report:
    """Return the score under one reading of everything."""
    victory = scenario.victory
    if victory is None:
        raise ValueError(f"scenario {scenario.id} has no victory conditions")
    items = tuple(_item(award, position, rules, scenario) for award in victory.awards)
    level = victory.level(sum(item.points for item in items))
    return Report(items, level.name, level.side)


def _item(award: Award, position: Position, rules: Ruleset, scenario: Scenario) -> Item:
    """Return what an award gives."""
    match award:
        case LossAward():
            return _losses(award, position, rules, scenario)
        case BunkerAward():
            return _bunkers(award, position, rules, scenario)
        case TownAward():
            return _towns(award, position, rules, scenario)
        case IsolationAward():
            return _isolation(award, position, rules, scenario)
        case SurvivorAward():
            return _survivors(award, position)


def lost_by(side: str, position: Position, rules: Ruleset, scenario: Scenario) -> int:
    """Return the strength points that a side has lost, those to date included: A-70.

    Read gross, what came back counts as lost too, brigades rebuilt before the scenario included.
    """
    pieces = position.forces[side].pieces
    net = sum(rules.unit(id_).strength - piece.strength for id_, piece in pieces.items())
    if rules.reads("A-70") != "gross":
        return net
    lines = [line for line in scenario.losses if line.rebuilt and line.side == side]
    bodies = {rules.unit(unit).parent for line in lines for i in line.items for unit in i.units}
    before = sum(unit.strength for unit in rules.game.units.values() if unit.parent in bodies)
    return net + position.score.rebuilt.get(side, 0) + before


def _losses(award: LossAward, position: Position, rules: Ruleset, scenario: Scenario) -> Item:
    """Return the points for strength lost, for whole lots only: 25.7, A-70, A-71, A-75."""
    name = rules.game.side(award.side).name
    if award.isolated:
        number = position.score.isolated.get(award.side, 0)
        told = f"{counted(number, 'strength point')} lost by isolated {name} units"
    else:
        number = lost_by(award.side, position, rules, scenario)
        told = f"{counted(number, f'{name} strength point')} lost"
    beyond = max(0, number - award.above)
    lots = beyond // award.per
    if award.above:
        told = f"{told}, {beyond} beyond {award.above}"
    word = "losses-isolated" if award.isolated else "losses"
    rule = "WD-25.10" if award.isolated else "WD-25.7"
    reason = f"{told}: {lots} full lots of {award.per}"
    return Item(f"{word}-{award.side}", lots * award.points, reason, rule)


def _bunkers(award: BunkerAward, position: Position, rules: Ruleset, scenario: Scenario) -> Item:
    """Return the points for bunkers destroyed or captured: 25.8, A-92, A-96."""
    gone = set(position.score.bunkers)
    if rules.reads("A-92") == "true" and scenario.bunker_losses is not None:
        gone |= set(scenario.bunker_losses.gone)
    reason = f"{counted(len(gone), 'bunker')} destroyed or captured"
    return Item("bunkers", len(gone) * award.points, reason, "WD-25.8")


def _towns(award: TownAward, position: Position, rules: Ruleset, scenario: Scenario) -> Item:
    """Return the points for towns, at the end or impulse by impulse: 25.9, 25.10, A-72."""
    what = "town hex" if award.each_hex else "town"
    side = scenario.victory.side if scenario.victory is not None else ""
    if not award.each_impulse:
        number = held(award, position.score.holders, side)
        reason = f"{counted(number, what)} held at the end"
        return Item("towns", number * award.points, reason, "WD-25.10")
    towns = position.score.towns
    own = rules.reads("A-72") == "soviet_impulses"
    number = towns.get(side, 0) if own else sum(towns.values())
    whose = f"{rules.game.side(side).name} impulses" if own else "impulses"
    reason = f"{number} times a {what} of the railway held at the end of {whose}"
    return Item("railway", number * award.points, reason, "WD-25.9")


def _isolation(
    award: IsolationAward, position: Position, rules: Ruleset, scenario: Scenario
) -> Item:
    """Return the points for a town that is cut off: 25.10, by 15C.

    It is if no way leads to a friendly edge from any of its hexes that the enemy of its owner
    doesn't occupy, one that he occupies wholly included.
    """
    taker = scenario.victory.side if scenario.victory is not None else ""
    owner = rules.enemy(taker)
    ways = routes(position, rules, owner)
    left = [cell for cell in award.hexes if position.holder(cell) != taker]
    cut = not any(ways.way_out(cell) for cell in left)
    reason = f"{award.place} is {'' if cut else 'not '}isolated"
    return Item("isolation", award.points if cut else 0, reason, "WD-25.10")


def _survivors(award: SurvivorAward, position: Position) -> Item:
    """Return the points for strength that some units have left, wherever they are: A-74."""
    pieces = [position.piece(unit) for unit in award.units]
    left = sum(piece.strength for piece in pieces if piece is not None)
    reason = f"{counted(left, 'strength point')} of the first garrison left"
    return Item("survivors", left * award.points, reason, "WD-25.10")
