"""What supply lines change: rule 15."""

from __future__ import annotations

from dataclasses import replace

from assistant.games.white_death.play.book import ACTS, Applied, Ruled
from assistant.games.white_death.play.supply.accounts import RELIEF
from assistant.games.white_death.play.supply.receipts import landed
from assistant.games.white_death.play.supply.status import relieved
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Airdrop, Receive, Supply

__all__: list[str] = []


def _received(before: Position, pool: str, points: int, rules: Ruleset) -> Ruled:
    """Return the position after a pool received points; an unknown pool stays unknown."""
    marker = rules.game.markers.get(pool)
    if marker is None or marker.kind != "supply":
        return Applied(before, (f"supply: there is no pool {pool}",))
    if points < 0:
        return Applied(before, (f"supply: {pool} can't receive {points} points",))
    had = before.turn.received.get(pool, 0)
    turn = replace(before.turn, received={**before.turn.received, pool: had + points})
    position = replace(before, turn=turn)
    if pool not in before.pools:
        return Applied(position, (f"supply: what {pool} holds isn't known",))
    return Applied(replace(position, pools={**before.pools, pool: before.pools[pool] + points}))


@ACTS.effect(Receive)
def _receive(before: Position, act: Receive, rules: Ruleset) -> Ruled:
    """Add the points."""
    return _received(before, act.pool, act.points, rules)


@ACTS.effect(Airdrop)
def _airdrop(before: Position, act: Airdrop, rules: Ruleset) -> Ruled:
    """Add the points that the dice let land."""
    points = landed(act.pool, act.dice, before, rules)
    if points is None:
        return Applied(before, (f"supply: no airdrop to {act.pool} in this weather",))
    return _received(before, act.pool, points, rules)


@ACTS.effect(Supply)
def _supply(before: Position, act: Supply, rules: Ruleset) -> Ruled:
    """Take the points out of the pool and remember what they are for."""
    marker = rules.game.markers.get(act.pool)
    if marker is None or marker.kind != "supply":
        return Applied(before, (f"supply: there is no pool {act.pool}",))
    if act.points < 0:
        return Applied(before, (f"supply: {act.pool} can't pay {act.points} points",))
    position, unapplied = before, []
    if act.pool in before.pools:
        left = before.pools[act.pool] - act.points
        position = replace(position, pools={**before.pools, act.pool: max(left, 0)})
        if left < 0:
            unapplied.append(f"supply: {act.pool} lacks {-left} of {act.points} points")
    if act.why == RELIEF:
        return Applied(_relieved(position, rules), tuple(unapplied))
    if position.going is None:
        unapplied.append(f"supply: no impulse is going on that {act.why} is paid for")
        return Applied(position, tuple(unapplied))
    going = replace(position.going, paid=(*position.going.paid, act))
    return Applied(replace(position, going=going), tuple(unapplied))


def _relieved(position: Position, rules: Ruleset) -> Position:
    """Return the position with the city free of the effects of isolation: 15D.5."""
    position = replace(position, turn=replace(position.turn, relief=True))
    going = position.going
    if going is None:
        return position
    freed = going.relieved | (relieved(position, rules) & going.isolated)
    return replace(position, going=replace(going, relieved=freed))
