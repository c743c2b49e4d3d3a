"""Committing fire: what a unit or bunker gives to the pool of the target hex.

Value is factor by strength, in sixteenths, times what multiplies it. Slopes, terrain and
distance come from the map's texts, isolation from the unit's own state; whether support has its
full factor is asked. A part of a unit's fire may go to one hex and the rest to another, if the
part is a whole number of sixteenths.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.convention.line import Commit
from builder.errors import WargameError
from builder.model.combat import Multiplier
from builder.model.game import Game
from builder.module.aids.account import booked, value_of
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.figures import PARTS, figure, figure_number, value_text
from builder.module.aids.ground import (
    SLOPES,
    apart,
    direction,
    distance,
    has_side,
    is_hex,
    number,
    place,
    terrain_among,
    terrain_row,
)
from builder.module.aids.id_lists import added
from builder.module.aids.pool import POOL, SHOOTERS, aimed
from builder.module.aids.request import (
    ABANDONED,
    HEX,
    ID,
    ISOLATED,
    STRENGTH,
    dispatch,
    has_state,
)
from builder.module.aids.target import SUPPORTED, TARGET
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

__all__ = ["FULL", "REDUCED", "commit", "scaled"]

_SHARE, _PAID = scratch("CommitShare"), scratch("CommitPaid")
_Q, _R, _WAY = scratch("CommitQ"), scratch("CommitR"), scratch("CommitWay")
_HERE, _THERE = scratch("CommitHere"), scratch("CommitThere")
_GROUND, _TARGET_GROUND = scratch("CommitGround"), scratch("CommitTarget")
_FACTOR, _VALUE, _GIVEN = scratch("CommitFactor"), scratch("CommitValue"), scratch("CommitGiven")
_FAR, _POOL = scratch("CommitFar"), scratch("CommitPool")
_SHARES = ("1/2", "1/4", "3/4", "1/3", "2/3")
_WHOLE = "1/1"
FULL = "Full: in supply, and paid for or free"
REDUCED = "Reduced: out of supply, or not paid for"
_FIRERS = (Who.UNIT, Who.ARTILLERY, Who.AFV, Who.BUNKER)
_ASSAULT = "assault"
_SCRATCH = (_SHARE, _PAID, _Q, _R, _WAY, _HERE, _THERE, _GROUND, _TARGET_GROUND)
_RESULTS = (_FACTOR, _VALUE, _GIVEN, _FAR, _POOL)


@dataclass(frozen=True, slots=True)
class _Fire:
    """A kind of fire.

    Args:
        verb: Begins the verbs of its menu entries.
        kind: Its name in lines, or in the menu.
        factor: The figure that it is reckoned with.
        letter: The letter of its pool.
        applies: What multipliers call it.
    """

    verb: str
    kind: str
    factor: str
    letter: str
    applies: str


_DIRECT = (
    _Fire("commitC", "conventional", "conventional", "c", "combat"),
    _Fire("commitA", "antitank", "antitank", "a", "antitank"),
)
_SUPPORT = _Fire("commitS", "support", "support", "c", "support")
_NAMED = (
    _Fire("commitX", "fire at AFVs that leave the target hex", "antitank", "x", "antitank"),
    _Fire("commitD", "fire at commandos found in the target hex", "conventional", "d", "combat"),
)
"""Fire whose firers stand in the line of the attack, and in none of their own."""


def scaled(value: str, multipliers: Iterator[tuple[Multiplier, str]]) -> str:
    """Return the expression of a value with what multiplies it.

    Args:
        value: Expression of a whole number of sixteenths.
        multipliers: Each with the condition on which it holds.
    """
    for each, condition in multipliers:
        up, down = each.factor.as_integer_ratio()
        value += f"*({condition}?{up}:1)/({condition}?{down}:1)"
    return value


def commit(game: Game) -> Aid:
    """Return conventional fire, antitank fire and support."""
    support = any(unit.support is not None for unit in game.units.values())
    kinds = (*_DIRECT, _SUPPORT) if support else _DIRECT
    flags = [_flag(each) for each in game.combat.multipliers.values()]
    return Aid(
        properties=dict.fromkeys((*_SCRATCH, *_RESULTS, *flags), ""),
        umpire=(
            *_asked(),
            *_placed(game),
            *(trait for kind in (*_DIRECT, *_NAMED) for trait in _direct(game, kind)),
            *_supporting(game),
            *_shared(),
            booked(POOL, ("CommitBook", _POOL, f"{value_of(POOL, _POOL)}+{_GIVEN}")),
            *(trait for kind in kinds for trait in _dispatched(game, kind)),
            *_done(kinds),
            *(trait for kind in _NAMED for trait in _named(game, kind)),
        ),
        menus=tuple(menu for kind in (*kinds, *_NAMED) for menu in _menus(kind)),
    )


def _menus(kind: _Fire) -> Iterator[Menu]:
    if kind in _NAMED:
        yield Menu(kind.verb, f"Commit {kind.kind}", _FIRERS[:-1], "Fire")
        return
    what = kind.kind if kind is _SUPPORT else f"{kind.kind} fire"
    who = (Who.ARTILLERY,) if kind is _SUPPORT else _FIRERS
    yield Menu(kind.verb, f"Commit {what}", who, "Fire")
    yield Menu(f"{kind.verb}part", f"Commit a part of {what}", who, "Fire")


def _asked() -> Iterator[Trait]:
    share = choose("Which part of its fire goes to the target hex?", *_SHARES)
    paid = choose("Which support factor has it?", FULL, REDUCED)
    changes = (("Whole", assign(_WHOLE)), ("NoShare", assign("")), ("AskShare", share))
    yield setting(_SHARE, *changes)
    yield setting(_PAID, ("NoPaid", assign("")), ("AskPaid", paid))


def _placed(game: Game) -> Iterator[Trait]:
    """Yield where who fires and the target are, and what is between them."""
    q, r = apart(game, HEX, TARGET)
    places = {"CommitHere": place(game, HEX), "CommitThere": place(game, TARGET)}
    yield from stage("CommitPlaces", CommitQ=q, CommitR=r, **places)
    yield from stage(
        "CommitGround",
        CommitWay=direction(_Q, _R),
        CommitGround=terrain_row(_HERE),
        CommitTarget=terrain_row(_THERE),
    )


def _flag(multiplier: Multiplier) -> str:
    """Return the scratch property that is 1 if a multiplier holds."""
    return scratch(f"CommitBy_{multiplier.id}")


def _direct(game: Game, kind: _Fire) -> Iterator[Trait]:
    """Yield factor, what multiplies it, and value of a kind of direct fire.

    Raises:
        WargameError: A multiplier that the aids don't know.
    """
    applied = [m for m in game.combat.multipliers.values() if kind.applies in m.applies]
    for each in applied:
        holds = f"{_condition(game, each)}?1:0"
        yield setting(_flag(each), (f"{kind.verb}Factor", assign(f"{{{holds}}}")))
    printed, bare = figure_number(kind.factor), game.special.abandoned
    if bare is not None:
        crew = (bare.antitank if kind.factor == "antitank" else bare.combat) * PARTS
        printed = f"{has_state(ABANDONED)}?{int(crew)}:{printed}"
    pool = aimed(TARGET, f'"{kind.letter}"', HEX)
    if kind in _NAMED:
        pool = f'{TARGET}+"{kind.letter}"'
    yield from stage(f"{kind.verb}Factor", CommitFactor=printed, CommitPool=pool)
    flags = ((each, f"{_flag(each)}==1") for each in applied)
    yield from stage(f"{kind.verb}Value", CommitValue=scaled(f"{_FACTOR}*{STRENGTH}", flags))


def _condition(game: Game, each: Multiplier) -> str:
    """Return the condition on which a multiplier of direct fire holds.

    Raises:
        WargameError: The aids don't know it.
    """
    match each.id:
        case "slope":
            return has_side(SLOPES, _HERE, _WAY)
        case "close_combat":
            own = terrain_among(game, _GROUND, each.terrain)
            there = terrain_among(game, _TARGET_GROUND, each.terrain)
            ground = f'({own}||WUphase=="{_ASSAULT}"&&{there})'
            return f'{figure("close")}.equals("yes")&&{ground}'
        case "isolated":
            return has_state(ISOLATED)
        case _:
            raise WargameError(f"{game.id}: the play aids don't know the multiplier {each.id}")


def _supporting(game: Game) -> Iterator[Trait]:
    """Yield support: factor by strength, less beyond a part of the range."""
    q, r = apart(game, HEX, SUPPORTED)
    yield from stage("CommitStack", CommitQ=q, CommitR=r)
    factor, tracing = figure_number("support"), game.supply.tracing
    if tracing is not None:
        less = tracing.support_unpaid * PARTS
        factor = f'{_PAID}.startsWith("Full")?{factor}:{less}'
    yield from stage(
        "commitSFactor",
        CommitFactor=factor,
        CommitFar=distance(_Q, _R),
        CommitPool=aimed(TARGET, f'"{_SUPPORT.letter}"', SUPPORTED),
    )
    value, sight = f"{_FACTOR}*{STRENGTH}", game.combat.observation
    far = game.combat.multipliers.get("far")
    if sight is not None and far is not None:
        up, down = sight.near.as_integer_ratio()
        beyond = f"{_FAR}*{down}>{figure_number('range')}*{up}"
        value = scaled(value, iter([(far, beyond)]))
    yield from stage("commitSValue", CommitValue=value)


def _shared() -> Iterator[Trait]:
    """Yield the share of the value, -1 if it is no whole number of sixteenths."""
    up, down = (f"Integer.parseInt({_SHARE}.substring({n},{n + 1}))" for n in (0, 2))
    part = f"({_VALUE}*{up}%{down}==0?{_VALUE}*{up}/{down}:-1)"
    yield from stage("CommitGive", CommitGiven=f'{_SHARE}.matches("[1-9]/[1-9]")?{part}:0')


def _dispatched(game: Game, kind: _Fire) -> Iterator[Trait]:
    """Yield what asks, for whole fire and for a part, once a target hex is declared."""
    support = kind is _SUPPORT
    ready = f"{is_hex(game, HEX)}&&{is_hex(game, TARGET)}"
    places: tuple[str, ...] = ("CommitPlaces", "CommitGround")
    if support:
        ready, places = f"{ready}&&{is_hex(game, SUPPORTED)}", ("CommitStack",)
    asked = ("NoPaid", "AskPaid") if support else ()
    end = (*places, f"{kind.verb}Factor", f"{kind.verb}Value", "CommitGive", f"{kind.verb}Check")
    yield dispatch(game, kind.verb, f"!({ready})", "CommitNoAim")
    yield dispatch(game, kind.verb, ready, "Whole", *asked, *end)
    part = f"{kind.verb}part"
    yield dispatch(game, part, f"!({ready})", "CommitNoAim")
    yield dispatch(game, part, ready, "NoShare", "AskShare", *asked, *end)


def _done(kinds: tuple[_Fire, ...]) -> Iterator[Trait]:
    """Yield refusals, then the booking and the line."""
    yield refusal(
        "CommitNoAim", '"Not committed: declare the target hex first, for support the stack, too."'
    )
    yield refusal("CommitOut", f'"Not committed: the stack is "+{_FAR}+" hexes away."')
    yield refusal("CommitNone", '"Not committed: it has no such fire."')
    yield refusal("CommitPart", '"Not committed: that part is no whole number of sixteenths."')
    for kind in kinds:
        check, answered, inside = action(f"{kind.verb}Check"), f"{_GIVEN}!=0", "true"
        if kind is _SUPPORT:
            answered = f'{answered}&&{_PAID}!=""'
            inside = f"{_FAR}<={figure_number('range')}"
        none = f'{_SHARE}!=""&&{_VALUE}<1'
        yield trigger(check, none, "CommitNone")
        yield trigger(check, f"{answered}&&!({inside})", "CommitOut")
        yield trigger(check, f"{answered}&&{inside}&&{_GIVEN}<0", "CommitPart")
        say = f"{kind.verb}Say"
        yield trigger(check, f"{answered}&&{inside}&&{_GIVEN}>0", say, "CommitBook")
        values = {
            "unit": ID,
            "kind": f'"{kind.kind}"',
            "target": number(TARGET),
            "value": value_text(_GIVEN),
            "share": f'({_SHARE}.matches("{_WHOLE}")?"1":{_SHARE})',
        }
        stack = {"stack": number(SUPPORTED)} if kind is _SUPPORT else {}
        yield reported(say, said(Commit, values | stack))


def _named(game: Game, kind: _Fire) -> Iterator[Trait]:
    """Yield what adds a firer to those of the attack that follows."""
    ready = f"{is_hex(game, HEX)}&&{is_hex(game, TARGET)}"
    end = (f"{kind.verb}Factor", f"{kind.verb}Value", "CommitGive", f"{kind.verb}Check")
    yield dispatch(game, kind.verb, f"!({ready})", "CommitNoAim")
    yield dispatch(game, kind.verb, ready, "Whole", "CommitPlaces", "CommitGround", *end)
    yield trigger(action(f"{kind.verb}Check"), f"{_GIVEN}<1", "CommitNone")
    name = f"{kind.verb}Name"
    yield trigger(action(f"{kind.verb}Check"), f"{_GIVEN}>0", name, "CommitBook")
    more = added(SHOOTERS, f'({TARGET}+"{kind.letter}")', ID)
    yield setting(SHOOTERS, (name, assign(f"{{{more}}}")))
