"""Goes through a game once: lines are judged and done, the counters followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from assistant.audit.act import ActRule
from assistant.audit.builtin import builtin_finding
from assistant.audit.finding import Finding, Moment, Verdict
from assistant.engine.events import (
    Acted,
    Event,
    Flipped,
    ImpulseDeclared,
    LossSet,
    Moved,
    PhaseStepped,
    Placed,
    Removed,
    Rolled,
    TurnStepped,
    Unread,
    WeatherSet,
)
from assistant.engine.stretch import Course, Stretch
from assistant.games.white_death.names import MOVEMENT
from assistant.games.white_death.play.supply.receipts import airdrops_due, receipts_due
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.record.closing import closed
from assistant.games.white_death.record.counters import Counters
from assistant.games.white_death.record.doubts import Doubts, Said
from assistant.games.white_death.record.late_steps import fitting_phases, in_time
from assistant.games.white_death.record.notes import noted
from assistant.games.white_death.record.uses import Uses
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.recorded import Told, position_of
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import Line
from builder.convention.line import (
    Assault,
    Bridge,
    Deploy,
    Entrain,
    Impulse,
    Move,
    Note,
    PhaseStep,
    Reequip,
    Retreat,
    SetUp,
    TurnStep,
    Weather,
)
from builder.hexgrid import Hex
from builder.model.game import Game

__all__ = ["judge_lines"]

_BY_DRAGS = (Move, SetUp)
"""Lines that aren't judged: what they tell the drags show."""
_TAKE_POINTS = (Assault, Bridge, Deploy, Entrain, Reequip)
"""Lines of acts that take movement points, or ask what was spent."""
_MOST_PHASES = 5_000
"""Phases that are looked at: more than any game has."""
_MOST_LINES = 1_000
"""Lines of a phase that are looked at: the same."""
_OF_DRAGS = frozenset({"garrison-moves"})
"""Names of rules that hold for marches by drags, too: where they begin and end is enough."""
_LEFT_OUT = frozenset({"weather-once-at-the-start", "loss-to-date"})
"""Names of rules about when something was done that a line may tell long after."""
_Rule = ActRule[Position, Ruleset]


def judge_lines(course: Course, game: Game) -> Iterator[Finding]:
    """Yield what the rules of acts say of the lines of a log, the kept ones too.

    Nothing is said of a log without lines but for the sequence of play, and of drags only what
    their ends settle (a garrison that moves). A verdict that rests on what the log leaves open is
    *not checkable*, and says why.

    Args:
        course: The game.
        game: The data.
    """
    course = replace(course, stretches=tuple(in_time(course.stretches, game)))
    uses = Uses(course)
    if uses.ever:
        yield from _Follower(course, game, uses).judged()


