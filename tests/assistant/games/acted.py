"""Cases of acts: a position in a few lines, an act, and what the rules say and change.

A case is a table of TOML:

``atoms``
    Ids of the atoms it is about.
``map`` with ``roads``, ``rails``, ``rivers``, ``lakes``, ``slopes``, ``high``
    A drawn map (see ``table.py``); without it the real one. ``slopes``: high hex, low hex.
``units``
    ``{ id = "german personnel II L 1010 strength=3 combat=2 ..." }`` on a drawn map, or with
    figures of the case's own; ``real = { id = "1010 strength=3 deployed" }``: units of the data.
    Place: a hex, or a box (``due``, ``lost``, ``set-up`` ...); ``bank=left`` or ``right``,
    ``along``: the bank of a river that a unit stands on.
``groups``
    ``{ close-combat = ["id"] }``: puts units of the case's own into groups of the data.
``bunkers``, ``bridges``, ``pools``
    ``{ id = "2123 7" }``, ``{ id = "2123" }``, ``{ supply-german = 3 }``.
``turn``, ``weather``, ``phase``, ``impulse`` (``"german action 3"``), ``scenario``
    What is going on; no impulse with ``impulse = ""``.
``places``
    ``{ "Velikiye Luki" = "0201 0202" }``: towns of a drawn map by name.
``edges``, ``trace``, ``supplied``, ``isolated``
    ``{ soviet = "0101 0102" }``: friendly edges of a drawn map, for supply. With ``trace = true``
    the impulse fixes supply and isolation as they are on the map; without, all artillery is
    supplied and nobody isolated, but for what ``supplied`` and ``isolated`` list.
``spent``, ``received``, ``replaced``, ``repaired``, ``impulses``
    Of the turn: ``{ german = 4 }``, ``{ supply-vl = 2 }``.
``relief``, ``weathered``, ``rolled``, ``released``, ``refitted``, ``drawn``
    ``true``; lists of ids; ``{ 7-flieger = 6 }``.
``score``
    ``{ towns = { soviet = 4 }, isolated = { german = 45 }, bunkers = ["bunker-15"],
    holders = { 0521 = "soviet" }, rebuilt = { soviet = 6 }, recorded = { total = 20 } }``.
``readings``, ``optional``
    ``{ A-01 = "2" }``, ``["23"]``.
``before``
    Lines applied first, without ``[WU]``.
``act``
    The line that is judged.
``kept``, ``broken``, ``disputed`` (``"WD-3B.2 A-08"``), ``open``
    Verdicts: of ``kept`` each must be among the findings; ``broken``, ``disputed`` and ``open``
    (not checkable) must be exactly those found, but for ``open`` if the case doesn't name it.
``total``
    ``{ "WD-6A.2" = "3 1/2" }``: the sum of a finding's parts.
``after``
    ``{ id = "2123 strength=2 deployed" }``: units (or bunkers: hex, strength) after the act.
``then``
    ``{ number = 9, weather = "snow", phase = "decision", over = true }`` after the act, and so
    ``impulse``, ``pools``, ``released``, ``drawn``, ``supplied``, ``isolated``, ``relieved``.
``duties``, ``unapplied``
    ``["morale id 2"]``: what is then to be done, in order; number of facts not applied.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.banks import Bank
from assistant.games.white_death.play.book import Ruled
from assistant.games.white_death.play.supply.status import relieved, under_other_readings
from assistant.games.white_death.play.supply.tracing import isolated, supplied
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.position import (
    Box,
    Bunker,
    Duty,
    Force,
    Going,
    Piece,
    Position,
    Score,
    Turn,
)
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import MARK, Line, parse_line
from builder.hexgrid import hexside
from builder.model.game import Game, Place, Provenance, Unit
from tests.assistant.games.table import drawn_map, real_game, unit_of

_FRACTIONS = ("combat", "antitank", "support", "barrage")
_OWN = frozenset({"strength", "morale", "defence", "defensive", *_FRACTIONS})


def line(text: str) -> Line:
    """Return the act in a line without its mark."""
    return parse_line(f"{MARK} {text}")


def game_of(case: dict) -> Game:
    """Return the real game, with the case's map, units and groups if it has some."""
    game = real_game()
    if "map" in case:
        kinds = ("roads", "rails", "rivers", "lakes")
        map_ = drawn_map(case["map"], **{kind: case.get(kind, []) for kind in kinds})
        parse = map_.numbering.parse
        pairs = [[parse(number) for number in text.split()] for text in case.get("slopes", [])]
        high = {parse(number) for number in case.get("high", [])}
        hexes = {c: replace(h, high=c in high) for c, h in map_.hexes.items()}
        slopes = {hexside(top, low): top for top, low in pairs}
        places = tuple(
            Place(name, tuple(map(parse, numbers.split())), town=True, source=Provenance.E)
            for name, numbers in case.get("places", {}).items()
        )
        game = replace(game, map=replace(map_, slopes=slopes, hexes=hexes, places=places))
        edges = {
            side: frozenset(map(parse, numbers.split()))
            for side, numbers in case.get("edges", {}).items()
        }
        game = replace(game, edges=replace(game.edges, supply=edges))
    made = {id_: made_unit(id_, words) for id_, words in case.get("units", {}).items()}
    units = {**({} if "map" in case and "real" not in case else game.units), **made}
    groups = dict(game.special.groups)
    for group, ids in case.get("groups", {}).items():
        groups[group] = replace(groups[group], units=groups[group].units | set(ids))
    return replace(game, units=units, special=replace(game.special, groups=groups))


