"""The owner's own scans: a folder with a map and counters, found and judged before drawing.

::

    DIR/map.png + map.toml        the map, and where a few hexes lie in it
    DIR/counters/ID-front.png     a counter's faces by id; ID.png is a front
    DIR/sheets.toml + pictures    whole sheets of counters, to be cut by the program

Only heads of pictures are read here; :mod:`~builder.draw.scan_map` and
:mod:`~builder.draw.scan_face` read pixels.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from builder.draw.scan_file import COUNTER_CAPS, SUFFIXES, file_digest, open_scan
from builder.draw.scan_sheet import BACK, FRONT, Cut, Sheet, read_sheets
from builder.draw.scan_table import EXAMPLE, Part, map_parts
from builder.errors import DrawError
from builder.model.game import Game, Marker

__all__ = ["BACK", "FRONT", "LEAST_PX", "SQUARE", "Face", "Scans", "load_scans", "with_scans"]

SQUARE = 1.06
"""Longest to shortest side of a counter's scan that is cut to a square without a word."""
LEAST_PX = 48
"""Width from which on a counter's scan is worth looking at."""
_MAP, _SHEETS, _COUNTERS = "map.toml", "sheets.toml", "counters"
_MOST_FILES = 10_000
_JUNK = frozenset({"thumbs.db", "desktop.ini"})
_NOTES = (".txt", ".md", ".toml", ".csv")

Face = tuple[str, str]
"""Id of a unit or marker, and ``front`` or ``back``."""


@dataclass(frozen=True, slots=True)
class Scans:
    """Everything found in a folder of scans.

    Args:
        folder: The folder.
        parts: Scans of the map, the lowest first.
        faces: Where each face is seen; markers that look alike share one.
        wanted: Every face that could have a scan, in the order of the data.
        odd: What is odd about the size of some, in words.
        unused: Files that belong to nothing, and why.
        digest: SHA-256 over everything used.
    """

    folder: Path
    parts: tuple[Part, ...]
    faces: Mapping[Face, Cut]
    wanted: tuple[Face, ...]
    odd: tuple[str, ...]
    unused: tuple[str, ...]
    digest: str

    @property
    def missing(self) -> tuple[Face, ...]:
        """The faces without a scan: they are drawn."""
        return tuple(face for face in self.wanted if face not in self.faces)


@dataclass(slots=True)
class _Found:
    """What is gathered while a folder is read."""

    folder: Path
    unused: list[str] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    used: dict[str, str] = field(default_factory=dict)
    digests: dict[Path, str] = field(default_factory=dict)

    def use(self, role: str, path: Path, how: str = "") -> None:
        """Note that a file is used."""
        if path not in self.digests:
            self.digests[path] = file_digest(path)
        self.used[role] = f"{self.digests[path]} {how}"

    def name(self, path: Path) -> str:
        """Return a file's name within the folder."""
        return path.relative_to(self.folder).as_posix()


def load_scans(folder: Path, game: Game) -> Scans:
    """Find and judge the scans in a folder.

    Args:
        folder: The folder; nothing in it is changed.
        game: Whose map and counters they are.

    Raises:
        DrawError: No folder, nothing in it, a picture that can't be used, hexes that don't fit.
    """
    found = _Found(folder)
    pictures, others = _listed(folder, found)
    parts = _map(found, pictures, others, game)
    sheets = read_sheets(others[_SHEETS], folder, pictures) if _SHEETS in others else ()
    taken = {part.head.path for part in parts} | {sheet.head.path for sheet in sheets}
    found.unused += [
        f"{path.name}: neither map.* nor named in {_MAP} or {_SHEETS}"
        for path in pictures.values()
        if path not in taken
    ]
    faces = _faces(found, sheets, others.get(_COUNTERS), game)
    if not parts and not faces:
        raise DrawError(
            f"{folder}: holds neither map.png with {_MAP} nor a scan of a counter in {_COUNTERS}/; "
            "see 'Scans of your own copy' in the README"
        )
    total = hashlib.sha256()
    for role, digest in sorted(found.used.items()):
        total.update(f"{role} {digest}\n".encode())
    return Scans(
        folder=folder,
        parts=parts,
        faces=faces,
        wanted=tuple(_wanted(game)),
        odd=tuple(found.odd),
        unused=tuple(sorted(found.unused)),
        digest=total.hexdigest(),
    )


def with_scans(game: Game, scans: Scans) -> Game:
    """Return the game as it is called with scans: a private copy, with a version of its own.

    Args:
        game: The game, perhaps with an owner's figures in it already.
        scans: What its pictures are made of.

    Returns:
        The same game; its version ends in ``+art.`` (``.art.`` after another such suffix) and
        the first digits of the scans' digest, and its About says what they are.
    """
    covered = len(scans.wanted) - len(scans.missing)
    what = [f"{covered} faces of counters"] if covered else []
    if scans.parts:
        what.insert(0, "the map")
    about = (
        f"PRIVATE COPY, NOT FOR DISTRIBUTION: {' and '.join(what)} are scans of the owner's "
        f"printed game. {game.about.strip()}"
    )
    dot = "." if "+" in game.version else "+"
    version = f"{game.version}{dot}art.{scans.digest[:4]}"
    return replace(game, version=version, about=about, private=True)


