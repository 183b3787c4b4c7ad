"""A match typed and printed line by line, for a script as well as for a screen reader."""

import sys
from collections.abc import Iterable
from functools import cache

from marienbad.cli.arguments import terminal_width
from marienbad.cli.strokes import drawn_rows
from marienbad.games.memory import CallHeap
from marienbad.play import phrases
from marienbad.play.coach import STEPS, hint
from marienbad.play.grading import tell_match
from marienbad.play.match import Match
from marienbad.play.notation import example, read_move, write_record
from marienbad.play.objection import objection
from marienbad.play.players import called, players_of
from marienbad.play.session import Session
from marienbad.text.catalogue import template
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain, wrapped
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import Message, Value, say
from marienbad.theories.wording import heap_name, shown_heaps, situation

LONGEST_LINE = 10_000_000

LONGEST_GRADED = 500
"""A longer match is not judged at its end, since the player would have to wait."""

WISHES = (
    *("hint", "why", "undo", "redo", "start_again"),
    *("change_level", "record", "help", "quit"),
)
"""What can be typed besides a move."""


class Conversation:
    """A session between whoever types and the machine, or between two who type."""

    def __init__(self, session: Session, lang: str) -> None:
        self.session = session
        self.lang = lang
        self.is_leaving = False
        self.shown: Match | None = None
        """The match whose position was printed last."""

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def kind(self) -> str:
        """How moves are typed: a call and its answer, parts of what is left, or amounts alone."""
        rules = self.match.game.definition.ruleset
        if rules.memory.block > 1:
            return "block"
        if rules.memory.has_calls:
            return "call_heap" if isinstance(rules.memory, CallHeap) else "call_number"
        return "parts" if rules.parts_heaps else "amounts"

    @property
    def examples(self) -> dict[str, Value]:
        """A move as it is typed, in both forms, and the game's own word for a heap."""
        match = self.match
        noun = say(f"play.noun.{match.game.nouns[0]}")
        shown = heap_name(match.game.definition, 1)
        return {**example(match.game, match.position), "heap": noun, "second": shown}

    def run(self) -> None:
        """Take turns until the player leaves; a script leaves where its match or its input ends."""
        self.introduce()
        while not self.is_leaving:
            if self.match.is_machine_turn:
                self.machine_moves()
                continue
            if self.shown is not self.match:
                self.show()
                if self.match.is_over and not sys.stdin.isatty():
                    return
            self.listen()

    # What is printed

    def tell(self, key: str, **values: Value) -> None:
        self.utter(say(key, **values))

    def speak(self, value: Value) -> str:
        return Plain(self.lang).line(value)

    def utter(self, *messages: Message) -> None:
        """Print sentences one after another, broken to the width of the terminal."""
        for line in " ".join(map(self.speak, messages)).split("\n"):
            print(wrapped(line, terminal_width()))

    def introduce(self) -> None:
        """The game, its rule, against whom, and what can be typed."""
        definition = self.match.game.definition
        self.utter(definition.title)
        self.utter(definition.rule)
        self.introduce_machine()
        self.utter(say(f"play.typing.{self.kind}", **self.examples), say("play.typing"))

    def introduce_machine(self) -> None:
        """Against whom one plays, and what they can do."""
        level = self.session.level
        if level is not None:
            ability = phrases.describe_level(level)
            self.tell("play.against", level=called(level), ability=ability)

    def show(self) -> None:
        """The position, drawn and as numbers; at the end the result and the history."""
        match = self.shown = self.match
        print()
        for row in drawn_rows(match.game, match.position, self.lang):
            print(f"  {row}")
        position = say("play.position", position=shown_heaps(match.game.definition, match.position))
        if not match.is_over:
            state = situation(match.game.definition, match.position)
            self.utter(position, *([state] if state else []), phrases.turn(match))
            return
        self.utter(position)
        self.tell_end()

    def tell_end(self) -> None:
        """Who has won, the moves judged, and the record."""
        match = self.match
        if len(match.humans) == 1:
            self.utter(*phrases.result(self.session))
        print()
        if match.ply <= LONGEST_GRADED:
            print(tell_match(match).render(self.lang, terminal_width()), end="\n\n")
        print(write_record(match), end="")
        if sys.stdin.isatty():
            print()
            self.tell("play.again")

    def leave(self) -> None:
        """Say goodbye; a match that is not over is given as its record, to go on another day."""
        self.is_leaving = True
        if self.match.moves and not self.match.is_over:
            print(write_record(self.match), end="")
        self.tell("play.goodbye")

    # What is played and typed

    def machine_moves(self) -> None:
        """Let the machine play, and say what it takes."""
        self.session.play(self.session.machine_move())
        self.utter(phrases.took(self.match, self.match.ply - 1))

    def listen(self) -> None:
        """Read a line and do what it says; what cannot be done is said in a sentence."""
        try:
            line = typed_line()
            if line is None:
                self.leave()
            else:
                self.obey(line)
        except InputError as problem:
            self.utter(problem.message)

    def obey(self, text: str) -> None:
        """Fulfil a wish, or play a move."""
        word, _, argument = text.partition(" ")
        wish = wishes(self.lang).get(word.lower())
        if wish in ("undo", "redo", "start_again"):
            getattr(self.session, wish)()
        elif wish is not None:
            getattr(self, wish)(argument.strip())
        elif text:
            self.move(text)
        else:
            self.tell("play.empty_line")

    def move(self, text: str) -> None:
        match = self.match
        if match.is_over:
            self.tell("play.again")
            return
        move = read_move(text, match.game, match.position)
        problem = objection(match.game, match.position, move)
        if problem is None:
            self.session.play(move)
        else:
            self.tell("play.refused", reason=problem)

    # Wishes that the session cannot fulfil alone, by their names in WISHES

    def hint(self, argument: str) -> None:
        """Answer one question more: who can win, where, by which move."""
        if self.match.is_over:
            self.tell("play.again")
            return
        step = self.session.open_hint()
        self.utter(hint(self.match.game, self.match.position, step).message)
        self.tell("play.hint.more" if step < STEPS else "play.hint.last")

    def why(self, argument: str) -> None:
        """Explain the position, by a theory where one is named."""
        game = self.match.game
        theories = ((self.speak(game.theory_title(name)), name) for name in game.theories)
        analysis = game.analyse(self.match.position, meant(argument, theories) or None)
        print(analysis.explanation.render(self.lang, terminal_width()))
        self.session.helps += 1
        if not argument:
            self.tell("play.theories", theories=", ".join(self.match.game.theories))

    def change_level(self, argument: str) -> None:
        """Play on against a machine of another level."""
        players = players_of(self.match.game)
        if not argument and self.session.level is not None:
            raise InputError("play.level_missing", known=", ".join(players))
        shown = ((self.speak(called(name)), name) for name in players)
        self.session.change_level(meant(argument, shown))
        self.shown = self.match
        self.introduce_machine()

    def record(self, argument: str) -> None:
        print(write_record(self.match), end="")

    def help(self, argument: str) -> None:
        self.tell(f"play.wishes.{self.kind}", **self.examples, both="1:2+2:2", parted="1:2/3/5")
        self.tell(
            "play.wishes",
            theories=", ".join(self.match.game.theories),
            players=", ".join(players_of(self.match.game)),
        )

    def quit(self, argument: str) -> None:
        self.leave()


