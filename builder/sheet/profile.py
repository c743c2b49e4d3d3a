"""What is known of a printer: two lengths it printed, and where its backs lie. Lengths are mm.

::

    across_mm = 149.6      # the line across the calibration page, measured; 150 is true
    down_mm = 200.4        # the line down the page, measured; 200 is true
    back_right_mm = 0.7    # how far right of the front's cross the back's lies,
    back_down_mm = -0.4    # and how far below it, seen from the back
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from builder.draw.canvas import Point
from builder.draw.scan_table import read_toml
from builder.errors import WargameError
from builder.pdf import Correction

__all__ = ["ACROSS", "DOWN", "KEYS", "TRUE", "Profile", "read_profile"]

ACROSS, DOWN = 150.0, 200.0
"""Lengths of the lines on the calibration page."""
KEYS = ("across_mm", "down_mm", "back_right_mm", "back_down_mm")
_FAR = 0.06  # share by which a printer may be wrong; more is a slip of the pen
_MOST = 15.0  # mm by which backs may lie off


@dataclass(frozen=True, slots=True)
class Profile:
    """What a printer does.

    Args:
        across: How long it prints :data:`ACROSS`.
        down: How long it prints :data:`DOWN`.
        back: How far its backs lie to the right of its fronts and below, seen from the back.
    """

    across: float = ACROSS
    down: float = DOWN
    back: Point = (0.0, 0.0)

    def correction(self, *, back: bool = False, offset: Point = (0.0, 0.0)) -> Correction:
        """Return what makes up for it on a page.

        Args:
            back: Whether the page is the back of another.
            offset: How far the page is moved besides, to the right and down.
        """
        right, down = self.back if back else (0.0, 0.0)
        shift = offset[0] - right, offset[1] - down
        return Correction((ACROSS / self.across, DOWN / self.down), shift)


TRUE = Profile()
"""A printer without a fault."""


def read_profile(path: Path) -> Profile:
    """Read a profile.

    Raises:
        WargameError: The file can't be read, lacks a figure, or holds one that can't be right.
    """
    table = read_toml(path, path.parent)
    if unknown := sorted(set(table) - set(KEYS)):
        raise WargameError(f"{path}: unknown entry '{unknown[0]}'; there are {', '.join(KEYS)}")
    across, down = table.number("across_mm"), table.number("down_mm")
    for key, found, true in (("across_mm", across, ACROSS), ("down_mm", down, DOWN)):
        if abs(found / true - 1) > _FAR:
            low, high = true * (1 - _FAR), true * (1 + _FAR)
            raise WargameError(
                f"{path}: {key} = {found:g} can't be the line of {true:g} mm; measure it again "
                f"({low:g} to {high:g} can be)"
            )
    back = tuple(table.number(key) if table.get(key) is not None else 0.0 for key in KEYS[2:])
    if max(map(abs, back)) > _MOST:
        raise WargameError(f"{path}: backs lie {max(map(abs, back)):g} mm off; {_MOST:g} at most")
    return Profile(across, down, (back[0], back[1]))
