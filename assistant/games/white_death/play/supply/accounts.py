"""What each supply pool has paid in an impulse, and what it has to pay: rules 15A and 15D."""

from __future__ import annotations

from assistant.games.white_death.play.book import Part
from assistant.games.white_death.play.supply.city import pool_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset

__all__ = [
    "ASSAULT",
    "ATOMS",
    "BARRAGE",
    "RELIEF",
    "ROCKETS",
    "SUPPORT",
    "Debt",
    "debts",
    "has_paid",
    "missing",
    "paid_towards",
    "pool_of_assault",
    "rockets_paid",
    "support_paid",
    "unpaid",
]

ASSAULT, BARRAGE, ROCKETS, SUPPORT = "assault", "barrage", "rockets", "support"
"""Activities of the data that are paid for."""
RELIEF = "relief"
"""What frees the city from the effects of isolation."""

Debt = tuple[str, str]
"""A pool and what it has to pay for."""


def paid_towards(why: str, pool: str, position: Position, rules: Ruleset) -> tuple[Part, ...]:
    """Return what a pool has paid in this impulse towards an activity, each payment a part.

    A barrage's price includes that of assaults, so what was paid for assaults counts towards
    it: 15A.2.
    """
    cost = rules.game.supply.costs.get(why)
    if position.going is None or cost is None:
        return ()
    counts = {why, *cost.covers}
    return tuple(
        (each.points, f"paid for {each.why}", ATOMS.get(why, "WD-15A.1"))
        for each in position.going.paid
        if each.pool == pool and each.why in counts
    )


ATOMS = {
    ASSAULT: "WD-15A.1",
    BARRAGE: "WD-15A.2",
    ROCKETS: "WD-15A.3",
    SUPPORT: "WD-15A.4",
}
"""The atom of each price."""


def missing(why: str, pool: str, position: Position, rules: Ruleset) -> int:
    """Return how many points a pool has still to pay for an activity in this impulse.

    A price that includes the activity settles it, too: who has paid for a barrage owes nothing
    for assaults.
    """
    if has_paid(why, pool, position, rules):
        return 0
    paid = sum(int(points) for points, _, _ in paid_towards(why, pool, position, rules))
    return rules.game.supply.costs[why].points - paid


def has_paid(why: str, pool: str, position: Position, rules: Ruleset) -> bool:
    """Tell whether a pool has paid for an activity in this impulse, or for one that covers it."""
    costs = rules.game.supply.costs
    enough = [id_ for id_, cost in costs.items() if id_ == why or why in cost.covers]
    return any(
        sum(int(points) for points, _, _ in paid_towards(id_, pool, position, rules))
        >= costs[id_].points
        for id_ in enough
    )


def debts(position: Position, rules: Ruleset) -> frozenset[Debt]:
    """Return the pools and what they have to pay for by assaults from where their units stand.

    Assaults declared count even if nothing came of them: 15A.1. The units of the city are the
    city pool's affair, all others the general pool's: 15D.4. So they are looked at where they
    stood when they declared: before the barrage. Barrages are owed as they are fired.
    """
    going = position.going
    phases = rules.game.phases
    if going is None:
        return frozenset()
    now = phases.index(position.phase) if position.phase in phases else 0
    found = set()
    for unit, doing in going.doings.items():
        if position.side_of(unit) != going.side:
            continue
        assaults = doing.target is not None or doing.assaulted is not None
        if assaults and now < phases.index(BARRAGE):
            found.add((pool_of_assault(unit, position, rules), ASSAULT))
    return frozenset(found)


def pool_of_assault(unit: str, position: Position, rules: Ruleset) -> str:
    """Return the pool that pays for a unit's assault: that of where it declared it, 15A, 15D.4.

    Who followed one that slipped away may stand elsewhere now.
    """
    return position.doing(unit).payer or pool_of(unit, position, rules)


def rockets_paid(unit: str, position: Position, rules: Ruleset) -> bool:
    """Tell whether a unit's rockets fire at full value, as far as supply goes: 15A.3, A-37.

    True for units whose rockets need no third point.
    """
    cost = rules.game.supply.costs.get(ROCKETS)
    if cost is None or unit not in rules.group(cost.group):
        return True
    return has_paid(ROCKETS, pool_of(unit, position, rules), position, rules)


def support_paid(unit: str, position: Position, rules: Ruleset) -> bool:
    """Tell whether artillery supports with its printed factor, as far as points go: 15A.4.

    The phasing side pays nothing for support; of the other side each pool pays for its own
    artillery (A-36).
    """
    going = position.going
    if going is None or position.side_of(unit) == going.side:
        return True
    return has_paid(SUPPORT, pool_of(unit, position, rules), position, rules)


def unpaid(position: Position, rules: Ruleset) -> tuple[tuple[str, str, int], ...]:
    """Return what the phasing side has still to pay for: pool, activity, points missing."""
    going = position.going
    if going is None:
        return ()
    found = []
    for pool, why in sorted(going.owed | debts(position, rules)):
        points = missing(why, pool, position, rules)
        if points > 0:
            found.append((pool, why, points))
    return tuple(found)
