"""Whole files: ours, and those real engines wrote."""

from __future__ import annotations

import time
import zipfile

import pytest

from builder.errors import VassalError, WargameError
from builder.vassal import (
    AddPiece,
    AddPlayer,
    BasicPiece,
    BoardPlacement,
    ChangePiece,
    Chat,
    ModuleData,
    MovePiece,
    Piece,
    RemovePiece,
    RestoreProperty,
    SaveData,
    SelectBoards,
    SetProperty,
    Stack,
    Turn,
    Undo,
    Unknown,
    decode_commands,
    deobfuscate,
    encode_commands,
    read_archive,
    read_log,
    read_save,
    save_bytes,
    write_archive,
    write_save,
)

MODULE = ModuleData("Game", "1.0", "3.5.8")
SAVE = SaveData("1.0", "3.5.8", "a comment", 1_700_000_000_000)
UNIT = Piece.of(BasicPiece("a.png", "1 Inf", "1", "Main Map", 300, 310))
STACK = Piece.of(Stack("Main Map", 300, 310, ("1",), 0))
SETUP = (
    AddPiece("1", UNIT.type, UNIT.state),
    AddPiece("s1", STACK.type, STACK.state),
    AddPlayer("P1", "Ann", "Red"),
    SelectBoards("Main Map", (BoardPlacement("Battlefield"),)),
    RestoreProperty("VP", "3"),
)
STEPS = (
    (
        MovePiece("1", "Main Map", 1, 2, None, "Main Map", 300, 310, None, "P1"),
        Chat("* 1 Inf moves"),
        RemovePiece("s1"),
    ),
    (Chat("second"),),
)


def _file(tmp_path, **entries):
    path = tmp_path / "x.vlog"
    write_archive(path, {name: data for name, data in entries.items() if data is not None})
    return path


def test_a_save_is_read_back(tmp_path):
    write_save(tmp_path / "a.vsav", SETUP, SAVE, MODULE)
    found = read_save(tmp_path / "a.vsav")
    assert found.path == tmp_path / "a.vsav"
    assert (found.save, found.module, found.setup) == (SAVE, MODULE, SETUP)
    assert found.steps == ()
    assert found.complete
    assert found.pieces() == {"1": UNIT, "s1": STACK}
    assert found.players() == (SETUP[2],)
    assert found.properties() == {("Module", "VP"): "3"}


def test_a_log_is_read_back(tmp_path):
    write_save(tmp_path / "a.vlog", SETUP, SAVE, MODULE, steps=STEPS)
    found = read_log(tmp_path / "a.vlog")
    assert found.setup == SETUP
    assert [(step.number, step.commands) for step in found.steps] == [(1, STEPS[0]), (2, STEPS[1])]


def test_the_text_of_a_log(tmp_path):
    write_save(tmp_path / "a.vlog", (), SAVE, MODULE, steps=STEPS)
    text = deobfuscate(read_archive(tmp_path / "a.vlog").read("savedGame"))
    assert text == (
        "begin_save\x1bend_save"
        "\x1bLOG\tM/1/Main Map/1/2/null/Main Map/300/310/null/P1"
        "\\\x1bLOG\tCHAT* 1 Inf moves\\\x1bLOG\t-/s1"
        "\x1bLOG\tCHATsecond"
    )


def test_the_same_save_is_the_same_bytes():
    assert save_bytes(SETUP, SAVE, MODULE) == save_bytes(list(SETUP), SAVE, MODULE)
    assert save_bytes(SETUP, SAVE, MODULE) != save_bytes(SETUP, SAVE, MODULE, key=1)


def test_a_save_without_a_veil_is_the_same_game(tmp_path):
    for name, key in (("veiled", 0x5A), ("plain", None)):
        (tmp_path / name).write_bytes(save_bytes(SETUP, SAVE, MODULE, key=key))
    assert read_save(tmp_path / "plain").setup == read_save(tmp_path / "veiled").setup
    stored = read_archive(tmp_path / "plain").read("savedGame")
    assert stored.startswith(b"begin_save")
    assert deobfuscate(stored) == stored.decode()


@pytest.mark.parametrize("key", [None, 0x5A])
def test_half_a_character_is_no_text_of_a_save(key):
    with pytest.raises(VassalError, match="half character"):
        save_bytes([Chat("\ud800")], SAVE, MODULE, key=key)