def made_unit(id_: str, words: str) -> Unit:
    """Return a unit of a case's own with the figures its words name."""
    plain = [word for word in words.split() if word.split("=")[0] not in {"deployed", "abandoned"}]
    unit, _, _ = unit_of(id_, " ".join(plain))
    named = dict(word.split("=", 1) for word in plain if "=" in word)
    changes: dict = {"strength": int(named.get("initial", named.get("strength", "4")))}
    for name in _FRACTIONS:
        if name in named:
            changes[name] = Fraction(named[name])
    if "morale" in named:
        changes["morale"] = int(named["morale"])
    defences = {"personnel": "P", "weapons": "L", "AFV": "4"}
    changes["defence"] = named.get("defence", defences[unit.kind.value])
    changes["defensive_only"] = named.get("defensive") == "yes"
    return replace(unit, **changes)


def piece_of(place: str, words: list[str], strength: int, game: Game) -> Piece:
    """Return a piece from its place and further words."""
    named = dict(word.split("=", 1) for word in words if "=" in word)
    on_map = place.isdigit()
    lost = place == Box.LOST
    return Piece(
        strength=0 if lost else int(named.get("strength", strength)),
        at=game.map.numbering.parse(place) if on_map else None,
        box=Box.MAP if on_map else Box(place),
        deployed="deployed" in words,
        abandoned="abandoned" in words,
        back=int(named.get("back_on", "0")),
        bank=Bank[named.get("bank", "unsure").upper()],
    )


def position_of(case: dict, game: Game) -> Position:
    """Return the position of a case."""
    pieces: dict[str, Piece] = {}
    for id_, words in case.get("units", {}).items():
        place, rest = words.split()[4], words.split()[5:]
        pieces[id_] = piece_of(place, rest, game.units[id_].strength, game)
    for id_, words in case.get("real", {}).items():
        place, *rest = words.split()
        pieces[id_] = piece_of(place, rest, game.units[id_].strength, game)
    forces = {
        side.id: Force.of({i: p for i, p in pieces.items() if game.units[i].side == side.id})
        for side in game.sides
    }
    parse = game.map.numbering.parse
    bunkers = {
        id_: Bunker(parse(words.split()[0]), int(words.split()[1]))
        for id_, words in case.get("bunkers", {}).items()
    }
    going = None
    if case.get("impulse"):
        side, kind, points = case["impulse"].split()
        going = Going(side, kind, int(points), case.get("number", 1), case.get("own", 1))
    return Position(
        scenario=case.get("scenario", ""),
        number=case.get("turn", 8),
        weather=case.get("weather", "frost"),
        phase=case.get("phase", ""),
        forces=forces,
        bunkers=bunkers,
        bridges={id_: parse(number) for id_, number in case.get("bridges", {}).items()},
        pools=case.get("pools", {}),
        turn=turn_of(case),
        going=going,
        released=frozenset(case.get("released", [])),
        drawn=case.get("drawn", {}),
        score=score_of(case, game),
    )


def score_of(case: dict, game: Game) -> Score:
    """Return what counts for victory in a case."""
    named = dict(case.get("score", {}))
    parse = game.map.numbering.parse
    holders = {parse(number): side for number, side in named.pop("holders", {}).items()}
    bunkers = tuple(named.pop("bunkers", ()))
    return Score(holders=holders, bunkers=bunkers, **named)


