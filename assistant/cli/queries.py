"""The commands about a position: ``position``, ``reach``, ``odds``, ``supply``, ``stack``."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import wraps
from pathlib import Path
from typing import Any

import click

from assistant.audit.question import Given, Question, Topic
from assistant.cli.options import FILE, form_option, out_option
from assistant.cli.output import one_line_errors, sheets_in, target_of, write
from assistant.errors import LogError

__all__ = ["odds", "position", "reach", "stack", "supply"]

_NUMBER = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,4}|/0*[1-9][0-9]{0,3})?", re.ASCII)
_MIXED = re.compile(rf"(?:(?P<whole>[0-9]{{1,4}})[ +])?(?P<rest>{_NUMBER.pattern})", re.ASCII)
_WHOLE = re.compile(r"[0-9]{1,4}", re.ASCII)
_SHOWN = 30

_OPTIONS = (
    click.option("--weather", default="", metavar="ID", help="Weather, if not as in the file."),
    click.option("--scenario", default="", metavar="ID", help="Scenario, if not as in the file."),
    click.option("--pool", "pools", multiple=True, metavar="ID=N", help="Points of a supply pool."),
    click.option(
        *("--reading", "readings"),
        multiple=True,
        metavar="A-NN=V",
        help="Read an unclear place so; 'explain A-NN' tells how it may be.",
    ),
    click.option("--optional", multiple=True, metavar="SECTION", help="An optional rule in force."),
    click.option(
        "--module", type=FILE, metavar="M.vmod", help="Its data judge; an SVG lies on its map."
    ),
    click.option("--overlay", type=FILE, metavar="DIR", help="Judge by an owner's sheets as well."),
    form_option("text", "json", "svg"),
    out_option,
)
_SHARED = len(_OPTIONS)


def _command(make: Callable[..., Question]) -> click.Command:
    """Return the command that answers the question which a function makes of its own options."""

    @wraps(make)
    def run(  # noqa: PLR0913 - one parameter an option
        file: str,
        *,
        weather: str,
        scenario: str,
        pools: tuple[str, ...],
        readings: tuple[str, ...],
        optional: tuple[str, ...],
        module: Path | None,
        overlay: Path | None,
        form: str,
        out: Path | None,
        **own: Any,  # noqa: ANN401 - what the function takes
    ) -> None:
        with one_line_errors():
            # Imported here so that --help and --version stay quick.
            from assistant.log.at_step import place_of  # noqa: PLC0415

            path, step = place_of(file)
            target = target_of(out, path, module, *sheets_in(overlay))
            given = Given(
                weather,
                scenario,
                {name: _points(text) for name, text in _pairs("--pool", pools).items()},
                _pairs("--reading", readings),
                frozenset(optional),
            )
            question = make(**own)
            status, report = _told(path, step, question, given, module, overlay, form)
            write(report.encode("utf-8"), target)
        sys.exit(status)

    command: Callable[..., None] = run
    for option in reversed(_OPTIONS):
        command = option(command)
    made = click.command()(click.argument("file", metavar="FILE[@STEP]")(command))
    file, shared, own = made.params[0], made.params[1:][:_SHARED], made.params[1:][_SHARED:]
    made.params = [file, *own, *shared]  # in --help its own options come first
    return made


def _told(  # noqa: PLR0913, PLR0917 - a file, a question, and what they are read by
    path: Path,
    step: int | None,
    question: Question,
    given: Given,
    module: Path | None,
    overlay: Path | None,
    form: str,
) -> tuple[int, str]:
    """Return the exit status and the report."""
    from assistant import pipeline  # noqa: PLC0415
    from assistant.report import answer as page  # noqa: PLC0415

    reply = pipeline.ask(path, step, question, given, module=module, overlay=overlay)
    match form:
        case "json":
            report = page.as_json(reply.answer, reply.game)
        case "svg":
            picture = pipeline.map_picture(module) if module is not None else None
            report = page.as_svg(reply.answer, reply.game, picture)
        case _:
            report = page.as_text(reply.answer)
    return reply.status, report


def _pairs(option: str, texts: Iterable[str]) -> dict[str, str]:
    """Return names and values of an option that is given as ``NAME=VALUE``.

    Raises:
        LogError: One of them isn't, or a name is given twice.
    """
    found: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not (name and sign and value):
            raise LogError(f"{option} {text[:_SHOWN]!r}: write it as NAME=VALUE")
        if name.strip() in found:
            raise LogError(f"{option} {text[:_SHOWN]!r}: {name[:_SHOWN].strip()!r} is given twice")
        found[name.strip()] = value.strip()
    return found


def _points(text: str) -> int:
    """Return points as a number.

    Raises:
        LogError: They are none.
    """
    if not _WHOLE.fullmatch(text):
        raise LogError(f"--pool: {text[:_SHOWN]!r} is no number of points")
    return int(text)


def _movement_points(text: str) -> Fraction:
    """Return movement points as an exact number.

    Raises:
        LogError: They are none.

    >>> _movement_points("2 1/2"), _movement_points("2.5"), _movement_points("3")
    (Fraction(5, 2), Fraction(5, 2), Fraction(3, 1))
    """
    found = _MIXED.fullmatch(text.strip())
    if found is None:
        raise LogError(f"--mp {text[:_SHOWN]!r}: no number of points, such as 3, 2.5 or '2 1/2'")
    return Fraction(found["whole"] or 0) + Fraction(found["rest"])


@_command
def position() -> Question:
    """Tell a position: what stands where, points, victory points as if the game ended now.

    FILE is a saved position or a log; STEP is a step of the log, the last if it is left out.

    Exit status: 0 done; 1 parts of the file were left out; 2 the file, the data or the options
    can't be used.
    """
    return Question(Topic.POSITION)


@_command
@click.argument("unit", metavar="UNIT")
@click.option("--mp", metavar="N", help="Movement points, if not those of the impulse going on.")
@click.option("--to", "goal", default="", metavar="HEX", help="Tell the way there, step by step.")
def reach(unit: str, mp: str | None, goal: str) -> Question:
    """Tell every hex that a unit can reach, what it costs, and the way.

    UNIT is an id, what the counter says, or the number of the hex where it stands alone.

    Exit status: 0 done; 1 parts of the file were left out; 2 the file, the data or the options
    can't be used, or the unit can't get there.
    """
    points = None if mp is None else _movement_points(mp)
    return Question(Topic.REACH, unit=unit, hex=goal, points=points)


@_command
@click.argument("hex_", metavar="HEX")
@click.option("--with", "units", multiple=True, metavar="UNIT", help="Who fires; else all who may.")
@click.option("--barrage", is_flag=True, help="Of a barrage by artillery, not of an assault.")
def odds(hex_: str, units: tuple[str, ...], *, barrage: bool) -> Question:
    """Tell what an assault on a hex, or a barrage of it, comes to.

    Exit status: 0 done; 1 parts of the file were left out; 2 the file, the data or the options
    can't be used, or nobody can fight there.
    """
    return Question(Topic.ODDS, hex=hex_, units=units, barrage=barrage)


@_command
@click.argument("unit", metavar="[UNIT]", required=False, default="")
def supply(unit: str) -> Question:
    """Tell who is isolated or out of supply; of one unit by which way it isn't.

    Exit status: 0 done; 1 parts of the file were left out; 2 the file, the data or the options
    can't be used.
    """
    return Question(Topic.SUPPLY, unit=unit)


@_command
@click.argument("hex_", metavar="HEX")
def stack(hex_: str) -> Question:
    """Tell what stands in a hex, whose zone of control it is, whether stacking holds.

    Exit status: 0 done; 1 parts of the file were left out; 2 the file, the data or the options
    can't be used.
    """
    return Question(Topic.STACK, hex=hex_)
