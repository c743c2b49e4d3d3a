"""What the library of modules asks of a file that is uploaded."""

from __future__ import annotations

import re
from io import BytesIO
from zipfile import ZipFile

import pytest

from builder.model.load import games, load_game
from builder.module.assemble import module_entries
from builder.module.plan import picture_names, plan
from builder.vassal import ModuleData, buildfile

SEMANTIC = re.compile(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?")
FORBIDDEN = re.compile(r"[\"'*/:<>?|\\\x00-\x1f]")
OF_WINDOWS = {"con", "prn", "aux", "nul", *(f"{n}{i}" for n in ("com", "lpt") for i in range(10))}


def may_be_named(name):
    """Tell whether the library takes a file name."""
    base = name.partition(".")[0].lower()
    return (
        0 < len(name.encode()) <= 255
        and name == name.strip()
        and not name.endswith(".")
        and ".." not in name
        and not FORBIDDEN.search(name)
        and base not in OF_WINDOWS
    )


@pytest.fixture(scope="module", params=games())
def game(request):
    return load_game(request.param)


@pytest.fixture(scope="module")
def entries(game):
    made = plan(game, (760, 84))
    return module_entries(made, dict.fromkeys(picture_names(made), b"png"), {}, b"")


def test_module_and_metadata_have_the_same_semantic_version(game, entries):
    data = ModuleData.parse(entries["moduledata"])
    root = buildfile.parse(entries["buildFile.xml"])
    assert SEMANTIC.fullmatch(data.version)
    assert SEMANTIC.fullmatch(data.vassal_version)
    assert data.version == root.get("version") == game.version


def test_metadata_fit_the_fields_of_the_library(game, entries):
    data = ModuleData.parse(entries["moduledata"])
    assert 0 < len(data.name) <= 256
    assert 0 < len(data.description) <= 1024
    assert data.name == game.name


def test_saves_carry_the_version_of_the_module(game, entries):
    saves = [name for name in entries if name.endswith(".vsav")]
    assert len(saves) >= len(game.scenarios)
    for name in saves:
        with ZipFile(BytesIO(entries[name])) as archive:
            assert ModuleData.parse(archive.read("moduledata")).version == game.version


def test_names_of_files_are_allowed_and_differ_whatever_the_case(game, entries):
    names = [name.rpartition("/")[2] for name in entries if name.startswith("images/")]
    assert len({name.lower() for name in names}) == len(names)
    assert all(may_be_named(name) and name.endswith(".png") for name in names)
    assert may_be_named(f"{game.id}-{game.version}.vmod")


@pytest.mark.parametrize("name", ["con.vmod", "a..b.vmod", " a.vmod", "a.", "a:b.vmod", "x" * 256])
def test_names_that_the_library_refuses_are_known(name):
    assert not may_be_named(name)
