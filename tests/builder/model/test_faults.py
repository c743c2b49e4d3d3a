"""Seeded faults: each is found by exactly its check, in its line, with a hint.

A fault replaces one piece of text that occurs once in a file. The line expected is counted
in the faulty file, from the piece put in (or from ``at``, a text in it).
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

import builder.model
from builder.errors import DataError
from builder.model.load import load_game, load_game_from_files

UNIT = "g-3mtn-i-138-mtninf,german,g-3mtn,I/138,H,mountain infantry,personnel,II,"
GUNS = "g-3mtn-iii-112-art,german,g-3mtn,III/112,R,field artillery,weapons,II,"
MAP = "map/"


class Fault(NamedTuple):
    check: str
    file: str
    old: str
    new: str
    at: str = ""
    whole_file: bool = False


def units(check, old, new):
    return Fault(check, "units.csv", old, new)


FAULTS = [
    # files, rows and keys
    Fault("DAT-toml-syntax", "turns.toml", "number = 5\n", "number = = 5\n"),
    Fault("DAT-csv-header", "markers.csv", "id,name,", "id,names,"),
    Fault("DAT-csv-row", "map/hexes.csv", "0314,lake,E,no,E,", "0314,lake,E,no"),
    Fault("DAT-csv-row", "units.csv", "g-743-eng,", '"g-743-eng,'),
    Fault(
        "DAT-key-unknown",
        "terrain.toml",
        'defensive_fire = "0"\n',
        'defensive_fire = "0"\n\n[lakes]\nice = "0"\n',
        at="[lakes]",
    ),
    Fault("DAT-key-unknown", "formations.toml", 'name = "3rd Mou', 'nam = ""\nname = "3rd Mou'),
    Fault("DAT-value-missing", "markers.csv", "assault,Assault,", "assault,,"),
    Fault("DAT-value-missing", "game.toml", 'version = "0.1.0"\n', "", whole_file=True),
    Fault("DAT-value-hidden", "units.csv", ",I/138,", ",I/\x00138,"),
    Fault("DAT-value-hidden", "game.toml", 'name = "German"', 'name = "Ger\\u202eman"'),
    Fault("DAT-value-type", "game.toml", 'name = "German"', "name = 1943"),
    Fault("DAT-id-form", "arrivals.csv", "s-t03-45th-ski,", "S T03 45th ski,"),
    Fault("DAT-id-twice", "markers.csv", "bunker-10b,", "bunker-10a,"),
    Fault("DAT-id-twice", "errata.toml", 'id = "E7"', 'id = "E6"'),
    Fault("DAT-mark", "map/hexes.csv", "0314,lake,E,", "0314,lake,Q,"),
    Fault("DAT-mark-owner", "map/hexes.csv", "0314,lake,E,", "0314,lake,P,"),
    Fault("DAT-mark", "map/ways.toml", "1637:R 1737:D", "1637:Z 1737:D"),
    units("DAT-mark", UNIT + "black-on-grey-green,L,E,", UNIT + "black-on-grey-green,L,e,"),
    Fault(
        "DAT-number",
        "turns.toml",
        'soviet = 3, soviet_src = "X" } # printed 4\nreplacements = { german = 0',
        "soviet = 3 }\nreplacements = { german = -1",
        at="german = -1",
    ),
    units(
        "DAT-number", UNIT + "black-on-grey-green,L,E,4,", UNIT + "black-on-grey-green,L,E,four,"
    ),
    units(
        "DAT-fraction",
        UNIT + "black-on-grey-green,L,E,4,E,3,",
        UNIT + "black-on-grey-green,L,E,4,E,3/0,",
    ),
    Fault("DAT-section", "errata.toml", 'sections = ["23"]', 'sections = ["26"]'),
    Fault(
        "DAT-reading-switch",
        "ambiguities.toml",
        'others = ["2323"]\n',
        "",
        at='switch = "sixth_bunker_hex"',
    ),
    Fault("DAT-reading-switch", "ambiguities.toml", 'others = ["2323"]', 'others = ["2322"]'),
    Fault(
        "DAT-reading-switch",
        "ambiguities.toml",
        'switch = "vl_pool_supplies_artillery"\nchosen = "false"',
        'switch = "vl_pool_supplies_artillery"\nchosen = "flase"',
        at='chosen = "flase"',
    ),
    # the game
    Fault("DAT-name", "game.toml", '"White Death: Vel', '"Weißer Tod: Vel'),
    Fault("DAT-date", "game.toml", "2026-11-30", "30.11.2026"),
    Fault("DAT-board", "game.toml", "row_px = 112", "row_px = 111"),
    Fault("DAT-count", "game.toml", "markers = 103", "markers = 104", whole_file=True),
    Fault("DAT-turn-order", "turns.toml", "number = 12\n", "number = 13\n"),
    Fault(
        "DAT-weather",
        "turns.toml",
        'number = 5\ndates = "Dec. 6-10"\nweather = ["frost"',
        'number = 5\ndates = "Dec. 6-10"\nweather = ["frots"',
        at="frots",
    ),
    Fault(
        "DAT-weather",
        "turns.toml",
        'number = 5\ndates = "Dec. 6-10"\nweather = ["frost", ',
        'number = 5\ndates = "Dec. 6-10"\nweather = [',
        at='weather = ["frost", "frost", "frost", "frost", "snow"]',
    ),
    Fault(
        "DAT-chart-row",
        "terrain.toml",
        "[terrain.forest_creek]",
        "[terrain.forest_brook]",
        whole_file=True,
    ),
    Fault(
        "DAT-chart-mobility",
        "terrain.toml",
        'T = "1/8", M = "1/10", H = "1/6" }',
        'T = "1/8", H = "1/6" }',
    ),
    Fault(
        "DAT-chart-mobility",
        "terrain.toml",
        'T = "1/8", M = "1/10", H = "1/6" }',
        'T = "1/8", M = "1/10", H = "1/6", X = "1" }',
    ),
    Fault("DAT-chart-cost", "terrain.toml", 'W = "1/10", T = "1/8"', 'W = "1/10", T = "1/0"'),
    Fault("DAT-chart-cost", "terrain.toml", 'thaw = { S = "NE"', "thaw = { S = 0"),
    Fault("DAT-chart-activity", "terrain.toml", 'entrain = "1"\n', "", at="[activity]"),
    # the map
    Fault("DAT-terrain", "map/hexes.csv", "0314,lake,", "0314,swamp,"),
    Fault("DAT-hex", "map/hexsides.csv", "0313,S,lake-full,E", "0345,S,lake-full,E"),
    Fault("DAT-hex", "map/places.csv", "village,1725,", "village,17x5,"),
    Fault("DAT-hex-missing", "map/hexes.csv", "0314,lake,E,no,E,\n", "", whole_file=True),
    Fault(
        "DAT-hex-twice",
        "map/hexes.csv",
        "0314,lake,E,no,E,\n",
        "0314,lake,E,no,E,\n0314,clear,E,no,E,\n",
        at="0314,clear",
    ),
    Fault("DAT-hex-twice", "map/places.csv", "0521 0522", "0521 0521 0522"),
    Fault("DAT-hexside-direction", "map/hexsides.csv", "0313,S,lake-full", "0313,E,lake-full"),
    Fault("DAT-hexside-feature", "map/hexsides.csv", "0313,S,lake-full", "0313,S,lake-half"),
    Fault(
        "DAT-hexside-edge",
        "map/hexsides.csv",
        "0313,S,lake-full,E\n",
        "0313,S,lake-full,E\n0144,S,lake-full,E\n",
        at="0144,S",
    ),
    Fault(
        "DAT-hexside-twice",
        "map/hexsides.csv",
        "0313,S,lake-full,E\n",
        "0313,S,lake-full,E\n0314,N,lake-partial,E\n",
        at="0314,N",
    ),
    Fault("DAT-slope", "map/hexsides.csv", "0216,NE,slope,E", "0315,SW,slope,E"),
    Fault("DAT-way-kind", "map/ways.toml", 'kind = "river"', 'kind = "canal"'),
    Fault("DAT-way-gap", "map/ways.toml", "0122 0221 0322", "0122 0322"),
    Fault("DAT-way-loop", "map/ways.toml", "1922 2022\n", "1922 2022 1922\n"),
    Fault(
        "DAT-way-mouth",
        "map/ways.toml",
        "1911 2011 2112",
        "1911 2011 2112 2113",
        at='name = "Nasswa"',
    ),
    Fault("DAT-place-kind", "map/places.csv", "Botowo,village,", "Botowo,hamlet,"),
    Fault("DAT-place-town", "map/places.csv", "Tabory,town,3121,", "Tabory,town,3121 3122,"),
    Fault("DAT-place-twice", "map/places.csv", "Tabory,town,3121,", "Tabory,town,3121 2021,"),
    Fault("DAT-town-unnamed", "map/hexes.csv", "0314,lake,E,", "0314,town,E,"),
    Fault("DAT-area-edge", "map/entry_areas.toml", "3144 3244", "3143 3144 3244"),
    # units and markers
    Fault("DAT-side", "arrivals.csv", "s-t03-45th-ski,soviet,", "s-t03-45th-ski,russian,"),
    Fault(
        "DAT-side",
        "formations.toml",
        'id = "g-rfss"\nside = "german"',
        'id = "g-rfss"\nside = "saxon"',
        at="saxon",
    ),
    units("DAT-formation", UNIT, UNIT.replace(",g-3mtn,", ",g-33mtn,")),
    Fault(
        "DAT-formation-kind",
        "formations.toml",
        'label = "RFSS"\nkind = "brigade"',
        'label = "RFSS"\nkind = "gang"',
        at="gang",
    ),
    units("DAT-spreadsheet-date", ",1/5,D,ski,", ",05-Jan,D,ski,"),
    units("DAT-unit-kind", UNIT, UNIT.replace("personnel", "people")),
    units("DAT-unit-size", UNIT, UNIT.replace(",II,", ",IV,")),
    units("DAT-unit-class", UNIT, UNIT.replace("mountain infantry", "field artillery")),
    units("DAT-unit-type", UNIT, UNIT.replace("mountain infantry", "hill infantry")),
    units(
        "DAT-unit-side",
        "T-34 (captured),AFV,I,black-on-grey-green",
        "T-34 (captured),AFV,I,black-on-brown",
    ),
    units("DAT-mobility", UNIT + "black-on-grey-green,L,", UNIT + "black-on-grey-green,Z,"),
    units("DAT-colour", UNIT + "black-on-grey-green", UNIT + "black-on-gray-green"),
    units("DAT-unit-defence", "7,E,P,D,g-t06", "7,E,H,D,g-t06"),
    units(
        "DAT-unit-artillery",
        GUNS + "black-on-grey-green,D,E,3,D,1,yes,E,0.5,E,4,E,6,E,8,E,",
        GUNS + "black-on-grey-green,D,E,3,D,1,yes,E,0.5,E,4,E,6,E,,,",
    ),
    units(
        "DAT-unit-source",
        UNIT + "black-on-grey-green,L,E,4,E,",
        UNIT + "black-on-grey-green,L,E,4,,",
    ),
    units(
        "DAT-unit-source",
        UNIT + "black-on-grey-green,L,E,4,E,3,no,E,0.5,E,,,",
        UNIT + "black-on-grey-green,L,E,4,E,3,no,E,0.5,E,,E,",
    ),
    units("DAT-unit-battalion", 'g-2at,R,"unit: the game', 'g-2at-x,R,"unit: the game'),
    units("DAT-unit-arrival", ",g-t06-ii-3-sec-motorcycle,R", ",g-t06-ii-3-sec,R"),
    Fault("DAT-arrival-count", "arrivals.csv", "16 battalions),0,0,16", "16 battalions),0,0,17"),
    Fault(
        "DAT-arrival-area",
        "arrivals.csv",
        "s-t03-45th-ski,soviet,arrival,3,1,soviet-e,",
        "s-t03-45th-ski,soviet,arrival,3,1,soviet-x,",
    ),
    Fault(
        "DAT-arrival-area",
        "arrivals.csv",
        "s-t03-45th-ski,soviet,arrival,3,1,soviet-e,",
        "s-t03-45th-ski,soviet,arrival,3,1,german-w,",
    ),
    Fault(
        "DAT-arrival-when",
        "arrivals.csv",
        "s-t03-45th-ski,soviet,arrival,3,1,soviet-e,",
        "s-t03-45th-ski,soviet,arrival,3,,soviet-e,",
    ),
    Fault("DAT-marker-kind", "markers.csv", "assault,Assault,assault,", "assault,Assault,arrow,"),
    Fault("DAT-marker-strength", "markers.csv", "bunker,german,1,15,R", "bunker,german,1,,R"),
    Fault("DAT-lock-missing", "gpids.lock.csv", "s-68-mc,1301\n", "", whole_file=True),
    Fault("DAT-lock-twice", "gpids.lock.csv", "s-68-mc,1301", "s-68-mc,1300"),
    # scenarios
    Fault(
        "DAT-scenario-turns", "scenarios/I.toml", "first_turn = 1", "first_turn = 5", at="last_turn"
    ),
    Fault("DAT-scenario-marker", "scenarios/I.toml", '"bunker-10c"', '"bunker-11c"'),
    Fault("DAT-scenario-marker", "scenarios/I.toml", '"bunker-10c"', '"bridge-3sa"'),
    Fault("DAT-bridge-river", "scenarios/I.toml", 'hex = "2025"', 'hex = "2125"', at="2125"),
    Fault("DAT-placement-group", "scenarios/I.toml", 'group = "isotcha"', 'group = "isotscha"'),
    Fault(
        "DAT-placement-missing",
        "scenarios/I.toml",
        'group = "3mtn-sector"',
        'group = "arrival"',
        whole_file=True,
    ),
    Fault(
        "DAT-placement-twice",
        "scenarios/I.toml",
        'group = "3mtn-sector"',
        'group = "83-sector"',
        at='group = "83-sector"\narea = "83',
    ),
    Fault("DAT-placement-place", "scenarios/I.toml", 'places = ["Isotcha"]', 'places = ["Nevel"]'),
    Fault("DAT-placement-area", "scenarios/I.toml", 'area = "83-sector"', 'area = "84-sector"'),
    Fault(
        "DAT-placement-side",
        "scenarios/I.toml",
        'side = "soviet"\nlabel',
        'side = "german"\nlabel',
        at='side = "german"\nlabel = "Soviets',
    ),
    Fault("DAT-placed-unit", "scenarios/I.toml", "g-303-aa =", "g-304-aa ="),
    Fault("DAT-placed-unit", "scenarios/I.toml", "g-303-aa =", "g-sec =", at='g-sec = "0230'),
    Fault("DAT-placed-hex", "scenarios/I.toml", 'g-303-aa = "0230"', 'g-303-aa = "0231"'),
]

# Faults that make others: a unit without a group's placement, a bridge moved ...
COMPANIONS = {
    "DAT-placement-twice": {"DAT-placement-missing"},
    "DAT-placement-missing": {"DAT-placement-empty"},
    "DAT-placement-group": {"DAT-placement-missing", "DAT-placed-unit"},
    "DAT-unit-arrival": {"DAT-arrival-count"},
    "DAT-unit-size": {"DAT-arrival-count"},
    "DAT-bridge-river": set(),
}
"""Checks that a fault may set off beside its own."""


def seed(files, fault):
    """Return the files with a fault in them, and the line it stands in."""
    text = files[fault.file].decode()
    assert text.count(fault.old) == 1, f"{fault.old!r} occurs {text.count(fault.old)} times"
    place = text.index(fault.old)
    text = text.replace(fault.old, fault.new)
    if fault.whole_file:
        line = 0
    elif fault.at:
        line = text.count("\n", 0, text.index(fault.at)) + 1
    else:
        same = len(re.match(r"[^\n]*", fault.old).group()) if "\n" in fault.old else 0
        line = text.count("\n", 0, place + same) + 1
    return {**files, fault.file: text.encode()}, line


def problems_of(files):
    with pytest.raises(DataError) as caught:
        load_game_from_files(files)
    return caught.value.problems


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.check}-{fault.file}")
def test_fault_is_found_in_its_line_with_a_hint_and_alone(files, fault):
    faulty, line = seed(files, fault)
    problems = problems_of(faulty)
    own = [problem for problem in problems if problem.check == fault.check]
    assert [(problem.file, problem.line) for problem in own] == [(own[0].file, line)]
    assert own[0].file == fault.file or fault.check == "DAT-count"
    assert own[0].text
    assert own[0].hint
    others = {problem.check for problem in problems} - {fault.check}
    assert others <= COMPANIONS.get(fault.check, set())


def _edited(files, file, old, new):
    text = files[file].decode()
    assert old in text
    return {**files, file: text.replace(old, new, 1).encode()}


@pytest.mark.parametrize(
    ("file", "old", "new", "check"),
    [
        ("units.csv", "I/138,H,mountain infantry", "I/138,H,=1+1", "DAT-unit-type"),
        ("units.csv", UNIT, UNIT.replace(",german,", ",germany,"), "DAT-side"),
        ("turns.toml", "replacements = { german = 0", "replacements = { german = []", "DAT-number"),
        ("map/hexes.csv", "0314,lake,E,no,", "0314,lake,E,n,", "DAT-value-type"),
        ("game.toml", "[board]", "[boards]", "DAT-value-missing"),
        ("errata.toml", 'sections = ["23"]', "sections = 23", "DAT-value-type"),
        ("bodies.toml", 'id = "g-independent-personnel"', "id = 5", "DAT-value-type"),
        (
            "map/setup_areas.toml",
            'barriers = ["line v"]',
            'barrier = ["line v"]',
            "DAT-key-unknown",
        ),
        ("scenarios/V.toml", 'side = "soviet"', 'side = "sovie"', "DAT-side"),
        ("scenarios/IV.toml", "strength = { T-70 = 1,", "strength = { T-70 = 1", "DAT-toml-syntax"),
    ],
)
def test_every_problem_has_a_hint_and_none_is_told_twice(files, file, old, new, check):
    """Typing errors, and all that follows from them."""
    problems = problems_of(_edited(files, file, old, new))
    assert check in {problem.check for problem in problems}
    assert [problem for problem in problems if not problem.hint] == []
    assert len(set(problems)) == len(problems)


def test_a_unit_of_no_side_is_told_once(files):
    """Its formation, its arrival and its colour then say nothing more."""
    edited = _edited(files, "units.csv", UNIT, UNIT.replace(",german,", ",germany,"))
    assert [problem.check for problem in problems_of(edited) if problem.line == 2] == ["DAT-side"]


def test_a_missing_file_is_one_problem_of_its_own_for_each_file(files):
    for name in files:
        if name.startswith("scenarios/"):
            continue
        problems = problems_of({key: files[key] for key in files if key != name})
        missing = [problem for problem in problems if problem.check == "DAT-file-missing"]
        assert [problem.file for problem in missing] == [name]


def test_without_a_scenario_the_folder_is_named(files):
    problems = problems_of({key: files[key] for key in files if not key.startswith("scenarios/")})
    assert [(problem.check, problem.file) for problem in problems] == [
        ("DAT-file-missing", "scenarios/")
    ]


def test_bytes_that_are_not_utf8_are_found_in_their_line(files):
    data = files["map/places.csv"].replace(b"Botowo", "Bötowo".encode("cp1252"))
    line = data[: data.index(b"B\xf6towo")].count(b"\n") + 1
    (problem,) = problems_of({**files, "map/places.csv": data})
    assert (problem.check, problem.file, problem.line) == (
        "DAT-file-encoding",
        "map/places.csv",
        line,
    )
    assert "UTF-8" in problem.hint


def test_a_file_beyond_all_measure_is_refused(files):
    data = files["units.csv"] + b"#" * 1_000_001
    (problem,) = problems_of({**files, "units.csv": data})
    assert (problem.check, problem.file) == ("DAT-file-size", "units.csv")


@pytest.mark.parametrize("name", ["black-death", "../white_death", "white_death/map", "", "\x00"])
def test_an_unknown_game_is_told_with_the_known_ones(name):
    with pytest.raises(DataError, match="white-death") as caught:
        load_game(name)
    assert caught.value.problems[0].check == "DAT-game"


def all_faults():
    """Return the seeded faults of this file and of every ``test_..._faults.py`` beside it."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("test_*faults.py"))
    modules = [import_module(f"tests.builder.model.{name}") for name in names]
    return [fault for module in modules for fault in module.FAULTS]


