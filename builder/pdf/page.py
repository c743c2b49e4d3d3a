"""A page of paper: what is drawn on it, and where it is cut. All lengths are mm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.draw.canvas import Box, Point, Shape

__all__ = ["Correction", "Layer", "Page"]


@dataclass(frozen=True, slots=True)
class Layer:
    """Shapes of a page, bottom first, mm from its upper left corner.

    Args:
        shapes: What is drawn.
        clip: Nothing shows outside this box; ``None``: all shows.
    """

    shapes: Sequence[Shape]
    clip: Box | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """What is done to a page so that a printer that isn't true prints it true.

    Args:
        scale: How much wider and higher everything is made, about the middle of the page.
        shift: Then everything is moved this far to the right and down, mm.
    """

    scale: Point = (1.0, 1.0)
    shift: Point = (0.0, 0.0)

    def origin(self, size: Point) -> Point:
        """Return where the upper left corner of a page of a size comes to lie."""
        (width, height), (kx, ky), (dx, dy) = size, self.scale, self.shift
        return width / 2 * (1 - kx) + dx, height / 2 * (1 - ky) + dy

    def moved(self, box: Box, size: Point) -> Box:
        """Return where a box of a page of a size comes to lie; it stays on the page."""
        (x, y), (kx, ky) = self.origin(size), self.scale
        left, top, right, bottom = box
        width, height = size
        return (
            max(x + kx * left, 0.0),
            max(y + ky * top, 0.0),
            min(x + kx * right, width),
            min(y + ky * bottom, height),
        )


@dataclass(frozen=True, slots=True)
class Page:
    """A page.

    Args:
        size: Width and height of the paper.
        layers: What is drawn on it, bottom first.
        trim: Where its outermost cuts are; ``None``: at the edge of the paper.
        bleed: How far colour reaches beyond the cuts; ``None``: no farther.
        name: What a table of contents calls it.
        correction: What makes up for the printer.
    """

    size: Point
    layers: Sequence[Layer]
    trim: Box | None = None
    bleed: Box | None = None
    name: str = ""
    correction: Correction = Correction()
