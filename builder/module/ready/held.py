"""Games as keys of what is reckoned once for each."""

from __future__ import annotations

from builder.model.game import Game

__all__ = ["Held"]


class Held:
    """Carries a game into a cached function: the same object is the same game."""

    def __init__(self, game: Game) -> None:
        """Hold a game."""
        self.game = game

    def __eq__(self, other: object) -> bool:
        """Tell whether it is the very same object."""
        return isinstance(other, Held) and self.game is other.game

    def __hash__(self) -> int:
        """Return a number that the object has as long as it is held."""
        return id(self.game)
