"""From a game's data to its module, stage by stage.

::

    source_data/<game> ──read──► Game ──plan──► Plan ──draw──► pictures ──pack──► module
    art/<game> ────────────────────────────────────────┘

What goes in is remembered beside the result; if neither has changed, nothing is done.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from importlib.metadata import version
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread

import builder
from builder.draw.scan import Scans, load_scans, with_scans
from builder.draw.scan_report import scan_report, scan_summary
from builder.draw.style import art_root, load_style
from builder.errors import WargameError
from builder.model.game import Game
from builder.model.load import game_folder, load_game_from_files, read_edition
from builder.module.assemble import module_entries, picture_memory
from builder.module.picture import PANEL_PX
from builder.module.pictures import PROOF_IMAGE, draw_pictures, picture_jobs
from builder.module.plan import picture_names, plan
from builder.vassal.archive import archive_bytes, write_atomically

__all__ = ["Built", "Progress", "build_module"]

Progress = Callable[[str, int, int], None]
"""Called with a stage's name, how many of its parts are done, and how many there are."""

_MAX_JOBS = 4
_LIBRARIES = ("pillow", "shapely", "lxml")


@dataclass(frozen=True, slots=True)
class Built:
    """A module that stands on the disk.

    Args:
        path: The file.
        fresh: Whether it was written now; else it was already as it should be.
        size: Bytes.
        memory: Bytes its pictures take in VASSAL, 0 if it wasn't written now.
        notes: What an overlay held that changes nothing, a line each.
    """

    path: Path
    fresh: bool
    size: int
    memory: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Inputs:
    """Everything that a module depends on.

    Args:
        data: The game's data files, with the figures of an overlay in them.
        art: Its art files.
        fingerprint: SHA-256 over both, the scans, the program and the libraries it draws with.
        notes: What the overlay held that changes nothing.
        scans: The owner's scans, if any.
    """

    data: Mapping[str, bytes]
    art: Path
    fingerprint: str
    notes: tuple[str, ...] = ()
    scans: Scans | None = None


def build_module(
    game_id: str,
    out: Path,
    progress: Progress | None = None,
    *,
    overlay: Path | None = None,
    scans: Path | None = None,
) -> Built:
    """Build a game's module, unless it is already there and up to date.

    Args:
        game_id: Name of the game's folder, with hyphens.
        out: Folder for the module; made if missing.
        progress: Told what is going on.
        overlay: Folder of an owner's sheets that are laid over the data.
        scans: Folder of an owner's scans that are laid over the drawn art. What became of each
            is written beside the module, and so is a picture that proves how the map lies.

    Returns:
        Where the module is. On any error the folder holds what it held before.

    Raises:
        WargameError: Unknown game, data or art at fault, folder unusable.
    """
    tell = progress or (lambda *_: None)
    inputs = _read_inputs(game_id, overlay)
    game = load_game_from_files(inputs.data)
    if scans is not None:
        inputs = _add_scans(inputs, load_scans(scans, game))
        game = _game(inputs)
    _make_folder(out)
    path = out / f"{game.id}-{game.version}.vmod"
    record = out / ".cache" / f"{path.stem if game.private else game.id}.json"
    proof = path.with_name(f"{path.stem}-{PROOF_IMAGE}")
    report = path.with_name(f"{path.stem}-scans.txt")
    notes = (*inputs.notes, *_scan_notes(inputs.scans, report))
    proved = not _has_map(inputs.scans) or proof.is_file()
    if (size := _is_current(path, record, inputs.fingerprint)) is not None and proved:
        _write_report(inputs.scans, report)
        return Built(path, fresh=False, size=size, notes=notes)
    pictures = _draw(game, inputs, tell)
    proved_by = pictures.pop(PROOF_IMAGE, None)
    memory = picture_memory(pictures)
    tell("pack", 0, 1)
    licence = _licence(inputs.art)
    content = archive_bytes(module_entries(plan(game, PANEL_PX), pictures, inputs.data, licence))
    write_atomically(path, content)
    if proved_by is not None:
        write_atomically(proof, proved_by)
    _write_report(inputs.scans, report)
    _remember(record, path, content, inputs.fingerprint)
    tell("pack", 1, 1)
    return Built(path, fresh=True, size=len(content), memory=memory, notes=notes)


def _read_inputs(game_id: str, overlay: Path | None = None) -> _Inputs:
    """Read the data and take the fingerprint of everything else."""
    folder = game_folder(game_id)
    edition = read_edition(game_id, overlay=overlay)
    data = edition.files
    root = art_root()
    art = root / folder.name
    total = hashlib.sha256()
    for name in _LIBRARIES:
        total.update(f"{name} {version(name)}\n".encode())
    parts: list[tuple[str, bytes]] = list(data.items())
    for where in (art, root / "fonts", root / "symbols"):
        parts += _files(where, root, "*")
    package = Path(builder.__file__).parent
    parts += [part for part in _files(package, package, "*.py") if not part[0].startswith("_data")]
    for name, content in parts:
        total.update(f"{name} {len(content)}\n".encode())
        total.update(content)
    return _Inputs(data, art, total.hexdigest(), edition.notes)


