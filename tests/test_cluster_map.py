"""The map of what was learned: distances, trees, cards, outlines and sketches."""

from __future__ import annotations

import json
from array import array
from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from template_site import HOST, learned, name_of, pages, post, price_of, product

from scrapy_treesim import Page, Template, Templates
from scrapy_treesim.inspector.map import cluster_map as mapping
from scrapy_treesim.inspector.map.cluster_map import (
    MAX_FIELDS,
    MAX_SAID,
    cluster_map,
    cluster_tree,
    distances,
    outline_json,
    static_map,
)
from scrapy_treesim.inspector.map.wireframe import HEIGHT, MAX_BOXES, WIDTH, shared, wireframe
from scrapy_treesim.templates.match.signature import TemplateSignature, Trait
from scrapy_treesim.templates.outline.induction import induce
from scrapy_treesim.templates.outline.template_outline import OutlineNode, TemplateOutline

_shares = st.dictionaries(st.integers(1, 9), st.floats(0.01, 0.99), min_size=1)
_signatures = st.builds(
    lambda shares, known: signature(shares, known), _shares, st.frozensets(st.integers(1, 12))
)


def signature(shares: dict[int, float], known: frozenset[int] = frozenset()) -> TemplateSignature:
    traits = {key: Trait(f"div.a > b.c{key}", share, 1.0) for key, share in shares.items()}
    return TemplateSignature(traits, known - traits.keys(), 0.7)


def template(number: int, site: str = "one.example", pages: int = 10, **more: object) -> Template:
    made = Template(
        signature({number: 0.9, 0: 0.9}),
        site,
        f"{site or 'any'}/{number}",
        pages,
        f"http://{site}/{number}.html",
    )
    return replace(made, **more)  # type: ignore[arg-type]


def outline_of(*html: str) -> TemplateOutline:
    return induce([Page(one).tree for one in html])


@pytest.fixture(scope="module")
def shop() -> Templates:
    goods = pages("goods", product, range(10))
    goods[3] = Page(product(3, price=False), goods[3].url)
    labels = {n: {"name": name_of(n), "price": price_of(n)} for n in range(2)}
    return Templates().joined(learned([goods, pages("news", post, range(6))], labels))


def mapped(templates: Templates, *with_page: str) -> Any:
    """The map as it is read in the browser."""
    text = json.dumps(cluster_map(templates, with_page), allow_nan=False)
    return json.loads(text, object_hook=lambda values: SimpleNamespace(**values))


def distance(one: TemplateSignature, other: TemplateSignature) -> float:
    return distances([one, other])[1][0]


# Distances


@given(_signatures, _signatures)
def test_a_distance_is_symmetric_and_from_0_to_1(
    one: TemplateSignature, other: TemplateSignature
) -> None:
    assert 0 <= distance(one, other) <= 1
    assert distance(one, other) == pytest.approx(distance(other, one))
    assert distance(one, one) == pytest.approx(0)


@given(_shares, _shares, _shares)
def test_a_way_round_is_never_shorter(
    one: dict[int, float], other: dict[int, float], third: dict[int, float]
) -> None:
    a, b, c = map(signature, (one, other, third))
    assert distance(a, c) <= distance(a, b) + distance(b, c) + 1e-9


def test_a_distance_is_the_part_that_is_not_in_common() -> None:
    assert distance(signature({1: 0.9}), signature({2: 0.9})) == 1
    assert distance(signature({1: 0.9, 2: 0.9}), signature({1: 0.9})) == pytest.approx(0.5)
    assert distance(signature({1: 0.9}), signature({1: 0.3})) == pytest.approx(2 / 3)


def test_a_feature_of_which_no_share_is_known_says_nothing() -> None:
    both = signature({1: 0.9, 2: 0.9})
    assert distance(both, signature({1: 0.9}, frozenset([2]))) == pytest.approx(0)


