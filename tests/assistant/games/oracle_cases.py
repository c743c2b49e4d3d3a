"""What a case lays out, as the oracle sees it: read from the words of the case itself."""

from __future__ import annotations

from itertools import pairwise

from tests.assistant.games.oracle import Field, Piece

_LETTERS = {
    ".": {"clear"},
    "l": {"clear"},
    "f": {"forest"},
    "t": {"town"},
    "r": {"river"},
    "c": {"creek"},
    "x": {"forest_creek"},
    "R": {"river", "town"},
    "F": {"river", "forest"},
}


def drawn(case: dict) -> tuple[dict, set, dict, list]:
    """Return terrain, road hexsides, lake hexsides and rivers from the words of a case."""
    rows = [line.split() for line in case["map"].strip().splitlines()]
    terrain = {
        f"{c:02}{r:02}": set(_LETTERS[letter])
        for r, row in enumerate(rows, start=1)
        for c, letter in enumerate(row, start=1)
    }
    ways = [chain.split() for kind in ("roads", "rails") for chain in case.get(kind, [])]
    roads = {frozenset(pair) for way in ways for pair in pairwise(way)}
    lakes = {frozenset(text.split()[:2]): text.split()[2] for text in case.get("lakes", [])}
    return terrain, roads, lakes, [chain.split() for chain in case.get("rivers", [])]


def printed(game) -> tuple[dict, set, dict, list]:
    """Return the same of the game's own map."""
    number = game.map.numbering.format
    terrain = {number(cell): set(hex_.terrain) for cell, hex_ in game.map.hexes.items()}
    roads = {frozenset(map(number, side)) for side in game.map.roads}
    lakes = {frozenset(map(number, side)): lake.value for side, lake in game.map.lakes.items()}
    rivers = [list(map(number, way.hexes)) for way in game.map.ways if way.kind.value == "river"]
    return terrain, roads, lakes, rivers


def field_of(case: dict, game) -> Field:
    """Return the oracle's view of a case, read from the words of the case itself."""
    chart = game.chart
    terrain, roads, lakes, rivers = drawn(case) if "map" in case else printed(game)
    pieces = {}
    for name, words in case["units"].items():
        side, kind, size, mobility, at, *rest = words.split()
        banks = {"left": "left", "right": "right", "along": "either", "unsure": ""}
        named = dict(word.split("=") for word in rest if "=" in word)
        abandoned = "abandoned" in rest
        pieces[name] = Piece(
            side,
            kind,
            size,
            "L" if abandoned else mobility,
            at,
            banks[named.get("bank", "unsure")],
            abandoned,
            name in case.get("groups", {}).get("commandos", []),
        )
    weather = case.get("weather", "frost")
    lake = chart.lake_thaw if weather == "thaw" else chart.lake_frozen
    return Field(
        terrain=terrain,
        chart={name: dict(row.enter) for name, row in chart.terrains.items()},
        leave={name: dict(row.leave) for name, row in chart.terrains.items()},
        lake_extra=dict(lake),
        weather=weather,
        roads=roads,
        lakes=lakes,
        bridges=set(case.get("bridges", {}).values()),
        rivers=rivers,
        pieces=pieces,
        bunkers={words.split()[0] for words in case.get("bunkers", {}).values()},
        reading=case.get("readings", {}),
    )
