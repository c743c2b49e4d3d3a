"""Play aids in the real engine against the rules engine, with units strewn over the map."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from assistant.games.white_death.play.fire.legal import commits_for
from assistant.games.white_death.play.fire.resolve import barrage_die_of, fire_of
from assistant.games.white_death.play.fire.tables import SUPPORT
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.position import Bunker, Fight, Force
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Barrage, Fire
from builder.model.game import Kind
from builder.module.aids.dice import forced
from builder.module.aids.pool import POOL
from builder.module.aids.target import TARGET
from tests.assistant.games.firing import assaulting, scattered
from tests.engine.aid_table import lines_of

pytestmark = pytest.mark.engine

VALUE = Fraction(61, 2)
VERBS = {"conventional": ("commitC", "fireC", "c"), "antitank": ("commitA", "fireA", "a")}


def fresh(position, game):
    """Return a position with everybody at full strength, and the bunkers of the set-up."""
    forces = {
        side: Force.of(
            {
                id_: replace(piece, strength=game.units[id_].strength)
                for id_, piece in force.pieces.items()
            }
        )
        for side, force in position.forces.items()
    }
    scenario = next(iter(game.scenarios.values()))
    bunkers = {b.id: Bunker(b.hex, game.markers[b.id].strength) for b in scenario.bunkers}
    return replace(position, forces=forces, bunkers=bunkers)


@pytest.mark.parametrize("one_in", [4, pytest.param(1, marks=pytest.mark.soak)])
def test_values_defences_and_barrage_dice_are_those_of_the_rules(table, one_in):
    """All that fire; of those under fire, and of each stack under a barrage, one in some."""
    game, rules = table.game, Ruleset(table.game)
    chance = random.Random(1942)  # noqa: S311 - a position, no secret
    position = fresh(scattered(chance, rules), game)
    position = assaulting(position, chance, rules)
    position = replace(position, phase="assault", fight=Fight())
    script, wanted = [], []
    for force in position.forces.values():
        script += [table.put(id_, piece.at) for id_, piece in force.pieces.items()]
    script += [table.ask(id_, "isolated") for id_ in sorted(position.going.isolated)]
    script += [("setprop", "WUphase", "assault"), ("setprop", forced(), 2)]
    for line in commits_for(position, rules):
        if line.kind != SUPPORT:
            script.append(("setprop", TARGET, f"h{line.target}"))
            script.append(table.ask(line.unit, VERBS[line.kind][0]))
            wanted.append(line)
    commits = len(wanted)
    enemy = rules.enemy(position.phasing)
    for id_, piece in list(position.forces[enemy].pieces.items())[::one_in]:
        kind = "antitank" if game.units[id_].kind is Kind.AFV else "conventional"
        _, verb, letter = VERBS[kind]
        hex_ = f"h{rules.number(piece.at)}"
        script += [("setprop", POOL, f";{hex_}{letter}={int(VALUE * 16)};"), ("answer", "ok")]
        script.append(table.ask(id_, verb))
        line = fire_of(position, rules, kind, id_, VALUE, 2)
        wanted.append(replace(line, forced=bool(line.die)))
    position = replace(position, phase="barrage", fight=Fight())
    for number, (cell, units) in enumerate(sorted(position.forces[enemy].stacks.items())):
        seen, far = number % 2 == 0, number % 7 + 1
        attack = Barrage(rules.number(cell), ("s-3sa-art",), Fraction(30), seen, far)
        under = ACTS.apply(position, attack, rules).position
        script += [("setprop", "WUbarrage", f"h{rules.number(cell)}")]
        script += [("setprop", "WUbarrageColumn", 4), ("setprop", "WUbarrageFar", far)]
        script.append(("setprop", "WUbarrageSeen", "observed" if seen else "not observed"))
        for id_ in sorted(units)[::one_in]:
            script.append(table.ask(id_, "barrageDie"))
            wanted.append(replace(barrage_die_of(under, rules, id_, 2), forced=True))
    result = table.play(script).clean()
    found = [line for lines in lines_of(result) for line in lines]
    assert found == wanted
    assert commits > 10
    assert {line.kind for line in wanted if isinstance(line, Fire)} == set(VERBS)
