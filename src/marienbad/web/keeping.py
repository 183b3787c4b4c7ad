"""What a server keeps of many at once: things up to a number of bytes, and counts by name."""

from collections import Counter, OrderedDict
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """Things that were used last, up to a number of bytes in all.

    >>> kept: Kept[str, str] = Kept(most_bytes=10)
    >>> for name in ("one", "two", "three"):
    ...     kept.put(name, name.upper(), size=4)
    >>> kept.get("one"), kept.get("two"), kept.size
    (None, 'TWO', 8)
    """

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.size = 0
        """How many bytes are kept now."""
        self._things: OrderedDict[Key, tuple[Value, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._things)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._things)

    def __contains__(self, key: Key) -> bool:
        return key in self._things

    def get(self, key: Key) -> Value | None:
        """What is kept under a name; it counts as used now."""
        found = self._things.get(key)
        if found is None:
            return None
        self._things.move_to_end(key)
        return found[0]

    def put(self, key: Key, value: Value, size: int) -> None:
        """Keep something that takes so many bytes; what was not used for longest makes room."""
        self.drop(key)
        self._things[key] = value, size
        self.size += size
        while self.size > self.most_bytes:
            self.size -= self._things.popitem(last=False)[1][1]

    def drop(self, key: Key) -> None:
        """Keep nothing under this name any more."""
        found = self._things.pop(key, None)
        if found is not None:
            self.size -= found[1]


class Tally(Counter[str]):
    """How many there are of each name; of what there is none any more, nothing is kept.

    >>> tally = Tally(one=1, two=2)
    >>> tally.lower("one"), tally.lower("two")
    (None, None)
    >>> tally
    Tally({'two': 1})
    """

    def lower(self, name: str, by: int = 1) -> None:
        """There are so many less."""
        self[name] -= by
        if self[name] <= 0:
            del self[name]
