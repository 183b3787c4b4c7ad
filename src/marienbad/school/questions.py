"""Questions of a drill: a position of a kind, what is asked of it, and what an answer is worth.

A wrong answer is never only wrong: a move is answered by the move that refutes it, a judgment by
the move that wins, a number by the number.

What a move is worth to a learner: it is answered on the board, a wrong one by its refutation.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Literal, get_args

from marienbad.analysis import Game
from marienbad.heaps import Move, Position
from marienbad.school.kinds import Wanted, check_difficulty, drawn, kind_of
from marienbad.solver.period import digits_of, values_of
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing, Message, say
from marienbad.theories.nim.binary import nim_sum
from marienbad.theories.wording import by, taken
from marienbad.values import Record

if TYPE_CHECKING:
    from random import Random


class Reply(Record):
    """The other player's move: what it takes and leaves, and whether he has won by it.

    ``has_won`` is ``None`` while the game goes on.
    """

    move: Move
    left: Position
    has_won: bool | None
    plays_on: bool


class Answer(Record):
    """Whether a legal move wins, what it leaves, and what is replied where the other is to play.

    ``has_won`` is ``None`` while the game goes on.
    """

    wins: bool
    left: Position
    has_won: bool | None
    plays_on: bool
    reply: Reply | None


def answered(game: Game, position: Position, move: Move, random: Random) -> Answer:
    """The answer to a legal move: to a wrong one its refutation, to a right one any move by lot.

    So whoever wins has met more than the one move that is hardest to answer.

    >>> from random import Random
    >>> wrong = answered(Game.named("nim"), (3, 5), (0, 1), Random(1))
    >>> wrong.wins, wrong.left, wrong.reply.move, wrong.reply.left
    (False, (3, 4), (0, 1), (3, 3))
    >>> answered(Game.named("nim"), (3, 5), (0, 2), Random(1)).wins
    True
    """
    definition = game.definition
    left = definition.after(position, move)
    has_won = definition.has_won(position, left)
    plays_on = definition.plays_on(position)
    wins = game.analyse(position).is_winning(move)
    is_reply_due = has_won is None and not plays_on
    return Answer(
        wins, left, has_won, plays_on, _reply(game, left, random) if is_reply_due else None
    )


def _reply(game: Game, position: Position, random: Random) -> Reply:
    """The winning move that leaves least, so that one sees most; where none wins, any by lot."""
    after = game.definition.after
    winning = game.analyse(position).good_moves
    if winning:
        move = min(winning, key=lambda found: (sum(after(position, found)), found))
    else:
        move = game.definition.ruleset.random_move(position, random)
    left = after(position, move)
    definition = game.definition
    return Reply(move, left, definition.has_won(position, left), definition.plays_on(position))


Form = Literal["move", "judge", "value", "pair"]
FORMS: tuple[Form, ...] = get_args(Form)
TRIES = 60
"""So many positions are drawn in search of one that was not asked of lately."""
LARGEST_ANSWER = 9_999
MOST_HEAPS, LARGEST_HEAP = 8, 99
"""No position of a kind is larger."""


class Question(Record):
    """What is asked: of a pair the position is the one number whose partner is looked for."""

    kind: str
    difficulty: int
    form: Form
    position: Position

    @property
    def game(self) -> Game:
        return Game.named(kind_of(self.kind).game_of(self.difficulty))

    @property
    def text(self) -> Message:
        """What is asked, in a sentence."""
        if self.form == "pair":
            return say("practice.ask.pair", number=self.position[0])
        if self.form == "value":
            return say(f"practice.ask.value.{'nim' if _is_nim(self.game) else 'grundy'}")
        return say(f"practice.ask.{self.form}")

    def is_like(self, other: Question) -> bool:
        """Whether the same is asked, whatever the order of the heaps."""
        return _sameness(self) == _sameness(other)


class Judgement(Record):
    """What an answer is worth: whether it is right, and what is said.

    ``board`` is the position that is then to be seen, and ``shown`` the move that is played there
    by whoever is right, where one is.
    """

    is_right: bool
    said: tuple[Message, ...]
    board: Position
    shown: Move | None = None


def forms_of(kind: str) -> tuple[Form, ...]:
    """What can be asked of positions of a kind.

    >>> forms_of("queen"), forms_of("sums"), forms_of("marienbad")
    (('move', 'judge', 'pair'), ('move', 'judge', 'value'), ('move', 'judge'))
    """
    game = Game.named(kind_of(kind).game)
    more: dict[Form, bool] = {
        "value": heap_values(game, ()) is not None,
        "pair": game.definition.family.name == "wythoff",
    }
    return tuple(form for form in FORMS if more.get(form, True))


def check_form(kind: str, form: str) -> Form:
    """The form, where positions of the kind can be asked so."""
    known = forms_of(kind)
    for one in known:
        if one == form:
            return one
    raise InputError("practice.form", form=form, kind=kind, known=Listing(known, "or"))


def question_of(kind: str, difficulty: int, form: str, position: Position) -> Question:
    """The question with these parts, which may come from elsewhere, where such a one is asked."""
    checked = check_form(kind, form)
    question = Question(kind, check_difficulty(difficulty), checked, position)
    heaps, game = len(position), question.game
    expected = 1 if form == "pair" else game.heaps or heaps
    are_few = heaps == expected and 0 < heaps <= MOST_HEAPS
    if not are_few or not all(0 <= heap <= LARGEST_HEAP for heap in position):
        raise InputError("practice.position", position=position, kind=kind)
    if form != "pair" and game.is_over(position):
        raise InputError("practice.position", position=position, kind=kind)
    return question


def asked(
    kind: str, difficulty: int, form: str, random: Random, without: Sequence[Question] = ()
) -> Question:
    """A question by lot, none of those given, the latest of which stand last.

    Where none of many lots is another, it is the one that was asked longest ago.

    >>> asked("mirror", 1, "move", Random(1))
    Question(kind='mirror', difficulty=1, form='move', position=(2, 1))
    """
    checked = check_form(kind, form)
    latest = {_sameness(one): place for place, one in enumerate(without)}
    found: list[Question] = []
    for _ in range(TRIES):
        one = Question(kind, difficulty, checked, _position(kind, difficulty, form, random))
        if _sameness(one) not in latest:
            return one
        found.append(one)
    return min(found, key=lambda one: latest[_sameness(one)])


def judged(question: Question, answer: Move | bool | int) -> Judgement:
    """What an answer is worth: a legal move, whether the position is one to leave, or a number."""
    game, position = question.game, question.position
    if isinstance(answer, tuple):
        return _judged_move(game, position, answer)
    if question.form == "judge":
        return _judged_outcome(game, position, bool(answer))
    if not 0 <= answer <= LARGEST_ANSWER:
        raise InputError("practice.number", text=str(answer), most=LARGEST_ANSWER)
    if question.form == "value":
        return _judged_value(game, position, answer)
    return _judged_pair(game, position[0], answer)


def heap_values(game: Game, position: Position) -> tuple[int, ...] | None:
    """The Grundy values of the heaps, whose nim-sum is the position's; ``None`` without them.

    >>> heap_values(Game.named("kayles"), (3, 4)), heap_values(Game.named("marienbad"), (3, 4))
    ((3, 1), None)
    """
    if game.is_misere:
        return None
    if _is_nim(game):
        return tuple(position)
    digits = digits_of(game.definition.ruleset)
    return None if digits is None else tuple(map(values_of(digits).value, position))


@lru_cache(maxsize=1024)
def partner(game: Game, number: int) -> int:
    """The smallest number with which a number is a position to leave.

    >>> [partner(Game.named("wythoff"), number) for number in (1, 2, 4, 7)]
    [2, 1, 7, 4]
    """
    other = 0
    while game.analyse((number, other)).outcome != "P":
        other += 1
    return other


def _is_nim(game: Game) -> bool:
    return game.definition.family.name == "nim"


def _sameness(question: Question) -> tuple[str, str, tuple[int, ...]]:
    kind = kind_of(question.kind)
    return kind.game_of(question.difficulty), question.form, tuple(sorted(question.position))


def _position(kind: str, difficulty: int, form: str, random: Random) -> Position:
    """A position to ask of: one that can be won, or of either outcome as often as of the other."""
    wanted: Wanted = "winnable" if form == "move" else "any"
    if form == "judge":
        wanted = random.choice(("winnable", "to leave"))
    found = drawn(kind, difficulty, random, wanted)
    return (random.choice(found.position),) if form == "pair" else found.position


def _judged_move(game: Game, position: Position, move: Move) -> Judgement:
    answer = answered(game, position, move, Random(0))
    if answer.wins:
        return Judgement(True, (say("practice.right.move", position=answer.left),), answer.left)
    return _refuted(game, say("practice.wrong"), answer.left, answer.reply)


def _refuted(game: Game, opening: Message, left: Position, reply: Reply | None) -> Judgement:
    """The move that refutes what was left, or that who played last has lost by it."""
    if reply is None:
        return Judgement(False, (opening, say("practice.lost")), left)
    refuting = taken(game.definition, reply.move)
    key = "practice.refuted.end" if reply.has_won else "practice.refuted"
    told = say(key, taken=refuting, position=reply.left)
    return Judgement(False, (opening, told), left, reply.move)


def _judged_outcome(game: Game, position: Position, is_called_p: bool) -> Judgement:
    analysis, definition = game.analyse(position), game.definition
    if analysis.outcome == "P":
        if is_called_p:
            return Judgement(True, (say("practice.right.leave"),), position)
        tried = analysis.suggestion
        assert tried is not None  # a position is asked of only while a move is left
        answer = answered(game, position, tried, Random(0))
        opening = say("practice.wrong.leave", taken=taken(definition, tried))
        return _refuted(game, opening, answer.left, answer.reply)
    win = min(analysis.good_moves, key=lambda move: (sum(definition.after(position, move)), move))
    left = definition.after(position, win)
    key = "practice.wrong.not" if is_called_p else "practice.right.not"
    told = say(key, by=by(definition, [win]), position=left)
    return Judgement(not is_called_p, (told,), position, win)


def _judged_value(game: Game, position: Position, number: int) -> Judgement:
    values = heap_values(game, position)
    assert values is not None, "checked when the question was made"
    value = nim_sum(*values)
    if number == value:
        return Judgement(True, (say("practice.right"),), position)
    if len(values) == 1:
        told = say("practice.wrong.value", value=value)
    elif _is_nim(game):
        told = say("practice.wrong.sum", heaps=Listing(position), value=value)
    else:
        key = f"practice.wrong.values.{game.nouns[0]}"
        told = say(key, values=Listing(values), value=value)
    return Judgement(False, (told,), position)


def _judged_pair(game: Game, number: int, other: int) -> Judgement:
    position, right = (number, other), (number, partner(game, number))
    analysis = game.analyse(position)
    if analysis.outcome == "P":
        return Judgement(True, (say("practice.right.pair", position=position),), position)
    definition = game.definition
    win = min(
        analysis.good_moves,
        key=lambda move: (definition.after(position, move) != right, sum(move), move),
    )
    left = definition.after(position, win)
    told = say("practice.wrong.pair", position=position, by=by(definition, [win]), left=left)
    more = () if left == right else (say("practice.pair", position=right),)
    return Judgement(False, (told, *more), position, win)
