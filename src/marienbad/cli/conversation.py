"""A match typed and printed line by line, for a script as well as for a screen reader."""

import sys
from contextlib import suppress
from random import Random

from marienbad.cli.arguments import terminal_width
from marienbad.cli.strokes import drawn_rows
from marienbad.play.coach import STEPS, describe_level, describe_taking, hint
from marienbad.play.grading import player_name, tell_match
from marienbad.play.match import HUMAN, Match
from marienbad.play.notation import read_move
from marienbad.play.objection import objection
from marienbad.play.players import PLAYERS, player
from marienbad.play.record import write_record
from marienbad.text.explanation import Message, Value, say
from marienbad.text.plain import Plain, wrapped
from marienbad.text.problems import InputError, quotable

LONGEST_LINE = 10_000_000

LONGEST_GRADED = 500
"""A longer match is not judged at its end, since the player would have to wait."""

WISHES = {
    "hint": ("?", "h", "hint", "i", "indice"),
    "why": ("w", "why", "pourquoi"),
    "undo": ("u", "undo", "annuler", "reprendre"),
    "redo": ("r", "redo", "rejouer", "refaire"),
    "new": ("n", "new", "nouveau", "nouvelle"),
    "change_level": ("l", "level", "niveau"),
    "record": ("record", "partie"),
    "help": ("help", "aide"),
    "quit": ("q", "quit", "exit", "quitter"),
}
"""What can be typed besides a move, in both languages whichever is spoken."""

WISH_OF = {word: wish for wish, words in WISHES.items() for word in words}


