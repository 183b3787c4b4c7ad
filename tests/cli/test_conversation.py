"""What can be typed in a match, and what is answered to what cannot be done."""

import re
import subprocess
import sys

import pytest

from marienbad.cli import main
from marienbad.cli.conversation import WISHES, wishes
from marienbad.text.catalogue import template
from tests.cli.pipes import ENVIRONMENT, LANGUAGES, Typist, positions_in, ran, records_in
from tests.support import PATIENCE

pytestmark = pytest.mark.slow

# What can be typed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wish_is_typed_in_any_language(lang: str) -> None:
    own = {word: wish for wish in WISHES for word in template(f"play.wish.{wish}", lang).split()}
    assert set(own.values()) == set(WISHES)
    assert all(wishes(other)[word] == wish for other in LANGUAGES for word, wish in own.items())


def test_take_back_play_again_and_begin_again() -> None:
    lines = "4:1\nundo\nredo\nundo\nundo\n3:2\nredo\nnew\nundo\n"
    out = ran("play", "marienbad", "--seed", "3", text=lines)
    positions = positions_in(out)
    start, first, *_ = positions
    assert start == (1, 3, 5, 7)
    assert sum(first) < 15
    # undo, redo (the machine's answer included), undo; a second undo is refused; then 3:2.
    assert positions[2:5] == [start, first, start]
    assert positions[5][2] <= 3
    assert positions[6] == start
    assert out.count("There is no move to take back.") == 2
    assert out.count("There is no move to play again.") == 1


def test_the_examples_are_moves_of_the_position() -> None:
    out = " ".join(ran("play", "euclid", "7,18", text="nine\nhelp\n").split())
    assert "from each heap, such as 0,7, or heap:amount, such as 2:7" in out
    assert "taken from each heap, such as 0,7, or heap:amount, such as 2:7." in out
    assert "0,7 what you take from each heap 2:7 heap:amount" in out


def test_the_machines_opening_is_not_taken_back() -> None:
    out = ran("play", "nim", "--first", "machine", text="undo\n")
    assert "There is no move to take back." in out
    assert records_in(out)[-1].ply == 1


def test_three_hints_and_the_reason() -> None:
    out = ran("play", "marienbad", "1,3,5,6", text="?\nhint\n?\n?\nwhy\nwhy packets\nwhy magic\n")
    hints = re.findall(r"^((?:You can win|Look at|A winning move).*)$", out, re.MULTILINE)
    assert hints[0] == "You can win."
    assert hints[1].startswith("Look at row ")
    assert hints[2].startswith("A winning move: take ")
    assert hints[3] == hints[2]
    assert "Count the ones of each column" in " ".join(out.split())
    assert "packets of 1, 2, 4" in out
    assert "There is no theory “magic” for marienbad: expected binary" in " ".join(out.split())


def test_help_asked_for_is_counted() -> None:
    out = ran("play", "nim", "3", text="?\nwhy\n3\n")
    assert "You have won. Helps: 2." in out


def test_a_win_after_moves_were_taken_back_says_so() -> None:
    taken_back = ran("play", "nim", "3,1", "--level", "naive", text="2:1\nundo\n1:2\n1:1\n2:1\n")
    assert "without any help" not in taken_back
    assert "You have won. Without a hint; moves taken back: 1." in taken_back
    helped = ran("play", "nim", "4", "--level", "naive", text="1\nundo\n?\n4\n")
    assert "You have won. Helps: 1. Moves taken back: 1." in helped


def test_another_level() -> None:
    out = ran("play", text="level perfect\nlevel magic\nlevel\nniveau machine-004\n4:1\n")
    assert "You play against perfect (never errs)." in out
    assert "There is no player “magic”: expected naive" in out
    assert "The player machine-004 cannot play marienbad: expected naive, novice, club" in out
    assert records_in(out)[-1].players == ("human", "perfect")


