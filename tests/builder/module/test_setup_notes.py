from __future__ import annotations

from dataclasses import replace

from builder.model.load import load_game
from builder.model.scenario import (
    BunkerLosses,
    History,
    Level,
    Loss,
    LossAward,
    LossItem,
    Pool,
    Victory,
)
from builder.module.losses import RULES, Spread
from builder.module.setup_notes import setup_notes
from builder.module.starts import start
from tests.builder.module.small import NUMBERING, R, marker, small_game


def whole(game, begun):
    """Return the lines of the notes as they were before they were broken."""
    return setup_notes(game, begun).replace("\n  ", " ").splitlines()


def test_a_bare_scenario_has_its_title_alone():
    game = small_game()
    assert setup_notes(game, start(game, game.scenarios["A"])) == "A The Ford: turns 1 to 3"


def test_all_that_players_must_know_is_said_in_order():
    game = small_game()
    game = replace(game, markers=game.markers | {"pool": marker("pool", "Red supply", "supply")})
    item = LossItem("guns", 2, ("r-guns",))
    levels = (Level("Defeat", "red", None, 3, R), Level("Triumph", "blue-army", 4, None, R))
    scenario = replace(
        game.scenarios["A"],
        note="Red begins.",
        pools=(Pool("pool", "red", 5, R),),
        losses=(
            Loss("b", "The Blues", "blue-army", (LossItem("any", 1, ("b-1",)),), R),
            Loss("r", "The Reds", "red", (item,), R, each=1),
            Loss("x", "The Dead", "red", (LossItem("all", 3, ("r-2",)),), R, all=True),
        ),
        bunker_losses=BunkerLosses(7, ("fort-2",), (NUMBERING.parse("0101"),), 1, R),
        victory=Victory(
            "blue-army",
            (LossAward("red", 10, 20, 2, isolated=True, source=R),),
            levels,
            History("Triumph", 6, R),
        ),
    )
    assert whole(game, start(game, scenario)) == [
        "A The Ford: turns 1 to 3",
        "Red begins.",
        "",
        "SET-UP",
        "Supply pools before the first turn's points: Red supply 5",
        "",
        f"LOSSES TO DATE, taken {RULES[Spread.EVEN]}",
        "The counters show them; their owner may distribute them otherwise",
        "The Reds: 2 SP guns (1 each)",
        "The Dead: all units eliminated",
        "The Blues: 1 SP",
        "Bunkers: 7 SP, 1 of them off those that stand; vacant 0101",
        "",
        "VICTORY",
        "Points of the Blue Army side",
        "+2: each 10 SP of isolated Red units lost beyond 20",
        "up to 3: Defeat",
        "4 and more: Triumph",
        "In history: Triumph, about 6",
    ]


def test_notes_of_the_game_say_its_conditions_and_bridges():
    game = load_game("white-death")
    lines = whole(game, start(game, game.scenarios["II"]))
    assert "Four battalions of the 83rd Division on or adjacent to 1734, no more" in lines
    assert "185 Assault Gun Battalion: 2 SP assault guns (1 each)" in lines
    assert "Bunkers: 22 SP, 2 of them off those that stand; vacant 2522 2422" in lines
    assert any(line.startswith("Soviet: Bridge 3 SA may stand, in one of 2014 ") for line in lines)
    assert not any("|" in line for line in lines)
    more = whole(game, start(game, game.scenarios["III"]))
    assert any(line.startswith("Soviet: up to 2 of Bridge 3 SA, Bridge 2MC may ") for line in more)


def test_no_line_of_the_notes_is_longer_than_the_window_of_notes_is_wide():
    game = load_game("white-death")
    for scenario in game.scenarios.values():
        lines = setup_notes(game, start(game, scenario)).splitlines()
        assert max(map(len, lines)) <= 66


def test_notes_say_by_which_rule_losses_were_taken_and_that_a_set_up_is_one_of_many():
    game = load_game("white-death")
    left = whole(game, start(game, game.scenarios["IV"], Spread.NONE))
    assert "LOSSES TO DATE, taken not at all: their owner distributes them" in left
    assert not any("READY TO PLAY" in line for line in left)
    ready = whole(game, start(game, game.scenarios["IV"], Spread.NONE, seed=3))
    assert f"LOSSES TO DATE, taken {RULES[Spread.EVEN]}" in ready
    assert any(line.startswith("READY TO PLAY, 3 of 7") for line in ready)
