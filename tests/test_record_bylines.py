"""Dates, authors and pictures of records, told from a moment, cut from lines, behind others."""

from __future__ import annotations

from datetime import date, datetime, timezone
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrapy.http import HtmlResponse
from test_columns import cells, named, nodes, saved, table

from scrapy_treesim import Page, records
from scrapy_treesim.crawl.reader import moment_of
from scrapy_treesim.findings.as_items import record_items
from scrapy_treesim.records.table.columns import table_of
from scrapy_treesim.tree.picture_address import picture_address
from scrapy_treesim.values.bylines import byline_of
from scrapy_treesim.values.dates import date_of, names_day, relative_date

NOW = datetime(2026, 5, 31, 12, 0, 30)
AN_HOUR_AGO = datetime(2026, 5, 31, 11, 0)
WHO = ("Ann Lee", "Bo Larsen", "Cy Young", "Di Prima")


# Dates from a moment


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2 days ago", date(2026, 5, 29)),
        ("vor 2 Tagen", date(2026, 5, 29)),
        ("il y a 3 jours", date(2026, 5, 28)),
        ("hace 3 días", date(2026, 5, 28)),
        ("há 2 dias", date(2026, 5, 29)),
        ("2 giorni fa", date(2026, 5, 29)),
        ("2 dagen geleden", date(2026, 5, 29)),
        ("för 2 dagar sedan", date(2026, 5, 29)),
        ("2 dni temu", date(2026, 5, 29)),
        ("3 дня назад", date(2026, 5, 28)),
        ("3 gün önce", date(2026, 5, 28)),
        ("2天前", date(2026, 5, 29)),
        ("3日前", date(2026, 5, 28)),
        ("3일 전", date(2026, 5, 28)),
        ("1 month ago", date(2026, 4, 30)),
        ("1 year and 2 months ago", date(2025, 3, 31)),
        ("2 weeks ago", date(2026, 5, 17)),
        ("2d", date(2026, 5, 29)),
        ("an hour ago", AN_HOUR_AGO),
        ("vor einer Stunde", AN_HOUR_AGO),
        ("un'ora fa", AN_HOUR_AGO),
        ("час назад", AN_HOUR_AGO),
        ("1h", AN_HOUR_AGO),
        ("just now", datetime(2026, 5, 31, 12, 0)),
        ("Today", date(2026, 5, 31)),
        ("Yesterday 14:30", datetime(2026, 5, 30, 14, 30)),
        ("Yesterday at 2:30 PM", datetime(2026, 5, 30, 14, 30)),
        ("hier à 14h30", datetime(2026, 5, 30, 14, 30)),
        ("вчера в 14:30", datetime(2026, 5, 30, 14, 30)),
        ("昨天 14:30", datetime(2026, 5, 30, 14, 30)),
    ],
)
def test_what_is_relative_is_told_from_a_moment(text: str, day: date) -> None:
    assert date_of(text, None, None, NOW) == relative_date(text, NOW) == day
    assert date_of(text) is None


@pytest.mark.parametrize(
    "text",
    ["45 min", "3 days", "in 3 days", "7 KB (714 words) - 22:09", "22:09", "",
     "9" * 40 + " days ago", "99999 years ago", "9999 years ago"],
)  # fmt: skip
def test_what_tells_no_time_that_has_passed_is_no_date(text: str) -> None:
    assert relative_date(text, NOW) is None


@pytest.mark.parametrize(
    ("text", "names"),
    [("3 May", True), ("May 3", True), ("5月3日", True), ("2026-05-03", True),
     ("2 hours ago", True),
     ("22:09", False), ("7 KB (714 words) - 22:09", False), ("3D WALKTHROUGH", False), ("", False)],
)  # fmt: skip
def test_a_time_of_day_is_no_day(text: str, names: bool) -> None:
    assert names_day(text) is names


def test_a_column_of_sizes_and_times_is_no_date() -> None:
    found = table(*(f"<h2>{who}</h2><i>{n} KB (71{n} words) - 22:0{n}</i>"
                    for n, who in enumerate(WHO)))  # fmt: skip
    assert "date" not in named(found)


