"""The map picture of a module, to draw on."""

from __future__ import annotations

from pathlib import Path

from assistant.errors import LogError
from builder import convention
from builder.errors import VassalError
from builder.vassal import buildfile, read_archive
from builder.vassal.boards import find_map, module_maps

__all__ = ["map_picture"]

_MOST_BYTES = 64 * 1024 * 1024
_MEDIA = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
}


def map_picture(module: Path) -> tuple[bytes, str]:
    """Return the picture of the map board of a module of ours, and its media type.

    Raises:
        WargameError: The module can't be read, or has no such picture. The message is one line.
    """
    archive = read_archive(module, max_entry_bytes=_MOST_BYTES)
    build = archive.read(buildfile.ENTRY)
    try:
        maps = module_maps(buildfile.parse(build))
    except VassalError as error:
        raise LogError(f"{module}: {error}") from None
    found = find_map(maps, convention.MAP)
    boards = found.boards if found is not None else ()
    name = next((f"images/{board.image}" for board in boards if board.image), "")
    if name not in archive:
        raise LogError(f"{module}: has no picture of the map; leave out --module, or --format svg")
    data = archive.read(name)
    media = next((kind for head, kind in _MEDIA.items() if data.startswith(head)), "")
    if not media:
        raise LogError(f"{module}: {name} is no PNG, JPEG or GIF; leave out --module")
    return data, media
