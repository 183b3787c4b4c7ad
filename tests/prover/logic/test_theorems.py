"""The theorems of the thesis: decided, and confirmed by trying all numbers below a bound."""

import json
import re
from argparse import Namespace
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.cli import theorems as command
from marienbad.games.catalogue import define
from marienbad.prover.automata.fused import automaton
from marienbad.prover.games.claims import claim
from marienbad.prover.logic import statements as declared
from marienbad.prover.logic.deciding import (
    MOST_ALTERNATIVES,
    checked_function,
    decide,
    function,
    relation,
    solutions,
)
from marienbad.prover.logic.endings import Many, ending
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
    Term,
    variables,
)
from marienbad.prover.logic.quantifiers import every, exactly_one, exists, forall
from marienbad.prover.logic.statements import Statement, statements
from marienbad.prover.logic.vocabulary import vocabulary
from marienbad.prover.systems.linear import BINARY, FIBONACCI, System, continued_fraction
from marienbad.text.catalogue import template
from marienbad.text.language import LANGUAGES
from marienbad.text.problems import OutOfReach
from tests.prover.logic.plain_formulas import PlainWords, Trial, depth

pytestmark = pytest.mark.slow

ALL = list(statements())
PAGE = Path(__file__).parents[3] / "docs" / "theorems.md"
BOUNDS = {0: (1, 1), 1: (400, 1), 2: (150, 2400), 3: (50, 300), 4: (36, 38), 5: (18, 20)}
"""By how many variables are bound one within another: bounds for the outermost and the others."""
DEEP = (9, 10)
SHALLOW_MUTANTS = 3
x, y, z, n, m = variables("x y z n m")


def named(statement: Statement) -> str:
    return "-".join([statement.name, *(f"{name}{value}" for name, value in statement.parameters)])


@lru_cache(maxsize=64)
def plain_words(a: int, b: int, is_misere: bool) -> PlainWords:
    return PlainWords(a, b, is_misere)


def trial(statement: Statement, formula: Formula) -> Trial:
    outer, inner = BOUNDS.get(depth(formula), DEEP)
    if statement.correction == 8:  # refuted at (7, 32) for a = 5
        outer, inner = 34, 34
    known = dict(statement.parameters)
    words = plain_words(known["a"], known["b"], statement.name.startswith("misere"))
    return Trial(words, outer, inner)


def test_every_statement_is_decided_as_trying_all_numbers_does(subtests: pytest.Subtests) -> None:
    for statement in ALL:
        with subtests.test(named(statement)):
            check_decision(statement)


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
    for theorem in (4, 5, 9, *range(10, 25)):
        assert str(theorem) in text
    for reference in (
        "lem. 4, 5, 9, 10",
        "prop. 1",
        "prop. 2",
        "prop. 3",
        "propr. 3",
        "3.1.2 (10)",
    ):
        assert reference in text
    corrections = {statement.correction for statement in ALL}
    assert {3, *range(5, 16), 17, 18, 34, 35} <= corrections


# Counterexamples that the list of corrections gives

