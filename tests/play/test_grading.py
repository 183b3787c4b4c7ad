"""Grading: every move judged against the search, the decisive mistake, the longest resistance."""

from functools import lru_cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.analysis import Game
from marienbad.heaps import Move, Position, leave
from marienbad.play.grading import Judgement, decisive, grade_match, tell_match
from marienbad.play.match import Match
from marienbad.solver.reference import Search, durations_from
from tests.play.test_match import matches


def match_of(name: str, start: Position, *moves: Move) -> Match:
    return Match(Game.named(name), start, ("Alice", "Bob"), moves=moves)


KNOWN: list[tuple[Match, list[Judgement], int | None]] = [
    (match_of("nim", (1, 2), (0, 1), (1, 0), (0, 1)), ["kept", "lost", "kept"], None),
    (match_of("nim", (1, 2), (1, 0), (0, 2)), ["thrown", "kept"], 0),
    (match_of("nim", (2, 2), (1, 0), (0, 2), (1, 0)), ["lost", "thrown", "kept"], 1),
    # Two single matches: the win in Nim is the loss in Marienbad.
    (match_of("nim", (1, 1), (1, 0), (0, 1)), ["lost", "kept"], None),
    (match_of("marienbad", (1, 1), (1, 0), (0, 1)), ["kept", "lost"], None),
    (match_of("marienbad", (2, 1), (1, 0), (1, 0), (0, 1)), ["thrown", "kept", "lost"], 0),
    (match_of("wythoff", (3, 4), (2, 2), (1, 0), (0, 2)), ["kept", "lost", "kept"], None),
    (match_of("wythoff", (3, 4), (0, 4), (3, 0)), ["thrown", "kept"], 0),
    (match_of("wythoff:b=4", (2, 5), (2, 2)), ["kept"], None),
    (match_of("nim", (5, 5)), [], None),
]


@pytest.mark.parametrize(
    ("match", "judgements", "mistake"), KNOWN, ids=lambda value: str(value)[:60]
)
def test_judgements_made_by_hand(
    match: Match, judgements: list[Judgement], mistake: int | None
) -> None:
    grades = grade_match(match)
    assert [grade.judgement for grade in grades] == judgements
    found = decisive(grades)
    assert (None if found is None else found.ply) == mistake


def test_the_decisive_mistake_is_the_last_one() -> None:
    match = match_of("nim", (1, 2, 4), (1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 3), (0, 1, 0))
    grades = grade_match(match)
    judged = [grade.judgement for grade in grades]
    assert judged == ["thrown", "thrown", "thrown", "thrown", "kept"]
    found = decisive(grades)
    assert found is not None
    assert (found.ply, found.player, found.leader) == (3, 1, 0)
    assert found.better == ((0, 0, 2),)
    assert match.winner == 0


@lru_cache
def search(name: str) -> Search:
    return Search(Game.named(name).definition)


@pytest.mark.slow
@given(matches(largest=7))
def test_grades_agree_with_the_search(match: Match) -> None:
    judge = search(match.game.name)
    for grade in grade_match(match):
        winning = judge.winning_moves(grade.before)
        assert grade.after == leave(grade.before, grade.move)
        if grade.judgement == "lost":
            assert winning == ()
        else:
            assert (grade.judgement == "kept") == (grade.move in winning)
        assert grade.better == (winning if grade.judgement == "thrown" else ())
        is_p = judge.is_p(grade.after)
        assert grade.leader == (grade.player if is_p else 1 - grade.player)
        assert (grade.is_longest is None) or grade.judgement == "lost"


@pytest.mark.slow
@given(matches(largest=7))
def test_after_the_decisive_mistake_the_winner_keeps_the_win(match: Match) -> None:
    grades = grade_match(match)
    mistake = decisive(grades)
    if match.winner is None:
        return
    later = grades if mistake is None else grades[mistake.ply :]
    assert {grade.leader for grade in later} <= {match.winner}
    if mistake is not None:
        assert mistake.player == 1 - match.winner


# The longest resistance


