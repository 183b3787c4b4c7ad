"""Help, version and language of the command line; completion in a shell."""

import gettext
import os
import re
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest

from marienbad import __version__
from marienbad.cli import COMMANDS, main
from marienbad.cli.arguments import chosen_language
from marienbad.text.catalogue import template
from tests.cli.pipes import LANGUAGES, process
from tests.support import PATIENCE

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
def test_the_examples_of_the_help_run(
    example: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("marienbad.cli.verify.EXAMPLES", ("nim", "wythoff"))  # without names: all
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
    with ExitStack() as stack:
        process = stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-m", "marienbad"],
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
            )
        )
        stack.callback(process.kill)  # whatever fails
        assert process.stdout is not None
        said = process.stdout.readline()
        address = re.search(r"http://localhost:[0-9]+/", said)
        assert address is not None, said
        with urlopen(f"{address[0]}api/health", timeout=PATIENCE) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) in (0, 130)
    assert list(tmp_path.rglob("*.sqlite*")) or list(tmp_path.rglob("*.db*"))


def test_interrupted_while_it_is_loaded_it_ends_without_a_traceback() -> None:
    """The import of the command line is where Ctrl-C comes."""
    interrupted = (
        "import builtins, sys; from marienbad.__main__ import main\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'marienbad.cli': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Finder())\n"
        "sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", interrupted], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (130, b"")


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


@pytest.mark.slow
def test_the_bash_completion_is_valid(tmp_path: Path) -> None:
    script = tmp_path / "marienbad"
    script.write_text(process("completion", "bash", "--lang", "fr").stdout, "utf-8")
    subprocess.run(["bash", "-n", str(script)], check=True, timeout=PATIENCE)
