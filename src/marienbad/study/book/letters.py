"""The letters that several statements use and do not introduce: what is said of them first."""

from marienbad.study.book.entry import Entry
from marienbad.text.sentences import Message, say

LETTERS: dict[str, tuple[str, ...]] = {
    "wythoff": (
        "wythoff_complementary",
        "wythoff_by_recurrence",
        "wythoff_recipe",
        "difference_of_pair",
        "large_by_small",
        "large_at_small",
        "exchange",
        "small_at_large",
        "large_twice",
        "exchange_twice",
        "large_iterated",
        "exchange_iterated",
        "fibonacci_by_large",
        "generated_pairs",
        "primitive_pairs",
        "primitive_determinant",
        "wythoff_by_algebra",
        "wythoff_array",
    ),
    "iterated": ("exchange_iterated", "fibonacci_by_large"),
    "fibonacci": ("exchange_iterated", "fibonacci_by_large", "wythoff_array"),
    "golden": ("wythoff_by_algebra", "never_on_the_edge", "golden_recipe"),
    "convergents": (
        "consecutive_convergents",
        "every_second_numerator",
        "distances",
        "distances_alternate",
        "best_approximations",
        "representations",
        "reading",
    ),
    "with_a": (
        "complementary_with_a",
        "positions_with_a",
        "recipe_with_a",
        "algebra_with_a",
        "recipe_by_slopes",
        "recipe_by_digits",
        "lost_starts",
    ),
    "misere": (
        "misere_recipe",
        "misere_algebra",
        "misere_reading",
        "misere_endings",
        "misere_partner",
        "misere_by_digits",
    ),
    "slopes_with_a": (
        "algebra_with_a",
        "recipe_by_slopes",
        "lost_starts",
        "misere_slopes",
        "misere_algebra",
    ),
    "weights_with_a": (
        "even_zeros",
        "shifted_partner",
        "recipe_by_digits",
        "misere_reading",
        "misere_endings",
        "misere_partner",
        "misere_by_digits",
    ),
    "with_b": (
        "gaps_with_b",
        "larger_with_b",
        "complementary_with_b",
        "positions_with_b",
        "recipe_with_b",
        "conditions_with_b",
        "algebra_with_b",
        "arithmetic_with_b",
        "place_with_b",
        "digit_recipe_with_b",
    ),
    "slopes_with_b": ("conditions_with_b", "algebra_with_b", "place_with_b"),
    "forms_with_b": (
        "digits_with_b",
        "arithmetic_with_b",
        "reading_with_b",
        "digit_recipe_with_b",
    ),
    "with_ab": (
        "gaps_with_ab",
        "larger_with_ab",
        "complementary_with_ab",
        "positions_with_ab",
        "recipe_with_ab",
        "conditions_with_ab",
        "algebra_with_ab",
        "arithmetic_with_ab",
        "place_with_ab",
        "digit_recipe_with_ab",
    ),
    "slopes_with_ab": ("conditions_with_ab", "algebra_with_ab", "place_with_ab"),
    "forms_with_ab": (
        "digits_with_ab",
        "arithmetic_with_ab",
        "reading_with_ab",
        "digit_recipe_with_ab",
    ),
    "nth": (
        "reading_with_b",
        "reading_with_ab",
        "digit_recipe_with_b",
        "digit_recipe_with_ab",
    ),
    "misere_families": ("misere_families_recipe", "near_normal_play"),
}
"""The entries that use the letters of a sentence, in the order in which the sentences stand."""


def letters_of(entry: Entry) -> tuple[Message, ...]:
    """What the letters of a statement stand for, where it does not say so itself.

    >>> from marienbad.study.book.entry import entries
    >>> [found.key for found in letters_of(entries()["lost_starts"])]
    ['book.letters.with_a', 'book.letters.slopes_with_a']
    """
    return tuple(
        say(f"book.letters.{name}") for name, used in LETTERS.items() if entry.name in used
    )
