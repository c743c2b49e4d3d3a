"""Rules on where a move leads: enemy hexes, prohibited ground, lakes, thawed rivers."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.movement.judged import Judged, judged
from assistant.games.white_death.play.movement.rules import OF_COST, charged, place
from assistant.games.white_death.play.movement.step import Breach
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Move

__all__ = ["breached"]


def breached(move: Judged, rules: Ruleset, *ids: str) -> Iterator[Finding]:
    """Yield every breach of some atoms on a way."""
    for breach in move.way.breaches:
        if breach.rule in ids:
            yield _finding(move, breach, rules)


def _finding(move: Judged, breach: Breach, rules: Ruleset) -> Finding:
    """Return the finding of a breach."""
    where = rules.number(breach.where)
    who = ", ".join(rules.label(id_) for id_ in breach.units)
    of = f" ({who})" if who else ""
    doubt = f", {breach.doubt}" if breach.doubt else ""
    return ruling(
        breach.rule,
        Verdict.BROKEN if breach.sure else Verdict.NOT_CHECKABLE,
        f"{place(move, rules)} {breach.why}: {where}{of}{doubt}",
        units=(move.act.unit, *breach.units),
        hexes=move.act.path,
        parts=move.parts,
        facts=(("where", where),),
    )


def _kept(move: Judged, rules: Ruleset, rule: str, why: str) -> Finding:
    """Return the finding that a move kept a rule."""
    message = f"{place(move, rules)} {why}"
    units, hexes = (move.act.unit,), move.act.path
    return ruling(rule, verdict=True, message=message, units=units, hexes=hexes)


@ACTS.rule("WD-6A.4", on=(Move,), name="move-into-enemy", section="6A")
def into_enemy(before: Position, act: Move, rules: Ruleset) -> Iterator[Finding]:
    """No unit enters a hex that the enemy holds, no Soviet unit that of a bunker.

    Rule:
        6A; bunkers by the errata to 19. Commandos, and who goes with them, may try (21C).
    """
    move = judged(before, act, rules)
    if move is None:
        return
    found = list(breached(move, rules, "WD-6A.4"))
    yield from found or [_kept(move, rules, "WD-6A.4", "enters no hex that the enemy holds")]


@ACTS.rule("WD-7.9", on=(Move,), name="move-into-prohibited", section="7", readings=("A-103",))
def into_prohibited(before: Position, act: Move, rules: Ruleset) -> Iterator[Finding]:
    """No unit enters a hex that is prohibited to its mobility, unless along a road.

    Rule:
        7 and its chart.
    """
    move = judged(before, act, rules)
    if move is None:
        return
    found = list(breached(move, rules, "WD-7.9"))
    yield from found or [_kept(move, rules, "WD-7.9", "enters no prohibited hex")]


@ACTS.rule(
    *("WD-7.12", "WD-13.2", "WD-16A.1", "WD-16B.2", "WD-16C.1"),
    on=(Move,),
    name="move-over-lake",
    section="7",
    readings=("A-18", *(each for each in OF_COST if each != "A-18")),
)
def over_lake(before: Position, act: Move, rules: Ruleset) -> Iterator[Finding]:
    """Crossing a full lake hexside costs more or is prohibited, by mobility and weather.

    Rule:
        The chart of 7, 13; partial lake hexsides cost nothing (A-18). Frost and snow freeze
        lakes and rivers, thaw doesn't.
    """
    move = judged(before, act, rules)
    if move is None:
        return
    yield from breached(move, rules, "WD-7.12")
    yield from charged(move, rules, "WD-7.12")


@ACTS.rule("WD-16B.1", on=(Move,), name="move-over-thawed-river", section="16B", readings=("A-19",))
def over_thawed_river(before: Position, act: Move, rules: Ruleset) -> Iterator[Finding]:
    """In thaw, track, wheel and draft units leave a river on the bank they came from.

    Rule:
        16B; bridges apart. The bank is that of entry, kept along the river (A-19).
    """
    move = judged(before, act, rules)
    if move is None:
        return
    found = list(breached(move, rules, "WD-16B.1"))
    yield from found
    banks = [move.way.start.bank, *(step.after.bank for step in move.way.steps)]
    if not found and any(banks):
        yield _kept(move, rules, "WD-16B.1", "stays on its bank of the river, or may cross it")
