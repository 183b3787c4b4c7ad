"""Nim and Marienbad as a whole: the pairs to leave in order, and how many starts are lost."""

from collections.abc import Iterator
from itertools import chain, count, islice, takewhile
from math import comb

from marienbad.games.definition import Definition
from marienbad.text.mathematics import Number, Power, Subscript
from marienbad.text.relations import eq
from marienbad.text.sentences import Block, Equation, say
from marienbad.theories.theory import Counting


def ordered_pairs(game: Definition, below: int | None = None) -> Iterator[tuple[int, int]]:
    """Return every position to leave with two heaps x ≤ y: equal heaps, but for heaps below 2.

    With a bound only heaps below it are given, else there is no end.

    >>> from itertools import islice
    >>> from marienbad.games.catalogue import define
    >>> list(islice(ordered_pairs(define("marienbad")), 3))
    [(0, 1), (2, 2), (3, 3)]
    """
    equal = ((heap, heap) for heap in count())
    pairs = chain([(0, 1)], islice(equal, 2, None)) if game.is_misere else equal
    return takewhile(lambda pair: below is None or pair[1] < below, pairs)


def lost_starts(game: Definition, size: int, heaps: int) -> int:
    """Count the starts of Nim or of Marienbad with nim-sum zero, or lost in the misère sense.

    Let 2ᵗ be the highest power of two up to the size N, and M = N − 2ᵗ. A heap is low (one of 2ᵗ)
    or high (one of M). An even number of heaps are high; where one is low, it is decided by the
    others. Summed over the even numbers of high heaps this gives ((N^H + (2ᵗ − M)^H)/2 − M^H)/2ᵗ,
    the last power only for an even number H of heaps, all of which may be high: to these, with
    the low power taken off, the same applies with M instead of N.

    Misère play exchanges the outcomes of the 2^H starts with heaps of at most one object, of which
    half have nim-sum zero: the number is the same, unless every start is the finished game.

    >>> from marienbad.games.catalogue import define
    >>> lost_starts(define("nim"), 6, 3), lost_starts(define("marienbad"), 1, 3)
    (28, 0)
    """
    if game.is_misere and size == 1:
        return 0
    lost = 0
    while size:
        low = 1 << (size.bit_length() - 1)
        high = size - low
        all_high = high**heaps if heaps % 2 == 0 else 0
        lost += ((size**heaps + (low - high) ** heaps) // 2 - all_high) // low
        size = high if heaps % 2 == 0 else 0
    return lost


def empty_starts(game: Definition, size: int, heaps: int) -> int:
    """Count the lost starts with an empty heap, by inclusion and exclusion.

    An empty heap changes nothing, so with j given heaps empty there are as many lost starts as
    with j heaps fewer. No heap at all is lost in normal play, and won in misère play.

    >>> from marienbad.games.catalogue import define
    >>> empty_starts(define("nim"), 4, 3), empty_starts(define("marienbad"), 3, 2)
    (10, 2)
    """
    none = 0 if game.is_misere else 1
    counts = (lost_starts(game, size, left) if left else none for left in reversed(range(heaps)))
    signed = enumerate(counts, 1)
    return sum((-1) ** (empty + 1) * comb(heaps, empty) * count for empty, count in signed)


def in_words(game: Definition, size: int, heaps: int) -> list[Block]:
    """Say the formula for the starts with heaps below a size, and how it grows."""
    if size == 1:
        return []
    low = 1 << (size.bit_length() - 1)
    high = size - low
    lost = Subscript("L", "N")
    blocks: list[Block] = [say("chance.nim.decided", size=size)]
    if game.is_misere:
        blocks.append(say("chance.nim.misere"))
    if not high:
        power = Power("N", heaps - 1) if heaps > 2 else Number(size ** (heaps - 1))
        return [*blocks, say("chance.nim.power", size=size), Equation(eq(lost, power))]
    half = (Power("N", "H") + Power(Power(2, "t") - "M", "H")) / 2
    even = heaps % 2 == 0
    formula = (half - Power("M", "H") if even else half) / Power(2, "t")
    blocks.append(say("chance.nim.general", size=size, low=low, high=high, heaps=heaps))
    blocks.append(Equation(eq(lost, formula + Subscript("L", "M") if even else formula)))
    return blocks


COUNTING = Counting(ordered_pairs, lost_starts, empty_starts, in_words)
