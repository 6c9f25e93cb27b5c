"""Two generated shops in three designs each, written as mirrors of their sites.

A shop has products with a name, a price, a former price on some, categories, a number, an
availability and on most a rating, and lists of its products. From design to design markup, class
names, the order of the parts and the ways to write a value change, and the second shop's last
design has other addresses. From one design to the next a few prices change, some products go and
others come. All of it follows from the numbers of the shop, the design and the product.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from shutil import rmtree
from typing import Final

DESIGNS: Final = ("A", "B", "C")
PRODUCTS: Final = 275
PER_LIST: Final = 11
"""Products on a page of a list."""
LISTS: Final = 25
NEW: Final = 12
"""Products that go, and come, from one design to the next."""
CHANGED: Final = 0.08
"""Share of the products whose price has changed since the design before."""
FIELDS: Final = ("name", "price", "old_price", "categories", "sku", "availability", "rating")

Values = dict[str, "str | list[str]"]


@dataclass(frozen=True, slots=True)
class Shop:
    """A shop, and the words in which it says things."""

    host: str
    seed: int
    things: tuple[str, ...]
    kinds: tuple[str, ...]
    groups: tuple[str, ...]
    stock: tuple[str, ...]
    words: dict[str, str]
    """Labels, by what they label."""
    prose: tuple[str, ...]
    names: tuple[str, str, str]
    """What begins the class names of each design."""
    folders: tuple[str, str, str]
    """The folder of the products' pages in each design."""
    is_continental: bool
    """Whether amounts are ``1.039,90`` and the currency comes last."""


SHOPS: Final = (
    Shop(
        "harbour-goods.example",
        1,
        ("Kettle", "Lantern", "Teapot", "Basket", "Stool", "Rug", "Ladle", "Anchor clock"),
        ("Brass", "Oak", "Linen", "Enamel", "Cork", "Slate", "Copper"),
        ("Kitchen", "Living", "Garden", "Lighting", "Gifts", "Storage", "Sea"),
        ("In stock", "Out of stock", "Two weeks"),
        {"sku": "SKU", "rating": "Rating", "groups": "Filed under", "stock": "Availability",
         "price": "Price", "was": "Was", "more": "You may also like", "about": "Description"},
        ("Made by hand in small numbers.", "It keeps for years when it is oiled now and then.",
         "Comes in a box of plain card.", "The finish differs a little from piece to piece.",
         "Wipe it with a dry cloth."),
        ("shop", "hg", "x"),
        ("goods", "goods", "goods"),
        False,
    ),
    Shop(
        "bergladen.example",
        2,
        ("Rucksack", "Kocher", "Zelt", "Seil", "Becher", "Schlafsack", "Stirnlampe", "Karte"),
        ("Leichter", "Alpiner", "Kleiner", "Robuster", "Roter", "Blauer", "Warmer"),
        ("Wandern", "Klettern", "Camping", "Winter", "Kinder", "Licht", "Angebote"),
        ("Auf Lager", "Ausverkauft", "In drei Tagen"),
        {"sku": "Artikelnummer", "rating": "Bewertung", "groups": "Kategorien",
         "stock": "Lieferbarkeit", "price": "Preis", "was": "Statt", "more": "Dazu passt",
         "about": "Beschreibung"},
        ("Wiegt wenig und passt in jede Seitentasche.", "Das Gewebe trocknet schnell.",
         "Im Test bei Regen und Schnee blieb alles trocken.", "Mit zwei Jahren Garantie.",
         "Ein Beutel liegt bei."),
        ("laden", "bl", "y"),
        ("artikel", "artikel", "de/produkt"),
        True,
    ),
)  # fmt: skip
"""The shops."""


@dataclass(frozen=True, slots=True)
class Product:
    """A product as it is, however its page says it."""

    number: int
    name: str
    cents: int
    old_cents: int
    """0 where there is no former price."""
    groups: tuple[str, ...]
    sku: str
    stock: str
    tenths: int
    """Of its rating; 0 where there is none."""
    prose: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProductPage:
    """What a product's page says."""

    url: str
    values: Values
    """By field, as the page has them; a field that it lacks is not there."""


def products(shop: Shop, design: int) -> list[Product]:
    """The products that a shop has in one of its designs, from 0."""
    numbers = range(1 + design * NEW, 1 + design * NEW + PRODUCTS)
    return [_changed(_product(shop, number), shop, design) for number in numbers]


