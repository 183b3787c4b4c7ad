"""What questions cost against what was counted before they were thought about.

Each line is a question at or near the bounds of a server: the CPU seconds that it took, words and
modules being loaded already, and the seconds that were counted for it. The ratio should be below 1,
and not far below: what is counted beyond a second is refused.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from bench.harness import Line
from marienbad.analysis import Game
from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.numeration.integers import plain
from marienbad.play.grading import grade_match
from marienbad.play.match import Match
from marienbad.play.players import GRADES, player
from marienbad.play.record import read_record, write_record
from marienbad.registry import theory_of
from marienbad.solver.cheapest import CheapestSearch
from marienbad.solver.costs import SECOND
from marienbad.study.tables import tabulate
from marienbad.text.tabular import written
from marienbad.theories.nim.binary import nim_sum
from marienbad.theories.wythoff.algebraic_pairs import AlgebraicPairs
from marienbad.theories.wythoff.pairs import PairRules
from marienbad.web.workers import reach

Question = tuple[str, int, Callable[[], object]]
"""In words, the nanoseconds counted for it, and how to answer it."""
DIGITS = (5, 1000)
RANDOM = Random(1961)


def lines() -> Iterator[Line]:
    warm_up()
    for what, counted, answer in questions():
        start = time.process_time()
        answer()
        yield Line(what, time.process_time() - start, "counted", counted / SECOND, aim=1)


def warm_up() -> None:
    """Load words, modules and automata."""
    for name in ("nim", "wythoff", "wythoff:a=2,b=3", "euclid"):
        game = Game.named(name)
        for theory in game.theories:
            tell(game, (3, 5), theory)
        for level in ("naive", *GRADES, "perfect"):
            player(level, game).choose(game, (3, 5), RANDOM)
    list(written(tabulate(Game.named("wythoff").definition, rows=3), "json", "en"))


def questions() -> Iterator[Question]:
    yield from told()
    yield from replies()
    yield from matches()
    yield from tables()
    yield from searches()


def told() -> Iterator[Question]:
    """Analyses in words and HTML by every theory, of positions to win and to leave."""
    for digits in DIGITS:
        for heaps in (4, 64):
            position = tuple(number(digits) for _ in range(heaps))
            lost = (*position[:-1], nim_sum(*position[:-1]))
            yield from analyses("nim", (position, lost), f"{heaps} heaps of {digits} digits")
        heaps_of_two = (number(digits), number(digits))
        yield from analyses("euclid", (heaps_of_two,), f"{digits} digits")
        for a, b in ((1, 1), (1, number(1000)), (number(1000), number(1000))):
            rules = PairRules(a, b, is_misere=False)
            lost = lost_pair(rules, min(number(digits), 99_999))
            name, size = f"wythoff:a={a},b={b}", f"k of {len(str(a * b))} digits"
            yield from analyses(name, (heaps_of_two, lost), f"{digits} digits, {size}")


def analyses(name: str, positions: tuple[Position, ...], size: str) -> Iterator[Question]:
    game = Game.named(name)
    for position in positions:
        for theory in game.theories:
            method = theory_of(game.definition, theory)
            if theory != "table" and reach.theory_for(game.definition, position, theory):
                counted = reach.cost_of(method, position, "explanation")
                what = f"{name.partition(':')[0]} by {theory}, {size}"
                yield what, counted, partial(tell, game, position, theory)


def tell(game: Game, position: Position, theory: str) -> None:
    analysis = game.analyse(position, theory)
    analysis.data("en")
    analysis.explanation.html("en")


def replies() -> Iterator[Question]:
    """The moves of machines."""
    rule = "rules:heaps 2; take n from one where n * n % 7 != 3"
    for name, position in (
        ("nim", (3, 5, 6, 7)),
        ("nim", tuple(number(1000) for _ in range(64))),
        (f"wythoff:a={number(1000)}", (number(1000), number(1000))),
        (rule, (60, 70)),
    ):
        game = Game.named(name)
        for level in ("naive", *GRADES, "perfect"):
            counted = reach.reply_cost(game.definition, position, level)
            what = f"{level} at {name[:8]}, {len(position)} heaps of {len(str(position[0]))} digits"
            chooser = player(level, game)
            yield what, counted, partial(chooser.choose, game, position, RANDOM)


def matches() -> Iterator[Question]:
    """Records that are read, and matches that are judged."""
    for digits, plies in ((1, 8), (9, 1_000), (1000, 4_990)):
        game, start = Game.named("nim"), tuple(number(digits) + 9 for _ in range(64))
        moves = [tuple(int(heap == ply % 64) for heap in range(64)) for ply in range(plies)]
        match = Match(game, start, moves=moves)
        record = write_record(match)
        what = f"{plies} plies, 64 heaps of {digits} digits"
        counted = plies * reach.ply_cost(game.definition, start)
        yield f"record of {what}", counted, partial(read_record, record)
        counted = reach.history_cost(game.definition, start, plies)
        if counted <= SECOND:
            yield f"history of {what}", counted, partial(grade_match, match)


def tables() -> Iterator[Question]:
    """As many rows as are served: a second is what they may cost."""
    for name in ("nim", "wythoff", f"wythoff:a={number(1000)},b=12", f"wythoff:a={number(1000)}"):
        game = Game.named(name).definition
        for kind in game.family.tables:
            rows = kind.limit(game, is_served=True)
            for base in kind.bases:
                what = f"{kind.name} of {name[:9]} in base {base}, {rows} rows"
                yield what, SECOND, partial(tabled, game, kind.name, rows, base)


def tabled(game: Definition, kind: str, rows: int, base: int) -> list[str]:
    return list(written(tabulate(game, kind, rows, base), "text", "en"))


def searches() -> Iterator[Question]:
    """What the contract promises of the table, by a search that remembers nothing."""
    for name, position in (
        ("nim", (30, 30, 30, 30)),
        ("wythoff", (150, 150)),
        ("wythoff:a=2,b=3", (150, 150)),
        ("wythoff:b=2,misere", (150, 150)),
        ("euclid", (150, 150)),
        ("rules:heaps 2; take n from one; take c, d from two", (150, 150)),
        ("rules:heaps 2; take c, d from two where c * d % 7 == 1", (150, 150)),
    ):
        definition = Game.named(name).definition
        CheapestSearch(definition).is_p(position)  # so that all that it needs is compiled
        search = CheapestSearch(definition)
        counted = reach.cost_of(theory_of(definition, "table"), position, "moves")
        what = f"{name[:30]} by table, {position}"
        yield what, counted, partial(search.winning_moves, position)


def number(digits: int) -> int:
    return RANDOM.randrange(10 ** (digits - 1), 10**digits)


def lost_pair(rules: PairRules, heap: int) -> Position:
    """A pair to leave whose smaller heap is about as large."""
    pair = AlgebraicPairs(rules, heap, heap).find(rules.family(1), heap)
    return plain(pair.small), plain(pair.large)
