"""An owner's figures on the drawn faces."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PIL import ImageChops

from builder.draw.canvas import Label
from builder.draw.counter import back_shapes, counter_faces, front_shapes
from builder.draw.style import art_root, load_style
from builder.model.load import load_game, load_game_from_files, read_edition
from tests.builder.model.owner import counters

GAME = "white-death"
FACTORS = {Fraction(1, 2): "\xbd", Fraction(3, 2): "1\xbd"}


@pytest.fixture(scope="module")
def editions(tmp_path_factory):
    """Return the public game and one whose every strength, morale and antitank is another."""
    game = load_game(GAME)
    folder = tmp_path_factory.mktemp("sheets")
    cells = {
        unit.id: {
            "strength": str(unit.strength + 11),
            "morale": str(unit.morale % 11 + 2),
            "antitank": "3/2" if unit.antitank != Fraction(3, 2) else "1/2",
            "combat": "(7)",
        }
        for unit in game.units.values()
        if "X" not in unit.sources.values()
    }
    (folder / "c.csv").write_bytes(counters(game, cells))
    return game, load_game_from_files(read_edition(GAME, overlay=folder).files), list(cells)


@pytest.fixture(scope="module")
def style():
    return load_style(art_root() / "white_death")


def texts(shapes):
    return [shape.text for shape in shapes if isinstance(shape, Label)]


def test_every_face_shows_the_owners_figures(editions, style):
    _, owned, ids = editions
    assert len(ids) > 350
    for id_ in ids:
        unit = owned.units[id_]
        assert str(unit.strength) in texts(front_shapes(unit, style, 84))
        back = texts(back_shapes(unit, style, 84))
        for shown in (str(unit.strength), str(unit.morale), FACTORS[unit.antitank], "(7)"):
            assert shown in back, (id_, shown, back)


def test_the_pictures_differ_where_the_figures_do(editions, style):
    game, owned, ids = editions
    before = counter_faces(game, game.units[ids[0]], style)
    after = counter_faces(owned, owned.units[ids[0]], style)
    for old, new in zip(before, after, strict=True):
        assert ImageChops.difference(old.convert("RGB"), new.convert("RGB")).getbbox()
