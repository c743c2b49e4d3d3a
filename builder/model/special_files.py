"""Reading ``special.toml``: figures that single rules name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from builder.model.game import Lake, Marker, Size
from builder.model.reader import Folder, Record, Seen
from builder.model.special import (
    Abandoned,
    AssaultLimit,
    BridgeBuilder,
    Bunkers,
    Detection,
    Draw,
    Garrison,
    Ice,
    Outcome,
    Retreat,
    Special,
    StackAddition,
    StackLimit,
    Thaw,
    UnitGroup,
)
from builder.model.terms import Terms, source_of

__all__ = ["Known", "read_special"]

SPECIAL = "special.toml"
STACK_COUNTS = ("equivalents", "battalions", "regiments", "artillery", "units")
STACK_SAME = ("formation", "division", "brigade")
NAMED = ("no_zone_alone", "one_regiment", "bridge_wreckers", "tank_destroyers")


@dataclass(frozen=True, slots=True)
class Known:
    """What special rules refer to besides :class:`Terms`; an empty collection isn't checked.

    Args:
        units: Ids of units.
        markers: Markers by id.
        towns: Names of towns.
        mobilities: Mobility letters.
        turns: Number of turns.
    """

    units: Collection[str]
    markers: Mapping[str, Marker]
    towns: Collection[str]
    mobilities: Collection[str]
    turns: int


def read_special(
    folder: Folder, terms: Terms, known: Known, groups: Mapping[str, UnitGroup]
) -> Special:
    """Read ``special.toml``.

    Args:
        folder: The files.
        terms: Words that are known.
        known: Further things that are known.
        groups: Groups of units.
    """
    record = folder.toml(SPECIAL)
    if record is None:
        return Special(groups=groups)
    named = record.table("named")
    names = {key: terms.group(named, key) if named else "" for key in NAMED}
    builders = terms.group(named, "bridge_builders") if named else ""
    if named is not None:
        named.no_more_keys()
    special = Special(
        groups=groups,
        stack_limits=_stack_limits(record, terms),
        stack_additions=_stack_additions(record, terms),
        thaw=_thaw(record, terms, known),
        ice=_ice(record, terms),
        bunkers=_bunkers(record),
        bridge_builders=_builders(record, known, groups.get(builders) if terms.groups else None),
        assault_limits=_assault_limits(record, terms),
        detection=_detection(record, terms),
        garrisons=_garrisons(record, terms, known),
        draws=_draws(record, terms, known),
        abandoned=_abandoned(record, terms, known),
        retreat=_retreat(record, terms),
        optional=terms.words(record, "optional", terms.sections, "section"),
        **names,
    )
    record.no_more_keys()
    return special


def _side(record: Record, terms: Terms) -> str:
    """Return the side of a record."""
    side = record.text("side")
    if side and terms.sides and side not in terms.sides:
        record.report(
            "DAT-side", "side", f"unknown side {side!r}", "one of " + ", ".join(terms.sides)
        )
    return side or ""


def _stack_limits(record: Record, terms: Terms) -> tuple[StackLimit, ...]:
    """Read the ways to fill a hex."""
    found, seen = [], Seen("stack")
    for item in record.tables("stack"):
        id_, name, side = item.id("id"), item.text("name"), _side(item, terms)
        counts = item.table("most")
        most: dict[str, int] = {}
        if counts is not None:
            terms.check(item, "most", counts.values, STACK_COUNTS, "way to count")
            most = {key: counts.integer(key, 1, 99) or 1 for key in counts.values}
        same = item.text("same", required=False) or ""
        terms.check(item, "same", [same] if same else (), STACK_SAME, "kind of formation")
        divisional = not item.flag("nondivisional")
        mark = source_of(item)
        item.no_more_keys()
        if seen.add(item, "id", id_) and id_:
            found.append(StackLimit(id_, name or id_, side, most, same, divisional, mark))
    return tuple(found)


def _stack_additions(record: Record, terms: Terms) -> dict[str, StackAddition]:
    """Read what may be added to a stack, by side."""
    table = record.table("stack_addition")
    found: dict[str, StackAddition] = {}
    if table is None:
        return found
    terms.check(table, "", table.values, terms.sides, "side")
    for side in table.values:
        item = table.table(side)
        if item is None:
            continue
        size = item.choice("size", tuple(Size), "DAT-word") or ""
        group, most = terms.group(item, "group", required=False), item.integer("most", 1, 99) or 1
        companies = item.integer("companies", 1, 99, required=False) or 0
        found[side] = StackAddition(side, size, group, most, companies, source_of(item))
        item.no_more_keys()
    return found


def _thaw(record: Record, terms: Terms, known: Known) -> Thaw | None:
    """Read when lakes and rivers don't bear."""
    item = record.table("thaw")
    if item is None:
        return None
    weather = terms.weathers(item, "weather")
    barred = terms.words(item, "barred", known.mobilities, "mobility")
    thaw = Thaw(weather, barred, source_of(item))
    item.no_more_keys()
    return thaw


