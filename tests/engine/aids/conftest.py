"""The table at which all play aids are tried: one run of the engine for this folder."""

from __future__ import annotations

import pytest

from tests.engine.aid_table import Sitting, Table


@pytest.fixture(scope="package")
def table(plain, probe):
    """White Death's module with pictures of one colour, open in the engine.

    No other run begins before this one has ended, so only tests of this folder share it.
    """
    game, module = plain("white-death")
    sitting = Sitting(probe, module, game.sides[0].name)
    yield Table(game, module, sitting)
    sitting.end()
