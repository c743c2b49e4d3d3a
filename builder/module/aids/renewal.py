"""Strength that comes back: replacement points, repairs.

A unit asks for so many points; what its side may use in the turn is the turn record's, and what
it used is counted. A lost unit that is rebuilt goes to its side's order of appearance, from where
it enters anew.

Source: :class:`builder.model.supply.Replacement`, :class:`builder.model.game.Turn`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from builder.convention.line import Repair, Replace
from builder.model.game import Game
from builder.model.supply import Replacement
from builder.module.aids.account import EMPTY, booked, value_of
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.figures import figure_number
from builder.module.aids.loss import TAKE_LOSS
from builder.module.aids.request import ID, LEFT, SIDE, STRENGTH, answer, dispatch
from builder.module.aids.turn import by_turn, in_turn
from builder.module.aids.writing import (
    action,
    quoted,
    refusal,
    reported,
    said,
    scratch,
    setting,
    stage,
    trigger,
)
from builder.vassal.changer import assign, choose
from builder.vassal.keystroke import named
from builder.vassal.trait import Trait

__all__ = ["COME_BACK", "RENEWED", "renewal", "renewed"]

RENEWED = "WUrenewed"
"""Module property: accounts of the points used, by side, act and turn."""
COME_BACK = "wuComeBack"
"""Key by which a unit goes to where units wait that come back."""
_LEFT_OVER, _POINTS, _TYPED = scratch("RenewLeft"), scratch("RenewPts"), scratch("RenewTyped")
_ROOM = scratch("RenewRoom")
_NONE_LEFT = f'{LEFT}.equals("0")'
"""Condition that who asks is lost."""


def renewed(game: Game) -> frozenset[str]:
    """Return the ids of the units that may leave the map, or be lost, and enter anew."""
    supply, abandoned = game.supply, game.special.abandoned
    ids = [each.group for each in supply.replacements.values() if each.rebuild]
    ids += [each.group for each in supply.refits]
    ids += [abandoned.group] if abandoned is not None else []
    return frozenset().union(*(game.special.groups[id_].units for id_ in ids))


@dataclass(frozen=True, slots=True)
class _Way:
    """One way in which strength comes back.

    Args:
        verb: Of its menu entry, in the names of accounts, and of its actions.
        text: The menu entry.
        question: Asked for the points.
        line: What is written.
        who: Pieces that have the entry.
        data: Who takes it, by side.
        rates: Points of a turn, by side and turn.
    """

    verb: str
    text: str
    question: str
    line: type[Replace | Repair]
    who: tuple[Who, ...]
    data: Mapping[str, Replacement]
    rates: Mapping[str, Mapping[int, int]]

    def act(self, name: str) -> str:
        """Return the name of an action of its own."""
        return f"{self.verb.capitalize()}{name}"


def renewal(game: Game) -> Aid:
    """Return replacements and repairs."""
    ways = [way for way in _ways(game) if way.data and _most(way)]
    if not ways:
        return Aid()
    names = (_LEFT_OVER, _POINTS, _TYPED, _ROOM)
    return Aid(
        properties=dict.fromkeys(names, "") | {RENEWED: EMPTY},
        umpire=(
            *(trait for way in ways for trait in (*_asked(game, way), *_done(way))),
            answer("RenewTake", named(TAKE_LOSS)),
            answer("RenewAway", named(COME_BACK)),
        ),
        menus=tuple(Menu(way.verb, way.text, way.who, "Renewal") for way in ways),
    )


def _ways(game: Game) -> Iterator[_Way]:
    """Yield replacements and repairs as the data have them."""
    sides = [side.id for side in game.sides]
    supply = game.supply
    yield _Way(
        verb="replace",
        text="Take replacement points",
        question="How many replacement points?",
        line=Replace,
        who=(Who.REPLACEABLE,),
        data=supply.replacements,
        rates={s: {t.number: t.replacements.get(s, 0) for t in game.turns} for s in sides},
    )
    yield _Way(
        verb="repair",
        text="Repair",
        question="How many points are repaired?",
        line=Repair,
        who=(Who.AFV,),
        data=dict.fromkeys(sides, supply.repair) if supply.repair is not None else {},
        rates={s: {t.number: t.afv_repair for t in game.turns} for s in sides},
    )


def _most(way: _Way) -> int:
    """Return the most points that any turn brings."""
    return max((points for rate in way.rates.values() for points in rate.values()), default=0)


def _worth(way: _Way) -> str:
    """Return the expression of the strength points that one point gives who asks."""
    steps = "".join(
        f"{SIDE}.equals({quoted(side)})?{data.points}:" for side, data in way.data.items()
    )
    return f"({steps}1)"


def _lost_for_good(way: _Way) -> str:
    """Return the condition that who asks is lost, and its side can't rebuild it so."""
    sides = [side for side, data in way.data.items() if not data.rebuild]
    tests = "||".join(f"{SIDE}.equals({quoted(side)})" for side in sides) or "false"
    return f"{_NONE_LEFT}&&({tests})"


