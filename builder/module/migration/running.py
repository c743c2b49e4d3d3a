"""A saved game, moved piece by piece into another version of its module."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from builder import convention
from builder.errors import VassalError
from builder.module.aids.supply_pools import ON_TRACK
from builder.module.maps import MAP_BOARD, panel_spot
from builder.module.migration.counter import changes, renewed
from builder.module.migration.target import Target, read_target
from builder.module.places import InHex, OnTrack, Places
from builder.module.umpire import UMPIRE
from builder.vassal.archive import read_archive
from builder.vassal.command import (
    AddPiece,
    BoardPlacement,
    Plain,
    RestoreProperty,
    SelectBoards,
)
from builder.vassal.keystroke import named
from builder.vassal.metadata import SaveData
from builder.vassal.obfuscation import deobfuscate
from builder.vassal.piece import Piece
from builder.vassal.savegame import divide, read_save, save_bytes
from builder.vassal.trait import BasicPiece, SendTo, Stack
from builder.vassal.transcript import decode_commands

__all__ = ["Migration", "migrate"]

_MOST_TOLD = 20
_FOLLOWS = named(ON_TRACK)


@dataclass(frozen=True, slots=True)
class Migration:
    """A game that was moved.

    Args:
        data: The save for the new module.
        version: Version of that module.
        matched: How many pieces were found again, by kind.
        left_out: What of the old game isn't in the new one, a line each.
        changed: Which pieces have other figures now, a line each.
        missing: Data ids of the new module's units that the old game doesn't have.
    """

    data: bytes
    version: str
    matched: Mapping[str, int]
    left_out: tuple[str, ...]
    changed: tuple[str, ...]
    missing: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """Yield what to tell of it."""
        found = ", ".join(f"{number} {kind}" for kind, number in self.matched.items())
        yield f"matched: {found or 'nothing'}"
        for title, listed in (
            ("left out", self.left_out),
            ("other figures", self.changed),
            ("not in the game so far", self.missing),
        ):
            yield from (f"{title}: {each}" for each in listed[:_MOST_TOLD])
            if len(listed) > _MOST_TOLD:
                yield f"{title}: {len(listed) - _MOST_TOLD} more"


def migrate(old: Path, module: Path) -> Migration:
    """Move a saved game into a module.

    Args:
        old: The saved game.
        module: The module, of the same game, in another version.

    Raises:
        VassalError: One of the files can't be used, or they don't belong together. The message
            is one line and names the file.
    """
    target = read_target(module)
    save = read_save(old)
    if save.steps:
        raise VassalError(
            f"{old}: is a log; load it, go to its end, and give the game you save there (.vsav)"
        )
    if not save.complete:
        raise VassalError(f"{old}: the position is missing or cut short; get the file again")
    # once more, players as they are: they must find their sides in the new module
    text = deobfuscate(read_archive(old).read("savedGame"))
    setup = divide(decode_commands(text, keep_player_ids=True))[0]
    try:
        return _Game(setup, target).moved(save.save)
    except VassalError as error:
        raise VassalError(f"{old}: {error}") from None


@dataclass(slots=True)
class _Game:
    """A game on its way.

    Args:
        setup: Its commands.
        target: Where it goes.
    """

    setup: tuple[Plain, ...]
    target: Target
    left_out: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    matched: Counter[str] = field(default_factory=Counter)
    _places: Places = field(init=False)
    _shown: dict[str, str] = field(init=False)
    _there: set[str] = field(default_factory=set)
    _ids: set[str] = field(default_factory=set)
    _tracks: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find out where things lay."""
        said = {each.name: each.value for each in self.setup if isinstance(each, RestoreProperty)}
        game, wanted = said.get(convention.GAME, ""), self.target.properties[convention.GAME]
        if game != wanted:
            raise VassalError(
                f"is of the game {game[:80]!r}, the module of {wanted!r}; give a module of the same"
            )
        self._shown = {
            each.map: each.boards[0].name
            for each in self.setup
            if isinstance(each, SelectBoards) and each.boards
        }
        text = said.get(convention.PLACES)
        self._places = self._assumed() if text is None else Places.parse(text)

    def _assumed(self) -> Places:
        """Return the new module's places for a game that doesn't say its own, if they fit."""
        places = self.target.places
        pieces = (each.piece for each in self.setup if isinstance(each, AddPiece))
        bound = (piece for piece in pieces if piece.properties.get(convention.ID) != UMPIRE)
        for where, x, y in (piece.position for piece in bound):
            match places.name(MAP_BOARD, x, y) if where == convention.MAP else None:
                case None | OnTrack() | InHex(dx=0, dy=0):
                    pass
                case _:
                    raise VassalError(
                        "doesn't say where its hexes lie, which isn't where those of the new "
                        "module do; the version it was saved with is too old to be moved"
                    )
        return places

    def moved(self, save: SaveData) -> Migration:
        """Return the game in its new module."""
        commands = [made for each in self.setup for made in self._command(each)]
        commands += self._new_properties()
        known = self.target.pieces
        kinds = {id_: piece.properties.get(convention.KIND, "") for id_, piece in known.items()}
        missing = [id_ for id_, kind in kinds.items() if kind == "unit" and id_ not in self._there]
        module = self.target.data
        data = SaveData(
            version=module.version,
            vassal_version=save.vassal_version or module.vassal_version,
            description=save.description,
            date_saved=save.date_saved,
        )
        return Migration(
            data=save_bytes(commands, data, module),
            version=module.version,
            matched=dict(sorted(self.matched.items())),
            left_out=tuple(self.left_out),
            changed=tuple(self.changed),
            missing=tuple(missing),
        )

    def _command(self, command: Plain) -> Iterator[Plain]:
        """Yield what a command of the old game is in the new one."""
        match command:
            case AddPiece():
                yield from self._piece(command)
            case RestoreProperty():
                yield from self._property(command)
            case SelectBoards(map=map_, boards=boards):
                known = tuple(each for each in boards if self._knows(each))
                if known:
                    yield SelectBoards(map_, known)
                else:
                    self.left_out.append(f"the board shown in {map_[:80]!r}")
            case _:
                yield command

    def _knows(self, board: BoardPlacement) -> bool:
        return self.target.places.knows(board.name)

    # --- pieces ----------------------------------------------------------------------------

    def _piece(self, command: AddPiece) -> Iterator[Plain]:
        """Yield a piece or stack as it is in the new module."""
        old = command.piece
        match old.inner:
            case BasicPiece() as basic:
                id_ = old.properties.get(convention.ID, "")
                new = self.target.pieces.get(id_)
                if new is None:
                    known = f"{id_!r}, which the new module doesn't know" if id_ else "without id"
                    self.left_out.append(f"piece {known}"[:200])
                    return
                self._there.add(id_)
                self._ids.add(command.id)
                self.matched[new.properties.get(convention.KIND, "other")] += 1
                told = ", ".join(changes(old, new))
                if told:
                    self.changed.append(f"{id_}: {told}"[:300])
                where, spot = basic.map, self._move(basic.map, basic.x, basic.y, id_)
                if where == convention.MAP:
                    match self._places.name(MAP_BOARD, basic.x, basic.y):
                        case OnTrack(name):
                            self._tracks[id_] = name
                if id_ == UMPIRE:  # he lies where no hex and no box is
                    where, spot = convention.MAP, panel_spot(self.target.places.layout)
                made = renewed(old, new, where, spot, self._move)
                yield AddPiece(command.id, made.type, made.state)
            case Stack() as stack:
                members = tuple(each for each in stack.members if each in self._ids)
                if members:
                    x, y = self._move(stack.map, stack.x, stack.y)
                    made = Piece.of(Stack(stack.map, x, y, members, stack.layer))
                    yield AddPiece(command.id, made.type, made.state)
            case _:
                self.left_out.append("a deck, or a piece that isn't understood")

    def _move(self, where: str | None, x: int, y: int, id_: str = "") -> tuple[int, int]:
        """Return the new px of a place; what is no more is told if it is where a piece lies."""
        board = self._shown.get(where or "")
        if board is None:
            return x, y
        place = self._places.name(board, x, y)
        found = self.target.places.point(place)
        if found is None and id_:
            told = f"the place of {id_}, {_told(place, self._places)}: it lies where it lay"
            self.left_out.append(told)
        return found or (x, y)

    # --- properties ------------------------------------------------------------------------

    def _property(self, command: RestoreProperty) -> Iterator[Plain]:
        """Yield a property: constants as in the new module, the rest as play left them."""
        if command.container not in {None, "", "Module"} or "\t" in command.name:
            yield command
        elif command.name not in self.target.properties:
            self.left_out.append(f"property {command.name[:80]}")
        elif self.target.is_played(command.name):
            yield command
        else:
            yield RestoreProperty(command.name, self.target.properties[command.name])

    def _new_properties(self) -> Iterator[Plain]:
        """Yield the properties that the old game didn't have."""
        known = {each.name for each in self.setup if isinstance(each, RestoreProperty)}
        for name, value in self.target.properties.items():
            if name == convention.POOLS and name not in known:
                yield RestoreProperty(name, value + self._pools())
            elif name not in known:
                yield RestoreProperty(name, value)

    def _pools(self) -> str:
        """Return what markers of supply pools show, for a game without accounts of them."""
        found = ""
        for id_, box in self._tracks.items():
            marker, _, points = box.rpartition(" ")
            piece = self.target.pieces[id_]
            follows = any(isinstance(t, SendTo) and t.key == _FOLLOWS for t in piece.parsed)
            if points.isdecimal() and marker == piece.name and follows:
                found += f"{id_}={points};"
        return found


def _told(place: object, places: Places) -> str:
    """Return a place in words."""
    match place:
        case InHex(cell):
            return f"hex {places.layout.numbering.format(cell)}"
        case OnTrack(name):
            return name
        case _:
            return repr(getattr(place, "box", "a spot beside"))[:80]
