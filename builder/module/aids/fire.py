"""One attack on one unit, out of the pool of its hex.

Asked of the unit that is fired at: all of the pool, half of it where that is a whole number of
sixteenths, or so many sixteenths. The defence is that of its class in the terrain of its hex, of
a bunker there, or what is printed on an AFV less its cover. Below the first column no die is
rolled. What the result calls for is kept for the loss and the check of morale that follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder import convention
from builder.convention.line import Fire
from builder.model.combat import FireTable
from builder.model.game import Game
from builder.module.aids.account import EMPTY, booked, value_of
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.dice import die, is_forced, rolled
from builder.module.aids.figures import PARTS, figure, figure_number, is_afv, value_text
from builder.module.aids.ground import defences, is_hex, number, place, terrain_among, terrain_row
from builder.module.aids.id_lists import dropped, has_list, ids
from builder.module.aids.pool import CLEARED, DEFENSIVE, POOL, SHOOTERS, aimed
from builder.module.aids.request import (
    ABANDONED,
    ASSAULTS,
    CHARGES,
    HEX,
    ID,
    SIDE,
    STRENGTH,
    dispatch,
    has_state,
    state_value,
)
from builder.module.aids.table import (
    cell_number,
    checks,
    column,
    column_name,
    losses,
    results,
)
from builder.module.aids.target import TARGET
from builder.module.aids.writing import (
    action,
    fitting,
    looked_up,
    quoted,
    refusal,
    reported,
    said,
    scratch,
    setting,
    stage,
    trigger,
)
from builder.vassal.changer import assign, choose, prompt
from builder.vassal.trait import Trait

__all__ = ["CHECK", "COVER", "DUE", "bunker_here", "fire"]

DUE, CHECK = "WUdue", "WUcheck"
"""Module properties: accounts by unit of strength points to be lost, and of what is added to the
check called for, plus 1; 0 is no check."""
COVER = scratch("Cover")
"""Module property: strength of the friendly bunker in the hex of who is fired at."""
_SHARE, _TYPED = scratch("FireShare"), scratch("FireTyped")
_ALL, _HALF, _VALUE = scratch("FireAll"), scratch("FireHalf"), scratch("FireValue")
_FROM, _POOL, _ASSAULTED = scratch("FireFrom"), scratch("FirePool"), scratch("FireAssaulted")
_HERE, _THERE = scratch("FireHere"), scratch("FireThere")
_GROUND, _OTHER = scratch("FireGround"), scratch("FireOther")
_CLASS, _CELL = scratch("FireClass"), scratch("FireCell")
_OPEN, _BUNKER, _ROW = scratch("FireOpen"), scratch("FireBunker"), scratch("FireRow")
_DEFENCE, _COLUMN = scratch("FireDefence"), scratch("FireColumn")
_LOSSES, _CALLED = scratch("FireLosses"), scratch("FireCalled")
_SCRATCH = (_SHARE, _TYPED, _ALL, _HALF, _VALUE, _FROM, _POOL, _ASSAULTED, _HERE, _THERE, COVER)
_RESULTS = (_GROUND, _OTHER, _CLASS, _CELL, _OPEN, _BUNKER, _ROW, _DEFENCE, _COLUMN)
_ROWS = ("bunker", "town")
_UNITS = (Who.UNIT, Who.ARTILLERY, Who.AFV)


@dataclass(frozen=True, slots=True)
class _Attack:
    """A kind of attack.

    Args:
        verb: Of its menu entry.
        kind: Its name in lines.
        table: The table it is made on.
        letter: The letter of its pool.
        text: The menu entry.
        named: Whether it is at the target hex, not at that of the unit, by firers in the line.
    """

    verb: str
    kind: str
    table: str
    letter: str
    text: str
    named: bool = False


_ATTACKS = (
    _Attack("fireC", "conventional", "conventional", "c", "Under conventional fire"),
    _Attack("fireA", "antitank", "antitank", "a", "Under antitank fire"),
    _Attack("fireX", "exit", "antitank", "x", "Under fire as it leaves the target hex", named=True),
    _Attack(
        "fireD", "detected", "conventional", "d", "Under fire, found in the target hex", named=True
    ),
)
_CLASSES = ("P", "H", "L")
_SOFT = "P"
_HALVES = 2
"""Defences are counted in halves: a charge halves them."""


def fire(game: Game) -> Aid:
    """Return attacks by conventional and antitank fire."""
    tables = game.combat.tables
    if not {each.table for each in _ATTACKS} <= set(tables):
        return Aid(properties={DUE: EMPTY, CHECK: EMPTY, COVER: "0"})
    names = (*_SCRATCH, *_RESULTS, _LOSSES, _CALLED)
    own = (_table(each, tables[each.table]) for each in _ATTACKS)
    return Aid(
        properties=dict.fromkeys(names, "") | {DUE: EMPTY, CHECK: EMPTY},
        umpire=(
            *_asked(),
            *_pool_traits(game),
            *_defence_traits(game),
            *(trait for traits in own for trait in traits),
            *_done(game),
        ),
        menus=tuple(Menu(each.verb, each.text, _UNITS, "Fire") for each in _ATTACKS),
    )


def bunker_here(*, own: bool = True) -> str:
    """Return the expression of the strength of the bunker in the hex of who asks.

    Args:
        own: Whether only one of its side counts.
    """
    kind = f'{convention.KIND}==\\"bunker\\"&&'
    side = f'{convention.SIDE}==\\""+{SIDE}+"\\"&&' if own else ""
    where = f'LocationName.matches(\\""+{HEX}.substring(1)+"\\")'
    return f'Sum("WUleft","{{{kind}{side}{where}}}")'


def _asked() -> Iterator[Trait]:
    """Yield the prompts: how much of the pool."""
    ask = choose("How much of the fire on its hex?", f"{{{_ALL}}}", f"{{{_HALF}}}", "typed")
    yield setting(_SHARE, ("FireNoShare", assign("")), ("FireShare", ask))
    question = f"How many sixteenths of a point ({PARTS} are one point)?"
    yield setting(_TYPED, ("FireNoShare", assign("")), ("FireType", prompt(question)))


def _pool_traits(game: Game) -> Iterator[Trait]:
    """Yield which pool it is, what is in it, and how much of that is fired."""
    where = {"FireAssaulted": f'{state_value(ASSAULTS)}+""', "FireHere": place(game, HEX)}
    yield from stage("FireFirst", **where, Cover=bunker_here())
    there = {"FireAssaulted": '""', "FireHere": place(game, TARGET), "Cover": "0"}
    yield from stage("FireThere", **there)
    for each in _ATTACKS:
        yield from stage(f"{each.verb}From", FireFrom=_pool_name(each))
    yield from stage("FirePool", FirePool=value_of(POOL, _FROM))
    yield from stage("FireHalve", FireHalf=f"{_POOL}/2")
    half = f'{_POOL}%2==0?"half: "+{value_text(_HALF)}:"half: not exact"'
    yield from stage("FireOffer", FireAll=f'"all: "+{value_text(_POOL)}', FireHalf=half)
    typed = f"({fitting(_TYPED, '[1-9][0-9]{0,4}')}?{_TYPED}:0)"
    half = f"{_POOL}%2==0?{_POOL}/2:0"
    part = f'{_SHARE}.startsWith("half")?({half}):{typed}'
    yield from stage("FireValue", FireValue=f'{_SHARE}.startsWith("all")?{_POOL}:{part}')


def _pool_name(attack: _Attack) -> str:
    """Return the expression of the name of an attack's pool."""
    if attack.named:
        return f'{TARGET}+"{attack.letter}"'
    # a unit whose assault wasn't declared by the module is hit out of the first pool
    start = f'{POOL}.indexOf(";"+{HEX}+"{attack.letter}h")'
    other = f'{POOL}.substring({start}+1,{POOL}.indexOf("=",{start}+1))'
    alone = f'WUphase=="{DEFENSIVE}"&&{fitting(_ASSAULTED, "")}&&{start}>=0'
    return f"{alone}?{other}:{aimed(HEX, quoted(attack.letter), _ASSAULTED)}"


