"""A digest of plain values, so that a picture is known by what it is drawn from."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from hashlib import sha256

from builder.errors import WargameError

__all__ = ["digest"]


def digest(value: object) -> str:
    """Return SHA-256 over a value: the same for equal values in any process.

    Args:
        value: Dataclasses, mappings (their order counts), sequences, sets (their order doesn't)
            and plain values, in any depth.

    Raises:
        WargameError: Something else is in it.

    >>> digest({"a": {2, 1}}) == digest({"a": {1, 2}})
    True
    >>> digest([1, "2"]) == digest([1, 2])
    False
    """
    total = sha256()
    for part in _parts(value):
        total.update(len(part).to_bytes(4, "big"))
        total.update(part)
    return total.hexdigest()


def _parts(value: object) -> Iterator[bytes]:
    """Yield a value piece by piece: what each thing is, how many parts it has, the parts."""
    match value:
        case None:
            yield b"none"
        case Enum():
            yield from _parts((type(value).__name__, value.name))
        case bytes():
            yield from (b"bytes", value)
        case str() | int() | float() | Fraction():
            yield from (type(value).__name__.encode(), str(value).encode())
        case Mapping():
            yield from _listed("mapping", value.items())
        case AbstractSet():
            yield from _listed("set", sorted(map(digest, value)))
        case Sequence():
            yield from _listed("sequence", value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            held = [getattr(value, field.name) for field in fields(value)]
            yield from _listed(type(value).__name__, held)
        case _:
            raise WargameError(f"a {type(value).__name__} has no digest; draw from plain data")


def _listed(what: str, parts: Collection[object]) -> Iterator[bytes]:
    """Yield what holds some parts, how many they are, and each of them."""
    yield f"{what} {len(parts)}".encode()
    for part in parts:
        yield from _parts(part)
