"""What the comments benchmark counts as found, as the right parent, author, time and date."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import pytest

from benchmarks.comment_fields import (
    TrueFields,
    author_right,
    date_right,
    known_parents,
    time_right,
    true_fields,
)
from benchmarks.comment_matching import Share, Tokens, match
from benchmarks.comment_threads import found_parent, judge_threads, true_parents
from benchmarks.comment_values import day_of, plain_name
from benchmarks.comments import Found, stripped

BODY = "one two three four five six seven eight"


@dataclass
class Said:
    """As much of a comment as is judged."""

    text: str = ""
    parent: int | None = None
    author: str | None = None
    time: str | None = None
    date: str | None = None


def true(text: str, block: str | None = None) -> dict[str, str]:
    return {"text": text, "block": block or text}


def placed(*places: tuple[str, int]) -> list[dict[str, object]]:
    return [{"text": "x", "xpath": xpath, "depth": depth} for xpath, depth in places]


def test_tokens_are_words_and_single_characters_of_chinese() -> None:
    assert Tokens.of("Good, GOOD 好的").counts == {"good": 2, "好": 1, "的": 1}


def test_enough_common_tokens_are_a_match() -> None:
    assert match([BODY + " nine ten eleven"], [true(BODY)], lenient=False) == {0: 0}
    assert match(["one two three and quite other words"], [true(BODY)], lenient=False) == {}


def test_author_and_date_count_only_where_lenient() -> None:
    gold = [true("thanks a lot", "Jane Doe May 3 at noon thanks a lot")]
    found = ["Jane Doe May 3 at noon thanks a lot"]
    assert match(found, gold, lenient=True) == {0: 0}
    assert match(found, gold, lenient=False) == {}


def test_matching_is_one_to_one_and_best_first() -> None:
    nearly = BODY + " nine"
    assert match([nearly, BODY], [true(BODY)], lenient=False) == {1: 0}
    assert match([BODY, BODY], [true(BODY), true(BODY)], lenient=False) == {0: 0, 1: 1}


def test_texts_without_tokens_match_nothing() -> None:
    assert match(["…", ""], [true("…"), true("")], lenient=True) == {}


def test_f1_of_a_page() -> None:
    share = Share()
    share.add(right=2, found=4, true=2)
    assert (share.precision, share.recall) == (0.5, 1.0)
    assert share.f1 == pytest.approx(2 / 3)
    assert Share().f1 == 0.0


def test_the_parent_is_the_nearest_comment_around() -> None:
    comments = placed(("/ol/li[1]", 0), ("/ol/li[1]/ol/li", 1), ("/ol/li[1]/ol/li/ol/li", 2))
    assert true_parents(comments) == [None, 0, 1]


def test_li_11_is_not_inside_li_1() -> None:
    comments = placed(("/ol/li[1]", 0), ("/ol/li[11]", 0), ("/ol/li[11]/p", 1))
    assert true_parents(comments) == [None, None, 1]


def test_the_parent_beside_the_replies_is_the_nearest_less_deep() -> None:
    comments = placed(
        ("/ol/li[1]/div", 1),
        ("/ol/li[1]/ul/li[1]/div", 2),
        ("/ol/li[1]/ul/li[2]/div", 2),
        ("/ol/li[2]/div", 1),
        ("/ol/li[2]/ul/li/div", 2),
    )
    assert true_parents(comments) == [None, 0, 0, None, 3]


def test_a_reply_to_a_comment_that_is_not_listed_has_no_parent() -> None:
    comments = placed(("/ol/li[1]/div", 1), ("/ol/li[2]/div", 1), ("/ol/li[3]/ul/li/div", 2))
    assert true_parents(comments) == [None, None, None]


def test_found_comments_that_are_none_do_not_stand_between() -> None:
    parents = [None, 0, 1]
    assert found_parent(2, parents, {0: 0, 2: 1}) == 0
    assert found_parent(2, parents, {0: 0, 1: 1, 2: 2}) == 1
    assert found_parent(0, parents, {0: 0}) is None


def test_a_circle_of_parents_ends() -> None:
    assert found_parent(0, [1, 0], {}) is None


def test_parents_are_numbered_anew_without_comments_that_say_nothing() -> None:
    said = [Said(" "), Said("a", 0), Said("b", 1), Said(""), Said("c", 3), Said("d", 2)]
    found = Found.of(said)
    assert found.texts == ["a", "b", "c", "d"]
    assert found.parents == [None, 0, None, 1]


def test_threads_are_judged_over_found_and_over_all() -> None:
    page = judge_threads([None, 0, 0, None], [None, 0, 0], {0: 0, 1: 1, 2: 3})
    assert (page.nested, page.matched, page.right) == (2, 1, 1)
    assert (page.top, page.invented) == (2, 1)


def test_a_wrong_parent_is_not_right() -> None:
    page = judge_threads([None, None, 0], [None, None, 1], {0: 0, 1: 1, 2: 2})
    assert (page.matched, page.right) == (1, 0)


@pytest.mark.parametrize(
    "name", ["Jane  Doe", "@jane doe", "Jane Doe says:", "jane doe (4711) writes:"]
)
def test_names_are_compared_without_what_surrounds_them(name: str) -> None:
    assert author_right(TrueFields(author="jane doe"), Said(author=name))


def test_another_name_is_wrong() -> None:
    assert plain_name("Essay S.") == "essay s."
    assert not author_right(TrueFields(author="jane doe"), Said(author="Jane"))
    assert not author_right(TrueFields(author="jane doe"), Said())


@pytest.mark.parametrize(
    ("text", "language", "order", "day"),
    [
        ("2024-07-06T23:35:56-04:00", "en", "MDY", date(2024, 7, 6)),
        ("Posted by Jane on 3rd May 2012 at 9:12 pm", "en", "MDY", date(2012, 5, 3)),
        ("9. Dezember 2013 at 14:57", "de", "DMY", date(2013, 12, 9)),
        ("04.05.2012", "en", "MDY", date(2012, 4, 5)),
        ("04.05.2012", "de", "DMY", date(2012, 5, 4)),
        ("June 5", "en", "MDY", None),
        ("2 days ago", "en", "MDY", None),
        ("2024-99-06", "en", "MDY", None),
    ],
)
def test_days(text: str, language: str, order: str, day: date | None) -> None:
    assert day_of(text, language, order) == day


def test_times_are_right_by_their_words_or_their_day() -> None:
    fields = TrueFields(
        times=("1 year ago", "May 3, 2012 4:10 am"), days=frozenset([date(2012, 5, 3)])
    )
    for time, right in (("1 year  ago", True), ("2012-05-03", True), ("2 years ago", False)):
        assert time_right(fields, Said(time=time), "en", "MDY") is right
    assert not time_right(fields, Said(), "en", "MDY")


def test_dates_are_right_by_their_day() -> None:
    fields = TrueFields(times=("May 3, 2012",), days=frozenset([date(2012, 5, 3)]))
    assert date_right(fields, Said(date="2012-05-03T23:59:00"))
    assert date_right(fields, Said(date="2012-05-03"))
    assert not date_right(fields, Said(date="2012-05-04T00:00:00"))
    assert not date_right(fields, Said(date="2012-05-04"))
    assert not date_right(fields, Said(time="May 3, 2012"))


PAGE = b"""<html><body><ul>
<li><b class=who>Ann:</b> <time datetime=2012-05-03>3 May</time><p>First</p>
  <ul><li><b class=who>Bob</b> <time datetime=2012-05-04>4 May</time><p>Second</p></li></ul></li>
