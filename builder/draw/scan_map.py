"""The owner's map over the drawn one, and a picture that proves how well it lies.

The scan is turned and scaled block by block, at twice the board's resolution and then averaged,
so that no memory is needed for the whole; where the scan doesn't reach, or is transparent, the
drawn map is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import floor

from PIL import Image, ImageChops, ImageDraw

from builder.draw.canvas import Colour, Label, Oval, Shape, Stroke
from builder.draw.curve import coordinates, parts
from builder.draw.raster import render
from builder.draw.scan import Scans
from builder.draw.scan_fit import DOUBT, Affine, Pin
from builder.draw.scan_pixels import Pixels, read_pixels
from builder.draw.scan_table import Part
from builder.draw.text import Font, Fonts
from builder.hexgrid import Direction, Layout
from builder.hexgrid.shapes import mass

__all__ = ["lay_part", "proof_picture", "read_part", "scanned_map"]

_BLOCK = 512  # px of the board done at a time
_MARGIN = 4  # px around a block that its edge needs
_SMOOTH = 4  # steps of a px of an outline's edge
_FINE = 1.05  # px of the scan to one of the board from which on two samples a px are taken
_PROOF_HEX = 64  # px, about, of a hex in the proof
_VIEW = 220  # px of a close view
_VIEW_HEXES = 1.3  # hexes seen in it
_VIEWS = 24  # most close views
_GAP = 12
_GRID: Colour = (230, 0, 140, 255)
_NUMBER: Colour = (120, 0, 90, 255)
_WHITE: Colour = (255, 255, 255, 255)
_INK: Colour = (20, 20, 20, 255)
_GOOD: Colour = (0, 120, 255, 255)
_BAD: Colour = (230, 20, 20, 255)


def scanned_map(
    draw: Callable[[], Image.Image], scans: Scans | None, layout: Layout
) -> Image.Image:
    """Return the map with the scans laid over the drawn one.

    The map is drawn before a scan is read, and one scan after the other: the most memory that
    is taken is for reading the largest of them.

    Args:
        draw: Draws the map, RGB, of the board's size.
        scans: The scans, if any.
        layout: Where the hexes lie on the board.

    Raises:
        DrawError: A scan is damaged or takes too much memory.
    """
    picture = draw()
    if scans is not None:
        for part in scans.parts:
            lay_part(picture, part, read_part(part, scans), layout)
    return picture


def read_part(part: Part, scans: Scans) -> Pixels:
    """Read the pixels of a scan, no finer than the board needs.

    Raises:
        DrawError: The scan is damaged or takes too much memory.
    """
    factor = max(floor(part.fit.way.scales[0]), 1)
    return read_pixels(part.head.path, scans.folder, factor)


def lay_part(picture: Image.Image, part: Part, pixels: Pixels, layout: Layout) -> None:
    """Lay one scan over a picture of the board.

    Args:
        picture: RGB, of the board's size; painted on.
        part: How the scan lies.
        pixels: The scan.
        layout: Where the hexes lie on the board.
    """
    shrink = Affine(1 / pixels.factor, 0, 0, 0, 1 / pixels.factor, 0)
    way = part.fit.way.then(Affine(*part.head.to_stored)).then(shrink)
    outlines = list(_outlines(part, layout))
    scale = 2 if way.scales[1] > _FINE else 1
    for top in range(0, picture.height, _BLOCK):
        for left in range(0, picture.width, _BLOCK):
            right, bottom = min(left + _BLOCK, picture.width), min(top + _BLOCK, picture.height)
            block = _block(way, pixels, (left, top, right, bottom), scale)
            if block is not None:
                _cut(block, (left, top), outlines)
                picture.paste(block, (left, top), block)


def _outlines(part: Part, layout: Layout) -> Iterator[list[tuple[float, float]]]:
    """Yield the outlines, on the board, inside which a scan is shown."""
    if part.crop is not None:
        back = part.fit.way.inverse
        yield [back.at(corner) for corner in part.crop]
    if part.only_hexes:
        for polygon in parts(mass(layout, layout.numbering)):
            yield list(coordinates(polygon.exterior))


def _cut(
    block: Image.Image, corner: tuple[int, int], outlines: Sequence[Sequence[tuple[float, float]]]
) -> None:
    """Make what lies outside any of the outlines transparent, smoothly."""
    left, top = corner
    for outline in outlines:
        mask = Image.new("L", (block.width * _SMOOTH, block.height * _SMOOTH))
        points = [((x - left) * _SMOOTH, (y - top) * _SMOOTH) for x, y in outline]
        ImageDraw.Draw(mask).polygon(points, fill=255)
        block.putalpha(ImageChops.multiply(block.getchannel("A"), mask.reduce(_SMOOTH)))


def _block(
    way: Affine, pixels: Pixels, box: tuple[int, int, int, int], scale: int
) -> Image.Image | None:
    """Return what a scan shows on a block of the board, RGBA, or ``None`` if nothing."""
    left, top, right, bottom = box
    corners = [way.at((x, y)) for x in (left, right) for y in (top, bottom)]
    around = pixels.around(corners, _MARGIN)
    if around is None:
        return None
    source = pixels.crop(around).convert("RGBA")
    a, b = around[:2]
    k = 1 / scale
    x, y = way.at((left, top))
    data = (way.a * k, way.b * k, x - a, way.d * k, way.e * k, y - b)
    size = ((right - left) * scale, (bottom - top) * scale)
    made = source.transform(size, Image.Transform.AFFINE, data, Image.Resampling.BICUBIC)
    return made.reduce(scale) if scale > 1 else made


def proof_picture(picture: Image.Image, scans: Scans, layout: Layout, fonts: Fonts) -> Image.Image:
    """Draw the grid of the board over the aligned map, with close views of the named hexes.

    Args:
        picture: The map with the scans on it, RGB, of the layout's size; not changed.
        scans: The scans.
        layout: Where the hexes lie.
        fonts: Faces ``narrow`` and ``narrow-bold``.

    Returns:
        A picture to look at, RGB: each of our hexes over the printed one, the hexes named
        marked (blue where they fit, red where they don't), and how far off each is.
    """
    share = min(1.0, _PROOF_HEX / layout.row_px)
    width, height = (round(length * share) for length in picture.size)
    views = [(part, pin) for part in scans.parts for pin in part.fit.pins][:_VIEWS]
    columns = max((width - _GAP) // (_VIEW + _GAP), 1)
    rows = -(-len(views) // columns)
    panel = 60 + 24 * len(scans.parts) + rows * (_VIEW + 40)
    proof = Image.new("RGB", (width, height + panel), _WHITE[:3])
    proof.paste(picture.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0))
    shapes = list(_grid(layout, share)) + list(_marks(scans, share, _PROOF_HEX / 3))
    shapes += list(_heading(scans, height))
    first = height + 40 + 24 * len(scans.parts)
    for number, (part, pin) in enumerate(views):
        x = _GAP + number % columns * (_VIEW + _GAP)
        y = first + number // columns * (_VIEW + 40)
        proof.paste(_view(picture, layout, pin), (x, y))
        shapes += list(_view_shapes(layout, part, pin, (x, y)))
    return _over(proof, shapes, fonts)


def _over(proof: Image.Image, shapes: Sequence[Shape], fonts: Fonts) -> Image.Image:
    """Draw shapes over a picture, smoothly."""

    def ground(top: int, tall: int, scale: int) -> Image.Image:
        part = proof.crop((0, top, proof.width, top + tall))
        return part.resize((proof.width * scale, tall * scale), Image.Resampling.NEAREST)

    return render(shapes, proof.size, fonts, supersample=2, ground=ground)


def _grid(layout: Layout, share: float) -> Iterator[Shape]:
    """Yield every hexside and every number."""
    font = Font("narrow", 0.24 * layout.row_px * share)
    for cell in layout.numbering:
        corners = [(x * share, y * share) for x, y in layout.corners(cell)]
        for way in Direction:
            yield Stroke((corners[way], corners[(way + 1) % 6]), _GRID, 1.0)
        x, y = layout.centre(cell)
        at = x * share, (y - 0.3 * layout.row_px) * share
        number = layout.numbering.format(cell)
        yield Label(number, at, font, _NUMBER, halo=_WHITE, rim=1.5)


def _marks(scans: Scans, share: float, radius: float) -> Iterator[Shape]:
    """Yield a cross at the centre of each hex named, and a line to where its point lies."""
    for part in scans.parts:
        back = part.fit.way.inverse
        for pin in part.fit.pins:
            x, y = (length * share for length in pin.board)
            given = back.at(pin.at)
            colour = _tone(part, pin)
            yield from _cross((x, y), radius, colour)
            yield Stroke(((x, y), (given[0] * share, given[1] * share)), colour, 3.0)


def _cross(at: tuple[float, float], radius: float, colour: Colour) -> Iterator[Shape]:
    """Yield a cross with an open middle."""
    x, y = at
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        inner = (x + dx * radius * 0.3, y + dy * radius * 0.3)
        yield Stroke((inner, (x + dx * radius, y + dy * radius)), colour, 2.5)


def _heading(scans: Scans, top: int) -> Iterator[Shape]:
    """Yield what is said about each scan."""
    for number, part in enumerate(scans.parts):
        fit = part.fit
        worst = max(fit.off(pin) for pin in fit.pins)
        text = (
            f"{_plain(part.head.path.name)}: {fit.kind}, by {len(fit.pins)} hexes, "
            f"{fit.hex_px:.2f} px to a hex, turned by {fit.way.turn:.2f} degrees, "
            f"worst off by {worst:.2f} px = {worst / fit.hex_px:.3f} hexes"
        )
        if len(fit.pins) == 2:
            text += " (two always fit; four are checked)"
        yield Label(text, (_GAP, top + 24 + 24 * number), Font("narrow-bold", 20), _INK, "l")


def _plain(name: str) -> str:
    """Return a file's name with what a font may lack replaced."""
    return "".join(char if char.isascii() and char.isprintable() else "?" for char in name)


def _view(picture: Image.Image, layout: Layout, pin: Pin) -> Image.Image:
    """Return a close view of the map around a hex."""
    half = layout.row_px * _VIEW_HEXES / 2
    x, y = pin.board
    k = 2 * half / _VIEW
    data = (k, 0, x - half, 0, k, y - half)
    size = (_VIEW, _VIEW)
    return picture.transform(size, Image.Transform.AFFINE, data, Image.Resampling.BICUBIC)


def _view_shapes(
    layout: Layout, part: Part, pin: Pin, corner: tuple[float, float]
) -> Iterator[Shape]:
    """Yield our hex over a close view, the point given, and how far off it is."""
    k = _VIEW / (layout.row_px * _VIEW_HEXES)
    cx, cy = corner[0] + _VIEW / 2, corner[1] + _VIEW / 2
    cell = layout.numbering.parse(pin.number)
    ring = [
        (cx + (x - pin.board[0]) * k, cy + (y - pin.board[1]) * k) for x, y in layout.corners(cell)
    ]
    yield Stroke((*ring, ring[0]), _GRID, 1.5)
    colour = _tone(part, pin)
    yield from _cross((cx, cy), 26, colour)
    given = part.fit.way.inverse.at(pin.at)
    at = cx + (given[0] - pin.board[0]) * k, cy + (given[1] - pin.board[1]) * k
    yield Oval(at, (4, 4), colour)
    off = part.fit.off(pin)
    text = f"{pin.number}: off {off:.2f} px, {off / part.fit.hex_px:.3f} hexes"
    below = (corner[0], corner[1] + _VIEW + 16)
    yield Label(text, below, Font("narrow", 19), colour, "l")


def _tone(part: Part, pin: Pin) -> Colour:
    return _GOOD if part.fit.off(pin) < DOUBT * part.fit.hex_px else _BAD
