"""Questions about a position: exit status, forms, files written whole or not at all."""

from __future__ import annotations

import json
import re
import shutil

import pytest
from click.testing import CliRunner
from lxml import etree

from assistant import games
from assistant.audit.answer import Answer
from assistant.cli import main
from builder import convention
from builder.model import load
from builder.vassal import RestoreProperty, archive_bytes
from builder.vassal import buildfile as bf
from tests.assistant.games.table import real_game
from tests.assistant.toy import PASSWORD, LogMaker

GAME = "white-death"
SVG = "{http://www.w3.org/2000/svg}"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(16)
QUESTIONS = {
    "position": (),
    "reach": ("948/257",),
    "odds": ("2614",),
    "supply": (),
    "stack": ("2614",),
}


@pytest.fixture(scope="module")
def log(repo):
    return repo / "tests" / "logs" / "white-death-3.6.vlog"


@pytest.fixture(autouse=True)
def _installed_data_are_read_once(monkeypatch):
    plain = load.load_game
    monkeypatch.setattr(
        load, "load_game", lambda id_, **more: plain(id_, **more) if more else real_game()
    )


def run(*arguments):
    result = CliRunner().invoke(main, [str(each) for each in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), arguments
    assert PASSWORD not in result.output
    return result


def one_error(result):
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("error: ")
    return line


@pytest.fixture(scope="module")
def module(tmp_path_factory, repo):
    """A module of ours as far as a question needs one: data, a build file, a picture."""
    folder = repo / "source_data" / "white_death"
    files = {
        f"umpire/source_data/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    board = bf.element(bf.BOARD, name="Map board", image="map.png")
    picker = bf.element(bf.BOARD_PICKER, board)
    root = bf.element(bf.GAME_MODULE, bf.element(bf.MAP, picker, mapName=convention.MAP))
    path = tmp_path_factory.mktemp("module") / "m.vmod"
    files |= {bf.ENTRY: bf.encode(root), "images/map.png": PNG}
    path.write_bytes(archive_bytes(files))
    return path


# ---- forms ----


@pytest.mark.parametrize(("command", "more"), QUESTIONS.items())
def test_every_question_has_every_form(command, more, log):
    asked = (command, f"{log}@48", *more)
    page = run(*asked)
    assert (page.exit_code, page.stderr) == (0, "")
    title = page.stdout.splitlines()[0]
    assert title.endswith("white-death-3.6.vlog after step 48 of 130")
    document = json.loads(run(*asked, "--format", "json").stdout)
    assert (document["schema"], document["game"], document["title"]) == (1, GAME, title)
    assert document["data"] == load.load_game(GAME).digest
    assert all({"name", "value"} == each.keys() for each in document["facts"])
    drawing = etree.fromstring(run(*asked, "--format", "svg").stdout.encode())
    words = " ".join(text.text or "" for text in drawing.iter(f"{SVG}text"))
    assert title in words


def test_a_figure_of_the_json_is_that_of_the_text(log):
    asked = ("reach", f"{log}@48", "948/257", "--mp", "3")
    table = json.loads(run(*asked, "--format", "json").stdout)["tables"][0]
    lines = [line.split() for line in run(*asked).stdout.splitlines() if line.startswith("  ")]
    told = {line[0] for line in lines if re.fullmatch(r"\d{4}", line[0])}
    assert {row["hex"] for row in table["rows"]} == told
    assert len(told) > 20


def test_the_same_question_has_the_same_answer(log):
    asked = ("odds", f"{log}@48", "2614", "--format", "json")
    assert run(*asked).stdout == run(*asked).stdout


def test_every_rule_that_is_named_is_one_of_the_rulebook(log):
    asked = [(name, f"{log}@48", *more) for name, more in QUESTIONS.items()]
    asked += [("odds", f"{log}@48", "2614", "--barrage"), ("supply", f"{log}@48", "506")]
    asked += [("reach", f"{log}@48", "948/257", "--to", "2515")]
    named = {rule for each in asked for rule in re.findall(r"WD-[\dA-Z.]*\w", run(*each).stdout)}
    assert len(named) > 15
    assert named <= games.register(GAME).ledger.keys()


# ---- what the module keeps ----


@pytest.mark.parametrize(
    ("command", "step", "told"),
    [
        (("position",), 0, r"Soviet supply \(supply-soviet\) +0 points\n"),
        (("position",), 2, r"Soviet supply \(supply-soviet\) +4 points\n"),
        (("supply",), 43, r"Soviet supply \(supply-soviet\) +2 points\n"),
        (("supply", "s-28rd-88-inf"), 181, r"Soviet supply: 0 points\n"),
        (("position", "--pool", "supply-soviet=9"), 43, r"\(supply-soviet\) +9 points\n"),
        (("position", "--pool", "supply-vl=9"), 43, r"\(supply-soviet\) +2 points\n"),
        (("position", "--scenario", "II"), 43, r"scenario +II "),
    ],
)
def test_pools_are_those_of_the_step_unless_others_are_given(command, step, told, repo):
    name, *more = command
    page = run(name, f"{repo}/tests/logs/white-death-turn-aids-3.6.vlog@{step}", *more)
    assert page.exit_code == 0
    assert re.search(told, page.stdout)
    assert "supply points are as the module keeps them" in page.stdout


def test_a_save_of_the_module_tells_scenario_and_pools(tmp_path):
    game = real_game()
    maker = LogMaker(game=GAME, digest=game.digest, version=game.version, module=game.name)
    maker.setup.append(RestoreProperty(convention.SCENARIO, "II"))
    maker.setup.append(RestoreProperty(convention.POOLS, ";supply-german=x;supply-soviet=4;"))
    page = run("position", maker.write(tmp_path / "a.vsav")).stdout
    assert re.search(r"scenario +II ", page)
    assert re.search(r"\(supply-soviet\) +4 points\n", page)
    assert re.search(r"\(supply-german\) +not known\n", page)


# ---- figures of the log that its audit knows ----


def test_a_march_that_the_audit_finds_too_dear_is_out_of_reach(log):
    """Step 78: the audit says 4 points of 3, and disputed for A-01."""
    asked = ("reach", f"{log}@77", "s-28rd-iii-112-art", "--to", "3318")
    page = run(*asked).stdout
    assert re.search(r"3318 in reach +no, for 4\n", page)
    assert re.search(r"3218-3318 +3 +out of the creek +WD-7.2\n", page)
    assert "disputed: with A-01 read as 2, hexes in reach: 10; 3318 in reach: yes, for 3" in page
    other = run(*asked, "--reading", "A-01=2").stdout
    assert re.search(r"3318 in reach +yes, for 3\n", other)
    assert "A-01 is read as 2, not as 3" in other


def test_a_unit_dragged_in_the_phase_is_told_from_where_it_began(log):
    """Steps 48, 49: 948/257 is dragged into an enemy zone of control and on."""
    page = run("reach", f"{log}@48", "948/257").stdout
    assert re.search(r"hex +2612\n", page)
    assert "which it began in 2612" in page
    assert re.search(r"2614 +1 +must stop \(WD-3.3\)", page)


def test_weather_changes_what_a_way_costs(log):
    frost = json.loads(run("reach", f"{log}@48", "948/257", "--format", "json").stdout)
    asked = ("reach", f"{log}@48", "948/257", "--weather", "snow", "--format", "json")
    snow = json.loads(run(*asked).stdout)
    assert {"name": "weather", "value": "Snow"} in snow["facts"]
    assert {"name": "weather", "value": "Clear/frost"} in frost["facts"]
    assert "the weather was given: Snow" in snow["notes"]


def test_the_scenario_of_the_file_gives_the_score(log):
    page = run("position", f"{log}@48").stdout
    assert "I Purkayev's Attack" in page
    assert "victory points, as if the game ended now" in page
    other = run("position", f"{log}@48", "--scenario", "V").stdout
    assert "V " in other.splitlines()[2]


# ---- modules and overlays ----


def test_a_drawing_lies_on_the_map_of_the_module(log, module):
    asked = ("stack", f"{log}@48", "2614", "--module", module)
    drawing = etree.fromstring(run(*asked, "--format", "svg").stdout.encode())
    (image,) = drawing.iter(f"{SVG}image")
    assert image.get("href").startswith("data:image/png;base64,iVBORw0KGgo")
    assert run(*asked).exit_code == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"images/map.png": b"<svg onload='x()'/>"}, "is no PNG, JPEG or GIF"),
        ({"images/map.png": None}, "no picture of the map"),
        ({bf.ENTRY: b"<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;</x>"}, ""),
        ({bf.ENTRY: None}, "buildFile.xml"),
    ],
)
def test_a_module_without_a_usable_map_is_one_clear_line(log, module, tmp_path, change, said):
    from builder.vassal import read_archive  # noqa: PLC0415

    archive = read_archive(module)
    files = {**dict(archive.read_many(archive.names)), **change}
    path = tmp_path / "odd.vmod"
    path.write_bytes(archive_bytes({n: data for n, data in files.items() if data is not None}))
    asked = ("stack", f"{log}@48", "2614", "--module", path, "--format", "svg")
    assert said in one_error(run(*asked))


