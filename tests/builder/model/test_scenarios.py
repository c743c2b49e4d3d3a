"""Scenarios I to VI against the rulebook: figures typed by hand, its lists read anew, brute force.

Where ``../shared`` lies beside the checkout, every printed line of losses is read from the
rulebook's text by a reader of this file's own, and compared.
"""

from __future__ import annotations

import csv
import re
import tomllib
from itertools import pairwise

import pytest

from builder.model.scenario import (
    BunkerAward,
    IsolationAward,
    LossAward,
    SurvivorAward,
    TownAward,
    Use,
)

IDS = ("I", "II", "III", "IV", "V", "VI")
OLD = ("II", "III", "IV", "V")


@pytest.fixture(scope="session")
def number(game):
    return game.map.numbering.format


@pytest.fixture(scope="session")
def shared(folder):
    path = folder.parents[2] / "shared"
    if not path.is_dir():
        pytest.skip("no reference material beside the checkout")
    return path


def placement(game, scenario, id_):
    return next(each for each in game.scenarios[scenario].placements if each.id == id_)


# --- typed by hand from the rulebook ------------------------------------------------------
@pytest.mark.parametrize(
    "want",
    [
        ("I", "Purkayev's Attack", (1, 4), (0, 0, 0), "2122 2123 2025 1637", None),
        ("II", "Woehler's Response", (5, 7), (1, 3, 0), "2123 1637", (1, ["bridge-3sa"])),
        (
            *("III", "The First Relief Attempt", (8, 9), (1, 2, 0), "1637"),
            (2, ["bridge-3sa", "bridge-2mc"]),
        ),
        (
            *("IV", "The Second Relief Attempt", (10, 11), (1, 2, 0), "1637"),
            (4, ["bridge-3sa", "bridge-5s", "bridge-2mc", "bridge-8e"]),
        ),
        (
            *("V", "The Final Relief Attempt", (12, 13), (0, 1, 0), "1637"),
            (4, ["bridge-3sa", "bridge-5s", "bridge-2mc", "bridge-8e"]),
        ),
        ("VI", "The Velikiye Luki Campaign", (1, 13), (0, 0, 0), "2122 2123 2025 1637", None),
    ],
)
def test_heads_supply_and_bridges(game, number, want):
    id_, name, turns, pools, bridges, built = want
    scenario = game.scenarios[id_]
    assert scenario.title == f"{id_} {name}"
    assert (scenario.first_turn, scenario.last_turn) == turns
    assert scenario.first_side == "german"
    held = {pool.marker: pool.points for pool in scenario.pools}
    assert held == dict(zip(("supply-german", "supply-vl", "supply-soviet"), pools, strict=True))
    assert sorted(number(bridge.hex) for bridge in scenario.bridges) == sorted(bridges.split())
    assert [(each.most, list(each.markers)) for each in scenario.built] == [built] * bool(built)
    assert scenario.garrison_rule == (id_ in {"I", "VI"})


@pytest.mark.parametrize(
    "want",
    [
        ("II", 22, "2422 2522", 2),
        ("III", 42, "2222 2422 2522", 12),
        ("IV", 54, "2123 2222 2422 2522", 14),
        ("V", 63, "2022 2123 2222 2422 2522", 13),
    ],
)
def test_bunkers_lost_and_standing(game, number, want):
    id_, lost, vacant, left = want
    scenario, losses = game.scenarios[id_], game.scenarios[id_].bunker_losses
    first = {bunker.id: number(bunker.hex) for bunker in game.scenarios["I"].bunkers}
    assert losses.strength == lost
    assert losses.left == left
    assert sorted(map(number, losses.vacant)) == vacant.split()
    assert sorted(first[id_] for id_ in losses.gone) == vacant.split()
    standing = {bunker.id: number(bunker.hex) for bunker in scenario.bunkers}
    assert standing == {id_: cell for id_, cell in first.items() if cell not in vacant}
    assert set(placement(game, id_, "velikiye-luki").hexes) == {b.hex for b in scenario.bunkers}
    assert sum(bunker.strength for bunker in scenario.bunkers) + lost - left == 75


