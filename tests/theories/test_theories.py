"""Every theory of every game against the search: outcomes and complete lists of winning moves."""

import random
from functools import lru_cache, reduce
from itertools import combinations_with_replacement
from operator import xor

import pytest

from marienbad.analysis import game
from marienbad.games.catalogue import define
from marienbad.heaps import Position
from marienbad.registry import theories_of
from marienbad.solver.reference import Search
from marienbad.text.problems import InputError, OutOfReach
from marienbad.theories.theory import Theory, Verdict
from marienbad.theories.wythoff.recurrence import sequences_of

BOX, LARGER_BOX = 20, 40
STRIP: Position = (7, 200)
NIM_THEORIES = ("binary", "packets", "base4", "base8", "base16")
PAIR_THEORIES = ("recurrence", "algebra", "arithmetic")


def named(a: int, b: int, *more: str) -> str:
    return define("wythoff:" + ",".join((f"a={a}", f"b={b}", *more))).name


NORMAL = [named(a, b) for a in range(1, 7) for b in range(1, 7)]
MISERE = [named(a, 1, "misere") for a in range(1, 7)]
MISERE_BY_LISTS = [named(a, b, "misere") for a in (1, 2, 3) for b in (2, 3, 4)]


def verdicts(name: str, positions: list[Position]) -> dict[Position, Verdict]:
    """What the search says; that it keeps to the definition of winning is checked on the way."""
    game = define(name)
    search = Search(game)
    search.solve(tuple(max(heaps) for heaps in zip(*positions, strict=True)))
    found = {}
    for position in positions:
        verdict = Verdict(search.is_p(position), search.winning_moves(position))
        has_won = game.is_misere and game.is_over(position)
        assert verdict.is_p is not (has_won or bool(verdict.winning_moves))
        found[position] = verdict
    return found


@lru_cache(maxsize=1)
def nim_box(name: str, heaps: int) -> dict[Position, Verdict]:
    return verdicts(name, list(combinations_with_replacement(range(7), heaps)))


def theory(name: str, theory_name: str) -> Theory:
    return theories_of(define(name))[theory_name]


def mirrored(verdict: Verdict) -> Verdict:
    return Verdict(verdict.is_p, tuple(sorted(move[::-1] for move in verdict.winning_moves)))


def assert_pairs_agree(name: str, largest: int) -> None:
    known = verdicts(name, list(combinations_with_replacement(range(largest + 1), 2)))
    for theory_name in PAIR_THEORIES:
        solve = theory(name, theory_name).solve
        for position, verdict in known.items():
            assert solve(position) == verdict, (theory_name, position)
            if sum(position) % 5 == 0:
                assert solve(position[::-1]) == mirrored(verdict), (theory_name, position)


@pytest.mark.slow
@pytest.mark.parametrize("name", NORMAL + MISERE)
def test_pairs_agree_with_the_search(name: str) -> None:
    assert_pairs_agree(name, BOX)


@pytest.mark.slow
@pytest.mark.sample(4)
@pytest.mark.parametrize("name", NORMAL + MISERE)
def test_pairs_agree_with_the_search_in_a_larger_box(name: str) -> None:
    assert_pairs_agree(name, LARGER_BOX)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", [named(3, 5), named(5, 3), named(6, 6), named(6, 1, "misere")])
def test_pairs_agree_with_the_search_where_the_larger_heap_is_far_larger(name: str) -> None:
    smaller, larger = STRIP
    positions: list[Position] = [(x, y) for x in range(smaller + 1) for y in range(x, larger + 1)]
    known = verdicts(name, positions)
    for theory_name in PAIR_THEORIES:
        solve = theory(name, theory_name).solve
        assert {position: solve(position) for position in positions} == known


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "name", ["wythoff", "wythoff:a=2", "wythoff:b=3", "wythoff:a=2,b=2", "wythoff:a=3,misere"]
)
def test_the_recurrence_just_beyond_what_it_has_built(name: str) -> None:
    """Its sequences grow as they are asked for; a larger heap may lie at their very end."""
    sequences_of.cache_clear()
    recurrence, algebra = theory(name, "recurrence"), theory(name, "algebra")
    for x in range(140):
        for y in range(x, 140):
            assert recurrence.solve((x, y)) == algebra.solve((x, y)), (x, y)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nim", "marienbad"])
@pytest.mark.parametrize("heaps", range(1, 6))
def test_nim_agrees_with_the_search(name: str, heaps: int) -> None:
    for theory_name in NIM_THEORIES:
        solve = theory(name, theory_name).solve
        for position, verdict in nim_box(name, heaps).items():
            assert solve(position) == verdict, (theory_name, position)


@pytest.mark.parametrize("name", ["nim", "marienbad"])
@pytest.mark.parametrize("theory_name", [*NIM_THEORIES, "table"])
def test_the_empty_position(name: str, theory_name: str) -> None:
    expected = Verdict(name == "nim", ())
    for position in ((), (0,), (0, 0, 0)):
        assert theory(name, theory_name).solve(position) == expected