def typed_line() -> str | None:
    """Ask for a line and read it; ``None`` where nothing more is typed."""
    print("> ", end="", flush=True)
    line = sys.stdin.readline(LONGEST_LINE)
    if not line or not sys.stdin.isatty():
        print(quotable(line.strip()))  # a terminal has shown what was typed, with its end
    if len(line) == LONGEST_LINE and not line.endswith("\n"):
        _skip_the_rest_of_the_line()
        raise InputError("play.line_too_long", most=LONGEST_LINE)
    return line.strip() if line else None


@cache
def wishes(lang: str) -> dict[str, str]:
    """The wish that each word means, in every language; where two differ, this one counts.

    >>> wishes("en")["indice"]
    'hint'
    """
    return {
        word: wish
        for spoken in (*LANGUAGES, lang)
        for wish in WISHES
        for word in template(f"play.wish.{wish}", spoken).split()
    }


def meant(text: str, shown: Iterable[tuple[str, str]]) -> str:
    """The name that a text means: it may also be typed as the language in use shows it.

    >>> meant("Joueur de club", [("joueur de club", "club")]), meant("club", [])
    ('club', 'club')
    """
    typed = text.lower().replace("'", "’")
    return next((name for title, name in shown if title.lower() == typed), text.lower())


def _skip_the_rest_of_the_line() -> None:
    while (part := sys.stdin.readline(LONGEST_LINE)) and not part.endswith("\n"):
        pass
