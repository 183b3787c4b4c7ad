"""nginx and Caddy before a server, with the configurations of ``deploy/`` and a certificate."""

import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2 as httpx
from websockets.sync.client import ClientConnection, connect

from bench.load import HOST
from bench.processes import free_port

PATIENCE = 300

DEPLOY = Path(__file__).parents[1] / "deploy"
PROXIES = ("nginx", "caddy")
NGINX = """
{user}
daemon off;
worker_processes auto;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""
"""What Debian's own nginx.conf does for a site."""


@dataclass(frozen=True)
class Front:
    """A proxy that listens, and how to speak to it."""

    port: int
    plain_port: int
    trust: ssl.SSLContext

    @property
    def address(self) -> str:
        return f"https://{HOST}:{self.port}"

    def client(self, source: str = HOST, **headers: str) -> httpx.Client:
        """A client that comes from an address of its own."""
        transport = httpx.HTTPTransport(verify=self.trust, local_address=source)
        return httpx.Client(
            base_url=self.address, transport=transport, headers=headers, timeout=PATIENCE
        )

    def watch(self, path: str, **options: Any) -> ClientConnection:
        """A socket that watches the match of a path."""
        address = f"wss://{HOST}:{self.port}{path}/live"
        found: ClientConnection = connect(address, ssl=self.trust, open_timeout=PATIENCE, **options)
        return found


def program(name: str) -> str:
    """The path of a program that ``make test`` installs on Debian."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if found is None:
        raise SystemExit(
            f"{name} is missing: the files of deploy/ are tried with it "
            f"(on Debian: apt-get install {name}; `make test` does so when run as root)."
        )
    return found


def changed(text: str, changes: Mapping[str, str]) -> str:
    """A file of deploy/ made for one machine, as docs/operations.md tells; nothing is left out."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


@contextmanager
def proxy(
    name: str, server: int, folder: Path, changes: Mapping[str, str] | None = None
) -> Iterator[Front]:
    """A proxy before the server at this port, its configuration changed as one pleases."""
    command = [program("openssl"), "req", "-x509", "-newkey", "ec", "-days", "2", "-nodes"]
    command += ["-pkeyopt", "ec_paramgen_curve:P-256", "-subj", "/CN=marienbad"]
    command += ["-addext", f"subjectAltName=IP:{HOST}"]
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    command += ["-out", str(certificate), "-keyout", str(key)]
    subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)
    front = Front(free_port(), free_port(), ssl.create_default_context(cafile=str(certificate)))
    prepare = prepared_nginx if name == "nginx" else prepared_caddy
    command = prepare(front, server, folder, changes or {})
    environment = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, env=environment)
    try:
        wait_for(process, front.port, folder / "output")
        yield front
    finally:
        process.terminate()
        process.wait(PATIENCE)


def prepared_nginx(
    front: Front, server: int, folder: Path, changes: Mapping[str, str]
) -> list[str]:
    usual = {
        "    listen [::]:80;\n": "",
        "    listen [::]:443 ssl http2;\n": "",
        "listen 80;": f"listen {front.plain_port};",
        "listen 443 ": f"listen {front.port} ",
        "https://$server_name$": f"https://$server_name:{front.port}$",
        "games.example.org": HOST,
        "127.0.0.1:8000": f"{HOST}:{server}",
        "/etc/ssl/marienbad": str(folder),
        "/var/cache/nginx/marienbad": str(folder / "files"),
    }
    site = changed((DEPLOY / "nginx.conf").read_text("utf-8"), {**usual, **changes})
    (folder / "site.conf").write_text(site, "utf-8")
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(NGINX.format(user=user, folder=folder), "utf-8")
    return [program("nginx"), "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", "stderr"]


def prepared_caddy(
    front: Front, server: int, folder: Path, changes: Mapping[str, str]
) -> list[str]:
    ports = f"http_port {front.plain_port}\n\thttps_port {front.port}"
    usual = {
        "\tservers {": f"\tadmin off\n\tskip_install_trust\n\t{ports}\n\tservers {{",
        "games.example.org {": f"{HOST} {{\n\ttls {folder}/fullchain.pem {folder}/privkey.pem",
        "127.0.0.1:8000": f"{HOST}:{server}",
    }
    site = changed((DEPLOY / "Caddyfile").read_text("utf-8"), {**usual, **changes})
    (folder / "Caddyfile").write_text(site, "utf-8")
    return [program("caddy"), "run", "--config", str(folder / "Caddyfile")]


def wait_for(process: subprocess.Popen[bytes], port: int, output: Path) -> None:
    """Wait until something listens there, or the process has ended."""
    end = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < end:
        with closing(socket.socket()) as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return
        time.sleep(0.02)
    raise SystemExit(output.read_text("utf-8"))
