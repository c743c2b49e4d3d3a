"""Who plays which side, over time.

Source: VASSAL class ``PlayerRoster``.
"""

from __future__ import annotations

from collections import Counter

from assistant.record.viewer import NOBODY, Seers
from builder.vassal import AddPlayer, RemovePlayer

__all__ = ["OBSERVER", "Cast", "Roster"]

OBSERVER = "<observer>"


class Cast:
    """The players of a game of several files, under one pseudonym each.

    Every file numbers its players afresh; a player is known again by the name.
    """

    def __init__(self) -> None:
        """Begin with nobody."""
        self._by_name: dict[str, str] = {}
        self._strangers: dict[str, str] = {}
        self._count = 0
        self.names: dict[str, dict[str, None]] = {}
        self.shared: set[str] = set()

    def add_file(self, joined: tuple[AddPlayer, ...]) -> dict[str, str]:
        """Return the pseudonyms of the game by those of a file, for its players."""
        names: dict[str, dict[str, None]] = {}
        for each in joined:
            names.setdefault(each.player, {})[each.name] = None
        found: dict[str, str] = {}
        for label, known in names.items():
            taken = set(found.values())
            old = [self._by_name[name] for name in known if name in self._by_name]
            who = next((each for each in old if each not in taken), "") or self._new()
            found[label] = who
            self.names.setdefault(who, {}).update(known)
            for name in known:
                self._by_name.setdefault(name, who)
            if len(known) > 1:
                self.shared.add(who)
        return found

    def stranger(self, label: str) -> str:
        """Return the pseudonym of somebody whom no roster names, by that of the file."""
        if label not in self._strangers:
            who = self._strangers[label] = self._new()
            self.names[who] = {}
        return self._strangers[label]

    def _new(self) -> str:
        self._count += 1
        return f"P{self._count}"


class Roster:
    """The players of one file and their sides, as its commands change them."""

    def __init__(self, cast: Cast, joined: tuple[AddPlayer, ...]) -> None:
        """Begin with nobody on a side."""
        self._cast = cast
        self._labels = cast.add_file(joined)
        names = Counter(name for _, name in {(each.player, each.name) for each in joined})
        self._of_name = {
            each.name: each.player for each in joined if names[each.name] == 1 and each.name
        }
        self._sides: dict[str, tuple[str, str]] = {}

    def apply(self, command: AddPlayer | RemovePlayer) -> None:
        """Let somebody join, change sides or leave."""
        match command:
            case AddPlayer(player=label, name=name, side=side):
                self._sides[label] = (side, name)
            case RemovePlayer(player=label):
                self._sides.pop(label, None)

    def side(self, label: str) -> str:
        """Return the side of a player of the file, empty if he has none."""
        return self._sides.get(label, ("", ""))[0]

    def name(self, label: str) -> str:
        """Return the name of a player of the file, empty if he isn't there now."""
        return self._sides.get(label, ("", ""))[1]

    def who(self, label: str) -> str:
        """Return the pseudonym of the game for that of the file."""
        if not label:
            return ""
        return self._labels.get(label) or self._cast.stranger(label)

    def of_name(self, name: str) -> str:
        """Return the file's pseudonym of the only player who ever went by a name."""
        return self._of_name.get(name, "")

    def seers(self, label: str) -> Seers:
        """Return who sees what a player hides: his side, if he alone plays it under his id."""
        side = self.side(label)
        if not side or side == OBSERVER or self._labels.get(label, "") in self._cast.shared:
            return NOBODY
        return frozenset({side})
