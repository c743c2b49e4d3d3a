"""The screen about a file: what it shows, in which words, and how much of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.report.info import HEIGHT, WIDTH, describe, render_json, render_text
from builder.vassal import (
    AddPiece,
    AddPlayer,
    BasicPiece,
    Chat,
    ModuleData,
    Piece,
    SaveData,
    SetProperty,
    Stack,
    Undo,
    Unknown,
    archive_bytes,
    buildfile,
    save_bytes,
)
from builder.vassal.damage import Damage
from builder.vassal.opened import Opened, open_file
from builder.vassal.savegame import SaveFile, Step

OURS = sorted((Path(__file__).parents[2] / "logs").glob("*turn-*.vlog"))
MODULE = ModuleData("Little War", "1.2", "3.6.4")
SAVE = SaveData("1.2", "3.6.4", "second evening", 1_700_000_000_000)
UNIT = Piece.of(BasicPiece("a.png", "1 Inf", "1", "Main Map", 300, 310))
STACK = Piece.of(Stack("Main Map", 300, 310, ("1",), 0))
SETUP = (
    AddPiece("1", UNIT.type, UNIT.state),
    AddPiece("s1", STACK.type, STACK.state),
    AddPlayer("P1", "Ann", "Red"),
    AddPlayer("P2", "Bob", "<observer>"),
    Unknown("EXT\tMore Units\t0.3"),
)
STEPS = (
    (Chat("*** 2d6 = 3,4 *** &lt;Ann&gt;"),),
    (Chat("&lt;Bob&gt; - oh"),),
    (Undo(begins=True), Chat("* UNDO: *** 2d6 = 3,4 *** &lt;Ann&gt;"), Undo(begins=False)),
    (Chat("* UNDO: * 1 Inf moves"), SetProperty("x", "1", "2")),
    (Chat("&lt;Bob&gt; - *** 2d6 = 6,6 *** &lt;Bob&gt;"),),
    (Chat("*** 1d6 = 9 *** &lt;Ann&gt;"),),
)


def saved(tmp_path, steps=STEPS, save=SAVE, module=MODULE, setup=SETUP):
    path = tmp_path / "game.vlog"
    path.write_bytes(save_bytes(setup, save, module, steps=steps))
    return describe(open_file(path))


class TestLog:
    def test_every_row(self, tmp_path):
        assert render_text(saved(tmp_path)).splitlines()[:9] == [
            "game.vlog: a log of a game, read whole",
            "  Module      Little War 1.2",
            "  About       second evening",
            "  Written by  VASSAL 3.6.4",
            "  Date        2023-11-14 22:13 UTC",
            "  Extensions  More Units 0.3",
            "  Sides       Red",
            "  Players     P1 Ann (Red); P2 Bob (observer)",
            "  Holds       6 steps, 1 roll, 2 dice, 2 undos, 1 piece, 1 stack",
        ]

    def test_dice_that_are_not_counted(self, tmp_path):
        (damage,) = (each for each in saved(tmp_path).damage if each.code == "unrecognised-dice")
        assert damage.where == "step 5"
        assert "1 typed by people, 1 impossible" in damage.text

    @pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
    def test_the_dice_of_our_own_modules_are_counted(self, path):
        found = describe(open_file(path))
        assert "unrecognised-dice" not in {each.code for each in found.damage}
        counts = dict(found.counts)
        assert counts["dice"] >= counts["rolls"] > 0

    def test_json_says_the_same(self, tmp_path):
        told = json.loads(render_json(saved(tmp_path)))
        assert told["schema"] == 1
        assert told["counts"] == {
            "steps": 6, "rolls": 1, "dice": 2, "undos": 2, "pieces": 1, "stacks": 1, "decks": 0,
        }  # fmt: skip
        assert told["players"][1] == {"id": "P2", "names": ["Bob"], "sides": ["observer"]}
        assert told["saved"] == {"ms": 1_700_000_000_000, "utc": "2023-11-14 22:13"}
        assert told["extensions"] == [{"name": "More Units", "version": "0.3"}]
        assert list(told) == sorted(told)

    def test_a_save_has_no_steps(self, tmp_path):
        info = saved(tmp_path, steps=())
        assert "Holds       1 piece, 1 stack\n" in render_text(info)
        assert "a saved game" in render_text(info)

    def test_another_version_of_the_module(self, tmp_path):
        info = saved(tmp_path, save=SaveData("1.1", "3.6.4"))
        assert "Little War 1.2, played with version 1.1" in render_text(info)

    def test_several_names_and_sides_of_one_player(self, tmp_path):
        joined = (Unknown("x"), AddPlayer("P1", "Anne", "Blue"))
        text = render_text(saved(tmp_path, steps=(*STEPS, joined)))
        assert "P1 Ann or Anne (Red, then Blue)" in text


class TestDate:
    @pytest.mark.parametrize(
        ("given", "shown"),
        [
            (None, "not said"),
            (0, "1970-01-01 00:00 UTC; the clock was wrong"),
            (-1, "1969-12-31 23:59 UTC; the clock was wrong"),
            (32_503_680_000_000, "3000-01-01 00:00 UTC; the clock was wrong"),
            (999_999_999_999_999_999, "999999999999999999 ms after 1970 UTC; the clock was wrong"),
            (1_700_000_000_000, "2023-11-14 22:13 UTC"),
        ],
    )
    def test_as_the_file_has_it(self, tmp_path, given, shown):
        text = render_text(saved(tmp_path, save=SaveData("1.2", "3.6.4", date_saved=given)))
        assert f"  Date        {shown}\n" in text


class TestModule:
    def test_what_it_holds(self, tmp_path):
        root = buildfile.element(
            buildfile.GAME_MODULE,
            buildfile.element(
                buildfile.PLAYER_ROSTER,
                buildfile.element("entry", text="Red"),
                buildfile.element("entry", text="Blue"),
            ),
            buildfile.element(buildfile.MAP, mapName="Main"),
            buildfile.element(buildfile.DICE_BUTTON, name="2d6"),
            name="Little War",
        )
        path = tmp_path / "game.vmod"
        files = {"buildFile.xml": buildfile.encode(root), "moduledata": MODULE.encode()}
        path.write_bytes(archive_bytes(files))
        lines = render_text(describe(open_file(path))).splitlines()
        assert lines[0] == "game.vmod: a module, read whole"
        assert "  Sides       Red, Blue" in lines
        assert lines[-1] == ("  Holds       1 map, 0 pieces, 1 dice button, 2 files in the zip")


class TestSize:
    def damaged(self, count):
        damage = tuple(
            Damage("bad-text" if each == 3 else f"code-{each}", "entry", "words " * 30, "advice")
            for each in range(count)
        )
        saved = SaveFile(Path("a.vlog"), SaveData(), None, (), (Step(1, (Chat("x"),)),))
        return describe(Opened(Path("a.vlog"), "log", saved=saved, damage=damage, salvaged="some"))

    def test_much_damage_stays_on_the_screen_and_every_code_is_named(self):
        info = self.damaged(40)
        lines = render_text(info).splitlines()
        assert len(lines) <= HEIGHT + 8  # 40 codes alone fill more than a few lines
        assert all(len(line) <= WIDTH for line in lines)
        assert all(each.code in "\n".join(lines) for each in info.damage)

    def test_some_damage_in_full(self):
        lines = render_text(self.damaged(4)).splitlines()
        assert len(lines) <= HEIGHT
        assert lines[0] == "a.vlog: a log of a game, read with damage"
        assert lines.index("Damaged:") < lines.index("Remarks:")

    def test_what_players_write_is_made_harmless(self, tmp_path):
        setup = (AddPlayer("P1", "A\x9b2Jn\u202en\x07", "R\ned"), *SETUP[:2])
        text = render_text(saved(tmp_path, setup=setup))
        assert "\x9b" not in text
        assert "\x07" not in text
        assert "\u202e" not in text
        assert "R\\x0aed" in text

    def test_a_name_longer_than_the_screen(self, tmp_path):
        setup = (AddPlayer("P1", "A" * 5_000, "Red"), *SETUP[:2])
        lines = render_text(saved(tmp_path, setup=setup)).splitlines()
        assert len(lines) <= HEIGHT
        assert all(len(line) <= WIDTH for line in lines)