def test_an_owners_figures_judge(log, tmp_path):
    sheets = tmp_path / "sheets"
    sheets.mkdir()
    rows = [b"hex,terrain", b"hex 2614,forest"]
    (sheets / "m.csv").write_bytes(b"\r\n".join(rows) + b"\r\n")
    plain = run("stack", f"{log}@48", "2614").stdout
    owned = run("stack", f"{log}@48", "2614", "--overlay", sheets).stdout
    assert re.search(r"terrain \(WD-7.1\) +clear", plain)
    assert re.search(r"terrain \(WD-7.1\) +forest", owned)
    both = run("stack", log, "2614", "--overlay", sheets, "--module", "m.vmod")
    assert "exclude each other" in one_error(both)


# ---- what can't be used ----


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("position", "LOG@131"), "has no step 131; its steps are 0 to 130"),
        (("position", "LOG@-1"), "no such file"),
        (("position", "LOG@" + "9" * 40), "no such file"),
        (("reach", "LOG@48", "nonsense", "--mp", "3"), "names no unit on the map"),
        (("reach", "LOG@48", "948/257", "--mp", "1/0"), "--mp '1/0'"),
        (("reach", "LOG@48", "948/257", "--mp", "-1"), "--mp '-1'"),
        (("reach", "LOG@48", "948/257", "--mp", "9" * 400), "--mp"),
        (("reach", "LOG@48", "948/257", "--mp", "1e9"), "--mp '1e9'"),
        (("reach", "LOG@48", "948/257", "--mp", "٣"), "--mp"),
        (("reach", "LOG@48", "948/257", "--mp", "9999"), "0 to 10"),
        (("reach", "LOG@48", "948/257", "--mp", "1/7"), "1/120"),
        (("reach", "LOG@48", "948/257", "--to", "9999"), "no hex of the map"),
        (("reach", "LOG@48", "506"), "--mp N"),
        (("odds", "LOG@48", "0101"), "nobody stands in 0101"),
        (("odds", "LOG@48", "²²²²"), "no hex of the map"),
        (("odds", "LOG@48", "2614", "--with", "\x1b[2J"), "names no unit"),
        (("supply", "LOG@48", "2022"), "may be"),
        (("stack", "LOG@48", "x" * 5000), "no hex of the map"),
        (("position", "LOG", "--pool", "supply-german"), "NAME=VALUE"),
        (("position", "LOG", "--pool", "supply-german=-1"), "no number of points"),
        (("position", "LOG", "--reading", "A-01=2", "--reading", "A-01=3"), "given twice"),
        (("position", "LOG", "--reading", "A-01=9"), "there are 3, 2"),
        (("position", "LOG", "--optional", "9C"), "there are 23, 24"),
        (("position", "LOG", "--module", "LOG"), "has no game data inside"),
    ],
)
def test_what_cannot_be_answered_is_one_clear_line(log, asked, said):
    line = one_error(run(*(each.replace("LOG", str(log)) for each in asked)))
    assert said in line
    assert len(line) < 700


