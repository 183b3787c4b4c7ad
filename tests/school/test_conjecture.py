"""Conjectures: what is read, what is found against them, and what is decided for all sizes."""

from collections.abc import Iterable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.analysis import Game
from marienbad.games.definition import Definition
from marienbad.games.language.tokens import RuleError
from marienbad.heaps import Position, state_of
from marienbad.prover.systems.linear import BINARY, FIBONACCI, System
from marienbad.school.conjecture import automata
from marienbad.school.conjecture.automata import automaton_of
from marienbad.school.conjecture.conditions import LENGTH, read, translated
from marienbad.school.conjecture.proving import ForAllSizes, for_all_sizes, proved
from marienbad.school.conjecture.telling import proof_told, ready, told, words_of
from marienbad.school.conjecture.trying import CLAIMS, Claim, Tried, condition_of, tried
from marienbad.solver.reachable import Reachable
from marienbad.text.explanation import Explanation
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Block, Items, Message

GAMES = (
    ("nim", (1, 3, 4)),
    ("marienbad", (2, 3, 3)),
    ("wythoff", (5, 7)),
    ("subtraction:1.3.4", (9, 4)),
    ("rules:heaps 2; take n from x; take 1 from y", (4, 5)),
)
NAMES = ("x", "y", "total", "rows", "ones", "longest")
WYTHOFF = (
    "(3*x - y)*(3*x - y) <= 5*(y - x)*(y - x) and 5*(y - x)*(y - x) < (3*x - y + 2)*(3*x - y + 2)"
)
MARIENBAD = "(longest > 1 and packets) or (longest == 1 and rows % 2 == 1)"


def numbers(names: tuple[str, ...], operators: tuple[str, ...]) -> st.SearchStrategy[str]:
    leaf = st.sampled_from(names) | st.integers(0, 7).map(str)

    def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        worked = st.builds("({} {} {})".format, inner, st.sampled_from(operators), inner)
        chosen = st.builds("{}({}, {})".format, st.sampled_from(("min", "max")), inner, inner)
        divided = st.builds(
            "({} {} {})".format, inner, st.sampled_from(("%", "//")), st.integers(1, 5)
        )
        return worked | chosen | divided | inner.map("abs({})".format)

    return st.recursive(leaf, grown, max_leaves=4)


