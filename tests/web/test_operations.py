"""The files of ``deploy/`` are tried, each with the program that it is written for."""

import json
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2 as httpx
import pytest

from bench.load import HOST
from bench.proxies import DEPLOY, PROXIES, Front, changed, program, proxy
from tests.support import PATIENCE, until
from tests.web.http.observatory import grade
from tests.web.support import ServerProcess, Table, client_of, error_of

pytestmark = pytest.mark.slow

SERVER_COMMANDS = ("serve", "backup", "restore")
OPTIONS = ("--proxy", HOST, "--allowed-host", "games.example.org", "--matches-a-day", "9")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("server")
    with ServerProcess(f"sqlite:///{folder / 'matches.db'}", *OPTIONS) as started:
        yield started


@pytest.fixture(scope="module", params=PROXIES)
def front(
    request: pytest.FixtureRequest, server: ServerProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Front]:
    with proxy(request.param, server.port, tmp_path_factory.mktemp(request.param)) as listening:
        yield listening


# Behind a proxy


def test_a_match_is_played_and_watched(front: Front) -> None:
    with front.client("127.0.0.11") as client:
        page = client.get("/")
        assert (page.status_code, "<noscript>" in page.text) == (200, True)
        assert client.get("/static/app.js").status_code == 200
        client.headers["Origin"] = front.address
        table = Table.laid(client, "nim", position=[3, 4])
        with front.watch(table.path, origin=front.address) as seen:
            assert json.loads(seen.recv(PATIENCE)) == table.match
            assert table.play([0, 1]) == json.loads(seen.recv(PATIENCE))
        position = ",".join(["9" * 1000] * 63 + ["9" * 1001])
        long = client.get("/api/analysis", params={"game": "nim", "position": position})
        assert error_of(long) == (422, "server.digits")  # as long as it is, it came through


def test_each_client_has_its_own_share_whatever_it_says(front: Front) -> None:
    wish = {"game": "nim", "players": ["human", "human"]}
    with front.client("127.0.0.12") as greedy, front.client("127.0.0.13") as other:
        answers = (greedy.post("/api/matches", json=wish) for _ in range(10))
        refused = next(answer for answer in answers if answer.status_code != 201)
        assert error_of(refused) == (429, "server.matches_a_day")
        for forged in ("192.0.2.1", "127.0.0.1", "192.0.2.1, 127.0.0.1"):
            said = {"X-Forwarded-For": forged, "Forwarded": f"for={forged}", "X-Real-IP": forged}
            assert greedy.post("/api/matches", json=wish, headers=said).status_code == 429
        assert other.post("/api/matches", json=wish).status_code == 201


def test_what_is_not_for_strangers(front: Front) -> None:
    with front.client("127.0.0.14") as client:
        assert client.get("/metrics").status_code == 404
        assert client.post("/api/records", content=b"x" * (2**20 + 1)).status_code == 413
        foreign = {"Origin": "https://elsewhere.example"}
        body = {"game": "nim", "players": ["human", "human"]}
        assert client.post("/api/matches", json=body, headers=foreign).status_code == 403
        assert "<script" not in client.get("/", headers={"Host": "elsewhere.example"}).text
    plain = httpx.get(f"http://{HOST}:{front.plain_port}/lab?rules=x", timeout=PATIENCE)
    assert plain.status_code in (301, 308)
    assert plain.headers["location"].startswith("https://")
    assert plain.headers["location"].endswith("/lab?rules=x")


def test_the_headers_have_the_best_grade(front: Front) -> None:
    with front.client("127.0.0.15") as client:
        page = client.get("/")
    assert grade(page.headers, page.text) == ("A+", 130)
    assert len(page.headers.get_list("strict-transport-security")) == 1
    assert not re.search(r"\d", page.headers.get("server", ""))


def test_nginx_has_shares_of_its_own(server: ServerProcess, tmp_path: Path) -> None:
    changes = {
        "rate=50r/s": "rate=1r/m",
        "burst=1000 delay=20": "burst=9 nodelay",
        "connections 400;": "connections 2;",
    }
    with (
        proxy("nginx", server.port, tmp_path, changes) as front,
        front.client("127.0.0.16") as greedy,
        front.client("127.0.0.17") as other,
        front.client() as neighbour,
    ):
        statuses = [greedy.get("/api/health").status_code for _ in range(10)]
        assert statuses == [200] * 10
        assert 429 in (greedy.get("/api/health").status_code for _ in range(100))
        table = Table.laid(other, "nim", position=[3])
        with ExitStack() as stack:
            for _ in range(2):
                stack.enter_context(front.watch(table.path)).recv(PATIENCE)
            assert neighbour.get("/api/health").status_code == 429  # both sockets are its own
            assert other.get("/api/health").status_code == 200


