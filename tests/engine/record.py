"""Plays the exercises through a real engine anew and keeps the logs: ``make record``.

To be run whenever the data change, with every engine whose logs are kept; which engine is used
says ``WARGAME_ENGINE``. The name of a log ends in the engine's version, such as ``3.6``.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from builder.model.load import load_game
from builder.pipeline import build_module
from builder.vassal import read_save
from tests.engine.exercise import load_exercise
from tests.engine.harness import Probe, engine_dir, why_absent

REPO = Path(__file__).resolve().parents[2]


def main() -> int:
    """Play every exercise once; return the exit status."""
    absent = why_absent()
    if absent:
        print(f"error: {absent}", file=sys.stderr)  # noqa: T201
        return 2
    for path in sorted((REPO / "tests" / "exercises").glob("*.toml")):
        print(record(path))  # noqa: T201
    return 0


def record(path: Path) -> Path:
    """Play one exercise and return the log that is kept."""
    exercise = load_exercise(path)
    module = build_module(exercise.game, REPO / "build" / "record").path
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "played.vlog"
        script = exercise.script(load_game(exercise.game), log)
        engine = engine_dir()
        probe = Probe(engine, engine / "lock")
        probe.run(module, *script, side="Referee", name="Umpire").clean()
        version = ".".join(read_save(log).save.vassal_version.split(".")[:2])
        kept = REPO / "tests" / "logs" / f"{exercise.game}-{version}.vlog"
        shutil.copyfile(log, kept)
    return kept


if __name__ == "__main__":
    sys.exit(main())
