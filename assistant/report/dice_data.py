"""The dice of a game for programs: JSON with everything, CSV with a line a roll."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from assistant.dice.evidence import CAVEAT
from assistant.dice.reading import Dice
from assistant.dice.roll import Roll
from assistant.dice.tally import ENOUGH, LEVEL, Row
from assistant.report.clean import clean

__all__ = ["COLUMNS", "SCHEMA", "render_csv", "render_json"]

SCHEMA = 1
"""Grows whenever a reader of older reports would misunderstand a newer one."""

COLUMNS = (
    "file",
    "step",
    "name",
    "player",
    "side",
    "button",
    "dice",
    "faces",
    "sum",
    "words",
    "words_at",
    "nth",
    "undone_by",
    "repeats",
    "form",
    "line",
)
"""Columns of the CSV file; several dice or faces in one cell are divided by a blank."""

_DIGITS = 6
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def render_json(dice: Dice) -> str:
    """Return everything as JSON text that ends in a line end; ASCII only, keys in order."""
    tally = dice.tally
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "status": dice.status,
        "files": list(dice.ledger.files),
        "module": dice.module,
        "notes": list(dice.notes),
        "damage": [
            {"file": file, "code": each.code, "where": each.where, "text": each.text}
            for file, each in dice.damage
        ],
        "joins": [
            {"file": join.file, "code": join.code, "text": join.text, "after": join.after}
            for join in dice.joins
        ],
        "rolls": [_roll(roll) for roll in dice.ledger.rolls],
        "not_counted": [
            {
                "at": each.place,
                "kind": each.kind,
                "name": each.name,
                "reason": each.reason,
                "line": each.raw,
            }
            for each in dice.ledger.odd
        ],
        "evidence": {
            "caveat": CAVEAT,
            "items": [
                {"kind": each.kind, "at": list(each.places), "text": each.text}
                for each in dice.ledger.evidence
            ],
        },
        "tally": {
            "rows": [_row(row) for row in tally.rows],
            "tests": tally.tests,
            "level": LEVEL,
            "enough": ENOUGH,
            "one_low_by_chance": round(tally.by_chance, _DIGITS),
        },
    }
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=True) + "\n"


def render_csv(dice: Dice) -> str:
    """Return a line a roll; no cell can be taken for a formula or steer a terminal."""
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(COLUMNS)
    for roll in dice.ledger.rolls:
        data = _roll(roll)
        data["dice"] = " ".join(each["die"].replace(" ", "_") for each in data["results"])
        data["faces"] = " ".join(str(each["face"]).replace(" ", "_") for each in data["results"])
        writer.writerow([_cell(data[column]) for column in COLUMNS])
    return page.getvalue()


def _cell(value: object) -> str:
    """Return what stands in a cell; numbers stay, a text never begins like a formula."""
    if value is None:
        return ""
    text = clean(str(value))
    return f"'{text}" if isinstance(value, str) and text.startswith(_FORMULA) else text


def _roll(roll: Roll) -> dict[str, Any]:
    """Return one roll."""
    return {
        "at": roll.place,
        "file": roll.file,
        "step": roll.step,
        "name": roll.name,
        "player": roll.player,
        "side": roll.side,
        "button": roll.button,
        "results": [{"die": each.die.name, "face": each.face} for each in roll.dice],
        "sum": roll.total,
        "words": roll.words,
        "words_at": roll.words_at,
        "nth": roll.nth,
        "undone_by": roll.undone_by,
        "repeats": roll.repeats,
        "form": roll.form,
        "line": roll.raw,
    }


def _row(row: Row) -> dict[str, Any]:
    """Return one row of the tally."""
    return {
        "die": row.die.name,
        "player": row.player,
        "results": row.size,
        "undone": row.undone,
        "counts": [{"face": face, "count": count} for face, count in row.counts],
        "mean": None if row.mean is None else round(float(row.mean), _DIGITS),
        "fair_mean": None if row.expected is None else round(float(row.expected), _DIGITS),
        "interval": None if row.interval is None else [round(end, _DIGITS) for end in row.interval],
        "p": None if row.test is None else round(row.test.p, _DIGITS),
        "method": None if row.test is None else row.test.method,
        "p_of_all": None if row.together is None else round(row.together, _DIGITS),
        "words": row.words,
    }
