"""The roll for commandos among the enemy, and who goes with them.

No expression can list the units of a hex: who goes along is named first, one by one, where the
commandos are. A commando then rolls for all of them, and the chat says whether they are found.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.convention.line import Detect, Note
from builder.model.game import Game
from builder.model.special import Detection
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.dice import die, is_forced, rolled
from builder.module.aids.ground import is_hex, number
from builder.module.aids.request import HEX, ID, dispatch
from builder.module.aids.writing import refusal, reported, said, scratch, setting, stage
from builder.vassal.changer import assign
from builder.vassal.trait import Trait

__all__ = ["COLUMN", "detect"]

COLUMN = "WUcolumn"
"""Module property: the hex of commandos, and who goes with them, as ``h2123:id,id``."""
_UNITS, _OTHERS = scratch("DetectUnits"), scratch("DetectOthers")
_FOUND = "commandos_found_out"
_UNSEEN = "commandos_not_found_out"


def detect(game: Game) -> Aid:
    """Return the column of the commandos and the roll."""
    rule = game.special.detection
    if rule is None:
        return Aid()
    led = (Who.COMMANDO, Who.ESCORT)
    return Aid(
        properties={COLUMN: "h", _UNITS: "", _OTHERS: ""},
        umpire=(*_joined(game), *_rolled(game, rule)),
        menus=(
            Menu("escort", "Go with the commandos", led, "Commandos", concealed=True),
            Menu("detect", "Roll: are they found out?", (Who.COMMANDO,), "Commandos"),
        ),
    )


def _joined(game: Game) -> Iterator[Trait]:
    """Yield what adds a unit to the column of its hex."""
    more = f'{_listed()}?{COLUMN}.substring(0)+({_is_in()}?"":","+{ID}):{HEX}+":"+{ID}'
    cleared = ((key, assign("h")) for key in ("Next", "First", "DetectEnd"))
    yield setting(COLUMN, ("DetectJoin", assign(f"{{{more}}}")), *cleared)
    yield refusal("DetectOff", '"Not on a hex of the map."')
    roll = ("DetectAll", "DetectMany", "DetectRoll", "DetectSay", "DetectTell", "DetectEnd")
    for verb, do in (("escort", ("DetectJoin",)), ("detect", roll)):
        yield dispatch(game, verb, f"!{is_hex(game, HEX)}", "DetectOff")
        yield dispatch(game, verb, is_hex(game, HEX), *do)


def _listed() -> str:
    """Return the condition that the column is one of this hex."""
    return f'{COLUMN}.startsWith({HEX}+":")'


def _is_in() -> str:
    """Return the condition that who asks is in the column."""
    return f'(","+{COLUMN}.substring(6)+",").contains(","+{ID}+",")'


def _rolled(game: Game, rule: Detection) -> Iterator[Trait]:
    """Yield the column as a whole, how many in it are no commandos, the roll and the lines."""
    with_them = f'({_is_in()}?"":{ID}+",")+{COLUMN}.substring(6)'
    yield from stage("DetectAll", DetectUnits=f'"#"+({_listed()}?{with_them}:{ID})')
    names = (rule.group, rule.also)
    groups = [game.special.groups[name].units for name in names if name in game.special.groups]
    commandos = "|".join(sorted(frozenset().union(*groups)))
    # each id between two commas of its own; what is no commando leaves them
    listed = f'(","+{_UNITS}.substring(1).replace(",",",,")+",")'
    rest = f'{listed}.replaceAll(",({commandos}),","").replaceAll("[^,]","")'
    yield from stage("DetectMany", DetectOthers=f"{rest}.length()/2")
    yield rolled("DetectRoll")
    values = {"units": f"{_UNITS}.substring(1)", "hex": number(HEX), "die": die()}
    yield reported("DetectSay", said(Detect, values, {"forced": is_forced()}))
    total = f"{die()}+{_OTHERS}*({rule.per_other})"
    told = f'{total}<={rule.found_up_to}?"{_FOUND}":"{_UNSEEN}"'
    yield reported("DetectTell", said(Note, {"text": told}))
