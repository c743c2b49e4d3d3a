"""Everything that may be done in a position, act by act; dice are passed in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from assistant.audit.finding import Verdict
from assistant.engine.movement import PARTS
from assistant.games.white_death.play.advance.advance import advances
from assistant.games.white_death.play.advance.slip import follows, slips
from assistant.games.white_death.play.assault import assaults, deploys
from assistant.games.white_death.play.book import ACTS
from assistant.games.white_death.play.bridges import bridge_work
from assistant.games.white_death.play.entry import entries
from assistant.games.white_death.play.fire.barrage_total import pending
from assistant.games.white_death.play.fire.legal import (
    barrages,
    commits_for,
    headquarters_for,
    supports,
)
from assistant.games.white_death.play.fire.losses import strength_of
from assistant.games.white_death.play.fire.passing import fire_at_found, fire_at_leaving
from assistant.games.white_death.play.fire.resolve import (
    barrage_die_of,
    barrage_of,
    fire_of,
    losses_due,
)
from assistant.games.white_death.play.fire.spread import aims, spreads
from assistant.games.white_death.play.fire.tables import (
    ANTITANK,
    CONVENTIONAL,
    NONE,
    barrage_column,
)
from assistant.games.white_death.play.morale.duties import checks_due, morale_of
from assistant.games.white_death.play.movement.legal import moves
from assistant.games.white_death.play.rail import rail_reach
from assistant.games.white_death.play.renewal.rates import refittable, repairable, replaceable
from assistant.games.white_death.play.retreat.ways import retreats
from assistant.games.white_death.play.sequence.legal import (
    draws_due,
    garrisons_due,
    next_steps,
    weather_due,
)
from assistant.games.white_death.play.special.commandos import WHY as FOUND
from assistant.games.white_death.play.special.equipment import abandons, reequips
from assistant.games.white_death.play.supply.accounts import rockets_paid
from assistant.games.white_death.play.supply.legal import payments, reliefs
from assistant.games.white_death.play.supply.receipts import airdrops_due, receipts_due
from assistant.games.white_death.state.position import DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import Line
from builder.convention.line import (
    Abandon,
    Advance,
    Airdrop,
    Assault,
    Barrage,
    BarrageDie,
    Bridge,
    Commit,
    Deploy,
    Detect,
    Draw,
    Enter,
    Entrain,
    Fire,
    Follow,
    Garrison,
    Headquarters,
    Ice,
    Impulse,
    Loss,
    Morale,
    Move,
    PhaseStep,
    Receive,
    Reequip,
    Refit,
    Repair,
    Replace,
    Retreat,
    Slip,
    Supply,
    TurnStep,
    Weather,
)
from builder.hexgrid import Hex

__all__ = ["Die", "legal"]

Die = Callable[[], int]
"""Rolls one die."""

_Offer = Callable[[Position, Ruleset, Die], Iterable[Line]]


def legal(position: Position, rules: Ruleset, type_: type[Line], die: Die) -> Iterator[Line]:
    """Yield what may be done now of one type of act.

    Where a quantity is free (parts of a pool, of an attack, shares of a unit's fire) some
    choices stand for all. An act whose dice are still to fall is made with those passed in.
    There is nothing of types that only record: notes, victory points, set-up.

    Args:
        position: The position.
        rules: What is played by.
        type_: The type of act.
        die: Rolls a die.
    """
    offer = _OFFERS.get(type_)
    if offer is not None:
        yield from offer(position, rules, die)


def _own(position: Position) -> list[str]:
    """Return the units of the phasing side."""
    going = position.going
    return sorted(position.forces[going.side].pieces) if going is not None else []


def _all(position: Position) -> list[str]:
    """Return the units of both sides."""
    return sorted(unit for force in position.forces.values() for unit in force.pieces)


def _breaks_nothing(position: Position, line: Line, rules: Ruleset) -> bool:
    """Tell whether no rule is broken by an act, whatever is unclear."""
    found = ACTS.check(position, line, rules)
    return all(each.verdict is not Verdict.BROKEN for each in found)


def _path(cells: Iterable[Hex], rules: Ruleset) -> tuple[str, ...]:
    """Return a way as a line has it."""
    return tuple(rules.number(cell) for cell in cells)


def _weather(position: Position, rules: Ruleset, die: Die) -> Iterator[Line]:
    """Yield the weather of the turn."""
    turn = next((t for t in rules.game.turns if t.number == position.number), None)
    if turn is not None and weather_due(position):
        roll = die()
        yield Weather(turn.weather[roll - 1], roll)


def _garrisons(position: Position, rules: Ruleset, die: Die) -> Iterator[Line]:
    """Yield the rolls for garrisons."""
    for group in garrisons_due(position, rules):
        yield Garrison(group, die())


def _airdrops(position: Position, rules: Ruleset, die: Die) -> Iterator[Line]:
    """Yield what is dropped from the air."""
    for pool, dice in airdrops_due(position, rules):
        yield Airdrop(pool, tuple(die() for _ in range(dice)))


def _draws(position: Position, rules: Ruleset, die: Die) -> Iterator[Line]:
    """Yield the next draw; later ones may depend on it."""
    for draw in draws_due(position, rules)[:1]:
        yield Draw(draw.id, die() if draw.rolled else 0)


def _payments(position: Position, rules: Ruleset) -> Iterator[Line]:
    """Yield what supply points may be paid for."""
    yield from payments(position, rules)
    yield from reliefs(position, rules)


def _entries(position: Position, rules: Ruleset) -> Iterator[Line]:
    """Yield where units may enter."""
    for unit in _own(position):
        for cell, cost in entries(position, unit, rules).items():
            yield Enter(unit, _path((cell,), rules), Fraction(cost, PARTS))


def _moves(position: Position, rules: Ruleset) -> Iterator[Line]:
    """Yield where units may move."""
    for unit in _own(position):
        yield from moves(position, unit, rules)


def _rides(position: Position, rules: Ruleset) -> Iterator[Line]:
    """Yield where units may go by rail."""
    for unit in _own(position):
        strength = strength_of(position, unit)
        for way in rail_reach(position, unit, rules).values():
            yield Entrain(unit, _path(way, rules), strength)


def _works(position: Position, rules: Ruleset) -> Iterator[Line]:
    """Yield the work that may be done on bridges."""
    for unit in _own(position):
        yield from bridge_work(position, unit, rules)


def _assaults(position: Position, rules: Ruleset) -> Iterator[Line]:
    """Yield the assaults that may be declared."""
    for unit in _own(position):
        for cell in assaults(position, unit, rules):
            yield Assault(unit, rules.number(cell))


def _slips(position: Position, rules: Ruleset) -> Iterator[Line]:
    """Yield where units may slip away to."""
    side = rules.enemy(position.phasing) if position.phasing else ""
    for unit in sorted(position.forces[side].pieces) if side else ():
        for cell in slips(position, unit, rules):
            yield Slip(unit, rules.number(cell))


def _follows(position: Position, rules: Ruleset) -> Iterator[Line]:
    """Yield where units may follow to."""
    for unit in _own(position):
        for to, target in follows(position, unit, rules):
            yield Follow(unit, rules.number(to), rules.number(target))


def _barrages(position: Position, rules: Ruleset) -> Iterator[Line]:
    """Yield a barrage by all who can on every hex that can be barraged."""
    for each in barrages(position, rules):
        paid = all(rockets_paid(unit, position, rules) for unit in each.firers)
        value = each.value if paid else each.unpaid
        if barrage_column(value, rules) != NONE:
            line = barrage_of(position, rules, each.firers, each.target, value)
            if _breaks_nothing(position, line, rules):
                yield line


def _barrage_dice(position: Position, rules: Ruleset, die: Die) -> Iterator[Line]:
    """Yield the dice of barrages."""
    for target in dict.fromkeys(each.target for each in position.fight.barrages):
        cell = rules.cell(target)
        for _, unit in pending(position, cell, rules) if cell is not None else ():
            yield barrage_die_of(position, rules, unit, die())


def _commits(position: Position, rules: Ruleset) -> Iterator[Line]:
    """Yield who may commit direct fire or support."""
    yield from commits_for(position, rules)
    yield from supports(position, rules)


def _fires(position: Position, rules: Ruleset, die: Die) -> Iterator[Line]:
    """Yield attacks: the first of every way to spread a pool, and those on moving units."""
    for kind in (ANTITANK, CONVENTIONAL):
        for aim in aims(position, kind, rules):
            for target, value in dict.fromkeys(s[0] for s in spreads(aim, kind, position, rules)):
                line = fire_of(position, rules, kind, target, value, die())
                if _breaks_nothing(position, line, rules):  # a check may come first (9C.5)
                    yield line
    for each in (*fire_at_leaving(position, rules), *fire_at_found(position, rules)):
        line = fire_of(
            position, rules, each.kind, each.target, each.value, die(), each.firers, each.hex
        )
        if _breaks_nothing(position, line, rules):
            yield line


def _checks(position: Position, rules: Ruleset, die: Die) -> Iterator[Line]:
    """Yield the checks of morale that are owed."""
    for unit in dict.fromkeys(duty.unit for duty in checks_due(position, rules)):
        yield morale_of(position, rules, unit, die() + die())


def _retreats(position: Position, rules: Ruleset) -> Iterator[Line]:
    """Yield the ways by which units that must retreat may."""
    for duty in position.fight.duties:
        if duty.kind is not DutyKind.RETREAT:
            continue
        if duty.why == FOUND and duty.hex is not None and duty.to is not None:
            yield Retreat(duty.unit, _path((duty.hex, duty.to), rules))
        elif duty.why != FOUND:
            for way in retreats(position, duty.unit, rules).values():
                yield Retreat(duty.unit, _path(way, rules))


def _advances(position: Position, rules: Ruleset) -> Iterator[Line]:
    """Yield the hexes that units may advance into."""
    for unit in _own(position):
        for cell in advances(position, unit, rules):
            yield Advance(unit, rules.number(cell))


def _ice(position: Position, rules: Ruleset, die: Die) -> Iterator[Line]:
    """Yield the rolls for the ice."""
    for duty in position.fight.duties:
        if duty.kind is DutyKind.ICE and duty.hex is not None and duty.to is not None:
            side = f"{rules.number(duty.hex)}/{rules.number(duty.to)}"
            yield Ice(duty.unit, side, die())


def _detections(position: Position, rules: Ruleset, die: Die) -> Iterator[Line]:
    """Yield the rolls for commandos, for all who go together."""
    columns: dict[tuple[Hex, Hex], list[str]] = {}
    for duty in position.fight.duties:
        if duty.kind is DutyKind.DETECT and duty.hex is not None and duty.to is not None:
            columns.setdefault((duty.hex, duty.to), []).append(duty.unit)
    for (_, to), units in columns.items():
        yield Detect(tuple(dict.fromkeys(units)), rules.number(to), die())


def _by_nature(of: Callable[[Position, Ruleset], Iterable[Line]]) -> _Offer:
    """Return an offer that no die has a say in."""
    return lambda position, rules, _die: of(position, rules)


def _steps(type_: type[Line]) -> _Offer:
    """Return an offer of the steps of the sequence of one type that leave nothing undone."""

    def offer(position: Position, rules: Ruleset, die: Die) -> Iterator[Line]:
        """Yield those steps that break no rule."""
        del die
        for step in next_steps(position, rules):
            if isinstance(step, type_) and _breaks_nothing(position, step, rules):
                yield step

    return offer


def _of_units(
    make: Callable[[str], Line],
    may: Callable[[Position, str, Ruleset], bool],
    among: Callable[[Position], list[str]] = _own,
) -> _Offer:
    """Return an offer of one act for every unit that may do it."""
    return lambda position, rules, _die: (
        make(unit) for unit in among(position) if may(position, unit, rules)
    )


def _of_sides(of: Callable[[Position, str, Ruleset], Iterable[Line]]) -> _Offer:
    """Return an offer of all that a function finds for the two sides."""
    return lambda position, rules, _die: (
        line for side in rules.game.sides for line in of(position, side.id, rules)
    )


_OFFERS: Mapping[type[Line], _Offer] = {
    TurnStep: _steps(TurnStep),
    Impulse: _steps(Impulse),
    PhaseStep: _steps(PhaseStep),
    Weather: _weather,
    Garrison: _garrisons,
    Draw: _draws,
    Receive: _by_nature(receipts_due),
    Airdrop: _airdrops,
    Supply: _by_nature(_payments),
    Replace: _of_sides(replaceable),
    Repair: _of_sides(repairable),
    Refit: _of_sides(refittable),
    Reequip: _of_units(Reequip, reequips),
    Abandon: _of_units(Abandon, abandons, _all),
    Enter: _by_nature(_entries),
    Move: _by_nature(_moves),
    Entrain: _by_nature(_rides),
    Deploy: _of_units(Deploy, deploys),
    Bridge: _by_nature(_works),
    Assault: _by_nature(_assaults),
    Slip: _by_nature(_slips),
    Follow: _by_nature(_follows),
    Barrage: _by_nature(_barrages),
    BarrageDie: _barrage_dice,
    Headquarters: _by_nature(headquarters_for),
    Commit: _by_nature(_commits),
    Fire: _fires,
    Loss: _by_nature(lambda position, _rules: losses_due(position)),
    Morale: _checks,
    Retreat: _by_nature(_retreats),
    Advance: _by_nature(_advances),
    Ice: _ice,
    Detect: _detections,
}
"""What finds the acts of a type."""
