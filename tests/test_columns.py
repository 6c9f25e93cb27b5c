from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import PAGES, examples

from scrapy_treesim import Page
from scrapy_treesim.records.table.columns import SEPARATOR, Column, Table, table_of
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


def test_what_all_records_say_alike_is_no_column() -> None:
    found = table("<i>a</i><button>Buy</button>", "<i>b</i><button>Buy</button>")
    assert list(cells(found).values()) == [["a", "b"]]


def test_what_some_records_say_is_a_column() -> None:
    found = table(
        '<b>a</b><em class="stock">Sold out</em>', "<b>b</b>", "<b>c</b>", "<b>d</b>", "<b>e</b>"
    )
    assert cells(found)["availability"] == ["Sold out", None, None, None, None]


def test_what_says_whether_a_thing_can_be_had_is_its_availability() -> None:
    said = ("Only 2 left", "In stock", "Ausverkauft", "Pre-order now")
    found = table(*(f"<h3>Thing {one}</h3><i class=x>{one}</i>" for one in said))
    assert cells(found)["availability"] == [*said]
    assert [row["availability"] for row in standard_fields(found, 4)] == [
        "LimitedAvailability", "InStock", "SoldOut", "PreOrder",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["availability", "in-stock"])
def test_what_all_records_say_of_their_availability_is_a_column(name: str) -> None:
    found = table(*(f'<b>{one}</b><p class="x {name}">In stock</p>' for one in "abcd"))
    assert cells(found)["availability"] == ["In stock"] * 4


def test_a_label_of_availability_is_none() -> None:
    found = table(
        *(f"<b>{one}</b><p class=availability><i>Availability:</i> <u>Yes</u></p>" for one in "abc")
    )
    assert cells(found)["availability"] == ["Yes"] * 3
    assert len(found.columns) == 2


@pytest.mark.parametrize("ellipsis", ["...", " ...", "…", " …"])
def test_a_text_that_is_cut_short_is_whole_as_its_title_says(ellipsis: str) -> None:
    whole = ("The history of clocks", "The house by the lake", "Theatres of stone")
    found = table(
        *(
            f'<h3><a href=/{n} title="{one}">{one[:9]}{ellipsis}</a></h3>'
            for n, one in enumerate(whole)
        )
    )
    assert cells(found)["title"] == [*whole]


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


def test_an_address_that_leads_nowhere_is_no_column() -> None:
    found = table('<a href="#">a</a>', '<a href="javascript:go(1)">b</a>', '<a href="#">c</a>')
    assert [column.kind for column in found.columns] == ["text"]


def test_the_same_address_twice_is_one_column() -> None:
    found = table(
        *(f'<a href="/{n}"><img src="/{n}.png"></a><a href="/{n}">T{n}</a>' for n in "ab")
    )
    assert named(found).count("url") == 1
    assert not any(name.startswith("url_") for name in named(found))


def test_cells_know_the_nodes_that_they_came_from() -> None:
    page = Page('<ul><li><a href="/1">One</a></li><li><a href="/2">Two</a></li></ul>', URL)
    found = table_of(page, [[node] for node in nodes(page, "//li")])
    assert [page.tree.raw_text(cell[0][0]) for cell in found["title"].nodes] == ["One", "Two"]
    assert [page.tree.get(cell[0][0], "href") for cell in found["url"].nodes] == ["/1", "/2"]


# Alignment


def test_missing_fields_never_shift_their_neighbours() -> None:
    found = table(
        "<b>A</b><span class=city>Rome</span><span class=job>Cook</span><i>$1.00</i>",
        "<b>B</b><span class=job>Smith</span><i>$2.00</i>",
        "<b>C</b><span class=city>Oslo</span><i>$3.00</i>",
        "<b>D</b><span class=city>Kyiv</span><span class=job>Clerk</span>",
    )
    assert cells(found)["city"] == ["Rome", None, "Oslo", "Kyiv"]
    assert cells(found)["job"] == ["Cook", "Smith", None, "Clerk"]
    assert cells(found)["price"] == ["$1.00", "$2.00", "$3.00", None]


def test_without_class_names_kinds_of_values_tell_fields_apart() -> None:
    found = table(
        "<b>A</b><span>2021-03-04</span><span>$5.00</span>",
        "<b>B</b><span>$6.00</span>",
        "<b>C</b><span>2021-03-06</span>",
    )
    assert cells(found)["date"] == ["2021-03-04", None, "2021-03-06"]
    assert cells(found)["price"] == ["$5.00", "$6.00", None]


def test_fields_in_another_order_are_the_same_fields() -> None:
    found = table(
        "<b class=who>A</b><i class=what>x</i><u class=when>k</u>",
        "<b class=who>B</b><i class=what>y</i><u class=when>l</u>",
        "<u class=when>m</u><b class=who>C</b><i class=what>z</i>",
    )
    assert sorted(map(tuple, cells(found).values())) == [
        ("A", "B", "C"),
        ("k", "l", "m"),
        ("x", "y", "z"),
    ]


