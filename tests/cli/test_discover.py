"""The command ``discover``."""

import os
import pty
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from marienbad.cli import main
from tests.cli.pipes import process
from tests.prover.discovery.support import UNKNOWN
from tests.support import PATIENCE

pytestmark = pytest.mark.slow


def test_what_was_proved_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "proof.json"
    assert main(["discover", "wythoff:b=2,misere", "--out", str(path), "--lang", "fr"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out.startswith("Trouvé, et démontré pour deux tas de toute taille.")
    assert '"wythoff:b=2,misere"' in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("wythoff", "--out", "no/proof.json"), "There is no folder “no” to write into."),
        (("wythoff", "--memory", "1"), "“1” is not a whole number from 256 to"),
        (
            ("rules:heaps 2; take n from one; take c, d from two; block 2",),
            "where options may be forbidden, expected two heaps and takes along few lines",
        ),
    ],
)
def test_what_cannot_be_done_is_said_before_the_search(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["discover", *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert sentence in " ".join(said.err.split())


def test_a_bound_that_is_too_low_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def discover(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("marienbad.prover.discovery.search.discover", discover)
    assert main(["discover", "wythoff", "--memory", "65536"]) == 2
    sentence = "65,536 mebibytes are not enough: expected more with --memory."
    assert sentence in capsys.readouterr().err


def test_a_full_disk_is_told_of_by_the_name_of_the_file() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    done = process("prove", "nim", "--out", "/dev/full")
    assert done.returncode == 2
    assert "“/dev/full”" in done.stderr


def test_what_was_not_found_is_said() -> None:
    done = process("discover", UNKNOWN, "--size", "300")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("No strategy was found")


def test_interrupted_it_tells_what_it_had() -> None:
    screen, terminal = pty.openpty()  # only a terminal is told how far the search is
    termios.tcsetwinsize(terminal, (24, 80))
    searching = subprocess.Popen(
        [sys.executable, "-m", "marienbad", "discover", UNKNOWN, "--seconds", "1000000"],
        stdout=subprocess.PIPE,
        stderr=terminal,
        encoding="utf-8",
    )
    os.close(terminal)
    errors = ""
    while "24,576" not in errors:  # the size of the third box
        errors += os.read(screen, 4096).decode("utf-8", "replace")
    searching.send_signal(signal.SIGINT)
    output, _ = searching.communicate(timeout=PATIENCE)
    os.close(screen)
    assert searching.returncode == 130
    assert "Traceback" not in errors + output
    assert "Interrupted" in output
