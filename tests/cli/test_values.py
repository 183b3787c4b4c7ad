"""The option ``--value`` of ``prove`` and ``discover``, and what ``check`` says of it."""

import json
from pathlib import Path

import pytest

from marienbad.cli import main
from tests.checker.value_forgeries import changed_value

Capture = pytest.CaptureFixture[str]


def words(capsys: Capture) -> str:
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("lang", "proved", "checked"),
    [
        ("en", "exactly the positions of Grundy value 1 of wythoff", "value 1, by their total"),
        (
            "fr",
            "exactement les positions de valeur de Grundy 1 du jeu wythoff",
            "valeur de Grundy 1",
        ),
    ],
)
def test_a_value_is_proved_and_checked(
    lang: str, proved: str, checked: str, tmp_path: Path, capsys: Capture
) -> None:
    """Quickly, since the automaton is kept."""
    path = str(tmp_path / "proof.json")
    assert main(["prove", "wythoff", "--value", "1", "--out", path, "--lang", lang]) == 0
    assert proved in words(capsys)
    assert main(["check", path, "--lang", lang]) == 0
    told = words(capsys)
    assert checked in told
    assert "(3, 6)" in told


def test_a_proof_of_a_value_as_json(capsys: Capture) -> None:
    assert main(["prove", "nim", "--value", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["value"], found["proved"], found["states"]) == ("nim", 2, True, 4)


@pytest.mark.slow
def test_what_is_discovered_is_written(tmp_path: Path, capsys: Capture) -> None:
    path = str(tmp_path / "found.json")
    assert main(["discover", "nimhoff:h=3", "--value", "1", "--out", path]) == 0
    assert "The positions of Grundy value 1 are (0, 1), (2, 2), (3, 4)," in words(capsys)
    assert main(["check", path]) == 0


def test_what_is_rejected_is_explained(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "wrong.json"

    def empty(data: dict[str, list[dict[str, dict[str, object]]]]) -> None:
        data["levels"][1]["positions"]["accepting"] = []

    path.write_text(changed_value("nim", 1, empty), "utf-8")
    assert main(["check", str(path)]) == 1
    assert "The smallest error: (0, 1) has the Grundy value 1, and the automaton" in words(capsys)

    def same(data: dict[str, list[object]]) -> None:
        data["levels"][1] = data["levels"][0]

    path.write_text(changed_value("nim", 1, same), "utf-8")
    assert main(["check", str(path)]) == 1
    assert "(0, 0) is accepted for two different values" in words(capsys)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["prove", "marienbad", "--value", "1"], "normal play"),
        (["prove", "wythoff:b=12", "--value", "1"], "discover with --value 1"),
        (["prove", "nim", "--value", "10"], "from 0 to 9"),
        (["prove", "--theorems", "--value", "1"], "no --value"),
        (["discover", "wythoff:misere", "--value", "1"], "normal play"),
    ],
)
def test_what_cannot_be_asked_is_said(arguments: list[str], problem: str, capsys: Capture) -> None:
    try:
        status = main(arguments)
    except SystemExit as ended:  # what argparse refuses
        status = int(str(ended.code))
    assert status == 2
    assert problem in capsys.readouterr().err
