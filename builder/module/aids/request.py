"""What pieces ask of the umpire, and how they are answered.

A piece writes into scratch properties which act it asks for; who it is, as
``id;side;left;name=value,name=value,``; what is printed on it; and where it is. Then it sends one
key to the umpire. ``left`` is its strength, the rest its states. A hex has an ``h`` before it so
that it never is a number.

The answer is a key to the one piece with that id; what it has to become stands in module
properties, as absolute values: VASSAL 3.6 may give a piece the same key twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder import convention
from builder.model.game import Game
from builder.module.aids.aid import Menu, Who
from builder.module.aids.writing import action, may_press, scratch, trigger
from builder.vassal.changer import assign, menu_command
from builder.vassal.keystroke import named
from builder.vassal.trait import (
    DynamicProperty,
    GlobalKeyCommand,
    SetGlobalProperty,
    Submenu,
    Trait,
    Trigger,
)

__all__ = [
    "ABANDONED",
    "ASSAULTS",
    "CHARGES",
    "DO",
    "FIGURES",
    "HEX",
    "ID",
    "ISOLATED",
    "LEFT",
    "PRINTED",
    "SIDE",
    "STATES",
    "STRENGTH",
    "UNIT",
    "VERB",
    "WHO",
    "answer",
    "asking_traits",
    "dispatch",
    "has_state",
    "menu_key",
    "state_trait",
    "state_value",
]

VERB, UNIT, HEX = scratch("Verb"), scratch("Unit"), scratch("Hex")
"""Module properties: the act asked for; who asks; where, as ``h2123``, or ``h`` and the name of a
box."""
DO = "wuDo"
"""The key that pieces send to the umpire."""
FIGURES = "WUfigures"
"""Marker of a piece: what is printed on it, divided by commas."""
ISOLATED, ASSAULTS, CHARGES, ABANDONED = "WUisolated", "WUassaults", "WUcharges", "WUabandoned"
"""States of a unit, each a property of its piece that is empty until an act sets it: ``yes``;
the hex it assaults, as ``h2123``; ``yes``; ``yes``."""
STATES = (ISOLATED, ASSAULTS, CHARGES, ABANDONED)
ID, SIDE, LEFT = (f'("#;"+{UNIT}).split(";")[{n}]' for n in (1, 2, 3))
"""Expressions of the texts that say who asks, and of its strength."""
STRENGTH = f"Integer.parseInt({LEFT})"
"""Expression of its strength as a number."""
PRINTED = scratch("Printed")
"""Module property: what is printed on who asks."""
WHO = scratch("Who")
"""Module property: id of the piece that an answer goes to."""
_PACK, _CALL = named("wuPack"), named("wuCall")
_UMPIRE = f"COUNTER|false|MAP|||||0|0||true|{convention.KIND}|umpire|EQUALS"


def menu_key(verb: str) -> str:
    """Return the key of a menu entry."""
    return named(f"wuAsk_{verb}")


def state_trait(name: str, *commands: tuple[str, str]) -> DynamicProperty:
    """Return a state of a piece, and the keys that the umpire sends to change it.

    Args:
        name: One of :data:`STATES`.
        commands: Names of keys and the value each sets.
    """
    changes = tuple(menu_command("", named(key), assign(value)) for key, value in commands)
    return DynamicProperty(name=name, commands=changes)


def asking_traits(menus: Iterable[Menu], who: Who) -> Iterator[Trait]:
    """Yield the traits by which pieces ask the umpire, the innermost first."""
    own = [each for each in menus if who in each.who]
    if not own:
        return
    verbs = [menu_command(each.text, menu_key(each.verb), assign(each.verb)) for each in own]
    yield SetGlobalProperty(VERB, commands=tuple(verbs))
    states = "+".join(f'"{name}="+{name}+","' for name in STATES)
    parts = (convention.ID, convention.SIDE, "WUleft", states)
    here = '"h"+LocationName.substring(0)'
    for name, value in ((UNIT, '+";"+'.join(parts)), (PRINTED, FIGURES), (HEX, here)):
        change = assign(f"{{{value}}}")
        yield SetGlobalProperty(name, commands=(menu_command("", _PACK, change),))
    keys = tuple(menu_key(each.verb) for each in own)
    yield Trigger(watch_keys=keys, action_keys=(_PACK, _CALL))
    yield GlobalKeyCommand(
        key=_CALL,
        sent_key=named(DO),
        filter=f'{{{convention.KIND}=="umpire"}}',
        suppress_reports=False,
        target=_UMPIRE,
    )
    for folder in dict.fromkeys(each.folder for each in own):
        yield Submenu(folder, tuple(each.text for each in own if each.folder == folder))


def has_state(name: str) -> str:
    """Return the condition that a state of who asks is ``yes``."""
    return f'{UNIT}.contains("{name}=yes")'


def state_value(name: str) -> str:
    """Return the expression of a state of who asks, such as the hex it assaults."""
    return f'("#"+{UNIT}).split("{name}=")[1].split(",")[0]'


def dispatch(game: Game, verb: str, match: str, *actions: str) -> Trigger:
    """Return the umpire's trigger for an act that is asked for by a player.

    Args:
        game: For its sides.
        verb: The act.
        match: Condition besides, empty for none. The actions of one trigger must not change
            what another of the same act looks at.
        actions: What the umpire does.
    """
    more = f"&&({match})" if match else ""
    return trigger(named(DO), f'{VERB}=="{verb}"&&({may_press(game)}){more}', *actions)


def answer(key: str, stroke: str) -> GlobalKeyCommand:
    """Return what sends a key back to the piece whose id stands in :data:`WHO`.

    Args:
        key: The umpire's action.
        stroke: The key sent.
    """
    return GlobalKeyCommand(
        key=action(key),
        sent_key=stroke,
        suppress_reports=False,
        target=f"COUNTER|false|MAP|||||0|0||true|{convention.ID}|${WHO}$|EQUALS",
    )
