"""An owner's figures laid over the data: what comes of them, and what is wrong with them."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.errors import DataError
from builder.model.estimates import counter_sheet, map_sheet
from builder.model.game import Kind, Provenance
from builder.model.load import load_game, load_game_from_files, read_edition
from builder.model.overlay import OWNER, lay_over
from builder.model.overlay_cells import readers
from builder.model.overlay_sheet import Sheets, read_sheets
from tests.builder.model.owner import (
    as_excel_in_german,
    as_excel_unicode,
    as_google,
    as_libreoffice,
    counters,
    fill,
    hexes,
    line_of,
    rows_of,
    written,
)

GAME = "white-death"
UNIT = "g-3mtn-i-138-mtninf"
GUNS = "g-3mtn-iii-112-art"
RIFLES = "s-257rd-948-inf"
MOUNTAIN = "3rd Mountain Division"
E = Provenance.E
ESTIMATED = ("strength", "antitank", "combat", "name", "morale")
COUNTERS = {
    UNIT: {"strength": "5", "antitank": "0.5", "combat": "(1)", "unit": "I/139", "morale": "7"},
    GUNS: {"support": "none", "range": "9", "barrage": "4.5"},
}


def edition(folder, *sheets):
    """Return the edition of sheets that lie in a folder under odd names."""
    folder.mkdir(exist_ok=True)
    for number, sheet in enumerate(sheets):
        (folder / f"my sheet {number}.CSV").write_bytes(sheet)
    return read_edition(GAME, overlay=folder)


def problems_of(folder, *sheets):
    with pytest.raises(DataError) as caught:
        edition(folder, *sheets)
    return caught.value.problems


def test_nothing_filled_in_is_the_public_edition_byte_for_byte(game, files, tmp_path):
    found = edition(tmp_path, counter_sheet(game), map_sheet(game))
    assert found.files == files
    assert "nothing is filled in" in found.notes[0]
    (tmp_path / "empty").mkdir()
    assert read_edition(GAME, overlay=tmp_path / "empty").files == files
    assert load_game(GAME, overlay=tmp_path) == game


@given(st.randoms(use_true_random=False), st.sampled_from([",", ";", "\t"]))
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_sheet_that_is_saved_again_changes_nothing(game, files, tmp_path, chance, delimiter):
    for sheet in (counter_sheet(game), map_sheet(game)):
        top, head, *rows = rows_of(sheet)
        chance.shuffle(rows)
        order = list(range(len(head)))
        chance.shuffle(order)
        table = [[row[at] for at in order] for row in (head, *rows)]
        (tmp_path / "a.csv").write_bytes(written([top, *table], delimiter=delimiter))
        sheets = read_sheets(tmp_path)
        assert (sheets.problems, sheets.notes) == ([], [])
        assert lay_over(files, game, sheets).files == files


def test_figures_are_put_in_and_marked(game, tmp_path):
    found = load_game_from_files(edition(tmp_path, counters(game, COUNTERS)).files)
    unit, guns = found.units[UNIT], found.units[GUNS]
    assert (unit.strength, unit.antitank, unit.combat) == (5, Fraction(1, 2), Fraction(1))
    assert (unit.defensive_only, unit.name, unit.morale) == (True, "I/139", 7)
    assert (guns.support, guns.range, guns.barrage) == (None, 9, Fraction(9, 2))
    marks = {name: str(mark) for name, mark in unit.sources.items()}
    assert {name for name, mark in marks.items() if mark == "P"} == {
        *("strength", "antitank", "combat", "name", "morale"),
    }
    assert marks["mobility"] == str(game.units[UNIT].sources["mobility"])
    assert guns.sources["support"] is Provenance.P
    others = {id_: unit for id_, unit in found.units.items() if id_ not in COUNTERS}
    assert others == {id_: unit for id_, unit in game.units.items() if id_ not in COUNTERS}
    assert found.map == game.map


def test_a_figure_that_is_confirmed_counts_as_the_owners(game, tmp_path):
    same = {UNIT: {"morale": str(game.units[UNIT].morale)}}
    found = load_game_from_files(edition(tmp_path, counters(game, same)).files)
    assert found.units[UNIT].morale == game.units[UNIT].morale
    assert found.units[UNIT].sources["morale"] is Provenance.P
    assert found.digest != game.digest


def test_an_edition_is_called_by_what_is_in_it(game, tmp_path):
    found = load_game_from_files(edition(tmp_path, counters(game, COUNTERS)).files)
    assert found.private
    assert not game.private
    assert found.version == f"{game.version}+owner.{found.digest[:4]}"
    assert (found.id, found.name, found.gpids) == (game.id, game.name, game.gpids)
    assert "not for distribution: 8 figures are the owner's" in found.caveat
    before = sum(figure.mark is Provenance.E for figure in game.figures)
    left = before - sum(game.units[UNIT].sources[name] is E for name in ESTIMATED)
    left -= sum(game.units[GUNS].sources[name] is E for name in ("support", "range", "barrage"))
    assert f"; {left:,} are still estimates" in found.caveat
    assert found.about.startswith("OWNER'S EDITION, A PRIVATE COPY, NOT FOR DISTRIBUTION")
    assert "put in 8 figures of counters and 0 of the map" in found.about


def test_the_same_figures_are_the_same_bytes_whoever_saved_them(game, tmp_path):
    cells = COUNTERS, {"0412": {"road": "N SE", "high": "yes"}, "0101": {"terrain": "clear"}}
    saves = (written, as_excel_in_german, as_libreoffice, as_excel_unicode, as_google)
    found = []
    for save in saves:
        one = save(fill(rows_of(counter_sheet(game)), cells[0]))
        two = save(fill(rows_of(map_sheet(game)), cells[1]))
        pair = (one, two) if save is written else (two, one)
        found.append(edition(tmp_path / save.__name__, *pair).files)
    assert all(files == found[0] for files in found)
    alike = {UNIT: COUNTERS[UNIT] | {"antitank": "1/2", "combat": "-1"}, GUNS: COUNTERS[GUNS]}
    spelled = edition(tmp_path / "z", counters(game, alike), hexes(game, cells[1])).files
    assert spelled == found[0]
    other = {UNIT: COUNTERS[UNIT] | {"morale": "8"}, GUNS: COUNTERS[GUNS]}
    assert edition(tmp_path / "y", counters(game, other)).files != found[0]


def test_sheets_may_be_split_over_files(game, tmp_path):
    whole = edition(tmp_path / "a", counters(game, COUNTERS)).files
    parts = [counters(game, {id_: COUNTERS[id_]}) for id_ in COUNTERS]
    assert edition(tmp_path / "b", *parts).files == whole


def test_an_edition_can_be_filled_in_further(game, tmp_path):
    first = edition(
        tmp_path / "a", counters(game, COUNTERS), hexes(game, {"0101": {"high": "yes"}})
    )
    sheets = read_sheets(tmp_path / "a")
    again = edition(tmp_path / "b", counter_sheet(game, sheets), map_sheet(game, sheets))
    assert again.files == first.files


# ---- every estimate replaced ----


def full(game):
    """Return another figure for everything on every counter that the errata don't settle."""
    chance = random.Random(1942)  # noqa: S311 - figures, no secrets
    cells = {}
    for unit in game.units.values():
        row = {
            "strength": str(unit.strength + 1),
            "mobility": chance.choice([m for m in game.chart.mobilities if m != unit.mobility]),
            "antitank": str(unit.antitank + Fraction(1, 2)),
            "combat": f"{unit.combat + 1}" if unit.defensive_only else f"({unit.combat})",
            "morale": str(unit.morale % 11 + 2),
            "unit": f"{unit.name}x",
        }
        if unit.kind is Kind.AFV:
            row["defence"] = str(int(unit.defence) + 1)
        if unit.kind is Kind.WEAPONS:
            row["defence"] = "H" if unit.defence == "L" else "L"
        if unit.range is not None:
            row["range"] = str(unit.range + 1)
            row["barrage"] = str(unit.barrage + Fraction(1, 2))
            row["support"] = str((unit.support or 0) + Fraction(3, 2))
        source = {"unit": "name"}
        cells[unit.id] = {
            name: value
            for name, value in row.items()
            if unit.sources[source.get(name, name)] is not Provenance.X
        }
    return cells


