"""What all tests share: hypothesis profiles, and the real engine as a fixture."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

from tests.engine.harness import Probe, engine_dir, why_absent

REPO = Path(__file__).parents[1]
ENGINE_TESTS = "tests/engine/"
NO_SHARED = "no ../shared (reference material that isn't ours to publish)"

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("soak", deadline=None, print_blob=True, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

gc.set_threshold(50_000, 20, 10)  # thousands of tests are held: else they are gone through often

if "PYTEST_XDIST_WORKER" not in os.environ:  # workers share what this process made
    os.environ["CACHE_BEFORE_TESTS"] = os.environ.get("XDG_CACHE_HOME", "")
    os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="wargame-umpire-tests-")
    atexit.register(shutil.rmtree, os.environ["XDG_CACHE_HOME"], ignore_errors=True)


@pytest.fixture(autouse=True)
def _own_cache(request, monkeypatch):
    """Give every test a cache of its own: what one lets be drawn by stand-ins, no other finds.

    Fixtures of a wider scope, such as a module built for the real engine, share one.
    """
    name = sha256(request.node.nodeid.encode()).hexdigest()[:16]
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path(os.environ["XDG_CACHE_HOME"], name)))


def engine_is_required() -> bool:
    """Whether a real-engine test that doesn't run is a failure, as on the build machine."""
    return os.environ.get("WARGAME_REQUIRE_ENGINE") == "1"


@pytest.fixture(scope="session")
def repo():
    """The root of the checkout."""
    return REPO


@pytest.fixture(scope="session")
def shared():
    """The folder of reference material beside the checkout; tests of it skip when absent."""
    folder = REPO.parent / "shared"
    if not folder.is_dir():
        pytest.skip(NO_SHARED)
    return folder


@pytest.fixture(scope="session")
def probe():
    """The real VASSAL engine."""
    if reason := why_absent():
        pytest.skip(reason)
    return Probe(engine_dir(), engine_dir() / "lock")


class EngineOnOneWorker(LoadFileScheduling):
    """Each file goes to one worker, and all of tests/engine to one: the engine's runs take turns.

    xdist's own groups (``--dist loadgroup``) have no effect under pytest 9.
    """

    def _split_scope(self, nodeid: str) -> str:
        return ENGINE_TESTS if nodeid.startswith(ENGINE_TESTS) else super()._split_scope(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Schedule as above, whatever ``--dist`` says, in the order of collection."""
    config.option.loadscopereorder = False
    return EngineOnOneWorker(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark the tests that use the real engine, which live in tests/engine and come first."""
    for item in items:
        if "probe" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.engine)
            if not item.nodeid.startswith(ENGINE_TESTS):
                raise pytest.UsageError(f"{item.nodeid}: real-engine tests live in {ENGINE_TESTS}")
    items.sort(key=lambda item: not item.nodeid.startswith(ENGINE_TESTS))


def pytest_collection_finish():
    """Set aside what was collected, which stays to the end: a seventh of the time of all tests."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Turn a real-engine test skipped for want of it into a failure where it is required."""
    report = yield
    wanting = report.skipped and NO_SHARED not in str(report.longrepr)
    if wanting and item.get_closest_marker("engine") and engine_is_required():
        report.outcome = "failed"
        report.longrepr = f"the engine is required here, but skipped: {report.longrepr}"
    return report
