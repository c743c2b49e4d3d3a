"""Every payment of supply points that is legal now: rules 15A and 15D."""

from __future__ import annotations

from assistant.games.white_death.play.supply.accounts import RELIEF, has_paid, missing
from assistant.games.white_death.play.supply.city import pools
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Supply

__all__ = ["payments", "reliefs"]


def payments(position: Position, rules: Ruleset) -> tuple[Supply, ...]:
    """Return every payment in full for an activity of the impulse, by each pool that can."""
    found: list[Supply] = []
    if position.going is None:
        return ()
    for side in position.forces:
        for why, cost in rules.game.supply.costs.items():
            if (side == position.phasing) != cost.phasing:
                continue
            if (
                cost.group
                and not rules.group(cost.group).units & position.forces[side].pieces.keys()
            ):
                continue
            for pool in pools(side, rules):
                points = missing(why, pool, position, rules)
                paid = has_paid(why, pool, position, rules)
                if not paid and points <= position.pools.get(pool, 0):
                    found.append(Supply(pool, points, why))
    return tuple(found)


def reliefs(position: Position, rules: Ruleset) -> tuple[Supply, ...]:
    """Return the payments that free a town from the effects of isolation for the turn: 15D.5."""
    if position.turn_begun or position.turn.relief:
        return ()
    found = []
    for fortress in rules.game.supply.fortresses:
        came = 0
        if rules.reads("A-102") == "false":
            came = position.turn.received.get(fortress.marker, 0)
        if position.pools.get(fortress.marker, 0) - came >= fortress.relief:
            found.append(Supply(fortress.marker, fortress.relief, RELIEF))
    return tuple(found)
