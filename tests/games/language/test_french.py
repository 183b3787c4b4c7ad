"""Rules in French: read like the English ones, mixed with them too, and shown in French."""

import pytest
from hypothesis import example, given

import marienbad
from marienbad.games.language.grammar import read
from marienbad.games.language.keywords import LANGUAGES, all_words, meanings
from marienbad.games.language.rule_text import define_rules
from marienbad.games.language.tokens import RuleError, translated
from tests.games.language.rule_texts import EXAMPLES, problem_of
from tests.games.language.test_meaning import rule_texts

THIRD = (
    "tas 2\nsoit a = 2, b = 3   # des nombres nommés\nprendre n dans un où n % b == 0\n"
    "prendre c, d dans deux où abs(c - d) < a * b et c % b == d % b\nle dernier perd\n"
)
ENGLISH = (
    "heaps 2; let a = 2, b = 3; take n from one where n % b == 0; "
    "take c, d from two where abs(c - d) < a * b and c % b == d % b; last loses"
)

SAME = [
    (THIRD, ENGLISH),
    ("tas 1; prendre n dans un où n dans {1, 3, 4}",
     "heaps 1; take n from one where n in {1, 3, 4}"),
    ("tas 2; take n from un where n pas dans {1}", "heaps 2; take n from one where n not in {1}"),
    ("heaps 3; prendre n, n, n dans tous; le  dernier gagne", "heaps 3; take n, n, n from all"),
    ("tas 3; prendre n, n, n dans trois\nqui joue le dernier perd",
     "heaps 3; take n, n, n from three; last loses"),
    ("tas 2; prendre n dans x où non n == 2 ou pgcd(n, y) == 1",
     "heaps 2; take n from x where not n == 2 or gcd(n, y) == 1"),
    ("tas 1; prendre n dans un où n <= 2 * précédent\nqui joue le dernier perd",
     "heaps 1; take n from one where n <= 2 * last; last loses"),
    ("tas 1; prendre n dans un où n <= pre\u0301ce\u0301dent",
     "heaps 1; take n from one where n <= last"),
    ("tas 1; ordre A B B; prendre n dans un", "heaps 1; order A B B; take n from one"),
    ("tas 2; annoncer  nombre; prendre n dans un", "heaps 2; call number; take n from one"),
    ("prendre n dans un; annoncer un tas; heaps 2", "heaps 2; call heap; take n from one"),
    ("tas 2; prendre n dans un où n < 3 puis partager",
     "heaps 2; take n from one where n < 3 then split"),
    ("tas 2; prendre n dans un; terminale x dans {1, 3} ou non y > 2",
     "heaps 2; take n from one; terminal x in {1, 3} or not y > 2"),
    ("tas 2; bloquer 3; prendre n dans un", "heaps 2; take n from one; block 3"),
    ("tas 1; octal 0,137", "heaps 1; octal 0.137"),
    ("tas\u00a01\u202f; prendre n dans un", "heaps 1; take n from one"),
    ("tas 1; prendre n dans un ou\u0300 n < 3", "heaps 1; take n from one where n < 3"),
]  # fmt: skip


@pytest.mark.parametrize(("french", "english"), SAME)
def test_french_is_the_same_game(french: str, english: str) -> None:
    game = marienbad.rules(french)
    assert game.name == f"rules:{english}"
    assert game.definition == define_rules(english)
    assert read(translated(french, "en")) is not None
    assert str(read(translated(french, "en"))) == english


def test_a_translation_keeps_lines_spaces_and_comments() -> None:
    assert translated(THIRD, "en") == (
        "heaps 2\nlet a = 2, b = 3   # des nombres nommés\ntake n from one where n % b == 0\n"
        "take c, d from two where abs(c - d) < a * b and c % b == d % b\nlast loses\n"
    )
    assert translated(translated(THIRD, "en"), "fr") == THIRD
    assert translated("tas @", "en") == "tas @"


def test_rules_are_shown_in_the_language_of_the_reader() -> None:
    game = marienbad.rules(ENGLISH)
    assert game.rule("fr") == (
        "prendre n dans un où n % b == 0\u202f; prendre c, d dans deux où abs(c - d) < a * b et "
        "c % b == d % b, avec a = 2, b = 3\u202f; qui ne peut plus jouer gagne."
    )
    assert "take n from one where n % b == 0; take c" in game.rule("en")


MISTAKES = [
    ("tas 2\nprendre n dans un ou n < 3", 2, 19, "«\u202foù\u202f», avec son accent"),
    ("tas 2\nprendre n dns un", 2, 11, "trouvé\u202f: «\u202fdns\u202f»"),
    ("tas 2; tas 3", 1, 8, "«\u202ftas\u202f» figure ici une seconde fois"),
    ("tas 1; prendre n dans un où n dans 3", 1, 36, "«\u202f{\u202f»"),
    ("tas 1; prendre n dans un où n > 3 et n < 3", 1, 8,
     "«\u202fprendre n dans un où n > 3 et n < 3"),
    ("prendre n dans un", 1, 1, "«\u202ftas 2\u202f»"),
    ("tas 1; prendre tous dans un", 1, 16, "un nom ou un nombre"),
    ("tas 1; ordre A b; prendre n dans un", 1, 16, "«\u202fA\u202f» ou «\u202fB\u202f»"),
    ("tas 1; annoncer", 1, 16, "«\u202fle nombre\u202f», «\u202fun nombre\u202f»"),
    ("tas 1; soit k = précédent; prendre n dans un", 1, 17, "«\u202fprécédent\u202f» n’est pas"),
    ("tas 1; prendre n dans un puis", 1, 30, "«\u202fpartager\u202f»"),
    ("tas 1; octal 0,138", 1, 18, "des chiffres de 0 à 7"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "words"), MISTAKES)
def test_errors_point_into_the_text_as_written(
    text: str, line: int, column: int, words: str
) -> None:
    with pytest.raises(RuleError) as raised:
        define_rules(text)
    assert (raised.value.line, raised.value.column) == (line, column)
    assert words in raised.value.render("fr")


def test_a_word_means_one_keyword_or_is_told_by_its_place() -> None:
    twofold = {phrase for phrase in all_words() if len(meanings(phrase)) > 1}
    assert twofold == {"dans", "last"}


@pytest.mark.slow
@given(rule_texts())
@example(EXAMPLES["guarded"])
@example("heaps 1; take n from one where n not in {1, 2} and (n in {3} or not n < 2)")
def test_what_is_written_is_read_again(text: str) -> None:
    program = read(text)
    for lang in LANGUAGES:
        for separator in ("; ", "\n"):
            written = program.written(lang, separator)
            assert str(read(written)) == str(program)
            assert translated(written, "en") == program.written("en", separator)
    if problem_of(text) is None:
        assert define_rules(program.written("fr")) == define_rules(text)
