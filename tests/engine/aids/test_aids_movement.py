"""The aids of the sequence and of movement in the real engine: played, cancelled, undone."""

from __future__ import annotations

import zipfile

import pytest

from builder import convention
from builder.convention.line import Assault, Fire, Ice, Impulse, Note, PhaseStep, Weather
from builder.module.aids.abandon import FOUND
from builder.module.aids.assault import AIM
from builder.module.aids.dice import forced
from builder.module.aids.ice import TYPED
from builder.module.aids.pool import DEFENSIVE, POOL
from builder.module.aids.request import ABANDONED, ASSAULTS, CHARGES
from builder.module.aids.target import TARGET
from builder.module.aids.weather import ROLL
from builder.module.concealment import COVER
from builder.module.piece_keys import FLIP
from builder.vassal.keystroke import named
from builder.vassal.obfuscation import deobfuscate, obfuscate
from tests.builder.module.aids.movement_acts import (
    ACTS,
    BRIDGE,
    BUILDER,
    CAPTURED,
    COMMANDO,
    ENEMY,
    FOOT,
    GUNS,
    PURSUERS,
    RIDERS,
    SKIS,
    TANK,
    WRECKERS,
)
from tests.engine.aid_table import lines_of, told

pytestmark = pytest.mark.engine

PEOPLE = (
    *(GUNS, FOOT, RIDERS, ENEMY, TANK, SKIS, PURSUERS),
    *(COMMANDO, CAPTURED, BUILDER, WRECKERS),
)
IMPULSE, PHASE, WEATHER = (("button", name) for name in ("Impulse", "Phase", "Weather"))


def answers(*texts):
    return [("answer", text) for text in texts]


class Script(list):
    """A script that knows the actions whose results are asked for later."""

    def __init__(self, table):
        super().__init__()
        self.table = table
        self.marks = {}

    def do(self, *actions, mark=""):
        self.extend(actions)
        if mark:
            self.marks[mark] = len(self)  # results begin with that of the set-up

    def put(self, unit, number):
        self.do(self.table.put(unit, self.table.at(number)))

    def ask(self, unit, verb, *replies, mark=""):
        self.do(*answers(*replies), self.table.ask(unit, verb), mark=mark)

    def flip(self, unit, mark=""):
        self.do(("key", f"{convention.ID}={unit}", FLIP), mark=mark)

    def look(self, unit, name, mark):
        self.do(("pieceprop", f"{convention.ID}={unit}", name), mark=mark)


def weather(script):
    script.do(("setprop", forced(), 3), *answers(f"choose {ROLL}"), WEATHER, mark="weather")
    script.do(*answers("choose Snow"), WEATHER, mark="weather chosen")
    script.do(*answers("cancel"), WEATHER, mark="weather cancelled")
    script.do(*answers("choose Clear/frost"), WEATHER)


def deploy(script):
    script.put(GUNS, "0338")
    script.flip(GUNS, mark="deploy in the set-up")
    script.flip(GUNS)
    declare(script)
    script.flip(GUNS, mark="deploy")
    script.flip(GUNS, mark="turned back")


def declare(script, mark=""):
    side = script.table.game.sides[0].name
    script.do(*answers(f"choose {side}", "choose action", "choose 3"), IMPULSE, mark=mark)


def assaults(script):
    script.put(FOOT, "0338")
    script.put(ENEMY, "0337")
    script.put(RIDERS, "0338")
    script.ask(FOOT, "assaultN", mark="assault")
    script.look(FOOT, ASSAULTS, "aimed")
    script.do("undo")
    script.look(FOOT, ASSAULTS, "aim undone")
    script.ask(FOOT, "assaultN")
    script.ask(FOOT, "noAssault", mark="taken back")
    script.look(FOOT, AIM, "no aim")
    script.ask(FOOT, "noAssault", "ok", mark="nothing to take back")
    script.ask(FOOT, "advance", "ok", mark="no assault to advance by")
    script.ask(RIDERS, "chargeSE", mark="charge south-east")
    script.put(ENEMY, "0437")
    script.ask(RIDERS, "chargeNE", mark="charge")
    script.look(RIDERS, CHARGES, "mounted")
    script.look(RIDERS, AIM, "arrow of a charge")
    for way in ("N", "NE", "SE", "S", "SW", "NW"):
        script.ask(FOOT, f"assault{way}", mark=f"from an odd column {way}")
    script.put(ENEMY, "0101")
    script.ask(ENEMY, "assaultN", "ok", mark="off the map")
    script.ask(ENEMY, "assaultNW", "ok", mark="off the map, west")
    script.ask(ENEMY, "assaultSE", mark="inside the map")
    script.ask(ENEMY, "noAssault")


