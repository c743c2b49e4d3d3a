"""Lines of fire made from dice: what they say is what every check asks for."""

from __future__ import annotations

from fractions import Fraction

from assistant.games.white_death.play.fire.attacks import defence_of
from assistant.games.white_death.play.fire.barrage import farthest, observed
from assistant.games.white_death.play.fire.barrage_dice import die_parts, loss_of
from assistant.games.white_death.play.fire.barrage_total import last_attack
from assistant.games.white_death.play.fire.losses import place_of
from assistant.games.white_death.play.fire.observation import Sight
from assistant.games.white_death.play.fire.tables import (
    NONE,
    SUPPORT,
    cell,
    column_of,
    text_of,
)
from assistant.games.white_death.play.fire.values import (
    direct_parts,
    shared,
    support_parts,
    total,
)
from assistant.games.white_death.play.supply.accounts import support_paid
from assistant.games.white_death.state.position import DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Barrage, BarrageDie, Commit, Fire, Loss
from builder.hexgrid import Hex

__all__ = ["barrage_die_of", "barrage_of", "commit_of", "fire_of", "losses_due", "support_of"]


def commit_of(  # noqa: PLR0913, PLR0917 - the fields of the line
    position: Position,
    rules: Ruleset,
    unit: str,
    kind: str,
    target: Hex,
    share: Fraction = Fraction(1),
) -> Commit:
    """Return the line by which a unit or bunker on the map commits direct fire at a hex."""
    parts = shared(direct_parts(unit, kind, target, position, rules), share, "")
    return Commit(unit, kind, rules.number(target), total(parts), share)


def support_of(  # noqa: PLR0913, PLR0917 - the fields of the line
    position: Position,
    rules: Ruleset,
    unit: str,
    stack: Hex,
    target: Hex,
    share: Fraction = Fraction(1),
) -> Commit:
    """Return the line by which artillery supports a stack against a hex, as it is paid for."""
    printed = support_paid(unit, position, rules)
    parts = support_parts(unit, stack, position, rules, printed=printed)
    value = total(shared(parts, share, ""))
    return Commit(unit, SUPPORT, rules.number(target), value, share, rules.number(stack))


def fire_of(  # noqa: PLR0913, PLR0917 - the fields of the line
    position: Position,
    rules: Ruleset,
    kind: str,
    target: str,
    value: Fraction,
    die: int,
    firers: tuple[str, ...] = (),
    hex_: Hex | None = None,
) -> Fire:
    """Return the line of one attack; the die counts for nothing below the first column.

    Args:
        position: Before it.
        rules: What is played by.
        kind: Kind of fire.
        target: The unit, on the map.
        value: The part of the pool.
        die: The roll.
        firers: Who fires, of kinds ``exit`` and ``detected``.
        hex_: The hex left, or where the target was found, of these kinds.

    Raises:
        ValueError: The unit can't be hit by such fire, or the die has no such face.
    """
    parts = defence_of(target, kind, position, rules, hex_)
    defence = total(parts)
    column = column_of(kind, value, defence, rules)
    effect = cell(kind, column, die, rules)
    if not parts or effect is None:
        raise ValueError(f"{target}: no {kind} fire at it with a die of {die}")
    rolled = 0 if column == NONE else die
    number = rules.number(hex_) if hex_ is not None else ""
    return Fire(kind, target, value, defence, column, rolled, text_of(effect), firers, number)


def barrage_of(
    position: Position, rules: Ruleset, firers: tuple[str, ...], target: Hex, value: Fraction
) -> Barrage:
    """Return the line of a barrage; what may be blocked from view is not observed: A-31."""
    seen = observed(firers, target, position, rules) is Sight.YES
    far = farthest(firers, target, position)
    return Barrage(rules.number(target), firers, value, seen, far)


def barrage_die_of(position: Position, rules: Ruleset, unit: str, die: int) -> BarrageDie:
    """Return the line of a die for a unit or bunker under the last barrage on its hex.

    Raises:
        ValueError: It isn't under a barrage that has a column.
    """
    hex_ = place_of(position, unit)
    index = last_attack(position, rules.number(hex_)) if hex_ is not None else None
    if index is None:
        raise ValueError(f"{unit}: under no barrage")
    attack = position.fight.barrages[index]
    modifier = int(total(die_parts(unit, attack, position, rules)))
    loss = loss_of(die, modifier, attack, rules)
    if loss is None:
        raise ValueError(f"{unit}: no barrage table for a die of {die}")
    return BarrageDie(unit, die, modifier, loss)


def losses_due(position: Position) -> tuple[Loss, ...]:
    """Return the lines of all losses that are due now, in order."""
    return tuple(
        Loss(duty.unit, duty.points, duty.why)
        for duty in position.fight.duties
        if duty.kind is DutyKind.LOSS
    )
