from math import dist, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Point

from builder.hexgrid import Direction, Layout, Numbering, hexside, neighbour
from builder.hexgrid.shapes import chain_line, hex_polygon, hexside_line, mass

SMALL = Layout(Numbering(9, 7), column_px=97, row_px=112, left_px=80, top_px=70)
ODD_LOW = Layout(Numbering(9, 7, even_low=False), column_px=52, row_px=60, left_px=40, top_px=40)


def vassal_name(layout, x, y):
    """The naming rule of VASSAL's HexGrid and HexGridNumbering, from its attributes alone."""
    grid, numbers = layout.grid_attributes(), layout.numbering_attributes()
    dx, dy = float(grid["dx"]), float(grid["dy"])
    column = floor((x - int(grid["x0"])) / dx + 0.5)
    low = dy / 2 if column % 2 else 0
    row = floor((y - int(grid["y0"]) - low) / dy + 0.5)
    if numbers["stagger"] == "true" and column % 2:
        row += 1
    return f"{column + int(numbers['hOff']):02}{row + int(numbers['vOff']):02}"


@pytest.mark.parametrize("layout", [SMALL, ODD_LOW], ids=["even-low", "odd-low"])
def test_vassal_names_every_centre_as_we_do(layout):
    for cell in layout.numbering:
        assert vassal_name(layout, *layout.centre(cell)) == layout.numbering.format(cell)
        assert layout.hex_at(*layout.centre(cell)) == cell


@given(st.integers(0, 950), st.integers(0, 850))
def test_vassal_names_any_point_by_column_bands(x, y):
    cell = SMALL.band_hex_at(x, y)
    if cell in SMALL.numbering:
        assert vassal_name(SMALL, x, y) == SMALL.numbering.format(cell)


@given(st.floats(0, 950), st.floats(0, 850))
def test_the_hex_of_a_point_is_the_one_whose_centre_is_nearest(x, y):
    wide = Numbering(12, 10)
    layout = Layout(wide, column_px=97, row_px=112, left_px=80, top_px=70)
    found = layout.hex_at(x, y)
    nearest = min(dist((x, y), layout.centre(cell)) for cell in wide)
    if found in wide:
        assert dist((x, y), layout.centre(found)) == pytest.approx(nearest)


@pytest.mark.parametrize("layout", [SMALL, ODD_LOW], ids=["even-low", "odd-low"])
def test_outlines_tile_the_map_without_gap_or_overlap(layout):
    cells = list(layout.numbering)
    polygons = [hex_polygon(layout, cell) for cell in cells]
    whole = mass(layout, cells)
    assert whole.geom_type == "Polygon"
    assert not whole.interiors
    assert sum(p.area for p in polygons) == pytest.approx(whole.area, rel=1e-3)


def test_a_hexside_belongs_to_both_outlines():
    a = SMALL.numbering.parse("0404")
    for direction in Direction:
        b = neighbour(a, direction)
        side = hexside_line(SMALL, a, b)
        assert side.equals(hexside_line(SMALL, b, a)) or side.reverse().equals_exact(
            hexside_line(SMALL, b, a), 1e-6
        )
        middle = Point(side.interpolate(0.5, normalized=True))
        between = [(p + q) / 2 for p, q in zip(SMALL.centre(a), SMALL.centre(b), strict=True)]
        assert middle.distance(Point(between)) < 0.5
        assert hexside(a, b) == hexside(b, a)


def test_the_picture_holds_every_outline():
    width, height = SMALL.size_px
    for cell in SMALL.numbering:
        assert all(0 <= x <= width + 1 and 0 <= y <= height for x, y in SMALL.corners(cell))


def test_a_chain_runs_through_the_centres():
    cells = [SMALL.numbering.parse(n) for n in ("0202", "0303", "0403")]
    assert list(chain_line(SMALL, cells).coords) == [SMALL.centre(c) for c in cells]


def test_lengths_that_vassal_would_truncate_are_refused():
    with pytest.raises(ValueError, match="even"):
        Layout(Numbering(9, 7), column_px=52, row_px=61, left_px=0, top_px=0)
