from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops, ImageStat

from builder.draw.canvas import Area, Label, Oval, RecordingCanvas, Stroke, bounds
from builder.draw.counter import (
    SAFE,
    STRENGTH_AT,
    STRENGTH_BOX,
    back_shapes,
    counter_faces,
    front_shapes,
)
from builder.draw.lettering import id_lines
from builder.draw.png import encode
from builder.draw.symbol import draw_symbol
from builder.errors import DrawError
from builder.model.game import Kind, Size
from tests.builder.draw.ink import SIZE, ground_under, ink_box, inside, texts
from tests.builder.draw.vision import contrast, least_difference

FACES = pytest.mark.parametrize("face", [front_shapes, back_shapes])
BAR_CELLS = {"solid": 1, "halves": 2, "thirds": 3, "blocks": 6, "layers": 2}
SMALL = 48  # px: a half-inch counter in VASSAL at half its size


def ground_count(unit, style):
    """Rim and paper; with a formation the edge of its bar and its cells."""
    bar = style.formations.get(unit.parent)
    return 2 + (1 + BAR_CELLS[bar.pattern] if bar else 0)


def symbol_count(unit, style):
    canvas = RecordingCanvas()
    tones = dict.fromkeys(("ink", "paper", "shade"), (0, 0, 0, 255))
    draw_symbol(canvas, style.symbols[unit.type], (0, 0), 10, tones)
    return len(canvas.shapes)


def elements(unit, style, face, size=SIZE):
    """Everything on a face but its ground, each symbol and each text by itself."""
    shapes = face(unit, style, size)[ground_count(unit, style) :]
    found = []
    if face is front_shapes or not unit.artillery:
        count = symbol_count(unit, style)
        found.append(("symbol", shapes[:count]))
        shapes = shapes[count:]
    for shape in shapes:
        match shape:
            case Label():
                found.append((shape.text, [shape]))
            case Stroke():
                found.append(("antitank sign", [shape]))
            case Area(rings):
                wide = rings[0][1][0] - rings[0][0][0] > size / 2
                found.append(("band" if wide else "defence box", [shape]))
    return found


@FACES
def test_every_text_and_symbol_of_every_face_is_in_its_safe_box_and_meets_no_other(
    game, style, face
):
    assert len(game.units) == 377
    for unit in game.units.values():
        bar = style.formations.get(unit.parent)
        floor = 1 - SAFE
        if bar:
            first = face(unit, style, SIZE)[2]
            floor = min(y for _, y in first.rings[0]) / SIZE
        boxes = {
            i: (name, ink_box(shapes, style))
            for i, (name, shapes) in enumerate(elements(unit, style, face))
        }
        for name, (left, top, right, bottom) in boxes.values():
            assert min(left, top) >= SAFE - 0.006, (unit.id, name)  # a pixel and its half
            assert right <= 1 - SAFE + 0.006, (unit.id, name)
            assert bottom <= floor, (unit.id, name)
        for (name, a), (other, b) in combinations(boxes.values(), 2):
            if name in {"band", "defence box"} and inside(b, a):
                continue
            apart = max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3])
            assert apart >= 0, (unit.id, name, other, a, b)


def test_the_overlap_test_sees_an_overlap_and_what_leaves_the_face(game, style):
    unit = game.units["g-3mtn-i-138-mtninf"]
    label = next(s for s in front_shapes(unit, style, SIZE) if isinstance(s, Label))
    assert ink_box([label], style) == pytest.approx(ink_box([label], style, SIZE))
    out = ink_box([replace(label, at=(4.0, 50.0))], style)
    assert out[0] < SAFE


@FACES
@pytest.mark.parametrize("size", [32, SMALL, 98, 300, 1200])
def test_a_face_is_the_same_drawing_at_every_size(game, style, face, size):
    for unit in list(game.units.values())[::23]:
        for one, other in zip(face(unit, style, 1.0), face(unit, style, size), strict=True):
            assert type(one) is type(other)
            assert isinstance(one, Area | Stroke | Oval | Label)  # vectors, nothing else
            assert numbers(other) == pytest.approx([n * size for n in numbers(one)], rel=1e-9)


def numbers(shape):
    """Every length in a shape."""
    match shape:
        case Area(rings):
            return [n for ring in rings for point in ring for n in point]
        case Stroke(points, _, width):
            return [*(n for point in points for n in point), width]
        case Oval(centre, radii):
            return [*centre, *radii]
        case Label():
            return [*shape.at, shape.font.size]


