"""Links from explanations and tables to the book."""

import pytest

from marienbad.games.catalogue import EXAMPLES, define
from marienbad.study.book.links import entries_behind, entries_for
from marienbad.theories.known import known_of

WITHOUT_BOOK = {
    "euclid",
    "lucas",
    "moore",
    "nimhoff",
    "octal",
    "order",
    "spite",
    "subtraction",
    "takeaway",
}
"""Families that the five texts do not treat."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_theory_of_the_sources_has_its_statements(name: str) -> None:
    game = define(name)
    for theory in game.theories:
        found = entries_for(game, theory)
        assert bool(found) is (game.family.name not in WITHOUT_BOOK)
        assert all(theory in entry.theories for entry in found)


@pytest.mark.parametrize("theory", ["binary", "packets", "base4", "base8", "base16"])
def test_nothing_is_named_that_is_false_where_the_last_match_loses(theory: str) -> None:
    normal, misere = (
        {entry.name for entry in entries_for(define(name), theory)} for name in ("nim", "marienbad")
    )
    assert normal & {"any_heaps", "second_player", "play_by_sets"}
    assert not normal & {"last_loses", "even_wins", "even_breaks"}
    assert misere & {"last_loses", "even_wins"}
    assert not misere & {"two_heaps", "three_heaps", "any_heaps", "second_player", "play_by_sets"}


@pytest.mark.parametrize("name", ["nim", "wythoff", "wythoff:a=2,b=3", "wythoff:misere"])
def test_every_table_has_its_statements(name: str) -> None:
    game = define(name)
    kinds = {kind.name for kind in known_of(game.family).tables} - {"observed"}
    for kind in kinds:
        assert bool(entries_behind(game, kind)) is ((name, kind) != ("nim", "pairs"))
