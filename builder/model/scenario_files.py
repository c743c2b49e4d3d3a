"""Reading ``scenarios/*.toml``: turns, set-up, losses and victory, one file for each scenario."""

from __future__ import annotations

from collections.abc import Mapping

from builder.hexgrid import Hex
from builder.model.game import Provenance, Reading, WayKind
from builder.model.head_files import Head
from builder.model.map_files import PLACES, WAYS, MapParts
from builder.model.marker_files import MARKERS
from builder.model.reader import Folder, Record, Seen
from builder.model.scenario import Bridge, BuiltBridges, Bunker, Pool, Scenario
from builder.model.scenario_areas import read_areas, sound
from builder.model.scenario_bodies import BODIES, read_bodies, units_whole
from builder.model.scenario_draft import Draft, Stage
from builder.model.scenario_losses import read_bunker_losses, read_losses
from builder.model.scenario_placements import read_arrivals, read_conditions, read_placements
from builder.model.scenario_victory import read_victory
from builder.model.unit_files import UnitParts

__all__ = ["read_scenarios"]

FOLDER = "scenarios/"


def read_scenarios(
    folder: Folder,
    head: Head,
    ground: tuple[MapParts, UnitParts],
    readings: Mapping[str, Reading],
    last_turn: int,
) -> dict[str, Scenario]:
    """Read every scenario, with the bodies and areas they name.

    Args:
        folder: The files.
        head: The game's sides.
        ground: The map's parts; units, arrivals and markers.
        readings: Readings of unclear places by id.
        last_turn: Last turn of the turn record, 0 if it is broken.
    """
    map_, units = ground
    names = sorted(name for name in folder.files if name.startswith(FOLDER))
    names = [name for name in names if name.endswith(".toml")]
    if not names:
        hint = "such as scenarios/I.toml"
        folder.report("DAT-file-missing", FOLDER, 0, "there is no scenario", hint)
    areas, bodies = read_areas(folder, map_), read_bodies(folder, head, units)
    whole = units_whole(folder, units) and sound(folder, BODIES)
    stage = Stage(head, map_, units, areas, bodies, readings, last_turn or 999, whole)
    records = [record for name in names if (record := folder.toml(name)) is not None]
    found: dict[str, Scenario] = {}
    drafts: dict[str, Draft] = {}
    seen = Seen("scenario")
    for record in sorted(records, key=lambda record: "setup_of" in record.values):
        draft, scenario = _scenario(record, stage, drafts)
        if seen.add(record, "id", scenario.id):
            found[record.file], drafts[scenario.id] = scenario, draft
    return {found[name].id: found[name] for name in names if name in found}


def _scenario(record: Record, stage: Stage, drafts: Mapping[str, Draft]) -> tuple[Draft, Scenario]:
    """Read one scenario; ``drafts`` holds those with a set-up of their own."""
    id_, name = record.text("id") or record.file, record.text("name") or ""
    if record.file not in {id_, f"{FOLDER}{id_}.toml"}:
        text = f"scenario {id_} stands in {record.file}"
        record.report("DAT-scenario-file", "id", text, "a file is called as its scenario's id")
    first = record.integer("first_turn", 1, stage.last_turn) or 1
    last = record.integer("last_turn", 1, stage.last_turn) or stage.last_turn
    if last < first:
        text = f"the last turn {last} is before the first {first}"
        record.report("DAT-scenario-turns", "last_turn", text, "change one of the two")
    side = record.choice("first_side", stage.head.side_ids, "DAT-side")
    mark, note = record.mark("src"), record.text("note", required=False) or ""
    rolled = record.words("rolled", required=False)
    draft = Draft(record, stage, first, last, first <= last, tuple(rolled))
    for group in rolled:
        stage.group(record, "rolled", group)
    other = record.text("setup_of", required=False) or ""
    if other:
        _share(draft, drafts, other)
    else:
        _setup(draft)
    bunker_losses = read_bunker_losses(draft) if not other else None
    losses, victory = read_losses(draft), read_victory(draft)
    record.no_more_keys()
    return draft, Scenario(
        id=id_,
        name=name,
        first_turn=first,
        last_turn=last,
        placements=(*draft.placements, *read_arrivals(draft)),
        bunkers=tuple(draft.bunkers),
        bridges=tuple(draft.bridges),
        note=note,
        first_side=side or "",
        source=mark,
        pools=tuple(draft.pools),
        built=tuple(draft.built),
        conditions=tuple(draft.conditions),
        losses=losses,
        bunker_losses=bunker_losses,
        victory=victory,
        setup_of=other,
    )


