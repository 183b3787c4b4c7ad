"""Tiles of the lab's map: each point is what the search has, and there are bounds."""

import gzip
import os
from pathlib import Path
from typing import Any

import httpx2 as httpx
import numpy as np
import pytest

import marienbad
from marienbad.text.problems import InputError, OutOfReach
from marienbad.web.api import planes
from marienbad.web.api.tiles import HEADER, TileWish, planes_of, tiled
from tests.web.support import how_many

pytestmark = pytest.mark.slow

WYTHOFF = "heaps 2; take n from one; take n, n from two"
NIMOFF = "heaps 3; take n from one; take n, n from two; take n, n, n from all"
NAMED = "heaps 3; take n from x; take n from y where n < 4; take n, n from y, z; take 1 from z"


def wish(rules: str, **facts: Any) -> TileWish:
    usual = {"has_grundy": False, "axes": (0, 1), "held": (), "level": 0, "column": 0, "row": 0}
    return TileWish(**{"rules": rules, **usual, **facts})


def opened(octets: bytes, has_grundy: bool) -> tuple[Any, Any, int, int]:
    """The values and the shares, row by row, the size of the plane and that of the largest."""
    width, height, size, largest = HEADER.unpack_from(octets)
    rest = octets[HEADER.size :]
    count = width * height
    values = np.frombuffer(rest, "<u2", count).reshape(height, width) if has_grundy else None
    shares = np.frombuffer(rest[2 * count if has_grundy else 0 :], np.uint8)
    assert len(shares) == count
    return values, shares.reshape(height, width), size, largest


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    marienbad.game("nim").solve((2, 2))  # the compiled search is loaded
    return str(tmp_path_factory.mktemp("planes"))


@pytest.mark.parametrize(
    ("rules", "axes", "held"),
    [
        (WYTHOFF, (0, 1), ()),
        (f"{WYTHOFF}; last loses", (0, 1), ()),
        ("heaps 2; take n from x where x >= y; take n, m from two where n < m", (0, 1), ()),
        (NIMOFF, (0, 1), (5,)),
        (f"{NIMOFF}; last loses", (1, 2), (3,)),
        (NAMED, (0, 1), (6,)),
        (NAMED, (0, 2), (6,)),
        (NAMED, (1, 2), (6,)),
        ("heaps 6; take n from one where n < 5", (1, 4), (1, 0, 1, 0)),
        pytest.param(
            "heaps 6; take n from one where n < 5",
            (1, 4),
            (1, 2, 1, 0),
            marks=pytest.mark.verify,
        ),
    ],
)
@pytest.mark.parametrize("has_grundy", [False, True])
def test_every_point_is_the_searchs(
    folder: str, rules: str, axes: tuple[int, int], held: tuple[int, ...], has_grundy: bool
) -> None:
    game, size = marienbad.rules(rules), 40 if len(held) < 3 else 16
    if has_grundy and game.definition.is_misere:
        return
    asked = wish(rules, axes=axes, held=held, has_grundy=has_grundy)
    values, shares, *_ = opened(gzip.decompress(tiled(asked, folder)), has_grundy)
    rest = iter(held)
    at = [slice(size) if heap in axes else next(rest) for heap in range(len(game.start))]
    sizes = [size if heap in axes else heap_held + 1 for heap, heap_held in _held(axes, held)]
    table = game.solve(sizes, grundy=has_grundy)
    assert np.array_equal(shares[:size, :size].T == 255, table.is_p[tuple(at)])
    if has_grundy:
        assert table.grundy is not None
        assert np.array_equal(values[:size, :size].T, table.grundy[tuple(at)])


def _held(axes: tuple[int, int], held: tuple[int, ...]) -> list[tuple[int, int]]:
    rest = iter(held)
    return [(heap, 0 if heap in axes else next(rest)) for heap in range(len(held) + 2)]


