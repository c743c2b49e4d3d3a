"""Plays the exercises through a real engine anew and keeps the logs: ``make record``.

To be run whenever the data change, with every engine whose logs are kept; which engine is used
says ``WARGAME_ENGINE``. The name of a log ends in the engine's version, such as ``3.6``.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from builder.model.load import load_game
from builder.pipeline import build_module
from builder.vassal import read_save
from tests.engine.exercise import load_exercise
from tests.engine.harness import Probe, Talk, engine_dir, why_absent
from tests.engine.turn_aids import AidsTable
from tests.engine.turn_by_hand import HandTable
from tests.engine.turn_plan import Plan, load_plan
from tests.engine.turn_play import play_turn
from tests.engine.turn_table import Played, Table

REPO = Path(__file__).resolve().parents[2]
TABLES: dict[str, Callable[[Plan, Talk], Table]] = {"aids": AidsTable, "hand": HandTable}
"""How a planned turn is played."""


def main() -> int:
    """Play every exercise once; return the exit status."""
    absent = why_absent()
    if absent:
        print(f"error: {absent}", file=sys.stderr)  # noqa: T201
        return 2
    for path in sorted((REPO / "tests" / "exercises").glob("*.toml")):
        print(record(path))  # noqa: T201
    for path in sorted((REPO / "tests" / "exercises" / "turns").glob("*.toml")):
        for kind in TABLES:
            print(record_turn(path, kind))  # noqa: T201
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
        return _keep(log, exercise.game)


def record_turn(path: Path, kind: str) -> Path:
    """Play a planned turn in one way of :data:`TABLES`, and return the log that is kept."""
    plan = load_plan(path)
    module = build_module(plan.game.id, REPO / "build" / "record").path
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "played.vlog"
        engine = engine_dir()
        play_in_engine(Probe(engine, engine / "lock"), module, plan, TABLES[kind], log)
        return _keep(log, f"{plan.game.id}-turn-{kind}")


def play_in_engine(
    probe: Probe, module: Path, plan: Plan, table: Callable[[Plan, Talk], Table], log: Path
) -> Played:
    """Play a planned turn through the engine, which writes a log.

    Args:
        probe: The engine.
        module: The module.
        plan: What is played.
        table: How.
        log: The log to write.

    Raises:
        EngineError: The engine complained.
    """
    with probe.talk(module, side="Referee", name="Umpire", timeout_s=900) as talk:
        talk.do(("setup", plan.data["setup"]))
        seat = table(plan, talk)
        talk.do(("log", log))
        played = play_turn(plan, seat)
        talk.do("endlog")
    talk.document.clean()
    return played


def _keep(log: Path, name: str) -> Path:
    """Copy a log to those that are kept, under a name with the engine's version."""
    version = ".".join(read_save(log).save.vassal_version.split(".")[:2])
    kept = REPO / "tests" / "logs" / f"{name}-{version}.vlog"
    shutil.copyfile(log, kept)
    return kept


if __name__ == "__main__":
    sys.exit(main())
