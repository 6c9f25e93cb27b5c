"""How long it takes until a page in the inspector answers the mouse.

    python -m benchmarks.inspector [--elements 1000,3000,10000,30000] [--runs 5]

Pages are made up, each with an article, a list of goods and comments below; of the same kind, but
small, are the pages that its template is learned from. For each size and kind of finding a page is
opened anew, nothing of it known from before, in a new tab: from the start of navigation until the
findings are on it and a tooltip has come up for the first that is pointed at. ``bare`` is the time
in which the same browser loads the page by itself, as the inspector shows it, without anything of
the inspector around it. Medians of the runs, in seconds of wall time, and the longest. Nodes are
elements and texts.

Wants Playwright and Chromium, as the tests do; TREESIM_BROWSER names another than that on the path.
"""

from __future__ import annotations

import os
import shutil
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from scrapy_treesim import Page
from scrapy_treesim.corpus import open_corpus
from scrapy_treesim.findings import KINDS, Wanted
from scrapy_treesim.inspector.inspection import InspectedPage, Inspection
from scrapy_treesim.inspector.serving import served
from scrapy_treesim.templates.learn.learning import learn
from scrapy_treesim.templates.store.store import Templates

URL: Final = "https://shop.example/goods/{}.html"
LEARNED: Final = 12
"""Pages that the template is learned from."""
SENTENCE: Final = "It was made by hand in the old workshop by the river, number {}, and will last."
NAMES: Final = ("Alder", "Birch", "Cedar", "Elm", "Hazel", "Larch", "Maple", "Rowan")


def made_up(elements: int, number: int = 0) -> str:
    """A page of about so many elements: a tenth is article, the rest goods and comments alike."""
    texts = "".join(
        f"<p>{SENTENCE.format(n)} {SENTENCE.format(n + number)}</p>" for n in range(elements // 10)
    )
    goods = "".join(
        f"<li class='card'><a href='/goods/{n}'><img src='/{n}.jpg'></a>"
        f"<h3><a href='/goods/{n}'>{NAMES[n % 8]} stool {n}</a></h3><p>Of oiled wood.</p>"
        f"<span class='price'>{n % 90 + 3}.50 EUR</span></li>"
        for n in range(elements * 9 // 140)
    )
    said = "".join(
        f"<div class='comment' id='c{n}'><div class='meta'><a class='author' href='/u/{n % 50}'>"
        f"{NAMES[n % 8]} {n % 50}</a> <time>2024-05-1{n % 10} 10:{n % 50 + 10}</time></div>"
        f"<div class='body'><p>{SENTENCE.format(n * 7)}</p></div><a href='#r{n}'>Reply</a></div>"
        for n in range(elements * 9 // 140)
    )
    return (
        f"<html><head><title>Stools {number}</title></head><body><header><a href='/'>Shop</a>"
        f"</header><article><h1>Stools of series {number}</h1>{texts}</article>"
        f"<ul class='goods'>{goods}</ul><section id='comments'><h2>Comments</h2>{said}</section>"
        f"<footer><p>All rights reserved</p></footer></body></html>"
    )


def learned() -> Templates:
    """The template of small pages of this kind."""
    with TemporaryDirectory() as folder:
        for number in range(LEARNED):
            Path(folder, f"{number}.html").write_text(made_up(200, number), "utf-8")
        return Templates().joined(learn(open_corpus(folder)).templates)


def opened(html: str, wanted: Wanted) -> Inspection:
    """An inspection of a page that nothing is known of yet."""
    return Inspection([InspectedPage("page", Page(html, URL.format(0)))], wanted=wanted)


def interactive(browser: Browser, inspection: Inspection, kind: str) -> float:
    """Seconds until a finding that is pointed at is told of."""
    tab = browser.new_page()
    with served(inspection) as url:
        start = perf_counter()
        tab.goto(f"{url}#page=0&kind={kind}", wait_until="commit")
        tab.locator("html[data-treesim-ready='1']").wait_for(state="attached", timeout=120_000)
        finding = tab.frame_locator("#page-frame").locator("[data-ts-role]:visible").first
        box = finding.bounding_box()
        assert box is not None
        tab.mouse.move(box["x"] + 3, box["y"] + 3)
        tab.locator("#tooltip").wait_for()
        taken = perf_counter() - start
        tab.close()
    return taken


def bare(browser: Browser, inspection: Inspection) -> float:
    """Seconds until the page by itself is loaded."""
    tab = browser.new_page()
    with served(inspection) as url:
        start = perf_counter()
        tab.goto(f"{url}page/0")
        taken = perf_counter() - start
        tab.close()
    return taken


def executable() -> str | None:
    """The browser to take."""
    known = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("TREESIM_BROWSER") or next(filter(None, map(shutil.which, known)), None)


def measure(browser: Browser, elements: int, runs: int, wanted: Wanted) -> None:
    """Print the figures of a size."""
    html = made_up(elements)
    nodes = len(Page(html).tree)
    alone = median([bare(browser, opened(html, wanted)) for _ in range(runs)])
    for kind in KINDS:
        taken = [interactive(browser, opened(html, wanted), kind) for _ in range(runs)]
        half = median(taken)
        print(
            f"{elements:8} {nodes:7} {kind:10} {half:12.2f} {max(taken):8.2f} {alone:8.2f}"
            f" {half / alone:8.1f}",
            flush=True,
        )


def main() -> None:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--elements", default="1000,3000,10000,30000", metavar="N,...")
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    wanted = Wanted(templates=learned())
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    print(
        f"{'elements':>8} {'kind':10} {'interactive':>12} {'longest':>8} {'bare':>8} {'ratio':>8}"
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=as_root)
        for elements in map(int, arguments.elements.split(",")):
            measure(browser, elements, arguments.runs, wanted)
        browser.close()


if __name__ == "__main__":
    main()
