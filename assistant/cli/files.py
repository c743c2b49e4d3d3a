"""The commands for files of any module: ``info``, ``dice``, ``log``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from assistant.cli.options import (
    FILE,
    capped,
    form_option,
    limits_of,
    out_option,
    viewer_of,
    viewer_options,
)
from assistant.cli.output import one_line_errors, target_of, write

__all__ = ["dice", "info", "log"]


@click.command()
@click.argument("file", type=FILE, metavar="FILE")
@form_option("text", "json")
@out_option
@capped
def info(file: Path, *, form: str, out: Path | None, **caps: int) -> None:
    """Tell what a module, extension, save or log is, damaged or not.

    Exit status: 0 it was read whole; 1 parts are damaged or missing; 2 nothing can be used.
    """
    with one_line_errors():
        target = target_of(out, file)
        from assistant.report import info as screen  # noqa: PLC0415
        from builder.vassal.opened import open_file  # noqa: PLC0415

        found = screen.describe(open_file(file, limits=limits_of(**caps)))
        report = screen.render_json(found) if form == "json" else screen.render_text(found)
        write(report.encode("utf-8"), target)
    sys.exit(found.status)


@click.command()
@click.argument("files", type=FILE, metavar="FILE...", nargs=-1, required=True)
@click.option("--module", type=FILE, metavar="M.vmod", help="Look up its dice buttons.")
@viewer_options
@form_option("text", "json", "csv")
@out_option
@capped
def dice(  # noqa: PLR0913 - one parameter an option
    files: tuple[Path, ...],
    *,
    module: Path | None,
    as_side: str | None,
    referee: bool,
    form: str,
    out: Path | None,
    **caps: int,
) -> None:
    """List the dice of one game's logs, and what they add up to.

    Exit status: 0 every roll was counted; 1 parts are damaged, or lines about dice weren't
    understood; 2 a file or an option can't be used.
    """
    with one_line_errors():
        target = target_of(out, module, *files)
        from assistant.dice import reading  # noqa: PLC0415
        from assistant.report import dice as page  # noqa: PLC0415
        from assistant.report import dice_data as data  # noqa: PLC0415

        viewer = viewer_of(as_side, referee=referee)
        found = reading.read(files, module, viewer=viewer, limits=limits_of(**caps))
        render = {"text": page.render, "json": data.render_json, "csv": data.render_csv}[form]
        write(render(found).encode("utf-8"), target)
    sys.exit(found.status)


@click.command()
@click.argument("files", type=FILE, metavar="FILE...", nargs=-1, required=True)
@click.option("--module", type=FILE, metavar="M.vmod", help="Name places by its grids.")
@viewer_options
@form_option("text", "markdown", "html", "csv", "json")
@out_option
@capped
def log(  # noqa: PLR0913 - one parameter an option
    files: tuple[Path, ...],
    *,
    module: Path | None,
    as_side: str | None,
    referee: bool,
    form: str,
    out: Path | None,
    **caps: int,
) -> None:
    """Tell what happened in a game of any module, from one or more of its logs.

    Exit status: 0 all was read, and each file goes on from the one before; 1 parts are damaged,
    or files don't fit together; 2 nothing can be used.
    """
    with one_line_errors():
        target = target_of(out, module, *files)
        from assistant.record.reader import read_game  # noqa: PLC0415
        from assistant.report import transcript_data as data  # noqa: PLC0415
        from assistant.report import transcript_html as page  # noqa: PLC0415
        from assistant.report import transcript_text as text  # noqa: PLC0415

        viewer = viewer_of(as_side, referee=referee)
        game = read_game(files, viewer, module, limits_of(**caps))
        render = {
            "text": text.text,
            "markdown": text.markdown,
            "html": page.html,
            "csv": data.as_csv,
            "json": data.as_json,
        }[form]
        write(render(game).encode("utf-8"), target)
    sys.exit(game.status)
