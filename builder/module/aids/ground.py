"""The map as texts that the umpire can look into: a sign for each hex.

Module properties hold one sign for each hex, by column, then row. Terrain has a letter for each
mixture of rows of the terrain chart; what lies on hexsides has a sign for six bits, the lowest
for the side to the north, then clockwise.

Source: :class:`builder.model.game.GameMap`; hexes as :mod:`builder.hexgrid` numbers them.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Iterator, Mapping

from builder.errors import WargameError
from builder.hexgrid import Direction, Hex, hexside, neighbour
from builder.model.game import Game, Lake
from builder.module.aids.writing import calculated, looked_up, quoted
from builder.vassal.trait import Trait

__all__ = [
    "BITS",
    "LAKES_FULL",
    "LAKES_PARTIAL",
    "SLOPES",
    "TERRAIN",
    "defences",
    "direction",
    "distance",
    "ground_properties",
    "has_side",
    "is_hex",
    "mixtures",
    "number",
    "place_traits",
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


def place_traits(game: Game, prefix: str, hex_: str) -> Iterator[Trait]:
    """Yield the umpire's properties of a hex.

    ``{prefix}C`` and ``{prefix}R`` are column and row, ``{prefix}A`` is the axial ``r`` of
    :class:`builder.hexgrid.Hex`, ``{prefix}N`` the place in the texts, -1 for no hex.

    Args:
        game: For the field of hexes.
        prefix: Begins the properties' names.
        hex_: The property that holds it, as ``h2123``; anything else is no hex.
    """
    form = f'{hex_}.matches("h[0-9][0-9][0-9][0-9]")'
    numbering = game.map.numbering
    column, row = f"{prefix}C", f"{prefix}R"
    for name, start in ((column, 1), (row, 3)):
        part = f"{hex_}.substring({start},{start + 2})"
        yield calculated(name, f"{form}?Integer.parseInt({part}):0")
    shift = f"({column}+({column}%2))/2" if numbering.even_low else f"({column}-({column}%2))/2"
    yield calculated(f"{prefix}A", f"{row}-{shift}")
    on_map = f"{column}>0&&{column}<={numbering.columns}&&{row}>0&&{row}<={numbering.rows}"
    place = f"({column}-1)*{numbering.rows}+{row}-1"
    yield calculated(f"{prefix}N", f"({on_map})?{place}:-1")


def is_hex(prefix: str) -> str:
    """Return the condition that a place of :func:`place_traits` is on the map."""
    return f"{prefix}N>=0"


def number(hex_: str) -> str:
    """Return the expression of a hex's printed number."""
    return f"{hex_}.substring(1)"


def distance(one: str, other: str) -> str:
    """Return the expression of the hexes between two places."""
    q, r = f"({other}C-{one}C)", f"({other}A-{one}A)"
    return f"Math.max(Math.abs({q}),Math.max(Math.abs({r}),Math.abs({q}+{r})))"


def direction(one: str, other: str) -> str:
    """Return the expression of the direction from a place to one beside it; -1 if it isn't."""
    q, r = f"({other}C-{one}C)", f"({other}A-{one}A)"
    steps = {(0, -1): 0, (1, -1): 1, (1, 0): 2, (0, 1): 3, (-1, 1): 4, (-1, 0): 5}
    tests = "".join(f"{q}=={dq}&&{r}=={dr}?{way}:" for (dq, dr), way in steps.items())
    return f"({tests}-1)"


def has_side(sides: str, place: str, way: str) -> str:
    """Return the condition that a hex has something on one of its sides.

    Args:
        sides: The module property.
        place: Prefix of the place.
        way: The property with the direction, -1 for none.
    """
    sign = f"{sides}.substring({place}N,{place}N+1)"
    bits = f"{quoted(BITS)}.indexOf({sign})"
    return f"({place}N>=0&&{way}>=0&&(({bits})>>({way}<0?0:{way}))%2==1)"


def terrain_row(place: str) -> str:
    """Return the expression of a hex's mixture of terrain: its number, 0 off the map."""
    letter = f"{TERRAIN}.substring({place}N,{place}N+1)"
    return f"({place}N<0?0:{quoted(string.ascii_letters)}.indexOf({letter}))"


def terrain_among(game: Game, place: str, terrain: Iterable[str]) -> str:
    """Return the condition that a hex has one of some rows of the chart."""
    wanted = set(terrain)
    letters = zip(mixtures(game), string.ascii_letters, strict=False)
    signs = "".join(letter for mixture, letter in letters if mixture & wanted) or "0"
    letter = f"{TERRAIN}.substring({place}N,{place}N+1)"
    return f"({place}N>=0&&{quoted(signs)}.indexOf({letter})>=0)"


def defences(game: Game, kinds: Iterable[str], row: str, column: str) -> str:
    """Return the expression of the defence that terrain gives.

    Args:
        game: The chart.
        kinds: Classes of defence, such as ``P``.
        row: Expression of the mixture's number.
        column: Expression of the class's number.
    """
    letters = tuple(kinds)
    rows = [[str(defence_in(game, each, kind)) for kind in letters] for each in mixtures(game)]
    return f"Integer.parseInt({looked_up(rows, row, column)})"


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
