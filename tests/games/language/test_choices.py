"""Rules by choice: the form reads what it can show, and changes only what is chosen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.games.language.choices import Choices, choices_of, edited
from marienbad.games.language.grammar import read
from marienbad.games.language.tokens import RuleError

MOVES = st.lists(
    st.sampled_from(["(2, 2)", "(1, 3)", "(3, 1)", "4", "(5, 5)"]), max_size=2, unique=True
).map("; ".join)
CHOICES = st.builds(
    Choices,
    heaps=st.integers(1, 8),
    one=st.sampled_from(["any", "bound", "multiple", "set", "none"]),
    both=st.sampled_from(["same", "near", "ratio", "none"]),
    all=st.sampled_from(["same", "none"]),
    bound=st.integers(1, 9),
    multiple=st.integers(2, 9),
    gap=st.integers(1, 9),
    amounts=st.sampled_from(["1, 3, 4", "2", ""]),
    without=MOVES,
    added=st.sampled_from(["", "(1, 2)", "(1, 2); (2, 1)"]),
    last_loses=st.booleans(),
)


def said(choices: Choices) -> str | None:
    try:
        return str(read(choices.text))
    except RuleError:
        return None


@given(CHOICES)
def test_what_was_chosen_is_seen_again(choices: Choices) -> None:
    text = said(choices)
    if text is not None:
        found = choices_of(read(text))
        assert found is not None
        assert said(found) == text


@given(CHOICES, CHOICES, st.sampled_from(["; ", "\n", "  # why\n"]), st.sampled_from(["en", "fr"]))
def test_a_change_says_what_is_chosen(
    before: Choices, after: Choices, separator: str, lang: str
) -> None:
    if said(before) is None or said(after) is None:
        return
    text = separator.join(before.statements.values())
    changed = edited(text, after, lang)
    assert str(read(changed)) == said(after)
    if before.statements["heaps"] == after.statements["heaps"]:
        assert changed.startswith(before.statements["heaps"] + separator.rstrip("; \n"))


def test_only_what_is_chosen_is_changed() -> None:
    text = "tas 2 # deux\n\nprendre n dans un   # un tas\nprendre n, n dans deux  # ou deux\n"
    chosen = choices_of(read(text))
    assert chosen is not None
    changed = edited(text, Choices(heaps=2, one="bound", bound=4, both="none"), "fr")
    assert changed == (
        "tas 2 # deux\nsoit k = 4\n\nprendre n dans un où n <= k   # un tas\n# ou deux\n"
    )
    assert edited(changed, Choices(both="none"), "fr").startswith(
        "tas 2 # deux\n\nprendre n dans un "
    )


@pytest.mark.parametrize(
    "text",
    [
        "heaps 2; take n from x",
        "heaps 2; take n from one where n <= 3",
        "heaps 2; let k = 3, m = 2; take n from one where n <= k",
        "heaps 2; let k = 1000001; take n from one where n <= k",
        "heaps 2; take n from one where n in {" + ", ".join(map(str, range(1, 200))) + "}",
        "heaps 2; take m from one",
        "heaps 2; take c, d from two where c - d in {0, 1}",
        "heaps 2; take n from one; take n from one where n in {1, 2} and n > 1",
    ],
)
def test_what_cannot_be_chosen_is_not_shown(text: str) -> None:
    assert choices_of(read(text)) is None
