"""Every figure of every chart, looked up in the game by ways of the test's own."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from builder.chart.catalogue import make_charts
from builder.chart.words import load_chart_style
from builder.errors import DrawError

DASH = "\N{EN DASH}"
SIGNS = {sign: Fraction(1, n) for n, sign in ((2, "½"), (3, "⅓"), (4, "¼"), (5, "⅕"), (6, "⅙"))}
SIGNS |= {"⅛": Fraction(1, 8), "⅒": Fraction(1, 10), "¾": Fraction(3, 4), "⅔": Fraction(2, 3)}


def number(text):
    """Read a number as a player does: 2, ½, 1½, ⅓, 1⅔."""
    total = Fraction(0)
    for part in re.findall(rf"\d+|[{''.join(SIGNS)}]", text):
        total += SIGNS[part] if part in SIGNS else Fraction(part)
    return total


def test_numbers_are_read_as_players_read_them():
    assert [number(t) for t in ("2", "½", "1½", "⅒", "1⅔")] == [
        2, Fraction(1, 2), Fraction(3, 2), Fraction(1, 10), Fraction(5, 3),
    ]  # fmt: skip


def rows(table):
    """Return the rows of a table: text of the head, texts of the cells."""
    return [(row.head.text, [cell.text for cell in row.cells]) for row in table.rows]


LETTERS = "SLDWTMH"


def test_every_cost_of_the_terrain_chart_is_that_of_the_data(game, charts):
    effects = charts["terrain"].tables[0]
    assert (
        "".join(c.title for c in effects.columns[1:8]) == LETTERS == "".join(game.chart.mobilities)
    )
    assert [c.spoken for c in effects.columns[1:8]] == list(game.chart.mobilities.values())
    found = dict(rows(effects))
    assert list(found)[:-2] == [each.name for each in game.chart.terrains.values()]
    for terrain in game.chart.terrains.values():
        for letter, text in zip(LETTERS, found[terrain.name], strict=False):
            if text in ("P", "*"):
                assert letter not in terrain.enter
                assert (text == "*") == (terrain.id == "bunker")
            else:
                enter, _, leave = text.partition(DASH)
                assert number(enter) == terrain.enter[letter]
                assert number(leave) == terrain.leave.get(letter, 0)


def test_every_defence_value_of_the_terrain_chart_is_that_of_the_data(game, charts):
    found = dict(rows(charts["terrain"].tables[0]))
    for terrain in game.chart.terrains.values():
        for class_, text in zip("PHL", found[terrain.name][7:], strict=True):
            if text in ("*", DASH):
                assert class_ not in terrain.defence
            else:
                assert int(text) == terrain.defence[class_]


def test_lake_hexsides_and_other_costs_are_those_of_the_data(game, charts):
    effects, activities = charts["terrain"].tables
    found = dict(rows(effects))
    for word, extra in (("frozen", game.chart.lake_frozen), ("thaw", game.chart.lake_thaw)):
        cells = found[f"Lake hexside: {word}"]
        assert cells[7:] == ["*", "*", "*"]
        for letter, text in zip(LETTERS, cells, strict=False):
            cost = {"P": None, "NE": 0}.get(text, number(text.removeprefix("+")))
            assert extra.get(letter) == cost
    costs = [number(text) for _, (text,) in rows(activities)]
    assert costs == list(game.chart.activities.values())


@pytest.mark.parametrize(
    ("terrain", "printed"),
    [
        ("Clear/Lake", "¼ ½ 1 ½ ¼ ½ ⅓ 6 2 5"),
        ("Road/Railroad", "¼ ¼ ¼ ⅒ ⅛ ⅒ ⅙ * * *"),
        ("Creek", "¼ ½ 1-3 1-2 ½-1 ½-1 ⅓ 5 2 3"),
        ("River", "½ ½ 2-4 2-4 1-2 1-2 ⅓ 4 2 2"),
        ("Forest", "¼ ½ P P P 1 ⅓ 8 3 5"),
        ("Town", "¼ ¼ ¼ ⅕ ¼ ⅕ ⅙ 10 7 7"),
        ("Forest/Creek", "½ ½ P P P 1-1 ⅓ 7 - -"),
        ("Lake hexside: frozen", "NE NE P P +1 +½ +⅓ * * *"),
        ("Lake hexside: thaw", "NE +1 P P P +1 +1 * * *"),
        ("Bunker", "* * * * * * * 15 15 15"),
    ],
)
def test_the_terrain_chart_is_the_printed_one(charts, terrain, printed):
    assert dict(rows(charts["terrain"].tables[0]))[terrain] == printed.replace("-", DASH).split()


def test_weather_by_die_and_turn(game, charts):
    table, key = charts["weather"].tables
    signs = {row.head.text: row.cells[0].text for row in key.rows}
    assert signs == {"F": "Clear/frost", "T": "Thaw", "S": "Snow"}
    for die, (head, cells) in enumerate(rows(table), 1):
        assert head == str(die)
        expected = [game.weather[turn.weather[die - 1]] for turn in game.turns]
        assert [signs[text] for text in cells] == expected
    assert rows(table)[0][1] == list("TTTFFFFFFFFFF")
    assert rows(table)[5][1] == list("FFSSSSSSSSSSS")


def test_turn_record(game, charts):
    (table,) = charts["turns"].tables
    for turn, row in zip(game.turns, table.rows, strict=True):
        texts = [cell.text for cell in row.cells]
        assert row.head.text == str(turn.number)
        assert texts[0].replace(DASH, "-") == turn.dates
        figures = [
            *(turn.supply[side.id] for side in game.sides),
            *(turn.replacements[side.id] for side in game.sides),
            turn.afv_repair,
        ]
        assert [0 if t == DASH else int(t) for t in texts[1:6]] == figures
        assert "" not in texts, "nothing is a dash"
        for side, text in zip(game.sides, texts[6:], strict=True):
            entering = [
                u for u in game.units.values() if (u.side, u.entry.turn) == (side.id, turn.number)
            ]
            assert sum(map(int, re.findall(r"(?<!impulse )\b\d+\b", text))) == len(entering)
    marked = {row.head.text for row in table.rows if row.cells[2].mark == "X"}
    assert marked == {"2", "3", "4", "5", "6"}  # erratum E10


@pytest.mark.parametrize(
    ("chart", "at", "id_"),
    [("combat", 0, "conventional"), ("combat", 1, "antitank"), ("barrage", 0, "barrage")],
)
def test_every_cell_of_the_fire_tables(game, charts, chart, at, id_):
    drawn, table = charts[chart].tables[at], game.combat.tables[id_]
    assert drawn.caption == table.name
    assert [c.title.replace(DASH, "-") for c in drawn.columns[1:]] == [
        column.name for column in table.columns
    ]
    assert len(drawn.rows) == len(table.rows)
    for die, row in enumerate(drawn.rows, 1):
        assert row.head.text == table.heading(die)
        for column, cell in enumerate(row.cells):
            effect = table.effect(die, column)
            if cell.text == DASH:
                assert (effect.losses, effect.check) == (0, False)
                assert cell.spoken == "no effect"
            else:
                assert cell.text == effect.text
                assert cell.tint == f"level{effect.losses}"
                lost = re.match(r"(\d+|no)", cell.spoken).group().replace("no", "0")
                assert int(lost) == effect.losses
                assert ("morale check" in cell.spoken) == effect.check


def test_modifiers_of_barrage_by_target(game, charts):
    table = charts["barrage"].tables[1]
    assert [c.title for c in table.columns[1:]] == ["Personnel", "Weapons", "AFV", "Bunker itself"]
    found = dict(rows(table))
    minus = "\N{MINUS SIGN}"
    assert found == {
        "Personnel": ["+2", DASH, DASH, DASH],
        "AFV": [DASH, DASH, "+3", DASH],
        "Bunker": ["+7", "+7", DASH, "+7"],
        "Town": ["+3", "+3", "+3", DASH],
        "Forest": ["+1", "+1", "+1", DASH],
        "Creek": [f"{minus}1"] * 3 + [DASH],
        "River": [f"{minus}2"] * 3 + [DASH],
        "Unobserved": ["+1 per 2 hexes"] * 4,
    }
    assert list(found) == [modifier.name for modifier in game.combat.barrage_modifiers]


def test_factors_and_observation(game, charts):
    factors, seen = charts["factors"].tables
    found = dict(rows(factors))
    for each in game.combat.multipliers.values():
        factor, applies, units, terrain, rule = found[each.name]
        assert number(factor) == each.factor
        assert applies.split(", ") == list(each.applies)
        assert units == (game.special.groups[each.group].name if each.group else DASH)
        names = [game.chart.terrains[id_].name for id_ in each.terrain]
        assert terrain == (", ".join(names) or DASH)
        assert rule == each.rule
    assert found["In cover, or assaulting into it"][0] == "\N{MINUS SIGN}1"
    assert game.combat.cover.reduction == 1
    watch = game.combat.observation
    figures = [watch.range, watch.down_slope, watch.from_high, watch.conspicuous_more]
    assert [int(cells[0]) for _, cells in rows(seen)[:4]] == figures == [2, 3, 3, 1]


def test_morale(game, charts):
    results, checks = charts["morale"].tables
    assert rows(results) == [
        ("Passes", ["0 or less", "0", "0", "0", DASH]),
        ("Fails", [f"1{DASH}2", "0", "0", "0", "2*"]),
        ("Routs", ["3+", "1", "1", "0", "2"]),
    ]  # rule 14
    found = dict(rows(checks))
    for each in game.combat.morale_modifiers:
        assert int(found[each.name][0].split()[0]) == each.value
        assert found[each.name][0].endswith("each") == each.each
    assert found["Bunker of 3 SP or more in the hex"][:2] == ["no check", "Personnel, Weapons"]
    for shock in game.combat.shocks.values():
        assert found[shock.name][0] == f"{shock.levels} level worse"


def test_supply(game, charts):
    costs, limits, drops, drafts = charts["supply"].tables
    found = dict(rows(costs))
    for each in game.supply.costs.values():
        assert int(found[each.name][0]) == each.points
        assert (found[each.name][1] == "The other side") != each.phasing
    assert [int(cells[0]) for _, cells in rows(limits)] == [7, 1, 1, 25]
    (town,) = game.supply.fortresses
    assert rows(drops) == [(town.place, [f"1{DASH}4", f"1{DASH}4", f"1{DASH}2"])]
    assert [town.airdrop[id_] for id_ in game.weather] == [(1, 2, 3, 4), (1, 2, 3, 4), (1, 2)]
    assert [cells[1] for _, cells in rows(drafts)] == ["1", "1", "1", "full"]


def test_garrisons(charts):
    """Rule 22, typed from the rulebook: one more number each turn, from turn 2 on."""
    _, garrisons, _ = charts["rolls"].tables
    rolls = "turn 2: 1; turn 3: 1-2; turn 4: 1-3; turn 5: 1-4; turn 6: 1-5; turn 7: no roll"
    assert rows(garrisons) == [
        ("Velikiye Luki", ["through turn 1", rolls.replace("-", DASH)]),
        ("Isotcha, Nowossokoljniki", ["through turn 1", "turn 2: no roll"]),
    ]


def test_rolls(game, charts):
    *_, draws = charts["rolls"].tables
    outcomes = [(draw, outcome) for draw in game.special.draws for outcome in draw.outcomes]
    for (draw, outcome), (name, cells) in zip(outcomes, rows(draws), strict=True):
        assert name == draw.name
        assert cells[0] == game.side(draw.side).name
        first, _, last = cells[2].partition(DASH)
        rolls = () if first == "certain" else range(int(first), int(last or first) + 1)
        assert tuple(rolls) == outcome.rolls
        assert int(cells[4]) == len(game.special.groups[outcome.group].units)


def test_sequence_of_play(game, charts):
    tables = charts["sequence"].tables
    stages = [stage for stage in game.sequence.stages if stage.steps]
    for table, stage in zip(tables, stages, strict=False):
        assert table.caption == stage.name
        assert [row.cells[0].text for row in table.rows] == [step.text for step in stage.steps]
    (phases,) = charts["impulse"].tables
    assert [row.head.text for row in phases.rows if row.head.text] == [
        phase.name for phase in game.sequence.phases if phase.steps
    ]
    steps = [step for phase in game.sequence.phases for step in phase.steps]
    assert [row.cells[1].text for row in phases.rows] == [step.text for step in steps]
    assert [row.cells[2].text.split(", ") for row in phases.rows] == [list(s.rules) for s in steps]
    corrected = [row.cells[1].text for row in phases.rows if row.cells[1].mark == "X"]
    assert corrected == [step.text for step in steps if step.errata]
    (kinds,) = tables[len(stages) :]
    assert dict(rows(kinds))["Action"][:2] == [
        "1 or more, or all that are left",
        "3 or more, or all that are left",
    ]
    assert dict(rows(kinds))["Pass"][:2] == ["1", "1"]


def test_identification(game, charts):
    shown = [row for table in charts["symbols"].tables for row in table.rows]
    names = [row.cells[0].text for row in shown]
    assert sorted(names) == sorted(symbol.name for symbol in game.identification.symbols)
    assert sum(int(row.cells[1].text) for row in shown) == len(game.units) == 377
    types = {row.head.samples[0].type for row in shown}
    assert types == {unit.type for unit in game.units.values()}
    colours = next(t for t in charts["counters"].tables if t.caption == "Colour codes")
    assert [(row.head.samples[0].scheme, row.cells[0].text) for row in colours.rows] == [
        (code.id, code.force) for code in game.identification.colours
    ]
    assert {unit.colour for unit in game.units.values()} <= {
        row.head.samples[0].scheme for row in colours.rows
    }
    sizes, *abbreviations = charts["abbreviations"].tables
    assert [(row.head.text, row.cells[0].text) for row in sizes.rows] == [
        (size.mark, size.name) for size in game.identification.sizes
    ]
    short = [row for table in abbreviations for row in table.rows]
    assert sorted((row.head.text, row.cells[0].text) for row in short) == sorted(
        (each.short, each.long) for each in game.identification.abbreviations
    )


def test_notes_explain_every_mark_and_name_only_what_there_is(game, charts):
    for chart in charts.values():
        said = " ".join(f"{note.mark} {note.text}" for note in chart.notes)
        marks = {
            cell.mark for t in chart.tables for row in t.rows for cell in (row.head, *row.cells)
        }
        for mark in marks - {""}:
            assert re.search(rf"\b{mark}\b", said), (chart.id, mark)
        cells = {cell.text for t in chart.tables for row in t.rows for cell in row.cells}
        for sign in cells & {"P", "NE", "*"}:
            assert any(note.mark == sign for note in chart.notes), (chart.id, sign)
        for id_ in re.findall(r"A-\d+", said):
            assert id_ in game.readings
        assert any(note.mark == "Rules" for note in chart.notes)
        assert any(note.mark == "Figures" for note in chart.notes)


def test_the_numbers_of_readings_are_explained_where_there_are_any(game, charts):
    for chart in charts.values():
        said = " ".join(f"{n.mark} {n.text}" for n in chart.notes if n.mark != "A-nn")
        explained = [note.text for note in chart.notes if note.mark == "A-nn"]
        ids = re.findall(r"\bA-\d+", said)
        assert len(explained) == bool(ids), chart.id
        for text in explained:
            asked = re.search(rf'"builder data {game.id} --why (A-\d+)"', text)[1]
            assert asked in ids


def test_notes_speak_to_players_not_to_those_who_check_games(game, charts):
    for chart in charts.values():
        for note in chart.notes:
            known = game.readings.get(note.mark)
            assert not known or note.text != known.text, (chart.id, note.mark)
            assert not re.search(r"(?i)\b(logs?|disputed|machine|reading:)", note.text), note


def test_no_sentence_is_taken_for_the_mark_of_a_note(charts):
    for chart in charts.values():
        for note in chart.notes:
            assert len(note.mark) <= len("Figures"), (chart.id, note.mark)


def test_a_reading_without_other_words_keeps_those_of_the_data(game, look, tmp_path):
    text = (look.style.folder / "charts.toml").read_text("utf-8")
    bare = re.sub(r'readings = \["A-65 = [^"]*"\]', 'readings = ["A-65"]', text)
    assert bare != text
    (tmp_path / "charts.toml").write_text(bare, "utf-8")
    style = load_chart_style(replace(look.style, folder=tmp_path))
    chart = next(chart for chart in make_charts(game, style) if chart.id == "turns")
    assert [note.text for note in chart.notes if note.mark == "A-65"] == [
        game.readings["A-65"].text
    ]


@pytest.mark.parametrize(
    "fault",
    [
        ('rules = ["16", ', 'rules = ["99", ', "no section '99'"),
        ('errata = ["E10"]', 'errata = ["E99"]', "no erratum 'E99'"),
        ('readings = ["A-65 = ', 'readings = ["A-999 = ', "no ambiguity 'A-999'"),
        ('sources = ["R", "X"]', 'sources = ["Q"]', "no mark 'Q'"),
        ('die = "Die"', 'dice = "Die"', r"charts.toml: 'chart.weather.heads.die' must be a text"),
        ("[chart.weather]", "[chart.wether]", r"charts.toml: 'chart.weather.title' must be a text"),
        ('examples = ["g-', 'examples = ["x-', "no unit 'x-"),
    ],
)
def test_words_that_do_not_fit_the_data_are_named(game, look, tmp_path, fault):
    old, new, complaint = fault
    text = (look.style.folder / "charts.toml").read_text("utf-8")
    assert old in text
    (tmp_path / "charts.toml").write_text(text.replace(old, new), "utf-8")
    style = load_chart_style(replace(look.style, folder=tmp_path))
    with pytest.raises(DrawError, match=complaint):
        make_charts(game, style)


def test_a_game_without_words_for_its_charts_is_told_the_file(look, tmp_path):
    with pytest.raises(DrawError, match=r"charts\.toml: can't be read"):
        load_chart_style(replace(look.style, folder=tmp_path))
