"""A player's id is that player's password: it is gone after parsing, wherever it stood."""

from __future__ import annotations

import io
import re
import time

import pytest

from builder.errors import WargameError
from builder.vassal import (
    archive_bytes,
    decode_commands,
    encode_commands,
    obfuscate,
    read_log,
    sequence,
    write_archive,
)
from builder.vassal.command import AddPlayer, ChangePiece, Chat, MovePiece, RemovePlayer, Unknown
from builder.vassal.metadata import SaveData
from builder.vassal.opened import open_stream
from builder.vassal.piece import join_parts
from builder.vassal.privacy import Players

ESC = "\x1b"
SECRET = "hunter2-Secret"  # noqa: S105 - planted, to be looked for
OTHER = "other-Secret/x"  # with a delimiter of moves in it
GONE = "gone-Secret"  # never in the roster
PIECE_TYPE = join_parts(
    [
        "restrict;Red,Blue;true;true;",
        "hide;73,130;Hide;;player:;0.3;",
        "obs;77,130;a.png;Mask;B;?;player:;Peek;;true",
        "mark;Side",
        "piece;;;a.png;A",
    ]
)
OLD_TYPE = join_parts(["hide;I;Invisible;255,255,255", "obs;M;back.png;Mask", "piece;;;a.png;B"])
BY_SIDE = join_parts(["obs;77,130;a.png;Mask;B;?;side:;Peek;;true", "piece;;;a.png;C"])


def _state(owner, hider, masker):
    return join_parts(
        [owner, hider, f"{masker};false|2|{GONE}|Red", "Red", "Main Map;1;2;9;1;OldX;7"]
    )


def _commands():
    move = ["1", "Main Map", "1", "2", "null", "Main Map", "3", "4", "null"]
    return [
        "begin_save",
        "+/" + sequence.encode(["1", PIECE_TYPE, _state(SECRET, OTHER, GONE)], "/"),
        "+/"
        + sequence.encode(["2", OLD_TYPE, join_parts([SECRET, f"{OTHER};", "null;0;0;;0"])], "/"),
        "+/" + sequence.encode(["3", BY_SIDE, join_parts(["Blue;false|0", "null;0;0;;0"])], "/"),
        f"PLAYER\t{SECRET}\tAnn\tRed",
        f"PLAYER\t{OTHER}\tBob\tBlue",
        f"PNOTE\t{SECRET}\tmy password is {SECRET}",
        f"SNOTE\tPlan\t{OTHER}\ttrue\ttext\tdate\thandle",
        f"UNMASK\t{SECRET}\tRed",
        f"INFO\t{SECRET}|{OTHER}",  # some module's own command
        f"PLAYER\t{GONE}2\tonly two",  # not as it should be
        "end_save",
        "LOG\tM/" + sequence.encode([*move, SECRET], "/"),
        "LOG\tM/" + sequence.encode([*move, GONE], "/"),
        "LOG\tM/" + sequence.encode([*move[:2], "no number", *move[3:], GONE + "3"], "/"),
        "LOG\tD/"
        + sequence.encode(["1", _state(GONE, SECRET, OTHER), _state("", "null", "null")], "/"),
        "LOG\tD/" + sequence.encode(["unseen", join_parts([SECRET, f"{OTHER};", "x"])], "/"),
        f"LOG\tCHAT&lt;Ann&gt; - oops, {SECRET}!",
        f"LOG\tPYREMOVE\t{OTHER}",
        f"LOG\tPYREMOVE\t{GONE}\textra",
    ]


@pytest.fixture
def text():
    return sequence.encode(_commands(), ESC)


def _assert_clean(shown):
    for part in ("hunter2", "other-", "gone-"):
        assert part not in shown


def _everything(entries):
    for entry in entries:
        inner = getattr(entry.command, "command", entry.command)
        yield repr(entry)
        yield inner.encode()
        for name in inner.__dataclass_fields__:
            yield repr(getattr(inner, name))
        if hasattr(inner, "piece"):
            yield repr(inner.piece.parsed)


def test_no_id_survives_parsing(text):
    entries = decode_commands(text)
    shown = "\n".join(_everything(entries))
    _assert_clean(shown)


def test_the_roster_gets_the_first_numbers_and_everyone_one(text):
    commands = [getattr(e.command, "command", e.command) for e in decode_commands(text)]
    roster = [(c.player, c.name) for c in commands if isinstance(c, AddPlayer)]
    assert roster == [("P1", "Ann"), ("P2", "Bob")]
    movers = [c.player for c in commands if isinstance(c, MovePiece)]
    assert movers[0] == "P1"
    assert movers[1] not in ("P1", "P2")
    assert [c.player for c in commands if isinstance(c, RemovePlayer)] == ["P2"]
    assert Chat("&lt;Ann&gt; - oops, P1!") in commands
    assert Unknown("INFO\tP1|P2") in commands


