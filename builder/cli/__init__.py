"""The command ``builder``.

Standard output carries results only; progress and complaints go to standard error. Exit
status: 0 done, 1 a game was moved with loss, 2 wrong usage, or data, art, folder or output
unusable, 130 interrupted.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from builder.cli.printing import print_
from builder.cli.progress import progress
from builder.cli.shared import PLACE, overlay_option, scans_option, tell_notes, visible
from builder.data_report import report_json, report_lines
from builder.data_why import why_json, why_lines
from builder.errors import DataError, WargameError
from builder.model.estimates import counter_sheet, map_sheet, sheet_names
from builder.model.load import (
    data_root,
    game_folder,
    games,
    load_game,
    load_game_from_files,
    read_edition,
    update_lock,
)
from builder.model.overlay import read_sheets
from builder.module.counter import slug
from builder.module.losses import RULES, Spread
from builder.module.manifest import program_version
from builder.pipeline import build_gallery, build_module
from builder.vassal.archive import write_atomically

__all__ = ["main"]

_LOSSY, _UNUSABLE = 1, 2
_INTERRUPTED = 130
_MOST_LINES = 500


class _Commands(click.Group):
    """A group whose commands end in one clear message and status 2 when something is wrong."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click declares it
        """Run a command."""
        try:
            return super().invoke(ctx)
        except WargameError as error:
            lines = error.problems if isinstance(error, DataError) else (error,)
            for line in lines[:_MOST_LINES]:
                click.echo(f"error: {visible(str(line))}", err=True)
            if len(lines) > _MOST_LINES:
                click.echo(f"error: {len(lines) - _MOST_LINES:,} more like these", err=True)
        except BrokenPipeError:
            raise  # whoever read the output has gone: click ends quietly
        except OSError as error:
            where = f"{error.filename}: " if error.filename else "the output: "
            click.echo(f"error: {visible(where)}{error.strerror}", err=True)
        except KeyboardInterrupt:
            click.echo("error: interrupted; nothing was written", err=True)
            raise click.exceptions.Exit(_INTERRUPTED) from None
        raise click.exceptions.Exit(_UNUSABLE)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(program_version(), prog_name="builder")
def main() -> None:
    """Make wargames playable in VASSAL from plain data."""


@main.command()
@click.argument("game")
@overlay_option
@scans_option
@click.option(
    "--out",
    type=PLACE,
    default=Path("build"),
    show_default=True,
    help="Folder for the module.",
)
@click.option(
    "--losses",
    type=click.Choice([str(each) for each in Spread]),
    default=str(Spread.EVEN),
    show_default=True,
    help="How set-ups take losses to date: "
    + "; ".join(f"{each}: {words}" for each, words in RULES.items())
    + ".",
)
@click.option("--quiet", "-q", is_flag=True, help="Say nothing about progress.")
def build(  # noqa: PLR0913 - one for each option
    game: str,
    out: Path,
    *,
    overlay: Path | None,
    scans: Path | None,
    losses: str,
    quiet: bool,
) -> None:
    """Build the VASSAL module of GAME.

    `builder games` lists the games. What is built already is left as it is.
    """
    with progress(quiet=quiet) as tell:
        spread = Spread(losses)
        built = build_module(game, out, tell, overlay=overlay, scans=scans, losses=spread)
    tell_notes(built.notes)
    if built.fresh and not quiet:
        size, memory = built.size / 1e6, built.memory / 1e6
        click.echo(f"module: {size:.1f} MB; its pictures take {memory:.0f} MB in VASSAL", err=True)
    state = "" if built.fresh else " (unchanged)"
    click.echo(f"{built.path}{state}")


@main.command()
@click.argument("game")
@overlay_option
@click.option(
    "--estimates",
    type=PLACE,
    metavar="FILE.csv",
    help="Write two sheets to fill in with printed figures: FILE.csv and FILE-map.csv.",
)
@click.option("--lock", is_flag=True, help="Give numbers to units and markers that have none yet.")
@click.option(
    "--why",
    metavar="ID",
    help="Explain each figure of a unit, marker or formation (its id, which the gallery shows, or "
    "what is printed: 506), of a hex or a section of the rules.",
)
@click.option("--verbose", "-v", is_flag=True, help="Say more: each formation's counters.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="For people or for programs.",
)
def data(  # noqa: PLR0913 - one for each option
    game: str,
    *,
    overlay: Path | None,
    estimates: Path | None,
    lock: bool,
    why: str | None,
    verbose: bool,
    form: str,
) -> None:
    """Check the data of GAME, and say how they are known.

    `builder games` lists the games. --estimates writes sheets for the figures of a printed copy.
    """
    if estimates is not None:
        _write_sheets(game, overlay, estimates)
        return
    if lock:
        new = _update_lock(game_folder(game))
        click.echo(f"lock: {len(new)} new" + (f" ({', '.join(new[:5])} ...)" if new else ""))
    edition = read_edition(game, overlay=overlay)
    tell_notes(edition.notes)
    loaded, origins = load_game_from_files(edition.files), edition.origins
    if form == "json":
        click.echo(report_json(loaded) if why is None else why_json(loaded, why, origins))
        return
    cells = origins.cells if origins is not None else 0
    shown = report_lines(loaded, verbose=verbose, cells=cells)
    for line in shown if why is None else why_lines(loaded, why, origins):
        click.echo(visible(line))


