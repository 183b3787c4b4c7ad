"""Three heaps: slices on the board, tables of triples and of pairs with a third heap."""

from functools import cache
from itertools import islice, takewhile
from xml.etree.ElementTree import fromstring

import pytest

import marienbad
from marienbad.cli import main
from marienbad.games.catalogue import define
from marienbad.heaps import Position, leave
from marienbad.solver import search
from marienbad.solver.reference import p_positions
from marienbad.study.board import chequer, draw
from marienbad.study.slices import (
    LARGEST_TRIPLE,
    ordered_slice,
    ordered_triples,
    slice_to_leave,
)
from marienbad.study.tables import tabulate
from marienbad.text.problems import InputError, OutOfReach
from tests.support import sample

SIZE = 9
QUEEN = "rules:heaps 3; take n from one; take n, n from two; take n, n, n from all"
APART = "rules:heaps 3; take n from x; take n from y where n < 3; take 1, n from z, y; last loses"
BLOCKED = "rules:heaps 3; take n from one where n >= 2"
GAMES = ["nim", "marienbad", QUEEN, APART, BLOCKED]


@cache
def found_plainly(name: str) -> frozenset[Position]:
    """The positions to leave of three heaps, by the search that knows only the rules."""
    return frozenset(p_positions(define(name), (SIZE,) * 3))


@pytest.mark.parametrize("name", GAMES)
def test_a_slice_is_that_of_the_plain_search(name: str) -> None:
    for third in range(SIZE):
        expected = [(x, y) for x, y, z in sorted(found_plainly(name)) if z == third]
        assert slice_to_leave(define(name), SIZE, third) == expected


@pytest.mark.slow
@pytest.mark.sample
@pytest.mark.parametrize("name", GAMES)
def test_the_pairs_of_a_slice_are_those_of_the_plain_search(name: str) -> None:
    is_apart = name == APART
    for third in sample(range(0, SIZE, 4), 1, name):
        rows = takewhile(lambda pair: pair[0] < SIZE, ordered_slice(define(name), third))
        listed = [(x, y) for x, y in rows if y < SIZE]
        found = sorted((x, y) for x, y, z in found_plainly(name) if z == third)
        assert listed == [(x, y) for x, y in found if is_apart or x <= y]


@pytest.mark.parametrize("name", GAMES)
def test_the_triples_are_those_of_the_plain_search(name: str) -> None:
    triples = takewhile(lambda triple: max(triple) < SIZE, ordered_triples(define(name)))
    found = found_plainly(name)
    listed = found if name == APART else {place for place in found if [*place] == sorted(place)}
    assert list(triples) == sorted(listed, key=lambda place: (max(place), place))


@pytest.mark.parametrize("name", GAMES)
def test_a_piece_reaches_the_squares_of_every_slice(name: str) -> None:
    game, at = define(name), (3, 5, 4)
    lefts = [leave(at, move) for move in game.moves(at)]
    for third in range(6):
        board = chequer(game, SIZE, at, third=third)
        reached = {(x, y) for x, y, z in lefts if z == third}
        lit = {s: sign for s, sign in board.marks.items() if sign in ("reach", "target")}
        assert set(lit) == reached
        for (x, y), sign in lit.items():
            assert (sign == "target") is ((x, y, third) in found_plainly(name))
        assert board.at == ((3, 5) if third == 4 else None)


def test_the_text_of_a_slice() -> None:
    lines = draw(define(QUEEN), size=4, at=(2, 3, 1)).splitlines()
    assert lines == [
        "A game of your own: the positions (x, y, 1) to leave",
        "",
        "3  ○ ○ ♛ ●",
        "2  ● ○ ○ ·",
        "1  ○ · ○ ·",
        "0  · · ◉ ·",
        "   0 1 2 3",
        "",
        "● to leave",
        "◉ within reach and to leave: a winning move",
        "○ within reach",
        "♛ the queen",
    ]


def test_the_corner_has_its_star_where_nothing_is_left() -> None:
    assert "★" in draw(define(QUEEN))
    assert "(x, y, 0)" in draw(define(QUEEN), lang="fr")  # none is named
    assert not {"★", "☆"} & {*draw(define("nim"), third=1)}
    corner = draw(define("marienbad"), size=2, third=1).splitlines()
    assert corner[2:4] == ["1  · ●", "0  ● ·"]
    assert "● to leave" in corner


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_picture_of_a_slice_speaks(lang: str) -> None:
    nothing = {"en": "None of these squares", "fr": "Aucune de ces cases"}
    expected = {(QUEEN, 1): "(0, 2)", (APART, 1): "(0, 1)", ("nim", 9): nothing[lang]}
    for (name, third), words in expected.items():
        root = fromstring(draw(define(name), "svg", size=8, third=third, lang=lang))
        assert words in (root.findtext("{http://www.w3.org/2000/svg}desc") or "")
    many = draw(define("nim"), "svg", size=60, third=1, lang=lang)
    assert {"en": "and others.", "fr": "et d’autres."}[lang] in many


