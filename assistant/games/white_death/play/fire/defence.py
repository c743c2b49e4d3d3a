"""What a target is worth in defence: 9C.2, 10C.2, 12, 19, 24."""

from __future__ import annotations

from fractions import Fraction

from assistant.games.white_death.names import BUNKER, CREEK, FOREST, FOREST_CREEK, TOWN
from assistant.games.white_death.play.book import Part
from assistant.games.white_death.play.fire.values import Parts
from assistant.games.white_death.state.control import kind_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex
from builder.model.game import Kind

__all__ = ["antitank_defence", "conventional_defence", "rows_of"]

_SOFT = "P"
_CHARGING = "charging"


def rows_of(hex_: Hex, letter: str, rules: Ruleset) -> tuple[str, ...]:
    """Return the rows of the chart that give a class a defence in a hex: 12, A-82."""
    chart, terrain = rules.game.chart.terrains, set(rules.game.map.hexes[hex_].terrain)
    if {FOREST, CREEK} <= terrain:
        terrain = terrain - {FOREST, CREEK} | {FOREST_CREEK}
    if FOREST_CREEK in terrain and letter not in chart[FOREST_CREEK].defence:
        terrain = terrain - {FOREST_CREEK} | {FOREST, CREEK}
    return tuple(row for row in sorted(terrain) if row in chart and letter in chart[row].defence)


def conventional_defence(unit: str, hex_: Hex, position: Position, rules: Ruleset) -> Parts:
    """Return the defence of a unit that is no AFV in a hex: the best of its terrain.

    Nothing if it is an AFV.
    """
    if kind_of(unit, position, rules) is Kind.AFV:
        return ()
    piece = position.piece(unit)
    letter = _SOFT if piece is not None and piece.abandoned else rules.unit(unit).defence
    chart = rules.game.chart.terrains
    row = _bunker_row(unit, hex_, position, rules)
    atom = "WD-12D.1" if row == TOWN else "WD-12.1"
    rows = (*rows_of(hex_, letter, rules), row) if row else rows_of(hex_, letter, rules)
    best = max(rows, key=lambda each: chart[each].defence[letter])
    value = chart[best].defence[letter]
    parts: list[Part] = [(value, f"{letter} in {chart[best].name.lower()}", atom)]
    charging = rules.game.combat.multipliers[_CHARGING]
    if position.doing(unit).charging and unit in rules.group(charging.group):
        parts.append((value * (charging.factor - 1), charging.name.lower(), "WD-24.3"))
    return tuple(parts)


def _bunker_row(unit: str, hex_: Hex, position: Position, rules: Ruleset) -> str:
    """Return the row that a bunker in the hex makes count, empty if there is none: 12D, M-41."""
    bunker = position.bunker_in(hex_)
    if not bunker or rules.game.markers[bunker].side != position.side_of(unit):
        return ""
    doing, morale = position.doing(unit), rules.game.combat.morale
    if doing.target is not None or doing.assaulted is not None:
        return TOWN
    weak = morale is not None and position.bunkers[bunker].strength < morale.covered_by
    return TOWN if weak and rules.reads("M-41") == "town" else BUNKER


def antitank_defence(unit: str, hexes: tuple[Hex, ...], rules: Ruleset) -> Parts:
    """Return the defence of an AFV: 10C.2, 12C, A-28, A-29.

    Args:
        unit: The AFV; nothing if it is none.
        hexes: The hex it is in, or leaves, and the one it assaults if it does.
        rules: What is played by.
    """
    figures = rules.unit(unit)
    if figures.kind is not Kind.AFV:
        return ()
    value, cover = int(figures.defence), rules.game.combat.cover
    parts: list[Part] = [(value, "printed", "WD-10C.2")]
    terrain = {row for hex_ in hexes for row in rules.game.map.hexes[hex_].terrain}
    if cover is not None and terrain & set(cover.terrain):
        parts.append((-cover.reduction, "in or assaulting into a town or forest", "WD-12C.1"))
    least = int(rules.reads("A-28"))
    short = least - int(sum(Fraction(amount) for amount, _, _ in parts))
    if short > 0:
        parts.append((short, f"never less than {least}", "WD-10C.2"))
    return tuple(parts)
