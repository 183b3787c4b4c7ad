"""The command `analyse` in both languages, its forms, the largest heaps."""

import json
import random
import re
from pathlib import Path

import pytest

from marienbad import game as game_named
from marienbad.cli import main
from marienbad.games.catalogue import FAMILIES, define
from marienbad.registry import OF_EVERY_FAMILY, theories_of
from marienbad.text.catalogue import template
from marienbad.text.plain import Plain
from tests.cli.pipes import LANGUAGES, Typist

# Analysis


def test_an_analysis_in_english(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "wythoff:a=2", "26,66", "--lang", "en"]) == 0
    text = capsys.readouterr().out
    assert "(26, 66) is a position not to leave" in text
    assert "1 winning move:\n  take 2 tokens from heap 2, leaving (26, 64)\n" in text
    assert "Method: recurrence. Authority: a theorem (Fraenkel 1982;" in text
    assert text.startswith(f"{define_title('wythoff:a=2', 'en')}\n")


def test_a_lost_position_is_said_in_the_sentence_of_its_explanation(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["analyse", "wythoff", "3,5", "--lang", "en"]) == 0
    (opening,) = game_named("wythoff").analyse((3, 5)).explanation.opening
    assert Plain("en").line(opening) in " ".join(capsys.readouterr().out.split())


def define_title(game: str, lang: str) -> str:
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


def test_every_theory_stands_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "--help"]) == 0
    told = capsys.readouterr().out
    families = (name for family in FAMILIES for name in family.theories)
    assert all(name in told for name in (*families, *OF_EVERY_FAMILY))


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


def test_a_text_without_heaps_is_no_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "nim", "", "--json"]) == 2
    assert "expected numbers separated by commas" in capsys.readouterr().err


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


# Completion, verification


def test_rules_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "rules.txt"
    rules.write_bytes(b"\xef\xbb\xbfheaps 2\r\n\ttake n from one # Nim\r\n")  # as some editors save
    assert main(["analyse", f"@{rules}", "3,3", "--json"]) == 0
    assert '"game": "rules:heaps 2; take n from one"' in capsys.readouterr().out
    rules.write_bytes(bytes(range(256)))
    for wrong in (rules, tmp_path, tmp_path / "missing"):
        assert main(["analyse", f"@{wrong}", "3,3"]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("width", ["60", "80"])
def test_positions_are_not_broken_into_lines(
    width: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    assert main(["analyse", "wythoff:a=2", "26,49", "--lang", "fr"]) == 0
    assert not re.search(r"\(\d+,\n", capsys.readouterr().out)
