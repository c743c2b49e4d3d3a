"""A picture of what a printed sheet looks like, for a README."""

from __future__ import annotations

from PIL import Image

from builder.draw.style import Style
from builder.model.game import Game
from builder.pdf.picture import page_picture
from builder.sheet.counters import deal, sheet_pages
from builder.sheet.order import Order, make_job
from builder.sheet.piece import pieces

__all__ = ["sample_picture"]

_DPI = 56
_GAP = 8  # px between front and back
_GROUND = (94, 99, 94)


def sample_picture(game: Game, style: Style) -> Image.Image:
    """Draw the first sheet of counters as the defaults print it, front and back.

    Raises:
        DrawError: The style lacks something.
    """
    job, _ = make_job(Order(), style)
    sheets = deal(pieces(game, style), job.grid, frozenset())
    first = sheet_pages(game, style, job, sheets)[:2]
    front, back = (page_picture(page, style.fonts, _DPI) for page in first)
    whole = Image.new("RGB", (2 * front.width + 3 * _GAP, front.height + 2 * _GAP), _GROUND)
    whole.paste(front, (_GAP, _GAP))
    whole.paste(back, (front.width + 2 * _GAP, _GAP))
    return whole
