"""From a game's data to what is printed: counters, map, charts, set-up cards, calibration."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from builder.draw.png import encode
from builder.draw.recipe import Files, Recipe
from builder.errors import WargameError
from builder.pdf import Facts, Page, pdf_bytes
from builder.pdf.picture import page_picture
from builder.pipeline.digest import digest
from builder.pipeline.inputs import Inputs, Shop, open_shop, read_inputs
from builder.pipeline.making import Progress, make_files
from builder.pipeline.result import Result, make_folder
from builder.pipeline.store import Store, cache_folder
from builder.sheet.calibration import calibration_pages
from builder.sheet.chart_pages import card_pages, chart_pages
from builder.sheet.counters import deal, sheet_pages
from builder.sheet.job import Flip, Job, Layout
from builder.sheet.map_sheet import map_sheet, sheet_map
from builder.sheet.map_tiles import map_tiles
from builder.sheet.order import Order, make_job
from builder.sheet.parts import Part
from builder.sheet.piece import chosen, pieces
from builder.sheet.scanned import scan_notes

__all__ = ["Printed", "print_game", "recipes"]

_PREVIEW_DPI = 110


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is printed, and how.

    Args:
        job: How counters are.
        parts: Which parts are.
        preview: Whether counter sheets are drawn as pictures too.
    """

    job: Job
    parts: tuple[Part, ...]
    preview: bool


@dataclass(frozen=True, slots=True)
class Printed:
    """Files that stand on the disk.

    Args:
        folder: Where.
        names: Their names.
        fresh: Whether they were written now; else they were already as they should be.
        notes: What the user should know, a line each.
    """

    folder: Path
    names: tuple[str, ...]
    fresh: bool
    notes: tuple[str, ...]


def print_game(  # noqa: PLR0913 - what a printing can be told
    game_id: str,
    order: Order,
    out: Path | None = None,
    progress: Progress | None = None,
    *,
    parts: Collection[Part] = tuple(Part),
    preview: bool = False,
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
        overlay: Folder of an owner's sheets that are laid over the data.
        scans: Folder of an owner's scans that are laid over the drawn art.

    Raises:
        WargameError: Unknown game, data or art at fault, an order that can't be fulfilled, folder
            unusable. Then no file was written.
    """
    inputs = read_inputs(game_id, overlay, scans)
    shop = open_shop(inputs)
    job, notes = make_job(order, shop.style)
    wanted = Wanted(job, tuple(part for part in Part if part in parts), preview)
    chosen(pieces(shop.game, shop.style), job.only, job.copies, job.blanks)  # complains early
    out = out or Path("build", f"{shop.game.id}-print")
    make_folder(out)
    if scans and out.samefile(scans):
        raise WargameError(f"{out}: holds your scans; give another folder with --out")
    notes = (*_notes(inputs, shop, wanted), *notes)
    store = Store(cache_folder())
    result = Result(store, inputs.fingerprint, f"print {digest(wanted)}")
    if (there := result.find(out)) is not None:
        return Printed(out, tuple(there), fresh=False, notes=notes)
    book = partial(recipes, wanted)
    made = make_files(inputs, shop, book, store, progress or (lambda *_: None))
    result.write(out, made, private=shop.game.private)
    return Printed(out, tuple(made), fresh=True, notes=notes)


def _notes(inputs: Inputs, shop: Shop, wanted: Wanted) -> tuple[str, ...]:
    """Return what an owner should know of his sheets and scans."""
    found = list(inputs.notes)
    if shop.scans is not None and Part.COUNTERS in wanted.parts:
        found += scan_notes(shop.scans, wanted.job.grid.counter)
    return tuple(found)


def recipes(wanted: Wanted, shop: Shop) -> Sequence[Recipe]:
    """Return how the files are made, the longest first."""
    job, game = wanted.job, shop.game
    where, facts = (job.paper, job.profile, job.flip), (game.digest, shop.scan_facts)
    makers = {
        Part.MAP: Recipe("map", 2, (facts, where), partial(_map, shop, job)),
        Part.CARDS: Recipe("cards", 1, (facts, where), partial(_cards, shop, job)),
        Part.COUNTERS: Recipe("counters", 1, (facts, wanted), partial(_counters, shop, wanted)),
        Part.CHARTS: Recipe("charts", 1, (facts, where), partial(_charts, shop, job)),
        Part.CALIBRATION: Recipe(
            "calibration", 1, (game.version, game.date, where), partial(_calibration, shop, job)
        ),
    }
    return [recipe for part, recipe in makers.items() if part in wanted.parts]


def _map(shop: Shop, job: Job, _: Files) -> Files:
    """Make the map on one page, and on many."""
    made = sheet_map(shop.game, shop.style, shop.scans)
    tiles = map_tiles(made, shop.style, job.paper, job.profile.correction())
    return {
        "map.pdf": _pdf(shop, map_sheet(made, shop.style), "map"),
        "map-tiles.pdf": _pdf(shop, tiles, "map on many pages"),
    }


def _charts(shop: Shop, job: Job, _: Files) -> Files:
    pages = chart_pages(shop.game, shop.style, job.paper, job.profile.correction())
    return {"charts.pdf": _pdf(shop, pages, "charts")}


def _cards(shop: Shop, job: Job, _: Files) -> Files:
    pages = card_pages(shop.game, shop.style, job.paper, job.profile.correction())
    return {"setup-cards.pdf": _pdf(shop, pages, "set-up cards")}


def _calibration(shop: Shop, job: Job, _: Files) -> Files:
    pages = calibration_pages(shop.game, shop.style, job.paper, job.flip)
    return {"calibration.pdf": _pdf(shop, pages, "calibration of a printer", job.flip)}


def _counters(shop: Shop, wanted: Wanted, _: Files) -> Files:
    """Make the counter sheets."""
    job, game, style = wanted.job, shop.game, shop.style
    laid = chosen(pieces(game, style, shop.scans), job.only, job.copies, job.blanks)
    sheets = deal(laid, job.grid, job.used)
    pages = sheet_pages(game, style, job, sheets)
    match job.layout:
        case Layout.SEPARATE:
            files = {
                "fronts.pdf": _pdf(shop, pages[::2], "counters, fronts"),
                "backs.pdf": _pdf(shop, pages[1::2], "counters, backs"),
            }
        case Layout.FOLDOVER:
            files = {"counters-foldover.pdf": _pdf(shop, pages, "counters to fold over")}
        case Layout.DUPLEX:
            files = {"counters.pdf": _pdf(shop, pages, "counters", job.flip)}
    if wanted.preview:
        shown = sheet_pages(game, style, job, sheets, preview=True)
        for number, page in enumerate(shown, 1):
            picture = page_picture(page, style.fonts, _PREVIEW_DPI)
            files[f"preview-{number}.png"] = encode(picture, _PREVIEW_DPI)
    return files


def _pdf(shop: Shop, pages: Sequence[Page], what: str, flip: Flip | None = None) -> bytes:
    game = shop.game
    private = "; private copy, not for distribution" if game.private else ""
    facts = Facts(
        title=f"{game.name}: {what}",
        subject=f"Data {game.version} of {game.date}{private}",
        date=game.date,
        duplex=str(flip or ""),
    )
    return pdf_bytes(pages, shop.style.fonts, facts)
