"""Whole descriptions, and the command."""

import json
from pathlib import Path

import numpy as np
import pytest

from marienbad.analysis import Game, rules
from marienbad.cli import main
from marienbad.games.catalogue import define
from marienbad.study.describe import Description, describe
from marienbad.study.describe.periods import Period
from marienbad.study.picture import Box
from marienbad.text.plain import Plain
from marienbad.text.sentences import Message, Table
from tests.study.describe.support import found_in


def keys(found: Description) -> list[str]:
    return [block["key"] for block in found.explanation.data("en")]


# Whole descriptions


def test_only_positions_that_analysis_calls_safe_are_listed() -> None:
    game = rules("heaps 1; octal 0.0007; last loses")
    assert game.describe(4).first == ()
    listed = game.describe(7).first
    assert listed
    assert all(game.analyse(position).outcome == "P" for position in listed)


@pytest.mark.slow
def test_wythoff() -> None:
    found = found_in("wythoff", 64, 64, grundy=True)
    assert found.first[:4] == ((0, 0), (1, 2), (3, 5), (4, 7))
    assert found.ends == ((0, 0),)
    assert found.lopsided is None
    assert found.rows is not None
    assert found.rows.count == 1
    facts = found.grundy
    assert facts is not None
    assert not facts.repeats
    assert facts.periods[:3] == ((0, Period(0, 1, 1)), (1, Period(0, 3, 3)), (2, Period(0, 3, 3)))
    assert "describe.grundy.distinct" in keys(found)
    assert found.data("fr")["beams"][0]["guess"] == "(1 + √5)/2"


@pytest.mark.slow
def test_nim_and_its_grundy_values() -> None:
    found = found_in("nim", 32, 32, grundy=True)
    assert found.grundy is not None
    assert found.grundy.is_nim_sum
    assert found.grundy.greatest == 31
    assert "describe.growth.1" in keys(found)


@pytest.mark.slow
def test_a_lopsided_game() -> None:
    found = found_in(
        "heaps 2; take n from x; take n from y where n <= 3; take n, n from two", 48, 48
    )
    assert found.lopsided == (0, 4)
    assert found.data()["is_symmetric"] is False
    assert (0, Period(0, 4)) in found.periods
    assert "describe.lopsided" in keys(found)


def test_rows_with_the_same_period() -> None:
    found = found_in("heaps 2; take n from one where n <= 2", 32, 32)
    assert "describe.periods.equal" in keys(found)
    assert found.data()["is_symmetric"] is True
    assert "describe.growth.2" in keys(found)


FACTS = {"title", "first", "all", "lopsided", "authority", "proved", "proved.residues"}
"""What is true whatever lies beyond the box."""
LATE = [
    ("rules:heaps 2; take n from one where n <= 150", 128),
    ("rules:heaps 2; take n from one where x + y >= 50", 128),
    ("rules:heaps 2; take n from one; take n, n from two where n >= 100", 128),
    ("rules:heaps 2; take n from one where n % 101 != 100; take n, n from two", 128),
    ("rules:heaps 2; take n from x; take n from y where n < 200; last loses", 128),
    ("rules:heaps 1; take n from one where n + x <= 3000", 200),
    ("rules:heaps 1; take n from one where n <= 3; last loses", 128),
    ("euclid", 128),
    ("wythoff", 128),
    ("nim", 128),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), LATE)
def test_what_is_only_seen_says_how_far(name: str, size: int) -> None:
    found = Game.named(name).describe(size, grundy="loses" not in name)
    bounds = {
        "en": ("this box", "box of half", f" {size - 1}"),
        "fr": ("cette boîte", "boîte de côté moitié", f" {size - 1}"),
    }
    for block in found.explanation.blocks:
        said = block.caption if isinstance(block, Table) else block
        assert isinstance(said, Message)
        key = said.key.removeprefix("describe.")
        if key in FACTS or key.startswith("ends"):
            continue
        for lang, known in bounds.items():
            text = Plain(lang).line(said)
            assert any(bound in text for bound in known), text


