"""Legal games as their acts, and the logs of them: what the tests of logs change and audit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import pytest

from assistant import pipeline
from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.selfplay import play
from assistant.games.white_death.state.position import Position
from builder.convention import Line
from builder.convention.line import Note, PhaseStep, SetUp
from tests.assistant.games.logged import GameLog, rules_here

RULES = rules_here()
SEED, SCENARIO = 5, "I"
Act = tuple[Position, Line, Position]


class _EnoughError(Exception):
    """The part of a game that is asked for has been played."""


@cache
def game(seed: int = SEED, turns: int = 1, scenario: str = SCENARIO) -> tuple[Act, ...]:
    """Return the acts of a legal game after its set-up, with the positions around them."""
    acts: list[Act] = []
    last = RULES.game.scenarios[scenario].first_turn + turns - 1

    def watch(before: Position, act: Line, after: Position) -> None:
        if after.number > last:
            raise _EnoughError
        if not isinstance(act, SetUp | Note) and getattr(act, "why", "") != "setup":
            acts.append((before, act, after))

    with pytest.raises(_EnoughError):
        play(RULES, scenario, seed, watch)
    return tuple(acts)


def written(
    acts: Iterable[Act],
    *,
    early: bool = False,
    said: Callable[[Line], bool] = lambda _act: True,
    stepped: bool = True,
) -> GameLog:
    """Return the log of some acts."""
    every = list(acts)
    log = GameLog(every[0][0], RULES, early=early)
    for _, act, after in every:
        if isinstance(act, PhaseStep) and not stepped:
            log.position = after
        else:
            log.write(act, after, said=said(act))
    return log


def audited(log: GameLog, tmp_path) -> tuple[Finding, ...]:
    """Return what the audit finds, but for what is kept."""
    done, _ = pipeline.audit(log.save(tmp_path / "game.vlog"))
    assert not done.crashed
    return done.findings


def broken(findings: Iterable[Finding]) -> list[tuple[str, str, str]]:
    """Return what is broken, and what of the log wasn't understood."""
    return [
        (each.rule, each.name, each.message)
        for each in findings
        if each.verdict is Verdict.BROKEN or each.rule.startswith(("AUD-", "LOG-"))
    ]
