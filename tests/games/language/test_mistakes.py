"""Rules as text: what is refused, where the errors point, and that reading ends."""

import sys

import pytest

from marienbad.games.language.rule_text import define_rules
from marienbad.games.language.tokens import RuleError
from tests.games.language.rule_texts import fuzz, problem_of

WRONG = [
    ("", 1, 1, "heaps 2"),
    ("heaps 9", 1, 7, "1 to 8"),
    ("heaps 2\n\ntake n form one", 3, 8, "“from” or “,”"),
    ("heaps 2; take n from three", 1, 22, "“heaps” says 2"),
    ("heaps 2; take n from z", 1, 22, "“heaps” says 2"),
    ("heaps 2; take n, m from one", 1, 25, "2 amounts"),
    ("heaps 2; take n, m from x, x", 1, 25, "twice"),
    ("heaps 2; take 0 from one", 1, 15, "takes nothing"),
    ("heaps 2; take x from one", 1, 15, "name of a heap"),
    ("heaps 2; take n from one where n % 0 == 1", 1, 36, "divisor is 0"),
    ("heaps 2; let a = 2; take n from one where n % (a - 2) == 1", 1, 50, "divisor is 0"),
    ("heaps 2; take n from one where m < 2", 1, 32, "“m” is not known"),
    ("heaps 2; take n from one where z < 2", 1, 32, "“z” is not known"),
    ("heaps 2; take n from one where n", 1, 32, "expected a comparison"),
    ("heaps 2; take n from one where (n < 2) + 1 == 2", 1, 35, "not a number"),
    ("heaps 2; take n from one where +(n < 2)", 1, 32, "not a number"),
    ("heaps 2; take n from one where n in {1, 2} == 2", 1, 44, "the end of the statement"),
    ("heaps 2; take n from one where n in {1, 2} in {2}", 1, 44, "the end of the statement"),
    ("heaps 2; take n from one where n ** 2 == 4", 1, 35, "found “*”"),
    ("heaps 2; take n from one where n ^ == 4", 1, 36, "expected a number"),
    ("heaps 2; take n from one where n ^^ 1 == 4", 1, 35, "expected a number"),
    ("heaps 2\ntake n from one where (n < 2) ^ (n > 5)", 2, 26, "not a number"),
    ("heaps 2; take n from one where n ^ 1", 1, 32, "expected a comparison"),
    ("heaps 2; take n from one where n ^ m == 1", 1, 36, "“m” is not known"),
    ("heaps 2; take n from one where n | 1 == 1", 1, 34, "“|”"),
    ("heaps 2; take n from one where n ^ y < 0", 1, 10, "never applies"),
    ("heaps 2; take n from one where n <= 3 and n ^ 4 > 7", 1, 10, "never applies"),
    ("heaps 2; take n from one where n == " + "n ^ " * 50 + "n", 1, None, "too deeply"),
    ("heaps 2; take n from one where n == 1.5", 1, 38, "“.”"),
    ("heaps 2; take n from one where n.real == 1", 1, 33, "“.”"),
    ("heaps 2; take n from one where abs(n, 2) == 1", 1, 32, "exactly one"),
    ("heaps 2; take n from one where min(n) == 1", 1, 32, "two numbers"),
    ("heaps 2; take n from one where n < 1000000000001", 1, 36, "too large"),
    ("heaps 2; let a = 1000000 * 1000000 * 2; take n from one", 1, 36, "too large"),
    ("heaps 2; let a = n; take n from one", 1, 18, "“n” is not known"),
    ("heaps 2; heaps 3; take n from one", 1, 10, "second time"),
    ("heaps 2; take n from one; last loses; last wins", 1, 39, "second time"),
    ("heaps 2; take n from one where n < 1", 1, 10, "never applies"),
    ("heaps 2; take n from one where n > 5 and n < 3", 1, 10, "never applies"),
    ("heaps 2; take n from one where n % 2 == 2", 1, 10, "never applies"),
    ("heaps 2; take n from x where n > x", 1, 10, "never applies"),
    ("heaps 2; take n from one where 2 * n % 4 == 1", 1, 10, "never applies"),
    ("heaps 2; last loses", 1, 20, "take n from one"),
    ("heaps 2; take n from one where " + "(" * 100, 1, 73, "too deeply"),
    ("heaps 2; take n from one where " + "not " * 100 + "n < 2", 1, 196, "too deeply"),
    ("heaps 2; take n from one where " + "n<2 or " * 250 + "n<2", 1, None, "too long"),
    ("heaps 2 # " + "x" * 2000, 1, 1, "characters"),
    ("heaps 7; take a, b, c, d, e, f, g from all", 1, 40, "in 5040 ways: expected at most 1024"),
    ("heaps 8" + "; take a, b, c from three" * 4, 1, 28, "in 336 ways: expected at most 256"),
    ("heaps 1; let k = last; take n from one", 1, 18, "a number, a name"),
    ("heaps 1; let k = x; take k from one", 1, 18, "“x” is not known here: expected a number"),
    ("heaps 1; let last = 3; take n from one", 1, 14, "expected a name, found “last”"),
    ("heaps 1; let 3 = 3; take n from one", 1, 14, "expected a name, found “3”"),
    ("heaps 1; take n from one where n = 1", 1, 32, "a sign such as <, == or >=."),
    ("heaps 1; take n from one where n mod 2 == 1", 1, 34, "found “mod”"),
    ("heaps 1; take last from one", 1, 15, "a name or a number"),
    ("heaps 1; take n from last", 1, 22, "“one”, “two”"),
    ("heaps 1; take n from one where last", 1, 32, "expected a comparison"),
    ("heaps 1; take n from one where last < 0", 1, 10, "never applies"),
    (
        "heaps 1; take n from one where n <= last; order A B",
        1,
        37,
        "“last” cannot stand beside “order”",
    ),
    ("heaps 1\norder", 2, 6, "both A and B"),
    ("heaps 1\norder A A; take n from one", 2, 10, "both A and B"),
    ("heaps 1\norder A, B; take n from one", 2, 8, "expected “A” or “B”, found “,”"),
    ("heaps 1\norder A B C; take n from one", 2, 11, "expected “A” or “B”, found “C”"),
    ("heaps 1; order ABB; take n from one", 1, 16, "expected “A” or “B”, found “ABB”"),
    ("heaps 1; order " + "A B " * 400 + "; take n from one", 1, 144, "at most 64"),
    (
        "heaps 1; order A B; order A B; take n from one",
        1,
        21,
        "“order” cannot stand beside “order”",
    ),
    ("heaps 1; call heap; order A B", 1, 21, "“order” cannot stand beside “call heap”"),
    ("heaps 2; call; take n from one", 1, 14, "“number” or “heap”, found the end"),
    ("heaps 2; call heaps; take n from one", 1, 15, "“number” or “heap”, found “heaps”"),
    ("heaps 2; call nmber; take n from one", 1, 15, "“number” or “heap”, found “nmber”"),
    ("heaps 2; cal number; take n from one", 1, 10, "“call number”, “call heap”"),
    ("tas 2; annoncer le nmbre", 1, 20, "“nombre” or “tas”, found “nmbre”"),
    ("tas 2; prendre n dans un; le dernir perd", 1, 30, "“dernier”, found “dernir”"),
    ("heaps 2; call heap 2; take n from one", 1, 20, "the end of the statement, found “2”"),
    ("heaps 2; call number; take n, n from two", 1, 31, "expected a single amount"),
    ("heaps 2; call heap; take n from one then split", 1, 10, "“call heap” cannot stand"),
    ("heaps 2; call heap; octal 0.7", 1, 10, "“call heap” cannot stand"),
    ("heaps 2; take n from one then", 1, 30, "“split”, found the end"),
    ("heaps 2; take n from one where n < 2 then part", 1, 43, "“split”, found “part”"),
    ("heaps 2; take n from one than split", 1, 26, "“where”, “then split” or the end"),
    ("heaps 2; take n from one then split where n < 2", 1, 37, "the end of the statement"),
    ("heaps 2; take n from one then split then split", 1, 37, "the end of the statement"),
    ("heaps 2; take n, n from two then split", 1, 18, "expected a single amount"),
    ("heaps 2; take n from one then split; take n, n from two", 1, 46, "a single amount"),
    ("heaps 2; take n from x then split", 1, 22, "“x” cannot be named: expected “one”"),
    ("heaps 1; take n from all then split", 1, 22, "“all” cannot be named"),
    ("heaps 2; take n from one where n < y then split", 1, 36, "speak of the heap “y”"),
    ("heaps 2; take s from one then split", 1, 15, "name of a heap"),
    ("heaps 2; take n from one; terminal", 1, 35, "found the end of the statement"),
    (
        "heaps 2; take n from one; terminal x",
        1,
        36,
        "“x” is not a condition: expected a comparison",
    ),
    ("heaps 2; take n from one; terminal n > 3", 1, 36, "expected a heap, or a number named by"),
    ("heaps 2; take n from one; terminal z > 3", 1, 36, "the name “z” is not known here"),
    ("heaps 2; take n from one; terminal last > 3", 1, 36, "the name “last” is not known"),
    ("heaps 2; take n from one; terminal x % 0 == 1", 1, 40, "divisor is 0"),
    ("heaps 2; take n from one; terminal x >= 0", 1, 10, "every position in which it could is"),
    ("heaps 2; take n from one where n < 1; terminal x > 0", 1, 10, "contradict each other"),
    ("heaps 2; take n from one then split; terminal x < 2", 1, 38, "“terminal” cannot stand"),
    ("heaps 2; octal 0.7; terminal x < 2", 1, 21, "“terminal” cannot stand"),
    (
        "heaps 2; take n from one" + "; terminal x // y == 1 and y // x == 1" * 8,
        1,
        27,
        "in too many ways",
    ),
    ("heaps 2; take n from one; block", 1, 32, "a number from 1 to 9, found the end"),
    ("heaps 2; take n from one; block 0", 1, 33, "a number from 1 to 9, found “0”"),
    ("heaps 2; take n from one; block 10", 1, 33, "a number from 1 to 9, found “10”"),
    ("heaps 2; take n from one; block 2; block 3", 1, 36, "second time"),
    ("heaps 2; take n from one; block 2; last loses", 1, 27, "only where the last to move wins"),
    ("heaps 2; take n from one where n < last; block 2", 1, 36, "“last” cannot stand beside “bl"),
    ("heaps 2; order A B; take n from one; block 2", 1, 10, "“order” cannot stand beside “block”"),
    ("heaps 2; call heap; take n from one; block 2", 1, 10, "“call heap” cannot stand beside"),
    ("heaps 2; take n from one then split; block 2", 1, 26, "“then split” cannot stand beside"),
    ("heaps 2; octal 0.7; block 2", 1, 10, "“octal” cannot stand beside “block”"),
    ("heaps 1; octl 0.137", 1, 10, "“block” or “last”, found “octl”"),
    ("heaps 1; octl @", 1, 10, "found “octl”"),
    ("heaps 1; 0.137", 1, 11, "“.”"),
    ("heaps 1; octal", 1, 15, "a code such as 0.137, found the end"),
    ("heaps 1; octal 137", 1, 16, "a code such as 0.137, found “137”"),
    ("heaps 1; octal 0.", 1, 16, "a code such as 0.137"),
    ("heaps 1; octal 0,n", 1, 16, "a code such as 0.137"),
    ("heaps 1; octal .137", 1, 16, "“.”"),
    ("heaps 1; octal 0.1x", 1, 19, "the end of the statement, found “x”"),
    ("heaps 1; octal 0.1384", 1, 20, "“8” is no digit"),
    ("heaps 1; octal 4.137", 1, 16, "begins with “4”"),
    ("heaps 1; octal 0.00", 1, 18, "allows no move"),
    ("heaps 1; octal 0." + "7" * 900, 1, 18, "900 digits after the point: expected at most 32"),
    ("heaps 1; octal 0.7; octal 0.7", 1, 21, "second time"),
    ("heaps 1; octal 0.7; take n from one", 1, 21, "in place of all takes"),
    ("heaps 1; take n from one; octal 0.7", 1, 27, "in place of all takes"),
    ("heaps 2; take n from one; " * 40, 1, None, "second time"),
    ("heaps 2" + "; take n from one" * 33, 1, None, "too many ways"),
]


