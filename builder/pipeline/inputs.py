"""What everything that is built depends on: data, art, scans, program and libraries."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from itertools import islice
from pathlib import Path

from PIL import features

import builder
from builder.draw.scan import Scans, load_scans, with_scans
from builder.draw.scan_file import SUFFIXES
from builder.draw.scan_report import scan_summary
from builder.draw.style import Style, art_root, load_style
from builder.errors import WargameError
from builder.model.game import Game
from builder.model.load import game_folder, load_game_from_files, read_edition

__all__ = ["Inputs", "Shop", "check_unchanged", "open_shop", "read_inputs", "spare_scans"]

_MOST_SCANS = 20_000
_LIBRARIES = ("pillow", "shapely", "lxml", "reportlab")
_SHARED = ("fonts", "symbols", "print")  # folders of art that serve every game
_FEATURES = ("freetype2", "raqm", "libjpeg_turbo", "zlib")


@dataclass(frozen=True, slots=True)
class Inputs:
    """All that goes in.

    Args:
        data: The game's data files, with the figures of an overlay in them.
        art: Folder of its art files.
        program: SHA-256 over art, program and libraries.
        fingerprint: SHA-256 over that, the data and the scans.
        notes: What the overlay held that changes nothing, a line each.
        scans: The owner's scans, if any.
        stamp: When the files of art, scans and program were changed last; empty: nobody asks.
    """

    data: Mapping[str, bytes]
    art: Path
    program: str
    fingerprint: str
    notes: tuple[str, ...] = ()
    scans: Scans | None = None
    stamp: str = ""

    @property
    def scanned_map(self) -> bool:
        """Whether there is a scan of the map."""
        return self.scans is not None and bool(self.scans.parts)

    def all_notes(self, report: Path, proof: Path) -> tuple[str, ...]:
        """Return what an owner should know of his sheets and scans; more is in two files."""
        said = scan_summary(self.scans, str(report)) if self.scans else []
        if self.scanned_map:
            said.append(f"look at {proof}: our grid over your map shows whether it lies right")
        return (*self.notes, *said)


@dataclass(frozen=True, slots=True)
class Shop:
    """What drawing works with: the game, how it looks, the scans."""

    game: Game
    style: Style
    scans: Scans | None = None

    @property
    def scan_facts(self) -> str:
        """What stands for the scans among the facts of a recipe."""
        return self.scans.digest if self.scans else ""


def read_inputs(game_id: str, overlay: Path | None = None, scans: Path | None = None) -> Inputs:
    """Read what a build depends on, and check it.

    Args:
        game_id: Name of the game's folder, with hyphens.
        overlay: Folder of an owner's sheets that are laid over the data.
        scans: Folder of an owner's scans that are laid over the drawn art.

    Raises:
        WargameError: Unknown game; data, art, sheets or scans at fault.
    """
    folder = game_folder(game_id)
    root = art_root()
    art = root / folder.name
    stamp = _stamp(art, scans)
    edition = read_edition(game_id, overlay=overlay)
    found = load_scans(scans, load_game_from_files(edition.files)) if scans else None
    program = hashlib.sha256("\n".join(_versions()).encode())
    package = Path(builder.__file__).parent
    for where in (art, *(root / name for name in _SHARED)):
        _add(program, _files(where, root, "*"))
    code = _files(package, package, "*.py")
    _add(program, ((name, content) for name, content in code if not name.startswith("_data")))
    everything = program.copy()
    _add(everything, edition.files.items())
    if found:
        everything.update(found.digest.encode())
    return Inputs(
        data=edition.files,
        art=art,
        program=program.hexdigest(),
        fingerprint=everything.hexdigest(),
        notes=edition.notes,
        scans=found,
        stamp=stamp,
    )


def spare_scans(scans: Path, out: Path) -> None:
    """Check that nothing is written into a folder of scans, or into one below it.

    Raises:
        WargameError: It would be.
    """
    if out.resolve().is_relative_to(scans.resolve()):
        raise WargameError(f"{out}: holds your scans; give another folder with --out")


def check_unchanged(inputs: Inputs) -> None:
    """Check that art, scans and program are still what they were when the inputs were read.

    Drawing processes read them again: what they draw after an edit must not be kept as what
    was drawn before it.

    Raises:
        WargameError: Somebody has changed a file.
    """
    scans = inputs.scans.folder if inputs.scans else None
    if inputs.stamp and inputs.stamp != _stamp(inputs.art, scans):
        where = f"{inputs.art} or {scans}" if scans else f"{inputs.art}"
        raise WargameError(
            f"{where}: art or program was changed while it was drawn from; run this again"
        )


def open_shop(inputs: Inputs) -> Shop:
    """Return what drawing works with.

    Raises:
        WargameError: Data or art at fault.
    """
    game = load_game_from_files(inputs.data)
    if inputs.scans:
        game = with_scans(game, inputs.scans)
    return Shop(game, load_style(inputs.art), inputs.scans)


def _stamp(art: Path, scans: Path | None) -> str:
    """Return SHA-256 over names, sizes and times of the files of art, scans and program."""
    total, root, package = hashlib.sha256(), art.parent, Path(builder.__file__).parent
    found = [
        *(path for each in (art, *(root / name for name in _SHARED)) for path in each.rglob("*")),
        *package.rglob("*.py"),
        *(islice(_scan_files(scans), _MOST_SCANS) if scans else ()),
    ]
    for path in sorted(found):
        with suppress(OSError):
            stat = path.stat()
            facts = (path, stat.st_mode, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns)
            if path.is_file():
                total.update(f"{facts}\n".encode("utf-8", "surrogateescape"))
    return total.hexdigest()


def _scan_files(folder: Path, depth: int = 1) -> Iterator[Path]:
    """Yield the files that count in a folder of scans, and in the folders in it."""
    with suppress(OSError):
        for path in folder.iterdir():
            if path.name.lower().endswith((*SUFFIXES, ".toml")):
                yield path
            elif depth and path.is_dir():
                yield from _scan_files(path, depth - 1)


def _versions() -> Iterator[str]:
    """Yield the versions of what draws and packs."""
    for name in _LIBRARIES:
        yield f"{name} {version(name)}"
    for name in _FEATURES:
        yield f"{name} {features.version(name)}"


def _add(total: hashlib._Hash, files: Iterable[tuple[str, bytes]]) -> None:
    """Take names and contents of files into a hash."""
    for name, content in files:
        total.update(f"{name} {len(content)}\n".encode("utf-8", "surrogateescape"))
        total.update(content)


def _files(folder: Path, root: Path, pattern: str) -> Iterable[tuple[str, bytes]]:
    """Return name and content of the files below a folder, in a fixed order.

    Raises:
        WargameError: A file can't be read, or there is something else, such as a pipe.
    """
    found = [path for path in sorted(folder.rglob(pattern)) if not path.is_dir()]
    try:
        for path in found:
            if path.exists() and not path.is_file():  # a pipe never ends
                raise WargameError(f"{path}: isn't an ordinary file; remove it")
        return [(p.relative_to(root).as_posix(), p.read_bytes()) for p in found if p.is_file()]
    except OSError as error:
        raise WargameError(f"{error.filename}: can't be read ({error.strerror})") from None
