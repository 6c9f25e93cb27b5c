"""Pages that nobody wrote for reading: every finding ends, and nothing is raised."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from datetime import date, datetime
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from itemadapter import ItemAdapter
from lxml import etree
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from benchmarks.fuzz.checks import Sample
from benchmarks.fuzz.targets import targets_of
from benchmarks.fuzz.variants import PageFiles, Variants
from benchmarks.hostile_pages import SHAPES, page_of, page_of_bytes
from scrapy_treesim import (
    Article,
    Detail,
    Gong,
    LearnedThread,
    Page,
    Zhu,
    article,
    comments,
    compiled,
    detail,
    explain,
    records,
    similar,
    similarity,
)
from scrapy_treesim.crawl.middleware import FindingsMiddleware
from scrapy_treesim.items import Finding
from scrapy_treesim.reading.blocks import MAX_BLOCKS
from scrapy_treesim.similarity import MEASURES


def _deep(count: int) -> int:
    """So deep, or a quarter of it, which is deeper than Python recurses yet."""
    return count if compiled else count // 4


EXAMPLE = "<div><p>a</p><section><b>b</b></section></div>"

SIZE = 600_000 if compiled else 30_000
"""Bytes of a page of most of the shapes that the benchmarks of growth and memory have too."""
TIMES = {"custom tags": 10_000, "unclosed": 2_000, "tables in tables": 500, "lists in lists": 1_000}
"""How often those say the same that are deep, or of many names."""

PAGES: dict[str, Callable[[], bytes]] = {
    # Deeper than libxml2 reads.
    "nested": lambda: b"<div>" * _deep(5_000) + b"x" + b"</div>" * _deep(5_000),
    "nested, text at each level": lambda: b"<div>t" * _deep(5_000),
    "nested, siblings at each level": lambda: b"<div><p>a</p><p>b</p>" * _deep(5_000),
    **{
        name: partial(page_of, name, TIMES[name])
        if name in TIMES
        else partial(page_of_bytes, name, SIZE)
        for name in SHAPES
        if not name.startswith("nested")
    },
    "nested thread": partial(page_of_bytes, "nested thread", SIZE),
}

FINDINGS: dict[str, Callable[[Page], object]] = {
    "article": article,
    "article, explained": explain,
    "article, wang": lambda page: article(page, method="wang"),
    "records": records,
    "records, gong": lambda page: records(page, method=Gong(max_regions=3)),
    "comments": lambda page: comments(page, method=LearnedThread(min_confidence=0)),
    "comments, zhu": lambda page: comments(page, method=Zhu(require_time=False)),
    "similar": lambda page: similar(page, [EXAMPLE, "//body/*"]),
    "detail": detail,
}


@cache
def _page(name: str) -> Page:
    return Page(PAGES[name](), url="https://hostile.example/")


@pytest.fixture(scope="module", autouse=True)
def _forget() -> Iterator[None]:
    yield
    _page.cache_clear()


def _times(name: str, piece: bytes) -> int:
    return PAGES[name]().count(piece)


def _words(found: Any) -> int:
    assert len(found) <= MAX_BLOCKS
    return sum(len(one.text.split()) for one in found)


EXPECTED: dict[tuple[str, str], Callable[[Any], bool]] = {
    ("nested", "article, wang"): lambda found: found is None,
    ("nested", "similar"): lambda found: len(found) == 1,
    ("siblings", "records, gong"): lambda found: (
        [len(region.records) for region in found] == [_times("siblings", b"<p>")]
    ),
    ("siblings", "similar"): lambda found: len(found) == _times("siblings", b"<p>"),
    ("siblings", "comments, zhu"): lambda found: found == [],
    ("one text", "article"): lambda found: len(found.text) == 5 * _times("one text", b"word") - 1,
    ("links", "article, wang"): lambda found: found is None,
    ("siblings", "article, explained"): lambda found: _words(found) == _times("siblings", b"<p>"),
    ("breaks", "article, explained"): lambda found: len(found) == 1,
    ("double breaks", "article, explained"): lambda found: (
        _words(found) == _times("double breaks", b"a<br><br>")
    ),
    ("links", "records, gong"): lambda found: (
        found[0].records[-1].links == (f"https://hostile.example/{_times('links', b'<a ') - 1}",)
    ),
    ("custom tags", "similar"): lambda found: [one.text for one in found] == ["a"],
    ("siblings of different shape", "comments, zhu"): lambda found: found == [],
}
"""What is found on some of them; of the others it is only asked that it ends."""


@pytest.mark.parametrize("finding", FINDINGS)
@pytest.mark.parametrize("name", PAGES)
def test_every_finding_ends_on_a_hostile_page(name: str, finding: str) -> None:
    found = FINDINGS[finding](_page(name))
    assert found is None or isinstance(found, (list, Article, Detail))
    if (name, finding) in EXPECTED:
        assert EXPECTED[name, finding](found)


@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure_compares_deep_pages_and_wide_ones(measure: str) -> None:
    deep = "<div>" * 2_000 + "x"
    wide = f"<div>{'<p><b>x</b></p><i>y</i>' * 300}{'<h2>z</h2>' * 3}</div>"
    assert similarity(deep, deep, measure=measure) == 1.0
    assert 0.0 <= similarity(deep, wide, measure=measure) < 1.0
    assert 0.0 < similarity(wide, wide.replace("<b>", "<u>"), measure=measure) < 1.0


# In the middleware


def _findings(body: bytes, **given: Any) -> tuple[list[Finding], dict[str, Any]]:
    crawler = get_crawler(
        settings_dict={
            "TWISTED_REACTOR_ENABLED": False,
            "TREESIM_COMMENTS_METHOD_OPTIONS": {"min_confidence": 0},
            "TREESIM_RECORDS_METHOD_OPTIONS": {"max_regions": 3},
            **given,
        }
    )
    assert crawler.stats is not None
    url = "https://hostile.example/"
    response = HtmlResponse(url, body=body, request=Request(url))
    items = list(FindingsMiddleware.from_crawler(crawler).findings(response))
    return items, crawler.stats.get_stats()


@pytest.mark.parametrize(
    "name", ["nested", "tables in tables", "attributes", "unclosed", "lists in lists",
             "siblings of different length", "nested, siblings at each level"],
)  # fmt: skip
def test_the_middleware_reads_hostile_pages(name: str) -> None:
    items, stats = _findings(PAGES[name]())
    assert stats["treesim/pages"] == 1
    assert "treesim/failed" not in stats
    json.dumps([ItemAdapter(item).asdict() for item in items])


def _check(html: bytes, url: str, number: int = 0) -> None:
    """Call what the fuzzer calls, which checks every result."""
    sample = Sample(html, url, number)
    for target in targets_of(number).values():
        target.run(sample)


# Odd bytes and odd addresses


@pytest.mark.parametrize(
    "source",
    [
        "",
        " ",
        "\x00",
        "\x00\x00<p>x</p>\x00",
        "<p>a\x00b</p>",
        "\ud800",
        "<p>\ud800 lone \udfff</p>" * 10,
        "<p class='\ud800'>x</p>",
        "<a href='http://x/\ud800'>x</a>" * 5,
        "\ufeff<p>x</p>",
        "<p>\ufffe\uffff\U0010ffff</p>",
        "<",
        "<>",
        "</",
        "<!",
        "<!--",
        "<![CDATA[",
        "<?",
        "&#0;&#xd800;&#x110000;&#99999999999;",
        "<p/><p/><p/>",
        "<html></html>",
        "<frameset><frame src=x></frameset>",
        "<plaintext><p>x",
        "<textarea><p>x",
        "<title>",
        "<svg><math><svg>",
        "<template><template><p>x",
        '<x"y>a</x"y>' * 5,
        "<x:y>a</x:y>" * 5,
        "<x²>a</x²>" * 5,
        "<é>a</é>" * 5,
        "<a.b>a</a.b>" * 5,
        "<_a>b</_a>" * 5,
    ],
)
def test_odd_text_is_read(source: str) -> None:
    for number, codec in enumerate(("utf-8", "utf-16")):
        _check(source.encode(codec, "surrogatepass"), "https://hostile.example/", number)


ADDRESSES = [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
    "java\tscript:alert(1)", "\x01javascript:alert(1)", "\x00javascript:alert(1)",
    "vbscript:x", "data:text/html,<script>alert(1)</script>", "blob:https://x/1",
    "jav&#x0A;ascript:alert(1)", "javascript&colon;alert(1)", "feed:javascript:alert(1)",
]  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
def test_addresses_that_run_scripts_are_in_no_finding(address: str) -> None:
    entry = f'<li><a href="{address}">entry</a><img src="{address}"> text</li>'
    source = f"<html><body><ul>{entry * 5}</ul><div>{'word ' * 100}{entry}</div></body></html>"
    page = Page(source, url="https://hostile.example/")
    found: list[str] = []
    for region in records(page):
        for record in region.records:
            found += [*record.links, *record.images]
    for method in ("learned", "wang"):
        text = article(page, method=method)
        assert text is not None
        fragment = etree.fromstring(text.html, etree.HTMLParser())
        found += [str(value) for one in fragment.iter() for value in one.attrib.values()]
        found.append(text.image or "")
    for one in found:
        squeezed = "".join(c for c in one if c > " ").lower()
        assert not squeezed.startswith(("javascript", "vbscript", "data:", "blob:", "feed:"))


@pytest.mark.parametrize(
    "address",
    ["http://[", "http://[::1", "//[", "http://x:y/", "http://\ud800/", "http://" + "a" * 100_000,
     "?" * 10_000, "../" * 10_000, "http://x/%zz%00", "\u3000", "//", "///", ":", "http:"],
)  # fmt: skip
def test_broken_addresses_are_read(address: str) -> None:
    entry = f"<li><a href='{address}'>entry</a><img src='{address}'></li>"
    for base in ("", f"<base href='{address}'>"):
        source = f"<html><head>{base}</head><body><ul>{entry * 5}</ul></body></html>"
        for url in ("https://hostile.example/", "", "http://["):
            _check(source.encode("utf-8", "surrogatepass"), url)


# Random pages


@pytest.mark.parametrize("seed", range(4))
def test_no_target_of_the_fuzzer_finds_fault_with_random_pages(seed: int) -> None:
    variants = Variants(PageFiles((), ()), seed)
    for number in range(25):
        variant = variants[number]
        _check(variant.html, variant.url, number)


@settings(
    max_examples=100, deadline=None, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
@given(st.binary(max_size=400), st.integers(0, 120))
@example(b"<p>\xff\xfe</p>", 0)
@example(b"\xff\xfe<\x00p\x00>\x00", 0)
@example(b"<meta charset=utf-7>+ADw-script+AD4-", 0)
def test_random_bytes_never_raise(body: bytes, number: int) -> None:
    _check(body, "https://hostile.example/", number)


def test_random_trees_are_read_the_same_each_time() -> None:
    draw = random.Random(7)
    source = "".join(
        f"<{draw.choice(['div', 'p', 'ul', 'li', '/div', '/ul', '/li'])}>x" for _ in range(3_000)
    )
    for finding in FINDINGS.values():
        assert repr(finding(Page(source))) == repr(finding(Page(source)))


def test_spaces_in_a_comments_controls_cost_no_more_than_their_number() -> None:
    # A pattern of neighbouring \s* takes the cube of it.
    said = "I have been here and it was just as they say, or better."
    comment = (
        f"<li><div><div><div><div><b>Ada</b> <i>2024-03-01</i><p>{said}</p>"
        f"<u>{' ' * 20_000}x</u></div></div></div></div></li>"
    )
    found = comments(Page(f"<html><body><ul>{comment * 7}</ul></body></html>"), method=Zhu())
    assert len(found) == 7


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        ("² May 2024", None),
        ("① May 2024", None),
        ("May ³, 2024", None),
        ("٣ May 2024", date(2024, 5, 3)),
        ("9" * 30 + " May 2024", None),
        ("3 May 0000", None),
        ("0000-05-03", None),
        ("٢٠٢٤-٠٥-٠٣ 10:00", datetime(2024, 5, 3, 10)),
        ("2024-05-03T10:00:00+99:99", datetime(2024, 5, 3, 10)),
    ],
)
def test_numbers_that_are_none_make_no_date(time: str, expected: date | None) -> None:
    said = "I have been here and it was just as they say, or better"
    names = ("Ada", "Jo", "Mira", "Max", "Eve", "Ben")
    times = [time, *(f"{day} May 2021" for day in range(11, 16))]
    thread = "".join(
        f"<li class=comment><cite>{name}</cite> says: <time>{when}</time><p>{said}, {name}.</p>"
        f"<a href='?to={name}'>Reply</a></li>"
        for name, when in zip(names, times, strict=True)
    )
    found = comments(Page(f"<html lang=en><body><ol>{thread}</ol></body></html>"))
    dated = {one.author: one.date for one in found}
    assert dated == {
        "Ada": expected and expected.isoformat(),
        **{n: f"2021-05-{10 + k}" for k, n in enumerate(names) if k},
    }
    rows = "".join(
        f"<li><h3><a href=/p/{name}>Thing {name}</a></h3><b>{when}</b><p>{said}, {name}</p></li>"
        for name, when in zip(names, times, strict=True)
    )
    (region, *_) = records(Page(f"<html lang=en><body><ul>{rows}</ul></body></html>"))
    dates = [column for column in region.table.columns if column.kind == "date"]
    assert [[*column.values][1:] for column in dates] == [[date(2021, 5, n) for n in range(11, 16)]]
    assert [column.values[0] for column in dates] == [expected]


@pytest.mark.parametrize(
    "declared",
    [
        "² January 2024",
        "99 Jan 9999 99:99 GMT",
        "0000-00-00",
        "2024-²1-01",
    ],
)
def test_declared_dates_that_are_none_are_left_out(declared: str) -> None:
    said = "It was a long day in the town, and nobody had seen the boats come in. " * 9
    page = Page(
        f'<html><head><title>A day</title><meta property="article:published_time" '
        f'content="{declared}"></head><body><h1>A day</h1><p>{said}</p><p>{said}</p></body></html>'
    )
    found = article(page)
    assert found is not None
    assert found.date is None
