"""``marienbad train``: a machine of matchboxes and beads learns by losing."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from marienbad.analysis import Game
from marienbad.cli.arguments import Offered, Speaker, add_game, add_number, print_messages
from marienbad.cli.progress import counted
from marienbad.heaps import read_position
from marienbad.play.players import PLAYERS, called
from marienbad.school.graph import label_of
from marienbad.school.matchbox import (
    FIRSTS,
    ITSELF,
    LARGEST_REWARD,
    MOST_BOXES,
    First,
    Machine,
    Played,
    Rewards,
    curve,
    faults,
    is_right,
    trained,
)
from marienbad.school.matchbox_file import LONGEST, judgement, read, written
from marienbad.school.situations import Situations
from marienbad.text.problems import InputError
from marienbad.text.sentences import Message, say

MOST_GAMES = 1_000_000
LARGEST_SEED = 2**53 - 1
BAR = 20
MANY = 12
"""More beads than this are a number."""


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("train.help.examples")
    add_game(parser, speak)
    about = speak("train.help.heaps", most=MOST_BOXES)
    parser.add_argument("heaps", metavar=speak("cli.heaps"), help=about)
    usual = Rewards()
    for name, bounds, default in (
        ("games", (0, MOST_GAMES), 100),
        ("seed", (0, LARGEST_SEED), 1),
        ("beads", (1, LARGEST_REWARD), usual.beads),
        ("lose", (0, LARGEST_REWARD), usual.lose),
        ("win", (0, LARGEST_REWARD), usual.win),
    ):
        about = speak(f"train.help.{name}")
        add_number(parser, speak, f"--{name}", bounds, about, default=default)
    players = Offered((*PLAYERS, ITSELF))
    about = speak("train.help.against")
    parser.add_argument("--against", choices=players, default="novice", help=about)
    about = speak("train.help.first")
    parser.add_argument("--first", choices=FIRSTS, default="machine", help=about)
    about = speak("train.help.punish")
    parser.add_argument("--punish", choices=("last", "all"), default="last", help=about)
    parser.add_argument("--curve", action="store_true", help=speak("train.help.curve"))
    parser.add_argument("--boxes", action="store_true", help=speak("train.help.boxes"))
    about = speak("train.help.keep")
    parser.add_argument("--keep", type=Path, metavar=speak("cli.file"), help=about)


def run(arguments: Namespace) -> int:
    machine = _machine(arguments)
    lang, first = arguments.lang, arguments.first
    lessons = trained(machine, arguments.against, arguments.games, first)
    games = list(counted(lessons, arguments.games))
    print_messages(lang, *_told(machine, games, arguments.against, first))
    if arguments.curve and games:
        print()
        size, _ = curve([game.won for game in games])
        print_messages(lang, say("train.curve", size=size))
        print("\n".join(_plot(games)))
    if arguments.boxes:
        print()
        print_messages(lang, say("train.shown"))
        print("\n".join(_boxes(machine)))
    if arguments.keep is not None:
        arguments.keep.write_text(f"{written(machine)}\n", encoding="utf-8")
        kept = say("train.kept", path=str(arguments.keep), number=machine.played)
        print_messages(lang, kept)
    return 0


def _machine(arguments: Namespace) -> Machine:
    """A new machine, or the one that was kept."""
    game, path = Game.named(arguments.game), arguments.keep
    start = read_position(arguments.heaps)
    found = Situations(game, start, MOST_BOXES)
    if not found.following[found.start]:
        raise InputError("train.over", position=start)
    if path is None or not path.exists():
        is_all = arguments.punish == "all"
        rewards = Rewards(arguments.beads, arguments.lose, arguments.win, is_all)
        return Machine(found, rewards, arguments.seed)
    with path.open(encoding="utf-8", errors="replace") as file:
        kept = read(file.read(LONGEST), path.name)
    if (kept.found.game.name, kept.found.start) != (game.name, found.start):
        position, name = kept.found.start, kept.found.game.name
        raise InputError("train.other", name=path.name, game=name, position=position)
    return kept


def _told(machine: Machine, games: list[Played], against: str, first: First) -> Iterator[Message]:
    """What came of the games, and what the search says of the boxes."""
    opponent = say("train.itself") if against == ITSELF else called(against)
    won = sum(game.won for game in games)
    yield say("train.result", opponent=opponent, games=len(games), won=won)
    gave_up = sum(game.gave_up for game in games)
    if gave_up:
        yield say("train.gave_up", number=gave_up)
    judged = faults(machine, first)
    met = {position for game in games[-len(games) // 2 :] for position, _ in game.drawn}
    if met and not judged.is_perfect and all(is_right(machine, position) for position in met):
        yield say("train.met", number=len(met))
    yield judgement(judged)


def _plot(games: list[Played]) -> Iterator[str]:
    """A bar for each so many games."""
    size, parts = curve([game.won for game in games])
    wide, first = len(str(len(games))), 1
    for won, count in parts:
        bar = "█" * (BAR * won // count)
        last = first + count - 1
        yield f"{first:>{wide}}–{last:<{wide}}  {bar:·<{BAR}}  {won:>{len(str(size))}}"
        first += size


def _boxes(machine: Machine) -> Iterator[str]:
    """A line for each box: what can be left, and the beads for it."""
    labels = {position: label_of(position) for position in machine.found.following}
    wide = max(map(len, labels.values()))
    for position, box in machine.beads.items():
        colours = (f"{labels[left]} {_beads(count)}" for left, count in box.items())
        yield f"{labels[position]:>{wide}} │ {'  '.join(colours)}"


def _beads(count: int) -> str:
    return "●" * count if 0 < count <= MANY else f"×{count}" if count else "–"
