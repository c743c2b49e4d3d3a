"""How lines are written and read back.

A line looks like ``[WU] verb key=value key=value``. VASSAL puts ``* `` before it, and
``* UNDO: * `` when it is undone. Values hold no blanks; several are joined by commas,
fractions are written as ``7/2``, yes and no as such.

>>> from builder.convention.line import Impulse
>>> line = Impulse(side="Red", kind="action", points=3, left=7)
>>> format_line(line)
'[WU] impulse side=Red kind=action points=3 left=7'
>>> parse_line("* " + format_line(line)) == line
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from fractions import Fraction
from typing import get_args

from builder.convention.line import (
    BarrageDie,
    Entrain,
    Headquarters,
    Line,
    PhaseStep,
    SetUp,
    TurnStep,
)
from builder.errors import ConventionError

__all__ = ["MARK", "VERBS", "format_line", "is_ours", "is_undone", "parse_line", "verb_of"]

MARK = "[WU]"
"""Begins every line."""

_SPECIAL: dict[type[Line], str] = {
    BarrageDie: "barrage-die",
    Entrain: "entrain",
    Headquarters: "hq",
    PhaseStep: "phase",
    SetUp: "setup",
    TurnStep: "turn",
}
VERBS: Mapping[str, type[Line]] = {
    _SPECIAL.get(type_, type_.__name__.lower()): type_ for type_ in get_args(Line)
}
"""Types of line by their verb."""
_NAMES = {type_: verb for verb, type_ in VERBS.items()}
_OURS = re.compile(r"(?:\*\s*)?(?P<undo>UNDO:\s*(?:\*\s*)?)?\[WU\]\s+(?P<rest>.*)", re.DOTALL)
_VALUE = re.compile(r"[^\s=]+\Z")
_ITEM = re.compile(r"[^\s=,]+\Z")
_WHOLE = re.compile(r"-?\d{1,6}\Z", re.ASCII)
_FRACTION = re.compile(r"-?\d{1,6}(?:/\d{1,6})?\Z", re.ASCII)
_WORDS = {"yes": True, "no": False}
_NOTHING = "-"
"""Stands for an empty list or an empty word that has to be written."""


def verb_of(type_: type[Line]) -> str:
    """Return the word that lines of a type begin with, after the mark.

    >>> verb_of(BarrageDie)
    'barrage-die'
    """
    return _NAMES[type_]


def format_line(line: Line) -> str:
    """Return a line as the module reports it, without VASSAL's leading star.

    Raises:
        ConventionError: A value is empty or holds a blank, ``=``, or in a list a comma.
    """
    words = [MARK, _NAMES[type(line)]]
    for field in fields(line):
        value = getattr(line, field.name)
        if field.default is MISSING or value != field.default:
            words.append(f"{field.name}={_text(field.name, value)}")
    return " ".join(words)


def _text(name: str, value: object) -> str:
    """Return a value as it is written.

    Raises:
        ConventionError: It can't be.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        items = [_one(name, str(item), _ITEM) for item in value]
        return ",".join(items) or _NOTHING
    return _one(name, str(value), _VALUE)


def _one(name: str, text: str, form: re.Pattern[str]) -> str:
    """Return a word that has a form.

    Raises:
        ConventionError: It hasn't.
    """
    if not form.match(text):
        raise ConventionError(f"{name}={text!r}: empty, or a blank, '=' or a comma in it")
    return text


def is_ours(text: str) -> bool:
    """Tell whether a chat line claims to follow the convention (undone or not)."""
    return _OURS.match(text) is not None


def is_undone(text: str) -> bool:
    """Tell whether a chat line takes back one of ours."""
    found = _OURS.match(text)
    return found is not None and found["undo"] is not None


def parse_line(text: str) -> Line:
    """Return what a chat line says; an undone line gives what was taken back.

    Raises:
        ConventionError: No line of ours, an unknown verb, or keys and values don't fit.
    """
    found = _OURS.match(text)
    if found is None:
        raise ConventionError(f"not a line of a module of ours: {text[:80]!r}")
    verb, *words = found["rest"].split() or [""]
    type_ = VERBS.get(verb)
    if type_ is None:
        raise ConventionError(f"unknown verb {verb[:40]!r}: written by a newer module?")
    pairs = dict(word.split("=", 1) for word in words if "=" in word)
    all_ = fields(type_)
    named = [field for field in all_ if field.default is MISSING or field.name in pairs]
    if list(pairs) != [field.name for field in named] or len(words) != len(named):
        names = " ".join(_name(field) for field in all_)
        raise ConventionError(f"{verb}: expected {names}, found {' '.join(words)[:80]!r}")
    make: Callable[..., Line] = type_
    return make(**{field.name: _value(field, pairs[field.name]) for field in named})


def _name(field: Field[object]) -> str:
    """Return a field's name, in brackets if it may be left out."""
    return field.name if field.default is MISSING else f"[{field.name}]"


def _value(field: Field[object], text: str) -> object:
    """Return a value as its field wants it.

    Raises:
        ConventionError: It isn't of the field's type.
    """
    name, kind = field.name, str(field.type)
    if kind.startswith("tuple"):
        items = text.split(",") if text != _NOTHING else []
        whole = "int" in kind
        return tuple(_number(name, item) if whole else _word(name, item) for item in items)
    if kind == "bool":
        if text not in _WORDS:
            raise ConventionError(f"{name}={text[:40]!r} is neither yes nor no")
        return _WORDS[text]
    if kind == "Fraction":
        return _fraction(name, text)
    return _number(name, text) if kind == "int" else text


def _word(name: str, text: str) -> str:
    """Return one word of a list.

    Raises:
        ConventionError: It is empty.
    """
    if not text:
        raise ConventionError(f"{name}: an item of the list is empty")
    return text


def _number(name: str, text: str) -> int:
    """Return a whole number.

    Raises:
        ConventionError: It is none.
    """
    if not _WHOLE.match(text):
        raise ConventionError(f"{name}={text[:40]!r} is no whole number")
    return int(text)


def _fraction(name: str, text: str) -> Fraction:
    """Return an exact number.

    Raises:
        ConventionError: It is none.
    """
    if not _FRACTION.match(text) or re.search(r"/0+\Z", text):
        raise ConventionError(f"{name}={text[:40]!r} is no whole number or fraction such as 7/2")
    return Fraction(text)
