"""What is offered as legal is what the checks let pass: trains, entry, assaults, bridges, guns."""

from __future__ import annotations

import random
from collections import Counter as Tally
from dataclasses import replace

import pytest

from assistant.audit.finding import Verdict
from assistant.games.white_death.play.assault import assaults, deploys
from assistant.games.white_death.play.bridges import bridge_work
from assistant.games.white_death.play.entry import entries
from assistant.games.white_death.play.rail import rail_reach
from assistant.games.white_death.play.special.equipment import reequips
from assistant.games.white_death.play.special.garrisons import may_leave
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.position import (
    Box,
    Bunker,
    Doing,
    Force,
    Going,
    Piece,
    Position,
    Turn,
)
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import (
    Abandon,
    Assault,
    Bridge,
    Deploy,
    Detect,
    Enter,
    Entrain,
    Line,
    Reequip,
)
from builder.hexgrid import Hex, neighbours
from tests.assistant.games.table import real_game

GAME = real_game()
RULES = Ruleset(GAME, optional=frozenset({"23"}))
RAILS = sorted({cell for side in GAME.map.rails for cell in side})
RIVERS = sorted(c for c, h in GAME.map.hexes.items() if "river" in h.terrain)
FORDS = RIVERS[:8]
EDGES = sorted({cell for area in GAME.map.entry_areas for cell in area.hexes})


def random_position(seed: int) -> Position:
    """Return a position with units about the railways and rivers, and others due."""
    dice = random.Random(seed)  # noqa: S311 - a position, no secret
    side = dice.choice(("german", "soviet"))
    places = [*RAILS, *RIVERS, *EDGES]
    taken: dict[Hex, str] = {}
    pieces: dict[str, Piece] = {}
    for id_, unit in sorted(GAME.units.items()):
        strength = dice.randint(1, unit.strength)
        cell = dice.choice(places) if dice.random() < 0.25 else None
        if id_ in GAME.special.groups["bridge-wreckers"]:
            cell = dice.choice(FORDS)
        if cell is not None and taken.setdefault(cell, unit.side) == unit.side:
            bare = unit.kind.value == "weapons" and dice.random() < 0.2
            pieces[id_] = Piece(
                strength, cell, deployed=unit.artillery and dice.random() < 0.5, abandoned=bare
            )
        else:
            box = dice.choice((Box.DUE, Box.REBUILT, Box.AWAY, Box.UNUSED))
            pieces[id_] = Piece(strength, box=box, back=dice.randint(3, 13))
    forces = {
        one.id: Force.of({i: p for i, p in pieces.items() if GAME.units[i].side == one.id})
        for one in GAME.sides
    }
    doings = {
        id_: Doing(spent=dice.choice((0, 120, 300)), halted=dice.random() < 0.2)
        for id_ in dice.sample(sorted(pieces), 60)
    }
    kind, points = dice.choice((("action", 3), ("action", 1), ("pass", 1)))
    going = Going(side, kind, points, 2, dice.choice((1, 2)), doings=doings)
    bridges = {f"bridge-original-{n}": dice.choice(FORDS) for n in (1, 2, 3)}
    bunkers = {"bunker-15": Bunker(dice.choice(RAILS), 15)}
    turn = Turn(railed={side: dice.choice((0, 18, 23))})
    return Position(
        scenario=dice.choice(("", "VI", "III")),
        number=dice.randint(1, 12),
        weather=dice.choice(("frost", "thaw")),
        phase="movement",
        forces=forces,
        bridges={**bridges, "bridge-5s": dice.choice(FORDS)},
        bunkers={k: b for k, b in bunkers.items() if b.at not in forces["soviet"].stacks},
        turn=turn,
        going=going,
        drawn={"7-flieger": dice.randint(1, 6), "54-rifle": 3},
    )


def legal(position: Position, act: Line) -> bool:
    """Tell whether no check objects to an act."""
    found = ACTS.check(position, act, RULES, disputes=False)
    assert found, act
    return all(each.verdict is not Verdict.BROKEN for each in found)


def nearest_by_rail(start: Hex) -> dict[Hex, tuple[Hex, ...]]:
    """Return the shortest way along the railways to every hex, whoever stands there."""
    sides = GAME.map.rails
    ways, ring = {start: (start,)}, [start]
    for cell in ring:
        for side in sides:
            if cell in side:
                to = next(other for other in side if other != cell)
                if to not in ways:
                    ways[to] = (*ways[cell], to)
                    ring.append(to)
    return ways


def movers(position: Position) -> list[str]:
    return sorted(position.forces[position.phasing].pieces)


