"""The commands about rules: ``rules``, ``explain``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant.cli.options import form_option, out_option
from assistant.cli.output import one_line_errors, target_of, write

if TYPE_CHECKING:
    from builder.model.game import Game, Reading

__all__ = ["explain", "rules"]

_UNCLEAR = re.compile(r"[A-Z]-[0-9]{2,4}", re.ASCII)


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--coverage", is_flag=True, help="Tell of every rule what checks it.")
@form_option("text", "json")
@out_option
def rules(game: str, *, coverage: bool, form: str, out: Path | None) -> None:
    """List the rules of a game, and which of them are checked.

    Exit status: 0 done; 2 there are no rules for that game, or an option can't be used.
    """
    with one_line_errors():
        target = target_of(out)
        from assistant import games  # noqa: PLC0415
        from assistant.report import rules as page  # noqa: PLC0415
        from builder.model.load import load_game  # noqa: PLC0415

        register = games.register(game)
        data = load_game(game)
        if form == "json":
            report = page.coverage_json(register, data)
        else:
            report = page.coverage_text(register, data, states=coverage)
        write(report.encode("utf-8"), target)


@click.command()
@click.argument("rule", metavar="RULE")
@form_option("text", "json")
@out_option
def explain(rule: str, *, form: str, out: Path | None) -> None:
    """Tell what a rule says, on what unclear places it depends, and what checks it.

    RULE is an id such as WD-4A.3, a section such as WD-4A, or an unclear place such as A-18.

    Exit status: 0 done; 2 there is no such rule.
    """
    with one_line_errors():
        target = target_of(out)
        from assistant import games  # noqa: PLC0415
        from assistant.report import rules as page  # noqa: PLC0415
        from builder.model import load  # noqa: PLC0415

        place = _unclear(rule)
        if place is not None:
            reading, game = place
            register = games.register(game.id)
            report = page.reading_text(reading, register)
            if form == "json":
                report = page.reading_json(reading, register, game)
        else:
            game_id, entries = games.entries(rule, load.games())
            told = page.explain_json if form == "json" else page.explain_text
            report = told(entries, load.load_game(game_id))
        write(report.encode("utf-8"), target)


def _unclear(name: str) -> tuple[Reading, Game] | None:
    """Return the unclear place of a rulebook with that id, and the game; ``None`` if none has."""
    from assistant import games  # noqa: PLC0415
    from builder.model import load  # noqa: PLC0415

    id_ = name.strip().upper()
    if not _UNCLEAR.fullmatch(id_):
        return None
    for game_id in filter(games.has_rules, load.games()):
        game = load.load_game(game_id)
        if id_ in game.readings:
            return game.readings[id_], game
    return None
