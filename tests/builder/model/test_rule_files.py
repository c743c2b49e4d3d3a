"""Files of rules that are broken in any way: problems with file and line, never a traceback."""

from __future__ import annotations

import random
import re
import tomllib

import pytest

from builder.errors import DataProblem
from builder.model.combat_files import read_combat
from builder.model.counter_files import read_counters
from builder.model.edge_files import read_edges
from builder.model.group_files import read_groups
from builder.model.head_files import Head
from builder.model.index_files import read_readings, read_rule_index
from builder.model.map_files import MapParts
from builder.model.reader import Folder
from builder.model.sequence_files import read_sequence
from builder.model.special_files import Known, read_special
from builder.model.supply_files import Near, read_supply
from builder.model.terms import Terms
from builder.model.unit_files import UnitParts

TERMS = Terms(
    terrain=("clear", "town", "forest"),
    weather=("frost", "thaw", "snow"),
    groups=("afvs",),
    sides=("german", "soviet"),
    sections=("5",),
    errata=("E1",),
)
HEAD = Head(phases=("decision",), action_minimum={"german": 1, "soviet": 3})
READERS = {
    "combat.toml": lambda folder: read_combat(folder, TERMS),
    "supply.toml": lambda folder: read_supply(folder, TERMS, Near({}, ["X"], {}, 13)),
    "special.toml": lambda folder: read_special(
        folder, TERMS, Known(["u"], {}, ["X"], "SLT", 13), {}
    ),
    "sequence.toml": lambda folder: read_sequence(folder, HEAD, TERMS),
    "groups.toml": lambda folder: read_groups(folder, HEAD, "SLT", UnitParts(), TERMS),
    "map/edges.toml": lambda folder: read_edges(folder, MapParts(HEAD), TERMS),
    "counters.toml": lambda folder: read_counters(folder, HEAD),
    "ambiguities.toml": lambda folder: read_readings(folder, ("5",)),
    "errata.toml": read_rule_index,
}
JUNK = (
    *('""', '"x"', '"1/0"', '"\\u202e"', "0", "-7", "9999999999999999999", "1.5", "nan"),
    *("true", "[]", "[[]]", "[1]", '["x", "x"]', "[{}]", "{}", "{ a = 1 }", "1979-05-27"),
    *('{ german = "x" }', "[{ rolls = 3, group = [] }]", "[{ side = 3, units = {} }]"),
)


@pytest.mark.parametrize("name", READERS)
def test_junk_in_place_of_any_value_is_reported_and_nothing_more(files, name):
    text = files[name].decode()
    lines = text.split("\n")
    places = [
        i for i, line in enumerate(lines) if re.match(r"[\w.\"-]+ = [^\[{]*$|.* = .*[\]}]$", line)
    ]
    choice = random.Random(name)  # noqa: S311 - no secret
    tried = 0
    for _ in range(100):
        at, junk = choice.choice(places), choice.choice(JUNK)
        key = lines[at].split(" = ", maxsplit=1)[0]
        broken = "\n".join([*lines[:at], f"{key} = {junk}", *lines[at + 1 :]])
        try:
            tomllib.loads(broken)
        except tomllib.TOMLDecodeError:
            continue
        tried += 1
        folder = Folder({name: broken.encode()})
        READERS[name](folder)
        for problem in folder.problems:
            assert isinstance(problem, DataProblem)
            assert problem.text
            assert len(problem.text) < 400
            assert 0 <= problem.line <= len(lines)
    assert tried > 60


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("junk", ["", "x = 1", "[[stack]]", "[combat]", "\x00", "a = [" * 500])
def test_a_file_that_holds_something_else_altogether(name, junk):
    folder = Folder({name: junk.encode()})
    READERS[name](folder)
    assert folder.problems


@pytest.mark.parametrize("name", READERS)
def test_tables_and_arrays_of_the_wrong_kind(files, name):
    """Every table of a file becomes a number, one after the other."""
    for key in tomllib.loads(files[name].decode()):
        folder = Folder({name: f"{key} = 3\n".encode()})
        READERS[name](folder)
        assert any(problem.line == 1 for problem in folder.problems)
