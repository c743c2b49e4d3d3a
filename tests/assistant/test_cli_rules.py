"""``assistant rules`` and ``assistant explain``."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from assistant.audit.ledger import read_ledger
from assistant.cli import main
from assistant.errors import LogError
from assistant.games import register


def run(*arguments):
    return CliRunner().invoke(main, arguments)


def test_every_atom_of_the_ledger_is_listed_once_and_in_order(shared):
    ledger = (shared / "rules" / "white_death_rules.md").read_text(encoding="utf-8")
    ids = [line.split()[1] for line in ledger.splitlines() if line.startswith("#### WD-")]
    document = json.loads(run("rules", "white-death", "--coverage", "--format", "json").stdout)
    assert [rule["id"] for rule in document["rules"]] == ids
    assert sum(document["counts"].values()) == len(ids)


def test_every_reading_and_section_of_the_ledger_is_one_of_the_data():
    from tests.assistant.games.table import real_game  # noqa: PLC0415 - loads the game

    game = real_game()
    for entry in register("white-death"):
        assert entry.atom.section in game.sections
        assert set(entry.atom.readings) <= game.readings.keys(), entry.atom.id


def test_every_checked_id_is_an_atom_of_the_ledger():
    found = register("white-death")
    ids = {id_ for rule in (*found.acts, *found.log) for id_ in rule.ids}
    assert ids | found.unchecked.keys() <= found.ledger.keys()


def test_coverage_tells_what_checks_a_rule():
    text = run("rules", "white-death", "--coverage").stdout
    assert any(line.split()[:1] == ["WD-4A.4"] for line in text.splitlines())
    assert text.rstrip().splitlines()[-1].startswith("277 rules: ")


@pytest.mark.parametrize("name", ["WD-4A.3", "wd-4a.3", " WD-4A.3 "])
def test_a_rule_is_explained_however_it_is_typed(name):
    result = run("explain", name)
    assert result.exit_code == 0
    assert result.stdout.startswith("WD-4A.3: section 4A, ")
    assert "switch company_battalion: surviving here, else printed" in result.stdout


def test_a_section_explains_all_its_rules():
    rules = json.loads(run("explain", "WD-4A", "--format", "json").stdout)["rules"]
    assert [rule["id"] for rule in rules] == [f"WD-4A.{n}" for n in range(1, 5)]


def test_an_unclear_place_that_an_answer_names_is_explained():
    text = run("explain", " a-18").stdout
    assert text.startswith("A-18: ")
    assert "none here, else as_full" in text
    assert "--reading A-18=as_full" in text
    (told,) = json.loads(run("explain", "A-18", "--format", "json").stdout)["readings"]
    assert (told["chosen"], told["others"]) == ("none", ["as_full"])
    assert all(rule.startswith("WD-") for rule in told["rules"])


@pytest.mark.parametrize(
    "name", ["", "WD", "WD-4A.99", "4A", "A-9999", "A-\u0660\u0661", "WD-4A.3\x1b[2J"]
)
def test_what_is_no_rule_is_said_in_one_line(name):
    result = run("explain", name)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "\x1b" not in result.stderr


def test_a_game_without_rules_is_said_in_one_line():
    result = run("rules", "../white-death")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("text", ["", "atom = 3", "[[atom]]\nid = 'X'\n", "[[atom]]\nid=1"])
def test_a_damaged_ledger_is_an_error_in_one_line(tmp_path, text):
    path = tmp_path / "ledger.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LogError, match="reinstall"):
        read_ledger(path)
