"""Products that pages declare, as truth for what is read of the same pages without declarations.

Read by lxml and extruct, with nothing of this package: JSON-LD and microdata of schema.org, and
OpenGraph of pages that say to be a product's; of lists also RDFa, amounts of WooCommerce by its
class names, and JSON-LD whose addresses lead to links of the page.
"""

from __future__ import annotations

import logging
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from html import unescape
from typing import Any, Final
from urllib.parse import urldefrag, urljoin

import extruct
from lxml import etree

from benchmarks.figures import parsed

PRODUCTS: Final = frozenset(
    "Product IndividualProduct ProductModel ProductGroup Vehicle Car Book".split()
)
"""Types that count as a product where they have an offer."""
NO_PRODUCTS: Final = frozenset(
    "Recipe Event JobPosting Course Person Place LocalBusiness Restaurant Organization Movie "
    "SportsTeam CollegeOrUniversity MusicEvent Hospital Physician TouristAttraction".split()
)
"""Types of things that have no price, where they declare no offer either."""

ORGANIZATIONS: Final = frozenset("Organization LocalBusiness Person Place".split())
"""Types that pages of anything declare beside their own."""
MAX_DEPTH: Final = 6
SAME_RATING: Final = Decimal("0.05")
"""How far a rating may be from the declared one."""
NUMBER: Final = re.compile(r"\d{1,15}(?:[.,'\u00a0\u202f ]\d{1,3}){0,5}")
"""A number as it may stand in a text."""
_HINT: Final = re.compile(rb"schema\.org|og:type|product:price", re.IGNORECASE)
_TAG: Final = re.compile(r"</?\w[^<>]*>")
_DECLARED: Final = (
    "//script[contains(@type, 'ld+json')] | //link[@itemprop] | //meta[@property or @itemprop "
    "or starts-with(@name, 'twitter') or starts-with(@name, 'product') "
    "or starts-with(@name, 'og:')]"
)
_ATTRIBUTES: Final = (
    "itemprop itemscope itemtype itemref itemid property typeof vocab resource about".split()
)

Fields = dict[str, list[Any]]


def declared(html: bytes, url: str) -> list[dict[str, Any]]:
    """All things that a page declares, those inside lists and graphs too, each as plain values."""
    if not _HINT.search(html):
        return []
    logging.getLogger("extruct").setLevel(logging.CRITICAL)
    try:
        found = extruct.extract(
            html,
            base_url=url or "http://page.example/",
            syntaxes=["json-ld", "microdata", "opengraph"],
            uniform=True,
            errors="ignore",
        )
    except Exception:
        return []  # No truth is known of a page that it cannot read.
    return [
        {**one, "@source": source} for source, things in found.items() for one in _things(things)
    ]


