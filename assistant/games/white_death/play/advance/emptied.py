"""Who assaulted a hex, and how it came to be empty."""

from __future__ import annotations

from assistant.games.white_death.play.morale.words import ANTITANK, DEFENSIVE_FIRE
from assistant.games.white_death.state.position import Position
from builder.hexgrid import Hex

__all__ = [
    "followers_in",
    "fought_over",
    "only_by_antitank",
    "shaken",
    "slipped_from",
]


def slipped_from(position: Position, cell: Hex) -> tuple[str, ...]:
    """Return the units that slipped away from a hex in this impulse."""
    doings = position.going.doings if position.going is not None else {}
    return tuple(unit for unit, doing in doings.items() if doing.slipped == cell)


def shaken(position: Position, unit: str) -> bool:
    """Tell whether a unit may assault no more: it failed in defensive fire, or routed."""
    doing = position.doing(unit)
    return doing.failed == DEFENSIVE_FIRE or bool(doing.routed)


def followers_in(position: Position, cell: Hex) -> tuple[str, ...]:
    """Return the units that followed into a hex those that slipped away from it."""
    doings = position.going.doings if position.going is not None else {}
    return tuple(
        unit
        for unit, doing in doings.items()
        if doing.followed and (piece := position.piece(unit)) is not None and piece.at == cell
    )


def fought_over(position: Position, cell: Hex) -> bool:
    """Tell whether a hex was attacked in this phase, or units were in it when it began."""
    fight = position.fight
    aimed = any(hex_ == cell for hex_, _ in fight.aims)
    stood = any(cell in stacks for stacks in fight.stood.values())
    return aimed or stood or cell in fight.routed or cell in fight.eliminated


def only_by_antitank(position: Position, cell: Hex) -> bool:
    """Tell whether a hex was attacked in this phase, and by antitank fire only."""
    pairs = zip(position.fight.attacks, position.fight.aims, strict=False)
    kinds = {fire.kind for fire, (hex_, _) in pairs if hex_ == cell}
    return kinds == {ANTITANK}
