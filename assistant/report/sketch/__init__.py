"""Maps as SVG, drawn from a game's data alone, or over a module's own picture."""

from assistant.report.sketch.counter import Face
from assistant.report.sketch.sheet import Sheet

__all__ = ["Face", "Sheet"]
