from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import PAGES, examples

from scrapy_treesim import Page
from scrapy_treesim.records.table.columns import SEPARATOR, SavedColumn, Table, table_of
from scrapy_treesim.records.table.standard_fields import standard_fields
from scrapy_treesim.records.table.words import snake
from scrapy_treesim.tree import tags
from scrapy_treesim.values.typed_values import Price, Quantity, Rating

URL = "http://shop.example/list"


def nodes(page: Page, path: str) -> list[int]:
    """The nodes of an XPath."""
    found = page.root.xpath(path)
    assert isinstance(found, list)
    return page.nodes_of(found)  # type: ignore[arg-type]


def table(*records: str, around: str = "<ul>{}</ul>", path: str = "//body/*/li") -> Table:
    """The table of these records, each the inside of an ``<li>``."""
    items = "".join(f"<li>{record}</li>" for record in records)
    page = Page(f"<html lang=en><body>{around.format(items)}</body></html>", URL)
    return table_of(page, [[node] for node in nodes(page, path)])


def cells(found: Table) -> dict[str, list[str | None]]:
    """The cells of every column, by name."""
    return {column.name: list(column.cells) for column in found.columns}


def saved(found: Table) -> dict[str, SavedColumn]:
    """The columns as another page of the list has them from its site's memory."""
    return {column.path: SavedColumn(column.name, column.is_list) for column in found.columns}


def named(found: Table) -> list[str]:
    return [column.name for column in found.columns]


PRODUCT = (
    '<a href="/p/{0}"><img src="/i/{0}.jpg"></a><h3><a href="/p/{0}">Thing {0}</a></h3>'
    "<del>${0}9.00</del> <b>${0}5.50</b><p>{1}</p><button>Add to cart</button>"
)
WORDS = (
    "It is large and round and made of the best wood that the forest could give",
    "Small, square and grey, it stands on any shelf there is in any house you know",
    "No one who has had one of these would ever want to be without it for a day",
)


# What is a column


def test_a_list_of_products_reads_like_the_page() -> None:
    found = table(*(PRODUCT.format(n, words) for n, words in enumerate(WORDS, 1)))
    assert cells(found) == {
        "image": [f"http://shop.example/i/{n}.jpg" for n in (1, 2, 3)],
        "url": [f"http://shop.example/p/{n}" for n in (1, 2, 3)],
        "title": ["Thing 1", "Thing 2", "Thing 3"],
        "old_price": ["$19.00", "$29.00", "$39.00"],
        "price": ["$15.50", "$25.50", "$35.50"],
        "description": list(WORDS),
    }


