"""Strategies looked for over HTTP, and automata that are stepped through."""

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager
from types import SimpleNamespace
from typing import Any

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

import marienbad
from marienbad.checker import check
from marienbad.prover.automata.diagram import written
from marienbad.prover.games.library import proved
from marienbad.solver.clock import clock
from marienbad.web import lab_cache
from marienbad.web.api import discoveries, routes
from marienbad.web.api.discoveries import DiscoveryLine, Steps
from marienbad.web.workers import pool
from marienbad.web.workers.pool import Quiet
from tests.support import PATIENCE, ManualClock, until
from tests.web.support import (
    ServerProcess,
    check_model,
    client_of,
    error_of,
    is_gone,
    queue_metric,
    workers_of,
)

ADDED = "heaps 2; take n from one; take n, n from two; take 1, 3 from two"
WYTHOFF = "heaps 2; take n from one; take n, n from two"
LONG = "heaps 2; take n from one; take n, n from two; take n, m from two where m == 2 * n"
"""Rules for which nothing is found for a long time."""
BLOCK = "heaps 2; take n from one; block 5"
BEFORE = ("Waiting for its turn", "Getting ready…")
"""What is told before the first stage."""


def lines_of(answer: Any) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in answer.text.splitlines()]
    for line in found:
        check_model(DiscoveryLine, line)
    return found


def discovered(client: Any, rules: str, lang: str = "en") -> list[dict[str, Any]]:
    answer = client.post("/api/lab/discover", params={"lang": lang}, json={"rules": rules})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    return lines_of(answer)


def file_of(game: str) -> str:
    return written(game, proved(marienbad.game(game).definition))


def steps(client: TestClient, rules: str, file: str, position: str) -> Any:
    asked = {"rules": rules, "automaton": file, "position": position}
    return client.post("/api/lab/steps", json=asked)


# Looking for a strategy


@pytest.mark.slow
def test_a_strategy_is_found_proved_and_stepped_through(client: TestClient) -> None:
    *stages, found, certified = discovered(client, ADDED)
    assert {line["kind"] for line in stages} == {"stage"}
    told = " ".join(line["stage"] for line in stages)
    assert "solving all heaps below 384" in told
    assert "proving a guess with 8 states in the system [1; (1)]" in told
    assert (found["ending"], found["reason"], found["same_as"]) == ("proved", "", "wythoff")
    assert "Found, and proved for two heaps of every size." in found["html"]
    automaton = found["automaton"]
    assert (automaton["system"], automaton["states"], automaton["start"]) == ("[1; (1)]", 8, 1)
    assert automaton["weights"][:6] == [1, 2, 3, 5, 8, 13]
    assert automaton["accepting"] == [1, 4, 5]
    assert automaton["picture"].count("data-state") == 7  # the dead one is not drawn
    accepted = check(certified["certificate"])
    assert (accepted.game, certified["error"]) == (f"rules:{ADDED}", None)
    # every position that it reads is judged as the search judges it
    table = marienbad.rules(ADDED).solve((12, 12)).is_p
    for position in ((0, 0), (1, 2), (4, 7), (7, 4), (3, 3), (11, 7), (1, 3)):
        read = steps(client, ADDED, automaton["file"], "{},{}".format(*position)).json()
        assert read["accepted"] == bool(table[position])
        for move in read["moves"] or []:
            assert table[tuple(move["leave"])]


