"""Every command with games whose positions are more than heaps, and with heaps that are parted."""

import io
from pathlib import Path

import pytest

from marienbad.cli import main
from marienbad.play.notation import read_record, write_record

CALLED_HEAPS = "rules:heaps 2; call heap; take n from one"
PARTED = "rules:heaps 2; take n from one where n <= 2 then split"
KINDS = {
    "fibonacci": "20/3",
    "order:AABB,take=1-3": "20/3",
    "spite": "3,4/2",
    CALLED_HEAPS: "3,4/2",
    PARTED: "4,5",
    "kayles": "4,5",
}
"""A game of each kind, and one of its positions."""
WITHOUT_A_BOX = ("fibonacci", "order:AABB,take=1-3")
TAKING_TURNS = ("fibonacci", PARTED, "kayles")

Captured = pytest.CaptureFixture[str]


def answered(capsys: Captured, *words: str) -> str:
    assert main([*words]) == 0
    return capsys.readouterr().out


def refused(capsys: Captured, *words: str) -> str:
    assert main([*words]) == 2
    return " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(("game", "position"), KINDS.items())
def test_what_is_answered(game: str, position: str, capsys: Captured) -> None:
    shown = f"({position.replace(',', ', ').replace('/', ')/')}"
    shown += "" if "/" in position else ")"
    assert shown in answered(capsys, "analyse", game, position)
    for form in ("--short", "--json", "--format=html", "--format=latex"):
        assert answered(capsys, "analyse", game, position, form)
    assert "3 games" in answered(capsys, "watch", game, "--games", "3", "--seed", "1")
    assert f"Position {shown}." in answered(capsys, "watch", game, position, "--seed", "1")
    out = answered(capsys, "chance", game, "--size", "8")
    assert "of 8 starts" in out or "of 64 starts" in out


@pytest.mark.parametrize("game", KINDS)
def test_what_is_not_proved_is_refused_by_the_name_of_the_game(game: str, capsys: Captured) -> None:
    said = [refused(capsys, "prove", game), refused(capsys, "discover", game)]
    assert all(game in problem for problem in said), said


@pytest.mark.parametrize(("game", "position"), KINDS.items())
def test_replies_are_told_where_the_players_take_turns(
    game: str, position: str, capsys: Captured
) -> None:
    words = ("analyse", game, position, "--replies")
    if game in TAKING_TURNS:
        assert answered(capsys, *words)
    else:
        assert "take turns" in refused(capsys, *words)


@pytest.mark.parametrize("game", KINDS)
def test_boards_and_descriptions_show_heaps_that_can_be_left(game: str, capsys: Captured) -> None:
    if game in WITHOUT_A_BOX:
        assert game in refused(capsys, "board", game)
        assert game in refused(capsys, "describe", game)
        assert game in refused(capsys, "solve", game, "--size", "9")
        return
    assert "To leave" in answered(capsys, "solve", game, "--size", "9")
    assert "to leave" in answered(capsys, "board", game, "--at", "3,4")
    assert "(3, 4)/2" in refused(capsys, "board", game, "--at", "3,4/2")
    out = answered(capsys, "describe", game, "--size", "9")
    assert "proved for every" not in " ".join(out.split())


def test_a_board_has_no_square_for_parted_heaps(capsys: Captured) -> None:
    out = answered(capsys, "board", "octal:0.4", "--at", "3,4")
    assert not {"○", "◉"} & {*out}  # one token is taken, and what is left must become two heaps


def test_the_period_of_one_parted_heap_is_not_called_proved(capsys: Captured) -> None:
    words = ("describe", "octal:0.7", "--heaps", "1", "--size", "40")
    assert "proved for every" not in " ".join(answered(capsys, *words).split())


def test_only_numbers_vary_in_a_sweep(capsys: Captured) -> None:
    words = ("sweep", "verify", "takeaway", "--k", "2", "--bound", "4", "--random", "1")
    assert "k=2" in answered(capsys, *words, "--processes", "1")
    assert "expected none" in refused(capsys, "sweep", "verify", "octal", "--let", "code=1..3")
    assert "--k" in refused(capsys, "sweep", "verify", "spite")
    words = ("sweep", "solve", "takeaway", "--k", "2", "--size", "9", "--processes", "1")
    assert "In fibonacci a position is more than its heaps" in refused(capsys, *words)


def test_a_table_without_a_row_is_refused(capsys: Captured) -> None:
    assert "smaller heaps" in refused(capsys, "table", PARTED, "--kind", "slice", "--slice", "2")


# The conversation


@pytest.mark.parametrize(
    ("game", "start", "lines", "sentences", "record"),
    [
        ("spite", "7,20", "3\n1\n", ["The machine chose row 1.", "is to be called"], "1. =3 1:3"),
        (
            CALLED_HEAPS,
            "3,4",
            "2\nhelp\n",
            ["The machine called heap 1", "2 call heap 2"],
            "1. =2 ",
        ),
        (PARTED, "4,5", "help\n1:1/1/2\n", ["1:2/3/5 heap:amount/part/part"], "1. 1:1/1/2 "),
        ("fibonacci", "8/1", "2\n", ["(8)/1. The move before took 1 token."], "1. 1:2 1:"),
        ("order:AABB,take=1-3", "9", "1\n1\n", ["Party A is to play."], "1. 1:1 1:1\n2. 1:"),
    ],
)
def test_the_state_is_told_and_the_machine_plays_all_its_moves(
    game: str, start: str, lines: str, sentences: list[str], record: str, capsys: Captured
) -> None:
    out = ran_here(capsys, game, start, lines)
    said = " ".join(out.split())
    assert all(sentence in said for sentence in sentences), said
    assert f"\n{record}" in out


def ran_here(capsys: Captured, game: str, start: str, lines: str) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(lines))
        return answered(capsys, "play", "--plain", "--level=naive", "--seed=1", game, start)


def test_what_is_taken_back_and_asked_for_with_calls(capsys: Captured) -> None:
    lines = "3\nundo\nredo\nhint\nhint\nhint\nwhy\n1\n1\nundo\nundo\n9\n"
    out = " ".join(ran_here(capsys, "spite", "3,5", lines).split())
    assert out.count("Position (3, 5). A number of matches is to be called.") == 3
    assert "Call a number that can be taken." in out


def test_a_hint_names_the_heap_to_call(capsys: Captured) -> None:
    out = ran_here(capsys, CALLED_HEAPS, "1,4", "hint\nhint\nhint\n")
    assert "Look at heap 1." in out
    assert "A winning move: call heap 1." in out


def test_the_winning_party_is_named(capsys: Captured) -> None:
    out = ran_here(capsys, "order:AABB,take=1-3", "2", "1\n1\n")
    assert "Party A has won. You have won." in out


@pytest.mark.parametrize(("game", "position"), KINDS.items())
def test_a_record_is_reviewed(game: str, position: str, tmp_path: Path, capsys: Captured) -> None:
    record = tmp_path / "match.txt"
    words = ("--first=club", "--second=perfect", "--seed=1", f"--out={record}")
    answered(capsys, "watch", game, position, *words)
    text = record.read_text("utf-8")
    assert write_record(read_record(text)) == text
    assert "Winner: " in answered(capsys, "review", str(record))
