"""What a text of rules means: ways to take, as data, and what its positions remember.

Named numbers are put in, and the alternatives of :mod:`marienbad.games.conditions` become several
ways to take.

>>> from marienbad.games.language.grammar import read
>>> for take in takes_of(read("heaps 2; take c, d from two where abs(c - d) < 2 and c != 3")):
...     print(take)
take c, d from two where -1 ≤ c - d ≤ 1 and c ≤ 2
take c, d from two where -1 ≤ c - d ≤ 1 and 4 ≤ c

A position that satisfies ``terminal CONDITION`` has no move. Such a statement says the same as
``and not (CONDITION)`` in every take: so it is put into the takes.

>>> for take in takes_of(read("heaps 2; take n from one; terminal x + y <= 5")):
...     print(take)
take n from one where 6 ≤ x + y

At most one of the last take, an order of play and a call is remembered; calls and split heaps ask
for takes from one heap. With ``block`` none of this can stand.

>>> memory_of(read("heaps 1; order A B B; take n from one where n <= 2"))
Order(parties='ABB')
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import product
from math import comb, perm, prod

from marienbad.games.blocking import Blocking
from marienbad.games.conditions import ALWAYS, Alternatives, alternatives_of
from marienbad.games.declaration import HEAP_NAMES, WHOLE, Bound, Condition, Take
from marienbad.games.expressions import LAST, Expression, Number, Operation, parts
from marienbad.games.language.contradictions import can_apply
from marienbad.games.language.keywords import CALLS, COUNTS, PREVIOUS, SPLIT
from marienbad.games.language.program import (
    BlockStatement,
    Located,
    OctalStatement,
    Program,
    TakeStatement,
    TerminalStatement,
    fold,
)
from marienbad.games.language.tokens import RuleError, Token, quoted, quoted_word
from marienbad.games.memory import CallHeap, CallNumber, LastTake, Memory, Order
from marienbad.text.sentences import say

Terminal = tuple[TerminalStatement, Expression]
"""A statement, and its condition with the named numbers put in."""


def where_play_goes_on(
    where: Expression | None, terminals: tuple[Terminal, ...], room: int
) -> Alternatives:
    """The condition of a take, and that the position is not terminal, in disjunctive form."""
    standing = [tuple(_standing(condition)) for _, condition in terminals]
    if prod(map(len, standing)) > room:
        raise RuleError(terminals[0][0].place, say("rules.terminal_long"))
    found: dict[tuple[Condition, ...], None] = {}
    choices = [*product(*standing)]
    for chosen in choices:
        conditions = chosen if where is None else (where, *chosen)
        if not conditions:
            return ALWAYS
        joined = conditions[0] if len(conditions) == 1 else Operation("and", conditions)
        found.update(dict.fromkeys(alternatives_of(joined, room // len(choices))))
    return tuple(found)


def _standing(condition: Expression) -> Iterator[Expression]:
    """Conditions of which one holds where the position is not terminal.

    Where a divisor is 0 the condition is false, and the position therefore not terminal; but its
    negation, with the same divisor in it, is false there too.
    """
    yield Operation("not", (condition,))
    divisors = {
        part.operands[1]: None
        for part in parts(condition)
        if isinstance(part, Operation) and part.operator in ("//", "%")
    }
    for divisor in divisors:
        if not isinstance(divisor, Number):
            yield Operation("==", (divisor, Number(0)))


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


ALL_ALTERNATIVES = 256
"""The most ways to take that a text is split into, so that it is read in a moment."""
FEW_HEAPS = 4
"""So many heaps can be put in order in a few ways only."""
ALL_ORDERS = 1024
"""The most choices of more heaps, in their orders, of all ways to take."""


def takes_of(program: Program) -> tuple[Take, ...]:
    """The ways to take of a text, or a :class:`RuleError` where a statement makes no sense."""
    numbers = _named_numbers(program)
    if program.parts_heaps:
        check_parted(program)
    if program.octal is not None:
        return octal_takes(program.octal)
    terminals = _terminals(program, numbers)
    count = len(program.takes)
    found: dict[Take, None] = {}
    for statement in program.takes:
        orders = _orders(program, statement)
        most = ALL_ORDERS // count
        if orders > most:
            place = statement.heaps[0].place
            raise RuleError(place, say("rules.too_many_orders", orders=orders, most=most))
        room = min(ALL_ALTERNATIVES // count, most // orders)
        found.update(
            dict.fromkeys(_takes_of_statement(program, statement, numbers, terminals, room))
        )
    return tuple(found)


def _orders(program: Program, statement: TakeStatement) -> int:
    """In how many ways the heaps of a statement can be chosen, orders told apart."""
    if program.heaps <= FEW_HEAPS or statement.heaps[0].text not in COUNTS:
        return 1
    amounts = [amount.text for amount in statement.amounts]
    choose = comb if len(set(amounts)) == 1 else perm
    return max(1, choose(program.heaps, len(amounts)))


def _named_numbers(program: Program) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for name, written in program.numbers:
        if name in numbers:
            raise RuleError(written.place, say("rules.twice", word=quoted(name)))
        _check_names(written, numbers, "rules.number_name")
        value = fold(written, numbers)
        if not isinstance(value, Number):
            raise RuleError(written.place, say("rules.not_a_number", found=written.quoted()))
        numbers[name] = value.value
    return numbers


def _check_names(written: Located, known: Container[str], key: str = "rules.unknown_name") -> None:
    for name, place in written.names():
        if name not in known:
            told = quoted_word(PREVIOUS) if name == LAST else quoted(name)
            raise RuleError(place, say(key, name=told))


def _terminals(program: Program, numbers: dict[str, int]) -> tuple[Terminal, ...]:
    """The statements that end the game, their conditions on the heaps and named numbers alone."""
    for statement in program.terminals:
        known = {*HEAP_NAMES[: program.heaps], *numbers}
        _check_names(statement.condition, known, "rules.terminal_name")
    return tuple((one, fold(one.condition, numbers)) for one in program.terminals)


def _takes_of_statement(
    program: Program,
    statement: TakeStatement,
    numbers: dict[str, int],
    terminals: tuple[Terminal, ...],
    room: int,
) -> list[Take]:
    amounts = [_amount(token, numbers) for token in statement.amounts]
    places = _places(program, statement)
    if not any(amounts):
        raise RuleError(statement.amounts[0].place, say("rules.takes_nothing"))
    where: Expression | None = None
    if statement.where is not None:
        named = [amount for amount in amounts if isinstance(amount, str)]
        heaps = HEAP_NAMES[: 0 if program.parts_heaps else program.heaps]
        for name, place in statement.where.names() if program.parts_heaps else ():
            if name in HEAP_NAMES:
                raise RuleError(place, say("rules.parted_size", heap=quoted(name)))
        _check_names(statement.where, {*heaps, *numbers, *named, LAST})
        where = fold(statement.where, numbers)
    if places is not None:
        places = tuple(place for place, amount in zip(places, amounts, strict=True) if amount)
    taken = tuple(amount for amount in amounts if amount)
    parts = (*WHOLE, 2) if statement.split else WHOLE

    def possible(*ends: Terminal) -> list[Take]:
        """Those of its alternatives that can apply, where these conditions end the game."""
        found = where_play_goes_on(where, ends, room)
        takes = [Take(taken, conditions, places, parts) for conditions in found]
        return [_numbered(take) for take in takes if can_apply(take)]

    takes = possible(*terminals)
    if not takes:
        key = "rules.never_before_end" if terminals and possible() else "rules.never_applies"
        raise RuleError(statement.place, say(key, take=statement.quoted()))
    return takes


def _amount(token: Token, numbers: dict[str, int]) -> str | int:
    if token.kind == "number":
        return int(token.text)
    amount = numbers.get(token.text, token.text)
    if isinstance(amount, int) and amount < 0:
        raise RuleError(
            token.place, say("rules.negative_amount", name=quoted(token.text), value=amount)
        )
    return amount


def _places(program: Program, statement: TakeStatement) -> tuple[int, ...] | None:
    """The heaps named, or ``None`` for any choice; as many as there are amounts."""
    amounts, first = len(statement.amounts), statement.heaps[0]
    if first.text in COUNTS:
        count = program.heaps if first.text == "all" else COUNTS.index(first.text) + 1
        if count > program.heaps:
            raise RuleError(first.place, say("rules.too_many_heaps", heaps=program.heaps))
        places = None
    else:
        for token in statement.heaps:
            if HEAP_NAMES.index(token.text) >= program.heaps:
                raise RuleError(token.place, say("rules.too_many_heaps", heaps=program.heaps))
        places = tuple(HEAP_NAMES.index(token.text) for token in statement.heaps)
        count = len(places)
        if len(set(places)) < count:
            raise RuleError(first.place, say("rules.heap_twice"))
    if count != amounts:
        raise RuleError(first.place, say("rules.amount_count", amounts=amounts, heaps=count))
    return places


def _numbered(take: Take) -> Take:
    """The take with an amount that can only be one number written as that number."""
    for condition in take.where:
        if not isinstance(condition, Bound) or condition.low != condition.high:
            continue
        if len(condition.form.coefficients) > 1:
            continue
        ((name, factor),) = condition.form.coefficients
        number, rest = divmod(condition.high or 0, factor)
        if name in take.amounts and not rest:
            others = tuple(other for other in take.where if name not in other.names)
            if len(others) == len(take.where) - 1:
                amounts = (number if amount == name else amount for amount in take.amounts)
                return _numbered(take.having(amounts=tuple(amounts), where=others))
    return take
