"""The tracks beside the hexes in a module: their zones, and where markers begin.

Source: VASSAL classes ``Zone`` and ``RegionGrid``.
"""

from __future__ import annotations

from collections.abc import Iterable

from builder.draw.tracks import Track, track_boxes
from builder.model.game import Game
from builder.model.scenario import Scenario
from builder.vassal import buildfile as bf
from builder.vassal.buildfile import Element, element

__all__ = ["track_starts", "track_zones"]


def track_zones(tracks: Iterable[Track]) -> list[Element]:
    """Return a zone for each track, in which a piece snaps to a box and is named after it.

    Args:
        tracks: As :func:`builder.draw.tracks.tracks` gives them.
    """
    return [_zone(track) for track in tracks]


def _zone(track: Track) -> Element:
    left, top, right, bottom = track.outline
    regions = []
    for box in track.boxes:
        x, y = box.centre
        regions.append(element(bf.REGION, name=box.name, originx=x, originy=y))
    grid = element(bf.REGION_GRID, *regions, snapto=True, visible=False, fontsize=9)
    return element(
        bf.ZONE,
        grid,
        name=track.name,
        path=f"{left},{top};{right},{top};{right},{bottom};{left},{bottom}",
        locationFormat="$gridLocation$",
        useParentGrid=False,
        useHighlight=False,
        highlightProperty="",
    )


def track_starts(game: Game, scenario: Scenario) -> dict[str, tuple[int, int]]:
    """Return where the markers of tracks lie when a scenario begins, the lowest of a box first.

    The turn's is on the first turn, above that of the weather, which is not known yet; those of
    movement are on all points, the current above the initial; those of supply on what their
    pools hold.

    Args:
        game: Its markers and board.
        scenario: First turn and pools.

    Returns:
        Px of the board by marker id; empty if the board has no tracks.
    """
    boxes = {(box.kind, box.of, box.value): box.centre for box in track_boxes(game)}
    held = {pool.marker: pool.points for pool in scenario.pools}
    found: dict[str, tuple[int, int]] = {}
    for marker in reversed([*game.markers.values()]):
        match marker.kind:
            case "turn" | "weather":
                wanted = ("turn", "", scenario.first_turn)
            case "movement":
                wanted = ("movement", marker.side, game.points_per_turn)
            case "supply":
                wanted = ("supply", marker.id, held.get(marker.id, 0))
            case _:
                continue
        if wanted in boxes:
            found[marker.id] = boxes[wanted]
    return found
