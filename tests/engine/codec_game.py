"""A position and a log with every command we write, for the module of ``every_trait``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from builder.vassal import AddPiece, ChangePiece, MovePiece, Piece, RemovePiece, Stack, Trait
from builder.vassal.command import (
    AddPlayer,
    Alert,
    BoardPlacement,
    Chat,
    Clock,
    ClockControl,
    DeckPlaces,
    DiceMail,
    EventList,
    ExtensionUsed,
    Flare,
    LineOfSight,
    LoadDeck,
    LockedOptions,
    Null,
    Plain,
    PlayClip,
    PluginUsed,
    PrivateNote,
    PublicNotes,
    RemovePlayer,
    RestoreProperty,
    ScenarioNotes,
    SecretNote,
    SelectBoards,
    SetPersistentProperty,
    SetProperty,
    SetupStack,
    ShowDice,
    StartupKey,
    Turn,
    Undo,
    Unknown,
    Unmask,
    VersionCheck,
)
from builder.vassal.trait import (
    BasicPiece,
    Deck,
    Mask,
    MatCargo,
    NonStacking,
    ReturnToDeck,
)
from tests.engine.every_trait import (
    BOTH_BOARDS,
    DECK,
    HAND,
    MAP,
    MASK,
    OFFICE,
    RETURN,
    SIDE_MAP,
    SOLDIER,
    SUIT,
    TRAITS,
)

__all__ = ["ME", "OPPONENT", "Desk", "position", "steps"]

ME, OPPONENT = "probe", "pw/of;Bo"
"""Player ids; the first is that of the probe itself."""

LOOSE = ("Mat", "MatCargo", "NonStacking")


@dataclass
class Desk:
    """The pieces as commands leave them; each method returns the command it did."""

    pieces: dict[str, Piece] = field(default_factory=dict)

    def add(self, id_: str, *traits: Trait) -> AddPiece:
        """Put a piece, stack or deck into the game."""
        piece = self.pieces[id_] = Piece.of(*traits)
        return AddPiece(id_, piece.type, piece.state)

    def stack(self, id_: str, *members: str) -> AddPiece:
        """Put pieces, which lie there already, into a stack."""
        return self.add(id_, Stack(*self.pieces[members[0]].position, members, -1))

    def change(self, id_: str, *traits: Trait, old: bool = True) -> ChangePiece:
        """Replace traits of a piece by others of their class."""
        before = self.pieces[id_]
        fresh = {type(each): each for each in traits}
        piece = self.pieces[id_] = Piece.of(
            *(fresh.get(type(each), each) for each in before.parsed)
        )
        return ChangePiece(id_, piece.state, before.state if old else None)

    def move(self, id_: str, where: str, x: int, y: int, under: str | None = None) -> MovePiece:
        """Drag a piece or a stack."""
        piece = self.pieces[id_]
        old = piece.position
        self.pieces[id_] = piece.at(where, x, y)
        inner = piece.inner
        moved = inner.members if isinstance(inner, Stack) else (id_,)
        for member in moved:
            self.pieces[member] = self.pieces[member].at(where, x, y)
        home = None if under is None else self._home(under)
        if not isinstance(inner, Stack):
            self._fill(self._home(id_), lambda members: [each for each in members if each != id_])
        elif home:
            self._fill(id_, lambda _: ())
        if home and under:
            self._fill(home, lambda members: _above(members, under, moved))
        return MovePiece(id_, where, x, y, under, *old, None, ME)

    def _home(self, id_: str) -> str | None:
        """Find the stack or deck that a piece lies in."""
        for home, piece in self.pieces.items():
            inner = piece.inner
            if isinstance(inner, Stack | Deck) and id_ in inner.members:
                return home
        return None

    def _fill(self, home: str | None, change: Callable[[Sequence[str]], Sequence[str]]) -> None:
        """Change what lies in a stack or deck, as a move does without saying so."""
        if home is not None:
            inner = self.pieces[home].inner
            assert isinstance(inner, Stack | Deck)
            self.pieces[home] = Piece.of(replace(inner, members=tuple(change(inner.members))))

    def remove(self, id_: str) -> RemovePiece:
        """Take a piece out of the game."""
        del self.pieces[id_]
        return RemovePiece(id_)


def _above(members: Sequence[str], under: str, moved: Sequence[str]) -> Sequence[str]:
    at = members.index(under) + 1
    return [*members[:at], *moved, *members[at:]]


def position(desk: Desk) -> list[Plain]:
    """Return a setup, for a desk that is still empty."""
    return [
        AddPlayer(ME, "Probe", "Red"),
        AddPlayer(OPPONENT, "Bo; the/2nd, \u0416", "Blue"),
        AddPlayer("pw-3", "Cy <&>", "<observer>"),
        *_gallery(desk),
        *_table(desk),
        SetupStack(),
        BOTH_BOARDS,
        SelectBoards(SIDE_MAP, (BoardPlacement("North", reversed=True),)),
        RestoreProperty("VP", "2"),
        RestoreProperty("Rain; now", "a;b\tc\\d'e"),
        RestoreProperty("Night", "dark/1", MAP),
        RestoreProperty(FOG, "thick", ""),
        Turn("TurnTracker0", "0|1943;0;false;-1;1\\;0\\;0\\;true,true"),
        ScenarioNotes("First; line|second\twith tab"),
        PublicNotes("Public|notes/\\here"),
        PrivateNote(ME, "mine; only|yes"),
        PrivateNote(OPPONENT, "his"),
        SecretNote("One; two", ME, hidden=True, text="plan|B", more=(DATE, "Probe")),
        SecretNote("Shown", OPPONENT, hidden=False, text="seen\tby all", more=(DATE, "Bo")),
        Unmask((OPPONENT,)),
        LineOfSight("LOS_Thread0", 10, 20, 300, 400, persisting=True, mirroring=False, reset=False),
        StartupKey("SGKC0", applied=True),
        Clock("", "Red", 61_000, 60_000, ticking=False, restore=True),
        Clock("", "Blue", 5_000, 4_000, ticking=False, restore=True),
        ClockControl(showing=False, online=False),
        *IGNORED,
    ]


DATE = "05/03/2021 1:02 PM"
FOG = f"Fog\tZone of West\tWest\t{MAP}"
"""How a save names a property of a zone."""
IGNORED: tuple[Plain, ...] = (
    PluginUsed("A plugin", "1.0"),
    LockedOptions("Options", "Probe", "secret", "yesterday"),
    EventList("1,probe,joined|"),
    DiceMail("nobody@example.org"),
    Alert("Old; engines only"),
    VersionCheck("runningVassalVersion<2.9.8", "ALERT\\\tno"),
    Null("null"),
    Unknown("bd\tsomething of a module's own"),
)
"""Commands of parts that this module or engine lacks: it passes over them."""


def _gallery(desk: Desk) -> Iterator[Plain]:
    """Yield a piece of every trait, one of all together, and one deeper than any."""
    for at, trait in enumerate(TRAITS):
        id_ = f"t{at}"
        x, y = 40 + 60 * (at % 10), 330 + 80 * (at // 10)
        extra = [trait]
        if isinstance(trait, MatCargo):
            id_ = "cargo"
        basic = BasicPiece("a.png", f"{type(trait).__name__}; {at}/x", str(100 + at), MAP, x, y)
        saved = (("OldLocationName", f"0{at};"), ("OldMap", SIDE_MAP))
        yield desk.add(id_, *extra, replace(basic, saved=saved))
        if type(trait).__name__ not in LOOSE:
            yield desk.stack(f"s-{id_}", id_)
    every = [each for each in TRAITS if type(each).__name__ not in LOOSE]
    yield desk.add("all", *every, BasicPiece("a.png", "All", "7", MAP, 700, 330))
    yield desk.stack("s-all", "all")
    deep = [replace(SUIT, values=(f"{level};", "\\/'\tx")) for level in range(60)]
    yield desk.add("deep", *deep, BasicPiece("a.png", "De/ep", "8", MAP, 760, 330))
    yield desk.stack("s-deep", "deep")


def _soldier(desk: Desk, id_: str, where: str, x: int, y: int, *changed: Trait) -> AddPiece:
    fresh = {type(each): each for each in changed}
    traits = [fresh.get(type(each), each) for each in SOLDIER]
    return desk.add(id_, *traits, BasicPiece("a.png", f"Soldier {id_}", "2", where, x, y))


def _table(desk: Desk) -> Iterator[Plain]:
    """Yield what the log plays with: soldiers, stacks, hidden and masked ones, a deck, a hand."""
    _, hits, step, _, label, mask, hidden, _ = SOLDIER
    off = replace(step, level="-1")
    yield _soldier(desk, "1", MAP, 134, 150)
    yield _soldier(desk, "2", MAP, 134, 150, off, replace(label, text=""))
    yield _soldier(desk, "3", MAP, 134, 150, replace(hits, value="-1"))
    yield desk.stack("s1", "1", "2", "3")
    yield _soldier(desk, "4", MAP, 238, 150, replace(mask, state="Red;|0"))
    yield _soldier(desk, "5", MAP, 238, 150, replace(mask, state="Blue;|0"))
    yield desk.stack("s4", "4", "5")
    yield _soldier(desk, "6", MAP, 342, 150, replace(hidden, state="Red"))
    yield _soldier(desk, "7", MAP, 342, 150, replace(hidden, state="Blue"))
    yield desk.stack("s6", "6", "7")
    yield _soldier(desk, "8", SIDE_MAP, 90, 150)
    yield desk.stack("s8", "8")
    yield desk.add("fort", NonStacking(), BasicPiece("a.png", "Fort", "5", MAP, 446, 150))
    for id_, where in (("in hand", HAND), ("in office", OFFICE)):
        yield desk.add(id_, SUIT, BasicPiece("a.png", id_, "1", where, 60, 60))
        yield desk.stack(f"s {id_}", id_)
    home = ReturnToDeck("Give back", RETURN, select=False, expression=DECK.name)
    cards = [f"card {number}" for number in range(1, 6)]
    for id_ in cards:
        mine = f"{ME};|0" if id_ == "card 5" else "null;"
        masked = Mask(MASK, "a.png", access="player:", state=mine)
        yield desk.add(id_, home, masked, BasicPiece("a.png", id_, "4", MAP, 800, 600))
    yield desk.add(
        "deck", replace(DECK, map=MAP, x=800, y=600, face_down=True, members=tuple(cards[:4]))
    )
    desk.pieces["card 5"] = desk.pieces["card 5"].at(MAP, 800, 480)


def steps(desk: Desk) -> Iterator[Sequence[Plain]]:
    """Yield the steps of a log, for the desk that :func:`position` left."""
    yield [Chat("&lt;Probe&gt; - Good day; /\\ \u0416 <b>bold</b>")]
    yield from _moves(desk)
    yield from _changes(desk)
    yield from _cards(desk)
    yield from _undone(desk)
    yield from _rest()
    for command in IGNORED[:-2]:
        yield [command]
    yield [Chat("* The end *")]


def _moves(desk: Desk) -> Iterator[Sequence[Plain]]:
    moved = replace(SOLDIER[0], moved="true")
    # a piece out of a stack onto empty ground: a stack of its own follows
    yield [
        desk.change("3", moved),
        desk.move("3", MAP, 186, 180),
        desk.stack("s3", "3"),
        Chat("* Soldier 3 moves 0202 -> 0303 *"),
    ]
    # onto another piece, then the whole stack, onto another map, and onto another stack
    yield [desk.move("6", MAP, 186, 180, "3")]
    yield [desk.move("s1", SIDE_MAP, 300, 210)]
    yield [desk.move("8", MAP, 446, 210)]
    yield [desk.move("s4", MAP, 186, 180, "3")]
    yield [desk.move("fort", MAP, 550, 150)]
    # out and in again
    yield [desk.remove("t3")]
    yield [
        desk.add("new; 1", SUIT, BasicPiece("a.png", "New/er", "1", MAP, 550, 270)),
        desk.stack("s-new", "new; 1"),
        Chat("* New/er created in 1005 *"),
    ]
    # along the stack: another order, and one taken out by the stack's own state
    yield [desk.change("s1", Stack(SIDE_MAP, 300, 210, ("2", "1"), -1))]


def _changes(desk: Desk) -> Iterator[Sequence[Plain]]:
    _, hits, step, facing, label, mask, hidden, _ = SOLDIER
    yield [desk.change("1", replace(step, level="1")), Chat("* flips")]
    yield [desk.change("1", replace(facing, facing="1"), replace(hits, value="9"))]
    yield [desk.change("2", replace(label, text="a;b/c\td"), old=False)]
    yield [desk.change("2", replace(mask, state="Red;|0"))]
    yield [desk.change("4", replace(mask, state="null;"))]
    yield [desk.change("8", replace(hidden, state="Red"))]
    yield [desk.change("6", replace(hidden, state="null"), replace(step, level="-2"))]


def _cards(desk: Desk) -> Iterator[Sequence[Plain]]:
    yield [desk.move("card 4", HAND, 120, 60), desk.stack("s-card 4", "card 4")]
    fewer = ("card 1", "card 2", "card 3")
    here = replace(DECK, map=MAP, x=800, y=600, face_down=True)
    yield [desk.change("deck", replace(here, members=fewer[::-1])), Chat("* shuffled")]
    yield [desk.move("card 5", MAP, 800, 600, "card 1")]
    yield [desk.change("deck", replace(here, face_down=False, members=(*fewer, "card 5")))]


def _undone(desk: Desk) -> Iterator[Sequence[Plain]]:
    _, hits, *_ = SOLDIER
    yield [desk.move("3", MAP, 290, 270), desk.stack("s3 again", "3")]
    yield [Undo(begins=True), desk.move("3", MAP, 186, 180, "4"), Undo(begins=False)]
    yield [desk.change("8", replace(hits, value="8"))]
    yield [desk.change("8", replace(hits, value="4"))]  # bare, as 3.6.0 takes back


def _rest() -> Iterator[Sequence[Plain]]:
    yield [Chat("*** 2d6 = 3,4 *** &lt;Probe&gt;"), SetProperty("VP", "2", "5")]
    yield [SetProperty("Night", "dark/1", "x;y\tz", MAP)]
    yield [SetProperty("Fog", "thick", "thin", f"{MAP}:Zone of West")]
    yield [Chat("* Turn"), Turn("TurnTracker0", "0|1944;0;false;-1;0\\;0\\;0\\;true,true")]
    yield [ShowDice("Hit die", (1,)), Chat("* rolled")]
    yield [Unmask((OPPONENT, "pw-3"))]
    yield [ScenarioNotes("Scenario|now")]
    yield [PublicNotes("Public; now|yes")]
    yield [PrivateNote(ME, "mine|now")]
    yield [SecretNote("New; one", ME, hidden=True, text="more", more=(DATE, "Probe"))]
    yield [SecretNote("One; two", ME, hidden=False, text="plan|B", more=(DATE, "Probe"))]
    yield [LineOfSight("LOS_Thread0", 0, 0, 30, 40, persisting=True, mirroring=True, reset=False)]
    yield [Flare("Flare0", 120, 130)]
    yield [Clock("Red", "Red", 62_000, 61_000, ticking=False, restore=False)]
    yield [ClockControl(showing=True, online=False)]
    yield [StartupKey("SGKC0", applied=True)]
    yield [RemovePlayer("pw-3")]
    yield [AddPlayer("pw-4", "Di", "Umpire")]
    yield [SelectBoards(SIDE_MAP, (BoardPlacement("North"),))]
    yield [SetPersistentProperty("1", "OldZone", "", "Zone; 1")]
    yield [PlayClip("tick.wav")]
    yield [DeckPlaces("deck\t800\t600\t800\t600")]
    yield [LoadDeck("deck")]
    yield [ExtensionUsed("An extension", "1")]
