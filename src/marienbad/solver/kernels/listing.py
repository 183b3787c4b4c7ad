"""Outcomes and Grundy values by listing the moves of every position, for rules of any kind.

A take is a row of numbers: which name or number is taken from each heap, where its bounds, strides
and programs stand. Bounds and strides narrow the names one after another, a xor to one number; the
programs test the other conditions, one those that speak of the heap sizes alone, one each choice of
amounts.
"""

from typing import TYPE_CHECKING

import numpy as np

from marienbad.solver.kernels.machine import Array, compiled, holds

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
    is_misere: bool,
    is_grundy: bool,
    values: Array,
) -> None:
    """Find the outcomes or the Grundy values of the positions between two numbers.

    Positions are numbered in order; ``values`` has a place for each. An outcome is the lowest bit,
    1 for P; the bits above it say for each ray whether it leads to a P-position, which is so where
    its first vector does or where the position one step nearer has that bit. Rays are no part of
    Grundy values. Below, arrays are given one by one: to hand on all of them together takes a
    third longer.
    """
    sizes, takes, bounds, strides, program = listing
    heaps = len(sizes)
    point, room = np.zeros(2 * heaps, np.int64), np.zeros((3, heaps), np.int64)
    stack = np.zeros(len(program) + 1, np.int64)
    seen = np.full(np.sum(sizes) + 2, -1, np.int64)
    for number in range(start, stop):
        rest = number
        for heap in range(heaps - 1, -1, -1):
            point[heap] = rest % sizes[heap]
            rest //= sizes[heap]
        found, bits = NOTHING, 0
        for ray in range(len(rays)):
            follows = _along(number, rays[ray], 2 << ray, point, heaps, values)
            if follows == REACHED:
                bits |= 2 << ray
            found = max(found, follows)
        for take in takes:
            if found == REACHED:
                break
            if holds(program, take[BEFORE], take[BEFORE + 1], point, stack):
                follows = _follow(
                    number,
                    take,
                    sizes,
                    bounds,
                    strides,
                    program,
                    is_grundy,
                    values,
                    point,
                    room,
                    stack,
                    seen,
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
    found, depth = NOTHING, -1
    while True:
        if depth + 1 < names:
            depth += 1
            _narrow(depth, take, heaps, bounds, strides, program, point, room, stack)
            point[heaps + depth] = room[0, depth]
        else:
            target = -1
            if holds(program, take[WITHIN], take[WITHIN + 1], point, stack):
                target = _target(number, take, sizes, point)
            if target >= 0:
                found = SOME_MOVE
                if is_grundy:
                    seen[values[target]] = number
                elif values[target] & 1:
                    return REACHED
            if depth < 0:
                return found
            point[heaps + depth] += room[2, depth]
        while point[heaps + depth] > room[1, depth]:
            depth -= 1
            if depth < 0:
                return found
            point[heaps + depth] += room[2, depth]


@compiled
def _target(number: int, take: Array, sizes: Array, point: Array) -> int:
    """The number of the position that a move leads to; −1 where a heap is too small for it."""
    heaps, weight = len(sizes), 1
    for heap in range(heaps - 1, -1, -1):
        code = take[HEAPS + heap]
        amount = point[heaps + code - 1] if code > 0 else -code
        if amount > point[heap]:
            return -1
        number -= amount * weight
        weight *= sizes[heap]
    return number


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
    point[heaps + depth :] = 0
    for bound in range(take[BOUNDS], take[BOUNDS + 1]):
        if bounds[bound, 0] == depth:
            least, most = _between(bounds[bound], heaps + depth, point)
            low, high = max(low, least), min(high, most)
    for stride in range(take[STRIDES], take[STRIDES + 1]):
        if strides[stride, 0] == depth and step == 1 and low <= high:
            if not holds(program, strides[stride, 1], strides[stride, 2], point, stack):
                high = 0
                break
            step, rest = abs(stack[0]), stack[1]
            if step == 0:
                high, step = 0, 1
            low += (rest - low) % step
    room[0, depth], room[1, depth], room[2, depth] = low, high, step
