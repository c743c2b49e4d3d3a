"""What ``builder data`` prints: totals, what is known how, and why."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter

import pytest
from click.testing import CliRunner

from builder.cli import main
from builder.data_report import report_json, report_lines
from builder.data_why import meanings, why_json, why_lines
from builder.errors import WargameError
from builder.model.load import game_folder, load_game, load_game_from_files, read_edition
from tests.builder.model.owner import counters, hexes, line_of

GAME = "white-death"


@pytest.fixture(scope="module")
def game():
    return load_game(GAME)


@pytest.fixture(scope="module")
def lines(game):
    return list(report_lines(game))


@pytest.fixture(scope="module")
def units():
    text = (game_folder(GAME) / "units.csv").read_text()
    return list(csv.DictReader(io.StringIO(text)))


def run(*arguments):
    return CliRunner().invoke(main, ["data", GAME, *arguments])


def table(lines):
    """Return the rows of the table by name: numbers by mark, and the total."""
    start = next(i for i, line in enumerate(lines) if line.startswith("what is known how"))
    marks = lines[start].split()[4:-1]
    width = lines[start].index(marks[0]) + 1 - 7
    rows = {}
    for line in lines[start + 1 :]:
        if not line:
            break
        cells = [line[width + 7 * n : width + 7 * n + 7].strip() for n in range(len(marks))]
        numbers = [int(cell.replace(",", "")) if cell else 0 for cell in cells]
        total = line[width + 7 * len(marks) :].strip().replace(",", "")
        if total:
            rows[line[:width].strip()] = (dict(zip(marks, numbers, strict=True)), int(total))
    return rows


# --- totals -----------------------------------------------------------------------------
def test_the_counters_of_the_published_game_are_counted(lines):
    assert lines[2] == "counters: 480 (377 units, 103 markers)"
    assert "German: 198 units (20 AFV, 115 personnel, 63 weapons)" in lines
    assert "Soviet: 179 units (27 AFV, 92 personnel, 60 weapons)" in lines
    assert any(line.startswith("map: 1,672 hexes (38 by 44), 1 river, 9 creeks") for line in lines)
    assert any("18 errata" in line for line in lines)
    assert lines[-1] == "no problems"


def test_the_table_adds_up_by_row_and_by_column(game, lines):
    rows = table(lines)
    marks, total = rows.pop("total")
    assert total == len(game.figures) == sum(marks.values())
    sums = Counter()
    for numbers, row_total in rows.values():
        assert row_total == sum(numbers.values()) > 0
        sums.update(numbers)
    assert sums == marks


def test_rows_of_the_table_are_the_marks_in_the_files(lines, units):
    rows = table(lines)
    for field in ("unit", "strength", "morale", "support", "battalion"):
        marks = Counter(row[f"{field}_src"] for row in units if row[f"{field}_src"])
        numbers, total = rows[f"units {field}"]
        assert {mark: count for mark, count in numbers.items() if count} == marks
        assert total == marks.total()


def test_a_mark_that_nothing_has_is_not_shown(lines):
    head = next(line for line in lines if line.startswith("what is known how"))
    assert head.split()[4:] == ["R", "X", "D", "G", "H", "E", "total"]
    legend = " ".join(lines)
    assert "E estimate" in legend
    assert "owner" not in legend


def test_no_line_is_wider_than_a_page_and_none_holds_what_is_not_seen(game):
    shown = [*report_lines(game, verbose=True)]
    for id_ in ("g-506-art", "2123", "9C", "I", "g-fkd", "soviet-e", "bunker-15"):
        shown += why_lines(game, id_)
    for line in shown:
        assert len(line) <= 120, line
        assert line.isprintable()


def test_verbose_lists_every_formation_with_its_counters(game, units):
    text = "\n".join(report_lines(game, verbose=True))
    for formation in game.formations.values():
        assert formation.name in text
    assert re.search(r"8th Panzer Division +9 battalions, 7 companies +47 strength points", text)
    assert re.search(r"46th Guards Rifle Division +3 regiments, 5 battalions", text)
    points = sum(int(number) for number in re.findall(r"(\d+) strength points", text))
    assert points == sum(int(row["strength"]) for row in units)
    assert "Markers: 20 assault" in text


# --- why --------------------------------------------------------------------------------
def test_why_shows_each_figure_of_a_unit_with_mark_and_reason(game, units):
    row = next(row for row in units if row["id"] == "s-603-mortar")
    shown = "\n".join(why_lines(game, "s-603-mortar"))
    assert shown.startswith("s-603-mortar: 603 mortar, Soviet")
    for field in ("strength", "combat", "antitank", "barrage", "range", "morale", "defence"):
        assert re.search(
            rf"^  {field} +\(?{row[field]}\)? +{row[f'{field}_src']}\b", shown, re.MULTILINE
        )
    assert "36 mortars of 120 mm in six batteries" in shown
    assert "E: estimate" in shown
    assert "X: printed errata" not in shown


def test_why_of_a_hex_names_the_files_and_lines(game):
    shown = list(why_lines(game, "2123"))
    text = (game_folder(GAME) / "map" / "hexes.csv").read_text().split("\n")
    line = next(n for n, row in enumerate(text, start=1) if row.startswith("2123,"))
    assert f"map/hexes.csv:{line}" in shown
    assert any("river Lowatj" in row for row in shown)
    assert any("scenarios/I.toml" in row for row in shown)


def test_why_of_a_section_gives_its_errata_readings_and_what_it_argues(game):
    shown = "\n".join(why_lines(game, "9C"))
    assert shown.startswith("9C: section 9C of the rules")
    assert "A-26: " in shown
    # personnel is P by rule 9C, and what is heavy is told with it
    count = sum(unit.defence in ("P", "H") for unit in game.units.values())
    assert f"argues {count} figures: defence in units.csv" in shown
    assert "E4: " in "\n".join(why_lines(game, "2"))


def test_an_erratum_or_a_reading_cited_in_an_argument_can_be_asked_for_in_turn(game):
    erratum = "\n".join(why_lines(game, "E3"))
    assert "barrage factor of 20" in erratum
    assert "barrage in units.csv" in erratum
    reading = "\n".join(why_lines(game, "A-61"))
    assert reading.startswith("A-61: an unclear place of the rules")
    assert "hexes in map/places.csv" in reading


def test_a_remark_is_told_apart_from_arguments(game):
    shown = list(why_lines(game, "g-i-55-rocket"))
    assert "note: 15 cm rocket launchers (designer's notes IV.6)" in shown
    assert any(re.search(r"barrage +20 +X +printed as 30", line) for line in shown)


OWNED = [
    ("g-506-art", {"strength": "7"}, "strength", "7", "strength 7, in place of our 3 [D]"),
    ("g-506-art", {"size": "II"}, "unit", "506", "size II, in place of our II [R]"),
    ("bunker-15", {"strength": "14"}, "count", "1", "strength 14, in place of our 15 [R]"),
    ("g-3mtn-48-at", {"formation": "3 Geb"}, "formation", "3rd Mountain Division", "our 3 [R]"),
    ("0412", {"high": "yes"}, "high", "yes", "high yes, in place of our no [E]"),
    ("0412", {"road": "N"}, "road", "0412", "road N, in place of nothing of ours"),
    ("0313", {"lake full": "S"}, "lake", "full", "lake full S, in place of our SE S [E]"),
    ("0230", {"name": "Isotcha"}, "hexes", "0230", "in place of our Isotcha (town) [H]"),
]


@pytest.mark.parametrize("case", OWNED, ids=lambda case: f"{case[0]} {case[2]}")
def test_an_owners_figure_shows_its_cell_and_what_it_replaced(game, tmp_path, case):
    """The file named was ours, and the sheet wasn't said."""
    id_, cells, field, value, words = case
    make = hexes if id_.isdigit() else counters
    sheet = tmp_path / "mine.csv"
    sheet.write_bytes(make(game, {id_: cells}))
    edition = read_edition(GAME, overlay=tmp_path)
    found = load_game_from_files(edition.files)
    asked = "g-3mtn" if "formation" in cells else id_
    rows = json.loads(why_json(found, asked, edition.origins))["figures"]
    (row,) = [r for r in rows if (r["field"], r["value"], r["mark"]) == (field, value, "P")]
    (cell,) = row["cells"]
    assert (cell["file"], cell["line"]) == (str(sheet), line_of(game, id_))
    shown = " ".join(" ".join(why_lines(found, asked, edition.origins)).split())
    assert words in shown
    assert "filled in on the owner's sheet" in shown


