"""The words and looks of a game's charts: ``charts.toml`` of its art.

``[page]`` holds colours, ``[size]`` sizes of lettering in mm, ``[tint]`` grounds of cells,
``[faces]`` font faces, ``[index]`` the ``title`` of the page that leads to all charts.
``[chart.<id>]`` holds ``title``, ``subtitle`` and, all optional, ``notes`` (``"MARK = text"``
explains a mark), ``rules`` (section numbers), ``errata``, ``readings`` (ids; ``"ID = text"``
says to players what the data say to those who check games) and ``sources`` (marks). What else
a chart needs is told where it is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from builder.chart.description import Chart, Note
from builder.chart.description import Table as ChartTable
from builder.draw.canvas import Colour
from builder.draw.style import Style, Table, read_table
from builder.errors import DrawError
from builder.model.game import Game, Provenance

__all__ = ["ChartStyle", "Words", "load_chart_style"]

_READING = re.compile(r"\bA-[0-9]+")
_OF_READINGS = (
    'An unclear place of the rules and how it is read here; "builder data {game} --why {id}" says '
    "more."
)
_Thing = TypeVar("_Thing")
_MARKS = {
    Provenance.R: "rulebook, charts or scenarios",
    Provenance.X: "printed errata",
    Provenance.P: "printed, put in by an owner",
    Provenance.D: "derived from these",
    Provenance.G: "real geography",
    Provenance.H: "history",
    Provenance.E: "estimate",
}


@dataclass(frozen=True, slots=True)
class ChartStyle:
    """Everything that drawing a chart needs.

    Args:
        style: The game's style: fonts, symbols, counters.
        table: ``charts.toml``.
    """

    style: Style
    table: Table

    def colour(self, name: str) -> Colour:
        """Return a colour of the page.

        Raises:
            DrawError: There is none.
        """
        return self.table.colour(f"page.{name}")

    def tint(self, name: str) -> Colour:
        """Return the ground of a cell.

        Raises:
            DrawError: There is none.
        """
        return self.table.colour(f"tint.{name}")

    def face(self, name: str) -> str:
        """Return the font face of a use such as ``title``.

        Raises:
            DrawError: There is none.
        """
        return self.table.text(f"faces.{name}")

    def size(self, name: str) -> float:
        """Return a size of lettering in mm.

        Raises:
            DrawError: There is none.
        """
        return self.table.number(f"size.{name}")

    def words(self, chart: str) -> Words:
        """Return the words of a chart.

        Raises:
            DrawError: There are none.
        """
        return Words(self.table.table(f"chart.{chart}"))


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one chart."""

    table: Table

    @property
    def title(self) -> str:
        """What the chart is."""
        return self.table.text("title")

    @property
    def subtitle(self) -> str:
        """What it is for."""
        return self.table.text("subtitle")

    def chart(self, game: Game, id_: str, *stacks: tuple[ChartTable, ...]) -> Chart:
        """Return a chart of some tables with title and notes.

        Raises:
            DrawError: A word is missing, or a note names what the data lack.
        """
        footer = f"{game.name} · {game.version} · {game.date}"
        notes = tuple(self._notes(game))
        return Chart(id_, self.title, self.subtitle, stacks, notes, footer)

    def name(self, key: str) -> str:
        """Return a word by its dotted name.

        Raises:
            DrawError: There is none.
        """
        return self.table.text(key)

    def name_of(self, kind: str, id_: str) -> str:
        """Return the name of an id of the data: the one given, else the id in words."""
        given = self.table.get(f"{kind}.{id_}")
        return given if isinstance(given, str) else id_.replace("_", " ").replace("-", " ")

    def lines(self, key: str) -> tuple[str, ...]:
        """Return a list of words, empty if there is none."""
        return () if self.table.get(key) is None else self.table.texts(key)

    def _notes(self, game: Game) -> Iterator[Note]:
        """Yield explanations, errata, unclear places, rules, sources."""
        for line in self.lines("notes"):
            mark, equals, text = line.partition(" = ")
            yield Note(text, mark) if equals else Note(line)
        for id_ in self.lines("errata"):
            yield Note(_known(game.errata, id_, "erratum").text, f"X {id_}")
        for line in self.lines("readings"):
            id_, _, text = line.partition(" = ")
            known = _known(game.readings, id_, "ambiguity")
            yield Note(text or known.text, id_)
        readings = [line.partition(" = ")[0] for line in self.lines("readings")]
        said = " ".join((*readings, *self.lines("notes")))
        if found := _READING.search(said):
            yield Note(_OF_READINGS.format(game=game.id, id=found[0]), "A-nn")
        if rules := self.lines("rules"):
            titles = (f"{id_} {_known(game.sections, id_, 'section').title}" for id_ in rules)
            yield Note(", ".join(titles) + ".", "Rules")
        if marks := self.lines("sources"):
            yield Note(
                "; ".join(f"{mark} {_known(_MARKS, mark, 'mark')}" for mark in marks) + ".",
                "Figures",
            )


def _known(things: Mapping[Any, _Thing], id_: str, what: str) -> _Thing:
    """Return a thing of the data by its id."""
    if id_ not in things:
        raise DrawError(f"charts.toml: no {what} '{id_}' in the data; correct the list")
    return things[id_]


def load_chart_style(style: Style) -> ChartStyle:
    """Read ``charts.toml`` of a style.

    Raises:
        DrawError: It is missing or malformed.
    """
    return ChartStyle(style, read_table(style.folder / "charts.toml"))
