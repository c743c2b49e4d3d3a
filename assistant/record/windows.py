"""Which windows of a module only some sides see.

Only the module says so. Without it, a window is taken for private if its name sounds so: it is
better to show too little than too much.

Source: VASSAL classes ``PrivateMap`` and ``PlayerHand``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from assistant.record.viewer import EVERYONE, NOBODY, Seers
from builder.vassal.boards import MapInfo, find_map

__all__ = ["Windows"]

_WORD = re.compile(r"\w+")
_PRIVATE_WORDS = frozenset(
    {
        *("hand", "hands", "private", "secret", "secrets", "hidden", "sideboard", "screen"),
        *("player", "players", "mat", "ministry", "cards"),
    }
)


class Windows:
    """The windows of one game.

    Args:
        maps: The module's, None if the module isn't at hand.
        names: Names of sides and players, by which a private window may be known.
    """

    def __init__(self, maps: Mapping[str, MapInfo] | None, names: Iterable[str] = ()) -> None:
        """Prepare the names."""
        self._maps = maps
        self._stems: dict[str, set[str]] = {}
        for name in names:
            for word in _words(name):
                self._stems.setdefault(_stem(word), set()).add(name)
        self._seers: dict[str, Seers] = {}
        self.guessed: dict[str, None] = {}

    def seers(self, window: str) -> Seers:
        """Return the sides that see what lies in a window.

        Args:
            window: Map identifier, as commands name it.
        """
        if window not in self._seers:
            self._seers[window] = self._find(window)
        return self._seers[window]

    def _find(self, window: str) -> Seers:
        info = find_map(self._maps, window) if self._maps is not None else None
        if info is not None:
            return EVERYONE if info.visible_to_all else frozenset(info.owners)
        words = _words(window)
        owners = {name for word in words for name in self._stems.get(_stem(word), ())}
        if owners or _PRIVATE_WORDS.intersection(words):
            self.guessed[window] = None
            return frozenset(owners) or NOBODY
        return EVERYONE


def _words(name: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(name) if not word.isdigit()]


def _stem(word: str) -> str:
    return word.rstrip("s") if len(word) > 3 else word
