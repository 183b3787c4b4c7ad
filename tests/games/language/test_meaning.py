"""Rules as text: what they mean."""

from collections.abc import Callable
from itertools import permutations, product
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from marienbad.games.blocking import Blocking
from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.games.language.grammar import read
from marienbad.games.language.program import Located, Program, TakeStatement
from marienbad.games.language.rule_text import define_rules
from marienbad.games.memory import NOTHING, Order
from marienbad.heaps import Call, Move, Position, Split, situated, state_of
from tests.games.language.rule_texts import EXAMPLES, problem_of


def moves_by_the_text(program: Program, position: Position) -> set[Move]:
    """The moves read off the statements alone: every amount in every heap is tried."""
    takings, state = takings_by_the_text(program, position), state_of(position)
    called = program.memory.keyword if program.memory else ""
    if called not in ("call number", "call heap"):
        return takings
    named = {taking: sum(taking) for taking in takings}
    if called == "call heap":
        named = {taking: max(range(len(taking)), key=taking.__getitem__) + 1 for taking in takings}
    return {
        taking if state else Call(named[taking])
        for taking in takings
        if state in (0, named[taking])
    }


def takings_by_the_text(program: Program, position: Position) -> set[Move]:
    """What may be taken, and into what the rest may be parted."""
    numbers: dict[str, int] = {}
    for name, written in program.numbers:
        numbers[name] = written.expression.evaluate(numbers)
    known = numbers | dict(zip("xyzw", position, strict=False)) | {"last": state_of(position)}
    found: set[Move] = set()
    if program.octal is not None:
        return takings_by_the_code(program.octal.digits, position)
    if any(holds(terminal.condition, known) for terminal in program.terminals):
        return set()
    for take in program.takes:
        for heaps in orders_of(take, len(position)):
            for taken in product(*(range(position[heap] + 1) for heap in heaps)):
                if allows(take, taken, numbers, dict(known)):
                    amounts = dict(zip(heaps, taken, strict=True))
                    move = tuple(amounts.get(heap, 0) for heap in range(len(position)))
                    found |= {move} | (splits_of(position, move) if take.split else set())
    return found


def takings_by_the_code(digits: str, position: Position) -> set[Move]:
    found: set[Move] = set()
    for heap, size in enumerate(position):
        for amount, digit in enumerate(map(int, digits), 1):
            taken = tuple(amount * (other == heap) for other in range(len(position)))
            if digit & (1 if size == amount else 2) and amount <= size:
                found.add(taken)
            if digit & 4:
                found |= splits_of(position, taken)
    return found


def splits_of(position: Position, taken: Move) -> set[Move]:
    """The same taking, with what is left of its heap parted in every way."""
    (heap,) = (heap for heap, amount in enumerate(taken) if amount)
    rest = position[heap] - taken[heap]
    parted = ((part, rest - part) for part in range(1, rest))
    return {Split(taken, (*position[:heap], *two, *position[heap + 1 :])) for two in parted}


def orders_of(take: TakeStatement, heaps: int) -> list[tuple[int, ...]]:
    words = [token.text for token in take.heaps]
    counted = {"one": 1, "two": 2, "three": 3, "all": heaps}.get(words[0])
    if counted is None:
        return [tuple("xyzw".index(word) for word in words)]
    return list(permutations(range(heaps), counted))


def allows(
    take: TakeStatement, taken: tuple[int, ...], numbers: dict[str, int], values: dict[str, int]
) -> bool:
    for token, number in zip(take.amounts, taken, strict=True):
        if token.text.isdigit() or token.text in numbers:
            expected = int(token.text) if token.text.isdigit() else numbers[token.text]
            if number != expected:
                return False
        elif number < 1 or values.setdefault(token.text, number) != number:
            return False
    return take.where is None or holds(take.where, values)


def holds(condition: Located, values: dict[str, int]) -> bool:
    try:
        return bool(condition.expression.evaluate(values))
    except ZeroDivisionError:
        return False


