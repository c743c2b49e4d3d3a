"""The lines of a log, judged by the rules of acts; what the counters show is never denied.

Drags are judged elsewhere, by what any log shows. Here a position is carried along: lines change
it by their effects, drags and counters changed by hand are taken over as they are, and where the
counters show something else than the position does, the counters are right and what rests on the
difference is left open.
"""

from assistant.games.white_death.record.judging import judge_lines

__all__ = ["judge_lines"]
