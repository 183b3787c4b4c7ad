"""Games given by their rules as text: played, searched, sent to another process."""

import pickle
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.analysis import Game
from marienbad.games.catalogue import EXAMPLES as KNOWN
from marienbad.games.catalogue import define
from marienbad.games.language.rule_text import define_rules, rules_text
from marienbad.games.language.tokens import RuleError
from marienbad.play.coach import hint
from marienbad.play.phrases import takes
from marienbad.solver import search
from marienbad.solver.reference import p_positions
from marienbad.solver.search import OutcomeSearch
from marienbad.text.plain import Plain
from marienbad.text.problems import OutOfReach
from marienbad.text.sentences import say
from tests.games.language.rule_texts import EXAMPLES

SAYABLE = [name for name in KNOWN if define(name).family.statements is not None]


def test_a_move_in_three_heaps_is_told() -> None:
    game = Game(define_rules(EXAMPLES["Nimoff"]))
    event = takes(game, (2, 2, 2), say("play.first", name="club"))
    assert Plain("en").line(event) == (
        "club (first) takes 2 tokens from heap 1, 2 tokens from heap 2 and 2 tokens from heap 3."
    )
    assert Plain("fr").line(hint(game, (3, 3, 3), 2).message) == (
        "Regardez le tas 1, le tas 2 et le tas 3."
    )


@pytest.mark.parametrize(
    "name",
    [
        *SAYABLE,
        "wythoff:a=5,b=7",
        "wythoff:b=3,misere",
        "moore:k=3",
        "nimhoff:h=4",
        "octal:0.137,misere",
        "subtraction:2.5.7",
        "order:AB,take=2.5",
        "takeaway:k=5",
    ],
)
def test_the_rules_of_a_known_game_bear_its_name(name: str) -> None:
    game = define(name)
    for lang in ("en", "fr"):
        written = define_rules(rules_text(game, lang) or "")
        assert Plain(lang).line(written.title) == Plain(lang).line(game.title)


@pytest.mark.parametrize(
    "text",
    [
        "heaps 2; take n from one where n < 4",
        "heaps 2; take n from one; take a, b from two where a + b < 3",
        "heaps 2; let h = 11; take n from one; take a, b from two where a + b < h",
        "heaps 2; take n from one where n not in {1, 3}",
        "heaps 2; take n from one where n in {1, x}",
        "heaps 2; call heap; take n from one where n in {1, 3}",
        "heaps 1; order A B A B; take n from one where n in {1001}",
        "heaps 2; let k = 2, code = 77; take n from one where n in {k, code}",
    ],
)
def test_other_rules_bear_no_name(text: str) -> None:
    assert define_rules(text).title.key == "games.rules.title"


@pytest.mark.parametrize("sizes", [5, (5, "a"), (5, 5.0), (5, 0), (True, 5)])
def test_sizes_that_are_none_are_named(sizes: Any) -> None:
    with pytest.raises(ValueError, match="not the sizes of a box: expected a whole number"):
        Game(define_rules("heaps 2; take n from one")).solve(sizes)


def test_a_search_for_greedy_rules_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    conditions = " and ".join(f"(c * {i} + d * x) % (y + {i}) != {i}" for i in range(3, 40))
    greedy = OutcomeSearch(define_rules(f"heaps 2; take c, d from two where {conditions}"))
    greedy.check_reach((200, 200))
    with pytest.raises(OutOfReach):
        greedy.check_reach((2000, 2000))
    with pytest.raises(OutOfReach):
        OutcomeSearch(define_rules("heaps 4; take a, b, c, d from all")).check_reach((40,) * 4)
    monkeypatch.setattr(search, "has_compiler", lambda: False)
    OutcomeSearch(define_rules(EXAMPLES["ratios"])).check_reach((60, 60))
    with pytest.raises(OutOfReach):
        greedy.check_reach((300, 300))
    monkeypatch.setattr(search, "DEADLINE", 0)
    with pytest.raises(OutOfReach, match="took more than 0 s"):
        greedy.is_p((60, 60))


