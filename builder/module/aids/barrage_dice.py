"""The die of each unit and bunker under the last barrage, and what it calls for.

What is added comes from the barrage modifiers of the data: class, terrain and a bunker in the
hex are looked up, range and observation are those of the attack.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.convention.line import BarrageDie
from builder.model.combat import Modifier, Target
from builder.model.game import Game
from builder.module.aids.account import booked, value_of
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.dice import die, is_forced, rolled
from builder.module.aids.figures import figure
from builder.module.aids.fire import CHECK, COVER, bunker_here
from builder.module.aids.ground import is_hex, place, terrain_among, terrain_row
from builder.module.aids.loss import CALLED, barrage_due
from builder.module.aids.request import HEX, ID, dispatch
from builder.module.aids.table import cell_number, losses
from builder.module.aids.writing import (
    action,
    refusal,
    reported,
    said,
    scratch,
    setting,
    stage,
    trigger,
)
from builder.vassal.changer import assign
from builder.vassal.trait import Trait

__all__ = ["ATTACK", "COLUMN", "FAR", "SEEN", "barrage_dice"]

ATTACK, COLUMN = "WUbarrage", "WUbarrageColumn"
"""Module properties of the last barrage: its hex, as ``h2123``, and the number of its column."""
FAR, SEEN = "WUbarrageFar", "WUbarrageSeen"
"""Module properties of the last barrage: hexes to the farthest firer; ``observed`` or not."""
_SEEN = "observed"
_PLACE, _GROUND, _ADDED = scratch("DiePlace"), scratch("DieGround"), scratch("DieAdded")
_ROW, _CELL, _LOSS = scratch("DieRow"), scratch("DieCell"), scratch("DieLoss")
_ALL, _DUE = scratch("DieAll"), scratch("DieDue")


def barrage_dice(game: Game) -> Aid:
    """Return the dice of a barrage's targets."""
    if "barrage" not in game.combat.tables:
        return Aid()
    names = (_PLACE, _GROUND, _ADDED, _ROW, _CELL, _LOSS, _ALL, _DUE)
    state = {ATTACK: "h", COLUMN: "0", FAR: "0", SEEN: ""}
    pieces = (Who.UNIT, Who.ARTILLERY, Who.AFV, Who.BUNKER)
    return Aid(
        properties=dict.fromkeys(names, "") | state,
        umpire=(*_reckoned(game), *_done(game)),
        menus=(Menu("barrageDie", "Roll for the barrage on it", pieces, "Barrage"),),
    )


def _reckoned(game: Game) -> Iterator[Trait]:
    """Yield what is added to the die, the cell and the loss."""
    table = game.combat.tables["barrage"]
    yield setting(COVER, ("DieFirst", assign(f"{{{bunker_here(own=False)}}}")))
    yield from stage("DieFirst", DiePlace=place(game, HEX))
    yield from stage("DieGround", DieGround=terrain_row(_PLACE))
    parts = [_part(game, each) for each in game.combat.barrage_modifiers]
    yield from stage("DieAdded", DieAdded="+".join(parts) or "0")
    yield from stage("DieRow", DieRow=f"{die()}+{_ADDED}")
    yield from stage("DieCell", DieCell=cell_number(table, _ROW, COLUMN))
    yield from stage("DieLoss", DieLoss=losses(table, _CELL))
    yield from stage("DieAll", DieAll=f"{value_of(CALLED, ID)}+{_LOSS}")
    yield from stage("DieDue", DieDue=barrage_due(game, _ALL))
    yield booked(CALLED, ("DieBook", ID, _ALL))
    yield booked(CHECK, ("DieBook", ID, f"({_DUE}>0?1+{_DUE}:{value_of(CHECK, ID)})"))


def _part(game: Game, each: Modifier) -> str:
    """Return the expression of what one modifier adds."""
    kind = figure("kind")
    value = str(each.value)
    match each.target:
        case Target.KIND:
            holds = "||".join(f'{kind}.equals("{one}")' for one in each.of) or "false"
        case Target.TERRAIN:
            holds = terrain_among(game, _GROUND, each.of)
        case Target.COVER:
            holds = f"{COVER}>0"
        case Target.SIGHT:
            holds = f'{SEEN}!="{_SEEN}"'
    if each.per_hexes:
        value = f"{each.value}*(({FAR}+{each.per_hexes - 1})/{each.per_hexes})"
    barred = [k for k, only in game.combat.barrage_only.items() if each.id not in only]
    barred += [k for k, never in game.combat.barrage_never.items() if each.id in never]
    spared = "".join(f'&&!{kind}.equals("{one}")' for one in barred)
    return f"(({holds}){spared}?{value}:0)"


def _done(game: Game) -> Iterator[Trait]:
    """Yield the order of things, the roll and the line."""
    under = f"{is_hex(game, HEX)}&&{HEX}=={ATTACK}"
    yield refusal("DieNone", '"No die: the last barrage was not on its hex."')
    yield dispatch(game, "barrageDie", f"!({under})", "DieNone")
    start = ("DieFirst", "DieGround", "DieAdded", "DieRoll", "DieRow", "DieCell", "DieLoss")
    due = ("DieAll", "DueLost", "DueMost", "DieDue")
    yield dispatch(game, "barrageDie", under, *start, *due, "DieEnd")
    yield rolled("DieRoll")
    yield trigger(action("DieEnd"), "true", "DieSay", "DieBook")
    values = {"unit": ID, "die": die(), "modifier": _ADDED, "loss": _LOSS}
    yield reported("DieSay", said(BarrageDie, values, {"forced": is_forced()}))
