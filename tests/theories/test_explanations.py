"""The numbers in the sentences of an explanation are those of the position.

Each was worked out by hand; a sentence may be rewritten, its numbers may not.
"""

from itertools import product

import pytest

import marienbad
from marienbad.text.sentences import keys_of

SENTENCES = [
    ("nim", "base4", (1, 3, 5, 6), "90 = 64 + 16 + 2 × 4 + 2 = 1122₄"),
    ("nim", "base8", (1, 3, 5, 6), "90 = 64 + 3 × 8 + 2 = 132₈"),
    ("lucas", "residues", (4, 13), "φ × 4 has the whole part 6, and 3 × 4 leaves the remainder 2"),
    ("lucas:misere", "residues", (5, 30), "φ × 3 has the whole part 4"),
    ("wythoff", "arithmetic", (11, 18), "n = 7 1 0 1 0 7"),
    ("wythoff", "algebra", (3, 9), "the pair number n is ⌊nτ⌋ and ⌊nτ⌋ + n"),
    ("wythoff:a=2", "algebra", (3, 9), "bₙ = aₙ + 2n."),
    ("wythoff:a=2,misere", "algebra", (3, 9), "Bₙ = Aₙ + 2n + 1."),
    ("wythoff:b=2", "algebra", (3, 9), "b_{r,n} = a_{r,n} + 2n + r."),
    ("wythoff:a=2,b=2", "arithmetic", (10, 18), "z = 10 2 0 10 partner 2 2"),
    ("wythoff:a=2,b=2", "arithmetic", (2, 10), "2 does not end with a zero"),
    ("wythoff:a=2,b=2", "arithmetic", (3, 12), "place 1 from the right (it has 2, the pattern 1)"),
]


@pytest.mark.parametrize(("name", "theory", "position", "sentence"), SENTENCES)
def test_the_numbers_are_those_of_the_position(
    name: str, theory: str, position: tuple[int, ...], sentence: str
) -> None:
    explanation = marienbad.game(name).analyse(position, theory).explanation
    assert sentence in " ".join(explanation.render("en").split())


@pytest.mark.parametrize("name", ["moore:k=2", "moore:k=2,misere"])
def test_a_restored_column_is_spoken_of_only_where_a_heap_is_big_enough(name: str) -> None:
    """In the misère ending, all heaps of one, the columns are no longer restored."""
    game = marienbad.game(name)
    for position in product(range(4), repeat=3):
        analysis = game.analyse(position)
        keys = {*keys_of(analysis.explanation.steps)}
        is_ending = max(position) <= 1 if game.definition.is_misere else not any(position)
        is_spoken_of = bool(keys & {"moore.broken", "moore.broken_misere"})
        assert is_spoken_of == (analysis.outcome == "P" and not is_ending), position
