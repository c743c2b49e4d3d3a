"""Every menu entry of the combat aids in the real engine: played, cancelled, answered nonsense."""

from __future__ import annotations

import pytest

from builder import convention
from builder.convention.line import (
    Barrage,
    BarrageDie,
    Commit,
    Headquarters,
    Loss,
    Morale,
    Note,
    Retreat,
)
from builder.hexgrid import Direction, neighbour
from builder.model.game import Kind
from builder.module.aids.commit import FULL, REDUCED
from builder.module.aids.dice import forced
from builder.module.aids.fire import CHECK, DUE
from builder.module.aids.pool import POOL
from builder.vassal import Chat, read_log
from tests.engine.aid_table import lines_of, told

pytestmark = pytest.mark.engine

NONSENSE = ["", " ", "x", "-1", "1.5", '"', "\\", 'a"b\\', "{x}", "$x$", "0", "99999", "1,2", "é"]
"""What nobody should type; ``{…}`` VASSAL 3.6 itself works out."""


@pytest.fixture(scope="module")
def people(table):
    """Attackers, defender, tanks, artillery and rockets, each by its id."""
    units = list(table.game.units.values())
    one, two = (side.id for side in table.game.sides)
    rockets = table.game.special.groups["paying-rockets"]
    return {
        "foot": next(u.id for u in units if u.side == two and u.kind is Kind.PERSONNEL),
        "mate": next(u.id for u in units if u.side == one and u.kind is Kind.PERSONNEL),
        "tank": next(u.id for u in units if u.side == one and u.kind is Kind.AFV),
        "guns": next(u.id for u in units if u.side == two and u.support and u.parent),
        "rockets": next(u.id for u in units if u.id in rockets),
    }


@pytest.fixture(scope="module")
def places(table, people):
    """Where they stand: foot beside its targets, artillery behind the foot."""
    game = table.game
    bare = (c for c in game.map.hexes if game.map.hexes[c].terrain == {"clear"})
    for cell in bare:
        north, south = neighbour(cell, Direction.N), neighbour(cell, Direction.S)
        if {north, south} <= set(game.map.hexes) and len(
            {game.map.hexes[c].terrain for c in (north, cell, south)}
        ) == 1:
            there = {"foot": cell, "mate": north, "tank": north, "guns": south, "rockets": south}
            return {people[name]: where for name, where in there.items()}
    return {}


def stand(table, places):
    return [table.put(id_, cell) for id_, cell in places.items()]


def answers(*texts):
    return [("answer", text) for text in texts]


@pytest.fixture(scope="module")
def played(table, people, places, tmp_path_factory):
    """One fight by menus, with a log of it, and a picture."""
    folder = tmp_path_factory.mktemp("played")
    foot, mate, guns = people["foot"], people["mate"], people["guns"]
    ask = table.ask
    x, y = table.game.map.board.centre(places[mate])
    script = [*stand(table, places), ("setprop", forced(1), 5), ("setprop", forced(2), 5)]
    script += [("log", folder / "game.vlog"), ask(mate, "target"), ask(foot, "supported")]
    script += [("place", "Target", convention.MAP, x, y)]
    script += [ask(foot, "commitC"), *answers("choose 1/2"), ask(foot, "commitApart")]
    script += [*answers(f"choose {FULL}"), ask(guns, "commitS")]
    script += [*answers(f"choose {REDUCED}"), ask(guns, "commitS")]
    script += [ask(foot, "isolated"), ask(foot, "commitC"), ask(foot, "isolated")]
    script += [("shot", convention.MAP, folder / "pool.png", x - 250, y - 250, 500, 500)]
    script += [("getprop", POOL), *answers("choose typed", "text:8"), ask(mate, "fireC")]
    script += ["undo", ("getprop", POOL), ("setprop", DUE, f";{mate}=1;")]
    script += [("setprop", CHECK, f";{mate}=3;"), ask(mate, "loseFire")]
    script += [*answers("ok"), ask(mate, "morale")]
    script += [*answers("choose retreat", "choose 1"), ask(mate, "lose")]
    script += [*answers("choose the hex it is in"), ask(guns, "hq")]
    script += [*answers("text:0302,0402"), ask(mate, "retreat"), ask(guns, "barrage")]
    script += [*answers("ok", "choose observed"), ask(guns, "attack"), ask(mate, "barrageDie")]
    script += [("button", "Reset fire"), ("getprop", POOL), "endlog"]
    return table.play(script).clean(), folder


