"""Markers and badges, each described in ``markers.toml`` of a style.

A marker of the counter sheets has two faces (:func:`marker_faces`); some markers look
otherwise where they lie upon a map (:func:`marker_picture`), such as bridges.
"""

from __future__ import annotations

import re
from typing import cast, get_args

from PIL import Image

from builder.draw.canvas import Area, Colour, Label, Oval, RecordingCanvas, Shape
from builder.draw.counter import drawn_bleed, face_picture, mixed
from builder.draw.lettering import fitted
from builder.draw.raster import Cut, tile
from builder.draw.style import Scheme, Style, Table
from builder.draw.symbol import draw_symbol
from builder.errors import DrawError
from builder.model.game import Game, Marker

__all__ = [
    "UNDER",
    "marker_art",
    "marker_face_shapes",
    "marker_faces",
    "marker_picture",
    "marker_shapes",
    "marker_text",
]

UNDER = {"bunker": (0.86, -0.34, 0.05), "bridge": (0.62, 0.0, 0.37)}
"""Size and middle (right, down) of what lies under units, in widths of a counter.

Bunkers show at the left of a stack, where its neighbours' stacks don't reach; bridges below.
"""

_RIM = 0.018


def marker_faces(
    game: Game, marker: Marker, style: Style, size_px: int = 84, bleed: float | None = None
) -> tuple[Image.Image, Image.Image]:
    """Draw both faces of a marker of the counter sheets.

    Args:
        game: The game of the marker.
        marker: What to draw.
        style: How.
        size_px: Width and height of the counter in the pictures.
        bleed: As in :func:`builder.draw.counter.counter_faces`.

    Returns:
        Front and back, RGBA.

    Raises:
        DrawError: The style lacks the marker, a drawing, a symbol or a letter.
    """
    shapes = marker_face_shapes(game, marker, style, size_px, drawn_bleed(size_px, bleed))
    front, back = (face_picture(face, size_px, style.fonts, bleed) for face in shapes)
    return front, back


def marker_face_shapes(
    game: Game, marker: Marker, style: Style, size: float, bleed: float = 0.0
) -> tuple[list[Shape], list[Shape]]:
    """Return what front and back of a marker of ``size`` px consist of, bottom first.

    Args:
        game: The game of the marker.
        marker: Whose faces.
        style: How it looks.
        size: Width of the counter, px; its upper left corner is the origin.
        bleed: How far ground and frame reach beyond the edge, in widths of the counter.

    Raises:
        DrawError: As :func:`marker_faces`.
    """
    text = marker_text(game, marker)
    choices = _choices(marker)
    known = style.markers.table("counters") if style.markers.get("counters") else None
    key = next((each for each in choices if known and known.get(each) is not None), None)
    if known is None or key is None:
        art = marker_art(style, marker)
        return (
            marker_shapes(style, art, text, size, bleed),
            marker_shapes(style, art, text, size, bleed),
        )
    table = known.table(key)
    after = text
    if table.get("texts") is not None and table.table("texts").get(text) is not None:
        after = table.table("texts").text(text)
    return (
        marker_shapes(style, table.text("front"), text, size, bleed),
        marker_shapes(style, table.text("back"), after, size, bleed),
    )


def marker_text(game: Game, marker: Marker) -> str:
    """Return what a marker says besides its sign: its name without its kind and its side.

    >>> from types import SimpleNamespace as of
    >>> marker = of(name="Red current movement", kind="movement", side="red")
    >>> marker_text(of(sides=[of(id="red", name="Red")]), marker)
    'current'
    """
    known = {marker.kind.lower()}
    known |= {side.name.lower() for side in game.sides if side.id == marker.side}
    return " ".join(word for word in re.split(r"\s+", marker.name) if word.lower() not in known)


def marker_art(style: Style, marker: Marker) -> str:
    """Return the drawing of a marker: one of its own, of its kind and side, or of its kind."""
    drawn = (id_ for id_ in _choices(marker) if style.markers.get(id_) is not None)
    return next(drawn, marker.kind)


def _choices(marker: Marker) -> tuple[str, ...]:
    return marker.id, f"{marker.kind}-{marker.side}", marker.kind


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


def marker_shapes(
    style: Style, id_: str, text: str, size: float, bleed: float = 0.0
) -> list[Shape]:
    """Return what a drawing of ``size`` px consists of, bottom first.

    Args:
        style: Where it is described.
        id_: Its id.
        text: What takes the place of ``{}``.
        size: Its width, px; its upper left corner is the origin.
        bleed: How far ground and frame of a square one reach beyond the edge, in its widths.

    Raises:
        DrawError: As :func:`marker_picture`.
    """
    table, shape = _table(style, id_), _shape(style, id_)
    scheme = style.scheme(table.text("scheme"))
    canvas = RecordingCanvas()
    if shape != "bare":
        _ground(canvas, scheme, size, bleed, round_=shape == "round")
    if table.get("symbol") is not None:
        name = table.text("symbol")
        if name not in style.symbols:
            raise DrawError(f"{style.folder / 'markers.toml'}: [{id_}] no symbol '{name}'")
        x, y = table.point("at")
        shade = mixed(scheme.ink, scheme.paper, 0.4)
        tones = {"ink": scheme.ink, "paper": scheme.box, "shade": shade}
        height = table.number("size") * size
        draw_symbol(canvas, style.symbols[name], (x * size, y * size), height, tones)
    for key in ("text", "note"):
        line = table.text(key).replace("{}", text) if table.get(key) is not None else ""
        if line:
            canvas.draw(_line(style, table, key, line, size))
    return canvas.shapes


def _line(style: Style, table: Table, key: str, line: str, size: float) -> Label:
    """Return a line of lettering: the text or the note."""
    shape = table.get("shape") or "square"
    x, y = table.point(f"{key}_at")
    room = {"round": 0.66, "bare": 0.78}.get(str(shape), 0.84)
    if table.get(f"{key}_room") is not None:
        room = table.number(f"{key}_room")
    face = "narrow-bold" if key == "note" else "bold"
    if key == "text" and table.get("face") is not None:
        face = table.text("face")
    font = fitted(style.fonts, line, face, table.number(f"{key}_size") * size, room * size)
    scheme = style.scheme(table.text("scheme"))
    halo = scheme.box if shape == "bare" else None
    return Label(line, (x * size, y * size), font, scheme.ink, halo=halo, rim=0.04 * size)


def _ground(
    canvas: RecordingCanvas, scheme: Scheme, size: float, bleed: float, *, round_: bool
) -> None:
    """Draw paper and rim."""
    if round_:
        half = size / 2
        canvas.draw(Oval((half, half), (half, half), scheme.rim))
        canvas.draw(Oval((half, half), (half * 0.93, half * 0.93), scheme.paper))
        return
    near, far = -bleed * size, (1 + bleed) * size
    canvas.draw(_square(near, far, scheme.paper if bleed else scheme.rim))
    canvas.draw(_square(_RIM * size, (1 - _RIM) * size, scheme.paper))


def _square(near: float, far: float, fill: Colour) -> Area:
    """Return a square about the middle of the counter."""
    return Area((((near, near), (far, near), (far, far), (near, far)),), fill)


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
