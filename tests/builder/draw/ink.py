"""What shapes paint, measured from pixels and recordings, for the tests of faces."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image, ImageChops

from builder.draw.canvas import Area, Label, Stroke, moved
from builder.draw.raster import PillowCanvas

SIZE = 100.0


def texts(shapes):
    return [shape.text for shape in shapes if isinstance(shape, Label)]


def ink_box(shapes, style, size=SIZE):
    """What shapes paint, from pixels: left, top, right, bottom in widths of the counter."""
    scale, edge = 2, 20
    side = round(size * scale) + 2 * edge
    picture = Image.new("RGB", (side, side), "white")
    canvas = PillowCanvas(picture, style.fonts, scale)
    for shape in moved(shapes, (edge / scale, edge / scale)):
        black = (0, 0, 0, 255)
        tone = {"colour": black} if isinstance(shape, Stroke | Label) else {"fill": black}
        canvas.draw(replace(shape, **tone))
    box = ImageChops.invert(picture).convert("L").point(lambda v: 255 * (v > 90)).getbbox()
    assert box is not None
    return tuple((value - edge) / scale / size for value in box)


def inside(inner, outer):
    return all(x >= y for x, y in zip(inner[:2], outer[:2], strict=True)) and all(
        x <= y for x, y in zip(inner[2:], outer[2:], strict=True)
    )


def ground_under(label, shapes, style):
    """Colour of the topmost area beneath the middle of a label."""
    x, y = label.at
    left, top, right, bottom = (v * SIZE for v in ink_box([label], style))
    x, y = (left + right) / 2, (top + bottom) / 2
    for shape in reversed(shapes[: shapes.index(label)]):
        if isinstance(shape, Area):
            xs, ys = zip(*shape.rings[0], strict=True)
            if min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys):
                return shape.fill
    raise AssertionError(label)
