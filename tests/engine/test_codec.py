"""What we write loads in the real engine and is what we wrote; what it writes reads back the same.

The engine tells what it made of a file in two ways: it lists its pieces, and it writes the
position and each step it replays with its own encoder. Both are held against our own reading.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from itertools import zip_longest
from pathlib import Path

import pytest

from assistant.record.roster import Cast, Roster
from assistant.record.table import MASKED, Table
from assistant.record.viewer import REFEREE, Viewer
from assistant.record.windows import Windows
from builder.vassal import (
    AddPiece,
    AddPlayer,
    ChangePiece,
    Chat,
    MovePiece,
    RemovePiece,
    RemovePlayer,
    RestoreProperty,
    SaveData,
    SaveFile,
    SelectBoards,
    SetProperty,
    SetupStack,
    Turn,
    decode_commands,
    deobfuscate,
    encode_commands,
    obfuscate,
    parse_trait,
    read_archive,
    read_log,
    read_save,
    write_archive,
    write_save,
)
from builder.vassal import command as c
from builder.vassal.boards import module_maps
from builder.vassal.buildfile import ENTRY, parse
from builder.vassal.piece import Piece
from builder.vassal.trait import (
    KINDS,
    BasicPiece,
    Deck,
    DynamicProperty,
    Footprint,
    GlobalKeyCommand,
    Label,
    Layer,
    Marker,
    MovementMark,
    OldLayer,
    OldShape,
    RawTrait,
    Rotate,
    Shape,
    Stack,
    TranslatableMessage,
)
from tests.engine.codec_game import FOG, IGNORED, ME, Desk, position, steps
from tests.engine.every_trait import (
    FLIP,
    HAND,
    HIDE,
    HIT,
    MAP,
    MASK,
    MODULE,
    NEWER_TRAITS,
    RETURN,
    SIDE_MAP,
    TRAITS,
    TURN,
    module_files,
)

pytestmark = pytest.mark.engine

SAVE = SaveData("1.0", "3.5.8", "Written; by us")
PIECES = (AddPiece, ChangePiece, MovePiece, RemovePiece)
LABELS = {ME: "P1", r"pw\\*/of\\*;Bo": "P2"}
"""The pseudonyms that reading gives, in the order of the roster, by the ids as they may stand."""

NOT_IN_36 = (c.Undo, RemovePlayer, c.StartupKey)
NOT_IN_37 = (c.DeckPlaces,)
NOBODY_LISTENS = (
    c.SetPersistentProperty,
    c.LoadDeck,
    c.Null,
    c.Unknown,
    *(type(each) for each in IGNORED[1:]),
)
"""Commands that no part of this module takes, or that only engines of other times know."""


@dataclass(frozen=True)
class Run:
    """Our files, and what the engine said when it loaded them."""

    result: dict
    folder: Path
    setup: tuple
    steps: tuple

    def of(self, action, number=0):
        """The result of the n-th action of a name."""
        return [each for each in self.result["results"] if each["action"] == action][number]

    @property
    def is_36(self):
        return self.result["engine"].startswith("3.6.0")


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    path = tmp_path_factory.mktemp("codec") / "codec.vmod"
    write_archive(path, module_files())
    return path


LOOK = ("dumpfull", "encode")


@pytest.fixture(scope="module")
def written(probe, module):
    """A save and a log of ours, loaded, the log replayed to its end."""
    desk, folder = Desk(), module.parent
    setup = tuple(position(desk))
    log = tuple(tuple(step) for step in steps(desk))
    save_path, log_path = folder / "ours.vsav", folder / "ours.vlog"
    write_save(save_path, setup, SAVE, MODULE)
    write_save(log_path, setup, SAVE, MODULE, steps=log)
    result = probe.run(
        module,
        *(("load", save_path), *LOOK, "close"),
        *(("load", log_path), "steps", *LOOK),
        side="Red",
    )
    return Run(result, folder, setup, log)


PLAYED = (
    ("place", "Soldier", MAP, 130, 240),
    ("place", "Copy", MAP, 186, 270),
    ("place", "Fort", SIDE_MAP, 240, 210),
    ("move", "id:3", MAP, 290, 270),  # out of a stack
    ("move", "id:s1", MAP, 394, 210),  # a whole stack
    ("move", "id:4", MAP, 394, 210),  # onto another
    ("move", "id:8", MAP, 394, 210),  # from another map
    ("move", "id:s4", SIDE_MAP, 394, 330),
    ("move", "id:fort", MAP, 394, 210),  # never stacks
    ("key", "id:1", FLIP),
    ("key", "id:2", HIT),
    ("keys", 2, "id:1", "id:8", HIT),
    ("key", "id:1", TURN),
    ("key", "id:2", MASK),
    ("key", "id:4", MASK),
    ("key", "id:8", HIDE),
    ("key", "id:6", HIDE),
    ("key", "id:1", HIT),
    "undo",
    ("move", "id:1", MAP, 550, 390),
    "undo",
    ("move", "id:3", MAP, 602, 420),
    ("dice", "2d6"),
    ("dice", "Hit die"),
    ("turn", "Turn", "next"),
    ("turn", "Turn", "next"),
    ("turn", "Turn", "prev"),
    ("chat", "typed; by / hand \\ \u0416"),
    ("setprop", "VP", "3"),
    ("setprop", "Rain; now", "7;\t8"),
    ("setprop", "Night", "black"),
    ("move", "id:card 1", HAND, 180, 90),  # drawn
    ("move", "id:card 2", MAP, 654, 390),
    ("move", "id:card 2", HAND, 180, 90),
    ("key", "id:card 2", RETURN),  # and given back
    ("key", "id:card 5", MASK),
    ("key", "BasicName=Copy", "67,130"),  # cloned
    ("key", "id:t0", "68,130"),
    ("key", "BasicName=Copy", "68,130"),  # deleted
)


@pytest.fixture(scope="module")
def played(probe, module, written):
    """A game played in the engine: its log and its save, and the end as it saw it."""
    folder = written.folder
    result = probe.run(
        module,
        ("load", folder / "ours.vsav"),
        ("log", folder / "played.vlog"),
        *PLAYED,
        "endlog",
        ("save", folder / "played.vsav"),
        *LOOK,
        side="Red",
    )
    return Run(result, folder, (), ())


@pytest.fixture(scope="module")
def rewritten(probe, module, played):
    """The engine's log, taken apart and written again by us, replayed in the engine."""
    path = played.folder / "again.vlog"
    archive = read_archive(played.folder / "played.vlog")
    text = deobfuscate(archive.read("savedGame"))
    again = encode_commands(decode_commands(text, keep_player_ids=True))
    files = {name: archive.read(name) for name in archive.names}
    write_archive(path, files | {"savedGame": obfuscate(again, 0x21)})
    assert again == text
    result = probe.run(module, ("load", path), "steps", *LOOK, side="Red")
    return Run(result, played.folder, (), ())


