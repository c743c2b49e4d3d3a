"""The game's data: printed facts, brute force, and the reconstruction cell by cell.

What the rulebook prints is typed here once more. Tests that need the reference material
beside the checkout skip without it; what differs from it on purpose is listed here and in
REVIEW.md.
"""

from __future__ import annotations

import csv
import json
import tomllib
from collections import Counter
from fractions import Fraction

import pytest

from builder.hexgrid import Direction, direction_between, neighbour, neighbours
from builder.model.game import Kind, Lake, Size, WayKind
from builder.model.scenario import Use

CITY = {"2021", "2022", "2122", "2123", "2222", "2322", "2422", "2522"}


@pytest.fixture(scope="module")
def at(game):
    return game.map.numbering.parse


@pytest.fixture(scope="module")
def number(game):
    return game.map.numbering.format


# --- totals ------------------------------------------------------------------------------
def test_totals(game):
    assert len(game.units) == 377
    assert sum(marker.count for marker in game.markers.values()) == 103
    assert len(game.map.hexes) == 38 * 44
    assert len(game.turns) == 13
    assert Counter(unit.kind for unit in game.units.values()) == {
        Kind.PERSONNEL: 207,
        Kind.WEAPONS: 123,
        Kind.AFV: 47,
    }


def test_ids_are_readable_and_never_only_digits_and_slashes(game):
    for id_, unit in game.units.items():
        assert id_ == unit.id
        assert id_.isascii()
        assert not set(id_) & set(" /")
        assert id_.startswith(unit.side[0] + "-")
        assert any(letter.isalpha() for letter in id_[2:])


# --- facts the rulebook prints ------------------------------------------------------------
def test_printed_hexes(game, at):
    terrain = {text: game.map.hexes[at(text)].terrain for text in (*CITY, "1430", "2034", "2132")}
    assert all("town" in terrain[text] for text in CITY)
    assert terrain["2122"] == terrain["2123"] == {"town", "river"}
    assert "town" in terrain["1430"]
    assert terrain["2034"] == terrain["2132"] == {"river"}
    scenario = game.scenarios["I"]
    assert {bridge.hex for bridge in scenario.bridges} == {
        at(t) for t in ("2122", "2123", "2025", "1637")
    }
    assert Counter(bunker.strength for bunker in scenario.bunkers) == {10: 6, 15: 1}
    rails = {cell for side in game.map.rails for cell in side}
    city = {at(text) for text in CITY}
    tens = {bunker.hex for bunker in scenario.bunkers if bunker.strength == 10}
    assert tens == city & rails
    assert [bunker.hex for bunker in scenario.bunkers if bunker.strength == 15] == [at("2021")]


def test_every_bridge_carries_a_road_or_railway(game):
    ways = {cell for side in game.map.roads for cell in side}
    assert {bridge.hex for bridge in game.scenarios["I"].bridges} <= ways


def test_the_lowatj_runs_from_the_south_edge_to_the_north_edge(game, number):
    (river,) = (way for way in game.map.ways if way.kind is WayKind.RIVER)
    course = [number(cell) for cell in river.hexes]
    assert (course[0][2:], course[-1][2:]) == ("44", "01")
    named = ["1637", "2034", "2132", "2025", "2123", "2122"]
    assert [text for text in course if text in named] == named


@pytest.mark.parametrize(
    ("id_", "field", "value"),
    [
        ("s-184tb-2-t70", "defence", "2"),
        ("s-3sa-eng", "strength", 2),
        ("g-i-55-rocket", "barrage", Fraction(20)),
        ("s-257rd-iii-793-art", "strength", 2),
        ("g-2-66-t34c", "name", "2/66"),
        ("s-68-mc", "name", "68"),
        ("s-334rd-1124-inf", "formation_id", "334"),
        ("g-ii-47-art", "formation_id", ""),
        ("g-3mtn-iii-112-art", "formation_id", "3"),
    ],
)
def test_figures_the_rulebook_and_its_errata_print(game, id_, field, value):
    assert getattr(game.units[id_], field) == value


def test_divisional_units_are_those_of_divisions_and_brigades(game):
    formations = game.formations
    for label in ("3SA", "5S", "2MC", "8E"):
        units = [unit for unit in game.units.values() if unit.formation_id == label]
        assert units
        assert not any(formations[unit.parent].divisional for unit in units)
    for label in ("44SB", "184TB", "RFSS", "St.", "Nev"):
        units = [unit for unit in game.units.values() if unit.formation_id == label]
        assert units
        assert all(formations[unit.parent].divisional for unit in units)


