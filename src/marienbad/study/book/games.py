"""Chapter 1 of the thesis: games that end, and their positions."""

from collections.abc import Iterator

from marienbad.games.catalogue import define
from marienbad.heaps import Position, leave
from marienbad.solver.cheapest import search_of
from marienbad.study.book.entry import Choice, Step, entry
from marienbad.text.sentences import Count, Listing, Table, say

X, Y = Choice("x", 3, 0, 30), Choice("y", 4, 0, 30)
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


@entry("definition", "", "1.1", X, Y)
def finite_game(x: int, y: int) -> Iterator[Step]:
    """A game that always ends."""
    position: Position = (x, y)
    left = left_from(position)
    yield Step(say("book_games.finite_game.1"))
    yield Step(
        say("book_games.finite_game.2", position=position, count=Count(len(left), "move")),
        holds=len(left) == x + y + min(x, y),
    )
    one_by_one = [position]
    while any(one_by_one[-1]):
        one_by_one.append(lowered(one_by_one[-1]))
    yield Step(
        say("book_games.finite_game.3", position=position, most=Count(x + y, "move")),
        holds=len(one_by_one) == x + y + 1 and all(sum(one) < x + y for one in left),
    )


@entry(
    "definition", "", "1.1", Choice("b", 2, 1, 8), correction=19, refuted=("last_token",),
    uses=("finite_game",), why="definition",
)  # fmt: skip
def subtraction_game(b: int) -> Iterator[Step]:
    """Tokens are taken; who cannot move has lost."""
    game = f"wythoff:b={b}"
    box = [(x, y) for x in range(b + 2) for y in range(x, b + 2)]
    stuck = [position for position in box if not left_from(position, game)]
    yield Step(say("book_games.subtraction_game.1"), holds=not left_from((0, 0)))
    yield Step(
        say("book_games.subtraction_game.2", b=b, positions=Listing(stuck)),
        holds=stuck == [(0, y) for y in range(b)],
    )
    yield Step(say("book_games.subtraction_game.3"), holds=is_to_leave((0, b - 1), game))


@entry("definition", "", "1.1", X, Y, uses=("subtraction_game",))
def move(x: int, y: int) -> Iterator[Step]:
    """A move takes tokens."""
    position = (x, y)
    left = left_from(position)
    shown = Listing([*left[:SHOWN], *(["…"] if len(left) > SHOWN else [])], "")
    if not left:
        yield Step(say("book_games.move.none", position=position), holds=position == (0, 0))
        return
    yield Step(
        say(
            "book_games.move.1",
            position=position,
            count=Count(len(left), "move"),
            positions=shown,
        ),
        holds=all(sum(one) < x + y for one in left),
    )


@entry("definition", "", "1.1", X, Y)
def position(x: int, y: int) -> Iterator[Step]:
    """A position is a pair of heaps, the smaller first."""
    least, most = sorted((x, y))
    yield Step(
        say("book_games.position.1", x=x, y=y, position=(least, most)),
        holds=is_to_leave((x, y)) == is_to_leave((least, most)),
    )


@entry("definition", "", "1.1", X, Y, uses=("finite_game",), theories=("table",))
def to_leave(x: int, y: int) -> Iterator[Step]:
    """A position to leave is won by the player who has just moved there."""
    here = (x, y)
    yield Step(say("book_games.to_leave.1"))
    yield Step(say("book_games.to_leave.2"))
    if is_to_leave(here):
        yield Step(
            say("book_games.to_leave.3_p", position=here),
            holds=not any(map(is_to_leave, left_from(here))),
        )
    else:
        reached = next(one for one in left_from(here) if is_to_leave(one))
        yield Step(
            say("book_games.to_leave.3_n", position=here, reached=reached),
            holds=reached in left_from(here) and is_to_leave(reached),
        )


