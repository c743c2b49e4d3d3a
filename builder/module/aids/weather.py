"""The weather of a turn: rolled for by the turn record, or chosen.

A roll is looked up in the column of the turn that is going on. Who has to set a weather without
one, such as that of an earlier turn, chooses it.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder import convention
from builder.convention.line import Weather
from builder.model.game import Game
from builder.module.aids.aid import Aid, Button
from builder.module.aids.dice import FACES, die, is_forced, rolled
from builder.module.aids.moment import TURN
from builder.module.aids.writing import (
    action,
    calculated,
    chosen,
    looked_up,
    may_press,
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

__all__ = ["ROLL", "weather"]

ROLL = "roll the die"
"""The answer that lets a die decide."""
_KEY = "wuWeather"
_ANSWER, _CELL = scratch("Weather"), scratch("SkyCell")
_SKY = "uSky"


def weather(game: Game) -> Aid:
    """Return the button that sets the weather, none for a game without weather."""
    if not game.weather:
        return Aid()
    offered = [*game.weather.values()]
    if _is_rolled(game):
        offered.insert(0, ROLL)
    ask = choose("Weather of this turn?", *offered)
    known = {name: id_ for id_, name in game.weather.items()}
    return Aid(
        properties={_ANSWER: "", _CELL: ""},
        umpire=(
            calculated(_SKY, chosen(_ANSWER, known, "")),
            setting(_ANSWER, ("SkyNone", assign("")), ("SkyAsk", ask), *_taken(game)),
            setting(convention.WEATHER, ("SkySet", assign(f"{{{_SKY}}}"))),
            trigger(action("SkyAsked"), f'{_SKY}!=""', "SkySet", "SkySay"),
            *_rolled(game),
            trigger(named(_KEY), may_press(game), "SkyNone", "SkyAsk", "SkyAsked"),
            reported("SkySay", said(Weather, {"now": _SKY})),
        ),
        buttons=(Button("Weather", _KEY, "Roll for the weather of the turn, or set it", "W"),),
    )


def _is_rolled(game: Game) -> bool:
    """Tell whether the turn record has a weather for each face of the die in every turn."""
    return bool(game.turns) and all(len(turn.weather) == FACES for turn in game.turns)


def _record(game: Game) -> tuple[str, ...]:
    """Return the names of the weather, turn by turn, face by face."""
    return tuple(game.weather[id_] for turn in game.turns for id_ in turn.weather)


def _taken(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the command that takes the weather out of the turn record."""
    if _is_rolled(game):
        yield "SkyTake", assign(f"{{{looked_up(_record(game), _CELL)}}}")


def _rolled(game: Game) -> Iterator[Trait]:
    """Yield the roll by the turn's column, and that the record has none for the turn."""
    if not _is_rolled(game):
        return
    first, last = game.turns[0].number, game.turns[-1].number
    yield from stage(
        "SkyFind", SkyCell=f"{TURN}<{first}||{TURN}>{last}?-1:({TURN}-{first})*{FACES}"
    )
    yield from stage("SkyFace", SkyCell=f"{_CELL}+{die()}-1")
    yield rolled("SkyDie")
    yield refusal("SkyOff", '"Not rolled: the turn record has no such turn."')
    yield trigger(action("SkyAsked"), f'{_ANSWER}=="{ROLL}"', "SkyFind", "SkyRoll")
    do = ("SkyDie", "SkyFace", "SkyTake", "SkySet", "SkyRolled")
    yield trigger(action("SkyRoll"), f"{_CELL}<0", "SkyOff")
    yield trigger(action("SkyRoll"), f"{_CELL}>=0", *do)
    yield reported("SkyRolled", said(Weather, {"now": _SKY, "die": die()}, {"forced": is_forced()}))
