"""Conjectures that are tried on all situations, or decided for all sizes."""

from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any

from marienbad.analysis import Game
from marienbad.games.data import move_fields, position_data
from marienbad.school.conjecture.conditions import WORDS, Condition
from marienbad.school.conjecture.telling import claimed, findings, proof_told, ready, words_of
from marienbad.school.conjecture.trying import Claim, Counterexample, condition_of, tried
from marienbad.text.explanation import Explanation
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.text.sentences import Block
from marienbad.web.encoding import encoded
from marienbad.web.thoughts.subject import subject

MOST = 2_500
"""The most situations that are looked at."""
MOST_SENT = 50
"""The most counterexamples that are sent."""
WIDTH = 100


def conditions_in(lang: str) -> bytes:
    """Conditions to choose from, and the words that one can write."""
    plain = Plain(lang)
    return encoded(
        {
            "ready": [
                {
                    "title": plain.line(one.title),
                    "condition": one.text,
                    "tells_much": one.tells_much,
                }
                for one in ready(lang)
            ],
            "words": [
                {"word": word.wording.text(lang), "meaning": plain.line(word.meaning)}
                for word in WORDS.values()
            ],
        }
    )


def tried_on(
    game: str, position: str, condition: str, claim: Claim, up_to: int | None, lang: str
) -> bytes:
    """What was found against a conjecture among all situations."""
    known, start = subject(game, position)
    said = condition_of(known, condition)
    found = tried(known, start, said, claim, up_to, MOST)
    return encoded(
        {
            "game": known.name,
            **position_data(start, "start"),
            "up_to": up_to,
            **_claimed(said, claim, lang),
            "situations": found.situations,
            "holding": found.holding,
            "wrong": len(found.wrong),
            "positions": [position_data(one) for one in found.wrong[:MOST_SENT]],
            "counterexample": _against(found.counterexample),
            **_told(findings(found), lang),
        }
    )


def decided_for_all(game: str, condition: str, claim: Claim, lang: str) -> bytes:
    """What was decided of a conjecture for two heaps of every size."""
    if find_spec("numpy") is None:
        raise InputError("prover.missing")
    from marienbad.school.conjecture.proving import for_all_sizes

    known = Game.named(game)
    said = condition_of(known, condition)
    found = for_all_sizes(known, said, claim)
    decided = found.decided
    proof = decided.proof if decided is not None else None
    return encoded(
        {
            "game": known.name,
            **_claimed(said, claim, lang),
            "outcome": found.outcome,
            "states": None if decided is None else decided.states,
            "seconds": None if decided is None else round(decided.seconds, 3),
            "certificate": None if proof is None else proof.certificate(),
            "counterexample": _against(found.counterexample),
            **_told(proof_told(found), lang),
        }
    )


def _claimed(condition: Condition, claim: Claim, lang: str) -> dict[str, str | None]:
    """The condition as it is written and in plain words, and what is claimed of it."""
    plain, words = Plain(lang), words_of(condition)
    return {
        "condition": condition.wording.text(lang),
        "words": None if words is None else plain.line(words),
        "claim": claim,
        "claimed": plain.line(claimed(condition, claim, words)),
    }


def _told(blocks: Iterable[Block], lang: str) -> dict[str, str]:
    words = Explanation(tuple(blocks))
    return {"text": words.render(lang, WIDTH), "html": words.html(lang)}


def _against(found: Counterexample | None) -> dict[str, Any] | None:
    """A situation against a conjecture, and the moves that show it."""
    if found is None:
        return None
    return {
        **position_data(found.position),
        "holds": found.holds,
        "over": found.is_over,
        **move_fields(found.move),
        **({} if found.left is None else position_data(found.left, "left")),
        "answered": [
            {
                **position_data(one.left, "left"),
                **({"answer": None} if one.answer is None else position_data(one.answer, "answer")),
            }
            for one in found.answered
        ],
    }
