"""What one act adds to a module."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from builder.vassal.trait import Trait

__all__ = ["ROLES", "UNITS", "Aid", "Button", "Menu", "Who"]


class Who(StrEnum):
    """Pieces with menus of their own; below, roles that some units have besides."""

    UNIT = "unit"
    ARTILLERY = "artillery"
    AFV = "AFV"
    BUNKER = "bunker"
    TARGET = "target"

    CHARGER = "charger"
    SKIER = "skier"
    COMMANDO = "commando"
    ESCORT = "escort"
    BUILDER = "builder"
    WRECKER = "wrecker"
    WEAPONS = "weapons"
    REPLACEABLE = "replaceable"


UNITS = (Who.UNIT, Who.ARTILLERY, Who.AFV)
"""What a unit is: one of these."""
ROLES = (
    Who.CHARGER,
    Who.SKIER,
    Who.COMMANDO,
    Who.ESCORT,
    Who.BUILDER,
    Who.WRECKER,
    Who.WEAPONS,
    Who.REPLACEABLE,
)
"""What it may be besides: it charges, slips away on skis, bluffs its way through the enemy or
goes with those who do, builds a bridge, destroys bridges, has equipment to abandon, takes
replacements."""


@dataclass(frozen=True, slots=True)
class Menu:
    """An entry in the menu of pieces, which asks the umpire for an act.

    Args:
        verb: Name of the act, letters and digits; no two entries share one.
        text: The entry; empty for a key alone.
        who: Pieces that have it.
        folder: The part of the menu that it stands in; empty for the menu itself.
        concealed: Whether a piece may ask while it is concealed: no line names it then, or it is no
            secret anyway.
    """

    verb: str
    text: str
    who: tuple[Who, ...]
    folder: str
    concealed: bool = False


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the toolbar that sends a key to the umpire.

    Args:
        text: On the button.
        key: Name of the key sent.
        tip: What it does.
        letter: Pressed with Ctrl and Shift it does the same; empty for none.
        menu: The menu of the toolbar that it stands in; empty for the toolbar itself.
    """

    text: str
    key: str
    tip: str
    letter: str = ""
    menu: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aid:
    """One act, or something that several acts share.

    Args:
        properties: Module properties by name, with their value before a game begins.
        umpire: Traits of the umpire, the innermost first.
        menus: Entries in the menus of pieces.
        pieces: Traits of the pieces that act, by who they are, the innermost first.
        buttons: Buttons of the toolbar.
    """

    properties: Mapping[str, str] = field(default_factory=dict)
    umpire: tuple[Trait, ...] = ()
    menus: tuple[Menu, ...] = ()
    pieces: Mapping[Who, tuple[Trait, ...]] = field(default_factory=dict)
    buttons: tuple[Button, ...] = ()
