"""Log file to findings.

::

    file -> log.reader -> log.interpret -> log.fold -> audit.runner -> Audit
            commands      events           plies       findings
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

from assistant import games
from assistant.audit.builtin import LOSSES, WITHOUT_DATA
from assistant.audit.result import Audit
from assistant.audit.runner import judge
from assistant.engine.actions import Deploy, Impulse, March
from assistant.engine.events import Acted
from assistant.engine.state import Ply
from assistant.engine.stretch import Course, Stretch
from assistant.log import reader
from assistant.log.fold import fold
from assistant.log.interpret import interpret
from assistant.log.opening import opening, pools_of, scenario_of
from assistant.pipeline.data import data_for
from builder.model import load
from builder.model.game import Game

__all__ = ["audit"]

_COUNTED = ((Impulse, "impulses"), (March, "marches"), (Deploy, "turned counters"))


def audit(
    path: Path,
    *,
    module: Path | None = None,
    overlay: Path | None = None,
    watch: Callable[[int, int], None] = lambda _done, _all: None,
) -> tuple[Audit, Game]:
    """Judge a log by the rules of its game.

    A log that was started with other data than those that judge isn't judged: a hex number or a
    figure means something else there. The audit then says so, and what couldn't be read at all.

    Args:
        path: The ``.vlog`` file.
        module: A module whose data judges; otherwise the installed data of the game that the
            log names.
        overlay: Folder of an owner's sheets that are laid over the installed data.
        watch: Called with the plies judged so far and their number.

    Returns:
        What was found, and the data it was judged by.

    Raises:
        WargameError: The log, the module or the data can't be used. The message is one line,
            but for data, where it is one line per problem.
    """
    log = reader.read(path)
    head = reader.head_of(log, load.games())
    game, judged_by = data_for(head.game, module, overlay)
    facts = interpret(log, game)
    folded = fold(facts.events, game, opening(log, game))
    subject = reader.subject_of(log, head, game, judged_by)
    known = subject.same_model
    plies = folded.plies if known else ()
    read = (
        each for each in (*facts.findings, *folded.findings) if known or each.rule in WITHOUT_DATA
    )
    found = (*reader.other_version(subject), *read)
    tell = partial(_tell, watch, len(plies))
    pools = pools_of(log, game) or {}
    course = Course(folded.start, folded.stretches, scenario_of(log, game), pools)
    lines = games.judge_lines(course, game) if known else ()
    judgement = judge(games.find(game.id), plies, game, others=found, lines=lines, watch=tell)
    done = Audit(
        subject=subject,
        findings=judgement.findings,
        notes=folded.notes if known else (),
        tallies=judgement.tallies,
        counts=_counts(folded.plies, folded.stretches),
        lossy=not known or any(finding.rule in LOSSES for finding in judgement.findings),
        crashed=judgement.crashed,
    )
    return done, game


def _tell(watch: Callable[[int, int], None], of: int, done: int) -> None:
    """Tell how far the judgement has come."""
    watch(done, of)


def _counts(plies: tuple[Ply, ...], stretches: tuple[Stretch, ...]) -> tuple[tuple[str, int], ...]:
    """Return how many acts of each kind there were, and lines about others."""
    kinds = Counter(type(ply.action) for ply in plies)
    lines = sum(isinstance(event, Acted) for stretch in stretches for event in stretch.events)
    return (*((name, kinds[kind]) for kind, name in _COUNTED), ("reported acts", lines))