@entry("definition", "", "1.1", X, Y, uses=("to_leave",))
def strategy(x: int, y: int) -> Iterator[Step]:
    """A strategy says what to play in every position, and wins."""
    here: Position = (x, y)
    rows: list[tuple[Position, Position, Position | str]] = []
    yield Step(say("book_games.strategy.1"))
    if is_to_leave(here):
        yield Step(say("book_games.strategy.2_p", position=here), holds=is_to_leave(here))
        return
    while any(here):
        mine = next(one for one in left_from(here) if is_to_leave(one))
        theirs = lowered(mine) if any(mine) else None
        rows.append((here, mine, theirs or ""))
        here = theirs or (0, 0)
    heads = tuple(say(f"book_games.strategy.{name}") for name in ("before", "mine", "theirs"))
    yield Step(
        say("book_games.strategy.2_n", position=(x, y)),
        (Table(heads, tuple(rows)),),
        holds=rows[-1][1] == (0, 0),
    )


@entry(
    "property", "(a), (b)", "1.1", Choice("x", 5, 0, 30), Choice("y", 7, 0, 30),
    uses=("finite_game", "to_leave"), theories=("table",), why="games",
)  # fmt: skip
def two_properties(x: int, y: int) -> Iterator[Step]:
    """What a set of positions must satisfy to be that of the positions to leave."""
    here = (x, y)
    members = [one for one in left_from(here) if is_to_leave(one)]
    yield Step(say("book_games.two_properties.1"))
    yield Step(say("book_games.two_properties.2"))
    yield Step(say("book_games.two_properties.3"))
    if is_to_leave(here):
        answers = [left_from(one) for one in left_from(here)]
        yield Step(
            say("book_games.two_properties.4_p", position=here),
            holds=not members and all(any(map(is_to_leave, each)) for each in answers),
        )
    else:
        yield Step(
            say("book_games.two_properties.4_n", position=here, reached=members[0]),
            holds=not any(map(is_to_leave, left_from(members[0]))),
        )
    lost = is_to_leave((0, 0), "wythoff:misere")
    yield Step(say("book_games.two_properties.5"), holds=not lost)


@entry(
    "theorem", "1", "1.1", X, Y,
    decided=("parting",), uses=("finite_game", "to_leave"), theories=("table",),
)  # fmt: skip
def partition(x: int, y: int) -> Iterator[Step]:
    """Every position is to leave or not, and never both."""
    here = (x, y)
    left = left_from(here)
    members = [one for one in left if is_to_leave(one)]
    yield Step(say("book_games.partition.1"))
    yield Step(say("book_games.partition.general"))
    if not left:
        yield Step(say("book_games.partition.2_none", position=here), holds=is_to_leave(here))
    else:
        yield Step(
            say("book_games.partition.2", position=here, count=Count(len(left), "position")),
            holds=all(sum(one) < sum(here) for one in left),
        )
    if members:
        yield Step(
            say("book_games.partition.3_n", position=here, reached=members[0]),
            holds=not is_to_leave(here),
        )
    elif left:
        yield Step(say("book_games.partition.3_p", position=here), holds=is_to_leave(here))
    yield Step(say("book_games.partition.4"))


@entry(
    "recipe", "", "1.1", Choice("x", 5, 0, 30), Choice("y", 9, 0, 30),
    uses=("two_properties",), theories=("table",), why="games",
)  # fmt: skip
def go_to_it(x: int, y: int) -> Iterator[Step]:
    """From a position that is not to leave, go to one that is; again and again."""
    here = (x, y)
    members = [one for one in left_from(here) if is_to_leave(one)]
    yield Step(say("book_games.go_to_it.1"))
    if members:
        yield Step(
            say("book_games.go_to_it.2_n", position=here, positions=Listing(members, "or")),
            holds=all(not any(map(is_to_leave, left_from(one))) for one in members),
        )
    else:
        yield Step(say("book_games.go_to_it.2_p", position=here), holds=is_to_leave(here))