def _defence_traits(game: Game) -> Iterator[Trait]:
    """Yield the defence of who is fired at, in halves."""
    letter = f'"{"".join(_CLASSES)}".indexOf({figure("defence")})'
    number = f"{has_state(ABANDONED)}?{_CLASSES.index(_SOFT)}:Math.max(0,{letter})"
    ground = {"FireGround": terrain_row(_HERE), "FireClass": number}
    yield from stage("FireGround", **ground, FireThere=place(game, _ASSAULTED))
    cells, many = defences(game, _CLASSES), len(_CLASSES)
    yield from stage("FireRow", FireRow=f"{_GROUND}*{many}+{_CLASS}", FireOther=terrain_row(_THERE))
    yield from stage("FireOpen", FireOpen=looked_up(cells, _ROW), FireBunker=_bunker(game))
    armour, cover = figure_number("defence"), game.combat.cover
    if cover is not None:
        here = terrain_among(game, _GROUND, cover.terrain)
        there = terrain_among(game, _OTHER, cover.terrain)
        armour = f"({armour}-({here}||{there}?{cover.reduction}:0))"
    charge = game.combat.multipliers.get("charging")
    halves = f"{_HALVES}"
    if charge is not None:
        charged = int(charge.factor * _HALVES)
        halves = f"({has_state(CHARGES)}?{charged}:{_HALVES})"
    soft = f"Math.max({_OPEN},{_BUNKER})*{halves}"
    yield from stage("FireDefence", FireDefence=f"{is_afv()}?{armour}*{_HALVES}:{soft}")


def _bunker(game: Game) -> str:
    """Return the expression of the defence that a bunker gives, 0 if there is none.

    Who assaults out of its hex, or is in one with a weak bunker, has what a town gives.
    """
    chart, morale = game.chart.terrains, game.combat.morale
    if not set(_ROWS) <= set(chart) or morale is None:
        return "0"
    strong = f"{COVER}>={morale.covered_by}&&!{fitting(_ASSAULTED, 'h.*')}"

    def row(id_: str) -> str:
        first, *others = (str(chart[id_].defence.get(kind, 0)) for kind in _CLASSES)
        steps = "".join(f"{_CLASS}=={n}?{value}:" for n, value in enumerate(others, 1))
        return f"({steps}{first})"

    return f"{COVER}<1?0:{strong}?{row('bunker')}:{row('town')}"


