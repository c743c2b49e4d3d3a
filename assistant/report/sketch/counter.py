"""A counter in a sketch: colour of its service, class of unit, size, strength and mobility."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from assistant.report.sketch.ink import element, text
from builder.model.game import Kind, Unit

__all__ = ["Face", "counter"]

_PAINT = {
    "black": "#1c1c1c",
    "white": "#fdfdfb",
    "red": "#c23b2e",
    "brown": "#c9a77a",
    "grey-green": "#a9b8a0",
    "light-blue": "#b6d3e6",
    "blue": "#3f6fa8",
}
_MARK = "#d4a017"


@dataclass(frozen=True, slots=True)
class Face:
    """What is shown of one counter.

    Args:
        unit: The unit.
        strength: Strength points left.
        marked: Whether it is the one in question.
        back: Whether its back shows: it is deployed.
    """

    unit: Unit
    strength: int
    marked: bool = False
    back: bool = False


def counter(face: Face, x: float, y: float, size: float) -> str:
    """Return one counter as a group of elements.

    Args:
        face: What it shows.
        x: Centre, px.
        y: Centre, px.
        size: Edge, px.
    """
    ink, paper = _paints(face.unit.colour)
    half = size / 2
    edge = _MARK if face.marked else ink
    parts = [
        element(
            "rect",
            x=x - half,
            y=y - half,
            width=size,
            height=size,
            rx=size * 0.06,
            fill=paper,
            stroke=edge,
            stroke_width=size * (0.08 if face.marked else 0.03),
        ),
        text(x, y - size * 0.30, face.unit.size.value, size=size * 0.2, fill=ink),
        *_symbol(face, x, y - size * 0.06, size, ink),
        text(
            x,
            y + size * 0.40,
            f"{face.strength}  {face.unit.mobility}",
            size=size * 0.24,
            fill=ink,
            bold=True,
        ),
        f"<title>{_title(face)}</title>",
    ]
    return f"<g>{''.join(parts)}</g>"


def _title(face: Face) -> str:
    """Return what a pointer shows: who it is."""
    return escape(f"{face.unit.label}, {face.strength} SP{', deployed' if face.back else ''}")


def _paints(scheme: str) -> tuple[str, str]:
    """Return ink and paper of a colour scheme such as ``red-on-white``."""
    ink, _, paper = scheme.partition("-on-")
    return _PAINT.get(ink, _PAINT["black"]), _PAINT.get(paper, _PAINT["white"])


def _symbol(face: Face, x: float, y: float, size: float, ink: str) -> list[str]:
    """Return a box with a sign for the class: a cross, a dot or a track."""
    width, height = size * 0.56, size * 0.34
    left, top = x - width / 2, y - height / 2
    line = {"stroke": ink, "stroke_width": size * 0.03}
    parts = [element("rect", x=left, y=top, width=width, height=height, fill="none", **line)]
    match face.unit.kind:
        case Kind.PERSONNEL:
            for y1, y2 in ((top, top + height), (top + height, top)):
                parts.append(element("line", x1=left, y1=y1, x2=left + width, y2=y2, **line))
        case Kind.WEAPONS:
            parts.append(element("circle", cx=x, cy=y, r=size * 0.07, fill=ink))
        case Kind.AFV:
            parts.append(
                element(
                    "ellipse", cx=x, cy=y, rx=width * 0.32, ry=height * 0.28, fill="none", **line
                )
            )
    if face.back:
        parts.append(
            element("line", x1=x, y1=top - size * 0.02, x2=x, y2=top - size * 0.12, **line)
        )
    return parts
