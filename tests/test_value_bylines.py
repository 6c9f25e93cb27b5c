"""The one reader of bylines: names, dates and the rest of a line, in many languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_treesim import Page
from scrapy_treesim.values.bylines import (
    DATE,
    LIKELY,
    MAX_CHARS,
    SURE,
    WORDS,
    before_by,
    byline_of,
    called_by,
    day_in,
    is_name,
    mark_of,
    whole_name,
)
from scrapy_treesim.values.person_names import names_in

ANN, DAY = "Anna Petrova", "2024-05-03"


@pytest.mark.parametrize(
    "line",
    [
        "By {} on {}", "{1} by {0}", "Written by {} in Letters on {}. Tags: a, b", "Von {} am {}",
        "Par {} le {}", "{1} par {0} dans «Lettres»", "Por {} el {}", "Pubblicato da {} il {}",
        "Postado por {} em {}", "Door {} op {}", "Av {} den {}", "Af {}, {}",
        "Kirjoittanut {} | {}", "Autor: {}, dnia {}", "{1} Autor: {0}", "Автор: {} · {}",
        "Scris de {} pe {}", "Από {} στις {}", "Bởi {} ngày {}", "Oleh {} pada {}",
        "Yazan: {} | {}", "Írta: {} - {}", "بقلم {} في {}", "作者：{} {}", "{1} 投稿者：{0}",
    ],
)  # fmt: skip
def test_words_before_names_are_known_in_many_languages(line: str) -> None:
    byline = byline_of(line.format(ANN, DAY))
    assert (byline.author, byline.date, byline.evidence) == (ANN, DAY, WORDS)


@pytest.mark.parametrize(
    "line", ["{} · 5 min · {}", "{1} | {0}", "{} - {}", "{1} • 4 min read • {0}", "5 min · {} · {}"]
)
@pytest.mark.parametrize("name", ["Ona Brandt", "王小明", "佐藤健", "김민수"])
def test_between_signs_a_name_beside_a_date_needs_no_word(line: str, name: str) -> None:
    byline = byline_of(line.format(name, DAY))
    assert (byline.author, byline.date, byline.evidence) == (name, DAY, DATE)


@pytest.mark.parametrize(
    "line",
    ["New York · 3 May 2024", "Public Works | 3 May 2024", "报道 | 2024-05-03",
     "By subscribing you agree to it", "By the time the ferry was back, Ada was gone.",
     "Ona Brandt, 3 May 2024", "By: in Letters", ""],
)  # fmt: skip
def test_what_names_nobody_for_sure_names_nobody(line: str) -> None:
    assert byline_of(line).authors == ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Pell & Crane, Wold", ["Pell & Crane"]),
        ("Holt and Sons", ["Holt and Sons"]),
        ("Marsh & Marsh", ["Marsh & Marsh"]),
        ("Arden Holt & Co", ["Arden Holt & Co"]),
        ("Müller und Söhne", ["Müller und Söhne"]),
        ("Jane Doe and Jo Roe", ["Jane Doe", "Jo Roe"]),
        ("Jane Doe, Jo Roe & Al Poe", ["Jane Doe", "Jo Roe", "Al Poe"]),
        ("@Mary Slater", ["Mary Slater"]),
        ("長谷川美加子", ["長谷川美加子"]),
        ("中村あすか", ["中村あすか"]),
    ],
)
def test_a_firm_is_one_and_two_persons_are_two(text: str, names: list[str]) -> None:
    assert names_in([text]) == names
    assert byline_of(f"By {text}").author == (", ".join(names).removeprefix("@"))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Posted on: 3 May 2024", ("3 May 2024", "")),
        ("2022-09-27 ::", ("2022-09-27", "")),
        ("Panel Meeting - January 12, 2024", ("January 12, 2024", "Panel Meeting")),
        ("Monday, 3 June 2024 at the hall", ("Monday, 3 June 2024", "at the hall")),
        ("投稿日：2024年5月3日", ("2024年5月3日", "")),
        ("September 9, 2013, 7:14 am", ("September 9, 2013, 7:14 am", "")),
        ("no day at all", None),
    ],
)
def test_a_day_is_cut_out_of_what_is_around_it(text: str, day: tuple[str, str] | None) -> None:
    assert day_in(text) == day


def test_the_end_of_one_text_may_lead_to_the_next() -> None:
    assert before_by("May 3, 2024 by") == "May 3, 2024"
    assert before_by("Written by:") == before_by("作者：") == ""
    assert before_by("in the hall") is None
    assert called_by("Comment by xX 99 — 17.07") == "xX"


@pytest.mark.parametrize(
    ("html", "mark"),
    [
        ("<p class=post-author>jo</p>", SURE),
        ("<p class='meta author-name'><b>jo</b></p>", SURE),
        ("<p><a rel=author href=/1>jo</a></p>", SURE),
        ("<p><a href=/authors/jo>jo</a></p>", SURE),
        ("<p><a href='/?author=3'>jo</a></p>", SURE),
        ("<p><a href='/edit?page=4&amp;author=jo'>jo</a></p>", None),
        ("<p itemprop=author><b itemprop=name>jo</b></p>", SURE),
        ("<p><i class='icon-author'></i>jo</p>", SURE),
        ("<p><i class='fa fa-user'></i>jo</p>", LIKELY),
        ("<p class=author-location>jo</p>", LIKELY),
        ("<p class=author>jo <i>3 May 2024</i></p>", LIKELY),
        ("<p><a href=/meet-an-author>jo</a></p>", LIKELY),
        ("<p><a href=/poster/3>jo</a></p>", LIKELY),
        ("<p class=authority>jo</p>", None),
        ("<p><i class='fa fa-calendar'></i>jo</p>", None),
        (f"<div class=author><p>jo</p>{'a long life ' * 20}</div>", None),
    ],
)
def test_elements_tell_authors_from_what_stands_beside_them(html: str, mark: str | None) -> None:
    tree = Page(f"<body>{html}</body>").tree
    node = max(node for node in range(len(tree)) if tree.plain_text(node) == "jo")
    assert mark_of(tree, node) == mark


PIECES = st.sampled_from(
    ["By", "von", "Jane Doe", "jd", "Pell", "&", "and", "·", "|", ",", ":", "3 May 2024",
     "2 hours ago", "作者：", "王小明", "in", "on", "\n", "5 min", "Ünal", "'", "(Fri)", "99"]
)  # fmt: skip


@given(st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=12).map(" ".join)))
def test_whatever_a_line_is_its_parts_are_of_it(line: str) -> None:
    byline = byline_of(line)
    read = " ".join(line[:MAX_CHARS].split())
    parts = [*byline.authors, *filter(None, [byline.date])]
    words = {word for part in parts for word in part.replace(",", " ").split()}
    assert all(word.strip(".") in read for word in words)
    assert bool(byline.authors) == (byline.evidence is not None)
    dated = day_in(line)
    assert dated is None or dated[0]
    assert whole_name(line) is None or not before_by(whole_name(line) or "")
    assert isinstance(is_name(line), bool)
