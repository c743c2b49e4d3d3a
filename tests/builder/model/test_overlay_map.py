"""An owner's map: terrain, hexsides, ways cut, moved and added, names."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.errors import DataError
from builder.hexgrid import Direction, distance, hexside, neighbour
from builder.model.estimates import hex_cells, map_sheet
from builder.model.game import Lake, Provenance, WayKind
from builder.model.load import data_root, load_game_from_files, read_edition, read_files
from builder.model.overlay import lay_over
from builder.model.overlay_sheet import read_sheets
from tests.builder.model.owner import hexes, line_of

GAME = "white-death"
P = Provenance.P


@cache
def public_files():
    return read_files(data_root() / "white_death")


@cache
def public_game():
    return load_game_from_files(public_files())


def problems_of(game, folder, cells):
    with pytest.raises(DataError) as caught:
        changed(game, folder, cells)
    return caught.value.problems


def changed(game, folder, cells):
    """Return the game with cells of the map sheet filled in, by hex and column."""
    (folder / "map.csv").write_bytes(hexes(game, cells))
    edition = read_edition(GAME, overlay=folder)
    return load_game_from_files(edition.files)


def sides(game, kind):
    """Return the hexsides that ways of a kind cross, as pairs of numbers."""
    number = game.map.numbering.format
    return {
        tuple(sorted((number(a), number(b))))
        for way in game.map.ways
        if way.kind is kind
        for a, b in pairwise(way.hexes)
    }


def pair(*numbers):
    return tuple(sorted(numbers))


def at(game, number):
    return game.map.numbering.parse(number)


def side(game, a, b):
    return hexside(at(game, a), at(game, b))


def named(game, kind, name):
    return next(way for way in game.map.ways if (way.kind, way.name) == (kind, name))


def numbers(game, way):
    return [game.map.numbering.format(cell) for cell in way.hexes]


def test_terrain_and_high_ground(game, tmp_path):
    found = changed(game, tmp_path, {"0101": {"terrain": "Clear", "high": "x"}})
    ground = found.map.hexes[at(game, "0101")]
    assert (ground.terrain, ground.high) == (frozenset({"clear"}), True)
    assert set(ground.sources.values()) == {P}
    before = game.map.hexes[at(game, "0102")]
    assert found.map.hexes[at(game, "0102")] == before


def test_a_road_is_added_hexside_by_hexside_from_one_hex_each(game, tmp_path):
    found = changed(game, tmp_path, {"0105": {"road": "n s"}, "0107": {"road": "S"}})
    new = {pair("0104", "0105"), pair("0105", "0106"), pair("0107", "0108")}
    assert sides(found, WayKind.ROAD) == sides(game, WayKind.ROAD) | new
    assert found.map.roads == game.map.roads | {side(game, *each) for each in new}
    ways = [way for way in found.map.ways if way not in game.map.ways]
    assert [(way.name, numbers(game, way), set(way.sources)) for way in ways] == [
        ("", ["0104", "0105", "0106"], {P}),
        ("", ["0107", "0108"], {P}),
    ]


def test_a_railway_is_cut_where_one_hex_has_no_exit(game, tmp_path):
    rail = named(game, WayKind.RAIL, "Bologoje line")
    line = numbers(game, rail)
    gone, rest = line[8], line
    cells = {gone: {"rail": "none"}}
    found = changed(game, tmp_path, cells)
    cut = {pair(line[7], gone), pair(gone, line[9])}
    assert sides(found, WayKind.RAIL) == sides(game, WayKind.RAIL) - cut
    parts = [way for way in found.map.ways if way not in game.map.ways]
    assert sorted((way.name, numbers(game, way)) for way in parts) == sorted(
        [("Bologoje line", rest[9:]), ("", rest[:8])]
        if len(rest[9:]) > 8
        else [("Bologoje line", rest[:8]), ("", rest[9:])]
    )


def test_a_way_is_taken_out_whole(game, tmp_path):
    creek = named(game, WayKind.CREEK, "Usch")
    found = changed(game, tmp_path, {number: {"creek": "none"} for number in numbers(game, creek)})
    assert not [way for way in found.map.ways if way.name == "Usch"]
    assert len(found.map.ways) == len(game.map.ways) - 1
    for cell in creek.hexes:
        assert not found.map.hexes[cell].terrain & {"creek", "forest_creek"}


def test_a_river_that_is_moved_stays_one_river(game, tmp_path):
    """The Lowatj leaves its bed between 1342 and 1440 and takes the hex to the east of it."""
    river = named(game, WayKind.RIVER, "Lowatj")
    line = numbers(game, river)
    assert line[2:5] == ["1342", "1341", "1440"]
    a, old, b = (at(game, number) for number in line[2:5])
    (new,) = {
        cell
        for cell in (neighbour(a, way) for way in Direction)
        if distance(cell, b) == 1 and cell != old
    }
    name = game.map.numbering.format(new)
    out = " ".join(way.name for way in Direction if neighbour(new, way) in (a, b))
    found = changed(game, tmp_path, {name: {"river": out}, "1341": {"river": "none"}})
    moved = named(found, WayKind.RIVER, "Lowatj")
    assert numbers(game, moved) == [*line[:3], name, *line[4:]]
    assert moved.sources[3] is P
    assert moved.sources[4:] == river.sources[4:]
    assert len(found.map.ways) == len(game.map.ways)
    assert "river" in found.map.hexes[new].terrain
    assert "river" not in found.map.hexes[old].terrain


def test_a_creek_ends_where_a_new_river_crosses_it(game, tmp_path):
    creek = named(game, WayKind.CREEK, "Ossotna")
    middle = creek.hexes[6]
    cross = [c for c in (neighbour(middle, way) for way in Direction) if c not in creek.hexes]
    number = game.map.numbering.format
    out = " ".join(way.name for way in Direction if neighbour(middle, way) in cross[:2])
    found = changed(game, tmp_path, {number(middle): {"river": f"{out} (Bolschaja)"}})
    assert numbers(game, named(found, WayKind.RIVER, "Bolschaja"))[1] == number(middle)
    assert sides(found, WayKind.CREEK) == sides(game, WayKind.CREEK)
    ends = [way.hexes for way in found.map.ways if way.kind is WayKind.CREEK]
    assert not [chain for chain in ends if middle in chain[1:-1]]
    assert "river" in found.map.hexes[middle].terrain
    assert "creek" not in found.map.hexes[middle].terrain


def test_lakes_full_partial_and_none(game, tmp_path):
    assert game.map.lakes[side(game, "0313", "0314")] is Lake.FULL
    cells = {"0313": {"lake full": "SE", "lake partial": "S"}, "0103": {"lake partial": "N"}}
    found = changed(game, tmp_path, cells)
    assert found.map.lakes[side(game, "0313", "0314")] is Lake.PARTIAL
    assert found.map.lakes[side(game, "0102", "0103")] is Lake.PARTIAL
    assert found.map.sources["lake", side(game, "0313", "0314")] is P
    none = changed(game, tmp_path, {"0314": {"lake full": "none", "lake partial": "none"}})
    mine = {hexside(at(game, "0314"), neighbour(at(game, "0314"), way)) for way in Direction}
    assert mine & game.map.lakes.keys()
    assert none.map.lakes == {s: lake for s, lake in game.map.lakes.items() if s not in mine}


def test_what_a_cell_does_not_list_says_nothing_of_the_other_kind(game, tmp_path):
    """0313 has full lake sides; that it has no partial ones leaves them."""
    found = changed(game, tmp_path, {"0313": {"lake partial": "none"}})
    assert found.map.lakes == game.map.lakes
    assert found.map.sources == game.map.sources


def test_slopes_lead_down_from_the_hex_of_the_cell(game, tmp_path):
    assert game.map.hexes[at(game, "0216")].high
    found = changed(game, tmp_path, {"0216": {"slope down": "none"}})
    assert side(game, "0216", "0316") not in found.map.slopes
    cells = {"0101": {"high": "yes", "slope down": "S"}}
    found = changed(game, tmp_path, cells)
    assert found.map.slopes[side(game, "0101", "0102")] == at(game, "0101")
    assert {s: h for s, h in found.map.slopes.items() if s in game.map.slopes} == game.map.slopes


def test_names_move_come_and_go(game, tmp_path):
    cells = {"1726": {"name": "Botowo"}, "0101": {"name": "Neu Hof"}, "1526": {"name": "none"}}
    found = changed(game, tmp_path, cells)
    places = {place.name: (place.kind, place.hexes) for place in found.map.places}
    assert places["Botowo"] == ("village", (at(game, "1726"),))
    assert places["Neu Hof"] == ("village", (at(game, "0101"),))
    assert "Gromowo" not in places
    marks = {place.name: place.source for place in found.map.places}
    assert (marks["Botowo"], marks["Neu Hof"]) == (P, P)


def test_a_town_grows_and_keeps_its_mark_until_all_of_it_is_printed(game, tmp_path):
    cells = {"3122": {"terrain": "town", "name": "Tabory"}}
    found = changed(game, tmp_path, cells)
    (town,) = (place for place in found.map.places if place.name == "Tabory")
    assert [game.map.numbering.format(cell) for cell in town.hexes] == ["3121", "3122"]
    assert town.source is next(p.source for p in game.map.places if p.name == "Tabory")
    cells["3121"] = {"name": "Tabory"}
    (town,) = (p for p in changed(game, tmp_path, cells).map.places if p.name == "Tabory")
    assert town.source is P


def test_a_name_of_two_things_is_known_by_its_ground(game, tmp_path):
    """Kupui is a town and a lake."""
    found = changed(game, tmp_path, {"2507": {"name": "Kupui"}, "2310": {"name": "Kupui (town)"}})
    kinds = {(p.kind, p.hexes) for p in found.map.places if p.name == "Kupui"}
    assert kinds == {(p.kind, p.hexes) for p in game.map.places if p.name == "Kupui"}


def test_what_is_unlikely_is_kept_with_a_note(game, tmp_path):
    (tmp_path / "m.csv").write_bytes(hexes(game, {"1212": {"road": "N"}}))
    place = f"{tmp_path / 'm.csv'}:{line_of(game, '1212')}: hex 1212: road breaks off in"
    notes = read_edition(GAME, overlay=tmp_path).notes
    assert {note.removeprefix(place).partition(" (")[0] for note in notes} == {
        f" {end}; kept, in case it is printed so" for end in ("1211", "1212")
    }


def test_a_doubt_about_a_way_is_told_at_the_cell_that_drew_it(game, tmp_path):
    """It was told at the hex where the way ends, whose cell spoke of its terrain alone."""
    cells = {"1212": {"road": "N"}, "1211": {"terrain": "forest"}}
    (tmp_path / "m.csv").write_bytes(hexes(game, cells))
    place = f"{tmp_path / 'm.csv'}:{line_of(game, '1212')}: hex 1212: road breaks off in"
    notes = read_edition(GAME, overlay=tmp_path).notes
    assert [note for note in notes if "breaks off" in note and not note.startswith(place)] == []


def test_a_town_hex_without_town_is_told_at_its_own_row(game, tmp_path):
    """It was told at another hex that got the town's name."""
    cells = {"0103": {"terrain": "town", "name": "Velikiye Luki"}, "2123": {"terrain": "forest"}}
    found = [p for p in problems_of(game, tmp_path, cells) if "hex 2123 of" in p.text]
    assert [problem.line for problem in found] == [line_of(game, "2123")]


