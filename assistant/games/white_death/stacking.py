"""Rule 4: how many units may stand in a hex at the end of a phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from assistant.audit.finding import Evidence, Finding, Verdict
from assistant.engine.actions import PhaseEnd
from assistant.engine.state import Ply, State
from assistant.games.white_death.book import WD
from assistant.games.white_death.names import (
    COMMANDO,
    DECISION,
    ENGINEER,
    GERMAN,
    MOVEMENT,
    SOVIET,
    counted,
)
from builder.hexgrid import Hex
from builder.model.game import Formation, Game, Kind, Size, Unit
from builder.model.special import StackLimit

__all__ = [
    "Companies",
    "companies_of",
    "equivalents",
    "german_stack_fits",
    "misfit",
    "soviet_stack_fits",
]

Companies = Mapping[str, frozenset[str]]
"""Ids of companies by the key of their battalion."""

_EQUIVALENTS, _ARTILLERY, _BATTALIONS = "equivalents", "artillery", "battalions"
"""What the data count in a stack."""
_PAIR = 2
_DIVISION, _BRIGADE, _REGIMENT = "division", "brigade", "regiment"


@WD.rule(
    *("WD-4A.4", "WD-4A.1", "WD-4A.2", "WD-4A.3", "WD-4.1", "WD-4.2", "WD-4.4"),
    name="german-overstack",
    section="4A",
)
def german_overstack(ply: Ply, game: Game) -> Iterator[Finding]:
    """At most three battalion equivalents, or four of one division or brigade; one company more.

    Rule:
        4, 4A. Tested at the end of a phase for hexes that changed in it; a hex that broke the
        limit before is reported again only if somebody came.
    Evidence:
        The stack, those who came in the phase first; its battalion equivalents by the cheapest
        grouping.
    Not covered:
        Set-up (25.3).
    """
    yield from _checked(ply, game, GERMAN, "WD-4A.4", _german)


@WD.rule(
    *("WD-4B.1", "WD-4B.2", "WD-4B.3", "WD-4B.4", "WD-4B.5"),
    name="soviet-overstack",
    section="4B",
)
def soviet_overstack(ply: Ply, game: Game) -> Iterator[Finding]:
    """One of the permitted combinations, or a part of one, and one engineer brigade more.

    Rule:
        4, 4B with its erratum; battalions of a regiment are battalions (A-23).
    Evidence:
        The stack, those who came in the phase first.
    Not covered:
        Set-up (25.3).
    """
    yield from _checked(ply, game, SOVIET, "WD-4B.1", _soviet)


_Said = tuple[Verdict, str, str]
"""Verdict, reason in words, id of the ambiguity if disputed."""


def _checked(
    ply: Ply,
    game: Game,
    side: str,
    rule: str,
    judged: Callable[[Sequence[Unit], State, Game], _Said],
) -> Iterator[Finding]:
    """Yield a finding for every hex whose stack of a side changed in a phase."""
    end = ply.action
    if not isinstance(end, PhaseEnd) or end.impulse is None or _goes_on(end):
        return
    first, last = (_stacks(state, game, side) for state in (ply.before, ply.after))
    for cell in sorted(last):
        units = last[cell]
        if len(units) < 2 or units == first.get(cell):
            continue
        verdict, why, reading = judged(units, ply.after, game)
        if verdict is not Verdict.KEPT and not end.sure:
            verdict, why, reading = Verdict.NOT_CHECKABLE, f"{why}, if movement was over", ""
        if verdict is not Verdict.KEPT and any(_stopped(unit, end) for unit in units):
            why = f"{why}, unless a unit was stopped there by fire or found out"
            verdict, reading = Verdict.NOT_CHECKABLE, ""
        stood = first.get(cell, ())
        came = [unit.id for unit in units if unit not in stood]
        if verdict is not Verdict.KEPT and not came:
            had, _, _ = judged(stood, ply.before, game)
            if had in (verdict, Verdict.BROKEN):
                continue
        place = game.map.numbering.format(cell)
        name = game.side(side).name
        stayed = [unit.id for unit in units if unit in stood]
        yield Finding(
            rule=rule,
            verdict=verdict,
            step=end.step,
            message=f"the {name} stack in {place} {why}",
            evidence=Evidence(units=(*came, *stayed), hexes=(place,), steps=(end.step,)),
            reading=reading,
        )


def _stopped(unit: Unit, end: PhaseEnd) -> bool:
    """Tell whether a unit may not have stopped of its own will as it moved: 3A, 21C."""
    may_be = unit.kind is Kind.AFV or unit.type == COMMANDO
    return end.phase == MOVEMENT and may_be and (end.rolled or unit.id in end.rolled_for)


def _goes_on(end: PhaseEnd) -> bool:
    """Tell whether movement is still to come: the limits don't hold yet."""
    return end.phase in ("", DECISION) and end.next == MOVEMENT


