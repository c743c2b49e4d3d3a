"""The lock file of gpids: VASSAL's number of each unit and marker, given once and for ever.

VASSAL finds a counter's new definition by its gpid when a saved game is refreshed, so a
number must never change nor be used again. ``gpids.lock.csv`` is committed and only ever
grows: :func:`update_lock` appends what is new; ids that are gone keep their number.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from builder.model.reader import Folder, Seen

__all__ = ["EMPTY_LOCK", "FIRST", "LOCK", "assign", "read_lock", "write_lock"]

LOCK = "gpids.lock.csv"
FIRST = 1000
"""The first gpid given; lower ones are free for the module's own pieces."""
LAST = 999_999
COLUMNS = ("id", "gpid")
EMPTY_LOCK = b"id,gpid\n"
"""A lock file that holds nothing yet."""


def read_lock(folder: Folder) -> tuple[dict[str, int], Seen]:
    """Read the lock file: gpid by id, and every id met."""
    locked: dict[str, int] = {}
    seen, holders = Seen("id"), dict[int, str]()
    for row in folder.rows(LOCK, COLUMNS) or ():
        id_, gpid = row.id("id"), row.integer("gpid", FIRST, LAST)
        new = seen.add(row, "id", id_)
        if gpid is not None and gpid in holders:
            text = f"gpid {gpid} already belongs to {holders[gpid]}"
            row.report("DAT-lock-twice", "gpid", text, "give the newer id a number of its own")
        elif gpid is not None and id_ is not None and new:
            holders[gpid] = id_
            locked[id_] = gpid
    return locked, seen


def assign(ids: Iterable[str], locked: Mapping[str, int]) -> dict[str, int]:
    """Return the lock with every id in it.

    Args:
        ids: Ids the data hold now, in their order.
        locked: The lock so far; ids that are gone stay in it.

    Returns:
        Old ids with their old numbers, in their old order, then new ids with the next ones.

    >>> assign(["b", "new", "a"], {"a": 1000, "gone": 1001, "b": 1002})
    {'a': 1000, 'gone': 1001, 'b': 1002, 'new': 1003}
    """
    result = dict(locked)
    free = max(result.values(), default=FIRST - 1) + 1
    for id_ in ids:
        if id_ not in result:
            result[id_] = free
            free += 1
    return result


def lock_bytes(locked: Mapping[str, int]) -> bytes:
    """Return the content of a lock file."""
    lines = [",".join(COLUMNS), *(f"{id_},{gpid}" for id_, gpid in locked.items())]
    return ("\n".join(lines) + "\n").encode()


def write_lock(folder: Path, locked: Mapping[str, int]) -> None:
    """Write the lock file of a game's folder, whole or not at all."""
    target = folder / LOCK
    temporary = target.with_suffix(".tmp")
    temporary.write_bytes(lock_bytes(locked))
    os.replace(temporary, target)  # noqa: PTH105 - atomic on every system
