"""What players must know when they set a scenario up, as the module's scenario notes.

VASSAL's window of notes breaks no line: they are broken here, what goes on a line is indented.

Source: VASSAL class ``NotesWindow``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from builder.hexgrid import Hex
from builder.model.game import Game
from builder.model.scenario import (
    Award,
    BunkerAward,
    IsolationAward,
    Loss,
    LossAward,
    Scenario,
    SurvivorAward,
    TownAward,
)
from builder.module.losses import RULES, Spread
from builder.module.ready.place import SEEDS
from builder.module.starts import Start

__all__ = ["setup_notes"]

_WIDTH = 66
"""Letters in a line of the window, at the size it has at first."""


def setup_notes(game: Game, start: Start) -> str:
    """Return the notes of a scenario: set-up, losses to date and victory, in lines of text.

    Args:
        game: Names of its sides, markers and hexes.
        start: The set-up.
    """
    scenario = start.scenario
    lines = [f"{scenario.title}: turns {scenario.first_turn} to {scenario.last_turn}"]
    lines += [scenario.note] if scenario.note else []
    if start.seed:
        lines.append(
            f"READY TO PLAY, {start.seed} of {SEEDS}: one set-up of many that the rules allow, "
            "made from the data. Move what you like before the first impulse."
        )
    for heading, found in (
        ("SET-UP", _setup(game, scenario)),
        (f"LOSSES TO DATE, taken {RULES[start.spread]}", _losses(game, start)),
        ("VICTORY", _victory(game, scenario)),
    ):
        part = list(found)
        lines += ["", heading, *part] if part else []
    return "\n".join(part for line in lines for part in _broken(line))


def _broken(line: str) -> list[str]:
    """Break a line where VASSAL's window ends."""
    indent, whole = "  ", False
    made = wrap(
        line, _WIDTH, subsequent_indent=indent, break_long_words=whole, break_on_hyphens=whole
    )
    return made or [""]


def _setup(game: Game, scenario: Scenario) -> Iterator[str]:
    """Yield supply, bridges and conditions."""
    pools = [f"{game.markers[pool.marker].name} {pool.points}" for pool in scenario.pools]
    if pools:
        yield "Supply pools before the first turn's points: " + ", ".join(pools)
    for built in scenario.built:
        names = ", ".join(game.markers[marker].name for marker in built.markers)
        side, where = game.side(built.side).name, _hexes(game, built.hexes)
        most = f"up to {built.most} of " if len(built.markers) > 1 else ""
        yield f"{side}: {most}{names} may stand, in one of {where}"
    for condition in scenario.conditions:
        yield condition.text


def _hexes(game: Game, cells: Iterable[Hex]) -> str:
    """Return hex numbers."""
    return " ".join(game.map.numbering.format(cell) for cell in cells)


def _losses(game: Game, start: Start) -> Iterator[str]:
    """Yield the losses to date, side by side."""
    scenario = start.scenario
    if start.spread is not Spread.NONE and (scenario.losses or scenario.bunker_losses):
        yield "The counters show them; their owner may distribute them otherwise"
    for side in game.sides:
        for line in scenario.losses:
            if line.side == side.id:
                yield f"{line.name}: {_lost(line)}"
    lost = scenario.bunker_losses
    if lost is not None:
        yield (
            f"Bunkers: {lost.strength} SP, {lost.left} of them off those that stand; "
            f"vacant {_hexes(game, lost.vacant)}"
        )


def _lost(line: Loss) -> str:
    """Say what a body has lost."""
    if line.all:
        return "all units eliminated"
    words = [f"{item.strength} SP {item.type}".removesuffix(" any") for item in line.items]
    found = ", ".join(words)
    return found + (f" ({line.each} each)" if line.each else "")


def _victory(game: Game, scenario: Scenario) -> Iterator[str]:
    """Yield what points are given for, and what they are worth."""
    victory = scenario.victory
    if victory is None:
        return
    yield f"Points of the {game.side(victory.side).name} side"
    for award in victory.awards:
        yield f"{award.points:+}: {_award(game, award)}"
    for level in victory.levels:
        if level.low is None:
            band = f"up to {level.high}"
        else:
            band = f"{level.low} and more" if level.high is None else f"{level.low}-{level.high}"
        yield f"{band}: {level.name}"
    if victory.history is not None:
        yield f"In history: {victory.history.level}, about {victory.history.points}"


def _award(game: Game, award: Award) -> str:
    """Say what points are given for."""
    match award:
        case LossAward():
            beyond = f" beyond {award.above}" if award.above else ""
            whose = "isolated " * award.isolated + game.side(award.side).name
            return f"each {award.per} SP of {whose} units lost{beyond}"
        case BunkerAward():
            return "each bunker destroyed or captured"
        case TownAward():
            what = "town hex" if award.each_hex else "town"
            when = "every impulse" if award.each_impulse else "at the end"
            return f"each {what} held {when}: {', '.join(award.towns)}"
        case IsolationAward():
            return f"{award.place} isolated at the end"
        case SurvivorAward():
            names = ", ".join(game.units[unit].label for unit in award.units)
            return f"each SP left at the end of {names}"
