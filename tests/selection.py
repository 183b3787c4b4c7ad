"""Which tests run, and in which order: samples, the long sweeps of ``make verify``, ``--shuffle``.

A test marked ``verify`` runs only with ``--verify``. Of a parametrised test marked ``sample(n)``,
n cases run, drawn by the run's seed; with ``--verify`` all of them do. A test that draws for itself
calls :func:`tests.support.sample` and is marked ``sample`` without a number.
"""

import os
from collections import defaultdict
from collections.abc import Generator
from random import Random
from typing import Any

import pytest
from hypothesis import settings

from tests import support

NEEDS = {
    "browser": "browser",
    "postgresql": "database",
    "scheduler": "cluster",
    "built": "slow",  # the documentation
    "unpacked_wheel": "slow",
}
"""The marker of the tests that use a fixture."""

# A busy machine is slow now and then: a test that takes long is not wrong.
settings.register_profile("test", deadline=None, max_examples=30)
settings.register_profile("verify", deadline=None, max_examples=300)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("marienbad")
    for name, text in {
        "--shuffle": "run the files, and the tests of each file, in random order",
        "--verify": "run the long sweeps, and every case of the sampled tests",
    }.items():
        group.addoption(name, action="store_true", help=text)
    group.addoption("--seed", type=int, help="of samples and --shuffle (default: a new one)")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.seed is None:
        passed = getattr(config, "workerinput", {}).get("seed")
        config.option.seed = int.from_bytes(os.urandom(4)) if passed is None else passed
    support.SEED, support.IS_VERIFYING = config.option.seed, config.option.verify
    settings.load_profile("verify" if config.option.verify else "test")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Let the workers of xdist draw as this process does."""
    node.workerinput["seed"] = node.config.option.seed


def pytest_report_header(config: pytest.Config) -> str:
    return f"seed: {config.option.seed} (--seed {config.option.seed} draws the same samples)"


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None]:
    """Mark before ``-m`` chooses, draw among what it has chosen."""
    for item in items:
        _mark(item)
    yield
    dropped = _not_in_verify(items) if config.option.verify else _only_in_verify(items)
    if dropped:
        items[:] = [item for item in items if item not in dropped]
        config.hook.pytest_deselected(items=list(dropped))
    if config.option.shuffle:
        _shuffle(items, Random(config.option.seed))


def _mark(item: pytest.Item) -> None:
    """Mark what needs a program of its own, and the examples of the documentation."""
    for fixture in getattr(item, "fixturenames", ()):
        if fixture in NEEDS:
            item.add_marker(NEEDS[fixture])
    if item.path.suffix == ".md":
        item.add_marker("slow")


def _not_in_verify(items: list[pytest.Item]) -> set[pytest.Item]:
    """The tests that ``--verify`` would only repeat."""
    return {
        item
        for item in items
        if not (
            item.get_closest_marker("verify")
            or item.get_closest_marker("sample")
            or item.get_closest_marker("hypothesis")
        )
    }


def _only_in_verify(items: list[pytest.Item]) -> set[pytest.Item]:
    """The long sweeps, and of each sampled test the cases that were not drawn."""
    dropped = {item for item in items if item.get_closest_marker("verify")}
    cases: dict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
    for item in items:
        marker = item.get_closest_marker("sample")
        if marker and marker.args and item not in dropped:
            cases[item.nodeid.partition("[")[0], marker.args[0]].append(item)
    for (name, number), every in cases.items():
        kept = support.sample(every, number, name)
        dropped.update(set(every).difference(kept))
    return dropped


def _shuffle(items: list[pytest.Item], random: Random) -> None:
    """Shuffle the files, then the tests of each; a file of examples shares its variables."""
    files: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        files[str(item.path)].append(item)
    names = list(files)
    random.shuffle(names)
    for name in names:
        if not name.endswith(".md"):
            random.shuffle(files[name])
    items[:] = [item for name in names for item in files[name]]
