"""How many starts of Nim and Marienbad are lost: those with an empty heap, and the formula."""

from math import comb

from marienbad.games.definition import Definition
from marienbad.text.mathematics import Number, Power, Subscript
from marienbad.text.relations import eq
from marienbad.text.sentences import Block, Equation, say
from marienbad.theories.nim.counting import lost_starts


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


def told(game: Definition, size: int, heaps: int) -> list[Block]:
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
