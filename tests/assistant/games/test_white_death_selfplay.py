"""Whole games between random players: every act judged, all accounts kept, all rules at work."""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import dataclass, replace
from multiprocessing import get_context
from traceback import format_exc

import pytest

from assistant.games.white_death.play.fire.tables import table_of
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.selfplay import Tally, play
from assistant.games.white_death.state.opening import opening
from assistant.games.white_death.state.position import Box, Duty, DutyKind, Force, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import Line, format_line, parse_line
from builder.convention.line import Fire, TurnStep
from tests.assistant.games.selfplay_watch import Watch
from tests.assistant.games.table import real_game

GAMES = (
    *(("I", 1, ""), ("I", 2, "23"), ("I", 3, ""), ("I", 4, "23")),
    *(("II", 1, "23"), ("III", 1, ""), ("III", 2, "23"), ("III", 3, "")),
    *(("IV", 1, ""), ("V", 2, "")),
)
"""Scenario, seed and optional rule of the games that are always played."""
CAMPAIGNS = range(1, 201)
"""Seeds of the campaigns of the soak; with the even ones optional rule 23 is in force."""
BEGUN = 500
"""Lines by which two games are compared in every run."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that came to its end.

    Args:
        tally: What was judged.
        deeds: What each side did.
        shares: For each action impulse who went and who could have.
        lines: All lines.
        end: The position at the end.
        again: The position after the lines were read and applied anew.
    """

    tally: Tally
    deeds: Counter[tuple[str, str]]
    shares: tuple[tuple[int, int], ...]
    lines: tuple[str, ...]
    end: Position
    again: Position


def played(scenario: str, seed: int, optional: str) -> Played:
    """Play a game to its end, looking at every act."""
    rules = Ruleset(real_game(), optional=frozenset({optional} - {""}))
    watch = Watch(rules, opening(rules, scenario))
    table = play(rules, scenario, seed, watch)
    lines, shares = tuple(watch.lines), tuple(watch.shares)
    return Played(table.tally, watch.deeds, shares, lines, table.position, watch.replayed())


game = functools.cache(played)


@pytest.mark.parametrize("key", GAMES, ids=lambda key: "-".join(map(str, key)).strip("-"))
def test_a_game_is_played_to_its_end_with_nothing_broken_and_all_accounts_kept(key):
    found = game(*key)
    assert found.end.over
    assert found.shares


@pytest.mark.parametrize("key", GAMES, ids=lambda key: "-".join(map(str, key)).strip("-"))
def test_the_lines_of_a_game_read_and_applied_anew_lead_to_the_same_position(key):
    found = game(*key)
    assert found.again == found.end


class _EnoughError(Exception):
    """As much of a game has been played as is compared."""


def begun(scenario: str, seed: int) -> tuple[str, ...]:
    """Return the first lines of a game: its set-up, and some impulses."""
    lines: list[str] = []

    def watch(_before: Position, act: Line, _after: Position) -> None:
        lines.append(format_line(act))
        if len(lines) == BEGUN:
            raise _EnoughError

    with pytest.raises(_EnoughError):
        play(Ruleset(real_game()), scenario, seed, watch)
    return tuple(lines)


def test_the_same_seed_plays_the_same_game_and_another_seed_another():
    again = begun("I", 3)
    assert again == game("I", 3, "").lines[:BEGUN]
    assert any(isinstance(parse_line(line), Fire) for line in again)
    assert begun("I", 1) != again


# --- the accounts themselves -----------------------------------------------------------------


def forged(position: Position, what: str) -> Position:
    """Return a position in which something is what no act made it."""
    pieces = position.forces["soviet"].pieces
    unit, piece = next((each, p) for each, p in pieces.items() if p.strength > 1)
    match what:
        case "strength lost":
            return position.with_piece(unit, strength=piece.strength - 1)
        case "too strong":
            return position.with_piece(unit, strength=piece.strength + 1)
        case "nowhere":
            return position.with_piece(unit, box=Box.MAP)
        case "supply":
            return replace(position, pools={**position.pools, "supply-soviet": 99})
        case "duty":
            return position.with_duties(Duty(DutyKind.MORALE, unit, 1, "conventional"))
    stacks = {next(iter(real_game().map.hexes)): (unit,)}
    force = Force(pieces, stacks)
    return replace(position, forces={**position.forces, "soviet": force})


FORGED = ("strength lost", "too strong", "nowhere", "supply", "duty", "another hex")


@pytest.mark.parametrize("what", FORGED)
def test_an_account_that_does_not_agree_is_told(what):
    rules = Ruleset(real_game())
    start = opening(rules, "I")
    watch, act = Watch(rules, start), TurnStep(0, 1)
    watch(start, act, start)
    after = forged(start, what)
    with pytest.raises(AssertionError):  # noqa: PT012 - a duty is told when the phase ends
        watch(start, act, after)
        watch(after, act, after)


# --- what is at work in the games that are always played ------------------------------------


def tallied(games: list[Played]) -> Tally:
    """Return the tallies of games together."""
    whole = Tally()
    for each in games:
        whole.acts += each.tally.acts
        whole.rules += each.tally.rules
        whole.checked += each.tally.checked
        whole.open += each.tally.open
        whole.cells += each.tally.cells
    return whole


def silent(tally: Tally) -> set[str]:
    """Return the names of the rules that had nothing to say."""
    return {rule.name for rule in ACTS} - tally.rules.keys()


def columns(tally: Tally) -> set[tuple[str, str]]:
    """Return the columns of tables that dice were rolled on."""
    rules = Ruleset(real_game())
    tables = {id(table): name for name, table in rules.game.combat.tables.items()}
    return {(tables[id(table_of(kind, rules))], column) for kind, column, _ in tally.cells}


