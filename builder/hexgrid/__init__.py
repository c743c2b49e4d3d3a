"""The one hex geometry of both programs.

Coordinates and distances (:mod:`~builder.hexgrid.coords`), printed numbers
(:mod:`~builder.hexgrid.numbering`), pixels and VASSAL's grid parameters
(:mod:`~builder.hexgrid.layout`). Polygons (:mod:`builder.hexgrid.shapes`) are
imported by name where something is drawn, since they need shapely.
"""

from builder.hexgrid.coords import (
    Direction,
    Hex,
    Hexside,
    direction_between,
    distance,
    hexside,
    line,
    neighbour,
    neighbours,
    ring,
    within,
)
from builder.hexgrid.layout import Layout
from builder.hexgrid.numbering import Numbering

__all__ = [
    "Direction",
    "Hex",
    "Hexside",
    "Layout",
    "Numbering",
    "direction_between",
    "distance",
    "hexside",
    "line",
    "neighbour",
    "neighbours",
    "ring",
    "within",
]