def test_owners_are_told_apart_and_sides_stay(text):
    commands = [getattr(e.command, "command", e.command) for e in decode_commands(text)]
    first, old, by_side = (c.piece.parsed for c in commands if hasattr(c, "piece"))
    third = first[2].owner
    assert (first[0].owner, first[1].owner) == ("P1", "P2")
    assert third not in ("P1", "P2", None)
    assert first[2].state == f"{third};false|2|{third}|Red"
    assert first[3].values == ("Red",)
    assert (old[0].owner, old[1].owner) == ("P1", "P2")
    assert by_side[0].owner == "Blue"
    change, unseen = (c for c in commands if isinstance(c, ChangePiece))
    assert change.new_state.startswith(f"{third}\tP1\\\tP2;")
    assert change.old_state.startswith("\tnull\\\tnull;")
    assert unseen.new_state == join_parts(["P1", "P2;", "x"])


def test_ids_that_are_ordinary_words_spoil_nothing():
    # the passwords are "1", "Red" and "infantry", and a piece is called so
    text = ESC.join(
        [
            "PLAYER\t1\tAnn\tRed",
            "PLAYER\tRed\tBob\tBlue",
            "PLAYER\tinfantry\tCid\tBlue",
            "+/1/piece;;;a.png;infantry/Main Map;1;1;1;0",
            "CHAT* Red infantry may move 1",
            "MutableProperty\t1\t1\t1\tModule",
            "M/1/A/1/1/null/A/1/1/null/1",
        ]
    )
    commands = [entry.command for entry in decode_commands(text)]
    assert [c.player for c in commands if isinstance(c, AddPlayer)] == ["P1", "P2", "P3"]
    assert [entry.command.encode() for entry in decode_commands(text)][3:] == [
        "+/1/piece;;;a.png;infantry/Main Map;1;1;1;0",
        "CHAT* Red infantry may move 1",
        "MutableProperty\t1\t1\t1\tModule",
        "M/1/A/1/1/null/A/1/1/null/P1",
    ]


def test_empty_ids_are_players_too():
    text = ESC.join(["PLAYER\t\tGuest\t<observer>", "M/1/A/1/1/null/A/1/1/null/", "CHAT a b "])
    guest, move, chat = (entry.command for entry in decode_commands(text))
    assert (guest.player, move.player, chat.text) == ("P1", "P1", " a b ")


def test_ids_stay_when_asked_for_but_are_not_shown(text):
    entries = decode_commands(text, keep_player_ids=True)
    assert encode_commands(entries) == text
    for entry in entries:
        if isinstance(entry.command, (AddPlayer, MovePiece, RemovePlayer)):
            _assert_clean(repr(entry))


def test_the_table_shows_nothing():
    players = Players([f"PLAYER\t{SECRET}\tAnn\tRed"])
    _assert_clean(repr(players) + str(players))
    assert repr(players) == "Players(1)"


def test_errors_show_no_id(tmp_path, text):
    broken = [
        obfuscate(text)[:-1],
        obfuscate(text)[:40] + b"zz" + obfuscate(text)[42:],
        text.encode() + b"\xff",
        (text + ESC).encode() * 2 + b"\xff" + SECRET.encode(),
    ]
    for data in broken:
        write_archive(tmp_path / "x.vlog", {"savedGame": data})
        with pytest.raises(WargameError) as caught:
            read_log(tmp_path / "x.vlog")
        _assert_clean(repr(caught.value))
        assert caught.value.__suppress_context__


# Ids of every kind that can be told from ordinary text, and what they look like in HTML
PLANTED = [
    "hunter2-Secret",
    "correct horse/battery",
    "swordfishes",
    "20071942",
    "a<b>&c'd",
    "\u043f\u0430\u0440\u043e\u043b\u044c",
]


def _label(text):
    return join_parts([text, text, f"3~{text}", f"x,{text}", "Map;1;2;9;1;OldOwner;" + text])


