"""The command line: every command in both languages, its errors, its exit statuses."""

import gettext
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest

from marienbad import __version__
from marienbad.cli import COMMANDS, complaint, main
from marienbad.cli.arguments import chosen_language
from marienbad.games.catalogue import define
from marienbad.registry import theories_of
from marienbad.text.catalogue import template
from marienbad.text.plain import Plain
from tests.support import PATIENCE

LANGUAGES = ("en", "fr")
Typist = Callable[[str | bytes], None]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typist:
    def type_in(text: str | bytes) -> None:
        data = text.encode() if isinstance(text, str) else text
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))

    return type_in


def process(*words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "marienbad", *words],
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
        env=os.environ | environment,
    )


# Help, version, language


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_help_lists_every_command_with_examples(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", lang, "--help"]) == 0
    help_text = capsys.readouterr().out
    for command in COMMANDS:
        assert re.search(rf"^    {command} +\S", help_text, re.MULTILINE)
    assert "  marienbad analyse marienbad 1,3,5,7" in help_text
    assert all(len(line) <= 80 for line in help_text.splitlines())


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_speaks_both_languages(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--help", "--lang", "en"]) == 0
    english = capsys.readouterr().out
    assert main([command, "--help", "--lang", "fr"]) == 0
    french = capsys.readouterr().out
    assert english.startswith(f"usage: marienbad {command}")
    assert french.startswith(f"usage\u202f: marienbad {command}")
    assert "show this help" in english
    assert "afficher cette aide" in french
    assert template(f"cli.summary.{command}", "fr")


def examples(lang: str) -> list[str]:
    found = []
    for command in ("analyse", "verify"):
        text = template(f"cli.{command}.examples", lang)
        found += re.findall(r"^  marienbad (.*)$", text, re.MULTILINE)
    return [example for example in found if "--all" not in example and "<" not in example]


@pytest.mark.slow
@pytest.mark.parametrize("example", examples("en"))
def test_the_examples_of_the_help_run(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert example in "\n".join(examples("fr"))
    quickly = ["--bound", "6", "--random", "4"] if example.startswith("verify") else []
    assert main([*example.split(), *quickly]) == 0
    assert capsys.readouterr().out


@pytest.mark.slow
def test_without_a_command_the_page_is_served(tmp_path: Path) -> None:
    environment = os.environ | {
        "XDG_DATA_HOME": str(tmp_path),
        "BROWSER": "true",
        "LC_ALL": "C.UTF-8",
    }
    with subprocess.Popen(
        [sys.executable, "-m", "marienbad"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        address = re.search(r"http://localhost:[0-9]+/", said)
        assert address is not None, said
        with urlopen(f"{address[0]}api/health", timeout=PATIENCE) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) in (0, 130)
    assert list(tmp_path.rglob("*.sqlite*")) or list(tmp_path.rglob("*.db*"))


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"marienbad {__version__}\n"


@pytest.mark.parametrize(
    ("words", "environment", "lang"),
    [
        ([], {}, "en"),
        ([], {"LANG": "fr_BE.UTF-8"}, "fr"),
        (["--lang", "en"], {"LANG": "fr_BE.UTF-8"}, "en"),
        (["analyse", "--lang=fr"], {}, "fr"),
        (["--lang", "en", "--lang", "fr"], {}, "fr"),
        (["--lang"], {}, "en"),
    ],
)
def test_which_language(words: list[str], environment: dict[str, str], lang: str) -> None:
    assert chosen_language(words, environment) == lang


@pytest.mark.parametrize("place", [0, 1, 3])
def test_the_language_stands_before_or_after_the_command(
    place: int, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["analyse", "nim", "1,2,4"]
    words[place:place] = ["--lang", "fr"]
    assert main(words) == 0
    assert "prenez" in capsys.readouterr().out


def test_argparse_speaks_the_language_only_while_words_are_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "es")
    domain = gettext.textdomain()
    for lang, missing in (("fr", "Il manque"), ("en", "are missing")):
        assert main(["analyse", "--lang", lang]) == 2
        assert missing in capsys.readouterr().err
    assert (gettext.textdomain(), os.environ["LANGUAGE"]) == (domain, "es")


# Analysis


def test_an_analysis_in_english(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "wythoff:a=2", "26,66", "--lang", "en"]) == 0
    text = capsys.readouterr().out
    assert "(26, 66) is a position not to leave" in text
    assert "1 winning move:\n  take 2 tokens from heap 2, leaving (26, 64)\n" in text
    assert "Method: recurrence. Authority: a theorem (Wythoff 1907;" in text
    assert text.startswith(f"{define_title('wythoff:a=2', 'en')}\n")


def define_title(game: str, lang: str) -> str:
    from marienbad import game as game_named

    return game_named(game).title(lang)


def test_an_analysis_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "marienbad", "1,3,5,6", "--lang", "fr"]) == 0
    text = capsys.readouterr().out
    moves = text.partition("3 coups gagnants\u202f:\n")[2].splitlines()[:3]
    assert moves[0] == "  prenez 1 allumette dans la rangée 1, pour laisser (0, 3, 5, 6)"
    assert all(move.startswith("  prenez 1 allumette") for move in moves)
    assert "Méthode\u202f: sommes binaires. Autorité\u202f: un théorème" in text


@pytest.mark.parametrize("game", ["nim", "marienbad", "wythoff", "wythoff:b=2,misere"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_theory_and_authority_has_a_name(game: str, lang: str) -> None:
    for theory in theories_of(define(game)).values():
        assert Plain(lang).line(theory.game.family.theory_title(theory.name))
        assert template(f"cli.authority.{theory.authority}", lang)


def test_all_theories_one_after_another(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "wythoff", "27,43", "--theory", "all"]) == 0
    assert capsys.readouterr().out.count("Method: ") == 5
    assert main(["analyse", "wythoff", "27,43", "--theory", "all", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    expected = ["recurrence", "algebra", "arithmetic", "automaton", "table"]
    assert [one["theory"] for one in found] == expected
    assert len({json.dumps(one["winning_moves"]) for one in found}) == 1


@pytest.mark.parametrize(
    ("game", "heaps", "sentence"),
    [
        ("wythoff:a=2", "26,66", "take 2 tokens from heap 2"),
        ("wythoff", "1,2", "A good try all the same: take 1 token from heap 2."),
        ("nim", "0,0", "The game is over"),
    ],
)
def test_what_to_play_is_said_once(
    capsys: pytest.CaptureFixture[str], game: str, heaps: str, sentence: str
) -> None:
    assert main(["analyse", game, heaps, "--theory", "all", "--lang", "en"]) == 0
    summary, _, reasons = capsys.readouterr().out.partition("\n\nMethod: ")
    assert summary.count(sentence) == 1
    assert sentence not in reasons


def test_of_all_theories_those_that_reach_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "wythoff", "1000000,2000000", "--theory", "all", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["theory"] for one in found] == ["algebra", "arithmetic", "automaton"]


def test_the_object_of_the_json_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "wythoff:a=2", "26,66", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    steps = found.pop("explanation")
    assert found == {
        "game": "wythoff:a=2",
        "position": [26, 66],
        "outcome": "N",
        "theory": "recurrence",
        "authority": "theorem",
        "winning_moves": [{"take": [0, 2], "leave": [26, 64]}],
    }
    assert all(isinstance(step["key"], str) and isinstance(step["text"], str) for step in steps)


def test_json_keeps_large_integers_as_strings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "nim", f"{2**53 - 1},{2**53}", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["position"] == [2**53 - 1, str(2**53)]
    assert found["winning_moves"] == [{"take": [0, 1], "leave": [2**53 - 1] * 2}]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hypertext_and_latex(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["analyse", "wythoff", "27,43", "--theory", "algebra", "--lang", lang, "--format"]
    assert main([*words, "html"]) == 0
    assert f'<section class="explanation" lang="{lang}">' in capsys.readouterr().out
    assert main([*words, "latex"]) == 0
    assert r"\lfloor" in capsys.readouterr().out


def test_a_position_without_heaps(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "nim", "", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["outcome"] == "P"


def test_very_many_winning_moves_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "nim", ",".join(["1"] * 101)]) == 0
    text = capsys.readouterr().out
    assert "101 winning moves:\n" in text
    assert "  and 37 winning moves more" in text


def test_heaps_from_standard_input(typed: Typist, capsys: pytest.CaptureFixture[str]) -> None:
    typed("26, 66\n")
    assert main(["analyse", "wythoff:a=2", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["position"] == [26, 66]


def test_heaps_of_a_hundred_thousand_digits_are_exact(
    typed: Typist,
    capsys: pytest.CaptureFixture[str],
) -> None:
    chance = random.Random(1961)
    digits = "7" + "".join(chance.choices("0123456789", k=99_999))
    typed(f"{digits},{digits}")
    assert main(["analyse", "nim", "-", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["outcome"] == "P"
    assert found["position"] == [digits, digits]
    typed(f"{digits},0")
    assert main(["analyse", "wythoff", "-", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"take": [digits, 0], "leave": [0, 0]} in found["winning_moves"]


# Errors


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
    (["analyse", "wythoff", ""], "()"),
    (["analyse", "wythoff", "1,2", "--theory", "magic"], "magic"),
    (["analyse", "wythoff", "200000,300000", "--theory", "recurrence"], "200000"),
    (["analyse", "nim", "9999999,9999999", "--theory", "table"], "9999999"),
    (["analyse", "wythoff", "1" * 5000 + "x,2"], "111"),
    (["analyse", "nim", "1", "--format", "pdf"], "pdf"),
    (["analyse", "nim", "1", "--json", "--format", "html"], "--json"),
    (["analyse", "nim"], ""),
    (["analyse", "nim", "1", "--magic"], "--magic"),
    (["--lang", "de", "analyse", "nim", "1"], "de"),
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
    (["play", "wythoff", "--level", "machine-004"], "wythoff"),
    (["watch", "--first", "human"], "human"),
    (["watch", "marienbad", "--second", "machine-004"], "marienbad"),
    (["watch", "--games", "0"], "0"),
    (["watch", "--seed", "x"], "x"),
    (["watch", "--games", "2", "--out", "match.txt"], "--out"),
    (["review"], ""),
]


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


# Completion, verification


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_completion_knows_commands_and_options(
    shell: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell, "--lang", lang]) == 0
    script = capsys.readouterr().out
    for word in (*COMMANDS, "theory", "bound", "lang"):
        assert word in script


def test_the_bash_completion_is_valid(tmp_path: Path) -> None:
    script = tmp_path / "marienbad"
    script.write_text(process("completion", "bash", "--lang", "fr").stdout, "utf-8")
    subprocess.run(["bash", "-n", str(script)], check=True, timeout=PATIENCE)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_verification_ends_with_a_table(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["verify", "wythoff:a=2", "nim", "--bound", "6", "--random", "4", "--lang", lang]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[2:4]] == ["wythoff:a=2", "nim"]
    assert {"en": "Everything agrees", "fr": "Tout concorde"}[lang] in lines[-1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_disagreement_is_shown_and_is_the_exit_status(
    lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("marienbad.theories.nim.binary.nim_sum", lambda *heaps: sum(heaps) % 2)
    assert main(["verify", "nim", "--bound", "3", "--random", "0", "--lang", lang]) == 1
    text = capsys.readouterr().out
    assert "binary" in text.splitlines()[-2]
    assert {"en": "Disagreement in nim at (", "fr": "Désaccord dans nim en ("}[lang] in text


def test_rules_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "rules.txt"
    rules.write_bytes(b"\xef\xbb\xbfheaps 2\r\n\ttake n from one # Nim\r\n")  # as some editors save
    assert main(["analyse", f"@{rules}", "3,3", "--json"]) == 0
    assert '"game": "rules:heaps 2; take n from one"' in capsys.readouterr().out
    rules.write_bytes(bytes(range(256)))
    for wrong in (rules, tmp_path, tmp_path / "missing"):
        assert main(["analyse", f"@{wrong}", "3,3"]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
