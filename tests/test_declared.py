"""Things that a page declares to machines, in each syntax and where it declares several."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from declaring import json_ld

from scrapy_treesim.detail.declared.fields import Declaration
from scrapy_treesim.detail.declared.read import breadcrumbs_declared, declarations
from scrapy_treesim.page import Page
from scrapy_treesim.reading.declared.plain import declared

URL = "https://shop.example/p/oak-table-8841"
HEAD = "<title>Oak table | Shop</title>"
BODY = "<h1>Oak table</h1><p>Made of oak.</p>"


def page(head: str = "", body: str = BODY, url: str = URL) -> Page:
    return Page(f"<html><head>{HEAD}{head}</head><body>{body}</body></html>", url)


def first(values: Declaration) -> dict[str, str]:
    return {name: said[0] for name, said in values.values.items()}


PRODUCT: dict[str, Any] = {
    "@type": "Product",
    "name": "Oak &amp; ash table",
    "sku": 8841,
    "brand": {"@type": "Brand", "name": "Ek"},
    "gtin13": "7300000000005",
    "image": ["/a.jpg", {"@type": "ImageObject", "contentUrl": "/b.jpg"}],
    "aggregateRating": {"ratingValue": 4.5, "reviewCount": "12"},
    "offers": {
        "@type": "Offer",
        "price": 199.0,
        "priceCurrency": "EUR",
        "availability": "https://schema.org/InStock",
        "priceSpecification": {"priceType": "https://schema.org/ListPrice", "price": "249.00"},
    },
    "color": "brown",
    "additionalProperty": [{"@type": "PropertyValue", "name": "Height", "value": "75 cm"}],
}


def test_a_product_in_json_ld_is_read_with_all_its_fields() -> None:
    (found,) = declarations(page(json_ld(PRODUCT)))
    assert (found.syntax, found.types) == ("json-ld", ("Product",))
    assert first(found) == {
        "name": "Oak & ash table", "sku": "8841", "gtin": "7300000000005", "brand": "Ek",
        "image": "/a.jpg", "rating": "4.5", "reviews": "12", "price": "199", "old_price": "249.00",
        "currency": "EUR", "availability": "https://schema.org/InStock",
    }  # fmt: skip
    assert found.values["image"] == ("/a.jpg", "/b.jpg")
    assert found.attributes == {"Height": "75 cm", "color": "brown"}
    assert found.about > 0.5


def test_a_graph_its_references_and_the_main_entity_are_followed() -> None:
    graph = [
        {"@type": "WebPage", "@id": "#page", "mainEntity": {"@id": "#it"}},
        {"@type": "Product", "@id": "#it", "name": "Oak table", "offers": {"@id": "#offer"}},
        {"@type": "Offer", "@id": "#offer", "price": "10"},
    ]
    (found,) = declarations(page(json_ld({"@graph": graph})))
    assert first(found)["price"] == "10"


@pytest.mark.parametrize(
    ("offers", "price"),
    [
        ([{"price": "12"}, {"price": "11"}], "12"),
        ([{"price": "12", "availability": "OutOfStock"}, {"price": "11"}], "11"),
        ([{"price": "12"}, {"price": "13", "url": URL}], "13"),
        ({"@type": "AggregateOffer", "lowPrice": 9.5, "highPrice": 20}, "9.5"),
        ({"@type": "AggregateOffer", "offers": [{"price": 8}]}, "8"),
        ({"priceSpecification": [{"price": "7", "priceCurrency": "SEK"}]}, "7"),
        ({"price": {"@value": "6"}}, "6"),
    ],
)
def test_offers_of_each_shape_have_a_price(offers: Any, price: str) -> None:
    (found,) = declarations(page(json_ld({**PRODUCT, "offers": offers})))
    assert first(found)["price"] == price


def test_a_group_has_the_values_of_its_variant_on_this_page() -> None:
    variants = [
        {"@type": "Product", "sku": "1", "size": "S", "offers": {"price": 5, "url": "/p/other"}},
        {"@type": "Product", "sku": "2", "size": "M", "offers": {"price": 6}, "url": URL},
    ]
    group = {"@type": "ProductGroup", "name": "Oak table", "hasVariant": variants}
    (found,) = declarations(page(json_ld(group)))
    assert first(found) == {"name": "Oak table", "sku": "2", "price": "6"}
    assert [one["size"] for one in found.variants] == ["M", "S"]


def test_identifiers_that_say_what_they_are_go_to_their_field() -> None:
    said = {"@type": "Book", "name": "Oak", "productID": ["isbn:9780000000002", "sku:44"]}
    (found,) = declarations(page(json_ld(said)))
    assert first(found) == {"name": "Oak", "gtin": "9780000000002", "sku": "44"}


def test_identifiers_that_say_nothing_are_none() -> None:
    said = {"@type": "Prod\ud800uct", "name": "Oak", "sku": ["mpn:", "isbn: ", "sku:44"]}
    (found,) = declarations(page(json_ld(said)))
    assert first(found) == {"name": "Oak", "sku": "44"}


@pytest.mark.parametrize(
    "kind",
    ["JobPosting", "Event", "Recipe", "Course", "Restaurant", "Vehicle", "ProductModel"],
)
def test_things_of_other_types_are_read(kind: str) -> None:
    said = {
        "@type": ["Thing", f"https://schema.org/{kind}"],
        "name": "Oak table",
        "hiringOrganization": {"@type": "Organization", "name": "Ek"},
        "telephone": "+46 8 000",
    }
    (found,) = declarations(page(json_ld(said)))
    assert found.types[-1] == kind
    assert found.attributes == {"company": "Ek", "telephone": "+46 8 000"}


@pytest.mark.parametrize("related", ["isRelatedTo", "isSimilarTo", "isAccessoryOrSparePartFor"])
def test_the_products_own_comes_before_related_ones(related: str) -> None:
    other = {**PRODUCT, "name": "Oak table, round", "url": "/p/round-8842"}
    own = {**PRODUCT, "name": "Oak table", "url": URL, related: [other, other]}
    listed = {"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "item": other}]}
    found = declarations(page(json_ld(listed, own)))
    assert first(found[0])["name"] == "Oak table"
    assert all(one.about < found[0].about - 0.3 for one in found[1:])


MICRODATA = """
<div itemscope itemtype="http://schema.org/Product">
 <h1 itemprop="name">Oak table</h1>
 <meta itemprop="sku" content="8841"><img itemprop="image" src="/a.jpg">
 <span itemprop="brand" itemscope itemtype="http://schema.org/Brand">
  <a itemprop="name" href="/ek">Ek</a></span>
 <div itemprop="offers" itemscope itemtype="http://schema.org/Offer">
  <span itemprop="price" content="199.00">199 &euro;</span>
  <meta itemprop="priceCurrency" content="EUR">
  <link itemprop="availability" href="http://schema.org/InStock">
 </div>
 <div itemprop="aggregateRating" itemscope><b itemprop="ratingValue">4.5</b></div>
 <div itemprop="isRelatedTo" itemscope itemtype="http://schema.org/Product">
  <span itemprop="name">Elm bench</span></div>
 <span itemprop="color">brown</span>
