"""The modules we build, opened, set up and played in the real engine."""

from __future__ import annotations

import os
import random
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from builder import convention
from builder.convention import Impulse, PhaseStep, TurnStep, Weather, parse_line
from builder.draw.tracks import track_boxes
from builder.model.game import Game
from builder.model.load import games, load_game
from builder.model.scenario import Scenario
from builder.module import hotkeys
from builder.module.boxes import lay_out_boards
from builder.module.plan import counter_px
from builder.module.track import track_starts
from builder.pipeline import build_module

pytestmark = pytest.mark.engine

FLIP, LOSE, RESTORE = "70,130", "76,130", "76,195"
ELIMINATE, BACK, REMOVE = "69,130", "69,195", "68,130"
POINTS = 200


@dataclass(frozen=True)
class Case:
    """A game, its first scenario, its module, and a unit of each side that waits in a box."""

    game: Game
    scenario: Scenario
    module: Path
    waiting: dict[str, str]


@pytest.fixture(scope="module", params=games())
def case(request, repo):
    game = load_game(request.param)
    scenario = next(iter(game.scenarios.values()))
    waiting = {}
    for placement in scenario.placements:
        left = [unit for unit in placement.units if unit not in placement.placed]
        if left:
            waiting.setdefault(placement.side, left[0])
    with pytest.MonkeyPatch.context() as patch:
        # as `make` builds it, with pictures it has drawn: those that data, art or program have
        # changed are drawn anew
        patch.setenv("XDG_CACHE_HOME", os.environ["CACHE_BEFORE_TESTS"])
        module = build_module(game.id, repo / "build" / "tests").path
    return Case(game, scenario, module, waiting)


@pytest.fixture(scope="module")
def game(case):
    return case.game


@pytest.fixture(scope="module")
def scenario(case):
    return case.scenario


@pytest.fixture(scope="module")
def waiting(case):
    return case.waiting


@pytest.fixture(scope="module")
def drops(game):
    """Random points in the hexes of the field."""
    board, dice = game.map.board, random.Random(20421124)  # noqa: S311
    found = []
    while len(found) < POINTS:
        x, y = dice.randrange(board.size_px[0]), dice.randrange(board.size_px[1])
        if {board.band_hex_at(x, y), board.hex_at(x, y)} <= set(board.numbering):
            found.append((x, y))
    return found


def point_file(path, points):
    path.write_text("".join(f"{x} {y}\n" for x, y in points))
    return path


def windows(game):
    """Return the texts of the buttons that show and hide something."""
    boards = (convention.arrivals_map(side.name) for side in game.sides)
    lists = ("Counters", "Markers", "Charts", "Units", "By hex", "Losses", "Notes", "Turn")
    tools = ("Overview", "Line", "Hide pieces", "Limited")
    return [convention.HOLDING_MAP, *boards, convention.ELIMINATED_MAP, *lists, *tools]


@pytest.fixture(scope="module")
def opened(probe, case, drops, tmp_path_factory):
    """The set-up, every hex located, a piece dropped at the random points, and two pictures."""
    folder = tmp_path_factory.mktemp("opened")
    game, board = case.game, case.game.map.board
    centres = point_file(folder / "centres", [board.centre(cell) for cell in board.numbering])
    piece = f"{convention.ID}={next(iter(case.waiting.values()))}"
    sides = [side.id for side in game.sides]
    names = ("setup", "dump", "centres", "drops", "map", "boxes", "lost", *sides, "props")
    result = probe.run(
        case.module,
        ("setup", case.scenario.title),
        "dump",
        ("locateall", convention.MAP, centres),
        ("dropall", piece, convention.MAP, point_file(folder / "drops", drops)),
        ("shot", convention.MAP, folder / "map.png", 0, 0, 900, 700),
        ("shot", convention.HOLDING_MAP, folder / "boxes.png", 0, 0, 900, 700),
        ("shot", convention.ELIMINATED_MAP, folder / "lost.png", 0, 0, 900, 700),
        *(
            ("shot", convention.arrivals_map(side.name), folder / f"{side.id}.png", 0, 0, 900, 700)
            for side in game.sides
        ),
        "props",
        # every window and tool, on and off again
        *(("button", name) for name in windows(game) for _ in ("on", "off")),
        *(("gkey", each.stroke) for each in (hotkeys.ZOOM_IN, hotkeys.ZOOM_OUT, hotkeys.ONE_DIE)),
        side=game.sides[0].name,
    )
    return result, dict(zip(names, result["results"], strict=False)), folder


