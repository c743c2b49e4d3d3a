import pytest
from shapely import Polygon

from builder.draw.canvas import Area, RecordingCanvas, Stroke, bounds
from builder.draw.symbol import draw_symbol, load_symbols
from builder.errors import DrawError
from builder.model.game import Kind

TONES = {"ink": (0, 0, 0, 255), "paper": (255, 255, 255, 255), "shade": (9, 9, 9, 255)}


def test_every_type_has_a_symbol_of_its_own(game, style):
    types = {unit.type for unit in game.units.values()}
    assert len(types) >= 43
    drawn = {}
    for name in types:
        canvas = RecordingCanvas()
        draw_symbol(canvas, style.symbols[name], (0, 0), 100, TONES)
        drawn[name] = tuple(canvas.shapes)
    assert len(set(drawn.values())) == len(types)


def test_only_vehicles_go_without_a_frame(game, style):
    for unit in game.units.values():
        assert style.symbols[unit.type].frame is (unit.kind is not Kind.AFV)


def test_no_symbol_leaves_its_box(style):
    for symbol in style.symbols.values():
        if symbol.name.startswith("part ") or symbol.name == "disc":
            continue
        canvas = RecordingCanvas()
        draw_symbol(canvas, symbol, (10, 20), 100, TONES)
        width = 100 * symbol.size[0] / symbol.size[1]
        for shape in canvas.shapes:
            left, top, right, bottom = bounds(shape, style.fonts)
            assert left >= 10 - 5, symbol.name  # half a line
            assert top >= 20 - 5, symbol.name
            assert right <= 10 + width + 5, symbol.name
            assert bottom <= 120 + 5, symbol.name


def test_use_shift_and_scale(tmp_path):
    path = tmp_path / "s.toml"
    path.write_text(
        "size = [2.0, 1.0]\n"
        "[a]\nparts = [{ line = [[0, 0], [1, 0]], width = 0.1 }]\n"
        '[b]\nframe = true\nparts = [{ use = "a", shift = [0.5, 0.5], scale = 0.5 }]\n'
    )
    canvas = RecordingCanvas()
    draw_symbol(canvas, load_symbols(path)["b"], (100, 0), 10, TONES)
    ground, line, frame = canvas.shapes
    assert ground == Area((((100, 0), (120, 0), (120, 10), (100, 10)),), TONES["paper"])
    assert isinstance(line, Stroke)
    assert line.points == ((105, 5), (110, 5))
    assert line.width == pytest.approx(0.5)
    assert frame.points[0] == frame.points[-1]


def test_a_piece_repeated(tmp_path):
    path = tmp_path / "s.toml"
    path.write_text(
        "size = [2.0, 1.0]\n"
        "[wheel]\nparts = [{ dot = [0, 0, 1, 1] }]\n"
        '[row]\nparts = [{ use = "wheel", shift = [0.2, 0.8], scale = 0.1, step = [0.3, 0], '
        "times = 5 }]\n"
    )
    wheels = load_symbols(path)["row"].parts
    assert [round(wheel.points[0][0], 6) for wheel in wheels] == [0.2, 0.5, 0.8, 1.1, 1.4]
    assert {wheel.points[1] for wheel in wheels} == {(0.1, 0.1)}


def test_rounded_corners_stay_within_the_outline_and_touch_its_sides(tmp_path):
    path = tmp_path / "s.toml"
    square = "[[0, 0], [1, 0], [1, 1], [0, 1]]"
    path.write_text(
        f"size = [1, 1]\n[a]\nparts = [{{ area = {square}, round = 0.25 }}]\n"
        f"[b]\nparts = [{{ area = {square}, round = 9 }}]\n[c]\nparts = [{{ area = {square} }}]\n"
    )
    found = load_symbols(path)
    some, most, none = (Polygon(found[name].parts[0].points) for name in "abc")
    assert none.area == 1
    # a corner cut by a parabola of reach r loses r * r / 6
    assert some.area == pytest.approx(1 - 4 * 0.25**2 / 6, rel=0.02)
    assert most.area == pytest.approx(1 - 4 * 0.5**2 / 6, rel=0.02)
    assert none.covers(some)
    assert some.bounds == (0, 0, 1, 1)