def assert_means_what_it_says(text: str, largest: int) -> None:
    program, game = read(text), define_rules(text)
    source = Random(7)
    for heaps in product(range(largest + 1), repeat=program.heaps):
        everything = set(product(*(range(heap + 1) for heap in heaps)))
        everything |= {Call(number) for number in range(-1, largest + 2)}
        for taken in list(everything):
            if sum(map(bool, taken)) == 1:
                everything |= splits_of(heaps, taken)
        for state in range(states_of(game) if any(heaps) else 1):
            position = situated(heaps, state)
            expected = moves_by_the_text(program, position)
            moves = list(game.moves(position))
            assert len(moves) == len(set(moves))
            assert set(moves) == expected, (text, position)
            assert {*game.ruleset.least_moves(position)} <= expected
            assert not expected or game.ruleset.random_move(position, source) in expected
            for move in everything:
                assert game.is_legal(position, move) == (move in expected), (text, position, move)


def states_of(game: Definition) -> int:
    """How many states are tried: what was taken and what is called up to 3."""
    memory = game.ruleset.memory
    if memory == NOTHING or isinstance(memory, Blocking):
        return 1  # of what is forbidden the text says nothing
    return len(memory.parties) if isinstance(memory, Order) else 4


@pytest.mark.slow
@pytest.mark.parametrize("text", EXAMPLES.values(), ids=EXAMPLES)
def test_examples_mean_what_they_say(text: str) -> None:
    assert_means_what_it_says(text, {1: 12, 2: 6, 3: 3}[read(text).heaps])


TRAPS = [
    "heaps 2; take c, d from two where abs(c - x) < 2",  # an order of the heaps is not the other
    "heaps 2; take c, d from two where c % 2 == x % 2",
    "heaps 3; take a, b from two where abs(a - z) <= 1 and abs(a - b) < 2",
    "heaps 2; take a, b from two where abs(x - y) < 2 and abs(a - b) < 2",
    "heaps 2; let a = 0; take c, d from two where abs(a * (c - d)) < 1",  # no form is left
    "heaps 2; let a = 0; take c, d from two where a * (c - d) in {0, 1}",
    "heaps 2; take n from one where n < 3 or n % x == 0 and y > 2",
    "heaps 2; take c, d from two where (c - 3) // (d - 2) == -1",
    "heaps 2; take c, d from two where (c - d) % -3 == -1",
    "heaps 2; take n from one where 1 < n < 5 not in {x, y - 1}",
    "heaps 2\r\n;;\ttake one1 from one # ; last loses\r\nlet k = 2; take _, k from x, y",
    "take n from all where n in {x - 1, x // 2, k}; let k = 3, l = k; last wins; heaps 1",
    "heaps 2; take c, d from two where c ^ d == 3",
    "heaps 2; take c, d from two where c ^ -d == -2 or x ^ y < 0",
    "heaps 2; take c, d from two where c ^ d ^ c == 0",
    "heaps 2; take c, d from two where c ^ d + 1 == 2 * (c ^ d)",
    "heaps 2; take c, d from two where c ^ d == x % y",
    "heaps 2; take c, d from two where c ^ d == 0 and c - d < 1",
    "heaps 3; take c, d, e from three where c ^ d ^ e == 0",
    "heaps 3; take c, d, e from three where 3 ^ c == d ^ e",
    "heaps 3; take c, d, e from three where c ^ d == e and c < d",
    "heaps 2; take c, d from two where abs(c - d) <= 1 and c + d != last",
    "heaps 2; take c, d from two where c ^ d == last; take n from one where n % last == 1",
    "heaps 2; take n from one where n in {last, last + 1, 5 - last} then split",
    "heaps 2; order B A A; take n from x where n < y; take n, n from two",
    "heaps 3; call heap; take n from y where n < x; take 2 from one; take n from z",
    "heaps 3; call number; take n from y where n < x; take 2 from one; take n from z",
    "heaps 1; octal 0.7161452",
    "heaps 3; octal 0.0402",
    "heaps 1; let then = 2, split = 3; take octal from one where octal <= then then split",
    "heaps 1; let order = 2, call = 3; take number from one where number in {order, call}",
    "heaps 3; take c, d, c from three where c ^ d == c",
    "heaps 2; take n from one; terminal x % y == 0",  # a divisor of 0 ends nothing
    "heaps 2; take n from one; terminal x // (y % x) == 1 or y == 2; terminal y % (x - 2) == 1",
    "heaps 2; take n from one; terminal x in {1, 3} or y in {2, 4}; terminal x * y == 5",
    "heaps 2; take n from x where n % y == 0; take n, n from two; terminal not (x > 1 and y > 1)",
    "heaps 2; call number; take n from one; terminal x + y <= 3",
    "heaps 2; order A A B; let k = 2; take n from one; terminal abs(x - y) == k",
    "heaps 1; take terminal from one where terminal <= 2 * last + 1; terminal x == 3",
    "heaps 4; take a, b, b, a from w, z, y, x where a < b; take a, 0 from two where a > 1",
]


