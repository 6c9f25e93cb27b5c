"""Error pages, told by what they hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_treesim import Page
from scrapy_treesim.templates.learn.learning import is_error_page, tells_of_error

ARTICLE = "<h1>Bees</h1>" + "<p>The hive hums all day long, and at night it rests a little.</p>" * 9
MENU = "<ul>" + "".join(f"<li><a href='/{n}'>Department {n}</a></li>" for n in range(60)) + "</ul>"


def page(body: str, title: str = "", url: str = "http://a.example/x") -> Page:
    return Page(f"<html><head><title>{title}</title></head><body>{body}</body></html>", url)


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
    assert is_error_page(page(body, title))


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
    assert not is_error_page(page(body, title))


def test_the_status_tells_of_errors() -> None:
    assert is_error_page(page(ARTICLE), status=404)
    assert not is_error_page(page(ARTICLE), status=200)


def test_deep_and_wide_pages_are_judged_in_time() -> None:
    deep = page("<ul><li><a>x</a>" * 3_000)
    wide = page("<h1>404</h1><nav><li><a>x</a></li></nav>" * 20_000)
    assert not is_error_page(deep)
    assert not is_error_page(wide)


@given(st.text(max_size=60))
def test_any_title_is_judged(title: str) -> None:
    assert tells_of_error(title) in (True, False)
    assert tells_of_error(f"{title} Page not found")