def _listed(folder: Path, found: _Found) -> tuple[dict[str, Path], dict[str, Path]]:
    """Return the pictures and the other files of a folder by name in small letters."""
    entries: list[Path] = []
    try:
        for entry in folder.iterdir():
            entries.append(entry)
            if len(entries) > _MOST_FILES:
                raise DrawError(f"{folder}: holds more than {_MOST_FILES:,} files; check --art")
    except OSError as error:
        reason = error.strerror
        raise DrawError(f"{folder}: can't be read as a folder ({reason}); check --art") from None
    pictures: dict[str, Path] = {}
    others: dict[str, Path] = {}
    for entry in sorted(entries):
        name = entry.name.lower()
        kind = pictures if name.endswith(SUFFIXES) else others
        if name.startswith((".", "~")) or name in _JUNK:
            continue
        if name in kind:
            raise DrawError(f"{entry}: there is {kind[name].name} too; keep one of them")
        if kind is others and name != _COUNTERS and not name.endswith(_NOTES):
            found.unused.append(f"{found.name(entry)}: no picture of a known kind")
        kind[name] = entry
    return pictures, others


def _map(
    found: _Found, pictures: Mapping[str, Path], others: Mapping[str, Path], game: Game
) -> tuple[Part, ...]:
    """Find the scans of the map."""
    if _MAP not in others:
        maps = [path for name, path in pictures.items() if name.rpartition(".")[0] == "map"]
        if maps:
            raise DrawError(f"{maps[0]}: there is no {_MAP} beside it; {EXAMPLE}")
        return ()
    parts = map_parts(others[_MAP], found.folder, pictures, game.map.board)
    found.use(_MAP, others[_MAP])
    for number, part in enumerate(parts, 1):
        found.use(f"map {number}", part.head.path)
    return parts


def _faces(
    found: _Found, sheets: Iterable[Sheet], folder: Path | None, game: Game
) -> dict[Face, Cut]:
    """Find the scans of counters: cut from sheets, then single ones, which count more."""
    faces = _sheet_faces(found, sheets, game)
    faces |= _single_faces(found, folder, game) if folder else {}
    faces = _alike(found, faces, game)
    for path in dict.fromkeys(cut.path for cut in faces.values() if cut.corners is None):
        with open_scan(path, found.folder, COUNTER_CAPS) as (head, _, _):
            found.odd += _odd(found.name(path), *head.size)
    for (id_, side), cut in faces.items():
        found.use(f"{id_} {side}", cut.path, str(cut.corners or ""))
    return faces


def _sheet_faces(found: _Found, sheets: Iterable[Sheet], game: Game) -> dict[Face, Cut]:
    """Find the faces that lie on whole sheets."""
    faces: dict[Face, Cut] = {}
    for sheet in sheets:
        for id_, cut in sheet.cuts.items():
            face = (id_, sheet.side)
            if id_ not in game.units and id_ not in game.markers:
                raise DrawError(f"{sheet.where}: no unit or marker has the id {id_!r:.60}")
            if face in faces:
                raise DrawError(f"{sheet.where}: {id_}-{sheet.side} lies on another sheet too")
            faces[face] = cut
        for cut in list(sheet.cuts.values())[:1]:
            size = round(cut.longest_px), round(cut.side_px)
            found.odd += _odd(f"{found.name(cut.path)}, each counter", *size)
    return faces


def _single_faces(found: _Found, folder: Path, game: Game) -> dict[Face, Cut]:
    """Find the faces that have a picture of their own."""
    pictures, others = _listed(folder, found)
    found.unused += [f"{found.name(path)}: no picture" for path in others.values()]
    faces: dict[Face, Cut] = {}
    for name, path in pictures.items():
        face = _face_of(name.rpartition(".")[0], game)
        if face is None:
            found.unused.append(f"{found.name(path)}: no unit or marker has this id")
        elif face in faces:
            other = faces[face].path.name
            raise DrawError(f"{path}: {other} shows the same face; keep one of them")
        else:
            faces[face] = Cut(path)
    return faces


def _face_of(stem: str, game: Game) -> Face | None:
    """Return the face that a file is named after.

    >>> from types import SimpleNamespace as of
    >>> game = of(units={"a-1": 0}, markers={"turn": 0})
    >>> _face_of("a-1-back", game), _face_of("turn", game), _face_of("turn-up", game)
    (('a-1', 'back'), ('turn', 'front'), None)
    """
    id_, dash, side = stem.rpartition("-")
    if dash and side in (FRONT, BACK) and (id_ in game.units or id_ in game.markers):
        return id_, side
    return (stem, FRONT) if stem in game.units or stem in game.markers else None


def _alike(found: _Found, faces: dict[Face, Cut], game: Game) -> dict[Face, Cut]:
    """Give markers that look alike one scan: the first of them that has one."""
    shared: dict[tuple[object, str], Cut] = {}
    made = {face: cut for face, cut in faces.items() if face[0] in game.units}
    each = [(marker, side) for marker in game.markers.values() for side in (FRONT, BACK)]
    for marker, side in each:
        cut = faces.get((marker.id, side))
        first = shared.setdefault((_look(marker), side), cut) if cut else None
        if cut and first and first is not cut and cut.corners is None:
            name = first.path.name
            found.unused.append(f"{found.name(cut.path)}: {name} is shown for all alike")
    for marker, side in each:
        if (look := (_look(marker), side)) in shared:
            made[marker.id, side] = shared[look]
    return made


def _look(marker: Marker) -> tuple[str, str, str]:
    """Return what a marker's picture depends on."""
    return marker.kind, marker.side, marker.name


def _wanted(game: Game) -> Iterator[Face]:
    """Yield both faces of every unit and marker."""
    for id_ in (*game.units, *game.markers):
        yield id_, FRONT
        yield id_, BACK


def _odd(name: str, width: int, height: int) -> Iterator[str]:
    """Say what is odd about the size of a counter's scan."""
    if max(width, height) > SQUARE * min(width, height):
        yield f"{name}: {width} x {height} px is no square; shown whole, with clear margins"
    if min(width, height) < LEAST_PX:
        yield f"{name}: {width} x {height} px is less than {LEAST_PX} px; enlarged"