def combat(script):
    """Fire out of an assaulted hex at those who assault it, a charge among them."""
    script.put(ENEMY, "0437")
    script.do(("setprop", "WUphase", DEFENSIVE), ("setprop", TARGET, "h0338"))
    script.do(("setprop", forced(), 6))
    script.ask(ENEMY, "commitC")
    script.do(("getprop", POOL), mark="pool")
    script.ask(FOOT, "assaultS")
    script.ask(FOOT, "fireC", "ok", mark="fire at who assaults another hex")
    script.ask(RIDERS, "fireC", "ok", mark="fire at a charge")


def lapse(script):
    script.do(("setprop", "WUphase", "assault"), PHASE, mark="last phase")
    script.look(RIDERS, ASSAULTS, "assault after the last phase")
    script.look(RIDERS, CHARGES, "charge after the last phase")
    script.ask(FOOT, "assaultS")
    script.put(FOOT, "0237")
    script.ask(FOOT, "assaultSW", mark="from an even column SW")
    script.ask(FOOT, "assaultNE", mark="from an even column NE")
    declare(script, mark="next impulse")
    script.look(FOOT, ASSAULTS, "assault after an impulse")
    script.do("undo")
    script.look(FOOT, ASSAULTS, "assault after an impulse undone")
    declare(script)


def skis(script):
    script.put(PURSUERS, "0338")
    script.put(SKIS, "0337")
    script.ask(PURSUERS, "follow", "ok", mark="follow without an assault")
    script.ask(PURSUERS, "assaultN")
    script.ask(SKIS, "slip", "cancel", mark="slip cancelled")
    script.ask(SKIS, "slip", "choose N: 0336", mark="slip")
    script.put(SKIS, "0336")
    script.ask(PURSUERS, "follow", "cancel", mark="follow cancelled")
    script.ask(PURSUERS, "follow", "choose N: 0336", mark="follow")
    script.look(PURSUERS, ASSAULTS, "aim of who follows")
    script.put(FOOT, "0338")
    script.ask(FOOT, "assaultN")
    script.ask(FOOT, "advance", mark="advance")
    script.look(FOOT, ASSAULTS, "aim after an advance")


def equipment(script):
    script.do(("setprop", TARGET, "h0338"))
    script.ask(GUNS, "commitA", mark="antitank fire with equipment")
    script.ask(GUNS, "abandon", mark="abandon")
    script.ask(GUNS, "commitA", "ok", mark="antitank fire without")
    script.look(GUNS, ABANDONED, "abandoned")
    script.ask(GUNS, "abandon", "ok", mark="abandoned twice")
    script.ask(GUNS, "bare", mark="equipped")
    script.look(GUNS, ABANDONED, "equipped again")
    script.ask(GUNS, "bare", mark="bare")
    script.do(("key", f"{convention.ID}={GUNS}", named(FOUND)))
    script.look(GUNS, ABANDONED, "equipped by another aid")


def rail(script):
    script.put(ENEMY, "0501")
    script.ask(ENEMY, "entrain", "cancel", mark="rail cancelled")
    script.ask(ENEMY, "entrain", "text:0599", "ok", mark="rail to nowhere")
    script.ask(ENEMY, "entrain", "text:0502,0503", mark="entrain")


def ice(script):
    script.put(TANK, "0530")
    script.do(("setprop", forced(), 1))
    script.ask(TANK, "ice", "cancel", mark="ice cancelled")
    script.ask(TANK, "ice", f"choose {TYPED}", "cancel", mark="hexside cancelled")
    script.ask(TANK, "ice", f"choose {TYPED}", "text:0531/0533", "ok", mark="hexside far away")
    script.ask(TANK, "ice", f"choose {TYPED}", "text:0531 0530", "ok", mark="hexside nonsense")
    script.ask(TANK, "ice", "choose S: 0531, over a lake", mark="ice")
    script.look(TANK, convention.LOSS, "lost on the ice")
    script.do("undo")
    script.look(TANK, convention.LOSS, "ice undone")
    script.do(("setprop", forced(), 2))
    script.ask(TANK, "ice", f"choose {TYPED}", "text:0531/0530", mark="ice holds")
    script.do(("setprop", convention.WEATHER, "unknown"))
    script.ask(TANK, "ice", f"choose {TYPED}", "text:0531/0530", "ok", mark="no weather")


