"""Time of zones of control and of reach, over all units of a full position.

``make bench`` runs it. Every unit of the campaign stands on the map, Germans in the west and
Soviets in the east as the seed has it, so that the front is long and much lies open behind it.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from assistant.games.white_death.play.movement.reach import reach
from assistant.games.white_death.state.control import control
from assistant.games.white_death.state.position import Force, Piece, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.model.load import load_game

SEED = 1942
UNITS = 350
RUNS = 3
PROMISED_MS = {3: 1.0, 10: 6.0}
"""95 of 100 units, with zones given, by movement points."""
PROMISED_ZONES_MS = 5.0


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def full_position(rules: Ruleset, weather: str) -> Position:
    """Return a position with all units on the map, each side on its own half."""
    game, dice = rules.game, random.Random(SEED)  # noqa: S311 - a bench, repeatable
    cells = sorted(game.map.hexes, key=lambda cell: cell.q)
    middle = len(cells) // 2
    halves = {"german": cells[:middle], "soviet": cells[middle:]}
    used = {side: dice.sample(half, 130) for side, half in halves.items()}
    chosen = dice.sample(sorted(game.units), UNITS)
    forces = {
        side.id: Force.of(
            {
                id_: Piece(game.units[id_].strength, dice.choice(used[side.id]))
                for id_ in chosen
                if game.units[id_].side == side.id
            }
        )
        for side in game.sides
    }
    return Position("VI", 8, weather, "movement", forces)


def timed(act: Callable[[], object]) -> float:
    """Return the median of some times that an act takes, ms."""
    times = []
    for _ in range(RUNS):
        started = time.perf_counter()
        act()
        times.append((time.perf_counter() - started) * 1000)
    return median(times)


def fresh(position: Position) -> Position:
    """Return the same position, of which nothing is known yet."""
    forces = {side: Force.of(force.pieces) for side, force in position.forces.items()}
    return Position("VI", position.number, position.weather, position.phase, forces)


def zones_ms(position: Position, rules: Ruleset) -> float:
    """Return what the zones of both sides take, ms, the ground being known."""
    times = []
    for _ in range(RUNS + 2):
        new = fresh(position)
        started = time.perf_counter()
        for side in new.forces:
            control(new, rules, side)
        times.append((time.perf_counter() - started) * 1000)
    return median(times[1:])


def reaches_ms(position: Position, rules: Ruleset, points: int) -> Iterator[tuple[float, int]]:
    """Yield what the reach of every unit takes, ms, and how many hexes it has."""
    for force in position.forces.values():
        for unit in force.pieces:
            found = reach(position, unit, points, rules)
            yield timed(lambda u=unit: reach(position, u, Fraction(points), rules)), len(found)


def main() -> int:
    """Run it and print tables; return 1 if a promise was broken."""
    rules = Ruleset(load_game("white-death"))
    broken = 0
    for weather in ("frost", "thaw"):
        position = full_position(rules, weather)
        zones = zones_ms(position, rules)
        broken |= zones > PROMISED_ZONES_MS
        say(f"{weather}: zones of both sides {zones:.2f} ms of {PROMISED_ZONES_MS:g}")
        say("   MP  hexes   min ms  median     p95     max")
        for points in (1, 2, 3, 4, 6, 8, 10):
            found = list(reaches_ms(position, rules, points))
            times = [ms for ms, _ in found]
            p95 = quantiles(times, n=20)[-1]
            hexes = sum(count for _, count in found) / len(found)
            promised = PROMISED_MS.get(points)
            kept = promised is None or p95 <= promised
            broken |= not kept
            verdict = (
                "" if promised is None else f"  of {promised:g}: {'kept' if kept else 'BROKEN'}"
            )
            say(
                f"{points:5} {hexes:6.0f} {min(times):8.3f} {median(times):7.3f} {p95:7.3f} "
                f"{max(times):7.3f}{verdict}"
            )
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
