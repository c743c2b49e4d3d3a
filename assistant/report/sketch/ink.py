"""The few elements and colours that sketches are made of."""

from __future__ import annotations

from html import escape

__all__ = ["INK", "PAPER", "element", "text"]

INK = "#22262b"
PAPER = "#fbfaf6"


def element(name: str, **attributes: object) -> str:
    """Return an empty element; underscores in names of attributes stand for hyphens.

    >>> element("rect", x=1, fill_opacity="0.5")
    '<rect x="1" fill-opacity="0.5"/>'
    """
    told = " ".join(
        f'{key.replace("_", "-")}="{escape(_number(value))}"' for key, value in attributes.items()
    )
    return f"<{name} {told}/>"


def _number(value: object) -> str:
    """Return a value as written in an attribute; lengths to a tenth of a px."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def text(  # noqa: PLR0913 - the attributes of an element
    x: float,
    y: float,
    words: str,
    *,
    size: float,
    fill: str = INK,
    anchor: str = "middle",
    bold: bool = False,
    halo: bool = False,
) -> str:
    """Return words at a place; ``halo`` lays paper around the letters."""
    more = ' font-weight="bold"' if bold or halo else ""
    if halo:
        more += f' paint-order="stroke" stroke="{PAPER}" stroke-width="{size * 0.22:.1f}"'
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" text-anchor="{anchor}" '
        f'fill="{fill}"{more}>{escape(words)}</text>'
    )
