"""The zip around modules, saves and logs: read with distrust, written the same way every time.

``.vmod``, ``.vmdx``, ``.vsav`` and ``.vlog`` are all plain zip files.
"""

from __future__ import annotations

import io
import os
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from builder.errors import ArchiveError

__all__ = ["Archive", "archive_bytes", "read_archive", "write_archive", "write_atomically"]

MAX_ENTRIES = 10_000
MAX_ENTRY_BYTES = 256 * 1024 * 1024
MAX_TOTAL_BYTES = 2 * 1024 * 1024 * 1024

_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can say
_UNIX = 3
_MODE = (stat.S_IFREG | 0o644) << 16
_STORED = frozenset({".png", ".jpg", ".jpeg", ".gif", ".vsav", ".vlog", ".ogg", ".mp3"})
_LEVEL = 6
_BROKEN = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    UnicodeError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class Archive:
    """A zip whose table of contents has been checked; entries are read when asked for.

    Args:
        path: The file.
        names: Entry names in the order of the file, without folders.
        max_entry_bytes: Largest entry that will be unpacked.
    """

    path: Path
    names: tuple[str, ...]
    max_entry_bytes: int = field(default=MAX_ENTRY_BYTES, repr=False)

    def __contains__(self, name: object) -> bool:
        """Return whether there is an entry ``name`` (case counts)."""
        return name in self.names

    def read(self, name: str) -> bytes:
        """Return the contents of one entry, checked against its CRC.

        Raises:
            ArchiveError: No such entry, damaged, encrypted or too large.
        """
        return next(self.read_many([name]))[1]

    def read_many(self, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield ``(name, contents)`` of each entry asked for, opening the file once.

        Raises:
            ArchiveError: As for :meth:`read`.
        """
        with _opened(self.path) as zipped:
            for name in names:
                yield name, self._unpack(zipped, name)

    def _unpack(self, zipped: zipfile.ZipFile, name: str) -> bytes:
        try:
            info = zipped.getinfo(name)
            with zipped.open(info) as stream:
                data = stream.read(self.max_entry_bytes + 1)
        except KeyError:
            raise ArchiveError(
                f"{self.path}: has no entry {name!r}; it isn't the kind of file expected here"
            ) from None
        except (*_BROKEN, OSError):
            raise ArchiveError(
                f"{self.path}: entry {name!r} is damaged; get the file again"
            ) from None
        if len(data) > self.max_entry_bytes:
            raise ArchiveError(
                f"{self.path}: entry {name!r} is larger than {self.max_entry_bytes} bytes, "
                "so it isn't read"
            )
        return data


def read_archive(
    path: str | os.PathLike[str],
    *,
    max_entries: int = MAX_ENTRIES,
    max_entry_bytes: int = MAX_ENTRY_BYTES,
    max_total_bytes: int = MAX_TOTAL_BYTES,
) -> Archive:
    """Check a zip file's table of contents; nothing is unpacked yet, nothing ever to disk.

    Args:
        path: The file.
        max_entries: Most entries accepted.
        max_entry_bytes: Largest single entry that will be unpacked.
        max_total_bytes: Largest sum of the unpacked sizes that the table of contents claims.

    Raises:
        ArchiveError: Missing, a folder, unreadable, no zip, encrypted, with too many or too
            large entries, or with names that point outside the archive.
    """
    where = Path(path)
    with _opened(where) as zipped:
        infos = zipped.infolist()
    if len(infos) > max_entries:
        raise ArchiveError(f"{where}: more than {max_entries} entries, so it isn't read")
    if sum(info.file_size for info in infos) > max_total_bytes:
        raise ArchiveError(f"{where}: unpacks to more than {max_total_bytes} bytes; it isn't read")
    names = []
    for info in infos:
        _check_entry(where, info)
        if not info.is_dir():
            names.append(info.filename)
    if len(set(names)) != len(names):
        raise ArchiveError(f"{where}: two entries have the same name; the file is damaged")
    return Archive(where, tuple(names), max_entry_bytes)


def archive_bytes(entries: Mapping[str, bytes]) -> bytes:
    """Return a zip holding ``entries``; equal entries give equal bytes.

    Entries are sorted by name and dated 1980-01-01; what is already compressed (pictures,
    sounds, saves) is stored, the rest deflated.

    Raises:
        ArchiveError: A name that :func:`read_archive` would refuse.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zipped:
        for name in sorted(entries):
            info = zipfile.ZipInfo(name, date_time=_DATE)
            info.create_system = _UNIX
            info.external_attr = _MODE
            stored = PurePosixPath(name).suffix.lower() in _STORED
            info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            _check_entry(Path("new archive"), info)
            zipped.writestr(info, entries[name], compresslevel=_LEVEL)
    return buffer.getvalue()


def write_archive(path: str | os.PathLike[str], entries: Mapping[str, bytes]) -> None:
    """Write :func:`archive_bytes` to ``path``, whole or not at all.

    Raises:
        ArchiveError: The file can't be written, or a name is refused. Whatever stood at
            ``path`` before is then still there.
    """
    write_atomically(path, archive_bytes(entries))


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file so that readers see the old contents or the new, never a part.

    Raises:
        ArchiveError: The folder is missing or can't be written to.
    """
    where = Path(path)
    temporary: Path | None = None
    try:
        with tempfile.NamedTemporaryFile(
            dir=where.parent, prefix=f".{where.name}.", suffix=".part", delete=False
        ) as stream:
            temporary = Path(stream.name)
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(0o644)
        temporary.replace(where)
        temporary = None
    except OSError as error:
        raise ArchiveError(
            f"{where}: can't be written ({error.strerror}); check the folder and its rights"
        ) from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        if path.is_dir():
            raise ArchiveError(f"{path}: is a folder; name the file in it")
        if path.exists() and not path.is_file():
            raise ArchiveError(f"{path}: isn't an ordinary file; name a zip file")
        return zipfile.ZipFile(path)
    except FileNotFoundError:
        raise ArchiveError(f"{path}: no such file; check the name") from None
    except _BROKEN:
        raise ArchiveError(
            f"{path}: isn't a zip file, as VASSAL's files are, or is cut short; get it again"
        ) from None
    except OSError as error:
        raise ArchiveError(f"{path}: can't be read ({error.strerror}); check its rights") from None


def _check_entry(where: Path, info: zipfile.ZipInfo) -> None:
    name = info.filename
    parts = name.replace("\\", "/").removesuffix("/").split("/")
    unsafe = any(part in ("", ".", "..") for part in parts) or ":" in parts[0]
    if unsafe or "\0" in info.orig_filename or not name.isprintable():
        raise ArchiveError(f"{where}: the entry name {name!r} isn't safe; the file isn't read")
    if info.flag_bits & 0x1:
        raise ArchiveError(f"{where}: entry {name!r} is encrypted; save it without a password")
