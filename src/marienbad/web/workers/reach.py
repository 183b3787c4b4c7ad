"""How far a question may go on a server, where others wait meanwhile: a second of work.

What a question costs is counted before any work begins, in nanoseconds of an ordinary machine
(:mod:`marienbad.solver.costs`): by the theory that is asked, by the bits of the heaps and of the
parameters, by the moves that are listed. It is an upper bound; what exceeds it is refused.
"""

from typing import Literal

from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.play.foresight import MOVE, MOVES, WIDTH
from marienbad.play.players import CONSIDERED, GRADES
from marienbad.registry import all_theory_names, theory_names, theory_of
from marienbad.solver.cheapest import LOADING, search_of
from marienbad.solver.costs import (
    OPERATION,
    REACHED_POSITION,
    SECOND,
    compiled_cost,
    is_tested,
    listing_cost,
    plain_cost,
    reachable_cost,
)
from marienbad.solver.duration import LONGEST, durations_cost
from marienbad.solver.reachable import situations
from marienbad.text.problems import OutOfReach
from marienbad.theories.replies import replies_cost
from marienbad.theories.resisting import resisting_cost
from marienbad.theories.telling import DIGITS, DIGITS_BIT, telling_cost
from marienbad.theories.theory import LARGEST_BOARD, Theory, bits_of

SEARCH = 4 * SECOND
"""The most that a search may cost at its worst: most take a tenth of it, since a position is left
at its first winning move."""
LISTING = SECOND // 10
"""The most that listing the moves of a position may cost."""
LISTED_MOVES = 3_000
"""The most moves that are listed; of more, only these are looked at."""
BOARD = SECOND // 10
"""To look at every square of a board by the slowest theory."""
MAP = 200 * SECOND
"""The most that a box of the lab may cost at its worst: none was seen to take less than a two
hundredth of it."""
PLY, PLY_HEAP = 20_000, 500
"""To read a move of a record or to judge it, and for each heap."""
MOVED, MOVED_HEAP = 2_500, 40
"""To look at a move, and for each heap."""
PARAMETER = 500
"""The bits of parameters that make it twice as long to list a move."""

Wanted = Literal["explanation", "drawing", "hint", "moves"]


# Positions


def check_cost(
    definition: Definition,
    position: Position,
    theory: str | None = None,
    wanted: Wanted = "explanation",
) -> None:
    """Refuse a question about a position that would take long, before it is thought about.

    >>> from marienbad.games.catalogue import define
    >>> check_cost(define("nim"), (10**999,) * 64, "base4")
    >>> check_cost(define("nim"), (10**9999,) * 64, "base4")
    Traceback (most recent call last):
    marienbad.text.problems.OutOfReach: The theory base4 could take more than 1 s of computing...
    """
    method = theory_for(definition, position, theory)
    if method is None:
        return
    _check_theory(method, cost_of(method, position, wanted))


