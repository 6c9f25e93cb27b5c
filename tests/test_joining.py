"""Clusters with no threshold of distance, and the signatures that tell further pages."""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from template_site import post, product, redesigned
from trees import examples

from scrapy_treesim import Page
from scrapy_treesim.templates.clustering.joining import (
    MAX_ATOMS,
    atoms_of,
    cluster,
    designs,
)
from scrapy_treesim.templates.match.signature import (
    PageFeatures,
    TemplateSignature,
    best_match,
    features_of,
    template_signatures,
)

TOP = (
    "<header class='top'><nav class='menu'><a class='home'>a</a></nav><p class='say'>x</p></header>"
)
END = "<footer class='end'><p class='legal'>x</p><ul class='more'><li>x</li></ul></footer>"


TEXT = ["<p>x</p>", "<p>x</p>", "<ul><li>x</li></ul>", "<p>x <b>y</b></p>"]


def features(html: str) -> PageFeatures:
    return features_of(Page(html).tree)


def page(main: str) -> PageFeatures:
    return features(f"<body>{TOP}<main>{main}</main>{END}</body>")


def goods(number: int, gallery: bool = False, old: bool = False) -> PageFeatures:
    """A page of goods: with a gallery or without, its text by number."""
    drawn = random.Random(number)
    block = "".join(f"<div class='shot-{name}'><img></div>" for name in "abcdefgh")
    return page(
        f"<div class='goods'><h1 class='name'>x</h1><p class='price'>1</p>"
        f"<p class='stock'>x</p><form class='buy'><button class='go'>x</button></form>"
        f"{'<del class=old>x</del>' if old else ''}"
        f"{f'<div class=gallery>{block}</div>' if gallery else ''}"
        f"<div class='text'>{''.join(drawn.choices(TEXT, k=4))}</div>"
        f"</div>"
    )


def article(number: int) -> PageFeatures:
    text = "".join(random.Random(number).choices(TEXT, k=5))
    return page(
        f"<article class='news'><h2 class='title'>x</h2><time class='when'>x</time>"
        f"<span class='by'>x</span><section class='body'>{text}</section></article>"
    )


def listing(number: int) -> PageFeatures:
    card = "<li class='card'><a class='to'>x</a><b class='cost'>1</b></li>"
    return page(f"<ul class='cards'>{card * (3 + number % 9)}</ul><p class='pages'>x</p>")


TONGUES = {
    "en": "<div class='tongue en'><b class='here en'>x</b><a class='other pl' href='#'>x</a></div>",
    "pl": "<div class='tongue pl'><b class='here pl'>x</b><a class='other en' href='#'>x</a></div>",
}


def in_two_tongues(each: int) -> tuple[list[PageFeatures], list[str]]:
    """A site each of whose templates has a header of one of two languages."""
    mains = {
        "goods": "<div class='goods'><h1 class='name'>x</h1><p class='price'>1</p><form"
        " class='buy'><button class='go'>x</button></form><p class='stock'>x</p></div>",
        "news": "<article class='news'><h2 class='title'>x</h2><time class='when'>x</time>"
        "<span class='by'>x</span><section class='body'><p>x</p></section></article>",
        "cards": "<ul class='cards'><li class='card'><a class='to'>x</a><b class='cost'>1</b></li>"
        "</ul><p class='pages'>x</p><aside class='filters'>x</aside>",
    }
    made = [
        (page(f"{header}{main}"), template)
        for template, main in mains.items()
        for header in TONGUES.values()
        for _ in range(each)
    ]
    return [one for one, _ in made], [template for _, template in made]


def site(each: int, seed: int = 0) -> tuple[list[PageFeatures], list[str]]:
    rows = [
        *((goods(n, gallery=n % 3 == 0, old=n % 4 < 2), "goods") for n in range(each)),
        *((article(n), "article") for n in range(each)),
        *((listing(n), "listing") for n in range(each)),
    ]
    random.Random(seed).shuffle(rows)
    return [one for one, _ in rows], [of for _, of in rows]


def partition(labels: Sequence[object]) -> list[int]:
    seen: dict[object, int] = {}
    return [seen.setdefault(label, len(seen)) for label in labels]


@pytest.mark.parametrize("each", [6, 12, 40])
def test_templates_are_told_apart_and_optional_blocks_do_not_split_them(each: int) -> None:
    pages, truth = site(each)
    assert cluster(pages) == partition(truth)


@pytest.mark.parametrize("each", [2, 3, 8])
def test_a_header_that_all_templates_have_in_two_forms_splits_none(each: int) -> None:
    pages, truth = in_two_tongues(each)
    assert cluster(pages) == partition(truth)


def test_a_bare_page_does_not_bring_all_others_together() -> None:
    cart = "".join(f"<i class='cart-{name}'>x</i>" for name in "abcdefghijklmnopqrstuvwxyz")
    form = "".join(f"<u class='form-{name}'>x</u>" for name in "abcdefghijklmnopqrstuvwxyz")
    pages = [page(main) for main in (f"<h1>x</h1>{cart}", f"<h1>x</h1>{form}", "<h3>x</h3>")
             for _ in range(6)]  # fmt: skip
    assert cluster(pages) == partition([main for main in "abc" for _ in range(6)])


