"""The pieces that are printed, each as often as it exists, and what their faces consist of.

Lengths are mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial

from builder.draw.canvas import Area, Shape, Stroke
from builder.draw.counter import back_shapes, front_shapes
from builder.draw.marker import marker_face_shapes
from builder.draw.scan import BACK, FRONT, Scans
from builder.draw.style import Style
from builder.errors import WargameError
from builder.model.called import called
from builder.model.game import Game, Marker, Unit
from builder.sheet.scanned import scanned_shapes

__all__ = ["BLANK", "Piece", "chosen", "groups", "pieces"]

BLANK = ""
"""Id of a piece that nothing is printed on."""
_MOST = 9_999
_FEW = 5

Face = Callable[[float, float], list[Shape]]
"""Gives a face's shapes from its width and its bleed, mm; its upper left corner is the origin."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of card to be cut out.

    Args:
        id: Id of the unit or marker, :data:`BLANK` for an empty one.
        group: Name of the side, or of the markers.
        front: Draws its front.
        back: Draws its back.
    """

    id: str
    group: str
    front: Face
    back: Face


def pieces(game: Game, style: Style, scans: Scans | None = None) -> list[Piece]:
    """Return every piece of a game: sides, in them formations together, then the markers.

    Args:
        game: Whose pieces.
        style: How they look.
        scans: The owner's scans, which take the place of drawn faces.
    """
    return [*_units(game, style, scans), *_markers(game, style, scans)]


def chosen(
    game: Game,
    all_: Sequence[Piece],
    only: Sequence[str] = (),
    copies: Sequence[tuple[str, int]] = (),
    blanks: int = 0,
) -> list[Piece]:
    """Return the pieces that are wanted, in the order of the game.

    Args:
        game: The game.
        all_: Every piece of it.
        only: Ids, or what is printed on counters; each is printed once. Empty: every piece as
            often as it exists.
        copies: How often other than that pieces are printed, after the id.
        blanks: How many empty ones are added.

    Raises:
        WargameError: An id isn't one of the game, one has two numbers of copies, or there would
            be nothing to print.
    """
    known = {piece.id: piece for piece in all_}
    wanted = {_known(game, id_, known, "--only"): 1 for id_ in only}
    if not only:
        wanted = {id_: sum(1 for each in all_ if each.id == id_) for id_ in known}
    wanted |= _numbers(game, copies, known)
    if sum(wanted.values()) + blanks > _MOST:
        raise WargameError(f"--copies, --blank: more than {_MOST:,} counters; ask for fewer")
    found = [piece for id_, piece in known.items() for _ in range(wanted.get(id_, 0))]
    found += [Piece(BLANK, "Blank", _empty, _empty)] * blanks
    if not found:
        raise WargameError("--copies: leaves nothing to print; give a number above 0, or --blank")
    return found


def _numbers(
    game: Game, copies: Sequence[tuple[str, int]], known: Mapping[str, Piece]
) -> dict[str, int]:
    """Return how often pieces are printed, by id."""
    found: dict[str, int] = {}
    for asked, number in copies:
        id_ = _known(game, asked, known, "--copies")
        if id_ in found:
            raise WargameError(f"--copies: '{id_}' has two numbers; give it one")
        found[id_] = number
    return found


def _known(game: Game, asked: str, known: Mapping[str, Piece], option: str) -> str:
    """Return the id that is meant, in whatever letters or by what is printed on the counter."""
    folded = {id_.casefold(): id_ for id_ in known}
    if asked.casefold() in folded:
        return folded[asked.casefold()]
    found = [id_ for id_ in called(game, asked) if id_ in known]
    if len(found) == 1:
        return found[0]
    if found:
        more = f" and {len(found) - _FEW} more" if len(found) > _FEW else ""
        listed = ", ".join(found[:_FEW]) + more
        raise WargameError(f"{option}: '{asked:.40}' stands on several counters: {listed}")
    near = get_close_matches(asked.casefold()[:80], folded, 3, 0.5)
    hint = f"; did you mean {', '.join(folded[each] for each in near)}?" if near else ""
    raise WargameError(
        f"{option}: no unit or marker '{asked:.40}'{hint} "
        f"(`builder gallery {game.id}` shows all ids, and what is printed on a counter finds it)"
    )


def _units(game: Game, style: Style, scans: Scans | None) -> Iterator[Piece]:
    order = {id_: number for number, id_ in enumerate(game.formations)}
    sides = [side.id for side in game.sides]

    def place(unit: Unit) -> tuple[int, int]:
        return sides.index(unit.side), order.get(unit.parent, len(order))

    for unit in sorted(game.units.values(), key=place):
        front = _face(partial(front_shapes, unit, style), scans, unit.id, FRONT)
        back = _face(partial(back_shapes, unit, style), scans, unit.id, BACK)
        yield Piece(unit.id, game.side(unit.side).name, front, back)


def _markers(game: Game, style: Style, scans: Scans | None) -> Iterator[Piece]:
    for marker in game.markers.values():
        faces = [
            _face(partial(_marker_face, game, style, marker, number), scans, marker.id, side)
            for number, side in enumerate((FRONT, BACK))
        ]
        for _ in range(marker.count):
            yield Piece(marker.id, "Markers", faces[0], faces[1])


def _marker_face(  # noqa: PLR0913, PLR0917 - whose, how, which, how large
    game: Game, style: Style, marker: Marker, number: int, size: float, bleed: float
) -> list[Shape]:
    return marker_face_shapes(game, marker, style, size, bleed)[number]


def _face(draw: Face, scans: Scans | None, id_: str, side: str) -> Face:
    """Return what draws a face: its scan if there is one."""
    if scans is not None and (id_, side) in scans.faces:
        return partial(scanned_shapes, scans, id_, side)
    return partial(_drawn, draw)


def _drawn(draw: Face, size: float, bleed: float) -> list[Shape]:
    """Draw a face; its bleed is given in mm here, in widths of the counter there."""
    return draw(size, bleed / size)


def _empty(size: float, bleed: float) -> list[Shape]:
    """Return an empty face: paper with a thin frame inside, to write on."""
    near, far = -bleed, size + bleed
    corners = ((near, near), (far, near), (far, far), (near, far))
    edge = size / 24
    line = ((edge, edge), (size - edge, edge), (size - edge, size - edge), (edge, size - edge))
    return [
        Area((corners,), (255, 255, 255, 255)),
        Stroke((*line, line[0]), (190, 192, 190, 255), size / 80),
    ]


def groups(found: Iterable[Piece]) -> tuple[str, ...]:
    """Return the names of the groups that pieces belong to, in order."""
    return tuple(dict.fromkeys(piece.group for piece in found))
