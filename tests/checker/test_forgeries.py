"""The verdicts of the checker about the corpus that all checkers share."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from marienbad.checker import Certificate, Rejected, Unreadable, read
from tests.checker import forgeries, hostile
from tests.checker.forgeries import GAMES, mutants
from tests.checker.support import ACCEPTED, REJECTED, UNREADABLE, Case
from tests.support import sample

slow = pytest.mark.slow


def verdict(path: Path) -> tuple[int, str, str]:
    """What the checker says of a file: the status, a key, and the whole reason."""
    try:
        Certificate(read(str(path))).check()
    except Rejected as problem:
        return REJECTED, problem.key, str(problem)
    except Unreadable as problem:
        return UNREADABLE, problem.key, str(problem)
    return ACCEPTED, "", ""


def assert_verdicts(cases: Iterable[Case], folder: Path) -> None:
    path = folder / "certificate.json"
    for case in cases:
        path.write_bytes(case.content)
        status, key, reason = verdict(path)
        assert not reason or (reason.isascii() and reason.isprintable()), case.name
        assert (status, key if case.key else "") == (case.status, case.key), case.name


@pytest.mark.slow
@pytest.mark.parametrize(
    "group",
    [
        pytest.param(forgeries.right, marks=slow),
        pytest.param(hostile.no_certificates, marks=slow),
        hostile.malformed,
        hostile.labels,
        hostile.amounts,
        forgeries.languages,
        forgeries.false_witnesses,
        forgeries.one_for_each_check,
        pytest.param(forgeries.forged_claims, marks=slow),
        pytest.param(forgeries.values, marks=slow),
    ],
)
def test_the_checker_gives_each_file_its_verdict(
    group: Callable[[], Iterable[Case]], tmp_path: Path
) -> None:
    assert_verdicts(group(), tmp_path)


@pytest.mark.slow
@pytest.mark.sample
@pytest.mark.parametrize("game", GAMES)
def test_no_mutant_of_the_automaton_is_accepted(game: str, tmp_path: Path) -> None:
    assert_verdicts(sample(mutants(game), 20, f"mutants {game}"), tmp_path)
