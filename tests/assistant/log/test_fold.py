"""From logs to plies: what counts as one march, what is cancelled, where phases end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.engine.actions import (
    Deploy,
    Impulse,
    ImpulseEnd,
    March,
    PhaseEnd,
    Stop,
    Touched,
    TurnEnd,
)
from assistant.engine.events import Place
from assistant.log.fold import fold
from assistant.log.interpret import interpret
from assistant.log.opening import opening
from assistant.log.reader import read
from assistant.log.trail import Trail
from builder import convention
from builder.vassal import AddPiece, Chat, RemovePiece, RestoreProperty, Turn, Undo
from tests.assistant.toy import FIELD, LogMaker, counter, make_game, xy


def place(number):
    return Place(number, FIELD.parse(number))


@pytest.fixture
def folded(tmp_path, game):
    def of(maker):
        log = read(maker.write(tmp_path / "game.vlog"))
        facts = interpret(log, game)
        assert facts.findings == ()
        return fold(facts.events, game, opening(log, game))

    return of


def acts(result, *kinds):
    return [ply.action for ply in result.plies if isinstance(ply.action, kinds or object)]


def path(march):
    return [march.origin.name, *(stop.at.name for stop in march.stops)]


def test_an_impulse_from_declaration_to_end(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303").drag("11", "0304")
    maker.phase("movement", "terminal").impulse("Blue", 2, "pass")
    result = folded(maker)
    kinds = [type(action) for action in acts(result)]
    assert kinds == [
        *(Impulse, PhaseEnd, March, PhaseEnd, PhaseEnd, ImpulseEnd),
        *(Impulse, PhaseEnd, ImpulseEnd),
    ]
    (march,) = acts(result, March)
    first, second = acts(result, Impulse)
    assert path(march) == ["0203", "0303", "0304"]
    assert [stop.step for stop in march.stops] == [3, 4]
    assert (march.phase, march.impulse, march.step) == ("movement", first, 3)
    assert (first.side, first.number, first.points) == ("red", 1, 3)
    assert first.before == (("red", 0), ("blue", 0))
    assert (second.side, second.number, second.kind) == ("blue", 2, "pass")
    assert second.before == (("red", 3), ("blue", 0))
    ends = acts(result, PhaseEnd)
    assert [(end.phase, end.next) for end in ends] == [
        *(("decision", "movement"), ("movement", "terminal"), ("terminal", "")),
        ("movement", ""),
    ]


def test_positions_of_a_march_are_those_of_its_phase(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement")
    maker.drag("11", "0303").drag("12", "0405").phase("movement", "barrage")
    result = folded(maker)
    for ply in result.plies:
        if isinstance(ply.action, March):
            assert ply.before.counters["r1"].place == place("0203")
            assert ply.before.counters["r2"].place == place("0205")
            assert ply.after.counters["r1"].place == place("0303")
            assert ply.after.counters["r2"].place == place("0405")
        if isinstance(ply.action, ImpulseEnd):
            assert ply.before.impulse is None
            assert ply.after.counters["r2"].place == place("0405")


def test_going_back_cancels_what_lies_between(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement")
    for number in ("0303", "0403", "0503", "0303", "0304"):
        maker.drag("11", number)
    (march,) = acts(folded(maker), March)
    assert path(march) == ["0203", "0303", "0304"]
    assert [stop.at.name for stop in march.cancelled] == ["0403", "0503", "0303"]
    notes = [note for note in folded(maker).notes if note.kind == "cancelled-drags"]
    assert [(note.step, note.units) for note in notes] == [(6, ("r1",))]


def test_there_and_back_is_a_note_and_no_march(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303").drag("11", "0203")
    result = folded(maker)
    assert acts(result, March) == []
    assert [note.kind for note in result.notes] == ["cancelled-drags"]


def test_the_next_phase_begins_another_march(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303")
    maker.phase("movement", "assault").drag("11", "0203")
    marches = acts(folded(maker), March)
    assert [(path(march), march.phase) for march in marches] == [
        (["0203", "0303"], "movement"),
        (["0303", "0203"], "assault"),
    ]


def test_moves_within_one_step_count_one_by_one(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement")
    maker.do(maker.moved("11", "0303"), maker.moved("11", "0403"))
    (march,) = acts(folded(maker), March)
    assert march.stops == (Stop(place("0303"), 3), Stop(place("0403"), 3))


def test_entry_from_the_holding_boxes(folded):
    log = LogMaker().hold("11", "r1").impulse("Red", 3).phase("decision", "movement")
    log.do(log.moved("11", "60,60", convention.HOLDING_MAP)).drag("11", "0101").drag("11", "0102")
    result = folded(log)
    (march,) = acts(result, March)
    assert march.origin == Place(convention.HOLDING_MAP)
    assert path(march)[1:] == ["0101", "0102"]
    assert result.notes == ()


def test_through_a_box_from_hex_to_hex_is_one_march(folded, maker):
    """Else a box would let a unit go anywhere unjudged."""
    maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303")
    maker.do(maker.moved("11", "60,60", convention.HOLDING_MAP))
    maker.do(maker.moved("11", "-90,-90")).drag("11", "0804")
    result = folded(maker)
    (march,) = acts(result, March)
    assert path(march) == ["0203", "0303", "0804"]
    assert [note.kind for note in result.notes] == ["off-and-on"]


def test_a_drag_out_of_a_box_that_is_taken_back_is_no_march(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement")
    maker.do(maker.moved("11", "60,60", convention.HOLDING_MAP)).drag("11", "0804")
    maker.do(maker.moved("11", "60,60", convention.HOLDING_MAP))
    result = folded(maker)
    assert acts(result, March) == []
    assert [note.kind for note in result.notes] == ["off-the-hexes", "cancelled-drags"]


def test_from_one_box_onto_the_hexes_and_off_to_another_is_no_march(folded):
    log = LogMaker().hold("11", "r1").impulse("Red", 3).phase("decision", "movement")
    log.drag("11", "0101")
    log.do(log.moved("11", "60,60", convention.ELIMINATED_MAP))
    result = folded(log)
    assert acts(result, March) == []
    assert [note.kind for note in result.notes] == ["off-the-hexes"]


def test_off_the_hexes_and_on_again_in_another_phase_is_an_entry(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement")
    maker.do(maker.moved("11", "60,60", convention.HOLDING_MAP))
    maker.phase("movement", "barrage").drag("11", "0204")
    (march,) = acts(folded(maker), March)
    assert march.origin.hex is None


def test_off_the_hexes_ends_a_march(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303")
    maker.do(maker.moved("11", "60,60", convention.HOLDING_MAP))
    result = folded(maker)
    (march,) = acts(result, March)
    assert path(march) == ["0203", "0303"]
    assert [(touch.kind, touch.unit, touch.detail) for touch in acts(result, Touched)] == [
        ("removed", "r1", "0303")
    ]
    assert [note.kind for note in result.notes] == ["off-the-hexes"]


@pytest.mark.parametrize("bracketed", [True, False])
def test_undone_drags_do_not_count(folded, maker, bracketed):
    maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303")
    maker.do(maker.moved("11", "0403"), Chat("* I moves 0303 -> 0403 *"))
    back = maker.moved("11", "0303")
    chat = Chat("* UNDO: * I moves 0303 -> 0403 *")
    maker.do(*([Undo(begins=True), back, chat, Undo(begins=False)] if bracketed else [back, chat]))
    result = folded(maker)
    (march,) = acts(result, March)
    assert path(march) == ["0203", "0303"]
    (note,) = result.notes
    assert (note.kind, note.step) == ("cancelled-drags", 5)
    assert note.text.endswith("(by the engine's undo)")


@pytest.mark.parametrize("bracketed", [True, False])
def test_an_undo_of_something_else_is_noted(folded, maker, bracketed):
    chat = Chat("* UNDO: * I takes a loss")
    maker.do(*([Undo(begins=True), chat, Undo(begins=False)] if bracketed else [chat]))
    assert [(note.kind, note.step) for note in folded(maker).notes] == [("undo", 1)]


@pytest.mark.parametrize("bracketed", [True, False])
def test_an_undone_phase_step_joins_the_phases_again(folded, maker, bracketed):
    maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303")
    maker.phase("movement", "barrage")
    chat = Chat("* UNDO: * [WU] phase old=movement new=barrage")
    maker.do(*([Undo(begins=True), chat, Undo(begins=False)] if bracketed else [chat]))
    maker.drag("11", "0403").phase("movement", "barrage")
    result = folded(maker)
    (march,) = acts(result, March)
    assert path(march) == ["0203", "0303", "0403"]
    assert "undone-declaration" in {note.kind for note in result.notes}


def test_an_undone_impulse_was_never_declared(folded, maker):
    maker.impulse("Red", 3)
    maker.say("* UNDO: * [WU] impulse side=Red kind=action points=3 left=0")
    maker.impulse("Red", 5)
    (impulse,) = acts(folded(maker), Impulse)
    assert (impulse.points, impulse.number, impulse.before) == (5, 1, (("red", 0), ("blue", 0)))


def test_without_phase_steps_movement_lasts_until_dice(folded, maker):
    maker.impulse("Red", 3).drag("11", "0303").say("*** 2d6 = 3,4 *** &lt;Alice&gt;")
    maker.drag("11", "0403").impulse("Blue", 1).drag("13", "0704")
    result = folded(maker)
    assert [(path(march), march.phase) for march in acts(result, March)] == [
        (["0203", "0303"], "movement"),
        (["0303", "0403"], ""),
        (["0804", "0704"], "movement"),
    ]
    assert [note.kind for note in result.notes] == ["guessed-phase", "guessed-phase"]
    assert [touch.detail for touch in acts(result, Touched)] == ["2d6: 3,4"]


def test_dice_do_not_cut_a_phase_that_is_named(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303")
    maker.say("*** 2d6 = 3,4 *** &lt;Alice&gt;").drag("11", "0403").phase("movement", "barrage")
    (march,) = acts(folded(maker), March)
    assert path(march) == ["0203", "0303", "0403"]
    assert march.rolled


def test_a_march_before_the_dice_is_not_told_as_one_after_them(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303")
    maker.say("*** 2d6 = 3,4 *** &lt;Alice&gt;").drag("12", "0405").phase("movement", "barrage")
    told = {march.unit: march.rolled for march in acts(folded(maker), March)}
    assert told == {"r1": False, "r2": True}


def test_dice_of_an_earlier_phase_are_told_until_the_impulse_is_over(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303")
    maker.phase("movement", "assault").say("*** 2d6 = 3,4 *** &lt;Alice&gt;").drag("11", "0403")
    maker.phase("assault", "terminal").drag("11", "0503")
    maker.impulse("Blue", 1).phase("decision", "movement").drag("13", "0704")
    told = [(march.rolled, march.rolled_before) for march in acts(folded(maker), March)]
    assert told == [(False, False), (True, False), (False, True), (False, False)]


def test_dice_that_end_a_guessed_phase_are_told_too(folded, maker):
    maker.impulse("Red", 3).drag("11", "0303").say("*** 2d6 = 3,4 *** &lt;Alice&gt;")
    maker.drag("11", "0403")
    assert [march.rolled_before for march in acts(folded(maker), March)] == [False, True]


def test_a_march_is_told_that_its_counter_was_turned_to_its_front_later(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement")
    maker.do(maker.changed("11", face="2"))
    maker.phase("movement", "barrage").drag("11", "0303").drag("12", "0405")
    maker.phase("barrage", "assault")
    maker.do(maker.changed("11", face="1"))
    maker.impulse("Blue", 1).impulse("Red", 2).phase("decision", "movement").drag("11", "0403")
    told = [(march.unit, march.front_later) for march in acts(folded(maker), March)]
    assert told == [("r1", True), ("r2", False), ("r1", False)]


def test_a_counter_turned_to_and_fro_in_the_phase_of_its_march_was_not_turned_later(folded, maker):
    maker.do(maker.changed("11", face="2")).impulse("Red", 3).phase("decision", "movement")
    maker.drag("11", "0303").do(maker.changed("11", face="1"))
    maker.drag("11", "0403").do(maker.changed("11", face="2"))
    (march,) = acts(folded(maker), March)
    assert not march.front_later


def test_a_phase_that_only_a_roll_ends_is_not_sure_to_have_ended(folded, maker):
    maker.impulse("Red", 3).drag("11", "0303").say("*** 2d6 = 3,4 *** &lt;Alice&gt;")
    maker.drag("12", "0405").impulse("Blue", 1).drag("11", "0304")
    ends = acts(folded(maker), PhaseEnd)
    assert [(end.phase, end.sure) for end in ends] == [
        *(("movement", False), ("", True)),
        ("movement", True),
    ]


def test_the_closing_step_tells_the_phase_it_ends(folded, maker):
    maker.impulse("Red", 3).drag("11", "0303").phase("movement", "barrage")
    (march,) = acts(folded(maker), March)
    assert march.phase == "movement"


def test_drags_before_a_late_step_to_movement_count_with_those_after(folded, maker):
    maker.impulse("Red", 3).drag("11", "0303").phase("decision", "movement").drag("11", "0403")
    result = folded(maker)
    (march,) = acts(result, March)
    assert (path(march), march.phase) == (["0203", "0303", "0403"], "movement")
    assert [note.kind for note in result.notes] == ["late-phase"]


def test_before_the_first_impulse_there_is_no_phase(folded, maker):
    maker.drag("11", "0303").drag("12", "0306")
    result = folded(maker)
    assert {(march.phase, march.impulse) for march in acts(result, March)} == {("", None)}
    assert [(end.phase, end.impulse) for end in acts(result, PhaseEnd)] == [("", None)]


def test_a_turned_counter(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303")
    maker.do(maker.changed("11", face="2"))
    (turned,) = acts(folded(maker), Deploy)
    assert (turned.back, turned.at, turned.step) == (True, place("0303"), 4)


def test_turned_twice_on_a_spot_is_not_turned(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement")
    maker.do(maker.changed("11", face="2")).do(maker.changed("11", face="1")).drag("11", "0303")
    assert acts(folded(maker), Deploy) == []


def test_turned_here_and_back_there_are_two_turns(folded, maker):
    maker.do(maker.changed("11", face="2")).impulse("Red", 3).phase("decision", "movement")
    maker.do(maker.changed("11", face="1")).drag("11", "0303").do(maker.changed("11", face="2"))
    turned = [act for act in acts(folded(maker), Deploy) if act.impulse is not None]
    assert [(act.back, act.at.name) for act in turned] == [(False, "0203"), (True, "0303")]


def test_moved_flags_and_trails_are_nothing(folded, maker):
    maker.do(maker.changed("11", moved="true"))
    assert folded(maker).plies == ()


def test_losses_dice_weather_and_turns_touch_rules(folded, maker):
    maker.say("* [WU] weather now=frost").impulse("Red", 3)
    maker.do(maker.changed("11", loss="2")).say("* [WU] turn old=1 new=2")
    result = folded(maker)
    assert [(act.kind, act.unit, act.piece, act.detail) for act in acts(result, Touched)] == [
        ("weather", "", "", "frost"),
        ("loss", "r1", "unit", "2"),
    ]
    (end,) = acts(result, TurnEnd)
    assert (end.turn, end.next, end.spent) == (1, 2, (("red", 3), ("blue", 0)))
    assert (result.end.turn, result.end.counters["r1"].loss) == (2, 2)
    assert dict(result.end.spent) == {}


def weathers(result):
    return [ply.before.weather for ply in result.plies if isinstance(ply.action, March)]


def test_the_weather_of_the_last_turn_is_not_that_of_the_next(folded, maker):
    maker.say("* [WU] weather now=thaw").say("* [WU] turn old=1 new=2").impulse("Red", 3)
    maker.phase("decision", "movement").drag("11", "0303")
    assert weathers(folded(maker)) == [""]


def test_weather_told_late_holds_for_drags_before_it(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303")
    maker.say("* [WU] weather now=thaw").drag("12", "0305")
    assert weathers(folded(maker)) == ["thaw", "thaw"]


def test_weather_put_right_before_the_first_drag(folded, maker):
    maker.say("* [WU] weather now=thaw").impulse("Red", 3).phase("decision", "movement")
    maker.say("* [WU] weather now=frost").drag("11", "0303")
    assert weathers(folded(maker)) == ["frost"]


def test_weather_changed_between_drags_is_open(folded, maker):
    maker.say("* [WU] weather now=frost").impulse("Red", 3).phase("decision", "movement")
    maker.drag("11", "0303").say("* [WU] weather now=thaw").drag("12", "0305")
    assert weathers(folded(maker)) == ["", ""]
    maker.phase("movement", "barrage").impulse("Blue", 1).phase("decision", "movement")
    assert weathers(folded(maker.drag("13", "0805")))[2:] == ["thaw"]


def test_a_turn_set_back_at_once_forgets_no_points(folded, maker):
    maker.impulse("Red", 4).say("* [WU] turn old=1 new=2").say("* [WU] turn old=2 new=1")
    maker.impulse("Blue", 2)
    result = folded(maker)
    assert acts(result, TurnEnd) == []
    assert dict(result.end.spent) == {"red": 4, "blue": 2}
    assert [impulse.number for impulse in acts(result, Impulse)] == [1, 2]
    assert [(note.step, note.kind) for note in result.notes] == [(3, "undone-declaration")]


@pytest.mark.parametrize(
    ("where", "kind"),
    [
        (convention.ELIMINATED_MAP, "eliminated"),
        (convention.arrivals_map("Red"), "set-aside"),
        (convention.HOLDING_MAP, "removed"),
        ("A map of another module", "removed"),
    ],
)
def test_what_a_unit_is_off_the_map_for_is_told_by_where_it_lies(folded, maker, where, kind):
    maker.impulse("Red", 3).phase("decision", "movement").do(maker.moved("11", "60,60", where))
    touched = acts(folded(maker), Touched)
    assert [(act.kind, act.unit, act.detail) for act in touched] == [(kind, "r1", "0203")]


def test_a_unit_that_never_was_on_the_map_can_be_eliminated_once(folded):
    log = LogMaker().hold("11", "r1").impulse("Red", 3).phase("decision", "movement")
    log.do(log.moved("11", "60,60", convention.arrivals_map("Red")))
    log.do(log.moved("11", "60,60", convention.ELIMINATED_MAP))
    log.do(log.moved("11", "90,90", convention.ELIMINATED_MAP))
    touched = acts(folded(log), Touched)
    waited = convention.arrivals_map("Red")
    assert [(act.kind, act.detail) for act in touched] == [("eliminated", waited)]


def test_markers_set_down_and_taken_off(folded, maker):
    x, y = xy("0404")
    flag = counter("flag", "marker").at(convention.MAP, x, y)
    maker.do(AddPiece("77", flag.type, flag.state))
    maker.pieces["77"] = flag
    maker.do(maker.moved("77", "9,9", convention.HOLDING_MAP)).drag("77", "0405")
    maker.do(RemovePiece("77"))
    touched = acts(folded(maker), Touched)
    assert [(act.kind, act.piece, act.detail) for act in touched] == [
        ("placed", "marker", "0404"),
        ("removed", "marker", "0404"),
        ("placed", "marker", "0405"),
        ("removed", "marker", "0405"),
    ]


def test_a_unit_deleted_and_brought_back_marches_on(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303").do(RemovePiece("11"))
    piece = maker.pieces["11"]
    maker.do(AddPiece("11", piece.type, piece.state)).drag("11", "0403")
    (march,) = acts(folded(maker), March)
    assert path(march) == ["0203", "0303", "0403"]


def test_a_unit_put_down_elsewhere_begins_anew(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303").do(RemovePiece("11"))
    piece = maker.pieces["11"] = counter("r1").at(convention.MAP, *xy("0707"))
    maker.do(AddPiece("11", piece.type, piece.state)).drag("11", "0708")
    result = folded(maker)
    assert [path(march) for march in acts(result, March)] == [["0203", "0303"], ["0707", "0708"]]
    assert [note.kind for note in result.notes] == ["removed", "appeared"]


def test_a_typed_look_alike_is_noted(folded, maker):
    maker.say("&lt;Bob&gt; - [WU] impulse side=Blue kind=action points=9 left=1")
    result = folded(maker)
    assert result.plies == ()
    assert [note.kind for note in result.notes] == ["typed-look-alike"]


def test_the_opening_of_a_game_in_the_middle(folded, maker):
    maker.setup += [
        Turn("TurnTracker0", "0|4;0;false;-1;"),
        RestoreProperty(convention.WEATHER, "frost"),
        RestoreProperty(convention.points_left("red"), "6"),
        RestoreProperty(convention.points_left_turn("red"), "4"),
        RestoreProperty(convention.points_left("blue"), "1"),
        RestoreProperty(convention.points_left_turn("blue"), "3"),
    ]
    maker.impulse("Blue", 2)
    result = folded(maker)
    (impulse,) = acts(result, Impulse)
    assert (impulse.turn, impulse.before) == (4, (("red", 4), ("blue", 0)))
    assert result.start.weather == ""  # the toy game has no weather by that name


def test_an_account_of_more_points_than_there_are_is_full(folded, maker):
    maker.setup += [
        Turn("TurnTracker0", "0|4;0;false;-1;"),
        RestoreProperty(convention.points_left("red"), "99"),
        RestoreProperty(convention.points_left_turn("red"), "4"),
    ]
    assert dict(folded(maker.impulse("Blue", 2)).start.spent) == {"red": 0}


@pytest.mark.parametrize("state", ["", "0", "x|4", "0|four;", "0|99999999;", "|"])
def test_a_turn_tracker_of_another_make_says_nothing(folded, maker, state):
    maker.setup.append(Turn("TurnTracker0", state))
    assert folded(maker.drag("11", "0303")).start.turn == 0


def test_property_names_are_those_the_module_writes():
    umpire = pytest.importorskip("builder.module.umpire")
    written = umpire.global_properties(make_game())
    for name in (
        *(convention.GAME, convention.DATA, convention.WEATHER),
        *(convention.points_left("red"), convention.points_left_turn("blue")),
    ):
        assert name in written


HEXES = st.sampled_from([place(number) for number in ("0101", "0102", "0203", "0204")])


@given(HEXES, st.lists(HEXES, max_size=12))
def test_a_trail_keeps_its_ends_and_visits_nothing_twice(origin, moves):
    trail = Trail("r1", origin, back=False)
    for step, to in enumerate(moves, start=1):
        trail.move(to, step)
    legs = list(trail.legs())
    end = moves[-1] if moves else origin
    assert bool(legs) == (end != origin)
    for leg in legs:
        visited = [leg.origin, *(stop.at for stop in leg.stops)]
        assert visited[0] == origin
        assert visited[-1] == end
        assert len(set(visited)) == len(visited)
        steps = [stop.step for stop in leg.stops]
        assert steps == sorted(steps)


@given(HEXES, st.lists(HEXES, max_size=8))
def test_undoing_every_drag_leaves_nothing(origin, moves):
    trail = Trail("r1", origin, back=False)
    stood = [origin]
    for to in moves:
        trail.move(to, len(stood))
        stood.append(to)
    for to in reversed(stood[:-1]):
        trail.move(to, 99)
    assert list(trail.legs()) == []
