"""Charts and tables of the game: every cell against the printed text and the tables beside it.

Some dozens of cells are typed here from the printed charts, so that there is something to
compare with where the reference material is missing.
"""

from __future__ import annotations

import tomllib
from fractions import Fraction

import pytest

from builder.model.combat import LossCap, Target
from builder.model.game import Kind, Provenance

SIDES = ("german", "soviet")


@pytest.fixture(scope="module")
def tables(shared):
    return tomllib.loads((shared / "rules" / "white_death_tables.toml").read_text())


@pytest.fixture(scope="module")
def printed(shared):
    """Return the printed charts: rows of cells by the title of the chart."""
    (path,) = (shared / "seeds").glob("000_*.txt")
    charts, title, last = {}, "", ""
    for line in path.read_text().split("\n"):
        if "\t" in line:
            charts.setdefault(title or last, []).append(line.split("\t"))
            title = title or last
        elif line.strip():
            title, last = "", line.strip()
    return charts


def cells(table):
    return [[effect.text for effect in row] for row in table.rows]


# --- fire tables -----------------------------------------------------------------------------
TYPED = [
    # table, die, heading of the column, result
    ("conventional", 1, "1:3", "MC"),
    ("conventional", 1, "1:1", "MC1"),
    ("conventional", 1, "7+:1", "MC4"),
    ("conventional", 2, "1:3", ""),
    ("conventional", 2, "1.5:1", "MC1"),
    ("conventional", 2, "6:1", "MC3"),
    ("conventional", 3, "1:2", ""),
    ("conventional", 3, "1:1", "MC"),
    ("conventional", 3, "3:1", "MC1"),
    ("conventional", 4, "1.5:1", ""),
    ("conventional", 4, "2:1", "MC"),
    ("conventional", 4, "5:1", "MC1"),
    ("conventional", 5, "2:1", ""),
    ("conventional", 5, "3:1", "MC"),
    ("conventional", 5, "7+:1", "MC2"),
    ("conventional", 6, "3:1", ""),
    ("conventional", 6, "4:1", "MC"),
    ("conventional", 6, "6:1", "MC1"),
    ("antitank", 1, "1:3", "X"),
    ("antitank", 1, "3:1", "X"),
    ("antitank", 1, "5:1", "2X"),
    ("antitank", 2, "1:3", ""),
    ("antitank", 2, "6:1", "2X"),
    ("antitank", 3, "2:1", "X"),
    ("antitank", 4, "2:1", ""),
    ("antitank", 5, "5:1", "X"),
    ("antitank", 6, "5:1", ""),
    ("antitank", 6, "6:1", "X"),
    ("barrage", 1, "4-9", "2"),
    ("barrage", 1, "20-29", "4"),
    ("barrage", 1, "60+", "6"),
    ("barrage", 2, "30-39", "4"),
    ("barrage", 3, "4-9", "-"),
    ("barrage", 4, "30-39", "2"),
    ("barrage", 5, "10-19", "-"),
    ("barrage", 6, "40-49", "2"),
    ("barrage", 7, "60+", "3"),
    ("barrage", 8, "40-49", "1"),
    ("barrage", 10, "40-49", "1"),
    ("barrage", 10, "50-59", "1"),
    ("barrage", 11, "40-49", "-"),
    ("barrage", 12, "50-59", "1"),
    ("barrage", 14, "60+", "1"),
    ("barrage", 15, "60+", "-"),
]


@pytest.mark.parametrize(("id_", "die", "heading", "text"), TYPED)
def test_cells_typed_from_the_printed_charts(game, id_, die, heading, text):
    table = game.combat.tables[id_]
    names = [column.name for column in table.columns]
    assert table.effect(die, names.index(heading)).text == text


TITLES = {
    "conventional": "Conventional Combat Results Table",
    "antitank": "Antitank Results Table",
    "barrage": "Barrage Fire Table",
}


@pytest.mark.parametrize("id_", TITLES)
def test_every_cell_equals_the_printed_chart(game, printed, id_):
    table = game.combat.tables[id_]
    assert table.name == TITLES[id_]
    (head, *rows) = printed[TITLES[id_]]
    assert [column.name for column in table.columns] == head[1:]
    assert [table.heading(die) for die in range(1, len(table.rows) + 1)] == [r[0] for r in rows]
    width = len(head)
    wanted = [[*row, *[""] * (width - len(row))][1:] for row in rows]
    assert cells(table) == [["-" if cell == "—" else cell for cell in row] for row in wanted]