class _Follower:
    """Carries the position along."""

    def __init__(self, course: Course, game: Game, uses: Uses) -> None:
        """Begin where the log begins."""
        self._course, self._uses = course, uses
        self._rules = Ruleset(game, optional=uses.optional)
        self._state = course.start
        told = Told(scenario=course.scenario, pools=course.pools)
        self._position = position_of(course.start, self._rules, told).position
        scenario = game.scenarios.get(course.scenario)
        first = scenario is not None and self._position.number == scenario.first_turn
        begun = any(course.start.spent.values())
        self._doubts = Doubts(
            uses, game.phases, self._rules.number, before=not first or begun, turn=begun
        )
        self._stops: dict[str, list[Hex]] = {}
        self._began = self._position
        self._dragged: dict[str, int] = {}
        self._dirty: set[str] = set()
        self._phase = ""
        self._number = 0

    def judged(self) -> Iterator[Finding]:
        """Yield the findings in the order of the log."""
        for number, stretch in enumerate(self._course.stretches):
            if number >= _MOST_PHASES:
                yield _too_many(f"{_MOST_PHASES} phases", stretch.opener)
                return
            yield from self._open(stretch)
            self._number = number
            lines = [event for event in stretch.events if isinstance(event, Acted)]
            if len(lines) > _MOST_LINES:
                self._doubts.phase = "the phase has too many lines"
                yield _too_many(f"{_MOST_LINES} lines in a phase", lines[_MOST_LINES])
            beyond = frozenset(map(id, lines[_MOST_LINES:]))
            for event in stretch.events:
                if id(event) not in beyond:
                    yield from self._see(event)

    # --- declarations ----------------------------------------------------------------------

    def _open(self, stretch: Stretch) -> Iterator[Finding]:
        """End what was going on, and begin a stretch."""
        opener = stretch.opener
        line = _declared(opener)
        if line is not None and opener is not None:
            self._agree()
            yield from self._marches()
            yield from self._close(line, opener.step)
            if isinstance(line, Impulse):
                self._forget_pools()
            self._position = ACTS.apply(self._position, line, self._rules).position
            self._state = self._state.after(opener)
            if isinstance(line, TurnStep):
                self._state = replace(self._state, weather="")
                self._doubts.turn = False
        self._phase = stretch.phase
        self._doubts.phase = ""
        self._doubts.retreated.clear()
        if isinstance(opener, ImpulseDeclared | TurnStepped):
            self._doubts.forget()
        if isinstance(opener, Rolled):
            self._by_hand_dice()
        if stretch.guessed or (self._position.going is not None and not stretch.phase):
            self._doubts.impulse = "the impulse has no phase steps"
        elif stretch.phase and self._position.going is not None:
            self._position = replace(self._position, phase=stretch.phase)
        self._began = self._position
        self._dragged.clear()

    def _marches(self) -> Iterator[Finding]:
        """Yield what can be said of the drags of a movement phase that ends."""
        began, now = self._began, self._position
        for unit, step in self._dragged.items() if began.phase == MOVEMENT else ():
            first, last = began.piece(unit), now.piece(unit)
            ends = tuple(p.at for p in (first, last) if p is not None and p.at is not None)
            if len(ends) < 2 or ends[0] == ends[1] or now.side_of(unit) != now.phasing:
                continue
            march = Move(unit, tuple(map(self._rules.number, ends)))
            for rule, found in ACTS.judged(began, march, self._rules, names=_OF_DRAGS):
                yield from self._weighed(rule, found, march, step, self._moment())

    def _close(self, line: Impulse | PhaseStep | TurnStep, step: int) -> Iterator[Finding]:
        """Yield what was left undone in the phase, and in the impulse, that ends."""
        moment = self._moment()
        done = closed(self._position, line, self._rules, self._uses, self._number)
        self._doubts.hand |= dict.fromkeys(done.late, "it owed something from an earlier phase")
        if self._position.going is None:
            return
        for rule, found in done.findings:
            yield from self._weighed(rule, found, line, step, moment)

    def _forget_pools(self) -> None:
        """Take the points of pools for unknown whose receipts of the turn no line tells."""
        owed = {each.pool for each in receipts_due(self._position, self._rules)}
        owed |= {pool for pool, _ in airdrops_due(self._position, self._rules)}
        known = {pool: n for pool, n in self._position.pools.items() if pool not in owed}
        if len(known) < len(self._position.pools):
            self._position = replace(self._position, pools=known)

    # --- events ----------------------------------------------------------------------------

    def _see(self, event: Event) -> Iterator[Finding]:
        """Take in one event."""
        match event:
            case Acted(line=line, step=step):
                self._catch_up(line)
                yield from self._judge(line, step)
            case WeatherSet(now=now, die=die, forced=forced, step=step):
                self._catch_up()
                line = Weather(now, die, forced)
                if die:
                    yield from self._judge(line, step)
                else:
                    self._position = ACTS.apply(self._position, line, self._rules).position
                self._state = self._state.after(event)
            case Rolled():
                self._by_hand_dice()
            case Unread():
                self._doubts.phase = "an entry of the phase wasn't understood"
            case PhaseStepped():
                self._state = self._state.after(event)
            case Moved() | LossSet() | Flipped() | Placed() | Removed():
                self._touch(event)
            case _:
                pass

    def _touch(self, event: Moved | LossSet | Flipped | Placed | Removed) -> None:
        """Follow a change on the table; it is looked at when it matters."""
        unit = event.unit
        if not unit:
            return
        self._state = self._state.after(event)
        if event.told:
            return
        self._dirty.add(unit)
        if isinstance(event, Moved) and event.to.hex is not None:
            self._dragged[unit] = event.step
            self._stops.setdefault(unit, []).append(event.to.hex)

    def _by_hand_dice(self) -> None:
        """Note that dice were rolled that no line tells the purpose of."""
        self._doubts.phase = "dice were rolled by hand in the phase"

    def _judge(self, line: Line, step: int) -> Iterator[Finding]:
        """Judge an act and do it."""
        before = self._position
        if isinstance(line, Note):
            self._note(line)
        elif not isinstance(line, _BY_DRAGS):
            for rule, found in self._checked(line):
                yield from self._weighed(rule, found, line, step, self._moment())
            self._position = ACTS.apply(before, line, self._rules).position
            if isinstance(line, Retreat):
                self._doubts.retreated.add(line.unit)

    def _note(self, line: Note) -> None:
        """Do what a remark of the module tells."""
        done = noted(self._position, line, self._rules)
        self._position = done.position
        self._doubts.phase = self._doubts.phase or done.doubt
        if done.unit:
            self._doubts.by_hand(done.unit, "its assault was taken back")

    def _checked(self, line: Line) -> Iterator[tuple[_Rule, list[Finding]]]:
        """Yield every rule with its findings; in weather unknown what isn't so in any is open."""
        rules, position = self._rules, self._position
        if position.weather or isinstance(line, Weather):
            yield from ACTS.judged(position, line, rules)
            return
        skies = [replace(position, weather=sky) for sky in rules.game.weather]
        every = [dict(_by_name(ACTS.judged(each, line, rules))) for each in skies]
        for rule, found in ACTS.judged(skies[0], line, rules):
            others = [each.get(rule.name, []) for each in every]
            yield rule, [_in_all(finding, others) for finding in found]

    def _weighed(
        self, rule: _Rule, found: Iterable[Finding], line: Line, step: int, moment: Moment
    ) -> Iterator[Finding]:
        """Yield findings as far as they are sure: what isn't is open, or isn't told if kept."""
        if rule.name in _LEFT_OUT:
            return
        phases = fitting_phases(line, self._position.phasing, self._rules.game)
        for each in found:
            evidence = replace(each.evidence, steps=(step,))
            told = replace(each, step=step, moment=moment, name=rule.name, evidence=evidence)
            said = Said(rule, each, line, self._position, self._number, phases)
            why = self._doubts.about(said) if each.verdict is not Verdict.NOT_CHECKABLE else ""
            if not why:
                yield told
            elif each.verdict is not Verdict.KEPT:
                message = f"{each.message}: {why}"
                yield replace(told, verdict=Verdict.NOT_CHECKABLE, reading="", message=message)

    def _moment(self) -> Moment:
        """Return the moment of the game."""
        said, state = self._state.impulse, self._state
        if said is None:
            return Moment(turn=state.turn, phase=self._phase)
        return Moment(
            turn=state.turn,
            impulse=state.impulses,
            side=said.side,
            kind=said.kind,
            points=said.points,
            phase=self._phase,
        )

    # --- counters --------------------------------------------------------------------------

    def _catch_up(self, line: Line | None = None) -> None:
        """Take over what has changed on the table since the line before."""
        mine = getattr(line, "unit", "") if isinstance(line, _TAKE_POINTS) else ""
        for id_ in sorted(self._dirty):
            self._take(id_, priced=id_ == mine)
        self._dirty.clear()

    def _agree(self) -> None:
        """Make the position agree with every counter, at the end of a phase."""
        self._catch_up()
        counters = Counters(self._state, self._rules)
        for id_ in list(counters.differing(self._position)):
            self._take(id_)
        self._take_markers(counters)
        self._stops.clear()

    def _take(self, id_: str, *, priced: bool = False) -> None:
        """Take over one counter."""
        stops, counters = self._stops.pop(id_, ()), Counters(self._state, self._rules)
        if id_ in self._rules.game.markers:
            self._take_markers(counters)
            return
        taken = counters.take(id_, self._position, stops, priced=priced)
        self._position = taken.position
        if taken.by_hand:
            self._doubts.by_hand(id_, taken.by_hand, *map(self._rules.number, taken.where))
        if taken.gap:
            self._doubts.gap(id_)

    def _take_markers(self, counters: Counters) -> None:
        """Take over the bunkers and bridges."""
        self._position, changed = counters.markers(self._position)
        for each in changed:
            self._doubts.by_hand(each, "its counter was changed by hand")


