"""Pictures: the points are those of the table, nothing vanishes, and every form can be read."""

from io import BytesIO
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PIL import Image
from PIL.PngImagePlugin import PngImageFile

from marienbad.study import picture
from marienbad.study.picture.chart import HEADING, LEFT, TOP
from marienbad.study.picture.layout import FIRST_SHADE, MOST_POINTS, layout_of
from marienbad.study.picture.palette import CROWD, HEAT, LEAVE, PAPER, Colour, ramp
from marienbad.study.picture.thinning import Box
from marienbad.text.problems import InputError
from marienbad.text.sentences import say

SVG = "{http://www.w3.org/2000/svg}"
TABLES = arrays.arrays(bool, st.tuples(st.integers(1, 70), st.integers(1, 70)))


def read(png: bytes) -> PngImageFile:
    image = Image.open(BytesIO(png))
    assert isinstance(image, PngImageFile)
    image.load()
    return image


def decoded(png: bytes) -> tuple[np.ndarray[Any, Any], list[Colour]]:
    """The colour numbers of a bare picture, top row first, and its colours."""
    image = read(png)
    assert image.mode == "P"
    parts = np.array(image.getpalette()).reshape(-1, 3).tolist()
    return np.asarray(image), [(r, g, b) for r, g, b in parts]


def points(png: bytes) -> np.ndarray[Any, Any]:
    """The colour numbers of a bare picture by x, then y."""
    return decoded(png)[0][::-1].T


