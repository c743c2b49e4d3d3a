"""Scans of a map whose place is known: discs at the hexes' centres, drawn where they belong."""

from __future__ import annotations

from cmath import exp
from dataclasses import replace
from math import radians

import pytest
from PIL import Image, ImageDraw

from builder.draw.scan import load_scans
from builder.draw.scan_map import lay_part, proof_picture, read_part, scanned_map
from builder.draw.scan_report import scan_report
from builder.errors import DrawError
from builder.hexgrid import Layout

CORNERS = ("0101", "3844", "3801", "0144", "2123")
FINE = 4  # steps of a px in which a disc is drawn


@pytest.fixture(scope="module")
def small(game):
    """The game on a board small enough to scan often."""
    board = Layout(game.map.numbering, 26, 30, left_px=40, top_px=60, right_margin_px=30)
    return replace(game, map=replace(game.map, board=board))


def similar(degrees, scale, shift):
    def move(x, y):
        z = scale * exp(1j * radians(degrees)) * complex(x, y) + shift
        return z.real, z.imag

    return move


def disc_scan(layout, move, size, radius):
    """Draw a white disc around each centre, smooth at its edge."""
    scan = Image.new("L", size)
    for cell in layout.numbering:
        x, y = move(*layout.centre(cell))
        left, top = int(x - radius - 2), int(y - radius - 2)
        side = int(2 * radius + 5)
        spot = Image.new("L", (side * FINE, side * FINE))
        cx, cy, r = (x - left) * FINE, (y - top) * FINE, radius * FINE
        ImageDraw.Draw(spot).ellipse((cx - r, cy - r, cx + r - 1, cy + r - 1), fill=255)
        scan.paste(spot.reduce(FINE), (left, top))
    return scan


def write(path, scan, layout, move, numbers):
    """Write a scan and the file that names some hexes, in whole px as a person reads them."""
    scan.save(path)
    lines = ["[hexes]"]
    for number in numbers:
        x, y = move(*layout.centre(layout.numbering.parse(number)))
        lines.append(f"{number} = [{x:.0f}, {y:.0f}]")
    path.with_name("map.toml").write_text("\n".join(lines))


