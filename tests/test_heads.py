"""Where records begin: siblings in turn, cut at the head of each; and the entries of groups."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_treesim import Page, Ranked, Region, records
from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.records.regions import heads

ALL: Final = Ranked(min_confidence=0.0)
DATES: Final = (
    "January 30, 2020", "March 12, 2020", "April 22, 2020", "June 11, 2020", "July 30, 2020",
    "September 17, 2020", "November 17, 2020",
)  # fmt: skip
FILES: Final = ("Agenda", "Minutes", "Audio", "Addendum")
ABOUT: Final = (
    "Meetings of the board are held under the law of open meetings. Agendas are posted two days "
    "before the day of the meeting, on the fifth floor of the old mill."
)
FORMS: Final = {
    "h4, p": ("<h4>{}</h4>", "<p>{}</p>"),
    "h3, ul": ("<h3>{}</h3>", "<ul><li>{}</li></ul>"),
    "dt, dd": ("<dt>{}</dt>", "<dd>{}</dd>"),
    "p, p of two classes": ("<p class=d>{}</p>", "<p class=f>{}</p>"),
    "p, p, bold": ("<p><b>{}</b></p>", "<p>{}</p>"),
    "div, div": ("<div>{}</div>", "<div>{}</div>"),
    "div, div of two classes": ("<div class=date>{}</div>", "<div class=line>{}</div>"),
    "boxes": (
        "<div class=space><div></div><div class=list>{}</div></div>",
        "<div class=line><div class=nested>{}</div></div>",
    ),
    "li, li": ("<li class=name>{}</li>", "<li class=info>{}</li>"),
    "b, ul": ("<b>{}</b>", "<ul><li>{}</li></ul>"),
    "strong, br": ("<strong>{}</strong><br>", "{}<br>"),
    "rows": ("<tr><td>{}</td></tr>", "<tr><td>{}</td></tr>"),
    "rows of other widths": ("<tr><td>*</td><td>{}</td></tr>", "<tr><td colspan=2>{}</td></tr>"),
}
"""How a head is written, and what follows it."""
AROUND: Final = {"dt, dd": "dl", "li, li": "ul", "rows": "table", "rows of other widths": "table"}
DISTURBANCES: Final = {
    "nothing": (0, 0, {}),
    "block before": (1, 0, {}),
    "two blocks before": (2, 0, {}),
    "block after": (0, 1, {}),
    "blocks around": (1, 1, {}),
    "one without": (0, 0, {2: 0}),
    "block before, one without": (1, 0, {2: 0}),
}
"""Blocks written as tails before the first head and after the last tail, and the number of tails of
records that have not one."""


def files(number: int, tail: int = 0) -> list[str]:
    """The addresses of a record's files in one of its tails."""
    return [f"/f/{number}-{tail}-{at}.pdf" for at in range(1 + (number + tail) % 3)]


def board(
    form: str, before: int = 0, after: int = 0, tails: dict[int, int] | None = None, left: str = ""
) -> str:
    """A page of meetings: dates, each with its files. ``left`` is written where a tail lacks."""
    head, tail = FORMS[form]
    parts = [tail.format(ABOUT)] * before
    for number, date in enumerate(DATES):
        parts.append(head.format(date))
        count = (tails or {}).get(number, 1)
        parts += [tail.format(links(number, at)) for at in range(count)] or [left]
    parts += [tail.format(ABOUT)] * after
    around = AROUND.get(form, "div")
    return (
        "<html><body><div id=nav><a href=/>Home</a> <a href=/about>About us</a></div>"
        f"<h1>Board meetings</h1><{around}>{''.join(parts)}</{around}>"
        "<div id=foot>Copyright 2024 <a href=/imprint>Imprint</a></div></body></html>"
    )


def links(number: int, tail: int) -> str:
    addresses = zip(files(number, tail), FILES, strict=False)
    return " ".join(f"<a href={address}>{name}</a>" for address, name in addresses)


def read(source: str) -> list[tuple[list[str], list[str]]]:
    """The dates and the files of each record of a page's first list."""
    region: Region = records(Page(source, "https://board.example/"), method=ALL)[0]
    return [
        (
            [date for date in DATES if date in record.text],
            [link.removeprefix("https://board.example") for link in record.links],
        )
        for record in region.records
    ]