def _stacks(state: State, game: Game, side: str) -> dict[Hex, tuple[Unit, ...]]:
    """Return the units of a side by hex, in the order of their ids."""
    found: dict[Hex, tuple[Unit, ...]] = {}
    for id_ in sorted(state.counters):
        unit, cell = game.units.get(id_), state.counters[id_].place.hex
        if unit is not None and unit.side == side and cell is not None:
            found[cell] = (*found.get(cell, ()), unit)
    return found


# --- 4A ------------------------------------------------------------------------------------


def _german(units: Sequence[Unit], state: State, game: Game) -> _Said:
    """Judge a German stack; a battalion's companies count together if no other is in play."""
    known = [id_ for id_ in state.counters if id_ in game.units]
    on_map = companies_of(game, (i for i in known if state.counters[i].place.hex is not None))
    fits = german_stack_fits(units, game, on_map)
    count = equivalents(units, on_map, game)
    told = f"has {count} battalion equivalents"
    if fits != german_stack_fits(units, game, companies_of(game, known)):
        why = f"{told}, if its battalions' companies off the map are out of play"
        return Verdict.NOT_CHECKABLE, why, ""
    if fits != german_stack_fits(units, game, companies_of(game, game.units)):
        other = "A-22"
        why = f"{told}, counting as whole a battalion whose other companies are lost"
        return Verdict.DISPUTED, why, other
    if fits:
        return Verdict.KEPT, told, ""
    ways = " or ".join(limit.name.lower() for limit in _limits(game, GERMAN))
    extra = game.special.stack_additions[GERMAN].most
    most = f"at most {ways}, and {counted(extra, 'company')}"
    return Verdict.BROKEN, f"{told}; {most} may stand there", ""


def companies_of(game: Game, units: Iterable[str]) -> Companies:
    """Return the companies among units by the key of their battalion."""
    found: dict[str, frozenset[str]] = {}
    for id_ in units:
        key = game.units[id_].battalion
        if key:
            found[key] = found.get(key, frozenset()) | {id_}
    return found


def german_stack_fits(units: Sequence[Unit], game: Game, in_play: Companies) -> bool:
    """Tell whether a German stack is within the limits.

    Args:
        units: The stack.
        game: Formations.
        in_play: The companies in play by the key of their battalion.
    """
    companies = [unit for unit in units if unit.size is Size.COMPANY]
    spared = range(game.special.stack_additions[GERMAN].most + 1)
    for extra in (chosen for number in spared for chosen in combinations(companies, number)):
        rest = [unit for unit in units if unit not in extra]
        count = equivalents(rest, in_play, game)
        for limit in _limits(game, GERMAN):
            within = count <= limit.most[_EQUIVALENTS]
            if within and not (limit.same and rest and not _of_one_formation(rest, game)):
                return True
    return False


def _limits(game: Game, side: str) -> tuple[StackLimit, ...]:
    """Return the ways in which a side may fill a hex."""
    return tuple(limit for limit in game.special.stack_limits if limit.side == side)


def _most(game: Game, what: str) -> int:
    """Return how many of something alone may be in a Soviet stack."""
    return next(limit.most[what] for limit in _limits(game, SOVIET) if set(limit.most) == {what})


def _of_one_formation(units: Sequence[Unit], game: Game) -> bool:
    """Tell whether all units bear the id of one division or brigade."""
    formation = _formation(units[0], game)
    return (
        formation is not None
        and formation.divisional
        and all(unit.parent == formation.id for unit in units)
    )