def test_every_check_has_a_seeded_fault():
    source = "".join(path.read_text() for path in Path(builder.model.__file__).parent.glob("*.py"))
    checks = set(re.findall(r"DAT-[a-z0-9-]+", source))
    elsewhere = {"DAT-file-missing", "DAT-file-encoding", "DAT-file-size", "DAT-game"}
    assert checks == {fault.check for fault in all_faults()} | elsewhere


def test_every_check_is_explained(folder):
    source = "".join(path.read_text() for path in Path(builder.model.__file__).parent.glob("*.py"))
    readme = (folder.parent / "README.md").read_text()
    assert set(re.findall(r"DAT-[a-z0-9-]+", source)) == set(re.findall(r"DAT-[a-z0-9-]+", readme))


def test_faults_in_all_files_are_told_at_once(files):
    faulty, expected, used = dict(files), [], set()
    for fault in FAULTS:
        if fault.file in used or fault.check == "DAT-toml-syntax":
            continue
        used.add(fault.file)
        faulty[fault.file] = seed(files, fault)[0][fault.file]
        expected.append((fault.check, fault.file))
    found = [(problem.check, problem.file) for problem in problems_of(faulty)]
    assert len(expected) >= 14
    assert set(expected) <= set(found)


def test_many_faults_in_one_file_are_told_at_once(files):
    lines = files["units.csv"].decode().split("\n")
    for number in range(10, 60):
        cells = lines[number].split(",")
        lines[number] = ",".join([*cells[:9], "Z", *cells[10:]])
    problems = problems_of({**files, "units.csv": "\n".join(lines).encode()})
    found = [problem.line for problem in problems if problem.check == "DAT-mobility"]
    assert found == list(range(11, 61))
