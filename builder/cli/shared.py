"""What several commands share: options of an owner's edition, and how texts are shown."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

__all__ = ["overlay_option", "scans_option", "tell_notes", "visible"]

overlay_option = click.option(
    "--overlay",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder with your filled-in sheets (see `builder data GAME --estimates`).",
)
scans_option = click.option(
    "--art",
    "scans",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder with your own scans of map and counters (see the README).",
)


def visible(text: str) -> str:
    r"""Return a message as one line in which nothing is hidden.

    >>> visible("a\x1b[31mb\nc")
    'a\\x1b[31mb\\nc'
    """
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def tell_notes(notes: Iterable[str]) -> None:
    """Say what an owner should know of an overlay or of scans."""
    for note in notes:
        click.echo(f"note: {visible(note)}", err=True)