# --- without complaint ------------------------------------------------------------------


@pytest.mark.parametrize("run", ["written", "played", "rewritten"])
def test_the_engine_has_no_complaint(run, request):
    result = request.getfixturevalue(run).result
    result["problems"] = [each for each in result["problems"] if not _is_about_sound(each)]
    result.clean()


def test_loading_says_nothing_but_that_a_plugin_is_missing(written):
    for number in (0, 1):
        loading, plugin, loaded = written.of("load", number)["chat"]
        assert "Loading ours.vs" in loading or "Loading ours.vl" in loading
        assert "plugin 'A plugin' loaded" in plugin
        assert "Loaded ours.v" in loaded


def _is_about_sound(problem):
    """A machine without a loudspeaker can't play the sound of the log."""
    return "tick.wav" in str(problem) or "AudioSystemClip" in problem.get("thrown", "")


# --- what it made of our files ----------------------------------------------------------


def test_every_piece_of_our_save_is_in_the_engine_as_we_read_it(written):
    save = read_save(written.folder / "ours.vsav")
    assert len(save.pieces()) == len([each for each in written.setup if isinstance(each, AddPiece)])
    _compare(_replayed(save), written.of("dumpfull"), moved=False)


def test_every_trait_of_this_engine_is_in_it():
    assert {each.KIND.partition(";")[0] for each in TRAITS} == KINDS - {
        *(each.KIND for each in NEWER_TRAITS),
        *(BasicPiece.KIND, Deck.KIND, Stack.KIND),
    }


