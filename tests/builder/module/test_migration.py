"""A running game goes on in another version of its module: who is where, with what."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from click.testing import CliRunner

from builder import cli, convention
from builder.draw.tracks import track_boxes
from builder.errors import WargameError
from builder.model.game import Marker as GameMarker
from builder.model.game import Provenance
from builder.model.scenario import Pool
from builder.module.assemble import module_entries
from builder.module.migration import migrate
from builder.module.plan import picture_names, plan
from builder.vassal import (
    AddPiece,
    AddPlayer,
    Chat,
    ModuleData,
    RestoreProperty,
    SaveData,
    Stack,
    archive_bytes,
    decode_commands,
    deobfuscate,
    obfuscate,
    read_archive,
    read_save,
    save_bytes,
)
from builder.vassal.piece import Piece
from builder.vassal.savegame import divide
from builder.vassal.trait import (
    BasicPiece,
    Footprint,
    Layer,
    Marker,
    Mask,
    MovementMark,
    Rotate,
)
from tests.builder.module.small import LAYOUT, PANEL_PX, small_game, small_pictures

PASSWORD = "s3cret-of-alice"  # noqa: S105 - planted, to be looked for


def entries(game):
    made = plan(game, PANEL_PX)
    pictures = small_pictures(picture_names(made))
    return module_entries(made, pictures, {"a.csv": b"1\n"}, b"OFL")


def newer():
    """The game with its hexes elsewhere, stronger units and other data."""
    game = small_game()
    board = replace(LAYOUT, left_px=100, top_px=160)
    units = {id_: replace(unit, strength=unit.strength + 1) for id_, unit in game.units.items()}
    map_ = replace(game.map, board=board)
    return replace(game, version="2.0.0", digest="f" * 64, map=map_, units=units)


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    """The old module and the new one."""
    folder = tmp_path_factory.mktemp("modules")
    found = []
    for name, game in (("old", small_game()), ("new", newer())):
        path = folder / f"{name}.vmod"
        path.write_bytes(archive_bytes(entries(game)))
        found.append(path)
    return found


def setup_of(path):
    """Return the commands of a save, players as they are."""
    text = deobfuscate(read_archive(path).read("savedGame"))
    return divide(decode_commands(text, keep_player_ids=True))[0]


@pytest.fixture(scope="module")
def start(modules):
    """The commands of the scenario's start in the old module."""
    return list(setup_of_bytes(read_archive(modules[0]).read("scenario-a.vsav"), modules[0]))


def setup_of_bytes(data, beside):
    path = beside.with_name("start.vsav")
    path.write_bytes(data)
    return setup_of(path)


def saved(path, commands, **steps):
    module = ModuleData(small_game().name, "1.2.3", "3.5.8")
    path.write_bytes(save_bytes(commands, SaveData("1.2.3", "3.6.7", "a note"), module, **steps))
    return path


def pieces(path):
    """Return the pieces of a save by data id."""
    found = (each for each in read_save(path).pieces().values() if each.gpid)
    return {each.properties[convention.ID]: each for each in found}


def played(command, id_, change):
    """Return a command with the piece of an id changed."""
    if not isinstance(command, AddPiece) or command.piece.properties.get(convention.ID) != id_:
        return command
    made = change(command.piece)
    return AddPiece(command.id, made.type, made.state)


def with_trait(kind, **values):
    """Return a change of every trait of a kind whose name, if any is given, fits."""
    name = values.pop("named", None)

    def change(piece):
        traits = [
            replace(trait, **values).encode()
            if isinstance(trait, kind) and name in {None, getattr(trait, "name", "")}
            else trait.encode()
            for trait in piece.parsed
        ]
        return Piece(tuple(traits))

    return change


def moved(tmp_path, modules, commands):
    """Return the game after it has been moved, and what was said."""
    found = migrate(saved(tmp_path / "game.vsav", commands), modules[1])
    out = tmp_path / "moved.vsav"
    out.write_bytes(found.data)
    return out, found


def test_a_game_moved_into_its_own_module_stays_what_it_is(tmp_path, modules, start):
    old = saved(tmp_path / "game.vsav", start)
    found = migrate(old, modules[0])
    out = tmp_path / "moved.vsav"
    out.write_bytes(found.data)
    assert setup_of(out) == tuple(start)
    assert (found.left_out, found.changed, found.missing) == ((), (), ())
    assert found.matched == {"bridge": 1, "bunker": 1, "umpire": 1, "unit": 6}


