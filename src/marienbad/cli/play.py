"""``marienbad play``: a game against the machine, line by line."""

import sys
from argparse import ArgumentParser, Namespace
from itertools import islice

from marienbad.analysis import Game
from marienbad.cli.arguments import Speaker, speaker, terminal_width
from marienbad.heaps import Move, Position, leave, read_heap, read_position, take_from
from marienbad.text.plain import wrapped
from marienbad.text.problems import InputError
from marienbad.theories.telling import describe_move

TRIES = 16
DRAWN = 32
LONGEST_LINE = 10_000_000


def configure(parser: ArgumentParser, say: Speaker) -> None:
    """Declare the arguments."""
    parser.epilog = say("cli.play.examples")
    name, heaps, usual = say("cli.game"), say("cli.heaps"), "marienbad"
    parser.add_argument("game", nargs="?", metavar=name, default=usual, help=say("cli.game.help"))
    parser.add_argument("heaps", nargs="?", metavar=heaps, help=say("cli.play.heaps"))
    parser.add_argument("--plain", action="store_true", help=say("cli.play.plain"))
    players = ("me", "machine")
    parser.add_argument("--first", choices=players, default="me", help=say("cli.play.first"))


def run(arguments: Namespace) -> int:
    """Play until no move is left, or until the player leaves."""
    game = Game.named(arguments.game)
    heaps = arguments.heaps
    start = game.start if heaps is None else game.position(read_position(heaps))
    Conversation(game, start, arguments.lang).play(arguments.first == "machine")
    return 0


class Conversation:
    """One game between the player and the machine, typed and printed."""

    def __init__(self, game: Game, start: Position, lang: str) -> None:
        self.game = game
        self.position = start
        self.past: list[Position] = []
        self.lang = lang
        self.say = speaker(lang)

    @property
    def example(self) -> str:
        """A move as it is typed."""
        return ",".join("0" * (len(self.position) - 1) + "1")

    def play(self, is_machines_turn: bool) -> None:
        """Take turns; in misère play whoever has made the last move loses."""
        short = f"{len(self.position)}:1"
        keys = self.say("cli.play.keys", example=self.example, short=short)
        self.tell(self.game.title(self.lang), self.game.rule(self.lang), keys)
        while not self.game.is_over(self.position):
            if is_machines_turn:
                move = self.best_move()
                self.tell(self.say("cli.play.machine", move=move, position=self.position))
            else:
                self.draw()
                chosen = self.ask()
                if chosen is None:
                    self.tell(self.say("cli.play.quit"))
                    return
                move = chosen
                self.past.append(self.position)
            self.position = leave(self.position, move)
            is_machines_turn = not is_machines_turn
        # Whoever should move now cannot: in misère play that is a win.
        machine_wins = is_machines_turn == self.game.definition.is_misere
        self.tell(self.say("cli.play.lost" if machine_wins else "cli.play.won"))

    def ask(self) -> Move | None:
        """The move that the player types after any number of other wishes; ``None`` to leave."""
        while True:
            print("> ", end="", flush=True)
            line = sys.stdin.readline(LONGEST_LINE)
            wish = line.strip().lower()
            if not line or wish in {"q", "quit"}:
                return None
            if wish == "?":
                self.tell(self.hint())
            elif wish in {"why", "pourquoi"}:
                analysis = self.game.analyse(self.position)
                print(analysis.explanation.render(self.lang, terminal_width()))
            elif wish == "u":
                self.undo()
            elif wish:
                try:
                    return self.read_move(wish)
                except InputError as problem:
                    self.tell(problem.render(self.lang))

    def read_move(self, text: str) -> Move:
        """A legal move, typed as what is taken from each heap or as heap:amount."""
        heap, colon, amount = text.partition(":")
        try:
            if not colon:
                move = read_position(text)
            elif 1 <= read_heap(heap) <= len(self.position):
                move = take_from(self.position, read_heap(heap) - 1, read_heap(amount))
            else:
                raise InputError("errors.heap", text=heap)
        except InputError:
            raise InputError("cli.play.unreadable", text=text, example=self.example) from None
        if not self.game.is_legal(self.position, move):
            raise InputError("errors.illegal_move", move=move, position=self.position)
        return move

    def best_move(self) -> Move:
        """A winning move; or else, of the least moves, one that leaves the fewest to win by."""
        if moves := self.game.analyse(self.position).winning_moves:
            return moves[-1]

        def replies(move: Move) -> int:
            return len(self.game.analyse(leave(self.position, move)).winning_moves)

        least = self.game.definition.ruleset.least_moves(self.position)
        return min(islice(least, TRIES), key=replies)

    def hint(self) -> str:
        """Whether the player can win, and the move to play."""
        can_win = self.game.analyse(self.position).outcome == "N"
        move = describe_move(self.game.definition, self.best_move())
        return self.say("cli.play.hint_win" if can_win else "cli.play.hint_lost", move=move)

    def undo(self) -> None:
        """Go back to before the player's last move."""
        if not self.past:
            self.tell(self.say("cli.play.nothing_to_undo"))
            return
        self.position = self.past.pop()
        self.draw()

    def draw(self) -> None:
        """Show the heaps, each object a stroke as long as they fit, and their numbers."""
        print()
        noun = self.game.definition.nouns[0]
        for number, heap in enumerate(self.position[:DRAWN], start=1):
            label = self.say(f"words.{noun}.label", number=number)
            strokes = " ".join("|" * heap) if heap <= DRAWN else "| | | …"
            print(f"  {label}  {strokes}".rstrip())
        self.tell(self.say("cli.play.position", position=self.position))

    def tell(self, *lines: str) -> None:
        """Print sentences, broken to the width of the terminal."""
        for line in lines:
            print(wrapped(line, terminal_width()))
