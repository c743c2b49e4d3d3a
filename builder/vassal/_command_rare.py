"""Commands of parts that not every module has: extensions, notes, clocks, symbol dice and the like.

Each class names its fields; :class:`Fields` reads and writes them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, Self

from builder.errors import SequenceError
from builder.vassal import sequence

__all__ = [
    "RARE",
    "Alert",
    "Clock",
    "ClockControl",
    "DeckPlaces",
    "DiceMail",
    "EventList",
    "ExtensionUsed",
    "Fields",
    "Flare",
    "LineOfSight",
    "LoadDeck",
    "LockedOptions",
    "PlayClip",
    "PluginUsed",
    "PublicNotes",
    "Rare",
    "ScenarioNotes",
    "SetPersistentProperty",
    "ShowDice",
    "StartupKey",
    "VersionCheck",
]

PLAYER = {"player": True}
"""Metadata of a field that holds a player's id, or a password."""

_WHOLE = re.compile(r"-?[0-9]{1,18}")


class Fields:
    """A command that is a prefix and a list of fields, in the order of the dataclass fields.

    A class with ``PLAIN`` has one field, the whole text behind the prefix. A field of a tuple
    type takes all that is left.
    """

    __slots__ = ()
    PREFIX: ClassVar[str]
    PLAIN: ClassVar[bool] = False

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read a command that begins with the prefix; None if its fields aren't these."""
        body = text[len(cls.PREFIX) :]
        made: Self | None = _read(cls, [body] if cls.PLAIN else sequence.decode(body, "\t"))
        try:
            return made if made is not None and made.encode() == text else None
        except SequenceError:
            return None

    def encode(self) -> str:
        """Write the command.

        Raises:
            SequenceError: A field but the last ends in a backslash.
        """
        texts: list[str] = []
        for value in (getattr(self, each.name) for each in _fields(type(self))):  # type: ignore[arg-type]
            match value:
                case None:
                    pass
                case bool():
                    texts.append(str(value).lower())
                case tuple():
                    texts += map(str, value)
                case _:
                    texts.append(str(value))
        return self.PREFIX + (texts[0] if self.PLAIN else sequence.encode(texts, "\t"))


@cache
def _fields(cls: type[Any]) -> tuple[Any, ...]:
    return fields(cls)


def _read(cls: type[Any], texts: list[str]) -> Any:  # noqa: ANN401 - one of the classes below
    values: list[Any] = []
    left = list(texts)
    for each in _fields(cls):  # type: ignore[arg-type]
        kind = str(each.type)
        if kind.startswith("tuple"):
            whole = kind == "tuple[int, ...]"
            if whole and not all(map(_WHOLE.fullmatch, left)):
                return None
            values.append(tuple(map(int, left)) if whole else tuple(left))
            left = []
        elif left:
            text = left.pop(0)
            if kind.startswith("int") and not _WHOLE.fullmatch(text):
                return None
            if kind.startswith("int"):
                values.append(int(text))
            else:
                values.append(text == "true" if kind.startswith("bool") else text)
        elif kind.endswith("None"):
            values.append(None)
        else:
            return None
    return None if left else cls(*values)


@dataclass(frozen=True, slots=True)
class ExtensionUsed(Fields):
    """An extension that was loaded when a save was written.

    Source: VASSAL class ``ExtensionsLoader``.
    """

    PREFIX: ClassVar[str] = "EXT\t"
    name: str
    version: str


@dataclass(frozen=True, slots=True)
class PluginUsed(Fields):
    """A plugin that was loaded when a save was written.

    Source: VASSAL class ``PluginsLoader``.
    """

    PREFIX: ClassVar[str] = "PLUGIN\t"
    name: str
    version: str


@dataclass(frozen=True, slots=True)
class ScenarioNotes(Fields):
    """The notes of the scenario, lines divided by ``|``.

    Source: VASSAL class ``NotesWindow``.
    """

    PREFIX: ClassVar[str] = "NOTES\t"
    PLAIN: ClassVar[bool] = True
    text: str


@dataclass(frozen=True, slots=True)
class PublicNotes(Fields):
    """The notes everyone sees, lines divided by ``|``.

    Source: VASSAL class ``NotesWindow``.
    """

    PREFIX: ClassVar[str] = "PNOTES\t"
    PLAIN: ClassVar[bool] = True
    text: str


@dataclass(frozen=True, slots=True)
class ShowDice(Fields):
    """A roll of symbol dice.

    Args:
        button: Name of the button, or its number in old files.
        faces: For each die the number of its face, from 0.

    Source: VASSAL class ``SpecialDiceButton``.
    """

    PREFIX: ClassVar[str] = "SHOW_RESULTS\t"
    button: str
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineOfSight(Fields):
    """A thread is stretched between two points.

    Args:
        thread: Its number, such as ``LOS_Thread0``.
        x: Map pixels of one end.
        y: Likewise.
        to_x: Map pixels of the other end.
        to_y: Likewise.
        persisting: Whether it stays.
        mirroring: Whether others see it.
        reset: Whether it is taken away, in newer files.

    Source: VASSAL class ``LOS_Thread``.
    """

    PREFIX: ClassVar[str] = "LOS\t"
    thread: str
    x: int
    y: int
    to_x: int
    to_y: int
    persisting: bool
    mirroring: bool
    reset: bool | None = None


