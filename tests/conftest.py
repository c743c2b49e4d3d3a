"""What all tests share: hypothesis profiles, and the real engine as a fixture."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.engine.harness import Probe, engine_dir, why_absent

REPO = Path(__file__).parents[1]

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("soak", deadline=None, print_blob=True, max_examples=5_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


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
        pytest.skip("no ../shared")
    return folder


@pytest.fixture(scope="session")
def probe():
    """The real VASSAL engine."""
    if reason := why_absent():
        pytest.skip(reason)
    return Probe(engine_dir(), engine_dir() / "lock")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Give the engine's tests to one worker: they take turns anyway, and share their modules."""
    for item in items:
        if item.get_closest_marker("engine"):
            item.add_marker(pytest.mark.xdist_group("engine"))
        elif "probe" in getattr(item, "fixturenames", ()):
            raise pytest.UsageError(f"{item.nodeid} uses the engine: mark it `engine`")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Turn a skipped real-engine test into a failure where the engine is required."""
    report = yield
    if report.skipped and item.get_closest_marker("engine") and engine_is_required():
        report.outcome = "failed"
        report.longrepr = f"the engine is required here, but skipped: {report.longrepr}"
    return report
