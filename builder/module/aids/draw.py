"""Reinforcements by chance: the die of a draw, and whom it brings.

Source: :class:`builder.model.special.Draw`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.convention.line import Draw
from builder.model.game import Game
from builder.model.special import Draw as Rules
from builder.module.aids.aid import Aid, Button
from builder.module.aids.dice import FACES, die, is_forced, rolled
from builder.module.aids.writing import (
    action,
    chosen,
    looked_up,
    may_press,
    quoted,
    reported,
    said,
    scratch,
    setting,
    trigger,
)
from builder.vassal.changer import assign, choose
from builder.vassal.keystroke import named
from builder.vassal.trait import Trait

__all__ = ["draw"]

_KEY = "wuDraw"
_ASKED, _DRAW = scratch("DrawWhich"), scratch("DrawId")
_NOBODY = "nobody"


def draw(game: Game) -> Aid:
    """Return the draws."""
    draws = game.special.draws
    if not draws:
        return Aid()
    tip = "Reinforcements by chance: roll whom a draw brings"
    return Aid(
        properties=dict.fromkeys((_ASKED, _DRAW), ""),
        umpire=(*_asked(game, draws), *_done(game, draws)),
        buttons=(Button("Draw", _KEY, tip, menu="More acts"),),
    )


def _asked(game: Game, draws: Iterable[Rules]) -> Iterator[Trait]:
    """Yield the choice of the draw."""
    names = {each.name: each.id for each in draws}
    ask = choose("Which reinforcements?", *names)
    yield setting(_ASKED, ("DrawNone", assign("")), ("DrawAsk", ask))
    yield setting(_DRAW, ("DrawId", assign(f"{{{chosen(_ASKED, names, '')}}}")))
    yield trigger(named(_KEY), may_press(game), "DrawNone", "DrawAsk", "DrawId", "Draw")


def _done(game: Game, draws: Iterable[Rules]) -> Iterator[Trait]:
    """Yield the die if one is rolled, the line, and whom it brings."""
    diced = "||".join(f"{_DRAW}=={quoted(each.id)}" for each in draws if each.rolled) or "false"
    yield rolled("DrawRoll", unless=f"!({diced})")
    yield reported("DrawSay", said(Draw, {"draw": _DRAW, "die": die()}, {"forced": is_forced()}))
    yield reported("DrawPlain", said(Draw, {"draw": _DRAW}))
    told = "".join(f"{_DRAW}=={quoted(each.id)}?{_brought(game, each)}:" for each in draws)
    yield reported("DrawTell", f'"The draw brings: "+({told}"")')
    yield trigger(action("Draw"), f"{diced}", "DrawRoll", "DrawSay", "DrawTell")
    plain = f'{_DRAW}!=""&&!({diced})'
    yield trigger(action("Draw"), plain, "DrawRoll", "DrawPlain", "DrawTell")


def _brought(game: Game, each: Rules) -> str:
    """Return the expression of whom a draw brings; the die is 0 if none is rolled."""
    cells = [_NOBODY] * (FACES + 1)
    for outcome in each.outcomes:
        name = game.special.groups[outcome.group].name
        for roll in outcome.rolls if each.rolled else (0,):
            cells[roll] = name
    return looked_up(cells, die())
