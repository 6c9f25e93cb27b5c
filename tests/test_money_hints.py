"""The texts that may be amounts of money: all that are some, and few others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from priced import AMOUNTS, NO_AMOUNTS, PRICED
from trees import examples

from scrapy_treesim import Page
from scrapy_treesim.records.table.amounts import amounts_in
from scrapy_treesim.records.table.money_hints import MAX_CHARS, money_hints

URLS = ("https://x.example/", "https://shop.example.hu/", "https://x.example/en-za/", "")


def hinted(page: Page) -> list[list[int]]:
    """The hints of each node of a page; without them the same amounts are read."""
    nodes = range(len(page.tree))
    hints = [money_hints(page, [(node,)])[0] for node in nodes]
    analysis, tree = page.analysis, page.tree
    for node, hint in zip(nodes, hints, strict=True):
        numbers = range(analysis.texts[node], analysis.texts[node + tree.size[node]])
        digits, at = analysis.digits, analysis.text_node
        some = [
            number
            for number in numbers
            if digits[at[number] + 1] > digits[at[number]]
            and tree.text_chars(at[number]) <= MAX_CHARS
        ]
        assert amounts_in(page, (node,), hint) == amounts_in(page, (node,), some)
    return hints


@pytest.mark.parametrize("url", URLS)
def test_amounts_are_hinted_at(url: str) -> None:
    for html in PRICED:
        hinted(Page(html, url))


@pytest.mark.parametrize("text", AMOUNTS)
def test_texts_of_amounts_are_hinted_at(text: str) -> None:
    page = Page(f"<p>{text}</p>")
    assert any(hinted(page)) or not page.analysis.digits[len(page.tree)]


@pytest.mark.parametrize("text", NO_AMOUNTS)
def test_other_numbers_are_not(text: str) -> None:
    assert not any(hinted(Page(f"<p>{text}</p>")))


def test_some_signs_are_money_at_home_alone() -> None:
    assert not any(hinted(Page("<p>5 ft</p>", "https://x.example/")))
    assert any(hinted(Page("<p>5 ft</p>", "https://x.example.hu/")))


TEXTS = st.sampled_from(
    ["4", "5.", "12", "$", "€", " ", "USD", "usd", "Eur", "ft", "kr.", ".", "-", ":-", "руб", "元",
     "万", "R", "\u00a0", "TRY", "km", "x", "1,299", "s/", "9", "é", "×", "％", "ر.س", "R$"]
)  # fmt: skip


@examples(200)
@given(
    st.lists(st.tuples(TEXTS, st.sampled_from(["", "b", "del", "i", "p", "b", ""])), max_size=8),
    st.sampled_from(URLS),
)
def test_no_amount_is_missed(parts: list[tuple[str, str]], url: str) -> None:
    html = "".join(f"<{name}>{text}</{name}>" if name else text for text, name in parts)
    hinted(Page(f"<div><div>{html}</div></div>", url))
