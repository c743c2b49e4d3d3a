"""The yardstick itself, against published values."""

import pytest

from tests.builder.draw.vision import contrast, difference, seen

# Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", table 1
PAIRS = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("a", "b", "known"), PAIRS)
def test_differences_are_the_published_ones(a, b, known):
    assert difference(a, b) == pytest.approx(known, abs=1e-4)


def test_contrast_is_that_of_the_guidelines():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((0x77, 0x77, 0x77), (255, 255, 255)) == pytest.approx(4.48, abs=0.005)


def test_white_is_white_and_red_and_green_come_near_for_the_red_blind():
    assert seen((255, 255, 255), "usual") == pytest.approx((100, 0, 0), abs=0.02)
    pair = (190, 60, 40), (110, 105, 30)
    usual, blind = (difference(*(seen(c, kind) for c in pair)) for kind in ("usual", "protanopia"))
    assert blind < usual / 2
