"""Names, numbers and signs of the sheet: none covers another, each name is near its place.

What is drawn is drawn again here, letter by letter with pillow alone, and compared pixel by
pixel; nothing of the program measures it.
"""

from __future__ import annotations

import tomllib
from math import hypot

import pytest
from PIL import Image, ImageDraw, ImageFont

from builder.draw.canvas import Area, Label, Oval, Stroke
from builder.model.game import WayKind

pytestmark = pytest.mark.xdist_group("map")

_INK = 128  # opacity from which a pixel of a letter counts


@pytest.fixture(scope="module")
def faces(style):
    named = tomllib.loads((style.folder / "style.toml").read_text("utf-8"))["faces"]
    return {face: style.folder.parent / "fonts" / name for face, name in named.items()}


def letters(label, faces):
    """Return the ink of a label as a mask, and where its left upper corner lies."""
    font = ImageFont.truetype(
        faces[label.font.face], label.font.size, layout_engine=ImageFont.Layout.BASIC
    )
    wide, tall = round(font.getlength(label.text)) + 40, round(label.font.size * 2) + 40
    side = 2 * max(wide, tall)
    mask = Image.new("L", (side, side))
    capital = -font.getbbox("H", anchor="ls")[1]
    shift = {"l": 0.0, "m": 0.5, "r": 1.0}[label.anchor] * font.getlength(label.text)
    spot = (side / 2 - shift, side / 2 + capital / 2)
    ImageDraw.Draw(mask).text(spot, label.text, fill=255, font=font, anchor="ls")
    if label.angle:
        mask = mask.rotate(label.angle, Image.Resampling.BICUBIC)
    ink = mask.point(lambda value: 255 if value >= _INK else 0)
    box = ink.getbbox()
    corner = (round(label.at[0] - side / 2) + box[0], round(label.at[1] - side / 2) + box[1])
    return ink.crop(box), corner


@pytest.fixture(scope="module")
def words(map_drawing, faces):
    """Every label with its ink and corner."""
    return [(s, *letters(s, faces)) for s in map_drawing if isinstance(s, Label)]


def common(sheet, ink, corner):
    """Return how many pixels of a mask are taken on a sheet."""
    there = sheet.crop((*corner, corner[0] + ink.width, corner[1] + ink.height))
    return sum(Image.composite(there, Image.new("L", ink.size), ink).histogram()[1:])


def test_no_word_and_no_number_covers_another(game, words):
    sheet = Image.new("L", game.map.board.size_px)
    assert len(words) > 2000
    for label, ink, corner in words:
        assert common(sheet, ink, corner) == 0, (label.text, label.at)
        sheet.paste(255, corner, ink)


