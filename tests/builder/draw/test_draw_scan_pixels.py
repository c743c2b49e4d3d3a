from __future__ import annotations

import re
import struct
import zlib

import pytest
from PIL import Image, ImageChops, ImageCms, ImageDraw

from builder.draw import scan_pixels
from builder.draw.scan_file import MAP_CAPS, open_scan
from builder.draw.scan_pixels import read_pixels
from builder.errors import DrawError


@pytest.fixture(scope="module")
def photo():
    """Something with detail everywhere, odd in size, higher than a band."""
    image = Image.radial_gradient("L").resize((301, 617)).convert("RGB")
    grain = Image.frombytes("L", (301, 617), bytes((i * i * 7919) % 251 for i in range(301 * 617)))
    image = Image.merge("RGB", (image.getchannel(0), grain, image.getchannel(2)))
    ImageDraw.Draw(image).ellipse((50, 60, 280, 500), fill=(200, 30, 40))
    return image


def whole(pixels):
    return Image.frombytes(pixels.mode, pixels.size, bytes(pixels.rows))


def largest_difference(one, other):
    assert one.size == other.size
    return max(high for _, high in ImageChops.difference(one, other).getextrema())


def clear(image):
    made = image.copy()
    made.putalpha(image.getchannel(1).point(lambda value: 255 if value > 90 else 0))
    return made


FORMS = [
    ("rgb.png", lambda im: im, {}),
    ("grey.png", lambda im: im.convert("L"), {}),
    ("palette.png", lambda im: im.quantize(200), {}),
    ("nibbles.png", lambda im: im.quantize(12), {}),
    ("bits.png", lambda im: im.convert("1"), {}),
    ("clear.png", clear, {}),
    ("grey-clear.png", lambda im: clear(im).convert("LA"), {}),
    ("key.png", lambda im: im.convert("L"), {"transparency": 128}),
    ("photo.jpg", lambda im: im, {}),
    ("grey.jpg", lambda im: im.convert("L"), {}),
    ("inks.jpg", lambda im: im.convert("CMYK"), {}),
    ("raw.tif", lambda im: im, {}),
    ("strips.tif", lambda im: im, {"tiffinfo": {278: 50}}),
    ("raw-grey.tif", lambda im: im.convert("L"), {}),
    ("raw-clear.tif", clear, {}),
    ("lzw.tif", lambda im: im, {"compression": "tiff_lzw"}),
    ("inks.tif", lambda im: im.convert("CMYK"), {}),
    ("web.webp", lambda im: im, {"lossless": True}),
]


@pytest.mark.parametrize("of", FORMS, ids=[form[0] for form in FORMS])
@pytest.mark.parametrize("factor", [1, 3])
def test_bands_hold_what_pillow_shows(photo, tmp_path, of, factor):
    name, form, options = of
    path = tmp_path / name
    form(photo).save(path, **options)
    pixels = read_pixels(path, tmp_path, factor)
    with Image.open(path) as opened:
        expected = opened.convert(pixels.mode)
    expected = expected.reduce(factor) if factor > 1 else expected
    assert largest_difference(whole(pixels), expected) == 0
    assert (pixels.mode == "RGBA") == ("clear" in name or name == "key.png")


