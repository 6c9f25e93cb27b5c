"""Features of blocks: how they begin and end, labels above them, ancestors and the address."""

from __future__ import annotations

from array import array
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import examples, pages

from scrapy_treesim import Page
from scrapy_treesim.article import features
from scrapy_treesim.article.address import values
from scrapy_treesim.article.blocks import blocks_of
from scrapy_treesim.article.feature_table import ADDRESS, FEATURES, LEVELS, TABLE
from scrapy_treesim.article.features import Features, features_of
from scrapy_treesim.article.model import trained
from scrapy_treesim.article.words import Words, read_words

PROSE = "The old bridge over the river was closed for repairs on a day in spring, they said. "
ADDRESS_OF = "https://news.example"


def measured(source: str, url: str = "") -> Features:
    page = Page(source, url=url)
    return features_of(page, blocks_of(page.tree))


def rows(source: str, url: str = "") -> list[dict[str, float]]:
    held, width = measured(source, url).rows, len(FEATURES)
    return [
        dict(zip(FEATURES, held[at : at + width], strict=True)) for at in range(0, len(held), width)
    ]


def row(text: str) -> dict[str, float]:
    """The features of a paragraph."""
    return rows(f"<p>{text}</p>")[0]


def column(name: str, source: str) -> list[float]:
    return [one[name] for one in rows(source)]


def test_features_have_meanings_and_phrases_and_the_network_knows_them() -> None:
    assert all(one.meaning and one.phrase for one in TABLE)
    assert len(trained().mean) == len(FEATURES)


@pytest.mark.parametrize(
    ("text", "bold", "italic"),
    [
        ("one <b>two</b> three <strong>four</strong>", 0.5, 0.0),
        ("<b>one <i>two</i></b> <em>three</em> <cite>four</cite>", 0.5, 0.75),
        ("one two", 0.0, 0.0),
        ("<b>日本</b>語文", 0.5, 0.0),
        ("<b><b>one</b> two</b> three four", 0.5, 0.0),
    ],
)
def test_bold_and_italic_are_shares_of_the_size(text: str, bold: float, italic: float) -> None:
    found = row(text)
    assert (found["bold"], found["italic"]) == (bold, italic)


@pytest.mark.parametrize(
    ("text", "digits", "capitals"),
    [
        ("ab 12", 0.5, 0.0), ("AB cd", 0.0, 0.5), ("é1", 0.5, 0.0), ("日本A1", 0.25, 0.25),
        ("ab,\n  C<b>D</b>.", 0.0, 1 / 3), ("—", 0.0, 0.0),
    ],
)  # fmt: skip
def test_digits_and_capitals_are_shares_of_the_characters(
    text: str, digits: float, capitals: float
) -> None:
    found = row(text)
    assert found["digits"] == pytest.approx(digits)
    assert found["capitals"] == pytest.approx(capitals)


@pytest.mark.parametrize(
    "text",
    [
        "3/4/21", "on 12.03.99, they say", "12. 3. 99", "2-3-4", "at 9:30", "May 3, 1999", "(2024)",
        "5月3日", "21年5月", "<b>2020</b>", "v1.2.3",
    ],
)  # fmt: skip
def test_dates_times_and_years_are_seen(text: str) -> None:
    # A version looks like a date but for the letter before it.
    assert row(text)["dated"] == (0.0 if text[0] == "v" else 1.0)


@pytest.mark.parametrize(
    "text", ["", "3.5", "20,000", "1850 m", "120201", "3 4 5", "20201", "a-b", "3/4", "1 : 2", "12"]
)
def test_other_numbers_are_no_dates(text: str) -> None:
    assert row(f"x {text}")["dated"] == 0.0