def test_inner_lists_are_one_column() -> None:
    found = table(
        "<h2>A</h2><div class=tags><a href=/x>x</a><a href=/y>y</a></div>",
        "<h2>B</h2><div class=tags><a href=/z>z</a></div>",
        "<h2>C</h2>",
    )
    assert cells(found)["tags"] == [f"x{SEPARATOR}y", "z", None]
    assert cells(found)["tags_url"] == [
        f"http://shop.example/x{SEPARATOR}http://shop.example/y",
        "http://shop.example/z",
        None,
    ]


def test_tables_inside_records_keep_their_columns() -> None:
    found = table(
        "<h2>A</h2><table><tr><td>single</td><td>$10.00</td></tr>"
        "<tr><td>double</td><td>$15.00</td></tr></table>",
        "<h2>B</h2><table><tr><td>suite</td><td>$90.00</td></tr></table>",
        "<h2>C</h2><table><tr><td>attic</td><td>$5.00</td></tr></table>",
    )
    assert cells(found)["price"] == [f"$10.00{SEPARATOR}$15.00", "$90.00", "$5.00"]


def test_highlighted_words_do_not_split_a_text() -> None:
    found = table(
        "<h3>Red <em>apple</em></h3>",
        "<h3><em>Apple</em> tart</h3>",
        "<h3>The <em>apple</em> of the eye</h3>",
        "<h3>Pear</h3>",
    )
    assert cells(found) == {"title": ["Red apple", "Apple tart", "The apple of the eye", "Pear"]}


def test_text_and_elements_with_a_value_each_are_apart() -> None:
    found = table(
        *(
            f"<div>asked 2020-01-0{n} <a href=/u/{who}>{who}</a><i class=rep>{n}00</i></div>"
            for n, who in enumerate(("ann", "bob", "cid"), 1)
        )
    )
    assert cells(found)["number"] == ["100", "200", "300"]
    assert ["ann", "bob", "cid"] in cells(found).values()
    assert cells(found)["date"] == [f"asked 2020-01-0{n}" for n in (1, 2, 3)]


def test_a_price_in_pieces_is_one_price() -> None:
    found = table(
        *(f"<b>{n}</b><div><span>$</span><span>{n}</span><sup>.99</sup></div>" for n in "123")
    )
    assert cells(found)["price"] == ["$1.99", "$2.99", "$3.99"]


# Records of any shape


def test_records_of_several_siblings() -> None:
    html = "".join(
        f"<h3><a href=/{n}>T{n}</a></h3><p>{words}</p>" + ("<ul><li>x</li></ul>" if n % 2 else "")
        for n, words in enumerate(WORDS)
    )
    page = Page(f"<div>{html}</div>", URL)
    heads, texts, lists = (nodes(page, path) for path in ("//h3", "//p", "//ul"))
    records = [[heads[0], texts[0]], [heads[1], texts[1], lists[0]], [heads[2], texts[2]]]
    found = table_of(page, records)
    assert cells(found)["title"] == ["T0", "T1", "T2"]
    assert cells(found)["description"] == list(WORDS)
    assert [None, "x", None] in cells(found).values()


def test_records_of_subtrees_that_are_far_apart() -> None:
    page = Page(
        "<table><tr><td><a href=/1>One</a></td><td><a href=/2>Two</a></td></tr>"
        "<tr><td>$1.00</td><td>$2.00</td></tr></table>",
        URL,
    )
    one, two, three, four = nodes(page, "//td")
    found = table_of(page, [[one, three], [two, four]])
    assert cells(found) == {
        "title": ["One", "Two"],
        "url": ["http://shop.example/1", "http://shop.example/2"],
        "price": ["$1.00", "$2.00"],
    }


def test_bare_texts_may_be_records_too() -> None:
    page = Page(
        "<div>12 May 2020: <a href=/1>One</a><br>13 May 2020: <a href=/2>Two</a></div>", URL
    )
    texts = [n for n, tag in enumerate(page.tree.tag) if tag == tags.TEXT and page.tree.nth[n] >= 0]
    links = nodes(page, "//a")
    bare = [n for n in texts if page.tree.parent[n] not in links]
    found = table_of(page, list(map(list, zip(bare, links, strict=True))))
    assert cells(found)["url"] == ["http://shop.example/1", "http://shop.example/2"]
    assert cells(found)["title"] == ["One", "Two"]


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


def test_labels_name_the_values_beside_them() -> None:
    found = table(
        *(
            f"<h2>{n}x</h2><dl><dt>Weight:</dt><dd>{n} kg</dd></dl><p>Height: {n} m</p>"
            f"<div><b>{n}</b> <span>answers</span></div>"
            for n in range(3, 7)
        )
    )
    assert cells(found)["weight"] == ["3 kg", "4 kg", "5 kg", "6 kg"]
    assert cells(found)["height"] == ["3 m", "4 m", "5 m", "6 m"]
    assert cells(found)["answers"] == ["3", "4", "5", "6"]