def test_filled_cells_and_printed_figures_that_differ_in_number_are_explained(game, tmp_path):
    """The note said 31 figures, and the column P 32."""
    sheet = tmp_path / "mine.csv"
    sheet.write_bytes(hexes(game, {"0412": {"road": "N S"}}))
    shown = " ".join(run("--overlay", str(tmp_path)).stdout.split())
    assert "P: 1 cell of the owner's sheets, 3 figures of the data: a cell with sides" in shown
    sheet.write_bytes(counters(game, {"g-506-art": {"strength": "4"}}))
    assert "P: 1 cell" not in run("--overlay", str(tmp_path)).stdout
    assert "P: " not in run().stdout


def test_the_road_into_the_next_hex_is_told_at_the_cell_that_drew_it(game, tmp_path):
    (tmp_path / "m.csv").write_bytes(hexes(game, {"0412": {"road": "N"}}))
    result = run("--overlay", str(tmp_path), "--why", "0411")
    assert f"m.csv:{line_of(game, '0412')}: road N" in " ".join(result.stdout.split())
    assert "owner's sheet" not in run("--why", "0411").stdout


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *[("9c", "9C"), ("G-506-ART", "g-506-art"), ("e3", "E3"), ("a-61", "A-61")],
        *[("506", "g-506-art"), (" 506  field artillery ", "g-506-art"), ("I/55", "g-i-55-rocket")],
        *[("i/138/3", "g-3mtn-i-138-mtninf"), ("3rd mountain division", "g-3mtn")],
        *[("Bunker 15", "bunker-15"), ("0506", "0506"), ("hex 0101", "0101"), ("101", "0101")],
        *[("WD-3.3", "3"), ("wd-3A.2", "3A"), ("3.3", "3"), ("3A", "3A"), ("rule 9c", "9C")],
    ],
)
def test_what_people_type_finds_what_they_mean(game, typed, meant):
    """Printed designations, hexes in words and rules of the ledger were unknown."""
    assert meanings(game, typed)[0] == meant
    assert next(why_lines(game, typed)).startswith(meant)
    assert json.loads(why_json(game, typed))["id"] == meant


