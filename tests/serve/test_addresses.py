"""Addresses of clients, and the names that the server answers to."""

import pytest

from cardcore.serve.addresses import TrustedProxies, client_network
from cardcore.serve.errors import RequestError
from cardcore.serve.origins import Origins, read_public_url


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("10.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        ("10.0.0.1", [" 192.0.2.1 "], "192.0.2.1"),
        # The client has written the first one itself.
        ("10.0.0.1", ["6.6.6.6, 192.0.2.1"], "192.0.2.1"),
        ("10.0.0.1", ["6.6.6.6", "192.0.2.1"], "192.0.2.1"),
        ("10.0.0.1", ["10.0.0.9, 192.0.2.1"], "192.0.2.1"),
        # One proxy behind the other.
        ("10.0.0.1", ["6.6.6.6, 192.0.2.1, 10.0.0.2"], "192.0.2.1"),
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ("::ffff:10.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        ("10.0.0.1", ["192.0.2.1:5000"], "192.0.2.1"),
        ("10.0.0.1", ["[2001:db8::1]:5000"], "2001:db8::1"),
        ("10.0.0.1", ["2001:db8::1"], "2001:db8::1"),
        # What isn't an address ends the chain.
        ("10.0.0.1", ["192.0.2.1, unknown"], "10.0.0.1"),
        ("10.0.0.1", ["192.0.2.1, x, 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", ["[", "\x00", ",,,"], "10.0.0.1"),
        # Nobody else is believed.
        ("192.0.2.9", ["192.0.2.1"], "192.0.2.9"),
        ("", ["192.0.2.1"], ""),
    ],
)
def test_the_client_is_the_last_hop_that_no_proxy_of_ours_is(
    peer: str, forwarded: list[str], client: str
) -> None:
    assert TrustedProxies(["10.0.0.0/8"]).client(peer, forwarded) == client


def test_without_proxies_nobody_is_believed() -> None:
    assert TrustedProxies().client("127.0.0.1", ["192.0.2.1"]) == "127.0.0.1"
    assert "127.0.0.1" not in TrustedProxies()


@pytest.mark.parametrize("text", ["", "proxy", "10.0.0.1/8", "10.0.0.0/33", "*", "1.2.3"])
def test_a_proxy_is_an_address_or_a_network(text: str) -> None:
    with pytest.raises(ValueError, match=r"^proxy: expected an address or a network"):
        TrustedProxies([text])


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_limits_count_by_address_or_subnet(address: str, network: str) -> None:
    assert client_network(address) == network


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://cards.example", "https://cards.example"),
        ("https://Cards.Example:443/", "https://cards.example"),
        ("http://cards.example:8443", "http://cards.example:8443"),
        ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
    ],
)
def test_a_public_url_is_read_as_an_origin(text: str, origin: str) -> None:
    assert read_public_url(text) == origin


@pytest.mark.parametrize(
    "text",
    [
        "",
        "cards.example",
        "ftp://cards.example",
        "https://",
        "https://[",
        "https://cards.example/table",
        "https://cards.example:99999",
        "https://ann@cards.example",
        "https://cards.example?x",
    ],
)
def test_anything_else_is_not_a_public_url(text: str) -> None:
    with pytest.raises(ValueError, match=r"^public URL: expected a scheme and a name"):
        read_public_url(text)


LOCAL = Origins("127.0.0.1")
PUBLIC = Origins("127.0.0.1", "https://cards.example")
NETWORK = Origins("0.0.0.0")


@pytest.mark.parametrize(
    ("origins", "scheme", "host", "origin"),
    [
        (LOCAL, "http", "127.0.0.1:8000", None),
        (LOCAL, "http", "localhost:8000", "http://localhost:8000"),
        (LOCAL, "http", "[::1]:8000", "http://[::1]:8000"),
        (PUBLIC, "https", "cards.example", "https://cards.example"),
        (PUBLIC, "https", "Cards.example:443", "https://cards.example"),
        # A proxy need not pass the scheme on if the server knows its name.
        (PUBLIC, "http", "cards.example", "https://cards.example"),
        (PUBLIC, "http", "127.0.0.1:8000", "http://127.0.0.1:8000"),
        (NETWORK, "http", "192.168.0.2:8000", "http://192.168.0.2:8000"),
        (NETWORK, "https", "cards.example", "https://cards.example"),
        (NETWORK, "http", "", None),
    ],
)
def test_requests_by_the_names_of_the_server_pass(
    origins: Origins, scheme: str, host: str, origin: str | None
) -> None:
    origins.check(scheme, host, origin)


@pytest.mark.parametrize(
    ("origins", "scheme", "host", "origin", "code"),
    [
        (LOCAL, "http", "elsewhere.example", None, "forbidden"),
        (LOCAL, "http", "cards.example", None, "forbidden"),
        (LOCAL, "http", "", None, "forbidden"),
        (LOCAL, "http", "[", None, "malformed"),
        (LOCAL, "http", "127.0.0.1:x", None, "malformed"),
        (LOCAL, "http", "127.0.0.1/x", None, "malformed"),
        (LOCAL, "http", "127.0.0.1", "http://[", "malformed"),
        (LOCAL, "http", "127.0.0.1", "127.0.0.1", "malformed"),
        (LOCAL, "http", "127.0.0.1", "null", "forbidden"),
        (LOCAL, "http", "127.0.0.1", "http://127.0.0.1:8000", "forbidden"),
        (LOCAL, "http", "127.0.0.1", "https://127.0.0.1", "forbidden"),
        (PUBLIC, "https", "elsewhere.example", None, "forbidden"),
        (PUBLIC, "https", "cards.example:8443", None, "forbidden"),
        (PUBLIC, "https", "cards.example", "http://cards.example", "forbidden"),
        (PUBLIC, "https", "cards.example", "https://elsewhere.example", "forbidden"),
        (NETWORK, "https", "cards.example", "http://cards.example", "forbidden"),
        (NETWORK, "http", "192.168.0.2", "http://elsewhere.example", "forbidden"),
        (NETWORK, "http", "", "http://192.168.0.2", "forbidden"),
    ],
)
def test_requests_by_other_names_and_from_other_pages_are_refused(
    origins: Origins, scheme: str, host: str, origin: str | None, code: str
) -> None:
    with pytest.raises(RequestError) as caught:
        origins.check(scheme, host, origin)
    assert caught.value.code == code
