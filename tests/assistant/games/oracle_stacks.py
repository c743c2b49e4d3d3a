"""A second, slow and literal implementation of rule 4: every grouping of a stack tried."""

from __future__ import annotations

from collections.abc import Iterator


def groupings(companies: list, whole: dict[str, set]) -> Iterator[int]:
    """Yield the number of battalion equivalents of every way to group companies."""
    if not companies:
        yield 0
        return
    first, *rest = companies
    yield from (1 + count for count in groupings(rest, whole))
    for i in range(len(rest)):
        yield from (1 + count for count in groupings(rest[:i] + rest[i + 1 :], whole))
    battalion = whole.get(first.battalion, set())
    if battalion and battalion <= set(companies):
        others = [one for one in rest if one not in battalion]
        yield from (1 + count for count in groupings(others, whole))


def german_fits(stack: list, whole: dict[str, set]) -> bool:
    """Tell whether a German stack fits, by trying every extra company and every grouping."""
    companies = [one for one in stack if one.company]
    for extra in [None, *companies]:
        rest = [one for one in stack if one is not extra]
        loose = [one for one in rest if one.company]
        formations = {one.formation for one in rest}
        for count in groupings(loose, whole):
            equivalents = count + len(rest) - len(loose)
            if equivalents <= 3 or (
                equivalents == 4 and len(formations) == 1 and "" not in formations
            ):
                return True
    return False


def soviet_fits(stack: list, roster: list) -> bool:
    """Tell whether a Soviet stack is part of a permitted combination drawn from a roster."""
    wanted = set(stack)
    engineers = [None, *(one for one in roster if one.engineer_brigade)]
    return any(
        wanted <= set(combination) | ({extra} if extra else set())
        for combination in combinations_of(roster)
        for extra in engineers
    )


def combinations_of(roster: list) -> Iterator[list]:
    """Yield every permitted combination of a roster, in the order of the rule."""
    yield from ([one] for one in roster)
    brigades = {one.formation for one in roster if one.formation_kind == "brigade"}
    for brigade in sorted(brigades):
        yield [one for one in roster if one.formation == brigade]
    army = [one for one in roster if one.artillery and not one.divisional]
    yield from ([a, b] for a in army for b in army)
    battalions = [one for one in roster if one.battalion_size]
    yield from ([a, b] for a in battalions for b in battalions)
    divisions = {one.formation for one in roster if one.formation_kind == "division"}
    for division in sorted(divisions):
        members = [one for one in roster if one.formation == division]
        guns = [one for one in members if one.artillery and one.battalion_size]
        regiments = [[one] for one in members if one.regiment_size] + [guns]
        for regiment in regiments:
            yield regiment
            yield from ([*regiment, one] for one in members if one.battalion_size)
