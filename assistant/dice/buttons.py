"""The dice buttons of a module: what they roll and how they report it.

Source: VASSAL classes ``DiceButton``, ``SpecialDiceButton``, ``SpecialDie``, ``SpecialDieFace``,
``FormattedString``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass

from assistant.dice.die import Die, Face, Shown, numbered, symbols, total
from assistant.dice.line import Rolled, Strange, plain, shown
from builder.vassal.buildfile import Element

__all__ = ["Buttons", "Numbered", "Symbols", "Template"]

_DICE = ("DiceButton", "InternetDiceButton")
_SYMBOLS = "SpecialDiceButton"
_FORMAT = "** $name$ = $result$ *** <$PlayerName$>"
_VARIABLE = re.compile(r"\$(\w{1,60})\$")
_TERM = re.compile(r"\"((?:[^\"\\]|\\.){0,400})\"|([^\"]+)")
_PLAYER = frozenset({"playername", "playerid"})
_ANY = "?"


@dataclass(frozen=True, slots=True)
class Template:
    """A report format.

    Args:
        parts: Text that stands as it is, at even places, and names of variables between.
    """

    parts: tuple[str, ...]

    @classmethod
    def of(cls, form: str, name: str) -> Template:
        """Read a format; the button's own name is put in.

        Args:
            form: As in the build file, with ``$variables$`` or as an expression in braces.
            name: Name of the button.
        """
        text = html.unescape(form.strip())
        if text.startswith("{") and text.endswith("}"):
            parts = _expression(text[1:-1])
        else:
            parts = _VARIABLE.split(text)
        merged = [parts[0]]
        for variable, literal in zip(parts[1::2], parts[2::2], strict=True):
            if variable == "name":
                merged[-1] += html.unescape(name) + literal
            elif merged[-1] == "" and len(merged) > 1:  # two that touch can't be told apart
                merged[-2:] = [_ANY, literal]
            else:
                merged += [variable, literal]
        merged[0] = f"*{merged[0]}" if merged[0].startswith("*") else f"* {merged[0]}"
        return cls(tuple(merged))

    def match(self, text: str) -> dict[str, str] | None:
        """Return what stands in the place of each variable, None if the line isn't so.

        >>> Template.of("$PlayerName$ rolls $result$!", "2d6").match("* Ann rolls 3,4!")
        {'PlayerName': 'Ann', 'result': '3,4'}
        """
        line = html.unescape(text).rstrip()
        first, *rest = self.parts
        if not line.startswith(first if rest else first.rstrip()):
            return None
        place = len(first)
        found: dict[str, str] = {}
        pairs = list(zip(rest[::2], rest[1::2], strict=True))
        for number, (variable, literal) in enumerate(pairs, 1):
            if number == len(pairs):
                end = len(line) - len(literal.rstrip())
                if end < place or not line.endswith(literal.rstrip()):
                    return None
            else:
                end = line.find(literal, place)
                if end < 0:
                    return None
            found.setdefault(variable, line[place:end])
            place = end + len(literal)
        return found


@dataclass(frozen=True, slots=True)
class Numbered:
    """A button with dice that are numbered from 1.

    Args:
        name: Its name.
        dice: How many dice it has.
        sides: Sides of each.
        plus: Added to each.
        add: Added to their sum.
        sums: Whether it reports their sum only.
        keeps: Whether it leaves some of them out, or asks how many to roll.
        template: How it reports.
    """

    name: str
    dice: int
    sides: int
    plus: int
    add: int
    sums: bool
    keeps: bool
    template: Template

    def read(self, numbers: tuple[int, ...]) -> tuple[Shown, ...] | str:
        """Return the dice behind reported numbers, or in words why they can't be so."""
        if self.keeps:
            return tuple(Shown(Die(self.name), number) for number in numbers)
        if self.sums and len(numbers) == 1:
            less = self.dice * self.plus + self.add
            die = numbered(self.sides) if self.dice == 1 else total(self.dice, self.sides)
        elif len(numbers) == self.dice:
            less, die = self.plus, numbered(self.sides)
        else:
            return f"{self.name} has {self.dice} dice and shows {len(numbers)} numbers"
        for number in numbers:
            if not die.can_show(number - less):
                return f"{self.name} rolls {die.name}, which has no {number - less}"
        return tuple(Shown(die, number - less) for number in numbers)


@dataclass(frozen=True, slots=True)
class Symbols:
    """A button with symbol dice.

    Args:
        name: Its name.
        dice: Name and faces of each die.
        template: How it reports.
    """

    name: str
    dice: tuple[tuple[str, tuple[Face, ...]], ...]
    template: Template

    def by_number(self, numbers: tuple[int, ...]) -> tuple[Shown, ...] | str:
        """Return the dice by the numbers of their sides, from 0."""
        if len(numbers) != len(self.dice):
            return f"{self.name} has {len(self.dice)} dice and shows {len(numbers)}"
        found = []
        for number, (name, faces) in zip(numbers, self.dice, strict=True):
            if not 0 <= number < len(faces):
                return f"{name} has no side {number + 1}"
            found.append(Shown(symbols(name, faces), faces[number]))
        return tuple(found)

    def by_text(self, texts: tuple[str, ...]) -> tuple[Shown, ...] | str:
        """Return the dice by what they reported."""
        found = []
        for text, (name, faces) in zip(texts, self.dice, strict=False):
            face = next((each for each in faces if str(each) == text.strip()), None)
            if face is None:
                return f"{name} has no side {text.strip()[:40]!r}"
            found.append(Shown(symbols(name, faces), face))
        return tuple(found) or f"{self.name} reports no side"


