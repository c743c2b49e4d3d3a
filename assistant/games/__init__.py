"""One package per game; none knows another. A game is found by its id alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from assistant.audit.answer import Answer
from assistant.audit.finding import Finding
from assistant.audit.question import Given, Moment, Question
from assistant.audit.register import Entry, Register
from assistant.audit.rule import Rulebook
from assistant.engine.state import State
from assistant.engine.stretch import Course
from assistant.errors import LogError
from builder.model.game import Game

__all__ = ["answer", "entries", "find", "has_rules", "judge_lines", "register"]

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")


def find(game_id: str) -> Rulebook:
    """Return the rules of a game.

    Args:
        game_id: Id of the game as in its data, with hyphens.

    Raises:
        LogError: No rules for that game are installed.
    """
    rules = getattr(_package(game_id), "RULES", None)
    if not isinstance(rules, Rulebook):
        raise LogError(f"the rules of {game_id!r} are incomplete: reinstall the program")
    return rules


def register(game_id: str) -> Register:
    """Return every rule of a game, and who checks it.

    Args:
        game_id: Id of the game as in its data, with hyphens.

    Raises:
        LogError: No rules for that game are installed, or not completely.
    """
    make = getattr(_package(game_id), "register", None)
    made = make() if callable(make) else None
    if not isinstance(made, Register):
        raise LogError(f"the rules of {game_id!r} are incomplete: reinstall the program")
    return made


def answer(game: Game, state: State, question: Question, given: Given, moment: Moment) -> Answer:
    """Return the answer of a game's rules to a question about a position.

    Args:
        game: The data that judge.
        state: The position as a file tells it.
        question: What is asked.
        given: What is said instead of what the file tells, or doesn't.
        moment: The moment asked about.

    Raises:
        LogError: No rules for that game are installed, they answer no questions, or the
            question can't be answered. The message is one line.
    """
    reply = getattr(_package(game.id), "answer", None)
    if not callable(reply):
        raise LogError(f"the rules of {game.id!r} answer no questions about positions")
    told = reply(game, state, question, given, moment)
    if not isinstance(told, Answer):
        raise LogError(f"the rules of {game.id!r} are incomplete: reinstall the program")
    return told


def judge_lines(course: Course, game: Game) -> Iterator[Finding]:
    """Yield what a game's rules of acts say of the lines of a log; nothing if it has none.

    Args:
        course: The game that was played.
        game: The data that judge.
    """
    judge = getattr(_package(game.id), "judge_lines", None) if has_rules(game.id) else None
    if callable(judge):
        yield from judge(course, game)


def entries(rule: str, game_ids: Iterable[str]) -> tuple[str, tuple[Entry, ...]]:
    """Return the game that a rule is of, and the rule, or all rules of a section.

    Args:
        rule: Such as ``WD-4A.3`` or ``WD-4A``, in capitals or not.
        game_ids: Games to look at.

    Raises:
        LogError: No such rule is known.
    """
    name = rule.strip().upper()
    known = []
    for game_id in game_ids:
        found = register(game_id) if has_rules(game_id) else None
        if found is None:
            continue
        known.append(f"{found.log.prefix} ({game_id})")
        told = [each for each in found if name in (each.atom.id, _section(each, found))]
        if told:
            return game_id, tuple(told)
    raise LogError(
        f"no rule {rule[:40]!r} is known; ids look like WD-4A.3, sections like WD-4A, and begin "
        f"with {', '.join(known)}; 'assistant rules GAME' lists them"
    )


def _section(entry: Entry, found: Register) -> str:
    """Return the section of a rule as people type it."""
    return f"{found.log.prefix}-{entry.atom.section}"


def has_rules(game_id: str) -> bool:
    """Tell whether rules of a game are installed."""
    return find_spec(f"{__name__}.{game_id.replace('-', '_')}") is not None


def _package(game_id: str) -> ModuleType:
    """Return the package of a game.

    Raises:
        LogError: There is none.
    """
    name = f"{__name__}.{game_id.replace('-', '_')}"
    if not _ID.match(game_id) or not has_rules(game_id):
        raise LogError(
            f"no rules for the game {game_id[:60]!r} are installed: "
            "was the log made with a newer version, or with another module?"
        )
    return import_module(name)
