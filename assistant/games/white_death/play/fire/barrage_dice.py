"""The dice of a barrage: one for each target, what is added to it, what it costs (11B)."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding
from assistant.games.white_death.names import BUNKER
from assistant.games.white_death.play.book import ACTS, Part, exact, ruling
from assistant.games.white_death.play.fire.barrage_total import last_attack, pending
from assistant.games.white_death.play.fire.engaged import BARRAGE_PHASE
from assistant.games.white_death.play.fire.losses import place_of
from assistant.games.white_death.play.fire.tables import BARRAGE, barrage_column, cell
from assistant.games.white_death.play.fire.values import Parts, total
from assistant.games.white_death.state.control import kind_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Barrage, BarrageDie, Impulse, PhaseStep, TurnStep
from builder.model.combat import Target
from builder.model.game import Kind

__all__ = ["die_parts", "loss_of"]

_FACES = 6


def die_parts(unit: str, attack: Barrage, position: Position, rules: Ruleset) -> Parts:
    """Return what is added to the die of a unit or bunker under a barrage: 11B.2b, A-34, A-76."""
    hex_, combat = place_of(position, unit), rules.game.combat
    if hex_ is None:
        return ()
    covered = bool(position.bunker_in(hex_))
    terrain = rules.game.map.hexes[hex_].terrain
    marker = rules.game.markers.get(unit) if unit in position.bunkers else None
    kind = kind_of(unit, position, rules) if marker is None else None
    only = combat.barrage_only.get(marker.kind) if marker is not None else None
    never = combat.barrage_never.get(kind, ()) if kind is not None else ()
    rule = "WD-11B.8" if marker is not None or kind is Kind.AFV else "WD-11B.7"
    parts: list[Part] = []
    for each in combat.barrage_modifiers:
        if each.id in never or (only is not None and each.id not in only):
            continue
        match each.target:
            case Target.KIND:
                holds = kind is not None and kind in each.of
            case Target.TERRAIN:
                holds = bool(terrain & set(each.of))
            case Target.COVER:
                holds = covered and BUNKER in each.of
            case Target.SIGHT:
                holds = not attack.observed
        if holds:
            parts.append((each.at(attack.far), each.name.lower(), rule))
    return tuple(parts)


def loss_of(die: int, modifier: int, attack: Barrage, rules: Ruleset) -> int | None:
    """Return the strength points that a die calls for, ``None`` if there is no such cell."""
    effect = cell(BARRAGE, barrage_column(attack.value, rules), die + modifier, rules)
    return effect.losses if effect is not None else None


@ACTS.rule("WD-11B.6", on=(BarrageDie,), name="die-not-due", section="11B")
def check_due(before: Position, act: BarrageDie, rules: Ruleset) -> Iterator[Finding]:
    """Every unit in the hex, and the bunker, has one die for each attack."""
    hex_ = place_of(before, act.unit)
    if hex_ is None:
        return
    index = last_attack(before, rules.number(hex_))
    rolled = any((at, die.unit) == (index, act.unit) for at, die in before.fight.dice)
    due = index is not None and act.unit in before.fight.under[index] and not rolled
    told = f"a die is {'' if due else 'not '}due for {rules.label(act.unit)}"
    yield ruling("WD-11B.6", due, told, units=(act.unit,), hexes=(rules.number(hex_),))


@ACTS.rule(
    "WD-11B.7", "WD-11B.8", "WD-19.10", on=(BarrageDie,), name="wrong-die-modifier", section="11B"
)
def check_modifier(before: Position, act: BarrageDie, rules: Ruleset) -> Iterator[Finding]:
    """What is added to a die is the sum for class, terrain, bunker and sight."""
    attack = _attack(before, act, rules)
    if attack is None:
        return
    parts = die_parts(act.unit, attack, before, rules)
    afv = act.unit not in before.bunkers and kind_of(act.unit, before, rules) is Kind.AFV
    rule = "WD-11B.8" if afv or act.unit in before.bunkers else "WD-11B.7"
    told = f"{exact(total(parts))} is added to the die of {rules.label(act.unit)}"
    yield ruling(
        rule,
        total(parts) == act.modifier,
        told,
        units=(act.unit,),
        parts=parts,
        allowance=act.modifier,
    )


@ACTS.rule("WD-11B.11", on=(BarrageDie,), name="wrong-barrage-result", section="11B")
def check_result(before: Position, act: BarrageDie, rules: Ruleset) -> Iterator[Finding]:
    """The loss is that of the column of the attack and the row of the modified die."""
    attack = _attack(before, act, rules)
    if attack is None:
        return
    loss = loss_of(act.die, act.modifier, attack, rules)
    column = barrage_column(attack.value, rules)
    told = f"{act.die} and {act.modifier} in column {column} calls for {loss or 0}"
    rolled = 1 <= act.die <= _FACES
    yield ruling("WD-11B.11", rolled and loss == act.loss, told, units=(act.unit,))


def _attack(position: Position, act: BarrageDie, rules: Ruleset) -> Barrage | None:
    """Return the attack that a die is for."""
    hex_ = place_of(position, act.unit)
    index = last_attack(position, rules.number(hex_)) if hex_ is not None else None
    return position.fight.barrages[index] if index is not None else None


@ACTS.rule("WD-11B.6", on=(PhaseStep, Impulse, TurnStep), name="dice-left-out", section="11B")
def check_all_rolled(
    before: Position, act: PhaseStep | Impulse | TurnStep, rules: Ruleset
) -> Iterator[Finding]:
    """No target of a barrage is left without its die."""
    del act
    if before.phase != BARRAGE_PHASE:
        return
    for number in dict.fromkeys(each.target for each in before.fight.barrages):
        hex_ = rules.cell(number)
        if hex_ is None:
            continue
        left = tuple(unit for _, unit in pending(before, hex_, rules))
        told = f"every target in {number} has its dice"
        if left:
            told = f"{rules.label(left[0])} has no die for a barrage on {number}"
        yield ruling("WD-11B.6", not left, told, units=left, hexes=(number,))
