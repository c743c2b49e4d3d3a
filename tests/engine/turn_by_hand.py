"""A planned turn at the real engine's table without play aids: drags, tracks, dice and chat.

Who plays so reckons himself, and writes into the chat what no counter shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from builder import convention
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
    PhaseStep,
    Receive,
    Retreat,
    Slip,
    Supply,
    TurnStep,
)
from builder.draw.tracks import track_boxes
from builder.module import piece_keys
from tests.engine.harness import Action, Talk
from tests.engine.turn_plan import Plan

__all__ = ["HandTable"]

_ROLLED = re.compile(r"\*\* (?:1d6|2d6) = ([0-9, ]+) \*\*\*")


class HandTable:
    """Counters, the turn counter, the two dice buttons and the chat."""

    def __init__(self, plan: Plan, talk: Talk) -> None:
        """Sit down at a game that is set up."""
        self._talk, self._game = talk, plan.game
        self._data = plan.data
        self._pools = {marker.id: 0 for marker in plan.game.markers.values()}
        self._strength = {unit.id: unit.strength for unit in plan.game.units.values()}
        boxes = track_boxes(plan.game)
        self._boxes = {(box.kind, box.of, box.value): box.centre for box in boxes}

    def _do(self, *actions: Action) -> list[str]:
        """Carry actions out; return the chat."""
        results = self._talk.do(*actions)
        assert not any("error" in result for result in results), results
        return [text for result in results for text in result["chat"]]

    def _say(self, text: str) -> None:
        self._do(("chat", text))

    def _roll(self, dice: str) -> int:
        """Press a dice button; return the sum."""
        (found,) = filter(None, map(_ROLLED.search, self._do(("dice", dice))))
        return sum(int(each) for each in found[1].split(","))

    def _label(self, unit: str) -> str:
        return self._game.units[unit].label

    def _to_box(self, marker: str, kind: str, of: str, value: int) -> None:
        """Drag a marker to a box of a track."""
        x, y = self._boxes[kind, of, value]
        self._do(("move", f"{convention.ID}={marker}", convention.MAP, x, y))

    # --- acts without dice -----------------------------------------------------------------

    def drag(self, unit: str, to: str) -> None:
        """Drag a counter to a hex."""
        x, y = self._game.map.board.centre(self._game.map.numbering.parse(to))
        self._do(("move", f"{convention.ID}={unit}", convention.MAP, x, y))

    def tell(self, line: Line) -> None:
        """Do an act that needs no die."""
        match line:
            case Impulse():
                side = self._game.side(line.side).name
                self._say(f"{side} {line.kind} impulse, {line.points} points, {line.left} left")
                self._to_box(f"current-{line.side}", "movement", line.side, max(line.left, 1))
            case PhaseStep():
                self._say(f"{line.new.replace('-', ' ')} phase")
            case TurnStep():
                self._do(("turn", "Turn", "next"))
                self._to_box("turn", "turn", "", line.new)
            case Receive() | Supply():
                self._account(line)
            case Deploy():
                self._do(("key", f"{convention.ID}={line.unit}", piece_keys.FLIP))
            case Loss():
                self._lose(line)
            case _:
                self._say(self._words(line))

    def mistake(self, line: Assault) -> None:
        """Drag a counter into the hex it assaults, and take that back by the engine's undo."""
        self.drag(line.unit, line.target)
        self._do("undo")

    def _words(self, line: Line) -> str:
        """Return what a player writes of an act that counters don't show."""
        match line:
            case Assault():
                text = f"{self._label(line.unit)} assaults {line.target}"
            case Advance():
                text = f"{self._label(line.unit)} advances into {line.to}"
            case Slip():
                text = f"{self._label(line.unit)} slips away to {line.to}"
            case Entrain() | Retreat():
                act = "goes by rail" if isinstance(line, Entrain) else "retreats"
                text = f"{self._label(line.unit)} {act}: {' '.join(line.path)}"
            case Barrage():
                firers = ", ".join(map(self._label, line.firers))
                text = f"barrage of {line.target} with {line.value}: {firers}"
            case Headquarters():
                text = f"{line.formation} controls the fight for {line.hex}"
            case Commit():
                text = f"{self._label(line.unit)}: {line.value} {line.kind} against {line.target}"
            case _:
                raise AssertionError(line)
        return text

    def _account(self, line: Receive | Supply) -> None:
        points = line.points if isinstance(line, Receive) else -line.points
        self._pools[line.pool] += points
        name = self._game.markers[line.pool].name
        why = "received" if isinstance(line, Receive) else f"for {line.why}"
        self._say(f"{name} {points:+d}, {why}")
        self._to_box(line.pool, "supply", line.pool, self._pools[line.pool])

    def _lose(self, line: Loss) -> None:
        """Count the strength down on the counter; one without any goes to the eliminated."""
        piece = f"{convention.ID}={line.unit}"
        self._strength[line.unit] -= line.points
        if self._strength[line.unit] < 1:
            self._do(("key", piece, piece_keys.ELIMINATE))
            return
        self._do(*[("key", piece, piece_keys.LOSE)] * line.points)

    def support(self, line: Commit, *, full: bool) -> None:
        """Commit support."""
        supplied = "" if full else ", out of supply or unpaid"
        self._say(f"{self._words(line)}, for {line.stack}{supplied}")

    def volley(self, unit: str, at: str) -> None:
        """Let a unit fire at what leaves a hex."""
        self._say(f"{self._label(unit)} fires at what leaves {at}")

    # --- dice ------------------------------------------------------------------------------

    def weather(self) -> int:
        """Roll for the weather."""
        self._say("weather")
        die = self._roll("1d6")
        weather = self._data["weather"][str(die)]
        self._to_box("weather", "weather", weather, 0)
        return die

    def die(self, line: Line, part: str = "all") -> int:
        """Roll for an attack, or for a unit under a barrage."""
        del part
        match line:
            case BarrageDie():
                self._say(f"barrage on {self._label(line.unit)}, {line.modifier:+d}")
            case Fire():
                odds = f"{line.value} against {line.defence}, {line.column}"
                self._say(f"{line.kind} fire at {self._label(line.target)}: {odds}")
            case _:
                raise AssertionError(line)
        return self._roll("1d6")

    def check(self, unit: str, added: Mapping[str, int], *, called: bool) -> int:
        """Roll for morale."""
        del called
        parts = " ".join(f"{name} {amount:+d}" for name, amount in added.items())
        self._say(f"morale of {self._label(unit)} {parts}".strip())
        return self._roll("2d6")
