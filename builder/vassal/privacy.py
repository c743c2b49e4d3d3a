r"""Pseudonyms for players: in VASSAL a player's id is that player's password, in clear.

Ids stand in roster lines, in every move, in notes, and in the states of masked, hidden and
restricted pieces. While a file is parsed each becomes ``P1``, ``P2``, …; the table lives only
as long as the parsing, and nothing here ever shows an id.

Source: VASSAL classes ``PlayerRoster``, ``MovePiece``, ``Obscurable``, ``Hideable``,
``Restricted``, ``ObscurableOptions``, ``PrivateNotesController``, ``SecretNotesController``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from builder.vassal import sequence
from builder.vassal.piece import join_parts, split_parts

__all__ = ["Players"]

_SHORTEST_IN_PROSE = 6
_NOBODY = frozenset({"", "null"})
_OWNED = ("obs;", "hide;", "restrict;")
_ACCESS_FIELD = {"obs": 6, "hide": 4}


class Players:
    """The pseudonyms of one file.

    Args:
        leaves: All command texts of the file; those in the roster get the first numbers.
    """

    __slots__ = ("_labels", "_masks", "_owned", "_prose", "_public", "_words")

    def __init__(self, leaves: Iterable[str]) -> None:
        """Find every id a command names outright."""
        self._labels: dict[str, str] = {}
        self._public: set[str] = {"<observer>"}
        self._owned: dict[str, tuple[tuple[int, str, bool], ...]] = {}
        self._masks = -1
        others: list[str] = []
        for leaf in leaves:
            text = leaf.removeprefix("LOG\t")
            if text.startswith("PLAYER\t"):
                player, *known = sequence.decode(text[7:], "\t")
                self.label(player)
                self._public.update(known)
            elif text.startswith(_NAMING):
                others.append(text)
        for text in others:
            for player in _named_in(text):
                if player not in self._public:
                    self.label(player)

    def __repr__(self) -> str:
        """Show how many there are, nothing else."""
        return f"Players({len(self._labels)})"

    def label(self, player: str) -> str:
        """Return the pseudonym of an id, a new one if it is met for the first time."""
        return self._labels.setdefault(player, f"P{len(self._labels) + 1}")

    def owner(self, owner: str) -> str:
        """Return the pseudonym of who owns something; sides and nobody stay as they are."""
        return owner if owner in _NOBODY or owner in self._public else self.label(owner)

    def blank(self, text: str) -> str:
        """Replace known ids wherever they stand as a word in text of unknown structure."""
        self._refresh()
        return self._words.sub(self._swap, text) if self._words else text

    def blank_prose(self, text: str) -> str:
        """Replace known ids in chat and notes, unless they could be ordinary words.

        An id that is short or has only letters, such as ``infantry``, stays: replacing it would
        spoil the reports of the game, and nothing there marks it as somebody's id.
        """
        self._refresh()
        return self._prose.sub(self._swap, text) if self._prose else text

    def piece(self, piece: str, type_text: str, state: str) -> str:
        """Remember which traits of a piece have owners; return its state without ids."""
        if any(kind in type_text for kind in _OWNED):
            parts = split_parts(type_text)
            owned = [_ownership(number, part) for number, part in enumerate(parts)]
            self._owned[piece] = (
                (len(parts), "", False),
                *(found for found in owned if found is not None),
            )
        else:
            self._owned[piece] = ()
        return self.state(piece, state)

    def state(self, piece: str, state: str) -> str:
        """Return a state without ids."""
        owned = self._owned.get(piece)
        if owned is None:
            return self._state_of_unknown(state)
        if len(owned) < 2:
            return state
        (count, _, _), *places = owned
        parts = split_parts(state, count)
        fresh = list(parts)
        for number, kind, by_side in places:
            if number < len(parts):
                fresh[number] = self._owner_state(parts[number], kind, by_side=by_side)
        return state if fresh == parts else join_parts(fresh)

    def _owner_state(self, state: str, kind: str, *, by_side: bool) -> str:
        if kind != "obs":
            return state if by_side and state not in self._labels else self.owner(state)
        owner, *options = sequence.decode(state, ";")
        if not (by_side and owner not in self._labels):
            owner = self.owner(owner)
        fresh = [self._options(option) for option in options]
        return sequence.encode([owner, *fresh], ";")

    def _options(self, options: str) -> str:
        override, *rest = sequence.decode(options, "|")
        count, allowed = rest[:1], rest[1:]
        return sequence.encode([override, *count, *map(self.owner, allowed)], "|")

    def _state_of_unknown(self, state: str) -> str:
        parts = split_parts(state)
        fresh = []
        for part in parts:
            owner, mark, rest = part.partition(";")
            label = self._labels.get(owner) if owner and owner not in self._public else None
            fresh.append(f"{label}{mark}{rest}" if label else part)
        return state if fresh == parts else join_parts(fresh)

    def _refresh(self) -> None:
        if self._masks == len(self._labels):
            return
        self._masks = len(self._labels)
        hidden = sorted(self._labels.keys() - self._public - _NOBODY, key=len, reverse=True)
        self._words = _any_of(hidden)
        self._prose = _any_of(
            [text for text in hidden if len(text) >= _SHORTEST_IN_PROSE and not text.isalpha()]
        )

    def _swap(self, match: re.Match[str]) -> str:
        return self._labels[match.group()]


_NAMING = ("PYREMOVE\t", "M/", "PNOTE\t", "SNOTE\t", "UNMASK\t")


def _named_in(text: str) -> list[str]:
    """Return the ids in a command that begins in one of the naming ways."""
    head, body = ("M/", text[2:]) if text.startswith("M/") else text.split("\t", 1)
    match head:
        case "M/":
            return sequence.decode(body, "/")[9:10]
        case "SNOTE":
            return sequence.decode(body, "\t")[1:2]
        case "UNMASK":
            return [who for who in sequence.decode(body, "\t") if who]
        case _:
            return sequence.decode(body, "\t")[:1]


def _ownership(number: int, part: str) -> tuple[int, str, bool] | None:
    """Return place and kind of a trait with an owner, and whether the owner is a side."""
    if not part.startswith(_OWNED):
        return None
    fields = sequence.decode(part, ";")
    access = _ACCESS_FIELD.get(fields[0])
    by_side = (
        access is not None
        and fields[access : access + 1] != []
        and (fields[access].startswith("side"))
    )
    return number, fields[0], by_side


def _any_of(words: list[str]) -> re.Pattern[str] | None:
    if not words:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)")
