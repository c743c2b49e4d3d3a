"""Which artillery could support a fight, and with what (11A, 15A.4, 15B)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.audit.answer import Table
from assistant.games.white_death.play.book import exact
from assistant.games.white_death.play.fire.engaged import DEFENSIVE, firing_side
from assistant.games.white_death.play.fire.support import bodies_at, may_support
from assistant.games.white_death.play.fire.tested import hold
from assistant.games.white_death.play.fire.values import is_artillery, support_parts, total
from assistant.games.white_death.queries.asked import Asked
from assistant.games.white_death.state.position import Position
from builder.hexgrid import Hex

__all__ = ["support"]

_COLUMNS = (
    *("headquarters", "unit", "in", "for", "at", "value", "if no point is paid"),
    *("made of", "rule"),
)


def support(asked: Asked, position: Position, fights: Sequence[tuple[Hex, Hex]]) -> list[Table]:
    """Return the support that the firing side's artillery could give.

    Each is told as if it were the only one. Where units of several divisions or brigades fight,
    it depends on whose headquarters the owner names: each is told.

    Args:
        asked: What is asked about.
        position: In one of the two phases of direct fire, assaults declared.
        fights: The stacks that may be supported, each with the hex it fires at.
    """
    rules = asked.rules
    side = firing_side(position, rules)
    rows: list[tuple[str, ...]] = []
    for stack, target in fights:
        fought = stack if position.phase == DEFENSIVE else target
        bodies = bodies_at(fought, side, position, rules)
        if len(bodies) < 2:
            rows += _rows(asked, position, stack, target, "-")
            continue
        for body in sorted(bodies):
            named = _under(position, fought, side, body)
            rows += _rows(asked, named, stack, target, rules.game.formations[body].name)
    most = rules.game.combat.artillery[side].other_stacks
    limit = f"of others than the stack's own division artillery in {most} hex at most (WD-11A.4)"
    if not most:
        limit = "of the stack's own division or brigade alone (WD-11A.3)"
    name = "Defensive fire" if position.phase == DEFENSIVE else "Assault"
    return [Table(f"{name}: support by deployed artillery, {limit}", _COLUMNS, tuple(rows))]


def _under(position: Position, hex_: Hex, side: str, body: str) -> Position:
    """Return the position with a controlling headquarters named: 11A.5."""
    if position.going is None:
        return position
    named = {**position.going.headquarters, (hex_, side): body}
    return replace(position, going=replace(position.going, headquarters=named))


def _rows(
    asked: Asked, position: Position, stack: Hex, target: Hex, headquarters: str
) -> Iterator[tuple[str, ...]]:
    """Yield the support of one stack; who has the impulse pays nothing for it: 15A.4."""
    rules = asked.rules
    side = firing_side(position, rules)
    for cell, units in sorted(position.forces[side].stacks.items()):
        for unit in units:
            if not is_artillery(unit, position, rules):
                continue
            if not hold(may_support(unit, stack, target, position, rules)):
                continue
            paid = support_parts(unit, stack, position, rules, printed=True)
            bare = support_parts(unit, stack, position, rules, printed=False)
            free = position.side_of(unit) == position.phasing
            yield (
                headquarters,
                rules.label(unit),
                rules.number(cell),
                rules.number(stack),
                rules.number(target),
                exact(total(paid)),
                "-" if free else exact(total(bare)),
                "; ".join(f"{exact(amount)} {why}" for amount, why, _ in paid),
                " ".join(dict.fromkeys(rule for _, _, rule in paid)),
            )
