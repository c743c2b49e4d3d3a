"""Which steps of a log take back which others.

From 3.6.10 on the engine brackets an undo by two commands; before, only the repeated line of
the chat tells, ``* UNDO: …``, so an undo of a step without any line can't be told from a move
back by hand.

Source: VASSAL classes ``BasicLogger`` and ``Chatter``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assistant.record.line import key_of, undone_text
from builder.vassal import Chat, MovePiece, Step, Undo
from builder.vassal.command import Plain

__all__ = ["Undone", "find_undone"]

_Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back in one log.

    Args:
        by: Step that took it back, by the step that was taken back.
        undos: The step it takes back, by the step of an undo; 0 if the log doesn't hold it.
    """

    by: dict[int, int]
    undos: dict[int, int]


def find_undone(steps: Sequence[Step]) -> Undone:
    """Pair every undo with the latest standing step that says or does the same.

    Args:
        steps: Of one log, in order.

    Returns:
        The pairs. A step that was taken back and whose undo was taken back too stands again.
    """
    by: dict[int, int] = {}
    undos: dict[int, int] = {}
    standing: list[int] = []
    known: dict[_Key, list[int]] = {}
    for step in steps:
        lines = [undone_text(each.text) for each in step.commands if isinstance(each, Chat)]
        taken = [line for line in lines if line is not None]
        bracketed = any(isinstance(each, Undo) for each in step.commands)
        if taken or bracketed:
            target = _latest([("chat", line) for line in taken], known, by)
            target = target or _latest(_moves(step.commands, back=True), known, by)
            if not target and bracketed:
                target = _top(standing, by)
            undos[step.number] = target
            if target:
                by[target] = step.number
                again = undos.get(target, 0)
                if by.pop(again, 0):
                    standing.append(again)
        else:
            standing.append(step.number)
        for key in _keys(step.commands):
            known.setdefault(key, []).append(step.number)
    return Undone(by, undos)


def _keys(commands: Iterable[Plain]) -> list[_Key]:
    listed = list(commands)
    said: list[_Key] = [("chat", key_of(each.text)) for each in listed if isinstance(each, Chat)]
    return said + _moves(listed, back=False)


def _moves(commands: Iterable[Plain], *, back: bool) -> list[_Key]:
    found: list[_Key] = []
    for each in commands:
        if isinstance(each, MovePiece):
            old = (each.old_map, each.old_x, each.old_y)
            new = (each.map, each.x, each.y)
            found.append(("move", each.id, new, old) if back else ("move", each.id, old, new))
    return found


def _latest(keys: Iterable[_Key], known: dict[_Key, list[int]], by: dict[int, int]) -> int:
    """Return the latest step that stands and has one of the keys, 0 if none has."""
    for key in keys:
        found = _top(known.get(key, []), by)
        if found:
            return found
    return 0


def _top(steps: list[int], by: dict[int, int]) -> int:
    """Return the last step that stands; drop those behind it that don't."""
    while steps and steps[-1] in by:
        steps.pop()
    return steps[-1] if steps else 0