@pytest.mark.parametrize(("column", "row"), [(0, 0), (1, 0), (2, 3)])
def test_a_tile_far_from_the_corner(folder: str, column: int, row: int) -> None:
    _, shares, size, _ = opened(
        gzip.decompress(tiled(wish(WYTHOFF, column=column, row=row), folder)), False
    )
    assert size >= 256 * (max(column, row) + 1)
    is_p = marienbad.rules(WYTHOFF).solve((1024, 1024)).is_p
    part = is_p[256 * column : 256 * column + 256, 256 * row : 256 * row + 256]
    assert np.array_equal(shares.T == 255, part)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_point_of_a_higher_level_counts_its_positions(folder: str, level: int) -> None:
    block = 2**level
    table = marienbad.rules(WYTHOFF).solve((256 * block,) * 2)
    counts = table.is_p.reshape(256, block, 256, block).sum(axis=(1, 3))
    _, shares, *_ = opened(gzip.decompress(tiled(wish(WYTHOFF, level=level), folder)), False)
    assert np.array_equal(shares.T, -(-counts * 255 // block**2))
    if level > 2:
        return
    grundy = marienbad.rules(WYTHOFF).solve((256 * block,) * 2, grundy=True).grundy
    assert grundy is not None
    means = grundy.reshape(256, block, 256, block).mean(axis=(1, 3), dtype=float)
    asked = wish(WYTHOFF, level=level, has_grundy=True)
    values, shares, *_ = opened(gzip.decompress(tiled(asked, folder)), True)
    assert np.abs(values.T - np.maximum(means, 1)).max() <= 0.5
    assert np.array_equal(shares.T, -(-counts * 255 // block**2))


@pytest.mark.parametrize("has_grundy", [False, True])
def test_one_heap_is_a_strip(folder: str, has_grundy: bool) -> None:
    rules = "heaps 1; take n from one where n in {1, 3, 4}"
    octets = gzip.decompress(tiled(wish(rules, has_grundy=has_grundy, row=1), folder))
    values, shares, *_ = opened(octets, has_grundy)
    table = marienbad.rules(rules).solve((2 * 65536,), grundy=has_grundy)
    assert np.array_equal(shares.ravel() == 255, table.is_p[65536:])
    if has_grundy:
        assert table.grundy is not None
        assert np.array_equal(values.ravel(), table.grundy[65536:])


def test_a_plane_is_solved_once_and_the_folder_has_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marienbad.game("nim").solve((2, 2))
    first = tiled(wish(WYTHOFF), str(tmp_path))
    (file,) = tmp_path.iterdir()
    os.utime(file, (1, 1))
    with monkeypatch.context() as patched:
        patched.setattr(planes.Plane, "solved", None)
        assert tiled(wish(WYTHOFF), str(tmp_path)) == first
    assert file.stat().st_mtime > 1
    file.write_bytes(file.read_bytes()[:100])  # cut short: it is solved again
    assert tiled(wish(WYTHOFF), str(tmp_path)) == first
    monkeypatch.setattr(planes, "KEPT", 3 * file.stat().st_size)
    for take in range(1, 6):
        tiled(wish(f"heaps 2; take {take} from one"), str(tmp_path))
        assert sum(one.stat().st_size for one in tmp_path.iterdir()) <= planes.KEPT
    assert not file.exists()


def test_the_search_ends_where_it_would_take_too_long(folder: str) -> None:
    greedy = wish("heaps 2; take c, d from two where c + d < x")
    reach = planes_of(greedy, marienbad.rules(greedy.rules).definition)[-1].size
    assert 64 <= reach <= 512
    with pytest.raises(OutOfReach, match=f"Expected heaps below {reach}"):
        tiled(wish(greedy.rules, column=reach // 256 + 1), folder)
    hostile = wish("heaps 4; take a, b, c, d from all where a * b * c * d % 7 != 3", held=(99, 99))
    with pytest.raises(OutOfReach):
        tiled(hostile, folder)
    assert planes_of(wish(WYTHOFF), marienbad.rules(WYTHOFF).definition)[-1].size >= 4096
    grundy = wish(WYTHOFF, has_grundy=True)
    assert planes_of(grundy, marienbad.rules(WYTHOFF).definition)[-1].size >= 4096


@pytest.mark.parametrize(
    ("rules", "facts"),
    [
        (NIMOFF, {"held": ()}),
        (NIMOFF, {"held": (1, 2)}),
        (WYTHOFF, {"axes": (1, 0)}),
        (WYTHOFF, {"axes": (0, 2)}),
        (f"{WYTHOFF}; last loses", {"has_grundy": True}),
        ("heaps 1; take n from one", {"level": 1}),
        ("heaps 1; take n from one", {"column": 1}),
        ("heaps 2; tke n from one", {}),
    ],
)
def test_what_cannot_be_a_tile(folder: str, rules: str, facts: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        tiled(wish(rules, **facts), folder)


@pytest.mark.parametrize("has_grundy", [False, pytest.param(True, marks=pytest.mark.verify)])
def test_a_point_is_not_larger_than_the_plane(folder: str, has_grundy: bool) -> None:
    small: dict[str, Any] = {
        "rules": "heaps 8; take n from one",
        "held": (3,) * 6,
        "has_grundy": has_grundy,
    }
    octets = gzip.decompress(tiled(wish(**small, level=4), folder))
    assert HEADER.unpack_from(octets) == (1, 1, 16, 16)
    for level in (5, 6):
        with pytest.raises(OutOfReach, match="Expected heaps below 16"):
            tiled(wish(**small, level=level), folder)


def test_a_value_that_does_not_fit_is_not_shown_as_another(folder: str) -> None:
    nim: dict[str, Any] = {"rules": "heaps 1; take n from one", "has_grundy": True}
    values, *_ = opened(gzip.decompress(tiled(wish(**nim), folder)), True)
    assert np.array_equal(values.ravel(), np.arange(65_536))
    with pytest.raises(OutOfReach, match="Grundy values below 65,536"):
        tiled(wish(**nim, row=1), folder)


def test_a_folder_that_nobody_holds_is_removed(tmp_path: Path) -> None:
    first, held = planes.make_folder(str(tmp_path))
    second, other = planes.make_folder(str(tmp_path))
    assert held is not None
    assert other is not None
    assert {*map(str, tmp_path.iterdir())} == {first, second}
    Path(first, "plane").write_bytes(b"octets")
    os.close(held)  # as when its process is killed
    stranger = tmp_path / f"{planes.PREFIX}stranger"
    stranger.symlink_to(tmp_path.parent)
    third, last = planes.make_folder(str(tmp_path))
    assert {*map(str, tmp_path.iterdir())} == {second, third, str(stranger)}
    assert Path(third).stat().st_mode & 0o77 == 0
    assert last is not None
    os.close(other)
    os.close(last)


def test_without_a_folder_or_room_on_its_disk_a_plane_is_solved_again(folder: str) -> None:
    found = tiled(wish(WYTHOFF), folder)
    assert tiled(wish(WYTHOFF), None) == found
    assert tiled(wish(WYTHOFF), "/dev/full") == found


@pytest.mark.sample
def test_numbers_that_fit_no_word_have_a_small_plane(folder: str) -> None:
    large = wish("heaps 2; take n from one where n * x * 999999999999 * 999999999999 % 7 < 3")
    _, shares, size, largest = opened(gzip.decompress(tiled(large, folder)), False)
    assert size == largest < 256
    few = how_many(24, in_verify=size)
    is_p = marienbad.rules(large.rules).solve((few, few)).is_p
    assert np.array_equal(shares[:few, :few].T == 255, is_p)


# Over the wire


@pytest.fixture
def client(shared_client: httpx.Client) -> httpx.Client:
    return shared_client


def test_tiles_come_over_the_wire(client: httpx.Client, folder: str) -> None:
    # before the search is loaded there is a small map
    body = {"rules": WYTHOFF, "small": True}
    small = client.post("/api/lab", json=body).json()
    size = small["sizes"][0]
    assert (size >= 12, small["count"]) == (
        True,
        int(marienbad.rules(WYTHOFF).solve((size, size)).is_p.sum()),
    )
    values = client.post("/api/lab", json={**body, "kind": "grundy"}).json()
    assert (values["bits"], values["sizes"]) == (16, small["sizes"])
    query = {"rules": NIMOFF, "axes": "0,2", "held": "3", "kind": "grundy"}
    answer = client.get("/api/lab/tile", params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/octet-stream"
    asked = wish(NIMOFF, axes=(0, 2), held=(3,), has_grundy=True)
    assert answer.content == gzip.decompress(tiled(asked, folder))
    for wanted in ("identity", "br"):
        plain = client.get("/api/lab/tile", params=query, headers={"Accept-Encoding": wanted})
        assert "content-encoding" not in plain.headers
        assert plain.content == answer.content


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ({"rules": WYTHOFF, "level": 7}, "server.at_most"),
        ({"rules": WYTHOFF, "column": -1}, "server.at_least"),
        ({"rules": WYTHOFF, "row": 2**60}, "server.at_most"),
        ({"rules": NIMOFF, "held": "1000000000"}, "lab.slow"),
        ({"rules": NIMOFF, "held": "x"}, "errors.heap"),
        ({"rules": "heaps 2\ntake n frm one"}, "rules.error"),
        ({}, "server.missing"),
    ],
)
def test_what_is_refused(client: httpx.Client, query: dict[str, Any], key: str) -> None:
    answer = client.get("/api/lab/tile", params=query)
    assert (answer.status_code, answer.json()["error"]["key"]) == (422, key)


def test_an_axis_is_a_digit(client: httpx.Client) -> None:
    for axes in ("0", "0,1,2", "a,b", "0, 1"):
        answer = client.get("/api/lab/tile", params={"rules": NIMOFF, "axes": axes, "held": "1"})
        assert answer.status_code == 422
