"""The theorems of the thesis: decided, and confirmed by trying all numbers below a bound."""

from collections.abc import Iterator

import pytest

from marienbad.games.catalogue import define
from marienbad.prover.games.claims import claim
from marienbad.prover.logic.deciding import decide
from marienbad.prover.logic.formulas import (
    Abbreviation,
    And,
    Comparison,
    Exists,
    Forall,
    Formula,
    Iff,
    Implies,
    Linear,
    Not,
    Or,
)
from marienbad.prover.logic.statements import Statement, statements
from marienbad.prover.logic.vocabulary import Vocabulary, vocabulary
from tests.prover.logic.plain_formulas import Trial, depth
from tests.prover.logic.plain_words import PlainNim
from tests.prover.logic.support import ALL, plain_words
from tests.support import sample

BOUNDS = {0: (1, 1), 1: (400, 1), 2: (150, 2400), 3: (50, 300), 4: (36, 38), 5: (18, 20)}
"""By how many variables are bound one within another: bounds for the outermost and the others."""
DEEP = (9, 10)
SHALLOW_MUTANTS = 3
MUTANT_SHARE = 10
"""A run tries one in this number of mutants."""


def named(statement: Statement) -> str:
    return "-".join([statement.name, *(f"{name}{value}" for name, value in statement.parameters)])


def trial(statement: Statement, formula: Formula) -> Trial:
    outer, inner = BOUNDS.get(depth(formula), DEEP)
    if statement.correction == 8:  # refuted at (7, 32) for a = 5
        outer, inner = 34, 34
    known = dict(statement.parameters)
    if "a" not in known:
        size = 1 << (18 // max(2, depth(formula)))  # nim-sums stay below a power of two
        return Trial(PlainNim(known.get("base", 2)), size, size)
    words = plain_words(known["a"], known["b"], statement.name.startswith("misere"))
    return Trial(words, outer, inner)


@pytest.mark.slow
@pytest.mark.sample
def test_every_statement_is_decided_as_trying_all_numbers_does(subtests: pytest.Subtests) -> None:
    for statement in drawn_statements():
        with subtests.test(named(statement)):
            check_decision(statement)


def drawn_statements() -> Iterator[Statement]:
    """Each statement with its smallest parameters, often a special case, and others by chance."""
    for name in dict.fromkeys(statement.name for statement in ALL):
        smallest, *others = (statement for statement in ALL if statement.name == name)
        yield smallest
        yield from sample(others, 1, name)


def check_decision(statement: Statement) -> None:
    decision, formula = statement.decide(), statement.formula
    assert decision.holds == (statement.correction is None)
    if not isinstance(formula, Forall):
        assert bool(trial(statement, formula).truth(formula, {})) == decision.holds
        return
    failures = trial(statement, formula).failures(formula)
    found = decision.counterexample
    assert failures[:1] == ([] if found is None else [tuple(found.values())])


def test_every_theorem_asked_for_is_there() -> None:
    text = " ".join(statement.reference for statement in ALL)
    for theorem in range(1, 25):
        assert str(theorem) in text
    for reference in (
        "th. 1",
        "th. 2",
        "th. 3",
        "cor. 1",
        "2.1.2 (4)",
        "2.1.2 (c)",
        "lem. 4, 5, 9, 10",
        "prop. 1",
        "prop. 2",
        "prop. 3",
        "propr. 3",
        "3.1.2 (10)",
    ):
        assert reference in text
    corrections = {statement.correction for statement in ALL}
    assert {1, 2, 3, *range(5, 16), 17, 18, 34, 35} <= corrections


# Counterexamples that the list of corrections gives

PRINTED = {
    ("even_breaks_printed", 2): (1, 1),
    ("without_units", 8): (0, 0, 1),
    ("unique_interpretation", 1, 1): (1, 2),
    ("increasing_differences_of_any", 1, 1): (1, 2),
    ("recipe_by_algebra_printed", 1, 1): (3, 4),
    ("recipe_by_algebra_printed", 2, 1): (2, 5),
    ("recipe_by_algebra_printed", 3, 1): (1, 3),
    ("recipe_by_digits_printed", 1, 1): (3, 4),
    ("recipe_by_digits_printed", 2, 1): (4, 8),
    ("recipe_by_digits_printed", 3, 1): (5, 14),
    ("recipe_by_digits_printed", 4, 1): (6, 22),
    ("recipe_by_digits_printed", 5, 1): (7, 32),
    ("recipe_without_rest_zero", 1, 1): (2, 2),
    ("recipe_with_wrong_rest", 2, 1): (1, 4),
    ("recipe_one_too_far", 1, 2): (1, 2),
    ("misere_like_others", 1, 1): (2, 4),
}


@pytest.mark.slow
@pytest.mark.parametrize("statement", [s for s in ALL if s.correction], ids=named)
def test_the_counterexample_of_the_corrections(statement: Statement) -> None:
    known = dict(statement.parameters)
    expected = PRINTED.get((statement.name, *known.values()))
    found = statement.decide().counterexample
    assert found is not None
    assert expected in (None, tuple(found.values()))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("a", "b"),
    dict.fromkeys((s.words.a, s.words.b) for s in ALL if isinstance(s.words, Vocabulary)),
)
def test_the_pairs_are_those_that_the_prover_claims(a: int, b: int) -> None:
    words = vocabulary(a, b)
    assert words.is_p.automaton.is_same(claim(define(f"wythoff:a={a},b={b}")))
    if b == 1:
        assert words.is_misere_p.automaton.is_same(claim(define(f"wythoff:a={a},misere")))


