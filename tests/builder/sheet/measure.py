"""Printed pages measured as an owner would: by their pixels and by what can be read on them.

Nothing here knows how pages are laid out. All lengths are mm from the upper left corner.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache

import numpy as np
import pypdfium2

INCH = 25.4
DPI = 600
POINT = INCH / 72


class Sheet:
    """A rendered page.

    Args:
        page: A page of a PDF.
        dpi: Pixels an inch.
    """

    def __init__(self, page, dpi=DPI):
        self.dpi = dpi
        self.size = tuple(round(side * POINT, 3) for side in page.get_size())
        self._page = page

    @cached_property
    def pixels(self):
        """Rows by columns by blue, green, red."""
        return self._page.render(scale=self.dpi / 72).to_numpy()

    @cached_property
    def letters(self):
        return list(_letters(self._page))

    def mm(self, px):
        return float(px) * INCH / self.dpi

    def px(self, mm):
        return round(mm * self.dpi / INCH)

    def part(self, box):
        left, top, right, bottom = map(self.px, box)
        return self.pixels[top:bottom, left:right]

    def colour(self, x, y):
        return tuple(map(int, self.pixels[self.px(y), self.px(x)]))

    def white(self, box):
        return bool((self.part(box) > 250).all())

    def words(self, box):
        """How often each letter stands in a box."""
        left, top, right, bottom = box
        return Counter(
            char for x, y, char in self.letters if left <= x < right and top <= y < bottom
        )

    def text(self):
        return "".join(char for _, _, char in self.letters)

    def lines(self, box, *, upright):
        """Middles of thin dark lines that go right through a box, in order."""
        dark = self.part(box).max(axis=2) < 140
        along = dark.all(axis=0) if upright else dark.all(axis=1)
        start = (box[0] if upright else box[1]) * self.dpi / INCH
        edges = np.flatnonzero(np.diff(np.concatenate(([0], along.astype(int), [0]))))
        pairs = edges.reshape(-1, 2)
        found = [self.mm(round(start) + (a + b) / 2) for a, b in pairs if self.mm(b - a) < 0.4]
        return np.array(found)

    @cached_property
    def coloured(self):
        """The box around all that has a colour: counters, not letters and marks."""
        a, b, c = (self.pixels[:, :, i] for i in range(3))
        spread = np.maximum(np.maximum(a, b), c) - np.minimum(np.minimum(a, b), c) > 12
        rows, columns = np.flatnonzero(spread.any(axis=1)), np.flatnonzero(spread.any(axis=0))
        edges = (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)
        return tuple(map(self.mm, edges))


def _letters(page):
    """Every letter of a page, with the middle of its box."""
    text, height = page.get_textpage(), page.get_size()[1]
    for i in range(text.count_chars()):
        char = text.get_text_range(i, 1)
        if char.strip():
            left, bottom, right, top = text.get_charbox(i)
            yield (left + right) / 2 * POINT, (height - (top + bottom) / 2) * POINT, char


@lru_cache(maxsize=1)  # a page takes 100 MB
def pages_of(data, dpi=DPI, only=None):
    """Return the pages of a PDF, rendered; ``only`` some of them, by number from 0."""
    document = pypdfium2.PdfDocument(data)
    return [Sheet(document[i], dpi) for i in only or range(len(document))]


def cut_lines(sheet, sides=("top", "left")):
    """Return where marks say that a sheet is cut: from top to bottom, and from left to right.

    The marks stand in strips just outside of all that has a colour.
    """
    left, top, right, bottom = sheet.coloured
    across = {"top": (top - 3.4, top - 2.2), "bottom": (bottom + 2.2, bottom + 3.4)}
    down = {"left": (left - 3.4, left - 2.2), "right": (right + 2.2, right + 3.4)}
    a, b = across[sides[0]]
    xs = sheet.lines((left - 1, a, right + 1, b), upright=True)
    a, b = down[sides[1]]
    ys = sheet.lines((a, top - 1, b, bottom + 1), upright=False)
    return xs, ys


def boxes(xs, ys):
    """Return the counters between pairs of cuts, row by row."""
    return [
        (x, y, u, v)
        for y, v in zip(ys[::2], ys[1::2], strict=True)
        for x, u in zip(xs[::2], xs[1::2], strict=True)
    ]
