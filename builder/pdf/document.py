"""A PDF of pages: boxes of paper, cut and bleed, never scaled by a printer, the same bytes twice.

Source: ISO 32000, 14.11.2 (page boundaries), 12.2 (viewer preferences), 14.3.3 (information).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.lib.utils import TimeStamp
from reportlab.pdfgen.canvas import Canvas as Paper

from builder.draw.canvas import Box, replay
from builder.draw.text import Fonts
from builder.pdf.canvas import PdfCanvas, registered
from builder.pdf.page import Layer, Page

__all__ = ["Facts", "pdf_bytes"]

_FIRST = "narrow"  # a face that every style has
rl_config.useA85 = 0  # a file of bytes, a fifth smaller than one of letters


@dataclass(frozen=True, slots=True)
class Facts:
    """What a document says of itself.

    Args:
        title: Its title.
        subject: What it is made of, such as the version of the data.
        date: Day of the data, ``YYYY-MM-DD``: the document is as old as what it shows.
        duplex: How a printer with two sides is to turn paper: ``long`` or ``short`` edge;
            empty: it prints one side.
    """

    title: str
    subject: str
    date: str
    duplex: str = ""


def pdf_bytes(
    pages: Sequence[Page],
    fonts: Fonts,
    facts: Facts,
    tell: Callable[[int, int], None] | None = None,
) -> bytes:
    """Write pages as one document.

    Args:
        pages: At least one.
        fonts: Faces for labels; what is used of them is embedded.
        facts: What the document says of itself.
        tell: Told how many pages are done, and how many there are.

    Returns:
        The file. It is the same for the same pages.

    Raises:
        DrawError: A font lacks a character.
    """
    out = BytesIO()
    paper = Paper(
        out,
        pageCompression=1,
        invariant=1,
        lang="en",
        # without it, the library names one that isn't embedded; the stub has a wrong type
        initialFontName=registered(fonts.path(_FIRST)),  # type: ignore[arg-type]
    )
    paper._doc._timeStamp = _stamp(facts.date)  # type: ignore[attr-defined]  # noqa: SLF001 - no other way
    paper.setTitle(facts.title)
    paper.setSubject(facts.subject)
    paper.setAuthor("")
    paper.setCreator("Wargame Umpire")
    paper.setViewerPreference("PrintScaling", "None")
    if facts.duplex:
        paper.setViewerPreference("Duplex", f"DuplexFlip{facts.duplex.capitalize()}Edge")
    for number, page in enumerate(pages):
        if tell:
            tell(number, len(pages))
        _write_page(paper, page, fonts, number)
    paper.save()
    return out.getvalue()


def _stamp(date: str) -> TimeStamp:
    """Return a day as the library keeps it."""
    stamp = TimeStamp(invariant=1)
    day = datetime.fromisoformat(date).replace(tzinfo=UTC)
    stamp.t, stamp.lt = day.timestamp(), day.timetuple()
    stamp.YMDhms = tuple(stamp.lt)[:6]
    return stamp


def _write_page(paper: Paper, page: Page, fonts: Fonts, number: int) -> None:
    width, height = page.size
    paper.setPageSize((width * mm, height * mm))
    correction = page.correction
    trim = (0.0, 0.0, width, height)
    if page.trim is not None:
        trim = correction.moved(page.trim, page.size)
    bleed = correction.moved(page.bleed, page.size) if page.bleed is not None else trim
    paper.setTrimBox(_box(trim, height))
    paper.setBleedBox(_box(bleed, height))
    if page.name:
        paper.bookmarkPage(f"page-{number}")
        paper.addOutlineEntry(page.name, f"page-{number}")
    paper.saveState()
    # to the right and down, in mm, and as the printer needs it
    (kx, ky), (x, y) = correction.scale, correction.origin(page.size)
    paper.transform(kx * mm, 0, 0, -ky * mm, x * mm, (height - y) * mm)
    for layer in page.layers:
        _write_layer(paper, layer, fonts)
    paper.restoreState()
    paper.showPage()


def _write_layer(paper: Paper, layer: Layer, fonts: Fonts) -> None:
    paper.saveState()
    if layer.clip:
        left, top, right, bottom = layer.clip
        path = paper.beginPath()
        path.rect(left, top, right - left, bottom - top)
        paper.clipPath(path, stroke=0, fill=0)
    replay(layer.shapes, PdfCanvas(paper, fonts))
    paper.restoreState()


def _box(box: Box, height: float) -> list[float]:
    """Return a box as a PDF has it: points, from the lower left corner."""
    left, top, right, bottom = box
    corners = (left, height - bottom, right, height - top)
    return [round(value * mm, 4) for value in corners]
