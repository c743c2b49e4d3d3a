"""A digest of plain values, so that a picture is known by what it is drawn from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from hashlib import sha256

from builder.errors import WargameError

__all__ = ["digest"]

_Update = Callable[[bytes], None]


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
    _add(value, total.update)
    return total.hexdigest()


def _add(value: object, update: _Update) -> None:
    """Take a value in piece by piece: what each thing is, how many parts it has, the parts."""
    match value:
        case str() | int() | float() | Fraction() if not isinstance(value, Enum):
            _write(update, type(value).__name__.encode())
            _write(update, str(value).encode())
        case tuple() | list():
            _add_all("sequence", value, update)
        case None:
            _write(update, b"none")
        case Enum():
            _add((type(value).__name__, value.name), update)
        case bytes():
            _write(update, b"bytes")
            _write(update, value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            held = [getattr(value, name) for name in _fields(type(value))]
            _add_all(type(value).__name__, held, update)
        case Mapping():
            _add_all("mapping", value.items(), update)
        case AbstractSet():
            _add_all("set", sorted(map(digest, value)), update)
        case Sequence():
            _add_all("sequence", value, update)
        case _:
            raise WargameError(f"a {type(value).__name__} has no digest; draw from plain data")


def _add_all(what: str, parts: Collection[object], update: _Update) -> None:
    """Take in what holds some parts, how many they are, and each of them."""
    _write(update, f"{what} {len(parts)}".encode())
    for part in parts:
        _add(part, update)


def _write(update: _Update, part: bytes) -> None:
    update(len(part).to_bytes(4, "big") + part)


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass."""
    return tuple(field.name for field in fields(kind))
