"""Kinds of positions: what is drawn is of its kind, and of the outcome that is wanted."""

from random import Random

import pytest

from marienbad.analysis import Game
from marienbad.school.kinds import EASIEST, HARDEST, KINDS, Wanted, drawn
from marienbad.solver.reachable import Reachable
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError

DIFFICULTIES = range(EASIEST, HARDEST + 1)
SEARCHED = 60
SEARCHED_WITH_PARTS = 16
"""The most objects of a position that the plain search looks at here; heaps may be parted."""


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_what_is_drawn_has_the_outcome_that_the_rules_give_it(name: str) -> None:
    for difficulty in DIFFICULTIES:
        search = Reachable(Game.named(KINDS[name].game_of(difficulty)).definition)
        most = SEARCHED_WITH_PARTS if search.game.ruleset.parts_heaps else SEARCHED
        wishes: dict[Wanted, bool] = {"winnable": False, "to leave": True}
        for wanted, is_p in wishes.items():
            for seed in range(4):
                found = drawn(name, difficulty, Random(seed), wanted)
                assert found.game == search.game.name
                assert not search.game.is_over(found.position)
                if sum(found.position) <= most and len(found.position) < 4:
                    assert search.is_p(found.position) == is_p, found


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_a_kind_has_many_positions_and_some_of_both_outcomes(name: str) -> None:
    for difficulty in DIFFICULTIES:
        lots = Random(difficulty)
        found = {tuple(sorted(drawn(name, difficulty, lots).position)) for _ in range(60)}
        lost = {
            tuple(sorted(drawn(name, difficulty, lots, "to leave").position)) for _ in range(60)
        }
        assert len(found) >= 6
        assert len(lost) >= 2
        assert all(heap > 0 for position in found | lost for heap in position)


def test_the_same_lot_draws_the_same() -> None:
    assert drawn("nim", 3, Random(7)) == drawn("nim", 3, Random(7))


def test_kinds_and_difficulties_that_there_are_not() -> None:
    with pytest.raises(InputError, match=r"kind of positions “chess”: expected mirror, .* or sums"):
        drawn("chess", 1, Random(1))
    for number in (0, 6):
        with pytest.raises(InputError, match=f"difficulty {number} does not exist"):
            drawn("nim", number, Random(1))


def test_every_kind_has_a_title_in_every_language() -> None:
    for lang in LANGUAGES:
        titles = [Plain(lang).line(kind.title) for kind in KINDS.values()]
        assert len({*titles}) == len(KINDS)
        assert not any("school." in title for title in titles)
