"""Seeded faults in tables, groups, supply, special rules, sequence, symbols and edges.

Each is found by exactly its check, in its line, with exactly its hint, and nothing else is.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.builder.model.test_faults import Fault, problems_of, seed

COMBAT, GROUPS, SUPPLY = "combat.toml", "groups.toml", "supply.toml"
SPECIAL, SEQUENCE, COUNTERS = "special.toml", "sequence.toml", "counters.toml"
EDGES = "map/edges.toml"
STAGES = (
    "one of start, first-impulses, impulses, end, "
    "decision, movement, barrage, defensive-fire, assault, terminal"
)
PHASES = 'id = "{}"\nname = "Decision"\nwho = "phasing"\nrule = "5"\n\n[[phase]]\nid = "{}"'
TERRAINS = "clear, road, creek, river, forest, town, forest_creek, bunker"


class Case(NamedTuple):
    """A fault, and the hint it must be told with."""

    fault: Fault
    hint: str


CASES = [
    # --- fire tables
    Case(
        Fault("DAT-table-column", COMBAT, '"1.5:1"', '"2.5:1"'),
        "such as 1.5:1 for 3/2, 10-19 for 10 before 20, 60+ for 60 at the end",
    ),
    Case(
        Fault("DAT-table-column", COMBAT, '"20-29"', '"20-28"'),
        "such as 1.5:1 for 3/2, 10-19 for 10 before 20, 60+ for 60 at the end",
    ),
    Case(
        Fault("DAT-table-column", COMBAT, '["1/3", "1", "2", "3", "5", "6"]', '["1/3", "1"]'),
        "one for each column",
    ),
    Case(
        Fault(
            "DAT-table-row",
            COMBAT,
            '4 = ["", "", "", "X", "X", "X"]\n',
            "",
            at="[antitank.rows]",
        ),
        "one row for each die, from 1",
    ),
    Case(
        Fault("DAT-table-row", COMBAT, '6 = ["", "", "", "", "", "X"]', '6 = ["", "X"]'),
        "one cell for each column",
    ),
    Case(
        Fault("DAT-table-cell", COMBAT, '"MC3", "MC3", "MC4"]', '"MC3", "MC3", "MCA"]'),
        "MC, MC1, MC2 ... or empty",
    ),
    Case(
        Fault(
            "DAT-table-cell",
            COMBAT,
            '"X", "X", "X", "X", "2X", "2X"]',
            '"X","X","X","X","X2","2X"]',
        ),
        "X, 2X ... or empty",
    ),
    Case(
        Fault("DAT-table-cell", COMBAT, '13 = ["-", "-",', '13 = ["-", "0",'),
        "a number of points or -",
    ),
    Case(
        Fault("DAT-table-order", COMBAT, '1 = ["2", "2", "4",', '1 = ["2", "2", "6",'),
        "stronger columns do at least as much",
    ),
    Case(
        Fault(
            "DAT-table-order",
            COMBAT,
            '"-", "-", "-", "-", "-", "-", "-"]',
            '"-", "-", "-", "-", "-", "-", "2"]',
        ),
        "higher dice do at most as much",
    ),
    Case(
        Fault("DAT-word", COMBAT, 'results = "hits"', 'results = "kills"'),
        "one of check, hits, points",
    ),
    # --- modifiers, morale, words
    Case(Fault("DAT-word", COMBAT, 'of = ["river"]', 'of = ["rivers"]'), "one of " + TERRAINS),
    Case(
        Fault(
            "DAT-word", COMBAT, 'bunker = ["bunker", "unobserved"]', 'bunker = ["bunker", "unseen"]'
        ),
        "one of personnel, afv, bunker, town, forest, creek, river, unobserved",
    ),
    Case(
        Fault("DAT-word", COMBAT, 'weather = ["snow"]', 'weather = ["hail"]'),
        "one of frost, thaw, snow",
    ),
    Case(Fault("DAT-group", COMBAT, 'by = "afvs"', 'by = "tanks"'), "see groups.toml"),
    Case(Fault("DAT-section", COMBAT, 'rule = "12B"', 'rule = "12F"'), "see rules.toml"),
    Case(
        Fault("DAT-morale", COMBAT, "rout = 3 # by", "rout = 1 # by"),
        "the least excess over the morale of each",
    ),
    # --- groups
    Case(Fault("DAT-word", GROUPS, '"SMG", "engineer"]', '"SMG", "sapper"]'), ""),
    Case(
        Fault("DAT-word", GROUPS, '{ mobility = ["S"] }', '{ mobilities = ["S"] }'),
        "one of side, kinds, types, sizes, mobility, colours, starts, formations,"
        " formation_kinds, arms, units",
    ),
    Case(
        Fault("DAT-group-unit", GROUPS, '["g-2-66-t34c"]', '["g-2-60-t34c"]'),
        "an id of units.csv",
    ),
    Case(
        Fault(
            "DAT-group-empty",
            GROUPS,
            '{ side = "german", types = ["bridging"], sizes = ["II"] }',
            '{ side = "soviet", types = ["bridging"], sizes = ["II"] }',
            at='pick = [\n  { side = "soviet", types = ["engineer"], sizes = ["X"] },\n'
            '  { side = "soviet", types = ["bridging"]',
        ),
        "see the units' rows",
    ),
    Case(
        Fault(
            "DAT-group-fit",
            GROUPS,
            '["s-389td-iii-su122"]',
            '["s-24cd-x-t60"]',
        ),
        "the rest of the pick says what the rules call it",
    ),
    Case(
        Fault("DAT-group-count", GROUPS, "count = 15 # 13", "count = 14 # 13"),
        "see units.csv, or the picks",
    ),
    # --- supply
    Case(
        Fault(
            "DAT-cost",
            SUPPLY,
            "points = 3 # for 2",
            "points = 2 # for 2",
            at='covers = ["assault", "barrage"]',
        ),
        "name activities above that cost less",
    ),
    Case(Fault("DAT-roll", SUPPLY, "snow = [1, 2] }", "snow = [1, 7] }"), "numbers from 1 to 6"),
    Case(
        Fault("DAT-track-marker", SUPPLY, 'marker = "supply-vl"', 'marker = "turn"'),
        "see markers.csv",
    ),
    Case(
        Fault("DAT-track-marker", SUPPLY, 'markers = ["turn"]', 'markers = ["turns"]'),
        "see markers.csv",
    ),
    Case(Fault("DAT-refit", SUPPLY, "back = 11", "back = 10"), "a later turn"),
    Case(
        Fault("DAT-arrival-area", SUPPLY, 'area = "soviet-e"', 'area = "german-w"'),
        "see map/entry_areas.toml",
    ),
    # --- special rules
    Case(
        Fault(
            "DAT-side",
            SPECIAL,
            'name = "Two battalions"\nside = "soviet"',
            'name = "Two battalions"\nside = "russian"',
            at='side = "russian"',
        ),
        "one of german, soviet",
    ),
    Case(
        Fault("DAT-word", SPECIAL, 'same = "division"', 'same = "corps"'),
        "one of formation, division, brigade",
    ),
    Case(Fault("DAT-group-unit", SPECIAL, '"s-2mc-eng"', '"s-2mc-engr"'), "see units.csv"),
    Case(
        Fault("DAT-builder-bridge", SPECIAL, '"bridge-3br"', '"bunker-15"'),
        "an id of kind bridge in markers.csv",
    ),
    Case(
        Fault(
            "DAT-draw", SPECIAL, "rolls = [6], group", "rolls = [5, 6], group", at="outcomes = ["
        ),
        "each roll at most once; no roll if certain",
    ),
    Case(
        Fault(
            "DAT-draw",
            SPECIAL,
            'name = "47th \'Nevel\' Rifle Division"\nside = "soviet"\nafter = "7-flieger"',
            'name = "47th \'Nevel\' Rifle Division"\nside = "soviet"\nafter = "8-flieger"',
            at='after = "8-flieger"',
        ),
        "a draw follows one above it",
    ),
    Case(
        Fault("DAT-group", SPECIAL, 'unwilling = "keeps-equipment"', 'unwilling = "keeps"'),
        "see groups.toml",
    ),
    Case(
        Fault("DAT-word", SPECIAL, 'barred = ["T", "W", "D"]', 'barred = ["T", "W", "X"]'),
        "one of S, L, D, W, T, M, H",
    ),
    Case(Fault("DAT-word", COMBAT, 'observers = "own"', 'observers = "owner"'), "one of any, own"),
    Case(
        Fault(
            "DAT-builder-bridge",
            SPECIAL,
            '[[bridge_builder]]\nunit = "s-2mc-eng"\nmarker = "bridge-2mc"\nsource = "R"\n',
            "",
            at="[[bridge_builder]]",
        ),
        "[[bridge_builder]] for each",
    ),
    Case(
        Fault("DAT-group-fit", GROUPS, '12-803-cdo"], types', '12-803-cdo", "s-68-mc"], types'),
        "the rest of the pick says what the rules call it",
    ),
    Case(
        Fault("DAT-garrison", SPECIAL, "6 = 5, 7 = 6 }", "6 = 5, 7 = 5 }"),
        "turn = highest roll, at last 6",
    ),
    Case(
        Fault("DAT-word", SPECIAL, 'place = "Isotcha"', 'place = "Isotscha"'), "see map/places.csv"
    ),
    # --- sequence of play
    Case(
        Fault(
            "DAT-sequence",
            SEQUENCE,
            PHASES.format("decision", "movement"),
            PHASES.format("movement", "decision"),
            at="[[phase]]",
        ),
        "decision movement barrage defensive-fire assault terminal",
    ),
    Case(
        Fault("DAT-sequence", SEQUENCE, "soviet = 3 }", "soviet = 4 }"),
        "{'german': 1, 'soviet': 3}",
    ),
    Case(Fault("DAT-word", SEQUENCE, 'at = "end"', 'at = "ending"'), STAGES),
    # --- symbols
    Case(Fault("DAT-symbol", COUNTERS, 'type = "mortar"', 'type = "mortars"'), "one of [types]"),
    Case(
        Fault(
            "DAT-symbol",
            COUNTERS,
            '[[size]]\nmark = "X"\nname = "Brigade"\nsrc = "R"\n',
            "",
            at="[[size]]",
        ),
        "add it where the chart has it",
    ),
    Case(
        Fault("DAT-symbol-side", "units.csv", ",469,H,infantry,", ",469,H,armored infantry,"),
        "see [[symbol]] of counters.toml",
    ),
    Case(Fault("DAT-id-twice", COUNTERS, 'short = "RB"', 'short = "TB"'), "every id only once"),
    # --- edges
    Case(
        Fault(
            "DAT-edge-both",
            EDGES,
            'side = "german"\nrest = true\nsrc = "R"\n\n[[friendly]]',
            'side = "german"\nedges = ["north", "south"]\nsrc = "R"\n\n[[friendly]]',
            at='edges = ["north", "south"]',
        ),
        "a corner? `rest` leaves it to the other",
    ),
    Case(
        Fault(
            "DAT-edge-side",
            EDGES,
            'side = "german"\nrest = true\nsrc = "R"\n\n[[friendly]]',
            'side = "german"\nsrc = "R"\n\n[[friendly]]',
            at="[[friendly]]",
        ),
        "one for each use",
    ),
    Case(
        Fault(
            "DAT-closure",
            EDGES,
            'bank = "east"\n',
            'bank = "east"\nedge = "north"\nwithin = 1\n',
            at='text = "no German unit south of',
        ),
        "the area would be closed for ever",
    ),
    Case(
        Fault("DAT-arrival-area", EDGES, 'other = "german-sw"', 'other = "soviet-se"'),
        "another area of the same side",
    ),
    Case(Fault("DAT-word", EDGES, 'bank_of = "Lowatj"', 'bank_of = "Kunja"'), "one of Lowatj"),
    # --- errata
    Case(
        Fault("DAT-erratum-where", "errata.toml", '["units.csv:s-68-mc"]', '["units.csv:s-67-mc"]'),
        "FILE:WORD, a file of this folder and an id or word in it",
    ),
    Case(
        Fault("DAT-word", SEQUENCE, 'errata = ["E15"]', 'errata = ["E15", "E51"]'),
        "see errata.toml",
    ),
    # --- readings
    Case(
        Fault(
            "DAT-reading-why",
            "ambiguities.toml",
            'why = "Rule 3C speaks of the movement phase only."\n',
            "",
            at='reading = "Allowed; 3-C',
        ),
        "`otherwise` with a switch, `why` without",
    ),
    Case(
        Fault(
            "DAT-section",
            "ambiguities.toml",
            'id = "A-94"\nsections = ["3C"]',
            'id = "A-94"\nsections = ["3F"]',
            at='sections = ["3F"]',
        ),
        "a section of rules.toml",
    ),
]
FAULTS = [case.fault for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.fault.check}-{case.fault.file}")
def test_fault_is_found_by_its_check_alone_in_its_line_with_its_hint(files, case):
    fault = case.fault
    faulty, line = seed(files, fault)
    for problem in problems_of(faulty):
        assert (problem.check, problem.file, problem.line, problem.hint) == (
            fault.check,
            fault.file,
            line,
            case.hint,
        )
        assert problem.text
