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
    table, unit = style.map, game.map.board.row_px
    found = tracks(game)
    pools = [track for track in found if track.kind == "supply"]
    if pools:
        boxes = [track.outline for track in pools]
        left, top, right = boxes[0][0], boxes[0][1] - 0.32 * unit, boxes[-1][2]
        span = (left - 14.0, right + 14.0)
        heading(canvas, style, table.text("tracks.supply"), span, top - 0.26 * unit)
    for track in found:
        _draw(canvas, style, game, track)


def _draw(canvas: Canvas, style: Style, game: Game, track: Track) -> None:
    """Draw one track: heading, boxes and what is written in and beside them."""
    table, unit = style.map, game.map.board.row_px
    left, top, right, _ = track.outline
    match track.kind:
        case "turn":
            end = left + 3.75 * unit
            heading(canvas, style, table.text("tracks.turn"), (left, end), top - 0.26 * unit)
            for box, turn in zip(track.boxes, game.turns, strict=True):
                plate(canvas, table, box.box)
                _number(canvas, table, box)
                _turn(canvas, style, game, turn, (box.box[2] + _BESIDE, box.box[1], end))
        case "weather":
            span = (left - 14.0, right + 14.0)
            heading(canvas, style, table.text("tracks.weather"), span, top - 0.26 * unit)
            for box in track.boxes:
                plate(canvas, table, box.box)
                x, y = box.centre
                weather_mark(canvas, table, box.of, (x, y), unit * 0.3)
                font = fit(style.fonts, game.weather[box.of], "narrow-bold", 26, unit * 1.2)
                at = (x, box.box[3] + 0.17 * unit)
                canvas.draw(Label(game.weather[box.of], at, font, table.colour("frame.text")))
        case "supply":
            font = fit(style.fonts, track.name, "narrow-bold", 26, unit * 1.2)
            at = ((left + right) / 2, top - 0.17 * unit)
            canvas.draw(Label(track.name, at, font, _side_of(table, game, track)))
            _numbers(canvas, table, track)
        case _:
            words = table.text("tracks.movement").format(side=game.side(track.of).name)
            font = Font("narrow-bold", 30)
            at = (float(left), top - 0.2 * unit)
            canvas.draw(Label(words, at, font, _side_of(table, game, track), "l"))
            _numbers(canvas, table, track)


def _side_of(table: Table, game: Game, track: Track) -> Colour:
    """Return the colour of the side that a track belongs to."""
    side = game.markers[track.of].side if track.kind == "supply" else track.of
    return table.colour(f"sides.{side}" if side else "frame.text")


def _numbers(canvas: Canvas, table: Table, track: Track) -> None:
    for box in track.boxes:
        plate(canvas, table, box.box)
        _number(canvas, table, box)


def _number(canvas: Canvas, table: Table, box: TrackBox) -> None:
    """Write the value of a box in its middle."""
    x, y = box.centre
    canvas.draw(Label(str(box.value), (x, y), Font("serif-bold", 62), table.colour("tracks.value")))


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
    dates = turn.dates.replace("-", "–")
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
            ring = [(x + radius * 0.62 * cos(a * pi / 24), y + radius * (0.36 + 0.62 * sin(a * pi / 24)))
                    for a in range(-4, 29)]  # fmt: skip
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
