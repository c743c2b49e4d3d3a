"""The position at any step of a log, or in a saved game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from assistant.engine.state import State
from assistant.errors import LogError
from assistant.log.fold import fold
from assistant.log.interpret import interpret
from assistant.log.opening import opening
from builder.model.game import Game
from builder.vassal import SaveFile, read_save

__all__ = ["Recorded", "open_record", "split_step", "state_at"]

_AT = re.compile(r"(?P<file>.+)@(?P<step>\d{1,6})\Z", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a file tells of one moment.

    Args:
        state: Pieces, turn, weather, phase, impulse and points as far as it tells them.
        step: The log step after which it is, 0 for the beginning or a saved game.
        last: The number of steps of the file.
        lost: What of the file was left out, in words.
    """

    state: State
    step: int
    last: int
    lost: tuple[str, ...]


def split_step(text: str) -> tuple[Path, int | None]:
    """Return the file and the step of ``FILE@STEP``, ``None`` without one.

    A file whose own name ends like that is taken as it is.

    >>> split_step("turn 3.vlog@12")
    (PosixPath('turn 3.vlog'), 12)
    """
    found = _AT.match(text)
    if found is None or Path(text).exists():
        return Path(text), None
    return Path(found["file"]), int(found["step"])


def open_record(path: Path) -> SaveFile:
    """Read a saved game or a log from a file.

    Raises:
        VassalError: The file is missing, no VASSAL file, damaged or cut short, or a module.
        LogError: The position it begins with is missing.
    """
    log = read_save(path)
    if not log.complete:
        raise LogError(
            f"{path}: the position it begins with is missing or cut short; get the file again"
        )
    return log


def state_at(log: SaveFile, game: Game, step: int | None) -> Recorded:
    """Return what a file tells of one moment.

    Args:
        log: The file.
        game: The data of its game.
        step: The moment after that step of a log, 0 for its beginning; ``None``: its end.

    Raises:
        LogError: The log has no such step.
    """
    last = len(log.steps)
    if step is not None and step > last:
        raise LogError(
            f"{log.path}: has {last} steps; give a step from 0 (the beginning) to {last}"
        )
    now = last if step is None else step
    facts = interpret(log, game)
    events = [event for event in facts.events if event.step <= now]
    lost = tuple(finding.message for finding in facts.findings if finding.step <= now)
    return Recorded(fold(events, game, opening(log, game)).end, now, last, lost)
