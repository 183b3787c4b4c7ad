"""Rules that ask for more than heaps: who wins, by the text alone and by the search."""

import pickle
from collections.abc import Callable
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.games.language.choices import EXAMPLES as OFFERED
from marienbad.games.language.choices import choices_of
from marienbad.games.language.grammar import read
from marienbad.games.language.program import Program
from marienbad.games.language.rule_text import define_rules, rules_text
from marienbad.heaps import Call, Move, Position, Split, situated
from marienbad.solver.reachable import Nimbers, Reachable
from marienbad.solver.search import search_of
from marienbad.text.plain import Plain
from tests.games.language.rule_texts import problem_of
from tests.games.language.test_meaning import moves_by_the_text, rule_texts, states_of


def wins_by_the_text(program: Program) -> Callable[[Position], bool]:
    """Whether whoever is to act wins, by the meaning of the statements and every line of play."""
    stated = program.memory
    parties = stated.parties if stated else ""
    has_calls = stated is not None and not parties
    has_last = bool(program.places_of("last"))

    @cache
    def winner(heaps: Position, state: int, who: str) -> str:
        """Of A and B, who is A where there is no order: whoever acts at ``who``."""
        other = "AB".replace(who, "")
        moves = moves_by_the_text(program, situated(heaps, state))
        if not moves:
            won = other
            if parties and not any(heaps):
                won = parties[state - 1]
            return won if not program.last_loses else "AB".replace(won, "")
        ends = set()
        for move in moves:
            if isinstance(move, Call):
                ends.add(winner(heaps, move.number, other))
            elif has_calls:  # the one who chose is to call
                ends.add(winner(left(heaps, move), 0, who))
            elif parties:
                after = (state + 1) % len(parties)
                ends.add(winner(left(heaps, move), after, parties[after]))
            else:
                ends.add(winner(left(heaps, move), sum(move) * has_last, other))
        return who if who in ends else other

    def wins(position: Position) -> bool:
        state = getattr(position, "state", 0)
        who = parties[state] if parties else "A"
        return winner(tuple(position), state, who) == who

    return wins


def left(heaps: Position, move: Move) -> Position:
    if isinstance(move, Split):
        return move.leave
    return tuple(heap - taken for heap, taken in zip(heaps, move, strict=True))


def assert_won_as_the_text_says(text: str, largest: int) -> None:
    program, game = read(text), define_rules(text)
    search, wins = Reachable(game), wins_by_the_text(program)
    for heaps in product(range(largest + 1), repeat=program.heaps):
        for state in range(states_of(game)):
            position = situated(heaps, state)
            if not moves_by_the_text(program, position) and state and game.ruleset.memory.has_calls:
                continue  # nothing was called so
            assert search.is_p(position) != wins(position), (text, position)


CONSTRUCTS = [
    "heaps 2; take n from one where last == 0 and n < x; take n from one where 0 < n - last < 3",
    "heaps 2; take n, n from two; take n from one where n != last",
    "heaps 2; order A B A; take n from one where n in {2, 3}",
    "heaps 2; call number; take n from one where n <= x",
    "heaps 2; call heap; take n from one where n != 2",
    "heaps 2; take n from one where n < 3 then split; take 4 from one",
    "heaps 2; take n from one where n != last then split",
    "heaps 1; order A A B; take 1 from one then split",
    "heaps 2; octal 0.1372",
    "heaps 2; octal 0.07",
]
NEW = ("fibonacci", "order", "call-number", "call-heap", "split", "octal")
HIGHEST = {1: 8, 2: 5, 3: 3}


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["", "; last loses"])
@pytest.mark.parametrize("text", [*CONSTRUCTS, *map(OFFERED.__getitem__, NEW)])
def test_the_search_finds_who_wins_by_the_text(text: str, ending: str) -> None:
    assert_won_as_the_text_says(text + ending, HIGHEST[read(text).heaps])


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(rule_texts())
def test_the_search_finds_who_wins_by_random_texts(text: str) -> None:
    if problem_of(text) is None:
        assert_won_as_the_text_says(text, {1: 6, 2: 3, 3: 2}[read(text).heaps])


KNOWN = {
    "fibonacci": [0, 1, 2, 3, 5, 8, 13, 21],
    "order": [0, 7, 8, 15, 16, 23, 24],
    "octal": [0, 4, 8, 14, 20, 24],
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_games_of_one_heap(name: str) -> None:
    search = Reachable(define_rules(OFFERED[name]))
    assert [heap for heap in range(25) if search.is_p((heap,))] == KNOWN[name]


def test_known_pairs_of_spite_nim() -> None:
    search = Reachable(define_rules(OFFERED["call-number"]))
    least = [next(r for r in range(n + 1) if search.is_p((r, n))) for n in range(14)]
    assert least == [0, 1, 1, 2, 3, 3, 4, 4, 5, 6, 6, 7, 8, 8]


def test_grundy_values_of_kayles() -> None:
    for text in ("heaps 1; take n from one where n <= 2 then split", "heaps 1; octal 0.77"):
        values = Nimbers(define_rules(text))
        assert [values.value((n,)) for n in range(13)] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]


