"""Records by Gong's method: main region, clusters of its children, the best segmentation."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_treesim import Gong, Page, Ranked, Region, compiled, records, similar
from scrapy_treesim.papers.gong import (
    MAX_LETTERS,
    MAX_PAIRWISE,
    MAX_SHAPES,
    best_segmentation,
    candidates,
    cluster,
    mean_similarity,
    rank_regions,
)
from scrapy_treesim.similarity import Compare, measure_over
from scrapy_treesim.tree import ELEMENTS_AND_TEXT, ShapeTable


def body(*pieces: str) -> str:
    return f"<html><body>{''.join(pieces)}</body></html>"


def only_region(source: Page | str, method: Gong | None = None) -> Region:
    (region,) = records(source, method=method or Gong())
    return region


def texts(region: Region) -> list[str]:
    return [record.text for record in region.records]


# The main region (section 2.2)


def ranked(source: str, weights: tuple[float, float, float]) -> list[str]:
    page = Page(source)
    tree, _ = page.cleaned(ELEMENTS_AND_TEXT)
    return [page.xpath(tree.origin[node]) for node in rank_regions(page, tree, weights)]


REGIONS = body(
    "<ul>" + "<li>i</li>" * 12 + "</ul>",
    "<div>" + f"<p>{'word ' * 200}</p>" * 3 + "</div>",
    "<section>" + "<table><tr><td>a</td><td>b</td></tr></table>" * 7 + "</section>",
)


def test_content_increase_alone_ranks_by_text_less_its_mean_a_child() -> None:
    # div holds nearly all of the body's text, but the body has it too, over as many children.
    assert ranked(REGIONS, (0, 1, 0))[:2] == ["/html/body", "/html/body/div"]
    # With the same text, more children leave a smaller mean: the increase is larger.
    apart = body("<i>x</i>", "<div>" + f"<p>{'word ' * 100}</p>" * 9 + "</div>")
    assert ranked(apart, (0, 1, 0))[0] == "/html/body/div"


def test_nodes_inside_alone_ranks_by_size_and_is_silent_between_relatives() -> None:
    order = ranked(REGIONS, (0, 0, 1))
    assert order.index("/html/body/section") < order.index("/html/body/ul")
    assert order.index("/html/body/ul") < order.index("/html/body/div")
    # The body is larger than any of them, but they lie in it: it does not push them back.
    assert ranked(body("<ul>" + "<li>x</li>" * 3 + "</ul>", "<p>a</p>"), (0, 0, 1)) == [
        "/html/body",
        "/html/body/ul",
    ]


# Clustering (section 2.3)


def over(distances: Sequence[Sequence[float]]) -> Compare:
    def compare(a: int, b: int) -> float:
        return 1 - distances[a][b]

    return compare


def greedy(
    shapes: Sequence[int], distances: Sequence[Sequence[float]], limit: float
) -> set[frozenset[int]]:
    """The paper's algorithm 2 word by word, O(n^3): join the closest pair while it is below d0."""
    groups = [[place] for place in range(len(shapes))]

    def mean(one: list[int], other: list[int]) -> float:
        pairs = [distances[shapes[i]][shapes[j]] for i in one for j in other]
        return sum(pairs) / len(pairs)

    while len(groups) > 1:
        distance, i, j = min(
            (mean(groups[i], groups[j]), i, j) for i, j in combinations(range(len(groups)), 2)
        )
        if distance >= limit:
            break
        groups[i] += groups.pop(j)
    return {frozenset(group) for group in groups}


def partition(numbers: Sequence[int]) -> set[frozenset[int]]:
    groups: dict[int, set[int]] = {}
    for place, number in enumerate(numbers):
        groups.setdefault(number, set()).add(place)
    return {frozenset(group) for group in groups.values()}


