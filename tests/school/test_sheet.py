"""Worksheets: nothing is cut off, every variant differs, and every answer is right."""

import re
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.drawing import pdf as fonts
from marienbad.drawing.pdf import pdf
from marienbad.drawing.shapes import Box, Disc, Drawing, Line, Polygon, Shape, Text
from marienbad.drawing.svg import svg
from marienbad.games.catalogue import define
from marienbad.heaps import Position
from marienbad.numeration.bases import packets
from marienbad.school.kinds import KINDS
from marienbad.school.lesson import PATH, lesson
from marienbad.school.sheet.forms import FORMS, form_of
from marienbad.school.sheet.pen import Pen
from marienbad.school.sheet.sheets import Order, pages, sheets
from marienbad.school.sheet.sources import KindSource, Source, lesson_source, source_of
from marienbad.school.sheet.task import HALF, PAGE_HEIGHT, PAGE_WIDTH, WIDTH, Task
from marienbad.solver.reachable import Reachable
from marienbad.text.language import LANGUAGES
from marienbad.text.problems import InputError

SOURCES: dict[str, Source] = {
    "move": KindSource("marienbad", 3),
    "queen": KindSource("queen", 3),
    "families": KindSource("families", 5),
    "numbers": KindSource("nim", 5),
    "judge": KindSource("race", 2, "judge"),
    "cut": KindSource("packets", 4, "cut"),
    "table": KindSource("nim", 4, "table"),
    "pairs": source_of(game="wythoff:b=2", form="pairs"),
    "board": source_of(game="wythoff", positions=("5,9", "20,23", "3,5"), form="board"),
    "label": source_of(game="nim", positions=("1,3,5,7",), form="label"),
    "pieces": source_of(game="marienbad", positions=("1,3,5,7", "99"), form="pieces"),
    "tokens": source_of(game="wythoff", positions=("40,41",), form="pieces"),
    "lesson": lesson_source(lesson("mirror"), None),
}


def poppler(name: str, *arguments: str) -> str:
    program = shutil.which(name)
    if program is None:
        pytest.fail("what is printed is read by poppler: apt-get install poppler-utils")
    return subprocess.run(
        [program, *arguments], check=True, capture_output=True, text=True, encoding="utf-8"
    ).stdout


@lru_cache
def made(name: str, lang: str) -> tuple[Drawing, ...]:
    has_variants = name not in ("label", "tokens")
    return pages(Order(SOURCES[name], variants=1 + has_variants, seed=7), lang)


def corners(mark: Shape) -> list[tuple[float, float]]:
    """Two points between which a mark lies, or all its points."""
    if isinstance(mark, Text):
        return [(mark.x, mark.y - mark.size), (mark.x + mark.width, mark.y + mark.size * 0.3)]
    if isinstance(mark, Line):
        return [(mark.x, mark.y), (mark.to_x, mark.to_y)]
    if isinstance(mark, Disc):
        return [(mark.x + side, mark.y + side) for side in (-mark.radius, mark.radius)]
    if isinstance(mark, Polygon):
        return [*mark.points]
    assert isinstance(mark, Box)
    return [(mark.x, mark.y), (mark.x + mark.width, mark.y + mark.height)]


def check_pages(found: tuple[Drawing, ...]) -> None:
    """Every mark is on the paper with a margin, and no text is written over another."""
    for page in found:
        for mark in page.shapes:
            for x, y in corners(mark):
                assert 20 <= x <= PAGE_WIDTH - 20
                assert 20 <= y <= PAGE_HEIGHT - 15
        texts = [mark for mark in page.shapes if isinstance(mark, Text)]
        assert all(one.text for one in texts)
        for index, one in enumerate(texts):
            for other in texts[:index]:
                is_beside = one.x >= other.x + other.width or other.x >= one.x + one.width
                height = min(one.size, other.size) * 0.72
                assert is_beside or abs(one.y - other.y) >= height, (one, other)


# What is printed