def test_every_figure_of_every_counter_can_be_replaced(game, tmp_path):
    cells = full(game)
    found = load_game_from_files(edition(tmp_path, counters(game, cells)).files)
    for id_, row in cells.items():
        unit = found.units[id_]
        shown = {
            "strength": str(unit.strength),
            "mobility": unit.mobility,
            "antitank": str(unit.antitank),
            "combat": f"({unit.combat})" if unit.defensive_only else str(unit.combat),
            "morale": str(unit.morale),
            "unit": unit.name,
            "defence": unit.defence,
            "range": str(unit.range),
            "barrage": str(unit.barrage),
            "support": str(unit.support),
        }
        assert {name: shown[name] for name in row} == row
    estimates = [
        name
        for unit in found.units.values()
        for name, mark in unit.sources.items()
        if mark is Provenance.E and name not in ("entry", "battalion")
    ]
    assert set(estimates) <= {"defence"}, "P of personnel alone"
    put_in = sum(map(len, cells.values()))
    assert f"put in {put_in:,} figures of counters" in found.about


# ---- faults ----


@pytest.mark.parametrize(
    ("cells", "check", "words"),
    [
        ({UNIT: {"morale": "13"}}, "DAT-number", "morale 13 is out of range"),
        ({UNIT: {"strength": "0"}}, "DAT-number", "strength 0 is out of range"),
        ({UNIT: {"strength": "05-Jan"}}, "OVL-cell", "was no date when it was typed"),
        ({UNIT: {"antitank": "02. Jan"}}, "OVL-cell", "was no date when it was typed"),
        ({UNIT: {"mobility": "q"}}, "DAT-mobility", "unknown mobility 'q'"),
        ({UNIT: {"mobility": "none"}}, "DAT-mobility", "unknown mobility 'none'"),
        ({UNIT: {"unit": "none"}}, "OVL-cell", "'none' is no id"),
        ({UNIT: {"defence": "H"}}, "DAT-unit-defence", "doesn't fit personnel"),
        ({UNIT: {"type": "tank"}}, "OVL-type", "unknown type 'tank'"),
        ({UNIT: {"type": "t-34"}}, "DAT-unit-defence", "doesn't fit AFV"),
        ({UNIT: {"range": "5"}}, "DAT-unit-artillery", "don't fit"),
        ({GUNS: {"range": "none"}}, "DAT-unit-artillery", "don't fit"),
        ({UNIT: {"size": "V"}}, "DAT-unit-size", "unknown size 'V'"),
        ({UNIT: {"count": "2"}}, "OVL-column", "a unit has no count"),
        ({UNIT: {"unit": "a\u202eb"}}, "DAT-value-hidden", "hidden character"),
        ({RIFLES: {"size": "I"}}, "DAT-arrival-count", "companies printed"),
        ({"assault": {"count": "22"}}, "DAT-count", "there are 105 markers"),
        ({"assault": {"morale": "7"}}, "OVL-column", "a marker has no morale"),
        ({"turn": {"strength": "7"}}, "OVL-column", "a marker has no strength"),
        ({"g-743-eng": {"formation": "3"}}, "OVL-column", "belongs to no formation"),
        ({UNIT: {"formation": "83"}}, "DAT-id-twice", "label 'german 83' is already"),
    ],
)
def test_a_fault_is_one_line_at_the_owners_cell(game, tmp_path, cells, check, words):
    found = problems_of(tmp_path, counters(game, cells))
    (id_,) = cells
    own = [problem for problem in found if problem.check == check]
    assert own, [str(problem) for problem in found]
    for problem in found:
        assert problem.file == str(tmp_path / "my sheet 0.CSV")
        assert problem.line == line_of(game, id_)
        assert problem.text.startswith(f"counter {id_}: ")
        assert problem.hint or problem.check in ("DAT-mobility", "DAT-unit-size")
    assert words in own[0].text