def test_sides_on_the_edge_of_the_map_are_left_out_with_a_note(game, tmp_path):
    (tmp_path / "m.csv").write_bytes(hexes(game, {"0101": {"road": "N NW S"}}))
    edition = read_edition(GAME, overlay=tmp_path)
    assert edition.notes[0] == "2 sides that lie on the edge of the map are left out"
    found = load_game_from_files(edition.files)
    assert sides(found, WayKind.ROAD) - sides(game, WayKind.ROAD) == {pair("0101", "0102")}


@pytest.mark.parametrize(
    ("cells", "hex_", "told"),
    [
        (
            {"1212": {"road": "N"}, "1211": {"road": "none"}},
            "1212",
            ("OVL-side", "road leaves to 1211, but 1211 has none from there"),
        ),
        (
            {"0103": {"lake full": "S"}, "0104": {"lake partial": "N"}},
            "0103",
            ("OVL-side", "disagrees"),
        ),
        (
            {"0103": {"lake full": "S", "lake partial": "S"}},
            "0103",
            ("OVL-side", "both a full and"),
        ),
        ({"0103": {"slope down": "S"}}, "0103", ("DAT-slope", "not from high ground")),
        ({"0216": {"high": "no"}}, "0216", ("DAT-slope", "not from high ground")),
        ({"0103": {"terrain": "swamp"}}, "0103", ("DAT-terrain", "unknown terrain 'swamp'")),
        ({"0103": {"terrain": "town"}}, "0103", ("DAT-town-unnamed", "belongs to no town")),
        ({"2230": {"terrain": "clear"}}, "2230", ("DAT-place-town", "is clear, not town")),
        ({"0103": {"rail": "No"}}, "0103", ("OVL-cell", "'No' is no side")),
        ({"1725": {"name": "Kopytowo (hamlet)"}}, "1725", ("OVL-cell", "no place of a known kind")),
        ({"0103": {"high": "2"}}, "0103", ("OVL-cell", "neither yes nor no")),
    ],
)
def test_a_fault_is_told_at_the_owners_cell(game, tmp_path, cells, hex_, told):
    check, words = told
    found = problems_of(game, tmp_path, cells)
    own = [problem for problem in found if problem.check == check]
    assert own, [str(problem) for problem in found]
    for problem in own:
        assert (problem.file, problem.line) == (str(tmp_path / "map.csv"), line_of(game, hex_))
        assert problem.text.startswith(f"hex {hex_}: ")
        assert problem.hint
    assert words in own[0].text


