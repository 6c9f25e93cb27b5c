"""The memory of the sources that fields are right by."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import pytest
from kind_pages import PAGES
from scrapy.http import HtmlResponse, Request
from test_roles import middleware

from scrapy_treesim import Detail, Page, SiteMemory, detail
from scrapy_treesim.detail.candidate import NONE, Candidate
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.detail.marks import Marks, marks_of
from scrapy_treesim.detail.source_names import SourceNames, shown_place
from scrapy_treesim.memory import site as bounds
from scrapy_treesim.memory.site import MAX_SITES, MAX_SOURCES
from scrapy_treesim.memory.sources import MIN_PAGES, MOST_SAY

HOST = "shop.example"


def shop(number: int, stale: float | None = None, host: str = HOST) -> Page:
    """A page of a shop with its price in two places, and maybe one that it declares."""
    declared = (
        '<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product",'
        f'"name": "Pan {number}", "offers": {{"@type": "Offer", "price": "{stale}",'
        '"priceCurrency": "EUR"}}</script>'
        if stale
        else ""
    )
    return Page(
        f"<html><head><title>Pan {number}</title>{declared}</head><body><main><h1>Pan {number}</h1>"
        f"<p class='price'>{number + 10}.50 EUR</p><div class='unit'>{number + 30}.20 EUR</div>"
        "<button>Add to cart</button></main></body></html>",
        f"https://{host}/pan/{number}",
    )


def marks(number: int, stale: float | None = None, host: str = HOST) -> Marks:
    return marks_of(shop(number, stale, host))


def node_of(page: Marks, name: str) -> int:
    tree = page.tree
    return next(node for node in range(len(tree)) if tree.get(node, "class") == name)


def candidates(page: Marks, declared: str = "") -> list[Candidate]:
    found = [
        Candidate("10.5", "10.50 EUR", "shown", node_of(page, "price")),
        Candidate("30.2", "30.20 EUR", "shown", node_of(page, "unit")),
    ]
    if declared:
        found.append(Candidate(declared, declared, "json-ld"))
        found[-1].row[AT["declared json-ld"]] = 1.0
    return [*found, Candidate(NONE, "", "none")]


def read(
    memory: SiteMemory, page: Marks, alone: Sequence[float], field: str = "name", of: str = ""
) -> array[float]:
    adjust = memory.details(page)
    assert adjust is not None
    return adjust(field, candidates(page, of), array("d", alone))


def test_the_place_that_was_right_on_other_pages_is_right_on_the_next() -> None:
    memory = SiteMemory()
    for number in range(5):
        read(memory, marks(number), (0.9, 0.05, 0.05))
    found = read(memory, marks(9), (0.3, 0.5, 0.2))
    assert found[0] > found[1]
    assert sum(found) == pytest.approx(1.0)


def test_too_few_pages_have_no_say() -> None:
    memory = SiteMemory()
    for number in range(MIN_PAGES):
        assert [*read(memory, marks(number), (0.9, 0.05, 0.05))] == [0.9, 0.05, 0.05]
    assert read(memory, marks(9), (0.9, 0.05, 0.05))[0] > 0.9


def test_what_a_page_says_clearly_stays() -> None:
    memory = SiteMemory()
    for number in range(200):
        read(memory, marks(number), (0.99, 0.005, 0.005))
    found = read(memory, marks(9), (0.001, 0.998, 0.001))
    assert found[1] > 0.9
    most = 2.718281828 ** (2 * MOST_SAY)
    assert (found[0] / found[1]) / (0.001 / 0.998) < most * 1.001


def test_fields_and_hosts_are_apart() -> None:
    memory = SiteMemory()
    for number in range(5):
        read(memory, marks(number), (0.9, 0.05, 0.05))
    unsure = [0.3, 0.5, 0.2]
    assert [*read(memory, marks(9), unsure, "sku")] == unsure
    assert [*read(memory, marks(9, host="other.example"), unsure)] == unsure
    assert len(memory) == 2


def test_a_declared_price_that_pages_contradict_gives_way_to_the_shown_one() -> None:
    memory = SiteMemory()
    for number in range(6):
        read(memory, marks(number), (0.3, 0.01, 0.6, 0.09), "price", "99")
    found = read(memory, marks(9), (0.2, 0.01, 0.7, 0.09), "price", "99")
    assert max(found) == found[0]


def test_of_other_fields_what_is_declared_need_not_be_shown() -> None:
    memory = SiteMemory()
    for number in range(6):
        read(memory, marks(number), (0.3, 0.01, 0.6, 0.09), "sku", "a-1")
    found = read(memory, marks(9), (0.2, 0.01, 0.7, 0.09), "sku", "a-1")
    assert max(found) == found[2]


def test_details_of_a_shop_whose_declared_prices_are_stale() -> None:
    memory = SiteMemory()
    found = [detail(shop(number, 5.0 + number * 3), memory) for number in range(12)]
    assert all(one is not None for one in found)
    # The one that is chosen stands in the same place from some page on.
    sources = [one.sources["price"].source for one in found[6:] if one and "price" in one.sources]
    assert len(set(sources)) <= 1


def test_a_page_without_a_host_is_read_by_itself() -> None:
    memory = SiteMemory()
    for url in ("", "about:blank", "http://[bad"):
        page = marks_of(Page("<h1>Pan</h1><p>1.50 EUR</p>", url))
        assert memory.details(page) is None
    assert len(memory) == 0


def test_it_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MAX_SITES", 3)
    monkeypatch.setattr(bounds, "MAX_SOURCES", 4)
    memory = SiteMemory()
    for number in range(6):
        page = marks(number, host=f"shop{number}.example")
        read(memory, page, (0.9, 0.05, 0.05))
    assert len(memory) == 3
    adjust = memory.details(page)
    assert adjust is not None
    many = Page(
        "".join(f"<p class='{chr(97 + n) * 3}'>x</p>" for n in range(26)),
        "https://shop5.example/",
    )
    adjust = memory.details(marks_of(many))
    assert adjust is not None
    nodes = [node for node in range(len(many.tree)) if many.tree.get(node, "class")]
    adjust(
        "name",
        [Candidate(str(node), "x", "shown", node) for node in nodes],
        array("d", [1 / len(nodes)] * len(nodes)),
    )
    assert max(map(len, memory._sites["shop5.example"].sources.values())) == 4
    assert MAX_SITES > 3
    assert MAX_SOURCES > 4


def test_a_place_is_told_by_tags_and_class_names() -> None:
    page = marks(1)
    place = shown_place(page.tree, node_of(page, "price"))
    assert place == "html > body > main > p.price"
    assert shown_place(page.tree, node_of(page, "price") + 1) == place
    numbered = Page("<div class='box-17 big'><b>1</b></div>").tree
    assert shown_place(numbered, len(numbered) - 1).endswith("div.box-N.big > b")


def test_values_in_one_place_are_told_by_their_order_and_labels() -> None:
    page = marks_of(
        Page(
            "<h1>Pan</h1><p class='p'>5 EUR 4 EUR</p>"
            "<table><tr><th>Weight</th><td>12 kg</td></tr><tr><th>Number</th><td>A-17</td></tr>"
            "<tr><th>Colour</th><td>red</td></tr></table>",
            "https://shop.example/1",
        )
    )
    node = node_of(page, "p")
    both = [Candidate("5", "5 EUR", "shown", node), Candidate("4", "4 EUR", "shown", node)]
    first, second = SourceNames(page).of(both, (0, 1))
    assert first != second
    pair = next(one for one in page.pairs if one.label == "Number")
    named = SourceNames(page).of([Candidate("a-17", "A-17", "label", pair.node)], (0,))
    assert named == [("label number",)]


def test_long_names_make_no_long_places() -> None:
    deep = "".join(f"<{letter * 5000} class='{'n' * 5000}'>" for letter in "abcdefghijk")
    tree = Page(f"{deep}<p>1 EUR</p>").tree
    assert len(shown_place(tree, len(tree) - 1)) < 600


@pytest.mark.parametrize("is_on", [True, False])
def test_a_crawl_keeps_one_for_all_its_pages(is_on: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    _, html, url = PAGES["good"]
    given: list[SiteMemory | None] = []

    def noted(page: Page, memory: SiteMemory | None = None) -> Detail | None:
        given.append(memory)
        return detail(page, memory)

    monkeypatch.setattr("scrapy_treesim.findings.detail", noted)
    ours, _ = middleware(TREESIM_KINDS=["detail"], TREESIM_SITE_MEMORY=is_on)
    for number in range(3):
        address = f"{url}-{number}"
        found = ours.findings(
            HtmlResponse(address, body=html.encode(), encoding="utf-8", request=Request(address))
        )
        assert len([*found]) == 1
    assert len(given) == 3
    assert {id(one) for one in given} == {id(given[0])}
    if is_on:
        assert given[0] is not None
        assert len(given[0]) == 1
    else:
        assert given[0] is None
