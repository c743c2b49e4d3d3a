"""Fire that has to be paid for by the end of the impulse: rockets, support in defence (15A)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.fire.barrage import worth_at
from assistant.games.white_death.play.fire.tables import SUPPORT
from assistant.games.white_death.play.fire.values import shared, support_parts, total
from assistant.games.white_death.play.supply.accounts import BARRAGE, ROCKETS, Debt, has_paid
from assistant.games.white_death.play.supply.city import pool_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Commit, Impulse, TurnStep
from builder.hexgrid import Hex

__all__ = ["barrages_owe", "owing", "rockets_owe", "support_owes"]

_ATOMS = {ROCKETS: "WD-15A.3", SUPPORT: "WD-15A.4"}
_UNPAID = "rockets_unpaid"


def owing(position: Position, debts: Iterable[Debt]) -> Position:
    """Return the position with more to be paid for in the impulse."""
    if position.going is None:
        return position
    owed = position.going.owed | frozenset(debts)
    return replace(position, going=replace(position.going, owed=owed))


def support_owes(act: Commit, position: Position, rules: Ruleset) -> Iterator[Debt]:
    """Yield who has to pay for support: more than is had without a point, in defence: 15A.4."""
    stack, piece = rules.cell(act.stack), position.piece(act.unit)
    if act.kind != SUPPORT or stack is None or piece is None:
        return
    if not position.phasing or position.side_of(act.unit) == position.phasing:
        return
    bare = support_parts(act.unit, stack, position, rules, printed=False)
    if bare and act.value > total(shared(bare, act.share, "")):
        yield pool_of(act.unit, position, rules), SUPPORT


def barrages_owe(units: Iterable[str], position: Position, rules: Ruleset) -> Iterator[Debt]:
    """Yield who has to pay for a barrage: the pools of those who fire, where they stand: 15A.2.

    They may advance elsewhere in the same phase.
    """
    for unit in units:
        if position.piece(unit) is not None and position.side_of(unit) == position.phasing:
            yield pool_of(unit, position, rules), BARRAGE


def rockets_owe(target: Hex, position: Position, rules: Ruleset) -> Iterator[Debt]:
    """Yield who has to pay for rockets: the barrages of a hex are worth more than at half: 15A.3.

    The position is that after the last of them.
    """
    attacks = [e for e in position.fight.barrages if e.target == rules.number(target)]
    units = dict.fromkeys(unit for each in attacks for unit in each.firers)
    known = tuple(unit for unit in units if position.piece(unit) is not None)
    halved = rules.group(rules.game.combat.multipliers[_UNPAID].group)
    bare = total(worth_at(known, target, position, rules, rockets=False))
    if sum(each.value for each in attacks) > bare:
        for unit in known:
            if unit in halved:
                yield pool_of(unit, position, rules), ROCKETS


@ACTS.rule("WD-15A.3", "WD-15A.4", on=(Impulse, TurnStep), name="fire-not-paid-for", section="15A")
def check_paid(before: Position, act: Impulse | TurnStep, rules: Ruleset) -> Iterator[Finding]:
    """Rockets at full and support with printed factors are paid for by the impulse's end."""
    del act
    going = before.going
    for pool, why in sorted(going.owed if going is not None else ()):
        if why not in _ATOMS:
            continue  # assaults and barrages are the chapter of supply's
        paid = has_paid(why, pool, before, rules)
        told = f"{rules.label(pool)} {'has paid' if paid else 'has not paid'} for {why}"
        unknown = not paid and pool not in before.pools
        yield ruling(_ATOMS[why], Verdict.NOT_CHECKABLE if unknown else paid, told)
