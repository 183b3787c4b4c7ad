"""What the words on Nim say is so: the tables close, the sets are right, the order is free."""

import random
from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

from marienbad.analysis import Game
from marienbad.heaps import Position, leave
from marienbad.text.mathematics import Expression, Symbol
from marienbad.text.plain import Plain
from marienbad.text.sentences import Block, Items, Message, Table, keys_of
from marienbad.theories.nim.bases import minimal_zero_sets
from marienbad.theories.nim.binary import nim_sum
from marienbad.theories.nim.packets import instructive_move, worked_out

GAMES = ("nim", "marienbad")
THEORIES = ("binary", "packets", "base4", "base8", "base16")
POSITIONS = [
    *(p for rows in (2, 3, 4) for p in combinations_with_replacement(range(6), rows)),
    *((43, 27, 12), (26, 27, 12, 9, 5), (90, 90, 22), (3, 5, 7, 8, 11), (100, 200, 300)),
]
ENGLISH = Plain("en")


def steps(name: str, theory: str, position: Position) -> tuple[Block, ...]:
    return Game.named(name).analyse(position, theory).explanation.steps


def said(blocks: tuple[Block, ...], key: str) -> list[Message]:
    return [block for block in blocks if isinstance(block, Message) and block.key == key]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "theory"), [*product(GAMES, THEORIES)])
def test_before_and_after_are_one_table(name: str, theory: str) -> None:
    for position in POSITIONS:
        analysis = Game.named(name).analyse(position, theory)
        table = next((b for b in analysis.explanation.steps if isinstance(b, Table)), None)
        if table is None:  # the ending of misère play, or the end
            continue
        rows = [row[:2] for row in table.rows[: len(table.rows) - table.footer_rows]]
        arrows = [i for i, (first, _) in enumerate(rows) if first == Symbol("→")]
        assert len(arrows) == (analysis.outcome == "N")
        for index in arrows:
            row = rows[index - 1][0]
            assert isinstance(row, int)
            assert rows[index - 1][1] == position[row - 1]
            assert rows[index][1] == leave(position, analysis.suggestion or ())[row - 1]
            if table.footer_rows:
                ones = table.rows[-1][2:]
                assert all(isinstance(count, int) and count % 2 == 0 for count in ones)
            signs = [sign for sign in table.rows[index - 2][2:] if sign is not None]
            assert signs
            assert all(isinstance(sign, Expression) for sign in signs)


