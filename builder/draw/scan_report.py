"""What there is to say about scans, to the owner."""

from __future__ import annotations

from builder.draw.scan import Scans

__all__ = ["scan_report", "scan_summary"]


def scan_summary(scans: Scans, report: str) -> list[str]:
    """Return a line for each kind of thing to look at; the report has them one by one.

    Args:
        scans: The scans.
        report: Name of the report's file.
    """
    doubts = [doubt for part in scans.parts for doubt in part.fit.doubts]
    covered = len(scans.wanted) - len(scans.missing)
    said = [f"scans: {'map' if scans.parts else 'no map'}, {covered} of {len(scans.wanted)} faces"]
    odd = list(dict.fromkeys(each.partition(":")[0] for each in scans.odd))
    named = (
        ("face", "without a scan, drawn", [f"{id_}-{side}" for id_, side in scans.missing]),
        ("scan", "odd-sized", odd),
        ("file", "not used", list(scans.unused)),
    )
    for noun, what, which in named:
        if which:
            few = "; ".join(which[:3]) + ("; ..." if len(which) > 3 else "")
            nouns = noun if len(which) == 1 else f"{noun}s"
            said.append(f"{len(which)} {nouns} {what}: {few} (see {report})")
    return said + doubts


def scan_report(scans: Scans) -> list[str]:
    """Return all there is to say about scans, each missing or odd-sized one by name."""
    said = []
    for part in scans.parts:
        fit, name = part.fit, part.head.path.name
        width, height = part.head.size
        said.append(
            f"map: {name}, {width} x {height} px, {fit.kind}, by {len(fit.pins)} hexes: "
            f"{fit.hex_px:.2f} px to a hex, turned by {fit.way.turn:.2f} degrees"
        )
        if len(fit.pins) == 2:
            said.append(
                "  two hexes always fit, even mistyped ones: look at the proof, or name four"
            )
        for pin in fit.pins:
            off = fit.off(pin)
            said.append(f"  hex {pin.number}: off by {off:.2f} px, {off / fit.hex_px:.3f} hexes")
        said += [f"  look: {doubt}" for doubt in fit.doubts]
    if not scans.parts:
        said.append("map: no scan; the drawn one is used")
    missing = scans.missing
    covered = len(scans.wanted) - len(missing)
    said.append(f"counters: {covered} of {len(scans.wanted)} faces are scans")
    said += [f"  missing, so drawn: {id_}-{side}" for id_, side in missing]
    said += [f"  odd-sized: {each}" for each in scans.odd]
    said += [f"  not used: {each}" for each in scans.unused]
    return [_visible(line) for line in said]


def _visible(text: str) -> str:
    r"""Return a line in which every character can be seen and written; file names may hold any.

    >>> _visible("x\udcff\x1b.png")
    'x\\udcff\\x1b.png'
    """
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
