"""A password of the database is shown nowhere: not in a complaint, not in the log."""

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from marienbad.cli import main
from marienbad.web.matches.engine import passwords_of
from marienbad.web.server import JsonLines

SECRET = "s3cret@home"
QUOTED = "s3cret%40home"


@pytest.fixture
def log() -> Iterator[None]:
    """A server sets up the log of its process; afterwards it is as it was."""
    logs = [logging.getLogger(name) for name in ("marienbad.web", "uvicorn")]
    before = [(log.handlers, log.propagate, log.level) for log in logs]
    yield
    for log, kept in zip(logs, before, strict=True):
        log.handlers, log.propagate, log.level = kept


@pytest.mark.usefixtures("log")
@pytest.mark.parametrize(
    "arguments",
    [
        ["--database", f"mysql://user:{QUOTED}@host/name"],
        ["--database", f"mysql://user:{SECRET}@host/name"],
        ["--database", f"nonsense://user:{SECRET}@"],
        ["--database", f"postgresql://user:{SECRET}"],
        ["--database", f"postgresql://user:{QUOTED}@/x?host={{folder}}"],
        ["--database", f"postgresql://user@/x?host={{folder}}&password={SECRET}"],
        [f"postgresql://user:{SECRET}@host/name"],
        ["--databse", f"postgresql://user:{SECRET}@host/name"],
    ],
)
def test_no_complaint_echoes_it(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [argument.format(folder=tmp_path) for argument in arguments]
    assert main(["--lang", "en", "serve", "--port", "0", *given]) == 2
    out, complaint = capsys.readouterr()
    assert complaint
    assert "s3cret" not in out + complaint


@pytest.mark.parametrize("where", [f":{QUOTED}@host/name", f"@host/name?password={QUOTED}"])
def test_no_line_of_the_log_echoes_it(where: str) -> None:
    """What a driver says may quote how it was asked to connect, in any form."""
    formatter = JsonLines(passwords_of(f"postgresql://user{where}"))
    for quoted in (SECRET, QUOTED, f"password={SECRET}", f"postgresql://user:{QUOTED}@host"):
        try:
            raise OSError(quoted)
        except OSError:
            failure = sys.exc_info()
        record = logging.LogRecord("x", logging.ERROR, "", 0, f"failed: {quoted}", (), failure)
        record.facts = {"reason": quoted}
        assert "s3cret" not in formatter.format(record)
