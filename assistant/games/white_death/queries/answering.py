"""A question as people put it becomes one of the five answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from assistant.audit.answer import Answer
from assistant.audit.question import Given, Moment, Question, Topic
from assistant.engine.state import State
from assistant.errors import LogError
from assistant.games.white_death.queries.asked import Asked
from assistant.games.white_death.queries.barrage import barrage
from assistant.games.white_death.queries.odds import odds
from assistant.games.white_death.queries.otherwise import disputed
from assistant.games.white_death.queries.position import position
from assistant.games.white_death.queries.reach import reach
from assistant.games.white_death.queries.stack import stack
from assistant.games.white_death.queries.supply import supply
from assistant.games.white_death.state.recorded import Told, position_of
from assistant.games.white_death.state.ruleset import Ruleset
from builder.model.game import Game

__all__ = ["answer"]

_CHARGING = "charging"
_MOST_POINTS = 999
"""Supply points that are believed."""
_SHOWN = 40


def answer(game: Game, state: State, question: Question, given: Given, moment: Moment) -> Answer:
    """Return the answer to a question about a position.

    Args:
        game: The data that judge.
        state: The position as a file tells it.
        question: What is asked.
        given: What is said instead of what the file tells, or doesn't.
        moment: The moment asked about.

    Raises:
        LogError: The question, or what is said, names something that isn't there.
    """
    _believe(given, game)
    rules = Ruleset(game, given.readings, given.optional)
    told = Told(given.scenario, given.weather, pools=given.pools, account=moment.pools)
    recorded = position_of(state, rules, told)
    said = (*_said(given, game), *_kept(question.topic, moment))
    asked = Asked(recorded.position, rules, moment.name, said, moment.began)
    if question.topic is Topic.POSITION:
        unknown = (f"not known: {each}" for each in recorded.unknowns)
        return position(replace(asked, notes=(*said, *unknown)))
    return disputed(question.topic, asked, lambda each: _told(question, each))


def _told(question: Question, asked: Asked) -> Answer:
    """Return the answer under the rules as they are read."""
    match question.topic:
        case Topic.POSITION:
            return position(asked)
        case Topic.REACH:
            return reach(asked, question.unit, question.points, question.hex)
        case Topic.ODDS if question.barrage:
            return barrage(asked, question.hex, question.units)
        case Topic.ODDS:
            return odds(asked, question.hex, question.units)
        case Topic.SUPPLY:
            return supply(asked, question.unit)
        case Topic.STACK:
            return stack(asked, question.hex)


def _said(given: Given, game: Game) -> Iterator[str]:
    """Yield what an answer rests on that the asker said, a sentence each."""
    if given.weather:
        yield f"the weather was given: {game.weather[given.weather]}"
    for id_, points in sorted(given.pools.items()):
        yield f"the points of {game.markers[id_].name} were given: {points}"
    for id_, value in sorted(given.readings.items()):
        if value != game.readings[id_].chosen:
            yield f"{id_} is read as {value}, not as {game.readings[id_].chosen}"
    if given.optional:
        yield f"optional rules in force: {', '.join(sorted(given.optional))}"


def _kept(topic: Topic, moment: Moment) -> Iterator[str]:
    """Yield whose account of supply points an answer rests on, if it tells any."""
    if moment.pools and topic in {Topic.POSITION, Topic.SUPPLY, Topic.ODDS}:
        yield "supply points are as the module keeps them: what was changed by hand isn't counted"


def _believe(given: Given, game: Game) -> None:
    """Make sure that all that is said names something the game has.

    Raises:
        LogError: It doesn't.
    """
    if given.weather:
        _one_of("weather", given.weather, game.weather)
    if given.scenario:
        _one_of("scenario", given.scenario, game.scenarios)
    pools = [id_ for id_, marker in game.markers.items() if marker.kind == "supply"]
    for id_, points in given.pools.items():
        _one_of("supply pool", id_, pools)
        if not 0 <= points <= _MOST_POINTS:
            raise LogError(f"{id_} can't hold {_short(str(points))} points: 0 to {_MOST_POINTS}")
    switches = [id_ for id_, reading in game.readings.items() if reading.switch]
    for id_, value in given.readings.items():
        _one_of("reading", id_, switches)
        reading = game.readings[id_]
        _one_of(f"reading of {id_}", value, (reading.chosen, *reading.others))
    for section in sorted(given.optional):
        _one_of("optional rule", section, _optional(game))


def _optional(game: Game) -> tuple[str, ...]:
    """Return the sections of the optional rules: 23, 24."""
    abandoned, charging = game.special.abandoned, game.combat.multipliers[_CHARGING]
    return (*((abandoned.rule,) if abandoned is not None else ()), charging.rule)


def _one_of(what: str, name: str, known: Iterable[str]) -> None:
    """Make sure that a name is one of those known.

    Raises:
        LogError: It isn't.
    """
    names = tuple(known)
    if name not in names:
        raise LogError(f"no {what} is called {_short(name)!r}; there are {', '.join(names)}")


def _short(text: str) -> str:
    """Return as much of a text as fits a line."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