@st.composite
def _matrices(draw: st.DrawFn) -> tuple[list[int], list[list[float]], float]:
    k = draw(st.integers(1, 9))
    # Distinct distances, so that the closest pair is one pair.
    pool = draw(
        st.lists(
            st.integers(1, 9_999), min_size=k * (k - 1) // 2, max_size=k * (k - 1) // 2, unique=True
        )
    )
    distances = [[0.0] * k for _ in range(k)]
    for (i, j), value in zip(combinations(range(k), 2), pool, strict=True):
        distances[i][j] = distances[j][i] = value / 10_000 + (i * k + j) * 1e-9
    shapes = draw(st.lists(st.integers(0, k - 1), min_size=1, max_size=12))
    limit = draw(st.floats(0.01, 0.99)) + 1.2345e-7
    return shapes, distances, limit


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(_matrices())
def test_clusters_are_those_of_always_joining_the_closest_pair(
    drawn: tuple[list[int], list[list[float]], float],
) -> None:
    shapes, distances, limit = drawn
    found = cluster(shapes, over(distances), limit)
    assert partition(found) == greedy(shapes, distances, limit)


def test_beyond_the_exact_part_a_shape_joins_the_nearest_cluster_or_starts_one() -> None:
    def compare(a: int, b: int) -> float:
        return 1.0 if a % 3 == b % 3 else 0.0

    shapes = list(range(MAX_SHAPES + 30))
    assert cluster(shapes, compare, 0.15) == [shape % 3 for shape in shapes]

    def new_kind(a: int, b: int) -> float:
        return 1.0 if (a < MAX_SHAPES) == (b < MAX_SHAPES) else 0.0

    found = cluster(shapes, new_kind, 0.15)
    assert found == [0] * MAX_SHAPES + [1] * 30


# Candidates (section 2.4)


def cuts(letters: str) -> list[list[str]]:
    """The candidates for children of these clusters, as the pieces they cut the letters into."""
    return [
        [letters[a:b] for a, b in one] for one in candidates([ord(letter) for letter in letters])
    ]


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        # A record starts or ends at every occurrence of a cluster.
        ("ABABAB", ["AB AB AB", "A BA BA", "BA BA B"]),
        ("AABAAB", ["A AB A AB", "A A BA A", "BAA B", "AAB AAB"]),
        ("AAAA", ["A A A A"]),
        # H and F are a header and a footer: no other record has their letters.
        ("HABABF", ["AB AB", "A BA", "BA B"]),
        *((letters, []) for letters in ("", "A", "AB", "ABCDE")),
    ],
)
def test_candidates_by_hand(letters: str, expected: list[str]) -> None:
    assert [" ".join(one) for one in cuts(letters)] == expected


@pytest.mark.parametrize(
    ("letters", "one"),
    [
        # The last record, and the first, have what the others hold of an optional C, and no X.
        ("ABABCABCX", "AB ABC ABC"),
        ("ABCABCABX", "ABC ABC AB"),
        ("XCBACBABA", "CBA CBA BA"),
        ("XBACBACBA", "BA CBA CBA"),
    ],
)
def test_the_ends_of_a_list_are_cut_as_its_records_are(letters: str, one: str) -> None:
    assert one.split() in cuts(letters)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.lists(st.integers(0, 4), max_size=14))
def test_every_candidate_is_a_run_of_records_with_nothing_between(letters: list[int]) -> None:
    found = candidates(letters)
    assert len(found) == len(set(found))
    assert len(found) <= 2 * len(set(letters))
    for one in found:
        assert len(one) >= 2
        assert all(0 <= a < b <= len(letters) for a, b in one)
        assert all(one[i][1] == one[i + 1][0] for i in range(len(one) - 1))
        firsts = {letters[a] for a, _ in one}
        lasts = {letters[b - 1] for _, b in one}
        assert len(firsts) == 1 or len(lasts) == 1


def test_only_the_most_frequent_clusters_are_tried() -> None:
    rare = list(range(100, 100 + 3 * MAX_LETTERS)) * 2
    common = [letter for n in range(MAX_LETTERS) for letter in [n] * 3]
    assert {common[a] for one in candidates(common + rare) for a, _ in one} <= set(common)