@pytest.mark.parametrize(("number", "path"), [(0, "ours.vsav"), (1, "ours.vlog")])
def test_a_side_sees_the_names_the_engine_shows_it(written, number, path):
    looks = _replayed(read_save(written.folder / path), Viewer("Red")).looks()
    shown = {each["id"]: each["name"] for each in written.of("dumpfull", number)["pieces"]}
    for id_, look in looks.items():
        if look.level == MASKED:  # a record shows no label of a mask, an engine does
            assert shown[id_].startswith(look.name)
        else:  # who may see through a mask is shown its name as well
            assert (id_, look.name) == (id_, re.sub(r"\((\?\?|\?|Hide)\)", "", shown[id_]))
    assert "in office" not in looks


def test_every_piece_at_the_end_of_our_log_is_as_we_read_it(written):
    _compare(_replayed(read_log(written.folder / "ours.vlog")), written.of("dumpfull", 1))


def test_the_engine_works_out_what_the_traits_say(written):
    """The values of properties, as the engine computes them, follow from type and state."""
    seen = set()
    for number, path in enumerate(("ours.vsav", "ours.vlog")):
        table = _replayed(read_save(written.folder / path))
        for piece in written.of("dumpfull", number)["pieces"]:
            expected = {}
            for trait in _traits(table, piece["id"]) if "props" in piece else ():
                for name, value in _exposed(trait):
                    expected.setdefault(name, value)  # the outermost counts
                    seen.add(type(trait))
            assert expected.items() <= piece["props"].items() if expected else True
    assert seen == {
        *(Marker, DynamicProperty, Layer, Rotate, Label, MovementMark, TranslatableMessage)
    }


def test_the_engine_writes_our_setup_back(written):
    """Players, properties, turn, boards and notes: every command is in the engine's own save."""
    _compare_rest(written.setup, (), written, 0)


def test_the_engine_writes_back_what_our_log_left(written):
    _compare_rest(written.setup, written.steps, written, 1)


def test_the_engine_reads_every_command_of_our_log_as_it_was_written(written):
    deaf = NOBODY_LISTENS + (NOT_IN_36 if written.is_36 else NOT_IN_37)
    ours = [[each for each in step if not isinstance(each, deaf)] for step in written.steps]
    theirs = [_decoded(step["encoded"]) for step in written.of("steps")["steps"]]
    for mine, read in zip_longest(filter(None, ours), filter(None, theirs)):
        assert mine == read
    kinds = {type(each) for step in written.steps for each in step}
    assert kinds >= _every_class() - {
        c.BeginSave,
        c.EndSave,
        c.SetupStack,
        c.Null,
        c.Unknown,
        RestoreProperty,
    }


def test_the_chat_is_ours(written):
    said = [line for step in written.of("steps")["steps"] for line in step["chat"]]
    ours = [each.text for step in written.steps for each in step if isinstance(each, Chat)]
    assert [line for line in said if not line.startswith(" - This game was saved")] == [*ours]


# --- what we make of its files ----------------------------------------------------------


def test_its_log_reads_back_to_where_its_pieces_are(played):
    _compare(_replayed(read_log(played.folder / "played.vlog")), played.of("dumpfull"))


def test_its_save_reads_back_to_where_its_pieces_are(played):
    _compare(
        _replayed(read_save(played.folder / "played.vsav")), played.of("dumpfull"), moved=False
    )


def test_its_log_and_its_save_agree_on_everything_else(played):
    log, save = (read_save(played.folder / f"played.{end}") for end in ("vlog", "vsav"))
    end = _settled(log.setup, [step.commands for step in log.steps], is_36=played.is_36)
    rolls = {key for key in end if key[1].startswith(("2d6_", "Hit die_"))}
    assert rolls  # which no save keeps
    kept = {key: each for key, each in end.items() if key not in rolls}
    assert kept == _settled(save.setup, (), is_36=played.is_36)
    assert any(each == RestoreProperty("Rain; now", "7;\t8") for each in end.values())


