"""The chessboard: the figures of the thesis, the pieces, the picture and what is refused."""

from itertools import product
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from marienbad.cli import main
from marienbad.games.catalogue import define
from marienbad.solver import search
from marienbad.solver.reference import Search
from marienbad.study.board import chequer, construction, draw, study, to_leave
from marienbad.study.picture.chequer import Square
from marienbad.study.tables import ordered_pairs
from marienbad.text.problems import InputError, OutOfReach

SVG = "{http://www.w3.org/2000/svg}"

# Figures 3 and 4 of the thesis, the top row first: G is a position to leave, P is excluded
FIGURE_3 = """
P......P
P.....P.
P....P..
P...P...
P..P....
PGP.....
PPG.....
GPPPPPPP
"""
FIGURE_4 = """
PPPPGPPP
PPPPPPPP
PPPGPPPP
PPPPPPPG
PPPPPGPP
PGPPPPPP
PPGPPPPP
GPPPPPPP
"""
GAMES = [
    "nim", "marienbad", "wythoff", "wythoff:a=2", "wythoff:b=3", "wythoff:a=2,b=2",
    "wythoff:misere", "wythoff:a=2,misere", "wythoff:b=2,misere",
]  # fmt: skip


def squares(figure: str, letter: str) -> set[Square]:
    lines = figure.split()[::-1]
    return {(x, y) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign == letter}


def test_figure_3() -> None:
    marks = study(define("wythoff"), 8, 1)
    assert {square for square, sign in marks.items() if sign == "excluded"} == squares(
        FIGURE_3, "P"
    )
    assert {square for square, sign in marks.items() if sign != "excluded"} == squares(
        FIGURE_3, "G"
    )
    assert marks[0, 0] == "leave"
    assert marks[1, 2] == "next"


def test_figure_4() -> None:
    assert set(to_leave(define("wythoff"), 8)) == squares(FIGURE_4, "G")


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_squares_to_leave_are_those_of_the_search(name: str) -> None:
    search = Search(define(name))
    expected = {(x, y) for x in range(25) for y in range(25) if search.is_p((x, y))}
    assert set(to_leave(define(name), 25)) == expected


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("pairs", [1, 2, 3, 7])
def test_what_pairs_teach_is_true(name: str, pairs: int) -> None:
    found = set(to_leave(define(name), 12))
    for square, sign in study(define(name), 12, pairs).items():
        assert (square in found) is (sign != "excluded"), square


def test_rules_that_tell_the_heaps_apart() -> None:
    game = define("rules:heaps 2; take n from x; take n from y where n in {1, 2}")
    found = {(0, 0), (0, 3), (1, 1), (1, 4), (2, 2), (2, 5)}
    assert set(to_leave(game, 6)) == found
    for square, sign in study(game, 6, 3).items():
        assert (square in found) is (sign != "excluded"), square
    spoken = draw(define("rules:heaps 2; take n from y; take n from x where n < 3"), "svg", 5)
    assert "To leave: (0, 0), (1, 1), (2, 2), (3, 0), (4, 1)." in spoken


def test_enough_pairs_teach_everything() -> None:
    marks = study(define("wythoff"), 12, 100)
    assert len(marks) == 144
    assert "next" not in marks.values()


