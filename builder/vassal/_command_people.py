"""Commands about players and their notes.

Source: VASSAL classes ``PlayerRoster``, ``ObscurableOptions``, ``PrivateNotesController`` and
``SecretNotesController``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from builder.vassal import sequence

__all__ = ["AddPlayer", "PrivateNote", "RemovePlayer", "SecretNote", "Unmask"]


@dataclass(frozen=True, slots=True)
class AddPlayer:
    """A player takes a side.

    Args:
        player: Pseudonym.
        name: The name shown.
        side: Name of the side, ``<observer>`` for none.
    """

    player: str = field(repr=False)
    name: str
    side: str

    def encode(self) -> str:
        """Write the command."""
        return "PLAYER\t" + sequence.encode([self.player, self.name, self.side], "\t")


@dataclass(frozen=True, slots=True)
class RemovePlayer:
    """A player leaves his side.

    Args:
        player: Pseudonym.
    """

    player: str = field(repr=False)

    def encode(self) -> str:
        """Write the command."""
        return "PYREMOVE\t" + sequence.encode([self.player], "\t")


@dataclass(frozen=True, slots=True)
class PrivateNote:
    """Notes only their owner sees.

    Args:
        owner: Pseudonym.
        text: The notes, lines divided by ``|``.
    """

    owner: str = field(repr=False)
    text: str

    def encode(self) -> str:
        """Write the command."""
        return "PNOTE\t" + sequence.encode([self.owner, self.text], "\t")


@dataclass(frozen=True, slots=True)
class SecretNote:
    """A note that is kept secret until its owner shows it.

    Args:
        name: Its title.
        owner: Pseudonym.
        hidden: Whether it is still secret.
        text: Its text, lines divided by ``|``.
        more: Date and the owner's name, in newer files.
    """

    name: str
    owner: str = field(repr=False)
    hidden: bool
    text: str
    more: tuple[str, ...] = ()

    def encode(self) -> str:
        """Write the command."""
        hidden = str(self.hidden).lower()
        return "SNOTE\t" + sequence.encode(
            [self.name, self.owner, hidden, self.text, *self.more], "\t"
        )


@dataclass(frozen=True, slots=True)
class Unmask:
    """Who may uncover whose pieces.

    Args:
        allowed: Pseudonyms and sides.
    """

    allowed: tuple[str, ...] = field(repr=False)

    def encode(self) -> str:
        """Write the command."""
        return "UNMASK\t" + sequence.encode(self.allowed, "\t")
