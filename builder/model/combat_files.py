"""Reading ``combat.toml``: fire tables, modifiers, multipliers, morale, observation."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from builder.model.combat import (
    Combat,
    Control,
    Cover,
    Modifier,
    Morale,
    MoraleModifier,
    Multiplier,
    Observation,
    Shock,
    Target,
)
from builder.model.counter_files import MARKER_KINDS
from builder.model.fire_files import read_fire_table
from builder.model.game import Kind
from builder.model.reader import Folder, Record, Seen
from builder.model.terms import Terms, own_marks, source_of

__all__ = ["read_combat"]

COMBAT = "combat.toml"
NEEDED_TABLES = ("conventional", "antitank", "barrage")
FIGURES = ("combat", "antitank", "support", "barrage", "defence")
OBSERVERS = ("any", "own")
Word = TypeVar("Word", bound=StrEnum)


def read_combat(folder: Folder, terms: Terms) -> Combat:
    """Read ``combat.toml``.

    Args:
        folder: The files.
        terms: Words that are known.
    """
    record = folder.toml(COMBAT)
    if record is None:
        return Combat()
    tables = {}
    for id_ in NEEDED_TABLES:
        item = record.table(id_)
        table = read_fire_table(item, id_, terms.section(item)) if item else None
        if table is not None:
            tables[id_] = table
    only, never = _exceptions(record, terms)
    combat = Combat(
        tables=tables,
        barrage_modifiers=_barrage_modifiers(record, terms),
        barrage_only=only,
        barrage_never=never,
        multipliers=_multipliers(record, terms),
        cover=_cover(record, terms),
        artillery=_artillery(record, terms),
        morale=_morale(record, terms),
        morale_modifiers=_morale_modifiers(record, terms),
        shocks=_shocks(record, terms),
        observation=_observation(record, terms),
    )
    _check_exceptions(record, combat)
    record.no_more_keys()
    return combat


def _enum(record: Record, key: str, options: type[Word], default: Word) -> Word:
    """Return a word of a closed list."""
    word = record.choice(key, tuple(options), "DAT-word")
    return default if word is None else options(word)


def _barrage_modifiers(record: Record, terms: Terms) -> tuple[Modifier, ...]:
    """Read the modifiers of the barrage die."""
    found, seen = [], Seen("modifier")
    for item in record.tables("barrage_modifier"):
        id_, name = item.text("id"), item.text("name")
        value = item.integer("value", -20, 20)
        target = _enum(item, "target", Target, Target.SIGHT)
        known: Mapping[Target, Collection[str]] = {
            Target.KIND: tuple(Kind),
            Target.TERRAIN: terms.terrain,
            Target.COVER: MARKER_KINDS,
            Target.SIGHT: (),
        }
        of = terms.words(item, "of", known[target], f"{target} of a target")
        per = item.integer("per_hexes", 1, 99, required=False) or 0
        mark = source_of(item)
        item.no_more_keys()
        if seen.add(item, "id", id_) and id_ and value is not None:
            found.append(Modifier(id_, name or id_, value, target, of, per, mark))
    return tuple(found)


def _exceptions(
    record: Record, terms: Terms
) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Read which modifiers alone, and which never, apply."""
    found: list[dict[str, tuple[str, ...]]] = []
    for key, known, what in (
        ("barrage_only", MARKER_KINDS, "kind of marker"),
        ("barrage_never", tuple(Kind), "class of unit"),
    ):
        table = record.table(key)
        values = {name: tuple(table.words(name)) for name in table.values} if table else {}
        if table is not None:
            for name in values:
                terms.check(table, name, [name], known, what)
        found.append(values)
    return found[0], found[1]


def _check_exceptions(record: Record, combat: Combat) -> None:
    """Check that exceptions name modifiers that are there."""
    known = [modifier.id for modifier in combat.barrage_modifiers]
    for key, values in (
        ("barrage_only", combat.barrage_only),
        ("barrage_never", combat.barrage_never),
    ):
        table = record.table(key, required=False)
        for name, ids in values.items():
            if table is not None and known:
                Terms().check(table, name, ids, known, "modifier")


def _multipliers(record: Record, terms: Terms) -> dict[str, Multiplier]:
    """Read what multiplies factors."""
    found: dict[str, Multiplier] = {}
    seen = Seen("multiplier")
    for item in record.tables("multiplier"):
        id_, name = item.id("id"), item.text("name")
        factor = item.fraction("factor")
        applies = tuple(item.words("applies"))
        terms.check(item, "applies", applies, FIGURES, "figure")
        group, terrain = terms.group(item, "group", required=False), terms.terrains(item, "terrain")
        rule, mark = terms.section(item), source_of(item)
        item.no_more_keys()
        if seen.add(item, "id", id_) and id_ and factor is not None:
            found[id_] = Multiplier(
                *(id_, name or id_, factor, applies, group, terrain, rule, mark)
            )
    return found


