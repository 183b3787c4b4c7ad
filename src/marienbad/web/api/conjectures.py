"""Calls for conjectures: a condition is tried on all situations, or decided for all sizes."""

from importlib.util import find_spec
from typing import Annotated, Literal, NotRequired, TypedDict, cast

from marienbad.analysis import Game
from marienbad.games.data import position_data
from marienbad.heaps import Position
from marienbad.school.conjecture import telling, trying
from marienbad.school.conjecture.conditions import LENGTH, WORDS, Condition
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.web.api.common import (
    AtPosition,
    FromStart,
    Left,
    MoveFields,
    Shown,
    ShownHeaps,
    Text,
    at_position,
    from_start,
    left_data,
    subject,
    taken,
    texts,
)
from marienbad.web.api.routes import (
    PROOF,
    STUDY,
    Field,
    GameName,
    HeapsText,
    ReaderLanguage,
    get,
)

MOST = 2_500
"""The most situations that are looked at."""
MOST_SENT = 50
"""The most counterexamples that are sent."""

Claim = Literal["exactly", "sufficient", "necessary"]
ConditionText = Annotated[
    str,
    Field(
        max_length=LENGTH,
        description="A condition on the rows x, y, z, w in ascending order.",
        examples=("total % 2 == 0", "x == y"),
    ),
]


class ReadyCondition(TypedDict):
    """A condition to choose: what it says, how it is written, and whether it gives much of the
    answer away.
    """

    title: str
    condition: str
    tells_much: bool


class ConditionWord(TypedDict):
    """A word of conditions, and what it means."""

    word: str
    meaning: str


class Conditions(TypedDict):
    """Conditions to choose from, and the words that one can write."""

    ready: list[ReadyCondition]
    words: list[ConditionWord]


@get("/api/conjecture/conditions", tag="school")
def conditions(lang: ReaderLanguage = "") -> Conditions:
    """Conditions to choose from, and the words that one can write."""
    line = Plain(lang).line
    return {
        "ready": [
            {"title": line(one.title), "condition": one.text, "tells_much": one.tells_much}
            for one in telling.ready(lang)
        ],
        "words": [
            {"word": word.wording.text(lang), "meaning": line(word.meaning)}
            for word in WORDS.values()
        ],
    }


class Answering(TypedDict):
    """What an answer leaves; none if no move is left then."""

    answer: ShownHeaps | None
    answer_state: NotRequired[Shown]


class AnsweredMove(Left, Answering):
    """What a move leaves, and what the answer leaves; none where no move is left then."""


class Leaving(TypedDict, total=False):
    """What a move leaves, if there is one."""

    left: ShownHeaps
    left_state: Shown


class Counterexample(AtPosition, MoveFields, Leaving):
    """A situation against a conjecture, and what shows it.

    Where the condition holds, it is unsafe: a move leaves one that is safe. Where it does not,
    it is safe: every move is answered. ``over`` says that no move is left.
    """

    holds: bool
    over: bool
    answered: list[AnsweredMove]


class Claimed(TypedDict):
    """The condition in the words of the language asked for, what it says, where it is one of those
    to choose, and what is claimed of it.
    """

    condition: str
    words: str | None
    claim: Claim
    claimed: str


class ConjectureTried(FromStart, Claimed, Text):
    """What was found against a conjecture among all situations; the smallest first.

    ``holding`` situations have the condition, ``wrong`` are against the conjecture; of these
    ``positions`` are the smallest 50.
    """

    game: str
    up_to: int | None
    situations: int
    holding: int
    wrong: int
    positions: list[AtPosition]
    counterexample: Counterexample | None


@get("/api/conjecture", tag="school", queue=STUDY)
def conjecture(
    game: GameName,
    position: HeapsText,
    condition: ConditionText,
    claim: Claim = "exactly",
    up_to: Annotated[
        int | None,
        Field(
            ge=1,
            le=trying.LARGEST,
            description="All situations with as many rows, each of up to so many.",
        ),
    ] = None,
    lang: ReaderLanguage = "",
) -> ConjectureTried:
    """The smallest counterexample to a conjecture, with the moves that show it, or none."""
    known, start = subject(game, position)
    said = trying.condition_of(known, condition)
    found = trying.tried(known, start, said, claim, up_to, MOST)
    return {
        "game": known.name,
        **from_start(start),
        "up_to": up_to,
        **_claimed(said, claim, lang),
        "situations": found.situations,
        "holding": found.holding,
        "wrong": len(found.wrong),
        "positions": [*map(at_position, found.wrong[:MOST_SENT])],
        "counterexample": _against(found.counterexample),
        **texts(telling.findings(found), lang),
    }


class ConjectureDecided(Claimed, Text):
    """What was decided for two heaps of every size; `open` where it was only tried.

    The ``certificate`` is for `marienbad check`, where `exactly` is proved.
    """

    game: str
    outcome: Literal["proved", "refuted", "open"]
    states: int | None
    seconds: float | None
    certificate: str | None
    counterexample: Counterexample | None


@get("/api/conjecture/prove", tag="school", queue=PROOF, slow="conjecture.slow")
def prove_conjecture(
    game: GameName, condition: ConditionText, claim: Claim = "exactly", lang: ReaderLanguage = ""
) -> ConjectureDecided:
    """Whether a conjecture holds for two heaps of every size, where the prover can decide it."""
    if find_spec("numpy") is None:
        raise InputError("prover.missing")
    from marienbad.school.conjecture.proving import for_all_sizes

    known = Game.named(game)
    said = trying.condition_of(known, condition)
    found = for_all_sizes(known, said, claim)
    decided = found.decided
    proof = decided.proof if decided is not None else None
    return {
        "game": known.name,
        **_claimed(said, claim, lang),
        "outcome": found.outcome,
        "states": None if decided is None else decided.states,
        "seconds": None if decided is None else round(decided.seconds, 3),
        "certificate": None if proof is None else proof.certificate(),
        "counterexample": _against(found.counterexample),
        **texts(telling.proof_told(found), lang),
    }


def _claimed(condition: Condition, claim: Claim, lang: str) -> Claimed:
    """The condition as it is written and in plain words, and what is claimed of it."""
    plain, words = Plain(lang), telling.words_of(condition)
    return {
        "condition": condition.wording.text(lang),
        "words": None if words is None else plain.line(words),
        "claim": claim,
        "claimed": plain.line(telling.claimed(condition, claim, words)),
    }


def _against(found: trying.Counterexample | None) -> Counterexample | None:
    """A situation against a conjecture, and the moves that show it."""
    if found is None:
        return None
    left = {} if found.left is None else position_data(found.left, "left")
    return {
        **at_position(found.position),
        "holds": found.holds,
        "over": found.is_over,
        **taken(found.move),
        **cast(Leaving, left),
        "answered": [_answered(one.left, one.answer) for one in found.answered],
    }


def _answered(left: Position, answer: Position | None) -> AnsweredMove:
    data = {"answer": None} if answer is None else position_data(answer, "answer")
    return {**left_data(left), **cast(Answering, data)}
