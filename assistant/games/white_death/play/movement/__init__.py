"""Movement hex by hex: rules 3, 6, 7, 13, 16B, and what of 20 concerns a step."""

from assistant.games.white_death.play.movement import (
    effects,
    ground_rules,
    ice,
    rules,
    zone_rules,
)

__all__ = ["effects", "ground_rules", "ice", "rules", "zone_rules"]
