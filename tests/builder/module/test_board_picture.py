from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.draw.canvas import Label, bounds
from builder.draw.style import art_root, load_style
from builder.model.load import game_folder, games, load_game
from builder.module.board_picture import board_shapes, box_shapes
from builder.module.boxes import LABEL_COLUMNS, Board, Box, Cells, Run, lay_out_boards
from builder.module.plan import counter_px

WORDS = st.text("abcdefgWM ijk", min_size=1, max_size=120).filter(str.strip)
LEAST = 10.0  # px of the smallest lettering


@pytest.fixture(scope="module", params=games())
def real(request):
    game = load_game(request.param)
    return game, load_style(art_root() / game_folder(request.param).name)


@pytest.fixture(scope="module")
def style():
    return load_style(art_root() / game_folder(games()[0]).name)


def labels(board, box, style):
    return [shape for shape in box_shapes(board, box, style) if isinstance(shape, Label)]


def check(board, box, style):
    """All words of a box are there, those of the label left, those of a run above its cells."""
    drawn = labels(board, box, style)
    said = [word for label in drawn for word in label.text.split()]
    runs = [word for run in box.runs for word in run.text.split()]
    assert said == [*box.title.split(), *" ".join(box.lines).split(), *runs]
    left, top, _, bottom = board.outline_px(box)
    split = left + LABEL_COLUMNS * board.cells.width
    count = len([*box.title.split(), *" ".join(box.lines).split()])
    before = 0
    for label in drawn:
        a, b, c, d = bounds(label, style.fonts)
        if before < count:
            assert left + 12 < a
            assert c <= split
            assert top < b
            assert d < bottom
        before += len(label.text.split())
    return drawn


def test_labels_and_captions_of_the_games_are_whole_and_readable(real):
    game, style = real
    for board in lay_out_boards(game, counter_px(game)):
        for box in board.boxes:
            for label in check(board, box, style):
                assert label.font.size >= LEAST, label.text


def test_nothing_written_lies_where_a_counter_lies(real):
    game, style = real
    for board in lay_out_boards(game, counter_px(game)):
        half = board.cells.counter / 2
        for box in board.boxes:
            spots = [board.cells.centre(*cell) for run in box.runs for cell in run.cells()]
            for label in labels(board, box, style):
                a, b, c, d = bounds(label, style.fonts)
                for x, y in spots:
                    assert c < x - half or x + half < a or d < y - half or y + half < b, label.text


def test_captions_stay_within_their_run(real):
    game, style = real
    for board in lay_out_boards(game, counter_px(game)):
        for box in board.boxes:
            for run in box.runs:
                alone = replace(box, runs=(run,), lines=())
                for label in labels(board, alone, style)[1:]:
                    a, _, c, _ = bounds(label, style.fonts)
                    assert run.column * board.cells.width <= a
                    assert c <= (run.column + len(run.units)) * board.cells.width


@settings(max_examples=40)
@given(WORDS, WORDS, WORDS)
def test_no_label_is_cut_however_long(style, title, line, text):
    side = next(iter(style.map.table("sides")))
    cells = Cells(84)
    run = Run(text.strip(), LABEL_COLUMNS, 1, ("a", "b"))
    box = Box("n", side, title.strip(), (line.strip(),), 0, 1, LABEL_COLUMNS + 2, 1, (run,))
    check(Board("b", "m", "t", cells, 9, 2, (box,)), box, style)


def test_everything_lies_on_the_board(real):
    game, style = real
    for board in lay_out_boards(game, counter_px(game)):
        width, height = board.size_px
        for shape in board_shapes(game, board, style):
            a, b, c, d = bounds(shape, style.fonts)
            assert min(a, b, width - c, height - d) >= 0


def luminance(colour):
    """As WCAG 2 defines it."""
    parts = [part / 255 for part in colour[:3]]
    parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def test_lettering_stands_out_from_its_ground(real):
    from PIL import Image  # noqa: PLC0415

    from builder.draw.raster import PillowCanvas  # noqa: PLC0415

    game, style = real
    board = lay_out_boards(game, counter_px(game)).eliminated
    for box in board.boxes[:1] + board.boxes[-1:]:
        picture = Image.new("RGB", board.size_px)
        canvas = PillowCanvas(picture, style.fonts)
        shapes = list(box_shapes(board, box, style))
        for shape in shapes:
            if not isinstance(shape, Label):
                canvas.draw(shape)
        for label in labels(board, box, style):
            ground = picture.getpixel((round(label.at[0]) + 1, round(label.at[1])))
            a, b = sorted((luminance(ground), luminance(label.colour)))
            assert (b + 0.05) / (a + 0.05) >= 4.5, label.text
