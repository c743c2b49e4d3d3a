"""What the assistant raises on purpose, below :class:`builder.errors.WargameError`."""

from __future__ import annotations

from builder.errors import WargameError

__all__ = ["LogError"]


class LogError(WargameError):
    """A log that can't be judged at all: no log in the file, or of no game known here."""
