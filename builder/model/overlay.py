"""The owner's edition: figures that an owner of the printed game put in, laid over the data.

::

    data files ──┐
                 ├─merge─► data files with those figures ──loader──► Game
    DIR/*.csv ───┘

What comes out are data files again, so that everything behind the loader, the copy inside the
module and the digest serve an owner's edition as they serve the public one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Edition"]


@dataclass(frozen=True, slots=True)
class Edition:
    """Data files that are ready to load, and what is to be said about them.

    Args:
        files: Content by path within the game's folder.
        notes: One line each about what an overlay held that changes nothing.
    """

    files: Mapping[str, bytes]
    notes: tuple[str, ...] = ()