def _things(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    if depth > MAX_DEPTH:
        return
    if isinstance(value, list):
        for one in value:
            yield from _things(one, depth + 1)
    elif isinstance(value, dict):
        if "@type" in value:
            yield value
        for inner in ("@graph", "mainEntity", "mainEntityOfPage"):
            yield from _things(value.get(inner), depth + 1)


def types_of(thing: dict[str, Any]) -> set[str]:
    """The local names of a thing's types."""
    types = thing.get("@type")
    said = types if isinstance(types, list) else [types]
    return {re.split("[/#:]", one)[-1] for one in said if isinstance(one, str)}


def product_of(html: bytes, url: str) -> Fields | None:
    """The fields of the one product that a page declares, each with all its true values.

    None where it declares none with a name and an offer, or several.
    """
    things = declared(html, url)
    merged: Fields = {}
    for source in ("json-ld", "microdata"):
        products = [
            one
            for one in things
            if one["@source"] == source
            and types_of(one) & PRODUCTS
            and one.get("name")
            and (one.get("offers") or one.get("hasVariant"))
        ]
        if len({str(one["name"]).strip() for one in products}) > 1:
            return None
        for one in products[:1]:
            for name, values in _fields(one).items():
                merged[name] = merged.get(name) or values
    if not merged:
        graph = next((one for one in things if one["@source"] == "opengraph"), {})
        if "product" in " ".join(types_of(graph)).casefold() and graph.get("product:price:amount"):
            merged = {
                "name": texts(graph.get("og:title")),
                "price": amounts(graph.get("product:price:amount")),
                "currency": texts(graph.get("product:price:currency")),
                "image": texts(graph.get("og:image")),
                "brand": texts(graph.get("product:brand")),
                "availability": texts(graph.get("product:availability")),
            }
    return merged if merged.get("name") else None


def is_no_product(html: bytes, url: str) -> bool:
    """Say whether a page declares a thing that has no price, and nothing that has one."""
    things = declared(html, url)
    types = set[str]().union(*map(types_of, things)) if things else set()
    told = re.search(rb'"offers"|"price|itemprop=["\']?(?:offers|price)|product:price', html)
    return told is None and not types & PRODUCTS and bool(types & (NO_PRODUCTS - ORGANIZATIONS))


def _fields(thing: dict[str, Any]) -> Fields:
    offers = _offers([thing.get("offers"), thing.get("hasVariant")])
    rated = _first(thing.get("aggregateRating"))
    brand = thing.get("brand")
    codes = ("gtin", "gtin8", "gtin12", "gtin13", "gtin14", "isbn", "productID")
    return {
        "name": texts(thing.get("name")),
        "price": amounts(*(
            one.get(name)
            for offer in offers
            for one, names in (
                (offer, ("price", "lowPrice")),
                *((one, ("price",)) for one in dicts(offer.get("priceSpecification"))),
            )
            for name in names
        )),
        "currency": [
            code.upper()
            for offer in offers
            for one in (offer, *dicts(offer.get("priceSpecification")))
            for code in texts(one.get("priceCurrency"))
        ],
        "availability": texts(*(offer.get("availability") for offer in offers)),
        "sku": texts(thing.get("sku"), *(offer.get("sku") for offer in offers)),
        "mpn": texts(thing.get("mpn"), *(offer.get("mpn") for offer in offers)),
        "gtin": [
            digits
            for text in texts(
                *(thing.get(code) for code in codes),
                *(offer.get(code) for offer in offers for code in codes),
            )
            if (digits := re.sub(r"^(?:isbn|ean|upc|gtin\d*)[: ]*|[ -]", "", text.casefold()))
            and re.fullmatch(r"\d{7,14}x?", digits)
        ],
        "brand": texts(brand, *(one.get("name") for one in dicts(brand))),
        "image": texts(
            thing.get("image"),
            *(one.get(key) for one in dicts(thing.get("image")) for key in ("url", "contentUrl")),
        ),
        "rating": amounts(rated.get("ratingValue")),
        "reviews": amounts(rated.get("reviewCount"), rated.get("ratingCount")),
    }  # fmt: skip


def _offers(value: Any, depth: int = 0) -> list[dict[str, Any]]:
    """Offers, those inside variants and aggregates too."""
    found = []
    for one in dicts(value) if depth <= MAX_DEPTH else ():
        found.append(one)
        found += _offers(one.get("offers"), depth + 1)
    return found


def dicts(value: Any, depth: int = 0) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        return [value]
    if isinstance(value, list) and depth <= MAX_DEPTH:
        return [found for one in value for found in dicts(one, depth + 1)]
    return []


def _first(value: Any) -> dict[str, Any]:
    return next(iter(dicts(value)), {})


def texts(*values: Any) -> list[str]:
    found = []
    for value in values:
        for one in value if isinstance(value, list) else [value]:
            told = unescape(str(one)) if isinstance(one, (str, int, float)) else ""
            text = " ".join(_TAG.sub("", told).split())
            if text:
                found.append(text)
    return found


def amounts(*values: Any) -> list[Decimal]:
    found = []
    for text in texts(*values):
        plain = re.sub(r"[^\d.,]", "", text).strip(".,")
        both = "," in plain and "." in plain
        if both and plain.rindex(",") > plain.rindex("."):
            plain = plain.replace(".", "").replace(",", ".")
        elif both or re.fullmatch(r"\d{1,3}(?:,\d{3})+", plain):
            plain = plain.replace(",", "")
        elif re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}", plain):
            plain = plain.replace(".", "")
        try:
            amount = Decimal(plain.replace(",", "."))
        except InvalidOperation:
            continue
        if amount:
            found.append(amount)
    return found