PRINTED = {
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


@pytest.mark.parametrize("statement", [s for s in ALL if s.correction], ids=named)
def test_the_counterexample_of_the_corrections(statement: Statement) -> None:
    known = dict(statement.parameters)
    expected = PRINTED.get((statement.name, known["a"], known["b"]))
    found = statement.decide().counterexample
    assert found is not None
    assert expected in (None, tuple(found.values()))


@pytest.mark.parametrize(("a", "b"), dict.fromkeys((s.words.a, s.words.b) for s in ALL))
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


def test_a_mutant_is_decided_as_trying_all_numbers_does() -> None:
    mutated = [
        (statement, place, mutant)
        for statement in ALL
        if dict(statement.parameters)["a"] == 1 and dict(statement.parameters)["b"] <= 2
        if statement.correction is None and dict(statement.parameters).get("r", 1) <= 2
        for place, mutant in enumerate(mutants(statement.formula))
        if isinstance(mutant, Forall) and depth(mutant) <= SHALLOW_MUTANTS
    ]
    refuted = 0
    for statement, place, mutant in mutated:
        found = decide(statement.words.system, mutant).counterexample
        failures = trial(statement, mutant).failures(mutant)
        expected = [] if found is None else [tuple(found.values())]
        assert failures[:1] == expected, (named(statement), place, str(mutant))
        refuted += found is not None
    assert refuted >= 150


# The language


def test_formulas_print_themselves() -> None:
    assert str(2 * x - y + 3 <= 7 - z) == "2x − y + 3 ≤ −z + 7"
    assert str(~((x == 1) | (y != 2)) & (x < y)) == "¬(x = 1 ∨ y ≠ 2) ∧ x < y"
    assert str(forall(x, exists(y, x == y).iff(x >= 0))) == "∀x: (∃y: x = y) ⇔ x ≥ 0"
    assert str((x - y).congruent(1, 3)) == "x − y ≡ 1 (mod 3)"
    assert str(x - x == 0) == "0 = 0"
    words = vocabulary(1, 1)
    assert str(words.at_most(x + 1, y)) == "(x + 1) ≤ yα"
    assert str(words.small()(words.large()(n + 1)) > 0 * n) == "a(b(n + 1)) > 0"


TERMS = st.builds(
    lambda p, q, c: p * x + q * y + c, st.integers(-3, 3), st.integers(-3, 3), st.integers(-6, 6)
)
ATOMS = st.one_of(
    st.builds(lambda s, t: s <= t, TERMS, TERMS),
    st.builds(lambda s, t: s == t, TERMS, TERMS),
    st.builds(lambda s, t: s != t, TERMS, TERMS),
    st.builds(lambda t, r, m: t.congruent(r, m), TERMS, st.integers(0, 4), st.integers(1, 4)),
)
FORMULAS = st.recursive(
    ATOMS,
    lambda parts: st.one_of(
        st.builds(lambda p, q: p & q, parts, parts),
        st.builds(lambda p, q: p | q, parts, parts),
        st.builds(lambda p, q: p.implies(q), parts, parts),
        st.builds(lambda p, q: p.iff(q), parts, parts),
        st.builds(lambda p: ~p, parts),
    ),
    max_leaves=5,
)


@settings(max_examples=60)
@given(FORMULAS, st.sampled_from([BINARY, FIBONACCI, continued_fraction(2)]))
def test_solutions_are_those_found_by_trying(formula: Formula, system: System) -> None:
    size = 24
    expected = Trial(plain_words(1, 1, False), size, 1).failures(Forall(("x", "y"), formula))
    wrong = solutions(system, ~formula, x, y)
    assert wrong.tracks == ("x", "y")
    assert set(expected) == set(map(tuple, np.argwhere(wrong.box(size, size)).tolist()))


@settings(max_examples=40)
@given(
    st.lists(st.tuples(FORMULAS, TERMS), min_size=1, max_size=2),
    st.booleans(),
    st.sampled_from([BINARY, FIBONACCI, continued_fraction(2)]),
)
def test_quantified_solutions_are_those_found_by_trying(
    parts: list[tuple[Formula, Term]], is_some: bool, system: System
) -> None:
    size = 14
    inner = every(formula & (z + term != 2 * y) for formula, term in parts)
    near = z <= x + y
    formula = exists(z, near & inner) if is_some else forall(z, near.implies(inner))
    expected = Trial(plain_words(1, 1, False), size, 2 * size).failures(Forall(("x", "y"), formula))
    wrong = solutions(system, ~formula, x, y)
    assert set(expected) == set(map(tuple, np.argwhere(wrong.box(size, size)).tolist()))


def test_quantifiers_over_terms_and_repeated_variables() -> None:
    double = function("double", FIBONACCI, y == 2 * x, x, y)
    sum_of = relation("sum", FIBONACCI, x + y == z, x, y, z)
    assert decide(FIBONACCI, forall(x, sum_of(x, x, double(x)))).holds
    assert decide(FIBONACCI, forall(x, double(x) >= x) & exists(x, double(x) == x)).holds
    assert decide(FIBONACCI, exists(x, sum_of(x, 3, 2 * x))).holds
    assert decide(FIBONACCI, double(double(3)) == 12).holds
    assert not decide(FIBONACCI, exists(x, double(x) == 7)).holds
    assert decide(FIBONACCI, forall(x, (x == 3).iff(double(x) == 6))).holds
    assert decide(FIBONACCI, forall(x, exists(z, z + 4 == 4))).holds
    assert decide(FIBONACCI, forall(x, y, exactly_one(z, lambda z: x + z == y))).counterexample == {
        "x": 1,
        "y": 0,
    }


def test_what_is_constant() -> None:
    assert decide(BINARY, (x - x == 0).iff(y - y + 1 > 0)).holds
    assert decide(BINARY, forall(x, (x - x).congruent(2, 2))).holds
    assert decide(BINARY, forall(x, (x - x == 1))).counterexample == {"x": 0}
    assert decide(BINARY, forall(x, (x - x == 1).iff(x < 0))).holds
    assert decide(BINARY, forall(x, (x - x == 0).iff(x >= 0))).holds
    none = solutions(BINARY, x - x == 1, x)
    assert none.is_empty
    assert (~solutions(BINARY, x - x == 0, x)).is_empty


def test_mistakes_are_named() -> None:
    with pytest.raises(TypeError, match="before it is decided: x = 1"):
        bool(x == 1)
    with pytest.raises(ValueError, match="never negative, got x − 1"):
        vocabulary(1, 1).small()(x - 1)
    with pytest.raises(ValueError, match="P: expected 2 terms, got 1"):
        vocabulary(1, 1).is_p(x)
    with pytest.raises(ValueError, match="no free variables, got y"):
        decide(BINARY, exists(x, x == y))
    with pytest.raises(ValueError, match="no other free variables, got y"):
        decide(BINARY, forall(x, x == y))
    with pytest.raises(ValueError, match="half: expected exactly one value for each x"):
        function("half", BINARY, x == 2 * y, x, y)
    with pytest.raises(ValueError, match="root: expected exactly one value"):
        checked_function("root", automaton(BINARY, {"x": 1, "y": -1}, low=0))
    for wrong in ((x + 1, x == 1), (x == 1,), (x, y)):
        with pytest.raises(ValueError, match="expected variables and then a formula"):
            forall(*wrong)
    cases = every((x + i == y + z) | (x == y + z + i) for i in range(14))
    with pytest.raises(OutOfReach, match=f"more than {MOST_ALTERNATIVES} cases"):
        decide(BINARY, exists(x, y, z, cases))


def test_endings() -> None:
    three = continued_fraction(3)
    found = ending(three, {0, 1}, Many(2, 1), 2)
    # 1, 4, 13, 43, 142: 02, 12, 0212 (the zero stands in front), 1212
    words = [three.digits(number) for (number,) in np.argwhere(found.box(200)).tolist()]
    assert (2,) in words
    assert (1, 2) in words
    assert (2, 1, 2) in words
    assert (1, 2, 1, 2) in words
    assert (2, 2) not in words
    assert (3, 0, 2) in words
    assert all(word[-1] == 2 for word in words)


# The command


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("difference", "unique_interpretation", "fibonacci_numbers")
    monkeypatch.setattr(declared, "statements", lambda: iter(s for s in ALL if s.name in names))


@pytest.mark.usefixtures("few")
def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(Namespace(lang="fr", json=False)) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = ["énoncé", "mémoire", "ce que c’est", "a,b", "résultat", "états", "s"]
    assert re.split(r"\s{2,}", lines[0].strip())[:-1] == heads[:-2]
    assert "tel qu’imprimé" in lines[2]
    assert "faux\u202f: x = 1, y = 2" in lines[2]
    assert "quasi-définition" in lines[4]
    assert "r = 1–4" in lines[5]
    text = " ".join(lines)
    assert "3 énoncés dans 7 cas de leurs paramètres" in text
    assert "théorèmes" not in text


@pytest.mark.usefixtures("few")
def test_the_table_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(Namespace(lang="en", json=True)) == 0
    first, *_ = json.loads(capsys.readouterr().out)
    assert first["formula"] == "∀x, y: R′(x) − x = R′(y) − y ⇒ x = y"
    assert first["counterexample"] == {"x": 1, "y": 2}
    assert first["parameters"] == {"a": 1, "b": 1}
    assert first["kind"] == "printed"
    assert not first["holds"]


def test_an_answer_that_was_not_expected(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    case = (("a", 1), ("b", 1))
    wrong = Statement("difference", "3.1.2 (1)", case, None, lambda _: x - x == 1, "theorem")
    monkeypatch.setattr(declared, "statements", lambda: iter([wrong]))
    assert command.run(Namespace(lang="en", json=False)) == 1
    assert "n + a(n) = b(n) (3.1.2 (1); 1,1): the answer is not" in capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_statement_has_a_sentence(lang: str) -> None:
    for name in {statement.name for statement in ALL}:
        assert template(f"theorems.{name}", lang)


# The page


def rows() -> Iterator[str]:
    """A row of the page's tables for each statement: words, place, parameters, formula, answer."""
    for name, found in groupby(ALL, key=lambda statement: statement.name):
        group = list(found)
        first = group[-1] if "r" in dict(group[0].parameters) else group[0]
        words = " ".join((first.writer.__doc__ or "").partition("\n")[0].split())
        known = [dict(statement.parameters) for statement in group]
        cases = "; ".join(dict.fromkeys(f"{values['a']}, {values['b']}" for values in known))
        kind = template(f"theorems.kind.{first.kind}", "en")
        row = f"| `{name}` | {words} | {first.reference} | {kind} | {cases} | `{first.formula}` |"
        if first.correction is None:
            yield row
            continue
        answers = (s.decide().counterexample or {} for s in group)
        shown = "; ".join(", ".join(f"{k} = {v}" for k, v in answer.items()) for answer in answers)
        yield f"{row} {shown} | {first.correction} |"


def test_the_page_has_every_statement() -> None:
    written = PAGE.read_text("utf-8").splitlines()
    assert [row for row in rows() if row not in written] == []


def test_the_page_counts_statements_and_cases() -> None:
    names = {statement.name for statement in ALL}
    assert f"{len(names)} statements in {len(ALL)} cases" in PAGE.read_text("utf-8")


# What the rows are


def kinds(*names: str) -> set[str]:
    return {statement.kind for statement in statements(*names)}


def test_only_what_cannot_be_read_kindly_is_false_as_printed() -> None:
    """The sentence before propositions 1 and 3 and théorème 13 restricts the pairs."""
    assert kinds("one_pair_of_any", "increasing_differences_of_any", "every_shift") == {"reading"}
    assert kinds("one_pair", "increasing_differences", "every_difference") == {"theorem"}
    printed = {statement.correction for statement in ALL if statement.kind == "printed"}
    assert printed == {3, 4, 7, 8, 10, 11, 12, 13, 14, 15, 17}
    for statement in ALL:
        if statement.kind in ("theorem", "instance", "definition", "lemma"):
            assert statement.correction is None
        if statement.kind in ("printed", "reading"):
            assert statement.correction is not None


def test_near_definitions_and_lemmas_of_our_own_are_marked() -> None:
    named = {kind: {s.name for s in ALL if s.kind == kind} for kind in ("definition", "lemma")}
    assert named["lemma"] == {"comparison"}
    assert named["definition"] == {"difference", "shifted_pair", "arithmetic", "misere_partners"}


def test_a_whole_statement_has_no_parameters() -> None:
    """What the thesis says of all a, b or r is decided for some, and says so."""
    for statement in ALL:
        if statement.kind == "theorem":
            assert statement.parameters == (("a", 1), ("b", 1))
    assert kinds("recurrence", "beatty", "large_iterated", "misere_recipe") == {"instance"}


def test_the_cases_are_listed_to_the_last() -> None:
    for name, found in groupby(ALL, key=lambda statement: statement.name):
        group = list(found)
        text = command._cases(group)
        assert len(group) == len(list(read_cases(text))), (name, text)


def read_cases(text: str) -> Iterator[tuple[int, ...]]:
    """The parameters that are written as runs of numbers."""
    for part in text.removeprefix("r = ").split():
        ends = [[int(end) for end in side.split("–")] for side in part.split(",")]
        yield from product(*(range(side[0], side[-1] + 1) for side in ends))
