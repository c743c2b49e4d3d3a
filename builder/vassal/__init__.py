r"""The VASSAL file formats, both directions, without knowledge of any game.

Write a module; a piece is its traits, outermost first::

    >>> import tempfile
    >>> from pathlib import Path
    >>> from builder.vassal import buildfile as bf
    >>> from builder.vassal.trait import Layer
    >>> temporary = tempfile.TemporaryDirectory()
    >>> folder = Path(temporary.name)
    >>> step = Layer(images=("a.png", "b.png"), name="Step")
    >>> piece = Piece.of(step, BasicPiece("a.png", "1 Inf"))
    >>> definition = AddPiece("null", piece.type, piece.state).encode()
    >>> slot = bf.element(bf.PIECE_SLOT, text=definition, entryName="1 Inf", gpid=1)
    >>> window = bf.element(bf.PIECE_WINDOW, bf.element(bf.LIST_WIDGET, slot))
    >>> root = bf.element(bf.GAME_MODULE, bf.element(bf.BASIC_COMMAND_ENCODER), window, name="Game")
    >>> module = ModuleData("Game", "1.0", vassal_version="3.5.8")
    >>> files = {bf.ENTRY: bf.encode(root), "moduledata": module.encode()}
    >>> write_archive(folder / "game.vmod", files)  # and images/a.png, images/b.png

Write a save, members before their stack; with ``steps=`` it is a log::

    >>> placed = piece.at("Main Map", 300, 310)
    >>> stack = Piece.of(Stack("Main Map", 300, 310, members=("1",)))
    >>> setup = [AddPiece("1", placed.type, placed.state), AddPiece("s1", stack.type, stack.state)]
    >>> moved = [MovePiece("1", "Main Map", 92, 70, None, "Main Map", 300, 310, None, "id")]
    >>> write_save(folder / "game.vlog", setup, SaveData("1.0", "3.5.8"), module, steps=[moved])

Read a log; players are ``P1``, ``P2`` …, for their ids are their passwords::

    >>> log = read_log(folder / "game.vlog")
    >>> log.pieces()["1"].name, log.pieces()["1"].position
    ('1 Inf', ('Main Map', 300, 310))
    >>> [(step.number, move.x, move.y, move.player) for step in log.steps for move in step.commands]
    [(1, 92, 70, 'P1')]

Open any file, a damaged one too, by :mod:`builder.vassal.opened`::

    >>> whole = (folder / "game.vlog").read_bytes()
    >>> _ = (folder / "part.vlog").write_bytes(whole[:-100])
    >>> part = open_file(folder / "part.vlog")
    >>> part.kind, [damage.code for damage in part.damage], part.salvaged
    ('log', ['truncated-zip'], 'pieces: 2, steps: 1, in all')
    >>> temporary.cleanup()

The classes of all traits are in :mod:`builder.vassal.trait`, of all commands in
:mod:`builder.vassal.command`, the names of components in :mod:`builder.vassal.buildfile`.
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
from builder.vassal.damage import Damage, UnusableError
from builder.vassal.metadata import ModuleData, SaveData
from builder.vassal.obfuscation import deobfuscate, obfuscate
from builder.vassal.opened import Limits, Opened, open_file
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
    "Damage",
    "Entry",
    "Limits",
    "ModuleData",
    "MovePiece",
    "Opened",
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
    "UnusableError",
    "archive_bytes",
    "buildfile",
    "changer",
    "command",
    "decode_commands",
    "deobfuscate",
    "encode_commands",
    "keystroke",
    "obfuscate",
    "open_file",
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