def _asked(game: Game, way: _Way) -> Iterator[Trait]:
    """Yield what is left of the turn's points, what the unit lacks, and the prompt."""
    rates = "".join(
        f"{SIDE}.equals({quoted(side)})?{by_turn(game, rate)}:" for side, rate in way.rates.items()
    )
    used = value_of(RENEWED, _account(way))
    yield from stage(
        way.act("Left"),
        RenewLeft=f"({rates}0)-{used}",
        RenewRoom=f"({figure_number('strength')}-{STRENGTH})/{_worth(way)}",
    )
    numbers = [str(number) for number in range(1, _most(way) + 1)]
    ask = choose(way.question, *numbers)
    yield setting(_TYPED, (way.act("None"), assign("")), (way.act("Ask"), ask))
    yield from stage(way.act("Points"), RenewPts=f'("#"+{_TYPED}).equals("#")?0:{_TYPED}')
    yield refusal(way.act("Lost"), '"Nothing comes back: it is lost."')
    lost = _lost_for_good(way)
    yield dispatch(game, way.verb, lost, way.act("Lost"))
    yield dispatch(game, way.verb, f"!({lost})", "TurnRow", way.act("Left"), way.act("First"))


def _account(way: _Way) -> str:
    """Return the expression of the name of the account of who asks."""
    return in_turn(f'{SIDE}+"-{way.verb}"')


def _done(way: _Way) -> Iterator[Trait]:
    """Yield refusals, the line, what is booked, and what becomes of the piece."""
    words = '"Nothing comes back: its side has "+{}+" points left in this turn."'
    yield refusal(way.act("Spent"), words.format(_LEFT_OVER))
    yield refusal(way.act("Full"), '"Nothing comes back: it would pass its printed strength."')
    ask, check = action(way.act("First")), action(way.act("Check"))
    yield trigger(ask, f"{_LEFT_OVER}<1", way.act("Spent"))
    yield trigger(ask, f"{_LEFT_OVER}>0&&{_ROOM}<1", way.act("Full"))
    do = (way.act("None"), way.act("Ask"), way.act("Points"), way.act("Check"))
    yield trigger(ask, f"{_LEFT_OVER}>0&&{_ROOM}>0", *do)
    yield trigger(check, f"{_POINTS}>{_LEFT_OVER}", way.act("Spent"))
    yield trigger(check, f"{_POINTS}<={_LEFT_OVER}&&{_POINTS}>{_ROOM}", way.act("Full"))
    good = f"{_POINTS}>0&&{_POINTS}<={_LEFT_OVER}&&{_POINTS}<={_ROOM}"
    take = (way.act("New"), way.act("Say"), way.act("Book"), "Who", "RenewTake", way.act("End"))
    yield trigger(check, good, *take)
    lost = f"{figure_number('strength')}-{STRENGTH}-{_POINTS}*{_worth(way)}"
    yield from stage(way.act("New"), LossNew=lost)
    yield reported(way.act("Say"), said(way.line, {"unit": ID, "points": _POINTS}))
    more = f"{value_of(RENEWED, _account(way))}+{_POINTS}"
    yield booked(RENEWED, (way.act("Book"), _account(way), more))
    yield trigger(action(way.act("End")), _NONE_LEFT, "RenewAway")
