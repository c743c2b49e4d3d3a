"""Runs the real VASSAL engine from tests: one script in, one document out.

The engine is installed by ``make engine`` (``setup.sh``); README.md beside this file lists the
actions of a script and the parts of the document.
"""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Action", "EngineError", "EngineResult", "Probe", "Talk", "engine_dir", "why_absent"]


Action = str | Sequence[str | int | Path]
"""A name alone (``"dump"``) or a name and its fields (``("move", "1 Inf", "Map", 10, 20)``)."""

HERE = Path(__file__).parent
REPO = HERE.parents[1]
NOISE = ("No Translation: Editor.MassKey.key",)
ENDED = (0, 3, 5)
"""Statuses of a run that wrote its document: ran, module did not open, or xvfb-run failed to
remove its own folder afterwards (now and then it does)."""
ALARMS = ("fatal", "missingImages", "missingPrototypes", "badGpids", "problems")


class EngineError(AssertionError):
    """The engine could not run, or complained: its own words are in the message."""


class EngineResult(dict[str, Any]):
    """The document of one run."""

    def complaints(self) -> dict[str, Any]:
        """Return whatever the engine found wrong, by the part of the document it is in."""
        found = {name: self[name] for name in ALARMS if self.get(name)}
        failed = [result for result in self.get("results", ()) if "error" in result]
        return found | ({"results": failed} if failed else {})

    def clean(self) -> EngineResult:
        """Return the document itself, and refuse one with complaints.

        Raises:
            EngineError: With every complaint.
        """
        if complaints := self.complaints():
            raise EngineError(json.dumps(complaints, indent=1, ensure_ascii=False))
        return self


def engine_dir() -> Path:
    """Return the folder of the engine: ``WARGAME_ENGINE``, or ``build/engine``."""
    return Path(os.environ.get("WARGAME_ENGINE") or REPO / "build" / "engine").resolve()


def why_absent() -> str | None:
    """Say why there is no engine to test with; None when there is one."""
    check = [str(HERE / "setup.sh"), "--check", str(engine_dir())]
    if subprocess.run(check, check=False, timeout=60, capture_output=True).returncode == 0:
        return None
    return "no real VASSAL engine, or one with an older probe: run `make engine`"


@dataclass(frozen=True, slots=True)
class Probe:
    """A way to run the engine.

    Attributes:
        engine: The folder that ``setup.sh`` filled.
        lock: The file that keeps runs from overlapping, in this and in other processes.
    """

    engine: Path
    lock: Path

    def run(  # noqa: PLR0913 - what a run can be told
        self,
        module: Path,
        *actions: Action,
        side: str | None = None,
        name: str = "Probe",
        edit: bool = False,
        lean: bool = False,
        timeout_s: int = 120,
    ) -> EngineResult:
        """Open a module, carry out actions in order, and return what happened.

        Args:
            module: The ``.vmod`` file; it is not changed (but for ``savemodule``).
            *actions: See :data:`Action` and README.md. Paths must be absolute.
            side: The side to join by ``new`` and ``setup``; None stays an observer.
            name: The player's name.
            edit: Open as VASSAL's editor does.
            lean: Paint no window, and don't let the engine encode what a set-up begins with so as
                to know later whether it was changed: for games whose pictures nobody looks at, and
                that another only follows after ``close``.
            timeout_s: Seconds until the engine is ended.

        Raises:
            EngineError: The engine did not write its document: crash or timeout. A module that
                does not open is no error: the document says ``fatal``.
        """
        options = _options(name, side) + ["--edit"] * edit + ["--lean"] * lean
        with tempfile.TemporaryDirectory(prefix="engine-") as folder:
            script, out = Path(folder, "script"), Path(folder, "out.json")
            script.write_text("".join(f"{_line(a)}\n" for a in actions), encoding="utf-8")
            command = [HERE / "probe.sh", self.engine, module.resolve(), *options]
            command += ["--script", script, "--out", out]
            with self._alone():
                done = subprocess.run(
                    [str(part) for part in command],
                    check=False,
                    cwd=folder,
                    env=_environment(folder, timeout_s),
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    errors="replace",
                    timeout=timeout_s + 60,
                )
            if done.returncode not in ENDED or not out.exists():
                end = "\n".join((done.stdout + done.stderr).splitlines()[-40:])
                raise EngineError(f"the engine ended with status {done.returncode}\n{end}")
            return _parse(out.read_text(encoding="utf-8"))

    @contextmanager
    def talk(
        self, module: Path, *, side: str | None = None, name: str = "Probe", timeout_s: int = 120
    ) -> Iterator[Talk]:
        """Open a module and carry out actions one by one, each chosen when those before are known.

        The run is lean, see :meth:`run`.

        Args:
            module: As for :meth:`run`, and so the others.
            side: The side to join.
            name: The player's name.
            timeout_s: Seconds until the engine is ended.

        Raises:
            EngineError: The engine ended before it was told to, or wrote no document.
        """
        options = [*_options(name, side), "--lean"]
        with tempfile.TemporaryDirectory(prefix="engine-") as folder, self._alone():
            script, out, results, said = (
                Path(folder, each) for each in ("script", "out", "results", "said")
            )
            os.mkfifo(script)
            results.touch()
            command = [HERE / "probe.sh", self.engine, module.resolve(), *options]
            command += ["--script", script, "--out", out, "--results", results]
            with (
                said.open("w") as output,
                subprocess.Popen(
                    [str(part) for part in command],
                    cwd=folder,
                    env=_environment(folder, timeout_s),
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                ) as process,
            ):
                talk = Talk(process, script, results, said)
                try:
                    yield talk
                finally:
                    talk.end()
                    process.wait(timeout_s)
                if process.returncode not in ENDED or not out.exists():
                    raise talk.ended()
                talk.document.update(_parse(out.read_text(encoding="utf-8")))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with self.lock.open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


