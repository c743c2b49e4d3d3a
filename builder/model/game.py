"""What a game is: frozen data, no drawing, no VASSAL.

Everything a figure needs to be trusted travels with it: each thing that was typed in
carries ``sources``, a mapping from the name of a field to its provenance mark (see
:class:`Provenance`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from builder.hexgrid import Hex, Hexside, Layout, Numbering
from builder.model.combat import Combat
from builder.model.edges import Edges
from builder.model.identification import Identification
from builder.model.scenario import Scenario
from builder.model.sequence import Sequence
from builder.model.special import Special
from builder.model.supply import Supply

if TYPE_CHECKING:
    from builder.model.figures import Figure

__all__ = [
    "Entry",
    "EntryArea",
    "Erratum",
    "Formation",
    "Game",
    "GameMap",
    "HexTerrain",
    "Kind",
    "Lake",
    "Marker",
    "MovementChart",
    "Place",
    "Provenance",
    "Reading",
    "RuleSection",
    "Side",
    "Size",
    "Source",
    "Terrain",
    "Turn",
    "Unit",
    "Way",
    "WayKind",
]


class Provenance(StrEnum):
    """How a figure is known.

    ``R`` rulebook, charts or scenarios; ``X`` printed errata; ``P`` printed on an owner's map
    or counter (never in the public data); ``D`` derived from them by a stated argument; ``G``
    real geography; ``H`` history; ``E`` estimate.
    """

    R = "R"
    X = "X"
    P = "P"
    D = "D"
    G = "G"
    H = "H"
    E = "E"


class Kind(StrEnum):
    """The class of a unit that the rules distinguish."""

    PERSONNEL = "personnel"
    WEAPONS = "weapons"
    AFV = "AFV"


class Size(StrEnum):
    """Size mark of a counter: company to brigade."""

    COMPANY = "I"
    BATTALION = "II"
    REGIMENT = "III"
    BRIGADE = "X"


class Lake(StrEnum):
    """How much of a hexside a lake covers."""

    FULL = "full"
    PARTIAL = "partial"


class WayKind(StrEnum):
    """A line that runs from hex to hex through their centres."""

    ROAD = "road"
    RAIL = "rail"
    RIVER = "river"
    CREEK = "creek"


@dataclass(frozen=True, slots=True)
class Source:
    """A document that figures were taken from."""

    id: str
    title: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Erratum:
    """A printed correction: what it changes, in our own words.

    Args:
        id: ``E1`` ...
        section: Sections of the rules, with commas.
        text: What it changes.
        applied: Where this edition has it, in words.
        where: The same as ``FILE:WORD``, a data file and an id or word in it.
    """

    id: str
    section: str
    text: str
    applied: str = ""
    where: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleSection:
    """One numbered section of the rulebook: an index entry, no rule text."""

    section: str
    title: str
    page: str = ""
    errata: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """An unclear place of the rules, the reading chosen, and the others that could be held.

    Args:
        id: Its name for ever.
        text: The problem and the reading.
        switch: Name of the option, empty if the reading is settled.
        chosen: The option's value here.
        others: The values not chosen.
        sections: Sections of the rules.
        why: Why it is settled; empty with a switch.
        otherwise: What the other values mean; empty without a switch.
        also: Entries of other lists of unclear places that it answers.
    """

    id: str
    text: str
    switch: str
    chosen: str
    others: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    why: str = ""
    otherwise: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """A side of the game; ``name`` is also its name in the module."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the turn record.

    Args:
        number: 1 for the first.
        dates: Dates as shown to people.
        weather: Weather id by die roll 1 to 6.
        supply: Supply points received, by side id.
        replacements: Replacement points received, by side id.
        afv_repair: Strength points of AFVs each side may repair.
        sources: How each figure is known: ``dates``, ``weather``, ``afv_repair``, and
            ``supply`` and ``replacements`` with a dot and the side.
    """

    number: int
    dates: str
    weather: tuple[str, ...]
    supply: Mapping[str, int] = field(default_factory=dict)
    replacements: Mapping[str, int] = field(default_factory=dict)
    afv_repair: int = 0
    sources: Mapping[str, Provenance] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HexTerrain:
    """What one hex holds.

    Args:
        terrain: Ids of the rows of the terrain chart that apply; never empty. ``clear`` is
            there only if the hex holds nothing else, or is a lake hex (the chart has one row
            for both): a clear hex with a creek is ``{"creek"}``, so that its defence is the
            creek's; a lake hex with a creek ``{"clear", "creek"}``; a town on a river
            ``{"town", "river"}``. Forest and creek have a row of their own:
            ``{"forest_creek"}``, and neither of the two. A creek's mouth in a river hex is
            river alone. ``road`` is never in it: see :attr:`GameMap.roads`.
        high: Whether it is high ground.
        sources: Provenance of ``base``, ``high``.
        lake: Whether it is a lake hex (for drawing; the rules ask for hexsides).
    """

    terrain: frozenset[str]
    high: bool
    sources: Mapping[str, Provenance]
    lake: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """A road, railway, river or creek as a chain of adjacent hexes.

    A river's hexes run downstream. ``sources`` has one mark per hex.
    """

    kind: WayKind
    name: str
    hexes: tuple[Hex, ...]
    sources: tuple[Provenance, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A name on the map: a town of one or more hexes, or (``town=False``) only a label.

    ``kind`` is ``town``, ``village`` or ``lake``.
    """

    name: str
    hexes: tuple[Hex, ...]
    town: bool
    source: Provenance
    kind: str = ""


