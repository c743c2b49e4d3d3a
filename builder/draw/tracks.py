"""Where the tracks of a sheet lie beside its hexes: turns, weather, supply, movement.

A pure function of a game, so that the drawn boxes and those of a module are the same ones.
All lengths are px of the board; a box is as wide as a hex is high, which is more than a
counter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from builder.draw.canvas import Box
from builder.model.game import Game, Marker

__all__ = ["POOL", "Track", "TrackBox", "legend_room", "panel_room", "track_boxes", "tracks"]

POOL = 10
"""Most points that a supply track shows."""

_EDGE = 0.5  # all shares of a hex's height: from the edge of the sheet
_BESIDE = 0.62  # from the hexes to what stands beside them: entry areas lie between
_HEAD = 0.5  # height of a heading
_GAP = 0.24  # between two tracks
_TURN = 1.24  # from turn to turn
_NAME = 0.32  # height of the names of pools and weathers
_POINT = 1.04  # from point to point
_PANEL, _STRIP = 4.2, 2.4  # least margins, east and south, that hold tracks


@dataclass(frozen=True, slots=True)
class TrackBox:
    """A box of a track.

    Args:
        name: What the place is called, unique on the board.
        kind: ``turn``, ``weather``, ``movement`` or ``supply``.
        of: Id of the weather, of the side or of the marker; empty for turns.
        value: Turn or points; 0 for weathers.
        box: Left, top, right, bottom.
    """

    name: str
    kind: str
    of: str
    value: int
    box: tuple[int, int, int, int]

    @property
    def centre(self) -> tuple[int, int]:
        """Middle of the box."""
        left, top, right, bottom = self.box
        return (left + right) // 2, (top + bottom) // 2


@dataclass(frozen=True, slots=True)
class Track:
    """A track: a heading and boxes in order.

    Args:
        name: Heading.
        kind: As its boxes'.
        of: As its boxes', where they have it in common.
        boxes: In order.
    """

    name: str
    kind: str
    of: str
    boxes: tuple[TrackBox, ...]

    @property
    def outline(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom of all boxes."""
        lefts, tops, rights, bottoms = zip(*(box.box for box in self.boxes), strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)


def panel_room(game: Game) -> Box | None:
    """Return the room east of the hexes, ``None`` if the margin is too narrow for tracks."""
    board = game.map.board
    unit, (width, height) = board.row_px, board.size_px
    if board.right_margin_px < _PANEL * unit:
        return None
    left = width - board.right_margin_px + _BESIDE * unit
    return left, _EDGE * unit, width - _EDGE * unit, height - _EDGE * unit


def tracks(game: Game) -> tuple[Track, ...]:
    """Return the tracks for which the margins have room.

    Args:
        game: Its board, turns, weathers, sides, points and markers.

    Returns:
        Turns, weathers and supply from north to south in the eastern margin, and the
        movement of each side in the southern one.
    """
    found = [*_turns(game), *_weathers(game), *_pools(game)] if panel_room(game) else []
    if game.map.board.bottom_margin_px >= _STRIP * game.map.board.row_px:
        found += _movement(game)
    return tuple(track for track in found if track.boxes)


def track_boxes(game: Game) -> tuple[TrackBox, ...]:
    """Return every box of every track."""
    return tuple(box for track in tracks(game) for box in track.boxes)


def legend_room(game: Game) -> Box | None:
    """Return what the tracks leave of the eastern margin, its heading included."""
    room = panel_room(game)
    if room is None:
        return None
    left, _, right, bottom = room
    return left, _pools_top(game) + _pools_height(game), right, bottom


def _square(game: Game, left: float, top: float) -> tuple[int, int, int, int]:
    unit = game.map.board.row_px
    x, y = round(left), round(top)
    return x, y, x + unit, y + unit


def _turns(game: Game) -> Iterator[Track]:
    room, unit = panel_room(game), game.map.board.row_px
    if room is None:
        return
    first = room[1] + _HEAD * unit
    boxes = tuple(
        TrackBox(
            f"Turn {turn.number}", "turn", "", turn.number,
            _square(game, room[0], first + i * _TURN * unit),
        )
        for i, turn in enumerate(game.turns)
    )  # fmt: skip
    yield Track("Turn record", "turn", "", boxes)


def _weathers_top(game: Game) -> float:
    share = _EDGE + _HEAD + _TURN * len(game.turns) + _GAP
    return game.map.board.row_px * share


def _weathers(game: Game) -> Iterator[Track]:
    room, unit = panel_room(game), game.map.board.row_px
    if room is None:
        return
    top = _weathers_top(game) + _HEAD * unit
    lefts = _columns(room, len(game.weather), unit)
    boxes = tuple(
        TrackBox(f"Weather: {name}", "weather", id_, 0, _square(game, left, top))
        for left, (id_, name) in zip(lefts, game.weather.items(), strict=True)
    )
    yield Track("Weather", "weather", "", boxes)


def _columns(room: Box, count: int, unit: float) -> Iterable[float]:
    """Return the left edges of boxes spread over the width of the room."""
    wide = (room[2] - room[0]) / max(count, 1)
    return [room[0] + wide * i + (wide - unit) / 2 for i in range(count)]


def _pools_top(game: Game) -> float:
    share = (_HEAD + 1 + _NAME + _GAP) if game.weather else 0.0
    return _weathers_top(game) + game.map.board.row_px * share


def _pools_height(game: Game) -> float:
    share = (_HEAD + _NAME + _POINT * (POOL + 1) + _GAP) if _supplies(game) else 0.0
    return game.map.board.row_px * share


def _supplies(game: Game) -> list[Marker]:
    return [marker for marker in game.markers.values() if marker.kind == "supply"]


def _pools(game: Game) -> Iterator[Track]:
    room, unit = panel_room(game), game.map.board.row_px
    if room is None:
        return
    markers = _supplies(game)
    top = _pools_top(game) + (_HEAD + _NAME) * unit
    for left, marker in zip(_columns(room, len(markers), unit), markers, strict=True):
        boxes = tuple(
            TrackBox(
                f"{marker.name} {points}", "supply", marker.id, points,
                _square(game, left, top + points * _POINT * unit),
            )
            for points in range(POOL + 1)
        )  # fmt: skip
        yield Track(marker.name, "supply", marker.id, boxes)


def _movement(game: Game) -> Iterator[Track]:
    """Yield a track for each side, from all its points down to none, side by side."""
    board = game.map.board
    unit, height = board.row_px, board.size_px[1]
    left = board.left_px - board.side_px
    top = height - (_EDGE + 1.1) * unit
    for side in game.sides:
        boxes = tuple(
            TrackBox(
                f"{side.name} movement {points}", "movement", side.id, points,
                _square(game, left + i * _POINT * unit, top),
            )
            for i, points in enumerate(range(game.points_per_turn, -1, -1))
        )  # fmt: skip
        yield Track(f"{side.name} movement points", "movement", side.id, boxes)
        left += ((game.points_per_turn + 1) * _POINT + 0.5) * unit
