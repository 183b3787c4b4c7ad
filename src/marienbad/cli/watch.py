"""``marienbad watch``: two machines against each other, one match or many."""

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import randrange

from marienbad.analysis import Game
from marienbad.cli.arguments import (
    Offered,
    Speaker,
    add_game,
    add_number,
    print_messages,
    speaker,
    terminal_width,
    today,
)
from marienbad.cli.progress import counted
from marienbad.cli.strokes import drawn_in_a_line
from marienbad.heaps import read_position
from marienbad.play.contest import contest
from marienbad.play.grading import player_name, tell_result
from marienbad.play.match import Match, check_start
from marienbad.play.notation import write_record
from marienbad.play.phrases import takes
from marienbad.play.players import PLAYERS, called, player
from marienbad.text.numbers import decimal_text, integer_text
from marienbad.text.plain import Plain, wrapped
from marienbad.text.problems import InputError
from marienbad.text.sentences import Message, Table, say
from marienbad.theories.wording import shown_heaps

MOST_GAMES = 1_000_000
DRAWN_SEED, LARGEST_SEED = 2**32, 2**63


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("play.help.watch_examples")
    heaps, usual = speak("cli.heaps"), "marienbad"
    add_game(parser, speak, nargs="?", default=usual)
    parser.add_argument("heaps", nargs="?", metavar=heaps, help=speak("play.help.heaps"))
    for seat, usual in (("first", "perfect"), ("second", "naive")):
        parser.add_argument(
            f"--{seat}", choices=Offered(PLAYERS), default=usual, help=speak(f"play.help.{seat}")
        )
    add_number(parser, speak, "--games", (1, MOST_GAMES), speak("play.help.games"), default=1)
    add_number(parser, speak, "--seed", (0, LARGEST_SEED), speak("play.help.watch_seed"), "S")
    parser.add_argument("--out", metavar=speak("cli.file"), help=speak("play.help.out"))


def run(arguments: Namespace) -> int:
    """Print the match, or of many matches who has won how many."""
    game = Game.named(arguments.game)
    heaps = arguments.heaps
    start = game.start if heaps is None else game.position(read_position(heaps))
    check_start(game, start)
    seats = player(arguments.first, game).name, player(arguments.second, game).name
    if arguments.out is not None and arguments.games > 1:
        raise InputError("play.out_of_many", games=arguments.games)
    seed = randrange(DRAWN_SEED) if arguments.seed is None else arguments.seed
    matches = contest(game, start, seats, arguments.games, seed, today())
    lang, width = arguments.lang, terminal_width()
    players = say(
        "play.watch.seats", first=called(seats[0]), second=called(seats[1]), seed=str(seed)
    )
    print_messages(lang, game.definition.title, game.definition.rule, players)
    print()
    if arguments.games > 1:
        print(_summary(counted(matches, arguments.games), seats, lang, width))
        return 0
    match = next(matches)
    print("\n".join(_history(match, lang, width)))
    if arguments.out is not None:
        Path(arguments.out).write_text(write_record(match), encoding="utf-8")
    return 0


def _history(match: Match, lang: str, width: int) -> Iterator[str]:
    """Every position, who takes what from which heap, and the winner."""
    writer = Plain(lang)
    for ply, position in enumerate(match.positions()):
        if ply:
            taker = player_name(match, match.seat(ply - 1))
            taking = takes(match.game, match.moves[ply - 1], taker)
            yield wrapped(f"{integer_text(ply, lang)}. {writer.line(taking)}", width)
        heaps = shown_heaps(match.game.definition, position)
        line = writer.line(say("play.position", position=heaps))
        drawing = drawn_in_a_line(position, width - len(line) - 2)
        yield wrapped(line, width) if not drawing else f"{line}  {drawing}"
    yield ""
    if match.winner is None:
        yield wrapped(writer.line(say("play.unfinished", ply=match.ply)), width)
    yield wrapped(writer.line(tell_result(match)), width)


def _summary(matches: Iterable[Match], seats: tuple[str, str], lang: str, width: int) -> str:
    """How many each has won, and how long the matches were."""
    wins, moves = Counter[int | None](), 0
    for match in matches:
        wins[match.winner] += 1
        moves += match.ply
    rows: list[tuple[Message | str, int]] = [
        (say("play.first", name=called(seats[0])), wins[0]),
        (say("play.second", name=called(seats[1])), wins[1]),
    ]
    if None in wins:
        rows.append((say("play.watch.unfinished"), wins[None]))
    columns = say("play.history.player"), say("play.watch.wins")
    games = wins.total()
    tenths = (20 * moves + games) // (2 * games)
    length = decimal_text(tenths, 1, lang)
    table = Plain(lang).table(Table(columns, tuple(rows)), width)
    return f"{table}\n\n{speaker(lang)('play.watch.length', games=games, length=length)}"
