"""A pool's points put right by hand, as players agree: the log says so, and the marker follows."""

from __future__ import annotations

from builder.convention.line import Note
from builder.model.game import Game
from builder.module.aids.aid import Aid, Button
from builder.module.aids.offer import offered, picked
from builder.module.aids.supply_pools import CHANGE, NOW, POOL, held, pools
from builder.module.aids.writing import (
    action,
    fitting,
    may_press,
    quoted,
    refusal,
    reported,
    said,
    scratch,
    setting,
    trigger,
)
from builder.vassal.changer import assign, choose, prompt
from builder.vassal.keystroke import named

__all__ = ["correct"]

_KEY = "wuCorrect"
_ASKED, _TYPED = scratch("CorrectPool"), scratch("CorrectTo")


def correct(game: Game) -> Aid:
    """Return the correction; it is a remark, which no rule judges."""
    names = {pool.id: pool.name for pool in pools(game)}
    if not names:
        return Aid()
    which = choose(
        "Which pool is wrong?", *(offered(name, held(quoted(id_))) for id_, name in names.items())
    )
    good, typed = fitting(_TYPED, "[0-9]{1,2}"), f'"#"+{_TYPED}!="#"'
    text = f'"supply_put_right:_"+{POOL}+"_holds_"+{NOW}'
    tip = "Put right by hand what a pool holds; the log says so"
    start = ("CorrectNone", "CorrectAsk", "CorrectPool", "CorrectMore")
    return Aid(
        properties=dict.fromkeys((_ASKED, _TYPED), ""),
        umpire=(
            setting(_ASKED, ("CorrectNone", assign("")), ("CorrectAsk", which)),
            setting(POOL, ("CorrectPool", assign(f"{{{picked(_ASKED, names)}}}"))),
            setting(
                _TYPED,
                ("CorrectNone", assign("")),
                ("CorrectType", prompt("How many points does it hold?")),
            ),
            setting(NOW, ("CorrectNow", assign(f"{{{_TYPED}}}"))),
            refusal("CorrectBad", '"Not put right: no number of points up to 99."'),
            reported("CorrectSay", said(Note, {"text": text})),
            trigger(named(_KEY), may_press(game), *start),
            trigger(action("CorrectMore"), f'{POOL}!=""', "CorrectType", "Correct"),
            trigger(action("Correct"), f"{typed}&&!{good}", "CorrectBad"),
            trigger(action("Correct"), good, "CorrectNow", "CorrectSay", *CHANGE),
        ),
        buttons=(Button("Correct supply", _KEY, tip, menu="Supply"),),
    )
