"""One piece made anew: all that a module fixes is the new one's, all that play changed is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from builder.vassal import sequence
from builder.vassal.piece import Piece
from builder.vassal.trait import (
    BasicPiece,
    DynamicProperty,
    Footprint,
    FreeRotate,
    Hidden,
    Layer,
    Marker,
    Mask,
    MovementMark,
    PropertySheet,
    RawTrait,
    Restricted,
    Rotate,
    SendTo,
    Trait,
    parse_trait,
)

__all__ = ["Move", "changes", "renewed"]

_PX = re.compile("-?[0-9]{1,7}")
Move = Callable[[str, int, int], tuple[int, int]]
"""Gives the new px for map and px of old."""


def renewed(old: Piece, new: Piece, where: str | None, spot: tuple[int, int], move: Move) -> Piece:
    """Return a piece of the new module in the state of an old one.

    Args:
        old: The piece as it was.
        new: The piece as the new module has it.
        where: Name of the map, ``None`` for nowhere.
        spot: Px there.
        move: For where it would go back to.
    """
    states = dict(_states(old, move))
    traits: list[RawTrait] = []
    for key, raw in zip(_keys(new), new.traits, strict=True):
        trait = parse_trait(raw)
        if isinstance(trait, BasicPiece):
            traits.append(replace(trait, map=where, x=spot[0], y=spot[1]).encode())
        elif key in states and not (isinstance(trait, Layer) and trait.follow_property):
            traits.append(RawTrait(raw.type, states[key]))
        else:
            traits.append(raw)
    return Piece(tuple(traits))


def changes(old: Piece, new: Piece) -> Iterator[str]:
    """Yield in words what of the constants that a piece has in both modules isn't the same."""
    before, after = _constants(old), _constants(new)
    for name in sorted(before.keys() & after.keys()):
        if before[name] != after[name]:
            yield f"{name} {before[name]} -> {after[name]}"


def _constants(piece: Piece) -> dict[str, str]:
    found: dict[str, str] = {}
    for raw in piece.traits:
        if raw.kind == Marker.KIND:
            trait = parse_trait(raw)
            if isinstance(trait, Marker):
                pairs = zip(trait.names, trait.values, strict=True)
                for name, value in pairs:
                    found.setdefault(name, value)
    return found


def _states(piece: Piece, move: Move) -> Iterator[tuple[tuple[str, str, int], str]]:
    """Yield the states that play changes, by trait."""
    where = next(
        (t.map for raw in piece.traits if isinstance(t := parse_trait(raw), BasicPiece)), None
    )
    for key, raw in zip(_keys(piece), piece.traits, strict=True):
        match parse_trait(raw) if key[0] else None:
            case None:
                pass
            case SendTo():
                yield key, _back(raw.state, move)
            case Footprint():
                yield key, _trail(raw.state, where, move)
            case _:
                yield key, raw.state


def _keys(piece: Piece) -> Iterator[tuple[str, str, int]]:
    """Yield what each trait is found again by; nothing for those that play doesn't change."""
    seen: dict[tuple[str, str], int] = {}
    for raw in piece.traits:
        kind, name = _known(parse_trait(raw))
        count = seen[kind, name] = seen.get((kind, name), 0) + 1
        yield kind, name, count


def _known(trait: Trait) -> tuple[str, str]:
    match trait:
        case DynamicProperty() | Layer() | Rotate():
            return type(trait).__name__, trait.name
        case (
            Footprint()
            | FreeRotate()
            | Hidden()
            | Mask()
            | MovementMark()
            | PropertySheet()
            | Restricted()
        ):
            return type(trait).__name__, ""
        case SendTo():
            return "SendTo", trait.menu
        case _:
            return "", ""


def _trail(state: str, where: str | None, move: Move) -> str:
    """Return a trail on the new map; none if there is none, or it isn't understood.

    Args:
        state: Whether it is shown, VASSAL's id of the map, the number of points, the points, more.
        where: Name of the map that the piece lies on: the trail's, which ends with another map.
        move: Gives the new px.
    """
    shown, id_, count, *rest = [*sequence.decode(state, ";"), "", "", ""]
    number = int(count) if _PX.fullmatch(count) else 0
    told = (_spot(*point.split(",", 1)) for point in rest[: max(number, 0)] if "," in point)
    points = [spot for spot in told if spot is not None]
    if where is None or not 0 < number == len(points):
        return sequence.encode([shown, "", "0"], ";")
    made = [f"{x},{y}" for x, y in (move(where, *spot) for spot in points)]
    return sequence.encode([shown, id_, count, *made, *rest[number:-3]], ";")


def _back(state: str, move: Move) -> str:
    """Return where a piece would go back to: map, x, y."""
    where, x, y, *rest = [*sequence.decode(state, ";"), "", "", ""]
    spot = _spot(x, y)
    if not where or spot is None:
        return state
    there = move(where, *spot)
    return sequence.encode([where, str(there[0]), str(there[1]), *rest[:-3]], ";")


def _spot(x: str, y: str) -> tuple[int, int] | None:
    """Return px that two texts tell, ``None`` if they tell none."""
    return (int(x), int(y)) if _PX.fullmatch(x) and _PX.fullmatch(y) else None