@dataclass(frozen=True, slots=True)
class EntryArea:
    """Edge hexes where a side's reinforcements enter."""

    id: str
    side: str
    name: str
    hexes: tuple[Hex, ...]
    source: Provenance


@dataclass(frozen=True, slots=True)
class GameMap:
    """The map: terrain by hex and everything that lies on hexsides.

    Args:
        numbering: The field of hexes and their printed numbers.
        board: Where the hexes lie on the module's map picture (px).
        hexes: Terrain of every hex of the field.
        ways: Roads, railways, rivers and creeks, as drawn.
        roads: Hexsides that a road or a railway crosses (one rule for both).
        rails: Hexsides that a railway crosses.
        streams: Hexsides where a river or creek runs on from hex to hex.
        lakes: Lake hexsides.
        slopes: Hexsides with a slope, and the hex on its high side.
        places: Names.
        entry_areas: Where reinforcements enter.
        sources: Provenance of hexside features, by ``"lake"`` or ``"slope"`` and hexside.
    """

    numbering: Numbering
    board: Layout
    hexes: Mapping[Hex, HexTerrain]
    ways: tuple[Way, ...]
    roads: frozenset[Hexside]
    rails: frozenset[Hexside]
    streams: frozenset[Hexside]
    lakes: Mapping[Hexside, Lake]
    slopes: Mapping[Hexside, Hex]
    places: tuple[Place, ...]
    entry_areas: tuple[EntryArea, ...]
    sources: Mapping[tuple[str, Hexside], Provenance]


@dataclass(frozen=True, slots=True)
class Terrain:
    """One row of the terrain effects chart.

    Args:
        id: Name used in the data, such as ``forest_creek``.
        name: Name as shown to people.
        enter: Movement points to enter by mobility letter; absent means prohibited.
        leave: Movement points more for leaving this type of terrain; absent means none.
        defence: Defence value by ``P``, ``H``, ``L``; absent means as other terrain.

    The row ``bunker`` has no ``enter`` at all: it is no terrain to move into, and in no
    hex's terrain.
    """

    id: str
    name: str
    enter: Mapping[str, Fraction]
    leave: Mapping[str, Fraction]
    defence: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class MovementChart:
    """The terrain effects chart and the cost of other activities, in movement points.

    Args:
        mobilities: Name of each mobility letter.
        terrains: Rows by terrain id.
        lake_frozen: Extra cost of a full lake hexside in frost or snow; absent: prohibited.
        lake_thaw: The same in thaw.
        activities: Cost by activity id (``leave_zoc``, ``deploy``, ``assault``, ``entrain`` ...).
        source: Where the chart was printed.
    """

    mobilities: Mapping[str, str]
    terrains: Mapping[str, Terrain]
    lake_frozen: Mapping[str, Fraction]
    lake_thaw: Mapping[str, Fraction]
    activities: Mapping[str, Fraction]
    source: Provenance


