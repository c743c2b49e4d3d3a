"""A transcript for programs: CSV and JSON, equal for equal input."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from assistant.record.entry import Entry, Join, Record
from assistant.record.stitch import Game
from assistant.report.clean import clean
from assistant.report.transcript import describe, remarks

__all__ = ["SCHEMA", "as_csv", "as_json"]

SCHEMA = 1
"""Grows whenever a reader of older transcripts would misunderstand a newer one."""

_COLUMNS = (
    *("file", "step", "kind", "who", "side", "name", "piece", "from", "to", "text"),
    *("undo", "undone_by", "repeats"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def as_csv(game: Game) -> str:
    """Return the entries as CSV with a head line.

    A cell that a spreadsheet would take for a formula has a single quote in front.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for entry in game.entries:
        cells = (
            *(entry.file, str(entry.step), entry.kind, entry.who, entry.side, entry.name),
            *(entry.piece, entry.origin, entry.to, entry.text),
            *("yes" if entry.undo else "", str(entry.undone_by or ""), entry.repeats),
        )
        writer.writerow([_cell(cell) for cell in cells])
    return out.getvalue()


def _cell(text: str) -> str:
    shown = clean(text)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown


def as_json(game: Game) -> str:
    """Return the game as JSON text that ends in a line end; ASCII only, sorted keys."""
    joins = {join.file: join for join in game.joins}
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "status": game.status,
        "for": "referee" if game.viewer.referee else game.viewer.side or "everyone",
        "module": {"name": game.records[0].module, "version": game.records[0].version},
        "places_named_by": game.module.path.name if game.module else None,
        "files": [_file(record, joins.get(record.file)) for record in game.records],
        "players": [
            {"id": each.label, "names": list(each.names), "shared": each.shared}
            for each in game.players
        ],
        "sides": [
            {
                "file": each.file,
                "step": each.step,
                "who": each.who,
                "name": each.name,
                "from": each.old,
                "to": each.new,
            }
            for each in game.sides
        ],
        "last_actions": {
            side: {"place": each.place, "text": describe(each)}
            for side, each in game.last_acts.items()
        },
        "remarks": list(remarks(game)),
        "entries": [_entry(each) for each in game.entries],
    }
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=True) + "\n"


def _file(record: Record, join: Join | None) -> dict[str, Any]:
    return {
        "file": record.file,
        "module": record.module,
        "version": record.version,
        "steps": record.steps,
        "whole": record.whole,
        "damage": [
            {"code": each.code, "where": each.where, "text": each.text, "advice": each.advice}
            for each in record.damage
        ],
        "join": join
        and {
            "code": join.code,
            "after": join.after,
            "text": join.text,
            "differences": list(join.differences),
        },
    }


def _entry(entry: Entry) -> dict[str, Any]:
    """Return an entry; what it doesn't have is left out."""
    found: dict[str, Any] = {
        "place": entry.place,
        "file": entry.file,
        "step": entry.step,
        "kind": entry.kind,
        "who": entry.who,
        "side": entry.side,
        "name": entry.name,
        "text": entry.text,
        "piece": entry.piece,
        "piece_id": entry.piece_id,
        "from": entry.origin,
        "to": entry.to,
        "undo": entry.undo,
        "undone_by": entry.undone_by,
        "repeats": entry.repeats,
    }
    return {key: value for key, value in found.items() if value not in ("", 0, False)}
