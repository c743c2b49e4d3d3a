"""Supply points received: how many are due to a pool, and how they come: rules 15 and 15D."""

from __future__ import annotations

from assistant.games.white_death.play.supply.city import general_pool
from assistant.games.white_death.play.supply.tracing import route_open
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Receive
from builder.model.game import Turn
from builder.model.supply import Fortress

__all__ = ["airdrops_due", "due", "fortress_with", "landed", "receipts_due", "turn_data"]


def turn_data(position: Position, rules: Ruleset) -> Turn | None:
    """Return the turn record's entry of the turn that is going on, ``None`` off the record."""
    return next((turn for turn in rules.game.turns if turn.number == position.number), None)


def fortress_with(pool: str, rules: Ruleset) -> Fortress | None:
    """Return the town whose own pool this is, ``None`` for a general pool."""
    fortresses = rules.game.supply.fortresses
    return next((each for each in fortresses if each.marker == pool), None)


def due(pool: str, position: Position, rules: Ruleset) -> int | None:
    """Return the points that a pool receives this turn: 15.2, 15D.2.

    ``None`` if there is no such pool or turn. Of an airdrop it is the number of dice.
    """
    turn = turn_data(position, rules)
    fortress = fortress_with(pool, rules)
    marker = rules.game.markers.get(pool)
    side = fortress.side if fortress is not None else marker.side if marker is not None else ""
    known = fortress is not None or pool == general_pool(side, rules)
    if turn is None or not pool or not known:
        return None
    return turn.supply.get(side, 0)


def landed(pool: str, dice: tuple[int, ...], position: Position, rules: Ruleset) -> int | None:
    """Return how many points of an airdrop are received: 15D.3.

    ``None`` if the pool isn't a town's or the weather isn't one of those of the rule.
    """
    fortress = fortress_with(pool, rules)
    if fortress is None or position.weather not in fortress.airdrop:
        return None
    return sum(die in fortress.airdrop[position.weather] for die in dice)


def receipts_due(position: Position, rules: Ruleset) -> tuple[Receive, ...]:
    """Return the receipts that the turn still owes, those overland only."""
    found = []
    for side in rules.game.sides:
        pool = general_pool(side.id, rules)
        points = due(pool, position, rules)
        if points and pool not in position.turn.received:
            found.append(Receive(pool, points))
    for fortress in rules.game.supply.fortresses:
        points = due(fortress.marker, position, rules)
        waits = fortress.marker not in position.turn.received
        if points and waits and route_open(position, rules, fortress.place, fortress.side):
            found.append(Receive(fortress.marker, points))
    return tuple(found)


def airdrops_due(position: Position, rules: Ruleset) -> tuple[tuple[str, int], ...]:
    """Return the pools that receive from the air this turn and still wait, and how many dice."""
    found = []
    for fortress in rules.game.supply.fortresses:
        points = due(fortress.marker, position, rules)
        waits = fortress.marker not in position.turn.received
        if points and waits and not route_open(position, rules, fortress.place, fortress.side):
            found.append((fortress.marker, points))
    return tuple(found)
