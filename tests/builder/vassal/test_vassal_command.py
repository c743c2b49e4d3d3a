"""Commands and how they stand in a file."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.errors import SequenceError, VassalError
from builder.vassal import decode_commands, encode_commands, sequence
from builder.vassal.command import (
    AddPiece,
    AddPlayer,
    Alert,
    BeginSave,
    BoardPlacement,
    ChangePiece,
    Chat,
    Clock,
    ClockControl,
    DeckPlaces,
    DiceMail,
    EndSave,
    EventList,
    ExtensionUsed,
    Flare,
    LineOfSight,
    LoadDeck,
    LockedOptions,
    Logged,
    MovePiece,
    Null,
    PlayClip,
    PluginUsed,
    PrivateNote,
    PublicNotes,
    RemovePiece,
    RemovePlayer,
    RestoreProperty,
    ScenarioNotes,
    SecretNote,
    SelectBoards,
    SetPersistentProperty,
    SetProperty,
    SetupStack,
    ShowDice,
    StartupKey,
    Turn,
    Undo,
    Unknown,
    Unmask,
    VersionCheck,
)
from builder.vassal.transcript import Entry

ESC = "\x1b"

# text as engines write it, command
TABLE = [
    ("begin_save", BeginSave()),
    ("end_save", EndSave()),
    ("", Null("")),
    ("null", Null("null")),
    # id / type / state, the slash in the type escaped
    (r"+/17/piece;;;a\/b.png;A/Map;1;2;9;0", AddPiece("17", "piece;;;a/b.png;A", "Map;1;2;9;0")),
    ("+/null/stack/null;0;0;@@-1", AddPiece("null", "stack", "null;0;0;@@-1")),
    ("-/17", RemovePiece("17")),
    ("D/17/new/old", ChangePiece("17", "new", "old")),
    ("D/17/new", ChangePiece("17", "new")),
    # id / map / x / y / under / old map / old x / old y / old under / player
    (
        "M/1/Main Map/300/310/3/Main Map/196/250/null/pw",
        MovePiece("1", "Main Map", 300, 310, "3", "Main Map", 196, 250, None, "pw"),
    ),
    ("M/1/null/-1/0/null/A/0/0/9", MovePiece("1", None, -1, 0, None, "A", 0, 0, "9", None)),
    ("CHAT&lt;Ann&gt; - hello", Chat("&lt;Ann&gt; - hello")),
    ("CHAT", Chat("")),
    ("MutableProperty\tVP\t3\t4\tModule", SetProperty("VP", "3", "4", "Module")),
    ("MutableProperty\tVP\t3\t4", SetProperty("VP", "3", "4", None)),
    ("GlobalProperty\t;VP;3;Module", RestoreProperty("VP", "3", "Module")),
    ("GlobalProperty\t;VP;3\\;4;", RestoreProperty("VP", "3;4", "")),
    ("TURNTurnTracker0\t0|2;0;false;-1;1", Turn("TurnTracker0", "0|2;0;false;-1;1")),
    ("PLAYER\tpw\tAnn\tRed", AddPlayer("pw", "Ann", "Red")),
    ("PLAYER\t\tGuest\t<observer>", AddPlayer("", "Guest", "<observer>")),
    ("PYREMOVE\tpw", RemovePlayer("pw")),
    (
        "Main MapBoardPicker\tBattlefield\t0\t0\tB\\/C/rev\t1\t0",
        SelectBoards(
            "Main Map", (BoardPlacement("Battlefield"), BoardPlacement("B/C", 1, 0, reversed=True))
        ),
    ),
    ("SETUP_STACK\t", SetupStack()),
    ("UNDO\ttrue", Undo(begins=True)),
    ("UNDO\tfalse", Undo(begins=False)),
    ("PNOTE\tpw\tline|line", PrivateNote("pw", "line|line")),
    (
        "SNOTE\tPlan\tpw\ttrue\ttext\tdate",
        SecretNote("Plan", "pw", hidden=True, text="text", more=("date",)),
    ),
    ("UNMASK\tpw\tRed", Unmask(("pw", "Red"))),
    ("LOG\tCHAThello", Logged(Chat("hello"))),
    ("LOG\tnull", Logged(Null("null"))),
    # of parts that not every module has
    ("SHOW_RESULTS\tHit die\t0\t5", ShowDice("Hit die", (0, 5))),
    ("EXT\tMore units\t1.2", ExtensionUsed("More units", "1.2")),
    ("PLUGIN\tp\t1", PluginUsed("p", "1")),
    ("NOTES\tfirst|second\tthird", ScenarioNotes("first|second\tthird")),
    ("PNOTES\t", PublicNotes("")),
    (
        "LOS\tLOS_Thread0\t1\t2\t3\t4\tfalse\ttrue",
        LineOfSight("LOS_Thread0", 1, 2, 3, 4, persisting=False, mirroring=True),
    ),
    (
        "LOS\tLOS_Thread0\t1\t2\t3\t4\tfalse\ttrue\tfalse",
        LineOfSight("LOS_Thread0", 1, 2, 3, 4, persisting=False, mirroring=True, reset=False),
    ),
    ("FLARE\tFlare0\t10\t-20", Flare("Flare0", 10, -20)),
    ("SGKC\tSGKC0\ttrue", StartupKey("SGKC0", applied=True)),
    (
        "CLOCK\tRed\tBlue\t61000\t60000\tfalse\ttrue",
        Clock("Red", "Blue", 61000, 60000, ticking=False, restore=True),
    ),
    ("CLOCKCONTROL\ttrue\tfalse", ClockControl(showing=True, online=False)),
    ("DECKREPOS\tx", DeckPlaces("x")),
    ("DECK\t17", LoadDeck("17")),
    ("SPP\t17\tOldZone\tHere\tThere", SetPersistentProperty("17", "OldZone", "Here", "There")),
    ("AUDIO\tboom.wav", PlayClip("boom.wav")),
    ("LOCKSPOTAB\tInfantry\tAnn\tpw\t", LockedOptions("Infantry", "Ann", "pw", "")),
    ("SEMAIL\ta@example.org", DiceMail("a@example.org")),
    ("Events1166,pw,restart", EventList("1166,pw,restart")),
    (
        "CHECK\trunningVassalVersion<2.9.8\tALERT\\\told",
        VersionCheck("runningVassalVersion<2.9.8", "ALERT\told"),
    ),
    ("ALERT\told", Alert("old")),
    # not known, or not as it should be
    ("SHOW_RESULTS\tHit\tx", Unknown("SHOW_RESULTS\tHit\tx")),
    ("FLARE\tFlare0\t10", Unknown("FLARE\tFlare0\t10")),
    ("SGKC\tSGKC0\ttrue\tmore", Unknown("SGKC\tSGKC0\ttrue\tmore")),
    ("SGKC\tSGKC0\tTRUE", Unknown("SGKC\tSGKC0\tTRUE")),
    ("+/17/only", Unknown("+/17/only")),
    ("M/1/A/x/0/null/A/0/0/9", Unknown("M/1/A/x/0/null/A/0/0/9")),
    ("D/17", Unknown("D/17")),
    ("TURN", Unknown("TURN")),
    ("UNDO\tmaybe", Unknown("UNDO\tmaybe")),
    ("ABoardPicker\tB\t0", Unknown("ABoardPicker\tB\t0")),
    ("LOG\tLOG\tx", Logged(Unknown("LOG\tx"))),
]


@pytest.mark.parametrize(("text", "command"), TABLE)
def test_table_is_read(text, command):
    (entry,) = decode_commands(text, keep_player_ids=True)
    assert (entry.command, entry.depth) == (command, 0)


@pytest.mark.parametrize(("text", "command"), TABLE)
def test_table_is_written(text, command):
    assert encode_commands([Entry(command)]) == text


def test_nesting_is_read_and_written():
    # a, with b below it, which has c below it; then d. One more backslash a level.
    text = sequence.encode(
        [
            sequence.encode(["CHATa", sequence.encode(["CHATb", "CHATc"], ESC), "CHATe"], ESC),
            "CHATd",
        ],
        ESC,
    )
    assert text == f"CHATa\\{ESC}CHATb\\\\{ESC}CHATc\\{ESC}CHATe{ESC}CHATd"
    found = decode_commands(text)
    assert [(entry.depth, entry.command.text) for entry in found] == [
        (0, "a"),
        (1, "b"),
        (2, "c"),
        (1, "e"),
        (0, "d"),
    ]
    assert encode_commands(found) == text


def test_a_null_command_may_have_others_below_it():
    # the engine writes so: nothing, then what belongs to it; two levels down it needs quotes
    entries = [
        Entry(BeginSave()),
        Entry(Null()),
        Entry(Null(), 1),
        Entry(Null(), 2),
        Entry(Chat("x"), 3),
    ]
    text = encode_commands(entries)
    assert list(decode_commands(text)) == entries


LINE = st.text(st.sampled_from("\\',;/|\tab"), max_size=8).map(lambda text: text.rstrip("\\"))
COMMANDS = st.one_of(
    st.builds(Chat, LINE),
    st.builds(AddPiece, LINE, LINE, LINE),
    st.builds(ChangePiece, LINE, LINE, st.none() | LINE),
    st.builds(SetProperty, LINE, LINE, LINE, st.none() | LINE),
    st.builds(RestoreProperty, LINE, LINE, st.none() | LINE),
    st.builds(AddPlayer, LINE, LINE, LINE),
    st.just(Null()),
    st.just(EndSave()),
)


@st.composite
def _trees(draw):
    entries = []
    depth = -1
    for command in draw(st.lists(COMMANDS, min_size=1, max_size=8)):
        depth = draw(st.integers(0, depth + 1))
        entries.append(Entry(draw(st.sampled_from([command, Logged(command)])), depth))
    return entries


@given(_trees())
def test_reading_undoes_writing(entries):
    text = encode_commands(entries)
    assert list(decode_commands(text, keep_player_ids=True)) == entries


@given(st.text(st.sampled_from("\x1b\\'/\tLOGCHAT+M"), max_size=30))
def test_any_text_comes_back_as_it_was(text):
    found = decode_commands(text, keep_player_ids=True)
    assert encode_commands(found) == text


def test_odd_writing_is_kept_only_when_ids_are():
    text = "CHATa" + ESC + "'+/1/stack/x/'"  # nobody needs these quotes
    kept = decode_commands(text, keep_player_ids=True)
    assert kept[1].verbatim == "'+/1/stack/x/'"
    assert encode_commands(kept) == text
    assert all(entry.verbatim is None for entry in decode_commands(text))


def _nested(depth):
    text = "CHATx"
    for _ in range(depth):
        text = sequence.encode(["CHATx", text], ESC)
    return text


def test_depth_of_a_thousand_is_read_without_recursion():
    found = decode_commands(_nested(990))
    assert max(entry.depth for entry in found) == 989
    assert len(repr(found)) > 990
    assert encode_commands(found) == _nested(990)


def test_deeper_is_refused():
    with pytest.raises(VassalError, match="nested more than 1000 deep"):
        decode_commands("CHATx" + ESC + _nested(1_100).replace(ESC, "\\" + ESC))


def test_too_many_commands_are_refused():
    with pytest.raises(VassalError, match="more than"):
        decode_commands(ESC * 2_000_001)


def test_what_the_format_can_t_hold_is_refused():
    with pytest.raises(SequenceError, match="27"):
        encode_commands([Entry(Chat(f"a{ESC}b"))])
    with pytest.raises(SequenceError, match="backslash"):
        encode_commands([Entry(Chat("C:\\")), Entry(Chat("b"))])
    with pytest.raises(VassalError, match="depth 0"):
        encode_commands([Entry(Chat("a"), 1)])
    with pytest.raises(VassalError, match="too deep"):
        encode_commands([Entry(Chat("a")), Entry(Chat("b"), 2)])
    assert encode_commands([]) == ""


def test_a_long_log_is_read_in_linear_time():
    step = f"LOG\tM/1/A/1/2/null/A/3/4/null/pw\\{ESC}LOG\tCHAT* moved"
    text = ESC.join(["begin_save", "PLAYER\tpw\tAnn\tRed", "end_save", *[step] * 20_000])
    start = time.perf_counter()
    found = decode_commands(text)
    assert len(found) == 40_003
    assert time.perf_counter() - start < 5
