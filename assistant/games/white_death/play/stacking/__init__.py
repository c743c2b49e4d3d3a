"""Rule 4: stacking at the end of phases and after retreats."""

from assistant.games.white_death.play.stacking import rules
from assistant.games.white_death.play.stacking.limits import fits, units_fit

__all__ = ["fits", "rules", "units_fit"]