def packed(table: np.ndarray[Any, Any], dtype: str, spare: int = 0) -> np.ndarray[Any, Any]:
    """Rows of bits in words, what stands behind the last position being rubbish."""
    size = np.dtype(dtype).itemsize
    words = -(-table.shape[-1] // (8 * size)) + spare
    wide = np.ones((*table.shape[:-1], words * 8 * size), dtype=bool)
    wide[..., : table.shape[-1]] = table
    return np.packbits(wide, axis=-1, bitorder="little").view(dtype)


def luminance(colour: Colour) -> float:
    parts = [part / 255 for part in colour]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# The points


@given(TABLES, st.sampled_from(["<u1", "<u4", "<u8"]), st.integers(0, 2))
@settings(max_examples=40, deadline=None)
def test_the_points_are_the_table(table: np.ndarray[Any, Any], dtype: str, spare: int) -> None:
    for sheet in (
        Box(table.shape, is_p=table),
        Box(table.shape, packed=packed(table, dtype, spare)),
    ):
        assert np.array_equal(points(picture.bare(sheet)) != 0, table)


@pytest.mark.slow
@given(TABLES)
@settings(max_examples=20, deadline=None)
def test_the_cells_of_the_whole_picture(table: np.ndarray[Any, Any]) -> None:
    sheet = Box(table.shape, is_p=table)
    canvas = np.asarray(read(picture.png(sheet)))
    panel = layout_of(sheet, False).panels[0]
    right = [LEFT + panel.x.middle(x) for x in range(table.shape[0])]
    bottom = HEADING + TOP + panel.y.length
    up = [bottom - 1 - panel.y.middle(y) for y in range(table.shape[1])]
    cells = canvas[np.ix_(up, right)].transpose(1, 0, 2)
    assert np.array_equal((cells == LEAVE).all(axis=2), table)
    assert np.array_equal((cells == PAPER).all(axis=2), ~table)


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(1025, 1025), (3000, 1700), (5000, 40), (20_000, 3)])
@pytest.mark.parametrize("dtype", ["bool", "<u1", "<u8"])
def test_nothing_vanishes_from_a_thinned_map(sizes: tuple[int, int], dtype: str) -> None:
    random = np.random.default_rng(1961)
    table = random.random(sizes) < 0.001
    table[-1, -1] = table[0, 0] = True
    whole = Box(sizes, is_p=table) if dtype == "bool" else Box(sizes, packed=packed(table, dtype))
    shades = points(picture.bare(whole)).astype(int)
    assert max(shades.shape) <= MOST_POINTS
    x, y = (-(-size // shade) for size, shade in zip(sizes, shades.shape, strict=True))
    x, y = 1 << (x - 1).bit_length(), 1 << (y - 1).bit_length()
    counts = np.zeros(shades.shape, dtype=int)
    np.add.at(counts, tuple((np.argwhere(table) // (x, y)).T), 1)
    expected = [
        [count and FIRST_SHADE + int(count).bit_length() - 1 for count in c] for c in counts
    ]
    assert np.array_equal(shades, expected)


@pytest.mark.slow
def test_the_largest_map_keeps_single_positions() -> None:
    size = 65_536
    table = np.zeros((size, size // 64), dtype=np.uint64)
    for x, y in (marks := [(0, 0), (1, 65_535), (65_535, 1), (65_535, 65_535), (12_345, 54_321)]):
        table[x, y // 64] |= np.uint64(1 << (y % 64))
    found = np.argwhere(points(picture.bare(Box((size, size), packed=table))))
    assert sorted(map(tuple, found.tolist())) == sorted((x // 64, y // 64) for x, y in marks)


@pytest.mark.parametrize("dtype", ["bool", "<u1", "<u8"])
@pytest.mark.parametrize(("sizes", "columns"), [((5, 4, 7), 3), ((5, 4, 3), 2), ((5, 4, 7, 2), 3)])
def test_slices(sizes: tuple[int, ...], columns: int, dtype: str) -> None:
    table = np.random.default_rng(7).random(sizes) < 0.3
    sheet = Box(sizes, is_p=table) if dtype == "bool" else Box(sizes, packed=packed(table, dtype))
    image = decoded(picture.bare(sheet))[0] != 0
    places: list[tuple[int, ...]] = [(z,) for z in range(sizes[2])]
    if len(sizes) == 4:
        places = [(z, w) for z in range(min(3, sizes[2])) for w in range(min(3, sizes[3]))]
    for number, place in enumerate(places):
        row, column = divmod(number, columns)
        part = image[5 * row : 5 * row + 4, 6 * column : 6 * column + 5]
        index: Any = (..., *place)
        assert np.array_equal(part, table[index].T[::-1]), place
    labels = [*ET.fromstring(picture.svg(sheet)).itertext()]
    assert "z = 2" in labels or "z = 2, w = 1" in labels


def test_one_heap() -> None:
    table = np.arange(100) % 7 == 0
    for sheet in (Box((100,), is_p=table), Box((100,), packed=packed(table, "<u8"))):
        assert np.array_equal(points(picture.bare(sheet))[:, 0] != 0, table)
    long = Box((1_000_000,), packed=packed(np.arange(1_000_000) == 777_777, "<u8"))
    (place,) = np.argwhere(points(picture.bare(long))[:, 0])
    assert place == 777_777 // 1024


# Grundy values


@pytest.mark.slow
@given(arrays.arrays(np.uint16, st.tuples(st.integers(1, 40), st.integers(1, 40))))
@settings(max_examples=30, deadline=None)
def test_the_heat_map_is_white_at_zero_and_lighter_with_the_value(
    table: np.ndarray[Any, Any],
) -> None:
    canvas, colours = decoded(picture.bare(Box(table.shape, grundy=table), grundy=True))
    shades = canvas[::-1].T.astype(int)
    assert np.array_equal(shades == 0, table == 0)
    light = np.array([luminance(colour) for colour in colours])
    order = np.argsort(table[table > 0], kind="stable")
    assert (np.diff(light[shades[table > 0][order]]) >= 0).all()
    assert len(colours) <= 256


@pytest.mark.slow
def test_a_thinned_heat_map_keeps_its_zeros() -> None:
    table = np.full((2000, 3000), 9, dtype=np.uint8)
    table[1999, 2999] = table[500, 8] = 0
    table[3, 3] = 77
    sheet = Box(table.shape, grundy=table)
    found = np.argwhere(points(picture.bare(sheet, grundy=True)) == 0)
    assert found.tolist() == [[250, 2], [999, 749]]
    assert "the values grow to 77" in picture.svg(sheet, grundy=True)


# Colours, words, forms


def test_the_ramps_differ_in_lightness_alone() -> None:
    crowd, heat = ([luminance(c) for c in ramp(anchors, 13)] for anchors in (CROWD, HEAT))
    assert all(first > second for first, second in pairwise(crowd))
    assert all(first < second for first, second in pairwise(heat))
    for faintest in (CROWD[0], LEAVE):
        assert (luminance(PAPER) + 0.05) / (luminance(faintest) + 0.05) > 3


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", [1, 8, 200, 1500])
def test_a_drawing_is_xml_with_its_words(size: int, lang: str) -> None:
    table = np.eye(size, dtype=bool)
    root = ET.fromstring(
        picture.svg(Box(table.shape, is_p=table), lang=lang, title=say("nim.game.title"))
    )
    assert root.get("lang") == lang
    title, description = (root.findtext(SVG + tag) or "" for tag in ("title", "desc"))
    assert ("to leave" if lang == "en" else "à laisser") in title
    assert "(0, 0)" in description
    assert len([*root.iter()]) < 80
    texts = [*root.itertext()]
    assert "x" in texts
    assert ("y" in texts) == (size > 1)


@pytest.mark.slow
def test_a_path_covers_the_cells() -> None:
    table = np.random.default_rng(3).random((30, 20)) < 0.4
    root = ET.fromstring(picture.svg(Box(table.shape, is_p=table)))
    (path,) = [p for p in root.iter(SVG + "path") if p.get("class") == "leave"]
    cell = layout_of(Box(table.shape, is_p=table), False).panels[0].x.cell
    covered = np.zeros(table.shape, dtype=bool)
    for run in (path.get("d") or "").removeprefix("M").removesuffix("z").split("zM"):
        start, height = run.split("h")[0], run.split("v")[1].split("h")[0]
        left, top = map(int, start.split())
        x, y = (left - LEFT) // cell, (top - HEADING - TOP) // cell
        wide = int(run.split("h")[1].split("v")[0]) // cell
        assert int(height) == cell
        covered[x : x + wide, 20 - 1 - y] = True
    assert np.array_equal(covered, table)


@pytest.mark.slow
def test_a_large_drawing_stays_small() -> None:
    table = np.random.default_rng(5).random((2048, 2048)) < 0.5
    drawing = picture.svg(Box(table.shape, is_p=table))
    assert len(drawing) < 1_000_000
    root = ET.fromstring(drawing)
    assert len([*root.iter(SVG + "image")]) == 2
    beams = picture.svg(Box((2048, 2048), is_p=np.eye(2048, dtype=bool)))
    assert len(beams) < 60_000


def test_small_heat_maps_are_numbered() -> None:
    numbers = np.arange(8)
    table = numbers[:, None] ^ numbers[None]
    root = ET.fromstring(picture.svg(Box((8, 8), grundy=table), grundy=True))
    inside = [text.text for text in root.iter(SVG + "text") if "on-" in (text.get("class") or "")]
    assert inside == [str(number) for number in table.flatten()]


def test_a_bitmap_says_what_it_shows() -> None:
    table = np.eye(40, dtype=bool)
    png = picture.png(Box(table.shape, is_p=table), lang="fr", title=say("nim.game.title"))
    words = read(png).text
    assert "à laisser" in words["Title"]
    assert "(11, 11)" in words["Description"]


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(InputError, match="5 heaps: expected 1 to 4"):
        picture.png(Box((2, 2, 2, 2, 2), is_p=np.ones((2, 2, 2, 2, 2), dtype=bool)))
    with pytest.raises(InputError, match="no grundy"):
        picture.svg(Box((2, 2), is_p=np.ones((2, 2), dtype=bool)), grundy=True)


@pytest.mark.slow
def test_an_empty_map() -> None:
    nothing = np.zeros((4, 4), dtype=np.uint8)
    assert not points(picture.bare(Box((4, 4), is_p=nothing.astype(bool)))).any()
    assert not points(picture.bare(Box((4, 4), grundy=nothing), grundy=True)).any()
    ET.fromstring(picture.svg(Box((2000, 2000), is_p=np.zeros((2000, 2000), dtype=bool))))


@pytest.mark.parametrize(
    "sizes", [(1,), (1, 1), (1, 3000), (3000, 1), (1, 1, 1), (2, 3, 1), (1, 1, 1, 1), (5, 6, 7, 8)]
)
@pytest.mark.parametrize("grundy", [False, True])
def test_small_and_lopsided_tables_have_their_pictures(
    sizes: tuple[int, ...], grundy: bool
) -> None:
    random = np.random.default_rng(11)
    table = random.integers(0, 2000, sizes)
    sheet = Box(sizes, is_p=table % 3 == 0, grundy=table)
    assert read(picture.png(sheet, grundy)).size >= (100, 100)
    canvas, colours = decoded(picture.bare(sheet, grundy))
    assert int(canvas.max()) < len(colours)
    ET.fromstring(picture.svg(sheet, grundy))
