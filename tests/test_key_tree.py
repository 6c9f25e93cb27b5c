"""Records by example (Song 2011, section 4): which subtrees of a page are like the key tree."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_treesim import ExampleNotFound, KeyTree, Page, similar, similarity
from scrapy_treesim.similarity import MEASURES

CARD = "<li><a href='/{0}'><img src='/{0}.png'></a><h3>Thing {0}</h3><p>About {0}</p></li>"
ROW = "<tr><td>{0}</td><td><b>{0}</b></td></tr>"
PAGE = (
    "<html><head><title>Shop</title></head><body><nav><a href='/'>Home</a></nav>"
    f"<ul>{''.join(CARD.format(n) for n in range(4))}</ul>"
    f"<table><tbody>{''.join(ROW.format(n) for n in range(3))}</tbody></table>"
    "<footer><p>Bye</p></footer></body></html>"
)
CARDS = [f"/html/body/ul/li[{n}]" for n in (1, 2, 3, 4)]
ROWS = [f"/html/body/table/tbody/tr[{n}]" for n in (1, 2, 3)]


@pytest.fixture
def page() -> Page:
    return Page(PAGE, url="https://shop.example/list")


def places(page: Page | str, example: Any, threshold: float = 0.8, measure: str = "free") -> Any:
    return [
        record.xpaths[0] for record in similar(page, example, threshold=threshold, measure=measure)
    ]


@pytest.mark.parametrize(
    "expression",
    ["li", "ul > li:first-child", " li ", "//li", "(//li)[3]", "./body//li", ".//li"],
)
def test_an_expression_finds_everything_like_its_first_match(page: Page, expression: str) -> None:
    assert places(page, expression) == CARDS


def test_several_examples_find_records_of_all_their_kinds_in_page_order(page: Page) -> None:
    assert places(page, ["tr", "//li"]) == CARDS + ROWS
    assert places(page, ("li", ROW.format(0))) == CARDS + ROWS


def test_a_key_tree_is_made_once_and_used_on_other_pages(page: Page) -> None:
    key = KeyTree.of("li", page)
    other = f"<html><body><div><ol>{CARD.format(1) * 2}</ol></div></body></html>"
    assert places(other, key) == ["/html/body/div/ol/li[1]", "/html/body/div/ol/li[2]"]
    assert places(page, key) == CARDS


def test_the_threshold_must_be_exceeded_not_met() -> None:
    # div(p, p) to div(p): (2 + 2 + 1) / 5 by free matching is 1; by stm it is 2 * 2 / 5.
    source = "<html><body><div><p>a</p></div></body></html>"
    example = "<div><p>a</p><p>b</p></div>"
    assert similarity("<div><p>a</p></div>", example, measure="stm") == 0.8
    assert places(source, example, 0.8, "stm") == []
    assert places(source, example, 0.79, "stm") == ["/html/body/div"]


@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure_finds_equal_subtrees(page: Page, measure: str) -> None:
    assert places(page, "li", measure=measure) == CARDS


def test_records_do_not_nest_because_a_match_is_not_looked_into() -> None:
    inner = "<div><p>a</p><div><p>a</p><div><p>a</p></div></div></div>"
    source = f"<html><body><section>{inner}</section></body></html>"
    example = "<div><p>a</p><div><p>a</p></div></div>"
    assert similarity(inner, example) > 0.5
    assert places(source, example, 0.5) == ["/html/body/section/div"]


def test_the_children_of_a_node_that_does_not_match_are_tried() -> None:
    # Same tag, unlike: the paper's figure 6 would stop here, its text goes on.
    outer = f"<li><h2>Group</h2><ul>{CARD.format(0) * 3}</ul></li>"
    source = f"<html><body><ul>{outer}</ul></body></html>"
    assert similarity(outer, CARD.format(0)) <= 0.8
    assert places(source, CARD.format(0)) == [f"/html/body/ul/li/ul/li[{n}]" for n in (1, 2, 3)]


def test_what_does_not_show_makes_no_difference(page: Page) -> None:
    noisy = CARD.format(5).replace("<h3>", "<script>x()</script><br><style>a{}</style><h3>")
    assert places(page, noisy) == CARDS


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        ("li[", "not CSS"),
        ("li:nope", "not CSS"),
        ("li::nope", "not CSS"),
        ("li:hover", ":hover is not supported: leave it out"),
        ("svg|rect", "not CSS that can be looked up: namespaces"),
        ("count(//li)", "not CSS"),
        ("", "not CSS"),
        (" ", "not CSS"),
        ("//li[", "not XPath"),
        ("(//li", "not XPath"),
        ("//li[nope()]", "cannot be looked up"),
        ("//no:li", "cannot be looked up"),
    ],
)
def test_a_broken_expression_is_refused_in_one_line_that_quotes_it(
    page: Page, expression: str, kind: str
) -> None:
    with pytest.raises(ValueError, match=kind) as caught:
        similar(page, expression)
    message = str(caught.value)
    assert not isinstance(caught.value, ExampleNotFound)
    assert repr(expression.strip()) in message
    assert "\n" not in message


@pytest.mark.parametrize(
    "expression",
    ["video", "//video", "li::text", "//li/@href", "//p/text()", "(count(//li))", "//comment()"],
)
def test_an_expression_that_finds_no_element_is_refused_in_one_line(expression: str) -> None:
    page = Page(PAGE.replace("<ul>", "<!-- list --><ul>"), url="https://shop.example/list")
    with pytest.raises(ExampleNotFound, match="finds no element in") as caught:
        similar(page, expression)
    message = str(caught.value)
    assert repr(expression) in message
    assert "https://shop.example/list" in message
    assert "\n" not in message


def test_an_expression_needs_a_page() -> None:
    with pytest.raises(ValueError, match="it needs a page to look in"):
        KeyTree.of("li")


@pytest.mark.parametrize("threshold", [-0.01, 1.01, float("nan"), float("inf")])
def test_a_threshold_outside_0_to_1_is_refused(page: Page, threshold: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1") as caught:
        similar(page, "li", threshold=threshold)
    assert str(threshold) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_measure_is_refused_with_those_there_are(page: Page) -> None:
    with pytest.raises(ValueError, match="'nope'") as caught:
        similar(page, "li", measure="nope")
    assert all(name in str(caught.value) for name in MEASURES)
    assert "\n" not in str(caught.value)


def test_no_example_at_all_is_refused(page: Page) -> None:
    with pytest.raises(ValueError, match="one example at least"):
        similar(page, [])