@pytest.mark.slow
@pytest.mark.sample(9)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SOURCES)
def test_another_program_reads_the_pages_whole(name: str, lang: str, tmp_path: Path) -> None:
    found = made(name, lang)
    check_pages(found)
    file = tmp_path / "sheet.pdf"
    file.write_bytes(pdf(found))
    told = poppler("pdfinfo", str(file))
    assert re.search(rf"^Pages: +{len(found)}$", told, re.MULTILINE)
    assert "(A4)" in told
    embedded = [line.split()[-5] for line in poppler("pdffonts", str(file)).splitlines()[2:]]
    assert embedded == ["yes"] * len(embedded) != []
    written = poppler("pdftotext", "-bbox", str(file), "-")
    words = re.findall(r'xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.+?)<', written)
    for left, top, right, bottom, word in words:
        assert 20 < float(left) < float(right) < PAGE_WIDTH - 20, word
        assert 20 < float(top) < float(bottom) < PAGE_HEIGHT - 10, word
    text = poppler("pdftotext", "-layout", str(file), "-")
    for page, read in zip(found, text.split("\f"), strict=False):
        assert "".join(page.title.split()) in "".join(read.split())


@pytest.mark.slow
def test_every_character_is_in_the_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "MISSING", "\0")
    orders = [Order(KindSource(kind, level), 1) for kind in KINDS for level in range(1, 6)]
    orders += [Order(lesson_source(lesson(name), None)) for name in PATH]
    for order in orders:
        for lang in LANGUAGES:
            marks = [mark for page in pages(order, lang) for mark in page.shapes]
            assert [m.text for m in marks if isinstance(m, Text) and "\0" in m.text] == []


def test_a_picture_is_as_wide_as_its_words() -> None:
    picture = svg(made("move", "fr")[0])
    assert 'viewBox="0 0 595.28 841.89" width="210mm" height="297mm" lang="fr"' in picture
    words = re.findall(r'<text x="(.+?)" y=".+?" font-size=".+?" textLength="(.+?)"', picture)
    assert all(float(x) + float(width) < PAGE_WIDTH - 20 for x, width in words)
    assert "style=" not in picture  # which a strict page would not apply


@pytest.mark.slow
def test_the_same_seed_gives_the_same_octets() -> None:
    order = Order(KindSource("packets", 2, "cut"), variants=3, seed=5)
    first = pdf(pages(order, "en"))
    assert first == pdf(pages(order, "en"))
    assert sheets(order) != sheets(order.having(seed=6))


@pytest.mark.parametrize("kind", KINDS)
def test_six_exercises_fill_a_page_and_large_boards_two(kind: str) -> None:
    order = Order(KindSource(kind, 1), answers="no")
    assert len(pages(order, "fr")) == 1
    assert len(pages(order.having(source=KindSource(kind, 3)), "fr")) <= 1 + (kind == "queen")


# Variants


@pytest.mark.parametrize("name", [*SOURCES, *(f"kind {kind}" for kind in KINDS)])
def test_every_variant_differs(name: str) -> None:
    source = SOURCES.get(name) or KindSource(name.removeprefix("kind "), 3)
    count = 1 if name in ("label", "tokens", "pieces") else 12
    found = sheets(Order(source, variants=count))
    assert len({sheet.tasks for sheet in found}) == len(found) == count
    assert [sheet.number for sheet in found] == [*range(1, count + 1)]
    assert all(len({*sheet.tasks}) == len(sheet.tasks) for sheet in found)


def test_a_list_keeps_its_order_on_the_first_sheet_and_its_positions_on_all() -> None:
    source = source_of(game="nim", positions=("1,2,3", "4,5", "2,2"))
    first, *others = sheets(Order(source, variants=8))
    assert [task.position for task in first.tasks] == [(1, 2, 3), (4, 5), (2, 2)]
    for sheet in others:
        kept = sorted(tuple(sorted(task.position)) for task in sheet.tasks)
        assert kept == [(1, 2, 3), (2, 2), (4, 5)]


def test_heaps_that_are_told_apart_stay_in_their_places() -> None:
    game = "rules:heaps 2; take n from x; take 1 from y"
    source = source_of(game=game, positions=("5,2", "4,3"))
    for sheet in sheets(Order(source, variants=2)):
        assert {task.position for task in sheet.tasks} == {(5, 2), (4, 3)}


# Answers, by the search that knows only the rules


def search(game: str) -> Reachable:
    return Reachable(define(game))


def left_to_win(task: Task) -> list[Position]:
    definition = define(task.game)
    moves = definition.winning_moves(task.position, search(task.game).is_p)
    return [definition.after(task.position, move) for move in moves]


