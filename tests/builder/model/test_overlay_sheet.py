"""Sheets as spreadsheets save them, and folders as people keep them."""

from __future__ import annotations

import os
import re
import time

import pytest

from builder.model.estimates import counter_sheet, map_sheet, sheet_names
from builder.model.overlay_cells import is_date
from builder.model.overlay_sheet import COUNTER_COLUMNS, MAP_COLUMNS, read_sheets
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

UNIT = "g-3mtn-i-138-mtninf"
GUNS = "g-3mtn-iii-112-art"
COUNTERS = {
    UNIT: {"strength": "5", "antitank": "0.5", "combat": "(1)", "unit": "I/139", "morale": "7"},
    GUNS: {"support": "none", "range": "9", "barrage": "4.5"},
    "assault": {"count": "19"},
}
MAP = {
    "0101": {"terrain": "clear", "high": "yes"},
    "0412": {"road": "N SE", "lake full": "none", "name": "Neuhof; Althof (village)"},
    "3844": {"rail": "NW (Branch)"},
}


def values(cells):
    return {id_: {name: each.value for name, each in row.items()} for id_, row in cells.items()}


def read(folder, *sheets):
    folder.mkdir(exist_ok=True)
    for number, sheet in enumerate(sheets):
        (folder / f"sheet{number}.csv").write_bytes(sheet)
    return read_sheets(folder)


def test_a_sheet_as_written_holds_nothing(game, tmp_path):
    found = read(tmp_path, counter_sheet(game), map_sheet(game))
    assert (found.empty, found.notes, found.problems) == (True, [], [])
    assert len(found.ours) > 7_000


def test_sheets_have_a_row_for_each_counter_and_hex_in_order(game):
    first = [row[0] for row in rows_of(counter_sheet(game))[2:]]
    assert first == [*game.units, *game.markers]
    second = [row[0] for row in rows_of(map_sheet(game))[2:]]
    assert second == [f"hex {game.map.numbering.format(cell)}" for cell in game.map.numbering]


def test_no_cell_of_ours_is_anything_a_spreadsheet_changes(game):
    for sheet in (counter_sheet(game), map_sheet(game)):
        for row in rows_of(sheet)[2:]:
            for cell in filter(None, row):
                assert cell[0] not in "=+-@'"
                assert re.search(r"[A-Za-z]", cell)
                assert not is_date(cell)
                assert not re.fullmatch(r"\d+ ?[AaPpEe]\d*", cell), "an hour, or a power of ten"


@pytest.mark.parametrize(
    "save",
    [
        written,
        lambda rows: written(rows, encoding="utf-8"),
        lambda rows: written(rows, delimiter=";"),
        lambda rows: written(rows, delimiter="\t", end="\n"),
        lambda rows: written(rows, end="\r"),
        lambda rows: written(rows[1:]),
        lambda rows: written([rows[0], [], *rows[1:], [""] * 40, []]),
        lambda rows: written([[*row, "", "", ""] for row in rows]),
        lambda rows: b"sep=;\r\n" + written(rows, delimiter=";", encoding="utf-8"),
        lambda rows: written([[cell.upper() for cell in row] if n == 1 else row
                              for n, row in enumerate(rows)]),
        as_excel_in_german,
        as_libreoffice,
        as_excel_unicode,
        as_google,
    ],
    ids=["ours", "no-bom", "semicolons", "tabs", "cr", "no-instruction", "blank-rows",
         "blank-columns", "sep-line", "capital-heads", "excel-german", "libreoffice", "excel-utf16",
         "online"],
)  # fmt: skip
def test_every_way_to_save_is_read_alike(game, tmp_path, save):
    one = save(fill(rows_of(counter_sheet(game)), COUNTERS))
    two = save(fill(rows_of(map_sheet(game)), MAP))
    found = read(tmp_path, one, two)
    assert found.problems == []
    assert values(found.cells["counter"]) == COUNTERS
    assert values(found.cells["hex"]) == MAP
    assert [fill_.value for fill_ in found.fills()] == [
        fill_.value for fill_ in read(tmp_path / "b", two, one).fills()
    ]


def test_windows_1252_is_read_with_one_note(game, tmp_path):
    rows = fill(rows_of(map_sheet(game)), {"0412": {"name": "M\xfchldorf"}})
    (tmp_path / "a").mkdir()
    found = read(tmp_path / "a", written(rows, encoding="cp1252"))
    assert found.cells["hex"]["0412"]["name"].value == "M\xfchldorf"
    (note,) = found.notes
    assert f"sheet0.csv:{line_of(game, '0412')}: not UTF-8; read as Windows-1252" in note


