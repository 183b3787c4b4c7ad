"""Moves as text: ``3:2`` takes 2 from the third heap, ``1:7+2:8`` takes 7 and 8 from two heaps.

A typed move may also say what is taken from each heap: ``0,0,2,0``.
"""

from marienbad.heaps import Move, Position, read_heap
from marienbad.numeration.integers import digits_of
from marienbad.text.problems import InputError


def write_move(move: Move) -> str:
    """The move in its short form.

    >>> write_move((0, 0, 2, 0)), write_move((7, 8))
    ('3:2', '1:7+2:8')
    """
    return "+".join(
        f"{heap}:{digits_of(amount)}" for heap, amount in enumerate(move, start=1) if amount
    )


def read_move(text: str, position: Position) -> Move:
    """Read a move in either form; whether it is legal is for the game to say.

    >>> read_move("3:2", (1, 3, 5, 7)), read_move("0,0,2,0", (1, 3, 5, 7))
    ((0, 0, 2, 0), (0, 0, 2, 0))
    >>> read_move("nine", (1, 3))
    Traceback (most recent call last):
    marienbad.text.problems.InputError: 'nine' is not a move: expected what is taken from each \
of the 2 heaps, such as 1,0, or heap:amount, such as 2:1.
    """
    stripped = text.strip()
    try:
        move = _by_heap(stripped, position) if ":" in stripped else _each(stripped, position)
    except InputError:
        move = None
    if move is None:
        raise InputError("errors.move", text=stripped, heaps=len(position), **_examples(position))
    return move


def _each(text: str, position: Position) -> Move | None:
    amounts = tuple(read_heap(part) for part in text.split(","))
    return amounts if len(amounts) == len(position) else None


def _by_heap(text: str, position: Position) -> Move | None:
    taken: dict[int, int] = {}
    for part in text.split("+"):
        heap_text, _, amount_text = part.partition(":")
        heap, amount = read_heap(heap_text), read_heap(amount_text)
        if not 1 <= heap <= len(position) or heap in taken or amount < 1:
            return None
        taken[heap] = amount
    return tuple(taken.get(heap, 0) for heap in range(1, len(position) + 1))


def _examples(position: Position) -> dict[str, str]:
    """A move of each form for a position of as many heaps."""
    heap = len(position)
    each = ",".join("1" if index == 0 else "0" for index in range(heap)) if heap <= 8 else "1,0,…"
    return {"each": each, "short": f"{max(heap, 1)}:1"}
