"""The server's end of the processes that think: the nursery, and each worker that comes from it."""

import asyncio
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Protocol, cast

from marienbad.web.workers.nursery import ORDER, REPORT, Event
from marienbad.web.workers.worker import HEADER, Kind

REPORT_SECONDS = 20.0
"""How long a nursery that is ready may take to report a birth or an end, or it is replaced."""
READY_SECONDS = 180.0
"""How long a nursery may take to get ready, be it that the search has to be compiled."""
FAILURES, REST_SECONDS = 3, 5.0
"""A nursery that has failed so often in succession is not tried again for so long."""
LOST = 255
"""The status of a worker whose end nobody saw."""


class Employer(Protocol):
    """Whoever has asked for a worker is told what becomes of it."""

    def born(self, worker: "Worker") -> None:
        """The worker is there."""

    def heard(self, worker: "Worker", kind: Kind, found: Any, seconds: float, is_old: bool) -> None:
        """The worker has sent a message, which took so many CPU seconds; it may have grown old."""

    def ended(self, worker: "Worker", status: int, seconds: float) -> None:
        """The worker is gone; since its last message it has used so many CPU seconds."""


class Worker(asyncio.Protocol):
    """The server's end of one worker: there when it is connected and its process is born, gone when
    nothing more can be read from it and its process has ended.
    """

    def __init__(self, nursery: "Nursery", employer: Employer) -> None:
        self.nursery = nursery
        self.employer = employer
        self.pid = 0
        self._told = 0.0
        """The CPU seconds that its messages account for."""
        self._transport: asyncio.Transport | None = None
        self._incoming = bytearray()
        self._is_silent = False
        self._end: tuple[int, float] | None = None

    @property
    def is_awaited(self) -> bool:
        """Whether the nursery has to say that it is born, or that it has ended."""
        return not self.pid or (self._is_silent and self._end is None)

    async def connect(self, channel: socket.socket) -> None:
        try:
            await asyncio.get_running_loop().create_unix_connection(lambda: self, sock=channel)
        except OSError:
            self.connection_lost(None)

    def is_born(self, pid: int) -> None:
        """The process is there."""
        self.pid = pid
        if self._transport is not None:
            self.employer.born(self)

    def has_ended(self, status: int, seconds: float) -> None:
        """The process is gone: what it sent before may still have to be read."""
        self._end = (status, max(seconds - self._told, 0.0))
        if self._is_silent:
            self.employer.ended(self, *self._end)

    def send(self, question: bytes) -> None:
        """Send a question; where the worker is gone, its end will be told."""
        if self._transport is not None:
            self._transport.write(question)

    def end(self) -> None:
        """End the process, whatever it is doing."""
        if self._transport is not None:  # else it is gone, and its number may be another's
            if self.pid:
                with suppress(ProcessLookupError):
                    os.kill(self.pid, signal.SIGKILL)
            self._transport.abort()
            self._transport = None

    # What the connection tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports have the methods of this class without being of it
        self._transport = cast("asyncio.Transport", transport)
        if self.pid:
            self.employer.born(self)

    def data_received(self, data: bytes) -> None:
        incoming = self._incoming
        incoming += data
        while len(incoming) >= HEADER.size:
            end = HEADER.size + HEADER.unpack_from(incoming)[0]
            if len(incoming) < end:
                return
            kind, found, seconds, is_old = pickle.loads(bytes(incoming[HEADER.size : end]))
            del incoming[:end]
            self._told += seconds
            self.employer.heard(self, kind, found, seconds, is_old)

    def connection_lost(self, problem: Exception | None) -> None:
        """Nothing more will come; a message that was cut short is forgotten."""
        self._transport = None
        self._is_silent = True
        if self._end is not None:
            self.employer.ended(self, *self._end)
        else:
            self.nursery.expect(self)


