"""The position at a step of a log, or in a saved position.

What a file holds is read as for an audit; only what happened up to the step counts. Step 0 is
the position a log begins with, and the only one of a saved position.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from assistant.audit.finding import Finding
from assistant.audit.result import Subject
from assistant.engine.actions import Impulse, March
from assistant.engine.state import Ply, State
from assistant.errors import LogError
from assistant.log import reader
from assistant.log.fold import fold
from assistant.log.interpret import interpret
from assistant.log.opening import opening, pools_of, scenario_of
from builder.hexgrid import Hex
from builder.model import load
from builder.model.game import Game
from builder.vassal import read_save

__all__ = ["AtStep", "place_of", "state_at"]

_AT = re.compile(r"(?P<path>.+)@(?P<step>\d{1,9})\Z", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True)
class AtStep:
    """A position as a file tells it.

    Args:
        state: The position.
        game: The data of the game, by which it was read.
        subject: What the file says of itself.
        step: The step, 0 for the beginning.
        scenario: Id of the scenario that the module names at the step, or whose boxes the file
            shows; empty if none is told.
        findings: What of the file up to the step wasn't understood.
        began: Where units stood when the phase that is going on began, by unit id: those that
            have been dragged since.
        pools: Supply points by id of the pool's marker as the module keeps account of them at
            the step; ``None`` without an account, or if the file is of other data.
    """

    state: State
    game: Game
    subject: Subject
    step: int
    scenario: str
    findings: tuple[Finding, ...] = ()
    began: Mapping[str, Hex] = field(default_factory=dict)
    pools: Mapping[str, int] | None = None


def place_of(text: str) -> tuple[Path, int | None]:
    """Return file and step of ``FILE`` or ``FILE@STEP``; a file so named comes first.

    >>> place_of("game.vlog@12"), place_of("game.vlog")
    ((PosixPath('game.vlog'), 12), (PosixPath('game.vlog'), None))
    """
    found = _AT.fullmatch(text)
    if found is None or os.path.exists(text):  # noqa: PTH110 - false for what can't be a name
        return Path(text), None
    return Path(found["path"]), int(found["step"])


def _installed(game_id: str) -> tuple[Game, str]:
    """Return the installed data of a game."""
    return load.load_game(game_id), "installed data"


def state_at(
    path: Path, step: int | None = None, data: Callable[[str], tuple[Game, str]] = _installed
) -> AtStep:
    """Return the position at a step.

    Args:
        path: A log or a saved position.
        step: After which step, ``None`` for the last.
        data: Gives the data of a game by its id, and where they came from in words.

    Raises:
        WargameError: The file or the data can't be used, the game isn't known here, or there is
            no such step. The message is one line, but for data, where it is one per problem.
    """
    save = read_save(path)
    if not save.complete:
        raise LogError(
            f"{path}: the position the file begins with is missing or cut short; get it again"
        )
    last = max((each.number for each in save.steps), default=0)
    chosen = last if step is None else step
    if not 0 <= chosen <= last:
        has = f"its steps are 0 to {last}" if last else "it is a position without steps"
        raise LogError(f"{path}: has no step {chosen}; {has}")
    head = reader.head_of(save, load.games())
    game, judged_by = data(head.game)
    facts = interpret(save, game)
    events = [event for event in facts.events if event.step <= chosen]
    folded = fold(events, game, opening(save, game))
    subject = reader.subject_of(save, head, game, judged_by)
    return AtStep(
        state=folded.end,
        game=game,
        subject=subject,
        step=chosen,
        scenario=scenario_of(save, game, chosen if subject.same_model else 0),
        findings=tuple(each for each in facts.findings if each.step <= chosen),
        began=dict(_began(folded.plies, folded.end)),
        pools=pools_of(save, game, chosen) if subject.same_model else None,
    )


def _began(plies: Iterable[Ply], now: State) -> Iterator[tuple[str, Hex]]:
    """Yield the units dragged in the phase that is going on, and where they stood before."""
    if now.impulse is None:
        return
    for ply in plies:
        match ply.action:
            case March(unit=unit, origin=origin, phase=now.phase, impulse=Impulse(step=step)) if (
                step == now.impulse.step and origin.hex is not None
            ):
                yield unit, origin.hex
            case _:
                pass
