"""The fork server: a process that has loaded all that workers need, and forks them in milliseconds.

The server process and the fork server talk over a connection of :mod:`multiprocessing`, which also
hands over the end of a pipe for each new worker; jobs and results pass through that pipe alone. The
fork server of the standard library forks in the same way, but loads everything before it forks the
first process, and does not say how much processor time a process has used.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from enum import IntEnum
from importlib.util import find_spec
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import recv_handle, send_handle
from resource import RUSAGE_CHILDREN, getrusage
from struct import Struct
from typing import Any, NoReturn

from marienbad.solver.clock import NotCompiled, without_compiling
from marienbad.web.workers import preload
from marienbad.web.workers.worker import Message, work

ANSWER_SECONDS = 20.0
"""How long the fork server may take to fork or end a worker, or it is replaced."""
READY_SECONDS = 60.0
"""How long it may take to get ready."""
FAILURES, REST_SECONDS = 3, 5.0
"""After so many failures in succession it is not started again for so long."""
LOST = 255
"""The exit code of a worker whose end nobody saw."""
AT_ONCE, LENGTH = 16_384, Struct("!i")
"""A message of at most so many bytes is written and read at once, after its length."""
COMPILER = -1
"""The number of the process that compiles the search."""
PARENT_DEATH_SIGNAL = 1


class Order(IntEnum):
    """What the server process asks for."""

    FORK = 0
    """A worker with a number and a niceness; the end of its pipe follows."""
    KILL = 1
    LOAD = 2
    """The compiled search."""


class State(IntEnum):
    """How much is loaded."""

    STARTING = 0
    READY = 1
    """The jobs; the search is loaded when it is asked for."""
    COMPILING = 2
    """The search must be compiled first, which takes minutes."""
    LOADED = 3
    """The jobs and the search."""


# The process


class Template:
    """The process that workers are forked from."""

    def __init__(self, control: "Connection[Any, Any]") -> None:
        self._control = control
        self._children: dict[int, BaseProcess] = {}
        self._steps: Iterator[None] | None = None
        """Of loading the search."""
        self._is_asked = self._is_compiled = False

    def serve(self) -> None:
        """Fork and end workers as the server process asks, until it is gone; report every end."""
        self._control.send(State.READY)
        while True:
            sentinels = {child.sentinel: number for number, child in self._children.items()}
            found = wait([self._control, *sentinels], 0 if self._steps else None)
            for sentinel in sentinels.keys() & set(found):
                assert isinstance(sentinel, int)
                self._bury(sentinels[sentinel])
            if self._control in found:
                self._obey(*self._control.recv())
            elif not found:
                self._load()

    def kill_all(self) -> None:
        for child in self._children.values():
            child.kill()

    def _obey(self, order: Order, number: int, niceness: int) -> None:
        if order == Order.FORK:
            pipe: Connection[Message, Any] = Connection(recv_handle(self._control))
            with pipe:
                self._fork(number, live, (self._control, os.getpid(), pipe, niceness))
        elif order == Order.LOAD and not self._is_asked:
            self._is_asked = True
            self._steps = preload.load_search() if find_spec("numba") else iter(())
        elif order == Order.KILL and number in self._children:
            self._children[number].kill()

    def _fork(self, number: int, function: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        child = get_context("fork").Process(target=function, args=arguments)
        try:
            child.start()
        except OSError:  # there is no room for one more process
            self._control.send((number, LOST, 0.0))
        else:
            self._children[number] = child

    def _bury(self, number: int) -> None:
        before = getrusage(RUSAGE_CHILDREN)
        child = self._children.pop(number)
        child.join()
        after = getrusage(RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if number == COMPILER:
            self._steps = preload.load_search() if child.exitcode == 0 else None
        else:
            self._control.send((number, child.exitcode, seconds))

    def _load(self) -> None:
        """Go one step on with loading the search; have what is not compiled yet compiled."""
        assert self._steps is not None
        try:
            with without_compiling():
                if next(self._steps, self) is not self:
                    return
        except NotCompiled:
            if not self._is_compiled:
                self._is_compiled, self._steps = True, None
                self._control.send(State.COMPILING)
                self._fork(COMPILER, compile_nicely, (os.getpid(),))
                return
        self._steps = None
        preload.freeze()
        self._control.send(State.LOADED)


def live(control: Any, parent: int, pipe: "Connection[Message, Any]", niceness: int) -> None:
    """The life of a worker."""
    control.close()
    end_with_parent(parent)
    work(pipe, niceness)


def compile_nicely(parent: int) -> None:
    """Compile the search while others work."""
    end_with_parent(parent)
    os.nice(19)
    preload.compile_search()


def end_with_parent(parent: int) -> None:
    """Let the kernel end this process when the one that started it ends, where the kernel can."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(0)


