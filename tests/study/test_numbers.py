"""Numbers in numerations, and boards worked out step by step."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.cli import main
from marienbad.games.catalogue import EXAMPLES, define
from marienbad.solver.reference import Search
from marienbad.study.board import construction
from marienbad.study.numbers import neighbours, number_told, numerations

SYSTEMS = ("fibonacci", "2", "10", "[1;2]", "[1;1,2]", "[1; 3, 1, 2, …]")


@given(st.integers(0, 10**9), st.sampled_from(SYSTEMS))
def test_digits_under_their_weights_add_up(number: int, system: str) -> None:
    for way in numerations(system):
        digits = way.represent(number)
        places = reversed(range(len(digits)))
        assert sum(d * way.weight(i) for d, i in zip(digits, places, strict=True)) == number
        assert way.can_read(digits)
        assert way.read(digits) == number
    assert neighbours(number, system)["after"] == number + 1
    assert number_told(number, system).render("fr")


def test_a_number_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["number", "100"]) == 0
    words = capsys.readouterr().out
    assert "100 = 89 + 8 + 3" in words
    assert "row 15 and column 3" in words
    assert "pair number 62" in words
    assert main(["number", "5", "--in", "[2;1]"]) == 2
    assert "[2;1]" in capsys.readouterr().err


BOARDS = [
    name
    for name in (*EXAMPLES, "euclid:misere", "wythoff:b=3,misere")
    if define(name).ruleset.is_plain and define(name).ruleset.heaps in (2, None)
]
"""Games whose chessboard is decided square by square."""


@pytest.mark.parametrize("name", BOARDS)
def test_a_construction_is_what_the_search_finds(name: str) -> None:
    game = define(name)
    search = Search(game)
    search.solve((7, 7))
    signs = {s: stage.sign for stage in construction(game, 8) for s in stage.squares}
    assert len(signs) == 64
    assert all((sign == "leave") == search.is_p(square) for square, sign in signs.items())
