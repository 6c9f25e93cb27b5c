"""Take the picture of the inspector again: ``python docs/picture.py``, with the extra ``test``."""

from __future__ import annotations

import sys
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests")]


def main() -> None:
    """Open the shop's list with its styles, point at a title, write ``docs/inspector.png``."""
    from browser import FLAGS, executable, inspecting, opened, settled
    from playwright.sync_api import sync_playwright
    from test_documentation import SITE, Quiet

    server = ThreadingHTTPServer(("127.0.0.1", 8000), partial(Quiet, directory=str(SITE)))
    Thread(target=server.serve_forever, daemon=True).start()
    with TemporaryDirectory() as folder, inspecting(Path(folder)) as inspect, server:
        address = inspect("http://127.0.0.1:8000/shop/index.html")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=executable(), args=[*FLAGS, "--no-sandbox"]
            )
            tab = browser.new_page(viewport={"width": 1280, "height": 800})
            page = opened(tab, address)
            tab.get_by_label("Show pictures and styles").check()
            settled(tab)
            tab.locator("#count-template").get_by_text("0").wait_for()
            # Dismissed as a visitor would: no script of the page runs.
            page.get_by_text("We use cookies").locator("..").locator("..").evaluate(
                "banner => banner.remove()"
            )
            title = page.get_by_role("heading", name="Ashwood Splitting Hatchet")
            title.hover(position={"x": 40, "y": 12})
            tab.locator("#tooltip").wait_for()
            tab.screenshot(path=ROOT / "docs" / "inspector.png")
        server.shutdown()


if __name__ == "__main__":
    main()
