"""The words of the formulas by other definitions, without automata.

Sequences come from the recurrence (least number not yet used), positions from the search of all
moves, the comparison from the sign of a quadratic form, and digits are read as text.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marienbad.numeration.continued_fraction import ContinuedFraction

Array = NDArray[Any]
LOW = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


class PlainWords:
    """The functions and relations of the thesis for one a and b."""

    def __init__(self, a: int, b: int, is_misere: bool) -> None:
        self.a, self.b, self.k, self.is_misere = a, b, a * b, is_misere
        self.system = ContinuedFraction((self.k,))

    @lru_cache(maxsize=512)  # noqa: B019 (few, and as long as the tests)
    def table(self, name: str, size: int) -> Array:
        """The values of a function, or the truth of a property, of the numbers below the size."""
        plain = name.translate(LOW)
        if re.fullmatch(r"[abAB]\d?", plain):
            return self._sequences(size)[plain if plain[1:] or plain in "AB" else f"{plain}0"]
        compute = self._by_digits(plain)
        return np.array([compute(number) for number in range(size)])

    @lru_cache(maxsize=64)  # noqa: B019
    def _sequences(self, size: int) -> dict[str, Array]:
        """a_i and b_i by the recurrence, and A and B of misère play."""
        residues = range(self.b)
        small, large = [[0] for _ in residues], [[i] for i in residues]
        used = [{0, -i % self.b} for i in residues]
        for n in range(1, size):
            for i in residues:
                small[i].append(least_not_in(used[i], small[i][-1]))
                large[i].append(small[i][n] + n * self.k + i)
            for i in residues:
                used[i] |= {small[i][n], large[-i % self.b][n]}
        found = {f"a{i}": np.array(small[i]) for i in residues}
        found |= {f"b{i}": np.array(large[i]) for i in residues}
        first, more = (2, 0) if self.a == 1 else (0, 1)
        low, high = [first], [first + more]
        taken = {*low, *high}
        for n in range(1, size):
            low.append(least_not_in(taken, 0 if n == 1 else low[-1]))
            high.append(low[n] + n * self.a + more)
            taken |= {low[n], high[n]}
        return found | self._misere_families(size) | {"A": np.array(low), "B": np.array(high)}

    def _misere_families(self, size: int) -> dict[str, Array]:
        """A_r and B_r of misère play with b > 1, by the recurrence."""
        residues = range(self.b)
        small, large = [[0, 1] for _ in residues], [[self.b + r, 1 + r] for r in residues]
        used = [{0, 1, *large[-r]} for r in residues]
        for n in range(2, size):
            for r in residues:
                small[r].append(least_not_in(used[r], small[r][-1]))
                large[r].append(small[r][n] + (n - 1) * self.k + self.b + r)
            for r in residues:
                used[r] |= {small[r][n], large[-r][n]}
        found = {f"A{r}": np.array(small[r]) for r in residues}
        return found | {f"B{r}": np.array(large[r]) for r in residues}

    def _word(self, number: int) -> str:
        """The digits as text, with zeros enough in front."""
        return "0" * 8 + "".join(map(str, self.system.p_representation(number)))

    def _by_digits(self, name: str) -> Callable[[int], int | bool]:
        p, b, k = self.system.p_representation, self.b, self.k
        value = self.system.p_value
        index = int(name[-1]) if name[-1].isdigit() else 0
        if name[0] == "y" or name == "f":
            digit, most = (1, 1) if name == "f" else (index, b - index)
            return lambda x: (
                int(value(p(x).left_shift())) + digit
                if p(x).last <= most
                else int(value(p(x - 1).left_shift())) + digit + 1
            )
        functions: dict[str, Callable[[int], int | bool]] = {
            "R′": lambda x: int(value(p(x).left_shift())),
            "R″": lambda x: int(value(p(x).right_shift())),
            "pq": lambda n: int(value(self.system.q_representation(n))) if n else 0,
            "q-word": lambda x: p(x).last < k,
            "…2": lambda x: p(x).last == 2,
            "weight": lambda x: x in map(self.system.p, range(20)),
            "full": lambda x: re.fullmatch(f"0*({k}0)*{k}?", self._word(x)) is not None and x > 0,
            "even": lambda x: x > 0 and p(x).trailing_zeros % 2 == 0,
            "odd": lambda x: x > 0 and p(x).trailing_zeros % 2 == 1,
            "X0": lambda x: x == 0 or p(x).trailing_zeros % 2 == 0,
        }
        if name in functions:
            return functions[name]
        pattern = re.compile(f".*(?:{'|'.join(self._endings(name, index))})")
        return lambda x: pattern.fullmatch(self._word(x)) is not None

    def _endings(self, name: str, r: int) -> list[str]:
        """Regular expressions of the ends of words, as the thesis lists them."""
        rest = self.b - r

        def above(digit: int) -> str:
            return f"[{digit + 1}-9]"

        def below(digit: int) -> str:
            return f"[0-{digit - 1}]" if digit else "(?!)"

        pairs, c = f"(?:{rest}{r})*", f"[2-{self.a - 1}]" if self.a > 2 else "(?!)"
        return {
            "X": [
                f"[^{rest}{rest + 1}]",
                f"{above(rest)}{r}{pairs}{rest + 1}",
                f"{below(r)}{pairs}{rest + 1}",
                f"{above(r)}{pairs}{rest}",
                f"{below(rest)}{r}{pairs}{rest}",
            ],
            "Y": [
                f"{above(r)}{pairs}{rest + 1}",
                f"{below(rest)}{r}{pairs}{rest + 1}",
                f"{above(rest)}{r}{pairs}{rest}",
                f"{below(r)}{pairs}{rest}",
            ],
            "A": ["[3-9]", "0(?:11)*", "0(?:11)*2", f"{c}1(?:11)*", f"{c}1(?:11)*2"],
            "B": ["01(?:11)*", "01(?:11)*2", f"{c}{'1' * r}(?:11)*", f"{c}(?:11)*2"],
            "l": [below(rest + 1)],
            "s": ["0(?:11)*", f"{c}1(?:11)*"],
            "m": ["01(?:11)*", f"{c}(?:11)*"],
        }[name[0]]

    @lru_cache(maxsize=16)  # noqa: B019
    def positions(self, size: int) -> Array:
        """The P-positions with heaps below the size, by trying all moves."""
        found = np.zeros((size, size), np.bool_)
        places: list[tuple[int, int]] = []
        for x in range(size):
            for y in range(size):
                wins = self.is_misere and x * y == 0 and x + y < self.b
                if not (wins or any(self._is_move(x, y, u, v) for u, v in places)):
                    found[x, y] = True
                    places.append((x, y))
        return found

    def _is_move(self, x: int, y: int, u: int, v: int) -> bool:
        c, d = x - u, y - v
        if c < 0 or d < 0 or (c - d) % self.b or c == d == 0:
            return False
        return c == 0 or d == 0 or abs(c - d) < self.k

    def holds(self, name: str, *arguments: Array) -> Array:
        """Whether the arguments satisfy a relation."""
        if name == "{} ≤ {}α":
            v, u = arguments
            doubled = 2 * v - (2 - self.k) * u  # against u√(k² + 4)
            small: Array = (doubled <= 0) | (doubled**2 <= u**2 * (self.k**2 + 4))
            return small
        size = max(int(argument.max()) for argument in arguments) + 1
        if name == "P":
            truth: Array = self.positions(size)[arguments]
            return truth
        return self.values(name, arguments[0])

    def values(self, name: str, argument: Array) -> Array:
        """A function of an array."""
        size = 1 << int(argument.max()).bit_length()
        found: Array = self.table(name, max(16, size))[argument]
        return found


class PlainNim:
    """The relations of Nim, by the operations on machine words."""

    def __init__(self, base: int) -> None:
        self.base = base

    def holds(self, name: str, *arguments: Array) -> Array:
        if name.startswith("CP"):
            total, large = np.add.reduce(_spread(arguments)), np.max(_spread(arguments), axis=0)
            some = total > 0 if name == "CP₀" else large > 1
            found: Array = (some & self._cancels(arguments)) | ((large < 2) & (total % 2 == 1))
            return found
        if name == "power":
            (number,) = arguments
            single: Array = (number > 0) & (number & (number - 1) == 0)
            return single
        # numbers whose last digits do not count are those divided by the base
        is_last_free = name == "parted₁"
        return self._cancels([part // self.base if is_last_free else part for part in arguments])

    def values(self, name: str, argument: Array) -> Array:
        raise AssertionError(f"Nim has no function {name} of {argument}")

    def _cancels(self, arguments: Sequence[Array]) -> Array:
        found: Array = np.bitwise_xor.reduce(_spread(arguments)) == 0
        return found


def _spread(arguments: Sequence[Array]) -> Array:
    return np.stack(np.broadcast_arrays(*arguments))


def least_not_in(used: set[int], start: int) -> int:
    """The least number from the start on that is not used."""
    while start in used:
        start += 1
    return start
