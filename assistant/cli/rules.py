"""The commands about rules: ``rules``, ``explain``."""

from __future__ import annotations

from pathlib import Path

import click

from assistant.cli.options import form_option, out_option
from assistant.cli.output import one_line_errors, target_of, write

__all__ = ["explain", "rules"]


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

    RULE is an id such as WD-4A.3, or a section such as WD-4A.

    Exit status: 0 done; 2 there is no such rule.
    """
    with one_line_errors():
        target = target_of(out)
        from assistant import games  # noqa: PLC0415
        from assistant.report import rules as page  # noqa: PLC0415
        from builder.model import load  # noqa: PLC0415

        game_id, entries = games.entries(rule, load.games())
        told = page.explain_json if form == "json" else page.explain_text
        write(told(entries, load.load_game(game_id)).encode("utf-8"), target)