def test_days_and_months_are_told_apart_by_the_column_or_the_language_or_not_at_all() -> None:
    assert date_of("03/04/2026") is None
    assert date_of("03/03/2026") == date(2026, 3, 3)
    assert date_of("03/04/2026", "en-GB") == date_of("03/04/2026", "de") == date(2026, 4, 3)
    found = table(*(f"<h2>{who}</h2><i class=date>{day}/04/2026</i>"
                    for who, day in zip(WHO, ("03", "25", "05", "06"), strict=True)))  # fmt: skip
    assert found["date"].values[0] == date(2026, 4, 3)


def test_a_page_has_a_moment_and_its_records_dates() -> None:
    inner = "".join(
        f"<li><h2><a href=/{n}>{who}</a></h2><time>{n} hours ago</time><p>{who} says more</li>"
        for n, who in enumerate(WHO, 1)
    )
    moment = datetime(2026, 5, 31, 12, 0, tzinfo=timezone.utc)
    for page, first in (
        (Page(f"<ul>{inner}</ul>", moment=moment), "2026-05-31T11:00:00+00:00"),
        (Page(f"<ul>{inner}</ul>"), None),
    ):
        (region,) = records(page)
        items = [*record_items(region.records, "", 0, region.table)]
        assert items[0].date == first
        assert items[0].fields["date"] == "1 hours ago"


@pytest.mark.waits
def test_a_response_came_when_its_server_says() -> None:
    said = {"Date": "Sun, 31 May 2026 12:00:00 GMT"}
    response = HtmlResponse("https://x.example/", headers=said)
    assert moment_of(response) == datetime(2026, 5, 31, 12, 0, tzinfo=timezone.utc)
    # Of a saved page, today would be wrong.
    for wrong in ({}, {"Date": "soon"}, {"Date": "Sun, 99 May 2026 12:00:00 GMT"}):
        assert moment_of(HtmlResponse("https://x.example/", headers=wrong)) is None


def test_a_time_for_programs_is_a_date_whatever_it_says_to_people() -> None:
    found = table(*(f"<h2>{who}</h2><a href=/{n}><time datetime=2026-05-0{n}>14 年</time></a>"
                    for n, who in enumerate(WHO, 1)))  # fmt: skip
    assert found["date"].values == tuple(date(2026, 5, n) for n in range(1, 5))


# Lines


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("By 佐藤 健 | 3 May 2024", ("佐藤 健", "3 May 2024", None)),
        ("By Jane Doe | 3 May 2024 | Politics", ("Jane Doe", "3 May 2024", "Politics")),
        ("Jane Doe · 3 hours ago", ("Jane Doe", "3 hours ago", None)),
        ("Posted by jd on Sunday March 08, 2026 @03:34AM from here",
         ("jd", "Sunday March 08, 2026 @03:34AM", "from here")),
        ("[Kernel] Posted Mar 5, 2026 15:47 UTC (Thu) by jzb",
         ("jzb", "Mar 5, 2026 15:47 UTC", "Kernel")),
        ("Von Anna Müller, 3. Mai 2024", ("Anna Müller", "3. Mai 2024", None)),
        ("Par Jean Dupont le 3 mai 2024", ("Jean Dupont", "3 mai 2024", None)),
        ("3 May 2024 by Jane Doe", ("Jane Doe", "3 May 2024", None)),
        ("By Jane Doe and Jo Roe, May 3, 2024", ("Jane Doe, Jo Roe", "May 3, 2024", None)),
        ("作者：王小明 2024年5月3日", ("王小明", "2024年5月3日", None)),
        ("Mar 07, 2026 · 4 min read", (None, "Mar 07, 2026", "4 min read")),
        ("A pan of iron", (None, None, "A pan of iron")),
        ("", (None, None, None)),
    ],
)  # fmt: skip
def test_a_line_says_who_and_when(line: str, parts: tuple[str | None, ...]) -> None:
    byline = byline_of(line)
    assert (byline.author, byline.date, byline.rest) == parts


def test_lines_become_columns() -> None:
    found = table(*(f"<h2>{who}'s news</h2><div>By {who} | {n} May 2024 | Politics {n}</div>"
                    for n, who in enumerate(WHO, 1)))  # fmt: skip
    assert named(found) == ["title", "author", "date", "section"]
    assert cells(found)["author"] == [*WHO]
    assert found["date"].values[0] == date(2024, 5, 1)
    assert "how the records write it" in found["author"].reason


