r"""One line of the chat: a roll the engine reported, a look-alike somebody typed, or neither.

The engine marks who wrote a line: what a person types begins with that person's name, what a
button reports with stars (``** 2d6 = 3,4 *** <Ann>`` behind one more star). Everything between
is the module's own format, in any language, with tags and pictures.

Source: VASSAL classes ``Chatter``, ``DiceButton``, ``SpecialDiceButton``, ``QuickColors``.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import Literal

from assistant.dice import umpire
from assistant.dice.die import Die, Shown, numbered, total

__all__ = [
    "Form",
    "Rolled",
    "Set",
    "Strange",
    "Typed",
    "plain",
    "read_line",
    "shown",
    "undone_line",
]

Form = Literal["standard", "generic", "pictures", "module", "property", "symbols", "convention"]
"""How a roll was told: by VASSAL's own format, one like it, pictures, the format of the module
given, only by the button's property, by the faces of a symbol button, or by a line of a module
of ours."""

_MOST_LETTERS = 4_000
_MOST_NAME = 200
_NUMBERS = r"-?\d{1,6}(?: ?, ?-?\d{1,6}){0,99}"
_COLOUR = re.compile(r"([*-]? ?)[|!?~`]")
_UNDO = re.compile(r"\*[|!?~`]? {0,2}UNDO: ?(.*)", re.DOTALL)
_TYPED = re.compile(r"\s?(?:&lt;|<)(.*?)(?:&gt;|>) - (.*)", re.DOTALL)
_TAG = re.compile(
    r"</?(?:a|b|big|body|br|center|code|div|em|font|h[1-6]|hr|html|i|img|p|small|span|strong"
    r"|strike|style|sub|sup|table|td|th|tr|tt|u)(?:\s[^<>]{0,500})?/?>",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"<img\b[^<>]{0,300}?\bsrc=[\"']?([^\"'<>\s]{1,200})", re.IGNORECASE)
_NAMED_PICTURE = re.compile(
    r"(?<![a-z0-9])[dw](\d{1,3})\D{1,40}?0{0,2}(\d{1,3})(?!\d)", re.IGNORECASE
)
_DICE_PICTURE = re.compile(
    r"(?<![a-z])(?:d|w)\d|dice|(?<![a-z])die(?![a-z])|w(?:ü|ue)rfel", re.IGNORECASE
)
_GLYPHS = "⚀⚁⚂⚃⚄⚅"
_STANDARD = re.compile(
    rf"\*{{2,3}} ?(?P<name>[^=*]{{1,100}}?) ?= ?(?P<faces>{_NUMBERS}"
    rf"|\[-?\d{{1,6}}\](?: ?\*{{3}} ?\[-?\d{{1,6}}\]){{0,19}}) ?\*{{3}}(?P<rest>.*)"
)
_BRACKETED = re.compile(
    rf"\*{{2,3}} ?(?P<name>\([^()]{{1,60}}\)) ?(?P<faces>{_NUMBERS}) ?\*{{3}}(?P<rest>.*)"
)
_GENERIC = re.compile(
    rf"(?P<name>(?:(?<![\w.])\d{{1,3}}[dDwWkK]|(?<![\w.])[dw])\d{{1,4}}(?![\w]))"
    rf"[ )\]]{{0,3}}[:=(\[>] ?[(\[]?"
    rf"(?P<faces>\d{{1,6}}(?: ?\+ ?\d{{1,6}}){{1,99}}|{_NUMBERS})(?![\w.])"
)
_RESULT = re.compile(r"\*{2,3} ?(?P<name>[^=*]{1,100}?) ?= ?(?P<result>[^=*]{1,200}?) ?\*{3}")
_WHO = re.compile(r" ?<(.{0,200}?)>")
_DICE = re.compile(r"(?<![A-Za-z0-9])(\d{0,3})[dDwWkK](\d{1,4}|%)(?![A-Za-z0-9])")
_WORDS = re.compile(
    r"(?<!\w)(?:\d{1,3}[dDwW]\d{1,4}|die(?= ?[:=(])|roll|rolls|rolled|re-?rolls?|dice|würfel\w*"
    r"|gewürfelt|dés|dado|dados|dadi|tirada|tiro|rzut\w*|kost\w*|бросок|кубик\w*|サイコロ|骰子)(?!\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll.

    Args:
        button: Name of the button, or what stands in its place; may be empty.
        dice: What the dice show, at least one.
        form: How the line was understood.
        name: Whose roll it is, as the line says; empty if it doesn't.
        raw: The line without tags.
        marked: Whether the button's own property was set in the same step, as newer engines
            do; None where nothing tells.
    """

    button: str
    dice: tuple[Shown, ...]
    form: Form
    name: str = ""
    raw: str = ""
    marked: bool | None = field(default=None)


@dataclass(frozen=True, slots=True)
class Typed:
    """A line somebody typed that looks like a roll.

    Args:
        name: Who typed it.
        raw: What was typed.
    """

    name: str
    raw: str


@dataclass(frozen=True, slots=True)
class Set:
    """A line of a module of ours that says that its dice were set, not rolled.

    Args:
        raw: The line without tags.
    """

    raw: str


@dataclass(frozen=True, slots=True)
class Strange:
    """A line of the engine or module that looks like dice and can't be counted.

    Args:
        reason: Why not.
        raw: The line without tags.
        name: Whose it is, if it says so.
    """

    reason: str
    raw: str
    name: str = ""


