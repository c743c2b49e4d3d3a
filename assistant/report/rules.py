"""Which rules of a game are checked, and what is known of one of them: text and JSON."""

from __future__ import annotations

import inspect
import json
import textwrap
from collections import Counter
from collections.abc import Sequence
from typing import Any

from assistant.audit.register import Entry, Register
from builder.convention import verb_of
from builder.model.game import Game, Reading

__all__ = [
    "coverage_json",
    "coverage_text",
    "explain_json",
    "explain_text",
    "reading_json",
    "reading_text",
]

_SCHEMA = 1
_WIDTH = 100
_ACTS, _LOG, _BOTH, _NONE = "acts", "log", "acts, log", "unchecked"
_SEEN = {
    "always": "from positions, markers and dice alone",
    "declared": "from lines that tie dice to units",
    "human": "by a person only",
}


def coverage_text(register: Register, game: Game, *, states: bool = True) -> str:
    """Return a line for each atom: id, who checks it if that is asked, and what it says."""
    lines = [f"{game.name}: {len(register.ledger)} rules"]
    section = ""
    for entry in register:
        atom = entry.atom
        if atom.section != section:
            section = atom.section
            lines += ["", f"{section} {game.sections[section].title}"]
        head = f"  {atom.id:9} {_state(entry):9} " if states else f"  {atom.id:9} "
        told = f"not checked: {entry.unchecked}" if states and not entry.checked else atom.text
        lines.append(head + textwrap.shorten(told, _WIDTH - len(head), placeholder=" ..."))
    return "\n".join([*lines, "", *_totals(register)]) + "\n"


def coverage_json(register: Register, game: Game) -> str:
    """Return every atom with who checks it, as JSON that ends in a line end; ASCII only."""
    document = {
        "schema": _SCHEMA,
        "game": game.id,
        "version": game.version,
        "rules": [_row(entry) for entry in register],
        "counts": dict(sorted(Counter(map(_state, register)).items())),
    }
    return json.dumps(document, indent=2, sort_keys=True) + "\n"


def explain_text(entries: Sequence[Entry], game: Game) -> str:
    """Return what is known of some atoms, for people."""
    return "\n\n".join("\n".join(_explained(entry, game)) for entry in entries) + "\n"


def _explained(entry: Entry, game: Game) -> list[str]:
    """Return what is known of one atom, in lines."""
    atom = entry.atom
    section = game.sections[atom.section]
    lines = [f"{atom.id}: section {section.section}, {section.title}", ""]
    lines += textwrap.wrap(atom.text, _WIDTH)
    if atom.errata:
        lines += ["", "Printed corrections are worked in."]
    lines += ["", f"Can be judged {_SEEN[atom.seen]}."]
    for id_ in atom.readings:
        lines += ["", *_reading(game.readings[id_])]
    for rule in entry.acts:
        names = ", ".join(verb_of(type_) for type_ in rule.on)
        lines += ["", f"Checked in acts ({names}) as {rule.name}:", *_doc(rule.check)]
    for log_rule in entry.log:
        lines += ["", f"Checked in logs as {log_rule.name}:", *_doc(log_rule.check)]
    if entry.unchecked:
        lines += ["", *textwrap.wrap(f"Not checked: {entry.unchecked}", _WIDTH)]
    return lines


def explain_json(entries: Sequence[Entry], game: Game) -> str:
    """Return what is known of some atoms as JSON that ends in a line end; ASCII only."""
    document = {
        "schema": _SCHEMA,
        "game": game.id,
        "rules": [_told(entry, game) for entry in entries],
    }
    return json.dumps(document, indent=2, sort_keys=True) + "\n"


def _told(entry: Entry, game: Game) -> dict[str, Any]:
    """Return one atom with its unclear places as plain data."""
    return {
        **_row(entry),
        "title": game.sections[entry.atom.section].title,
        "readings": [_plain(game.readings[id_]) for id_ in entry.atom.readings],
    }


def reading_text(reading: Reading, register: Register) -> str:
    """Return an unclear place of the rulebook, and the rules that it bears on, for people."""
    ids = ", ".join(_touched(reading, register))
    lines = [*_reading(reading), ""]
    lines += textwrap.wrap(f"Bears on: {ids or 'no rule by itself'}", _WIDTH)
    if reading.switch:
        lines.append(f"Read it another way with --reading {reading.id}={reading.others[0]}")
    return "\n".join(lines) + "\n"


def reading_json(reading: Reading, register: Register, game: Game) -> str:
    """Return an unclear place as JSON that ends in a line end; ASCII only."""
    told = {**_plain(reading), "rules": _touched(reading, register)}
    document = {"schema": _SCHEMA, "game": game.id, "readings": [told]}
    return json.dumps(document, indent=2, sort_keys=True) + "\n"


def _touched(reading: Reading, register: Register) -> list[str]:
    """Return the ids of the rules that an unclear place bears on, in the rulebook's order."""
    return [entry.atom.id for entry in register if reading.id in entry.atom.readings]


def _plain(reading: Reading) -> dict[str, Any]:
    """Return an unclear place as plain data."""
    return {
        "id": reading.id,
        "text": reading.text,
        "switch": reading.switch,
        "chosen": reading.chosen,
        "others": list(reading.others),
    }


def _state(entry: Entry) -> str:
    """Return who checks an atom, in a word or two."""
    if entry.acts:
        return _BOTH if entry.log else _ACTS
    return _LOG if entry.log else _NONE


def _row(entry: Entry) -> dict[str, Any]:
    """Return one atom as plain data."""
    atom = entry.atom
    return {
        "id": atom.id,
        "section": atom.section,
        "text": atom.text,
        "errata": atom.errata,
        "seen": atom.seen,
        "state": _state(entry),
        "checks": sorted({rule.name for rule in entry.acts} | {rule.name for rule in entry.log}),
        "unchecked": entry.unchecked,
    }


def _totals(register: Register) -> list[str]:
    """Return how many atoms are checked where."""
    counts = Counter(map(_state, register))
    words = [f"{counts[state]} {state}" for state in (_BOTH, _ACTS, _LOG, _NONE) if counts[state]]
    return [f"{len(register.ledger)} rules: {'; '.join(words)}."]


def _reading(reading: Reading) -> list[str]:
    """Return an unclear place in a few lines."""
    lines = textwrap.wrap(f"{reading.id}: {reading.text}", _WIDTH)
    if reading.switch:
        others = " or ".join(reading.others)
        lines.append(f"  switch {reading.switch}: {reading.chosen} here, else {others}")
    return lines


def _doc(check: object) -> list[str]:
    """Return a function's own words, indented."""
    return textwrap.indent(inspect.getdoc(check) or "", "  ").splitlines()