def test_two_heaps_stay_as_they_were() -> None:
    assert "(x, y" not in draw(define("nim"), at=(3, 5))
    assert (
        marienbad.game("nim").board(size=4, slice=0).partition("\n")[2]
        == (marienbad.game("nim").board(size=4).partition("\n")[2])
    )
    assert list(tabulate(define("nim"), "pairs", rows=2).rows) == [(0, 0, 0), (1, 1, 1)]


def test_the_usual_table_of_three_heaps() -> None:
    sheet = marienbad.game(QUEEN).table(rows=5)
    assert sheet.kind == "triples"
    assert list(sheet.rows) == [(n, *place) for n, place in enumerate(
        [(0, 0, 0), (0, 1, 2), (1, 3, 3), (1, 1, 4), (3, 4, 4)]
    )]  # fmt: skip
    assert list(sheet.sequence or ())[:6] == [0, 0, 0, 0, 1, 2]
    assert marienbad.game("nim").table(slice=3, rows=2).render("csv") == "n,x,y\n0,0,3\n1,1,2"
    assert marienbad.game("marienbad").table("slice", rows=1).render("bfile") == "0 0\n1 1"


def test_tables_say_how_far_they_go() -> None:
    for name, kind, words in [
        ("nim", "slice", "Positions (x, y, 0) to leave with x ≤ y: Nim, for each x"),
        (QUEEN, "slice", "as the search finds them, for each x those with y below 4x + 64"),
        (APART, "slice", "Positions (x, y, 0) to leave: A game"),
        (APART, "triples", "Positions (x, y, z) to leave, by the largest heap"),
        (QUEEN, "triples", "x ≤ y ≤ z, by the largest heap: A game of your own, as the search"),
    ]:
        text = " ".join(tabulate(define(name), kind, rows=2).render("text", "en", 200).split())
        assert words in text


@pytest.mark.slow
def test_a_game_of_few_positions_to_leave_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = "rules:heaps 3; take n from one; take a, b from two; take a, b, c from all"
    monkeypatch.setattr(search, "LARGEST", 50_000)
    assert list(ordered_triples(define(empty))) == [(0, 0, 0)]
    with pytest.raises(OutOfReach):
        slice_to_leave(define(QUEEN), 512, 500)
    last = max(map(max, islice(ordered_triples(define("nim")), 2_000)))
    assert last <= LARGEST_TRIPLE


def test_several_slices_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "nim", "--slice", "1-2", "--size", "2", "--lang", "en"]) == 0
    titles = [line for line in capsys.readouterr().out.splitlines() if "Nim" in line]
    assert titles == [f"Nim: the positions (x, y, {z}) to leave" for z in (1, 2)]
    assert main(["table", "nim", "--slice", "2", "--rows", "1", "--format", "csv"]) == 0
    assert capsys.readouterr().out.split() == ["n,x,y", "0,0,2"]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["board", "wythoff", "--slice", "3"], "wythoff is not played with three heaps"),
        (["board", "rules:heaps 4; take n from one"], "two or three heaps"),
        (["board", "nim", "--slice", "x"], "“x”"),
        (["board", "nim", "--slice", "3-1"], "“3-1”"),
        (["board", "nim", "--slice", "0-64"], "64"),
        (["board", "nim", "--slice", "1001"], "1000"),
        (["board", "nim", "--slice", "0-1", "--format", "svg"], "0-1"),
        (["board", "nim", "--slice", "1", "--pairs", "2"], "without a slice"),
        (["board", "nim", "--slice", "1", "--at", "1,2"], "(1, 2)"),
        (["board", "nim", "--size", "8", "--at", "8,1,1"], "(8, 1, 1)"),
        (["board", QUEEN, "--at", "1,2"], "(1, 2)"),
        (["table", "nim", "--slice", "-1"], "-1"),
        (["table", "nim", "--slice", "1001"], "1000"),
        (["table", "nim", "--kind", "pairs", "--slice", "1"], "slice"),
        (["table", "wythoff", "--slice", "1"], "wythoff"),
        (["table", QUEEN, "--kind", "pairs"], "triples"),
        (["table", "rules:heaps 4; take n from one"], "two or three heaps"),
        (["table", "nim", "--kind", "triples", "--rows", "2001"], "2000"),
    ],
)
def test_bad_input(words: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--lang", "en"]) == 2
    captured = capsys.readouterr()
    assert named in captured.err
    assert captured.out == ""


@pytest.mark.parametrize("third", [-1, True, 10**6, 2.0])
def test_bad_values(third: int) -> None:
    with pytest.raises(InputError, match="third heap"):
        marienbad.game("nim").board(slice=third)
