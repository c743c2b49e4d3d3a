"""Where a planned turn is played, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from builder.convention import Line
from builder.convention.line import Assault, Commit
from tests.engine.turn_plan import Field

__all__ = ["Judged", "Played", "Table"]

Judged = tuple[int, str, str, str]
"""Number of the impulse, unit or ``""``, verdict, and the rule broken or the unclear place."""


@dataclass(frozen=True, slots=True)
class Played:
    """A turn that was played.

    Args:
        lines: Every line that a module would write, in order.
        judged: What the hand doesn't hold for kept.
        field: Where units stand in the end, and how strong they are.
    """

    lines: list[Line]
    judged: set[Judged]
    field: Field


class Table(Protocol):
    """Where a turn is played."""

    def weather(self) -> int:
        """Roll for the weather."""

    def tell(self, line: Line) -> None:
        """Do an act that needs no die; a move by rail, a retreat, an advance is then dragged."""

    def drag(self, unit: str, to: str) -> None:
        """Drag a counter to a hex."""

    def mistake(self, line: Assault) -> None:
        """Do something wrong with who assaults, and take it back by the engine's undo."""

    def support(self, line: Commit, *, full: bool) -> None:
        """Commit support, with its printed factor or the reduced one."""

    def die(self, line: Line, part: str = "all") -> int:
        """Roll for an attack, or for a unit under a barrage; the line lacks what the die says.

        Args:
            line: The attack as far as it is known.
            part: Which part of the pool: ``all`` or ``half``.
        """

    def check(self, unit: str, added: Mapping[str, int], *, called: bool) -> int:
        """Roll two dice for morale.

        Args:
            unit: Who checks.
            added: Parts of the modifier by name, those of 0 left out.
            called: Whether a result of fire calls for the check.
        """

    def volley(self, unit: str, at: str) -> None:
        """Let a unit fire at what leaves a hex."""
