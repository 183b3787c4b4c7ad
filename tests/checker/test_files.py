"""The work that a file may cause, and the command that checks a file."""

import gzip
from pathlib import Path
from typing import Any

import pytest

from marienbad import checker
from marienbad.checker import Unreadable, check, read
from marienbad.cli import main
from tests.checker.support import LONGEST, changed, drop_start, text_of


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
    whole = gzip.compress(text.encode())
    for spoilt in (whole[:-20], whole[:-8] + bytes(8), whole + b"more", whole[:5]):
        path.write_bytes(spoilt)
        with pytest.raises(Unreadable) as caught:
            read(str(path))
        assert caught.value.key == "text"


def test_a_compressed_file_that_grows_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "proof.json.gz"
    path.write_bytes(gzip.compress(b" " * (2 * LONGEST)))
    assert len(read(str(path))) == LONGEST + 1
    assert main(["check", str(path)]) == 2


def test_a_file_that_is_missing_or_no_text(tmp_path: Path) -> None:
    assert main(["check", str(tmp_path / "missing.json")]) == 2
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    assert main(["check", str(tmp_path / "bytes.json")]) == 2
