"""The map as texts that the umpire can look into: a sign for each hex.

Module properties hold one sign for each hex, by column, then row. Terrain has a letter for each
mixture of rows of the terrain chart; what lies on hexsides has a sign for six bits, the lowest
for the side to the north, then clockwise.

Source: :class:`builder.model.game.GameMap`; hexes as :mod:`builder.hexgrid` numbers them.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Mapping

from builder.errors import WargameError
from builder.hexgrid import Direction, Hex, hexside, neighbour
from builder.model.game import Game, Lake
from builder.module.aids.writing import fitting, quoted

__all__ = [
    "BITS",
    "LAKES_FULL",
    "LAKES_PARTIAL",
    "NOWHERE",
    "SLOPES",
    "TERRAIN",
    "apart",
    "beside",
    "defences",
    "direction",
    "distance",
    "field_pattern",
    "ground_properties",
    "has_side",
    "is_hex",
    "mixtures",
    "number",
    "place",
    "terrain_among",
    "terrain_row",
]

TERRAIN = "WUterrain"
"""Module property: the letter of each hex's terrain."""
SLOPES = "WUslopes"
"""Module property: the sides across which each hex looks down a slope."""
LAKES_FULL, LAKES_PARTIAL = "WUlakesFull", "WUlakesPartial"
"""Module properties: the sides that a lake covers wholly, and in part."""
BITS = string.ascii_uppercase + string.ascii_lowercase + "-+*:!?@_~#&="
"""Signs for 0 to 63; no digits, since a text of digits would become a number."""


def mixtures(game: Game) -> tuple[frozenset[str], ...]:
    """Return every mixture of terrain on the map, each as ids of rows of the chart.

    Raises:
        WargameError: There are more than there are letters.
    """
    found = sorted({each.terrain for each in game.map.hexes.values()}, key=sorted)
    if len(found) > len(string.ascii_letters):
        raise WargameError(f"{game.id}: {len(found)} mixtures of terrain are too many for aids")
    return tuple(found)


def ground_properties(game: Game) -> dict[str, str]:
    """Return the module properties that hold the map."""
    map_ = game.map
    letters = dict(zip(mixtures(game), string.ascii_letters, strict=False))

    def lake(kind: Lake) -> Callable[[Hex, Hex], bool]:
        return lambda cell, to: map_.lakes.get(hexside(cell, to)) is kind

    return {
        TERRAIN: "".join(letters[map_.hexes[cell].terrain] for cell in map_.numbering),
        SLOPES: _sides(game, lambda cell, to: map_.slopes.get(hexside(cell, to)) == cell),
        LAKES_FULL: _sides(game, lake(Lake.FULL)),
        LAKES_PARTIAL: _sides(game, lake(Lake.PARTIAL)),
    }


def _sides(game: Game, holds: Callable[[Hex, Hex], bool]) -> str:
    """Return a sign for each hex: the bits of the sides for which something holds."""
    signs = []
    for cell in game.map.numbering:
        bits = (1 << d for d in Direction if holds(cell, neighbour(cell, d)))
        signs.append(BITS[sum(bits)])
    return "".join(signs)


def is_hex(game: Game, hex_: str) -> str:
    """Return the condition that a property holds a hex of the map, as ``h2123``."""
    return f'{hex_}.matches("h{field_pattern(game)}")'


def field_pattern(game: Game) -> str:
    """Return the pattern of the printed numbers of the map's hexes."""
    field = game.map.numbering
    return f"({_up_to(field.columns)})({_up_to(field.rows)})"


def _up_to(most: int) -> str:
    """Return the pattern of two digits from 01 to a number.

    >>> _up_to(38)
    '0[1-9]|[1-2][0-9]|3[0-8]'
    """
    tens, ones = divmod(most, 10)
    if not tens:
        return f"0[1-{ones}]"
    between = f"|[1-{tens - 1}][0-9]" if tens > 1 else ""
    return f"0[1-9]{between}|{tens}[0-{ones}]"


def number(hex_: str) -> str:
    """Return the expression of a hex's printed number."""
    return f"{hex_}.substring(1)"


def _digits(hex_: str, start: int) -> str:
    return f"Integer.parseInt({hex_}.substring({start},{start + 2}))"


def place(game: Game, hex_: str) -> str:
    """Return the expression of a hex's place in the texts, -1 for none of the map."""
    rows = game.map.numbering.rows
    at = f"{_digits(hex_, 1)}*{rows}+{_digits(hex_, 3)}-{rows + 1}"
    return f"{is_hex(game, hex_)}?{at}:-1"