def bouton(position: Position, is_misere: bool) -> Verdict:
    """Bouton's theorem for both ways to play, as plainly as can be."""

    def is_p(heaps: Position) -> bool:
        is_even = reduce(xor, heaps, 0) == 0
        return is_even != (is_misere and max(heaps, default=0) <= 1)

    moves = []
    for heap, size in enumerate(position):
        for left in {0, 1, size ^ reduce(xor, position)}:
            after = (*position[:heap], left, *position[heap + 1 :])
            if left < size and is_p(after):
                moves.append(tuple(b - a for b, a in zip(position, after, strict=True)))
    return Verdict(is_p(position), tuple(sorted(moves)))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nim", "marienbad"])
def test_larger_positions_of_nim(name: str) -> None:
    chance = random.Random(1902)
    for _ in range(300):
        size = chance.choice((3, 10, 1000, 10**30))
        position = tuple(chance.randrange(size) for _ in range(chance.randint(1, 12)))
        expected = bouton(position, name == "marienbad")
        for theory_name in NIM_THEORIES:
            assert theory(name, theory_name).solve(position) == expected, (theory_name, position)


@pytest.mark.parametrize("name", ["nim", "marienbad"])
def test_bouton_agrees_with_the_search(name: str) -> None:
    for position, verdict in nim_box(name, 4).items():
        assert bouton(position, name == "marienbad") == verdict


@pytest.mark.slow
@pytest.mark.parametrize("name", MISERE_BY_LISTS)
def test_misere_play_with_b_above_1_is_answered_by_a_theorem(name: str) -> None:
    known = game(name)
    assert known.theories in (("recurrence", "automaton", "table"), ("recurrence", "table"))
    search = Search(define(name))
    for position in ((0, 0), (0, 1), (7, 11), (12, 5), (20, 20)):
        expected = Verdict(search.is_p(position), search.winning_moves(position))
        for theory_name in known.theories:
            assert theory(name, theory_name).solve(position) == expected
        assert known.analyse(position).authority == "theorem"


@pytest.mark.parametrize("name", [*MISERE, "wythoff", "wythoff:a=2,b=3", "nim", "marienbad"])
def test_the_table_is_no_theorem(name: str) -> None:
    analysis = game(name).analyse((3, 5), theory="table")
    assert analysis.authority == "table"
    for theory_name in game(name).theories[:-1]:
        other = game(name).analyse((3, 5), theory=theory_name)
        assert other.authority == ("proof" if theory_name == "automaton" else "theorem")
        assert (other.outcome, other.winning_moves) == (analysis.outcome, analysis.winning_moves)


def test_the_names_of_the_theories() -> None:
    last = ("automaton", "table")
    assert game("nim").theories == game("marienbad").theories == (*NIM_THEORIES, "table")
    assert game("nim").analyse((3, 5), theory="automaton").authority == "proof"
    with pytest.raises(OutOfReach, match="reads 2 heaps"):
        game("nim").analyse((3, 5, 6), theory="automaton")
    for name in NORMAL + MISERE:
        assert game(name).theories in ((*PAIR_THEORIES, *last), (*PAIR_THEORIES, "table"))
    assert game("wythoff:a=1000").theories == (*PAIR_THEORIES, "table")
    assert game("wythoff:a=3,b=4").theories == (*PAIR_THEORIES, *last)


def test_an_unknown_theory_is_named() -> None:
    with pytest.raises(InputError, match=r"binary.*wythoff.*expected recurrence, algebra"):
        game("wythoff").analyse((1, 2), theory="binary")


def test_the_first_theory_in_reach_answers() -> None:
    assert game("wythoff").analyse((10**5, 10**5)).theory == "recurrence"
    assert game("wythoff").analyse((10**30, 10**30)).theory == "algebra"
    assert game("nim").analyse((10**30, 7)).theory == "binary"
    with pytest.raises(OutOfReach):
        game("wythoff:a=9,b=1000,misere").analyse((10**6, 10**6))


@pytest.mark.parametrize(
    ("name", "theory_name"),
    [("wythoff", "recurrence"), ("wythoff", "table"), ("nim", "table"), ("marienbad", "table")],
)
def test_a_theory_beyond_its_reach_says_so(name: str, theory_name: str) -> None:
    with pytest.raises(OutOfReach):
        game(name).analyse((10**30, 10**30), theory=theory_name)


@pytest.mark.parametrize("name", ["nim", "marienbad", "wythoff", "wythoff:a=6,b=6,misere"])
def test_the_table_reaches_two_heaps_of_150(name: str) -> None:
    theory(name, "table").check_reach((150, 150))


def test_the_table_reaches_120_objects_in_four_heaps() -> None:
    reach = theory("nim", "table").check_reach
    for first in range(0, 31, 3):
        for second in range(first, 41, 3):
            for third in range(second, (120 - first - second) // 2 + 1, 3):
                reach((first, second, third, 120 - first - second - third))
    reach((13, 21, 33, 53))


@pytest.mark.slow
@pytest.mark.parametrize("position", [(1, 10**7), (1,) * 5000, (3,) * 100, (0,) * 10**5 + (9, 9)])
def test_the_table_refuses_at_once(position: Position) -> None:
    with pytest.raises(OutOfReach):
        theory("nim", "table").check_reach(position)


@pytest.mark.slow
def test_the_table_of_many_heaps() -> None:
    assert theory("nim", "table").solve((1,) * 150).is_p
    assert not theory("marienbad", "table").solve((1,) * 150).is_p
    assert theory("nim", "table").solve((0,) * 1500 + (2, 2)).is_p