def told(task: Task, number: int = 1) -> str:
    drawings = form_of(task.form).answer(task, number, Pen("en"), WIDTH)
    marks = [mark for drawing in drawings for mark in drawing.shapes]
    return " ".join(m.text for m in marks if isinstance(m, Text)).replace("\xa0", " ")


@pytest.mark.parametrize("form", ["move", "judge"])
@pytest.mark.parametrize("kind", KINDS)
def test_answers_are_all_moves_that_win(kind: str, form: str) -> None:
    source = KindSource(kind, 2, form)
    for task in source.tasks(Random(3), 5, True):
        right, text = left_to_win(task), told(task)
        assert bool(right) == (" to leave" not in text.lower().replace("not to leave", ""))
        named = [
            tuple(map(int, heaps.split(", "))) if heaps else ()
            for heaps in re.findall(r"leaving \(([\d, ]*)\)", text)
        ]
        assert set(named) <= set(right)
        assert len(named) == len(right) or f"{len(right)} winning moves in all" in text


@pytest.mark.parametrize("game", ["wythoff", "wythoff:a=2,misere", "euclid", "nim"])
def test_a_board_marks_every_square_to_leave(game: str) -> None:
    task = Task("board", game, (6, 8))
    (drawing,) = form_of("board").answer(task, 1, Pen("en"), HALF)
    discs = [mark for mark in drawing.shapes if isinstance(mark, Disc)]
    is_p = search(game).is_p
    right = [(x, y) for x in range(9) for y in range(9) if is_p((x, y))]
    square = min(19, (HALF - 18) / 9)
    found = [((disc.x - 18) / square - 0.5, 9 - disc.y / square - 0.5) for disc in discs]
    assert sorted((round(x), round(y)) for x, y in found) == right


def test_a_table_of_pairs_is_filled_in_right() -> None:
    task = Task("pairs", "wythoff:a=2", (), 6, (0, 3))
    is_p = search("wythoff:a=2").is_p
    right = [(x, y) for x in range(9) for y in range(x, 25) if is_p((x, y))][:6]
    numbers = [number for n, pair in enumerate(right) for number in (n, *pair)]
    assert told(task) == f"1. n x y {' '.join(map(str, numbers))}"
    blocks = form_of("pairs").blocks(task, 1, Pen("en"), WIDTH)
    given = [mark.text for mark in blocks[0].shapes if isinstance(mark, Text)]
    assert given == ["1.", "n", "x", "y", "0", "0", "0", "1", "2", "3", "4", "10", "4", "5"]


def test_binary_columns_and_packets() -> None:
    assert told(Task("table", "nim", (5, 3))) == "1. (5, 3) 4 2 1 5 1 0 1 3 0 1 1 e / o o o e"
    answer = "1. 5 = 4 + 1; 6 = 4 + 2; 8 = 8. Left alone: 8, 2 and 1."
    assert told(Task("cut", "nim", (5, 6, 8))) == answer
    assert told(Task("cut", "nim", (3, 3))).endswith("Left alone: none.")


@given(st.lists(st.integers(1, 200), min_size=1, max_size=8))
def test_what_is_left_alone_is_the_nim_sum(rows: list[int]) -> None:
    text = told(Task("cut", "nim", tuple(rows)))
    cut, alone = text.split(" Left alone: ")
    parts = [[*map(int, part.split(" + "))] for part in re.findall(r"= ([\d +]+)", cut)]
    assert [sum(part) for part in parts] == rows
    assert all(tuple(part) == packets(sum(part)) for part in parts)
    odd = {size for part in parts for size in part if sum(p.count(size) for p in parts) % 2}
    assert {int(size) for size in re.findall(r"\d+", alone)} == odd


def test_a_list_to_label_has_every_situation_once() -> None:
    task = Task("label", "nim", (1, 2, 3))
    asked, answered = (
        [mark for drawing in drawings for mark in drawing.shapes]
        for drawings in (
            form_of("label").blocks(task, 1, Pen("en"), WIDTH),
            form_of("label").answer(task, 1, Pen("en"), WIDTH),
        )
    )
    names = [mark.text for mark in asked if isinstance(mark, Text)][2:]
    assert len(names) == len({*names}) == 14
    ticks = [mark for mark in answered if isinstance(mark, Line)]
    assert len(ticks) == 2 * 4  # (), (1, 1), (2, 2) and (1, 2, 3), two strokes each


# Whatever is asked for


