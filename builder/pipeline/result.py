"""Whether a folder already holds what a build would write there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from builder.errors import WargameError
from builder.pipeline.digest import digest
from builder.pipeline.store import Store
from builder.vassal.archive import write_atomically

__all__ = ["Result", "make_folder"]

_RECORD = "record"


class Result:
    """The files of a build, remembered by what they were made from.

    Args:
        store: Where that is remembered.
        fingerprint: What they are made from.
        what: Sort of build.
    """

    def __init__(self, store: Store, fingerprint: str, what: str) -> None:
        """Begin without looking."""
        self._store = store
        self._key = digest((what, fingerprint))

    def find(self, out: Path) -> dict[str, int] | None:
        """Return names and sizes of the files if a folder holds all of them, else ``None``.

        What is remembered is never trusted alone: each file must have its SHA-256.
        """
        kept = self._store.get(self._key)
        if kept is None:
            return None
        found = {}
        for name, expected in json.loads(kept[_RECORD]).items():
            path = out / name
            try:
                if not path.is_file():  # a pipe never ends
                    return None
                content = path.read_bytes()
            except OSError:
                return None
            if sha256(content).hexdigest() != expected:
                return None
            found[name] = len(content)
        return found

    def write(self, out: Path, files: Mapping[str, bytes]) -> None:
        """Write the files and remember them.

        Raises:
            WargameError: A folder or a file can't be written.
        """
        for name, content in files.items():
            make_folder((out / name).parent)
            write_atomically(out / name, content)
        hashes = {name: sha256(content).hexdigest() for name, content in files.items()}
        self._store.put(self._key, {_RECORD: json.dumps(hashes).encode()})


def make_folder(out: Path) -> None:
    """Make the folder of a result.

    Raises:
        WargameError: There is a file in its place, or it may not be made.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise WargameError(f"{out}: is no folder; give another with --out") from None
    except OSError as error:
        reason = error.strerror
        raise WargameError(f"{out}: can't be made ({reason}); give another with --out") from None
