r"""The text of a save or log: one command with others under it, parted by the character 27.

Here it is a flat list: each :class:`Entry` holds a command and how deep it stands; depth 0 are
the parts of the save and the steps of the log, deeper ones belong to the step before them.

Source: VASSAL classes ``GameModule`` and ``BasicCommandEncoder``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from builder.errors import SequenceError, VassalError
from builder.vassal import sequence
from builder.vassal._reading import decode_command, scrubbed
from builder.vassal.command import Command
from builder.vassal.damage import UnusableError
from builder.vassal.privacy import Players

__all__ = ["Entry", "decode_commands", "decode_with_players", "encode_commands"]

ESC = "\x1b"
MAX_DEPTH = 1_000
MAX_COMMANDS = 2_000_000
_MOST_WORK = 1 << 29  # characters looked at over all levels of nesting,
_MOST_ROUNDS = 16  # and so many times the length of the text besides


@dataclass(frozen=True, slots=True)
class Entry:
    """One command and its place.

    Args:
        command: What is done.
        depth: 0 for a part of the save or a step of the log, more for what belongs to it.
        verbatim: At depth 0, the command with all below it as it stands in the file, if writing
            it afresh would give other bytes; only when player ids are kept.
    """

    command: Command
    depth: int = 0
    verbatim: str | None = field(default=None, repr=False, compare=False)


def decode_commands(
    text: str, *, keep_player_ids: bool = False, max_depth: int = MAX_DEPTH
) -> tuple[Entry, ...]:
    """Take the text of a save or log apart.

    Args:
        text: What :func:`builder.vassal.obfuscation.deobfuscate` returns.
        keep_player_ids: Leave the ids, which are passwords, as they are, so that
            :func:`encode_commands` gives the very same text. For converters only.
        max_depth: Deepest nesting accepted.

    Returns:
        All commands, in the order they are carried out.

    Raises:
        UnusableError: Nested deeper (``too-deep``), or more than 2,000,000 commands
            (``too-big``).
    """
    if keep_player_ids:
        parts = _parted(text, max_depth)
        return _kept(text, parts)
    return decode_with_players(text, max_depth=max_depth)[0]


def decode_with_players(
    text: str, *, max_depth: int = MAX_DEPTH
) -> tuple[tuple[Entry, ...], Players]:
    """Take a text apart as :func:`decode_commands`; return the pseudonyms with it.

    Raises:
        UnusableError: As there.
    """
    flat = [leaf for leaves in _parted(text, max_depth) for leaf in leaves]
    players = Players(leaf for _, leaf in flat)
    known = players.count
    entries = tuple(Entry(decode_command(leaf, players), depth) for depth, leaf in flat)
    if players.count == known:
        return entries, players
    players.refresh()
    again = zip(entries, flat, strict=True)
    return tuple(_scrubbed_entry(entry, leaf, players) for entry, (_, leaf) in again), players


def _scrubbed_entry(entry: Entry, text: str, players: Players) -> Entry:
    clean = scrubbed(entry.command, text, players)
    return entry if clean is entry.command else Entry(clean, entry.depth)


def _parted(text: str, max_depth: int) -> list[list[tuple[int, str]]]:
    """Return for each part of depth 0 its commands with their depths."""
    if text.count(ESC) > MAX_COMMANDS:
        raise UnusableError("too-big", f"more than {MAX_COMMANDS} commands, so it isn't read")
    work = _MOST_WORK + _MOST_ROUNDS * len(text)
    parts: list[list[tuple[int, str]]] = []
    for part in sequence.decode(text, ESC):
        leaves, work = _flatten(part, max_depth, work)
        parts.append(leaves)
    return parts


def _kept(text: str, parts: list[list[tuple[int, str]]]) -> tuple[Entry, ...]:
    """Read the commands with the ids, and keep the text of parts that are written oddly."""
    entries: list[Entry] = []
    for raw, leaves in zip(sequence.split(text, ESC), parts, strict=True):
        commands = [Entry(decode_command(leaf, None), depth) for depth, leaf in leaves]
        if _written(commands) != raw:
            commands[0] = Entry(commands[0].command, 0, raw)
        entries += commands
    return tuple(entries)


def _written(commands: list[Entry]) -> str | None:
    try:
        return encode_commands(commands)
    except SequenceError:
        return None


def encode_commands(entries: Iterable[Entry]) -> str:
    """Write commands as one text; the inverse of :func:`decode_commands`.

    Raises:
        SequenceError: A text the format can't hold: it ends in a backslash or holds the
            character that divides commands.
        VassalError: A command stands deeper than one below the command before it.
    """
    groups: list[list[Entry]] = []
    for entry in entries:
        if entry.depth == 0:
            groups.append([])
        elif not groups:
            raise VassalError("the first command must have depth 0; mend its depth")
        groups[-1].append(entry)
    texts = [_part(group) for group in groups]
    if any(text[-1:] == "\\" for text in texts[:-1]):
        raise SequenceError("a command but the last ends in a backslash; take it away")
    return ESC.join(texts)


def _part(group: list[Entry]) -> str:
    """Write a command of depth 0 with all below it, as it stands between the others."""
    if group[0].verbatim is not None:
        return group[0].verbatim
    if len(group) == 1:
        return sequence.encode([_own_text(group[0].command)], ESC)
    pending: list[list[str]] = [[]]
    for entry in reversed(group):
        while len(pending) <= entry.depth + 1:
            pending.append([])
        below = pending[entry.depth + 1]
        if any(pending[entry.depth + 2 :]):
            raise VassalError("a command stands too deep below the one before it; mend its depth")
        text = _own_text(entry.command)
        if below:
            text = sequence.encode([text, *reversed(below)], ESC)
        below.clear()
        pending[entry.depth].append(text)
    if any(pending[1:]):
        raise VassalError("a command stands too deep below the one before it; mend its depth")
    return sequence.encode(pending[0], ESC)


def _own_text(command: Command) -> str:
    text = command.encode()
    if ESC in text:
        raise SequenceError("a command holds the character that divides commands (27); remove it")
    return text


def _flatten(part: str, max_depth: int, work: int) -> tuple[list[tuple[int, str]], int]:
    """Return the commands in one part, parents before children, and the work left.

    VASSAL splits a text and then splits each piece again, the first one too, until a piece
    stays as it is; what comes out of the first piece is followed by the others.
    """
    leaves: list[tuple[int, str]] = []
    waiting = [(0, 0, part)]
    while waiting:
        depth, rounds, text = waiting.pop()
        work -= len(text)
        if rounds > max_depth or work < 0:
            raise UnusableError(
                "too-deep", f"commands nested more than {max_depth} deep aren't read"
            )
        tokens = sequence.decode(text, ESC)
        if len(tokens) == 1 and tokens[0] == text:
            leaves.append((depth, text))
            continue
        waiting += [(depth + 1, rounds + 1, token) for token in reversed(tokens[1:])]
        waiting.append((depth, rounds + 1, tokens[0]))
    return leaves, work
