"""Reading the index files: documents, rule sections, errata, readings of unclear places."""

from __future__ import annotations

from builder.model.game import Erratum, Reading, RuleSection, Source
from builder.model.reader import Folder, Seen, marks_hint

__all__ = ["read_documents", "read_readings", "read_rule_index"]

DOCUMENTS = "sources.toml"
SECTIONS = "rules.toml"
ERRATA = "errata.toml"
READINGS = "ambiguities.toml"


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
        item.text("applied")
        item.no_more_keys()
        for section in sections:
            if known and section not in known:
                hint = f"a section of {SECTIONS}"
                item.report("DAT-section", "sections", f"unknown section {section!r}", hint)
        if seen.add(item, "id", id_) and id_ is not None:
            errata[id_] = Erratum(id_, ", ".join(sections), text or "")
            for section in sections:
                named.setdefault(section, []).append(id_)
    if record:
        record.no_more_keys()
    return errata, {
        section: RuleSection(section, title, page, tuple(named.get(section, ())))
        for section, (title, page) in known.items()
    }


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


def read_readings(folder: Folder) -> dict[str, Reading]:
    """Read ``ambiguities.toml``."""
    record = folder.toml(READINGS)
    found: dict[str, Reading] = {}
    if record is None:
        return found
    seen, switches = Seen("reading"), Seen("switch")
    for item in record.tables("reading"):
        id_, problem, reading = item.text("id"), item.text("problem"), item.text("reading")
        switch = item.text("switch", required=False) or ""
        chosen = item.text("chosen", required=bool(switch)) or ""
        others = tuple(item.words("others", required=False))
        item.no_more_keys()
        if switch:
            switches.add(item, "switch", switch)
        if bool(switch) != bool(others):
            text = "a switch needs values not chosen, and those a switch"
            item.report("DAT-reading-switch", "switch", text, "fill in both or neither")
        if chosen in others:
            text_ = f"{chosen!r} is both chosen and another value"
            item.report("DAT-reading-switch", "others", text_)
        if seen.add(item, "id", id_) and id_ is not None:
            text = f"{problem} Reading: {reading}"
            found[id_] = Reading(id_, text, switch, chosen, others)
    record.no_more_keys()
    return found
