"""What is going on, as module properties: turn, phase, impulse."""

from __future__ import annotations

__all__ = ["IMPULSE_TURN", "IN_IMPULSE", "PHASE", "TURN"]

TURN = "WUturn"
"""Number of the turn, set by the turn tracker."""
PHASE = "WUphase"
"""Id of the phase."""
IMPULSE_TURN = "WUimpulseTurn"
"""Number of the turn in which an impulse was declared last."""
IN_IMPULSE = f"{IMPULSE_TURN}=={TURN}"
"""Condition that an impulse of this turn has been declared."""
