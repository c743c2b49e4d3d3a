from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from builder import cli
from builder.draw.png import encode
from builder.model.load import games
from builder.module import pictures
from builder.pipeline import build_gallery, gallery, making

GAME = games()[0]


@pytest.fixture
def plain(monkeypatch):
    """Let the map be a plain colour and let everything be drawn in this process."""

    def draw(game, _style):
        return Image.new("RGB", game.map.board.size_px, (240, 240, 240))

    def large(game, style):
        return {"map-300dpi.png": encode(draw(game, style), 300)}

    monkeypatch.setattr(pictures, "map_picture", draw)
    monkeypatch.setattr(gallery, "print_files", large)
    monkeypatch.setattr(making, "_processors", lambda: 1)


@pytest.mark.usefixtures("plain")
def test_the_gallery_holds_sheets_map_boards_and_charts(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli.main, ["gallery", GAME])
    assert result.exit_code == 0, result.output
    folder = Path("build", f"{GAME}-gallery")
    written = [Path(line) for line in result.stdout.splitlines()]
    assert sorted(path for path in folder.rglob("*") if path.is_file()) == sorted(written)
    assert {path.parent for path in written} == {folder, folder / "charts", folder / "boards"}
    names = {path.name for path in written if path.parent == folder}
    assert names == {f"sheet-{number}.png" for number in range(1, 9)} | {
        "key.png",
        "map.jpg",
        "map-300dpi.png",
        "scene.png",
        "counters.png",
        "print.png",
    }
    assert {path.suffix for path in written} <= {".png", ".jpg", ".html"}
    for path in [path for path in written if path.suffix != ".html"]:
        with Image.open(path) as picture:
            picture.load()


@pytest.fixture
def few(monkeypatch):
    """Let the gallery be three recipes, of which one needs another; counts what is made."""
    made = []

    def recipe(id_, facts, needs=()):
        def make(needed):
            made.append(id_)
            return {f"{id_}.txt": "+".join([*needed, id_]).encode()}

        return gallery.Recipe(id_, 1, facts, make, needs)

    facts = {"one": 1, "two": 2, gallery.MAP: 3}

    def recipes(_shop):
        return [
            recipe("two", (facts["two"], facts[gallery.MAP]), needs=(gallery.MAP,)),
            recipe("one", facts["one"]),
            recipe(gallery.MAP, facts[gallery.MAP]),
        ]

    monkeypatch.setattr(gallery, "recipes", recipes)
    monkeypatch.setattr(gallery, "MAP_IMAGE", f"{gallery.MAP}.txt")
    monkeypatch.setattr(making, "_processors", lambda: 1)
    return facts, made


def test_only_what_changed_is_made_again(few, monkeypatch, tmp_path):
    facts, made = few
    first = build_gallery(GAME, tmp_path)
    assert first.fresh
    assert (tmp_path / "two.txt").read_bytes() == b"map.txt+two"
    assert sorted(first.names) == ["one.txt", "two.txt"]
    assert not (tmp_path / "map.txt").exists()
    assert sorted(made) == ["map", "one", "two"]
    again = build_gallery(GAME, tmp_path)
    assert (again.fresh, sorted(again.names), len(made)) == (False, ["one.txt", "two.txt"], 3)
    facts["one"] = 7
    real = gallery.read_inputs
    monkeypatch.setattr(gallery, "read_inputs", lambda *each: _other(real(*each)))
    assert build_gallery(GAME, tmp_path).fresh
    assert made[3:] == ["one"]


def _other(inputs):
    """Return inputs whose data differ somewhere."""
    return type(inputs)(inputs.data, inputs.art, inputs.program, "other", inputs.notes)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("harm", ["remove", "change"])
def test_a_file_that_is_not_as_it_was_written_is_written_again(tmp_path, harm):
    build_gallery(GAME, tmp_path)
    if harm == "remove":
        (tmp_path / "one.txt").unlink()
    else:
        (tmp_path / "one.txt").write_text("mine")
    assert build_gallery(GAME, tmp_path).fresh
    assert (tmp_path / "one.txt").read_bytes() == b"one"


def test_the_print_states_its_resolution():
    with Image.open(BytesIO(encode(Image.new("RGB", (2, 2)), 300))) as picture:
        assert [round(each) for each in picture.info["dpi"]] == [300, 300]
