"""Money only with evidence of money, stock only of what is sold, and declared values kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

import scrapy_treesim as treesim
from scrapy_treesim import Detail, Page
from scrapy_treesim.findings.as_items import items_of
from scrapy_treesim.items import DetailItem
from scrapy_treesim.values.typed_values import Price

BUY = "<p>In stock</p><button>Add to cart</button>"


def read(html: str, url: str = "") -> Detail:
    found = treesim.detail(Page(html, url=url))
    assert found is not None
    return found


@pytest.mark.parametrize(
    "shown",
    [
        "<h1>Drill 13mm, 50 ft cable</h1>",
        "<h1>Drill 13mm</h1><p>12 rs</p>",
        "<h1>Impact wrench</h1><p>Item 1848</p><p>Torque 50ft./lb.</p>",
        "<h1>Impact wrench</h1><div class='price'><p>Item 1848</p></div>",
        "<h1>Impact wrench</h1><p>SKU: <b>1848</b></p><p class='price'>1848</p>",
        "<h1>Chair</h1><p>1990 kr</p>",
    ],
)
def test_units_item_numbers_and_codes_are_no_prices(shown: str) -> None:
    found = read(shown + BUY)
    assert found.price is None
    assert found.currency is None


@pytest.mark.parametrize(
    ("html", "url", "money"),
    [
        ("<html lang=hu><h1>Fúró</h1><p>1 990 Ft</p>", "", (1990.0, "HUF")),
        ("<h1>Fúró</h1><p>1 990 Ft</p>", "https://bolt.example.hu/", (1990.0, "HUF")),
        ("<h1>Chair</h1><p>1 990 kr</p>", "https://butik.example.se/", (1990.0, "SEK")),
        ("<h1>Chair</h1><p class='price'>1990 kr</p>", "", (1990.0, "SEK")),
        ("<h1>Chair</h1><p class='price'>120</p>", "", (120.0, None)),
        ("<h1>Chair</h1><p>USD 120</p>", "", (120.0, "USD")),
        ("<h1>Chair</h1><p>120 €</p>", "", (120.0, "EUR")),
    ],
)
def test_a_sign_a_country_or_a_name_is_evidence(
    html: str, url: str, money: tuple[float, str | None]
) -> None:
    found = read(html + BUY, url)
    assert (found.price, found.currency) == money


def test_the_declared_currency_says_what_a_word_means() -> None:
    offer = {"@type": "Offer", "price": "1990", "priceCurrency": "SEK"}
    data = {"@context": "https://schema.org", "@type": "Product", "name": "Chair", "offers": offer}
    head = f"<script type='application/ld+json'>{json.dumps(data)}</script>"
    found = read(f"{head}<h1>Chair</h1><p>1790 kr</p><p><s>1990 kr</s></p>{BUY}")
    assert found.currency == "SEK"
    assert found.price in (1790.0, 1990.0)


def table_of(cell: str, url: str = "") -> Any:
    cards = "".join(
        f"<li><a href='/p/{n}'>Cable {chr(65 + n)}{chr(75 + n)}</a><p>A cable for workshops, kind "
        f"{chr(65 + n)}</p><span class='len'>{cell.format(10 * n + 20)}</span></li>"
        for n in range(8)
    )
    (region, *_) = treesim.records(Page(f"<h1>Cables</h1><ul>{cards}</ul>", url=url))
    assert region.table is not None
    return [column.values[0] for column in region.table.columns]


def test_sizes_of_a_list_are_no_prices() -> None:
    assert not any(isinstance(value, Price) for value in table_of("{} ft"))
    prices = [
        one for one in table_of("{} ft", "https://bolt.example.hu/") if isinstance(one, Price)
    ]
    assert [one.currency for one in prices] == ["HUF"]


@pytest.mark.parametrize("cell", ["TOP {}", "GEL {} ML", "CUP {} ml", "TRY {} FOR 1", "{} PEN SET"])
def test_codes_that_are_words_are_no_prices_of_a_list(cell: str) -> None:
    assert not any(isinstance(value, Price) for value in table_of(cell))


@pytest.mark.parametrize("code", ["TOP", "GEL", "CUP", "TRY", "SEK"])
def test_codes_alone_with_an_amount_are_prices_of_a_list(code: str) -> None:
    prices = [value for value in table_of(f"1{{}}0 {code}") if isinstance(value, Price)]
    assert [price.currency for price in prices] == [code]


# Stock


@pytest.mark.parametrize(
    "shown",
    [
        "<p><a class='buy' href='/shop'>Buy the ingredients</a></p>",
        "<button class='buy'>Zutaten bestellen</button>",
        "<p>Our book is available on</p><button>Add to cart</button>",
        "<h2 id='available-tools'>Available tools</h2>",
        "<p class='tags'>Stock</p><button>Add to cart</button>",
    ],
)
def test_a_recipe_is_not_in_stock(shown: str) -> None:
    head = "<h1>Pancakes</h1><p>Serves 4</p><ul><li>2 eggs<li>300 ml milk</ul><p>Mix all. Fry.</p>"
    found = read(head + shown)
    assert found.availability is None


@pytest.mark.parametrize(
    ("shown", "status"),
    [
        ("<p>In stock</p><button>Add to cart</button>", "InStock"),
        ("<p class='price'>$30</p><button>Add to cart</button>", "InStock"),
        ("<p class='price'>$30</p><p class='stock'>Out of stock</p>", "OutOfStock"),
        ("<p class='price'>$30</p><p>Sold out</p>", "SoldOut"),
    ],
)
def test_what_is_sold_has_its_stock(shown: str, status: str) -> None:
    assert read(f"<h1>Oak chair</h1>{shown}").availability == status


# What is declared


SAMPLE = """<div itemscope itemtype="https://schema.org/Product">
<meta itemprop="mpn" content="925872"><meta itemprop="sku" content="0446310786">
<span itemprop="name">Executive Anvil</span><img itemprop="image" src="anvil.jpg" alt="Anvil">
<div itemprop="brand" itemscope itemtype="https://schema.org/Brand">
<meta itemprop="name" content="ACME"></div>
<span itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating">
<span itemprop="ratingValue">4.4</span> stars, based on <span itemprop="reviewCount">89</span>
reviews</span>
<span itemprop="offers" itemscope itemtype="https://schema.org/{kind}">Regular price: $179.99
<meta itemprop="priceCurrency" content="USD">$<span itemprop="{price}">119.99</span>
<link itemprop="availability" href="https://schema.org/InStock">In stock! Order now!</span>
<div itemprop="review" itemscope itemtype="https://schema.org/Review"><span itemprop="name">Not
a happy camper</span> by <span itemprop="author">Ellie</span><div itemprop="reviewRating" itemscope
itemtype="https://schema.org/Rating"><span itemprop="ratingValue">1</span>/<span
itemprop="bestRating">5</span></div></div></div>"""


@pytest.mark.parametrize(("kind", "price"), [("Offer", "price"), ("AggregateOffer", "lowPrice")])
def test_a_sample_of_microdata_comes_out_whole(kind: str, price: str) -> None:
    found = read(SAMPLE.replace("{kind}", kind).replace("{price}", price))
    assert found.name == "Executive Anvil"
    assert (found.price, found.currency, found.availability) == (119.99, "USD", "InStock")
    assert (found.sku, found.mpn, found.brand) == ("0446310786", "925872", "ACME")
    assert (found.rating, found.reviews) == (4.4, 89)
    assert found.sources["reviews"].source == "microdata"


def declared(shown: str, **values: Any) -> Detail:
    data = {"@context": "https://schema.org", "@type": "Product", "name": "Oak chair", **values}
    script = f"<script type='application/ld+json'>{json.dumps(data)}</script>"
    return read(f"<h1>Oak chair</h1>{script}{shown}")


def test_a_declared_code_or_brand_stays_where_the_page_shows_nothing_else() -> None:
    found = declared("<p>Fine.</p>", sku="XK-77", brand={"@type": "Brand", "name": "Oakwood"})
    assert (found.sku, found.brand) == ("XK-77", "Oakwood")
    assert found.sources["sku"].source == "json-ld"


def test_what_the_page_contradicts_is_told_of_with_its_source() -> None:
    offer = {"@type": "Offer", "price": "100", "priceCurrency": "USD"}
    found = declared(f"<p class=price>$120.00</p>{BUY}", offers=offer)
    assert found.price == 120.0
    (item,) = items_of(DetailItem, [found], "")
    told = item.explain["price"]
    assert told["source"] == "shown"
    (other,) = (one for one in told["others"] if one["source"] == "json-ld")
    assert other["text"] == "100"
    assert other["confidence"] < 0.5


def test_what_is_no_value_of_its_field_stays_among_the_attributes() -> None:
    found = declared("<p>Fine.</p>", gtin13="4006381333932")
    assert found.gtin is None
    assert found.attributes["gtin"] == "4006381333932"