def test_lines_become_the_same_columns_on_the_next_page() -> None:
    line = "<h2>{0}'s news</h2><div>By {0} | {1} May 2024</div>"
    first = table(*(line.format(who, n) for n, who in enumerate(WHO, 1)))
    inner = "".join(f"<li>{line.format(who, n)}</li>" for n, who in enumerate(WHO, 11))
    page = Page(f"<ul>{inner}</ul>")
    second = table_of(page, [[node] for node in nodes(page, "//li")], saved=saved(first))
    assert named(second) == named(first)


def test_names_stand_without_the_words_before_them() -> None:
    found = table(*(f"<h2>A {who}</h2><i class=author>by {who}</i>" for who in WHO))
    assert cells(found)["author"] == [*WHO]
    found = table(*(f"<h2>A {who}</h2><div class=author>by <a href=/{n}>{who}</a></div>"
                    for n, who in enumerate(WHO)))  # fmt: skip
    assert cells(found)["author"] == [*WHO]


def test_the_one_author_of_all_records_is_a_column() -> None:
    found = table(*(f"<h2>A {who}</h2><b class=author-name>johnson</b>" for who in WHO))
    assert cells(found)["author"] == ["johnson"] * 4


LINE = "<p>It takes some hours to do this well, and nobody has told us why.</p>"


PEOPLE = (*WHO[:3], "Dee Prim")


def shown(byline: str, *names: str) -> list[tuple[str | None, object]]:
    """Author and date of records with a title, such a byline and a text."""
    rows = table(
        *(f"<h2><a href=/p{n}>A tale of {n}</a></h2>{byline.format(who, n, f'{n} May 2024')}{LINE}"
          for n, who in enumerate(names or PEOPLE, 1))
    )  # fmt: skip
    count = len(names or PEOPLE)
    columns = {column.name: column for column in rows.columns}
    assert not {"on", "by"} & columns.keys()
    authors = columns["author"].cells if "author" in columns else (None,) * count
    dates = columns["date"].values if "date" in columns else (None,) * count
    return [*zip(authors, dates, strict=True)]


@pytest.mark.parametrize(
    "byline",
    [
        "<p>By <a href=/x{1}>{0}</a> on <a href=/p{1}>{2}</a></p>",
        "<p>Written by <a href=/x{1}>{0}</a> on {2}. Tags: <a href=/t>ropes</a></p>",
        "<p>Publié le <time datetime=2024-05-0{1}>{2}</time> par {0} dans «<a>A</a>».</p>",
        "<b>By:</b><a href=/x{1}>{0}</a><br>On:{2}<br>",
        "<h6>by <a href=#>{0}</a>, {2}</h6>",
        "<time>{2} ::</time> <span class=post-author>{0}</span>",
        "<i class=date>Le {2}</i><span>Par <a href=#>{0}</a></span>",
        "<ul><li><i class='fa fa-calendar'></i>{2}<li><i class='fa fa-user'></i>{0}</ul>",
        "<div><b>{2}</b> <a href=/author/x{1}>@{0}</a></div>",
        "<p><b>{0}</b> · <b>5 min</b> · <time datetime=2024-05-0{1}>{2}</time></p>",
        "<p><i>Updated</i> <i>2025-01-01</i> <i>Posted</i> <i>{2}</i> by <b>{0}</b></p>",
        "<div><i>0{1}</i><i>May 2024</i></div><p rel=author>{0}</p>",
    ],
)  # fmt: skip
def test_a_byline_in_elements_gives_author_and_date(byline: str) -> None:
    expected = [(who, date(2024, 5, n)) for n, who in enumerate(PEOPLE, 1)]
    assert shown(byline) == expected
    assert shown(byline, *["Ann Lee"] * 4) == [("Ann Lee", day) for _, day in expected]


def test_two_persons_in_links_are_both_authors() -> None:
    parts = shown("<p>By <a href=#>{0}</a> and <a href=#>Jo Roe</a> on {2}</p>")
    assert [author for author, _ in parts] == [f"{who}, Jo Roe" for who in PEOPLE]