def test_all_distances_are_those_of_the_pairs() -> None:
    three = [signature({1: 0.9, 2: 0.5}), signature({1: 0.4}), signature({2: 0.9, 3: 0.9})]
    rows = distances(three)
    assert [len(row) for row in rows] == [0, 1, 2]
    for j, i in combinations(range(3), 2):
        assert rows[i][j] == distance(three[i], three[j])


# Trees


def rows_of(points: list[float]) -> list[array[float]]:
    return [array("d", (abs(one - other) for other in points[:i])) for i, one in enumerate(points)]


def test_the_nearest_are_joined_first_by_the_mean_distance() -> None:
    tree = cluster_tree(rows_of([0.0, 0.1, 0.5, 0.9]), [1, 1, 1, 1])
    assert [(one, other) for one, other, _ in tree["merges"]] == [(0, 1), (2, 3), (4, 5)]
    assert [height for *_, height in tree["merges"]] == pytest.approx([0.1, 0.4, 0.65])


@given(st.lists(st.floats(0, 1), max_size=12), st.data())
def test_every_tree_has_all_leaves_once_and_grows_upwards(
    points: list[float], data: st.DataObject
) -> None:
    weights = data.draw(st.lists(st.integers(1, 99), min_size=len(points), max_size=len(points)))
    tree = cluster_tree(rows_of(points), weights)
    assert sorted(tree["order"]) == list(range(len(points)))
    assert len(tree["merges"]) == max(0, len(points) - 1)
    heights = [height for *_, height in tree["merges"]]
    assert heights == sorted(heights)
    joined = [cluster for merge in tree["merges"] for cluster in merge[:2]]
    assert sorted(joined) == list(range(2 * len(points) - 2))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=10))
def test_what_is_joined_stands_together_in_the_drawing(points: list[float]) -> None:
    tree = cluster_tree(rows_of(points), [1] * len(points))
    members = [{leaf} for leaf in range(len(points))]
    for one, other, _ in tree["merges"]:
        members.append(members[one] | members[other])
        places = sorted(tree["order"].index(leaf) for leaf in members[-1])
        assert places == list(range(places[0], places[0] + len(places)))


def test_the_heavier_cluster_is_drawn_first() -> None:
    assert cluster_tree(rows_of([0.0, 0.1, 0.9]), [1, 2, 50])["order"] == [2, 1, 0]


# Maps


def test_a_site_tells_its_templates_by_their_pages(shop: Templates) -> None:
    (site,) = mapped(shop).sites
    goods, news = site.templates
    assert (site.site, site.pages) == (HOST, 16)
    assert (goods.id, goods.pages, goods.share) == (f"{HOST}/1", 10, 0.625)
    assert (news.id, news.number, news.medoid) == (f"{HOST}/2", 1, f"https://{HOST}/news/0.html")
    assert site.tree.order == [0, 1]
    assert 0.3 < site.tree.merges[0][2] < 1


def test_fields_tell_how_often_they_are_found(shop: Templates) -> None:
    goods, news = mapped(shop).sites[0].templates
    found = {field.name: field.found for field in goods.fields}
    assert found == {"name": 1.0, "price": pytest.approx(0.9)}
    assert news.fields == []
    assert goods.expected is not None
    assert goods.expected.matched == 1


def test_a_field_that_nobody_looked_for_has_no_rate(shop: Templates) -> None:
    unwatched = shop.replaced(replace(shop[0], expected=None))
    goods = mapped(unwatched).sites[0].templates[0]
    assert goods.expected is None
    assert {field.found for field in goods.fields} == {None}


def test_a_card_says_what_to_label_and_what_tells_its_pages(shop: Templates) -> None:
    goods, news = mapped(shop).sites[0].templates
    assert "h2.headline" in news.suggested
    assert "h2.headline" in news.telling
    assert goods.telling
    assert not set(goods.telling) & set(news.telling)


def test_pages_at_hand_are_told(shop: Templates) -> None:
    has = [one.has_page for one in mapped(shop, f"{HOST}/2").sites[0].templates]
    assert has == [False, True]


