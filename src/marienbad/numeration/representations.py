"""Representations: digits of an integer over the convergents of a continued fraction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from marienbad.numeration.integers import digits_of


@dataclass(frozen=True)
class Representation:
    """Digits (δ_m, …, δ_1, δ_0), most significant first, without leading zeros; (0,) for zero.

    Small digits are kept as bytes: a number of a million digits has millions of them.

    >>> shifted = Representation((0, 1, 0, 2)).left_shift()
    >>> print(shifted, shifted.trailing_zeros, shifted.from_right(1), shifted.padded(6))
    (1, 0, 2, 0) 1 2 (0, 0, 1, 0, 2, 0)

    Deslongchamps, section 3.0.2, definitions (a) and (b).
    """

    digits: Sequence[int]

    def __post_init__(self) -> None:
        try:
            digits: bytes | tuple[int, ...] = bytes(self.digits).lstrip(b"\0") or b"\0"
        except ValueError as error:
            if min(self.digits) < 0:
                raise ValueError(f"expected digits >= 0, got {min(self.digits)}") from error
            start = next(i for i, digit in enumerate(self.digits) if digit)
            digits = tuple(self.digits[start:])
        object.__setattr__(self, "digits", digits)

    def __len__(self) -> int:
        return len(self.digits)

    def __getitem__(self, index: int) -> int:
        return self.digits[index]

    def __iter__(self) -> Iterator[int]:
        return iter(self.digits)

    def __str__(self) -> str:
        write = str if isinstance(self.digits, bytes) else digits_of  # a digit may be huge itself
        return "(" + ", ".join(map(write, self.digits)) + ")"

    @property
    def is_zero(self) -> bool:
        """Whether this is the representation of zero."""
        return self.digits[0] == 0

    @property
    def last(self) -> int:
        """The digit δ_0."""
        return self.digits[-1]

    @property
    def trailing_zeros(self) -> int:
        """How many zeros end the representation; 0 for zero itself, so that it counts as even."""
        if self.is_zero:
            return 0
        if isinstance(self.digits, bytes):
            return len(self.digits) - len(self.digits.rstrip(b"\0"))
        return next(i for i, digit in enumerate(reversed(self.digits)) if digit)

    def left_shift(self) -> Representation:
        """R′: a zero appended (zero stays zero)."""
        if isinstance(self.digits, bytes):
            return Representation(self.digits + b"\0")
        return Representation((*self.digits, 0))

    def right_shift(self) -> Representation:
        """R″: the last digit dropped."""
        return Representation(self.digits[:-1] or (0,))

    def from_right(self, j: int) -> int:
        """The digit δ_j, zero beyond the leading digit."""
        return self.digits[-1 - j] if j < len(self.digits) else 0

    def padded(self, length: int) -> tuple[int, ...]:
        """The digits with zeros before them up to this length."""
        return (0,) * (length - len(self.digits)) + tuple(self.digits)