def _places(secret):
    """Every command that can hold an id, with one planted in it."""
    labelled = join_parts(["label;", "PROP;Who", "propertysheet;1Who", "table;1;2", "piece;;;a;A"])
    html = secret.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    fields = {
        "PLAYER": [secret, "Ann", "Red"],
        "PNOTE": [secret, f"mine: {secret}"],
        "SNOTE": ["Plan", secret, "true", f"I am {secret}", "2026", secret],
        "UNMASK": [secret, "Red"],
        "SPP": ["1", "OldOwner", secret, f"now {secret}"],
        "LOCKSPOTAB": ["Rules", "Ann", secret, ""],
        "MutableProperty": ["Owner", secret, f"was {secret}", "Module"],
        "ZZZ": ["custom", secret],
        "FLARE": [secret, "no number", "1"],
    }
    lines = [head + "\t" + sequence.encode(texts, "\t") for head, texts in fields.items()]
    lines += [
        "+/" + sequence.encode(["7", PIECE_TYPE, _state(secret, secret, secret)], "/"),
        "+/" + sequence.encode(["8", labelled, _label(secret)], "/"),
        "D/"
        + sequence.encode(["7", _state("", secret, "null"), _state(secret, "null", secret)], "/"),
        "D/" + sequence.encode(["8", _label(secret), _label("")], "/"),
        "D/" + sequence.encode(["unseen", _label(secret)], "/"),
        "GlobalProperty\t" + sequence.encode(["", "Owner", secret, "Module"], ";"),
        "M/" + sequence.encode([*"1A12", "null", *"A34", "null", secret], "/"),
        "M/" + sequence.encode(["1", "A", "none", "2", "null", *"A34", "null", secret], "/"),
        "TURN" + sequence.encode(["Turn0", secret], "\t"),
        "Events" + sequence.encode([sequence.encode(["1", secret, "x"], ",")], "|"),
        f"SEMAIL\t{secret}",
        f"NOTES\twho is {secret}?",
        f"PNOTES\twho is {html}?",
        f"CHAT&lt;Ann&gt; - I am {html}!",
        f"CHAT<Ann> - I am {secret}",
        f"PYREMOVE\t{sequence.encode([secret], chr(9))}",
    ]
    return lines


def _all_of(opened):
    yield repr(opened)
    yield from map(str, opened.damage)
    for command in (*opened.setup, *(each for step in opened.steps for each in step.commands)):
        yield command.encode()
        yield repr(command)
        yield from (repr(getattr(command, name)) for name in command.__dataclass_fields__)
        if hasattr(command, "piece") and not isinstance(command.piece, str):
            yield repr(command.piece.parsed)


def _forms(text):
    """A text as it may come out, without the escapes of nested lists."""
    return re.sub(r"\\+", "", text)


@pytest.mark.parametrize("secret", PLANTED)
@pytest.mark.parametrize("form", ["zip", "mail", "cut", "bad text"])
def test_a_planted_id_is_found_nowhere(secret, form):
    places = _places(secret)
    logged = [f"LOG\t{line}" for line in places if not line.startswith("+/")]
    text = sequence.encode(["begin_save", *places, "end_save", *logged, "LOG\tCHATend"], ESC)
    veiled = obfuscate(text, 0x21)
    match form:
        case "zip":
            about = SaveData(description=f"by {secret}").encode()
            data = archive_bytes({"savedGame": veiled, "savedata": about})
        case "mail":
            data = b"\r\n> ".join(veiled[at : at + 76] for at in range(0, len(veiled), 76))
        case "cut":
            data = veiled[: len(veiled) - 99]
        case _:
            data = text.encode() + b"\xff"
    opened = open_stream(io.BytesIO(data), "file")
    assert len(opened.steps) > 10
    html = secret.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    for shown in map(_forms, _all_of(opened)):
        assert secret not in shown
        assert html not in shown
        assert ascii(secret)[1:-1] not in shown


NAMING = ("PLAYER", "PNOTE\t", "SNOTE", "UNMASK", "LOCKSPOTAB", "+/7", "M/", "Events", "PYREMOVE")


def test_each_place_alone_is_enough_to_know_an_id():
    named = 0
    for line in _places(SECRET):
        text = sequence.encode([f"CHAT&lt;Ann&gt; - {SECRET}", line], ESC)
        if line.startswith(NAMING):
            shown = "\n".join(_everything(decode_commands(text)))
            assert SECRET not in shown, line
            named += 1
    assert named == 10


def test_many_ids_take_no_long_time():
    # a hostile file: a new id in every move, and all of them in one line
    moves = [
        "M/" + sequence.encode([*"1A12", "null", *"A34", "null", f"secret-{number}"], "/")
        for number in range(20_000)
    ]
    text = sequence.encode([*moves, "CHAT" + " ".join(f"secret-{n}" for n in range(20_000))], ESC)
    started = time.process_time()
    entries = decode_commands(text)
    assert time.process_time() - started < 20
    assert "secret-7 " not in entries[-1].command.text