@pytest.mark.parametrize(
    ("id_", "german", "soviet", "lines"),
    [("II", 52, 72, 20), ("III", 86, 106, 30), ("IV", 117, 155, 39), ("V", 152, 186, 40)],
)
def test_sums_of_losses(game, id_, german, soviet, lines):
    """Added up on paper from the lists; the brigade eliminated in IV is left out."""
    found = game.scenarios[id_].losses
    sums = {"german": 0, "soviet": 0}
    for line in found:
        sums[line.side] += 0 if line.all else line.strength
    assert sums == {"german": german, "soviet": soviet}
    assert len(found) == lines


def test_nothing_is_lost_before_the_first_turn(game):
    for id_ in ("I", "VI"):
        assert game.scenarios[id_].losses == ()
        assert game.scenarios[id_].bunker_losses is None
        assert game.scenarios[id_].eliminated == ()


@pytest.mark.parametrize(
    "want",
    [
        ("I", 0, 0, 10, True, set()),
        ("II", 50, 80, 10, True, {("isolation", 20), ("end", 5)}),
        ("III", 80, 100, 10, True, {("isolation", 20)}),
        ("IV", 110, 170, 10, False, {("isolation", 20)}),
        ("V", 140, 190, 10, False, {("survivors", -1)}),
        ("VI", 0, 0, 5, False, {("isolated", 1)}),
    ],
)
def test_awards(game, want):
    id_, german, soviet, bunker, hexes, others = want
    found, rest = [], set()
    for award in game.scenarios[id_].victory.awards:
        match award:
            case LossAward(isolated=True):
                assert (award.side, award.per, award.above) == ("german", 10, 0)
                rest.add(("isolated", award.points))
            case LossAward():
                found.append((award.side, award.per, award.above, award.points))
            case BunkerAward():
                assert award.points == bunker
            case TownAward(each_impulse=True):
                assert award.points == 5
                assert award.each_hex is hexes
                assert {"Nowossokoljniki", "Isotcha"} <= set(award.towns)
                rails = [way for way in game.map.ways if way.name.startswith("North-south")]
                line = {cell for way in rails for cell in way.hexes}
                assert all(set(cells) & line for cells in award.towns.values())
                assert not hexes or all(set(cells) <= line for cells in award.towns.values())
            case TownAward():
                assert set(award.towns) == {"Guschtschino", "Tschernosjom", "Kostelewo"}
                rest.add(("end", award.points))
            case IsolationAward():
                assert award.place == "Velikiye Luki"
                rest.add(("isolation", award.points))
            case SurvivorAward():
                assert len(award.units) == 16
                rest.add(("survivors", award.points))
    assert found == [("german", 10, german, 1), ("soviet", 20, soviet, -1)]
    assert rest == others
    assert game.scenarios[id_].victory.side == "soviet"


@pytest.mark.parametrize(
    ("id_", "ends", "names", "history"),
    [
        ("I", "10 20 30 40", "G SM ST SS SO", ("ST", 22)),
        ("II", "20 30 40 50 60", "GS GT GM SM ST SS", ("GT", 27)),
        ("III", "10 20 30 40 50", "GS GT GM SM ST SS", ("SM", 31)),
        ("IV", "10 20 30 40 50", "GS GT GM SM ST SS", ("SM", 32)),
        ("V", "10 20 30 40 50", "GS GT GM SM ST SS", ("GT", 18)),
        ("VI", "20 30 40 50 60", "GS GT GM SM ST SS", ("ST", 55)),
    ],
)
def test_levels(game, id_, ends, names, history):
    words = {"M": "Marginal ", "T": "Tactical ", "S": "Strategic ", "O": "Overwhelming ", "": ""}
    sides = {"G": "German", "S": "Soviet"}
    full = {short: f"{sides[short[0]]} {words[short[1:]]}Victory" for short in names.split()}
    victory = game.scenarios[id_].victory
    assert [level.name for level in victory.levels] == list(full.values())
    assert [level.side for level in victory.levels] == [full[s][:6].lower() for s in full]
    tops = [int(end) for end in ends.split()]
    for top, (below, above) in zip(tops, pairwise(victory.levels), strict=True):
        assert victory.level(top) is below
        assert victory.level(top + 1) is above
    assert victory.level(-30) is victory.levels[0]
    assert victory.level(500) is victory.levels[-1]
    assert (victory.history.level, victory.history.points) == (full[history[0]], history[1])