def test_a_save_given_for_a_log(tmp_path):
    write_save(tmp_path / "a.vsav", SETUP, SAVE, MODULE)
    with pytest.raises(VassalError, match=r"a\.vsav: is a saved position without steps"):
        read_log(tmp_path / "a.vsav")


@pytest.mark.parametrize(
    ("entries", "hint"),
    [  # hints are regular expressions
        ({"buildFile.xml": b"", "moduledata": b""}, "is a module"),
        ({"game.vlog": b""}, r"holds 'game\.vlog'"),
        ({"other": b""}, "no saved game"),
        ({"savedGame": b""}, "empty"),
        ({"savedGame": b"!VCSK5"}, "breaks off"),
        ({"savedGame": b"begin_save", "savedata": b"<data>"}, "savedata: not well-formed"),
        ({"savedGame": b"begin_save", "moduledata": b"<!DOCTYPE data><data/>"}, "document type"),
    ],
)
def test_files_of_other_kinds_are_told_in_one_line(tmp_path, entries, hint):
    write_archive(tmp_path / "x.vlog", entries)
    with pytest.raises(WargameError, match=hint) as caught:
        read_save(tmp_path / "x.vlog")
    assert str(caught.value).startswith(str(tmp_path / "x.vlog"))
    assert "\n" not in str(caught.value)


def test_old_files_without_metadata(tmp_path):
    path = _file(tmp_path, savedGame=b"begin_save\x1bend_save")
    found = read_save(path)
    assert (found.save, found.module) == (SaveData(), None)


def test_a_position_that_isn_t_closed(tmp_path):
    assert not read_save(_file(tmp_path, savedGame=b"begin_save\x1bLOG\tCHATx")).complete
    assert not read_save(_file(tmp_path, savedGame=b"LOG\tCHATx")).complete


def test_longer_than_the_cap(tmp_path):
    path = _file(tmp_path, savedGame=b"!VCSK00" + b"61" * 1000)
    with pytest.raises(VassalError, match=r"longer|larger"):
        read_save(path, max_text_bytes=900)
    assert read_save(path, max_text_bytes=1000).setup == (Unknown("a" * 1000),)


def test_1000_steps_and_500_pieces_are_fast(tmp_path):
    setup = [AddPiece(str(number), UNIT.type, UNIT.state) for number in range(500)]
    step = (ChangePiece("1", UNIT.state, UNIT.state), *STEPS[0])
    write_save(tmp_path / "a.vlog", setup, SAVE, MODULE, steps=[step] * 1000)
    start = time.perf_counter()
    found = read_log(tmp_path / "a.vlog")
    assert len(found.pieces()) == 500
    assert time.perf_counter() - start < 1 * 3  # a slow or busy machine


# ---- files that engines wrote


@pytest.fixture
def samples(shared):
    return shared / "formats" / "samples"


def _text(path):
    with zipfile.ZipFile(path) as zipped:
        return deobfuscate(zipped.read("savedGame"))


@pytest.mark.parametrize("version", ["36", "37"])
def test_a_log_of_a_real_engine(samples, version):
    found = read_log(samples / f"engine{version}.vlog")
    assert found.module.name == "Demo Wargame"
    assert found.save.vassal_version.startswith("3.6.0" if version == "36" else "3.7.26")
    assert [(player.name, player.side) for player in found.players()] == [
        ("Alice", "Red"),
        ("Probe", "Blue"),
    ]
    pieces = found.pieces()
    assert list(pieces) == ["1", "2", "3", "s0", "s1"]
    assert pieces["1"].name == "1/1 Inf"
    assert pieces["1"].position == ("Main Map", 196, 250)
    assert pieces["1"].properties == {
        "Hits": "0",
        "Side": "Red",
        "Combat": "4",
        "Layer": "Ground",
    }
    assert pieces["s1"].inner.members == ("2", "3")
    # what was played, as the script that drove the engine says
    steps = [step.commands for step in found.steps]
    assert steps[0] == (Chat("hello there"),)
    move = next(command for command in steps[1] if isinstance(command, MovePiece))
    assert (move.id, move.x, move.y, move.old_x, move.old_y) == ("1", 300, 310, 196, 250)
    assert move.player == "P2"
    assert steps[1][-1] == Chat("* 1/1 Inf moves 1820 -> 2021 *")
    flip = steps[2][0]
    before = pieces["2"].with_state(flip.old_state)
    after = pieces["2"].with_state(flip.new_state)
    assert [trait.level for trait in before.parsed if hasattr(trait, "level")] == ["1"]
    assert [trait.level for trait in after.parsed if hasattr(trait, "level")] == ["2"]
    assert after.with_state(flip.old_state) == before
    hits = [
        pieces["2"].with_state(command.new_state).properties["Hits"]
        for command in steps[3] + steps[4]
        if isinstance(command, ChangePiece)
    ]
    assert hits == ["1", "1", "2"] or hits[0] == "1"
    assert any(isinstance(command, SetProperty) for command in steps[6])
    assert steps[8][-1] == Turn("TurnTracker0", r"0|3;0;false;-1;0\;0\;0\;true,true")
    assert any(isinstance(each, Undo) for step in steps for each in step) == (version == "37")


