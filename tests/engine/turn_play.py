"""Plays a planned turn on any table: in the engine by menus, there by hand, or out of a log.

A table carries acts out and rolls dice; what they mean is worked out here, by the plan's charts.
Every act that a module has a line for is kept as that line, as the hand would write it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from builder.convention import Line
from builder.convention.line import (
    Advance,
    Assault,
    Barrage,
    BarrageDie,
    Commit,
    Deploy,
    Entrain,
    Fire,
    Headquarters,
    Impulse,
    Loss,
    Morale,
    PhaseStep,
    Receive,
    Retreat,
    Slip,
    Supply,
    TurnStep,
    Weather,
)
from tests.engine.turn_plan import Chart, Fallen, Field, Plan
from tests.engine.turn_table import Judged, Played, Table

__all__ = ["play_turn"]

_BARRAGE, _DEFENCE, _ASSAULT, _MOVEMENT = "barrage", "defensive-fire", "assault", "movement"
_NONE = "none"


def play_turn(plan: Plan, table: Table) -> Played:
    """Play a turn."""
    turn = _Turn(plan, table)
    return Played(turn.play(), turn.judged, turn.field)


class _Turn:
    """One turn being played."""

    def __init__(self, plan: Plan, table: Table) -> None:
        self.plan, self.table, self.field = plan, table, Field(plan)
        self.lines: list[Line] = []
        self.judged: set[Judged] = set()
        self.number, self.phase = -1, ""

    def play(self) -> list[Line]:
        die = self.table.weather()
        self.lines.append(Weather(self.plan.data["weather"][str(die)], die))
        for pool, points in self.plan.data["receive"].items():
            self._tell(Receive(pool, points))
        for impulse in self.plan.impulses:
            self._impulse(impulse)
        if self.plan.whole:
            turn = self.plan.data["turn"]
            self._tell(TurnStep(turn, turn + 1))
        return self.lines

    def _judge(self, act: Mapping[str, Any], unit: str = "") -> None:
        """Note what the plan holds an act for that was done."""
        if "expect" in act:
            self.judged.add((self.number, unit, "broken", act["expect"]))
        if "closing" in act:  # seen when the next impulse is declared
            self.judged.add((self.number + 1, unit, "broken", act["closing"]))
        if "reading" in act:
            self.judged.add((self.number, unit, "disputed", act["reading"]))

    def _tell(self, line: Line) -> None:
        self.lines.append(line)
        self.table.tell(line)

    # --- an impulse ------------------------------------------------------------------------

    def _impulse(self, impulse: dict[str, Any]) -> None:
        declared = (impulse["side"], impulse["kind"], impulse["points"], impulse["left"])
        self._tell(Impulse(*declared))
        self.number += 1
        self._judge(impulse)
        self.field.unable.clear()
        self.phase, *others = self.plan.game.phases
        acts = {
            _MOVEMENT: ("movement", self._movement),
            _BARRAGE: ("barrage", self._barrage),
            _DEFENCE: ("defence", self._defence),
            _ASSAULT: ("assault", self._assault),
        }
        for phase in others:
            self._tell(PhaseStep(self.phase, phase))
            self.phase, self.field.fallen = phase, Fallen()
            key, do = acts.get(phase, ("", None))
            for act in impulse.get(key, ()) if do else ():
                do(act)
            if phase == _MOVEMENT:
                self._payments(impulse)

    def _payments(self, impulse: dict[str, Any]) -> None:
        for pay in impulse.get("pay", ()):
            self._tell(Supply(pay["pool"], pay["points"], pay["activity"]))

    # --- movement --------------------------------------------------------------------------

    def _movement(self, act: dict[str, Any]) -> None:
        unit, ways = act["unit"], act.get("drags") or act["rail"]
        if self.field.at.setdefault(unit, ways[0]) != ways[0]:
            self.field.unable.add(unit)
            return
        self._judge(act, unit)
        if "rail" in act:
            self._tell(Entrain(unit, tuple(ways), self.field.strength[unit]))
            self._drag(unit, ways[-1])
            return
        for to in ways[1:]:
            self._drag(unit, to)
        if "exit" in act:
            self._leaves(unit, act["exit"])
        if act.get("deploy"):
            self._tell(Deploy(unit))
        if "slip" in act:
            self._tell(Slip(unit, act["slip"]))
            self._drag(unit, act["slip"])
        if "assault" in act:
            line = Assault(unit, act["assault"])
            if act.get("undo"):
                self.table.mistake(line)
            self._tell(line)

    def _drag(self, unit: str, to: str) -> None:
        self.field.at[unit] = to
        self.table.drag(unit, to)

    def _leaves(self, unit: str, fire: dict[str, Any]) -> None:
        """Fire at tanks that have left a zone: where they fail or rout is the hex they left."""
        firer, hex_ = fire["firer"], fire["hex"]
        self.table.volley(firer, hex_)
        value, defence = Fraction(fire["value"]), Fraction(fire["defence"])
        attack = {"unit": unit, "kind": "exit", "firers": (firer,), "hex": hex_}
        result = self._fire(attack, value, defence, self.plan.chart("antitank"))
        self._suffer(unit, "antitank", result, left=hex_)

    # --- barrage ---------------------------------------------------------------------------

    def _barrage(self, act: dict[str, Any]) -> None:
        """Barrage a hex; every unit there rolls, then all take losses and checks."""
        target = act["target"]
        firers = tuple(act["firers"])
        self._tell(Barrage(target, firers, Fraction(act["value"]), observed=True, far=act["far"]))
        rows = self.plan.data["barrage"]["rows"]
        called = {}
        for unit, modifier in act["targets"].items():
            self.field.at.setdefault(unit, target)
            die = self.table.die(BarrageDie(unit, 0, modifier, 0))
            called[unit] = rows[die + modifier - 1]
            self.lines.append(BarrageDie(unit, die, modifier, called[unit]))
        for unit, points in called.items():
            most = max(1, self.field.strength[unit] // 2)
            lost = min(points, most)
            if lost and not self._lose(unit, lost, "barrage"):
                self._check(unit, lost)
        for unit in act.get("advance", ()):
            if not any(self.field.at[each] == target for each in act["targets"]):
                self._tell(Advance(unit, target))
                self._drag(unit, target)

    # --- fire ------------------------------------------------------------------------------

    def _defence(self, fight: dict[str, Any]) -> None:
        from_ = fight["from"]
        pools: dict[tuple[str, str], Fraction] = {}
        for commit in fight["commits"]:
            if commit.get("kind") != "support":
                self.field.at.setdefault(commit["unit"], from_)
        aims = {each["at"] for each in fight["attacks"] if self._assaults(each["unit"], each["at"])}
        for commit in fight["commits"]:
            if commit["at"] in aims and self._manned(from_, fight):
                self._commit(commit, from_, commit["at"], pools)
        for attack in fight["attacks"]:
            if attack["at"] in aims:
                self._attack(attack, pools, attack["at"])

    def _manned(self, from_: str, fight: dict[str, Any]) -> bool:
        """Tell whether a unit of a hex under assault is still there to fire or be supported."""
        direct = [c["unit"] for c in fight["commits"] if c.get("kind") != "support"]
        return any(self.field.at[u] == from_ and self.field.able(u) for u in direct)

    def _assaults(self, unit: str, at: str) -> bool:
        return self.field.at.get(unit) == at and self.field.able(unit)

    def _assault(self, fight: dict[str, Any]) -> None:
        target, pools = fight["target"], dict[tuple[str, str], Fraction]()
        targets = [each["unit"] for each in fight["attacks"]]
        for each in targets:
            self.field.at.setdefault(each, target)
        direct = [c["unit"] for c in fight["commits"] if c.get("kind") != "support"]
        able = [unit for unit in direct if self.field.able(unit)]
        if not able or not any(self.field.at[each] == target for each in targets):
            return
        if "hq" in fight:
            named = fight["hq"]
            side = self.plan.game.units[named["unit"]].side
            self._tell(Headquarters(target, side, named["formation"]))
        stacks = {self.field.at[unit] for unit in able}
        for commit in fight["commits"]:
            if commit["unit"] in able or commit.get("stack") in stacks:
                self._commit(commit, "", target, pools)
        for attack in fight["attacks"]:
            unclear = {"reading": fight["reading"]} if "reading" in fight else {}
            self._attack(attack | unclear, pools, target, shock=fight.get("shock", ""))

    def _commit(
        self,
        commit: dict[str, Any],
        from_: str,
        target: str,
        pools: dict[tuple[str, str], Fraction],
    ) -> None:
        """Put a unit's fire into a pool."""
        unit, kind = commit["unit"], commit.get("kind", "conventional")
        if from_ and kind != "support" and self.field.at[unit] != from_:
            return
        if not self.field.able(unit):
            return
        part = Fraction(commit.get("part", 1))
        value = Fraction(commit["each"]) * self.field.strength[unit] * part
        self._judge(commit, unit)
        line = Commit(unit, kind, target, value, part, commit.get("stack", ""))
        self.lines.append(line)
        if kind == "support":
            self.table.support(line, full=commit.get("supplied", True))
        else:
            self.table.tell(line)
        pool = "antitank" if kind == "antitank" else "conventional"
        pools[pool, target] = pools.get((pool, target), Fraction(0)) + value

    def _attack(
        self,
        attack: dict[str, Any],
        pools: dict[tuple[str, str], Fraction],
        hex_: str,
        shock: str = "",
    ) -> None:
        """Fire a part of a pool at a unit, and let it take what follows."""
        unit, kind = attack["unit"], attack.get("kind", "conventional")
        pool = pools.get((kind, hex_), Fraction(0))
        if self.field.at.get(unit) != hex_ or not pool:
            return
        part = attack.get("part", "all")
        value = pool / 2 if part == "half" else pool
        pools[kind, hex_] = pool - value
        chart = self.plan.chart(kind)
        result = self._fire(attack | {"kind": kind}, value, Fraction(attack["defence"]), chart)
        if self._suffer(unit, kind, result, shock=shock):
            self._judge(attack, unit)

    def _fire(
        self, attack: dict[str, Any], value: Fraction, defence: Fraction, chart: Chart
    ) -> str:
        """Roll for an attack; return its result."""
        column = chart.column(value, defence)
        heading = chart.columns[column] if column >= 0 else _NONE

        def line(die: int, result: str) -> Fire:
            more = (attack.get("firers", ()), attack.get("hex", ""))
            kind, unit = attack["kind"], attack["unit"]
            return Fire(kind, unit, value, defence, heading, die, result, *more)

        die = self.table.die(line(0, _NONE), attack.get("part", "all"))
        result = chart.rows[die - 1][column] if column >= 0 else "-"
        self.lines.append(line(die, _NONE if result == "-" else result))
        return result

    # --- what follows ----------------------------------------------------------------------

    def _suffer(
        self, unit: str, kind: str, result: str, *, shock: str = "", left: str = ""
    ) -> bool:
        """Take losses and check morale as a result says; tell whether there was a check."""
        if kind == "antitank":
            lost = min({"-": 0, "X": 1, "2X": 2}[result], self.field.strength[unit])
            number = lost
        else:
            number = int(result[2:] or 0) if result != "-" else 0
            lost = min(number, max(1, self.field.strength[unit] // 2))
        if lost and self._lose(unit, lost, "fire"):
            return False
        called = bool(lost) or (kind != "antitank" and result != "-")
        if called or shock:
            levels = {shock: 1} if shock and called else {}
            self._check(unit, number, levels, called=called, left=left)
        return called or bool(shock)

    def _lose(self, unit: str, points: int, why: str) -> bool:
        """Take strength from a unit; tell whether it is gone."""
        stack = self.field.stack(unit)
        self._tell(Loss(unit, points, why))
        gone = self.field.lose(unit, points)
        if gone and why in {"fire", "barrage"}:
            self.field.fallen.eliminated[stack] += 1
        return gone

    def _check(
        self,
        unit: str,
        number: int,
        levels: Mapping[str, int] | None = None,
        *,
        called: bool = True,
        left: str = "",
    ) -> None:
        """Roll for morale, and let the unit rout or fail."""
        stack, fallen = self.field.stack(unit), self.field.fallen
        added = {"result": number, **(levels or {})}
        added |= {"routed": fallen.routed[stack], "eliminated": fallen.eliminated[stack]}
        added = {name: amount for name, amount in added.items() if amount}
        roll = self.table.check(unit, added, called=called)
        over = roll + sum(added.values()) - self.plan.game.units[unit].morale
        data = self.plan.data
        result = "rout" if over >= data["rout"] else "fail" if over >= data["fail"] else "pass"
        why = tuple(f"{name}:+{amount}" for name, amount in added.items())
        self.lines.append(Morale(unit, roll, sum(added.values()), result, why))
        if result == "pass":
            return
        self.field.unable.add(unit)
        if left:
            self._drag(unit, left)
        if result == "rout":
            fallen.routed[stack] += 1
            self._rout(unit)
        elif self.phase == _ASSAULT:
            self._retreat(unit)

    def _rout(self, unit: str) -> None:
        lost = 0 if self.field.is_afv(unit) else self.plan.data["rout_loss"]
        if not lost or not self._lose(unit, lost, "rout"):
            self._retreat(unit)

    def _retreat(self, unit: str) -> None:
        way = self._way(unit)
        self._tell(Retreat(unit, way))
        self._drag(unit, way[-1])

    def _way(self, unit: str) -> tuple[str, ...]:
        """Return the way of a retreat that the plan has.

        Raises:
            AssertionError: It begins elsewhere: the plan has a gap.
        """
        way: Iterable[str] = self.plan.data["way"][unit]
        first, *others = way
        assert first == self.field.at[unit], f"{unit} must retreat from {self.field.at[unit]}"
        return first, *others