def test_pages_of_two_designs_are_never_of_one_template() -> None:
    cells = "<td class='left'><b>x</b></td><td class='mid'><font class='big'>x</font></td>"
    row = f"<body><table class='frame'><tr class='row'>{cells}</tr></table></body>"
    old = [features(row.replace("x", str(n))) for n in range(4)]
    new = [goods(n) for n in range(4)]
    assert sorted(designs([*old, *new], range(8))) == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert designs(new, [0, 0, 2, 2]) == [[0, 1, 2, 3]]
    assert cluster([*old, *new]) == [0, 0, 0, 0, 1, 1, 1, 1]


def test_pages_of_several_sites_are_told_apart_and_then_their_templates() -> None:
    other = [features(redesigned(n).replace("class=", "id=")) for n in range(30)]
    third = [
        features(
            f"<body><div class='wiki'><div class='bar'><i class='edit'>x</i></div><h3 class='w'>x"
            f"</h3><dl class='facts'><dt class='k'>x</dt><dd class='v'>{n}</dd></dl></div></body>"
        )
        for n in range(30)
    ]
    pages, truth = site(20)
    all = [*pages, *other, *third]
    assert partition(cluster(all)) == partition([*truth, *["other"] * 30, *["third"] * 30])


@examples(60)
@given(
    sets=st.lists(st.sets(st.integers(1, 12), max_size=8), min_size=1, max_size=12),
    seed=st.integers(0, 3),
)
def test_clusters_are_numbered_from_0_as_they_occur(sets: list[set[int]], seed: int) -> None:
    pages = [PageFeatures(array("q", sorted(one)), array("q", sorted(one))) for one in sets]
    found = cluster(pages)
    assert found == partition(found)
    # Equal pages are of one cluster.
    for i, one in enumerate(pages):
        assert all(found[i] == found[j] for j, other in enumerate(pages) if other == one)


def test_of_hostile_features_only_so_many_atoms_are_kept() -> None:
    draw = random.Random(1)
    pages = [draw.sample(range(1, 20_000), 3_000) for _ in range(30)]
    assert len(atoms_of(pages)) == MAX_ATOMS
    plain = [[*page, 30_000, 30_001] if at % 2 else page for at, page in enumerate(pages)]
    # What divides the pages evenly, and is large, is kept.
    assert max(atoms_of(plain).size) >= 2


# Signatures


def shop() -> tuple[list[PageFeatures], list[PageFeatures]]:
    return [features(product(n)) for n in range(8)], [features(post(n)) for n in range(8)]


def test_a_page_is_likest_its_own_template_and_like_no_other() -> None:
    products, posts = shop()
    signatures = template_signatures([products, posts])
    for group, others, place in ((products, posts, 0), (posts, products, 1)):
        for one in group:
            match = best_match(one, signatures)
            assert match is not None
            assert match[0] == place
            assert match[1] > 0.9
        assert all(signatures[place].similarity(one) < 0.5 for one in others)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"threshold": 1.5}, "threshold: it should be a number from 0 to 1"),
        ({"features": []}, "features: it should be an object"),
        ({"features": {"div": [1.0, 1.0]}}, "digits of base 16"),
        ({"features": {"div zz": [1.0, 1.0]}}, "digits of base 16"),
        ({"features": {"div 1f": [1.0]}}, "features.div 1f: it should be a list of 2 to 2"),
        ({"features": {"div 1f": [2.0, 1.0]}}, "a share up to 1, not"),
        ({"known": [1]}, "known: it should be a text"),
        ({"more": 1}, "more: there is nothing of this name"),
    ],
)
def test_a_wrong_signature_is_refused_in_one_line(change: dict[str, object], says: str) -> None:
    products, _ = shop()
    value = {**template_signatures([products])[0].to_json(), **change}
    with pytest.raises(ValueError, match=says) as caught:
        TemplateSignature.from_json(value)
    assert "\n" not in str(caught.value)


@examples(60)
@given(
    groups=st.lists(
        st.lists(st.sets(st.integers(1, 15), max_size=10), min_size=1, max_size=6),
        min_size=1, max_size=3,
    ),
    page=st.sets(st.integers(1, 20)),
)  # fmt: skip
def test_similarities_are_from_0_to_1(groups: list[list[set[int]]], page: set[int]) -> None:
    read = [[PageFeatures(array("q", sorted(one)), array("q")) for one in each] for each in groups]
    asked = PageFeatures(array("q", sorted(page)), array("q"))
    for signature in template_signatures(read):
        assert 0 <= signature.similarity(asked) <= signature.agreement(asked) <= 1
        assert 0.5 <= signature.threshold <= 0.7
