"""A map to draw on: ground, hexes shaded and lettered, ways, counters. Makes one SVG text.

All lengths are px of the module's map picture, so that a sketch fits over that picture.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

from assistant.report.clean import clean
from assistant.report.sketch.counter import Face, counter
from assistant.report.sketch.ground import ground, names
from assistant.report.sketch.ink import INK, PAPER, element, text
from builder.hexgrid import Hex
from builder.model.game import Game

__all__ = ["Sheet"]

_MARGIN = 1.0
"""Hexes of space around the part of the map that is shown."""
_CAPTION = 0.3
_LINE = 0.38
_BOLD = 1.65
"""Width of a sign of the title, in those of a note."""
_SIGN = 0.45
"""Width of a sign of a note, in heights of the caption."""
_LEAST_SIGNS = 20
_MOST_FACES = 4


class Sheet:
    """A sketch of the map, or of the part of it that has something to show.

    Args:
        game: The data.
        title: Heading.
        area: Hexes that must be seen; empty: the whole map.
        picture: A module's map picture with its media type, laid under everything instead of
            the ground drawn from the data.
    """

    def __init__(
        self,
        game: Game,
        title: str,
        area: Iterable[Hex] = (),
        picture: tuple[bytes, str] | None = None,
    ) -> None:
        """Find the frame and draw the ground."""
        self._game, self._title = game, title
        self._layout = game.map.board
        self._hex = self._layout.row_px
        self._frame = self._framed(set(area) & game.map.hexes.keys())
        self._cells = [cell for cell in sorted(game.map.hexes) if self._inside(cell)]
        self._layers: list[str] = []
        self._names = names(game, self._cells) if picture is None else []
        self._above: list[str] = []
        self._notes: list[tuple[str, str]] = []
        if picture is None:
            self._layers += ground(game, self._cells)
        else:
            self._layers.append(self._photo(*picture))

    def shade(self, cells: Mapping[Hex, str], *, opacity: float = 0.45) -> None:
        """Lay a colour (as in CSS) over hexes."""
        for cell, colour in sorted(cells.items()):
            points = " ".join(f"{x:.0f},{y:.0f}" for x, y in self._layout.corners(cell))
            self._layers.append(
                element("polygon", points=points, fill=colour, fill_opacity=f"{opacity:g}")
            )

    def letter(self, cells: Mapping[Hex, str], *, colour: str = INK) -> None:
        """Write a few signs into the lower part of hexes."""
        for cell, words in sorted(cells.items()):
            x, y = self._layout.centre(cell)
            self._above.append(
                text(x, y + self._hex * 0.40, words, size=self._hex * 0.17, fill=colour, halo=True)
            )

    def way(self, cells: Sequence[Hex], colour: str, *, dashed: bool = False) -> None:
        """Draw a line through the centres of hexes."""
        points = " ".join("{},{}".format(*self._layout.centre(cell)) for cell in cells)
        dash = f"{self._hex * 0.15:.0f}" if dashed else "none"
        for colour_, width in ((PAPER, 0.13), (colour, 0.07)):
            self._layers.append(
                element(
                    "polyline",
                    points=points,
                    fill="none",
                    stroke=colour_,
                    stroke_width=f"{self._hex * width:.1f}",
                    stroke_linejoin="round",
                    stroke_linecap="round",
                    stroke_dasharray=dash,
                    stroke_opacity="0.9",
                )
            )

    def ring(self, cell: Hex, colour: str) -> None:
        """Draw a hex's outline boldly."""
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in self._layout.corners(cell))
        width = f"{self._hex * 0.06:.1f}"
        self._layers.append(
            element("polygon", points=points, fill="none", stroke=colour, stroke_width=width)
        )

    def stack(self, cell: Hex, faces: Sequence[Face]) -> None:
        """Lay counters into a hex, the last on top; how many there are is written on it."""
        x, y = self._layout.centre(cell)
        shown = faces[-_MOST_FACES:]
        for number, face in enumerate(shown):
            shift = (number - (len(shown) - 1) / 2) * self._hex * 0.07
            self._above.append(counter(face, x + shift, y + shift, self._hex * 0.62))
        if len(faces) > 1:
            corner = self._hex * 0.36
            self._above.append(
                text(
                    x + corner,
                    y - corner * 0.85,
                    f"x{len(faces)}",
                    size=self._hex * 0.17,
                    fill=INK,
                    halo=True,
                )
            )

    def note(self, *lines: str) -> None:
        """Add text below the map, broken into lines that fit."""
        for words in lines:
            self._notes += [(line, "") for line in self._fitted(words) or [""]]

    def key(self, colour: str, words: str) -> None:
        """Tell below the map what a colour (as in CSS) stands for."""
        self._notes.append((clean(words), colour))

    def _fitted(self, words: str, wide: float = 1.0) -> list[str]:
        """Return a text in lines that fit; a sign is so many times as wide as one of a note."""
        signs = int(self._frame[2] / (self._hex * _CAPTION * _SIGN * wide))
        return wrap(clean(words), max(signs, _LEAST_SIGNS))

    def render(self) -> str:
        """Return the sketch as an SVG document."""
        left, top, width, height = self._frame
        line = self._hex * _LINE
        titles = self._fitted(self._title, _BOLD)
        head, foot = line * (len(titles) * 1.15 + 0.4), line * (len(self._notes) + 0.6)
        size = self._hex * _CAPTION
        parts = [
            element(
                "rect", x=left, y=top - head, width=width, height=height + head + foot, fill=PAPER
            ),
            (
                f'<svg x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" '
                f'viewBox="{left:g} {top:g} {width:g} {height:g}">'
            ),
            *self._layers,
            *self._names,
            *self._above,
            "</svg>",
        ]
        for number, words in enumerate(titles, start=1):
            y = top - head + number * line * 1.15
            x, big = left + line / 2, size * 1.15
            parts.append(text(x, y, words, size=big, anchor="start", bold=True))
        parts += self._foot(left + line / 2, top + height, line, size * 0.8)
        box = f"{left:g} {top - head:g} {width:g} {height + head + foot:g}"
        head_ = (
            '<svg xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="{box}" font-family="PT Sans, Noto Sans, Arial, sans-serif">'
        )
        return "\n".join([head_, *parts, "</svg>"]) + "\n"

    def _foot(self, left: float, top: float, line: float, size: float) -> list[str]:
        """Return what stands below the map: notes, and the keys of colours."""
        parts = []
        for number, (words, colour) in enumerate(self._notes, start=1):
            y = top + number * line
            x = left + size * 1.5 if colour else left
            if colour:
                side = {"width": size, "height": size * 0.8}
                parts.append(element("rect", x=left, y=y - size * 0.7, fill=colour, **side))
            parts.append(text(x, y, words, size=size, anchor="start"))
        return parts

    def _framed(self, area: set[Hex]) -> tuple[float, float, float, float]:
        """Return left, top, width and height of what is shown."""
        cells = area or set(self._game.map.hexes)
        corners = [corner for cell in cells for corner in self._layout.corners(cell)]
        space = self._hex * (_MARGIN if area else 0.3)
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        left, top = min(xs) - space, min(ys) - space
        return left, top, max(xs) + space - left, max(ys) + space - top

    def _inside(self, cell: Hex) -> bool:
        """Tell whether any of a hex may be seen."""
        x, y = self._layout.centre(cell)
        left, top, width, height = self._frame
        far = self._hex
        return left - far < x < left + width + far and top - far < y < top + height + far

    def _photo(self, data: bytes, media: str) -> str:
        """Return a module's map picture as an element."""
        width, height = self._layout.size_px
        link = f"data:{media};base64,{b64encode(data).decode('ascii')}"
        return element("image", x=0, y=0, width=width, height=height, href=link)
