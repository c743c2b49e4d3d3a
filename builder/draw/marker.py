"""Markers and badges, each described in ``markers.toml`` of a style."""

from __future__ import annotations

from typing import cast, get_args

from PIL import Image

from builder.draw.canvas import Area, Label, Oval, RecordingCanvas, Shape
from builder.draw.counter import fitted, mixed
from builder.draw.raster import Cut, tile
from builder.draw.style import Scheme, Style, Table
from builder.draw.symbol import draw_symbol
from builder.errors import DrawError

__all__ = ["UNDER", "marker_picture", "marker_shapes"]

UNDER = {"bunker": (0.86, -0.34, 0.05), "bridge": (0.62, 0.0, 0.38)}
"""Size and middle (right, down) of what lies under units, in widths of a counter.

Bunkers show at the left of a stack, where its neighbours' stacks don't reach; bridges below.
"""


def marker_picture(style: Style, id_: str, text: str = "", size_px: int = 84) -> Image.Image:
    """Draw a marker.

    Args:
        style: Where the marker is described.
        id_: Its id in ``markers.toml``: ``bunker``, ``bridge``, ``turn``, ``moved`` ...
        text: What takes the place of ``{}`` in its text, such as a bunker's strength.
        size_px: Width and height of the picture.

    Returns:
        The picture, RGBA; transparent outside the rounded corners, the disc, or the drawing.

    Raises:
        DrawError: The style has no such marker, or the marker is badly described.
    """
    shapes = marker_shapes(style, id_, text, size_px)
    return tile(shapes, size_px, style.fonts, cut=_shape(style, id_))


def marker_shapes(style: Style, id_: str, text: str, size: float) -> list[Shape]:
    """Return what a marker of ``size`` px consists of, bottom first.

    Raises:
        DrawError: As :func:`marker_picture`.
    """
    table, shape = _table(style, id_), _shape(style, id_)
    scheme = style.scheme(table.text("scheme"))
    canvas = RecordingCanvas()
    if shape != "bare":
        _ground(canvas, scheme, size, round_=shape == "round")
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
        room = {"square": 0.86, "round": 0.66, "bare": 0.78}[shape]
        if table.get("text_room") is not None:
            room = table.number("text_room")
        face = table.text("face") if table.get("face") is not None else "bold"
        font = fitted(style.fonts, line, face, table.number("text_size") * size, room * size)
        halo = scheme.box if shape == "bare" else None
        rim = 0.04 * size
        canvas.draw(Label(line, (x * size, y * size), font, scheme.ink, halo=halo, rim=rim))
    return canvas.shapes


def _ground(canvas: RecordingCanvas, scheme: Scheme, size: float, *, round_: bool) -> None:
    """Draw paper and rim."""
    if round_:
        half = size / 2
        canvas.draw(Oval((half, half), (half, half), scheme.rim))
        canvas.draw(Oval((half, half), (half * 0.93, half * 0.93), scheme.paper))
        return
    for margin, fill in ((0.0, scheme.rim), (0.018 * size, scheme.paper)):
        a, b = margin, size - margin
        canvas.draw(Area((((a, a), (b, a), (b, b), (a, b)),), fill))


def _table(style: Style, id_: str) -> Table:
    """Return the description of a marker."""
    if not isinstance(style.markers.get(id_), dict):
        raise DrawError(f"{style.folder / 'markers.toml'}: no marker '{id_}'; add [{id_}]")
    return style.markers.table(id_)


def _shape(style: Style, id_: str) -> Cut:
    """Return the outline of a marker.

    Raises:
        DrawError: There is no such outline.
    """
    shape = _table(style, id_).get("shape")
    if shape is None:
        return "square"
    if shape not in get_args(Cut):
        known = ", ".join(get_args(Cut))
        raise DrawError(f"{style.folder / 'markers.toml'}: [{id_}] shape is none of {known}")
    return cast("Cut", shape)
