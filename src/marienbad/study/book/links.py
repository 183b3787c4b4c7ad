"""From a position or a table to the book: the entries on which they rest."""

from marienbad.games.definition import Definition
from marienbad.study.book.entry import Entry, entries

NIM_SOURCES = ("pantaloni", "mathenjeans", "hardy", "program")
"""The sources that treat only Nim."""
NORMAL_PLAY = frozenset(
    {
        "two_heaps",
        "three_heaps",
        "strategy_of_three",
        "any_heaps",
        "strategy_of_many",
        "base_four",
        "base_eight",
        "play_by_sets",
        "mirror_rows",
        "second_player",
        "hardy_theorem",
        "digit_by_digit",
    }
)
"""What is said of Nim and holds only where the last match wins."""
MISERE_PLAY = frozenset(
    {"even_configuration", "even_breaks", "odd_mends", "even_wins", "last_loses"}
)
"""What is said of Nim and concerns only play where the last match loses."""
TABLES = {
    "nim-sum": ("nim_sum", "table_one"),
    "position": ("nim_sum", "any_heaps"),
    "digits": ("digits_as_bits", "sum_by_columns"),
    "zero-sets": ("minimal_set", "base_four", "base_eight", "larger_bases"),
    "properties": ("commutativity", "associativity", "neutral_element", "inverse"),
    "moves": ("decomposition", "restored_parity"),
    "convergents": ("continued_fraction", "consecutive_convergents"),
    "representations": ("p_numeration", "q_numeration", "representations"),
    "decomposition": ("decomposition",),
    "shifts": ("shifts",),
    "fibonacci": ("fibonacci_numeration",),
    "beatty": ("complementary_sequences", "beatty_sequences"),
    "array": ("wythoff_array", "generated_pairs"),
    "primitive": ("primitive_pair", "primitive_pairs", "primitive_determinant"),
    "identities": ("difference_of_pair", "large_by_small", "fibonacci_by_large"),
}
"""The entries behind tables of one kind, those aside that differ from game to game."""


def section_of(game: Definition) -> str:
    """The section of the thesis that treats a game; empty where none does.

    >>> from marienbad.games.catalogue import define
    >>> [section_of(define(name)) for name in ("nim", "wythoff:a=2", "wythoff:a=2,b=3", "euclid")]
    ['2.1', '3.2', '3.4', '']
    """
    if game.family.name == "nim":
        return "2.1"
    if game.family.name != "wythoff" or game.ruleset.heaps != 2:
        return ""
    a, b = game.values["a"], game.values["b"]
    if game.is_misere:
        return "4.1" if b == 1 else "b ≥ 2"
    return f"3.{1 + (a > 1) + 2 * (b > 1)}"


def entries_for(game: Definition, theory: str) -> tuple[Entry, ...]:
    """The entries on which the explanations of a game by a theory rest."""
    section, is_nim = section_of(game), game.family.name == "nim"
    other_ending = NORMAL_PLAY if game.is_misere else MISERE_PLAY
    return tuple(
        entry
        for entry in entries().values()
        if theory in entry.theories
        if entry.name not in other_ending
        if theory == "table"
        or (section and entry.where.startswith(section))
        or (is_nim and entry.source in NIM_SOURCES)
    )


def entries_behind(game: Definition, kind: str) -> tuple[Entry, ...]:
    """The entries behind a table of a game: for its pairs those of the recurrence."""
    known = entries()
    if kind == "pairs":
        return entries_for(game, "recurrence")
    if kind == "representations" and game.family.name == "nim":
        kind = "decomposition"
    return tuple(known[name] for name in TABLES.get(kind, ()))
