"""Makes text of players and files harmless to show."""

from __future__ import annotations

import unicodedata

__all__ = ["clean"]

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def clean(text: str) -> str:
    r"""Return the text with everything that isn't plainly visible written as an escape.

    Control characters, terminal escapes, marks that turn the direction of writing, lone
    surrogates and line ends come out as ``\x1b`` or ``\u202e``.

    >>> clean("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_visible, text))


def _visible(char: str) -> str:
    """Return one character, escaped if it can't be seen."""
    if unicodedata.category(char) not in _HIDDEN:
        return char
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
