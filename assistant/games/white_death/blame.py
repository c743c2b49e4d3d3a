"""Which rule an illegal march breaks: rules are set aside one at a time until a way opens.

If a way opens both by setting a ban aside and by giving the unit more points, the more
direct of the two ways tells what happened: a player drags a counter straight to its goal.
Barred ground is seen on the map, though, so who had a way round it at a little more than
the points is held to have gone round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from assistant.engine.movement import PARTS, Route
from assistant.games.white_death.case import Case
from assistant.games.white_death.view import CHARGED, STRUCTURAL, View
from builder.hexgrid import Hex

__all__ = ["Blame", "blame"]

_POINTS = "WD-6A.2"
_DEPLOYING, _STILL_DEPLOYED = "WD-6B.2", "WD-6B.3"
_OF_GROUND = frozenset({"WD-7.9", "WD-7.12", "WD-16B.1"})
_LITTLE_MORE = 2
"""Times the allowance: up to here a way round is a way a player may have meant."""
_FAR = 5 * PARTS
"""Parts beyond the allowance: a legal way at more than that tells nothing beside a ban."""
_OF_ZOC = frozenset({"WD-3.3", "WD-3B.1", "WD-3C.1"})


@dataclass(frozen=True, slots=True)
class Blame:
    """The rule in the way, and the way it would have been without it.

    Args:
        rule: Its id.
        route: The cheapest way with the rule set aside.
        where: The hex in which the rule bites, ``None`` if it is the sum that does.
        holders: Data ids of the enemies whose ZOC it is.
        dear: Whether the way is beyond the allowance besides.
    """

    rule: str
    route: Route
    where: Hex | None = None
    holders: tuple[str, ...] = ()
    dear: bool = False


def blame(case: Case, view: View) -> Blame:
    """Return the rule that an illegal march breaks under a view."""
    telling = case.trek(replace(view, aside=frozenset(STRUCTURAL))).view.aside
    bans = [rule for rule in STRUCTURAL if rule in telling]
    if case.trek(view).shut(case.stops):
        return _many(case, view, bans)
    by_ban = _shortest(_lifted(case, view, bans, bound=True))
    far = max(_LITTLE_MORE * case.left, case.left + _FAR) if by_ban is not None else None
    by_points = case.route(view, limit=far, bound=far is not None)
    if by_ban is not None and (by_points is None or _tells(case, *by_ban, by_points)):
        return _located(case, view, *by_ban)
    if by_points is not None:
        return _charged(case, view, by_points)
    both = _shortest(_lifted(case, view, bans, bound=False))
    if both is not None:
        return replace(_located(case, view, *both), dear=True)
    return _many(case, view, bans)


def _tells(case: Case, rule: str, banned: Route, dear: Route) -> bool:
    """Tell whether a ban explains a march better than the legal way that costs too much."""
    near = dear.cost <= _LITTLE_MORE * case.left
    direct = len(banned.hexes) < len(dear.hexes)
    return direct and not (near and rule in _OF_GROUND)


def _lifted(case: Case, view: View, bans: list[str], *, bound: bool) -> Iterator[tuple[str, Route]]:
    """Yield every ban whose lifting opens a way, with that way."""
    for rule in bans:
        route = case.route(replace(view, aside=frozenset({rule})), bound=bound)
        if route is not None:
            yield rule, route


def _shortest(found: Iterator[tuple[str, Route]]) -> tuple[str, Route] | None:
    """Return the way of fewest hexes; of equal ones the first."""
    return min(found, key=lambda pair: len(pair[1].hexes), default=None)


def _charged(case: Case, view: View, dearest: Route) -> Blame:
    """Return the charge without which the march would fit, else the sum itself."""
    if case.deploying and case.route(view, limit=case.allowance):
        still = case.ply.before.counters[case.unit.id].back
        return Blame(_STILL_DEPLOYED if still else _DEPLOYING, dearest)
    if case.route(replace(view, aside=frozenset(CHARGED))) is None:
        return Blame(_POINTS, dearest)
    for rule in CHARGED:
        route = case.route(replace(view, aside=frozenset({rule})))
        if route is not None:
            return Blame(rule, route)
    return Blame(_POINTS, dearest)


def _located(case: Case, view: View, rule: str, route: Route) -> Blame:
    """Return the blame with the first hex of the way where the rule bites."""
    trek = case.trek(view)
    cells = route.hexes
    for number, (cell, to) in enumerate(pairwise(cells), start=2):
        if trek.breaks(rule, cell, to, last=number == len(cells)):
            holders = trek.holders(to) if rule in _OF_ZOC else ()
            return Blame(rule, route, to, tuple(hold.unit for hold in holders))
    return Blame(rule, route)


def _many(case: Case, view: View, bans: list[str]) -> Blame:
    """Return the first of several bans that a march breaks at once."""
    for kept in (frozenset({"WD-6A.4"}), frozenset[str]()):
        route = case.route(replace(view, aside=frozenset(STRUCTURAL) - kept), bound=False)
        if route is not None:
            break
    else:  # no map is cut in two; an island would be
        return Blame(_POINTS, Route((case.trek(view).start(case.origin),), 0))
    found = [_located(case, view, rule, route) for rule in bans]
    biting = [one for one in found if one.where is not None]
    occupied = [one for one in biting if one.rule == "WD-6A.4"]
    first = min(
        occupied or biting,
        key=lambda one: route.hexes.index(one.where or case.origin),
        default=Blame(_POINTS, route),
    )
    return replace(first, dear=route.cost > case.left)
