"""What a cell of an owner's sheet means, whatever a spreadsheet has made of it.

Every figure is brought to one form (``0,5``, ``.5``, ``1/2`` and ``½`` all become ``0.5``), so
that an overlay's digest depends on what was put in, not on who saved it how.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from fractions import Fraction

from builder.hexgrid import Direction
from builder.model.map_files import PLACE_KINDS

__all__ = ["NONE", "CellError", "exits", "hex_number", "is_date", "plain", "readers"]

NONE = "none"
"""Stands in a sheet for a figure that the counter doesn't have, or for no exits, no name."""

_NONES = frozenset({"-", "--", "\N{EN DASH}", "\N{EM DASH}", "\N{MINUS SIGN}", NONE})
_YES = frozenset({"yes", "y", "true", "x", "1"})
_NO = frozenset({"no", "n", "false", "0"})
_MONTHS = (
    "jan|feb|f\xe9v|fev|m\xe4r|mrz|mar|apr|avr|abr|mai|may|mag|jun|jui|giu|jul|lug|aug|ago|ao\xfb"
    "|sep|set|oct|okt|ott|nov|dec|dez|d\xe9c|dic|ene|gen"
)
_DATE = re.compile(
    rf"\d{{1,4}}[-. /]+(?:{_MONTHS})[a-z\xe0-\xff]*\.?(?:[-. /]+\d{{2,4}})?"
    rf"|(?:{_MONTHS})[a-z\xe0-\xff]*\.?[-. /]+\d{{1,4}}"
    r"|\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[ T]\d.*)?",
    re.IGNORECASE | re.ASCII,
)
_SERIAL = re.compile(
    r"[2-6]\d{4}", re.ASCII
)  # a day between 1954 and 2091 as spreadsheets count them
_WHOLE = re.compile(r"\d{1,6}", re.ASCII)
_DECIMAL = re.compile(r"(\d{0,4})[.,](\d{1,6})", re.ASCII)
_PARTS = re.compile(r"(?:(\d{1,4})\s+)?(\d{1,4})\s*[/\u2044]\s*(\d{1,4})", re.ASCII)
_HEX = re.compile(r"(?:hex|h)?[\s'#]*(\d{3,4})(?:[.,]0+)?", re.IGNORECASE | re.ASCII)
_PLACE = re.compile(r"([^()]*[^() ]) ?(?:\(([a-z]+)\))?", re.IGNORECASE)
_WAY = re.compile(r"([^()]*)(?:\(([^()]*)\))?")
_BREAK = re.compile(r"[\s,;/+|]+")
_DATED = (
    "a spreadsheet made a date of it; type it with an apostrophe in front, or format the column "
    "as text first"
)


class CellError(Exception):
    """A cell that can't be read: what is wrong and what to do. Never leaves the package."""

    def __init__(self, text: str, hint: str) -> None:
        """Keep both."""
        super().__init__(text)
        self.text, self.hint = text, hint


def plain(text: str) -> str:
    r"""Return a cell without odd blanks, and without the apostrophe that marks text.

    >>> plain(" 1/5\xa0"), plain("'1/5"), plain('="0101"')
    ('1/5', '1/5', '0101')
    """
    text = " ".join(text.split())
    if text.startswith('="') and text.endswith('"'):
        return text[2:-1]
    return text.removeprefix("'")


def is_date(text: str) -> bool:
    """Tell whether a spreadsheet made a date of what was typed, in whatever language.

    >>> [is_date(text) for text in ("05-Jan", "1. Mai", "2026-05-01", "1/5", "3 Sec")]
    [True, True, True, False, False]
    """
    return bool(_DATE.fullmatch(text))


def hex_number(text: str) -> str:
    """Return the printed number of a hex, with the zero that a spreadsheet dropped.

    Raises:
        CellError: It is none.

    >>> hex_number("hex 0101"), hex_number("101"), hex_number("2123.0")
    ('0101', '0101', '2123')
    """
    found = _HEX.fullmatch(text)
    if not found:
        raise CellError(f"{text!r:.40} is no hex number", "such as 0412, column first")
    return found[1].zfill(4)


def _number(text: str) -> Fraction | None:
    """Return a number as printed or as a spreadsheet writes it, ``None`` if it is none."""
    whole, last = text[:-1].strip(), text[-1:]
    if last and not last.isascii() and unicodedata.category(last) == "No":
        part = Fraction(unicodedata.numeric(last)).limit_denominator(16)
        if part >= 1 or not (_WHOLE.fullmatch(whole) or not whole):
            return None
        return Fraction(whole or 0) + part
    if _WHOLE.fullmatch(text):
        return Fraction(text)
    if found := _DECIMAL.fullmatch(text):
        return Fraction(f"{found[1] or 0}.{found[2]}")
    if (found := _PARTS.fullmatch(text)) and int(found[3]):
        return Fraction(int(found[1] or 0)) + Fraction(int(found[2]), int(found[3]))
    return None


def _shown(value: Fraction) -> str:
    """Return a number in its one form: decimal if that is exact in four digits."""
    scaled = value * 10_000
    if scaled.denominator != 1 or value.denominator == 1:
        return str(value)
    return f"{int(scaled) / 10_000:.4f}".rstrip("0")


def _whole(text: str) -> str:
    """Read a whole number."""
    value = _number(text)
    if value is None or value.denominator != 1:
        raise _odd(text, "no whole number", "a number such as 4")
    return str(value)