def test_a_number_that_is_a_counter_and_a_hex_tells_of_both(game):
    assert meanings(game, "506") == ["g-506-art", "0506"]
    assert "called so too: hex 0506" in list(why_lines(game, "506"))
    hexes_ = {game.map.numbering.format(cell) for cell in game.map.hexes}
    both = [unit for unit in game.units.values() if unit.name in hexes_]
    assert both
    assert meanings(game, both[0].name) == [both[0].name, both[0].id]


def test_what_stands_on_several_counters_is_answered_with_their_ids(game):
    with pytest.raises(WargameError, match="stands on several counters: bunker-10a, bunker-10b"):
        meanings(game, "Bunker 10")


@pytest.mark.parametrize("typed", ["", "  "])
def test_nothing_asked_is_one_clear_line(typed):
    result = run("--why", typed)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("error: --why: nothing is named; ")


def test_an_unknown_id_is_answered_with_the_nearest_ones(game):
    with pytest.raises(WargameError, match="did you mean g-i-55-rocket"):
        list(why_lines(game, "g-55-rocket"))
    with pytest.raises(WargameError, match="shows the ids below the counters"):
        why_json(game, "\x1b[31m")


# --- for programs -----------------------------------------------------------------------
def test_json_holds_the_same_totals(game, lines):
    document = json.loads(report_json(game))
    assert document["counters"] == {"units": 377, "markers": 103}
    assert document["units"]["soviet"] == {"AFV": 27, "personnel": 92, "weapons": 60}
    assert document["digest"] == game.digest
    marks, total = table(lines)["total"]
    assert document["marks"] == marks
    assert sum(sum(row["marks"].values()) for row in document["figures"]) == total


def test_json_of_a_unit_has_a_row_for_each_figure(game):
    document = json.loads(why_json(game, "g-743-eng"))
    fields = {row["field"]: row for row in document["figures"] if row["file"] == "units.csv"}
    assert fields["morale"]["mark"] == "E"
    assert fields["morale"]["argument"]
    assert {row["line"] for row in fields.values()} == {fields["morale"]["line"]}


# --- the command ------------------------------------------------------------------------
def test_the_command_prints_report_and_reasons(lines):
    assert run().output.splitlines() == lines
    assert "g-743-eng" in run("--why", "g-743-eng").output
    assert json.loads(run("--format", "json", "--why", "2123").output)["id"] == "2123"
    assert "strength points" in run("-v").output


def test_the_command_tells_an_unknown_id_in_one_visible_line():
    result = run("--why", "no\x1b[31msuch")
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("error: ")
    assert "\x1b" not in line
