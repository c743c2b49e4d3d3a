"""A key for caches: positions and games are compared by identity, which costs nothing."""

from __future__ import annotations

from typing import Generic, TypeVar

__all__ = ["Beside", "Same"]

T = TypeVar("T")


class Same(Generic[T]):
    """Holds a thing, and equals only another holder of the very same thing.

    It keeps the thing alive, so that its identity can't be taken over by another.

    >>> one, other = [1], [1]
    >>> Same(one) == Same(one), Same(one) == Same(other)
    (True, False)
    """

    __slots__ = ("thing",)

    def __init__(self, thing: T) -> None:
        """Hold a thing."""
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        """Tell whether the other holds the same thing."""
        return isinstance(other, Same) and other.thing is self.thing

    def __hash__(self) -> int:
        """Hash by identity."""
        return id(self.thing)


class Beside(Generic[T]):
    """Carries a thing into a cached function without being part of its key: all are equal.

    What the function makes of the thing must depend on the rest of the key alone.

    >>> Beside(1) == Beside(2)
    True
    """

    __slots__ = ("thing",)

    def __init__(self, thing: T) -> None:
        """Hold a thing."""
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        """Tell whether the other carries something, too."""
        return isinstance(other, Beside)

    def __hash__(self) -> int:
        """Return the same for all."""
        return 0
