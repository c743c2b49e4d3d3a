"""What supply points are paid for, by whom, and how many: rules 15A and 15D."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.names import counted
from assistant.games.white_death.play.book import ACTS, Part, ruling
from assistant.games.white_death.play.supply.accounts import (
    ASSAULT,
    ATOMS,
    BARRAGE,
    RELIEF,
    ROCKETS,
    debts,
    has_paid,
    missing,
    paid_towards,
)
from assistant.games.white_death.play.supply.city import pool_of, pools
from assistant.games.white_death.play.supply.receipts import fortress_with
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Assault, Barrage, Impulse, Supply, TurnStep

__all__: list[str] = []


def _side_of(pool: str, rules: Ruleset) -> str:
    """Return the side of a supply pool, empty if there is no such pool."""
    marker = rules.game.markers.get(pool)
    return marker.side if marker is not None and marker.kind == "supply" else ""


def _told(act: Supply, rules: Ruleset) -> str:
    """Return a payment in words."""
    return f"{rules.label(act.pool)} pays {counted(act.points, 'point')} for {act.why}"


@ACTS.rule("WD-15A.5", "WD-15.2", on=(Supply,), name="points-in-the-pool", section="15A")
def points_in_the_pool(before: Position, act: Supply, rules: Ruleset) -> Iterator[Finding]:
    """A pool pays no more than it holds, each for itself: 15A."""
    if not _side_of(act.pool, rules) or act.pool not in before.pools:
        what = f"what {act.pool} holds isn't known"
        yield ruling("WD-15A.5", Verdict.NOT_CHECKABLE, what)
        return
    held = before.pools[act.pool]
    yield ruling(
        "WD-15A.5",
        0 <= act.points <= held,
        f"{_told(act, rules)} and holds {held}",
        parts=[(act.points, f"for {act.why}", "WD-15A.5")],
        allowance=held,
    )


@ACTS.rule(
    *("WD-15A.1", "WD-15A.2", "WD-15A.3", "WD-15A.4"),
    on=(Supply,),
    name="price-of-an-activity",
    section="15A",
)
def price_of_an_activity(before: Position, act: Supply, rules: Ruleset) -> Iterator[Finding]:
    """Each activity has its price, which includes that of what it covers: 15A.

    A payment may be made in parts: a point for assaults counts towards the two for barrages.
    """
    cost, side = rules.game.supply.costs.get(act.why), _side_of(act.pool, rules)
    if act.why == RELIEF or not side:
        return
    if cost is None or before.going is None:
        what = f"{_told(act, rules)}, which isn't an activity of an impulse that is going on"
        yield ruling("WD-15A.1", Verdict.NOT_CHECKABLE, what)
        return
    atom = ATOMS.get(act.why, "WD-15A.1")
    if cost.group and not any(rules.unit(u).side == side for u in rules.group(cost.group).units):
        what = f"{_told(act, rules)}, for which the side pays nothing"
        yield ruling(atom, act.points == 0, what)
        return
    if (side == before.phasing) != cost.phasing:
        whose = "phasing" if cost.phasing else "other"
        what = f"{_told(act, rules)}; that is for the {whose} side to pay"
        yield ruling(atom, verdict=False, message=what)
        return
    paid: tuple[Part, ...] = paid_towards(act.why, act.pool, before, rules)
    if has_paid(act.why, act.pool, before, rules):
        what = f"{_told(act, rules)}, which it had paid for"
        paid = paid or ((0, "covered by another payment", atom),)
        yield ruling(atom, act.points == 0, what, parts=paid, allowance=cost.points)
        return
    yield ruling(
        atom,
        act.points == missing(act.why, act.pool, before, rules),
        f"{_told(act, rules)}; the price is {cost.points}",
        parts=[*paid, (act.points, f"for {act.why}", atom)],
        allowance=cost.points,
    )


@ACTS.rule("WD-15D.5", on=(Supply,), name="relief-of-the-city", section="15D", readings=("A-102",))
def relief_of_the_city(before: Position, act: Supply, rules: Ruleset) -> Iterator[Finding]:
    """A city point paid at the beginning of a turn frees its troops from isolation: 15D.

    The point must have been there before the turn's points were received (A-102).
    """
    if act.why != RELIEF or not _side_of(act.pool, rules):
        return
    fortress = fortress_with(act.pool, rules)
    told = _told(act, rules)
    if fortress is None:
        yield ruling("WD-15D.5", verdict=False, message=f"{told}; only the town's own pool may")
        return
    came = before.turn.received.get(act.pool, 0) if rules.reads("A-102") == "false" else 0
    held = before.pools.get(act.pool, came + act.points) - came
    for kept, why in (
        (not before.turn_begun, "an impulse of the turn has begun"),
        (not before.turn.relief, "the town is free from them in this turn already"),
        (act.points == fortress.relief, f"the price is {fortress.relief}"),
        (act.points <= held, f"it held {held} before this turn's points came"),
    ):
        if not kept:
            yield ruling("WD-15D.5", verdict=False, message=f"{told}: {why}")
            return
    yield ruling("WD-15D.5", verdict=True, message=f"{told} at the beginning of the turn")


@ACTS.rule("WD-15A.5", on=(Assault, Barrage), name="points-for-an-act", section="15A")
def points_for_an_act(
    before: Position, act: Assault | Barrage, rules: Ruleset
) -> Iterator[Finding]:
    """Who lacks the points can't assault or barrage: 15A, A-90."""
    why = ASSAULT if isinstance(act, Assault) else BARRAGE
    units = (act.unit,) if isinstance(act, Assault) else act.firers
    if before.going is None:
        return
    for pool in sorted({pool_of(u, before, rules) for u in units if before.side_of(u)}):
        if pool not in before.pools:
            continue
        wanting = missing(why, pool, before, rules)
        held = before.pools[pool]
        yield ruling(
            "WD-15A.5",
            wanting <= held,
            f"{why} with {counted(held, 'point')} in {rules.label(pool)}",
            units=units,
            parts=[(wanting, f"still to be paid for {why}", ATOMS[why])],
            allowance=held,
        )


