"""Prices that pages declare in their lists, as truth for the same pages without declarations.

Read by lxml and extruct, with nothing of this package: microdata and RDFa of schema.org, amounts of
WooCommerce by its class names, JSON-LD whose addresses lead to links of the page.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Final
from urllib.parse import urldefrag, urljoin

from lxml import etree

from benchmarks.declared_products import amounts, declared, dicts, stripped, texts, types_of
from benchmarks.figures import parsed

LEAST: Final = 3
"""Things of one kind on a page from which they are a list."""
MARK: Final = "data-declared"
"""The attribute by which an element is found again; taken away before the page is read."""

_LISTS: Final = re.compile(r"ItemList|OfferCatalog|Page\b|WebSite|Organization|Store\b|BreadcrumbL")
_SAYS_PRICE: Final = re.compile(
    r"price|amount|preis|prix|precio|prezzo|money|currency|woocommerce|^wc-|^wp-block-woo|onsale|"
    r"^product_list_widget$|^sale$",
    re.IGNORECASE,
)
_SAYS_RATING: Final = re.compile(r"^(?:rating|rating-?count|count|score|reviews?)$", re.IGNORECASE)
_SAID_TO_SCRIPTS: Final = re.compile(r"price|amount|currency|rating|gtm|product|cnstrc|analytics")
_NUMBER: Final = re.compile(r"\d{1,15}(?:[.,'\u00a0\u202f ]\d{1,3}){0,5}")
_PRODUCTS: Final = frozenset("Product IndividualProduct ProductGroup Vehicle Car Book".split())


@dataclass(frozen=True, slots=True)
class DeclaredThing:
    """What a page declares of one thing of a list."""

    number: int
    """Of its mark."""
    price: Decimal
    old_price: Decimal | None = None
    currency: str | None = None
    rating: Decimal | None = None
    reviews: Decimal | None = None
    tells_old: bool = False
    """Whether it would declare an old price if there were one."""
    elements: tuple[Any, ...] = field(default=(), compare=False)
    """Those that declare it."""


def declared_list(html: bytes, url: str) -> tuple[bytes, list[DeclaredThing]]:
    """The page without what it declares, but for marks, and the things of its lists.

    A thing counts where its price stands in its card: the largest element around it that holds
    nothing of another thing.
    """
    if not html.strip():
        return b"", []
    root: Any = parsed(html)
    found = [*_of_items(root, "itemprop", "itemscope", "itemtype")]
    found = found or [*_of_items(root, "property", "typeof", "typeof")]
    found = found or [*_of_woocommerce(root)] or [*_of_json(root, html, url)]
    owners = Counter(
        above for one in found for above in {a for e in one.elements for a in _upwards(e)}
    )
    kept: list[DeclaredThing] = []
    for one in found:
        cards = [_card(element, owners) for element in one.elements]
        held = [card for card in cards if one.price in _numbers(card)]
        if held:
            number = len(kept) + 1
            if one.tells_old:
                one = replace(one, rating=_stars_in(held[0]))
            for element in one.elements:
                element.set(MARK, str(number))
            for card in held:
                _unname(card)
            kept.append(replace(one, number=number))
    if len(kept) < LEAST:
        return b"", []
    for element in root.iter(etree.Element):
        for name in [*element.attrib]:
            if name.startswith("data-") and name != MARK and _SAID_TO_SCRIPTS.search(name):
                del element.attrib[name]
    return stripped(etree.tostring(root, method="html", encoding="utf-8")), kept


def _upwards(element: Any) -> Iterator[Any]:
    yield element
    yield from element.iterancestors()


def _card(element: Any, owners: Counter[Any]) -> Any:
    """The largest element around it that belongs to its thing alone."""
    for above in element.iterancestors():
        if owners[above] > 1:
            break
        element = above
    return element


def _numbers(card: Any) -> set[Decimal]:
    hidden = "ancestor::*[self::script or self::style or self::template or self::noscript]"
    pieces = [str(one) for one in card.xpath(f".//text()[not({hidden})]")]
    return {
        reading
        for text in (" ".join(pieces), "".join(pieces))
        for number in _NUMBER.findall(text)
        for reading in (*amounts(number), *_first_parts(number))
    }


def _first_parts(number: str) -> Iterator[Decimal]:
    parts = re.split(r"\D", number)
    for end in range(1, len(parts) + 1):
        yield Decimal("".join(parts[:end]))
        if end > 1:
            yield Decimal("".join(parts[: end - 1]) + "." + parts[end - 1])


def _unname(card: Any) -> None:
    """Take the class names away that say what is a price, and those of what says a rating."""
    for element in card.iter(etree.Element):
        names = element.get("class", "").split()
        kept = [
            one for one in names if not _SAYS_PRICE.search(one) and not _SAYS_RATING.search(one)
        ]
        if len(kept) < len(names):
            element.set("class", " ".join(kept))
        if not kept and names:
            del element.attrib["class"]


def _of_items(root: Any, prop: str, scope: str, kind: str) -> Iterator[DeclaredThing]:
    """The things of microdata or RDFa."""
    held: dict[Any, list[Any]] = defaultdict(list)
    for element in root.iter(etree.Element):
        words = {one.rpartition(":")[2] for one in element.get(prop, "").split()}
        if words & {"price", "lowPrice"}:
            scopes = [
                one
                for one in element.iterancestors()
                if one.get(scope) is not None and not _LISTS.search(one.get(kind) or "")
            ]
            products = [one for one in scopes if "Product" in (one.get(kind) or "")]
            if scopes:
                held[(products or scopes)[-1]].append(element)
    if len(held) < LEAST:
        return
    for card, elements in held.items():
        prices = amounts(_value(elements[0]))
        if prices:
            said = {
                name: next((_value(one) for one in _named(card, prop, name)), None)
                for name in ("priceCurrency", "ratingValue", "reviewCount", "ratingCount")
            }
            yield DeclaredThing(
                0,
                prices[0],
                currency=(said["priceCurrency"] or "").strip().upper() or None,
                rating=next(iter(amounts(said["ratingValue"])), None),
                reviews=next(iter(amounts(said["reviewCount"], said["ratingCount"])), None),
                elements=(elements[0],),
            )


def _named(card: Any, prop: str, name: str) -> list[Any]:
    found: list[Any] = card.xpath(f".//*[@{prop}='{name}' or @{prop}='schema:{name}']")
    return found


def _value(element: Any) -> str:
    return str(element.get("content") or element.text_content()).strip()


def _has(element: Any, *names: str) -> bool:
    return bool({*element.get("class", "").split()} & {*names})


def _of_woocommerce(root: Any) -> Iterator[DeclaredThing]:
    """The things whose amounts stand in WooCommerce's elements."""
    held: dict[Any, list[Any]] = {}
    paths: dict[Any, tuple[str, ...]] = {}
    for element in root.iter("span", "bdi", "ins", "del"):
        if not _has(element, "woocommerce-Price-amount", "amount"):
            continue
        above = [*element.iterancestors()]
        if any(_has(one, "woocommerce-Price-amount", "amount") for one in above):
            continue
        if any(
            _has(one, "summary", "entry-summary", "widget_shopping_cart", "cart", "mini-cart")
            for one in above
        ):
            continue
        box = next((one for one in above if _has(one, "price")), None)
        if box is None:
            box = next(one for one in above if one.tag not in ("ins", "del", "span", "bdi"))
        held.setdefault(box, []).append(element)
        paths[box] = tuple(one.tag for one in _upwards(box))
    number = Counter(paths.values())
    for box, elements in held.items():
        former = [one for one in elements if _inside(one, "del", box)]
        now = [one for one in elements if _inside(one, "ins", box)]
        shown = now or [one for one in elements if one not in former]
        price = amounts(_amount(shown[0])) if shown else []
        old = amounts(_amount(former[0])) if former and shown else []
        if number[paths[box]] < LEAST or not price:
            continue
        yield DeclaredThing(
            0, price[0], old[0] if old else None,
            tells_old=True, elements=(shown[0],),
        )  # fmt: skip