def meetings(tails: dict[int, int] | None = None) -> list[tuple[list[str], list[str]]]:
    """What :func:`read` has to find of :func:`board`."""
    counts = [(tails or {}).get(number, 1) for number in range(len(DATES))]
    return [
        ([date], [link for tail in range(count) for link in files(number, tail)])
        for number, (date, count) in enumerate(zip(DATES, counts, strict=True))
    ]


@pytest.mark.parametrize("disturbance", DISTURBANCES)
@pytest.mark.parametrize("form", FORMS)
def test_each_head_has_what_follows_it(form: str, disturbance: str) -> None:
    before, after, tails = DISTURBANCES[disturbance]
    assert read(board(form, before, after, tails)) == meetings(tails)


@pytest.mark.parametrize("form", [form for form in FORMS if form != "strong, br"])
def test_an_empty_tail_is_a_tail(form: str) -> None:
    tails = {2: 0}
    empty = FORMS[form][1].format("")
    assert read(board(form, before=1, tails=tails, left=empty)) == meetings(tails)


@pytest.mark.parametrize("form", ["h4, p", "dt, dd", "strong, br"])
def test_heads_may_have_several_tails(form: str) -> None:
    tails = {1: 3, 3: 2, 4: 3}
    assert read(board(form, tails=tails)) == meetings(tails)


def test_pairs_in_several_parents_are_one_list_in_step() -> None:
    more = f"</div><h2>Second half</h2><div class=half><p>{ABOUT}</p><h4>June"
    source = board("h4, p", before=1).replace("<div>", "<div class=half>").replace("<h4>June", more)
    assert read(source) == meetings()


@pytest.mark.parametrize("picture", ["<img src=/i/{}.jpg>", "<a href=/x><img src=/i/{}.jpg></a>"])
def test_a_picture_before_a_heading_is_of_what_follows(picture: str) -> None:
    parts = "".join(
        f"{picture.format(n)}<h3>{date}</h3><p>Room {n}. {ABOUT}</p>"
        for n, date in enumerate(DATES)
    )
    page = Page(f"<h1>Meetings</h1><div>{parts}</div>", "https://board.example/")
    (region, *_) = records(page, method=ALL)
    addresses = [record.images for record in region.records]
    assert addresses == [(f"https://board.example/i/{n}.jpg",) for n in range(len(DATES))]


def test_terms_and_meanings_that_are_in_step_stay_so() -> None:
    def pair(name: str, meaning: str) -> str:
        return f"<dt><a href={name}.html>{name}</a></dt><dd>{meaning}</dd>"

    page = (
        "<h1>Modules</h1><div class=part><dl><dt><a href=core.html>core</a></dt>"
        + pair("event", "Answers many callers at once, each in a thread of its own, on one machine")
        + pair("tides", "Answers many callers at once, with threads and processes")
        + "</dl></div><div class=part><dl><dd>Settings of the version in use</dd>"
        + pair("mass_hosts", "Gives each of many hosts a folder of its own by its name")
        + pair("watchdog", "Lets other modules do their work from time to time")
        + pair("letters", "Reads and writes the letters of all languages in filters")
        + "</dl></div>"
    )
    tree = Page(page).tree
    terms = [node for node in range(len(tree)) if tree.name(node) == "dt"]
    pairs = [(node, node + tree.size[node]) for node in (*terms[2:],)]
    assert heads.cut_at_heads(Page(page).once(analysis_of), pairs, set()) is None


def striped(colours: Sequence[str]) -> str:
    rows = "".join(
        f"<tr class={colour}><td><a href=/{n}>Meeting of the board no {n}</a></td><td>{date}</td>"
        f"<td>{'Room one.' if n % 2 else 'The hall on the second floor. Doors at six.'}</td></tr>"
        for n, (date, colour) in enumerate(zip(DATES, cycle(colours), strict=False))
    )
    return f"<h1>Meetings</h1><table>{rows}</table>"


