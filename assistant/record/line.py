"""Lines of the chat window of any module: who wrote them, and what kind they are.

The engine marks who wrote a line: what a person types begins with ``<Name> - ``, a report with
a star, a roll with two or three. So a typed look-alike is never taken for a roll.

Source: VASSAL classes ``Chatter``, ``DiceButton``, ``TurnTracker``, ``BasicLogger``.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

__all__ = ["Line", "key_of", "plain", "read_line", "undone_text"]

_TYPED = re.compile(r"\s?(?:&lt;|<)(?P<name>[^\x1b]*?)(?:&gt;|>) - (?P<body>.*)", re.DOTALL)
_COLOURS = frozenset("|!?~`")
_UNDO = re.compile(r"\*?\s*UNDO:\s?(?P<body>.*)", re.DOTALL)
_ROLL = re.compile(r"\*{2,3}[^*].*?(?:=|\))\s*[\d<\[]", re.DOTALL)
_NAMED = re.compile(r"<([^<>]{1,200})>")
_TAGS = re.compile(
    r"</?(?:a|b|i|u|s|p|br|hr|em|tt|h[1-6]|ul|ol|li|sub|sup|pre|code|font|span|div|small|big|body"
    r"|html|head|style|table|tr|td|th|center|strong)(?:\s[^<>]{0,2000})?/?>",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"<img(?:\s[^<>]{0,2000})?/?>", re.IGNORECASE)
_SOURCE = re.compile(r"src\s*=\s*[\"']?([^\"'\s>]{1,200})", re.IGNORECASE)
_DIE = re.compile(
    r"(?:.*/)?((?:[a-z]{0,12}[_-]?)?(?:d|die|dice|w)\d*[_-]?\d{1,3})\.\w+", re.IGNORECASE
)
_BEHIND_COLOUR = frozenset("* \t<&")
_MARK = re.compile(r"^[|!?~`](?=\w)")
_MOST = 4_000


@dataclass(frozen=True, slots=True)
class Line:
    """One line.

    Args:
        kind: ``said`` by a person, ``dice`` or another ``report`` of the engine or module.
        text: What it says, without marks, tags and colour codes.
        name: The name in it that tells whose it is, empty if none.
        undo: Whether it takes an earlier line back; ``text`` and ``kind`` are the earlier one's.
    """

    kind: Literal["said", "dice", "report"]
    text: str
    name: str = ""
    undo: bool = False


@lru_cache(maxsize=1 << 12)
def read_line(text: str) -> Line:
    """Read one line of the chat.

    >>> read_line("&lt;Ann&gt; - ** 2d6 = 6,6 *** &lt;Ann&gt;").kind
    'said'
    >>> read_line("*** 2d6 = 3,4 *** &lt;Ann&gt;")
    Line(kind='dice', text='2d6 = 3,4', name='Ann', undo=False)
    >>> read_line("*! UNDO: * 1st Inf moves 0101 -> 0202 *")
    Line(kind='report', text='1st Inf moves 0101 -> 0202', name='', undo=True)
    """
    typed = _TYPED.match(text[:_MOST])
    if typed:
        return Line("said", plain(typed["body"]).strip(), html.unescape(typed["name"]))
    bare = _uncoloured(text[:_MOST]).lstrip()
    undone = _UNDO.fullmatch(bare)
    if undone:
        inner = read_line(undone["body"])
        return Line(inner.kind, inner.text, inner.name, undo=True)
    body = plain(bare)
    named = _NAMED.search(body)
    name = named.group(1) if named else ""
    roll = _ROLL.match(bare) or _ROLL.match(body)
    if roll:
        if named and named.end() == len(body.rstrip()):
            body = body[: named.start()]
        return Line("dice", _unstarred(body), name)
    return Line("report", _unstarred(body), name)


def key_of(text: str) -> str:
    """Return a line in the form in which an undo repeats it, for comparison."""
    return html.unescape(_uncoloured(text)).strip()


def undone_text(text: str) -> str | None:
    """Return the line that this one takes back, in the form of :func:`key_of`."""
    undone = _UNDO.fullmatch(_uncoloured(text).lstrip())
    return key_of(undone["body"]) if undone else None


def _uncoloured(text: str) -> str:
    """Return a line without the sign for its colour, first or behind ``*`` or ``-``."""
    at = 1 if text[:1] in ("*", "-") else 0
    if text[at : at + 1] in _COLOURS and text[at + 1 : at + 2] in _BEHIND_COLOUR:
        return text[:at] + text[at + 1 :]
    return text


def plain(text: str) -> str:
    """Return text without tags and escapes; pictures of dice become ``[d6-3]``.

    >>> plain('<b>W&uuml;rfel</b> <img src="d6-3.png">')
    'Würfel [d6-3]'
    """
    if "<" in text:
        text = _TAGS.sub("", _PICTURE.sub(_pictured, text))
    return html.unescape(text) if "&" in text else text


def _pictured(tag: re.Match[str]) -> str:
    source = _SOURCE.search(tag.group())
    die = _DIE.fullmatch(source.group(1)) if source else None
    return f"[{die.group(1)}]" if die else "[picture]"


def _unstarred(text: str) -> str:
    return _MARK.sub("", text.strip().strip("*").strip())
