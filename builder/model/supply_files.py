"""Reading ``supply.toml``: supply, rail movement, replacements, tracks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from builder.model.game import EntryArea, Kind, Marker
from builder.model.reader import Folder, Record, Seen
from builder.model.supply import (
    Fortress,
    Rail,
    Refit,
    Replacement,
    Supply,
    SupplyCost,
    Tracing,
    Track,
)
from builder.model.terms import Terms, source_of

__all__ = ["Near", "read_supply"]

SUPPLY = "supply.toml"
NEEDED_COSTS = ("assault", "barrage", "support")


@dataclass(frozen=True, slots=True)
class Near:
    """What supply refers to besides :class:`Terms`; an empty collection isn't checked.

    Args:
        markers: Markers by id.
        places: Names of towns.
        areas: Entry areas by id.
        turns: Number of turns.
    """

    markers: Mapping[str, Marker]
    places: Collection[str]
    areas: Mapping[str, EntryArea]
    turns: int


def read_supply(folder: Folder, terms: Terms, near: Near) -> Supply:
    """Read ``supply.toml``.

    Args:
        folder: The files.
        terms: Words that are known.
        near: Further things that are known.
    """
    record = folder.toml(SUPPLY)
    if record is None:
        return Supply()
    repair = record.table("repair")
    supply = Supply(
        costs=_costs(record, terms),
        tracing=_tracing(record),
        fortresses=_fortresses(record, terms, near),
        rail=_rail(record, terms),
        replacements=_replacements(record, terms),
        repair=_replacement(repair, terms) if repair else None,
        refits=_refits(record, terms, near),
        tracks=_tracks(record, near),
    )
    record.no_more_keys()
    return supply


def _costs(record: Record, terms: Terms) -> dict[str, SupplyCost]:
    """Read what supply points are spent on; what covers others costs more."""
    found: dict[str, SupplyCost] = {}
    seen = Seen("cost")
    for item in record.tables("cost"):
        id_, name, points = item.id("id"), item.text("name"), item.integer("points", 0, 99)
        covers, phasing = tuple(item.words("covers", required=False)), item.flag("phasing")
        group = terms.group(item, "group", required=False)
        rule, mark = terms.section(item), source_of(item)
        item.no_more_keys()
        for other in covers:
            if other not in found or points is None or found[other].points >= points:
                text = f"{id_} covers {other!r:.40}, which is no cheaper activity above it"
                item.report("DAT-cost", "covers", text, "name activities above that cost less")
        if seen.add(item, "id", id_) and id_ and points is not None:
            found[id_] = SupplyCost(id_, name or id_, points, covers, phasing, group, rule, mark)
    for id_ in NEEDED_COSTS:
        if id_ not in seen:
            record.report("DAT-cost", "", f"there is no cost of {id_}", f"[[cost]] with id {id_!r}")
    return found


def _tracing(record: Record) -> Tracing | None:
    """Read how artillery traces supply."""
    item = record.table("tracing")
    if item is None:
        return None
    names = ("hexes", "support_unsupplied", "support_unpaid")
    hexes, unsupplied, unpaid = (item.integer(name, 0, 99) or 0 for name in names)
    tracing = Tracing(hexes, unsupplied, unpaid, source_of(item))
    item.no_more_keys()
    return tracing


def _fortresses(record: Record, terms: Terms, near: Near) -> tuple[Fortress, ...]:
    """Read towns with a supply pool of their own."""
    found = []
    for item in record.tables("fortress", required=False):
        place, side, marker = item.text("place"), item.text("side"), item.text("marker")
        terms.check(item, "place", [place] if place else (), near.places, "town")
        terms.check(item, "side", [side] if side else (), terms.sides, "side")
        _check_markers(item, "marker", [marker] if marker else (), near, {"supply"})
        table = item.table("airdrop")
        airdrop: dict[str, tuple[int, ...]] = {}
        if table is not None:
            weathers = terms.weather or tuple(table.values)
            airdrop = {name: terms.rolls(table, name) for name in weathers}
            table.no_more_keys()
        relief = item.integer("relief", 0, 99) or 0
        found.append(
            Fortress(place or "", side or "", marker or "", airdrop, relief, source_of(item))
        )
        item.no_more_keys()
    return tuple(found)


def _check_markers(
    item: Record, key: str, ids: Collection[str], near: Near, kinds: Collection[str] = ()
) -> None:
    """Check that markers exist, and are of some kind."""
    for id_ in ids:
        marker = near.markers.get(id_)
        if near.markers and (marker is None or (kinds and marker.kind not in kinds)):
            text = (
                f"{id_!r:.40} is no marker of kind {' or '.join(kinds)}"
                if kinds
                else (f"there is no marker {id_!r:.40}")
            )
            item.report("DAT-track-marker", key, text, "see markers.csv")


def _rail(record: Record, terms: Terms) -> Rail | None:
    """Read rail movement."""
    item = record.table("rail")
    if item is None:
        return None
    points, table = item.integer("points", 0, 999) or 0, item.table("entrain")
    entrain: dict[str, tuple[str, ...]] = {}
    if table is not None:
        for kind in Kind:
            words = table.words(kind)
            terms.check(table, kind, words, terms.terrain, "terrain")
            entrain[str(kind)] = tuple(words)
        table.no_more_keys()
    rail = Rail(points, entrain, source_of(item))
    item.no_more_keys()
    return rail


def _replacements(record: Record, terms: Terms) -> dict[str, Replacement]:
    """Read who takes replacement points, by side."""
    table = record.table("replacement")
    found: dict[str, Replacement] = {}
    if table is None:
        return found
    for side in terms.sides or tuple(table.values):
        item = table.table(side)
        if item is not None:
            found[side] = _replacement(item, terms)
    table.no_more_keys()
    return found


def _replacement(item: Record, terms: Terms) -> Replacement:
    """Read one way to renew strength."""
    group, points = terms.group(item, "group"), item.integer("points", 1, 99) or 1
    replacement = Replacement(group, points, item.flag("rebuild"), source_of(item))
    item.no_more_keys()
    return replacement


def _refits(record: Record, terms: Terms, near: Near) -> tuple[Refit, ...]:
    """Read brigades that leave the map and come back."""
    found = []
    for item in record.tables("refit", required=False):
        side, group = item.text("side"), terms.group(item, "group")
        terms.check(item, "side", [side] if side else (), terms.sides, "side")
        last = near.turns or 999
        most, turn, back = (
            item.integer(key, 1, high) or 1
            for key, high in (("most", 99), ("turn", last), ("back", last))
        )
        area, mark = item.text("area") or "", source_of(item)
        item.no_more_keys()
        where = near.areas.get(area)
        if near.areas and (where is None or where.side != side):
            text = f"{area!r:.40} is no entry area of side {side}"
            item.report("DAT-arrival-area", "area", text, "see map/entry_areas.toml")
        if back <= turn:
            text = f"back on turn {back}, after leaving on turn {turn}"
            item.report("DAT-refit", "back", text, "a later turn")
        found.append(Refit(side or "", group, most, turn, back, area, mark))
    return tuple(found)


def _tracks(record: Record, near: Near) -> dict[str, Track]:
    """Read the printed tracks."""
    found: dict[str, Track] = {}
    seen = Seen("track")
    for item in record.tables("track"):
        id_, name, boxes = item.id("id"), item.text("name"), item.integer("boxes", 1, 99)
        markers = tuple(item.words("markers"))
        _check_markers(item, "markers", markers, near)
        mark = source_of(item)
        item.no_more_keys()
        if seen.add(item, "id", id_) and id_ and boxes is not None:
            found[id_] = Track(id_, name or id_, boxes, markers, mark)
    return found
