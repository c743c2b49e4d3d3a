"""The tracks beside the hexes: turn record, weather, supply and movement. All lengths are px."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from builder.draw.canvas import Area, Box, Canvas, Colour, Label, Oval, Point, Stroke
from builder.draw.style import Style, Table
from builder.draw.text import Font, Fonts
from builder.draw.tracks import Track, TrackBox, tracks
from builder.model.game import Game, Turn

__all__ = ["draw_tracks", "fit", "heading", "plate", "weather_mark"]

_BESIDE = 16.0  # px from a turn's box to what is written beside it


def draw_tracks(canvas: Canvas, style: Style, game: Game) -> None:
    """Draw every track that the board has room for.

    Raises:
        DrawError: The style lacks a colour, a mark or a letter.
    """
    found = tracks(game)
    pools = [track for track in found if track.kind == "supply"]
    for track in found:
        match track.kind:
            case "turn":
                _turns(canvas, style, game, track)
            case "weather":
                _weathers(canvas, style, game, track)
            case "movement":
                _movement(canvas, style, game, track)
    if pools:
        _pools(canvas, style, game, pools)


def _turns(canvas: Canvas, style: Style, game: Game, track: Track) -> None:
    """Draw the turn record."""
    table, unit = style.map, game.map.board.row_px
    left, top = track.outline[:2]
    end = left + 3.75 * unit
    heading(canvas, style, table.text("tracks.turn"), (left, end), top - 0.26 * unit)
    for box, turn in zip(track.boxes, game.turns, strict=True):
        _boxed(canvas, table, box)
        _turn(canvas, style, game, turn, (box.box[2] + _BESIDE, box.box[1], end))


def _weathers(canvas: Canvas, style: Style, game: Game, track: Track) -> None:
    """Draw a box for each weather, its name below."""
    table, unit = style.map, game.map.board.row_px
    left, top, right, bottom = track.outline
    span = (left - 14.0, right + 14.0)
    heading(canvas, style, table.text("tracks.weather"), span, top - 0.26 * unit)
    names = [game.weather[box.of] for box in track.boxes]
    font = _common(style.fonts, names, 1.2 * unit)
    for box, name in zip(track.boxes, names, strict=True):
        plate(canvas, table, box.box)
        weather_mark(canvas, table, box.of, box.centre, unit * 0.3)
        at = (box.centre[0], bottom + 0.17 * unit)
        canvas.draw(Label(name, at, font, table.colour("frame.text")))


def _pools(canvas: Canvas, style: Style, game: Game, pools: Sequence[Track]) -> None:
    """Draw the supply tracks side by side, each under its name without the word for its kind."""
    table, unit = style.map, game.map.board.row_px
    left, top, right = pools[0].outline[0], pools[0].outline[1], pools[-1].outline[2]
    span = (left - 14.0, right + 14.0)
    heading(canvas, style, table.text("tracks.supply"), span, top - 0.58 * unit)
    names = [
        " ".join(word for word in pool.name.split() if word.lower() != pool.kind) for pool in pools
    ]
    font = _common(style.fonts, names, 1.16 * unit)
    for pool, name in zip(pools, names, strict=True):
        at = (pool.boxes[0].centre[0], top - 0.17 * unit)
        canvas.draw(Label(name, at, font, _side_of(table, game, pool)))
        for box in pool.boxes:
            _boxed(canvas, table, box)


def _movement(canvas: Canvas, style: Style, game: Game, track: Track) -> None:
    """Draw the points that a side has left."""
    table, unit = style.map, game.map.board.row_px
    words = table.text("tracks.movement").format(side=game.side(track.of).name)
    at = (float(track.outline[0]), track.outline[1] - 0.2 * unit)
    colour = _side_of(table, game, track)
    canvas.draw(Label(words, at, Font("narrow-bold", 30), colour, "l"))
    for box in track.boxes:
        _boxed(canvas, table, box)


def _common(fonts: Fonts, names: Sequence[str], width: float) -> Font:
    """Return a font in which every name is narrow enough."""
    return min((fit(fonts, name, "narrow-bold", 26, width) for name in names), key=lambda f: f.size)


def _side_of(table: Table, game: Game, track: Track) -> Colour:
    """Return the colour of the side that a track belongs to."""
    side = game.markers[track.of].side if track.kind == "supply" else track.of
    return table.colour(f"sides.{side}" if side else "frame.text")


def _boxed(canvas: Canvas, table: Table, box: TrackBox) -> None:
    """Draw a box with its value in the middle."""
    plate(canvas, table, box.box)
    look = Font("serif-bold", 62), table.colour("tracks.value")
    canvas.draw(Label(str(box.value), box.centre, *look))


def plate(canvas: Canvas, table: Table, box: Box) -> None:
    """Draw an empty box with a double rim."""
    for inset, name, width in ((2.0, "rim", 2.6), (8.0, "inner", 1.2)):
        left, top, right, bottom = (
            box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset
        )  # fmt: skip
        ring = ((left, top), (right, top), (right, bottom), (left, bottom))
        if name == "rim":
            canvas.draw(Area((ring,), table.colour("tracks.paper")))
        canvas.draw(Stroke((*ring, ring[0]), table.colour(f"tracks.{name}"), width))


def heading(canvas: Canvas, style: Style, words: str, span: tuple[float, float], y: float) -> None:
    """Write a heading between two short rules."""
    table = style.map
    font = Font("serif-bold", 32)
    middle = (span[0] + span[1]) / 2
    half = style.fonts.width(words, font) / 2 + 16
    canvas.draw(Label(words, (middle, y), font, table.colour("frame.text")))
    for a, b in ((span[0], middle - half), (middle + half, span[1])):
        if b > a + 8:
            canvas.draw(Stroke(((a, y), (b, y)), table.colour("frame.accent"), 3.0))


def fit(fonts: Fonts, text: str, face: str, size: float, width: float) -> Font:
    """Return a font at a size, or smaller if the text would be wider than some px."""
    font = Font(face, size)
    wide = fonts.width(text, font)
    return font if wide <= width else Font(face, size * width / wide)


def _turn(
    canvas: Canvas, style: Style, game: Game, turn: Turn, room: tuple[float, float, float]
) -> None:
    """Write what a turn brings beside its box: dates, weather by die roll, points."""
    table, fonts = style.map, style.fonts
    left, top, right = room
    text, soft = table.colour("frame.text"), table.colour("frame.soft")
    dates = turn.dates.replace("-", "\N{EN DASH}")
    font = fit(fonts, dates, "bold", 28, right - left)
    canvas.draw(Label(dates, (left, top + 15), font, text, "l"))
    wide = (right - left) / max(len(turn.weather), 1)
    for i, weather in enumerate(turn.weather):
        x = left + i * wide
        cell = ((x, top + 35), (x + wide - 3, top + 35), (x + wide - 3, top + 69), (x, top + 69))
        canvas.draw(Area((cell,), table.colour(f"weather.{weather}.fill")))
        ink = table.colour(f"weather.{weather}.ink")
        canvas.draw(Label(str(i + 1), (x + 10, top + 52), Font("narrow-bold", 19), ink))
        weather_mark(canvas, table, weather, (x + wide * 0.62, top + 52), 11.0)
    x, y, small = left, top + 95, Font("narrow", 23)
    parts = (
        (table.text("tracks.points"), [(s.id, turn.supply.get(s.id, 0)) for s in game.sides]),
        (table.text("tracks.drafts"), [(s.id, turn.replacements.get(s.id, 0)) for s in game.sides]),
        (table.text("tracks.repair"), [("", turn.afv_repair)]),
    )
    for words, points in parts:
        canvas.draw(Label(words, (x, y), small, soft, "l"))
        x += fonts.width(words, small) + 5
        x = _chips(canvas, table, points, (x, y)) + 9


def _chips(canvas: Canvas, table: Table, points: Sequence[tuple[str, int]], at: Point) -> float:
    """Draw numbers on the colours of their sides; return where they end."""
    x, y = at
    for side, count in points:
        box = ((x, y - 13), (x + 24, y - 13), (x + 24, y + 13), (x, y + 13))
        fill = table.colour(f"sides.{side}" if side else "frame.soft")
        canvas.draw(Area((box,), fill))
        white = table.colour("tracks.paper")
        canvas.draw(Label(str(count), (x + 12, y), Font("narrow-bold", 22), white))
        x += 26
    return x


def weather_mark(canvas: Canvas, table: Table, weather: str, at: Point, radius: float) -> None:
    """Draw the mark of a weather: ``sun``, ``drop`` or ``flake``, as the style tells."""
    colour = table.colour(f"weather.{weather}.ink")
    x, y = at
    match table.text(f"weather.{weather}.mark"):
        case "sun":
            canvas.draw(Oval(at, (radius * 0.5, radius * 0.5), colour))
            for i in range(8):
                c, s = cos(i * pi / 4), sin(i * pi / 4)
                ray = ((x + c * radius * 0.68, y + s * radius * 0.68),
                       (x + c * radius, y + s * radius))  # fmt: skip
                canvas.draw(Stroke(ray, colour, radius * 0.17))
        case "drop":
            bowl = [(cos(a * pi / 24), 0.58 + sin(a * pi / 24)) for a in range(-4, 29)]
            ring = [(x + radius * 0.62 * u, y + radius * 0.62 * v) for u, v in bowl]
            canvas.draw(Area(((*ring, (x, y - radius)),), colour))
        case _:
            for i in range(6):
                c, s = cos((i + 0.5) * pi / 3), sin((i + 0.5) * pi / 3)
                canvas.draw(Stroke((at, (x + c * radius, y + s * radius)), colour, radius * 0.16))
                px, py = x + c * radius * 0.6, y + s * radius * 0.6
                for turn in (-1, 1):
                    a = (i + 0.5 + turn * 0.85) * pi / 3
                    end = (px + cos(a) * radius * 0.36, py + sin(a) * radius * 0.36)
                    canvas.draw(Stroke(((px, py), end), colour, radius * 0.13))
