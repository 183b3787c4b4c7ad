"""What questions cost: counted before they are thought about, growing with what is asked."""

from contextvars import copy_context
from itertools import pairwise

import pytest

from marienbad.analysis import Game
from marienbad.games.catalogue import FAMILIES, define
from marienbad.heaps import Position
from marienbad.play.players import LEVELS
from marienbad.registry import theory_of
from marienbad.solver.cheapest import BOUND, search_of
from marienbad.solver.costs import SECOND
from marienbad.text.problems import OutOfReach
from marienbad.web.workers import reach
from marienbad.web.workers.reach import Wanted

WANTED: tuple[Wanted, ...] = ("moves", "hint", "explanation", "drawing")
EXAMPLES = [name for family in FAMILIES for name in family.examples]
DIGITS = (1, 3, 10, 100, 1000)
LONG = "7" * 1000
LARGEST = [
    *EXAMPLES,
    f"wythoff:a={LONG}",
    f"wythoff:b={LONG}",
    f"wythoff:a={LONG},b={LONG}",
    f"wythoff:a={LONG},misere",
]


SEVERAL = ("nimhoff", "moore", "spite")
"""Families in which so many moves may win, or so much is searched, that large positions are refused
here: at the bounds of a server nothing is promised but a usual start."""


def positions(name: str) -> list[Position]:
    """Positions that grow, up to the bounds of a server."""
    game = Game.named(name)
    if game.definition.family.name in SEVERAL or game.theories == ("table",):
        return [tuple(min(heap, 1) for heap in game.start), game.start]
    sizes = zip((1, 2, 8, 32, 64), DIGITS, strict=True)
    return [(10**digits - 1,) * (game.heaps or number) for number, digits in sizes]


@pytest.mark.parametrize("name", LARGEST, ids=lambda name: name[:20] + f"-{len(name)}")
@pytest.mark.parametrize("wanted", WANTED)
def test_a_theorem_answers_within_a_second_at_the_bounds(name: str, wanted: Wanted) -> None:
    game = Game.named(name)
    for theory in game.theories:
        method = theory_of(game.definition, theory)
        if method.authority != "table":
            assert reach.cost_of(method, positions(name)[-1], wanted) <= SECOND
            reach.check_cost(game.definition, positions(name)[-1], theory, wanted)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_cost_grows_with_the_heaps(name: str) -> None:
    game = Game.named(name)
    for theory in game.theories:
        method = theory_of(game.definition, theory)
        if method.authority != "table":
            costs = [method.cost(position) for position in positions(name)]
            assert costs == sorted(costs)
            assert costs[-1] > costs[0]


def test_the_cost_grows_with_the_parameters() -> None:
    names = ["wythoff", "wythoff:a=9", f"wythoff:a={10**99}", f"wythoff:a={10**99},b={10**99}"]
    for theory in ("recurrence", "algebra"):
        methods = [theory_of(define(name), theory) for name in names]
        for smaller, larger in pairwise(method.cost((5, 8)) for method in methods):
            assert smaller <= larger


def test_beyond_the_bounds_a_question_is_refused_with_the_limit() -> None:
    with pytest.raises(OutOfReach, match=r"base16 could take more than 1 s of computing here"):
        reach.check_cost(define("nim"), (10**10_000,) * 64, "base16")
    with pytest.raises(OutOfReach, match="more than 4 s"):
        reach.check_search(define("wythoff"), (10**6, 10**6), "table")


@pytest.mark.parametrize("level", LEVELS)
def test_a_machine_replies_within_a_second_at_the_bounds(level: str) -> None:
    for name in EXAMPLES:
        game = define(name)
        reach.check_reply(game, positions(name)[-1], level)
        reach.check_reply(game, game.start, level)


def test_a_level_that_looks_ahead_counts_the_amounts_that_a_condition_refuses() -> None:
    rare = define("rules:heaps 2; take n from one where n * n * n % 1009 == 1")
    plain = define("rules:heaps 2; take n from one")
    for position in ((30, 40), (3000, 4000)):
        costs = [reach.reply_cost(game, position, "expert") for game in (plain, rare)]
        assert costs[0] < costs[1] < 10 * SECOND


def test_long_records_and_histories_are_refused_before_they_are_read() -> None:
    nim = define("nim")
    reach.check_record(nim, (10**999,) * 64, 5_000)
    reach.check_history(nim, (1, 3, 5, 7), 16)
    with pytest.raises(OutOfReach):
        reach.check_history(nim, (10**999,) * 64, 5_000)
    orders = define("rules:heaps 4; take a, b, c, d from all where a * b % 5 != 2 * c + d")
    reach.check_record(orders, (99,) * 4, 100)
    with pytest.raises(OutOfReach, match="more than 1 s"):
        reach.check_record(orders, (9999,) * 4, 50_000)


CONTRACT = [
    *(name for name in EXAMPLES if define(name).ruleset.heaps == 2),
    "wythoff:b=2,misere",
    "wythoff:a=50",
    "rules:heaps 2; take n from one; take c, d from two",
    "rules:heaps 2; take c, d from two where gcd(c, d) == 1; take n from one; last loses",
    f"rules:heaps 2; take n from one where {10**12} * n * x * y != 7; take n, n from two",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", CONTRACT)
def test_what_the_contract_promises_of_the_table_is_answered(name: str) -> None:
    game, worker = define(name), copy_context()
    worker.run(BOUND.set, reach.SEARCH)
    for position in ((150, 150), (149, 150), (150, 150)):
        reach.check_search(game, position, "table")
        reach.check_cost(game, position, "table")
        worker.run(search_of(game).winning_moves, position)


@pytest.mark.slow
def test_120_objects_in_four_heaps_are_answered() -> None:
    for position in ((30, 30, 30, 30), (13, 21, 33, 53)):
        reach.check_cost(define("nim"), position, "table")
        assert search_of(define("nim")).is_p(position) == (position[0] == position[1])
