"""Positions and moves as plain tuples, read from text and checked."""

import pytest

from marienbad.heaps import check_position, leave, read_heap, read_position, take_from
from marienbad.text.problems import InputError


def test_leaving_is_taking_away() -> None:
    assert leave((43, 27, 12), (20, 0, 0)) == (23, 27, 12)
    assert leave((), ()) == ()


def test_a_move_must_fit_the_position() -> None:
    with pytest.raises(ValueError, match=r"shorter|longer"):
        leave((1, 2), (1,))


@pytest.mark.parametrize("heap", range(4))
def test_taking_from_one_heap_leaves_the_others(heap: int) -> None:
    position = (1, 3, 5, 7)
    left = leave(position, take_from(position, heap, 1))
    assert [before - after for before, after in zip(position, left, strict=True)] == [
        int(index == heap) for index in range(4)
    ]


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("26,66", (26, 66)),
        (" 26 , 66\n", (26, 66)),
        ("007", (7,)),
        ("0", (0,)),
        ("1" * 5000, ((10**5000 - 1) // 9,)),
    ],
)
def test_heaps_are_read(text: str, position: tuple[int, ...]) -> None:
    assert read_position(text) == position


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("1,-3", "-3"),
        ("1;3", "1;3"),
        ("1 3", "1 3"),
        ("+4", "+4"),
        ("1_000", "1_000"),
        ("4.0", "4.0"),
        ("1e3", "1e3"),
        ("0x10", "0x10"),
        ("²", "²"),
        ("٣", "٣"),
        ("３", "３"),
        ("five", "five"),
    ],
)
def test_a_malformed_heap_is_named(text: str, quoted: str) -> None:
    with pytest.raises(InputError) as raised:
        read_position(text)
    assert raised.value.message.key == "errors.heap"
    assert quoted in str(raised.value)
    assert "expected" in str(raised.value)


@pytest.mark.parametrize("text", ["1,,3", "1,2,", ","])
def test_a_heap_that_is_missing_is_said_to_be(text: str) -> None:
    with pytest.raises(InputError, match="A heap is missing: expected"):
        read_position(text)


def test_a_text_that_is_no_heap_is_quoted_once() -> None:
    with pytest.raises(InputError, match=r"^“3” is not a heap"):
        check_position(["3", 5], 2)  # type: ignore[list-item]


def test_an_error_stays_short() -> None:
    with pytest.raises(InputError) as raised:
        read_heap("x" * 10**6)
    assert len(str(raised.value)) < 300


def test_a_position_is_checked() -> None:
    assert check_position([3, 5], 2) == (3, 5)
    assert check_position([], None) == ()
    assert check_position((1, 3, 5, 7), None) == (1, 3, 5, 7)


@pytest.mark.parametrize("heap", [-1, 2.0, "2", True, None, 1 + 0j])
def test_only_whole_numbers_are_heaps(heap: object) -> None:
    with pytest.raises(InputError, match="expected") as raised:
        check_position([3, heap], 2)  # type: ignore[list-item]
    assert f"“{heap}”" in str(raised.value)


@pytest.mark.parametrize("heaps", [[], [3], [3, 5, 7]])
def test_the_number_of_heaps_is_checked(heaps: list[int]) -> None:
    with pytest.raises(InputError, match="expected") as raised:
        check_position(heaps, 2)
    assert raised.value.message.values == {
        "expected": 2,
        "count": len(heaps),
        "position": tuple(heaps),
    }


def test_whole_numbers_of_other_libraries_become_pythons_own() -> None:
    numpy, gmpy2 = pytest.importorskip("numpy"), pytest.importorskip("gmpy2")
    for heaps in (numpy.array([3, 5]), (gmpy2.mpz(3), numpy.uint8(5)), iter((3, 5))):
        position = check_position(heaps, 2)
        assert position == (3, 5)
        assert [type(heap) for heap in position] == [int, int]


def test_a_huge_negative_heap_is_named_shortly() -> None:
    with pytest.raises(InputError, match="-1000") as raised:
        check_position([-(10**5000)], None)
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_an_empty_text_is_no_position(text: str) -> None:
    with pytest.raises(InputError, match=r"no heaps: expected numbers separated by commas"):
        read_position(text)
