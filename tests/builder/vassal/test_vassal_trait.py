"""Traits: their fields as the engine writes them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.errors import SequenceError, VassalError
from builder.vassal import changer, keystroke
from builder.vassal.trait import (
    BasicPiece,
    CalculatedProperty,
    Clone,
    Deck,
    Delete,
    DynamicProperty,
    Footprint,
    FreeRotate,
    GlobalHotkey,
    GlobalKeyCommand,
    Hidden,
    Label,
    Layer,
    Marker,
    Mask,
    Mat,
    MatCargo,
    MovementMark,
    NonStacking,
    OldLayer,
    OldShape,
    PropertySheet,
    Prototype,
    RawTrait,
    Report,
    Restricted,
    Rotate,
    SendTo,
    SetGlobalProperty,
    Stack,
    Submenu,
    Trigger,
    UnknownTrait,
    parse_trait,
)

# trait, type string, state string; fields in the order of vassal.md section 5.1
TABLE = [
    (BasicPiece("a.png", "1 Inf"), "piece;;;a.png;1 Inf", "null;0;0;;0"),
    (
        # map; x; y; gpid; number of pairs; pairs
        BasicPiece("a;b.png", "", "9", "Main Map", 300, -1, (("OldX", "1"), ("OldMap", ""))),
        r"piece;;;a\;b.png;",
        "Main Map;300;-1;9;2;OldX;1;OldMap;",
    ),
    (Stack("Main Map", 3, 4, ("1", "2"), 0), "stack", "Main Map;3;4;1;2;@@0"),
    (Stack(), "stack", "null;0;0;@@-1"),
    (Stack(layer=None), "stack", "null;0;0"),
    (Marker(("Side", "A,B"), ("Red", "x;y")), r"mark;Side,A\,B", "Red,x;y"),
    (Marker(("Side",), ("",)), "mark;Side", ""),
    (Prototype("Unit"), "prototype;Unit", ""),
    (
        # name; constraints numeric,min,max,wrap; commands menu:key:changer; description
        DynamicProperty(
            "Hits",
            changer.whole_number(0, 4),
            (
                changer.menu_command("Hit", keystroke.key("H"), changer.increment("1")),
                changer.menu_command("", keystroke.named("heal"), changer.assign("{A,B}")),
            ),
            value="2",
        ),
        r"PROP;Hits;true,0,4,false;Hit:72\,130:I\,1,:57348\,0\,heal:P\,{A\\,B};",
        "2",
    ),
    (
        Layer(
            images=("a.png", "b.png"),
            names=("", "+ reduced"),
            name="Step",
            increase_menu="Flip",
            increase_key="73,130",
            reset_key="82,130",
            level="2",
        ),
        (
            # activate: menu;128;A  up: menu;128;key  down: menu;128;key  reset: menu;key;level
            "emb2;;128;A;Flip;128;;;128;;;82,130;1;"
            # under selected;x;y;images;names;loop;name;random key;random menu
            "false;0;0;a.png,b.png;,+ reduced;true;Step;;;"
            # follow;property;first value;version;always active;activate;up;down;description;scale
            "false;;1;1;true;;73,130;;;1.0"
        ),
        "2",
    ),
    (
        Label(text="$Strength$", description="d"),
        # key;menu;size;bg;fg;v;vOff;h;hOff;vJust;hJust;format;font;style;rotate;property;desc
        "label;;;10;;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;d",
        "$Strength$",
    ),
    (
        Label(always_use_format=True),
        "label;;;10;;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;true",
        "",
    ),
    (MovementMark("m.png", 24, -24), "markmoved;m.png;24;-24;Mark Moved;77,130;", "false"),
    (
        Footprint(),
        "footprint;84,130;Movement Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;",
        "false;;0",
    ),
    (
        Report((keystroke.key("I"), keystroke.named("x")), "* $PieceName$"),
        r"report;73\,130,57348\,0\,x;* $PieceName$;;;",
        "-1",
    ),
    (Report(("73,130",), "f", no_suppress=True), r"report;73\,130;f;;;;true", "-1"),
    (Delete("Eliminate"), "delete;Eliminate;68,130;", ""),
    (Clone(), "clone;Clone;67,130;", ""),
    (
        Trigger("Both", "Hit twice", "72,195", action_keys=("57348,0,hit", "57348,0,hit")),
        (
            # name;menu;key;match;watched;pressed
            r"macro;Both;Hit twice;72,195;;;57348\,0\,hit,57348\,0\,hit;"
            # loop;pre;post;type;while;until;count;index;property;start;step
            "false;;;counted;;;;false;;1;1"
        ),
        "",
    ),
    (CalculatedProperty("S", '{If(A==1,"x;y",2)}'), r'calcProp;S;{If(A==1,"x\;y",2)};', ""),
    (
        SetGlobalProperty("VP", "true,0,9,false", ("Up:86,130:I,1",)),
        r"setprop;VP;true,0,9,false;Up:86\,130:I\,1;;Current Zone/Current Map/Module;",
        "",
    ),
    (
        GlobalKeyCommand("All", "71,195", "57348,0,hit", '{Side=="Blue"}'),
        'globalkey;All;71,195;57348,0,hit;{Side=="Blue"};false;1;true;true;;;-1;',
        "",
    ),
    (GlobalHotkey("Go", "72,130", "57348,0,go"), "globalhotkey;Go;72,130;57348,0,go;", ""),
    (NonStacking("g", "I", "L", "d"), "immob;g;I;L;d", ""),
    (Submenu("Combat", ("Hit", "A, B")), r"submenu;Combat;Hit,A\, B;", ""),
    (
        SendTo("Home", "69,130", "Tracks", destination="R", region="Turn 2", zone="Turns"),
        # menu;key;map;board;x;y;back;key;xIdx;yIdx;xOff;yOff;desc;dest;zone;region;filter;grid
        "sendto;Home;69,130;Tracks;;0;0;;;0;0;1;1;;R;Turns;Turn 2;;",
        ";;",
    ),
    (
        Mask("79,130", "back.png", style="B", state="Red;false|0"),
        "obs;79,130;back.png;Mask;B;?;side:;Peek;;true",
        "Red;false|0",
    ),
    (Hidden(access="sides:Red"), "hide;73,130;Invisible;;sides:Red;0.3;", "null"),
    (Restricted(("Red", "Blue"), owner="P1"), "restrict;Red,Blue;false;true;", "P1"),
    (
        Rotate(6, name="Facing", facing="3"),
        "rotate;6;93,130;91,130;Rotate CW;Rotate CCW;;;Facing;",
        "3",
    ),
    (UnknownTrait("zzTrait;a;b", "?"), "zzTrait;a;b", "?"),
    (
        FreeRotate("90,130", "Rotate", degrees="45.0"),
        "rotate;1;90,130;Rotate;;;;",
        "45.0",
    ),
    (
        Rotate(
            direct_key="57348,0,face", direct_menu="Face", direct_facing="3", direct_is_facing=True
        ),
        "rotate;6;93,130;91,130;Rotate CW;Rotate CCW;;;;;57348,0,face;Face;3;true",
        "0",
    ),
    (Mat("Ship", state="2;11;12"), "mat;Ship;", "2;11;12"),
    (MatCargo(mat="5"), "matPiece;;true;0;0", "5"),
    (OldShape("m,1,2,l,3,4,c"), "nonRect;m,1,2,l,3,4,c", ""),
    (
        OldLayer(
            "A;Back;R;1", "Flip", "]", "Up", "[", "Down", 1, -2, ("a.gif,First", "b.gif"), "-1"
        ),
        r"emb;A\;Back\;R\;1;Flip;];Up;[;Down;1;-2;a.gif,First;b.gif",
        "-1",
    ),
    (
        # title; menu; letter; commit; red; green; blue; key; description
        PropertySheet("0HP~1Notes", state="3~none"),
        "propertysheet;0HP~1Notes;Property Sheet;;0;;;;80,130;",
        "3~none",
    ),
    (
        Deck(
            count_expressions=("n:{true}",),
            name="Events",
            map="Cards",
            x=10,
            y=20,
            face_down=True,
            members=("7", "8"),
        ),
        (
            "deck;true;0,0,0;40;40;Always;Always;true;true;true;;;;Events;;;;false;false;;;10;"
            "n:{true};false;;false;;$BasicName$;;false;;Shuffle;Reverse;;Draw multiple cards;"
            "Draw specific cards;Face up;Face down"
        ),
        "Cards;10;20;true;7,8",
    ),
    (UnknownTrait("", ""), "", ""),
]


@pytest.mark.parametrize(("trait", "type_text", "state"), TABLE)
def test_table_is_written(trait, type_text, state):
    assert trait.encode() == RawTrait(type_text, state)


@pytest.mark.parametrize(("trait", "type_text", "state"), TABLE)
def test_table_is_read(trait, type_text, state):
    assert parse_trait(RawTrait(type_text, state)) == trait


def _engine_defaults(shared, version):
    text = (shared / "formats" / f"attributes-{version}.txt").read_text(encoding="utf-8")
    found = re.findall(
        r"^   type  (.*)\n   state (.*)$", text.split("#### TRAITS")[1], re.MULTILINE
    )
    assert len(found) > 30
    return [RawTrait(kind, state) for kind, state in found]


@pytest.mark.parametrize("version", ["3.6", "3.7"])
def test_what_each_engine_writes_survives_unchanged_and_every_field_has_a_name(shared, version):
    for raw in _engine_defaults(shared, version):
        trait = parse_trait(raw)
        assert not isinstance(trait, UnknownTrait)
        assert getattr(trait, "tail", ()) == ()
        if raw.type.count(";") == 24 and raw.kind == "emb2":
            continue  # the old form of a layer, which is completed
        assert trait.encode() == raw


def test_short_old_forms_are_completed_with_what_they_meant():
    mask = parse_trait(RawTrait("obs;M;back.png;Mask", "null"))
    assert (mask.access, mask.auto_peek, mask.style) == ("player:", False, "I")
    hidden = parse_trait(RawTrait("hide;I;Invisible;255,255,255", "null"))
    assert hidden.access == "player:"
    layer = parse_trait(RawTrait("emb2;A;2;X;B;2;Y;C;2;Z;;;1;false;0;0;a.png;", "-1;"))
    assert (layer.version, layer.images, layer.level) == (0, ("a.png",), "-1;")
    piece = parse_trait(RawTrait("piece;;;a.png;A", "Map;1;2;9"))  # before 3.4
    assert (piece.map, piece.x, piece.y, piece.gpid, piece.saved) == ("Map", 1, 2, "9", ())
    assert parse_trait(RawTrait("mark;A,B", "1")) == Marker(("A", "B"), ("1", ""))
    assert parse_trait(RawTrait("stack", "null")) == Stack(layer=None)


def test_longer_newer_forms_are_kept():
    raw = RawTrait("delete;Delete;68,130;desc;new;newer", "state")
    trait = parse_trait(raw)
    assert trait.tail == ("new", "newer")
    assert trait.encode() == raw
    piece = RawTrait("piece;;;a;b;new", "Map;1;2;9;1;k;v;new")
    assert parse_trait(piece).encode() == piece


def test_damaged_numbers_become_the_default_as_in_vassal():
    trait = parse_trait(RawTrait("markmoved;a.png;left;9999999999999;Menu;key", "x"))
    assert (trait.x, trait.y) == (0, 0)
    piece = parse_trait(RawTrait("piece", "Map;x;y;g;many;k"))
    assert (piece.x, piece.y, piece.saved, piece.state_tail) == (0, 0, (), ("k",))


def test_the_name_of_a_key_stroke_has_no_comma():
    # the engine read "57348,0,x, y" as the name x
    with pytest.raises(VassalError, match="comma"):
        keystroke.named("x, y")


@given(st.text("\\',;/|\t:ab1", max_size=30), st.text("\\',;/|\t:ab1@", max_size=30))
@pytest.mark.parametrize("kind", [row[1].partition(";")[0] for row in TABLE])
def test_anything_is_read(kind, rest, state):
    assert parse_trait(RawTrait(f"{kind};{rest}", state)) is not None


WORD = st.text("\\',;/|\t:ab ", max_size=8).map(lambda text: text.rstrip("\\"))


@given(WORD, WORD, st.lists(WORD.filter(bool), max_size=4).map(tuple), WORD)
def test_any_text_survives_in_any_field(name, menu, keys, expression):
    for trait in (
        Trigger(name, menu, expression, menu, keys, keys),
        Label(key=name, menu=menu, name_format=expression, text=menu),
        CalculatedProperty(name, expression, menu),
        BasicPiece(name, menu, "1", "M" + expression, 1, 2, ((name, menu),)),
        Stack("M" + name, 1, 2, keys),
        Marker((name, menu), (expression, menu)),
    ):
        assert parse_trait(trait.encode()) == trait


def test_what_the_format_can_t_hold_is_refused():
    with pytest.raises(SequenceError):
        Delete("Delete\\").encode()
    with pytest.raises(VassalError, match="one value for each name"):
        Marker(("A", "B"), ("1",)).encode()
    with pytest.raises(VassalError, match="markmoved: a field is left out"):
        MovementMark(true_key="77,130").encode()


def test_owners():
    assert Mask().owner is None
    assert Mask(state="Red;false|0").owner == "Red"
    assert Hidden().owner is None
    assert Hidden(state="P1").owner == "P1"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (keystroke.key("D"), "68,130"),
        (keystroke.key("A", keystroke.Modifier.CTRL_SHIFT), "65,195"),
        (keystroke.key(127, keystroke.Modifier.NONE), "127,0"),
        (keystroke.named("takeLoss"), "57348,0,takeLoss"),
        (keystroke.keys(), ""),
        (keystroke.keys("73,130", "82,130"), r"73\,130,82\,130"),
        (changer.assign("a,b"), r"P,a\,b"),
        (changer.increment("-1"), "I,-1"),
        (changer.prompt("How many?"), "R,How many?"),
        (changer.choose("Which?", "1", "2,3"), r"E,Which?,1\,2\\,3"),
        (changer.whole_number(0, 9, wrap=True), "true,0,9,true"),
        (changer.menu_command("a:b", "72,130", "I,1"), r"a\:b:72,130:I,1"),
    ],
)
def test_small_encodings(written, expected):
    assert written == expected
