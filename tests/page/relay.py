"""A way to the server that a test may cut: the server is then silent, or gone, for one page."""

import socket
from contextlib import suppress
from threading import Event, Thread

from bench.processes import free_port


class Relay:
    """Passes connections on to a server at a port of its own."""

    def __init__(self, server: str) -> None:
        self._server = int(server.rpartition(":")[2])
        self._speaks = Event()
        self._speaks.set()
        self._connected: list[socket.socket] = []
        self._port = free_port()  # that nobody is given while the relay is cut
        self._listening = socket.create_server(("127.0.0.1", self._port))
        self.address = f"http://127.0.0.1:{self._port}"
        self._listen()

    def __enter__(self) -> "Relay":
        return self

    def __exit__(self, *_: object) -> None:
        self.speak()
        self.cut()

    def silence(self) -> None:
        """Let the server hear and say nothing, and refuse nobody."""
        self._speaks.clear()

    def speak(self) -> None:
        self._speaks.set()

    def cut(self) -> None:
        """Let the server be gone: what is connected ends, and what asks is refused."""
        for one in (self._listening, *self._connected):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._connected.clear()

    def mend(self) -> None:
        """Let the server be back."""
        self._listening = socket.create_server(("127.0.0.1", self._port))
        self._listen()

    def _listen(self) -> None:
        Thread(target=self._accept, args=[self._listening], daemon=True).start()

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):  # it was cut
            while True:
                near, _ = listening.accept()
                far = socket.create_connection(("127.0.0.1", self._server))
                self._connected += near, far
                for ends in ((near, far), (far, near)):
                    Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while part := source.recv(65536):
                self._speaks.wait()
                target.sendall(part)
            target.shutdown(socket.SHUT_WR)
