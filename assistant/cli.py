"""The command line of the assistant.

Exit status: 0 nothing broken, 1 something broken or salvaged with loss, 2 input, data or
options that can't be used, or an incomplete audit.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant.errors import LogError
from assistant.report.clean import clean
from builder.errors import DataError, WargameError

if TYPE_CHECKING:
    from assistant.record.viewer import Viewer
    from builder.vassal.opened import Limits

__all__ = ["main"]

_UNUSABLE = 2
_INTERRUPTED = 130
_FILE = click.Path(path_type=Path)
_GAME_FILES = frozenset({".vmod", ".vmdx", ".vext", ".vsav", ".vlog"})


def _version() -> str:
    """Return the version of the program; unknown where it runs without being installed."""
    try:
        return version("wargame-umpire")
    except PackageNotFoundError:
        return "unknown"


_CAPS = (
    click.option(
        "--max-text",
        type=click.IntRange(1, 4096),
        default=64,
        show_default=True,
        metavar="MIB",
        help="Read no more text of a game than that.",
    ),
    click.option(
        "--max-pixels",
        type=click.IntRange(1, 100_000),
        default=200,
        show_default=True,
        metavar="MPX",
        help="Remark on pictures with more million pixels.",
    ),
    click.option(
        "--max-entries",
        type=click.IntRange(1, 1_000_000),
        default=10_000,
        show_default=True,
        metavar="N",
        help="Read no zip with more entries.",
    ),
    click.option(
        "--max-depth",
        type=click.IntRange(1, 100_000),
        default=1_000,
        show_default=True,
        metavar="N",
        help="Read no commands that are nested deeper.",
    ),
)


def _capped(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that raise the caps on what is read."""
    for option in reversed(_CAPS):
        command = option(command)
    return command


def _limits(max_text: int, max_pixels: int, max_entries: int, max_depth: int) -> Limits:
    """Return the caps on what is read, from MiB of text and million pixels."""
    from builder.vassal.opened import Limits  # noqa: PLC0415

    return Limits(max_text << 20, max_pixels * 1_000_000, max_entries, max_depth)


def _viewer(as_side: str | None, *, referee: bool) -> Viewer:
    """Return for whom a report is made.

    Raises:
        LogError: Two readers at once.
    """
    from assistant.record.viewer import Viewer  # noqa: PLC0415

    if referee and as_side:
        raise LogError("--as-side and --referee exclude each other; leave one of them out")
    return Viewer(as_side or "", referee)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version=_version(), prog_name="assistant")
def main() -> None:
    """Referee wargames that were played in VASSAL."""


@main.command()
@click.argument("log", type=_FILE, metavar="LOG.vlog")
@click.option("--module", type=_FILE, metavar="M.vmod", help="Judge by the data in this module.")
@click.option("--overlay", type=_FILE, metavar="DIR", help="Judge by an owner's sheets as well.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Form of the report.",
)
@click.option("--out", type=_FILE, metavar="FILE", help="Write the report to a file.")
def audit(
    log: Path, *, module: Path | None, overlay: Path | None, form: str, out: Path | None
) -> None:
    """Judge a log by the rules of its game.

    Exit status: 0 nothing broken; 1 something broken, or parts of the log were left out; 2 the
    log, the data or the options can't be used, or a rule failed.
    """
    with _one_line_errors():
        target = _target(out, log, module, *_sheets_in(overlay))
        # Imported here so that --help and --version stay quick.
        from assistant import pipeline  # noqa: PLC0415
        from assistant.report import json, text  # noqa: PLC0415

        with _progress() as watch:
            found, game = pipeline.audit(log, module=module, overlay=overlay, watch=watch)
        if form == "json":
            report = json.render(found, game)
        else:
            report = text.render(found, game, colour=out is None and _coloured())
        _write(report.encode("utf-8"), target)
    sys.exit(found.status)


@main.command()
@click.argument("file", type=_FILE, metavar="FILE")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Form of the report.",
)
@click.option("--out", type=_FILE, metavar="FILE", help="Write the report to a file.")
@_capped
def info(file: Path, *, form: str, out: Path | None, **caps: int) -> None:
    """Tell what a module, extension, save or log is, damaged or not.

    Exit status: 0 it was read whole; 1 parts are damaged or missing; 2 nothing can be used.
    """
    with _one_line_errors():
        target = _target(out, file)
        from assistant.report import info as screen  # noqa: PLC0415
        from builder.vassal.opened import open_file  # noqa: PLC0415

        found = screen.describe(open_file(file, limits=_limits(**caps)))
        report = screen.render_json(found) if form == "json" else screen.render_text(found)
        _write(report.encode("utf-8"), target)
    sys.exit(found.status)