@pytest.mark.parametrize("name", NEW)
def test_every_construct_is_a_game_like_any_other(name: str) -> None:
    game = define_rules(OFFERED[name])
    assert define(game.name) == game
    assert game.name == "rules:" + OFFERED[name].strip().replace("\n", "; ")
    sent: Definition = pickle.loads(pickle.dumps(game))
    assert sent == game
    assert sent.ruleset.is_plain is game.ruleset.is_plain is False
    assert rules_text(game, "en") == OFFERED[name]
    assert define_rules(rules_text(game, "fr") or "") == game
    assert choices_of(read(OFFERED[name])) is None
    search = search_of(game)
    search.check_reach(game.start)
    assert any(game.is_legal(game.start, move) for move in game.moves(game.start))


def test_the_start_is_within_reach_whatever_the_number_of_heaps() -> None:
    for heaps in range(1, 9):
        for statement in ("call heap", "call number", "order A B B"):
            game = define_rules(f"heaps {heaps}; {statement}; take n from one")
            search_of(game).check_reach(game.start)
        for take in ("take n from one where n != last", "take n from one then split", "octal 0.77"):
            game = define_rules(f"heaps {heaps}; {take}")
            search_of(game).check_reach(game.start)
            assert len(game.start) == heaps


def test_heaps_that_can_be_parted_are_as_many_as_there_are() -> None:
    game = define_rules("heaps 1; take 1 from one then split")
    assert game.ruleset.heaps is None
    assert set(game.moves((4, 0, 1))) == {(1, 0, 0), Split((1, 0, 0), (1, 2, 0, 1)), (0, 0, 1)}
    assert define_rules("heaps 2; take n from one where n <= 2").ruleset.heaps == 2


RULES = [
    (
        "heaps 1; let k = 2; take n from one where n <= k * last",
        "“last” is how many the move before took, 0 at first; ",
        "«~précédent~» est ce que le coup d’avant a pris, 0 au début~; ",
    ),
    (
        "heaps 1; order A B B; take 1 from one; last loses",
        "two parties, A and B, play in this order, over and over: A, B, B; take 1 from one; ",
        "camps, A et B, jouent dans cet ordre, qui se répète~: A, B, B~; prendre 1 dans un~; ",
    ),
    (
        "heaps 1; order A B B; take 1 from one; last loses",
        "; whoever takes the last loses for his party, and a party that cannot play though someth",
        "; qui prend le dernier perd pour son camp, et un camp qui ne peut jouer bien qu’il reste",
    ),
    (
        "heaps 1; take 1 from one then split",
        "“then split”: what is left of the heap may be parted into two heaps; take 1 from one ",
        "«~puis partager~»~: ce qui reste du tas peut être partagé en deux tas~; prendre 1",
    ),
    (
        "heaps 2; call heap; take n from one",
        "whoever is to move calls a heap, and the other chooses how many are taken from it; ",
        "qui a le trait annonce un tas, et l’autre choisit combien on y prend~; ",
    ),
]


@pytest.mark.parametrize(("text", "english", "french"), RULES)
def test_the_rule_says_what_counts_besides_heaps(text: str, english: str, french: str) -> None:
    rule = define_rules(text).rule
    assert english in Plain("en").line(rule)
    assert french.replace("~", "\u202f") in Plain("fr").line(rule)


@given(st.text("01234567", min_size=1, max_size=6).filter(lambda digits: digits.strip("0")))
def test_codes_are_written_as_they_are_read(digits: str) -> None:
    canonical = f"heaps 1; octal 0.{digits.rstrip('0')}"
    assert str(read(f"heaps 1; octal 0.{digits}")) == canonical
    assert str(read(f"tas 1; octal 0,{digits}")) == canonical


def test_heaps_of_any_size_are_called() -> None:
    """Not every number that could be taken is tried to find the few heaps to call."""
    game = define_rules("heaps 3; call heap; take n from one; take n from y where n % 2 == 1")
    position = (10**999, 0, 10**999)
    assert list(game.moves(position)) == [Call(1), Call(3)]
    assert not game.is_over(position)
    assert game.is_legal(situated(position, 1), (5, 0, 0))
