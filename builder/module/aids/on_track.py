"""The markers of turn, weather and movement follow what the umpire knows.

They go to the boxes of their tracks in the command of the act: turn, weather and the points that
a side has left when an impulse is declared or the weather is set; the points with which an
impulse began in the last phase, for the next one, and with the weather. A marker that was
dragged by hand shows something else until then.

Source: rules 5 and 16; the boxes are those of :mod:`builder.draw.tracks`.
"""

from __future__ import annotations

from builder import convention
from builder.draw.tracks import track_boxes
from builder.model.game import Game, Marker
from builder.module.aids.aid import Aid
from builder.module.aids.moment import PHASE, TURN
from builder.module.aids.supply_pools import ON_TRACK
from builder.module.aids.writing import action, quoted, trigger
from builder.vassal.keystroke import named
from builder.vassal.trait import GlobalKeyCommand

__all__ = ["BEGUN", "FOLLOWS", "NOW", "face", "on_track", "region", "when"]

FOLLOWS = "WUtrack"
"""Property of a marker: when it goes to its box."""
NOW, BEGUN = "now", "begun"
"""With what is going on; with the end of an impulse."""


def on_track(game: Game) -> Aid:
    """Return what sends the markers to their boxes."""
    if not any(when(game, marker) for marker in game.markers.values()):
        return Aid()
    return Aid(
        umpire=(
            _sent("TrackNow", NOW),
            _sent("TrackBegun", BEGUN),
            trigger(action("First"), "true", "TrackNow"),
            trigger(action("SkySet"), "true", "TrackNow", "TrackBegun"),
            trigger(action("Next"), f"{PHASE}=={quoted(game.phases[-1])}", "TrackBegun"),
        )
    )


def _sent(key: str, value: str) -> GlobalKeyCommand:
    return GlobalKeyCommand(
        key=action(key),
        sent_key=named(ON_TRACK),
        suppress_reports=False,
        target=f"COUNTER|false|MAP|||||0|0||true|{FOLLOWS}|{value}|EQUALS",
    )


def when(game: Game, marker: Marker) -> str:
    """Return when a marker goes to its box, empty for one that stays where it is put.

    Of the markers of a side's movement the first is the current one.
    """
    if not any(box.kind == marker.kind for box in track_boxes(game)):
        return ""
    match marker.kind:
        case "turn" | "weather":
            return NOW
        case "movement":
            own = (
                m for m in game.markers.values() if (m.kind, m.side) == ("movement", marker.side)
            )
            return NOW if next(own) == marker else BEGUN
        case _:
            return ""


def region(game: Game, marker: Marker) -> str:
    """Return the expression of the box that such a marker goes to."""
    boxes = [box for box in track_boxes(game) if box.kind == "turn"]
    values = [box.value for box in boxes]
    turn = f'"Turn "+Math.max({min(values)},Math.min({max(values)},{TURN}))' if values else '""'
    match marker.kind:
        case "movement":
            account = convention.points_left(marker.side)
            of_turn = convention.points_left_turn(marker.side)
            name = quoted(f"{game.side(marker.side).name} movement ")
            return f"{name}+({of_turn}=={TURN}?{account}:{game.points_per_turn})"
        case "weather":
            known = "".join(
                f"{convention.WEATHER}=={quoted(id_)}?{quoted(f'Weather: {name}')}:"
                for id_, name in game.weather.items()
            )
            return f"({known}{turn})"
        case _:
            return turn


def face(game: Game) -> str:
    """Return the expression of the face of the weather's marker."""
    steps = "".join(
        f"{convention.WEATHER}=={quoted(id_)}?{number}:"
        for number, id_ in enumerate(game.weather, 1)
    )
    return f"({steps}1)"