TREES = ("Ash", "Elm", "Oak")
COLUMNS: dict[str, tuple[Sequence[str], dict[str, list[str | None]]]] = {
    "what all say alike is none": (
        [f"<i>{name}</i><button>Buy</button>" for name in TREES], {"text": [*TREES]},
    ),
    "what some say is one": (
        ['<b>a</b><em class="stock">Sold out</em>', *(f"<b>{name}</b>" for name in "bcde")],
        {"availability": ["Sold out", None, None, None, None]},
    ),
    "availability that all have": (
        [f'<b>{name}</b><p class="x in-stock">In stock</p>' for name in TREES],
        {"availability": ["In stock"] * 3},
    ),
    "a label of availability is none": (
        [f"<b>{name}</b><p class=availability><i>Availability:</i> <u>Yes</u></p>"
         for name in TREES],
        {"text": [*TREES], "availability": ["Yes"] * 3},
    ),
    "missing fields never shift their neighbours": (
        ["<b>A</b><span class=city>Rome</span><span class=job>Cook</span><i>$1.00</i>",
         "<b>B</b><span class=job>Smith</span><i>$2.00</i>",
         "<b>C</b><span class=city>Oslo</span><i>$3.00</i>",
         "<b>D</b><span class=city>Kyiv</span><span class=job>Clerk</span>"],
        {"city": ["Rome", None, "Oslo", "Kyiv"], "job": ["Cook", "Smith", None, "Clerk"],
         "price": ["$1.00", "$2.00", "$3.00", None]},
    ),
    "kinds of values tell fields apart": (
        ["<b>A</b><span>2021-03-04</span><span>$5.00</span>", "<b>B</b><span>$6.00</span>",
         "<b>C</b><span>2021-03-06</span>"],
        {"date": ["2021-03-04", None, "2021-03-06"], "price": ["$5.00", "$6.00", None]},
    ),
    "fields in another order": (
        ["<b class=who>A</b><i class=size>x</i><u class=colour>k</u>",
         "<b class=who>B</b><i class=size>y</i><u class=colour>l</u>",
         "<u class=colour>m</u><b class=who>C</b><i class=size>z</i>"],
        {"text": ["A", "B", "C"], "size": ["x", "y", "z"], "color": ["k", "l", "m"]},
    ),
    "an inner list": (
        ["<h2>A</h2><div class=tags><a href=/x>x</a><a href=/y>y</a></div>",
         "<h2>B</h2><div class=tags><a href=/z>z</a></div>", "<h2>C</h2>"],
        {"tags": [f"x{SEPARATOR}y", "z", None],
         "tags_url": [f"http://shop.example/x{SEPARATOR}http://shop.example/y",
                      "http://shop.example/z", None]},
    ),
    "an inner table": (
        ["<h2>A</h2><table><tr><td>single</td><td>$10.00</td></tr>"
         "<tr><td>double</td><td>$15.00</td></tr></table>",
         "<h2>B</h2><table><tr><td>suite</td><td>$90.00</td></tr></table>",
         "<h2>C</h2><table><tr><td>attic</td><td>$5.00</td></tr></table>"],
        {"price": [f"$10.00{SEPARATOR}$15.00", "$90.00", "$5.00"]},
    ),
    "highlighted words": (
        ["<h3>Red <em>apple</em></h3>", "<h3><em>Apple</em> tart</h3>", "<h3>Pear</h3>"],
        {"title": ["Red apple", "Apple tart", "Pear"]},
    ),
    "text and elements with a value each": (
        [f"<div>asked 2020-01-0{n} <a href=/u/{name}>{name}</a><i class=rep>{n}00</i></div>"
         for n, name in enumerate(TREES, 1)],
        {"number": ["100", "200", "300"], "date": [f"asked 2020-01-0{n}" for n in (1, 2, 3)]},
    ),
    "a price in pieces": (
        [f"<b>{n}</b><div><span>$</span><span>{n}</span><sup>.99</sup></div>" for n in "123"],
        {"price": ["$1.99", "$2.99", "$3.99"]},
    ),
    "labels beside their values": (
        [f"<h2>{n}x</h2><dl><dt>Weight:</dt><dd>{n} kg</dd></dl><p>Height: {n} m</p>"
         f"<div><b>{n}</b> <span>answers</span></div>" for n in "345"],
        {"weight": ["3 kg", "4 kg", "5 kg"], "height": ["3 m", "4 m", "5 m"],
         "answers": ["3", "4", "5"]},
    ),
    "properties of items": (
        [f"<b itemprop=name>{n}</b><i itemprop=materialKind>{n}{n}</i>"
         f"<meta itemprop=sku content=S{n}>" for n in TREES],
        {"title": [*TREES], "material_kind": [n + n for n in TREES],
         "sku": ["SAsh", "SElm", "SOak"]},
    ),
    "labels of other scripts": (
        [f"<b>{n}号</b><p>重量：{n} 公斤</p>" for n in "345"],
        {"重量": ["3 公斤", "4 公斤", "5 公斤"]},
    ),
    "goods that are not all on sale": (
        ["<b>A</b><p><i class=list-price>$20.00</i> <i class=sale-price>$15.00</i></p>",
         "<b>B</b><p><i class=list-price>$12.00</i></p>",
         "<b>C</b><p><i class=list-price>$30.00</i> <i class=sale-price>$25.00</i></p>"],
        {"price": ["$15.00", "$12.00", "$25.00"], "old_price": ["$20.00", None, "$30.00"]},
    ),
    "what is struck through alone": (
        ["<b>A</b><s>$20.00</s> <i>$15.00</i>", "<b>B</b><s>$12.00</s>", "<b>C</b><i>$3.00</i>"],
        {"price": ["$15.00", None, "$3.00"], "old_price": ["$20.00", None, None]},
    ),
    "words of a title before an amount": (
        [f"<h3>{name}</h3><b>£{n}.50</b>"
         for n, name in enumerate(("Under It", "The Old Man", "Sale"))],
        {"price": ["£0.50", "£1.50", "£2.50"]},
    ),
}  # fmt: skip


