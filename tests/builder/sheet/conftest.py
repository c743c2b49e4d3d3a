"""The game that is printed, and a printer of it into memory."""

from __future__ import annotations

import pytest

from builder.model.load import games
from builder.pipeline.inputs import open_shop, read_inputs
from builder.pipeline.printing import Wanted, recipes
from builder.sheet.order import Order, make_job
from builder.sheet.parts import Part

GAME = games()[0]


@pytest.fixture(scope="session")
def shop():
    """A game with its style."""
    return open_shop(read_inputs(GAME))


@pytest.fixture(scope="session")
def printed(shop):
    """Return the files of a printing, made in this process; the same order is made once."""
    kept = {}

    def make(part=Part.COUNTERS, *, preview=False, **order):
        key = (part, preview, tuple(sorted(order.items())))
        if key not in kept:
            job, _ = make_job(Order(**order), shop.style)
            wanted = Wanted(job, (part,), preview)
            kept[key] = recipes(wanted, shop)[0].make({})
        return kept[key]

    return make
