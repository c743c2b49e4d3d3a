"""What a menu command does to a property, and the limits a property keeps.

Used by dynamic properties, by traits that set a global property, and by toolbar buttons.

Source: VASSAL classes ``PropertyChangerConfigurer``, ``DynamicKeyCommandListConfigurer`` and
``DynamicProperty``.
"""

from __future__ import annotations

from builder.vassal.sequence import encode

__all__ = ["ANY_VALUE", "assign", "choose", "increment", "menu_command", "prompt", "whole_number"]

ANY_VALUE = "false,0,100,false"
"""Constraints of a property that holds text."""


def assign(value: str) -> str:
    """Set the property to a text or, in braces, to the value of an expression."""
    return encode(["P", value], ",")


def increment(amount: str) -> str:
    """Add a number or the value of an expression."""
    return encode(["I", amount], ",")


def prompt(question: str) -> str:
    """Ask the player to type a value."""
    return encode(["R", question], ",")


def choose(question: str, *answers: str) -> str:
    """Ask the player to pick one of ``answers``."""
    return encode(["E", question, encode(answers, ",")], ",")


def whole_number(lowest: int, highest: int, *, wrap: bool = False) -> str:
    """Return the constraints of a numeric property.

    Args:
        lowest: Smallest value.
        highest: Largest value.
        wrap: Whether counting beyond one end goes on at the other.
    """
    return f"true,{lowest},{highest},{str(wrap).lower()}"


def menu_command(menu: str, key: str, changer: str) -> str:
    r"""Return one command of a property.

    Args:
        menu: Text in the piece's menu; empty for a key only.
        key: The key stroke that does it, from :mod:`builder.vassal.keystroke`.
        changer: One of the changes of this module.

    >>> menu_command("Hit", "72,130", increment("1"))
    'Hit:72,130:I,1'
    """
    return encode([menu, key, changer], ":")
