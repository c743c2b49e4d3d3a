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

from builder.vassal._listed import RawTrait
from builder.vassal._trait_inner import BasicPiece, Marker, Stack
from builder.vassal._trait_look import Footprint, Hidden, Label, Layer, Mask, MovementMark, Rotate
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
    "BasicPiece",
    "CalculatedProperty",
    "Clone",
    "Delete",
    "DynamicProperty",
    "Footprint",
    "GlobalHotkey",
    "GlobalKeyCommand",
    "Hidden",
    "Label",
    "Layer",
    "Marker",
    "Mask",
    "MovementMark",
    "NonStacking",
    "Prototype",
    "RawTrait",
    "Report",
    "Restricted",
    "Rotate",
    "SendTo",
    "SetGlobalProperty",
    "Stack",
    "Submenu",
    "Trait",
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
    BasicPiece
    | CalculatedProperty
    | Clone
    | Delete
    | DynamicProperty
    | Footprint
    | GlobalHotkey
    | GlobalKeyCommand
    | Hidden
    | Label
    | Layer
    | Marker
    | Mask
    | MovementMark
    | NonStacking
    | Prototype
    | Report
    | Restricted
    | Rotate
    | SendTo
    | SetGlobalProperty
    | Stack
    | Submenu
    | Trigger
    | UnknownTrait
)
"""Every class a trait can be read as."""

_BY_KIND: dict[str, type[Trait]] = {
    kind.KIND: kind
    for kind in (
        BasicPiece,
        CalculatedProperty,
        Clone,
        Delete,
        DynamicProperty,
        Footprint,
        GlobalHotkey,
        GlobalKeyCommand,
        Hidden,
        Label,
        Layer,
        Marker,
        Mask,
        MovementMark,
        NonStacking,
        Prototype,
        Report,
        Restricted,
        Rotate,
        SendTo,
        SetGlobalProperty,
        Stack,
        Submenu,
        Trigger,
    )
}
_FREE_ROTATION = "rotate;1;"


def parse_trait(raw: RawTrait) -> Trait:
    """Read a trait as its named class.

    Returns:
        The class with the trait's id, or an ``UnknownTrait``. It never fails: what a field
        can't hold becomes VASSAL's default, as in VASSAL.
    """
    if raw.type.startswith(_FREE_ROTATION):
        return UnknownTrait.parse(raw)
    return _BY_KIND.get(raw.kind, UnknownTrait).parse(raw)
