"""Reading ``game.toml``, ``turns.toml`` and ``terrain.toml``: the game as a whole."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from fractions import Fraction

from builder.hexgrid import Layout, Numbering
from builder.model.game import MovementChart, Provenance, Side, Terrain, Turn
from builder.model.reader import Folder, Record, Seen, as_fraction

__all__ = ["Head", "read_chart", "read_head", "read_turns"]

GAME = "game.toml"
TURNS = "turns.toml"
CHART = "terrain.toml"

PARTS = 120
"""Parts of a movement point in which costs are added up, whole."""
BASES = ("clear", "forest", "town")
NEEDED_ROWS = (*BASES, "road", "creek", "river", "forest_creek")
CLASSES = ("P", "H", "L")
ACTIVITIES = ("leave_zoc", "deploy", "assault", "entrain", "destroy_bridge", "build_bridge")


@dataclass(slots=True)
class Head:
    """What ``game.toml`` holds; made up where it is broken, so that reading can go on."""

    id: str = ""
    name: str = ""
    version: str = ""
    date: str = ""
    about: str = ""
    caveat: str = ""
    sides: list[Side] = field(default_factory=list)
    points_per_turn: int = 1
    phases: tuple[str, ...] = ()
    action_minimum: dict[str, int] = field(default_factory=dict)
    weather: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    numbering: Numbering = field(default_factory=lambda: Numbering(99, 99))
    board: Layout | None = None
    field_known: bool = False

    @property
    def side_ids(self) -> tuple[str, ...]:
        """Ids of the sides."""
        return tuple(side.id for side in self.sides)

    def side_of(self, record: Record) -> str | None:
        """Return the side of a record; any is good while the sides themselves aren't known."""
        if not self.sides or not record.folder.whole(GAME):
            return record.text("side")
        return record.choice("side", self.side_ids, "DAT-side")


def read_head(folder: Folder) -> Head:
    """Read ``game.toml``."""
    head = Head()
    record = folder.toml(GAME)
    if record is None:
        return head
    head.id = record.id("id") or ""
    head.name = record.text("name") or ""
    head.version = record.text("version") or ""
    head.date = record.text("date") or ""
    head.about = (record.text("about") or "").strip()
    head.caveat = (record.text("caveat") or "").strip()
    head.points_per_turn = record.integer("points_per_turn", 1, 100) or 1
    head.phases = tuple(record.words("phases"))
    _check_words(record, head)
    _sides(record, head)
    _weather(record, head)
    _marks(record)
    counts = record.table("counts")
    if counts is not None:
        for key in ("units", "markers"):
            head.counts[key] = counts.integer(key, 0, 10_000) or 0
            counts.mark(f"{key}_src")
        counts.no_more_keys()
    _board(record, head)
    record.no_more_keys()
    return head


def _check_words(record: Record, head: Head) -> None:
    """Check the forms of version, date and name."""
    digits = head.date.replace("-", "")
    if head.date and not (len(head.date) == 10 and len(digits) == 8 and digits.isdigit()):
        record.report("DAT-date", "date", f"date {head.date!r} is no date", "YYYY-MM-DD")
    if not head.name.isascii():
        hint = "the name is also the module's, and VASSAL's metadata are ASCII"
        record.report("DAT-name", "name", f"name {head.name!r} has letters beyond ASCII", hint)


def _sides(record: Record, head: Head) -> None:
    """Read the sides and the least points of their action impulses."""
    seen = Seen("side")
    for side in record.tables("side"):
        id_, name = side.id("id"), side.text("name")
        minimum = side.integer("action_minimum", 1, head.points_per_turn)
        side.no_more_keys()
        if seen.add(side, "id", id_) and id_ is not None:
            head.sides.append(Side(id_, name or id_))
            head.action_minimum[id_] = minimum or 1


def _weather(record: Record, head: Head) -> None:
    """Read the kinds of weather."""
    table = record.table("weather")
    if table is not None:
        head.weather = {key: table.text(key) or "" for key in table.values}


def _marks(record: Record) -> None:
    """Check that every provenance mark is explained, and nothing else."""
    table = record.table("provenance")
    if table is None:
        return
    for mark in Provenance:
        table.text(mark)
    table.no_more_keys()


def _board(record: Record, head: Head) -> None:
    """Read the field of hexes and where it lies on the module's map."""
    field_, board = record.table("field"), record.table("board")
    if field_ is not None:
        columns, rows = field_.integer("columns", 1, 99), field_.integer("rows", 1, 99)
        even_low = field_.flag("even_low")
        for key in ("columns", "rows", "even_low"):
            field_.mark(f"{key}_src")
        field_.no_more_keys()
        if columns is not None and rows is not None:
            head.numbering, head.field_known = Numbering(columns, rows, even_low), True
    if board is None:
        return
    names = ("column_px", "row_px", "left_px", "top_px", "right_margin_px", "bottom_margin_px")
    lengths = {name: board.integer(name, 0, 2000) for name in names}
    board.no_more_keys()
    px = {name: value for name, value in lengths.items() if value is not None}
    if len(px) < len(names):
        return
    if px["row_px"] % 2 or not px["row_px"] or not px["column_px"]:
        text = f"a hex of {px['column_px']} by {px['row_px']} px can't be drawn"
        hint = "row_px must be even, row_px and column_px more than 0"
        board.report("DAT-board", "row_px", text, hint)
        return
    head.board = Layout(head.numbering, **px)