def test_a_half_sign_of_windows_1252_is_a_half(game, tmp_path):
    rows = fill(rows_of(counter_sheet(game)), {UNIT: {"antitank": "1\xbd"}})
    found = read(tmp_path, written(rows, encoding="cp1252"))
    assert found.cells["counter"][UNIT]["antitank"].value == "1.5"


def test_extra_columns_are_left_out_with_a_note(game, tmp_path):
    rows = [
        [*row, "checked" if n == 1 else "yes", ""]
        for n, row in enumerate(rows_of(counter_sheet(game)))
    ]
    found = read(tmp_path, written(rows))
    assert found.empty
    assert found.notes == [f"{tmp_path / 'sheet0.csv'}: columns left out: 'checked'"]


def test_columns_may_be_missing_and_rows_too(game, tmp_path):
    rows = fill(rows_of(counter_sheet(game)), COUNTERS)
    keep = [rows[1].index(name) for name in ("morale", "counter")]
    small = [[row[at] for at in keep] for row in rows[1:4]]
    found = read(tmp_path, written(small))
    assert values(found.cells["counter"]) == {UNIT: {"morale": "7"}}
    assert not found.problems


def test_rows_with_a_hash_are_remarks(tmp_path):
    found = read(tmp_path, b"counter,morale\r\n# my remarks,7\r\ng-1,8\r\n")
    assert values(found.cells["counter"]) == {"g-1": {"morale": "8"}}


def test_a_cell_copied_from_ours_is_read_without_its_mark(tmp_path):
    found = read(tmp_path, b"counter,morale,combat\r\ng-1,8 [E],(1) [E]\r\n")
    assert values(found.cells["counter"]) == {"g-1": {"morale": "8", "combat": "(1)"}}


def test_a_cell_copied_from_ours_beside_ours_is_read(tmp_path):
    found = read(tmp_path, b"counter,our morale,morale\r\ng-1,8 [E],8 [E]\r\n")
    assert values(found.cells["counter"]) == {"g-1": {"morale": "8"}}


def test_a_row_moved_by_a_decimal_comma_is_refused_with_its_line(game, tmp_path):
    """Half a factor without quotes pushed every figure behind it into the next column."""
    top, head, row, *rest = rows_of(counter_sheet(game))
    row[head.index("antitank")] = "0,5"
    line = ",".join(row[:-1]).encode()
    (problem,) = read(tmp_path, written([top, head]) + line + b"\r\n" + written(rest)).problems
    assert (problem.check, problem.line) == ("OVL-row", 3)
    assert "which isn't `our combat`" in problem.text
    assert "comma needs quotes" in problem.hint


@pytest.mark.parametrize(
    ("content", "line", "check", "words"),
    [
        (b"counter,morale\r\ng-1,8\r\ng-1,9\r\n", 3, "OVL-twice", "already filled in, in"),
        (b"counter,morale,morale\r\ng-1,8,9\r\n", 1, "OVL-header", "'morale' stands there twice"),
        (b"counter,morale,strnegth\r\ng-1,8,4\r\n", 1, "OVL-header", "unknown column 'strnegth'"),
        (b"counter,morale\r\n,8\r\n", 2, "OVL-id", "a row without a counter"),
        (b"hex,high\r\nhex 1x,no\r\n", 2, "OVL-id", "no hex number"),
        (b"counter,antitank,morale\r\ng-1,0,5,8\r\n", 2, "OVL-row", "4 cells, the header 3"),
        (b'counter,morale\r\n"g-1,8\r\ng-2,9\r\n', 2, "OVL-row", "not a CSV row"),
        (b"counter,morale\r\ng-1,eight\r\n", 2, "OVL-cell", "counter g-1: morale 'eight'"),
        (b"counter,unit\r\n\r\n\r\ng-1,05-Jan\r\n", 4, "OVL-cell", "was no date"),
        (b'counter,unit\r\n"g\n-1",\r\ng-1,05-Jan\r\n', 4, "OVL-cell", "was no date"),
        (b"counter,morale\r\ng-1,\x818\r\n", 0, "OVL-file", "is no text"),
        (b"counter,morale\r\ng-1,\x008\r\n", 0, "OVL-file", "is no text"),
        (b"PK\x03\x04rest", 0, "OVL-file", "is a workbook in spite of its name"),
        (b"#" * 5_000_001, 0, "OVL-file", "5,000,001 bytes"),
    ],
)
def test_faults_of_a_sheet_are_told_with_their_line(tmp_path, content, line, check, words):
    (problem,) = read(tmp_path, content).problems
    assert (problem.check, problem.file, problem.line) == (
        check,
        str(tmp_path / "sheet0.csv"),
        line,
    )
    assert words in problem.text
    assert problem.hint


