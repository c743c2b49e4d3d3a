"""What a barrage of a hex may come to: who bears on it, column, each target's die (11B, 11C)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from assistant.audit.answer import Answer, Drawing, Line, Shade, Table
from assistant.errors import LogError
from assistant.games.white_death.play.book import exact
from assistant.games.white_death.play.fire.barrage import farthest, may_barrage, observed
from assistant.games.white_death.play.fire.barrage_dice import die_parts
from assistant.games.white_death.play.fire.engaged import BARRAGE_PHASE
from assistant.games.white_death.play.fire.observation import Sight, seen_by
from assistant.games.white_death.play.fire.resolve import barrage_of
from assistant.games.white_death.play.fire.tables import BARRAGE, barrage_column
from assistant.games.white_death.play.fire.values import barrage_parts, is_artillery, total
from assistant.games.white_death.play.supply.accounts import BARRAGE as BARRAGES
from assistant.games.white_death.play.supply.accounts import ROCKETS
from assistant.games.white_death.queries.asked import Asked, around
from assistant.games.white_death.queries.chances import chances, next_column
from assistant.games.white_death.queries.engagement import (
    in_impulse,
    origins,
    own_bunker,
    side_against,
)
from assistant.games.white_death.queries.supply import price
from assistant.games.white_death.state.position import Position
from builder.hexgrid import Hex, distance

__all__ = ["barrage"]

_FIRERS = ("unit", "in", "observed", "value", "made of", "rule", "rockets unpaid")
_SILENT = ("unit", "in", "why not", "rule")
_TARGETS = ("target", "added to the die", "made of", "rule", "losses by the die")
_SEEN = {
    Sight.YES: "yes",
    Sight.NO: "no",
    Sight.UNSURE: "not certain: something may block the view (A-31); taken as no",
}
_NOTES = (
    "it counts as observed if every unit that fires observes it, or others do for it (WD-11C.1)",
    (
        "a unit loses at most half its strength to the barrages of a phase, its last point if "
        "it has but one; a bunker loses all that is called for (WD-11B.9)"
    ),
    "the value may be split into several attacks, each with a die for every target (WD-11B.5)",
    "who fires a barrage fires nothing else in the impulse (WD-11B.2)",
)


def barrage(asked: Asked, target: str, names: Sequence[str] = ()) -> Answer:
    """Tell what a barrage of a hex comes to, if all that bear on it fire at it, or those named.

    Args:
        asked: The position.
        target: Number of the hex.
        names: Artillery as people name it; none: all that may fire at the hex.

    Raises:
        LogError: No such hex or unit, nobody is there, or nobody has it in range.
    """
    hex_ = asked.cell(target)
    side, rules = side_against(asked, hex_), asked.rules
    position = replace(in_impulse(asked, side), phase=BARRAGE_PHASE)
    guns = _guns(asked, position, hex_, side, names)
    silent = {unit: _silent(asked, position, unit, hex_) for unit in guns}
    firers = tuple(unit for unit in guns if not silent[unit])
    worth, value = _worth(asked, position, firers, hex_)
    facts = _facts(asked, position, firers, hex_, value)
    tables = (
        Table("Who fires", _FIRERS, worth),
        Table(
            "In range, but may not fire",
            _SILENT,
            tuple(row for rows in silent.values() for row in rows),
        ),
        Table("Targets, one die each", _TARGETS, _dice(asked, position, firers, hex_, value)),
    )
    title = f"Barrage of {rules.number(hex_)}, {asked.moment}"
    drawing = _drawing(asked, position, hex_, firers)
    return Answer(title, facts, tables, drawing, (*_NOTES, *asked.frozen, *asked.notes))


def _facts(
    asked: Asked, position: Position, firers: tuple[str, ...], hex_: Hex, value: Fraction
) -> tuple[tuple[str, str], ...]:
    """Return what holds of the whole barrage."""
    rules = asked.rules
    facts = [
        ("hex", rules.number(hex_)),
        ("side that fires", rules.game.side(position.phasing).name),
        ("weather", rules.game.weather.get(position.weather, "not known: as in frost")),
        ("value (WD-11B.4)", exact(value)),
        ("column (WD-11B.11)", barrage_column(value, rules)),
        ("next column", next_column(BARRAGE, value, Fraction(1), rules)),
    ]
    if firers:
        facts += [
            ("observed (WD-11C.1)", _SEEN[observed(firers, hex_, position, rules)]),
            ("farthest (WD-11C.1)", f"{farthest(firers, hex_, position)} hexes"),
            ("barrages cost (WD-15A.2)", price(asked, BARRAGES, firers)),
        ]
    group = rules.group(rules.game.supply.costs[ROCKETS].group)
    launchers = [unit for unit in firers if unit in group]
    if launchers:
        told = price(asked, ROCKETS, launchers)
        facts.append(("with rockets at full factor (WD-15A.3)", told))
    return tuple(facts)


def _guns(
    asked: Asked, position: Position, hex_: Hex, side: str, names: Sequence[str]
) -> tuple[str, ...]:
    """Return the artillery named, else all of a side that has the hex in range.

    Raises:
        LogError: A unit that is named is none of that side, or nobody has.
    """
    rules = asked.rules
    named = tuple(dict.fromkeys(asked.unit(name) for name in names))
    for unit in named:
        if position.side_of(unit) != side:
            number = rules.number(hex_)
            raise LogError(f"{rules.label(unit)} is no enemy of those in {number}")
    found = named or tuple(
        unit
        for cell, units in sorted(position.forces[side].stacks.items())
        for unit in units
        if is_artillery(unit, position, rules)
        and distance(cell, hex_) <= (rules.unit(unit).range or 0)
    )
    if not found:
        name = rules.game.side(side).name
        raise LogError(f"no {name} artillery has {rules.number(hex_)} in range")
    return found


def _silent(
    asked: Asked, position: Position, unit: str, hex_: Hex
) -> list[tuple[str, str, str, str]]:
    """Return why a unit may not fire at a hex, nothing if it may."""
    rules, piece = asked.rules, position.piece(unit)
    at = rules.number(piece.at) if piece is not None and piece.at is not None else "-"
    return [
        (rules.label(unit), at, each.told, each.rule)
        for each in may_barrage(unit, hex_, position, rules)
        if each.holds is False
    ]


def _worth(
    asked: Asked, position: Position, firers: Sequence[str], hex_: Hex
) -> tuple[tuple[tuple[str, ...], ...], Fraction]:
    """Return what each unit's fire is worth and made of, and what all of it is worth."""
    rules, value = asked.rules, Fraction(0)
    rows = []
    for unit in firers:
        paid = barrage_parts(unit, hex_, position, rules, rockets=True)
        bare = barrage_parts(unit, hex_, position, rules, rockets=False)
        value += total(paid)
        piece = position.piece(unit)
        rows.append(
            (
                rules.label(unit),
                rules.number(piece.at) if piece is not None and piece.at is not None else "-",
                _SEEN[seen_by(unit, hex_, position, rules)].partition(":")[0],
                exact(total(paid)),
                "; ".join(f"{exact(amount)} {why}" for amount, why, _ in paid),
                " ".join(dict.fromkeys(rule for _, _, rule in paid)),
                exact(total(bare)) if bare != paid else "-",
            )
        )
    return tuple(rows), value


