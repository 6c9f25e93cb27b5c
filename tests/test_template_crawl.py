"""Templates in a crawl: fields in feeds, pages of none kept, drift told of, settings checked."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from commands import run
from crawling import Target
from crawling import crawl as crawl_at_once
from scrapy.http import HtmlResponse, Request
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler
from template_site import (
    HOST,
    about,
    name_of,
    post,
    price_of,
    product,
    redesigned,
    templates,
    url_of,
)

from scrapy_treesim import SettingError, Templates
from scrapy_treesim.crawl.middleware import FindingsMiddleware
from scrapy_treesim.crawl.settings import read_settings
from scrapy_treesim.items import TemplateItem, TemplateRow
from scrapy_treesim.templates.store.pending import PendingStore, PendingStoreError

GOODS, NEWS = f"{HOST}/1", f"{HOST}/2"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "templates.json"
    templates().save(path)
    return path


def written(folder: Path, html: Callable[[int], str], numbers: Iterable[int]) -> list[Path]:
    folder.mkdir(exist_ok=True)
    paths = []
    for number in numbers:
        paths.append(folder / f"{number}.html")
        paths[-1].write_text(html(number), "utf-8")
    return paths


async def crawl(*pages: Target, **settings: Any) -> tuple[list[Any], dict[str, Any]]:
    """A crawl of one page after the other."""
    return await crawl_at_once(*pages, **{"CONCURRENT_REQUESTS": 1, **settings})


def of_templates(stats: dict[str, Any]) -> dict[str, Any]:
    start = "treesim/template/"
    return {name.removeprefix(start): value for name, value in stats.items() if start in name}


class Crawl:
    """The middleware alone, given one response after the other."""

    def __init__(self, **settings: Any) -> None:
        chosen = {"TWISTED_REACTOR_ENABLED": False, "TREESIM_KINDS": ["template"], **settings}
        crawler = get_crawler(settings_dict=chosen)
        self.middleware = FindingsMiddleware.from_crawler(crawler)
        assert crawler.stats is not None
        self.all_stats: dict[str, Any] = crawler.stats.get_stats()

    def get(self, url: str, html: str | bytes, status: int = 200, **headers: str) -> list[Any]:
        body = html.encode() if isinstance(html, str) else html
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        request = Request(url)
        response = HtmlResponse(url, status=status, body=body, headers=sent, request=request)
        return [*self.middleware.findings(response)]

    @property
    def stats(self) -> dict[str, Any]:
        return of_templates(self.all_stats)


# Fields


async def test_the_fields_of_a_pages_template_are_an_item(file: Path, tmp_path: Path) -> None:
    pages = written(tmp_path / "goods", product, (41, 42))
    items, stats = await crawl(*pages, TREESIM_TEMPLATES=str(file), TREESIM_KINDS="template")
    found = [item for item in items if isinstance(item, TemplateItem)]
    assert [item.fields for item in found] == [
        {"name": name_of(n), "price": price_of(n)} for n in (41, 42)
    ]
    for item, page in zip(found, pages, strict=True):
        assert (item.url, item.kind, item.template) == (page.as_uri(), "template", GOODS)
        assert item.xpath == "/html/body/main"
        assert item.xpaths == {"name": ["/html/body/main/h1"], "price": ["/html/body/main/p"]}
        assert 0.5 < item.confidence <= 1
    assert of_templates(stats) == {"matched": 2, f"matched/{GOODS}": 2}
    assert stats["treesim/pages/template"] == stats["treesim/items/template"] == 2


def test_pages_have_the_templates_of_their_own_site(file: Path) -> None:
    crawled = Crawl(TREESIM_TEMPLATES=file)
    assert [one.template for one in crawled.get(url_of("goods", 41), product(41))] == [GOODS]
    # One without labels would be a blank row.
    assert crawled.get(url_of("news", 41), post(41)) == []
    assert crawled.get("https://elsewhere.example/41.html", product(41)) == []
    assert crawled.get(url_of("about", 1), about()) == []
    assert crawled.stats == {
        "matched": 2, f"matched/{GOODS}": 1, f"matched/{NEWS}": 1, "unmatched": 2, "unlabelled": 1,
    }  # fmt: skip


# Feeds


async def feeds(file: Path, folder: Path, **settings: Any) -> dict[str, Path]:
    """The same crawl as JSON lines, CSV and XML."""
    pages = written(folder / "goods", lambda n: product(n, price=n != 42), (41, 42))
    pages += written(folder / "news", post, [43])
    paths = {kind: folder / f"out.{kind}" for kind in ("jsonlines", "csv", "xml")}
    await crawl(
        *pages,
        TREESIM_TEMPLATES=file,
        TREESIM_KINDS="template",
        FEEDS={
            path.as_uri(): {"format": kind, "item_classes": [TemplateItem, TemplateRow]}
            for kind, path in paths.items()
        },
        **settings,
    )
    return paths


async def test_rows_have_the_columns_of_all_templates(file: Path, tmp_path: Path) -> None:
    paths = await feeds(file, tmp_path, TREESIM_ITEMS="rows")
    with paths["csv"].open(encoding="utf-8", newline="") as lines:
        rows = [*csv.DictReader(lines)]
    assert [*rows[0]] == ["url", "template", "confidence", "name", "price"]
    assert [(row["template"], row["name"], row["price"]) for row in rows] == [
        (GOODS, name_of(41), price_of(41)), (GOODS, name_of(42), ""),
    ]  # fmt: skip
    root = ElementTree.fromstring(paths["xml"].read_text("utf-8"))
    first, second = root.iterfind("item")
    assert [one.tag for one in first] == ["url", "template", "confidence", "name", "price"]
    assert (first.findtext("price"), second.findtext("name")) == (price_of(41), name_of(42))


# Pages of no template


async def test_pages_of_no_template_are_kept(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite"
    known = written(tmp_path / "goods", product, [41])
    unknown = written(tmp_path / "about", about, range(3))
    settings = {"TREESIM_TEMPLATES": file, "TREESIM_TEMPLATES_PENDING": str(path)}
    _, stats = await crawl(*known, *unknown, unknown[0], **settings)
    assert of_templates(stats) == {
        "matched": 1, f"matched/{GOODS}": 1, "unmatched": 4, "pending": 3, "pending_known": 1,
        "unmatched_share/any": 0.8,
    }  # fmt: skip
    with PendingStore(path) as store:
        assert [page.url for page in store.pages()] == [one.as_uri() for one in unknown]
        assert [page.body for page in store.pages()] == [one.read_bytes() for one in unknown]
    assert {one.name for one in tmp_path.glob("p.sqlite*")} == {"p.sqlite"}


def test_what_the_headers_say_of_the_encoding_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite"
    crawled = Crawl(TREESIM_TEMPLATES_PENDING=path)
    text = "Кириллица без объявления"
    html = f"<p>{text}</p>".encode("cp1251")
    crawled.get("https://a.example/1", html, Content_Type="text/html; charset=windows-1251")
    crawled.get("https://a.example/2", f"<p>{text} 2</p>")
    crawled.middleware.spider_closed()
    with PendingStore(path) as store:
        first, second = store.pages()
        assert (first.encoding, second.encoding) == ("cp1251", None)
        assert [one.page().text() for one in (first, second)] == [text, f"{text} 2"]


def test_the_store_is_bounded_by_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite"
    crawled = Crawl(TREESIM_TEMPLATES_PENDING=path, TREESIM_TEMPLATES_PENDING_MAX_MB=1)
    for number in range(5):
        noise = Random(number).randbytes(200_000).hex()
        crawled.get(url_of("about", number), f"{about(number)}<p>{noise}")
    assert crawled.stats == {"pending": 5, "pending_dropped": 1}
    crawled.middleware.spider_closed()


def test_a_store_that_cannot_be_written_is_told_of_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "p.sqlite"
    crawled = Crawl(TREESIM_TEMPLATES_PENDING=path)
    with PendingStore(path) as store:
        store._database.execute("DROP TABLE pages")
    for number in range(3):
        assert crawled.get(url_of("about", number), about(number)) == []
    assert crawled.stats == {"pending_failed": 3}
    crawled.middleware.spider_closed()
    (told,) = logged(caplog, "could not keep")
    assert told.startswith(f"treesim could not keep {url_of('about', 0)} in {path}: ")


def test_a_page_is_kept_before_its_findings_come(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite"
    crawled = Crawl(TREESIM_TEMPLATES_PENDING=path)
    for number in range(3):
        crawled.get(url_of("about", number), about(number))
        # Another process would see it: what ends this one loses no page that it was done with.
        with PendingStore(path) as store:
            assert [page.url for page in store.pages()][-1] == url_of("about", number)
    crawled.middleware.spider_closed()


# Drift


def logged(caplog: pytest.LogCaptureFixture, words: str) -> list[str]:
    """The messages with these words in them."""
    return [one.getMessage() for one in caplog.records if words in one.getMessage()]


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return logged(caplog, "no longer fits")


def test_a_site_that_stays_as_it_was_has_no_drift(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    crawled = Crawl(TREESIM_TEMPLATES=file)
    for number in range(100, 400):
        # A few pages of a kind never learned, at addresses of their own, and a few without a price.
        crawled.get(url_of("goods", number), product(number, price=number % 9 > 0))
        crawled.get(url_of("news", number), post(number))
        crawled.get(url_of("forum", number), about(number))
    assert crawled.stats == {
        "matched": 600, f"matched/{GOODS}": 300, f"matched/{NEWS}": 300, "unmatched": 300,
        "unlabelled": 300,
    }  # fmt: skip
    assert warnings(caplog) == []


def test_a_site_that_changes_in_the_middle_of_a_crawl_is_told_of_once(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    crawled = Crawl(TREESIM_TEMPLATES=file)
    for number in range(100, 150):
        crawled.get(url_of("goods", number), product(number))
        crawled.get(url_of("news", number), post(number))
    assert not [name for name in crawled.stats if name.startswith("drift/")]
    for number in range(150, 200):
        crawled.get(url_of("goods", number), redesigned(number))
        crawled.get(url_of("news", number), post(number))
    assert crawled.stats[f"drift/{GOODS}"] > 0.8
    assert f"drift/{NEWS}" not in crawled.stats
    (told,) = warnings(caplog)
    assert told.startswith(f"the template {GOODS} no longer fits: 0 % of the last ")
    assert "pages with addresses like its own match it, 95 % were to be expected" in told
    assert int(told.partition("the last ")[2].split()[0]) < 12
    assert told.endswith("; learn it anew with scrapy treesim learn")


def test_a_site_that_was_changed_before_the_crawl_is_told_of(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    crawled = Crawl(TREESIM_TEMPLATES=file)
    for number in range(100, 130):
        crawled.get(url_of("goods", number), redesigned(number))
    assert crawled.stats[f"drift/{GOODS}"] > 0.8
    assert len(warnings(caplog)) == 1


@pytest.mark.parametrize("number", [4, 40])
def test_a_site_of_which_most_matches_nothing_is_told_of_whatever_its_addresses(
    file: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, number: int
) -> None:
    path = tmp_path / "p.sqlite"
    crawled = Crawl(TREESIM_TEMPLATES=file, TREESIM_TEMPLATES_PENDING=path)
    for each in range(number):
        crawled.get(f"https://{HOST}/new/place/{each}", redesigned(each))
    assert len(logged(caplog, "no template")) == (number > 20)
    crawled.middleware.spider_closed()
    (told,) = logged(caplog, "no template")
    of = min(number, 20)
    assert told.startswith(f"{of} of {of} pages of {HOST} match no template and give no row")
    assert told.endswith(f"scrapy treesim learn --pending {path}")
    assert crawled.stats[f"unmatched_share/{HOST}"] == 1.0


def test_pages_without_rows_for_want_of_labels_are_told_of_at_the_end(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    crawled = Crawl(TREESIM_TEMPLATES=file)
    for number in range(4):
        assert crawled.get(url_of("news", number), post(number)) == []
    crawled.middleware.spider_closed()
    (told,) = logged(caplog, "gave no row")
    assert told.startswith("4 pages gave no row")
    assert f"{NEWS} (4 pages)" in told
    assert crawled.stats["unlabelled"] == 4


def expecting(folder: Path, share: float, looked: int) -> Path:
    """A file of templates by which that share of the goods has a price."""
    goods, news = templates()
    assert goods.expected is not None
    expected = replace(goods.expected, fields={"name": 1.0, "price": share}, looked=looked)
    path = folder / "expecting.json"
    Templates((replace(goods, expected=expected), news)).save(path)
    return path


def test_a_field_lost_on_a_dozen_pages_is_named_at_the_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    crawled = Crawl(TREESIM_TEMPLATES=expecting(tmp_path, 0.7143, 14))
    for number in range(14):
        crawled.get(url_of("goods", number), product(number, price=False))
    assert logged(caplog, "were to be expected)") == []
    crawled.middleware.spider_closed()
    assert logged(caplog, "were to be expected)") == [
        f"the template {GOODS} found price on 0 of 14 pages (10 were to be expected);"
        " give an example of how it is now to scrapy treesim label"
    ]
    assert crawled.stats[f"drift/{GOODS}/price"] == crawled.stats[f"drift/{GOODS}"] == 0.7143
    assert f"drift/{GOODS}/name" not in crawled.stats


@pytest.mark.parametrize(
    ("share", "looked", "pages", "priced"),
    # Few pages, few examples, a few less than expected, and a field that is rare.
    [(0.7143, 14, 5, 0), (1.0, 2, 14, 0), (0.7143, 14, 14, 5), (0.2, 50, 14, 0)],
)
def test_a_field_that_may_be_missing_by_chance_is_not_named(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    share: float,
    looked: int,
    pages: int,
    priced: int,
) -> None:
    crawled = Crawl(TREESIM_TEMPLATES=expecting(tmp_path, share, looked))
    for number in range(pages):
        crawled.get(url_of("goods", number), product(number, price=number < priced))
    crawled.middleware.spider_closed()
    assert logged(caplog, "were to be expected)") == []
    assert not [name for name in crawled.stats if name.startswith("drift/")]


def moved(number: int) -> str:
    """A product's page on which nothing but the price has another place."""
    cost = f"<h4 class='cost'>{price_of(number)}</h4>"
    return product(number, price=False).replace("<h2>About it</h2>", f"<h2>About it</h2>{cost}")


