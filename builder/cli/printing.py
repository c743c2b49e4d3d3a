"""The command ``builder print``."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

import click

from builder.cli.progress import progress
from builder.cli.shared import PLACE, overlay_option, scans_option, tell_notes, visible
from builder.errors import WargameError
from builder.sheet.job import Flip, Layout, Marks
from builder.sheet.order import Order
from builder.sheet.paper import papers
from builder.sheet.parts import Part
from builder.sheet.shop import shops

__all__ = ["print_"]


def _among(kind: type[StrEnum]) -> click.Choice[str]:
    return click.Choice([str(each) for each in kind])


@click.command(name="print")
@click.argument("game")
@click.option(
    "--paper",
    metavar="|".join(papers()),
    callback=lambda _context, _option, value: value and value.lower(),
    help="Paper to print on.  [default: a4]",
)
@click.option(
    "--counter",
    metavar="SIZE",
    help="Width of a counter, such as 1/2in, 9/16in, 5/8in or 14mm.  [default: 1/2in]",
)
@click.option(
    "--layout",
    type=_among(Layout),
    default=str(Layout.DUPLEX),
    show_default=True,
    help="Backs: on the other side of each page; in a file of their own; or beside the fronts, "
    "to be folded over and glued.",
)
@click.option(
    "--flip",
    type=_among(Flip),
    default=str(Flip.LONG),
    show_default=True,
    help="The edge about which a sheet is turned over, or along which it is folded.",
)
@click.option("--gutter", metavar="MM", help="Between two counters; 0: they touch.  [default: 4]")
@click.option(
    "--bleed",
    metavar="MM[,MM]",
    help="Colour beyond the cuts, in front and on the back.  [default: 1.5,2]",
)
@click.option(
    "--marks",
    type=_among(Marks),
    help="Which pages have marks to cut by.  [default: both; on blanks and used sheets none]",
)
@click.option("--margin", metavar="MM", help="Left empty at each edge of paper.  [default: 10]")
@click.option("--overlap", metavar="MM", help="Of two tiles of the map.  [default: 10]")
@click.option(
    "--back-offset", metavar="MM,MM", help="Move backs to the right and down, such as 0.5,-1."
)
@click.option(
    "--profile",
    type=PLACE,
    metavar="FILE.toml",
    help="What your printer does (see calibration.pdf, which is printed with the rest).",
)
@click.option(
    "--template",
    type=PLACE,
    metavar="FILE.toml",
    help="Print on a sheet of die-cut blanks (see the README).",
)
@click.option(
    "--only",
    metavar="ID,...",
    multiple=True,
    help="Only these counters, once each: by id, or by what is printed on them.",
)
@click.option(
    "--used",
    metavar="A1-C4,...",
    help="Places of the first sheet that are cut out already; the rest of it is printed on again.",
)
@click.option("--copies", metavar="ID=N,...", multiple=True, help="N of a counter.")
@click.option("--blank", "blanks", type=int, default=0, metavar="N", help="Add N empty counters.")
@click.option("--preview", is_flag=True, help="Draw the counter sheets as PNG too, to look at.")
@click.option(
    "--shop",
    metavar="NAME|FILE.toml",
    help=f"Make pictures for a print-on-demand shop besides: {', '.join(shops())}, or one that "
    "FILE describes.",
)
@click.option(
    "--parts",
    metavar="PART,...",
    help=f"What is printed: {', '.join(Part)}, or all.  [default: all; with --only, --used, "
    "--copies, --blank or --template the counters]",
)
@overlay_option
@scans_option
@click.option(
    "--out",
    type=PLACE,
    help="Folder for the files.  [default: build/GAME-print]",
)
@click.option("--quiet", "-q", is_flag=True, help="Say nothing about progress.")
def print_(  # noqa: PLR0913 - one for each option
    game: str,
    *,
    out: Path | None,
    overlay: Path | None,
    scans: Path | None,
    parts: str | None,
    preview: bool,
    quiet: bool,
    shop: str | None,
    layout: str,
    flip: str,
    marks: str | None,
    **rest: Any,  # noqa: ANN401 - one for each option that an order has too
) -> None:
    """Make what is printed of GAME, as PDF: counters, map, charts, set-up cards.

    The defaults are right for most home printers that print both sides: A4, half-inch counters.
    For others there are --layout separate and foldover. Print at 100 %, and check the rulers on
    the first page before you cut.

    \b
    builder print GAME --paper letter --counter 9/16in
    builder print GAME --only ID,ID --used A1-J3 --preview

    `builder games` lists the games.
    """  # noqa: D301 - click keeps the lines after that sign as they are
    from builder.pipeline.printing import print_game  # noqa: PLC0415 - no other command needs it

    rest["only"] = ",".join(rest["only"]) if rest["only"] else None
    order = Order(
        layout=Layout(layout), flip=Flip(flip), marks=Marks(marks) if marks else None, **rest
    )
    few = bool(order.only or order.used or order.template or order.copies or order.blanks)
    wanted = _parts(parts, few=few)
    if Part.COUNTERS not in wanted:
        _check_idle(order, preview=preview, shop=shop is not None)
    with progress(quiet=quiet) as tell:
        made = print_game(
            game,
            order,
            out,
            tell,
            parts=wanted,
            preview=preview,
            shop=shop,
            overlay=overlay,
            scans=scans,
        )
    tell_notes(made.notes)
    if not quiet:
        for line in made.told:
            click.echo(visible(line), err=True)
    state = "" if made.fresh else " (unchanged)"
    for name in made.names:
        click.echo(visible(f"{made.folder / name}{state}"))


def _parts(text: str | None, *, few: bool) -> Sequence[Part]:
    """Return what is printed.

    Raises:
        WargameError: There is no such part.
    """
    if text is None or text.strip().lower() == "all":
        return (Part.COUNTERS,) if few and text is None else tuple(Part)
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in set(Part)]
    if unknown or not names:
        raise WargameError(
            f"--parts: no part '{''.join(unknown[:1])}' (there are: {', '.join(Part)})"
        )
    return tuple(Part(name) for name in names)


def _check_idle(order: Order, *, preview: bool, shop: bool) -> None:
    """Make sure that nothing is asked of counters where none are printed.

    Raises:
        WargameError: Something is; it names the option.
    """
    sheets = {
        "--used": order.used is not None,
        "--counter": order.counter is not None,
        "--gutter": order.gutter is not None,
        "--bleed": order.bleed is not None,
        "--marks": order.marks is not None,
        "--back-offset": order.back_offset is not None,
        "--preview": preview,
    }
    which = {  # a shop's pictures show these too
        "--only": order.only is not None,
        "--copies": bool(order.copies),
        "--blank": bool(order.blanks),
    }
    idle = [option for option, asked in (sheets if shop else sheets | which).items() if asked]
    if idle:
        raise WargameError(f"{idle[0]}: is about counters, which --parts leaves out; add counters")
