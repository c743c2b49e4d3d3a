"""Whether a folder already holds what a build would write there."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from builder.errors import WargameError
from builder.pipeline.digest import digest
from builder.pipeline.store import Store

__all__ = ["Result", "make_folder"]

_RECORD = "record"
_PUBLIC = 0o644


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

    def write(self, out: Path, files: Mapping[str, bytes], *, private: bool = False) -> None:
        """Write the files and remember them.

        All are written aside before the first takes its place; what else is in the folder stays.

        Args:
            out: The folder.
            files: Contents by name, with folders below it.
            private: Whether their rights follow the user's mask; else everybody may read them.

        Raises:
            WargameError: A folder or a file can't be written; then each file is as it was.
        """
        for name in files:
            make_folder((out / name).parent)
            _check_place(out / name)
        try:
            with TemporaryDirectory(dir=out, prefix=".new-") as aside:
                staged = [
                    _written(Path(aside, str(number)), content, private=private)
                    for number, content in enumerate(files.values())
                ]
                for path, name in zip(staged, files, strict=True):
                    path.replace(out / name)
        except OSError as error:
            reason = f"can't be written ({error.strerror}); check the folder and its rights"
            raise WargameError(f"{out}: {reason}") from None
        hashes = {name: sha256(content).hexdigest() for name, content in files.items()}
        self._store.put(self._key, {_RECORD: json.dumps(hashes).encode()})


def _check_place(path: Path) -> None:
    """Check that a file can take its place; raise WargameError if not."""
    if path.is_dir():
        raise WargameError(f"{path}: is a folder; remove it, or give another place with --out")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise WargameError(f"{path.parent}: may not be written to; check its rights")


def _written(path: Path, content: bytes, *, private: bool) -> Path:
    """Write a new file so that it outlasts a loss of power; return where it is."""
    with path.open("xb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    if not private:
        path.chmod(_PUBLIC)
    return path


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