def conditions(number: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    signs = st.sampled_from(("<", "<=", ">", ">=", "==", "!=", "="))
    compared = st.builds("({} {} {})".format, number, signs, number)
    leaf = compared | st.sampled_from(("twins", "paired", "packets"))

    def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        joined = st.builds("({} {} {})".format, inner, st.sampled_from(("and", "or")), inner)
        return joined | inner.map("not {}".format)

    return st.recursive(leaf, grown, max_leaves=3)


def by_brute_force(game: Game, start: tuple[int, ...], text: str, claim: Claim) -> list[Position]:
    """All against a claim among the positions below a start, worked out by Python itself."""
    definition, form = game.definition, game.definition.ruleset.form
    outcomes: dict[tuple[int, ...], bool] = {}

    def is_p(position: tuple[int, ...]) -> bool:
        if position not in outcomes:
            left = [definition.after(position, move) for move in definition.moves(position)]
            outcomes[position] = not any(map(is_p, left)) if left else not definition.is_misere
        return outcomes[position]

    is_p(start)
    found = set[Position]()
    code = text.replace(" = ", " == ")
    for position in reachable(definition, start):
        rows = position if definition.ruleset.tells_heaps_apart else tuple(sorted(position))
        left = [row for row in rows if row]
        nim_sum = 0
        for row in rows:
            nim_sum ^= row
        names = {
            **dict(zip("xyz", rows, strict=False)),
            "total": sum(rows),
            "rows": len(left),
            "ones": left.count(1),
            "longest": max(rows),
            "twins": len(set(left)) < len(left),
            "paired": all(left.count(row) % 2 == 0 for row in left),
            "packets": nim_sum == 0,
        }
        has_it = bool(eval(code, {"min": min, "max": max, "abs": abs}, names))  # noqa: S307
        against = {
            "exactly": has_it != is_p(position),
            "sufficient": has_it and not is_p(position),
            "necessary": is_p(position) and not has_it,
        }
        if against[claim]:
            found.add(form(position))
    return sorted(found, key=lambda one: (sum(one), len(one), one))


def reachable(definition: Definition, start: tuple[int, ...]) -> set[tuple[int, ...]]:
    found, waiting = set(), [start]
    while waiting:
        position = waiting.pop()
        if position not in found:
            found.add(position)
            waiting += [definition.after(position, move) for move in definition.moves(position)]
    return found


@pytest.mark.slow
@given(
    st.sampled_from(GAMES),
    conditions(numbers(NAMES, ("+", "-", "*", "^"))),
    st.sampled_from(CLAIMS),
)
def test_against_brute_force(subject: tuple[str, tuple[int, ...]], text: str, claim: Claim) -> None:
    game, start = Game.named(subject[0]), subject[1]
    found = tried(game, start, read(text), claim)
    assert list(found.wrong) == by_brute_force(game, start, text, claim)
    check_shown(found)


def check_shown(found: Tried) -> None:
    """The moves of a counterexample show what they are to show, by another search."""
    against, game = found.counterexample, found.game.definition
    if against is None:
        assert not found.wrong
        return

    def outcome(position: tuple[int, ...]) -> str:
        return found.game.analyse(position, "table").outcome

    assert against.position == found.wrong[0]
    assert outcome(against.position) == ("N" if against.holds else "P")
    assert against.is_over == game.is_over(against.position)
    if against.holds and not against.is_over:
        assert against.move is not None
        assert game.is_legal(against.position, against.move)
        left = game.after(against.position, against.move)
        assert game.ruleset.form(left) == against.left
        assert outcome(left) == "P"
    if not against.holds:
        form = game.ruleset.form
        moves = game.moves(against.position)
        assert {one.left for one in against.answered} == {
            form(game.after(against.position, move)) for move in moves
        }
        for one in against.answered:
            assert outcome(one.left) == "N"
            if one.answer is None:
                assert game.is_over(one.left)
            else:
                assert outcome(one.answer) == "P"
                assert one.answer in {
                    form(game.after(one.left, move)) for move in game.moves(one.left)
                }


@pytest.mark.slow
@given(
    conditions(numbers(NAMES, ("+", "-", "^"))),
    st.sampled_from((BINARY, FIBONACCI)),
    st.booleans(),
)
def test_the_automaton_of_a_condition_accepts_the_pairs_that_have_it(
    text: str, system: System, in_order: bool
) -> None:
    condition = read(text)
    try:
        found = automaton_of(condition, system, in_order)
    except OutOfReach:
        return
    for pair in product(range(12), repeat=2):
        assert (pair in found) == condition.holds(pair, 2, in_order)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", ["nim", "marienbad", "wythoff", "wythoff:misere", "subtraction:1.2"]
)
@pytest.mark.sample(8)
@pytest.mark.parametrize("claim", CLAIMS)
def test_what_is_decided_agrees_with_what_is_tried(game: str, claim: Claim) -> None:
    known = Game.named(game)
    for text in ("x == y", "total % 3 == 0", "2 * x <= y + 1", "packets or total == 1", "y >= 9"):
        try:
            decided = proved(known, read(text), claim)
        except OutOfReach:
            assert claim != "exactly"
            continue
        found = tried(known, (12, 12), read(text), claim, up_to=12)
        assert decided.holds == (not found.wrong)
        if decided.counterexample is not None:
            form = known.definition.ruleset.form
            assert form(decided.counterexample.position) in found.wrong
        assert_said(proof_told(ForAllSizes(None, decided)))


def assert_said(blocks: Iterable[Block]) -> str:
    """Every sentence can be said in both languages; returns the English one."""
    lines: list[Message] = []
    for block in blocks:
        assert isinstance(block, Message | Items)
        lines += block.entries if isinstance(block, Items) else [block]
    french = "\n".join(Plain("fr").line(line) for line in lines)
    english = "\n".join(Plain("en").line(line) for line in lines)
    assert "conjecture." not in french + english
    assert "{" not in french + english
    return english


# What is known


