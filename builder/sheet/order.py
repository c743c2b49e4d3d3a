"""What people ask for in words, made into a job that can be printed. Lengths are mm."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from builder.draw.canvas import Point
from builder.draw.style import Style
from builder.errors import WargameError
from builder.sheet.counters import counter_room
from builder.sheet.furniture import Furniture
from builder.sheet.grid import Grid, fit, parse_cells
from builder.sheet.job import Flip, Job, Layout, Marks
from builder.sheet.length import mm_text, parse_length
from builder.sheet.paper import Paper, find_paper, page_look
from builder.sheet.profile import TRUE, read_profile
from builder.sheet.template import read_template

__all__ = ["Order", "make_job"]

_MOST_BLEED = 10.0
_MOST_BLANKS = 5_000
_FAR = 20.0  # mm by which backs may be moved
_SLACK = 1e-5  # mm that lengths lose when they are typed again


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked for, as it was typed; ``None`` where nothing was.

    Args:
        paper: Id of the paper.
        counter: Width of a counter.
        layout: Where the backs are.
        flip: How a sheet is turned over.
        gutter: Between two counters.
        bleed: Colour beyond the cuts: one length, or front and back apart by a comma.
        marks: Which pages have marks to cut by; ``None``: both, but none on die-cut blanks nor
            on a sheet that was printed on before.
        margin: What is left empty at each edge of the paper.
        overlap: How much of the map two tiles both show.
        back_offset: ``RIGHT,DOWN``.
        profile: File of a printer's profile.
        template: File of a sheet of blanks.
        only: Ids with commas between.
        used: Places of the first sheet.
        copies: ``ID=N`` each.
        blanks: How many empty pieces are added.
    """

    paper: str | None = None
    counter: str | None = None
    layout: Layout = Layout.DUPLEX
    flip: Flip = Flip.LONG
    gutter: str | None = None
    bleed: str | None = None
    marks: Marks | None = None
    margin: str | None = None
    overlap: str | None = None
    back_offset: str | None = None
    profile: Path | None = None
    template: Path | None = None
    only: str | None = None
    used: str | None = None
    copies: tuple[str, ...] = ()
    blanks: int = 0


def make_job(order: Order, style: Style) -> tuple[Job, tuple[str, ...]]:
    """Return the job that is asked for, and what its user should know of it.

    Args:
        order: What is asked for.
        style: Fonts: titles and rulers take room.

    Raises:
        WargameError: Something can't be printed; the message has figures that can.
    """
    paper, grid, bleed, notes = _templated(order) if order.template else _fitted(order, style)
    if not 0 <= order.blanks <= _MOST_BLANKS:
        raise WargameError(f"--blank: {order.blanks} must be 0 to {_MOST_BLANKS:,}")
    if order.back_offset is not None and order.layout is Layout.FOLDOVER:
        raise WargameError(
            "--back-offset: a sheet that is folded has no page of backs; leave it out"
        )
    job = Job(
        paper=paper,
        grid=grid,
        bleed=bleed,
        placed=_placed(order, paper, grid, bleed),
        layout=order.layout,
        flip=order.flip,
        marks=order.marks or (Marks.NONE if order.template else Marks.BOTH),
        overlap=_length(order.overlap, "--overlap"),
        back_offset=_offset(order.back_offset),
        profile=read_profile(order.profile) if order.profile else TRUE,
        only=_ids(order.only),
        used=parse_cells(order.used, grid) if order.used is not None else frozenset(),
        again=order.used is not None and order.marks is not None,
        copies=tuple(_copies(each) for text in order.copies for each in text.split(",")),
        blanks=order.blanks,
    )
    return job, notes


def _fitted(order: Order, style: Style) -> tuple[Paper, Grid, Point, tuple[str, ...]]:
    """Return paper, grid and bleed of a sheet that is cut by hand, and notes."""
    look = page_look()
    paper, notes = find_paper(_paper(order), _length(order.margin, "--margin"))
    usual = look.text("counter.size")
    counter = parse_length(usual if order.counter is None else order.counter, "--counter")
    gutter = _length(order.gutter, "--gutter")
    bleed = _bleed(order.bleed)
    if gutter is None:
        gutter = max(look.number("counter.gutter"), 2 * max(bleed))
        if gutter > look.number("counter.gutter"):
            notes += (f"a bleed of {mm_text(max(bleed))} takes a gutter of {mm_text(gutter)}",)
    if gutter and max(bleed) > gutter / 2 + _SLACK:
        if order.bleed is not None:
            raise WargameError(
                f"--bleed: {mm_text(max(bleed))} on both sides of a cut don't go into a gutter of "
                f"{mm_text(gutter)}; take a bleed of {mm_text(gutter / 2)} or --gutter "
                f"{mm_text(2 * max(bleed))}, or --gutter 0"
            )
        bleed = min(bleed[0], gutter / 2), min(bleed[1], gutter / 2)
    furniture = Furniture(look, style.fonts, paper)
    room = counter_room(furniture, paper, order.layout, order.flip)
    grid = fit(room, counter, gutter, max(bleed) + furniture.marks_reach)
    return paper, grid, bleed, notes


