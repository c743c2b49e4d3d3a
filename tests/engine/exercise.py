"""Plays an exercise through the real engine: a game whose every act was judged by hand.

An exercise (``tests/exercises/*.toml``) says who stands where, which impulses are declared and
how each counter is dragged. Here it becomes a script for the probe, which makes the engine
write a log; the test then holds the audit's findings against the hand's.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder import convention
from builder.model.game import Game
from builder.vassal.keystroke import Modifier, key
from tests.engine.harness import Action

__all__ = ["Act", "Exercise", "load_exercise"]

FLIP = key("F", Modifier.CTRL)


@dataclass(frozen=True, slots=True)
class Act:
    """One drag or several of one unit in one phase, as the hand judged it.

    Args:
        impulse: 0-based number of the impulse in the exercise.
        unit: Data id.
        drags: Printed hexes: where it stands, then the end of each drag.
        expect: ``kept``, ``disputed``, ``not checkable``, or the id of the rule broken.
        rule: Rule of what is disputed or not checkable.
        reading: Ambiguity that a dispute names.
        cost: Least cost of the act in movement points, ``""`` if it isn't the matter.
        deploy: Whether the counter is turned at the end.
        undo: Whether the engine's undo takes it back.
    """

    impulse: int
    unit: str
    drags: tuple[str, ...]
    expect: str
    rule: str = ""
    reading: str = ""
    cost: str = ""
    deploy: bool = False
    undo: bool = False


class Exercise:
    """One exercise, ready to be played."""

    def __init__(self, data: dict[str, Any]) -> None:
        """Take the parsed file."""
        self.game: str = data["game"]
        self.data = data
        self.acts = tuple(
            Act(
                number,
                act["unit"],
                tuple(act["drags"]),
                act["expect"],
                act.get("rule", ""),
                act.get("reading", ""),
                act.get("cost", ""),
                deploy=act.get("deploy", False),
                undo=act.get("undo", False),
            )
            for number, impulse in enumerate(data["impulse"])
            for act in impulse.get("act", ())
        )

    def script(self, game: Game, log: Path) -> Iterator[Action]:
        """Yield the probe's actions: set up, place, log every impulse, end.

        Args:
            game: Where hexes lie on the board.
            log: The log to write.
        """
        yield ("setup", self.data["setup"])
        first = next(s for s in game.scenarios.values() if s.id in self.data["setup"].split())
        for _ in range(self.data["turn"] - first.first_turn):
            yield ("turn", "Turn", "next")
        for unit, number in self.data["place"].items():
            yield self._move(game, unit, number)
        yield ("log", log)
        yield from self._weather(game, self.data["weather"])
        for number, impulse in enumerate(self.data["impulse"]):
            yield from self._impulse(game, number, impulse)
        yield "endlog"

    def _impulse(self, game: Game, number: int, impulse: dict[str, Any]) -> Iterator[Action]:
        """Yield a declaration, the step into the Movement Phase, its acts, the step out."""
        if "turn" in impulse:
            yield ("turn", "Turn", "next")
            yield from self._weather(game, impulse["weather"])
        yield ("answer", f"choose {impulse['side']}")
        yield ("answer", f"choose {impulse['kind']}")
        yield ("answer", f"choose {impulse['points']}")
        yield ("button", "Impulse")
        yield ("button", "Phase")
        for act in self.acts:
            if act.impulse == number:
                yield from self._act(game, act)
        yield ("button", "Phase")

    def _act(self, game: Game, act: Act) -> Iterator[Action]:
        """Yield the drags of one act, and turning the counter or taking all back."""
        for number in act.drags[1:]:
            yield self._move(game, act.unit, number)
        if act.deploy:
            yield ("key", f"{convention.ID}={act.unit}", FLIP)
        if act.undo:
            yield "undo"

    @staticmethod
    def _weather(game: Game, weather: str) -> Iterator[Action]:
        yield ("answer", f"choose {game.weather[weather]}")
        yield ("button", "Weather")

    @staticmethod
    def _move(game: Game, unit: str, number: str) -> Action:
        x, y = game.map.board.centre(game.map.numbering.parse(number))
        return ("move", f"{convention.ID}={unit}", convention.MAP, x, y)


def load_exercise(path: Path) -> Exercise:
    """Read an exercise."""
    return Exercise(tomllib.loads(path.read_text(encoding="utf-8")))
