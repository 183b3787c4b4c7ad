"""``marienbad serve``: the web application."""

from __future__ import annotations

import os
import re
import socket
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import ip_address
from threading import Thread
from typing import TYPE_CHECKING, Any

from marienbad.cli.arguments import Speaker, add_number, speaker
from marienbad.cli.databases import add_database, database_of, opened
from marienbad.text.problems import InputError, quotable

if TYPE_CHECKING:
    from marienbad.web.settings import Settings

HOST, PORT = "127.0.0.1", 8000
LAST_PORT = 65_535
MOST_MATCHES = 1_000_000
LARGEST_SHARE = 100_000
LONGEST_EXPIRY = 36_500
LARGEST_DATABASE = 1 << 30
MEBIBYTE = 1 << 20
ROOT_PATH = r"(/(?!\.\.?(/|$))[A-Za-z0-9._~-]+)*/?"
WITH_PORT = r"(\[.+\]|[^:]+)(:[0-9]{1,5})?"
HOST_NAME = r"([a-z0-9_-]+\.)*[a-z0-9_-]*[a-z_-][a-z0-9_-]*\.?"
"""Its last part is no number: what ends so is an address."""


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("cli.serve.examples")
    parser.add_argument("--host", default=HOST, metavar="H", help=speak("cli.serve.host"))
    add_number(parser, speak, "--port", (0, LAST_PORT), speak("cli.serve.port"), "P", PORT)
    add_database(parser, speak)
    parser.add_argument("--rate-limit", metavar="N", help=speak("cli.serve.rate_limit"))
    add_number(parser, speak, "--cpu-share", (1, LARGEST_SHARE), speak("cli.serve.cpu_share"))
    days = (1, LONGEST_EXPIRY)
    add_number(parser, speak, "--expire", days, speak("cli.serve.expire"))
    add_number(parser, speak, "--expire-unfinished", days, speak("cli.serve.expire_unfinished"))
    add_number(
        parser, speak, "--matches-a-day", (1, MOST_MATCHES), speak("cli.serve.matches_a_day")
    )
    size = (1, LARGEST_DATABASE)
    add_number(parser, speak, "--database-size", size, speak("cli.serve.database_size"))
    parser.add_argument("--migrate-to", metavar="V", help=speak("cli.serve.migrate_to"))
    parser.add_argument(
        "--public-metrics", action="store_true", help=speak("cli.serve.public_metrics")
    )
    configure_doors(parser, speak)
    parser.add_argument("--log", action="store_true", help=speak("cli.serve.log"))
    root_path = matching(speak, ROOT_PATH, "cli.serve.bad_root_path")
    parser.add_argument(
        "--root-path", type=root_path, metavar="R", help=speak("cli.serve.root_path")
    )
    contact = matching(speak, r"(mailto:)?[^\s@:]+@[^\s@]+|https://\S+", "cli.serve.bad_contact")
    parser.add_argument("--contact", type=contact, metavar="C", help=speak("cli.serve.contact"))
    parser.add_argument("--modules", action="store_true", help=speak("cli.serve.modules"))
    parser.add_argument("--open", action="store_true", help=speak("cli.serve.open"))


def configure_doors(parser: ArgumentParser, speak: Speaker) -> None:
    """Who may come in, and how."""
    for name, kind in (("allowed-host", host(speak)), ("proxy", str)):
        about = speak(f"cli.serve.{name.replace('-', '_')}")
        parser.add_argument(
            f"--{name}", type=kind, action="append", default=[], metavar="H", help=about
        )
    parser.add_argument("--connections", metavar="N", help=speak("cli.serve.connections"))


def matching(speak: Speaker, pattern: str, complaint: str) -> Callable[[str], str]:
    """The reader of a text that looks like this."""

    def read(text: str) -> str:
        if not text.isprintable() or not re.fullmatch(pattern, text):
            raise ArgumentTypeError(speak(complaint, text=quotable(text)))
        return text

    return read


def host(speak: Speaker) -> Callable[[str], str]:
    """The reader of a name or an address that a server is called by, with its port or without.

    >>> from marienbad.cli.arguments import speaker
    >>> [host(speaker("en"))(text) for text in ("nim.example:8443", "192.0.2.7", "[::1]:80", "::1")]
    ['nim.example:8443', '192.0.2.7', '[::1]:80', '::1']
    """

    def read(text: str) -> str:
        parts = re.fullmatch(WITH_PORT, text)
        name = parts[1] if parts else text
        if not re.fullmatch(HOST_NAME, name, re.ASCII | re.IGNORECASE):
            try:
                ip_address(name.removeprefix("[").removesuffix("]"))
            except ValueError:
                raise ArgumentTypeError(speak("cli.serve.bad_host", text=quotable(text))) from None
        return text

    return read


