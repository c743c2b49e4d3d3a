"""A question about a moment of a game, from the file to the answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from assistant import games
from assistant.audit.answer import Answer
from assistant.audit.builtin import LOSSES
from assistant.audit.question import Given, Moment, Question
from assistant.log.at_step import AtStep, state_at
from assistant.log.reader import other_version
from assistant.pipeline.data import data_for
from builder.model.game import Game

__all__ = ["Reply", "ask"]

_CLEAN, _LOSSY = 0, 1


@dataclass(frozen=True, slots=True)
class Reply:
    """What a question comes to.

    Args:
        answer: What is told.
        game: The data it rests on.
        status: Exit status: 0 the file was read whole; 1 parts of it were left out.
    """

    answer: Answer
    game: Game
    status: int


def ask(  # noqa: PLR0913 - a file, a question, and what they are read by
    path: Path,
    step: int | None,
    question: Question,
    given: Given,
    *,
    module: Path | None = None,
    overlay: Path | None = None,
) -> Reply:
    """Answer a question about the position that a file holds after a step.

    Args:
        path: A log or a saved position.
        step: After which step, ``None`` for the last.
        question: What is asked.
        given: What is said instead of what the file tells, or doesn't.
        module: A module whose data judge, ``None`` for the installed data.
        overlay: Folder of an owner's sheets that are laid over the installed data.

    Raises:
        WargameError: The file, the data or the question can't be used. The message is one line,
            but for data, where it is one line per problem.
    """
    found = state_at(path, step, lambda game_id: data_for(game_id, module, overlay))
    given = replace(given, scenario=given.scenario or found.scenario)
    moment = Moment(_name(found), found.began, found.pools)
    answer = games.answer(found.game, found.state, question, given, moment)
    lost = [each for each in found.findings if each.rule in LOSSES]
    told = [each.message for each in (*other_version(found.subject), *found.findings)]
    answer = replace(answer, notes=(*answer.notes, *told))
    return Reply(answer, found.game, _LOSSY if lost else _CLEAN)


def _name(found: AtStep) -> str:
    """Return which moment of which file it is, in words."""
    file, steps = found.subject.file, found.subject.steps
    if not steps:
        return file
    return f"{file} after step {found.step} of {steps}" if found.step else f"beginning of {file}"
