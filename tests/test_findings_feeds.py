"""Feeds of findings: where they are by default, what the settings make of them, what goes wrong."""

from __future__ import annotations

import csv
import errno
import gzip
import io
import json
import logging
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from crawling import PagesSpider, crawl
from hypothesis import given
from hypothesis import strategies as st
from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.exporters import JsonLinesItemExporter
from scrapy.extensions.feedexport import FileFeedStorage
from scrapy.http import HtmlResponse
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from scrapy_treesim import SettingError
from scrapy_treesim.crawl.feeds import FeedOptions, FindingsExporter
from scrapy_treesim.crawl.middleware import FindingsMiddleware
from scrapy_treesim.crawl.settings import read_settings
from scrapy_treesim.crawl.unfinished_line import finish_last_line
from scrapy_treesim.items import ArticleItem, CommentItem, RecordItem

SITE = Path(__file__).parents[1] / "example_project" / "site"
POST = SITE / "blog" / "night-train-to-vestmar.html"
SHOP = SITE / "shop" / "index.html"
EMPTY = SITE / "odd" / "empty.html"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


async def guest(*pages: Any, **settings: Any) -> tuple[list[Any], dict[str, Any]]:
    """A crawl with the add-on as it is by default."""
    return await crawl(*pages, **{"TREESIM_MIX": None, **settings})


def rows(path: Path | str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]


