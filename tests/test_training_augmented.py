"""Changed pages to train with: the truth's words stand in them in order, the same each time."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import lxml.html
import pytest

import scrapy_treesim as treesim
from benchmarks.quality import tokens
from scrapy_treesim.reading.blocks import blocks_of
from training.augmented import CHANGES, Known, Stock, Variant, drawn, variants
from training.block_labels import labels_of, words_of

SEEDS = range(12)
WORDS = (
    "harbour ferry island morning lantern carpenter winter ladder copper kitchen window river"
    " orchard captain letter bridge market garden stone painter weather engine mountain paper"
).split()


def sentence(draw: Random) -> str:
    """A sentence of an article."""
    said = " ".join(draw.choices(WORDS, k=draw.randint(8, 16)))
    return f"{said[0].upper()}{said[1:]}, said {draw.choice(WORDS)} {draw.randint(2, 900)}."


def known(seed: int, lang: str = "en") -> Known:
    """A page with its main text."""
    draw = Random(seed)
    paragraphs = [" ".join(sentence(draw) for _ in range(3)) for _ in range(5)]
    title = sentence(draw).rstrip(".")
    first, *others = paragraphs
    body = "".join(f"<p class='text'>{one.replace('river', '<b>ri</b>ver')}</p>" for one in others)
    html = f"""<!doctype html><html lang={lang}><head><meta charset=iso-8859-1>
