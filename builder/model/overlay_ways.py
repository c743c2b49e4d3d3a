"""Laying exits over the chains of ``ways.toml``: cut, join and add, and keep what stays.

A way that is cut keeps its name in its longest part. New stretches join the ends they touch, so
that a river that was moved is one river still and flows on smoothly; what joins nothing is a
new way without a name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from builder.hexgrid import Direction, Hex, Hexside, Numbering, hexside, neighbour
from builder.model.game import Provenance
from builder.model.map_files import WAYS
from builder.model.overlay_cells import exits
from builder.model.overlay_files import Draft, TomlFile, quoted
from builder.model.overlay_sheet import Fill

__all__ = ["WAY_COLUMNS", "merge_ways"]

WAY_COLUMNS = ("river", "creek", "rail", "road")
"""Kinds of ways, which are also columns of the sheet; rivers before the creeks that end in them."""

Filled = Mapping[Hex, Mapping[str, Fill]]


@dataclass(slots=True, eq=False)
class _Chain:
    """A stretch of a way: its hexes in order, and which way of the file it belongs to."""

    hexes: list[Hex]
    way: int | None = None
    cut: set[Hex] = field(default_factory=set)


def merge_ways(draft: Draft, cells: Filled, numbering: Numbering) -> None:
    """Put the exits an owner filled in into the file of ways."""
    if not any(column in fills for fills in cells.values() for column in WAY_COLUMNS):
        return
    file = TomlFile(draft, WAYS, "way")
    ways = [tomllib.loads(text)["way"][0] for text in file.tables]
    chains = {
        index: [numbering.parse(word.partition(":")[0]) for word in _words(way)]
        for index, way in enumerate(ways)
    }
    rivers: frozenset[Hex] = frozenset()
    gone: list[int] = []
    for kind in WAY_COLUMNS:
        mine = {i: chain for i, chain in chains.items() if ways[i]["kind"] == kind}
        stops = rivers if kind == "creek" else frozenset()
        after = _rerouted(_said(draft, cells, numbering, kind), mine, stops)
        if kind == "river":
            rivers = frozenset(cell for chain in after for cell in chain.hexes)
        printed = {
            cell: exits(fills[kind].value)[1] for cell, fills in cells.items() if kind in fills
        }
        writer = _Writer(file, ways, numbering, printed)
        gone += writer.write(kind, mine, after)
    file.remove(gone)
    file.store(draft)


def _words(way: Mapping[str, object]) -> list[str]:
    """Return the hexes of a way as written."""
    hexes = way["hexes"]
    return hexes.split() if isinstance(hexes, str) else list(hexes)  # type: ignore[call-overload]


def _rerouted(
    said: Mapping[Hexside, bool], chains: Mapping[int, list[Hex]], stops: frozenset[Hex]
) -> list[_Chain]:
    """Return the chains of a kind as they are with what was filled in."""
    ours = {side for chain in chains.values() for side in _sides(chain)}
    removed = {side for side, there in said.items() if not there and side in ours}
    added = {side for side, there in said.items() if there and side not in ours}
    parts = [part for i, chain in chains.items() for part in _cut(chain, i, removed, stops)]
    degree: dict[Hex, int] = {}
    for side in (ours - removed) | added:
        for cell in side:
            degree[cell] = degree.get(cell, 0) + 1
    for path in _paths(added, stops):
        _join(parts, _Chain(path), degree, stops)
    return parts


def _sides(chain: Sequence[Hex]) -> Iterator[Hexside]:
    """Yield the hexsides that a chain crosses."""
    return (hexside(a, b) for a, b in pairwise(chain))


def _said(draft: Draft, cells: Filled, numbering: Numbering, kind: str) -> dict[Hexside, bool]:
    """Return which hexsides a way must cross, or must not; two hexes that disagree are told."""
    said: dict[Hexside, tuple[bool, Fill]] = {}
    for cell, fills in cells.items():
        fill = fills.get(kind)
        sides = exits(fill.value)[0] if fill is not None else []
        for direction in Direction if fill is not None else ():
            other = neighbour(cell, direction)
            if other not in numbering or fill is None:
                continue
            side, there = hexside(cell, other), direction.name in sides
            before = said.setdefault(side, (there, fill))
            if before[0] != there:
                yes, no = (fill, before[1]) if there else (before[1], fill)
                text = f"{kind} leaves to {no.id}, but {no.id} has none from there (line {no.line})"
                draft.refuse(yes, "OVL-side", text, "change one of them, or empty it")
    return {side: there for side, (there, _) in said.items()}


def _cut(
    chain: Sequence[Hex], way: int, removed: Iterable[Hexside], stops: frozenset[Hex]
) -> Iterator[_Chain]:
    """Yield what is left of a chain without some hexsides, and where it may not run on."""
    gone = set(removed)
    part = _Chain([chain[0]], way)
    for a, b in pairwise(chain):
        broken = hexside(a, b) in gone
        if broken or (a in stops and len(part.hexes) > 1):
            if broken:
                part.cut.add(a)
            if len(part.hexes) > 1:
                yield part
            part = _Chain([b] if broken else [a, b], way, {b} if broken else set())
        else:
            part.hexes.append(b)
    if len(part.hexes) > 1:
        yield part


def _paths(added: Iterable[Hexside], stops: frozenset[Hex]) -> Iterator[list[Hex]]:
    """Yield new hexsides as chains, each as long as it can be without a fork or a loop."""
    links: dict[Hex, set[Hex]] = {}
    for a, b in added:
        links.setdefault(a, set()).add(b)
        links.setdefault(b, set()).add(a)
    forks = {cell for cell, others in links.items() if len(others) != 2 or cell in stops}
    for start in [*sorted(forks), *sorted(set(links) - forks)]:
        while links[start]:
            path = [start]
            while links[path[-1]] and (len(path) == 1 or path[-1] not in forks):
                step = min(links[path[-1]])
                if step in path[1:] or (step == start and len(path) < 3):
                    break
                links[path[-1]].discard(step)
                links[step].discard(path[-1])
                if step == start:  # a loop: its last step is a way of its own
                    yield [path[-1], step]
                    break
                path.append(step)
            yield path


def _join(
    parts: list[_Chain], new: _Chain, degree: Mapping[Hex, int], stops: frozenset[Hex]
) -> None:
    """Join a new chain to the ends it continues; the whole is then joined likewise."""
    grown = True
    while grown:
        grown = False
        for part in parts:
            whole = _joined(part, new, degree, stops)
            if whole is not None:
                parts.remove(part)
                new, grown = whole, True
                break
    parts.append(new)


def _joined(
    part: _Chain, new: _Chain, degree: Mapping[Hex, int], stops: frozenset[Hex]
) -> _Chain | None:
    """Return two chains as one, the old one's direction kept; ``None`` if they don't fit."""
    if part.way is None and new.way is not None:
        part, new = new, part
    if new.way not in (None, part.way):
        return None
    for cell in (part.hexes[-1], part.hexes[0]):
        if cell not in (new.hexes[0], new.hexes[-1]) or cell in stops:
            continue
        if cell not in part.cut and degree[cell] != 2:
            continue
        if len(set(part.hexes) & set(new.hexes)) > 1:
            continue
        at_end = cell == part.hexes[-1]
        forward = new.hexes[0] == cell
        if new.way is not None and at_end != forward:
            continue  # both have a direction, and they run against each other
        added = new.hexes if at_end == forward else new.hexes[::-1]
        hexes = [*part.hexes, *added[1:]] if at_end else [*added, *part.hexes[1:]]
        return _Chain(hexes, part.way, part.cut | new.cut)
    return None


@dataclass(slots=True)
class _Writer:
    """Writes the chains of a kind into the file of ways.

    Args:
        file: The file.
        ways: Its tables as they were.
        numbering: Names hexes.
        printed: Hexes whose exits of the kind were filled in, and the name given with them.
    """

    file: TomlFile
    ways: Sequence[Mapping[str, object]]
    numbering: Numbering
    printed: Mapping[Hex, str]

    def write(
        self, kind: str, before: Mapping[int, list[Hex]], after: Sequence[_Chain]
    ) -> list[int]:
        """Write what changed; return the ways of which nothing is left."""
        order = sorted(after, key=lambda chain: (-len(chain.hexes), chain.hexes))
        first: dict[int, _Chain] = {}
        for chain in order:
            if chain.way is not None:
                first.setdefault(chain.way, chain)
        names = self._names(order, first)
        for index, chain in first.items():
            words = self._marked(chain.hexes, index)
            if words != _words(self.ways[index]):
                self.file.set(index, "hexes", quoted(" ".join(words)))
            if names[id(chain)] != self.ways[index].get("name", ""):
                self.file.set(index, "name", quoted(names[id(chain)]))
        for chain in sorted(after, key=lambda chain: chain.hexes):
            if chain not in first.values():
                self._add(kind, chain, names[id(chain)])
        return [index for index in before if index not in first]

    def _names(self, chains: Sequence[_Chain], first: Mapping[int, _Chain]) -> dict[int, str]:
        """Return the name of each chain: as filled in, or what its longest part keeps."""
        said = [
            (sum(self.printed.get(cell) == name for cell in chain.hexes), chain, name)
            for chain in chains
            for name in sorted({self.printed.get(cell, "") for cell in chain.hexes})
            if name and ";" not in name
        ]
        found: dict[int, str] = {}
        for _, chain, name in sorted(said, key=lambda each: -each[0]):
            if id(chain) not in found and name not in found.values():
                found[id(chain)] = name
        for chain in chains:
            mine = chain.way is not None and first[chain.way] is chain
            name = str(self.ways[chain.way or 0].get("name", "")) if mine else ""
            if id(chain) not in found:
                found[id(chain)] = name if name not in found.values() else ""
        return found

    def _add(self, kind: str, chain: _Chain, name: str) -> None:
        """Add a way."""
        old = self.ways[chain.way] if chain.way is not None else {}
        values = {
            "kind": kind,
            "name": name,
            "src": str(old.get("src", Provenance.P)),
            "note": str(old.get("note", "")),
            "hexes": " ".join(self._marked(chain.hexes, chain.way)),
        }
        self.file.add({key: quoted(value) for key, value in values.items() if value})

    def _marked(self, hexes: Sequence[Hex], index: int | None) -> list[str]:
        """Return the hexes of a chain as the file has them, with marks that differ from its own."""
        known: dict[str, str] = {}
        default = str(Provenance.P)
        if index is not None:
            known = {word.partition(":")[0]: word for word in _words(self.ways[index])}
            default = str(self.ways[index]["src"])
        found = []
        for cell in hexes:
            number = self.numbering.format(cell)
            word = known.get(number, f"{number}:{Provenance.P}")
            if cell in self.printed:
                word = f"{number}:{Provenance.P}"
            found.append(word.removesuffix(f":{default}"))
        return found
