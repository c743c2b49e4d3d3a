"""The keys of the pieces: what is pressed on a selected counter.

Pieces take Ctrl and a letter, or Ctrl+Shift for what takes a command back; buttons take others,
see :mod:`builder.module.hotkeys`.
"""

from __future__ import annotations

from builder.vassal.keystroke import Modifier, key, named

__all__ = [
    "BACK",
    "CLEAR_TRAIL",
    "COPY",
    "ELIMINATE",
    "FLIP",
    "KEYS",
    "LOSE",
    "MOVED",
    "REMOVE",
    "RESTORE",
    "REVEAL",
    "TRAIL",
]

CLEAR_TRAIL = named("wuClearTrail")
REVEAL = key("R")
FLIP = key("F")
LOSE, RESTORE = key("L"), key("L", Modifier.CTRL_SHIFT)
ELIMINATE, BACK = key("E"), key("E", Modifier.CTRL_SHIFT)
MOVED, TRAIL, REMOVE, COPY = key("M"), key("T"), key("D"), key("C")
KEYS = (
    ("Ctrl+F", "turn the counter over; artillery: deploy; weather: the next one"),
    ("Ctrl+L", "one strength point lost"),
    ("Ctrl+Shift+L", "one strength point back"),
    ("Ctrl+E", "eliminated: to its box on the board of the eliminated"),
    ("Ctrl+Shift+E", "back to where it was eliminated"),
    ("Ctrl+M", "mark as moved, or not"),
    ("Ctrl+T", "show or hide the trail of its moves"),
    ("Ctrl+R", "show all units of the hex that are concealed, for an assault"),
    ("Ctrl+D", "remove a marker, bunker or bridge"),
    ("Ctrl+]  Ctrl+[", "turn an arrow"),
    ("Ctrl+C", "one more of a marker of which there are several"),
)
"""Keys of the pieces, for the help page."""
