"""Irregularity that is the same every time: numbers from a key, and smooth noise."""

from __future__ import annotations

from math import floor
from zlib import crc32

__all__ = ["Grain", "noise"]

_MASK = 0xFFFFFFFFFFFFFFFF


class Grain:
    """A run of evenly spread numbers that depends on its key alone.

    >>> Grain("tree", "0412").unit() == Grain("tree", "0412").unit()
    True
    """

    def __init__(self, *key: str | int) -> None:
        """Begin a run."""
        self._state = crc32("/".join(map(str, key)).encode())

    def unit(self) -> float:
        """Return the next number, at least 0 and less than 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((z ^ (z >> 31)) >> 11) / (1 << 53)

    def between(self, low: float, high: float) -> float:
        """Return the next number, spread between two."""
        return low + (high - low) * self.unit()


def noise(x: float, y: float, seed: int) -> float:
    """Return smooth noise between -1 and 1; it turns about once per unit of length."""
    i, j = floor(x), floor(y)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    a, b = _knot(i, j, seed), _knot(i + 1, j, seed)
    c, d = _knot(i, j + 1, seed), _knot(i + 1, j + 1, seed)
    return (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v


def _knot(i: int, j: int, seed: int) -> float:
    """Return the noise at a whole place."""
    n = (i * 374761393 + j * 668265263 + seed * 2246822519) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((n ^ (n >> 16)) & 0xFFFF) / 32767.5 - 1