# The server's end


class Worker:
    """The server's end of a worker process."""

    def __init__(self, server: "ForkServer", number: int, pipe: "Connection[Any, Message]") -> None:
        self._server = server
        self.number = number
        self._pipe = pipe
        self._socket = socket.socket(fileno=os.dup(pipe.fileno()))
        self.ended: asyncio.Future[tuple[int, float]] = asyncio.get_running_loop().create_future()
        """Its exit code, and the CPU seconds that it has used in all."""
        self.has_search = server.state == State.LOADED
        self.is_spent = False
        """Whether it takes no further job."""
        self.is_late = False
        self.seconds = 0.0
        """The CPU seconds that its messages have told of."""

    async def ask(self, job: bytes, threads: Executor) -> Message:
        """Send a job and wait for the first message; a long one goes through a thread."""
        if len(job) <= AT_ONCE:
            self._pipe.send_bytes(job)
        else:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(threads, self._pipe.send_bytes, job)
        return await self.hear(threads)

    async def hear(self, threads: Executor) -> Message:
        """Wait for the next message; a long one, or one cut short, is read in a thread."""
        loop, pipe = asyncio.get_running_loop(), self._pipe
        readable = loop.create_future()
        loop.add_reader(pipe.fileno(), set_done, readable)
        try:
            await readable
        finally:
            loop.remove_reader(pipe.fileno())
        self._socket.setblocking(True)  # uvloop lets nothing wait that it watches
        length = self._socket.recv(LENGTH.size, socket.MSG_PEEK)
        if len(length) == LENGTH.size and 0 <= LENGTH.unpack(length)[0] <= AT_ONCE:
            return pipe.recv()
        return await loop.run_in_executor(threads, pipe.recv)

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        self.is_spent = True
        self._server.kill(self)

    def kill_late(self) -> None:
        """End the process, which has taken too long."""
        self.is_late = True
        self.kill()

    def close(self) -> None:
        self._pipe.close()
        self._socket.close()


def set_done(readable: asyncio.Future[None]) -> None:
    if not readable.done():
        readable.set_result(None)


