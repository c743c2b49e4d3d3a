"""Keeps the names of hidden pieces out of lines of text.

A name counts as hidden while a piece of that name is hidden from the reader and no piece of the
same name lies open. Names are compared word by word, whatever stands between the words, and
without tags, as lines of the chat are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

from assistant.record.line import plain

__all__ = ["HIDDEN", "Names", "Where"]

HIDDEN = "[hidden]"
"""What stands in place of a hidden name."""

Where = Literal["open", "unseen", "masked", "deck"]
"""A piece lies open, isn't seen at all, is masked, or lies in a deck that nobody sees into."""

_SOLID = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
)
"""Letters of languages that write words without blanks between them: each counts as a word."""

_TOKEN = re.compile(
    rf"[{_SOLID}\U00020000-\U0003ffff]|[^\W_{_SOLID}\U00020000-\U0003ffff]+|[^\w\s]|_"
)
_MOST_WORDS = 12  # of a longer name; where that begins, the rest of a line is hidden too
_Key = tuple[str, ...]


class Names:
    """The names of the pieces on the table, open and hidden ones."""

    def __init__(self) -> None:
        """Begin with an empty table."""
        self._counts: dict[Where, Counter[_Key]] = {
            "open": Counter(),
            "unseen": Counter(),
            "masked": Counter(),
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

    def without_hidden(
        self, text: str, also: Iterable[str] = (), *, typed: bool = False
    ) -> tuple[str, bool]:
        """Take hidden names out of a line.

        Args:
            text: The line.
            also: Texts that must not stand in it, whatever lies open.
            typed: Somebody typed it. Then a word only counts as the name of a card in a deck
                if it is written like it: nobody could see that card.

        Returns:
            The line, and whether it named a piece that isn't seen at all.
        """
        for name in sorted(also, key=len, reverse=True):
            if _words(name) and name.casefold() in text.casefold():
                text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", HIDDEN, text, flags=re.IGNORECASE)
        if not self._secrets:
            return text, False
        cuts = sorted(self._cuts(text, typed=typed))
        parts: list[str] = []
        done = 0
        for start, end, _ in cuts:
            if start >= done:
                parts += [text[done:start], HIDDEN]
            done = max(done, end)
        return "".join([*parts, text[done:]]), any(where == "unseen" for _, _, where in cuts)

    def _cuts(self, text: str, *, typed: bool) -> Iterator[tuple[int, int, Where]]:
        """Yield where hidden names stand that aren't a part of an open one."""
        tokens = list(_TOKEN.finditer(text))
        spelt = tuple(token.group() for token in tokens)
        words = tuple(word.casefold() for word in spelt)
        covered = 0
        for at, word in enumerate(words):
            known = [n for n, count in self._lengths.get(word, {}).items() if count > 0]
            ends = [at + length for length in known if at + length <= len(words)]
            opened = self._counts["open"]
            covered = max([covered, *(end for end in ends if opened[words[at:end]] > 0)])
            for end in ends:
                where = self._secret(words[at:end], None if not typed else spelt[at:end])
                if where is not None and end > covered:
                    last = len(tokens) if end - at == _MOST_WORDS else end
                    yield tokens[at].start(), tokens[last - 1].end(), where

    def _secret(self, words: _Key, spelt: _Key | None) -> Where | None:
        """Return how the pieces of a name are hidden, None if none is."""
        hidden: tuple[Where, ...] = ("unseen", "masked")
        for where in hidden:
            if self._counts[where][words] > 0:
                return where
        in_deck = self._counts["deck"][words] > 0
        return "deck" if in_deck and (spelt is None or self._spelt[spelt] > 0) else None


def _words(name: str) -> _Key:
    """Return the words of a name; nothing if it has no letter or digit."""
    words = tuple(_TOKEN.findall(plain(name)))[:_MOST_WORDS]
    return words if any(word.isalnum() for word in words) else ()
