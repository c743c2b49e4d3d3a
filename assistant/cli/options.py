"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant.errors import LogError

if TYPE_CHECKING:
    from assistant.record.viewer import Viewer
    from builder.vassal.opened import Limits

__all__ = [
    "FILE",
    "capped",
    "form_option",
    "limits_of",
    "out_option",
    "viewer_of",
    "viewer_options",
]

FILE = click.Path(path_type=Path)
"""A path as typed; what is wrong with it is told by who opens it."""


def form_option(*forms: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return the option ``--format``; the first form is the default."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(forms),
        default=forms[0],
        show_default=True,
        help="Form of the report.",
    )


out_option = click.option("--out", type=FILE, metavar="FILE", help="Write the report to a file.")
"""The option ``--out``."""


def viewer_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say for whom its report is; see :func:`viewer_of`."""
    referee = click.option("--referee", is_flag=True, help="Show what anybody hides, too.")
    side = click.option("--as-side", metavar="SIDE", help="Show what this side may see.")
    return side(referee(command))


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


def capped(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that raise the caps on what is read."""
    for option in reversed(_CAPS):
        command = option(command)
    return command


def limits_of(max_text: int, max_pixels: int, max_entries: int, max_depth: int) -> Limits:
    """Return the caps on what is read, from MiB of text and million pixels."""
    from builder.vassal.opened import Limits  # noqa: PLC0415

    return Limits(max_text << 20, max_pixels * 1_000_000, max_entries, max_depth)


def viewer_of(as_side: str | None, *, referee: bool) -> Viewer:
    """Return for whom a report is made.

    Raises:
        LogError: Two readers at once.
    """
    from assistant.record.viewer import Viewer  # noqa: PLC0415

    if referee and as_side:
        raise LogError("--as-side and --referee exclude each other; leave one of them out")
    return Viewer(as_side or "", referee)
