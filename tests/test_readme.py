"""What the README shows is what the programs do now."""

import re
import shlex

import pytest
from click.testing import CliRunner

from assistant.cli import main

ASKED = "$ assistant "
FENCE = re.compile(r"```text\n(.*?)```", re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)\)")


@pytest.fixture(scope="module")
def readme(repo):
    return (repo / "README.md").read_text(encoding="utf-8")


def test_the_audit_shown_is_part_of_the_sample_audit(readme, repo):
    log = next(iter(sorted((repo / "tests" / "logs").glob("*.vlog"))))
    report = CliRunner().invoke(main, ["audit", str(log)]).output
    shown = [block for block in FENCE.findall(readme) if not block.startswith(ASKED)]
    assert shown
    for part in "".join(shown).split("...\n"):
        assert part in report


def test_every_answer_shown_is_part_of_what_its_command_prints(readme, repo, monkeypatch):
    monkeypatch.chdir(repo)
    shown = [block for block in FENCE.findall(readme) if block.startswith(ASKED)]
    assert len(shown) > 1
    for block in shown:
        command, _, told = block.removeprefix(ASKED).partition("\n")
        report = CliRunner().invoke(main, shlex.split(command)).output
        for part in told.split("...\n"):
            assert part, command
            assert part in report, command


def test_every_file_linked_to_is_there(readme, repo):
    linked = LINK.findall(readme)
    assert linked
    assert [name for name in linked if not (repo / name).exists()] == []


def test_nothing_is_left_to_fill_in(readme):
    assert "<!--" not in readme
