"""How far a long command is: a bar on a terminal, else a line for each stage."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from builder.pipeline import Progress

__all__ = ["progress"]


@contextmanager
def progress(*, quiet: bool) -> Iterator[Progress | None]:
    """Give something that shows progress: a bar on a terminal, else a line for each stage."""
    if quiet:
        yield None
    elif sys.stderr.isatty():
        with click.progressbar(length=100, label="building", file=sys.stderr) as bar:
            yield _bar(bar.update)
    else:
        yield _lines


def _bar(update: Callable[[int], None]) -> Progress:
    """Return a progress that moves a bar of 100: drawing takes nearly all of the time."""
    shown = 0

    def tell(stage: str, done: int, total: int) -> None:
        nonlocal shown
        whole = {"draw": 95, "print": 100}.get(stage)
        now = whole * done // max(total, 1) if whole else 95 + 5 * done // max(total, 1)
        if now > shown:
            update(now - shown)
            shown = now

    return tell


def _lines(stage: str, done: int, total: int) -> None:
    """Say when a stage begins; of a printing, which takes longer for each file, how far it is."""
    if stage == "print":
        click.echo(f"print: {done} of {total} files", err=True)
    elif not done:
        what = f"{stage}: {total} pictures" if stage == "draw" else stage
        click.echo(what, err=True)