# The best segmentation (section 2.5)


class Children:
    """Children of a region, made of shapes of one table, by letters."""

    def __init__(self, measure: str = "stm") -> None:
        self.table = ShapeTable()
        self.compare = measure_over(self.table, measure)

    def shape(self, *tags: str) -> int:
        """A subtree: its tag and leaves below it."""
        leaves = tuple(self.table.add(self.table.number(tag), ()) for tag in tags[1:])
        return self.table.add(self.table.number(tags[0]), leaves)


def test_mean_similarity_is_that_of_all_pairs() -> None:
    values = {(0, 1): 0.5, (0, 2): 0.2, (1, 2): 0.8}

    def compare(a: int, b: int) -> float:
        return 1.0 if a == b else values[min(a, b), max(a, b)]

    assert mean_similarity([0, 1], compare) == 0.5
    assert mean_similarity([0, 1, 2], compare) == pytest.approx((0.5 + 0.2 + 0.8) / 3)
    assert mean_similarity([0, 0, 0], compare) == 1.0
    everything = [0, 1, 0, 2, 2]
    pairs = [compare(a, b) for a, b in combinations(everything, 2)]
    assert mean_similarity(everything, compare) == pytest.approx(sum(pairs) / len(pairs))


def test_many_different_records_are_compared_with_their_neighbours() -> None:
    asked: list[tuple[int, int]] = []

    def compare(a: int, b: int) -> float:
        asked.append((a, b))
        return 0.25

    shapes = list(range(MAX_PAIRWISE + 1))
    assert mean_similarity(shapes, compare) == 0.25
    assert asked == list(pairwise(shapes))


def test_the_segmentation_of_most_similar_records_wins() -> None:
    made = Children()
    head, text = made.shape("h3"), made.shape("p", "a", "b")
    note = made.shape("div", "i")
    # AB ABC AB: cut before each A the records are alike but for one note.
    shapes = [head, text, head, text, note, head, text]
    best = best_segmentation([0, 1, 0, 1, 2, 0, 1], shapes, made.table, made.compare)
    assert best is not None
    assert best.cuts == ((0, 2), (2, 5), (5, 7))
    # Sizes under the artificial root: 5, 7, 5, and 5 nodes in common.
    assert best.similarity == pytest.approx((1.0 + 10 / 12 + 10 / 12) / 3)


def test_of_equally_similar_segmentations_that_with_more_records_wins() -> None:
    made = Children()
    a, b = made.shape("dt"), made.shape("dd")
    # Cut at A: three records AB; cut at B's ends: the same; cut as BA BA: two.
    best = best_segmentation([0, 1, 0, 1, 0, 1], [a, b, a, b, a, b], made.table, made.compare)
    assert best is not None
    assert best.cuts == ((0, 2), (2, 4), (4, 6))
    assert best.similarity == 1.0


# The whole


def test_a_record_may_be_several_neighbouring_subtrees() -> None:
    entries = "".join(
        f"<h3><a href='/{n}'>Name {n}</a></h3><p>About {n} <a href='/more'>more</a></p>"
        for n in range(5)
    )
    region = only_region(body(f"<div>{entries}</div>"))
    assert texts(region) == [f"Name {n}\nAbout {n} more" for n in range(5)]
    assert region.records[1].xpaths == ("/html/body/div/h3[2]", "/html/body/div/p[2]")


def test_a_header_and_a_footer_in_the_region_are_no_records() -> None:
    rows = "".join(f"<tr><td>{n}</td><td><a href='/{n}'>x{n}</a></td></tr>" for n in range(6))
    source = body(
        "<table><tr><th>Number</th><th>Name</th><th>?</th></tr>",
        rows,
        "<tr><td colspan=2><form><p>next</p><p>last</p></form></td></tr></table>",
    )
    assert [text.split("\t")[0] for text in texts(only_region(source))] == list("012345")


