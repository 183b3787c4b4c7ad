"""A client of an application as uvicorn is given it, proxies and prefix included."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from marienbad.web.app import create_app
from marienbad.web.server import configured
from marienbad.web.settings import Settings


@contextmanager
def asking(folder: Path, peer: str = "127.0.0.1", **settings: Any) -> Iterator[TestClient]:
    """A client of a server without a socket; its connections come from this address."""
    chosen = Settings(f"sqlite:///{folder / 'matches.db'}", **settings)
    config = configured(create_app(chosen), chosen)
    config.load()
    with TestClient(config.loaded_app, client=(peer, 1)) as client:
        yield client
