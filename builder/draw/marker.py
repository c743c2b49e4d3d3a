"""Markers and badges, each described in ``markers.toml`` of a style."""

from __future__ import annotations

from PIL import Image

from builder.draw.canvas import Area, Label, Oval, RecordingCanvas, Shape
from builder.draw.counter import fitted, mixed
from builder.draw.raster import tile
from builder.draw.style import Style, Table
from builder.draw.symbol import draw_symbol
from builder.errors import DrawError

__all__ = ["marker_picture", "marker_shapes"]


def marker_picture(style: Style, id_: str, text: str = "", size_px: int = 84) -> Image.Image:
    """Draw a marker.

    Args:
        style: Where the marker is described.
        id_: Its id in ``markers.toml``: ``bunker``, ``bridge``, ``turn``, ``moved`` ...
        text: What takes the place of ``{}`` in its text, such as a bunker's strength.
        size_px: Width and height of the picture.

    Returns:
        The picture, RGBA; transparent outside the rounded corners or the disc.

    Raises:
        DrawError: The style has no such marker, or the marker is badly described.
    """
    round_ = _table(style, id_).get("shape") == "round"
    shapes = marker_shapes(style, id_, text, size_px)
    return tile(shapes, size_px, style.fonts, round_=round_)


def marker_shapes(style: Style, id_: str, text: str, size: float) -> list[Shape]:
    """Return what a marker of ``size`` px consists of, bottom first.

    Raises:
        DrawError: As :func:`marker_picture`.
    """
    table = _table(style, id_)
    scheme = style.scheme(table.text("scheme"))
    canvas = RecordingCanvas()
    inner = 0.018 * size
    if table.get("shape") == "round":
        half = size / 2
        canvas.draw(Oval((half, half), (half, half), scheme.rim))
        canvas.draw(Oval((half, half), (half * 0.93, half * 0.93), scheme.paper))
    else:
        for margin, fill in ((0.0, scheme.rim), (inner, scheme.paper)):
            a, b = margin, size - margin
            canvas.draw(Area((((a, a), (b, a), (b, b), (a, b)),), fill))
    if table.get("symbol") is not None:
        name = table.text("symbol")
        if name not in style.symbols:
            raise DrawError(f"{style.folder / 'markers.toml'}: [{id_}] no symbol '{name}'")
        x, y = table.point("at")
        shade = mixed(scheme.ink, scheme.paper, 0.4)
        tones = {"ink": scheme.ink, "paper": scheme.box, "shade": shade}
        height = table.number("size") * size
        draw_symbol(canvas, style.symbols[name], (x * size, y * size), height, tones)
    line = table.text("text").replace("{}", text) if table.get("text") is not None else ""
    if line:
        x, y = table.point("text_at")
        room = size * (0.66 if table.get("shape") == "round" else 0.86)
        font = fitted(style.fonts, line, "bold", table.number("text_size") * size, room)
        canvas.draw(Label(line, (x * size, y * size), font, scheme.ink))
    return canvas.shapes


def _table(style: Style, id_: str) -> Table:
    """Return the description of a marker."""
    if not isinstance(style.markers.get(id_), dict):
        raise DrawError(f"{style.folder / 'markers.toml'}: no marker '{id_}'; add [{id_}]")
    return style.markers.table(id_)
