"""Limited intelligence in the real engine, seen from each side."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from PIL import Image

from builder import convention
from builder.model.game import Side
from builder.module.aids.request import menu_key
from builder.module.aids.target import TARGET
from builder.module.assemble import module_entries
from builder.module.concealment import COVER, LIMITED, SEEN
from builder.module.plan import picture_names, plan
from builder.vassal import ChangePiece, deobfuscate, obfuscate, read_log, write_archive
from tests.builder.module.small import PANEL_PX, plain_png, small_game, small_pictures

pytestmark = pytest.mark.engine

GREEN, BLUE, PINK = (0, 200, 0), (0, 0, 200), (250, 0, 250)
BLACK, GREY = (0, 0, 0), (99, 99, 99)
LOSE, FLIP, SHOW, ELIMINATE = "76,130", "70,130", "82,130", "69,130"
OTHER = "Blue, Army: O'Neil / 1st; \u0411"
LOW, MIDDLE, TOP = "r-1", "r-2", "r-guns"


def piece(id_):
    return f"{convention.ID}={id_}"


def covers(*ids):
    return [("pieceprop", piece(id_), COVER) for id_ in ids]


@dataclass(frozen=True)
class Case:
    """A module, a save with a stack that its side has concealed, and what happened before."""

    module: Path
    save: Path
    log: Path
    results: list
    folder: Path


@pytest.fixture(scope="module")
def game():
    game = small_game()
    guns = replace(game.units["r-guns"], range=5)
    sides = (game.sides[0], Side("blue-army", OTHER))
    return replace(game, units=game.units | {"r-guns": guns}, sides=sides)


@pytest.fixture(scope="module")
def case(probe, game, tmp_path_factory):
    folder = tmp_path_factory.mktemp("concealment")
    made = plan(game, PANEL_PX)
    pictures = small_pictures(picture_names(made)) | {
        "r-1-front.png": plain_png((45, 45), GREEN),
        "r-2-front.png": plain_png((45, 45), GREEN),
        "r-guns-front.png": plain_png((45, 45), BLUE),
        "unknown-red.png": plain_png((45, 45), PINK),
        "concealed.png": plain_png((9, 9), BLACK),
        "deployed.png": plain_png((3, 3), GREY),
    }
    module = folder / "small.vmod"
    write_archive(module, module_entries(made, pictures, {}, b"OFL"))
    x, y = game.map.board.centre(game.map.numbering.parse("0302"))
    result = probe.run(
        module,
        ("setup", "A The Ford"),
        ("move", piece(TOP), convention.MAP, x, y),
        ("key", piece(LOW), LOSE),
        ("key", piece(TOP), FLIP),
        ("button", "Conceal"),
        *covers(LOW, MIDDLE, TOP),
        ("button", "Limited"),
        ("getprop", LIMITED),
        ("log", folder / "conceal.vlog"),
        ("button", "Conceal"),
        "endlog",
        *covers(LOW, MIDDLE, TOP, "b-1"),
        ("key", piece(LOW), LOSE),
        ("key", piece(LOW), FLIP),
        ("key", piece(LOW), FLIP),
        ("move", piece(LOW), convention.MAP, x + 52, y + 30),
        ("move", piece(LOW), convention.MAP, x + 52, y - 30),
        "undo",
        "undo",
        ("shot", convention.MAP, folder / "owner.png"),
        ("save", folder / "red.vsav"),
        ("note", "acts"),
        ("answer", "ok"),
        ("key", piece(LOW), menu_key("lose")),
        ("key", piece(LOW), menu_key("target")),
        ("getprop", TARGET),
        ("move", f"id:s{game.gpids[LOW]}", convention.MAP, x + 52, y + 30),
        ("key", piece(LOW), ELIMINATE),
        *covers(LOW, MIDDLE),
        side="Red",
    )
    results = result.clean()["results"]
    return Case(module, folder / "red.vsav", folder / "conceal.vlog", results, folder)


def values(results):
    return [each["value"] for each in results if each["action"] in {"pieceprop", "getprop"}]


def seated(case, side):
    """Return the save with the person who plays it on another side."""
    path = case.folder / f"{len(side)}.vsav"
    with zipfile.ZipFile(case.save) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "savedGame":
                text = deobfuscate(data)
                assert "\tProbe\tRed" in text  # 3.7 writes it twice
                data = obfuscate(text.replace("\tProbe\tRed", f"\tProbe\t{side}"))
            new.writestr(name, data)
    return path


def colours(path):
    with Image.open(path) as picture:
        return {colour for _, colour in picture.convert("RGB").getcolors(1 << 16)}


def look(probe, case, side, *actions):
    """Return what somebody of another side sees of the stack, and what his acts do."""
    picture = case.folder / f"seen{len(side)}.png"
    shot = ("shot", convention.MAP, picture)
    result = probe.run(case.module, ("load", seated(case, side)), shot, *actions).clean()
    return result["results"], colours(picture)


def test_the_switch_is_off_at_first_and_nothing_is_concealed_then(case):
    assert values(case.results)[:4] == ["0", "0", "0", "on"]


def test_the_top_of_a_stack_shows_its_front_and_all_below_no_more_than_the_side(case):
    assert values(case.results)[4:8] == ["1", "1", "2", "0"]


def test_reports_and_moves_of_a_concealed_unit_name_the_side_alone(case, game):
    after = next(i for i, r in enumerate(case.results) if r["action"] == "endlog")
    lines = [line for each in case.results[after:] for line in each["chat"]]
    assert "* 0302: Red unit loses 1" in lines
    assert any("Red unit moves 0302 ->" in line for line in lines)
    assert not [line for line in lines if game.units[LOW].label in line]
    assert not [line for line in lines if "left" in line]


def acts(case):
    """Return what came of the acts of concealed units."""
    first = next(i for i, r in enumerate(case.results) if r["action"] == "note")
    return case.results[first:]


def test_a_concealed_unit_asks_for_nothing_that_would_name_it(case):
    asked, aimed = [each for each in acts(case) if each["action"] == "key"][:2]
    (told,) = asked["answered"]
    assert "it is concealed" in str(told["text"])
    assert asked["chat"] == []
    assert aimed["chat"] == []
    assert values(acts(case))[0] == "h0302"


def test_a_concealed_stack_that_moves_is_told_without_a_name(case, game):
    (moved,) = [each for each in acts(case) if each["action"] == "move"]
    assert moved["chat"]
    for id_ in (LOW, MIDDLE, TOP):
        assert not [line for line in moved["chat"] if game.units[id_].label in line]


def test_who_is_eliminated_is_shown_and_the_rest_of_the_hex_is_not(case):
    assert values(acts(case))[1:] == ["0", "1"]


def test_the_owner_sees_his_units_and_that_they_are_concealed(case):
    seen = colours(case.folder / "owner.png")
    assert GREEN in seen
    assert BLACK in seen
    assert PINK not in seen


def test_the_other_side_sees_the_front_of_the_top_and_may_do_nothing(probe, case):
    acts = [("key", piece(LOW), SHOW), ("key", piece(LOW), LOSE), ("button", "Conceal")]
    results, seen = look(
        probe, case, OTHER, *acts, *covers(LOW, MIDDLE, TOP), ("pieceprop", piece(LOW), SEEN)
    )
    assert {BLUE, PINK, GREY} <= seen
    assert not {GREEN, BLACK} & seen
    assert values(results) == ["1", "1", "2", "concealed"]


def test_the_referee_sees_all_and_may_show_a_hex(probe, case):
    loss = ("pieceprop", piece(LOW), convention.LOSS)
    results, seen = look(
        probe, case, "Referee", ("key", piece(LOW), SHOW), *covers(LOW, MIDDLE, TOP), loss
    )
    assert GREEN in seen
    assert PINK not in seen
    assert values(results) == ["0", "0", "0", "2"]
    assert "* 0302: Red units shown to the other side" in [c for r in results for c in r["chat"]]


def test_switched_off_again_all_units_are_shown(probe, case):
    picture = case.folder / "off.png"
    results = probe.run(
        case.module,
        ("load", case.save),
        ("button", "Limited"),
        ("button", "Conceal"),
        *covers(LOW, MIDDLE, TOP),
        ("shot", convention.MAP, picture),
    ).clean()["results"]
    assert values(results) == ["0", "0", "0"]
    assert BLACK not in colours(picture)


def test_concealing_is_one_step_of_the_log_and_no_state_holds_who_played(case):
    log = read_log(case.log)
    (step,) = log.steps
    changed = [each for each in step.commands if isinstance(each, ChangePiece)]
    assert len(changed) >= 3
    with zipfile.ZipFile(case.log) as archive:
        text = deobfuscate(archive.read("savedGame"))
    pieces = [part for part in text.split("\x1b") if part.startswith(("D/", "LOG\tD/", "+/"))]
    assert any("Red;false|0" in part for part in pieces)
    assert not [part for part in pieces if "probe;" in part or "Probe" in part]
