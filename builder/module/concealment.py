"""Limited intelligence: what the other side sees of a stack, as traits of units.

A unit has two masks, of which at most one is on. One shows its front without the strength it
has left: for the top of a stack. The other shows nothing but its side: for all below. Both
belong to a *side*: their state holds its name, where a mask of a player would hold his password.
The referee stands beside the owner in both, so he sees all.

One toolbar button conceals every unit of who presses it, as the switch of the module says; when
the switch is off it shows them all again. The engine visits the units of a stack from the bottom
to the top, so each counts itself, and is the top if it is the last of them. A unit that bears
arms in the open says so whatever lies on it: that artillery is deployed is no secret.

What is inside a mask gets no keys from the other side, and isn't drawn for it; signs of movement
lie outside. Properties stay readable: masks hide the screen, not the file.

Source: rule 4-C; VASSAL classes ``Obscurable``, ``SpecifiedSideAccess`` and ``SumStack`` of
``BeanShellExpression``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder import convention
from builder.model.game import Side
from builder.module import hotkeys, piece_keys
from builder.vassal import buildfile as bf
from builder.vassal import sequence
from builder.vassal.buildfile import Element, element
from builder.vassal.changer import assign, menu_command, whole_number
from builder.vassal.keystroke import named
from builder.vassal.trait import (
    CalculatedProperty,
    DynamicProperty,
    GlobalKeyCommand,
    Layer,
    Marker,
    Mask,
    Report,
    SetGlobalProperty,
    Trait,
    Trigger,
)

__all__ = [
    "CONCEALED_IMAGE",
    "COVER",
    "DEPLOYED_IMAGE",
    "LIMITED",
    "NAMED",
    "OFF",
    "SEEN",
    "SHOWN",
    "TOLD",
    "VISIBLE",
    "concealing",
    "concealment_button",
    "concealment_properties",
    "concealment_switch",
    "deployed_sign",
    "front_mask",
    "open_traits",
    "told_traits",
    "unknown_image",
]

LIMITED = "WUlimited"
"""Module property: whether limited intelligence is ``on`` or ``off``."""
ON, OFF = "on", "off"
COVER = "WUcover"
"""Dynamic property: 0 open, 1 nothing but the side shows, 2 the front shows."""
SEEN = "WUseen"
"""Property of units and bunkers: strength left, for those who may know it."""
NAMED, TOLD = "WUnamed", "WUtold"
"""Properties of units and bunkers: their name and strength as reports may say them."""
SHOWN = named("wuReveal")
"""The key by which a unit that is concealed is so no more, pressed by who may."""
CONCEALED_IMAGE, DEPLOYED_IMAGE = "concealed.png", "deployed.png"

_REFEREE = "Referee"
_ONE = "WUone"
_PLACE, _HEX, _WANTED = (f"{convention.SCRATCH}Cover{word}" for word in ("Place", "Hex", "Wanted"))
_CONCEAL = named("wuConceal")
_COUNT, _AT, _TURN = (named(f"wu{word}") for word in ("CoverCount", "CoverHex", "CoverTurn"))
_BACK, _FRONT = named("wuMaskBack"), named("wuMaskFront")
_OPEN, _BELOW, _TOP = (named(f"wuCover{word}") for word in ("Open", "Below", "Top"))
_HERE, _SAY = named("wuRevealHere"), named("wuRevealSay")
_MAY = f'(PlayerSide==Side||PlayerSide=="{_REFEREE}")'
VISIBLE = f"({COVER}==0||{_MAY})"
"""Expression of a unit: whether who looks may know it."""


def unknown_image(side: Side) -> str:
    """Return the name of the picture of a unit of which nothing but the side is known."""
    return f"unknown-{re.sub('[^a-z0-9]+', '-', side.id.lower())}.png"


def told_traits(left: str, printed: str) -> Iterator[Trait]:
    """Yield what reports may say of a unit: its name and its strength, or neither.

    Args:
        left: Property with the strength left.
        printed: Property with the strength printed.
    """
    yield CalculatedProperty(NAMED, f'{{{COVER}>0?Side+" unit":BasicName}}', "Name to tell")
    told = f'", "+{_of(left, printed)}+" left"'
    yield CalculatedProperty(TOLD, f'{{{COVER}>0?"":{told}}}', "Strength to tell")


def _of(left: str, printed: str) -> str:
    """Return the expression of a strength in words: ``3 of 4``."""
    return f'{left}+" of "+{printed}'


def open_traits(left: str, printed: str) -> Iterator[Trait]:
    """Yield what a piece that can't be concealed has instead of masks."""
    yield Marker((COVER,), ("0",))
    yield CalculatedProperty(SEEN, f"{{{_of(left, printed)}}}", "Strength to see")


def concealment_properties() -> dict[str, str]:
    """Return the module properties, with their values before a game begins.

    Limited intelligence begins switched off: by mail both players handle each other's counters
    when they replay, answer fire or check a stack, so a mask is a thing to agree on first.
    """
    return {LIMITED: OFF, _PLACE: "0", _HEX: "", _WANTED: "0"}


def front_mask(side: Side, front: str) -> Mask:
    """Return the mask that shows a unit's front; reports of moves don't name it nevertheless.

    Args:
        side: The unit's.
        front: The picture of its front.
    """
    return _mask(side, _FRONT, front, "Front alone")