def test_weather_and_supply_of_the_turn_record(game):
    thaw = {turn.number: turn.weather.count("thaw") for turn in game.turns}
    snow = {turn.number: turn.weather.count("snow") for turn in game.turns}
    assert thaw == {1: 2, 2: 2, 3: 1} | dict.fromkeys(range(4, 14), 0)
    assert snow == {1: 0, 2: 0} | dict.fromkeys(range(3, 11), 1) | {11: 2, 12: 3, 13: 3}
    assert [turn.supply["soviet"] for turn in game.turns] == [4, 3, 3, 3, 3, 3, *[4] * 7]
    assert [turn.supply["german"] for turn in game.turns] == [*[2] * 4, *[3] * 5, *[4] * 4]


# --- brute force on the map -----------------------------------------------------------------
def test_terrain_rows_follow_the_chart(game):
    rows = set(game.chart.terrains) - {"road", "bunker"}
    for ground in game.map.hexes.values():
        assert ground.terrain
        assert ground.terrain <= rows
        assert not {"forest", "creek"} <= ground.terrain
        assert "clear" not in ground.terrain or ground.lake or len(ground.terrain) == 1
        assert not ground.lake or "clear" in ground.terrain


def test_kunja_creek_separates_the_soviet_start_from_the_city(game, at):
    (creek,) = (way for way in game.map.ways if way.name == "Kunja")
    seen = {at("2222")}
    queue = list(seen)
    for cell in queue:
        for other in neighbours(cell):
            if other in game.map.hexes and other not in seen and other not in creek.hexes:
                seen.add(other)
                queue.append(other)
    (start,) = (p for p in game.scenarios["I"].placements if p.id == "soviet-start")
    assert set(start.hexes) == set(game.map.hexes) - seen - set(creek.hexes)


def test_the_two_sectors_share_the_railway_and_nothing_else(game, number):
    sectors = {p.id: set(p.hexes) for p in game.scenarios["I"].placements if "sector" in p.id}
    shared = sectors["3mtn-sector"] & sectors["83-sector"]
    rails = {cell for side in game.map.rails for cell in side}
    assert {number(cell) for cell in shared} >= {"2522", "2921", "3121"}
    assert shared <= rails
    water = {c for way in game.map.ways if way.name in {"Lowatj", "Kunja"} for c in way.hexes}
    assert not (sectors["3mtn-sector"] | sectors["83-sector"]) & water


def test_entry_areas_have_the_printed_number_of_hexes(game):
    sizes = {area.id: len(area.hexes) for area in game.map.entry_areas}
    printed = {"soviet-e": 44, "soviet-se": 8, "german-s": 10, "german-w": 9, "german-nw": 9}
    assert sizes.items() >= printed.items()


# --- scenario I -----------------------------------------------------------------------------
def test_every_unit_has_exactly_one_place(game):
    units = [unit for p in game.scenarios["I"].placements for unit in p.units]
    assert sorted(units) == sorted(game.units)


def test_boxes_hold_units_that_arrive_together(game):
    for placement in game.scenarios["I"].placements:
        if placement.use is Use.UNUSED:
            continue
        entries = {
            (u.side, u.entry.turn, u.entry.impulse, u.entry.area)
            for u in (game.units[id_] for id_ in placement.units)
        }
        assert len(entries) == 1
        assert placement.label
        assert placement.hexes


def test_garrisons_stand_in_their_hexes_within_stacking(game):
    """Rule 4A by hand: battalions, companies of one battalion together, one company more."""
    stacks = {}
    for placement in game.scenarios["I"].placements:
        for id_, cell in placement.placed.items():
            stacks.setdefault(cell, []).append(game.units[id_])
    assert sum(map(len, stacks.values())) == 16 + 11 + 1
    for units in stacks.values():
        equivalents = sum(unit.size is Size.BATTALION for unit in units)
        equivalents += len({unit.battalion for unit in units if unit.battalion})
        assert equivalents <= 3
        assert sum(unit.size is Size.COMPANY and not unit.battalion for unit in units) <= 1
    bunkers = {bunker.hex for bunker in game.scenarios["I"].bunkers}
    assert bunkers <= stacks.keys()


# --- the reconstruction, cell by cell ---------------------------------------------------------


@pytest.fixture(scope="module")
def drawn(shared):
    return json.loads((shared / "data" / "map.json").read_text())


@pytest.fixture(scope="module")
def tables(shared):
    return tomllib.loads((shared / "rules" / "white_death_tables.toml").read_text())


