"""A module with pictures of one colour, and what tests of play aids do with it.

Drawing White Death takes minutes; the aids don't look at pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder import convention
from builder.convention import Line, is_undone, parse_line
from builder.hexgrid import Hex
from builder.model.game import Game
from builder.model.load import load_game
from builder.module.aids.request import menu_key
from builder.module.assemble import module_entries
from builder.module.picture import PANEL_PX
from builder.module.plan import box_image, picture_names, plan
from builder.vassal.archive import archive_bytes
from tests.builder.module.small import plain_png
from tests.engine.harness import Action, EngineResult, Probe

__all__ = ["Table", "lines_of", "told"]


@dataclass(frozen=True)
class Table:
    """A game, its module, and how pieces are handled in a script for the probe."""

    game: Game
    module: Path

    @classmethod
    def lay(cls, folder: Path, game_id: str = "white-death") -> Table:
        """Write the module into a folder."""
        game = load_game(game_id)
        made = plan(game, PANEL_PX)
        sizes = {box_image(board): board.size_px for board in made.boards}
        sizes |= {"map.png": game.map.board.size_px, "umpire.png": PANEL_PX}
        pictures = {
            name: plain_png(sizes.get(name, (64, 64)), (200, 190, 150))
            for name in picture_names(made)
        }
        path = folder / "aids.vmod"
        path.write_bytes(archive_bytes(module_entries(made, pictures, {"a.csv": b"1\n"}, b"OFL")))
        return cls(game, path)

    def put(self, id_: str, cell: Hex) -> Action:
        """Drag a piece to a hex."""
        return ("move", f"{convention.ID}={id_}", convention.MAP, *self.game.map.board.centre(cell))

    @staticmethod
    def ask(id_: str, verb: str) -> Action:
        """Take an entry of a piece's menu."""
        return ("key", f"{convention.ID}={id_}", menu_key(verb))

    def play(self, probe: Probe, actions: Iterable[Action], timeout_s: int = 900) -> EngineResult:
        """Set the first scenario up and carry actions out as its first side."""
        title = next(iter(self.game.scenarios.values())).title
        script = [("setup", title), *actions]
        side = self.game.sides[0].name
        return probe.run(self.module, *script, side=side, timeout_s=timeout_s)

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
