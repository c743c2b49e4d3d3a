"""Everything the two programs raise on purpose.

::

    WargameError                 one line for the user: what, where, what to do; exit status 2
    ├── DataError                source data can't be used; carries every problem found
    ├── VassalError              a file isn't what it says
    │   ├── ArchiveError         zip container, missing entry, size caps
    │   ├── ObfuscationError     header or hex digits of a saved game
    │   └── SequenceError        a delimited field the format can't hold
    ├── ConventionError          a line our modules write, but malformed
    └── DrawError                font or picture missing

Messages name the file or place and say what to do. They never hold a player id
(in VASSAL that id is the player's password).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "ArchiveError",
    "ConventionError",
    "DataError",
    "DataProblem",
    "DrawError",
    "ObfuscationError",
    "SequenceError",
    "VassalError",
    "WargameError",
]


class WargameError(Exception):
    """Base of all errors a user may meet; the command line prints it as one line."""


@dataclass(frozen=True, slots=True)
class DataProblem:
    """One fault in a source file.

    Args:
        check: Id of the check that found it, such as ``DAT-units-row``.
        file: Path relative to the game's data folder.
        line: 1-based line, 0 if the fault is in the file as a whole.
        text: What is wrong, in one sentence.
        hint: What to do about it.
    """

    check: str
    file: str
    line: int
    text: str
    hint: str = ""

    def __str__(self) -> str:
        """Return ``file:line: text (hint) [check]``."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}: {self.text}{hint} [{self.check}]"


class DataError(WargameError):
    """Source data can't be used; every problem found is listed, not only the first."""

    def __init__(self, problems: Sequence[DataProblem]) -> None:
        """Keep the problems in the order given."""
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class VassalError(WargameError):
    """A VASSAL file isn't what it says."""


class ArchiveError(VassalError):
    """The zip container is damaged, lacks an entry or breaks a size cap."""


class ObfuscationError(VassalError):
    """The text of a saved game has a bad header or bad hex digits."""


class SequenceError(VassalError):
    """A field that VASSAL's delimited format can't hold."""


class ConventionError(WargameError):
    """A line that claims to follow our modules' convention but doesn't parse."""


class DrawError(WargameError):
    """A font or a picture needed for drawing is missing or unusable."""