def _amount(element: Any) -> str:
    signs = element.xpath(".//*[contains(@class, 'currencySymbol')]")
    text = str(element.text_content())
    for sign in signs:
        text = text.replace(str(sign.text_content()), "")
    return text


def _inside(element: Any, tag: str, box: Any) -> bool:
    for above in _upwards(element):
        if above.tag == tag:
            return True
        if above is box:
            break
    return False


def _stars_in(card: Any) -> Decimal | None:
    """The rating that WooCommerce writes into the stars of a card; of none given there is none."""
    stars = card.xpath(".//*[contains(@class, 'star-rating')]//strong")
    return next(iter(amounts(str(stars[0].text_content()))), None) if stars else None


def _of_json(root: Any, html: bytes, url: str) -> Iterator[DeclaredThing]:
    """The things of JSON-LD, found by the links that lead to their addresses."""
    base = url or "http://page.example/"
    links: dict[str, list[Any]] = defaultdict(list)
    for link in root.iter("a"):
        if link.get("href"):
            links[_address(base, link.get("href"))].append(link)
    for thing in _things(declared(html, base)):
        offers = dicts(thing.get("offers"))
        prices = amounts(*(one.get(key) for one in offers for key in ("price", "lowPrice")))
        addresses = texts(thing.get("url"), thing.get("@id"), *(one.get("url") for one in offers))
        found = next((links[at] for one in addresses if (at := _address(base, one)) in links), None)
        if found and prices:
            rated = next(iter(dicts(thing.get("aggregateRating"))), {})
            currency = texts(*(one.get("priceCurrency") for one in offers))
            yield DeclaredThing(
                0, prices[0],
                currency=currency[0].upper() if currency else None,
                rating=next(iter(amounts(rated.get("ratingValue"))), None),
                reviews=next(
                    iter(amounts(rated.get("reviewCount"), rated.get("ratingCount"))), None
                ),
                elements=tuple(found),
            )  # fmt: skip


def _things(found: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The products among things and in the lists among them, one an address."""
    seen: set[str] = set()
    waiting = [one for one in found if one["@source"] == "json-ld"]
    while waiting:
        one = waiting.pop(0)
        for name in ("itemListElement", "item", "itemOffered", "hasOfferCatalog"):
            for inner in dicts(one.get(name)):
                address = one.get("url")
                waiting.append({"url": address, **inner} if address else inner)
        told = " ".join(texts(one.get("url"), one.get("@id"), one.get("name")))
        if types_of(one) & _PRODUCTS and one.get("offers") and told not in seen:
            seen.add(told)
            yield one


def _address(base: str, address: str) -> str:
    try:
        return urldefrag(urljoin(base, address.strip()))[0].rstrip("/")
    except ValueError:
        return ""


def without_names(html: bytes) -> bytes:
    """The page without declarations and without the class names that say what is a price."""
    if not html.strip():
        return b""
    root: Any = parsed(html)
    _unname(root)
    return stripped(etree.tostring(root, method="html", encoding="utf-8"))
