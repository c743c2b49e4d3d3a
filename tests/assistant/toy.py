"""A toy game, its rules, and a maker of logs of it; logs are written by the codec."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from assistant.audit.finding import Evidence, Finding, Item, Verdict
from assistant.audit.rule import Rulebook
from assistant.engine.actions import March, PhaseEnd, Touched
from assistant.engine.state import Ply
from builder import convention
from builder.hexgrid import Layout, Numbering, distance
from builder.model.game import (
    Entry,
    Game,
    GameMap,
    HexTerrain,
    Kind,
    MovementChart,
    Provenance,
    RuleSection,
    Side,
    Size,
    Unit,
)
from builder.vassal import (
    AddPiece,
    AddPlayer,
    BasicPiece,
    ChangePiece,
    Chat,
    ModuleData,
    MovePiece,
    Piece,
    RestoreProperty,
    SaveData,
    Stack,
    save_bytes,
)
from builder.vassal.command import Plain
from builder.vassal.trait import DynamicProperty, Layer, Marker, MovementMark

PASSWORD = "hunter2-in-clear"  # noqa: S105 - planted, to be looked for
FIELD = Numbering(10, 8)
BOARD = Layout(FIELD, column_px=52, row_px=60, left_px=40, top_px=40)
DIGEST = "ab12" * 16


def make_unit(id_: str, side: str, name: str) -> Unit:
    return Unit(
        id=id_,
        side=side,
        formation="",
        formation_id="1",
        name=name,
        type="infantry",
        kind=Kind.PERSONNEL,
        size=Size.BATTALION,
        mobility="L",
        colour="plain",
        strength=4,
        combat=Fraction(1),
        defensive_only=False,
        antitank=Fraction(0),
        support=None,
        barrage=None,
        range=None,
        morale=7,
        defence="P",
        battalion="",
        entry=Entry("", None, None, "", Provenance.E),
        sources={},
        note="",
    )


def make_game(**changes: object) -> Game:
    """Return the toy game: ten columns of clear hexes, three units."""
    clear = HexTerrain(frozenset({"clear"}), high=False, sources={})
    map_ = GameMap(
        numbering=FIELD,
        board=BOARD,
        hexes=dict.fromkeys(FIELD, clear),
        ways=(),
        roads=frozenset(),
        rails=frozenset(),
        streams=frozenset(),
        lakes={},
        slopes={},
        places=(),
        entry_areas=(),
        sources={},
    )
    units = [
        make_unit("r1", "red", "I"),
        make_unit("r2", "red", "II"),
        make_unit("b1", "blue", "Jäger"),
    ]
    values: dict[str, object] = {
        "id": "toy-war",
        "name": "Toy War",
        "version": "1.0.0",
        "date": "2026-01-01",
        "about": "A toy; every figure is made up.",
        "sides": (Side("red", "Red"), Side("blue", "Blue")),
        "points_per_turn": 10,
        "phases": ("decision", "movement", "barrage", "terminal"),
        "action_minimum": {},
        "weather": {},
        "turns": (),
        "map": map_,
        "chart": MovementChart({}, {}, {}, {}, {}, Provenance.E),
        "units": {unit.id: unit for unit in units},
        "scenarios": {},
        "documents": (),
        "sections": {
            "1": RuleSection("1", "Movement", "3", ("E1",)),
            "2": RuleSection("2", "Dice"),
            "3": RuleSection("3", "Stacking"),
        },
        "errata": {},
        "readings": {},
        "gpids": {"flag": 7},
        "digest": DIGEST,
    }
    return Game(**{**values, **changes})  # type: ignore[arg-type]


def make_rules() -> Rulebook:
    """Return rules of the toy game: one that counts hexes, one that can't be checked, one more."""
    rules = Rulebook("TG")

    @rules.rule("TG-1", "TG-1.1", name="march-beyond-points", section="1")
    def march(ply: Ply, game: Game) -> Iterator[Finding]:
        """A unit marches no more hexes than the impulse has points."""
        act = ply.action
        if not isinstance(act, March) or act.impulse is None or act.origin.hex is None:
            return
        path = [act.origin.hex, *(stop.at.hex for stop in act.stops if stop.at.hex)]
        legs = [distance(a, b) for a, b in pairwise(path)]
        cost, points = sum(legs), act.impulse.points
        if act.phase != "movement":
            verdict = Verdict.NOT_CHECKABLE
        else:
            verdict = Verdict.KEPT if cost <= points else Verdict.BROKEN
        yield Finding(
            rule="TG-1",
            verdict=verdict,
            step=act.stops[-1].step,
            message=f"the march costs {cost} of {points} points",
            evidence=Evidence(
                units=(act.unit,),
                hexes=tuple(game.map.numbering.format(cell) for cell in path),
                cost=str(cost),
                allowance=f"{points} points",
                items=tuple(Item(str(leg), "clear ground", "TG-1.1") for leg in legs),
                steps=tuple(stop.step for stop in act.stops),
            ),
        )

    @rules.rule("TG-2", name="dice-without-reason", section="2")
    def dice(ply: Ply, _game: Game) -> Iterator[Finding]:
        """Dice need a reason, which the log doesn't tell."""
        if isinstance(ply.action, Touched) and ply.action.kind == "rolled":
            yield Finding(
                rule="TG-2",
                verdict=Verdict.NOT_CHECKABLE,
                step=ply.action.step,
                message=f"rolled {ply.action.detail}: what for is not checked yet",
            )

    @rules.rule("TG-3", name="too-many-in-a-hex", section="3")
    def stacking(ply: Ply, _game: Game) -> Iterator[Finding]:
        """At the end of movement no hex holds two units."""
        if isinstance(ply.action, PhaseEnd) and ply.action.phase == "movement":
            places = [piece.place for piece in ply.after.counters.values()]
            full = len(places) > len(set(places))
            yield Finding(
                rule="TG-3",
                verdict=Verdict.BROKEN if full else Verdict.KEPT,
                step=ply.action.step,
                message="two units in a hex",
            )

    return rules


