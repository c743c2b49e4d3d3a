"""The help of a module, as HTML that VASSAL shows.

VASSAL shows pages with Swing: HTML 3.2 without style sheets worth mentioning. They are written
in ASCII with character references, since VASSAL's readers differ in the encoding they assume.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from string import Template

from builder import convention
from builder.model.game import Game, Provenance
from builder.module.piece import KEYS

__all__ = ["help_page"]

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
<li>File, Scenarios, then the scenario. Counters stand on the map or wait in boxes. The button
<b>$holding</b> shows those that set up, and where; $arrivals those that come later, with turn and
entry area. Losses go to <b>$eliminated</b>, where each class has its box: Ctrl+E sends them.</li>
<li><b>Charts</b> shows every table.</li>
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


def help_page(game: Game, boards: Sequence[tuple[str, str]] = ()) -> bytes:
    """Return the page of the Help menu: how to start, keys, how to play by mail, credits.

    Args:
        game: What it is about.
        boards: Key and name of each map of boxes.
    """
    marks = "; ".join(f"<b>{mark}</b> {text}" for mark, text in _PROVENANCE.items())
    body = _HELP.substitute(
        holding=escape(convention.HOLDING_MAP),
        arrivals=" and ".join(
            f"<b>{escape(convention.arrivals_map(side.name))}</b>" for side in game.sides
        ),
        eliminated=escape(convention.ELIMINATED_MAP),
        sides=escape(" or ".join(side.name for side in game.sides)),
        kinds=escape(" or ".join(convention.IMPULSE_KINDS)),
        points=game.points_per_turn,
        phases=escape(", ".join(_words(phase) for phase in game.phases)),
        keys=_table(("Key", "Does"), [*KEYS, *boards, *_BUTTONS]),
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
    ("Ctrl+Shift+C", "charts"),
    ("Ctrl+Shift+O", "overview"),
    ("Ctrl+Shift+P", "all counters"),
    ("Ctrl+Shift+J", "measure a distance"),
    ("Ctrl+Space", "what lies under the mouse"),
    ("Alt+click", "point the others to a place"),
    ("Alt+1, Alt+2", "roll one die, two dice"),
)


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
