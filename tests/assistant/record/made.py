"""Logs made for the tests of records: a little game of Red and Blue."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from builder.vassal import (
    AddPiece,
    AddPlayer,
    BasicPiece,
    ChangePiece,
    Chat,
    ModuleData,
    MovePiece,
    Piece,
    SaveData,
    Stack,
    write_archive,
    write_save,
)
from builder.vassal import buildfile as bf
from builder.vassal.command import Plain
from builder.vassal.trait import RawTrait, Trait

ANN, BOB = "annpass1", "bobpass2"
MODULE = ModuleData("Tiny Front", "1.0", vassal_version="3.6.7")
PLAYERS = (AddPlayer(ANN, "Ann", "Red"), AddPlayer(BOB, "Bob", "Blue"))


def put(
    id_: str, name: str, x: int, y: int, *traits: Trait, where: str | None = "Main Map"
) -> AddPiece:
    """A piece, its other traits outermost first."""
    piece = Piece.of(*traits, BasicPiece(f"{name}.png", name, "1", where, x, y))
    return AddPiece(id_, piece.type, piece.state)


def stack(id_: str, x: int, y: int, *members: str, where: str = "Main Map") -> AddPiece:
    """A stack."""
    piece = Piece.of(Stack(where, x, y, members=members))
    return AddPiece(id_, piece.type, piece.state)


def deck(id_: str, x: int, y: int, *members: str, face_down: bool = True) -> AddPiece:
    """A deck on the main map."""
    state = f"Main Map;{x};{y};{str(face_down).lower()};{','.join(members)}"
    return AddPiece(id_, "deck;false;0,0,0;40;40;Always;Always;true;true;true", state)


def changed(piece: AddPiece, *new: tuple[int, str]) -> ChangePiece:
    """A change of states of a piece, by number of the trait, outermost 0."""
    traits = list(piece.piece.traits)
    for at, state in new:
        traits[at] = RawTrait(traits[at].type, state)
    return ChangePiece(piece.id, Piece(tuple(traits)).state, piece.state)


def move(
    id_: str,
    start: tuple[int, int],
    end: tuple[int, int],
    by: str | None = ANN,
    *,
    maps: tuple[str | None, str | None] = ("Main Map", "Main Map"),
) -> MovePiece:
    """A move on open ground."""
    return MovePiece(id_, maps[1], *end, None, maps[0], *start, None, by)


def write(
    path: Path,
    *steps: Iterable[Plain] | Plain,
    setup: Iterable[Plain] = (),
    players: Iterable[Plain] = PLAYERS,
    date: int | None = None,
) -> Path:
    """Write a log; a step may be a single command."""
    listed = [[each] if not isinstance(each, list | tuple) else list(each) for each in steps]
    save = SaveData("1.0", "3.6.7", date_saved=date)
    write_save(path, [*players, *setup], save, MODULE, steps=listed)
    return path


def write_module(path: Path, *, hand_side: str = "Blue") -> Path:
    """Write a module with a hex map, a hand and a private window."""
    grid = bf.element(
        bf.HEX_GRID,
        bf.element(bf.HEX_GRID_NUMBERING, hOff=15, vOff=16, stagger=True),
        x0=40,
        y0=40,
        dx=52,
        dy=60,
    )
    board = bf.element(bf.BOARD, grid, name="Board", width=2000, height=2000)
    hand = bf.element(bf.PLAYER_HAND, mapName="Zone Q", side=hand_side)
    private = bf.element(bf.PRIVATE_MAP, mapName="Zone P", side="Blue", visible="false")
    roster = bf.element("VASSAL.build.module.PlayerRoster")
    for side in ("Red", "Blue", "Green"):
        entry = bf.element("entry", text=side)
        roster.append(entry)
    main = bf.element(bf.MAP, bf.element(bf.BOARD_PICKER, board), mapName="Main Map")
    root = bf.element(bf.GAME_MODULE, main, hand, private, roster, name=MODULE.name)
    write_archive(path, {bf.ENTRY: bf.encode(root), "moduledata": MODULE.encode()})
    return path


def said(name: str, text: str) -> Chat:
    """A line somebody typed."""
    return Chat(f"&lt;{name}&gt; - {text}")
