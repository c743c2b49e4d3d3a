"""Rule 17: units that are dragged onto the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assistant.audit.finding import Finding, Verdict
from assistant.engine.state import Ply
from assistant.games.white_death.book import WD
from assistant.games.white_death.march import judge
from builder.model.game import Game

__all__: list[str] = []


@WD.rule("WD-17.1", name="enters-before-its-turn", section="17")
def enters_before_its_turn(ply: Ply, game: Game) -> Iterator[Finding]:
    """A unit enters the map no earlier than on the turn that its order of appearance names.

    Rule:
        17. It may enter later.
    Evidence:
        The unit, the drags, and the turn it is due.
    Not covered:
        The impulse of the turn, the area, what the edge hex costs: drags don't tell enough.
    """
    judgement = judge(ply, game)
    found = judgement.finding if judgement is not None else None
    if found is not None and found.rule == "WD-17.1":
        yield found
    elif found is not None and found.rule == "WD-17C.1":
        unit, now = game.units[found.evidence.units[0]], ply.before.turn
        due, first = unit.entry.turn, unit.entry.impulse in (None, 1)
        if due is not None and (now > due or (now == due and first)):
            told = f"{unit.label} enters in turn {now}, due in turn {due}"
            yield replace(found, rule="WD-17.1", verdict=Verdict.KEPT, message=told)
