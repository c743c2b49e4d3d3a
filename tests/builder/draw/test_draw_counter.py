from dataclasses import replace

import pytest

from builder.draw.canvas import Area, Label, Stroke, bounds
from builder.draw.counter import (
    STRENGTH_AT,
    STRENGTH_BOX,
    back_shapes,
    counter_faces,
    front_shapes,
)
from builder.draw.gallery import contact_sheet, counter_strip
from builder.draw.png import encode
from builder.errors import DrawError
from builder.model.game import Kind

SIZE = 100.0
EDGE = 0.05  # of the width, free of text and symbols
GAP = 0.02  # between an id and the symbol beside it


def texts(shapes):
    return [shape.text for shape in shapes if isinstance(shape, Label)]


def grounds(shapes):
    """Areas as wide as the counter: its paper, frame and formation bar."""
    return [s for s in shapes if isinstance(s, Area) and s.rings[0][0][0] < SIZE * 0.02]


@pytest.mark.parametrize("face", [front_shapes, back_shapes])
def test_nothing_leaves_its_safe_box_on_any_face(game, style, face):
    assert len(game.units) == 377
    for unit in game.units.values():
        shapes = face(unit, style, SIZE)
        floor = SIZE * (1 - EDGE)
        if style.formations.get(unit.formation):
            floor = min(s.rings[0][0][1] for s in grounds(shapes)[2:])
        for shape in shapes:
            if shape in grounds(shapes) or getattr(shape, "width", 1) == SIZE * 0.014:
                continue
            left, top, right, bottom = bounds(shape, style.fonts)
            assert left >= SIZE * EDGE, (unit.id, shape)
            assert top >= SIZE * EDGE, (unit.id, shape)
            assert right <= SIZE * (1 - EDGE), (unit.id, shape)
            assert bottom <= floor, (unit.id, shape)


@pytest.mark.parametrize("face", [front_shapes, back_shapes])
def test_no_two_texts_of_a_face_overlap(game, style, face):
    for unit in game.units.values():
        labels = [s for s in face(unit, style, SIZE) if isinstance(s, Label)]
        boxes = [bounds(label, style.fonts) for label in labels]
        for i, a in enumerate(boxes):
            for b in boxes[i + 1 :]:
                wide = min(a[2], b[2]) - max(a[0], b[0])
                tall = min(a[3], b[3]) - max(a[1], b[1])
                assert wide <= 0 or tall <= 0, (unit.id, texts(labels))


def test_ids_keep_clear_of_the_symbol_beside_them(game, style):
    for unit in game.units.values():
        shapes = front_shapes(unit, style, SIZE)
        if unit.kind is Kind.AFV:  # no frame, and ids above the silhouette
            continue
        closed = [s for s in shapes if isinstance(s, Stroke) and s.points[0] == s.points[-1]]
        frame = max(closed, key=lambda s: s.points[1][0] - s.points[0][0])
        left, top, right, bottom = bounds(frame, style.fonts)
        for label in [s for s in shapes if isinstance(s, Label)]:
            if label.text in {unit.name, unit.formation_id} and top < label.at[1] < bottom:
                begin, _, end, _ = bounds(label, style.fonts)
                if (begin + end) / 2 != pytest.approx(SIZE / 2, abs=1):  # not within the symbol
                    assert end <= left - SIZE * GAP or begin >= right + SIZE * GAP, unit.id


@pytest.mark.parametrize("face", [front_shapes, back_shapes])
def test_a_badge_covers_the_strength_and_no_other_figure(game, style, face):
    x, y = (share * SIZE for share in STRENGTH_AT)
    half = STRENGTH_BOX * SIZE / 2
    for unit in game.units.values():
        labels = [s for s in face(unit, style, SIZE) if isinstance(s, Label)]
        covered = []
        for label in labels:
            left, top, right, bottom = bounds(label, style.fonts)
            if left >= x - half and right <= x + half and top >= y - half and bottom <= y + half:
                covered.append(label.text)
            else:
                assert right <= x - half or left >= x + half or bottom <= y - half, unit.id
        assert covered == [str(unit.strength), "strength"][: 1 if face is front_shapes else 2]


def test_front_shows_identity_strength_and_mobility(game, style):
    infantry = next(u for u in game.units.values() if u.name == "I/138")
    assert texts(front_shapes(infantry, style, SIZE)) == ["II", "3", "I/138", "4", "L"]


def test_front_of_a_vehicle_shows_no_size(game, style):
    tank = next(u for u in game.units.values() if u.name == "2/66")
    assert texts(front_shapes(tank, style, SIZE)) == ["2/66", str(tank.strength), "T"]


def test_back_of_artillery_has_the_printed_barrage_factor(game, style):
    rocket = next(u for u in game.units.values() if u.name == "I/55" and u.type == "rocket")
    figures = texts(back_shapes(rocket, style, SIZE))
    assert figures[figures.index("barrage") - 1] == "20"  # errata
    assert figures[figures.index("range") - 1] == str(rocket.range)


def test_back_shows_halves_and_defence_only_in_parentheses(game, style):
    infantry = next(u for u in game.units.values() if u.name == "I/138")
    figures = texts(back_shapes(replace(infantry, defensive_only=True), style, SIZE))
    assert figures[figures.index("combat") - 1] == "(3)"
    assert figures[figures.index("antitank") - 1] == "½"
    assert "range" not in figures


def test_pictures(game, style):
    unit = next(iter(game.units.values()))
    front, back = counter_faces(game, unit, style)
    for picture in (front, back):
        assert picture.mode == "RGBA"
        assert picture.size == (84, 84)
        assert picture.getpixel((0, 0))[3] < 128
        assert picture.getpixel((42, 42))[3] == 255
    assert counter_faces(game, unit, style, 168)[0].size == (168, 168)
    assert front.getpixel((8, 60))[:3] == style.scheme(unit.colour).paper[:3]


def test_the_same_bytes_twice(game, style):
    unit = next(iter(game.units.values()))
    first, second = ([encode(face) for face in counter_faces(game, unit, style)] for _ in range(2))
    assert first == second


def test_what_the_style_lacks_is_said(game, style):
    unit = next(iter(game.units.values()))
    for lacking, word in (
        (replace(unit, type="zeppelin"), "zeppelin"),
        (replace(unit, colour="pink-on-pink"), "pink-on-pink"),
        (replace(unit, name="漢"), "漢"),
    ):
        with pytest.raises(DrawError, match=word):
            counter_faces(game, lacking, style)
    with pytest.raises(DrawError, match="nobody"):
        counter_faces(game, replace(unit, id="nobody"), style)
    with pytest.raises(DrawError, match="nobody"):
        counter_strip(game, style, ["nobody"])


def test_schemes_and_formations_are_those_of_the_game(game, style):
    assert {unit.colour for unit in game.units.values()} <= set(style.schemes)
    assert set(style.formations) <= {form.name for form in game.formations.values()}


def test_contact_sheets_hold_every_counter(game, style):
    sheets = contact_sheet(game, style, size_px=20, columns=10, rows=14)
    assert len(sheets) == 3
    assert [sheet.height for sheet in sheets] == [14 * 26 + 6, 14 * 26 + 6, 10 * 26 + 6]