@pytest.mark.parametrize(
    "name",
    [
        "engine36.vlog",
        "engine36.vsav",
        "engine37.vlog",
        "engine37.vsav",
        "hand.vlog",
        "hand.vsav",
        "hand_plain.vsav",
    ],
)
def test_samples_come_back_byte_for_byte(samples, name):
    text = _text(samples / name)
    entries = decode_commands(text, keep_player_ids=True)
    assert encode_commands(entries) == text
    assert all(entry.verbatim is None for entry in entries)
    added = [entry.command for entry in entries if isinstance(entry.command, AddPiece)]
    assert added
    for command in added:
        piece = command.piece
        assert (piece.type, piece.state) == (command.type, command.state)
        if name.startswith("engine"):  # by hand, tails are left out
            assert Piece.of(*piece.parsed) == piece


def _corpus(shared):
    """Real logs and saves, small ones first."""
    folder = shared / "corpus"
    if not folder.is_dir():
        pytest.skip("no corpus")
    paths = [path for path in folder.glob("v[ls]*/*") if zipfile.is_zipfile(path)]
    return sorted(paths, key=lambda path: (path.stat().st_size, path.name))


# Real files of which a text must be kept verbatim, for it has a field ending in a backslash
WRITTEN_ODDLY: set[str] = set()


def _comes_back(path):
    text = _text(path)
    entries = decode_commands(text, keep_player_ids=True)
    assert encode_commands(entries) == text, path.name
    oddly = any(entry.verbatim is not None for entry in entries)
    assert oddly == (path.name in WRITTEN_ODDLY), path.name
    found = read_save(path)
    assert found.complete, path.name
    for command in found.setup:
        if isinstance(command, AddPiece):
            piece = command.piece
            assert (piece.type, piece.state) == (command.type, command.state), path.name
            assert len(piece.parsed) == len(piece.traits)


def test_real_files_come_back_byte_for_byte(shared):
    paths = _corpus(shared)[:100:3]
    for path in paths:
        _comes_back(path)
    assert len(paths) > 20


@pytest.mark.soak
def test_all_real_files_come_back_byte_for_byte(shared):
    for path in _corpus(shared):
        _comes_back(path)


def test_real_files_without_a_zip_come_back_byte_for_byte(shared):
    bare = [path for path in (shared / "corpus").glob("v[ls]*/*") if not zipfile.is_zipfile(path)]
    for path in bare:
        text = deobfuscate(path.read_bytes())
        assert encode_commands(decode_commands(text, keep_player_ids=True)) == text, path.name


def test_no_id_of_real_files_is_left(shared):
    seen = 0
    for path in _corpus(shared)[:100:2]:
        kept = decode_commands(_text(path), keep_player_ids=True)
        roster = [entry.command for entry in kept if isinstance(entry.command, AddPlayer)]
        public = {text for each in roster for text in (each.name, each.side)}
        ids = {each.player for each in roster if len(each.player) >= 6} - public
        for entry in decode_commands(_text(path)):
            command = getattr(entry.command, "command", entry.command)
            if isinstance(command, AddPiece):  # a piece's own texts are the module's
                shown = repr([getattr(each, "owner", None) for each in command.piece.parsed])
            else:
                shown = command.encode()
            assert not any(player in shown for player in ids), path.name
        seen += len(ids)
    assert seen > 0
