"""The book: every step of every proof is so, for whatever numbers a reader chooses."""

import re
from inspect import getsource, unwrap
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.prover.logic.statements import statements
from marienbad.study.book.entry import (
    CHAPTERS,
    COMPUTED,
    Entry,
    Kind,
    Misprint,
    Reason,
    Source,
    entries,
    used_by,
)
from marienbad.study.book.explanation import explanation_of, kept, recorded, statement_of
from marienbad.study.tables import all_kinds
from marienbad.text.catalogue import has_text
from marienbad.text.problems import InputError
from marienbad.text.sentences import Section

ENTRIES = list(entries().values())
SMALL = 40
"""Numbers up to this are tried as often as large ones: there are the exceptions."""


def chosen(entry: Entry) -> st.SearchStrategy[dict[str, int]]:
    """Numbers that a reader may choose."""
    return st.fixed_dictionaries(
        {
            one.name: st.integers(one.least, min(one.most, one.least + SMALL))
            | st.integers(one.least, one.most)
            for one in entry.choices
        }
    )


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
@settings(max_examples=settings().max_examples // 3)
@given(data=st.data())
def test_every_step_is_so(entry: Entry, data: st.DataObject) -> None:
    numbers = data.draw(chosen(entry))
    assert [step.text.key for step in entry.steps(**numbers) if not step.holds] == []


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_an_entry_is_readable_in_both_languages(entry: Entry) -> None:
    for lang in ("en", "fr"):
        found = explanation_of(entry, {}, recorded(entry))
        assert found.render(lang)
        assert found.html(lang)
        assert found.latex(lang)
        assert found.data(lang)


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_the_least_numbers_are_readable_too(entry: Entry) -> None:
    least = {one.name: one.least for one in entry.choices}
    equal = {one.name: min(one.most, max(one.least, 2)) for one in entry.choices}
    for numbers in (least, equal):
        for lang in ("en", "fr"):
            assert explanation_of(entry, numbers, ()).render(lang)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_an_entry_names_what_there_is(entry: Entry) -> None:
    assert set(entry.uses) <= set(entries())
    assert entry.name not in entry.uses
    known = {one.name: one.correction for one in statements()}
    assert all(known[name] is None for name in entry.decided)
    assert all(known[name] is not None for name in entry.refuted)
    assert not entry.refuted or entry.correction is not None
    assert all(entry.name in entries()[user].uses for user in used_by(entry.name))


def test_a_proof_rests_on_what_stands_before_it() -> None:
    places = {name: place for place, name in enumerate(entries())}
    later = [(e.name, use) for e in ENTRIES for use in e.uses if places[use] >= places[e.name]]
    assert later == []


def test_every_statement_of_the_prover_belongs_to_an_entry() -> None:
    told = {name for entry in ENTRIES for name in (*entry.decided, *entry.refuted)}
    assert {statement.name for statement in statements()} == told


@pytest.mark.slow
def test_the_verdicts_that_are_kept_are_those_of_the_statements() -> None:
    """The tests of the prover decide them: what has no correction holds."""
    expected = [
        (one.name, dict(one.parameters), str(one.formula), one.correction is None)
        for one in statements()
    ]
    assert [(one.statement, one.parameters, one.formula, one.holds) for one in kept()] == expected


def test_a_correction_is_of_the_same_kind_as_the_statement_that_is_refuted() -> None:
    kinds = {"printed": {"as_printed"}, "reading": {"read_alone"}, "line": {"line_printed"}}
    known = {one.name: one.kind for one in statements()}
    for entry in ENTRIES:
        assert all({entry.misprint} == kinds[known[name]] for name in entry.refuted), entry.name


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_what_is_not_decided_says_why(entry: Entry) -> None:
    assert entry.decided or entry.undecided


def test_every_reason_is_that_of_an_entry() -> None:
    assert {*get_args(Reason)} == {entry.undecided for entry in ENTRIES} - {None}


def test_a_statement_that_is_false_stands_under_no_line_of_a_proof() -> None:
    headings = {}
    for name in ("sum_of_distances", "misere_reading"):  # both are of item 44
        *_, printed = statement_of(entries()[name])
        assert isinstance(printed, Section)
        headings[name] = printed.heading.key
    assert headings == {
        "sum_of_distances": "book.as_printed",
        "misere_reading": "book.line_printed",
    }


def test_numbers_that_do_not_fit_are_refused() -> None:
    partition = entries()["partition"]
    with pytest.raises(InputError, match=r"x = 31 .* from 0 to 30"):
        partition.steps(x=31)
    with pytest.raises(InputError, match=r"no number z; expected x, y"):
        partition.steps(z=3)


def test_the_files_of_the_chapters_say_what_there_is() -> None:
    for entry in ENTRIES:
        assert entry.chapter in CHAPTERS
        assert entry.kind in get_args(Kind)
        assert entry.source in get_args(Source)
        assert entry.misprint in get_args(Misprint)
        assert entry.ending in (None, "normal", "misere")
        assert {*entry.tables} <= {*all_kinds(), "decomposition"}  # the representations of Nim
        assert entry.misprint == "as_printed" or entry.correction is not None
        assert all(one.least <= one.usual <= one.most for one in entry.choices)
        assert all(has_text(f"book.letters.{name}", "en") for name in entry.letters)
        assert all(has_text(f"{entry.key}.{k}", "en") for k in (*entry.formulas, *entry.checks))


SAID = re.compile(r'\b(?:say|step)\(\s*f?"(\.?)([^".{]+)"')
"""Sentences of an entry or its chapter whose keys stand in a proof."""


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_every_sentence_of_a_proof_has_its_words(entry: Entry) -> None:
    proof = getsource(unwrap(entry.proof)) if COMPUTED in entry.said else ""
    said = [(of_chapter, key) for of_chapter, key in SAID.findall(proof)]
    said += [("", key) for key in entry.said if key != COMPUTED]
    for of_chapter, key in said:
        start = f"book_{entry.chapter}" if of_chapter else entry.key
        assert has_text(f"{start}.{key}", "en"), key


def test_a_number_of_a_sequence_is_written_with_its_index() -> None:
    told = explanation_of(entries()["reading"], {"a2": 3}, ()).render("en")
    assert "a₁ = 2, a₂ = 3 and n = 24" in told


def test_an_entry_without_numbers_says_so() -> None:
    with pytest.raises(InputError, match="nothing_added has no numbers to choose"):
        entries()["nothing_added"].read_numbers(["n=3"])