def test_sites_and_templates_of_most_pages_come_first() -> None:
    templates = Templates(
        (
            template(1, "", 3),
            template(1, "one.example", 5),
            template(1, "two.example", 4),
            template(2, "two.example", 6),
        )
    )
    made = mapped(templates)
    assert [site.site for site in made.sites] == ["two.example", "one.example", "any"]
    assert [one.number for one in made.sites[0].templates] == [3, 2]
    assert made.sites[1].tree.order == [0]
    assert made.sites[1].tree.merges == []


def test_no_templates_make_an_empty_map() -> None:
    assert cluster_map(Templates()) == {"sites": [], "notes": []}


def test_a_map_is_plain_json(shop: Templates) -> None:
    made = json.loads(json.dumps(cluster_map(shop), allow_nan=False))
    tree = made["sites"][0]["tree"]
    assert tree["order"] == [0, 1]
    assert tree["merges"][0][:2] == [0, 1]
    assert made["sites"][0]["templates"][0]["outline"].keys() == {"nodes", "essential", "data"}


def test_too_many_templates_are_cut_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapping, "MAX_TEMPLATES", 5)
    monkeypatch.setattr(mapping, "MAX_IN_TREE", 3)
    templates = Templates(tuple(template(number, pages=number) for number in range(1, 9)))
    made = mapped(templates)
    (site,) = made.sites
    assert [one.pages for one in site.templates] == [8, 7, 6, 5, 4]
    assert site.pages == 36
    assert sorted(site.tree.order) == [0, 1, 2]
    assert made.notes == ["5 of 8 templates are shown, those of most pages."]
    assert site.notes == ["3 of 5 templates are in the tree, those of most pages."]


def test_no_more_pairs_are_compared_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapping, "MAX_COMPARED", 4)
    sites = ("one.example", "two.example")
    members = (template(n, site, 9 - len(site) % 2) for site in sites for n in (1, 2, 3))
    made = mapped(Templates(tuple(members)))
    assert [len(site.tree.order) for site in made.sites] == [3, 1]
    assert made.sites[1].notes


def test_long_texts_and_many_fields_are_cut(shop: Templates) -> None:
    rules = shop[0].fields["name"]
    fields = {f"field{number}": rules for number in range(MAX_FIELDS + 7)}
    long = replace(shop[0], fields=fields, medoid="http://one.example/" + "x" * 9_000)
    card = mapped(Templates((long,))).sites[0].templates[0]
    assert len(card.fields) == MAX_FIELDS
    assert card.more_fields == 7
    assert len(card.medoid) == MAX_SAID


# Outlines


def test_an_outline_tells_roles_data_texts_and_repeats() -> None:
    entry = "<li><a>Offer {}</a></li>"
    html = [
        f"<body><h1>Goods {n}</h1><p class='legal'>All rights</p><ul>{entry.format(n) * 3}</ul>"
        + ("<em>New</em>" if n < 5 else "")
        + "</body>"
        for n in range(10)
    ]
    told = outline_json(template(1, outline=outline_of(*html)))
    nodes = told["nodes"]
    by_label = {node["label"]: node for node in nodes}
    assert told["pages"] == 10
    assert all(node["parent"] < place for place, node in enumerate(nodes))
    assert by_label["li"]["repeats"]
    assert (by_label["em"]["role"], by_label["em"]["share"]) == ("optional", 0.5)
    assert (by_label["h1"]["role"], by_label["h1"]["kind"]) == ("essential", "element")
    inside = {nodes[node["parent"]]["label"]: node for node in nodes if node["label"] == "#text"}
    assert (inside["p.legal"]["kind"], inside["p.legal"]["text"]) == ("text", "All rights")
    assert inside["h1"]["kind"] == "data"
    assert inside["h1"]["example"].startswith("Goods")


def test_a_template_without_an_outline_has_none_to_show() -> None:
    bare = template(1)
    with pytest.raises(LookupError, match=r"one\.example/1"):
        outline_json(bare)
    card = mapped(Templates((bare,))).sites[0].templates[0]
    assert card.outline is None
    assert card.wireframe == []


