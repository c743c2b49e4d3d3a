"""The owner's own scans: a folder with a map and counters, found and judged before drawing.

::

    DIR/map.png + map.toml     the map, and where a few hexes lie in it
    DIR/counters/ID-front.png  a counter's faces by id; ID.png is a front

``map.toml`` names hexes and the px of their centres (``[hexes]``, such as
``0101 = [212, 318]``), and if need be the part of the scan that counts: ``crop`` (left, top,
right, bottom, or three and more corners ``[x, y]``), ``only_hexes = true`` (what lies around the
hexes stays as drawn). A map scanned in pieces has a ``[[part]]`` with ``file``, ``hexes`` (and
those two) for each; later ones lie over earlier ones. Px count from the top left corner of the
picture as a viewer shows it.

Only heads of pictures are read here; :mod:`~builder.draw.scan_map` and
:mod:`~builder.draw.scan_face` read pixels.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path

from builder.draw.scan_file import (
    COUNTER_CAPS,
    MAP_CAPS,
    SUFFIXES,
    Head,
    file_digest,
    open_scan,
    read_text,
)
from builder.draw.scan_fit import Fit, Pin, fit_pins
from builder.draw.style import Table
from builder.errors import DrawError
from builder.hexgrid import Layout
from builder.model.game import Game, Marker

__all__ = [
    "BACK",
    "FRONT",
    "LEAST_PX",
    "SQUARE",
    "Part",
    "Scans",
    "load_scans",
    "scan_report",
    "scan_summary",
    "with_scans",
]

FRONT, BACK = "front", "back"
SQUARE = 1.06
"""Longest to shortest side of a counter's scan that is cut to a square without a word."""
LEAST_PX = 48
"""Width from which on a counter's scan is worth looking at."""
_TABLE = "map.toml"
_KEYS = ("file", "hexes", "crop", "only_hexes")
_COUNTERS = "counters"
_MOST_FILES = 10_000
_EXAMPLE = "add at least two, such as 0101 = [212, 318] (px of its centre)"
_JUNK = frozenset({"thumbs.db", "desktop.ini"})
_NOTES = (".txt", ".md", ".toml")

Face = tuple[str, str]
"""Id of a unit or marker, and ``front`` or ``back``."""


@dataclass(frozen=True, slots=True)
class Part:
    """A scan of the map, or of a piece of it.

    Args:
        head: The file.
        fit: How it lies on the board.
        crop: Corners of what counts of it, px as shown; ``None`` if all of it does.
        only_hexes: Whether it is shown on hexes only.
    """

    head: Head
    fit: Fit
    crop: tuple[tuple[float, float], ...] | None
    only_hexes: bool


