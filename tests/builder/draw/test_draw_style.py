import shutil
from colorsys import rgb_to_hls

import pytest

from builder.draw.style import (
    PATTERNS,
    Bar,
    Table,
    art_root,
    load_style,
    parse_colour,
    read_table,
)
from builder.errors import DrawError


@pytest.fixture
def copy(tmp_path):
    art = tmp_path / "art"
    shutil.copytree(art_root(), art, ignore=shutil.ignore_patterns("gallery"))
    return art / "white_death"


def test_a_style_reads_from_anywhere(copy):
    assert load_style(copy).scheme("white-on-black").ink == (0xF6, 0xF5, 0xF2, 255)


@pytest.mark.parametrize("name", ["style.toml", "map.toml", "markers.toml"])
def test_a_missing_or_broken_file_is_named(copy, name):
    text = (copy / name).read_bytes()
    (copy / name).unlink()
    with pytest.raises(DrawError, match=name):
        load_style(copy)
    for broken in (b"[faces\n", text[: len(text) // 2] + b"\xff\xfe"):
        (copy / name).write_bytes(broken)
        with pytest.raises(DrawError, match=name):
            load_style(copy)


def test_a_bad_entry_is_named(copy):
    path = copy / "style.toml"
    path.write_text(path.read_text("utf-8").replace('ink = "#fdf8ee"', 'ink = "white"'), "utf-8")
    with pytest.raises(DrawError, match=r"style\.toml: 'schemes\.white-on-brown\.ink' must be"):
        load_style(copy)


@pytest.mark.parametrize(
    ("bar", "said"),
    [
        ('{ pattern = "dotted", colours = ["#000000"] }', "pattern' must be one of solid, halves"),
        ('{ pattern = "solid", colours = [] }', "colours' must be 1 for the pattern solid"),
        ('{ pattern = "halves", colours = ["#000000"] }', "colours' must be 2 for the pattern"),
        ('{ pattern = "solid", colours = ["black"] }', "colours' must be a list of colours"),
        ('{ colours = ["#000000"] }', "pattern' must be a text"),
        ('"#000000"', "'formations.g-3mtn' must be a table"),
    ],
)
def test_a_bad_bar_of_a_formation_is_named(copy, bar, said):
    path = copy / "style.toml"
    lines = path.read_text("utf-8").splitlines()
    lines = [f"g-3mtn = {bar}" if line.startswith("g-3mtn =") else line for line in lines]
    path.write_text("\n".join(lines), "utf-8")
    with pytest.raises(DrawError, match=rf"style\.toml: .*{said}"):
        load_style(copy)


def test_bars_of_formations_have_pattern_and_colours(copy):
    style = load_style(copy)
    assert style.formations["g-3mtn"] == Bar("solid", ((0xF2, 0xD2, 0x1A, 255),))
    assert {bar.pattern for bar in style.formations.values()} == set(PATTERNS)
    assert all(len(bar.colours) == PATTERNS[bar.pattern] for bar in style.formations.values())


@pytest.mark.parametrize("text", ["", "#", "#12345", "#1234567", "123456", "#12345G", "#ABCDEF"])
def test_what_is_no_colour(text):
    assert parse_colour(text) is None


def test_colours():
    assert parse_colour("#01020a") == (1, 2, 10, 255)
    assert parse_colour("#01020a80") == (1, 2, 10, 128)


def test_table_reads_and_refuses(tmp_path):
    table = Table(tmp_path, {"a": {"n": 3, "t": "x", "p": [1, 2.5], "l": ["#000000"]}, "b": True})
    inner = table.table("a")
    assert inner.number("n") == 3.0
    assert table.point("a.p") == (1.0, 2.5)
    assert table.colour_at("a.l", 4) == (0, 0, 0, 255)
    for read, key in (
        (table.number, "b"),
        (table.number, "a.t"),
        (table.text, "a.n"),
        (table.texts, "a.p"),
        (table.texts, "a.t"),
        (table.point, "a.l"),
        (table.colour, "a.t"),
        (table.table, "a.n"),
        (table.tables, "a.l"),
        (table.text, "a.t.deeper"),
    ):
        with pytest.raises(DrawError, match=f"'{key}'"):
            read(key)


def called(colour):
    """The name people would give a colour, of those in the colour code."""
    hue, light, strength = rgb_to_hls(*(part / 255 for part in colour[:3]))
    hue *= 360
    if light < 0.26:
        return "black"
    if light > 0.88:
        return "white"
    if strength < 0.2 and 60 <= hue <= 150:
        return "grey-green"
    for name, low, high in (("brown", 15, 50), ("blue", 195, 240)):
        if low <= hue <= high:
            return f"light {name}" if name == "blue" and light > 0.6 else name
    assert hue <= 15 or hue >= 345, colour
    return "red"


def test_schemes_have_the_colours_of_the_identification_chart(game, style):
    codes = game.identification.colours
    assert len(codes) == 10
    for code in codes:
        ink, ground = code.name.lower().split(" on ")
        scheme = style.scheme(code.id)
        assert called(scheme.ink) == ink, code.id
        assert {called(scheme.paper), called(scheme.back)} == {ground}, code.id


def test_everything_on_the_identification_chart_can_be_drawn(game, style):
    assert len(game.identification.symbols) >= 42
    for symbol in game.identification.symbols:
        assert symbol.type in style.symbols
    kinds = {sign.kind for sign in game.identification.markers}
    assert kinds == {marker.kind for marker in game.markers.values()}


@pytest.mark.parametrize("text", [f"x = {'9' * 5000}", f"x = {'[' * 100_000}", "x = ", "x = 1\r2"])
def test_what_is_no_toml_is_told_in_one_line(tmp_path, text):
    """A number of thousands of digits and brackets without end were once a traceback."""
    place = tmp_path / "style.toml"
    place.write_text(text)
    with pytest.raises(DrawError, match="no valid TOML") as caught:
        read_table(place)
    assert str(caught.value).startswith(f"{place}: ")


@pytest.mark.parametrize("number", ["inf", "-inf", "nan", f"1{'0' * 400}", "true", "'1'"])
def test_a_number_that_none_can_reckon_with_is_refused(tmp_path, number):
    """An endless or huge one was once a traceback."""
    place = tmp_path / "style.toml"
    place.write_text(f"x = {number}\ny = [1, {number}]\n")
    table = read_table(place)
    with pytest.raises(DrawError, match="'x' must be a number"):
        table.number("x")
    with pytest.raises(DrawError, match="'y' must be two numbers"):
        table.point("y")
