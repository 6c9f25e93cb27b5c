"""CSS on a page finds what the XPath of cssselect finds."""

from __future__ import annotations

from typing import Any

import pytest
from cssselect import SelectorError
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from lxml.html import document_fromstring
from parsel.csstranslator import HTMLTranslator
from trees import examples

from benchmarks.page_findings import CSS
from scrapy_treesim.tree.selectors import MAX_SIGNS, parse_css, select

ATTRIBUTES = st.fixed_dictionaries(
    {},
    optional={
        "class": st.sampled_from(["a", "a b", " a\t b", "a\nb", "ab", "a\xa0b", ""]),
        "id": st.sampled_from(["i", "j"]),
        "href": st.sampled_from(["", "/x", "/x-y", "X"]),
    },
)
TEXTS = st.sampled_from([None, None, " ", "x"])
NAMES = ["div", "p", "li", "ul", "x-y", "svg"]
SERIES = ["1", "2", "odd", "even", "2n", "n", "-n+2", "3n+1", "-2n+3", "n+2", "0n+1", "-n"]


def made(name: str, attributes: dict[str, str], texts: Any, children: Any) -> etree._Element:
    element = etree.Comment("x") if name == "!" else etree.Element(name, attributes)
    if name != "!":
        element.text = texts[0]
        element.extend(children)
    element.tail = texts[1]
    return element


def elements(names: list[str], children: Any) -> st.SearchStrategy[etree._Element]:
    texts = st.tuples(TEXTS, TEXTS)
    return st.builds(made, st.sampled_from(names), ATTRIBUTES, texts, children)


ROOTS = elements(
    ["div"],
    st.lists(
        st.recursive(
            elements([*NAMES, "!"], st.just([])),
            lambda below: elements(NAMES, st.lists(below, max_size=4)),
            max_leaves=12,
        ),
        max_size=5,
    ),
)
SIMPLE = st.one_of(
    st.sampled_from(
        [".a", ".b", "#i", "[href]", "[HREF]", "[href='']", "[href=x i]", "[href='X' i]",
         "[href!='']", "[href!=X]", "[class~=a]", "[class~='']", "[class~='a b']", "[href|='/x']",
         "[href^='/']", "[href^='']", "[href$=y]", "[href$='']", "[href*=x]", "[href*='']",
         ":first-child", ":last-child", ":only-child", ":first-of-type", ":last-of-type",
         ":only-of-type", ":empty", ":root", ":not(.a)", ":not(p)", ":not(*)", ":not(p > li)",
         ":not(div li)", ":not(p + li)", ":not(ul ~ p)", ":is(.a, p)", ":is(*)",
         ":where(li, [href])", ":has(p)", ":has(> .a)", ":has(+ p)", ":has(~ li)", ":has(p li)",
         ":has(> p li, + ul)", ":has(+ p > li)", ":has(div + p)", ":has(p:not(ul *))",
         ":has(:has(li))"]
    ),
    st.builds(
        ":{}({})".format,
        st.sampled_from(["nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"]),
        st.sampled_from(SERIES),
    ),
)  # fmt: skip
COMPOUNDS = st.builds(
    lambda name, simple: name + "".join(simple) or "*",
    st.sampled_from(["", "*", "div", "p", "LI", "ul", "x-y"]),
    st.lists(SIMPLE, max_size=2),
)
SELECTORS = st.builds(
    lambda start, first, further: start + first + "".join(map("".join, further)),
    st.sampled_from(["", "", ":scope > "]),
    COMPOUNDS,
    st.lists(st.tuples(st.sampled_from([" ", " > ", "+", " ~ "]), COMPOUNDS), max_size=3),
)
EXPRESSIONS = st.lists(SELECTORS, min_size=1, max_size=3).map(", ".join)


@examples(300)
@given(root=ROOTS, expression=EXPRESSIONS)
def test_it_finds_what_libxml2_finds_in_document_order(
    root: etree._Element, expression: str
) -> None:
    try:
        xpath = HTMLTranslator().css_to_xpath(expression)
    except SelectorError as error:
        with pytest.raises(type(error)):
            parse_css(expression)
        return
    assert [*select(root, parse_css(expression))] == etree.XPath(xpath)(root)


@pytest.mark.parametrize(
    "expression", [*CSS, ".\\31 0", ".a\\:b", "svg rect", "x\\:y", "p::text, b"]
)
def test_every_form_on_a_page_that_was_parsed(expression: str) -> None:
    page = (
        "<!DOCTYPE html><html lang=en-GB><body><ul class='products 10'><li id=i>a<li>b<li><b>c</b>"
        "<li></ul><!-- d --><div class='a:b card'>e<p>f<p>g <b>h</b><p><a href=/1>i</a>"
        "<a href=/a>j</a><a HREF=/A/1>k</a></div><svg><rect></svg><x:y>l</x:y><section><p>m"
    )
    root = document_fromstring(page)
    matches = etree.XPath(HTMLTranslator().css_to_xpath(expression))(root)
    assert isinstance(matches, list)
    elements_alone = [match for match in matches if isinstance(match, etree._Element)]
    assert [*select(root, parse_css(expression))] == elements_alone
    assert elements_alone


def test_only_what_lies_in_the_root_counts() -> None:
    inner = document_fromstring("<div><p>a</p><section><p>b</p><p>c</p></section><p>d</p></div>")
    (root,) = inner.iter("section")
    assert [e.text for e in select(root, parse_css("p + p, div p, section + p"))] == ["c"]


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("li:hover", ":hover is not supported"),
        ("li:contains(a)", r":contains\(\) is not supported"),
        ("b :not(li:lang(en))", r":lang\(\) is not supported"),
        ("a, li:has(input:disabled)", ":disabled is not supported"),
        ("svg|rect", "write rect for svg"),
        ("use[xlink|href]", "namespaces are not supported"),
        ("a" + " a" * (MAX_SIGNS + 1), f"{MAX_SIGNS} at most are read"),
        (":is(" * 900, f"{MAX_SIGNS} at most are read"),
    ],
)
def test_what_is_not_looked_for_is_refused_in_one_line(expression: str, reason: str) -> None:
    with pytest.raises(SelectorError, match=reason) as caught:
        parse_css(expression)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("part", [" a", ".a", ":not(a)", ", a", "~a", ":has(a"])
def test_the_longest_expressions_are_read(part: str) -> None:
    closing = ")" if part == ":has(a" else ""
    times = MAX_SIGNS // sum(not character.isalpha() for character in part + closing)
    expression = "a" + part * times + closing * times
    assert not [*select(etree.Element("b"), parse_css(expression))]
