"""The machine of matchboxes: beads move by the rules alone; it becomes perfect, by the search."""

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.analysis import Game
from marienbad.cli import main
from marienbad.heaps import Position
from marienbad.play.players import LEVELS
from marienbad.school.matchbox import (
    FIRSTS,
    ITSELF,
    Beads,
    First,
    Machine,
    Rewards,
    checked_beads,
    faults,
    is_right,
    trained,
)
from marienbad.school.matchbox_file import read, written
from marienbad.school.situations import Situations
from marienbad.solver.reachable import Reachable
from marienbad.text.problems import InputError

EIGHT = ("subtraction:1.2", (8,))


def machine_of(name: str, start: Position, seed: int = 1, beads: int = 3, win: int = 0) -> Machine:
    rewards = Rewards(beads, win=win)
    return Machine(Situations(Game.named(name), start), rewards, seed)


@pytest.mark.parametrize("against", [*LEVELS, ITSELF])
def test_the_same_seed_gives_the_same_games(against: str) -> None:
    one, other, third = (machine_of(*EIGHT, seed=seed) for seed in (5, 5, 6))
    games = list(trained(one, against, 40, "turns"))
    # however they are divided
    parts = [*trained(other, against, 13, "turns"), *trained(other, against, 27, "turns")]
    assert (games, one.beads, one.played) == (parts, other.beads, 40)
    assert [game.path for game in trained(third, against, 40, "turns")] != [g.path for g in games]


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from([EIGHT, ("nim", (1, 2, 3)), ("marienbad", (2, 3)), ("kayles", (5,))]),
    st.sampled_from(["naive", "novice", "perfect"]),
    st.sampled_from(FIRSTS),
    st.builds(Rewards, st.integers(1, 4), st.integers(0, 3), st.integers(0, 2), st.booleans()),
    st.integers(0, 99),
)
def test_beads_move_by_the_rules_alone(
    subject: tuple[str, Position], against: str, first: First, rewards: Rewards, seed: int
) -> None:
    game = Game.named(subject[0])
    machine = Machine(Situations(game, subject[1]), rewards, seed)
    for number in range(12):
        before = {position: dict(box) for position, box in machine.beads.items()}
        (played,) = trained(machine, against, 1, first)
        assert played.began == (first == "machine" or (first == "turns" and number % 2 == 0))
        check_game(machine, played.path, played.gave_up, before)
        # whoever cannot move has lost, in a misère game won
        is_turn = ((len(played.path) - 1) % 2 == 0) == played.began
        is_lost = played.gave_up or not game.is_misere
        assert played.won == (is_turn != is_lost)
        drawn = played.drawn if played.won or rewards.punishes_all else played.drawn[-1:]
        for position, left in drawn:
            change = rewards.win if played.won else -rewards.lose
            before[position][left] = max(before[position][left] + change, 0)
        assert machine.beads == before


def check_game(
    machine: Machine,
    path: tuple[Position, ...],
    gave_up: bool,
    beads: dict[Position, dict[Position, int]],
) -> None:
    """Every step is a move by the rules, and the game ends where no move or no bead is left."""
    definition, form = machine.found.game.definition, machine.found.form
    assert path[0] == machine.found.start
    for one, left in itertools.pairwise(path):
        assert left in {form(definition.after(one, move)) for move in definition.moves(one)}
    if gave_up:
        assert not any(beads[path[-1]].values())
    else:
        assert definition.is_over(path[-1])


@pytest.mark.parametrize("against", ["novice", "expert", ITSELF])
@pytest.mark.parametrize("seed", range(5))
def test_it_becomes_perfect_against_whoever_shows_it_everything(against: str, seed: int) -> None:
    machine = machine_of(*EIGHT, seed=seed)
    games = list(trained(machine, against, 250))
    assert faults(machine).is_perfect
    check_perfect(machine)
    if against != ITSELF:
        assert all(game.won for game in games[-50:])


