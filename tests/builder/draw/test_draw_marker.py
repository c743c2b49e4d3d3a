from dataclasses import replace
from itertools import combinations

import pytest

from builder.draw.canvas import Area, Label, bounds
from builder.draw.counter import SAFE
from builder.draw.marker import (
    UNDER,
    marker_face_shapes,
    marker_faces,
    marker_picture,
    marker_shapes,
)
from builder.draw.raster import tile
from builder.draw.style import Table
from builder.errors import DrawError
from tests.builder.draw.ink import SIZE, ground_under, ink_box, inside, texts
from tests.builder.draw.vision import contrast

DRAWINGS = pytest.mark.parametrize("text", ["", "5+", "15", "3 SA", "Abandoned equipment"])


def drawings(style):
    return [id_ for id_ in style.markers if id_ != "counters"]


@DRAWINGS
def test_every_drawing_stays_within_its_safe_box(style, text):
    assert {"bunker", "bridge", "turn", "weather", "assault", "strength", "blank", "moved"} <= set(
        style.markers
    )
    for id_ in drawings(style):
        table = style.markers.table(id_)
        ground = 0 if table.get("shape") == "bare" else 2
        edge = 100 * SAFE
        if id_ == "loss" or id_ in UNDER:  # a badge upon counters; what lies on the map alone
            edge = 2
        for shape in marker_shapes(style, id_, text, 100)[ground:]:
            left, top, right, bottom = bounds(shape, style.fonts)
            assert min(left, top) >= edge - 0.5, (id_, shape)
            assert max(right, bottom) <= 100 - edge + 0.5, (id_, shape)


def test_all_103_markers_have_two_faces_in_their_safe_boxes(game, style):
    assert sum(marker.count for marker in game.markers.values()) == 103
    for marker in game.markers.values():
        for shapes in marker_face_shapes(game, marker, style, SIZE):
            table = [s for s in shapes[2:] if not isinstance(s, Label)]
            labels = [[s] for s in shapes[2:] if isinstance(s, Label)]
            boxes = [ink_box(part, style) for part in ([table] if table else []) + labels]
            for left, top, right, bottom in boxes:
                assert min(left, top) >= SAFE - 0.006, marker.id
                assert max(right, bottom) <= 1 - SAFE + 0.006, marker.id
            if marker.kind == "bunker":  # its figure stands in a hexagon
                assert inside(boxes[1], boxes[0])
                continue
            for a, b in combinations(boxes, 2):
                apart = max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3])
                assert apart >= 0, (marker.id, a, b)


def test_what_the_faces_of_markers_say(game, style):
    said = {}
    for marker in game.markers.values():
        front, back = marker_face_shapes(game, marker, style, SIZE)
        said[marker.id] = (texts(front), texts(back))
    assert said["bunker-15"] == (["15"], ["10"])
    assert said["bunker-10a"] == (["10"], ["5"])
    assert said["bridge-original-1"] == ([], [])
    assert said["bridge-3sa"] == (["3 SA"], ["3 SA"])
    assert said["assault"] == (["Assault"], ["Antitank"])
    assert said["strength-5"] == (["5+"], ["5+"])
    assert said["current-soviet"] == (["RC", "current"],) * 2  # as rule 5 names them
    assert said["current-german"] == (["GC", "current"],) * 2
    assert said["supply-vl"] == (["Supply", "Velikiye Luki"],) * 2
    assert said["blank"] == (["Abandoned", "equipment"], [])


def test_figures_of_markers_are_legible_at_48_px(game, style):
    for marker in game.markers.values():
        for shapes in marker_face_shapes(game, marker, style, SIZE):
            for label in shapes:
                if isinstance(label, Label) and label.text[0].isdigit():
                    assert style.fonts.cap_height(label.font) / SIZE * 48 >= 7, marker.id


def test_letters_of_markers_stand_out(game, style):
    for marker in game.markers.values():
        for shapes in marker_face_shapes(game, marker, style, SIZE):
            for label in [s for s in shapes if isinstance(s, Label)]:
                assert contrast(label.colour, ground_under(label, shapes, style)) >= 4.5, marker.id


def test_ground_and_frame_of_markers_bleed_and_nothing_else(game, style):
    for marker in game.markers.values():
        plain = marker_face_shapes(game, marker, style, SIZE)
        wide = marker_face_shapes(game, marker, style, SIZE, 0.125)
        for one, other in zip(plain, wide, strict=True):
            assert one[1:] == other[1:]
            assert other[0].rings[0][0] == (-12.5, -12.5)
            assert other[0].rings[0][2] == (112.5, 112.5)
        for face in marker_faces(game, marker, style, 48, 0.125):
            assert face.size == (60, 60)
            assert face.getchannel("A").getextrema() == (255, 255)


def test_a_counter_without_drawings_of_its_own_has_the_same_face_twice(game, style):
    front, back = marker_faces(game, game.markers["turn"], style, 48)
    assert front.tobytes() == back.tobytes()
    front, back = marker_faces(game, game.markers["blank"], style, 48)
    assert front.tobytes() != back.tobytes()


def test_what_counters_name_and_isnt_there_is_said(game, style):
    table = Table(style.folder / "markers.toml", {"counters": {"turn": {"front": "dragon"}}})
    with pytest.raises(DrawError, match="no marker 'dragon'"):
        marker_faces(game, game.markers["turn"], replace(style, markers=table))


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
    assert same is (kind not in {"bunker", "bridge"})


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