def undone_line(text: str) -> str | None:
    """Return the line that an undo echoes, None if it is another line.

    >>> undone_line("* UNDO: *** 2d6 = 3,4 *** <Ann>")
    '*** 2d6 = 3,4 *** <Ann>'
    """
    found = _UNDO.match(text)
    return found.group(1) if found else None


def plain(text: str) -> str:
    """Return a line without tags, colour codes and needless blanks; names in ``<>`` stay.

    >>> plain("|** <b>Dice</b> = <font color=red>5</font> *** &lt;Ann&gt;")
    '** Dice = 5 *** <Ann>'
    """
    bare = text[:_MOST_LETTERS]
    code = _COLOUR.match(bare)
    if code:
        rest = bare[code.end() :].lstrip()
        bare = rest if rest.startswith("*") else f"{code.group(1)}{rest}"
    return " ".join(html.unescape(_TAG.sub(" ", bare)).split())


def read_line(text: str) -> Rolled | Typed | Set | Strange | None:
    """Tell what a line of the chat says about dice.

    Args:
        text: The line as the log has it; no echo of an undo.

    Returns:
        None if it isn't about dice. What people type is never a roll.

    >>> read_line("*** 2d6 = 3,4 *** &lt;Ann&gt;").name
    'Ann'
    """
    typed = _TYPED.match(text)
    if typed:
        words = typed.group(2)[:_MOST_LETTERS]
        found = _pattern(plain(words)) or _pictured(words) or _ours(plain(words))
        name = html.unescape(typed.group(1)[:_MOST_NAME])
        return Typed(name, plain(words)) if found else None
    bare = plain(text)
    if umpire.claims(bare):
        return _ours(bare)
    return _pattern(bare) or _pictured(text) or _strange(bare)


def shown(name: str, faces: tuple[int, ...]) -> tuple[Shown, ...] | str:
    """Return the dice a button of such a name showed.

    Args:
        name: Name of a button; ``2d6``, ``W6`` or ``Attack 3D10`` say which dice it has.
        faces: The numbers it reported.

    Returns:
        The dice, or in words why they can't be so.

    >>> [each.face for each in shown("2d6", (3, 4))]
    [3, 4]
    >>> shown("1d6", (7,))
    'a d6 has no 7'
    """
    said = _DICE.findall(name)
    if len(said) != 1 or re.search(r"[dDwWkK]\d{1,4} ?[-+] ?\d", name):
        die = Die(name)
        return tuple(Shown(die, face) for face in faces)
    count, sides = int(said[0][0] or 1), 100 if said[0][1] == "%" else int(said[0][1])
    if len(faces) == count:
        die = numbered(sides)
    elif len(faces) == 1:
        die = total(count, sides)
    else:
        return f"{name} shows {len(faces)} numbers"
    for face in faces:
        if not die.can_show(face):
            return f"a {die.name} has no {face}"
    return tuple(Shown(die, face) for face in faces)


def _ours(bare: str) -> Rolled | Set | Strange | None:
    """Read a line of a module of ours; None of any other."""
    found = umpire.read(bare) if umpire.claims(bare) else None
    if found is None:
        return None
    if isinstance(found, str):
        return Strange(found, bare)
    return Set(bare) if found.forced else Rolled(found.button, found.dice, "convention", "", bare)


def _pattern(bare: str) -> Rolled | Strange | None:
    """Read a line by its pattern of words and numbers."""
    form: Form = "standard"
    found = _STANDARD.match(bare) or _BRACKETED.match(bare)
    if not found:
        if _STANDARD.match(bare[2:]) and bare.startswith("* "):
            return Strange("it has the format of dice, but not the mark of a dice button", bare)
        form, found = "generic", _GENERIC.search(bare)
    if not found:
        return None
    name = found["name"].strip()
    who = _WHO.match(found["rest"]) if form == "standard" else None
    whose = who.group(1) if who else ""
    faces = tuple(int(each) for each in re.findall(r"-?\d+", found["faces"]))
    dice = shown(name, faces)
    if isinstance(dice, str):
        return Strange(dice, bare, whose)
    return Rolled(name, dice, form, whose, bare)


def _pictured(text: str) -> Rolled | Strange | None:
    """Read a line whose dice are pictures or glyphs."""
    bare = plain(text)
    glyphs = [_GLYPHS.index(each) + 1 for each in bare if each in _GLYPHS]
    dice = [Shown(numbered(6), face) for face in glyphs]
    for source in _PICTURE.findall(text[:_MOST_LETTERS]):
        if not _DICE_PICTURE.search(source):
            continue
        named = _NAMED_PICTURE.search(source)
        if not named:
            return Strange("its pictures don't say what they show", bare)
        die, face = numbered(int(named.group(1))), int(named.group(2))
        if not die.can_show(face):
            return Strange(f"a {die.name} has no {face}", bare)
        dice.append(Shown(die, face))
    if not dice:
        return None
    button = bare.partition("=")[0].strip("* ") if "=" in bare else ""
    return Rolled(button, tuple(dice), "pictures", "", bare)


def _strange(bare: str) -> Strange | None:
    """Return a line that looks like dice all the same."""
    result = _RESULT.match(bare)
    if result:
        who = _WHO.match(bare[result.end() :])
        return Strange("its result is no number", bare, who.group(1) if who else "")
    if "🎲" in bare:
        return Strange("it has a picture of dice, but no result that can be read", bare)
    if _WORDS.search(bare) and any(each.isdigit() for each in bare):
        return Strange("it speaks of dice in a format that isn't known", bare)
    return None
