from dataclasses import replace

import pytest

from builder.draw.canvas import Area, Label, bounds
from builder.draw.marker import marker_picture, marker_shapes
from builder.draw.raster import tile
from builder.draw.style import Table
from builder.errors import DrawError


def test_every_marker_can_be_drawn_within_its_square(style):
    assert {"bunker", "bridge", "turn", "weather", "assault", "strength", "blank", "moved"} <= set(
        style.markers
    )
    for id_ in style.markers:
        for text in ("", "5+", "15", "Velikiye Luki", "Abandoned equipment"):
            shapes = marker_shapes(style, id_, text, 100)
            for shape in shapes[2:]:
                left, top, right, bottom = bounds(shape, style.fonts)
                assert min(left, top) >= 3, (id_, shape)
                assert max(right, bottom) <= 97, (id_, shape)


def test_text_and_shape(style):
    assert [s.text for s in marker_shapes(style, "bunker", "15", 84) if isinstance(s, Label)] == [
        "15"
    ]
    square = marker_picture(style, "strength", "3", 84)
    disc = marker_picture(style, "moved", size_px=26)
    assert square.size == (84, 84)
    assert disc.size == (26, 26)
    assert square.getpixel((4, 4))[3] == 255
    assert disc.getpixel((2, 2))[3] == 0
    assert disc.getpixel((13, 1))[3] > 200


def test_an_unknown_marker_is_named(style):
    with pytest.raises(DrawError, match=r"markers\.toml: no marker 'dragon'"):
        marker_picture(style, "dragon")


@pytest.mark.parametrize("kind", ["bunker", "bridge", "turn", "weather", "assault", "blank"])
def test_text_changes_the_picture_only_where_it_has_a_place(style, kind):
    same = marker_picture(style, kind, "A").tobytes() == marker_picture(style, kind, "B").tobytes()
    assert same is (kind in {"turn", "weather"})


def test_a_bridge_is_bare(style):
    bridge = marker_picture(style, "bridge", size_px=52)
    opacity = bridge.getchannel("A")
    assert opacity.getextrema() == (0, 255)
    assert sum(opacity.histogram()[128:]) < 52 * 52 * 0.4
    assert opacity.getbbox()[1] > 52 // 3  # nothing in its upper part, where a name may stand
    ink = style.scheme("marker").ink
    assert bridge.getpixel((26, 34))[:3] == pytest.approx(ink[:3], abs=12)
    halo = next(s for s in marker_shapes(style, "bridge", "5S", 52) if isinstance(s, Label)).halo
    assert halo == style.scheme("marker").box


def test_what_is_half_covered_is_half_transparent(style):
    shapes = [Area((((0, 0), (10.5, 0), (10.5, 20), (0, 20)),), (200, 100, 50, 255))]
    picture = tile(shapes, 20, style.fonts, cut="bare")
    assert picture.getpixel((5, 10)) == (200, 100, 50, 255)
    assert picture.getpixel((15, 10)) == (0, 0, 0, 0)
    *colour, opacity = picture.getpixel((10, 10))
    assert colour == pytest.approx([200, 100, 50], abs=3)
    assert 90 <= opacity <= 200


def test_an_unknown_outline_is_named(style):
    table = Table(style.folder, {"blob": {"shape": "oval", "scheme": "marker"}})
    with pytest.raises(DrawError, match=r"\[blob\] shape is none of square, round, bare"):
        marker_picture(replace(style, markers=table), "blob")
