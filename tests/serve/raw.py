"""Clients that write bytes to a socket themselves, and so can break every rule."""

import contextlib
import socket
import struct

from tests.serve.serving import Served

CONTINUATION, TEXT, BINARY, CLOSE, PING = 0, 1, 2, 8, 9


def connect(served: Served, source: str = "127.0.0.1") -> socket.socket:
    """Connect to a server from one of the addresses of this machine."""
    host, _, port = served.address.partition(":")
    return socket.create_connection((host, int(port)), timeout=30, source_address=(source, 0))


def upgrade(path: str, *headers: str) -> bytes:
    """Write the request that opens a WebSocket."""
    lines = [
        f"GET /api/{path} HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        *headers,
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def frame(opcode: int, payload: bytes = b"", *, is_final: bool = True) -> bytes:
    """Write a frame of a client, with a mask that changes nothing."""
    first = opcode | (0x80 if is_final else 0)
    size = len(payload)
    short = struct.pack("!BB", first, 0x80 | size) if size < 126 else None
    return (short or struct.pack("!BBH", first, 0x80 | 126, size)) + bytes(4) + payload


def read_all(connection: socket.socket, most: int = 1_000_000) -> bytes:
    """Read what the server sends until it closes the connection."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while len(found) < most and (part := connection.recv(65_536)):
            found += part
    return found