def test_a_static_map_has_outlines_as_far_as_there_is_room(shop: Templates) -> None:
    whole = static_map(shop)
    assert whole["outlines"].keys() == {f"{HOST}/1", f"{HOST}/2"}
    assert whole["sites"] == cluster_map(shop)["sites"]
    one = len(json.dumps(outline_json(shop[0]), ensure_ascii=False))
    assert static_map(shop, room=one)["outlines"].keys() == {f"{HOST}/1"}
    assert static_map(shop, room=0)["outlines"] == {}


# Sketches


def kinds(html: str, other: str) -> list[str]:
    return [kind for *_, kind in wireframe(outline_of(html, other))]


def page(body: str) -> str:
    return f"<html><head><title>T</title></head><body>{body}</body></html>"


def test_a_sketch_shows_data_texts_images_and_controls() -> None:
    body = (
        "<header><p>Shop</p></header><main><h1>Axe {0}</h1><img><p>About {0}</p></main>"
        "<form><input></form>"
    )
    found = kinds(page(body.format(1)), page(body.format(2)))
    assert found.count("data") == 2
    assert found.count("text") == 1
    assert {"image", "control", "box"} <= set(found)


def test_what_repeats_is_drawn_several_times_and_what_is_on_some_pages_is_marked() -> None:
    row = "<li><h3>Good {0}</h3><p>Price {0}</p></li>"
    some = "<div><h2>Sale {0}</h2><p>Now {0}</p></div>"
    html = [
        page(f"<p>Goods</p><ul>{row.format(n) * 4}</ul>" + (some.format(n) if n % 2 else ""))
        for n in range(8)
    ]
    found = [kind for *_, kind in wireframe(outline_of(*html))]
    assert found.count("repeat") == 2
    assert found.count("optional") == 1


def test_what_no_visitor_sees_is_not_drawn() -> None:
    body = "<p>One</p><script>let a = 1</script><noscript>Two</noscript><div></div>"
    assert kinds(page(body), page(body)) == ["text"]
    assert wireframe(outline_of(page("<div></div>"), page("<div></div>"))) == []
    assert wireframe(None) == []
    row = "<p>One</p><table><tr><td></td></tr></table>"
    assert kinds(page(row), page(row)) == ["text"]


def test_cells_and_asides_stand_beside_each_other() -> None:
    column = "<h2>{0} a</h2><p>b {0}</p>"
    body = f"<section>{column}</section><aside>{column}</aside>"
    outline = outline_of(*(page(body.format(n)) for n in range(3)))
    wide, narrow = (box for box in wireframe(outline) if box[4] == "box")
    assert wide[1] == narrow[1]
    assert wide[0] + wide[2] <= narrow[0]
    assert wide[2] > narrow[2]


def tall(depth: int, repeats: bool) -> TemplateOutline:
    """As a page can make it: thousands of elements in one another, and texts beside them."""
    nodes = [OutlineNode("html", -1, 5)]
    for level in range(depth):
        above = 0 if level == 0 else len(nodes) - 2
        nodes += [
            OutlineNode("div", above, 5, repeats),
            OutlineNode("#text", above, 5, example="data " * 10),
        ]
    return TemplateOutline(5, tuple(nodes))


@pytest.mark.parametrize("repeats", [False, True])
def test_a_sketch_stays_in_its_frame_whatever_the_outline(repeats: bool) -> None:
    for outline in (tall(900, repeats), outline_of(page("<p>" + "<i>x</i>" * 800))):
        boxes = wireframe(outline)
        assert 0 < len(boxes) <= MAX_BOXES
        for x, y, width, height, _ in boxes:
            assert width >= 1
            assert height >= 1
            assert x >= 0
            assert x + width <= WIDTH + 1
            assert y >= 0
            assert y + height <= HEIGHT + 1


def test_what_is_long_leaves_room_for_what_is_short() -> None:
    assert shared([10, 20], 100) == [10, 20]
    short, long = shared([10, 1_000], 100)
    assert short + long == pytest.approx(100)
    assert long / short < 50
    assert sum(shared([300, 50, 400], 200)) == pytest.approx(200)