def test_module_opens_and_sets_up_without_complaint(opened, game):
    result, _, _ = opened
    result.clean()
    assert [line for line in result["openChat"] if game.name not in line] == []
    assert result["name"] == game.name
    assert result["version"] == game.version
    assert result["sides"] == [*(side.name for side in game.sides), "Referee"]
    assert int(result["nextPieceSlotId"]) > max(game.gpids.values())
    assert result["pieceSlotCount"] == len(game.units) + len(game.markers) + 2


def test_every_piece_of_the_set_up_is_at_its_place(opened, game, scenario):
    pieces = _by_id(_pieces(opened))
    standing = {each.id: each.hex for each in (*scenario.bunkers, *scenario.bridges)}
    for placement in scenario.placements:
        standing |= placement.placed
    expected = {id_: game.map.numbering.format(cell) for id_, cell in standing.items()}
    boxes = {box.centre: box.name for box in track_boxes(game)}
    expected |= {id_: boxes[spot] for id_, spot in track_starts(game, scenario).items()}
    for id_, number in expected.items():
        assert (pieces[id_]["map"], pieces[id_]["location"]) == (convention.MAP, number)
    assert set(pieces) == {*game.units, *expected, "umpire"}
    for id_, piece in pieces.items():
        assert int(piece["gpid"]) == game.gpids.get(id_, 1)


def test_units_that_wait_do_so_in_their_own_box_and_hide_each_other_never(opened, game, scenario):
    pieces = _by_id(_pieces(opened))
    boards = lay_out_boards(game, counter_px(game))
    waiting = boards.waiting(game, scenario)
    outlines = [(b.map, b.outline_px(box), box.name) for b in boards for box in b.boxes]
    for unit, (where, (x, y)) in waiting.items():
        piece = pieces[unit]
        assert (piece["map"], piece["x"], piece["y"]) == (where, x, y)
        names = [n for m, o, n in outlines if m == where and o[0] < x < o[2] and o[1] < y < o[3]]
        assert piece["location"] in names
    off = [id_ for id_, piece in pieces.items() if piece["map"] != convention.MAP]
    assert set(off) == set(waiting)


def test_there_is_exactly_one_umpire(opened):
    kinds = [p["props"][convention.KIND] for p in _pieces(opened)]
    assert kinds.count("umpire") == 1


def test_units_carry_the_figures_of_the_data(opened, game):
    pieces = _by_id(_pieces(opened))
    for unit in game.units.values():
        properties = pieces[unit.id]["props"]
        assert properties[convention.KIND] == "unit"
        assert properties[convention.SIDE] == unit.side
        assert properties["WUstrength"] == str(unit.strength)
        assert properties[convention.LOSS] == "0"
        assert properties[f"{convention.FACE}_Level"] == "1"
        assert pieces[unit.id]["name"] == unit.label


def test_the_engine_names_every_hex_as_the_map_does(opened, game):
    _, results, _ = opened
    numbering = game.map.numbering
    names = [point["name"] for point in results["centres"]["points"]]
    assert names == [numbering.format(cell) for cell in numbering]
    for point in results["centres"]["points"]:
        assert (point["snapX"], point["snapY"]) == (point["x"], point["y"])


