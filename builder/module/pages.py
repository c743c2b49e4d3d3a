"""The help of a module, as pages of HTML that VASSAL shows.

VASSAL shows pages with Swing: HTML 3.2 without style sheets worth mentioning. They are written
in ASCII with character references, since VASSAL's readers differ in the encoding they assume.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from string import Template

from builder import convention
from builder.model.game import Game, Provenance
from builder.model.sequence import Step
from builder.module import hotkeys, page_texts
from builder.module.aids.aid import Button
from builder.module.piece_keys import KEYS

__all__ = ["Page", "help_pages"]

_PROVENANCE = {
    Provenance.R: "rulebook, charts, scenarios",
    Provenance.X: "printed errata",
    Provenance.P: "printed, put in by an owner",
    Provenance.D: "derived from these",
    Provenance.G: "real geography",
    Provenance.H: "history",
    Provenance.E: "estimate",
}


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the Help menu.

    Args:
        file: Its file in the module.
        title: Its entry in the menu, and its heading.
        data: The page.
    """

    file: str
    title: str
    data: bytes


def help_pages(
    game: Game,
    boards: Sequence[tuple[str, str]] = (),
    buttons: Sequence[Button] = (),
) -> tuple[Page, ...]:
    """Return the pages of the Help menu in its order.

    Args:
        game: What they are about.
        boards: Key and name of each map of boxes.
        buttons: The buttons of the umpire.
    """
    found = [
        ("start", "How to start", _filled(page_texts.START, game)),
        ("keys", "All keys and buttons", _keys(boards, buttons)),
    ]
    if game.sequence.stages:
        found.append(("sequence", "Sequence of play", _sequence(game)))
    found += [
        ("mail", "By mail: logs, rolls and undo", _filled(page_texts.MAIL, game)),
        ("about", "What is reconstruction, and credits", _about(game)),
    ]
    return tuple(Page(f"help-{word}.html", t, _page(game.name, t, b)) for word, t, b in found)


def _filled(text: Template, game: Game) -> str:
    """Return a text with the names and figures of the game."""
    return text.substitute(
        holding=escape(convention.HOLDING_MAP),
        arrivals=" and ".join(
            f"<b>{escape(convention.arrivals_map(side.name))}</b>" for side in game.sides
        ),
        eliminated=escape(convention.ELIMINATED_MAP),
        sides=escape(" or ".join(side.name for side in game.sides)),
        kinds=escape(" or ".join(convention.IMPULSE_KINDS)),
        points=game.points_per_turn,
        phases=escape(", ".join(_words(phase) for phase in game.phases)),
        version=escape(game.version),
        date=escape(game.date),
    )


def _keys(boards: Sequence[tuple[str, str]], buttons: Sequence[Button]) -> str:
    """Return the tables of keys: of counters, of windows and maps, of the umpire, of VASSAL."""
    windows = [*boards, *((each.shown, each.does) for each in hotkeys.hotkeys())]
    acts = [
        (
            f"{each.menu}: {each.text}" if each.menu else each.text,
            each.tip + (f" (Ctrl+Shift+{each.letter})" if each.letter else ""),
        )
        for each in buttons
    ]
    parts = (
        ("On selected counters, also in their menu (right click)", "Key", KEYS),
        ("Anywhere", "Key", windows),
        ("Buttons of the umpire", "Button", acts),
        ("VASSAL's own", "Key", hotkeys.ENGINE),
    )
    return "\n".join(
        f"<h2>{escape(title)}</h2>\n{_table((head, 'Does'), rows)}"
        for title, head, rows in parts
        if rows
    )


def _sequence(game: Game) -> str:
    """Return a turn from its start to its end, the phases of an impulse where they belong."""
    parts = []
    for stage in game.sequence.stages:
        parts += [f"<h2>{escape(stage.name)}</h2>", _steps(game, stage.steps)]
        if stage.id == "impulses":
            for kind in game.sequence.impulses:
                parts.append(f"<p><b>{escape(kind.name)} impulse.</b> {escape(kind.text)}</p>")
            for phase in game.sequence.phases:
                title = f"{phase.name} phase (rule {phase.rule})"
                parts += [f"<h3>{escape(title)}</h3>", _steps(game, phase.steps)]
    return "\n".join(part for part in parts if part)


def _steps(game: Game, steps: Iterable[Step]) -> str:
    """Return a list of steps; nothing for none."""
    made = "".join(f"<li>{escape(_step(game, step))}</li>\n" for step in steps)
    return f"<ol>\n{made}</ol>" if made else ""


def _step(game: Game, step: Step) -> str:
    """Return a step in words: who does what, by which rules."""
    who = {"phasing": "Phasing side", "other": "Other side"}
    who |= {side.id: side.name for side in game.sides}
    said = f"{who[step.who]}: {step.text}" if step.who in who else step.text
    return f"{said} [{', '.join([*step.rules, *step.errata])}]"


def _about(game: Game) -> str:
    """Return what is known how, the sources and the credits."""
    marks = "; ".join(f"<b>{mark}</b> {text}" for mark, text in _PROVENANCE.items())
    return page_texts.ABOUT.substitute(
        about=escape(game.about),
        marks=marks,
        sources=_table(("Source", "Title"), [(each.id, each.title) for each in game.documents]),
        version=escape(game.version),
        date=escape(game.date),
    )


def _words(id_: str) -> str:
    return id_.replace("_", " ").replace("-", " ")


def _page(name: str, title: str, body: str) -> bytes:
    text = f"<html><body><h1>{escape(name)}: {escape(title)}</h1>\n{body}\n</body></html>\n"
    return text.encode("ascii", "xmlcharrefreplace")


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; all texts are escaped."""
    return "".join(_table_parts(heads, rows))


def _table_parts(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield '<table border="1" cellspacing="0" cellpadding="3"><tr>'
    yield from (f"<th>{escape(head)}</th>" for head in heads)
    yield "</tr>\n"
    for row in rows:
        yield "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>\n"
    yield "</table>"
