"""The small XML files beside a build file or a saved game: ``moduledata`` and ``savedata``.

Source: VASSAL classes ``ModuleMetaData`` and ``SaveMetaData``.
"""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from builder.errors import VassalError
from builder.vassal._xml import parse_xml

__all__ = ["ModuleData", "SaveData"]

_MAX_BYTES = 1024 * 1024
_MAX_DIGITS = 18


@dataclass(frozen=True, slots=True)
class ModuleData:
    """Entry ``moduledata`` of a module, copied by VASSAL into every save of it.

    Args:
        name: Module name, the same as in the build file. A save of another name makes
            VASSAL ask before loading.
        version: Module version.
        vassal_version: The engine that wrote it. From 3.5 on the build file must be called
            ``buildFile.xml``; newer than the running engine makes it warn. Empty if absent.
        description: One line.
        date_saved: Milliseconds since 1970, None if absent or no number.
        extra1: Free for the module's author.
        extra2: Free for the module's author.
    """

    name: str
    version: str
    vassal_version: str = ""
    description: str = ""
    date_saved: int | None = None
    extra1: str = ""
    extra2: str = ""

    @classmethod
    def parse(cls, data: bytes) -> ModuleData:
        """Read the file; what is missing is empty.

        Raises:
            VassalError: Not XML, too large, or with a document type.
        """
        root = _root(data, "moduledata")
        return cls(
            name=_field(root, "name"),
            version=_field(root, "version"),
            vassal_version=_field(root, "VassalVersion"),
            description=_field(root, "description"),
            date_saved=_number(_field(root, "dateSaved")),
            extra1=_field(root, "extra1"),
            extra2=_field(root, "extra2"),
        )

    def encode(self) -> bytes:
        """Write the file; equal data give equal bytes.

        Raises:
            VassalError: A character XML can't hold.
        """
        return _encode(
            ("version", self.version),
            ("extra1", self.extra1),
            ("extra2", self.extra2),
            ("VassalVersion", self.vassal_version),
            ("dateSaved", "" if self.date_saved is None else str(self.date_saved)),
            ("description", self.description),
            ("name", self.name),
        )


@dataclass(frozen=True, slots=True)
class SaveData:
    """Entry ``savedata`` of a save or log.

    Args:
        version: Version of the module; 3.6 may leave it empty.
        vassal_version: The engine that wrote the save.
        description: The player's comment.
        date_saved: Milliseconds since 1970, None if absent or no number.
    """

    version: str = ""
    vassal_version: str = ""
    description: str = ""
    date_saved: int | None = None

    @classmethod
    def parse(cls, data: bytes) -> SaveData:
        """Read the file; what is missing is empty.

        Raises:
            VassalError: Not XML, too large, or with a document type.
        """
        root = _root(data, "savedata")
        return cls(
            version=_field(root, "version"),
            vassal_version=_field(root, "VassalVersion"),
            description=_field(root, "description"),
            date_saved=_number(_field(root, "dateSaved")),
        )

    def encode(self) -> bytes:
        """Write the file; equal data give equal bytes.

        Raises:
            VassalError: A character XML can't hold.
        """
        return _encode(
            ("version", self.version),
            ("extra1", ""),
            ("extra2", ""),
            ("VassalVersion", self.vassal_version),
            ("dateSaved", "" if self.date_saved is None else str(self.date_saved)),
            ("description", self.description),
        )


def _root(data: bytes, what: str) -> etree._Element:
    root = parse_xml(data, what, _MAX_BYTES)
    if root.tag != "data":
        raise VassalError(f"{what}: its first element isn't <data>; it isn't VASSAL's file")
    return root


def _field(root: etree._Element, name: str) -> str:
    """Return the text of the first child called ``name`` that isn't a translation."""
    for child in root.iterchildren(name):
        if child.get("lang") is None:
            return "".join(map(str, child.itertext()))
    return ""


def _number(text: str) -> int | None:
    digits = text.strip()
    plain = digits.isascii() and digits.removeprefix("-").isdigit()
    return int(digits) if plain and len(digits) <= _MAX_DIGITS else None


def _encode(*fields: tuple[str, str]) -> bytes:
    root = etree.Element("data", version="1")
    for name, text in fields:
        try:
            etree.SubElement(root, name).text = text
        except ValueError:
            raise VassalError(
                f"metadata field {name}: has a control character, which XML can't hold; remove it"
            ) from None
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True, pretty_print=True)
