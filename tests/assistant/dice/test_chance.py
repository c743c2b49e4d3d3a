"""Probabilities: against printed tables, and against counting every case."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.dice import chance
from assistant.dice.chance import any_of, chi_square_tail, fit, holm, mean_interval, moments, sums

D6 = dict.fromkeys(range(1, 7), 1)


class TestChiSquare:
    @pytest.mark.parametrize(
        ("freedom", "tail", "square"),
        [  # upper critical values as every table of the distribution prints them
            (1, 0.05, 3.841), (1, 0.01, 6.635), (2, 0.05, 5.991), (2, 0.001, 13.816),
            (3, 0.10, 6.251), (5, 0.05, 11.070), (5, 0.01, 15.086), (5, 0.95, 1.145),
            (9, 0.05, 16.919), (10, 0.025, 20.483), (19, 0.05, 30.144), (30, 0.05, 43.773),
            (99, 0.05, 123.225), (100, 0.01, 135.807),
        ],
    )  # fmt: skip
    def test_as_printed_in_tables(self, freedom, tail, square):
        assert chi_square_tail(square, freedom) == pytest.approx(tail, rel=2e-3)

    def test_ends(self):
        assert chi_square_tail(0, 5) == 1.0
        assert chi_square_tail(100_000, 5) == 0.0
        assert chi_square_tail(1e-9, 1) < 1.0

    @given(st.floats(1, 200), st.integers(1, 60))
    def test_is_the_integral_of_the_density(self, square, freedom):
        # Simpson's rule over the tail, as an independent sum
        def density(x):
            half = freedom / 2
            return math.exp(
                (half - 1) * math.log(x) - x / 2 - half * math.log(2) - math.lgamma(half)
            )

        top = square + 400
        steps = 4_000
        width = (top - square) / steps
        total = sum(
            density(square + place * width) * (1 if place in (0, steps) else 2 + 2 * (place % 2))
            for place in range(steps + 1)
        )
        assert chi_square_tail(square, freedom) == pytest.approx(
            total * width / 3, rel=1e-3, abs=1e-6
        )


def by_hand(counts, weights):
    """Count every row of results that is at most as probable as the one seen."""
    faces = range(len(counts))
    total = sum(weights)
    probability = Counter()
    for row in product(faces, repeat=sum(counts)):
        seen = Counter(row)
        probability[tuple(seen[face] for face in faces)] += math.prod(weights[face] for face in row)
    limit = probability[tuple(counts)]
    found = sum(ways for ways in probability.values() if ways <= limit)
    return float(Fraction(found, total ** sum(counts)))


class TestFit:
    @pytest.mark.parametrize(
        ("counts", "weights"),
        [
            ([3, 0], [1, 1]),
            ([5, 1, 0], [1, 1, 1]),
            ([2, 2, 2], [1, 1, 1]),
            ([0, 0, 0, 0, 0, 6], [1] * 6),
            ([2, 0, 1, 0, 1, 2], [1] * 6),
            ([4, 1, 1], [2, 1, 3]),
            ([1, 3, 3], [1, 2, 1]),
        ],
    )
    def test_exact_is_what_counting_gives(self, counts, weights):
        test = fit(counts, weights)
        assert test.method == "exact"
        assert test.p == pytest.approx(by_hand(counts, weights), rel=1e-12)

    @settings(max_examples=40, deadline=None)
    @given(st.lists(st.integers(0, 2), min_size=2, max_size=4), st.data())
    def test_exact_on_any_small_case(self, counts, data):
        weights = data.draw(st.lists(st.integers(1, 3), min_size=len(counts), max_size=len(counts)))
        if sum(counts) == 0:
            assert fit(counts, weights) is None
        else:
            assert fit(counts, weights).p == pytest.approx(by_hand(counts, weights), rel=1e-12)

    def test_binomial_worked_example(self):
        # 15 heads in 20: 2 * (C(20,15)+...+C(20,20)) / 2**20 = 2 * 21700 / 1048576
        assert fit([15, 5], [1, 1]).p == pytest.approx(43_400 / 1_048_576)

    def test_chi_square_worked_example(self):
        # 120 throws, 20 expected each: (9+4+1+25+16+1)/20 = 2.8 with 5 degrees of freedom
        test = fit([23, 18, 21, 15, 24, 19], [1] * 6)
        assert test.method == "chi-square"
        assert test.p == pytest.approx(chi_square_tail(2.8, 5))
        assert 0.5 < test.p < 0.9  # a table has 4.351 at one half and 1.610 at nine tenths

    def test_neighbours_are_put_together_until_five_are_expected(self):
        # 72 sums of two dice, 36 ways: 2 and 3 give 2+4, 12 joins 11
        ways = list(sums(D6, 2).values())
        counts = [ways[place] * 2 for place in range(11)]
        assert fit(counts, ways) == chance.Test(1.0, "chi-square")
        pooled = chance._pooled(counts, ways)
        assert [int(want) for _, want in pooled] == [6, 6, 8, 10, 12, 10, 8, 6, 6]
        assert all(seen == want for seen, want in pooled)

    def test_both_methods_agree_where_they_meet(self):
        counts = [10, 4, 6, 7, 3, 8]
        exact = fit(counts, [1] * 6)
        square = sum((count - 38 / 6) ** 2 / (38 / 6) for count in counts)
        assert exact.method == "exact"
        assert exact.p == pytest.approx(chi_square_tail(square, 5), abs=0.03)

    def test_nothing_to_test(self):
        assert fit([0, 0], [1, 1]) is None
        assert fit([7], [1]) is None

    def test_too_few_for_any_test(self):
        weights = range(1, 501)
        assert fit([45] + [0] * 499, weights).method == "chi-square"
        assert fit([4] + [0] * 499, weights) is None  # not even ten are expected in two pools


class TestSums:
    def test_two_dice(self):
        assert list(sums(D6, 2).values()) == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]

    @given(st.integers(1, 4), st.integers(2, 6))
    def test_as_counted(self, dice, sides):
        faces = range(1, sides + 1)
        counted = Counter(map(sum, product(faces, repeat=dice)))
        assert sums(dict.fromkeys(faces, 1), dice) == counted


class TestMean:
    def test_moments_of_known_dice(self):
        assert moments(D6) == (Fraction(7, 2), Fraction(35, 12))
        assert moments(sums(D6, 2)) == (7, Fraction(35, 6))

    def test_interval(self):
        # 1.96 times the root of 35/12/100 is 0.335
        low, high = mean_interval(Fraction(7, 2), 100, D6)
        assert (round(low, 3), round(high, 3)) == (3.165, 3.835)

    def test_interval_of_one_result_is_wide_and_stays_on_the_die(self):
        low, high = mean_interval(Fraction(6), 1, D6)
        assert high == 6
        assert low == pytest.approx(6 - 1.96 * math.sqrt(35 / 12), abs=1e-3)

    def test_covers_95_of_100(self):
        # all 6**4 rows of four throws: the share whose interval holds 3.5, counted exactly
        held = 0
        for row in product(range(1, 7), repeat=4):
            low, high = mean_interval(Fraction(sum(row), 4), 4, D6)
            held += low <= 3.5 <= high
        assert 0.93 < held / 6**4 < 0.97


class TestManyLooks:
    def test_holm_worked_example(self):
        # 0.01*4, 0.02*3, 0.03*2 (not below the one before), 0.04*1 (likewise)
        assert holm([0.04, 0.01, 0.03, 0.02]) == pytest.approx((0.06, 0.04, 0.06, 0.06))

    def test_never_over_one_and_in_order(self):
        assert holm([0.9, 0.8]) == (1.0, 1.0)
        assert holm([]) == ()

    def test_any_of(self):
        assert any_of(0) == 0
        assert any_of(1) == pytest.approx(0.05)
        assert any_of(14) == pytest.approx(0.5123, abs=1e-4)
