"""What a log leaves open, and which verdicts rest on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from assistant.audit.act import ActRule
from assistant.audit.finding import Finding
from assistant.games.white_death.record.uses import Uses
from assistant.games.white_death.state.position import DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import Line, verb_of
from builder.convention.line import (
    Airdrop,
    Assault,
    Barrage,
    BarrageDie,
    Commit,
    Detect,
    Draw,
    Enter,
    Fire,
    Garrison,
    Headquarters,
    Loss,
    Morale,
    Receive,
    Refit,
    Repair,
    Replace,
    Slip,
    Supply,
    Victory,
    Weather,
)
from builder.hexgrid import Hex

__all__ = ["Doubts", "Said"]

_ITSELF = frozenset({"wrong-odds", "wrong-result", "check-result", "dice-of-an-airdrop"})
"""Names of rules that hold a line against the tables alone."""
_OUT_OF_PHASE = "act-in-its-phase"
_LOSS = DutyKind.LOSS
_OF_THE_TURN = (Weather, Garrison, Draw, Receive, Airdrop, Replace, Repair, Refit, Victory)
"""Acts that need no impulse."""
_IN_THE_IMPULSE: Mapping[str, tuple[type[Line], ...]] = {
    "fire-not-allowed": (Assault,),
    "support-not-allowed": (Assault,),
    "wrong-headquarters": (Assault,),
    "wrong-target": (Assault,),
    "wrong-defence": (Assault,),
    "check-modifier": (Assault, Fire),
    "check-uncalled-for": (Assault, Fire),
    "advance-after-combat": (Assault,),
    "slip-away": (Assault,),
    "follow": (Assault, Slip),
    "pool-exceeded": (Commit,),
    "die-not-due": (Barrage,),
    "found-commandos": (Detect,),
    "found-commandos-fire-value": (Detect,),
    "personnel-not-fired-at": (Fire,),
    "tank-destroyer-first": (Fire,),
}
"""Lines that a rule takes for granted, by its name: all must be in use in the impulse.

