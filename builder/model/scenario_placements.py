"""Reading where units set up, and giving every unit a place: set up, coming, or not used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from builder.hexgrid import Hex
from builder.model.game import EntryArea, Kind, Side, Unit
from builder.model.reader import Record, Seen
from builder.model.scenario import Condition, Placement, Use, Variant
from builder.model.scenario_draft import Draft
from builder.model.unit_files import UNITS

__all__ = ["read_arrivals", "read_conditions", "read_placements"]


def read_placements(draft: Draft) -> None:
    """Read the placements; one that takes the rest of a side takes what no other has named."""
    items = list(draft.record.tables("placement"))
    found: dict[int, Placement] = {}
    for index in sorted(range(len(items)), key=lambda index: "rest" in items[index].values):
        placement = _placement(draft, items[index])
        if placement is not None:
            found[index] = placement
    draft.placements = [found[index] for index in sorted(found)]
    if not draft.whole:
        return
    left = [
        unit.id
        for unit in draft.stage.units.units.values()
        if draft.there(unit) and unit.id not in draft.taken
    ]
    if left:
        shown = ", ".join(left[:5]) + (f" and {len(left) - 5} more" if left[5:] else "")
        text = f"no placement for {shown}"
        draft.record.report("DAT-placement-missing", "", text, "add a [[placement]]")


def _placement(draft: Draft, item: Record) -> Placement | None:
    """Read where some units set up."""
    id_, label, mark = item.id("id"), item.text("label"), item.mark("src")
    side, note = draft.stage.head.side_of(item), item.text("note", required=False)
    members = _members(draft, item, id_ or "?", side)
    hexes = _legal(draft, item)
    variants = _variants(draft, item)
    garrison = item.flag("garrison")
    placed = _placed(draft, item, members, hexes)
    item.no_more_keys()
    if not draft.ids.add(item, "id", id_) or id_ is None:
        return None
    return Placement(
        id=id_,
        side=side or "",
        label=label or "",
        units=tuple(unit.id for unit in members),
        hexes=hexes,
        placed=placed,
        garrison=garrison,
        variants=variants,
        source=mark,
        note=note or "",
    )


# --- which units ------------------------------------------------------------------------
def _members(draft: Draft, item: Record, id_: str, side: str | None) -> list[Unit]:
    """Return the units of a placement that are there at the start, each taken once."""
    stage, before = draft.stage, len(item.folder.problems)
    units = stage.units.units
    group = item.text("group", required=False)
    chosen = stage.group(item, "group", group) if group is not None else []
    for name in item.words("bodies", required=False):
        body = stage.bodies.of(item, "bodies", name)
        chosen += [units[unit] for unit in body.units] if body is not None else []
    rest = item.flag("rest")
    if rest:
        chosen += [u for u in units.values() if u.side == side and u.id not in draft.taken]
    key = "group" if group is not None else "rest" if rest else "bodies"
    found = [unit for unit in chosen if draft.there(unit)]
    sound = len(item.folder.problems) == before
    if draft.whole and sound and not found:
        hint = "group, bodies or rest name the units; those that arrive later don't set up"
        item.report("DAT-placement-empty", key, "no unit sets up here", hint)
    other = next((unit for unit in found if side and unit.side != side), None)
    if other is not None:
        text, hint = f"unit {other.id} is of side {other.side}", f"only units of side {side}"
        item.report("DAT-placement-side", "side", text, hint)
    return _take(draft, item, key, id_, found)


def _take(draft: Draft, item: Record, key: str, id_: str, units: Iterable[Unit]) -> list[Unit]:
    """Note units as taken by a placement; the first that already is, is reported."""
    found, twice = [], ""
    for unit in units:
        if unit.id in draft.taken:
            twice = twice or f"{unit.id} is already placed by {draft.taken[unit.id]}"
            continue
        draft.taken[unit.id] = id_
        found.append(unit)
    if twice and draft.whole:
        item.report("DAT-placement-twice", key, f"unit {twice}", "each unit in one placement")
    return found


# --- where ------------------------------------------------------------------------------
def _legal(draft: Draft, item: Record) -> tuple[Hex, ...]:
    """Return the hexes a placement allows: of places, bunkers, an area, and listed ones."""
    stage = draft.stage
    found: dict[Hex, None] = dict.fromkeys(
        item.hexes("hexes", stage.head.numbering, required=False)
    )
    for name in item.words("places", required=False):
        found.update(dict.fromkeys(stage.town(item, "places", name)))
    if item.flag("bunkers"):
        found.update(dict.fromkeys(bunker.hex for bunker in draft.bunkers))
    found.update(dict.fromkeys(stage.areas.of(item, "area", required=False)))
    return tuple(found)


def _variants(draft: Draft, item: Record) -> tuple[Variant, ...]:
    """Return the hexes that another reading allows, if a placement has one."""
    name = item.text("reading", required=False)
    if name is None:
        return ()
    value, cells = item.text("value") or "", draft.stage.areas.of(item, "otherwise")
    reading = draft.stage.readings.get(name)
    if draft.stage.readings and (reading is None or value not in reading.others):
        text = f"reading {name} has no other value {value!r}"
        hint = "id of a reading with a switch, and one of its `others`"
        item.report("DAT-placement-reading", "reading", text, hint)
    return (Variant(name, value, cells),)


def _placed(
    draft: Draft, item: Record, members: Iterable[Unit], legal: tuple[Hex, ...]
) -> dict[str, Hex]:
    """Read the units that have a hex."""
    table = item.table("placed", required=False)
    found: dict[str, Hex] = {}
    if table is None:
        return found
    item.mark("placed_src")
    item.text("placed_note", required=False)
    stage, ids, allowed = draft.stage, {unit.id for unit in members}, set(legal)
    for unit in table.values:
        cell = table.hex(unit, stage.head.numbering)
        if unit not in stage.units.unit_ids and item.folder.whole(UNITS):
            hint = f"an id of {UNITS}"
            table.report("DAT-placed-unit", unit, f"unknown unit {unit!r}", hint)
        elif unit not in ids and unit in stage.units.units:
            hint = "see its group, bodies or rest"
            table.report("DAT-placed-unit", unit, f"unit {unit} is not of this placement", hint)
        elif cell is not None:
            if allowed and cell not in allowed:
                number = stage.head.numbering.format(cell)
                text = f"hex {number} of unit {unit} is outside the placement's area"
                table.report("DAT-placed-hex", unit, text, "see its area, hexes and places")
            found[unit] = cell
    return found


# --- conditions -------------------------------------------------------------------------
def read_conditions(draft: Draft) -> None:
    """Read what a set-up must fulfil besides; it must be possible to."""
    seen = Seen("condition")
    for item in draft.record.tables("condition", required=False):
        condition = _condition(draft, item)
        if seen.add(item, "id", item.id("id")) and condition is not None:
            draft.conditions.append(condition)


def _condition(draft: Draft, item: Record) -> Condition | None:
    """Read how many units of a placement must stand where."""
    stage = draft.stage
    id_, text, name = item.id("id"), item.text("text"), item.id("placement")
    placement = next((each for each in draft.placements if each.id == name), None)
    kind = item.choice("kind", tuple(Kind), "DAT-unit-kind") if "kind" in item.values else ""
    guns = item.flag("artillery")
    least, most = item.integer("least", 0, 999), item.integer("most", 0, 999, required=False)
    each, note = item.flag("each"), item.text("note", required=False)
    cells = stage.areas.of(item, "area", required=False)
    mark = item.mark("src")
    item.no_more_keys()
    if placement is None:
        if name is not None and name not in draft.ids:
            hint = "the id of a [[placement]] of this scenario"
            item.report("DAT-condition-placement", "placement", f"no placement {name!r}", hint)
        return None
    units = tuple(
        unit
        for unit in placement.units
        if kind in ("", stage.units.units[unit].kind)
        and (not guns or stage.units.units[unit].artillery)
    )
    hexes = cells or placement.hexes
    if id_ is None or text is None or least is None or mark is None or kind is None:
        return None
    need = least * len(hexes) if each else least
    wrong = "" if len(units) >= need else f"{need} units must stand there, {len(units)} could"
    if most is not None and most < least:
        wrong = f"no number is from {least} to {most}"
    if draft.whole and placement.units and wrong:
        item.report("DAT-condition-fit", "least", wrong, "see the placement's units")
    return Condition(
        *(id_, placement.side, text, units, hexes, least, most, each), mark, note or ""
    )


# --- what comes later -------------------------------------------------------------------
def read_arrivals(draft: Draft) -> tuple[Placement, ...]:
    """Return a placement for each set of units that arrive together, and for those never used."""
    boxes: dict[tuple[Use, str, int, int, str, str], list[str]] = {}
    for unit in draft.stage.units.units.values():
        entry = unit.entry
        if unit.id in draft.taken or draft.there(unit):
            continue
        use = _use(draft, unit)
        key = (use, unit.side, entry.turn or 0, entry.impulse or 0, entry.area, entry.group)
        if use is Use.UNUSED:
            key = (use, unit.side, 0, 0, "", "")
        boxes.setdefault(key, []).append(unit.id)
    sides = {side.id: side for side in draft.stage.head.sides}
    order = {id_: index for index, id_ in enumerate(sides)}
    keys = sorted(
        boxes, key=lambda key: (order.get(key[1], 0), key[0] is Use.UNUSED, key[2] or 999, *key[3:])
    )
    areas = draft.stage.map.entry_areas
    return tuple(_box(draft, key, tuple(boxes[key]), sides, areas) for key in keys)


def _use(draft: Draft, unit: Unit) -> Use:
    """Tell what becomes of a unit that isn't there at the start."""
    turn, group = unit.entry.turn, unit.entry.group
    if turn is not None and turn > draft.last:
        return Use.UNUSED
    if group in draft.rolled:
        return Use.CONDITION
    return Use.UNUSED if turn is None else Use.ARRIVAL


def _box(
    draft: Draft,
    key: tuple[Use, str, int, int, str, str],
    units: tuple[str, ...],
    sides: Mapping[str, Side],
    areas: Mapping[str, EntryArea],
) -> Placement:
    """Return the placement of units that arrive together, or not at all."""
    use, side, turn, impulse, area, group = key
    name = sides[side].name if side in sides else side
    if use is Use.UNUSED:
        label = f"{name} not in this scenario: arrive later than turn {draft.last}, or on a roll"
        return Placement(f"{side}-unused", side, label, units, (), {}, use)
    where = areas.get(area)
    when = f"turn {turn}, impulse {impulse}" if turn else group
    note = f" ({group})" if turn and use is Use.CONDITION else ""
    label = f"{name} {when}, {where.name if where else area}{note}"
    id_ = f"{area}-t{turn:02}-{impulse}" if turn else f"{area}-{group}"
    return Placement(id_, side, label, units, where.hexes if where else (), {}, use)
