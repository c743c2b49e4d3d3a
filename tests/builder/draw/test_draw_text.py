from fractions import Fraction

import pytest

from builder.draw.canvas import Label, text_box
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


@pytest.mark.parametrize(
    ("value", "text"),
    [("0", "0"), ("1/2", "½"), ("3/2", "1½"), ("7/4", "1¾"), ("4", "4"), ("1/3", "1/3")],
)
def test_fractions(value, text):
    assert fraction_text(Fraction(value)) == text
