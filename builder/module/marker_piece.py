"""Markers as VASSAL pieces, and the two pieces of the module's own.

Source: VASSAL classes ``Embellishment``, ``FreeRotator``, ``Clone``, ``Delete``, ``Immobilized``.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder import convention
from builder.draw.marker import UNDER
from builder.draw.tracks import track_boxes
from builder.model.game import Game
from builder.model.game import Marker as GameMarker
from builder.module import piece_keys
from builder.module.aids.aid import Who
from builder.module.aids.figures import bunker_figures, no_figures
from builder.module.aids.on_track import FOLLOWS, face, region, when
from builder.module.aids.supply_pools import ON_TRACK, held
from builder.module.aids.writing import quoted
from builder.module.concealment import open_traits
from builder.module.counter import Counter, palette_number, slug
from builder.module.strength import LEFT, STRENGTH, bunker_losses
from builder.module.umpire import UMPIRE, umpire_traits
from builder.vassal.keystroke import named
from builder.vassal.trait import (
    BasicPiece,
    Clone,
    Delete,
    Layer,
    Marker,
    NonStacking,
    Prototype,
    Report,
    Rotate,
    SendTo,
    Trait,
)

__all__ = [
    "TARGET",
    "TARGET_IMAGE",
    "UMPIRE_GPID",
    "asking_prototype",
    "marker_counter",
    "marker_images",
    "marker_px",
    "target_counter",
    "umpire_counter",
]

TARGET, TARGET_IMAGE = "target", "target.png"
UMPIRE_GPID, TARGET_GPID = "1", "2"
"""The lock file of a game numbers its pieces from 1000; below that are the module's own."""


def marker_px(marker: GameMarker, size_px: int) -> int:
    """Return the size of a marker's picture beside counters of ``size_px``."""
    return round(UNDER[marker.kind][0] * size_px) if marker.kind in UNDER else size_px


def marker_counter(game: Game, marker: GameMarker, size_px: int) -> Counter:
    """Return a marker's counter: bunkers lose strength, arrows turn, many can be copied.

    Bunkers and bridges lie under the units; everything else may lie in stacks.
    """
    fixed = marker.kind in UNDER
    names = (convention.ID, convention.SIDE, convention.KIND, "Type")
    kind = marker.kind if fixed else "marker"
    traits: list[Trait] = [Marker(names, (marker.id, marker.side, kind, marker.name))]
    if marker.kind == "bunker" and marker.strength:
        traits += [
            Marker((STRENGTH,), (str(marker.strength),)),
            bunker_figures(game, marker),
            Prototype(bunker_losses(marker.strength)),
            *open_traits(LEFT, STRENGTH),
            Prototype(asking_prototype(Who.BUNKER)),
        ]
    images = marker_images(game, marker)
    traits += _on_track(game, marker)
    if len(images) > 1:
        follows = f"{{{face(game)}}}" if when(game, marker) else ""
        traits += _turned_over(images, follows)
    if marker.kind == "assault":
        traits.append(Rotate(name="Aim", description="Direction"))
    if marker.count > 1:
        traits.append(Clone(menu="One more", key=piece_keys.COPY))
    traits.append(Delete(menu="Remove", key=piece_keys.REMOVE))
    removed = "$oldLocation$: $PieceName$ removed"
    traits.append(Report(keys=(piece_keys.REMOVE,), format=removed, description="Removed"))
    if fixed:
        traits.append(NonStacking(select="", move="I", stack="R", description="Under the units"))
    gpid = palette_number(game, marker.id)
    if fixed:
        traits.insert(0, _peeking(images[0], marker.kind, size_px))
    plain = not fixed and len(images) == 1
    basic = BasicPiece(image=images[0] if plain else "", name=marker.name, gpid=gpid)
    return Counter(
        marker.id, marker.name, gpid, (size_px, size_px), (basic, *traits), stacks=not fixed
    )


def _on_track(game: Game, marker: GameMarker) -> Iterator[Trait]:
    """Yield what sends a marker to the box of its track that tells what the umpire knows."""
    if follows := when(game, marker):
        yield Marker((FOLLOWS,), (follows,))
        yield SendTo(
            key=named(ON_TRACK),
            map=convention.MAP,
            destination="R",
            region=f"{{{region(game, marker)}}}",
            description="To its box",
        )
    boxes = [box for box in track_boxes(game) if box.kind == marker.kind == "supply"]
    own = [box for box in boxes if box.of == marker.id]
    if own:
        most = max(box.value for box in own)
        points = f"Math.min({most},{held(quoted(marker.id))})"
        yield SendTo(
            key=named(ON_TRACK),
            map=convention.MAP,
            destination="R",
            region=f"{{{quoted(f'{marker.name} ')}+{points}}}",
            description="To what the pool holds",
        )


def _peeking(image: str, kind: str, size_px: int) -> Layer:
    """Return the picture of what lies under units, beside the middle so that it peeks out."""
    _, x, y = (round(share * size_px) for share in UNDER[kind])
    return Layer(images=(image,), names=("",), x=x, y=y, name="WUsign", description="Picture")


def _turned_over(images: tuple[str, ...], follows: str = "") -> Iterator[Trait]:
    """Yield the faces of a marker that has several, and the report of a turn.

    Args:
        images: The faces.
        follows: Number of the face that shows once the marker is in the box of its track.
    """
    yield Layer(
        images=images,
        names=("",) * len(images),
        name="WUside",
        increase_menu="Turn over",
        increase_key=piece_keys.FLIP,
        reset_key=named(ON_TRACK) if follows else "",
        reset_level=follows or "1",
        description="Faces",
    )
    yield Report(
        keys=(piece_keys.FLIP,),
        format="$location$: $PieceName$ turned over",
        description="Turned over",
    )


def marker_images(game: Game, marker: GameMarker) -> tuple[str, ...]:
    """Return the names of a marker's pictures; markers that look alike share them.

    The weather has a face for each weather there is, an assault a front and a back (by which
    kind of fire); of all others the front is shown.
    """
    name = slug(f"marker {marker.kind} {marker.side} {marker.name}")
    match marker.kind:
        case "weather":
            return tuple(f"{name}-{slug(id_)}.png" for id_ in game.weather) or (f"{name}.png",)
        case "assault":
            return f"{name}.png", f"{name}-back.png"
        case _:
            return (f"{name}.png",)


def umpire_counter(game: Game, image: str, size_px: tuple[int, int]) -> Counter:
    """Return the umpire; see :mod:`builder.module.umpire`."""
    traits = tuple(reversed(umpire_traits(game, UMPIRE_GPID, image)))
    return Counter(UMPIRE, "Umpire", UMPIRE_GPID, size_px, traits, stacks=False)


def target_counter(size_px: int) -> Counter:
    """Return the marker that aims fire at its hex; see :mod:`builder.module.aids.target`."""
    names = (convention.ID, convention.KIND, "Type")
    traits = (
        BasicPiece(image=TARGET_IMAGE, name="Target", gpid=TARGET_GPID),
        Marker(names, (TARGET, TARGET, "Target")),
        no_figures(),
        Prototype(asking_prototype(Who.TARGET)),
        Delete(menu="Remove", key=piece_keys.REMOVE),
    )
    return Counter(TARGET, "Target", TARGET_GPID, (size_px, size_px), traits)


def asking_prototype(*who: Who) -> str:
    """Return the name of the prototype for what a kind of piece asks of the umpire."""
    return f"Asks as {', '.join(who)}"