@pytest.mark.waits
def test_a_field_that_moved_is_kept_and_found_again(
    file: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "p.sqlite"
    chosen = {"TREESIM_TEMPLATES": file, "TREESIM_TEMPLATES_PENDING": path}
    crawled = Crawl(**chosen)
    for number in range(60):
        crawled.get(url_of("goods", number), product(number))
    crawled.middleware.spider_closed()
    crawled = Crawl(**chosen)
    for number in range(60):
        (item,) = crawled.get(url_of("goods", number), moved(number))
        assert item.fields == {"name": name_of(number)}
    crawled.middleware.spider_closed()
    (told,) = warnings(caplog)
    assert "have its field price" in told
    assert told.endswith(f"such pages are kept: scrapy treesim label --pending {path}")
    with PendingStore(path) as store:
        assert 30 < len(store) < 60
    done = run(tmp_path, "learn", "--pending", str(path), "-o", str(file))
    assert f"{GOODS}: fields as {GOODS} found them on " in done.stdout
    assert [line.split()[0] for line in done.stdout.splitlines() if " of " in line] == ["price"]
    with PendingStore(path) as store:
        assert len(store) > 30
    done = run(tmp_path, "label", str(file), "--pending", str(path), "--accept")
    assert done.returncode == 0, done.stderr
    run(tmp_path, "learn", "--pending", str(path), "-o", str(file))
    with PendingStore(path) as store:
        assert len(store) == 0
    (item,) = Crawl(TREESIM_TEMPLATES=file).get(url_of("goods", 77), moved(77))
    assert item.fields == {"name": name_of(77), "price": price_of(77)}


# Settings


async def test_a_bad_file_stops_the_crawl_at_the_start(file: Path, tmp_path: Path) -> None:
    value = json.loads(file.read_text("utf-8"))
    value["templates"][1]["pages"] = "many"
    file.write_text(json.dumps(value))
    with pytest.raises(SettingError) as caught:
        await crawl(tmp_path / "never.html", TREESIM_TEMPLATES=str(file))
    said = str(caught.value)
    assert said.startswith(f"TREESIM_TEMPLATES = {str(file)!r} cannot be used: {file}: ")
    assert (
        "templates[1].pages: it should be a whole number from 0 to 1,000,000,000,000, not 'many'"
        in said
    )
    assert "\n" not in said


def test_templates_alone_want_templates() -> None:
    with pytest.raises(SettingError, match="give a file of them as TREESIM_TEMPLATES"):
        read_settings(Settings({"TREESIM_KINDS": ["template"]}))


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """A folder that nobody can write to, be it root."""
    folder.mkdir()
    if os.geteuid():
        folder.chmod(0o500)
        yield
        folder.chmod(0o700)
        return
    mount = ["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("root may write everywhere here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.skipif(sys.platform == "win32", reason="folders have no such permissions")
@pytest.mark.parametrize("name", ["TREESIM_TEMPLATES_PENDING", "TREESIM_SITE_MEMORY"])
async def test_a_file_in_a_folder_that_cannot_be_written_to_is_refused_at_the_start(
    tmp_path: Path, name: str
) -> None:
    with read_only(tmp_path / "folder"):
        path = str(tmp_path / "folder" / "file")
        with pytest.raises(SettingError) as refused:
            await crawl(**{name: path})
    assert str(refused.value) == (
        f"{name} = {path!r} cannot be used: the folder {tmp_path / 'folder'} cannot be written to:"
        " name another file"
    )


def test_a_store_that_cannot_be_made_is_refused_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "p.sqlite"

    def refuse(*_: Any, **__: Any) -> None:
        raise PendingStoreError(f"{path} cannot hold pages: database or disk is full")

    monkeypatch.setattr(PendingStore, "__init__", refuse)
    with pytest.raises(SettingError, match=r"^TREESIM_TEMPLATES_PENDING = .*disk is full$"):
        Crawl(TREESIM_TEMPLATES_PENDING=path)


def test_sums_that_are_wrong_fail_no_crawl(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite"
    crawled = Crawl(TREESIM_TEMPLATES_PENDING=path, TREESIM_TEMPLATES_PENDING_MAX_MB=1)
    with PendingStore(path) as store:
        store._database.execute("INSERT INTO sites VALUES ('gone.example', 9, 2000000)")
    crawled.get(url_of("about", 1), about(1))
    assert crawled.stats == {"pending_failed": 1}
    crawled.middleware.spider_closed()
