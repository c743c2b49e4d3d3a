"""How a record puts into words what happened to pieces, players and notes."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.record.entry import SideChange
from assistant.record.roster import OBSERVER
from assistant.record.table import ABSENT, MASKED, Change, Look
from assistant.record.viewer import Seers

__all__ = ["differences", "gone_text", "notes_text", "seers_text", "shown_name", "side_text"]


def shown_name(look: Look, *, hide: bool) -> str:
    """Return what a piece is called in the record."""
    if look.level == MASKED:
        return "a masked piece" if look.name in ("", "?") else look.name
    return "a piece" if hide or not look.name else look.name


def gone_text(change: Change) -> str:
    """Return in words how a piece came out of sight."""
    if change.after is ABSENT:
        return "is removed"
    return "goes out of sight" if change.secrets else "is taken off the map"


def differences(change: Change) -> Iterator[str]:
    """Yield in words how a piece that stays in sight looks otherwise than before."""
    before, after = change.before, change.after
    if before.level != after.level:
        yield "is masked" if after.level == MASKED else "is unmasked"
        return
    if after.level == MASKED:
        return
    for veil, old, new in zip(change.shape.veils, before.owners, after.owners, strict=False):
        if (old is None) != (new is None):
            verb = "masked" if veil.mask else "invisible"
            yield f"is {verb}" if old is None else f"is no longer {verb}"
    for at, old, new in zip(change.shape.faces, before.faces, after.faces, strict=False):
        if old != new:
            yield change.shape.change(at, new)


def seers_text(seers: Seers) -> str:
    """Return the sides that see something."""
    return "all" if seers is None else ", ".join(sorted(seers)) or "no side"


def notes_text(notes: str) -> str:
    """Return notes as one line."""
    return notes.replace("|", " / ").strip()


def side_text(change: SideChange) -> str:
    """Return in words that somebody joined, left or changed sides."""

    def side(name: str) -> str:
        return "the observers" if name == OBSERVER else name

    if not change.new:
        return f"{change.name} leaves {side(change.old)}"
    if change.old:
        return f"{change.name} changes from {side(change.old)} to {side(change.new)}"
    return f"{change.name} joins {side(change.new)}"
