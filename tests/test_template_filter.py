"""Error and directory pages, told by rules for addresses and by what they hold."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_treesim import Page
from scrapy_treesim.templates.learn.filter import (
    DEFAULT,
    MAX_URL,
    PHRASES,
    PageFilter,
    RuleError,
    tells_of_error,
    unwanted,
    url_rules,
)

ARTICLE = "<h1>Bees</h1>" + "<p>The hive hums all day long, and at night it rests a little.</p>" * 9
MENU = "<ul>" + "".join(f"<li><a href='/{n}'>Department {n}</a></li>" for n in range(60)) + "</ul>"


def page(body: str, title: str = "", url: str = "http://a.example/x") -> Page:
    return Page(f"<html><head><title>{title}</title></head><body>{body}</body></html>", url)


# The thesis's own example of addresses: a blogger's list of posts, and one post.
LISTED = "http://blog.sina.com.cn/u/1439351555"
POST = "http://blog.sina.com.cn/s/blog_55cac30301016yb1.html"
# Its own rules (table 6.2), of its blogs and its news.
BLOG, NEWS = r".*(?<!\.html?)$", r".*(?<!\.s?html)$"


@pytest.mark.parametrize("rule", [BLOG, NEWS])
def test_the_rules_of_table_6_2(rule: str) -> None:
    chosen = PageFilter(rules=url_rules({"blog.sina.com.cn": {"directory": [rule]}}))
    assert unwanted(page(ARTICLE, url=LISTED), chosen=chosen) == "directory"
    assert unwanted(page(ARTICLE, url=POST), chosen=chosen) is None
    assert unwanted(page(ARTICLE), LISTED, chosen=chosen) == "directory"
    assert unwanted(page(ARTICLE), "http://other.example/u/1", chosen=chosen) is None


def test_rules_of_a_site_go_before_what_the_page_holds() -> None:
    rules = url_rules({"a.example": {"error": ["/gone/"], "page": ["/gone/but-not"]}})
    chosen = PageFilter(rules=rules)
    lost = page("<h1>Page not found</h1>")
    assert unwanted(lost, "http://a.example/gone/1", chosen=chosen) == "error"
    assert unwanted(lost, "http://a.example/gone/but-not", chosen=chosen) is None
    # The site has rules for errors, and they alone decide.
    assert unwanted(lost, "http://a.example/x", chosen=chosen) is None
    assert unwanted(lost, "http://b.example/x", chosen=chosen) == "error"


def test_a_site_with_rules_for_errors_only_has_its_directories_found() -> None:
    chosen = PageFilter(directories=True, rules=url_rules({"a.example": {"error": ["/e"]}}))
    assert unwanted(page(MENU), "http://a.example/list", chosen=chosen) == "directory"
    listed = PageFilter(directories=True, rules=url_rules({"a.example": {"directory": ["/d"]}}))
    assert unwanted(page(MENU), "http://a.example/list", chosen=listed) is None
    assert unwanted(page(MENU), "http://www.a.example/d", chosen=listed) == "directory"


def test_the_more_specific_site_decides() -> None:
    rules = url_rules({"*": {"error": "."}, "a.example/shop/": {"page": ["."]}})
    chosen = PageFilter(rules=rules)
    assert unwanted(page(ARTICLE), "http://a.example/shop/1", chosen=chosen) is None
    assert unwanted(page(ARTICLE), "http://a.example/1", chosen=chosen) == "error"


@pytest.mark.parametrize(
    ("sites", "message"),
    [
        ([], "give a dict"),
        ({"": {}}, "no URL pattern"),
        ({"a.example": []}, "give a dict with page, error, directory"),
        ({"a.example": {"directories": []}}, "give a dict with page, error, directory"),
        ({"a.example": {"error": 5}}, "give a list"),
        ({"a.example": {"error": ["x"] * 101}}, "at most 100"),
        ({"a.example": {"error": ["("]}}, "no regular expression"),
        ({"a.example": {"error": [""]}}, "1 to 1,000 characters"),
        ({"a.example": {"error": ["x" * 1_001]}}, "1 to 1,000 characters"),
        ({"a.example": {"error": [7]}}, "1 to 1,000 characters"),
    ],
)
def test_rules_that_cannot_be_used_are_refused(sites: Any, message: str) -> None:
    with pytest.raises(RuleError, match=message) as caught:
        url_rules(sites)
    assert "\n" not in str(caught.value)


def test_a_rule_that_goes_astray_does_not_fit() -> None:
    chosen = PageFilter(rules=url_rules({"a.example": {"directory": [r"(?:a|a|aa)+(?:b|bb)+$"]}}))
    url = "http://a.example/" + "a" * 200 + "c"
    assert unwanted(page(ARTICLE), url, chosen=chosen) is None


def test_an_address_without_end_is_cut() -> None:
    chosen = PageFilter(rules=url_rules({"a.example": {"error": ["far-away"]}}))
    url = "http://a.example/" + "x" * MAX_URL + "far-away"
    assert unwanted(page(ARTICLE), url, chosen=chosen) is None


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("404 Not Found", "<h1>Not Found</h1><p>Nothing here.</p>"),
        ("Bees", f"{MENU}<h2>Oops! That page can’t be found.</h2>"),
        ("Página no encontrada - Bees", MENU),
        ("", "<h1>404</h1><p>Try our search.</p>"),
        ("404 | Bees and More", MENU),
        ("Bees", "<p>Seite nicht gefunden</p>"),
        ("很抱歉，您访问的页面不存在", "<p>返回首页</p>"),
        ("ページが見つかりません", MENU),
        ("Страница не найдена", MENU),
        ("", "<h1>503 Service\n  Unavailable</h1>"),
        ("Bees", " "),
    ],
)
def test_error_pages(title: str, body: str) -> None:
    assert unwanted(page(body, title)) == "error"
    assert unwanted(page(body, title), chosen=PageFilter(errors=False)) is None


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("How to mend 404 not found", ARTICLE * 3),
        ("Peugeot 404", ARTICLE),
        ("Room 404 - Hotel", ARTICLE),
        ("Bees", ARTICLE + "<p>The page you requested was never there, he said.</p>"),
        ("Bees", MENU),
        ("Bees", "<p>Short.</p>"),
    ],
)
def test_pages_that_are_no_errors(title: str, body: str) -> None:
    assert unwanted(page(body, title)) is None


def test_the_status_tells_of_errors() -> None:
    assert unwanted(page(ARTICLE), status=404) == "error"
    assert unwanted(page(ARTICLE), status=200) is None
    assert unwanted(page(ARTICLE), status=500, chosen=PageFilter(errors=False)) is None


def test_how_much_text_a_page_must_have_can_be_chosen() -> None:
    assert unwanted(page("<p>Short.</p>"), chosen=PageFilter(min_text=7)) == "error"
    assert unwanted(page("<p>Short.</p>"), chosen=PageFilter(min_text=6)) is None
    long = page(ARTICLE * 3, "Error 404")
    assert unwanted(long) is None
    assert unwanted(long, chosen=PageFilter(max_error_text=6_000)) == "error"


def test_directories_are_left_out_on_demand() -> None:
    assert unwanted(page(MENU)) is None
    assert unwanted(page(MENU), chosen=PageFilter(directories=True)) == "directory"


@pytest.mark.parametrize(
    ("body", "share"),
    [
        # The beginning of the thesis's figure 2.2: nothing but links in list items.
        ("<ul><li><a>红会社监委今日</a></li><li><a>北京今日14时</a></li></ul>", 1.0),
        ("<ul><li><a>12345</a>12345</li></ul>", 0.5),
        ("<ul><li><a>12345</a></li></ul><p>12345</p><a>1234567890</a>", 0.25),
        # An item in an item counts once.
        ("<ul><li><a>12345</a><ul><li><a>12345</a></li></ul></li></ul><p>1234567890</p>", 0.5),
        ("<nav><ul><li><a>1234567890</a></li></ul></nav><p>12345</p>", 0.0),
        ("<footer>1234567890</footer><ul><li><a>12345</a></li></ul><p>12345</p>", 0.5),
    ],
)
def test_the_share_of_links_in_list_items(body: str, share: float) -> None:
    listed = Page(f"<html><body>{body}</body></html>")
    at, above = (
        PageFilter(errors=False, directories=True, directory_share=wanted)
        for wanted in (share, share + 0.01)
    )
    assert unwanted(listed, chosen=at) == "directory"
    assert unwanted(listed, chosen=above) is None


def test_a_page_of_nothing_is_no_directory() -> None:
    chosen = PageFilter(errors=False, directories=True, directory_share=0.0)
    assert unwanted(Page("<html><body><nav>a</nav></body></html>"), chosen=chosen) is None


def test_deep_and_wide_pages_are_judged_in_time() -> None:
    deep = page("<ul><li><a>x</a>" * 3_000)
    wide = page("<h1>404</h1><nav><li><a>x</a></li></nav>" * 20_000)
    chosen = PageFilter(directories=True)
    assert unwanted(deep, chosen=chosen) in ("directory", None)
    assert unwanted(wide, chosen=chosen) is None


@pytest.mark.parametrize("phrase", PHRASES)
def test_phrases_are_written_as_they_are_compared(phrase: str) -> None:
    assert phrase == " ".join(phrase.lower().split())
    assert tells_of_error(f"Oops: {phrase.upper() if phrase.isascii() else phrase}!")


@given(st.text(max_size=60))
def test_any_title_is_judged(title: str) -> None:
    assert tells_of_error(title) in (True, False)
    assert tells_of_error(f"{title} Page not found")


def test_the_default_keeps_listings() -> None:
    assert PageFilter() == DEFAULT
    assert not DEFAULT.directories