def test_the_totals_of_history_come_near_when_scored_from_the_next_list(game):
    """The reckoning of reading A-92, on paper: 22, 32, 30, 34 for 22, 27, 31, 32 printed."""
    found = []
    for id_, then in (("I", "II"), ("II", "III"), ("III", "IV"), ("IV", "V")):
        scenario, after = game.scenarios[id_], game.scenarios[then]
        lost = dict.fromkeys(("german", "soviet"), 0)
        for line in after.losses:
            lost[line.side] += 6 if line.all else line.strength
        total = 10 * (len(scenario.bunkers) - len(after.bunkers))
        for award in scenario.victory.awards:
            if isinstance(award, LossAward):
                total += award.points * (max(0, lost[award.side] - award.above) // award.per)
            elif isinstance(award, IsolationAward):
                total += award.points
        found.append(total)
    assert found == [22, 32, 30, 34]


# --- who is there --------------------------------------------------------------------------
def rows(folder, name):
    with (folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("id_", IDS)
def test_every_unit_has_one_place_and_what_becomes_of_it_follows_from_its_arrival(
    game, folder, id_
):
    scenario = game.scenarios[id_]
    arrivals = {row["id"]: row for row in rows(folder, "arrivals.csv")}
    expected = {}
    for row in rows(folder, "units.csv"):
        arrival = arrivals[row["arrival"]]
        turn = int(arrival["turn"] or 0)
        if not arrival["area"] or 0 < turn < scenario.first_turn:
            use = Use.SETUP
        elif turn > scenario.last_turn or (not turn and scenario.last_turn < 13):
            use = Use.UNUSED
        else:
            use = Use.CONDITION if arrival["group"] in {"roll", "optional"} else Use.ARRIVAL
        expected[row["id"]] = use
    found = [(unit, each.use) for each in scenario.placements for unit in each.units]
    assert len(found) == len(expected)
    assert dict(found) == expected
    for each in scenario.placements:
        assert {game.units[unit].side for unit in each.units} == {each.side}
        assert (not each.hexes) == (each.use is Use.UNUSED)


def test_groups_of_scenario_ii(game):
    """Counted on paper: the set-up lists of the rulebook, with the printed numbers of units."""
    sizes = {each.id: len(each.units) for each in game.scenarios["II"].placements}
    assert sizes["velikiye-luki"] == 16
    assert sizes["tschernosjom"] == 7 + 2 + 1 + 1 + 4
    assert sizes["83-division"] == 7
    mechanized, tanks, skis, rifles = 3 * 6, 3 + 4 + 3, 4 + 4, 4
    assert sizes["soviet-west"] == mechanized + tanks + skis + rifles + (5 * 3 + 2) + 1
    west = placement(game, "II", "soviet-west").units
    guns = [unit for unit in west if game.units[unit].artillery]
    assert len(guns) == 3 + 1  # of the mechanized brigades and the rifle brigade
    east = placement(game, "II", "soviet-east").units
    assert "s-46grd-i-97-art" in east
    assert "s-21grd-59-inf" in east


def test_conditions(game, number):
    (four,) = game.scenarios["II"].conditions
    assert (four.least, four.most, four.each, len(four.units)) == (4, 4, False, 7)
    assert sorted(map(number, four.hexes)) == sorted(
        ["1734", "1733", "1833", "1834", "1735", "1634", "1633"]
    )
    (guns,) = game.scenarios["III"].conditions
    assert (guns.least, guns.most, guns.each) == (20, None, False)
    assert len(guns.units) == 11 * 3 + 3 + 2 + 7  # divisions, mechanized, rifle brigades, others
    (manned,) = game.scenarios["V"].conditions
    assert (manned.least, manned.each) == (1, True)
    assert sorted(map(number, manned.hexes)) == ["2021", "2322"]
    assert not game.scenarios["I"].conditions + game.scenarios["IV"].conditions


def test_garrisons_are_bound_only_where_rule_22_says(game):
    bound = {
        (id_, each.id) for id_ in IDS for each in game.scenarios[id_].placements if each.garrison
    }
    places = ("velikiye-luki", "nowossokoljniki", "isotcha")
    assert bound == {(id_, place) for id_ in ("I", "VI") for place in places}


def test_the_campaign_begins_as_scenario_i_does(game):
    one, six = game.scenarios["I"], game.scenarios["VI"]
    assert six.setup_of == "I"
    assert (six.bunkers, six.bridges, six.pools, six.built) == (
        *(one.bunkers, one.bridges, one.pools, one.built),
    )
    starts = [[p for p in each.placements if p.use is Use.SETUP] for each in (one, six)]
    assert starts[0] == starts[1]


# --- losses, line by line --------------------------------------------------------------------
@pytest.mark.parametrize("id_", OLD)
def test_losses_can_be_taken_and_no_unit_takes_two(game, id_):
    scenario = game.scenarios[id_]
    there, met = set(scenario.units(Use.SETUP)), []
    for line in scenario.losses:
        for item in line.items:
            assert item.units
            assert set(item.units) <= there
            assert item.strength <= sum(game.units[unit].strength for unit in item.units)
            assert {game.units[unit].side for unit in item.units} == {line.side}
            met += item.units
    assert len(set(met)) == len(met)


def printed_losses(text):
    """Read the lists of losses of the rulebook's text: by scenario, (name, type or *) to SP."""
    found = {}
    for id_, turns in (("II", "5-7"), ("III", "8-9"), ("IV", "10-11"), ("V", "12-13")):
        start = text.index(f"(Turns {turns})", text.index("RULE 25: Scenarios\n\nWhite Death"))
        part = text[text.index("2. Losses:", start) : text.index("3. Set-Up:", start)]
        lines = re.findall(r"^• ([^:]+): (.+)$", part, re.MULTILINE)
        found[id_] = {name: re.findall(r"(\d+) SP ?([^,(]*)", rest) or rest for name, rest in lines}
    return found


WORDS = {
    "AA": "antiaircraft",
    "assault gun": "assault guns",
    "field artillery": "artillery",
    "Mountain infantry": "mountain infantry",
    "personnel units": "personnel",
    "": "any",
}


@pytest.mark.parametrize("id_", OLD)
def test_every_printed_line_of_losses_is_there_and_no_other(game, shared, id_):
    (path,) = (shared / "seeds").glob("000_*.txt")
    printed = printed_losses(path.read_text(encoding="utf-8"))[id_]
    scenario = game.scenarios[id_]
    ours = {line.name.lower(): line for line in scenario.losses}
    assert {name.lower() for name in printed} == set(ours)
    for name, items in printed.items():
        line = ours[name.lower()]
        if isinstance(items, str):
            assert items == "all units eliminated"
            assert line.all
            continue
        want = {WORDS.get(type_.strip(), type_.strip()): int(sp) for sp, type_ in items}
        bunkers = want.pop("bunkers", None)
        assert bunkers in (None, scenario.bunker_losses.strength)
        assert {item.type: item.strength for item in line.items} == want


@pytest.mark.parametrize("id_", IDS)
def test_tables_of_the_reference_agree(game, number, shared, id_):
    path = shared / "rules" / "white_death_tables.toml"
    want = tomllib.loads(path.read_text(encoding="utf-8"))["scenario"][id_]
    scenario = game.scenarios[id_]
    assert [scenario.first_turn, scenario.last_turn] == want["turns"]
    assert scenario.name == want["name"]
    assert scenario.first_side == want["setup_first"]
    held = {pool.marker: pool.points for pool in scenario.pools}
    assert held == {
        "supply-german": want["start_supply"]["german_general"],
        "supply-vl": want["start_supply"]["german_velikiye_luki"],
        "supply-soviet": want["start_supply"]["soviet"],
    }
    assert [number(bridge.hex) for bridge in scenario.bridges] == want["bridges_standing"]
    assert sum(built.most for built in scenario.built) == want["soviet_built_max"]
    assert scenario.garrison_rule == want["garrison_rule_22"]
    assert scenario.victory.history.level == want["historical_level"]
    assert scenario.victory.history.points == want["historical_vp_about"]
    for points in range(-40, 120):
        rows_ = [name for low, high, name in want["levels"] if low <= max(points, 0) <= high]
        assert scenario.victory.level(points).name == rows_[0]


def test_names_that_exist_nowhere_are_read_as_other_units(game):
    for id_ in OLD:
        lines = {line.name: line for line in game.scenarios[id_].losses}
        assert ("34 Tank Brigade" in lines) == (id_ != "II")
        for name, line in lines.items():
            if name == "34 Tank Brigade":
                assert {game.units[u].parent for i in line.items for u in i.units} == {"s-36tb"}
                assert line.note
    assert game.scenarios["IV"].eliminated == ("s-184tb-1-t34", "s-184tb-2-t70", "s-184tb-smg")
    assert [line.body for line in game.scenarios["V"].losses if line.rebuilt] == ["s-184tb"]
    (each,) = (line for line in game.scenarios["II"].losses if line.each)
    assert (each.body, each.each, each.strength) == ("g-185stug", 1, 2)


# --- areas, by brute force ---------------------------------------------------------------------
LINES = {
    "ii": "1034 1135 1235 1336 1436 1537 1637",
    "iii": "1229 1330 1430 1531 1631 1732 1832 1933 2033 2134",
    "iv": (
        "1223 1324 1424 1525 1625 1726 1727 1728 1729 1730 1731 1732 1832 1933 2033 2134 "
        "2234 2335 2435"
    ),
    "v": (
        "1225 1224 1324 1423 1523 1622 1723 1823 1824 1825 1826 1827 1828 1829 1830 1931 2031 "
        "2132 2232 2333 2433 2534"
    ),
}
"""The lines hex by hex as worked out by hand on a sheet of hexes, the odd columns higher."""
COLUMNS = {"ii": (10, 34, None), "iii": (12, 29, 21), "iv": (12, 23, 24), "v": (12, 25, 25)}
"""Column from the north edge, its last row, and the column to the south edge."""
EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))


