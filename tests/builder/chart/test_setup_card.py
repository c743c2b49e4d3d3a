"""Set-up cards: each unit once, and hexes, losses, arrivals and points as in the data."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from builder.chart.description import NamedCounter
from builder.chart.layout import lay_out
from builder.chart.paging import divided
from builder.chart.setup_card import setup_card
from builder.draw.canvas import Label, bounds
from builder.errors import DrawError
from builder.model.scenario import Use
from tests.builder.module.small import small_game

DASH = "\N{EN DASH}"
LETTER_MM = 259.4  # height that margins of 10 mm leave
SMALLEST = 1.94  # mm: 5.5 points


@pytest.fixture(scope="module")
def cards(game, look):
    """The cards by scenario and side."""
    return {
        (scenario.id, side.id): setup_card(game, scenario, side.id, look)
        for scenario in game.scenarios.values()
        for side in game.sides
    }


@pytest.fixture(scope="module")
def paged(cards, look):
    """The cards in pages as high as those of Letter."""
    return {key: divided(card, look, LETTER_MM) for key, card in cards.items()}


def table(card, caption):
    """Return the table with a caption, or that begins so."""
    return next((each for each in card.tables if each.caption.startswith(caption)), None)


def shown(table_):
    """Return the counters of a table."""
    return [
        sample
        for row in table_.rows
        for cell in (row.head, *row.cells)
        for sample in cell.samples
        if isinstance(sample, NamedCounter)
    ]


def pairs(table_):
    """Return the texts of a table of two pairs of columns, without what is empty."""
    for row in table_.rows:
        texts = [cell.text for cell in (row.head, *row.cells)]
        yield from ((one, two) for one, two in zip(texts[::2], texts[1::2], strict=True) if one)


def expanded(text):
    """Return the hex numbers of runs such as 0102-0104 0201."""
    found = set()
    for first, last in re.findall(rf"(\d{{4}})(?:{DASH}(\d{{4}}))?", text):
        assert first[:2] == (last or first)[:2], "a run is within a column"
        rows = range(int(first[2:]), int((last or first)[2:]) + 1)
        found |= {f"{first[:2]}{row:02}" for row in rows}
    return found


def names(game, cells):
    return {game.map.numbering.format(cell) for cell in cells}


def test_every_unit_stands_on_the_card_of_its_side_exactly_once(game, cards):
    for (scenario, side), card in cards.items():
        pictured = [each.unit.id for t in card.tables for each in shown(t)]
        assert len(pictured) == len(set(pictured)), (scenario, side)
        away = game.scenarios[scenario].units(Use.UNUSED)
        mine = {unit.id for unit in game.units.values() if unit.side == side}
        assert {*pictured} == mine - {*away}, (scenario, side)
        said = Counter()
        listed = table(card, "Not in this scenario")
        for body, text in pairs(listed) if listed else ():
            said.update((body, name) for name in text.split(", "))
        units = [game.units[id_] for id_ in away if id_ in mine]
        assert said == Counter(
            (u.formation, u.name) if u.formation else ("Independent", u.label) for u in units
        )


def test_counters_stand_beside_the_body_or_the_hex_that_they_belong_to(game, cards):
    for (scenario, _), card in cards.items():
        placed = {}
        for each in game.scenarios[scenario].placements:
            placed |= each.placed
        for t in card.tables:
            for row in t.rows:
                cells = (row.head, *row.cells)
                for before, cell in pairwise(cells):
                    for sample in cell.samples:
                        unit = sample.unit
                        own = unit.formation or "Independent"
                        if unit.id in placed:
                            own = game.map.numbering.format(placed[unit.id])
                            more = f"/{unit.formation_id}" if unit.formation_id else ""
                            assert sample.name == unit.name + more
                        else:
                            assert sample.name == unit.name
                        assert before.text.split(" (")[0] == own.split(" (")[0]


def test_areas_have_the_hexes_and_the_units_of_the_data(game, cards):
    for (id_, side), card in cards.items():
        scenario = game.scenarios[id_]
        for each in scenario.placements:
            units = [u for u in each.units if u not in scenario.eliminated]
            if each.side != side or each.use is not Use.SETUP or not units:
                continue
            name, _, words = each.label.partition(":")
            drawn = table(card, f"{name}: {len(units)} unit")
            assert Counter(s.unit.id for s in shown(drawn)) == Counter(units)
            assert words.strip()[1:] in drawn.lead
            runs = re.search(rf"Hex(?:es)? ([\d {DASH}]+)\.", drawn.lead)
            assert expanded(runs[1]) == names(game, each.hexes)
            assert ("garrison" in drawn.lead) == each.garrison
            assert ("suggestion" in drawn.lead) == (bool(each.placed) and len(each.hexes) > 1)


def test_areas_tell_how_another_reading_changes_them(game, cards):
    seen = 0
    for (id_, side), card in cards.items():
        for each in (p for p in game.scenarios[id_].placements if p.side == side):
            for other in each.variants:
                lead = table(card, each.label.partition(":")[0]).lead
                said = lead[lead.index(f"{other.reading} read as {other.value}") + 17 :]
                more, _, less = said.partition("without")
                here, there = names(game, each.hexes), names(game, other.hexes)
                assert expanded(more) - {other.value} == there - here
                assert expanded(less) == here - there
                seen += 1
    assert seen == 2


def test_losses_are_those_of_the_data_line_by_line(game, cards):
    for (id_, side), card in cards.items():
        lines = [line for line in game.scenarios[id_].losses if line.side == side]
        found = table(card, "Losses to date")
        assert (found is None) == (not lines)
        told = list(pairs(found)) if found else []
        assert [name for name, _ in told] == [line.name for line in lines]
        for line, (_, text) in zip(lines, told, strict=True):
            if line.all:
                assert text == "all units eliminated"
            else:
                assert sum(map(int, re.findall(r"(\d+) SP", text))) == line.strength
    told = dict(pairs(table(cards["IV", "german"], "Losses to date")))
    assert told["8 Panzer Division"] == (
        "6 SP motorized infantry, 2 SP armored infantry, 1 SP Pz III, 4 SP Pz 38t, 2 SP antitank"
    )
    gone = table(cards["IV", "soviet"], "Eliminated before the scenario")
    assert {each.unit.formation for each in shown(gone)} == {"184th Tank Brigade"}


def test_arrivals_have_turn_impulse_area_and_hexes_of_the_data(game, cards):
    areas = {area.name: area for area in game.map.entry_areas}
    for (id_, side), card in cards.items():
        scenario = game.scenarios[id_]
        coming = set(scenario.units(Use.ARRIVAL, Use.CONDITION))
        coming = {u for u in coming if game.units[u].side == side}
        found = table(card, "Arrivals")
        assert (found is None) == (not coming)
        if found is None:
            continue
        assert {each.unit.id for each in shown(found)} == coming
        for name, runs in re.findall(rf"([\w-]+): hex(?:es)? ([\d {DASH}]+)", found.lead):
            assert expanded(runs) == names(game, areas[name].hexes)
        when = ""
        for row in found.rows:
            when = row.head.text or when
            for unit in (s.unit for cell in row.cells for s in cell.samples):
                entry = unit.entry
                parts = when.split(", ")
                assert areas[parts[-1]].id == entry.area
                assert f"{parts[-1]}: hex" in found.lead
                assert (f"Turn {entry.turn}" in parts) == (entry.turn is not None)
                assert (f"impulse {entry.impulse}" in parts) == (entry.impulse == 2)
                rolled = unit.id in scenario.units(Use.CONDITION)
                assert ("on a roll" in when.lower()) == rolled


def test_reinforcements_by_chance_are_told_to_their_side_where_they_may_come(game, cards):
    for (id_, side), card in cards.items():
        found = table(card, "Reinforcements by chance")
        assert (found is not None) == (id_ in {"V", "VI"})
        if found:
            draws = [each for each in game.special.draws if each.side == side]
            assert {row.head.text for row in found.rows} == {each.name for each in draws}
            assert len(found.rows) == sum(len(each.outcomes) for each in draws)


def test_what_is_known_before_the_first_impulse(cards):
    def facts(id_, side):
        return {row.head.text: row.cells[0].text for row in cards[id_, side].tables[0].rows}

    german, soviet = facts("IV", "german"), facts("IV", "soviet")
    assert german["Turns"] == f"10 (Dec. 31{DASH}Jan. 4) to 11 (Jan. 5{DASH}9)"
    assert german["Sets up"] == "first"
    assert soviet["Sets up"].startswith("second")
    assert german["Supply pools"].startswith("German general supply 1, Velikiye Luki supply 2,")
    assert soviet["Supply pools"].startswith("Soviet supply 0,")
    assert german["Bunkers"] == "2021 (15 SP), 2022 (10 SP), 2322 (10 SP)"
    assert german["Bunkers lost"].startswith("54 SP, 14 of them off those that stand; vacant 2522")
    assert not {"Bunkers", "Bunkers lost"} & {*soviet}
    assert german["Bridges"] == soviet["Bridges"] == "Bridge: 1637"
    assert soviet["Bridges built"].startswith("up to 4 of Bridge 3 SA, Bridge 5S, Bridge 2MC")
    assert "Bridges built" not in german
    assert soviet["Refit"].startswith("1 brigade may leave at the start of turn 10 ")
    assert "Refit" not in facts("III", "soviet")
    assert facts("V", "german")["Condition"] == "At least one personnel unit in every bunker hex"


def test_facts_name_every_bunker_bridge_and_condition_of_the_data(game, cards):
    for id_, scenario in game.scenarios.items():
        both = [cards[id_, side.id].tables[0] for side in game.sides]
        told = [(row.head.text, row.cells[0].text) for t in both for row in t.rows]
        bunkers = " ".join(text for head, text in told if head == "Bunkers")
        for each in scenario.bunkers:
            hex_ = game.map.numbering.format(each.hex)
            assert bunkers.count(f"{hex_} ({each.strength} SP)") == 1
        assert bunkers.count("SP") == len(scenario.bunkers)
        bridges = [expanded(text) for head, text in told if head == "Bridges"]
        assert bridges == [names(game, [each.hex for each in scenario.bridges])] * 2
        conditions = [text for head, text in told if head == "Condition"]
        assert sorted(conditions) == sorted(each.text for each in scenario.conditions)


def test_victory_is_told_to_both_sides_with_all_points_and_levels(game, cards):
    for (id_, _), card in cards.items():
        victory = game.scenarios[id_].victory
        found = table(card, "Victory")
        rows = [[row.head.text, *(cell.text for cell in row.cells)] for row in found.rows]
        points = [row[0].replace("\N{MINUS SIGN}", "-") for row in rows if row[0]]
        assert list(map(int, points)) == [each.points for each in victory.awards]
        assert [row[3] for row in rows if row[3]] == [each.name for each in victory.levels]
        ends = [tuple(map(int, re.findall(r"\d+", row[2]))) for row in rows if row[2]]
        assert ends == [
            tuple(end for end in (each.low, each.high) if end is not None)
            for each in victory.levels
        ]
        assert found.columns[0].group == f"Points of the {game.side(victory.side).name} side"


def test_pages_hold_all_rows_in_order_and_say_which_they_are(cards, paged):
    for key, card in cards.items():
        pages = paged[key]
        titles = [chart.title for chart, _ in pages]
        assert titles == [f"{card.title}, {n} of {len(pages)}" for n in range(1, len(pages) + 1)]
        rows = [row.cells for chart, _ in pages for t in chart.tables for row in t.rows]
        assert rows == [row.cells for t in card.tables for row in t.rows]
        for chart, _ in pages:
            for t in chart.tables:
                assert t.rows
                assert t.rows[0].head.text, "what a row is about is said again on a new page"
                assert (", continued" in t.caption) == (table(card, t.caption) is None)


def test_no_page_of_a_card_is_higher_or_wider_than_the_paper(paged):
    for pages in paged.values():
        for chart, laid in pages:
            assert laid.size[0] == pytest.approx(chart.width_mm)
            assert laid.size[1] <= LETTER_MM


def test_nothing_on_a_card_lies_over_anything_else_or_outside_its_place(paged, look):
    fonts = look.style.fonts
    for pages in paged.values():
        for chart, laid in pages:
            boxes = [spot.box for spot in laid.spots]
            for i, one in enumerate(boxes):
                assert one[0] >= 0
                assert one[2] <= laid.size[0]
                assert one[3] <= laid.size[1]
                for two in boxes[:i]:
                    wide = min(one[2], two[2]) - max(one[0], two[0])
                    high = min(one[3], two[3]) - max(one[1], two[1])
                    assert min(wide, high) <= 0.01, chart.title
            for spot in laid.spots:
                for shape in (spot.shapes[0], spot.shapes[-1]):  # the first, and the last name
                    left, top, right, bottom = bounds(shape, fonts)
                    assert spot.box[0] - 0.1 <= left
                    assert right <= spot.box[2] + 0.1
                    assert spot.box[1] - 0.1 <= top
                    assert bottom <= spot.box[3] + 0.1, (chart.title, spot.words)


def test_names_below_counters_can_be_read_and_do_not_touch(cards, look):
    fonts = look.style.fonts
    card = cards["I", "german"]  # names with the body, where units stand in hexes
    laid = lay_out(card, look, 1.0)
    wanted = {each.name for t in card.tables for each in shown(t)}
    for spot in laid.spots:
        if spot.words:
            continue
        named = [
            s
            for s in spot.shapes
            if isinstance(s, Label) and s.text in wanted and s.font.face == look.face("text")
        ]
        assert named
        ends = [bounds(each, fonts) for each in named]
        assert all(each.font.size >= SMALLEST for each in named)
        assert all(one[2] + 0.3 < two[0] for one, two in pairwise(ends))


def test_a_page_too_low_for_a_row_is_refused(cards, look):
    with pytest.raises(DrawError, match="too low for a set-up"):
        divided(cards["I", "soviet"], look, 50.0)


def test_a_card_that_fits_is_one_page_without_a_number(cards, look):
    card = cards["I", "soviet"]
    short = replace(card, stacks=((card.tables[0],),))
    ((whole, laid),) = divided(short, look, LETTER_MM)
    assert whole == short
    assert laid.size[1] < LETTER_MM


def test_bunker_losses_without_a_bunker_gone_are_told(game, look):
    scenario = game.scenarios["II"]
    lost = replace(scenario.bunker_losses, gone=(), vacant=())
    card = setup_card(game, replace(scenario, bunker_losses=lost), "german", look)
    assert "Bunkers lost" in {row.head.text for row in card.tables[0].rows}


def test_a_card_can_be_made_of_a_game_with_little_data(look):
    game = small_game()
    red, blue = (setup_card(game, game.scenarios["A"], side.id, look) for side in game.sides)
    assert [t.caption for t in red.tables] == [
        "Before the first impulse",
        "the western half: 3 units",
    ]
    (row,) = red.tables[1].rows
    assert [row.head.text, row.cells[1].text] == ["0302", "1st Division"]
    assert red.tables[1].columns[0].title == "Hex, body"
    assert table(blue, "Arrivals").rows[0].head.text == "Turn 2, east edge"
    assert table(blue, "Arrivals").lead == "In the first impulse if no other is named."
    assert {each.unit.id for t in blue.tables for each in shown(t)} == {"b-1", "b-tanks", "b-late"}


def test_a_caption_longer_than_its_table_goes_on_a_second_line(cards, look):
    card = cards["I", "soviet"]
    long = replace(card.tables[0], caption="A very long name of an area " * 6)
    laid = lay_out(replace(card, stacks=((long,),)), look, 1.0)
    for spot in laid.spots:
        for shape in spot.shapes:
            assert bounds(shape, look.style.fonts)[2] <= laid.size[0] - 5.0 + 0.1