def test_a_name_is_typed_as_it_is_shown() -> None:
    out = ran("play", "--lang", "fr", text="pourquoi Paquets\nniveau joueur de club\n4:1\n")
    assert "La position est paire." in " ".join(out.split())
    assert records_in(out)[-1].players == ("human", "club")
    out = ran("play", "nim", text="level the article's program\n4:1\n")
    assert records_in(out)[-1].players == ("human", "machine-004")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_languages_are_understood_in_both(lang: str) -> None:
    english = ran("play", "--seed", "1", "--lang", lang, text="hint\nundo\nlevel club\nrecord\nq\n")
    french = ran(
        "play",
        "--seed",
        "1",
        "--lang",
        lang,
        text="indice\nannuler\nniveau club\npartie\nquitter\n",
    )

    def answers(out: str) -> list[str]:
        return [line for line in out.splitlines() if not line.startswith("> ")]

    assert answers(english) == answers(french)
    assert len(answers(english)) > 15


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_help_names_what_can_be_typed(lang: str) -> None:
    out = ran("play", "--lang", lang, text={"en": "help\n", "fr": "aide\n"}[lang])
    words = {
        "en": ("hint", "why", "undo", "redo", "new", "level", "record", "help", "quit"),
        "fr": (
            "indice",
            "pourquoi",
            "reprendre",
            "rejouer",
            "nouveau",
            "niveau",
            "partie",
            "quitter",
        ),
    }[lang]
    for word in words:
        assert re.search(rf"^{word}\b", out, re.MULTILINE), word


BAD = {
    "": ("Nothing was typed", "La ligne est vide"),
    "   ": ("Nothing was typed", "La ligne est vide"),
    "abc": ("“abc” is not a move", "«\u202fabc\u202f» n’est pas un coup"),
    "0,0,0,8": ("Only 7 matches in row 4.", "Seulement 7 allumettes dans la rangée 4."),
    "0,0,0,0": ("Choose the matches to take.", "Choisissez les allumettes à prendre."),
    "1,1,0,0": ("From one row only.", "Dans une seule rangée."),
    "1,1": ("is not a move", "n’est pas un coup"),
    "-1,0,0,0": ("is not a move", "n’est pas un coup"),
    "5:1": ("There is no row 5: the game has 4 rows.", "Il n’y a pas de rangée 5"),
    "level": ("The name of the level is missing: expected naive", "Il manque le nom du niveau"),
    "1:": ("is not a move", "n’est pas un coup"),
    "1.5,0,0,0": ("is not a move", "n’est pas un coup"),
    "9" * 5000: ("is not a move", "n’est pas un coup"),
    "4:" + "9" * 5000: ("Only 7 matches", "Seulement 7 allumettes"),
    "\x1b[2J\x00": ("is not a move", "n’est pas un coup"),
    "² ٣ 𝟜": ("is not a move", "n’est pas un coup"),
}


# What cannot be done


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bad_input_is_answered_by_a_sentence_and_asked_again(lang: str) -> None:
    lines = "".join(f"{line}\n" for line in BAD)
    out = ran("play", "--lang", lang, text=lines + "record\n")
    answers = [" ".join(answer.split()) for answer in out.split("\n> ")[1:]]
    assert len(answers) == len(BAD) + 2
    for answer, (line, sentences) in zip(answers, BAD.items(), strict=False):
        assert " ".join(sentences[LANGUAGES.index(lang)].split()) in answer, line[:40]
        assert len(answer) < 500
    assert records_in(out)[-1].moves == ()
    assert len(positions_in(out)) == 1


def test_an_empty_heap_is_named() -> None:
    assert "Nothing is left in row 1." in ran("play", "nim", "0,3", text="1:1\n")


def test_bytes_that_are_no_text() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "marienbad", "play"],
        input=b"\xff\xfe\n4:1\n",
        capture_output=True,
        env=ENVIRONMENT,
        timeout=PATIENCE,
        check=True,
    )
    assert "is not a move" in done.stdout.decode()
    assert done.stderr == b""


def test_a_line_without_end_is_refused_and_the_next_is_read(
    typed: Typist, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("marienbad.cli.conversation.LONGEST_LINE", 100)
    typed("1" * 1050 + "\n1:1\n" + "2" * 99 + "\n")
    assert main(["play", "marienbad", "1,3,5,7"]) == 0
    out = capsys.readouterr().out
    assert "The line is too long: expected at most 100 characters." in out
    assert out.count("too long") == 1
    assert records_in(out)[-1].moves[0] == (1, 0, 0, 0)


def test_huge_heaps_are_played() -> None:
    heaps = f"{'7' * 200},{'3' * 200}"
    out = ran("play", "wythoff", heaps, "--level", "perfect", text=f"1:{'5' * 200}\n2:1\n")
    (match,) = records_in(out)
    assert match.start == (int("7" * 200), int("3" * 200))
    assert match.ply == 4
    assert len(max(out.split("[Game")[0].splitlines(), key=len)) < 200
