"""Wythoff's game with a: which line of a recipe applies."""

import pytest

from marienbad.study.book.entry import entries
from marienbad.text.sentences import Table


@pytest.mark.parametrize("name", ["positions_with_a", "recipe_with_a", "recipe_by_slopes"])
def test_nothing_is_no_larger_member(name: str) -> None:
    """0 is in the pair (0, 0) alone, as its smaller member: y ≥ x > 0 would be false."""
    keys = [step.text.key for step in entries()[name].steps(a=2, x=0, y=5)]
    assert "book_first.applies_above" in keys
    assert "book_first.applies_large" not in keys


def test_a_table_of_pairs_reaches_the_pairs_that_are_needed() -> None:
    (step, *_) = entries()["recipe_with_a"].steps(a=2, x=26, y=49)
    (table,) = step.shown
    assert isinstance(table, Table)
    assert table.columns[-2:] == (11, 19)
