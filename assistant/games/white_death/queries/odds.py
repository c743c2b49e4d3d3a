"""What an assault on a hex may come to: fire values, defence, columns, chances, support."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from assistant.audit.answer import Answer, Drawing, Line, Shade, Table
from assistant.games.white_death.play.book import Part, exact
from assistant.games.white_death.play.fire.commitment import DIRECT, may_fire
from assistant.games.white_death.play.fire.defence import antitank_defence, conventional_defence
from assistant.games.white_death.play.fire.engaged import ASSAULT, DEFENSIVE
from assistant.games.white_death.play.fire.tables import CONVENTIONAL, column_of
from assistant.games.white_death.play.fire.tested import hold
from assistant.games.white_death.play.fire.values import Parts, direct_parts, total
from assistant.games.white_death.play.supply.accounts import ASSAULT as ASSAULTS
from assistant.games.white_death.queries.asked import Asked, around
from assistant.games.white_death.queries.chances import chances, next_column
from assistant.games.white_death.queries.engagement import (
    attackers,
    in_impulse,
    origins,
    own_bunker,
    side_against,
)
from assistant.games.white_death.queries.supply import price
from assistant.games.white_death.queries.support import support
from assistant.games.white_death.state.position import Position
from builder.hexgrid import Hex

__all__ = ["odds"]

_FIRERS = ("unit", "at", "fire", "value", "for", "rule")
_TARGETS = (
    *("unit", "fire", "defence", "for", "rule"),
    *("odds", "column", "next column", "results of the die"),
)
_COLUMN = _TARGETS.index("column")
_AREA = 3
_NOTES = (
    (
        "every target is held against all fire that may hit its hex; each value is fired once, and "
        "shared among the targets (WD-9C.3, WD-10C.3)"
    ),
    "losses to defensive fire and barrage come before the assault and lessen its fire (WD-9C.1)",
    "support is added to the conventional fire of the stack that it is for (WD-11A.1)",
)


def odds(asked: Asked, target: str, names: Sequence[str] = ()) -> Answer:
    """Tell what direct fire comes to if units assault a hex, before any losses.

    Every target is held against all that may be fired at it: what it gets in play is a part.
    Support that could be added is told by itself.

    Args:
        asked: The position.
        target: Number of the hex.
        names: Units as people name them; none: all that stand next to the hex and may.

    Raises:
        LogError: No such hex or unit, nobody there to assault, or nobody to do it.
    """
    hex_ = asked.cell(target)
    side, rules = side_against(asked, hex_), asked.rules
    units = attackers(asked, names, hex_, side)
    position = in_impulse(asked, side, units, hex_)
    enemy = rules.enemy(side)
    defenders, bunker = position.stack(hex_, enemy), own_bunker(asked, hex_, enemy)
    guards = (*defenders, bunker) if bunker else defenders
    attack, defence = replace(position, phase=ASSAULT), replace(position, phase=DEFENSIVE)
    stacks = origins(position, units)
    assault = _fire(asked, attack, "Assault", units, (hex_,), defenders)
    tables = [
        *_fire(asked, defence, "Defensive fire", guards, stacks, units),
        *support(asked, defence, [(hex_, stack) for stack in stacks]),
        *assault,
        *support(asked, attack, [(stack, hex_) for stack in stacks]),
    ]
    facts = (
        ("hex", rules.number(hex_)),
        ("side that assaults", rules.game.side(side).name),
        ("assault with", ", ".join(rules.label(unit) for unit in units)),
        ("against", ", ".join(rules.label(unit) for unit in guards)),
        ("weather", rules.game.weather.get(position.weather, "not known: as in frost")),
        ("assaults cost (WD-15A.1)", price(asked, ASSAULTS, units)),
    )
    drawing = _drawing(asked, hex_, stacks, (*units, *defenders))
    columns = dict.fromkeys(row[_COLUMN] for row in assault[1].rows)
    drawing = replace(drawing, letters={hex_: " ".join(columns)} if columns else {})
    title = f"Assault on {rules.number(hex_)}, {asked.moment}"
    return Answer(title, facts, tuple(tables), drawing, (*_NOTES, *asked.frozen, *asked.notes))


def _drawing(asked: Asked, hex_: Hex, stacks: Sequence[Hex], marked: Sequence[str]) -> Drawing:
    """Return the hex, who assaults it from where, and what stands around."""
    area = around((hex_,), asked.rules.game.map.hexes, _AREA)
    return Drawing(
        area,
        shades={hex_: Shade.TARGET},
        lines=tuple((Line.FIRE, (stack, hex_)) for stack in stacks),
        rings=(hex_,),
        stacks=asked.shown(area, marked),
    )


def _fire(  # noqa: PLR0913, PLR0917 - one side of a fight
    asked: Asked,
    position: Position,
    name: str,
    firers: Sequence[str],
    hexes: Sequence[Hex],
    targets: Sequence[str],
) -> list[Table]:
    """Return the fire of some units into hexes, and what it does to each target there."""
    rows: list[tuple[str, ...]] = []
    pools: dict[tuple[str, Hex], Fraction] = {}
    exposed = _exposed(asked, position, targets)
    for hex_ in hexes:
        for unit in firers:
            for kind in DIRECT:
                parts = _parts(asked, position, unit, kind, hex_)
                if (kind, hex_) not in exposed or not total(parts):
                    continue
                pools[kind, hex_] = pools.get((kind, hex_), Fraction(0)) + total(parts)
                rows += _told(asked, unit, kind, hex_, parts)
    shots = [row for unit in targets for row in _shots(asked, position, unit, pools)]
    return [
        Table(f"{name}: who fires", _FIRERS, tuple(rows)),
        Table(f"{name}: at whom, if all were fired at it", _TARGETS, tuple(shots)),
    ]


def _exposed(
    asked: Asked, position: Position, targets: Sequence[str]
) -> frozenset[tuple[str, Hex]]:
    """Return the kinds of fire that may hit somebody, by hex: 9B, 10B."""
    return frozenset(
        (kind, piece.at)
        for unit in targets
        if (piece := position.piece(unit)) is not None and piece.at is not None
        for kind in DIRECT
        if _defence(asked, position, unit, kind)
    )


def _defence(asked: Asked, position: Position, unit: str, kind: str) -> Parts:
    """Return a target's defence against a kind of fire, nothing if that can't hit it."""
    piece, target = position.piece(unit), position.doing(unit).target
    if piece is None or piece.at is None:
        return ()
    if kind == CONVENTIONAL:
        return conventional_defence(unit, piece.at, position, asked.rules)
    hexes = (piece.at, target) if target is not None else (piece.at,)
    return antitank_defence(unit, hexes, asked.rules)


def _parts(asked: Asked, position: Position, unit: str, kind: str, hex_: Hex) -> Parts:
    """Return what a unit or bunker may fire at a hex, nothing if it may not: 9A, 10A."""
    if not hold(may_fire(unit, kind, hex_, position, asked.rules)):
        return ()
    return direct_parts(unit, kind, hex_, position, asked.rules)


def _told(
    asked: Asked, unit: str, kind: str, hex_: Hex, parts: Sequence[Part]
) -> list[tuple[str, ...]]:
    """Return the parts of a unit's fire, the sum last if they are several."""
    head = (asked.rules.label(unit), asked.rules.number(hex_), kind)
    rows: list[tuple[str, ...]] = [(*head, exact(amount), why, rule) for amount, why, rule in parts]
    if len(rows) > 1:
        rows.append((*head, exact(total(tuple(parts))), "in all", parts[0][2]))
    return rows


def _shots(
    asked: Asked, position: Position, unit: str, pools: Mapping[tuple[str, Hex], Fraction]
) -> list[tuple[str, ...]]:
    """Return what the fire at a unit's hex would do to it."""
    piece, rules = position.piece(unit), asked.rules
    if piece is None or piece.at is None:
        return []
    found: list[tuple[str, ...]] = []
    for kind in DIRECT:
        parts = _defence(asked, position, unit, kind)
        value = pools.get((kind, piece.at), Fraction(0))
        if not parts or not value:
            continue
        defence = total(parts)
        column = column_of(kind, value, defence, rules)
        found.append(
            (
                rules.label(unit),
                kind,
                exact(defence),
                "; ".join(f"{exact(amount)} {why}" for amount, why, _ in parts),
                " ".join(dict.fromkeys(rule for _, _, rule in parts)),
                f"{exact(value)} to {exact(defence)}",
                column,
                next_column(kind, value, defence, rules),
                chances(kind, column, rules),
            )
        )
    return found
