from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.pipeline import store as subject
from builder.pipeline.store import Store, cache_folder

FILES = st.dictionaries(st.text(max_size=9), st.binary(max_size=50), max_size=4)


@given(FILES)
def test_what_is_put_is_found(tmp_path_factory, files):
    store = Store(tmp_path_factory.mktemp("store"))
    store.put("key", files)
    assert store.get("key") == files
    assert store.get("other") is None


@pytest.mark.parametrize("harm", ["cut", "change", "empty", "folder"])
def test_what_is_damaged_is_not_found(tmp_path, harm):
    store = Store(tmp_path)
    store.put("key", {"a": b"content"})
    path = tmp_path / "key"
    good = path.read_bytes()
    path.unlink()
    match harm:
        case "cut":
            path.write_bytes(good[:-1])
        case "change":
            path.write_bytes(good[:-1] + b"?")
        case "empty":
            path.write_bytes(b"")
        case "folder":
            path.mkdir()
    assert store.get("key") is None


def test_a_group_copied_over_another_is_not_found(tmp_path):
    """Else a picture would stand under another name, or an old one under the same."""
    store = Store(tmp_path)
    store.put("one", {"a.png": b"one"})
    store.put("two", {"b.png": b"two"})
    (tmp_path / "two").write_bytes((tmp_path / "one").read_bytes())
    assert store.get("two") is None
    assert store.get("one") == {"a.png": b"one"}


@pytest.mark.parametrize("content", [b"garbage\n", b"[1]\n", b'[["a", "b"]]\n', b"\xff\n"])
def test_a_group_that_can_not_be_taken_apart_is_not_found(tmp_path, content):
    (tmp_path / "key").write_bytes(subject._hash("key", content) + content)
    assert Store(tmp_path).get("key") is None


def test_without_a_usable_folder_nothing_is_kept_and_nothing_fails(tmp_path):
    (tmp_path / "file").write_text("")
    for folder in (None, tmp_path / "file", tmp_path / "file" / "below"):
        store = Store(folder)
        store.put("key", {"a": b"content"})
        assert store.get("key") is None
        store.clear_old()
    assert (tmp_path / "file").read_text() == ""


def test_what_was_used_longest_ago_is_cleared_first(tmp_path, monkeypatch):
    monkeypatch.setattr(subject, "_MOST", 3000)
    monkeypatch.setattr(subject, "_ENOUGH", 2300)
    store = Store(tmp_path)
    for i in range(4):
        store.put(f"key{i}", {"a": bytes(1000)})
        os.utime(tmp_path / f"key{i}", (1000 + i, 1000 + i))
    assert store.get("key0") is not None  # used just now
    store.clear_old()
    assert {path.name for path in tmp_path.iterdir()} == {"key0", "key3"}
    store.clear_old()
    assert len(list(tmp_path.iterdir())) == 2


def test_the_cache_is_the_users_own(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "wargame-umpire"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # the standard says: ignore it
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_folder() == Path(tmp_path, "home", ".cache", "wargame-umpire")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_or_a_device_in_place_of_a_group_is_none(tmp_path):
    """Reading it would never end, or fill the memory."""
    os.mkfifo(tmp_path / "a")
    (tmp_path / "b").symlink_to("/dev/zero")
    assert [Store(tmp_path).get(key) for key in "ab"] == [None, None]