def found_in(stats: dict[str, Any]) -> int:
    """The number of findings."""
    return sum(count for name, count in stats.items() if name.startswith("treesim/items/"))


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the add-on logged, each with its level."""
    ours = (one for one in caplog.records if one.name.startswith("scrapy_treesim"))
    return [f"{one.levelname} {one.getMessage()}" for one in ours]


def files() -> list[str]:
    return sorted(path.as_posix() for path in Path().rglob("*") if path.is_file())


# By default


async def test_each_kind_has_a_file_in_a_folder_of_the_crawl() -> None:
    items, stats = await guest(POST, SHOP)
    assert {item["own"] for item in items} == {POST.as_uri(), SHOP.as_uri()}
    (folder,) = Path("treesim/pages").iterdir()
    assert sorted(path.name for path in folder.iterdir()) == [
        "article.jsonl", "comments.jsonl", "records.jsonl",
    ]  # fmt: skip
    for kind, stat in (("article", "article"), ("records", "records"), ("comments", "comments")):
        assert len(rows(folder / f"{kind}.jsonl")) == stats[f"treesim/items/{stat}"]
    mixed, _ = await crawl(POST, SHOP)
    for kind, item in (
        ("article", ArticleItem),
        ("records", RecordItem),
        ("comments", CommentItem),
    ):
        expected = sorted(one.text for one in mixed if isinstance(one, item))
        assert sorted(row["text"] for row in rows(folder / f"{kind}.jsonl")) == expected
    assert stats["item_scraped_count"] == 2


async def test_each_crawl_has_a_folder_of_its_own_and_none_where_nothing_is_found() -> None:
    await guest(EMPTY)
    assert not Path("treesim").exists()
    for _ in range(3):
        await guest(POST)
    folders = [*Path("treesim/pages").iterdir()]
    assert len(folders) == 3
    assert len({(one / "comments.jsonl").read_bytes() for one in folders}) == 1


async def test_the_log_names_each_file_and_its_count(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        await guest(POST, LOG_LEVEL="INFO", TREESIM_KINDS=["comments"])
    (path,) = files()
    assert f"Stored jsonlines feed (12 items) in: {path}" in caplog.messages
    assert not any("no items of its own" in message for message in caplog.messages)


async def test_a_folder_that_cannot_be_made_fails_no_crawl(
    caplog: pytest.LogCaptureFixture,
) -> None:
    Path("treesim").write_text("a file is in the way")
    items, stats = await guest(POST)
    assert items == [{"own": POST.as_uri()}]
    assert stats["treesim/failed"] == found_in(stats)
    (message,) = told(caplog)
    assert message.startswith("ERROR treesim could not write findings to the folder treesim; name")


@pytest.mark.parametrize(
    ("name", "folder"),
    [("shop/eu", "shop_eu"), ("../x", "__x"), ("50%(s)s", "50_s_s"), ("书", "书")],
)
async def test_a_spiders_name_is_one_folder(name: str, folder: str) -> None:
    class Named(PagesSpider):
        pass

    Named.name = name
    await crawl(POST, spider=Named, TREESIM_MIX=None)
    assert [one.name for one in Path("treesim").iterdir()] == [folder]


async def test_a_feed_that_stayed_empty_is_explained(caplog: pytest.LogCaptureFixture) -> None:
    class Silent(PagesSpider):
        def parse(self, response: Any) -> Any:
            return None

    with caplog.at_level(logging.INFO):
        await crawl(
            POST, spider=Silent, TREESIM_MIX=None, LOG_LEVEL="INFO",
            FEEDS={"out.jsonl": {"format": "jsonlines"}},
        )  # fmt: skip
    (hint,) = (one for one in caplog.messages if "no items of its own" in one)
    assert "out.jsonl" in hint
    assert all(path in hint for path in files() if path.startswith("treesim/"))


# TREESIM_FEEDS


async def test_feeds_of_findings_are_as_scrapys() -> None:
    _, stats = await guest(
        POST, SHOP,
        TREESIM_FEEDS={
            "%(name)s-%(kind)s.csv": {"fields": ["url", "xpath"]},
            "all.jl": {},
            "few.json": {"item_classes": [RecordItem], "indent": 1, "encoding": "gb18030"},
            "packed.jsonl.gz": {
                "format": "jsonlines",
                "postprocessing": ["scrapy.extensions.postprocessing.GzipPlugin"],
            },
        },
    )  # fmt: skip
    assert files() == [
        "all.jl", "few.json", "packed.jsonl.gz", "pages-article.csv", "pages-comments.csv",
        "pages-records.csv",
    ]  # fmt: skip
    everything = rows("all.jl")
    found = Counter(row["kind"] for row in everything)
    assert sum(found.values()) == found_in(stats)
    assert len(json.loads(Path("few.json").read_text("gb18030"))) == found["records"]
    assert gzip.decompress(Path("packed.jsonl.gz").read_bytes()) == Path("all.jl").read_bytes()
    with open("pages-records.csv", newline="") as lines:
        read = [*csv.reader(lines)]
    assert read[0] == ["url", "xpath"]
    assert len(read) == found["records"] + 1


async def test_each_feed_begins_goes_on_and_is_cut_as_its_options_say() -> None:
    feeds = {
        "a/folder/more.jl": {},
        "new.jl": {"overwrite": True},
        "part-%(batch_id)02d.jl": {"batch_item_count": 5, "overwrite": True},
        "none.jl": {"item_filter": NoItems, "store_empty": True},
    }
    for _ in range(2):
        await guest(POST, TREESIM_KINDS=["comments"], TREESIM_FEEDS=feeds)
    assert {path: len(rows(path)) for path in files()} == {
        "a/folder/more.jl": 24, "new.jl": 12, "none.jl": 0,
        "part-01.jl": 5, "part-02.jl": 5, "part-03.jl": 2,
    }  # fmt: skip


@pytest.mark.parametrize(("overwrite", "left"), [(True, 0), (False, 12)])
async def test_a_crawl_that_finds_nothing_leaves_no_rows_of_the_one_before(
    overwrite: bool, left: int
) -> None:
    feeds = {"%(kind)s.jsonl": {"format": "jsonlines", "overwrite": overwrite}}
    await guest(SHOP, TREESIM_FEEDS=feeds)
    await guest(EMPTY, TREESIM_FEEDS=feeds)
    assert len(rows("records.jsonl")) == left
    assert not Path("comments.jsonl").exists()


async def test_the_projects_settings_for_its_own_feeds_say_nothing_of_findings() -> None:
    await guest(
        POST,
        TREESIM_FEEDS={"found.jl": {}, "none-%(kind)s.jl": {"item_filter": NoItems}},
        FEED_EXPORT_FIELDS=["own"],
        FEED_STORE_EMPTY=True,
        FEED_EXPORT_BATCH_ITEM_COUNT=3,
    )
    assert files() == ["found.jl"]
    assert "text" in rows("found.jl")[0]


class NoItems:
    """A filter that lets nothing pass."""

    def __init__(self, feed_options: Any) -> None:
        pass

    def accepts(self, item: Any) -> bool:
        return False


@pytest.mark.parametrize("items", ["items", "dict"])
async def test_xml_has_no_element_for_what_is_not_there(items: str) -> None:
    feeds = {"out.xml": {"format": "xml"}, "out.jsonl": {"format": "jsonlines"}}
    await guest(POST, SHOP, TREESIM_FEEDS=feeds, TREESIM_ITEMS=items)
    written = [*ElementTree.parse("out.xml").getroot()]
    for item, row in zip(written, rows("out.jsonl"), strict=True):
        assert {one.tag for one in item} == {
            name for name, value in row.items() if value is not None
        }
    assert "None" not in {one.text for one in ElementTree.parse("out.xml").iter()}


async def test_the_log_says_at_the_start_where_findings_go(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for settings, where in (
        ({}, "treesim/pages, files of their own; TREESIM_MIX = True makes them items of the"),
        ({"TREESIM_FEEDS": {"ftp://a:b@c/%(kind)s.csv": {"item_filter": NoItems}}},
         "ftp://c/article.csv, ftp://c/detail.csv, "),
        ({"TREESIM_MIX": True}, "the spider's items"),
    ):  # fmt: skip
        caplog.clear()
        with caplog.at_level(logging.INFO):
            await guest(POST, LOG_LEVEL="INFO", **settings)
        start = next(one for one in caplog.messages if one.startswith("treesim puts"))
        assert start.startswith(f"treesim puts its findings into {where}")


@pytest.mark.parametrize("mix", [True, False])
async def test_signals_of_feeds_of_findings_reach_those_who_mix_them(mix: bool) -> None:
    closed = []

    class Listening(PagesSpider):
        @classmethod
        def from_crawler(cls, crawler: Any, *args: Any, **kwargs: Any) -> Any:
            spider = super().from_crawler(crawler, *args, **kwargs)
            crawler.signals.connect(spider.note, signals.feed_slot_closed)
            return spider

        def note(self, slot: Any) -> None:
            closed.append(slot.uri)

    await guest(POST, spider=Listening, TREESIM_MIX=mix, TREESIM_FEEDS={"a.jl": {}})
    assert closed == (["a.jl"] if mix else [])


# Mixed, and in the project's own feeds


async def test_mixed_findings_are_items_like_the_spiders_own() -> None:
    items, stats = await guest(
        POST, SHOP, TREESIM_MIX=True,
        FEEDS={"all.jl": {"format": "jsonlines"}}, TREESIM_FEEDS={"too.jl": {}},
    )  # fmt: skip
    assert files() == ["all.jl", "too.jl"]
    assert stats["item_scraped_count"] == len(items) == len(rows("all.jl"))
    assert len(rows("too.jl")) == len(items) - 2


@pytest.mark.parametrize("settings", [{}, {"TREESIM_MIX": True},
    {"TREESIM_MIX": True, "TREESIM_ITEMS": "dict"}, {"TREESIM_ITEMS": "dict"}])  # fmt: skip
async def test_a_feed_of_the_project_that_names_findings_has_them(settings: dict[str, Any]) -> None:
    feeds = {
        "own.jl": {"format": "jsonlines", "item_classes": [dict]},
        "records.jl": {
            "format": "jsonlines", "item_classes": ["scrapy_treesim.items.RecordItem", dict],
        },
        "part-%(batch_id)d.jl": {
            "format": "jsonlines", "item_classes": ["scrapy_treesim.items.CommentItem"],
            "batch_item_count": 5,
        },
    }  # fmt: skip
    items, stats = await guest(POST, SHOP, FEEDS=feeds, **settings)
    records = [row for row in rows("records.jl") if row.get("xpath")]
    if settings != {"TREESIM_MIX": True, "TREESIM_ITEMS": "dict"}:
        assert len(records) == stats["treesim/items/records"]
        assert [row for row in rows("records.jl") if "own" in row] == rows("own.jl")
        assert len(rows("own.jl")) == 2
    assert sum(len(rows(f"part-{number}.jl")) for number in (1, 2, 3)) == 12
    assert not Path("treesim").exists()
    mixed = settings.get("TREESIM_MIX")
    assert stats["item_scraped_count"] == len(items)
    assert (len(items) == 2) is not mixed


# What cannot be


@pytest.mark.parametrize(
    ("feeds", "part"),
    [
        ({"a.docx": {}}, "a.docx has no known format: give one of json"),
        ({"a": {"format": "nope"}}, "a has no known format"),
        ({"%(kind)s.csv": {"fields": ["url", "titel"]}}, "a field 'titel': did you mean title?"),
        ({"a.csv": {"fields": {"titel": "Title"}}}, "a.csv: no finding has a field 'titel'"),
        ({"gopher://a/b.csv": {}}, "gopher://a/b.csv is in no known storage"),
        ({"file/a.csv": {}}, "file/a.csv cannot be written: "),
        ({"folder": {"format": "csv"}}, "folder is no file that can be written to"),
    ],
)
def test_a_feed_that_cannot_be_written_is_refused(feeds: dict[str, Any], part: str) -> None:
    Path("file").touch()
    Path("folder").mkdir()
    with pytest.raises(SettingError) as caught:
        read_settings(Settings({"TREESIM_FEEDS": feeds}))
    assert str(caught.value).startswith("TREESIM_FEEDS cannot be used: ")
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


class Unusable(FileFeedStorage):
    """A storage whose package is missing."""

    def __init__(self, uri: str, *, feed_options: Any = None) -> None:
        raise NotConfigured("missing the storage's package")


@pytest.mark.parametrize(
    ("uri", "part"),
    [
        ("%(nam)s.csv", r"%\(nam\)s.csv cannot be used: there is no value for %\(nam\)s"),
        ("odd://x/a.csv", "odd://x/a.csv cannot be used: the error logged before this one says"),
    ],
)
async def test_a_crawl_does_not_start_with_a_feed_that_has_no_place(uri: str, part: str) -> None:
    chosen = {
        "FEED_STORAGES": {"odd": Unusable},
        # Scrapy would leave them open.
        "DOWNLOAD_HANDLERS": {"http": None, "https": None},
    }
    with pytest.raises(SettingError, match=part):
        await guest(POST, TREESIM_FEEDS={uri: {}}, **chosen)


class Failing(FileFeedStorage):
    """A storage that fails in the end."""

    def store(self, file: Any) -> None:
        super().store(file)
        raise OSError("the server is down")


class Refusing(FileFeedStorage):
    """A storage that cannot be opened."""

    def open(self, spider: Any) -> Any:
        raise ConnectionError("no route")


class Picky(JsonLinesItemExporter):
    """An exporter of every second item."""

    seen = 0

    def export_item(self, item: Any) -> None:
        type(self).seen += 1
        if self.seen % 2 == 0:
            raise ValueError("no such item")
        super().export_item(item)


@pytest.mark.parametrize(
    ("broken", "stat", "message"),
    [
        ("failing://down/", "feedexport/failed_count/Failing", "Error storing jl feed (12 items)"),
        ("refusing://down/", "failed/feeds/ConnectionError", "treesim could not write findings to"),
    ],
)
async def test_a_storage_that_fails_fails_no_crawl_and_no_other_feed(
    broken: str, stat: str, message: str, caplog: pytest.LogCaptureFixture
) -> None:
    items, stats = await guest(
        POST,
        TREESIM_KINDS=["comments"],
        TREESIM_FEEDS={f"{broken}a.jl": {}, "good.jl": {}},
        FEED_STORAGES={"failing": Failing, "refusing": Refusing},
    )
    assert len(items) == 1
    assert len(rows("good.jl")) == 12
    assert stats[f"treesim/{stat}"] > 0
    assert stats["treesim/feedexport/success_count/FileFeedStorage"] == 1
    assert not any(name.startswith("feedexport/") for name in stats)
    (error,) = (one.getMessage() for one in caplog.records if one.levelname == "ERROR")
    assert error.startswith(message)
    assert f"{broken}a.jl" in error


class FullDisk(io.FileIO):
    """A file on a disk that is full in the midst of a write, and free again some writes later."""

    full: range
    """The writes that fail; the one before them is cut short."""

    def __init__(self, path: str) -> None:
        super().__init__(path, "w")
        self._writes = 0

    def write(self, data: Any) -> int:
        self._writes += 1
        if self._writes in self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(memoryview(data)[: len(data) // 2 if self._writes + 1 in self.full
                                              else None])  # fmt: skip


class OnFullDisk(FileFeedStorage):
    """A storage of such files."""

    def open(self, spider: Any) -> Any:
        return io.BufferedWriter(FullDisk("found"))


def exporter(uri: str, format_: str, **settings: Any) -> FindingsExporter:
    """The exporter of one feed of findings."""
    crawler = get_crawler(PagesSpider, settings)
    crawler.spider = PagesSpider(pages=[])
    feed = FeedOptions(uri, options={"format": format_})
    return FindingsExporter(crawler, [feed], lambda target, error: None, is_mixed=False)


@pytest.mark.parametrize("format_", ["jsonlines", "csv"])
@pytest.mark.parametrize("length", [1_000, 20_000])
@pytest.mark.parametrize("full", [range(4, 5), range(5, 8), range(6, 15)], ids=str)
async def test_a_disk_that_is_full_for_a_while_tears_no_line(
    format_: str, length: int, full: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FullDisk, "full", full, raising=False)
    feeds = exporter("full:a", format_, FEED_STORAGES={"full": OnFullDisk})
    written, failed = [], 0
    for number in range(60):
        url = f"https://a.example/{number}"
        try:
            feeds.write(
                feeds.slots[0],
                ArticleItem(url, "article", "/html", 0.5, text="x" * (length + number)),
            )
        except OSError:
            failed += 1
        else:
            written.append((url, length + number))
    await feeds.close()
    with open("found", encoding="utf-8", newline="") as file:
        found = csv.DictReader(file) if format_ == "csv" else map(json.loads, file)
        assert [(row["url"], len(row["text"])) for row in found] == written
    assert failed


@pytest.mark.parametrize("format_", ["jsonlines", "csv", "xml"])
async def test_a_finding_is_in_its_file_at_once_for_the_process_may_be_killed(format_: str) -> None:
    feeds = exporter("found", format_)
    for number in range(3):
        item = ArticleItem("https://a.example/", "article", "/html", 0.5, text=f"text {number}")
        feeds.write(feeds.slots[0], item)
        assert f"text {number}" in Path("found").read_text("utf-8")
    await feeds.close()


@pytest.mark.parametrize("format_", ["jsonlines", "csv"])
async def test_what_is_appended_to_half_a_line_begins_a_new_one(
    format_: str, caplog: pytest.LogCaptureFixture
) -> None:
    feeds = {"found": {"format": format_, "fields": ["author", "date", "text"]}}

    def texts() -> list[str]:
        with open("found", encoding="utf-8", newline="") as file:
            read = csv.DictReader(file) if format_ == "csv" else map(json.loads, file)
            return [row["text"] for row in read if row["text"] != "text"]

    await guest(POST, TREESIM_KINDS=["comments"], TREESIM_FEEDS=feeds)
    whole, expected = Path("found").read_bytes(), texts()
    begin = whole.rstrip().rindex(b"\n") + 1
    for end in {*range(begin + 1, len(whole) - 2, 17), begin, len(whole)}:
        Path("found").write_bytes(whole[:end])
        caplog.clear()
        await guest(POST, TREESIM_KINDS=["comments"], TREESIM_FEEDS=feeds)
        assert texts()[:11] == expected[:11]
        assert texts()[-12:] == expected
        warnings = [line for line in told(caplog) if line.startswith("WARNING")]
        assert len(warnings) == (end not in (begin, len(whole)))


@given(
    st.lists(st.dictionaries(st.sampled_from("ab"), st.text(max_size=9)), min_size=1, max_size=4),
    st.data(),
)
def test_a_line_that_is_cut_anywhere_spoils_no_other(rows: list[dict[str, str]], data: Any) -> None:
    path = Path("cut")
    after = {"a": "after"}
    lines = [json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in [*rows, after]]
    written = b"".join(lines[:-1])
    end = data.draw(st.integers(0, len(written)))
    path.write_bytes(written[:end])
    done = finish_last_line(path, is_json=True)
    path.write_bytes(path.read_bytes() + lines[-1])
    found = [json.loads(line) for line in path.read_text("utf-8").split("\n")[:-1]]
    assert found in ([*rows[:n], after] for n in range(len(rows) + 1))
    assert bool(done) == (not written[:end].endswith(b"\n") and end > 0)

    text = io.StringIO()
    csv.writer(text).writerows(list(row.values()) or [""] for row in rows)
    written = text.getvalue().encode()
    end = data.draw(st.integers(0, len(written)))
    path.write_bytes(written[:end])
    finish_last_line(path, is_json=False)
    path.write_bytes(path.read_bytes() + b"after,it\r\n")
    last = [*csv.reader(io.StringIO(path.read_bytes().decode(), newline=""))][-1]
    assert last == ["after", "it"] or written[:end].endswith(b"\r\n")


async def test_a_finding_that_cannot_be_written_is_counted_and_told_of_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    Picky.seen = 0
    _, stats = await guest(
        POST,
        TREESIM_KINDS=["comments"],
        TREESIM_FEEDS={"half.jl": {"format": "picky"}},
        FEED_EXPORTERS={"picky": Picky},
    )
    assert len(rows("half.jl")) == 6
    assert stats["treesim/failed/feeds/ValueError"] == 6
    (message,) = told(caplog)
    assert message.endswith("half.jl: ValueError: no such item")


# With others


def test_middlewares_without_async_are_served_too() -> None:
    crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False, "TREESIM_MIX": True})
    ours = FindingsMiddleware.from_crawler(crawler)
    page = HtmlResponse(SHOP.as_uri(), body=SHOP.read_bytes())
    own = {"a": 1}
    ours.process_spider_input(page)
    found = [*ours.process_spider_output(page, iter([own]))]
    assert found[0] is own
    assert {type(one) for one in found[1:]} == {RecordItem}


async def test_a_feed_of_the_project_that_fails_fails_no_crawl(
    caplog: pytest.LogCaptureFixture,
) -> None:
    Picky.seen = 1
    feeds = {"half.jl": {"format": "picky", "item_classes": [CommentItem]}}
    items, stats = await guest(
        POST, FEEDS=feeds, FEED_EXPORTERS={"picky": Picky}, TREESIM_KINDS=["comments"]
    )
    assert len(items) == 1
    assert stats["treesim/failed/feeds/ValueError"] == 6
    assert len(rows("half.jl")) == 6
    assert len(told(caplog)) == 1


@pytest.mark.waits
@pytest.mark.parametrize(
    "command",
    [["fetch", SHOP.as_uri()], ["shell", "-c", "1", SHOP.as_uri()],
     ["parse", "--spider", "pages", SHOP.as_uri()]],
    ids=lambda command: command[0],
)  # fmt: skip
def test_looking_at_a_page_writes_no_findings(command: list[str]) -> None:
    Path("scrapy.cfg").write_text("[settings]\ndefault = looking\n")
    Path("looking.py").write_text(
        "import scrapy\n"
        "class Pages(scrapy.Spider):\n"
        "    name = 'pages'\n"
        "    def parse(self, response):\n"
        "        pass\n"
        "SPIDER_MODULES = ['looking']\n"
        "ADDONS = {'scrapy_treesim.Addon': 500}\n"
        "FEEDS = {'records.jl': {'format': 'jl', 'store_empty': False,\n"
        "                        'item_classes': ['scrapy_treesim.items.RecordItem']}}\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", *command], capture_output=True, text=True, check=True
    )
    assert "'treesim/pages': 1" in done.stderr or command[0] == "shell"
    assert [name for name in files() if not name.endswith(".pyc")] == ["looking.py", "scrapy.cfg"]


# Processes of their own

TWO_CRAWLS = """
import sys
from pathlib import Path
import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.extensions.feedexport import BlockingFeedStorage