def test_an_unknown_counter_is_told(tmp_path):
    (problem,) = problems_of(tmp_path, b"counter,morale\r\ng-no-such,7\r\n")
    assert (problem.check, problem.line) == ("OVL-id", 2)
    assert "--estimates" in problem.hint


def test_counters_of_a_formation_agree_on_its_id(game, tmp_path):
    other = "g-3mtn-48-at"
    cells = {UNIT: {"formation": "3 Geb"}, other: {"formation": "3 Mtn"}}
    (problem,) = problems_of(tmp_path, counters(game, cells))
    assert (problem.check, problem.line) == ("OVL-formation", line_of(game, UNIT))
    cells[other] = {"formation": "3 Geb"}
    found = load_game_from_files(edition(tmp_path, counters(game, cells)).files)
    assert {unit.formation_id for unit in found.units.values() if unit.parent == "g-3mtn"} == {
        "3 Geb"
    }


def test_printed_strengths_that_do_not_fit_the_losses_are_kept_and_told(game, tmp_path):
    """The counters of an owner are the authority, not our sums."""
    weak = {u.id: {"strength": "1"} for u in game.units.values() if u.parent == "s-21grd"}
    found = edition(tmp_path, counters(game, weak))
    told = [note for note in found.notes if "in case it is printed so" in note]
    assert len(told) == 4  # infantry, in scenarios II to V; the artillery has the 3 it lost
    assert all("with these figures, scenarios/" in note for note in told)
    lines = {int(re.search(r"(?i)\.csv:(\d+): ", note)[1]) for note in told}
    assert lines <= {line_of(game, id_) for id_ in weak}
    made = load_game_from_files(found.files)
    assert {u.strength for u in made.units.values() if u.parent == "s-21grd"} == {1}


