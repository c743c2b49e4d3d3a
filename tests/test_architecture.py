"""What holds of the repository as a whole: imports, names, paths, sizes, the wheel."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile

import pytest
from hatchling.builders.wheel import WheelBuilder

MAX_FILE_BYTES = 1024 * 1024
LARGE_FILES: frozenset[str] = frozenset()
MACHINE_PATH = re.compile(r"(?<![\w.:*/-])/(?:tmp|root|work|home|Users|opt)(?=[/\s\"'`]|$)")
INDEX_URL = re.compile(r"(?m)^\s*--(?:extra-)?index-url|^\s*--find-links|pythonhosted\.org")


@pytest.fixture(scope="module")
def tracked(repo):
    """Every file in git (or, in a folder without git, none), relative to the root."""
    if not (repo / ".git").exists():
        pytest.skip("no git checkout")
    git = shutil.which("git")
    assert git, "git is needed to list the files of the repository"
    listed = subprocess.run(
        [git, "ls-files", "-z"], cwd=repo, check=True, capture_output=True, text=True
    ).stdout
    return [name for name in listed.split("\0") if name and (repo / name).is_file()]


def texts(repo, names):
    """Yield the name and text of every file that is text."""
    for name in names:
        data = (repo / name).read_bytes()
        if b"\0" not in data:
            yield name, data.decode("utf-8")


def places(pattern, text):
    """Return ``line: match`` of every match."""
    return [f"{text.count(chr(10), 0, m.start()) + 1}: {m[0]}" for m in pattern.finditer(text)]


# ---- imports ----


def run_python(*arguments, cwd):
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, check=False, capture_output=True, text=True
    )


def test_import_contracts_hold(repo):
    code = "import sys; from importlinter.cli import lint_imports_command as c; sys.exit(c())"
    done = run_python("-c", code, cwd=repo)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("module", "never"),
    [
        ("assistant.cli", "PIL"),
        ("assistant.cli", "builder.draw"),
        ("builder.vassal", "PIL"),
        ("builder.vassal", "click"),
        ("builder.hexgrid", "PIL"),
        ("builder.model", "click"),
        ("builder.convention", "lxml"),
    ],
)
def test_import_does_not_load(repo, module, never):
    code = f"import sys, {module}; sys.exit({never!r} in sys.modules)"
    done = run_python("-c", code, cwd=repo)
    assert done.returncode == 0, done.stderr or f"{module} loads {never}"


# ---- names ----


def words_of(repo):
    """Return the words that only a game's own files may hold: its name and its sides."""
    words = set()
    for file in (repo / "source_data").glob("*/game.toml"):
        game = tomllib.loads(file.read_text(encoding="utf-8"))
        words |= {file.parent.name} | {side[key] for side in game["side"] for key in ("id", "name")}
    return {word.lower() for word in words}


def pattern_of(words):
    """Match any of the words: any case, plurals, ``-``, ``_``, a space or nothing inside."""
    one = "|".join(re.escape(word).replace("_", "[-_ ]?") for word in sorted(words))
    return re.compile(rf"(?<![A-Za-z])(?:{one})s?(?![A-Za-z])", re.IGNORECASE)


@pytest.fixture(scope="module")
def game_names(repo):
    words = words_of(repo)
    assert words, "no game in source_data"
    return pattern_of(words)


def is_generic(name):
    return (name.startswith(("builder/", "assistant/", ".ci/")) or name == "Makefile") and not (
        re.match(r"assistant/games/\w+/", name)
    )


def test_generic_code_names_no_game(repo, tracked, game_names):
    generic = [name for name in tracked if is_generic(name)]
    found = {name: places(game_names, text) for name, text in texts(repo, generic)}
    found |= {name: ["in its name"] for name in generic if game_names.search(name)}
    assert {name: where for name, where in found.items() if where} == {}


@pytest.mark.parametrize("form", ["Blue Hill", "blue-hill", "BLUE_HILL", "BlueHill", "x_blue_hill"])
def test_a_game_is_found_in_every_form(form):
    assert pattern_of({"blue_hill"}).search(form)


# ---- files ----


def test_no_file_names_a_path_of_a_machine(repo, tracked):
    found = {name: places(MACHINE_PATH, text) for name, text in texts(repo, tracked)}
    assert {name: where for name, where in found.items() if where} == {}


def test_no_file_names_a_package_index(repo, tracked):
    others = [name for name in tracked if name != "tests/test_architecture.py"]
    found = {name: places(INDEX_URL, text) for name, text in texts(repo, others)}
    assert {name: where for name, where in found.items() if where} == {}


def test_what_a_path_of_a_machine_is():
    path = "/" + "tmp"
    for text in (f"cd {path}/x", f"open('{path}')", f"in {path} and"):
        assert MACHINE_PATH.search(text), text
    for text in (f"build{path}/x", f"{path}late", f"https:/{path}.org", f"src/*{path}/x"):
        assert not MACHINE_PATH.search(text), text


def test_no_large_file(repo, tracked):
    large = {name for name in tracked if (repo / name).stat().st_size > MAX_FILE_BYTES}
    assert large == LARGE_FILES & set(tracked)


def test_nothing_built_is_tracked(tracked):
    built = re.compile(r"\.(class|jar|pyc|vmod|whl)$|^(build|dist|\.venv)/")
    assert [name for name in tracked if built.search(name)] == []


def test_every_locked_package_has_hashes(repo):
    lock = (repo / ".ci" / "requirements.lock").read_text(encoding="utf-8")
    packages = re.split(r"\n(?=[a-z])", lock)[1:]
    assert len(packages) > 20
    assert [p.splitlines()[0] for p in packages if "==" not in p or "--hash=sha256:" not in p] == []


# ---- the wheel ----


@pytest.fixture(scope="module")
def wheel(repo, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    built = next(WheelBuilder(str(repo)).build(directory=str(folder), versions=["standard"]))
    with zipfile.ZipFile(built) as archive:
        yield archive


def test_wheel_holds_the_code_and_the_data(tracked, wheel):
    moved = {"source_data/": "builder/_data/source_data/", "art/": "builder/_data/art/"}
    expected = set()
    for name in tracked:
        if name.startswith(("builder/", "assistant/")):
            expected.add(name)
        for old, new in moved.items():
            if name.startswith(old):
                expected.add(new + name.removeprefix(old))
    inside = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert expected - inside == set()
    assert {name for name in inside if name.startswith(("tests", "source_data", "art"))} == set()


def test_wheel_installs_both_programs(wheel):
    name = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    entries = configparser.ConfigParser()
    entries.read_string(wheel.read(name).decode())
    assert set(entries["console_scripts"]) == {"builder", "assistant"}