def _product(shop: Shop, number: int) -> Product:
    draw = random.Random(shop.seed * 100_000 + number)
    cents = draw.randrange(300, 30_000, 10) + draw.choice((0, 5, 9))
    return Product(
        number,
        f"{draw.choice(shop.kinds)} {draw.choice(shop.things)} {number}",
        cents,
        cents + draw.randrange(100, 5_000, 50) if draw.random() < 0.4 else 0,
        tuple(draw.sample(shop.groups, draw.choice((1, 2, 2, 3)))),
        f"{draw.choice('ABCDE')}{draw.choice('KLMNO')}-{draw.randrange(1000, 9999)}-{number}",
        draw.choices(shop.stock, (6, 2, 1))[0],
        draw.randrange(21, 50) if draw.random() < 0.7 else 0,
        tuple(draw.sample(shop.prose, draw.choice((2, 3, 4)))),
    )


def _changed(product: Product, shop: Shop, design: int) -> Product:
    for step in range(1, design + 1):
        draw = random.Random((shop.seed * 10 + step) * 100_000 + product.number)
        if draw.random() < CHANGED:
            cents = max(100, product.cents + draw.randrange(-900, 900, 10))
            old_cents = product.cents if cents < product.cents else 0
            product = replace(product, cents=cents, old_cents=old_cents)
        if not product.tenths and draw.random() < CHANGED:
            product = replace(product, tenths=draw.randrange(21, 50))
    return product


def url_of(shop: Shop, product: Product, design: int) -> str:
    """The address of a product's page."""
    return f"http://{shop.host}/{shop.folders[design]}/{product.number}.html"


def list_url(shop: Shop, number: int) -> str:
    """The address of a page of the list of products."""
    return f"http://{shop.host}/list/{number}.html"


def _money(shop: Shop, cents: int, design: int) -> str:
    amount = f"{cents // 100:,}.{cents % 100:02}"
    if shop.is_continental:
        amount = amount.translate(str.maketrans(",.", ".,"))
        return (f"{amount} €", f"€ {amount}", f"{amount} EUR")[design]
    return (f"£{amount}", f"£ {amount}", f"{amount} GBP")[design]


def _tenths(shop: Shop, tenths: int) -> str:
    return f"{tenths // 10}{',' if shop.is_continental else '.'}{tenths % 10}"


def page_of(shop: Shop, product: Product, design: int) -> ProductPage:
    """What the page of a product says in a design."""
    values: Values = {
        "name": product.name,
        "price": _money(shop, product.cents, design),
        "categories": [*product.groups],
        "sku": product.sku,
        "availability": product.stock,
    }
    if product.old_cents:
        values["old_price"] = _money(shop, product.old_cents, design)
    if product.tenths:
        values["rating"] = _tenths(shop, product.tenths)
    return ProductPage(url_of(shop, product, design), values)


def pages(design: int) -> Iterator[ProductPage]:
    """What all pages of products say in a design, shop by shop."""
    for shop in SHOPS:
        for product in products(shop, design):
            yield page_of(shop, product, design)


def starts(design: int) -> list[str]:
    """The addresses at which a crawl begins."""
    return [list_url(shop, number) for shop in SHOPS for number in range(1, LISTS + 1)]


def write_mirror(folder: Path, design: int) -> None:
    """Write the pages of all shops in a design in place of those that are there."""
    if folder.exists():
        rmtree(folder)
    for shop in SHOPS:
        some = products(shop, design)
        for place, product in enumerate(some):
            related = [some[(place * 7 + step * 31) % len(some)] for step in (1, 2, 3, 4)]
            html = _PRODUCT[design](shop, product, related)
            _write(folder, url_of(shop, product, design), html)
        for number in range(1, LISTS + 1):
            shown = some[(number - 1) * PER_LIST : number * PER_LIST]
            _write(folder, list_url(shop, number), _LIST[design](shop, shown, number))


def _write(folder: Path, url: str, html: str) -> None:
    path = folder / url.removeprefix("http://")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(html, "utf-8")


def _head(title: str) -> str:
    return f"<!DOCTYPE html><html><head><meta charset=utf-8><title>{escape(title)}</title></head>"


# Design A: divisions, one for each thing, as shops of old have them.