@pytest.mark.slow
@settings(max_examples=30)
@given(st.sets(st.integers(1, 9), min_size=1, max_size=4), st.booleans(), st.integers(0, 40))
def test_a_certain_period_tells_heaps_of_any_size(
    amounts: set[int], is_misere: bool, more: int
) -> None:
    members = ", ".join(map(str, sorted(amounts)))
    ending = "; last loses" if is_misere else ""
    game = define_rules(f"heaps 1; take n from one where n in {{{members}}}{ending}")
    one_heap = OutcomeSearch(game)
    one_heap.check_reach((10**9,))
    period = one_heap.period.found
    assert period is not None
    expected = {heap for (heap,) in p_positions(game, (1200,))}
    for heap in range(1100, 1200):
        assert one_heap.is_p((heap,)) == (heap in expected)
    huge = 10**60 * period.period + period.preperiod + more
    won = {amount for amount in amounts if one_heap.is_p((huge - amount,))}
    assert one_heap.winning_moves((huge,)) == tuple((amount,) for amount in sorted(won))
    assert one_heap.is_p((huge,)) == (not won)


def test_a_game_goes_to_another_process_whole() -> None:
    game = define_rules(EXAMPLES["guarded"])
    assert isinstance(hash(game), int)
    sent = pickle.dumps(game)
    assert b"_hash" not in sent  # a process hashes texts in its own way
    assert pickle.loads(sent) == game


EXTENT = {1: 9, 2: 8, 3: 4, 4: 2, 5: 1}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        *SAYABLE,
        "wythoff:b=3,misere",
        "wythoff:a=4,b=2",
        "wythoff:a=3,b=3",
        "wythoff:heaps=4",
        "nimhoff:h=4,misere",
        "nimhoff:h=5",
        "moore:k=1",
        "moore:k=3",
        "moore:k=4,misere",
    ],
)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_game_of_the_catalogue_can_be_written_as_rules(name: str, lang: str) -> None:
    known = define(name)
    for heaps in (known.ruleset.heaps,) if known.ruleset.heaps else range(1, 6):
        text = rules_text(known, lang, heaps)
        if heaps == 5 and name in ("nimhoff:h=5", "moore:k=4,misere"):  # from four of five heaps
            assert text is None
            continue
        assert text is not None
        own = define_rules(text)
        assert own.is_misere == known.is_misere
        for position in product(range(EXTENT[heaps] + 1), repeat=heaps):
            assert set(own.moves(position)) == set(known.moves(position)), (name, position)


def test_rules_that_cannot_be_written_are_none() -> None:
    assert rules_text(define("nim"), "en", 9) is None
    assert rules_text(define(f"wythoff:a={10**13}")) is None
    assert rules_text(define("wythoff:heaps=5,misere")) is None
    assert (
        rules_text(define_rules("tas 1; prendre n dans un"), "en") == "heaps 1\ntake n from one\n"
    )


def test_up_to_eight_heaps_are_played() -> None:
    game = Game(define_rules("tas 8; prendre n dans un"))
    assert game.start == (1, 2, 3, 4, 5, 6, 7, 8)
    assert game.analyse(game.start).winning_moves == ((0, 0, 0, 0, 0, 0, 0, 8),)
    last = define_rules("heaps 8; take n from s where n <= t; take n, n from v, u")
    assert list(last.moves((0, 0, 0, 0, 1, 1, 1, 2))) == [
        (0, 0, 0, 0, 0, 0, 0, 1),
        (0, 0, 0, 0, 1, 1, 0, 0),
    ]


def test_a_name_of_a_heap_that_there_is_not_may_name_a_number() -> None:
    double = define_rules("heaps 2; take t, s from two where s == 2 * t")
    assert not double.ruleset.names_heaps
    assert set(double.moves((2, 2))) == {(1, 2), (2, 1)}
    with pytest.raises(RuleError, match="“t” is the name of a heap"):
        define_rules("heaps 7; take t from one")