@pytest.mark.parametrize(
    "source",
    [
        "",
        "<p>x</p>",
        body("<h1>One thing</h1>", "<p>Some text.</p>"),
        body("<div><div><p>a</p></div></div>"),
        body("<h1>a</h1><p>b <i>c</i></p><ul><li>d</li></ul>"),
    ],
)
def test_a_page_where_nothing_repeats_has_no_region(source: str) -> None:
    assert records(source, method="gong") == []


def test_a_region_holds_as_many_records_as_asked_for() -> None:
    entries = "".join(f"<li><a href='/{n}'>Entry {n}</a></li>" for n in range(4))
    source = body(f"<ul>{entries}</ul>")
    assert len(only_region(source, Gong(min_records=4)).records) == 4
    assert records(source, method=Gong(min_records=5)) == []


def test_records_without_text_do_not_make_up_the_number() -> None:
    source = body("<ul>" + "<li></li>" * 5 + "</ul>")
    assert all(len(region.records) >= 3 for region in records(source, method="gong"))


def test_records_of_pictures_alone_are_records() -> None:
    pictures = "".join(f"<li><a href='/{n}'><img src='/{n}.png'></a></li>" for n in range(5))
    region = only_region(Page(body(f"<ul>{pictures}</ul>"), url="https://x.example/"))
    assert [record.images for record in region.records] == [
        (f"https://x.example/{n}.png",) for n in range(5)
    ]


def test_the_distance_decides_which_children_are_of_one_kind() -> None:
    plain = "<li><a href='/'>x</a><b>b</b><i>i</i><p>p</p></li>"
    richer = plain.replace("</li>", "<p>q</p><p>r</p></li>")
    source = body("<ul>", (plain + richer) * 3, "</ul>")
    apart = only_region(source, Gong(max_distance=0.01))
    joined = only_region(source, Gong(max_distance=0.5))
    assert len(apart.records) == 3
    assert apart.confidence == 1.0
    assert len(joined.records) == 6
    assert joined.confidence < 1.0


def test_the_method_can_be_chosen_by_name_and_must_be_known() -> None:
    source = body("<ul>", "<li><a href='/'>x</a></li>" * 4, "</ul>")
    assert records(source, method="gong") == records(source, method=Gong())
    assert records(source, method="ranked") == records(source, method=Ranked()) == records(source)
    with pytest.raises(ValueError, match=r"'nope'.*ranked.*gong"):
        records(source, method="nope")
    with pytest.raises(ValueError, match="'nope'"):
        records(source, method=Gong(measure="nope"))


THREE_LISTS = body(
    "<ul>" + "".join(f"<li><a href='/a{n}'>first {n}</a></li>" for n in range(9)) + "</ul>",
    "<ol>" + "".join(f"<li><a href='/b{n}'>second {n}</a></li>" for n in range(7)) + "</ol>",
    "<dl>" + "".join(f"<dd><a href='/c{n}'>third {n}</a></dd>" for n in range(5)) + "</dl>",
)


def test_several_regions_come_best_first_and_do_not_overlap() -> None:
    found = records(THREE_LISTS, method=Gong(max_regions=10))
    assert [region.xpath for region in found] == [
        "/html/body/ul",
        "/html/body/ol",
        "/html/body/dl",
    ]
    assert [len(region.records) for region in found] == [9, 7, 5]
    two = records(THREE_LISTS, method=Gong(max_regions=2))
    assert two == found[:2]


# What a record tells


def record_of(inner: str, url: str = "https://shop.example/list/") -> Any:
    entries = f"<li><p>{inner}</p></li>" + "<li><p>other <b>one</b></p></li>" * 4
    (region,) = records(Page(body(f"<ul>{entries}</ul>"), url=url), method=Gong(max_distance=0.9))
    return region.records[0]


