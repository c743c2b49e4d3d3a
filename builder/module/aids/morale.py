"""A check of morale: what is added, two dice, and what they say.

The number that the fire calls for is offered, and can be chosen otherwise; shocks are asked in
the phase of the assault. Isolation is the unit's state, weather and terrain are looked up, units
of the hex that routed or were wiped out in the phase have been counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder import convention
from builder.convention.line import Morale
from builder.model.combat import Morale as Rules
from builder.model.combat import MoraleModifier
from builder.model.game import Game
from builder.module.aids.account import EMPTY, booked, value_of
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.dice import die, is_forced, rolled
from builder.module.aids.figures import figure, figure_number
from builder.module.aids.fire import CHECK
from builder.module.aids.ground import is_hex, place, terrain_among, terrain_row
from builder.module.aids.loss import ELIMINATED
from builder.module.aids.pool import CLEARED
from builder.module.aids.request import HEX, ID, ISOLATED, SIDE, dispatch, has_state
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
from builder.vassal.changer import assign, choose
from builder.vassal.trait import Trait

__all__ = ["ROUTED", "morale"]

ROUTED = "WUrouted"
"""Module property: accounts by hex and side of units that routed in the phase."""
_CALL, _NUMBER, _SHOCK = scratch("MoraleCall"), scratch("MoraleNumber"), scratch("MoraleShock")
_PLACE, _GROUND = scratch("MoralePlace"), scratch("MoraleGround")
_SUM, _WHY, _OVER = scratch("MoraleSum"), scratch("MoraleWhy"), scratch("MoraleOver")
_MOST = 9
_NO_SHOCK = "no shock"
_ASSAULT = "assault"
_RESULT = "result"
_HEX = f"({HEX}+{SIDE})"


def morale(game: Game) -> Aid:
    """Return the check of morale."""
    rules = game.combat.morale
    if rules is None:
        return Aid()
    names = (_CALL, _NUMBER, _SHOCK, _PLACE, _GROUND, _SUM, _WHY, _OVER)
    added = [_part(name) for name in _amounts(game)]
    return Aid(
        properties=dict.fromkeys((*names, *added), "") | {ROUTED: EMPTY},
        umpire=(*_asked(game), *_added(game), *_done(game, rules)),
        menus=(
            Menu("morale", "Check morale", (Who.UNIT, Who.ARTILLERY, Who.AFV), "Losses and morale"),
        ),
    )


def _part(name: str) -> str:
    """Return the scratch property with what one part adds."""
    return scratch("MoraleBy_" + name.replace("-", "_"))


def _asked(game: Game) -> Iterator[Trait]:
    """Yield the prompts: the number called for, and a shock."""
    owed = value_of(CHECK, ID)
    yield from stage("MoraleFirst", MoralePlace=place(game, HEX))
    offered = f'{owed}>0?"+"+({owed}-1)+" (as called for)":"+0 (nothing called for)"'
    yield from stage("MoraleOffer", MoraleCall=offered, MoraleGround=terrain_row(_PLACE))
    numbers = [str(number) for number in range(_MOST + 1)]
    ask = choose("Number of the check?", f"{{{_CALL}}}", *numbers)
    yield setting(_NUMBER, ("MoraleNone", assign("")), ("MoraleAsk", ask))
    shocks = choose("Does it suffer a shock?", _NO_SHOCK, *game.combat.shocks)
    yield setting(
        _SHOCK,
        ("MoraleNone", assign("")),
        ("MoraleNoShock", assign(_NO_SHOCK)),
        ("MoraleAskShock", shocks),
    )


def _amounts(game: Game) -> dict[str, str]:
    """Return the expression of what each part adds, by its name in lines."""
    number = f'("#"+{_NUMBER}).replace("+","").split("#| ")[1]'
    found = {_RESULT: f"Integer.parseInt({number})"}
    for shock in game.combat.shocks.values():
        found[shock.id] = f'{_SHOCK}=="{shock.id}"?{shock.levels}:0'
    for each in game.combat.morale_modifiers:
        times = _times(game, each)
        count = times if each.each else f"Math.min(1,{times})"
        found[each.id] = f"{each.value}*{count}"
    return found


def _times(game: Game, each: MoraleModifier) -> str:
    """Return the expression of how often a modifier holds."""
    match each.id:
        case "isolated":
            times = f"({has_state(ISOLATED)}?1:0)"
        case "routed":
            times = value_of(ROUTED, _HEX)
        case "eliminated":
            times = value_of(ELIMINATED, _HEX)
        case _:
            times = "1"
    conditions = []
    if each.weather:
        skies = "||".join(f'{convention.WEATHER}=="{sky}"' for sky in each.weather)
        conditions.append(f"({skies})")
    if each.kinds:
        kinds = "||".join(f'{figure("kind")}.equals("{kind}")' for kind in each.kinds)
        conditions.append(f"({kinds})")
    if each.unless_terrain:
        conditions.append(f"!{terrain_among(game, _GROUND, each.unless_terrain)}")
    return f"({'&&'.join(conditions)}?{times}:0)" if conditions else times


def _added(game: Game) -> Iterator[Trait]:
    """Yield what each part adds, the sum, and the parts as a line tells them."""
    amounts = _amounts(game)
    for name, amount in amounts.items():
        yield setting(_part(name), ("MoraleParts", assign(f"{{{amount}}}")))
    parts = "+".join(_part(name) for name in amounts)
    texts = "+".join(
        f'({_part(name)}==0?"":",{name}:"+({_part(name)}<0?"":"+")+{_part(name)})'
        for name in amounts
    )
    yield from stage("MoraleSum", MoraleSum=parts, MoraleWhy=f'"#"+{texts}')


def _done(game: Game, rules: Rules) -> Iterator[Trait]:
    """Yield the order of things, the dice, the line, and what is counted."""
    yield refusal("MoraleOff", '"No check: it is not on a hex of the map."')
    yield dispatch(game, "morale", f"!{is_hex(game, HEX)}", "MoraleOff")
    start = ("MoraleFirst", "MoraleOffer", "MoraleNone", "MoraleAsk", "MoraleMore")
    yield dispatch(game, "morale", is_hex(game, HEX), *start)
    asked, shock = (
        f'"#"+{_NUMBER}!="#"',
        f'WUphase=="{_ASSAULT}"' if game.combat.shocks else "false",
    )
    yield trigger(action("MoraleMore"), f"{asked}&&{shock}", "MoraleAskShock", "MoraleCheck")
    yield trigger(action("MoraleMore"), f"{asked}&&!({shock})", "MoraleNoShock", "MoraleCheck")
    do = ("MoraleParts", "MoraleSum", "MoraleRoll", "MoraleOver", "MoraleSay", "MoraleBook")
    yield trigger(action("MoraleCheck"), f'{_SHOCK}!=""', *do)
    dice = range(1, rules.dice + 1)
    yield from (rolled("MoraleRoll", number) for number in dice)
    roll = "+".join(die(number) for number in dice)
    yield from stage("MoraleOver", MoraleOver=f"{roll}+{_SUM}-{figure_number('morale')}")
    values = {
        "unit": ID,
        "roll": roll,
        "modifier": _SUM,
        "result": f'({_OVER}>={rules.rout}?"rout":{_OVER}>={rules.fail}?"fail":"pass")',
        "why": f'({_WHY}.matches("#")?"-":{_WHY}.substring(2))',
    }
    yield reported("MoraleSay", said(Morale, values, {"forced": is_forced(*dice)}))
    yield booked(CHECK, ("MoraleBook", ID, "0"))
    routs = f"({_OVER}>={rules.rout}?1:0)"
    count = f"{value_of(ROUTED, _HEX)}+{routs}"
    yield booked(ROUTED, ("MoraleBook", _HEX, count), cleared=CLEARED)