def notes_of(game, folder, cells):
    (folder / "map.csv").write_bytes(hexes(game, cells))
    return read_edition(GAME, overlay=folder).notes


def test_a_new_name_is_told_and_what_it_may_have_meant(game, tmp_path):
    """A misspelt name made a second village in silence."""
    place = f"{tmp_path / 'map.csv'}:{line_of(game, '1725')}: hex 1725: "
    assert notes_of(game, tmp_path, {"1725": {"name": "Kopytowo; Kopitowo"}}) == (
        f"{place}name Kopitowo is new, a village; did you mean Kopytowo?",
    )
    assert notes_of(game, tmp_path, {"1725": {"name": "Kopytowo"}}) == ()


def test_the_kinds_of_places_are_listed_where_another_is_typed(game, tmp_path):
    (problem,) = problems_of(game, tmp_path, {"1725": {"name": "Kopytowo (hamlet)"}})
    assert problem.hint.endswith("town, village, lake")
    same = [changed(game, tmp_path, {"1725": {"name": f"Kopytowo{k}"}}) for k in ("", "(Village)")]
    assert same[0].map.places == same[1].map.places


def test_a_lake_made_land_tells_of_the_lake_hexsides_that_stay(game, tmp_path):
    place = f"{tmp_path / 'map.csv'}:{line_of(game, '0314')}: hex 0314: "
    (note,) = notes_of(game, tmp_path, {"0314": {"terrain": "clear"}})
    assert note.startswith(f"{place}terrain clear, but N NE SE are lake hexsides still")
    none = {"lake full": "none", "lake partial": "none"}
    assert notes_of(game, tmp_path, {"0314": {"terrain": "clear", **none}}) == ()
    assert notes_of(game, tmp_path, {"0314": {"terrain": "lake"}}) == ()


