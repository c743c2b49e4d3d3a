"""Fractions in charts: one character in the text, and drawn all alike whatever a font has.

>>> [fraction_sign(Fraction(n, 6)) for n in (0, 1, 2, 3, 9, 12)]
['0', '⅙', '⅓', '½', '1½', '2']
>>> fraction_parts("1⅒ MP")
[('1', False), ('1/10', True), (' MP', False)]
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

__all__ = ["fraction_parts", "fraction_sign"]

_SIGNS = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"
_BY_VALUE = {Fraction(unicodedata.numeric(sign)).limit_denominator(10): sign for sign in _SIGNS}
_FRACTION = re.compile(f"([{_SIGNS}])")


def fraction_sign(value: Fraction) -> str:
    """Return a number with the sign of its fraction; ``n/d`` for one that has no sign."""
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    head = str(whole) if whole else ""
    return head + _BY_VALUE[rest] if rest in _BY_VALUE else f"{head} {rest}".strip()


def fraction_parts(text: str) -> list[tuple[str, bool]]:
    """Return a text in parts: fractions as ``n/d``, and what stands between them."""
    parts = [part for part in _FRACTION.split(text) if part]
    return [
        (unicodedata.normalize("NFKC", part).replace("\N{FRACTION SLASH}", "/"), True)
        if part in _SIGNS
        else (part, False)
        for part in parts
    ]
