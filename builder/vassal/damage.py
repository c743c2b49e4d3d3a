"""What is wrong with a file, said so that a player can act on it.

Everything noticed while a file is opened is a :class:`Damage` with a code of :data:`CODES`;
what leaves nothing to read is raised as :class:`UnusableError` with such a code.
"""

from __future__ import annotations

from dataclasses import dataclass

from builder.errors import VassalError

__all__ = ["CODES", "LOSSES", "Damage", "UnusableError"]

CODES: dict[str, str] = {
    "ambiguous-escape": "a text ends in a backslash, where the format can't tell it from the next",
    "bad-obfuscation": "the key or the digits of the saved game are wrong",
    "bad-text": "a text isn't UTF-8",
    "bad-xml": "XML that isn't well-formed",
    "clock": "a date no clock can have shown",
    "compression-method": "packed in a way VASSAL can't read",
    "corrupt-zip": "an entry that can't be unpacked",
    "dtd-forbidden": "XML with a document type, which VASSAL never writes",
    "duplicate-entry": "two entries of one name",
    "empty-save": "a saved game without content",
    "encrypted-zip": "protected by a password",
    "entry-name-encoding": "an entry whose name isn't text",
    "image-too-large": "a picture with too many pixels",
    "inconsistent-state": "pieces that contradict each other",
    "nested-zip": "a zip around the file",
    "no-end-save": "the position at the start isn't closed",
    "no-metadata": "neither module nor version is named",
    "no-start-state": "steps without the position they start from",
    "not-a-module": "no build file at the root of the zip",
    "not-vassal": "neither module nor extension, save or log",
    "not-zip": "no zip, as VASSAL's files are",
    "shared-id": "several names under one player id",
    "side-change": "players join, leave or change sides while the log runs",
    "too-big": "larger than the limits allow",
    "too-deep": "nested deeper than the limits allow",
    "truncated-body": "the text of the game breaks off",
    "truncated-zip": "the zip breaks off",
    "two-buildfiles": "two build files, of which VASSAL reads one",
    "unknown-command": "commands or traits of another program",
    "unreadable": "the file can't be read at all",
    "unsafe-entry-name": "an entry name that leads outside the archive",
}
"""Every code, with its meaning."""

LOSSES = frozenset(
    {
        "bad-text",
        "bad-xml",
        "corrupt-zip",
        "dtd-forbidden",
        "too-big",
        "too-deep",
        "truncated-body",
        "truncated-zip",
    }
)
"""Codes that mean something in the file was lost or left unread; all others are remarks."""


@dataclass(frozen=True, slots=True)
class Damage:
    """One thing that isn't as it should be.

    Args:
        code: One of :data:`CODES`.
        where: Entry of the file, step or piece; empty for the file as a whole.
        text: What was found, one sentence without full stop. Never holds a player id.
        advice: What to do about it.
    """

    code: str
    where: str
    text: str
    advice: str

    @property
    def loss(self) -> bool:
        """Whether something was lost or left unread."""
        return self.code in LOSSES

    def __str__(self) -> str:
        """Return ``code: where: text; advice``."""
        place = f"{self.where}: " if self.where else ""
        return f"{self.code}: {place}{self.text}; {self.advice}"


class UnusableError(VassalError):
    """Nothing in a file can be used.

    Args:
        code: One of :data:`CODES`.
        text: What is wrong and what to do.
    """

    def __init__(self, code: str, text: str) -> None:
        """Keep the code beside the message."""
        super().__init__(text)
        self.code = code

    def __reduce__(self) -> tuple[type[UnusableError], tuple[str, str]]:
        """Let it be pickled, code and all."""
        return UnusableError, (self.code, str(self))
