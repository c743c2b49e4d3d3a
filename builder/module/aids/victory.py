"""Victory points: what is recorded for each item of the scenario, and their sum.

A line adds to what was recorded for its item before. The items are those of all scenarios; in a
game that says which one it is, its own are offered, and the level that the sum makes.

Source: :class:`builder.model.scenario.Victory`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from builder import convention
from builder.convention.line import Victory
from builder.model.game import Game
from builder.model.scenario import (
    Award,
    BunkerAward,
    IsolationAward,
    Level,
    LossAward,
    Scenario,
    SurvivorAward,
    TownAward,
)
from builder.module.aids.aid import Aid, Button
from builder.module.aids.offer import offered, picked
from builder.module.aids.writing import (
    action,
    fitting,
    may_press,
    quoted,
    refusal,
    reported,
    said,
    scratch,
    setting,
    stage,
    trigger,
)
from builder.vassal.changer import assign, choose, prompt
from builder.vassal.keystroke import named
from builder.vassal.trait import Trait

__all__ = ["LEVEL", "TOTAL", "items", "level_word", "recorded", "victory", "victory_points"]

TOTAL, LEVEL = "total", "level"
"""What is chosen besides the items: the sum of all, and the level that it makes."""
_KEY = "wuVictory"
_ASKED, _ITEM = scratch("VictoryWhat"), scratch("VictoryItem")
_TYPED, _SUM, _LEVEL = scratch("VictoryTyped"), scratch("VictorySum"), scratch("VictoryLevel")
_POINTS = "-?[1-9][0-9]{0,2}"


def items(game: Game, *scenarios: Scenario) -> dict[str, str]:
    """Return the items of scenarios: what people call them by what lines do."""
    victories = [each.victory for each in scenarios if each.victory is not None]
    return dict(_named(game, award) for victory in victories for award in victory.awards)


def _named(game: Game, award: Award) -> tuple[str, str]:
    """Return what lines and people call the points of an award."""
    match award:
        case LossAward(side=side, isolated=isolated):
            word, more = ("-isolated", " while isolated") if isolated else ("", "")
            found = f"losses{word}-{side}", f"{game.side(side).name} losses{more}"
        case BunkerAward():
            found = "bunkers", "Bunkers"
        case TownAward(each_impulse=each_impulse):
            along = "railway", "Towns of the railway, each impulse"
            found = along if each_impulse else ("towns", "Towns at the end")
        case IsolationAward(place=place):
            found = "isolation", f"Isolation of {place}"
        case SurvivorAward():
            found = "survivors", "Survivors"
    return found


def level_word(level: Level) -> str:
    """Return the name of a level as lines write it."""
    return level.name.lower().replace(" ", "-")


def recorded(item: str) -> str:
    """Return the module property with the points recorded for an item."""
    return f"WUvictory_{re.sub('[^A-Za-z0-9]', '_', item)}"


def victory_points(game: Game) -> str:
    """Return the expression of all points recorded, empty if no scenario gives any."""
    names = [recorded(item) for item in items(game, *game.scenarios.values())]
    return f"({'+'.join(names)})" if names else ""


def victory(game: Game) -> Aid:
    """Return the record of victory points."""
    known = items(game, *game.scenarios.values())
    if not known:
        return Aid()
    names = (_ASKED, _ITEM, _TYPED, _SUM, _LEVEL)
    return Aid(
        properties=dict.fromkeys(names, "") | {recorded(item): "0" for item in (*known, TOTAL)},
        umpire=(*_asked(game), *_summed(game), *_done(known)),
        buttons=(Button("Victory", _KEY, "Record victory points", "Q", menu="More acts"),),
    )


def _asked(game: Game) -> Iterator[Trait]:
    """Yield the choice of the item: a list for each set of them, one for an unknown scenario."""
    known = items(game, *game.scenarios.values())
    lists: dict[tuple[str, ...], list[str]] = {}
    for scenario in game.scenarios.values():
        lists.setdefault(tuple(items(game, scenario)), []).append(scenario.id)
    asks = [("VictoryNone", assign("")), ("VictoryAsk", _list(known))]
    tests = []
    do = ("VictoryPick", "VictoryMore")
    for number, (own, ids) in enumerate(lists.items()):
        asks.append((f"VictoryAsk{number}", _list({item: known[item] for item in own})))
        tests.append("||".join(f"{convention.SCENARIO}=={quoted(id_)}" for id_ in ids))
        yield trigger(action("VictoryList"), tests[-1], f"VictoryAsk{number}", *do)
    yield trigger(action("VictoryList"), f"!({'||'.join(tests)})", "VictoryAsk", *do)
    yield setting(_ASKED, *asks)
    names = known | {TOTAL: "Total", LEVEL: "Level"}
    yield setting(_ITEM, ("VictoryPick", assign(f"{{{picked(_ASKED, names)}}}")))
    yield setting(
        _TYPED,
        ("VictoryNone", assign("")),
        ("VictoryType", prompt("How many points, less than 0 to take some back?")),
    )
    start = ("VictoryNone", "VictorySum", "VictoryLevel", "VictoryList")
    yield trigger(named(_KEY), may_press(game), *start)


def _list(known: Mapping[str, str]) -> str:
    """Return the prompt for items, with what is recorded for each."""
    shown = [offered(name, recorded(item)) for item, name in known.items()]
    return choose("Points for what?", *shown, offered("Total", _SUM), offered("Level", _LEVEL))


def _summed(game: Game) -> Iterator[Trait]:
    """Yield the sum of all points, and the level that it makes."""
    yield from stage("VictorySum", VictorySum=victory_points(game))
    steps = []
    for scenario in game.scenarios.values():
        levels = scenario.victory.levels if scenario.victory is not None else ()
        bands = "".join(
            f"{_SUM}<={each.high}?{quoted(level_word(each))}:"
            if each.high is not None
            else quoted(level_word(each))
            for each in levels
        )
        if bands:
            steps.append(f"{convention.SCENARIO}=={quoted(scenario.id)}?({bands}):")
    yield from stage("VictoryLevel", VictoryLevel=f'({"".join(steps)}"")')


def _done(known: Mapping[str, str]) -> Iterator[Trait]:
    """Yield refusals, the lines, and what is recorded."""
    yield refusal("VictoryBad", '"Not recorded: no whole number of points other than 0."')
    yield refusal("VictorySame", '"Not recorded: the total is recorded already."')
    yield refusal("VictoryWhich", '"Not recorded: the scenario is not known."')
    more, check = action("VictoryMore"), action("VictoryCheck")
    own = f'{_ITEM}!=""&&{_ITEM}!="{TOTAL}"&&{_ITEM}!="{LEVEL}"'
    yield trigger(more, own, "VictoryType", "VictoryCheck")
    good = fitting(_TYPED, _POINTS)
    yield trigger(check, f'"#"+{_TYPED}!="#"&&!{good}', "VictoryBad")
    for number, item in enumerate(known):
        book = f"VictoryBook{number}"
        points = f"{{{recorded(item)}+{_TYPED}}}"
        yield setting(recorded(item), (book, assign(points)))
        yield trigger(check, f"{good}&&{_ITEM}=={quoted(item)}", "VictorySay", book)
    yield reported("VictorySay", said(Victory, {"item": _ITEM, "points": _TYPED}))
    yield from _results(more)


def _results(more: str) -> Iterator[Trait]:
    """Yield the record of the total and of the level."""
    missing = f"{_SUM}-{recorded(TOTAL)}"
    total = f'{_ITEM}=="{TOTAL}"'
    yield trigger(more, f"{total}&&{missing}==0", "VictorySame")
    yield trigger(more, f"{total}&&{missing}!=0", "VictorySayTotal", "VictoryTotal")
    yield reported("VictorySayTotal", said(Victory, {"item": _ITEM, "points": missing}))
    yield setting(recorded(TOTAL), ("VictoryTotal", assign(f"{{{_SUM}}}")))
    level = f'{_ITEM}=="{LEVEL}"'
    yield trigger(more, f'{level}&&{_LEVEL}==""', "VictoryWhich")
    yield trigger(more, f'{level}&&{_LEVEL}!=""', "VictorySayLevel")
    yield reported("VictorySayLevel", said(Victory, {"item": _LEVEL, "points": _SUM}))