NOTHING_ELSE = {
    "what all say alike is none",
    "a label of availability is none",
    "highlighted words",
}


@pytest.mark.parametrize("name", COLUMNS)
def test_records_have_these_columns(name: str) -> None:
    records, expected = COLUMNS[name]
    found = cells(table(*records))
    assert found.items() >= expected.items()
    assert name not in NOTHING_ELSE or found == expected


def test_what_says_whether_a_thing_can_be_had_is_its_availability() -> None:
    said = ("Only 2 left", "In stock", "Ausverkauft", "Pre-order now")
    found = table(*(f"<h3>Thing {one}</h3><i class=x>{one}</i>" for one in said))
    assert cells(found)["availability"] == [*said]
    assert [row["availability"] for row in standard_fields(found, 4)] == [
        "LimitedAvailability", "InStock", "SoldOut", "PreOrder",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Open page {}", "Clock {} of..."),
        ("Clock {} of", "Clock {} of..."),
        ("Clock {} of the tower...", "Clock {} of..."),
        ("Clock {} of the tower", "Clock {} of"),
        ("{}. clock", "{}..."),
    ],
)
def test_a_title_that_says_something_else_is_not_the_text(title: str, shown: str) -> None:
    found = table(
        *(f'<h3><a href=/{n} title="{title.format(n)}">{shown.format(n)}</a></h3>' for n in "abc")
    )
    assert [shown.format(n) for n in "abc"] in cells(found).values()


def test_addresses_that_lead_nowhere_or_are_given_twice_are_no_columns() -> None:
    nowhere = table('<a href="#">a</a>', '<a href="javascript:go(1)">b</a>', '<a href="#">c</a>')
    assert [column.kind for column in nowhere.columns] == ["text"]
    twice = (f'<a href="/{n}"><img src="/{n}.png"></a><a href="/{n}">T{n}</a>' for n in "ab")
    assert [name for name in named(table(*twice)) if name.startswith("url")] == ["url"]


# Records of any shape


def test_no_records_and_empty_records_have_empty_tables() -> None:
    page = Page("<ul><li></li><li><br></li></ul>", URL)
    assert table_of(page, []).columns == ()
    assert table_of(page, [[node] for node in nodes(page, "//li")]).columns == ()


# Names


def test_headers_of_a_table_name_its_columns() -> None:
    html = (
        "<table><thead><tr><th>Player</th><th colspan=2>Club</th><th>Goals</th></tr></thead>"
        + "".join(
            f"<tr><td>{who}</td><td>{club}</td><td>{town}</td><td>{goals}</td></tr>"
            for who, club, town, goals in (
                ("Ann", "Reds", "York", "12"), ("Bob", "Blues", "Hull", "7"),
                ("Cid", "Greens", "Bath", "3"),
            )
        )
        + "</table>"
    )  # fmt: skip
    page = Page(html, URL)
    found = table_of(page, [[node] for node in nodes(page, "//tr[td]")])
    assert cells(found)["player"] == ["Ann", "Bob", "Cid"]
    assert cells(found)["goals"] == ["12", "7", "3"]
    assert cells(found)["club"] == ["Reds", "Blues", "Greens"]


@examples(200)
@given(st.text(max_size=80))
def test_names_are_plain_identifiers(words: str) -> None:
    name = snake(words)
    assert name is None or (name == name.strip("_ ") or name.startswith("_"))
    assert name is None or all(c == "_" or c.isalnum() for c in name) or not words.isascii()


# The site's next page


def test_the_next_page_has_the_same_columns() -> None:
    first = table(
        "<h2>A</h2><i class=size>5</i><em class=stock>1 left</em>",
        "<h2>B</h2><i class=size>6</i>",
    )
    page = Page(
        "<ul><li><h2>C</h2><u class=new>fresh</u><i class=size>7</i></li>"
        "<li><h2>D</h2><i class=size>7</i></li></ul>",
        URL,
    )
    second = table_of(page, [[node] for node in nodes(page, "//li")], saved=saved(first))
    # Size is the same in all records of this page, and a column all the same.
    assert named(second) == ["title", "text", "size"]
    assert cells(second)["size"] == ["7", "7"]


# Values


