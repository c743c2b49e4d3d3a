"""The map of the real game, worked out once for all processes of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from builder.draw import map as drawn
from builder.draw.style import art_root, load_style
from builder.model.load import load_game
from tests.builder.once import once

if TYPE_CHECKING:
    from builder.draw.canvas import Shape
    from builder.draw.plan import Plan
    from builder.model.game import Game


@dataclass(frozen=True)
class RealMap:
    """What the map consists of.

    Args:
        plan: Where everything lies.
        shapes: What is drawn.
        asked: Names of the game's values that were asked for meanwhile.
    """

    plan: Plan
    shapes: list[Shape]
    asked: frozenset[str]

    def render(self, draw, *arguments):
        """Return what a function of the map's module makes of the plan and the shapes."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(drawn, "make_plan", lambda *_: self.plan)
            patch.setattr(drawn, "_shapes", lambda *_: self.shapes)
            return draw(*arguments)


class _Asked:
    """A game that notes which of its values are asked for, by properties and methods too."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.names: set[str] = set()

    def __getattr__(self, name: str) -> object:
        self.names.add(name)
        found = getattr(type(self._game), name)
        if isinstance(found, property):
            return found.fget(self)
        return found.__get__(self) if callable(found) else getattr(self._game, name)


def _make() -> RealMap:
    style = load_style(art_root() / "white_death")
    game = _Asked(load_game("white-death"))
    plan = drawn.make_plan(game.map, style.map)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawn, "make_plan", lambda *_: plan)
        shapes = drawn.map_shapes(game, style)
    return RealMap(plan, shapes, frozenset(game.names))


def real_map() -> RealMap:
    """Return the map; ask from fixtures of the session or a module only."""
    return once("map", _make)