def test_nginx_limits_sizes_and_slow_clients(server: ServerProcess, tmp_path: Path) -> None:
    parts = ("header", "body")
    changes = {f"client_{part}_timeout 10s": f"client_{part}_timeout 1s" for part in parts}
    get, post = b"GET / HTTP/1.1\r\nHost: a\r\n", b"POST /api/matches HTTP/1.1\r\nHost: a\r\n"
    with proxy("nginx", server.port, tmp_path, changes) as front:
        for request, statuses in (
            (b"GET /?" + b"x" * 80_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", (b" 414 ",)),
            (get + b"X: " + b"x" * 80_000 + b"\r\n\r\n", (b" 400 ",)),
            (post + b"Content-Length: 1048577\r\n\r\n", (b" 413 ",)),
            (get, (b"", b" 408 ")),
            (post + b"Content-Length: 9\r\n\r\n{", (b"", b" 408 ")),
        ):
            connection = socket.create_connection((HOST, front.port), PATIENCE)
            with front.trust.wrap_socket(connection, server_hostname=HOST) as client:
                client.sendall(request)
                assert client.recv(1_000)[8:13] in statuses


def test_nginx_compresses_and_keeps_the_bundle(server: ServerProcess, tmp_path: Path) -> None:
    with proxy("nginx", server.port, tmp_path) as front, front.client() as client:
        page = client.get("/")
        assert page.headers["content-encoding"] == "gzip"
        place = re.findall(r'src="(/static/[^"]+/app.js)"', page.text)[0]
        plain, compressed = (
            client.get(place, headers={"Accept-Encoding": coding})
            for coding in ("identity", "gzip")
        )
        assert compressed.content == plain.content
        assert compressed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
    kept = b"".join(path.read_bytes() for path in (tmp_path / "files").rglob("*") if path.is_file())
    assert kept.count(place.encode("ascii")) == 2
    assert b"<html" not in kept


def test_caddy_passes_on_what_is_under_a_prefix(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'matches.db'}"
    changes = {
        "\t@marienbad path *": "\t@marienbad path /marienbad/* /.well-known/security.txt",
        "# under a prefix here: uri": "uri",
    }
    options = ("--root-path", "/marienbad", "--proxy", HOST, "--contact", "nim@example.org")
    with (
        ServerProcess(database, *options) as server,
        proxy("caddy", server.port, tmp_path, changes) as front,
        front.client() as client,
    ):
        assert re.search(r'src="/marienbad/static/\w+/app.js"', client.get("/marienbad/lab").text)
        assert client.get("/marienbad/api/health").json()["status"] == "ok"
        assert client.get("/marienbad/metrics").status_code == 404
        assert "nim@example.org" in client.get("/.well-known/security.txt").text
        assert "<script" not in client.get("/lab").text


# Beside it


def run(*command: str | Path) -> str:
    """What a program prints, which must be content."""
    done = subprocess.run(
        [*map(str, command)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_systemd_accepts_the_units_and_finds_them_safe(tmp_path: Path) -> None:
    installed = {"/opt/marienbad/bin": str(Path(sys.executable).parent)}
    units = [path for path in DEPLOY.iterdir() if path.suffix in (".service", ".timer")]
    for unit in units:
        text = unit.read_text("utf-8")
        is_run = "ExecStart" in text
        (tmp_path / unit.name).write_text(changed(text, installed) if is_run else text, "utf-8")
    analyse = program("systemd-analyze")
    assert run(analyse, "verify", *sorted(tmp_path.iterdir())) == ""
    for unit in units:
        if unit.suffix == ".service":
            # the level is ten times what is shown: 0 is a locked box, 96 a service without bounds
            run(analyse, "security", "--offline=true", "--threshold=20", tmp_path / unit.name)


def test_every_number_that_alerts_speak_of_is_shown(server: ServerProcess) -> None:
    alerts = (DEPLOY / "alerts.yml").read_text("utf-8")
    conditions = "\n".join(re.findall(r"(?m)^ +expr: (.+)", alerts))
    spoken_of = set(re.findall(r"\b(?:marienbad|process)_[a-z_]+", conditions))
    assert spoken_of
    with client_of(server) as client:
        client.get("/api/health")
        shown = client.get("/metrics").text
    assert spoken_of - set(re.findall(r"(?m)^([a-z_]+)[ {]", shown)) == set()
    if promtool := shutil.which("promtool"):
        run(promtool, "check", "rules", DEPLOY / "alerts.yml")


def test_a_log_in_a_file_is_rotated_under_the_running_server(tmp_path: Path) -> None:
    log = tmp_path / "marienbad.log"
    rules = (DEPLOY / "marienbad.logrotate").read_text("utf-8")
    settings = changed(rules, {"/var/log/marienbad/marienbad.log {": f"{log} {{"})
    (tmp_path / "rules").write_text(settings, "utf-8")
    (tmp_path / "rules").chmod(0o644)
    with log.open("ab") as file:
        server = ServerProcess(f"sqlite:///{tmp_path / 'matches.db'}", "--log", stderr=file)
    with server, client_of(server) as client:
        client.get("/api/games")
        until(lambda: log.stat().st_size)  # the line is written when the answer has been sent
        status = tmp_path / "status"
        run(program("logrotate"), "--force", "--state", status, tmp_path / "rules")
        client.get("/api/health")
    asked = []
    for path in (tmp_path / "marienbad.log.1", log):
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        asked.append([line["path"] for line in lines if line["event"] == "request"])
    assert asked == [["/api/games"], ["/api/health"]]


def test_every_package_of_the_server_tells_its_licence(tmp_path: Path) -> None:
    # this environment has more than a server's, and some of that tells nothing
    command = [sys.executable, str(DEPLOY / "notices.py"), str(tmp_path)]
    subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    told = {folder.name.rpartition("-")[0] for folder in tmp_path.iterdir()}
    told = {name.lower().replace("_", "-") for name in told}
    lock = (DEPLOY.parent / "requirements" / "server.txt").read_text("utf-8")
    locked = re.findall(r"(?m)^([\w.-]+)==\S+ \\$", lock)  # whatever the system and the version
    assert len(locked) > 30
    assert set(locked) - told == set()
    assert any((tmp_path / folder.name).rglob("*LICEN*") for folder in tmp_path.glob("psycopg-*"))


def test_the_image_is_made_of_what_is_here_and_runs_without_root() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    steps = re.findall(r"(?m)^([A-Z]+) (.+)$", text)
    for step, rest in steps:
        if step == "FROM":
            assert re.fullmatch(r"[a-z]+:[\w.-]+( AS \w+)?", rest), "no host, and a version"
        elif step == "COPY" and not rest.startswith("--from="):
            assert all((DEPLOY.parent / source).exists() for source in rest.split()[:-1]), rest
        elif step == "RUN":
            installs = re.findall(r"pip (?:install|wheel) [^&]*", rest)
            assert all("--require-hashes" in one or "--no-deps" in one for one in installs), rest
    last = dict(steps)
    assert last["USER"] == "10001"
    assert "/api/health" in last["HEALTHCHECK"]
    assert "ADD" not in last


def test_every_option_that_operators_are_told_of_is_there() -> None:
    files = [*DEPLOY.iterdir(), DEPLOY.parent / "docs" / "operations.md"]
    told = {path.name: path.read_text("utf-8") for path in files if path.is_file()}
    helps = [run(sys.executable, "-m", "marienbad", name, "--help") for name in SERVER_COMMANDS]
    known = set(re.findall(r"--[a-z-]+", "".join(helps)))
    unknown = {
        (name, option)
        for name, text in told.items()
        for call in re.findall(r"marienbad (?:serve|backup|restore)\b.*|_OPTIONS=.*", text)
        for option in re.findall(r"(?<!\S)--[a-z-]+", call)
        if option not in known
    }
    table = re.findall(r"(?m)^\| `--.*?\|", told["operations.md"])
    unknown |= {("table", o) for o in re.findall(r"--[a-z-]+", "".join(table)) if o not in known}
    assert table
    assert unknown == set()
