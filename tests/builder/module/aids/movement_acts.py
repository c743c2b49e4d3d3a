"""One act of each kind of the sequence and movement aids, and a position in which it is legal.

The rules engine is held against them here, the real VASSAL engine in ``tests/engine``: what the
module writes for these is what the rules keep. Positions are written as ``acted.py`` reads them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from builder.convention.line import (
    Abandon,
    Advance,
    Assault,
    Bridge,
    Deploy,
    Detect,
    Entrain,
    Follow,
    Ice,
    Line,
    Loss,
    Slip,
    Weather,
)

GUNS, FOOT, RIDERS, ENEMY = (
    "g-205id-i-205-art",
    "s-28rd-88-inf",
    "s-24cd-18-cav",
    "g-83id-i-251-inf",
)
TANK, SKIS, PURSUERS = "g-18pz-1-18-pz3l", "g-1skj-1-1-ski", "s-44sb-1-ski"
COMMANDO, CAPTURED, BUILDER, WRECKERS = (
    "g-803br-9-803-cdo",
    "g-2-66-t34c",
    "s-3sa-eng",
    "g-505-eng",
)
BRIDGE = "bridge-3sa"


@dataclass(frozen=True)
class Act:
    """A line, where its people stand, and what the rules need to know besides."""

    line: Line
    real: dict[str, str]
    case: dict[str, Any] = field(default_factory=dict)
    impulse: str = "soviet action 6"


ACTS = {
    "weather": Act(Weather("frost", die=3, forced=True), {}, {"turn": 1}, ""),
    "deploy": Act(Deploy(GUNS), {GUNS: "0338"}, impulse="german action 6"),
    "assault": Act(Assault(FOOT, "0337"), {FOOT: "0338", ENEMY: "0337"}),
    "charge": Act(Assault(RIDERS, "0437", charge=True), {RIDERS: "0338", ENEMY: "0437"}),
    "slip": Act(
        Slip(SKIS, "0336"),
        {PURSUERS: "0338", SKIS: "0337"},
        {"before": [f"assault unit={PURSUERS} target=0337"]},
    ),
    "follow": Act(
        Follow(PURSUERS, "0337", "0336"),
        {PURSUERS: "0338", SKIS: "0337"},
        {"before": [f"assault unit={PURSUERS} target=0337", f"slip unit={SKIS} to=0336"]},
    ),
    "advance": Act(
        Advance(FOOT, "0337"),
        {FOOT: "0338", ENEMY: "0337 strength=1"},
        {
            "before": [
                f"assault unit={FOOT} target=0337",
                "phase old=movement new=assault",
                f"loss unit={ENEMY} points=1 why=fire",
            ]
        },
    ),
    "abandon": Act(Abandon(GUNS), {GUNS: "0338"}, {"optional": ["23"]}, "german action 6"),
    "entrain": Act(
        Entrain(ENEMY, ("0501", "0502", "0503"), 4), {ENEMY: "0501"}, impulse="german action 6"
    ),
    "ice": Act(
        Ice(TANK, "0531/0530", 1, forced=True),
        {TANK: "0531"},
        {"before": [f"move unit={TANK} path=0531,0530 cost=2"]},
        "german action 6",
    ),
    "ice-loss": Act(
        Loss(TANK, 1, "ice"),
        {TANK: "0531"},
        {
            "before": [
                f"move unit={TANK} path=0531,0530 cost=2",
                f"ice unit={TANK} side=0531/0530 die=1",
            ]
        },
        "german action 6",
    ),
    "detect": Act(
        Detect((COMMANDO, CAPTURED, SKIS), "0338", 1, forced=True),
        {COMMANDO: "0339", CAPTURED: "0339", SKIS: "0339", FOOT: "0337"},
        {
            "before": [
                f"move unit={unit} path=0339,0338 cost=1" for unit in (COMMANDO, CAPTURED, SKIS)
            ]
        },
        "german action 6",
    ),
    "build": Act(Bridge("build", BRIDGE, "2014", BUILDER), {BUILDER: "2014"}),
    "destroy": Act(
        Bridge("destroy", BRIDGE, "2014", WRECKERS),
        {WRECKERS: "2014"},
        {"bridges": {BRIDGE: "2014"}},
        "german action 6",
    ),
}
"""Acts by name."""
