"""``moduledata``, ``savedata`` and the build file: XML in and out."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.errors import VassalError
from builder.vassal import ModuleData, SaveData, buildfile

MODULE = ModuleData("Game & <Co>", "1.0", "3.5.8", "A game", 1_700_000_000_000)
XML_TEXT = st.text(
    st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\ufffe\uffff")
)

BOMB = b"""<?xml version="1.0"?><!DOCTYPE data [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>
<data><name>&b;</name></data>"""
OUTSIDE = (
    b"""<!DOCTYPE data [<!ENTITY e SYSTEM "file:///etc/hostname">]><data><name>&e;</name></data>"""
)
WIDE = (
    '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE data [<!ENTITY a "b">]><data>&a;</data>'
).encode("utf-16")


def test_moduledata_is_written():
    assert MODULE.encode().decode() == (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<data version="1">\n'
        "  <version>1.0</version>\n"
        "  <extra1></extra1>\n"
        "  <extra2></extra2>\n"
        "  <VassalVersion>3.5.8</VassalVersion>\n"
        "  <dateSaved>1700000000000</dateSaved>\n"
        "  <description>A game</description>\n"
        "  <name>Game &amp; &lt;Co&gt;</name>\n"
        "</data>\n"
    )


def test_what_engines_write_is_read():
    text = (
        b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<data version="1">'
        b"<version/><VassalVersion>3.6.0-SNAPSHOT-9a37405aa</VassalVersion>"
        b"<dateSaved>1795993182711</dateSaved></data>"
    )
    assert SaveData.parse(text) == SaveData("", "3.6.0-SNAPSHOT-9a37405aa", "", 1795993182711)
    assert ModuleData.parse(text).name == ""


def test_translations_are_not_taken_for_the_name():
    text = b'<data><name lang="de">Spiel</name><name>Game</name><name>Other</name></data>'
    assert ModuleData.parse(text).name == "Game"


@pytest.mark.parametrize("date", ["", "abc", "1e9", "9" * 30, "\u0661\u0662"])
def test_a_date_that_is_none(date):
    text = f"<data><dateSaved>{date}</dateSaved></data>".encode()
    assert SaveData.parse(text).date_saved is None


@given(XML_TEXT, XML_TEXT, st.none() | st.integers(-1, 10**15))
def test_reading_undoes_writing(name, description, date):
    module = ModuleData(name, "1", "3.5.8", description, date, "x", "y")
    assert ModuleData.parse(module.encode()) == module
    save = SaveData("1", "3.7.26", description, date)
    assert SaveData.parse(save.encode()) == save


@pytest.mark.parametrize("data", [BOMB, OUTSIDE, WIDE])
@pytest.mark.parametrize("read", [ModuleData.parse, SaveData.parse, buildfile.parse])
def test_document_types_are_refused(read, data):
    with pytest.raises(VassalError, match="document type"):
        read(data)


@pytest.mark.parametrize("data", [b"", b"<data>", b"<data>&nbsp;</data>", b"<a>&#27;</a>", b"\xff"])
@pytest.mark.parametrize("read", [ModuleData.parse, buildfile.parse])
def test_broken_xml_is_refused(read, data):
    with pytest.raises(VassalError, match="not well-formed"):
        read(data)


def test_other_xml_is_refused():
    with pytest.raises(VassalError, match="<data>"):
        ModuleData.parse(b"<html/>")


def test_huge_metadata_is_refused():
    with pytest.raises(VassalError, match="larger than"):
        ModuleData.parse(b"<data>" + b" " * 1024 * 1024 + b"</data>")


def test_deep_xml_is_refused():
    with pytest.raises(VassalError):
        buildfile.parse(b"<a>" * 100_000 + b"</a>" * 100_000)


def test_control_characters_are_not_written():
    with pytest.raises(VassalError, match="control character"):
        ModuleData("a\x1bb", "1").encode()
    with pytest.raises(VassalError, match="can't hold"):
        buildfile.element("a", text="\x1b")
    with pytest.raises(VassalError, match="can't hold"):
        buildfile.element("a", name="\0")


def test_an_element_is_written():
    inner = buildfile.element("entry", text="A < B")
    root = buildfile.element(
        buildfile.HEX_GRID,
        inner,
        x0=40,
        dx=Fraction(105, 2),
        dy=Decimal("60.0"),
        visible=True,
        sideways=False,
        color=buildfile.colour(1, 2, 3),
        global_="Always",
        absent=None,
    )
    assert buildfile.encode(root).decode() == (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        "<VASSAL.build.module.map.boardPicker.board.HexGrid"
        ' x0="40" dx="52.5" dy="60.0" visible="true" sideways="false" color="1,2,3"'
        ' global="Always">\n'
        "  <entry>A &lt; B</entry>\n"
        "</VASSAL.build.module.map.boardPicker.board.HexGrid>\n"
    )


def test_tabs_and_newlines_in_texts_survive():
    root = buildfile.element("a", text="mark;x\tlabel;\\\tpiece", note="a\tb\nc")
    read = buildfile.parse(buildfile.encode(root))
    assert read.text == "mark;x\tlabel;\\\tpiece"
    assert read.get("note") == "a\tb\nc"


def test_a_third_has_no_decimal_form():
    with pytest.raises(VassalError, match="1/3"):
        buildfile.element("a", dx=Fraction(1, 3))


@given(st.dictionaries(st.sampled_from("abcdef"), XML_TEXT), XML_TEXT)
def test_attributes_and_text_survive(attributes, text):
    read = buildfile.parse(buildfile.encode(buildfile.element("x", text=text, **attributes)))
    assert dict(read.attrib) == attributes
    assert (read.text or "") == text