def equivalents(units: Sequence[Unit], in_play: Companies, game: Game) -> int:
    """Return the least number of battalion equivalents that units make, none left out.

    A battalion is one, any two companies are one, all companies of a battalion are one; a
    company left over is one too.
    """
    pair = game.special.stack_additions[GERMAN].companies
    companies = [unit for unit in units if unit.size is Size.COMPANY]
    whole = _whole_battalions(companies, in_play)
    least = len(companies)
    for number in range(len(whole) + 1):
        for chosen in combinations(whole, number):
            loose = len(companies) - sum(chosen)
            least = min(least, number - (-loose // pair))
    return len(units) - len(companies) + least


def _whole_battalions(companies: Sequence[Unit], in_play: Companies) -> list[int]:
    """Return the sizes of the battalions of which every company in play is in the stack."""
    here = {unit.id for unit in companies}
    keys = sorted({unit.battalion for unit in companies if unit.battalion})
    return [
        sum(unit.battalion == key for unit in companies)
        for key in keys
        if in_play.get(key, frozenset()) <= here
    ]


# --- 4B ------------------------------------------------------------------------------------


def _soviet(units: Sequence[Unit], state: State, game: Game) -> _Said:
    """Judge a Soviet stack."""
    del state
    found = _combination(units, game)
    if found:
        return Verdict.KEPT, f"is {found}", ""
    if soviet_stack_fits(units, game, battalions_as_regiment=True):
        why = "fits only if the battalions of a regiment stack as a regiment"
        return Verdict.DISPUTED, why, "A-23"
    return Verdict.BROKEN, misfit(units, game), ""


def soviet_stack_fits(
    units: Sequence[Unit], game: Game, *, battalions_as_regiment: bool = False
) -> bool:
    """Tell whether a Soviet stack is a permitted combination or a part of one.

    Args:
        units: The stack.
        game: Formations.
        battalions_as_regiment: Whether A-23 is read the other way.
    """
    return bool(_combination(units, game, as_regiment=battalions_as_regiment))


def _combination(units: Sequence[Unit], game: Game, *, as_regiment: bool = False) -> str:
    """Return what permitted combination a stack is, or is a part of; empty if of none."""
    brigades = [u for u in units if u.type == ENGINEER and u.size is Size.BRIGADE]
    for extra in (None, *brigades):
        rest = [unit for unit in units if unit is not extra]
        more = f" and {_ENGINEERS}" if extra is not None else ""
        if len(rest) <= 1:
            return f"one unit{more}"
        for name, fits in _COMBINATIONS.items():
            if fits(rest, game, as_regiment):
                return f"{name}{more}"
    return ""


def misfit(units: Sequence[Unit], game: Game) -> str:
    """Return why a stack is no permitted combination: the one unit too many, if it is one."""
    without = ((unit, _combination([u for u in units if u is not unit], game)) for unit in units)
    spare = [(unit.label, rest) for unit, rest in without if rest] if len(units) > _PAIR else []
    why = f"; without {spare[0][0]} it would be {spare[0][1]}" if len(spare) == 1 else ""
    permitted = ", ".join(_COMBINATIONS)
    return f"matches nothing permitted ({permitted}; to any of them {_ENGINEERS}){why}"


def _one_brigade(units: Sequence[Unit], game: Game, as_regiment: bool) -> bool:  # noqa: FBT001
    """Tell whether all units are of one brigade."""
    del as_regiment
    formation = _shared(units, game)
    return formation is not None and formation.kind == _BRIGADE


def _two_guns(units: Sequence[Unit], game: Game, as_regiment: bool) -> bool:  # noqa: FBT001
    """Tell whether these are two artillery units, neither of a division."""
    del as_regiment
    guns = all(unit.artillery and not _divisional(unit, game) for unit in units)
    return len(units) <= _most(game, _ARTILLERY) and guns


def _regiment_and_battalion(units: Sequence[Unit], game: Game, as_regiment: bool) -> bool:  # noqa: FBT001
    """Tell whether units of one division are a regiment, or one and a battalion."""
    formation = _shared(units, game)
    if formation is None or formation.kind != _DIVISION:
        return as_regiment and formation is not None and formation.kind == _REGIMENT
    battalions = [unit for unit in units if unit.size is Size.BATTALION]
    for extra in (None, *battalions):
        rest = [unit for unit in units if unit is not extra]
        guns = all(unit.artillery and unit.size is Size.BATTALION for unit in rest)
        tanks = all(u.kind is Kind.AFV and u.size is Size.BATTALION for u in rest)
        one = len(rest) == 1 and rest[0].size is Size.REGIMENT
        if one or guns or (as_regiment and tanks):
            return True
    return False


def _two_battalions(units: Sequence[Unit], game: Game, as_regiment: bool) -> bool:  # noqa: FBT001
    """Tell whether these are two battalions, of whatever formations."""
    del as_regiment
    battalions = all(unit.size is Size.BATTALION for unit in units)
    return len(units) <= _most(game, _BATTALIONS) and battalions


_COMBINATIONS: Mapping[str, Callable[[Sequence[Unit], Game, bool], bool]] = {
    "units of one brigade": _one_brigade,
    "two artillery units of no division": _two_guns,
    "a regiment and a battalion of its division": _regiment_and_battalion,
    "two battalions": _two_battalions,
}
"""What two or more units may stand together, each by its name: 4B.1."""
_ENGINEERS = "an engineer brigade"
"""What each of them may have besides: 4B.2."""


def _shared(units: Sequence[Unit], game: Game) -> Formation | None:
    """Return the formation that all units are of, ``None`` if there is no such one."""
    first = _formation(units[0], game)
    same = first is not None and all(unit.parent == first.id for unit in units)
    return first if same else None


def _divisional(unit: Unit, game: Game) -> bool:
    """Tell whether a unit is a divisional one: 2.4, 2.5."""
    formation = _formation(unit, game)
    return formation is not None and formation.divisional


def _formation(unit: Unit, game: Game) -> Formation | None:
    """Return the formation that a unit's counter names."""
    return game.formations.get(unit.parent)
