"""Records: what is written only when a kind is first used is there for whoever looks before."""

import inspect
import pickle

import pytest

from marienbad.values import Record


class Point(Record):
    x: int
    y: int = 0


class Named(Point):
    """With a field of its own."""

    name: str = ""


class Shifted(Point):
    """With an initializer of its own, which hands on to that of the fields."""

    def __init__(self, x: int) -> None:
        super().__init__(x + 1, y=2)


def test_a_record_that_nobody_made_yet_has_its_signature() -> None:
    class Fresh(Record):
        first: int
        second: str = "two"

    assert str(inspect.signature(Fresh)) == "(first, second='two')"
    assert Fresh.__init__.__qualname__.endswith("Fresh.__init__")


@pytest.mark.parametrize("number", [1, 2])  # the initializer is written at the first use
def test_fields_come_in_order_and_by_name(number: int) -> None:
    assert (Point(number), Point(y=3, x=number)) == (Point(number, 0), Point(number, 3))
    assert Named(number, 1, "here").name == "here"
    assert vars(Shifted(number)) == {"x": number + 1, "y": 2}
    assert Point(1) != Named(1)


def test_a_mistake_is_named_at_the_first_use() -> None:
    class Lonely(Record):
        only: int

    with pytest.raises(TypeError, match=r"Lonely\.__init__\(\).*'only'"):
        Lonely()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="'other'"):
        Lonely(1, other=2)  # type: ignore[call-arg]
    with pytest.raises(AttributeError, match="Lonely cannot be changed"):
        Lonely(1).only = 2  # type: ignore[misc]


def test_a_record_with_a_length_of_its_own_is_not_asked_for_it_before_it_has_one() -> None:
    class Heaps(Record):
        heaps: tuple[int, ...]

        def __len__(self) -> int:
            return len(self.heaps)

    assert len(Heaps((1, 2))) == 2


def test_what_is_pickled_is_equal() -> None:
    points = [Named(n, n * n, str(n)) for n in range(5)]
    assert pickle.loads(pickle.dumps(points)) == points
