"""How traits of the umpire and expressions of VASSAL are written.

Expressions are texts without their braces. Names that begin with ``u`` are properties or keys
of the umpire. What VASSAL 3.6 does with expressions, and what is done about it here:

* A property that looks like a number is one, unless a method of texts is called on it anywhere
  in the expression. ``"" + 3`` is the number 3: :func:`text` glues a ``#`` on.
* Everything named in an expression is looked up first, and every calculated property of a piece
  at every key of every trigger, with all that it needs: so the umpire has few of them. What an
  act reckons is kept in scratch properties, stage by stage (:func:`stage`).
* BeanShell's parser reads what stands in brackets anew for each bracket around it, so the time
  doubles with every pair: no more than :data:`DEEPEST` of them.

Source: VASSAL classes ``BeanShellExpression``, ``TriggerAction``, ``SetGlobalProperty``,
``ReportState``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields

from builder import convention
from builder.convention import Line
from builder.convention.grammar import VERBS
from builder.errors import WargameError
from builder.model.game import Game
from builder.vassal.changer import assign, menu_command
from builder.vassal.keystroke import named
from builder.vassal.sequence import decode
from builder.vassal.trait import CalculatedProperty, Report, SetGlobalProperty, Trait, Trigger

__all__ = [
    "DEEPEST",
    "LINE",
    "REFEREE",
    "action",
    "calculated",
    "chosen",
    "fitting",
    "looked_up",
    "may_press",
    "quoted",
    "refusal",
    "reported",
    "said",
    "scratch",
    "setting",
    "speaking",
    "stage",
    "text",
    "trigger",
    "whole",
]

DEEPEST = 6
"""Brackets within brackets that an expression may have."""
REFEREE = "Referee"
"""Name of the side that belongs to neither player."""
_NAMES = {type_: verb for verb, type_ in VERBS.items()}


def scratch(name: str) -> str:
    """Return the name of a module property that only holds what somebody typed or pressed."""
    return convention.SCRATCH + name


LINE = scratch("Line")
"""Module property: what the umpire said last."""


def action(name: str) -> str:
    """Return a key that only the umpire himself presses."""
    return named(f"u{name}")


def quoted(words: str) -> str:
    """Write a text as a literal of an expression.

    Raises:
        WargameError: A sign in it would end the literal or call a property.
    """
    if bad := set(words) & set('"\\${}'):
        sign = min(bad)
        raise WargameError(f"the name {words!r} has a {sign}, which VASSAL misreads; rename it")
    return f'"{words}"'


def text(value: str) -> str:
    """Return the expression of a property as a text that begins with ``#``, whatever it is."""
    return f'("#"+{value})'


def fitting(expression: str, pattern: str) -> str:
    """Return the condition that a value fits a pattern as a whole."""
    return f'{text(expression)}.matches("#({pattern})")'


def whole(name: str) -> str:
    """Return the expression of a property as a whole number from 0, 0 if it is none."""
    return f"({fitting(name, '[0-9]{1,9}')}?{name}:0)"


def chosen(name: str, table: Mapping[str, str], otherwise: str) -> str:
    """Return the expression that looks a property's value up in a short table of texts."""
    steps = "".join(f"{name}=={quoted(k)}?{quoted(v)}:" for k, v in table.items())
    return f"({steps}{quoted(otherwise)})"


def looked_up(cells: Sequence[str], place: str) -> str:
    """Return the expression that takes a cell out of a table.

    Args:
        cells: Their texts, none of them empty, row by row.
        place: Property with the cell's number, from 0.
    """
    width = max(map(len, cells))
    literal = quoted("".join(cell.ljust(width) for cell in cells))
    return f"{literal}.substring({place}*{width},{place}*{width}+{width}).trim()"


def calculated(name: str, expression: str) -> CalculatedProperty:
    """Return a property that the umpire works out whenever it is needed."""
    return CalculatedProperty(name, f"{{{expression}}}")


def setting(name: str, *commands: tuple[str, str]) -> SetGlobalProperty:
    """Return a trait that changes a module property.

    Args:
        name: The property.
        commands: The umpire's actions that change it, and the change
            (:mod:`builder.vassal.changer`).
    """
    return SetGlobalProperty(
        name, commands=tuple(menu_command("", action(key), change) for key, change in commands)
    )


def stage(key: str, **values: str) -> Iterator[SetGlobalProperty]:
    """Yield what keeps intermediate results in scratch properties at an action of the umpire.

    Args:
        key: The action.
        values: Expression by the scratch property's name without its prefix; none looks at
            another of the same stage.
    """
    for name, expression in values.items():
        yield setting(scratch(name), (key, assign(f"{{{expression}}}")))


def trigger(key: str, match: str, *actions: str) -> Trigger:
    """Return a trigger: at a key of the umpire, if a condition holds, actions in order."""
    return Trigger(
        key=key, match=f"{{{match}}}", action_keys=tuple(action(name) for name in actions)
    )


def refusal(key: str, words: str) -> SetGlobalProperty:
    """Return what tells only who pressed why nothing is done.

    Args:
        key: The umpire's action.
        words: Expression of what is told.
    """
    return setting(scratch("Alert"), (key, assign(f"{{Alert({words})}}")))


def reported(key: str, expression: str) -> SetGlobalProperty:
    """Return what is said at an action of the umpire: :func:`speaking` says it."""
    return setting(LINE, (key, assign(f"{{{expression}}}")))


def speaking(traits: Iterable[Trait]) -> Report:
    """Return the report of everything that traits say; it stands outside of them.

    One for all: VASSAL 3.6 works out the name of a piece, and so all its labels, at each key for
    each report that the piece has, whether the report looks for that key or not.
    """
    said_by = [t for t in traits if isinstance(t, SetGlobalProperty) and t.name == LINE]
    commands = (decode(command, ":") for trait in said_by for command in trait.commands)
    keys = tuple(key for _, key, *_ in commands)
    return Report(keys=keys, format=f"{{{LINE}}}", no_suppress=True)


def said(
    line: type[Line], values: Mapping[str, str], flags: Mapping[str, str] | None = None
) -> str:
    """Return the expression that writes a line of the convention.

    Args:
        line: Its type.
        values: Expression of each field that is always written.
        flags: Condition of each field that says ``yes`` if it holds and is left out otherwise.

    Raises:
        ValueError: The fields are not those of the line, in its order (a programming mistake).
    """
    flags = flags or {}
    names = [each.name for each in fields(line)]
    needed = {each.name for each in fields(line) if each.default is MISSING}
    written = [*values, *flags]
    if written != [name for name in names if name in written] or needed - set(values):
        msg = f"{line.__name__} has {names}, not {written}"
        raise ValueError(msg)
    start = f'"{convention.MARK} {_NAMES[line]}'
    parts = [f'" {name}="+({expression})' for name, expression in values.items()]
    parts[0] = start + parts[0][1:]
    parts += [f'({condition}?" {name}=yes":"")' for name, condition in flags.items()]
    return "+".join(parts)


def may_press(game: Game) -> str:
    """Return the condition that an observer doesn't meet."""
    names = [*(side.name for side in game.sides), REFEREE]
    return "||".join(f"PlayerSide=={quoted(name)}" for name in names)