@pytest.mark.parametrize(
    ("text", "feature"),
    [
        ("Read on...", "trails_off"), ("Read on …", "trails_off"), ("so it went […]", "trails_off"),
        ("Next »", "trails_off"), ("All news →\n", "trails_off"), ("More &gt;", "trails_off"),
        ("On (...)&nbsp;", "trails_off"), ("Tags:", "ends_colon"), ("标签：", "ends_colon"),
        ("<b>Tags</b>: ", "ends_colon"), ("“Yes”, he said", "quoted"), ("«Да»", "quoted"),
        ("「はい」", "quoted"), ("\"No\"", "quoted"), ("and so on", "lower_start"),
        (" &nbsp;und", "lower_start"), ("état", "lower_start"), ("да", "lower_start"),
    ],
)  # fmt: skip
def test_beginnings_and_ends_are_told(text: str, feature: str) -> None:
    told = ("trails_off", "ends_colon", "quoted", "lower_start")
    found = row(text)
    assert found[feature] == 1.0
    assert sum(found[name] for name in told if name[:6] in ("trails", "ends_c")) <= 1
    assert not any(row("Yes, that is so.")[name] for name in told)


@pytest.mark.parametrize("text", ["..", ".", "a].", "»a", "État", "Да", "12", "> a b", "...a"])
def test_what_only_looks_like_them_is_none(text: str) -> None:
    found = row(f"X {text}" if text[0] in ".a»>" else text)
    assert found["trails_off"] == found["lower_start"] == 0.0


@pytest.mark.parametrize(
    ("text", "labelled"),
    [
        ("Author: Ada", 1.0), ("<b>Tags</b>: a, b", 1.0), ("作者：王", 1.0), ("9:30", 0.0),
        (f"{PROSE}He said: yes.", 0.0), ("no label", 0.0),
    ],
)  # fmt: skip
def test_labels_end_with_a_colon_after_a_few_letters(text: str, labelled: float) -> None:
    assert row(text)["labelled"] == labelled


@pytest.mark.parametrize(
    ("text", "feature", "share"),
    [
        ("Related stories", "related", 1.0), ("相关文章", "related", 1.0),
        ("Read on", "related", 0.5), ("12 Comments", "discussion", 1.0),
        ("评论 (3)", "discussion", 1.0),
        ("Leave a comment", "discussion", 1 / 3),
        ("River and bridge", "related", 0.0), ("12", "related", 0.0),
    ],
)  # fmt: skip
def test_words_for_more_and_for_discussions_are_shares(
    text: str, feature: str, share: float
) -> None:
    assert row(text)[feature] == pytest.approx(share)


def test_the_last_label_above_counts() -> None:
    source = (
        f"<p>{PROSE}</p><h2>Three comments</h2><p>{PROSE}</p><p>{PROSE}</p>"
        f"<p><b>Related</b></p><p>{PROSE}</p><p>Copyright</p><p>{PROSE}</p>"
    )
    assert column("label_discussion", source) == [0, 0, 0.5, 0.5, 0.5, 0, 0, 0]
    assert column("label_related", source) == [0, 0, 0, 0, 0, 1, 1, 0]
    assert column("label_boilerplate", source)[-1] == 1.0
    assert not any(column("label_boilerplate", source)[:2])
    assert column("under_heading", source) == [0, 0, 1, 0, 0, 0, 0, 0]
    since = column("since_discussion", source)
    assert since[:2] == [0.0, 1.0]
    assert since == sorted(since) != column("since_related", source)
    assert column("since_related", source)[:5] == [0, 0, 0, 0, 1]


@pytest.mark.parametrize(
    "text", ["<a href=/c>Comments</a>", "So many comments.", f"{PROSE} comments", "12", ""]
)
def test_other_short_blocks_are_no_labels(text: str) -> None:
    assert column("label_discussion", f"<p>{text}</p><p>{PROSE}</p>")[-1] == 0.0
    assert column("since_discussion", f"<p>{text}</p><p>{PROSE}</p>")[-1] == 0.0


