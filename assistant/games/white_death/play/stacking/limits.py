"""What may stand together in a hex: rule 4."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.games.white_death.names import GERMAN
from assistant.games.white_death.stacking import (
    Companies,
    companies_of,
    equivalents,
    german_stack_fits,
    misfit,
    soviet_stack_fits,
)
from assistant.games.white_death.state.position import Box, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex
from builder.model.game import Unit

__all__ = ["fits", "told", "units_fit"]


def fits(
    position: Position, cell: Hex, side: str, rules: Ruleset, extra: Iterable[str] = ()
) -> bool:
    """Tell whether the units of a side in a hex, with some more, are within the limits: 4.

    Bunkers and markers don't count (4.4).

    Args:
        position: The position.
        cell: The hex.
        side: Id of the side.
        rules: What it is judged by.
        extra: Ids of units of that side that would come, wherever they are now.
    """
    here = position.stack(cell, side)
    return units_fit((*here, *(id_ for id_ in extra if id_ not in here)), position, rules)


def units_fit(ids: Sequence[str], position: Position, rules: Ruleset) -> bool:
    """Tell whether units of one side may stand together: 4A, 4B, A-22, A-23.

    Raises:
        KeyError: There is no such unit.
    """
    units = [rules.unit(id_) for id_ in ids]
    if len(units) < 2:
        return True
    if units[0].side == GERMAN:
        return german_stack_fits(units, rules.game, _in_play(units, position, rules))
    as_regiment = rules.reads("A-23") == "true"
    return soviet_stack_fits(units, rules.game, battalions_as_regiment=as_regiment)


def told(ids: Sequence[str], position: Position, rules: Ruleset) -> str:
    """Return what is too much in a stack of one side, in words."""
    units = [rules.unit(id_) for id_ in ids]
    if units[0].side == GERMAN:
        count = equivalents(units, _in_play(units, position, rules), rules.game)
        return f"has {count} battalion equivalents and fits none of the ways to stack"
    return misfit(units, rules.game)


def _in_play(units: Sequence[Unit], position: Position, rules: Ruleset) -> Companies:
    """Return the companies of battalions that count as all there are: A-22."""
    keys = {unit.battalion for unit in units if unit.battalion}
    if not keys:
        return {}
    every = (id_ for id_, unit in rules.game.units.items() if unit.battalion in keys)
    if rules.reads("A-22") == "printed":
        return companies_of(rules.game, every)
    here = {unit.id for unit in units}
    return companies_of(
        rules.game,
        (
            id_
            for id_ in every
            if id_ in here or ((piece := position.piece(id_)) and piece.box is Box.MAP)
        ),
    )