@pytest.mark.parametrize(
    ("text", "holding"),
    [
        ("x == 3", {(3,)}),
        ("x == 1", {(1,), (1, 1)}),
        ("x == 1 and y == 1", {(1, 1)}),
        ("x == 0 and y == 3", {(3,)}),
    ],
)
def test_rows_are_those_of_the_start_where_a_row_can_be_split(
    text: str, holding: set[Position]
) -> None:
    kayles, condition = Game.named("kayles"), read(text)
    situations = ((), (1,), (2,), (3,), (1, 1))
    assert {position for position in situations if condition.holds(position, 1)} == holding
    assert tried(kayles, (3,), condition).holding == len(holding)
    safe = {(), (1, 1)}
    assert set(tried(kayles, (3,), condition, "sufficient").wrong) == holding - safe


@pytest.mark.parametrize(
    "game", ["fibonacci", "rules:heaps 1; take n from one", "rules:heaps 1; take n from x"]
)
def test_rows_that_only_a_formula_names_stand_before_the_only_heap(game: str) -> None:
    assert tried(Game.named(game), (3,), read("x == 0 and y == 3")).holding == 1


def test_two_equal_rows_are_not_enough_in_nim() -> None:
    found = tried(Game.named("nim"), (1, 3, 5, 7), read("twins"), "sufficient")
    assert found.situations == 143
    said = assert_said(told(found))
    assert "The smallest counterexample: (1, 1, 1)." in said
    assert "taking 1 match from row 3 leaves (1, 1), and that is to leave" in said


def test_all_rows_up_to_a_size_are_looked_at_whether_they_can_follow_or_not() -> None:
    by_twos = Game.named("rules:heaps 2; take 2 from one")
    assert tried(by_twos, (3, 3), read("x == y")).situations == 3
    assert tried(by_twos, (3, 3), read("x == y"), up_to=3).situations == 10


@pytest.mark.slow
def test_every_packet_even_has_no_counterexample_among_the_143() -> None:
    found = tried(Game.named("nim"), (1, 3, 5, 7), read("paquets"))
    assert not found.wrong
    assert found.holding == 21
    assert "No counterexample among the 143 situations" in assert_said(told(found))
    assert not tried(Game.named("nim"), (9,) * 5, read("packets"), up_to=9).wrong


def test_marienbad_differs_at_the_end_only() -> None:
    game = Game.named("marienbad")
    found = tried(game, (1, 3, 5, 7), read("packets"))
    assert found.wrong == ((), (1,), (1, 1), (1, 1, 1), (1, 1, 1, 1))
    assert "whoever should play has won" in assert_said(told(found))
    assert not tried(game, (1, 3, 5, 7), read(MARIENBAD)).wrong


def test_a_position_to_leave_is_shown_by_the_answers_to_all_its_moves() -> None:
    said = assert_said(told(tried(Game.named("nim"), (1, 3, 5, 7), read("paired"), "necessary")))
    assert "The smallest counterexample: (1, 2, 3)." in said
    assert "after (1, 1, 3), the other leaves (1, 1)" in said


def test_a_condition_without_any_situation_says_nothing() -> None:
    found = tried(Game.named("nim"), (1, 2), read("total > 9"), "sufficient")
    assert "None of the 5 situations has the condition" in assert_said(told(found))


@pytest.mark.slow
def test_wythoff_by_the_golden_ratio() -> None:
    assert not tried(Game.named("wythoff"), (25, 25), read(WYTHOFF)).wrong
    with pytest.raises(OutOfReach, match="beyond the prover"):
        proved(Game.named("wythoff"), read(WYTHOFF))
    found = for_all_sizes(Game.named("wythoff"), read(WYTHOFF))
    assert found.outcome == "open"
    said = assert_said(proof_told(found))
    assert "can only be tested" in said
    assert "all situations with up to 2 heaps of up to 20" in said
    wrong = for_all_sizes(Game.named("wythoff"), read("x * x == 2 * y"))
    assert wrong.outcome == "refuted"
    assert wrong.counterexample is not None


def test_the_last_take_can_be_named_where_it_is_remembered() -> None:
    game = Game.named("takeaway:k=2")
    far = condition_of(game, "x == 0 or 2 * last < x")
    assert not tried(game, (12,), far, "necessary").wrong
    found = tried(game, (12,), condition_of(game, "précédent == 1"), "sufficient")
    assert_said(told(found))
    assert {state_of(position) for position in found.wrong} == {1}
    with pytest.raises(RuleError, match="last"):
        condition_of(Game.named("nim"), "last == 1")


