import pytest

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