def _ice(record: Record, terms: Terms) -> tuple[Ice, ...]:
    """Read the rolls for the ice."""
    found = []
    for item in record.tables("ice"):
        weather = terms.weathers(item, "weather")
        lakes = terms.words(item, "lakes", tuple(Lake), "lake hexside")
        group = terms.group(item, "group")
        lost_on = terms.rolls(item, "lost_on")
        losses, unless = item.integer("losses", 1, 99) or 1, item.flag("unless_way")
        found.append(Ice(weather, lakes, group, lost_on, losses, unless, source_of(item)))
        item.no_more_keys()
    return tuple(found)


def _bunkers(record: Record) -> Bunkers | None:
    """Read what a bunker fires with."""
    item = record.table("bunkers")
    if item is None:
        return None
    combat, antitank = (item.fraction(key) or Fraction(0) for key in ("combat", "antitank"))
    bunkers = Bunkers(combat, antitank, item.flag("zone"), source_of(item))
    item.no_more_keys()
    return bunkers


def _builders(record: Record, known: Known, group: UnitGroup | None) -> tuple[BridgeBuilder, ...]:
    """Read who builds which bridge: each unit of a group one, each bridge one builder."""
    before = len(record.folder.problems)
    found, seen, used = [], Seen("builder"), Seen("bridge")
    for item in record.tables("bridge_builder"):
        unit, marker, mark = item.text("unit"), item.text("marker"), source_of(item)
        item.no_more_keys()
        if unit and known.units and unit not in known.units:
            item.report("DAT-group-unit", "unit", f"there is no unit {unit!r:.60}", "see units.csv")
        elif unit and group is not None and group.units and unit not in group:
            text = f"{unit} isn't of the group {group.id}"
            item.report("DAT-group-fit", "unit", text, "a unit that the rules let build")
        there = known.markers.get(marker or "")
        if marker and known.markers and (there is None or there.kind != "bridge"):
            text = f"{marker!r:.60} is no bridge"
            item.report("DAT-builder-bridge", "marker", text, "an id of kind bridge in markers.csv")
        if seen.add(item, "unit", unit) and used.add(item, "marker", marker) and unit and marker:
            found.append(BridgeBuilder(unit, marker, mark))
    sound = len(record.folder.problems) == before
    for unit in sorted(group.units - seen.lines.keys()) if group and sound else ():
        text = f"{unit} has no bridge"
        record.report("DAT-builder-bridge", "bridge_builder", text, "[[bridge_builder]] for each")
    return tuple(found)


def _assault_limits(record: Record, terms: Terms) -> tuple[AssaultLimit, ...]:
    """Read who may not all assault at once."""
    found = []
    for item in record.tables("assault_limit"):
        groups = terms.words(item, "groups", terms.groups, "group")
        most, rule = item.integer("most", 1, 99) or 1, terms.section(item)
        found.append(AssaultLimit(rule, groups, most, source_of(item)))
        item.no_more_keys()
    return tuple(found)


def _detection(record: Record, terms: Terms) -> Detection | None:
    """Read the roll for commandos."""
    item = record.table("detection")
    if item is None:
        return None
    group, also = terms.group(item, "group"), terms.group(item, "also", required=False)
    up_to, per = item.integer("found_up_to", 1, 6) or 1, item.integer("per_other", -6, 6) or 0
    detection = Detection(group, also, up_to, per, source_of(item))
    item.no_more_keys()
    return detection


def _retreat(record: Record, terms: Terms) -> Retreat | None:
    """Read who may retreat before combat."""
    item = record.table("retreat")
    if item is None:
        return None
    rule, group = terms.section(item), terms.group(item, "group")
    retreat = Retreat(rule, group, item.integer("hexes", 1, 99) or 1, source_of(item))
    item.no_more_keys()
    return retreat