def _share(draft: Draft, drafts: Mapping[str, Draft], other: str) -> None:
    """Take the set-up of another scenario, which begins on the same turn."""
    model = drafts.get(other)
    known = model is not None and model.sound and draft.sound
    if model is None or (known and model.first != draft.first):
        text = f"no set-up of scenario {other!r} on turn {draft.first}"
        hint = "a scenario with a set-up of its own and the same first turn"
        draft.record.report("DAT-scenario-setup", "setup_of", text, hint)
    if model is None or not known or model.first != draft.first:
        draft.sound = False
        return
    draft.placements, draft.conditions = model.placements, model.conditions
    draft.bunkers, draft.bridges, draft.built = model.bunkers, model.bridges, model.built
    draft.pools, draft.taken = model.pools, model.taken


def _setup(draft: Draft) -> None:
    """Read a set-up: markers on the map, supply, and where units begin."""
    record = draft.record
    for item in record.tables("bunker", required=False):
        _bunker(draft, item)
    for item in record.tables("bridge", required=False):
        _bridge(draft, item)
    for item in record.tables("built", required=False):
        _built(draft, item)
    _pools(draft)
    read_placements(draft)
    read_conditions(draft)


# --- markers ----------------------------------------------------------------------------
def _known(draft: Draft, item: Record, key: str, id_: str, kind: str) -> bool:
    """Tell whether a marker is known and of a kind; report it if not."""
    units = draft.stage.units
    if id_ not in units.marker_ids and item.folder.whole(MARKERS):
        text, hint = f"unknown marker {id_!r}", "an id of markers.csv"
        item.report("DAT-scenario-marker", key, text, hint, token=id_)
        return False
    marker = units.markers.get(id_)
    if marker is not None and marker.kind != kind:
        text, hint = f"marker {id_} is no {kind}", "see `kind` in markers.csv"
        item.report("DAT-scenario-marker", key, text, hint, token=id_)
        return False
    return True


def _standing(draft: Draft, item: Record, kind: str) -> tuple[str, Hex, Provenance, str] | None:
    """Read a marker that stands on the map: its id, hex, mark and argument."""
    id_, mark = item.text("marker"), item.mark("src")
    cell = item.hex("hex", draft.stage.head.numbering)
    note = item.text("note", required=False) or ""
    item.no_more_keys()
    if id_ is None or not _known(draft, item, "marker", id_, kind):
        return None
    if not draft.markers.add(item, "marker", id_) or cell is None or mark is None:
        return None
    return id_, cell, mark, note


def _bunker(draft: Draft, item: Record) -> None:
    """Read a bunker on the map."""
    found = _standing(draft, item, "bunker")
    if found is not None:
        id_, cell, mark, note = found
        marker = draft.stage.units.markers.get(id_)
        strength = marker.strength if marker is not None else None
        _check_town(draft, item, found)
        draft.bunkers.append(Bunker(id_, cell, strength or 0, mark, note))