@dataclass(frozen=True, slots=True)
class Flare(Fields):
    """Somebody points at a place.

    Source: VASSAL class ``Flare``.
    """

    PREFIX: ClassVar[str] = "FLARE\t"
    flare: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class StartupKey(Fields):
    """Whether a key command at the start of the game was given.

    Source: VASSAL class ``StartupGlobalKeyCommand``.
    """

    PREFIX: ClassVar[str] = "SGKC\t"
    button: str
    applied: bool


@dataclass(frozen=True, slots=True)
class Clock(Fields):
    """A chess clock.

    Args:
        by: Side that set it.
        name: Side whose clock it is.
        elapsed: Milliseconds.
        verified: Milliseconds that others saw pass.
        ticking: Whether it runs.
        restore: Whether the command comes from a save.

    Source: VASSAL class ``ChessClock``.
    """

    PREFIX: ClassVar[str] = "CLOCK\t"
    by: str
    name: str
    elapsed: int
    verified: int
    ticking: bool
    restore: bool


@dataclass(frozen=True, slots=True)
class ClockControl(Fields):
    """The chess clocks are shown or hidden.

    Source: VASSAL class ``ChessClockControl``.
    """

    PREFIX: ClassVar[str] = "CLOCKCONTROL\t"
    showing: bool
    online: bool


@dataclass(frozen=True, slots=True)
class DeckPlaces(Fields):
    """The decks were put back in their places by a refresh of the counters.

    Source: VASSAL class ``GameRefresher``.
    """

    PREFIX: ClassVar[str] = "DECKREPOS\t"
    PLAIN: ClassVar[bool] = True
    text: str


@dataclass(frozen=True, slots=True)
class LoadDeck(Fields):
    """A deck is filled from a file of its own.

    Source: VASSAL class ``Deck``.
    """

    PREFIX: ClassVar[str] = "DECK\t"
    PLAIN: ClassVar[bool] = True
    deck: str


@dataclass(frozen=True, slots=True)
class SetPersistentProperty(Fields):
    """What VASSAL remembers of a piece by itself changes.

    Args:
        piece: Piece id.
        name: Property name, such as ``OldLocationName``.
        old: Value before.
        new: Value afterwards.

    Source: VASSAL class ``SetPersistentPropertyCommand``.
    """

    PREFIX: ClassVar[str] = "SPP\t"
    piece: str
    name: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class PlayClip(Fields):
    """A sound is played.

    Source: VASSAL class ``PlayAudioClipCommand``.
    """

    PREFIX: ClassVar[str] = "AUDIO\t"
    PLAIN: ClassVar[bool] = True
    clip: str


@dataclass(frozen=True, slots=True)
class LockedOptions(Fields):
    """A page of the scenario's options is locked or opened.

    Args:
        tab: Its name.
        by: Name of the player.
        password: A pseudonym in its place.
        date: When, as text.

    Source: VASSAL class ``ScenarioPropertiesOptionTab``.
    """

    PREFIX: ClassVar[str] = "LOCKSPOTAB\t"
    tab: str
    by: str
    password: str = field(repr=False, metadata=PLAYER)
    date: str


@dataclass(frozen=True, slots=True)
class DiceMail(Fields):
    """Where an internet dice server sends a copy: a pseudonym in place of the address.

    Source: VASSAL class ``InternetDiceButton``.
    """

    PREFIX: ClassVar[str] = "SEMAIL\t"
    PLAIN: ClassVar[bool] = True
    address: str = field(repr=False, metadata=PLAYER)


@dataclass(frozen=True, slots=True)
class EventList(Fields):
    """What an old module noted down: milliseconds since 1970, who, what; divided by ``|``.

    Source: VASSAL class ``EventLog``.
    """

    PREFIX: ClassVar[str] = "Events"
    PLAIN: ClassVar[bool] = True
    events: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class VersionCheck(Fields):
    """A command carried out under a condition, such as an older engine; before 3.0.

    Args:
        condition: Such as ``runningVassalVersion<2.9.8``.
        then: The command, in VASSAL's own writing.

    Source: VASSAL 2.9.
    """

    PREFIX: ClassVar[str] = "CHECK\t"
    condition: str
    then: str


@dataclass(frozen=True, slots=True)
class Alert(Fields):
    """A message in a window.

    Source: VASSAL 2.9.
    """

    PREFIX: ClassVar[str] = "ALERT\t"
    PLAIN: ClassVar[bool] = True
    text: str


Rare = (
    Alert
    | Clock
    | ClockControl
    | DeckPlaces
    | DiceMail
    | EventList
    | ExtensionUsed
    | Flare
    | LineOfSight
    | LoadDeck
    | LockedOptions
    | PlayClip
    | PluginUsed
    | PublicNotes
    | ScenarioNotes
    | SetPersistentProperty
    | ShowDice
    | StartupKey
    | VersionCheck
)
RARE: tuple[type[Rare], ...] = Rare.__args__
"""Every class of this module that is a command."""
