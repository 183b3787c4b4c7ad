"""The proof for one position: every answer occurs once and is met by a position to leave."""

from itertools import product

import pytest

import marienbad
from marienbad.heaps import leave
from marienbad.solver.reference import Search
from marienbad.text.problems import OutOfReach
from marienbad.text.sentences import keys_of

SMALL = {
    "nim": (3, 4, 5),
    "marienbad": (2, 3, 4),
    "wythoff": (9, 9),
    "wythoff:a=2,b=2": (9, 9),
    "wythoff:a=2,misere": (9, 9),
    "euclid": (9, 9),
    "rules:heaps 2; take n from one where n in {1, 3, 4}; last loses": (9, 9),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_every_answer_is_met(name: str) -> None:
    game = marienbad.game(name)
    reference = Search(game.definition)
    for position in product(*map(range, SMALL[name])):
        analysis = game.analyse(position)
        left = analysis.left
        answers = [answer for reply in analysis.replies for answer in reply.answers]
        assert sorted(answers) == sorted(leave(left, move) for move in game.moves(left))
        for reply in analysis.replies:
            for answer in reply.answers:
                if reply.left is None:
                    assert game.is_misere
                    assert game.is_over(answer)
                    continue
                assert reference.is_p(reply.left)
                taken = tuple(a - b for a, b in zip(answer, reply.left, strict=True))
                assert game.is_legal(answer, taken)


@pytest.mark.parametrize("name", SMALL)
def test_a_proof_is_whole_at_the_end(name: str) -> None:
    game = marienbad.game(name)
    *others, last = SMALL[name]
    proof = game.analyse((*others, last + 4)).proof()
    assert [*keys_of(proof.blocks)][-1] == "words.replies.whole"


def test_a_proof_of_one_level_says_what_follows() -> None:
    text = marienbad.game("marienbad").analyse((1, 3, 5, 7)).proof(1).render()
    assert "From (1, 3, 5, 7)" in text
    assert "7 positions to leave can follow" in text


def test_one_position_that_follows_is_told_in_the_singular() -> None:
    proof = marienbad.game("wythoff").analyse((4, 6)).proof(1)
    english, french = (" ".join(proof.render(lang).split()) for lang in ("en", "fr"))
    assert "1 position to leave can follow, with its own answers." in english
    assert "1 position à laisser peut suivre, avec ses réponses." in french


def test_the_order_of_heaps_is_said_to_be_no_matter_where_it_is_none() -> None:
    unordered = "words.replies.unordered"
    apart = marienbad.game("rules:heaps 2; take n from x; take 1 from y").analyse((3, 4))
    assert unordered not in keys_of(apart.proof().blocks)
    assert unordered in keys_of(marienbad.game("nim").analyse((3, 4)).proof().blocks)
    # where nothing follows the first table, there is nothing to count
    assert unordered not in keys_of(marienbad.game("wythoff").analyse((1, 2)).proof().blocks)


def test_no_move_is_left() -> None:
    for name in ("nim", "marienbad"):
        analysis = marienbad.game(name).analyse((0, 0))
        assert analysis.replies == ()
        assert analysis.proof().blocks == analysis.explanation.opening


def test_too_many_answers_are_refused() -> None:
    with pytest.raises(OutOfReach, match="more than 400 answers"):
        marienbad.game("nim").analyse((500, 500)).proof()
