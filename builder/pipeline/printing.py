"""From a game's data to what is printed: counters, map, charts, set-up cards, calibration."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from builder.draw.canvas import MM_PER_INCH
from builder.draw.png import encode
from builder.draw.recipe import Files, Recipe
from builder.pdf import Facts, Page, pdf_bytes
from builder.pdf.picture import page_picture
from builder.pipeline.digest import digest
from builder.pipeline.inputs import Inputs, open_shop, read_inputs, spare_scans
from builder.pipeline.inputs import Shop as Workshop
from builder.pipeline.making import Progress, make_files
from builder.pipeline.result import Result, make_folder
from builder.pipeline.store import Store, cache_folder
from builder.sheet.calibration import calibration_pages
from builder.sheet.chart_pages import card_pages, chart_pages
from builder.sheet.counters import deal, sheet_pages
from builder.sheet.job import Flip, Job, Layout
from builder.sheet.length import mm_text
from builder.sheet.map_sheet import map_sheet, sheet_map
from builder.sheet.map_tiles import map_tiles
from builder.sheet.order import Order, make_job
from builder.sheet.paper import page_look
from builder.sheet.parts import Part
from builder.sheet.piece import Piece, chosen, pieces
from builder.sheet.scanned import scan_notes
from builder.sheet.shop import Shop, read_shop, shop_files

__all__ = ["Printed", "print_game", "recipes"]

_PREVIEW_DPI = 110


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is printed, and how.

    Args:
        job: How counters are.
        parts: Which parts are.
        preview: Whether counter sheets are drawn as pictures too.
        shop: What a print-on-demand shop takes, if it is made for one.
    """

    job: Job
    parts: tuple[Part, ...]
    preview: bool
    shop: Shop | None = None


@dataclass(frozen=True, slots=True)
class Printed:
    """Files that stand on the disk.

    Args:
        folder: Where.
        names: Their names.
        fresh: Whether they were written now; else they were already as they should be.
        notes: What the user should know, a line each.
        told: What it came to, a line each.
    """

    folder: Path
    names: tuple[str, ...]
    fresh: bool
    notes: tuple[str, ...]
    told: tuple[str, ...]


def print_game(  # noqa: PLR0913 - what a printing can be told
    game_id: str,
    order: Order,
    out: Path | None = None,
    progress: Progress | None = None,
    *,
    parts: Collection[Part] = tuple(Part),
    preview: bool = False,
    shop: str | None = None,
    overlay: Path | None = None,
    scans: Path | None = None,
) -> Printed:
    """Make what is printed of a game, unless it is already there and up to date.

    Args:
        game_id: Name of the game's folder, with hyphens.
        order: How it is printed.
        out: Folder for the files; made if missing. ``build/GAME-print`` if not given.
        progress: Told what is going on.
        parts: What is printed.
        preview: Whether counter sheets are drawn as pictures too.
        shop: A print-on-demand shop, or its file, that pictures are made for besides.
        overlay: Folder of an owner's sheets that are laid over the data.
        scans: Folder of an owner's scans that are laid over the drawn art.

    Raises:
        WargameError: Unknown game, data or art at fault, an order that can't be fulfilled, folder
            unusable. Then no file was written.
    """
    inputs = read_inputs(game_id, overlay, scans)
    found = open_shop(inputs)
    job, notes = make_job(order, found.style)
    asked = tuple(part for part in Part if part in parts)
    wanted = Wanted(job, asked, preview, None if shop is None else read_shop(shop))
    told = _told(found, wanted)  # complains of unknown counters before anything is drawn
    out = out or Path("build", f"{found.game.id}-print")
    if scans:
        spare_scans(scans, out)
    make_folder(out)
    notes = (*_notes(inputs, found, wanted), *notes)
    store = Store(cache_folder())
    result = Result(store, inputs.fingerprint, f"print {digest(wanted)}")
    if (there := result.find(out)) is not None:
        return Printed(out, _listed(there), fresh=False, notes=notes, told=told)
    tell = progress or (lambda *_: None)
    book = partial(recipes, wanted)
    made = make_files(inputs, found, book, store, lambda _, done, total: tell("print", done, total))
    result.write(out, made, private=found.game.private)
    if preview:
        _clear(out, made)
    return Printed(out, _listed(made), fresh=True, notes=notes, told=told)


def _clear(out: Path, made: Collection[str]) -> None:
    """Remove the previews of another printing, which look as if they belonged to this one."""
    for path in out.glob("preview-*.png"):
        if path.name not in made:
            path.unlink(missing_ok=True)


def _listed(names: Iterable[str]) -> tuple[str, ...]:
    """Return names of files; those in a folder of their own together."""
    return tuple(dict.fromkeys(name.partition("/")[0] for name in names))


def _told(made: Workshop, wanted: Wanted) -> tuple[str, ...]:
    """Say what a printing comes to.

    Raises:
        WargameError: A counter that is asked for isn't one of the game.
    """
    job, laid = wanted.job, _laid(made, wanted.job)
    if Part.COUNTERS not in wanted.parts:
        return ()
    sheets = len(deal(laid, job.grid, job.used))
    counters = f"{len(laid):,} counter{'s' * (len(laid) != 1)}"
    how = {
        Layout.DUPLEX: f"print both sides, turned over on the {job.flip} edge",
        Layout.SEPARATE: f"print fronts, turn the sheets over on the {job.flip} edge, print backs",
        Layout.FOLDOVER: "fold, glue back to back, then cut",
    }[job.layout]
    found = f"{counters} on {sheets:,} sheet{'s' * (sheets != 1)} of {job.paper.name}: {how}"
    return found, "print at 100 %, and hold a rule against the rulers before you cut"