def test_a_row_twice_is_no_fault_while_only_one_is_filled_in(tmp_path):
    found = read(tmp_path, b"counter,morale\r\ng-1,\r\n", b"counter,morale\r\ng-1,9\r\n")
    assert (found.problems, values(found.cells["counter"])) == ([], {"g-1": {"morale": "9"}})


class TestFolders:
    def test_that_is_not_there(self, tmp_path):
        (problem,) = read_sheets(tmp_path / "no").problems
        assert (problem.check, problem.line) == ("OVL-folder", 0)

    def test_that_is_a_file(self, tmp_path):
        (tmp_path / "a.csv").write_bytes(b"")
        (problem,) = read_sheets(tmp_path / "a.csv").problems
        assert problem.check == "OVL-folder"

    def test_that_holds_nothing(self, tmp_path):
        found = read_sheets(tmp_path)
        assert (found.empty, found.problems) == (True, [])
        assert found.notes == [f"{tmp_path}: holds no sheet; the edition is the public one"]

    def test_that_holds_a_workbook_alone(self, tmp_path):
        (tmp_path / "mine.xlsx").write_bytes(b"PK\3\4")
        (problem,) = read_sheets(tmp_path).problems
        assert problem.file == str(tmp_path / "mine.xlsx")
        assert "save the sheet as CSV" in problem.hint

    def test_other_things_are_named_and_left_out(self, game, tmp_path):
        (tmp_path / "mine.ods").write_bytes(b"PK\3\4")
        (tmp_path / "scan.png").write_bytes(b"png")
        (tmp_path / "notes.txt").write_bytes(b"strength of the 3rd?")
        (tmp_path / "sub").mkdir()
        for hidden in (".~lock.mine.ods#", "~$mine.xlsx", ".DS_Store"):
            (tmp_path / hidden).write_bytes(b"\0")
        found = read(tmp_path, counters(game, COUNTERS), hexes(game, MAP))
        assert not found.problems
        assert values(found.cells["counter"]) == COUNTERS
        assert [note.partition(": ")[0] for note in found.notes] == [
            str(tmp_path / name) for name in ("notes.txt", "mine.ods", "scan.png", "sub")
        ]

    def test_that_may_not_be_read(self, tmp_path):
        tmp_path.chmod(0)
        root = os.geteuid() == 0  # who reads everything: so another user looks
        if root:
            os.seteuid(65534)
        try:
            found = read_sheets(tmp_path)
        finally:
            if root:
                os.seteuid(0)
            tmp_path.chmod(0o700)
        (problem,) = found.problems
        assert "Permission denied" in problem.text


def test_names_of_both_sheets():
    assert sheet_names("c.csv") == ("c.csv", "c-map.csv")
    assert sheet_names("a.b/c") == ("a.b/c.csv", "a.b/c-map.csv")
    assert sheet_names("c.tsv") == ("c.tsv", "c-map.tsv")


def test_every_column_stands_beside_ours(game):
    for sheet, columns in ((counter_sheet(game), COUNTER_COLUMNS), (map_sheet(game), MAP_COLUMNS)):
        head = rows_of(sheet)[1]
        for name in columns:
            assert head.index(name) == head.index(f"our {name}") + 1


WIDE = ",".join(f"x{number}" for number in range(600_000))
FLOODS = {
    "columns": (f"counter,strength,{WIDE}\n{UNIT},5\n", 1, "has more than 200 columns"),
    "cells": (f"counter,strength\n{UNIT},5{',' * 4_000_000}\n", 2, "has more than 200 columns"),
    "lines": ("\n" * 4_900_000, 0, "has more than 50,000 lines"),
    "old lines": ("\r" * 60_000, 0, "has more than 50,000 lines"),
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_sheet_that_never_ends_is_refused_at_once(tmp_path, flood):
    """Each of 600,000 spare columns was once held against ours: eight minutes."""
    content, line, words = FLOODS[flood]
    started = time.process_time()
    found = read(tmp_path, content.encode())
    assert time.process_time() - started < 5
    assert [(each.line, each.text) for each in found.problems] == [(line, words)]
    assert found.empty