def apart(game: Game, one: str, other: str) -> tuple[str, str]:
    """Return the expressions of the axial steps ``q`` and ``r`` from one hex to another."""
    low = "+" if game.map.numbering.even_low else "-"
    axial = []
    for hex_ in (one, other):
        column = _digits(hex_, 1)
        axial.append(f"{_digits(hex_, 3)}-({column}{low}{column}%2)/2")
    return f"{_digits(other, 1)}-{_digits(one, 1)}", f"{axial[1]}-({axial[0]})"


def beside(game: Game, hex_: str, way: Direction) -> str:
    """Return the expression of the hex beside another, as ``h2123``; it may be off the map.

    Args:
        game: How the map numbers its hexes.
        hex_: Property with a hex of the map.
        way: Where the other lies.
    """
    column, row = _digits(hex_, 1), _digits(hex_, 3)
    east = (0, 1, 1, 0, -1, -1)[way]
    south = (-1, -1, 0, 1, 0, -1)[way]
    low = f"+1-{column}%2" if game.map.numbering.even_low else f"+{column}%2"
    # "h" + 12123 without the 1: that keeps the zeros
    number_ = f"10000+100*{column}+100*{east}+{row}+{south}{low if east else ''}"
    return f'("h"+({number_})).replace("h1","h")'


def distance(q: str, r: str) -> str:
    """Return the expression of the hexes that steps lead away; properties with ``q`` and ``r``."""
    return f"Math.max(Math.abs({q}),Math.max(Math.abs({r}),Math.abs({q}+{r})))"


_STEPS = {(0, -1): 0, (1, -1): 1, (1, 0): 2, (0, 1): 3, (-1, 1): 4, (-1, 0): 5}
NOWHERE = 9
"""Stands for no direction."""


def direction(q: str, r: str) -> str:
    """Return the expression of the direction of one step, of more :data:`NOWHERE`."""
    near = ((dq, dr) for dq in (-1, 0, 1) for dr in (-1, 0, 1))
    ways = "".join(str(_STEPS.get(step, NOWHERE)) for step in near)
    at = f"3*{q}+{r}+4"
    beside = f"Math.abs({q})<2&&Math.abs({r})<2"
    return f'{beside}?Integer.parseInt("{ways}".substring({at},{at}+1)):{NOWHERE}'


def has_side(sides: str, place_: str, way: str) -> str:
    """Return the condition that a hex has something on one of its sides.

    Args:
        sides: The module property.
        place_: Property with the hex's place.
        way: Property with the direction.
    """
    bits = f"{quoted(BITS)}.indexOf({sides}.substring({place_},{place_}+1))"
    return f"{place_}>=0&&({bits}>>{way})%2==1"


def terrain_row(place_: str) -> str:
    """Return the expression of a hex's mixture of terrain: its number, -1 off the map."""
    letter = f"{TERRAIN}.substring({place_},{place_}+1)"
    return f"{place_}<0?-1:{quoted(string.ascii_letters)}.indexOf({letter})"


def terrain_among(game: Game, row: str, terrain: Iterable[str]) -> str:
    """Return the condition that a mixture of terrain has one of some rows of the chart.

    Args:
        game: The map.
        row: Property with its number.
        terrain: Ids of rows.
    """
    wanted = set(terrain)
    found = [str(n) for n, mixture in enumerate(mixtures(game)) if mixture & wanted]
    return fitting(row, "|".join(found) or "none")


def defences(game: Game, kinds: Iterable[str]) -> tuple[str, ...]:
    """Return the defence that each mixture of terrain gives to each class, mixture by mixture."""
    letters = tuple(kinds)
    return tuple(str(defence_in(game, each, kind)) for each in mixtures(game) for kind in letters)


def defence_in(game: Game, mixture: Iterable[str], kind: str) -> int:
    """Return the best defence of a class in a mixture of terrain, 0 if there is none.

    A row that stands for two others together has theirs where it has none of its own.
    """
    chart = game.chart.terrains
    rows = set(mixture)
    for id_ in tuple(rows):
        parts = id_.split("_")
        if kind not in _defence(game, id_) and set(parts) <= set(chart):
            rows.update(parts)
    return max((_defence(game, id_).get(kind, 0) for id_ in rows), default=0)


def _defence(game: Game, id_: str) -> Mapping[str, int]:
    row = game.chart.terrains.get(id_)
    return row.defence if row is not None else {}