def _dice(
    asked: Asked, position: Position, firers: tuple[str, ...], hex_: Hex, value: Fraction
) -> tuple[tuple[str, ...], ...]:
    """Return what is added to each target's die, and what its faces bring."""
    rules = asked.rules
    if not firers:
        return ()
    attack = barrage_of(position, rules, firers, hex_, value)
    enemy = position.holder(hex_) or rules.enemy(position.phasing)
    bunker = own_bunker(asked, hex_, enemy)
    rows = []
    for unit in (*position.stack(hex_, enemy), *((bunker,) if bunker else ())):
        parts = die_parts(unit, attack, position, rules)
        more = int(total(parts))
        rows.append(
            (
                rules.label(unit),
                f"{more:+d}" if more else "0",
                "; ".join(f"{exact(amount)} {why}" for amount, why, _ in parts) or "-",
                " ".join(dict.fromkeys(rule for _, _, rule in parts)) or "WD-11B.7",
                chances(BARRAGE, barrage_column(value, rules), rules, more),
            )
        )
    return tuple(rows)


def _drawing(asked: Asked, position: Position, hex_: Hex, firers: Sequence[str]) -> Drawing:
    """Return the hex, the guns that bear on it, and what stands around."""
    guns = origins(position, firers)
    area = around({hex_, *guns}, asked.rules.game.map.hexes)
    return Drawing(
        area,
        shades={hex_: Shade.TARGET},
        lines=tuple((Line.FIRE, (gun, hex_)) for gun in guns),
        rings=(hex_,),
        stacks=asked.shown(area, firers),
    )