def _too_many(what: str, event: Event | None) -> Finding:
    """Return that lines aren't judged, for there are more than any game has."""
    step = event.step if event is not None else 0
    return builtin_finding("LOG-1", step, f"more than {what}: the lines from here on aren't judged")


def _declared(opener: Event | None) -> Impulse | PhaseStep | TurnStep | None:
    """Return the line of a declaration, ``None`` for what is none."""
    match opener:
        case ImpulseDeclared(side=side, kind=kind, points=points, left=left):
            return Impulse(side, kind, points, left)
        case PhaseStepped(old=old, new=new):
            return PhaseStep(old, new)
        case TurnStepped(old=before, new=now):
            return TurnStep(before, now)
        case _:
            return None


def _by_name(
    judged: Iterable[tuple[_Rule, list[Finding]]],
) -> Iterator[tuple[str, list[Finding]]]:
    """Yield findings by the name of their rule."""
    for rule, found in judged:
        yield rule.name, found


def _in_all(finding: Finding, others: list[list[Finding]]) -> Finding:
    """Return a finding, open unless it has the same verdict in every weather."""
    alike = all(
        any(
            (each.rule, each.verdict, each.evidence.units)
            == (finding.rule, finding.verdict, finding.evidence.units)
            for each in found
        )
        for found in others
    )
    if alike or finding.verdict is Verdict.KEPT:
        return finding
    message = f"{finding.message}: the weather isn't known"
    return replace(finding, verdict=Verdict.NOT_CHECKABLE, reading="", message=message)
