"""The line, in the spiders that people write: rules, sitemaps, loaders, scripts, small projects."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from browser import FLAGS, executable, lacking

ROOT = Path(__file__).parents[1]
SITE = ROOT / "example_project" / "site"
SMALL = ROOT / "example_project" / "small"

LINE = 'custom_settings = {"ADDONS": {"scrapy_treesim.Addon": 500}}'


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The example site on a server, with a sitemap and a page that a script fills."""
    folder = tmp_path_factory.mktemp("served")
    for part in ("news", "shop", "blog"):
        (folder / part).symlink_to(SITE / part)
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("localhost", 0), handler) as server:
        address = f"http://localhost:{server.server_address[1]}"
        pages = [path.name for path in sorted((SITE / "news").glob("*.html"))]
        urls = "".join(f"<url><loc>{address}/news/{name}</loc></url>" for name in pages)
        (folder / "sitemap.xml").write_text(f"<urlset>{urls}</urlset>")
        (folder / "scripted.html").write_text(SCRIPTED)
        Thread(target=server.serve_forever, daemon=True).start()
        yield address
        server.shutdown()


PEOPLE = ["Signe Norrby", "Edmund Pryce", "Lotte Greave", "Dov Hartigan", "Marit Oakes"]
SAID = "I have taken this train since I was four years old, and it has never once been on time."
SCRIPTED = f"""<title>The night train</title><h1>The night train</h1>
{"<p>The night train leaves from the far end of the platform, beyond the roof, at nine.</p>" * 8}
<div id="comments"></div>
<script>
const people = {json.dumps(PEOPLE)};
document.getElementById("comments").innerHTML = "<h2>" + people.length + " comments</h2><ol>"
  + people.map((name, i) => `<li class="comment"><b class="author">${{name}}</b>
    <time datetime="2024-04-2${{i}}T11:49:00">2${{i}} April 2024</time>
    <p>{SAID} (${{i}})</p><a href="#">Reply</a></li>`).join("") + "</ol>";
</script>"""


def found(folder: Path, spider: str, *arguments: str) -> dict[str, list[dict[str, object]]]:
    """The feeds of findings of a spider that is run by itself, by kind."""
    path = folder / "spider.py"
    path.write_text(spider)
    run(folder, path, *arguments)
    return {
        feed.stem: [json.loads(line) for line in feed.read_text("utf-8").splitlines()]
        for feed in folder.glob("treesim/*/*/*.jsonl")
    }


def run(folder: Path, path: Path, *arguments: str) -> str:
    return executed(folder, "runspider", str(path), *arguments).stderr


