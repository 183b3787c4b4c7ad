"""Automata in words: what is kept is what the automata accept, and what is false is refused."""

from itertools import combinations_with_replacement

import numpy as np
import pytest

import marienbad
from marienbad.games.catalogue import define
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.fused import automaton as compared
from marienbad.prover.description.guessing import describe, is_proved
from marienbad.prover.description.laws import (
    NO_EXCEPTIONS,
    Differences,
    Law,
    Like,
    Remainders,
    known_description,
)
from marienbad.prover.games.claims import claim, mirrored, points
from marienbad.prover.games.library import proved
from marienbad.prover.systems.linear import FIBONACCI
from marienbad.prover.theory import AutomatonTheory
from marienbad.text.sentences import keys_of
from marienbad.theories.wording import explanation_of
from tests.prover.games.test_proofs import GAMES, OTHERS

SIZE = 150


@pytest.mark.parametrize("name", [name for name in GAMES if name not in OTHERS])
def test_every_automaton_that_is_kept_has_words_that_agree_with_it(name: str) -> None:
    game = define(name)
    found = known_description(game)
    box = np.triu(Automaton.of(proved(game)).box(SIZE, SIZE))
    pairs = [(x, y) for x, y in np.argwhere(box).tolist()]
    if isinstance(found, Law):
        assert found.below(SIZE) == pairs
    else:
        assert isinstance(found, Differences)
        assert name in ("nim", "marienbad")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wythoff", "wythoff:misere", "wythoff:a=2,b=3,misere"])
def test_the_words_are_proved_and_mutants_are_refused(name: str) -> None:
    automaton = Automaton.of(proved(define(name)))
    law = describe(automaton)
    assert isinstance(law, Law)
    assert law == known_description(define(name))
    first = law.lists[0]
    mutants = [
        first.having(difference=first.difference + law.modulus),
        first.having(steps=(first.steps[0] + law.modulus,)),
        first.having(first=((0, 7), *first.first[1:])),
    ]
    for mutant in mutants:
        assert not is_proved(automaton, Law((mutant, *law.lists[1:])))
    other = automaton ^ mirrored(points(automaton.system, (60, 61)))
    assert not is_proved(other, law)


@pytest.mark.slow
def test_a_game_of_ones_own_gets_a_rule_that_plays() -> None:
    game = marienbad.rules("heaps 2; take n from one; take n, n from two; take 1, 4 from two")
    found = game.discover()
    assert found.proof is not None
    law = describe(found.proof.automaton)
    assert isinstance(law, Law)
    pairs = np.argwhere(np.triu(game.solve((120, 120)).is_p)).tolist()
    assert law.below(120) == [(x, y) for x, y in pairs]
    text = " ".join(found.explanation.render("en").split())
    assert "begins with (0, 0), (1, 2), (3, 6), (4, 8) and (5, 7)" in text
    assert "Pair number 5, counted from 0, has the difference 5" in text


@pytest.mark.slow
def test_remainders() -> None:
    found = marienbad.rules("heaps 2; take n from one where n <= 3").discover()
    assert found.proof is not None
    assert describe(found.proof.automaton) == Remainders(
        modulus=4, pairs=((0, 0), (1, 1), (2, 2), (3, 3)), exceptions=NO_EXCEPTIONS
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "described"),
    [
        ("take n from one; take 1, 1 from two", "Leave (0, 0), (1, 2) and (2, 1), and the same"),
        (
            "take c, d from two where c - d in {-2, 0, 2}; take n from one",
            "grows by 3 and 1 in turn",
        ),
    ],
)
def test_repetition_and_steps_in_turn(rules: str, described: str) -> None:
    game = marienbad.rules(f"heaps 2; {rules}")
    found = game.discover()
    assert described in " ".join(found.explanation.render("en").split())


@pytest.mark.slow
def test_a_known_game_but_for_a_position() -> None:
    """(76, 123) is taken out: the numbers are no longer shared out, and no law holds."""
    wythoff = claim(define("wythoff"))
    other = wythoff - mirrored(points(FIBONACCI, (76, 123)))
    found = describe(other)
    assert isinstance(found, Like)
    assert (found.game, found.exceptions.missing) == ("wythoff", ((76, 123), (123, 76)))


@pytest.mark.slow
def test_where_there_are_no_words_the_transitions_are_shown() -> None:
    assert describe(compared(FIBONACCI, {"x": -2, "y": 3}, low=1)) is None
    assert describe(claim(define("wythoff:a=2")), seconds=0) is None
    game = define("wythoff:a=2")
    theory = AutomatonTheory(game, proved(game))
    explained = explanation_of(theory, (26, 64), theory.solve((26, 64)))
    assert not explained.method
    text = explained.render("en")
    assert "Where the columns that were read lead" in text
    rows = text.split("0 refuses")[1].split("The states that accept")[0].strip().splitlines()
    # the states met are 1, 2, 3 and 6, and 6 accepts
    assert [row.split()[0] for row in rows[2:]] == ["1", "2", "3", "6"]
    assert rows[-1].endswith("to be left")


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("wythoff")])
def test_the_rule_done_to_the_letter_wins(name: str) -> None:
    """The pair of the difference, by its number; otherwise the partner of the smaller heap."""
    game = define(name)
    law, is_p = known_description(game), Automaton.of(proved(game)).box(60, 60)
    assert isinstance(law, Law)
    m, given, first = law.modulus, law.given, law.lists[0]
    lists, (step,) = law.first(80), first.steps
    for x, y in combinations_with_replacement(range(30), 2):
        if game.is_over((x, y)):
            continue
        r = (y - x) % m
        number = (y - x - r + given * step - first.difference) // step
        below = [pair for pair in lists[r][:given] if pair[1] - pair[0] <= y - x]
        if y - x >= first.difference + r:
            small, large = lists[r][number]
        elif below:
            small, large = max(below, key=lambda pair: pair[1] - pair[0])
        else:
            small, large = first.first[0]
            assert x == y
        partners = {high for low, high in lists[r] if low == x}
        partners |= {low for low, high in lists[-r] if high == x}
        (partner,) = partners
        assert is_p[x, y] == (partner == y)
        if not is_p[x, y]:
            move = (x - small, y - large) if small < x else (0, y - partner)
            assert game.is_legal((x, y), move), (x, y)
            assert is_p[x - move[0], y - move[1]], (x, y)


@pytest.mark.parametrize("name", ["wythoff", "wythoff:misere", "wythoff:a=3,misere", "wythoff:b=3"])
def test_the_law_leads_to_a_winning_move_at_every_position(name: str) -> None:
    theory = AutomatonTheory(define(name))
    for position in np.ndindex(12, 30):
        if theory.game.is_over(position):
            continue
        verdict = theory.solve(position)
        told = {key.split(".")[-1] for key in keys_of(theory.explain(position, verdict))}
        wins = {"here_equal"} | {
            f"{key}{end}"
            for key in ("pair_below", "partner", "partner_too")
            for end in ("", "_classes")
        }
        assert bool(told & wins) is not verdict.is_p, position
        assert bool(told & {"is_pair", "is_pair_classes"}) is verdict.is_p, position