def _add_scans(inputs: _Inputs, scans: Scans) -> _Inputs:
    """Return the inputs with scans among them."""
    both = hashlib.sha256(f"{inputs.fingerprint} {scans.digest}".encode())
    return replace(inputs, scans=scans, fingerprint=both.hexdigest())


def _game(inputs: _Inputs) -> Game:
    """Return the game that the inputs make."""
    game = load_game_from_files(inputs.data)
    return with_scans(game, inputs.scans) if inputs.scans else game


def _has_map(scans: Scans | None) -> bool:
    return scans is not None and bool(scans.parts)


def _scan_notes(scans: Scans | None, report: Path) -> list[str]:
    """Return what of the scans is worth a line."""
    return scan_summary(scans, str(report)) if scans else []


def _write_report(scans: Scans | None, report: Path) -> None:
    """Write what became of each scan."""
    if scans:
        write_atomically(report, ("\n".join(scan_report(scans)) + "\n").encode())


def _files(folder: Path, root: Path, pattern: str) -> Iterable[tuple[str, bytes]]:
    """Yield name and content of the files below a folder, in a fixed order.

    Raises:
        WargameError: A file can't be read.
    """
    try:
        return [
            (path.relative_to(root).as_posix(), path.read_bytes())
            for path in sorted(folder.rglob(pattern))
            if path.is_file()
        ]
    except OSError as error:
        raise WargameError(f"{error.filename}: can't be read ({error.strerror})") from None


def _make_folder(out: Path) -> None:
    """Make the folder of the result.

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


def _is_current(path: Path, record: Path, fingerprint: str) -> int | None:
    """Return the size of the module if it is what these inputs give, None otherwise.

    The record is never trusted alone: the module itself must have the SHA-256 noted there.
    """
    try:
        noted = json.loads(record.read_bytes())
        content = path.read_bytes()
    except (OSError, ValueError):
        return None
    expected = {
        "inputs": fingerprint,
        "module": path.name,
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    return len(content) if noted == expected else None


def _remember(record: Path, path: Path, content: bytes, fingerprint: str) -> None:
    """Note what the module was made from."""
    noted = {
        "inputs": fingerprint,
        "module": path.name,
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    _make_folder(record.parent)
    write_atomically(record, json.dumps(noted, indent=1).encode())


def _draw(game: Game, inputs: _Inputs, tell: Progress) -> dict[str, bytes]:
    """Draw every picture, in several processes where there are processors for them.

    Raises:
        WargameError: The style lacks something, or a process was ended from outside.
    """
    names = picture_names(plan(game, PANEL_PX))
    if _has_map(inputs.scans):
        names.append(PROOF_IMAGE)
    jobs = picture_jobs(names)
    workers = min(_processors(), _MAX_JOBS, len(jobs))
    found: dict[str, bytes] = {}
    tell("draw", 0, len(names))
    if workers == 1:
        for job in jobs:
            found |= _draw_job(inputs, job)
            tell("draw", len(found), len(names))
        return found
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=_end_with_parent) as pool:
        waiting = [pool.submit(_draw_job, inputs, job) for job in jobs]
        try:
            for done in as_completed(waiting):
                found |= done.result()
                tell("draw", len(found), len(names))
        except BrokenProcessPool:
            raise WargameError(
                "drawing was ended from outside; is there too little memory?"
            ) from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                process.terminate()
            raise
    return found


def _end_with_parent() -> None:
    """Let a drawing process end when it is interrupted, or when its parent is no more.

    Without this, processes whose parent was killed would wait for work for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = parent_process()
    if parent is not None:
        Thread(target=_outlive, args=(parent,), daemon=True).start()


def _outlive(parent: BaseProcess) -> None:
    """End this process as soon as another one has ended."""
    parent.join()
    os._exit(1)


def _processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _draw_job(inputs: _Inputs, names: tuple[str, ...]) -> dict[str, bytes]:
    """Draw some pictures, in whatever process."""
    made = plan(_game(inputs), PANEL_PX)
    return draw_pictures(made, load_style(inputs.art), names, inputs.scans)


def _licence(art: Path) -> bytes:
    """Return the licence of the lettering, which travels with every picture of it."""
    path = art.parent / "fonts" / "LICENSE.txt"
    try:
        return path.read_bytes()
    except OSError as error:
        raise WargameError(f"{path}: can't be read ({error.strerror}); restore the file") from None
