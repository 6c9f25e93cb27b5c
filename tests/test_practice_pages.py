"""The pages that people try first: of each the records of its list, whole, and no others."""

from __future__ import annotations

import pytest
from list_pages import truth
from practice_pages import (
    LAPTOPS,
    NAMES,
    PRACTICE,
    SAYINGS,
    STARS,
    TITLES,
    TOPICS,
    forum_index,
    sayings,
)
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from scrapy_treesim import Page, Region, records
from scrapy_treesim.crawl.middleware import FindingsMiddleware
from scrapy_treesim.items import Item
from scrapy_treesim.records.regions.explain import region_reasons
from scrapy_treesim.records.table.standard_fields import standard_fields


def main_region(html: str) -> tuple[Page, Region]:
    """The page, and what it is found to be about."""
    page = Page(html, url="https://site.example/list")
    return page, records(page)[0]


def places(region: Region) -> list[tuple[str, ...]]:
    return [record.xpaths for record in region.records]


@pytest.mark.parametrize("name", PRACTICE)
@pytest.mark.parametrize("between", ["><", ">\n  <"], ids=["in one line", "indented"])
def test_the_records_are_those_of_the_list(name: str, between: str) -> None:
    page, region = main_region(PRACTICE[name].replace("><", between))
    assert places(region) == truth(page)


def test_a_saying_has_its_own_words_and_no_label_of_the_sidebar() -> None:
    _, region = main_region(sayings(sidebar=[f"{topic} and more" for topic in TOPICS]))
    for record, words in zip(region.records, SAYINGS, strict=True):
        assert words in record.text
        assert "and more" not in record.text


@pytest.mark.parametrize("tag", ["span", "div", "p"])
def test_lists_side_by_side_are_apart_however_long(tag: str) -> None:
    cloud = "".join(f"<{tag}><a href=/t/{topic}>{topic}</a></{tag}>" for topic in TOPICS)
    page = sayings(more=False)
    for pager in ("", "<div class=last>That is all</div>"):
        html = page[: page.index("<nav>")] + pager + page[page.index("</nav>") + len("</nav>") :]
        before, _, rest = html.partition("<h2>Ten labels</h2>")
        after = rest[rest.index("</div>") :]
        extra = f"<{tag}>Labels</{tag}>" if pager else ""
        found, region = main_region(f"{before}{extra}{cloud}{after}")
        assert places(region) == truth(found)


def test_what_has_no_text_is_part_of_the_row_that_it_stands_in() -> None:
    page, region = main_region(forum_index())
    assert all("folder.gif" in " ".join(record.images) for record in region.records)
    assert "all have a link, an image and a date" in region_reasons(page, region)


# What is emitted


ADDRESSES = ("https://site.example/list", "https://site.example/catalogue/page-2.html")


def emitted(html: str, url: str) -> list[Item]:
    """The items that a crawl yields of a page with nothing but the add-on's line."""
    crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False})
    response = HtmlResponse(url, body=html.encode(), encoding="utf-8", request=Request(url))
    found = [*FindingsMiddleware.from_crawler(crawler).findings(response)]
    return [item for item in found if isinstance(item, Item)]


@pytest.mark.parametrize("name", PRACTICE)
@pytest.mark.parametrize("url", ADDRESSES)
def test_the_records_are_emitted_and_nothing_else(name: str, url: str) -> None:
    html = PRACTICE[name]
    items = emitted(html, url)

    assert [item.kind for item in items] == ["records"] * len(items)
    assert [tuple(item.xpath.split(" | ")) for item in items] == truth(Page(html))
    assert {item.role for item in items} == {"main"}


# What the records have


def test_sayings_have_words_author_and_labels() -> None:
    _, region = main_region(sayings())
    table = region.table
    assert [cell and cell.strip("“”") for cell in table["description"].cells] == [*SAYINGS]
    assert set(filter(None, table["author"].cells)) <= {*NAMES}
    labels = [set((cell or "").split(" | ")) - {""} for cell in table["labels"].cells]
    assert [len(one) for one in labels] == [n % 4 for n in range(1, 11)]
    assert set().union(*labels) <= {*TOPICS}


def test_books_have_whole_titles_prices_and_availability() -> None:
    _, region = main_region(PRACTICE["books in a grid"])
    assert list(region.table["title"].cells) == [*TITLES]
    assert set(region.table["availability"].cells) == {"In stock"}
    assert all((cell or "").startswith("£") for cell in region.table["price"].cells)
    stars = {name: number for number, name in enumerate(("One", "Two", "Three", "Four", "Five"), 1)}
    found = standard_fields(region.table, len(TITLES))
    assert [one["rating"] for one in found] == [stars[STARS[n % 5]] for n in range(1, 21)]


def test_laptops_have_whole_titles_and_counts_of_reviews() -> None:
    _, region = main_region(PRACTICE["laptops in a grid"])
    assert list(region.table["title"].cells) == [name for name, *_ in LAPTOPS]
    found = standard_fields(region.table, len(LAPTOPS))
    assert [one["price"] for one in found] == [price for _, price, _ in LAPTOPS]
    assert [one["rating"] for one in found] == [n % 4 + 1 for n in range(1, len(LAPTOPS) + 1)]
    assert [one["reviews"] for one in found] == [n * 5 % 14 for n in range(1, len(LAPTOPS) + 1)]