def test_drawn_twice_as_large_and_reduced_a_face_is_the_same_picture(game, style):
    for unit in list(game.units.values())[::31]:
        small, large = (counter_faces(game, unit, style, size) for size in (98, 196))
        for one, two in zip(small, large, strict=True):
            opaque = [face.convert("RGB") for face in (one, two.reduce(2))]
            off = ImageStat.Stat(ImageChops.difference(*opaque))
            assert max(off.mean) < 4, unit.id  # of 255: edges alone differ, by rounding
            assert max(off.rms) < 14, unit.id


@FACES
def test_ground_frame_and_bar_bleed_and_nothing_else(game, style, face):
    for unit in game.units.values():
        count = ground_count(unit, style)
        plain, wide = face(unit, style, SIZE), face(unit, style, SIZE, 0.125)
        assert plain[count:] == wide[count:], unit.id
        reach = [n for shape in wide[:count] for n in numbers(shape)]
        assert (min(reach), max(reach)) == (-12.5, 112.5)
        assert wide[1] == plain[1]
        assert wide[0].fill == wide[1].fill != plain[0].fill, unit.id  # the paper; no frame
        assert wide[0].rings[0][0] == (-12.5, -12.5)


def test_pictures_for_printing_are_square_and_wider_by_the_bleed(game, style):
    unit = game.units["s-357rd-1188-inf"]
    cut = counter_faces(game, unit, style, 150, 0.0)
    for i, face in enumerate(counter_faces(game, unit, style, 150, 0.125)):
        assert face.size == (188, 188)
        assert face.getchannel("A").getextrema() == (255, 255)
        scheme, bar = style.scheme(unit.colour), style.formations[unit.parent]
        assert face.getpixel((0, 0))[:3] == (scheme.back if i else scheme.paper)[:3]
        assert face.getpixel((94, 187))[:3] == bar.colours[0][:3]
        assert face.getpixel((187, 187))[:3] == bar.colours[0][:3]
        assert cut[i].size == (150, 150)
        assert cut[i].getchannel("A").getextrema() == (255, 255)
    screen = counter_faces(game, unit, style, 150)[0]
    assert screen.getpixel((0, 0))[3] < 128
    same = ImageChops.difference(*(face.convert("RGB") for face in (screen, cut[0])))
    assert same.getbbox() is None  # only the corners' opacity


@FACES
def test_a_badge_covers_the_strength_and_no_other_figure(game, style, face):
    x, y = STRENGTH_AT
    half = STRENGTH_BOX / 2
    for unit in game.units.values():
        covered = []
        for name, shapes in elements(unit, style, face):
            left, top, right, bottom = ink_box(shapes, style)
            if left >= x - half and right <= x + half and top >= y - half and bottom <= y + half:
                covered.append(name)
            else:
                apart = max(left - x - half, x - half - right, top - y - half, y - half - bottom)
                assert apart >= -0.005, (unit.id, name)
        assert covered == [str(unit.strength)], unit.id


# --- legibility -----------------------------------------------------------------------------------


def height_px(label, style):
    """Height of the label's capitals on a counter of 48 px."""
    return style.fonts.cap_height(label.font) / SIZE * SMALL


def test_what_the_fronts_say_is_legible_at_48_px(game, style):
    for unit in game.units.values():
        shapes = front_shapes(unit, style, SIZE)
        labels = [s for s in shapes if isinstance(s, Label)]
        mobility, strength = labels.pop(), labels.pop()
        assert (strength.text, mobility.text) == (str(unit.strength), unit.mobility)
        assert height_px(strength, style) >= 10
        assert height_px(mobility, style) >= 10
        left = [s for s in labels if s.at[0] < SIZE * 0.29 or unit.kind is Kind.AFV]
        for label in labels:
            assert height_px(label, style) >= (4.2 if label in left else 3.8), (unit.id, label.text)
            assert not label.angle, unit.id


def test_the_figures_of_the_backs_are_legible_at_48_px(game, style):
    for unit in game.units.values():
        ids = {unit.name, unit.formation_id}
        count = symbol_count(unit, style) if not unit.artillery else 0
        shapes = back_shapes(unit, style, SIZE)[ground_count(unit, style) + count :]
        labels = [s for s in shapes if isinstance(s, Label)]
        names = [s for s in labels if s.at[1] < SIZE * 0.17]
        assert {s.text for s in names} == ids - {""}
        figures = [s for s in labels if s not in names]
        assert len(figures) == (8 if unit.artillery else 5)
        for label in figures:
            assert height_px(label, style) >= 7, (unit.id, label.text)


