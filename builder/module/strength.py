"""The strength a counter has lost, counted and shown.

Reports stand outside what they report on, since VASSAL lets a report see the state after the
traits inside it.

Source: VASSAL classes ``DynamicProperty``, ``Embellishment``, ``ReportState``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder import convention
from builder.draw.counter import STRENGTH_AT, STRENGTH_BOX
from builder.model.game import Game
from builder.module import piece_keys
from builder.module.aids.loss import NEW_LOSS, TAKE_LOSS
from builder.module.concealment import NAMED, TOLD, told_traits
from builder.vassal.changer import assign, menu_command, whole_number
from builder.vassal.keystroke import named
from builder.vassal.trait import (
    CalculatedProperty,
    DynamicProperty,
    Layer,
    Report,
    Trait,
    Trigger,
)

__all__ = [
    "LEFT",
    "STRENGTH",
    "badges",
    "bunker_losses",
    "loss_prototypes",
    "unit_losses",
]

STRENGTH = "WUstrength"
"""Marker trait: the strength printed."""
LEFT = "WUleft"
"""Calculated: the strength left."""
_LOSE_1, _LOST, _RESTORE_1, _RESTORED = (
    named(name) for name in ("wuLose", "wuLost", "wuRestore", "wuRestored")
)


@dataclass(frozen=True, slots=True)
class _Badge:
    """What covers the printed strength of a reduced counter, in widths of a counter.

    Args:
        word: Begins the names of its pictures.
        x: Its middle, right of the middle of the piece.
        y: Its middle, below the middle of the piece.
        size: Width and height.
    """

    word: str
    x: float
    y: float
    size: float

    def image(self, left: int) -> str:
        """Return the name of the picture for the strength left."""
        return f"{self.word}-{left}.png"


_UNIT_BADGE = _Badge("left", STRENGTH_AT[0] - 0.5, STRENGTH_AT[1] - 0.5, STRENGTH_BOX)
_BUNKER_BADGE = _Badge("bunker-left", -0.632, -0.045, 0.26)


def badges(game: Game, size_px: int) -> dict[str, tuple[str, int]]:
    """Return text and size (px) of the pictures that cover the strength of a reduced counter.

    Args:
        game: Units and bunkers.
        size_px: Size of a counter.

    Returns:
        By name of the picture: those of units, then those of bunkers.
    """
    made = {}
    for badge, most in ((_UNIT_BADGE, _most_strength(game)), (_BUNKER_BADGE, _most_bunker(game))):
        for left in range(most):
            made[badge.image(left)] = (str(left), round(badge.size * size_px))
    return made


def _most_strength(game: Game) -> int:
    return max((unit.strength for unit in game.units.values()), default=0)


def _most_bunker(game: Game) -> int:
    bunkers = [each for each in game.markers.values() if each.kind == "bunker"]
    return max((bunker.strength or 0 for bunker in bunkers), default=0)


def loss_prototypes(game: Game, size_px: int) -> dict[str, tuple[Trait, ...]]:
    """Return the prototypes that count losses, one for each strength of units and of bunkers."""
    made: dict[str, tuple[Trait, ...]] = {}
    for strength in range(1, _most_strength(game) + 1):
        made[unit_losses(strength)] = tuple(_loss_traits(strength, _UNIT_BADGE, size_px))
    bunkers = {each.strength for each in game.markers.values() if each.kind == "bunker"}
    for strength in sorted(number for number in bunkers if number):
        made[bunker_losses(strength)] = tuple(_loss_traits(strength, _BUNKER_BADGE, size_px))
    return made


def unit_losses(strength: int) -> str:
    """Return the name of the prototype for a unit of so much strength."""
    return f"Strength {strength}"


def bunker_losses(strength: int) -> str:
    """Return the name of the prototype for a bunker of so much strength."""
    return f"Bunker strength {strength}"


def _loss_traits(strength: int, badge: _Badge, size_px: int) -> Iterator[Trait]:
    """Yield the loss of strength points; the triggers keep it between nothing and all.

    The badge follows the property itself: a layer that follows an expression would have the
    engine evaluate it at every repaint, and 3.6 does so badly in several threads at once.
    """
    yield DynamicProperty(
        name=convention.LOSS,
        constraints=whole_number(0, 99),
        commands=(
            menu_command("", _LOSE_1, assign(f"{{{convention.LOSS}+1}}")),
            menu_command("", _RESTORE_1, assign(f"{{{convention.LOSS}-1}}")),
            menu_command("", named(TAKE_LOSS), assign(f"{{{NEW_LOSS}}}")),
        ),
        description="Strength points lost",
        value="0",
    )
    yield CalculatedProperty(LEFT, f"{{{STRENGTH}-{convention.LOSS}}}", "Strength left")
    yield Layer(
        images=("", *(badge.image(left) for left in reversed(range(strength)))),
        names=("",) * (strength + 1),
        x=round(badge.x * size_px),
        y=round(badge.y * size_px),
        name="WUreduced",
        follow_property=True,
        property_name=convention.LOSS,
        first_level_value=0,
        description="Strength left",
    )
    lost = f"{convention.LOSS}<{STRENGTH}"
    yield _trigger("Lose 1 strength point", piece_keys.LOSE, lost, _LOSE_1, _LOST)
    yield _trigger(
        "Restore 1 point", piece_keys.RESTORE, f"{convention.LOSS}>0", _RESTORE_1, _RESTORED
    )
    yield from told_traits(LEFT, STRENGTH)
    yield Report(keys=(_LOST,), format=f"$location$: ${NAMED}$ loses 1${TOLD}$")
    yield Report(keys=(_RESTORED,), format=f"$location$: ${NAMED}$ regains 1${TOLD}$")


def _trigger(menu: str, pressed: str, match: str, *actions: str) -> Trigger:
    return Trigger(name=menu, menu=menu, key=pressed, match=f"{{{match}}}", action_keys=actions)
