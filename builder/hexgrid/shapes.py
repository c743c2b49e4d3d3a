"""Shapely geometry of hexes on a picture: outlines, hexsides, ribbons, masses.

Everything is in the px of the :class:`~builder.hexgrid.layout.Layout` given. The
module is apart from the rest of the package so that reading a log never loads shapely.
"""

from __future__ import annotations

from collections.abc import Iterable

from shapely import LineString, Polygon, unary_union
from shapely.geometry.base import BaseGeometry

from builder.hexgrid.coords import Hex, direction_between
from builder.hexgrid.layout import Layout

__all__ = ["chain_line", "hex_polygon", "hexside_line", "mass"]


def hex_polygon(layout: Layout, cell: Hex) -> Polygon:
    """Return the outline of a hex."""
    return Polygon(layout.corners(cell))


def hexside_line(layout: Layout, a: Hex, b: Hex) -> LineString:
    """Return the side of ``a`` that it shares with the adjacent hex ``b``.

    Raises:
        ValueError: The hexes are not adjacent.
    """
    corners = layout.corners(a)
    i = direction_between(a, b)
    return LineString([corners[i], corners[(i + 1) % 6]])


def chain_line(layout: Layout, cells: Iterable[Hex]) -> LineString:
    """Return the line through the centres of a chain of two or more hexes."""
    return LineString([layout.centre(cell) for cell in cells])


def mass(layout: Layout, cells: Iterable[Hex]) -> BaseGeometry:
    """Return the union of hexes, without the seams between them."""
    return unary_union([hex_polygon(layout, cell).buffer(0.01) for cell in cells])
