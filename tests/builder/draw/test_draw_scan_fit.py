from __future__ import annotations

from cmath import exp
from math import radians

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.draw.scan_fit import REFUSE, Affine, Pin, fit_pins
from builder.errors import DrawError
from builder.hexgrid import Layout, Numbering

LAYOUT = Layout(Numbering(38, 44), column_px=97, row_px=112, left_px=201, top_px=346)
FAR = ("0101", "3801", "0144", "3844", "2123", "0522", "3010")


def centre(number):
    return LAYOUT.centre(LAYOUT.numbering.parse(number))


def pins(numbers, move):
    return [Pin(number, centre(number), move(*centre(number))) for number in numbers]


def turned(degrees, scale, shift=200 + 90j):
    """A similarity, said with complex numbers."""

    def move(x, y):
        z = scale * exp(1j * radians(degrees)) * complex(x, y) + shift
        return z.real, z.imag

    return move


def stretched(degrees, sx, sy):
    """A scanner whose carriage is slower than it should be, and a sheet laid askew."""
    turn = turned(degrees, 1.0)
    return lambda x, y: turn(x * sx, y * sy)


def test_two_hexes_give_turn_and_scale():
    fit = fit_pins(pins(FAR[:2], turned(-1.5, 2.4)), LAYOUT, "map.toml")
    assert fit.kind == "turned and scaled"
    assert fit.hex_px == pytest.approx(112 * 2.4)
    assert fit.way.turn == pytest.approx(-1.5)
    assert fit.doubts == ()


@pytest.mark.parametrize("count", [3, 4, 5, 7])
def test_three_and_more_find_a_stretch(count):
    move = stretched(2.0, 1.9, 1.93)
    fit = fit_pins(pins(FAR[:count], move), LAYOUT, "map.toml")
    assert fit.kind == "turned, scaled and stretched"
    for cell in LAYOUT.numbering:
        assert fit.way.at(LAYOUT.centre(cell)) == pytest.approx(move(*LAYOUT.centre(cell)))


def test_three_in_a_line_are_no_more_than_two():
    """Hexes of one row differ by half a hex; a skew told by so little would be a guess."""
    fit = fit_pins(pins(("0101", "1801", "3801"), turned(1, 2)), LAYOUT, "map.toml")
    assert fit.kind == "turned and scaled"
    assert max(map(fit.off, fit.pins)) < 1e-6


@settings(max_examples=80, deadline=None)
@given(
    degrees=st.floats(-180, 180),
    scale=st.floats(0.2, 8),
    numbers=st.lists(st.sampled_from(FAR), min_size=2, max_size=7, unique=True),
)
def test_any_turn_and_scale_is_found(degrees, scale, numbers):
    move = turned(degrees, scale)
    fit = fit_pins(pins(numbers, move), LAYOUT, "map.toml")
    for number in FAR:
        assert fit.way.at(centre(number)) == pytest.approx(move(*centre(number)), abs=1e-5)
    back = fit.way.inverse
    assert back.at(move(*centre("1212"))) == pytest.approx(centre("1212"), abs=1e-4)


@pytest.mark.parametrize("count", [4, 5, 7])
@pytest.mark.parametrize("wrong", [0, 1, 3])
@pytest.mark.parametrize("hexes", [0.6, 1.0, 10.0])
def test_a_wrong_hex_is_named_with_where_it_belongs(count, wrong, hexes):
    move = turned(0.7, 2.0)
    given = pins(FAR[:count], move)
    bad = given[wrong]
    given[wrong] = Pin(bad.number, bad.board, (bad.at[0], bad.at[1] + hexes * 224))
    with pytest.raises(DrawError, match="doesn't fit") as caught:
        fit_pins(given, LAYOUT, "map.toml")
    text = str(caught.value)
    assert f"hex {bad.number} " in text
    assert f"[{bad.at[0]:.0f}, {bad.at[1]:.0f}]" in text


def test_a_hex_that_is_a_little_off_is_doubted_and_used():
    given = pins(FAR, turned(0.7, 2.0))
    bad = given[4]
    given[4] = Pin(bad.number, bad.board, (bad.at[0] + 0.2 * 224, bad.at[1]))
    fit = fit_pins(given, LAYOUT, "map.toml")
    assert len(fit.doubts) == 1
    assert "hex 2123 " in fit.doubts[0]


def test_one_of_three_that_is_wrong_shows_as_a_stretch():
    given = pins(FAR[:3], turned(0.7, 2.0))
    bad = given[2]
    given[2] = Pin(bad.number, bad.board, (bad.at[0], bad.at[1] - 15 * 224))
    with pytest.raises(DrawError, match="name more hexes"):
        fit_pins(given, LAYOUT, "map.toml")


@pytest.mark.parametrize(
    ("numbers", "move", "said"),
    [
        (FAR[:1], turned(0, 1), "two are needed"),
        (("0101", "0102"), turned(0, 1), "too near"),
        (("0101", "0144"), lambda _x, _y: (5.0, 5.0), "too near"),
        (FAR[:3], lambda x, y: (-x, y), "mirror"),
        (FAR[:6], lambda x, y: (x, 2 * y), "stretched by 100 %"),
    ],
)
def test_what_cannot_be_is_refused(numbers, move, said):
    with pytest.raises(DrawError, match=said):
        fit_pins(pins(numbers, move), LAYOUT, "map.toml")


def test_noise_of_a_pixel_is_no_doubt():
    move, noise = stretched(1.0, 2.0, 2.02), iter([1, -1, 0, 1, -1, 0, 1, 0, -1, 1, 0, -1, 1, 1])
    given = [
        Pin(pin.number, pin.board, (pin.at[0] + next(noise), pin.at[1] + next(noise)))
        for pin in pins(FAR, move)
    ]
    fit = fit_pins(given, LAYOUT, "map.toml")
    assert fit.doubts == ()
    assert max(map(fit.off, given)) < 2 < REFUSE * fit.hex_px


def test_chains_and_ways_back_of_affine_maps():
    one, two = Affine(2, 0.5, 3, -0.25, 1.5, 7), Affine(0.1, -1, 4, 1, 0.2, -9)
    x, y = one.then(two).at((11, 13))
    assert (x, y) == pytest.approx(two.at(one.at((11, 13))))
    assert one.then(two).inverse.at((x, y)) == pytest.approx((11, 13))
    assert Affine(0, -3, 0, 3, 0, 0).turn == pytest.approx(90)
    assert Affine(0, -3, 0, 2, 0, 0).scales == pytest.approx((2, 3))
