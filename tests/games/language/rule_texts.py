"""Texts of rules: examples, and random ones to try the language with.

``python -m tests.games.language.rule_texts 1000000`` reads a million of them.
"""

import random
import sys

from marienbad.games.language.rule_text import define_rules
from marienbad.games.language.tokens import RuleError

EXAMPLES = {
    "at most 3 from one": "heaps 2; take n from one where n <= 3; take n, n from two",
    "difference 0 or 1": "heaps 2; take n from one; take c, d from two where c - d in {0, 1}",
    "without (2, 2)": "heaps 2; take n from one; take n, n from two where n != 2",
    "with (t, 2t)": "heaps 2; take n from one; take n, n from two; "
    "take t, s from two where s == 2 * t",
    "subtraction set": "heaps 1; take n from one where n in {1, 3, 4}",
    "at most k": "heaps 3; let k = 3; take n from one where n <= k",
    "Nimoff": "heaps 3; take n from one; take n, n from two; take n, n, n from all",
    "Euclid": "heaps 2; take n from x where x >= y and n % y == 0; "
    "take n from y where y >= x and n % x == 0",
    "ratios": "heaps 2; take n from one; take c, d from two where c == 2*d or d == 2*c or c == d",
    "numbers": "heaps 2; take 1, 3 from two; take 2 from y; take n from x where n in {1, 2}",
    "xor of amounts": "heaps 3; take n from one; take c, d, e from three where c ^ d == e",
    "xor of heaps": "heaps 3; take n from one where n <= x ^ y ^ z",
    "guarded": "heaps 2; take n from one where not (n % y == 1) and x + n > 2",
    "last": "heaps 1; take n from one where last == 0 and n < x; "
    "take n from one where last > 0 and n <= 2 * last",
    "last of two heaps": "heaps 2; take c, d from two where abs(c - d) <= last; "
    "take n from one where n != last",
    "order": "heaps 2; order A A B; take n from one where n in {1, 3}",
    "call number": "heaps 2; call number; take n from one where n <= x",
    "call heap": "heaps 3; call heap; take n from one where n % 3 != 0; last loses",
    "split": "heaps 2; take n from one where n <= 2 then split; take 4 from one",
    "octal": "heaps 1; octal 0.1372",
    "block": "heaps 2; take n from one; take n, n from two; block 3",
    "terminal": "heaps 2; let l = 4; take n from one; take n, n from two; terminal x + y <= l",
}

STATEMENTS = "heaps let take from where last wins loses one two three all x y z w n c d a b"
MEMORIES = (
    "order A B call number heap then split octal 0.137 0.8 4.07 ordre annoncer tas précédent "
    "terminal terminale block bloquer"
)
CONDITIONS = "and or not in abs min max gcd 0 1 2 3 999 = == != < <= > >= + - * // % ^"
OTHERS = "( ) { } , ; # é ' \\ __import__ \ud800 ٣"
WORDS = [word for group in (STATEMENTS, MEMORIES, CONDITIONS, OTHERS) for word in group.split()]
WORDS += ["\n", "\x00", "9" * 30]
ALIKE = (
    ("1", "2", "3", "7"),
    ("<", "<=", ">", ">=", "==", "!="),
    ("+", "-", "*", "//", "%", "^"),
    ("x", "y", "n", "c"),
)


def problem_of(text: str) -> RuleError | None:
    try:
        define_rules(text)
    except RuleError as error:
        return error
    return None


def fuzzed(source: random.Random) -> str:
    """A text that is random, or an example with a little changed."""
    kind = source.randrange(4)
    if kind == 0:
        return " ".join(source.choices(WORDS, k=source.randrange(60)))
    text = source.choice(list(EXAMPLES.values()))
    for _ in range(source.choice((1, 1, 2, 5))):
        at = source.randrange(len(text) + 1)
        until = at + source.randrange(4)
        if kind == 1:
            text = text[:at] + chr(source.randrange(32, 0x250)) + text[until:]
        elif kind == 2:
            text = f"{text[:at]} {source.choice(WORDS)} {text[until:]}"
        else:
            old, new = source.sample(source.choice(ALIKE), 2)
            text = text.replace(f" {old}", f" {new}", source.randrange(1, 3))
    return text * source.choice([1] * 20 + [2, 30])


def fuzz(count: int, seed: int) -> int:
    """Read many texts, of which each is a game or a clear error; how many were games."""
    source, games = random.Random(seed), 0
    for _ in range(count):
        problem = problem_of(fuzzed(source))
        if problem is None:
            games += 1
        else:
            for lang in ("en", "fr"):
                problem.render(lang)
    return games


if __name__ == "__main__":
    print(fuzz(int(sys.argv[1]), seed=1))
