"""The words that figures refer to: terrain, weather, groups of units, sections of the rules."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from builder.model.game import Kind, Provenance
from builder.model.reader import Record

__all__ = ["Terms", "own_marks", "source_of"]

DIE = range(1, 7)
WHERE = {
    "group": ("DAT-group", "groups.toml"),
    "section": ("DAT-section", "rules.toml"),
    "town": ("DAT-word", "map/places.csv"),
    "erratum": ("DAT-word", "errata.toml"),
}
"""By kind of word: the check it fails, and the file that has them all."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The words that figures refer to; an empty collection is not known, and not checked.

    Args:
        terrain: Rows of the terrain effects chart.
        weather: Kinds of weather.
        groups: Groups of units.
        sides: Ids of the sides.
        sections: Sections of the rules.
        errata: Ids of the errata.
    """

    terrain: Collection[str] = ()
    weather: Collection[str] = ()
    groups: Collection[str] = ()
    sides: Collection[str] = ()
    sections: Collection[str] = ()
    errata: Collection[str] = ()

    def check(
        self, record: Record, key: str, found: Collection[str], known: Collection[str], what: str
    ) -> None:
        """Report each word that isn't known."""
        for word in dict.fromkeys(found):
            if known and word not in known:
                check, file = WHERE.get(what, ("DAT-word", ""))
                hint = "one of " + ", ".join(known) if len(known) <= 12 else f"see {file}"
                text = f"{key} names no {what}: {word!r:.60}"
                record.report(check, key, text, hint if file or len(known) <= 12 else "")

    def words(self, record: Record, key: str, known: Collection[str], what: str) -> tuple[str, ...]:
        """Return a list of words that must be known; absent means none."""
        found = tuple(record.words(key, required=False))
        self.check(record, key, found, known, what)
        return found

    def terrains(self, record: Record, key: str) -> tuple[str, ...]:
        """Return a list of terrain ids."""
        return self.words(record, key, self.terrain, "terrain")

    def kinds(self, record: Record, key: str) -> tuple[str, ...]:
        """Return a list of classes of unit."""
        return self.words(record, key, tuple(Kind), "class of unit")

    def weathers(self, record: Record, key: str) -> tuple[str, ...]:
        """Return a list of kinds of weather."""
        return self.words(record, key, self.weather, "weather")

    def group(self, record: Record, key: str, *, required: bool = True) -> str:
        """Return the id of a group of units, empty if there is none."""
        name = record.text(key, required=required)
        self.check(record, key, [name] if name else (), self.groups, "group")
        return name or ""

    def section(self, record: Record) -> str:
        """Return the section of the rules that a record belongs to."""
        name = record.text("rule")
        self.check(record, "rule", [name] if name else (), self.sections, "section")
        return name or ""

    def rolls(self, record: Record, key: str, value: object = None) -> tuple[int, ...]:
        """Return rolls of a die, rising; ``value`` is asked of the record if not given."""
        found = record.raw(key) if value is None else value
        if isinstance(found, list) and all(type(roll) is int and roll in DIE for roll in found):
            return tuple(sorted(set(found)))
        if found is not None:
            hint = "numbers from 1 to 6"
            record.report("DAT-roll", key, f"{key} isn't a list of rolls of a die", hint)
        return ()


def source_of(record: Record, key: str = "source") -> Provenance:
    """Return the mark of a record; read its note, and marks and notes of single values."""
    record.text("note", required=False)
    own_marks(record)
    return record.mark(key) or Provenance.E


def own_marks(record: Record) -> None:
    """Read marks and arguments of single values: ``x_src`` and ``x_note`` of a value ``x``.

    Those of values that nobody asked for before are left alone.
    """
    for name in record.values:
        if name.removesuffix("_src") in record.asked and name.endswith("_src"):
            record.mark(name)
        elif name.removesuffix("_note") in record.asked and name.endswith("_note"):
            record.text(name)