Of fire and checks that is so in the phases of direct fire only.
"""
_DIRECT_FIRE = frozenset({"defensive-fire", "assault"})
_ELSEWHERE: Mapping[str, Mapping[str, tuple[type[Line], ...]]] = {
    "wrong-defence": {},
    "check-modifier": {"movement": (Fire,), "barrage": (BarrageDie,)},
    "check-uncalled-for": {"movement": (Fire,), "barrage": (BarrageDie,)},
}
"""What rules take for granted in other phases than those, by name and phase."""
_IN_THE_LOG: Mapping[str, tuple[type[Line], ...]] = {
    "wrong-support-value": (Supply,),
    "wrong-barrage-value": (Supply,),
    "points-for-an-act": (Receive,),
    "points-in-the-pool": (Receive,),
    "impulse-paid-for": (Supply,),
    "fire-not-paid-for": (Supply,),
    "dice-left-out": (BarrageDie,),
    "check-put-off": (Morale,),
    "exit-check-put-off": (Morale,),
    "check-between-hits": (Morale,),
    "check-between-barrages": (Morale,),
}
"""The same for the log as a whole."""
_BY_WAY = frozenset({"ice-roll", "detection", "exit-fire-not-allowed", "exit-fire-value"})
"""Names of rules that need to know every hex of a march."""
_OF_EARLIER = (Enter, Garrison, Draw, Replace, Repair, Refit, Victory)
"""Acts whose due depends on what happened in earlier turns."""
_SINCE = frozenset({"garrison-moves"})
"""Names of rules that depend on it."""


@dataclass(frozen=True, slots=True)
class Said:
    """A finding and what it was made of.

    Args:
        rule: The rule that made it.
        found: The finding.
        act: The act.
        position: Before it.
        number: Number of the stretch.
        phases: Phases in which the act may be done; empty for any.
    """

    rule: ActRule[Position, Ruleset]
    found: Finding
    act: Line
    position: Position
    number: int
    phases: tuple[str, ...] = ()


@dataclass(slots=True)
class Doubts:
    """What isn't known at a moment.

    Args:
        uses: Which lines the log has.
        phases: Ids of the phases in order.
        number: Returns the printed number of a hex.
        before: Whether the game went on before the log began.
        turn: Whether the turn did.
        impulse: Why nothing of the impulse can be held against anybody, empty if it can.
        phase: The same for the phase.
        hand: Units and markers whose counters were changed by hand in the impulse, and how.
        hexes: Where that was, and why nothing is sure there.
        gaps: Units whose marches aren't known hex by hex.
        retreated: Units whose retreat in the phase a line tells.
        loose: Why the score isn't known for sure, empty if it is.
    """

    uses: Uses
    phases: tuple[str, ...]
    number: Callable[[Hex], str]
    before: bool
    turn: bool
    impulse: str = ""
    phase: str = ""
    hand: dict[str, str] = field(default_factory=dict)
    hexes: dict[str, str] = field(default_factory=dict)
    gaps: set[str] = field(default_factory=set)
    retreated: set[str] = field(default_factory=set)
    loose: str = ""

    def by_hand(self, unit: str, how: str, *hexes: str) -> None:
        """Note that a counter was changed by hand, and where it was then and before."""
        self.hand.setdefault(unit, how)
        self.loose = "counters were changed by hand in the game"
        for each in hexes:
            self.hexes.setdefault(each, f"a counter in {each} was changed by hand")

    def gap(self, unit: str) -> None:
        """Note that a march isn't known hex by hex."""
        self.gaps.add(unit)
        self.loose = self.loose or "not every march of the game is known hex by hex"

    def forget(self) -> None:
        """Begin an impulse anew."""
        self.impulse = self.phase = ""
        for each in (self.hand, self.hexes, self.gaps, self.retreated):
            each.clear()

    def about(self, said: Said) -> str:
        """Return why a finding can't be sure, empty if it is."""
        if said.rule.name in _ITSELF:
            return ""
        return next(self._reasons(said), "")

    def _reasons(self, said: Said) -> Iterator[str]:
        """Yield what speaks against a finding, the weightiest first."""
        act, position = said.act, said.position
        if not isinstance(act, _OF_THE_TURN):
            yield from filter(None, (self.impulse, self.phase))
            if position.going is None and not _relieves(act):
                yield "the log doesn't hold the impulse that it belongs to"
        yield from self._out_of_phase(said)
        if self.before and (isinstance(act, _OF_EARLIER) or said.rule.name in _SINCE):
            yield "the log doesn't hold the game from its beginning"
        if self.loose and isinstance(act, Victory):
            yield self.loose
        if self.turn and isinstance(act, Enter):
            yield "the log doesn't hold the turn from its beginning"
        yield from self._missing(said)
        yield from self._about_units(said)
        if isinstance(act, Loss) and not self._on_record(act, position):
            yield "nothing on record in the phase calls for it"

    def _out_of_phase(self, said: Said) -> Iterator[str]:
        """Yield that an act isn't of the phase, which may have been stepped too late.

        If the phase has been stepped beyond, that is out of order for sure; the rest isn't.
        """
        allowed, now = said.phases, said.position.phase
        if not allowed or now in allowed or said.position.going is None:
            return
        last = max(map(self.phases.index, allowed))
        beyond = now in self.phases and self.phases.index(now) > last
        if said.rule.name != _OUT_OF_PHASE or not beyond:
            told = f"a line about {verb_of(type(said.act))} doesn't belong to the"
            late = "" if beyond else ", which may have been stepped late"
            yield f"{told} {now or 'first'} phase{late}"

    def _missing(self, said: Said) -> Iterator[str]:
        """Yield that lines aren't in use that a rule takes for granted."""
        for needed in self._needed(said):
            if not self.uses.in_impulse(said.number, needed):
                yield f"no {_word(needed)} is reported in the impulse"
        ever = _IN_THE_LOG.get(said.rule.name, ())
        if said.found.rule == "WD-11A.5" and isinstance(said.act, Commit):
            ever = (Headquarters,)
        if said.found.rule == "WD-22.4":  # before that no roll releases anybody
            ever = (Garrison,)
        if ever and self.uses.ever.isdisjoint(ever):
            yield f"no {_word(ever[0])} is reported in the log"

    def _needed(self, said: Said) -> tuple[type[Line], ...]:
        """Return the lines that must be in use in the impulse."""
        if said.rule.name in _ELSEWHERE and said.position.phase not in _DIRECT_FIRE:
            return _ELSEWHERE[said.rule.name].get(said.position.phase, ())
        return _IN_THE_IMPULSE.get(said.rule.name, ())

    def _about_units(self, said: Said) -> Iterator[str]:
        """Yield what isn't known of the units concerned."""
        unit = getattr(said.act, "unit", getattr(said.act, "target", ""))
        named = (getattr(said.act, name, ()) for name in ("units", "firers"))
        units = {*said.found.evidence.units, unit, *(each for ids in named for each in ids)}
        yield from (self.hand[each] for each in sorted(units & self.hand.keys()))
        places = {*said.found.evidence.hexes, *self._places(units, said.position)}
        places |= {getattr(said.act, name, "") for name in ("target", "hex", "stack")}
        yield from (self.hexes[each] for each in sorted(places & self.hexes.keys()))
        going = said.position.going
        if going is not None and units & going.isolated and self._unsure_of_relief():
            yield "whether isolated units were freed from its effects isn't known"
        if said.rule.name in _BY_WAY and units & self.gaps:
            yield "its march isn't known hex by hex"

    def _unsure_of_relief(self) -> bool:
        """Tell whether units may have been freed from isolation without a line in the log."""
        return self.turn or Supply not in self.uses.ever

    def _places(self, units: set[str], position: Position) -> Iterator[str]:
        """Yield the numbers of the hexes where units stand, if any hex is doubtful."""
        for unit in sorted(units) if self.hexes else ():
            piece = position.piece(unit)
            if piece is not None and piece.at is not None:
                yield self.number(piece.at)

    def _on_record(self, act: Loss, position: Position) -> bool:
        """Tell whether something in the phase calls for a loss, or may have."""
        fight, unit = position.fight, act.unit
        if any((d.kind, d.unit, d.why) == (_LOSS, unit, act.why) for d in fight.duties):
            return True
        match act.why:
            case "fire":
                return any(each.target == unit for each in fight.attacks)
            case "barrage":
                return any(die.unit == unit for _, die in fight.dice)
            case "rout":
                return any(each.unit == unit for each in fight.checks)
            case "retreat":
                return unit in self.retreated
            case _:
                return True


def _relieves(act: Line) -> bool:
    """Tell whether a payment is one that is made between impulses."""
    return isinstance(act, Supply) and act.why == "relief"


def _word(type_: type[Line]) -> str:
    """Return a kind of line in words."""
    words = {Assault: "assault", Commit: "fire committed", BarrageDie: "barrage die"}
    words |= {Supply: "payment", Receive: "receipt of supply", Headquarters: "headquarters"}
    words |= {Morale: "morale check", Detect: "roll for detection"}
    return words.get(type_, verb_of(type_))