def test_its_log_written_again_by_us_replays_to_the_same_end(rewritten, played):
    _compare(_replayed(read_log(played.folder / "again.vlog")), rewritten.of("dumpfull"))
    places = [
        {
            each["id"]: (each["map"], each["x"], each["y"])
            for each in run.of("dumpfull")["pieces"]
            if each["map"]
        }
        for run in (rewritten, played)
    ]
    assert places[0] == places[1]


# --- comparing --------------------------------------------------------------------------


def _replayed(save: SaveFile, viewer: Viewer = REFEREE) -> Table:
    """Carry all commands of a save or log out."""
    maps = module_maps(parse(module_files()[ENTRY]))
    roster = Roster(Cast(), save.players())
    for player in save.players():
        roster.apply(player)
    table = Table(viewer, Windows(maps), roster)
    for command in (*save.setup, *(each for step in save.steps for each in step.commands)):
        if isinstance(command, MovePiece):
            _move(table, command)
        elif isinstance(command, PIECES):
            assert table.apply(command), command
    assert list(table.settle())
    return table


def _move(table: Table, command: MovePiece) -> None:
    """Move a piece or stack, and keep the order of the stack it comes to, which no record needs.

    It lies above the piece under it, and a single piece with none under it at the bottom.
    """
    before = table._pieces[command.id]
    moved = list(before.members) or [command.id]
    assert table.apply(command), command
    home = table._pieces[moved[0]].home
    if home is None or home is before:
        return
    rest = [each for each in home.members if each not in moved]
    at = len(rest) if before.shape.kind == "stack" else 0
    at = rest.index(command.under) + 1 if command.under in rest else at
    order = [*rest[:at], *moved, *rest[at:]]
    home.members = {each: home.members[each] for each in order}


def _traits(table, id_):
    piece = table._pieces[id_]
    parts = zip(map(_plain, piece.shape.types), map(_plain, piece.states), strict=True)
    return [parse_trait(RawTrait(*each)) for each in parts]


def _compare(table: Table, dump: dict, *, moved: bool = True) -> None:
    """Hold every piece against the engine's: place, stack, order, types and states.

    Args:
        table: Ours.
        dump: The engine's.
        moved: Whether pieces were moved since they were set up: a move changes what VASSAL
            remembers by itself, such as the old location, and no command says so.
    """
    ours = {id_: each for id_, each in table._pieces.items() if not _is_gone(each)}
    theirs = {each["id"]: each for each in dump["pieces"] if _is_there(each)}
    alone = {id_: each["pieces"] for id_, each in theirs.items() if id_ not in ours}
    assert ours.keys() == theirs.keys() - alone.keys()
    for id_, piece in ours.items():
        found = theirs[id_]
        assert (found["map"], found["x"], found["y"]) == piece.spot, id_
        if piece.shape.kind != "piece":
            assert found["pieces"] == list(piece.members), id_
            continue
        if found["parent"] in alone:  # the engine stacks what a log leaves single
            assert alone.pop(found["parent"]) == [id_]
            found["parent"] = None
        assert found["parent"] == (piece.home.id if piece.home else None), id_
        read = Piece.parse(_plain(found["type"]), _plain(found["state"])).parsed
        mine = _traits(table, id_)
        assert len(read) == len(mine), id_
        for one, other in zip(mine, read, strict=True):
            _compare_trait(id_, one, other, {"map", "x", "y", "saved"} if moved else set())
    assert not alone


def _is_there(piece):
    return piece["kind"] != "stack" or piece["pieces"]


def _is_gone(piece):
    return piece.shape.kind == "stack" and not piece.members


def _plain(text):
    """Return a type or state with our number for named keys and our names for players."""
    text = re.sub(r"57\d\d\d(\\*,0\\*,)", r"57348\1", text)
    for secret, label in LABELS.items():
        text = re.sub(secret, label, text)
    return text