def test_a_dropped_piece_lies_in_the_hex_that_the_layout_says(opened, game, drops):
    result, results, _ = opened
    board, numbering = game.map.board, game.map.numbering
    bands = re.match(r"3\.[0-6]\.", result["engine"])  # 3.7 snaps to the true hexagon instead
    dropped = results["drops"]["points"]
    assert [(p["x"], p["y"]) for p in dropped] == drops
    for point in dropped:
        x, y = point["x"], point["y"]
        if bands:
            cells = {board.band_hex_at(x, y)}
        else:  # a px from the border it may be either
            cells = {board.hex_at(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        cell = numbering.parse(point["name"])
        assert cell in cells
        assert (point["atX"], point["atY"]) == board.centre(cell)


def test_pictures_of_the_maps_show_more_than_paper(opened, game):
    from PIL import Image  # noqa: PLC0415

    _, _, folder = opened
    for name in ("map.png", "boxes.png", "lost.png", *(f"{side.id}.png" for side in game.sides)):
        with Image.open(folder / name) as picture:
            assert len(picture.convert("RGB").getcolors(1 << 24)) > 100


def test_every_game_carries_its_id_and_digest(opened, game):
    _, results, _ = opened
    assert results["props"]["globals"][convention.GAME] == game.id
    assert results["props"]["globals"][convention.DATA] == game.digest


def _pieces(opened):
    _, results, _ = opened
    return [p for p in results["dump"]["pieces"] if convention.ID in p.get("props", {})]


def _by_id(pieces):
    """Return pieces by data id; stacks have none."""
    ours = [piece for piece in pieces if convention.ID in piece.get("props", {})]
    found = {piece["props"][convention.ID]: piece for piece in ours}
    assert len(found) == len(ours)
    return found


# --- playing ----------------------------------------------------------------------------


def declare(side, kind, *rest):
    """Return the answers to the three questions of the button."""
    return [("answer", f"choose {side.name}"), ("answer", f"choose {kind}"), *rest, IMPULSE]


IMPULSE = ("button", "Impulse")
PHASE = ("button", "Phase")
WEATHER = ("button", "Weather")
TURN = ("turn", "Turn", "next")


@pytest.fixture(scope="module")
def played(probe, case, tmp_path_factory):
    """A log of the buttons and keys, the position at its end, and the log played again."""
    folder = tmp_path_factory.mktemp("played")
    game, scenario, waiting = case.game, case.scenario, case.waiting
    one, two = game.sides[:2]
    unit = f"{convention.ID}={waiting[one.id]}"
    other = f"{convention.ID}={waiting[two.id]}"
    bunker = f"{convention.ID}={scenario.bunkers[0].id}" if scenario.bunkers else unit
    most = game.points_per_turn
    x, y = game.map.board.centre(next(iter(game.map.numbering)))
    strength = game.units[waiting[one.id]].strength
    script = [
        ("setup", scenario.title),
        ("log", folder / "game.vlog"),
        ("answer", f"choose {list(game.weather.values())[-1]}"),
        WEATHER,
        *declare(one, "action", ("answer", "choose 3")),
        PHASE,
        PHASE,
        *declare(one, "pass", ("answer", "choose 1")),
        *declare(two, "action", ("answer", f"choose {most}")),
        *declare(two, "pass", ("answer", "ok")),  # nothing left: refused before any number
        ("answer", "cancel"),
        IMPULSE,
        ("answer", f"choose {one.name}"),
        ("answer", "cancel"),
        IMPULSE,
        *declare(one, "action", ("answer", "cancel")),
        ("answer", "cancel"),
        WEATHER,
    ]
    for points in (most - 3, most):  # more than the four spent have left: refused by an alert
        script += declare(one, "action", ("answer", f"choose {points}"), ("answer", "ok"))
    script += [TURN, *declare(two, "action", ("answer", "choose 4"))]
    script += [*declare(one, "action", ("answer", "choose 2")), "undo", ("dice", "2d6")]
    script += [("move", unit, convention.MAP, x, y), ("key", unit, FLIP), ("key", unit, LOSE)]
    script += [("key", unit, LOSE)] * strength  # one more than it has
    script += [("key", unit, RESTORE), ("key", bunker, LOSE), ("key", other, ELIMINATE)]
    script += ["props", ("save", folder / "end.vsav"), "endlog", "dump"]
    script += [("button", "Clear moved"), ("button", "Clear trails"), ("key", other, BACK)]
    script += [("pieceprop", unit, "Moved"), ("pieceprop", other, "LocationName")]
    script += [("key", bunker, REMOVE), "undo", "close"]
    script += [("load", folder / "game.vlog"), "steps", "dump", "props"]
    result = probe.run(case.module, *script, side=one.name)
    return result, folder


def chats(result, until):
    """Return every line of the chat that follows the convention, up to an action."""
    found = []
    for each in result["results"]:
        if each["action"] == until:
            break
        found += [line for line in each["chat"] if convention.is_ours(line)]
    return found


def test_playing_and_replaying_brings_no_complaint(played):
    result, _ = played
    result.clean()


def test_lines_are_those_of_the_convention(played, game, scenario):
    result, _ = played
    one, two = game.sides[:2]
    most, first = game.points_per_turn, scenario.first_turn
    a, b, c = game.phases[:3]
    upto_end = chats(result, until="endlog")
    assert [parse_line(line) for line in upto_end] == [
        Weather(now=list(game.weather)[-1]),
        Impulse(side=one.id, kind="action", points=3, left=most - 3),
        PhaseStep(old=a, new=b),
        PhaseStep(old=b, new=c),
        Impulse(side=one.id, kind="pass", points=1, left=most - 4),
        Impulse(side=two.id, kind="action", points=most, left=0),
        TurnStep(old=first, new=first + 1),
        Impulse(side=two.id, kind="action", points=4, left=most - 4),
        Impulse(side=one.id, kind="action", points=2, left=most - 2),
        Impulse(side=one.id, kind="action", points=2, left=most - 2),
    ]
    assert [convention.is_undone(line) for line in upto_end] == [*[False] * 9, True]


def test_cancelled_refused_and_undone_answers_change_nothing(played, game, scenario):
    result, _ = played
    one = game.sides[0]
    properties = next(r["globals"] for r in result["results"] if r["action"] == "props")
    # the account is of the turn before; the declaration of this turn was undone
    assert properties[f"WUleft_{one.id.replace('-', '_')}"] == str(game.points_per_turn - 4)
    assert properties[f"WUleftTurn_{one.id.replace('-', '_')}"] == str(scenario.first_turn)
    assert properties["WUphase"] == game.phases[0]
    assert properties["WUweather"] == list(game.weather)[-1]


def test_faces_losses_and_eliminations_are_in_the_pieces(played, game, scenario, waiting):
    result, _ = played
    one, two = game.sides[:2]
    dumps = [r["pieces"] for r in result["results"] if r["action"] == "dump"]
    assert len(dumps) == 2
    for dump in dumps:
        pieces = _by_id(dump)
        unit, other = pieces[waiting[one.id]], pieces[waiting[two.id]]
        strength = game.units[waiting[one.id]].strength
        assert unit["map"] == convention.MAP
        assert unit["location"] == game.map.numbering.format(next(iter(game.map.numbering)))
        assert unit["props"][f"{convention.FACE}_Level"] == "2"
        assert unit["props"][convention.LOSS] == str(strength - 1)
        assert unit["Moved"] == "true"
        assert other["map"] == convention.ELIMINATED_MAP
        kind = game.units[waiting[two.id]].kind
        assert other["location"] == f"Eliminated {two.name} {kind}"
        for bunker in scenario.bunkers[:1]:
            assert pieces[bunker.id]["props"][convention.LOSS] == "1"


def test_markers_of_turn_weather_and_movement_lie_where_the_umpire_s_plate_says(
    played, game, scenario
):
    result, _ = played
    one, two = game.sides[:2]
    most = game.points_per_turn
    known = {box.name for box in track_boxes(game)}
    weather = list(game.weather.values())[-1]
    for dump in [r["pieces"] for r in result["results"] if r["action"] == "dump"]:
        at = {id_: piece["location"] for id_, piece in _by_id(dump).items()}
        # a declaration of the first side was taken back; its points are those of the new turn
        expected = {
            "turn": f"Turn {scenario.first_turn + 1}",
            "weather": f"Weather: {weather}",
            f"current-{one.id}": f"{one.name} movement {most}",
            f"current-{two.id}": f"{two.name} movement {most - 4}",
            f"initial-{two.id}": f"{two.name} movement {most}",
        }
        for id_, name in expected.items():
            if id_ in at and name in known:
                assert at[id_] == name


def test_buttons_clear_marks_and_the_eliminated_come_back(played, case):
    result, _ = played
    moved, location = (r["value"] for r in result["results"] if r["action"] == "pieceprop")
    assert moved == "false"
    two = case.game.sides[1]
    placement = next(p for p in case.scenario.placements if case.waiting[two.id] in p.units)
    assert location == "Set-up: " + placement.label.partition(":")[0].strip()


def test_people_can_read_what_happened(played, game, waiting):
    result, _ = played
    unit = game.units[waiting[game.sides[0].id]]
    first = game.map.numbering.format(next(iter(game.map.numbering)))
    lines = [line for r in result["results"] for line in r["chat"]]
    assert any(f"{unit.label} moves" in line and f"-> {first}" in line for line in lines)
    assert f"* {first}: {unit.label} turned over, back up" in lines
    assert any(re.fullmatch(r"\*\*\* 2d6 = [1-6],[1-6] \*\*\* .*Probe.*", line) for line in lines)
    left = f"{unit.strength - 1} of {unit.strength} left"
    assert f"* {first}: {unit.label} loses 1, {left}" in lines


def test_our_own_reader_finds_the_same_lines_in_the_log(played):
    from builder.vassal import Chat, read_log  # noqa: PLC0415

    result, folder = played
    log = read_log(folder / "game.vlog")
    texts = [c.text for step in log.steps for c in step.commands if isinstance(c, Chat)]
    assert [t for t in texts if convention.is_ours(t)] == chats(result, until="endlog")


def test_a_declaration_is_one_step_of_the_log(played):
    from builder.vassal import Chat, read_log  # noqa: PLC0415

    _, folder = played
    for step in read_log(folder / "game.vlog").steps:
        ours = [c for c in step.commands if isinstance(c, Chat) and convention.is_ours(c.text)]
        assert len(ours) <= 1


# --- as the library of modules takes it ---------------------------------------------------


def test_the_module_is_small_enough_for_the_library_and_its_pictures_for_a_computer(case):
    from zipfile import ZipFile  # noqa: PLC0415

    from PIL import Image  # noqa: PLC0415

    assert case.module.stat().st_size < 300_000_000
    with ZipFile(case.module) as archive:
        pictures = [name for name in archive.namelist() if name.startswith("images/")]
        assert len(pictures) > 100
        for name in pictures:
            with archive.open(name) as data, Image.open(data) as picture:
                assert picture.width * picture.height < 60_000_000
