"""Damaged files without end: nothing but a clear error may come of any of them.

``python tests/bench/fuzz.py --count 1000000 --seed 1`` takes healthy and hostile files, damages
them in many ways and opens them: their bytes, the texts and XML within, with the veil put on
again. Each input must end in an opened file, whose pieces are all taken apart, or in a
``VassalError``; within its time; and without a file being written. An input is made from the
seed and its number alone, so that ``--first N --count 1`` makes it again.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import runpy
import signal
import sys
import tempfile
import time
import traceback
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import NoReturn

from builder.errors import SequenceError, VassalError
from builder.vassal import AddPiece, ChangePiece, decode_commands, encode_commands, obfuscate
from builder.vassal.damage import CODES, UnusableError
from builder.vassal.obfuscation import deobfuscate
from builder.vassal.opened import Limits, Opened, open_stream

SHARED = Path(__file__).resolve().parents[3] / "shared"
LARGEST_SEED = 60_000
LIMITS = Limits(text_bytes=2 << 20, entries=500)
CAP_S = 5.0  # of the processor, for one input
EVERY = 20_000
NUMBERS = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFE, 0xFFFFFFFF)
PIECES = (
    *("\x1b", "\\\x1b", "\\", "'", "/", "\\/", ";", ",", "\t", "\\\t", "|", ":", "~", "", "null"),
    *("LOG\t", "PLAYER\t", "M/", "D/", "+/", "-/", "CHAT", "UNDO\ttrue", "begin_save", "end_save"),
    *("obs;", "hide;", "restrict;", "emb2;", "deck;", "stack", "mark;", "rotate;1;", "@@"),
    *("-1", "0", "99999999999999999999", "1e9", "\u00e9", "\U0001f3b2", "\0", "\r\n", "\ud800"),
    *("'x\\'", "'", "PK\x03\x04", "Events", "SPP\t", "EXT\t", "SNOTE\t", "UNMASK\t", "TURN"),
    *("<!DOCTYPE a>", "&#0;", "<![CDATA[", "]]>", "<data/>", "&lt;Ann&gt; - "),
)
BARE = "begin_save\x1bPLAYER\tid-1\tAnn\tRed\x1b+/1/piece;;;a;A/Map;1;2;9;0\x1bend_save"


@dataclass(frozen=True)
class Seed:
    """One file to be damaged: its bytes, and its entries if it is a whole zip."""

    name: str
    data: bytes
    entries: tuple[tuple[str, bytes], ...]

    @property
    def unpacked(self) -> int:
        """Bytes of all entries: the larger, the rarer it is taken."""
        return sum(len(data) for _, data in self.entries)


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def seeds() -> list[Seed]:
    """Return the files to start from: a small one of ours, and those found beside the project."""
    found = [_seed("bare", BARE.encode()), _seed("log", _zip([("savedGame", obfuscate(BARE, 7))]))]
    for folder in ("formats/samples", "corpus/vlog", "corpus/vsav", "corpus/vmod"):
        paths = sorted((SHARED / folder).glob("*.v*"))
        found += [_seed(path.name, path.read_bytes()) for path in paths if _small(path)]
    maker = SHARED / "needs" / "make_nasty.py"
    if maker.is_file():
        with tempfile.TemporaryDirectory() as folder:
            sys.argv, kept = [str(maker), folder], sys.argv
            runpy.run_path(str(maker))
            sys.argv = kept
            names = json.loads((Path(folder) / "manifest.json").read_text(encoding="utf-8"))
            paths = [Path(folder) / each["file"] for each in names]
            found += [_seed(path.name, path.read_bytes()) for path in paths if _small(path)]
    return found


def _small(path: Path) -> bool:
    return path.stat().st_size <= LARGEST_SEED


def _seed(name: str, data: bytes) -> Seed:
    entries: list[tuple[str, bytes]] = []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as zipped:
            infos = [each for each in zipped.infolist() if each.file_size <= 20 * LARGEST_SEED]
            entries += [(info.filename, zipped.read(info)) for info in infos]
    except (zipfile.BadZipFile, zlib.error, ValueError, RuntimeError, OSError):
        entries = []
    return Seed(name, data, tuple(entries))


def _zip(entries: Sequence[tuple[str, bytes]]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zipped:
        for name, data in entries:
            zipped.writestr(zipfile.ZipInfo(name), data)
    return buffer.getvalue()


def damage_bytes(data: bytes, chance: random.Random) -> bytes:
    """Damage a file without regard to what it is."""
    body = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4, 16))):
        place = chance.randrange(len(body) + 1)
        match chance.randrange(6):
            case 0 if place < len(body):
                body[place] ^= 1 << chance.randrange(8)
            case 1:
                body[place:place] = chance.randbytes(chance.randrange(8))
            case 2:
                del body[place : place + chance.choice((1, 2, 16, 1000))]
            case 3:
                number = chance.choice(NUMBERS).to_bytes(4, "little")
                body[place : place + 4] = number[: chance.choice((1, 2, 4))]
            case 4:
                del body[place:]
            case _:
                other = chance.randrange(len(body) + 1)
                body[place:place] = body[other : other + chance.randrange(200)]
    return bytes(body)


def damage_text(text: str, chance: random.Random) -> str:
    """Damage a text at its delimiters and with words that mean something."""
    for _ in range(chance.choice((1, 1, 2, 4, 16))):
        place = chance.randrange(len(text) + 1)
        match chance.randrange(5):
            case 0:
                text = text[:place] + chance.choice(PIECES) + text[place:]
            case 1:
                text = text[:place] + text[place + chance.choice((1, 1, 5, 50, 500)) :]
            case 2:
                other = chance.randrange(len(text) + 1)
                text = text[:place] + text[other : other + chance.randrange(300)] + text[place:]
            case 3:
                text = (
                    text[:place]
                    + chance.choice(PIECES) * chance.choice((2, 30, 1500))
                    + text[place:]
                )
            case _:
                old, new = chance.choice(PIECES), chance.choice(PIECES)
                text = text.replace(old, new, chance.choice((1, 3, 50))) if old else text
    return text


def make(start: Seed, chance: random.Random) -> bytes:
    """Make one input from a seed."""
    if not start.entries or chance.random() < 0.3:
        return damage_bytes(start.data, chance)
    entries = list(start.entries)
    number = chance.randrange(len(entries))
    name, data = entries[number]
    if name != "savedGame":
        text = damage_text(data.decode("utf-8", "replace"), chance)
        entries[number] = (name, text.encode("utf-8", "replace"))
        return _zip(entries)
    try:
        text = damage_text(deobfuscate(data), chance)
    except VassalError:
        return damage_bytes(start.data, chance)
    plain = text.encode("utf-8", "replace")
    veiled = chance.choice(
        (
            lambda: plain,
            lambda: obfuscate(plain.decode("utf-8"), 0x5A),
            lambda: obfuscate(plain.decode("utf-8"), 0x5A, veil="VOBS"),
            lambda: damage_bytes(obfuscate(plain.decode("utf-8"), 1), chance),
        )
    )()
    if chance.random() < 0.3:
        return veiled
    entries[number] = (name, veiled)
    return _zip(entries)


def examine(opened: Opened) -> None:
    """Take apart what was opened, to the last trait, and show all of it."""
    for command in (*opened.setup, *(each for step in opened.steps for each in step.commands)):
        command.encode()
        match command:
            case AddPiece(type=type_text, state=state):
                piece = command.piece
                for trait in piece.parsed:
                    getattr(trait, "state_fields", None)
                _ = piece.position, piece.name, piece.properties, piece.with_state(state)
                _ = type_text
            case ChangePiece():
                repr(command)
    repr(opened)
    _ = opened.players, opened.extensions, opened.engine, opened.whole
    for each in opened.damage:
        if each.code not in CODES:
            raise AssertionError(each.code)


def comes_back(text: str) -> None:
    """Check that decoding and encoding a text give the very same text.

    Raises:
        AssertionError: They don't.
    """
    if encode_commands(decode_commands(text, keep_player_ids=True)) != text:
        raise AssertionError("the text doesn't come back")


def try_one(data: bytes, outcomes: Counter[str]) -> None:
    """Open one input and note what came of it."""
    try:
        opened = open_stream(io.BytesIO(data), "input", limits=LIMITS)
        outcomes[opened.kind if opened.whole else f"{opened.kind}, damaged"] += 1
    except UnusableError as error:
        outcomes[f"refused: {error.code}"] += 1
        return
    try:
        examine(opened)
        if data.startswith(b"begin_save"):
            comes_back(data.decode("utf-8", "replace"))
    except SequenceError:
        outcomes["(holds what can't be written)"] += 1
    except VassalError:
        outcomes["(pieces too deep)"] += 1


def forbid_writing() -> None:
    """Make every attempt to write a file an error, from now on."""
    forbidden = frozenset(
        {"os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "socket.connect"}
    )

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        mode = arguments[1] if event == "open" else ""
        if event in forbidden or (isinstance(mode, str) and set(mode) & set("wax+")):
            raise AssertionError(f"{event} {arguments[:2]}")

    sys.addaudithook(watch)


def limit_time() -> Callable[[], None]:
    """Return what starts the clock of one input."""

    def late(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise AssertionError(f"took more than {CAP_S} s")

    signal.signal(signal.SIGVTALRM, late)
    return lambda: signal.setitimer(signal.ITIMER_VIRTUAL, CAP_S)  # type: ignore[return-value]


def main() -> None:
    """Run the inputs asked for; stop with status 1 if any failed."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--count", type=int, default=10_000)
    arguments.add_argument("--first", type=int, default=0)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    starts = seeds()
    weights = [1 / (3_000 + len(each.data) + each.unpacked) for each in starts]
    say(f"{len(starts)} files to start from, seed {given.seed}")
    start_clock = limit_time()
    forbid_writing()
    outcomes: Counter[str] = Counter()
    failed = 0
    slowest = 0.0
    began = time.process_time()
    for number in range(given.first, given.first + given.count):
        chance = random.Random(f"{given.seed}:{number}")  # noqa: S311 - not for secrets
        data = make(chance.choices(starts, weights)[0], chance)
        started = time.process_time()
        start_clock()
        try:
            try_one(data, outcomes)
        except BaseException:  # noqa: BLE001 - the point of it all
            failed += 1
            say(f"input {number}: {traceback.format_exc(limit=-4)}")
        slowest = max(slowest, time.process_time() - started)
        if (number + 1) % EVERY == 0:
            say(f"{number + 1} inputs, {failed} failed, slowest {slowest:.2f} s")
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    spent = time.process_time() - began
    for outcome, count in outcomes.most_common():
        say(f"{count:>9}  {outcome}")
    say(f"{given.count} inputs, seed {given.seed}: {failed} failed; slowest {slowest:.2f} s; "
        f"{given.count / max(spent, 0.01):.0f} a second")  # fmt: skip
    if failed:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
