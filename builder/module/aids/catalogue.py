"""All play aids of a module, and what they add to it as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.game import Game
from builder.module.aids.aid import Aid, Button, Menu, Who
from builder.module.aids.barrage import barrage
from builder.module.aids.barrage_dice import barrage_dice
from builder.module.aids.commit import commit
from builder.module.aids.dice import dice_properties
from builder.module.aids.fire import fire
from builder.module.aids.ground import ground_properties
from builder.module.aids.headquarters import headquarters
from builder.module.aids.isolation import isolation
from builder.module.aids.loss import loss
from builder.module.aids.morale import morale
from builder.module.aids.pool import pool
from builder.module.aids.request import HEX, ID, PRINTED, UNIT, VERB, WHO, asking_traits
from builder.module.aids.retreat import retreat
from builder.module.aids.target import target
from builder.module.aids.writing import scratch, stage
from builder.vassal.trait import Trait

__all__ = ["aid_buttons", "aid_properties", "aids", "asking", "piece_traits", "umpire_aids"]


def aids(game: Game) -> tuple[Aid, ...]:
    """Return every aid, those first that others look at."""
    return (
        _shared(game),
        target(game),
        pool(game),
        commit(game),
        fire(game),
        isolation(game),
        loss(game),
        barrage(game),
        barrage_dice(game),
        morale(game),
        headquarters(game),
        retreat(game),
    )


def _shared(game: Game) -> Aid:
    """Return what all others use: who asks, and where; the map; dice."""
    properties = dict.fromkeys((VERB, UNIT, PRINTED, HEX, WHO, scratch("Alert")), "")
    properties |= dice_properties() | ground_properties(game)
    return Aid(properties=properties, umpire=tuple(stage("Who", Who=ID)))


def aid_properties(game: Game) -> dict[str, str]:
    """Return the module properties of all aids with their value before a game begins."""
    return {name: value for aid in aids(game) for name, value in aid.properties.items()}


def aid_buttons(game: Game) -> Iterator[Button]:
    """Yield the buttons of all aids."""
    for aid in aids(game):
        yield from aid.buttons


def umpire_aids(game: Game) -> Iterator[Trait]:
    """Yield the umpire's traits for all aids, the innermost first."""
    for aid in aids(game):
        yield from aid.umpire


def asking(game: Game) -> tuple[Menu, ...]:
    """Return the menu entries of all aids."""
    return tuple(menu for aid in aids(game) for menu in aid.menus)


def piece_traits(game: Game, who: Who) -> Iterator[Trait]:
    """Yield what a kind of piece has for all aids, the innermost first."""
    for aid in aids(game):
        yield from aid.pieces.get(who, ())
    yield from asking_traits(asking(game), who)
