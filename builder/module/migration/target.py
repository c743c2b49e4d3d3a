"""The module that a game is moved into, as far as that needs it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from builder import convention
from builder.errors import VassalError
from builder.module.places import Places
from builder.vassal import buildfile as bf
from builder.vassal.archive import read_archive
from builder.vassal.buildfile import Element
from builder.vassal.command import AddPiece
from builder.vassal.metadata import ModuleData
from builder.vassal.piece import Piece
from builder.vassal.trait import Prototype, RawTrait, SetGlobalProperty, parse_trait
from builder.vassal.transcript import decode_commands

__all__ = ["Target", "read_target"]

_DEEPEST = 20  # prototypes within prototypes
_MOST_TRAITS = 10_000


@dataclass(frozen=True, slots=True)
class Target:
    """A module of ours.

    Args:
        path: The file.
        data: Its metadata.
        pieces: Its pieces by data id, whole as saves hold them.
        properties: Its properties with their value before a game begins.
        played: Patterns of the names of those that are a game's own, changed by play or set-up.
        places: Where its hexes and boxes lie.
    """

    path: Path
    data: ModuleData
    pieces: Mapping[str, Piece]
    properties: Mapping[str, str]
    played: tuple[re.Pattern[str], ...]
    places: Places

    def is_played(self, name: str) -> bool:
        """Tell whether play changes a property; all others are constants of the module."""
        return any(pattern.fullmatch(name) for pattern in self.played)


def read_target(path: Path) -> Target:
    """Read a module.

    Raises:
        VassalError: It can't be read, isn't one of ours, or is too old to say where things lie.
    """
    archive = read_archive(path)
    if bf.ENTRY not in archive or "moduledata" not in archive:
        raise VassalError(f"{path}: is no module; give one that `builder build` made")
    try:
        root = bf.parse(archive.read(bf.ENTRY))
        return _target(path, root, ModuleData.parse(archive.read("moduledata")))
    except VassalError as error:
        raise VassalError(f"{path}: {error}") from None


def _target(path: Path, root: Element, data: ModuleData) -> Target:
    """Return what a module's build file holds."""
    settings = list(root.iter(bf.GLOBAL_PROPERTY))
    values = {each.get("name", ""): each.get("initialValue", "") for each in settings}
    if convention.GAME not in values:
        raise VassalError("is a module of another kind; give one that `builder build` made")
    if convention.PLACES not in values:
        raise VassalError("was built by an older version of the builder; build it anew")
    prototypes = dict(_definitions(root, bf.PROTOTYPE, "name"))
    slots = [piece for _, piece in _definitions(root, bf.PIECE_SLOT, "gpid")]
    whole = [Piece(tuple(_expanded(piece.traits, prototypes))) for piece in slots]
    named = ((each.properties.get(convention.ID), each) for each in whole)
    buttons = [each.get("name", "") for each in settings if len(each)]
    return Target(
        path=path,
        data=data,
        pieces={id_: piece for id_, piece in named if id_ is not None},
        properties=values,
        played=tuple(map(_pattern, {convention.SCENARIO, *buttons, *_set_by(whole)})),
        places=Places.parse(values[convention.PLACES]),
    )


def _definitions(root: Element, tag: str, key: str) -> Iterator[tuple[str, Piece]]:
    """Yield the pieces that components of a kind define."""
    for each in root.iter(tag):
        entries = decode_commands(each.text or "", keep_player_ids=True)
        if entries and isinstance(entries[0].command, AddPiece):
            yield each.get(key, ""), entries[0].command.piece


def _expanded(
    traits: Iterable[RawTrait], prototypes: Mapping[str, Piece], depth: int = 0
) -> list[RawTrait]:
    """Return traits with those of prototypes in their place."""
    found: list[RawTrait] = []
    for raw in traits:
        trait = parse_trait(raw) if raw.kind == Prototype.KIND else None
        if not isinstance(trait, Prototype):
            found.append(raw)
        elif depth < _DEEPEST and trait.name in prototypes:
            found += _expanded(prototypes[trait.name].traits[:-1], prototypes, depth + 1)
        if len(found) > _MOST_TRAITS:
            raise VassalError("its prototypes hold each other without end; build it anew")
    return found


def _set_by(pieces: Iterable[Piece]) -> Iterator[str]:
    """Yield the names of the module properties that pieces set, properties in them or not."""
    for piece in pieces:
        for raw in piece.traits:
            if raw.kind == SetGlobalProperty.KIND:
                trait = parse_trait(raw)
                if isinstance(trait, SetGlobalProperty):
                    yield trait.name


def _pattern(name: str) -> re.Pattern[str]:
    """Return what the name of a property matches, if another's value may stand in it."""
    parts = name.split("$")
    return re.compile(
        "".join(".*" if place % 2 else re.escape(part) for place, part in enumerate(parts)),
        re.DOTALL,
    )
