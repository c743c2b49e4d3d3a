"""A scenario's set-up as a save inside the module, made in the same build as the counters.

Pieces carry whole definitions in a save, so a set-up kept by hand would grow stale; this one
can't. Piece ids come from the palette numbers: the same data give the same save.

Source: VASSAL classes ``GameState``, ``SetupStack`` and ``Stack``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from builder import convention
from builder.hexgrid import Hex
from builder.model.scenario import Scenario
from builder.module.maps import MAP_BOARD
from builder.module.plan import Plan
from builder.module.setup_notes import setup_notes
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

__all__ = ["scenario_save", "standing"]

Point = tuple[int, int]


def standing(scenario: Scenario) -> dict[str, Hex]:
    """Return the hex of everything that stands on the map: bridges, bunkers, units, by id."""
    found = {bridge.id: bridge.hex for bridge in scenario.bridges}
    found |= {bunker.id: bunker.hex for bunker in scenario.bunkers}
    for placement in scenario.placements:
        found |= placement.placed
    return found


def scenario_save(made: Plan, scenario: Scenario, module: ModuleData) -> bytes:
    """Return the save of a scenario's start.

    Args:
        made: Game, boxes, counters and prototypes.
        scenario: What stands where, and the first turn.
        module: The module's metadata.
    """
    board = made.boards.setups[scenario.id]
    shown = {each.map: each.name for each in (board, *made.boards) if each.map != board.map}
    commands = [
        *_pieces(_places(made, scenario), made),
        SelectBoards(convention.MAP, (BoardPlacement(MAP_BOARD),)),
        SelectBoards(board.map, (BoardPlacement(board.name),)),
        *(SelectBoards(map_, (BoardPlacement(name),)) for map_, name in shown.items()),
        SetupStack(),
        *(
            RestoreProperty(name=name, value=value)
            for name, value in global_properties(made.game).items()
        ),
        Turn(tracker="TurnTracker0", state=f"0|{scenario.first_turn};0;false;-1"),
        ScenarioNotes(setup_notes(made.game, scenario).replace("\n", "|")),
    ]
    data = SaveData(
        version=module.version,
        vassal_version=module.vassal_version,
        description=board.title,
        date_saved=module.date_saved,
    )
    return save_bytes(commands, data, module)


def _places(made: Plan, scenario: Scenario) -> list[tuple[str, Point, list[str]]]:
    """Return map, point and the pieces there bottom to top; one entry for each place."""
    board = made.boards.setups[scenario.id]
    found: dict[tuple[str, Point], list[str]] = {}
    for id_, cell in standing(scenario).items():
        spot = (convention.MAP, made.game.map.board.centre(cell))
        found.setdefault(spot, []).append(id_)
    for marker, point in track_starts(made.game, scenario).items():
        found.setdefault((convention.MAP, point), []).append(marker)
    for unit, spot in made.boards.waiting(made.game, scenario).items():
        found.setdefault(spot, []).append(unit)
    found[(board.map, board.panel_px)] = [UMPIRE]
    return [(where, point, ids) for (where, point), ids in found.items()]


def _pieces(places: Iterable[tuple[str, Point, Sequence[str]]], made: Plan) -> Iterator[Plain]:
    """Yield every piece at its place, and after the members of a stack the stack."""
    for where, (x, y), ids in places:
        members = []
        for id_ in ids:
            counter = made.counters[id_]
            piece = counter.expanded(made.prototypes).at(where, x, y)
            yield AddPiece(counter.gpid, piece.type, piece.state)
            if counter.stacks:
                members.append(counter.gpid)
        if members:
            stack = Piece.of(Stack(where, x, y, members=tuple(members)))
            yield AddPiece(f"s{members[0]}", stack.type, stack.state)
