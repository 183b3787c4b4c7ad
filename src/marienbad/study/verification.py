"""Every theory of a game put to the proof: against the search, and against each other.

The search is the judge of all small positions: outcome and complete list of winning moves. Beyond
its reach the theories must agree with each other, on random positions of hundreds of digits and on
those where rounding would go wrong first: neighbours of powers of two, or of numbers that the
family names, such as convergents.

>>> [report] = verify(["wythoff:a=2"], bound=12, random_positions=20)
>>> report.theories, report.positions, report.disagreements
(('recurrence', 'algebra', 'arithmetic', 'automaton'), 101, 0)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from math import comb
from time import perf_counter_ns
from typing import TYPE_CHECKING

from marienbad.games.catalogue import FAMILIES, define
from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, situated
from marienbad.registry import theories_of
from marienbad.solver.cluster.workers import PATIENCE, Notice
from marienbad.solver.parallel import Executor, in_order, parallel_map
from marienbad.solver.reachable import Reachable
from marienbad.solver.reference import Search, sorted_positions
from marienbad.study.tables import reaches
from marienbad.text.problems import InputError
from marienbad.theories.known import known_of
from marienbad.theories.theory import Theory, Verdict
from marienbad.values import Record

if TYPE_CHECKING:
    from random import Random

LARGEST_PARAMETER = 6
MOST_HEAPS = 5
MOST_DIGITS = 300
SMALL_HEAP = 10_000
"""Random positions often have a heap below this, so that the recurrence takes part."""
REVERSED_EVERY = 7
"""Every seventh of the searched positions, which are sorted, is also checked in reverse order."""
LARGEST_PARTED = 8
"""Where heaps are parted, larger ones have too many followers to search."""
WORTH_A_PROCESS = 4_000
"""Fewer positions in all than this are verified sooner than a second process is started."""


class Disagreement(Record):
    """A position of which a theory says something else than its judge."""

    position: Position
    judge: str
    theory: str
    expected: Verdict
    found: Verdict


class Report(Record):
    """What the verification of a game has found."""

    game: str
    theories: tuple[str, ...]
    positions: int
    random_positions: int
    disagreements: int
    first: Disagreement | None
    milliseconds: int


def all_games() -> tuple[str, ...]:
    """Return every solved game of the catalogue with small parameters.

    >>> all_games()[:3]
    ('nim', 'marienbad', 'wythoff')
    """
    games = (game for family in FAMILIES for game in family.games(LARGEST_PARAMETER))
    return tuple(game.name for game in games if game.is_solved)


def verify(
    games: Sequence[str],
    bound: int = 40,
    random_positions: int = 100,
    seed: int = 1961,
    processes: int = 1,
    *,
    cluster: str | None = None,
    patience: float = PATIENCE,
    notice: Notice | None = None,
) -> Iterator[Report]:
    """Verify the games, in several processes where that pays; the reports are in their order."""
    definitions = [define(game) for game in games]
    if len(definitions) * comb(bound + 2, 2) < WORTH_A_PROCESS:
        processes = 1
    check = partial(verify_game, bound=bound, random_positions=random_positions, seed=seed)
    executor = Executor(processes, cluster, patience, notice)
    return in_order(parallel_map(check, definitions, executor), definitions)


def verify_game(game: Definition, bound: int, random_positions: int, seed: int) -> Report:
    from random import Random

    start = perf_counter_ns()
    theories = [theory for theory in theories_of(game).values() if theory.authority != "table"]
    checked = checked_at_random = 0
    found: list[Disagreement] = []
    if theories:
        for position, expected in searched(game, bound):
            checked += 1
            found += compare(position, "table", expected, theories)
        for position in large_positions(game, random_positions, Random(f"{seed} {game.name}")):
            checked_at_random += 1
            found += compare_with_each_other(game, position, theories)
    return Report(
        game=game.name,
        theories=tuple(theory.name for theory in theories),
        positions=checked,
        random_positions=checked_at_random,
        disagreements=len(found),
        first=found[0] if found else None,
        milliseconds=(perf_counter_ns() - start) // 1_000_000,
    )


def compare(
    position: Position, judge: str, expected: Verdict, theories: Sequence[Theory]
) -> Iterator[Disagreement]:
    """What the theories that reach the position say otherwise than the judge."""
    for theory in theories:
        if reaches(theory, position) and (found := theory.solve(position)) != expected:
            yield Disagreement(position, judge, theory.name, expected, found)


# Small positions: the search is the judge


def searched(game: Definition, bound: int) -> Iterator[tuple[Position, Verdict]]:
    """Every sorted position within bounds with what the search says, some also reversed."""
    if not game.ruleset.is_plain:
        yield from followed(game, bound)
        return
    search = Search(game)
    for corner in corners(game, bound):
        search.is_p(corner)
        to_leave = [position for position in sorted_positions(corner) if search.is_p(position)]
        targets = list(dict.fromkeys(p for pair in to_leave for p in (pair, pair[::-1])))
        for number, position in enumerate(sorted_positions(corner)):
            # Two heaps have few positions to leave and many moves, more heaps the contrary.
            if len(corner) == 2:
                moves = tuple(sorted(moves_to(game, position, targets)))
            else:
                moves = search.winning_moves(position)
            verdict = Verdict(search.is_p(position), moves)
            yield position, verdict
            if number % REVERSED_EVERY == 0 and position != position[::-1]:
                reversed_moves = tuple(sorted(move[::-1] for move in moves))
                yield position[::-1], Verdict(verdict.is_p, reversed_moves)


def followed(game: Definition, bound: int) -> Iterator[tuple[Position, Verdict]]:
    """The same where a position has a state or heaps are parted: every state that it can have.

    >>> [(str(p), verdict.is_p) for p, verdict in followed(define("order:AB,take=1"), 1)]
    [('(0,)', True), ('Situation((0,), 1)', True), ('(1,)', False), ('Situation((1,), 1)', False)]
    """
    search, rules = Reachable(game), game.ruleset
    for corner in corners(game, min(bound, LARGEST_PARTED) if rules.parts_heaps else bound):
        for heaps in sorted_positions(corner):
            for state in range(rules.memory.states(heaps)):
                position = situated(heaps, state)
                with suppress(InputError):
                    rules.check(position)
                    moves = search.winning_moves(position)
                    yield position, Verdict(search.is_p(position), moves)


def moves_to(game: Definition, position: Position, targets: Sequence[Position]) -> Iterator[Move]:
    """The legal moves from a position of two heaps to any of the targets.

    >>> list(moves_to(define("wythoff"), (3, 4), [(0, 0), (1, 2), (2, 1), (3, 5)]))
    [(2, 2)]
    """
    x, y = position
    for left, right in targets:
        move = (x - left, y - right)
        if left <= x and right <= y and game.is_legal(position, move):
            yield move


def corners(game: Definition, bound: int) -> list[Position]:
    """The largest sorted positions: of other numbers of heaps, boxes with no more positions.

    Nor have more than two heaps more moves in all than those of two in Nim.

    >>> corners(define("nim"), 40)
    [(), (40,), (40, 40), (15, 15, 15), (9, 9, 9, 9), (7, 7, 7, 7, 7)]
    >>> corners(define("moore:k=4"), 40)
    [(), (40,), (40, 40), (7, 7, 7), (4, 4, 4, 4), (3, 3, 3, 3, 3)]
    >>> corners(define("wythoff"), 40)
    [(40, 40)]
    """
    if game.ruleset.heaps is not None:
        return [(bound,) * game.ruleset.heaps]
    most = comb(bound + 2, 2)
    most_moves = most * 2 * bound

    def fits(corner: Position) -> bool:
        positions = comb(max(corner, default=0) + len(corner), len(corner))
        if positions > most or len(corner) < 3:
            return positions <= most
        bounded = islice(game.moves(corner), most_moves // positions + 1)
        return positions * sum(1 for _ in bounded) <= most_moves

    boxes = (((n,) * heaps for n in range(bound, -1, -1)) for heaps in range(MOST_HEAPS + 1))
    return [next(filter(fits, box)) for box in boxes]


# Large positions: the theories are each other's judges


def large_positions(game: Definition, count: int, random: Random) -> Iterator[Position]:
    """Random positions of up to hundreds of digits, half of them around delicate numbers."""
    delicate = delicate_numbers(game)
    for number in range(count):
        heaps = game.ruleset.heaps or random.randint(1, 2 * MOST_HEAPS)
        position = [random.randrange(10 ** random.randint(1, MOST_DIGITS)) for _ in range(heaps)]
        if number % 2:
            position = [random.choice(delicate) + random.randint(-2, 2) for _ in range(heaps)]
        if number % 3 == 0:
            position[random.randrange(heaps)] = random.randrange(SMALL_HEAP)
        yield _in_some_state(game, tuple(max(heap, 0) for heap in position), random)


def _in_some_state(game: Definition, heaps: Position, random: Random) -> Position:
    """The heaps in a state that they can have."""
    states = game.ruleset.memory.states(heaps)
    position = situated(heaps, random.randrange(states) if states > 1 else 0)
    try:
        game.ruleset.check(position)
    except InputError:
        return heaps
    return position


def delicate_numbers(game: Definition) -> list[int]:
    """Return the numbers of its family up to hundreds of digits, or powers of two.

    >>> delicate_numbers(define("nim"))[:4], delicate_numbers(define("wythoff"))[:4]
    ([1, 2, 4, 8], [1, 1, 2, 1])
    """
    most, known = 10**MOST_DIGITS, known_of(game.family).counting().delicate_numbers
    if known is None:
        return [1 << exponent for exponent in range(most.bit_length())]
    return known(game, most)


def compare_with_each_other(
    game: Definition, position: Position, theories: Sequence[Theory]
) -> Iterator[Disagreement]:
    """What the theories say otherwise than the first of them, here and after each winning move.

    The first theory too must give legal winning moves, which lead to positions to leave.
    """
    judge = next((theory for theory in theories if reaches(theory, position)), None)
    if judge is None:
        return
    expected = judge.solve(position)
    yield from compare(position, judge.name, expected, theories)
    legal = tuple(move for move in expected.winning_moves if game.is_legal(position, move))
    if legal != expected.winning_moves:
        right = Verdict(expected.is_p, legal)
        yield Disagreement(position, "rules", judge.name, right, expected)
    for move in legal:
        after = game.after(position, move)
        # who plays again can still win there, by moves that the judge must name himself
        right = Verdict(True, ())
        if game.plays_on(position):
            if not reaches(judge, after):
                continue
            right = Verdict(False, judge.solve(after).winning_moves)
        yield from compare(after, judge.name, right, theories)
