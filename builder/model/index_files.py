"""Reading the index files: documents, rule sections, errata, readings of unclear places."""

from __future__ import annotations

import re
from collections.abc import Collection

from builder.model.game import Erratum, Reading, RuleSection, Source
from builder.model.reader import Folder, Record, Seen, marks_hint

__all__ = ["read_documents", "read_readings", "read_rule_index"]

DOCUMENTS = "sources.toml"
SECTIONS = "rules.toml"
ERRATA = "errata.toml"
READINGS = "ambiguities.toml"

_SWITCH = re.compile(r"[a-z][a-z0-9_]*")
_YES_NO = frozenset({"true", "false"})


def read_documents(folder: Folder) -> list[Source]:
    """Read ``sources.toml``."""
    record = folder.toml(DOCUMENTS)
    if record is None:
        return []
    found, seen = [], Seen("document")
    for item in record.tables("document"):
        id_, title = item.id("id"), item.text("title")
        for mark in item.words("marks"):
            if mark not in "RXDGHE" or len(mark) != 1:
                item.report("DAT-mark", "marks", f"{mark!r} is no mark", marks_hint())
        note = item.text("note", required=False) or ""
        item.no_more_keys()
        if seen.add(item, "id", id_) and id_ is not None and title is not None:
            found.append(Source(id_, title, note))
    record.no_more_keys()
    return found


def read_rule_index(folder: Folder) -> tuple[dict[str, Erratum], dict[str, RuleSection]]:
    """Read ``errata.toml`` and ``rules.toml``; a section knows the errata that name it."""
    known = _sections(folder)
    errata: dict[str, Erratum] = {}
    named: dict[str, list[str]] = {}
    record = folder.toml(ERRATA)
    seen = Seen("erratum")
    for item in record.tables("erratum") if record else ():
        id_, text, sections = item.text("id"), item.text("text"), item.words("sections")
        applied, where = item.text("applied") or "", tuple(item.words("where"))
        _check_where(item, where)
        item.no_more_keys()
        _check_sections(item, sections, known)
        if seen.add(item, "id", id_) and id_ is not None:
            errata[id_] = Erratum(id_, ", ".join(sections), text or "", applied, where)
            for section in sections:
                named.setdefault(section, []).append(id_)
    if record:
        record.no_more_keys()
    return errata, {
        section: RuleSection(section, title, page, tuple(named.get(section, ())))
        for section, (title, page) in known.items()
    }


def _check_where(item: Record, where: Collection[str]) -> None:
    """Check that an erratum names files that are there, and words in them."""
    for place in where:
        file, _, word = place.partition(":")
        data = item.folder.files.get(file)
        if data is None or not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])".encode(), data):
            text = f"there is no {place!r:.80}"
            hint = "FILE:WORD, a file of this folder and an id or word in it"
            item.report("DAT-erratum-where", "where", text, hint)


def _sections(folder: Folder) -> dict[str, tuple[str, str]]:
    """Read ``rules.toml``: title and page by section."""
    record = folder.toml(SECTIONS)
    found: dict[str, tuple[str, str]] = {}
    if record is None:
        return found
    seen = Seen("section")
    for item in record.tables("section"):
        section, title = item.text("section"), item.text("title")
        page = item.text("page", required=False) or ""
        item.no_more_keys()
        if seen.add(item, "section", section) and section is not None:
            found[section] = (title or "", page)
    record.no_more_keys()
    return found


def read_readings(folder: Folder, sections: Collection[str]) -> dict[str, Reading]:
    """Read ``ambiguities.toml``.

    Args:
        folder: The files.
        sections: Known sections of the rules; empty: not checked.
    """
    record = folder.toml(READINGS)
    found: dict[str, Reading] = {}
    if record is None:
        return found
    seen, switches, answered = Seen("reading"), Seen("switch"), Seen("answer to")
    for item in record.tables("reading"):
        id_, problem, reading = item.text("id"), item.text("problem"), item.text("reading")
        where = tuple(item.words("sections"))
        _check_sections(item, where, sections)
        switch, chosen, others = _switch(item, switches)
        why, otherwise = _reasons(item, switch)
        also = tuple(item.words("also", required=False))
        item.no_more_keys()
        for name in also:
            answered.add(item, "also", f"{id_} {name}")
        if seen.add(item, "id", id_) and id_ is not None:
            text = f"{problem} Reading: {reading}"
            found[id_] = Reading(id_, text, switch, chosen, others, where, why, otherwise, also)
    record.no_more_keys()
    return found


def _check_sections(item: Record, where: Collection[str], sections: Collection[str]) -> None:
    """Report sections that the rules don't have."""
    for section in where:
        if sections and section not in sections:
            text, hint = f"unknown section {section!r}", f"a section of {SECTIONS}"
            item.report("DAT-section", "sections", text, hint)


def _switch(item: Record, switches: Seen) -> tuple[str, str, tuple[str, ...]]:
    """Read the switch of a reading, the value chosen and the others; empty if it is settled."""
    switch = item.text("switch", required=False) or ""
    chosen = item.text("chosen", required=bool(switch)) or ""
    others = tuple(item.words("others", required=False))
    if switch:
        switches.add(item, "switch", switch)
        if not _SWITCH.fullmatch(switch):
            text = f"switch {switch!r:.40} has other signs than a-z 0-9 _"
            item.report("DAT-reading-switch", "switch", text, "small letters, digits and _")
    if bool(switch) != bool(others):
        text = "a switch needs values not chosen, and those a switch"
        item.report("DAT-reading-switch", "switch", text, "fill in both or neither")
    if chosen in others:
        text = f"{chosen!r} is both chosen and another value"
        item.report("DAT-reading-switch", "others", text, "name it once")
    if bool(chosen in _YES_NO) != bool(_YES_NO & {*others}) and switch and chosen and others:
        text = f"{chosen!r} is chosen, and the others are {', '.join(others)}"
        item.report("DAT-reading-switch", "chosen", text, "true and false, or words for all")
    return switch, chosen, others


def _reasons(item: Record, switch: str) -> tuple[str, str]:
    """Read why a reading is settled, or what its other values mean: exactly one of the two."""
    why = item.text("why", required=False) or ""
    otherwise = item.text("otherwise", required=False) or ""
    if bool(why) == bool(switch) or bool(otherwise) != bool(switch):
        text = "a switch says what its other values mean, a settled reading why"
        hint = "`otherwise` with a switch, `why` without"
        item.report("DAT-reading-why", "switch" if switch else "reading", text, hint)
    return why, otherwise
