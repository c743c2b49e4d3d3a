"""Chapter 2 as facts of the data: what its atoms define, the rules rely on."""

from __future__ import annotations

import pytest

from builder.model.game import Kind, Size
from tests.assistant.games.table import real_game

GAME = real_game()
UNITS = GAME.units.values()


@pytest.mark.parametrize(("side", "size"), [("soviet", Size.BATTALION), ("german", Size.COMPANY)])
def test_every_afv_counter_of_a_side_is_of_one_size(side, size):
    """WD-2.3."""
    sizes = {unit.size for unit in UNITS if unit.side == side and unit.kind is Kind.AFV}
    assert sizes == {size}


def test_troops_of_armies_and_corps_are_not_divisional_and_those_of_divisions_are():
    """WD-2.4, WD-2.5."""
    by_label = {f.label: f for f in GAME.formations.values() if f.side == "soviet"}
    for label in ("3SA", "2MC", "5S", "8E"):
        assert not by_label[label].divisional
    kinds = {f.kind: f.divisional for f in GAME.formations.values()}
    assert kinds["division"]
    assert kinds["brigade"]


@pytest.mark.parametrize(
    ("type_", "kind"),
    [
        ("SP field artillery", Kind.WEAPONS),
        ("heavy infantry", Kind.PERSONNEL),
        ("mortar", Kind.WEAPONS),
        ("construction", Kind.PERSONNEL),
        ("observation", Kind.PERSONNEL),
        ("heavy antiaircraft", Kind.WEAPONS),
        ("Marder II", Kind.AFV),
    ],
)
def test_classes_by_symbol(type_, kind):
    """WD-2.6."""
    assert {unit.kind for unit in UNITS if unit.type == type_} == {kind}


def test_the_letter_of_the_back_fits_the_class():
    """WD-2.6."""
    letters = {Kind.PERSONNEL: {"P"}, Kind.WEAPONS: {"L", "H"}}
    for unit in UNITS:
        if unit.kind in letters:
            assert unit.defence in letters[unit.kind], unit.id
        else:
            assert unit.defence.isdecimal(), unit.id


def test_printed_corrections_of_counters():
    """WD-2.7."""
    units = GAME.units
    assert units["g-2-66-t34c"].name == "2/66"
    assert units["g-i-55-rocket"].barrage == 20
    assert units["s-68-mc"].name == "68"
    assert units["s-257rd-iii-793-art"].strength == 2
    assert GAME.formations[units["s-334rd-1124-inf"].parent].label == "334"
    assert units["g-ii-47-art"].parent == ""
    assert GAME.formations[units["g-3mtn-iii-112-art"].parent].divisional


def test_tank_destroyers_are_one_german_company_and_three_soviet_battalions():
    """WD-2.8."""
    group = GAME.special.groups[GAME.special.tank_destroyers]
    found = sorted((GAME.units[id_].side, GAME.units[id_].type) for id_ in group.units)
    assert found == [
        ("german", "Marder II"),
        *[("soviet", "SU-122"), ("soviet", "SU-76"), ("soviet", "SU-76")],
    ]
    assert {GAME.units[id_].kind for id_ in group.units} == {Kind.AFV}