def test_the_seen_and_the_proved_are_told_apart() -> None:
    late = found_in("heaps 1; take n from one where n + x <= 3000", 200)
    assert "describe.proved" not in keys(late)
    proved = found_in("heaps 1; take n from one where n in {1, 3, 4}", 64)
    assert "describe.proved" in keys(proved)
    assert "describe.period" not in keys(proved)


def test_a_box_with_few_positions_to_leave_is_listed_whole() -> None:
    text = found_in("heaps 2; take n from one; take n, m from two", 12, 12).explanation.render("en")
    assert "The positions to leave in this box: (0, 0)." in text


@pytest.mark.slow
def test_three_heaps() -> None:
    found = found_in("heaps 3; take n from one; take n, n from two; take n, n, n from all", 9, 9, 9)
    assert found.first[:4] == ((0, 0, 0), (0, 1, 2), (1, 3, 3), (1, 1, 4))
    assert [likeness.name for likeness in found.empty_same] == ["wythoff"]
    assert found_in("nim", 9, 9, 9).empty_same == ()  # that it is Nim is no news


def test_four_heaps_and_unequal_sizes() -> None:
    found = found_in("nim", 3, 3, 3, 3)
    assert found.first[1] == (0, 0, 1, 1)
    unequal = found_in("nim", 5, 9)
    assert "x from 0 to 4 and y from 0 to 8" in unequal.explanation.render("en")


def test_a_map_without_positions_to_leave() -> None:
    table = np.zeros((20, 20), dtype=bool)
    assert "describe.none" in keys(describe(define("nim"), Box(table.shape, is_p=table)))


@pytest.mark.slow
def test_packed_tables_are_described_by_their_corner() -> None:
    size = 5000
    words = np.zeros((size, -(-size // 64)), dtype=np.uint64)
    numbers = np.arange(size)
    words[numbers, numbers // 64] = np.uint64(1) << (numbers % 64).astype(np.uint64)
    found = describe(define("wythoff"), Box((size, size), packed=words))
    assert (found.sizes, found.count) == ((4096, 4096), 4096)
    assert found.same[0].name == "nim"


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_form_of_writing(lang: str) -> None:
    found = found_in("wythoff", 64, 64, grundy=True)
    explanation = found.explanation
    assert explanation.render(lang, 60).count("\n") > 8
    assert "<math" in explanation.html(lang)
    assert "sqrt" in explanation.latex(lang)
    data = found.data(lang)
    assert data["explanation"][0]["key"] == "describe.title"
    assert data["sizes"] == [64, 64]


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["describe", *words]) == 0
    return " ".join(capsys.readouterr().out.split())


# The command


@pytest.mark.slow
def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    english = printed(capsys, "wythoff:a=2", "--size", "200", "--lang", "en")
    assert "The slope 1 + √2 fits" in english
    french = printed(capsys, "nim", "--heaps", "3", "--size", "16", "--grundy", "--lang", "fr")
    assert "chaque tas de 0 à 15 : chaque valeur de Grundy est la somme de Nim" in french
    rules = tmp_path / "rules.txt"
    rules.write_text("heaps 1\ntake n from one where n in {1, 3, 4}\n", "utf-8")
    found = json.loads(printed(capsys, f"@{rules}", "--json"))
    assert found["periods"] == [{"row": 0, "start": 0, "length": 7, "rise": 0}]
    assert found["is_proved"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ("wythoff", "--size", "5000"),
            "5000 cannot be described with 2 heaps: expected 1 to 4096",
        ),
        (("wythoff", "--heaps", "3", "--size", "4"), "expected 2"),
        (("marienbad", "--grundy", "--size", "8"), "no Grundy values of marienbad"),
        (("nim", "--heaps", "9"), "from 1 to 8"),
    ],
)
def test_what_the_command_refuses(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str
) -> None:
    assert main(["describe", *words, "--lang", "en"]) == 2
    assert complaint in capsys.readouterr().err
