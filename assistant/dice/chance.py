"""What dice can do: exact probabilities, tests and intervals, with every approximation named.

Everything here is about fair dice; whether a row of results is one that fair dice show often is
the only question that is ever answered.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Literal

__all__ = ["Test", "any_of", "chi_square_tail", "fit", "holm", "mean_interval", "moments", "sums"]

_MOST_CASES = 20_000
_LEAST_EXPECTED = 5
_TWO_SIDED_95 = 1.959963984540054  # 97.5 % quantile of the normal distribution


@dataclass(frozen=True, slots=True)
class Test:
    """How far results are from what fair dice show.

    Args:
        p: Probability that fair dice show something at least as unlikely, 0 to 1.
        method: Whether every possible outcome was counted, or Pearson's approximation taken.
    """

    p: float
    method: Literal["exact", "chi-square"]


def sums(faces: Mapping[int, int], dice: int) -> dict[int, int]:
    """Return in how many ways each sum of several dice comes about, in ascending order.

    Args:
        faces: In how many ways each value of one die comes about.
        dice: Number of dice, from 1.

    >>> sums({1: 1, 2: 1}, 2)
    {2: 1, 3: 2, 4: 1}
    """
    found = {0: 1}
    for _ in range(dice):
        more: dict[int, int] = {}
        for total, ways in found.items():
            for value, count in faces.items():
                more[total + value] = more.get(total + value, 0) + ways * count
        found = more
    return dict(sorted(found.items()))


def fit(counts: Sequence[int], weights: Sequence[int]) -> Test | None:
    """Test counts against what fair dice show.

    The exact multinomial test adds up the probability of every outcome that is at most as
    probable as the one seen; with two outcomes it is the binomial test. Where there are too
    many outcomes to count, it is Pearson's chi-square, neighbours put together until five of
    each are expected.

    Args:
        counts: How often each outcome was seen.
        weights: In how many ways it comes about, in the same order; none is 0.

    Returns:
        None if there are too few results for either test, or there is only one outcome.

    >>> fit([3, 0], [1, 1])
    Test(p=0.25, method='exact')
    """
    size = sum(counts)
    if size == 0 or len(counts) < 2:
        return None
    if len(set(weights)) == 1 and _partitions(size, len(counts)) <= _MOST_CASES:
        return Test(_exact_even(counts), "exact")
    if math.comb(size + len(counts) - 1, size) <= _MOST_CASES:
        return Test(_exact(counts, weights), "exact")
    pooled = _pooled(counts, weights)
    if len(pooled) < 2:
        return None
    square = sum((seen - want) ** 2 / want for seen, want in pooled)
    return Test(chi_square_tail(float(square), len(pooled) - 1), "chi-square")


def chi_square_tail(square: float, freedom: int) -> float:
    """Return the probability that chi-square is at least so large.

    It is a finite sum for every whole number of degrees of freedom.

    Args:
        square: The value.
        freedom: Degrees of freedom, from 1.

    >>> round(chi_square_tail(11.070, 5), 4)
    0.05
    """
    if square <= 0:
        return 1.0
    half = square / 2
    if freedom % 2:
        total = math.erfc(math.sqrt(half))
        powers = [step + 0.5 for step in range((freedom - 1) // 2)]
    else:
        total = 0.0
        powers = [float(step) for step in range(freedom // 2)]
    for power in powers:
        total += math.exp(power * math.log(half) - half - math.lgamma(power + 1))
    return min(1.0, total)


def moments(ways: Mapping[int, int]) -> tuple[Fraction, Fraction]:
    """Return mean and variance of one fair result.

    Args:
        ways: In how many ways each value comes about.

    >>> moments({1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1})
    (Fraction(7, 2), Fraction(35, 12))
    """
    total = sum(ways.values())
    mean = Fraction(sum(value * count for value, count in ways.items()), total)
    squares = Fraction(sum(value * value * count for value, count in ways.items()), total)
    return mean, squares - mean * mean


def mean_interval(mean: Fraction, size: int, ways: Mapping[int, int]) -> tuple[float, float]:
    """Return the 95 % interval of the mean: where it would be after very many throws.

    It takes the spread of a fair die, so that it doesn't shrink to nothing when a few results
    happen to be alike, and stays between the lowest and the highest value.

    Args:
        mean: Mean of the results.
        size: How many there are, from 1.
        ways: In how many ways each value of a fair die comes about.

    >>> low, high = mean_interval(Fraction(4), 100, {face: 1 for face in range(1, 7)})
    >>> round(low, 2), round(high, 2)
    (3.67, 4.33)
    """
    reach = _TWO_SIDED_95 * math.sqrt(moments(ways)[1] / size)
    return max(min(ways), float(mean) - reach), min(max(ways), float(mean) + reach)


def holm(chances: Sequence[float]) -> tuple[float, ...]:
    """Return each probability as it stands when all are looked at together (Holm's method).

    >>> holm([0.01, 0.5, 0.02])
    (0.03, 0.5, 0.04)
    """
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    raised = [min(1.0, chances[place] * (len(chances) - rank)) for rank, place in enumerate(order)]
    found = dict(zip(order, accumulate(raised, max), strict=True))
    return tuple(found[place] for place in range(len(chances)))


def any_of(tests: int, level: float = 0.05) -> float:
    """Return how probable it is that at least one of so many tests of fair dice comes out low.

    >>> round(any_of(14), 2)
    0.51
    """
    return 1.0 - (1.0 - level) ** tests


def _exact_even(counts: Sequence[int]) -> float:
    """Exact multinomial test where every outcome is equally probable."""
    size, kinds = sum(counts), len(counts)
    factorial = math.factorial
    # the more probable an outcome, the smaller the product of the factorials of its counts
    seen = math.prod(map(factorial, counts))
    found = 0
    for parts in _parts(size, kinds, size):
        product = math.prod(map(factorial, parts))
        if product >= seen:
            shapes = factorial(kinds) // factorial(kinds - len(parts))
            for same in _runs(parts):
                shapes //= factorial(same)
            found += factorial(size) // product * shapes
    return float(Fraction(found, kinds**size))


def _exact(counts: Sequence[int], weights: Sequence[int]) -> float:
    """Exact multinomial test of outcomes with different weights."""
    size = sum(counts)
    limit = _ways(counts, weights)
    found = sum(
        ways for case in _cases(size, len(counts)) if (ways := _ways(case, weights)) <= limit
    )
    return float(Fraction(found, sum(weights) ** size))


def _ways(counts: Sequence[int], weights: Sequence[int]) -> int:
    """Return in how many ways counts come about."""
    found = math.factorial(sum(counts))
    for count in counts:
        found //= math.factorial(count)
    for weight, count in zip(weights, counts, strict=True):
        found *= int(weight**count)
    return found


def _cases(size: int, kinds: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to part ``size`` results among outcomes."""
    if kinds == 1:
        yield (size,)
        return
    for first in range(size + 1):
        for rest in _cases(size - first, kinds - 1):
            yield (first, *rest)


def _parts(size: int, kinds: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to write ``size`` as a falling row of at most ``kinds`` numbers."""
    if size == 0:
        yield ()
        return
    if kinds == 0:
        return
    for first in range(min(size, most), (size + kinds - 1) // kinds - 1, -1):
        for rest in _parts(size - first, kinds - 1, first):
            yield (first, *rest)


def _partitions(size: int, kinds: int) -> int:
    """Return how many rows :func:`_parts` yields, or more than is worth counting."""
    if size > _MOST_CASES:
        return _MOST_CASES + 1
    ways = [1] + [0] * size
    for part in range(1, min(kinds, size) + 1):
        for total in range(part, size + 1):
            ways[total] += ways[total - part]
        if ways[size] > _MOST_CASES:
            break
    return ways[size]


def _runs(parts: Sequence[int]) -> Iterator[int]:
    """Yield how often each number stands in a falling row."""
    breaks = [place for place, (one, two) in enumerate(pairwise(parts), 1) if one != two]
    ends = [0, *breaks, len(parts)]
    yield from (two - one for one, two in pairwise(ends))


def _pooled(counts: Sequence[int], weights: Sequence[int]) -> list[tuple[int, Fraction]]:
    """Put neighbours together until five of each are expected."""
    share = Fraction(sum(counts), sum(weights))
    found: list[tuple[int, Fraction]] = []
    seen, want = 0, Fraction(0)
    for count, weight in zip(counts, weights, strict=True):
        seen += count
        want += share * weight
        if want >= _LEAST_EXPECTED:
            found.append((seen, want))
            seen, want = 0, Fraction(0)
    if want and found:
        last = found.pop()
        found.append((last[0] + seen, last[1] + want))
    return found