def _laid(made: Workshop, job: Job) -> list[Piece]:
    """Return the pieces of a printing, in order."""
    everything = pieces(made.game, made.style, made.scans)
    return chosen(made.game, everything, job.only, job.copies, job.blanks)


def _notes(inputs: Inputs, made: Workshop, wanted: Wanted) -> tuple[str, ...]:
    """Return what an owner should know of his sheets and scans."""
    found = list(inputs.notes)
    board, width = made.game.map.board, made.style.map.point("sheet.inches")[0] * MM_PER_INCH
    hex_ = board.row_px * width / board.size_px[0]
    if Part.COUNTERS in wanted.parts and wanted.job.grid.counter > hex_:
        counter = mm_text(wanted.job.grid.counter)
        found.append(f"counters of {counter} are wider than the map's hexes, {mm_text(hex_)}")
    if made.scans is not None and Part.COUNTERS in wanted.parts:
        found += scan_notes(made.scans, wanted.job.grid.counter)
    return tuple(found)


def recipes(wanted: Wanted, made: Workshop) -> Sequence[Recipe]:
    """Return how the files are made, the longest first."""
    job, game = wanted.job, made.game
    laid = _laid(made, job)
    count = 2 if job.layout is Layout.SEPARATE else 1
    if wanted.preview:
        each = 1 if job.layout is Layout.FOLDOVER else 2
        count += each * len(deal(laid, job.grid, job.used))
    where, facts = (job.paper, job.profile, job.flip, job.overlap), (game.digest, made.scan_facts)
    makers = {
        Part.MAP: Recipe("map", 2, (facts, where), partial(_map, made, job)),
        Part.CARDS: Recipe("cards", 1, (facts, where), partial(_cards, made, job)),
        Part.COUNTERS: Recipe("counters", count, (facts, wanted), partial(_counters, made, wanted)),
        Part.CHARTS: Recipe("charts", 1, (facts, where), partial(_charts, made, job)),
        Part.CALIBRATION: Recipe(
            "calibration", 1, (game.version, game.date, where), partial(_calibration, made, job)
        ),
    }
    found = [recipe for part, recipe in makers.items() if part in wanted.parts]
    if wanted.shop is not None:
        count = 2 * wanted.shop.sheets(laid)
        found.insert(0, Recipe("shop", count, (facts, wanted), partial(_for_shop, made, wanted)))
    return found


def _for_shop(made: Workshop, wanted: Wanted, _: Files) -> Files:
    laid = _laid(made, wanted.job)
    if wanted.shop is None:
        return {}
    return shop_files(wanted.shop, laid, made.style.fonts, private=made.game.private)


def _map(made: Workshop, job: Job, _: Files) -> Files:
    """Make the map on one page, and on many."""
    drawn = sheet_map(made.game, made.style, made.scans)
    tiles = map_tiles(drawn, made.style, job.paper, job.profile.correction(), job.overlap)
    return {
        "map.pdf": _pdf(made, map_sheet(drawn, made.style), "map"),
        "map-tiles.pdf": _pdf(made, tiles, "map on many pages"),
    }


def _charts(made: Workshop, job: Job, _: Files) -> Files:
    pages = chart_pages(made.game, made.style, job.paper, job.profile.correction())
    return {"charts.pdf": _pdf(made, pages, "charts")}


def _cards(made: Workshop, job: Job, _: Files) -> Files:
    pages = card_pages(made.game, made.style, job.paper, job.profile.correction())
    return {"setup-cards.pdf": _pdf(made, pages, "set-up cards")}


def _calibration(made: Workshop, job: Job, _: Files) -> Files:
    usual = page_look().number("margin")
    paper = replace(job.paper, margin=min(job.paper.margin, usual))  # a wider one cuts lines off
    pages = calibration_pages(made.game, made.style, paper, job.flip)
    return {"calibration.pdf": _pdf(made, pages, "calibration of a printer", job.flip)}


def _counters(made: Workshop, wanted: Wanted, _: Files) -> Files:
    """Make the counter sheets."""
    job, game, style = wanted.job, made.game, made.style
    laid = _laid(made, job)
    sheets = deal(laid, job.grid, job.used)
    pages = sheet_pages(game, style, job, sheets)
    few = "chosen-" if job.only or job.used else ""  # beside the whole set, not over it
    match job.layout:
        case Layout.SEPARATE:
            files = {
                f"{few}fronts.pdf": _pdf(made, pages[::2], "counters, fronts"),
                f"{few}backs.pdf": _pdf(made, pages[1::2], "counters, backs"),
            }
        case Layout.FOLDOVER:
            files = {f"{few}counters-foldover.pdf": _pdf(made, pages, "counters to fold over")}
        case Layout.DUPLEX:
            files = {f"{few}counters.pdf": _pdf(made, pages, "counters", job.flip)}
    if wanted.preview:
        shown = sheet_pages(game, style, job, sheets, preview=True)
        for page in shown:
            name = "-".join(page.name.lower().split()[::-1])
            picture = page_picture(page, style.fonts, _PREVIEW_DPI)
            files[f"preview-{name}.png"] = encode(picture, _PREVIEW_DPI)
    return files


def _pdf(made: Workshop, pages: Sequence[Page], what: str, flip: Flip | None = None) -> bytes:
    game = made.game
    private = "; private copy, not for distribution" if game.private else ""
    facts = Facts(
        title=f"{game.name}: {what}",
        subject=f"Data {game.version} of {game.date}{private}",
        date=game.date,
        duplex=str(flip or ""),
    )
    return pdf_bytes(pages, made.style.fonts, facts)
