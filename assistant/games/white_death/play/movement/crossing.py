"""On which bank a unit in a river is after a step: rule 16B, A-19."""

from __future__ import annotations

from typing import NamedTuple

from assistant.games.white_death.banks import Bank, Banks
from builder.hexgrid import Hex

__all__ = ["Crossing", "crossing"]


class Crossing(NamedTuple):
    """Where a step leads.

    Args:
        bank: The unit's bank if the step ends in a river, else ``UNSURE``; ``ALONG`` says that
            either bank is its own.
        crosses: Whether it goes over to the other bank.
        sure: Whether both banks are known; if not it may cross.
    """

    bank: Bank
    crosses: bool = False
    sure: bool = True


def crossing(  # noqa: PLR0913 - a step and the banks it is judged by
    cell: Hex, to: Hex, bank: Bank, *, rivers: frozenset[Hex], banks: Banks, free: bool
) -> Crossing:
    """Return where a step leads.

    Args:
        cell: The hex left.
        to: The adjacent hex entered.
        bank: The unit's bank before, if ``cell`` is a river.
        rivers: Hexes with a river and no bridge.
        banks: The banks of the map.
        free: Whether the bank may be changed along a river (A-19).
    """
    if cell not in rivers:
        return Crossing(banks.of(to, cell) if to in rivers else Bank.UNSURE)
    side = banks.of(cell, to)
    if to in rivers:
        if free:
            return Crossing(Bank.ALONG)
        return Crossing(bank if side is Bank.ALONG else Bank.UNSURE)
    if Bank.ALONG in (side, bank) or (side is bank and side is not Bank.UNSURE):
        return Crossing(Bank.UNSURE)
    sure = Bank.UNSURE not in (side, bank)
    return Crossing(Bank.UNSURE, crosses=sure, sure=sure)
