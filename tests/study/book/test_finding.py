"""Entries asked for by their numbers and sections, or behind explanations and tables."""

import pytest

from marienbad.games.catalogue import EXAMPLES, define
from marienbad.study.book.entry import Entry, entries
from marienbad.study.book.finding import asked_for, entries_behind, entries_for, found_by
from marienbad.text.problems import InputError
from marienbad.theories.known import known_of


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries numbered as in the thesis."""
    known: dict[str, Entry] = dict(entries())
    model = known["partition"]
    numbered = [
        ("theorem", "9", "3.1.2"),
        ("lemma", "9", "3.4.2"),
        ("lemma", "12 bis", "4.1.4"),
        ("identity", "(9)", "3.1.2"),
        ("property", "1", "4.1.4"),
        ("proposition", "1", "3.1.4"),
        ("theorem", "12, 15", "3.1.3, 3.2.3"),
    ]
    for kind, number, where in numbered:
        name = f"{kind}_{number}"
        known[name] = model.having(name=name, kind=kind, number=number, where=where)
    monkeypatch.setattr("marienbad.study.book.finding.entries", lambda: known)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("th. 9", {"theorem_9"}),
        ("Théorème 9", {"theorem_9"}),
        ("9", {"theorem_9", "lemma_9", "identity_(9)"}),
        ("lemma 12 bis", {"lemma_12 bis"}),
        ("lem. 12bis", {"lemma_12 bis"}),
        ("propr. 1", {"property_1"}),
        ("prop. 1", {"property_1", "proposition_1"}),
        ("theorem 15", {"theorem_12, 15"}),
        ("4.1.4", {"lemma_12 bis", "property_1"}),
        ("3.1.2 (9)", {"theorem_9", "identity_(9)"}),
        ("3.2.3", {"theorem_12, 15"}),
    ],
)
def test_an_entry_is_found_by_its_number(text: str, found: set[str]) -> None:
    assert found <= {entry.name for entry in asked_for(text)}
    assert all(name in found or name in entries() for name in (e.name for e in asked_for(text)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Beatty", ["beatty_sequences"]),
        ("ZECKENDORF", ["zeckendorf_sums"]),
        ("nombre d'or", ["golden_ratio", "wythoff_by_algebra", "golden_recipe"]),
        ("nombre d’or", ["golden_ratio", "wythoff_by_algebra", "golden_recipe"]),
        ("theoreme 1 jamais les deux", ["partition"]),
        ("th. 17", ["shifted_partner", "positions_with_b"]),
        ("th. 17 (3.3.2)", ["positions_with_b"]),
        ("lemme 12", ["digits_with_ab", "sum_of_distances"]),
        ("lemme 12 bis", ["sum_of_distances"]),
    ],
)
def test_an_entry_of_the_book_is_found_by_number_or_words(text: str, found: list[str]) -> None:
    assert [entry.name for entry in asked_for(text)] == found


def test_a_number_is_the_whole_number() -> None:
    assert {entry.number.strip("()") for entry in asked_for("9")} == {"9"}


def test_kinds_and_sources_are_words_too() -> None:
    definitions = [entry for entry in entries().values() if entry.kind == "definition"]
    assert {*definitions} <= {*asked_for("définition")}
    assert all(entry.source == "pantaloni" for entry in asked_for("pantaloni"))


@pytest.mark.parametrize("text", ["", " ", "...", "th. 4711"])
def test_nothing_is_found_by_nothing(text: str) -> None:
    assert found_by(text) == []


@pytest.mark.parametrize(
    ("numbers", "problem"),
    [
        (["x=4", "x=5"], "x is given twice"),
        (["x=abc"], "x = abc does not fit; expected a number from 0 to 30"),
        (["x="], "expected a number from 0 to 30"),
        (["x=-1"], "expected a number from 0 to 30"),
        (["x=99"], "expected a number from 0 to 30"),
        (["q=4"], "has no number q"),
        (["q=four"], "expected for example n=7"),
        (["4"], "expected for example n=7"),
    ],
)
def test_numbers_that_do_not_fit_are_refused(numbers: list[str], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        entries()["partition"].read_numbers(numbers)


def test_what_has_no_such_number_is_refused() -> None:
    with pytest.raises(InputError, match=r"“th\. 4711” is no statement of the book"):
        asked_for("th. 4711")


WITHOUT_BOOK = {
    "euclid",
    "lucas",
    "moore",
    "nimhoff",
    "octal",
    "order",
    "spite",
    "subtraction",
    "takeaway",
}
"""Families that the five texts do not treat."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_theory_of_the_sources_has_its_statements(name: str) -> None:
    game = define(name)
    for theory in game.theories:
        found = entries_for(game, theory)
        assert bool(found) is (game.family.name not in WITHOUT_BOOK)
        assert all(theory in entry.theories for entry in found)


@pytest.mark.parametrize("theory", ["binary", "packets", "base4", "base8", "base16"])
def test_nothing_is_named_that_is_false_where_the_last_match_loses(theory: str) -> None:
    normal, misere = (
        {entry.name for entry in entries_for(define(name), theory)} for name in ("nim", "marienbad")
    )
    assert normal & {"any_heaps", "second_player", "play_by_sets"}
    assert not normal & {"last_loses", "even_wins", "even_breaks"}
    assert misere & {"last_loses", "even_wins"}
    assert not misere & {"two_heaps", "three_heaps", "any_heaps", "second_player", "play_by_sets"}


@pytest.mark.parametrize("name", ["nim", "wythoff", "wythoff:a=2,b=3", "wythoff:misere"])
def test_every_table_has_its_statements(name: str) -> None:
    game = define(name)
    kinds = {kind.name for kind in known_of(game.family).tables()} - {"observed"}
    for kind in kinds:
        assert bool(entries_behind(game, kind)) is ((name, kind) != ("nim", "pairs"))
