"""A table to put rule cases on: drawn maps, units in a line of words, one act, its findings.

The chart, the readings and everything else that isn't drawn come from the game's real data.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

from assistant.audit.finding import Finding, Verdict
from assistant.engine.actions import Deploy, Impulse, March, PhaseEnd, Stop, TurnEnd
from assistant.engine.events import ImpulseDeclared, Place, TurnStepped
from assistant.engine.state import Counter, Ply, State
from assistant.games import find
from builder.hexgrid import Numbering, hexside
from builder.model.game import (
    Game,
    GameMap,
    HexTerrain,
    Kind,
    Lake,
    Provenance,
    Size,
    Unit,
    Way,
    WayKind,
)
from builder.model.load import load_game

LETTERS = {
    ".": {"clear"},
    "l": {"clear"},
    "f": {"forest"},
    "t": {"town"},
    "r": {"river"},
    "c": {"creek"},
    "x": {"forest_creek"},
    "R": {"river", "town"},
    "F": {"river", "forest"},
    "w": {"town", "forest"},
}
"""One letter per hex of a drawn map; a row of letters is a row of hexes."""

GAME = "white-death"


@cache
def real_game() -> Game:
    """Return the game as shipped, loaded once."""
    return load_game(GAME)


def drawn_map(drawing: str, **lines: list[str]) -> GameMap:
    """Return a map from a drawing and its lines.

    Args:
        drawing: Rows of letters, blanks between them.
        lines: ``roads``, ``rails``, ``rivers``: chains of hex numbers; ``lakes``: two hex
            numbers and ``full`` or ``partial``.
    """
    rows = [line.split() for line in drawing.strip().splitlines()]
    numbering = Numbering(columns=len(rows[0]), rows=len(rows))
    hexes = {
        numbering.hex_at(column, row): HexTerrain(
            frozenset(LETTERS[letter]), high=False, sources={}
        )
        for row, letters in enumerate(rows, start=1)
        for column, letter in enumerate(letters, start=1)
    }
    chains = {
        kind: [[numbering.parse(text) for text in chain.split()] for chain in lines.get(kind, [])]
        for kind in ("roads", "rails", "rivers")
    }
    sides = {
        kind: {hexside(a, b) for chain in found for a, b in pairwise(chain)}
        for kind, found in chains.items()
    }
    lakes = {}
    for text in lines.get("lakes", []):
        a, b, how = text.split()
        lakes[hexside(numbering.parse(a), numbering.parse(b))] = Lake(how)
    return replace(
        real_game().map,
        numbering=numbering,
        hexes=hexes,
        ways=tuple(
            Way(WayKind.RIVER, "River", tuple(chain), (Provenance.E,) * len(chain))
            for chain in chains["rivers"]
        ),
        roads=frozenset(sides["roads"] | sides["rails"]),
        rails=frozenset(sides["rails"]),
        streams=frozenset(sides["rivers"]),
        lakes=lakes,
        slopes={},
        places=(),
        entry_areas=(),
        sources={},
    )


def unit_of(id_: str, words: str) -> tuple[Unit, str, bool]:
    """Return a unit, its place and whether its back shows, from a line of words.

    The words are side, class, size, mobility and place, then ``name=value`` pairs.
    """
    side, kind, size, mobility, place, *rest = words.split()
    more = dict(word.split("=", 1) for word in rest)
    guns = "range" in more
    template = next(iter(real_game().units.values()))
    due = int(more["due"]) if "due" in more else template.entry.turn
    unit = replace(
        template,
        id=id_,
        side=side,
        name=id_,
        kind=Kind(kind),
        size=Size(size),
        mobility=mobility,
        type=more.get("type", "infantry"),
        parent=more.get("formation", ""),
        formation_id="",
        battalion=more.get("battalion", ""),
        antitank=Fraction(more.get("antitank", "1")),
        range=int(more["range"]) if guns else None,
        barrage=Fraction(1) if guns else None,
        support=Fraction(1) if guns else None,
        entry=replace(
            template.entry,
            group=more.get("group", ""),
            turn=due,
            impulse=int(more.get("impulse", "1")),
        ),
    )
    return unit, place, more.get("back") == "yes"


@dataclass
class Table:
    """One case laid out: the game, and the plies of its act."""

    game: Game
    plies: list[Ply] = field(default_factory=list)

    def findings(self) -> list[Finding]:
        """Return every finding of every rule, kept ones too."""
        return [
            finding
            for ply in self.plies
            for rule in find(GAME)
            for finding in rule.check(ply, self.game)
        ]


def place_of(game: Game, text: str) -> Place:
    """Return a hex of the map, or a box if the text is no number."""
    if text.isdigit():
        return Place(text, game.map.numbering.parse(text))
    return Place(text)


def laid(case: dict) -> Table:
    """Lay out the marches and turned counters of one phase."""
    lines = {kind: case.get(kind, []) for kind in ("roads", "rails", "rivers", "lakes")}
    map_ = drawn_map(case["map"], **lines)
    made = {id_: unit_of(id_, words) for id_, words in case["units"].items()}
    units = {id_: unit for id_, (unit, _, _) in made.items()}
    game = replace(real_game(), map=map_, units=units)
    counters = {
        id_: Counter(place_of(game, place), "unit", back=back)
        for id_, (_, place, back) in made.items()
    }
    for kind in ("bunker", "bridge"):
        for place in case.get(f"{kind}s", []):
            counters[f"{kind}-{place}"] = Counter(place_of(game, place), kind)
    moves = case.get("moves", [])
    deploys = case.get("deploys", [])
    mover = (moves[0][0] if moves else deploys[0]) if moves or deploys else next(iter(units))
    impulse = None
    if case.get("impulse", True):
        impulse = Impulse(
            step=1,
            number=1,
            turn=case.get("turn", 8),
            side=case.get("side", units[mover].side),
            kind=case.get("kind", "action"),
            points=case.get("points", 3),
            before=tuple((side.id, 0) for side in game.sides),
        )
    before = State(
        counters=counters,
        turn=case.get("turn", 8),
        weather=case.get("weather", "frost"),
        begun=case.get("begun", True),
        spent=case.get("spent_before", {}),
    )
    after = dict(counters)
    for id_, *stops in moves + case.get("also", []):
        after[id_] = replace(after[id_], place=place_of(game, stops[-1]))
    for id_ in deploys:
        after[id_] = replace(after[id_], back=True)
    for id_ in case.get("turned", []):
        after[id_] = replace(after[id_], back=False)
    for place in case.get("built", []):
        after[f"bridge-{place}"] = Counter(place_of(game, place), "bridge")
    for place in case.get("destroyed", []):
        del after[f"bunker-{place}"]
    end = replace(before, counters=after)
    phase = case.get("phase", "movement")
    marches = [
        March(
            step=10 * n,
            unit=id_,
            origin=counters[id_].place,
            stops=tuple(
                Stop(place_of(game, text), 10 * n + m) for m, text in enumerate(stops, start=1)
            ),
            cancelled=(),
            phase=phase,
            impulse=impulse,
            rolled=case.get("rolled", False),
            rolled_before=case.get("rolled_before", False),
            front_later=id_ in case.get("front_later", []),
        )
        for n, (id_, *stops) in enumerate(moves + case.get("also", []), start=1)
    ]
    acts = marches[: len(moves)]
    acts += [
        Deploy(
            step=90,
            unit=id_,
            back=id_ in deploys,
            at=after[id_].place,
            phase=phase,
            impulse=impulse,
        )
        for id_ in [*deploys, *case.get("turned", [])]
    ]
    if case.get("ends"):
        acts.append(
            PhaseEnd(step=99, phase=phase, next=case.get("next", "barrage"), impulse=impulse)
        )
    beside = tuple(marches)
    return Table(game, [Ply(before, act, end, beside) for act in acts])


def stacked(case: dict) -> Table:
    """Lay out real units that come together in one hex by the end of a phase."""
    game = real_game()
    hex_ = game.map.numbering.parse(case.get("hex", "1010"))
    here, away = Place("here", hex_), Place("away", hex_._replace(q=hex_.q + 5))
    left = case.get("left", [])
    stood = case.get("stood", []) + left
    units = case["stack"]
    counters = {id_: Counter(here if id_ in stood else away, "unit") for id_ in units + left}
    boxed = {id_: Counter(Place("Reinforcements"), "unit") for id_ in case.get("boxed", [])}
    others = {id_: Counter(away, "unit") for id_ in case.get("elsewhere", [])}
    before = State(counters={**boxed, **others, **counters}, turn=8, weather="frost", begun=True)
    after = {id_: Counter(here if id_ in units else away, "unit") for id_ in counters}
    end = replace(before, counters={**boxed, **others, **after})
    side = game.units[units[0]].side
    impulse = Impulse(step=1, number=1, turn=8, side=side, kind="action", points=3, before=())
    act = PhaseEnd(
        step=9,
        phase=case.get("phase", "movement"),
        next="barrage",
        impulse=impulse,
        sure=case.get("sure", True),
    )
    return Table(game, [Ply(before, act, end)])


def declared(case: dict) -> Table:
    """Lay out the declarations of one turn."""
    game = real_game()
    begun = case.get("begun", True)
    spent = case.get("spent_before", {})
    state = State(turn=8, weather="frost", begun=begun, spent=spent)
    if "stepped_from" in case:
        state = state.after(TurnStepped(step=0, old=case["stepped_from"], new=8))
    plies = []
    for n, (side, kind, points) in enumerate(case["impulses"], start=1):
        event = ImpulseDeclared(step=n, side=side, kind=kind, points=points, left=0)
        act = Impulse(
            step=n,
            number=n,
            turn=8,
            side=side,
            kind=kind,
            points=points,
            before=tuple((one.id, state.spent.get(one.id, 0)) for one in game.sides),
        )
        after = state.after(event)
        plies.append(Ply(state, act, after))
        state = after
    return Table(game, plies)


def turned(case: dict) -> Table:
    """Lay out the end of a turn."""
    game = real_game()
    state = State(turn=8, weather="frost", begun=case.get("begun", True))
    spent = tuple((side, points) for side, points in case["spent"].items())
    act = TurnEnd(step=9, turn=8, next=case.get("next", 9), spent=spent)
    return Table(game, [Ply(state, act, replace(state, turn=act.next))])


def table_of(case: dict) -> Table:
    """Lay out a case of any sort."""
    if "spent" in case:
        return turned(case)
    if "impulses" in case:
        return declared(case)
    if "stack" in case:
        return stacked(case)
    return laid(case)


def cases_in(folder: Path) -> list[tuple[str, dict]]:
    """Return every case of a folder of TOML files with its name."""
    return [
        (f"{file.stem}: {case['name']}", case)
        for file in sorted(folder.glob("*.toml"))
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]
    ]


def summary(findings: list[Finding]) -> list[str]:
    """Return everything but kept as ``RULE verdict [reading]``, in order."""
    return [
        " ".join(part for part in (f.rule, f.verdict.value, f.reading) if part)
        for f in findings
        if f.verdict is not Verdict.KEPT
    ]
