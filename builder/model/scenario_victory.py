"""Reading how a scenario is won: what points are given for, and what they are worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from builder.hexgrid import Hex
from builder.model.game import Provenance
from builder.model.map_files import PLACES, WAYS
from builder.model.reader import Record
from builder.model.scenario import (
    Award,
    BunkerAward,
    History,
    IsolationAward,
    Level,
    LossAward,
    SurvivorAward,
    TownAward,
    Victory,
)
from builder.model.scenario_areas import sound
from builder.model.scenario_draft import Draft

__all__ = ["read_victory"]


def read_victory(draft: Draft) -> Victory | None:
    """Read awards, levels and the historical result."""
    record = draft.record
    head = record.table("victory")
    side = None
    if head is not None:
        side = draft.stage.head.side_of(head)
        head.mark("src")
        head.text("note", required=False)
        head.no_more_keys()
    awards = [_award(draft, item) for item in record.tables("award")]
    levels = _levels(draft)
    history = _history(draft, levels)
    if side is None:
        return None
    return Victory(side, tuple(each for each in awards if each), levels, history)


# --- awards -----------------------------------------------------------------------------
_Reader = Callable[[Draft, Record, int, Provenance, str], Award]


def _award(draft: Draft, item: Record) -> Award | None:
    """Read one award."""
    kind = item.choice("kind", _KINDS, "DAT-award-kind")
    points, mark = item.integer("points", -999, 999), item.mark("src")
    note = item.text("note", required=False) or ""
    if kind is None:
        return None
    award = _KINDS[kind](draft, item, points or 0, mark or Provenance.E, note)
    item.no_more_keys()
    return award


def _lost(draft: Draft, item: Record, points: int, mark: Provenance, note: str) -> Award:
    """Read points for strength points lost."""
    side = draft.stage.head.side_of(item) or ""
    per, above = item.integer("per", 1, 999), item.integer("above", 0, 999)
    isolated = item.flag("isolated")
    return LossAward(side, per or 1, above or 0, points, isolated, mark, note)


def _bunkers(draft: Draft, item: Record, points: int, mark: Provenance, note: str) -> Award:
    """Read points for bunkers."""
    if not draft.bunkers and draft.sound:
        text, hint = "no bunker stands in this scenario", "see [[bunker]], or delete the award"
        item.report("DAT-award-empty", "kind", text, hint)
    return BunkerAward(points, mark, note)


def _towns(draft: Draft, item: Record, points: int, mark: Provenance, note: str) -> Award:
    """Read points for towns: named ones, or those that ways run through."""
    found: dict[str, tuple[Hex, ...]] = {}
    for name in item.words("towns", required=False):
        found[name] = draft.stage.town(item, "towns", name)
    ways = item.words("ways", required=False)
    found |= _on_ways(draft, item, ways)
    if not found and sound(item.folder, PLACES, WAYS):
        item.report("DAT-award-empty", "kind", "no town counts", "give `towns` or `ways`")
    hexes, impulse = item.flag("each_hex"), item.flag("each_impulse")
    return TownAward(found, points, hexes, impulse, mark, note)


def _on_ways(draft: Draft, item: Record, names: list[str]) -> dict[str, tuple[Hex, ...]]:
    """Return the towns that ways run through: with all hexes, or only those they touch."""
    ways = {f"{way.kind} {way.name}": way.hexes for way in draft.stage.map.ways}
    cells: set[Hex] = set()
    for name in names:
        if name not in ways and sound(item.folder, WAYS):
            hint = "kind and name of a way of map/ways.toml"
            item.report("DAT-award-way", "ways", f"unknown way {name!r}", hint, token=name)
        cells |= set(ways.get(name, ()))
    found: dict[str, tuple[Hex, ...]] = {}
    for place in draft.stage.map.places:
        touched = tuple(cell for cell in place.hexes if place.town and cell in cells)
        if touched:
            found[place.name] = touched if item.flag("each_hex") else place.hexes
    return found


def _isolation(draft: Draft, item: Record, points: int, mark: Provenance, note: str) -> Award:
    """Read points for a town that is isolated at the end."""
    name = item.text("place") or ""
    cells = draft.stage.town(item, "place", name) if name else ()
    return IsolationAward(name, cells, points, mark, note)


def _survivors(draft: Draft, item: Record, points: int, mark: Provenance, note: str) -> Award:
    """Read points for what is left of a body."""
    name = item.id("body")
    body = draft.stage.bodies.of(item, "body", name) if name else None
    return SurvivorAward(body.units if body else (), points, mark, note)


_KINDS: Mapping[str, _Reader] = {
    "losses": _lost,
    "bunkers": _bunkers,
    "towns": _towns,
    "isolation": _isolation,
    "survivors": _survivors,
}


# --- levels -----------------------------------------------------------------------------
def _levels(draft: Draft) -> tuple[Level, ...]:
    """Read the bands of points: without hole or overlap, the last one open."""
    found: list[Level] = []
    items = list(draft.record.tables("level"))
    top: int | None = None
    for index, item in enumerate(items):
        last = index == len(items) - 1
        side, name = draft.stage.head.side_of(item), item.text("name")
        low = item.integer("low", -999, 999)
        high = item.integer("high", -999, 999, required=not last)
        mark, note = item.mark("src"), item.text("note", required=False)
        item.no_more_keys()
        if low is None or (high is None and not last):
            return ()
        _check_band(item, top, low, high, last=last)
        top = high
        if side is not None and name is not None and mark is not None:
            found.append(Level(name, side, low if index else None, high, mark, note or ""))
    return tuple(found) if len(found) == len(items) else ()


def _check_band(item: Record, below: int | None, low: int, high: int | None, *, last: bool) -> None:
    """Check that a band begins where the one below ends."""
    if below is not None and low > below + 1:
        hole = f"{below + 1}" if low == below + 2 else f"{below + 1} to {low - 1}"
        hint = "each band begins one above the last"
        item.report("DAT-level-hole", "low", f"no level for {hole} points", hint)
    if below is not None and low <= below:
        text = f"{low} points are in the level below as well"
        item.report("DAT-level-overlap", "low", text, "each band begins one above the last")
    if high is not None and (high < low or last):
        text = f"the band from {low} to {high} has no good end"
        hint = "the last band has no `high`" if last else "`high` is the most points of the band"
        item.report("DAT-level-high", "high", text, hint)


def _history(draft: Draft, levels: tuple[Level, ...]) -> History | None:
    """Read the historical result; its points lie in the band of its level."""
    item = draft.record.table("history")
    if item is None:
        return None
    name, points, mark = item.text("level"), item.integer("points", -999, 999), item.mark("src")
    note = item.text("note", required=False)
    item.no_more_keys()
    if name is None or points is None or mark is None:
        return None
    if levels:
        level = Victory("", (), levels, None).level(points)
        if level.name != name:
            text = f"{points} points are a {level.name}, not a {name}"
            item.report("DAT-history", "level", text, "see the bands of [[level]]")
    return History(name, points, mark, note or "")
