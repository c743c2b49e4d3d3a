"""A module with pictures of one colour, and what tests of play aids do with it.

Drawing White Death takes minutes; the aids don't look at pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from builder import convention
from builder.convention import Line, is_undone, parse_line
from builder.hexgrid import Hex
from builder.model.game import Game
from builder.module.aids.request import menu_key
from builder.module.assemble import module_entries
from builder.module.picture import PANEL_PX
from builder.module.plan import box_image, picture_names, plan
from builder.vassal.archive import archive_bytes
from tests.builder.module.small import plain_png
from tests.engine.harness import NOISE, Action, EngineResult, Probe, Talk

__all__ = ["Sitting", "Table", "lines_of", "plain_module", "told"]

AT_A_TIME = 100
"""Actions that a pipe has room for."""
FAULTS = ("missingImages", "missingPrototypes", "badGpids")


def plain_module(game: Game, folder: Path) -> Path:
    """Write a game's module with pictures of one colour into a folder."""
    made = plan(game, PANEL_PX)
    sizes = {box_image(board): board.size_px for board in made.boards}
    sizes |= {"map.png": game.map.board.size_px, "umpire.png": PANEL_PX}
    pictures = {
        name: plain_png(sizes.get(name, (64, 64)), (200, 190, 150)) for name in picture_names(made)
    }
    path = folder / f"{game.id}.vmod"
    path.write_bytes(archive_bytes(module_entries(made, pictures, {"a.csv": b"1\n"}, b"OFL")))
    return path


class Sitting:
    """One run of the engine in which games are played one after the other.

    To open a module takes longer than to play most of them.
    """

    def __init__(self, probe: Probe, module: Path, side: str) -> None:
        """Begin without the engine.

        Args:
            probe: The engine.
            module: The module.
            side: The side to join.
        """
        self._talking = partial(probe.talk, module, side=side, timeout_s=1800)
        self._open = ExitStack()
        self._talk: Talk | None = None

    def play(self, actions: Iterable[Action]) -> EngineResult:
        """Play a game from its first action to its last, and close it.

        Raises:
            EngineError: The engine ended. The next game is played in another run.
        """
        try:
            if self._talk is None:
                self._talk = self._open.enter_context(self._talking())
            results = list(_carried_out(self._talk, [*actions, "close", "problems"]))
        except BaseException:
            self.end()
            raise
        problems = [each for each in results[-1]["problems"] if each.get("message") not in NOISE]
        return EngineResult(results=results[:-2], problems=problems)

    def end(self) -> None:
        """Let the engine end.

        Raises:
            EngineError: It found fault with the module.
        """
        talk, self._talk = self._talk, None
        self._open.close()
        if talk is not None:
            EngineResult({name: talk.document.get(name) for name in FAULTS}).clean()


def _carried_out(talk: Talk, script: Sequence[Action]) -> Iterator[dict[str, Any]]:
    """Carry actions out, no more at a time than the pipe takes; yield their results."""
    for start in range(0, len(script), AT_A_TIME):
        yield from talk.do(*script[start : start + AT_A_TIME])


@dataclass(frozen=True)
class Table:
    """A game, its module open in the engine, and how pieces are handled in a script for it."""

    game: Game
    module: Path
    sitting: Sitting

    def put(self, id_: str, cell: Hex) -> Action:
        """Drag a piece to a hex."""
        return ("move", f"{convention.ID}={id_}", convention.MAP, *self.game.map.board.centre(cell))

    @staticmethod
    def ask(id_: str, verb: str) -> Action:
        """Take an entry of a piece's menu."""
        return ("key", f"{convention.ID}={id_}", menu_key(verb))

    def play(self, actions: Iterable[Action]) -> EngineResult:
        """Set the first scenario up and carry actions out as its first side."""
        title = next(iter(self.game.scenarios.values())).title
        return self.sitting.play([("setup", title), *actions])

    def at(self, number: str) -> Hex:
        """Return a hex by its printed number."""
        return self.game.map.numbering.parse(number)


def told(result: dict[str, Any]) -> list[Line]:
    """Return the lines that one action brought."""
    ours = [text for text in result["chat"] if convention.is_ours(text) and not is_undone(text)]
    return [parse_line(text) for text in ours]


def lines_of(result: EngineResult, action: str = "key") -> Iterator[list[Line]]:
    """Yield the lines of each action of a kind."""
    for each in result["results"]:
        if each["action"] == action:
            yield told(each)