</div>
"""


def test_microdata_is_read_with_its_elements() -> None:
    own, related = declarations(it := page(body=MICRODATA))
    assert first(own) == {
        "name": "Oak table", "sku": "8841", "brand": "Ek", "image": "/a.jpg", "rating": "4.5",
        "price": "199.00", "currency": "EUR", "availability": "http://schema.org/InStock",
    }  # fmt: skip
    assert own.attributes == {"color": "brown"}
    assert it.tree.name(own.nodes["name"]) == "h1"
    assert it.text(own.nodes["price"]) == "199 €"
    assert it.tree.name(own.node or 0) == "div"
    assert first(related) == {"name": "Elm bench"}
    assert related.about < own.about - 0.3


def test_rdfa_is_read_of_the_known_vocabularies() -> None:
    body = """
    <div vocab="http://schema.org/" typeof="Product"><h1 property="name">Oak table</h1>
     <div property="offers" typeof="Offer"><b property="price" content="199">199,-</b>
      <i property="priceCurrency">EUR</i></div></div>
    <div typeof="sioc:Item foaf:Document"><i property="dc:title">Blog</i></div>
    """
    found = declarations(page(body=body))
    assert [(one.syntax, first(one)) for one in found] == [
        ("rdfa", {"name": "Oak table", "price": "199", "currency": "EUR"}),
    ]
    assert found[0].nodes["price"] > 0


def test_open_graph_is_one_thing() -> None:
    tags = {
        "og:type": "og:product", "og:title": "Oak table", "og:url": URL, "og:image": "/a.jpg",
        "product:price:amount": "249", "product:sale_price:amount": "199",
        "product:price:currency": "EUR", "product:availability": "in stock",
        "product:retailer_item_id": "8841", "product:brand": "Ek", "product:color": "brown",
    }  # fmt: skip
    head = "".join(f'<meta property="{name}" content="{said}">' for name, said in tags.items())
    (found,) = declarations(page(head))
    assert (found.syntax, found.types) == ("opengraph", ("Product",))
    assert first(found) == {
        "name": "Oak table", "url": URL, "image": "/a.jpg", "sku": "8841", "brand": "Ek",
        "price": "199", "old_price": "249", "currency": "EUR", "availability": "in stock",
    }  # fmt: skip
    assert found.attributes == {"color": "brown"}


@pytest.mark.parametrize(
    ("kind", "script"),
    [
        (
            "application/json",
            '{"props":{"product":{"productName":"Oak table","sku":"8841","brand":{"name":"Ek"},'
            '"price":{"value":199.5,"currency":"EUR"},"other":[1,{"x":null}]}}}',
        ),
        (
            "",
            '/* don\'t */ var r = /[{\'/]/g, f = {a: {}}; dataLayer.push({"ecommerce": {"items": '
            '[{"item_name": "Oak table", "name": "Oak table", "id": 8841, "price": 199.5, '
            '"brand": "\\u0045k", "currency": ["EUR"], "category": "a/b"}]}}); g({',
        ),
        (
            "text/javascript",
            'window.state = {"a": undefined, "b": {"title": "Oak table", "sku": "8841", "offers": '
            '[{"price": "199.5", "currencyCode": "EUR"}, {"price": 1}], "vendor": "Ek"}};',
        ),
    ],
)
def test_data_in_scripts_are_read_as_they_stand(kind: str, script: str) -> None:
    (found,) = declarations(page(f'<script type="{kind}">{script}</script>'))
    assert found.syntax == "script"
    assert first(found) == {
        "name": "Oak table", "sku": "8841", "brand": "Ek", "price": "199.5", "currency": "EUR",
    }  # fmt: skip


def test_of_many_products_in_scripts_the_pages_own_comes_first() -> None:
    many = [
        {"name": f"Bench {number}", "sku": f"1{number}", "price": number} for number in range(30)
    ]
    own = {"name": "Oak table", "sku": "8841", "price": 199}
    state = json.dumps({"related": many, "product": own})
    found = declarations(page(f"<script>window.__STATE__ = {state};</script>"))
    assert first(found[0]) == {"name": "Oak table", "sku": "8841", "price": "199"}
    assert len(found) == 31


@pytest.mark.parametrize("left_out", ["", "sku", "brand", "offers"])
def test_scripts_are_read_where_markup_does_not_say_enough_of_the_page(left_out: str) -> None:
    said = {name: value for name, value in PRODUCT.items() if name != left_out}
    own = {"name": "Oak table", "sku": "8841", "price": 199}
    found = declarations(page(json_ld(said) + f"<script>state = {json.dumps(own)}</script>"))
    assert [one.syntax for one in found] == ["json-ld", *["script"][: bool(left_out)]]


CRUMBS = [("Home", 1), ("Tables", 2), ("Oak table", 3)]


def test_breadcrumbs_are_the_categories_above() -> None:
    entries = [
        {"@type": "ListItem", "position": place, "item": {"@id": f"/{place}", "name": name}}
        for name, place in reversed(CRUMBS)
    ]
    listed = {"@type": "BreadcrumbList", "itemListElement": entries}
    assert breadcrumbs_declared(page(json_ld(listed))) == ("Home", "Tables")
    body = '<ol itemscope itemtype="https://schema.org/BreadcrumbList">' + "".join(
        '<li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem">'
        f'<a itemprop="item" href="/{place}"><span itemprop="name">{name}</span></a>'
        f'<meta itemprop="position" content="{place}"></li>'
        for name, place in CRUMBS
    )
    assert breadcrumbs_declared(page(body=body + "</ol>" + BODY)) == ("Home", "Tables")
    assert breadcrumbs_declared(page()) == ()


ODD: list[Any] = [
    None, True, [], {}, "", " ", -1, 10**400, 1e308, "\ud800", "\x00", "a" * 10_000, [[[]]],
    [None, {"@id": "#it"}], {"@type": 1}, {"@value": {"@value": []}}, {"name": {"name": {}}},
]  # fmt: skip
FIELDS = [*PRODUCT, "url", "hasVariant", "isVariantOf", "@id", "mpn", "description", "review"]


@pytest.mark.parametrize("odd", ODD, ids=lambda one: repr(one)[:20])
def test_values_of_any_kind_are_read(odd: Any) -> None:
    loop = {"@type": "Product", "@id": "#it", "name": "Oak", "offers": {"@id": "#it"}}
    wrong = [{**PRODUCT, name: odd} for name in FIELDS]
    offers = [{**PRODUCT, "offers": {name: odd}} for name in ("price", "offers", "availability")]
    variants = {**PRODUCT, "hasVariant": {"@id": "#it"}, "isVariantOf": {"@id": "#it"}}
    for found in declarations(page(json_ld(loop, wrong, offers, variants, odd))):
        assert 0 <= found.about <= 1
        assert all(found.values.values())
        said = [found.values, dict(found.attributes), [dict(one) for one in found.variants]]
        json.dumps(said, ensure_ascii=False).encode()


HOSTILE = {
    "deep JSON-LD": f'<script type="application/ld+json">{"[" * 100_000}</script>',
    "deep objects": '<script type="application/ld+json">' + '{"offers":' * 100_000 + "</script>",
    "no numbers": json_ld(PRODUCT).replace("199.0", "NaN").replace("4.5", "-Infinity"),
    "long numbers": json_ld(PRODUCT).replace("199.0", "9" * 300).replace("4.5", "1" * 5_000),
    "nested objects": '<script type="application/ld+json">'
    + '{"a":' * 900 + '"end"' + "}" * 900 + "</script>",
    "no letters in numbers": '<script type="application/ld+json">{"a": NaN, "b": -Infinity, '
    '"c": 1e999, "d": "\\ud800\\u0000", "e": ' + "9" * 4_000 + "}</script>",
    "cyclic ids": json_ld({"@id": "#a", "b": {"@id": "#b", "a": {"@id": "#a"}}}),
    "many properties": json_ld({f"p{n}": n for n in range(60_000)}),
    "many nodes": json_ld([{"@type": "Product", "name": "a", "offers": [{}] * 9}] * 5_000),
    "many offers": json_ld({**PRODUCT, "offers": [{"price": n} for n in range(20_000)]}),
    "one for all": json_ld(
        {"@id": "#o", "@type": "Offer", "offers": [{"@id": "#o"}] * 99},
        [{**PRODUCT, "offers": [{"@id": "#o"}] * 99}] * 90,
    ),
    "one variant for all": json_ld(
        {"@id": "x", "@type": "Offer", **{f"k{n}": " " for n in range(20_000)}},
        [{"@type": "Product", "name": "a", "hasVariant": [{"@id": "x"}] * 50}] * 9,
    ),
    "no letter": json_ld({**PRODUCT, "name": f"&#{'1' * 5_000}; &amp;#{'1' * 5_000};"})
    + f'<meta property="og:title" content="&amp;#{"1" * 5_000}">',
    "long script": "<script>" + '{"price":1,"name":"a","sku":"b"},' * 60_000 + "</script>",
    "open script": '<script>"price":' + "{" * 500_000 + "</script>",
    "open string": """<script>{"price": '""" + '{"' * 250_000 + "</script>",
    "closed late": '<script>{"price":' + '{"a":' * 900 + "x" + '{"a" ' * 90_000 + "</script>",
    "deep script": "<script>" + '{"price":{' * 100_000 + '"name":1</script>',
    "deep lists": "<script>" + '{"price":[[' * 50_000 + "</script>",
    "many digits": '<script>{"price":' + "1" * 500_000 + "}</script>",
    "many keys": '<script>{"price":1' + "".join(f',"k{n}":1' for n in range(99_999)) + "}</script>",
    "further scripts": '<script>{"price":1,"name":2,"sku":3}</script>' * 3_000,
    "many elements": '<div itemscope itemtype="Product">'
    + "".join(f'<b itemprop="p{n}">x</b>' for n in range(100_000)),
    "deep items": '<div itemscope itemprop="offers" itemtype="Product">' * 5_000,
    "many items": '<p itemscope itemtype="Product"><b itemprop="name price sku">a</b>' * 5_000,
    "one long text": '<div itemscope itemtype="Product">'
    + '<i itemprop="name description color">' * 200 + "a " * 100_000,
    "loops": '<div id="a" itemscope itemtype="Product" itemref="b a"></div>'
    '<div id="b" itemprop="offers" itemscope itemref="a b"></div>' * 500,
    "references": "".join(
        f'<div id="i{n}" itemprop="offers" itemscope itemtype="Product" '
        f'itemref="{" ".join(f"i{m}" for m in range(100))}"></div>' for n in range(300)
    ),
    "deep RDFa": '<div typeof="Product" property="offers">' * 5_000,
    "tags": "".join(f'<meta property="product:x{n}" content="{n}">' for n in range(20_000)),
    "many tags": "".join(f'<meta name="n{n}" content="{"x" * 90}">' for n in range(30_000)),
    "long tags": f'<meta property="og:title" content="{"<a " * 200_000}">',
    "addresses": '<link rel="canonical" href="http://[">' + json_ld({**PRODUCT, "url": "http://[::"}),
}  # fmt: skip


@pytest.mark.waits
@pytest.mark.parametrize("name", HOSTILE)
def test_no_page_takes_long_or_raises(name: str) -> None:
    it = page(body=HOSTILE[name] + BODY)
    began = time.process_time()
    found = declarations(it)
    breadcrumbs_declared(it)
    values = declared(it)
    assert time.process_time() - began < 4
    written = json.dumps(values, allow_nan=False, ensure_ascii=False).encode()
    assert len(written) < 8_000_000
    assert len(found) <= 40
    for one in found:
        assert all(len(text) <= 5_000 for said in one.values.values() for text in said)
        assert max(len(one.attributes), 2 * len(one.variants)) <= 100
