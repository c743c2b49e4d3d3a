"""One step of a log: the rolls in it, from the chat and from what the buttons leave behind.

A dice button of a newer engine sets a property ``NAME_result`` beside its line, whatever the
format of the line; a symbol button says which sides came up. Both can't be typed.

Source: VASSAL classes ``DiceButton``, ``SpecialDiceButton.ShowResults``, ``BasicLogger``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.dice.buttons import Buttons
from assistant.dice.line import Rolled, Set, Strange, Typed, plain, read_line, undone_line
from builder.vassal import sequence
from builder.vassal.command import Chat, Plain, SetProperty, Undo, Unknown

__all__ = ["Seen", "is_undo", "read_step"]

Seen = Rolled | Typed | Set | Strange
"""What a line can be that has to do with dice."""

_RESULT = "_result"
_SHOWN = "SHOW_RESULTS\t"
_LIST = re.compile(r"-?\d{1,6}(?:,-?\d{1,6}){0,99}")


def is_undo(commands: Sequence[Plain]) -> bool:
    """Tell whether a step takes another one back, bracketed or by an echo alone."""
    for command in commands:
        match command:
            case Undo(begins=True):
                return True
            case Chat(text) if undone_line(text) is not None:
                return True
    return False


def read_step(commands: Sequence[Plain], buttons: Buttons) -> tuple[Seen, ...]:
    """Return everything that has to do with dice in a step that is no undo.

    Args:
        commands: The step.
        buttons: Of the module, if it is known.
    """
    if is_undo(commands):
        return ()
    results = _properties(commands)
    seen = [found for each in commands if (found := _line(each, buttons, results)) is not None]
    told = {each.button for each in seen if isinstance(each, Rolled)}
    for name, numbers in results.items():
        if name not in told and (_counted(commands, name) or name in buttons.numbered):
            dice = buttons.dice(name, numbers)
            raw = f"{name} = {','.join(map(str, numbers))}"
            if isinstance(dice, str):
                seen.append(Strange(dice, raw))
            else:
                seen.append(Rolled(name, dice, "property", raw=raw, marked=True))
            told.add(name)
    for name, sides in _symbols(commands):
        if name not in told:
            seen = _symbolic(seen, commands, name, buttons.sides(name, sides))
    return tuple(seen)


def _line(command: Plain, buttons: Buttons, results: dict[str, tuple[int, ...]]) -> Seen | None:
    """Read a line of the chat, with the module's formats first."""
    if not isinstance(command, Chat):
        return None
    found = read_line(command.text)
    ours = isinstance(found, Rolled) and found.form == "convention"
    if ours or isinstance(found, Typed | Set):
        return found
    found = buttons.read(command.text) or found
    if isinstance(found, Rolled | Strange):
        return _known(found, buttons, results)
    return found


def _known(
    found: Rolled | Strange, buttons: Buttons, results: dict[str, tuple[int, ...]]
) -> Rolled | Strange:
    """Take the dice from the module or the button's property where the line leaves doubt."""
    if isinstance(found, Strange):
        named = [name for name in results if name in found.raw]
        if len(named) != 1:
            return found
        dice = buttons.dice(named[0], results[named[0]])
        if isinstance(dice, str):
            return found
        return Rolled(named[0], dice, "property", found.name, found.raw, marked=True)
    numbers = results.get(found.button)
    marked = True if numbers is not None else found.marked
    if found.form != "module" and found.button in buttons.numbered:
        faces = tuple(each.face for each in found.dice if isinstance(each.face, int))
        dice = buttons.dice(found.button, numbers or faces)
        if isinstance(dice, str):
            return Strange(dice, found.raw, found.name)
        return replace(found, dice=dice, form="module", marked=marked)
    return replace(found, marked=marked)


def _symbolic(seen: list[Seen], commands: Sequence[Plain], name: str, dice: object) -> list[Seen]:
    """Add the roll of a symbol button; its line, if there is one, was about the same roll."""
    line = next(
        (plain(each.text) for each in commands if isinstance(each, Chat) and name in each.text),
        f"{name} shows its sides",
    )
    left = [each for each in seen if not (isinstance(each, Strange) and each.raw == line)]
    if isinstance(dice, tuple):
        return [*left, Rolled(name, dice, "symbols", raw=line, marked=True)]
    return [*left, Strange(str(dice), line)]


def _properties(commands: Sequence[Plain]) -> dict[str, tuple[int, ...]]:
    """Return what the buttons left in their properties, by name of the button."""
    found = {}
    for command in commands:
        match command:
            case SetProperty(name=name, new=new) if name.endswith(_RESULT) and _LIST.fullmatch(new):
                found[name.removesuffix(_RESULT)] = tuple(map(int, new.split(",")))
    return found


def _counted(commands: Sequence[Plain], name: str) -> bool:
    """Tell whether a button left its total too, as only dice buttons do."""
    return any(isinstance(each, SetProperty) and each.name == f"{name}_total" for each in commands)


def _symbols(commands: Sequence[Plain]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the symbol buttons that showed their sides."""
    for command in commands:
        match command:
            case Unknown(raw) if raw.startswith(_SHOWN):
                name, *texts = sequence.decode(raw.removeprefix(_SHOWN), "\t")
                if texts and all(text.isascii() and text.isdigit() for text in texts[:100]):
                    yield name, tuple(int(text[:6]) for text in texts[:100])
