"""Characters that Unicode counts among letters, marks or signs, of which nothing is seen."""

from unicodedata import category

BLANKS = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x16FE4),
            *(*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)),
            *(0x13441, 0x13442),
        ),
    )
)
"""Fillers, selectors of variants, the empty Braille cell; others stand in categories of their own.

The last two became letters in a later Unicode than some interpreters know.
"""


def is_seen(character: str) -> bool:
    """Whether a character shows anything by itself: a letter, a digit or a sign.

    >>> [is_seen(character) for character in ("a", "?", " ", chr(0x0301), chr(0x3164))]
    [True, True, False, False, False]
    """
    return category(character)[0] in "LNPS" and character not in BLANKS