@dataclass(frozen=True, slots=True)
class Scans:
    """Everything found in a folder of scans.

    Args:
        folder: The folder.
        parts: Scans of the map, the lowest first.
        faces: Files by face; markers that look alike share one.
        wanted: Every face that could have a scan, in the order of the data.
        odd: What is odd about the size of some, in words.
        unused: Files that belong to nothing, and why.
        digest: SHA-256 over everything used.
    """

    folder: Path
    parts: tuple[Part, ...]
    faces: Mapping[Face, Path]
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
    parts = _map_parts(found, pictures, others, game)
    faces = _faces(found, others.get(_COUNTERS), game)
    if not parts and not faces:
        raise DrawError(
            f"{folder}: holds neither map.png with {_TABLE} nor a scan in {_COUNTERS}/; "
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


def scan_summary(scans: Scans, report: str) -> list[str]:
    """Return a line for each kind of thing to look at; the report has them one by one.

    Args:
        scans: The scans.
        report: Name of the report's file.
    """
    doubts = [doubt for part in scans.parts for doubt in part.fit.doubts]
    covered = len(scans.wanted) - len(scans.missing)
    said = [f"scans: {'map' if scans.parts else 'no map'}, {covered} of {len(scans.wanted)} faces"]
    named = (
        ("faces without a scan are drawn", [f"{id_}-{side}" for id_, side in scans.missing]),
        ("scans are odd-sized", [each.partition(":")[0] for each in scans.odd]),
        ("files are not used", list(scans.unused)),
    )
    for what, which in named:
        if which:
            few = "; ".join(which[:3]) + ("; ..." if len(which) > 3 else "")
            said.append(f"{len(which)} {what}: {few} (see {report})")
    return said + doubts


def scan_report(scans: Scans) -> list[str]:
    """Return all there is to say about scans, each missing or odd-sized one by name."""
    said = []
    for part in scans.parts:
        fit, name = part.fit, part.head.path.name
        width, height = part.head.size
        said.append(
            f"map: {name}, {width} x {height} px, {fit.kind} by {len(fit.pins)} hexes: "
            f"{fit.hex_px:.2f} px to a hex, turned by {fit.way.turn:.2f} degrees"
        )
        for pin in fit.pins:
            off = fit.off(pin)
            said.append(f"  hex {pin.number}: off by {off:.2f} px, {off / fit.hex_px:.3f} hexes")
        said += [f"  look: {doubt}" for doubt in fit.doubts]
    if not scans.parts:
        said.append("map: no scan; the drawn one is used")
    missing = scans.missing
    covered = len(scans.wanted) - len(missing)
    said.append(f"counters: {covered} of {len(scans.wanted)} faces are scans")
    said += [f"  missing, so drawn: {id_}-{side}" for id_, side in missing]
    said += [f"  odd-sized: {each}" for each in scans.odd]
    said += [f"  not used: {each}" for each in scans.unused]
    return said


def _listed(folder: Path, found: _Found) -> tuple[dict[str, Path], dict[str, Path]]:
    """Return the pictures and the other files of a folder by name in small letters."""
    try:
        entries = []
        for number, entry in enumerate(folder.iterdir()):
            if number >= _MOST_FILES:
                raise DrawError(f"{folder}: holds more than {_MOST_FILES:,} files; is it the right")
            entries.append(entry)
    except OSError as error:
        reason = error.strerror
        raise DrawError(f"{folder}: can't be read as a folder ({reason}); check --art") from None
    pictures: dict[str, Path] = {}
    others: dict[str, Path] = {}
    for entry in sorted(entries):
        name = entry.name.lower()
        if name.startswith((".", "~")) or name in _JUNK:
            continue
        if name.endswith(SUFFIXES):
            if name in pictures:
                raise DrawError(f"{entry}: there is {pictures[name].name} too; keep one")
            pictures[name] = entry
        elif name.endswith(_NOTES) or name == _COUNTERS:
            others[name] = entry
        else:
            found.unused.append(f"{entry.relative_to(found.folder)}: no picture of a known kind")
    return pictures, others


def _map_parts(
    found: _Found, pictures: dict[str, Path], others: Mapping[str, Path], game: Game
) -> tuple[Part, ...]:
    """Find the scans of the map and how they lie."""
    maps = [path for name, path in pictures.items() if name.rpartition(".")[0] == "map"]
    place = others.get(_TABLE)
    if place is None:
        if maps:
            raise DrawError(f"{maps[0]}: there is no {_TABLE} that names hexes in it; {_EXAMPLE}")
        _idle(found, pictures.values())
        return ()
    table = _table(place, found.folder)
    found.used[_TABLE] = file_digest(place)
    tables = list(table.tables("part"))
    if tables and (extra := [key for key in table if key != "part"]):
        raise DrawError(f"{place}: '{extra[0]}' beside [[part]]; put it into a part")
    parts = []
    for number, each in enumerate(tables or [table], 1):
        path = _map_file(each, place, maps, pictures, found.folder)
        pictures.pop(path.name.lower(), None)
        where = f"{place}: part {number}" if tables else str(place)
        parts.append(_part(each, where, path, found.folder, game.map.board))
        found.used[f"map {number}"] = file_digest(path)
    _idle(found, pictures.values())
    return tuple(parts)


def _table(place: Path, folder: Path) -> Table:
    """Read ``map.toml``."""
    try:
        return Table(place, tomllib.loads(read_text(place, folder)))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DrawError(f"{place}: no valid TOML ({error})") from None


def _map_file(
    table: Table, place: Path, maps: list[Path], pictures: Mapping[str, Path], folder: Path
) -> Path:
    """Return the picture that a table is about."""
    if table.get("file") is not None:
        name = table.text("file")
        if name.lower() in pictures:
            return pictures[name.lower()]
        raise DrawError(f"{place}: no picture {name!r} in {folder}; check 'file'")
    if len(maps) != 1:
        names = ", ".join(path.name for path in maps) or "none"
        raise DrawError(f'{place}: which picture is meant? found: {names}; say file = "..."')
    return maps[0]


def _part(table: Table, where: str, path: Path, folder: Path, layout: Layout) -> Part:
    """Read where a scan lies."""
    if odd := [key for key in table if key not in _KEYS]:
        raise DrawError(f"{where}: '{odd[0]}' isn't known; there are {', '.join(_KEYS)}")
    with open_scan(path, folder, MAP_CAPS) as (head, _, _):
        pass
    if table.get("hexes") is None:
        raise DrawError(f"{where}: names no hexes; {_EXAMPLE}")
    pins = list(_pins(table.table("hexes"), where, head, layout))
    only_hexes = table.get("only_hexes")
    if not isinstance(only_hexes, bool | None):
        raise DrawError(f"{where}: only_hexes must be true or false")
    crop = _crop(table.get("crop"), where, head)
    return Part(head, fit_pins(pins, layout, where), crop, bool(only_hexes))


def _pins(hexes: Table, where: str, head: Head, layout: Layout) -> Iterator[Pin]:
    """Yield the hexes that a table names."""
    width, height = head.size
    for number in hexes:
        try:
            cell = layout.numbering.parse(number)
        except ValueError as error:
            raise DrawError(f"{where}: {error}; check [hexes]") from None
        x, y = hexes.point(number)
        if not (isfinite(x) and isfinite(y) and 0 <= x <= width and 0 <= y <= height):
            size = f"{width} x {height}"
            raise DrawError(
                f"{where}: hex {number} at [{x}, {y}] lies outside the scan ({size} px)"
            )
        yield Pin(number, layout.centre(cell), (x, y))


def _crop(given: object, where: str, head: Head) -> tuple[tuple[float, float], ...] | None:
    """Return the corners of the part of a scan that counts."""
    if given is None:
        return None
    corners = _corners(given)
    width, height = head.size
    if corners and all(0 <= x <= width and 0 <= y <= height for x, y in corners):
        return corners
    form = "[left, top, right, bottom], or three or more corners [[x, y], ...]"
    raise DrawError(f"{where}: crop must be {form}, px inside the scan ({width} x {height})")


def _corners(given: object) -> tuple[tuple[float, float], ...]:
    """Return the corners that ``crop`` gives, none if it is malformed."""
    match given:
        case [
            int() | float() as a,
            int() | float() as b,
            int() | float() as c,
            int() | float() as d,
        ]:
            return ((a, b), (c, b), (c, d), (a, d)) if a < c and b < d else ()
        case [_, _, _, *_]:
            corners = []
            for corner in given:
                match corner:
                    case [int() | float() as x, int() | float() as y]:
                        corners.append((float(x), float(y)))
                    case _:
                        return ()
            return tuple(corners)
        case _:
            return ()


def _idle(found: _Found, paths: Iterable[Path]) -> None:
    """Note pictures beside the map that nothing asks for."""
    for path in paths:
        found.unused.append(f"{path.name}: neither map.* nor named in {_TABLE}")


def _faces(found: _Found, folder: Path | None, game: Game) -> dict[Face, Path]:
    """Find the scans of counters."""
    if folder is None:
        return {}
    pictures, others = _listed(folder, found)
    found.unused += [f"{_COUNTERS}/{path.name}: no picture" for path in others.values()]
    faces: dict[Face, Path] = {}
    for name, path in pictures.items():
        face = _face_of(name.rpartition(".")[0], game)
        if face is None:
            found.unused.append(f"{_COUNTERS}/{path.name}: no unit or marker has this id")
        elif face in faces:
            raise DrawError(f"{path}: {faces[face].name} shows the same face; keep one of them")
        else:
            faces[face] = path
    faces = _alike(found, faces, game)
    for path in dict.fromkeys(faces.values()):
        with open_scan(path, found.folder, COUNTER_CAPS) as (head, _, _):
            found.odd += _odd(head)
    digests = {path: file_digest(path) for path in set(faces.values())}
    found.used |= {f"{id_} {side}": digests[path] for (id_, side), path in faces.items()}
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


def _alike(found: _Found, faces: dict[Face, Path], game: Game) -> dict[Face, Path]:
    """Give markers that look alike one scan: the first of them that has one."""
    shared: dict[tuple[object, str], Path] = {}
    made = {face: path for face, path in faces.items() if face[0] in game.units}
    for marker in game.markers.values():
        for side in (FRONT, BACK):
            path = faces.get((marker.id, side))
            if path is None:
                continue
            first = shared.setdefault((_look(marker), side), path)
            if first is not path:
                found.unused.append(f"{_COUNTERS}/{path.name}: {first.name} is shown for all alike")
    for marker in game.markers.values():
        for side in (FRONT, BACK):
            if (look := (_look(marker), side)) in shared:
                made[marker.id, side] = shared[look]
    return made


def _look(marker: Marker) -> tuple[str, str, str]:
    """Return what a marker's picture depends on."""
    return marker.kind, marker.side, marker.name


def _wanted(game: Game) -> Iterator[Face]:
    """Yield every face of a unit, and the front of every marker."""
    for id_ in game.units:
        yield id_, FRONT
        yield id_, BACK
    for id_ in game.markers:
        yield id_, FRONT


def _odd(head: Head) -> Iterator[str]:
    """Say what is odd about the size of a counter's scan."""
    width, height = head.size
    name = f"{_COUNTERS}/{head.path.name}"
    if max(width, height) > SQUARE * min(width, height):
        yield f"{name}: {width} x {height} px is no square; shown whole, with clear margins"
    if min(width, height) < LEAST_PX:
        yield f"{name}: {width} x {height} px is less than {LEAST_PX} px; enlarged"