def test_one_side_on_the_edge_is_one(game, tmp_path):
    (note, *_) = notes_of(game, tmp_path, {"0101": {"road": "N"}})
    assert note == "1 side that lies on the edge of the map is left out"


def test_a_bridge_without_its_river_is_told_at_the_owners_cell(game, tmp_path):
    found = problems_of(game, tmp_path, {"1637": {"river": "none"}})
    own = [problem for problem in found if problem.check == "DAT-bridge-river"]
    assert {problem.line for problem in found} == {line_of(game, "1637")}
    assert "so it has a river" in own[0].hint


def test_a_hex_beyond_the_map_is_told(tmp_path):
    (tmp_path / "m.csv").write_bytes(b"hex,high\r\nhex 3901,yes\r\n")
    with pytest.raises(DataError) as caught:
        read_edition(GAME, overlay=tmp_path)
    (problem,) = caught.value.problems
    assert (problem.check, problem.line) == ("OVL-id", 2)


@given(
    st.dictionaries(
        st.tuples(st.integers(2, 37), st.integers(2, 43)),
        st.tuples(
            st.sampled_from(["river", "creek", "rail", "road"]),
            st.sets(st.sampled_from(list(Direction)), max_size=3),
        ),
        max_size=40,
    )
)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_after_any_exits_the_map_crosses_just_what_was_said(tmp_path, wanted):
    """Brute force over hexsides: filled cells decide, all others stay; each crossed once."""
    files = public_files()
    game = public_game()
    numbering = game.map.numbering
    said, cells = {}, {}
    for (column, row), (kind, out) in wanted.items():
        cell = numbering.hex_at(column, row)
        mine = {(kind, hexside(cell, neighbour(cell, way))): way in out for way in Direction}
        if all(said.get(key, there) == there for key, there in mine.items()):
            said |= mine
            text = " ".join(way.name for way in out) or "none"
            cells[numbering.format(cell)] = {kind: text}
    (tmp_path / "m.csv").write_bytes(hexes(game, cells))
    sheets = read_sheets(tmp_path)
    draft = lay_over(files, game, sheets)
    assert sheets.problems == []
    ways = _ways(draft.files["map/ways.toml"], numbering)
    for kind in ("river", "creek", "rail", "road"):
        ours = [
            hexside(a, b)
            for way in game.map.ways
            if way.kind == kind
            for a, b in pairwise(way.hexes)
        ]
        after = [hexside(a, b) for each, chain in ways if each == kind for a, b in pairwise(chain)]
        for_sure = {s: there for (k, s), there in said.items() if k == kind}
        assert set(after) == {
            *(s for s in ours if for_sure.get(s, True)),
            *(s for s, there in for_sure.items() if there),
        }
        assert len(after) - len(set(after)) <= len(ours) - len(set(ours)), "crossed once"
    rivers = {cell for kind, chain in ways if kind == "river" for cell in chain}
    for kind, chain in ways:
        assert len(set(chain)) == len(chain) > 1
        if kind == "creek":
            assert not rivers & set(chain[1:-1])


def _ways(data, numbering):
    import tomllib  # noqa: PLC0415

    return [
        (way["kind"], [numbering.parse(word[:4]) for word in way["hexes"].split()])
        for way in tomllib.loads(data.decode())["way"]
    ]


def test_the_map_sheet_shows_the_map(game):
    """What our columns say of a few hexes, read off the data by hand."""
    cells = {game.map.numbering.format(cell): row for cell, row in hex_cells(game).items()}
    assert cells["2123"]["river"] == "N S (Lowatj) [R]"
    assert cells["3121"]["name"] == "Tabory (town) [G]"
    assert cells["0313"]["lake full"] == "SE S [E]"
    assert cells["0216"]["slope down"].split(" [")[0].split() == ["NE"]
    assert cells["0122"]["rail"] == "NE (Riga line west) [G]"
    assert map_sheet(game).startswith('\ufeff"# Put what is printed'.encode())
