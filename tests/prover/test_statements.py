"""What explanations state is true: every equation of numbers, the smallest heaps, the endings."""

import re
from collections.abc import Iterable, Iterator

import pytest

import marienbad
from marienbad.text.plain import Plain
from marienbad.text.problems import OutOfReach
from marienbad.text.sentences import Block, Equation, Section

GAMES = (
    "nim",
    "marienbad",
    "wythoff",
    "wythoff:misere",
    "wythoff:a=2",
    "wythoff:a=3,misere",
    "wythoff:b=2",
    "wythoff:a=2,b=3",
    "wythoff:a=3,b=2",
)
TWO_HEAPS = [(x, y) for x in range(9) for y in range(x, 31, 3)]
MORE_HEAPS = [(1, 3, 5, 7), (3, 5, 7, 8, 11), (2, 2, 1), (9, 9), (29, 43, 12), (1, 1, 1, 6)]
SIGNS = str.maketrans({"−": "-", "×": "*", "⊕": "^"})


def stated_values(equation: Equation) -> set[int]:
    """The values of those sides of an equation that hold nothing but whole numbers."""
    text = re.sub(
        r"⌊(-?\d+)(\.\d+…)⌋", r"\1", Plain("en").line(equation.expression).translate(SIGNS)
    )
    sides = [side.strip() for side in re.split("[=<>]", text)]
    numbers = [side for side in sides if re.fullmatch(r"[-\d+*^() ]*\d[-\d+*^() ]*", side)]
    return {eval(side) for side in numbers}  # noqa: S307 (figures and signs, nothing else)


def unfolded(blocks: Iterable[Block]) -> Iterator[Block]:
    """All blocks, those within sections too."""
    for block in blocks:
        yield block
        if isinstance(block, Section):
            yield from unfolded(block.blocks)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_sides_of_every_equation_are_equal(name: str) -> None:
    game = marienbad.game(name)
    positions = TWO_HEAPS if game.definition.ruleset.heaps == 2 else TWO_HEAPS + MORE_HEAPS
    seen = 0
    for position in positions:
        for theory in game.theories:
            for block in unfolded(game.analyse(position, theory).explanation.blocks):
                if isinstance(block, Equation):
                    values = stated_values(block)
                    seen += len(values)
                    assert len(values) < 2, (position, theory, Plain("en").line(block.expression))
    assert seen > 20


@pytest.mark.parametrize("theory", ["recurrence", "algebra", "arithmetic"])
@pytest.mark.parametrize(
    ("name", "pair"),
    [("wythoff", "(0, 0)"), ("wythoff:a=2", "(0, 0)"), ("wythoff:a=2,b=3", "(0, 2)")],
)
def test_an_empty_heap_begins_the_first_pair(name: str, pair: str, theory: str) -> None:
    text = marienbad.game(name).analyse((0, 5), theory).explanation.render("en")
    assert f"leaving {pair}." in text


def test_a_mirror_ends_otherwise_in_misere_play() -> None:
    game = marienbad.game("marienbad")
    text = game.analyse((4, 4), "packets").explanation.render("en", 1000)
    assert "While at least two rows are big" in text
    assert "finds at most one big row, plays the ending and wins" in text
    for left, move in (((4, 1), (4, 0)), ((4, 0), (3, 0))):
        assert game.analyse(left).winning_moves == (move,)


def test_a_number_is_said_to_end_with_zeros_only_in_its_own_digits() -> None:
    text = marienbad.game("wythoff").analyse((20, 90), "arithmetic").explanation.render("en", 1000)
    assert "Written so, 20 ends with 1 zero, an odd number" in text


def test_one_winning_reply_is_a_single_one() -> None:
    explanation = marienbad.game("wythoff").analyse((3, 5)).explanation
    assert explanation.render("fr", 1000).endswith("qu’un coup gagnant, et doit le trouver.")


def test_more_heaps_than_memory_are_refused_by_the_usual_theory() -> None:
    game = marienbad.game("nim")
    assert game.analyse((1,) * 10_000).outcome == "P"
    with pytest.raises(OutOfReach, match="There are 10,001 heaps: expected at most 10,000"):
        game.analyse((1,) * 10_001)
    with pytest.raises(OutOfReach, match="heaps"):
        game.analyse((1,) * 10_001, "base8")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_latex_needs_no_signs_beyond_those_of_t1_fonts(lang: str) -> None:
    for name in GAMES:
        game = marienbad.game(name)
        for position in [(0, 5), (8, 13), (26, 66)]:
            for theory in game.theories:
                latex = game.analyse(position, theory).explanation.latex(lang)
                assert {sign for sign in latex if not sign.isascii()} <= set("àâçèéêîôùûœÀÉ’")


def test_the_packets_of_a_huge_row_are_not_listed() -> None:
    huge = 2**300_000
    explanation = marienbad.game("nim").analyse((huge, huge + 7), "packets").explanation
    assert "break 4, 2 and 1" in explanation.render("en", 1000)
    assert len(explanation.render("en")) < 4000


def test_a_column_of_zeros_is_not_parted_before_the_reader() -> None:
    text = marienbad.game("nim").analyse((8**9, 5, 9), "base8").explanation.render("en")
    (zeros,) = (line for line in text.splitlines() if line.strip().startswith("512  "))
    assert zeros.split() == ["512", "–", "–"]
    assert re.search(r"8 +0 +1 +1 +\{1, 1\}", text)
