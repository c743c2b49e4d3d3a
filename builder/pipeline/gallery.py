"""From a game's data to pictures to look at: counters, map, boards, charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path

from PIL import Image

from builder.chart.catalogue import make_charts
from builder.chart.description import Chart
from builder.chart.files import chart_files, index_file
from builder.chart.words import ChartStyle, load_chart_style
from builder.draw.facts import map_facts
from builder.draw.gallery import gallery_files
from builder.draw.map import print_files
from builder.draw.png import encode
from builder.draw.recipe import Files, Make, Recipe
from builder.draw.scan_report import scan_report
from builder.draw.sheet import sheet_files
from builder.module.boxes import lay_out_boards
from builder.module.pictures import MAP, PROOF_IMAGE, board_recipes, map_recipe, proof_recipe
from builder.module.plan import MAP_IMAGE, counter_px
from builder.pipeline.inputs import Shop, open_shop, read_inputs, spare_scans
from builder.pipeline.making import Progress, make_files
from builder.pipeline.result import Result, make_folder
from builder.pipeline.store import Store, cache_folder
from builder.sheet.sample import sample_picture

__all__ = ["Gallery", "build_gallery", "recipes"]

_SCANS = "scans.txt"


@dataclass(frozen=True, slots=True)
class Gallery:
    """Pictures that stand on the disk.

    Args:
        folder: Where.
        names: Their names, with folders below it.
        fresh: Whether they were written now; else they were already as they should be.
        notes: What an overlay held that changes nothing, and what became of scans, a line each.
    """

    folder: Path
    names: tuple[str, ...]
    fresh: bool
    notes: tuple[str, ...] = ()


def build_gallery(
    game_id: str,
    out: Path | None = None,
    progress: Progress | None = None,
    *,
    overlay: Path | None = None,
    scans: Path | None = None,
) -> Gallery:
    """Draw what there is to look at, unless it is already there and up to date.

    Args:
        game_id: Name of the game's folder, with hyphens.
        out: Folder for the pictures; made if missing. ``build/GAME-gallery`` if not given.
        progress: Told what is going on.
        overlay: Folder of an owner's sheets that are laid over the data.
        scans: Folder of an owner's scans that are laid over the drawn art.

    Raises:
        WargameError: Unknown game, data or art at fault, folder unusable.
    """
    inputs = read_inputs(game_id, overlay, scans)
    shop = open_shop(inputs)
    out = out or Path("build", f"{shop.game.id}-gallery")
    if scans:
        spare_scans(scans, out)
    make_folder(out)
    notes = inputs.all_notes(out / _SCANS, out / PROOF_IMAGE)
    store = Store(cache_folder())
    result = Result(store, inputs.fingerprint, "gallery")
    if (there := result.find(out)) is not None:
        return Gallery(out, tuple(there), fresh=False, notes=notes)
    made = make_files(inputs, shop, recipes, store, progress or (lambda *_: None))
    del made[MAP_IMAGE]  # the module's
    result.write(out, made, private=shop.game.private)
    return Gallery(out, tuple(made), fresh=True, notes=notes)


def recipes(shop: Shop) -> Sequence[Recipe]:
    """Return how everything in the gallery is made, the longest first."""
    game, style, scans = shop.game, shop.style, shop.scans
    facts, seen = (game.digest, shop.scan_facts), map_facts(game)
    found = [
        Recipe("print", 1, seen, lambda _: print_files(seen, style)),
        map_recipe(game, style, scans),
        Recipe("sheets", 8, facts, lambda _: sheet_files(game, style, scans)),
    ]
    boards = tuple(lay_out_boards(game, counter_px(game)))
    found += (_below("boards", each) for each in board_recipes(game, boards, style))
    found += _charts(shop)
    found.append(Recipe("readme", 4, facts, partial(_readme, shop), needs=(MAP,)))
    paper = partial(_paper, shop)
    found.append(Recipe("paper", 1, facts, paper))
    if scans:
        report = ("\n".join(scan_report(scans)) + "\n").encode()
        found.append(Recipe(_SCANS, 1, report, lambda _: {_SCANS: report}))
        if scans.parts:
            found.append(proof_recipe(game, style, scans))
    return found


def _paper(shop: Shop, _: Files) -> Files:
    return {"print.png": encode(sample_picture(shop.game, shop.style))}


def _charts(shop: Shop) -> Iterator[Recipe]:
    """Yield how the charts are made, as pictures and pages, and the page that leads to them."""
    look = load_chart_style(shop.style)
    charts = make_charts(shop.game, look)
    for chart in charts:
        yield _below("charts", Recipe(chart.id, 2, chart, _chart(chart, look)))
    yield _below("charts", Recipe("index", 1, charts, lambda _: index_file(charts, look)))


def _chart(chart: Chart, look: ChartStyle) -> Make:
    return lambda _: chart_files(chart, look)


def _below(folder: str, recipe: Recipe) -> Recipe:
    """Return a recipe whose files lie in a folder of their own."""

    def make(needed: Files) -> Files:
        return {f"{folder}/{name}": made for name, made in recipe.make(needed).items()}

    return Recipe(f"{folder}/{recipe.id}", recipe.files, recipe.facts, make, recipe.needs)


def _readme(shop: Shop, needed: Files) -> Files:
    """Draw what the README shows."""
    chart = Image.open(BytesIO(needed[MAP_IMAGE])).convert("RGB")
    return gallery_files(shop.game, shop.style, chart, shop.scans)
