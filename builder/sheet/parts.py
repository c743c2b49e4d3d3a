"""What of a game can be printed."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Part"]


class Part(StrEnum):
    """A part that can be asked for."""

    COUNTERS = "counters"
    MAP = "map"
    CHARTS = "charts"
    CARDS = "cards"
    CALIBRATION = "calibration"
