from collections import Counter
from itertools import combinations

import pytest
from PIL import ImageChops

from builder.draw import sheet
from builder.draw.canvas import Label, bounds
from builder.draw.counter import counter_faces
from builder.draw.gallery import counter_strip
from builder.draw.key import key_shapes
from builder.draw.marker import marker_faces
from builder.draw.sheet import contact_sheet, sheet_files
from builder.draw.style import Table, read_table
from builder.errors import DrawError


@pytest.fixture(scope="module")
def drawn(game, style):
    """The sheets with small faces, and the words on each."""
    with pytest.MonkeyPatch.context() as patch:
        words = []
        kept = sheet.render

        def render(shapes, *args, **kwargs):
            words.append([s for s in shapes if isinstance(s, Label)])
            return kept(shapes, *args, **kwargs)

        patch.setattr(sheet, "render", render)
        sheets = contact_sheet(game, style, size_px=48)
    return sheets, words


def test_the_sheets_name_all_480_counters(game, drawn):
    _, words = drawn
    said = Counter(label.text for page in words for label in page)
    captions = [*game.units]
    for marker in game.markers.values():
        numbers = range(1, marker.count + 1)
        captions += [
            f"{marker.id} {n}/{marker.count}" if marker.count > 1 else marker.id for n in numbers
        ]
    assert len(captions) == len(set(captions)) == 480
    assert all(said[caption] == 1 for caption in captions)


def test_every_sheet_has_title_side_and_number(game, drawn):
    sheets, words = drawn
    assert len(sheets) == len(words) == 8
    sides = []
    for number, page in enumerate(words, 1):
        title, note = page[0].text, page[1].text
        assert title == f"{game.name}: counters, front and back"
        side, count, total = note.split("  ·  ")
        assert (count, total) == (f"sheet {number} of 8", "480 counters")
        sides.append(side)
    assert sides == ["German"] * 3 + ["Soviet"] * 3 + ["Markers"] * 2


def test_no_words_of_a_sheet_overlap(style, drawn):
    for sheet_, page in zip(*drawn, strict=True):
        boxes = [bounds(label, style.fonts) for label in page]
        for left, top, right, bottom in boxes:
            assert min(left, top) >= 0
            assert right <= sheet_.width
            assert bottom <= sheet_.height
        for a, b in combinations(boxes, 2):
            apart = max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3])
            assert apart >= 0


@pytest.mark.parametrize(
    ("page", "caption"),
    [(0, "g-3mtn-i-138-mtninf"), (3, "s-28rd-88-inf"), (6, "bunker-10a"), (7, "blank 7/7")],
)
def test_above_each_caption_stand_its_two_faces(game, style, drawn, page, caption):
    sheets, words = drawn
    label = next(label for label in words[page] if label.text == caption)
    id_ = caption.partition(" ")[0]
    if id_ in game.units:
        pair = counter_faces(game, game.units[id_], style, 48)
    else:
        pair = marker_faces(game, game.markers[id_], style, 48)
    x = round(label.at[0])
    for face in pair:
        found = False
        for y in range(round(label.at[1]) - 60, round(label.at[1]) - 48):
            part = sheets[page].crop((x + 6, y + 6, x + 42, y + 42))
            same = ImageChops.difference(part, face.convert("RGB").crop((6, 6, 42, 42)))
            found = found or same.getbbox() is None
        assert found, caption
        x += 48 + 3


def test_the_files_are_pictures_and_the_same_twice(game, style):
    first = sheet_files(game, style)
    assert list(first) == [f"sheet-{number}.png" for number in range(1, 9)]
    assert first == sheet_files(game, style)


def test_a_strip_of_counters(game, style):
    strip = counter_strip(game, style, ["g-mg", "s-68-mc"], 40)
    assert strip.size == (2 * 46 + 6, 2 * 46 + 6)
    with pytest.raises(DrawError, match="nobody"):
        counter_strip(game, style, ["nobody"])


# --- the key --------------------------------------------------------------------------------------


def test_the_key_says_everything_that_stands_on_a_counter(game, style):
    table = read_table(style.folder / "gallery.toml").table("key")
    shapes, (width, height) = key_shapes(game, style, table)
    said = {s.text for s in shapes if isinstance(s, Label)}
    for word in (
        "strength", "mobility", "division or brigade", "unit", "size: battalion", "support",
        "range in hexes", "barrage", "antitank", "combat", "combat (defence only)", "morale",
        "defence", "type",
    ):  # fmt: skip
        assert word in said
    notes = [s for s in shapes if isinstance(s, Label) and s.font.face == "narrow"]
    boxes = [bounds(s, style.fonts) for s in notes]
    for left, top, right, bottom in boxes:
        assert min(left, top) >= 0
        assert right <= width
        assert bottom <= height
    for a, b in combinations(boxes, 2):
        assert max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3]) >= 0


def test_notes_of_the_key_never_overlap_however_close_their_places(game, style):
    crowd = [{"at": [0.9, 0.9 + i / 1000], "text": f"note {i}"} for i in range(9)]
    face = {"unit": "g-mg", "title": "Crowd", "notes": crowd}
    values = {"title": "Key", "size": 240, "margin": 120, "columns": 1, "faces": [face]}
    shapes, (_, height) = key_shapes(game, style, Table(style.folder, values))
    boxes = [bounds(s, style.fonts) for s in shapes if isinstance(s, Label) and "note" in s.text]
    assert len(boxes) == 9
    for a, b in combinations(boxes, 2):
        assert a[3] <= b[1] or b[3] <= a[1]
    assert max(box[3] for box in boxes) <= height


def test_a_key_to_what_does_not_exist(game, style):
    values = {
        "title": "Key", "size": 99, "margin": 9, "columns": 1,
        "faces": [{"unit": "nobody", "title": ""}],
    }  # fmt: skip
    with pytest.raises(DrawError, match="no unit 'nobody'"):
        key_shapes(game, style, Table(style.folder, values))
    for lacking in ("title", "size", "margin", "columns"):
        with pytest.raises(DrawError, match=f"'{lacking}'"):
            key_shapes(
                game, style, Table(style.folder, {k: v for k, v in values.items() if k != lacking})
            )