@pytest.mark.parametrize(("id_", "key"), [("conventional", "_crt"), ("antitank", "_table")])
def test_odds_tables_equal_the_tables_beside(game, tables, id_, key):
    table, other = game.combat.tables[id_], tables[id_ + key]
    assert [column.name for column in table.columns] == other["columns"]
    assert [column.least for column in table.columns] == [Fraction(x) for x in other["min_ratio"]]
    assert cells(table) == [other[f"die_{die}"] for die in range(1, 7)]


def test_barrage_table_equals_the_tables_beside(game, tables):
    table, other = game.combat.tables["barrage"], tables["barrage_table"]
    assert [column.least for column in table.columns] == other["column_min"]
    losses = [[effect.losses for effect in row] for row in table.rows]
    assert losses == [other[f"die_{die}"] for die in range(1, 16)]


@pytest.mark.parametrize(
    ("id_", "fire", "defence", "heading"),
    [
        ("conventional", 29, 10, "2:1"),  # the example of rule 9
        ("conventional", 14, 10, "1:1"),
        ("conventional", 15, 10, "1.5:1"),
        ("conventional", 1, 3, "1:3"),
        ("conventional", Fraction(33, 10), 10, None),
        ("conventional", 1000, 15, "7+:1"),
        ("antitank", Fraction(5, 2), 2, "1:1"),
        ("antitank", 1, 2, "1:3"),
        ("antitank", 8, 2, "3:1"),
        ("barrage", Fraction(7, 2), 1, None),
        ("barrage", Fraction(19, 2), 1, "4-9"),
        ("barrage", 80, 1, "60+"),
    ],
)
def test_columns_round_down(game, id_, fire, defence, heading):
    table = game.combat.tables[id_]
    column = table.column(Fraction(fire) / defence)
    assert (None if column is None else table.columns[column].name) == heading


def test_modified_dice_beyond_the_rows(game):
    barrage, odds = game.combat.tables["barrage"], game.combat.tables["conventional"]
    assert barrage.effect(-1, 0) is barrage.rows[0][0]
    assert barrage.effect(99, 6) is barrage.rows[14][6]
    with pytest.raises(IndexError):
        odds.effect(7, 0)


def test_effects_say_what_they_do(game):
    effects = {
        (id_, effect.text): (effect.losses, effect.check)
        for id_, table in game.combat.tables.items()
        for row in table.rows
        for effect in row
    }
    assert effects["conventional", ""] == (0, False)
    assert effects["conventional", "MC"] == (0, True)
    assert effects["conventional", "MC4"] == (4, True)
    assert effects["antitank", "X"] == (1, True)
    assert effects["antitank", "2X"] == (2, True)
    assert effects["barrage", "-"] == (0, False)
    assert effects["barrage", "6"] == (6, True)
    assert len(effects) == 6 + 3 + 7


def test_losses_are_capped_at_half_but_by_bunkers_and_antitank(game):
    tables = game.combat.tables
    assert tables["antitank"].cap is None
    assert tables["conventional"].cap == LossCap(Fraction(1, 2), 1, "attack")
    assert tables["barrage"].cap == LossCap(Fraction(1, 2), 1, "phase", ("bunker",))
    expected = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 8: 4}
    assert {n: tables["barrage"].cap.of(n) for n in expected} == expected
    assert [tables[id_].check_actual for id_ in TITLES] == [False, True, True]


# --- modifiers -------------------------------------------------------------------------------
def test_barrage_modifiers_equal_the_printed_ones(game, printed):
    ours = {modifier.name: modifier.value for modifier in game.combat.barrage_modifiers}
    rows = printed["Barrage Table Modifiers:"][1:]
    assert ours == {name: int(value.split()[0]) for name, value in rows}
    (unseen,) = (m for m in game.combat.barrage_modifiers if m.target is Target.SIGHT)
    assert [unseen.at(hexes) for hexes in range(1, 9)] == [1, 1, 2, 2, 3, 3, 4, 4]


