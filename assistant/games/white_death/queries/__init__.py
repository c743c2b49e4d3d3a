"""Questions about one position: what stands where, who can go where, who is in supply, odds."""

from assistant.games.white_death.queries.answering import answer
from assistant.games.white_death.queries.asked import Asked

__all__ = ["Asked", "answer"]
