"""Chapter 1 of the thesis: games that end, and their positions."""

from collections.abc import Iterator

from marienbad.games.catalogue import define
from marienbad.heaps import Position, leave
from marienbad.solver.search import search_of
from marienbad.study.book.steps import Step, step
from marienbad.text.sentences import Count, Listing, Table, say

SHOWN = 12
"""So many positions are named where they are listed."""


def left_from(position: Position, game: str = "wythoff") -> list[Position]:
    """The positions that the moves lead to."""
    known = define(game)
    return [leave(position, move) for move in known.moves(position)]


def is_to_leave(position: Position, game: str = "wythoff") -> bool:
    return search_of(define(game)).is_p(position)


def lowered(position: Position, amount: int = 1) -> Position:
    """The position after this much is taken from the larger heap."""
    x, y = position
    return (x, y - amount) if y >= x else (x - amount, y)


def finite_game(x: int, y: int) -> Iterator[Step]:
    """A game that always ends."""
    position: Position = (x, y)
    left = left_from(position)
    is_so = len(left) == x + y + min(x, y)
    yield step("2", holds=is_so, position=position, count=Count(len(left), "move"))
    one_by_one = [position]
    while any(one_by_one[-1]):
        one_by_one.append(lowered(one_by_one[-1]))
    is_so = len(one_by_one) == x + y + 1 and all(sum(one) < x + y for one in left)
    yield step("3", holds=is_so, position=position, most=Count(x + y, "move"))


def subtraction_game(b: int) -> Iterator[Step]:
    """Tokens are taken; who cannot move has lost."""
    game = f"wythoff:b={b}"
    box = [(x, y) for x in range(b + 2) for y in range(x, b + 2)]
    stuck = [position for position in box if not left_from(position, game)]
    yield step("1", holds=not left_from((0, 0)))
    yield step("2", holds=stuck == [(0, y) for y in range(b)], positions=Listing(stuck))
    yield step("3", holds=is_to_leave((0, b - 1), game))


def move(x: int, y: int) -> Iterator[Step]:
    """A move takes tokens."""
    position = (x, y)
    left = left_from(position)
    shown = Listing([*left[:SHOWN], *(["…"] if len(left) > SHOWN else [])], "")
    if not left:
        yield step("none", holds=position == (0, 0), position=position)
        return
    is_so = all(sum(one) < x + y for one in left)
    yield step("1", holds=is_so, position=position, count=Count(len(left), "move"), positions=shown)


def position(x: int, y: int) -> Iterator[Step]:
    """A position is a pair of heaps, the smaller first."""
    least, most = sorted((x, y))
    yield step("1", holds=is_to_leave((x, y)) == is_to_leave((least, most)), position=(least, most))


def to_leave(x: int, y: int) -> Iterator[Step]:
    """A position to leave is won by the player who has just moved there."""
    here = (x, y)
    if is_to_leave(here):
        yield step("3_p", holds=not any(map(is_to_leave, left_from(here))), position=here)
    else:
        reached = next(one for one in left_from(here) if is_to_leave(one))
        is_so = reached in left_from(here) and is_to_leave(reached)
        yield step("3_n", holds=is_so, position=here, reached=reached)


def strategy(x: int, y: int) -> Iterator[Step]:
    """A strategy says what to play in every position, and wins."""
    here: Position = (x, y)
    rows: list[tuple[Position, Position, Position | str]] = []
    if is_to_leave(here):
        yield step("2_p", holds=is_to_leave(here), position=here)
        return
    while any(here):
        mine = next(one for one in left_from(here) if is_to_leave(one))
        theirs = lowered(mine) if any(mine) else None
        rows.append((here, mine, theirs or ""))
        here = theirs or (0, 0)
    heads = tuple(say(f"{name}") for name in ("before", "mine", "theirs"))
    yield step("2_n", Table(heads, tuple(rows)), holds=rows[-1][1] == (0, 0), position=(x, y))


def two_properties(x: int, y: int) -> Iterator[Step]:
    """What a set of positions must satisfy to be that of the positions to leave."""
    here = (x, y)
    members = [one for one in left_from(here) if is_to_leave(one)]
    if is_to_leave(here):
        answers = [left_from(one) for one in left_from(here)]
        is_so = not members and all(any(map(is_to_leave, each)) for each in answers)
        yield step("4_p", holds=is_so, position=here)
    else:
        is_so = not any(map(is_to_leave, left_from(members[0])))
        yield step("4_n", holds=is_so, position=here, reached=members[0])
    lost = is_to_leave((0, 0), "wythoff:misere")
    yield step("5", holds=not lost)


def partition(x: int, y: int) -> Iterator[Step]:
    """Every position is to leave or not, and never both."""
    here = (x, y)
    left = left_from(here)
    members = [one for one in left if is_to_leave(one)]
    if not left:
        yield step("2_none", holds=is_to_leave(here), position=here)
    else:
        is_so = all(sum(one) < sum(here) for one in left)
        yield step("2", holds=is_so, position=here, count=Count(len(left), "position"))
    if members:
        yield step("3_n", holds=not is_to_leave(here), position=here, reached=members[0])
    elif left:
        yield step("3_p", holds=is_to_leave(here), position=here)


def go_to_it(x: int, y: int) -> Iterator[Step]:
    """From a position that is not to leave, go to one that is; again and again."""
    here = (x, y)
    members = [one for one in left_from(here) if is_to_leave(one)]
    if members:
        is_so = all(not any(map(is_to_leave, left_from(one))) for one in members)
        yield step("2_n", holds=is_so, position=here, positions=Listing(members, "or"))
    else:
        yield step("2_p", holds=is_to_leave(here), position=here)