def cells(tally: Tally) -> set[tuple[str, str, int]]:
    """Return the cells of tables that dice led to; beyond an end its last row counts."""
    rules = Ruleset(real_game())
    tables = rules.game.combat.tables
    names = {id(table): name for name, table in tables.items()}
    found = set()
    for kind, column, row in tally.cells:
        name = names[id(table_of(kind, rules))]
        found.add((name, column, min(max(row, 1), len(tables[name].rows))))
    return found


ALL_COLUMNS = {
    (name, column.name)
    for name, table in real_game().combat.tables.items()
    for column in table.columns
}
ALL_CELLS = {
    (name, column.name, row)
    for name, table in real_game().combat.tables.items()
    for column in table.columns
    for row in range(1, len(table.rows) + 1)
}

BREACH = "it speaks of breaches alone"
SILENT = {
    "ice-unrolled": BREACH,
    "left-undone": BREACH,
    "leaves-its-assault": BREACH,
    "assault-after-slip": BREACH,
    "shaken-moves-on": BREACH,
    "moves-on-after-halt": BREACH,
    "more-than-a-pass-allows": BREACH,
    "phase-without-decision": BREACH,
    "turn-without-weather": BREACH,
    "entry-for-less": BREACH,
    "exit-check-put-off": BREACH,
    "eliminated-though-it-can-retreat": "a retreat goes on until there is room",
    "units-too-many": "nobody is eliminated for stacking, as A-24 is read",
}
"""Rules that legal play leaves nothing to say, by name, and why."""
RARE = {
    "cavalry-charge": "three regiments that come late in the campaign",
    "found-commandos": "few commandos are found among the enemy",
    "found-commandos-fire-value": "few commandos are found among the enemy",
    "refit-of-a-brigade": "once in a campaign",
    "regiments-in-turn": "one division, seldom near the enemy",
    "relief-of-the-city": "the city has seldom points to spare",
    "follow": "seldom a ski unit follows another",
}
"""Rules that only the many games of the soak are sure to meet, and why."""

BOTH = {
    *("Enter", "Move", "Entrain", "Deploy", "Assault", "Advance", "Retreat", "Slip"),
    *("Barrage", "BarrageDie", "Commit", "Fire", "Loss", "Morale", "Headquarters"),
    *("Supply", "Replace", "Repair", "Abandon", "Reequip", "Ice"),
}
"""What both sides do in the games that are always played."""
ONE = {"Weather", "Receive", "Airdrop", "Garrison", "Draw", "Detect", "Victory", "destroy"}
"""What is done in them by one side, or by none."""
AT_LAST = {("build", "german"), ("build", "soviet"), ("destroy", "german"), ("destroy", "soviet")}
AT_LAST |= {("Follow", "german"), ("Follow", "soviet"), ("Charge", "soviet"), ("Refit", "")}
AT_LAST |= {("Draw", "german"), ("Draw", "soviet")}
"""What is done in the campaigns of the soak besides."""


@functools.cache
def whole() -> tuple[Tally, Counter[tuple[str, str]]]:
    """Return all that was judged and done in the games that are always played."""
    games = [game(*key) for key in GAMES]
    return tallied(games), sum((each.deeds for each in games), Counter())


def test_every_rule_has_something_to_say_in_the_games_but_those_named():
    assert silent(whole()[0]) <= SILENT.keys() | RARE.keys()


def test_every_atom_is_looked_at_in_the_games_but_those_of_rare_rules():
    seen = {id_ for rule in ACTS if rule.name in whole()[0].rules for id_ in rule.ids}
    rare = {id_ for rule in ACTS if rule.name in RARE for id_ in rule.ids}
    assert {id_ for rule in ACTS for id_ in rule.ids} - seen <= rare


def test_dice_fall_in_every_column_of_every_table_of_fire():
    assert columns(whole()[0]) == ALL_COLUMNS


def test_both_sides_do_in_the_games_whatever_can_be_done():
    _, deeds = whole()
    assert {(what, side) for what in BOTH for side in ("german", "soviet")} <= deeds.keys()
    assert {what for what, _ in deeds} >= ONE | {"TurnStep", "Impulse", "PhaseStep", "SetUp"}


# --- the soak -------------------------------------------------------------------------------


def campaign(seed: int) -> tuple[int, Tally | str, Counter[tuple[str, str]]]:
    """Play a campaign in a process of its own; return its tally, or what went wrong."""
    try:
        found = played("VI", seed, "" if seed % 2 else "23")
    except Exception:  # noqa: BLE001 - told with the seed by the test
        return seed, format_exc(limit=-3), Counter()
    if not found.end.over or found.again != found.end:
        return seed, "not over, or its lines lead elsewhere", Counter()
    return seed, found.tally, found.deeds


@pytest.mark.soak
def test_two_hundred_campaigns_break_nothing_and_leave_nothing_untried():
    tally, deeds, wrong = tallied([game(*key) for key in GAMES]), Counter(), {}
    # an executor that renews its processes may wait for ever (CPython gh-115634)
    with get_context("spawn").Pool(maxtasksperchild=10) as pool:
        for seed, found, done in pool.imap_unordered(campaign, CAMPAIGNS):
            if isinstance(found, str):
                wrong[seed] = found
                continue
            deeds += done
            tally.rules += found.rules
            tally.cells += found.cells
    assert wrong == {}
    assert silent(tally) <= SILENT.keys()
    assert cells(tally) == ALL_CELLS
    assert {(what, side) for what in BOTH for side in ("german", "soviet")} <= deeds.keys()
    assert deeds.keys() >= AT_LAST
