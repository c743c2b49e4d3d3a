"""Reading XML that may be hostile: no document type, no entities, no network, no huge trees."""

from __future__ import annotations

from lxml import etree

from builder.vassal.damage import UnusableError

__all__ = ["parse_xml"]


def parse_xml(data: bytes, what: str, max_bytes: int) -> etree._Element:
    """Parse ``data`` and return its root element.

    Args:
        data: The XML file, in any encoding it declares.
        what: Name of the file for messages, such as ``"moduledata"``.
        max_bytes: Largest file accepted.

    Raises:
        UnusableError: Too large (``too-big``), not well-formed (``bad-xml``), or with a document
            type declaration (``dtd-forbidden``).
    """
    if len(data) > max_bytes:
        raise UnusableError("too-big", f"{what}: larger than {max_bytes} bytes, so it isn't read")
    if b"<!DOCTYPE" in data:
        raise _declared(what)
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        remove_comments=True,
        remove_pis=True,
        huge_tree=False,
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError, LookupError) as error:
        line = getattr(error, "lineno", None) or 1
        raise UnusableError(
            "bad-xml",
            f"{what}: not well-formed XML near line {line}; the file is damaged, get it again",
        ) from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise _declared(what)
    return root


def _declared(what: str) -> UnusableError:
    return UnusableError(
        "dtd-forbidden",
        f"{what}: has a document type declaration, which VASSAL never writes; it isn't read",
    )