class Talk:
    """A run of the engine that waits for its next action.

    Attributes:
        document: The document of the run, once it has ended.
    """

    def __init__(
        self, process: subprocess.Popen[bytes], script: Path, results: Path, said: Path
    ) -> None:
        """Take a run whose script is a pipe and whose results are written one a line.

        Args:
            process: The run.
            script: The pipe.
            results: Where the results are written.
            said: What the engine says besides.
        """
        self.document = EngineResult()
        self._process, self._script, self._said = process, script, said
        self._pipe: int | None = None
        self._results = results.open(encoding="utf-8")

    def do(self, *actions: Action) -> list[dict[str, Any]]:
        """Carry out actions in order and return the result of each.

        Raises:
            EngineError: The engine ended meanwhile.
        """
        if self._pipe is None:
            self._pipe = self._opened()
        os.write(self._pipe, "".join(f"{_line(each)}\n" for each in actions).encode())
        return [self._next() for _ in actions]

    def end(self) -> None:
        """Let the engine end."""
        if self._pipe is None and self._process.poll() is None:
            self._pipe = self._opened()
        if self._pipe is not None:
            os.close(self._pipe)
        self._results.close()

    def ended(self) -> EngineError:
        """Return the error of a run that ended by itself, with the end of what it said."""
        end = self._said.read_text(encoding="utf-8", errors="replace").splitlines()[-40:]
        return EngineError("\n".join((f"the engine ended: {self._process.poll()}", *end)))

    def _opened(self) -> int:
        """Open the pipe, once the engine reads it."""
        while self._process.poll() is None:
            try:
                return os.open(self._script, os.O_WRONLY | os.O_NONBLOCK)
            except OSError:  # nobody reads it yet
                time.sleep(0.05)
        raise self.ended()

    def _next(self) -> dict[str, Any]:
        """Wait for the next result."""
        line = ""
        while not line.endswith("\n"):
            line += self._results.readline()
            if not line.endswith("\n"):
                if self._process.poll() is not None:
                    raise self.ended()
                time.sleep(0.005)
        found: dict[str, Any] = json.loads(line)
        return found


def _options(name: str, side: str | None) -> list[str]:
    return ["--name", name] + (["--side", side] if side else [])


def _environment(folder: str, timeout_s: int) -> dict[str, str]:
    """Keep the user's home, display and Java settings out of the run."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": folder,
        "TMPDIR": folder,
        "LC_ALL": "C.UTF-8",
        "PROBE_TIMEOUT": str(timeout_s),
    }


_ESCAPES = str.maketrans({"\\": r"\\", "|": r"\p", " ": r"\s", "\n": r"\n"})


def _line(action: Action) -> str:
    fields = [action] if isinstance(action, str) else action
    return "|".join(str(field).translate(_ESCAPES) for field in fields)


def _parse(text: str) -> EngineResult:
    document = EngineResult(json.loads(text))
    document["problems"] = [p for p in document["problems"] if p.get("message") not in NOISE]
    return document
