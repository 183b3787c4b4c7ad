"""The rule that stands in every explanation has a sentence for every case, and every case occurs.

A reader who has the words of one position can then play any other without a guess.
"""

from collections.abc import Iterator
from itertools import chain, combinations_with_replacement, product

import pytest

from marienbad.analysis import Game
from marienbad.games.memory import LastTake
from marienbad.heaps import Position, situated
from marienbad.registry import theory_of
from marienbad.text.sentences import keys_of

MOST_ROWS = 4
"""Where a game has any number of heaps, positions of up to so many are tried."""

NIM = [
    *product(("nim", "marienbad"), ("binary", "packets", "base4", "base8", "base16"), (6,)),
]
WYTHOFF = [
    *(f"wythoff:a={a},b={b}" for a, b in product(range(1, 5), repeat=2)),
    *(f"wythoff:a={a},misere" for a in range(1, 5)),
]
PAIRS = [*product(WYTHOFF, ("recurrence", "algebra", "arithmetic"))]
EUCLID = [*product(("euclid", "euclid:misere"), ("ratio",), (12,))]
LUCAS = [*product(("lucas", "lucas:misere"), ("representation", "residues"), (20,))]
MISERE = [f"wythoff:a={a},b={b},misere" for a, b in ((1, 2), (2, 2), (1, 3), (2, 3))]
LISTED = [*product(MISERE, ("recurrence", "automaton"), (20,))]
ORDER = [*product(("order:AABB,take=1-3", "order:ABB,take=2.5,misere"), ("period",), (24,))]
TAKEAWAY = [
    *product(("fibonacci", "fibonacci:misere"), ("zeckendorf",), (20,)),
    *product(("takeaway:k=1", "takeaway:k=3", "takeaway:k=3,misere"), ("schwenk",), (28,)),
]
OCTAL = [(name, "grundy", 6) for name in ("kayles", "dawson", "octal:0.137", "subtraction:1.3.4")]
MORE = [
    ("nimhoff:h=3", "cyclic", 5),
    ("moore:k=2", "columns", 4),
    ("moore:k=2,misere", "columns", 4),
]
EXPLAINED: list[tuple[str, str, int]] = [
    *NIM,
    *EUCLID,
    *LUCAS,
    *LISTED,
    *ORDER,
    *TAKEAWAY,
    *OCTAL,
    *MORE,
]
"""Games, theories, and the bound below which every case of the theory occurs."""


def positions_below(game: Game, bound: int) -> Iterator[Position]:
    """The positions with heaps below a bound, the smallest heap first; none that is finished.

    Where the move before counts, it has taken any number below the bound, or there was none.
    """
    counts = [game.heaps] if game.heaps else range(1, MOST_ROWS + 1)
    found = chain.from_iterable(
        combinations_with_replacement(range(bound), count) for count in counts
    )
    states = range(bound if isinstance(game.definition.ruleset.memory, LastTake) else 1)
    positions = (situated(position, state) for position in found for state in states)
    return (position for position in positions if not game.definition.is_over(position))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "theory_name", "bound"), EXPLAINED)
def test_every_case_occurs_and_has_its_rule_in_every_explanation(
    name: str, theory_name: str, bound: int
) -> None:
    game = Game.named(name)
    theory = theory_of(game.definition, theory_name)
    cases = set(theory.cases())
    assert cases <= set(keys_of(theory.method()))
    occurring: set[str] = set()
    for position in positions_below(game, bound):
        analysis = game.analyse(position, theory_name)
        occurring |= theory.cases_of(position, theory.solve(position))
        assert cases <= set(keys_of(analysis.explanation.blocks)), position
        assert analysis.explanation.gist, position
    assert occurring == cases


def pair_positions(a: int = 1, b: int = 1) -> Iterator[Position]:
    """Small heaps in either order, and heaps that are not so small beside large ones."""
    yield from product(range(12), repeat=2)
    yield from ((x, y) for x in range(12, 27, 2) for y in range(x, (a * b + 3) * x))


@pytest.mark.slow
@pytest.mark.sample(14)
@pytest.mark.parametrize(("name", "theory_name"), PAIRS)
def test_every_case_of_a_game_of_pairs_occurs_and_has_its_rule(name: str, theory_name: str) -> None:
    """The larger heap is many times the smaller one in some of the cases."""
    game = Game.named(name)
    values = game.definition.values
    theory = theory_of(game.definition, theory_name)
    cases, occurring = set(theory.cases()), set[str]()
    for number, position in enumerate(pair_positions(values["a"], values["b"])):
        if game.definition.is_over(position):
            continue
        occurring |= theory.cases_of(position, theory.solve(position))
        if number % 64 == 0:
            explanation = game.analyse(position, theory_name).explanation
            assert cases <= set(keys_of(explanation.blocks)), position
            assert explanation.gist, position
    assert occurring == cases


@pytest.mark.parametrize(
    ("name", "theory_name", "bound"), [*EXPLAINED, *((*pair, 4) for pair in PAIRS)]
)
def test_the_rule_is_the_same_for_all_positions(name: str, theory_name: str, bound: int) -> None:
    """It is about the game: no number of the position stands in it."""
    game = Game.named(name)
    first, *others = (
        game.analyse(position, theory_name).explanation.method
        for position in positions_below(game, min(bound, 4))
    )
    assert all(method == first for method in others)
