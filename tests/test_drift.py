"""Drift: what is expected of a template, and the cumulative sums that say when it has fallen."""

from __future__ import annotations

from dataclasses import replace
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from template_site import HOST, templates, url_of

from scrapy_treesim.templates.drift import (
    FALL,
    LIMIT,
    MAX_CHANCE,
    MAX_SHAPES,
    Decline,
    DriftWatch,
    Expectation,
    chance,
    credible,
)

SHARES = st.floats(0, 1)


def pages_until(decline: Decline, random: Random, share: float, most: int = 100_000) -> int | None:
    """Pages of which that share say yes until the sum is at its limit."""
    for page in range(1, most + 1):
        if decline.add(random.random() < share):
            return page
    return None


@pytest.mark.parametrize("expected", [0.95, 0.8, 0.5, 0.2])
def test_a_share_that_holds_is_no_fall(expected: float) -> None:
    assert pages_until(Decline(expected), Random(1), expected) is None
    assert pages_until(Decline(expected), Random(2), min(1.0, expected * 1.1)) is None


@pytest.mark.parametrize(("expected", "soon"), [(0.95, 6), (0.8, 13), (0.5, 35), (0.2, 120)])
def test_a_share_that_falls_to_nothing_is_seen_soon(expected: float, soon: int) -> None:
    decline = Decline(expected)
    assert pages_until(decline, Random(3), expected, 1_000) is None
    assert pages_until(decline, Random(4), 0.0) in range(1, soon + 1)
    assert decline.hits / decline.pages < expected


@given(st.floats(0.05, 0.95), st.lists(st.booleans(), max_size=200))
def test_the_sum_is_that_of_the_pages_since_it_was_last_0(
    expected: float, facts: list[bool]
) -> None:
    decline, watched = Decline(expected), Decline(expected)
    for hit in facts:
        before = decline.sum
        told = decline.add(hit)
        assert decline.sum >= 0
        assert (decline.sum > before) is (not hit) or decline.sum == 0
        assert told is (decline.sum >= LIMIT)
        assert 0 <= decline.hits <= decline.pages <= len(facts)
    since = facts[len(facts) - decline.pages :]
    assert sum(since) == decline.hits
    for hit in since:
        watched.add(hit)
    assert watched.sum == pytest.approx(decline.sum)


def binomial(hits: int, pages: int, share: float) -> float:
    return comb(pages, hits) * share**hits * (1 - share) ** (pages - hits)


@pytest.mark.parametrize(("looked", "pages"), [(14, 14), (50, 14), (50, 60), (14, 60)])
@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
def test_a_field_found_as_often_as_ever_is_hardly_ever_told_of_at_the_end(
    looked: int, pages: int, share: float
) -> None:
    by_chance = sum(
        binomial(found, looked, share) * binomial(hits, pages, share)
        for found in range(looked + 1)
        for hits in range(pages + 1)
        if hits < FALL * found / looked * pages and chance(hits, pages, found, looked) < MAX_CHANCE
    )
    assert by_chance < 2 * MAX_CHANCE


def test_what_is_expected_is_what_was_seen() -> None:
    sure = [(0.5 + n / 100, {"name"} | ({"price"} if n % 2 else set())) for n in range(20)]
    found = Expectation.of([*sure, None, None])
    assert found.pages == 22
    assert found.matched == round(20 / 22, 4)
    assert found.confidence == 0.595
    assert found.low == 0.51
    assert found.fields == {"name": 1.0, "price": 0.5}
    assert found.looked == 20
    few = found.with_fields([{"name"}, {"name", "price"}, {"name"}])
    assert (few.pages, few.matched, few.low) == (found.pages, found.matched, found.low)
    assert (few.fields, few.looked) == ({"name": 1.0, "price": 0.3333}, 3)


@given(st.lists(st.none() | st.tuples(SHARES, st.frozensets(st.sampled_from("abc"))), max_size=60))
def test_nine_in_ten_are_as_sure_as_expected(
    matches: list[tuple[float, frozenset[str]] | None],
) -> None:
    found = Expectation.of(matches)
    sure = [one[0] for one in matches if one]
    assert sum(one >= found.low for one in sure) >= 0.9 * len(sure)
    assert all(0 <= one <= 1 for one in (found.matched, found.low, *found.fields.values()))
    for share in (0.0, 0.5, 1.0):
        assert 0 < credible(share, found.pages) <= 0.95


def test_a_page_that_matches_nothing_speaks_against_the_likest_with_addresses_like_its_own() -> (
    None
):
    goods, news = templates()
    watch = DriftWatch(templates())
    for number in range(50):
        assert watch.unmatched([news, goods], url_of("forum", number)) == []
    found = [
        one
        for number in range(20)
        for one in watch.unmatched([news, goods], url_of("goods", number))
    ]
    assert {(one.template, one.what, one.share) for one in found} == {(f"{HOST}/1", "match", 0.0)}
    # Once a page of the other was at such an address, the likest counts.
    watch.matched(news, url_of("goods", 99), 1.0, ())
    found = [
        one
        for number in range(20)
        for one in watch.unmatched([news, goods], url_of("goods", number))
    ]
    assert {one.template for one in found} == {f"{HOST}/2"}


def test_what_is_remembered_is_bounded() -> None:
    goods = templates()[0]
    watch = DriftWatch(templates())
    for number in range(1_000):
        kind = "x" * number
        assert watch.matched(goods, f"https://{HOST}/{kind}/1", 1.0, goods.fields) == []
    assert len(watch._shapes[goods.id]) == MAX_SHAPES
    assert len(watch._declines) == 2 + len(goods.fields)


def test_a_template_of_which_nothing_is_expected_has_no_drift() -> None:
    bare = replace(templates()[0], expected=None)
    watch = DriftWatch([bare])
    for number in range(50):
        assert watch.matched(bare, url_of("goods", number), 0.1, ()) == []
        assert watch.unmatched([bare], url_of("goods", number)) == []