def commandos(script):
    for unit in (COMMANDO, CAPTURED, SKIS):
        script.put(unit, "0338")
    script.do(("setprop", forced(), 1))
    for unit in (COMMANDO, CAPTURED, SKIS, SKIS):
        script.ask(unit, "escort")
    script.ask(COMMANDO, "detect", mark="detect")
    script.do(("setprop", forced(), 2))
    script.ask(COMMANDO, "detect", mark="detect alone")
    script.ask(SKIS, "escort")
    script.ask(COMMANDO, "detect", mark="detect with one more")


def bridges(script):
    script.put(BUILDER, "2014")
    script.put(WRECKERS, "2014")
    script.ask(WRECKERS, "destroy", "ok", mark="nothing to destroy")
    script.ask(BUILDER, "build", mark="build")
    script.look(BRIDGE, "LocationName", "bridge")
    script.ask(BUILDER, "build", "ok", mark="built twice")
    script.ask(WRECKERS, "destroy", mark="destroy")
    script.do("dump", mark="after the destruction")


@pytest.fixture(scope="module")
def played(table, tmp_path_factory):
    folder = tmp_path_factory.mktemp("played")
    script = Script(table)
    for act in (weather, deploy, assaults, combat, lapse, skis, equipment, rail, ice, commandos):
        act(script)
    bridges(script)
    script.put(ENEMY, "0337")
    script.ask(ENEMY, "assaultS", mark="before it is concealed")
    script.do(("button", "Limited"), ("button", "Conceal"))
    script.look(ENEMY, COVER, "cover")
    script.do(("save", folder / "concealed.vsav"))
    result = table.play(script).clean()
    return result["results"], script.marks, result, folder / "concealed.vsav"


@pytest.fixture(scope="module")
def line(played):
    """Return the lines that a marked action brought."""
    results, marks, *_ = played
    return lambda mark: told(results[marks[mark]])


@pytest.fixture(scope="module")
def seen(played):
    """Return the property that a marked action looked at."""
    results, marks, *_ = played
    return lambda mark: str(results[marks[mark]]["value"])


@pytest.mark.parametrize("name", [name for name in ACTS if name != "ice-loss"])
def test_the_module_writes_what_the_rules_keep(line, name):
    first, *_ = line(name)
    assert first == ACTS[name].line


def test_the_weather_is_rolled_for_or_chosen(line):
    assert line("weather") == [ACTS["weather"].line]
    assert line("weather chosen") == [Weather("snow")]
    assert line("weather cancelled") == []


def test_artillery_deploys_by_turning_over_in_an_impulse_only(line):
    assert line("deploy in the set-up") == []
    assert line("deploy") == [ACTS["deploy"].line]
    assert line("turned back") == []


@pytest.mark.parametrize(
    ("mark", "unit", "target"),
    [
        *(
            (f"from an odd column {way}", FOOT, to)
            for way, to in zip(
                ("N", "NE", "SE", "S", "SW", "NW"),
                ("0337", "0437", "0438", "0339", "0238", "0237"),
                strict=True,
            )
        ),
        ("from an even column SW", FOOT, "0138"),
        ("from an even column NE", FOOT, "0337"),
        ("inside the map", ENEMY, "0201"),
    ],
)
def test_an_assault_goes_to_the_hex_beside(line, mark, unit, target):
    assert line(mark) == [Assault(unit, target)]


def test_assaults_are_states_that_undo_and_the_menu_take_back(line, seen):
    assert seen("aimed") == "h0337"
    assert seen("aim undone") == ""
    assert line("taken back") == [Note(f"assault_taken_back:_{FOOT}")]
    assert seen("no aim") == "0"
    assert line("nothing to take back") == []
    assert line("no assault to advance by") == []
    assert line("off the map") == line("off the map, west") == []
    assert seen("mounted") == "yes"
    assert seen("arrow of a charge") == "8"


