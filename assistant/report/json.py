"""The report for programs: JSON with sorted keys and no time stamps, equal for equal input."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from assistant.audit.finding import Finding
from assistant.audit.result import Audit
from assistant.report.summary import Heading, headings, label
from builder.model.game import Game

__all__ = ["SCHEMA", "render"]

SCHEMA = 1
"""Grows whenever a reader of older reports would misunderstand a newer one."""


def render(audit: Audit, game: Game) -> str:
    """Return the report as JSON text that ends in a line end; ASCII only.

    Args:
        audit: What was found.
        game: The data it was judged by, for names.
    """
    heads = headings(audit, game)
    subject = audit.subject
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "status": audit.status,
        "subject": {
            "file": subject.file,
            "module": {"name": subject.module, "version": subject.module_version},
            "engine": subject.engine,
            "game": subject.game,
            "data": subject.data,
            "same_data": subject.same_data,
            "judged_by": {
                "version": subject.judged_version,
                "data": subject.judged_data,
                "from": subject.judged_by,
                "caveat": game.caveat,
                "about": game.about,
            },
            "sides": [{"id": side.id, "name": side.name} for side in game.sides],
            "players": [{"name": man.name, "side": man.side} for man in subject.players],
            "steps": subject.steps,
            "counts": dict(audit.counts),
        },
        "incomplete": audit.crashed,
        "lossy": audit.lossy,
        "findings": [_finding(finding, heads[finding.rule], game) for finding in audit.findings],
        "notes": [
            {
                "step": note.step,
                "kind": note.kind,
                "text": note.text,
                "units": [_unit(unit, game) for unit in note.units],
            }
            for note in audit.notes
        ],
        "rules": [
            {
                "rule": tally.rule,
                "name": tally.name,
                "section": tally.section,
                "title": heads[tally.rule].title,
                "kept": tally.kept,
                "broken": tally.broken,
                "disputed": tally.disputed,
                "not_checkable": tally.not_checkable,
            }
            for tally in audit.tallies
        ],
    }
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=True) + "\n"


def _finding(finding: Finding, head: Heading, game: Game) -> dict[str, Any]:
    """Return one finding."""
    evidence = finding.evidence
    return {
        "rule": finding.rule,
        "name": finding.name or head.name,
        "section": head.section,
        "title": head.title,
        "errata": list(head.errata),
        "verdict": finding.verdict.value,
        "reading": _reading(finding, game),
        "moment": _moment(finding),
        "step": finding.step,
        "message": finding.message,
        "units": [_unit(unit, game) for unit in evidence.units],
        "hexes": list(evidence.hexes),
        "cost": evidence.cost,
        "allowance": evidence.allowance,
        "items": [
            {"amount": item.amount, "reason": item.reason, "rule": item.rule}
            for item in evidence.items
        ],
        "steps": list(evidence.steps),
        "facts": [{"name": name, "value": value} for name, value in evidence.facts],
    }


def _reading(finding: Finding, game: Game) -> dict[str, str] | None:
    """Return the unclear place a dispute rests on."""
    if not finding.reading:
        return None
    known = game.readings.get(finding.reading)
    return {"id": finding.reading, "text": known.text if known else ""}


def _moment(finding: Finding) -> dict[str, Any] | None:
    """Return when in the game it happened; None for what isn't tied to a moment."""
    return asdict(finding.moment) if finding.moment else None


def _unit(unit: str, game: Game) -> dict[str, str]:
    """Return a unit by id and name."""
    return {"id": unit, "label": label(unit, game)}
