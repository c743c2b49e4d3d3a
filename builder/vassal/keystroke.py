"""Key strokes as VASSAL writes them: a Java key code with modifiers, or a name.

Source: VASSAL classes ``HotKeyConfigurer`` and ``NamedHotKeyConfigurer``.
"""

from __future__ import annotations

from enum import IntEnum

from builder.errors import VassalError
from builder.vassal.sequence import encode

__all__ = ["Modifier", "key", "keys", "named"]

_NAMED_CODE = 57348  # any number from 57344 on does; VASSAL numbers names afresh when loading


class Modifier(IntEnum):
    """Modifier keys, with the old and the new Java bit each, as VASSAL writes them."""

    NONE = 0
    SHIFT = 65
    CTRL = 130
    ALT = 520
    CTRL_SHIFT = 195
    ALT_SHIFT = 585


def key(code: str | int, modifier: Modifier = Modifier.CTRL) -> str:
    """Return a key stroke.

    Args:
        code: A capital letter or digit, or a Java key code such as 127 for Delete.
        modifier: The keys held down with it.

    >>> key("D")
    '68,130'
    """
    number = ord(code) if isinstance(code, str) else code
    return f"{number},{modifier.value}"


def named(name: str) -> str:
    """Return a named key stroke, which only other traits and buttons can press.

    Raises:
        VassalError: A comma in the name, where VASSAL would cut it off.

    >>> named("takeLoss")
    '57348,0,takeLoss'
    """
    if "," in name:
        raise VassalError(f"key stroke {name!r}: VASSAL cuts the name off at its comma; drop it")
    return f"{_NAMED_CODE},0,{name}"


def keys(*strokes: str) -> str:
    r"""Return several strokes as one field.

    >>> keys("73,130", "82,130")
    '73\\,130,82\\,130'
    """
    return encode(strokes, ",") if strokes else ""
