"""Reading ``sequence.toml``: the sequence of play."""

from __future__ import annotations

from builder.model.head_files import GAME, Head
from builder.model.reader import Folder, Record, Seen
from builder.model.sequence import ImpulseKind, Phase, Sequence, Stage, Step
from builder.model.terms import Terms

__all__ = ["read_sequence"]

SEQUENCE = "sequence.toml"
WHO = ("phasing", "other")
IMPULSES = "impulses"
IMPULSE_KINDS = ("action", "pass")


def read_sequence(folder: Folder, head: Head, terms: Terms) -> Sequence:
    """Read ``sequence.toml``.

    Args:
        folder: The files.
        head: Phases and least points of the game.
        terms: Sides and sections of the rules.
    """
    record = folder.toml(SEQUENCE)
    if record is None:
        return Sequence()
    before = len(folder.problems)
    stages, phases = list(record.tables("stage")), list(record.tables("phase"))
    seen = Seen("stage or phase")
    for item in (*stages, *phases):
        seen.add(item, "id", item.id("id"))
    ids = tuple(seen.lines)
    known = ids if len(folder.problems) == before else ()
    steps = _steps(record, terms, known)
    sequence = Sequence(
        tuple(_stage(item, steps) for item in stages),
        tuple(_phase(item, terms, steps) for item in phases),
        _impulses(record, head, terms),
    )
    _check_phases(record, head, sequence)
    record.no_more_keys()
    return sequence


def _steps(record: Record, terms: Terms, known: tuple[str, ...]) -> dict[str, list[Step]]:
    """Read the steps by stage or phase."""
    found: dict[str, list[Step]] = {}
    before = len(record.folder.problems)
    for item in record.tables("step"):
        at, text = item.text("at") or "", item.text("text") or ""
        terms.check(item, "at", [at] if at else (), known, "stage or phase")
        who = item.text("who", required=False) or ""
        sides = (*WHO, *terms.sides) if terms.sides else ()
        terms.check(item, "who", [who] if who else (), sides, "actor")
        rules = terms.words(item, "rules", terms.sections, "section")
        errata = terms.words(item, "errata", terms.errata, "erratum")
        item.no_more_keys()
        found.setdefault(at, []).append(Step(who, text, rules, errata))
    if len(record.folder.problems) == before:
        for id_ in known:
            if id_ not in found and id_ != IMPULSES:
                text, hint = f"nothing happens in {id_}", f'[[step]] with at = "{id_}"'
                record.report("DAT-sequence", "", text, hint)
    return found


def _stage(item: Record, steps: dict[str, list[Step]]) -> Stage:
    """Read a part of a turn."""
    id_, name = str(item.values.get("id", "")), item.text("name") or ""
    item.no_more_keys()
    return Stage(id_, name, tuple(steps.get(id_, ())))


def _phase(item: Record, terms: Terms, steps: dict[str, list[Step]]) -> Phase:
    """Read a phase."""
    id_, name = str(item.values.get("id", "")), item.text("name") or ""
    who, rule = item.choice("who", WHO, "DAT-word") or "", terms.section(item)
    item.no_more_keys()
    return Phase(id_, name, who, rule, tuple(steps.get(id_, ())))


def _impulses(record: Record, head: Head, terms: Terms) -> tuple[ImpulseKind, ...]:
    """Read the kinds of impulse; the least points must be those of the sides."""
    found, seen = [], Seen("impulse")
    for item in record.tables("impulse"):
        id_, name = item.choice("id", IMPULSE_KINDS, "DAT-word"), item.text("name") or ""
        table = item.table("points")
        sides = terms.sides or (tuple(table.values) if table else ())
        points = {side: table.integer(side, 1, 99) or 1 for side in sides} if table else {}
        exact, less = item.flag("exact"), item.flag("less_if_all")
        phases = terms.words(item, "phases", head.phases if terms.sides else (), "phase")
        text, rules = item.text("text") or "", terms.words(item, "rules", terms.sections, "section")
        item.no_more_keys()
        least = head.action_minimum
        if id_ == "action" and terms.sides and points != least:
            fault = f"points {points} aren't the least points of an action in {GAME}"
            item.report("DAT-sequence", "points", fault, f"{least}")
        if seen.add(item, "id", id_) and id_:
            found.append(ImpulseKind(id_, name, points, exact, less, phases, text, rules))
    for id_ in IMPULSE_KINDS:
        if id_ not in seen:
            text = f"there is no impulse {id_!r}"
            record.report("DAT-sequence", "", text, f"[[impulse]] with id {id_!r}")
    return tuple(found)


def _check_phases(record: Record, head: Head, sequence: Sequence) -> None:
    """Compare the phases with those of the game."""
    ids = tuple(phase.id for phase in sequence.phases)
    if head.phases and record.folder.sound(GAME) and ids != head.phases:
        text = f"the phases {' '.join(ids)} aren't those of {GAME}"
        record.report("DAT-sequence", "phase", text, " ".join(head.phases))
