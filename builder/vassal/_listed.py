"""What most traits have in common: a type that is a list of fields, and a state."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import Any, ClassVar, Self

from builder.errors import VassalError
from builder.vassal import sequence

__all__ = ["WHOLE_NUMBER", "Listed", "RawTrait"]

WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class RawTrait:
    """One trait as it stands in a file.

    Args:
        type: Its part of the type string, with the trait's id in front.
        state: Its part of the state string.
    """

    type: str
    state: str

    @property
    def kind(self) -> str:
        """The trait's id, such as ``"emb2"``."""
        return self.type.partition(";")[0]


class Listed:
    """A trait whose type is its id and a ``;`` list, in the order of the dataclass fields.

    ``tail`` takes the type fields beyond those named before it; what follows ``tail`` is the
    state, by default one field with its text, which may have any name. A field whose metadata
    have ``if_missing`` gets that value, not its default, from a file so old that it lacks the
    field.
    """

    __slots__ = ()
    KIND: ClassVar[str]
    STATE_DELIMITER: ClassVar[str] = ";"

    @classmethod
    def parse(cls, raw: RawTrait) -> Self:
        """Read the trait from its type and state."""
        text = raw.type
        values = _remembered(cls, text) if len(text) <= _LONGEST_REMEMBERED else _read(cls, text)  # type: ignore[arg-type]
        return cls(*values, *cls._read_state(raw.state))

    def encode(self) -> RawTrait:
        """Write the trait's type and state.

        Raises:
            SequenceError: A field but the last ends in a backslash.
            VassalError: A field is left out but a later one isn't.
        """
        values: list[Any] = [getattr(self, name) for name in _plan(type(self)).names]  # type: ignore[arg-type]
        values += self.tail  # type: ignore[attr-defined]
        while values and values[-1] is None:
            values.pop()
        if None in values:
            raise VassalError(
                f"trait {self.KIND}: a field is left out before one that isn't; set it as well"
            )
        texts = [_write(value) for value in values]
        return RawTrait(f"{self.KIND};{sequence.encode(texts, ';')}", self._write_state())

    @property
    def state_fields(self) -> tuple[str, ...]:
        """The state taken apart at its own delimiter."""
        return tuple(sequence.decode(self._write_state(), self.STATE_DELIMITER))

    @classmethod
    def _read_state(cls, text: str) -> tuple[Any, ...]:
        return (text,)

    def _write_state(self) -> str:
        return str(getattr(self, _plan(type(self)).state))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class _Plan:
    """How the type of one class is read."""

    names: tuple[str, ...]
    readers: tuple[Callable[[str, Any], Any] | None, ...]
    defaults: tuple[Any, ...]
    missing: tuple[Any, ...]
    state: str


@cache
def _plan(cls: type[Any]) -> _Plan:
    names = [field.name for field in fields(cls)]
    named = fields(cls)[: names.index("tail")]
    return _Plan(
        names=tuple(field.name for field in named),
        readers=tuple(_READERS[str(field.type)] for field in named),
        defaults=tuple(field.default for field in named),
        missing=tuple(field.metadata.get("if_missing", field.default) for field in named),
        state=names[names.index("tail") + 1],
    )


def _read(cls: type[Any], type_text: str) -> tuple[Any, ...]:
    """Return the values of all type fields, and of ``tail``."""
    plan = _plan(cls)  # type: ignore[arg-type]
    start = len(cls.KIND) + 1
    texts = sequence.decode(type_text[start:], ";")
    count = len(texts)
    values = [
        reader(text, default) if reader else text
        for text, reader, default in zip(texts, plan.readers, plan.defaults, strict=False)
    ]
    named = len(plan.names)
    return (*values, *plan.missing[count:], tuple(texts[named:]))


_remembered = lru_cache(maxsize=2048)(_read)  # pieces of one module share most of their traits
_LONGEST_REMEMBERED = 4096


def _write(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case tuple():
            return sequence.encode(value, ",") if value else ""
        case _:
            return str(value)


def _read_int(text: str, default: object) -> object:
    return int(text) if WHOLE_NUMBER.fullmatch(text) else default


def _read_list(text: str, _default: object) -> object:
    return tuple(sequence.decode(text, ",")) if text else ()


_READERS: dict[str, Callable[[str, Any], Any] | None] = {
    "str": None,
    "str | None": None,
    "int": _read_int,
    "int | None": _read_int,
    "bool": lambda text, _: text == "true",
    "bool | None": lambda text, _: text == "true",
    "tuple[str, ...]": _read_list,
    "tuple[str, ...] | None": _read_list,
}