@pytest.mark.slow
@given(
    st.sampled_from(["nim", "marienbad", "wythoff", "subtraction:1.2.3", "moore:k=2"]),
    st.lists(st.lists(st.integers(0, 70), min_size=1, max_size=12), min_size=1, max_size=5),
    st.sampled_from([*FORMS]),
    st.sampled_from(LANGUAGES),
)
def test_any_list_fits_on_pages_or_is_refused(
    game: str, positions: list[list[int]], form: str, lang: str
) -> None:
    written = tuple(",".join(map(str, position)) for position in positions)
    try:
        found = pages(Order(source_of(game=game, positions=written, form=form)), lang)
    except InputError as refusal:
        said = str(refusal)
    else:
        check_pages(found)
        said = "as expected"
    assert "expected" in said


def test_long_rules_of_ones_own_do_not_fill_the_sheet() -> None:
    long = "rules:heaps 2; " + "; ".join(f"take {n} from one where x > {n}" for n in range(1, 32))
    found = pages(Order(source_of(game=long, positions=("2,3",))), "en")
    check_pages(found)
    assert len(found) == 2


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({}, "It is not clear where"),
        ({"kind": "mirror", "game": "nim"}, "It is not clear where"),
        ({"kind": "mirrors"}, "There is no kind of positions “mirrors”"),
        ({"kind": "mirror", "difficulty": 9}, "The difficulty 9 does not exist"),
        ({"kind": "queen", "difficulty": 6, "form": "pairs"}, "The difficulty 6 does not exist"),
        ({"kind": "mirror", "form": "essay"}, "There is no form of exercises “essay”"),
        ({"kind": "queen", "form": "cut"}, "The form cut is for Nim and Marienbad"),
        ({"game": "wythoff", "form": "table"}, "The form table is for Nim and Marienbad"),
        ({"game": "nim", "form": "pairs"}, "The form pairs is for games with two heaps"),
        ({"game": "nim", "form": "board"}, "The form board is for games with two heaps"),
        ({"game": "spite"}, "spite cannot be put on a sheet"),
        ({"game": "nim", "positions": ("0,0",)}, "From (0, 0) there is no move"),
        ({"game": "nim", "positions": ("10000",)}, "(10000) does not fit on a sheet"),
        ({"game": "nim", "positions": ("1,x",)}, "“x” is not a heap"),
        ({"game": "nim", "positions": ("1,",) * 41}, "41 positions are too many"),
        ({"game": "nim", "positions": ("9" * 201,)}, "is too long for a position"),
        ({"game": "nim", "positions": ("256",), "form": "table"}, "(256) is too large"),
        ({"game": "nim", "positions": ("24,1",), "form": "board"}, "(24, 1) is too large"),
        ({"game": "nim", "positions": ("201",), "form": "pieces"}, "(201) cannot be cut out"),
        ({"game": "nim", "positions": ("9,9,9",), "form": "label"}, "more than 150 situations"),
    ],
)
def test_what_cannot_be_is_refused(asked: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=re.escape(sentence)):
        pages(Order(source_of(**asked)), "en")  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (Order(KindSource("mirror", 1), 30), "different exercises, not 30"),
        (Order(SOURCES["label"], variants=2), "only 1 different sheet, not 2"),
        (Order(SOURCES["move"], 31), "31 exercises cannot be on a sheet"),
        (Order(SOURCES["move"], variants=61), "61 variants cannot be made"),
        (Order(SOURCES["move"], seed=-1), "The seed −1 does not exist"),
        (Order(KindSource("nim", 4), 30, 60), "pages or more: expected at most 200"),
    ],
)
def test_sheets_are_bounded(order: Order, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        pages(order, "en")


def test_answers_come_with_the_sheets_without_or_alone() -> None:
    order = Order(KindSource("mirror", 2), variants=3)
    counts = [len(pages(order.having(answers=which), "en")) for which in ("yes", "no", "only")]
    assert counts == [4, 3, 1]
    (alone,) = pages(Order(SOURCES["pieces"], answers="only"), "en")
    assert any("nothing to answer" in m.text for m in alone.shapes if isinstance(m, Text))


def test_without_the_library_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    fonts.fonts.cache_clear()
    with monkeypatch.context() as patched:
        patched.setitem(sys.modules, "reportlab.pdfbase.ttfonts", None)
        with pytest.raises(InputError, match="sheets need the extra “print”"):
            pages(Order(KindSource("mirror", 2)), "en")
