"""A whole module: build tree, pictures, set-ups, pages, and the data it was made from.

Source: VASSAL class ``GameModule``; layout of the archive as VASSAL's ``DataArchive`` reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime

from lxml import etree

from builder.chart.catalogue import chart_ids
from builder.draw.tracks import tracks
from builder.errors import WargameError
from builder.model.game import Game
from builder.module import lists, maps, pages, windows
from builder.module.concealment import concealment_button
from builder.module.losses import Spread
from builder.module.manifest import FONT_LICENCE, manifest_entries
from builder.module.marker_piece import UMPIRE_GPID
from builder.module.plan import ABOUT_IMAGE, MAP_IMAGE, Plan, box_image, chart_image
from builder.module.setup import Saves, module_properties
from builder.module.starts import Start, starts
from builder.module.track import track_zones
from builder.module.umpire import UMPIRE
from builder.vassal import buildfile as bf
from builder.vassal.buildfile import Element, element
from builder.vassal.metadata import ModuleData

__all__ = ["VASSAL_VERSION", "check_pictures", "module_entries", "picture_memory"]

VASSAL_VERSION = "3.5.8"
"""What the module says it was made with: opens without a warning from 3.5.8 on."""
_MOST_PIXELS = 200_000_000
_PICTURE = re.compile(r"[a-z0-9-]+\.png")


def module_entries(
    made: Plan,
    pictures: Mapping[str, bytes],
    data: Mapping[str, bytes],
    licence: bytes,
    losses: Spread = Spread.EVEN,
) -> dict[str, bytes]:
    """Return every entry of the module's archive.

    Args:
        made: The module's plan.
        pictures: PNG files by name; exactly those that the module refers to.
        data: The game's data files by path.
        licence: Licence of the lettering.
        losses: How losses to date are taken in its set-ups.

    Raises:
        WargameError: A picture is missing or not used.
    """
    game = made.game
    metadata = ModuleData(
        name=game.name,
        version=game.version,
        vassal_version=VASSAL_VERSION,
        description=_description(game),
        date_saved=_milliseconds(game.date),
    )
    saved = Saves(made, metadata).save_all(starts(game, losses))
    root = _tree(made, [each for each, _ in saved])
    check_pictures(root, pictures)
    entries = {bf.ENTRY: bf.encode(root), "moduledata": metadata.encode()}
    entries |= {f"images/{name}": data for name, data in pictures.items()}
    entries |= {page.file: page.data for page in _helps(made)} | {FONT_LICENCE: licence}
    entries |= {each.file: content for each, content in saved}
    return entries | manifest_entries(game, data)


def picture_memory(pictures: Mapping[str, bytes]) -> int:
    """Return the bytes that pictures take once VASSAL has them all in memory.

    Raises:
        WargameError: A picture is too large for VASSAL on common machines.

    >>> header = bytes(16) + (3).to_bytes(4, "big") + (2).to_bytes(4, "big")
    >>> picture_memory({"a.png": header})
    24
    """
    total = 0
    for name, data in pictures.items():
        width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
        if width * height > _MOST_PIXELS:
            raise WargameError(
                f"picture {name}: {width} x {height} px is more than VASSAL can be asked to "
                "show; make the board smaller"
            )
        total += width * height * 4
    return total


def check_pictures(root: Element, pictures: Iterable[str]) -> None:
    """Make sure that the build tree and the pictures name each other exactly.

    Raises:
        WargameError: A picture is missing, or is never shown.
    """
    wanted = set(_pictures_in(root))
    found = set(pictures)
    if missing := sorted(wanted - found):
        raise WargameError(f"picture {missing[0]} ({len(missing)} in all) was not drawn")
    if idle := sorted(found - wanted):
        raise WargameError(f"picture {idle[0]} ({len(idle)} in all) is drawn but never shown")


def _pictures_in(root: Element) -> Iterable[str]:
    """Yield the file name of every picture that a component or a piece refers to."""
    for part in root.iter(etree.Element):
        for name in ("image", "fileName", "icon"):
            value = part.get(name, "")
            if value.endswith(".png") and not value.startswith("/"):
                yield value
        yield from _PICTURE.findall(part.text or "")


def _helps(made: Plan) -> tuple[pages.Page, ...]:
    """Return the pages of the help, which name every button."""
    return pages.help_pages(made.game, maps.board_keys(made.boards), windows.acts(made.game))


def _tree(made: Plan, setups: Sequence[Start]) -> Element:
    """Return the build tree."""
    game = made.game
    images = {board.name: box_image(board) for board in made.boards}
    umpire = made.counters[UMPIRE]
    palette = {id_: each for id_, each in made.counters.items() if id_ != UMPIRE}
    first_turn = min(scenario.first_turn for scenario in game.scenarios.values())
    return element(
        bf.GAME_MODULE,
        element(bf.BASIC_COMMAND_ENCODER),
        windows.documentation(ABOUT_IMAGE, _helps(made), game.name),
        windows.player_roster(game),
        windows.global_options(),
        maps.hex_map(
            game.map.board,
            MAP_IMAGE,
            (umpire.definition, umpire.gpid),
            track_zones(tracks(game)),
        ),
        *maps.board_maps(made.boards, images),
        windows.properties(module_properties(made)),
        windows.prototype_list(made.prototypes),
        *lists.palettes(game, palette),
        element(bf.CHATTER),
        element(bf.KEY_NAMER),
        windows.turn_tracker(first_turn),
        *windows.umpire_buttons(game),
        *windows.toolbar_menus(game),
        concealment_button(),
        *windows.dice(),
        windows.charts([(id_.capitalize(), chart_image(id_)) for id_ in chart_ids(game)]),
        *lists.inventories(),
        windows.notes(),
        windows.scenario_menu(setups),
        element(bf.LANGUAGE),
        name=game.name,
        version=game.version,
        VassalVersion=VASSAL_VERSION,
        description=_description(game),
        nextPieceSlotId=max([int(UMPIRE_GPID), *game.gpids.values()]) + 1,
        ModuleOther1="",
        ModuleOther2="",
    )


def _description(game: Game) -> str:
    """Return one line about the module."""
    private = "PRIVATE COPY, NOT FOR DISTRIBUTION: " if game.private else ""
    return f"{private}{game.name}, {len(game.units)} units, made from data {game.digest[:12]}"


def _milliseconds(day: str) -> int:
    """Return the beginning of a day, UTC, as VASSAL counts time."""
    return (
        int(datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp()) * 1000
    )
