"""Weapons units without their equipment: abandoned of their own will, or lost and found.

Rules that make a unit lose its equipment, and those that give it another, need no line of their
own: then the state alone is changed.
"""

from __future__ import annotations

from builder.convention.line import Abandon
from builder.model.game import Game
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.ground import is_hex
from builder.module.aids.request import (
    ABANDONED,
    HEX,
    ID,
    answer,
    dispatch,
    has_state,
    state_trait,
)
from builder.module.aids.sign import state_sign
from builder.module.aids.writing import refusal, reported, said
from builder.vassal.keystroke import named
from builder.vassal.trait import Trait

__all__ = ["FOUND", "abandon"]

_LOST, FOUND = "wuAbandon", "wuEquip"
"""Keys by which a unit is without its equipment, or has some again."""


def abandon(game: Game) -> Aid:
    """Return the state, what shows it, and the line of who gives its equipment up."""
    rule = game.special.abandoned
    if rule is None:
        return Aid()
    unwilling = game.special.groups.get(rule.unwilling)
    bound = [f'{ID}.equals("{id_}")' for id_ in sorted(unwilling.units if unwilling else ())]
    may = f"!({'||'.join(bound)})" if bound else "true"
    ready = f"{is_hex(game, HEX)}&&{may}&&!{has_state(ABANDONED)}"
    return Aid(
        umpire=(
            answer("Abandon", named(_LOST)),
            answer("Equip", named(FOUND)),
            refusal(
                "AbandonOff",
                '"Not abandoned: it is not on a hex, has none, or may not of its own will."',
            ),
            dispatch(game, "abandon", f"!({ready})", "AbandonOff"),
            dispatch(game, "abandon", ready, "AbandonSay", "Who", "Abandon"),
            dispatch(game, "bare", f"!{has_state(ABANDONED)}", "Who", "Abandon"),
            dispatch(game, "bare", has_state(ABANDONED), "Who", "Equip"),
            reported("AbandonSay", said(Abandon, {"unit": ID})),
        ),
        menus=(
            Menu("abandon", "Abandon its equipment", (Who.WEAPONS,), "Equipment"),
            Menu("bare", "Without equipment, or not", (Who.WEAPONS,), "Equipment", concealed=True),
        ),
        pieces={Who.WEAPONS: _state()},
    )


def _state() -> tuple[Trait, ...]:
    sign = state_sign(ABANDONED, "no equipment", above=True)
    return (state_trait(ABANDONED, (_LOST, "yes"), (FOUND, "")), sign)