# Mutants


def mutants(formula: Formula) -> Iterator[Formula]:
    """The formula with one comparison changed: by one, or in its sign."""
    if isinstance(formula, Comparison):
        left, sign, right = formula.left, formula.sign, formula.right
        yield Comparison(left, sign, Linear(right.items, right.constant + 1))
        yield Comparison(left, {"=": "≤", "<": "≤", "≥": ">"}.get(sign, "="), right)
    elif isinstance(formula, And | Or):
        for place, part in enumerate(formula.parts):
            for changed in mutants(part):
                parts = (*formula.parts[:place], changed, *formula.parts[place + 1 :])
                yield type(formula)(parts)
    elif isinstance(formula, Implies | Iff):
        yield from (type(formula)(changed, formula.right) for changed in mutants(formula.left))
        yield from (type(formula)(formula.left, changed) for changed in mutants(formula.right))
    elif isinstance(formula, Not):
        yield from map(Not, mutants(formula.part))
    elif isinstance(formula, Abbreviation):
        yield from mutants(formula.meaning)
    elif isinstance(formula, Forall | Exists):
        yield from (type(formula)(formula.names, changed) for changed in mutants(formula.body))


@pytest.mark.slow
@pytest.mark.sample
def test_a_mutant_is_decided_as_trying_all_numbers_does() -> None:
    mutated = [
        (statement, place, mutant)
        for statement in ALL
        if dict(statement.parameters).get("a", 1) == 1
        if dict(statement.parameters).get("b", 1) <= 2
        if statement.correction is None and dict(statement.parameters).get("r", 1) <= 2
        for place, mutant in enumerate(mutants(statement.formula))
        if isinstance(mutant, Forall) and depth(mutant) <= SHALLOW_MUTANTS
    ]
    tried = sample(mutated, len(mutated) // MUTANT_SHARE, "mutants")
    refuted = 0
    for statement, place, mutant in tried:
        found = decide(statement.words.system, mutant).counterexample
        failures = trial(statement, mutant).failures(mutant)
        expected = [] if found is None else [tuple(found.values())]
        assert failures[:1] == expected, (named(statement), place, str(mutant))
        refuted += found is not None
    assert refuted >= (150 if len(tried) == len(mutated) else 1)


# What the rows are


def kinds(*names: str) -> set[str]:
    return {statement.kind for statement in statements(*names)}


def test_only_what_cannot_be_read_kindly_is_false_as_printed() -> None:
    """The sentence before propositions 1 and 3 and théorème 13 restricts the pairs."""
    assert kinds("one_pair_of_any", "increasing_differences_of_any", "every_shift") == {"reading"}
    assert kinds("one_pair", "increasing_differences", "every_difference") == {"theorem"}
    printed = {statement.correction for statement in ALL if statement.kind == "printed"}
    assert printed == {1, 2, 3, 4, 7, 8, 10, 11, 12, 13, 14, 15, 17}
    for statement in ALL:
        if statement.kind in ("theorem", "instance", "definition", "lemma"):
            assert statement.correction is None
        if statement.kind in ("printed", "reading"):
            assert statement.correction is not None


def test_near_definitions_and_lemmas_of_our_own_are_marked() -> None:
    named = {kind: {s.name for s in ALL if s.kind == kind} for kind in ("definition", "lemma")}
    assert named["lemma"] == {"comparison", "read_q_word_of_rest", "recipe_by_all_digits"}
    definitions = {"one_nim_sum", "difference", "shifted_pair", "arithmetic", "misere_partners"}
    assert named["definition"] == definitions


def test_a_whole_statement_has_no_parameters() -> None:
    """What the thesis says of all a, b or r is decided for some, and says so."""
    for statement in ALL:
        if statement.kind == "theorem":
            assert statement.parameters in ((), (("a", 1), ("b", 1)))
    assert kinds("recurrence", "beatty", "large_iterated", "misere_recipe") == {"instance"}
