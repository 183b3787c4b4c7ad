"""The same question about many things, shared out among processes or the workers of a cluster.

>>> [answer for _, answer in parallel_map(len, ["Nim", "Euclid"])]
[3, 6]
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from marienbad.solver.cluster.workers import PATIENCE, Job, Notice, Work, Workers, connected
from marienbad.text.problems import InputError
from marienbad.values import Record

Item = TypeVar("Item")
Answer = TypeVar("Answer")


class Executor(Record):
    """Who works: so many processes of this machine, or the workers of a cluster."""

    processes: int = 1
    cluster: str | None = None
    patience: float = PATIENCE
    """Seconds to wait where the cluster has no workers."""
    notice: Notice | None = None
    """Called with what there is to say meanwhile."""


HERE = Executor()


def parallel_map(
    question: Callable[[Item], Answer], items: Sequence[Item], executor: Executor = HERE
) -> Iterator[tuple[Item, Answer]]:
    """The things, each with the answer, as these come."""
    if executor.cluster and items:
        yield from _on_cluster(question, items, executor, executor.cluster)
    elif executor.processes == 1 or len(items) < 2:
        yield from ((item, question(item)) for item in items)
    else:
        yield from _in_processes(question, items, min(executor.processes, len(items)))


def in_order(answers: Iterable[tuple[Item, Answer]], items: Iterable[Item]) -> Iterator[Answer]:
    """The answers in the order of the things, each as soon as those before it are there.

    >>> list(in_order([("Nim", 3), ("Euclid", 6)], ["Euclid", "Nim"]))
    [6, 3]
    """
    found: dict[Item, Answer] = {}
    answering = iter(answers)
    for item in items:
        while item not in found:
            other, answer = next(answering)
            found[other] = answer
        yield found[item]


class _Questions(Work):
    """All questions, in order."""

    def __init__(self, question: Callable[[Any], Any], items: Sequence[Any]) -> None:
        self.open = len(items)
        self._waiting = deque(Job(n, question, (item,)) for n, item in enumerate(items))

    @property
    def is_done(self) -> bool:
        return not self.open

    def next_for(self, worker: str) -> Job | None:
        return self._waiting.popleft() if self._waiting else None

    def lost(self, job: Job) -> None:
        self._waiting.appendleft(job)


def _on_cluster(
    question: Callable[[Item], Answer], items: Sequence[Item], executor: Executor, address: str
) -> Iterator[tuple[Item, Answer]]:
    work = _Questions(question, items)
    with connected(address) as client:
        workers = Workers(client, address, executor.patience, executor.notice)
        for job, _, answer in workers.finished(work):
            work.open -= 1
            yield items[job.name], answer


def _in_processes(
    question: Callable[[Item], Answer], items: Sequence[Item], processes: int
) -> Iterator[tuple[Item, Answer]]:
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children

    others = set(active_children())
    pool = ProcessPoolExecutor(processes, initializer=leave_interrupts_to_the_parent)
    try:
        futures = {pool.submit(question, item): item for item in items}
        for future in as_completed(list(futures)):
            yield futures.pop(future), future.result()
            del future  # with its answer, which may be large
    except BrokenProcessPool:
        raise InputError("sweep.killed") from None
    except BaseException:
        # Whoever interrupts does not wait for what is under way.
        for child in set(active_children()) - others:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def leave_interrupts_to_the_parent() -> None:
    """Ignore Ctrl-C in a process that was started: the one that started it ends them all."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