def decimal_of(value: Any) -> Decimal | None:
    """A value as a number; None where it is none."""
    try:
        number = Decimal(str(value).strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def numbers_in(pieces: list[str]) -> set[Decimal]:
    """The numbers that digits with points and commas may be, whole and of their first parts."""
    found: set[Decimal] = set()
    for text in (" ".join(pieces), "".join(pieces)):
        for number in NUMBER.findall(text):
            parts = re.split(r"\D", number)
            for end in range(1, len(parts) + 1):
                found.add(Decimal("".join(parts[:end])))
                if end > 1:
                    found.add(Decimal("".join(parts[: end - 1]) + "." + parts[end - 1]))
    return found


def stripped(html: bytes) -> bytes:
    """The page without what it declares to machines."""
    root: Any = parsed(html)
    for one in root.xpath(_DECLARED):
        if one.getparent() is not None:
            one.drop_tree()
    for one in root.iter(etree.Element):
        if "itemprop" in one.attrib or "property" in one.attrib:
            one.attrib.pop("content", None)
        for name in _ATTRIBUTES:
            one.attrib.pop(name, None)
    page: bytes = etree.tostring(root, method="html", encoding="utf-8")
    return page


LEAST: Final = 3
"""Things of one kind on a page from which they are a list."""
MARK: Final = "data-declared"
"""The attribute by which an element is found again; taken away before the page is read."""
_NO_LIST: Final = ("summary", "entry-summary", "widget_shopping_cart", "cart", "mini-cart")
"""Classes of WooCommerce's elements that show one thing, or what was chosen."""

_LISTS: Final = re.compile(r"ItemList|OfferCatalog|Page\b|WebSite|Organization|Store\b|BreadcrumbL")
_SAYS_PRICE: Final = re.compile(
    r"price|amount|preis|prix|precio|prezzo|money|currency|woocommerce|^wc-|^wp-block-woo|onsale|"
    r"^product_list_widget$|^sale$",
    re.IGNORECASE,
)
_SAYS_RATING: Final = re.compile(r"^(?:rating|rating-?count|count|score|reviews?)$", re.IGNORECASE)
_SAID_TO_SCRIPTS: Final = re.compile(r"price|amount|currency|rating|gtm|product|cnstrc|analytics")


@dataclass(slots=True)
class DeclaredThing:
    """One thing of a list as a page declares it, and the elements that do."""

    values: dict[str, Any]
    """None where it would declare a value if there were one; absent where it would not."""
    elements: list[Any]
    number: int = 0
    """The number of its mark."""


def declared_list(html: bytes, url: str) -> tuple[bytes, list[DeclaredThing]]:
    """The page without what it declares, but for marks, and the things of its lists.

    A thing counts where its price stands in its card: the largest element around it that holds
    nothing of another thing.
    """
    if not html.strip():
        return b"", []
    root: Any = parsed(html)
    found = (
        [*_of_items(root, "itemprop", "itemscope", "itemtype")]
        or [*_of_items(root, "property", "typeof", "typeof")]
        or [*_of_woocommerce(root)]
        or [*_of_json(root, html, url)]
    )
    owners = Counter(
        above for one in found for above in {a for e in one.elements for a in _upwards(e)}
    )
    kept: list[DeclaredThing] = []
    for one in found:
        cards = [_card(element, owners) for element in one.elements]
        held = [card for card in cards if one.values["price"] in _numbers(card)]
        if held:
            if "old_price" in one.values:
                # The rating that WooCommerce writes into the stars of a card.
                stars = held[0].xpath(".//*[contains(@class, 'star-rating')]//strong")
                one.values |= _known(rating=_first_of(*(star.text_content() for star in stars[:1])))
            one.number = len(kept) + 1
            for element in one.elements:
                element.set(MARK, str(one.number))
            for card in held:
                _unname(card)
            kept.append(one)
    if len(kept) < LEAST:
        return b"", []
    for element in root.iter(etree.Element):
        for name in [*element.attrib]:
            if name.startswith("data-") and name != MARK and _SAID_TO_SCRIPTS.search(name):
                del element.attrib[name]
    return stripped(etree.tostring(root, method="html", encoding="utf-8")), kept


def _known(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _first_of(*values: Any) -> Decimal | None:
    """The first amount among some values."""
    return next(iter(amounts(*values)), None)


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
    found = numbers_in(pieces)
    for text in (" ".join(pieces), "".join(pieces)):
        found.update(amounts(*NUMBER.findall(text)))
    return found


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
    for card, elements in held.items() if len(held) >= LEAST else ():
        said: dict[str, str | None] = {}
        for name in ("priceCurrency", "ratingValue", "reviewCount", "ratingCount"):
            named = card.xpath(f".//*[@{prop}='{name}' or @{prop}='schema:{name}']")
            said[name] = _value(named[0]) if named else None
        values = _known(
            price=_first_of(_value(elements[0])),
            currency=(said["priceCurrency"] or "").strip().upper() or None,
            rating=_first_of(said["ratingValue"]),
            reviews=_first_of(said["reviewCount"], said["ratingCount"]),
        )
        if "price" in values:
            yield DeclaredThing(values, elements[:1])


def _value(element: Any) -> str:
    return str(element.get("content") or element.text_content()).strip()


def _has(element: Any, *names: str) -> bool:
    return bool({*element.get("class", "").split()} & {*names})


def _of_woocommerce(root: Any) -> Iterator[DeclaredThing]:
    """The things whose amounts stand in WooCommerce's elements."""
    held: dict[Any, list[Any]] = {}
    for element in root.iter("span", "bdi", "ins", "del"):
        above = [*element.iterancestors()]
        if (
            not _has(element, "woocommerce-Price-amount", "amount")
            or any(_has(one, "woocommerce-Price-amount", "amount") for one in above)
            or any(_has(one, *_NO_LIST) for one in above)
        ):
            continue
        box = next((one for one in above if _has(one, "price")), None)
        if box is None:
            box = next(one for one in above if one.tag not in ("ins", "del", "span", "bdi"))
        held.setdefault(box, []).append(element)
    paths = {box: tuple(one.tag for one in _upwards(box)) for box in held}
    alike = Counter(paths.values())
    for box, elements in held.items():
        former = [one for one in elements if _stands_in(one, "del", box)]
        now = [one for one in elements if _stands_in(one, "ins", box)]
        shown = now or [one for one in elements if one not in former]
        price = _first_of(_amount(shown[0])) if shown else None
        if alike[paths[box]] >= LEAST and price is not None:
            old = _first_of(_amount(former[0])) if former else None
            yield DeclaredThing({"price": price, "old_price": old}, shown[:1])


def _amount(element: Any) -> str:
    text = str(element.text_content())
    for sign in element.xpath(".//*[contains(@class, 'currencySymbol')]"):
        text = text.replace(str(sign.text_content()), "")
    return text


def _stands_in(element: Any, tag: str, box: Any) -> bool:
    for above in _upwards(element):
        if above.tag == tag:
            return True
        if above is box:
            break
    return False


def _of_json(root: Any, html: bytes, url: str) -> Iterator[DeclaredThing]:
    """The things of JSON-LD, found by the links that lead to their addresses."""
    base = url or "http://page.example/"
    links: dict[str, list[Any]] = defaultdict(list)
    for link in root.iter("a"):
        if link.get("href"):
            links[_address(base, link.get("href"))].append(link)
    for thing in _products_among(declared(html, base)):
        offers = dicts(thing.get("offers"))
        addresses = texts(thing.get("url"), thing.get("@id"), *(one.get("url") for one in offers))
        found = next((links[at] for one in addresses if (at := _address(base, one)) in links), None)
        rated = _first(thing.get("aggregateRating"))
        codes = texts(*(one.get("priceCurrency") for one in offers))
        values = _known(
            price=_first_of(*(one.get(key) for one in offers for key in ("price", "lowPrice"))),
            currency=codes[0].upper() if codes else None,
            rating=_first_of(rated.get("ratingValue")),
            reviews=_first_of(rated.get("reviewCount"), rated.get("ratingCount")),
        )
        if found and "price" in values:
            yield DeclaredThing(values, found)


def _products_among(found: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
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
        is_product = types_of(one) & (PRODUCTS - {"ProductModel"})
        if is_product and one.get("offers") and told not in seen:
            seen.add(told)
            yield one


def _address(base: str, address: str) -> str:
    try:
        return urldefrag(urljoin(base, address.strip()))[0].rstrip("/")
    except ValueError:
        return ""
