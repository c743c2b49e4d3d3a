"""What pieces ask of the umpire, and how they are answered.

A piece writes the act it asks for into one scratch property and itself into another:
``id;side;left;state;figures;hex``, then sends one key to the umpire. ``left`` is its strength,
``state`` its states as ``name=value,``, ``figures`` what is printed on it. The hex is the last
because the names of boxes may hold anything; it has an ``h`` before it so that it never is a
number.

The answer is a key to the one piece with that id; what it has to become stands in module
properties, as absolute values: VASSAL 3.6 may give a piece the same key twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder import convention
from builder.model.game import Game
from builder.module.aids.aid import Menu, Who
from builder.module.aids.writing import action, calculated, may_press, scratch, trigger
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
    "HERE",
    "HEX",
    "ISOLATED",
    "STATES",
    "UNIT",
    "VERB",
    "answer",
    "asking_traits",
    "dispatch",
    "field_traits",
    "menu_key",
    "state_trait",
]

VERB, UNIT = scratch("Verb"), scratch("Unit")
"""Module properties: the act asked for, and who asks."""
DO = "wuDo"
"""The key that pieces send to the umpire."""
FIGURES = "WUfigures"
"""Marker of a piece: what is printed on it, divided by commas."""
ISOLATED, ASSAULTS, CHARGES, ABANDONED = "WUisolated", "WUassaults", "WUcharges", "WUabandoned"
"""States of a unit, each a property of its piece that is empty until an act sets it: ``yes``;
the hex it assaults, as ``h2123``; ``yes``; ``yes``."""
STATES = (ISOLATED, ASSAULTS, CHARGES, ABANDONED)
ID, SIDE, LEFT, STATE, PRINTED, HEX = "uId", "uSide", "uLeft", "uState", "uPrinted", "uHex"
"""Properties of the umpire: who asks. The hex is as ``h2123``, or ``h`` and the name of a box."""
HERE = "uH"
"""Prefix of the umpire's properties of that hex as a place: :mod:`builder.module.aids.ground`."""
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
    parts = (convention.ID, convention.SIDE, "WUleft", f"({states})", FIGURES)
    request = '+";"+'.join(parts) + '+";h"+LocationName.substring(0)'
    yield SetGlobalProperty(UNIT, commands=(menu_command("", _PACK, assign(f"{{{request}}}")),))
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


def field_traits() -> Iterator[Trait]:
    """Yield the umpire's properties that say who asks, the innermost first."""
    for index, name in enumerate((ID, SIDE, LEFT, STATE, PRINTED, HEX)):
        yield calculated(name, f'({UNIT}+";;;;;; ").split(";")[{index}]')


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


def answer(key: str, sent: str) -> GlobalKeyCommand:
    """Return what sends a key back to the piece that asked.

    Args:
        key: The umpire's action.
        sent: Name of the key sent.
    """
    return GlobalKeyCommand(
        key=action(key),
        sent_key=named(sent),
        suppress_reports=False,
        target=f"COUNTER|false|MAP|||||0|0||true|{convention.ID}|${ID}$|EQUALS",
    )
