"""The command `verify`."""

import pytest

from marienbad.cli import main
from tests.cli.pipes import LANGUAGES
from tests.study.test_verification import break_nim_sum


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_verification_ends_with_a_table(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["verify", "wythoff:a=2", "nim", "--bound", "6", "--random", "4", "--lang", lang]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    games = [line.split()[0] for line in lines[2:-2] if line[2] != " "]
    assert games == ["wythoff:a=2", "nim"]
    assert {"en": "Everything agrees", "fr": "Tout concorde"}[lang] in lines[-1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_disagreement_is_shown_and_is_the_exit_status(
    lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    break_nim_sum(monkeypatch)
    assert main(["verify", "nim", "--bound", "3", "--random", "0", "--lang", lang]) == 1
    text = capsys.readouterr().out
    assert "binary" in text.splitlines()[-2]
    assert {"en": "Disagreement in nim at (", "fr": "Désaccord dans nim en ("}[lang] in text


def test_a_game_without_theories_leaves_nothing_to_verify(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rules = "rules:heaps 2; take n from x where n <= 3"
    assert main(["verify", rules, "--bound", "3", "--lang", "en"]) == 0
    assert capsys.readouterr().out.endswith("Nothing was verified: there is no theory.\n")