def test_what_is_proved_has_a_certificate() -> None:
    found = proved(Game.named("marienbad"), read("(x == y and x > 1) or total == 1"))
    assert found.proof is not None
    assert found.proof.certificate()
    assert "Proved for two heaps of every size" in assert_said(proof_told(ForAllSizes(None, found)))
    # what is proved exactly is enough and needed, without any theory of the game
    own = Game.named("rules:heaps 2; take 1 from one")
    assert proved(own, read("total % 2 == 0"), "necessary").holds
    with pytest.raises(OutOfReach, match="exactly these"):
        proved(own, read("x == y"), "necessary")


def test_heaps_that_are_told_apart_stand_in_their_order() -> None:
    apart = Game.named("rules:heaps 2; take n from x; take 1 from y")
    with pytest.raises(OutOfReach, match="beyond the prover"):
        proved(apart, read("(y - x) ^ 1 == 0"))
    # two independent heaps, one of Nim and one of which 1 is taken
    assert proved(apart, read("x == y % 2")).holds
    assert not tried(apart, (6, 6), read("x == y % 2"), up_to=6).wrong
    found = proved(apart, read("y == x % 2")).counterexample
    assert found is not None
    assert found.position in tried(apart, (6, 6), read("y == x % 2"), up_to=6).wrong


@pytest.mark.slow
def test_an_error_far_away_is_found() -> None:
    found = proved(Game.named("nim"), read("x == y or (x == 900 and y == 901)"))
    assert found.counterexample is not None
    assert found.counterexample.position == (900, 901)
    assert found.counterexample.left == (900, 900)
    known = for_all_sizes(Game.named("nim"), found.condition)
    assert known.outcome == "refuted"
    assert "Refuted: (900, 901)." in assert_said(proof_told(known))
    small = for_all_sizes(Game.named("nim"), read("x % 3 == y % 5"))
    assert small.decided is None
    assert "Refuted: a small pair is enough." in assert_said(proof_told(small))