def test_rows_with_labels_are_told_apart_by_them() -> None:
    found = table(
        "<h2>A</h2><ul><p>Size: 5</p><p>Colour: red</p><p>Age: 3</p></ul>",
        "<h2>B</h2><ul><p>Colour: blue</p><p>Age: 4</p></ul>",
        "<h2>C</h2><ul><p>Size: 7</p><p>Age: 9</p></ul>",
        around="<section>{}</section>",
    )
    assert cells(found)["size"] == ["5", None, "7"]
    assert cells(found)["colour"] == ["red", "blue", None]
    assert cells(found)["age"] == ["3", "4", "9"]


def test_itemprops_name_their_values() -> None:
    found = table(
        *(
            f"<b itemprop=name>{n}</b><i itemprop=materialKind>{n}{n}</i>"
            f"<meta itemprop=sku content=S{n}>"
            for n in ("alpha", "beta", "gamma")
        )
    )
    assert cells(found)["title"] == ["alpha", "beta", "gamma"]
    assert cells(found)["material_kind"] == ["alphaalpha", "betabeta", "gammagamma"]
    assert cells(found)["sku"] == ["Salpha", "Sbeta", "Sgamma"]


def test_names_of_other_scripts_stay_what_they_are() -> None:
    found = table(*(f"<b>{n}号</b><p>重量：{n} 公斤</p>" for n in range(3, 7)))
    assert cells(found)["重量"] == ["3 公斤", "4 公斤", "5 公斤", "6 公斤"]


@examples(200)
@given(st.text(max_size=80))
def test_names_are_plain_identifiers(words: str) -> None:
    name = snake(words)
    assert name is None or (name == name.strip("_ ") or name.startswith("_"))
    assert name is None or all(c == "_" or c.isalnum() for c in name) or not words.isascii()


def test_every_name_is_there_once() -> None:
    found = table(*(" ".join(f"<b>{n}{c}</b>" for c in "abcdefg") for n in range(4)))
    assert len(set(named(found))) == len(found.columns) == 7


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
    second = table_of(page, [[node] for node in nodes(page, "//li")], known=first.columns)
    # Size is the same in all records of this page, and a column all the same.
    assert named(second) == ["title", "size", "text"]
    assert cells(second)["size"] == ["7", "7"]


def test_a_known_name_is_not_given_twice() -> None:
    known = [Column("title", "text", (), (), "li/h2/text/text()")]
    page = Page("<ul><li><h2>A</h2><h3>x</h3></li><li><h2>B</h2><h3>y</h3></li></ul>", URL)
    found = table_of(page, [[node] for node in nodes(page, "//li")], known=known)
    assert len(set(named(found))) == 2
    assert cells(found)["title"] == ["A", "B"]


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


def test_a_row_has_what_its_record_has() -> None:
    found = table("<h2>A</h2><i class=size>5</i>", "<h2>B</h2>", "<h2>C</h2><i class=size>6</i>")
    assert found.row(0) == {"title": "A", "size": "5"}
    assert found.row(1) == {"title": "B"}


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


def test_goods_that_are_not_on_sale_have_a_price_and_no_old_one() -> None:
    found = table(
        "<b>A</b><p><span class=list-price>$20.00</span> <span class=sale-price>$15.00</span></p>",
        "<b>B</b><p><span class=list-price>$12.00</span></p>",
        "<b>C</b><p><span class=list-price>$30.00</span> <span class=sale-price>$25.00</span></p>",
    )
    assert cells(found)["price"] == ["$15.00", "$12.00", "$25.00"]
    assert cells(found)["old_price"] == ["$20.00", None, "$30.00"]


def test_what_is_struck_through_alone_is_no_price() -> None:
    found = table(
        "<b>A</b><s>$20.00</s> <i>$15.00</i>", "<b>B</b><s>$12.00</s>", "<b>C</b><i>$3.00</i>"
    )
    assert cells(found)["price"] == ["$15.00", None, "$3.00"]
    assert cells(found)["old_price"] == ["$20.00", None, None]


def test_amounts_that_texts_tell_of_are_no_prices() -> None:
    text = "The company had raised ${0} million in May, more than anybody expected of it"
    assert "price" not in named(table(*(f"<h3>{text.format(n)}</h3>" for n in range(3))))


def test_words_of_a_title_before_an_amount_say_nothing_of_it() -> None:
    titles = ("Before the Rain", "Under the Bridge", "The Old Man", "Sale of the Century")
    found = table(*(f"<h3>{name}</h3><b>£{n}.50</b>" for n, name in enumerate(titles, 1)))
    assert cells(found)["price"] == ["£1.50", "£2.50", "£3.50", "£4.50"]


def test_a_dash_before_an_amount_takes_nothing_away() -> None:
    found = table(*(f"<p><b>Dish {n}</b> – ${n}.50</p>" for n in range(1, 5)))
    assert amounts(found, "price") == ["1.50", "2.50", "3.50", "4.50"]


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
