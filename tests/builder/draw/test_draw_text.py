from fractions import Fraction

import pytest

from builder.draw.canvas import Label, text_box
from builder.draw.lettering import written
from builder.draw.text import Font, Fonts, fraction_text
from builder.errors import DrawError

FACES = ["narrow", "narrow-bold", "bold", "serif-italic", "serif-bold"]
CYRILLIC = "".join(map(chr, range(0x410, 0x450))) + "Ёё"


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize(
    "text", ["äöüßÄÖÜ", CYRILLIC, "ABCXYZabcxyz0123456789½¼¾()/\u2013—.,+"], ids=["de", "ru", "en"]
)
def test_every_face_has_the_letters(style, face, text):
    style.fonts.check(text, face)


def test_a_missing_letter_is_an_error(style):
    with pytest.raises(DrawError, match=r"PTS75F\.ttf has no '漢'"):
        style.fonts.check("ab漢", "bold")
    with pytest.raises(DrawError):  # not only the first time
        style.fonts.check("漢", "bold")


def test_a_missing_face_or_file_is_an_error(style, tmp_path):
    with pytest.raises(DrawError, match="'gothic'"):
        style.fonts.width("a", Font("gothic", 12))
    with pytest.raises(DrawError, match="missing"):
        Fonts(tmp_path, {"bold": "nothing.ttf"})
    (tmp_path / "noise.ttf").write_bytes(b"no font" * 99)
    with pytest.raises(DrawError, match=r"noise\.ttf"):
        Fonts(tmp_path, {"bold": "noise.ttf"}).width("a", Font("bold", 12))


def test_text_box_turns_with_its_text(style):
    flat = Label("HHHH", (100, 100), Font("bold", 20), (0, 0, 0, 255))
    left, top, right, bottom = text_box(flat, style.fonts)
    assert left + right == pytest.approx(200, abs=1)
    assert top + bottom == pytest.approx(200, abs=1)
    upright = Label("HHHH", (100, 100), Font("bold", 20), (0, 0, 0, 255), angle=90)
    left2, top2, right2, bottom2 = text_box(upright, style.fonts)
    assert right2 - left2 == pytest.approx(bottom - top)
    assert bottom2 - top2 == pytest.approx(right - left)


BOX = (10.0, 20.0, 50.0, 40.0)


@pytest.mark.parametrize("text", ["1", "10", "(1)", "1½", "236TB", "Velikiye Luki", "–", "gÄ"])  # noqa: RUF001
@pytest.mark.parametrize("anchor", ["l", "m", "r"])
@pytest.mark.parametrize("height", [3.0, 12.0, 90.0])
def test_what_is_written_in_a_cell_stays_in_it(style, text, anchor, height):
    black = (0, 0, 0, 255)
    label = written(style.fonts, text, BOX, height, face="bold", colour=black, anchor=anchor)
    left, top, right, bottom = text_box(label, style.fonts)
    assert left >= BOX[0] - 1e-6
    assert right <= BOX[2] + 1e-6
    assert top >= BOX[1] - 0.6  # letters below or above capitals only move up, they aren't cut
    assert bottom <= BOX[3] + 0.6
    assert style.fonts.cap_height(label.font) <= height + 1e-6
    if anchor == "m":
        assert (left + right) / 2 == pytest.approx(30, abs=1e-6)
    else:
        assert (left if anchor == "l" else right) == pytest.approx(
            BOX[0] if anchor == "l" else BOX[2]
        )


@pytest.mark.parametrize(
    ("value", "text"),
    [("0", "0"), ("1/2", "½"), ("3/2", "1½"), ("7/4", "1¾"), ("4", "4"), ("1/3", "1/3")],
)
def test_fractions(value, text):
    assert fraction_text(Fraction(value)) == text