<title>{title} - Daily</title><meta name=description content="{first}">
<script type="application/ld+json">{{"@type": "NewsArticle", "headline": "{title}"}}</script>
</head><body class=page><header id=top><a href="/">Daily</a></header><nav class=menu><ul>
<li><a href=/a>World</a><li><a href=/b>Sports</a></ul></nav><main><article class="post big">
<h1 class=head>{title}</h1><div class=meta>By Jo, 3 May</div><div class="content">
<p class='text'>{first}</p>{body}</div></article><aside class=side><h3>Most read</h3>
<a href=/c>Another story of today</a></aside></main><footer><p>All rights reserved by the
publisher &copy; 2024</p></footer></body></html>"""
    return Known(html.encode(), "\n".join(paragraphs), lang)


CHINESE_TEXT = (
    "渡船早上离开海港，船长在桥上写信。“天气很好。”他说。",
    "第3天，我们看见iPhone和一座山；河水很冷，市场已经关门了！",
    "后来大家回到花园里，在窗边点起灯来，谈到很晚才睡。",
)
CHINESE = Known(
    (
        "<html lang=zh><title>渡船</title><body><div class=nav>首页 新闻</div><div class=c>"
        + "".join(f"<p>{one}</p>" for one in CHINESE_TEXT)
        + "</div><div>版权所有</div></body></html>"
    ).encode(),
    "\n".join(CHINESE_TEXT),
    "zh",
)
OTHERS = Stock([known(seed) for seed in range(100, 112)])


def made(change: str, seed: int, page: Known | None = None) -> Variant | None:
    """The variant of a page, if the change has a place on it."""
    page = page or known(seed)
    found = variants(page.html, page.text, page.lang, Random(seed), OTHERS, [change])
    return next(found, None)


def page_tokens(variant: Variant) -> list[str]:
    """The tokens of the blocks labelled main."""
    page = treesim.Page(variant.html)
    words = words_of(page, blocks_of(page.tree), variant.lang)
    labels = labels_of(words, tokens(variant.text, variant.lang))
    return [token for one, label in zip(words, labels, strict=True) if label for token in one]


@pytest.mark.parametrize("change", CHANGES)
def test_truth_stands_in_the_page_in_order(change: str) -> None:
    for seed in SEEDS:
        variant = made(change, seed)
        assert variant is not None
        assert page_tokens(variant) == tokens(variant.text, variant.lang)
        assert b"data-treesim-role" not in variant.html
        assert b'<meta charset="utf-8">' in variant.html


@pytest.mark.parametrize("change", CHANGES)
def test_same_seed_same_page(change: str) -> None:
    assert made(change, 3) == made(change, 3)


def test_several_changes() -> None:
    for seed in range(40):
        variant = made(drawn(Random(seed)), seed)
        assert variant is not None
        assert page_tokens(variant) == tokens(variant.text, variant.lang)


@pytest.mark.parametrize("change", sorted(set(CHANGES) - {"script"}))
def test_text_stays(change: str) -> None:
    variant = made(change, 1)
    assert variant is not None
    assert (variant.text, variant.lang) == (known(1).text, "en")


def test_roles_lead_to_what_was_put_in() -> None:
    for change in ("comments", "related", "author", "read also", "consent", "second"):
        for seed in SEEDS:
            variant = made(change, seed)
            assert variant is not None
            tree: Any = lxml.html.document_fromstring(variant.html)
            found = [tree.xpath(path) for path, _ in variant.roles]
            assert found
            assert all(len(one) == 1 for one in found)
            assert {role for _, role in variant.roles} == {change.replace(" ", "-")}


def test_script_leaves_no_word_of_the_language() -> None:
    languages = set()
    for seed in range(30):
        variant = made("script", seed)
        assert variant is not None
        languages.add(variant.lang)
        assert not re.search("[a-z]{3}", variant.text)
        page = treesim.Page(variant.html)
        root: Any = page.root
        shown = "".join(root.find("body").itertext())
        assert not re.search("[A-Za-z]{3}", shown)
        assert not re.search("[a-z]{3}", page.title or "")
        assert page.root.get("lang") == variant.lang
        assert b'class="post big"' in variant.html
    assert languages == {"zh", "ja", "ko", "el", "ru"}


def test_letters_keep_length_and_case() -> None:
    page = known(2)
    for seed in range(30):
        variant = made("script", seed, page)
        assert variant is not None
        if variant.lang in ("el", "ru"):
            assert [*map(len, variant.text.split())] == [*map(len, page.text.split())]
            assert variant.text[0].isupper()
            assert not variant.text[1].isupper()


def test_chinese_becomes_words_with_spaces() -> None:
    for seed in SEEDS:
        variant = made("script", seed, CHINESE)
        assert variant is not None
        assert variant.lang == "en"
        assert re.sub(r"[“”]", "", variant.text).isascii()
        assert len(variant.text.split()) > 20
        assert "iPhone" in variant.text.split()
        assert page_tokens(variant) == tokens(variant.text, "en")


def test_transplant_takes_the_title_along() -> None:
    page = known(4)
    own: Any = lxml.html.document_fromstring(page.html)
    for seed in SEEDS:
        variant = made("transplant", seed, page)
        assert variant is not None
        tree: Any = lxml.html.document_fromstring(variant.html)
        assert tree.findtext(".//h1") == own.findtext(".//h1")
        assert len(tree.findall(".//h1")) == 1
        assert tree.findtext(".//title") == own.findtext(".//title")


def test_names_that_are_the_same_stay_the_same() -> None:
    styles = set()
    for seed in SEEDS:
        variant = made("names", seed)
        assert variant is not None
        tree: Any = lxml.html.document_fromstring(variant.html)
        assert len({one.get("class") for one in tree.xpath("//main//p")}) == 1
        styles.add(tree.find(".//h1").get("class"))
    assert None in styles
    assert len(styles) > 3


def test_pages_without_a_place_have_no_variant() -> None:
    page = Known(b"<p>Short and nothing else", "Words that are not there at all", "en")
    for change in ("transplant", "second", "comments", "read also", "paragraphs", "drop"):
        assert made(change, 0, page) is None


def test_borrows_nothing_where_there_is_nothing() -> None:
    page = known(5)
    for change in CHANGES:
        found = list(variants(page.html, page.text, page.lang, Random(5), (), [change]))
        assert len(found) == (change not in ("transplant", "second"))
