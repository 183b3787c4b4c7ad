"""``marienbad history``: who thought of the games and solved them, and where to read of it."""

from argparse import ArgumentParser, Namespace

from marienbad.cli.arguments import Speaker, add_game, speaker, terminal_width
from marienbad.text.plain import wrapped


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("history.help.examples")
    add_game(parser, speak, nargs="?")


def run(arguments: Namespace) -> int:
    width = terminal_width()
    if arguments.game is None:
        from marienbad.study.history import history

        print(history().render(arguments.lang, width))
        return 0
    from marienbad.analysis import Game

    game = Game.named(arguments.game)
    absent = "history.own" if game.definition.history is None else "history.none"
    told = game.history(arguments.lang) or speaker(arguments.lang)(absent)
    lines = [game.title(arguments.lang), told, *game.references]
    print("\n".join(wrapped(line, width) for line in lines))
    return 0
