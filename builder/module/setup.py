"""A scenario's set-up as a save inside the module, made in the same build as the counters.

Pieces carry whole definitions in a save, so a set-up kept by hand would grow stale; this one
can't. Piece ids come from the palette numbers: the same data give the same save.

Source: VASSAL classes ``GameState``, ``SetupStack`` and ``Stack``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor

from builder import convention
from builder.hexgrid import Hex
from builder.model.game import Game
from builder.model.scenario import Scenario
from builder.module.aids.supply_pools import points_at_start
from builder.module.concealment import concealment_properties
from builder.module.maps import MAP_BOARD, panel_spot
from builder.module.places import places_text
from builder.module.plan import Plan
from builder.module.setup_notes import setup_notes
from builder.module.starts import Start
from builder.module.track import track_starts
from builder.module.umpire import UMPIRE, global_properties
from builder.vassal.command import (
    AddPiece,
    BoardPlacement,
    Plain,
    RestoreProperty,
    ScenarioNotes,
    SelectBoards,
    SetupStack,
    Turn,
)
from builder.vassal.metadata import ModuleData, SaveData
from builder.vassal.piece import Piece
from builder.vassal.savegame import save_bytes
from builder.vassal.trait import Stack

__all__ = ["Saves", "module_properties", "scenario_save", "standing"]

_AT_ONCE = 4  # saves; each takes 40 MB until it is packed

_Spot = tuple[str, tuple[int, int]]
"""Name of a map, and px on it."""


def module_properties(made: Plan) -> dict[str, str]:
    """Return every property of a module with its value before a game begins."""
    found = global_properties(made.game) | concealment_properties()
    return {**found, convention.PLACES: places_text(made)}


def _of_scenario(scenario: Scenario) -> dict[str, str]:
    """Return the properties that a scenario begins with otherwise than a game without one."""
    found = {convention.SCENARIO: scenario.id}
    return found | ({convention.POOLS: points_at_start(scenario)} if scenario.pools else {})


def standing(game: Game, start: Start) -> dict[str, Hex]:
    """Return the hex of everything that stands on the map: bridges, bunkers, units, by id."""
    scenario, gone = start.scenario, start.gone(game)
    found = {bridge.id: bridge.hex for bridge in scenario.bridges}
    found |= {bunker.id: bunker.hex for bunker in scenario.bunkers}
    for placement in scenario.placements:
        found |= {unit: cell for unit, cell in placement.placed.items() if unit not in gone}
    return {**found, **start.places}


def scenario_save(made: Plan, start: Start, module: ModuleData) -> bytes:
    """Return the save of a scenario's start; of many, :class:`Saves` makes them faster.

    Args:
        made: Game, boxes, counters and prototypes.
        start: What stands where, with which losses.
        module: The module's metadata.
    """
    return Saves(made, module).save(start)


class Saves:
    """Makes saves of one module: what is the same in all of them is worked out once.

    Args:
        made: Game, boxes, counters and prototypes.
        module: The module's metadata.
    """

    def __init__(self, made: Plan, module: ModuleData) -> None:
        """Take the module's properties."""
        self._made, self._module = made, module
        self._properties = module_properties(made)
        self._written: dict[tuple[str, int | None], tuple[Piece, str]] = {}

    def save_all(self, starts: Iterable[Start]) -> list[tuple[Start, bytes]]:
        """Return set-ups with their saves, in their order.

        Packing is most of the work, and lets other threads go on: meanwhile further set-ups are
        found and written.
        """
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            begun = [(each, pool.submit(self.save, each)) for each in starts]
            return [(each, saved.result()) for each, saved in begun]

    def save(self, start: Start) -> bytes:
        """Return the save of a scenario's start."""
        made, scenario, module = self._made, start.scenario, self._module
        board = made.boards.setups[scenario.id]
        properties = {**self._properties, **_of_scenario(scenario)}
        shown = {each.map: each.name for each in (board, *made.boards) if each.map != board.map}
        commands = [
            *self._pieces(_places(made, start), start.losses),
            SelectBoards(convention.MAP, (BoardPlacement(MAP_BOARD),)),
            SelectBoards(board.map, (BoardPlacement(board.name),)),
            *(SelectBoards(map_, (BoardPlacement(name),)) for map_, name in shown.items()),
            SetupStack(),
            *(RestoreProperty(name, value) for name, value in properties.items()),
            Turn(tracker="TurnTracker0", state=f"0|{scenario.first_turn};0;false;-1"),
            ScenarioNotes(setup_notes(made.game, start).replace("\n", "|")),
        ]
        data = SaveData(
            version=module.version,
            vassal_version=module.vassal_version,
            description=start.name if start.seed else board.title,
            date_saved=module.date_saved,
        )
        return save_bytes(commands, data, module, key=None)  # what every player may see

    def _pieces(
        self, places: Mapping[_Spot, list[str]], losses: Mapping[str, int]
    ) -> Iterator[Plain]:
        """Yield every piece at its place, and after the members of a stack the stack."""
        counters = self._made.counters
        for (where, (x, y)), ids in places.items():
            members = []
            for id_ in ids:
                counter = counters[id_]
                piece, type_ = self._piece(id_, losses.get(id_))
                yield AddPiece(counter.gpid, type_, piece.at(where, x, y).state)
                if counter.stacks:
                    members.append(counter.gpid)
            if members:
                stack = Piece.of(Stack(where, x, y, members=tuple(members)))
                yield AddPiece(f"s{members[0]}", stack.type, stack.state)

    def _piece(self, id_: str, lost: int | None) -> tuple[Piece, str]:
        """Return a counter as saves hold it, with what it has lost, and its type string."""
        known = self._written.get((id_, lost))
        if known is None:
            if lost is None:
                piece = self._made.counters[id_].expanded(self._made.prototypes)
            else:
                whole, _ = self._piece(id_, None)
                piece = whole.with_properties({convention.LOSS: str(lost)})
            known = self._written[id_, lost] = piece, piece.type
        return known


def _places(made: Plan, start: Start) -> dict[_Spot, list[str]]:
    """Return the pieces at each place, bottom to top."""
    game, scenario, lost = made.game, start.scenario, made.boards.eliminated
    found: dict[_Spot, list[str]] = {}
    placed = standing(game, start)
    guns_first = sorted(placed, key=lambda id_: id_ in game.units and not game.units[id_].artillery)
    for id_ in guns_first:
        spot = (convention.MAP, game.map.board.centre(placed[id_]))
        found.setdefault(spot, []).append(id_)
    for marker, point in track_starts(game, scenario).items():
        found.setdefault((convention.MAP, point), []).append(marker)
    gone = start.gone(game)
    waiting = made.boards.waiting(game, scenario)
    waiting |= {unit: (lost.map, lost.places[unit]) for unit in gone}
    for unit, spot in waiting.items():
        if unit not in placed:
            found.setdefault(spot, []).append(unit)
    found[convention.MAP, panel_spot(game.map.board)] = [UMPIRE]
    return found
