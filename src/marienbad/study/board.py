"""The chessboard of a game with two heaps: the square (x, y) is the position with these heaps.

Of a game with three heaps it shows a slice: the square (x, y) is the position (x, y, z).

A game is then a chess piece that moves towards the corner: a rook, or a queen who may leave her
diagonal (figures 1 to 4 of the thesis).

Its squares are decided step by step, from the rules alone: a square whose moves all lead to squares
not to be left is to be left; a square with a move to a square to leave is not (figures 3 and 4).
"""

from collections.abc import Callable, Container, Iterator, Sequence
from itertools import islice, product
from typing import Literal

from marienbad.games.definition import Definition
from marienbad.heaps import Position, Split, leave, state_of
from marienbad.study.picture.chequer import Chequer, Sign, Square
from marienbad.study.slices import check_slice, slice_to_leave
from marienbad.study.tables import (
    check_memory,
    check_two_heaps,
    has_pairs,
    ordered_pairs,
    pairs_below,
    searched_positions,
)
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing, Message, say
from marienbad.values import Record

LARGEST_SIZE = {"text": 200, "svg": 512}
LARGEST_STUDY = 100
"""The largest board on which the consequences of some pairs are drawn: every square is tried."""
LARGEST_PAIRS = 1000
USUAL_SIZE = 8
SPOKEN_PAIRS = 24


def draw(
    definition: Definition,
    form: str = "text",
    size: int | None = None,
    at: Position | None = None,
    pairs: int | None = None,
    lang: str = "en",
    called: Callable[[Message], Message] | None = None,
    third: int | None = None,
) -> str:
    """Return the board of a game, as text or as SVG.

    ``at`` puts the piece of the game on a square and shows where it can go; with ``pairs`` only
    what that many of the first pairs exclude is drawn. ``called`` makes another title of the usual.
    ``third`` chooses the slice of a game with three heaps.

    >>> from marienbad.games.catalogue import define
    >>> print(draw(define("wythoff"), size=4, pairs=1))
    Wythoff’s game: what the first pair to leave excludes
    <BLANKLINE>
    3  × · · ×
    2  × ◆ × ·
    1  × × ◆ ·
    0  ★ × × ×
       0 1 2 3
    <BLANKLINE>
    ...
    """
    if form not in LARGEST_SIZE:
        raise InputError("board.unknown_format", form=form, known=Listing([*LARGEST_SIZE], ""))
    third = chosen_slice(definition, third, at)
    edge = max(USUAL_SIZE - 1, *(at or (0, 0))[:2]) + 1 if size is None else size
    most = LARGEST_SIZE[form] if pairs is None else LARGEST_STUDY
    if not 1 <= edge <= most:
        raise InputError("board.size", size=edge, bound=most)
    check_square(at, edge, third)
    board = chequer(definition, edge, at, pairs, third)
    if called is not None:
        board = board.having(title=called(board.title))
    return board.svg(lang) if form == "svg" else board.text(lang)


def chosen_slice(definition: Definition, third: int | None, at: Position | None) -> int | None:
    """Return the third heap of a slice: the one chosen, else the piece's; ``None`` with two heaps.

    >>> from marienbad.games.catalogue import define
    >>> [chosen_slice(define("nim"), None, at) for at in (None, (3, 5), (3, 5, 6))]
    [None, None, 6]
    """
    heaps = definition.ruleset.heaps
    if third is None and heaps in (3, None) and at is not None and len(at) == 3:
        third = at[2]
    if third is None and heaps == 3:
        third = 0
    if third is not None:
        check_slice(definition, third)
    elif heaps not in (2, None):
        raise InputError("board.heaps", game=definition.name)
    check_memory(definition)
    return third


def corner_of(size: int, third: int | None) -> Position:
    """Return the largest position of a board.

    >>> corner_of(8, None), corner_of(8, 3)
    ((7, 7), (7, 7, 3))
    """
    return (size - 1, size - 1) if third is None else (size - 1, size - 1, third)


