"""What a text of rules asks for besides heaps: the last take, an order of play, calls; and parting.

At most one of the first three stands in a text; calls and parted heaps ask for takes from one heap.
Where options may be forbidden, none of this can stand.

>>> from marienbad.games.language.grammar import read
>>> memory_of(read("heaps 1; order A B B; take n from one where n <= 2"))
Order(parties='ABB')
"""

from __future__ import annotations

from marienbad.games.blocking import Blocking
from marienbad.games.declaration import Take
from marienbad.games.expressions import LAST
from marienbad.games.language.keywords import CALLS, PREVIOUS, SPLIT
from marienbad.games.language.program import BlockStatement, OctalStatement, Program
from marienbad.games.language.tokens import RuleError, quoted, quoted_word
from marienbad.games.memory import CallHeap, CallNumber, LastTake, Memory, Order
from marienbad.text.sentences import say

_CALLS: dict[str, type[Memory]] = dict(zip(CALLS, (CallNumber, CallHeap), strict=True))


def memory_of(program: Program) -> Memory | None:
    """What a position of these rules says besides its heaps, ``None``: nothing."""
    if program.block is not None:
        return _blocking(program, program.block)
    stated = program.memory
    for place in program.places_of(LAST):
        if stated is not None:
            words = quoted_word(PREVIOUS), quoted_word(stated.keyword)
            raise RuleError(place, say("rules.one_memory", word=words[0], other=words[1]))
        return LastTake()
    if stated is None:
        return None
    if stated.keyword not in _CALLS:
        return Order(stated.parties)
    if program.parts_heaps:
        raise RuleError(stated.place, say("rules.parted_call", call=quoted_word(stated.keyword)))
    for take in program.takes:
        if len(take.amounts) > 1:
            call = quoted_word(stated.keyword)
            raise RuleError(take.amounts[1].place, say("rules.call_amounts", call=call))
    return _CALLS[stated.keyword]()


def _blocking(program: Program, stated: BlockStatement) -> Memory | None:
    """What is forbidden; where ``block 1`` forbids nothing, nothing has to be said."""
    others = [(program.memory.place, program.memory.keyword)] if program.memory else []
    others += [(place, PREVIOUS) for place in program.places_of(LAST)]
    others += [(take.split, SPLIT) for take in program.takes if take.split]
    others += [(program.octal.place, "octal")] if program.octal else []
    for place, keyword in others:
        words = quoted_word(keyword), quoted_word("block")
        raise RuleError(place, say("rules.with_block", word=words[0], block=words[1]))
    if program.last_loses:
        word = quoted_word("block")
        raise RuleError(stated.place, say("rules.block_misere", block=word))
    return Blocking(stated.number) if stated.number > 1 else None


def check_parted(program: Program) -> None:
    """Refuse what names heaps, or takes from several, where heaps can be parted."""
    for terminal in program.terminals:
        word = quoted_word("terminal")
        raise RuleError(terminal.place, say("rules.parted_terminal", terminal=word))
    for take in program.takes:
        if len(take.amounts) > 1:
            raise RuleError(take.amounts[1].place, say("rules.parted_amounts"))
        heap = take.heaps[0]
        if heap.text != "one":
            one = quoted_word("one")
            raise RuleError(
                heap.place, say("rules.parted_heap", heap=quoted(heap.written), one=one)
            )


def octal_takes(octal: OctalStatement) -> tuple[Take, ...]:
    """The ways to take of an octal code: in a digit 1 stands for no heap, 2 for one, 4 for two.

    >>> from marienbad.games.language.grammar import read
    >>> for take in octal_takes(read("heaps 1; octal 0.106").octal):
    ...     print(take)
    take 1 from one then leave 0
    take 3 from one then leave 1 or 2
    """
    return tuple(
        Take((amount,), parts=tuple(part for part in range(3) if int(digit) >> part & 1))
        for amount, digit in enumerate(octal.digits, 1)
        if digit != "0"
    )
