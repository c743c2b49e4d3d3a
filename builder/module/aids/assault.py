"""Assaults by one of six directions, as a charge or not, shown by an arrow on the counter.

The declaration is a state of the unit that other aids look at: who fires at it, what multiplies
its fire, how it defends. It lapses when another impulse is declared and in the last phase of an
impulse, for all units at once. State and arrow lie outside the masks of limited intelligence:
both sides see them, and either may press the button that ends them.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder import convention
from builder.convention.line import Assault, Note
from builder.hexgrid import Direction
from builder.model.game import Game
from builder.module.aids.aid import UNITS, Aid, Menu, Who
from builder.module.aids.around import FIND, side_hex
from builder.module.aids.ground import is_hex, number
from builder.module.aids.moment import PHASE
from builder.module.aids.request import (
    ASSAULTS,
    CHARGES,
    HEX,
    ID,
    answer,
    dispatch,
    state_trait,
    state_value,
)
from builder.module.aids.writing import (
    action,
    refusal,
    reported,
    said,
    scratch,
    setting,
    stage,
    trigger,
)
from builder.vassal.changer import assign, menu_command
from builder.vassal.keystroke import named
from builder.vassal.trait import DynamicProperty, GlobalKeyCommand, Layer, Trait

__all__ = [
    "AIM",
    "AIMED",
    "ENDED",
    "MOUNTED",
    "TARGET",
    "arrow_images",
    "assault",
    "declared_traits",
    "does_assault",
    "has_assault",
]

AIM = "WUaim"
"""State of a unit: 0, or the number of its arrow: by direction, then charges by direction."""
AIMED, ENDED = "wuAssault", "wuNoAssault"
"""Keys by which a unit takes :data:`TARGET` and :data:`MOUNTED`, or assaults no more."""
TARGET, MOUNTED, ARROW = scratch("AssaultTo"), scratch("AssaultMounted"), scratch("AssaultArrow")
"""Module properties: the hex assaulted, as ``h2123``; ``yes`` for a charge; number of the arrow."""
_ALL = f"COUNTER|false|MAP|||||0|0||true|{convention.KIND}|unit|EQUALS"


def does_assault(game: Game) -> bool:
    """Tell whether a game has assaults."""
    return "assault" in game.chart.activities


def has_assault() -> str:
    """Return the condition that who asks has declared an assault."""
    return f'{state_value(ASSAULTS)}.startsWith("h")'


def arrow_images(game: Game) -> tuple[str, ...]:
    """Return the names of the pictures of the arrows, none for a game without assaults."""
    if not does_assault(game):
        return ()
    return tuple(f"{word}-{way.name.lower()}.png" for word in _words(game) for way in Direction)


def _words(game: Game) -> tuple[str, ...]:
    return ("assault", "charge") if "charging" in game.combat.multipliers else ("assault",)


def assault(game: Game) -> Aid:
    """Return the declaration of assaults, how it is taken back, and how it lapses."""
    if not does_assault(game):
        return Aid()
    menus = [
        Menu(f"assault{way.name}", f"Assault {way.name}", UNITS, "Assault") for way in Direction
    ]
    menus.append(Menu("noAssault", "No assault after all", UNITS, "Assault"))
    if "charge" in _words(game):
        charger = (Who.CHARGER,)
        menus += [Menu(f"charge{w.name}", f"Charge {w.name}", charger, "Charge") for w in Direction]
    return Aid(
        properties=dict.fromkeys((TARGET, MOUNTED, ARROW), ""),
        umpire=(*_declared(game), *_taken_back(game), *_lapsing(game)),
        menus=tuple(menus),
    )


def _declared(game: Game) -> Iterator[Trait]:
    """Yield the target by the direction, the refusal, the line and the answer."""
    yield from stage("AssaultFrom", AroundHex=f'{is_hex(game, HEX)}?{HEX}:"h0000"')
    arrows = {
        f"{word}{way.name}": (number_ * len(Direction) + way + 1, way)
        for number_, word in enumerate(_words(game))
        for way in Direction
    }
    found = {verb: side_hex(way) for verb, (_, way) in arrows.items()}
    yield setting(
        TARGET, *((f"{verb}To", assign(f"{{{to}.substring(0)}}")) for verb, to in found.items())
    )
    yield setting(ARROW, *((f"{verb}To", assign(str(n))) for verb, (n, _) in arrows.items()))
    mounted = ((f"{v}To", assign("yes" if v.startswith("charge") else "")) for v in arrows)
    yield setting(MOUNTED, *mounted)
    for verb in arrows:
        yield dispatch(game, verb, "", "AssaultFrom", FIND, f"{verb}To", "Assault")
    valid = f"{is_hex(game, HEX)}&&{is_hex(game, TARGET)}"
    yield refusal("AssaultOff", '"Not declared: no hex of the map is there."')
    yield trigger(action("Assault"), f"!({valid})", "AssaultOff")
    yield trigger(action("Assault"), valid, "AssaultSay", "Who", "AssaultAim")
    values = {"unit": ID, "target": number(TARGET)}
    yield reported("AssaultSay", said(Assault, values, {"charge": f'{MOUNTED}=="yes"'}))
    yield answer("AssaultAim", named(AIMED))


def _taken_back(game: Game) -> Iterator[Trait]:
    """Yield what ends one unit's assault, and says so."""
    yield refusal("AssaultNone", '"It has declared no assault."')
    yield dispatch(game, "noAssault", f"!({has_assault()})", "AssaultNone")
    yield dispatch(game, "noAssault", has_assault(), "AssaultEndSay", "Who", "AssaultEnd")
    text = f'"assault_taken_back:_"+{ID}'
    yield reported("AssaultEndSay", said(Note, {"text": text}))
    yield answer("AssaultEnd", named(ENDED))


def _lapsing(game: Game) -> Iterator[Trait]:
    """Yield the end of all assaults: by an impulse, and in the last phase."""
    yield trigger(action("First"), "true", "AssaultsEnd")
    yield trigger(action("Next"), f'{PHASE}=="{game.phases[-1]}"', "AssaultsEnd")
    yield GlobalKeyCommand(
        key=action("AssaultsEnd"),
        sent_key=named(ENDED),
        filter=f'{{{ASSAULTS}.startsWith("h")}}',
        suppress_reports=False,
        target=_ALL,
        description="Assaults lapse",
    )


def declared_traits(game: Game) -> Iterator[Trait]:
    """Yield the states of a unit that assaults, and its arrow, the innermost first."""
    images = arrow_images(game)
    if not images:
        return
    yield state_trait(ASSAULTS, (AIMED, f"{{{TARGET}.substring(0)}}"), (ENDED, ""))
    yield state_trait(CHARGES, (AIMED, f"{{{MOUNTED}.substring(0)}}"), (ENDED, ""))
    yield DynamicProperty(
        name=AIM,
        commands=(
            menu_command("", named(AIMED), assign(f"{{{ARROW}}}")),
            menu_command("", named(ENDED), assign("0")),
        ),
        description="Arrow of its assault",
        value="0",
    )
    yield Layer(
        images=("", *images),
        names=("",) * (len(images) + 1),
        name="WUarrow",
        follow_property=True,
        property_name=AIM,
        first_level_value=0,
        description="Arrow of its assault",
    )
