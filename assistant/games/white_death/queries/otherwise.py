"""What an answer would be if unclear places of the rules were read in another way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from assistant.audit.answer import Answer
from assistant.audit.question import Topic
from assistant.errors import LogError
from assistant.games.white_death.play.movement.rules import OF_COST
from assistant.games.white_death.play.supply.status import READINGS as OF_SUPPLY
from assistant.games.white_death.queries.asked import Asked

__all__ = ["disputed"]

_OF_ZONES = ("A-16", "A-17", "A-18")
_BEARING = {
    Topic.REACH: (*OF_COST, *_OF_ZONES, "A-19", "A-103"),
    Topic.ODDS: (*OF_SUPPLY, "A-10", "A-28", "A-30", "A-85", "M-41"),
    Topic.SUPPLY: OF_SUPPLY,
    Topic.STACK: (*_OF_ZONES, *OF_SUPPLY, "A-22", "A-23", "A-105"),
}
"""Unclear places that bear on an answer; the score of a position tells its own."""


def disputed(topic: Topic, asked: Asked, answer: Callable[[Asked], Answer]) -> Answer:
    """Return an answer that notes where another reading of an unclear place changes it.

    Args:
        topic: What is asked.
        asked: What is asked about.
        answer: Gives the answer.

    Raises:
        LogError: The question can't be answered.
    """
    own = answer(asked)
    notes = tuple(_differences(topic, asked, own, answer))
    return replace(own, notes=(*notes, *own.notes))


def _differences(
    topic: Topic, asked: Asked, own: Answer, answer: Callable[[Asked], Answer]
) -> Iterator[str]:
    """Yield what is otherwise under each other reading, a sentence each."""
    rules = asked.rules
    for reading in dict.fromkeys(_BEARING.get(topic, ())):
        if reading not in rules.game.readings or not rules.game.readings[reading].switch:
            continue
        for other in rules.otherwise(reading):
            try:
                told = _changes(own, answer(replace(asked, rules=other)))
            except LogError as error:
                told = str(error)
            if told:
                yield f"disputed: with {reading} read as {other.reads(reading)}, {told}"


def _changes(own: Answer, other: Answer) -> str:
    """Return in words how one answer differs from another, empty if it doesn't."""
    facts = dict(own.facts)
    words = [f"{name}: {value}" for name, value in other.facts if facts.get(name) != value]
    if words:
        return "; ".join(words)
    mine = {table.title: table for table in own.tables}
    titles = [table.title for table in other.tables if mine.get(table.title) != table]
    return f"other figures in {', '.join(map(repr, titles))}" if titles else ""
