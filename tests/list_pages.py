"""Small list pages, one a shape of records, with menus and footers around the list.

Elements of record ``n`` carry ``data-record="n"``, records of lists inside records
``data-inner="n"``; nothing that reads a page looks at these.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from scrapy_treesim import Page

GOODS = (
    "Copper kettle", "Iron pan", "Oak board", "Linen bag", "Wool cap", "Tin can", "Horn spoon",
    "Glass jar", "Clay pot", "Steel rack",
)  # fmt: skip


def goods(first: int = 1, last: int = len(GOODS)) -> Iterator[tuple[int, str]]:
    return ((number, GOODS[number - 1]) for number in range(first, last + 1))


def about(name: str) -> str:
    return f"A fine {name.lower()} for every home, made by hand."


def price(number: int) -> str:
    return f"€{number}9.50"


def in_a_site(inner: str) -> str:
    """The page with a head, a menu and a footer around what it is about."""
    menu = "".join(f"<li><a href=/c/{name}>{name}</a></li>" for name in ("Home", "Bath", "Sale"))
    foot = "".join(f"<li><a href=/i/{name}>{name}</a></li>" for name in ("About us", "Terms"))
    return (
        f"<html><head><title>Shop</title></head><body><header><ul class=nav>{menu}</ul></header>"
        f"<main><h1>Kitchen things</h1>{inner}</main>"
        f"<footer><ul>{foot}</ul><p>© 2024 The shop</p></footer></body></html>"
    )


def card(number: int, name: str, tag: str = "li") -> str:
    return (
        f"<{tag} class=card data-record={number}><img src=/i/{number}.jpg>"
        f"<h3><a href=/p/{number}>{name}</a></h3><p>{about(name)}</p>"
        f"<span class=price>{price(number)}</span></{tag}>"
    )


def cards() -> str:
    return in_a_site(f"<ul class=goods>{''.join(card(*one) for one in goods())}</ul>")


def table_rows() -> str:
    rows = "".join(
        f"<tr data-record={n}><td><a href=/p/{n}>{name}</a></td><td>{price(n)}</td>"
        f"<td>2024-05-{n + 10}</td></tr>"
        for n, name in goods()
    )
    return in_a_site(f"<table><tr><td>Name</td><td>Price</td><td>Date</td></tr>{rows}</table>")


def table_rows_and_a_pager() -> str:
    pager = "".join(f" <a href=?p={n}>{n}</a>" for n in range(2, 9))
    row = f"<tr><td colspan=3>Page: 1{pager} <a href=?p=2>Next</a></td></tr></table>"
    return table_rows().replace("</table>", row)


def runs_with_advertisements() -> str:
    advert = "<div class=ad><a href=//ads.example/x>Buy our best offers now</a></div>"
    items = "".join(
        f"<h3 data-record={n}><a href=/p/{n}>{name}</a></h3><p data-record={n}>{about(name)}</p>"
        f"<ul data-record={n}><li>Size {n} cm</li><li>{price(n)}</li></ul>"
        + (advert if n in (3, 6) else "")
        for n, name in goods()
    )
    return in_a_site(f"<div class=list>{items}</div>")


def terms() -> str:
    items = "".join(
        f"<dt data-record={n}><a href=/p/{n}>{name}</a></dt>"
        f"<dd data-record={n}>{about(name)} It costs {price(n)}</dd>"
        + (f"<dd data-record={n}>The {name.lower()} is back.</dd>" if n in (2, 5) else "")
        for n, name in goods()
    )
    return in_a_site(f"<dl>{items}</dl>")


def several_rows_a_record() -> str:
    rows = "".join(
        f"<tr data-record={n}><td rowspan=2><img src=/i/{n}.jpg></td>"
        f"<td class=name><b><a href=/p/{n}>{name}</a></b></td></tr>"
        f"<tr data-record={n}><td class=text>{about(name)}</td></tr>"
        f"<tr data-record={n}><td class=price colspan=2>Our price: {price(n)}</td></tr>"
        for n, name in goods()
    )
    return in_a_site(f"<table>{rows}</table>")


def title_row_and_byline_row() -> str:
    rows = "".join(
        f"<tr data-record={n}><td>{n}.</td><td class=title><a href=/p/{n}>{name} found</a></td>"
        f"</tr><tr data-record={n}><td></td><td class=sub>{n * 7} points by "
        f"<a href=/u/{n}>ann{n}</a> {n} hours ago</td></tr><tr class=spacer><td></td></tr>"
        for n, name in goods()
    )
    return in_a_site(f"<table>{rows}</table>")


def rows_of_cells() -> str:
    rows = "".join(
        "<div class=row>"
        + "".join(card(*one, tag="div") for one in goods(first, min(first + 2, len(GOODS))))
        + "</div>"
        for first in range(1, len(GOODS) + 1, 3)
    )
    return in_a_site(f"<div class=grid>{rows}</div>")


def band(first: int, last: int, pictures: bool) -> str:
    """Records side by side: a row of pictures, if wanted, of names, of prices."""
    these = list(goods(first, last))
    image = "".join(
        f"<td class=image data-record={n}><a href=/p/{n}><img src=/i/{n}.jpg></a></td>"
        for n, _ in these
    )
    names = "".join(
        f"<td class=name data-record={n}><h3><a href=/p/{n}>{name}</a></h3><p>{about(name)}</p>"
        "</td>"
        for n, name in these
    )
    prices = "".join(
        f"<td class=price data-record={n}>Our price: <b>{price(n)}</b></td>" for n, _ in these
    )
    rows = [image, names, prices] if pictures else [names, prices]
    return "".join(f"<tr>{row}</tr>" for row in rows)


def bands() -> str:
    return in_a_site(f"<table>{''.join(band(n, n + 2, False) for n in (1, 4, 7))}</table>")


def bands_with_pictures() -> str:
    return in_a_site(f"<table>{''.join(band(n, n + 2, True) for n in (1, 4, 7))}</table>")


def sections() -> str:
    parts = (("Cheap", 1, 3), ("Middling", 4, 7), ("Dear", 8, 10))
    return in_a_site(
        "".join(
            f"<h2>{title}</h2><ul>"
            + "".join(
                f"<li data-record={n}><a href=/p/{n}>{name}</a> <i>by Ann {n}</i> "
                f"<b>{price(n)}</b></li>"
                for n, name in goods(first, last)
            )
            + "</ul>"
            for title, first, last in parts
        )
    )


def two_lists() -> str:
    """Goods, then news: records 1 to 10 and 11 to 16."""
    news = "".join(
        f"<article data-record={n + 10}><h3><a href=/n/{n}>The story of the {name.lower()}</a></h3>"
        f"<time>2024-05-{n + 10}</time><p>How people of the village have made the {name.lower()} "
        "for a hundred years. A visit to the last of them.</p></article>"
        for n, name in goods(1, 6)
    )
    shop = "".join(card(*one) for one in goods())
    return in_a_site(f"<ul class=goods>{shop}</ul><h2>News</h2><div class=news>{news}</div>")


def replies_in_posts() -> str:
    posts = "".join(
        f"<article class=post data-record={n}><h3>{name} question</h3><span class=author>Ann {n}"
        f"</span> <time>2024-05-{n + 10}</time><p>What is a good {name.lower()} for a small "
        "kitchen? I have tried a few.</p><ul class=replies>"
        + "".join(
            f"<li class=reply data-inner={n}><b>Bob {n}{m}</b> <time>2024-05-{n + 11}</time>"
            f"<p>Try maker number {m} of the {name.lower()}, it is good.</p></li>"
            for m in range(1, 4)
        )
        + "</ul></article>"
        for n, name in goods(1, 6)
    )
    return in_a_site(f"<div class=thread>{posts}</div>")


LISTS = {
    "cards": cards(),
    "table rows below a row of names": table_rows(),
    "table rows and a row of page links": table_rows_and_a_pager(),
    "runs with advertisements between": runs_with_advertisements(),
    "terms and definitions": terms(),
    "several rows a record": several_rows_a_record(),
    "a row of titles, a row of bylines": title_row_and_byline_row(),
    "rows of cells, the last one short": rows_of_cells(),
    "bands of rows": bands(),
    "bands of rows, one of pictures": bands_with_pictures(),
    "sections under headings": sections(),
    "posts with replies": replies_in_posts(),
}
"""Pages of one list."""


def truth(page: Page, mark: str = "data-record") -> list[tuple[str, ...]]:
    """The XPaths of the elements of each record, in the order of the records' numbers."""
    tree = page.root.getroottree()
    held: dict[int, list[str]] = defaultdict(list)
    for element in page.root.iter("*"):
        number = element.get(mark)
        if number is not None:
            held[int(number)].append(tree.getpath(element))
    return [tuple(held[number]) for number in sorted(held)]