def check_square(at: Position | None, size: int, third: int | None = None) -> None:
    """Refuse to put a piece beside a board."""
    heaps = 2 if third is None else 3
    if at is not None and (len(at) != heaps or max(at[:2]) >= size or state_of(at)):
        key = "board.at" if third is None else "board.at_three"
        raise InputError(key, position=at, largest=size - 1)


def chequer(
    definition: Definition,
    size: int,
    at: Position | None = None,
    pairs: int | None = None,
    third: int | None = None,
) -> Chequer:
    """Return the marks of a board: the squares to leave, or what some pairs teach of them.

    A piece on another slice is not seen, but what it can reach on this one is.
    """
    if pairs is not None and third is not None:
        raise InputError("board.slice_pairs", pairs=pairs)
    marks = to_leave(definition, size, third) if pairs is None else study(definition, size, pairs)
    good = {square for square, sign in marks.items() if sign != "excluded"}
    beyond = () if third is None else (third,)
    if at is not None:
        # where a number is called, the piece may go wherever a call and a choice take it; no
        # single move wins there
        can_win = not definition.ruleset.memory.has_states
        for taking in definition.ruleset.takings(at):
            if isinstance(taking, Split):
                continue
            x, y, *others = leave(at, taking)
            if (*others,) == beyond:
                marks[x, y] = "target" if can_win and (x, y) in good else "reach"
    return Chequer(
        size,
        marks,
        definition.family.piece,
        None if at is None or at[2:] != beyond else (at[0], at[1]),
        _title(definition, at, pairs, third),
        _description(definition, good, third),
        is_end=not third,
        excludes_finished=pairs is not None and definition.is_misere,
    )


def _title(
    definition: Definition, at: Position | None, pairs: int | None, third: int | None
) -> Message:
    game = definition.title
    if pairs is not None:
        key = "board.title.study_one" if pairs == 1 else "board.title.study"
        return say(key, game=game, pairs=pairs)
    if third is None:
        return say("board.title", game=game)
    if at is not None and at[2] != third:
        return say("board.title.slice_from", game=game, third=third, position=at)
    return say("board.title.slice", game=game, third=third)


def _description(definition: Definition, good: set[Square], third: int | None) -> Message:
    is_ordered = definition.ruleset.tells_heaps_apart
    listed = sorted((x, y) for x, y in good if is_ordered or x <= y)
    key = "board.ordered_description" if is_ordered else "board.description"
    key += "" if len(listed) <= SPOKEN_PAIRS else ".more"
    pairs = Listing(listed[:SPOKEN_PAIRS], "")
    if third is None:
        return say(key, piece=definition.piece, pairs=pairs)
    if not listed:
        return say("board.slice.nothing", third=third)
    return say(key.replace("board.", "board.slice."), third=third, pairs=pairs)


def to_leave(definition: Definition, size: int, third: int | None = None) -> dict[Square, Sign]:
    """Return the squares to leave on a board (figure 4), or on a slice of three heaps.

    >>> from marienbad.games.catalogue import define
    >>> sorted(to_leave(define("wythoff"), 3))
    [(0, 0), (1, 2), (2, 1)]
    """
    if third is not None:
        return dict.fromkeys(slice_to_leave(definition, size, third), "leave")
    if not has_pairs(definition):
        searched = searched_positions(definition, (size - 1, size - 1))
        return dict.fromkeys(((x, y) for x, y in searched), "leave")
    found = pairs_below(definition, size)
    return dict.fromkeys((square for x, y in found for square in ((x, y), (y, x))), "leave")


