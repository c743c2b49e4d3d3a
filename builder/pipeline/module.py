"""From a game's data to its module."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.draw.recipe import Recipe
from builder.draw.scan_report import scan_report
from builder.errors import WargameError
from builder.module.assemble import module_entries, picture_memory
from builder.module.losses import Spread
from builder.module.picture import PANEL_PX
from builder.module.pictures import PROOF_IMAGE, module_recipes, proof_recipe
from builder.module.plan import picture_names, plan
from builder.pipeline.inputs import Inputs, Shop, open_shop, read_inputs
from builder.pipeline.making import Progress, make_files
from builder.pipeline.result import Result, make_folder
from builder.pipeline.store import Store, cache_folder
from builder.vassal.archive import archive_bytes

__all__ = ["Built", "build_module", "recipes"]


@dataclass(frozen=True, slots=True)
class Built:
    """A module that stands on the disk.

    Args:
        path: The file.
        fresh: Whether it was written now; else it was already as it should be.
        size: Bytes.
        memory: Bytes its pictures take in VASSAL, 0 if it wasn't written now.
        notes: What an overlay held that changes nothing, and what became of scans, a line each.
    """

    path: Path
    fresh: bool
    size: int
    memory: int = 0
    notes: tuple[str, ...] = ()


def build_module(  # noqa: PLR0913 - what a build can be told
    game_id: str,
    out: Path,
    progress: Progress | None = None,
    *,
    overlay: Path | None = None,
    scans: Path | None = None,
    losses: Spread = Spread.EVEN,
) -> Built:
    """Build a game's module, unless it is already there and up to date.

    Args:
        game_id: Name of the game's folder, with hyphens.
        out: Folder for the module; made if missing.
        progress: Told what is going on.
        overlay: Folder of an owner's sheets that are laid over the data.
        scans: Folder of an owner's scans that are laid over the drawn art. What became of each
            is written beside the module, and so is a picture that proves how the map lies.
        losses: How losses to date are taken in the set-ups.

    Returns:
        Where the module is. On any error the folder holds what it held before.

    Raises:
        WargameError: Unknown game, data or art at fault, folder unusable.
    """
    tell = progress or (lambda *_: None)
    inputs = read_inputs(game_id, overlay, scans)
    shop = open_shop(inputs)
    make_folder(out)
    path = out / f"{shop.game.id}-{shop.game.version}.vmod"
    proof = path.with_name(f"{path.stem}-{PROOF_IMAGE}")
    notes = inputs.all_notes(path.with_name(f"{path.stem}-scans.txt"), proof)
    store = Store(cache_folder())
    result = Result(store, inputs.fingerprint, f"module, losses {losses}")
    if (there := result.find(out)) is not None:
        return Built(path, fresh=False, size=there[path.name], notes=notes)
    made = make_files(inputs, shop, recipes, store, tell)
    beside = {proof.name: made.pop(PROOF_IMAGE)} if inputs.scanned_map else {}
    if inputs.scans:
        beside[f"{path.stem}-scans.txt"] = ("\n".join(scan_report(inputs.scans)) + "\n").encode()
    tell("pack", 0, 1)
    content = _module(inputs, shop, made, losses)
    result.write(out, {path.name: content, **beside}, private=shop.game.private)
    tell("pack", 1, 1)
    return Built(path, fresh=True, size=len(content), memory=picture_memory(made), notes=notes)


def recipes(shop: Shop) -> Sequence[Recipe]:
    """Return how the pictures of the module are made, and the proof of a scanned map."""
    found = module_recipes(plan(shop.game, PANEL_PX), shop.style, shop.scans)
    if shop.scans and shop.scans.parts:
        found.append(proof_recipe(shop.game, shop.style, shop.scans))
    return found


def _module(inputs: Inputs, shop: Shop, pictures: dict[str, bytes], losses: Spread) -> bytes:
    """Return the module."""
    made = plan(shop.game, PANEL_PX)
    ordered = {name: pictures[name] for name in picture_names(made)}
    licence = _licence(inputs.art)
    return archive_bytes(module_entries(made, ordered, inputs.data, licence, losses))


def _licence(art: Path) -> bytes:
    """Return the licence of the lettering, which travels with every picture of it."""
    path = art.parent / "fonts" / "LICENSE.txt"
    try:
        return path.read_bytes()
    except OSError as error:
        raise WargameError(f"{path}: can't be read ({error.strerror}); restore the file") from None