<li><b class=who>Cid</b><b class=who>Dan</b><p>Third</p></li>
</ul></body></html>"""
COMMENTS = [
    {"text": "First", "xpath": "/html/body/ul/li[1]"},
    {"text": "Second", "xpath": "/html/body/ul/li[1]/ul/li"},
    {"text": "Third", "xpath": "/html/body/ul/li[2]"},
]


def test_true_fields_are_the_comments_own_and_one_each() -> None:
    truth = {"comments": COMMENTS, "lang": "en"}
    fields = true_fields(PAGE, truth, {"author": ".who", "date": "xpath:./time"})
    assert [one.author for one in fields] == ["ann", "bob", None]
    assert [set(one.days) for one in fields] == [{date(2012, 5, 3)}, {date(2012, 5, 4)}, set()]


def test_comments_without_an_xpath_are_found_by_what_they_say() -> None:
    truth = {"comments": [{"text": "Third"}, {"text": "Second"}], "lang": "en"}
    fields = true_fields(PAGE, truth, {"comments": "p", "author": "xpath:../b[1]"})
    assert [one.author for one in fields] == ["cid", "bob"]


def test_parents_that_the_table_leads_to() -> None:
    entry = {"parent": "xpath:ancestor::li[1]"}
    assert known_parents(PAGE, {"comments": COMMENTS}, entry) == [None, 0, None]


def test_pages_can_lose_their_classes_and_ids() -> None:
    page = stripped(b"<html><body><p class=a id=b title=c>\xc3\xa9</p></body></html>")
    assert '<p title="c">\xe9</p>' in page