@dataclass(frozen=True, slots=True)
class Formation:
    """A division, brigade or other body that units belong to.

    Args:
        id: Its name in the data, unique over both sides.
        side: Id of its side.
        name: Name in words.
        label: Id printed on its units' counters, empty if there is none.
        kind: ``division``, ``brigade``, ``regiment``, ``battalion``, ``corps`` or ``army``.
        arm: ``rifle``, ``tank``, ``ski`` ...; empty for corps and army troops.
        guards: Whether it is a Guards formation.
        source: How the identification is known.
    """

    id: str
    side: str
    name: str
    label: str
    kind: str
    arm: str
    guards: bool
    source: Provenance

    @property
    def divisional(self) -> bool:
        """Whether its units are divisional units (rule 2): those of a division or brigade."""
        return self.kind in {"division", "brigade"}


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker of the counter sheets that isn't a unit.

    Args:
        id: Its name for ever.
        name: As shown to people.
        kind: ``bunker``, ``bridge``, ``turn``, ``weather``, ``movement``, ``supply``,
            ``assault``, ``strength`` or ``blank``.
        side: Id of its side, empty if of both.
        count: How many there are.
        strength: Strength points shown, if any.
        source: How number and kind are known.
    """

    id: str
    name: str
    kind: str
    side: str
    count: int
    strength: int | None
    source: Provenance


@dataclass(frozen=True, slots=True)
class Entry:
    """When and where a unit arrives; ``turn`` is ``None`` for what begins on the map.

    ``group`` says which units set up or arrive together; ``area`` is the id of an
    :class:`EntryArea`, empty for what begins on the map. ``line`` is the line of the set-up or
    of the order of appearance that names the unit, in the data's words.
    """

    group: str
    turn: int | None
    impulse: int | None
    area: str
    source: Provenance
    line: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One unit and the figures on the two faces of its counter.

    Args:
        id: Its name for ever, in data, modules and logs.
        side: Id of its side.
        formation: Formation in words, empty if independent.
        formation_id: Short id as on the counter (division or brigade), unique within a side.
        parent: Id of its :class:`Formation`, empty if independent.
        name: Unit id as on the counter.
        type: Symbol or vehicle (``infantry``, ``T-34`` ...).
        kind: Personnel, weapons or AFV.
        size: Size mark; AFV counters show a silhouette instead, but have a size.
        mobility: Mobility letter.
        colour: Id of the colour scheme of the counter.
        strength: Initial strength points.
        combat: Conventional combat factor per strength point.
        defensive_only: Whether the combat factor is in parentheses.
        antitank: Antitank factor per strength point.
        support: Support factor, ``None`` if not artillery.
        barrage: Barrage factor, ``None`` if not artillery.
        range: Range in hexes, ``None`` if not artillery.
        morale: Morale.
        defence: Defence class ``P``, ``H``, ``L``, or an AFV's number.
        battalion: Key shared by the companies of one battalion, else empty.
        entry: How it comes into play.
        sources: Provenance of each figure by field name.
        note: Arguments for figures of its row, by name, and remarks.
    """

    id: str
    side: str
    formation: str
    formation_id: str
    name: str
    type: str
    kind: Kind
    size: Size
    mobility: str
    colour: str
    strength: int
    combat: Fraction
    defensive_only: bool
    antitank: Fraction
    support: Fraction | None
    barrage: Fraction | None
    range: int | None
    morale: int
    defence: str
    battalion: str
    entry: Entry
    sources: Mapping[str, Provenance]
    note: str
    parent: str = ""

    @property
    def label(self) -> str:
        """The unit as people call it: name, formation, type."""
        formation = f"/{self.formation_id}" if self.formation_id else ""
        return f"{self.name}{formation} {self.type}"

    @property
    def artillery(self) -> bool:
        """Whether the unit has a range and can fire indirectly."""
        return self.range is not None


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game as read from its data folder.

    Args:
        id: Hyphenated folder name, as typed on the command line.
        name: Title, which is also the module's name in VASSAL.
        version: Version of data and module.
        date: Date of that version, ``YYYY-MM-DD``; every file's time stamp comes from it.
        about: What is known how, for About pages and the data's own report.
        caveat: The one sentence of it that every report carries.
        points_per_turn: Movement points of a side and turn.
        phases: Phases of an impulse in order.
        action_minimum: Least points of an action impulse by side id.
        digest: SHA-256 of the data files; modules and logs carry it.
        gpids: VASSAL's gpid of each unit id or marker id, from the lock file.
        formations: Formations by id.
        markers: Markers by id.
        colours: Service (army, guards, SS ...) of each colour scheme.
        combat: Combat tables, morale, observation.
        supply: Supply, rail movement, replacements, tracks.
        special: Groups of units and figures of single rules.
        sequence: The sequence of play.
        identification: The unit identification chart.
        edges: Friendly edges, and by which of them units may enter.
        figures: Every figure with its provenance, in the order of the files.
        private: Whether it holds figures that an owner of the printed game put in; such a copy
            is not for distribution, and its version ends in ``+owner.`` and four digits.
    """

    id: str
    name: str
    version: str
    date: str
    about: str
    sides: tuple[Side, ...]
    points_per_turn: int
    phases: tuple[str, ...]
    action_minimum: Mapping[str, int]
    weather: Mapping[str, str]
    turns: tuple[Turn, ...]
    map: GameMap
    chart: MovementChart
    units: Mapping[str, Unit]
    scenarios: Mapping[str, Scenario]
    documents: tuple[Source, ...]
    sections: Mapping[str, RuleSection]
    errata: Mapping[str, Erratum]
    readings: Mapping[str, Reading]
    gpids: Mapping[str, int]
    digest: str
    caveat: str = ""
    formations: Mapping[str, Formation] = field(default_factory=dict)
    markers: Mapping[str, Marker] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    combat: Combat = field(default_factory=Combat)
    supply: Supply = field(default_factory=Supply)
    special: Special = field(default_factory=Special)
    sequence: Sequence = field(default_factory=Sequence)
    identification: Identification = field(default_factory=Identification)
    edges: Edges = field(default_factory=Edges)
    figures: tuple[Figure, ...] = field(default=(), repr=False)
    private: bool = False

    def side(self, id_: str) -> Side:
        """Return the side with an id."""
        return next(side for side in self.sides if side.id == id_)