@pytest.mark.parametrize("command", QUESTIONS)
def test_a_file_of_another_game_is_one_clear_line(command, tmp_path):
    path = LogMaker(game="chess").write(tmp_path / "a.vsav")
    assert "'chess'" in one_error(run(command, path, *QUESTIONS[command]))


def test_a_game_whose_rules_answer_nothing_says_so(toy, maker, tmp_path, monkeypatch):
    monkeypatch.setattr(games, "_package", lambda _id: object())
    line = one_error(run("position", maker.write(tmp_path / "a.vsav")))
    assert f"{toy.id!r} answer no questions" in line


def test_another_game_answers_too(toy, maker, tmp_path, monkeypatch):
    asked = []

    class Package:
        @staticmethod
        def answer(game, state, question, given, moment):
            asked.append((game, question, given, moment.name))
            return Answer(f"{state.counters['r1'].place.name}, {moment.name}")

    monkeypatch.setattr(games, "_package", lambda _id: Package)
    result = run("stack", maker.write(tmp_path / "a.vsav"), "0203")
    assert result.stdout.splitlines()[0] == "0203, a.vsav"
    assert asked[0][0] is toy


def test_a_file_read_with_loss_ends_in_1(toy, maker, tmp_path, monkeypatch):  # noqa: ARG001
    class Package:
        @staticmethod
        def answer(*_asked):
            return Answer("told")

    monkeypatch.setattr(games, "_package", lambda _id: Package)
    path = maker.say("* [WU] sing").write(tmp_path / "a.vlog")
    whole, lossy = run("position", f"{path}@0"), run("position", path)
    assert (whole.exit_code, lossy.exit_code) == (0, 1)
    assert "an entry was left out" in lossy.stdout
    assert "left out" not in whole.stdout


# ---- files ----


def test_the_report_is_written_whole_and_never_over_an_input(log, tmp_path):
    mine = tmp_path / "mine.vlog"
    shutil.copyfile(log, mine)
    before = mine.read_bytes()
    for out in (mine, tmp_path / "link"):
        if out != mine:
            out.symlink_to(mine)
        assert "overwrite" in one_error(run("stack", f"{mine}@48", "2614", "--out", out))
    assert mine.read_bytes() == before
    out = tmp_path / "a.svg"
    asked = ("stack", f"{mine}@48", "2614", "--format", "svg")
    assert run(*asked, "--out", out).output == ""
    assert out.read_text(encoding="utf-8") == run(*asked).stdout
    assert {path.name for path in tmp_path.iterdir()} == {"mine.vlog", "link", "a.svg"}


def test_an_old_report_survives_a_question_without_answer(log, tmp_path):
    out = tmp_path / "old.txt"
    out.write_text("old")
    one_error(run("reach", f"{log}@48", "nonsense", "--mp", "3", "--out", out))
    assert out.read_text() == "old"


def test_help_tells_what_is_asked_for():
    for command in QUESTIONS:
        page = run(command, "--help").stdout
        assert "FILE[@STEP]" in page
        assert "Exit status:" in page
    page = run("odds", "--help").stdout
    assert page.index("--barrage") < page.index("--weather")
