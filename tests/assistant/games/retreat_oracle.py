"""A second, literal implementation of retreats (4, 14B, 14C.1, 19), for comparison only.

It stands on the literal field of :mod:`tests.assistant.games.oracle` and shares nothing with
the engine: printed hex numbers, distances by the printed formula, every way walked step by step
until no new hex is found.
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil

from tests.assistant.games.oracle import Field, Piece, mover_at

AWAY = 2
"""Hexes between where a retreat begins and where it ends."""
STEPS = {"enemy", "bunker", "ground", "river"}
"""What bars a step."""


def apart(a: str, b: str) -> int:
    """Return the hexes between two printed numbers: the largest of three differences."""

    def axes(number: str) -> tuple[int, int, int]:
        column, row = int(number[:2]), int(number[2:])
        z = row - ceil(column / 2)
        return column, -column - z, z

    return max(abs(one - other) for one, other in zip(axes(a), axes(b), strict=True))


def room(field: Field, mover: Piece, cell: str) -> bool:
    """Tell whether a mover of no formation finds room in a hex beside units of none."""
    there = [one for one in field.pieces.values() if one.at == cell and one.side == mover.side]
    there = [one for one in there if one is not mover]
    sizes = [one.size for one in (*there, mover)]
    if mover.side == "german":
        battalions, companies = sizes.count("II"), sizes.count("I")
        return battalions + ceil(max(0, companies - 1) / 2) <= 3
    return len(sizes) == 1 or (len(sizes) == 2 and sizes == ["II", "II"])


def stays(field: Field, mover: Piece, cell: str) -> bool:
    """Tell whether neither a zone nor stacking drives a mover on from a hex."""
    return not field.controllers(cell, mover.side) and room(field, mover, cell)


def barring(field: Field, mover: Piece, a: str, b: str, bank: str) -> tuple[set[str], str]:
    """Return what bars a step, and the bank after it."""
    now = mover_at(mover, a, bank)
    wrong = set()
    if any(one.at == b and one.side != mover.side for one in field.pieces.values()):
        wrong.add("enemy")
    if mover.side == "soviet" and b in field.bunkers:
        wrong.add("bunker")
    if field.step(mover.mobility, a, b) is None:
        wrong.add("ground")
    after = field.afloat(now, a, b, bank)
    if after == "wrong":
        wrong.add("river")
        after = ""
    return wrong, after


def ends(field: Field, mover: Piece) -> set[str]:
    """Return the hexes where a retreat may end."""
    start = mover.at
    been = {(start, mover.bank)}
    while True:
        more = set()
        for at, bank in been:
            done = apart(start, at) >= AWAY and stays(field, mover, at)
            for to in field.beside(at):
                wrong, after = barring(field, mover, at, to, bank)
                near = apart(start, at) <= AWAY and apart(start, to) <= AWAY
                if not wrong and to != start and (near or not done):
                    more.add((to, after))
        if more <= been:
            break
        been |= more
    return {at for at, _ in been if apart(start, at) >= AWAY and stays(field, mover, at)}


def faults(field: Field, mover: Piece, path: list[str]) -> tuple[set[str], bool]:
    """Return what is wrong with a way of adjacent hexes, and whether it leads through a zone."""
    found: set[str] = set()
    bank = mover.bank
    for a, b in pairwise(path):
        wrong, bank = barring(field, mover, a, b, bank)
        found |= wrong
    away = [apart(path[0], cell) for cell in path]
    could = [n for n, cell in enumerate(path[:-1]) if away[n] >= AWAY and stays(field, mover, cell)]
    beyond = any(away[n] > AWAY or away[n + 1] > AWAY for n in could)
    if away[-1] < AWAY or beyond:
        found.add("length")
    if field.controllers(path[-1], mover.side):
        found.add("zone")
    if not room(field, mover, path[-1]):
        found.add("room")
    return found, any(field.controllers(cell, mover.side) for cell in path[1:])
