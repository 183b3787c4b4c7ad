"""Pupils who know what a lesson teaches, and nothing else: a function for each lesson.

Given the rows and what the pupil left before, it says what to leave, or ``None`` where the lesson
says that this is a position to leave itself. None of them asks the program who wins.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import count

from marienbad.analysis import Game
from marienbad.heaps import Position

Pupil = Callable[[Game, Position, Position | None], Position | None]
Pair = tuple[int, int]


def changed(rows: Position, row: int, size: int) -> Position:
    assert 0 <= size < rows[row], f"{size} cannot be left of row {row} of {rows}"
    return (*rows[:row], size, *rows[row + 1 :])


# The first rows


def mirror(_: Game, rows: Position, __: Position | None) -> Position | None:
    """Make the two rows equal."""
    first, second = rows
    return None if first == second else (min(rows), min(rows))


def nothing(_: Game, rows: Position, __: Position | None) -> Position | None:
    """Put twins aside; take the one row that remains, or make the two that remain equal."""
    lonely = sorted(size for size, times in Counter(filter(None, rows)).items() if times % 2)
    if not lonely:
        return None
    (size, longest) = (0, lonely[0]) if len(lonely) == 1 else lonely
    return changed(rows, rows.index(longest), size)


def race(_: Game, heaps: Position, __: Position | None) -> Position | None:
    """Leave 4, 8, 12, …; of fewer than 4 take all."""
    (tokens,) = heaps
    return None if tokens % 4 == 0 else (tokens // 4 * 4,)


def last(_: Game, rows: Position, __: Position | None) -> Position | None:
    """Leave an odd number of single matches."""
    assert max(rows) == 1
    return None if sum(rows) % 2 else changed(rows, rows.index(1), 0)


def longer(game: Game, rows: Position, before: Position | None) -> Position | None:
    """Take the longer row, or all but one of it: whichever leaves an odd number of matches."""
    if max(rows) == 1:
        return last(game, rows, before)
    (row,) = (row for row, size in enumerate(rows) if size > 1)
    return changed(rows, row, 0 if rows.count(1) % 2 else 1)


# Packets


def cut(row: int) -> list[int]:
    """The largest packet that fits, and the same with the rest."""
    found = []
    for packet in (16, 8, 4, 2, 1):
        if packet <= row:
            found.append(packet)
            row -= packet
    assert row == 0
    return found


def alone(rows: Position) -> list[int]:
    """The sizes of which there is an odd number, the largest first."""
    packets = Counter(packet for row in rows for packet in cut(row))
    return sorted((size for size, times in packets.items() if times % 2), reverse=True)


def partners(_: Game, rows: Position, __: Position | None) -> Position | None:
    """Only whether every packet has a partner; what to leave was not taught."""
    return rows if alone(rows) else None


def turned(row: int, sizes: Iterable[int]) -> int:
    """What a row becomes when packets of these sizes are taken away or put back."""
    return sum(set(cut(row)) ^ set(sizes))


def restore(_: Game, rows: Position, __: Position | None) -> Position | None:
    """Break the largest packet that is alone, set the smaller ones right in the same row."""
    sizes = alone(rows)
    if not sizes:
        return None
    row = next(row for row, size in enumerate(rows) if sizes[0] in cut(size))
    return changed(rows, row, turned(rows[row], sizes))


def balance(game: Game, rows: Position, before: Position | None) -> Position | None:
    """Change in another row the sizes that the other has changed."""
    if before is None:
        return restore(game, rows, before)
    (other,) = (row for row in range(len(rows)) if rows[row] != before[row])
    sizes = set(cut(before[other])) ^ set(cut(rows[other]))
    row = next(row for row, size in enumerate(rows) if row != other and max(sizes) in cut(size))
    return changed(rows, row, turned(rows[row], sizes))


def marienbad(game: Game, rows: Position, before: Position | None) -> Position | None:
    """Restore while two rows are longer than a match; then the lesson of the longer row."""
    is_end = sum(size > 1 for size in rows) < 2
    return longer(game, rows, before) if is_end else restore(game, rows, before)


# Base two


def columns(_: Game, rows: Position, __: Position | None) -> Position | None:
    """Change the digits of the odd columns in a row with a 1 in the leftmost of them."""
    written = [f"{row:08b}" for row in rows]
    odd = [place for place in range(8) if sum(row[place] == "1" for row in written) % 2]
    if not odd:
        return None
    row = next(row for row, digits in enumerate(written) if digits[odd[0]] == "1")
    digits = [str(1 - int(d)) if place in odd else d for place, d in enumerate(written[row])]
    return changed(rows, row, int("".join(digits), 2))


def nim(game: Game, rows: Position, before: Position | None) -> Position | None:
    """Make the nim-sum 0; where the last match loses, end as in 1-3-5-7."""
    if game.is_misere and sum(size > 1 for size in rows) < 2:
        return longer(game, rows, before)
    total = 0
    for size in rows:
        total ^= size
    if total == 0:
        return None
    row = next(row for row, size in enumerate(rows) if size ^ total < size)
    return changed(rows, row, rows[row] ^ total)


# Pairs


def by_pairs(game: Game, heaps: Position, pairs: Iterable[Pair]) -> Position | None:
    """Leave one of the pairs, in either order, by whatever move the rules allow."""
    listed = {order for x, y in pairs for order in ((x, y), (y, x))}
    if heaps in listed:
        return None
    left = (game.after(heaps, move) for move in game.moves(heaps))
    return next(found for found in left if found in listed)


def queen(game: Game, heaps: Position, _: Position | None) -> Position | None:
    """Leave one of four squares."""
    assert max(heaps) <= 7
    return by_pairs(game, heaps, [(0, 0), (1, 2), (3, 5), (4, 7)])


def listed_pairs(most: int, step: int = 1, times: int = 1) -> Iterator[Pair]:
    """Each begins with the smallest number still free, and the difference grows by a step."""
    written: Counter[int] = Counter()
    for number in count():
        first = next(size for size in count() if written[size] < times)
        if first > most:
            return
        written.update({first, first + step * number})
        yield first, first + step * number


def pairs(game: Game, heaps: Position, _: Position | None) -> Position | None:
    return by_pairs(game, heaps, listed_pairs(max(heaps)))


def by_difference(
    heaps: Position, pair: Callable[[int], Pair], partner: Callable[[int], int]
) -> Position | None:
    """Look at the pair with the same difference, else at the partner of the smaller heap."""
    (smaller, larger), is_turned = sorted(heaps), heaps[0] > heaps[1]
    left = pair(larger - smaller)
    if left[0] == smaller:
        return None
    if left[0] > smaller:
        left = smaller, partner(smaller)
    return left[::-1] if is_turned else left


def differences(_: Game, heaps: Position, __: Position | None) -> Position | None:
    known = [*listed_pairs(2 * max(heaps))]
    partner = {x: y for pair in known for x, y in (pair, pair[::-1])}
    return by_difference(heaps, known.__getitem__, partner.__getitem__)


RATIO, PLACES = 161_803, 100_000
"""The ratio as the lesson writes it, 1.61803."""


def golden_pair(number: int) -> Pair:
    first = number * RATIO // PLACES
    return first, first + number


def golden_partner(size: int) -> int:
    first, second = golden_pair(-(-size * PLACES // RATIO))
    if first == size:
        return second
    first, second = golden_pair(-(-size * PLACES // (RATIO + PLACES)))
    assert second == size
    return first


def golden(_: Game, heaps: Position, __: Position | None) -> Position | None:
    return by_difference(heaps, golden_pair, golden_partner)


WEIGHTS = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89)


def fibonacci_partner(size: int) -> int:
    """Append a zero after an even number of zeros, remove one of an odd number."""
    if size == 0:
        return 0
    digits = ""
    for weight in reversed(WEIGHTS[:-1]):
        digits += "1" if weight <= size else "0"
        size -= weight if weight <= size else 0
    zeros = len(digits) - len(digits.rstrip("0"))
    digits = digits + "0" if zeros % 2 == 0 else digits[:-1]
    return sum(w for w, digit in zip(WEIGHTS, reversed(digits), strict=False) if digit == "1")


def fibonacci(_: Game, heaps: Position, __: Position | None) -> Position | None:
    """Reduce to the partner, else go along the diagonal to a pair."""
    (smaller, larger), is_turned = sorted(heaps), heaps[0] > heaps[1]
    partner = fibonacci_partner(smaller)
    if partner == larger:
        return None
    left = smaller, partner
    if partner > larger:
        squares = ((smaller - step, larger - step) for step in range(smaller + 1))
        left = next((x, y) for x, y in squares if fibonacci_partner(x) == y)
    return left[::-1] if is_turned else left


def families(game: Game, heaps: Position, _: Position | None) -> Position | None:
    """The list of the game: another step, every number twice, or another beginning."""
    most = max(heaps)
    lists: dict[str, Iterable[Pair]] = {
        "wythoff:a=2": listed_pairs(most, step=2),
        "wythoff:b=2": listed_pairs(most, times=2),
        "wythoff:misere": [(0, 1), (2, 2), *[*listed_pairs(most)][2:]],
    }
    return by_pairs(game, heaps, lists[game.name])


# Values


def value(tokens: int, amounts: tuple[int, ...]) -> int:
    """The smallest number that is the value of nothing one move makes of the heap."""
    found: list[int] = []
    for size in range(tokens + 1):
        after = {found[size - amount] for amount in amounts if amount <= size}
        found.append(next(number for number in count() if number not in after))
    return found[-1]


def values(game: Game, heaps: Position, _: Position | None) -> Position | None:
    amounts = tuple(map(int, game.name.partition(":")[2].split(".")))

    def total(position: Position) -> int:
        found = 0
        for tokens in position:
            found ^= value(tokens, amounts)
        return found

    if total(heaps) == 0:
        return None
    left = (
        changed(heaps, heap, size - amount)
        for heap, size in enumerate(heaps)
        for amount in amounts
        if amount <= size
    )
    return next(found for found in left if total(found) == 0)


PUPILS: dict[str, Pupil] = {
    "mirror": mirror,
    "nothing": nothing,
    "race": race,
    "last": last,
    "longer": longer,
    "partners": partners,
    "restore": restore,
    "balance": balance,
    "marienbad": marienbad,
    "columns": columns,
    "nim": nim,
    "queen": queen,
    "pairs": pairs,
    "differences": differences,
    "golden": golden,
    "fibonacci": fibonacci,
    "families": families,
    "values": values,
}
"""Of each lesson in which there is something to play or to judge."""
