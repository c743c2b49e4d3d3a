"""The command `dice`: exit status, forms, privacy, and real logs."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from assistant.cli import main
from assistant.report.dice_data import COLUMNS
from builder.vassal import Chat, archive_bytes, obfuscate
from builder.vassal import buildfile as bf
from builder.vassal.opened import open_file

SHARED = Path(__file__).parents[2].parent / "shared"
MAKER = SHARED / "needs" / "make_nasty.py"
REAL = sorted((SHARED / "corpus" / "vlog").glob("tld-mod__*"))
OURS = sorted((Path(__file__).parents[1] / "logs").glob("*.vlog"))
ID = "swordfish-7"
START = [
    "begin_save",
    f"PLAYER\t{ID}\tAnn\tRed",
    "PLAYER\tother-88\tBob\tBlue",
    "+/1/piece;;;a.png;1 Inf/Main Map;1;2;1;0",
    f"+/3/obs;M;b.png;Mask\tpiece;;;a.png;Big Gun/{ID};\tMain Map;1;2;3;0",
    f"PNOTE\t{ID}\tmine",
    "end_save",
]
STEPS = [
    f"LOG\tM/1/Main Map/3/4/null/Main Map/1/2/null/{ID}",
    f"LOG\tCHAT* shot by {ID}",
    "LOG\tCHAT*** 2d6 = 3,4 *** &lt;Ann&gt;",
    f"LOG\tCHAT*** {ID} = 3 *** &lt;{ID}&gt;",
    f"LOG\tCHAT* {ID} rolls dice 9 times",
    f"LOG\tCHAT&lt;Bob&gt; - *** 2d6 = 6,6 *** {ID}",
    "LOG\tCHAT* UNDO: *** 2d6 = 3,4 *** &lt;Ann&gt;",
    "LOG\tCHAT=1+1",
    "LOG\tCHAT*** 1d6 = 5 *** &lt;Bob&gt;",
    f"LOG\tSHOW_RESULTS\t{ID}\t1",
    (
        f"LOG\tCHATx\\\x1bLOG\tMutableProperty\t{ID}_result\t1\t2\tModule"
        f"\\\x1bLOG\tMutableProperty\t{ID}_total\t1\t2\tModule"
    ),
]


@pytest.fixture
def run():
    def of(*args):
        result = CliRunner().invoke(main, ["dice", *map(str, args)])
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert ID not in result.output
        assert "other-88" not in result.output
        return result

    return of


def write(path, steps):
    text = "\x1b".join(START + steps)
    path.write_bytes(archive_bytes({"savedGame": obfuscate(text, 7)}))
    return path


@pytest.fixture
def log(tmp_path):
    return write(tmp_path / "a.vlog", STEPS[:3])


@pytest.fixture
def full(tmp_path):
    return write(tmp_path / "full.vlog", STEPS)


class TestStatus:
    def test_0_everything_counted(self, run, log):
        result = run(log)
        assert (result.exit_code, result.stderr) == (0, "")
        assert "a:3  Ann (Red)  d6 3, 4; step 2: shot by P1" in result.stdout

    def test_1_lines_that_are_not_understood(self, run, tmp_path):
        path = write(tmp_path / "b.vlog", ["LOG\tCHAT*** 1d6 = 7 *** &lt;Ann&gt;"])
        result = run(path)
        assert result.exit_code == 1
        assert "unrecognised-dice: 0 typed by people, 1 impossible" in result.stdout
        assert "a d6 has no 7: *** 1d6 = 7 *** <Ann>" in result.stdout

    def test_1_damaged(self, run, log):
        log.write_bytes(log.read_bytes()[:-40])
        result = run(log)
        assert result.exit_code == 1
        assert "truncated-zip" in result.stdout

    def test_0_a_look_alike_is_told_and_not_counted(self, run, tmp_path):
        path = write(tmp_path / "b.vlog", [STEPS[2], STEPS[5]])
        result = run(path)
        assert result.exit_code == 0
        assert "1 roll with 2 results" in result.stdout
        assert "typed by Bob" in result.stdout

    @pytest.mark.parametrize(
        "args",
        [
            ("absent.vlog",),
            ("a.vlog", "--as-side", "Green"),
            ("a.vlog", "--as-side", "Red", "--referee"),
            ("a.vlog", "--module", "a.vlog"),
            ("m.vmod",),
            ("a.vlog", "--max-text", "1", "--max-depth", "1", "--out", "a.vlog"),
        ],
    )
    def test_2_in_one_line(self, run, log, tmp_path, args):
        root = bf.element(bf.GAME_MODULE, name="Little War")
        (tmp_path / "m.vmod").write_bytes(archive_bytes({"buildFile.xml": bf.encode(root)}))
        before = log.read_bytes()
        result = run(*(tmp_path / arg if "." in arg else arg for arg in args))
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith("error: ")
        assert result.stderr.count("\n") == 1
        assert log.read_bytes() == before

    def test_2_no_file_named(self, run):
        assert run().exit_code == 2


class TestForms:
    def test_json(self, run, log):
        document = json.loads(run(log, "--format", "json").stdout)
        assert document["schema"] == 1
        assert list(document) == sorted(document)
        assert "does not prove anything" in document["evidence"]["caveat"]
        assert document["rolls"] == [
            {
                "at": "a:3",
                "button": "2d6",
                "file": "a",
                "form": "standard",
                "line": "*** 2d6 = 3,4 *** <Ann>",
                "name": "Ann",
                "nth": 1,
                "player": "P1",
                "repeats": "",
                "results": [{"die": "d6", "face": 3}, {"die": "d6", "face": 4}],
                "side": "Red",
                "step": 3,
                "sum": 7,
                "undone_by": "",
                "words": "shot by P1",
                "words_at": "a:2",
            }
        ]
        (row,) = document["tally"]["rows"]
        assert (row["mean"], row["fair_mean"], row["method"]) == (3.5, 3.5, "exact")

    def test_csv(self, run, full):
        rows = list(csv.reader(io.StringIO(run(full, "--format", "csv").stdout)))
        assert tuple(rows[0]) == COLUMNS
        first = dict(zip(COLUMNS, rows[1], strict=True))
        assert (first["dice"], first["faces"], first["sum"]) == ("d6 d6", "3 4", "7")
        assert first["undone_by"] == "full:7"

    def test_no_cell_is_a_formula(self, run, full):
        rows = list(csv.reader(io.StringIO(run(full, "--format", "csv").stdout)))
        words = [row[COLUMNS.index("words")] for row in rows]
        assert "'=1+1" in words
        assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)

    @pytest.mark.parametrize("form", ["text", "json", "csv"])
    def test_the_same_twice_and_in_a_file(self, run, full, tmp_path, form):
        out = tmp_path / "out"
        told = run(full, "--format", form)
        assert run(full, "--format", form).stdout == told.stdout
        assert run(full, "--format", form, "--out", out).output == ""
        assert out.read_bytes() == told.stdout.encode()

    def test_the_order_of_hashes_does_not_matter(self, full):
        code = "from assistant.cli import main; main()"
        told = {
            subprocess.run(
                [sys.executable, "-c", code, "dice", str(full), "--format", "json"],
                env={"PYTHONHASHSEED": seed, "PATH": ""},
                cwd=Path(__file__).parents[2],
                capture_output=True,
                check=False,
            ).stdout
            for seed in ("1", "2", "3")
        }
        assert len(told) == 1
        assert b"schema" in told.pop()

    def test_text_stays_on_the_page_and_steers_no_terminal(self, run, full):
        lines = run(full).stdout.splitlines()
        assert all(len(line) <= 100 and line.isprintable() for line in lines)

    @pytest.mark.parametrize("form", ["text", "json", "csv"])
    def test_neutral_words(self, run, full, form):
        told = run(full, "--format", form).stdout.lower()
        assert not re.search(r"cheat|suspicious|rigged|manipulat|fraud", told)


class TestPrivacy:
    @pytest.mark.parametrize("form", ["text", "json", "csv"])
    @pytest.mark.parametrize("view", [(), ("--referee",), ("--as-side", "Red")])
    def test_no_id_anywhere(self, run, full, form, view):
        result = run(full, "--format", form, *view)  # run() looks for the ids
        assert result.exit_code in (0, 1)
        assert "Ann" in result.stdout

    def test_not_even_of_a_damaged_file(self, run, tmp_path):
        text = obfuscate("\x1b".join(START + STEPS), 7)
        path = tmp_path / "b.vlog"
        for end in range(400, len(text), 97):
            path.write_bytes(archive_bytes({"savedGame": text[:end]}))
            run(path, "--format", "json", "--referee")


class TestModule:
    def test_dice_of_a_renamed_button(self, run, tmp_path):
        path = write(tmp_path / "b.vlog", ["LOG\tCHAT* Ann zieht: Glück 5 und 8"])
        form = "$PlayerName$ zieht: $name$ $result1$ und $result2$"
        button = bf.element(bf.DICE_BUTTON, name="Glück", nDice=2, nSides=8, reportFormat=form)
        root = bf.element(bf.GAME_MODULE, button, name="Little War", version="1")
        module = tmp_path / "m.vmod"
        module.write_bytes(archive_bytes({"buildFile.xml": bf.encode(root)}))
        assert "0 rolls" in run(path).stdout
        told = run(path, "--module", module)
        assert told.exit_code == 0
        assert "b:1  Ann (Red)  d8 5, 8" in told.stdout


class TestOurModules:
    """Logs that were played with a module of ours (once none of their dice were counted)."""

    @pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
    def test_every_die_the_umpire_reports_is_a_roll(self, run, path):
        said = [
            each.text
            for step in open_file(path).steps
            for each in step.commands
            if isinstance(each, Chat) and each.text.startswith("* [WU] ")
        ]
        shown = [re.search(r" (?:die|dice|roll)=([1-9][\d,]*)", line) for line in said]
        result = run(path, "--format", "json")
        document = json.loads(result.stdout)
        assert (result.exit_code, document["not_counted"]) == (0, [])
        ours = [roll for roll in document["rolls"] if roll["form"] == "convention"]
        assert [[str(each["face"]) for each in roll["results"]] for roll in ours] == [
            found[1].split(",") for found in shown if found
        ]

    def test_enough_of_them_are_committed(self, run):
        aided = [path for path in OURS if "turn-aids" in path.stem]
        assert aided
        for path in aided:
            assert "[WU] morale" in run(path).stdout

    def test_set_dice_are_listed_apart(self, run, tmp_path):
        line = "LOG\tCHAT* [WU] ice unit=a side=1/2 die=3"
        result = run(write(tmp_path / "b.vlog", [line, f"{line} forced=yes"]))
        assert result.exit_code == 0
        assert "1 roll with 1 result," in result.stdout
        assert "set-dice: 1 line with dice that were set and not rolled" in result.stdout
        assert "unrecognised-dice" not in result.stdout

    def test_no_module_is_asked_for_what_a_sum_is_made_of(self, run, tmp_path):
        line = "LOG\tCHAT* [WU] morale unit=a roll=8 modifier=0 result=pass why=-"
        path = write(tmp_path / "b.vlog", [line])
        assert "--module" not in run(path).stdout
        write(path, [line, "LOG\tCHAT*** Luck = 3 *** &lt;Ann&gt;"])
        assert "--module" in run(path).stdout


@pytest.mark.skipif(not MAKER.exists(), reason="reference material is absent")
def test_a_log_full_of_imitations(run, tmp_path):
    done = subprocess.run(
        [sys.executable, str(MAKER), str(tmp_path)], check=False, capture_output=True
    )
    assert done.returncode == 0
    result = run(tmp_path / "33-dice-spoof.vlog", "--format", "json")
    document = json.loads(result.stdout)
    assert result.exit_code == 1
    assert [(each["kind"], each["name"]) for each in document["not_counted"]] == [
        ("typed", "Bob"),
        ("unread", "Ann"),
    ]
    shown = [[each["face"] for each in roll["results"]] for roll in document["rolls"]]
    assert shown == [[3, 4], [5], [3, 5]]
    assert [roll["name"] for roll in document["rolls"]] == ["Ann"] * 3
    assert "unrecognised-dice" in run(tmp_path / "33-dice-spoof.vlog").stdout
    undo = json.loads(run(tmp_path / "32-undo.vlog", "--format", "json").stdout)
    assert [roll["undone_by"] for roll in undo["rolls"]] == ["32-undo:3", ""]


@pytest.fixture(scope="module")
def told():
    args = ["dice", *map(str, REAL), "--format", "json"]
    return json.loads(CliRunner().invoke(main, args).stdout)


@pytest.mark.skipif(not REAL, reason="the corpus is absent")
class TestRealGame:
    def test_every_line_of_a_die_is_a_roll_and_no_other(self, told):
        expected = []
        for path in REAL:
            for step in open_file(path).steps:
                for each in step.commands:
                    if isinstance(each, Chat):
                        line = re.fullmatch(r"\*\*\* d6 = ([1-6]) \*\*\* <(Joel|Nate)>", each.text)
                        expected += [(path.stem, step.number, *line.groups())] if line else []
        found = [
            (roll["file"], roll["step"], str(roll["results"][0]["face"]), roll["name"])
            for roll in told["rolls"]
        ]
        assert len(expected) > 900
        assert sorted(found) == sorted(expected)

    def test_typed_ones_are_told_apart(self, told):
        typed = [each for each in told["not_counted"] if each["kind"] == "typed"]
        assert len(typed) == 7
        assert len(told["not_counted"]) == 7

    def test_a_stretch_that_was_taken_back_and_stepped_through_again(self, told):
        again = [roll for roll in told["rolls"] if roll["repeats"] and "0606-2" in roll["file"]]
        assert [roll["step"] for roll in again] == list(range(593, 603))
        undone = [roll for roll in told["rolls"] if roll["undone_by"]]
        assert len(undone) == 12

    def test_the_figures(self, told):
        (every,) = (row for row in told["tally"]["rows"] if row["player"] == "")
        again = sum(bool(roll["repeats"]) for roll in told["rolls"])
        assert every["results"] == len(told["rolls"]) - again
        assert sum(each["count"] for each in every["counts"]) == every["results"]
        mean = sum(each["count"] * each["face"] for each in every["counts"]) / every["results"]
        assert every["mean"] == pytest.approx(mean, abs=1e-6)
        square = sum(
            (each["count"] - every["results"] / 6) ** 2 / (every["results"] / 6)
            for each in every["counts"]
        )
        assert 1.145 < square < 4.351  # a table has 0.95 and 0.50 there, with 5 degrees
        assert 0.50 < every["p"] < 0.95

    def test_a_log_that_another_goes_on_from_halfway(self, told):
        later = [roll for roll in told["rolls"] if roll["file"].endswith("0610-7")]
        earlier = {roll["at"]: roll for roll in told["rolls"]}
        same = [roll for roll in later if roll["repeats"]]
        assert len(same) >= 5
        assert all(roll["results"] == earlier[roll["repeats"]]["results"] for roll in same)
        assert all(roll["words"] == earlier[roll["repeats"]]["words"] for roll in same)
