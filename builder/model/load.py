"""From files to a :class:`~builder.model.game.Game`, with every problem said at once.

Two doors lead to one type: :func:`load_game` reads a folder of ``source_data``, and
:func:`load_game_from_files` takes the same files as bytes (a module carries a copy of
them). Nothing is written; the games read last are kept in memory, as to read one takes a
while, and a build or an audit asks for the same more than once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import builder
from builder.errors import DataError, DataProblem
from builder.hexgrid import Layout
from builder.model.argument_files import read_figures
from builder.model.check import check_game
from builder.model.check_map import check_map
from builder.model.figures import Figure, tally
from builder.model.game import (
    Erratum,
    Game,
    MovementChart,
    Provenance,
    Reading,
    RuleSection,
    Source,
    Turn,
)
from builder.model.head_files import Head, read_chart, read_head, read_turns
from builder.model.index_files import SECTIONS, read_documents, read_readings, read_rule_index
from builder.model.lock import EMPTY_LOCK, LOCK, assign, read_lock, write_lock
from builder.model.map_files import MapParts, read_map
from builder.model.overlay import OWNER, Edition, check_public, lay_over, owned, read_sheets
from builder.model.overlay_origin import Origins
from builder.model.reader import Folder
from builder.model.rule_files import Rulings, read_rulings
from builder.model.scenario import Scenario
from builder.model.scenario_files import read_scenarios
from builder.model.unit_files import UNITS, UnitParts, read_units

__all__ = [
    "data_digest",
    "data_root",
    "game_folder",
    "games",
    "load_game",
    "load_game_from_files",
    "read_edition",
    "read_files",
    "update_lock",
]

SUFFIXES = (".toml", ".csv")
_KEPT = 3
_Files = tuple[tuple[str, bytes], ...]
"""Data files with their content, by name in a fixed order."""
_GAME_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def data_root() -> Path:
    """Return the folder that holds a folder for each game.

    In a wheel it lies inside the package; in a checkout beside it.
    """
    package = Path(builder.__file__).parent
    packed = package / "_data" / "source_data"
    return packed if packed.is_dir() else package.parent / "source_data"


def games(roots: Sequence[Path] | None = None) -> list[str]:
    """Return the ids of the games there are data for, sorted."""
    found = {
        entry.name.replace("_", "-")
        for root in (roots or [data_root()])
        if root.is_dir()
        for entry in root.iterdir()
        if (entry / "game.toml").is_file()
    }
    return sorted(found)


def game_folder(game_id: str, roots: Sequence[Path] | None = None) -> Path:
    """Return the data folder of a game.

    Raises:
        DataError: There is no such game.
    """
    if _GAME_ID.fullmatch(game_id):
        for root in roots or [data_root()]:
            folder = root / game_id.replace("-", "_")
            if (folder / "game.toml").is_file():
                return folder
    known = ", ".join(games(roots)) or "none"
    text = f"there is no game {game_id!r:.60}"
    raise DataError([DataProblem("DAT-game", "source_data", 0, text, f"known games: {known}")])


def read_files(folder: Path) -> dict[str, bytes]:
    """Return the data files of a game's folder by path within it, in a fixed order.

    Raises:
        DataError: A file can't be read.
    """
    found, problems = {}, []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.suffix not in SUFFIXES or not path.is_file():
            continue
        try:
            found[name] = path.read_bytes()
        except OSError as error:
            text = f"can't be read: {error.strerror}"
            problems.append(DataProblem("DAT-file-missing", name, 0, text, "check its rights"))
    if problems:
        raise DataError(problems)
    return found


def data_digest(files: Mapping[str, bytes]) -> str:
    """Return SHA-256 over names and contents of data files, whatever their order."""
    total = sha256()
    for name in sorted(files):
        for part in (name.encode(), files[name]):
            total.update(len(part).to_bytes(8, "big"))
            total.update(part)
    return total.hexdigest()


def load_game(
    game_id: str, roots: Sequence[Path] | None = None, overlay: Path | None = None
) -> Game:
    """Read and check a game.

    Args:
        game_id: Its folder is named with ``_`` for ``-``.
        roots: Folders that hold game folders; :func:`data_root` if not given.
        overlay: Folder of an owner's sheets that are laid over the data.

    Raises:
        DataError: The game is unknown, or its data are at fault; all problems are listed.
    """
    return load_game_from_files(read_edition(game_id, roots, overlay).files)


def read_edition(
    game_id: str, roots: Sequence[Path] | None = None, overlay: Path | None = None
) -> Edition:
    """Return the data files of a game, with an owner's figures laid over them.

    Args:
        game_id: Its folder is named with ``_`` for ``-``.
        roots: Folders that hold game folders; :func:`data_root` if not given.
        overlay: Folder of the owner's sheets; without it the files are as they are.

    Raises:
        DataError: No such game, or the sheets are at fault; all problems are listed, with
            file and line of the sheet.
    """
    files = read_files(game_folder(game_id, roots))
    if overlay is None:
        return Edition(files)
    public = load_game_from_files(files)
    sheets = read_sheets(overlay)
    draft = lay_over(files, public, sheets)
    parts = _read_last(_by_name(draft.files))
    if problems := draft.all_problems(parts.folder.problems):
        raise _error(problems)
    doubts = Folder(draft.files)
    check_map(doubts, parts.map)
    unlikely = (*doubts.problems, *parts.folder.doubts)
    notes = (*sheets.notes, *map(draft.doubt, unlikely))
    return Edition(draft.files, notes, Origins(public, sheets))


def load_game_from_files(files: Mapping[str, bytes]) -> Game:
    """Make a game of its data files and check it.

    Args:
        files: Content by path within the game's folder, with ``/``; others are ignored.

    Raises:
        DataError: The data are at fault; all problems are listed, by file and line.
    """
    return _read_or_kept(_by_name(files))


def _by_name(files: Mapping[str, bytes]) -> _Files:
    """Return the data files among files in a fixed order."""
    return tuple((name, files[name]) for name in sorted(files) if name.endswith(SUFFIXES))


@lru_cache(maxsize=1)
def _read_last(files: _Files) -> _Parts:
    """Return what data files hold; an edition is checked first, and asked for then."""
    return _read(Folder(dict(files)))


@lru_cache(maxsize=_KEPT)
def _read_or_kept(files: _Files) -> Game:
    """Return the game of data files."""
    parts = _read_last(files)
    board, chart = parts.head.board, parts.chart
    if parts.folder.problems or board is None or chart is None:
        raise _error(parts.folder.problems)
    return owned(_game(parts, board, chart), parts.folder)


def update_lock(folder: Path) -> list[str]:
    """Append the ids that the lock file of a game's folder lacks; return them.

    Raises:
        DataError: The unit, marker or lock file is at fault (a missing lock file is not).
    """
    files = read_files(folder)
    files.setdefault(LOCK, EMPTY_LOCK)
    parts = _read(Folder(files))
    problems = [p for p in parts.folder.problems if p.check != "DAT-lock-missing"]
    if problems:
        raise _error(problems)
    full = assign([*parts.units.unit_ids.lines, *parts.units.marker_ids.lines], parts.gpids)
    new = [id_ for id_ in full if id_ not in parts.gpids]
    if new:
        write_lock(folder, full)
    return new


@dataclass(frozen=True, slots=True)
class _Parts:
    """What all files hold, before it is known whether they are sound."""

    folder: Folder
    head: Head
    turns: list[Turn]
    chart: MovementChart | None
    map: MapParts
    units: UnitParts
    scenarios: dict[str, Scenario]
    sections: dict[str, RuleSection]
    errata: dict[str, Erratum]
    readings: dict[str, Reading]
    documents: list[Source]
    gpids: dict[str, int]
    rulings: Rulings
    figures: list[Figure]


def _read(folder: Folder) -> _Parts:
    """Read and check every file."""
    head = read_head(folder)
    turns = read_turns(folder, head)
    chart = read_chart(folder)
    map_ = read_map(folder, head)
    units = read_units(folder, head, chart.mobilities if chart else {}, map_.entry_areas)
    errata, sections = read_rule_index(folder)
    readings = read_readings(folder, sections if folder.sound(SECTIONS) else ())
    scenarios = read_scenarios(folder, head, (map_, units), readings, len(turns))
    rulings = read_rulings(
        folder, head, units, turns=len(turns), chart=chart, map_=map_, index=(sections, errata)
    )
    documents = read_documents(folder)
    gpids, locked = read_lock(folder)
    if OWNER not in folder.files:  # what an owner put in is printed so, likely or not
        check_map(folder, map_)
    check_game(folder, head, units, locked)
    figures = read_figures(folder, head.numbering, owned=OWNER in folder.files)
    check_public(folder, figures)
    return _Parts(
        *(folder, head, turns, chart, map_, units),
        *(scenarios, sections, errata, readings, documents, gpids),
        *(rulings, figures),
    )


def _error(problems: Iterable[DataProblem]) -> DataError:
    """Return the error that lists problems by file and line, each once."""
    once = dict.fromkeys(problems)
    return DataError(sorted(once, key=lambda problem: (problem.file, problem.line)))


def _game(parts: _Parts, board: Layout, chart: MovementChart) -> Game:
    """Put a game together from sound parts."""
    head, units = parts.head, parts.units
    return Game(
        id=head.id,
        name=head.name,
        version=head.version,
        date=head.date,
        about=_about(head.about, parts.figures),
        caveat=head.caveat,
        sides=tuple(head.sides),
        points_per_turn=head.points_per_turn,
        phases=head.phases,
        action_minimum=head.action_minimum,
        weather=head.weather,
        turns=tuple(parts.turns),
        map=parts.map.build(board),
        chart=chart,
        combat=parts.rulings.combat,
        supply=parts.rulings.supply,
        special=parts.rulings.special,
        sequence=parts.rulings.sequence,
        identification=units.chart,
        edges=parts.rulings.edges,
        units=units.units,
        scenarios=parts.scenarios,
        documents=tuple(parts.documents),
        sections=parts.sections,
        errata=parts.errata,
        readings=parts.readings,
        gpids=parts.gpids,
        digest=data_digest(parts.folder.files),
        formations=units.formations,
        markers=units.markers,
        colours={id_: service for id_, (_, service) in units.colours.items()},
        figures=tuple(parts.figures),
    )


def _about(text: str, figures: Iterable[Figure]) -> str:
    """Fill in how many figures are known how: those of the units, and those of the map."""
    counters, map_ = [], []
    for figure in figures:
        if figure.file == UNITS:
            counters.append(figure)
        elif figure.file.startswith("map/"):
            map_.append(figure)
    filled = text.replace("{counters}", _tally(tally(counters)))
    return filled.replace("{map}", _tally(tally(map_)))


def _tally(counts: Mapping[Provenance, int]) -> str:
    """Return ``R 12, X 1 ...`` in the order of the marks.

    >>> _tally({Provenance.E: 1200, Provenance.R: 3})
    'R 3, E 1,200'
    """
    return ", ".join(f"{mark} {counts[mark]:,}" for mark in Provenance if counts.get(mark))
