"""What of a game its map shows."""

from __future__ import annotations

from dataclasses import replace

from builder.model.combat import Combat
from builder.model.game import Game
from builder.model.identification import Identification
from builder.model.sequence import Sequence
from builder.model.special import Special

__all__ = ["map_facts"]


def map_facts(game: Game) -> Game:
    """Return a game without what its map doesn't show.

    The map is drawn from what this returns and from nothing else: so it need not be drawn
    again when only the rest has changed.
    """
    return replace(
        game,
        version="",
        date="",
        about="",
        caveat="",
        phases=(),
        action_minimum={},
        units={},
        scenarios={},
        documents=(),
        sections={},
        errata={},
        readings={},
        gpids={},
        digest="",
        formations={},
        colours={},
        combat=Combat(),
        special=Special(),
        sequence=Sequence(),
        identification=Identification(),
        figures=(),
    )
