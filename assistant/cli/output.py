"""Where a command's report goes, and how what goes wrong is told."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from assistant.errors import LogError
from assistant.report.clean import clean
from builder.errors import DataError, WargameError

__all__ = ["coloured", "one_line_errors", "progress", "sheets_in", "target_of", "write"]

_UNUSABLE = 2
_INTERRUPTED = 130
_GAME_FILES = frozenset({".vmod", ".vmdx", ".vext", ".vsav", ".vlog"})


def target_of(out: Path | None, *inputs: Path | None) -> Path | None:
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


def sheets_in(overlay: Path | None) -> list[Path]:
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


def write(report: bytes, out: Path | None) -> None:
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


def coloured() -> bool:
    """Tell whether the standard output is a terminal whose user wants colours."""
    return sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


@contextmanager
def progress() -> Iterator[Callable[[int, int], None]]:
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
def one_line_errors() -> Iterator[None]:
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
