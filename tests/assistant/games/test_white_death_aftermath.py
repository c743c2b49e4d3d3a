"""Combats played to their end by what the rules call for: nothing of it is ever broken."""

from __future__ import annotations

import random
from collections import Counter as Tally

import pytest

from assistant.audit.finding import Verdict
from assistant.games.white_death.play.advance.advance import advances
from assistant.games.white_death.play.morale.duties import morale_of
from assistant.games.white_death.play.morale.outstanding import outstanding
from assistant.games.white_death.play.retreat.ways import retreats
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.position import DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Advance, Ice, Line, Loss, Retreat
from builder.hexgrid import neighbours
from tests.assistant.games.acted import fixed, game_of, line, position_of, rules_of
from tests.assistant.games.combat_positions import case_of, words_of

RESULTS = {"conventional": ["MC", "MC1", "MC2", "MC3", "none"], "antitank": ["X", "2X", "none"]}
MOST = 60
"""More acts than any of these combats takes."""


class Combat:
    """One hex under assault from all around, fired at unit by unit."""

    def __init__(self, seed: int) -> None:
        """Lay out the position, the assaults declared."""
        self.seed, self.dice = seed, random.Random(seed)  # noqa: S311 - a position, no secret
        self.seen: Tally[str] = Tally()
        self.rules, self.position = self.laid()
        self.cell = self.position.piece("mover").at
        for id_, piece in self.position.forces[self.position.phasing].pieces.items():
            if piece.at in neighbours(self.cell):
                self.apply(line(f"assault unit={id_} target={self.rules.number(self.cell)}"))

    def laid(self) -> tuple[Ruleset, Position]:
        """Return rules and a random position, its units in the groups they belong to."""
        case = case_of(self.dice)
        units = case["units"]
        side, place = units["mover"].split()[0], units["mover"].split()[4]
        for n in range(self.dice.randrange(3)):
            units[f"mate{n}"] = f"{words_of(side, self.dice)} {place} strength={n + 1}"
        afvs = [id_ for id_, words in units.items() if words.split()[1] == "AFV"]
        weapons = [id_ for id_, words in units.items() if words.split()[1] == "weapons"]
        proof = [id_ for id_ in afvs if units[id_].startswith("german")]
        case["groups"] |= {"afvs": afvs, "all": list(units), "weapons": weapons}
        case["groups"]["fright-proof"] = proof
        case["isolated"] = [id_ for id_ in units if self.dice.random() < 0.2]
        case["optional"] = ["23"] if self.dice.random() < 0.5 else []
        game = game_of(case)
        rules = rules_of(case, game)
        return rules, fixed(position_of(case, game), case, rules)

    def apply(self, act: Line) -> None:
        """Do an act that isn't judged here."""
        self.position = ACTS.apply(self.position, act, self.rules).position

    def do(self, act: Line) -> None:
        """Do an act that must break nothing and leave nothing unapplied."""
        found = ACTS.check(self.position, act, self.rules, disputes=False)
        broken = [each for each in found if each.verdict is Verdict.BROKEN]
        assert not broken, (self.seed, act, broken)
        ruled = ACTS.apply(self.position, act, self.rules)
        assert not ruled.unapplied, (self.seed, act)
        self.position = ruled.position
        self.seen[type(act).__name__] += 1

    def settle(self, *, fright: bool) -> None:
        """Do what is still to be done until nothing is left; fright comes when all is fired."""
        for _ in range(MOST):
            duties = outstanding(self.position, self.rules) if fright else self.at_once()
            if not duties:
                return
            self.do(self.act_for(duties[0]))
        raise AssertionError(f"{self.seed}: no end")

    def at_once(self) -> tuple:
        """Return what has to be done before the next attack."""
        return self.position.fight.duties

    def act_for(self, duty) -> Line:
        """Return a line that does a duty."""
        match duty.kind:
            case DutyKind.LOSS:
                return Loss(duty.unit, duty.points, duty.why)
            case DutyKind.MORALE:
                roll = self.dice.randint(1, 6) + self.dice.randint(1, 6)
                act = morale_of(self.position, self.rules, duty.unit, roll)
                self.seen.update([act.result, *(word.split(":")[0] for word in act.why)])
                return act
            case DutyKind.RETREAT:
                ways = sorted(retreats(self.position, duty.unit, self.rules).values())
                way = self.dice.choice(ways)
                return Retreat(duty.unit, tuple(map(self.rules.number, way)))
        assert duty.kind is DutyKind.ICE, duty
        side = f"{self.rules.number(duty.hex)}/{self.rules.number(duty.to)}"
        return Ice(duty.unit, side, self.dice.randint(1, 6))

    def fire(self) -> None:
        """Fire once at every unit of the hex, each check made at once."""
        side = self.rules.enemy(self.position.phasing)
        for unit in self.position.stack(self.cell, side):
            kind = "antitank" if unit in self.rules.group("afvs") else "conventional"
            result = self.dice.choice(RESULTS[kind])
            figures = "value=12 defence=6 column=2:1 die=1"
            self.apply(line(f"fire kind={kind} target={unit} {figures} result={result}"))
            self.settle(fright=False)

    def advance(self) -> None:
        """Let everybody advance who may."""
        for unit in self.position.forces[self.position.phasing].pieces:
            for to in advances(self.position, unit, self.rules):
                self.do(Advance(unit, self.rules.number(to)))
                self.settle(fright=False)


def played(seed: int) -> Tally[str]:
    """Play one combat; return what happened in it."""
    combat = Combat(seed)
    combat.fire()
    combat.settle(fright=True)
    combat.advance()
    act = line("phase old=assault new=terminal")
    left = ACTS.check(combat.position, act, combat.rules, disputes=False)
    told = {each.rule for each in left if each.verdict is Verdict.BROKEN}
    assert not {rule for rule in told if rule.startswith("WD-14")}, (seed, told)
    held = {combat.position.holder(cell) for cell in combat.rules.game.map.hexes}
    assert held <= {"", "german", "soviet"}
    for cell in combat.rules.game.map.hexes:
        both = [side for side in ("german", "soviet") if combat.position.stack(cell, side)]
        assert len(both) < 2, (seed, combat.rules.number(cell))
    for force in combat.position.forces.values():
        for id_, piece in force.pieces.items():
            assert (piece.strength > 0) == (piece.at is not None), (seed, id_)
    return combat.seen


HAPPENS = {"Loss", "Morale", "Retreat", "Advance", "Ice", "pass", "fail", "rout"}
HAPPENS |= {"result", "tank-fright", "isolated", "snow", "routed", "eliminated"}


def test_combats_end_with_nothing_left_undone_and_nothing_broken():
    seen: Tally[str] = Tally()
    for seed in range(300):
        seen += played(seed)
    assert {word for word in HAPPENS if not seen[word]} == set(), seen


@pytest.mark.soak
def test_very_many_combats_end_with_nothing_broken():
    for seed in range(1_000, 11_000):
        played(seed)
