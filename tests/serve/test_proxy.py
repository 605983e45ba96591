"""The server behind nginx with TLS, configured as the documentation says."""

import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.serve.serving import LOOSE, Person, Served

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/local/bin:/usr/bin:/opt/bin")
OPENSSL = shutil.which("openssl")

pytestmark = [
    pytest.mark.skipif(NGINX is None, reason="nginx is not installed"),
    pytest.mark.skipif(OPENSSL is None, reason="openssl is not installed"),
    pytest.mark.skipif(
        sys.platform != "linux", reason="only Linux lets clients come from all of 127.0.0.0/8"
    ),
]

PAGE = Path(__file__).parents[2] / "docs" / "play" / "browser.md"

#: What Debian's own configuration has around that of a site.
FRAME = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log stderr error;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def site(folder: Path, port: int, backend: str) -> str:
    """Read the configuration of the documentation, for ports and files of this test."""
    [text] = re.findall(r"```nginx\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    for documented, here in [
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("/etc/ssl/certs/cards.example.pem", str(folder / "certificate.pem")),
        ("/etc/ssl/private/cards.example.key", str(folder / "key.pem")),
        ("http://127.0.0.1:8000", f"http://{backend}"),
    ]:
        assert text.count(documented) == 1
        text = text.replace(documented, here)
    return str(text)


class Proxied(Served):
    """A server behind nginx, as a client at some address reaches it."""

    def __init__(self, port: int, certificate: Path, source: str = "127.0.0.7") -> None:
        self._port = port
        self._certificate = certificate
        self._source = source
        self.tls = ssl.create_default_context(cafile=str(certificate))
        self.address = f"cards.example:{port}"
        self.url = f"https://{self.address}/"

    def at(self, source: str) -> "Proxied":
        """Come from another address."""
        return Proxied(self._port, self._certificate, source)

    def dial(self) -> socket.socket:
        """Open a connection to nginx, by whatever name."""
        return socket.create_connection(("127.0.0.1", self._port), 30, (self._source, 0))

    def _ask(self, request: urllib.request.Request) -> tuple[int, Any]:
        with self.tls.wrap_socket(self.dial(), server_hostname="cards.example") as connection:
            path = request.selector or "/"
            headers = {"Host": self.address, "Connection": "close", **dict(request.header_items())}
            body = request.data if isinstance(request.data, bytes) else b""
            headers["Content-length"] = str(len(body))
            lines = [f"{request.get_method()} {path} HTTP/1.1"]
            lines += [f"{name}: {value}" for name, value in headers.items()]
            connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)
            answer = b""
            while part := connection.recv(65536):
                answer += part
        head, _, content = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(content)

    def connect(self, path: str, **options: Any) -> Any:
        """Open a socket, as a context."""
        given = {"origin": f"https://{self.address}", "max_queue": None, **options}
        name = f"wss://{self.address}/api/{path}"
        return connect(name, sock=self.dial(), ssl=self.tls, **given)


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    assert NGINX is not None and OPENSSL is not None
    folder, port = tmp_path_factory.mktemp("proxied"), free_port()
    certificate = folder / "certificate.pem"
    make = [OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    make += ["-subj", "/CN=cards.example", "-addext", "subjectAltName=DNS:cards.example"]
    make += ["-keyout", str(folder / "key.pem"), "-out", str(certificate)]
    subprocess.run(make, check=True, capture_output=True)
    limits = {**LOOSE, "openings": [3, 0.001], "connections_of_address": 2}
    public_url = f"https://cards.example:{port}"
    rooms = folder / "rooms.sqlite3"
    with Served(rooms, limits, proxies=["127.0.0.1"], public_url=public_url) as served:
        configuration = folder / "nginx.conf"
        text = FRAME.format(folder=folder, site=site(folder, port, served.address))
        configuration.write_text(text)
        command = [NGINX, "-p", str(folder), "-c", str(configuration), "-e", "stderr"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as nginx:
            try:
                found = Proxied(port, certificate)
                while nginx.poll() is None:
                    with suppress(ConnectionRefusedError):
                        found.dial().close()
                        break
                    time.sleep(0.05)
                yield found
            finally:
                nginx.terminate()
                _, said = nginx.communicate()
        assert said == ""
        assert served.stop() == ""


def test_a_game_is_played_over_wss(proxied: Proxied) -> None:
    room = proxied.open("ends", {"count": 6})
    with Person(proxied, f"rooms/{room['room']}", room["token"]) as ann:
        ann.say("fill", seats=[1], level="easy")
        ann.say("start")
        ann.until(lambda: ann.state["table"] is not None)
        ann.play()
        replay = ann.table["replay"]
    status, about = proxied.get(f"api/replays/{replay}")
    assert (status, len(about["moves"])) == (200, 6)


def test_limits_count_for_every_client_by_itself(proxied: Proxied) -> None:
    def open_room(source: str, **headers: str) -> int:
        given = {"origin": f"https://{proxied.address}", **headers}
        return proxied.at(source).post("api/rooms", {"game": "ends", "name": "Ann"}, given)[0]

    assert [open_room("127.0.0.8") for _ in range(5)] == [201, 201, 201, 429, 429]
    # An address of the client's own making is not believed, whichever it is.
    for forged in ("192.0.2.1", "127.0.0.1", "127.0.0.9, 127.0.0.1", "x"):
        assert open_room("127.0.0.8", **{"X-Forwarded-For": forged}) == 429
    assert open_room("127.0.0.9") == 201


def test_sockets_count_for_every_client_by_itself(proxied: Proxied) -> None:
    room = proxied.at("127.0.0.10").open("ends")
    path = f"rooms/{room['room']}"
    crowd, other = proxied.at("127.0.0.11"), proxied.at("127.0.0.12")
    with crowd.connect(path), crowd.connect(path):
        with pytest.raises(InvalidStatus) as caught, crowd.connect(path):
            pass
        assert caught.value.response.status_code == 503
        with other.connect(path):
            pass


@pytest.mark.parametrize(
    "origin", ["https://elsewhere.example", "http://{address}", "https://cards.example", "null"]
)
def test_pages_of_other_sites_are_refused(proxied: Proxied, origin: str) -> None:
    given = {"origin": origin.format(address=proxied.address)}
    status, _ = proxied.at("127.0.0.13").post("api/rooms", {"game": "ends", "name": "Ann"}, given)
    assert status == 403


def test_other_names_are_refused(proxied: Proxied) -> None:
    assert proxied.get("api/games", {"Host": "elsewhere.example"})[0] == 403
    assert proxied.get("api/games")[0] == 200
