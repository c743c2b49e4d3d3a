"""Zones of control on bare ground."""

from __future__ import annotations

from assistant.engine.zoc import Grip, Hold, Zones
from builder.hexgrid import Hex, neighbours, within

A, B = Hex(0, 0), Hex(2, 0)


def test_a_unit_controls_its_six_neighbours():
    zones = Zones({A: ("one",)}, lambda _unit, _origin, _to: Grip.YES)
    held = {cell for cell in within(A, 3) if zones.on(cell)}
    assert held == set(neighbours(A))


def test_every_holder_is_named_with_its_hex():
    between = Hex(1, 0)
    zones = Zones({A: ("one", "two"), B: ("three",)}, lambda *_: Grip.YES)
    assert set(zones.on(between)) == {
        Hold("one", A, Grip.YES),
        Hold("two", A, Grip.YES),
        Hold("three", B, Grip.YES),
    }


def test_the_game_decides_unit_by_unit():
    grips = {"one": Grip.NO, "two": Grip.PERHAPS}
    zones = Zones({A: ("one", "two")}, lambda unit, _origin, _to: grips[unit])
    assert zones.on(Hex(1, 0)) == (Hold("two", A, Grip.PERHAPS),)


def test_the_game_is_asked_once():
    asked = []

    def rule(unit, origin, to):
        asked.append((unit, origin, to))
        return Grip.YES

    zones = Zones({A: ("one",)}, rule)
    assert zones.on(Hex(1, 0)) == zones.on(Hex(1, 0))
    assert asked == [("one", A, Hex(1, 0))]