def _mask(side: Side, sent: str, image: str, description: str) -> Mask:
    return Mask(
        key=sent,
        image=image,
        menu="",
        style=f"G{CONCEALED_IMAGE}",
        mask_name=f"{side.name} unit",
        access=sequence.encode(["sides", side.name, _REFEREE], ":"),
        peek_menu="",
        description=description,
        auto_peek=False,
    )


def concealing(side: Side) -> Iterator[Trait]:
    """Yield what conceals units of a side, inside out; it stands outside of all to be hidden."""
    yield _mask(side, _BACK, unknown_image(side), "Side alone")
    yield Marker((_ONE,), ("1",))
    yield DynamicProperty(
        name=COVER,
        constraints=whole_number(0, 2),
        commands=tuple(
            menu_command("", sent, assign(value))
            for sent, value in ((_OPEN, "0"), (_BELOW, "1"), (_TOP, "2"))
        ),
        description="How it is concealed",
        value="0",
    )
    yield CalculatedProperty(SEEN, f'{{{VISIBLE}?{_of("WUleft", "WUstrength")}:"concealed"}}')
    yield from _counting()
    yield from _turning()
    yield from _revealing()


def _counting() -> Iterator[Trait]:
    """Yield the number of a unit in its stack, from the bottom up, and how it is to be concealed.

    Both are kept while keys are sent.
    """
    place = f'{_HEX}==LocationName&&{_PLACE}<SumStack("{_ONE}")?{_PLACE}+1:1'
    cover = f'{_PLACE}==SumStack("{_ONE}")?2:1'
    wanted = f'{LIMITED}=="{ON}"&&CurrentMap=="{convention.MAP}"?({cover}):0'
    kept = ((_PLACE, _COUNT, place), (_HEX, _AT, "LocationName"), (_WANTED, _AT, wanted))
    for name, sent, value in kept:
        yield SetGlobalProperty(name, commands=(menu_command("", sent, assign(f"{{{value}}}")),))


def _turning() -> Iterator[Trait]:
    """Yield the change from the mask that is on, if any, to the one that should be.

    Triggers of one key run inner first, and each looks at what the one before has done.
    """
    yield _trigger(_TURN, f"{COVER}>0&&{COVER}!={_WANTED}", SHOWN)
    yield _trigger(_TURN, f"{COVER}==0&&{_WANTED}==1", _BACK, _BELOW)
    yield _trigger(_TURN, f"{COVER}==0&&{_WANTED}==2", _FRONT, _TOP)
    yield _trigger(_CONCEAL, _MAY, _COUNT, _AT, _TURN)


def _revealing() -> Iterator[Trait]:
    """Yield the end of both masks: for who is eliminated, and for the units of a hex at once."""
    yield _trigger(SHOWN, f"{_MAY}&&{COVER}==1", _BACK, _OPEN)
    yield _trigger(SHOWN, f"{_MAY}&&{COVER}==2", _FRONT, _OPEN)
    lost = (piece_keys.ELIMINATE,)
    yield Trigger(watch_keys=lost, match=f"{{{COVER}>0}}", action_keys=(SHOWN,))
    yield GlobalKeyCommand(
        key=_HERE,
        sent_key=SHOWN,
        filter=f'{{{convention.KIND}=="unit"&&CurrentX==$CurrentX$&&CurrentY==$CurrentY$}}',
        suppress_reports=False,
        deck_count="0",
        description="All of the hex",
    )
    yield Report(
        keys=(_SAY,),
        format='{LocationName.substring(0)+": "+Side+" units shown to the other side"}',
        no_suppress=True,
        description="Hex shown",
    )
    yield Trigger(
        name="Show this hex",
        menu="Show this hex",
        key=piece_keys.REVEAL,
        match=f"{{{_MAY}&&{COVER}>0}}",
        action_keys=(_HERE, _SAY),
    )


def _trigger(pressed: str, match: str, *actions: str) -> Trigger:
    return Trigger(key=pressed, match=f"{{{match}}}", action_keys=actions)


def deployed_sign(size_px: int) -> Layer:
    """Return the sign of deployed artillery, which lies outside of its masks.

    Args:
        size_px: Width and height of a counter.
    """
    return Layer(
        images=("", DEPLOYED_IMAGE),
        names=("", ""),
        x=size_px // 2,
        y=size_px // 2,
        name="WUdeployed",
        follow_property=True,
        property_name=f"{convention.FACE}_Level",
        description="Deployed",
    )


def concealment_switch() -> Element:
    """Return the button that switches limited intelligence on and off."""
    return element(
        bf.CHANGE_PROPERTY_BUTTON,
        text_="Limited",
        tooltip="Limited intelligence (rule 4-C): switch on or off for both sides",
        icon="",
        hotkey="",
        reportFormat="Limited intelligence (rule 4-C) is now $newValue$",
        propChanger=assign(f'{{{LIMITED}=="{ON}"?"{OFF}":"{ON}"}}'),
        desc="",
    )


def concealment_button() -> Element:
    """Return the button that conceals all units of who presses it, or shows them."""
    ours = f'{convention.KIND}=="unit"&&{_MAY}'
    return element(
        bf.GLOBAL_KEY_COMMAND,
        name="Conceal",
        buttonText="Conceal",
        tooltip=hotkeys.CONCEAL.does,
        icon="",
        buttonHotkey=hotkeys.CONCEAL.stroke,
        hotkey=_CONCEAL,
        filter=f'{{{ours}&&(CurrentMap=="{convention.MAP}"||{COVER}>0)}}',
        deckCount=0,
        reportFormat="",
        reportSingle=True,
        singleMap=False,
        target="",
    )
