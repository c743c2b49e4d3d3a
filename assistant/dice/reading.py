"""From files to everything that a report on dice tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from assistant.dice.buttons import Buttons
from assistant.dice.ledger import Ledger, Source, gather
from assistant.dice.tally import Tally, add_up
from assistant.errors import LogError
from assistant.record.entry import Join
from assistant.record.module import read_module
from assistant.record.stitch import Game, stitch
from assistant.record.viewer import Viewer
from builder.vassal.damage import Damage
from builder.vassal.opened import Limits, Opened, open_file

__all__ = ["Dice", "read"]


@dataclass(frozen=True, slots=True)
class Dice:
    """What a report on dice is made of.

    Args:
        ledger: Every roll.
        tally: What they add up to.
        joins: How the files follow each other.
        notes: What is odd about the files, one sentence each.
        damage: What was lost of which file.
        module: Name of the module whose dice buttons were looked up; empty without one.
    """

    ledger: Ledger
    tally: Tally
    joins: tuple[Join, ...] = ()
    notes: tuple[str, ...] = ()
    damage: tuple[tuple[str, Damage], ...] = ()
    module: str = ""

    @property
    def status(self) -> int:
        """0 if every roll could be counted, 1 if parts were lost or lines weren't understood."""
        unread = any(each.kind == "unread" for each in self.ledger.odd)
        return 1 if unread or self.damage else 0


def read(
    paths: Sequence[Path],
    module: Path | None = None,
    *,
    viewer: Viewer,
    limits: Limits | None = None,
) -> Dice:
    """Read the dice of a game.

    Args:
        paths: Its logs and saves, at least one, in any order.
        module: The module, for what its dice buttons roll and how they report it.
        viewer: For whom it is told.
        limits: What is read at most, None for the usual.

    Raises:
        VassalError: A file can't be used at all; the message names it.
        LogError: A file is no log, or the viewer's side isn't in the game.
    """
    buttons, known, name = Buttons(), None, ""
    if module is not None:
        known = read_module(module, limits)
        buttons, name = Buttons(open_file(module, limits=limits).root), known.name
    opened = [_log(path, limits) for path in paths]
    game = stitch(opened, viewer, known)
    _check_side(viewer.side, game, known.sides if known else ())
    sources = [
        Source(opened[at], record) for at, record in zip(game.order, game.records, strict=True)
    ]
    ledger = gather(sources, game.joins, buttons)
    damage = tuple(
        (record.file, each) for record in game.records for each in record.damage if each.loss
    )
    return Dice(ledger, add_up(ledger.thrown), game.joins, game.notes, damage, name)


def _log(path: Path, limits: Limits | None) -> Opened:
    """Open a log or save.

    Raises:
        VassalError: It can't be used.
        LogError: It is neither.
    """
    opened = open_file(path, limits=limits)
    if opened.saved is None:
        raise LogError(
            f"{path}: is a file of kind {opened.kind}, without a game in it; give logs (.vlog)"
        )
    return opened


def _check_side(side: str, game: Game, sides: Sequence[str]) -> None:
    """See that there is such a side.

    Raises:
        LogError: There isn't.
    """
    known = dict.fromkeys((*sides, *(each.new for each in game.sides if each.new)))
    known.pop("<observer>", None)
    if side and side not in known:
        listed = ", ".join(known) or "none"
        raise LogError(f"{side!r} is no side of this game; its sides are: {listed}")