def total(game, kind, terrain, *, bunker=False):
    """Return the modifiers of a target, brute force."""
    never = game.combat.barrage_never.get(kind, ())
    found = 0
    for modifier in game.combat.barrage_modifiers:
        hit = {
            Target.KIND: kind in modifier.of,
            Target.TERRAIN: bool(terrain & set(modifier.of)),
            Target.COVER: bunker and "bunker" in modifier.of,
            Target.SIGHT: False,
        }[modifier.target]
        found += modifier.value * (hit and modifier.id not in never)
    return found


@pytest.mark.parametrize(
    ("kind", "terrain", "bunker", "expected"),
    [
        ("personnel", {"clear"}, False, 2),
        ("weapons", {"clear"}, False, 0),
        ("AFV", {"town"}, True, 6),
        ("personnel", {"town"}, True, 12),
        ("personnel", {"town", "river"}, True, 10),
        ("weapons", {"river"}, False, -2),
        ("personnel", {"forest_creek"}, False, 2),
        ("weapons", {"forest"}, False, 1),
    ],
)
def test_barrage_modifiers_add_up(game, kind, terrain, bunker, expected):
    assert total(game, kind, terrain, bunker=bunker) == expected
    assert game.combat.barrage_only == {"bunker": ("bunker", "unobserved")}


def test_morale_equals_the_tables_beside(game, tables):
    ours, other = game.combat.morale, tables["morale"]
    assert (ours.dice, ours.fail, ours.rout) == (2, 1, 3)
    assert f"morale+{ours.fail} or morale+{ours.rout - 1}" in other["fail_if"]
    assert ours.rout_loss["AFV"] == other["rout_sp_loss_afv"]
    assert ours.rout_loss["personnel"] == other["rout_sp_loss_non_afv"]
    assert ours.rout_loss["weapons"] == other["rout_sp_loss_non_afv"]
    assert ours.retreat == other["retreat_hexes"]
    assert ours.zoc_loss == other["retreat_through_zoc_sp_loss"]
    assert ours.covered_by == other["bunker_immunity_min_sp"]
    values = {modifier.id: modifier.value for modifier in game.combat.morale_modifiers}
    assert values == {
        "isolated": other["mod_isolated"],
        "snow": other["mod_snow_non_afv_not_in_town"],
        "routed": other["mod_per_unit_already_routed_in_hex_this_phase"],
        "eliminated": other["mod_per_unit_already_eliminated_in_hex"],
    }
    snow = next(m for m in game.combat.morale_modifiers if m.id == "snow")
    assert (snow.kinds, snow.unless_terrain, snow.weather) == (
        ("personnel", "weapons"),
        ("town",),
        ("snow",),
    )


def test_shocks_make_checks_one_level_worse(game):
    fright, charge = game.combat.shocks["tank-fright"], game.combat.shocks["cavalry-charge"]
    groups = game.special.groups
    assert (fright.levels, charge.levels) == (1, 1)
    proof = {game.units[id_].type for id_ in groups[fright.immune].units}
    assert {"antitank", "heavy antiaircraft", "StuG III (long)", "Marder II"} <= proof
    assert "antiaircraft" not in proof
    assert {game.units[id_].side for id_ in groups[fright.immune].units} == {"german"}
    assert groups[charge.by].units == {"s-24cd-18-cav", "s-24cd-56-cav", "s-24cd-70-cav"}
    assert all(
        (id_ in groups[charge.victims]) == (unit.side == "german" and unit.kind is not Kind.AFV)
        for id_, unit in game.units.items()
    )


def test_multipliers(game):
    factors = {id_: (m.factor, m.applies) for id_, m in game.combat.multipliers.items()}
    both = ("combat", "antitank")
    assert factors == {
        "slope": (2, both),
        "close_combat": (2, both),
        "isolated": (Fraction(1, 2), both),
        "far": (Fraction(1, 2), ("support", "barrage")),
        "rockets_unpaid": (Fraction(1, 2), ("barrage",)),
        "charging": (Fraction(1, 2), ("defence",)),
    }
    assert game.combat.cover.reduction == 1


def test_observation_equals_the_tables_beside(game, tables):
    ours, other = game.combat.observation, tables["observation"]
    assert ours.range == other["base_range"]
    assert ours.down_slope == other["across_slope_from_high_side"]
    assert ours.from_high == other["from_high_ground_to_non_high_ground"]
    assert ours.conspicuous_more == other["guards_rocket_regiment_deployed_bonus"]
    assert game.special.groups[ours.conspicuous].units == {"s-3sa-rocket"}
    assert set(ours.weather.values()) == {0}


