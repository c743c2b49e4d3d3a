"""All play aids of a module, and what they add to it as a whole."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from builder.model.game import Game
from builder.module.aids.abandon import abandon
from builder.module.aids.advance import advance
from builder.module.aids.aid import Aid, Button, Menu, Who
from builder.module.aids.airdrop import airdrop
from builder.module.aids.around import around_properties, around_traits
from builder.module.aids.assault import assault
from builder.module.aids.barrage import barrage
from builder.module.aids.barrage_dice import barrage_dice
from builder.module.aids.bridge import bridge
from builder.module.aids.commit import commit
from builder.module.aids.correct import correct
from builder.module.aids.deploy import deploy
from builder.module.aids.detect import detect
from builder.module.aids.dice import dice_properties
from builder.module.aids.draw import draw
from builder.module.aids.entrain import entrain
from builder.module.aids.fire import fire
from builder.module.aids.garrison import garrison
from builder.module.aids.ground import ground_properties
from builder.module.aids.headquarters import headquarters
from builder.module.aids.ice import ice
from builder.module.aids.isolation import isolation
from builder.module.aids.loss import loss
from builder.module.aids.morale import morale
from builder.module.aids.on_track import on_track
from builder.module.aids.pool import pool
from builder.module.aids.receive import receive
from builder.module.aids.reequip import reequip
from builder.module.aids.refit import refit
from builder.module.aids.renewal import renewal
from builder.module.aids.request import HEX, ID, PRINTED, UNIT, VERB, WHO, asking_traits
from builder.module.aids.retreat import retreat
from builder.module.aids.slip import slip
from builder.module.aids.supply import supply
from builder.module.aids.supply_pools import supply_pools
from builder.module.aids.target import target
from builder.module.aids.turn import turn
from builder.module.aids.victory import victory
from builder.module.aids.weather import weather
from builder.module.aids.writing import scratch, stage
from builder.vassal.trait import Trait

__all__ = ["aid_buttons", "aid_properties", "aids", "asking", "piece_traits", "umpire_aids"]


def aids(game: Game) -> tuple[Aid, ...]:
    """Return every aid, those first that others look at."""
    return (
        _shared(game),
        weather(game),
        on_track(game),
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
        deploy(game),
        assault(game),
        slip(game),
        advance(game),
        abandon(game),
        entrain(game),
        ice(game),
        detect(game),
        bridge(game),
        turn(game),
        supply_pools(game),
        supply(game),
        receive(game),
        airdrop(game),
        correct(game),
        garrison(game),
        draw(game),
        renewal(game),
        refit(game),
        reequip(game),
        victory(game),
    )


def _shared(game: Game) -> Aid:
    """Return what all others use: who asks, and where; dice."""
    properties = dict.fromkeys((VERB, UNIT, PRINTED, HEX, WHO, scratch("Alert")), "")
    properties |= dice_properties() | around_properties()
    return Aid(properties=properties, umpire=(*stage("Who", Who=ID), *around_traits(game)))


def aid_properties(game: Game) -> dict[str, str]:
    """Return the module properties of all aids, and the map, with their value at first."""
    found = {name: value for aid in aids(game) for name, value in aid.properties.items()}
    return found | ground_properties(game)


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


def piece_traits(all_: Collection[Aid], *who: Who) -> Iterator[Trait]:
    """Yield what a kind of piece has for all aids, the innermost first.

    Args:
        all_: Every aid.
        who: What the piece is, and its roles.
    """
    for aid in all_:
        for each in who:
            yield from aid.pieces.get(each, ())
    yield from asking_traits([menu for aid in all_ for menu in aid.menus], who)
