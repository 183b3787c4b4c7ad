"""The work that a file may cause, and the command that checks a file."""

import gzip
from pathlib import Path
from typing import Any

import pytest

from marienbad import checker
from marienbad.checker import Unreadable, check, read
from marienbad.cli import main
from marienbad.text.catalogue import entries
from tests.checker import hostile
from tests.checker.support import LONGEST, changed, drop_start, put, text_of


def test_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MOST_STEPS", 10**6)

    def far(data: dict[str, Any]) -> None:
        data["takes"][0]["where"] = [{"form": {"n": 1}, "modulus": 10**6 - 1, "residue": 0}]

    with pytest.raises(Unreadable) as caught:
        check(changed("wythoff", far))
    assert caught.value.key == "work"


# The command


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "take"), [("en", "take n, n from two"), ("fr", "prendre n, n dans deux")]
)
def test_the_command_accepts_rejects_and_complains(
    lang: str, take: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def status(text: str) -> int:
        path = tmp_path / "certificate.json"
        path.write_text(text, "utf-8")
        return main(["--lang", lang, "check", str(path)])

    assert status(text_of("wythoff")) == 0
    assert "1, 2, 3, 5, 8" in " ".join(capsys.readouterr().out.split())
    assert status(changed("wythoff", drop_start)) == 1
    assert "(0, 0)" in capsys.readouterr().out
    other = changed("wythoff", lambda data: data.__setitem__("game", "nim"))
    assert status(other) == 1
    assert "nim" in capsys.readouterr().out
    assert status(changed("wythoff", lambda data: data.__setitem__("game", "unheard-of"))) == 0
    assert take in capsys.readouterr().out
    assert status("[" * 10**5) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "certificate.json" in captured.err.replace("\n", "")


def test_a_file_may_be_compressed(tmp_path: Path) -> None:
    text = text_of("wythoff")
    path = tmp_path / "proof.json.gz"
    assert main(["prove", "wythoff", "--out", str(path)]) == 0
    assert gzip.decompress(path.read_bytes()).decode() == read(str(path)) == text
    assert main(["check", str(path)]) == 0


@pytest.mark.slow
def test_a_compressed_file_has_one_member_that_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "proof.json.gz"

    def key() -> str:
        try:
            return "" if read(str(path)) == text_of("wythoff") else "another text"
        except Unreadable as problem:
            return problem.key

    for case in hostile.compressed():
        path.write_bytes(case.content)
        assert (case.name, key()) == (case.name, case.key)
        assert main(["check", str(path)]) == case.status


def test_a_damaged_file_is_called_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proof.json.gz"
    path.write_bytes(gzip.compress(text_of("nim").encode())[:-20])
    assert main(["check", str(path)]) == 2
    assert "the compressed file is damaged" in " ".join(capsys.readouterr().err.split())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ("more than 50,331,648 characters", "from \u22121,000,000 to 1,000,000 was")),
        ("fr", ("plus de 50\u202f331\u202f648 caractères", "de \u22121\u202f000\u202f000 à 1")),
    ],
)
def test_large_numbers_are_told_in_groups(
    lang: str, told: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proof.json"
    condition = {"form": {"n": 1}, "low": 10**7, "high": None}
    far = changed("wythoff", put("takes", 0, "where", [condition]))
    for text, sentence in zip((" " * (LONGEST + 1), far), told, strict=True):
        path.write_text(text, "utf-8")
        assert main(["--lang", lang, "check", str(path)]) == 2
        assert sentence in capsys.readouterr().err.replace("\n", " ")


def test_moves_and_digest_are_told_as_elsewhere_in_french(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proof.json"
    path.write_text(text_of("wythoff"), "utf-8")
    assert main(["--lang", "fr", "check", str(path)]) == 0
    said = capsys.readouterr().out.replace("\n", " ")
    assert "prendre n dans un\u202f; prendre n, n dans deux. Qui" in said
    assert "SHA-256 de l’affirmation\u202f:" in said
    assert entries("checking", "fr")["checking.digest"] == "SHA-256 de l’affirmation"


def test_a_file_that_is_missing_or_no_text(tmp_path: Path) -> None:
    assert main(["check", str(tmp_path / "missing.json")]) == 2
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    assert main(["check", str(tmp_path / "bytes.json")]) == 2