def _write_sheets(game: str, overlay: Path | None, file: Path) -> None:
    """Write the sheets that an owner fills in; what an overlay holds is filled in already.

    Raises:
        WargameError: One of the files is there already, or can't be written.
    """
    public = load_game(game)
    if overlay is not None:
        tell_notes(read_edition(game, overlay=overlay).notes)  # complains if there is a fault
    filled = read_sheets(overlay) if overlay is not None else None
    paths = [Path(name) for name in sheet_names(str(file))]
    for path in paths:
        if path.exists():
            raise WargameError(
                f"{path}: is there already, and what was filled in there would be lost; "
                "give another name, or move it away"
            )
    _make_folder(paths[0].parent, "--estimates")
    delimiter = "," if paths[0].suffix.lower() == ".csv" else "\t"
    for path, make in zip(paths, (counter_sheet, map_sheet), strict=True):
        write_atomically(path, make(public, filled, delimiter))
        click.echo(path)


@main.command()
@click.argument("game")
@overlay_option
@scans_option
@click.option(
    "--out",
    type=PLACE,
    help="Folder for the pictures.  [default: build/GAME-gallery]",
)
@click.option("--quiet", "-q", is_flag=True, help="Say nothing about progress.")
def gallery(
    game: str, out: Path | None, *, overlay: Path | None, scans: Path | None, quiet: bool
) -> None:
    """Draw all there is of GAME, to look at or print.

    Sheets of counters, the map, the boards of the module, and charts (as pictures and as HTML).
    `builder games` lists the games.
    """
    with progress(quiet=quiet) as tell:
        made = build_gallery(game, out, tell, overlay=overlay, scans=scans)
    tell_notes(made.notes)
    state = "" if made.fresh else " (unchanged)"
    for name in made.names:
        click.echo(f"{made.folder / name}{state}")


@main.command()
@click.argument("old", type=PLACE, metavar="OLD.vsav")
@click.option(
    "--module",
    type=PLACE,
    required=True,
    metavar="NEW.vmod",
    help="The module to go on in, of the same game.",
)
@click.option(
    "--out",
    type=PLACE,
    metavar="FILE",
    help="The new save, which must not be there yet.  [default: OLD-VERSION.vsav]",
)
def migrate(old: Path, *, module: Path, out: Path | None) -> None:
    """Move a saved game into another version of its module.

    Each piece is made anew by the new module, and takes over place (by hex or box), losses, face
    and whatever else play has changed. What was found again is listed, and what wasn't.

    Exit status: 0 everything was found again; 1 something of the game was left out; 2 a file
    can't be used, or the new save would overwrite one.
    """
    from builder.module.migration import migrate as moved  # noqa: PLC0415 - no other command needs it

    found = moved(old, module)
    target = out or old.with_name(f"{old.stem}-{slug(found.version)}.vsav")
    if target.exists():
        raise WargameError(f"{target}: is there already; give another name with --out")
    write_atomically(target, found.data)
    for line in found.lines():
        click.echo(visible(line))
    click.echo(target)
    if found.left_out:
        raise click.exceptions.Exit(_LOSSY)


main.add_command(print_)


@main.command(name="games")
def games_() -> None:
    """List the games there are data for."""
    for game in games():
        click.echo(game)
    if not games():
        raise WargameError(f"{data_root()}: no game there; install the program anew")


def _make_folder(out: Path, option: str = "--out") -> None:
    """Make the folder of what is written.

    Args:
        out: The folder.
        option: What names it on the command line.

    Raises:
        WargameError: It can't be made.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror
        raise WargameError(f"{out}: can't be made ({reason}); give another with {option}") from None


def _update_lock(folder: Path) -> list[str]:
    """Append new ids to a game's lock file.

    Raises:
        WargameError: The file can't be written.
    """
    try:
        return update_lock(folder)
    except OSError as error:
        raise WargameError(
            f"{folder}: the lock file can't be written ({error.strerror}); is it installed?"
        ) from None