def test_pieces_lie_in_the_same_hexes_and_boxes_of_the_other_module(tmp_path, modules, start):
    out, found = moved(tmp_path, modules, start)
    new = newer()
    own = tmp_path / "own.vsav"
    own.write_bytes(read_archive(modules[1]).read("scenario-a.vsav"))
    where = {id_: piece.position for id_, piece in pieces(out).items()}
    assert where == {id_: piece.position for id_, piece in pieces(own).items()}
    assert where["fort"][1:] == new.map.board.centre(new.map.numbering.parse("0303"))
    stacks = [p.inner for p in read_save(out).pieces().values() if isinstance(p.inner, Stack)]
    spots = {where["r-1"]: 2}
    for stack in stacks:
        spot = (stack.map, stack.x, stack.y)
        assert len(stack.members) == spots.get(spot, 1)
    assert found.left_out == ()


def test_figures_are_the_new_modules_and_what_changed_is_told(tmp_path, modules, start):
    out, found = moved(tmp_path, modules, start)
    for id_, unit in newer().units.items():
        assert pieces(out)[id_].properties["WUstrength"] == str(unit.strength)
    assert any(line.startswith("r-1: ") and "WUstrength 4 -> 5" in line for line in found.changed)
    assert read_save(out).save == SaveData("2.0.0", "3.6.7", "a note")
    assert read_save(out).module == ModuleData.parse(read_archive(modules[1]).read("moduledata"))


def test_what_play_has_changed_is_kept(tmp_path, modules, start):
    centre = LAYOUT.centre(LAYOUT.numbering.parse("0404"))
    commands = [
        played(each, "r-1", lambda p: p.with_properties({convention.LOSS: "2"})) for each in start
    ]
    face = with_trait(Layer, named=convention.FACE, level="2")
    commands = [played(each, "r-guns", face) for each in commands]
    commands = [played(each, "r-guns", with_trait(MovementMark, moved="true")) for each in commands]
    commands = [
        played(each, "b-1", lambda p: p.at(convention.MAP, centre[0] + 4, centre[1]))
        for each in commands
    ]
    out, _ = moved(tmp_path, modules, commands)
    found = pieces(out)
    assert found["r-1"].properties[convention.LOSS] == "2"
    guns = found["r-guns"].parsed
    assert [t.level for t in guns if isinstance(t, Layer) and t.name == convention.FACE] == ["2"]
    assert [t.moved for t in guns if isinstance(t, MovementMark)] == ["true"]
    x, y = newer().map.board.centre(LAYOUT.numbering.parse("0404"))
    assert found["b-1"].position == (convention.MAP, x + 4, y)


def test_a_concealed_counter_stays_concealed(tmp_path, modules, start):
    concealed = with_trait(Mask, state="sides:Red;")
    commands = [played(each, "r-1", concealed) for each in start]
    out, _ = moved(tmp_path, modules, commands)
    masks = [trait.state for trait in pieces(out)["r-1"].parsed if isinstance(trait, Mask)]
    assert masks
    assert set(masks) == {"sides:Red;"}
    others = [trait.state for trait in pieces(out)["r-2"].parsed if isinstance(trait, Mask)]
    assert "sides:Red;" not in others


def trail(piece):
    return [trait.state for trait in piece.parsed if isinstance(trait, Footprint)]


def test_a_trail_runs_through_the_same_hexes_of_the_new_map(tmp_path, modules, start):
    way = [LAYOUT.numbering.parse(number) for number in ("0302", "0303")]
    old = ";".join("{},{}".format(*LAYOUT.centre(cell)) for cell in way)
    walked = with_trait(Footprint, state=f"true;Map0;2;{old};true")
    out, _ = moved(tmp_path, modules, [played(each, "r-1", walked) for each in start])
    new = ";".join("{},{}".format(*newer().map.board.centre(cell)) for cell in way)
    assert new != old
    assert trail(pieces(out)["r-1"]) == [f"true;Map0;2;{new};true"]
    assert trail(pieces(out)["r-2"]) == ["false;;0"]