def around(text):
    """Return the neighbours of a hex, as printed numbers, some beyond the map."""
    column, row = int(text[:2]), int(text[2:])
    steps = ODD if column % 2 else EVEN
    return [f"{column + dc:02}{row + dr:02}" for dc, dr in steps]


def line(id_, lowatj):
    """Return a whole line by the words of the rulebook, and of hexes worked out by hand."""
    column, last, south = COLUMNS[id_]
    found = {f"{column:02}{row:02}" for row in range(1, last + 1)} | set(LINES[id_].split())
    if south is None:
        return found | set(lowatj[: lowatj.index("1637")])
    bottom = int(LINES[id_].split()[-1][2:])
    return found | {f"{south:02}{row:02}" for row in range(bottom, 45)}


def side_of(walls, starts, field):
    """Return what one can walk to from some hexes, one ring of hexes after the other."""
    found = ring = {cell for cell in starts if cell in field and cell not in walls}
    while ring:
        near = {other for cell in ring for other in around(cell)}
        ring = (near & field) - walls - found
        found = found | ring
    return found


@pytest.fixture(scope="session")
def field():
    return {f"{column:02}{row:02}" for column in range(1, 39) for row in range(1, 45)}


@pytest.fixture(scope="session")
def lowatj(game, number):
    (river,) = (way for way in game.map.ways if way.name == "Lowatj")
    return [number(cell) for cell in river.hexes]


