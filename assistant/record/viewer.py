"""For whom a record is made, and what that reader may see.

Source: VASSAL classes ``PlayerAccess``, ``SideAccess`` and ``SpecifiedSideAccess``.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["EVERYONE", "NOBODY", "PUBLIC", "REFEREE", "Seers", "Viewer", "both"]

Seers = frozenset[str] | None
"""The sides that see something; None if everyone does, empty if no side does."""

EVERYONE: Seers = None
NOBODY: Seers = frozenset()


def both(one: Seers, other: Seers) -> Seers:
    """Return who sees what is hidden in two ways at once.

    >>> sorted(both(frozenset({"Red", "Blue"}), frozenset({"Blue"})))
    ['Blue']
    """
    if one is None:
        return other
    return one if other is None else one & other


@dataclass(frozen=True, slots=True)
class Viewer:
    """The reader of a record.

    Args:
        side: The side he plays, empty for someone who plays none.
        referee: Whether he may see everything.
    """

    side: str = ""
    referee: bool = False

    def sees(self, seers: Seers) -> bool:
        """Tell whether he sees what only some sides see."""
        return seers is None or self.referee or (self.side != "" and self.side in seers)


PUBLIC = Viewer()
"""Sees only what nobody hides."""

REFEREE = Viewer(referee=True)
"""Sees everything."""
