"""Keeps the names of hidden pieces out of lines of text.

A name counts as hidden while a piece of that name is hidden from the reader and no piece of the
same name lies open. Names are compared word by word, whatever stands between the words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

__all__ = ["HIDDEN", "Names", "Where"]

HIDDEN = "[hidden]"
"""What stands in place of a hidden name."""

Where = Literal["open", "hidden", "deck"]
"""A piece lies open, is hidden by somebody, or lies in a deck that nobody sees into."""

_TOKEN = re.compile(r"\w+|[^\w\s]")
_Key = tuple[str, ...]


class Names:
    """The names of the pieces on the table, open and hidden ones."""

    def __init__(self) -> None:
        """Begin with an empty table."""
        self._counts: dict[Where, Counter[_Key]] = {
            "open": Counter(),
            "hidden": Counter(),
            "deck": Counter(),
        }
        self._spelt: Counter[_Key] = Counter()
        self._lengths: dict[str, Counter[int]] = {}
        self._secrets = 0

    def add(self, names: Iterable[str], where: Where) -> None:
        """Count the names of a piece."""
        self._count(names, where, 1)

    def drop(self, names: Iterable[str], where: Where) -> None:
        """Count them no more."""
        self._count(names, where, -1)

    def _count(self, names: Iterable[str], where: Where, change: int) -> None:
        for spelt in {_words(name) for name in names}:
            if spelt:
                key = tuple(word.casefold() for word in spelt)
                self._counts[where][key] += change
                self._lengths.setdefault(key[0], Counter())[len(key)] += change
                if where != "open":
                    self._secrets += change
                    self._spelt[spelt] += change

    def without_hidden(self, text: str, also: Iterable[str] = (), *, typed: bool = False) -> str:
        """Return a line without hidden names.

        Args:
            text: The line.
            also: Names that must not stand in it, whoever else bears them.
            typed: Somebody typed it. Then a word only counts as the name of a card in a deck
                if it is written like it: nobody could see that card.
        """
        for name in sorted(also, key=len, reverse=True):
            if _words(name) and name.casefold() in text.casefold():
                text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", HIDDEN, text, flags=re.IGNORECASE)
        return _cut(text, list(self._cuts(text, typed=typed))) if self._secrets else text

    def _cuts(self, text: str, *, typed: bool) -> Iterator[tuple[int, int]]:
        """Yield where hidden names stand that aren't a part of an open one."""
        tokens = list(_TOKEN.finditer(text))
        spelt = [token.group() for token in tokens]
        words = [word.casefold() for word in spelt]
        covered = 0
        for at, word in enumerate(words):
            known = [n for n, count in self._lengths.get(word, {}).items() if count > 0]
            ends = [at + length for length in known if at + length <= len(words)]
            opened = self._counts["open"]
            covered = max([covered, *(end for end in ends if opened[tuple(words[at:end])] > 0)])
            for end in ends:
                if end > covered and self._is_secret(words[at:end], spelt[at:end], typed=typed):
                    yield tokens[at].start(), tokens[end - 1].end()

    def _is_secret(self, words: list[str], spelt: list[str], *, typed: bool) -> bool:
        key = tuple(words)
        if self._counts["hidden"][key] > 0:
            return True
        return self._counts["deck"][key] > 0 and not (typed and self._spelt[tuple(spelt)] <= 0)


def _cut(text: str, cuts: list[tuple[int, int]]) -> str:
    """Replace stretches of a text, overlapping ones as one."""
    parts: list[str] = []
    done = 0
    for start, end in sorted(cuts):
        if start >= done:
            parts += [text[done:start], HIDDEN]
        done = max(done, end)
    return "".join([*parts, text[done:]])


def _words(name: str) -> _Key:
    """Return the words of a name; nothing if it has no letter or digit."""
    words = tuple(_TOKEN.findall(name))
    return words if any(word.isalnum() for word in words) else ()
