"""Which of many like cases are tested in every run, and which in the soak alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

Case = TypeVar("Case")


def sampled(cases: Iterable[Case], kept: Callable[[Case], bool]) -> list[object]:
    """Return parameters for a test: the cases kept for every run, the others marked ``soak``."""
    return [case if kept(case) else pytest.param(case, marks=pytest.mark.soak) for case in cases]
