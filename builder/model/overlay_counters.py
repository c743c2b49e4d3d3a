"""Laying the counters' sheet over ``units.csv``, ``markers.csv`` and ``formations.toml``."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping

from builder.model.game import Kind, Provenance
from builder.model.marker_files import MARKERS
from builder.model.overlay_cells import NONE
from builder.model.overlay_files import KEPT, CsvFile, Draft, Row, TomlFile, quoted
from builder.model.overlay_sheet import Fill
from builder.model.overlay_unlikely import unlikely
from builder.model.unit_files import COUNTERS, FORMATIONS, UNITS

__all__ = ["merge_counters"]

_OF_MARKERS = ("strength", "count")
_IDENTITY = ("unit", "type", "size")
_ARTILLERY = ("support", "range", "barrage")


def merge_counters(draft: Draft) -> None:
    """Put the owner's figures into the files of units, markers and formations."""
    given = draft.sheets.cells["counter"]
    if not given:
        return
    units, markers = CsvFile(draft, UNITS), CsvFile(draft, MARKERS)
    unit_rows, marker_rows = units.by("id"), markers.by("id")
    kinds = _kinds(draft)
    labels: dict[str, list[Fill]] = {}
    public = [dict(row.cells) for row in units.rows]
    for id_ in sorted(given):
        fills = given[id_]
        if id_ in unit_rows:
            _unit(draft, unit_rows[id_], fills, kinds)
            for fill, text in unlikely(fills.values(), unit_rows[id_].cells["kind"], public):
                draft.note(fill, f"{text}; {KEPT}")
            if "formation" in fills:
                _label(draft, unit_rows[id_], fills["formation"], labels)
        elif id_ in marker_rows:
            _marker(draft, marker_rows[id_], fills)
        else:
            fill = next(iter(fills.values()))
            hint = "write the sheet anew with --estimates and copy your figures over"
            draft.refuse(fill, "OVL-id", "no counter has this id", hint)
    units.store(draft)
    markers.store(draft)
    _formations(draft, labels, Counter(row["formation"] for row in public))


def _kinds(draft: Draft) -> dict[str, tuple[str, str]]:
    """Return type as written and class by type in small letters."""
    types = tomllib.loads(draft.files[COUNTERS].decode("utf-8-sig")).get("types", {})
    return {name.lower(): (name, str(kind)) for kind in Kind for name in types.get(kind, ())}


def _unit(
    draft: Draft, row: Row, fills: Mapping[str, Fill], kinds: Mapping[str, tuple[str, str]]
) -> None:
    """Put figures into the row of a unit."""
    for column, fill in fills.items():
        if column == "count":
            draft.refuse(fill, "OVL-column", "a unit has no count", "empty the cell")
        if column in ("count", "formation"):
            continue
        values = _values(column, fill.value)
        if column == "type":
            if fill.value.lower() not in kinds:
                hint = "a type as our sheet writes it, such as " + ", ".join(
                    name for name, _ in list(kinds.values())[:4]
                )
                draft.refuse(fill, "OVL-type", f"unknown type {fill.value!r:.40}", hint)
                continue
            values["type"], values["kind"] = kinds[fill.value.lower()]
        mark = "unit_src" if column in _IDENTITY else f"{column}_src"
        if row.cells[mark] == Provenance.X:
            if any(row.cells[key] != value for key, value in values.items()):
                ours = row.cells[column]
                text = f"{column} {ours or NONE} is a correction by the errata"
                hint = "empty the cell: the printed counter is known to be wrong"
                draft.refuse(fill, "OVL-erratum", text, hint)
            continue
        row.set(fill, values | {mark: str(Provenance.P)})
        draft.concerns(fill, fill.id, row.cells["formation"])
        if column == "size":
            draft.concerns(fill, row.cells["arrival"])
    _artillery(row, fills)


def _values(column: str, value: str) -> dict[str, str]:
    """Return the cells of the data that a cell of the sheet stands for."""
    if column == "combat":
        bare = value.strip("()")
        return {"combat": bare, "defensive_only": "no" if bare == value else "yes"}
    return {column: "" if value == NONE and column in _ARTILLERY else value}


def _artillery(row: Row, fills: Mapping[str, Fill]) -> None:
    """Let marks stand where artillery has figures, and nowhere else."""
    fill = next((fills[column] for column in _ARTILLERY if column in fills), None)
    if fill is None:
        return
    for column in _ARTILLERY:
        mark = f"{column}_src"
        if not row.cells[column] and (column != "support" or not row.cells["range"]):
            row.set(fill, {mark: ""})
        elif not row.cells[mark]:
            row.set(fill, {mark: str(Provenance.P)})


def _marker(draft: Draft, row: Row, fills: Mapping[str, Fill]) -> None:
    """Put figures into the row of a marker."""
    for column, fill in fills.items():
        if column not in _OF_MARKERS or (column == "strength" and not row.cells["strength"]):
            text = f"a marker has no {column}"
            draft.refuse(fill, "OVL-column", text, "empty the cell")
            continue
        values = {column: fill.value, "src": str(Provenance.P)}
        if column == "strength":  # the name says it too: Bunker 15
            values["name"] = row.cells["name"].replace(row.cells["strength"], fill.value)
        row.set(fill, values)
        draft.concerns(fill, fill.id, "markers")


def _label(draft: Draft, row: Row, fill: Fill, labels: dict[str, list[Fill]]) -> None:
    """Collect what the counters of a formation say its id is."""
    formation = row.cells["formation"]
    if not formation:
        text = "the unit belongs to no formation, so none can be printed on it"
        draft.refuse(fill, "OVL-column", text, "empty the cell; the id goes into `unit`")
        return
    said = labels.setdefault(formation, [])
    if said and said[0].value != fill.value:
        text = (
            f"formation {fill.value!r:.20}, but {said[0].value!r:.20} on {said[0].id} of the same "
            f"formation (line {said[0].line})"
        )
        draft.refuse(fill, "OVL-formation", text, "one id for a formation; one cell is enough")
        return
    said.append(fill)


def _formations(draft: Draft, labels: Mapping[str, list[Fill]], members: Mapping[str, int]) -> None:
    """Put the ids of formations into their tables; say how many counters a new one renames."""
    if not labels:
        return
    file = TomlFile(draft, FORMATIONS, "formation")
    for index, text in enumerate(list(file.tables)):
        (table,) = tomllib.loads(text)["formation"]
        fills = labels.get(table["id"])
        if not fills:
            continue
        value = "" if fills[0].value == NONE else fills[0].value
        if value != table.get("label", ""):
            counters = f"the {members[table['id']]} counters of {table['name']}"
            draft.note(fills[0], f"formation {fills[0].value} now stands on {counters}")
        at = file.set(index, "label", quoted(value))
        file.set(index, "src", quoted(Provenance.P))
        draft.lines[FORMATIONS, file.line(index, at)] = fills
    file.store(draft)
