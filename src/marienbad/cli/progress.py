"""How far long work is: a line or a bar on a terminal, nothing elsewhere."""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from marienbad.text.plain import Plain
from marienbad.text.sentences import Message

Item = TypeVar("Item")


@contextmanager
def _bar(**options: Any) -> Iterator[tuple[Any, Callable[[], None]]]:
    """A bar, and a function that raises an interrupt again, in case it was lost.

    While numba compiles, LLVM calls Python, and what is raised in such a call is only printed.
    """
    from tqdm import tqdm

    interrupts: list[int] = []

    def check() -> None:
        if interrupts:
            raise KeyboardInterrupt

    def interrupt(number: int, _: object) -> None:
        interrupts.append(number)
        check()

    before = signal.getsignal(signal.SIGINT)
    is_heard = before is signal.default_int_handler
    signal.signal(signal.SIGINT, interrupt if is_heard else before)
    try:
        with tqdm(**options, leave=False, disable=not sys.stderr.isatty()) as bar:
            yield bar, check
    finally:
        signal.signal(signal.SIGINT, before)


def counted(items: Iterable[Item], count: int, known: int = 0) -> Iterator[Item]:
    """The items as they come, and a bar of their number; the first ``known`` took no time."""
    with _bar(total=count) as (bar, check):
        for number, item in enumerate(items, 1):
            check()
            if number <= known:
                bar.initial = bar.n = number
            else:
                bar.update()
            yield item


@contextmanager
def rows(unit: str, done: int = 0) -> Iterator[Callable[[int, int], None]]:
    """A function to be called with the rows done and all rows; the bar shows rate and time left."""
    with _bar(initial=done, total=done, unit=unit, unit_scale=True) as (bar, check):

        def progress(done: int, total: int) -> None:
            check()
            bar.total = total
            bar.update(done - bar.n)

        yield progress


@contextmanager
def stages(lang: str, shape: str = "{desc}") -> Iterator[Callable[..., None]]:
    """A function to be called with each stage, and perhaps how much of it is done of how much."""
    line = Plain(lang).line
    with _bar(bar_format=shape) as (bar, check):

        def notice(stage: Message, done: int = 0, total: int = 0) -> None:
            check()
            bar.total, bar.n = total or 1, done
            bar.set_description_str(f"{line(stage)} ")

        yield notice