class ForkServer:
    """Starts the fork server when the first worker is needed, and again whenever it is lost."""

    def __init__(self, is_warm: bool, changed: Callable[[], None]) -> None:
        mode = "warm" if is_warm else "light"
        self._command = [sys.executable, "-m", "marienbad.web.workers", mode]
        self._changed = changed
        """Called when it has loaded more, or has failed."""
        self._process: subprocess.Popen[bytes] | None = None
        self._control: Connection[Any, Any] | None = None
        self._ready: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        """Whether the process is ready, or is gone again."""
        self._numbers = count(1)
        self._workers: dict[int, Worker] = {}
        self._timers: set[asyncio.TimerHandle] = set()
        self._is_to_load = False
        self._rests_until = 0.0
        self.state = State.STARTING
        self.failures = 0
        """How often in succession it has ended before it was ready."""

    @property
    def is_resting(self) -> bool:
        """Whether it has failed too often to be started again at once."""
        return self.failures >= FAILURES and time.monotonic() < self._rests_until

    @property
    def workers(self) -> int:
        return len(self._workers)

    def start(self) -> None:
        if self._process is not None:
            return
        ours, theirs = socket.socketpair()
        with theirs:
            # in a group of its own: what is typed at the terminal is meant for the server
            self._process = subprocess.Popen(
                self._command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL, process_group=0
            )
        self._control = Connection(ours.detach())
        loop = asyncio.get_running_loop()
        self._ready = loop.create_future()
        loop.add_reader(self._control.fileno(), self._read)
        loop.call_later(READY_SECONDS, self._check_ready, self._process)

    async def fork(self, niceness: int) -> Worker:
        """A new worker."""
        while True:
            while self.is_resting:
                await asyncio.sleep(REST_SECONDS / 10)
            self.start()
            if not await asyncio.shield(self._ready):
                continue
            ours, theirs = socket.socketpair()
            worker = Worker(self, next(self._numbers), Connection(ours.detach()))
            self._workers[worker.number] = worker
            with theirs:
                self._send(Order.FORK, worker.number, niceness, theirs.fileno())
            return worker

    def kill(self, worker: Worker) -> None:
        if worker.number in self._workers:
            self._send(Order.KILL, worker.number)
            loop = asyncio.get_running_loop()
            loop.call_later(ANSWER_SECONDS, self._check_end, self._process, worker)

    def load_search(self) -> None:
        """Have the compiled search loaded."""
        if not self._is_to_load:
            self._is_to_load = True
            self.start()
            self._send(Order.LOAD)

    async def close(self) -> None:
        """End the process and its workers."""
        process = self._process
        self._end()
        self._is_to_load, self.failures = False, 0
        if process is not None:
            await asyncio.to_thread(process.wait)  # also where it is waited for already

    def _send(self, order: Order, number: int = 0, niceness: int = 0, pipe: int = -1) -> None:
        if self._control is None or self._process is None:
            return
        try:
            self._control.send((order, number, niceness))
            if pipe >= 0:
                send_handle(self._control, pipe, self._process.pid)
        except OSError:  # it is gone, or has not listened for long
            asyncio.get_running_loop().call_soon(self._replace, self._process)

    def _read(self) -> None:
        assert self._control is not None
        try:
            while self._control is not None and self._control.poll():
                self._hear(self._control.recv())
        except (EOFError, OSError):
            self._replace(self._process)

    def _hear(self, report: Any) -> None:
        if isinstance(report, State):
            self.state = report
            if report == State.READY:
                self.failures = 0
                self._ready.set_result(True)
                if self._is_to_load:
                    self._send(Order.LOAD)
            self._changed()
            return
        number, exit_code, seconds = report
        self._finish(self._workers.pop(number), exit_code, seconds)

    def _finish(self, worker: Worker, exit_code: int, seconds: float) -> None:
        worker.is_spent = True
        if not worker.ended.done():
            worker.ended.set_result((exit_code, seconds))

    def _check_ready(self, process: object) -> None:
        if process is self._process and not self._ready.done():
            self._replace(process)

    def _check_end(self, process: object, worker: Worker) -> None:
        if process is self._process and not worker.ended.done():
            self._replace(process)

    def _replace(self, process: object) -> None:
        """Give up a process that is gone or does not answer."""
        if process is None or process is not self._process:
            return
        self.failures = 0 if self._ready.done() else self.failures + 1
        self._rests_until = time.monotonic() + REST_SECONDS
        self._end()
        self._changed()

    def _end(self) -> None:
        process, control = self._process, self._control
        self._process = self._control = None
        self.state = State.STARTING
        if not self._ready.done():
            self._ready.set_result(False)
        if process is not None and control is not None:
            asyncio.get_running_loop().remove_reader(control.fileno())
            control.close()
            process.kill()
            asyncio.get_running_loop().run_in_executor(None, process.wait)
        for worker in [*self._workers.values()]:
            self._finish(worker, LOST, 0.0)
        self._workers.clear()


def main(is_warm: bool) -> NoReturn:
    """Be the fork server; standard input is the connection to the server process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when all is over
    end_with_parent(os.getppid())
    template = Template(Connection(os.dup(0)))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # workers do not inherit the connection
    preload.load(is_warm)
    try:
        template.serve()
    except (EOFError, OSError):  # the server is gone
        template.kill_all()
    os._exit(0)