@pytest.mark.parametrize("factor", [2, 4, 6])
def test_a_jpeg_is_decoded_smaller_and_lies_the_same(tmp_path, factor):
    """Half the picture black, half white: the border must stay where it was."""
    image = Image.new("RGB", (480, 96))
    image.paste((255, 255, 255), (240, 0, 480, 96))
    path = tmp_path / "half.jpg"
    image.save(path, quality=95)
    row = whole(read_pixels(path, tmp_path, factor)).convert("L").crop((0, 8, 480 // factor, 9))
    levels = list(row.tobytes())
    assert sum(levels) / 255 == pytest.approx(240 / factor, abs=0.2)
    assert levels[: 120 // factor] == [0] * (120 // factor)


def test_parts_are_cut_where_they_lie(photo, tmp_path):
    photo.save(tmp_path / "a.png")
    pixels = read_pixels(tmp_path / "a.png", tmp_path, 1)
    box = (17, 250, 290, 530)
    assert largest_difference(pixels.crop(box), photo.crop(box)) == 0
    assert pixels.around([(20.5, 30.2), (40, 50)], 3) == (17, 27, 43, 53)
    assert pixels.around([(-50, -50), (-20, 900)], 3) is None
    assert pixels.around([(-50, -50), (900, 900)], 3) == (0, 0, 301, 617)


def test_samples_of_16_bits_become_8(tmp_path):
    values = [0, 128, 257, 40_000, 65_535]
    image = Image.frombytes("I;16", (5, 1), struct.pack("<5H", *values)).resize((50, 10), 0)
    for name in ("deep.png", "deep.tif"):
        image.save(tmp_path / name)
        row = whole(read_pixels(tmp_path / name, tmp_path, 1)).getchannel(0).crop((0, 0, 50, 1))
        assert list(row.tobytes()[5::10]) == pytest.approx([v / 257 for v in values], abs=0.6)


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width, height, rows, *, bits=8, interlaced=0):
    head = struct.pack(">IIBBBBB", width, height, bits, 2, 0, 0, interlaced)
    body = chunk(b"IDAT", zlib.compress(rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + body + chunk(b"IEND", b"")


def test_colours_of_16_bits_in_a_png(tmp_path):
    rows = b"".join(b"\0" + struct.pack(">3H", 65_535, 32_896, 0) * 40 for _ in range(30))
    (tmp_path / "deep.png").write_bytes(png(40, 30, rows, bits=16))
    pixels = read_pixels(tmp_path / "deep.png", tmp_path, 1)
    assert whole(pixels).getpixel((7, 7)) == (255, 128, 0)


def test_every_filter_of_a_png_across_bands(tmp_path, monkeypatch):
    """Rows coded with each filter in turn, by the formulas of the PNG standard."""
    monkeypatch.setattr(scan_pixels, "_BAND", 4)
    width, height = 9, 31
    plain = [bytes((x * y * 31 + 7 * x) % 256 for x in range(width * 3)) for y in range(height)]
    coded = b""
    for y, row in enumerate(plain):
        above = plain[y - 1] if y else bytes(width * 3)
        line = bytearray([y % 5])
        for i, value in enumerate(row):
            a, b = (row[i - 3] if i > 2 else 0), above[i]
            c = above[i - 3] if i > 2 else 0
            p = a + b - c
            nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            guess = (0, a, b, (a + b) // 2, nearest)[y % 5]
            line.append((value - guess) % 256)
        coded += bytes(line)
    (tmp_path / "a.png").write_bytes(png(width, height, coded))
    assert bytes(read_pixels(tmp_path / "a.png", tmp_path, 1).rows) == b"".join(plain)


def test_a_colour_profile_is_followed(tmp_path):
    """Lab's L* of 50 is a middle grey of about 119 in sRGB, whatever the numbers in the file."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    image = Image.new("RGB", (60, 60), (119, 119, 119))
    image.save(tmp_path / "s.png", icc_profile=profile.tobytes())
    seen = whole(read_pixels(tmp_path / "s.png", tmp_path, 1)).getpixel((5, 5))
    assert all(abs(value - 119) <= 1 for value in seen)
    image.save(tmp_path / "bad.png", icc_profile=b"no profile at all")
    assert whole(read_pixels(tmp_path / "bad.png", tmp_path, 1)).getpixel((5, 5)) == (119,) * 3


def test_memory_is_asked_for_before_it_is_taken(photo, tmp_path):
    photo.save(tmp_path / "a.tif", compression="tiff_lzw")
    photo.save(tmp_path / "b.tif")
    photo.save(tmp_path / "a.png")
    small = 3 * 301 * 617 + 1000  # enough for what is kept, not for decoding whole too
    read_pixels(tmp_path / "a.png", tmp_path, 1, most_bytes=small)
    read_pixels(tmp_path / "b.tif", tmp_path, 1, most_bytes=small)
    with pytest.raises(DrawError, match="301 x 617 px take 1 MB to read, more than 1"):
        read_pixels(tmp_path / "a.tif", tmp_path, 1, most_bytes=small)


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("interlaced", [0, 1])
def test_rows_that_a_sound_stream_lacks_are_refused(tmp_path, bits, interlaced):
    """Those of 16 bits, or interlaced, came out black without a word."""
    whole_rows = 30 * (1 + 40 * 3 * bits // 8)
    if interlaced:  # the seven passes of 40 x 30 px: columns, rows
        passes = ((5, 4), (5, 4), (10, 4), (10, 8), (20, 7), (20, 15), (40, 15))
        whole_rows = sum(rows * (1 + across * 3 * bits // 8) for across, rows in passes)
    path = tmp_path / "a.png"
    path.write_bytes(png(40, 30, bytes(whole_rows), bits=bits, interlaced=interlaced))
    assert read_pixels(path, tmp_path, 1).size == (40, 30)
    path.write_bytes(png(40, 30, bytes(whole_rows - 1), bits=bits, interlaced=interlaced))
    with pytest.raises(DrawError, match=r"a\.png: is damaged or cut short"):
        read_pixels(path, tmp_path, 1)


@pytest.mark.parametrize(
    ("name", "options", "each"),
    [
        ("deep.png", None, 4 + 3),
        ("photo.jpg", {"progressive": True}, 4 + 6 + 3),
        ("photo.tif", {"compression": "tiff_lzw", "tiffinfo": {278: 617}}, 4 + 3 + 3),
        ("photo.webp", {"lossless": True}, 12 + 3),
    ],
)
def test_a_scan_too_large_for_memory_is_told_the_size_that_fits(
    photo, tmp_path, name, options, each
):
    """A PNG of 16 bits was taken for one that is read band by band, and took 1.2 GB."""

    def save(width, height):
        if options is None:
            rows = (b"\0" + bytes(width * 6)) * height
            return (tmp_path / name).write_bytes(png(width, height, rows, bits=16))
        return photo.resize((width, height)).save(tmp_path / name, **options)

    save(301, 617)
    read_pixels(tmp_path / name, tmp_path, 1, most_bytes=301 * 617 * each)
    most = 301 * 617 * each // 2
    with pytest.raises(DrawError, match=r"; \d+ x \d+ px fit: save it smaller") as caught:
        read_pixels(tmp_path / name, tmp_path, 1, most_bytes=most)
    width, height = re.search(r"; (\d+) x (\d+) px fit", str(caught.value)).groups()
    save(int(width), int(height))
    assert read_pixels(tmp_path / name, tmp_path, 1, most_bytes=most).size[0] == int(width) > 200


def test_a_band_of_very_long_rows_is_low(tmp_path, monkeypatch):
    """Bands of 256 rows of a picture 60,000 px wide took hundreds of megabytes."""
    asked = []
    real = scan_pixels.Rows.bands
    monkeypatch.setattr(
        scan_pixels.Rows, "bands", lambda rows, step: asked.append(step) or real(rows, step)
    )
    (tmp_path / "a.png").write_bytes(png(60_000, 40, (b"\0" + bytes(180_000)) * 40))
    assert read_pixels(tmp_path / "a.png", tmp_path, 100).size == (3_750, 3)
    assert asked == [32]


HARM = {
    "cut": lambda data: data[: len(data) // 2],
    "no end": lambda data: data[:-30],
    "flipped": lambda data: data[:200] + bytes([data[200] ^ 255]) + data[201:],
    "zeros": lambda data: data[:60] + bytes(len(data) - 60),
    "nonsense": lambda data: b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4 + data[:0],
    "text": lambda data: b"just some words" + data[:0],
}


@pytest.mark.parametrize("harm", HARM)
@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.tif", "a.webp"])
def test_a_damaged_file_is_one_line(photo, tmp_path, harm, name):
    path = tmp_path / name
    photo.save(path)
    path.write_bytes(HARM[harm](path.read_bytes()))
    try:
        whole(read_pixels(path, tmp_path, 1))
    except DrawError as error:
        text = str(error)
        assert text.startswith(f"{path}: ")
        assert "\n" not in text
    else:  # only a PNG has check sums: other formats may show wrong pixels instead
        assert name != "a.png"
        assert harm in ("flipped", "zeros", "no end")


def test_a_bomb_is_refused_by_its_head(tmp_path):
    """60,000 x 60,000 px in a few hundred bytes: neither rows nor memory are ever made."""
    (tmp_path / "bomb.png").write_bytes(png(60_000, 60_000, bytes(60_000)))
    with pytest.raises(DrawError, match="60,000 x 60,000 px is more than"):
        read_pixels(tmp_path / "bomb.png", tmp_path, 1)
    assert (tmp_path / "bomb.png").stat().st_size < 1000


def test_rows_beyond_the_height_are_never_unpacked(tmp_path):
    rows = bytes(31 * 5) + bytes(200_000_000)  # 200 MB of zeros pack into 200 kB
    (tmp_path / "a.png").write_bytes(png(10, 5, rows))
    assert read_pixels(tmp_path / "a.png", tmp_path, 1).size == (10, 5)


@pytest.mark.parametrize("turn", range(1, 9))
def test_a_turned_picture_is_measured_as_shown(tmp_path, turn):
    """A red spot at a place known in the picture as shown is found there."""
    from PIL import ImageOps  # noqa: PLC0415

    image = Image.new("RGB", (40, 24))
    exif = Image.Exif()
    exif[0x0112] = turn
    image.save(tmp_path / "a.png", exif=exif)
    with Image.open(tmp_path / "a.png") as opened:
        shown = ImageOps.exif_transpose(opened)
    with open_scan(tmp_path / "a.png", tmp_path, MAP_CAPS) as (head, _, _):
        pass
    assert head.size == shown.size
    stored = Image.new("RGB", (40, 24))
    stored.putpixel((31, 5), (255, 0, 0))
    stored.save(tmp_path / "b.png", exif=exif)
    with Image.open(tmp_path / "b.png") as opened:
        spot = ImageOps.exif_transpose(opened)
    (at,) = [
        (x, y) for x in range(spot.width) for y in range(spot.height)
        if spot.getpixel((x, y)) == (255, 0, 0)
    ]  # fmt: skip
    a, b, c, d, e, f = head.to_stored
    x, y = at[0] + 0.5, at[1] + 0.5
    assert (a * x + b * y + c, d * x + e * y + f) == (31.5, 5.5)
