"""The harness itself, with a small module made here."""

from __future__ import annotations

import json
import zipfile

import pytest

from tests.engine.aid_table import Sitting
from tests.engine.harness import EngineError, EngineResult, _line

BUILD_FILE = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<VASSAL.build.GameModule name="Harness" version="1" VassalVersion="3.5.8" nextPieceSlotId="2">
<VASSAL.build.module.BasicCommandEncoder/>
<VASSAL.build.module.Documentation/>
<VASSAL.build.module.GlobalOptions autoReport="Always"/>
<VASSAL.build.module.PlayerRoster><entry>North</entry></VASSAL.build.module.PlayerRoster>
<VASSAL.build.module.Map mapName="Field" moveToFormat="$pieceName$ to $location$">
<VASSAL.build.module.map.BoardPicker>
<VASSAL.build.module.map.boardPicker.Board name="Plain" width="400" height="300">
<VASSAL.build.module.map.boardPicker.board.SquareGrid x0="50" y0="50" dx="100" dy="100"
 snapTo="true">
<VASSAL.build.module.map.boardPicker.board.mapgrid.SquareGridNumbering first="H" sep="."
 hType="A" hOff="0" vType="N" vOff="1" vLeading="0"/>
</VASSAL.build.module.map.boardPicker.board.SquareGrid>
</VASSAL.build.module.map.boardPicker.Board>
</VASSAL.build.module.map.BoardPicker>
<VASSAL.build.module.map.StackMetrics/>
<VASSAL.build.module.map.PieceMover/>
</VASSAL.build.module.Map>
<VASSAL.build.module.PieceWindow name="Pieces">
<VASSAL.build.widget.ListWidget entryName="All">
<VASSAL.build.widget.PieceSlot entryName="A | B" gpid="1" width="10" height="10">PIECE\
</VASSAL.build.widget.PieceSlot>
</VASSAL.build.widget.ListWidget>
</VASSAL.build.module.PieceWindow>
</VASSAL.build.GameModule>
"""
PIECE = "+/null/piece;;;{image};A | B/null;0;0;1;0"
DATA = (
    '<data version="1"><version>1</version><VassalVersion>3.5.8</VassalVersion>'
    "<dateSaved>0</dateSaved><description/><name>Harness</name></data>"
)


def write_module(path, image=""):
    """Write a module with a board of 4 x 3 squares and one piece."""
    build_file = BUILD_FILE.replace("PIECE", PIECE.format(image=image))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", build_file)
        archive.writestr("moduledata", DATA)
    return path


@pytest.fixture(scope="module")
def played(probe, tmp_path_factory):
    """One game in which the piece is placed, moved to points, logged and looked at."""
    folder = tmp_path_factory.mktemp("harness")
    points = folder / "points of interest.txt"
    points.write_text("10 20\n250 199\n399 299\n", encoding="ascii")
    result = probe.run(
        write_module(folder / "sound.vmod"),
        "new",
        ("log", folder / "game.vlog"),
        ("place", "A | B", "Field", 120, 80),
        ("dropall", "A | B", "Field", points),
        ("locateall", "Field", points),
        "endlog",
        ("shot", "Field", folder / "field.png", 0, 0, 40, 30),
        ("chat", "two\\n \nlines | one"),
        side="North",
    )
    return folder, result


def test_sound_module_has_no_complaints(played):
    _, result = played
    assert result.clean()["engine"].startswith(("3.6.", "3.7."))
    assert result["sides"] == ["North"]
    assert result["results"][0]["roster"] == [{"name": "Probe", "side": "North"}]


def test_piece_is_placed_and_reported(played):
    _, result = played
    after = result["results"][2]["after"]
    assert (after["x"], after["y"], after["location"], after["gpid"]) == (150, 50, "B.1", "1")


def test_points_snap_to_the_squares_they_are_in(played):
    _, result = played
    dropped = [(p["atX"], p["atY"], p["name"]) for p in result["results"][3]["points"]]
    located = [(p["snapX"], p["snapY"], p["snapName"]) for p in result["results"][4]["points"]]
    assert dropped == located == [(50, 50, "A.1"), (250, 150, "C.2"), (350, 250, "D.3")]


def test_log_is_written(played):
    folder, _ = played
    with zipfile.ZipFile(folder / "game.vlog") as log:
        assert log.read("savedGame").startswith(b"!VCSK")


def test_picture_is_written(played):
    folder, _ = played
    assert (folder / "field.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_text_arrives_as_it_is(played):
    _, result = played
    assert result["results"][-1]["chat"] == ["two\\n \nlines | one"]


def test_every_kind_of_fault_is_a_complaint(probe, tmp_path):
    module = write_module(tmp_path / "faulty.vmod", image="nowhere.png")
    result = probe.run(module, ("move", "nobody", "Field", 1, 1), "nonsense")
    assert set(result.complaints()) >= {"missingImages", "results"}
    assert result["missingImages"] == ["nowhere.png"]
    assert len(result.complaints()["results"]) == 2
    with pytest.raises(EngineError, match=r"nowhere\.png"):
        result.clean()


def test_file_that_is_no_module_is_fatal(probe, tmp_path):
    (tmp_path / "no.vmod").write_bytes(b"no module")
    assert "fatal" in probe.run(tmp_path / "no.vmod").complaints()


def test_engine_that_never_ends_is_ended(probe, tmp_path):
    module = write_module(tmp_path / "slow.vmod")
    with pytest.raises(EngineError, match="status 124"):
        probe.run(module, *[("note", "waits some ms")] * 100, timeout_s=1)


def test_a_talk_with_what_is_no_module_ends_in_an_error_instead_of_waiting(probe, tmp_path):
    path = tmp_path / "no.vmod"
    path.write_text("no zip", encoding="utf-8")
    with pytest.raises(EngineError, match="the engine ended: 3"), probe.talk(path) as talk:
        talk.do("dump")


def test_games_of_a_sitting_have_results_and_problems_of_their_own(probe, tmp_path):
    sitting = Sitting(probe, write_module(tmp_path / "sound.vmod"), "North")
    place = ("place", "A | B", "Field", 120, 80)
    first = sitting.play(["new", place, ("answer", "nobody asks"), "count"])
    second = sitting.play(["new", "dump"])
    sitting.end()
    assert [each["kind"] for each in first["problems"]] == ["unusedAnswer"]
    assert [each["action"] for each in first["results"]] == ["new", "place", "answer", "count"]
    assert second.clean()["results"][1]["pieces"] == []


def test_a_sitting_with_a_faulty_module_ends_in_its_fault(probe, tmp_path):
    module = write_module(tmp_path / "faulty.vmod", image="nowhere.png")
    sitting = Sitting(probe, module, "North")
    sitting.play(["new"])
    with pytest.raises(EngineError, match=r"nowhere\.png"):
        sitting.end()


def test_complaints_are_all_named():
    result = EngineResult(problems=[{"kind": "log"}], badGpids=[], results=[{"action": "new"}])
    assert result.complaints() == {"problems": [{"kind": "log"}]}
    assert json.loads(json.dumps(result)) == result


def test_fields_survive_their_notation():
    assert _line(("chat", "a|b c\\d\ne")) == r"chat|a\pb\sc\\d\ne"
    assert _line("dump") == "dump"
