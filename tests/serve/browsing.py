"""Chromium, found where it is installed."""

import os
import shutil

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str:
    """Give the path of the browser.

    Without one the test is skipped, but not where ``CARDCORE_BROWSER`` asks for it to be there.
    """
    found = next((path for name in _NAMES if (path := shutil.which(name))), None)
    if found is None:
        if os.environ.get("CARDCORE_BROWSER") == "required":
            pytest.fail("no Chromium found, which CARDCORE_BROWSER requires")
        pytest.skip("no Chromium found: install it (chromium on Debian) to test the page")
    return found
