"""The rule stands in every explanation: with the words of one position one can play any other."""

from collections.abc import Iterator
from itertools import chain, combinations_with_replacement, product

import pytest

from marienbad.analysis import Game
from marienbad.games.memory import LastTake
from marienbad.heaps import Position, situated

MOST_ROWS = 4
"""Where a game has any number of heaps, positions of up to so many are tried."""

NIM = [*product(("nim", "marienbad"), ("binary", "packets", "base4", "base8", "base16"), (6,))]
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
"""Games, theories, and the bound below which their positions are explained."""


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


@pytest.mark.parametrize(
    ("name", "theory_name", "bound"), [*EXPLAINED, *((*pair, 4) for pair in PAIRS)]
)
def test_every_explanation_has_the_rule_of_the_game_and_a_gist(
    name: str, theory_name: str, bound: int
) -> None:
    """No number of the position stands in the rule."""
    game = Game.named(name)
    rules = []
    for position in positions_below(game, min(bound, 4)):
        explanation = game.analyse(position, theory_name).explanation
        assert explanation.gist, position
        rules.append(explanation.method)
    assert rules[0]
    assert all(rule == rules[0] for rule in rules)
