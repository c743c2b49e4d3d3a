"""The pages of a module: help, and charts made from the data, as HTML that VASSAL shows.

VASSAL shows pages with Swing: HTML 3.2 without style sheets worth mentioning. They are written
in ASCII with character references, since VASSAL's readers differ in the encoding they assume.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape

from builder import convention
from builder.model.game import Game, Provenance
from builder.module.piece import KEYS

__all__ = ["chart_pages", "help_page"]

_PROVENANCE = {
    Provenance.R: "rulebook, charts, scenarios",
    Provenance.X: "printed errata",
    Provenance.D: "derived from these",
    Provenance.G: "real geography",
    Provenance.H: "history",
    Provenance.E: "estimate",
}
_FONTS = (
    "Lettering: PT Sans and PT Serif, copyright 2010 ParaType Ltd., under the SIL Open Font "
    "License 1.1; its text is in this module, <tt>umpire/fonts/LICENSE.txt</tt>."
)


def help_page(game: Game) -> bytes:
    """Return the page of the Help menu: how to start, keys, how to play by mail, credits."""
    sides = " or ".join(side.name for side in game.sides)
    kinds = " or ".join(convention.IMPULSE_KINDS)
    phases = ", ".join(_words(phase) for phase in game.phases)
    return _page(
        game.name,
        [
            _heading("To start"),
            _list(
                [
                    (
                        "File, Scenarios, then the scenario. The counters stand on the map or wait in "
                        f"boxes: the button <b>{convention.HOLDING_MAP}</b> opens them. Each box says "
                        "when and where its units come in."
                    ),
                    f"Take a side: {escape(sides)}. Whoever only judges takes Referee.",
                    (
                        "Drag counters from hex to hex. Drag them step by step where the way matters: "
                        "the log keeps where a drag ends, not the way there."
                    ),
                ]
            ),
            _heading("What the umpire writes down"),
            _list(
                [
                    (
                        f"<b>Impulse</b> declares one: side, {kinds}, movement points (at most what the "
                        f"side has left of its {game.points_per_turn} in this turn)."
                    ),
                    f"<b>Phase</b> goes on to the next phase: {escape(phases)}.",
                    (
                        "<b>Weather</b> sets the weather of the turn, <b>Turn</b> counts the turns; "
                        "a new turn begins with all points again."
                    ),
                    (
                        "Each writes one line into the log, which a program can read. A cancelled "
                        "question writes nothing. Undo takes a line back."
                    ),
                ]
            ),
            _heading("Keys"),
            _table(("Key", "Does"), [*KEYS, *_BUTTONS]),
            _heading("By mail"),
            _list(
                [
                    "File, Begin Logfile before your move; number the files in order.",
                    "Say in the chat what counters can't show. Roll with 1d6 and 2d6 only.",
                    (
                        "File, End Logfile; send the file. The other loads it and steps through with "
                        "Page Down."
                    ),
                    (
                        "Use a password of your own, not one you use elsewhere: VASSAL stores it "
                        "readable in every log."
                    ),
                    "An undone move stays in the log, marked as undone.",
                ]
            ),
            _heading("What is known how"),
            f"<p>{escape(game.about)}</p>",
            "<p>Each figure of the data carries a mark: "
            + "; ".join(f"<b>{mark}</b> {text}" for mark, text in _PROVENANCE.items())
            + ". The data lie in this module, <tt>umpire/source_data</tt>.</p>",
            _table(("Source", "Title"), [(source.id, source.title) for source in game.documents]),
            _heading("Credits"),
            (
                f"<p>Module version {escape(game.version)}, {escape(game.date)}. Map, counters and "
                "pages are drawn and written by the project; no picture and no sentence of the "
                "published game is used. The rules are not included: you need your own copy.</p>"
            ),
            f"<p>{_FONTS}</p>",
        ],
    )


_BUTTONS = (
    ("Ctrl+Shift+I", "Impulse"),
    ("Ctrl+Shift+N", "Phase (next)"),
    ("Ctrl+Shift+W", "Weather"),
    ("Ctrl+Shift+H", "holding boxes"),
    ("Ctrl+Shift+O", "overview"),
    ("Ctrl+Shift+P", "all counters"),
    ("Ctrl+Shift+J", "measure a distance"),
    ("Ctrl+Space", "what lies under the mouse"),
    ("Alt+1, Alt+2", "roll one die, two dice"),
)


def chart_pages(game: Game) -> dict[str, tuple[str, bytes]]:
    """Return title and page of each chart, by file name."""
    return {
        "terrain.html": ("Terrain effects", _terrain(game)),
        "activities.html": ("Other costs", _activities(game)),
        "turns.html": ("Turns and weather", _turns(game)),
    }


def _terrain(game: Game) -> bytes:
    """Return the terrain effects chart: cost to enter and leave by mobility, defence by class."""
    chart = game.chart
    letters = list(chart.mobilities)
    classes = sorted({c for terrain in chart.terrains.values() for c in terrain.defence})
    rows = []
    for terrain in chart.terrains.values():
        costs = [_cost(terrain.enter, terrain.leave, letter) for letter in letters]
        defence = [str(terrain.defence.get(c, "-")) for c in classes]
        rows.append((terrain.name, *costs, *defence))
    for name, extra in (
        ("Lake hexside, frozen", chart.lake_frozen),
        ("Lake hexside, thaw", chart.lake_thaw),
    ):
        added = [f"+{_number(extra[m])}" if m in extra else "no" for m in letters]
        rows.append((name, *added, *("-" for _ in classes)))
    heads = ("Terrain", *letters, *(f"DV {c}" for c in classes))
    legend = ", ".join(f"<b>{k}</b> {escape(v)}" for k, v in chart.mobilities.items())
    return _page(
        "Terrain effects",
        [
            (
                f"<p>Points to enter a hex: {legend}. <b>no</b>: prohibited. After a +: points more to "
                "leave such a hex. <b>DV</b>: defence value by class.</p>"
            ),
            _table(heads, rows),
        ],
    )


def _activities(game: Game) -> bytes:
    rows = [(_words(id_), _number(cost)) for id_, cost in game.chart.activities.items()]
    return _page("Other costs", [_table(("Activity", "Movement points"), rows)])


def _turns(game: Game) -> bytes:
    faces = max((len(turn.weather) for turn in game.turns), default=0)
    rows = [
        (str(turn.number), turn.dates, *(game.weather.get(w, w) for w in turn.weather))
        for turn in game.turns
    ]
    heads = ("Turn", "Dates", *(f"die {face}" for face in range(1, faces + 1)))
    return _page("Turns and weather", [_table(heads, rows)])


def _cost(enter: Mapping[str, Fraction], leave: Mapping[str, Fraction], letter: str) -> str:
    if letter not in enter:
        return "no"
    more = f" +{_number(leave[letter])}" if leave.get(letter) else ""
    return _number(enter[letter]) + more


def _number(value: Fraction) -> str:
    """Write a number of points as printed: 2, ½, 1½, 1/3."""
    whole, rest = divmod(value, 1)
    part = {Fraction(0): "", Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
    tail = part.get(rest, f" {rest}" if whole else str(rest))
    return f"{whole or ''}{tail}" or "0"


def _words(id_: str) -> str:
    return id_.replace("_", " ").replace("-", " ")


def _page(title: str, parts: Iterable[str]) -> bytes:
    body = "\n".join(parts)
    text = f"<html><body><h1>{escape(title)}</h1>\n{body}\n</body></html>\n"
    return text.encode("ascii", "xmlcharrefreplace")


def _heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def _list(items: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{item}</li>\n" for item in items) + "</ul>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; all texts are escaped."""
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>\n" for row in rows
    )
    return f'<table border="1" cellspacing="0" cellpadding="3"><tr>{top}</tr>\n{body}</table>'
