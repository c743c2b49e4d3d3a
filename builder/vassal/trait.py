"""The traits our modules write, as named classes; every other trait is kept as it came.

A class names the fields of a trait's type string in VASSAL's order, with VASSAL's defaults.
Fields that only 3.7 knows default to None and are then left out, so that what is written
suits 3.6 and 3.7. Reading fills in what older files leave out and keeps what newer files add
in ``tail``, so writing again loses nothing.

Key strokes are texts from :mod:`builder.vassal.keystroke`, colours ``"r,g,b"`` or empty,
formats may hold ``$property$``, expressions stand in braces.

Source: the VASSAL class named in each docstring.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from builder.vassal._listed import RawTrait
from builder.vassal._trait_inner import (
    BasicPiece,
    Deck,
    Marker,
    Stack,
)
from builder.vassal._trait_look import (
    Footprint,
    FreeRotate,
    Hidden,
    Label,
    Layer,
    Mask,
    MovementMark,
    Rotate,
)
from builder.vassal._trait_more import (
    ActionButton,
    AreaOfEffect,
    BasicName,
    Border,
    Comment,
    Deselect,
    MenuSeparator,
    OldLayer,
    OldShape,
    PlaySound,
    PropertySheet,
    RestrictCommands,
    SetPieceProperty,
    Shape,
    Table,
    TranslatableMessage,
)
from builder.vassal._trait_place import (
    Attachment,
    Mat,
    MatCargo,
    MoveFixedDistance,
    MultiLocation,
    Pivot,
    PlaceMarker,
    Replace,
    ReturnToDeck,
)
from builder.vassal._trait_play import (
    CalculatedProperty,
    Clone,
    Delete,
    DynamicProperty,
    GlobalHotkey,
    GlobalKeyCommand,
    NonStacking,
    Prototype,
    Report,
    Restricted,
    SendTo,
    SetGlobalProperty,
    Submenu,
    Trigger,
)

__all__ = [
    "KINDS",
    "ActionButton",
    "AreaOfEffect",
    "Attachment",
    "BasicName",
    "BasicPiece",
    "Border",
    "CalculatedProperty",
    "Clone",
    "Comment",
    "Deck",
    "Delete",
    "Deselect",
    "DynamicProperty",
    "Footprint",
    "FreeRotate",
    "GlobalHotkey",
    "GlobalKeyCommand",
    "Hidden",
    "Label",
    "Layer",
    "Marker",
    "Mask",
    "Mat",
    "MatCargo",
    "MenuSeparator",
    "MoveFixedDistance",
    "MovementMark",
    "MultiLocation",
    "NonStacking",
    "OldLayer",
    "OldShape",
    "Pivot",
    "PlaceMarker",
    "PlaySound",
    "PropertySheet",
    "Prototype",
    "RawTrait",
    "Replace",
    "Report",
    "RestrictCommands",
    "Restricted",
    "ReturnToDeck",
    "Rotate",
    "SendTo",
    "SetGlobalProperty",
    "SetPieceProperty",
    "Shape",
    "Stack",
    "Submenu",
    "Table",
    "Trait",
    "TranslatableMessage",
    "Trigger",
    "UnknownTrait",
    "parse_trait",
]


@dataclass(frozen=True, slots=True)
class UnknownTrait:
    """Any other trait, kept as it came.

    Args:
        raw_type: Its part of the type string.
        raw_state: Its part of the state string.
    """

    raw_type: str
    raw_state: str

    @classmethod
    def parse(cls, raw: RawTrait) -> UnknownTrait:
        """Keep both strings."""
        return cls(raw.type, raw.state)

    def encode(self) -> RawTrait:
        """Give both strings back."""
        return RawTrait(self.raw_type, self.raw_state)


Trait = (
    ActionButton
    | AreaOfEffect
    | Attachment
    | BasicName
    | BasicPiece
    | Border
    | CalculatedProperty
    | Clone
    | Comment
    | Deck
    | Delete
    | Deselect
    | DynamicProperty
    | Footprint
    | FreeRotate
    | GlobalHotkey
    | GlobalKeyCommand
    | Hidden
    | Label
    | Layer
    | Marker
    | Mask
    | Mat
    | MatCargo
    | MenuSeparator
    | MoveFixedDistance
    | MovementMark
    | MultiLocation
    | NonStacking
    | OldLayer
    | OldShape
    | Pivot
    | PlaceMarker
    | PlaySound
    | PropertySheet
    | Prototype
    | Replace
    | Report
    | RestrictCommands
    | Restricted
    | ReturnToDeck
    | Rotate
    | SendTo
    | SetGlobalProperty
    | SetPieceProperty
    | Shape
    | Stack
    | Submenu
    | Table
    | TranslatableMessage
    | Trigger
    | UnknownTrait
)
"""Every class a trait can be read as."""

_BY_KIND: dict[str, type[Trait]] = {
    kind.KIND: kind for kind in get_args(Trait) if kind is not UnknownTrait
}
KINDS = frozenset(kind.partition(";")[0] for kind in _BY_KIND)
"""The ids of all traits with a class of their own."""


def parse_trait(raw: RawTrait) -> Trait:
    """Read a trait as its named class.

    Returns:
        The class with the trait's id, or an ``UnknownTrait``. It never fails: what a field
        can't hold becomes VASSAL's default, as in VASSAL.
    """
    if raw.type.startswith("rotate;1;"):
        return FreeRotate.parse(raw)
    return _BY_KIND.get(raw.kind, UnknownTrait).parse(raw)
