r"""Pseudonyms for players: in VASSAL a player's id is that player's password, in clear.

Ids stand in roster lines, in every move, in notes, and in the states of masked, hidden and
restricted pieces; and players write them where they like, in the chat or on a label. While a
file is parsed each becomes ``P1``, ``P2``, …; the table lives only as long as the parsing, and
nothing here ever shows an id.

Where the format says that an id stands, it is always replaced. Anywhere else it is replaced if
it is known for one: if it has letters and digits or signs, six digits, or five letters that
don't make a word of the module's pieces. A shorter one, such as ``1``, or one that is a word
there, such as ``infantry``, can't be told from the game's own words.

Source: VASSAL classes ``PlayerRoster``, ``MovePiece``, ``Obscurable``, ``Hideable``,
``Restricted``, ``ObscurableOptions``, ``PrivateNotesController``, ``SecretNotesController``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass

from builder.errors import VassalError
from builder.vassal import sequence
from builder.vassal.piece import join_parts, split_parts

__all__ = ["Players"]

_SHORTEST = 4
_FEWEST_LETTERS = 5
_FEWEST_DIGITS = 6
_SURE = 6  # an id as long as that, with letters and digits, is found within words as well
_MOST_SOUGHT = 50  # ids looked for by themselves; of more, only whole words are found
_NOBODY = frozenset({"", "null"})
_OWNED = ("obs;", "hide;", "restrict;")
_ACCESS_FIELD = {"obs": 6, "hide": 4}
_DELIMITERS = "/;,\t|:~'"


@dataclass(frozen=True, slots=True)
class _Hidden:
    """One id to be looked for, with what stands for it."""

    clue: str
    pattern: re.Pattern[str]
    label: str
    anywhere: bool

    def __repr__(self) -> str:
        """Show nothing of the id."""
        return f"_Hidden({self.label})"

    def swap(self, match: re.Match[str]) -> str:
        """Return the pseudonym, or the text as it is if it is only part of a word."""
        text, start = match.string, match.start()
        if not self.anywhere and start and (text[start - 1].isalnum() or text[start - 1] == "_"):
            return match.group()
        return self.label


class Players:
    """The pseudonyms of one file.

    Args:
        leaves: All command texts of the file; those in the roster get the first numbers.
    """

    __slots__ = ("_added", "_hidden", "_labels", "_owned", "_public", "_rest", "_secret")

    def __init__(self, leaves: Iterable[str]) -> None:
        """Find every id a command names outright."""
        self._labels: dict[str, str] = {}
        self._public: set[str] = {"<observer>"}
        self._owned: dict[str, tuple[tuple[int, str, bool], ...]] = {}
        self._hidden: tuple[_Hidden, ...] = ()
        self._rest: dict[str, str] = {}
        self._secret: dict[str, str] = {}
        self._added: list[str] = []
        others: list[str] = []
        for leaf in leaves:
            text = leaf.removeprefix("LOG\t")
            if text.startswith("PLAYER\t"):
                player, *known = sequence.decode(text[7:], "\t")
                self.label(player)
                self._public.update(known)
            elif text.startswith("+/"):
                self._added.append(text)
            elif text.startswith(_NAMING):
                others.append(text)
        for text in others:
            for player in _named_in(text):
                if player not in self._public:
                    self.label(player)
        self.refresh()

    def __repr__(self) -> str:
        """Show how many there are, nothing else."""
        return f"Players({len(self._labels)})"

    @property
    def count(self) -> int:
        """How many ids were met so far."""
        return len(self._labels)

    @property
    def nameless(self) -> str:
        """The pseudonym of whoever plays under an empty id, empty if nobody does."""
        return self._labels.get("", "")

    def label(self, player: str) -> str:
        """Return the pseudonym of an id, a new one if it is met for the first time."""
        return self._labels.setdefault(player, f"P{len(self._labels) + 1}")

    def owner(self, owner: str) -> str:
        """Return the pseudonym of who owns something; sides and nobody stay as they are."""
        return owner if owner in _NOBODY or owner in self._public else self.label(owner)

    def suspects(self, text: str) -> bool:
        """Return whether an id may stand in a text."""
        return bool(self._rest) or any(hidden.clue in text for hidden in self._hidden)

    def scrub(self, text: str) -> str:
        """Replace ids wherever they stand in a text; see the module for which."""
        for hidden in self._hidden:
            if hidden.clue in text:
                text = hidden.pattern.sub(hidden.swap, text)
        return _swap_words(text, self._rest) if self._rest else text

    def blank(self, text: str) -> str:
        """Replace ids in text of unknown structure: also short ones, between delimiters."""
        return _swap_words(self.scrub(text), self._secret)

    def piece(self, piece: str, type_text: str, state: str) -> str:
        """Remember which traits of a piece have owners; return its state without their ids.

        A state that can't be taken apart is left out: nobody knows who is named in it.
        """
        self._owned[piece] = ()
        if any(kind in type_text for kind in _OWNED):
            try:
                parts = split_parts(type_text)
                owned = [_ownership(number, part) for number, part in enumerate(parts)]
            except VassalError:
                return ""
            places = (found for found in owned if found is not None)
            self._owned[piece] = ((len(parts), "", False), *places)
        return self.state(piece, state)

    def state(self, piece: str, state: str) -> str:
        """Return a state without the ids of owners; empty if it can't be taken apart."""
        owned = self._owned.get(piece)
        if owned == ():
            return state
        try:
            return self._state_of_unknown(state) if owned is None else self._state(owned, state)
        except VassalError:
            return ""

    def _state(self, owned: tuple[tuple[int, str, bool], ...], state: str) -> str:
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

    def refresh(self) -> None:
        """Work out which of the ids met so far are looked for from now on."""
        nobody = _NOBODY | self._public
        self._secret = {who: label for who, label in self._labels.items() if who not in nobody}
        told = [who for who in self._labels if _can_be_told(who, self._public)]
        self._hidden = tuple(
            form
            for player in sorted(filter(self._is_no_word, told[:_MOST_SOUGHT]), key=len)[::-1]
            for form in _hidden_forms(player, self._labels[player])
        )
        self._rest = {who: self._labels[who] for who in told[_MOST_SOUGHT:]}

    def _is_no_word(self, player: str) -> bool:
        """Return whether an id isn't an ordinary word of the module's pieces."""
        if not player.isalpha():
            return True
        word = re.compile(rf"(?<!\w){player}(?!\w)")
        likely = (sequence.decode(text, "/")[2:3] for text in self._added if player in text)
        return not any(word.search(type_text) for found in likely for type_text in found)