# --- terrain, weather, turns ----------------------------------------------------------------
def test_terrain_effects_equal_the_printed_chart(game, printed):
    head, *rows = printed[
        "Movement point cost by mobility category, and defense value by unit type:"
    ]
    letters = dict(zip(head[1:8], "SLDWTMH", strict=True))
    ours = {row.name: row for row in game.chart.terrains.values()}
    lakes = {
        "Lake Hexside: Frozen": game.chart.lake_frozen,
        "Lake Hexside: Thaw": game.chart.lake_thaw,
    }
    assert {row[0] for row in rows} == ours.keys() | lakes.keys()
    for name, *values in rows:
        for (_, letter), text in zip(letters.items(), values[:7], strict=True):
            enter, _, leave = text.partition("-")
            if name in lakes:
                extra = {"NE": Fraction(0), "P": None}.get(text)
                assert lakes[name].get(letter) == (
                    extra if text in ("NE", "P") else Fraction(text.removeprefix("+"))
                )
                continue
            cost = None if enter in ("P", "*") else Fraction(enter)
            assert ours[name].enter.get(letter) == cost, (name, letter)
            assert ours[name].leave.get(letter) == (Fraction(leave) if leave else None)
        if name in ours:
            for key, text in zip("PHL", values[7:], strict=True):
                assert ours[name].defence.get(key) == (int(text) if text.isdigit() else None)


def test_weather_and_dates_equal_the_printed_chart(game, printed):
    (chart,) = (rows for title, rows in printed.items() if title.startswith("Weather condition by"))
    words = {"F": "frost", "T": "thaw", "S": "snow"}
    for die, *letters in chart[1:]:
        ours = [turn.weather[int(die) - 1] for turn in game.turns]
        assert ours == [words[letter] for letter in letters]
    dates = printed["Turn Record Chart"][1][1:]
    differ = [turn.number for turn in game.turns if turn.dates != dates[turn.number - 1]]
    assert differ == [10]
    assert game.turns[9].sources["dates"] is Provenance.D


def test_turn_record_equals_the_tables_beside(game, tables):
    for turn, other in zip(game.turns, tables["turn"], strict=True):
        for side in SIDES:
            assert turn.supply[side] == other[f"{side}_supply"]
            assert turn.replacements[side] == other[f"{side}_replacements"]
        changed = other["soviet_supply"] != other["soviet_supply_printed"]
        mark = turn.sources["supply.soviet"]
        assert mark is (Provenance.X if changed or turn.number in range(2, 7) else Provenance.R)
        assert turn.afv_repair == other.get("afv_repair_each", 0)
        refits = {refit.side for refit in game.supply.refits if refit.turn == turn.number}
        assert refits == ({"soviet"} if other.get("soviet_refit_one_tank_brigade") else set())
        draws = {draw.side for draw in game.special.draws if draw.turn == turn.number}
        assert draws == ({"german"} if other.get("german_roll_7th_flieger") else set())


# --- supply ----------------------------------------------------------------------------------
def test_supply_costs_equal_the_tables_beside(game, tables):
    costs, other = game.supply.costs, tables["supply_costs"]
    assert costs["assault"].points == other["assault"]
    assert costs["barrage"].points == other["barrage_with_or_without_assault"]
    assert costs["rockets"].points == other["barrage_with_full_german_rockets"]
    assert costs["support"].points == other["high_intensity_defensive_support"]
    assert costs["rockets"].covers == ("assault", "barrage")
    assert [id_ for id_, cost in costs.items() if not cost.phasing] == ["support"]
    assert game.supply.tracing.support_unpaid == other["low_intensity_support_factor"]
    assert game.supply.tracing.support_unsupplied == other["out_of_supply_support_factor"]
    assert game.supply.tracing.hexes == tables["meta"]["supply_trace_max_hexes"]
    (town,) = game.supply.fortresses
    assert (town.place, town.marker) == ("Velikiye Luki", "supply-vl")
    assert town.relief == other["vl_avoid_isolation_for_turn"]
    assert game.supply.rail.points == tables["meta"]["rail_cap_sp_per_side_per_turn"]