def run(arguments: Namespace, *other_ports: int) -> int:
    """Serve until a signal ends it, on another port where the first is taken."""
    try:
        from marienbad.web.server import serve
    except ModuleNotFoundError as problem:
        raise InputError("cli.serve.no_web", name=problem.name or "") from None
    if arguments.migrate_to is not None:
        return migrate_to(arguments)
    settings = settings_of(arguments)
    with listen(arguments.host, arguments.port, *other_ports) as listening:
        address = address_of(listening, arguments.host) + settings.root_path.removeprefix("/")
        return serve(settings, listening, lambda: announce(address, arguments))


def migrate_to(arguments: Namespace) -> int:
    """Bring the database back to an older form instead of serving."""
    with opened(arguments) as store:
        from marienbad.web.matches.backup import migrate

        migrate(store, arguments.migrate_to)
    print(speaker(arguments.lang)("backup.migrated", version=arguments.migrate_to))
    return 0


def settings_of(arguments: Namespace) -> Settings:
    """What the options choose, and what is usual where they do not."""
    from marienbad.web.settings import Settings

    size = arguments.database_size
    bounds: dict[str, Any] = {
        "expire_days": arguments.expire,
        "expire_unfinished": arguments.expire_unfinished,
        "matches_a_day": arguments.matches_a_day,
        "database_bytes": size and size * MEBIBYTE,
        "cpu_share": arguments.cpu_share,
    }
    return Settings(
        database_of(arguments),
        **{name: bound for name, bound in bounds.items() if bound is not None},
        public_metrics=arguments.public_metrics,
        logs_requests=arguments.log,
        root_path=(arguments.root_path or "").rstrip("/"),
        contact=arguments.contact,
        serves_modules=arguments.modules,
        begins_with_workers=True,
        proxies=tuple(arguments.proxy),
        allowed_hosts=tuple(arguments.allowed_host),
        is_local=is_local(arguments.host) and not arguments.proxy,
    )


def is_local(host: str) -> bool:
    """Whether the address can be reached from this machine alone.

    >>> is_local("localhost"), is_local("127.0.0.1"), is_local("0.0.0.0")
    (True, True, False)
    """
    from marienbad.web.http.addresses import is_loopback

    return host == "localhost" or is_loopback(host)


def listen(host: str, port: int, *others: int) -> socket.socket:
    """The socket to serve on, on the first port that is free, or a sentence that says why not."""
    try:
        family, kind, _, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise InputError("cli.serve.unknown_host", host=host) from None
    listening = socket.socket(family, kind)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(2048)
    except OSError as problem:
        listening.close()
        if others:
            return listen(host, *others)
        reason = problem.strerror or str(problem)
        raise InputError("cli.serve.taken", host=host, port=str(port), reason=reason) from None
    return listening


def address_of(listening: socket.socket, host: str) -> str:
    """The address to type into a browser."""
    port = listening.getsockname()[1]
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1", "::1", "") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def announce(address: str, arguments: Namespace) -> None:
    """Say where the application is and who can reach it; with ``--open`` show it in a browser."""
    speak = speaker(arguments.lang)
    print(speak("cli.serve.address", address=address), flush=True)
    if not (is_local(arguments.host) or arguments.proxy):
        print(speak("cli.serve.reachable"), flush=True)
    for option in ("rate_limit", "connections"):
        if getattr(arguments, option) is not None:
            name = f"--{option.replace('_', '-')}"
            print(speak("cli.serve.of_proxy", name=name), file=sys.stderr, flush=True)
    if arguments.open and has_browser(sys.platform, os.environ):
        # a browser may take its time, and none is no reason to stop
        Thread(target=show, args=(address,), daemon=True).start()


def has_browser(platform: str, environ: Mapping[str, str]) -> bool:
    """Whether a window can be opened: a browser within the terminal would take it over.

    >>> has_browser("linux", {}), has_browser("linux", {"DISPLAY": ":0"}), has_browser("darwin", {})
    (False, True, True)
    """
    signs = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    return platform in ("darwin", "win32") or any(environ.get(name) for name in signs)


def show(address: str) -> None:
    """Open the address in the browser, where that works."""
    import webbrowser

    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)