class Nursery:
    """Starts the process that workers are forked from when it is first needed."""

    def __init__(self, *options: str) -> None:
        self._command = [sys.executable, "-m", "marienbad.web.workers.nursery", *options]
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._incoming = bytearray()
        self._unborn: deque[Worker] = deque()
        self._living: dict[int, Worker] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        """Workers that are being connected, and nurseries that are ending."""
        self.is_ready = False
        self.failures = 0
        """How often in succession it has ended before it was ready."""
        self._rests_until = 0.0

    @property
    def is_resting(self) -> bool:
        """Whether it has failed too often to be tried again at once."""
        return self.failures >= FAILURES and time.monotonic() < self._rests_until

    def start(self) -> None:
        """Start the process, where it does not run; it gets ready while others are answered."""
        if self._process is not None:
            return
        self._control, theirs = socket.socketpair()
        self._control.setblocking(False)
        with theirs:
            # in a group of its own: what is typed at the terminal is meant for the server
            self._process = subprocess.Popen(
                self._command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL, process_group=0
            )
        loop = asyncio.get_running_loop()
        loop.add_reader(self._control, self._read)
        loop.call_later(READY_SECONDS, self._check_ready, self._process)

    def hatch(self, employer: Employer, niceness: int, memory: int) -> Worker:
        """A worker, whose process will be born soon."""
        self.start()
        assert self._control is not None
        worker = Worker(self, employer)
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        self._begin(worker.connect(ours))
        self._unborn.append(worker)
        with theirs:
            try:
                socket.send_fds(self._control, [ORDER.pack(niceness, memory)], [theirs.fileno()])
            except OSError:  # it is gone, or has not listened for long
                asyncio.get_running_loop().call_soon(self._replace)
        if self.is_ready:
            self.expect(worker)
        return worker

    def expect(self, worker: Worker) -> None:
        """Wait for a report about a worker, but not for ever."""
        if worker not in self._unborn and worker not in self._living.values():
            worker.has_ended(LOST, 0.0)  # the nursery that it came from is gone
            return
        loop = asyncio.get_running_loop()
        loop.call_later(REPORT_SECONDS, self._check, self._process, worker)

    def _check(self, process: object, worker: Worker) -> None:
        if process is self._process and worker.is_awaited:
            self._replace()

    def _check_ready(self, process: object) -> None:
        if process is self._process and not self.is_ready:
            self._replace()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End the process, and with it the workers."""
        await self._finish()
        for worker in self._end():
            worker.end()
        self.failures = 0
        await self._finish()
        await asyncio.sleep(0)  # until the connections are closed

    async def _finish(self) -> None:
        """Wait for what is under way, but not for a process that cannot end."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=1)

    def _replace(self) -> None:
        """Give up a process that is gone or does not answer; whoever needs workers is told."""
        if self._process is None:
            return
        self.failures = 0 if self.is_ready else self.failures + 1
        self._rests_until = time.monotonic() + REST_SECONDS
        for worker in self._end():
            worker.end()
            worker.has_ended(LOST, 0.0)

    def _end(self) -> list[Worker]:
        """End the process; the workers that came from it, or were to come, are gone."""
        orphans = [*self._unborn, *self._living.values()]
        self._unborn.clear()
        self._living.clear()
        self._incoming.clear()
        self.is_ready = False
        if self._process is not None and self._control is not None:
            asyncio.get_running_loop().remove_reader(self._control)
            self._control.close()
            self._process.kill()
            self._begin(end_of(self._process))
        self._process = self._control = None
        return orphans

    def _read(self) -> None:
        assert self._control is not None
        try:
            data = self._control.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._replace()
        self._incoming += data
        while len(self._incoming) >= REPORT.size:
            event, pid, status, seconds = REPORT.unpack_from(self._incoming)
            del self._incoming[: REPORT.size]
            self._report(event, pid, status, seconds)

    def _report(self, event: int, pid: int, status: int, seconds: float) -> None:
        if event == Event.READY:
            self.is_ready = True
            self.failures = 0
            for worker in self._unborn:
                self.expect(worker)
        elif event == Event.BORN:
            worker = self._living[pid] = self._unborn.popleft()
            worker.is_born(pid)
        else:
            self._living.pop(pid).has_ended(status, seconds)


async def end_of(process: subprocess.Popen[bytes]) -> None:
    """Wait until a process that was killed has ended, while others are answered."""
    while process.poll() is None:
        await asyncio.sleep(0.01)