def test_airdrop_and_tracks_equal_the_tables_beside(game, tables):
    (town,) = game.supply.fortresses
    other = tables["airdrop"]
    assert list(town.airdrop["frost"]) == other["clear_frost_received_on"]
    assert list(town.airdrop["thaw"]) == other["thaw_received_on"]
    assert list(town.airdrop["snow"]) == other["snow_received_on"]
    assert game.supply.tracks["movement"].boxes == tables["tracks"]["movement_point_boxes"]
    assert game.supply.tracks["supply"].boxes == tables["tracks"]["supply_point_boxes"]
    assert game.supply.tracks["turn"].boxes == len(game.turns)


def test_who_entrains_where(game):
    assert game.supply.rail.entrain == {"personnel": (), "weapons": ("town",), "AFV": ("town",)}


# --- special rules ---------------------------------------------------------------------------
MEMBERS = {
    "tank-destroyers": {
        "g-2at-1-2-marder",
        "s-389td-i-su76",
        "s-389td-ii-su76",
        "s-389td-iii-su122",
    },
    "commandos": {f"g-803br-{number}-803-cdo" for number in (9, 10, 11, 12)},
    "as-commandos": {"g-2-66-t34c"},
    "engineer-brigades": {"s-3sa-eng", "s-5s-eng", "s-2mc-eng", "s-8e-eng"},
    "bridge-builders": {"s-3sa-eng", "s-5s-eng", "s-2mc-eng", "s-8e-eng", "g-3-bridge"},
    "keeps-equipment": {"s-3sa-rocket"},
    "parachute-battalion": {"g-7fl-iii-1-para"},
}


@pytest.mark.parametrize("id_", MEMBERS)
def test_groups_hold_the_units_the_rules_name(game, id_):
    assert game.special.groups[id_].units == MEMBERS[id_]
    assert MEMBERS[id_] <= game.units.keys()


def test_groups_by_what_their_units_are(game):
    groups, units = game.special.groups, game.units
    rockets = {id_ for id_, u in units.items() if u.side == "german" and u.type == "rocket"}
    assert {units[id_].name for id_ in rockets} == {
        *("I/1", "II/1", "III/1", "I/3", "II/3", "I/55", "III/55")
    }
    assert groups["paying-rockets"].units == groups["never-re-equipped"].units == rockets
    close = {("soviet", "SMG"), ("soviet", "engineer")}
    close |= {("german", type_) for type_ in ("engineer", "commando", "paratroop")}
    assert groups["close-combat"].units == {
        i for i, u in units.items() if (u.side, u.type) in close
    }
    assert groups["ski-troops"].units == {i for i, u in units.items() if u.mobility == "S"}
    assert not any("antitank" in units[id_].type for id_ in groups["ski-troops"].units)
    services = {units[id_].colour for id_ in groups["german-replaceable"].units}
    assert {game.colours[colour] for colour in services} == {"Army", "Army, ski"}
    assert {units[id_].parent for id_ in groups["refittable"].units} == {
        f"s-{number}tb" for number in (33, 36, 45, 92, 129, 184, 236)
    }


def test_special_units_equal_the_tables_beside(game, tables):
    other, special = tables["units_special"], game.special
    names = {"submachinegun": "SMG", "parachute": "paratroop"}
    for side in SIDES:
        types = {game.units[id_].type for id_ in special.groups["close-combat"].units}
        assert {names.get(name, name) for name in other[f"close_combat_{side}"]} <= types
    commandos = {game.units[id_].name for id_ in special.groups["commandos"].units}
    assert commandos == set(other["brandenburg"])
    assert len(special.bridge_builders) == len(other["bridge_builders"])
    for builder in special.bridge_builders:
        label = game.units[builder.unit].name
        assert (
            label.lower() in game.markers[builder.marker].name.lower().replace(" ", "")
            or label == "3"
        )
    bunkers = [marker for marker in game.markers.values() if marker.kind == "bunker"]
    assert sum(marker.count for marker in bunkers) == other["bunkers"]["count"]
    assert sum(m.count * m.strength for m in bunkers) == other["bunkers"]["total_sp"]
    assert special.bunkers.antitank == other["bunkers"]["at_factor"]
    assert special.bunkers.combat == other["bunkers"]["combat_factor"]
    assert special.bunkers.zone == other["bunkers"]["has_zoc"]


