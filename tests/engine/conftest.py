"""What tests of the real engine share."""

from __future__ import annotations

import pytest

from tests.engine.aid_table import Table


@pytest.fixture(scope="session")
def table(tmp_path_factory):
    """White Death's module with pictures of one colour: made once, opened by many tests."""
    return Table.lay(tmp_path_factory.mktemp("table"))