@pytest.mark.parametrize("id_", ["III", "IV", "V"])
def test_both_sides_of_a_line(game, number, field, lowatj, id_):
    walls = line(id_.lower(), lowatj)
    west = side_of(walls, [f"01{row:02}" for row in range(1, 45)], field)
    east = side_of(walls, [f"38{row:02}" for row in range(1, 45)], field)
    assert not west & east
    assert west | east | walls == field
    german = placement(game, id_, "german-front")
    soviet = placement(game, id_, "soviet-front")
    assert set(map(number, german.hexes)) == west
    assert set(map(number, soviet.hexes)) == east | walls


def test_areas_of_scenario_ii(game, number, field, lowatj):
    walls = line("ii", lowatj)
    hexes = {each.id: set(map(number, each.hexes)) for each in game.scenarios["II"].placements}
    west = side_of(walls, [f"01{row:02}" for row in range(1, 45)], field)
    assert hexes["german-front"] == west | walls
    assert hexes["soviet-west"] == side_of(walls | set(lowatj), ["1101"], field)
    east = side_of(set(lowatj), [f"38{row:02}" for row in range(1, 45)], field)
    assert hexes["soviet-east"] == {cell for cell in east if int(cell[:2]) > 19}
    pocket = {cell for cell in east if int(cell[:2]) < 19}
    assert hexes["83-division"] == pocket | {"1734", *around("1734")}
    assert hexes["tschernosjom"] == {"1430", *around("1430")}
    assert not hexes["german-front"] & hexes["soviet-west"]


