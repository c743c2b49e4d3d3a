"""VASSAL's ``SequenceEncoder``: delimited fields with backslash escapes.

Everything in a build file, a save and a log that is a list is written this way,
one encoding inside another, each level with its own delimiter or one more backslash.

Source: VASSAL class ``VASSAL.tools.SequenceEncoder``.
"""

from __future__ import annotations

from collections.abc import Iterable

from builder.errors import SequenceError

__all__ = ["decode", "encode", "split"]


def encode(fields: Iterable[str], delimiter: str) -> str:
    r"""Join ``fields`` so that :func:`decode` gives them back.

    A delimiter inside a field gets a backslash; a field that begins with a backslash, or
    begins and ends with a single quote, is put in single quotes.

    Args:
        fields: The texts to join, at least one.
        delimiter: One character.

    Returns:
        One text; an empty field is written as nothing.

    Raises:
        SequenceError: A field but the last ends in a backslash, or there is no field: the
            format can't express either, VASSAL itself would read it back wrongly.

    >>> encode(["A", encode(["B", "C"], ",")], ",")
    'A,B\\,C'
    """
    quoted = [_quote(field, delimiter) for field in fields]
    if not quoted:
        raise SequenceError("a list without fields can't be written; give it one empty field")
    for index, field in enumerate(quoted[:-1]):
        if field[-1:] == "\\":
            raise SequenceError(
                f"field {index + 1} of {len(quoted)} ends in a backslash, which VASSAL would join "
                f"to the next one (delimiter {delimiter!r}); take the backslash away"
            )
    return delimiter.join(quoted)


def decode(text: str, delimiter: str) -> list[str]:
    r"""Split ``text`` at bare delimiters and drop one level of escapes.

    Args:
        text: An encoded list; every text is one.
        delimiter: One character.

    Returns:
        At least one field; a text ending in the delimiter has an empty last field.

    >>> decode('A,B\\,C', ",")
    ['A', 'B,C']
    """
    fields = split(text, delimiter)
    escaped = "\\" + delimiter
    if escaped in text:
        fields = [field.replace(escaped, delimiter) for field in fields]
    if "'" in text:
        fields = [_unquote(field) for field in fields]
    return fields


def split(text: str, delimiter: str) -> list[str]:
    r"""Split ``text`` at bare delimiters and leave the fields as they are written.

    >>> split('A,B\\,C', ",")
    ['A', 'B\\,C']
    """
    pieces = text.split(delimiter)
    if "\\" + delimiter not in text:
        return pieces
    fields: list[str] = []
    start = 0
    for index, piece in enumerate(pieces):
        if piece[-1:] == "\\" and index + 1 < len(pieces):
            continue
        if start == index:
            fields.append(piece)
        else:
            fields.append(delimiter.join(pieces[start : index + 1]))
        start = index + 1
    return fields


def _quote(field: str, delimiter: str) -> str:
    if not field:
        return field
    escaped = field.replace(delimiter, "\\" + delimiter)
    if field[0] == "\\" or field[0] == field[-1] == "'":
        return f"'{escaped}'"
    return escaped


def _unquote(field: str) -> str:
    return field[1:-1] if len(field) > 1 and field[0] == field[-1] == "'" else field
