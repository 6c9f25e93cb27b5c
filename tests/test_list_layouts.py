"""Lists among other things that repeat, and what stands at their ends: each a page of its own."""

from __future__ import annotations

from random import Random

import pytest

from scrapy_treesim import Page, records

WORDS = (
    "the of day night to be world life love is a man who not what thinking book between never "
    "always friend simple truth"
).split()


def words(size: int, seed: int) -> str:
    draw = Random(seed)
    return " ".join(draw.choice(WORDS) for _ in range(size)).capitalize()


def first_region(html: str) -> list[str]:
    """The first lines of the records of the page's first region."""
    regions = records(Page(f"<html><body>{html}</body></html>", "https://lists.example/"))
    return [record.text.split("\n")[0] for record in regions[0].records] if regions else []


# What stands beside a list


@pytest.mark.parametrize("size", [6, 9])
def test_two_columns_of_one_length_stay_apart(size: int) -> None:
    cards = "".join(
        f"<div class=card><h3><a href=/{n}>{words(5, n)}</a></h3><p>{words(18, n + 9)}.</p>"
        f"<span class=price>${n + 4}.99</span></div>"
        for n in range(size)
    )
    side = "".join(
        f"<div class=side><a href=/c{n}>{words(2, n + 70)}</a></div>" for n in range(size)
    )
    html = (
        f"<div class=row><div class=main>{cards}<nav><a href=/2>Next</a></nav></div>"
        f"<div class=col><h4>Categories</h4>{side}</div></div>"
    )
    assert first_region(html) == [words(5, n) for n in range(size)]


def test_page_headers_are_no_records() -> None:
    paragraphs = "".join(f"<p>{words(40, n)}.</p>" for n in range(6))
    html = (
        f"<header><div class=top><div class=logo><a href=/>The Paper</a><p>{words(5, 1)}</p></div>"
        "<div class=search><form><input name=q></form><p>Search the paper</p></div>"
        "<div class=account><a href=/login>Sign in</a><p>or register</p></div></div></header>"
        f"<main><h1>{words(6, 3)}</h1>{paragraphs}</main><footer><p>© The Paper</p></footer>"
    )
    assert not records(Page(f"<html><body>{html}</body></html>"))


# The two ends of a list

HITS = [
    f"<p><b><a href=/{n}>{words(5, n)}</a></b><br>{words(20, n + 40)}.<br>"
    f"<font color=green>www.site{n}.example/page - {n + 3}k</font></p>"
    for n in range(9)
]
ENDS = {
    "numbers": "<p><b>1</b> <a href=?p=2>2</a> <a href=?p=3>3</a> <a href=?p=2>Next</a></p>",
    "another search": "<p>Search again: <input type=text name=q value=truth> "
    "<select name=k><option>All<option>Some</select></p>",
}


@pytest.mark.parametrize("where", ["start", "end", "both"])
@pytest.mark.parametrize("end", ENDS)
def test_what_stands_at_the_ends_of_a_list_is_no_record(end: str, where: str) -> None:
    end = ENDS[end]
    before = end if where != "end" else ""
    after = end if where != "start" else ""
    found = first_region(f"<h1>Results</h1><div>{before}{''.join(HITS)}{after}</div>")
    assert found == [words(5, n) for n in range(9)]


@pytest.mark.parametrize(
    "pager",
    [
        "<a href=?p=1>« Previous</a> | <a href=?p=3>Next »</a>",
        "<a href=?p=1>Zurück</a> Seite 2 <a href=?p=3>Weiter</a>",
        "<a href=?p=1>上一页</a> <a href=?p=1>1</a> <b>2</b> <a href=?p=9>9</a>",
    ],
)
def test_a_pager_in_a_row_of_its_own_is_no_record(pager: str) -> None:
    rows = "".join(
        f"<tr><td><a href=/{n}>{words(4, n)}</a></td><td>{words(9, n + 40)}.</td></tr>"
        for n in range(8)
    )
    pager = f"<tr><td colspan=2>{pager}</td></tr>"
    found = first_region(f"<h1>Results</h1><table>{pager}{rows}{pager}</table>")
    assert [text.split(" ")[0] for text in found] == [words(4, n).split()[0] for n in range(8)]


def test_a_list_of_numbers_keeps_its_ends() -> None:
    rounds = "".join(
        f"<li><a href=/game/{n}>{n}</a> <a href=/game/{n + 1}>{n + 1}</a></li>"
        for n in range(1, 17, 2)
    )
    found = first_region(f"<h1>Games</h1><ol>{rounds}</ol>")
    assert found == [f"{n} {n + 1}" for n in range(1, 17, 2)]


def test_an_advertisement_before_a_record_is_not_its_first_part() -> None:
    """Records are a heading and what follows; a paid one of its own stands before some."""
    blocks = []
    for number in range(12):
        if number in (3, 8):
            blocks.append(f"<div class=paid><small>Paid</small> {words(6, 70 + number)}</div>")
        blocks.append(
            f"<h3><a href=/{number}>{words(4, number)}</a></h3><p>{words(16, number + 30)}.</p>"
            f"<p class=more><a href=/{number}>Read more</a></p>"
        )
    found = first_region(f"<div>{''.join(blocks)}</div>")
    assert found == [words(4, number) for number in range(12)]
