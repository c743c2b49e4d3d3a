"""The words that duties, phases and lines use for morale."""

from __future__ import annotations

__all__ = [
    "ANTITANK",
    "ASSAULT",
    "BARRAGE",
    "CHARGE",
    "CONVENTIONAL",
    "DEFENSIVE_FIRE",
    "DETECTED",
    "EXIT",
    "FAIL",
    "FRIGHT",
    "PASS",
    "RESULT",
    "RETREAT",
    "ROUT",
]

CONVENTIONAL, ANTITANK, EXIT, DETECTED = "conventional", "antitank", "exit", "detected"
"""Kinds of fire, and so why a check is called for."""
BARRAGE = "barrage"
"""The phase, and why a check is called for."""
DEFENSIVE_FIRE, ASSAULT = "defensive-fire", "assault"
"""Phases."""
FRIGHT, CHARGE = "tank-fright", "cavalry-charge"
"""Shocks of the data: why a check is called for that no fire did."""
PASS, FAIL, ROUT = "pass", "fail", "rout"
"""Results of a check. The last is also why strength is lost, or a retreat made."""
RETREAT = "retreat"
"""Why strength is lost on the way back."""
RESULT = "result"
"""Names the part of a modifier that comes from the fire."""