def test_lines_step_from_hex_to_hex():
    for id_, text in LINES.items():
        chain = text.split()[1:] if id_ == "v" else text.split()
        for one, two in pairwise(chain):
            assert two in around(one), (id_, one, two)


def test_the_other_reading_of_scenario_v_moves_four_hexes(game, number):
    """Straight north-east from 1225 runs 1325 1424 1524 1623: these four change hands (A-84)."""
    for id_, more in (("german-front", False), ("soviet-front", True)):
        each = placement(game, "V", id_)
        (variant,) = each.variants
        assert (variant.reading, variant.value) == ("A-84", "1225")
        assert variant.value in game.readings["A-84"].others
        ours, theirs = set(map(number, each.hexes)), set(map(number, variant.hexes))
        gained, lost = theirs - ours, ours - theirs
        assert (gained if more else lost) == {"1325", "1424", "1524", "1623"}
        assert not (lost if more else gained)


def test_bridges_may_be_built_north_of_a_hex_of_the_river(game, number, lowatj):
    town = {"2122", "2123"}
    for id_, row, free in (
        ("II", 34, False),
        ("III", 34, False),
        ("IV", 32, False),
        ("V", 32, True),
    ):
        (built,) = game.scenarios[id_].built
        north = {cell for cell in lowatj if int(cell[2:]) < row}
        assert set(map(number, built.hexes)) == (north if free else north - town)
        assert built.side == "soviet"


def test_sectors_of_scenario_i_lie_on_their_side_of_the_railway(game, number, field, lowatj):
    ways = {way.name: {number(cell) for cell in way.hexes} for way in game.map.ways}
    rails = ways["Tabory line"] | ways["Velikiye Luki"]
    walls = set(lowatj) | ways["Kunja"] | rails
    north, south = side_of(walls, ["2401"], field), side_of(walls, ["2444"], field)
    free = rails - set(lowatj) - ways["Kunja"]
    for id_, part in (("83-sector", north), ("3mtn-sector", south)):
        border = {cell for cell in free if set(around(cell)) & part}
        assert set(map(number, placement(game, "I", id_).hexes)) == part | border