def _can_be_told(player: str, public: set[str]) -> bool:
    """Return whether an id can be told from other text."""
    if len(player) < _SHORTEST or not player.strip() or player in _NOBODY | {"<observer>"}:
        return False
    if player.isdecimal():
        return len(player) >= _FEWEST_DIGITS and player not in public
    return not player.isalpha() or (len(player) >= _FEWEST_LETTERS and player not in public)


def _swap_words(text: str, labels: dict[str, str]) -> str:
    words = _WORD.split(text)
    if labels.keys().isdisjoint(words):
        return text
    return "".join(labels.get(word, word) for word in words)


_WORD = re.compile(r"(\W+)")
_NAMING = ("PYREMOVE\t", "M/", "PNOTE\t", "SNOTE\t", "UNMASK\t")


def _hidden_forms(player: str, label: str) -> list[_Hidden]:
    """Return an id as it may stand in a file: plain, with escapes, and as HTML in the chat."""
    forms = dict.fromkeys((player, html.escape(player, quote=False), html.escape(player)))
    sure = len(player) >= _SURE and not player.isalpha() and not player.isdecimal()
    found = []
    for form in forms:
        clue = max(re.split(f"[{_DELIMITERS}]", form), key=len)
        loose = "".join(
            rf"\\*{re.escape(letter)}" if letter in _DELIMITERS else re.escape(letter)
            for letter in form
        )
        end = "" if sure else r"(?!\w)"
        found.append(_Hidden(clue, re.compile(loose + end), label, sure))
    return found


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
