"""``marienbad check --verified``, in both languages, and what it does without the program."""

from pathlib import Path

import pytest

from marienbad.cli import main
from marienbad.prover.certificates import verified
from tests.checker.support import changed, drop_start, put, text_of
from tests.proofs.support import program
from tests.support import PATIENCE

ACCEPTS = {
    "en": "is proved in Coq accepts this file. Accepted: for heaps of every size",
    "fr": "prouvé en Coq accepte ce fichier. Accepté : quelle que soit la taille",
}
REJECTS = {
    "en": "is proved in Coq rejects this file. Rejected: the automaton refuses (0, 0)",
    "fr": "prouvé en Coq refuse ce fichier. Refusé : l’automate refuse (0, 0)",
}
RULES = "rules:heaps 2; take n from one; take n, n from two"


def shown(path: Path, text: str, lang: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    path.write_text(text, "utf-8")
    status = main(["--lang", lang, "check", "--verified", str(path)])
    captured = capsys.readouterr()
    return status, " ".join((captured.out + captured.err).split())


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_answer_names_the_checker_and_shows_the_statement(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program()
    path = tmp_path / "certificate.json"
    status, text = shown(path, text_of("wythoff"), lang, capsys)
    assert (status, ACCEPTS[lang] in text, "d203772c71a0ba91" in text) == (0, True, True), text
    status, text = shown(path, changed("wythoff", drop_start), lang, capsys)
    assert (status, REJECTS[lang] in text) == (1, True), text
    status, text = shown(path, "[" * 1000, lang, capsys)
    assert (status, "certificate.json" in text) == (2, True), text


def test_a_text_of_rules_must_be_that_of_the_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program()
    path = tmp_path / "certificate.json"
    assert shown(path, changed("wythoff", put("game", RULES)), "en", capsys)[0] == 0
    status, text = shown(
        path, changed("wythoff", put("game", f"{RULES} where n > 1")), "en", capsys
    )
    assert (status, "not those of a game of that name" in text) == (1, True), text


@pytest.mark.slow
def test_several_files_are_told_of_in_their_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program()
    names = []
    for name, text in (("right", text_of("nim")), ("wrong", changed("nim", drop_start))):
        path = tmp_path / f"{name}.json"
        path.write_text(text, "utf-8")
        names.append(str(path))
    assert main(["check", "--verified", *names]) == 1
    out = " ".join(capsys.readouterr().out.split())
    order = ("right.json", "accepts this file", "wrong.json", "rejects this file")
    assert sorted(order, key=out.index) == list(order)


@pytest.mark.parametrize(("lang", "words"), [("en", "make proofs"), ("fr", "make proofs")])
def test_without_the_program_it_is_said_how_to_build_it(
    lang: str,
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(verified, "PROGRAM", "marienbad-nowhere")
    status, text = shown(tmp_path / "certificate.json", text_of("nim"), lang, capsys)
    assert (status, words in text) == (2, True), text


@pytest.mark.parametrize(
    ("script", "seconds", "word"),
    [
        ("exit 3", PATIENCE, "without an answer"),
        ("echo nonsense", PATIENCE, "without an answer"),
        ("kill -STOP $$", 1, "after 1 second"),
        ("echo certificate.json: accepted; echo '  heaps: 3 (x, y, z)'", PATIENCE, "heaps: 3"),
    ],
)
def test_a_program_that_answers_otherwise_is_not_believed(
    script: str,
    seconds: int,
    word: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A program of that name which ends in another way, never, or speaks of another file."""
    path = tmp_path / "marienbad-other"
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    monkeypatch.setattr(verified, "PROGRAM", path.name)
    monkeypatch.setattr(verified, "MOST_SECONDS", seconds)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    status, text = shown(tmp_path / "certificate.json", text_of("nim"), "en", capsys)
    assert (status, word in text) == (2, True), text
