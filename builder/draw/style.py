"""The look of a game, read from the files in ``art``.

``art/fonts`` and ``art/symbols`` serve every game; ``art/<game>`` holds its colours
(``style.toml``), its map (``map.toml``) and its markers (``markers.toml``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from builder.draw.canvas import Colour, Point
from builder.draw.symbol import Symbol, load_symbols
from builder.draw.text import Fonts
from builder.errors import DrawError

__all__ = [
    "PATTERNS",
    "Bar",
    "Scheme",
    "Style",
    "Table",
    "art_root",
    "load_style",
    "parse_colour",
    "read_table",
]

PATTERNS = {"solid": 1, "halves": 2, "thirds": 2, "blocks": 2, "layers": 2}
"""How a formation's bar is divided, and how many colours that takes."""


def art_root() -> Path:
    """Return the folder ``art``: of the checkout, or the copy inside an installed wheel.

    Raises:
        DrawError: There is neither.
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_data" / "art", package.parent / "art"):
        if (folder / "fonts").is_dir():
            return folder
    raise DrawError(f"no folder 'art' beside or inside {package}; install the program anew")


def parse_colour(text: str) -> Colour | None:
    """Return ``#rrggbb`` or ``#rrggbbaa`` as a colour, ``None`` if it isn't one.

    >>> parse_colour("#ff8000")
    (255, 128, 0, 255)
    """
    digits = text.removeprefix("#")
    if digits == text or len(digits) not in (6, 8) or not set(digits) <= set("0123456789abcdef"):
        return None
    r, g, b, a = (int((digits + "ff")[i : i + 2], 16) for i in (0, 2, 4, 6))
    return r, g, b, a


def _finite(value: object) -> float | None:
    """Return a number as one to reckon with, ``None`` if it is none or too large.

    >>> _finite(2), _finite(True), _finite(float("inf")), _finite(10**400)
    (2.0, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if isfinite(value) else None
    except OverflowError:
        return None


class Table:
    """A table of a style file whose entries are read by dotted names.

    Every access names the file and the entry in its error.
    """

    def __init__(self, path: Path, values: Mapping[str, object], prefix: str = "") -> None:
        """Wrap the parsed values of a file (or of the part of it called ``prefix``)."""
        self._path = path
        self._values = values
        self._prefix = prefix

    def fault(self, key: str, what: str) -> DrawError:
        """Return an error about an entry, with file and name."""
        return DrawError(f"{self._path}: '{self._prefix}{key}' {what}")

    def get(self, key: str) -> object:
        """Return the entry with a dotted name, ``None`` if absent."""
        value: object = self._values
        for part in key.split("."):
            if not isinstance(value, Mapping):
                return None
            value = value.get(part)
        return value

    def colour(self, key: str) -> Colour:
        """Return a colour; raises DrawError if absent or malformed."""
        value = self.get(key)
        colour = parse_colour(value) if isinstance(value, str) else None
        if colour is None:
            raise self.fault(key, 'must be a colour such as "#a0b0c0"')
        return colour

    def colour_at(self, key: str, index: int) -> Colour:
        """Return a colour of a list, counted round; raises DrawError if there is none."""
        texts = self.texts(key)
        colour = parse_colour(texts[index % len(texts)]) if texts else None
        if colour is None:
            raise self.fault(key, 'must be a list of colours such as "#a0b0c0"')
        return colour

    def number(self, key: str) -> float:
        """Return a number; raises DrawError if absent, no number, endless or too large."""
        number = _finite(self.get(key))
        if number is None:
            raise self.fault(key, "must be a number")
        return number

    def text(self, key: str) -> str:
        """Return a text; raises DrawError if absent or no text."""
        value = self.get(key)
        if not isinstance(value, str):
            raise self.fault(key, "must be a text in quotes")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts; raises DrawError if absent or anything else."""
        value = self.get(key)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.fault(key, "must be a list of texts")
        return tuple(value)

    def point(self, key: str) -> Point:
        """Return a pair of numbers; raises DrawError if absent or anything else."""
        match self.get(key):
            case [x, y]:
                pair = _finite(x), _finite(y)
                if pair[0] is not None and pair[1] is not None:
                    return pair[0], pair[1]
        raise self.fault(key, "must be two numbers [x, y]")

    def table(self, key: str) -> Table:
        """Return a table within this one; raises DrawError if absent or no table."""
        value = self.get(key)
        if not isinstance(value, Mapping):
            raise self.fault(key, "must be a table")
        return Table(self._path, value, f"{self._prefix}{key}.")

    def tables(self, key: str) -> tuple[Table, ...]:
        """Return a list of tables, empty if absent; raises DrawError on anything else."""
        value = self.get(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(item, Mapping) for item in value):
            raise self.fault(key, "must be a list of tables")
        return tuple(
            Table(self._path, item, f"{self._prefix}{key}[{i}].") for i, item in enumerate(value)
        )

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the entries in the order of the file."""
        return iter(self._values)


@dataclass(frozen=True, slots=True)
class Scheme:
    """Colours of a counter.

    Args:
        paper: Ground of the front.
        ink: Type and lines.
        box: Ground of the unit symbol.
        back: Ground of the back.
        rim: Thin frame at the edge.
    """

    paper: Colour
    ink: Colour
    box: Colour
    back: Colour
    rim: Colour


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar on the counters of a formation.

    Args:
        pattern: One of :data:`PATTERNS`: of one colour; left and right half; the middle third
            between two others; six blocks in turn; upper and lower half.
        colours: The first colour, and the second if the pattern has one.
    """

    pattern: str
    colours: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class Style:
    """All that drawing needs to know about looks.

    Args:
        folder: Where it was read from.
        fonts: The faces ``narrow``, ``narrow-bold``, ``bold``, ``serif-italic``, ``serif-bold``.
        symbols: Unit symbols, silhouettes and marks by name.
        schemes: Counter colours by the id that units carry.
        formations: The bar on the counters of a formation, by its id.
        map: Everything about the map.
        markers: Markers by id.
    """

    folder: Path
    fonts: Fonts
    symbols: Mapping[str, Symbol]
    schemes: Mapping[str, Scheme]
    formations: Mapping[str, Bar]
    map: Table
    markers: Table

    def scheme(self, id_: str) -> Scheme:
        """Return the colours of a scheme.

        Raises:
            DrawError: The style has no such scheme.
        """
        try:
            return self.schemes[id_]
        except KeyError:
            place = self.folder / "style.toml"
            raise DrawError(f"{place}: no colour scheme '{id_}'; add [schemes.\"{id_}\"]") from None


def load_style(folder: Path) -> Style:
    """Read the style of a game.

    Args:
        folder: Such as ``art/<game>``; its siblings ``fonts`` and ``symbols`` are read too.

    Returns:
        The style, complete.

    Raises:
        DrawError: A file is missing or malformed; says which and where.
    """
    main = read_table(folder / "style.toml")
    faces = main.table("faces")
    symbols: dict[str, Symbol] = {}
    for path in sorted((folder.parent / "symbols").glob("*.toml")):
        symbols |= load_symbols(path)
    formations = main.table("formations")
    return Style(
        folder=folder,
        fonts=Fonts(folder.parent / "fonts", {face: faces.text(face) for face in faces}),
        symbols=symbols,
        schemes={id_: _scheme(main, id_) for id_ in main.table("schemes")},
        formations={id_: _bar(formations, id_) for id_ in formations},
        map=read_table(folder / "map.toml"),
        markers=read_table(folder / "markers.toml"),
    )


def _bar(formations: Table, id_: str) -> Bar:
    table = formations.table(id_)
    pattern = table.text("pattern")
    if pattern not in PATTERNS:
        raise table.fault("pattern", f"must be one of {', '.join(PATTERNS)}")
    colours = table.texts("colours")
    if len(colours) != PATTERNS[pattern]:
        raise table.fault("colours", f"must be {PATTERNS[pattern]} for the pattern {pattern}")
    return Bar(pattern, tuple(table.colour_at("colours", i) for i in range(len(colours))))


def _scheme(main: Table, id_: str) -> Scheme:
    table = main.table("schemes").table(id_)
    paper, ink = table.colour("paper"), table.colour("ink")
    return Scheme(
        paper=paper,
        ink=ink,
        box=table.colour("box"),
        back=table.colour("back"),
        rim=table.colour("rim"),
    )


def read_table(path: Path) -> Table:
    """Read a TOML file of a style.

    Raises:
        DrawError: It is missing or malformed.
    """
    try:
        return Table(path, tomllib.loads(path.read_text("utf-8")))
    except OSError as error:
        raise DrawError(f"{path}: can't be read ({error.strerror}); restore the file") from error
    except (ValueError, RecursionError) as error:
        raise DrawError(f"{path}: no valid TOML ({error})") from error
