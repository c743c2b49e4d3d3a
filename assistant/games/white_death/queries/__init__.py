"""Questions about one position: who can go where, who is in supply, what stands in a hex."""

from assistant.games.white_death.queries.asked import Asked
from assistant.games.white_death.queries.reach import reach
from assistant.games.white_death.queries.stack import stack
from assistant.games.white_death.queries.supply import supply

__all__ = ["Asked", "reach", "stack", "supply"]