def check_perfect(machine: Machine) -> None:
    """Play every bead that is left against every reply: a machine that can win always does."""
    game, search = machine.found.game.definition, Reachable(machine.found.game.definition)

    def wins(position: Position) -> bool:
        lefts = [left for left, count in machine.beads[position].items() if count]
        return bool(lefts) and all(
            all(wins(after) for after in machine.found.following[left])
            if machine.found.following[left]
            else game.is_p_at_end(left)
            for left in lefts
        )

    assert not search.is_p(machine.found.start)
    assert wins(machine.found.start)


@pytest.mark.parametrize("seed", range(5))
def test_against_the_perfect_player_it_becomes_perfect_where_it_is_led(seed: int) -> None:
    machine = machine_of(*EIGHT, seed=seed)
    games = list(trained(machine, "perfect", 150))
    met = {position for game in games[-50:] for position, _ in game.drawn}
    assert all(game.won for game in games[-50:])
    assert all(is_right(machine, position) for position in met)
    # what the other player never leaves is not learned, and is said
    assert faults(machine).boxes == ((4,),)


@pytest.mark.parametrize(("name", "start"), [EIGHT, ("nim", (1, 2, 3)), ("marienbad", (1, 2, 2))])
def test_a_winning_move_never_loses_a_bead(name: str, start: Position) -> None:
    machine = machine_of(name, start)
    for against in LEVELS:
        list(trained(machine, against, 60, "turns"))
    for position, box in machine.beads.items():
        for left, count in box.items():
            if left in machine.found.to_leave:
                assert count == machine.rewards.beads
        if not any(box.values()):
            assert position in machine.found.to_leave


def test_what_it_can_do_is_judged_not_claimed() -> None:
    found = Situations(Game.named("subtraction:1.2"), (4,))
    right = checked_beads(
        found,
        {(1,): {(): 1}, (2,): {(): 1, (1,): 0}, (3,): {(1,): 0, (2,): 0}, (4,): {(2,): 0, (3,): 2}},
    )
    assert faults(Machine(found, beads=right)).is_perfect
    wrong = {position: dict(box) for position, box in right.items()}
    wrong[2,][1,] = 1
    assert faults(Machine(found, beads=wrong)).boxes == ((2,),)
    wrong[2,] = {(): 0, (1,): 0}  # nothing left where a win is
    assert faults(Machine(found, beads=wrong)).boxes == ((2,),)
    others: tuple[Beads, ...] = (
        {},
        {**right, (2,): {(): 1}},
        {**right, (2,): {(): -1, (1,): 0}},
    )
    for bad in others:
        with pytest.raises(InputError):
            checked_beads(found, bad)


@pytest.mark.slow
def test_a_machine_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    machine = machine_of("takeaway", (6,), beads=2, win=1)
    list(trained(machine, "novice", 20))
    again = read(written(machine), "machine.json")
    assert (again.beads, again.rewards, again.played) == (machine.beads, machine.rewards, 20)
    assert list(trained(again, "club", 9)) == list(trained(machine, "club", 9))
    for text in ("", "[]", "{}", written(machine).replace('"played": 29', '"played": -1')):
        with pytest.raises(InputError) as problem:
            read(text, "a.json")
        assert "a.json" in str(problem.value)
    path = str(tmp_path / "machine.json")
    words = ["train", "subtraction:1.2", "8", "--keep", path]
    assert main([*words, "--games", "60"]) == 0
    assert main([*words, "--games", "40", "--curve", "--lang", "fr"]) == 0
    shown = capsys.readouterr().out
    assert "100" in shown
    assert "Elle joue parfaitement" in shown
    for bad in (
        ["nim", "1,2", "--keep", path],
        ["nim", "0"],
        ["spite", "2,3"],
        ["nim", "99,99,99"],
    ):
        assert main(["train", *bad]) == 2
        assert capsys.readouterr().err.count("\n") == 1