@pytest.mark.slow
@pytest.mark.parametrize("text", TRAPS)
def test_traps(text: str) -> None:
    assert_means_what_it_says(text, {1: 12, 2: 5, 3: 3, 4: 2}[read(text).heaps])


XORS: dict[str, Callable[[int, int], int]] = {
    "c ^ d": lambda c, d: c ^ d,
    "c ^ d + 1": lambda c, d: c ^ d + 1,
    "c - 4 ^ 2 * d": lambda c, d: c - 4 ^ 2 * d,
    "-c ^ d ^ 5": lambda c, d: -c ^ d ^ 5,
    "c ^ (d ^ c - d)": lambda c, d: c ^ (d ^ c - d),
    "(c ^ -3) * d": lambda c, d: (c ^ -3) * d,
    "-(c ^ d) % 7": lambda c, d: -(c ^ d) % 7,
}


def test_xor_is_that_of_python() -> None:
    for text, expected in XORS.items():
        (take,) = read(f"heaps 2; take c, d from two where {text} == 0").takes
        assert take.where is not None
        assert str(take.where.expression) == f"{text} == 0"
        expression = take.where.operands[0].expression
        for c, d in product(range(12), repeat=2):
            assert expression.evaluate({"c": c, "d": d}) == expected(c, d)


def test_many_alternatives_are_not_all_split() -> None:
    where = "a != b + {} and a != x and b != y and a != y and b != x and x != y"
    takes = "; ".join(f"take a, b from x, y where {where.format(i)}" for i in range(20))
    assert len(define_rules(f"heaps 2; {takes}").ruleset.takes) <= 256
    assert_means_what_it_says(f"heaps 2; {takes}", 4)


def test_deep_rules_can_be_read_again_by_their_name() -> None:
    condition = "n < 5 and (n < 9 or n not in {1})"
    for _ in range(19):
        condition = f"not ({condition} and n < 7)"
    game = define_rules(f"heaps 1; take n from one where {condition}")
    assert define(game.name) == game


@pytest.mark.slow
def test_the_catalogue_in_the_language() -> None:
    pairs = {
        "nim": "take n from one",
        "marienbad": "take n from one; last loses",
        "wythoff": "take n from one; take n, n from two",
        "wythoff:misere": "take n from one; take n, n from two; last loses",
    }
    wythoff = (
        "let a = {a}, b = {b}; take n from one where n % b == 0; "
        "take c, d from two where abs(c - d) < a * b and c % b == d % b"
    )
    for a, b in product(range(1, 5), repeat=2):
        pairs[f"wythoff:a={a},b={b}"] = wythoff.format(a=a, b=b)
        pairs[f"wythoff:a={a},b={b},misere"] = wythoff.format(a=a, b=b) + "; last loses"
    for name, text in pairs.items():
        known = define(name)
        for heaps in (2,) if known.ruleset.heaps else (1, 2, 3, 4):
            if heaps == 1 and "two" in text:
                continue
            own = define_rules(f"heaps {heaps}; {text}")
            assert own.is_misere == known.is_misere
            largest = {1: 9, 2: 8, 3: 4, 4: 2}[heaps]
            for position in product(range(largest + 1), repeat=heaps):
                assert set(own.moves(position)) == set(known.moves(position)), (name, position)


amounts = st.sampled_from(["n", "n, n", "c, d", "1", "1, 2", "c, 2", "n, n, n", "c, d, n"])


@st.composite
def numbers(draw: st.DrawFn, names: list[str], depth: int = 2) -> str:
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from([*names, *names, *map(str, range(5))]))
    kind = draw(st.sampled_from(["+", "-", "*", "//", "%", "^", "abs", "min", "gcd", "neg"]))
    left, right = draw(numbers(names, depth - 1)), draw(numbers(names, depth - 1))
    if kind == "abs":
        return f"abs({left} - {right})"
    if kind in ("min", "gcd"):
        return f"{kind}({left}, {right})"
    return f"-({left})" if kind == "neg" else f"({left} {kind} {right})"


