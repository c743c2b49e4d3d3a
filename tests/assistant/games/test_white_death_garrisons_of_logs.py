"""Garrisons that are dragged about in logs of the game: rule 22."""

from __future__ import annotations

from assistant.audit.finding import Verdict
from assistant.games.white_death.play.supply.city import city_hexes
from builder.convention.line import Garrison, Move, PhaseStep
from builder.hexgrid import neighbours
from tests.assistant.games.played import RULES, audited, game, written

CITY = "Velikiye Luki"
GROUP = "garrison-velikiye-luki"


def in_movement(turn, said=lambda _act: True):
    """Return the log of a game up to a German movement phase of a turn, the garrison bound."""
    acts = game(turns=turn)
    last = next(
        n
        for n, (_, act, after) in enumerate(acts)
        if isinstance(act, PhaseStep)
        and (act.new, after.phasing, after.number) == ("movement", "german", turn)
        and after.going.kind == "action"
        and GROUP not in after.released
    )
    return written(acts[: last + 1], said=said)


def end(log):
    """End the movement phase."""
    return log.play(PhaseStep("movement", "barrage"))


def steps(log):
    """Return a unit of the garrison that may step out of the city, and inside it, with its ways."""
    position, city = log.position, city_hexes(RULES, CITY)
    for unit in sorted(RULES.group(GROUP).units):
        piece = position.piece(unit)
        if piece is None or piece.at is None:
            continue
        free = [
            to
            for to in neighbours(piece.at)
            if to in RULES.game.map.hexes and not position.stack(to, "soviet")
        ]
        out = [to for to in free if to not in city]
        inside = [to for to in free if to in city]
        if out and inside:
            numbers = map(RULES.number, (piece.at, out[0], inside[0]))
            return unit, *numbers
    raise AssertionError("no unit of the garrison can step both ways")


def about(found, unit):
    """Return rule and verdict of what is found of a garrison's unit."""
    mine = [each for each in found if unit in each.evidence.units]
    return [(each.rule, each.verdict) for each in mine if each.rule.startswith("WD-22")]


def test_a_garrison_that_moves_in_turn_one_is_broken_and_nothing_of_it_called_open(tmp_path):
    log = in_movement(1)
    unit, here, _, inside = steps(log)
    end(log.play(Move(unit, (here, inside)), said=False))
    assert about(audited(log, tmp_path), unit) == [("WD-22.1", Verdict.BROKEN)]


def test_one_that_leaves_the_city_before_it_is_released_is_broken(tmp_path):
    log = in_movement(2)
    unit, here, out, _ = steps(log)
    end(log.play(Move(unit, (here, out)), said=False))
    assert about(audited(log, tmp_path), unit) == [("WD-22.4", Verdict.BROKEN)]


def test_one_that_moves_inside_the_city_is_at_most_disputed_by_what_counts_as_the_city(tmp_path):
    log = in_movement(2)
    unit, here, _, inside = steps(log)
    end(log.play(Move(unit, (here, inside)), said=False))
    found = [each for each in audited(log, tmp_path) if unit in each.evidence.units]
    mine = {(each.verdict, each.reading) for each in found if each.rule.startswith("WD-22")}
    assert mine <= {(Verdict.DISPUTED, "A-104")}


def test_where_no_roll_is_reported_leaving_is_open(tmp_path):
    log = in_movement(2, said=lambda act: not isinstance(act, Garrison))
    unit, here, out, _ = steps(log)
    end(log.play(Move(unit, (here, out)), said=False))
    found = about(audited(log, tmp_path), unit)
    assert found
    assert {verdict for _, verdict in found} == {Verdict.NOT_CHECKABLE}


def test_one_that_is_taken_back_has_not_moved(tmp_path):
    log = in_movement(1)
    unit, here, out, _ = steps(log)
    log.play(Move(unit, (here, out)), said=False)
    log.play(Move(unit, (out, here)), said=False)
    assert about(audited(end(log), tmp_path), unit) == []


def test_drags_in_the_impulse_of_the_other_side_are_no_march_of_the_garrison(tmp_path):
    acts = game(turns=1)
    last = next(
        n
        for n, (_, act, after) in enumerate(acts)
        if isinstance(act, PhaseStep) and (act.new, after.phasing) == ("movement", "soviet")
    )
    log = written(acts[: last + 1])
    unit, here, out, _ = steps(log)
    end(log.play(Move(unit, (here, out)), said=False))
    assert ("WD-22.1", Verdict.BROKEN) not in about(audited(log, tmp_path), unit)