def _cover(record: Record, terms: Terms) -> Cover | None:
    """Read how terrain lowers the defence of AFVs."""
    item = record.table("afv_cover")
    if item is None:
        return None
    terrain, reduction = terms.terrains(item, "terrain"), item.integer("reduction", 0, 20)
    cover = Cover(terrain, reduction or 0, source_of(item))
    item.no_more_keys()
    return cover


def _artillery(record: Record, terms: Terms) -> dict[str, Control]:
    """Read how artillery is bound to formations, by side."""
    table = record.table("artillery")
    found: dict[str, Control] = {}
    if table is None:
        return found
    for side in terms.sides or tuple(table.values):
        item = table.table(side)
        if item is None:
            continue
        others = item.integer("other_stacks", 0, 99) or 0
        who = item.choice("observers", OBSERVERS, "DAT-word")
        found[side] = Control(others, who == "any", source_of(item))
        item.no_more_keys()
    table.no_more_keys()
    return found


def _morale(record: Record, terms: Terms) -> Morale | None:
    """Read how morale is checked."""
    item = record.table("morale")
    if item is None:
        return None
    names = ("dice", "fail", "rout", "retreat", "zoc_loss", "covered_by")
    figures = {name: item.integer(name, 0, 20) or 0 for name in names}
    losses = item.table("rout_loss")
    rout_loss = {str(kind): losses.integer(kind, 0, 20) or 0 for kind in Kind} if losses else {}
    if losses is not None:
        losses.no_more_keys()
    if figures["fail"] >= figures["rout"]:
        text = f"rout {figures['rout']} doesn't lie above fail {figures['fail']}"
        item.report("DAT-morale", "rout", text, "the least excess over the morale of each")
    kinds, mark = terms.kinds(item, "covered_kinds"), source_of(item)
    item.no_more_keys()
    return Morale(rout_loss=rout_loss, covered_kinds=kinds, source=mark, **figures)


def _morale_modifiers(record: Record, terms: Terms) -> tuple[MoraleModifier, ...]:
    """Read the modifiers of the morale roll."""
    found, seen = [], Seen("modifier")
    for item in record.tables("morale_modifier"):
        id_, name, value = item.id("id"), item.text("name"), item.integer("value", -20, 20)
        each = item.flag("each")
        weather, kinds = terms.weathers(item, "weather"), terms.kinds(item, "kinds")
        unless = terms.terrains(item, "unless_terrain")
        rule, mark = terms.section(item), source_of(item)
        item.no_more_keys()
        if seen.add(item, "id", id_) and id_ and value is not None:
            found.append(
                MoraleModifier(*(id_, name or id_, value, each, weather, kinds, unless, rule, mark))
            )
    return tuple(found)


def _shocks(record: Record, terms: Terms) -> dict[str, Shock]:
    """Read what makes units check one level worse."""
    found: dict[str, Shock] = {}
    seen = Seen("shock")
    for item in record.tables("shock"):
        id_, name, levels = item.id("id"), item.text("name"), item.integer("levels", 1, 9)
        by, victims, immune, shields = (
            terms.group(item, key) for key in ("by", "victims", "immune", "shields")
        )
        unless = terms.terrains(item, "unless_terrain")
        rule, mark = terms.section(item), source_of(item)
        item.no_more_keys()
        if seen.add(item, "id", id_) and id_ and levels is not None:
            found[id_] = Shock(
                *(id_, name or id_, by, levels, victims, immune, shields, unless, rule, mark)
            )
    return found


def _observation(record: Record, terms: Terms) -> Observation | None:
    """Read how far targets are seen."""
    item = record.table("observation")
    if item is None:
        return None
    near_, far_, high = (
        item.integer(key, 1, 99) or 1 for key in ("range", "down_slope", "from_high")
    )
    group, more = terms.group(item, "conspicuous"), item.integer("conspicuous_more", 0, 99) or 0
    blocking, near = terms.terrains(item, "blocking"), item.fraction("near") or Fraction(1)
    table = item.table("weather")
    weather = {}
    if table is not None:
        weather = {key: table.integer(key, -20, 20) or 0 for key in terms.weather}
        own_marks(table)
        if terms.weather:
            table.no_more_keys()
    mark = source_of(item)
    item.no_more_keys()
    return Observation(near_, far_, high, group, more, blocking, weather, near, mark)
