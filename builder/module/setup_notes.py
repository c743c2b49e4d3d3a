"""What players must know when they set a scenario up, as the module's scenario notes.

VASSAL's window of notes breaks no line: they are broken here, what goes on a line is indented.

Source: VASSAL class ``NotesWindow``.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from builder.chart.setup_words import (
    award_text,
    band_text,
    built_text,
    bunker_losses_text,
    loss_text,
    pools_text,
)
from builder.model.game import Game
from builder.model.scenario import Scenario
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
    if scenario.pools:
        yield f"Supply pools before the first turn's points: {pools_text(game, scenario.pools)}"
    for built in scenario.built:
        yield f"{game.side(built.side).name}: {built_text(game, built)}"
    for condition in scenario.conditions:
        yield condition.text


def _losses(game: Game, start: Start) -> Iterator[str]:
    """Yield the losses to date, side by side."""
    scenario = start.scenario
    if start.spread is not Spread.NONE and (scenario.losses or scenario.bunker_losses):
        yield "The counters show them; their owner may distribute them otherwise"
    for side in game.sides:
        for line in scenario.losses:
            if line.side == side.id:
                yield f"{line.name}: {loss_text(line)}"
    lost = scenario.bunker_losses
    if lost is not None:
        yield f"Bunkers: {bunker_losses_text(game, lost)}"


def _victory(game: Game, scenario: Scenario) -> Iterator[str]:
    """Yield what points are given for, and what they are worth."""
    victory = scenario.victory
    if victory is None:
        return
    yield f"Points of the {game.side(victory.side).name} side"
    for award in victory.awards:
        yield f"{award.points:+}: {award_text(game, award)}"
    for level in victory.levels:
        yield f"{band_text(level)}: {level.name}"
    if victory.history is not None:
        yield f"In history: {victory.history.level}, about {victory.history.points}"
