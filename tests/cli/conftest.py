"""A terminal of eighty columns that speaks English, for every test of the command line."""

import io

import pytest

from tests.cli.pipes import Typist


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typist:
    def type_in(text: str | bytes) -> None:
        data = text.encode() if isinstance(text, str) else text
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))

    return type_in
