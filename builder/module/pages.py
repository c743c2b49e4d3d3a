"""The pages of a module: help, and charts made from the data, as HTML that VASSAL shows.

VASSAL shows pages with Swing: HTML 3.2 without style sheets worth mentioning. They are written
in ASCII with character references, since VASSAL's readers differ in the encoding they assume.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape
from string import Template

from builder import convention
from builder.model.game import Game, Provenance
from builder.module.piece import KEYS

__all__ = ["chart_pages", "help_page"]

_PROVENANCE = {
    Provenance.R: "rulebook, charts, scenarios",
    Provenance.X: "printed errata",
    Provenance.P: "printed, put in by an owner",
    Provenance.D: "derived from these",
    Provenance.G: "real geography",
    Provenance.H: "history",
    Provenance.E: "estimate",
}
_HELP = Template("""
<h2>To start</h2>
<ul>
<li>File, Scenarios, then the scenario. Counters stand on the map or wait in
boxes; the button <b>$holding</b> opens them. Each box says where its units set up or come in.</li>
<li>Take a side: $sides. Whoever only judges takes Referee.</li>
<li>Drag counters from hex to hex. Drag them step by step where the way matters: the log keeps
where a drag ends, not the way there.</li>
<li>A number on a gold square on a counter is the strength it has left.</li>
</ul>
<h2>What stands on a counter</h2>
<ul>
<li>Front: size above the symbol, formation left of it, unit right of it (on vehicles in the
corners); below, strength and mobility.</li>
<li>Back, from top to bottom: formation and unit; support, range and barrage of artillery on a
darker band; combat (in brackets: in defence only) and, beside the antitank sign, antitank;
strength, morale and, light on dark, defence. All but strength, morale, range and defence count
per strength point.</li>
<li>The bar at the foot has the colours of the formation.</li>
</ul>
<h2>What the umpire writes down</h2>
<ul>
<li><b>Impulse</b> declares one: side, $kinds, movement points; at most what the side has left of
its $points in this turn.</li>
<li><b>Phase</b> goes on to the next phase: $phases.</li>
<li><b>Weather</b> sets the weather of the turn. <b>Turn</b> counts the turns; in a new turn every
side has all its points again.</li>
<li>Each writes one line into the log, which a program can read. A cancelled question writes
nothing. Undo takes a line back, and the log shows that.</li>
</ul>
<h2>Keys</h2>
$keys
<h2>By mail</h2>
<ul>
<li>File, Begin Logfile before your move; put a number in the name of each file.</li>
<li>Say in the chat what counters can't show. Roll with 1d6 and 2d6 only.</li>
<li>File, End Logfile; send the file. The other loads it and steps through with Page Down.</li>
<li>Choose a password that you use nowhere else: VASSAL stores it readable in every log.</li>
<li>Both need the same version of this module: $version.</li>
</ul>
<h2>What is known how</h2>
<p>$about</p>
<p>Each figure of the data carries a mark: $marks. The data lie in this module, in
<tt>umpire/source_data</tt>.</p>
$sources
<h2>Credits</h2>
<p>Module version $version of $date. Map, counters and pages were drawn and written anew; no picture
and no sentence of the published game is in it. The rules are not in it either: you need your own
copy. Program and pages are under the MIT licence.</p>
<p>Lettering: the PT fonts, copyright ParaType Ltd., under the SIL Open Font License 1.1, whose text
is in this module, <tt>umpire/fonts/LICENSE.txt</tt>.</p>
""")


def help_page(game: Game) -> bytes:
    """Return the page of the Help menu: how to start, keys, how to play by mail, credits."""
    marks = "; ".join(f"<b>{mark}</b> {text}" for mark, text in _PROVENANCE.items())
    body = _HELP.substitute(
        holding=escape(convention.HOLDING_MAP),
        sides=escape(" or ".join(side.name for side in game.sides)),
        kinds=escape(" or ".join(convention.IMPULSE_KINDS)),
        points=game.points_per_turn,
        phases=escape(", ".join(_words(phase) for phase in game.phases)),
        keys=_table(("Key", "Does"), [*KEYS, *_BUTTONS]),
        version=escape(game.version),
        date=escape(game.date),
        about=escape(game.about),
        marks=marks,
        sources=_table(("Source", "Title"), [(each.id, each.title) for each in game.documents]),
    )
    return _page(game.name, [body])


_BUTTONS = (
    ("Ctrl+Shift+I", "Impulse"),
    ("Ctrl+Shift+N", "Phase (next)"),
    ("Ctrl+Shift+W", "Weather"),
    ("Ctrl+Shift+H", "holding boxes"),
    ("Ctrl+Shift+O", "overview"),
    ("Ctrl+Shift+P", "all counters"),
    ("Ctrl+Shift+J", "measure a distance"),
    ("Ctrl+Space", "what lies under the mouse"),
    ("Alt+click", "point the others to a place"),
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
    classes = list(dict.fromkeys(c for each in chart.terrains.values() for c in each.defence))
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
    explained = (
        f"<p>Points to enter a hex: {legend}. <b>no</b>: prohibited. After a +: points more to "
        "leave such a hex. <b>DV</b>: defence value by class.</p>"
    )
    return _page("Terrain effects", [explained, _table(heads, rows)])


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


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; all texts are escaped."""
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>\n" for row in rows
    )
    return f'<table border="1" cellspacing="0" cellpadding="3"><tr>{top}</tr>\n{body}</table>'
