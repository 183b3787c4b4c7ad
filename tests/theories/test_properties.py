"""Properties of huge positions: theories agree, winning moves win, no move saves a lost game."""

import random
from functools import reduce
from math import isqrt
from operator import xor

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.games.wythoff import WythoffRules
from marienbad.heaps import Move, Position, leave
from marienbad.numeration import integers
from marienbad.numeration.continued_fraction import ContinuedFraction, fibonacci
from marienbad.registry import theories_of
from marienbad.theories.theory import Verdict

PARAMETERS = st.one_of(st.integers(1, 12), st.integers(1, 10**30))
MANY = settings(max_examples=4 * settings().max_examples)
EXPONENTS = st.one_of(st.integers(0, 12), st.integers(0, 300))


@st.composite
def numbers(draw: st.DrawFn) -> int:
    """Numbers of all sizes, up to hundreds of digits."""
    return draw(st.integers(0, 10 ** draw(EXPONENTS)))


@st.composite
def wythoff_games(draw: st.DrawFn) -> Definition:
    a = draw(PARAMETERS)
    if draw(st.booleans()):
        return define(f"wythoff:a={a},b={draw(PARAMETERS)}")
    return define(f"wythoff:a={a}" + draw(st.sampled_from(["", ",misere"])))


@st.composite
def wythoff_positions(draw: st.DrawFn) -> tuple[Definition, Position]:
    """A game and a position; half of them are close to a position to leave."""
    game = draw(wythoff_games())
    if draw(st.booleans()):
        return game, (draw(numbers()), draw(numbers()))
    pair = draw(pairs_to_leave(game))
    near = tuple(max(heap + draw(st.integers(-2, 2)), 0) for heap in pair)
    return game, near if draw(st.booleans()) else near[::-1]


@st.composite
def pairs_to_leave(draw: st.DrawFn, game: Definition) -> Position:
    rules = parameters(game)
    residue = draw(st.integers(0, rules.b - 1))
    return by_formula(game, draw(numbers()) * rules.a * rules.b + residue)


def parameters(game: Definition) -> WythoffRules:
    assert isinstance(game.ruleset, WythoffRules)
    return game.ruleset


def by_formula(game: Definition, difference: int) -> Position:
    """The position to leave with a difference d, d mod ab < b (misère: the next one that occurs).

    The square root of an integer decides, in one line for normal play and one for misère play.
    """
    a, b = parameters(game).a, parameters(game).b
    k = a * b
    root = k * k + 4
    if game.is_misere and a > 1:
        n = difference // a
        m = a * n + 1
        small = ((2 - a) * (a * n - 1) + isqrt(m * m * root)) // (2 * a)
        return small, small + m
    if game.is_misere and difference < 2:
        return ((2, 2), (0, 1))[difference]
    shift = 2 * b * (a - 1) if difference % k else 0
    small = (difference * (2 - k) + shift + isqrt(difference**2 * root)) // (2 * k)
    return small, small + difference


def solve(game: Definition, position: Position) -> Verdict:
    """The verdict on which algebra and arithmetic agree."""
    theories = theories_of(game)
    verdict = theories["algebra"].solve(position)
    assert theories["arithmetic"].solve(position) == verdict
    return verdict