@pytest.mark.parametrize(
    "byline",
    [
        "<span>{0}</span> <time>{2}</time>",
        "<p>{0} · {2}</p>",
        "<time>{2}</time> <span class=category>{0}</span>",
        "<time>{2}</time> <a href=/c/{1}>{0}</a>",
        "<p>By <b class=author></b> in <a href=/c/{1}>{0}</a> <time>{2}</time></p>",
        "<div class=author><span>{1} min read</span></div><time>{2}</time>",
    ],
)
def test_what_stands_beside_a_date_is_not_always_an_author(byline: str) -> None:
    parts = shown(byline, "New York", "Public Works", "Town Hall", "San Francisco")
    assert parts == [(None, date(2024, 5, n)) for n in range(1, 5)]


TOPICS = (
    ("New York", "Public Works", "Town Hall", "San Francisco", "Little Rock"),
    ("Machine Learning", "Open Source", "Rare Books", "Slow Food"),
    ("Harbour Rovers", "Leeds United", "Red Sox", "River Plate"),
    ("Full Time", "All Ages", "Free Entry", "Read More"),
    ("Frankfurt am Main", "Neue Musik", "Vie Locale", "Saint Malo"),
    ("Нижний Новгород", "Красная Поляна", "Наука", "Мнения"),
    ("园艺", "张家界", "黄山", "金融"), ("東京", "林業", "石川県"), ("서울", "김포", "이벤트"),
    ("maps", "harbours", "bread"),
)  # fmt: skip
BESIDE = (
    "<div><span>{0}</span> · <time>{2}</time></div>", "<div>{0} · {2}</div>", "<p>{2} | {0}</p>",
    "<footer><span title=2024-05-03>{2}</span> · {0}</footer>",
    "<div><time>{2}</time><p>{0}</p><p>1-Minute Read</p></div>",
    "<div><div class=card-header-title>{0}</div><div class=card-header-subtitle>{2}</div></div>",
    "<div><span class=day>0{1}</span> <span>May 2024</span></div><p><span>{0}</span></p>",
    "<ul><li><i class='fa fa-calendar'></i>{2}<li><i class='fa fa-user'></i>{0}</ul>",
    "<div class=author-location>{0}</div> <span>{2}</span>",
    "<div class=post-author-meta><span>{2}</span> <span>{0}</span></div>",
    "<b>{2}</b> <a href=/poster/{1}>{0}</a>", "<b>{2}</b> <a href=/meet-an-author/{1}>{0}</a>",
)  # fmt: skip
"""Elements in which some themes show an author, and others a town."""
OF_ANOTHER = (
    "<i>{2}</i><small>Sponsored by <a href=#{1}>{0}</a></small>",
    "<i>{2}</i><figcaption>Photo by <a href=#{1}>{0}</a></figcaption>",
    "<i>{2}</i><p>The loom there was built by <a href=#{1}>{0}</a> and stood for years.</p>",
    "<b>Director:</b> <span>{0}</span> <i>{2}</i>",
    "<span>Speaker</span>: <span>{0}</span> <i>{2}</i>",
    "<dl><dt>Winner<dd>{0}<dt>Day<dd>{2}</dl>",
    "<i>{2}</i><h3><a href=#{1}>By {0}</a></h3>",
    "<i>{2}</i><h3><a href=#{1}>Von {0}</a></h3>",
)


@given(st.sampled_from(TOPICS), st.sampled_from(BESIDE + OF_ANOTHER), st.randoms())
@settings(max_examples=60, deadline=None)
def test_lists_without_authors_have_none(
    topics: tuple[str, ...], byline: str, random: Random
) -> None:
    parts = shown(byline, *(random.choice(topics) for _ in range(random.randint(4, 9))))
    assert {author for author, _ in parts} == {None}


@pytest.mark.parametrize("byline", OF_ANOTHER)
def test_persons_who_wrote_nothing_are_no_authors(byline: str) -> None:
    assert {author for author, _ in shown(byline)} == {None}


def test_a_person_without_a_title_is_no_author() -> None:
    rows = table(*(f"<div>{who}</div><div>{n} May 2024</div>" for n, who in enumerate(PEOPLE, 1)))
    assert "author" not in named(rows)