def test_the_even_sizes_are_the_same_for_all_rows_and_stand_there_once() -> None:
    found = steps("nim", "packets", (90, 7, 90, 22, 7))
    (sets,) = said(found, "nim.packets.sets")
    assert ENGLISH.line(sets) == (
        "In Pantaloni’s signs, with the exponents up to the largest packet: "
        "𝒫 = {0, 3, 5, 6} for all rows, k* = 4; in row 1 ℐ⁺ = {1, 4}, ℐ₋ = {2}."
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_example_of_an_answer_restores(name: str) -> None:
    answered = 0
    for position in POSITIONS:
        analysis = Game.named(name).analyse(position, "packets")
        for message in said(analysis.explanation.steps, "nim.packets.example"):
            answered += 1
            heap, left = instructive_move(position)
            assert message.values["row"] == heap + 1
            assert ENGLISH.line(message.values["change"]).endswith(f"= {left}")
            changed = (*position[:heap], left, *position[heap + 1 :])
            other = message.values["other"]
            assert isinstance(other, int)
            answer = changed[other - 1] ^ nim_sum(*changed)
            assert 0 <= answer < changed[other - 1]
            assert ENGLISH.line(message.values["answer"]).endswith(f"= {answer}")
            restored = (*changed[: other - 1], answer, *changed[other:])
            assert Game.named(name).analyse(restored).outcome == "P"
    assert answered > 5


def test_a_change_is_that_of_the_figures() -> None:
    assert ENGLISH.line(worked_out(5, 3)) == "5 − 4 + 2 = 3"
    assert ENGLISH.line(worked_out(7, 1)) == "7 − 4 − 2 = 1"


@pytest.mark.slow
@pytest.mark.parametrize("base", [4, 8, 16])
def test_in_whatever_order_sets_are_struck_out_the_same_digit_completes_the_column(
    base: int,
) -> None:
    chance = random.Random(base)
    sets = [Counter(one) for one in minimal_zero_sets(base)]
    for _ in range(60):
        column = [chance.randrange(base) for _ in range(chance.randrange(9))]
        completing = set()
        for _ in range(6):
            over = Counter(column)
            chance.shuffle(sets)
            while struck := next((one for one in sets if one <= over), None):
                over -= struck
            digits = sorted(over.elements())
            completing.add(nim_sum(*digits))
            completed = tuple(sorted((*digits, nim_sum(*digits))))
            assert completed in minimal_zero_sets(base)
        assert completing == {nim_sum(*column)}


@pytest.mark.parametrize("theory", ["base4", "base8", "base16"])
def test_a_row_that_is_rejected_would_grow(theory: str) -> None:
    base, rejected = int(theory[4:]), 0
    for position in POSITIONS:
        for message in said(steps("nim", theory, position), "nim.bases.rejected"):
            column = int(ENGLISH.line(message.values["column"]))
            text = ENGLISH.line(message)
            for row, size in enumerate(position, 1):
                new = size ^ nim_sum(*position)
                if f"row {row} (" in text:
                    rejected += 1
                    before, after = (f"{n // column % base:X}" for n in (size, new))
                    assert f"row {row} ({before} would become {after})" in text
                    assert new > size
    assert rejected > 20


def test_the_steps_leave_two_big_rows_so_that_the_ending_is_never_spoilt() -> None:
    for position in POSITIONS:
        if sum(row > 1 for row in position) > 1:
            for move in Game.named("nim").analyse(position).winning_moves:
                assert sum(row > 1 for row in leave(position, move)) > 1


def test_base_sixteen_counts_parts_and_writes_letters() -> None:
    found = steps("nim", "base16", (9, 14, 12, 3))
    digits, struck, repaired = (block for block in found if isinstance(block, Table))
    assert [ENGLISH.cell(row[2]) for row in digits.rows[1:]] == ["9", "1", "E", "C", "3"]
    assert ENGLISH.cell(struck.rows[0][-1]) == "8"
    assert [ENGLISH.cell(cell) for cell in repaired.rows[0]] == ["1", "9", "3, C, E", "1", "1"]


def test_a_short_sum_stands_on_one_line() -> None:
    for name, theory in product(GAMES, ("binary", "packets")):
        method = Game.named(name).analyse((1, 2), theory).explanation.method
        for width in range(40, 80):
            lines = ENGLISH.blocks(method, width).splitlines()
            assert not any(line.endswith((" +", " =")) for line in lines if "row −" not in line)


def test_a_repair_is_told_digit_by_digit() -> None:
    (told,) = said(steps("nim", "binary", (29, 10)), "nim.binary.steps")
    assert ENGLISH.line(told) == (
        "Row 1 from left to right, beginning at the leftmost odd column: "
        "column of 16 odd, 1 becomes 0; column of 8 even, 1 stays; column of 4 odd, 1 becomes 0; "
        "column of 2 odd, 0 becomes 1; column of 1 odd, 1 becomes 0."
    )


def test_a_row_of_one_is_not_said_twice_to_become_zero() -> None:
    analysis = Game.named("marienbad").analyse((1, 3, 5, 6), "binary")
    assert not said(analysis.explanation.steps, "nim.binary.changed")
    assert ENGLISH.line(analysis.explanation.gist[-1]).count("1 becomes 0") == 1


@pytest.mark.parametrize("theory", THEORIES)
def test_the_ending_comes_first_and_the_rule_stays_short(theory: str) -> None:
    method = Game.named("marienbad").analyse((1, 1, 1, 9), theory).explanation.method
    first, second, third, *_ = method
    assert isinstance(first, Message)
    assert first.key == "nim.misere.rule"
    assert isinstance(second, Items)
    assert not second.is_numbered
    assert isinstance(third, Items)
    assert third.is_numbered
    plain = Game.named("nim").analyse((1, 2), theory).explanation.method
    assert not any(key.startswith("nim.misere") for key in keys_of(plain))