def _frame_a(shop: Shop, title: str, main: str) -> str:
    n = shop.names[0]
    menu = "".join(f"<li class='{n}-menu__item'><a href='/list/1.html'>{g}</a></li>"
                   for g in shop.groups)  # fmt: skip
    return (
        f"{_head(f'{title} | {shop.host}')}<body class='{n}-body'><div class='{n}-header'>"
        f"<a class='{n}-logo' href='/list/1.html'>{shop.host}</a><ul class='{n}-menu'>{menu}</ul>"
        f"</div><div class='{n}-main'>{main}</div><div class='{n}-footer'><p>{shop.host}</p>"
        "<p>2024</p></div></body></html>"
    )


def _product_a(shop: Shop, product: Product, related: list[Product]) -> str:
    n, w = shop.names[0], shop.words
    was = _money(shop, product.old_cents, 0)
    old = f"<del class='{n}-price__old'>{was}</del> " if product.old_cents else ""
    groups = "".join(f"<li><a href='/list/1.html'>{g}</a></li>" for g in product.groups)
    stars = _tenths(shop, product.tenths)
    rated = f"<span class='{n}-stars'>{stars}</span>" if product.tenths else ""
    prose = "".join(f"<p>{one}</p>" for one in product.prose)
    more = "".join(
        f"<div class='{n}-tile'><a href='/{shop.folders[0]}/{one.number}.html'>{one.name}</a>"
        f"<span class='{n}-tile__price'>{_money(shop, one.cents, 0)}</span></div>"
        for one in related
    )
    return _frame_a(
        shop,
        product.name,
        f"<div class='{n}-crumbs'><a href='/list/1.html'>Home</a> / <span>{product.name}</span>"
        f"</div><div class='{n}-product'><div class='{n}-photo'><img src='/i/{product.number}.jpg'"
        f"></div><div class='{n}-info'><h1 class='{n}-title'>{product.name}</h1>"
        f"<div class='{n}-price'>{old}<span class='{n}-price__now'>"
        f"{_money(shop, product.cents, 0)}</span></div>{rated}"
        f"<p class='{n}-stock'>{product.stock}</p><p class='{n}-code'>{w['sku']}: {product.sku}"
        f"</p><ul class='{n}-groups'>{groups}</ul></div><div class='{n}-text'>{prose}</div></div>"
        f"<div class='{n}-more'><h3>{w['more']}</h3>{more}</div>",
    )


def _list_a(shop: Shop, shown: list[Product], number: int) -> str:
    n = shop.names[0]
    cards = "".join(
        f"<div class='{n}-card'><img src='/i/{one.number}.jpg'><a class='{n}-card__name'"
        f" href='/{shop.folders[0]}/{one.number}.html'>{one.name}</a><span class='{n}-card__price'>"
        f"{_money(shop, one.cents, 0)}</span></div>"
        for one in shown
    )
    follows = f"<a class='{n}-next' href='/list/{number % LISTS + 1}.html'>&raquo;</a>"
    return _frame_a(
        shop,
        f"{number}",
        f"<h1 class='{n}-heading'>{shop.groups[number % len(shop.groups)]}</h1>"
        f"<div class='{n}-grid'>{cards}</div><div class='{n}-pager'>{follows}</div>",
    )


# Design B: sections and a table of all facts, the price last.


def _frame_b(shop: Shop, title: str, main: str) -> str:
    n = shop.names[1]
    menu = "".join(f"<a href='/list/1.html'>{g}</a>" for g in shop.groups)
    return (
        f"{_head(title)}<body><header id='{n}-top'><strong>{shop.host}</strong><nav"
        f" id='{n}-nav'>{menu}</nav></header><main id='{n}-content'>{main}</main><footer><ul"
        f" class='{n}-links'><li>{shop.host}</li><li>2025</li></ul></footer></body></html>"
    )


def _product_b(shop: Shop, product: Product, related: list[Product]) -> str:
    n, w = shop.names[1], shop.words
    rows = [(w["sku"], product.sku), (w["stock"], product.stock)]
    if product.tenths:
        rows.append((w["rating"], f"{_tenths(shop, product.tenths)} / 5"))
    facts = "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in rows)
    tags = "".join(f"<em class='{n}-tag'>{g}</em> " for g in product.groups)
    old = ""
    if product.old_cents:
        old = f"<small class='{n}-before'><s>{_money(shop, product.old_cents, 1)}</s></small>"
    prose = "<br>".join(product.prose)
    more = "".join(
        f"<li><b>{_money(shop, one.cents, 1)}</b> <a href='/{shop.folders[1]}/{one.number}.html'>"
        f"{one.name}</a></li>"
        for one in related
    )
    return _frame_b(
        shop,
        product.name,
        f"<section class='{n}-hero'><picture><img src='/p/{product.number}.webp'></picture><h2"
        f" class='{n}-headline'>{product.name}</h2><div class='{n}-tags'>{tags}</div></section>"
        f"<section class='{n}-facts'><table>{facts}</table></section><section class='{n}-about'>"
        f"<h4>{w['about']}</h4><div>{prose}</div></section><section class='{n}-buy'>{old}<strong"
        f" class='{n}-amount'>{_money(shop, product.cents, 1)}</strong><button>+</button></section>"
        f"<aside class='{n}-also'><h4>{w['more']}</h4><ol>{more}</ol></aside>",
    )