@pytest.mark.parametrize(
    "state", ["", ";", "x;y;z", "true;Map0;3;1,2", "true;M;1;--5,6", f"true;M;1;{'9' * 5000},1"]
)
def test_a_trail_that_is_none_is_left_out(tmp_path, modules, start, state):
    spoilt = with_trait(Footprint, state=state)
    out, _ = moved(tmp_path, modules, [played(each, "r-1", spoilt) for each in start])
    assert trail(pieces(out)["r-1"])[0].endswith(";;0")


def test_a_marker_that_was_turned_or_copied_stays_so(tmp_path, modules, start):
    arrow = plan(small_game(), PANEL_PX)
    whole = arrow.counters["arrow"].expanded(arrow.prototypes)
    x, y = LAYOUT.centre(LAYOUT.numbering.parse("0204"))
    turned = with_trait(Rotate, facing="3")(whole).at(convention.MAP, x, y)
    more = [AddPiece(f"a{n}", turned.type, turned.state) for n in (1, 2)]
    out, found = moved(tmp_path, modules, [*more, *start])
    arrows = [p for p in read_save(out).pieces().values() if p.name == "Assault"]
    assert [t.facing for p in arrows for t in p.parsed if isinstance(t, Rotate)] == ["3", "3"]
    assert found.matched["marker"] == 2


def test_properties_that_play_changes_are_kept_and_all_others_are_the_new_modules(
    tmp_path, modules, start
):
    said = {"WUphase": "movement", convention.WEATHER: "dry", convention.DATA: "0" * 64}
    commands = [
        replace(each, value=said[each.name])
        if isinstance(each, RestoreProperty) and each.name in said
        else each
        for each in start
    ]
    commands.append(RestoreProperty("WUforgotten", "1"))
    out, found = moved(tmp_path, modules, commands)
    values = {name: value for (_, name), value in read_save(out).properties().items()}
    assert (values["WUphase"], values[convention.WEATHER]) == ("movement", "dry")
    assert values[convention.DATA] == newer().digest
    assert "WUforgotten" not in values
    assert found.left_out == ("property WUforgotten",)


def with_supply():
    """The game with two pools, and room beside its hexes for their tracks."""
    game = small_game()
    made = {
        id_: GameMarker(id_, f"{name} supply", "supply", side, 1, None, Provenance.R)
        for id_, name, side in (("pool-r", "Red", "red"), ("pool-b", "Blue", "blue-army"))
    }
    points = tuple(Pool(id_, each.side, 2, Provenance.R) for id_, each in made.items())
    board = replace(LAYOUT, right_margin_px=300, bottom_margin_px=900)
    scenario = replace(game.scenarios["A"], pools=points)
    return replace(
        game,
        markers=game.markers | made,
        gpids=game.gpids | {"pool-r": 2000, "pool-b": 2001},
        map=replace(game.map, board=board),
        scenarios={"A": scenario},
    )


@pytest.fixture(scope="module")
def supplied(tmp_path_factory):
    """A module with supply, and the commands of its scenario's start."""
    path = tmp_path_factory.mktemp("supplied") / "supplied.vmod"
    path.write_bytes(archive_bytes(entries(with_supply())))
    return path, setup_of_bytes(read_archive(path).read("scenario-a.vsav"), path)


def without(name, commands):
    return [c for c in commands if not (isinstance(c, RestoreProperty) and c.name == name)]


def properties_of(folder, commands, module):
    """Return the properties of a game that was moved."""
    out = folder / "moved.vsav"
    out.write_bytes(migrate(saved(folder / "game.vsav", commands), module).data)
    return {name: value for (_, name), value in read_save(out).properties().items()}


def test_a_moved_game_keeps_its_scenario_and_what_its_pools_hold(tmp_path, supplied):
    module, start = supplied
    held = RestoreProperty(convention.POOLS, ";pool-b=2;pool-r=5;")
    values = properties_of(tmp_path, [*without(convention.POOLS, start), held], module)
    assert values[convention.SCENARIO] == "A"
    assert values[convention.POOLS] == held.value


