"""The one thing that a page is about: its fields, from what it shows and what it declares."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from scrapy_treesim import Detail, Page, detail

RELATED = "".join(
    f'<li class="related-item"><a href="/p/{n}"><img src="/i/{n}.jpg" alt="Lamp {n}">Lamp {n}</a>'
    f'<span class="price">${n}.50</span></li>'
    for n in range(11, 17)
)
FACTS = (
    "<table><tr><th>Material</th><td>Solid oak</td></tr><tr><th>Width</th><td>52 cm</td></tr>"
    "<tr><th>Brand</th><td>Nordlund</td></tr><tr><th>Weight</th><td>6.2 kg</td></tr></table>"
)


def product_page(
    head: str = "", price: str = '<p class="price">$189.00</p>', more: str = "", buy: str = ""
) -> Page:
    buy = buy or '<button class="add-to-cart">Add to cart</button>'
    return Page(
        f"""<html lang="en"><head><title>Nordlund Reading Chair - Example Store</title>{head}</head>
        <body><nav><a href="/">Home</a> <a href="/chairs">Chairs</a> <a href="/cart">Cart</a></nav>
        <main class="product"><div class="gallery"><img src="/img/reading-chair-large.jpg"
        alt="Nordlund Reading Chair" width="800"></div><div class="product-info">
        <h1 class="product-title">Nordlund Reading Chair</h1>{price}
        <p class="sku">SKU: <span>NRC-2041</span></p>{buy}</div>
        <div class="description"><p>A chair for long evenings, made of oak that was felled in winter
        and dried for two years. It stands on three legs and does not rock.</p></div>{FACTS}{more}
        </main><section class="related"><h2>You may also like</h2><ul>{RELATED}</ul></section>
        <footer><a href="/terms">Terms</a> <a href="/privacy">Privacy</a></footer></body></html>""",
        url="https://store.example/chairs/nordlund-reading-chair-nrc-2041.html",
    )


def found(page: Page) -> Detail:
    read = detail(page)
    assert read is not None
    return read


def declared(**values: Any) -> str:
    data = {"@context": "https://schema.org", "@type": "Product", **values}
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


def test_what_a_page_shows_becomes_fields() -> None:
    read = found(product_page())
    assert read.name == "Nordlund Reading Chair"
    assert (read.price, read.currency) == (189.0, "USD")
    assert read.sku == "NRC-2041"
    assert read.brand == "Nordlund"
    assert read.availability == "InStock"
    assert read.image == "https://store.example/img/reading-chair-large.jpg"
    assert read.attributes["Material"] == "Solid oak"
    assert read.attributes["Width"] == "52 cm"
    assert "long evenings" in (read.description or "")


def test_each_value_has_its_source_and_probability() -> None:
    page = product_page()
    read = found(page)
    source = read.sources["price"]
    assert source.source == "shown"
    assert 0.5 <= source.confidence <= 1
    assert source.xpath is not None
    root: Any = page.root
    (element,) = root.xpath(source.xpath)
    assert "189" in "".join(element.itertext())
    assert source.text == "$189.00"
    assert all(0 < probability <= 1 for _, probability, _ in source.others)
    assert set(read.sources) >= {"name", "price", "sku", "brand", "availability", "image"}


def test_prices_of_related_goods_are_none_of_the_page() -> None:
    assert found(product_page(price="")).price is None


CARDS = "".join(
    f'<li><a href="/p/{n}"><img src="/i/{n}.jpg"></a><h3><a href="/p/{n}">Silver ring of {n} '
    f'garnets</a></h3><span class="price">${n}.50</span></li>'
    for n in range(41, 45)
)


@pytest.mark.parametrize(
    ("title", "heading", "name"),
    [
        (
            "Evening star - ring with garnets | Aurel",
            "<p>{}</p>",
            "Evening star - ring with garnets",
        ),
        ("Silver ring of garnets", "<h1>{}</h1>", "Evening star - ring with garnets"),
        ("Aurel", "<h2>{}</h2>", "Evening star - ring with garnets"),
        ("Silver ring of garnets", "<p>{}</p>", None),
    ],
)
def test_a_linked_heading_of_a_card_is_not_the_headline(
    title: str, heading: str, name: str | None
) -> None:
    read = found(
        Page(
            f"<title>{title}</title><div><img src='/i/own.jpg'>"
            f"{heading.format('Evening star - ring with garnets')}<p>A ring for the evening, made "
            "by hand.</p><b class='price'>$300.00</b><button>Add to cart</button></div>"
            f"<h2>You may also like</h2><ul>{CARDS}</ul>",
            url="https://aurel.example/rings/evening-star",
        )
    )
    assert (read.name, read.price) == (name, 300.0)
    assert read.image == "https://aurel.example/i/own.jpg"


@pytest.mark.parametrize(
    ("title", "heading", "name"),
    [
        ("Night watchman in Dale | Millers", "Job details", "Night watchman in Dale"),
        (
            "Night watchman in Dale | Millers",
            "Apply for: Night watchman in Dale",
            "Night watchman in Dale",
        ),
        ("Work for all at Millers", "Full details", None),
        ("Night watchman in Dale | Millers", "by Ann Oak", "Night watchman in Dale"),
    ],
)
def test_a_heading_of_any_thing_is_no_name(title: str, heading: str, name: str | None) -> None:
    read = found(
        Page(
            f"<title>{title}</title><h1>{heading}</h1><div>Night watchman in Dale</div><dl>"
            "<dt>Contract type</dt><dd>Permanent</dd><dt>Location</dt><dd>Dale</dd>"
            "<dt>Category</dt><dd>Guards</dd></dl>"
        )
    )
    assert read.name == name


def test_products_of_one_name_and_different_codes_are_its_variants() -> None:
    sizes = {"NRC-2041-S": "small", "NRC-2041-L": "large"}
    name = "Nordlund Reading Chair"
    head = "".join(declared(name=name, sku=sku, size=size) for sku, size in sizes.items())
    variants = found(product_page(head)).variants
    assert {one["sku"]: one["size"] for one in variants} == sizes
    assert not found(product_page(2 * declared(name=name, sku="NRC-2041"))).variants


@pytest.mark.parametrize(
    ("price", "amount", "former", "currency"),
    [
        (
            '<p class="price"><del><span><bdi><span>€</span>199.00</bdi></span></del>'
            " <ins><span><bdi><span>€</span>149.50</bdi></span></ins></p>",
            149.5,
            199.0,
            "EUR",
        ),
        ("<p><span>€149.50</span> <span class='old'>€199.00</span></p>", 149.5, 199.0, "EUR"),
        ("<div class='price'>499 zł <s>620 zł</s></div>", 499.0, 620.0, "PLN"),
        ("<p class='price'>€149.50 <small>€199.00 for two</small></p>", 149.5, None, "EUR"),
        ("<p class='price'>£10.00 – £20.00</p>", 10.0, None, "GBP"),
        ("<div class='price'>1.299,00 €</div>", 1299.0, None, "EUR"),
        ("<div class='price'><span>£</span><span>45</span><sup>50</sup></div>", 45.5, None, "GBP"),
        ("<div class='price'>¥ 12,800</div>", 12800.0, None, "JPY"),
        ("<div class='price'>2 490 Kč</div>", 2490.0, None, "CZK"),
        ("<div><span>€30.00</span></div>", 30.0, None, "EUR"),
        ("<div><span>₹30.00</span></div>", 30.0, None, "INR"),
        ("<div><span>30 CHF</span></div>", 30.0, None, "CHF"),
    ],
)
def test_the_price_shown(price: str, amount: float, former: float | None, currency: str) -> None:
    read = found(product_page(price=price))
    assert (read.price, read.old_price, read.currency) == (amount, former, currency)


@pytest.mark.parametrize(
    ("price", "code", "amount"),
    [("12.990", "EUR", 12.99), ("450.000", "VND", 450_000.0), ("1.299,00", "EUR", 1299.0)],
)
def test_a_declared_point_is_one_of_decimals(price: str, code: str, amount: float) -> None:
    offer = {"@type": "Offer", "price": price, "priceCurrency": code}
    head = declared(name="Nordlund Reading Chair", offers=offer)
    assert found(product_page(head=head, price="")).price == amount


def test_what_only_is_declared_is_taken() -> None:
    head = declared(
        name="Nordlund Reading Chair",
        gtin13="4006381333931",
        mpn="ABC-77",
        aggregateRating={"@type": "AggregateRating", "ratingValue": "4.6", "reviewCount": "31"},
        offers={"@type": "Offer", "price": "189.00", "priceCurrency": "CAD"},
    )
    read = found(product_page(head))
    assert read.gtin == "4006381333931"
    assert (read.rating, read.reviews) == (4.6, 31)
    assert read.currency == "CAD"
    assert read.sources["gtin"].source == "json-ld"


def test_a_gtin_whose_digit_does_not_check_is_none() -> None:
    head = declared(name="Nordlund Reading Chair", gtin13="4006381333932")
    assert found(product_page(head)).gtin is None


def test_an_amount_that_is_the_former_price_is_not_the_price() -> None:
    price = (
        "<div class=product-discount><span class=regular-price>22,95 €</span></div>"
        "<div class=current-price><span class=current-price-value>17,21 €</span></div>"
    )
    html = f"<title>Bol</title><h1>Bol</h1><div>{price}</div><button>Ajouter au panier</button>"
    read = found(Page(html))

    assert (read.price, read.old_price) == (17.21, 22.95)


def test_signs_and_a_label_are_no_breadcrumbs() -> None:
    crumbs = (
        "<div class=breadcrumbs><span>You are here:</span> <a href=/>Home</a> › "
        "<a href=/f>Furniture</a> › Nordlund Reading Chair</div>"
    )
    assert found(product_page(more=crumbs)).breadcrumbs == ["Home", "Furniture"]


def test_breadcrumbs_are_the_categories_above() -> None:
    crumbs = (
        '<ol class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/f">Furniture</a></li>'
        "<li>Nordlund Reading Chair</li></ol>"
    )
    assert found(product_page(more=crumbs)).breadcrumbs == ["Home", "Furniture"]


JOB = """<html lang="en"><head><title>Boat builder - Harbour Yard</title></head><body><main>
<h1>Boat builder</h1><dl><dt>Employer</dt><dd>Harbour Yard</dd><dt>Location</dt><dd>Penryn</dd>
<dt>Salary</dt><dd>£28,000 - £31,000 a year</dd><dt>Hours</dt><dd>38 a week</dd></dl>
<p>We build wooden boats of up to nine metres and look for somebody who has planked a hull before.
You will work with two others, mostly under a roof.</p><a href="/apply">Apply now</a></main></body>
</html>"""


def test_a_job_has_attributes_and_no_price() -> None:
    read = found(Page(JOB, url="https://jobs.example/jobs/boat-builder-331"))
    assert read.name == "Boat builder"
    assert read.attributes["Employer"] == "Harbour Yard"
    assert read.attributes["Location"] == "Penryn"
    assert read.price is None
    assert read.gtin is None


def test_an_empty_page_is_about_nothing() -> None:
    assert detail("<html><body></body></html>") is None


def test_it_is_plain_values_and_can_be_pickled() -> None:
    read = found(product_page())
    values = read.to_dict()
    assert json.loads(json.dumps(values)) == values
    assert pickle.loads(pickle.dumps(read)) == read


@pytest.mark.parametrize(
    "html",
    [
        "<h1>" + "9" * 100_000 + "</h1><p class=price>$" + "9" * 100_000 + "</p>",
        "<h1>x</h1>" + "<p class='price sku brand rating stock'>$1</p>" * 20_000,
        "<title>" + "a " * 50_000 + "</title><h1>" + "a " * 50_000 + "</h1>",
        "<h1>x</h1>" + "<img src='/a.jpg'>" * 20_000,
        "<h1>\ud800</h1><p class=price>\ud800$5</p>".encode("utf-8", "surrogatepass"),
        "<h1>x</h1><p class=price>" + "<span>$" * 2_000,
        "<h1>" + "<b class=breadcrumb>" * 3_000 + "x</h1>",
        "<h1>x</h1><p class=price>$1e400 $٣ $²</p><p>SKU: ²</p><p>EAN: ١٢٣٤٥٦٧٨</p>",
    ],
)
def test_whatever_a_page_holds_nothing_is_raised(html: str | bytes) -> None:
    detail(Page(html, url="https://x.example/" + "9-" * 3_000 + "?id=" + "9" * 3_000))


def test_an_address_of_nonsense_is_no_error() -> None:
    for url in ("http://[", "x:y", "//", "https://x.example/%ff%00/p?%ff=%00&id=\ud800"):
        detail(Page("<h1>Chair</h1><p class=price>$5</p>", url=url))


@pytest.mark.parametrize(("code", "currency"), [("CAD", "CAD"), ("EUR", "USD")])
def test_a_declared_code_decides_what_a_sign_means_if_it_may(code: str, currency: str) -> None:
    offer = {"@type": "Offer", "price": "189.00", "priceCurrency": code}
    head = declared(name="Nordlund Reading Chair", offers=offer)
    assert found(product_page(head)).currency == currency


def test_the_price_of_another_thing_says_nothing_of_the_currency() -> None:
    offer = {"@type": "Offer", "price": "20", "priceCurrency": "EUR"}
    read = found(product_page(declared(name="Some Lamp", offers=offer), '<p class="price">£36</p>'))
    assert (read.price, read.currency) == (36.0, "GBP")


@pytest.mark.parametrize("link", ["Winter tyres in stock now", "Sale: almost sold out"])
def test_a_link_of_a_menu_says_nothing_of_the_stock(link: str) -> None:
    read = found(
        Page(
            f"<title>Oak lamp</title><ul><li><a href='/baby'>Baby</a><li><a href='/x'>{link}</a>"
            "</ul><h1>Oak lamp</h1><p class='price'>$49.00</p><p>A lamp of oak.</p>"
        )
    )
    assert (read.price, read.availability) == (49.0, None)


def test_facts_of_reviews_are_none_of_the_thing() -> None:
    read = found(
        product_page(
            more="<h3>Reviews</h3><table><tr><td>5 stars</td><td>4</td></tr><tr><td>4 stars</td>"
            "<td>2</td></tr></table><div class='review'><b>Aro</b><dl><dt>Place</dt><dd>Ulm</dd>"
            "<dt>Age</dt><dd>35 to 44</dd></dl><p>It does not rock.</p></div>"
        )
    )
    assert read.attributes.keys() == {"Material", "Width", "Brand", "Weight"}


def test_a_short_declared_description_goes_before_prose_of_the_site() -> None:
    text = "Waterproof plug with six pins."
    read = found(product_page(head=declared(name="Nordlund Reading Chair", description=text)))
    assert read.description == text


def test_rows_of_related_offers_are_no_description() -> None:
    rows = "".join(
        f"<tr><td>Set of {n} chairs for the garden and the house</td><td>Oak, for long evenings"
        f"</td><td>{n}0.50 $ <a href='/buy/{n}'>Buy</a></td></tr>"
        for n in range(2, 9)
    )
    read = found(
        Page(
            "<title>Oak chair 206</title><h1>Oak chair 206</h1><p class='price'>$27.63</p>"
            f"<p>In stock</p><h3>Sets</h3><table>{rows}</table>"
        )
    )
    assert read.description is None


@pytest.mark.parametrize(
    "picture",
    [
        "<a href='/'><img src='/img/baxter.png' alt='Baxter'></a>",
        "<a href='http://social.example/x'><img src='/img/share.png'></a>",
        "<a href='/promo'><img src='/banners/summer.jpg' width=728 height=90></a>",
    ],
)
def test_a_picture_that_leads_away_is_none_of_the_thing(picture: str) -> None:
    read = found(
        Page(
            f"<title>Night watchman | Baxter</title>{picture}<h2>Night watchman</h2><dl>"
            "<dt>Contract type</dt><dd>Permanent</dd><dt>Location</dt><dd>Dale</dd>"
            "<dt>Category</dt><dd>Guards</dd></dl><p>You walk from door to door.</p>",
            url="https://baxter.example/jobs/night-watchman",
        )
    )
    assert (read.name, read.image) == ("Night watchman", None)


def test_a_remark_may_stand_between_two_colons() -> None:
    read = found(
        Page(
            "<title>Night watchman</title><h1>Night watchman</h1><dl><dt>Contract type:</dt>"
            "<dd>Permanent</dd><dt>Salary: (per year) :</dt><dd>$25,000</dd><dt>Place:</dt>"
            "<dd>Dale</dd></dl>"
        )
    )
    assert read.attributes["Salary"] == "$25,000"


def test_a_reg_price_is_a_former_one() -> None:
    read = found(product_page(price='<p class="price">$189</p><p>Reg. Price: $220</p>'))
    assert (read.price, read.old_price) == (189.0, 220.0)
