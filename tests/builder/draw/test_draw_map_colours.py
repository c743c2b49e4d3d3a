"""Terrain can be told apart without seeing colours, or not all of them.

Every two classes differ by 15 or more (CIE 1976) in their colours as seen, or by their pattern,
which is measured on the picture as well: how uneven it is, how many edges it has, whether these
run level, and whether there is something at regular distances beside a line.

Colour blindness as in Machado, Oliveira, Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency" (2009), severity 1.0, on linear RGB.
"""

from __future__ import annotations

from itertools import combinations
from math import hypot

import numpy as np
import pytest

pytestmark = pytest.mark.xdist_group("map")

SEEN = {
    "all colours": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
    "grey": np.array([[0.2126, 0.7152, 0.0722]] * 3),  # luminance, ITU-R BT.709
}
XYZ = np.array(  # from linear sRGB, IEC 61966-2-1
    [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
)
WHITE = XYZ.sum(axis=1)
REACH = 24  # px: half a sample
APART = 15.0
AREAS = ("clear", "forest", "high", "lake", "town")
LINES = ("river", "creek", "road", "rail")


def lab(rgb, seen):
    """Return L*, a*, b* of sRGB colours as somebody sees them."""
    share = np.asarray(rgb, dtype=float) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    xyz = np.clip(linear @ seen.T, 0, 1) @ XYZ.T / WHITE
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    x, y, z = f[..., 0], f[..., 1], f[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def test_lab_of_known_colours():
    """Values of the usual references for sRGB and D65."""
    for rgb, expected in (
        ((255, 255, 255), (100, 0, 0)),
        ((255, 0, 0), (53.24, 80.09, 67.20)),
        ((0, 0, 255), (32.30, 79.19, -107.86)),
        ((119, 119, 119), (50.03, 0, 0)),
    ):
        assert lab(rgb, SEEN["all colours"]) == pytest.approx(expected, abs=0.15)


@pytest.fixture(scope="module")
def pixels(picture):
    return np.asarray(picture)


@pytest.fixture(scope="module")
def places(game, plan):
    """Points of each class, and which way a line runs there."""
    board, parse = game.map.board, game.map.numbering.parse
    busy = {cell for way in game.map.ways for cell in way.hexes}
    busy |= {cell for side in game.map.slopes for cell in side}
    found = {name: [] for name in (*AREAS, *LINES)}
    for cell, hex_ in game.map.hexes.items():
        if cell in busy:
            continue
        x, y = board.centre(cell)
        kind = {frozenset({"clear"}): "clear", frozenset({"forest"}): "forest"}.get(hex_.terrain)
        kind = "high" if hex_.high else "lake" if hex_.lake else kind
        if kind:
            found[kind].append((x, y + 8, 1.0, 0.0))
    towns = [cell for place in game.map.places if place.town for cell in place.hexes]
    found["town"] = [(*board.centre(cell), 1.0, 0.0) for cell in towns]
    open_ = {parse(game.map.numbering.format(c)) for c, h in game.map.hexes.items()} - set(towns)
    for line in plan.lines:
        for (ax, ay), (bx, by) in zip(line.points[12:-12:11], line.points[13:-11:11], strict=False):
            if board.hex_at(ax, ay) in open_ and hypot(bx - ax, by - ay) > 0:
                long = hypot(bx - ax, by - ay)
                found[line.kind.value].append((ax, ay, (bx - ax) / long, (by - ay) / long))
    assert all(len(spots) >= 12 for spots in found.values())
    return {name: spots[:: max(len(spots) // 60, 1)] for name, spots in found.items()}


def look(pixels, spots, kind, seen):
    """Return the colour of a class, and four measures of its pattern."""
    patches, cores, beside = [], [], []
    for x, y, dx, dy in spots:
        i, j = round(y), round(x)
        patches.append(pixels[i - REACH : i + REACH, j - REACH : j + REACH])
        cores.append(pixels[i - 1 : i + 2, j - 1 : j + 2].reshape(-1, 3).mean(axis=0))
        along = [(x + t * dx - 5.5 * dy, y + t * dy + 5.5 * dx) for t in range(-20, 21)]
        beside.append([pixels[round(v), round(u)] for u, v in along])
    patches = np.stack(patches)
    mean = np.mean(cores if kind in LINES else patches.mean(axis=(1, 2)), axis=0)
    light = lab(patches, seen)[..., 0]
    down, across = (np.abs(np.diff(light, axis=axis)).mean() for axis in (1, 2))
    steady = lab(np.array(beside), seen)[..., 0].std(axis=1)
    ticks = np.percentile(steady, 20) if kind in LINES else 0.0  # where it bends, others count
    pattern = (light.std(axis=(1, 2)).mean(), down + across, down - across, ticks)
    return lab(mean, seen), pattern


def unlike(one, two):
    """Tell whether two patterns differ clearly in one of the measures."""
    limits = (4.0, 3.0, 1.5, 4.0)
    return any(abs(a - b) >= limit for a, b, limit in zip(one, two, limits, strict=True))


@pytest.mark.parametrize("seen", SEEN)
def test_every_two_classes_differ_by_colour_or_by_pattern(pixels, places, seen):
    looks = {kind: look(pixels, spots, kind, SEEN[seen]) for kind, spots in places.items()}
    for a, b in combinations(looks, 2):
        distance = np.linalg.norm(looks[a][0] - looks[b][0])
        assert distance >= APART or unlike(looks[a][1], looks[b][1]), (a, b, distance, looks)


@pytest.mark.parametrize("seen", SEEN)
def test_no_class_differs_from_itself(pixels, places, seen):
    """What tells classes apart doesn't see a difference where there is none."""
    for kind, spots in places.items():
        one, two = (look(pixels, spots[half::2], kind, SEEN[seen]) for half in (0, 1))
        assert np.linalg.norm(one[0] - two[0]) < APART, kind
        assert not unlike(one[1], two[1]), (kind, one[1], two[1])


def test_railways_are_red_and_snow_is_nearly_white(pixels, places):
    def colour(kind):
        return look(pixels, places[kind], kind, SEEN["all colours"])[0]

    light, a, b = colour("rail")
    assert light < 50
    assert a > 30
    assert b > 15
    assert colour("clear")[0] > 92
