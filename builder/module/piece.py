"""Units as VASSAL pieces, and all counters of a game.

What all units share stands in prototypes; a unit adds its markers, its two faces and the
spot it goes to when it is eliminated. Outside of these are the masks of limited intelligence,
and outside of those what both sides see. The lists here run from the inside out, as VASSAL's
editor shows them: the basic piece first. Reports stand outside what they report on, since
VASSAL lets a report see the state after the traits inside it.

Source: VASSAL classes ``Decorator``, ``Embellishment``, ``SendToLocation``, ``ReportState``.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder import convention
from builder.errors import WargameError
from builder.model.game import Game, Kind, Side, Unit
from builder.module import piece_keys
from builder.module.aids.aid import Who
from builder.module.aids.assault import declared_traits
from builder.module.aids.bridge import PLACED
from builder.module.aids.catalogue import aids, piece_traits
from builder.module.aids.figures import unit_figures
from builder.module.aids.renewal import COME_BACK, renewed
from builder.module.aids.roles import roles
from builder.module.boxes import Boards
from builder.module.concealment import NAMED, concealing, deployed_sign, front_mask
from builder.module.counter import Counter, palette_number, slug
from builder.module.lists import marker_slot
from builder.module.marker_piece import asking_prototype, marker_counter
from builder.module.strength import STRENGTH, loss_prototypes, unit_losses
from builder.vassal.keystroke import named
from builder.vassal.trait import (
    BasicPiece,
    CalculatedProperty,
    Footprint,
    Layer,
    Marker,
    MovementMark,
    PlaceMarker,
    Prototype,
    Report,
    SendTo,
    Trait,
)

__all__ = ["MOVED_IMAGE", "counters", "face_images", "prototypes", "unit_counter"]

MOVED_IMAGE = "moved.png"
_SHOWN = "WUshown"
_UNIT, _MOVING, _ASSAULTING = "Unit", "Moving", "Assaulting"


def prototypes(game: Game, size_px: int) -> dict[str, tuple[Trait, ...]]:
    """Return the prototypes by name, each from the inside out.

    ``Unit`` holds what is common to all; one for each side and class says which they are and
    refers to it; one for each strength counts the losses.
    """
    made: dict[str, tuple[Trait, ...]] = {_UNIT: tuple(_unit_traits())}
    made |= loss_prototypes(game, size_px)
    made[_MOVING] = tuple(_moving_traits(size_px))
    made[_ASSAULTING] = tuple(declared_traits(game))
    for side in game.sides:
        made[_concealing(side)] = tuple(concealing(side))
        for kind in Kind:
            marks = Marker(("Side", "Class"), (side.name, str(kind)))
            made[_prototype_name(side, kind)] = (marks, Prototype(_UNIT))
    all_ = aids(game)
    kinds = dict.fromkeys(_who(game, unit) for unit in game.units.values())
    asking = ((Who.BUNKER,), (Who.TARGET,), *kinds)
    return made | {asking_prototype(*who): tuple(piece_traits(all_, *who)) for who in asking}


def unit_counter(game: Game, unit: Unit, boards: Boards, size_px: int) -> Counter:
    """Return a unit's counter.

    Args:
        game: The game it belongs to.
        unit: The unit.
        boards: Where it lies when it is off the map.
        size_px: Width and height of a counter.
    """
    side = game.side(unit.side)
    gpid = palette_number(game, unit.id)
    names = (convention.ID, convention.SIDE, convention.KIND, STRENGTH, "Formation", "Type")
    formation = unit.formation or "independent"
    values = (unit.id, unit.side, "unit", str(unit.strength), formation, unit.type)
    lost = boards.eliminated
    x, y = lost.places[unit.id]
    return Counter(
        id=unit.id,
        name=unit.label,
        gpid=gpid,
        size_px=(size_px, size_px),
        traits=(
            BasicPiece(name=unit.label, gpid=gpid),
            Marker(names, values),
            unit_figures(game, unit),
            Layer(
                images=face_images(unit),
                names=("", ""),
                name=convention.FACE,
                increase_menu="Flip / deploy",
                increase_key=piece_keys.FLIP,
                description="Front and back",
            ),
            SendTo(
                menu="Eliminate",
                key=piece_keys.ELIMINATE,
                map=lost.map,
                board="",
                x=str(x),
                y=str(y),
                back_menu="Back from elimination",
                back_key=piece_keys.BACK,
                description="To the eliminated",
            ),
            *_coming_back(game, unit, boards),
            Prototype(unit_losses(unit.strength)),
            Prototype(_prototype_name(side, unit.kind)),
            Prototype(asking_prototype(*_who(game, unit))),
            *_own_bridge(game, unit),
            front_mask(side, face_images(unit)[0]),
            Prototype(_concealing(side)),
            *([deployed_sign(size_px)] if unit.artillery else ()),
            Prototype(_MOVING),
            Prototype(_ASSAULTING),
        ),
    )


def _coming_back(game: Game, unit: Unit, boards: Boards) -> Iterator[Trait]:
    """Yield what sends a unit to where it waits to enter anew: neighbours to different cells."""
    box = boards.coming_back(game, unit.side)
    if box is not None and unit.id in renewed(game):
        where, cells = box
        x, y = cells[int(palette_number(game, unit.id)) % len(cells)]
        key = named(COME_BACK)
        yield SendTo(key=key, map=where, x=str(x), y=str(y), description="To those who come back")


def _own_bridge(game: Game, unit: Unit) -> Iterator[Trait]:
    """Yield what puts the bridge of a unit that can build one down where it stands."""
    for each in game.special.bridge_builders:
        if each.unit == unit.id:
            yield PlaceMarker(
                menu="",
                key=named(PLACED),
                slot=marker_slot(game.markers[each.marker].name),
                gpid=palette_number(game, each.marker),
                description="Its bridge",
            )


def face_images(unit: Unit) -> tuple[str, str]:
    """Return the names of the pictures of front and back."""
    return f"{slug(unit.id)}-front.png", f"{slug(unit.id)}-back.png"


def counters(game: Game, boards: Boards, size_px: int) -> dict[str, Counter]:
    """Return every counter of the game by data id: units, then markers.

    Raises:
        WargameError: Two of them would get the same file name for their pictures.
    """
    made = {unit.id: unit_counter(game, unit, boards, size_px) for unit in game.units.values()}
    if len({slug(id_) for id_ in made}) < len(made):
        raise WargameError("two units differ only in signs other than letters and digits; rename")
    return made | {each.id: marker_counter(game, each, size_px) for each in game.markers.values()}


def _prototype_name(side: Side, kind: Kind) -> str:
    return f"{side.name} {kind}"


def _concealing(side: Side) -> str:
    return f"{side.name} concealment"


def _who(game: Game, unit: Unit) -> tuple[Who, ...]:
    """Return what a unit is as one that acts, and its roles."""
    kind = Who.AFV if unit.kind is Kind.AFV else Who.UNIT
    return (Who.ARTILLERY if unit.artillery else kind, *roles(game, unit))


def _unit_traits() -> Iterator[Trait]:
    """Yield what every unit has, inside out."""
    shown = f'{{{convention.FACE}_Level==2?"back":"front"}}'
    yield CalculatedProperty(_SHOWN, shown, "Face shown")
    yield Report(
        keys=(piece_keys.FLIP,),
        format=f"$location$: ${NAMED}$ turned over, ${_SHOWN}$ up",
        description="Turned over",
    )
    yield Report(
        keys=(piece_keys.ELIMINATE,),
        format=f"$oldLocation$: ${NAMED}$ eliminated",
        description="Eliminated",
    )
    yield Report(
        keys=(piece_keys.BACK,), format=f"$location$: ${NAMED}$ is back", description="Back"
    )


def _moving_traits(size_px: int) -> Iterator[Trait]:
    """Yield the signs of movement, which both sides see."""
    edge = -size_px // 2 - 4
    yield MovementMark(image=MOVED_IMAGE, x=edge, y=edge, menu="Mark moved", key=piece_keys.MOVED)
    yield Footprint(
        key=piece_keys.TRAIL,
        menu="Movement trail",
        radius=12,
        line="200,30,30",
        fill="255,255,255",
        clear_key=piece_keys.CLEAR_TRAIL,
        description="Trail",
    )
