"""Rule 8: rail movement."""

from assistant.games.white_death.play.rail import ride
from assistant.games.white_death.play.rail.legal import rail_reach

__all__ = ["rail_reach", "ride"]
