from __future__ import annotations

from dataclasses import replace

import pytest

from builder import convention
from builder.draw.canvas import Label, text_box
from builder.draw.counter import STACK_STEP_PX
from builder.draw.marker import marker_shapes
from builder.draw.style import art_root, load_style
from builder.errors import WargameError
from builder.model.load import game_folder, games, load_game
from builder.module.boxes import lay_out_boards
from builder.module.counter import slug
from builder.module.marker_piece import marker_images, marker_px
from builder.module.piece import counters, prototypes
from builder.module.plan import counter_px, plan
from builder.module.strength import badges
from builder.vassal.piece import Piece
from builder.vassal.trait import BasicPiece, Clone, Delete, Layer, NonStacking, Prototype, Rotate
from tests.builder.module.small import PANEL_PX, small_game


def made(game):
    board = lay_out_boards(game, 45)
    return counters(game, board, 45), prototypes(game, 45)


def kinds(piece):
    return [type(trait) for trait in piece.parsed]


def test_palette_pieces_refer_to_prototypes_and_saved_ones_hold_their_traits():
    pieces, known = made(small_game())
    for counter in pieces.values():
        expanded = counter.expanded(known)
        assert Prototype not in kinds(expanded)
        again = Piece.parse(expanded.type, expanded.state)
        assert again == expanded
        assert type(again.inner) is BasicPiece
    assert kinds(pieces["r-1"].piece).count(Prototype) == 6
    assert {"Red personnel", "Strength 1", "Unit"} <= set(known)


def test_units_tell_what_the_log_reader_asks_for():
    pieces, known = made(small_game())
    properties = pieces["b-tanks"].expanded(known).properties
    assert properties[convention.ID] == "b-tanks"
    assert properties[convention.SIDE] == "blue-army"
    assert properties[convention.KIND] == "unit"
    assert properties[convention.LOSS] == "0"
    assert properties["Side"] == "Blue Army"
    assert properties["Formation"] == "independent"


def test_names_with_the_signs_of_the_format_come_back():
    pieces, known = made(small_game())
    piece = pieces["r-2"].expanded(known)
    assert piece.name == "II;a/b/1 infantry"
    assert Piece.parse(piece.type, piece.state).name == "II;a/b/1 infantry"


def test_the_face_is_a_layer_of_two_pictures():
    pieces, _ = made(small_game())
    (face,) = [t for t in pieces["r-1"].traits if isinstance(t, Layer)]
    assert face.name == convention.FACE
    assert face.images == ("r-1-front.png", "r-1-back.png")
    assert face.increase_key == "70,130"
    assert face.loop


def test_every_layer_has_a_name_and_a_description_for_the_refresher():
    pieces, known = made(small_game())
    for counter in pieces.values():
        for trait in counter.expanded(known).parsed:
            if isinstance(trait, Layer | Rotate):
                assert trait.name
                assert trait.description


@pytest.mark.parametrize(
    ("id_", "kind", "expected", "absent"),
    [
        ("fort", "bunker", {NonStacking, Delete}, {Clone, Rotate}),
        ("bridge-1", "bridge", {NonStacking, Delete}, {Clone, Rotate}),
        ("arrow", "marker", {Clone, Rotate, Delete}, {NonStacking}),
    ],
)
def test_markers_can_do_what_their_kind_needs(id_, kind, expected, absent):
    pieces, known = made(small_game())
    piece = pieces[id_].expanded(known)
    assert piece.properties[convention.KIND] == kind
    assert piece.properties[convention.ID] == id_
    assert expected <= set(kinds(piece))
    assert not absent & set(kinds(piece))
    assert (convention.LOSS in piece.properties) == (id_ == "fort")


def test_units_cannot_be_deleted_or_copied():
    pieces, known = made(small_game())
    for id_ in small_game().units:
        assert not {Delete, Clone} & set(kinds(pieces[id_].expanded(known)))


def test_the_umpire_can_be_neither_copied_nor_moved():
    umpire = plan(small_game(), PANEL_PX).counters["umpire"].piece
    assert not {Delete, Clone} & set(kinds(umpire))
    (fixed,) = [t for t in umpire.parsed if isinstance(t, NonStacking)]
    assert (fixed.select, fixed.move, fixed.stack) == ("n", "V", "R")


@pytest.mark.parametrize("id_", games())
def test_numbers_of_pieces_are_those_of_the_lock_file_whatever_the_order(id_):
    game = load_game(id_)
    pieces, _ = made(game)
    assert {id_: int(c.gpid) for id_, c in pieces.items()} == dict(game.gpids)
    shuffled = replace(game, units=dict(sorted(game.units.items(), reverse=True)))
    again, _ = made(shuffled)
    assert {id_: c.gpid for id_, c in again.items()} == {id_: c.gpid for id_, c in pieces.items()}