def test_printed_strengths_of_bunkers_that_do_not_fit_the_losses_are_kept_and_told(game, tmp_path):
    """Three scenarios list what the bunkers lost; with 1 point each that is too much."""
    bunkers = [id_ for id_, marker in game.markers.items() if marker.kind == "bunker"]
    (tmp_path / "c.csv").write_bytes(counters(game, {id_: {"strength": "1"} for id_ in bunkers}))
    found = read_edition(GAME, overlay=tmp_path)
    made = load_game_from_files(found.files).markers[bunkers[0]]
    assert (made.strength, made.name) == (1, "Bunker 1"), "the name says the strength"
    kept = [note for note in found.notes if "bunkers gone" in note]
    assert kept
    assert all(note.startswith(f"{tmp_path / 'c.csv'}:") for note in kept)
    assert all(note.endswith("; kept, in case it is printed so") for note in kept)


def test_a_gun_that_is_no_artillery_has_none_of_the_three(game, tmp_path):
    (problem, *_) = problems_of(tmp_path, counters(game, {GUNS: {"range": "none"}}))
    assert "put none into support, range and barrage" in problem.hint
    none = {"range": "none", "support": "none", "barrage": "none"}
    guns = load_game_from_files(edition(tmp_path, counters(game, {GUNS: none})).files).units[GUNS]
    assert (guns.artillery, guns.support, guns.barrage) == (False, None, None)


@pytest.mark.parametrize(
    ("id_", "cells", "words"),
    [
        (UNIT, {"combat": "99"}, "combat 99: our highest of personnel is 4"),
        (UNIT, {"combat": "none"}, "combat 0: our lowest of personnel is 1"),
        (GUNS, {"range": "60"}, "range 60: our highest of weapons is "),
    ],
)
def test_a_figure_far_from_ours_is_kept_and_told(game, tmp_path, id_, cells, words):
    """A combat factor of 99 was taken in silence."""
    (note,) = edition(tmp_path, counters(game, {id_: cells})).notes
    assert f":{line_of(game, id_)}: counter {id_}: {words}" in note
    assert note.endswith("; kept, in case it is printed so")
    (column,) = cells
    quiet = {id_: {column: str(getattr(game.units[id_], column) + 1)}}
    assert edition(tmp_path, counters(game, quiet)).notes == ()


def test_a_new_id_of_a_formation_tells_how_many_counters_it_renames(game, tmp_path):
    count = sum(unit.parent == "g-3mtn" for unit in game.units.values())
    (note,) = edition(tmp_path, counters(game, {UNIT: {"formation": "3 Geb"}})).notes
    assert note.endswith(f"formation 3 Geb now stands on the {count} counters of {MOUNTAIN}")
    assert edition(tmp_path, counters(game, {UNIT: {"formation": "3"}})).notes == ()


def test_losses_of_each_that_do_not_fit_are_kept_and_told(game, tmp_path):
    """A company fewer of a type changes what "one point each" makes."""
    guns = [unit.id for unit in game.units.values() if unit.parent == "g-185stug"]
    other = next(u.type for u in game.units.values() if u.kind is Kind.AFV and "Pz" in u.type)
    cells = {guns[0]: {"type": other}}
    notes = edition(tmp_path, counters(game, cells)).notes
    assert any(re.search(r"1 of each of \d units is not 2 SP; kept", note) for note in notes), notes


def test_a_note_on_the_whole_names_no_line_0(game, tmp_path):
    weak = {u.id: {"strength": "1"} for u in game.units.values() if u.kind is Kind.PERSONNEL}
    weak = {i: c for i, c in weak.items() if game.units[i].sources["strength"] is not Provenance.X}
    notes = edition(tmp_path, counters(game, weak)).notes
    assert any(note.startswith(f"{tmp_path}: with these figures") for note in notes)