def study(definition: Definition, size: int, pairs: int) -> dict[Square, Sign]:
    """Return what the first pairs exclude, and the squares to leave that this shows (figure 3).

    Pairs beyond the board count, but are not looked for in rows beyond it.

    A square from which a move leads to one of the pairs is not to be left; one from which every
    move leads to such a square is. In misère play a square without moves is not to be left either.

    >>> from marienbad.games.catalogue import define
    >>> [square for square, sign in study(define("wythoff"), 8, 1).items() if sign == "next"]
    [(1, 2), (2, 1)]
    """
    if not 1 <= pairs <= LARGEST_PAIRS:
        raise InputError("board.pairs", pairs=pairs, bound=LARGEST_PAIRS)
    check_alternation(definition)
    first = islice(ordered_pairs(definition, size), pairs)
    known = [(x, y) for x, y in first if x < size and y < size]
    if not definition.ruleset.tells_heaps_apart:
        known = [square for x, y in known for square in dict.fromkeys([(x, y), (y, x)])]
    marks: dict[Square, Sign] = dict.fromkeys(known, "leave")
    squares = [s for s in product(range(size), range(size)) if s not in marks]
    for square in squares:
        if _reaches(definition, square, known) or (
            definition.is_misere and definition.is_over(square)
        ):
            marks[square] = "excluded"
    shown = [s for s in squares if s not in marks and _is_cornered(definition, s, marks)]
    marks.update(dict.fromkeys(shown, "next"))
    return marks


def check_alternation(definition: Definition) -> None:
    """Refuse a game in which a move to a square to leave is not enough to win.

    >>> from marienbad.games.catalogue import define
    >>> check_alternation(define("spite"))
    Traceback (most recent call last):
    marienbad.text.problems.InputError: ...
    """
    if definition.ruleset.memory.has_states:
        raise InputError("board.pairs_called", game=definition.name)


def _reaches(definition: Definition, square: Square, known: list[Square]) -> bool:
    x, y = square
    return any(u <= x and v <= y and definition.is_legal(square, (x - u, y - v)) for u, v in known)


def _is_cornered(definition: Definition, square: Square, excluded: Container[Position]) -> bool:
    """Whether every move leads to an excluded square; none leads to a pair, or it were excluded."""
    return all(leave(square, move) in excluded for move in definition.moves(square))


LARGEST_CONSTRUCTION = 16
SPOKEN = 12


class Stage(Record):
    """One step: the squares that it decides, in which way, and why."""

    sign: Literal["leave", "excluded"]
    squares: tuple[Square, ...]
    words: Message


def construction(definition: Definition, size: int = 8) -> Iterator[Stage]:
    """Return the steps by which all squares of a board are decided.

    >>> from marienbad.games.catalogue import define
    >>> for stage in construction(define("wythoff"), 3):
    ...     print(stage.sign, stage.squares)
    leave ((0, 0),)
    excluded ((0, 1), (0, 2), (1, 0), (1, 1), (2, 0), (2, 2))
    leave ((1, 2), (2, 1))
    """
    check_two_heaps(definition)
    check_alternation(definition)
    if not 2 <= size <= LARGEST_CONSTRUCTION:
        raise InputError("board.construction_size", size=size, least=2, bound=LARGEST_CONSTRUCTION)
    ahead = {square: {*reached(definition, square)} for square in product(range(size), range(size))}
    excluded: set[Square] = set()
    if definition.is_misere:
        over = [square for square, targets in ahead.items() if not targets]
        excluded |= {*over}
        yield Stage("excluded", tuple(over), say("board.stage.won", squares=spoken(over)))
    undecided = [square for square in ahead if square not in excluded]
    while undecided:
        found = [square for square in undecided if ahead[square] <= excluded]
        key = "board.stage.over" if len(undecided) == size * size else "board.stage.leave"
        yield Stage("leave", tuple(found), say(key, squares=spoken(found)))
        undecided = [square for square in undecided if square not in found]
        lost = [square for square in undecided if ahead[square].intersection(found)]
        if lost:
            words = say("board.stage.excluded", squares=spoken(found, "or"))
            yield Stage("excluded", tuple(lost), words)
        excluded |= {*lost}
        undecided = [square for square in undecided if square not in excluded]


def reached(definition: Definition, square: Square) -> Iterator[Square]:
    """Return the squares that a move reaches."""
    for move in definition.moves(square):
        x, y = leave(square, move)
        yield x, y


def spoken(squares: Sequence[Square], conjunction: Literal["and", "or"] = "and") -> Message:
    """Return some squares in words, a few of them where they are many."""
    if len(squares) > SPOKEN:
        return say("board.stage.many", squares=Listing(squares[:SPOKEN], ""))
    return say("board.stage.some", squares=Listing(squares, conjunction))
