"""Outcomes and Grundy values by listing the moves of every position, for rules of any kind.

A take is a row of numbers: which name or number is taken from each heap, where its bounds, strides
and programs stand. Bounds, limits and strides narrow the names one after another, a xor to one
number; the programs test the other conditions, one those that speak of the heap sizes alone, one
each choice of amounts.
"""

from typing import TYPE_CHECKING

import numpy as np

from marienbad.solver.kernels.machine import Array, compiled, holds
from marienbad.solver.listing import LEAST, MOST

if TYPE_CHECKING:
    from marienbad.solver.listing import Listing

NAMES, BEFORE, WITHIN, BOUNDS, STRIDES, HEAPS = 0, 1, 3, 5, 7, 9
"""Places in the row of a take: how many names, then from where to where each list goes, then what
is taken from each heap: 0 nothing, −n the number n, n the name with number n − 1."""
NOTHING, SOME_MOVE, REACHED = 0, 1, 2


@compiled
def advance(
    start: int,
    stop: int,
    listing: "Listing",
    rays: Array,
    stepped: int,
    is_misere: bool,
    is_grundy: bool,
    values: Array,
) -> None:
    """Find the outcomes or the Grundy values of the positions between two numbers.

    Positions are numbered in order; ``values`` has a place for each. An outcome is the lowest bit,
    1 for P; the bits above it say for each ray whether it leads to a P-position, which is so where
    its first vector does or where the position one step nearer has that bit. So it is with the
    first takes, as many as ``stepped``, whose steps differ from row to row. Neither are part of
    Grundy values. Below, arrays are given one by one: to hand on all of them together takes a
    third longer.
    """
    sizes, takes, bounds, strides, program = listing
    heaps = len(sizes)
    point, room = np.zeros(2 * heaps, np.int64), np.zeros((4, heaps), np.int64)
    stack = np.zeros(len(program) + 1, np.int64)
    seen = np.full(np.sum(sizes) + 2, -1, np.int64)
    _begin(start, sizes, point)
    for number in range(start, stop):
        found, bits = _by_bits(
            *(number, takes[:stepped], rays, sizes, strides, program, point, stack, values)
        )
        for take in takes[stepped:]:
            if found == REACHED:
                break
            if _is_met(take, BEFORE, program, point, stack):
                follows = _follow(
                    *(number, take, sizes, bounds, strides, program),
                    *(is_grundy, values, point, room, stack, seen),
                )
                found = max(found, follows)
        if is_grundy:
            value = 0
            while seen[value] == number:
                value += 1
            values[number] = value
        else:
            is_p = found == SOME_MOVE or (found == NOTHING and not is_misere)
            values[number] = bits | int(is_p)
        _go_on(sizes, point)


@compiled
def _begin(number: int, sizes: Array, point: Array) -> None:
    """The heaps of a position."""
    for heap in range(len(sizes) - 1, -1, -1):
        point[heap] = number % sizes[heap]
        number //= sizes[heap]


@compiled
def _go_on(sizes: Array, point: Array) -> None:
    """The heaps of the next position."""
    for heap in range(len(sizes) - 1, -1, -1):
        point[heap] += 1
        if point[heap] < sizes[heap]:
            return
        point[heap] = 0


@compiled
def _is_met(take: Array, place: int, program: Array, point: Array, stack: Array) -> bool:
    """Whether a program of a take says so, or has nothing to say."""
    first, last = take[place], take[place + 1]
    return bool(first == last or holds(program, first, last, point, stack))


@compiled
def _by_bits(
    number: int,
    takes: Array,
    rays: Array,
    sizes: Array,
    strides: Array,
    program: Array,
    point: Array,
    stack: Array,
    values: Array,
) -> tuple[int, int]:
    """What rays and stepped takes lead to, and the bits that say so."""
    found, bits = NOTHING, 0
    for ray in range(len(rays)):
        follows = _along(number, rays[ray], 2 << ray, point, len(sizes), values)
        if follows == REACHED:
            bits |= 2 << ray
        found = max(found, follows)
    for index in range(len(takes)):
        bit = 2 << (len(rays) + index)
        follows, is_met = _by_steps(
            number, takes[index], bit, sizes, strides, program, point, stack, values
        )
        if follows == REACHED:
            bits |= bit
        if is_met:
            found = max(found, follows)
    return found, bits


@compiled
def _by_steps(
    number: int,
    take: Array,
    bit: int,
    sizes: Array,
    strides: Array,
    program: Array,
    point: Array,
    stack: Array,
    values: Array,
) -> tuple[int, bool]:
    """Whether the multiples that a take has lead to a P-position, and whether it may be used."""
    step, weight = 0, 1
    stride = take[STRIDES]
    if holds(program, strides[stride, 1], strides[stride, 2], point, stack):
        step = abs(stack[0])
    for heap in range(len(sizes) - 1, -1, -1):
        if take[HEAPS + heap]:
            if step == 0 or step > point[heap]:
                return NOTHING, False
            break
        weight *= sizes[heap]
    is_met = _is_met(take, BEFORE, program, point, stack)
    return REACHED if values[number - step * weight] & (bit | 1) else SOME_MOVE, is_met


