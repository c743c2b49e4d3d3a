"""Reading what units and bunkers have lost before a scenario, and whether it can be so."""

from __future__ import annotations

from builder.model.game import Unit
from builder.model.marker_files import MARKERS
from builder.model.reader import Record, Seen
from builder.model.scenario import BunkerLosses, Loss, LossItem
from builder.model.scenario_areas import sound
from builder.model.scenario_bodies import BODIES, Body
from builder.model.scenario_draft import Draft

__all__ = ["read_bunker_losses", "read_losses"]


def read_losses(draft: Draft) -> tuple[Loss, ...]:
    """Read the losses to date; what is lost must be there, and no unit may lose it twice."""
    found: list[Loss] = []
    seen, used = Seen("loss of"), dict[str, str]()
    for item in draft.record.tables("loss", required=False):
        loss = _loss(draft, item)
        if loss is None or not seen.add(item, "body", loss.body):
            continue
        found.append(loss)
        units = [unit for each in loss.items for unit in each.units]
        twice = next((unit for unit in units if unit in used), None)
        if twice is not None and draft.whole:
            text = f"unit {twice} is already in the losses of {used[twice]}"
            item.report("DAT-loss-twice", "body", text, "no unit in two lines of losses")
        used |= dict.fromkeys(units, loss.body)
    return tuple(found)


def _loss(draft: Draft, item: Record) -> Loss | None:
    """Read one line of losses."""
    stage = draft.stage
    name = item.id("body")
    body = stage.bodies.of(item, "body", name) if name is not None else None
    printed, mark = item.text("printed", required=False), item.mark("src")
    note, each = item.text("note", required=False), item.integer("each", 1, 99, required=False)
    every, rebuilt = item.flag("all"), item.flag("rebuilt")
    table = item.table("strength", required=not every)
    there = [] if body is None else _there(draft, body)
    items = _items(draft, table, there) if table is not None else []
    if every:
        strength = sum(unit.strength for unit in there)
        items = [LossItem("all", strength, tuple(unit.id for unit in there))]
    item.no_more_keys()
    if body is None or mark is None:
        return None
    if draft.whole:
        _check_fit(draft, item, items, each)
    return Loss(
        body=body.id,
        name=printed or body.name,
        side=body.side,
        items=tuple(items),
        source=mark,
        each=each,
        all=every,
        rebuilt=rebuilt,
        note=note or "",
    )


def _there(draft: Draft, body: Body) -> list[Unit]:
    """Return the units of a body that are there when the scenario starts."""
    units = draft.stage.units.units
    return [units[id_] for id_ in body.units if id_ in units and draft.there(units[id_])]


def _items(draft: Draft, table: Record, there: list[Unit]) -> list[LossItem]:
    """Read strength points by type; no two types of a line share a unit."""
    found: list[LossItem] = []
    for word in table.values:
        strength = table.integer(word, 1, 999)
        types = draft.stage.bodies.types.get(word)
        if types is None:
            if table.folder.whole(BODIES):
                hint = f"a word of [types] in {BODIES}"
                table.report("DAT-loss-type", word, f"unknown type {word!r}", hint)
            continue
        units = tuple(unit.id for unit in there if types & {unit.type, str(unit.kind)})
        shared = {unit for item in found for unit in item.units} & set(units)
        if shared:
            text = f"{word} and another type both mean unit {min(shared)}"
            table.report("DAT-loss-twice", word, text, "no unit in two items of losses")
        if strength is not None:
            found.append(LossItem(word, strength, units))
    return found


def _check_fit(draft: Draft, item: Record, items: list[LossItem], each: int | None) -> None:
    """Check that the units there at the start have what a line takes from them."""
    units = draft.stage.units.units
    for loss in items:
        have = sum(units[id_].strength for id_ in loss.units)
        if not loss.units or loss.strength > have:
            text = f"{loss.strength} SP of {loss.type} lost, {have} there before turn {draft.first}"
            hint = "see strength and type of its units, and [types] of " + BODIES
            item.report_misfit("DAT-loss-fit", "strength", text, hint)
        elif each is not None and each * len(loss.units) != loss.strength:
            text = f"{each} of each of {len(loss.units)} units is not {loss.strength} SP"
            hint = "see `type` of its units, and [types] of " + BODIES
            item.report_misfit("DAT-loss-each", "each", text, hint)


def read_bunker_losses(draft: Draft) -> BunkerLosses | None:
    """Read what the bunkers lost; those that are gone were lost whole, the others not wholly."""
    item = draft.record.table("bunker_losses", required=False)
    if item is None:
        return None
    numbering = draft.stage.head.numbering
    strength, mark = item.integer("strength", 0, 999), item.mark("src")
    vacant = item.hexes("vacant", numbering, required=False)
    gone = _gone(draft, item)
    note = item.text("note", required=False) or ""
    item.no_more_keys()
    if strength is None or mark is None or gone is None or not sound(item.folder, MARKERS):
        return None
    lost = sum(gone.values())
    most = lost + sum(bunker.strength - 1 for bunker in draft.bunkers)
    if not lost <= strength <= most:
        text = (
            f"{strength} SP lost; {len(gone)} bunkers gone and {len(draft.bunkers)} standing lose "
        )
        text += f"{lost} to {most}"
        hint = f"from {lost} to {most}"
        item.report_misfit("DAT-bunker-loss", "strength", text, hint)
    if len(vacant) != len(gone):
        text = f"{len(vacant)} hexes vacant, {len(gone)} bunkers gone"
        item.report("DAT-bunker-loss", "vacant", text, "one hex for each bunker that is gone")
    for cell in vacant:
        if cell in {bunker.hex for bunker in draft.bunkers}:
            number = numbering.format(cell)
            text = f"a bunker stands in the vacant hex {number}"
            item.report("DAT-bunker-loss", "vacant", text, "see [[bunker]]", token=number)
    return BunkerLosses(strength, tuple(gone), tuple(vacant), strength - lost, mark, note)


def _gone(draft: Draft, item: Record) -> dict[str, int] | None:
    """Return the strength of each bunker that is gone, by id; ``None`` if one can't be told."""
    found: dict[str, int] = {}
    sound_ = True
    for id_ in item.words("gone", required=False):
        marker = draft.stage.units.markers.get(id_)
        if marker is None or marker.kind != "bunker":
            if item.folder.whole(MARKERS):
                hint = "the id of a bunker of markers.csv"
                text = f"unknown bunker {id_!r}"
                item.report("DAT-scenario-marker", "gone", text, hint, token=id_)
            sound_ = False
        elif not draft.markers.add(item, "gone", id_):
            sound_ = False
        else:
            found[id_] = marker.strength or 0
    return found if sound_ else None
