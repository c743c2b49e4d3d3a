"""Where files are kept from one build to the next, by what they were made from.

The folder is the user's own cache (``XDG_CACHE_HOME``, else ``LOCALAPPDATA``, else
``~/.cache``), so that every output folder shares it and none is littered. It may be deleted at
any time; where it can't be used, everything is drawn anew.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from builder.draw.recipe import Files

__all__ = ["Store", "cache_folder"]

_HASH = sha256().digest_size
_MOST, _ENOUGH = 600_000_000, 400_000_000  # bytes: when to clear, and down to what


def cache_folder() -> Path | None:
    """Return the folder of the user's cache for this program, ``None`` if there is none."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        root = Path(os.environ.get(name, ""))
        if root.is_absolute():
            return root / "wargame-umpire"
    try:
        return Path.home() / ".cache" / "wargame-umpire"
    except RuntimeError:  # no home
        return None


class Store:
    """Groups of files by key; a group is one file that begins with the SHA-256 of key and files.

    Args:
        folder: Where; made when first needed. ``None`` keeps nothing.
    """

    def __init__(self, folder: Path | None) -> None:
        """Begin without touching the disk."""
        self._folder = folder

    def get(self, key: str) -> Files | None:
        """Return the files under a key, ``None`` if there are none or not as they were put."""
        if self._folder is None:
            return None
        path = self._folder / key
        if not path.is_file():  # a pipe never ends
            return None
        try:
            kept = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        content = kept[_HASH:]
        if _hash(key, content) != kept[:_HASH]:
            return None
        try:
            return _unpacked(content)
        except (ValueError, TypeError):  # of another version of this program, or forged
            return None

    def put(self, key: str, files: Files) -> None:
        """Keep files under a key; if that can't be done, do without."""
        if self._folder is None:
            return
        content = _packed(files)
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            self._write(self._folder / key, _hash(key, content) + content)

    def clear_old(self) -> None:
        """Delete what was used longest ago, if there is too much."""
        kept = sorted(self._kept(), reverse=True)
        if sum(size for _, size, _ in kept) <= _MOST:
            return
        room = _ENOUGH
        for _, size, path in kept:
            room -= size
            if room < 0:
                with suppress(OSError):
                    path.unlink()

    def _write(self, path: Path, content: bytes) -> None:
        """Write a file whole or not; it need not outlast a loss of power, as its hash tells."""
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def _kept(self) -> Iterator[tuple[float, int, Path]]:
        """Yield when each file was last used, how large it is, and where."""
        try:
            paths = list(self._folder.iterdir()) if self._folder else []
        except OSError:
            return
        for path in paths:
            with suppress(OSError):
                stat = path.stat()
                yield stat.st_mtime, stat.st_size, path


def _hash(key: str, content: bytes) -> bytes:
    """Return what a file begins with: no other key's file will do in its place."""
    return sha256(key.encode() + b"\n" + content).digest()


def _packed(files: Files) -> bytes:
    r"""Return files as one: a line of names and sizes, then the contents.

    >>> _unpacked(_packed({"a": b"1\n", "b": b""}))
    {'a': b'1\n', 'b': b''}
    """
    head = json.dumps([(name, len(content)) for name, content in files.items()])
    return b"".join((head.encode(), b"\n", *files.values()))


def _unpacked(content: bytes) -> dict[str, bytes]:
    """Return the files that were packed."""
    head, _, rest = content.partition(b"\n")
    found: dict[str, bytes] = {}
    start = 0
    for name, size in json.loads(head):
        found[name] = rest[start : start + size]
        start += size
    return found