def test_symbols_are_legible_at_48_px(game, style):
    for unit in game.units.values():
        name, shapes = elements(unit, style, front_shapes)[0]
        left, top, right, bottom = ink_box(shapes, style)
        assert name == "symbol"
        assert (right - left) * SMALL >= 18
        assert (bottom - top) * SMALL >= 8.5, unit.id  # the lowest vehicle


@FACES
def test_letters_stand_out_from_what_is_beneath_them(game, style, face):
    seen = set()
    for unit in game.units.values():
        kind = (unit.colour, unit.type, unit.artillery, unit.parent)
        if kind in seen:
            continue
        seen.add(kind)
        shapes = face(unit, style, SIZE)
        for label in [s for s in shapes if isinstance(s, Label)]:
            under = ground_under(label, shapes, style)
            assert contrast(label.colour, under) >= 4.5, (unit.id, label.text)


def test_ink_stands_out_from_every_ground_of_its_scheme(style):
    for name, scheme in style.schemes.items():
        for ground in (scheme.paper, scheme.box, scheme.back):
            assert contrast(scheme.ink, ground) >= 4.5, name


def test_formations_on_counters_of_one_scheme_are_told_apart_by_their_bars(game, style):
    together = {}
    for unit in game.units.values():
        if unit.parent in style.formations:
            together.setdefault((unit.side, unit.colour), set()).add(unit.parent)
    assert max(len(ids) for ids in together.values()) >= 25
    for ids in together.values():
        for one, other in combinations(sorted(ids), 2):
            a, b = style.formations[one], style.formations[other]
            if a.pattern == b.pattern:
                assert least_difference(a.colours[0], b.colours[0]) >= 15, (one, other)
    for id_, bar in style.formations.items():
        if len(bar.colours) == 2:  # its pattern can be seen
            assert least_difference(*bar.colours) >= 15, id_


def test_every_formation_with_an_id_on_its_counters_has_a_bar(game, style):
    assert set(style.formations) <= set(game.formations)
    shown = {unit.parent for unit in game.units.values() if unit.formation_id}
    assert shown == set(style.formations)


# --- what is printed ------------------------------------------------------------------------------


def test_front_shows_identity_strength_and_mobility(game, style):
    infantry = next(u for u in game.units.values() if u.name == "I/138")
    assert texts(front_shapes(infantry, style, SIZE)) == ["II", "3", "I/", "138", "4", "L"]


def test_the_formation_stands_left_of_the_symbol_the_unit_right_the_size_above(game, style):
    for unit in game.units.values():
        found = elements(unit, style, front_shapes)
        left, top, right, bottom = ink_box(found[0][1], style)
        for name, shapes in found[1:]:
            box = ink_box(shapes, style)
            if box[1] >= bottom:
                assert name in {str(unit.strength), unit.mobility}, unit.id
            elif unit.kind is Kind.AFV:
                assert box[3] <= top
                assert name in {unit.formation_id, unit.name}
            elif box[3] <= top:
                assert name == unit.size.value
                assert (box[0] + box[2]) / 2 == pytest.approx(0.5, abs=0.01)
            else:
                assert name in (unit.formation_id if box[2] <= left else unit.name), unit.id
                assert box[2] <= left or box[0] >= right


def test_front_of_a_vehicle_shows_no_size(game, style):
    tank = next(u for u in game.units.values() if u.name == "2/66")
    assert texts(front_shapes(tank, style, SIZE)) == ["2/66", str(tank.strength), "T"]


def test_back_of_artillery_has_the_printed_barrage_factor(game, style):
    rocket = next(u for u in game.units.values() if u.name == "I/55" and u.type == "rocket")
    support, reach, barrage, *_ = texts(back_shapes(rocket, style, SIZE))
    assert (support, reach, barrage) == (str(rocket.support), str(rocket.range), "20")  # errata


def test_figures_of_the_backs_have_their_places(game, style):
    """Support, range, barrage; combat, antitank; strength, morale, defence: row by row."""
    gun = game.units["g-3mtn-iii-112-art"]
    foot = game.units["g-3mtn-i-138-mtninf"]
    rows = {}
    for unit in (gun, foot):
        labels = [s for s in back_shapes(unit, style, SIZE) if isinstance(s, Label)]
        labels = [s for s in labels if s.text not in {unit.name, unit.formation_id} or s.at[1] > 20]
        labels.sort(key=lambda s: (round(s.at[1] / 10), s.at[0]))
        rows[unit.id] = [(s.text, round(s.at[0] / 10), round(s.at[1] / 10)) for s in labels]
    assert [text for text, *_ in rows[gun.id]] == ["4", "8", "6", "(1)", "½", "3", "9", "H"]
    assert [text for text, *_ in rows[foot.id]] == ["3", "½", "4", "9", "P"]
    assert [place for _, *place in rows[gun.id]][3:] == [place for _, *place in rows[foot.id]]


