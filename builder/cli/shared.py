"""What several commands share: options of an owner's edition, and how texts are shown."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from builder.errors import WargameError

__all__ = ["PLACE", "overlay_option", "scans_option", "tell_notes", "visible"]


class _Place(click.Path):
    """The name of a file or folder, which isn't empty as that of a variable without a value is.

    An empty name would mean the folder one is in.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - as click declares it
        """Return the path.

        Raises:
            WargameError: The name is empty.
        """
        if value == "":
            name = param.opts[0] if param is not None else "the name"
            raise WargameError(f"{name} is empty: name a file or folder (. is the one you are in)")
        return super().convert(value, param, ctx)


PLACE = _Place(path_type=Path)
"""Type of options and arguments that name a file or folder."""

overlay_option = click.option(
    "--overlay",
    type=PLACE,
    metavar="DIR",
    help="Folder with your filled-in sheets (see `builder data GAME --estimates`).",
)
scans_option = click.option(
    "--art",
    "scans",
    type=PLACE,
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