@pytest.mark.parametrize("byline", BESIDE[:6] + BESIDE[7:8])
def test_persons_beside_dates_are_authors(byline: str) -> None:
    people = ("Carol Dixon", "Billy Pugh", "Andrew Woodward", "Charlotte Riou", "Сергей Волков")
    assert [author for author, _ in shown(byline, *people)] == [*people]


@pytest.mark.parametrize(
    "byline",
    ["<i>1{1} points</i> by <a href=#>{0}</a> <i>{2}</i>", "<i>{2} by </i><b>{0}</b>",
     "<p>{0}, <i>by the way</i></p><i>Posted by</i> <b>{0}</b> <i>{2}</i>"],
)  # fmt: skip
def test_the_word_before_an_author_may_stand_behind_more(byline: str) -> None:
    accounts = ("jzb", "corbet", "night_owl", "jd42")
    assert [author for author, _ in shown(byline, *accounts)] == [*accounts]


@pytest.mark.parametrize("words", ["On:", "Publié le", "Опубликовано", "投稿日：", "Posted on:"])
def test_words_before_a_date_name_its_column_date(words: str) -> None:
    byline = "<p><b>" + words + "</b> <i>2024-05-0{1}</i> <b>Updated</b> <i>2025-01-01</i></p>"
    assert shown(byline) == [(None, date(2024, 5, n)) for n in range(1, 5)]


def test_the_letter_of_a_picture_is_no_author() -> None:
    byline = "<span class=author>{0:.1}</span> <time>{2}</time>"
    assert shown(byline) == [(None, date(2024, 5, n)) for n in range(1, 5)]


def test_a_date_for_programs_of_two_digits_is_none() -> None:
    rows = table(*(f"<h2>{who}</h2><time datetime=22-07-1{n}>1{n} Jul 2022</time>"
                    for n, who in enumerate(WHO)))  # fmt: skip
    assert rows["date"].values == tuple(date(2022, 7, 10 + n) for n in range(4))


@pytest.mark.parametrize(
    "title",
    ["<h3>{}, May {}, 2024</h3>", "<div>{} Meeting - May {}, 2024</div>",
     "<a href=/{1}>{0} 2024-05-0{1}</a>"],
)  # fmt: skip
def test_a_title_that_holds_a_date_is_both(title: str) -> None:
    rest = "<p>The next of these will be in the hall, as all of them have been.</p>"
    rows = table(*(title.format(who, n) + rest for n, who in enumerate(WHO, 1)))
    assert "author" not in named(rows)
    assert all(cell and who in cell for cell, who in zip(rows["title"].cells, WHO, strict=True))
    assert rows["date"].values == tuple(date(2024, 5, n) for n in range(1, 5))


def test_a_line_with_a_date_before_a_link_is_no_title() -> None:
    rows = table(*(f"<p>Letters from {who} - May {n}, 2024</p><a href=/{n}>A tale of {who}</a>"
                   for n, who in enumerate(WHO, 1)))  # fmt: skip
    assert cells(rows)["title"] == [f"A tale of {who}" for who in WHO]
    assert rows["date"].values[0] == date(2024, 5, 1)


def test_prose_is_left_alone() -> None:
    found = table(*(f"<h2>{who}</h2><p>{who} wrote by hand on 3 May 2024 what nobody reads.</p>"
                    for who in WHO))  # fmt: skip
    assert named(found) == ["title", "description"]


# Titles and pictures


@pytest.mark.parametrize(
    ("image", "source"),
    [
        ("<img src=/loading.gif data-src=/a.jpg>", "/a.jpg"),
        ("<img src=/img/blank_1x1.gif data-original=/a.jpg>", "/a.jpg"),
        ("<img src=/empty.png>", None),
        ("<img src=/1.jpg>", "/1.jpg"),
        ("<img src=/image-loading-dock.jpg>", "/image-loading-dock.jpg"),
        ("<img src=/white-gold.png>", "/white-gold.png"),
    ],
)
def test_a_placeholder_is_no_picture(image: str, source: str | None) -> None:
    page = Page(image)
    (node,) = nodes(page, "//img")
    assert picture_address(page.tree, node) == source