def test_values_are_typed() -> None:
    found = table(
        *(
            f"<h2>{name}</h2><b>{price}</b><time datetime={when}>lately</time>"
            f"<u class=stars>{stars}</u><span class=count>{count}</span>"
            for name, price, when, stars, count in (
                ("A", "$5.50", "2020-01-02", "★★★☆☆", "1,200 ratings"),
                ("B", "$6.00", "2020-01-03", "★★★★☆", "30 ratings"),
                ("C", "$7.25", "2020-01-04", "★☆☆☆☆", "7 ratings"),
            )
        )
    )
    assert found["price"].values[0] == Price(Decimal("5.50"), None)
    assert found["rating"].values[1] == Rating(Decimal(4), Decimal(5))
    assert found["reviews"].values == (Decimal(1200), Decimal(30), Decimal(7))
    assert found["title"].values == ("A", "B", "C")


def test_dates_for_programs_go_before_those_for_people() -> None:
    found = table(
        *(f"<h2>{n}x</h2><time datetime=2020-01-0{n}>{n} days ago</time>" for n in (1, 2, 3))
    )
    assert found["date"].cells[0] == "1 days ago"
    assert found["date"].values == (date(2020, 1, 1), date(2020, 1, 2), date(2020, 1, 3))


# Any page


def test_tables_of_the_examples_pages_hold_what_the_pages_say() -> None:
    for path in PAGES:
        page = Page(path.read_bytes(), URL)
        parents = [n for n in range(len(page.tree)) if page.tree.size[n] > 20]
        for parent in parents[:: 1 + len(parents) // 8]:
            records = [[child] for child in page.tree.children(parent)]
            found = table_of(page, records)
            assert len(set(named(found))) == len(found.columns)
            for column in found.columns:
                assert len(column.cells) == len(records) == len(column.nodes)
                for (record,), held in zip(records, column.nodes, strict=True):
                    inside = range(record, record + page.tree.size[record])
                    assert all(node in inside for one in held for node in one)


def test_deep_and_wide_pages_stay_within_bounds() -> None:
    deep = "<div>" * 800 + "x" + "</div>" * 800
    wide = "".join(f"<b class=c{n}>{n}</b>" for n in range(2000))
    found = table(deep, wide, "<i>y</i>" * 3000)
    assert len(found.columns) <= 200


# Prices


def shop(card: str, *, count: int = 3, language: str = "en", url: str = URL) -> Table:
    """The table of cards of goods; ``{0}`` in a card is its number."""
    items = "".join(
        f"<li><h3><a href=/{n}>Thing {n}</a></h3><div>{card.format(n)}</div></li>"
        for n in range(1, count + 1)
    )
    page = Page(f"<html lang={language}><body><ul>{items}</ul></body></html>", url)
    return table_of(page, [[node] for node in nodes(page, "//li")])


def amounts(found: Table, name: str) -> list[str | None]:
    """The amounts of a column."""
    values = found[name].values
    return [str(value.amount) if isinstance(value, Price) else None for value in values]


@pytest.mark.parametrize(
    ("card", "price", "old"),
    [
        ("$<span>{0}9</span><sup>99</sup>", "19.99", None),
        ("{0}9<sup>99</sup> €", "19.99", None),
        ("<b>{0}9</b><sup>99</sup><i>€</i>", "19.99", None),
        ("<i>£</i><b>1,29{0}</b><small>.00</small>", "1291", None),
        ("<span>$</span><span>1{0}</span><span>.</span><span>50</span>", "11.50", None),
        ("<span>2.890,0{0}</span><span>EUR</span>", "2890.01", None),
        ("<del><span>$</span>10{0}</del> <ins><span>$</span>8{0}</ins>", "81", "101"),
        ("<b>$8{0}</b> <strike>$10{0}</strike>", "81", "101"),
        ("<b>$8{0}</b> <i style='text-decoration: line-through'>$10{0}</i>", "81", "101"),
        ("<i class=price-regular>$10{0}</i> <i class=price-sale>$8{0}</i>", "81", "101"),
        ("<i class=oldPrice>$10{0}</i> <i>$8{0}</i>", "81", "101"),
        ("<i>Was $10{0}</i> <i>Now $8{0}</i>", "81", "101"),
        ("<i>UVP:</i> <b>10{0} €</b> <u>8{0} €</u>", "81", "101"),
        ("statt 10{0},00 € 8{0},00 €", "81", "101"),
        ("<i>$10.00 - $2{0}.00</i>", "10", None),
        ("<b>$8{0}.99</b> <i>or 12x $7.33</i> <u>Save $10.00</u>", "81.99", None),
        ("<b>$8{0}.99</b> <i>$5.00 shipping</i>", "81.99", None),
        ("<i>($9.99 / kg)</i> <b>$4{0}.50</b>", "41.50", None),
        ("<b>$4{0}.50</b> <i>9.99 € per 100 g</i>", "41.50", None),
        ("<i>- $5.00</i><b>$4{0}.50</b>", "41.50", None),
        ("<i>$4{0}.50 / month</i>", "41.50", None),
        ("<i class=price--rrp>$10{0}</i> <i class=price--withoutTax>$8{0}</i>", "81", "101"),
        ("<i class=high>$10{0}</i> <i>$8{0}</i> <u>Save<!-- -->: <b>$20.00</b></u>", "81", "101"),
        ("<i class=new>$8{0}</i> <i class=new>$1{0}0</i> <u>Save <b>$29.00</b></u>", "81", "110"),
        ("<b>$8{0}</b> <i>$1{0}0</i> <u>Delivery: $5.00</u>", "81", None),
    ],
)
def test_the_price_of_goods(card: str, price: str, old: str | None) -> None:
    found = shop(card)
    assert Decimal(amounts(found, "price")[0] or 0) == Decimal(price)
    has_old = "old_price" in named(found)
    assert (amounts(found, "old_price")[0] if has_old else None) in (old, old and f"{old}.00")


@pytest.mark.parametrize("text", ["{0} ft x 5 ft", "{0} pounds", "Model NT{0}-A", "${0}.5 million"])
def test_what_is_no_money_is_no_price(text: str) -> None:
    assert "price" not in named(table(*(f"<h3>A{n}</h3><i>{text.format(n)}</i>" for n in "345")))


# Ratings


def scores(*cards: str) -> list[tuple[object, object]]:
    """The rating and the number of reviews of each card's item."""
    rows = standard_fields(
        table(*(f"<h3><a href=/{n}>Thing {n}</a></h3>{one}" for n, one in enumerate(cards))),
        len(cards),
    )
    return [(row.get("rating"), row.get("reviews")) for row in rows]


@pytest.mark.parametrize(
    ("card", "rating", "reviews"),
    [
        ("<i>{0}.5 out of 5 stars</i> <u>(12)</u>", 1.5, 12),
        ("<i>{0},5 von 5 Sternen</i> <u>1.212 Bewertungen</u>", 1.5, 1212),
        ("<i aria-label='Rated {0}.5 out of 5'></i> <u>203</u>", 1.5, None),
        ("<p><i aria-label='Rated {0}.5 out of 5'></i> <u>203</u></p>", 1.5, 203),
        ("<p><i title='Note : {0},5 sur 5'></i> <u>(203)</u></p>", 1.5, 203),
        ("<p aria-label='{0}.5 stars from 1,234 reviews'></p>", 1.5, 1234),
        ("<p><b>{0}.5</b> <i>(2.5k)</i></p>", 1.5, 2500),
        ("<p>Rated <b>{0}</b> stars out of 5</p><p>1 review</p>", 1, 1),
        ("<p>{0}.35 avg rating — 9,993,676 ratings</p>", 1.35, 9993676),
        ("<p class=rating>{0}★</p>", 1, None),
        ("<p>{0}.7/10</p><p>12 ratings</p>", 1.7, 12),
        ("<p class=rating>(51{0})</p>", None, 511),
    ],
)
def test_ratings_and_numbers_of_reviews_are_told_apart(
    card: str, rating: float | None, reviews: int | None
) -> None:
    found = scores(*(card.format(n) for n in (1, 2, 3)))
    assert found[0] == (rating, reviews)


@pytest.mark.parametrize(
    "card",
    [
        "<p>Step {0} of 5</p>",
        "<p>{0} items (12)</p>",
        "<p>Version {0}.5</p>",
        "<p>{0} of 10 pages</p>",
        "<p>16{0} review</p>",
        "<p><i title='1 of 5 stars'></i><i title='2 of 5 stars'></i><i title='3 of 5 stars'></i>"
        "<i title='4 of 5 stars'></i><i title='5 of 5 stars'></i></p>",
    ],
)
def test_other_numbers_are_no_ratings(card: str) -> None:
    assert scores(*(card.format(n) for n in (1, 2, 3))) == [(None, None)] * 3


# Quantities


def test_quantities_are_called_by_what_they_measure() -> None:
    found = table(*(f"<h3>Walk {n}</h3><i>{n}.5 km</i> <b>{n} h 20 min</b>" for n in (1, 2, 3)))
    assert named(found) == ["title", "distance", "duration"]
    assert found["distance"].values == tuple(Quantity(Decimal(f"{n}.5"), "km") for n in (1, 2, 3))
    assert [str(one.value) for one in found["duration"].values] == ["80", "140", "200"]  # type: ignore[union-attr]


def test_a_time_that_something_takes_is_no_date() -> None:
    found = table(*(f"<h3>Soup {n}</h3><p>Time: {n}5 min</p>" for n in (1, 2, 3)))
    assert "date" not in named(found)


THINGS = "Hatchet Kettle Lantern Griddle Bucket Trowel".split()
BODY = (
    "<p>{text} one.</p><h4>Part of {thing}</h4><ul><li>{text} two</li></ul>"
    "<blockquote><p>{text} three, as somebody wrote.</p></blockquote>"
)
"""A description of several blocks."""


def articles(*inner: str) -> Table:
    cards = (
        f"<article><h3><a href=/{thing}>{thing}</a></h3>{part}</article>"
        for thing, part in zip(THINGS, inner, strict=True)
    )
    return table(*cards, around="<main>{}</main>", path="//article")


@pytest.mark.parametrize("frame", ["<div>{}</div>", "<div>{}</div><p>1 min</p>", "{}"])
def test_a_description_of_several_blocks_is_whole(frame: str) -> None:
    texts = [f"All that the {thing} was good for when it was still quite new" for thing in THINGS]
    parts = [
        f"<time>2024-05-1{number}</time>"
        + frame.format(BODY.format(text=text, thing=THINGS[number]))
        + "<a class=more href=/x>Read more</a>"
        for number, text in enumerate(texts)
    ]
    columns = {column.name: column for column in articles(*parts).columns}

    assert columns["description"].cells == tuple(
        f"{text} one.\nPart of {thing}\n{text} two\n{text} three, as somebody wrote."
        for text, thing in zip(texts, THINGS, strict=True)
    )
    assert not {"text", "text_2"} & {*columns}


def test_sentences_describe_records_however_short() -> None:
    texts = [f"我们先数出{number}个，后来又在潮汐表后面找到24个。" for number in range(2, 8)]

    assert cells(articles(*texts))["description"] == texts


def test_a_long_subtitle_describes_a_record() -> None:
    texts = [f"All that the {thing} was good for, and how we came to have it at all, long ago"
             for thing in THINGS]  # fmt: skip
    found = articles(*(f"<h4 class=card-subtitle>{text}</h4>" for text in texts))

    assert cells(found)["description"] == texts


def test_a_named_part_of_a_description_stays_a_column() -> None:
    texts = [
        f"All that the {thing} was good for when it was still quite new, and a good deal more"
        for thing in THINGS
    ]
    parts = [
        f"<div><p>{text} one.</p>{'<b class=badge>Signed</b>' if number in (1, 3) else ''}"
        f"<blockquote><p>{text} two.</p></blockquote></div>"
        for number, text in enumerate(texts)
    ]
    found = cells(articles(*parts))

    assert found["badge"] == [None, "Signed", None, "Signed", None, None]
    assert found["description"][0] == f"{texts[0]} one.\n{texts[0]} two."


def test_a_description_that_spans_rows_is_read_once() -> None:
    words = "gate wall bank mill row hall pond way road field end side".split()

    def row(number: int) -> str:
        cells = ["<td></td>"] * 3
        cells[number % 3] = f"<td>{words[number]}</td>"
        return "".join(cells)

    text = "This long sentence describes item {} in a few more words than sixty characters."
    rows = "".join(
        f"<tr>{row(2 * n)}<td rowspan=2>{text.format(n)}</td></tr><tr>{row(2 * n + 1)}</tr>"
        for n in range(6)
    )
    head = "".join(f"<th>{name}</th>" for name in ("Red", "Green", "Blue", "Description"))
    html = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    page = Page(html)
    found = table_of(page, [[node] for node in nodes(page, "//tbody/tr")])

    assert cells(found)["description"] == [text.format(n // 2) for n in range(12)]


@pytest.mark.parametrize("pair", ["<dt>{}</dt><dd>{}</dd>", "<span>{}</span><span>{}</span>"])
def test_numbers_between_labels_have_the_ones_before_them(pair: str) -> None:
    cards = (
        f"<h3><a href=/{n}>House {n}</a></h3><div>{pair.format('Rooms', n % 3)}"
        f"{pair.format('Baths', n % 2)}{pair.format('Area', f'{60 + n} m2')}</div>"
        for n in range(8)
    )
    row = table(*cards).row(4)
    assert (row["rooms"], row["baths"], row["area"]) == ("1", "0", "64 m2")


def test_numbers_before_words_have_the_ones_behind_them() -> None:
    cards = (f"<a href=/{n}>House {n}</a><p><b>{n}</b> <i>rooms</i> <b>{9 - n}</b> <i>baths</i>"
             for n in range(8))  # fmt: skip
    row = table(*cards).row(2)
    assert (row["rooms"], row["baths"]) == ("2", "7")


@pytest.mark.parametrize(
    "pair", ["<dt>{}</dt><dd>{}</dd>", "<tr><th>{}</th><td>{}</td></tr>", "<li><b>{}</b> {}</li>"]
)
def test_pairs_that_some_records_lack_keep_their_labels(pair: str) -> None:
    frame = "<table>{}</table>" if "<tr>" in pair else "<dl>{}</dl>"
    cards = []
    for n in range(8):
        pairs = [("Street", f"{n} Mill Lane"), ("Phone", f"01 23 4{n}"), ("Staff", f"{n} persons")]
        pairs[1:1] = [("Access", "By the old bridge")] * (n == 3)
        inner = "".join(pair.format(*each) for each in pairs[: 2 + n % 2 * 2])
        cards.append(f"<article><h3><a href=/{n}>Firm {n}</a></h3>{frame.format(inner)}</article>")
    found = table(*cards, around="<div>{}</div>", path="//article")
    rows = [found.row(n) for n in range(8)]
    assert [row.get("phone") for row in rows] == [f"01 23 4{n}" for n in range(8)]
    assert [row.get("staff") for row in rows] == [f"{n} persons" if n % 2 else None
                                                  for n in range(8)]  # fmt: skip
    assert [row.get("access") for row in rows if "access" in row] == ["By the old bridge"]


def test_several_values_below_a_label_are_a_list() -> None:
    cards = []
    for n in range(8):
        more = "<dd>Tax</dd><dd>Audits</dd>" if n % 2 else "<dd>Law</dd>"
        cards.append(f"<h3>Firm {n}</h3><dl><dt>Fields</dt>{more}<dt>Seat</dt><dd>Town {n}</dl>")
    found = table(*cards)
    assert (found.row(1)["fields"], found.row(1)["seat"]) == (["Tax", "Audits"], "Town 1")


def test_values_that_recur_are_no_labels() -> None:
    towns = ("Oldtown", "Newport", "Hill")
    cards = (f"<h3><a href=/{n}>Job {n}</a></h3><p>{towns[n % 3]}</p><p>Frey {n % 4} Ltd</p>"
             for n in range(12))  # fmt: skip
    columns = cells(table(*cards)).values()
    assert [towns[n % 3] for n in range(12)] in columns
    assert [f"Frey {n % 4} Ltd" for n in range(12)] in columns


TITLES = ["bridges over the valley", "mill opens its doors", "farmers fear the spring", "old choir"]


@pytest.mark.parametrize("title", ["<b>{}</b> {}", "{} <em>{}</em>", "<i><u>{}</u></i> {}"])
@pytest.mark.parametrize("marked", [1, 2])
def test_a_title_is_whole_if_its_beginning_or_end_is_marked(title: str, marked: int) -> None:
    titles = [f"{word.capitalize()} {rest}" for word, _, rest in (t.partition(" ") for t in TITLES)]
    cards = [
        f"<h3><a href=/{n}>{title.format(*each.split(' ', 1)) if n % marked == 0 else each}"
        f"</a></h3><i>{n}.5 m</i>"
        for n, each in enumerate(titles)
    ]
    assert cells(table(*cards))["title"] == titles


def test_a_label_in_bold_is_no_part_of_a_text() -> None:
    towns = ["oldtown", "newport", "hill", "marsh"]
    cards = (f"<h3><a href=/{n}>Job {n}</a></h3><p><b>Town</b> {town}</p>"
             for n, town in enumerate(towns))  # fmt: skip
    assert cells(table(*cards))["town"] == towns


def test_a_link_is_no_label_of_the_text_behind_it() -> None:
    cards = (f"<h3><a href=/{n}>Story {n}</a></h3><a href=/{n}>Read more</a>"
             f"<span>Posted May {n + 3}, 2020</span>" for n in range(6))  # fmt: skip
    found = table(*cards)
    assert "read_more" not in named(found)
    assert found["date"].values[0] == date(2020, 5, 3)


def test_words_behind_a_date_do_not_hide_it() -> None:
    cards = (f"<h3><a href=/{n}>Story {n}</a></h3><span>Published {n + 13}.11.2015 14:07 "
             f"Number of views: 278</span>" for n in range(6))  # fmt: skip
    assert str(table(*cards)["date"].values[0]) == "2015-11-13 14:07:00"


@pytest.mark.parametrize("day", ["<i>2012-03-0{}</i>", "2012-03-0{}"])
def test_an_author_is_told_from_the_day_in_its_cell(day: str) -> None:
    rows = "".join(
        f"<tr><td><a href=/t/{n}>Story number {n}</a><td><a href=/u/{n}>writer{n}x</a><br>"
        f"{day.format(n)}<td>{n * 7}"
        for n in range(1, 8)
    )
    page = Page(f"<table><tr><th>Subject<th>Author<th>Views{rows}</table>")
    found = table_of(page, [[node] for node in nodes(page, "//tr")[1:]])
    assert standard_fields(found, 7)[0]["author"] == "writer1x"
    assert standard_fields(found, 7)[0]["date"] == "2012-03-01"


def test_a_column_tells_what_comes_before_a_fraction() -> None:
    prices = ["0.335", "1.165", "2.28", "0.925"]
    rows = "".join(f"<tr><td>Share {n}<td class=price>{price}" for n, price in enumerate(prices))
    page = Page(f"<table><tr><th>Share<th>Price{rows}</table>")
    found = table_of(page, [[node] for node in nodes(page, "//tr")[1:]])
    assert found["price"].values == tuple(map(Decimal, prices))


def test_a_column_headed_title_is_one_whose_values_recur() -> None:
    rows = "".join(
        f"<tr><td><a href=/s/{n // 6}>Bridges {n // 6}</a><td>{'French Dutch'.split()[n % 2]}"
        f"<td><a href=/u/{n}>Download</a>"
        for n in range(24)
    )
    page = Page(f"<table><tr><th>Title<th>Language<th>Download{rows}</table>")
    found = table_of(page, [[node] for node in nodes(page, "//tr")[1:]])
    assert standard_fields(found, 24)[7]["title"] == "Bridges 1"


def test_a_short_linked_text_of_class_desc_is_a_title() -> None:
    cards = (f"<a class=desc href=/{n}>Bridges of valley {n}</a><p class=desc>The author takes "
             f"the reader through all the parts of the matter, number {n}.</p>"
             for n in range(8))  # fmt: skip
    assert standard_fields(table(*cards), 8)[3]["title"] == "Bridges of valley 3"


def test_headings_of_two_layouts_are_titles() -> None:
    large = "".join(
        f"<div class=column><article class=w1><a href=/n/{number}><img src=/i/{number}.jpg><p "
        f"class=flag><b>{'Town Valley'.split()[number % 2]}</b></p><h2 class=hx>{name}</h2><p>Our "
        f"reporter looked at what this means, number {number}.</p></a></article></div>"
        for number, name in enumerate(("Bridges need bolts", "Trees for the park", "Old mill open"))
    )
    small = "".join(
        f"<div class=column><article class=w2><a href=/m/{number}><img src=/m/{number}.jpg></a>"
        f"<h3><a href=/m/{number}>{name}</a></h3></article></div>"
        for number, name in enumerate(("Dry spring feared", "Choir wins", "Fog again"))
    )
    page = Page(f"<h1>Sport</h1>{large}{small}")
    article = tags.NUMBER["article"]
    nodes = [[node] for node, tag in enumerate(page.tree.tag) if tag == article]
    (title,) = (column for column in table_of(page, nodes).columns if column.standard == "title")

    assert [*title.cells] == [
        "Bridges need bolts", "Trees for the park", "Old mill open",
        "Dry spring feared", "Choir wins", "Fog again",
    ]  # fmt: skip