@main.command()
@click.argument("files", type=_FILE, metavar="FILE...", nargs=-1, required=True)
@click.option("--module", type=_FILE, metavar="M.vmod", help="Look up its dice buttons.")
@click.option("--as-side", metavar="SIDE", help="Show what this side may see.")
@click.option("--referee", is_flag=True, help="Show what anybody hides, too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "csv"]),
    default="text",
    show_default=True,
    help="Form of the report.",
)
@click.option("--out", type=_FILE, metavar="FILE", help="Write the report to a file.")
@_capped
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
    with _one_line_errors():
        target = _target(out, module, *files)
        from assistant.dice import reading  # noqa: PLC0415
        from assistant.report import dice as page  # noqa: PLC0415
        from assistant.report import dice_data as data  # noqa: PLC0415

        viewer = _viewer(as_side, referee=referee)
        found = reading.read(files, module, viewer=viewer, limits=_limits(**caps))
        render = {"text": page.render, "json": data.render_json, "csv": data.render_csv}[form]
        _write(render(found).encode("utf-8"), target)
    sys.exit(found.status)


@main.command()
@click.argument("files", type=_FILE, metavar="FILE...", nargs=-1, required=True)
@click.option("--module", type=_FILE, metavar="M.vmod", help="Name places by its grids.")
@click.option("--as-side", metavar="SIDE", help="Show what this side may see.")
@click.option("--referee", is_flag=True, help="Show what anybody hides, too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "html", "csv", "json"]),
    default="text",
    show_default=True,
    help="Form of the transcript.",
)
@click.option("--out", type=_FILE, metavar="FILE", help="Write the transcript to a file.")
@_capped
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
    with _one_line_errors():
        target = _target(out, module, *files)
        from assistant.record.reader import read_game  # noqa: PLC0415
        from assistant.report import transcript_data as data  # noqa: PLC0415
        from assistant.report import transcript_html as page  # noqa: PLC0415
        from assistant.report import transcript_text as text  # noqa: PLC0415

        viewer = _viewer(as_side, referee=referee)
        game = read_game(files, viewer, module, _limits(**caps))
        render = {
            "text": text.text,
            "markdown": text.markdown,
            "html": page.html,
            "csv": data.as_csv,
            "json": data.as_json,
        }[form]
        _write(render(game).encode("utf-8"), target)
    sys.exit(game.status)


def _target(out: Path | None, *inputs: Path | None) -> Path | None:
    """Return the file to write, behind any links; a device or a folder is never replaced.

    Raises:
        LogError: ``out`` is one of the inputs, a module that may be looked up without being
            named or the like, or there is something else than a file.
    """
    if out is None:
        return None
    for path in inputs:
        if path is not None and _same_file(out, path):
            raise LogError(f"{out}: would overwrite an input; choose another name for --out")
    if out.suffix.lower() in _GAME_FILES and out.exists():
        raise LogError(f"{out}: is a file of VASSAL's; choose another name for --out")
    try:
        target = out.resolve()
        usable = out.is_file() or not out.exists()
    except (OSError, RuntimeError, ValueError):
        usable = False
    if not usable:
        raise LogError(f"{out}: is no ordinary file; choose another name for --out")
    return target


def _sheets_in(overlay: Path | None) -> list[Path]:
    """Return the files of an overlay, which are inputs as well."""
    try:
        return list(overlay.iterdir()) if overlay is not None else []
    except OSError:
        return []  # whoever reads it will say so


def _same_file(one: Path, other: Path) -> bool:
    """Tell whether two paths lead to one file."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def _write(report: bytes, out: Path | None) -> None:
    """Write the report to a file, whole or not at all, or to the standard output.

    Raises:
        WargameError: There is no room for it, or nowhere to write it to.
    """
    if out is None:
        _print(report)
        return
    from builder.vassal.archive import write_atomically  # noqa: PLC0415

    write_atomically(out, report)


def _print(report: bytes) -> None:
    """Write the report to the standard output.

    Raises:
        LogError: It is closed, or full.
    """
    if sys.stdout is None:
        raise LogError("the standard output is closed; name a file with --out")
    try:
        click.echo(report, nl=False)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise LogError(
            f"the standard output can't be written ({error.strerror}); name a file with --out"
        ) from None


def _coloured() -> bool:
    """Tell whether the standard output is a terminal whose user wants colours."""
    return sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """Give a display of progress, on a terminal only; it shows up when it takes long."""
    if not sys.stderr.isatty():
        yield lambda _done, _all: None
        return
    shown = False

    def watch(done: int, every: int) -> None:
        nonlocal shown
        if done % 500 == 0 and done < every:
            shown = True
            click.echo(f"\r{done} of {every} acts judged", err=True, nl=False)

    yield watch
    if shown:
        click.echo("\r" + " " * 40 + "\r", err=True, nl=False)


@contextmanager
def _one_line_errors() -> Iterator[None]:
    """Print what a user can do something about as one line, and end with the status for it."""
    try:
        yield
    except WargameError as error:
        lines = error.problems if isinstance(error, DataError) else (error,)
        for line in lines:
            code = getattr(line, "code", "")
            click.echo(f"error: {clean(str(line))}" + (f" [{code}]" if code else ""), err=True)
        sys.exit(_UNUSABLE)
    except KeyboardInterrupt:
        click.echo("error: interrupted; nothing was written", err=True)
        sys.exit(_INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(_UNUSABLE)