def _table(attack: _Attack, table: FireTable) -> Iterator[Trait]:
    """Yield column, cell, what it calls for, and the line, by one table."""
    best, verb = len(table.columns), attack.verb
    found = column(table, _VALUE, _DEFENCE, PARTS // _HALVES)
    yield from stage(f"{verb}Column", FireColumn=f"{_DEFENCE}<1?{best}:{found}")
    yield from stage(f"{verb}Cell", FireCell=cell_number(table, die(), _COLUMN))
    cap = table.cap if table.cap is not None and table.cap.per == "attack" else None
    most = STRENGTH
    if cap is not None:
        up, down = cap.share.as_integer_ratio()
        most = f"Math.min({STRENGTH},Math.max({cap.least},{STRENGTH}*{up}/{down}))"
    yield from stage(f"{verb}Losses", FireLosses=f"Math.min({losses(table, _CELL)},{most})")
    counted = _LOSSES if table.check_actual else losses(table, _CELL)
    yield from stage(f"{verb}Called", FireCalled=f"{checks(table, _CELL)}*(1+{counted})")
    values = {
        "kind": quoted(attack.kind),
        "target": ID,
        "value": value_text(_VALUE),
        "defence": f'({_DEFENCE}%2==0?{_DEFENCE}/2:{_DEFENCE}+"/2")',
        "column": column_name(table, _COLUMN),
        "die": die(),
        "result": results(table, _CELL),
    }
    if attack.named:
        values["firers"] = ids(SHOOTERS, _FROM)
        values["hex"] = number(TARGET)
    flags = {"forced": f"{_COLUMN}>0&&{is_forced()}"}
    yield reported(f"{verb}Say", said(Fire, values, flags))


def _done(game: Game) -> Iterator[Trait]:
    """Yield the order of things, refusals, the roll and the accounts."""
    yield refusal("FireNone", '"Not fired at: no fire of this kind is left on its hex."')
    yield refusal("FirePart", f'"Not fired at: that is no part of "+{_POOL}+" sixteenths."')
    yield refusal("FireKind", '"Not fired at: antitank fire is for AFVs, all other for the rest."')
    for attack in _ATTACKS:
        yield from _ordered(game, attack)
    yield trigger(action("FireMore"), f'{_SHARE}=="typed"', "FireType")
    yield rolled("FireRoll", unless=f"{_COLUMN}<1")
    yield booked(POOL, ("FireBook", _FROM, f"{_POOL}-{_VALUE}"))
    named = f'{_FROM}.matches(".*[xd]")&&{_POOL}<={_VALUE}'
    rest = f"{named}?{dropped(SHOOTERS, _FROM)}:{SHOOTERS}.substring(0)"
    yield setting(SHOOTERS, ("FireBook", assign(f"{{{rest}}}")))
    yield booked(DUE, ("FireBook", ID, f"{value_of(DUE, ID)}+{_LOSSES}"), cleared=CLEARED)
    worst = f"Math.max({value_of(CHECK, ID)},{_CALLED})"
    yield booked(CHECK, ("FireBook", ID, worst), cleared=CLEARED)


def _ordered(game: Game, attack: _Attack) -> Iterator[Trait]:
    """Yield what is done in which order for a kind of attack."""
    verb, where = attack.verb, TARGET if attack.named else HEX
    fits = is_afv() if attack.table == "antitank" else f"!{is_afv()}"
    there = f"{fits}&&{is_hex(game, where)}"
    if attack.named:
        name = f'({TARGET}+"{attack.letter}")'
        there += f"&&{has_list(SHOOTERS, name)}"
    first = "FireThere" if attack.named else "FireFirst"
    yield dispatch(game, verb, f"!{fits}", "FireKind")
    yield dispatch(game, verb, f"{fits}&&!({there})", "FireNone")
    yield dispatch(game, verb, there, first, f"{verb}From", "FirePool", f"{verb}Any")
    yield trigger(action(f"{verb}Any"), f"{_POOL}<1", "FireNone")
    offer = ("FireHalve", "FireOffer", "FireNoShare", "FireShare", "FireMore")
    yield trigger(action(f"{verb}Any"), f"{_POOL}>0", *offer, "FireValue", f"{verb}Check")
    answered = f'{_SHARE}!=""&&({_SHARE}!="typed"||{fitting(_TYPED, ".+")})'
    valid = f"{_VALUE}>0&&{_VALUE}<={_POOL}"
    yield trigger(action(f"{verb}Check"), f"{answered}&&!({valid})", "FirePart")
    defence = ("FireGround", "FireRow", "FireOpen", "FireDefence")
    then = [f"{verb}{each}" for each in ("Cell", "Losses", "Called", "Say")]
    do = (*defence, f"{verb}Column", "FireRoll", *then, "FireBook")
    yield trigger(action(f"{verb}Check"), f"{answered}&&{valid}", *do)