def test_release_of_garrisons_equals_the_tables_beside(game, tables):
    other = tables["garrison"]
    garrisons = {garrison.place: garrison for garrison in game.special.garrisons}
    city = garrisons["Velikiye Luki"]
    by_turn = {str(turn): roll for turn, roll in city.released_by.items()}
    assert by_turn == other["vl_release_roll_max_by_turn"]
    assert [city.highest(turn) for turn in range(1, 10)] == [0, 1, 2, 3, 4, 5, 6, 6, 6]
    for name in ("Isotcha", "Nowossokoljniki"):
        turn = other[f"{name.lower()}_released_turn"]
        assert [garrisons[name].highest(n) for n in (turn - 1, turn)] == [0, 6]
    assert {g.still_through for g in garrisons.values()} == {other["may_not_move_on_turn"]}
    bound = {
        id_
        for placement in game.scenarios["I"].placements
        if placement.garrison
        for id_ in placement.units
    }
    groups = game.special.groups
    assert bound == {id_ for g in garrisons.values() for id_ in groups[g.group].units}


def test_detection(game, tables):
    detection = game.special.detection
    assert tables["brandenburg"]["detected_on"] == (
        f"die - (non-Brandenburg units in the stack) <= {detection.found_up_to}"
    )
    assert detection.per_other == -1


def test_draws_equal_the_tables_beside(game, tables):
    other, draws = tables["optional_reinforcements"], game.special.draws
    german = draws[0]
    assert (german.side, german.turn) == ("german", other["german_roll_turn"])
    assert [outcome.rolls for outcome in german.outcomes] == [(1, 2, 3, 4, 5), (6,)]
    rest = draws[1:]
    assert all((d.after, d.after_rolls) == ("7-flieger", (6,)) for d in rest)
    rolled = [draw for draw in rest if draw.rolled]
    assert {draw.name for draw in rolled} == set(other["soviet_roll_units"])
    for draw in rolled:
        assert list(draw.outcomes[0].rolls) == other["soviet_roll_each_received_on"]
    (sure,) = (draw.name for draw in rest if not draw.rolled)
    assert [sure] == other["soviet_automatic"]
    every = {
        id_
        for draw in draws
        for one in draw.outcomes
        for id_ in game.special.groups[one.group].units
    }
    optional = {id_ for id_, u in game.units.items() if u.entry.group in ("roll", "optional")}
    assert every == optional


def test_stacking(game):
    most = {
        limit.id: (limit.side, dict(limit.most), limit.same) for limit in game.special.stack_limits
    }
    assert most == {
        "any-three": ("german", {"equivalents": 3}, ""),
        "four-of-one": ("german", {"equivalents": 4}, "formation"),
        "whole-brigade": ("soviet", {}, "brigade"),
        "two-artillery": ("soviet", {"artillery": 2}, ""),
        "regiment-battalion": ("soviet", {"regiments": 1, "battalions": 1}, "division"),
        "two-battalions": ("soviet", {"battalions": 2}, ""),
    }
    added = game.special.stack_additions
    assert (added["german"].size, added["german"].most, added["german"].companies) == ("I", 1, 2)
    assert (added["soviet"].group, added["soviet"].most) == ("engineer-brigades", 1)
    assert [limit.id for limit in game.special.stack_limits if not limit.divisional] == [
        "two-artillery"
    ]


def test_thaw_and_artillery(game, tables):
    thaw, other = game.special.thaw, tables["river_thaw"]
    names = {game.chart.mobilities[letter] for letter in thaw.barred}
    assert names == set(other["mobilities_that_may_not_cross"])
    assert set(thaw.weather) == {"thaw"}
    control = game.combat.artillery
    assert [(control[side].other_stacks, control[side].any_observer) for side in SIDES] == [
        (1, True),
        (0, False),
    ]
    assert game.special.optional == ("23",)


def test_abandoned_equipment(game):
    rule = game.special.abandoned
    assert (rule.combat, rule.antitank, rule.mobility) == (1, 0, "L")
    assert rule.back_after == {"german": 2, "soviet": 3}


def test_one_regiment_of_the_331st_assaults(game):
    (limit,) = game.special.assault_limits
    assert limit.most == 1
    units = [game.special.groups[id_].units for id_ in limit.groups]
    infantry = {
        id_ for id_, u in game.units.items() if u.parent == "g-331id" and u.type == "infantry"
    }
    assert set().union(*units) == infantry
    assert [len(group) for group in units] == [2, 2, 2]