def _check_town(draft: Draft, item: Record, found: tuple[str, Hex, Provenance, str]) -> None:
    """Check that a bunker stands in the town that its note, or its marker's, names."""
    id_, cell, _, note = found
    said = f"{draft.stage.units.marker_notes.get(id_, '')} {note}"
    towns = [place for place in draft.stage.map.places if place.town and place.name in said]
    if towns and not any(cell in town.hexes for town in towns) and sound(item.folder, PLACES):
        number = draft.stage.head.numbering.format(cell)
        text = f"bunker {id_} stands in {number}, outside {towns[0].name}, which its note names"
        item.report_misfit("DAT-bunker-town", "hex", text, f"a hex of the town, see {PLACES}")


def _bridge(draft: Draft, item: Record) -> None:
    """Read a bridge on the map; it stands in a river hex."""
    found = _standing(draft, item, "bridge")
    if found is None:
        return
    rivers = draft.stage.map.hexes_of(WayKind.RIVER)
    if rivers and found[1] not in rivers:
        number = draft.stage.head.numbering.format(found[1])
        text = f"bridge {found[0]} stands in {number}, which is no river hex"
        item.report("DAT-bridge-river", "hex", text, "see map/ways.toml")
    ways = draft.stage.map.hexes_of(WayKind.ROAD) | draft.stage.map.hexes_of(WayKind.RAIL)
    if found[1] in rivers and found[1] not in ways and item.folder.sound(WAYS):
        number = draft.stage.head.numbering.format(found[1])
        text = f"bridge {found[0]} in {number} carries neither road nor railway"
        item.report("DAT-bridge-way", "hex", text, "see map/ways.toml")
    draft.bridges.append(Bridge(*found))


def _built(draft: Draft, item: Record) -> None:
    """Read which bridges a side may have built already, and where."""
    stage = draft.stage
    side, markers = stage.head.side_of(item), item.words("markers")
    most, mark = item.integer("most", 1, 99), item.mark("src")
    note, cells = item.text("note", required=False) or "", stage.areas.of(item, "area")
    item.no_more_keys()
    known = [id_ for id_ in markers if _known(draft, item, "markers", id_, "bridge")]
    for id_ in known:
        marker = stage.units.markers.get(id_)
        standing = id_ in draft.markers
        if standing or (marker is not None and side is not None and marker.side != side):
            text = f"bridge {id_} " + ("stands already" if standing else f"is not of side {side}")
            item.report("DAT-bridge-built", "markers", text, "bridges of the side that builds")
    if most is not None and most > len(markers):
        text = f"{most} bridges, but {len(markers)} markers"
        item.report("DAT-bridge-built", "most", text, "one marker for each bridge")
    rivers = stage.map.hexes_of(WayKind.RIVER)
    dry = next((cell for cell in cells if cell not in rivers), None)
    if dry is not None and sound(item.folder, WAYS, PLACES):
        text = f"hex {stage.head.numbering.format(dry)} is no river hex"
        item.report("DAT-bridge-river", "area", text, "see map/setup_areas.toml")
    if side is not None and most is not None and mark is not None:
        draft.built.append(BuiltBridges(side, tuple(known), most, cells, mark, note))


def _pools(draft: Draft) -> None:
    """Read the supply points at the start: one entry for each pool of the game."""
    seen, known = Seen("pool"), draft.stage.units.markers
    before = len(draft.record.folder.problems)
    for item in draft.record.tables("supply"):
        id_, points, mark = item.id("marker"), item.integer("points", 0, 99), item.mark("src")
        note = item.text("note", required=False)
        item.no_more_keys()
        if id_ is None or not _known(draft, item, "marker", id_, "supply"):
            continue
        marker = known.get(id_)
        if seen.add(item, "marker", id_) and marker and points is not None and mark:
            pool = Pool(id_, marker.side, points, mark, note or "")
            draft.pools.append(pool)
    missing = [m.id for m in known.values() if m.kind == "supply" and m.id not in seen]
    sound_ = before == len(draft.record.folder.problems)
    if missing and sound_ and draft.record.folder.whole(MARKERS):
        text = f"no supply told for pool {', '.join(missing)}"
        draft.record.report("DAT-supply-pool", "", text, "add a [[supply]], if of 0 points")
