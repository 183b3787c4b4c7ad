"""Files that are no certificates, and the command that checks a file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from marienbad import checker
from marienbad.checker import Unreadable, check
from marienbad.cli import main
from tests.checker.support import changed, drop_start, text_of

# Files that are no certificates


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "json"),
        ("{", "json"),
        ("[" * 10**6, "nesting"),
        ('{"a":' * 10**5 + "1" + "}" * 10**5, "nesting"),
        ("[]", "field"),
        ('{"format": 1}', "format"),
        ('{"format": "a", "format": "b"}', "twice"),
        ('{"format": ' + "9" * 5000 + "}", "number"),
        ('{"format": 1e400}', "number"),
        ('{"format": NaN}', "number"),
        (" " * (checker.LONGEST + 1), "length"),
    ],
)
def test_what_is_no_certificate_is_unreadable(text: str, key: str) -> None:
    with pytest.raises(Unreadable) as caught:
        check(text)
    assert caught.value.key == key


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.pop("cover"),
        lambda d: d.pop("positions"),
        lambda d: d.__setitem__("heaps", 5),
        lambda d: d.__setitem__("heaps", 1),
        lambda d: d.__setitem__("heaps", True),
        lambda d: d.__setitem__("game", []),
        lambda d: d.__setitem__("takes", []),
        lambda d: d["takes"][0].__setitem__("amounts", []),
        lambda d: d["takes"][0].__setitem__("amounts", ["x"]),
        lambda d: d["takes"][0].__setitem__("amounts", [0]),
        lambda d: d["takes"][0].__setitem__("amounts", ["n", "n", "n"]),
        lambda d: d["takes"][1].__setitem__("places", [0, 0]),
        lambda d: d["takes"][1].__setitem__("places", [0, 2]),
        lambda d: d["takes"][0].__setitem__("places", [1, 1]),
        lambda d: d["takes"][0].__setitem__("where", [{"form": {"m": 1}, "low": 1, "high": None}]),
        lambda d: d["takes"][0].__setitem__("where", [{"form": {"n": 200}, "low": 1, "high": 2}]),
        lambda d: d["takes"][0].__setitem__(
            "where", [{"form": {"n": 1}, "modulus": 0, "residue": 0}]
        ),
        lambda d: d["positions"].__setitem__("start", 8),
        lambda d: d["positions"].__setitem__("accepting", [0]),
        lambda d: d["positions"]["table"].append([0, 0, 0, 9]),
        lambda d: d["positions"]["table"].append([0, 0, 0]),
        lambda d: d["positions"]["table"][0].__setitem__(0, 1),
        lambda d: d["positions"]["table"][1].__setitem__(0, -1),
        lambda d: d["positions"]["table"][1].__setitem__(0, 1.0),
        lambda d: d["cover"]["sets"].pop(),
        lambda d: d["cover"]["sets"][0].append(0),
        lambda d: d["numeration"].__setitem__("language", [[0] * 65]),
    ],
)
def test_a_malformed_certificate_is_unreadable(change: Callable[[Any], object]) -> None:
    with pytest.raises(Unreadable):
        check(changed("wythoff", change))


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


def test_a_file_that_is_missing_or_no_text(tmp_path: Path) -> None:
    assert main(["check", str(tmp_path / "missing.json")]) == 2
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    assert main(["check", str(tmp_path / "bytes.json")]) == 2
