"""Fire that is allowed in the Movement Phase: at AFVs that left a zone, at commandos found out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from assistant.games.white_death.names import MOVEMENT
from assistant.games.white_death.play.fire.detected import detected_attacks, detected_parts
from assistant.games.white_death.play.fire.exits import exit_firers, exit_parts
from assistant.games.white_death.play.fire.losses import on_map
from assistant.games.white_death.play.fire.tables import DETECTED, EXIT
from assistant.games.white_death.play.fire.values import total
from assistant.games.white_death.state.control import kind_of
from assistant.games.white_death.state.position import DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex
from builder.model.game import Kind

__all__ = ["Passing", "fire_at_found", "fire_at_leaving"]


@dataclass(frozen=True, slots=True)
class Passing:
    """An attack that may be made while units move.

    Args:
        kind: ``exit`` or ``detected``.
        target: The unit fired at.
        hex: The hex it left, or was found in.
        firers: Who may fire: any of them, together or each by itself.
        value: What they have together.
    """

    kind: str
    target: str
    hex: Hex
    firers: tuple[str, ...]
    value: Fraction


def fire_at_leaving(position: Position, rules: Ruleset) -> Iterator[Passing]:
    """Yield the fire that AFVs have called upon themselves by leaving zones: 3A."""
    if position.going is None or position.phase != MOVEMENT:
        return
    for unit, doing in sorted(position.going.doings.items()):
        if not on_map(position, unit) or kind_of(unit, position, rules) is not Kind.AFV:
            continue
        for hex_ in dict.fromkeys(doing.way[:-1]):
            firers = exit_firers(unit, hex_, position, rules)
            value = total(exit_parts(unit, firers, hex_, position, rules))
            if firers and value > 0:
                yield Passing(EXIT, unit, hex_, firers, value)


def fire_at_found(position: Position, rules: Ruleset) -> Iterator[Passing]:
    """Yield the fire at commandos, and who goes with them, found in a hex of the enemy: 21C.

    One enemy unit of the hex fires at all of them, each once; which one, its owner says with the
    first attack.
    """
    for duty in position.fight.duties:
        target, hex_ = duty.unit, duty.hex
        found = (duty.kind, duty.why) == (DutyKind.RETREAT, DETECTED)
        if not found or hex_ is None or kind_of(target, position, rules) is Kind.AFV:
            continue
        before = detected_attacks(hex_, position, rules)
        if any(each.target == target for each in before):
            continue
        firers = before[0].firers if before else ()
        for firer in firers or position.stack(hex_, rules.enemy(position.side_of(target))):
            value = total(detected_parts((firer,), hex_, position, rules))
            if value > 0:
                yield Passing(DETECTED, target, hex_, (firer,), value)