def executed(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return done


def test_a_crawl_spider(served: str, tmp_path: Path) -> None:
    feeds = found(
        tmp_path,
        f"""
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule

class Spider(CrawlSpider):
    name = "spider"
    start_urls = ["{served}/news/index.html"]
    rules = [Rule(LinkExtractor(allow="/news/"), callback="parse_page")]
    {LINE}

    def parse_page(self, response):
        yield {{"own": response.url}}
""",
    )
    assert len(feeds["article"]) == 8


@pytest.mark.parametrize("mix", ["True", "False"])
def test_scrapy_parse_prints_findings_after_the_items_of_the_spider(
    served: str, tmp_path: Path, mix: str
) -> None:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = looking\n")
    (tmp_path / "looking.py").write_text(
        """
import scrapy

class Spider(scrapy.Spider):
    name = "spider"

    def parse(self, response):
        yield {"own": response.url}

class Shouting:
    def process_item(self, item):
        item["own"] = item["own"].upper()
        return item

SPIDER_MODULES = ["looking"]
ADDONS = {"scrapy_treesim.Addon": 500}
ITEM_PIPELINES = {"looking.Shouting": 300}
"""
    )
    url = f"{served}/shop/ashwood-splitting-hatchet.html"
    printed = executed(
        tmp_path, "parse", "--spider", "spider", "--pipelines", "-s", f"TREESIM_MIX={mix}", url
    ).stdout
    findings, own = printed.split(">>> STATUS DEPTH LEVEL 1 <<<")
    assert "'name': 'Ashwood Splitting Hatchet'" in findings
    assert f"'own': '{url.upper()}'" in own
    assert "Hatchet" not in own
    assert not (tmp_path / "treesim").exists()


def test_a_sitemap_spider(served: str, tmp_path: Path) -> None:
    feeds = found(
        tmp_path,
        f"""
from scrapy.spiders import SitemapSpider

class Spider(SitemapSpider):
    name = "spider"
    sitemap_urls = ["{served}/sitemap.xml"]
    {LINE}

    def parse(self, response):
        pass
""",
    )
    assert len(feeds["article"]) == 8
    assert len(feeds["records"]) >= 8


def test_an_item_loader_has_its_own_items(served: str, tmp_path: Path) -> None:
    feeds = found(
        tmp_path,
        f"""
import scrapy
from itemloaders.processors import TakeFirst
from scrapy.loader import ItemLoader

class Goods(scrapy.Item):
    name = scrapy.Field()

class Spider(scrapy.Spider):
    name = "spider"
    start_urls = ["{served}/shop/ashwood-splitting-hatchet.html"]
    {LINE}

    def parse(self, response):
        loader = ItemLoader(Goods(), response=response)
        loader.default_output_processor = TakeFirst()
        loader.add_css("name", "h1::text")
        yield loader.load_item()
""",
        "-O",
        "own.jsonl",
    )
    assert [one["price"] for one in feeds["detail"]] == [48.5]
    own = (tmp_path / "own.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in own] == [{"name": "Ashwood Splitting Hatchet"}]


def test_comments_that_a_script_writes_are_found_where_a_browser_runs_it(
    served: str, tmp_path: Path
) -> None:
    pytest.importorskip("scrapy_playwright")
    browser = executable()
    if browser is None:
        lacking("there is no browser")
    spider = f"""
import scrapy

class Spider(scrapy.Spider):
    name = "spider"
    custom_settings = {{
        "ADDONS": {{"scrapy_treesim.Addon": 500}},
        "DOWNLOAD_HANDLERS": {{
            "http": "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler",
        }},
        "PLAYWRIGHT_LAUNCH_OPTIONS": {{
            "executable_path": {browser!r}, "args": {["--no-sandbox", *FLAGS]!r},
        }},
    }}

    async def start(self):
        meta = {{"playwright": self.browser == "yes"}}
        yield scrapy.Request("{served}/scripted.html", meta=meta)

    def parse(self, response):
        pass
"""
    plain, scripted = tmp_path / "plain", tmp_path / "scripted"
    for folder in (plain, scripted):
        folder.mkdir()
    assert "comments" not in found(plain, spider, "-a", "browser=no")
    comments = found(scripted, spider, "-a", "browser=yes")["comments"]
    assert [one["author"] for one in comments] == PEOPLE
    assert str(comments[0]["text"]).startswith(SAID)


@pytest.mark.parametrize(
    ("name", "feed", "lines"),
    [("news", "news.jsonl", 8), ("shop", "shop.csv", 37), ("forum", "posts.jsonl", 35),
     ("scripts", "goods.jsonl", 4), ("page_objects", "goods.jsonl", 2),
     ("fields", "Product.jsonl", 84)],
)  # fmt: skip
def test_a_small_project_runs_by_one_command(
    name: str, feed: str, lines: int, tmp_path: Path
) -> None:
    if name == "page_objects":
        pytest.importorskip("scrapy_poet")
    run(tmp_path, SMALL / f"{name}.py")
    written = (tmp_path / "output" / feed).read_text("utf-8")
    begun = [line for line in written.splitlines() if line.startswith(("{", "url,", "file:"))]
    assert len(begun) == lines