@pytest.fixture(scope="module")
def counters(shared):
    with (shared / "data" / "oob.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def expected_terrain(cell):
    base = cell["base"]
    water = "river" if cell["river"] else "creek" if cell["creek"] else ""
    rows = {"clear"} if base == "lake" else {base}
    if water:
        rows = {water} if base == "clear" else {*rows, water}
    return {"forest_creek"} if rows == {"forest", "creek"} else rows


def test_every_hex_equals_the_reconstruction(game, drawn, at):
    assert len(drawn["hexes"]) == len(game.map.hexes)
    for cell in drawn["hexes"]:
        ground = game.map.hexes[at(cell["hex"])]
        assert ground.terrain == expected_terrain(cell), cell["hex"]
        assert ground.lake == (cell["base"] == "lake"), cell["hex"]
        assert ground.high == bool(cell["high"]), cell["hex"]
        place = "E" if "E place" in cell["base_p"] else cell["base_p"][0]
        assert ground.sources["base"] == place, cell["hex"]


def test_every_hexside_equals_the_reconstruction(game, drawn, at):
    lakes, slopes, rails, roads = {}, {}, set(), set()
    for cell in drawn["hexes"]:
        here = at(cell["hex"])
        for name, kind in cell["lake"].items():
            lakes[frozenset((here, neighbour(here, Direction[name])))] = Lake(kind)
        for name in cell["slope"]:
            slopes[frozenset((here, neighbour(here, Direction[name])))] = here
        rails |= {frozenset((here, at(other))) for other in cell["rail"]}
        roads |= {frozenset((here, at(other))) for other in cell["road"]}
    # Correction: a road runs over this hexside, so the lake can't fill it.
    causeway = frozenset((at("2507"), at("2508")))
    assert lakes.pop(causeway) is Lake.FULL
    lakes[causeway] = Lake.PARTIAL
    assert {frozenset(side): kind for side, kind in game.map.lakes.items()} == lakes
    assert {frozenset(side): high for side, high in game.map.slopes.items()} == slopes
    assert {frozenset(side) for side in game.map.rails} == rails
    assert {frozenset(side) for side in game.map.roads} == rails | roads
    assert all(direction_between(*side) in Direction for side in game.map.slopes)


def test_no_road_or_railway_runs_over_a_full_lake_hexside(game):
    full = {side for side, kind in game.map.lakes.items() if kind is Lake.FULL}
    assert not full & game.map.roads


def test_ways_equal_the_reconstruction(game, drawn, number):
    ours = {(way.kind, way.name): [number(c) for c in way.hexes] for way in game.map.ways}
    theirs = {(WayKind.RIVER, "Lowatj"): drawn["lowatj_upstream_to_downstream"]}
    theirs |= {(WayKind.CREEK, name): hexes for name, hexes in drawn["creeks"].items()}
    theirs |= {(WayKind.RAIL, name): hexes for name, hexes in drawn["rails"].items()}
    theirs |= {(WayKind.ROAD, name): hexes for name, hexes in drawn["roads"].items()}
    # Correction: the creek ended one hex further down the river.
    assert theirs[WayKind.CREEK, "Nasswa"].pop() == "2113"
    assert ours == theirs


def test_names_equal_the_reconstruction(game, drawn, number):
    ours = {
        number(cell): (place.name, place.town) for place in game.map.places for cell in place.hexes
    }
    theirs = {}
    for cell in drawn["hexes"]:
        if cell["name"]:
            theirs[cell["hex"]] = (cell["name"], True)
        elif cell["label"]:
            theirs[cell["hex"]] = (cell["label"], False)
    assert ours == theirs


def test_entry_areas_equal_the_reconstruction(game, drawn, number):
    ours = sorted([number(cell) for cell in area.hexes] for area in game.map.entry_areas)
    theirs = sorted(v for k, v in drawn["entry_zones"].items() if "exits" not in k)
    assert ours == theirs
    (start,) = (p for p in game.scenarios["I"].placements if p.id == "soviet-start")
    assert sorted(number(cell) for cell in start.hexes) == sorted(drawn["east_of_kunja"])


GROUPS = {
    "OOA": "arrival",
    "OOA_ROLL": "roll",
    "OPTIONAL": "optional",
    "VL_GARRISON": "velikiye-luki",
}


def number_or_none(text):
    return Fraction(text) if text else None


def as_in_the_reconstruction(unit):
    entry = unit.entry
    return (
        *(unit.side, unit.formation_id, unit.name, unit.type, unit.kind, unit.size),
        *(unit.mobility, unit.colour, unit.strength, unit.combat, unit.defensive_only),
        *(unit.antitank, unit.support, unit.barrage, unit.range, unit.morale, unit.defence),
        *(entry.group, entry.turn, entry.impulse, entry.area, entry.source),
        *(
            unit.sources.get(key)
            for key in (
                *("name", "mobility", "strength", "combat", "antitank", "support"),
                *("barrage", "range", "morale", "defence"),
            )
        ),
    )


def test_every_unit_equals_the_reconstruction(game, counters):
    theirs = []
    for row in counters:
        side = row["side"].lower()
        optional = row["group"] == "OPTIONAL"  # Correction: one brigade had an impulse, no turn.
        theirs.append(
            (
                *(side, row["abbrev"], row["unit"], row["type"], row["kind"], row["size"]),
                *(row["mobility"], row["colour"].replace(" ", "-"), int(row["strength"])),
                *(Fraction(row["combat"]), row["paren"] == "1", Fraction(row["antitank"])),
                *(number_or_none(row[key]) for key in ("support", "barrage", "range")),
                *(int(row["morale"]), row["defense"]),
                GROUPS.get(row["group"], row["group"].lower().replace("_", "-")),
                int(row["turn"]) if row["turn"] else None,
                int(row["impulse"]) if row["impulse"] and not optional else None,
                f"{side}-{row['entry'].lower()}" if row["entry"] else "",
                *(
                    row[f"{key}_src"] or None
                    for key in (
                        *("arrival", "id", "mobility", "strength", "combat", "antitank"),
                        *("support", "barrage", "range", "morale", "defense"),
                    )
                ),
            )
        )
    ours = [as_in_the_reconstruction(unit) for unit in game.units.values()]
    assert ours == theirs


def test_arrivals_have_the_printed_counters(game, tables):
    sizes = {"regiments": "III", "battalions": "II", "companies": "I"}
    printed, unsaid = Counter(), Counter()
    for arrival in tables["arrival"] + tables["optional_arrival"]:
        side = arrival["side"]
        key = (
            side,
            arrival.get("turn"),
            arrival.get("impulse"),
            f"{side}-{arrival['entry'].lower()}",
        )
        for name, count in arrival.get("counters", {}).items():
            printed[*key, sizes[name]] += count
        unsaid[key] += not arrival.get("counters")
    found = Counter()
    for unit in game.units.values():
        entry = unit.entry
        if entry.area:
            found[unit.side, entry.turn, entry.impulse, entry.area, unit.size.value] += 1
    rest = found - printed
    assert not printed - found
    for key, count in unsaid.items():  # single counters, whose size is in their name
        assert sum(rest[*key, size] for size in ("I", "II", "III", "X")) == count


BATTALIONS = {
    "1 Ski-Jaeger": "g-1skj",
    "3 Ski-Jaeger": "g-3skj",
    "5 Ski-Jaeger": "g-5skj",
    "6 Ski-Jaeger": "g-6skj",
    "8 Ski-Jaeger": "g-8skj",
    "I/15 Panzer": "g-i15pz",
    "18 Panzer": "g-18pz",
    "AAW Ski": "g-aaw",
    "2 Antitank": "g-2at",
    "185 Assault Gun": "g-185stug",
}


def test_battalions_of_companies_have_the_printed_number(game, tables):
    ours = Counter(unit.battalion for unit in game.units.values() if unit.battalion)
    printed = tables["units_special"]["german_battalions_of_companies"]
    assert {name: ours[id_] for name, id_ in BATTALIONS.items()} == printed


def test_readings_equal_the_ledger(game, shared):
    ledger = (shared / "rules" / "white_death_ambiguities.md").read_text()
    ours = [id_ for id_ in game.readings if id_.startswith("A-")]
    found_since = {"A-105", "A-106", "A-107"}  # places the ledger doesn't list
    assert {f"A-{n:02}" for n in range(1, 105)} | found_since == set(ours)
    for id_ in set(ours) - found_since:
        assert f"**{id_} " in ledger


def test_movement_chart_equals_the_tables(game, tables):
    letters = {
        "ski": "S",
        "leg": "L",
        "draft": "D",
        "wheel": "W",
        "track": "T",
        "mc": "M",
        "horse": "H",
    }
    classes = {"personnel": "P", "heavy": "H", "light": "L"}
    for id_, row in tables["terrain"].items():
        ours = game.chart.terrains[id_]
        enter = {letters[k]: v for k, v in row["enter"].items() if v not in ("P", "*")}
        assert {k: str(v) for k, v in ours.enter.items()} == enter
        assert {k: str(v) for k, v in ours.leave.items()} == {
            letters[k]: v for k, v in row["leave"].items()
        }
        defence = {classes[k]: v for k, v in row["dv"].items() if isinstance(v, int)}
        assert ours.defence == defence
    for key, costs in (("frozen", game.chart.lake_frozen), ("thaw", game.chart.lake_thaw)):
        extra = tables["lake_hexside"][key]["extra"]
        expected = {letters[k]: "0" if v == "NE" else v for k, v in extra.items() if v != "P"}
        assert {k: str(v) for k, v in costs.items()} == expected
    activities = {
        k.replace("leave_enemy_zoc", "leave_zoc"): v for k, v in tables["activity_mp"].items()
    }
    assert {k: str(v) for k, v in game.chart.activities.items()} == activities