@pytest.mark.parametrize(("text", "line", "column", "words"), WRONG)
def test_errors_point_at_the_place(text: str, line: int, column: int | None, words: str) -> None:
    with pytest.raises(ValueError, match="Line") as raised:
        define_rules(text)
    error = raised.value
    assert isinstance(error, RuleError)
    assert error.line == line
    assert column in (error.column, None)
    assert words in str(error)
    assert str(error).startswith(f"Line {error.line}, column {error.column}: ")
    assert error.render("fr").startswith(f"Ligne {error.line}, colonne {error.column}")


LABORIOUS = [
    "heaps 2; take n from one where " + " or ".join(f"n<{k}" for k in range(2, 85)),
    "heaps 2; take n from one where n in {" + ", ".join(map(str, range(1, 400))) + "}",
    "heaps 2; take c, d from two where " + " and ".join(f"c != {k} * d" for k in range(90)),
    "heaps 2; take c, d from two where " + " and ".join(f"c % 9 != d + {k}" for k in range(90)),
    "heaps 2" + "; take c, d from two where c != d and c != 2 and d != 3" * 32,
    "heaps 1; take n from one where " + "not (n < 2 and " * 39 + "n < 3" + ")" * 39,
    "heaps 1; take n from one where " + "+".join("n" * 40) + " < 9",
    "heaps 8" + "; take n from one where n % 9 != last then split" * 32,
    "heaps 8; order " + "A B " * 32 + "; take n from one",
    "heaps 8; octal 0." + "7" * 32,
    "heaps 1; let a = 999999; take n from one where n < " + "+".join(["a*a"] * 39),
]


@pytest.mark.slow
@pytest.mark.parametrize("text", [*LABORIOUS, *(text for text, *_ in WRONG)])
def test_any_text_is_read_in_a_bounded_number_of_steps(text: str) -> None:
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        problem_of(text)
    finally:
        sys.setprofile(before)
    assert calls < 100_000


@pytest.mark.slow
def test_fuzzing_gives_a_game_or_a_clear_error() -> None:
    assert fuzz(4000, seed=2026) > 50