@pytest.mark.parametrize(
    ("inner", "links"),
    [
        ("<a href='b'>1</a> <a href='/a?x=1'>2</a> <a href=' b '>3</a>", "list/b a?x=1"),
        ("<a href='#top'>1</a> <a href='javascript:buy()'>2</a> <a href=''>3</a> <a>4</a>", ""),
        ("<a href='http://[broken'>5</a> <a href='data:text/html,x'>6</a> <a href='/ok'>7", "ok"),
    ],
)
def test_links_are_absolute_each_once_in_order(inner: str, links: str) -> None:
    assert record_of(inner).links == tuple(f"https://shop.example/{one}" for one in links.split())


@pytest.mark.parametrize(
    ("images", "found"),
    [
        ("<img src='/b.png'><img src='a.png'><img src='../b.png'>", "b.png list/a.png"),
        ("<img src='data:image/gif;base64,R0'><img alt=y>", ""),
        # A lazy image is found where scripts find it.
        ("<img src='data:image/gif;base64,R0lGOD' data-src='/real.png'>", "real.png"),
        ("<img src='' data-src='/real.png'>", "real.png"),
        ("<img data-original='/real.png'>", "real.png"),
        ("<img src='/loading.gif' data-src='/real.png'>", "real.png"),
        ("<img src='/real.png' data-src='/a_{width}x.png'>", "real.png"),
        ("<img src='/real.png' data-src='undefined'>", "real.png"),
        ("<img data-lazy-src='/real.png' src='/loading.gif'>", "real.png"),
        (
            "<img data-srcset='/real.png 300w, /large.png 600w' src='data:image/gif;base64,R0'>",
            "real.png",
        ),
    ],
)
def test_images_are_absolute_each_once_in_order(images: str, found: str) -> None:
    expected = tuple(f"https://shop.example/{one}" for one in found.split())
    assert record_of(f"x {images}").images == expected


# The example project's site


# Cost


def _different(count: int) -> list[str]:
    def inner(n: int) -> str:
        return "".join(f"<h4>{digit}</h4>" + "<p>x</p>" * int(digit) for digit in str(n))

    return [f"<div>{inner(n)}</div>" for n in range(count)]


def test_a_region_of_thousands_of_different_children_is_read() -> None:
    found = records(body(*_different(5_000 if compiled else 1_500)), method="gong")
    assert isinstance(found, list)
    assert all(region.xpath == "/html/body" for region in found)


def test_a_record_has_the_fields_of_its_list() -> None:
    page = Page(Path(__file__).parents[1] / "example_project" / "site" / "shop" / "index.html")
    for found in (records(page)[0].records, similar(page, "product-grid li")):
        hatchet = next(one for one in found if one.title == "Ashwood Splitting Hatchet")
        assert (hatchet.price, hatchet.currency, hatchet.reviews) == (48.5, "GBP", 41)
        assert (hatchet.old_price, hatchet["price"]) == (None, "£48.50")
        assert hatchet.xpath.endswith("/li[2]")
        assert dict(hatchet) == hatchet.fields
        assert ("price" in hatchet, "colour" in hatchet) == (True, False)
        alone = pickle.loads(pickle.dumps(hatchet))
        assert (alone.price, alone.fields) == (48.5, hatchet.fields)
        with pytest.raises(AttributeError, match="no attribute 'colour'"):
            _ = hatchet.colour
        with pytest.raises(KeyError):
            _ = hatchet["colour"]


def test_a_second_region_leaves_the_rows_of_its_records() -> None:
    fruit = {"Apple": 1, "Pear": 2, "Plum": 3, "Fig": 4, "Quince": 5, "Cherry": 6}
    rows = "".join(f"<li><a href=/{n}>{name}</a> <b>${n}.50</b>" for name, n in fruit.items())
    [region] = records(f"<ul>{rows}</ul>")
    last = Region(region.records[3:], 0.9, region.node, region._page)
    assert len(last.table.columns[0].cells) == 3
    assert [record.price for record in last.records] == [4.5, 5.5, 6.5]
    assert [record.price for record in region.records] == [1.5, 2.5, 3.5, 4.5, 5.5, 6.5]
    assert region.table is region.records[0]._rows.table
