"""Time and memory of whole games played by the engine alone, every act judged.

``make bench`` runs it. Each game is a process of its own, so that peaks of memory are its own.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from assistant.games.white_death.selfplay import play
from assistant.games.white_death.state.ruleset import Ruleset
from builder.model.load import load_game

CAMPAIGN, SEEDS = "VI", (1, 2, 3)
GROWTH = (("III", 1), ("II", 1), ("I", 1), ("VI", 1))
"""A scenario of 2, 3, 4 and 13 turns, and a seed."""
PROMISED_S = 30.0
"""Of the processor, for a campaign."""
MIB = 1024


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def one(scenario: str, seed: int) -> None:
    """Play a game in this process; print seconds, acts, impulses and peak memory."""
    rules = Ruleset(load_game("white-death"))
    started = time.process_time()
    table = play(rules, scenario, seed)
    spent = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MIB
    acts = table.tally.acts
    say(f"{spent:.2f} {len(table.lines)} {acts['Impulse']} {peak:.0f}")


def measured(scenario: str, seed: int) -> tuple[float, int, int, int]:
    """Return seconds, acts, impulses and MiB of a game in a process of its own."""
    command = [sys.executable, __file__, scenario, str(seed)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    spent, *rest = said.split()
    acts, impulses, peak = map(int, rest)
    return float(spent), acts, impulses, peak


def main() -> int:
    """Run it and print a table; return 1 if the promise was broken."""
    game, broken = load_game("white-death"), 0
    games = dict.fromkeys([*((CAMPAIGN, seed) for seed in SEEDS), *GROWTH])
    say("scenario turns seed       s   acts  ms/act  impulses  MiB")
    for scenario, seed in games:
        spent, acts, impulses, peak = measured(scenario, seed)
        data = game.scenarios[scenario]
        turns = data.last_turn - data.first_turn + 1
        kept = scenario != CAMPAIGN or spent <= PROMISED_S
        broken |= not kept
        verdict = f"  of {PROMISED_S:g} s: {'kept' if kept else 'BROKEN'}"
        say(
            f"{scenario:8} {turns:5} {seed:4} {spent:7.1f} {acts:6} {spent / acts * 1000:7.2f} "
            f"{impulses:9} {peak:4}{verdict if scenario == CAMPAIGN else ''}"
        )
    return int(broken)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        one(sys.argv[1], int(sys.argv[2]))
    else:
        sys.exit(main())
