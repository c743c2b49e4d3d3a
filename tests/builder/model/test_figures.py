"""Figures, marks and arguments: counted by a dumb reading of the files, and printed facts.

The counts are taken from the raw files with nothing but the csv and toml readers of the
standard library; the printed facts are typed here once more, or read from the reference
material beside the checkout.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections import Counter

import pytest

from builder.errors import DataError
from builder.model.figures import Figure, concerning, grouped, remark, tally
from builder.model.game import Provenance
from builder.model.load import load_game_from_files
from builder.model.overlay import OWNER

MARKS = "RXPDGHE"


def rows_of(files, name):
    return list(csv.DictReader(io.StringIO(files[name].decode())))


def toml_of(files, name):
    return tomllib.loads(files[name].decode())


def counted(game, file, field=None):
    return Counter(
        figure.mark.value
        for figure in game.figures
        if figure.file == file and field in (None, figure.field)
    )


# --- counts by a dumb reading ---------------------------------------------------------------
@pytest.mark.parametrize("name", ["units.csv", "map/hexes.csv"])
def test_marked_cells_are_the_figures_of_a_sheet(game, files, name):
    rows = rows_of(files, name)
    columns = [column for column in rows[0] if column.endswith("_src")]
    assert columns
    for column in columns:
        expected = Counter(row[column] for row in rows if row[column])
        assert counted(game, name, column.removesuffix("_src")) == expected
    assert len({figure.field for figure in game.figures if figure.file == name}) == len(columns)


@pytest.mark.parametrize(
    "name", ["markers.csv", "arrivals.csv", "map/hexsides.csv", "map/places.csv"]
)
def test_rows_with_one_mark_are_one_figure_each(game, files, name):
    assert counted(game, name) == Counter(row["src"] for row in rows_of(files, name))


def test_every_hex_of_a_way_is_a_figure(game, files):
    expected = Counter()
    for way in toml_of(files, "map/ways.toml")["way"]:
        for word in way["hexes"].split():
            expected[way["kind"], word[5:] or way["src"]] += 1
    found = Counter(
        (figure.field, figure.mark.value)
        for figure in game.figures
        if figure.file.endswith("ways.toml")
    )
    assert found == expected


def test_printed_tables_are_counted_cell_by_cell(game, files):
    chart = toml_of(files, "terrain.toml")
    cells = sum(
        len(row[part])
        for row in chart["terrain"].values()
        for part in ("enter", "leave", "defence")
    )
    cells += sum(len(row) for row in chart["lake"].values()) + len(chart["activity"])
    cells += len(chart["mobility"])
    assert counted(game, "terrain.toml") == {"R": cells}
    turns = toml_of(files, "turns.toml")["turn"]
    assert len(turns) == 13
    # weather for six die rolls, two sides' supply and replacements, repairs, dates
    rows = [f for f in game.figures if f.file == "turns.toml" and f.row.startswith("turn.")]
    assert len(rows) == 13 * (6 + 2 + 2 + 1 + 1)
    assert counted(game, "turns.toml")["X"] == 5  # turns 2 to 6 (E10)


def test_every_mark_of_a_figure_stands_in_its_file(game, files):
    """No mark is made up: each file has it, as a cell or a quoted word."""
    for file in {figure.file for figure in game.figures}:
        text = files[file].decode()
        written = set(re.findall(rf"(?<![A-Za-z])([{MARKS}])(?![A-Za-z])", text))
        assert {figure.mark.value for figure in game.figures if figure.file == file} <= written


def test_totals_add_up(game):
    everything = tally(game.figures)
    assert sum(everything.values()) == len(game.figures) > 8000
    parts = Counter()
    for members in grouped(game.figures).values():
        parts.update(tally(members))
    assert parts == Counter(everything)
    assert list(everything) == [mark for mark in Provenance if mark in everything]
    assert Provenance.P not in everything


# --- arguments --------------------------------------------------------------------------------
def test_every_figure_that_is_not_printed_has_an_argument_of_some_words(game):
    for figure in game.figures:
        if figure.mark.value not in "RX":
            assert len(figure.argument.split()) >= 3, figure
        assert "\n" not in figure.argument


def test_a_figure_stands_in_the_line_it_names(game, files):
    for figure in game.figures:
        if figure.file in ("units.csv", "map/hexes.csv", "markers.csv"):
            line = files[figure.file].decode().split("\n")[figure.line - 1]
            assert line.startswith(f"{figure.row},")


def test_values_are_those_of_the_units(game):
    for figure in game.figures:
        if figure.file != "units.csv":
            continue
        unit = game.units[figure.row]
        if figure.field in ("strength", "morale", "mobility", "defence", "range"):
            assert figure.value == str(getattr(unit, figure.field))
        if figure.field == "combat":
            assert figure.value.startswith("(") == unit.defensive_only
        if figure.field == "support" and unit.support is None:
            assert figure.value == "none"


def argument(files, row, field, **changed):
    changed = {name.replace("_csv", ".csv"): data for name, data in changed.items()}
    game = load_game_from_files({**files, **changed})
    (figure,) = (f for f in game.figures if (f.row, f.field) == (row, field))
    return figure.argument


def with_entries(files, *entries):
    text = "".join(
        f'\n[[argument]]\nid = "spare-{n}"\nfile = "units.csv"\nfields = ["morale"]\n'
        f'where = {{ {where} }}\ntext = "reason number {n}"\n'
        for n, where in enumerate(entries)
    )
    return {**files, "arguments.toml": files["arguments.toml"] + text.encode()}


def test_the_most_particular_argument_holds(files):
    unit = "g-506-art"
    plain = argument(files, unit, "morale")
    three = 'side = "german", value = "8", size = "II"'
    wide = with_entries(files, three)
    assert argument(wide, unit, "morale") == "reason number 0" != plain
    named = with_entries(files, three, f'id = "{unit}"')
    assert argument(named, unit, "morale") == "reason number 1"
    assert argument(named, "g-743-eng", "morale") == "reason number 0"
    line = next(text for text in files["units.csv"].split(b"\n") if text.startswith(b"g-506-art"))
    own = line.replace(b",15 cm howitzers", b',"morale, range: an own reason | 15 cm howitzers"')
    named["units.csv"] = files["units.csv"].replace(line, own)
    with pytest.raises(DataError, match="spare-1"):  # argues nothing any more
        argument(named, unit, "morale")
    wide["units.csv"] = named["units.csv"]
    assert argument(wide, unit, "morale") == "an own reason"
    assert argument(wide, unit, "range") == "an own reason"
    assert load_game_from_files(wide).units[unit].note.endswith("15 cm howitzers")


def test_a_remark_argues_nothing():
    assert remark("Alarm Abteilung Witebsk") == "Alarm Abteilung Witebsk"
    assert remark("strength: six batteries") == ""
    assert remark("unit, arrival: by fit | strength: 5 or 6 | a battalion") == "a battalion"


def test_an_owners_edition_is_not_asked_for_arguments(files):
    """What an owner typed in needs none, and the argument for the old figure says nothing."""
    line = next(text for text in files["units.csv"].split(b"\n") if text.startswith(b"g-506-art"))
    ours = line.replace(b"field artillery", b"mortar")  # no argument is for German mortars
    with pytest.raises(DataError) as caught:
        load_game_from_files({**files, "units.csv": files["units.csv"].replace(line, ours)})
    assert {problem.check for problem in caught.value.problems} == {"DAT-argument"}
    theirs = ours.replace(b",W,E,3,D,", b",W,E,5,P,")
    data = {**files, "units.csv": files["units.csv"].replace(line, theirs), OWNER: b""}
    game = load_game_from_files(data)
    found = {f.field: f for f in concerning(game.figures, "g-506-art") if f.file == "units.csv"}
    strength = found["strength"]
    assert (strength.value, strength.mark.value, strength.argument) == ("5", "P", "")
    assert (found["barrage"].mark.value, found["barrage"].argument) == ("E", "")
    assert found["morale"].argument


# --- looking up -------------------------------------------------------------------------------
def test_figures_of_a_hex_come_from_every_file(game):
    files = {figure.file for figure in concerning(game.figures, "2123")}
    assert files >= {"map/hexes.csv", "map/places.csv", "map/ways.toml", "scenarios/I.toml"}
    sides = [f for f in concerning(game.figures, "2507") if f.file == "map/hexsides.csv"]
    assert {f.row for f in sides} >= {"2507/2508"}
    assert [f.row for f in concerning(game.figures, "2508") if f.row == "2507/2508"]
    assert concerning(game.figures, "9999") == []


def test_equal_figures_differ_not_by_line():
    one = Figure("units.csv", "a", "morale", "8", Provenance.E, "why", ("a",), 3)
    assert one == Figure("units.csv", "a", "morale", "8", Provenance.E, "why", ("a",), 30)


# --- printed facts ----------------------------------------------------------------------------
PRINTED = [
    *((f"s-{b}-t70", "defence", "2", "R") for b in ("18mb", "34mb", "43mb")),
    *((f"s-{b}-2-t70", "defence", "2", "R") for b in ("184tb", "33tb", "36tb", "45tb", "236tb")),
    *((f"s-{c}-eng", "strength", "2", "R") for c in ("3sa", "5s", "2mc", "8e")),
    ("g-i-55-rocket", "barrage", "20", "X"),
    ("s-257rd-iii-793-art", "strength", "2", "X"),
    ("g-2-66-t34c", "unit", "2/66", "X"),
    ("s-68-mc", "unit", "68", "X"),
    ("s-334rd-1124-inf", "unit", "1124", "X"),
    ("g-5skj-3-5-ski", "unit", "3/5", "X"),
    ("g-rfss-459-stugl", "unit", "459", "R"),
    ("g-43-police", "unit", "43", "R"),
    ("g-6lw-aa-hvyaa", "unit", "AA", "R"),
    ("g-8pz-iii-80-spart", "unit", "III/80", "R"),
    ("g-3mtn-i-112-mtnart", "unit", "I/112", "R"),
    ("g-3mtn-ii-112-mtnart", "unit", "II/112", "R"),
    ("s-46grd-i-34-t34", "unit", "I/34", "R"),
    ("s-46grd-ii-34-t34", "unit", "II/34", "R"),
    ("s-24cd-x-t60", "unit", "?", "R"),
    ("s-36tb-x-t34", "unit", "?", "R"),
]


@pytest.mark.parametrize(("row", "field", "value", "mark"), PRINTED)
def test_what_the_rulebook_prints_of_a_counter_is_marked_so(game, row, field, value, mark):
    (figure,) = (f for f in concerning(game.figures, row) if f.field == field)
    assert (figure.value, figure.mark.value, figure.printed) == (value, mark, True)


@pytest.fixture(scope="module")
def tables(shared):
    return tomllib.loads((shared / "rules" / "white_death_tables.toml").read_text())


def units_like(game, **wanted):
    return [u for u in game.units.values() if all(getattr(u, k) == v for k, v in wanted.items())]


def mark_of(game, unit, field):
    (figure,) = (f for f in concerning(game.figures, unit.id) if f.field == field)
    return figure.mark.value


def test_listed_facts_of_counters_are_in_the_data(game, tables):
    facts = tables["counter_facts"]
    for unit in units_like(game, type="T-70"):
        assert (unit.defence, mark_of(game, unit, "defence")) == (str(facts["t70_defence"]), "R")
    for unit in (u for u in units_like(game, side="soviet", type="engineer") if u.size == "X"):
        expected = (facts["soviet_engineer_brigade_strength"], "R")
        assert (unit.strength, mark_of(game, unit, "strength")) == expected
    usual = Counter(u.strength for u in units_like(game, side="german", type="field artillery"))
    assert usual.most_common(1)[0][0] == facts["german_artillery_battalion_strength_usual"]
    notes = tables["designer_notes_facts"]
    rockets = units_like(game, side="german", type="rocket")
    assert sorted(u.name for u in rockets) == sorted(notes["german_rocket_battalions"])
    assert {mark_of(game, u, "unit") for u in rockets} == {"R"}
    assert [u.name for u in units_like(game, type="SP field artillery")] == notes[
        "german_self_propelled_artillery"
    ]
    assert [u.name for u in units_like(game, type="mountain artillery")] == notes[
        "german_mountain_artillery"
    ]
    batteries = notes["soviet_divisional_artillery_batteries"]
    for number, key in (("I/", "first"), ("II/", "second"), ("III/", "third")):
        battalions = [
            u
            for u in units_like(game, side="soviet", type="field artillery")
            if u.name.startswith(number)
        ]
        assert len(battalions) == 15
        assert {u.strength for u in battalions} == {batteries[f"{key}_battalion"]}


# --- totals of formations ---------------------------------------------------------------------
SIZES = {"brigades": "X", "regiments": "III", "battalions": "II", "companies": "I"}


def test_as_many_divisions_and_brigades_as_the_designers_notes_count(game):
    """Thirteen divisions and sixteen brigades committed; eight German divisions, nearly whole."""
    optional = {u.parent for u in game.units.values() if u.entry.group == "optional"}
    committed = [f for f in game.formations.values() if f.id not in optional]
    sizes = Counter(u.parent for u in game.units.values())
    soviet = [f for f in committed if f.side == "soviet"]
    assert sum(f.kind == "division" and sizes[f.id] > 1 for f in soviet) == 13
    assert sum(f.kind == "brigade" for f in soviet) == 16
    german = [f for f in committed if f.side == "german" and f.kind == "division"]
    assert len([f for f in german if f.id != "g-7fl"]) == 8


def test_totals_of_formations_are_the_sums_of_the_printed_lines(game, files, tables):
    printed = Counter()
    for line in tables["arrival"] + tables["optional_arrival"]:
        for size, count in line.get("counters", {}).items():
            printed[line["side"], SIZES[size]] += count
    of_formations = Counter()
    data = toml_of(files, "formations.toml")["formation"]
    for unit in game.units.values():
        if unit.entry.area and unit.parent:
            of_formations[unit.side, unit.size.value] += 1
    totals = {f["id"]: f["total"] for f in data if "total" in f}
    assert len(totals) == len(data) - 1  # of one division only a part is printed
    for id_, total in totals.items():
        have = Counter(u.size.value for u in game.units.values() if u.parent == id_)
        assert have == {SIZES[size]: count for size, count in total.items()}
    for key in (("soviet", "III"), ("german", "I")):
        assert printed[key] <= of_formations[key]


@pytest.mark.parametrize(
    ("formation", "total"),
    [
        ("g-3mtn", {"II": 7, "I": 2}),
        ("g-8pz", {"II": 9, "I": 7}),
        ("g-20mot", {"II": 3 + 8, "I": 3}),
        ("g-291id", {"II": 2 + 9}),
        ("g-6lw", {"II": 6, "I": 3}),
        ("g-rfss", {"II": 5, "I": 3}),
        ("g-205id", {"II": 2 + 2 + 7}),
        ("g-331id", {"II": 2 + 1 + 8}),
        ("g-7fl", {"II": 13, "I": 2}),
        ("s-46grd", {"III": 3, "II": 3 + 2}),
        ("s-36tb", {"II": 4}),
        ("s-18mb", {"II": 6}),
        ("s-24cd", {"III": 3, "II": 1}),
        ("s-44sb", {"II": 4}),
    ],
)
def test_printed_totals(game, formation, total):
    assert Counter(u.size.value for u in game.units.values() if u.parent == formation) == total
