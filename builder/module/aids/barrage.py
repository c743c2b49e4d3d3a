"""Barrages: artillery commits to the target hex, one attack is made on it, each target rolls.

Range and half range are worked out from the numbers of the hexes; whether the target is observed
is asked, since no expression can follow a line of sight. Rockets are asked what was paid.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.convention.line import Barrage
from builder.model.game import Game
from builder.module.aids.account import EMPTY, booked, changed, value_of
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.barrage_dice import ATTACK, COLUMN, FAR, SEEN
from builder.module.aids.figures import PARTS, figure, figure_number, value_text
from builder.module.aids.ground import apart, distance, is_hex, number
from builder.module.aids.id_lists import EMPTY as NO_LISTS
from builder.module.aids.id_lists import added, dropped, has_list, ids
from builder.module.aids.pool import CLEARED, POOL
from builder.module.aids.request import HEX, ID, STRENGTH, dispatch
from builder.module.aids.table import column
from builder.module.aids.target import TARGET
from builder.module.aids.writing import (
    action,
    fitting,
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

__all__ = ["FIRERS", "barrage"]

FIRERS, FARTHEST = "WUfirers", "WUfarthest"
"""Module properties: lists by hex of who fires at it, as long as something is left of what they
committed; an account by hex of the hexes to the farthest of them."""
_PAID, _Q, _R = scratch("BarragePaid"), scratch("BarrageQ"), scratch("BarrageR")
_AWAY, _FACTOR, _VALUE = scratch("BarrageAway"), scratch("BarrageFactor"), scratch("BarrageValue")
_NAME, _POOL, _ALL = scratch("BarrageName"), scratch("BarragePool"), scratch("BarrageAll")
_SHARE, _TYPED = scratch("BarrageShare"), scratch("BarrageTyped")
_PART, _SIGHT = scratch("BarragePart"), scratch("BarrageSight")
_PAYS = ("Full: the third point is paid", "Half")
_SEEN, _UNSEEN = "observed", "not observed"
_SCRATCH = (_PAID, _Q, _R, _AWAY, _FACTOR, _VALUE, _NAME, _POOL, _ALL, _SHARE, _TYPED, _PART)


def barrage(game: Game) -> Aid:
    """Return the commitment of artillery and the attack."""
    if "barrage" not in game.combat.tables:
        return Aid()
    values = dict.fromkeys((*_SCRATCH, _SIGHT), "") | {FIRERS: NO_LISTS, FARTHEST: EMPTY}
    shooters = (Who.ARTILLERY, Who.TARGET)
    return Aid(
        properties=values,
        umpire=(*_committed(game), *_asked(), *_reckoned(game), *_done(game)),
        menus=(
            Menu("barrage", "Commit to a barrage", (Who.ARTILLERY,), "Barrage"),
            Menu("attack", "Barrage the target hex now", shooters, "Barrage"),
        ),
    )


def _committed(game: Game) -> Iterator[Trait]:
    """Yield what artillery adds to the barrage of the target hex."""
    q, r = apart(game, HEX, TARGET)
    yield setting(
        _PAID,
        ("BarrageFull", assign(_PAYS[0])),
        ("BarrageNone", assign("")),
        ("BarrageAskPaid", choose("What do these rockets fire with?", *_PAYS)),
    )
    yield from stage("BarrageWay", BarrageQ=q, BarrageR=r, BarrageName=f'{TARGET}+"b"')
    yield from stage(
        "BarrageFar", BarrageAway=distance(_Q, _R), BarrageFactor=figure_number("barrage")
    )
    value, sight = f"{_FACTOR}*{STRENGTH}", game.combat.observation
    far, rockets = (game.combat.multipliers.get(id_) for id_ in ("far", "rockets_unpaid"))
    if far is not None and sight is not None:
        up, down = sight.near.as_integer_ratio()
        beyond = f"{_AWAY}*{down}>{figure_number('range')}*{up}"
        value += f"*({beyond}?{far.factor.numerator}:1)/({beyond}?{far.factor.denominator}:1)"
    if rockets is not None:
        half = f'{_PAID}.matches("{_PAYS[1]}")'
        up, down = rockets.factor.as_integer_ratio()
        value += f"*({half}?{up}:1)/({half}?{down}:1)"
    yield from stage("BarrageValue", BarrageValue=value)
    yield booked(POOL, ("BarrageAdd", _NAME, f"{value_of(POOL, _NAME)}+{_VALUE}"))
    before = f"({has_list(FIRERS, TARGET)}?{value_of(FARTHEST, TARGET)}:0)"
    farther = changed(FARTHEST, TARGET, f"Math.max({before},{_AWAY})")
    yield setting(FARTHEST, ("BarrageAddFar", assign(f"{{{farther}}}")), *_cleared(EMPTY))
    more = added(FIRERS, TARGET, ID)
    rest = f"{_POOL}<={_PART}?{dropped(FIRERS, TARGET)}:{FIRERS}.substring(0)"
    yield setting(
        FIRERS,
        ("BarrageAdd", assign(f"{{{more}}}")),
        ("AttackBook", assign(f"{{{rest}}}")),
        *_cleared(NO_LISTS),
    )
    ready = f"{is_hex(game, HEX)}&&{is_hex(game, TARGET)}"
    yield refusal("BarrageNoAim", '"Not committed: declare the target hex first."')
    yield refusal("BarrageOut", f'"Not committed: the target is "+{_AWAY}+" hexes away."')
    yield refusal("BarrageZero", '"Not committed: it can fire no barrage."')
    yield dispatch(game, "barrage", f"!({ready})", "BarrageNoAim")
    rocket = f'{figure("rockets")}.equals("yes")'
    end = ("BarrageWay", "BarrageFar", "BarrageValue", "BarrageCommit")
    yield dispatch(game, "barrage", f"{ready}&&!{rocket}", "BarrageFull", *end)
    yield dispatch(game, "barrage", f"{ready}&&{rocket}", "BarrageNone", "BarrageAskPaid", *end)
    inside = f"{_AWAY}<={figure_number('range')}"
    yield trigger(action("BarrageCommit"), f'{_PAID}!=""&&{_VALUE}<1', "BarrageZero")
    yield trigger(action("BarrageCommit"), f'{_PAID}!=""&&{_VALUE}>0&&!({inside})', "BarrageOut")
    valid = f'{_PAID}!=""&&{_VALUE}>0&&{inside}'
    yield trigger(action("BarrageCommit"), valid, "BarrageAddFar", "BarrageAdd")


def _cleared(value: str) -> list[tuple[str, str]]:
    return [(key, assign(value)) for key in CLEARED]


def _asked() -> Iterator[Trait]:
    """Yield the prompts of the attack: how much of what was committed, and observation."""
    ask = choose("How much of what was committed?", f"{{{_ALL}}}", "typed")
    yield setting(_SHARE, ("AttackNone", assign("")), ("AttackShare", ask))
    question = f"How many sixteenths of a point ({PARTS} are one point)?"
    yield setting(_TYPED, ("AttackNone", assign("")), ("AttackType", prompt(question)))
    sight = choose("Is the target observed by or for every firer?", _SEEN, _UNSEEN)
    yield setting(_SIGHT, ("AttackNone", assign("")), ("AttackSight", sight))


def _reckoned(game: Game) -> Iterator[Trait]:
    """Yield the part of the pool, and what the dice need to know of the attack."""
    table = game.combat.tables["barrage"]
    yield from stage("AttackName", BarrageName=f'{TARGET}+"b"')
    yield from stage("AttackPool", BarragePool=value_of(POOL, _NAME))
    yield from stage("AttackOffer", BarrageAll=f'"all: "+{value_text(_POOL)}')
    typed = f"({fitting(_TYPED, '[1-9][0-9]{0,4}')}?{_TYPED}:0)"
    yield from stage("AttackPart", BarragePart=f'{_SHARE}.startsWith("all")?{_POOL}:{typed}')
    found = column(table, _PART, "0", PARTS)
    yield setting(COLUMN, ("AttackColumn", assign(f"{{{found}}}")))
    yield setting(ATTACK, ("AttackBook", assign(f"{{{TARGET}.substring(0)}}")), *_cleared("h"))
    yield setting(FAR, ("AttackFar", assign(f"{{{value_of(FARTHEST, TARGET)}}}")))
    yield setting(SEEN, ("AttackBook", assign(f"{{{_SIGHT}.substring(0)}}")))
    yield booked(POOL, ("AttackBook", _NAME, f"{_POOL}-{_PART}"))


def _done(game: Game) -> Iterator[Trait]:
    """Yield the order of things, refusals and the line."""
    least = game.combat.tables["barrage"].columns[0].least
    yield refusal("AttackEmpty", '"No barrage: nothing is committed to the target hex."')
    yield refusal("AttackWrong", f'"No barrage: that is no part of "+{_POOL}+" sixteenths."')
    yield refusal("AttackWeak", f'"No barrage: it takes {least} points or more."')
    own = has_list(FIRERS, TARGET)
    yield dispatch(game, "attack", f"!{own}", "AttackEmpty")
    yield dispatch(game, "attack", own, "AttackName", "AttackPool", "AttackAny")
    yield trigger(action("AttackAny"), f"{_POOL}<1", "AttackEmpty")
    start = ("AttackOffer", "AttackNone", "AttackShare", "AttackMore", "AttackPart", "AttackCheck")
    yield trigger(action("AttackAny"), f"{_POOL}>0", *start)
    yield trigger(action("AttackMore"), f'{_SHARE}=="typed"', "AttackType")
    answered = f'{_SHARE}!=""&&({_SHARE}!="typed"||{fitting(_TYPED, ".+")})'
    valid = f"{answered}&&{_PART}>0&&{_PART}<={_POOL}"
    strong = f"{_PART}>={int(least * PARTS)}"
    yield trigger(action("AttackCheck"), f"{answered}&&!({valid})", "AttackWrong")
    yield trigger(action("AttackCheck"), f"{valid}&&!({strong})", "AttackWeak")
    yield trigger(action("AttackCheck"), f"{valid}&&{strong}", "AttackSight", "AttackGo")
    do = ("AttackFar", "AttackColumn", "AttackSay", "AttackBook")
    yield trigger(action("AttackGo"), f'{_SIGHT}!=""', *do)
    values = {
        "target": number(TARGET),
        "firers": ids(FIRERS, TARGET),
        "value": value_text(_PART),
        "observed": f'({_SIGHT}=="{_SEEN}"?"yes":"no")',
        "far": FAR,
    }
    yield reported("AttackSay", said(Barrage, values))
