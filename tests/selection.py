"""Which tests run, and in which order: samples, the long sweeps of ``make verify``, ``--shuffle``.

A test marked ``verify`` runs only with ``--verify``. Of a parametrised test marked ``sample(n)``,
n cases run, drawn by the run's seed; with ``--verify`` all of them do. A test that draws for itself
calls :func:`tests.support.sample` and is marked ``sample`` without a number.
"""

import os
from collections import defaultdict
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from sybil.integration.pytest import SybilItem

from tests import support

NEEDS = {
    "browser": "browser",
    "postgresql": "database",
    "scheduler": "cluster",
    "built": "slow",  # the documentation
    "unpacked_wheel": "slow",
}
"""The marker of the tests that use a fixture."""

LONG_EXAMPLE = "<!-- verify -->"
"""Stands before an example of the documentation that only ``make verify`` runs."""

# A busy machine is slow now and then: a test that takes long is not wrong.
PATIENT: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("test", max_examples=30, **PATIENT)
settings.register_profile("verify", max_examples=300, **PATIENT)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("marienbad")
    for name, text in {
        "--shuffle": "run the files, and the tests of each file, in random order",
        "--verify": "run the long sweeps, and every case of the sampled tests",
    }.items():
        group.addoption(name, action="store_true", help=text)
    group.addoption("--seed", type=int, help="of samples and --shuffle (default: a new one)")


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        config.option.seed = config.workerinput["seed"]
    elif config.option.seed is None:
        config.option.seed = int.from_bytes(os.urandom(4))
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = config.option.seed
    support.SEED, support.IS_VERIFYING = config.option.seed, config.option.verify
    settings.load_profile("verify" if config.option.verify else "test")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Give every worker of xdist the seed: all must draw the same cases."""
    node.workerinput["seed"] = node.config.option.seed


def pytest_report_header(config: pytest.Config) -> str:
    return f"seed: {config.option.seed} (--seed {config.option.seed} draws the same samples)"


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what needs a program of its own, and the examples of the documentation.

    This comes before ``-m`` chooses by the marks.
    """
    for fixture in getattr(item, "fixturenames", ()):
        if fixture in NEEDS:
            item.add_marker(NEEDS[fixture])
    if isinstance(item, SybilItem):
        item.add_marker("slow")
        before = item.example.document.text[: item.example.region.start]
        if before.rstrip().endswith(LONG_EXAMPLE):
            item.add_marker("verify")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    dropped = _not_in_verify(items) if config.option.verify else _only_in_verify(items)
    if dropped:
        items[:] = [item for item in items if item not in dropped]
        config.hook.pytest_deselected(items=list(dropped))
    if config.option.shuffle:
        _shuffle(items, Random(config.option.seed))


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
