"""Lengths as people type them, and as pages have them: mm."""

from __future__ import annotations

import re
from fractions import Fraction

from builder.errors import WargameError

__all__ = ["mm_text", "parse_length"]

_LENGTH = re.compile(r"(\d{1,4}(?:\.\d{1,6})?)(?:/(\d{1,3}))?\s*(mm|in|cm|\")?", re.ASCII)
_UNITS = {"mm": Fraction(1), "cm": Fraction(10), "in": Fraction(254, 10), '"': Fraction(254, 10)}


def parse_length(text: str, what: str) -> float:
    """Return a length in mm; a number without a unit is in mm, a fraction in inches.

    Args:
        text: Such as ``1/2in``, ``9/16``, ``14mm``, ``12.7``.
        what: What it is the length of, for the message.

    Raises:
        WargameError: It is no length.

    >>> parse_length("1/2in", "--counter"), parse_length("14 mm", "--counter")
    (12.7, 14.0)
    """
    found = _LENGTH.fullmatch(text.strip().lower())
    if found is None or (found[2] and (not int(found[2]) or "." in found[1])):
        raise WargameError(f"{what}: {text!r} is no length; write it like 1/2in, 9/16in or 14mm")
    number = Fraction(found[1]) / int(found[2] or 1)
    return float(number * _UNITS[found[3] or ("in" if found[2] else "mm")])


def mm_text(value: float) -> str:
    """Return a length for people, with its unit.

    >>> mm_text(12.7), mm_text(190.0), mm_text(5.556)
    ('12.7 mm', '190 mm', '5.56 mm')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".") + " mm"