def _garrisons(record: Record, terms: Terms, known: Known) -> tuple[Garrison, ...]:
    """Read who is bound to a town."""
    found = []
    for item in record.tables("garrison", required=False):
        group, place = terms.group(item, "group"), item.text("place") or ""
        terms.check(item, "place", [place] if place else (), known.towns, "town")
        still = item.integer("still_through", 0, 999) or 0
        released = _released(item, known)
        found.append(Garrison(group, place, still, released, source_of(item)))
        item.no_more_keys()
    return tuple(found)


def _released(item: Record, known: Known) -> dict[int, int]:
    """Read the highest releasing roll by turn: rising, and certain at last."""
    table = item.table("released_by")
    if table is None:
        return {}
    last = known.turns or 999
    turns = [key for key in table.values if key.isascii() and key.isdigit() and len(key) <= 3]
    found = {int(turn): table.integer(turn, 1, 6) or 1 for turn in turns}
    rolls = list(found.values())
    rising = list(found) == sorted(found) and rolls == sorted(set(rolls))
    if len(turns) < len(table.values) or not rising or rolls[-1:] != [6] or max(found) > last:
        text = "released_by doesn't rise turn by turn to a certain release"
        item.report("DAT-garrison", "released_by", text, "turn = highest roll, at last 6")
    return found


def _draws(record: Record, terms: Terms, known: Known) -> tuple[Draw, ...]:
    """Read reinforcements by chance; one that follows another stands below it."""
    found: list[Draw] = []
    seen = Seen("draw")
    for item in record.tables("draw"):
        id_, name, side = item.id("id"), item.text("name"), _side(item, terms)
        after = item.text("after", required=False) or ""
        turn = item.integer("turn", 1, known.turns or 999, required=not after)
        after_rolls = terms.rolls(item, "after_rolls") if after else ()
        if after and after not in seen:
            text = f"no draw {after!r:.60} stands above"
            item.report("DAT-draw", "after", text, "a draw follows one above it")
        outcomes, rolled = _outcomes(item, terms)
        mark = source_of(item)
        item.no_more_keys()
        if seen.add(item, "id", id_) and id_:
            found.append(
                Draw(*(id_, name or id_, side, turn, after, after_rolls, rolled, outcomes, mark))
            )
    return tuple(found)


def _outcomes(item: Record, terms: Terms) -> tuple[tuple[Outcome, ...], bool]:
    """Read what the rolls of a draw bring, and whether there is a roll at all."""
    value = item.raw("outcomes")
    found: list[Outcome] = []
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        if value is not None:
            hint = '[{ rolls = [6], group = "..." }]'
            item.report("DAT-value-type", "outcomes", "outcomes isn't a list of tables", hint)
        return (), True
    for row in value:
        group = str(row.get("group", ""))
        terms.check(item, "outcomes", [group], terms.groups, "group")
        found.append(Outcome(terms.rolls(item, "outcomes", row.get("rolls", ())), group))
    rolls = [roll for outcome in found for roll in outcome.rolls]
    certain = len(found) == 1 and not rolls
    if len(rolls) > len(set(rolls)) or (not certain and any(not one.rolls for one in found)):
        text = "the outcomes share a roll, or one has none"
        item.report("DAT-draw", "outcomes", text, "each roll at most once; no roll if certain")
    return tuple(found), not certain


def _abandoned(record: Record, terms: Terms, known: Known) -> Abandoned | None:
    """Read what a weapons unit is without its equipment."""
    item = record.table("abandoned")
    if item is None:
        return None
    rule = terms.section(item)
    group, unwilling, never = (
        terms.group(item, key) for key in ("group", "unwilling", "never_back")
    )
    combat, antitank = (item.fraction(key) or Fraction(0) for key in ("combat", "antitank"))
    mobility = item.text("mobility") or ""
    terms.check(item, "mobility", [mobility], known.mobilities, "mobility")
    turns = item.table("back_after")
    back = {side: turns.integer(side, 1, 99) or 1 for side in terms.sides} if turns else {}
    if turns is not None and terms.sides:
        turns.no_more_keys()
    mark = source_of(item)
    item.no_more_keys()
    return Abandoned(rule, group, unwilling, combat, antitank, mobility, back, never, mark)