def worst_error(picture, layout, reach):
    """Return how far the worst disc lies off its hex, px, by centres of brightness."""
    grey, worst = picture.convert("L"), 0.0
    for cell in layout.numbering:
        x, y = layout.centre(cell)
        levels = grey.crop((x - reach, y - reach, x + reach, y + reach)).tobytes()
        total = sum(levels)
        assert total > 255 * 10, layout.numbering.format(cell)
        side = 2 * reach
        across = sum(v * (i % side + 0.5) for i, v in enumerate(levels)) / total - reach
        down = sum(v * (i // side + 0.5) for i, v in enumerate(levels)) / total - reach
        worst = max(worst, abs(across), abs(down))
    return worst


def colours(picture):
    return {colour for _, colour in picture.getcolors(1 << 24)}


def aligned(folder, game):
    size = game.map.board.size_px
    return scanned_map(
        lambda: Image.new("RGB", size, (0, 0, 90)), load_scans(folder, game), game.map.board
    )


SKEW = 0.004


@pytest.mark.parametrize("count", [2, 3, 5])
@pytest.mark.parametrize(
    "how",
    [("map.png", 2.3, 1.7), ("map.jpg", 4.1, -0.6), ("map.png", 0.9, 12.0), ("map.tif", 2.0, 90.0)],
)
def test_every_hex_lies_where_the_board_says(small, tmp_path, count, how):
    name, scale, degrees = how
    layout = small.map.board
    turn = similar(degrees, scale, 0j)
    outer = [turn(x, y) for x in (0, layout.size_px[0]) for y in (0, layout.size_px[1])]
    shift = complex(40 - min(x for x, _ in outer), 50 - min(y for _, y in outer))
    plain = similar(degrees, scale, shift)

    def move(x, y):
        return plain(x * (1 + SKEW), y) if count > 2 else plain(x, y)

    corners = [move(x, y) for x in (0, layout.size_px[0]) for y in (0, layout.size_px[1])]
    size = (int(max(x for x, _ in corners)) + 60, int(max(y for _, y in corners)) + 60)
    scan = disc_scan(layout, move, size, 5 * scale)
    write(tmp_path / name, scan.convert("RGB"), layout, move, CORNERS[:count])
    assert worst_error(aligned(tmp_path, small), layout, 9) < 1.0


def test_every_hex_of_the_real_board(game, tmp_path):
    layout = game.map.board
    move = similar(-0.4, 1.3, 60 + 90j)
    size = tuple(int(length * 1.34) + 150 for length in layout.size_px)
    write(tmp_path / "map.png", disc_scan(layout, move, size, 20), layout, move, CORNERS[:3])
    assert worst_error(aligned(tmp_path, game), layout, 30) < 1.0


def test_a_map_in_pieces_and_turned_by_a_camera(small, tmp_path):
    """Two halves, the second stored on its side with a note for viewers to turn it."""
    layout = small.map.board
    move = similar(0.8, 2.0, 40 + 40j)
    scan = disc_scan(layout, move, (2250, 2950), 10).convert("RGB")
    scan.crop((0, 0, 2250, 1600)).save(tmp_path / "north.png")
    exif = Image.Exif()
    exif[0x0112] = 6  # shown turned clockwise
    low = scan.crop((0, 1400, 2250, 2950)).transpose(Image.Transpose.ROTATE_90)
    low.save(tmp_path / "south.jpg", exif=exif, quality=95)
    lines = []
    for name, top, numbers in (
        ("north.png", 0, ("0101", "3801", "0120", "3820")),
        ("south.jpg", 1400, ("0144", "3844", "0125", "3825")),
    ):
        lines += ["[[part]]", f'file = "{name}"', "[part.hexes]"]
        for number in numbers:
            x, y = move(*layout.centre(layout.numbering.parse(number)))
            lines.append(f"{number} = [{x:.0f}, {y - top:.0f}]")
    (tmp_path / "map.toml").write_text("\n".join(lines))
    assert worst_error(aligned(tmp_path, small), layout, 9) < 1.0


def test_where_the_scan_does_not_reach_the_drawn_map_is_seen(small, tmp_path):
    layout = small.map.board
    width, height = layout.size_px
    write(
        tmp_path / "map.png",
        Image.new("RGB", (width, height // 2), (250, 0, 0)),
        layout,
        lambda x, y: (x, y),
        ("0101", "3801", "0110", "3810"),
    )
    picture = aligned(tmp_path, small)
    assert picture.getpixel((width // 2, height // 2 - 3)) == (250, 0, 0)
    assert picture.getpixel((width // 2, height // 2 + 3)) == (0, 0, 90)
    assert colours(picture.crop((0, 0, width, height // 2 - 2))) == {(250, 0, 0)}


@pytest.mark.parametrize(
    ("line", "inside", "outside"),
    [
        ("crop = [100, 200, 500, 900]", (300, 600), (99, 600)),
        ("crop = [[300, 100], [600, 500], [300, 900], [100, 500]]", (300, 500), (110, 110)),
        ("only_hexes = true", (300, 500), (20, 20)),
    ],
)
def test_only_a_part_of_a_scan_may_count(small, tmp_path, line, inside, outside):
    layout = small.map.board
    scan = Image.new("RGB", layout.size_px, (250, 0, 0))
    write(tmp_path / "map.png", scan, layout, lambda x, y: (x, y), CORNERS)
    table = tmp_path / "map.toml"
    table.write_text(f"{line}\n{table.read_text()}")
    picture = aligned(tmp_path, small)
    assert picture.getpixel(inside) == (250, 0, 0)
    assert picture.getpixel(outside) == (0, 0, 90)


def test_transparent_places_show_the_drawn_map(small, tmp_path):
    layout = small.map.board
    scan = Image.new("RGBA", layout.size_px, (250, 0, 0, 255))
    scan.paste((0, 0, 0, 0), (0, 0, 300, 300))
    write(tmp_path / "map.png", scan, layout, lambda x, y: (x, y), CORNERS)
    picture = aligned(tmp_path, small)
    assert picture.getpixel((150, 150)) == (0, 0, 90)
    assert picture.getpixel((450, 450)) == (250, 0, 0)


def test_a_wrong_hex_is_named_and_nothing_drawn(small, tmp_path):
    layout = small.map.board
    scan = Image.new("RGB", layout.size_px)
    numbers = ("0101", "3844", "3801", "0144", "2123")
    write(tmp_path / "map.png", scan, layout, lambda x, y: (x, y), numbers)
    table = tmp_path / "map.toml"
    table.write_text(table.read_text().replace("2123 =", "2213 ="))  # a typing error
    with pytest.raises(DrawError, match=r"hex 2213 .* doesn't fit: by the others it lies at"):
        load_scans(tmp_path, small)


def test_the_same_scan_gives_the_same_pixels(small, tmp_path):
    layout = small.map.board
    move = similar(3.0, 1.7, 90 + 10j)
    scan = disc_scan(layout, move, (1950, 2500), 8)
    write(tmp_path / "map.png", scan, layout, move, CORNERS)
    assert aligned(tmp_path, small).tobytes() == aligned(tmp_path, small).tobytes()


def test_fine_detail_neither_vanishes_nor_flickers(small, tmp_path):
    """Stripes of one px in a scan of four times the board's resolution become an even grey."""
    layout = small.map.board
    size = tuple(length * 4 for length in layout.size_px)
    stripe = Image.new("L", (2, 1))
    stripe.putpixel((0, 0), 255)
    scan = Image.new("L", size)
    row = stripe.resize((2, 1)).tobytes() * (size[0] // 2)
    scan = Image.frombytes("L", size, row * size[1])
    write(tmp_path / "map.png", scan, layout, lambda x, y: (4 * x, 4 * y), CORNERS)
    middle = aligned(tmp_path, small).crop((50, 50, 500, 500))
    assert all(126 <= low <= high <= 129 for low, high in middle.getextrema())


def test_the_proof_marks_what_fits_and_what_does_not(small, style, tmp_path):
    layout = small.map.board
    move = similar(0.5, 2.0, 90 + 40j)
    scan = disc_scan(layout, move, (2250, 2950), 10)
    numbers = ("0101", "3844", "3801", "0144", "2123", "1010", "3030")
    write(tmp_path / "map.png", scan, layout, move, numbers)
    table = tmp_path / "map.toml"
    x, _ = move(*layout.centre(layout.numbering.parse("2123")))
    table.write_text(
        table.read_text().replace(f"2123 = [{x:.0f}", f"2123 = [{x + 15:.0f}")  # a quarter hex
    )
    scans = load_scans(tmp_path, small)
    picture = aligned(tmp_path, small)
    before = picture.tobytes()
    proof = proof_picture(picture, scans, layout, style.fonts)
    assert picture.tobytes() == before
    assert proof.width == picture.width
    assert proof.height > picture.height + 220  # close views below
    at = {number: layout.centre(layout.numbering.parse(number)) for number in numbers}
    blue, red = (0, 120, 255), (230, 20, 20)

    def around(number):
        x, y = at[number]
        return colours(proof.crop((x - 22, y - 22, x + 23, y + 23)))

    assert blue in around("0101")
    assert red in around("2123")
    assert blue not in around("2123")
    report = scan_report(scans)
    assert any(line.strip().startswith("look: ") and "2123" in line for line in report)
    (line,) = [line for line in report if line.strip().startswith("hex 2123: off by")]
    assert 0.1 < float(line.split()[-2]) < 0.35


def test_the_report_says_that_two_hexes_prove_nothing(small, tmp_path):
    layout = small.map.board
    scan = Image.new("RGB", layout.size_px, (9, 99, 9))
    path = tmp_path / "map.png"
    write(path, scan, layout, lambda x, y: (x, y), ("0101", "3020"))
    assert any("two hexes always fit" in line for line in scan_report(load_scans(tmp_path, small)))
    write(path, scan, layout, lambda x, y: (x, y), ("0101", "3020", "3001", "0120"))
    assert not any("always fit" in line for line in scan_report(load_scans(tmp_path, small)))


def test_a_scan_is_read_no_finer_than_the_board_needs(small, tmp_path):
    layout = small.map.board
    scan = Image.new("RGB", tuple(length * 3 + 40 for length in layout.size_px), (9, 99, 9))
    write(tmp_path / "map.png", scan, layout, lambda x, y: (3.4 * x, 3.4 * y), ("0101", "3020"))
    scans = load_scans(tmp_path, small)
    (part,) = scans.parts
    pixels = read_part(part, scans)
    assert pixels.factor == 3
    picture = Image.new("RGB", layout.size_px)
    lay_part(picture, part, pixels, layout)
    assert picture.getpixel((300, 300)) == (9, 99, 9)
