"""The examples for nginx and Caddy as they stand in deploy: TLS, WebSockets, streams, and the client's own address."""

from __future__ import annotations

import configparser
import json
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from needs import need
from server.servers import PATIENCE, Server

ROOT = Path(__file__).parents[3]
NAME = "games.example.org"
CLIENT = "127.0.0.2"


class Proxy(NamedTuple):
    port: int
    trust: ssl.SSLContext
    server: Server


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The example with other ports and paths; each of them stands in it."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


class Certificate(NamedTuple):
    key: Path
    pem: Path


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    folder = tmp_path_factory.mktemp("certificate")
    made = Certificate(folder / "games.key", folder / "games.pem")
    names = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1"]
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    new = [need("openssl"), "req", "-x509", *curve, "-nodes", "-days", "2", *names]
    subprocess.run([*new, "-keyout", str(made.key), "-out", str(made.pem)], check=True, capture_output=True)
    return made


def nginx(folder: Path, port: int, server: Server, certificate: Certificate) -> list[str]:
    """The command that runs the example."""
    site = changed(
        (ROOT / "deploy/nginx.conf").read_text(),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("/etc/ssl/games.pem", str(certificate.pem)),
        ("/etc/ssl/games.key", str(certificate.key)),
        ("http://127.0.0.1:8017", server.url),
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = " ".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    main = f"daemon off; pid {folder / 'pid'}; error_log stderr; events {{}}\n"
    (folder / "nginx.conf").write_text(f"{main}http {{ access_log off; {places}\n{site}\n}}\n")
    return [need("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, server: Server, certificate: Certificate) -> list[str]:
    """The same; only that this certificate is ours, and asked for without a name."""
    site = changed(
        (ROOT / "deploy/Caddyfile").read_text(),
        (f"{NAME} {{", f"{NAME}:{port} {{\n\ttls {certificate.pem} {certificate.key}"),
        ("127.0.0.1:8017", server.url.removeprefix("http://")),
    )
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https off\n\tdefault_sni {NAME}\n}}\n{site}")
    home = f"XDG_DATA_HOME={folder}"
    return ["env", home, f"HOME={folder}", need("caddy"), "run", "--config", str(folder / "Caddyfile")]


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def proxy(
    request: pytest.FixtureRequest, another: Callable[..., Server], tmp_path: Path, certificate: Certificate
) -> Iterator[Proxy]:
    server, port = another(QUINTET_LOG="info", QUINTET_HOSTS=f"{NAME},127.0.0.1"), free_port()
    log = tmp_path / "proxy.log"
    with log.open("w") as file:
        running = subprocess.Popen(request.param(tmp_path, port, server, certificate), stderr=file)
    trust = ssl.create_default_context(cafile=str(certificate.pem))
    try:
        deadline = time.monotonic() + PATIENCE
        while not _answers(port):
            assert running.poll() is None, log.read_text()
            assert time.monotonic() < deadline
            time.sleep(0.02)
        yield Proxy(port, trust, server)
    finally:
        running.terminate()
        running.wait(10)
        print(log.read_text())


def test_a_game_through_the_proxy(proxy: Proxy) -> None:
    transport = httpx.HTTPTransport(verify=proxy.trust, local_address=CLIENT)
    with httpx.Client(
        transport=transport,
        base_url=f"https://127.0.0.1:{proxy.port}",
        headers={"host": NAME, "origin": f"https://{NAME}", "x-forwarded-for": "203.0.113.7"},
        timeout=PATIENCE,
    ) as ada:
        answer = ada.get("/api/me")
        assert answer.status_code == 200
        assert "Secure" in answer.headers["set-cookie"]
        assert "strict-transport-security" in answer.headers
        cookie = answer.headers["set-cookie"].split(";")[0]
        ada.headers["cookie"] = cookie
        seats = [{"kind": "me"}, {"kind": "me"}]
        made = ada.post("/api/matches", json={"spec": "othello", "seats": seats})
        assert made.status_code == 201, made.text
        assert ada.get("/metrics").status_code == 404
        with ada.stream("POST", "/api/analysis", json={"spec": "othello", "seconds": 0.05}) as lines:
            assert json.loads([line for line in lines.iter_lines() if line][-1])["done"]
    with connect(
        f"wss://{NAME}/api/matches/{made.json()['id']}/live",
        sock=socket.create_connection(("127.0.0.1", proxy.port), source_address=(CLIENT, 0)),
        ssl=proxy.trust,
        server_hostname=NAME,
        origin=Origin(f"https://{NAME}"),
        additional_headers={"Cookie": cookie},
        proxy=None,
        open_timeout=PATIENCE,
    ) as live:
        assert json.loads(live.recv(PATIENCE))["type"] == "snapshot"
        live.send(json.dumps({"type": "move", "id": 1, "ply": 0, "move": "d3"}))
        kinds = [json.loads(live.recv(PATIENCE))["type"] for _ in range(3)]
        assert "ack" in kinds
    told = [json.loads(line) for line in proxy.server.log.read_text().splitlines() if line.startswith("{")]
    clients = {line["client"] for line in told if line["event"] == "request" and line["path"] == "/api/me"}
    assert clients == {CLIENT}, "not the proxy, and not what the client says"


def test_the_unit_for_systemd_can_be_read(tmp_path: Path) -> None:
    path = ROOT / "deploy/quintet.service"
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment]
    unit.read(path)
    assert unit["Service"]["ExecStart"].split()[1:] == ["serve", "--host", "127.0.0.1", "--port", "8017"]
    if analyze := shutil.which("systemd-analyze"):
        copy = tmp_path / "quintet.service"
        copy.write_text(changed(path.read_text(), ("/opt/quintet/bin/quintet", "/bin/true")))
        checked = subprocess.run([analyze, "verify", str(copy)], capture_output=True, text=True, check=False)
        assert "quintet.service" not in checked.stderr