@pytest.mark.parametrize("colours", [("odd", "even"), ("light", "dark"), ("one",)])
def test_rows_in_two_colours_are_records_each(colours: Sequence[str]) -> None:
    assert [dates for dates, _ in read(striped(colours))] == [[date] for date in DATES]


# Groups


POST: Final = "<time>May {n}</time> <a href=/p/{n}>Post {w} {n}</a>"


def archive(head: str, counts: Sequence[int], entry: str = POST) -> str:
    words = cycle(("Copper", "River", "Harbour", "Orchard", "Timber", "Velvet", "Saddle"))
    body, number = "", 0
    for year, count in enumerate(counts):
        entries = ""
        for word in islice(words, count):
            number += 1
            entries += f"<li>{entry.format(n=number, w=word)}</li>"
        body += f"<section>{head.format(2024 - year)}<ul>{entries}</ul></section>"
    return f"<html><body><h1>Archive</h1><main>{body}</main></body></html>"


@pytest.mark.parametrize("head", ["<h2>{}</h2>", "<h2><a href=/y>{}</a></h2>", "<b>Year {}</b>"])
def test_the_entries_of_groups_are_the_records(head: str) -> None:
    (region, *_) = records(Page(archive(head, (3, 1, 4, 2))), method=ALL)
    assert [len(record.links) for record in region.records] == [1] * 10


def test_a_record_that_says_more_than_a_head_keeps_its_list() -> None:
    about = "<h2><a href=/club/{0}>Club no {0}</a></h2><p>" + ABOUT + " Founded in {0}.</p>"
    (region, *_) = records(Page(archive(about, (3, 1, 4, 2))), method=ALL)
    assert len(region.records) == 4
    assert [len(record.links) for record in region.records] == [4, 2, 5, 3]


def test_what_repeats_in_all_records_is_their_list() -> None:
    same = "<a href=/p/{n}>Minutes</a>"
    (region, *_) = records(Page(archive("<h2>{}</h2>", (3, 1, 4, 2), same)), method=ALL)
    assert len(region.records) == 4


@pytest.mark.parametrize(
    ("entry", "is_record"),
    [
        ("<span>{w} {n}</span> <b>${n}.50</b>", True),
        ("<time>10:30</time> <a href=/s/{n}>{w} {n}</a> <i>Room {n}</i>", True),
        ("<a href=/t/{n}>{w} {n}</a>", False),
        ("<b>Colour</b> <i>{w} {n}</i>", False),
    ],
)
def test_entries_of_several_parts_are_records_in_their_record(entry: str, is_record: bool) -> None:
    club = "<h2><a href=/club/{0}>Club no {0}</a></h2><p>" + ABOUT + " Founded in {0}.</p>"
    counts = (3, 1, 4, 2)
    (region, *_) = records(Page(archive(club, counts, entry)), method=ALL)
    inner = [sum(len(one.records) for one in record.regions) for record in region.records]
    assert inner == ([*counts] if is_record else [0] * 4)


# Any page


PIECES: Final = st.sampled_from(
    [
        "<p>{}</p>", "<p class=a>{}</p>", "<h3>{}</h3>", "<b>{}</b>", "{}", "<br>", "<hr>",
        "<p></p>", "<a href=/{}>{}</a>", "<div><a href=/{}>{}</a></div>",
        "<ul><li>{}</li><li>x</li></ul>",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30), st.integers(min_value=1, max_value=3))
def test_records_of_any_siblings_share_no_text_and_keep_their_order(
    pieces: list[str], parents: int
) -> None:
    children = "".join(piece.replace("{}", f"t{n}.") for n, piece in enumerate(pieces))
    page = Page(f"<div>{children}</div>" * parents)
    for region in records(page, method=ALL):
        starts = [record.nodes[0] for record in region.records]
        ends = [record.nodes[-1] + page.tree.size[record.nodes[-1]] for record in region.records]
        assert starts == sorted(starts)
        assert all(end <= start for end, start in zip(ends, starts[1:], strict=False))


def test_of_very_many_siblings_the_records_stay_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = board("li, li", before=1, tails={2: 0})
    assert read(source) == meetings({2: 0})
    monkeypatch.setattr(heads, "MAX_CHILDREN", 5)
    assert read(source) != meetings({2: 0})