def test_a_game_without_accounts_of_its_pools_has_what_their_markers_show(tmp_path, supplied):
    module, start = supplied
    boxes = {box.name: box.centre for box in track_boxes(with_supply())}
    dragged = [
        played(c, "pool-r", lambda piece: piece.at(convention.MAP, *boxes["Red supply 7"]))
        for c in without(convention.POOLS, start)
    ]
    values = properties_of(tmp_path, dragged, module)
    assert set(values[convention.POOLS].split(";")) == {"", "pool-r=7", "pool-b=2"}


def test_players_keep_their_sides_and_nobody_is_told_their_passwords(tmp_path, modules, start):
    player = AddPlayer(PASSWORD, "Alice", "Red")
    out, found = moved(tmp_path, modules, [*start, player])
    assert player in setup_of(out)
    assert PASSWORD not in repr(found.lines()) + "\n".join(found.lines())


def test_pieces_the_new_module_doesnt_know_are_left_out_and_told(tmp_path, modules, start):
    def renamed(piece):
        marks = [
            replace(t, values=tuple("r-9" if v == "r-1" else v for v in t.values)).encode()
            if isinstance(t, Marker)
            else t.encode()
            for t in piece.parsed
        ]
        return Piece(tuple(marks))

    foreign = Piece.of(BasicPiece("x.png", "Stranger")).at(convention.MAP, 60, 60)
    commands = [played(each, "r-1", renamed) for each in start]
    commands.append(AddPiece("9", foreign.type, foreign.state))
    out, found = moved(tmp_path, modules, commands)
    assert found.left_out == (
        "piece 'r-9', which the new module doesn't know",
        "piece without id",
    )
    assert found.missing == ("r-1",)
    assert "r-9" not in pieces(out)
    members = {
        id_ for p in read_save(out).pieces().values() if isinstance(p.inner, Stack)
        for id_ in p.inner.members
    }  # fmt: skip
    assert members <= set(read_save(out).pieces())


def test_a_hex_that_is_no_more_is_told(tmp_path, start):
    game = newer()
    small = replace(game.map.board, numbering=replace(LAYOUT.numbering, columns=4))
    cells = {c: t for c, t in game.map.hexes.items() if c in small.numbering}
    path = tmp_path / "small.vmod"
    map_ = replace(game.map, board=small, numbering=small.numbering, hexes=cells, entry_areas=())
    scenario = replace(game.scenarios["A"], bridges=())
    path.write_bytes(archive_bytes(entries(replace(game, map=map_, scenarios={"A": scenario}))))
    found = migrate(saved(tmp_path / "game.vsav", start), path)
    assert "the place of bridge-1, hex 0505: it lies where it lay" in found.left_out


def without_places(commands):
    return [
        each
        for each in commands
        if not (isinstance(each, RestoreProperty) and each.name == convention.PLACES)
    ]


def test_a_save_that_doesnt_say_where_its_hexes_lie_is_moved_if_they_lie_there(
    tmp_path, modules, start
):
    old = saved(tmp_path / "game.vsav", without_places(start))
    found = migrate(old, modules[0])
    out = tmp_path / "moved.vsav"
    out.write_bytes(found.data)
    assert set(setup_of(out)) == set(start)
    with pytest.raises(WargameError, match="doesn't say where its hexes lie"):
        migrate(old, modules[1])


def cut(path):
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def spoil(name, value):
    def change(commands):
        return [
            replace(each, value=value)
            if isinstance(each, RestoreProperty) and each.name == name
            else each
            for each in commands
        ]

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (spoil(convention.GAME, "other-game"), "is of the game 'other-game'"),
        (spoil(convention.PLACES, "[[" * 5000), "can't be read"),
        (lambda _commands: [], "is of the game ''"),
    ],
)
def test_saves_that_dont_belong_there(tmp_path, modules, start, change, words):
    old = saved(tmp_path / "game.vsav", change(start))
    with pytest.raises(WargameError, match=words) as caught:
        migrate(old, modules[1])
    assert str(caught.value).startswith(f"{old}: ")
    assert "\n" not in str(caught.value)


