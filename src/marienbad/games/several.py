"""Takes from several heaps in the rule language, a number of its own from each."""

from collections.abc import Callable, Sequence

_COUNTS = ("one", "two", "three")
_NAMES = "abcdefgh"


def takes_from_up_to(
    most: int, heaps: int, where: Callable[[Sequence[str]], str] = lambda _names: ""
) -> str:
    """Return statements that take from one heap and up to so many of those there are.

    Of several amounts a condition may be told. The language can say “from four” of four heaps only:
    else nothing is returned.

    >>> takes_from_up_to(2, 5)
    'take n from one; take a, b from two'
    >>> takes_from_up_to(4, 4).split("; ")[-1], takes_from_up_to(4, 5)
    ('take a, b, c, d from all', '')
    """
    most = min(most, heaps)
    if most > len(_COUNTS) and not most == heaps == len(_COUNTS) + 1:
        return ""
    ways = ["take n from one"]
    for count in range(2, most + 1):
        names, known = _NAMES[:count], _COUNTS[count - 1 : count]
        ways.append(f"take {', '.join(names)} from {(*known, 'all')[0]}{where(names)}")
    return "; ".join(ways)
