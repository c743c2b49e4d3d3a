"""Pictures for print-on-demand shops: where the counters of a sheet lie, seen by their colour."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from builder.sheet.piece import pieces
from builder.sheet.shop import read_shop, shop_files

DPI, BLEED, MARGIN, COUNTER, GUTTER = 127, 3.0, 5.0, 20.0, 4.0
FORM = f"""\
name = "Mine"
size = [80, 60]
dpi = {DPI}
bleed = {BLEED}
margin = {MARGIN}
gutter = {GUTTER}
counter = "{COUNTER:g}mm"
backs = "%s"
"""


def coloured(content):
    """The box of what isn't white, mm from the corner of the picture."""
    picture = np.array(Image.open(BytesIO(content)).convert("RGB"))
    rows, columns = (np.flatnonzero((picture.min(axis=2) < 250).any(axis=i)) for i in (1, 0))
    return [float(px) * 25.4 / DPI for px in (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)]


@pytest.mark.parametrize("backs", ["behind", "same"])
def test_a_lone_counter_of_a_sheet_and_its_back_lie_where_the_shop_wants_them(
    shop, tmp_path, backs
):
    place = tmp_path / "mine.toml"
    place.write_text(FORM % backs)
    files = shop_files(read_shop(str(place)), pieces(shop.game, shop.style)[:1], shop.style.fonts)
    assert sorted(files) == ["shop-mine/01-back.png", "shop-mine/01-front.png"]
    # two rows of three counters in the middle of 80 x 60 mm, and the bleed of the sheet around it
    left, top = (80 - 3 * COUNTER - 2 * GUTTER) / 2 + BLEED, (60 - 2 * COUNTER - GUTTER) / 2 + BLEED
    reach = GUTTER / 2
    front = [left - reach, top - reach, left + COUNTER + reach, top + COUNTER + reach]
    width = 80 + 2 * BLEED
    behind = [width - front[2], front[1], width - front[0], front[3]]
    assert coloured(files["shop-mine/01-front.png"]) == pytest.approx(front, abs=0.25)
    wanted = behind if backs == "behind" else front
    assert coloured(files["shop-mine/01-back.png"]) == pytest.approx(wanted, abs=0.25)
