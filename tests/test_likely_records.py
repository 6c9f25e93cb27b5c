"""What the network says of records: candidates without their unlikely records, and the features."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import pytest
from list_pages import LISTS, in_a_site

from scrapy_treesim import Page, records
from scrapy_treesim.regions import constants
from scrapy_treesim.regions._candidates_cy import Candidates
from scrapy_treesim.regions._likely_cy import LikelyRecords, add_likely, find_gap
from scrapy_treesim.regions.constants import MAX_CANDIDATES, WIDTH
from scrapy_treesim.regions.features import FEATURES
from scrapy_treesim.regions.model import likely_records, scored_of

SHARES = (
    "alike least_alike region_share coverage with_link with_image with_heading with_price "
    "with_date distinct distinct_firsts commonest_first likely least_likely first_likely "
    "last_likely unlikely "
    "of_likeliest expected recall precision expected_outside"
).split()


def rows(odds: Sequence[float]) -> tuple[Candidates, LikelyRecords]:
    """A list of one candidate, whose records have these log-odds."""
    page = Page("<ul>" + "<li>x</li>" * len(odds) + "</ul>")
    tree = page.tree
    nodes = [node for node in range(len(tree)) if tree.tag[node] and tree.name(node) == "li"]
    likely = LikelyRecords(page.analysis)
    block = array("i", [-1] * len(tree))
    for place, node in enumerate(nodes):
        block[node + 1] = place
    likely.read_elements(
        array("i", nodes), array("i", range(len(odds))), array("i", range(1, len(odds) + 1)), block,
        array("f", odds), 1, 0,
    )  # fmt: skip
    found = Candidates(page.analysis, 10_000)
    for node in nodes:
        found.add_subtree(node)
    found.end_candidate(0)
    return found, likely


def left(odds: Sequence[float]) -> list[list[int]]:
    """The places of the records that each candidate has that is left of a list."""
    found, likely = rows(odds)
    first = [nodes for (nodes,) in found.nodes_of(0)]
    add_likely(found, likely, array("i", [0]))
    return [[first.index(node) for (node,) in found.nodes_of(one)] for one in range(1, found.count)]


def test_kernels_number_the_features_as_the_table_does() -> None:
    other = {"alike": "SIMILAR", "least_alike": "LEAST_SIMILAR", "likely": "MEAN_LIKELY"}
    names = [other.get(name, name.upper()) for name in FEATURES]
    assert [getattr(constants, name) for name in names] == [*range(WIDTH)]


def test_of_even_records_nothing_else_is_left() -> None:
    assert left([3.0] * 5) == []
    assert left([3.0, 2.9]) == []
    assert left([-4.0] * 5) == []


def test_a_row_of_heads_is_left_out() -> None:
    # Once, although it is below even and below the gap.
    assert left([-3.0, 2.0, 2.1, 1.9]) == [[1, 2, 3]]
    # Likely as it is, it is far less so than the others.
    assert left([1.0, 4.0, 4.2, 3.9, 4.1]) == [[1, 2, 3, 4]]


def test_unlikely_records_in_the_middle_are_left_out() -> None:
    assert left([2.0, 2.0, -3.0, 2.0, 2.0, -0.5, 2.0]) == [[0, 1, 3, 4, 6], [0, 1, 3, 4, 5, 6]]


def test_the_gap_is_among_the_less_likely_half() -> None:
    found, likely = rows([0.5, 1.0, 1.2, 4.0])
    find_gap(found, likely, 0)
    assert likely.gap == pytest.approx(0.5, abs=1e-6)
    assert 0.62 < likely.above < 0.74


def test_there_is_room_for_what_is_left_of_a_list_on_a_page_of_many() -> None:
    goods = "".join(f"<tr><td><a href=/{n}>Thing {n}</a><td>${n}.50" for n in range(30))
    small = "".join(f"<div><p>a{n}</p><i>b</i></div>" for n in range(2 * MAX_CANDIDATES))
    page = Page(f"<table><tr><th>Name<th>Price{goods}</table>{small}")
    scored = page.once(scored_of)
    assert scored.candidates.count > MAX_CANDIDATES // 2
    assert any(one >= MAX_CANDIDATES - 1 for one in scored.ids) or len(scored.ids) > 20


@pytest.mark.parametrize(
    "html",
    [
        *LISTS.values(),
        "<p>" + "".join(f"<span>{n} words</span> " for n in range(200)) + "</p>",
        "<pre>" + "".join(f"<a name=l{n}>line {n} of it</a>\n" for n in range(300)) + "</pre>",
        "<div>" + "".join(f"<a href=/{n}>Thing {n}</a><br>" for n in range(300)) + "</div>",
    ],
)
def test_shares_are_shares(html: str) -> None:
    scored = Page(html).once(scored_of)
    assert len(scored.ids) > 0
    for place in range(len(scored.ids)):
        row = dict(zip(FEATURES, scored.rows[place * WIDTH : (place + 1) * WIDTH], strict=True))
        assert all(0 <= row[name] <= 1 + 1e-9 for name in SHARES), row


def test_spans_of_a_paragraph_are_no_records() -> None:
    html = "<p>" + "".join(f"<span>word{n} and more</span> " for n in range(200)) + "</p>"
    assert all(region.confidence < 0.5 for region in records(Page(html)))


def test_nodes_without_an_answer_are_likely_by_their_text() -> None:
    page = Page(in_a_site("<div>" + "<a href=/x>Some thing</a><br>" * 20 + "</div>"))
    likely = likely_records(page)
    links = [
        node
        for node in range(len(page.tree))
        if page.tree.tag[node] and page.tree.name(node) == "a"
    ]
    assert all(0 <= likely.probability[node] <= 1 for node in links)
    assert likely_records(Page("")).most == 0