def random_moves(game: Definition, position: Position, seed: int) -> set[Move]:
    """Some legal moves, drawn at random, the least and the largest of each kind among them."""
    chance = random.Random(seed)
    a, b = parameters(game).a, parameters(game).b
    moves = {*game.ruleset.least_moves(position)}
    for _ in range(6):
        heap = chance.randrange(2)
        amount = b * chance.choice((1, position[heap] // b, chance.randint(0, position[heap] // b)))
        moves.add((amount, 0) if heap == 0 else (0, amount))
        c = chance.choice((1, min(position), chance.randint(0, min(position))))
        d = c + b * chance.choice((0, 1 - a, a - 1, chance.randint(1 - a, a - 1)))
        moves.add((c, d) if heap == 0 else (d, c))
    return {move for move in moves if game.is_legal(position, move)}


@pytest.mark.slow
@MANY
@given(wythoff_positions(), st.integers())
def test_theories_agree_and_winning_moves_win(case: tuple[Definition, Position], seed: int) -> None:
    game, position = case
    verdict = solve(game, position)
    assert len(verdict.winning_moves) <= 5
    assert list(verdict.winning_moves) == sorted(set(verdict.winning_moves))
    for move in verdict.winning_moves:
        assert game.is_legal(position, move)
        assert solve(game, leave(position, move)).is_p
    if verdict.is_p:
        assert not verdict.winning_moves
    elif not game.is_over(position):
        assert verdict.winning_moves
    for move in random_moves(game, position, seed):
        assert solve(game, leave(position, move)).is_p is (move in verdict.winning_moves)


@pytest.mark.slow
@MANY
@given(wythoff_games(), st.data())
def test_pairs_of_the_formula_are_to_be_left(game: Definition, data: st.DataObject) -> None:
    x, y = data.draw(pairs_to_leave(game))
    assert solve(game, (x, y)).is_p
    for position in ((x, y + 1), (x + 1, y), (x + 1, y + 1), (x, y + parameters(game).b)):
        assert solve(game, position).is_p is is_pair(game, *position)


@pytest.mark.slow
@given(wythoff_positions())
def test_the_order_of_two_heaps_does_not_matter(case: tuple[Definition, Position]) -> None:
    game, position = case
    verdict, turned = solve(game, position), solve(game, position[::-1])
    assert turned.is_p is verdict.is_p
    assert {move[::-1] for move in turned.winning_moves} == set(verdict.winning_moves)


@pytest.mark.slow
@given(wythoff_games(), st.integers(0, 3000), numbers())
def test_the_recurrence_agrees_within_its_reach(game: Definition, x: int, y: int) -> None:
    theories = theories_of(game)
    assert theories["recurrence"].solve((x, y)) == theories["algebra"].solve((x, y))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wythoff", "wythoff:misere"])
@given(index=st.integers(2, 1500), offset=st.integers(-2, 2), other=st.integers(-2, 2))
def test_neighbours_of_fibonacci_numbers(name: str, index: int, offset: int, other: int) -> None:
    game = define(name)
    x = max(fibonacci(index) + offset, 0)
    y = max(fibonacci(index + 1) + other, 0)
    assert solve(game, (x, y)).is_p is is_pair(game, x, y)
    assert_partner(game, x)


@pytest.mark.slow
@MANY
@given(
    game=wythoff_games(),
    index=st.integers(1, 400),
    offset=st.integers(-1, 1),
    other=st.integers(-1, 1),
    use_p=st.booleans(),
)
def test_neighbours_of_convergents(
    game: Definition, index: int, offset: int, other: int, use_p: bool
) -> None:
    step = parameters(game).a * parameters(game).b
    assume(index * step.bit_length() < 4000)
    system = ContinuedFraction((step,))
    convergent = system.p if use_p else system.q
    x, y = convergent(index) + offset, convergent(index + 1) + other
    assert solve(game, (x, y)).is_p is is_pair(game, x, y)
    assert_partner(game, x)
    assert_partner(game, y)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wythoff", "wythoff:a=2,b=3", "wythoff:a=3,misere"])
def test_on_threads_huge_neighbours_of_convergents_are_decided_alike(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integers, "THREAD_BITS", integers.HUGE_BITS)
    game = define(name)
    system = ContinuedFraction((parameters(game).a * parameters(game).b,))
    index = 1
    while system.p(index).bit_length() < 2 * integers.HUGE_BITS:
        index *= 2
    p, q, after = (int(n) for n in (system.p(index), system.q(index), system.p(index + 1)))
    by_digits = theories_of(game)["arithmetic"]
    for x, y in ((p, after), (after, after + q), (p, 2 * p), (p, p + q), (q, p)):
        for near_x, near_y in ((0, 0), (1, 0), (0, 1), (-1, -1)):
            position = x + near_x, y + near_y
            assert solve(game, position) == by_digits.solve(position)


def is_pair(game: Definition, x: int, y: int) -> bool:
    """Whether (x, y) is to be left, by the formula alone."""
    x, y = sorted((x, y))
    a, b = parameters(game).a, parameters(game).b
    residue = (y - x) % (a * b)
    occurs = residue == 1 % a if game.is_misere else residue < b
    return occurs and by_formula(game, y - x) == (x, y)


def assert_partner(game: Definition, x: int) -> None:
    """From a far larger other heap there is a move to the partner of x, which the formula knows."""
    b = parameters(game).b
    far = (x + b) * (parameters(game).a * b + 3)
    moves = solve(game, (x, far)).winning_moves
    partners = [far - taken for kept, taken in moves if kept == 0]
    assert len(partners) == 1
    assert is_pair(game, x, partners[0])


# ---- Nim and Marienbad ---------------------------------------------------------------------------

NIM_THEORIES = ("binary", "packets", "base4", "base8", "base16")
NIM_GAMES = st.sampled_from(["nim", "marienbad"]).map(define)


@st.composite
def nim_positions(draw: st.DrawFn) -> Position:
    heaps = draw(st.lists(st.one_of(st.integers(0, 3), numbers()), max_size=9))
    is_even = draw(st.booleans())
    return (*heaps, reduce(xor, heaps, 0)) if is_even else tuple(heaps)


def solve_nim(game: Definition, position: Position) -> Verdict:
    verdict, *others = (theories_of(game)[name].solve(position) for name in NIM_THEORIES)
    assert all(other == verdict for other in others)
    return verdict


@pytest.mark.slow
@given(NIM_GAMES, nim_positions(), st.data())
def test_nim_theories_agree_and_winning_moves_win(
    game: Definition, position: Position, data: st.DataObject
) -> None:
    verdict = solve_nim(game, position)
    for move in verdict.winning_moves:
        assert game.is_legal(position, move)
        assert solve_nim(game, leave(position, move)).is_p
    if game.is_over(position):
        assert verdict == Verdict(not game.is_misere, ())
        return
    assert verdict.is_p is (not verdict.winning_moves)
    heap = data.draw(st.sampled_from([i for i, size in enumerate(position) if size]))
    amount = data.draw(st.integers(1, position[heap]))
    move = tuple(amount if index == heap else 0 for index in range(len(position)))
    assert solve_nim(game, leave(position, move)).is_p is (move in verdict.winning_moves)


@pytest.mark.slow
@given(NIM_GAMES, nim_positions(), st.randoms(use_true_random=False))
def test_the_order_of_heaps_and_empty_heaps_do_not_matter(
    game: Definition, position: Position, chance: random.Random
) -> None:
    verdict = solve_nim(game, position)
    order = list(range(len(position)))
    chance.shuffle(order)
    shuffled = solve_nim(game, tuple(position[heap] for heap in order))
    assert shuffled.is_p is verdict.is_p
    assert set(shuffled.winning_moves) == {
        tuple(move[heap] for heap in order) for move in verdict.winning_moves
    }
    with_empty = solve_nim(game, (0, *position, 0))
    assert with_empty.is_p is verdict.is_p
    assert with_empty.winning_moves == tuple((0, *move, 0) for move in verdict.winning_moves)
