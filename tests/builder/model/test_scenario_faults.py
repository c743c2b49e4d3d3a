"""Seeded faults in scenarios, bodies and set-up areas.

Each is found by exactly its check, in its file and line, with exactly its hint, and nothing
else is.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from builder.model.reader import marks_hint
from tests.builder.model.test_faults import Fault, problems_of, seed

AREAS, BODIES = "map/setup_areas.toml", "bodies.toml"
FIRST = "scenarios/I.toml"
II, III, IV, V, VI = (f"scenarios/{id_}.toml" for id_ in ("II", "III", "IV", "V", "VI"))
SHAPES = "`line ID`, `column N`, or kind and name of a way"
BAND = "each band begins one above the last"
FITS = "see strength and type of its units, and [types] of bodies.toml"
WHO = "group, bodies or rest name the units; those that arrive later don't set up"


class Case(NamedTuple):
    """A fault, the hint it must be told with, and words its text must hold."""

    fault: Fault
    hint: str
    text: str


def loss(file, body, old, new):
    """A fault in the line of losses of a body."""
    lead = f'body = "{body}"\n'
    return Fault("DAT-loss-fit", file, lead + old, lead + new, at=new)


CASES = [
    # --- lines
    Case(
        Fault("DAT-line-gap", AREAS, '"1034 1135 1235', '"1034 1235'),
        "each touches the one before",
        "hex 1235 isn't next to 1034",
    ),
    Case(
        Fault("DAT-line-gap", AREAS, "1728 1729 1730 1731", "1728 1729 1731"),
        "each touches the one before",
        "hex 1731 isn't next to 1729",
    ),
    Case(
        Fault("DAT-line-column", AREAS, "start_column = 10\n", "start_column = 11\n"),
        "the end of `hexes` lies in that column",
        "column 11 doesn't go on from 1034",
    ),
    Case(
        Fault("DAT-line-column", AREAS, "end_column = 21\n", "end_column = 22\n"),
        "the end of `hexes` lies in that column",
        "column 22 doesn't go on from 2134",
    ),
    Case(
        Fault("DAT-line-edge", AREAS, "end_column = 24\n", "", at='hexes = """\n1223'),
        "start_column, end_column or end_way lead it to the edge",
        "ends in 2435, inside the map",
    ),
    Case(
        Fault("DAT-line-way", AREAS, 'end_way = "river Lowatj"', 'end_way = "river Lovat"'),
        "a kind and a name of map/ways.toml",
        "no way 'river Lovat' goes on from 1637",
    ),
    # --- areas
    Case(
        Fault(
            "DAT-area-barrier",
            AREAS,
            '["line v"]\nincluding = ["line v"]',
            '["line v", "line vi"]\nincluding = ["line v"]',
            at="line vi",
        ),
        SHAPES,
        "unknown barrier 'line vi'",
    ),
    Case(
        Fault("DAT-area-barrier", AREAS, '["creek Kunja"]', '["creek Kunya"]'),
        SHAPES,
        "unknown barrier 'creek Kunya'",
    ),
    Case(
        Fault(
            "DAT-area-barrier",
            AREAS,
            'along = "river Lowatj"\nafter = "2034"',
            'along = "river Lowatj"\nafter = "2035"',
            at='along = "river Lowatj"\nafter = "2035"',
        ),
        "kind and name of a way, and a hex of it",
        "no way 'river Lowatj' runs through 2035",
    ),
    Case(
        Fault("DAT-area-from", AREAS, 'from = "1742"', 'from = "1942"'),
        "a hex inside it",
        "hex 1942 lies on a barrier",
    ),
    Case(
        Fault(
            "DAT-area-including",
            AREAS,
            'barriers = ["line ii"]\nincluding = ["line ii"]',
            'barriers = ["line ii"]\nincluding = ["line iii"]',
            at='including = ["line iii"]\nsrc = "D"\nnote = "west and south of the line, which',
        ),
        "it must bound the area",
        "'line iii' is no barrier of the area",
    ),
    Case(
        Fault(
            "DAT-area-leak",
            AREAS,
            'from = "1520"\nnot = "0122"\nbarriers = ["line ii", "river Lowatj"]',
            'from = "1520"\nnot = "0122"\nbarriers = ["river Lowatj"]',
            at='not = "0122"\nbarriers = ["river Lowatj"]',
        ),
        "a barrier has a gap, or one is missing",
        "holds hex 0122 as well",
    ),
    Case(
        Fault(
            "DAT-placement-place",
            AREAS,
            'after = "2034"\nwithout = ["Velikiye Luki"]',
            'after = "2034"\nwithout = ["Welikije Luki"]',
            at="Welikije",
        ),
        "a town of map/places.csv",
        "unknown place 'Welikije Luki'",
    ),
    # --- bodies
    Case(
        Fault("DAT-body-type", BODIES, '"Pz 38t" = ["PzKw 38t"]', '"Pz 38t" = ["PzKw 35t"]'),
        "see [types] of counters.toml",
        "'Pz 38t' names no type or class of unit: 'PzKw 35t'",
    ),
    Case(
        Fault("DAT-body-member", BODIES, '"s-28rd", "s-381rd"', '"s-28rd", "s-382rd"'),
        "did you mean s-32rd, s-381rd, s-8grd?",
        "formations names no 's-382rd'",
    ),
    Case(
        Fault(
            "DAT-body-empty",
            BODIES,
            'name = "506 Artillery Battalion"\n',
            'name = "506 Artillery Battalion"\nkinds = ["AFV"]\n',
            at='id = "g-506"',
        ),
        "a unit must fit all that is asked for",
        "body g-506 has no unit",
    ),
    Case(
        Fault("DAT-body", BODIES, 'without = ["g-garrison"]', 'without = ["g-garnison"]'),
        "an id of bodies.toml",
        "unknown body 'g-garnison'",
    ),
    Case(
        Fault("DAT-body", III, 'body = "s-360rd"', 'body = "s-361rd"'),
        "an id of bodies.toml",
        "unknown body 's-361rd'",
    ),
    Case(
        Fault(
            "DAT-side",
            BODIES,
            'side = "german"\nname = "506',
            'side = "saxon"\nname = "506',
            at="saxon",
        ),
        "one of german, soviet",
        "unknown side 'saxon'",
    ),
    # --- turns and whose set-up
    Case(
        Fault("DAT-scenario-turns", III, "last_turn = 9", "last_turn = 7"),
        "change one of the two",
        "the last turn 7 is before the first 8",
    ),
    Case(
        Fault("DAT-scenario-setup", VI, 'setup_of = "I"', 'setup_of = "VII"'),
        "a scenario with a set-up of its own and the same first turn",
        "no set-up of scenario 'VII' on turn 1",
    ),
    Case(
        Fault("DAT-scenario-setup", VI, 'setup_of = "I"', 'setup_of = "II"'),
        "a scenario with a set-up of its own and the same first turn",
        "no set-up of scenario 'II' on turn 1",
    ),
    Case(
        Fault("DAT-placement-group", V, '"roll", "optional"', '"roll", "options"', at="options"),
        "a group of arrivals.csv",
        "no unit is of group 'options'",
    ),
    Case(
        Fault(
            "DAT-mark",
            IV,
            'first_side = "german"\nsrc = "R"',
            'first_side = "german"\nsrc = "Q"',
            at='src = "Q"',
        ),
        marks_hint(),
        "src 'Q' is no provenance mark",
    ),
    # --- markers, bridges, supply
    Case(
        Fault("DAT-scenario-marker", IV, '"supply-german"', '"supply-prussian"'),
        "an id of markers.csv",
        "unknown marker 'supply-prussian'",
    ),
    Case(
        Fault("DAT-scenario-marker", III, '"bridge-2mc"]', '"bunker-15"]'),
        "see `kind` in markers.csv",
        "marker bunker-15 is no bridge",
    ),
    Case(
        Fault("DAT-scenario-marker", II, 'gone = ["bunker-10f"', 'gone = ["bunker-10g"'),
        "the id of a bunker of markers.csv",
        "unknown bunker 'bunker-10g'",
    ),
    Case(
        Fault("DAT-bridge-river", V, '"lowatj-below-2132-with-town"', '"ii-1734"'),
        "see map/setup_areas.toml",
        "hex 1633 is no river hex",
    ),
    Case(
        Fault("DAT-bridge-river", III, 'hex = "1637"', 'hex = "1636"'),
        "see map/ways.toml",
        "stands in 1636, which is no river hex",
    ),
    Case(
        Fault("DAT-bridge-built", III, '"bridge-2mc"]', '"bridge-original-4"]'),
        "bridges of the side that builds",
        "bridge bridge-original-4 stands already",
    ),
    Case(
        Fault("DAT-bridge-built", II, '["bridge-3sa"]', '["bridge-3br"]'),
        "bridges of the side that builds",
        "bridge bridge-3br is not of side soviet",
    ),
    Case(
        Fault("DAT-bridge-built", IV, "most = 4\n", "most = 5\n"),
        "one marker for each bridge",
        "5 bridges, but 4 markers",
    ),
    Case(
        Fault(
            "DAT-supply-pool",
            II,
            '[[supply]]\nmarker = "supply-vl"\npoints = 3\nsrc = "R"\n',
            "",
            whole_file=True,
        ),
        "add a [[supply]], if of 0 points",
        "no supply told for pool supply-vl",
    ),
    Case(
        Fault(
            "DAT-id-twice",
            II,
            'src = "R"\n\n[[supply]]\nmarker = "supply-soviet"',
            'src = "R"\n\n[[supply]]\nmarker = "supply-vl"\npoints = 1\nsrc = "R"\n\n'
            '[[supply]]\nmarker = "supply-soviet"',
            at='marker = "supply-vl"\npoints = 1',
        ),
        "every id only once",
        "pool 'supply-vl' is already in line ",
    ),
    # --- bunkers lost
    Case(
        Fault("DAT-bunker-loss", II, "strength = 22 #", "strength = 19 #"),
        "from 20 to 70",
        "19 SP lost; 2 bunkers gone and 5 standing lose 20 to 70",
    ),
    Case(
        Fault("DAT-bunker-loss", V, "strength = 63 #", "strength = 74 #"),
        "from 50 to 73",
        "74 SP lost; 5 bunkers gone and 2 standing lose 50 to 73",
    ),
    Case(
        Fault("DAT-bunker-loss", III, '"2422", "2222"]', '"2422"]'),
        "one hex for each bunker that is gone",
        "2 hexes vacant, 3 bunkers gone",
    ),
    Case(
        Fault("DAT-bunker-loss", III, '"2422", "2222"]', '"2422", "2123"]'),
        "see [[bunker]]",
        "a bunker stands in the vacant hex 2123",
    ),
    # --- placements
    Case(
        Fault("DAT-placement-area", IV, 'area = "iv-soviet"', 'area = "iv-russian"'),
        "one of east-of-kunja, 3mtn-sector, 83-sector, ii-tschernosjom, ii-1734, "
        "ii-south-pocket, ii-german, ii-soviet-west, ii-soviet-east, iii-german, iii-soviet, "
        "east-of-lowatj, iv-german, iv-soviet, v-german, v-soviet, v-german-from-1225, "
        "v-soviet-from-1225, lowatj-below-2034, lowatj-below-2132, lowatj-below-2132-with-town",
        "unknown area 'iv-russian'",
    ),
    Case(
        Fault("DAT-placement-twice", II, '["g-83"]', '["g-83", "g-5skj"]'),
        "each unit in one placement",
        "unit g-5skj-1-5-ski is already placed by tschernosjom",
    ),
    Case(
        Fault(
            "DAT-placement-missing",
            III,
            'side = "soviet"\nlabel = "Soviets: on the line 1229 to 2134, or north or east of it"\n'
            "rest = true\n",
            'side = "soviet"\nlabel = "Soviets: on the line 1229 to 2134, or north or east of it"\n'
            'bodies = ["s-28rd", "s-257rd", "s-381rd", "s-357rd", "s-360rd", "s-7erd", '
            '"s-249erd"]\n',
            whole_file=True,
        ),
        "add a [[placement]]",
        "no placement for s-44sb-1-ski, s-44sb-2-ski, s-44sb-3-ski, s-44sb-4-ski, s-184tb-1-t34 "
        "and 80 more",
    ),
    Case(
        Fault("DAT-placement-empty", II, '["g-83"]', '["g-205"]'),
        WHO,
        "no unit sets up here",
    ),
    Case(
        Fault(
            "DAT-placement-side",
            II,
            'side = "german"\nlabel = "83rd',
            'side = "soviet"\nlabel = "83rd',
            at='side = "soviet"\nlabel = "83rd',
        ),
        "only units of side soviet",
        "unit g-83id-i-251-inf is of side german",
    ),
    Case(
        Fault(
            "DAT-placement-reading",
            V,
            'value = "1225"\notherwise = "v-german-from-1225"',
            'value = "1226"\notherwise = "v-german-from-1225"',
            at='reading = "A-84"\nvalue = "1226"',
        ),
        "id of a reading with a switch, and one of its `others`",
        "reading A-84 has no other value '1226'",
    ),
    Case(
        Fault(
            "DAT-value-missing",
            V,
            'otherwise = "v-soviet-from-1225"\n',
            "",
            at='[[placement]]\nid = "soviet-front"',
        ),
        "fill it in",
        "otherwise is missing",
    ),
    # --- conditions
    Case(
        Fault("DAT-condition-fit", III, "least = 20\n", "least = 80\n"),
        "see the placement's units",
        "80 units must stand there, 45 could",
    ),
    Case(
        Fault("DAT-condition-fit", II, "most = 4\n", "most = 3\n", at="least = 4"),
        "see the placement's units",
        "from 4 to 3",
    ),
    Case(
        Fault("DAT-condition-placement", V, 'placement = "velikiye-luki"', 'placement = "luki"'),
        "the id of a [[placement]] of this scenario",
        "no placement 'luki'",
    ),
    Case(
        Fault("DAT-unit-kind", V, 'kind = "personnel"', 'kind = "infantry"'),
        "one of personnel, weapons, AFV",
        "unknown kind 'infantry'",
    ),
    # --- losses
    Case(
        loss(
            II,
            "g-3mtn",
            'strength = { "mountain infantry" = 4,',
            'strength = { "mountain infantry" = 17,',
        ),
        FITS,
        "17 SP of mountain infantry lost, 16 there before turn 5",
    ),
    Case(
        loss(V, "s-389td", "strength = { SU-76 = 2,", "strength = { SU-76 = 5,"),
        FITS,
        "5 SP of SU-76 lost, 4 there before turn 12",
    ),
    Case(
        loss(II, "s-3sa-rocket", "strength = { any = 3 }", "strength = { tanks = 3 }"),
        FITS,
        "3 SP of tanks lost, 0 there before turn 5",
    ),
    Case(
        loss(II, "g-3skj", "strength = { ski = 1,", "strength = { ski = 4,"),
        FITS,
        "4 SP of ski lost, 3 there before turn 5",
    ),
    Case(
        Fault(
            "DAT-loss-fit",
            II,
            'body = "s-257rd"',
            'body = "s-7erd"',
            at="strength = { infantry = 3 }",
        ),
        FITS,
        "3 SP of infantry lost, 0 there before turn 5",
    ),
    Case(
        Fault("DAT-loss-type", IV, '"Pz 38t" = 4', '"Pz 35t" = 4'),
        "a word of [types] in bodies.toml",
        "unknown type 'Pz 35t'",
    ),
    Case(
        Fault("DAT-loss-each", II, "each = 1\n", "each = 2\n"),
        "see `type` of its units, and [types] of bodies.toml",
        "2 of each of 2 units is not 2 SP",
    ),
    Case(
        Fault(
            "DAT-loss-twice",
            V,
            'body = "s-43mb"\nstrength = { T-70 = 2, T-34 = 2, "motorized infantry" = 5, '
            "artillery = 1 }",
            'body = "s-rifle-spearheads"\nstrength = { infantry = 3 }',
            at='body = "s-rifle-spearheads"',
        ),
        "no unit in two lines of losses",
        "is already in the losses of s-28rd",
    ),
    Case(
        Fault("DAT-loss-twice", IV, "{ personnel = 16,", "{ personnel = 15, engineer = 1,"),
        "no unit in two items of losses",
        "engineer and another type both mean unit g-83id-183-eng",
    ),
    # --- victory
    Case(
        Fault("DAT-award-kind", FIRST, 'kind = "bunkers"', 'kind = "bunker"'),
        "one of losses, bunkers, towns, isolation, survivors",
        "unknown kind 'bunker'",
    ),
    Case(
        Fault(
            "DAT-award-way",
            VI,
            '"rail North-south north", "rail North-south south"',
            '"rail North-south north", "rail North-south east"',
        ),
        "kind and name of a way of map/ways.toml",
        "unknown way 'rail North-south east'",
    ),
    Case(
        Fault(
            "DAT-award-empty",
            VI,
            'kind = "towns"\nways = ["rail North-south north", "rail North-south south"]\n',
            'kind = "towns"\n',
            at='kind = "towns"',
        ),
        "give `towns` or `ways`",
        "no town counts",
    ),
    Case(
        Fault("DAT-placement-place", II, '"Guschtschino", ', '"Gushchino", '),
        "a name of map/places.csv",
        "unknown place 'Gushchino'",
    ),
    Case(
        Fault("DAT-level-hole", IV, "low = 21\n", "low = 22\n"),
        BAND,
        "no level for 21 points",
    ),
    Case(
        Fault("DAT-level-hole", VI, "low = 41\n", "low = 44\n"),
        BAND,
        "no level for 41 to 43 points",
    ),
    Case(
        Fault("DAT-level-overlap", II, "low = 61\n", "low = 60\n"),
        BAND,
        "60 points are in the level below as well",
    ),
    Case(
        Fault("DAT-level-high", V, "low = 51\n", "low = 51\nhigh = 99\n", at="high = 99"),
        "the last band has no `high`",
        "the band from 51 to 99 has no good end",
    ),
    Case(
        Fault("DAT-history", II, "points = 27\n", "points = 31\n", at='level = "German Tactical'),
        "see the bands of [[level]]",
        "31 points are a German Marginal Victory, not a German Tactical Victory",
    ),
]
FAULTS = [case.fault for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.fault.check}-{case.fault.file}")
def test_fault_is_found_by_its_check_alone_in_its_line_with_its_hint(files, case):
    fault = case.fault
    faulty, line = seed(files, fault)
    problems = problems_of(faulty)
    found = [(problem.check, problem.file, problem.line, problem.hint) for problem in problems]
    assert found == [(fault.check, fault.file, line, case.hint)]
    assert case.text in problems[0].text