def test_a_piece_without_a_number_is_named():
    game = small_game()
    game = replace(game, gpids={k: v for k, v in game.gpids.items() if k != "r-2"})
    with pytest.raises(WargameError, match=r"r-2.*--lock"):
        made(game)


def test_ids_that_would_share_a_picture_are_refused():
    game = small_game()
    twin = replace(game.units["r-1"], id="r_1")
    game = replace(game, units=game.units | {"r_1": twin}, gpids=game.gpids | {"r_1": 9999})
    with pytest.raises(WargameError, match="differ only"):
        made(game)


def test_a_name_without_letters_is_no_file_name():
    with pytest.raises(WargameError, match="rename"):
        slug("§ …")


def test_markers_that_look_alike_share_a_picture():
    game = small_game()
    one, two = game.markers["arrow"], replace(game.markers["arrow"], id="arrow-2")
    assert marker_images(game, one) == marker_images(game, two)
    assert marker_images(game, one) != marker_images(game, game.markers["fort"])


def test_the_weather_shows_each_weather_and_an_assault_has_two_faces():
    game = small_game()
    sky = replace(game.markers["arrow"], id="sky", kind="weather", name="Weather")
    blow = replace(sky, id="blow", kind="assault", name="Assault")
    game = replace(
        game,
        markers={"sky": sky, "blow": blow},
        gpids=game.gpids | {"sky": 7001, "blow": 7002},
    )
    pieces = counters(game, board_of(game, 46), 46)
    for id_, images in (
        ("sky", ("marker-weather-weather-dry.png", "marker-weather-weather-heavy-rain.png")),
        ("blow", ("marker-assault-assault.png", "marker-assault-assault-back.png")),
    ):
        (faces,) = [t for t in pieces[id_].traits if isinstance(t, Layer)]
        assert faces.images == images == marker_images(game, game.markers[id_])
        assert pieces[id_].piece.inner.image == ""
    inner_first = [type(t) for t in pieces["blow"].traits]
    assert inner_first.index(Layer) < inner_first.index(Rotate)  # the arrow turns with its face


@pytest.mark.parametrize("id_", games())
def test_counters_leave_room_in_their_hex_and_beside_their_neighbours(id_):
    game = load_game(id_)
    size, row = counter_px(game), game.map.board.row_px
    assert size % 2 == 0
    assert 0.75 * row <= size <= 0.85 * row
    across = row * 3**0.5 / 2  # from column to column
    assert size + 2 * STACK_STEP_PX <= across < size + 2 * STACK_STEP_PX + 2


@pytest.mark.parametrize("id_", games())
def test_the_badge_of_a_bunker_covers_its_number_where_units_leave_it_free(id_):
    game = load_game(id_)
    size = counter_px(game)
    style = load_style(art_root() / game_folder(id_).name)
    pieces, known = counters(game, board_of(game, size), size), prototypes(game, size)
    pictures = badges(game, size)
    bunkers = [each for each in game.markers.values() if each.kind == "bunker" and each.strength]
    for bunker in bunkers:
        expanded = pieces[bunker.id].expanded(known)
        layers = {t.name: t for t in expanded.parsed if isinstance(t, Layer)}
        sign, badge = layers["WUsign"], layers["WUreduced"]
        px = marker_px(bunker, size)
        (number,) = [
            s
            for s in marker_shapes(style, "bunker", str(bunker.strength), px)
            if isinstance(s, Label)
        ]
        left, top, right, bottom = text_box(number, style.fonts)
        dx, dy = sign.x - px / 2, sign.y - px / 2
        half = pictures[badge.images[1]][1] / 2
        assert badge.x - half <= left + dx
        assert right + dx <= badge.x + half <= -size / 2 + 1  # a stack begins there
        assert badge.y - half <= top + dy
        assert bottom + dy <= badge.y + half
        assert len(badge.images) == bunker.strength + 1


@pytest.mark.parametrize("id_", games())
def test_bridges_show_below_a_stack_and_leave_the_next_number_free(id_):
    game = load_game(id_)
    size, row = counter_px(game), game.map.board.row_px
    pieces = counters(game, board_of(game, size), size)
    for bridge in [each for each in game.markers.values() if each.kind == "bridge"]:
        (sign,) = [t for t in pieces[bridge.id].traits if isinstance(t, Layer)]
        bottom = sign.y + marker_px(bridge, size) / 2
        assert size / 2 + 12 <= bottom <= row / 2 + 7


def board_of(game, size):
    return lay_out_boards(game, size)


def test_the_target_marker_is_of_a_kind_of_the_modules_own():
    target = plan(small_game(), PANEL_PX).counters["target"].piece
    assert target.properties[convention.KIND] == "target"