def brute_force_duration(game: Game, position: Position, known: dict[Position, int]) -> int:
    """The length of the match when the winner hurries and the loser resists, by definition."""
    if position not in known:
        after = [leave(position, move) for move in game.moves(position)]
        lengths = [(brute_force_duration(game, p, known), p) for p in after]
        won = [length for length, p in lengths if search(game.name).is_p(p)]
        if won:
            known[position] = 1 + min(won)
        else:
            known[position] = 1 + max((length for length, _ in lengths), default=-1)
    return known[position]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "box"),
    [
        ("nim", (3, 4, 4)),
        ("marienbad", (3, 4, 4)),
        ("wythoff", (7, 9)),
        ("wythoff:a=2", (7, 9)),
        ("wythoff:a=2,b=3", (12, 14)),
        ("wythoff:b=3,misere", (8, 9)),
    ],
)
def test_the_longest_resistance_by_brute_force(name: str, box: Position) -> None:
    game = Game.named(name)
    known: dict[Position, int] = {}
    compared = 0
    for position in product(*(range(heap + 1) for heap in box)):
        if not search(name).is_p(position):
            continue
        lengths = {
            move: brute_force_duration(game, leave(position, move), known)
            for move in game.moves(position)
        }
        for move, length in lengths.items():
            (grade,) = grade_match(Match(game, position, moves=[move]))
            assert grade.judgement == "lost"
            assert grade.is_longest is (length == max(lengths.values()))
            compared += 1
    assert compared > 20


@pytest.mark.slow
@given(matches(largest=7))
def test_durations_of_a_match_are_those_of_each_position(match: Match) -> None:
    """One table serves the whole match: it must say what the position's own table says."""
    for grade in grade_match(match):
        if grade.judgement == "lost":
            own = durations_from(match.game.definition, grade.before)
            assert own is not None
            assert grade.is_longest is own.resists_longest(grade.before, grade.move)


@pytest.mark.slow
@given(st.integers(10**150, 10**200), st.sampled_from(["nim", "marienbad", "wythoff:a=2"]))
def test_huge_heaps_are_judged_and_the_resistance_left_open(heap: int, name: str) -> None:
    game = Game.named(name)
    match = Match(game, (heap, heap))
    if name == "wythoff:a=2":
        match = match.play(game.analyse(match.position).winning_moves[0])
    for _ in range(2):
        if match.is_over:
            return
        match = match.play((1, 0) if match.position[0] else (0, 1))
    grades = grade_match(match)
    lost = [grade for grade in grades if grade.judgement == "lost" and sum(grade.before) > 10**9]
    assert all(grade.is_longest is None for grade in lost)
    assert name == "wythoff:a=2" or len(lost) == 1
    assert tell_match(match).render("en")


@pytest.mark.parametrize("start", [(1,) * 400, (300_000, 300_000), (60, 60, 60), (10**100,) * 5])
def test_too_much_to_search_is_left_open(start: Position) -> None:
    assert durations_from(Game.named("nim").definition, start) is None


# The history in words


def test_the_history_in_english() -> None:
    match = match_of("nim", (2, 2), (1, 0), (0, 2), (1, 0))
    assert tell_match(match).render("en").splitlines() == [
        "●○: the first player can win. ○●: the second can.",
        "  move  player         takes  leaves  ahead  judgement",
        "  ─────────────────────────────────────────────────────────────────────────",
        "     1  Alice (first)  1:1    (1, 2)  ○●     already lost, resisted longest",
        "     2  Bob (second)   2:2    (1, 0)  ●○     threw the win away ←",
        "     3  Alice (first)  1:1    (0, 0)  ●○     kept the win",
        "  ← decisive mistake",
        "",
        "The decisive mistake is move 2, by Bob (second). A winning move there: take",
        "1 match from row 2.",
        "Winner: Alice (first).",
    ]


def test_the_history_in_french() -> None:
    told = tell_match(match_of("nim", (1, 2), (1, 0), (0, 2))).render("fr", 160)
    assert "La faute décisive est le coup 1, joué par Alice (premier)." in told
    assert "Coup gagnant à ce moment\u202f: prenez 1 allumette dans la rangée 2." in told
    assert told.endswith("Gagnant\u202f: Bob (second).")


def test_a_match_that_goes_on_says_whose_turn_it_is() -> None:
    assert tell_match(match_of("nim", (2, 2))).render("en") == "To move: Alice (first)."