def xy(number: str) -> tuple[int, int]:
    """Return the centre of a hex in px."""
    return BOARD.centre(FIELD.parse(number))


def counter(unit: str, kind: str = "unit", *, level: str = "1", loss: str = "0") -> Piece:
    """Return a piece as the module makes them."""
    return Piece.of(
        MovementMark(),
        DynamicProperty(name=convention.LOSS, value=loss),
        Layer(images=("a.png", "b.png"), name=convention.FACE, level=level),
        Marker((convention.ID, convention.SIDE, convention.KIND), (unit, "red", kind)),
        BasicPiece(image="a.png", name=f"piece {unit}"),
    )


@dataclass
class LogMaker:
    """Builds a log step by step; keeps every piece's place so that moves can be written."""

    game: str = "toy-war"
    digest: str = DIGEST
    version: str = "1.0.0"
    module: str = "Toy War"
    setup: list[Plain] = field(default_factory=list)
    steps: list[list[Plain]] = field(default_factory=list)
    pieces: dict[str, Piece] = field(default_factory=dict)

    def put(self, id_: str, unit: str, at: str, kind: str = "unit") -> LogMaker:
        """Put a piece into the starting position, in a stack of its own."""
        x, y = xy(at)
        self.pieces[id_] = piece = counter(unit, kind).at(convention.MAP, x, y)
        stack = Piece.of(Stack(convention.MAP, x, y, (id_,)))
        self.setup += [
            AddPiece(id_, piece.type, piece.state),
            AddPiece(f"s{id_}", stack.type, stack.state),
        ]
        return self

    def hold(self, id_: str, unit: str) -> LogMaker:
        """Put a piece into the holding boxes."""
        self.pieces[id_] = piece = counter(unit).at(convention.HOLDING_MAP, 30, 30)
        self.setup.append(AddPiece(id_, piece.type, piece.state))
        return self

    def do(self, *commands: Plain) -> LogMaker:
        """Add a step."""
        self.steps.append(list(commands))
        return self

    def say(self, text: str) -> LogMaker:
        """Add a step of one chat line, as it stands in the file."""
        return self.do(Chat(text))

    def report(self, line: convention.Line) -> LogMaker:
        """Add a step in which the module reports a line."""
        return self.say("* " + convention.format_line(line))

    def drag(self, id_: str, to: str) -> LogMaker:
        """Add a step in which a piece is dragged to a hex."""
        return self.do(self.moved(id_, to))

    def moved(self, id_: str, to: str, where: str = convention.MAP) -> MovePiece:
        """Return the command that drags a piece; ``to`` is a hex, or ``x,y``."""
        x, y = map(int, to.split(",")) if "," in to else xy(to)
        old, old_x, old_y = self.pieces[id_].position
        self.pieces[id_] = self.pieces[id_].at(where, x, y)
        return MovePiece(id_, where, x, y, None, old, old_x, old_y, None, PASSWORD)

    def changed(self, id_: str, **values: str) -> ChangePiece:
        """Return the command that changes a piece: ``face`` level or ``loss``."""
        old = self.pieces[id_]
        traits = list(old.traits)
        for number, trait in enumerate(old.parsed):
            if isinstance(trait, Layer) and "face" in values:
                traits[number] = Layer(
                    images=trait.images, name=trait.name, level=values["face"]
                ).encode()
            if isinstance(trait, DynamicProperty) and "loss" in values:
                traits[number] = DynamicProperty(name=trait.name, value=values["loss"]).encode()
            if isinstance(trait, MovementMark) and "moved" in values:
                traits[number] = type(traits[number])(traits[number].type, values["moved"])
        self.pieces[id_] = new = Piece(tuple(traits))
        return ChangePiece(id_, new.state, old.state)

    def impulse(self, side: str, points: int, kind: str = "action", left: int = 0) -> LogMaker:
        """Add the declaration of an impulse."""
        return self.report(convention.Impulse(side, kind, points, left))

    def phase(self, old: str, new: str) -> LogMaker:
        """Add a phase step."""
        return self.report(convention.PhaseStep(old, new))

    def data(self) -> bytes:
        """Return the file."""
        head: list[Plain] = [
            AddPlayer(PASSWORD, "Alice", "Red"),
            AddPlayer("pass word 2", "Bob", "Blue"),
        ]
        if self.game:
            head += [
                RestoreProperty(convention.GAME, self.game),
                RestoreProperty(convention.DATA, self.digest),
            ]
        return save_bytes(
            [*self.setup, *head],
            SaveData(self.version, "3.6.0"),
            ModuleData(self.module, self.version, "3.5.8"),
            steps=self.steps,
        )

    def write(self, path: Path) -> Path:
        """Write the file."""
        path.write_bytes(self.data())
        return path