def test_a_fight_by_menus_is_told_in_lines_of_the_convention(played, table, people, places):
    result, _ = played
    game = table.game
    foot, mate, guns = (game.units[people[name]] for name in ("foot", "mate", "guns"))
    number = {id_: game.map.numbering.format(cell) for id_, cell in places.items()}
    target, stack = number[mate.id], number[foot.id]
    value = foot.combat * foot.strength
    lines = [line for lines in lines_of(result) for line in lines]
    assert lines[:5] == [
        Commit(foot.id, "conventional", target, value),
        Commit(
            foot.id, "antitank", target, foot.antitank * foot.strength / 2, share=value / value / 2
        ),
        Commit(guns.id, "support", target, guns.support * guns.strength, stack=stack),
        Commit(guns.id, "support", target, guns.strength, stack=stack),
        Commit(foot.id, "conventional", target, value / 2),
    ]
    assert lines[6:] == [
        Loss(mate.id, 1, "fire"),
        Morale(mate.id, 10, 2, lines[7].result, ("result:+2",), forced=True),
        Loss(mate.id, 1, "retreat"),
        Headquarters(number[guns.id], guns.side, guns.parent),
        Retreat(mate.id, (target, "0302", "0402")),
        Barrage(target, (guns.id,), guns.barrage * guns.strength, observed=True, far=2),
        BarrageDie(mate.id, 5, 2, 0, forced=True),
    ]
    over = 12 - mate.morale
    rules = game.combat.morale
    assert lines[7].result == (
        "rout" if over >= rules.rout else "fail" if over >= rules.fail else "pass"
    )
    (button,) = lines_of(result, "button")
    assert button == [Note("fire_pools_reset")]


def test_undo_gives_the_fire_back_and_the_button_takes_all(played):
    result, _ = played
    before, after, end = [r["value"] for r in result["results"] if r["action"] == "getprop"]
    assert before == after != end == ";"


def test_each_act_is_one_step_of_the_log(played):
    result, folder = played
    steps = read_log(folder / "game.vlog").steps
    texts = [[c.text for c in step.commands if isinstance(c, Chat)] for step in steps]
    ours = [[t for t in step if convention.is_ours(t)] for step in texts]
    assert all(len(step) <= 1 for step in ours)
    said = [line for each in result["results"] for line in told(each)]
    assert sum(len(step) for step in ours if step and "UNDO" not in step[0]) == len(said)


def accounts(result):
    """Return what is no scratch in each look at the module's properties."""
    return [
        {k: v for k, v in each["globals"].items() if not k.startswith(convention.SCRATCH)}
        for each in result["results"]
        if each["action"] == "props"
    ]


@pytest.mark.parametrize("prompts", [1, pytest.param(3, marks=pytest.mark.soak)])
def test_cancelled_prompts_and_nonsense_bring_no_line_and_change_nothing(
    table, people, places, prompts
):
    """Each kind of nonsense is typed at one of the prompts, in turn, or at all three."""
    game = table.game
    foot, mate, guns, rockets = (people[n] for n in ("foot", "mate", "guns", "rockets"))
    hex_ = "h" + game.map.numbering.format(places[mate])
    fire = f";{hex_}c=320;{hex_}b=160;"
    script = [*stand(table, places), table.ask(mate, "target"), table.ask(foot, "supported")]
    script += [("setprop", POOL, fire), ("setprop", "WUfirers", f";{hex_}:{guns};")]
    script += [("setprop", CHECK, f";{mate}=1;"), ("setprop", "WUphase", "assault"), "props"]
    asked = [
        (foot, "commitCpart", []),
        (foot, "commitApart", []),
        (guns, "commitS", []),
        (guns, "commitSpart", ["choose 1/2"]),
        (mate, "fireC", []),
        (mate, "fireC", ["choose typed"]),
        (mate, "lose", []),
        (mate, "lose", ["choose fire"]),
        (mate, "morale", []),
        (mate, "morale", ["choose 3"]),
        (guns, "hq", []),
        (mate, "retreat", []),
        (rockets, "barrage", []),
        (guns, "attack", []),
        (guns, "attack", ["choose typed"]),
        (guns, "attack", ["ok"]),
    ]
    for id_, verb, before in asked:
        script += [*answers(*before, "cancel"), table.ask(id_, verb)]
    typed = [
        (mate, "fireC", ["choose typed"]),
        (mate, "retreat", []),
        (guns, "attack", ["choose typed"]),
    ]
    for place, text in enumerate(NONSENSE):
        for id_, verb, before in (typed * 2)[place % 3 :][:prompts]:
            script += [*answers(*before, f"text:{text}", "ok"), table.ask(id_, verb), "props"]
    script.append("props")
    result = table.play(script)
    assert not [line for lines in lines_of(result) for line in lines]
    known = accounts(result)
    assert all(each == known[0] for each in known)
    wrong = [p for p in result["problems"] if p["kind"] not in {"unusedAnswer", "dialog"}]
    assert not [p for p in wrong if "logger" not in p]
