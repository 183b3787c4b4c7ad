"""The command ``discover``."""

import os
import pty
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from tests.cli.pipes import process
from tests.prover.discovery.support import UNKNOWN
from tests.support import PATIENCE

pytestmark = pytest.mark.slow


def test_what_was_proved_is_written(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    done = process("discover", "wythoff:b=2,misere", "--out", str(path), "--lang", "fr")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Trouvé, et démontré pour deux tas de toute taille.")
    assert '"wythoff:b=2,misere"' in path.read_text("utf-8")


def test_what_was_not_found_is_said() -> None:
    done = process("discover", UNKNOWN, "--size", "300")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("No strategy was found")


def test_interrupted_it_tells_what_it_had() -> None:
    screen, terminal = pty.openpty()  # only a terminal is told how far the search is
    termios.tcsetwinsize(terminal, (24, 80))
    searching = subprocess.Popen(
        [sys.executable, "-m", "marienbad", "discover", UNKNOWN],
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