def test_soft_lines(tmp_path):
    path = tmp_path / "s.toml"
    path.write_text("size = [1, 1]\n[a]\nparts = [{ line = [[0, 0], [1, 1]], soft = true }]\n")
    canvas = RecordingCanvas()
    draw_symbol(canvas, load_symbols(path)["a"], (0, 0), 9, TONES)
    assert [shape.soft for shape in canvas.shapes] == [True]


@pytest.mark.parametrize("times", ["0", "-1", "1000000", "1.5", "true", '"3"'])
def test_a_piece_is_repeated_a_sensible_number_of_times(tmp_path, times):
    path = tmp_path / "bad.toml"
    path.write_text(
        "size = [1, 1]\n[a]\nparts = [{ dot = [0, 0, 1, 1] }]\n"
        f'[b]\nparts = [{{ use = "a", times = {times} }}]\n'
    )
    with pytest.raises(DrawError, match=r"bad\.toml: symbol 'b'.*times"):
        load_symbols(path)


def wheels(symbol, low, high):
    """Dark wheels of a vehicle that stand on the ground, by their radius."""
    return [
        part
        for part in symbol.parts
        if part.kind == "dot"
        and part.tone == "ink"
        and low <= part.points[1][0] <= high
        and part.points[0][1] + part.points[1][1] > 0.92
    ]


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("PzKw II", 5),
        ("PzKw 38t", 4),
        ("PzKw III (short)", 6),
        ("PzKw III (long)", 6),
        ("PzKw IV", 8),
        ("StuG III (short)", 6),
        ("StuG III (long)", 6),
        ("Marder II", 5),
        ("T-60", 4),
        ("T-70", 5),
        ("T-34", 5),
        ("T-34 (captured)", 5),
        ("KV I", 6),
        ("SU-76", 6),
        ("SU-122", 5),
    ],
)
def test_vehicles_run_on_as_many_wheels_as_the_real_ones(style, name, count):
    assert len(wheels(style.symbols[name], 0.07, 0.2)) == count


def reach(symbol):
    """How far the gun reaches: what is highest on the vehicle."""
    return max(x for part in symbol.parts for x, y in part.points if y < 0.45)


def test_long_guns_are_longer_and_large_wheels_larger(style):
    def known(name):
        return style.symbols[name]

    assert reach(known("PzKw III (long)")) > reach(known("PzKw III (short)")) + 0.3
    assert reach(known("StuG III (long)")) > reach(known("StuG III (short)")) + 0.3
    radius = {n: max(w.points[1][0] for w in wheels(known(n), 0, 1)) for n in ("T-34", "KV I")}
    assert radius["T-34"] > 1.3 * radius["KV I"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "size = 3\n",
        "size = [1, 1]\n[a]\n",
        "size = [1, 1]\n[a]\nparts = [{ lime = [[0, 0], [1, 1]] }]\n",
        "size = [1, 1]\n[a]\nparts = [{ line = [[0, 0, 0], [1, 1]] }]\n",
        "size = [1, 1]\n[a]\nparts = [{ line = 7 }]\n",
        "size = [1, 1]\n[a]\nparts = [7]\n",
        'size = [1, 1]\n[a]\nparts = [{ use = "b" }]\n',
        "size = [1, 1]\na = 3\n",
        "size = [1, 1\n",
        "size = [1, 0]\n[a]\nparts = []\n",
    ],
)
def test_malformed_symbols_are_named(tmp_path, text):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(DrawError, match=r"bad\.toml"):
        load_symbols(path)


def test_unknown_tone(tmp_path):
    path = tmp_path / "s.toml"
    path.write_text('size = [1, 1]\n[a]\nparts = [{ dot = [0, 0, 1, 1], tone = "pink" }]\n')
    with pytest.raises(DrawError, match="pink"):
        draw_symbol(RecordingCanvas(), load_symbols(path)["a"], (0, 0), 9, TONES)
