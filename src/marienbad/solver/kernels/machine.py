"""The stack machine that runs the programs of :mod:`marienbad.solver.conditions`, compiled once."""

from collections.abc import Callable
from functools import reduce
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import njit, types
from numba.core.cgutils import alloca_once_value, for_range, true_bit
from numba.core.event import Listener, register
from numba.extending import intrinsic

from marienbad.solver.clock import check_compiling, clock

Function = TypeVar("Function", bound=Callable[..., Any])
Array = Any
"""A numpy array."""
Word = Any
"""An unsigned word of 64 bits; with signed ones among them numba would compute in floats."""
FULL: Word = np.uint64(2**64 - 1)

NUMBER, NAME, REQUIRE, IN, NEG, ABS, NOT = range(7)
DIVIDE, REMAINDER, ADD, SUBTRACT, MULTIPLY, MIN, MAX, GCD, LESS, EQUAL, AND, OR, XOR = range(7, 20)


class _Compiling(Listener):
    """Stops the clock while numba compiles; what is loaded from disk takes no time."""

    def on_start(self, event: Any) -> None:
        clock.stop()
        check_compiling()  # whatever it raises, numba tells the end too

    def on_end(self, event: Any) -> None:
        clock.resume()


register("numba:compile", _Compiling())  # type: ignore[no-untyped-call]


def compiled(function: Function) -> Function:
    """Compile at the first call, for the types it is called with, and keep the code on disk.

    Other threads go on meanwhile: a long search does not stop a server.
    """
    return cast("Function", njit(cache=True, nogil=True)(function))


def _trailing_zeros(_: Any, word: Any) -> Any:
    def code(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], true_bit)

    return types.uint64(word), code


trailing_zeros: Any = intrinsic(_trailing_zeros)
"""The number of zeros at the low end of a word that is not 0."""


def _open_words(_: Any, words: Any, one: Any, two: Any, three: Any) -> Any:
    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        data = context.make_array(words)(context, builder, arguments[0]).data
        found = [_words(builder, data, place, 4) for place in arguments[1:]]
        return _is_open(builder, reduce(builder.or_, found), 4)

    return types.uint64(words, one, two, three), code


def _open_in_rows(
    _: Any, words: Any, rows: Any, count: Any, width: Any, at: Any, extra: Any
) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        count, width, at = arguments[2:5]
        data, row, others = (
            context.make_array(signature.args[number])(context, builder, arguments[number]).data
            for number in (0, 1, 5)
        )
        first = _words(builder, others, at, 8)
        found = alloca_once_value(builder, first)  # type: ignore[no-untyped-call]
        with for_range(builder, count) as loop:
            start = builder.mul(builder.load(builder.gep(row, [loop.index])), width)
            here = _words(builder, data, builder.add(start, at), 8)
            builder.store(builder.or_(builder.load(found), here), found)
        return _is_open(builder, builder.load(found), 8)

    return types.uint64(words, rows, count, width, at, extra), code


def _words(builder: Any, data: Any, place: Any, count: int) -> Any:
    """So many words from a place on, as a vector."""
    kind = ir.VectorType(ir.IntType(64), count).as_pointer()
    return builder.load(builder.bitcast(builder.gep(data, [place]), kind), align=8)


def _is_open(builder: Any, words: Any, count: int) -> Any:
    """Which words of a vector are not full, as bits."""
    is_open = builder.icmp_unsigned("!=", words, ir.Constant(words.type, [2**64 - 1] * count))
    return builder.zext(builder.bitcast(is_open, ir.IntType(count)), ir.IntType(64))


# Such short vectors are more than numba finds by itself, and half of the time of a Grundy value.
open_words: Any = intrinsic(_open_words)
"""Of four words from each of three places of an array: which are not full together, as bits."""
open_in_rows: Any = intrinsic(_open_in_rows)
"""The same of eight words from one place of each of the rows given, and of an extra one."""


@compiled
def holds(program: Array, first: int, last: int, values: Array, stack: Array) -> bool:
    """Whether the program that stands between two places of an array ends with *true*."""
    top = -1
    for place in range(first, last, 2):
        operation, argument = program[place], program[place + 1]
        if operation <= NAME:
            top += 1
            stack[top] = argument if operation == NUMBER else values[argument]
        elif operation == REQUIRE:
            if stack[top] == 0:
                return False
            top -= 1
        elif operation == IN:
            top -= argument
            found = 0
            for member in range(top + 1, top + 1 + argument):
                found |= stack[member] == stack[top]
            stack[top] = found
        elif operation <= NOT:
            stack[top] = _one(operation, stack[top])
        else:
            top -= 1
            if operation <= REMAINDER and stack[top + 1] == 0:
                return False
            stack[top] = _two(operation, stack[top], stack[top + 1])
    return True


@compiled
def _one(operation: int, value: int) -> int:
    if operation == NEG:
        return -value
    if operation == ABS:
        return abs(value)
    return int(value == 0)


@compiled
def _two(operation: int, one: int, other: int) -> int:
    if operation <= MULTIPLY:
        return _arithmetic(operation, one, other)
    if operation <= MAX:
        return min(one, other) if operation == MIN else max(one, other)
    if operation == GCD:
        while other != 0:
            one, other = other, one % other
        return abs(one)
    if operation <= EQUAL:
        return int(one < other) if operation == LESS else int(one == other)
    if operation == XOR:
        return one ^ other
    return int(one != 0 and other != 0) if operation == AND else int(one != 0 or other != 0)


@compiled
def _arithmetic(operation: int, one: int, other: int) -> int:
    if operation == DIVIDE:
        return one // other
    if operation == REMAINDER:
        return one % other
    if operation == ADD:
        return one + other
    return one - other if operation == SUBTRACT else one * other
