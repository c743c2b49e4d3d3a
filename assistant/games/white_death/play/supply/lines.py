"""Supply lines: points received, and artillery that must be in supply.

Rules 15, 15B and 15D.
"""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.names import counted
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.supply.receipts import due, fortress_with, landed
from assistant.games.white_death.play.supply.status import READINGS, in_supply
from assistant.games.white_death.play.supply.tracing import route_open, routes
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Airdrop, Barrage, Receive
from builder.hexgrid import Hex

__all__: list[str] = []


def _numbers(path: tuple[Hex, ...], rules: Ruleset) -> list[str]:
    """Return the printed numbers of a way."""
    return [rules.number(cell) for cell in path]


@ACTS.rule("WD-15.2", "WD-15D.1", on=(Receive,), name="points-of-the-turn", section="15A")
def points_of_the_turn(before: Position, act: Receive, rules: Ruleset) -> Iterator[Finding]:
    """Each pool receives the turn record's points, once a turn: 15A, 15D."""
    points = due(act.pool, before, rules)
    told = f"{rules.label(act.pool)} receives {counted(act.points, 'point')}"
    if points is None:
        yield ruling("WD-15.2", Verdict.NOT_CHECKABLE, f"{told}; what is due isn't known")
        return
    had = before.turn.received.get(act.pool)
    before_ = [] if had is None else [(had, "received before in this turn", "WD-15.2")]
    yield ruling(
        "WD-15.2",
        had is None and act.points == points,
        f"{told} in turn {before.number}; {points} are due",
        parts=[*before_, (act.points, "received", "WD-15.2")],
        allowance=points,
    )


@ACTS.rule(
    "WD-15D.2",
    on=(Receive, Airdrop),
    name="route-to-the-city",
    section="15D",
    readings=("A-16", "A-17", "A-42", "A-45", "A-104"),
)
def route_to_the_city(
    before: Position, act: Receive | Airdrop, rules: Ruleset
) -> Iterator[Finding]:
    """The city receives its points overland while a supply route reaches it: 15D, A-45."""
    fortress = fortress_with(act.pool, rules)
    if fortress is None:
        return
    route = route_open(before, rules, fortress.place, fortress.side)
    how = "overland" if isinstance(act, Receive) else "from the air"
    where = "with" if route else "without"
    what = f"{fortress.place} receives points {how}, {where} a supply route"
    kept: Verdict | bool = bool(route) == isinstance(act, Receive)
    if not kept and before.turn_begun:
        what = f"{what} now; the route at the beginning of the turn isn't known"
        kept = Verdict.NOT_CHECKABLE
    yield ruling("WD-15D.2", kept, what, hexes=_numbers(route, rules))


@ACTS.rule("WD-15D.3", on=(Airdrop,), name="dice-of-an-airdrop", section="15D")
def dice_of_an_airdrop(before: Position, act: Airdrop, rules: Ruleset) -> Iterator[Finding]:
    """An airdrop rolls a die for each point due, in the weather of the turn: 15D, A-102."""
    points, received = due(act.pool, before, rules), landed(act.pool, act.dice, before, rules)
    told = f"an airdrop of {counted(len(act.dice), 'point')}"
    if fortress_with(act.pool, rules) is None:
        what = f"{told} to {rules.label(act.pool)}, which receives none from the air"
        yield ruling("WD-15D.3", verdict=False, message=what)
        return
    if points is None or received is None:
        what = f"{told}: turn or weather isn't known"
        yield ruling("WD-15D.3", Verdict.NOT_CHECKABLE, what)
        return
    dice = all(1 <= die <= 6 for die in act.dice)
    once = act.pool not in before.turn.received
    again = "" if once else "; it had received this turn's already"
    yield ruling(
        "WD-15D.3",
        dice and once and len(act.dice) == points,
        f"{told} in {rules.game.weather[before.weather]}, {points} due, {received} received{again}",
        parts=[(len(act.dice), "points dropped", "WD-15D.3")],
        allowance=points,
        facts=[("dice", ", ".join(str(die) for die in act.dice)), ("received", str(received))],
    )


@ACTS.rule(
    *("WD-15B.3", "WD-15B.1", "WD-15B.2", "WD-15.1"),
    on=(Barrage,),
    name="barrage-in-supply",
    section="15B",
    readings=READINGS,
)
def barrage_in_supply(before: Position, act: Barrage, rules: Ruleset) -> Iterator[Finding]:
    """Artillery that was out of supply when the impulse began fires no barrage: 15, 15B."""
    for unit in act.firers:
        piece = before.piece(unit)
        if piece is None or not rules.unit(unit).artillery:
            continue
        kept = in_supply(unit, before, rules)
        how = "in supply" if kept else "out of supply"
        ways = routes(before, rules, before.side_of(unit))  # as they are now: evidence only
        way = ways.supply_way(piece.at) if piece.at and kept else ()
        own = (piece.at,) if piece.at else ()
        yield ruling(
            "WD-15B.3",
            kept,
            f"{rules.label(unit)} fires a barrage {how}",
            units=[unit],
            hexes=_numbers(way or own, rules),
        )
