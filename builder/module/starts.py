"""The set-ups a module offers: each scenario as printed, and ready to play in several ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from builder.hexgrid import Hex
from builder.model.game import Game
from builder.model.scenario import Scenario
from builder.module.counter import slug
from builder.module.losses import Spread, losses_to_date
from builder.module.ready.place import SEEDS, ready_places

__all__ = ["Start", "start", "starts"]


@dataclass(frozen=True, slots=True)
class Start:
    """One set-up.

    Args:
        scenario: Of which scenario.
        name: As the menu shows it.
        file: Name of the save in the module.
        spread: How losses to date were taken.
        losses: What units and bunkers have lost, by id.
        seed: Which of the placements that are ready to play; 0 for the scenario as printed.
        places: Hexes of units, and of bridges already built, by id; empty as printed, where
            units that set up wait in boxes.
    """

    scenario: Scenario
    name: str
    file: str
    spread: Spread
    losses: Mapping[str, int]
    seed: int
    places: Mapping[str, Hex]

    def gone(self, game: Game) -> frozenset[str]:
        """Return the units that are eliminated before the scenario begins."""
        units = game.units
        return frozenset(
            id_ for id_, lost in self.losses.items() if id_ in units and lost >= units[id_].strength
        )


def start(game: Game, scenario: Scenario, spread: Spread = Spread.EVEN, seed: int = 0) -> Start:
    """Return a set-up of a scenario.

    Args:
        game: The game.
        scenario: One of its scenarios.
        spread: How losses to date are taken. What is ready to play takes them evenly rather than
            not at all.
        seed: 0 for the scenario as printed, else which of many placements.
    """
    taken = _ready_spread(spread) if seed else spread
    return _start(game, scenario, taken, losses_to_date(game, scenario, taken), seed)


def _ready_spread(spread: Spread) -> Spread:
    """Return how what is ready to play takes losses."""
    return Spread.EVEN if spread is Spread.NONE else spread


def _start(
    game: Game, scenario: Scenario, spread: Spread, losses: Mapping[str, int], seed: int
) -> Start:
    """Return a set-up of a scenario with its losses."""
    name, file = scenario.title, f"scenario-{slug(scenario.id)}"
    if not seed:
        return Start(scenario, name, f"{file}.vsav", spread, losses, 0, {})
    places = ready_places(game, scenario, losses, seed)
    name, file = f"{name}, ready to play {seed}", f"{file}-ready-{seed}.vsav"
    return Start(scenario, name, file, spread, losses, seed, places)


def starts(game: Game, spread: Spread = Spread.EVEN) -> Iterator[Start]:
    """Yield every set-up of a game: the scenarios as printed, then those ready to play.

    A scenario is made ready where the data say of everything that sets up where it may.
    """
    scenarios = game.scenarios.values()
    yield from (start(game, scenario, spread) for scenario in scenarios)
    taken = _ready_spread(spread)
    for scenario in filter(_has_areas, scenarios):
        losses = losses_to_date(game, scenario, taken)
        yield from (_start(game, scenario, taken, losses, n) for n in range(1, SEEDS + 1))


def _has_areas(scenario: Scenario) -> bool:
    """Tell whether every unit that sets up has hexes to do so."""
    return all(
        each.arrival or each.hexes or each.placed.keys() >= set(each.units)
        for each in scenario.placements
    )