def test_the_reach_of_the_pieces() -> None:
    rook = chequer(define("nim"), 8, at=(3, 2))
    assert rook.piece == "rook"
    lit = {square for square, sign in rook.marks.items() if sign in ("reach", "target")}
    assert lit == {(2, 2), (1, 2), (0, 2), (3, 1), (3, 0)}
    queen = chequer(define("wythoff:a=2"), 8, at=(2, 2))
    lit = {square for square, sign in queen.marks.items() if sign in ("reach", "target")}
    assert lit == {(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (1, 2), (2, 0), (2, 1)}
    assert [square for square, sign in queen.marks.items() if sign == "target"] == [(0, 0)]


@pytest.mark.parametrize(
    "name",
    [
        "spite",
        "marienbad",
        "rules:heaps 2; call heap; take n from one where n <= 2",
        "rules:heaps 2; take n from one; block 2",
    ],
)
def test_a_move_is_called_winning_only_where_the_search_says_so(name: str) -> None:
    game = define(name)
    search = Search(game)
    for at in product(range(1, 5), repeat=2):
        marks = chequer(game, 5, at).marks
        wins = {square for square, sign in marks.items() if sign == "target"}
        assert not wins or not search.is_p(at), at
        assert all(search.is_p(square) for square in wins)


@pytest.mark.parametrize("name", ["spite", "rules:heaps 2; take n from one; block 2"])
def test_where_a_move_is_not_free_no_pair_excludes_a_square(name: str) -> None:
    with pytest.raises(InputError, match="calls or forbids moves"):
        study(define(name), 4, 1)
    with pytest.raises(InputError, match="calls or forbids moves"):
        next(construction(define(name), 4))


def test_a_square_without_a_move_is_not_said_to_have_one() -> None:
    stuck = define("rules:heaps 2; take 5 from one; last loses")
    legend = "× excluded: a move leads to a square to leave, or there is no move"
    assert legend in draw(stuck, size=4, pairs=1).splitlines()
    assert "× excluded: a move leads to a square to leave" in draw(
        define("wythoff"), size=4, pairs=1
    )


def test_pairs_are_looked_for_in_the_rows_of_the_board() -> None:
    wythoff = "rules:heaps 2; take n from one; take n, n from two"
    assert list(ordered_pairs(define(wythoff), 4)) == [(0, 0), (1, 2), (3, 5)]
    # of these rules no pair is ever found
    stuck = define("rules:heaps 2; take n from one where n > x + y; last loses")
    assert list(ordered_pairs(stuck, 4)) == []
    assert study(stuck, 4, 1) == dict.fromkeys(product(range(4), repeat=2), "excluded")


def test_the_text() -> None:
    assert draw(define("wythoff"), size=4, at=(3, 2)).splitlines() == [
        "Wythoff’s game: the positions to leave",
        "",
        "3  · · · ·",
        "2  ○ ◉ ○ ♛",
        "1  · · ◉ ○",
        "0  ★ ○ · ○",
        "   0 1 2 3",
        "",
        "◉ within reach and to leave: a winning move",
        "○ within reach",
        "★ to leave: the corner, where nothing is left",
        "♛ the queen",
    ]


def test_misere_play_does_not_leave_the_corner() -> None:
    lines = draw(define("marienbad"), size=3, lang="fr").splitlines()
    assert lines[0] == "Marienbad\u202f: les positions à laisser"
    assert lines[2:5] == ["2  · · ●", "1  ● · ·", "0  ☆ ● ·"]
    assert "☆ le coin, où il ne reste rien" in lines


def test_wide_boards_are_aligned() -> None:
    lines = draw(define("wythoff"), size=30).splitlines()[2:33]
    assert {len(line) for line in lines[:-1]} == {4 + 2 * 30 - 1}
    assert lines[-1].split() == ["0", "5", "10", "15", "20", "25"]
    assert lines[-1].index("25") == 4 + 2 * 25


def test_the_board_grows_with_the_square() -> None:
    assert "12  " in draw(define("nim"), at=(3, 12))
    assert draw(define("nim")).splitlines()[2].startswith("7  ")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("options", [{}, {"at": (6, 4)}, {"pairs": 2}, {"size": 100}, {"size": 1}])
@pytest.mark.parametrize("name", ["nim", "wythoff", "wythoff:a=2,misere"])
def test_the_picture_is_well_formed_and_speaks(
    name: str, options: dict[str, object], lang: str
) -> None:
    root = fromstring(draw(define(name), "svg", lang=lang, **options))  # type: ignore[arg-type]
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.get("lang") == lang
    described = {element.get("id") for element in root.iter() if element.get("id")}
    assert set((root.get("aria-labelledby") or "").split()) <= described
    description = root.findtext(f"{SVG}desc") or ""
    assert description.startswith({"en": "A chessboard", "fr": "Un échiquier"}[lang])
    assert "prefers-color-scheme: dark" in (root.findtext(f"{SVG}style") or "")


def test_the_picture_has_a_disc_for_every_square_to_leave() -> None:
    root = fromstring(draw(define("wythoff"), "svg"))
    (discs, *_) = [path for path in root.iter(f"{SVG}path") if path.get("class") == "leave"]
    assert (discs.get("d") or "").count("M") == len(squares(FIGURE_4, "G"))


def test_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.svg"
    assert main(["board", "wythoff", "--format", "svg", "--out", str(path)]) == 0
    assert capsys.readouterr().out == ""
    assert path.read_text("utf-8").startswith("<svg")
    assert main(["board", "wythoff", "--out", str(tmp_path / "none" / "board.txt")]) == 2


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["wythoff", "--size", "0"], "“0”"),
        (["wythoff", "--size", "201"], "1 to 200"),
        (["wythoff", "--size", "513", "--format", "svg"], "513"),
        (["wythoff", "--size", "101", "--pairs", "1"], "1 to 100"),
        (["wythoff", "--size", "8", "--at", "8,0"], "(8, 0)"),
        (["wythoff", "--at", "1,2,3"], "(1, 2, 3)"),
        (["wythoff", "--at", "3"], "(3)"),
        (["wythoff", "--at", ""], "1,3,5,7"),
        (["wythoff", "--at", "x,1"], "“x”"),
        (["wythoff", "--at", "9999,1"], "1 to 200"),
        (["wythoff", "--pairs", "0"], "“0”"),
        (["chess"], "chess"),
    ],
)
def test_bad_input(words: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", *words, "--lang", "en"]) == 2
    captured = capsys.readouterr()
    assert named in captured.err
    assert captured.out == ""


def test_bad_values(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="png"):
        draw(define("nim"), "png")
    with pytest.raises(InputError, match="1 to 1000"):
        study(define("nim"), 8, 0)
    many_moves = "rules:heaps 2; take n from one; take c, d from two where c * d < x + y"
    monkeypatch.setattr(search, "DEADLINE", 0)
    with pytest.raises(OutOfReach):
        draw(define(many_moves), "svg", size=500)