class Remote(BlockingFeedStorage):
    # Stores in a thread, as those of S3 and FTP do.
    def __init__(self, uri, *, feed_options=None):
        self.path = Path(uri.removeprefix("remote://"))
    def _store_in_thread(self, file):
        file.seek(0)
        self.path.write_bytes(file.read())
        file.close()

class Pages(scrapy.Spider):
    name = "pages"
    start_urls = sys.argv[2:]
    def parse(self, response):
        pass

process = CrawlerProcess({
    "ADDONS": {"scrapy_treesim.Addon": 500},
    "TREESIM_KINDS": ["comments"],
    "TREESIM_FEEDS": {
        "remote://%(run)s-%(batch_id)d.jl": {"batch_item_count": 5}, "%(run)s.jl": {},
    },
    "FEED_STORAGES": {"remote": Remote},
    "TWISTED_REACTOR": sys.argv[1],
    "REMOTE_CONTROL_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "LOG_LEVEL": "WARNING",
})
for run in ("one", "two"):
    process.crawl(Pages, run=run)
process.start()
"""


@pytest.mark.waits
@pytest.mark.parametrize(
    "reactor",
    [
        "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
        "twisted.internet.selectreactor.SelectReactor",
    ],
)
def test_crawls_of_one_process_keep_apart_under_either_reactor(reactor: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", TWO_CRAWLS, reactor, POST.as_uri(), EMPTY.as_uri()],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    assert files() == [
        *(f"{run}{part}.jl" for run in ("one", "two") for part in ("-1", "-2", "-3", ""))
    ]
    for run in ("one", "two"):
        parts = [rows(f"{run}-{number}.jl") for number in (1, 2, 3)]
        assert [len(part) for part in parts] == [5, 5, 2]
        assert [row for part in parts for row in part] == rows(f"{run}.jl")


WITHOUT_END = """
import sys
import scrapy
from scrapy.crawler import CrawlerProcess

class Pages(scrapy.Spider):
    name = "pages"
    start_urls = sys.argv[1:]
    def parse(self, response):
        print(response.url, flush=True)
        yield scrapy.Request(response.url, dont_filter=True)

process = CrawlerProcess({
    "ADDONS": {"scrapy_treesim.Addon": 500},
    "TREESIM_KINDS": ["comments"],
    "JOBDIR": "job",
    "CONCURRENT_REQUESTS": 1,
    "REMOTE_CONTROL_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "LOG_LEVEL": "WARNING",
})
process.crawl(Pages)
process.start()
"""


@pytest.mark.waits
def test_a_crawl_that_is_interrupted_has_stored_what_it_found() -> None:
    for _ in range(2):
        command = [sys.executable, "-c", WITHOUT_END, POST.as_uri()]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as done:
            assert done.stdout is not None
            pages = [done.stdout.readline() for _ in range(3)]
            done.send_signal(signal.SIGINT)
            pages += done.stdout.readlines()
            try:
                assert done.wait(600) == 0
            finally:
                done.kill()
        newest = max(Path("treesim/pages").iterdir())
        assert len(rows(newest / "comments.jsonl")) == 12 * len(pages)
    assert len([*Path("treesim/pages").iterdir()]) == 2
