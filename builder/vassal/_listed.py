"""What most traits have in common: a type that is a list of fields, and a state."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
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

    The last two fields are ``tail`` (type fields beyond those named) and the state, which may
    have any name. A field whose metadata have ``if_missing`` gets that value, not its default,
    from a file so old that it lacks the field.
    """

    __slots__ = ()
    KIND: ClassVar[str]

    @classmethod
    def parse(cls, raw: RawTrait) -> Self:
        """Read the trait from its type and state."""
        texts = sequence.decode(raw.type.partition(";")[2], ";")
        *named, tail, state = fields(cls)  # type: ignore[arg-type]
        values: dict[str, Any] = {
            field.name: _READERS[str(field.type)](text, field.default)
            for field, text in zip(named, texts, strict=False)
        }
        for field in named[len(texts) :]:
            if "if_missing" in field.metadata:
                values[field.name] = field.metadata["if_missing"]
        values[tail.name] = tuple(texts[len(named) :])
        values[state.name] = raw.state
        return cls(**values)

    def encode(self) -> RawTrait:
        """Write the trait's type and state.

        Raises:
            SequenceError: A field but the last ends in a backslash.
            VassalError: A field is left out but a later one isn't.
        """
        *named, tail, state = fields(self)  # type: ignore[arg-type]
        values = [getattr(self, field.name) for field in named]
        values += getattr(self, tail.name)
        while values and values[-1] is None:
            values.pop()
        if None in values:
            raise VassalError(
                f"trait {self.KIND}: a field is left out before one that isn't; set it as well"
            )
        texts = [_write(value) for value in values]
        return RawTrait(f"{self.KIND};{sequence.encode(texts, ';')}", getattr(self, state.name))


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


_READERS: dict[str, Any] = {
    "str": lambda text, _: text,
    "str | None": lambda text, _: text,
    "int": _read_int,
    "bool": lambda text, _: text == "true",
    "bool | None": lambda text, _: text == "true",
    "tuple[str, ...]": _read_list,
}
