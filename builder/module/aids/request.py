"""What pieces ask of the umpire, and how they are answered.

A piece writes into scratch properties which act it asks for; who it is, as
``id;side;left;name=value,name=value,``; what is printed on it; and where it is. Then it sends one
key to the umpire. ``left`` is its strength, the rest its states. A hex has an ``h`` before it so
that it never is a number.

The answer is a key to the one piece with that id; what it has to become stands in module
properties, as absolute values: VASSAL 3.6 may give a piece the same key twice.

A unit that is concealed (rule 4-C) asks for nothing that would name it to the other side: who
pressed is told to show the hex first, which the rule demands where there is combat.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from builder import convention
from builder.model.game import Game
from builder.module.aids.aid import UNITS, Menu, Who
from builder.module.aids.writing import action, may_press, quoted, scratch, trigger
from builder.module.concealment import COVER
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
_FOLDERS = (
    "Movement",
    "Assault",
    "Charge",
    "Ski troops",
    "Commandos",
    "Barrage",
    "Fire",
    "Losses and morale",
    "Equipment",
    "Renewal",
)
"""The parts of the menu in their order, which is that of the phases."""
_ASK, _PACK, _CALL, _REFUSE = (named(f"wu{word}") for word in ("Ask", "Pack", "Call", "Refuse"))
_HIDDEN = "Not done: it is concealed, and this would name it. Show the hex first (Ctrl+R)."
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


def asking_traits(menus: Iterable[Menu], who: Collection[Who]) -> Iterator[Trait]:
    """Yield the traits by which a piece asks the umpire, the innermost first.

    Args:
        menus: Every entry there is.
        who: What the piece is, and its roles.
    """
    menus = tuple(menus)
    own = [each for each in menus if not set(each.who).isdisjoint(who)]
    if not own:
        return
    verbs = [menu_command(each.text, menu_key(each.verb), assign(each.verb)) for each in own]
    yield SetGlobalProperty(VERB, commands=tuple(verbs))
    yield Trigger(watch_keys=tuple(menu_key(each.verb) for each in own), action_keys=(_ASK,))
    yield from _way_to_the_umpire()
    yield from _asked(() if set(UNITS).isdisjoint(who) else menus)
    shown = [each for each in own if each.text and each.folder]
    # VASSAL shows the outermost entry first
    for folder in sorted({each.folder for each in shown}, key=_FOLDERS.index, reverse=True):
        yield Submenu(folder, tuple(each.text for each in shown if each.folder == folder))


def _asked(menus: Iterable[Menu]) -> Iterator[Trait]:
    """Yield the way of what is asked: to the umpire, or back because the unit is concealed.

    Args:
        menus: What units may ask; nothing for other pieces, which are never concealed.
    """
    free = "|".join(each.verb for each in menus if each.concealed)
    if not free:
        yield Trigger(key=_ASK, action_keys=(_PACK, _CALL))
        return
    secret = f'{COVER}>0&&!{VERB}.matches("{free}")'
    yield Trigger(key=_ASK, match=f"{{!({secret})}}", action_keys=(_PACK, _CALL))
    yield Trigger(key=_ASK, match=f"{{{secret}}}", action_keys=(_REFUSE,))
    told = menu_command("", _REFUSE, assign(f"{{Alert({quoted(_HIDDEN)})}}"))
    yield SetGlobalProperty(scratch("Alert"), commands=(told,))


def _way_to_the_umpire() -> Iterator[Trait]:
    """Yield who asks, what is printed on it, where it is; and the key to the umpire."""
    states = "+".join(f'"{name}="+{name}+","' for name in STATES)
    parts = (convention.ID, convention.SIDE, "WUleft", states)
    here = '"h"+LocationName.substring(0)'
    for name, value in ((UNIT, '+";"+'.join(parts)), (PRINTED, FIGURES), (HEX, here)):
        change = assign(f"{{{value}}}")
        yield SetGlobalProperty(name, commands=(menu_command("", _PACK, change),))
    yield GlobalKeyCommand(
        key=_CALL,
        sent_key=named(DO),
        filter=f'{{{convention.KIND}=="umpire"}}',
        suppress_reports=False,
        target=_UMPIRE,
    )


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