class Buttons:
    """The dice buttons of a module.

    Args:
        root: Its build file, None if there is none.
    """

    def __init__(self, root: Element | None = None) -> None:
        """Find the buttons; what is damaged is left out."""
        self.numbered: dict[str, Numbered] = {}
        self.symbols: dict[str, Symbols] = {}
        for element in () if root is None else root.iter():
            kind = str(element.tag).rpartition(".")[2]
            name = str(element.get("name") or "")
            if kind in _DICE and name:
                self.numbered.setdefault(name, _numbered(element, name))
            elif kind == _SYMBOLS and name:
                self.symbols.setdefault(name, _symbols(element, name))

    def read(self, text: str) -> Rolled | Strange | None:
        """Return the roll in a line that one of the buttons wrote, None if none did."""
        for number in self.numbered.values():
            found = number.template.match(text)
            numbers = _results(found) if found else ()
            if found and numbers:
                return _made(number.name, number.read(numbers), found, text)
        for symbol in self.symbols.values():
            found = symbol.template.match(text)
            texts = _texts(found) if found else ()
            if found and texts:
                return _made(symbol.name, symbol.by_text(texts), found, text)
        return None

    def dice(self, name: str, numbers: tuple[int, ...]) -> tuple[Shown, ...] | str:
        """Return the dice of a button by its name, from the module if it is there."""
        known = self.numbered.get(name)
        return known.read(numbers) if known else shown(name, numbers)

    def sides(self, name: str, numbers: tuple[int, ...]) -> tuple[Shown, ...] | str:
        """Return the dice of a symbol button by the numbers of their sides, from 0."""
        known = self.symbols.get(name)
        if known:
            return known.by_number(numbers)
        die = Die(name)
        return tuple(Shown(die, f"side {number + 1}") for number in numbers)


def _made(
    name: str, dice: tuple[Shown, ...] | str, found: Mapping[str, str], text: str
) -> Rolled | Strange:
    """Return a roll or why it isn't one."""
    whose = next((value for key, value in found.items() if key.lower() in _PLAYER), "")
    if isinstance(dice, str):
        return Strange(dice, plain(text), whose)
    return Rolled(name, dice, "module", whose, plain(text))


def _results(found: Mapping[str, str]) -> tuple[int, ...]:
    """Return the numbers in a report; none if something else stands there."""
    if "result" in found:
        texts = found["result"].split(",")
    else:
        texts = list(_texts(found)) or [found.get("numericalTotal", "")]
    try:
        return tuple(int(text) for text in texts if len(text) < 10)
    except ValueError:
        return ()


def _texts(found: Mapping[str, str]) -> tuple[str, ...]:
    """Return what stands for ``$result1$``, ``$result2$`` and so on."""
    numbers = sorted(
        int(key[6:]) for key in found if key.startswith("result") and key[6:].isdecimal()
    )
    return tuple(found[f"result{number}"] for number in numbers)


def _expression(text: str) -> list[str]:
    """Part an expression into its texts and what is computed between them."""
    parts = [""]
    for literal, code in _TERM.findall(text):
        terms = [term.strip() for term in code.split("+")] if "(" not in code else [code]
        if literal:
            parts[-1] += literal
        for term in terms:
            if term.strip(" +"):
                parts += [term if term.isidentifier() else _ANY, ""]
    return parts


def _numbered(element: Element, name: str) -> Numbered:
    """Read a dice button."""
    asks = element.get("prompt") == "true" and not (
        element.get("lockDice") == "true" and element.get("lockSides") == "true"
    )
    return Numbered(
        name=name,
        dice=_whole(element, "nDice", 2),
        sides=_whole(element, "nSides", 6),
        plus=_whole(element, "plus", 0),
        add=_whole(element, "addToTotal", 0),
        sums=element.get("reportTotal") == "true",
        keeps=element.get("keepDice") == "true" or asks,
        template=Template.of(str(element.get("reportFormat", _FORMAT)), name),
    )


def _symbols(element: Element, name: str) -> Symbols:
    """Read a symbol button."""
    dice = []
    for die in element.iterchildren():
        if str(die.tag).endswith(".SpecialDie"):
            faces = tuple(
                str(face.get("text") or face.get("value") or "")
                for face in die.iterchildren()
                if str(face.tag).endswith(".SpecialDieFace")
            )
            distinct = _numbers(faces)
            dice.append((str(die.get("name") or name), distinct))
    return Symbols(name, tuple(dice), Template.of(str(element.get("format", "")), name))


def _numbers(faces: tuple[str, ...]) -> tuple[Face, ...]:
    """Return faces as numbers if all of them are."""
    if faces and all(re.fullmatch(r"-?\d{1,6}", face) for face in faces):
        return tuple(map(int, faces))
    return faces


def _whole(element: Element, name: str, usual: int) -> int:
    """Return a whole number of an attribute."""
    text = str(element.get(name) or "")
    return int(text) if re.fullmatch(r"-?\d{1,6}", text) else usual
