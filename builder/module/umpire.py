"""The umpire: one piece that asks, reckons and writes the lines of the convention.

A toolbar button sends one key to the piece. Everything the piece then does is one command,
so one step of a log and one undo. It writes impulses, phase steps and the weather; the turn
tracker writes turns. A cancelled or impossible answer changes nothing but scratch
properties and writes no line.

Every prompt is a list to choose from: VASSAL 3.6 would evaluate an expression that somebody
types. How a prompt is guarded: its scratch property is emptied first, and the next trigger
fires only if it holds something afterwards. The points of a side are an account of a turn: once
the turn tracker shows another turn the account counts as full again, so a new turn needs no
command of its own.

Source: VASSAL classes ``TriggerAction``, ``SetGlobalProperty`` and ``ReportState``; VASSAL's
BeanShell takes ``"" + 3`` for the number 3, hence the ``"#" +`` in the expressions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder import convention
from builder.model.game import Game, Side
from builder.module.aids.catalogue import aid_properties, umpire_aids
from builder.module.aids.moment import IMPULSE_TURN, IN_IMPULSE, PHASE, TURN
from builder.module.aids.supply_pools import plate_words
from builder.module.aids.victory import victory_points
from builder.module.aids.writing import (
    LINE,
    REFEREE,
    action,
    calculated,
    chosen,
    may_press,
    quoted,
    refusal,
    reported,
    said,
    setting,
    speaking,
    trigger,
)
from builder.vassal.changer import assign, choose
from builder.vassal.keystroke import named
from builder.vassal.trait import (
    BasicPiece,
    Label,
    Marker,
    NonStacking,
    SetGlobalProperty,
    Trait,
)

__all__ = [
    "IMPULSE_KEY",
    "PHASE_KEY",
    "REFEREE",
    "STATUS",
    "UMPIRE",
    "global_properties",
    "umpire_traits",
]

UMPIRE = "umpire"
"""Data id and kind of the piece."""
STATUS = "WUstatus"
"""Property of the piece: what it shows."""
IMPULSE_KEY, PHASE_KEY = "wuImpulse", "wuPhase"

_SIDE_IN = f"{convention.SCRATCH}Side"
_KIND_IN = f"{convention.SCRATCH}Kind"
_POINTS_IN = f"{convention.SCRATCH}Points"
_SIDE, _LEFT, _NEXT = "uSide", "uLeft", "uNext"
_UNKNOWN = "unknown"
_NOW = "WUimpulse"
"""Module property: the impulse declared last, in words."""
_LINE, _LETTERS, _BESIDE = 46, 30, 140
"""Px of the panel: from line to line, of its lettering, and where lines begin."""


def global_properties(game: Game) -> dict[str, str]:
    """Return every property of the module with its value before a game begins."""
    values = {convention.GAME: game.id, convention.DATA: game.digest, convention.SCENARIO: ""}
    values |= {PHASE: game.phases[0], convention.WEATHER: _UNKNOWN, _NOW: "", IMPULSE_TURN: "0"}
    for side in game.sides:
        values[convention.points_left(side.id)] = str(game.points_per_turn)
        values[convention.points_left_turn(side.id)] = "0"
    for scratch in (LINE, _SIDE_IN, _KIND_IN, _POINTS_IN):
        values[scratch] = ""
    return values | aid_properties(game)


def umpire_traits(game: Game, gpid: str, image: str) -> tuple[Trait, ...]:
    """Return the piece's traits, outermost first.

    Args:
        game: Sides, phases, weathers and points.
        gpid: Its number in the palette.
        image: The panel it is drawn as.
    """
    basic = BasicPiece(image=image, name="Umpire", gpid=gpid)
    marks = Marker((convention.ID, convention.KIND), (UMPIRE, UMPIRE))
    inner = [basic, marks, *_calculated(game), *_impulse(game), *_phase(game)]
    inner += [*umpire_aids(game)]
    inner = [*_together(inner)]
    inner += [speaking(inner), *_panel(game), NonStacking(select="n", move="V", stack="R")]
    return tuple(reversed(inner))


def _together(traits: Iterable[Trait]) -> Iterator[Trait]:
    """Yield traits with one for each property that is set, as innermost as the first of them.

    The engine hands each key from trait to trait, a step deeper for each. No property that a key
    sets looks at another that it sets, so their order doesn't matter.
    """
    traits = list(traits)
    commands: dict[str, list[str]] = {}
    for trait in traits:
        if isinstance(trait, SetGlobalProperty):
            commands.setdefault(trait.name, []).extend(trait.commands)
    for trait in traits:
        if not isinstance(trait, SetGlobalProperty):
            yield trait
        elif trait.name in commands:
            yield SetGlobalProperty(trait.name, commands=tuple(commands.pop(trait.name)))


def _left(side: Side) -> str:
    """Return the property of the piece with the points a side has left in this turn."""
    return f"u{convention.points_left(side.id)}"


def _calculated(game: Game) -> Iterable[Trait]:
    """Yield what the triggers and reports reckon with; each is defined whatever was typed."""
    yield calculated(_SIDE, chosen(_SIDE_IN, {side.name: side.id for side in game.sides}, ""))
    for side in game.sides:
        account, of_turn = convention.points_left(side.id), convention.points_left_turn(side.id)
        yield calculated(_left(side), f"{of_turn}=={TURN}?{account}:{game.points_per_turn}")
    lefts = "".join(f"{_SIDE_IN}=={quoted(side.name)}?{_left(side)}:" for side in game.sides)
    yield calculated(_LEFT, f"{lefts}0")
    following = dict(zip(game.phases, [*game.phases[1:], game.phases[0]], strict=True))
    yield calculated(_NEXT, chosen(PHASE, following, game.phases[0]))


def _impulse(game: Game) -> Iterable[Trait]:
    """Yield the declaration: side, kind, points; then account, phase and line."""
    names = [side.name for side in game.sides]
    numbers = [str(number) for number in range(1, game.points_per_turn + 1)]
    yield setting(_SIDE_IN, ("Reset", assign("")), ("AskSide", choose("Which side moves?", *names)))
    yield setting(
        _KIND_IN,
        ("Reset", assign("")),
        ("AskKind", choose("Kind of impulse?", *convention.IMPULSE_KINDS)),
    )
    yield setting(
        _POINTS_IN,
        ("Reset", assign("")),
        ("AskPoints", choose("Movement points of this impulse?", *numbers)),
    )
    some = f'"#"+{_POINTS_IN}!="#"'
    refused = f'"Not declared: points left to "+{_SIDE_IN}+" in this turn: "+{_LEFT}+"."'
    spent = f'"Not declared: "+{_SIDE_IN}+" has no points left in this turn."'
    yield refusal("Refuse", refused)
    yield refusal("Spent", spent)
    for side in game.sides:
        yield setting(
            convention.points_left(side.id),
            (f"Take_{_left(side)}", assign(f"{{{_LEFT}-{_POINTS_IN}}}")),
        )
        yield setting(
            convention.points_left_turn(side.id), (f"Date_{_left(side)}", assign(f"{{{TURN}}}"))
        )
    yield setting(PHASE, ("First", assign(game.phases[0])), ("Next", assign(f"{{{_NEXT}}}")))
    words = f'{_SIDE_IN}+" "+{_KIND_IN}+" impulse, points: "+{_POINTS_IN}'
    yield setting(_NOW, ("Now", assign(f"{{{words}}}")))
    yield setting(IMPULSE_TURN, ("NowTurn", assign(f"{{{TURN}}}")))
    yield trigger(named(IMPULSE_KEY), may_press(game), "Reset", "AskSide", "Kind")
    yield trigger(action("Kind"), f'{_SIDE}!=""', "AskKind", "Points")
    # Triggers of one key run inner first, each after the effects of the one before: refusals
    # stand first because they change nothing that the acceptance looks at.
    yield trigger(action("Points"), f'{_KIND_IN}!="" && {_LEFT}<1', "Spent")
    yield trigger(action("Points"), f'{_KIND_IN}!="" && {_LEFT}>0', "AskPoints", "Check")
    yield trigger(action("Check"), f"{some} && {_POINTS_IN}>{_LEFT}", "Refuse")
    yield trigger(action("Check"), f"{some} && {_POINTS_IN}<={_LEFT}", "Accept")
    for side in game.sides:
        left = _left(side)
        match = f"{_SIDE_IN}=={quoted(side.name)}"
        shown = f"Take_{left}", f"Date_{left}", "Now", "NowTurn", "First", "Declare"
        yield trigger(action("Accept"), match, *shown)
    values = {"side": _SIDE, "kind": _KIND_IN, "points": _POINTS_IN, "left": _LEFT}
    yield reported("Declare", said(convention.Impulse, values))


def _phase(game: Game) -> Iterable[Trait]:
    """Yield the step to the next phase; after the last comes the first."""
    yield trigger(named(PHASE_KEY), may_press(game), "Step", "Next")
    yield reported("Step", said(convention.PhaseStep, {"old": PHASE, "new": _NEXT}))


def _panel(game: Game) -> Iterable[Trait]:
    """Yield the lines it shows.

    Turn, phase and weather; the impulse; what each side has left; supply and victory points.
    """
    lefts = [f'"{quoted(side.name)[1:-1]}: "+{_left(side)}+" points left"' for side in game.sides]
    weather = chosen(convention.WEATHER, dict(game.weather), "weather not set")
    lines = (
        f'"Turn "+{TURN}+"   "+{PHASE}.replace("-"," ")+" phase   "+{weather}',
        f'({IN_IMPULSE}?{_NOW}:"no impulse declared in this turn")',
        '+"   "+'.join(lefts),
        _recorded(game),
    )
    for number, line in enumerate(lines):
        yield Label(
            font_size=_LETTERS,
            foreground="20,20,20",
            vertical="t",
            vertical_offset=4 + _LINE * number,
            horizontal="l",
            horizontal_offset=_BESIDE,
            vertical_anchor="t",
            horizontal_anchor="l",
            name_format="$pieceName$",
            font_style=int(number == 0),
            property_name=f"{STATUS}{number}",
            description=f"Status line {number + 1}",
            text=f"{{{line}}}",
        )


def _recorded(game: Game) -> str:
    """Return the expression of what the pools hold and of the victory points recorded."""
    words = list(plate_words(game))
    parts = ['"Supply: "+' + '+", "+'.join(words)] if words else []
    points = victory_points(game)
    parts += [f'"Victory: "+{points}'] if points else []
    return '+"   "+'.join(parts) or '""'