def _factor(text: str) -> str:
    """Read a factor; a dash is 0.

    >>> [_factor(text) for text in ("1/2", "0,5", "½", "1½", "1 1/2", "4.0", "1/3", "-")]
    ['0.5', '0.5', '0.5', '1.5', '1.5', '4', '1/3', '0']
    """
    if text.lower() in _NONES:
        return "0"
    value = _number(text)
    if value is None:
        raise _odd(text, "no number", "such as 3, 1/2 or 0.5")
    return _shown(value)


def _combat(text: str) -> str:
    """Read a factor that may be in parentheses, of which spreadsheets make a minus.

    >>> [_combat(text) for text in ("2", "(1)", "-1", "(1/2)", "-0,5")]
    ['2', '(1)', '(1)', '(0.5)', '(0.5)']
    """
    if text.startswith("(") and text.endswith(")"):
        return f"({_factor(text[1:-1].strip())})"
    if len(text) > 1 and text[0] in "-\N{MINUS SIGN}" and text.lower() not in _NONES:
        return f"({_factor(text[1:].strip())})"
    return _factor(text)


def _or_none(read: Callable[[str], str]) -> Callable[[str], str]:
    """Let a figure be absent from a counter."""
    return lambda text: NONE if text.lower() in _NONES else read(text)


def _id(text: str) -> str:
    """Read the id of a unit: every unit has one."""
    if text.lower() in _NONES:
        raise CellError(f"{text!r:.40} is no id", "what stands on the counter, such as I/138")
    return _name(text)


def _name(text: str) -> str:
    """Read an id as on a counter."""
    if is_date(text) or _SERIAL.fullmatch(text):
        raise CellError(f"{text!r:.40} was no date when it was typed", _DATED)
    return text


def _word(text: str) -> str:
    """Read a word."""
    return text


def _defence(text: str) -> str:
    """Read a defence: a letter, or the number of an AFV."""
    value = _number(text)
    return str(value) if value is not None and value.denominator == 1 else text.upper()


def _flag(text: str) -> str:
    """Read yes or no."""
    word = text.lower()
    if word not in _YES | _NO:
        raise CellError(f"{text!r:.40} is neither yes nor no", "yes or no")
    return "yes" if word in _YES else "no"


def _sides(text: str) -> str:
    """Read sides of a hex, in their order round it.

    >>> _sides("se, n"), _sides("-")
    ('N SE', 'none')
    """
    if text.lower() in _NONES:
        return NONE
    typed = [word for word in _BREAK.split(text) if word]
    for word in typed:
        if word.upper() not in Direction.__members__:
            hint = "sides are N NE SE S SW NW, with blanks between; none for none at all"
            raise CellError(f"{word!r:.20} is no side of a hex", hint)
    words = {word.upper() for word in typed}
    return " ".join(side.name for side in Direction if side.name in words)


def _exits(text: str) -> str:
    """Read the sides that a way crosses, and its name if it is given in parentheses.

    >>> _exits("s N"), _exits("N S (Old Creek)"), _exits("-")
    ('N S', 'N S (Old Creek)', 'none')
    """
    found = _WAY.fullmatch(text)
    if not found:
        raise CellError(f"{text!r:.40} are no sides", "sides first, then a name in parentheses")
    sides, name = _sides(found[1] or NONE), (found[2] or "").strip()
    return f"{sides} ({name})" if name and sides != NONE else sides


def exits(value: str) -> tuple[list[str], str]:
    """Return the sides and the name of a way, from a cell that has been read.

    >>> exits("N S (Old Creek)"), exits("none")
    ((['N', 'S'], 'Old Creek'), ([], ''))
    """
    sides, _, name = value.partition(" (")
    return ([] if sides == NONE else sides.split()), name.removesuffix(")")


def _places(text: str) -> str:
    """Read the names that stand in a hex, with ``;`` between, each with its kind or without.

    >>> _places("Kupui (town);Kupui(Lake)"), _places("Botowo"), _places("-")
    ('Kupui (town); Kupui (lake)', 'Botowo', 'none')
    """
    if text.lower() in _NONES:
        return NONE
    return "; ".join(_place(part) for each in text.split(";") if (part := each.strip()))


def _place(text: str) -> str:
    """Read one name and its kind."""
    found = _PLACE.fullmatch(text)
    kind = (found[2] or "").lower() if found else ""
    if not found or (kind and kind not in PLACE_KINDS):
        hint = f"a name, then its kind in parentheses if need be: {', '.join(PLACE_KINDS)}"
        raise CellError(f"{text!r:.40} is no place of a known kind", hint)
    return f"{found[1]} ({kind})" if kind else found[1]


def _odd(text: str, what: str, hint: str) -> CellError:
    """Return the error about what should be a number."""
    if is_date(text):
        return CellError(
            f"{text!r:.40} was no date when it was typed",
            "a spreadsheet made a date of a fraction; type 0.5 or 0,5, or format the cell as text",
        )
    return CellError(f"{text!r:.40} is {what}", hint)


readers: Mapping[str, Callable[[str], str]] = {
    "formation": _or_none(_name),
    "unit": _id,
    "type": _word,
    "size": str.upper,
    "strength": _whole,
    "mobility": str.upper,
    "support": _or_none(_factor),
    "range": _or_none(_whole),
    "barrage": _or_none(_factor),
    "antitank": _factor,
    "combat": _combat,
    "morale": _whole,
    "defence": _defence,
    "count": _whole,
    "terrain": str.lower,
    "high": _flag,
    "lake full": _sides,
    "lake partial": _sides,
    "slope down": _sides,
    "river": _exits,
    "creek": _exits,
    "rail": _exits,
    "road": _exits,
    "name": _places,
}
"""How the cells of each column are read, columns in the order of the two sheets."""
