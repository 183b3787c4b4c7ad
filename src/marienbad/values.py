"""Immutable values that cost nothing to declare."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Self, dataclass_transform


@dataclass_transform(frozen_default=True)
class Record:
    """An immutable value whose fields are its annotated names, in order.

    It does what a frozen dataclass does; generating the code of thirty dataclasses would take
    a third of the time that the command line has to answer.

    >>> class Point(Record):
    ...     x: int
    ...     y: int = 0
    >>> Point(3), Point(3) == Point(3, 0), Point(y=1, x=2), Point(3).having(y=4)
    (Point(x=3, y=0), True, Point(x=2, y=1), Point(x=3, y=4))
    """

    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = [name for name, kind in cls.__annotations__.items() if "ClassVar" not in str(kind)]
        if own:
            names = tuple(dict.fromkeys((*cls._fields, *own)))
            for attribute in ("_fields", "__match_args__"):
                setattr(cls, attribute, names)
            cls.__init__ = _Initializer(cls)  # type: ignore[assignment,method-assign]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Record) or type(self) is not type(other):
            return False
        return self._values() == other._values()

    def __hash__(self) -> int:
        known = vars(self)
        found: int | None = known.get("_hash")
        if found is None:
            found = known["_hash"] = hash((type(self), *self._values()))
        return found

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        """Pickle the fields alone: a hash that is remembered holds only in this process."""
        return type(self), self._values()

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self._fields)

    def having(self, **changes: Any) -> Self:
        """The value with some of its fields changed; with a name that is none, a TypeError."""
        return type(self)(**{name: getattr(self, name) for name in self._fields} | changes)

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={v!r}" for name, v in zip(self._fields, self._values()))  # noqa: B905
        return f"{type(self).__name__}({shown})"


class _Initializer:
    """Stands for a kind's initializer until it is needed: a command needs few of them."""

    def __init__(self, kind: type[Record]) -> None:
        self.kind = kind

    def __get__(self, record: Record | None, _: type[Record]) -> Callable[..., None]:
        """Write out what sets the fields: a loop over their names would take twice as long."""
        kind, names = self.kind, self.kind._fields
        parameters = [f"{name}=kind.{name}" if hasattr(kind, name) else name for name in names]
        head = f"def __init__(self, {', '.join(parameters)}):\n known = self.__dict__\n"
        written: dict[str, Any] = {"kind": kind}
        # only names from the source of a class are executed
        exec(head + "".join(f" known['{name}'] = {name}\n" for name in names), written)  # noqa: S102
        initializer = written["__init__"]
        initializer.__qualname__ = f"{kind.__qualname__}.__init__"
        kind.__init__ = initializer  # type: ignore[method-assign]
        return initializer.__get__(record, kind)  # type: ignore[no-any-return]