def test_back_shows_halves_and_defence_only_in_parentheses(game, style):
    infantry = next(u for u in game.units.values() if u.name == "I/138")
    figures = texts(back_shapes(replace(infantry, defensive_only=True), style, SIZE))
    assert figures == ["3", "I/138", "(3)", "½", "4", "9", "P"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("83", "83"),
        ("1188", "1188"),
        ("1/5", "1/5"),
        ("II/138", "II/ 138"),
        ("236TB", "236 TB"),
        ("249E", "249 E"),
        ("RFSS", "RF SS"),
        ("HvyInf", "Hvy Inf"),
        ("II/1 LW", "II/1 LW"),
        ("AAW", "AAW"),
    ],
)
def test_ids_are_divided_where_people_would(style, text, lines):
    assert " ".join(id_lines(style.fonts, text, "narrow-bold")) == lines


def test_pictures(game, style):
    unit = next(iter(game.units.values()))
    front, back = counter_faces(game, unit, style)
    for picture in (front, back):
        assert picture.mode == "RGBA"
        assert picture.size == (84, 84)
        assert picture.getpixel((0, 0))[3] < 128
        assert picture.getpixel((42, 42))[3] == 255
    assert counter_faces(game, unit, style, 168)[0].size == (168, 168)
    assert front.getpixel((42, 70))[:3] == style.scheme(unit.colour).paper[:3]


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


def test_schemes_are_those_of_the_game(game, style):
    assert {unit.colour for unit in game.units.values()} <= set(style.schemes)


def test_faces_are_drawn_quickly(game, style):
    began = time.process_time()
    for unit in list(game.units.values())[:60]:
        counter_faces(game, unit, style, 98)
    assert time.process_time() - began < 3  # 377 of them in a few seconds


# --- whatever an owner puts in --------------------------------------------------------------------

IDS = st.text("ABCDEFGHKLMNRSTVWabdefgnr0123456789/. ", min_size=1, max_size=10).map(str.strip)
QUARTERS = st.integers(0, 79).map(lambda n: Fraction(n, 4))


@settings(max_examples=150, deadline=None)
@given(
    name=IDS.filter(bool),
    formation=st.one_of(st.just(""), IDS),
    figures=st.lists(st.integers(0, 40), min_size=4, max_size=4),
    factors=st.lists(QUARTERS, min_size=4, max_size=4),
    brackets=st.booleans(),
    size=st.sampled_from(Size),
    model=st.sampled_from(["g-3mtn-i-138-mtninf", "g-3mtn-iii-112-art", "s-184tb-1-t34"]),
)
def test_other_figures_and_ids_fit_as_well(  # noqa: PLR0913
    game, style, *, name, formation, figures, factors, brackets, size, model
):
    unit = game.units[model]
    guns = {}
    if unit.artillery:
        guns = {"support": factors[2], "barrage": factors[3], "range": figures[2]}
    unit = replace(
        unit, name=name, formation_id=formation, size=size, strength=figures[0],
        morale=figures[1], combat=factors[0], antitank=factors[1], defensive_only=brackets,
        defence=str(figures[3]), **guns,
    )  # fmt: skip
    floor = 0.908
    for face in (front_shapes, back_shapes):
        boxes = [(n, shapes_box(shapes, style)) for n, shapes in elements(unit, style, face)]
        for what, (left, top, right, bottom) in boxes:
            assert min(left, top) >= SAFE - 1e-6, what
            assert right <= 1 - SAFE + 1e-6, what
            assert bottom <= floor, what
        for (what, a), (other, b) in combinations(boxes, 2):
            if what in {"band", "defence box"} and inside(b, a):
                continue
            assert max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3]) >= -1e-6, (what, other)


def shapes_box(shapes, style):
    boxes = [bounds(shape, style.fonts) for shape in shapes]
    sides = zip(*boxes, strict=True)
    return tuple(pick(side) / SIZE for pick, side in zip((min, min, max, max), sides, strict=True))