def test_an_edition_whose_bunker_has_another_strength_than_its_name_still_loads(files):
    """So did modules of owners that were built before names were checked."""
    rows = files["markers.csv"].replace(
        b"Bunker 15,bunker,german,1,15", b"Bunker 15,bunker,german,1,14"
    )
    assert rows != files["markers.csv"]
    found = load_game_from_files({**files, "markers.csv": rows, OWNER: b""})
    assert found.markers["bunker-15"].strength == 14


def test_what_the_errata_settle_stays(game, tmp_path):
    unit = next(u for u in game.units.values() if u.sources["strength"] is Provenance.X)
    wrong = {unit.id: {"strength": str(unit.strength + 1)}}
    (problem,) = problems_of(tmp_path, counters(game, wrong))
    assert (problem.check, problem.line) == ("OVL-erratum", line_of(game, unit.id))
    right = {unit.id: {"strength": str(unit.strength)}}
    found = load_game_from_files(edition(tmp_path, counters(game, right)).files)
    assert found.units[unit.id].sources["strength"] is Provenance.X


def test_all_faults_of_all_sheets_are_told_at_once(game, tmp_path):
    cells = {UNIT: {"morale": "13"}, GUNS: {"strength": "many"}, RIFLES: {"mobility": "Q"}}
    found = problems_of(tmp_path, counters(game, cells), hexes(game, {"0101": {"terrain": "sand"}}))
    assert [(problem.check, problem.line) for problem in found] == [
        ("DAT-number", line_of(game, UNIT)),
        ("OVL-cell", line_of(game, GUNS)),
        ("DAT-mobility", line_of(game, RIFLES)),
        ("DAT-terrain", line_of(game, "0101")),
    ]


def test_a_column_of_ours_that_was_written_over_is_noted(game, tmp_path):
    sheet = counter_sheet(game).replace(b"4 [E]", b"5", 1)
    (tmp_path / "a.csv").write_bytes(sheet)
    notes = read_edition(GAME, overlay=tmp_path).notes
    assert f"a.csv:{line_of(game, UNIT)}: counter {UNIT}: `our strength` says '5'" in notes[0]
    assert "put figures beside them" in notes[0]


def test_the_owners_file_is_counted_whatever_it_holds(files):
    for content in (b"", b"counters = 3\n", b"[counters.a]\nb = 1\n[hexes]\nc = 2\n"):
        found = load_game_from_files({**files, OWNER: content})
        assert found.private
    assert "1 figure is the owner's" in found.caveat
    assert "put in 1 figure of counters and 0 of the map" in found.about
    with pytest.raises(DataError, match=r"owner\.toml"):
        load_game_from_files({**files, OWNER: b"= 1"})


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["counter", "hex", "morale", "river", "name", "combat", "our morale"]),
            st.lists(st.text(max_size=8), max_size=4),
        ),
        max_size=6,
    ),
    st.sampled_from([",", ";", "\t"]),
)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_table_makes_problems_or_an_edition_and_nothing_else(tmp_path, table, delimiter):
    height = max((len(cells) for _, cells in table), default=0)
    rows = [[name for name, _ in table]]
    rows += [[cells[at] if at < len(cells) else "" for _, cells in table] for at in range(height)]
    path = tmp_path / "a.csv"
    path.write_bytes(written(rows, delimiter, encoding="utf-8"))
    sheets = read_sheets(tmp_path)
    assert isinstance(sheets, Sheets)
    for fill_ in sheets.fills():
        assert readers[fill_.column](fill_.value) == fill_.value


@given(st.binary(max_size=300))
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_bytes_make_problems_or_notes(tmp_path, data):
    (tmp_path / "a.csv").write_bytes(data)
    assert read_sheets(tmp_path).empty or b"counter" in data or b"hex" in data


def test_every_check_of_sheets_is_explained_and_has_a_fault(repo):
    model = repo / "builder" / "model"
    source = "".join(path.read_text() for path in model.glob("overlay*.py"))
    readme = (repo / "source_data" / "README.md").read_text()
    tests = "".join(path.read_text() for path in (repo / "tests").rglob("test_overlay*.py"))
    checks = set(re.findall(r"OVL-[a-z]+", source))
    assert checks == set(re.findall(r"OVL-[a-z]+", readme))
    assert checks <= set(re.findall(r"OVL-[a-z]+", tests))
