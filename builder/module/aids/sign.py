"""Words at the edge of a counter while a state of its piece is ``yes``."""

from __future__ import annotations

from builder.vassal.trait import Label

__all__ = ["state_sign"]


def state_sign(state: str, words: str, *, above: bool) -> Label:
    """Return the sign of a state.

    Args:
        state: Property of the piece (:data:`builder.module.aids.request.STATES`).
        words: What is written.
        above: Whether over the counter, else under it.
    """
    return Label(
        font_size=15,
        background="255,255,255",
        foreground="150,0,0",
        vertical="t" if above else "b",
        vertical_anchor="b" if above else "t",
        name_format="$pieceName$",
        font_style=1,
        property_name=f"wu{state.removeprefix('WU').capitalize()}Sign",
        text=f'{{{state}=="yes"?"{words}":""}}',
        description=words.capitalize(),
    )