@st.composite
def conditions(draw: st.DrawFn, names: list[str], depth: int = 2) -> str:
    kind = draw(st.sampled_from(["compare", "compare", "mod", "in", "and", "or", "not", "chain"]))
    if depth and kind in ("and", "or"):
        parts = [draw(conditions(names, depth - 1)) for _ in range(2)]
        return f"({parts[0]} {kind} {parts[1]})"
    if depth and kind == "not":
        return f"not ({draw(conditions(names, depth - 1))})"
    left, right = draw(numbers(names)), draw(numbers(names))
    if kind == "mod":
        modulus = draw(st.integers(1, 4))
        return f"({left}) % {modulus} {draw(st.sampled_from(['==', '!=']))} {right}"
    if kind == "in":
        members = draw(st.lists(st.integers(-3, 6), min_size=1, max_size=4))
        return (
            f"{left} {draw(st.sampled_from(['in', 'not in']))} {{{', '.join(map(str, members))}}}"
        )
    if kind == "chain":
        return f"{draw(numbers(names))} <= {left} < {right}"
    return f"{left} {draw(st.sampled_from(['<', '<=', '>', '>=', '==', '!=']))} {right}"


@st.composite
def rule_texts(draw: st.DrawFn) -> str:
    heaps = draw(st.integers(1, 3))
    statements = [f"heaps {heaps}"]
    more = draw(st.sampled_from(["", "", "", "last", "order", "call number", "call heap", "split"]))
    if more == "order":
        parties = draw(st.permutations([*"AB", *draw(st.text("AB", max_size=3))]))
        statements.append(f"order {' '.join(parties)}")
    elif more.startswith("call"):
        statements.append(more)
    known = ([] if more == "split" else [*"xyz"[:heaps]]) + ["last"] * (more in ("last", "split"))
    single = more in ("call number", "call heap", "split")
    for _ in range(draw(st.integers(1, 2))):
        taken = draw(amounts.filter(lambda text: text.count(",") < (1 if single else heaps)))
        count = taken.count(",") + 1
        names = [word for word in dict.fromkeys(taken.split(", ")) if word.isalpha()]
        named = ", ".join(draw(st.permutations("xyz"[:heaps]))[:count])
        counted = ["one", "two", "three"][count - 1]
        where = draw(st.sampled_from([counted if more == "split" else named, counted]))
        statement = f"take {taken} from {where}"
        if draw(st.booleans()) and names + known:
            statement += f" where {draw(conditions(names + known))}"
        statements.append(statement + " then split" * (more == "split"))
    if more != "split" and draw(st.sampled_from([True, False, False])):
        statements.append(f"terminal {draw(conditions([*'xyz'[:heaps]]))}")
    return "; ".join(statements + ["last loses"] * draw(st.booleans()))


@pytest.mark.slow
@given(rule_texts())
@example("heaps 2; take c, d from two where abs(c - d) != 1 and c % 3 != d % 3")
@example("heaps 2; take n from one where n % x == 0 or n == 1")
@example("heaps 2; take n from x where not abs(n - y) >= 0 + 1")
def test_random_rules_mean_what_they_say(text: str) -> None:
    problem = problem_of(text)
    if problem is None:
        assert_means_what_it_says(text, {1: 8, 2: 4, 3: 2}[read(text).heaps])
        return
    # Only a constant divisor of 0 and a take that never applies can be wrong in these texts.
    if "divisor is 0" in str(problem):
        return
    assert "never applies" in str(problem)
    program = read(text)
    statement = next(take for take in program.takes if take.place.column == problem.column)
    alone = Program(program.heaps, (), (statement,), False, terminals=program.terminals)
    for heaps in product(range({1: 12, 2: 6, 3: 4}[program.heaps] + 1), repeat=program.heaps):
        for last in range(5 if program.places_of("last") else 1):
            assert not moves_by_the_text(alone, situated(heaps, last))


@pytest.mark.slow
@given(rule_texts())
def test_the_canonical_text_is_stable(text: str) -> None:
    canonical = str(read(text))
    assert str(read(canonical)) == canonical
    if problem_of(text) is not None:
        return
    game = define_rules(text)
    assert game.name == f"rules:{canonical}"
    assert define(game.name) == game
    assert game.ruleset.takes == define_rules(canonical).ruleset.takes
