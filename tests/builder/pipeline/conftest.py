from __future__ import annotations

import importlib

import pytest

from builder.module.picture import PANEL_PX
from builder.module.pictures import PROOF_IMAGE
from builder.module.plan import picture_names, plan
from builder.module.starts import start

PICTURE = bytes(16) + (10).to_bytes(4, "big") + (20).to_bytes(4, "big")
"""A stand-in, 10 by 20 px."""


@pytest.fixture
def quick(monkeypatch):
    """Let every picture of a module be a stand-in; lists the inputs of each build.

    Of the set-ups only the printed ones are made: those ready to play take seconds.
    """
    drawn = []

    def stand_ins(inputs, shop, _book, _store, _tell):
        drawn.append(inputs)
        names = picture_names(plan(shop.game, PANEL_PX))
        return dict.fromkeys([*names, *([PROOF_IMAGE] if inputs.scanned_map else [])], PICTURE)

    module = importlib.import_module("builder.pipeline.module")
    monkeypatch.setattr(module, "make_files", stand_ins)
    assemble = importlib.import_module("builder.module.assemble")
    monkeypatch.setattr(
        assemble,
        "starts",
        lambda game, spread: tuple(start(game, each, spread) for each in game.scenarios.values()),
    )
    return drawn
