"""Supply, arrivals, renewal and victory points in the real engine: played, cancelled, judged.

One run: every button and entry, all prompts cancelled once, turn after turn of the campaign in
which nobody moves. The rules judge each line in a position in which it is in order.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.audit.finding import Verdict
from assistant.games.white_death.play.supply.city import city_hexes
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.opening import opening
from assistant.games.white_death.state.position import Box
from assistant.games.white_death.state.ruleset import Ruleset
from builder import convention
from builder.convention import Impulse, PhaseStep, TurnStep, Weather, is_undone, parse_line
from builder.convention.line import (
    Airdrop,
    Draw,
    Garrison,
    Note,
    Receive,
    Reequip,
    Refit,
    Repair,
    Replace,
    Supply,
    Victory,
)
from builder.hexgrid import neighbours
from builder.model.game import Kind
from builder.module.aids.dice import forced
from builder.module.aids.refit import refitted
from builder.module.aids.renewal import RENEWED
from builder.module.aids.request import ABANDONED
from builder.module.aids.supply_pools import RECEIVED
from builder.module.aids.victory import recorded
from builder.module.aids.weather import ROLL
from builder.vassal.keystroke import Modifier, key
from tests.engine.aid_table import told

pytestmark = pytest.mark.engine

CAMPAIGN = "VI"
SOVIET, GERMAN, CITY = "supply-soviet", "supply-german", "supply-vl"
NAMES = {SOVIET: "Soviet supply", GERMAN: "German general supply", CITY: "Velikiye Luki supply"}
BARRAGES = "Barrages, with or without assaults"
RELIEF = "Relief of the town from isolation"
ACCOUNTS = (convention.SCENARIO, convention.POOLS, RECEIVED, RENEWED, recorded("bunkers"))
NEXT = ("turn", "Turn", "next")
ELIMINATE, LOSE = "69,130", "76,130"
CTRL_SHIFT = Modifier.CTRL_SHIFT
NONSENSE = ["", " ", "x", "0", "-0", "1.5", '"', "\\", "{x}", "$x$", "99999", "1,2", "3x"]
OURS = (Note, Supply, Receive, Airdrop, Garrison, Draw, Replace, Repair, Refit, Reequip, Victory)


def answers(*texts):
    return [("answer", text) for text in texts]


def press(button, *replies):
    """Press a button and give replies; an alert wants ``ok``."""
    return [*answers(*replies), ("button", button)]


def pool(pool_id, points):
    return f"choose {NAMES[pool_id]} ({points})"


def pay(pool_id, holds, what, due, *more):
    return press("Pay supply", pool(pool_id, holds), f"choose {what} ({due})", *more)


def impulse(side):
    return press("Impulse", f"choose {side}", "choose action", "choose 3")


def of(id_):
    return f"{convention.ID}={id_}"


def lose(id_, points):
    return [("key", of(id_), LOSE)] * points


@pytest.fixture(scope="module")
def people(table):
    """Units and a formation that renewal is about."""
    game = table.game
    units = list(game.units.values())
    personnel = game.special.groups["german-replaceable"].units
    weapons = game.special.groups["weapons"].units
    return {
        "foot": next(u.id for u in units if u.id in personnel and u.strength == 4),
        "lost": next(u.id for u in reversed(units) if u.id in personnel),
        "tank": next(u.id for u in units if u.kind is Kind.AFV and u.side == "german"),
        "guns": next(u.id for u in units if u.id in weapons and u.side == "soviet"),
        "body": next(iter(refitted(game))),
    }


@pytest.fixture(scope="module")
def places(table, people):
    """Where units stand: in the west, and at an edge of their side."""
    cells = [c for c, each in table.game.map.hexes.items() if each.terrain == {"clear"}]
    edge = next(area for area in table.game.map.entry_areas if area.id == "soviet-e")
    return {people["foot"]: cells[0], people["tank"]: cells[0], people["guns"]: edge.hexes[0]}


def cancelled(table, people):
    """Return a script in which every prompt is cancelled, and points of victory are nonsense."""
    script = []
    for button in ("Pay supply", "Receive supply", "Airdrop", "Garrison", "Draw", "Refit"):
        script += press(button, "cancel")
    script += press("Pay supply", pool(SOVIET, 0), "cancel")
    script += [*press("Victory", "cancel"), *press("Victory", "choose Bunkers (0)", "cancel")]
    script += press("Correct supply", "cancel")
    for text in ("cancel", *(f"text:{each}" for each in ("", "-1", "{x}", "100", "7x"))):
        script += press("Correct supply", pool(GERMAN, 0), text, "ok")
    for text in NONSENSE:
        script += press("Victory", "choose Bunkers (0)", f"text:{text}", "ok")
    script += [*[NEXT] * 4, *lose(people["foot"], 1), *lose(people["tank"], 1)]
    for id_, verb in ((people["foot"], "replace"), (people["tank"], "repair")):
        script += [*answers("cancel"), table.ask(id_, verb)]
    return [*script, "close"]


def first_turns(table, people):
    """Return the script of turns 1 to 3: supply, an airdrop, a garrison, replacements."""
    foot, ask = people["foot"], table.ask
    script = [("setprop", forced(1), 3), *press("Weather", f"choose {ROLL}")]
    for id_, points in ((SOVIET, 4), (GERMAN, 2), (CITY, 2)):
        script += press("Receive supply", pool(id_, points))
    script += [*press("Receive supply", pool(CITY, 2), "ok"), *impulse("Soviet")]
    script += [*answers(pool(SOVIET, 4), "choose Assaults (1)"), ("gkey", key("Y", CTRL_SHIFT))]
    script += [("getprop", convention.POOLS), "undo", ("pieceprop", of(SOVIET), "LocationName")]
    script += [("getprop", convention.POOLS), *pay(SOVIET, 4, "Assaults", 1)]
    script += [*pay(SOVIET, 3, BARRAGES, 1), *pay(SOVIET, 2, "Assaults", 0, "ok")]
    script += [*pay(GERMAN, 2, "High intensity defensive support", 1), *impulse("German")]
    script += [*pay(CITY, 2, BARRAGES, 2), *pay(CITY, 0, RELIEF, 1, "ok")]
    script += [NEXT, *press("Receive supply", pool(SOVIET, 3))]
    script += press("Weather", f"choose {ROLL}")
    script += [("setprop", forced(2), 6), *press("Airdrop", "choose Velikiye Luki (2)")]
    script += [*press("Airdrop", "choose Velikiye Luki (2)", "ok"), ("setprop", forced(1), 1)]
    script += [*press("Garrison", "choose Velikiye Luki (1)"), NEXT, *pay(CITY, 1, RELIEF, 1)]
    script += [*impulse("German"), *lose(foot, 3), *answers("choose 2"), ask(foot, "replace")]
    script += press("Correct supply", pool(GERMAN, 1), "text:7")
    return [*script, *answers("ok"), ask(foot, "replace")]


def later_turns(table, people):
    """Return the script of turns 4 to 12: rebuilt, repaired, refitted, drawn."""
    lost, tank, guns, ask = people["lost"], people["tank"], people["guns"], table.ask
    strength = table.game.units[lost].strength
    script = [NEXT, *impulse("German"), *lose(lost, strength), ("key", of(lost), ELIMINATE)]
    script += [*answers("choose 1"), ask(lost, "replace")]
    script += [NEXT, *impulse("German"), *lose(tank, 1), *answers("choose 1"), ask(tank, "repair")]
    script += [*impulse("Soviet"), ("button", "Phase"), *answers("ok"), ask(guns, "reequip")]
    script += [ask(guns, "bare"), ask(guns, "reequip"), *[NEXT] * 5]
    script += press("Refit", f"choose {refitted(table.game)[people['body']]}")
    script += [NEXT, NEXT, *impulse("German"), ("setprop", forced(1), 6)]
    script += press("Draw", "choose 7th Flieger Division")
    script += press("Draw", "choose 47th 'Nevel' Rifle Division")
    return [*script, *impulse("Soviet"), *press("Draw", "choose 54th Rifle Brigade")]


def counted():
    """Return the script of the victory points."""
    script = [*press("Victory", "choose Bunkers (0)", "text:5")]
    script += press("Victory", "choose Soviet losses (0)", "text:-2")
    script += [*press("Victory", "choose Total (3)"), *press("Victory", "choose Total (3)", "ok")]
    return [*script, *press("Victory", "choose Level (german-strategic-victory)")]


@pytest.fixture(scope="module")
def played(table, people, places, tmp_path_factory):
    """The result of everything, by part; the last part is the game loaded again."""
    folder = tmp_path_factory.mktemp("renewal")
    setup = ("setup", table.game.scenarios[CAMPAIGN].title)
    look = [("getprop", name) for name in ACCOUNTS]
    script = [setup, *(table.put(id_, cell) for id_, cell in places.items())]
    script += ["props", *cancelled(table, people)]
    script.insert(-1, "props")
    script += [("note", "play"), setup, *(table.put(id_, cell) for id_, cell in places.items())]
    script += [*first_turns(table, people), *later_turns(table, people), *counted()]
    script.append(("shot", convention.MAP, folder / "plate.png", 1400, 0, 850, 200))
    script += ["dump", *look, ("save", folder / "game.vsav"), "close", ("note", "again")]
    script += [("load", folder / "game.vsav"), *look]
    result = table.sitting.play(script)
    parts = [[]]
    for each in result["results"]:
        if each["action"] == "note":
            parts.append([])
        parts[-1].append(each)
    return result, parts


def lines(part):
    """Return the lines of a part; what was taken back is not among them."""
    found = []
    for each in part:
        found += told(each)
        for text in each["chat"]:
            if convention.is_ours(text) and is_undone(text):
                found.remove(parse_line(text))
    return found


def accounts(result):
    return {k: v for k, v in result["globals"].items() if not k.startswith(convention.SCRATCH)}


def test_cancelled_prompts_and_nonsense_bring_no_line_and_change_nothing(played):
    result, (first, _, _) = played
    assert not [line for line in lines(first) if not isinstance(line, TurnStep)]
    before, after = [accounts(each) for each in first if each["action"] == "props"]
    assert before == after
    wrong = [p for p in result["problems"] if p["kind"] != "unusedAnswer"]
    assert not wrong


def test_the_lines_are_those_of_the_acts_in_their_order(played, people):
    _, (_, second, _) = played
    foot, lost, tank, guns = (people[name] for name in ("foot", "lost", "tank", "guns"))
    assert [line for line in lines(second) if isinstance(line, OURS)] == [
        Receive(SOVIET, 4),
        Receive(GERMAN, 2),
        Receive(CITY, 2),
        Supply(SOVIET, 1, "assault"),
        Supply(SOVIET, 1, "barrage"),
        Supply(GERMAN, 1, "support"),
        Supply(CITY, 2, "barrage"),
        Receive(SOVIET, 3),
        Airdrop(CITY, (3, 6), forced=True),
        Garrison("garrison-velikiye-luki", 1, forced=True),
        Supply(CITY, 1, "relief"),
        Replace(foot, 2),
        Note("supply_put_right:_supply-german_holds_7"),
        Replace(lost, 1),
        Repair(tank, 1),
        Reequip(guns),
        Refit(people["body"]),
        Draw("7-flieger", 6, forced=True),
        Draw("47-rifle"),
        Draw("54-rifle", 6, forced=True),
        Victory("bunkers", 5),
        Victory("losses-soviet", -2),
        Victory("total", 3),
        Victory("german-strategic-victory", 3),
    ]


def test_refusals_say_why(played):
    _, (_, second, _) = played
    told_why = [
        " ".join(dialog["text"]).replace(" [OK]", "")
        for each in second
        for dialog in each.get("answered", ())
        if "[Cancel]" not in dialog["text"]  # an alert, whatever an engine calls it
    ]
    assert told_why == [
        f"Nothing received: {NAMES[CITY]} has had this turn's points.",
        "Not paid: the pool has paid for it already.",
        "Not paid: that costs 1, and the pool holds 0.",
        "Not dropped: the pool has had this turn's points.",
        "Nothing comes back: its side has 0 points left in this turn.",
        "Not reported: it has its equipment.",
        "Not recorded: the total is recorded already.",
    ]


def test_undo_gives_points_back(played):
    _, (_, second, _) = played
    looks = [each["value"] for each in second if each["action"] == "getprop"]
    assert f";{SOVIET}=3;" in looks[0]
    assert f";{SOVIET}=4;" in looks[1]
    (where,) = [each["value"] for each in second if each["action"] == "pieceprop"]
    assert where == f"{NAMES[SOVIET]} 4"


def test_a_game_that_is_saved_and_loaded_keeps_its_accounts(played):
    _, (_, second, again) = played
    before = [each["value"] for each in second if each["action"] == "getprop"][-len(ACCOUNTS) :]
    after = [each["value"] for each in again if each["action"] == "getprop"]
    assert before == after
    assert before[0] == CAMPAIGN
    assert set(before[1].strip(";").split(";")) == {f"{SOVIET}=5", f"{GERMAN}=7", f"{CITY}=0"}
    assert before[4] == "5"


def test_markers_of_pools_and_units_that_come_back_lie_where_they_belong(played, table, people):
    _, (_, second, _) = played
    (dump,) = [each["pieces"] for each in second if each["action"] == "dump"]
    found = {p["props"][convention.ID]: p for p in dump if convention.ID in p.get("props", {})}
    assert found[SOVIET]["location"] == f"{NAMES[SOVIET]} 5"
    assert found[GERMAN]["location"] == f"{NAMES[GERMAN]} 7"
    assert found[CITY]["location"] == f"{NAMES[CITY]} 0"
    game, body = table.game, people["body"]
    refit = [id_ for id_, unit in game.units.items() if unit.parent == body]
    for id_ in (people["lost"], people["guns"], *refit):
        side = game.side(game.units[id_].side).name
        assert found[id_]["location"] == f"{side} units that come back"
    losses = {id_: int(found[id_]["props"][convention.LOSS]) for id_ in found if id_ in game.units}
    strength = game.units[people["lost"]].strength
    assert losses[people["lost"]] == strength - 1
    assert losses[people["foot"]] == 1
    assert {losses[id_] for id_ in (people["tank"], *refit)} == {0}
    assert found[people["guns"]]["props"].get(ABANDONED, "") == ""


def in_order(position, line, rules, people, places):
    """Return the position with what a line needs that nobody did in this game."""
    game = rules.game
    match line:
        case Airdrop():
            city = city_hexes(rules, "Velikiye Luki")
            ring = sorted({n for cell in city for n in neighbours(cell)} - city)
            soviets = [id_ for id_, unit in game.units.items() if unit.side == "soviet"]
            for id_, cell in zip(soviets, ring, strict=False):
                position = position.with_piece(id_, at=cell, box=Box.MAP)
        case Replace(unit=id_) if id_ == people["foot"]:
            position = position.with_piece(id_, at=places[id_], box=Box.MAP, strength=1)
        case Replace(unit=id_):
            position = position.with_piece(id_, at=None, box=Box.LOST, strength=0)
        case Repair(unit=id_):
            left = game.units[id_].strength - 1
            position = position.with_piece(id_, at=places[id_], box=Box.MAP, strength=left)
        case Reequip(unit=id_):
            position = position.with_piece(id_, at=places[id_], box=Box.MAP, abandoned=True)
        case Refit(formation=body):
            id_ = next(id_ for id_, unit in game.units.items() if unit.parent == body)
            position = position.with_piece(id_, at=places[people["foot"]], box=Box.MAP)
        case Victory():
            position = counting(position, rules)
        case _:
            pass
    return position


def counting(position, rules):
    """Return the position with a bunker gone, two lots of Soviet losses, and no others."""
    left = 40
    for id_, unit in rules.game.units.items():
        strength = unit.strength
        if unit.side == "soviet":
            strength = max(0, unit.strength - left)
            left -= unit.strength - strength
        position = position.with_piece(id_, at=None, box=Box.DUE, strength=strength)
    score = replace(position.score, bunkers=("bunker-15",), rebuilt={}, towns={})
    return replace(position, score=score)


def test_the_rules_find_every_line_kept(played, table, people, places):
    _, (_, second, _) = played
    rules = Ruleset(table.game, optional=frozenset({"23"}))
    position = opening(rules, CAMPAIGN)
    known = (Weather, Impulse, PhaseStep, TurnStep)
    for line in lines(second):
        assert isinstance(line, (*known, *OURS))
        position = in_order(position, line, rules, people, places)
        if isinstance(line, OURS) and not isinstance(line, Note):
            found = ACTS.check(position, line, rules)
            assert {each.verdict for each in found} == {Verdict.KEPT}, (
                line,
                [f"{each.verdict} {each.rule} {each.message}" for each in found],
            )
        position = ACTS.apply(position, line, rules).position
