"""The built site in a browser."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002
        """Do not log requests."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine and yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Chromium, or exit if it is not installed."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        sys.exit("no Chromium found: install it (chromium on Debian) to check the site")
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()