@ACTS.rule(
    *("WD-15A.1", "WD-15A.2", "WD-15D.4"),
    on=(Impulse, TurnStep),
    name="impulse-paid-for",
    section="15A",
)
def impulse_paid_for(
    before: Position, act: Impulse | TurnStep, rules: Ruleset
) -> Iterator[Finding]:
    """By the end of an impulse its assaults and barrages are paid for, by the right pools.

    Rule 15A; supply is recorded in the terminal phase (5), so it isn't asked for earlier.
    """
    del act
    going = before.going
    if going is None:
        return
    owed = going.owed | debts(before, rules)
    for pool in pools(going.side, rules):
        whys = {why for name, why in owed if name == pool}
        told = whys & {ASSAULT, BARRAGE}
        if ROCKETS in whys and not has_paid(BARRAGE, pool, before, rules):
            told = set()  # the whole price of rockets is missing, which their own rule tells
        for why in sorted(told - ({ASSAULT} if BARRAGE in told else set())):
            yield _settled(pool, why, owed, before, rules)


def _settled(
    pool: str, why: str, owed: frozenset[tuple[str, str]], position: Position, rules: Ruleset
) -> Finding:
    """Return whether a pool has paid for an activity, or another one instead: 15D.4."""
    paid = has_paid(why, pool, position, rules)
    lines = position.going.paid if position.going is not None else ()
    payers = {line.pool for line in lines if line.why == why and line.pool != pool}
    instead = sorted(payer for payer in payers if (payer, why) not in owed)
    price = rules.game.supply.costs[why].points
    parts = paid_towards(why, pool, position, rules) or ((0, "paid", ATOMS[why]),)
    name = rules.label(pool)
    if paid or not instead:
        done = "has paid" if paid else "has not paid"
        what = f"{name} {done} for the impulse's {why}s"
        own = ATOMS[why] if not paid or fortress_with(pool, rules) is None else "WD-15D.4"
        unknown = not paid and pool not in position.pools
        verdict = Verdict.NOT_CHECKABLE if unknown else paid
        return ruling(own, verdict, what, parts=parts, allowance=price)
    what = f"{rules.label(instead[0])} has paid for the {why}s that are {name}'s to pay"
    return ruling("WD-15D.4", verdict=False, message=what, parts=parts, allowance=price)