class Conversation:
    """Matches between whoever types and the machine, or between two who type."""

    def __init__(self, match: Match, level: str, lang: str, random: Random) -> None:
        self.match = match
        self.level = level
        self.lang = lang
        self.random = random
        self.is_leaving = False
        self.is_shown = False
        self.doors_opened = 0
        self.step = 0

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of those who type."""
        return tuple(seat for seat, name in enumerate(self.match.players) if name == HUMAN)

    @property
    def is_machines_turn(self) -> bool:
        return self.match.turn is not None and self.match.turn not in self.humans

    @property
    def examples(self) -> dict[str, Value]:
        """A move as it is typed, in both forms, and the game's own word for a heap."""
        heaps = len(self.match.start)
        each = ",".join("0" * (heaps - 1) + "1") if heaps <= 8 else "0,…,0,1"
        noun, _ = self.match.game.definition.nouns
        return {"each": each, "short": f"{max(heaps, 1)}:1", "heap": say(f"play.noun.{noun}")}

    def run(self) -> None:
        """Take turns until the player leaves; a script leaves where its match or its input ends."""
        self.introduce()
        while not self.is_leaving:
            if self.is_machines_turn:
                self.machine_moves()
                continue
            if not self.is_shown:
                self.show()
                if self.match.is_over and not sys.stdin.isatty():
                    return
            self.listen()

    # What is printed

    def tell(self, key: str, **values: Value) -> None:
        """Print a sentence of the catalogue."""
        self.utter(say(key, **values))

    def utter(self, message: Message) -> None:
        """Print sentences, broken to the width of the terminal."""
        for line in Plain(self.lang).line(message).split("\n"):
            print(wrapped(line, terminal_width()))

    def introduce(self) -> None:
        """The game, its rule, against whom, and what can be typed."""
        definition = self.match.game.definition
        self.utter(definition.title)
        self.utter(definition.rule)
        if len(self.humans) == 1:
            self.tell("play.against", level=self.level, ability=describe_level(self.level))
        self.tell("play.typing", **self.examples)

    def show(self) -> None:
        """The position, drawn and as numbers; at the end the result and the history."""
        self.is_shown = True
        self.step = 0
        match = self.match
        print()
        for row in drawn_rows(match.game, match.position, self.lang):
            print(f"  {row}")
        if match.turn is None:
            self.tell("play.position", position=match.position)
            self.tell_end()
        elif len(self.humans) == 1:
            self.tell("play.your_turn", position=match.position)
        else:
            who = player_name(match, match.turn)
            self.tell("play.their_turn", position=match.position, player=who)

    def tell_end(self) -> None:
        """Who has won, the moves judged, and the record."""
        match = self.match
        if len(self.humans) == 1:
            if match.winner not in self.humans:
                self.tell("play.lost")
            elif self.doors_opened:
                self.tell("play.won", number=self.doors_opened)
            else:
                self.tell("play.won_alone")
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
        game = self.match.game
        move = player(self.level, game).choose(game, self.match.position, self.random)
        self.match.play(move)
        self.utter(describe_taking(game, move, say("play.machine")))
        self.is_shown = False

    def listen(self) -> None:
        """Read a line and do what it says; what cannot be done is said in a sentence."""
        print("> ", end="", flush=True)
        line = sys.stdin.readline(LONGEST_LINE)
        if not line or not sys.stdin.isatty():
            print(quotable(line.strip()))  # a terminal has shown what was typed, with its end
        if not line:
            self.leave()
            return
        try:
            if len(line) == LONGEST_LINE and not line.endswith("\n"):
                _skip_the_rest_of_the_line()
                raise InputError("play.line_too_long", most=LONGEST_LINE)
            self.obey(line.strip())
        except InputError as problem:
            self.utter(problem.message)

    def obey(self, text: str) -> None:
        """Fulfil a wish, or play a move."""
        word, _, argument = text.partition(" ")
        wish = WISH_OF.get(word.lower())
        if wish is not None:
            getattr(self, wish)(argument.strip())
        elif text:
            self.move(text)
        else:
            self.tell("play.empty_line")

    def move(self, text: str) -> None:
        """Play the move that was typed."""
        match = self.match
        if match.is_over:
            self.tell("play.again")
            return
        move = read_move(text, match.position)
        problem = objection(match.game, match.position, move)
        if problem is None:
            match.play(move)
            self.is_shown = False
        else:
            self.tell("play.refused", reason=problem)

    # Wishes, by their names in WISHES

    def hint(self, argument: str) -> None:
        """Open the next door: who can win, where, by which move."""
        if self.match.is_over:
            self.tell("play.again")
            return
        self.doors_opened += 1
        self.step = min(self.step + 1, STEPS)
        self.utter(hint(self.match.game, self.match.position, self.step))
        self.tell("play.hint.more" if self.step < STEPS else "play.hint.last")

    def why(self, argument: str) -> None:
        """Explain the position, by a theory where one is named."""
        analysis = self.match.game.analyse(self.match.position, argument.lower() or None)
        print(analysis.explanation.render(self.lang, terminal_width()))
        self.doors_opened += 1
        if not argument:
            self.tell(
                "play.theories",
                theories=", ".join(self.match.game.theories),
            )

    def undo(self, argument: str) -> None:
        """Go back to before the last move that was typed."""
        if not any(seat in self.humans for seat in range(min(self.match.ply, 2))):
            raise InputError("errors.nothing_to_undo")
        self.match.undo()
        while self.is_machines_turn:
            self.match.undo()
        self.is_shown = False

    def redo(self, argument: str) -> None:
        """Play again what was taken back, the machine's answer included."""
        self.match.redo()
        with suppress(InputError):
            while self.is_machines_turn:
                self.match.redo()
        self.is_shown = False

    def new(self, argument: str) -> None:
        """Begin again."""
        match = self.match
        self.match = Match(match.game, match.start, match.players, match.date)
        self.doors_opened = 0
        self.is_shown = False

    def change_level(self, argument: str) -> None:
        """Play on against a machine of another level."""
        match = self.match
        if len(self.humans) == 2:
            raise InputError("play.two_people")
        name = player(argument.lower(), match.game).name
        first, second = (HUMAN if seat in self.humans else name for seat in (0, 1))
        match.players = first, second
        self.level = name
        self.tell("play.against", level=name, ability=describe_level(name))

    def record(self, argument: str) -> None:
        """Give the record so far."""
        print(write_record(self.match), end="")

    def help(self, argument: str) -> None:
        """Say what can be typed."""
        theories = ", ".join(self.match.game.theories)
        self.tell(
            "play.wishes",
            **self.examples,
            both="1:2+2:2",
            theories=theories,
            players=", ".join(PLAYERS),
        )

    def quit(self, argument: str) -> None:
        """Leave."""
        self.leave()


def _skip_the_rest_of_the_line() -> None:
    while (part := sys.stdin.readline(LONGEST_LINE)) and not part.endswith("\n"):
        pass
