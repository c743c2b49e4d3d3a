"""Single attacks: whom they may hit, out of which pool, at which odds, with what result."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from assistant.audit.finding import Finding
from assistant.games.white_death.play.book import ACTS, exact, ruling
from assistant.games.white_death.play.fire.commitment import DIRECT
from assistant.games.white_death.play.fire.defence import (
    antitank_defence,
    conventional_defence,
)
from assistant.games.white_death.play.fire.engaged import (
    DEFENSIVE,
    Aim,
    aim_of,
    attackers_of,
    commits_at,
    firing_side,
    side_of,
    used_at,
)
from assistant.games.white_death.play.fire.losses import place_of
from assistant.games.white_death.play.fire.tables import (
    ANTITANK,
    CONVENTIONAL,
    DETECTED,
    EXIT,
    NONE,
    cell,
    column_of,
    text_of,
)
from assistant.games.white_death.play.fire.tested import Condition, findings
from assistant.games.white_death.play.fire.values import Parts, total
from assistant.games.white_death.state.control import kind_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Fire
from builder.hexgrid import Hex
from builder.model.game import Kind

__all__ = ["defence_of", "may_hit", "pool_at"]

_ANTITANK = frozenset({ANTITANK, EXIT})
_POOL = {CONVENTIONAL: "WD-9C.3", ANTITANK: "WD-10C.3"}
_DEFENCE = {CONVENTIONAL: "WD-9C.2", DETECTED: "WD-9C.2", ANTITANK: "WD-10C.2", EXIT: "WD-3A.8"}
_ODDS = {True: "WD-10C.5", False: "WD-9C.7"}
_RESULT = {True: "WD-10C.6", False: "WD-9C.8"}


def may_hit(target: str, kind: str, position: Position, rules: Ruleset) -> Iterator[Condition]:
    """Yield the conditions for firing at a unit in one of the phases of direct fire: 9B, 10B."""
    label = rules.label(target)
    if target in position.bunkers:
        told = f"{label} is a bunker, which direct fire may not hit"
        yield Condition("WD-19.8", holds=False, told=told)
        return
    afv = kind_of(target, position, rules) is Kind.AFV
    told = f"{label} is {'an' if afv else 'no'} AFV"
    yield Condition("WD-10B.1" if kind == ANTITANK else "WD-9B.3", afv is (kind == ANTITANK), told)
    engaged, defensive = _engaged(target, position, rules), position.phase == DEFENSIVE
    rule = "WD-9B.1" if defensive else "WD-9B.2"
    told = f"{label} is {'' if engaged else 'not '}{'assaulting' if defensive else 'under assault'}"
    yield Condition("WD-10B.1" if kind == ANTITANK else rule, engaged, told)


def _engaged(target: str, position: Position, rules: Ruleset) -> bool:
    """Tell whether a unit assaults, in the Assault Phase is under assault: 9B, 10B."""
    firing, hex_ = firing_side(position, rules), place_of(position, target)
    if not firing or hex_ is None or side_of(target, position, rules) == firing:
        return False
    if position.phase == DEFENSIVE:
        doing = position.doing(target)
        return doing.target is not None or doing.assaulted is not None
    number = rules.number(hex_)
    committed = any(each.target == number for each in position.fight.commits)
    return committed or bool(attackers_of(position, hex_))


def defence_of(
    target: str, kind: str, position: Position, rules: Ruleset, hex_: Hex | None = None
) -> Parts:
    """Return the defence of a unit against a kind of fire; nothing if it can't be hit so.

    Args:
        target: The unit.
        kind: Kind of direct fire.
        position: As it is now.
        rules: What is played by.
        hex_: The hex it leaves, or was found in; else it is where it stands.
    """
    here = hex_ if hex_ is not None else place_of(position, target)
    if here is None or position.piece(target) is None:
        return ()
    if kind not in _ANTITANK:
        return conventional_defence(target, here, position, rules)
    doing = position.doing(target)
    assaulted = doing.target or doing.assaulted if kind == ANTITANK else None
    return antitank_defence(target, (here,) if assaulted is None else (here, assaulted), rules)


def pool_at(aim: Aim | None, kind: str, position: Position, rules: Ruleset) -> Parts:
    """Return what is left of the fire that may hit the units at an aim: 9C.3, 10C.2, A-25."""
    rule = _POOL[kind]
    given = commits_at(aim, kind, position, rules)
    used = used_at(aim, kind, position)
    return (
        *((each.value, f"{rules.label(each.unit)}, {each.kind}", rule) for each in given),
        *((-each.value, f"fired at {rules.label(each.target)}", rule) for each in used),
    )


@ACTS.rule(
    "WD-9B.1",
    "WD-9B.2",
    "WD-9B.3",
    "WD-10B.1",
    "WD-19.8",
    on=(Fire,),
    name="wrong-target",
    section="9B",
)
def check_target(before: Position, act: Fire, rules: Ruleset) -> Iterator[Finding]:
    """Only units engaged are hit: AFVs by antitank fire, all others conventionally, no bunkers."""
    if act.kind in DIRECT and place_of(before, act.target) is not None:
        yield from findings(may_hit(act.target, act.kind, before, rules), (act.target,))


@ACTS.rule("WD-9C.3", "WD-10C.3", "WD-10C.4", on=(Fire,), name="pool-exceeded", section="9C")
def check_pool(before: Position, act: Fire, rules: Ruleset) -> Iterator[Finding]:
    """All attacks out of a pool are together no more than the fire committed to it."""
    if act.kind not in DIRECT or not _engaged(act.target, before, rules):
        return
    parts = pool_at(aim_of(act.target, before), act.kind, before, rules)
    left = total(parts)
    told = f"{exact(act.value)} fired at {rules.label(act.target)}, {exact(left)} left of the pool"
    yield ruling(
        _POOL[act.kind],
        0 < act.value <= left,
        told,
        units=(act.target,),
        parts=parts,
        allowance=act.value,
    )


@ACTS.rule("WD-9C.4", on=(Fire,), name="fired-at-twice", section="9C")
def check_once(before: Position, act: Fire, rules: Ruleset) -> Iterator[Finding]:
    """No unit is fired at conventionally more than once in a phase."""
    if act.kind != CONVENTIONAL or place_of(before, act.target) is None:
        return
    times = sum((each.kind, each.target) == (act.kind, act.target) for each in before.fight.attacks)
    told = f"{rules.label(act.target)} has been fired at {times} times in this phase"
    yield ruling("WD-9C.4", times == 0, told, units=(act.target,))


@ACTS.rule(
    "WD-9C.2",
    "WD-10C.2",
    "WD-3A.8",
    "WD-12.1",
    "WD-12.2",
    "WD-12C.1",
    "WD-12D.1",
    "WD-24.3",
    on=(Fire,),
    name="wrong-defence",
    section="9C",
    readings=("A-28", "M-41"),
)
def check_defence(before: Position, act: Fire, rules: Ruleset) -> Iterator[Finding]:
    """A unit's defence is that of its class in the best terrain; an AFV's is printed."""
    hex_ = rules.cell(act.hex) if act.kind in {EXIT, DETECTED} else None
    if act.kind not in _DEFENCE or (act.kind not in DIRECT and hex_ is None):
        return
    parts = defence_of(act.target, act.kind, before, rules, hex_)
    if not parts:
        return
    worth = total(parts)
    told = f"{rules.label(act.target)} defends with {exact(worth)}"
    if worth != act.defence:
        told += f", not {exact(act.defence)}"
    yield ruling(
        _DEFENCE[act.kind],
        worth == act.defence,
        told,
        units=(act.target,),
        parts=parts,
        allowance=act.defence,
    )


@ACTS.rule("WD-9C.7", "WD-10C.5", on=(Fire,), name="wrong-odds", section="9C", readings=("A-10",))
def check_odds(before: Position, act: Fire, rules: Ruleset) -> Iterator[Finding]:
    """Fire against defence is turned into a column, in the target's favour."""
    del before
    if act.kind not in _DEFENCE:
        return
    column = column_of(act.kind, act.value, act.defence, rules)
    told = f"{exact(act.value)} against {exact(act.defence)} is column {column}"
    if column != act.column:
        told += f", not {act.column}"
    facts = [("odds", exact(Fraction(act.value, act.defence)))] if act.defence > 0 else []
    rule = _ODDS[act.kind in _ANTITANK]
    yield ruling(rule, column == act.column, told, units=(act.target,), facts=facts)


@ACTS.rule("WD-9C.8", "WD-10C.6", on=(Fire,), name="wrong-result", section="9C")
def check_result(before: Position, act: Fire, rules: Ruleset) -> Iterator[Finding]:
    """One die for an attack, and what the table says of it; none below the first column."""
    del before
    if act.kind not in _DEFENCE:
        return
    rule = _RESULT[act.kind in _ANTITANK]
    effect = cell(act.kind, act.column, act.die or int(act.column == NONE), rules)
    if effect is None:
        told = f"the table has no column {act.column}, or no row {act.die}"
        yield ruling(rule, verdict=False, message=told, units=(act.target,))
        return
    result = text_of(effect)
    told = f"a {act.die} in column {act.column} is {result}"
    if result != act.result:
        told += f", not {act.result}"
    yield ruling(rule, result == act.result, told, units=(act.target,))