# --- identification --------------------------------------------------------------------------
def test_symbols_stand_in_the_order_of_the_chart(game, printed):
    symbols = [s for s in game.identification.symbols if s.printed]
    charts = {
        "Symbol — Unit Type (Personnel)": ("personnel", ""),
        "Symbol — Unit Type (Weapons)": ("weapons", ""),
        "Vehicle Type (German AFV)": ("AFV", "german"),
        "Vehicle Type (Soviet AFV)": ("AFV", "soviet"),
    }
    for title, (kind, side) in charts.items():
        ours = [s for s in symbols if s.kind == kind and (not side or s.side == side)]
        rows = printed[title][1:]
        assert len(ours) == len(rows), title
        for symbol, row in zip(ours, rows, strict=True):
            words = row[1].removeprefix("German ").removeprefix("Soviet ").lower()
            assert symbol.name.lower()[:7] == words[:7], row
    others = {s.type for s in game.identification.symbols if not s.printed}
    assert others == {"motorized infantry", "T-34 (captured)"}


def test_colours_sizes_and_abbreviations_equal_the_printed_chart(game, printed):
    chart = game.identification
    assert [code.name for code in chart.colours] == [row[0] for row in printed["Color Codes"][1:]]
    assert [[size.mark, size.name] for size in chart.sizes] == printed["Unit Sizes"][1:]
    titles = {"german": "German Abbreviations", "soviet": "Soviet Abbreviations"}
    for side, title in titles.items():
        ours = [[a.short, a.long] for a in chart.abbreviations if a.side == side]
        plain = [[a, b.replace("ü", "u").replace("-A", " A")] for a, b in ours]
        assert plain == printed[title][1:]
    shown = [marker.name.split()[0] for marker in chart.markers if marker.printed]
    assert sorted(shown) == sorted(row[1] for row in printed["Markers"][1:])


def test_every_type_of_unit_has_a_symbol(game):
    types = {symbol.type: symbol.kind for symbol in game.identification.symbols}
    assert {unit.type: unit.kind for unit in game.units.values()} == types


# --- edges -----------------------------------------------------------------------------------
def test_friendly_edges(game):
    at = game.map.numbering.parse
    rail, supply = game.edges.rail, game.edges.supply
    assert {len(rail["soviet"]), len(rail["german"])} == {44, 2 * 38 + 2 * 44 - 4 - 44}
    east_south = {at(f"{column}44") for column in range(31, 39)}
    assert supply["soviet"] == rail["soviet"] | east_south
    for use in (rail, supply):
        assert not use["soviet"] & use["german"]
        assert len(use["soviet"] | use["german"]) == 2 * 38 + 2 * 44 - 4
    assert at("3801") in rail["soviet"]
    assert at("3844") in rail["soviet"]
    for edge in rail.values():
        assert any(
            cell in edge for way in game.map.ways if way.kind == "rail" for cell in way.hexes
        )


def test_other_and_closed_entry_areas(game, tables):
    ours = {(a.area, a.other, a.later) for a in game.edges.alternates}
    expected = set()
    for id_, area in tables["entry_area"].items():
        for key, later in (("alternate_same_turn", 0), ("alternate_one_turn_later", 1)):
            for other in area.get(key, ()):
                ids = (id_.lower().replace("_", "-"), other.lower().replace("_", "-"))
                expected.add((*ids, later))
    assert ours == expected
    closed = {
        id_.lower().replace("_", "-") for id_, a in tables["entry_area"].items() if "closed_if" in a
    }
    assert {closure.area for closure in game.edges.closures} == closed
    assert {closure.side for closure in game.edges.closures} == {"german"}


def test_hexes_that_keep_entry_areas_open(game):
    at, place = game.map.numbering.parse, game.map.numbering.column_row
    hexes = {closure.area: closure.hexes for closure in game.edges.closures}
    assert {place(cell)[1] for cell in hexes["german-sw"]} == set(range(35, 45))
    assert len(hexes["german-sw"]) == 380
    south = hexes["german-s"]
    assert {at("2125"), at("1441"), at("3844")} <= south
    assert not {at("1240"), at("1637"), at("2022"), at("2422"), at("3820")} & south
    river = {cell for way in game.map.ways if way.kind == "river" for cell in way.hexes}
    assert not south & river
    assert min(place(cell)[1] for cell in south) == 24
