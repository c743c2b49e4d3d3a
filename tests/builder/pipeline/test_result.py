"""What a build leaves in a folder: all of its files or none, and nobody else's touched."""

from __future__ import annotations

import errno
import os
import stat

import pytest

from builder.errors import WargameError
from builder.pipeline.result import Result
from builder.pipeline.store import Store

NEW = {"one.txt": b"new 1", "charts/two.txt": b"new 2", "three.txt": b"new 3"}


@pytest.fixture
def result():
    return Result(Store(None), "fingerprint", "gallery")


@pytest.fixture
def out(tmp_path):
    """A folder with older pictures and a file of somebody else's."""
    folder = tmp_path / "out"
    (folder / "charts").mkdir(parents=True)
    for name in (*NEW, "charts/mine.txt"):
        (folder / name).write_bytes(b"old")
    return folder


def held(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_files_of_others_stay(result, out):
    result.write(out, NEW)
    assert held(out) == {**NEW, "charts/mine.txt": b"old"}
    assert {path.name for path in out.iterdir()} == {"one.txt", "three.txt", "charts"}


def test_a_disk_that_is_full_midway_leaves_no_mixed_gallery(result, out, monkeypatch):
    before, done = held(out), []

    def second_fails(_descriptor):
        done.append(1)
        if len(done) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", second_fails)
    with pytest.raises(WargameError, match=r"out: can't be written \(No space left"):
        result.write(out, NEW)
    assert held(out) == before
    assert {path.name for path in out.iterdir()} == {"one.txt", "three.txt", "charts"}


def test_a_folder_in_place_of_the_last_file_leaves_the_others_as_they_were(result, out):
    (out / "three.txt").unlink()
    (out / "three.txt").mkdir()
    before = held(out)
    with pytest.raises(WargameError, match=r"three\.txt: is a folder; remove it"):
        result.write(out, NEW)
    assert held(out) == before


@pytest.mark.parametrize(
    ("private", "mask", "rights"),
    [(True, 0o077, 0o600), (True, 0o022, 0o644), (False, 0o077, 0o644)],
)
def test_rights_of_a_private_copy_follow_the_mask(result, tmp_path, private, mask, rights):
    """A private copy could be read by everybody on the machine."""
    before = os.umask(mask)
    try:
        result.write(tmp_path, {"a.vmod": b"module"}, private=private)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.vmod").stat().st_mode) == rights