def test_blocks_of_one_element_are_told() -> None:
    assert column("same_element", "<p>a<br><br>b</p><p>c</p>") == [0.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("tag", "feature"),
    [
        ("header", "in_header"), ("article", "in_body"), ("main", "in_body"),
        ("blockquote", "in_quote"), ("table><tr><td", "in_table"), ("dl><dd", "in_table"),
        ("form", "in_form"), ("fieldset", "in_form"),
    ],
)  # fmt: skip
def test_what_a_block_stands_in_is_told(tag: str, feature: str) -> None:
    inner, other = rows(f"<{tag}>a few words</{tag.split('>')[0]}><div><p>{PROSE * 3}</p></div>")
    assert inner[feature] > 0
    roles = [name for name in FEATURES if name.startswith("in_")]
    assert not any(inner[name] for name in roles if name != feature)
    assert not any(other[name] for name in roles)


def test_a_body_may_hold_the_whole_page() -> None:
    source = f"<main><div><p>{PROSE}</p></div><p>{PROSE}</p></main>"
    assert column("in_body", source) == pytest.approx([1 / 3, 1 / 2])
    assert column("in_header", source.replace("main", "header")) == [0.0, 0.0]


@pytest.mark.parametrize(
    ("url", "known"),
    [
        (f"{ADDRESS_OF}/", {"address_root": 1.0}),
        (ADDRESS_OF, {"address_root": 1.0}),
        (f"{ADDRESS_OF}/news/the-old-bridge-closed", {"address_depth": 2, "address_words": 1.0}),
        (f"{ADDRESS_OF}/a_b-c//2024/", {"address_depth": 2, "address_digits": 1.0}),
        (f"{ADDRESS_OF}/?id=12345", {"address_root": 1.0}),
        (ADDRESS_OF + "/a" * 5_000, {"address_depth": 8}),
        ("", {"address_unknown": 1.0}),
        ("file:///tmp/a/b", {"address_unknown": 1.0}),
        ("/a/b/c", {"address_unknown": 1.0}),
        ("http://[", {"address_unknown": 1.0}),
        ("https://", {"address_unknown": 1.0}),
    ],
)
def test_addresses_are_measured(url: str, known: dict[str, float]) -> None:
    found = dict(zip((one.name for one in ADDRESS), values(url), strict=True))
    assert {name: value for name, value in found.items() if value} == known


def test_all_blocks_have_what_is_of_the_address() -> None:
    found = rows(f"<p>{PROSE}</p>" * 3, f"{ADDRESS_OF}/a-b-c-d/2024")
    assert {tuple(one[name.name] for name in ADDRESS) for one in found} == {
        (0.0, 0.0, 2.0, 1.0, 1.0)
    }


@examples(100)
@given(st.text())
def test_any_address_is_measured(url: str) -> None:
    for one in (url, f"https://{url}", f"https://a/{url}"):
        assert len(values(one)) == len(ADDRESS)


def test_a_page_made_for_colliding_hashes_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def colliding(*args: Any) -> Words:
        found = read_words(*args)
        hashes = array("I", ((block % 200) << 16 for block in range(len(found.hashes))))
        return found._replace(hashes=hashes)

    monkeypatch.setattr(features, "read_words", colliding)
    copies = column("earlier_copies", "<p>a</p>" * 400)
    assert copies[200:210] == [1.0] * 10
    assert set(copies) == {0.0, 1.0}


def test_ancestors_around_a_block_are_told() -> None:
    source = "<div><div><p>a</p><p>b</p></div><p>c</p></div><p>d</p>"
    pairs = measured(source).around
    assert list(pairs[:6]) == list(pairs[6:12]) == [0, 2, 0, 3, 0, 4]
    assert list(pairs[12:]) == [0, 3, 0, 4, 0, 4, 0, 4, 0, 4, 0, 4]
    assert list(measured("<p>a</p>").around) == [0, 1] * LEVELS


@examples(100)
@given(source=pages())
def test_ancestors_around_a_block_hold_it_and_each_other(source: str) -> None:
    found = measured(source)
    blocks = len(found.units)
    assert len(found.around) == 2 * LEVELS * blocks
    for block in range(blocks):
        low, high = block, block + 1
        for level in range(LEVELS):
            first, last = found.around[2 * (block * LEVELS + level) :][:2]
            assert 0 <= first <= low < high <= last <= blocks
            low, high = first, last
