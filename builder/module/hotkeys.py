"""The keys of a module's buttons: what is pressed, and what the help says about it.

Buttons take Ctrl+Shift and a letter, function keys or Alt; pieces take Ctrl and a letter, or
Ctrl+Shift for what takes a command back. VASSAL keeps for itself what :data:`ENGINE` lists.
"""

from __future__ import annotations

from dataclasses import dataclass

from builder.vassal.keystroke import Modifier, key

__all__ = [
    "BY_HEX",
    "CHARTS",
    "CLEAR_MOVED",
    "CLEAR_TRAILS",
    "CONCEAL",
    "COUNTERS",
    "ENGINE",
    "FORMATIONS",
    "HIDE",
    "LINE",
    "LOSSES",
    "MARKERS",
    "NEXT_TURN",
    "NOTES",
    "ONE_DIE",
    "OVERVIEW",
    "PICTURE",
    "TWO_DICE",
    "VIEWER",
    "ZOOM_IN",
    "ZOOM_OUT",
    "Hotkey",
    "hotkeys",
]


@dataclass(frozen=True, slots=True)
class Hotkey:
    """A key of a button.

    Args:
        shown: How people write it.
        stroke: How VASSAL does.
        does: What it does, for the help and for tips, to which VASSAL adds the key itself.
    """

    shown: str
    stroke: str
    does: str


def _letter(letter: str, does: str) -> Hotkey:
    return Hotkey(f"Ctrl+Shift+{letter}", key(letter, Modifier.CTRL_SHIFT), does)


OVERVIEW = _letter("O", "Show or hide the small map of the whole")
LINE = _letter("J", "Measure: drag from hex to hex, shows the distance in hexes")
HIDE = _letter("H", "Show the map without counters, or with them again")
CLEAR_MOVED = _letter("M", "Clear the sign of having moved from all counters of the map")
CLEAR_TRAILS = _letter("T", "Clear all trails of movement")
PICTURE = _letter("G", "Save the map as a picture")
COUNTERS = _letter("P", "Show or hide all units by side and formation")
MARKERS = _letter("K", "Show or hide the markers")
CHARTS = _letter("C", "Show or hide every chart and table")
NOTES = _letter("B", "Show or hide the notes: of the scenario, for all, for yourself")
FORMATIONS = _letter("U", "List the units by side and formation")
BY_HEX = _letter("X", "List the units on the map by hex")
LOSSES = _letter("R", "List the losses: the eliminated and the reduced")
CONCEAL = _letter("V", "Conceal your units, or show them if limited intelligence is off (rule 4-C)")
NEXT_TURN = Hotkey("Ctrl+Shift+.", key(".", Modifier.CTRL_SHIFT), "The next turn")
ZOOM_IN = Hotkey("Ctrl+Shift+=", key("=", Modifier.CTRL_SHIFT), "Zoom in")
ZOOM_OUT = Hotkey("Ctrl+-", key("-"), "Zoom out")
VIEWER = Hotkey("Ctrl+Space", key(" "), "What lies under the mouse")
ONE_DIE = Hotkey("Alt+1", key("1", Modifier.ALT), "Roll one die")
TWO_DICE = Hotkey("Alt+2", key("2", Modifier.ALT), "Roll two dice")

ENGINE = (
    ("Page Down", "the next step of a log"),
    ("Alt+W", "begin a log"),
    ("Alt+Shift+W", "end the log"),
    ("Ctrl+S", "save the game"),
    ("Alt+click", "point the others to a place"),
)
"""Keys of VASSAL itself, for the help."""


def hotkeys() -> tuple[Hotkey, ...]:
    """Return every key of a button, by what is pressed."""
    found = (each for each in globals().values() if isinstance(each, Hotkey))
    return tuple(sorted(found, key=lambda each: each.shown))