def test_files_that_cant_be_used(tmp_path, modules, start):
    log = saved(tmp_path / "game.vlog", start, steps=[[Chat("x")]])
    old = saved(tmp_path / "game.vsav", start)
    half = saved(tmp_path / "half.vsav", start)
    cut(half)
    plain = tmp_path / "plain.vmod"
    plain.write_bytes(archive_bytes({"buildFile.xml": b"<x/>", "moduledata": b"<data/>"}))
    bad = tmp_path / "bad.vmod"
    bad.write_bytes(archive_bytes({"buildFile.xml": b"<x", "moduledata": b"<data/>"}))
    for save, module, words in (
        (log, modules[1], "is a log"),
        (half, modules[1], "half.vsav: "),
        (tmp_path / "none.vsav", modules[1], "no such file"),
        (modules[0], modules[1], "is a module"),
        (old, tmp_path / "none.vmod", "no such file"),
        (old, old, "is no module"),
        (old, plain, "is a module of another kind"),
        (old, bad, "bad.vmod: "),
    ):
        with pytest.raises(WargameError, match=words) as caught:
            migrate(save, module)
        assert "\n" not in str(caught.value)
        assert str(caught.value).startswith((f"{save}", f"{module}"))


@pytest.mark.parametrize("seed", range(40))
def test_a_save_with_anything_in_it_is_moved_or_refused_in_a_line(tmp_path, modules, start, seed):
    """Signs that the formats use themselves, cut and doubled stretches, at random places."""
    dice = random.Random(seed)  # noqa: S311 - repeatable, nothing secret
    archive = read_archive(saved(tmp_path / "game.vsav", start))
    entries_ = {name: archive.read(name) for name in archive.names}
    text = deobfuscate(entries_["savedGame"])
    for _ in range(dice.choice((1, 5, 40))):
        at = dice.randrange(len(text))
        end = at + dice.randrange(60)
        new = dice.choice(
            ("", ";", "\t", "\\", "/", "\x1b", "null", "-9", "9" * 12, text[at:end] * 2)
        )
        text = text[:at] + new + text[end:]
    old = tmp_path / "spoilt.vsav"
    old.write_bytes(archive_bytes(entries_ | {"savedGame": obfuscate(text, 7)}))
    out, said = tmp_path / "moved.vsav", f"{old}: "
    try:
        out.write_bytes(migrate(old, modules[1]).data)
    except WargameError as error:
        said = str(error)
    assert said.startswith(f"{old}: ")
    assert "\n" not in said
    if out.exists():
        read_save(out)


# --- the command ------------------------------------------------------------------------


def run(*arguments):
    return CliRunner().invoke(cli.main, ["migrate", *map(str, arguments)])


def test_the_command_writes_beside_the_old_save_and_lists_what_it_found(tmp_path, modules, start):
    old = saved(tmp_path / "game.vsav", start)
    before = old.read_bytes()
    result = run(old, "--module", modules[1])
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "matched: 1 bridge, 1 bunker, 1 umpire, 6 unit"
    assert lines[-1] == str(tmp_path / "game-2-0-0.vsav")
    assert pieces(tmp_path / "game-2-0-0.vsav").keys() == pieces(old).keys()
    assert old.read_bytes() == before


def test_the_command_never_writes_over_a_file(tmp_path, modules, start):
    old = saved(tmp_path / "game.vsav", start)
    link = tmp_path / "link.vsav"
    link.symlink_to(old)
    before, module = old.read_bytes(), modules[1].read_bytes()
    for out in (old, link, modules[1], tmp_path):
        result = run(old, "--module", modules[1], "--out", out)
        assert result.exit_code == 2
        assert result.stderr.splitlines() == [
            f"error: {out}: is there already; give another name with --out"
        ]
    assert old.read_bytes() == before
    assert modules[1].read_bytes() == module


def test_the_command_ends_in_1_if_something_was_left_out_and_in_2_if_nothing_was_done(
    tmp_path, modules, start
):
    stranger = Piece.of(BasicPiece("x.png", "Stranger")).at(convention.MAP, 60, 60)
    old = saved(tmp_path / "game.vsav", [*start, AddPiece("9", stranger.type, stranger.state)])
    result = run(old, "--module", modules[1], "--out", tmp_path / "a.vsav")
    assert result.exit_code == 1
    assert "left out: piece without id" in result.stdout
    assert (tmp_path / "a.vsav").exists()
    cut(old)
    result = run(old, "--module", modules[1], "--out", tmp_path / "b.vsav")
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "b.vsav").exists()