@pytest.mark.slow
def test_what_was_proved_is_remembered(client: TestClient) -> None:
    rules = "heaps 2; take n from one where n <= 3"
    first = discovered(client, rules, "fr")
    assert "Trouvé" in first[-2]["html"]
    asked = queue_metric(client, "jobs_total", "discovery")
    assert discovered(client, rules, "fr") == first[-2:]
    assert queue_metric(client, "jobs_total", "discovery") == asked


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ("heaps 3; take n from one", "discover.heaps"),
        ("heaps 1; take n from one", "discover.heaps"),
        ("heaps 2; take c, d from two where gcd(c, d) == 1", "prover.condition"),
        ("heaps 2; take c, d from two where c * d == 6", "prover.condition"),
        ("heaps 2; call heap; take n from one", "solver.no_box"),
        ("heaps 2; tke n from one", "rules.error"),
        ("", "rules.error"),
    ],
)
def test_what_cannot_be_discovered_is_said_at_once(
    client: TestClient, rules: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a worker that takes long to get ready would be told of, and the refusal come after that
    monkeypatch.setattr(pool, "QUIET_SECONDS", PATIENCE)
    answer = client.post("/api/lab/discover", json={"rules": rules})
    assert error_of(answer) == (422, key)


def test_misere_play_is_discovered_too(client: TestClient) -> None:
    *_, found, certified = discovered(client, "heaps 2; take n from one; last loses")
    assert (found["ending"], found["same_as"]) == ("proved", "marienbad")
    assert check(certified["certificate"]).is_misere


@pytest.mark.slow
def test_what_is_not_found_in_time_says_what_was_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[discoveries.Line] = []
    passing = ManualClock()
    monkeypatch.setattr(clock, "now", passing)

    def tell(line: discoveries.Line) -> None:
        told.append(line)
        passing.advance(1)

    token = routes.telling.set(tell)
    try:
        discoveries.discovered(LONG, "fr", seconds=4)
    finally:
        routes.telling.reset(token)
    kinds = [kind for kind, _ in told]
    assert (kinds[-1], {*kinds[:-1]}) == ("found", {"stage"})
    found = json.loads(told[-1][1])
    assert (found["ending"], found["reason"], found["automaton"]) == ("not_found", "seconds", None)
    assert "Rien" in found["html"] or "Aucune" in found["html"]
    check_model(DiscoveryLine, found)


WAITING, WORKING = Quiet.WAITING, Quiet.WORKING


@pytest.mark.parametrize(
    ("reasons", "told"),
    [((WORKING, WORKING), BEFORE[1:] * 2), ((WAITING, WORKING), BEFORE)],
)
def test_only_who_has_others_before_him_waits_for_his_turn(
    monkeypatch: pytest.MonkeyPatch, reasons: tuple[Quiet, ...], told: tuple[str, ...]
) -> None:
    """A worker that is at last his own, but has said nothing yet, is being made ready."""
    monkeypatch.setattr(pool, "QUIET_SECONDS", 0.01)

    async def heard() -> list[str]:
        job: Any = SimpleNamespace(
            future=asyncio.get_running_loop().create_future(), worker=None, fail=lambda _: None
        )
        queue = SimpleNamespace(running=reasons.count(WAITING))
        of_test: Any = SimpleNamespace(
            put=lambda *_: job, forget=lambda _: None, queues={"discovery": queue}
        )
        request: Any = SimpleNamespace(receive=asyncio.Event().wait)
        stream = pool.Pool.stream(of_test, request, print, limits=pool.DISCOVERY)
        said = []
        for reason in reasons:
            if reason is WORKING and queue.running:
                job.worker = "its own"
            found = await anext(stream)
            assert found is reason
            said.append(json.loads(lab_cache._before(found, "en")[1])["stage"])
        job.future.set_result(None)
        async for _ in stream:
            pass
        return said

    assert tuple(asyncio.run(heard())) == told


# Stepping through


@pytest.mark.slow
def test_more_moves_are_told_than_may_be_forbidden(client: TestClient) -> None:
    *_, found, _ = discovered(client, BLOCK)
    file = found["automaton"]["file"]
    read = steps(client, BLOCK, file, "40,60").json()
    check_model(Steps, read)
    assert (read["block"], read["accepted"]) == (5, False)
    assert len(read["moves"]) >= 5
    nine = BLOCK.replace("5", "9")
    more = steps(client, nine, file, "40,60").json()
    assert (more["block"], len(more["moves"])) == (9, len(read["moves"]))
    assert steps(client, WYTHOFF, file_of("wythoff"), "26,66").json()["block"] == 1


def test_an_automaton_reads_letter_by_letter(client: TestClient) -> None:
    found = steps(client, WYTHOFF, file_of("wythoff"), "26,66").json()
    check_model(Steps, found)
    assert found["weights"] == [55, 34, 21, 13, 8, 5, 3, 2, 1]
    values = [
        sum(digit * weight for digit, weight in zip(word, found["weights"], strict=True))
        for word in found["words"]
    ]
    assert values == found["position"] == [26, 66]
    assert len(found["states"]) == 10
    assert found["states"][0] == 1
    winning = marienbad.game("wythoff").analyse((26, 66)).winning_moves
    assert [tuple(move["take"]) for move in found["moves"]] == [*winning]
    to_leave = steps(client, WYTHOFF, file_of("wythoff"), "27,44").json()
    assert (to_leave["accepted"], to_leave["moves"]) == (True, None)
    large = steps(client, WYTHOFF, file_of("wythoff"), f"{10**39},{10**39 + 7}").json()
    assert large["position"] == [str(10**39), str(10**39 + 7)]
    assert not large["accepted"]
    assert large["moves"]
    # in misère play whoever finds nothing to take has won
    lost = steps(client, "heaps 2; take n from one; last loses", file_of("marienbad"), "0,0").json()
    assert (lost["accepted"], lost["moves"], lost["states"]) == (False, [], [1])


def test_strange_automata_and_positions_are_refused(client: TestClient) -> None:
    good = file_of("wythoff")
    for position, key in (("1,2,3", "errors.heap_count"), (f"1,{10**40}", "server.digits")):
        assert error_of(steps(client, WYTHOFF, good, position)) == (422, key)
    three = steps(client, "heaps 3; take n from one", good, "1,2,3")
    assert error_of(three) == (422, "prover.heaps")
    data = json.loads(good)
    changes: tuple[dict[str, Any], ...] = (
        {"format": "another"},
        {"tracks": ["x"]},
        {"tracks": ["a", "b"]},
        {"edges": []},
        {"edges": 7},
        {"accepting": [99]},
        {"system": {**data["system"], "recurrence": []}},
        {"system": {**data["system"], "recurrence": [[0, 0]]}},
        {"system": {**data["system"], "first": []}},
        {"system": {**data["system"], "language": [[]]}},
        {"system": {**data["system"], "free": []}},
    )
    for change in changes:
        answer = steps(client, WYTHOFF, json.dumps(data | change), "1,2")
        assert error_of(answer) == (422, "prover.file"), change
    for text in ("", "[]", "7", "[" * 50_000, '{"format": 1e999}'):
        assert error_of(steps(client, WYTHOFF, text, "1,2")) == (422, "prover.file")
    too_long = steps(client, WYTHOFF, " " * 100_000, "1,2")
    assert error_of(too_long) == (422, "server.too_long")


# Processes


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("discoveries")
    with ServerProcess(f"sqlite:///{folder / 'matches.db'}") as server:
        yield server


def searching(client: httpx.Client, rules: str) -> AbstractContextManager[httpx.Response]:
    return client.stream("POST", "/api/lab/discover", json={"rules": rules})


def begun(answer: httpx.Response) -> Iterator[dict[str, Any]]:
    """The lines of a search from the first of its stages on; before that it may have to wait."""
    lines = map(json.loads, answer.iter_lines())
    return (line for line in lines if line.get("stage") not in BEFORE)


def running(client: httpx.Client) -> float:
    return queue_metric(client, "running", "discovery")


@pytest.mark.slow
def test_one_address_has_one_search_at_a_time_and_it_ends_when_nobody_waits(
    server: ServerProcess,
) -> None:
    with client_of(server) as client:
        with searching(client, LONG) as first:
            heard = begun(first)  # who lets go of it hangs up
            assert next(heard)["kind"] == "stage"
            # another address has a worker at once
            with elsewhere(server) as other, searching(other, LONG) as third:
                also = begun(third)
                assert next(also)["kind"] == "stage"
                assert running(client) == 2
                # those that take the longest jobs are the nicest
                workers = [
                    pid for pid in workers_of(server) if os.getpriority(os.PRIO_PROCESS, pid) == 15
                ]
                assert len(workers) == 2
                for pid in workers:
                    os.kill(pid, signal.SIGSTOP)  # neither of them is finished
            until(lambda: running(client) == 1)
            with searching(client, ADDED) as second:
                said = second.iter_lines()
                assert json.loads(next(said))["stage"] == "Waiting for its turn"
                assert (running(client), queue_metric(client, "waiting", "discovery")) == (1, 1)
                # others are answered meanwhile
                assert client.get("/api/analysis?game=nim&position=3,5").status_code == 200
            until(lambda: queue_metric(client, "waiting", "discovery") == 0)
            assert running(client) == 1
        until(lambda: running(client) == 0)
        until(lambda: all(map(is_gone, workers)))
        assert queue_metric(client, "abandoned_total", "discovery") == 3
        # and the next one is answered
        *_, found, certified = discovered(client, ADDED)
        assert (found["ending"], certified["error"]) == ("proved", None)


def elsewhere(server: ServerProcess) -> httpx.Client:
    """Someone at another address, which on this machine too is another."""
    transport = httpx.HTTPTransport(local_address="127.0.0.2")
    return httpx.Client(base_url=server.address, timeout=PATIENCE, transport=transport)
