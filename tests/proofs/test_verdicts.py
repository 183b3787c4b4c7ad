"""The checker that is proved in Coq gives the verdicts that the one in Python gives."""

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.checker import block_forgeries, forgeries, hostile
from tests.checker.forgeries import GAMES, mutants
from tests.checker.support import REJECTED, UNREADABLE, Case, text_of
from tests.proofs.support import said

WORDS = ("accepted", "rejected", "unreadable")
DIFFERENT: dict[str, int] = {}
"""Files of which it says something else, and what; docs/certificates.md explains each."""


def assert_verdicts(cases: Iterable[Case], folder: Path) -> None:
    """All files of a group in one process: none may harm those that come after it."""
    expected = []
    for i, case in enumerate(cases):
        (folder / f"{i}.json").write_bytes(case.content)
        status = DIFFERENT.get(case.name, case.status)
        expected.append((case.name, status, case.key if status == REJECTED else ""))
    worst, text = said(folder, *(f"{i}.json" for i in range(len(expected))))
    lines = re.findall(r"^\d+\.json: (\w+)(?:: (\w+))?", text, re.MULTILINE)
    found = [
        (name, WORDS.index(word), reason if key else "")
        for (name, _, key), (word, reason) in zip(expected, lines, strict=True)
    ]
    assert found == expected
    assert worst == max(status for _, status, _ in expected)


@pytest.mark.slow
@pytest.mark.parametrize(
    "group",
    [
        forgeries.right,
        hostile.no_certificates,
        hostile.malformed,
        hostile.labels,
        hostile.amounts,
        forgeries.languages,
        forgeries.false_witnesses,
        forgeries.one_for_each_check,
        forgeries.forged_claims,
        forgeries.values,
        pytest.param(block_forgeries.blocking, marks=pytest.mark.sample),
    ],
)
def test_each_file_gets_its_verdict(group: Callable[[], Iterable[Case]], tmp_path: Path) -> None:
    assert_verdicts(group(), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_mutant_is_accepted(game: str, tmp_path: Path) -> None:
    assert_verdicts(mutants(game), tmp_path)


@pytest.mark.slow
def test_work_is_bounded(tmp_path: Path) -> None:
    """A condition with a million states, of which nothing can be said."""
    data = json.loads(text_of("wythoff")) | {"game": "far"}
    data["takes"][0]["where"] = [{"form": {"n": 1}, "modulus": 10**6 - 1, "residue": 0}]
    (tmp_path / "far.json").write_text(json.dumps(data), "utf-8")
    status, text = said(tmp_path, "far.json")
    assert (status, text) == (UNREADABLE, "far.json: unreadable: work 200000000\n")


def test_a_file_that_is_missing_and_a_folder(tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "\u202ename\n.json").write_text(text_of("nim"), "utf-8")
    names = ("missing.json", "folder.json", "\u202ename\n.json")
    status, text = said(tmp_path, *names)
    lines = text.splitlines()
    assert status == UNREADABLE
    assert lines[0].startswith("missing.json: unreadable: ")
    assert lines[1].startswith("folder.json: unreadable: ")
    assert lines[2].endswith("name\\x0a.json: accepted")
