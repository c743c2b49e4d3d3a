"""What takes long to make, made once for all processes of a run."""

import fcntl
import os
import pickle
from pathlib import Path


def once(name, make):
    """Make something in whichever process of this run asks first; the others read it.

    Ask from fixtures of the session only: each test has a cache of its own.
    """
    folder = Path(os.environ["XDG_CACHE_HOME"]) / "drawn"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            path.write_bytes(pickle.dumps(make()))
        return pickle.loads(path.read_bytes())  # noqa: S301 (of our own making)
