"""Time and memory of the codec, held against what was promised.

``python tests/bench/codec.py`` runs it; files given as arguments are parsed too, otherwise the
largest real logs, where the corpus is present. ``--peer COMMAND`` times another reader on the
same files, such as ``--peer "python3.12 vsavdump.py"``; each file is added to the command.

A full parse takes apart commands, pieces, and the type and state of every trait. Seconds are
those of the processor (user and system), the least of some runs, each in a process of its own.
"""

from __future__ import annotations

import argparse
import gc
import math
import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.vassal import AddPiece, ChangePiece, Chat, MovePiece, Piece, read_save, write_save
from builder.vassal.command import Plain
from builder.vassal.metadata import ModuleData, SaveData
from builder.vassal.opened import open_file
from builder.vassal.trait import BasicPiece, Layer, Stack

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus" / "vlog"
STEPS = (100, 1_000, 10_000, 40_000, 100_000)
MAX_EXPONENT = 1.1
TIMED_STEPS = 40_000
MAX_TIMED_S = 10.0
LARGE = 1_000_000  # bytes of a packed log that is worth comparing
MIN_PEER_RATIO = 3.0
MIB = 1024
RUNS = 3


@dataclass(frozen=True)
class Run:
    """One finished process: processor seconds, peak memory in MiB."""

    cpu_s: float
    peak_mib: float


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def measure(command: Sequence[str]) -> Run:
    """Run a command to its end.

    Raises:
        SystemExit: It failed.
    """
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{shlex.join(command)} ended with status {child.returncode}")
    return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / MIB)


def best(command: Sequence[str], runs: int = RUNS) -> Run:
    """Return the least time and the least memory of some runs."""
    found = [measure(command) for _ in range(runs)]
    return Run(min(run.cpu_s for run in found), min(run.peak_mib for run in found))


def parse(path: Path) -> int:
    """Take a file apart to the last field; return how many fields of traits there are."""
    log = read_save(path)
    commands = [*log.setup, *(each for step in log.steps for each in step.commands)]
    pieces: dict[str, Piece] = {}
    count = 0
    for command in commands:
        match command:
            case AddPiece(id=piece):
                found = pieces[piece] = command.piece
            case ChangePiece(id=piece, new_state=state) if piece in pieces:
                found = pieces[piece] = pieces[piece].with_state(state)
            case _:
                continue
        for trait in found.parsed:
            count += len(getattr(trait, "state_fields", ())) or 1
    return count


def log_of(path: Path, steps: int) -> None:
    """Write a log with so many steps: drags with their report, flips and rolls."""
    placed = Piece.of(
        Layer(images=("a.png", "b.png"), name="Step", increase_key="70,130"),
        BasicPiece("", "1st Infantry", "1", "Main Map", 100, 100, (("OldLocationName", "0101"),)),
    )
    flipped = Piece.of(
        Layer(images=("a.png", "b.png"), name="Step", increase_key="70,130", level="2"),
        BasicPiece("", "1st Infantry", "1", "Main Map", 100, 100, (("OldLocationName", "0101"),)),
    )
    stack = Piece.of(Stack("Main Map", 100, 100, ("1",)))
    setup = [AddPiece("1", placed.type, placed.state), AddPiece("2", stack.type, stack.state)]
    kinds: tuple[list[Plain], ...] = (
        [
            MovePiece("1", "Main Map", 152, 130, None, "Main Map", 100, 100, "2", "somebody-1"),
            Chat("* 1st Infantry moves 0101 -> 0202 *"),
        ],
        [ChangePiece("1", flipped.state, placed.state), Chat("* 0202: 1st Infantry flips")],
        [Chat("*** 2d6 = 3,4 *** &lt;Ann&gt;")],
    )
    played = (kinds[number % 3] for number in range(steps))
    write_save(path, setup, SaveData("1"), ModuleData("Bench", "1"), steps=played)


def scale(folder: Path) -> bool:
    """Time logs of growing length; return whether the promises hold."""
    points: list[tuple[float, float]] = []
    whole = Run(0, 0)
    for steps in STEPS:
        path = folder / f"{steps}.vlog"
        log_of(path, steps)
        seconds = min(_seconds(path) for _ in range(RUNS))
        points.append((math.log(steps), math.log(seconds)))
        run = best([sys.executable, __file__, "--parse", str(path)])
        whole = run if steps == TIMED_STEPS else whole
        say(
            f"{steps:>7} steps: parse {seconds:7.3f} s; "
            f"process {run.cpu_s:5.2f} s, {run.peak_mib:.0f} MiB"
        )
    exponent = slope(points)
    say(f"time grows with exponent {exponent:.2f} (at most {MAX_EXPONENT})")
    return exponent <= MAX_EXPONENT and whole.cpu_s <= MAX_TIMED_S


def _seconds(path: Path) -> float:
    gc.collect()
    started = time.process_time()
    parse(path)
    return time.process_time() - started


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Return the slope of the line through the points, by least squares."""
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    rise = sum((x - mean_x) * (y - mean_y) for x, y in points)
    return rise / sum((x - mean_x) ** 2 for x, _ in points)


def compare(paths: Sequence[Path], peer: str) -> bool:
    """Time real files, with another reader beside; return whether the promises hold."""
    kept = True
    for path in paths:
        ours = best([sys.executable, __file__, "--parse", str(path)])
        door = best([sys.executable, __file__, "--open", str(path)])
        say(f"{path.name}: parse {ours.cpu_s:.2f} s, {ours.peak_mib:.0f} MiB; "
            f"open with all remarks {door.cpu_s:.2f} s, {door.peak_mib:.0f} MiB")  # fmt: skip
        if peer:
            theirs = best([*shlex.split(peer), str(path)])
            ratio = theirs.cpu_s / ours.cpu_s
            say(f"{'':4}peer  {theirs.cpu_s:.2f} s, {theirs.peak_mib:.0f} MiB: {ratio:.1f} times")
            kept &= ratio >= MIN_PEER_RATIO and ours.peak_mib <= theirs.peak_mib
    return kept


def main() -> None:
    """Measure, print, and fail if a promise isn't kept."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("files", nargs="*", type=Path)
    arguments.add_argument("--peer", default="", metavar="COMMAND")
    arguments.add_argument("--parse", action="store_true", help="only parse the files")
    arguments.add_argument("--open", action="store_true", help="only open the files")
    given = arguments.parse_args()
    if given.parse or given.open:
        for path in given.files:
            say(str(parse(path) if given.parse else open_file(path).kind))
        return
    found = sorted(CORPUS.glob("shrimpbot__*"))
    files = given.files or [path for path in found if path.stat().st_size > LARGE]
    kept = compare(files, given.peer)
    with tempfile.TemporaryDirectory() as folder:
        kept &= scale(Path(folder))
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MIB
    say(f"{'all promises kept' if kept else 'NOT ALL PROMISES KEPT'} (bench itself {own:.0f} MiB)")
    if not kept:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
