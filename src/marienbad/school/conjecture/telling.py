"""What became of a conjecture, in sentences: the claim, the verdict, and the moves that show it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from marienbad.games.definition import Definition
from marienbad.games.expressions import LAST
from marienbad.games.language.keywords import PREVIOUS, in_each_language, word
from marienbad.heaps import Position
from marienbad.school.conjecture.conditions import WORDS, Condition, read
from marienbad.school.conjecture.trying import Answered, Claim, Counterexample, Tried
from marienbad.text.sentences import Block, Items, Listing, Message, Wording, say
from marienbad.theories.wording import by, situation
from marienbad.values import Record

if TYPE_CHECKING:
    from marienbad.school.conjecture.proving import ForAllSizes

SHOWN_ANSWERS = 12
"""At most so many answers to moves are told."""
SHOWN_OTHERS = 6
"""At most so many other counterexamples are named."""

GUESSES: tuple[tuple[str, str, str], ...] = (
    ("twins", "twins", "jumelles"),
    ("paired", "paired", "paires"),
    ("even", "total % 2 == 0", "somme % 2 == 0"),
    ("four", "total % 4 == 0", "somme % 4 == 0"),
    ("rows", "rows % 2 == 0", "rangées % 2 == 0"),
)
"""What pupils guess: the last part of the key of its title, and the text by language."""
TELLING: tuple[tuple[str, str, str], ...] = (
    ("packets", "packets", "paquets"),
    ("singles", "longest == 1 and rows % 2 == 1", "longue == 1 et rangées % 2 == 1"),
    ("nim_sum", "x ^ y ^ z ^ w == 0", "x ^ y ^ z ^ w == 0"),
)
"""Conditions that tell much of the answer, in the same way."""


class Ready(Record):
    """A condition to choose: what it says in words, and as a text."""

    title: Message
    text: str
    tells_much: bool


def ready(lang: str) -> list[Ready]:
    """Conditions to choose from, what pupils guess first."""
    return [
        Ready(_title(name), french if lang == "fr" else english, tells_much)
        for conditions, tells_much in ((GUESSES, False), (TELLING, True))
        for name, english, french in conditions
    ]


def words_of(condition: Condition) -> Message | None:
    """What a condition says in plain words, where it is one of those to choose."""
    for name, english, _ in (*GUESSES, *TELLING):
        if read(english).expression == condition.expression:
            return _title(name)
    return None


def _title(name: str) -> Message:
    return say(f"conjecture.ready.{name}")


def claimed(condition: Condition, claim: Claim, words: Message | None = None) -> Message:
    """The conjecture itself; the condition stands there as it is written, or in these words."""
    return say(f"conjecture.claim.{claim}", condition=words or condition.wording)


def told(found: Tried) -> Iterator[Block]:
    """The conjecture, what was looked at, and what was found."""
    yield claimed(found.condition, found.claim)
    yield from _looked_at(found)


def _looked_at(found: Tried) -> Iterator[Block]:
    game = found.game.definition
    if found.up_to is None:
        yield say("conjecture.from", game=game.name, start=found.start)
    else:
        rows, noun = len(found.start), game.nouns[0]
        yield say(f"conjecture.box.{noun}", game=game.name, rows=rows, up_to=found.up_to)
    yield from findings(found)


def findings(found: Tried) -> Iterator[Block]:
    """How many are against it, the smallest and what shows it, or that there is none."""
    yield say(
        "conjecture.counts",
        situations=found.situations,
        holding=found.holding,
        wrong=len(found.wrong),
    )
    if found.counterexample is None:
        key = found.claim if found.holding or found.claim == "necessary" else "nowhere"
        yield say(f"conjecture.stands.{key}", situations=found.situations)
        return
    position = _named(found.counterexample.position)
    yield say("conjecture.smallest", position=position)
    yield from shown(found.game.definition, found.counterexample)
    told = [found.counterexample.position]
    if found.larger is not None:
        yield say("conjecture.larger", position=found.larger.position)
        yield from shown(found.game.definition, found.larger)
        told.append(found.larger.position)
    untold = [position for position in found.wrong if position not in told]
    others = [_named(other) for other in untold[:SHOWN_OTHERS]]
    more = len(untold) - SHOWN_OTHERS
    if more > 0:
        yield say("conjecture.others.more", positions=Listing(others, ";"), count=more)
    elif others:
        yield say("conjecture.others", positions=Listing(others, ";"))


def proof_told(known: ForAllSizes) -> Iterator[Block]:
    """What was decided for all sizes, or why nothing was, and what was tried."""
    found = known.decided
    if found is None:
        yield known.reason or say("conjecture.refuted.small")
        if known.tried is not None:
            yield from _looked_at(known.tried)
        return
    if found.counterexample is None:
        system = found.system
        yield say(f"conjecture.proved.{found.claim}", states=found.states, system=system)
        return
    yield say("conjecture.refuted", position=_named(found.counterexample.position))
    yield from shown(found.game.definition, found.counterexample)


def shown(game: Definition, against: Counterexample) -> Iterator[Block]:
    """Why a situation is against a conjecture."""
    remembered = situation(game, against.position)
    if remembered is not None:
        yield remembered
    verb = "holds" if against.holds else "fails"
    numbers = [(name, value) for name, value in against.values if not _is_condition(name)]
    if numbers:
        values = Listing([say("conjecture.value", name=_word(n), value=v) for n, v in numbers], "")
        yield say(f"conjecture.{verb}.values", values=values)
    else:
        yield say(f"conjecture.{verb}")
    yield _reason(game, against)
    if against.answered:
        shown_answers = against.answered[:SHOWN_ANSWERS]
        yield Items(tuple(_answer(game, answered) for answered in shown_answers))
        left_out = len(against.answered) - SHOWN_ANSWERS
        if left_out > 0:
            yield say("conjecture.more_answers", count=left_out)


def _reason(game: Definition, against: Counterexample) -> Message:
    outcome = "not_leave" if against.holds else "leave"
    if against.is_over:
        return say(f"conjecture.{outcome}.over")
    if not against.holds:
        return say("conjecture.leave.answered" if against.answered else "conjecture.leave")
    if against.move is None or against.left is None:
        return say("conjecture.not_leave")
    move = by(game, [against.move])
    if game.is_over(against.left):
        return say("conjecture.not_leave.ends", move=move)
    return say("conjecture.not_leave.move", move=move, left=against.left)


def _answer(game: Definition, answered: Answered) -> Message:
    left = _named(answered.left)
    if answered.answer is None:
        return say("conjecture.answer.none", left=left)
    if game.is_over(answered.answer):
        return say("conjecture.answer.ends", left=left)
    return say("conjecture.answer", left=left, answer=answered.answer)


def _named(position: Position) -> Position | Message:
    """A position as it is named; the empty one is said."""
    return position if any(position) else say("conjecture.empty")


def _is_condition(name: str) -> bool:
    return name in WORDS and WORDS[name].is_condition


def _word(name: str) -> str | Wording:
    """A name in a condition as the reader's language has it."""
    if name == LAST:
        return in_each_language(lambda lang: word(PREVIOUS, lang))
    return WORDS[name].wording if name in WORDS else name
