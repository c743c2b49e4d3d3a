"""What our modules write into a log, and how it is read back.

The module is built with these names and lines; the assistant reads with the same ones.
"""

from builder.convention.grammar import (
    MARK,
    VERBS,
    format_line,
    is_ours,
    is_undone,
    parse_line,
)
from builder.convention.line import (
    IMPULSE_KINDS,
    Impulse,
    Line,
    PhaseStep,
    TurnStep,
    Weather,
)
from builder.convention.names import (
    DATA,
    ELIMINATED_MAP,
    FACE,
    GAME,
    HOLDING_MAP,
    ID,
    KIND,
    LOSS,
    MAP,
    SCRATCH,
    SIDE,
    WEATHER,
    Absence,
    absence,
    arrivals_map,
    points_left,
    points_left_turn,
    setup_board,
)

__all__ = [
    "DATA",
    "ELIMINATED_MAP",
    "FACE",
    "GAME",
    "HOLDING_MAP",
    "ID",
    "IMPULSE_KINDS",
    "KIND",
    "LOSS",
    "MAP",
    "MARK",
    "SCRATCH",
    "SIDE",
    "VERBS",
    "WEATHER",
    "Absence",
    "Impulse",
    "Line",
    "PhaseStep",
    "TurnStep",
    "Weather",
    "absence",
    "arrivals_map",
    "format_line",
    "is_ours",
    "is_undone",
    "parse_line",
    "points_left",
    "points_left_turn",
    "setup_board",
]
