"""The six hexes around one: worked out, offered in a list, and read back from the answer.

An offer reads ``NE: 2222``, and may say more after a comma; off the map it names no hex, so that
the answer is refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.hexgrid import Direction
from builder.model.game import Game
from builder.module.aids.ground import beside, is_hex
from builder.module.aids.writing import scratch, setting
from builder.vassal.changer import assign, choose
from builder.vassal.trait import Trait

__all__ = [
    "CENTRE",
    "FIND",
    "OFFER",
    "around_properties",
    "around_traits",
    "asked_way",
    "hex_of",
    "offer",
    "offered",
    "side_hex",
]

CENTRE = scratch("AroundHex")
"""Module property: the hex around which one looks, as ``h2123``; an act sets it first."""
FIND, OFFER = "AroundFind", "AroundOffer"
"""Actions of the umpire: find the six hexes; then write what is offered."""


def side_hex(way: Direction) -> str:
    """Return the module property with the hex on one side, as ``h2123``."""
    return scratch(f"Around{way.name}")


def offered(way: Direction) -> str:
    """Return the module property with what a list offers for one side."""
    return scratch(f"AroundOffer{way.name}")


def around_properties() -> dict[str, str]:
    """Return the module properties with their values before a game begins."""
    names = [name(way) for way in Direction for name in (side_hex, offered)]
    return dict.fromkeys((CENTRE, *names), "")


def around_traits(game: Game) -> Iterator[Trait]:
    """Yield what finds the six hexes and offers them."""
    for way in Direction:
        yield setting(side_hex(way), (FIND, assign(f"{{{beside(game, CENTRE, way)}}}")))
        yield setting(offered(way), (OFFER, assign(f"{{{offer(game, way)}}}")))


def offer(game: Game, way: Direction, more: str = '""') -> str:
    """Return the expression of what is offered for one side.

    Args:
        game: The map.
        way: The side.
        more: Expression of what is said besides; it begins with a comma.
    """
    found = side_hex(way)
    there = f'"{way.name}: "+{found}.substring(1)+({more})'
    return f'({is_hex(game, found)}?{there}:"{way.name}: off the map")'


def asked_way(question: str, *others: str) -> str:
    """Return the prompt that lists what is offered for the six sides, then other answers."""
    return choose(question, *(f"{{{offered(way)}}}" for way in Direction), *others)


def hex_of(answer: str) -> str:
    """Return the expression of the hex in an answer, as ``h2123``; ``h`` and a word for none."""
    return f'"h"+("#"+{answer}+" - ").split("[ ,]")[1]'