def _list_b(shop: Shop, shown: list[Product], number: int) -> str:
    n = shop.names[1]
    rows = "".join(
        f"<article class='{n}-row'><h3><a href='/{shop.folders[1]}/{one.number}.html'>{one.name}"
        f"</a></h3><p>{_money(shop, one.cents, 1)}</p></article>"
        for one in shown
    )
    return _frame_b(
        shop,
        f"{number}",
        f"<h2 class='{n}-list'>{shop.groups[number % len(shop.groups)]}</h2><div class='{n}-rows'>"
        f"{rows}</div><p class='{n}-further'><a href='/list/{number % LISTS + 1}.html'>&gt;</a>"
        "</p>",
    )


# Design C: named lists inside of columns, values after their labels, prices first.


def _frame_c(shop: Shop, title: str, main: str) -> str:
    n = shop.names[2]
    menu = "".join(f"<option>{g}</option>" for g in shop.groups)
    return (
        f"{_head(f'{shop.host}: {title}')}<body class='{n}1'><div class='{n}2'><form><select>{menu}"
        f"</select><input type='search'></form></div><div class='{n}3'>{main}</div><div"
        f" class='{n}4'><address>{shop.host}</address></div></body></html>"
    )


def _product_c(shop: Shop, product: Product, related: list[Product]) -> str:
    n, w = shop.names[2], shop.words
    old = ""
    if product.old_cents:
        old = f"<dt>{w['was']}</dt><dd class='{n}-w'>{_money(shop, product.old_cents, 2)}</dd>"
    rated = ""
    if product.tenths:
        rated = f"<dt>{w['rating']}</dt><dd>{_tenths(shop, product.tenths)} ★</dd>"
    groups = "".join(f"<span class='{n}-chip'><a href='/list/1.html'>{g}</a></span>"
                     for g in product.groups)  # fmt: skip
    more = "".join(
        f"<figure><img src='/c/{one.number}.png'><figcaption><a"
        f" href='/{shop.folders[2]}/{one.number}.html'>{one.name}</a> <i>"
        f"{_money(shop, one.cents, 2)}</i></figcaption></figure>"
        for one in related
    )
    prose = "".join(f"<li>{one}</li>" for one in product.prose)
    return _frame_c(
        shop,
        product.name,
        f"<div class='{n}-side'><dl class='{n}-dl'><dt>{w['price']}</dt><dd class='{n}-p'>"
        f"{_money(shop, product.cents, 2)}</dd>{old}<dt>{w['stock']}</dt><dd>{product.stock}</dd>"
        f"{rated}<dt>{w['sku']}</dt><dd>{product.sku}</dd></dl></div><div class='{n}-wide'>"
        f"<div class='{n}-chips'><b>{w['groups']}</b>{groups}</div><h1><span>{product.name}</span>"
        f"</h1><ul class='{n}-points'>{prose}</ul></div><div class='{n}-rel'><h5>{w['more']}</h5>"
        f"{more}</div>",
    )


def _list_c(shop: Shop, shown: list[Product], number: int) -> str:
    n = shop.names[2]
    cells = "".join(
        f"<li class='{n}-cell'><figure><img src='/c/{one.number}.png'></figure><i>"
        f"{_money(shop, one.cents, 2)}</i><a href='/{shop.folders[2]}/{one.number}.html'>{one.name}"
        "</a></li>"
        for one in shown
    )
    return _frame_c(
        shop,
        f"{number}",
        f"<h1><span>{shop.groups[number % len(shop.groups)]}</span></h1><ul class='{n}-cells'>"
        f"{cells}</ul><a rel='next' href='/list/{number % LISTS + 1}.html'>&#8594;</a>",
    )


_PRODUCT: Final = (_product_a, _product_b, _product_c)
_LIST: Final = (_list_a, _list_b, _list_c)
