"""A game of six units on 6 x 5 hexes, invented for tests of the module."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO

from PIL import Image

from builder.hexgrid import Layout, Numbering
from builder.model.game import (
    Entry,
    EntryArea,
    Game,
    GameMap,
    HexTerrain,
    Kind,
    Marker,
    MovementChart,
    Provenance,
    Side,
    Size,
    Source,
    Terrain,
    Turn,
    Unit,
)
from builder.model.scenario import Bridge, Bunker, Placement, Scenario, Use
from builder.module.assemble import module_entries
from builder.module.plan import box_image, picture_names, plan

NUMBERING = Numbering(6, 5, even_low=True)
LAYOUT = Layout(NUMBERING, column_px=52, row_px=60, left_px=60, top_px=60, bottom_margin_px=40)
PANEL_PX = (300, 40)
R = Provenance.R


def unit(id_: str, side: str, name: str, kind: Kind, strength: int) -> Unit:
    """Return a unit with figures that don't matter here."""
    return Unit(
        id=id_,
        side=side,
        formation="1st Division" if kind is not Kind.AFV else "",
        formation_id="1" if kind is not Kind.AFV else "",
        name=name,
        type="infantry",
        kind=kind,
        size=Size.BATTALION,
        mobility="L",
        colour="plain",
        strength=strength,
        combat=Fraction(2),
        defensive_only=False,
        antitank=Fraction(1, 2),
        support=None,
        barrage=None,
        range=None,
        morale=7,
        defence="P",
        battalion="",
        entry=Entry("start", None, None, "", R),
        sources={},
        note="",
    )


def marker(id_: str, name: str, kind: str, count: int = 1, strength: int | None = None) -> Marker:
    """Return a marker of neither side."""
    return Marker(id_, name, kind, "", count, strength, R)


UNITS = (
    unit("r-1", "red", "I", Kind.PERSONNEL, 4),
    unit("r-2", "red", "II;a/b", Kind.PERSONNEL, 3),
    unit("r-guns", "red", "guns", Kind.WEAPONS, 2),
    unit("b-1", "blue-army", "I", Kind.PERSONNEL, 5),
    unit("b-tanks", "blue-army", "tanks", Kind.AFV, 2),
    unit("b-late", "blue-army", "late", Kind.PERSONNEL, 4),
)
MARKERS = (
    marker("fort", "Fort 6", "bunker", strength=6),
    marker("bridge-1", "Bridge", "bridge"),
    marker("arrow", "Assault", "assault", count=4),
)


def small_game() -> Game:
    """Return the game."""
    cells = {name: NUMBERING.parse(name) for name in ("0101", "0302", "0303", "0505")}
    start = Placement(
        id="west",
        side="red",
        label="the western half",
        units=("r-1", "r-2", "r-guns"),
        hexes=(),
        placed={"r-1": cells["0302"], "r-2": cells["0302"]},
    )
    blue = Placement("east", "blue-army", "the eastern half", ("b-1", "b-tanks"), (), {})
    late = Placement(
        "turn-2", "blue-army", "turn 2, east edge", ("b-late",), (), {}, use=Use.ARRIVAL
    )
    scenario = Scenario(
        id="A",
        name="The Ford",
        first_turn=1,
        last_turn=3,
        placements=(start, blue, late),
        bunkers=(Bunker("fort", cells["0303"], 6, R),),
        bridges=(Bridge("bridge-1", cells["0505"], R),),
    )
    clear = Terrain("clear", "Clear", {"L": Fraction(1)}, {}, {"P": 6})
    chart = MovementChart({"L": "leg"}, {"clear": clear}, {}, {}, {"deploy": Fraction(1)}, R)
    hexes = {cell: HexTerrain(frozenset({"clear"}), high=False, sources={}) for cell in NUMBERING}
    game_map = GameMap(
        numbering=NUMBERING,
        board=LAYOUT,
        hexes=hexes,
        ways=(),
        roads=frozenset(),
        rails=frozenset(),
        streams=frozenset(),
        lakes={},
        slopes={},
        places=(),
        entry_areas=(EntryArea("E", "blue-army", "the east edge", (cells["0505"],), R),),
        sources={},
    )
    ids = [*(u.id for u in UNITS), *(m.id for m in MARKERS)]
    return Game(
        id="the-ford",
        name="The Ford: “small”",
        version="1.2.3",
        date="2024-05-06",
        about="Invented.",
        sides=(Side("red", "Red"), Side("blue-army", "Blue Army")),
        points_per_turn=10,
        phases=("decision", "movement", "close-combat"),
        action_minimum={"red": 1, "blue-army": 1},
        weather={"dry": "Dry", "heavy-rain": "Heavy rain"},
        turns=(Turn(1, "May 1", ("dry",) * 6), Turn(2, "May 2", ("heavy-rain",) * 6)),
        map=game_map,
        chart=chart,
        units={u.id: u for u in UNITS},
        scenarios={"A": scenario},
        documents=(Source("book", "The rules"),),
        sections={},
        errata={},
        readings={},
        gpids={id_: 1000 + number for number, id_ in enumerate(ids)},
        digest="0123456789abcdef" * 4,
        formations={},
        markers={m.id: m for m in MARKERS},
        colours={"plain": "army"},
    )


def plain_png(size: tuple[int, int], colour: tuple[int, int, int]) -> bytes:
    """Return a picture of one colour."""
    out = BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


def small_pictures(names: list[str]) -> dict[str, bytes]:
    """Return a picture for every name, sized like the real ones."""
    boards = plan(small_game(), PANEL_PX).boards
    sizes = {box_image(board): board.size_px for board in boards} | {
        "map.png": LAYOUT.size_px,
        "umpire.png": PANEL_PX,
        "moved.png": (16, 16),
    }
    return {name: plain_png(sizes.get(name, (45, 45)), (200, 190, 150)) for name in names}


def small_entries(game: Game | None = None) -> dict[str, bytes]:
    """Return the entries of the game's module."""
    made = plan(game or small_game(), PANEL_PX)
    return module_entries(made, small_pictures(picture_names(made)), {"a.csv": b"1\n"}, b"OFL")