def test_this_would_show_a_number_moved_by_its_own_width(game, words):
    sheet = Image.new("L", game.map.board.size_px)
    for _, ink, corner in words:
        sheet.paste(255, corner, ink)
    label, ink, (x, y) = next(word for word in words if word[0].text == "1004")
    assert common(sheet, ink, (x + ink.width // 2, y)) > 0, label
    assert common(sheet, ink, (x + 3 * ink.width, y + 30)) == 0


def symbols(style, shapes):
    """Yield all shapes that are signs: trees, buildings, hachures, marks of lakes, of weather."""
    table = style.map
    named = ["high.hachure", "lake.full", "rail.fill", "road.fill", "forest.snow"]
    known = {table.colour(name) for name in named}
    known |= {table.colour(f"weather.{id_}.ink") for id_ in table.table("weather")}
    for name in ("forest.trees", "town.blocks", "town.roofs"):
        known |= {table.colour_at(name, i) for i in range(len(table.texts(name)))}
    sides = {table.colour(f"sides.{side}") for side in table.table("sides")}
    for shape in shapes:
        match shape:
            case Area(rings, fill) if fill in known or (fill in sides and len(rings[0]) == 3):
                yield shape
            case Stroke(_, colour) | Oval(_, _, colour) if colour in known:
                yield shape


def paint(pen, shape):
    match shape:
        case Area(rings):
            pen.polygon(list(rings[0]), fill=255)
        case Stroke(points, _, width):
            pen.line(list(points), fill=255, width=max(round(width), 1))
        case Oval((x, y), (a, b)):
            pen.ellipse((x - a, y - b, x + a, y + b), fill=255)


def test_no_sign_is_under_a_word(game, style, map_drawing, words):
    """But roads and railways, which a name may have to cross, and then lies over."""
    ways = {style.map.colour(name) for name in ("rail.fill", "road.fill")}
    sheet = Image.new("L", game.map.board.size_px)
    pen, count = ImageDraw.Draw(sheet), 0
    for shape in symbols(style, map_drawing):
        if isinstance(shape, Stroke) and shape.colour in ways:
            continue
        paint(pen, shape)
        count += 1
    assert count > 20_000
    for label, ink, corner in words:
        assert common(sheet, ink, corner) <= 1, (label.text, label.at)


def test_no_number_is_crossed_by_a_road_or_railway(game, style, map_drawing, words):
    ways = {style.map.colour(name) for name in ("rail.fill", "road.fill")}
    sheet = Image.new("L", game.map.board.size_px)
    pen = ImageDraw.Draw(sheet)
    for shape in map_drawing:
        if isinstance(shape, Stroke) and shape.colour in ways:
            paint(pen, shape)
    numbers = {game.map.numbering.format(cell) for cell in game.map.numbering}
    crossed = [s.text for s, ink, at in words if s.text in numbers and common(sheet, ink, at) > 0]
    assert crossed == []


def middle(ink, corner):
    return corner[0] + ink.width / 2, corner[1] + ink.height / 2


def near(spot, centres, limit):
    return min(hypot(spot[0] - x, spot[1] - y) for x, y in centres) <= limit


def test_every_name_is_within_two_hexes_of_its_place(game, words):
    layout = game.map.board
    for place in game.map.places:
        spots = [middle(ink, at) for s, ink, at in words if s.text == place.name]
        centres = [layout.centre(cell) for cell in place.hexes]
        assert any(near(spot, centres, 2 * layout.row_px) for spot in spots), place.name


def test_every_letter_of_a_water_is_beside_it(game, map_drawing):
    layout = game.map.board
    labels = [s for s in map_drawing if isinstance(s, Label)]
    text = "".join(s.text if len(s.text) == 1 else "\n" for s in labels)
    for way in game.map.ways:
        if way.kind not in (WayKind.RIVER, WayKind.CREEK) or not way.name:
            continue
        name = way.name.replace(" ", "")
        at = text.find(name)
        assert at >= 0, name
        centres = [layout.centre(cell) for cell in way.hexes]
        for label in labels[at : at + len(name)]:
            assert near(label.at, centres, layout.row_px), (name, label)


def test_every_hex_has_its_number_inside(game, words):
    layout = game.map.board
    found = {}
    for label, ink, corner in words:
        found.setdefault(label.text, []).append((ink, corner))
    for cell in game.map.numbering:
        number = game.map.numbering.format(cell)
        assert len(found[number]) == 1, number
        (ink, (x, y)) = found[number][0]
        for spot in (
            (x, y),
            (x + ink.width, y),
            (x, y + ink.height),
            (x + ink.width, y + ink.height),
        ):
            px, py = layout.centre(cell)
            # a little way over a side is allowed where the top of the hex is taken
            assert layout.hex_at(px + (spot[0] - px) * 0.9, py + (spot[1] - py) * 0.9) == cell, (
                number
            )


def test_all_words_are_on_the_sheet_and_off_its_rim(game, words):
    width, height = game.map.board.size_px
    rim = 40  # the lines around the sheet
    for label, ink, (x, y) in words:
        assert rim < x, label.text
        assert x + ink.width < width - rim, label.text
        assert rim < y, label.text
        assert y + ink.height < height - rim, label.text


def test_no_name_of_a_town_lies_over_a_river_or_a_way(game, style, map_drawing, words):
    """Along rivers and creeks letters stand; names of places leave lines whole."""
    fills = [style.map.colour(name) for name in ("river.bank", "creek.bank")]
    ways = [style.map.colour(name) for name in ("rail.fill", "road.fill")]
    sheet = Image.new("L", game.map.board.size_px)
    pen = ImageDraw.Draw(sheet)
    for shape in map_drawing:
        match shape:
            case Area(_, fill) if fill in fills:
                paint(pen, shape)
            case Stroke(_, colour) if colour in ways:
                paint(pen, shape)
    towns = {place.name for place in game.map.places if place.town}
    crossing = {
        label.text
        for label, ink, corner in words
        if label.text in towns and label.font.size > 20 and common(sheet, ink, corner) > 0
    }
    assert crossing == set()
