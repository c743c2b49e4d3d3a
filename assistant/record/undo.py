"""Which steps of a log take back which others.

From 3.6.10 on the engine brackets an undo by two commands; before, only the repeated line of
the chat tells, ``* UNDO: …``, so an undo of a step without any line can't be told from a move
back by hand; unless an earlier step is taken back by its line: steps are taken back last one
first, so all between the two were taken back before.

Source: VASSAL classes ``BasicLogger`` and ``Chatter``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assistant.record.line import key_of, undone_text
from builder.vassal import ChangePiece, Chat, MovePiece, Step, Undo
from builder.vassal.command import Plain

__all__ = ["Undone", "find_undone"]

_Key = tuple[object, ...]
_MOST_BETWEEN = 200


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
    done: dict[int, Step] = {}
    for step in steps:
        done[step.number] = step
        lines = [undone_text(each.text) for each in step.commands if isinstance(each, Chat)]
        taken = [line for line in lines if line is not None]
        bracketed = any(isinstance(each, Undo) for each in step.commands)
        if taken or bracketed:
            target = _latest([("chat", line) for line in taken], known, by)
            between = _unwound(target, standing, by, done) if target else {}
            by.update(between)
            undos.update({undo: step for step, undo in between.items()})
            if between:
                del standing[-2 * len(between) :]
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


def _unwound(
    target: int, standing: list[int], by: dict[int, int], done: dict[int, Step]
) -> dict[int, int]:
    """Return who took back whom behind a step that is taken back itself.

    Nothing is returned unless each of the steps there either undoes another or is undone.
    """
    between: list[int] = []
    for number in reversed(standing):
        if number <= target or number in by or len(between) > _MOST_BETWEEN:
            break
        between.append(number)
    if len(between) > _MOST_BETWEEN:
        return {}
    found: dict[int, int] = {}
    waiting: list[int] = []
    for number in reversed(between):
        commands = done[number].commands
        if waiting and _undoes(commands, done[waiting[-1]].commands):
            found[waiting.pop()] = number
        else:
            waiting.append(number)
    return {} if waiting else found


def _undoes(commands: Iterable[Plain], others: Iterable[Plain]) -> bool:
    """Tell whether commands do to pieces the contrary of others."""
    back = _effects(commands, back=True)
    return bool(back) and back == _effects(others)


def _effects(commands: Iterable[Plain], *, back: bool = False) -> set[_Key]:
    """Return what commands do to pieces, or what would take it back."""
    found: set[_Key] = set()
    for each in commands:
        if isinstance(each, ChangePiece):
            states = (each.old_state, each.new_state)
            found.add(("change", each.id, *(states[::-1] if back else states)))
    return found.union(_moves(commands, back=back))


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
