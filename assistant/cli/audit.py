"""The command ``audit``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from assistant.cli.options import FILE, form_option, out_option
from assistant.cli.output import (
    coloured,
    one_line_errors,
    progress,
    sheets_in,
    target_of,
    write,
)

__all__ = ["audit"]


@click.command()
@click.argument("log", type=FILE, metavar="LOG.vlog")
@click.option("--module", type=FILE, metavar="M.vmod", help="Judge by the data in this module.")
@click.option("--overlay", type=FILE, metavar="DIR", help="Judge by an owner's sheets as well.")
@form_option("text", "json")
@out_option
def audit(
    log: Path, *, module: Path | None, overlay: Path | None, form: str, out: Path | None
) -> None:
    """Judge a log by the rules of its game.

    Exit status: 0 nothing broken; 1 something broken, or the log or parts of it couldn't be
    judged; 2 the log, the data or the options can't be used, or a rule failed.
    """
    with one_line_errors():
        target = target_of(out, log, module, *sheets_in(overlay))
        # Imported here so that --help and --version stay quick.
        from assistant import pipeline  # noqa: PLC0415
        from assistant.report import json, text  # noqa: PLC0415

        with progress() as watch:
            found, game = pipeline.audit(log, module=module, overlay=overlay, watch=watch)
        if form == "json":
            report = json.render(found, game)
        else:
            report = text.render(found, game, colour=out is None and coloured())
        write(report.encode("utf-8"), target)
    sys.exit(found.status)