def turn_of(case: dict) -> Turn:
    """Return what has happened in the turn of a case."""
    return Turn(
        spent=case.get("spent", {}),
        impulses=case.get("impulses", {}),
        weathered=case.get("weathered", False),
        received=case.get("received", {}),
        relief=case.get("relief", False),
        repaired=case.get("repaired", {}),
        replaced=case.get("replaced", {}),
        rolled=frozenset(case.get("rolled", [])),
        refitted=tuple(case.get("refitted", [])),
    )


def fixed(position: Position, case: dict, rules: Ruleset) -> Position:
    """Return the position of a case with supply and isolation fixed for its impulse."""
    if position.going is None:
        return position
    if case.get("trace"):
        known = supplied(position, rules), isolated(position, rules)
        other = under_other_readings(position, rules)
    else:
        guns = [id_ for id_, unit in rules.game.units.items() if unit.artillery]
        known = frozenset(case.get("supplied", guns)), frozenset(case.get("isolated", []))
        other = {}
    going = replace(position.going, supplied=known[0], isolated=known[1], otherwise=other)
    freed = relieved(position, rules) & known[1]
    return replace(position, going=replace(going, relieved=freed))


def rules_of(case: dict, game: Game) -> Ruleset:
    """Return what a case is judged by."""
    return Ruleset(game, case.get("readings", {}), frozenset(case.get("optional", [])))


def played(case: dict) -> tuple[tuple[Finding, ...], Ruled, Ruleset]:
    """Return the findings on a case's act, what it changes, and the rules."""
    game = game_of(case)
    rules = rules_of(case, game)
    position = fixed(position_of(case, game), case, rules)
    for text in case.get("before", []):
        position = ACTS.apply(position, line(text), rules).position
    act = line(case["act"])
    return ACTS.check(position, act, rules), ACTS.apply(position, act, rules), rules


def assert_case(case: dict) -> tuple[Finding, ...]:
    """Hold a case against the rules; return the findings on its act."""
    found, ruled, rules = played(case)
    told = [f"{f.verdict.value} {f.rule} {f.reading} {f.message}" for f in found]
    for verdict, key in ((Verdict.BROKEN, "broken"), (Verdict.DISPUTED, "disputed")):
        have = sorted({f"{f.rule} {f.reading}".strip() for f in found if f.verdict is verdict})
        assert have == sorted(case.get(key, [])), told
    if "open" in case:
        assert {f.rule for f in found if f.verdict is Verdict.NOT_CHECKABLE} == set(case["open"]), (
            told
        )
    for rule in case.get("kept", []):
        assert rule in {f.rule for f in found if f.verdict is Verdict.KEPT}, told
    for rule, total in case.get("total", {}).items():
        assert total in {f.evidence.cost for f in found if f.rule == rule}, told
    assert_after(case, ruled, rules)
    return found


def assert_after(case: dict, ruled: Ruled, rules: Ruleset) -> None:
    """Hold what an act changes against a case."""
    position, game = ruled.position, rules.game
    for id_, words in case.get("after", {}).items():
        place, *rest = words.split()
        if id_ in game.markers:
            bunker = position.bunkers.get(id_)
            have = f"{rules.number(bunker.at)} {bunker.strength}" if bunker else "gone"
            assert have == words, (id_, have)
            continue
        piece = position.piece(id_)
        assert piece is not None, id_
        want = piece_of(place, rest, piece.strength, game)
        names = ("strength", "at", "box", "deployed", "abandoned")
        assert {n: getattr(piece, n) for n in names} == {n: getattr(want, n) for n in names}, id_
    if "then" in case:
        assert {key: told_state(position, key) for key in case["then"]} == case["then"]
    if "duties" in case:
        assert [told_duty(each) for each in position.fight.duties] == case["duties"]
    if "unapplied" in case:
        assert len(ruled.unapplied) == case["unapplied"], ruled.unapplied


def told_state(position: Position, key: str) -> object:
    """Return a part of a position as a case names it."""
    going = position.going
    if key == "impulse":
        return f"{going.side} {going.kind} {going.points}" if going else ""
    if key in {"supplied", "isolated", "relieved"}:
        return sorted(getattr(going, key))
    value = getattr(position, key)
    return sorted(value) if isinstance(value, frozenset) else value


def told_duty(duty: Duty) -> str:
    """Return a duty in a few words."""
    return f"{duty.kind.value} {duty.unit} {duty.points}"