def _check_theory(method: Theory, cost: int) -> None:
    """Refuse what would take a theory long; a search is given more time."""
    bound = SEARCH if method.authority == "table" else SECOND
    if cost > bound:
        raise OutOfReach("server.theory_cost", theory=method.name, bound=bound // SECOND)


def cost_of(theory: Theory, position: Position, wanted: Wanted) -> int:
    """At most how many nanoseconds it takes to answer a question by a theory."""
    if wanted == "explanation":
        return telling_cost(theory, position)
    cost = theory.cost(position)
    if wanted == "hint":
        return cost + resisting_cost(theory, position)
    if wanted == "drawing" and len(position) == 2 and max(position) < LARGEST_BOARD:
        return cost + BOARD + LARGEST_BOARD * theory.next_cost(position)
    return cost


def theory_for(definition: Definition, position: Position, name: str | None) -> Theory | None:
    """The theory that answers: the one that is named, else the first that reaches the position.

    ``None`` where there is none; who asks is then told why.
    """
    for known in theory_names(definition) if name is None else (name,):
        if known in all_theory_names(definition):
            theory = theory_of(definition, known)
            try:
                theory.check_reach(position)
            except OutOfReach:
                continue
            return theory
    return None


def check_search(definition: Definition, position: Position, theory: str | None = None) -> None:
    """Refuse a search that would take long, before it begins.

    >>> from marienbad.games.catalogue import define
    >>> check_search(define("wythoff:a=9"), (150, 150), "table")
    >>> check_search(define("wythoff:a=9"), (3000, 3000), "table")
    Traceback (most recent call last):
    marienbad.text.problems.OutOfReach: The search for (3000, 3000) could take more than 4 s...
    """
    if _is_searched(definition, theory):
        search_of(definition).check_reach(position, SEARCH)


def is_heavy(definition: Definition, position: Position, theory: str | None = None) -> bool:
    """Whether an answer is worth the compiled search; what would take long is refused.

    >>> from marienbad.games.catalogue import define
    >>> [is_heavy(define("wythoff"), heaps, "table") for heaps in ((7, 11), (800, 900))]
    [False, True]
    """
    check_search(definition, position, theory)
    check_cost(definition, position, theory)
    is_compiled = _is_searched(definition, theory) and definition.ruleset.fills_boxes
    return is_compiled and plain_cost(definition, position) > LOADING


def _is_searched(definition: Definition, theory: str | None) -> bool:
    """Whether the search answers: by name, or where no theory comes before it."""
    return (theory or theory_names(definition)[0]) == "table"


def check_moves(definition: Definition, position: Position) -> None:
    """Refuse to list the moves of a position, or the first of them, where that would take long.

    >>> from marienbad.games.catalogue import define
    >>> check_moves(define("rules:heaps 4; take a, b, c, d from all"), (9, 9, 9, 9))
    Traceback (most recent call last):
    marienbad.text.problems.OutOfReach: From (9, 9, 9, 9) these rules allow too many moves...
    """
    if listing_cost(definition, position, LISTED_MOVES) > LISTING:
        raise OutOfReach("lab.moves", position=position)


def check_replies(definition: Definition, position: Position, theory: str | None) -> None:
    """Refuse to answer every move from a position where that would take long.

    >>> from marienbad.games.catalogue import define
    >>> check_replies(define("nim"), (1, 3, 5, 7), None)
    >>> check_replies(define("nim"), (10**9999,) * 64, "base4")
    Traceback (most recent call last):
    marienbad.text.problems.OutOfReach: The theory base4 could take more than 1 s of computing...
    """
    check_moves(definition, position)
    method = theory_for(definition, position, theory)
    if method is not None:
        _check_theory(method, replies_cost(method, position))


def check_map(definition: Definition, sizes: tuple[int, ...]) -> None:
    """Refuse a box of the lab that would take minutes at its worst, and so surely too long.

    >>> from marienbad.games.catalogue import define
    >>> greedy = define("rules:heaps 2; take c, d from two where c + d < x")
    >>> check_map(greedy, (128, 128))
    >>> check_map(greedy, (512, 512))
    Traceback (most recent call last):
    marienbad.text.problems.OutOfReach: ...
    """
    corner, rules = tuple(size - 1 for size in sizes), definition.ruleset
    compiled = compiled_cost(definition, sizes) if rules.fills_boxes else None
    if rules.is_plain or compiled is not None:
        is_long = (compiled or 0) > MAP
    else:
        is_box = rules.fills_boxes
        cost = plain_cost(definition, corner) if is_box else reachable_cost(definition, corner)
        is_long = cost is None or cost > SEARCH
    if is_long:
        raise OutOfReach("lab.greedy", size=sizes[0])


def check_situations(definition: Definition, start: Position, most: int) -> None:
    """Refuse to look at all situations from a start, up to a number, where that would take long.

    >>> from marienbad.games.catalogue import define
    >>> check_situations(define("nim"), (1, 3, 5, 7), 2_000)
    >>> check_situations(define("nim"), (10**9,), 2_000)
    Traceback (most recent call last):
    marienbad.text.problems.OutOfReach: It could take more than 4 s of computing to look at all ...
    """
    number = situations(definition, start)
    looked_at = most if number is None else min(number, most)
    if looked_at * (REACHED_POSITION + listing_cost(definition, start)) > SEARCH:
        raise OutOfReach("school.long", position=start, bound=SEARCH // SECOND)


# Matches


def check_reply(definition: Definition, position: Position, player: str) -> None:
    """Refuse to let a machine think about a position where that would take long."""
    if player == "perfect":
        check_search(definition, position)
    _check(reply_cost(definition, position, player))


def reply_cost(definition: Definition, position: Position, player: str) -> int:
    """At most how many nanoseconds a machine needs for its move, a search of the position aside.

    The perfect one solves what each of some moves leaves, the graded ones look at so many moves;
    the others take the least that they may.

    >>> from marienbad.games.catalogue import define
    >>> reply_cost(define("nim"), (10**999,) * 64, "perfect") < SECOND
    True
    """
    numbers = (value for value in definition.values.values() if isinstance(value, int))
    parameters = sum(map(int.bit_length, numbers))
    listing = listing_cost(definition, position, WIDTH + 1) * (PARAMETER + parameters) // PARAMETER
    if player in GRADES:
        moved = MOVE * OPERATION if is_tested(definition) else MOVED + MOVED_HEAP * len(position)
        return (1 + CONSIDERED) * listing + MOVES * moved
    theory = theory_for(definition, position, None) if player == "perfect" else None
    if theory is None:
        return PLY + listing + len(position) * (PLY_HEAP + MOVED)
    return PLY + _solving_cost(theory, position) + resisting_cost(theory, position)


def check_record(definition: Definition, start: Position, plies: int) -> None:
    """Refuse to read so many moves from a start where that would take long."""
    _check(plies * ply_cost(definition, start))


def ply_cost(definition: Definition, start: Position) -> int:
    """At most how many nanoseconds it takes to read a move of a record and to see it is legal."""
    orders = listing_cost(definition, (1,) * len(start)) if is_tested(definition) else 0
    return PLY + PLY_HEAP * len(start) + bits_of(start) // 16 + orders


def check_history(definition: Definition, start: Position, plies: int) -> None:
    """Refuse to judge so many moves from a start where that would take long."""
    check_search(definition, start)
    if history_cost(definition, start, plies) > SECOND:
        raise OutOfReach("server.long_history")


def history_cost(definition: Definition, start: Position, plies: int) -> int:
    """At most how many nanoseconds it takes to judge the moves of a match and to write them.

    >>> from marienbad.games.catalogue import define
    >>> [history_cost(define("nim"), (10**9,) * 8, plies) < SECOND for plies in (1_000, 10_000)]
    [True, False]
    """
    written = PLY + len(start) * (PLY_HEAP + 2 * DIGITS) + 2 * DIGITS_BIT * bits_of(start)
    rules = definition.ruleset
    has_durations = rules.is_plain and not rules.names_heaps
    durations = durations_cost(definition, start) if has_durations else 0
    cost = durations if durations <= LONGEST else 0
    theory = theory_for(definition, start, None)
    if theory is not None:
        cost += _solving_cost(theory, start) + plies * theory.next_cost(start)
    return cost + plies * written


def _solving_cost(theory: Theory, position: Position) -> int:
    """To solve the first position; a search has a bound of its own."""
    return 0 if theory.authority == "table" else theory.cost(position)


def _check(cost: int) -> None:
    if cost > SECOND:
        raise OutOfReach("server.cost", bound=1)