def _compare_trait(id_, mine, read, moved):
    match mine, read:
        case OldLayer(), Layer():
            pictures = [each.split(",") for each in mine.tail]
            assert list(map(list, zip(read.images, read.names, strict=True))) == pictures
            mine_is = (mine.x, mine.y, mine.level, mine.increase_menu, mine.decrease_menu)
            assert mine_is == (read.x, read.y, read.level, read.increase_menu, read.decrease_menu)
        case OldShape(), Shape():
            assert mine.outline == read.outline
        case _:
            assert type(mine) is type(read)
            left_out = {"tail", "type_tail", "state_tail"}
            if isinstance(mine, BasicPiece):
                left_out |= moved
            for each in fields(mine):
                value = getattr(mine, each.name)
                if value is not None and each.name not in left_out:
                    theirs = _older(mine, each.name, getattr(read, each.name))
                    assert value == theirs, (id_, type(mine), each.name)


def _older(mine, name, value):
    """Return a value of the engine without what 3.7 adds to the states that we wrote."""
    match mine:
        case Footprint() if name == "state" and not mine.state.endswith(("true", "false")):
            return re.sub(";(true|false)$", "", value)
        case GlobalKeyCommand() if name == "target" and not mine.target.endswith("||"):
            return value.removesuffix("||")
        case BasicPiece(saved=saved) if name == "saved" and "UniqueID" not in dict(saved):
            return tuple(pair for pair in value if pair[0] != "UniqueID")
    return value


def _exposed(trait):
    """Yield the properties that follow from a trait's state alone."""
    match trait:
        case Marker():
            yield from zip(trait.names, trait.values, strict=True)
        case DynamicProperty(name="Hits, all"):
            yield trait.name, trait.value
        case Layer(name="Step", level=level):
            yield "Step_Active", str(int(level) > 0).lower()
            yield "Step_Level", level
        case Rotate(name=name, facing=facing):
            yield f"{name}_Facing", str(int(facing) + 1)
        case Label(property_name=name, text=text):
            yield name, text
        case MovementMark(moved=moved):
            yield "Moved", moved
        case TranslatableMessage(name=name, message=message):
            yield name, message


def _decoded(text):
    """Return the commands of a text of the engine, without its empty ones, ids as they are."""
    entries = decode_commands(text, keep_player_ids=True)
    commands = [getattr(each.command, "command", each.command) for each in entries]
    return [each for each in commands if not isinstance(each, c.Null)]


def _compare_rest(setup, log, run, number):
    theirs = _settled(_decoded(run.of("encode", number)["state"]), (), is_36=run.is_36)
    for key, mine in _settled(setup, log, is_36=run.is_36).items():
        assert theirs.get(key) == mine


ZONE = ("Fog", f"{MAP}:Zone of West")


def _settled(setup, log, *, is_36):
    """Return the last word on everything that is no piece."""
    known = {}
    for each in (*setup, *(each for step in log for each in step)):
        match each:
            case AddPlayer(player=player):
                known["player", player] = each
            case RemovePlayer(player=player) if not is_36:
                del known["player", player]
            case RestoreProperty(name=name, container=container):
                known["property", name, container] = each
            case SetProperty(name=name, container=container, new=new):
                if (name, container) == ZONE:
                    name, container = FOG, ""
                known["property", name, container] = RestoreProperty(name, new, container)
            case c.StartupKey(button=button) if not is_36:
                known["startup", button] = each
            case _:
                known |= _lasting(each)
    return known


def _lasting(command):
    """Return what a command says for good, under a key that a later one replaces."""
    match command:
        case SelectBoards(map=name) | Turn(tracker=name) | c.SecretNote(name=name):
            return {(type(command), name): command}
        case c.PrivateNote(owner=owner):
            return {("note", owner): command}
        case c.Clock(name=name, elapsed=elapsed):
            return {("clock", name): elapsed}
        case c.Unmask(allowed=allowed):
            return {("unmask", ""): allowed}
        case SetupStack() | c.ScenarioNotes() | c.PublicNotes() | c.ClockControl():
            return {(type(command), ""): command}
    return {}


def _every_class():
    return set(c.Plain.__args__)