@pytest.mark.slow
def test_a_nim_sum_of_numbers_that_may_be_negative_proves_nothing() -> None:
    """In Nim the pair (31, 30) has this condition, and is not to leave."""
    game = Game.named("rules:heaps 2; take n from x; take n from y")
    wrong = read("x == y or ((y - x) ^ 0 < 0 and x > 30)")
    assert wrong.holds((31, 30), in_order=True)
    assert not Reachable(game.definition).is_p((31, 30))
    found = for_all_sizes(game, wrong)
    assert (found.outcome, found.decided) == ("open", None)
    assert "beyond the prover" in assert_said(proof_told(found))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("x == y and x != 1000000", "1000000"),
        ("x == y and total not in {3000, 5}", "3000"),
        ("x == y and x + 999 + 2 > 5", "x + 999 + 2"),
        ("x == y and 64 * (x + 999) > 5", "64 * (x + 999)"),
        ("x == y and x ^ 5000 != 5000 * 3", "5000"),
        ("x == y and max(total, 2000) > 5", "2000"),
        ("x == y and -total - 1001 < 5", "1001"),
    ],
)
def test_large_numbers_are_refused_before_there_is_any_automaton(
    text: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def built(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(automata, "solutions", built)
    found = for_all_sizes(Game.named("nim"), read(text))
    assert found.outcome == "open"
    said = assert_said(proof_told(found))
    assert f"“{part}” makes a number that is too large for the prover" in said
    assert "up to 1000. The conjecture can only be tested" in said
    assert "all situations with up to 2 rows of up to 20" in said


def test_the_ready_conditions_can_be_read() -> None:
    for lang in ("en", "fr"):
        for one in ready(lang):
            assert Plain(lang).line(one.title)
            assert translated(one.text, lang) == one.text
            assert words_of(read(one.text)) == one.title
    assert words_of(read("somme % 2 = 0")) == ready("en")[2].title
    assert words_of(read("total % 2 == 1")) is None


@pytest.mark.slow
def test_what_is_right_is_not_among_the_first_guesses() -> None:
    for game in ("nim", "marienbad"):
        for one in ready("en"):
            if not one.tells_much:
                assert tried(Game.named(game), (1, 3, 5, 7), read(one.text)).wrong


@pytest.mark.parametrize("game", ["nim", "marienbad", "takeaway"])
@pytest.mark.parametrize("text", ["twins", "total > 0 and total % 4 == 0", "total == 0", "x == x"])
def test_the_smallest_that_is_not_empty_is_told_too(game: str, text: str) -> None:
    known = Game.named(game)
    found = tried(known, (6,) if game == "takeaway" else (1, 2, 3), condition_of(known, text))
    rest = [position for position in found.wrong if any(position)]
    if not found.wrong or any(found.wrong[0]) or not rest:
        assert found.larger is None
        return
    assert found.larger is not None
    assert found.larger.position == rest[0]
    assert found.larger.holds == found.condition.holds(rest[0], len(found.start))
    assert "The smallest one that is not empty: (" in assert_said(told(found))


def test_two_equal_rows_are_refuted_by_more_than_the_empty_position() -> None:
    said = assert_said(told(tried(Game.named("nim"), (1, 3, 5, 7), read("twins"))))
    assert "The smallest counterexample: the empty position." in said
    assert "The smallest one that is not empty: (1, 1, 1)." in said
    assert "taking 1 match from row 3 leaves (1, 1)" in said
    assert "Other counterexamples: (1, 1, 2);" in said


# Hostile input


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("", 1, "expected a number"),
        ("x", 1, "expected a condition, such as x < 3"),
        ("x ==", 5, "expected a number"),
        ("x == y)", 7, "expected"),
        ("(x == y", 8, "expected"),
        ("x == q", 6, "is not known here"),
        ("x ** 2 == 1", 4, "expected a number"),
        ("x << 9 == 1", 4, "expected a number"),
        ("x == 1.5", 7, "has no meaning"),
        ("x == y; import os", 7, "has no meaning"),
        ("__import__('os')", 12, "has no meaning"),
        ("x == 9999999999999999", 6, "too large"),
        ("y == 3 and x % (2 - 2) == 0", 19, "divisor is 0"),
        ("x   ==   blah", 10, "“blah” is not known here"),
        ("précédent == 1", 1, "“précédent” is not known here"),
        ("x == y\nx == 1", 1, "^Line 2, .* found “x”"),
        ("x mod 2 == 1", 3, "expected “<”, “==” or “>”, found “mod”"),
        ("take == 1", 1, "expected a number"),
        ("min(x) == 1", 1, "two numbers or more"),
        ("x == 3 total", 8, "expected"),
        ("twins == 0", 1, "“twins” is not a number"),
        ("1 + (jumelles et somme != 0) == 0", 6, "“twins and total != 0” is not a number"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text: str, place: int, expected: str) -> None:
    with pytest.raises(RuleError, match=expected) as problem:
        read(text)
    assert problem.value.column == place
    assert problem.value.render("fr")


@pytest.mark.slow
def test_bounds() -> None:
    nim = Game.named("nim")
    with pytest.raises(InputError, match="characters"):
        read("x == 1 or " * LENGTH)
    with pytest.raises(InputError, match="too deeply"):
        read("(" * 100 + "x == 1" + ")" * 100)
    with pytest.raises(OutOfReach, match="situations"):
        tried(nim, (10**1000,), read("x == 1"), most=200)
    with pytest.raises(OutOfReach, match="more than 50,000 moves between"):
        tried(nim, (1, 1), read("x == 1"), up_to=50, most=2_500)
    with pytest.raises(OutOfReach, match="more than 100 situations"):
        tried(nim, (1, 3, 5, 7), read("x == 1"), most=100)
    with pytest.raises(OutOfReach, match="too many situations"):
        tried(nim, (1,) * 30, read("total == 1"), up_to=100)
    with pytest.raises(InputError, match="at most 8"):
        tried(nim, (1,) * 9, read("x == 1"))
    with pytest.raises(InputError, match="take turns"):
        tried(Game.named("order:AAB"), (9,), read("x == 1"))
    with pytest.raises(OutOfReach, match="two heaps"):
        proved(nim, read("x == z"))
    with pytest.raises(OutOfReach, match="beyond the prover"):
        proved(nim, read("total % 1000 == 0"))
    with pytest.raises(OutOfReach, match="beyond the prover"):
        proved(nim, read("(x - y) ^ 1 == 0"))
    # xor, not a power
    assert read("9^9^9 == x").holds((9,))


def test_explanations_hold_the_sentences() -> None:
    found = tried(Game.named("nim"), (1, 2), read("paired"))
    assert Explanation(tuple(told(found))).render("fr", 80)
