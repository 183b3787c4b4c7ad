"""What goes wrong is one sentence and an exit status; what is not needed is not loaded."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from marienbad.cli import COMMANDS, complaint, main
from tests.cli.pipes import LANGUAGES, Typist, process
from tests.support import PATIENCE

BAD = [
    (["analyse", "chess", "1,2"], "chess"),
    (["analyse", "wythoff:a=0", "1,2"], "a=0"),
    (["analyse", "wythoff:c=2", "1,2"], "c=2"),
    (["analyse", "nim", "1,x"], "x"),
    (["analyse", "nim", "1,,2"], ""),
    (["analyse", "nim", "-3,5"], "-3"),
    (["analyse", "nim", "3.5"], "3.5"),
    (["analyse", "nim", "²"], "²"),
    (["analyse", "wythoff", "1,2,3"], "(1, 2, 3)"),
    (["analyse", "wythoff", ""], "1,3,5,7"),
    (["play", "nim", "", "--plain"], "1,3,5,7"),
    (["play", "marienbad", "0", "--plain"], "(0)"),
    (["play", "wythoff:b=2", "0,1", "--plain"], "(0, 1)"),
    (["watch", "marienbad", "0,0"], "(0, 0)"),
    (["analyse", "wythoff", "1,2", "--theory", "magic"], "magic"),
    (["analyse", "wythoff", "200000,300000", "--theory", "recurrence"], "200000"),
    (["analyse", "nim", "9999999,9999999", "--theory", "table"], "9999999"),
    (["analyse", "wythoff", "1" * 5000 + "x,2"], "111"),
    (["analyse", "nim", "1", "--format", "pdf"], "pdf"),
    (["analyse", "nim", "1", "--json", "--format", "html"], "--json"),
    (["analyse", "nim"], ""),
    (["analyse", "nim", "1", "--magic"], "--magic"),
    (["--lang", "tlh", "analyse", "nim", "1"], "tlh"),
    (["analyse", "spite", "5,8/9"], "8"),
    (["analyse", "rules:heaps 2; call heap; take n from one", "5,8/3"], "2"),
    (["analyse", "spite", "0,0/9"], "(0, 0)/9"),
    (["table", "lucas", "--kind", "nosuch"], "lucas"),
    (["prove", "kayles"], "kayles"),
    (["sing"], "sing"),
    (["verify", "--bound", "0"], "0"),
    (["verify", "--bound", "-5"], "-5"),
    (["verify", "--bound", "9" * 5000], "999"),
    (["verify", "--random", "many"], "many"),
    (["verify", "checkers"], "checkers"),
    (["completion", "cmd"], "cmd"),
    (["play", "chess"], "chess"),
    (["play", "nim", "1,x"], "x"),
    (["play", "--first", "you"], "you"),
    (["play", "--level", "magic"], "magic"),
    (["play", "--two", "--level", "magic"], "magic"),
    (["play", "--plain=yes"], "yes"),
    (["number", ""], "0"),
    (["number", "5", "--in", ""], "fibonacci"),
    (["chance", "nim", "--size", ""], "1"),
    (["play", "wythoff", "--level", "machine-004"], "wythoff"),
    (["watch", "--first", "human"], "human"),
    (["watch", "marienbad", "--second", "machine-004"], "marienbad"),
    (["watch", "--games", "0"], "0"),
    (["watch", "--seed", "x"], "x"),
    (["play", "--seed", str(2**63 + 1)], str(2**63 + 1)),
    (["watch", "--games", "2", "--out", "match.txt"], "--out"),
    (["review"], ""),
]


# Errors


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("words", "named"), BAD, ids=[" ".join(words)[:40] for words, _ in BAD])
def test_a_mistake_is_one_sentence(
    words: list[str], named: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--lang", lang]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.endswith(".\n")
    assert named in printed.err
    assert len(printed.err) < 400
    assert not re.search(r"'|“”|«\W*»", printed.err)
    marks = {"en": r"expected|see marienbad", "fr": r"attend|voir marienbad"}
    assert re.search(marks[lang], printed.err)


def test_bytes_that_are_no_text(typed: Typist, capsys: pytest.CaptureFixture[str]) -> None:
    typed(b"\xff\xfe,2")
    assert main(["analyse", "nim", "-"]) == 2
    assert "is not a heap" in capsys.readouterr().err


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "problem",
    [
        FileNotFoundError(2, "…", "moves.txt"),
        PermissionError(13, "…", "moves.txt"),
        IsADirectoryError(21, "…", "moves.txt"),
        OSError(28, "No space left on device", "moves.txt"),
    ],
    ids=lambda problem: type(problem).__name__,
)
def test_files_that_cannot_be_used(problem: OSError, lang: str) -> None:
    assert "moves.txt" in complaint(problem, lang)


def test_an_interruption(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("marienbad.cli.analyse.read_position", interrupted)
    assert main(["analyse", "nim", "1", "--lang", "fr"]) == 130
    assert capsys.readouterr().err == "Interrompu.\n"


def test_tasks_left_unfinished_by_an_interruption_are_not_reported() -> None:
    program = """
import atexit, logging, sys
from marienbad import __main__, cli
cli.main = lambda: __main__.INTERRUPTED
atexit.register(logging.getLogger("asyncio").error, "Task was destroyed but it is pending!")
sys.exit(__main__.main())
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (130, "")


def test_a_closed_pipe_is_quiet() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "marienbad", "analyse", "wythoff", "26,66"]
    try:
        done = subprocess.run(
            command, stdout=writer, stderr=subprocess.PIPE, timeout=PATIENCE, check=False
        )
    finally:
        os.close(writer)
    assert done.stderr == b""
    assert done.returncode == 141


@pytest.mark.skipif(os.name != "posix", reason="only a POSIX shell closes streams so")
@pytest.mark.parametrize(
    ("closed", "words", "status"),
    [
        (">&-", ["lesson", "list"], 0),
        (">&-", ["graph", "nim", "1,2"], 0),
        (">&- 2>&-", ["analyse", "nim", "1,x"], 2),
        ("<&-", ["analyse", "nim", "-"], 2),
        ("<&- >&- 2>&-", ["--version"], 0),
    ],
    ids=lambda value: value if type(value) is str else None,
)
def test_closed_streams_are_like_the_null_device(
    closed: str, words: list[str], status: int
) -> None:
    shell = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "marienbad", *words]
    done = subprocess.run(shell, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == (1 if closed == "<&-" else 0)
    assert done.stdout == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_one_sentence() -> None:
    command = [sys.executable, "-m", "marienbad", "analyse", "wythoff", "26,66"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"Standard input or output")


def test_a_terminal_without_accents() -> None:
    done = process("analyse", "nim", "1,2,4", PYTHONIOENCODING="ascii", LC_ALL="fr_FR.UTF-8")
    assert done.returncode == 0
    assert "prenez" in done.stdout


# Start-up


def test_a_question_loads_only_what_its_answer_needs() -> None:
    code = (
        "import sys; from marienbad.cli import main; main(['analyse', 'wythoff', '26,66']);"
        "print(*sys.modules, file=sys.stderr)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    loaded = set(done.stderr.split())
    others = {f"marienbad.cli.{command}" for command in COMMANDS if command != "analyse"}
    heavy = {"asyncio", "gmpy2", "numba", "numpy", "shtab", "tqdm", "json", "shutil", "random"}
    assert "marienbad.cli.analyse" in loaded
    assert not loaded & (others | heavy)
