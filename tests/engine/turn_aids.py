"""A planned turn at the real engine's table, every act by the play aids of the module."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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
from builder.hexgrid import Direction, neighbour
from builder.module import piece_keys
from builder.module.aids.commit import FULL, REDUCED
from builder.module.aids.request import menu_key
from builder.module.aids.weather import ROLL
from tests.engine.aid_table import told
from tests.engine.harness import Action, Talk
from tests.engine.turn_plan import Plan

__all__ = ["AidsTable"]

_MARKER = "Target"
_VERBS = {"conventional": "C", "antitank": "A", "exit": "X"}


class AidsTable:
    """The module's menus and buttons.

    Attributes:
        told: Lines that the module has written, in order.
    """

    def __init__(self, plan: Plan, talk: Talk) -> None:
        """Sit down at a game that is set up."""
        self.told: list[Line] = []
        self._plan, self._talk, self._game = plan, talk, plan.game
        self._at: dict[str, str] = {}
        self._aimed = self._supported = self._phase = ""
        self._held = {marker.id: 0 for marker in self._game.markers.values()}
        x, y = self._px(self._plan.data["impulse"][0]["assault"][0]["target"])
        self._do(("place", _MARKER, convention.MAP, x, y))

    # --- what the engine is told -----------------------------------------------------------

    def _do(self, *actions: Action) -> list[Line]:
        """Carry actions out; return the lines that they brought."""
        lines = []
        for result in self._talk.do(*actions):
            assert "error" not in result, result
            lines += told(result)
        self.told += lines
        return lines

    def _ask(self, id_: str, verb: str, *answers: str) -> list[Line]:
        """Take an entry of a unit's menu."""
        return self._do(*_queued(answers), ("key", f"{convention.ID}={id_}", menu_key(verb)))

    def _press(self, button: str, *answers: str) -> list[Line]:
        """Press a button of the toolbar."""
        return self._do(*_queued(answers), ("button", button))

    def _px(self, number: str) -> tuple[int, int]:
        return self._game.map.board.centre(self._game.map.numbering.parse(number))

    def _marker(self, hex_: str, verb: str) -> None:
        """Put the target marker into a hex and take an entry of its menu."""
        self._do(("move", _MARKER, convention.MAP, *self._px(hex_)))
        self._do(("key", _MARKER, menu_key(verb)))

    def _aim(self, hex_: str) -> None:
        if self._aimed != hex_:
            self._marker(hex_, "target")
            self._aimed = hex_

    # --- acts without dice -----------------------------------------------------------------

    def drag(self, unit: str, to: str) -> None:
        """Drag a counter to a hex."""
        self._do(("move", f"{convention.ID}={unit}", convention.MAP, *self._px(to)))
        self._at[unit] = to

    def tell(self, line: Line) -> None:
        """Do an act that needs no die."""
        match line:
            case Impulse() | PhaseStep() | TurnStep():
                self._step(line)
            case Receive() | Supply():
                self._account(line)
            case Barrage():
                self._barrage(line)
            case Commit():
                self._aim(line.target)
                verb = f"commit{_VERBS[line.kind]}"
                if line.share == 1:
                    self._ask(line.unit, verb)
                else:
                    self._ask(line.unit, f"{verb}part", f"choose {line.share}")
            case Loss(why="rout"):
                self._ask(line.unit, "lose", "choose rout", f"choose {line.points}")
            case Loss():
                self._ask(line.unit, "loseFire" if line.why == "fire" else "loseBarrage")
            case _:
                self._of_unit(line)

    def mistake(self, line: Assault) -> None:
        """Declare an assault, and take it back by the engine's undo."""
        self.tell(line)
        self._do("undo")
        assert self.told.pop() == line

    def _of_unit(self, line: Line) -> None:
        """Do an act of one unit that takes one entry of its menu."""
        match line:
            case Deploy():
                self._do(("key", f"{convention.ID}={line.unit}", piece_keys.FLIP))
            case Assault():
                self._ask(line.unit, f"assault{self._way(line.unit, line.target).name}")
            case Advance():
                self._ask(line.unit, "advance")
            case Slip():
                way = self._way(line.unit, line.to).name
                self._ask(line.unit, "slip", f"choose {way}: {line.to}")
            case Entrain():
                self._ask(line.unit, "entrain", f"text:{','.join(line.path[1:])}")
            case Retreat():
                self._ask(line.unit, "retreat", f"text:{','.join(line.path[1:])}")
            case Headquarters():
                self._aim(line.hex)
                fights = (f for i in self._plan.impulses for f in i.get("assault", ()))
                unit = next(f["hq"]["unit"] for f in fights if f["target"] == line.hex)
                self._ask(unit, "hq", "choose the declared target hex")
            case _:
                raise AssertionError(line)

    def _step(self, line: Impulse | PhaseStep | TurnStep) -> None:
        match line:
            case Impulse():
                side = self._game.side(line.side).name
                self._press("Impulse", *(f"choose {x}" for x in (side, line.kind, line.points)))
                self._phase = self._game.phases[0]
            case PhaseStep():
                self._press("Phase")
                self._phase = line.new
            case TurnStep():
                self._do(("turn", "Turn", "next"))

    def _account(self, line: Receive | Supply) -> None:
        """Choose a pool, and what it pays for, by the entries that show points."""
        pool, holds = self._game.markers[line.pool].name, self._held[line.pool]
        if isinstance(line, Receive):
            self._press("Receive supply", f"choose {pool} ({line.points})")
            self._held[line.pool] += line.points
            return
        what = self._game.supply.costs[line.why].name
        answers = f"choose {pool} ({holds})", f"choose {what} ({line.points})"
        self._press("Pay supply", *answers)
        self._held[line.pool] -= line.points

    def _way(self, unit: str, target: str) -> Direction:
        parse = self._game.map.numbering.parse
        here = parse(self._at.get(unit) or self._start(unit))
        return next(way for way in Direction if neighbour(here, way) == parse(target))

    def _start(self, unit: str) -> str:
        """Return where a unit stands that has not been dragged."""
        for impulse in self._plan.impulses:
            for act in impulse.get("movement", ()):
                if act["unit"] == unit:
                    return act["drags"][0]
        raise AssertionError(unit)

    def _barrage(self, line: Barrage) -> None:
        self._aim(line.target)
        for firer in line.firers:
            self._ask(firer, "barrage")
        self._ask(line.firers[0], "attack", "ok", "choose observed")

    def support(self, line: Commit, *, full: bool) -> None:
        """Commit support."""
        self._aim(line.target)
        if self._supported != line.stack:
            self._marker(line.stack, "supported")
            self._supported = line.stack
        self._ask(line.unit, "commitS", f"choose {FULL if full else REDUCED}")

    def volley(self, unit: str, at: str) -> None:
        """Let a unit fire at what leaves a hex."""
        self._aim(at)
        self._ask(unit, "commitX")

    # --- dice ------------------------------------------------------------------------------

    def weather(self) -> int:
        """Roll for the weather."""
        (line,) = self._press("Weather", f"choose {ROLL}")
        return line.die

    def die(self, line: Line, part: str = "all") -> int:
        """Roll for an attack, or for a unit under a barrage."""
        match line:
            case BarrageDie():
                (rolled,) = self._ask(line.unit, "barrageDie")
            case Fire():
                if line.kind == "exit":
                    self._aim(line.hex)
                share = f"choose half: {line.value}" if part == "half" else "ok"
                (rolled,) = self._ask(line.target, f"fire{_VERBS[line.kind]}", share)
            case _:
                raise AssertionError(line)
        return rolled.die

    def check(self, unit: str, added: Mapping[str, int], *, called: bool) -> int:
        """Roll for morale."""
        del called
        shocks = [each for each in added if each in self._game.combat.shocks]
        shock = [f"choose {(*shocks, 'no shock')[0]}"] if self._phase == "assault" else []
        (rolled,) = self._ask(unit, "morale", "ok", *shock)
        return rolled.roll


def _queued(answers: Iterable[str]) -> list[Action]:
    return [("answer", text) for text in answers]