@pytest.mark.parametrize("seed", range(12))
def test_trains_go_where_the_checks_let_them(seed):
    position = random_position(seed)
    dice = random.Random(seed)  # noqa: S311 - a choice, no secret
    placed = [u for u in movers(position) if position.piece(u).at in RAILS]
    for unit in dice.sample(placed, min(6, len(placed))):
        piece = position.piece(unit)
        ways = rail_reach(position, unit, RULES)
        for way in ways.values():
            path = tuple(map(RULES.number, way))
            assert legal(position, Entrain(unit, path, piece.strength)), path
        others = {c: w for c, w in nearest_by_rail(piece.at).items() if c not in ways}
        for cell in dice.sample(sorted(others), min(12, len(others))):
            path = tuple(map(RULES.number, others[cell]))
            if len(path) > 1:
                assert not legal(position, Entrain(unit, path, piece.strength)), path


@pytest.mark.parametrize("seed", range(12))
def test_units_enter_where_the_checks_let_them(seed):
    position = random_position(seed)
    dice = random.Random(seed)  # noqa: S311 - a choice, no secret
    out = [u for u in movers(position) if position.piece(u).at is None]
    for unit in dice.sample(out, 12):
        found = entries(position, unit, RULES)
        for cell in dice.sample(EDGES, 8) + list(found)[:4]:
            act = Enter(unit, (RULES.number(cell),))
            assert legal(position, act) == (cell in found), act


@pytest.mark.parametrize("seed", range(12))
def test_assaults_bridge_work_and_guns_are_those_the_checks_let_pass(seed):
    position = random_position(seed)
    for unit in movers(position):
        piece = position.piece(unit)
        if piece.at is None:
            continue
        targets = assaults(position, unit, RULES)
        for cell in neighbours(piece.at):
            if cell in GAME.map.hexes:
                act = Assault(unit, RULES.number(cell))
                assert legal(position, act) == (cell in targets), act
        number = RULES.number(piece.at)
        works = bridge_work(position, unit, RULES)
        for work in ("build", "destroy"):
            for bridge in ("bridge-original-1", "bridge-5s", "bridge-3sa", "bridge-3br"):
                act = Bridge(work, bridge, number, unit)
                assert legal(position, act) == (act in works), act
        if not piece.deployed:
            assert legal(position, Deploy(unit)) == deploys(position, unit, RULES), unit
        if position.going.kind != "pass":
            assert legal(position, Reequip(unit)) == reequips(position, unit, RULES), unit


def test_the_random_positions_offer_something_of_everything():
    offered: Tally[str] = Tally()
    for seed in range(12):
        position = random_position(seed)
        for unit in movers(position):
            offered["train"] += bool(rail_reach(position, unit, RULES))
            offered["entry"] += bool(entries(position, unit, RULES))
            offered["assault"] += bool(assaults(position, unit, RULES))
            offered["bridge"] += bool(bridge_work(position, unit, RULES))
            offered["guns"] += deploys(position, unit, RULES)
            offered["new equipment"] += reequips(position, unit, RULES)
    assert len(offered) == 6
    assert min(offered.values()) > 2, offered


NONSENSE = [
    Deploy("nobody"),
    Assault("g-743-eng", "9999"),
    Assault("nobody", "2123", charge=True),
    Entrain("g-743-eng", (), 3),
    Entrain("g-743-eng", ("9999",), -3),
    Entrain("nobody", ("0122", "0221"), 3),
    Enter("nobody", ("0135",)),
    Enter("s-68-mc", ("9999", "0135")),
    Enter("s-68-mc", ()),
    Bridge("paint", "bridge-3sa", "2123", "s-3sa-eng"),
    Bridge("build", "bridge-to-nowhere", "2123", "s-3sa-eng"),
    Bridge("destroy", "bridge-3sa", "9999", "nobody"),
    Detect((), "2123", 3),
    Detect(("nobody",), "2123", 3),
    Detect(("g-803br-9-803-cdo",), "9999", 9),
    Abandon("nobody"),
    Reequip("nobody"),
]


@pytest.mark.parametrize("act", NONSENSE, ids=repr)
@pytest.mark.parametrize("going", [True, False])
def test_nonsense_changes_nothing_and_is_told(act, going):
    position = random_position(3)
    if not going:
        position = replace(position, going=None)
    ACTS.check(position, act, RULES)
    ruled = ACTS.apply(position, act, RULES)
    assert ruled.position == position
    assert ruled.unapplied or act == Detect((), "2123", 3)


def test_a_garrison_may_leave_when_it_is_released():
    position = random_position(1)
    cell, out = RULES.cell("2322"), RULES.cell("2321")
    inside = RULES.cell("2422")
    bound = [
        (1, "VI", inside, False),
        (3, "VI", inside, True),
        (3, "VI", out, False),
        (7, "VI", out, True),
        (3, "III", out, True),
    ]
    for number, scenario, to, may in bound:
        now = Position(scenario, number, "frost", "movement", position.forces)
        assert may_leave(now, "g-43-police", cell, to, RULES) == may, (number, scenario)
    freed = frozenset({"garrison-velikiye-luki"})
    now = Position("VI", 3, "frost", "movement", position.forces, released=freed)
    assert may_leave(now, "g-43-police", cell, out, RULES)
