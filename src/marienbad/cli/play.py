"""``marienbad play``: a game against the machine, on the whole screen or line by line."""

import sys
from argparse import ArgumentParser, Namespace
from importlib import import_module

from marienbad.__main__ import INTERRUPTED
from marienbad.analysis import Game
from marienbad.cli.arguments import (
    Offered,
    Speaker,
    add_game,
    add_number,
    print_messages,
    today,
)
from marienbad.cli.conversation import Conversation
from marienbad.heaps import read_position
from marienbad.play.match import HUMAN, Match, check_start
from marienbad.play.notation import write_record
from marienbad.play.players import PLAYERS, player
from marienbad.play.session import Session
from marienbad.text.sentences import say

LARGEST_SEED = 2**63


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("play.help.examples")
    heaps, usual = speak("cli.heaps"), "marienbad"
    add_game(parser, speak, nargs="?", default=usual)
    parser.add_argument("heaps", nargs="?", metavar=heaps, help=speak("play.help.heaps"))
    parser.add_argument("--plain", action="store_true", help=speak("play.help.plain"))
    parser.add_argument(
        "--level", choices=Offered(PLAYERS), default="novice", help=speak("play.help.level")
    )
    parser.add_argument(
        "--first", choices=("me", "machine"), default="me", help=speak("play.help.begins")
    )
    parser.add_argument("--two", action="store_true", help=speak("play.help.two"))
    add_number(parser, speak, "--seed", (0, LARGEST_SEED), speak("play.help.seed"), "S")


def run(arguments: Namespace) -> int:
    """Play until the player leaves, and give the record of the match."""
    session = Session(_new_match(arguments), arguments.seed)
    if not arguments.plain and sys.stdin.isatty() and sys.stdout.isatty():
        try:
            application = import_module("marienbad.tui")
        except ModuleNotFoundError:
            print_messages(arguments.lang, say("play.no_tui"))
            print()
        else:
            application.run(session, arguments.lang)
            if session.match.moves:
                print(write_record(session.match), end="")
            return 0
    return _converse(Conversation(session, arguments.lang))


def _new_match(arguments: Namespace) -> Match:
    game = Game.named(arguments.game)
    start = None if arguments.heaps is None else read_position(arguments.heaps)
    players, machine = [HUMAN, HUMAN], player(arguments.level, game).name
    if not arguments.two:
        players[arguments.first == "me"] = machine
    match = Match(game, start, (players[0], players[1]), today())
    check_start(game, match.start)
    return match


def _converse(conversation: Conversation) -> int:
    try:
        conversation.run()
    except KeyboardInterrupt:
        print()
        conversation.leave()
        return INTERRUPTED
    return 0
