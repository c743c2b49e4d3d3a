"""Helpers of tests of fire: units strewn over the map, acts that no check may call broken."""

from __future__ import annotations

import random

from assistant.audit.finding import Verdict
from assistant.games.white_death.play.fire.resolve import losses_due
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.position import (
    Bunker,
    DutyKind,
    Force,
    Going,
    Piece,
    Position,
)
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Assault, Morale
from builder.hexgrid import within

CENTRE = "2022"


def scattered(chance: random.Random, rules: Ruleset) -> Position:
    """Return a position with real units around the town, everyone in supply."""
    game = rules.game
    middle = rules.cell(CENTRE)
    cells = [cell for cell in within(middle, 3) if cell in game.map.hexes]
    held = {cell: chance.choice(("german", "soviet")) for cell in cells}
    pieces = {}
    for side in ("german", "soviet"):
        units = [u for u in game.units.values() if u.side == side]
        own = [cell for cell in cells if held[cell] == side]
        hunters = [u for u in units if u.id in rules.group("tank-destroyers")]
        for unit in chance.sample(units, 40) + hunters:
            strength = chance.randint(1, unit.strength)
            pieces[unit.id] = Piece(strength, chance.choice(own), deployed=unit.artillery)
    forces = {
        side.id: Force.of({i: p for i, p in pieces.items() if game.units[i].side == side.id})
        for side in game.sides
    }
    german = [cell for cell in cells if held[cell] == "german"]
    bunkers = {"bunker-15": Bunker(chance.choice(german), chance.randint(1, 15))}
    isolated = frozenset(chance.sample(sorted(pieces), 5))
    side = chance.choice(("german", "soviet"))
    going = Going(side, "action", 5, 1, 1, frozenset(pieces), isolated)
    return Position(
        scenario="",
        number=8,
        weather=chance.choice(("frost", "thaw", "snow")),
        phase="movement",
        forces=forces,
        bunkers=bunkers,
        pools={"supply-german": 9, "supply-vl": 9, "supply-soviet": 9},
        going=going,
    )


def done(position, act, rules, *, judged=True):
    """Return the position after an act that no check may call broken."""
    if judged:
        told = [
            (f.rule, f.message)
            for f in ACTS.check(position, act, rules, disputes=False)
            if f.verdict is Verdict.BROKEN
        ]
        assert told == [], act
    ruled = ACTS.apply(position, act, rules)
    assert ruled.unapplied == (), act
    return ruled.position


def settled(position, rules):
    """Return the position with all losses taken and all checks passed."""
    for loss in losses_due(position):
        position = done(position, loss, rules)
    for duty in position.fight.duties:
        assert duty.kind is DutyKind.MORALE
        passed = Morale(duty.unit, 2, 0, "pass")
        position = done(position, passed, rules, judged=False)
    return position


def assaulting(position, chance, rules):
    """Return the position with assaults declared all along the front."""
    side = position.phasing
    enemy = rules.enemy(side)
    for cell in sorted(position.forces[side].stacks):
        near = [other for other in within(cell, 1) if position.stack(other, enemy)]
        for unit in position.stack(cell, side):
            if near and chance.random() < 2 / 3:
                target = rules.number(chance.choice(near))
                position = done(position, Assault(unit, target), rules, judged=False)
    return position
