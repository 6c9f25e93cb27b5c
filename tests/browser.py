"""A real browser for tests, and the inspector to look at with it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FrameLocator, Page

__all__ = ["browser", "inspect", "tab", "trap"]

WANTED: Final = os.environ.get("TREESIM_EXPECT_BROWSER") == "1"
"""Whether a browser that is not found is a failure; or else these tests are skipped."""
if WANTED:
    import playwright.sync_api  # noqa: F401 - the tests that want it would skip themselves
FLAGS: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    # No test asks the web for anything: each name is this machine's, so that a trap hears it.
    "--host-resolver-rules=MAP * 127.0.0.1, EXCLUDE 127.0.0.1",
    "--no-first-run",
)
PATIENCE: Final = 120_000
"""Milliseconds until what does not come is missed: many times what it takes."""
Inspect: TypeAlias = Callable[..., str]


def lacking(what: str) -> None:
    """Skip the test for want of something, or fail it where a browser is expected."""
    if WANTED:
        pytest.fail(f"TREESIM_EXPECT_BROWSER=1, and {what}", pytrace=False)
    pytest.skip(f"not looked at in a browser: {what}")


def executable() -> str | None:
    """The browser that ``TREESIM_BROWSER`` names, or else the first of those known."""
    if chosen := os.environ.get("TREESIM_BROWSER"):
        return chosen
    known = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, known)), None)


# For one module only: while Playwright runs, no other event loop can in this thread, and the tests
# of crawls have theirs.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, without a window."""
    # Not at the top: of what is imported before the tests begin, coverage sees nothing.
    from scrapy_treesim import compiled

    if not compiled:
        pytest.skip("the browser's tests run once, with the compiled package")
    try:
        from playwright.sync_api import expect, sync_playwright
    except ImportError:
        lacking('there is no playwright: pip install ".[test]"')
    path = executable()
    if path is None:
        lacking("there is no Chromium: install it, or name another in TREESIM_BROWSER")
    as_root = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=[*FLAGS, *as_root])
        yield started
        started.close()


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    """A tab with no past; an error of a script that runs in it or its frames fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def inspect(tmp_path: Path) -> Iterator[Inspect]:
    """Starts ``scrapy treesim inspect`` with the given arguments; returns its address."""
    with inspecting(tmp_path) as start:
        yield start


@contextmanager
def inspecting(folder: Path) -> Iterator[Inspect]:
    """Starts inspectors in a folder, and ends them."""
    running: list[subprocess.Popen[str]] = []

    def start(*arguments: str | Path, cwd: Path = folder) -> str:
        scrapy = [sys.executable, "-m", "scrapy", "treesim", "inspect", "--no-browser"]
        process = subprocess.Popen(
            [*scrapy, *map(str, arguments)], cwd=cwd, stdout=subprocess.PIPE, text=True
        )
        running.append(process)
        assert process.stdout is not None
        found = re.match(r"http://127\.0\.0\.1:\d+/\S*", process.stdout.readline())
        assert found, "the inspector did not start"
        return found[0]

    try:
        yield start
    finally:
        for process in running:
            process.terminate()
            process.communicate()


def opened(tab: Page, url: str, kind: str = "records", page: int = 0) -> FrameLocator:
    """The inspector at a kind of findings; returns the page that is looked at."""
    tab.goto(f"{url}#page={page}&kind={kind}")
    settled(tab)
    return tab.frame_locator("#page-frame")


def settled(tab: Page) -> None:
    """Wait until the findings are on the page, and what points at them is heard."""
    tab.locator("html[data-treesim-ready='1']").wait_for(state="attached")


def until(tab: Page, holds: Callable[[], bool]) -> None:
    """Let the tab go on until something holds, or is missed."""
    for _ in range(PATIENCE // 50):
        if holds():
            return
        tab.wait_for_timeout(50)
    pytest.fail("what was waited for has not come")


def reach(tab: Page, selector: str, text: str = "") -> None:
    """Press Tab until such an element has the focus."""
    for _ in range(200):
        focused = tab.locator(selector).filter(has_text=text).and_(tab.locator(":focus"))
        if focused.count():
            return
        tab.keyboard.press("Tab")
    pytest.fail(f"no Tab leads to {selector} {text}")


class Trap:
    """A web server of another origin than the inspector's; it notes what is asked of it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.asked: list[str] = []
        """Paths, in the order they were asked for."""
        self.not_http = 0
        """Requests in another protocol: by https it is not understood."""
        self.style = "h1 { color: rgb(1, 2, 3) !important }"
        """What each of its style sheets says."""
        self.redirects: dict[str, str] = {}
        """Where paths lead that lead elsewhere."""


@pytest.fixture
def trap() -> Iterator[Trap]:
    """Answers whatever path by its ending: a script, a style sheet, a picture or HTML."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            noted.asked.append(self.path)
            kind, body = _answer(self.path, noted.style)
            elsewhere = noted.redirects.get(self.path)
            self.send_response(302 if elsewhere else 200)
            if elsewhere:
                self.send_header("Location", elsewhere)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET

        def log_error(self, *_: Any) -> None:
            noted.not_http += 1

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    noted = Trap(f"http://trap.example:{server.server_port}")
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield noted
    server.shutdown()
    thread.join()
    server.server_close()


_SVG = b"<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'/>"


def _answer(path: str, style: str) -> tuple[str, bytes]:
    if path.endswith(".css"):
        return "text/css", style.encode()
    if path.endswith(".js"):
        return "text/javascript", b"document.title = 'caught'"
    if path.endswith(".svg"):
        return "image/svg+xml", _SVG
    return "text/html", b"<title>caught</title><p>caught"
