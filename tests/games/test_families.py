"""Every family of the catalogue, put through the same questions: a new one is taken up at once."""

import pickle
from functools import cache
from itertools import islice, product

import pytest

from marienbad.analysis import Game
from marienbad.games.catalogue import BY_NAME, EXAMPLES, FAMILIES, define
from marienbad.games.definition import Definition
from marienbad.games.family import Family
from marienbad.heaps import Call, Move, Split
from marienbad.registry import theory_names, theory_of
from marienbad.solver.reference import p_positions
from marienbad.study.board import draw
from marienbad.study.chance import chance
from marienbad.study.tables import ordered_pairs, pairs_below, reaches, tables_of, tabulate
from marienbad.study.verification import delicate_numbers
from marienbad.text.catalogue import template
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain
from marienbad.text.tabular import written
from marienbad.theories.known import KNOWN, known_of
from marienbad.theories.theory import TableKind

NAMED = [family for family in FAMILIES if family.reader is None]
GAMES = list(dict.fromkeys([*EXAMPLES, *(g.name for f in NAMED for g in f.games(largest=2))]))
PAIRED = [
    name
    for name in GAMES
    if define(name).ruleset.heaps in (2, None) and not define(name).ruleset.parts_heaps
]
"""Those that are played with two heaps, which stay two, and so have pairs and a board."""
SIZE = 16


def test_what_is_known_is_known_of_a_family() -> None:
    assert {*KNOWN} <= {family.name for family in FAMILIES}


def test_a_name_belongs_to_one_family() -> None:
    assert len(BY_NAME) == sum(len(family.names) for family in FAMILIES)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_family_has_its_words(family: Family, lang: str) -> None:
    assert template(f"{family.name}.family", lang)
    for parameter in family.parameters:
        assert template(f"{family.name}.parameter.{parameter.name}", lang)
    for name in family.theories:
        assert Plain(lang).line(family.theory_title(name))
    for kind in known_of(family).tables():
        assert template(kind.title, lang)


@pytest.mark.parametrize("family", NAMED, ids=lambda family: family.name)
def test_examples_are_written_as_their_names(family: Family) -> None:
    assert family.examples
    for name in family.examples:
        game = define(name)
        assert game.name == name
        assert game.family is family
        assert game.references


@pytest.mark.parametrize("name", GAMES)
def test_the_other_ending_leads_back(name: str) -> None:
    game = define(name)
    other = game.other_ending
    assert other is not None
    assert other.is_misere is not game.is_misere
    assert other.ruleset == game.ruleset
    assert other.other_ending == game


@cache
def solved(game: Definition) -> list[tuple[int, ...]]:
    """The positions to leave x ≤ y below the size, by plain search."""
    return sorted((x, y) for x, y in p_positions(game, (SIZE, SIZE)) if x <= y)


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRED)
def test_the_pairs_are_those_of_the_search(name: str) -> None:
    game = define(name)
    listed = list(islice(ordered_pairs(game), SIZE))
    assert listed == sorted(listed)
    assert set(listed) >= {
        pair for pair in solved(game) if pair <= listed[-1] and not game.is_over(pair)
    }
    if known_of(game.family).counting().pairs is not None:
        for size in range(1, SIZE + 1):
            expected = [pair for pair in solved(game) if max(pair) < size]
            assert list(pairs_below(game, size)) == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRED)
def test_the_count_of_lost_starts_is_that_of_the_search(name: str) -> None:
    game = define(name)
    for size in range(1, SIZE):
        lost = sum(1 for pair in solved(game) for _ in {pair, pair[::-1]} if max(pair) < size)
        assert chance(game, size, heaps=2).lost == lost, size


def reverse(move: Move) -> Move:
    if isinstance(move, Split):
        return Split(move[::-1], move.leave[::-1])
    return move if isinstance(move, Call) else move[::-1]


@pytest.mark.parametrize("name", GAMES)
def test_the_order_of_the_heaps_matters_where_the_rules_say_so(name: str) -> None:
    game = define(name)
    heaps = game.ruleset.heaps or 2
    turned = all(
        {reverse(move) for move in game.moves(position)} == set(game.moves(position[::-1]))
        for position in product(range(7), repeat=heaps)
    )
    assert turned is not game.ruleset.tells_heaps_apart


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_theory_explains_in_every_language(name: str) -> None:
    game = Game.named(name)
    for theory, lang in product(game.theories, LANGUAGES):
        heaps = define(name).ruleset.heaps or 2
        for numbers in ((2, 3), (5, 5), (0, 4), (1, 0)):
            position = (numbers * heaps)[:heaps]
            if not reaches(theory_of(game.definition, theory), position):
                continue  # a theorem may be silent of some positions
            assert game.analyse(position, theory).explanation.render(lang)
        assert game.analyse(game.start, theory).explanation.render(lang)


@pytest.mark.parametrize("name", GAMES)
def test_theories_stand_where_they_say(name: str) -> None:
    game = define(name)
    for theory in theory_names(game):
        assert theory_of(game, theory).name == theory
    assert delicate_numbers(game)[0] == 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in EXAMPLES if name in PAIRED])
def test_every_table_is_made(name: str, lang: str) -> None:
    game = define(name)
    for kind in tables_of(game):
        assert is_bounded(kind, game)
        for base in kind.bases:
            lines = list(written(tabulate(game, kind.name, 3, base), "text", lang))
            assert len(lines) > 3


def is_bounded(kind: TableKind, game: Definition) -> bool:
    return 1 <= kind.limit(game, is_served=True) <= kind.limit(game)


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name in PAIRED])
def test_the_board_is_drawn(name: str) -> None:
    for form, lang in product(("text", "svg"), LANGUAGES):
        assert draw(define(name), form, size=9, at=(5, 6), lang=lang)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_game_sent_to_another_process_is_of_the_family_there(name: str) -> None:
    game = define(name)
    copy = pickle.loads(pickle.dumps(game))
    assert copy == game
    assert copy.family is game.family
