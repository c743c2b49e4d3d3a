from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.draw.canvas import Label, bounds
from builder.draw.style import art_root, load_style
from builder.model.load import game_folder, games, load_game
from builder.module.boxes import Box, BoxBoard, box_boards
from builder.module.picture import box_shapes
from builder.module.plan import counter_px

WORDS = st.text("abcdefgWM ijk", min_size=1, max_size=160).filter(str.strip)


@pytest.fixture(scope="module")
def fonts():
    return load_style(art_root() / game_folder(games()[0]).name).fonts


def check(board, box, fonts):
    """All words of name and note are there, in order, inside the header."""
    labels = [
        s for s in box_shapes(board, box, (200, 200, 200, 255), fonts) if isinstance(s, Label)
    ]
    said = [word for label in labels for word in label.text.split()]
    assert said == [*box.name.split(), *box.note.split()]
    left, top, right, _ = board.outline_px(box)
    below = top
    for label in labels:
        a, b, c, d = bounds(label, fonts)
        assert left + 2 < a
        assert c < right - 2
        assert below - 1 <= b
        assert d <= top + board.spot_px
        below = d - (d - b) * 0.3  # descenders may reach into the leading
    return labels


@pytest.mark.parametrize("id_", games())
def test_captions_of_the_games_are_whole_and_readable(id_, fonts):
    game = load_game(id_)
    for board in box_boards(game, counter_px(game)).values():
        for box in board.boxes:
            for label in check(board, box, fonts):
                assert label.font.size >= 11, label.text


@settings(max_examples=40)
@given(WORDS, WORDS)
def test_no_caption_is_cut_however_long(fonts, name, note):
    board = BoxBoard("b", "t", 100, 4, 2, (), {}, {})
    check(board, Box(name.strip(), "red", note, 0, 0, 4, 2), fonts)


@pytest.mark.parametrize("id_", games())
def test_no_counter_touches_the_frame_of_its_box(id_):
    game = load_game(id_)
    size = counter_px(game)
    for board in box_boards(game, size).values():
        outlines = [board.outline_px(box) for box in board.boxes]
        for x, y in (*board.waiting.values(), *board.lost.values()):
            ((left, top, right, bottom),) = [
                o for o in outlines if o[0] < x < o[2] and o[1] < y < o[3]
            ]
            half = size / 2
            assert min(x - half - left, right - x - half, bottom - y - half) >= 8
            assert y - half - top >= size  # the caption is above


def test_names_of_boxes_are_those_of_the_labels_before_the_colon():
    game = load_game(games()[0])
    scenario = next(iter(game.scenarios.values()))
    first = next(p for p in scenario.placements if set(p.units) - set(p.placed))
    named = replace(first, label="Reserve: behind the hills")
    game = replace(game, scenarios={"A": replace(scenario, placements=(named,))})
    box = box_boards(game, 84)["A"].boxes[0]
    assert (box.name, box.note) == ("Reserve", "behind the hills")
