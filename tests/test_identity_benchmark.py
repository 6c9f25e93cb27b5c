"""The hashes of findings: the same for the same page, and others where anything differs."""

from __future__ import annotations

from benchmarks.identity import FINDINGS, compare, findings
from benchmarks.pages import LabelledPage

ITEM = "<li><a href=/{0}>Item number {0}</a> <b>{0}.50 EUR</b> and what is said of it.</li>"
TEXT = "<p>A paragraph, long enough, of the text that the page is about, and nothing else.</p>"


def page(text: str = TEXT) -> LabelledPage:
    items = "".join(ITEM.format(number) for number in range(12))
    html = f"<html><body><div>{text * 6}</div><ul>{items}</ul></body></html>"
    return LabelledPage("one", "https://shop.example/list", html.encode(), {})


def test_a_page_has_the_same_hashes_each_time() -> None:
    first = findings(page())
    assert first.keys() == FINDINGS.keys()
    assert not [one for one in first.values() if ":" in one]
    assert [*compare({"a": first}, {"a": findings(page())})] == []


def test_a_difference_is_named_with_its_page() -> None:
    first = findings(page())
    other = {**first, **findings(page(TEXT.replace("nothing", "something")))}
    lines = [*compare({"set a": first, "set b": first}, {"set a": first, "set b": other})]
    assert "article: 1 differ, such as set b" in lines
    assert not [line for line in lines if "set a" in line]


def test_a_page_that_is_missing_differs() -> None:
    assert [*compare({"a": {"article": "1"}}, {})] == ["article: 1 differ, such as a"]