def _templated(order: Order) -> tuple[Paper, Grid, Point, tuple[str, ...]]:
    """Return paper, grid and bleed of a sheet of blanks, and notes."""
    if order.template is None:
        raise AssertionError("there is no template")
    for option, given in (
        ("--paper", order.paper),
        ("--counter", order.counter),
        ("--gutter", order.gutter),
        ("--margin", order.margin),
    ):
        if given is not None:
            raise WargameError(f"{option}: the template says that already; leave it out")
    if order.layout is Layout.FOLDOVER:
        raise WargameError("--layout: die-cut blanks can't be folded over; take duplex or separate")
    found = read_template(order.template)
    bleed = _bleed(order.bleed)
    half = max(min(found.grid.gutter) / 2, 0.0)
    if half:
        bleed = min(bleed[0], half), min(bleed[1], half)
    notes = [f"template: {found.name}"]
    left, top, right, bottom = found.grid.block
    width, height = found.paper.size
    near, least = min(left, top, width - right, height - bottom), page_look().number("least_margin")
    if near < least:
        notes.append(
            f"blanks lie {mm_text(near)} from the edge of the sheet; most home printers leave "
            f"{mm_text(least)} white"
        )
    return found.paper, found.grid, bleed, tuple(notes)


def _placed(order: Order, paper: Paper, grid: Grid, bleed: Point) -> str:
    """Return the options that put a grid where it is, so that a sheet can be printed on again."""
    gutter = min(grid.gutter)
    if order.template:
        return f"{paper.name}, counters {mm_text(grid.counter)}, {mm_text(gutter)} apart"
    sizes = {"counter": grid.counter, "gutter": gutter, "margin": paper.margin}
    options = [f"--paper {_paper(order)}"]
    options += [f"--{name} {_figure(value)}" for name, value in sizes.items()]
    options.append(f"--bleed {','.join(map(_figure, bleed))}")
    if order.layout is Layout.FOLDOVER:  # else sheets have the same places however turned over
        options.append(f"--layout {order.layout} --flip {order.flip}")
    return " ".join(options)


def _figure(mm: float) -> str:
    """Return a length as it is typed, so exact that it is the same one again."""
    return f"{mm:.6f}".rstrip("0").rstrip(".")


def _paper(order: Order) -> str:
    return page_look().text("paper") if order.paper is None else order.paper


def _length(text: str | None, option: str) -> float | None:
    return None if text is None else parse_length(text, option)


def _bleed(text: str | None) -> Point:
    """Return the colour beyond the cuts, in front and on the back."""
    if text is None:
        return page_look().point("counter.bleed")
    parts = [parse_length(part, "--bleed") for part in text.split(",")]
    if len(parts) > 2 or max(parts) > _MOST_BLEED:
        raise WargameError(
            f"--bleed: {text!r} must be one length, or two for front and back such as 1.5,2; "
            f"none above {mm_text(_MOST_BLEED)}"
        )
    return parts[0], parts[-1]


def _offset(text: str | None) -> Point:
    """Return how far backs are moved, from ``0.5,-1``."""
    if text is None:
        return 0.0, 0.0
    try:
        right, down = (float(part) for part in text.split(","))
    except ValueError:
        raise WargameError(
            f"--back-offset: {text!r} must be two figures in mm, to the right and down: 0.5,-1"
        ) from None
    if not all(isfinite(each) and abs(each) <= _FAR for each in (right, down)):
        raise WargameError(f"--back-offset: {text!r} is too far; {_FAR:g} mm at most")
    return right, down


def _ids(text: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    found = tuple(part.strip() for part in text.split(",") if part.strip())
    if not found:
        raise WargameError("--only: name at least one unit or marker")
    return found


def _copies(text: str) -> tuple[str, int]:
    """Return id and number of ``ID=N``."""
    id_, equals, number = text.partition("=")
    if not equals or not number.strip().isascii() or not number.strip().isdigit():
        raise WargameError(f"--copies: {text!r} must be an id and a number such as assault=30")
    if len(number.strip()) > 4:
        raise WargameError(f"--copies: {number} is too many; 9999 at most")
    return id_.strip(), int(number)
