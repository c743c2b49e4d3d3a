"""Lists to choose from whose entries tell a figure: ``Red supply (3)``."""

from __future__ import annotations

from collections.abc import Mapping

from builder.module.aids.writing import quoted

__all__ = ["offered", "picked"]


def offered(name: str, value: str) -> str:
    """Return an entry of a list.

    Args:
        name: What is chosen; of those of one list none begins with another and a bracket.
        value: Expression of the figure.
    """
    return f'{{{quoted(f"{name} (")}+{value}+")"}}'


def picked(asked: str, names: Mapping[str, str]) -> str:
    """Return the expression of the id that was chosen, empty if nothing was.

    Args:
        asked: Property with the entry.
        names: By id.
    """
    steps = "".join(
        f"{asked}.startsWith({quoted(f'{name} (')})?{quoted(id_)}:" for id_, name in names.items()
    )
    return f'({steps}"")'