def test_fire_at_who_assaults_is_that_of_the_hex_he_assaults_and_a_charge_is_softer(line, seen):
    assert seen("pool").startswith(";h0338ch0437=")
    assert line("fire at who assaults another hex") == []
    (fire,) = line("fire at a charge")
    assert isinstance(fire, Fire)
    assert (fire.target, fire.defence) == (RIDERS, 3)


def test_assaults_lapse_in_the_last_phase_and_by_an_impulse(line, seen, table):
    (step,) = line("last phase")
    assert step == PhaseStep("assault", table.game.phases[-1])
    assert seen("assault after the last phase") == seen("charge after the last phase") == ""
    (impulse,) = line("next impulse")
    assert isinstance(impulse, Impulse)
    assert seen("assault after an impulse") == ""
    assert seen("assault after an impulse undone") == "h0337"


def test_ski_troops_slip_away_and_follow(line, seen):
    assert line("follow without an assault") == []
    assert line("slip cancelled") == line("follow cancelled") == []
    assert seen("aim of who follows") == "h0336"
    assert seen("aim after an advance") == ""


def test_equipment_is_abandoned_once_and_found_again(line, seen):
    (fire,) = line("antitank fire with equipment")
    assert fire.unit == GUNS
    assert line("antitank fire without") == []
    assert (seen("abandoned"), seen("equipped again")) == ("yes", "")
    assert line("abandoned twice") == line("equipped") == line("bare") == []
    assert seen("equipped by another aid") == ""


def test_a_way_by_rail_that_is_none_is_not_reported(line):
    assert line("rail cancelled") == line("rail to nowhere") == []


def test_the_ice_breaks_on_the_faces_of_the_data_and_takes_strength(line, seen):
    assert line("ice") == [ACTS["ice"].line, ACTS["ice-loss"].line]
    assert (seen("lost on the ice"), seen("ice undone")) == ("1", "0")
    assert line("ice holds") == [Ice(TANK, "0531/0530", 2, forced=True)]
    for mark in ("ice cancelled", "hexside cancelled", "hexside far away", "hexside nonsense"):
        assert line(mark) == []
    assert line("no weather") == []


def test_commandos_are_found_out_by_the_die_less_those_they_lead(line):
    assert line("detect") == [ACTS["detect"].line, Note("commandos_found_out")]
    alone, told_alone = line("detect alone")
    assert (alone.units, told_alone.text) == ((COMMANDO,), "commandos_not_found_out")
    more, told_more = line("detect with one more")
    assert (set(more.units), told_more.text) == ({COMMANDO, SKIS}, "commandos_found_out")


def test_a_bridge_comes_and_goes_with_its_lines(line, seen, played, table):
    results, marks, *_ = played
    assert line("nothing to destroy") == line("built twice") == []
    assert seen("bridge") == "2014"
    names = [each["name"] for each in pieces(results[marks["after the destruction"]])]
    assert table.game.markers[BRIDGE].name not in names


def test_a_saved_assault_lapses_though_its_unit_is_concealed_from_who_declares_next(
    table, seen, played, tmp_path
):
    one, two = (side.name for side in table.game.sides)
    assert seen("cover") != "0"
    save = tmp_path / "other.vsav"
    with zipfile.ZipFile(played[3]) as old, zipfile.ZipFile(save, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "savedGame":
                text = deobfuscate(data)
                assert f"\tProbe\t{one}" in text
                data = obfuscate(text.replace(f"\tProbe\t{one}", f"\tProbe\t{two}"))
            new.writestr(name, data)
    aim = ("pieceprop", f"{convention.ID}={ENEMY}", ASSAULTS)
    replies = answers(f"choose {two}", "choose action", "choose 3")
    script = [("load", save), aim, *replies, IMPULSE, aim]
    result = table.sitting.play(script).clean()
    before, after = [each["value"] for each in result["results"] if each["action"] == "pieceprop"]
    assert (before, after) == ("h0338", "")


def pieces(dump):
    return [piece for piece in dump["pieces"] if piece.get("map") == convention.MAP]


def test_every_line_is_one_of_the_convention_and_rolls_are_told_from_set_dice(played):
    lines = [each for lines in lines_of(played[2]) for each in lines]
    assert len(lines) > 30
    assert all(each.forced for each in lines if getattr(each, "die", 0))
