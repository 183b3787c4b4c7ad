"""The program that is proved, and what it says of files."""

import subprocess
from pathlib import Path

import pytest

from marienbad.prover.certificates import verified
from tests.support import PATIENCE


def program() -> str:
    """Where it is; without it a test is skipped, and says why."""
    found = verified.program()
    if found is None:
        pytest.skip(f"{verified.PROGRAM} is not built: make proofs builds it where there is Coq")
    return found


def said(folder: Path, *names: str) -> tuple[int, str]:
    """What the program ends with and prints of files in a folder."""
    process = subprocess.run(
        [program(), *names],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert process.stderr == ""
    assert process.stdout.isascii()
    return process.returncode, process.stdout
