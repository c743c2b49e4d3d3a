r"""The VASSAL file formats, both directions, without knowledge of any game.

Write a module::

    from builder.vassal import Layer, BasicPiece, ModuleData, Piece, archive_bytes, buildfile

    piece = Piece.of(Layer(images=("a.png", "b.png"), name="Step"), BasicPiece("a.png", "1 Inf"))
    slot = AddPiece("null", piece.type, piece.state).encode()
    root = buildfile.element(buildfile.GAME_MODULE, ..., name="Game", version="1.0")
    data = ModuleData("Game", "1.0", "3.5.8")
    write_archive("game.vmod", {"buildFile.xml": buildfile.encode(root),
                                "moduledata": data.encode(), "images/a.png": png})

Write a save, members before their stack::

    placed = piece.at("Main Map", 300, 310)
    stack = Piece.of(Stack("Main Map", 300, 310, members=("1",)))
    setup = [AddPiece("1", placed.type, placed.state), AddPiece("s1", stack.type, stack.state)]
    write_save("start.vsav", setup, SaveData("1.0", "3.5.8"), data)

Read a log; players are ``P1``, ``P2`` …, for their ids are their passwords::

    log = read_log("game.vlog")
    pieces = log.pieces()  # id -> Piece: .name .position .properties .parsed
    for step in log.steps:
        for command in step.commands:
            match command:
                case MovePiece(id=piece, map=where, x=x, y=y): ...
                case ChangePiece(id=piece, new_state=state): pieces[piece].with_state(state)
                case Chat(text=line): ...
"""

from __future__ import annotations

from builder.vassal import buildfile, changer, command, keystroke, sequence, trait
from builder.vassal.archive import Archive, archive_bytes, read_archive, write_archive
from builder.vassal.command import (
    AddPiece,
    AddPlayer,
    BoardPlacement,
    ChangePiece,
    Chat,
    Command,
    MovePiece,
    RemovePiece,
    RemovePlayer,
    RestoreProperty,
    SelectBoards,
    SetProperty,
    SetupStack,
    Turn,
    Undo,
    Unknown,
)
from builder.vassal.metadata import ModuleData, SaveData
from builder.vassal.obfuscation import deobfuscate, obfuscate
from builder.vassal.piece import Piece
from builder.vassal.savegame import SaveFile, Step, read_log, read_save, save_bytes, write_save
from builder.vassal.trait import BasicPiece, RawTrait, Stack, Trait, UnknownTrait, parse_trait
from builder.vassal.transcript import Entry, decode_commands, encode_commands

__all__ = [
    "AddPiece",
    "AddPlayer",
    "Archive",
    "BasicPiece",
    "BoardPlacement",
    "ChangePiece",
    "Chat",
    "Command",
    "Entry",
    "ModuleData",
    "MovePiece",
    "Piece",
    "RawTrait",
    "RemovePiece",
    "RemovePlayer",
    "RestoreProperty",
    "SaveData",
    "SaveFile",
    "SelectBoards",
    "SetProperty",
    "SetupStack",
    "Stack",
    "Step",
    "Trait",
    "Turn",
    "Undo",
    "Unknown",
    "UnknownTrait",
    "archive_bytes",
    "buildfile",
    "changer",
    "command",
    "decode_commands",
    "deobfuscate",
    "encode_commands",
    "keystroke",
    "obfuscate",
    "parse_trait",
    "read_archive",
    "read_log",
    "read_save",
    "save_bytes",
    "sequence",
    "trait",
    "write_archive",
    "write_save",
]
