"""An LRU cache bounded by bytes, and counters by name."""

from collections import Counter, OrderedDict
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    """The values that were used last, up to a number of bytes in all.

    >>> cache: LruCache[str, str] = LruCache(most_bytes=10)
    >>> for name in ("one", "two", "three"):
    ...     cache.put(name, name.upper(), size=4)
    >>> cache.get("one"), cache.get("two"), cache.size
    (None, 'TWO', 8)
    """

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.size = 0
        """How many bytes are kept now."""
        self._values: OrderedDict[Key, tuple[Value, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._values)

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def get(self, key: Key) -> Value | None:
        """The value of a key; it counts as used now."""
        found = self._values.get(key)
        if found is None:
            return None
        self._values.move_to_end(key)
        return found[0]

    def put(self, key: Key, value: Value, size: int) -> None:
        """Keep a value that takes so many bytes; those unused for longest are dropped for it."""
        self.drop(key)
        self._values[key] = value, size
        self.size += size
        while self.size > self.most_bytes:
            self.size -= self._values.popitem(last=False)[1][1]

    def drop(self, key: Key) -> None:
        """Keep nothing under this key any more."""
        found = self._values.pop(key, None)
        if found is not None:
            self.size -= found[1]


class Counters(Counter[str]):
    """Counts by name; a name whose count is 0 is dropped.

    >>> counters = Counters(one=1, two=2)
    >>> counters.lower("one"), counters.lower("two")
    (None, None)
    >>> counters
    Counters({'two': 1})
    """

    def lower(self, name: str, by: int = 1) -> None:
        """Subtract from the count of a name."""
        self[name] -= by
        if self[name] <= 0:
            del self[name]