@compiled
def _along(number: int, ray: Array, bit: int, point: Array, heaps: int, values: Array) -> int:
    """Whether a ray leads to a P-position, by its first vector and the place one step nearer.

    Its row holds base and step, and by how much each of them lowers the number of a position.
    """
    fits_base = fits_step = True
    for heap in range(heaps):
        fits_base &= ray[heap] <= point[heap]
        fits_step &= ray[heaps + heap] <= point[heap]
    if fits_base and values[number - ray[2 * heaps]] & 1:
        return REACHED
    if fits_step and values[number - ray[2 * heaps + 1]] & bit:
        return REACHED
    return SOME_MOVE if fits_base else NOTHING


@compiled
def _follow(
    number: int,
    take: Array,
    sizes: Array,
    bounds: Array,
    strides: Array,
    program: Array,
    is_grundy: bool,
    values: Array,
    point: Array,
    room: Array,
    stack: Array,
    seen: Array,
) -> int:
    """Follow every move of a take, up to the first to a P-position where outcomes are wanted."""
    heaps, names = len(sizes), take[NAMES]
    target = _without_numbers(number, take, sizes, point, room)
    if target < 0:
        return NOTHING
    is_free = take[WITHIN] == take[WITHIN + 1]
    if names == 0:
        is_met = _is_met(take, WITHIN, program, point, stack)
        return _line(number, target, 0, int(is_met), is_grundy, values, seen)
    found, depth = NOTHING, 0
    _narrow(depth, take, heaps, bounds, strides, program, point, room, stack)
    while True:
        amount, last, step = point[heaps + depth], room[1, depth], room[2, depth]
        weight = room[3, depth]
        if amount > last:
            depth -= 1
            if depth < 0:
                return found
            target += room[3, depth] * point[heaps + depth]
            point[heaps + depth] += room[2, depth]
        elif depth + 1 < names:
            target -= weight * amount
            depth += 1
            _narrow(depth, take, heaps, bounds, strides, program, point, room, stack)
        else:
            count = 1
            if is_free:
                count = (last - amount) // step + 1 if step > 1 else last - amount + 1
            elif not holds(program, take[WITHIN], take[WITHIN + 1], point, stack):
                count = 0
            first = target - weight * amount
            found = max(found, _line(number, first, weight * step, count, is_grundy, values, seen))
            if found == REACHED:
                return REACHED
            point[heaps + depth] += step * max(count, 1)


@compiled
def _without_numbers(number: int, take: Array, sizes: Array, point: Array, room: Array) -> int:
    """The position after the numbers of a take alone; −1 where a heap is too small for them.

    By how much each of its names lowers the number of a position is noted. What the names come to
    is never more than there is: so they are narrowed.
    """
    heaps, weight = len(sizes), 1
    for name in range(take[NAMES]):
        room[3, name] = 0
    for heap in range(heaps - 1, -1, -1):
        code = take[HEAPS + heap]
        if code > 0:
            room[3, code - 1] += weight
        elif -code > point[heap]:
            return -1
        else:
            number += code * weight
        weight *= sizes[heap]
    return number


@compiled
def _line(
    number: int, target: int, step: int, count: int, is_grundy: bool, values: Array, seen: Array
) -> int:
    """Follow moves to positions at equal distances, up to the first P-position for outcomes."""
    for _ in range(count):
        if is_grundy:
            seen[values[target]] = number
        elif values[target] & 1:
            return REACHED
        target -= step
    return SOME_MOVE if count else NOTHING


@compiled
def _between(bound: Array, name: int, point: Array) -> tuple[int, int]:
    """Between which numbers a bound leaves a name, given all other values."""
    total = 0
    for other in range(len(point)):
        total += bound[3 + other] * point[other]
    least, most, factor = bound[1] - total, bound[2] - total, bound[3 + name]
    if factor < 0:
        least, most, factor = -most, -least, -factor
    return -(-least // factor), most // factor


@compiled
def _narrow(
    depth: int,
    take: Array,
    heaps: int,
    bounds: Array,
    strides: Array,
    program: Array,
    point: Array,
    room: Array,
    stack: Array,
) -> None:
    """Between which numbers a name can lie, and by which steps, given the names before it."""
    low, high, step = 1, 2**62, 1
    for heap in range(heaps):
        if take[HEAPS + heap] == depth + 1:
            high = min(high, point[heap])
    for name in range(heaps + depth, len(point)):
        point[name] = 0
    for bound in range(take[BOUNDS], take[BOUNDS + 1]):
        if bounds[bound, 0] == depth:
            least, most = _between(bounds[bound], heaps + depth, point)
            low, high = max(low, least), min(high, most)
    if take[STRIDES] < take[STRIDES + 1]:
        low, high, step = _stepped(depth, take, strides, program, point, stack, low, high)
    room[0, depth], room[1, depth], room[2, depth] = low, high, step
    point[heaps + depth] = low


@compiled
def _stepped(
    depth: int,
    take: Array,
    strides: Array,
    program: Array,
    point: Array,
    stack: Array,
    low: int,
    high: int,
) -> tuple[int, int, int]:
    """What programs leave of the numbers between two for a name, and by which steps."""
    step = 1
    for stride in range(take[STRIDES], take[STRIDES + 1]):
        if strides[stride, 0] == depth and low <= high:
            if not holds(program, strides[stride, 1], strides[stride, 2], point, stack):
                high = 0
            elif strides[stride, 3] == MOST:
                high = min(high, stack[0])
            elif strides[stride, 3] == LEAST:
                low = max(low, stack[0])
            elif stack[0] == 0:
                high = 0
            else:
                step = abs(stack[0])
                low += (stack[1] - low) % step
    return low, high, step