def read_turns(folder: Folder, head: Head) -> list[Turn]:
    """Read the turn record."""
    record = folder.toml(TURNS)
    if record is None:
        return []
    printed = record.mark("source") or Provenance.E
    turns: list[Turn] = []
    for index, item in enumerate(record.tables("turn"), start=1):
        number = item.integer("number", 1, 999)
        if number is not None and number != index:
            hint = "turns follow each other from 1"
            item.report("DAT-turn-order", "number", f"turn {number} stands in place {index}", hint)
        weather = item.words("weather")
        if len(weather) != 6:
            text = f"weather has {len(weather)} entries"
            item.report("DAT-weather", "weather", text, "six: one for each die roll")
        for name in dict.fromkeys(weather):
            if head.weather and name not in head.weather:
                hint = "one of " + ", ".join(head.weather)
                item.report("DAT-weather", "weather", f"unknown weather {name!r}", hint)
        dates = item.text("dates") or ""
        marks = dict.fromkeys(("dates", "weather", "afv_repair"), printed)
        supply, replacements = (
            _by_side(item, key, head, marks, printed) for key in ("supply", "replacements")
        )
        repair = item.integer("afv_repair", 0, 99) or 0
        if item.values.get("dates_src"):
            marks["dates"] = item.mark("dates_src") or printed
            item.text("dates_note", required=False)
        item.no_more_keys()
        turns.append(Turn(index, dates, tuple(weather), supply, replacements, repair, marks))
    record.no_more_keys()
    return turns


def _by_side(
    record: Record, key: str, head: Head, marks: dict[str, Provenance], printed: Provenance
) -> dict[str, int]:
    """Read a figure for each side, and note its mark: its own, or that of the whole record."""
    table = record.table(key)
    if table is None:
        return {}
    found = {side: table.integer(side, 0, 99) or 0 for side in head.side_ids}
    for side in found:
        own = table.mark(f"{side}_src") if table.values.get(f"{side}_src") else None
        marks[f"{key}.{side}"] = own or printed
    if head.sides:
        table.no_more_keys()
    return found


def read_chart(folder: Folder) -> MovementChart | None:
    """Read the terrain effects chart."""
    record = folder.toml(CHART)
    if record is None:
        return None
    source = record.mark("source")
    mobility = record.table("mobility")
    letters = {key: mobility.text(key) or "" for key in mobility.values} if mobility else {}
    rows = _terrains(record, tuple(letters))
    lake = record.table("lake")
    sides = {
        kind: _costs(lake, kind, tuple(letters), ("NE", "P"), complete=True) if lake else {}
        for kind in ("frozen", "thaw")
    }
    activities = _activities(record)
    if lake is not None:
        lake.no_more_keys()
    record.no_more_keys()
    if source is None:
        return None
    return MovementChart(letters, rows, sides["frozen"], sides["thaw"], activities, source)


def _check_parts(record: Record, key: str, cost: Fraction) -> None:
    """Check that movement points can be added up without a remainder."""
    if PARTS % cost.denominator:
        text = f"{key} costs {cost}, which is no whole number of 1/{PARTS} point"
        hint = f"a fraction whose denominator divides {PARTS}"
        record.report("DAT-chart-part", key, text, hint)


def _terrains(record: Record, letters: Collection[str]) -> dict[str, Terrain]:
    """Read the rows of the chart."""
    table = record.table("terrain")
    if table is None:
        return {}
    found = {}
    for id_ in table.values:
        row = table.table(id_)
        if row is None:
            continue
        name = row.text("name") or id_
        enter = _costs(row, "enter", letters, ("P", "*"), complete=True)
        leave = _costs(row, "leave", letters, (), complete=False)
        defence = row.table("defence")
        values = {key: _defence(defence, key) for key in CLASSES} if defence else {}
        if defence is not None:
            defence.no_more_keys()
        row.no_more_keys()
        given = {key: value for key, value in values.items() if value is not None}
        found[id_] = Terrain(id_, name, enter, leave, given)
    for id_ in NEEDED_ROWS:
        if id_ not in table.values:
            text = f"the chart has no row {id_!r}"
            table.report("DAT-chart-row", "", text, f"add [terrain.{id_}]")
    return found


def _costs(
    record: Record, key: str, letters: Collection[str], words: Collection[str], *, complete: bool
) -> dict[str, Fraction]:
    """Read movement points by mobility letter; ``NE`` is 0, other words are left out."""
    table = record.table(key)
    if table is None:
        return {}
    found = {}
    for letter, value in table.values.items():
        if letters and letter not in letters:
            text = f"{key} names an unknown mobility {letter!r}"
            table.report("DAT-chart-mobility", letter, text, "one of " + " ".join(letters))
        if value in words:
            if value == "NE":
                found[letter] = Fraction(0)
            continue
        cost = as_fraction(value)
        if cost is None:
            hint = "a fraction in quotes" + "".join(f' or "{word}"' for word in words)
            text = f"{key} of {letter} is {value!r:.40}"
            table.report("DAT-chart-cost", letter, text, hint)
            continue
        _check_parts(table, letter, cost)
        found[letter] = cost
    for letter in letters if complete else ():
        if letter not in table.values:
            text = f"{key} has no value for mobility {letter}"
            table.report("DAT-chart-mobility", key, text, "every letter needs one")
    return found


def _defence(record: Record, key: str) -> int | None:
    """Read a defence value; a dash or star is none of its own."""
    value = record.raw(key)
    return None if value in ("*", "-", None) else record.integer(key, 0, 99)


def _activities(record: Record) -> dict[str, Fraction]:
    """Read the costs of activities."""
    table = record.table("activity")
    if table is None:
        return {}
    found = {}
    for key in table.values:
        cost = table.fraction(key)
        if cost is not None:
            _check_parts(table, key, cost)
            found[key] = cost
    for key in ACTIVITIES:
        if key not in table.values:
            table.report("DAT-chart-activity", "", f"no cost for {key}", "add it")
    return found
