"""Time and memory of whole processes, held against what was promised.

``make bench`` runs it. Everything is done in a folder of its own; the log of a thousand steps
is made here, by random drags from the module's own set-up (seed below).
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from builder import convention
from builder.convention import Impulse, Line, PhaseStep, TurnStep, Weather, format_line
from builder.hexgrid import within
from builder.model.game import Game
from builder.model.load import games, load_game
from builder.vassal import AddPiece, Chat, MovePiece, Piece, read_save, write_save

Plain = Chat | MovePiece

REPO = Path(__file__).parents[2]
SEED = 1942
STEPS = 1000
RUNS = 5
MIB = 1024


@dataclass(frozen=True)
class Run:
    """One finished process: seconds of wall clock, peak memory with all below it in MiB."""

    wall_s: float
    peak_mib: float

    def __add__(self, other: Run) -> Run:
        """Return both, one after the other."""
        return Run(self.wall_s + other.wall_s, max(self.peak_mib, other.peak_mib))


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def run(*command: str | Path, ok: Sequence[int] = (0,), cwd: Path | None = None) -> Run:
    """Run a command to its end.

    Raises:
        SystemExit: It ended with a status that isn't in ``ok``.
    """
    started = time.perf_counter()
    with tempfile.TemporaryFile() as said:
        with subprocess.Popen(
            [str(word) for word in command], stdout=subprocess.DEVNULL, stderr=said, cwd=cwd
        ) as process:
            peak = 0
            while process.poll() is None:
                peak = max(peak, _memory(process.pid))
                time.sleep(0.02)
        said.seek(0)
        words = said.read().decode(errors="replace")
    wall = time.perf_counter() - started
    if process.returncode not in ok:
        sys.exit(f"{command}: status {process.returncode}\n{words}")
    return Run(wall, peak / MIB)


def _memory(process: int) -> int:
    """Return what a process and all below it take together, KiB; shared pages count once."""
    proc = Path("/proc", str(process))
    try:
        below = Path(proc, "task", str(process), "children").read_text("ascii").split()
        lines = Path(proc, "smaps_rollup").read_text("ascii").splitlines()
    except OSError:  # it has ended
        return 0
    own = sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return own + sum(_memory(int(each)) for each in below)


def _after_edit(game: Game, folder: Path) -> Run:
    """Build once more in a copy of the program whose data differ in the id of one counter."""
    copy = folder / "copy"
    for name in ("builder", "art", "source_data"):
        shutil.copytree(REPO / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    units = copy / "source_data" / game.id.replace("-", "_") / "units.csv"
    text = units.read_text("utf-8")
    name = next(iter(game.units.values())).name
    units.write_text(text.replace(f",{name},", f",{name}x,", 1), "utf-8")
    return run(sys.executable, "-m", "builder", "build", game.id, "--out", folder, cwd=copy)


def random_game(game: Game, setup: Path) -> Iterator[Sequence[Plain]]:
    """Yield the steps of a game in which random units are dragged at random."""
    dice = random.Random(SEED)  # noqa: S311 - a bench, repeatable
    where: dict[str, tuple[str, int, int]] = {}
    sides: dict[str, list[str]] = {side.id: [] for side in game.sides}
    for id_, piece in _units(setup):
        map_, x, y = piece.position or (None, 0, 0)
        where[id_] = (map_ or "", x, y)
        sides[piece.properties[convention.SIDE]].append(id_)
    weather = format_line(Weather(next(iter(game.weather))))
    yield [Chat(f"* {weather}")]
    count, turn = 1, 1
    left = dict.fromkeys(sides, game.points_per_turn)
    while count < STEPS:
        for side, units in sides.items():
            left[side] -= 5
            lines: list[Line] = [
                Impulse(side, "action", 5, left[side]),
                PhaseStep("decision", "movement"),
            ]
            yield from ([Chat(f"* {format_line(line)}")] for line in lines)
            for id_ in dice.sample(units, 60):
                yield [_drag(game, dice, id_, where)]
            count += 62
        if not any(left.values()):
            yield [Chat(f"* {format_line(TurnStep(turn, turn + 1))}")]
            yield [Chat(f"* {weather}")]
            turn, left = turn + 1, dict.fromkeys(sides, game.points_per_turn)


def _units(setup: Path) -> Iterator[tuple[str, Piece]]:
    for command in read_save(setup).setup:
        if isinstance(command, AddPiece):
            piece = Piece.parse(command.type, command.state)
            if piece.properties.get(convention.KIND) == "unit":
                yield command.id, piece


def _drag(
    game: Game, dice: random.Random, id_: str, where: dict[str, tuple[str, int, int]]
) -> MovePiece:
    """Drag a unit up to six hexes; from a box it comes to a random hex."""
    board = game.map.board
    map_, x, y = where[id_]
    if map_ == convention.MAP:
        near = [c for c in within(board.hex_at(x, y), 6) if c in game.map.numbering]
    else:
        near = list(game.map.numbering)
    to = (convention.MAP, *board.centre(dice.choice(near)))
    where[id_] = to
    return MovePiece(id_, *to, None, map_, x, y, None, "bench")


def main() -> int:
    """Measure everything and say what kept its promise."""
    game = load_game(games()[0])
    rows: list[tuple[str, list[Run], float, float]] = []
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        build = (sys.executable, "-m", "builder", "build", game.id, "--out", folder)
        rows.append(("module from nothing", [run(*build)], 60, 1024))
        rows.append(("module, unchanged", [run(*build) for _ in range(RUNS)], 3, 1024))
        shutil.rmtree(folder / "cache")
        look = (sys.executable, "-m", "builder", "gallery", game.id, "--out", folder / "gallery")
        rows.append(("all art from nothing", [run(*look) + run(*build)], 90, 1024))
        rows.append(("all art, unchanged", [run(*look) for _ in range(RUNS)], 3, 1024))
        module = next(folder.glob("*.vmod"))
        say(f"{module.name}: {module.stat().st_size / MIB / MIB:.1f} MiB")
        setup = folder / "setup.vsav"  # of these data, not of those that are edited next
        with zipfile.ZipFile(module) as archive:
            first = next(n for n in archive.namelist() if n.endswith(".vsav"))
            setup.write_bytes(archive.read(first))
        save = read_save(setup)
        assert save.module is not None
        rows.append(("module after an edit", [_after_edit(game, folder)], 10, 1024))
        paper = (sys.executable, "-m", "builder", "print", game.id, "--out", folder / "paper")
        rows.append(("all counters as PDF", [run(*paper, "--parts", "counters")], 20, 1024))
        size = (folder / "paper" / "counters.pdf").stat().st_size / 1e6
        say(f"counters.pdf: {size:.2f} MB of 15")
        assert size < 15
        shutil.rmtree(folder / "cache")
        rows.append(("all that is printed", [run(*paper)], 90, 1024))
        log = folder / "thousand.vlog"
        steps = list(random_game(game, setup))[:STEPS]
        write_save(log, save.setup, save.save, save.module, steps=steps)
        report = folder / "report.json"
        audit = (sys.executable, "-m", "assistant", "audit", log, "--format", "json")
        audits = [run(*audit, "--out", report, ok=(0, 1)) for _ in range(RUNS)]
        rows.append((f"audit of {len(steps):,} steps", audits, 2, 1024))
        found = Counter(f["verdict"] for f in json.loads(report.read_text())["findings"])
        say(f"audit: {dict(sorted(found.items()))}")
        assert found["broken"] > 100, "the log is judged"
    return _table(rows)


def _table(rows: list[tuple[str, list[Run], float, float]]) -> int:
    """Print medians against promises; return 1 if one was broken."""
    broken = 0
    for what, runs, wall_s, peak_mib in rows:
        wall = median(r.wall_s for r in runs)
        peak = max(r.peak_mib for r in runs)
        kept = wall <= wall_s and peak <= peak_mib
        broken |= not kept
        verdict = "kept" if kept else "BROKEN"
        say(f"{what:24} {wall:6.2f} s of {wall_s:g} s, {peak:5.0f} MiB of {peak_mib:g}: {verdict}")
    return broken


if __name__ == "__main__":
    sys.exit(main())
