"""Questions about one position: what stands where, who can go where, who is in supply, odds."""

from assistant.games.white_death.queries.asked import Asked
from assistant.games.white_death.queries.odds import odds
from assistant.games.white_death.queries.position import position
from assistant.games.white_death.queries.reach import reach
from assistant.games.white_death.queries.stack import stack
from assistant.games.white_death.queries.supply import supply

__all__ = ["Asked", "odds", "position", "reach", "stack", "supply"]
